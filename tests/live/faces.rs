//! In some matches players must remember whose picture is whose. From such a match's opening to its
//! end, no picture shows the cast's faces beside names.

use dealer::store::SeasonSettings;
use serde_json::{Value, json};

use super::appointments::{open, set};
use super::house::{House, Person, content};

const HALL: &str = "lobby";
const WHY: &str = "Faces are hidden while a match of Roundabout is on";

/// The description of an answer's picture.
async fn description(who: &Person<'_>, (channel, command): (&str, &str), options: Value) -> String {
    let answer = who.command(channel, command, options).await;
    described(&answer["message"])
}

fn described(message: &Value) -> String {
    let description = message["attachments"][0]["description"].as_str();
    description
        .unwrap_or_else(|| panic!("no picture: {message}"))
        .to_owned()
}

/// Whether every picture that could pair names with faces says why it has none. If not, none may
/// say so.
async fn all_say_why(house: &House, expected: bool) {
    let [cleo, host] = house.people(["Cleo", "Vesper"]).await;
    let public = json!({ "public": true });
    for (who, (channel, command), options) in [
        (&cleo, (HALL, "season standings"), json!({})),
        (&cleo, (HALL, "season standings"), public.clone()),
        (&host, ("death-match", "season standings"), json!({})),
        // One is an earlier match of the same cast, the other an open match of another channel.
        (&cleo, (HALL, "replay"), json!({ "match": -2 })),
        (&cleo, ("death-match", "board"), json!({})),
        (&host, ("death-match", "board"), public),
    ] {
        let said = description(who, (channel, command), options).await;
        assert_eq!(
            said.contains(WHY),
            expected,
            "{command} in {channel}: {said}"
        );
    }
}

async fn standings(house: &House) -> Vec<u8> {
    let cleo = house.person("Cleo").await;
    let shown = cleo.types(HALL, "season standings").await;
    let url = shown["message"]["attachments"][0]["url"].as_str().unwrap();
    house.bytes(url).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_face_stands_beside_a_name_while_players_must_remember_faces() {
    let hold = |settings: &mut SeasonSettings| settings.hold_results = true;
    let house = House::new("faces").await;
    house.shows_all_commands().await;
    let resigns = async |who: &Person<'_>| {
        who.resigns_in(HALL).await;
    };
    let practise = json!({ "game": "crossfire", "opponent": house.person("Wren").await.id });
    let bo = house.person("Bo").await;
    bo.command(HALL, "practice", practise).await;
    bo.sees(HALL, "# Crossfire").await;
    resigns(&bo).await;
    bo.sees(HALL, "Wren beats Bo").await;
    all_say_why(&house, false).await;
    let before = standings(&house).await;

    // A practice that hasn't begun hides nothing.
    let practise = json!({ "game": "roundabout", "opponent": house.person("Wren").await.id });
    bo.command(HALL, "practice", practise).await;
    bo.sees(HALL, "# Roundabout").await;
    all_say_why(&house, false).await;
    resigns(&bo).await;

    let mut house = house.changed(|store, guild| set(store, guild, hold)).await;
    open(&house, "roundabout").await;
    all_say_why(&house, true).await;
    assert!(standings(&house).await != before);
    let [dmo, ec] = house.people(["Teo", "Mika"]).await;
    let card = house
        .until("the match's card is posted", async || {
            let posts = dmo.messages(HALL).await.into_iter();
            // This is the other practice.
            let mut cards = posts.filter(|post| content(post).contains("Teo's entourage: **"));
            cards.next()
        })
        .await;
    for who in [&dmo, &ec] {
        who.press(&card, "Ready").await;
    }
    dmo.sees(HALL, "choose who goes first").await;
    let act = async |who: &Person<'_>, text: &str| {
        who.command(HALL, "act", json!({ "text": text })).await
    };
    act(&dmo, "first ec").await;
    ec.sees(HALL, "set your opponent's party").await;
    act(&ec, "party 17").await;
    dmo.sees(HALL, "Yours is on 17").await;
    act(&dmo, "party 9").await;
    ec.sees(HALL, "Mika's party is on 9").await;
    // The others' entourages are random. An opponent is never in a player's own one.
    act(&ec, "place Teo 12").await;
    // The match's own board shows faces: placed ones by number, and others by name.
    let post = dmo.sees(HALL, "Mika places Teo on 12").await;
    let own = described(&post);
    assert!(!own.contains(WHY), "{own}");
    let cars = own.split("Cars by space: ").nth(1).unwrap();
    let (cars, rest) = cars.split_once('.').unwrap();
    let (space, code) = cars.split_once(' ').unwrap();
    assert_eq!(space, "12");
    assert!(!code.chars().any(char::is_alphanumeric), "{cars}");
    let unplaced = rest.split("Not placed yet: ").nth(1).unwrap();
    let unplaced = unplaced.split('.').next().unwrap();
    assert!(unplaced.contains("Hugo"), "{rest}");
    assert!(!unplaced.contains("Teo"), "{rest}");
    all_say_why(&house, true).await;

    // A waiting result must stay secret, and faces that come back would tell it. So no standings
    // yet.
    resigns(&dmo).await;
    dmo.sees(HALL, crate::phrases::ON_HOLD).await;
    let said = description(&dmo, ("death-match", "board"), json!({})).await;
    assert!(said.contains(WHY), "{said}");
    let host = house.person("Vesper").await;
    let waits = host.sees("@Dealer", crate::phrases::ON_HOLD).await;
    let shown = host.press(&waits, "Release the result").await;
    host.press(&shown["message"], "Post it now").await;
    dmo.sees(HALL, "Mika beats Teo by resignation").await;
    all_say_why(&house, false).await;
    house.close().await;
}
