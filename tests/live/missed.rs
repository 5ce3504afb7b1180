//! Messages that people type to Dealer while it is away count from when they were typed. Each gets
//! one answer. Posts that were deleted meanwhile are posted again.

use dealer::store::Store;
use serde_json::{Value, json};

use super::house::{House, Person, content, controls};

const AWAY_MS: u64 = 3 * 24 * 60 * 60 * 1000;

/// Dealer's answers to what this person typed, in order.
async fn answers(who: &Person<'_>, typed: &str) -> Vec<String> {
    let messages = who.messages("@Dealer").await;
    let asked: Vec<&Value> = messages
        .iter()
        .filter(|message| content(message) == typed)
        .map(|message| &message["id"])
        .collect();
    let to_it = |message: &&Value| asked.contains(&&message["message_reference"]["message_id"]);
    let answers = messages.iter().filter(to_it);
    answers.map(|message| content(message).to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_typed_during_an_absence_count_and_are_answered_once() {
    let house = House::new("missed").await;
    let bo = house.person("Bo").await;
    bo.sees("@Dealer", "hide").await;
    bo.writes("@Dealer", "d3").await;
    bo.sees("@Dealer", "**D3**").await;
    house
        .until("earlier messages are answered", async || {
            (answers(&bo, "d3").await.len() == 1).then_some(())
        })
        .await;

    // The absence is longer than the time to choose, but nobody is late because of it.
    let house = house
        .without_dealer(async |house| {
            house.advance(AWAY_MS);
            let (bo, juniper) = (house.person("Bo").await, house.person("Juniper").await);
            bo.writes("@Dealer", "Are you there?").await;
            bo.writes("@Dealer", "4 b").await;
            juniper.writes("@Dealer", "a1").await;
            // Either the earlier text may be late, or the edited one.
            juniper.edits("@Dealer", "a1", "e5").await;
            juniper.writes("@Dealer", "a1").await;
        })
        .await;
    let [bo, juniper] = house.people(["Bo", "Juniper"]).await;
    bo.sees("@Dealer", "**B4**").await;
    juniper.sees("@Dealer", "**A1**").await;
    let hidden = |acts: Vec<String>| {
        let mut hidden: Vec<String> = acts
            .into_iter()
            .filter(|act| act.starts_with("hide"))
            .collect();
        hidden.sort();
        hidden
    };
    assert_eq!(hidden(house.acts()), ["hide A1", "hide B4", "hide D3"]);

    // Dealer is away again for a moment, but everything has been answered.
    let house = house.restart().await;
    let [bo, juniper] = house.people(["Bo", "Juniper"]).await;
    juniper.writes("@Dealer", "c1").await;
    juniper.sees("@Dealer", "**C1**").await;
    for (who, typed, answer) in [
        (&bo, "d3", "you're hiding on D3"),
        (&bo, "Are you there?", "Try `hide A1`"),
        (&bo, "4 b", "you're hiding on B4"),
        (&juniper, "e5", "You edited this message"),
        (&juniper, "a1", "you're hiding on A1"),
        (&juniper, "c1", "you're hiding on C1"),
    ] {
        let answers = house
            .until(typed, async || {
                let answers = answers(who, typed).await;
                (!answers.is_empty()).then_some(answers)
            })
            .await;
        assert_eq!(answers.len(), 1, "{typed}: {answers:?}");
        assert!(answers[0].contains(answer), "{typed}: {answers:?}");
    }
    let mut house = house;
    house.close().await;
}

/// Bo and Juniper type while Dealer is away. Dealer can't read the first one's messages.
async fn the_first_unread(house: &House) -> [Person<'_>; 2] {
    let mut people = [house.person("Bo").await, house.person("Juniper").await];
    people.sort_by_key(|who| who.id.parse::<u64>().unwrap());
    let [first, second] = &people;
    let asked = first.sees("@Dealer", "hide").await;
    second.sees("@Dealer", "hide").await;
    let channel = asked["channel_id"].as_str().unwrap();
    let path = format!("/api/*/channels/{channel}/messages");
    let unread = json!({ "method": "GET", "path": path, "status": 403, "times": 1_000_000 });
    house.faults(unread).await;
    let lost = json!({ "gateway": "invalid_session", "resumable": false });
    house.faults(lost).await;
    first.writes("@Dealer", "a1").await;
    second.writes("@Dealer", "b4").await;
    // Dealer reads people's messages in the order of their accounts.
    second.sees("@Dealer", "**B4**").await;
    people
}

/// One person's unreadable messages don't hold up the others. A message found late doesn't replace
/// a newer choice.
#[tokio::test(flavor = "multi_thread")]
async fn a_message_read_late_is_answered_and_replaces_nothing_newer() {
    let mut house = House::new("missed_late").await;
    {
        let [first, _] = &the_first_unread(&house).await;
        first.writes("@Dealer", "Are you there?").await;
        first.sees("@Dealer", crate::phrases::TRY).await;
        first.writes("@Dealer", "e5").await;
        first.sees("@Dealer", "**E5**").await;
        house.stage("DELETE", "/faults", json!({})).await;
        for (typed, answer) in [
            ("a1", "You've made a newer choice"),
            ("Are you there?", crate::phrases::TRY),
            ("e5", "you're hiding on E5"),
        ] {
            let answers = house
                .until(typed, async || {
                    let answers = answers(first, typed).await;
                    (!answers.is_empty()).then_some(answers)
                })
                .await;
            assert_eq!(answers.len(), 1, "{typed}: {answers:?}");
            assert!(answers[0].contains(answer), "{typed}: {answers:?}");
        }
        assert_eq!(house.acts(), ["hide B4", "hide E5"]);
    }
    house.close().await;
}

/// If a process never gets to read a message, the next one finds it, however old it is.
#[tokio::test(flavor = "multi_thread")]
async fn the_next_process_finds_messages_that_could_not_be_read() {
    let house = House::new("missed_unread").await;
    let clock = house.clock.clone();
    the_first_unread(&house).await;
    let is_up = |store: &mut Store, _| {
        clock.advance(60 * 60 * 1000);
        store.write(|tx| tx.beat(clock.now())).unwrap();
    };
    let mut house = house.changed(is_up).await;
    house
        .until("the unread choice counts", async || {
            let mut acts = house.acts();
            acts.sort();
            (acts == ["hide A1", "hide B4"]).then_some(())
        })
        .await;
    house.close().await;
}

/// Dealer posts this many messages in a person's channel.
async fn fill(who: &Person<'_>, times: usize) {
    let channel = who.channel("@Dealer").await.unwrap();
    let path = format!("/channels/{channel}/messages");
    for number in 1..=times {
        let words = json!({ "content": format!("Number {number}") });
        who.house.as_bot("POST", &path, words).await;
    }
}

/// A channel may have more new messages than the hundred that Discord gives at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_message_among_many_is_found_and_answered_once() {
    let house = House::new("missed_many").await;
    let bo = house.person("Bo").await;
    bo.sees("@Dealer", "hide").await;
    bo.writes("@Dealer", "Are you there?").await;
    bo.sees("@Dealer", crate::phrases::TRY).await;
    let mut house = house
        .without_dealer(async |house| {
            let bo = house.person("Bo").await;
            // The answered message is on the page before its answer.
            fill(&bo, 98).await;
            bo.writes("@Dealer", "a1").await;
            fill(&bo, 99).await;
            bo.writes("@Dealer", "4 b").await;
        })
        .await;
    let bo = house.person("Bo").await;
    bo.sees("@Dealer", "you're hiding on B4").await;
    assert_eq!(house.acts(), ["hide A1", "hide B4"]);
    // The first answer is now further back than Bo sees at once.
    let seen = bo.messages("@Dealer").await;
    let mut seen = seen.iter().map(content);
    assert!(!seen.any(|words| words.contains(crate::phrases::TRY)));
    house.close().await;
}

/// The newest board in the hall that has controls, if it isn't `before`. The card keeps its own for
/// a moment after the start.
async fn board(house: &House, before: &Value) -> Value {
    let cleo = house.person("Cleo").await;
    house
        .until("a board is posted", async || {
            let mut posts = cleo.messages("lobby").await.into_iter().rev();
            let is_card = |post: &Value| content(post).contains("# Crossfire");
            let board = posts.find(|post| !controls(post).is_empty() && !is_card(post))?;
            (board["id"] != before["id"]).then_some(board)
        })
        .await
}

async fn delete(house: &House, post: &Value) {
    let id = |of: &str| post[of].as_str().unwrap().to_owned();
    let path = format!("/channels/{}/messages/{}", id("channel_id"), id("id"));
    house.as_bot("DELETE", &path, json!(null)).await;
}

/// No event reports the deletion afterwards, and the clocks run on.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_deleted_meanwhile_is_posted_again_once() {
    let house = House::new("missed_deleted").await;
    super::appointments::end_first(&house).await;
    super::appointments::live(&house).await;
    let first = board(&house, &Value::Null).await;
    let house = house
        .without_dealer(async |house| delete(house, &first).await)
        .await;
    let second = board(&house, &first).await;
    // Dealer knows its post once Discord has answered it.
    house.settled().await;
    // Without a session no event reports a deletion either.
    let lost = json!({ "gateway": "invalid_session", "resumable": false });
    house.faults(lost).await;
    delete(&house, &second).await;
    let third = board(&house, &second).await;
    // An existing post stays.
    let mut house = house.restart().await;
    let cleo = house.person("Cleo").await;
    house
        .until("one post asks", async || {
            // A restart that took a second is given back, and the prompt is posted again.
            (cleo.count("lobby", "bid in secret").await == 1).then_some(())
        })
        .await;
    for (name, bid) in [("Teo", "bid 3"), ("Mika", "bid 2")] {
        let bid = json!({ "text": bid });
        house.person(name).await.command("lobby", "act", bid).await;
    }
    cleo.sees("lobby", "wins the bid").await;
    board(&house, &third).await;
    for words in ["wins the bid", "# Crossfire"] {
        assert_eq!(cleo.count("lobby", words).await, 1, "{words}");
    }
    house.close().await;
}
