//! A post asks until it is answered. Then it keeps what happened, and loses the question, the ping,
//! the clock and the controls.

use serde_json::{Value, json};

use super::appointments::{MINUTE_MS, until_seen};
use super::house::{House, Person, calls, content, controls, labels, lacks, says, says_all};

const ARENA: &str = "death-match";

impl Person<'_> {
    /// Waits until exactly this many posts of the arena count down, and the named ones have
    /// controls. They are named by words in their text or in their controls.
    async fn sees_live(&self, what: &str, counting: usize, pressable: &[&str]) {
        let mut last = (0, Vec::new());
        let found = self.house.until(what, async || {
            let posts = self.messages(ARENA).await;
            let counts = |post: &&Value| content(post).contains(":R>");
            let can_be_pressed = |post: &&Value| !controls(post).is_empty();
            let live: Vec<String> = posts
                .iter()
                .filter(can_be_pressed)
                .map(|post| format!("{} {:?}", content(post), controls(post)))
                .collect();
            last = (posts.iter().filter(counts).count(), live);
            let (count, live) = &last;
            let same = live.len() == pressable.len()
                && live
                    .iter()
                    .zip(pressable)
                    .all(|(post, words)| post.contains(words));
            (*count == counting && same).then_some(())
        });
        found.await;
    }
}

/// After a match, no post asks these people anything or counts down. Answers to one person stay as
/// they are: no bot can edit them later.
pub async fn nothing_is_asked(house: &House, channel: &str, people: &[&Person<'_>]) {
    house.settled().await;
    for who in people {
        for channel in [channel, "@Dealer"] {
            for post in who.messages(channel).await {
                let answers = post["ephemeral"] == true || !post["message_reference"].is_null();
                let asks = content(&post).contains(":R>") || !controls(&post).is_empty();
                assert!(answers || !asks, "{post}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_newest_post_asks_and_counts_down() {
    let mut house = House::new("asks-one").await;
    let [host, dmo, ec, juniper, cleo] = house
        .people(["Vesper", "Teo", "Mika", "Juniper", "Cleo"])
        .await;
    host.confirms(ARENA, "match begin", json!({}), "Begin without strikes")
        .await;
    let first = dmo.sees(ARENA, "choose one").await;
    cleo.sees_live("the first prompt alone", 1, &["choose one"])
        .await;

    // The base time is up: the call counts down, and the prompt still asks.
    house.advance(61_000);
    dmo.sees(ARENA, crate::phrases::ON_RESERVE).await;
    let live = ["choose one", crate::phrases::ON_RESERVE];
    cleo.sees_live("the call counts", 1, &live).await;
    house.advance(240_000);
    dmo.sees(ARENA, crate::phrases::NEARLY_UP).await;
    let live = ["choose one", crate::phrases::NEARLY_UP];
    cleo.sees_live("the newest call counts", 1, &live).await;

    // In a pause nothing counts down and nothing asks.
    host.types(ARENA, "match pause").await;
    cleo.sees_live("the pause alone", 0, &["Resume (host)"])
        .await;
    let paused = dmo.sees(ARENA, "The host pauses the match").await;
    host.press(&paused, "Resume (host)").await;
    cleo.sees_live("the prompt once more", 1, &["choose one"])
        .await;

    // A player answers.
    let prompt = dmo.sees(ARENA, "choose one").await;
    dmo.press(&prompt, "Go first").await;
    ec.sees(ARENA, "choose your axis").await;
    cleo.sees_live("the next prompt alone", 1, &["choose your axis"])
        .await;
    for post in cleo.messages(ARENA).await {
        let calls = content(&post).contains("<@");
        assert_eq!(calls, content(&post).contains("choose your axis"), "{post}");
        lacks(&post, "choose one");
    }
    let kept = cleo.messages(ARENA).await;
    let kept = kept.iter().find(|post| post["id"] == first["id"]).unwrap();
    says(kept, crate::phrases::HOST_STARTS);

    // Time runs out.
    house.advance(61_000);
    ec.sees(ARENA, crate::phrases::ON_RESERVE).await;
    house.advance(240_000);
    ec.sees(ARENA, crate::phrases::NEARLY_UP).await;
    house.advance(63_000);
    ec.sees(ARENA, "Mika ran out of time").await;
    cleo.sees_live("what follows alone", 1, &["move the Guard"])
        .await;

    // This is the second timeout in a row: the match pauses, and the prompt stops asking.
    let prompt = dmo.sees(ARENA, "move the Guard").await;
    let (way, _) = controls(&prompt).swap_remove(0);
    dmo.press(&prompt, &way).await;
    house
        .until("the EC is to move", async || {
            let posts = ec.messages(ARENA).await;
            let asked = |post: &&Value| content(post).contains("move the Guard");
            posts
                .iter()
                .any(|post| asked(&post) && calls(post, &ec))
                .then_some(())
        })
        .await;
    house.advance(63_000);
    let paused = dmo.sees(ARENA, "ran out of time twice in a row").await;
    cleo.sees_live("the pause alone", 0, &["Resume (host)"])
        .await;
    host.press(&paused, "Resume (host)").await;
    cleo.sees_live("what follows the pause alone", 1, &["move the Guard"])
        .await;

    // When the match ends, no letter says any more that it has begun.
    let begun = juniper.sees("@Dealer", "The match has begun in").await;
    let forfeit = json!({ "player": "dmo", "reason": "enough" });
    let asked = host.command(ARENA, "ruling forfeit", forfeit).await;
    host.press(&asked["message"], "Yes, forfeit").await;
    host.sees(ARENA, "# Mika beats Teo by forfeit").await;
    cleo.sees_live("nothing is asked any more", 0, &[]).await;
    house
        .until("the letter says that the match is over", async || {
            let letters = juniper.messages("@Dealer").await;
            let letter = letters.iter().find(|letter| letter["id"] == begun["id"])?;
            let said = content(letter);
            (said.contains("is over") && !said.contains("has begun")).then_some(())
        })
        .await;
    house.close().await;
}

/// A rewound post says so, and asks nothing either.
#[tokio::test(flavor = "multi_thread")]
async fn a_rewind_stops_countdowns_and_keeps_a_pause() {
    let mut house = House::new("asks-taken-back").await;
    let [host, dmo, ec, cleo] = house.people(["Vesper", "Teo", "Mika", "Cleo"]).await;
    host.confirms(ARENA, "match begin", json!({}), "Begin without strikes")
        .await;
    let prompt = dmo.sees(ARENA, "choose one").await;
    dmo.press(&prompt, "Go first").await;
    let taken = dmo.sees(ARENA, "choose your axis").await;

    // The host rewinds while the player thinks, and sees the board that the match goes back to.
    let reason = json!({ "reason": "a slip" });
    let menu = host.command(ARENA, "ruling rewind", reason).await["message"].clone();
    says(&menu, "**The clock is running**: Mika until");
    // There is no earlier one.
    lacks(&menu, "for an earlier one");
    let select = &menu["components"][0]["components"][0];
    let options = select["options"].as_array().unwrap();
    // *Pause first* stands where it stands below the question.
    let place = |panel: &Value, label: &str| {
        let buttons = panel["components"].as_array()?.last()?["components"].as_array()?;
        buttons.iter().position(|button| button["label"] == label)
    };
    let paused_at = place(&menu, "Pause first");
    // Menus can't show the reader's time.
    let label = options[0]["label"].as_str().unwrap();
    assert!(label.contains(" s ago · "), "{label}");
    let of_slip = |option: &&Value| {
        option["label"]
            .as_str()
            .unwrap()
            .contains("Teo moves first")
    };
    let option = options.iter().find(of_slip).unwrap();
    let chosen = json!([option["value"]]);
    let custom_id = select["custom_id"].as_str().unwrap();
    host.try_press(&menu, custom_id, chosen).await;
    let preview = host.sees(ARENA, crate::phrases::GO_BACK).await;
    assert_eq!(
        preview["attachments"].as_array().unwrap().len(),
        1,
        "{preview}"
    );
    // The host reads whose clock runs meanwhile, and the button that stops it keeps its place.
    says_all(&preview, [":T>", "**The clock is running**: "]);
    assert_eq!(place(&preview, "Pause first"), paused_at);
    lacks(&preview, "Random draws");
    lacks(&preview, "Substitutes");
    host.press(&preview, "Pause first").await;
    let preview = host.sees(ARENA, "Take your time").await;
    assert_eq!(labels(&preview), [crate::phrases::YES_GO_BACK, "Cancel"]);
    let stays = "The match stays paused";
    says(&preview, stays);
    let pause = dmo.sees(ARENA, "The host pauses the match").await;
    host.press(&preview, crate::phrases::YES_GO_BACK).await;
    let board = dmo.sees(ARENA, crate::phrases::REWOUND).await;
    says(&board, stays);
    lacks(&board, "The host pauses");
    cleo.sees_live("the board of the pause alone", 0, &["Resume (host)"])
        .await;
    let posts = cleo.messages(ARENA).await;
    let by_id = |id: &Value| posts.iter().find(|post| post["id"] == *id).unwrap();
    assert!(content(by_id(&taken["id"])).starts_with("↩️"), "{taken}");
    lacks(by_id(&pause["id"]), "↩️");
    host.press(&board, "Resume (host)").await;
    dmo.sees(ARENA, "choose one").await;

    // A finished match comes back paused, since nobody is there to play.
    let void = json!({ "reason": "a mistake" });
    let done = host
        .confirms(ARENA, "match void", void, "Yes, declare it void")
        .await;
    dmo.sees(ARENA, "# Void").await;
    // No reason is needed to take back one's own ruling.
    let asked = host.press(&done["message"], "Undo this").await;
    let preview = asked["message"].clone();
    says(&preview, "The match is paused");
    host.press(&preview, crate::phrases::YES_UNDO).await;
    let open = dmo.sees(ARENA, crate::phrases::BACK_ON).await;
    says(&open, "The host pauses the match");
    // Both are told, and the one who has to choose is called once more when it resumes.
    for person in [&dmo, &ec] {
        assert!(calls(&open, person), "{open}");
    }
    host.press(&open, "Resume (host)").await;
    let asked = async || {
        let posts = dmo.messages(ARENA).await.into_iter();
        let mut after = posts.skip_while(|post| post["id"] != open["id"]).skip(1);
        after
            .any(|post| calls(&post, &dmo) && !calls(&post, &ec))
            .then_some(())
    };
    house
        .until("the one who has to choose is called", asked)
        .await;
    cleo.sees_live("the prompt once more", 1, &["choose one"])
        .await;
    house.close().await;
}

/// A safe player's choice counts until the match begins. After the deadline their letter says so.
#[tokio::test(flavor = "multi_thread")]
async fn after_the_deadline_a_letter_says_that_a_choice_still_counts() {
    let mut house = House::new("asks-deadline").await;
    let [host, juniper] = house.people(["Vesper", "Juniper"]).await;
    juniper.sees("@Dealer", "**Choose by <t:").await;
    let soon = json!({ "until": "in 3m" });
    host.confirms(ARENA, "match extend", soon, "Move the deadline")
        .await;
    let missing = "Didn't choose in time";
    until_seen(&house, &host, "@Dealer", missing, 3 * MINUTE_MS).await;
    juniper
        .sees("@Dealer", "but you can still choose until the match starts")
        .await;
    juniper.writes("@Dealer", "B2").await;
    juniper.sees("@Dealer", "hiding on B2").await;
    let still = "but you can still change your choice until the match starts";
    let letter = juniper.sees("@Dealer", still).await;
    says(&letter, "**B2**");
    host.confirms(ARENA, "match begin", json!({}), "Begin without them")
        .await;
    juniper.sees("@Dealer", "You can't change it now").await;
    house.close().await;
}
