//! The set-up panel: every option and time with its value, what hosts type is kept, and a practice
//! round comes before the match.

use games::{GameId, options};
use serde_json::{Value, json};

use super::house::{House, Person, content, controls, field, filled, said};
use crate::phrases::{MORE_OPTIONS, SAFE_MENU};

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
        assert!(
            content(&panel).contains("Options: all default\n"),
            "{panel}"
        );
        // Each option is in one place: the menu, which marks the choice and the default, the form,
        // or a menu or page of its own.
        let menu = &panel["components"][1]["components"][0];
        let items = menu["options"].as_array().unwrap();
        for option in game.options() {
            let is_own = |item: &&Value| {
                let value = item["value"].as_str().unwrap();
                value.starts_with(&format!("{} = ", option.key))
            };
            let own: Vec<&Value> = items.iter().filter(is_own).collect();
            assert_eq!(own.len(), option.choices().len(), "{menu}");
            let mut marked = own.iter().map(|item| &item["description"]);
            if let Some(first) = marked.next() {
                assert_eq!(first, "✅ Set (default)");
                assert!(marked.all(Value::is_null), "{menu}");
            }
        }
        let mut fields = options::fields(*game).map(|field| field.name()).peekable();
        if fields.peek().is_some() {
            let form = host.press(&panel, MORE_OPTIONS).await;
            let typed = filled(&form);
            assert!(fields.all(|name| typed[&name].is_string()), "{form}");
            // Submitted unchanged, the form changes nothing.
            host.fill(&form, typed).await;
            host.sees(HALL, "Options: all default\n").await;
        }

        // Each time has a field, in the form that Dealer prints.
        host.press(&panel, "Times, dates, presets").await;
        let page = host.turns(&panel, "Time limits").await;
        let form = host.press(&page, "Time limits").await;
        let inputs = form["modal"]["components"].as_array().unwrap();
        assert_eq!(inputs.len(), game.times().len() - 1, "{form}");
        for time in game.times().iter().filter(|time| time.key != "reserve_s") {
            let minutes = format!("{}:{:02}", time.default_s / 60, time.default_s % 60);
            let printed = [minutes, format!("{} h", time.default_s / 3600)];
            assert!(
                printed.contains(&field(&form, time.key).to_owned()),
                "{form}"
            );
        }
        let form = host.press(&page, "Reserve and late players").await;
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
        let last = content(&page).lines().last().unwrap();
        assert!(last.starts_with("⚠️"), "{page}");
        for told in ["can be up to 60 seconds", "Everything else is saved"] {
            assert!(last.contains(told), "{page}");
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
        let last = content(&panel).lines().last().unwrap();
        assert!(last.contains("can't be `much`"), "{panel}");
        let set = "**reserve 1:10** · **no pause after two timeouts** · the rest default";
        assert!(content(&panel).contains(set), "{panel}");
        assert!(
            is_grey(&panel, "Open – fix what you typed first"),
            "{panel}"
        );
        host.press(&panel, "Forget what I typed").await;
        let panel = host.turns(&panel, "Open the match").await;
        assert!(!content(&panel).contains("much"), "{panel}");

        // The menu marks the choice, and offers the default again.
        let usual = &items[0]["value"].as_str().unwrap();
        let other = items[1]["value"].as_str().unwrap();
        host.sets_options(&panel, other).await;
        let panel = host.sees(HALL, "Options: **").await;
        let items = &panel["components"][1]["components"][0]["options"];
        assert_eq!(items[1]["description"], "✅ Set", "{items}");
        assert_eq!(items[0]["description"], "Default", "{items}");
        host.sets_options(&panel, usual).await;
        let panel = host.sees(HALL, "Options: all default\n").await;
        host.press(&panel, "Cancel").await;
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
    house.close().await;
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
    assert!(!content(&panel).contains("soonish"), "{panel}");
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
    assert!(content(&panel).contains(set), "{panel}");
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
    let said_of_it = host.command(HALL, "rules", json!({})).await;
    assert!(said(&said_of_it).contains(rules), "{said_of_it}");
    let asked = host.command(HALL, "match void", json!({})).await;
    host.press(&asked["message"], "Yes, declare it void").await;
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
    let last = content(&told).lines().last().unwrap();
    for wrong in [
        "“Battery tiles” can't be `D4`.",
        "“Turn tiles” can't be `many`.",
    ] {
        assert!(last.contains(wrong), "{told}");
    }
    assert!(
        content(&told).contains("**loose tiles: thunder 2;"),
        "{told}"
    );
    assert!(is_grey(&told, "Open – fix what you typed first"), "{told}");
    let form = host.press(&told, MORE_OPTIONS).await;
    let typed = json!({
        "battery": "D4", "supply.straight": "", "supply.turn": "many",
        "supply.crossroad": "", "supply.thunder": "2",
    });
    assert_eq!(filled(&form), typed);
    let mended = "battery = A1 V, C3 H\nsupply.turn = \nsupply.thunder = 200";
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
    let panel = host.sees(HALL, "a tie after 40 cards").await;
    host.sets_options(&panel, "max_turns = ").await;
    let told = host
        .sees(
            HALL,
            "✅ Back to the default: “Card limit (then it's a tie)”.",
        )
        .await;
    let kept = "Teo, Bo and Wren against Mika, Rook and Imre";
    assert!(content(&told).contains(kept), "{told}");

    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    let menu = "Anomalies (none by default)";
    host.choose(&panel, menu, json!(["ships"])).await;
    host.sees(HALL, "**Ships").await;
    host.sets_options(&panel, "chips = 3").await;
    let told = host.sees(HALL, "**3 chips each**").await;
    assert!(content(&told).contains("**Ships"), "{told}");
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
    assert!(content(panel).contains("Practice round: yes"), "{panel}");
    host.press(panel, "✅ Practice round first: yes").await;
    let panel = host
        .until_newest("**A match of", "⬜ Practice round first: no")
        .await;
    assert!(!content(&panel).contains("Practice round: yes"), "{panel}");
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
    let said_so = "Got it: Teo goes first.";
    assert!(said(&taken).contains(said_so), "{taken}");
    dmo.sees(HALL, "place one to three tiles").await;
    let asked = dmo
        .command(HALL, "act", json!({ "text": "impossible" }))
        .await;
    dmo.press(&asked["message"], "Yes, do it").await;
    dmo.sees(HALL, "calls “impossible”").await;
    let asked = ec.command(HALL, "act", json!({ "text": "concede" })).await;
    ec.press(&asked["message"], "Yes, do it").await;
    let head = "-# Practice: it doesn't count.\n# Teo beats Mika by calling it impossible\n";
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
    assert!(!content(&opened).contains("Practice"), "{opened}");
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
    let list = host.command(HALL, "match list", json!({})).await;
    assert!(said(&list).contains("Short Circuit"), "{list}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_outside_a_season_says_that_it_does_not_count() {
    let mut house = House::new("setup-named").await;
    let [host, dmo, ec, bo, rook] = house.people(["Vesper", "Teo", "Mika", "Bo", "Rook"]).await;
    let seats = json!({ "game": "gridlock", "dmo": dmo.id, "ec": ec.id });
    let panel = host.command(HALL, "match new", seats).await;
    assert!(!said(&panel).contains("doesn't count"), "{panel}");
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
    for words in [
        "This match is outside any season and doesn't count.",
        "**Not the default: players who don't hide are hidden at random · a find shows how many, not \
         who**",
    ] {
        assert!(content(&card).contains(words), "{card}");
    }

    // Nobody gets a strike, and no post announces one.
    let warned = "you are hidden on a random tile.";
    rook.sees("@Dealer", warned).await;
    let asked = host.command(HALL, "match begin", json!({})).await;
    let they = "they are hidden on a random tile.";
    assert!(said(&asked).contains(they), "{asked}");
    host.press(&asked["message"], "Begin without them").await;
    host.sees("@Dealer", "Didn't choose in time:").await;
    rook.sees("@Dealer", "you are hidden on a random tile.")
        .await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_looked_up_once_and_a_fault_keeps_the_panel() {
    let mut house = House::new("setup-names").await;
    let [host, dmo, ec, bo, cleo] = house.people(["Vesper", "Teo", "Mika", "Bo", "Cleo"]).await;
    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    // Dealer waits for a passing fault.
    let members = |times: u32| json!({ "method": "GET", "path": "*/members/*", "status": 400, "code": 50035, "times": times });
    house.faults(members(1)).await;
    let menu = SAFE_MENU;
    let (_, id) = controls(&panel)
        .into_iter()
        .find(|(label, _)| label == menu)
        .unwrap();
    host.try_press(&panel, &id, json!([bo.id, cleo.id])).await;
    // The fault stands above the controls that retry it.
    let panel = host
        .sees(HALL, "Discord isn't giving me everyone's names")
        .await;
    host.press(&panel, "Swap seats").await;
    let panel = host.sees(HALL, "Safe players: 2 · Bo and Cleo").await;
    assert!(!content(&panel).contains("isn't giving me"), "{panel}");
    // From then on Dealer knows the names.
    house.faults(members(1_000)).await;
    host.press(&panel, "Swap seats").await;
    let seated = format!("DMO: <@{}>", dmo.id);
    let panel = host.sees(HALL, &seated).await;
    assert!(content(&panel).contains("Bo and Cleo"), "{panel}");
    host.press(&panel, "Open the match").await;
    host.sees(HALL, "The match is open in").await;
    house.close().await;
}

/// How many names the menu shows as chosen.
fn named(panel: &Value) -> usize {
    let menu = &panel["components"][0]["components"][0];
    menu["default_values"].as_array().map_or(0, Vec::len)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_menu_offers_names_while_they_count() {
    let mut house = House::new("setup-everybody").await;
    let [host, dmo, ec, bo, cleo] = house.people(["Vesper", "Teo", "Mika", "Bo", "Cleo"]).await;
    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    assert_eq!(named(&panel), 0, "{panel}");
    let menu = controls(&panel)[0].1.clone();
    host.try_press(&panel, &menu, json!([bo.id, cleo.id])).await;
    let panel = host.sees(HALL, "Safe players: 2 · Bo and Cleo").await;
    assert_eq!(named(&panel), 2, "{panel}");
    let what = "The first menu below sets the safe players.";
    assert!(content(&panel).contains(what), "{panel}");
    host.press(&panel, crate::phrases::EVERYONE).await;
    let panel = host.sees(HALL, "Safe players (from the season): ").await;
    assert_eq!(named(&panel), 0, "{panel}");
    // A value that is already set has no button.
    let shown = controls(&panel);
    let is_it = |(label, _): &(String, String)| label.contains("Everybody");
    assert!(!shown.iter().any(is_it), "{panel}");
    house.close().await;
}

/// Another host switches the current season while a panel is open.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_opens_in_the_season_that_its_panel_showed() {
    let mut house = House::new("setup-season").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    let other = house.person("Marlow").await;
    let switch = |to: &str| json!({ "to": to });
    let swapped = format!("DMO: <@{}>", ec.id);
    // A press that opens something waits until the host has seen the change. Other presses work,
    // and their pages don't hide it.
    for (command, options, pressed, is, then) in [
        (
            "season new",
            json!({ "name": "Second" }),
            "Open the match",
            "Second",
            "Nothing was done yet",
        ),
        (
            "season switch",
            switch("Lantern House 1"),
            "Swap seats",
            "Lantern House 1",
            &swapped,
        ),
        (
            "season switch",
            switch("Second"),
            "Rehearse",
            "Second",
            "Nothing was done yet",
        ),
        (
            "season switch",
            switch("Lantern House 1"),
            "Swap seats",
            "Lantern House 1",
            "Check the match before you open it",
        ),
    ] {
        other.command(HALL, command, options).await;
        let shown = host.until_newest("", "Players").await;
        host.press(&shown, pressed).await;
        let said = format!("is now **{is}**, with its own cast and stakes");
        let told = host.until_newest(&said, "Players").await;
        assert!(content(&told).contains(then), "{told}");
        let waits = content(&told).contains("press again");
        assert_eq!(waits, pressed != "Swap seats", "{told}");
    }
    // Nor does a page hide a refusal.
    host.press(&panel, "Times, dates, presets").await;
    let page = host.until_newest("dates and presets", "Back").await;
    other.command(HALL, "season switch", switch("Second")).await;
    let form = host.press(&page, crate::phrases::SET_START).await;
    host.fill(&form, json!({ "start": "soon" })).await;
    let told = host.until_newest("is now **Second**", "Back").await;
    assert!(content(&told).contains("`soon`"), "{told}");
    host.fill(&form, json!({ "start": "" })).await;
    // The panel in this answer still shows the season as it was.
    let is_read = async || {
        let pages = host.messages(HALL).await.into_iter().rev();
        let mut pages = pages.filter(|page| content(page).contains("dates and presets"));
        pages
            .next()
            .filter(|page| !content(page).contains("`soon`"))
    };
    house.until("the form was read", is_read).await;
    other
        .command(HALL, "season switch", switch("Lantern House 1"))
        .await;
    host.press(&page, "Back").await;
    host.until_newest("is now **Lantern House 1**", "Players")
        .await;
    // By now the season is again what the panel shows.
    host.press(&panel, "Open the match").await;
    dmo.sees(HALL, "# Crossfire").await;
    house.close().await;
}

/// Discord is slow for one press. A quicker press in the meantime isn't lost.
#[tokio::test(flavor = "multi_thread")]
async fn two_presses_at_once_both_count() {
    let mut house = House::new("setup-at-once").await;
    let [host, dmo, ec, bo, cleo] = house.people(["Vesper", "Teo", "Mika", "Bo", "Cleo"]).await;
    let panel = sets_up(&host, "short_circuit", &dmo, &ec).await;
    host.press(&panel, "✅ Practice round first: yes").await;
    let panel = host
        .until_newest("**A match of", "⬜ Practice round first: no")
        .await;
    let slow = json!({ "method": "GET", "path": "*/members/*", "delay_ms": 1500 });
    house.faults(slow).await;
    let menu = controls(&panel)[0].1.clone();
    host.try_press(&panel, &menu, json!([bo.id, cleo.id])).await;
    host.press(&panel, "⬜ Practice round first: no").await;
    // The second press waits until the panel shows the first.
    host.sees(HALL, "Practice round: yes").await;
    let sits = async |who: &Person<'_>| {
        let panel = host.sees(HALL, &format!("DMO: <@{}>", who.id)).await;
        for both in ["Practice round: yes", "Safe players: 2 · Bo and Cleo"] {
            assert!(content(&panel).contains(both), "{panel}");
        }
        panel
    };
    // The next look happens when a press needs it.
    for who in [&dmo, &ec] {
        host.press(&sits(who).await, "Swap seats").await;
    }
    // A double tap opens one match. The second answer says so, and doesn't ask to start again.
    let panel = sits(&dmo).await;
    tokio::join!(
        host.press(&panel, "Open the match"),
        host.press(&panel, "Open the match")
    );
    host.sees(HALL, "The practice round is open in").await;
    let told = host.everything().await;
    assert!(!told.contains("Start again"), "{told}");
    house.close().await;
}

/// Discord is slow to confirm the first of two presses.
#[tokio::test(flavor = "multi_thread")]
async fn quick_presses_keep_their_order() {
    let mut house = House::new("setup-order").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    let late = json!({
        "method": "POST", "path": "*/callback", "delay_ms": 2000, "after_doing_it": true,
    });
    house.faults(late).await;
    for label in ["Swap seats", "Open the match"] {
        let noted = host.press(&panel, label).await;
        assert_eq!(noted["kind"], "deferred_update", "{noted}");
    }
    host.sees("lobby", "Mika (DMO) against Teo (EC)").await;
    house.close().await;
}

/// Discord is slow to accept the final panel.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_press_does_not_wait_for_the_panel() {
    let mut house = House::new("setup-once-more").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let panel = sets_up(&host, "crossfire", &dmo, &ec).await;
    let late = json!({ "method": "PATCH", "path": "*/messages/@original", "delay_ms": 10_000 });
    house.faults(late).await;
    host.press(&panel, "Open the match").await;
    house.faults_met().await;
    let noted = host.press(&panel, "Open the match").await;
    assert_eq!(noted["kind"], "deferred_update", "{noted}");
    host.sees("lobby", "Teo (DMO) against Mika (EC)").await;
    host.sees(HALL, "The match is open in").await;
    let told = host.everything().await;
    assert!(!told.contains("Start again"), "{told}");
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
    let asked = dmo.command(HALL, "resign", json!({})).await;
    dmo.press(&asked["message"], "Yes, I resign").await;
    let letter = host.sees("@Dealer", "leads the best of three").await;
    for told in ["A match of Crossfire ended in", "> for the same two"] {
        assert!(content(&letter).contains(told), "{letter}");
    }
    // The seats may change.
    let seats = json!({ "game": "crossfire", "dmo": ec.id, "ec": dmo.id });
    let panel = host.command(HALL, "match new", seats).await;
    for set in [
        "Options: **3 chips each**",
        "**reserve 1:10**",
        "**Best of three:**",
    ] {
        assert!(said(&panel).contains(set), "{set}: {panel}");
    }
    // The series score appears before the match, where the match stands, before a player resigns,
    // and afterwards.
    host.press(&panel["message"], "Open the match").await;
    let leads = "Mika leads the best of three, 1–0.";
    // The card adds it to its line about the earlier result.
    let on_card = format!(". {leads}");
    dmo.sees(HALL, &on_card).await;
    let status = host.command(HALL, "match status", json!({})).await;
    assert!(said(&status).contains(leads), "{status}");
    let asked = ec.command(HALL, "resign", json!({})).await;
    let level = "the best of three then stands at 1–1.";
    assert!(said(&asked).contains(level), "{asked}");
    let asked = dmo.command(HALL, "resign", json!({})).await;
    let end = "Mika wins the match and the best of three, 2–0. Teo is out of the season.";
    assert!(said(&asked).contains(end), "{asked}");
    dmo.press(&asked["message"], "Yes, I resign").await;
    dmo.sees(HALL, "wins the best of three, 2–0").await;
    let history = host.command(HALL, "season history", json!({})).await;
    for score in ["best of three, 0–1 ·", "best of three, 2–0 ·"] {
        assert!(said(&history).contains(score), "{history}");
    }
    house.close().await;
}

/// If the players are wrong, the panel says how to pick others.
#[tokio::test(flavor = "multi_thread")]
async fn wrong_players_are_named_with_a_way_to_pick_others() {
    let mut house = House::new("setup-players").await;
    let [host, bo, nils] = house.people(["Vesper", "Bo", "Nils"]).await;
    let (cleo, vesper) = (house.person("Cleo").await, &host);
    let both = format!("<@{}> and <@{}> aren't in the", cleo.id, nils.id);
    // These are a person of the cast, a stranger and the host.
    let [one, stranger, dealer] = [&bo, &nils, vesper]
        .map(|person| format!("⚠️ <@{}> can't play against themselves", person.id));
    for (dmo, ec, wrong) in [
        (&bo, &bo, &one[..]),
        (&nils, &nils, &stranger[..]),
        (vesper, vesper, &dealer[..]),
        (&bo, &nils, "isn't in the season's cast"),
        // Both wrong players are named at once.
        (&cleo, &nils, &both[..]),
        (vesper, &nils, "“Vesper” isn't a player in the season"),
        (vesper, &nils, "isn't in the season's cast"),
    ] {
        let seats = json!({ "game": "crossfire", "dmo": dmo.id, "ec": ec.id });
        let panel = host.command(HALL, "match new", seats).await;
        let how = "Use *Players* to pick someone else";
        for told in [wrong, how] {
            assert!(said(&panel).contains(told), "{panel}");
        }
        // The Players page doesn't send anybody to itself.
        host.press(&panel["message"], "Players").await;
        let page = host.until_newest(wrong, "The Elimination Candidate").await;
        assert!(!content(&page).contains(how), "{page}");
    }
    house.close().await;
}

/// A wrongly named player doesn't cost the host the panel: they pick another one in it.
#[tokio::test(flavor = "multi_thread")]
async fn players_can_be_changed_in_the_panel() {
    let mut house = House::new("setup-others").await;
    let [host, teo, mika, bo] = house.people(["Vesper", "Teo", "Mika", "Bo"]).await;
    let seats = json!({ "game": "roundabout", "dmo": teo.id, "ec": mika.id });
    let panel = host.command(HALL, "match new", seats).await["message"].take();
    let both = json!({ "dmo": ["Teo", "Bo", "Wren"], "ec": ["Mika", "Rook", "Imre"] });
    host.chooses_entourages(&panel, &both).await;
    let panel = host.until_newest("Teo, Bo and Wren", "Players").await;

    host.press(&panel, "Players").await;
    let [dmo, ec] = [
        "The Death Match Opponent (DMO)",
        "The Elimination Candidate (EC)",
    ];
    let page = host.until_newest(&teo.id, ec).await;
    // A player who takes the other's seat gives up their own.
    host.choose(&page, dmo, json!([mika.id])).await;
    let swapped = format!("DMO: <@{}> · EC: <@{}>", mika.id, teo.id);
    let page = host.until_newest(&swapped, ec).await;
    // The page says what isn't possible.
    host.choose(&page, dmo, json!([bo.id])).await;
    let taken = format!("DMO: <@{}> · EC: <@{}>", bo.id, teo.id);
    let page = host.until_newest(&taken, ec).await;
    let last = content(&page).lines().last().unwrap();
    assert!(last.starts_with("⚠️"), "{page}");
    host.choose(&page, dmo, json!([mika.id])).await;
    let page = host.until_newest(&swapped, ec).await;
    host.press(&page, "Back").await;
    // The other seat's entourage has stayed with its player.
    let kept = host.until_newest("Teo, Bo and Wren", "Players").await;
    assert!(content(&kept).contains(&swapped), "{kept}");
    assert!(!content(&kept).contains("Rook"), "{kept}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_plays_is_told_why_there_is_no_dealer() {
    let mut house = House::new("setup-no-dealer").await;
    let [host, mika] = house.people(["Vesper", "Mika"]).await;
    let seats = json!({ "game": "invitational", "dmo": host.id, "ec": mika.id });
    let panel = host.command(HALL, "match new", seats).await["message"].take();
    let mut safe = Vec::new();
    for name in ["Juniper", "Bo", "Wren", "Rook", "Imre", "Teo"] {
        safe.push(house.person(name).await.id);
    }
    host.choose(&panel, SAFE_MENU, json!(safe)).await;
    let panel = host.until_newest("needs a dealer", "Players").await;
    assert!(
        content(&panel).contains("Have another host open this match"),
        "{panel}"
    );
    house.close().await;
}

/// Dealer can't write to a person without an account. The host learns that while there is time.
#[tokio::test(flavor = "multi_thread")]
async fn a_host_is_told_at_once_for_whom_they_choose() {
    let mut house = House::new("setup-guests").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let guest = json!({ "name": "Bo" });
    let without = host.command(HALL, "season cast account", guest).await;
    assert!(said(&without).contains("guest"), "{without}");
    for (game, told) in [
        (
            "gridlock",
            "Nobody plays for Bo: choose for them yourself with </ruling act:",
        ),
        ("crossfire", "There's nothing to choose before it"),
    ] {
        let seats = json!({ "game": game, "dmo": dmo.id, "ec": ec.id });
        let panel = host.command(HALL, "match new", seats).await;
        host.press(&panel["message"], "Open the match").await;
        let opened = host.sees(HALL, told).await;
        assert!(
            content(&opened).starts_with("The match is open"),
            "{opened}"
        );
        let names_guest = content(&opened).contains("Bo");
        assert_eq!(names_guest, game == "gridlock", "{opened}");
        let asked = host.command(HALL, "match void", json!({})).await;
        host.press(&asked["message"], "Yes, declare it void").await;
        host.sees(HALL, "# Void").await;
    }
    house.close().await;
}
