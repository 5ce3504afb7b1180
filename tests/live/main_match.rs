//! A main match, from the set-up to the Death Match of the two whom it names.

use serde_json::json;

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
