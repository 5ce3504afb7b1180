//! `/help`, and mentions of Dealer.

use serde_json::{Value, json};

use super::house::{House, Person, content, controls, labels, lacks, said, says};

const ARENA: &str = "death-match";

impl Person<'_> {
    async fn helped(&self, channel: &str) -> Value {
        let answer = self.types(channel, "help").await;
        let lines = said(&answer).lines().count();
        assert!((2..=8).contains(&lines), "{answer}");
        answer
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn help_says_what_each_person_can_do_here_and_now() {
    let mut house = House::new("help").await;
    let [host, cleo, teo, mika, juniper] = house
        .people(["Vesper", "Cleo", "Teo", "Mika", "Juniper"])
        .await;
    // Before the match a safe player chooses, wherever they ask.
    for channel in ["lobby", "@Dealer"] {
        let answer = juniper.helped(channel).await;
        let choose = "You have a secret choice to make for Teo vs Mika (Gridlock)";
        says(&answer, choose);
        juniper.press(&answer["message"], "My choice").await;
    }
    juniper.sees("lobby", "You haven't chosen yet").await;
    let answer = teo.helped(ARENA).await;
    says(&answer, "the others are still choosing");
    let answer = host.helped(ARENA).await;
    says(&answer, "</match begin:");
    assert_eq!(controls(&answer["message"]), [], "{answer}");

    host.confirms(ARENA, "match begin", json!({}), "Begin without strikes")
        .await;
    teo.sees(ARENA, "choose one").await;
    let answer = teo.helped(ARENA).await;
    says(&answer, "It's your turn");
    teo.press(&answer["message"], "Open my panel").await;
    house
        .until("the panel is there", async || {
            let posts = teo.messages(ARENA).await;
            let mut own = posts.iter().filter(|post| post["ephemeral"] == true);
            let is_asked = |(label, _): (String, String)| label == "Go first";
            own.any(|post| controls(post).into_iter().any(is_asked))
                .then_some(())
        })
        .await;
    // Commands in a direct message mean the practice there, and so does help.
    let teo = house.with_direct_message("Teo").await;
    let practice = json!({ "game": "Crossfire" });
    teo.command("@Dealer", "practice", practice).await;
    teo.sees("@Dealer", "Teo vs Computer").await;
    let answer = teo.helped("@Dealer").await;
    says(&answer, "Teo vs Computer");
    says(&answer, "It's your turn in Teo vs Mika (Gridlock)");
    let answer = mika.helped(ARENA).await;
    says(&answer, "Waiting for Teo");
    let answer = cleo.helped(ARENA).await;
    says(&answer, "Waiting for **Teo**: choose one");
    lacks(&answer, "</match");
    let answer = cleo.helped("lobby").await;
    let open = "Teo vs Mika (Gridlock) is open in";
    says(&answer, open);
    // A practice doesn't hide it, and no match can move to a practice that has started.
    let game = json!({ "game": "crossfire" });
    juniper.command("lobby", "practice", game).await;
    juniper.sees("lobby", "# Crossfire").await;
    let answer = juniper.helped("lobby").await;
    assert_eq!(labels(&answer["message"]), ["Ready"], "{answer}");
    juniper.press(&answer["message"], "Ready").await;
    juniper.sees("lobby", "The match begins").await;
    for who in [&cleo, &host, &juniper] {
        let answer = who.helped("lobby").await;
        says(&answer, open);
        let own = said(&answer).contains("(Crossfire, practice)");
        assert_eq!(own, who.id == juniper.id, "{answer}");
    }
    let answer = host.types("lobby", "match move").await;
    says(&answer, "A practice match is already open");
    assert_eq!(controls(&answer["message"]), [], "{answer}");
    // A bid between the question and the press would bring the question again.
    house
        .until("the computer has bid", async || {
            let has_bid = house.acts().iter().any(|act| act.starts_with("bid "));
            has_bid.then_some(())
        })
        .await;
    host.voids("lobby").await;
    // What is wrong comes right after the match.
    let arena = host.channel(ARENA).await.unwrap();
    let path = format!("/api/v10/channels/{arena}/messages");
    let refused = json!({ "method": "POST", "path": path, "status": 403, "code": 50013 });
    house.faults(refused).await;
    teo.press(&teo.sees(ARENA, "choose one").await, "Go first")
        .await;
    house.faults_met().await;
    for (who, command) in [(&host, "help"), (&host, "match status"), (&mika, "help")] {
        let answer = who.command(ARENA, command, json!({})).await;
        says(&answer, "post isn't in");
        let can_fix = said(&answer).contains("</preflight:");
        assert_eq!(can_fix, who.id == host.id, "{answer}");
    }
    host.types(ARENA, "match pause").await;
    let answer = host.helped(ARENA).await;
    says(&answer, "</match resume:");
    // A host hears of it wherever they ask.
    for (who, channel) in [
        (&mika, ARENA),
        // She has nothing to do in it any more.
        (&juniper, "@Dealer"),
        (&host, ARENA),
        (&host, "lobby"),
        (&host, "@Dealer"),
    ] {
        let answer = who.helped(channel).await;
        says(&answer, "A host paused it");
        let hosts = who.id == host.id;
        assert_eq!(said(&answer).contains("</match resume:"), hosts, "{answer}");
        // It names the match once.
        let named = said(&answer).matches("Teo vs Mika (Gridlock)").count();
        assert_eq!(named, 1, "{answer}");
    }
    let answer = cleo.helped("lobby").await;
    says(&answer, "Teo vs Mika (Gridlock) is paused in");
    // Other cases: a host without a match, a server without a season, a person alone with Dealer.
    let answer = host.helped("lobby").await;
    says(&answer, "</match new:");
    house.another_server(&cleo, "annex").await;
    let answer = cleo.helped("annex").await;
    says(&answer, "</setup:");
    host.voids(ARENA).await;
    juniper.sees(ARENA, "# Void").await;
    let answer = juniper.helped("@Dealer").await;
    says(&answer, "You have nothing to do in a match");
    house.close().await;
}

/// The answer is public, so nobody may flood a channel with it.
#[tokio::test(flavor = "multi_thread")]
async fn a_mention_gets_an_answer_that_everybody_may_see() {
    let mut house = House::new("help-mentions").await;
    let [juniper, cleo] = house.people(["Juniper", "Cleo"]).await;
    let me = house.as_bot("GET", "/users/@me", json!(null)).await["id"].clone();
    let me = format!("<@{}>", me.as_str().unwrap());
    let answer = "Only you will see that answer";
    let card = cleo.sees(ARENA, "# Gridlock").await;
    // A reply to a post pings its author, but says nothing to Dealer.
    let arena = cleo.channel(ARENA).await.unwrap();
    let reply = json!({
        "content": "good luck",
        "message_reference": { "message_id": card["id"] },
    });
    let path = format!("/as/{}/channels/{arena}/messages", cleo.id);
    house.stage("POST", &path, reply).await;
    cleo.writes(ARENA, "@everyone watch this").await;
    let posted = format!("{me} says a bot");
    let path = format!("/channels/{arena}/messages");
    house
        .as_bot("POST", &path, json!({ "content": posted }))
        .await;
    // Dealer answers the first mention, from anyone, and ignores those right after it.
    juniper.writes(ARENA, &format!("{me} what now?")).await;
    let said = cleo.sees(ARENA, answer).await;
    assert_eq!(
        said["message_reference"]["channel_id"],
        arena.as_str(),
        "{said}"
    );
    says(&said, "Teo vs Mika (Gridlock) is open");
    lacks(&said, "choice");
    cleo.writes(ARENA, &format!("{me} and now?")).await;
    cleo.writes(ARENA, &format!("hey {me}")).await;
    // Another channel has its own limit.
    cleo.writes("lobby", &format!("{me}?")).await;
    cleo.sees("lobby", answer).await;
    house.advance(10_000);
    cleo.writes(ARENA, &format!("{me} once more")).await;
    house
        .until("a later mention is answered", async || {
            (cleo.count(ARENA, answer).await == 2).then_some(())
        })
        .await;
    let posts = cleo.messages(ARENA).await;
    let of_first = posts.iter().filter(|post| content(post).contains(answer));
    let mut of_first = of_first.map(|post| post["message_reference"]["message_id"].clone());
    let asked = |words: &str| {
        let found = posts.iter().find(|post| content(post).contains(words));
        found.unwrap()["id"].clone()
    };
    assert_eq!(of_first.next(), Some(asked("what now?")));
    assert_eq!(of_first.next(), Some(asked("once more")));
    house.close().await;
}
