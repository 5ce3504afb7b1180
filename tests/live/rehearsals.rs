//! Rehearsals: the computer plays the match as it will be, and nobody of the cast is asked or told
//! anything.

use std::time::Duration;

use games::GameId;
use matches::Event;
use serde_json::{Value, json};

use super::house::{House, Person, calls, content, lacks, says};

const HALL: &str = "lobby";
/// The first line of every post of a rehearsal.
const MARK: &str = "-# Rehearsal: it doesn't count.\n";

/// The panel of a match of Teo (DMO) and Mika (EC), with one option: as the host types it, and as
/// the panel then shows it.
async fn panel(host: &Person<'_>, game: GameId, (typed, said): (&str, &str)) -> Value {
    let (dmo, ec) = (
        host.house.person("Teo").await,
        host.house.person("Mika").await,
    );
    let seats = json!({ "game": game.word(), "dmo": dmo.id, "ec": ec.id });
    let panel = host.command(HALL, "match new", seats).await["message"].take();
    host.sets_options(&panel, typed).await;
    host.until_newest(said, "Rehearse").await
}

/// Starts a rehearsal and gives the panel, which can still open the match itself.
async fn rehearse(host: &Person<'_>, game: GameId, options: (&str, &str)) -> Value {
    let panel = panel(host, game, options).await;
    host.press(&panel, "Rehearse").await;
    let asked = host
        .until_newest("**A rehearsal of", "Start the rehearsal")
        .await;
    says(&asked, "Teo (DMO) vs Mika (EC)");
    host.press(&asked, "Start the rehearsal").await;
    host.until_newest("The rehearsal has begun in", "Open the match")
        .await
}

/// What everybody but the host sees in direct messages and outside the hall. Roles and channels are
/// included.
async fn told(house: &House, host: &Person<'_>) -> Vec<Value> {
    let world = house.get("/local/world").await;
    let mut seen = Vec::new();
    let bot = &world["bots"][0]["id"];
    let people = world["people"].as_array().unwrap().iter();
    for person in people.filter(|person| person["id"] != *bot) {
        // The host gets a host's messages.
        if person["id"] != host.id {
            seen.push(person.clone());
        }
        let person = house.person(person["name"].as_str().unwrap()).await;
        if person.id != host.id {
            seen.extend(person.messages("@Dealer").await);
            let channels = format!("/local/as/{}/channels", person.id);
            let channels = house.get(&channels).await;
            let channels = channels.as_array().unwrap().iter();
            seen.extend(channels.map(|channel| channel["name"].clone()));
        }
    }
    for channel in ["announcements", "audit", "death-match"] {
        seen.extend(host.messages(channel).await);
    }
    seen.push(world["guilds"][0].clone());
    seen
}

/// Everything that is decided for good, except the matches themselves.
fn decided(house: &House) -> Vec<String> {
    let mut kept = house.kept();
    let of_matches = ["matches ", "journal ", "interactions "];
    kept.retain(|row| !of_matches.iter().any(|table| row.starts_with(table)));
    kept
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rehearsal_plays_to_its_end_and_nobody_is_told() {
    let mut house = House::new("rehearsal-ends").await;
    let [host, cleo] = house.people(["Vesper", "Cleo"]).await;
    // The letters of the rehearsal's own match have gone out.
    house.settled().await;
    for (game, options) in [
        ("gridlock", ("size = 3", "**a 3×3 grid**")),
        ("short_circuit", ("on_timeout = random", "**out of time =")),
    ] {
        let game = GameId::read(game).unwrap();
        let title = game.catalogue().title;
        let before = (told(&house, &host).await, decided(&house));
        let newest = async || cleo.messages(HALL).await.last().map(number);
        let since = newest().await.unwrap_or_default();
        let panel = rehearse(&host, game, options).await;
        // The match itself has to wait, since a channel has one open match at a time.
        host.press(&panel, "Open the match").await;
        host.until_newest("A rehearsal is already open in this channel", "Rehearse")
            .await;
        let record = format!("rehearsal-{}-", game.word());
        let result = ends(&cleo, since, &record).await;
        assert!(content(&result).starts_with(MARK), "{result}");
        // Its host reads there how to go on.
        says(&result, "</match new:");
        let mut posts = cleo.messages(HALL).await;
        posts.retain(|post| number(post) > since);
        let mut cards = 0;
        for post in &posts {
            let is_card = content(post).starts_with(&format!("# {title}"));
            cards += u32::from(is_card);
            let marked = if is_card {
                content(post).contains("**Rehearsal**: the computer plays")
            } else {
                content(post).starts_with(MARK)
            };
            assert!(marked, "{post}");
            lacks(post, "<@");
            assert_eq!(post["mentions"], json!([]), "{post}");
        }
        assert_eq!(cards, 1);
        assert!(posts.len() >= 3, "{posts:?}");
        house.settled().await;
        let after = told(&house, &host).await;
        assert_eq!(after.len(), before.0.len(), "{title}");
        for (now, before) in after.iter().zip(&before.0) {
            assert_eq!(now, before, "{title}");
        }
        assert_eq!(decided(&house), before.1, "{title}");
    }
    // The channel is free. The panel now opens the match itself, and people are asked.
    let panel = host
        .until_newest("**out of time =", "✅ Practice round first: yes")
        .await;
    host.press(&panel, "✅ Practice round first: yes").await;
    let panel = host
        .until_newest("**out of time =", "⬜ Practice round first: no")
        .await;
    host.press(&panel, "Open the match").await;
    let card = cleo.sees(HALL, "**Elimination match:**").await;
    lacks(&card, "ehearsal");
    let teo = house.person("Teo").await;
    assert!(calls(&card, &teo), "{card}");
    house.close().await;
}

/// A press by a person of the cast gets an explanation. The host runs the rehearsal like any match,
/// and it survives a restart.
#[tokio::test(flavor = "multi_thread")]
async fn a_host_runs_a_rehearsal_that_survives_a_restart() {
    let house = House::new("rehearsal-conducted").await;
    let [host, teo] = house.people(["Vesper", "Teo"]).await;
    let options = ("max_turns = 40", "**tie after 40 cards**");
    rehearse(&host, GameId::read("roundabout").unwrap(), options).await;
    teo.sees(HALL, "**Rehearsal**").await;
    // The card may have lost the button already.
    let refused = teo.presses_again(HALL, "ready:2").await;
    assert!(refused.contains("This is a rehearsal"), "{refused}");
    let act = json!({ "text": "end" });
    let refused = teo.command(HALL, "act", act).await;
    says(&refused, "This is a rehearsal");
    let list = host.types(HALL, "match list").await;
    says(&list, "**Roundabout** (rehearsal) · Teo (DMO) vs Mika (EC)");

    // The host pauses and resumes it.
    teo.sees(HALL, "The match begins").await;
    host.types(HALL, "match pause").await;
    teo.sees(HALL, "clocks are stopped").await;
    let stopped = house.acts().len();
    let mut house = house.restart().await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(house.acts().len(), stopped);
    let [host, teo] = house.people(["Vesper", "Teo"]).await;
    host.types(HALL, "match resume").await;
    moves_on(&house, stopped).await;

    // The computer moves on while the host reads the preview.
    let reason = json!({ "reason": "to see it" });
    let menu = host.command(HALL, "ruling rewind", reason).await;
    let panel = &menu["message"];
    let entries = &panel["components"][0]["components"][0];
    let earliest = entries["options"].as_array().unwrap().last().unwrap()["value"].clone();
    let menu = entries["custom_id"].as_str().unwrap();
    host.try_press(panel, menu, json!([earliest])).await;
    let asked = host.sees(HALL, crate::phrases::GO_BACK).await;
    moves_on(&house, house.acts().len()).await;
    host.press(&asked, crate::phrases::YES_GO_BACK).await;
    teo.sees(HALL, "to see it").await;
    let rewound = |event: &Event| matches!(event, Event::Rewound { .. });
    assert!(house.events().iter().any(rewound));
    moves_on(&house, house.acts().len()).await;

    // The host tries a seat: the computer waits for them, and they keep hosting.
    let substitute = json!({ "player": "Mika", "account": host.id, "reason": "to try it" });
    host.confirms(HALL, "ruling substitute", substitute, "Yes, substitute")
        .await;
    host.sees("@Dealer", "You now play as **Mika**").await;
    house
        .until("the computer waits for the host", async || {
            let before = house.acts().len();
            tokio::time::sleep(Duration::from_secs(3)).await;
            let posts = teo.messages(HALL).await;
            let called = posts.iter().any(|post| calls(post, &host));
            (called && house.acts().len() == before).then_some(())
        })
        .await;
    // So their Resume button ends a pause as a host's does.
    host.types(HALL, "match pause").await;
    let paused = "The host pauses the match";
    let paused = host.until_newest(paused, "Resume (host)").await;
    let resumed = host.press(&paused, "Resume (host)").await;
    says(&resumed, "resumes");
    let ended = |event: &Event| matches!(event, Event::Resumed);
    let ends = house.events().iter().filter(|event| ended(event)).count();
    assert_eq!(ends, 2);
    host.voids(HALL).await;
    let void = teo.sees(HALL, "# Void").await;
    assert!(content(&void).starts_with(MARK), "{void}");
    let exported = host.types(HALL, "match export").await;
    let file = &exported["message"]["attachments"][0]["filename"];
    let file = file.as_str().unwrap_or_default();
    assert!(file.starts_with("rehearsal-roundabout-"), "{exported}");
    house.close().await;
}

async fn moves_on(house: &House, from: usize) {
    house
        .until("the computer moves", async || {
            (house.acts().len() > from).then_some(())
        })
        .await;
}

/// A message's number. Later messages have higher ones.
fn number(message: &Value) -> u64 {
    message["id"].as_str().unwrap().parse().unwrap()
}

/// The result of a rehearsal: a post with a file whose name begins like this.
async fn ends(who: &Person<'_>, since: u64, name: &str) -> Value {
    let is_record = |file: &Value| {
        let file = file["filename"].as_str().unwrap();
        file.starts_with(name) && file.ends_with(".json")
    };
    let is_result = |post: &&Value| {
        let files = post["attachments"].as_array().unwrap();
        number(post) > since && files.iter().any(is_record)
    };
    loop {
        let before = who.messages(HALL).await;
        if let Some(found) = before.iter().find(is_result) {
            return found.clone();
        }
        who.house
            .until("the rehearsal goes on", async || {
                (who.messages(HALL).await != before).then_some(())
            })
            .await;
    }
}
