//! A match of Gridlock, from `/match new` to the reveal.

use matches::record::Record;
use serde_json::{Value, json};

use super::house::{House, Person, content, controls, labels, lacks, said, says, says_all};

const HALL: &str = "lobby";
const THREAD: &str = "Dealer and Konstantin";

/// To a person who was asked for a choice, from the start on.
const BEGUN: &str = "The match has begun in <#";

/// Opens a match of Teo (DMO) and Mika (EC) with everybody of the season, in the set-up panel.
async fn open(house: &House, options: &str, a_move: &str) {
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let seats = json!({ "game": "gridlock", "dmo": dmo.id, "ec": ec.id });
    let mut panel = host.command(HALL, "match new", seats).await;
    says(&panel, "11 · ");
    if !(options.is_empty() && a_move.is_empty()) {
        let set_up = panel["message"].take();
        host.sets_options(&set_up, options).await;
        if !a_move.is_empty() {
            let times = json!({ "base_move_s": a_move });
            host.sets_times(&set_up, "Time limits", times).await;
        }
        panel = host.sees(HALL, "the rest default").await;
    } else {
        panel = panel["message"].clone();
    }
    let opened = host.press(&panel, "Open the match").await;
    let opened = host.sees_panel(&opened, "The match is open").await;
    let left: Vec<_> = labels(&opened);
    assert_eq!(left, ["Ask the players"]);
}

/// Declares the rehearsal's own match void, so that everybody has only one match.
async fn end_first_match(house: &House, host: &Person<'_>) {
    host.voids("death-match").await;
    host.sees("death-match", "# Void").await;
    for name in SAFE {
        let person = house.person(name).await;
        house
            .until("the controls of a void match are off", async || {
                let messages = person.messages("@Dealer").await;
                let over = |message: &Value| content(message).contains("called off");
                let off = messages.iter().all(|message| controls(message).is_empty())
                    && messages.iter().all(over);
                (off && !messages.is_empty()).then_some(())
            })
            .await;
    }
}

/// The safe players of the rehearsal's season.
const SAFE: [&str; 11] = [
    "Juniper",
    "Bo",
    "Lady Quill",
    "한별",
    "Ottoline",
    "Dax",
    "Konstantin",
    "Wren",
    "Imre",
    "Rook",
    "Bartholomea",
];

fn text_of<'a>(message: &'a Value, field: &str) -> &'a str {
    message[field].as_str().unwrap()
}

impl Person<'_> {
    /// An answer's message, or the message that the answer changed.
    async fn sees_panel(&self, outcome: &Value, words: &str) -> Value {
        if said(outcome).contains(words) {
            return outcome["message"].clone();
        }
        self.sees(HALL, words).await
    }

    /// The direct message that asks a person to hide, with its controls.
    async fn asked_to_hide(&self) -> Value {
        self.house
            .until("somebody is asked to hide", async || {
                let messages = self.messages("@Dealer").await;
                messages
                    .into_iter()
                    .rev()
                    .find(|message| !controls(message).is_empty())
            })
            .await
    }

    /// Hides with the direct message's buttons.
    async fn hides(&self, tile: &str) {
        let message = self.asked_to_hide().await;
        self.press(&message, tile).await;
        self.sees("@Dealer", &format!("**{tile}**")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_runs_from_the_set_up_to_the_reveal() {
    let house = House::new("gridlock-whole").await;
    let [host, bo, konstantin] = house.people(["Vesper", "Bo", "Konstantin"]).await;
    end_first_match(&house, &host).await;
    konstantin.direct_messages(false).await;
    open(&house, "target = 2", "6:00").await;
    // A channel has one open match at a time.
    let again = "match new game: gridlock dmo: Teo ec: Mika";
    says(&host.types(HALL, again).await, "already");
    house.person("Juniper").await.hides("A1").await;
    house.person("Juniper").await.hides("B3").await;
    types_choices(&bo).await;
    // A person with closed direct messages gets a private thread, which others may be able to read.
    let thread = konstantin.sees(THREAD, "Choose the tile").await;
    konstantin.press(&thread, "E5").await;
    nobody_sees_the_choices(&house).await;
    begins_without_the_missing(&house).await;
    let closed = konstantin.sees(THREAD, BEGUN).await;
    lacks(&closed, "E5");

    let [dmo, ec] = house.people(["Teo", "Mika"]).await;
    let prompt = dmo.sees(HALL, "choose one").await;
    says(&prompt, "3 of 11 safe players");
    // The host hears at once who was missing. Everybody else hears it with the result.
    lacks(&prompt, "Lady Quill");
    host.sees("@Dealer", "No choice from Lady Quill").await;
    dmo.press(&prompt, "Go first").await;
    let prompt = ec.sees(HALL, "choose your axis").await;
    let mut axis = controls(&prompt).into_iter();
    let axis = axis.find(|(label, _)| label == "Left and right").unwrap();
    ec.press(&prompt, &axis.0).await;
    let prompt = dmo.sees(HALL, "move the Guard up or down").await;
    // A player who taps twice reads what the first tap did.
    let twice = ec.presses_again(HALL, &axis.1).await;
    let first = "Your first press already counted: you move the Guard left and right. ";
    assert!(twice.starts_with(first), "{twice}");

    // Base time, reserve, last minute, timeout: each is announced once, and the timeout's move is
    // random.
    house.advance(361_000);
    let call = dmo.sees(HALL, crate::phrases::ON_RESERVE).await;
    assert_eq!(labels(&call), ["Up", "Down", "Open my panel"], "{call}");
    house.advance(240_000);
    dmo.sees(HALL, crate::phrases::NEARLY_UP).await;
    house.advance(63_000);
    let prompt_after = ec.sees(HALL, "Teo ran out of time").await;
    says(&prompt_after, "move the Guard left or right");
    assert_ne!(prompt["id"], prompt_after["id"]);

    // After a restart the same buttons still work.
    let house = house.restart().await;
    let [host, dmo, ec, bo] = house.people(["Vesper", "Teo", "Mika", "Bo"]).await;
    house
        .until("the same buttons are there", async || {
            // A restart that took a second is given back, and the prompt is posted again.
            let posts = ec.messages(HALL).await;
            let mut posts = posts.iter();
            posts
                .find(|post| controls(post) == controls(&prompt_after))
                .map(drop)
        })
        .await;

    // The clock stops in a pause. After it the prompt is posted again.
    host.types(HALL, "match pause").await;
    host.sees(HALL, "The host pauses the match").await;
    let refused = ec.types(HALL, "act text: left").await;
    says(&refused, "paused");
    host.types(HALL, "match resume").await;
    host.sees(HALL, crate::phrases::RESUMED).await;

    let result = play_on(&house, &dmo, &ec).await;
    says_all(&result, [" beats ", "8 didn't choose."]);
    // Safe players who were asked hear in private how it ended; nobody else does.
    bo.sees("@Dealer", crate::phrases::ENDED).await;
    house.settled().await;
    for (who, expected) in [(&bo, 1), (&dmo, 0), (&ec, 0)] {
        let told = who.count("@Dealer", crate::phrases::ENDED).await;
        assert_eq!(told, expected, "{}", who.id);
    }
    let record = record_of(&house, &result).await;
    assert!(record.log.iter().any(|entry| entry.by == "clock"));

    // The animation follows.
    let moving = host.sees(HALL, crate::phrases::MOVING).await;
    let file = &moving["attachments"][0];
    let gif = house.bytes(text_of(file, "url")).await;
    assert!(gif.starts_with(b"GIF89a") && gif.len() < 10 << 20);
    assert!(text_of(file, "filename").ends_with(".gif"), "{moving}");
    assert!(text_of(file, "description").contains("every board"));
    jumps_to_the_end(&host, &result).await;

    // The old controls are off, and the channel is free again.
    super::asks::nothing_is_asked(&house, HALL, &[&host, &dmo, &ec]).await;
    let status = host.types(HALL, "match list").await;
    lacks(&status, "lobby");
    let mut house = house;
    house.close().await;
}

/// What a safe player types to Dealer counts, and its one message says what stands.
async fn types_choices(bo: &Person<'_>) {
    bo.asked_to_hide().await;
    bo.writes("@Dealer", "Hi!").await;
    let unread = bo.sees("@Dealer", crate::phrases::TRY).await;
    says(&unread, "You haven't submitted anything yet");
    // A button offers the likely meaning of a typing mistake. The result appears where the choice
    // stands.
    bo.writes("@Dealer", "hidee a1").await;
    let slip = bo.sees("@Dealer", "Did you mean `hide A1`?").await;
    bo.press(&slip, "hide A1").await;
    let taken = bo.sees("@Dealer", "you're hiding on A1").await;
    assert_eq!(taken["id"], slip["id"], "{taken}");
    assert!(controls(&taken).is_empty(), "{taken}");
    bo.writes("@Dealer", "4 b").await;
    let post = bo.sees("@Dealer", "**B4**").await;
    // It stands only there, however often he types. An answer points to it and holds nothing that
    // could become outdated.
    let answer = bo.types("@Dealer", "gridlock hide tile: c1").await;
    bo.sees("@Dealer", "**C1**").await;
    bo.writes("@Dealer", "d3").await;
    bo.sees("@Dealer", "**D3**").await;
    // Editing a message doesn't change the choice, and Dealer says so.
    bo.edits("@Dealer", "d3", "e5").await;
    let edited = "You edited this message after I read it";
    let edited = bo.sees("@Dealer", edited).await;
    let typed = bo.sees("@Dealer", "you're hiding on B4").await;
    let (channel, id) = (text_of(&post, "channel_id"), text_of(&post, "id"));
    for answer in [&typed, &edited, &answer["message"]] {
        says(answer, &format!("/@me/{channel}/{id}"));
        assert!(controls(answer).is_empty(), "{answer}");
    }
    assert_eq!(bo.count("@Dealer", crate::phrases::CHOICE).await, 1);
}

/// Nobody else sees a person's choice anywhere. Only the host learns who is missing.
async fn nobody_sees_the_choices(house: &House) {
    let [host, dmo, ec, bo, spectator] =
        house.people(["Vesper", "Teo", "Mika", "Bo", "Cleo"]).await;
    let card = spectator.sees(HALL, "3 of 11 choices in").await;
    assert!(spectator.channel(THREAD).await.is_none());
    let refused = dmo.press(&card, "Ready").await;
    says(&refused, "8 choices are still missing");
    for other in [&host, &dmo, &ec, &bo, &spectator] {
        let seen = other.everything().await;
        assert!(
            !seen.contains("**B3**"),
            "somebody sees where Juniper hides"
        );
    }
    let status = host.types(HALL, "match status").await;
    says(&status, "Still missing (only hosts see this): Lady Quill");
}

/// The host confirms that the match begins without the missing choices. People who were late are
/// told, and no post still looks like a question.
async fn begins_without_the_missing(house: &House) {
    let [host, bo, late] = house.people(["Vesper", "Bo", "Lady Quill"]).await;
    let asked = host.types(HALL, "match begin").await;
    says(&asked, "Haven't chosen yet: 8 people");
    let shown = labels(&asked["message"]);
    assert_eq!(
        (&*shown[0], &*shown[2]),
        ("Begin without strikes", "Cancel")
    );
    host.press(&asked["message"], "Begin without strikes").await;
    let told = "The match started before you had chosen.";
    late.sees("@Dealer", told).await;
    for (who, settled, stands) in [
        (&late, "You hadn't chosen", "you won't be on the grid."),
        (&bo, "you're hiding on **D3**", "you're hiding on **D3**"),
    ] {
        who.writes("@Dealer", "b1").await;
        let answer = who.sees("@Dealer", "That came too late").await;
        says(&answer, settled);
        let answer = who.types("@Dealer", "submit").await;
        says(&answer, settled);
        lacks(&answer, "too late");
        let closed = who.sees("@Dealer", BEGUN).await;
        says(&closed, stands);
        assert!(controls(&closed).is_empty(), "{closed}");
    }
}

/// The result says what decided the match, and a replay can jump to those moments.
async fn jumps_to_the_end(host: &Person<'_>, result: &Value) {
    says(result, "What decided it");
    let shown = host.types(HALL, "replay").await;
    let (_, jumps) = super::roundabout::menu(&shown["message"], "Jump to…");
    assert!(jumps.len() > 1, "{jumps:?}");
    let (label, end) = jumps.last().unwrap();
    assert!(label.ends_with("The end"), "{jumps:?}");
    host.choose(&shown["message"], "Jump to…", json!([end]))
        .await;
    let is_there = async || {
        let panel = host.newest_panel().await;
        content(&panel).contains("**100%**").then_some(())
    };
    host.house.until("the end is shown", is_there).await;
}

/// The record that is attached to a result, once it has been replayed to the same end.
pub async fn record_of(house: &House, result: &Value) -> Record {
    let mut files = result["attachments"].as_array().unwrap().iter();
    let file = files.find(|file| text_of(file, "filename").ends_with(".json"));
    let record = house.text(text_of(file.unwrap(), "url")).await;
    let record = Record::read(&record).unwrap();
    let end = record.replay(|_, _| ()).unwrap();
    assert_eq!(end.outcome(), record.result);
    record
}

/// Both players press the first button that they see until somebody has won.
async fn play_on(house: &House, dmo: &Person<'_>, ec: &Person<'_>) -> Value {
    let mut answered = Value::Null;
    loop {
        let post = house
            .until("somebody is asked or has won", async || {
                // Pictures follow the result. Before it only the newest post counts: the controls
                // of the one before go off a moment later.
                let mut posts = dmo.messages(HALL).await.into_iter();
                let counts = |post: &Value| post["ephemeral"] != true;
                let last = posts.clone().rfind(counts)?;
                let asks = !controls(&last).is_empty() && last["id"] != answered;
                let result = posts.find(|post| content(post).contains(RESULT));
                result.or_else(|| asks.then_some(last))
            })
            .await;
        if content(&post).contains(RESULT) {
            return post;
        }
        let (_, custom_id) = controls(&post).swap_remove(0);
        let mover = if content(&post).contains(&format!("<@{}>", dmo.id)) {
            dmo
        } else {
            ec
        };
        let (status, outcome) = mover.try_press(&post, &custom_id, json!([])).await;
        // The prompt was answered before this press, and its controls are gone.
        if status != 404 {
            assert!(status < 300, "{status}: {outcome}");
            answered = post["id"].clone();
        }
    }
}

/// Words in every result's post.
const RESULT: &str = "The record of the match";

const READY: &str = "✅ **Teo** is ready.";

#[tokio::test(flavor = "multi_thread")]
async fn a_match_begins_when_both_are_ready_and_anybody_may_look() {
    let house = House::new("gridlock-ready").await;
    end_first_match(&house, &house.person("Vesper").await).await;
    open(&house, "size = 7", "").await;
    let [dmo, ec, host] = house.people(["Teo", "Mika", "Marlow"]).await;

    // A large grid has menus instead of buttons, and they show the current choice.
    let bo = house.person("Bo").await;
    let message = bo.asked_to_hide().await;
    let rows = ["rows 1 to 3", "rows 4 to 6", "row 7"].map(|row| format!("Pick a tile in {row}"));
    let [row1, row2, row3] = &rows;
    assert_eq!(labels(&message), [row1, row2, row3, "Type my move"]);
    // The form for typing shows an example.
    let form = &bo.press(&message, "Type my move").await["modal"];
    let field = &form["components"][0]["components"][0];
    assert_eq!(
        field["placeholder"], "For example hide A1 or hide G7",
        "{form}"
    );
    bo.choose(&message, row3, json!(["hide G7"])).await;
    let message = bo.sees("@Dealer", "**G7**").await;
    assert_eq!(labels(&message)[0], "Chosen: G7. Change it: rows 1 to 3");

    let juniper = house.person("Juniper").await;
    let tiles = juniper.complete(HALL, "gridlock hide", "tile", "d").await;
    assert_eq!(tiles, ["D1", "D2", "D3", "D5", "D6", "D7"]);
    for name in SAFE.into_iter().filter(|name| *name != "Bo") {
        let person = house.person(name).await;
        let done = person.types(HALL, "submit choice: hide A1").await;
        says(&done, "Got it");
    }
    let card = dmo.sees(HALL, "11 of 11 choices in").await;
    // In a pause Ready doesn't begin the match, and Dealer says so.
    let pauser = house.person("Vesper").await;
    pauser.types(HALL, "match pause").await;
    let noted = dmo.press(&card, "Ready").await;
    let waits = "Waiting for the other player";
    says_all(
        &noted,
        [waits, "The match is paused, so it can't start yet"],
    );
    pauser.types(HALL, "match resume").await;
    let noted = dmo.press(&card, "Ready").await;
    says(&noted, waits);
    lacks(&noted, "paused");
    // Both posts tell everybody whom the match is waiting for. A player who is ready isn't asked
    // again.
    let both = "both posts say whom the match waits for";
    let are_two = async || (bo.count(HALL, READY).await == 2).then_some(());
    house.until(both, are_two).await;
    let status = host.types(HALL, "match status").await;
    says(&status, READY);
    for (player, expected) in [(&dmo, READY), (&ec, "Press Ready on the match's card")] {
        let panel = player.press(&card, "Open my panel").await;
        says(&panel, expected);
    }
    let begun = ec.press(&card, "Ready").await;
    says(&begun, "The match begins");
    let prompt = dmo.sees(HALL, "The match begins").await;
    says(&prompt, "choose one");

    for (typed, words) in [
        ("board words_only: true", "7 by 7"),
        ("clock", "Teo: until"),
        ("rules", "7×7"),
    ] {
        let shown = host.types(HALL, typed).await;
        says(&shown, words);
    }
    // Dealer asks for confirmation before a player resigns.
    dmo.resigns_in(HALL).await;
    let result = ec.sees(HALL, "Mika beats Teo by resignation").await;
    // The picture shows who hid where.
    lacks(&result, "Bo G7");
    let described = result["attachments"].to_string();
    assert!(described.contains("Bo on G7"), "{described}");
    let mut house = house;
    house.close().await;
}

/// From the start on, players may not talk to safe players (rulebook, "Gridlock").
#[tokio::test(flavor = "multi_thread")]
async fn both_sides_are_told_at_the_start_that_they_may_not_talk() {
    let mut house = House::new("gridlock-apart").await;
    let host = house.person("Vesper").await;
    end_first_match(&house, &host).await;
    let [dmo, ec, cleo] = house.people(["Teo", "Mika", "Cleo"]).await;
    // The set-up panel offers the season's setting for alliance channels.
    let seats = json!({ "game": "gridlock", "dmo": dmo.id, "ec": ec.id });
    let panel = host.command(HALL, "match new", seats).await["message"].clone();
    let menu = |panel: &Value, field: &str| {
        let mut all = controls(panel).into_iter();
        all.find(|(_, id)| id.ends_with(field)).map(|(_, id)| id)
    };
    let closes = menu(&panel, ":alliances").expect("a menu of channels");
    says(&panel, "Alliance channels: none");
    let channel = host.channel("announcements").await.unwrap();
    host.try_press(&panel, &closes, json!([channel])).await;
    let set = format!("Alliance channels: <#{channel}>");
    let panel = host.sees(HALL, &set).await;
    let settings = host.types(HALL, "season settings").await;
    let page = json!(["channels"]);
    let page = host.choose(&settings["message"], "What to set", page).await;
    let closed = format!("Alliance channels: **<#{channel}>**");
    says(&page, &closed);
    host.try_press(&panel, &closes, json!([])).await;
    let panel = host.sees(HALL, "Alliance channels: none").await;

    // Discord's menu of people offers bots too.
    let people = menu(&panel, ":people").unwrap();
    let [juniper, bo] = house.people(["Juniper", "Bo"]).await;
    let bot = house.get("/local/world").await["bots"][0]["id"].clone();
    host.try_press(&panel, &people, json!([bot, bo.id])).await;
    host.sees(HALL, "is a bot and can't be in a cast").await;
    // Outside a season it doesn't offer that setting.
    host.try_press(&panel, &people, json!([juniper.id, bo.id]))
        .await;
    let panel = host.turns(&panel, "Open the match").await;
    says(&panel, crate::phrases::DOES_NOT_COUNT);
    assert_eq!(menu(&panel, ":alliances"), None, "{panel}");
    host.press(&panel, "Open the match").await;
    let card = dmo.sees(HALL, "# Gridlock").await;
    juniper.hides("A1").await;
    bo.hides("B1").await;
    cleo.sees(HALL, "2 of 2 choices in").await;
    dmo.press(&card, "Ready").await;
    ec.press(&card, "Ready").await;
    let begun = cleo.sees(HALL, "The match begins").await;
    let apart = "No talking between Teo, Mika and the safe players";
    says(&begun, apart);
    for who in [&juniper, &bo] {
        who.sees(
            "@Dealer",
            "Until it's over, you and the players (Teo and Mika) may not talk",
        )
        .await;
    }

    // The status says what the match is waiting for.
    let status = host.types(HALL, "match status").await;
    let waits = "Waiting for **Teo**: choose one";
    says(&status, waits);
    // A reminder of choices has nobody to go to now: it says the same.
    let nobody = host.types(HALL, "match remind").await;
    says_all(&nobody, ["nobody to remind", waits]);
    house.close().await;
}
