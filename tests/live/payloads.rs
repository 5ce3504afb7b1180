//! Interactions that no Discord client sends: with missing, mistyped, oversized or foreign parts.
//! Nothing panics, and nothing that was decided changes. The sender gets an answer where there is
//! somebody to answer, and the next good press counts.

use std::sync::Mutex;
use std::time::Duration;

use games::Dice;
use serde_json::{Value, json};

use super::broken::{broken, odd};
use super::house::{House, Person, controls, said};

const HALL: &str = "death-match";
/// How many broken interactions to try of each kind.
const EACH: usize = 30;
/// Fields that an answer needs to find its way. Without them no answer could come.
const KEPT: [&str; 1] = ["token"];

/// Panics outside the tests.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn note_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        if !place.starts_with("tests/") {
            PANICS.lock().unwrap().push(place);
        }
        before(panic);
    }));
}

fn no_panic() {
    let panics = PANICS.lock().unwrap();
    assert!(panics.is_empty(), "{panics:?}");
}

/// A command of the bot that people can type: the names from the outermost on with their types, its
/// id and its options.
struct Leaf {
    id: Value,
    path: Vec<(String, Value)>,
    options: Vec<Value>,
}

impl Leaf {
    /// An interaction's data with these options.
    fn data(&self, options: Vec<Value>) -> Value {
        let steps = self.path.iter().skip(1).rev();
        let wrapped = steps.fold(options, |inside, (name, kind)| {
            vec![json!({ "name": name, "type": kind, "options": inside })]
        });
        json!({ "id": self.id, "name": self.path[0].0, "type": 1, "options": wrapped })
    }

    fn name(&self) -> String {
        let names: Vec<&str> = self.path.iter().map(|(name, _)| name.as_str()).collect();
        names.join(" ")
    }
}

async fn leaves(house: &House) -> Vec<Leaf> {
    fn below(id: &Value, at: &Value, path: &[(String, Value)], all: &mut Vec<Leaf>) {
        let name = at["name"].as_str().unwrap().to_owned();
        let path = [path, &[(name, at["type"].clone())]].concat();
        let options = at["options"].as_array().cloned().unwrap_or_default();
        let is_step = |option: &Value| matches!(option["type"].as_u64(), Some(1 | 2));
        if options.iter().any(is_step) {
            return options.iter().for_each(|step| below(id, step, &path, all));
        }
        let id = id.clone();
        all.push(Leaf { id, path, options });
    }
    let world = house.get("/local/world").await;
    let mut all = Vec::new();
    for command in world["commands"].as_array().unwrap() {
        below(&command["id"], command, &[], &mut all);
    }
    assert!(all.len() > 40, "{} commands", all.len());
    all
}

/// A value of the option's type that nobody would choose.
fn unlikely(option: &Value, dice: &mut Dice) -> Value {
    let texts = [
        "",
        " ",
        "-1",
        "0",
        "99999999999999999999",
        "1e9",
        "null",
        "a1,,a1;b2",
        "<@1>",
        "\u{202e}@everyone\0`",
        "01:99",
        "2000-01-01 00:00",
        "İ é 김 👩‍👩‍👧",
        "a = [[",
    ];
    match option["type"].as_u64() {
        Some(3) if dice.one_in(6) => json!("x, ".repeat(2_000)),
        Some(3) => json!(dice.pick(&texts)),
        Some(4) => json!(dice.pick(&[-1, 0, 1, i64::MAX, i64::MIN, 1 << 53])),
        Some(5) => json!(dice.one_in(2)),
        Some(10) => json!(dice.pick(&[-1e300, -0.0, 0.5, 1e300])),
        // An id of no known person, channel or role.
        _ => json!(dice.pick(&["1", "18446744073709551614"])),
    }
}

fn filled(leaf: &Leaf, dice: &mut Dice) -> Vec<Value> {
    let mut options = Vec::new();
    for option in &leaf.options {
        if dice.one_in(8) {
            continue;
        }
        let value = unlikely(option, dice);
        options.push(json!({ "name": option["name"], "type": option["type"], "value": value }));
    }
    if dice.one_in(8) {
        options.push(json!({ "name": "unheard-of", "type": 3, "value": "x" }));
    }
    options
}

impl Person<'_> {
    async fn untold(&self, kind: &str, message: Option<&Value>, data: Value) -> Value {
        let channel = match message {
            Some(message) => message["channel_id"].clone(),
            None => json!(self.channel(HALL).await.unwrap()),
        };
        let id = message.map(|message| message["id"].clone());
        self.begins(json!({ "channel_id": channel, "message_id": id, "kind": kind, "data": data }))
            .await
    }
}

async fn dispatch(house: &House, payload: &Value) {
    let event = "INTERACTION_CREATE";
    house
        .faults(json!({ "gateway": "dispatch", "event": event, "data": payload }))
        .await;
}

/// Waits until the bot makes no more requests.
async fn quiet(house: &House) {
    house.settled().await;
    let mut before = Value::Null;
    house
        .until("the bot comes to rest", async || {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let kept = house.kept();
            let same = json!(kept) == before;
            before = json!(kept);
            same.then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn interactions_that_no_client_sends_break_nothing() {
    note_panics();
    let house = House::new("payloads").await;
    let [host, dmo, ec, juniper, spectator] = house
        .people(["Vesper", "Teo", "Mika", "Juniper", "Cleo"])
        .await;
    host.confirms(HALL, "match begin", json!({}), "Begin without strikes")
        .await;
    let prompt = dmo.sees(HALL, "choose one").await;
    let (_, custom_id) = controls(&prompt).swap_remove(0);
    let match_id = custom_id.split(':').nth(1).unwrap();
    let all = leaves(&house).await;
    let leaf = |name: &str| all.iter().find(|leaf| leaf.name() == name).unwrap();
    quiet(&house).await;
    let decided = house.kept();

    // Each of these is refused, or only shows something.
    let button =
        |custom_id: String| json!({ "custom_id": custom_id, "component_type": 2, "id": 0 });
    let act = |value: &str| json!({ "name": "text", "type": 3, "value": value });
    let field = json!({ "type": 4, "custom_id": "act", "value": "up" });
    let form = json!({ "custom_id": format!("type:{match_id}:999"), "components": [{ "type": 1, "components": [field] }] });
    let user = house
        .as_bot("GET", &format!("/users/{}", juniper.id), Value::Null)
        .await;
    let chosen = json!({
        "custom_id": "setup:999:people", "component_type": 5, "values": [juniper.id],
        "resolved": { "users": { juniper.id.clone(): user }, "members": {} },
    });
    let some = Some(&prompt);
    let status = leaf("match status").data(Vec::new());
    let typed = leaf("act").data(vec![act("up and away")]);
    let mut typing = act("u");
    typing["focused"] = json!(true);
    let typing = leaf("act").data(vec![typing]);
    let stale = button(format!("act:{match_id}:999:first"));
    let asks = [
        (&dmo, "Component", some, stale),
        (&spectator, "Component", some, button(custom_id.clone())),
        (&ec, "Component", some, button(format!("panel:{match_id}"))),
        (&host, "Component", some, chosen),
        (&dmo, "ModalSubmit", some, form),
        (&host, "Command", None, status),
        (&ec, "Command", None, typed),
        (&juniper, "Autocomplete", None, typing),
    ];
    let mut dice = Dice::new(7);
    for (person, kind, message, data) in asks {
        for _ in 0..EACH {
            let payload = person.untold(kind, message, data.clone()).await;
            dispatch(&house, &broken(payload, &KEPT, &mut dice)).await;
        }
    }
    // These events hardly are events.
    for _ in 0..EACH {
        dispatch(&house, &odd(&mut dice)).await;
    }
    quiet(&house).await;
    no_panic();
    assert_eq!(house.kept(), decided);
    dmo.press(&prompt, "Go first").await;
    ec.sees(HALL, "choose your axis").await;
    assert_ne!(house.kept(), decided);

    // Every command answers its user, even with values that nobody would choose. For a host, some
    // of these values are correct.
    for (index, leaf) in all.iter().enumerate() {
        let players = [&dmo, &ec, &juniper, &spectator];
        for person in [&host, players[index % players.len()]] {
            let data = leaf.data(filled(leaf, &mut dice));
            let payload = person.untold("Command", None, data.clone()).await;
            // Nobody types so fast: Dealer would ask them to wait.
            house.advance(300);
            dispatch(&house, &payload).await;
            let id = payload["id"].as_str().unwrap();
            let path = format!("/local/as/{}/interactions/{id}?wait_ms=30000", person.id);
            let what = format!("/{} with {data} is answered", leaf.name());
            let answer = house
                .until(&what, async || {
                    let answer = house.get(&path).await;
                    (answer["state"] == "answered").then_some(answer)
                })
                .await;
            let said = said(&answer);
            let failed = ["Dealer's side", crate::phrases::TOO_FAST];
            assert!(
                !failed.iter().any(|words| said.contains(words)),
                "/{} with {data}: {said}",
                leaf.name()
            );
        }
        let mut options = filled(leaf, &mut dice);
        if let Some(option) = options.last_mut() {
            option["value"] = json!(dice.pick(&["", "x", "\u{202e}\0", "-1"]));
            option["focused"] = json!(true);
            let typed = host.untold("Autocomplete", None, leaf.data(options)).await;
            dispatch(&house, &typed).await;
        }
    }
    quiet(&house).await;
    no_panic();
    let games = spectator.command(HALL, "games", json!({})).await;
    assert_eq!(games["kind"], "message", "{games}");
    let mut house = house;
    house.close().await;
}
