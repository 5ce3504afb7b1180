//! What Dealer shows to people who only look: which match a command means in a channel, and
//! complete lists of matches.

use local_discord::world::permissions::OF_BOTS;
use serde_json::{Value, json};

use super::appointments::{end_first, live, open_in};
use super::house::{EVERYTHING, House, Person, content, said, says};

const HALL: &str = "lobby";

/// Checks which match the commands show in a channel.
async fn looks(who: &Person<'_>, channel: &str, game: &str) {
    for (command, options) in [
        ("board", json!({})),
        ("board", json!({ "words_only": true })),
        ("board", json!({ "public": true })),
        ("match status", json!({})),
    ] {
        let shown = who.command(channel, command, options).await;
        let shown = content(&shown["message"]);
        assert!(shown.contains(game), "{command} in {channel}: {shown}");
    }
    let rules = who.types(channel, "rules").await;
    says(&rules, &format!("**{game}.**"));
}

async fn resigns(who: &Person<'_>, channel: &str) {
    who.resigns_in(channel).await;
}

/// Adds another channel that everybody sees.
async fn add_channel(house: &House, name: &str) {
    let guild = house.guild().await;
    for bits in [EVERYTHING, OF_BOTS] {
        house.bot_permissions(bits).await;
        if bits != OF_BOTS {
            let body = json!({ "name": name, "type": 0 });
            let path = format!("/guilds/{guild}/channels");
            house.as_bot("POST", &path, body).await;
        }
    }
}

/// Bo owes a choice in the rehearsal's own match, which isn't live. When he looks in a channel, he
/// means the match that is or was played there.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_looks_sees_the_channels_match() {
    let mut house = House::new("looking").await;
    house.shows_all_commands().await;
    let [bo, teo] = house.people(["Bo", "Teo"]).await;
    bo.sees("@Dealer", "Choose the tile").await;
    // In a channel without matches he means a match that he takes part in.
    looks(&bo, HALL, "Gridlock").await;
    live(&house).await;
    looks(&bo, HALL, "Crossfire").await;
    looks(&bo, "death-match", "Gridlock").await;
    resigns(&teo, HALL).await;
    bo.sees(HALL, "Mika beats Teo").await;
    looks(&bo, HALL, "Crossfire").await;
    let clock = bo.types(HALL, "clock").await;
    says(&clock, "This match is over");
    // A person who is playing elsewhere right now means that match.
    let [cleo, nils] = house.people(["Cleo", "Nils"]).await;
    let with = json!({ "game": "roundabout", "opponent": cleo.id });
    add_channel(&house, "court").await;
    nils.command("court", "practice", with).await;
    let card = cleo.sees("court", "# Roundabout").await;
    looks(&cleo, HALL, "Crossfire").await;
    for who in [&nils, &cleo] {
        who.press(&card, "Ready").await;
    }
    cleo.sees("court", "The match begins").await;
    looks(&cleo, HALL, "Roundabout").await;
    looks(&cleo, "death-match", "Gridlock").await;
    house.close().await;
}

/// A rehearsal or practice in a channel hides no other match. Commands about a finished match mean
/// the one that counts.
#[tokio::test(flavor = "multi_thread")]
async fn a_practice_never_hides_a_match_that_counts() {
    let mut house = House::new("looking-counts").await;
    house.shows_all_commands().await;
    let [host, teo, bo] = house.people(["Vesper", "Teo", "Bo"]).await;
    live(&house).await;
    teo.types(HALL, "act text: bid 3").await;
    resigns(&teo, HALL).await;
    bo.sees(HALL, "Mika beats Teo").await;
    let void = async |name: &str| {
        host.voids(HALL).await;
        bo.sees(HALL, name).await;
    };
    let [dmo, ec] = house.people(["Bo", "Wren"]).await;
    let seats = json!({ "game": "gridlock", "dmo": dmo.id, "ec": ec.id });
    host.confirms(HALL, "match new", seats, "Rehearse").await;
    let asked = host
        .until_newest("**A rehearsal of", "Start the rehearsal")
        .await;
    host.press(&asked, "Start the rehearsal").await;
    bo.sees(HALL, "**Rehearsal**").await;
    void("# Void").await;
    bo.types(HALL, "practice game: roundabout").await;
    bo.sees(HALL, "Bo vs Computer").await;
    resigns(&bo, HALL).await;
    bo.sees(HALL, " beats Bo").await;
    let menu = host.types(HALL, "ruling rewind reason: x").await;
    let named = "Crossfire: Teo vs Mika (match 2), which is over";
    assert!(said(&menu).starts_with(named), "{menu}");
    let since = "Rehearsals and practices here since then aren't affected";
    says(&menu, since);
    let record = host.types(HALL, "match export").await;
    let file = &record["message"]["attachments"][0]["filename"];
    assert_eq!(file, "crossfire-2.json", "{record}");
    // A person who only looks sees the latest match there.
    looks(&house.person("Cleo").await, HALL, "Roundabout").await;
    house.close().await;
}

/// All messages that answer a command, joined, once all these words are there.
async fn told(who: &Person<'_>, command: &str, options: Value, words: &[String]) -> String {
    let before = who.messages(HALL).await.len();
    who.command(HALL, command, options).await;
    who.house
        .until("all of the answer is there", async || {
            let now = who.messages(HALL).await;
            let texts: Vec<&str> = now[before..].iter().map(content).collect();
            assert!(texts.iter().all(|text| text.chars().count() <= 2000));
            let said = texts.join("\n");
            words.iter().all(|word| said.contains(word)).then_some(said)
        })
        .await
}

/// More matches are open than fit into one message.
#[tokio::test(flavor = "multi_thread")]
async fn lists_of_matches_are_never_cut() {
    const ARENAS: usize = 32;
    let mut house = House::new("looking-lists").await;
    house.shows_all_commands().await;
    end_first(&house).await;
    let arena = |number: usize| format!("the-arena-of-number-{number}");
    for number in 0..ARENAS {
        add_channel(&house, &arena(number)).await;
        open_in(&house, &arena(number), "invitational").await;
    }
    let [host, teo] = house.people(["Vesper", "Teo"]).await;
    let mut links = Vec::new();
    for number in 0..ARENAS {
        links.push(format!(
            "<#{}>",
            host.channel(&arena(number)).await.unwrap()
        ));
    }
    for (who, command) in [(&teo, "match list"), (&host, "match pause"), (&teo, "act")] {
        let options = match command {
            "act" => json!({ "text": "x" }),
            _ => json!({}),
        };
        let said = told(who, command, options, &links).await;
        for link in &links {
            let named = said.matches(link).count();
            assert_eq!(named, 1, "{command}: {link} in {said}");
        }
    }
    house.close().await;
}

/// Commands that need no server work in direct messages too. The others say that they don't.
#[tokio::test(flavor = "multi_thread")]
async fn people_look_at_their_own_matches_in_direct_messages() {
    let mut house = House::new("looking-direct").await;
    let [host, teo] = house.people(["Vesper", "Teo"]).await;
    for name in ["Teo", "Cleo"] {
        let body = json!({ "recipient_id": house.person(name).await.id });
        house.as_bot("POST", "/users/@me/channels", body).await;
    }
    let arena = "death-match";
    host.confirms(arena, "match begin", json!({}), "Begin without strikes")
        .await;
    teo.sees(arena, "choose one").await;
    let none = teo.types("@Dealer", "replay").await;
    says(&none, "finished matches that you were in");
    teo.resigns_in(arena).await;
    teo.sees(arena, "Mika beats Teo").await;
    let first = teo.types("@Dealer", "replay").await;
    says(&first, "The beginning");
    teo.press(&first["message"], "▶").await;
    teo.sees("@Dealer", "%**").await;
    let cleo = house.person("Cleo").await;
    let others = cleo.types("@Dealer", "replay match: -1").await;
    says(&others, "finished matches that you were in");
    for (command, options, told) in [
        ("rules", json!({ "game": "crossfire" }), "Crossfire"),
        ("me", json!({}), "Confirm my moves"),
    ] {
        let answer = cleo.command("@Dealer", command, options).await;
        says(&answer, told);
    }
    house.close().await;
}
