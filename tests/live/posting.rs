//! Discord refuses, limits or ignores the postman's requests. Every post still appears once, and
//! the match goes on.

use matches::Event;
use serde_json::{Value, json};

use super::house::{House, Person, content, controls, says};

const POSTS: &str = "/api/v10/*/messages";

/// How the next creations of a message fail, and the searches for it.
fn troubles() -> [(&'static str, Vec<Value>); 5] {
    let posting = |mut fault: Value| {
        fault["method"] = json!("POST");
        fault["path"] = json!(POSTS);
        fault
    };
    let lost = json!({ "status": 500, "after_doing_it": true });
    let unseen = json!({ "method": "GET", "path": POSTS, "status": 502, "times": 2 });
    [
        (
            "limited",
            vec![posting(
                json!({ "status": 429, "retry_after": 0.3, "times": 2 }),
            )],
        ),
        (
            "refused",
            vec![posting(json!({ "status": 503, "times": 2 }))],
        ),
        ("done without an answer", vec![posting(lost.clone())]),
        (
            "done without an answer, and not found at first",
            vec![posting(lost), unseen],
        ),
        (
            "refused for a moment",
            vec![posting(json!({ "status": 403, "code": 50013 }))],
        ),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_post_appears_once() {
    let mut house = House::new("posting").await;
    let bo = house.person("Bo").await;
    for (round, (name, faults)) in troubles().into_iter().enumerate() {
        for fault in faults {
            house.faults(fault).await;
        }
        bo.types("lobby", "practice game: roundabout").await;
        bo.sees("lobby", "# Roundabout").await;
        bo.resigns_in("lobby").await;
        house
            .until(&format!("the match that was {name} is over"), async || {
                let over = bo.count("lobby", " beats Bo").await;
                (over == round + 1).then_some(())
            })
            .await;
        assert_eq!(bo.count("lobby", "# Roundabout").await, round + 1, "{name}");
    }
    let posts = bo.messages("lobby").await;
    let mut pictures: Vec<&str> = posts
        .iter()
        .flat_map(|post| post["attachments"].as_array().unwrap())
        .filter_map(|file| file["filename"].as_str())
        .filter(|name| name.starts_with("board-"))
        .collect();
    let all = pictures.len();
    pictures.sort_unstable();
    pictures.dedup();
    assert_eq!(pictures.len(), all, "a board stands twice");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_database_posts_beside_another_ones_posts() {
    let mut house = House::new("posting-again").await;
    for round in 1..=2 {
        let bo = house.person("Bo").await;
        bo.types("lobby", "practice game: roundabout").await;
        house
            .until(&format!("card {round} is posted"), async || {
                (bo.count("lobby", "# Roundabout").await == round).then_some(())
            })
            .await;
        if round == 1 {
            house = house.with_empty_database().await;
        }
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_is_told_once_and_open_questions_are_posted_again() {
    let mut house = House::new("posting-put-back").await;
    let [bo, wren] = house.people(["Bo", "Wren"]).await;
    let with = json!({ "game": "crossfire", "opponent": wren.id });
    bo.command("lobby", "practice", with).await;
    let card = wren.sees("lobby", "Bo vs Wren").await;
    bo.press(&card, "Ready").await;
    wren.press(&card, "Ready").await;
    bo.sees("lobby", "The match begins").await;
    // The rehearsal's own match has a card, and asks everybody in private.
    bo.sees("@Dealer", "You have a secret choice to make").await;
    bo.sees("death-match", "choices in").await;
    let juniper = house.person("Juniper").await;
    juniper.sees("@Dealer", "hide").await;
    juniper.writes("@Dealer", "a1").await;
    juniper.sees("@Dealer", "**A1**").await;

    const BACK: &str = "later posts and choices don't count";
    const REMINDER: &str = "you haven't chosen for match";
    let mut reminder = Value::Null;
    for (times, lost) in [(1, "a bid"), (2, "the match"), (3, "a pause")] {
        house = house
            .with_restored_copy(async |house| {
                let (bo, wren) = (house.person("Bo").await, house.person("Wren").await);
                let host = house.person("Vesper").await;
                match lost {
                    "a bid" => {
                        for (who, text) in [(&bo, "bid 1"), (&wren, "bid 0")] {
                            who.command("lobby", "act", json!({ "text": text })).await;
                        }
                        let juniper = house.person("Juniper").await;
                        juniper.writes("@Dealer", "b4").await;
                        juniper.sees("@Dealer", "**B4**").await;
                        bo.sees("lobby", "Bo wins the bid").await;
                    }
                    "the match" => {
                        host.voids("death-match").await;
                        bo.sees("death-match", "# Void").await;
                        bo.sees("@Dealer", "called off").await;
                    }
                    _ => {
                        host.types("lobby", "match pause").await;
                        bo.sees("lobby", "The host pauses the match").await;
                    }
                }
            })
            .await;
        let (host, bo) = (house.person("Vesper").await, house.person("Bo").await);
        for place in ["lobby", "death-match"] {
            let what = format!("what is asked in {place} is posted again when {lost} is lost");
            house
                .until(&what, async || {
                    let posts = posts(&bo, place).await;
                    let told = posts.iter().filter(|post| content(post).contains(BACK));
                    let newest = told.clone().next_back()?;
                    (told.count() == times && !controls(newest).is_empty()).then_some(())
                })
                .await;
        }
        // The earlier reminder points to the newer one.
        reminder = house
            .until("Bo is asked again", async || {
                let posts = posts(&bo, "@Dealer").await;
                let mut asking = posts
                    .into_iter()
                    .filter(|post| content(post).contains(REMINDER) && !controls(post).is_empty());
                let only = asking.next().filter(|_| asking.next().is_none())?;
                (only["id"] != reminder["id"]).then_some(only)
            })
            .await;
        // Bo hosts one of the matches.
        house
            .until("the host of each match is told", async || {
                let told = (
                    host.count("@Dealer", BACK).await,
                    bo.count("@Dealer", BACK).await,
                );
                // He also has to choose before the other match.
                (told == (times, 2 * times)).then_some(())
            })
            .await;
        let juniper = house.person("Juniper").await;
        house
            .until("Juniper is told and shown her old choice", async || {
                let posts = posts(&juniper, "@Dealer").await;
                let told = posts.iter().filter(|post| content(post).contains(BACK));
                let told: Vec<&str> = told.map(content).collect();
                let newest = told.last().filter(|_| told.len() == times)?;
                assert!(newest.contains("choose again"), "{newest}");
                let counts = |post: &&Value| content(post).contains("**A1**");
                posts.iter().find(counts)?;
                Some(())
            })
            .await;
        let own = juniper.sees("@Dealer", BACK).await;
        let panel = juniper.press(&own, "Open my panel").await;
        says(&panel, "**A1**");
    }
    // Dealer continues from there, and tells nobody again.
    let house = house.restart().await;
    let [bo, wren] = house.people(["Bo", "Wren"]).await;
    for (who, text) in [(&bo, "bid 2"), (&wren, "bid 1")] {
        let taken = who.command("lobby", "act", json!({ "text": text })).await;
        says(&taken, "Got it");
    }
    house
        .until("both bids are revealed once more", async || {
            (bo.count("lobby", "Bo wins the bid").await == 2).then_some(())
        })
        .await;
    for (place, times) in [("lobby", 3), ("death-match", 3), ("@Dealer", 6)] {
        assert_eq!(bo.count(place, BACK).await, times, "{place}");
    }
    assert_eq!(bo.count("@Dealer", REMINDER).await, 1);
    let mut house = house;
    house.close().await;
}

/// Numbers of prompts and matches repeat after a restore. Controls of lost posts do nothing, and
/// new posts keep their meaning.
#[tokio::test(flavor = "multi_thread")]
async fn controls_of_posts_lost_in_a_restore_do_nothing() {
    const ARENA: &str = "death-match";
    const VOID: &str = "Yes, declare it void";
    /// Plays up to the Guard's first move, on posts after that message. Gives the prompt for it.
    async fn play_on(house: &House, after: &Value) -> Value {
        let (teo, mika) = (house.person("Teo").await, house.person("Mika").await);
        let prompt = teo.asked(ARENA, "choose one", after).await;
        teo.press(&prompt, "Go first").await;
        let prompt = mika.asked(ARENA, "choose your axis", after).await;
        mika.press(&prompt, "Left and right").await;
        teo.asked(ARENA, "move the Guard up or down", after).await
    }
    let house = House::new("posting-lost").await;
    let host = house.person("Vesper").await;
    let asked = host.types(ARENA, "match begin").await;
    host.press(&asked["message"], "Begin without strikes").await;
    host.asked(ARENA, "choose one", &Value::Null).await;

    let mut lost = Vec::new();
    let mut house = house
        .with_restored_copy(async |house| {
            let (teo, bo) = (house.person("Teo").await, house.person("Bo").await);
            let with = json!({ "game": "crossfire", "opponent": house.person("Wren").await.id });
            bo.command("lobby", "practice", with).await;
            let card = bo.sees("lobby", "Bo vs Wren").await;
            lost.push((bo.id.clone(), card, "Ready"));
            let prompt = play_on(house, &Value::Null).await;
            lost.push((teo.id.clone(), prompt, "Up"));
            let host = house.person("Vesper").await;
            let asked = host.types(ARENA, "match void").await;
            lost.push((host.id.clone(), asked["message"].clone(), VOID));
        })
        .await;
    play_on(&house, &lost[1].1).await;
    let [host, bo] = house.people(["Vesper", "Bo"]).await;
    let with = json!({ "game": "crossfire", "opponent": house.person("Wren").await.id });
    bo.command("lobby", "practice", with).await;
    let is_another = async || {
        let cards = posts(&bo, "lobby").await;
        let mut cards = cards.into_iter().rev();
        let card = cards.find(|post| content(post).contains("Bo vs Wren"))?;
        (card["id"] != lost[0].1["id"]).then_some(card)
    };
    let card = house.until("another match is open", is_another).await;
    assert_ne!(
        controls(&card),
        controls(&lost[0].1),
        "no number is used again"
    );

    // Dealer may only now note that a post is there.
    let done = || {
        let events = house.events().into_iter();
        let done: Vec<Event> = events
            .filter(|event| !matches!(event, Event::Shown { .. }))
            .collect();
        done
    };
    let before = done();
    for (who, message, label) in &lost {
        let who = Person {
            house: &house,
            id: who.clone(),
        };
        let answer = who.press(message, label).await;
        says(&answer, "Dealer has been restored from a backup since then");
    }
    assert_eq!(done(), before);
    host.confirms(ARENA, "match void", json!({}), VOID).await;
    bo.sees(ARENA, "# Void").await;
    house.close().await;
}

/// What everybody sees in a channel, or one person in their direct messages.
async fn posts(who: &Person<'_>, channel: &str) -> Vec<Value> {
    let mut posts = who.messages(channel).await;
    posts.retain(|post| post["ephemeral"] != true);
    posts
}

impl Person<'_> {
    /// Waits for a post in a channel that has these words and controls, and is newer than `after`.
    async fn asked(&self, channel: &str, words: &str, after: &Value) -> Value {
        let number = |post: &Value| post["id"].as_str().and_then(|id| id.parse::<u64>().ok());
        let what = format!("“{words}” is asked in {channel}");
        self.house
            .until(&what, async || {
                let mut posts = posts(self, channel).await.into_iter();
                posts.find(|post| {
                    let is_newer = number(post) > number(after);
                    is_newer && content(post).contains(words) && !controls(post).is_empty()
                })
            })
            .await
    }
}
