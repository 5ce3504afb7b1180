//! A match of Gridlock, from `/match new` to the reveal.

use matches::record::Record;
use serde_json::{Value, json};

use super::house::{House, Person, content, controls, said};

const HALL: &str = "lobby";

/// Opens a match of Teo (DMO) and Mika (EC) with everybody of the season, in the set-up panel.
async fn open(house: &House, options: &str, a_move: &str) {
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let seats = json!({ "game": "gridlock", "dmo": dmo.id, "ec": ec.id });
    let mut panel = host.command(HALL, "match new", seats).await;
    assert!(said(&panel).contains("11 · "), "{panel}");
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
    let left: Vec<_> = controls(&opened)
        .into_iter()
        .map(|(label, _)| label)
        .collect();
    assert_eq!(left, ["Ask the players"]);
}

/// Declares the rehearsal's own match void, so that everybody has only one match.
async fn end_first_match(house: &House, host: &Person<'_>) {
    let asked = host.command("death-match", "match void", json!({})).await;
    host.press(&asked["message"], "Yes, declare it void").await;
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
    let [host, dmo, ec, juniper, bo, spectator] = house
        .people(["Vesper", "Teo", "Mika", "Juniper", "Bo", "Cleo"])
        .await;

    // Only hosts can open matches. Others don't even see the command, and Dealer refuses former
    // hosts.
    let seats = json!({ "game": "gridlock", "dmo": dmo.id, "ec": ec.id });
    assert_eq!(
        bo.try_command(HALL, "match new", seats.clone()).await.0,
        403
    );
    let panel = host.command(HALL, "match new", seats.clone()).await;
    let roles = host.take_roles().await;
    let refused = host.press(&panel["message"], "Open the match").await;
    assert!(said(&refused).contains("Only a host"), "{refused}");
    host.give_roles(roles).await;

    // Discord's menu of people offers bots too.
    let bot = house.get("/local/world").await["bots"][0]["id"].clone();
    let menu = &controls(&panel["message"])[0].1;
    let chosen = json!([bot, bo.id]);
    let refused = host.try_press(&panel["message"], menu, chosen).await.1;
    host.sees_panel(&refused, "is a bot and can't be in a cast")
        .await;
    end_first_match(&house, &host).await;
    let konstantin = house.person("Konstantin").await;
    konstantin.direct_messages(false).await;
    open(&house, "target = 2", "6:00").await;

    // A channel has one open match at a time.
    let refused = host.command(HALL, "match new", seats).await;
    assert!(said(&refused).contains("already"), "{refused}");

    // Safe players get a message. Dealer confirms their choice, and they can change it.
    juniper.hides("A1").await;
    juniper.hides("B3").await;
    // A choice typed to Dealer counts too. Dealer answers anything that it can't read.
    bo.asked_to_hide().await;
    bo.writes("@Dealer", "Hi!").await;
    let unread = bo.sees("@Dealer", "Try `hide A1`").await;
    let nothing = "You haven't submitted anything yet. Choose here";
    assert!(content(&unread).contains(nothing), "{unread}");
    // A button offers the likely meaning of a typing mistake here too. The result appears where the
    // choice stands.
    bo.writes("@Dealer", "hidee a1").await;
    let slip = bo.sees("@Dealer", "Did you mean `hide A1`?").await;
    bo.press(&slip, "hide A1").await;
    bo.sees("@Dealer", "**A1**").await;
    let taken = bo.sees("@Dealer", "you're hiding on A1").await;
    assert_eq!(taken["id"], slip["id"], "{taken}");
    assert!(controls(&taken).is_empty(), "{taken}");
    bo.writes("@Dealer", "4 b").await;
    let post = bo.sees("@Dealer", "**B4**").await;
    bo.writes("@Dealer", "no, wait").await;
    bo.sees("@Dealer", "Your choice hasn't changed").await;
    bo.command(HALL, "submit", json!({ "choice": "d3" })).await;
    // The message that asked him says so too.
    bo.sees("@Dealer", "**D3**").await;
    // It stands only there, however often he types. An answer points to it and holds nothing that
    // could become outdated.
    let hide = json!({ "tile": "c1" });
    let answer = bo.command("@Dealer", "gridlock hide", hide).await;
    bo.sees("@Dealer", "**C1**").await;
    bo.writes("@Dealer", "d3").await;
    bo.sees("@Dealer", "**D3**").await;
    // Editing a message doesn't change the choice, and Dealer says so.
    bo.edits("@Dealer", "d3", "e5").await;
    let edited = "You edited this message after I read it";
    let edited = bo.sees("@Dealer", edited).await;
    let stands = "Your choice hasn't changed.";
    assert!(content(&edited).contains(stands), "{edited}");
    let typed = bo.sees("@Dealer", "you're hiding on B4").await;
    let link = format!(
        "/@me/{}/{}",
        text_of(&post, "channel_id"),
        text_of(&post, "id")
    );
    for answer in [&typed, &edited, &answer["message"]] {
        assert!(content(answer).contains(&link), "{answer}");
        assert!(controls(answer).is_empty(), "{answer}");
    }
    let messages = bo.messages("@Dealer").await.into_iter();
    let counts = messages.filter(|one| content(one).contains(crate::phrases::CHOICE));
    assert_eq!(counts.count(), 1);
    let card = spectator.sees(HALL, "2 of 11 choices in").await;
    let changed = "**House rules:** 2 points win · move 6:00";
    assert!(content(&card).contains(changed), "{card}");
    let letter = house.person("Lady Quill").await.asked_to_hide().await;
    let warned = "you won't be on the grid, and you";
    assert!(content(&letter).contains(warned), "{letter}");

    // A person with closed direct messages gets a private thread.
    let thread = konstantin
        .sees("Dealer and Konstantin", "Choose the tile")
        .await;
    konstantin.press(&thread, "E5").await;
    spectator.sees(HALL, "3 of 11 choices in").await;
    assert!(spectator.channel("Dealer and Konstantin").await.is_none());

    // Mistakes get private answers, and change nothing.
    let refused = bo
        .command(HALL, "gridlock hide", json!({ "tile": "C3" }))
        .await;
    assert!(
        said(&refused).contains("The Guard starts on C3"),
        "{refused}"
    );
    let refused = dmo.command(HALL, "act", json!({ "text": "hide A1" })).await;
    assert!(
        said(&refused).contains("Only safe players hide"),
        "{refused}"
    );
    let refused = dmo.press(&card, "Ready").await;
    assert!(
        said(&refused).contains("8 choices are still missing"),
        "{refused}"
    );
    let nothing = dmo.press(&card, "Open my panel").await;
    assert!(said(&nothing).contains("Nothing to do yet"), "{nothing}");

    // Nobody else can see a person's choice anywhere. Only the host learns who is missing.
    for other in [&host, &dmo, &ec, &bo, &spectator] {
        let seen = other.everything().await;
        assert!(
            !seen.contains("**B3**"),
            "somebody sees where Juniper hides"
        );
    }
    let status = host.command(HALL, "match status", json!({})).await;
    assert!(
        said(&status).contains("Still missing (only hosts see this): Lady Quill"),
        "{status}"
    );

    // The host confirms that the match begins without the missing choices.
    let asked = host.command(HALL, "match begin", json!({})).await;
    let they = "they won't be on the grid, and nobody gets a strike.";
    assert!(
        said(&asked).contains("Haven't chosen yet: Lady Quill"),
        "{asked}"
    );
    let due = " They have time until <t:";
    assert!(said(&asked).contains(due), "{asked}");
    assert!(said(&asked).contains(they), "{asked}");
    let labels = controls(&asked["message"]).into_iter();
    let labels: Vec<String> = labels.map(|(label, _)| label).collect();
    assert_eq!(labels[0], "Begin without strikes");
    assert!(labels[1].starts_with("Remind"), "{labels:?}");
    assert!(labels[2] == "Cancel", "{labels:?}");
    host.press(&asked["message"], "Begin without strikes").await;
    let prompt = dmo.sees(HALL, "choose one").await;
    // People who were late are told. If they type later, they are told what counts.
    let late = house.person("Lady Quill").await;
    let told = late
        .sees("@Dealer", "The match started before you had chosen.")
        .await;
    let spared = "The host started it without strikes, so you get none.";
    assert!(content(&told).contains(spared), "{told}");
    for (who, settled) in [
        (&late, "You hadn't chosen"),
        (&bo, "you're hiding on **D3**"),
    ] {
        who.writes("@Dealer", "b1").await;
        let answer = who.sees("@Dealer", "That came too late").await;
        assert!(content(&answer).contains(settled), "{answer}");
        let answer = who.command("@Dealer", "submit", json!({})).await;
        assert!(said(&answer).contains(settled), "{answer}");
        assert!(!said(&answer).contains("too late"), "{answer}");
    }
    assert!(
        content(&prompt).contains("3 of 11 safe players"),
        "{prompt}"
    );
    // The host hears at once who was missing. Everybody else hears it with the result.
    assert!(!content(&prompt).contains("Lady Quill"), "{prompt}");
    host.sees("@Dealer", "No choice from Lady Quill").await;
    // No post still looks like a question.
    for name in ["Bo", "Lady Quill"] {
        let safe = house.person(name).await;
        let closed = safe.sees("@Dealer", "The match has begun in <#").await;
        assert!(controls(&closed).is_empty(), "{closed}");
        let missed = "you won't be on the grid.";
        assert_eq!(content(&closed).contains(missed), name == "Lady Quill");
        assert_eq!(
            content(&closed).contains("you're hiding on **D3**"),
            name == "Bo"
        );
    }
    // Others may be able to read a thread.
    let closed = konstantin
        .sees("Dealer and Konstantin", "The match has begun in <#")
        .await;
    assert!(!content(&closed).contains("E5"), "{closed}");

    // A wrong person's press gets a private answer.
    let refused = ec.press(&prompt, "Go first").await;
    assert!(said(&refused).contains("aren't yours"), "{refused}");
    assert!(
        refused["message"]["flags"].as_u64().unwrap() & 64 != 0,
        "{refused}"
    );
    dmo.press(&prompt, "Go first").await;
    let prompt = ec.sees(HALL, "choose your axis").await;
    let axis = controls(&prompt).into_iter();
    let mut axis = axis.filter(|(label, _)| label == "Left and right");
    let (_, horizontal) = axis.next().unwrap();
    ec.press(&prompt, "Left and right").await;
    let prompt = dmo.sees(HALL, "move the Guard up or down").await;
    // A player who taps twice reads what the first tap did.
    let twice = ec.presses_again(HALL, &horizontal).await;
    let first = "Your first press already counted: you move the Guard left and right. ";
    assert!(twice.starts_with(first), "{twice}");

    // Base time, reserve, last minute, timeout: each is announced once, and the timeout's move is
    // random.
    house.advance(361_000);
    let call = dmo.sees(HALL, crate::phrases::ON_RESERVE).await;
    let labels: Vec<String> = controls(&call)
        .into_iter()
        .map(|(label, _)| label)
        .collect();
    assert_eq!(labels, ["Up", "Down", "Open my panel"], "{call}");
    house.advance(240_000);
    dmo.sees(HALL, crate::phrases::NEARLY_UP).await;
    house.advance(63_000);
    let prompt_after = ec.sees(HALL, "Teo ran out of time").await;
    assert!(
        content(&prompt_after).contains("move the Guard left or right"),
        "{prompt_after}"
    );
    assert_ne!(prompt["id"], prompt_after["id"]);

    // After a restart the same buttons still work.
    let house = house.restart().await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
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
    host.command(HALL, "match pause", json!({})).await;
    host.sees(HALL, "The host pauses the match").await;
    let refused = ec.command(HALL, "act", json!({ "text": "left" })).await;
    assert!(said(&refused).contains("paused"), "{refused}");
    host.command(HALL, "match resume", json!({})).await;
    host.sees(HALL, crate::phrases::RESUMED).await;

    let result = play_on(&house, &dmo, &ec).await;
    assert!(content(&result).contains(" beats "), "{result}");
    assert!(
        content(&result).contains("No choice from Lady Quill"),
        "{result}"
    );

    // Safe players who were asked hear in private how it ended; nobody else does.
    let bo = house.person("Bo").await;
    bo.sees("@Dealer", crate::phrases::ENDED).await;
    house.settled().await;
    for (who, expected) in [(&bo, 1), (&dmo, 0), (&ec, 0)] {
        let told = who.count("@Dealer", crate::phrases::ENDED).await;
        assert_eq!(told, expected, "{}", who.id);
    }

    // The attached record replays to the same end.
    let files = result["attachments"].as_array().unwrap();
    let file = files
        .iter()
        .find(|file| file["filename"].as_str().unwrap().ends_with(".json"));
    let record = house.text(file.unwrap()["url"].as_str().unwrap()).await;
    let record = Record::read(&record).unwrap();
    let end = record.replay(|_, _| ()).unwrap();
    assert_eq!(end.outcome(), record.result);
    assert!(record.log.iter().any(|entry| entry.by == "clock"));

    // The animation follows.
    let moving = host.sees(HALL, crate::phrases::MOVING).await;
    let file = &moving["attachments"][0];
    assert!(
        file["filename"].as_str().unwrap().ends_with(".gif"),
        "{moving}"
    );
    assert!(
        file["description"]
            .as_str()
            .unwrap()
            .contains("every board")
    );
    let gif = house.bytes(file["url"].as_str().unwrap()).await;
    assert!(gif.starts_with(b"GIF89a") && gif.len() < 10 << 20);

    // The result says what decided the match, and a replay can jump to those moments.
    assert!(content(&result).contains("What decided it"), "{result}");
    let shown = host.command(HALL, "replay", json!({})).await;
    let rows = shown["message"]["components"].as_array().unwrap();
    let mut below = rows.iter().map(|row| &row["components"][0]);
    let menu = below
        .find(|control| control["placeholder"] == "Jump to…")
        .unwrap();
    let jumps = menu["options"].as_array().unwrap();
    assert!(jumps.len() > 1, "{menu}");
    let end = jumps.last().unwrap();
    assert!(
        end["label"].as_str().unwrap().ends_with("The end"),
        "{menu}"
    );
    let last = end["value"].as_str().unwrap();
    host.choose(&shown["message"], "Jump to…", json!([last]))
        .await;
    let there = "**100%**";
    house
        .until("the end is shown", async || {
            let panel = host.newest_panel().await;
            content(&panel).contains(there).then_some(())
        })
        .await;

    // The old controls are off, and the channel is free again.
    house
        .until("all old controls are off", async || {
            let posts = host.messages(HALL).await;
            posts
                .iter()
                .all(|post| post["ephemeral"] == true || controls(post).is_empty())
                .then_some(())
        })
        .await;
    let status = host.command(HALL, "match list", json!({})).await;
    assert!(!said(&status).contains("lobby"), "{status}");
    let mut house = house;
    house.close().await;
}

/// Both players press the first button that they see until somebody has won.
async fn play_on(house: &House, dmo: &Person<'_>, ec: &Person<'_>) -> Value {
    let mut answered = Value::Null;
    loop {
        let post = house
            .until("somebody is asked or has won", async || {
                // Only the newest post counts: the controls of the one before go off a moment
                // later.
                let posts = dmo.messages(HALL).await;
                let last = posts
                    .into_iter()
                    .rev()
                    .find(|post| post["ephemeral"] != true)?;
                let asks = content(&last).contains(RESULT) || !controls(&last).is_empty();
                (asks && last["id"] != answered).then_some(last)
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
    let [(first, _), (other, _), (last, menu), (typed, _)] = controls(&message).try_into().unwrap();
    assert_eq!(first, "Pick a tile in rows 1 to 3");
    assert_eq!(other, "Pick a tile in rows 4 to 6");
    assert_eq!(last, "Pick a tile in row 7");
    assert_eq!(typed, "Type my move");
    // The form for typing shows an example.
    let form = &bo.press(&message, "Type my move").await["modal"];
    assert_eq!(form["title"], "Type my choice", "{form}");
    let field = &form["components"][0]["components"][0];
    assert_eq!(field["label"], "Your choice, in words", "{form}");
    let example = "For example hide A1 or hide G7";
    assert_eq!(field["placeholder"], example, "{form}");
    bo.try_press(&message, &menu, json!(["hide G7"])).await;
    let message = bo.sees("@Dealer", "**G7**").await;
    let (menu, _) = controls(&message).swap_remove(0);
    assert_eq!(menu, "Chosen: G7. Change it: rows 1 to 3");

    let juniper = house.person("Juniper").await;
    let tiles = juniper.complete(HALL, "gridlock hide", "tile", "d").await;
    assert_eq!(tiles, ["D1", "D2", "D3", "D5", "D6", "D7"]);
    for name in SAFE.into_iter().filter(|name| *name != "Bo") {
        let person = house.person(name).await;
        let done = person
            .command("lobby", "submit", json!({ "choice": "hide A1" }))
            .await;
        assert!(said(&done).contains("Got it"), "{name}: {done}");
    }
    let card = dmo.sees(HALL, "11 of 11 choices in").await;
    // In a pause Ready doesn't begin the match, and Dealer says so.
    let pauser = house.person("Vesper").await;
    pauser.command(HALL, "match pause", json!({})).await;
    let noted = dmo.press(&card, "Ready").await;
    for told in [
        "Waiting for the other player",
        "The match is paused, so it can't start yet",
    ] {
        assert!(said(&noted).contains(told), "{noted}");
    }
    pauser.command(HALL, "match resume", json!({})).await;
    let noted = dmo.press(&card, "Ready").await;
    assert!(!said(&noted).contains("paused"), "{noted}");
    assert!(
        said(&noted).contains("Waiting for the other player"),
        "{noted}"
    );
    // Both posts tell everybody whom the match is waiting for. A player who is ready isn't asked
    // again.
    house
        .until("both posts say whom the match waits for", async || {
            let posts = bo.messages(HALL).await;
            let says = |post: &&Value| content(post).contains(READY);
            (posts.iter().filter(says).count() == 2).then_some(())
        })
        .await;
    let status = host.command(HALL, "match status", json!({})).await;
    assert!(said(&status).contains(READY), "{status}");
    for (player, expected) in [(&dmo, READY), (&ec, "Press Ready on the match's card")] {
        let panel = player.press(&card, "Open my panel").await;
        assert!(said(&panel).contains(expected), "{panel}");
    }
    let begun = ec.press(&card, "Ready").await;
    assert!(said(&begun).contains("The match begins"), "{begun}");
    let prompt = dmo.sees(HALL, "The match begins").await;
    assert!(content(&prompt).contains("choose one"), "{prompt}");

    let words = host
        .command(HALL, "board", json!({ "words_only": true }))
        .await;
    assert!(said(&words).contains("7 by 7"), "{words}");
    let clock = host.command(HALL, "clock", json!({})).await;
    assert!(said(&clock).contains("Teo: until"), "{clock}");
    let rules = host.command(HALL, "rules", json!({})).await;
    assert!(said(&rules).contains("7×7"), "{rules}");

    // Dealer asks for confirmation before a player resigns.
    let asked = dmo.command(HALL, "resign", json!({})).await;
    let resigned = dmo.press(&asked["message"], "Yes, I resign").await;
    assert!(said(&resigned).contains("You resigned"), "{resigned}");
    let result = ec.sees(HALL, "Mika beats Teo by resignation").await;
    // The picture shows who hid where.
    assert!(!content(&result).contains("Bo G7"), "{result}");
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
    let rules = cleo
        .command(HALL, "rules", json!({ "game": "gridlock" }))
        .await;
    for words in [
        "chooses an order (first or second) or an axis (rows or columns)",
        "The two players may not talk to safe players",
        "get a strike",
        "If a player times out twice in a row, the match pauses for up to 10 minutes.",
    ] {
        assert!(said(&rules).contains(words), "{words}: {rules}");
    }

    // The set-up panel offers the season's setting for alliance channels.
    let seats = json!({ "game": "gridlock", "dmo": dmo.id, "ec": ec.id });
    let panel = host.command(HALL, "match new", seats).await["message"].clone();
    let menu = |panel: &Value, field: &str| {
        let mut all = controls(panel).into_iter();
        all.find(|(_, id)| id.ends_with(field)).map(|(_, id)| id)
    };
    let closes = menu(&panel, ":alliances").expect("a menu of channels");
    assert!(
        content(&panel).contains("Alliance channels: none"),
        "{panel}"
    );
    let channel = host.channel("announcements").await.unwrap();
    host.try_press(&panel, &closes, json!([channel])).await;
    let set = format!("Alliance channels: <#{channel}>");
    let panel = host.sees(HALL, &set).await;
    let settings = host.command(HALL, "season settings", json!({})).await;
    let page = json!(["channels"]);
    let page = host.choose(&settings["message"], "What to set", page).await;
    let closed = format!("Alliance channels: **<#{channel}>**");
    assert!(content(&page).contains(&closed), "{page}");
    host.try_press(&panel, &closes, json!([])).await;
    let panel = host.sees(HALL, "Alliance channels: none").await;

    // Outside a season it doesn't.
    let people = menu(&panel, ":people").unwrap();
    let [juniper, bo] = house.people(["Juniper", "Bo"]).await;
    host.try_press(&panel, &people, json!([juniper.id, bo.id]))
        .await;
    let panel = host.sees(HALL, crate::phrases::DOES_NOT_COUNT).await;
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
    assert!(content(&begun).contains(apart), "{begun}");
    for who in [&juniper, &bo] {
        who.sees(
            "@Dealer",
            "Until it's over, you and the players (Teo and Mika) may not talk",
        )
        .await;
    }

    // The status says what the match is waiting for.
    let status = host.command(HALL, "match status", json!({})).await;
    let waits = "Waiting for **Teo**: choose one";
    assert!(said(&status).contains(waits), "{status}");
    // A reminder of choices has nobody to go to now: it says the same.
    let nobody = host.command(HALL, "match remind", json!({})).await;
    for words in ["nobody to remind", waits] {
        assert!(said(&nobody).contains(words), "{nobody}");
    }
    house.close().await;
}
