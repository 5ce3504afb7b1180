//! The set-up panel: every option and time with its value, what hosts type is kept, and a practice
//! round comes before the match.

mod players;
mod presses;

use games::{GameId, options};
use serde_json::{Value, json};

use super::house::{House, Person, content, controls, field, filled, lacks, says, says_all};
use crate::phrases::{FURTHER_OPTIONS, MORE_OPTIONS};

const HALL: &str = "lobby";

/// Opens the set-up panel for a match of these two.
async fn sets_up(host: &Person<'_>, game: &str, dmo: &Person<'_>, ec: &Person<'_>) -> Value {
    let seats = json!({ "game": game, "dmo": dmo.id, "ec": ec.id });
    host.command(HALL, "match new", seats).await["message"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_option_and_time_is_set_and_what_was_typed_is_kept() {
    let mut house = House::new("setup-form").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    for game in GameId::ALL {
        let panel = sets_up(&host, game.word(), &dmo, &ec).await;
        says(&panel, "Options: all default\n");
        // Each option is in one place: the menu, which marks the choice and the default, the form,
        // or a menu or page of its own.
        let row = if game.catalogue().templates.is_empty() {
            1
        } else {
            2
        };
        let menu = &panel["components"][row]["components"][0];
        let items = menu["options"].as_array().unwrap();
        for option in game.catalogue().options {
            let is_own = |item: &&Value| {
                let value = item["value"].as_str().unwrap();
                value.starts_with(&format!("{} = ", option.key))
            };
            let own: Vec<&Value> = items.iter().filter(is_own).collect();
            assert_eq!(own.len(), option.choices().len(), "{menu}");
            let mut marked = own.iter().map(|item| &item["description"]);
            if let Some(first) = marked.next() {
                assert_eq!(first, "Set now (default)");
                assert!(marked.all(Value::is_null), "{menu}");
            }
        }
        let fields: Vec<String> = options::fields(*game).map(|field| field.name()).collect();
        for (fields, button) in fields.chunks(5).zip([MORE_OPTIONS, FURTHER_OPTIONS]) {
            let form = host.press(&panel, button).await;
            let typed = filled(&form);
            assert!(fields.iter().all(|name| typed[name].is_string()), "{form}");
            // Submitted unchanged, the form changes nothing.
            host.fill(&form, typed).await;
            host.sees(HALL, "Options: all default\n").await;
        }

        // Each time has a field, in the form that Dealer prints.
        host.press(&panel, "Times, dates, presets").await;
        let page = host.turns(&panel, "Time limits").await;
        let form = host.press(&page, "Time limits").await;
        let inputs = form["modal"]["components"].as_array().unwrap();
        let times = game.catalogue().times;
        let steps = times.iter().filter(|time| time.key != "reserve_s");
        assert_eq!(inputs.len(), steps.clone().count(), "{form}");
        for time in steps {
            let minutes = format!("{}:{:02}", time.default_s / 60, time.default_s % 60);
            let printed = [minutes, format!("{} h", time.default_s / 3600)];
            assert!(
                printed.contains(&field(&form, time.key).to_owned()),
                "{form}"
            );
        }
        let form = host.press(&page, "Reserve and late players").await;
        if !game.catalogue().seats {
            assert_eq!(filled(&form), json!({ "grace_s": "0:02" }));
            host.press(&page, "Back").await;
            let panel = host.turns(&panel, "Open the match").await;
            cancels(&house, &host, &panel).await;
            continue;
        }
        assert_eq!(field(&form, "reserve_s"), "5:00");
        let typed = json!({ "reserve_s": "1:10", "pause_after_two_timeouts": "yes" });
        host.fill(&form, typed).await;
        host.press(&page, "Back").await;
        let panel = host.sees(HALL, "**reserve 1:10** · the rest default").await;

        // The panel names each wrong field and keeps its text. The correct fields are saved. The
        // match can't open as if all had been.
        host.press(&panel, "Times, dates, presets").await;
        let page = host.turns(&panel, "Time limits").await;
        let form = host.press(&page, "Reserve and late players").await;
        let typed =
            json!({ "reserve_s": "much", "grace_s": "99", "pause_after_two_timeouts": "no" });
        host.fill(&form, typed).await;
        let page = host.sees(HALL, "can't be `much`").await;
        let (_, problems) = content(&page).split_once("⚠️").unwrap();
        for told in ["can be up to 60 seconds", "Everything else is saved"] {
            assert!(problems.contains(told), "{page}");
        }
        let form = host.press(&page, "Reserve and late players").await;
        for (key, typed) in [
            ("reserve_s", "much"),
            ("grace_s", "99"),
            ("pause_after_two_timeouts", "no"),
        ] {
            assert_eq!(field(&form, key), typed);
        }
        host.press(&page, "Back").await;
        let panel = host.turns(&panel, "Times, dates, presets").await;
        let (_, problems) = content(&panel).split_once("⚠️").unwrap();
        assert!(problems.contains("can't be `much`"), "{panel}");
        let set = "**reserve 1:10** · **no pause after two timeouts** · the rest default";
        says(&panel, set);
        assert!(
            is_grey(&panel, "Open – fix what you typed first"),
            "{panel}"
        );
        assert!(is_grey(&panel, "Rehearse"), "{panel}");
        host.press(&panel, "Times, dates, presets").await;
        let page = host.turns(&panel, "Forget what I typed").await;
        host.press(&page, "Forget what I typed").await;
        host.press(&page, "Back").await;
        let panel = host.turns(&panel, "Open the match").await;
        lacks(&panel, "much");

        // The menu marks the choice, and offers the default again.
        let usual = &items[0]["value"].as_str().unwrap();
        let other = items[1]["value"].as_str().unwrap();
        host.sets_options(&panel, other).await;
        let panel = host.sees(HALL, "Options: **").await;
        let items = &panel["components"][row]["components"][0]["options"];
        assert_eq!(items[1]["description"], "Set now", "{items}");
        assert_eq!(items[0]["description"], "Default", "{items}");
        host.sets_options(&panel, usual).await;
        let panel = host.sees(HALL, "Options: all default\n").await;
        cancels(&house, &host, &panel).await;
    }
    house.close().await;
}

async fn cancels(house: &House, host: &Person<'_>, panel: &Value) {
    host.press(panel, "Cancel").await;
    house
        .until("the panel is gone", async || {
            let panels = host.messages(HALL).await;
            panels
                .iter()
                .all(|panel| controls(panel).is_empty())
                .then_some(())
        })
        .await;
}

/// An unreadable start is kept like any other text.
#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_start_is_kept() {
    let mut house = House::new("setup-start").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    host.press(&panel, "Times, dates, presets").await;
    let page = host.turns(&panel, "Time limits").await;
    let form = host.press(&page, crate::phrases::SET_START).await;
    host.fill(&form, json!({ "start": "soonish" })).await;
    let page = host.sees(HALL, "soonish").await;
    let form = host.press(&page, crate::phrases::SET_START).await;
    assert_eq!(field(&form, "start"), "soonish");
    host.press(&page, "Back").await;
    let panel = host.turns(&panel, "Times, dates, presets").await;
    assert!(
        is_grey(&panel, "Open – fix what you typed first"),
        "{panel}"
    );
    host.fill(&form, json!({ "start": "in 2h" })).await;
    let page = host.turns(&panel, "Time limits").await;
    host.press(&page, "Back").await;
    let panel = host.turns(&panel, "Open the match").await;
    lacks(&panel, "soonish");
    house.close().await;
}

/// Whether a button is there, grey and disabled.
fn is_grey(panel: &Value, label: &str) -> bool {
    let rows = panel["components"].as_array().unwrap().iter();
    let mut parts = rows.flat_map(|row| row["components"].as_array().unwrap());
    let button = parts.find(|part| part["label"] == label).unwrap();
    button["style"] == 2 && button["disabled"] == true
}

/// A host who has pictures of a board can play on it: they type it in, and Dealer confirms and uses
/// it.
#[tokio::test(flavor = "multi_thread")]
async fn a_host_types_a_board_of_their_own_into_the_form() {
    let mut house = House::new("setup-boards").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    // A wrong text and the answer to it come first, then a correct one.
    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    host.sets_options(&panel, "spawns = blue B2 down; red c1 down")
        .await;
    let panel = host.sees(HALL, "B2 isn't at the edge of the board").await;
    assert!(is_grey(&panel, "Open – fix the ⚠️ above first"), "{panel}");
    // The form keeps the text. The host can fix it, or submit it unchanged.
    let form = host.press(&panel, MORE_OPTIONS).await;
    assert_eq!(field(&form, "spawns"), "blue B2 down; red C1 down");
    host.sets_options(&panel, "spawns = BLUE: a2  Right;  red: A4 up, d1 LEFT")
        .await;
    let set = "**the host's spawn spaces: blue A2 right; red A4 up, D1 left**";
    let panel = host.sees(HALL, set).await;
    host.sets_options(&panel, "chips = 7").await;
    let panel = host.sees(HALL, "**7 chips each**").await;
    says(&panel, set);
    let rules =
        "The host chose the spawn spaces. Blue spawns on A2 right; red on A4 up and D1 left.";
    plays_by(&host, &panel, rules).await;

    let panel = sets_up(&host, "roundabout", &dmo, &ec).await;
    host.sets_options(&panel, "outer = rim").await;
    let panel = host
        .sees(
            HALL,
            "**an outer roundabout of 18 spaces (the whole edge)**",
        )
        .await;
    plays_by(&host, &panel, "Outer has all **18** spaces on the edge").await;
    house.close().await;
}

/// Opens a panel's match, checks its rules, and declares it void.
async fn plays_by(host: &Person<'_>, panel: &Value, rules: &str) {
    host.press(panel, "Open the match").await;
    // Another panel may have said the same about the match before.
    let is_open = async || {
        let shown = host.messages(HALL).await.into_iter();
        let mut same = shown.filter(|shown| shown["id"] == panel["id"]);
        same.find(|shown| content(shown).contains("The match is open in"))
    };
    host.house.until("the match is open", is_open).await;
    let said_of_it = host.types(HALL, "rules").await;
    says(&said_of_it, rules);
    host.voids(HALL).await;
    host.sees(HALL, "# Void").await;
}

/// Fields that are wrong by themselves are named at once. So are settings that can't be played
/// together.
#[tokio::test(flavor = "multi_thread")]
async fn every_wrong_option_is_named() {
    let mut house = House::new("setup-all-wrong").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let panel = sets_up(&host, "short_circuit", &dmo, &ec).await;
    host.sets_options(
        &panel,
        "battery = D4\nsupply.turn = many\nsupply.thunder = 2",
    )
    .await;
    let told = host.sees(HALL, "⚠️").await;
    let (_, problems) = content(&told).split_once("⚠️").unwrap();
    for wrong in [
        "“Battery tiles” can't be `D4`.",
        "“Corner tiles” can't be `many`.",
    ] {
        assert!(problems.contains(wrong), "{told}");
    }
    says(&told, "**loose tiles: thunder 2;");
    assert!(is_grey(&told, "Open – fix what you typed first"), "{told}");
    let form = host.press(&told, MORE_OPTIONS).await;
    let typed = json!({
        "battery": "D4", "supply.straight": "", "supply.turn": "many",
        "supply.crossroad": "", "supply.thunder": "2",
    });
    assert_eq!(filled(&form), typed);
    let mended = "battery = A1 V, C3 H\nsupply.turn = 30";
    host.sets_options(&told, mended).await;
    let told = host.sees(HALL, "24 in all").await;
    assert!(is_grey(&told, "Open – fix the ⚠️ above first"), "{told}");
    house.close().await;
}

/// Entourages have their own page. The form of options leaves them alone.
#[tokio::test(flavor = "multi_thread")]
async fn the_form_of_options_leaves_entourages_and_anomalies_alone() {
    let mut house = House::new("setup-beside").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let panel = sets_up(&host, "roundabout", &dmo, &ec).await;
    let both = json!({ "dmo": ["Teo", "Bo", "Wren"], "ec": ["Mika", "Rook", "Imre"] });
    host.chooses_entourages(&panel, &both).await;
    host.sets_options(&panel, "max_turns = 40").await;
    let panel = host.sees(HALL, "tie after 40 cards").await;
    host.sets_options(&panel, "max_turns = ").await;
    let told = host
        .sees(
            HALL,
            "✅ Back to the default: “Card limit (then it's a tie)”.",
        )
        .await;
    says(&told, "Teo, Bo and Wren vs Mika, Rook and Imre");

    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    let menu = "Anomalies (none by default)";
    host.choose(&panel, menu, json!(["ships"])).await;
    host.sees(HALL, "**Ships").await;
    host.sets_options(&panel, "chips = 3").await;
    let told = host.sees(HALL, "**3 chips each**").await;
    says(&told, "**Ships");
    // Each choice in the menu says what it is.
    let options = told["components"][2]["components"][0]["options"].as_array();
    let mut chosen = options.unwrap().iter().filter(|one| one["default"] == true);
    let label = chosen.next().unwrap()["label"].as_str().unwrap();
    assert!(label.starts_with("Anomaly: "), "{label}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_practice_round_comes_before_the_match() {
    let mut house = House::new("setup-practice-round").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let seats = json!({ "game": "short_circuit", "dmo": dmo.id, "ec": ec.id });
    let panel = host.command(HALL, "match new", seats).await;
    // It stays unless the host leaves it out.
    let panel = &panel["message"];
    says(panel, "Practice round: yes");
    host.press(panel, "✅ Practice round first: yes").await;
    let panel = host
        .until_newest("**A match of", "⬜ Practice round first: no")
        .await;
    lacks(&panel, "Practice round: yes");
    host.press(&panel, "⬜ Practice round first: no").await;
    let panel = host.sees(HALL, "Practice round: yes").await;
    host.press(&panel, "Open the match").await;
    host.sees(HALL, "The practice round is open").await;

    // The round is played to its end: the DMO calls the circuit impossible, and the EC concedes.
    let card = dmo.sees(HALL, "**Practice**").await;
    let follows = "**Practice round first.** When it's over, the match itself opens here";
    assert!(content(&card).starts_with(follows), "{card}");
    dmo.press(&card, "Ready").await;
    ec.press(&card, "Ready").await;
    let prompt = dmo.sees(HALL, "decide who goes first").await;
    let chooser = if content(&prompt).contains(&format!("<@{}>", dmo.id)) {
        &dmo
    } else {
        &ec
    };
    let first = json!({ "text": "first dmo" });
    let taken = chooser.command(HALL, "act", first).await;
    says(&taken, "Got it: Teo goes first.");
    dmo.sees(HALL, "place one to three tiles").await;
    dmo.confirms(HALL, "act", json!({ "text": "impossible" }), "Yes, do it")
        .await;
    dmo.sees(HALL, "calls “impossible”").await;
    ec.confirms(HALL, "act", json!({ "text": "concede" }), "Yes, do it")
        .await;
    let head = "# Teo beats Mika by calling it impossible\n";
    dmo.sees(HALL, head).await;

    // Then the match itself opens, and it isn't a practice.
    let opened = house
        .until("the match itself opens", async || {
            let posts = dmo.messages(HALL).await;
            let cards = posts
                .into_iter()
                .filter(|post| content(post).contains("\n# Short Circuit"));
            let cards: Vec<Value> = cards.collect();
            (cards.len() == 2).then(|| cards[1].clone())
        })
        .await;
    let counts = "**Now it counts.** The practice round is over";
    assert!(content(&opened).starts_with(counts), "{opened}");
    lacks(&opened, "Practice");
    dmo.press(&opened, "Ready").await;
    ec.press(&opened, "Ready").await;
    let begun = house.until("it begins", async || {
        let mut posts = dmo.messages(HALL).await.into_iter();
        posts.find(|post| post["id"] == opened["id"]);
        posts
            .any(|post| content(&post).contains("decide who goes first"))
            .then_some(())
    });
    begun.await;
    // Each has its own record.
    let list = host.types(HALL, "match list").await;
    says(&list, "Short Circuit");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_outside_a_season_says_that_it_does_not_count() {
    let mut house = House::new("setup-named").await;
    let [host, dmo, ec, bo, rook] = house.people(["Vesper", "Teo", "Mika", "Bo", "Rook"]).await;
    let seats = json!({ "game": "gridlock", "dmo": dmo.id, "ec": ec.id });
    let panel = host.command(HALL, "match new", seats).await;
    lacks(&panel, "doesn't count");
    let menus = controls(&panel["message"]);

    // Discord doesn't tell this bot who has a role.
    let world = house.get("/local/world").await;
    let role = world["guilds"][0]["roles"][1]["id"].clone();
    host.try_press(&panel["message"], &menus[0].1, json!([role]))
        .await;
    host.sees(HALL, "turn on its Server Members Intent").await;

    let named = json!([bo.id, rook.id]);
    host.try_press(&panel["message"], &menus[0].1, named).await;
    let panel = host.sees(HALL, crate::phrases::DOES_NOT_COUNT).await;
    host.sets_options(&panel, "missing = random\nreveal = count")
        .await;
    let panel = host
        .sees(HALL, "**players who don't hide are hidden at random**")
        .await;
    host.press(&panel, "Open the match").await;
    let card = bo.sees(HALL, "# Gridlock").await;
    says_all(
        &card,
        [
            "This match is outside any season and doesn't count.",
            "**House rules:** players who don't hide are hidden at random · a find shows how many, not \
         who",
        ],
    );

    // Nobody gets a strike, and no post announces one.
    let warned = "you are hidden on a random tile.";
    rook.sees("@Dealer", warned).await;
    let asked = host.types(HALL, "match begin").await;
    says(&asked, "they are hidden on a random tile.");
    host.press(&asked["message"], "Begin without them").await;
    host.sees("@Dealer", "No choice from").await;
    rook.sees("@Dealer", "you are hidden on a random tile.")
        .await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_match_of_a_best_of_three_is_set_up_like_the_last() {
    let mut house = House::new("setup-series").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    host.press(&panel, "Stakes: elimination").await;
    host.sets_options(&panel, "chips = 3").await;
    let reserve = json!({ "reserve_s": "1:10" });
    host.sets_times(&panel, "Reserve and late players", reserve)
        .await;
    let panel = host.sees(HALL, "Options: **3 chips each**").await;
    host.press(&panel, "Open the match").await;
    dmo.sees(HALL, "# Crossfire").await;
    dmo.resigns_in(HALL).await;
    let letter = host.sees("@Dealer", "leads the best of three").await;
    says_all(
        &letter,
        ["A match of Crossfire ended in", "use </match new:"],
    );
    // The seats may change.
    let seats = json!({ "game": "crossfire", "dmo": ec.id, "ec": dmo.id });
    let panel = host.command(HALL, "match new", seats).await;
    says_all(
        &panel,
        [
            "Options: **3 chips each**",
            "**reserve 1:10**",
            "**Best of three:**",
        ],
    );
    // The series score appears before the match, where the match stands, before a player resigns,
    // and afterwards.
    host.press(&panel["message"], "Open the match").await;
    let leads = "Mika leads the best of three, 1–0.";
    // The card adds it to its line about the earlier result.
    let on_card = format!(". {leads}");
    dmo.sees(HALL, &on_card).await;
    let status = host.types(HALL, "match status").await;
    says(&status, leads);
    let asked = ec.types(HALL, "resign").await;
    says(&asked, "the best of three then stands at 1–1.");
    let asked = dmo.types(HALL, "resign").await;
    let end = "Mika wins the match and the best of three, 2–0. Teo is out of the season.";
    says(&asked, end);
    dmo.press(&asked["message"], "Yes, I resign").await;
    dmo.sees(HALL, "wins the best of three, 2–0").await;
    let history = host.types(HALL, "season history").await;
    says_all(&history, ["best of three, 0–1 ·", "best of three, 2–0 ·"]);
    house.close().await;
}
