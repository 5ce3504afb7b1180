//! Every kind of person tries every command and every control. The table of rights says what they
//! may do.

use dealer::discord::press::{BeginStep, CastStep, OfferStep, Press, SuitsStep};
use dealer::discord::rights::{Relation, Right, may};
use dealer::store::{DraftId, MatchId};
use games::WallMs;
use serde_json::{Value, json};

use super::house::{House, Person, content, said};

const HALL: &str = "lobby";
const GAME: &str = "gridlock";

/// The text of this test's messages.
const CONTROLS: &str = "controls";

/// How Dealer says that something isn't for a person.
const NOT_FOR_YOU: [&str; 6] = [
    "Only a host can do that",
    "another host has to do that",
    "Only the two players in this match",
    "You aren't in this match",
    "Hosts don't play in this match",
    "only works in a server channel",
];

/// A person of the rehearsal for each kind, and where they try. The host is also one of the cast's
/// dealers.
const PEOPLE: [(&str, &str, &[Relation]); 8] = [
    ("Marlow", HALL, &[Relation::Host, Relation::Dealer]),
    ("Mika", HALL, &[Relation::HostInSeat]),
    ("Teo", HALL, &[Relation::Player]),
    ("Juniper", HALL, &[Relation::SafePlayer]),
    ("Pim", HALL, &[Relation::Eliminated]),
    ("Vesper", HALL, &[Relation::Dealer]),
    ("Cleo", HALL, &[Relation::Spectator]),
    ("Cleo", "@Dealer", &[Relation::Spectator]),
];

/// These commands would change who hosts, or end the season. Only people without the right try
/// them.
const CHANGES: [&str; 3] = ["season new", "season switch", "season archive"];

/// Every control that belongs to a match. Those that end it come last.
fn presses(match_id: MatchId) -> Vec<Press> {
    let (prompt, act) = (1, "up".to_owned());
    let mut presses = vec![
        Press::Act {
            match_id,
            prompt,
            act: act.clone(),
        },
        Press::Sure {
            match_id,
            prompt,
            act,
        },
        Press::HandIn { match_id, prompt },
        Press::Panel { match_id },
        Press::Type { match_id, prompt },
        Press::Ready { match_id },
        Press::Step {
            match_id,
            prompt,
            step: "x".to_owned(),
        },
        Press::Remind { match_id },
        Press::Begin {
            match_id,
            sure: BeginStep::Ask,
        },
        Press::Resume { match_id },
        Press::WishPause { match_id },
        Press::Dismiss,
    ];
    let draft = DraftId(i64::MAX);
    let listed = include_str!("../../src/discord/press/custom_ids.txt").lines();
    let listed = listed.filter_map(|line| Press::read(line.split(" = ").next()?));
    presses.extend(listed.filter(|press| matches!(press, Press::Setup { .. })));
    let step = OfferStep::Stop;
    presses.push(Press::Offer {
        match_id,
        step,
        draft: None,
    });
    presses.push(Press::Times { match_id });
    presses.push(Press::Guide {
        field: "audit".to_owned(),
        season: None,
    });
    presses.push(Press::Suits {
        match_id,
        asked_ms: WallMs(0),
        step: SuitsStep::None,
    });
    presses.push(Press::Strike { draft });
    let step = CastStep::All;
    presses.push(Press::Cast { draft, step });
    presses.push(Press::Resign { match_id });
    presses
}

fn allowed(kinds: &[Relation], right: Right) -> bool {
    kinds.iter().any(|kind| may(*kind, right))
}

/// What everybody sees in the hall.
async fn public(house: &House) -> Vec<String> {
    let posts = house.person("Bo").await.messages(HALL).await;
    let public = posts.iter().filter(|post| post["ephemeral"] != true);
    let said = public.map(|post| content(post).to_owned());
    said.filter(|said| said != CONTROLS).collect()
}

fn check(what: &str, kinds: &[Relation], is_allowed: bool, answer: &Value) {
    let refused = NOT_FOR_YOU.iter().any(|words| said(answer).contains(words));
    assert_eq!(refused, !is_allowed, "{what}: {answer}");
    // A person without a seat isn't told that they have one.
    let seated = said(answer).contains("You're playing in this match");
    assert!(
        !seated || kinds.contains(&Relation::HostInSeat),
        "{what}: {answer}"
    );
    if refused {
        let flags = answer["message"]["flags"].as_u64().unwrap_or_default();
        assert!(flags & 64 != 0, "{what} is refused in public: {answer}");
    }
}

/// A person presses every wanted control, each on its own message, since an answer may replace the
/// pressed message.
async fn press_all(house: &House, channel: &str, presses: &[Press], who: usize, wanted: bool) {
    let (name, place, kinds) = PEOPLE[who];
    let person = house.person(name).await;
    for press in presses {
        if allowed(kinds, press.about().right) != wanted {
            continue;
        }
        let custom_id = press.to_string();
        let button = json!({ "type": 2, "style": 2, "label": "x", "custom_id": custom_id });
        let rows = json!([{ "type": 1, "components": [button] }]);
        let body = json!({ "content": CONTROLS, "components": rows });
        let path = format!("/channels/{channel}/messages");
        let post = house.as_bot("POST", &path, body).await;
        let what = format!("{press} by {name} ({kinds:?}) in {place}");
        // Nobody presses so fast: Dealer would ask them to wait.
        house.advance(300);
        let (status, outcome) = person.try_press(&post, &custom_id, json!([])).await;
        let answer = person.answered_to(&what, status, outcome).await;
        check(&what, kinds, wanted, &answer);
        let path = format!("{path}/{}", post["id"].as_str().unwrap());
        house.as_bot("DELETE", &path, json!(null)).await;
    }
}

/// A value for each option that a command requires.
fn options(command: &Value, teo: &Person<'_>, mika: &Person<'_>, hall: &str, role: &str) -> Value {
    let mut given = serde_json::Map::new();
    for option in command["options"].as_array().into_iter().flatten() {
        if option["required"] != true {
            continue;
        }
        let name = option["name"].as_str().unwrap();
        let value = match (option["choices"].get(0), option["type"].as_u64().unwrap()) {
            (Some(choice), _) => choice["value"].clone(),
            (None, 3) if name == "game" => json!(GAME),
            (None, 3) => json!("x"),
            (None, 4) => json!(option["min_value"].as_f64().unwrap_or(1.0) as i64),
            (None, 5) => json!(true),
            (None, 6) if name == "dmo" => json!(teo.id),
            (None, 6) => json!(mika.id),
            (None, 7) => json!(hall),
            (None, 8) => json!(role),
            (None, kind) => panic!("no value for {name} of type {kind}"),
        };
        given.insert(name.to_owned(), value);
    }
    Value::Object(given)
}

/// The description of a command or subcommand, by its full name.
fn described(commands: &Value, name: &str) -> Value {
    let mut within = commands.clone();
    let mut found = Value::Null;
    for word in name.split(' ') {
        let all = within.as_array().unwrap();
        let is_it = |command: &&Value| command["name"] == word;
        found = all
            .iter()
            .find(is_it)
            .unwrap_or_else(|| panic!("no {name}"))
            .clone();
        within = found["options"].clone();
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_of_rights_holds_for_everybody() {
    let house = House::new("rights").await;
    let [host, teo, mika] = house.people(["Vesper", "Teo", "Mika"]).await;
    let seats = json!({ "game": GAME, "dmo": teo.id, "ec": mika.id });
    host.confirms(HALL, "match new", seats, "Open the match")
        .await;
    let card = host.sees(HALL, "0 of 11 choices in").await;
    // One is a host who plays, the other a dealer of the cast who no longer hosts.
    let hosts = host.take_roles().await;
    mika.give_roles(hosts).await;

    let commands = house.shows_all_commands().await;
    let world = house.get("/local/world").await;
    let role = world["guilds"][0]["roles"][0]["id"].as_str().unwrap();

    // This is the second match. The first is the rehearsal's own.
    let presses = presses(MatchId(2));
    let hall = host.channel(HALL).await.unwrap();
    let cleo = house.person("Cleo").await;
    let body = json!({ "recipient_id": cleo.id });
    let direct = house.as_bot("POST", "/users/@me/channels", body).await;
    let channel = |who: usize| match PEOPLE[who].1 {
        HALL => hall.as_str(),
        _ => direct["id"].as_str().unwrap(),
    };

    // Refused ones come first, since they change nothing. Then come the allowed ones.
    house.settled().await;
    let before = public(&house).await;
    for wanted in [false, true] {
        for (who, (name, place, kinds)) in PEOPLE.iter().enumerate() {
            let person = house.person(name).await;
            for (command, right) in dealer::discord::of_commands() {
                let right = right.unwrap();
                if allowed(kinds, right) != wanted || wanted && CHANGES.contains(&command.as_str())
                {
                    continue;
                }
                let what = format!("/{command} by {name} ({kinds:?}) in {place}");
                house.advance(300);
                let of_menu = |known: &Value| known["name"] == *command && known["type"] == 3;
                let (status, outcome) = if commands.as_array().unwrap().iter().any(of_menu) {
                    person.try_use_on(&card, &command).await
                } else {
                    let command_of = described(&commands, &command);
                    let given = options(&command_of, &teo, &mika, &hall, role);
                    person.try_command(place, &command, given).await
                };
                if *place == "@Dealer" && status >= 400 {
                    // Discord doesn't offer it there.
                    continue;
                }
                // A direct message never means a match that the person isn't in.
                let is_allowed =
                    wanted || *place == "@Dealer" && matches!(right, Right::Play | Right::Seat);
                let answer = person.answered_to(&what, status, outcome).await;
                check(&what, kinds, is_allowed, &answer);
            }
            if !wanted {
                press_all(&house, channel(who), &presses, who, false).await;
            }
        }
        if !wanted {
            house.settled().await;
            assert_eq!(public(&house).await, before, "a refusal changed something");
        }
    }
    // In reverse order, the host comes last and declares the match void.
    for who in (0..PEOPLE.len()).rev() {
        press_all(&house, channel(who), &presses, who, true).await;
    }
    let mut house = house;
    house.close().await;
}
