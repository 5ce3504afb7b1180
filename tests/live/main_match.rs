//! A main match, from the set-up to the Death Match of the two whom it names.

use serde_json::{Value, json};

use super::appointments::{end_first, until_seen};
use super::house::{House, Person, content, lacks, says, says_all};
use super::roundabout::choose;

const HALL: &str = "lobby";
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// What is only true of matches of two.
const OF_TWO: [&str; 6] = [
    "Ready",
    "DMO",
    " both ",
    " starts",
    "has begun",
    "before the match",
];

/// Opens a main match with these options, a line each.
async fn open(host: &Person<'_>, options: &str) {
    let new = json!({ "game": "main_match" });
    let panel = host.command(HALL, "match new", new).await["message"].clone();
    says(
        &panel,
        "**Main Match** (only you see this)\nPlayers (from the season): 13",
    );
    host.sets_options(&panel, options).await;
    let panel = host.sees(HALL, "the rest default").await;
    host.press(&panel, "Open the match").await;
    host.sees(HALL, "# Main Match").await;
}

/// What somebody reads of the match in a channel. None of it is about matches of two.
async fn reads(who: &Person<'_>, channel: &str) -> String {
    let messages = who.messages(channel).await;
    let is_first = |found: &serde_json::Value| content(found).contains("Main Match");
    let since = messages.iter().position(is_first).unwrap();
    let all: Vec<&str> = messages[since..].iter().map(content).collect();
    let all = all.join("\n\n");
    for words in OF_TWO {
        assert!(!all.contains(words), "“{words}” in {all}");
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_is_counted_and_who_voted_for_whom_stays_secret() {
    let mut house = House::new("main-match").await;
    let [host, bo, dax, rook] = house.people(["Vesper", "Bo", "Dax", "Rook"]).await;
    end_first(&house).await;
    open(&host, "question = Who goes?\nshown = counts").await;
    let asked = bo.sees("@Dealer", "Who goes?").await;
    choose(&bo, &asked, "Choose one person", &["Mika"]).await;
    dax.writes("@Dealer", "mika").await;
    dax.sees("@Dealer", "**Mika**").await;

    // The host reads who is missing, but not what the others chose. A player reads neither.
    let status = host.types(HALL, "match status").await;
    says_all(&status, ["2 of 13 choices in", "Rook"]);
    lacks(&status, "Bo,");
    let theirs = rook.types(HALL, "board").await;
    lacks(&theirs["message"], "Still missing");
    says(
        &host.types(HALL, "match begin").await,
        "Close it without them?",
    );
    until_seen(&house, &rook, HALL, "# The result", DAY_MS + 2_000).await;
    let told = reads(&rook, HALL).await;
    assert!(told.contains("Mika 2") && !told.contains("Bo"), "{told}");
    let own = bo.sees("@Dealer", "your answer was **Mika**").await;
    lacks(&own, "Dax");
    for (who, channel) in [(&bo, "@Dealer"), (&rook, "@Dealer"), (&host, HALL)] {
        reads(who, channel).await;
    }

    let told = host.sees("@Dealer", "Only hosts see this").await;
    says_all(&told, ["Bo: Mika", "No answer: 11 people"]);

    // Nobody gets a record or a replay of it, and the host does.
    let replay = rook.types(HALL, "replay").await;
    lacks(&replay["message"], "Bo");
    let season = rook.types(HALL, "season history match: 2").await;
    says(&season, "no record or replay for players");
    let record = host.types(HALL, "match export").await;
    assert!(
        record["message"]["attachments"][0]["url"].is_string(),
        "{record}"
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_opponent_is_chosen_and_their_death_match_is_set_up() {
    let mut house = House::new("main-match-duel").await;
    let [host, mika, teo] = house.people(["Vesper", "Mika", "Teo"]).await;
    end_first(&house).await;
    open(&host, "question = Whom do you take?\nasked = Mika").await;
    let asked = mika.sees("@Dealer", "Whom do you take?").await;
    choose(&mika, &asked, "Choose one person", &["Teo"]).await;
    let confirm = host.types(HALL, "match begin").await;
    host.press(&confirm["message"], "Close now").await;
    teo.sees(HALL, "# The result").await;
    let news = host.sees("@Dealer", "play the Death Match next").await;
    choose(&host, &news, "Set up the Death Match in …", &["Gridlock"]).await;
    let panel = host.sees("@Dealer", "**A match of Gridlock**").await;
    let both = format!("DMO: <@{}> · EC: <@{}>", teo.id, mika.id);
    says(&panel, &both);
    host.press(&panel, "Open the match").await;
    host.sees(HALL, "# Gridlock").await;
    house.close().await;
}

/// What a host types into the form of a button, in one message.
async fn fills(host: &Person<'_>, message: &Value, button: &str, fields: Value) -> Value {
    let form = host.press(message, button).await;
    host.fill(&form, fields).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_runs_two_rounds_with_points_and_somebody_out() {
    let mut house = House::new("main-match-rounds").await;
    let [host, bo, rook] = house.people(["Vesper", "Bo", "Rook"]).await;
    end_first(&house).await;
    open(
        &host,
        "question = Where to?\nanswers = one of North, South\nrounds = 2 x 1h",
    )
    .await;
    says(
        &bo.sees(HALL, "# Main Match").await,
        "Round 1 of 2: Where to?",
    );
    let asked = bo.sees("@Dealer", "Where to?").await;
    bo.press(&asked, "North").await;

    // Something for one person alone, at any time.
    let status = host.types(HALL, "match status").await;
    let told = json!({ "text": "Bo: your hunter is Rook" });
    fills(&host, &status["message"], "Tell people…", told).await;
    bo.sees("@Dealer", "The host tells you: your hunter is Rook")
        .await;
    lacks(&rook.sees("@Dealer", "Where to?").await, "hunter");

    until_seen(
        &house,
        &rook,
        HALL,
        "Round 1 is closed: 1 of 13 answered",
        3_602_000,
    )
    .await;
    let desk = host.sees("@Dealer", "Only hosts see this").await;
    let wrong = fills(&host, &desk, "Points…", json!({ "text": "Bo lots" })).await;
    says(&wrong["message"], "like `Mika 3, Teo -1, rest 0`");
    let given = fills(&host, &desk, "Points…", json!({ "text": "Bo 3, rest -1" })).await;
    says(&given["message"], "points: Bo +3");
    rook.sees(HALL, "Bo 3 · ").await;
    fills(&host, &desk, "Out…", json!({ "text": "rook" })).await;
    bo.sees(HALL, "Rook is out.").await;
    let early = host.press(&desk, "Next round").await;
    says(&early["message"], "the next round is open");

    let card = bo.sees(HALL, "Round 2 of 2: Where to?").await;
    says(&card, "0 of 12 choices in");
    let again = bo.sees("@Dealer", "Your answer in round 1: North").await;
    says(&again, "The host told you: your hunter is Rook");
    bo.press(&again, "South").await;
    let late = host.press(&desk, "Next round").await;
    says(&late["message"], "isn't possible now");
    let confirm = host.types(HALL, "match begin").await;
    host.press(&confirm["message"], "Close without them").await;
    rook.sees(HALL, "Round 2 is closed: 1 of 12 answered").await;
    let ended = host.types(HALL, "match begin").await;
    says(&ended["message"], "The match is over.");
    says(&rook.sees(HALL, "# The result").await, "Bo 3 · ");
    for (who, channel) in [(&bo, "@Dealer"), (&rook, "@Dealer"), (&host, HALL)] {
        reads(who, channel).await;
    }
    house.close().await;
}
