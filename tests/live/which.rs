//! Which match a command means if there are several: `/submit` those that wait for the person,
//! `/replay` those of one channel.

use serde_json::{Value, json};

use super::appointments::{end_first, live, open};
use super::house::{House, calls, content, controls, lacks, said, says, says_all};

const HALL: &str = "lobby";

#[tokio::test(flavor = "multi_thread")]
async fn a_named_match_gets_the_choice() {
    let mut house = House::new("which-submit").await;
    // The rehearsal's own match is the first. The same safe players hide in both.
    open(&house, "gridlock").await;
    let bo = house.person("Bo").await;
    house
        .until("Bo is asked for both", async || {
            let written = bo.messages("@Dealer").await.into_iter();
            let asked = written.filter(|post| content(post).contains("Choose the tile"));
            (asked.count() >= 2).then_some(())
        })
        .await;
    let submit = async |channel: &str, options: Value| {
        let answered = bo.command(channel, "submit", options).await;
        said(&answered).to_owned()
    };

    // In private neither match is closer, so Dealer asks which one before it takes anything.
    let acted = bo.types("@Dealer", "act text: hide A1");
    let acted = acted.await;
    assert!(said(&acted).starts_with("Which of your matches"), "{acted}");
    for open in ["death-match", HALL] {
        let place = format!("is open in <#{}>", bo.channel(open).await.unwrap());
        says(&acted, &place);
    }
    let asked = submit("@Dealer", json!({ "choice": "A1" })).await;
    for words in ["(match 1)", "(match 2)", "Nothing was submitted"] {
        assert!(asked.contains(words), "{asked}");
    }
    let unknown = submit("@Dealer", json!({ "choice": "A1", "match": "7" })).await;
    assert!(unknown.contains("(match 1)"), "{unknown}");
    let both = bo.complete("@Dealer", "submit", "match", "gridlock").await;
    assert_eq!(both, ["-1", "-2"]);

    // With a name, or in the channel of one of them, the choice counts only for that one.
    let taken = submit("@Dealer", json!({ "choice": "A1", "match": "1" })).await;
    assert!(taken.contains("A1"), "{taken}");
    let taken = submit(HALL, json!({ "choice": "B2" })).await;
    assert!(taken.contains("B2"), "{taken}");
    let first = submit("@Dealer", json!({ "match": "#1" })).await;
    assert!(first.contains("A1") && !first.contains("B2"), "{first}");
    for named in ["match 2", "-2"] {
        let second = submit("@Dealer", json!({ "match": named })).await;
        assert!(second.contains("B2") && !second.contains("A1"), "{second}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_fits_one_match_goes_there() {
    let mut house = House::new("which-fits").await;
    let [dmo, ec, host, bo] = house.people(["Teo", "Mika", "Vesper", "Bo"]).await;
    let seats = json!({ "game": "grid", "dmo": dmo.id, "ec": ec.id });
    let panel = host.command(HALL, "match new", seats).await;
    host.sets_options(&panel["message"], "size = 7").await;
    let panel = host.sees(HALL, "Options: **a 7×7 grid**").await;
    host.press(&panel, "Open the match").await;
    house
        .until("Bo is asked for both", async || {
            let written = bo.messages("@Dealer").await.into_iter();
            let asked = written.filter(|post| content(post).contains("Choose the tile"));
            (asked.count() >= 2).then_some(())
        })
        .await;
    bo.writes("@Dealer", "g7").await;
    let taken = bo.sees("@Dealer", "For match 2 in ").await;
    says(&taken, "you're hiding on G7");
    // This choice fits both.
    bo.writes("@Dealer", "b2").await;
    bo.sees("@Dealer", "Several matches are waiting for you")
        .await;
    assert_eq!(house.acts(), ["hide G7"]);
    // A person who owes nothing hears only that.
    let cleo = house.person("Cleo").await;
    let refused = cleo.types(HALL, "submit choice: A1").await;
    says(&refused, "Nothing needs a choice from you right now.");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_private_a_player_acts_in_the_match_that_they_play() {
    let mut house = House::new("which-private").await;
    let [host, cleo, bo, wren] = house.people(["Vesper", "Cleo", "Bo", "Wren"]).await;
    // In the rehearsal's own match Bo has to hide.
    let seats = json!({ "game": "crossfire", "dmo": bo.id, "ec": wren.id });
    host.confirms(HALL, "match new", seats, "Open the match")
        .await;
    let card = bo.sees(HALL, "# Crossfire").await;
    for player in [&bo, &wren] {
        player.press(&card, "Ready").await;
    }
    bo.sees(HALL, "The match begins").await;
    bo.sees("@Dealer", "Choose the tile").await;
    let types = async |name: &str, options: Value| {
        let answered = bo.command("@Dealer", name, options).await;
        said(&answered).to_owned()
    };
    for (name, options, expected) in [
        ("act", json!({ "text": "bid 4" }), "Got it"),
        ("crossfire bid", json!({ "chips": 5 }), "Got it"),
        ("clock", json!({}), "Wren: "),
        ("board", json!({}), "Bo (DMO) vs Wren"),
        ("resign", json!({}), "Wren wins the match at once"),
        // A game's own command means a match of that game.
        ("gridlock hide", json!({ "tile": "B1" }), "Got it"),
    ] {
        let answered = types(name, options).await;
        assert!(answered.contains(expected), "{name}: {answered}");
    }
    assert_eq!(house.acts(), ["bid 4", "bid 5", "hide B1"]);
    bo.confirms("@Dealer", "resign", json!({}), "Yes, I resign")
        .await;
    cleo.sees(HALL, "Wren beats Bo").await;
    let clock = cleo.types(HALL, "clock").await;
    says(&clock, "This match is over");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hosts_command_in_a_channel_without_a_match_changes_none() {
    let mut house = House::new("which-conduct").await;
    let host = house.person("Vesper").await;
    let arena = host.channel("death-match").await.unwrap();
    // Only the rehearsal's own match is open.
    let open = format!("Teo vs Mika (Gridlock) is open in <#{arena}>");
    let why = json!({ "reason": "x" });
    let seat = json!({ "player": "Teo", "reason": "x" });
    for (command, options) in [
        ("match begin", json!({})),
        ("match pause", json!({})),
        ("match resume", json!({})),
        ("match remind", json!({})),
        ("match schedule", json!({ "at": "in 2h" })),
        ("match extend", json!({ "until": "in 3d" })),
        ("match clarify", json!({ "text": "a note" })),
        ("match void", why.clone()),
        ("ruling rewind", why),
        ("ruling forfeit", seat),
    ] {
        // That a post is there is an event too.
        house.settled().await;
        let before = house.events().len();
        let refused = host.command(HALL, command, options).await;
        let said = said(&refused);
        assert!(
            said.contains("No match is open in this channel") && said.contains(&open),
            "{command}: {said}"
        );
        assert_eq!(house.events().len(), before, "{command}");
    }
    // In its own channel the question names its players.
    let asked = host.types("death-match", "match void").await;
    says(&asked, "Teo vs Mika");
    // The question says where the match will continue. Afterwards both channels say it.
    host.sees("death-match", "# Gridlock").await;
    let asked = host.types(HALL, "match move").await;
    says(&asked, &open);
    host.press(&asked["message"], "Move Teo vs Mika here").await;
    let came = format!("**Gridlock**, Teo vs Mika, continues here: it was in <#{arena}> until now");
    let card = host.sees(HALL, &came).await;
    says(&card, "# Gridlock");
    for name in ["Teo", "Mika"] {
        assert!(calls(&card, &house.person(name).await), "{card}");
    }
    host.types(HALL, "match pause").await;
    host.sees(HALL, "The host pauses the match").await;
    let old = host.sees("death-match", "# Gridlock").await;
    host.loses_controls(&old).await;
    host.sees("death-match", "The match continues in").await;
    house.close().await;
}

/// People who follow the match read its new place in the old channel, and what it is in the new
/// one.
#[tokio::test(flavor = "multi_thread")]
async fn both_channels_are_told_that_a_match_has_moved() {
    let mut house = House::new("which-moved").await;
    end_first(&house).await;
    live(&house).await;
    let [host, cleo, teo] = house.people(["Vesper", "Cleo", "Teo"]).await;
    let asks = cleo.sees(HALL, "The match begins").await;
    let (hall, arena) = (
        host.channel(HALL).await.unwrap(),
        host.channel("death-match").await.unwrap(),
    );
    let asked = host.types("death-match", "match move").await;
    host.press(&asked["message"], "Move Teo vs Mika here").await;
    cleo.sees(HALL, &format!("The match continues in <#{arena}>."))
        .await;
    let came = format!("**Crossfire**, Teo vs Mika, continues here: it was in <#{hall}> until now");
    let prompt = cleo.sees("death-match", &came).await;
    assert!(!controls(&prompt).is_empty(), "{prompt}");
    says(&prompt, &teo.id);
    cleo.loses_controls(&asks).await;
    // Later events appear only in the new channel. A ruling doesn't claim that the match never
    // moved.
    host.types("death-match", "match pause").await;
    cleo.sees("death-match", "The host pauses the match").await;
    assert_eq!(cleo.count(HALL, "The host pauses the match").await, 0);
    assert_eq!(cleo.count(HALL, "The match continues in").await, 1);
    house.close().await;
}

/// Only one player has to choose, but the other should find the match too.
#[tokio::test(flavor = "multi_thread")]
async fn both_players_are_called_to_their_matchs_new_channel() {
    let mut house = House::new("which-called").await;
    let [host, teo, mika] = house.people(["Vesper", "Teo", "Mika"]).await;
    let arena = "death-match";
    host.confirms(arena, "match begin", json!({}), "Begin without strikes")
        .await;
    let prompt = teo.sees(arena, "choose one").await;
    assert!(calls(&prompt, &teo) && !calls(&prompt, &mika), "{prompt}");
    // A question in the wrong channel is answered with the right one.
    for (channel, options, told) in [
        (arena, json!({}), "is already in this channel"),
        (arena, json!({ "number": 1 }), "already in this channel"),
        (HALL, json!({ "number": 77 }), "No match 77 is open"),
    ] {
        let answer = host.command(channel, "match move", options).await;
        says(&answer, told);
        assert_eq!(controls(&answer["message"]), [], "{answer}");
    }
    let asked = host.types("audit", "match move").await;
    says(&asked, "the season's audit log");
    let asked = host.types(HALL, "match move number: 1").await;
    lacks(&asked, "⚠️");
    host.press(&asked["message"], "Move Teo vs Mika here").await;
    let prompt = teo.sees(HALL, "continues here").await;
    assert!(calls(&prompt, &teo) && calls(&prompt, &mika), "{prompt}");
    let log = host.types(HALL, "ruling log").await;
    let hall = host.channel(HALL).await.unwrap();
    says(&log, &format!("moved the match to <#{hall}>."));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_shows_the_finished_match_beside_an_open_one() {
    let mut house = House::new("which-replay").await;
    let [teo, cleo] = house.people(["Teo", "Cleo"]).await;
    live(&house).await;
    // Dealer doesn't ask for confirmation if it would refuse anyway.
    let host = house.person("Vesper").await;
    for (command, options) in [
        ("match schedule", json!({ "at": "in 2h" })),
        ("match extend", json!({ "until": "in 3d" })),
    ] {
        let refused = host.command(HALL, command, options).await;
        says(&refused, "has already started");
        assert_eq!(controls(&refused["message"]), [], "{refused}");
        let gives_time = said(&refused).contains("</ruling time:");
        assert_eq!(gives_time, command == "match extend", "{refused}");
    }
    let list = host.types(HALL, "match list").await;
    says_all(&list, ["· match 1", "· match 2"]);
    teo.types(HALL, "act text: bid 3").await;
    teo.resigns_in(HALL).await;
    cleo.sees(HALL, "Mika beats Teo").await;
    // Where no match is open, a ruling means the last one there. Dealer names it before anything
    // happens.
    let why = json!({ "reason": "x" });
    let menu = host.command(HALL, "ruling rewind", why.clone()).await;
    let named = "Crossfire: Teo vs Mika (match 2), which is over";
    assert!(said(&menu).starts_with(named), "{menu}");
    let select = &menu["message"]["components"][0]["components"][0];
    let (id, newest) = (&select["custom_id"], &select["options"][0]["value"]);
    let id = id.as_str().unwrap();
    host.try_press(&menu["message"], id, json!([newest])).await;
    let preview = host.sees(HALL, crate::phrases::GO_BACK).await;
    let named = "Crossfire: Teo vs Mika (match 2)\n";
    assert!(content(&preview).starts_with(named), "{preview}");
    host.press(&preview, "Cancel").await;
    let menu = host.command("death-match", "ruling rewind", why).await;
    let named = "Gridlock: Teo vs Mika (match 1)\n";
    assert!(said(&menu).starts_with(named), "{menu}");
    // Teo is out, so others play the next one.
    let [bo, wren] = house.people(["Bo", "Wren"]).await;
    let seats = json!({ "game": "gridlock", "dmo": bo.id, "ec": wren.id });
    host.confirms(HALL, "match new", seats, "Open the match")
        .await;
    cleo.sees(HALL, "# Gridlock").await;

    let shown = cleo.types(HALL, "replay").await;
    says(&shown, "**Crossfire**");
    says(&shown, "The beginning");
    // Nobody sees a replay of the open match, not even by its number.
    let refused = cleo.types(HALL, "replay match: 3").await;
    says(&refused, "or none with that number");
    house.close().await;
}

/// A name that would be markdown, and the same name escaped.
const NAME: &str = "_Teo_ *`";
const SAFE_NAME: &str = r"\_Teo\_ \*\`";

#[tokio::test(flavor = "multi_thread")]
async fn markdown_in_a_name_changes_no_private_answer() {
    let mut house = House::new("which-names").await;
    let host = house.person("Vesper").await;
    let other_name = json!({ "name": "Teo", "to": NAME });
    host.command(HALL, "season cast rename", other_name).await;
    open(&house, "gridlock").await;
    let bo = house.person("Bo").await;
    bo.sees("@Dealer", SAFE_NAME).await;
    bo.confirms(HALL, "me", json!({}), "⬜ Text boards: no")
        .await;
    for (place, command, options) in [
        // This shows the list of waiting matches, twice.
        ("@Dealer", "submit", json!({ "choice": "A1" })),
        ("@Dealer", "submit", json!({ "choice": "A1", "match": "7" })),
        // These show boards in words.
        (HALL, "submit", json!({})),
        (HALL, "board", json!({})),
        (HALL, "board", json!({ "words_only": true })),
    ] {
        let answered = bo.command(place, command, options.clone()).await;
        let said = said(&answered);
        assert!(said.contains(SAFE_NAME), "{command} {options}: {said}");
        // The name is escaped everywhere.
        let left = said.replace(SAFE_NAME, "");
        assert!(!left.contains("Teo\\_") && !left.contains("_Teo"), "{said}");
    }
    // A menu shows the name unescaped.
    let menu = bo.complete("@Dealer", "submit", "match", NAME).await;
    assert_eq!(menu, ["-2"]);
    house.close().await;
}
