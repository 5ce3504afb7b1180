//! A main match, from the set-up to the Death Match of the two whom it names.

use serde_json::{Value, json};

use super::appointments::{end_first, until_seen};
use super::house::{House, Person, content, controls, field, labels, lacks, says, says_all};
use super::main_matches::PLAYED;
use super::roundabout::choose;
use crate::phrases::YES_UNDO;

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
    host.turns(&panel, "Tell people…").await;
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
    says_all(&told, ["Bo: Mika", "No answer: Mika, Teo"]);

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

#[tokio::test(flavor = "multi_thread")]
async fn a_template_sets_all_options_before_anything_is_typed() {
    let mut house = House::new("main-match-templates").await;
    let [host] = house.people(["Vesper"]).await;
    end_first(&house).await;
    let new = json!({ "game": "main_match" });
    let panel = host.command(HALL, "match new", new).await["message"].clone();
    let menu = "Use a template";
    choose(&host, &panel, menu, &["Unique lowest number"]).await;
    let number = "everyone answers: number 1-100";
    let panel = host.sees(HALL, number).await;
    says_all(&panel, ["“Which number?”", "5 rounds"]);

    // What the host changes can be saved, and is in the menu from then on.
    host.sets_options(&panel, "answers = number 1-50").await;
    let panel = host.sees(HALL, "number 1-50").await;
    host.press(&panel, "Times, dates, presets").await;
    let page = host.turns(&panel, "Back").await;
    fills(&host, &page, "Save as a preset…", json!({ "name": "Low" })).await;
    host.press(&page, "Back").await;
    let panel = host.turns(&panel, "Open the match").await;
    choose(&host, &panel, menu, &["Vote"]).await;
    let panel = host.sees(HALL, "**everyone sees the counts").await;
    lacks(&panel, "number");
    choose(&host, &panel, menu, &["Low"]).await;
    let panel = host.sees(HALL, "number 1-50").await;
    choose(&host, &panel, menu, &["Custom"]).await;
    host.sees(HALL, "Options: all default").await;
    house.close().await;
}

/// The `custom_id` of the answer South on a panel.
fn south(panel: &Value) -> String {
    let mut controls = controls(panel).into_iter();
    controls.find(|(label, _)| label == "South").unwrap().1
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
    let card = bo.sees(HALL, "# Main Match").await;
    let panel = bo.press(&card, "Open my panel").await["message"].clone();

    // Something for one person alone, at any time.
    let status = host.types(HALL, "match status").await;
    let told = json!({ "text": "Bo: your hunter is Rook" });
    fills(&host, &status["message"], "Tell people…", told).await;
    bo.sees("@Dealer", "The host tells you: your hunter is Rook")
        .await;
    lacks(&rook.sees("@Dealer", "Where to?").await, "hunter");
    let cards: Vec<String> = (1..=13).map(|card| format!("card {card}")).collect();
    let deal = json!({ "text": format!("deal {}", cards.join(", ")) });
    fills(&host, &status["message"], "Tell people…", deal).await;
    let dealt = bo.sees("@Dealer", "The host tells you: card").await;
    let other = rook.sees("@Dealer", "The host tells you: card").await;
    assert_ne!(content(&dealt), content(&other));
    let told = host.types(HALL, "match status").await;
    says(&told["message"], "Told in private: Mika: card ");

    until_seen(
        &house,
        &rook,
        HALL,
        "Round 1 is closed: 1 of 13 answered",
        3_602_000,
    )
    .await;
    let desk = host
        .sees("@Dealer", "**Round 1 of 2: 1 of 13 answered**")
        .await;
    // An old button closes no other round, and opens none.
    let again = host.press(&status["message"], "Close the round").await;
    says(&again["message"], "That round is closed already.");
    // A rewind opens the round again. Once that is undone, the host has the buttons again.
    let menu = host.types(HALL, "ruling rewind reason: a slip").await;
    let select = &menu["message"]["components"][0]["components"][0];
    let (id, newest) = (select["custom_id"].as_str(), &select["options"][0]["value"]);
    host.try_press(&menu["message"], id.unwrap(), json!([newest]))
        .await;
    let preview = host.turns(&menu["message"], YES_UNDO).await;
    says(&preview, "Round 1 is closed");
    host.press(&preview, YES_UNDO).await;
    host.closes(&desk, "Taken back by the host").await;
    let done = host.turns(&menu["message"], "Undo this").await;
    let asked = host.press(&done, "Undo this").await;
    host.press(&asked["message"], YES_UNDO).await;
    let taken_back = desk;
    let desk = house
        .until("the host has all answers again", async || {
            let found = host.sees("@Dealer", "1 of 13 answered**").await;
            (found["id"] != taken_back["id"]).then_some(found)
        })
        .await;
    let wrong = fills(&host, &desk, "Points…", json!({ "text": "Bo lots" })).await;
    says(&wrong["message"], "“Bo lots” has no points");
    let form = host.press(&wrong["message"], "Points…").await;
    assert_eq!(field(&form, "text"), "Bo lots");
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
    // A panel of the round before answers nothing.
    let (status, late) = bo.try_press(&panel, &south(&panel), json!([])).await;
    bo.answered(status, late).await;
    bo.sees(HALL, "0 of 12 choices in").await;
    bo.press(&again, "South").await;
    let late = host.press(&desk, "Next round").await;
    says(&late["message"], "isn't possible now");
    let status = host.types(HALL, "match status").await;
    let confirm = host.press(&status["message"], "Close the round").await;
    says(&confirm["message"], "Close it without them?");
    host.press(&confirm["message"], "Close without them").await;
    rook.sees(HALL, "Round 2 is closed: 1 of 12 answered").await;
    let status = host.types(HALL, "match status").await;
    let another = json!({
        "question": "And now?",
        "answers": "one of South, East",
        "missing": "nothing",
        "asked": "bo, Mika",
    });
    fills(&host, &status["message"], "Another question…", another).await;
    bo.sees(HALL, "Round 3: And now?").await;
    let (status, late) = bo.try_press(&panel, &south(&panel), json!([])).await;
    bo.answered(status, late).await;
    bo.sees(HALL, "0 of 2 choices in").await;
    let confirm = host.types(HALL, "match begin").await;
    host.press(&confirm["message"], "Close without them").await;
    rook.sees(HALL, "Round 3 is closed: 0 of 2 answered").await;
    let ended = host.types(HALL, "match begin").await;
    says(&ended["message"], "The match is over.");
    says(&rook.sees(HALL, "# The result").await, "Bo 3 · ");
    for (who, channel) in [(&bo, "@Dealer"), (&rook, "@Dealer"), (&host, HALL)] {
        reads(who, channel).await;
    }
    house.close().await;
}

/// The newest card with a button for one's panel.
async fn open_card(who: &Person<'_>) -> Option<Value> {
    let messages = who.messages(HALL).await.into_iter().rev();
    let mut cards = messages.filter(|message| content(message).contains("# Main Match"));
    cards.find(|card| labels(card).contains(&"Open my panel".to_owned()))
}

/// A short round has no messages. Its card calls everybody who is asked, and still does when some
/// have answered.
#[tokio::test(flavor = "multi_thread")]
async fn the_card_of_a_short_round_calls_all_who_are_asked() {
    let mut house = House::new("main-match-short").await;
    let [host, bo, mika] = house.people(["Vesper", "Bo", "Mika"]).await;
    end_first(&house).await;
    open(
        &host,
        "question = Who?\nanswers = person (final)\nrounds = 2 x 10m",
    )
    .await;
    let confirm = host.types(HALL, "match begin").await;
    host.press(&confirm["message"], "Close without them").await;
    let desk = host.sees("@Dealer", "**Round 1 of 2: 0 of").await;
    host.press(&desk, "Next round").await;
    bo.sees(HALL, "Round 2 of 2: Who?").await;
    mika.types(HALL, "act text: answer Bo").await;
    let card = bo.sees(HALL, "1 of 13 choices in").await;
    says_all(
        &card,
        [
            "Round 2 of 2",
            &format!("<@{}>", bo.id),
            &format!("<@{}>", mika.id),
        ],
    );
    let messages = mika.messages("@Dealer").await;
    let all: String = messages.iter().map(content).collect();
    assert!(!all.contains("Round 2"), "{all}");

    // Back in the first round, a new card has its buttons; once that is undone, so has the second.
    let menu = host.types(HALL, "ruling rewind reason: a slip").await;
    let select = &menu["message"]["components"][0]["components"][0];
    let entries = select["options"].as_array().unwrap().iter();
    let is_close = |entry: &&Value| {
        let label = entry["label"].as_str().unwrap();
        label.contains("Round 1 is closed")
    };
    let close = entries.rev().find(is_close);
    let id = select["custom_id"].as_str().unwrap();
    let entry = json!([close.unwrap()["value"]]);
    host.try_press(&menu["message"], id, entry).await;
    let preview = host.turns(&menu["message"], YES_UNDO).await;
    host.press(&preview, YES_UNDO).await;
    let again = house.until("a new card", async || open_card(&bo).await);
    says(&again.await, "Round 1 of 2");
    let done = host.turns(&menu["message"], "Undo this").await;
    let asked = host.press(&done, "Undo this").await;
    host.press(&asked["message"], YES_UNDO).await;
    let again = house.until("the second round's card", async || {
        let card = open_card(&bo).await?;
        content(&card).contains("Round 2 of 2").then_some(card)
    });
    says(&again.await, "1 of 13 choices in");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rounds_follow_by_themselves_until_the_two_of_the_death_match_are_named() {
    let mut house = House::new("main-match-alone").await;
    let [host, bo, rook, mika] = house.people(["Vesper", "Bo", "Rook", "Mika"]).await;
    end_first(&house).await;
    open(
        &host,
        "question = Who is out?\nrounds = 2 x 1h\npoints = most: out + -1 point\n\
         next_round = by_itself\nties = host",
    )
    .await;
    let card = bo.sees(HALL, "Round 1 of 2: Who is out?").await;
    says(&card, "Rules: Chosen most");
    mika.sees("@Dealer", "Who is out?").await;
    bo.writes("@Dealer", "rook").await;
    bo.sees("@Dealer", "**Rook**").await;
    let closed = "Round 1 is closed: 1 of 13 answered. Chosen most: Rook";
    until_seen(&house, &mika, HALL, closed, 3_602_000).await;
    let close = mika.sees(HALL, closed).await;
    says_all(&close, ["Points: Rook −1.", "Rook is out."]);
    says(
        &mika.sees("@Dealer", "Who is out?").await,
        "Rules: Chosen most",
    );
    host.sees("@Dealer", "the next round opens by itself").await;
    until_seen(&house, &mika, HALL, "Round 2 of 2: Who is out?", 62_000).await;

    mika.writes("@Dealer", "bo").await;
    mika.sees("@Dealer", "**Bo**").await;
    bo.writes("@Dealer", "mika").await;
    bo.sees("@Dealer", "**Mika**").await;
    let status = host.types(HALL, "match status").await;
    let confirm = host.press(&status["message"], "Close the round").await;
    host.press(&confirm["message"], "Close without them").await;
    let desk = host.sees("@Dealer", "**Round 2 of 2: ").await;
    says(&desk, "Mika and Bo tied. A host decides.");
    says(&desk, "Nothing more is planned");
    mika.sees(HALL, "Mika and Bo tie: the host decides.").await;
    house.advance(DAY_MS);

    let form = host.press(&desk, "Tokens…").await;
    assert!(!field(&form, "text").contains("Rook"));
    fills(&host, &desk, "Tokens…", json!({ "text": "mika" })).await;
    bo.sees(HALL, "A token for Mika.").await;
    let desk = host.types(HALL, "match status").await["message"].clone();
    let form = host.press(&desk, "Opponent…").await;
    assert_eq!(field(&form, "asked"), "Rook");
    assert!(!field(&form, "named").contains("Mika"));
    // As it is filled in.
    let fields = ["question", "answers", "missing", "asked", "named"];
    let fields = fields.map(|name| (name.to_owned(), json!(field(&form, name))));
    let opened = host.fill(&form, fields.into_iter().collect()).await;
    says(&opened["message"], "the next round is open");
    rook.sees("@Dealer", "Who do you face in the Death Match?")
        .await;
    rook.writes("@Dealer", "bo").await;
    rook.sees("@Dealer", "**Bo**").await;
    until_seen(
        &house,
        &bo,
        HALL,
        "Round 3 is closed: 1 of 1 answered",
        DAY_MS + 2_000,
    )
    .await;
    until_seen(&house, &bo, HALL, "# The result", 62_000).await;
    let news = host.sees("@Dealer", "play the Death Match next").await;
    says(&news, "Bo (DMO) and Rook (EC)");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_hears_once_that_somebody_who_is_asked_has_left() {
    let mut house = House::new("main-match-left").await;
    let [host, rook] = house.people(["Vesper", "Rook"]).await;
    end_first(&house).await;
    open(&host, "question = Where to?").await;
    rook.sees("@Dealer", "Where to?").await;
    let guild = house.guild().await;
    let member = format!("/guilds/{guild}/members/{}", rook.id);
    house.stage("DELETE", &member, json!({})).await;
    let left = "Rook has left the server. You don't have to do anything";
    until_seen(&house, &host, "@Dealer", left, DAY_MS / 2 + 2_000).await;
    until_seen(&house, &host, HALL, "# The result", DAY_MS / 2).await;
    assert_eq!(host.count("@Dealer", "Rook has left").await, 1);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_takes_part_opens_a_match_of_one_round_only() {
    let mut house = House::new("main-match-host-plays").await;
    let [vesper, bo] = house.people(["Vesper", "Bo"]).await;
    end_first(&house).await;
    bo.give_roles(vesper.take_roles().await).await;
    let new = json!({ "game": "main_match" });
    let panel = bo.command(HALL, "match new", new).await["message"].clone();
    bo.sets_options(&panel, "rounds = 2 x 1h").await;
    let panel = bo
        .sees(HALL, "You take part, so you can't run the rounds.")
        .await;
    says(&panel, "Players (from the season): 13");
    assert!(!labels(&panel).contains(&"Open the match".to_owned()));
    // It can be rehearsed.
    bo.press(&panel, "Rehearse").await;
    let page = bo.turns(&panel, "Start the rehearsal").await;
    bo.press(&page, "Start the rehearsal").await;
    bo.sees(HALL, "# Main Match").await;
    bo.voids(HALL).await;
    let panel = bo.turns(&panel, "Rehearse").await;
    bo.sets_options(&panel, "rounds = 1").await;
    let panel = bo.turns(&panel, "Open the match").await;
    bo.press(&panel, "Open the match").await;
    bo.sees(HALL, "The match is open in").await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_form_of_a_played_main_match_can_be_typed_and_answered() {
    let mut house = House::new("main-match-forms").await;
    let [host, bo] = house.people(["Vesper", "Bo"]).await;
    end_first(&house).await;
    let garnets = json!({ "to": "Bo", "count": 5 });
    host.command(HALL, "season garnets give", garnets).await;
    for (number, form) in PLAYED.iter().enumerate() {
        let question = format!("What now, {number}?");
        let new = json!({ "game": "main_match" });
        let panel = host.command(HALL, "match new", new).await["message"].clone();
        let options = host.press(&panel, "More options…").await;
        let fields = json!({
            "question": question,
            "answers": form.answers,
            "rounds": form.rounds,
            "points": form.points,
            "missing": form.missing,
        });
        host.fill(&options, fields).await;
        for (key, value) in form.set {
            host.sets_options(&panel, &format!("{key} = {value}")).await;
        }
        host.press(&panel, "Open the match").await;
        let asked = bo.sees("@Dealer", &question).await;
        lacks(&asked, "can't");
        let [typed, counts] = form.answer;
        bo.writes("@Dealer", typed).await;
        bo.sees("@Dealer", &format!("**{counts}**")).await;
        bo.sees("@Dealer", &format!("you answered {counts}.")).await;
        host.voids(HALL).await;
    }
    house.close().await;
}
