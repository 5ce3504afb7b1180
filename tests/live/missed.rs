//! What is typed to Dealer alone while it is away counts all the same, as of when it was typed, and
//! is answered once; what is deleted then is posted again.

use dealer::store::Store;
use serde_json::{Value, json};

use super::house::{House, Person, content, controls};

const AWAY_MS: u64 = 3 * 24 * 60 * 60 * 1000;

/// What Dealer has answered to what this person typed, in order.
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
        .until("what came before is answered", async || {
            (answers(&bo, "d3").await.len() == 1).then_some(())
        })
        .await;

    // Longer than there is time to choose: nobody is late by what was nobody's fault.
    let house = house
        .without_dealer(async |house| {
            house.clock.advance(AWAY_MS);
            let (bo, juniper) = (house.person("Bo").await, house.person("Juniper").await);
            bo.writes("@Dealer", "Are you there?").await;
            bo.writes("@Dealer", "4 b").await;
            juniper.writes("@Dealer", "a1").await;
            // What it said before may have been too late, or what it says now.
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

    // Again away for a moment: all of that was answered already.
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

/// Bo and Juniper have typed while Dealer was away; what the first of them typed cannot be read,
/// and was looked for.
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
    // They are looked for in the order of their accounts.
    second.sees("@Dealer", "**B4**").await;
    people
}

/// Whom it cannot read keeps nothing from the others, and what is found late does not replace what
/// came since.
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

/// What cannot be read for as long as the process is there is found by the next one, however long
/// after it was typed.
#[tokio::test(flavor = "multi_thread")]
async fn the_next_process_finds_messages_that_could_not_be_read() {
    let house = House::new("missed_unread").await;
    let clock = house.clock.clone();
    the_first_unread(&house).await;
    let is_up = |store: &mut Store, _| {
        clock.advance(60 * 60 * 1000);
        store.write(|tx| tx.beat(clock.now_ms())).unwrap();
    };
    let mut house = house.changed(is_up).await;
    house
        .until("what nobody could read is taken", async || {
            let mut acts = house.acts();
            acts.sort();
            (acts == ["hide A1", "hide B4"]).then_some(())
        })
        .await;
    house.close().await;
}

/// Something of Dealer's stands so many times in a person's channel.
async fn fill(who: &Person<'_>, times: usize) {
    let channel = who.channel("@Dealer").await.unwrap();
    let path = format!("/channels/{channel}/messages");
    for number in 1..=times {
        let words = json!({ "content": format!("Number {number}") });
        who.house.as_bot("POST", &path, words).await;
    }
}

/// More may stand in a channel since than Discord gives at once: a hundred.
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
            // What was answered is on the page before that of its answer.
            fill(&bo, 98).await;
            bo.writes("@Dealer", "a1").await;
            fill(&bo, 99).await;
            bo.writes("@Dealer", "4 b").await;
        })
        .await;
    let bo = house.person("Bo").await;
    bo.sees("@Dealer", "you're hiding on B4").await;
    assert_eq!(house.acts(), ["hide A1", "hide B4"]);
    // The answer that was given at first is beyond what Bo sees at once by now.
    let seen = bo.messages("@Dealer").await;
    let mut seen = seen.iter().map(content);
    assert!(!seen.any(|words| words.contains(crate::phrases::TRY)));
    house.close().await;
}

/// The newest post in the hall on which something can be pressed, when it is another one than that.
async fn board(house: &House, before: &Value) -> Value {
    let cleo = house.person("Cleo").await;
    house
        .until("a board stands", async || {
            let mut posts = cleo.messages("lobby").await.into_iter().rev();
            let board = posts.find(|post| !controls(post).is_empty())?;
            (board["id"] != before["id"]).then_some(board)
        })
        .await
}

async fn delete(house: &House, post: &Value) {
    let id = |of: &str| post[of].as_str().unwrap().to_owned();
    let path = format!("/channels/{}/messages/{}", id("channel_id"), id("id"));
    house.as_bot("DELETE", &path, json!(null)).await;
}

/// No event tells of it afterwards, and the clocks run on.
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
    // Nor is anything told of what was deleted with no session.
    let lost = json!({ "gateway": "invalid_session", "resumable": false });
    house.faults(lost).await;
    delete(&house, &second).await;
    let third = board(&house, &second).await;
    // What stands stays.
    let mut house = house.restart().await;
    let cleo = house.person("Cleo").await;
    assert_eq!(cleo.count("lobby", "bid in secret").await, 1);
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
