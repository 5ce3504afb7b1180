//! Matches of Crossfire: bids that nobody sees, warnings, the reveal, the winner's buttons, and
//! what lateness costs.

use serde_json::{Value, json};

use super::house::{
    House, Person, calls, content, controls, labels, lacks, said, says, says_all, time_passes,
};

const HALL: &str = "lobby";
pub const PANEL: &str = "Open my panel";

/// Opens a match of Teo (DMO, blue) and Mika (EC, red) and begins it.
async fn begin(house: &House, options: &str, anomalies: &[&str]) {
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let seats = json!({ "game": "crossfire", "dmo": dmo.id, "ec": ec.id });
    let panel = host.command(HALL, "match new", seats).await;
    host.sets_options(&panel["message"], options).await;
    let mut panel = host.sees(HALL, "A match of Crossfire").await;
    if !anomalies.is_empty() {
        let menus = controls(&panel).into_iter();
        let mut menus = menus.filter(|(label, _)| label.starts_with("Anomalies"));
        let (status, _) = host
            .try_press(&panel, &menus.next().unwrap().1, json!(anomalies))
            .await;
        assert!(status < 300);
        panel = host.sees(HALL, " · **").await;
    }
    host.press(&panel, "Open the match").await;
    let card = dmo.sees(HALL, "# Crossfire").await;
    dmo.press(&card, "Ready").await;
    ec.press(&card, "Ready").await;
    dmo.sees(HALL, "The match begins").await;
}

impl Person<'_> {
    /// This person's own panel, opened from the newest prompt.
    async fn panel(&self) -> Value {
        let prompt = self.newest_prompt().await;
        self.press(&prompt, PANEL).await["message"].clone()
    }

    /// The newest post from which a panel can be opened.
    pub async fn newest_prompt(&self) -> Value {
        let look = async || {
            let posts = self.messages(HALL).await.into_iter().rev();
            let mut public = posts.filter(|post| post["ephemeral"] != true);
            public.find(|post| labels(post).contains(&PANEL.to_owned()))
        };
        self.house.until("a prompt is open", look).await
    }

    /// Types a bid in the form of this person's panel.
    async fn chooses(&self, panel: &Value, bid: u32) -> Value {
        let form = self.press(panel, "Type a number").await;
        self.fill(&form, json!({ "act": bid.to_string() })).await
    }

    async fn bids(&self, chips: u32) -> Value {
        self.command(HALL, "crossfire bid", json!({ "chips": chips }))
            .await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bids_are_secret_until_both_are_in_and_the_winner_acts() {
    let mut house = House::new("crossfire-bids").await;
    begin(&house, "chips = 30", &[]).await;
    let [dmo, ec, spectator] = house.people(["Teo", "Mika", "Cleo"]).await;

    // Completion offers legal bids to the player and to a host who acts for them, and to nobody
    // else.
    let bids = dmo.complete(HALL, "crossfire bid", "chips", "29").await;
    assert_eq!(bids, ["29"]);
    let host = house.person("Vesper").await;
    let for_mika = json!({ "player": "Mika", "move": "bid 29" });
    let acts = host.completes(HALL, "ruling act", for_mika, "move").await;
    assert_eq!(acts, ["bid 29"]);
    let entries = host.complete(HALL, "ruling rewind", "entry", "").await;
    assert!(!entries.is_empty());

    // During a pause no form opens, since it couldn't be used.
    let prompt = dmo.newest_prompt().await;
    host.types(HALL, "match pause").await;
    spectator.loses_controls(&prompt).await;
    let refused = dmo.bids(1).await;
    says(&refused, "paused");
    host.types(HALL, "match resume").await;

    // A player without an arrow is warned before they bid everything, and can change the bid. Text
    // that concerns both players appears once.
    let asked = spectator.sees(HALL, crate::phrases::RESUMED).await;
    let both = format!("<@{}> and <@{}>: bid in secret", dmo.id, ec.id);
    says(&asked, &both);
    assert_eq!(content(&asked).matches("Careful").count(), 1, "{asked}");
    let panel = dmo.panel().await;
    let shown = labels(&panel);
    let quick = ["Bid 0", "Bid 1", "Bid 2", "Bid 5", "−", "Bid 3", "+"];
    assert!(shown.starts_with(&quick.map(str::to_owned)), "{shown:?}");
    // Others change the bid by one before it is submitted.
    dmo.press(&panel, "+").await;
    let panel = dmo.turns(&panel, "Bid 4").await;
    says(&panel, "Keep 1 chip");
    let asked = dmo.chooses(&panel, 30).await;
    says(&asked, "Up to 29 is safe");
    let asked = dmo.sees(HALL, "Up to 29 is safe").await;
    // The question closes, and the panel comes below it.
    dmo.press(&asked, "Cancel").await;
    dmo.loses_controls(&asked).await;
    let panel = house
        .until("the panel comes below", async || {
            let mut messages = dmo.messages(HALL).await.into_iter();
            messages.rfind(|found| labels(found).contains(&"−".to_owned()))
        })
        .await;

    // The last bid counts, and only the bidder sees it.
    dmo.chooses(&panel, 13).await;
    // The bid replaces the panel: it is in sight on a phone, and leaves no controls that soon
    // expire.
    let closed = dmo.sees(HALL, "Got it: **you bid 13**").await;
    assert_eq!(closed["id"], panel["id"], "{closed}");
    assert!(controls(&closed).is_empty(), "{closed}");
    assert_eq!(closed["attachments"], json!([]), "{closed}");
    // The post that asks both players opens the form at once for each of them.
    let prompt = dmo.newest_prompt().await;
    assert_eq!(labels(&prompt), ["Bid", "Open my panel"]);
    let refused = spectator.press(&prompt, "Bid").await;
    says(&refused, "aren't in this match");
    let form = dmo.press(&prompt, "Bid").await;
    assert_eq!(form["modal"]["title"], "Bid", "{form}");
    let taken = dmo.fill(&form, json!({ "act": "12" })).await;
    says(&taken, "**you bid 12**");
    assert_eq!(taken["message"]["ephemeral"], true, "{taken}");
    assert!(controls(&taken["message"]).is_empty(), "{taken}");
    let told = spectator.sees(HALL, "**Teo** has bid").await;
    says(&told, "from 0 to 30");
    assert_eq!(told["attachments"].as_array().unwrap().len(), 1, "{told}");
    // A player who has yet to bid still finds the post among their mentions.
    let mentions = told["mentions"].as_array().unwrap();
    let mentioned: Vec<&Value> = mentions.iter().map(|user| &user["id"]).collect();
    assert_eq!(mentioned, [&json!(ec.id)], "{told}");
    for other in [&ec, &spectator, &house.person("Vesper").await] {
        let seen = other.everything().await;
        for bid in ["bid 12", "bid 13"] {
            assert!(!seen.contains(&format!("**{bid}**")), "{bid} is seen");
            assert!(!seen.contains(&format!("`{bid}`")), "{bid} is seen");
        }
    }

    // What has been bid is green, whatever is shown beside it.
    let panel = dmo.panel().await;
    dmo.press(&panel, "−").await;
    let panel = dmo.turns(&panel, "Bid 11").await;
    let buttons = panel["components"].as_array().unwrap().iter();
    let buttons = buttons.flat_map(|row| row["components"].as_array().unwrap());
    let green = buttons.filter(|button| button["style"] == 3);
    assert_eq!(green.count(), 0, "{panel}");
    dmo.chooses(&panel, 2).await;
    let panel = dmo.panel().await;
    let two = panel["components"][0]["components"][2].clone();
    assert_eq!(
        [&two["label"], &two["style"]],
        [&json!("Bid 2"), &json!(3)],
        "{panel}"
    );
    dmo.bids(12).await;

    // A bid above one's chips is refused, and the second bid shows both.
    let refused = ec.bids(31).await;
    says(&refused, "from 0 to 30");
    let old = ec.panel().await;
    // Only the newest panel is brought up to date.
    ec.panel().await;
    ec.bids(12).await;
    let reveal = spectator.sees(HALL, "Teo bid 12, Mika bid 12").await;
    says(&reveal, "Teo wins the tie and pays Mika 12 chips");

    // The winner's buttons list the legal actions. Only the winner can press them.
    assert_eq!(
        labels(&reveal),
        [
            "Spawn B1 ↓ · 1 chip",
            "Spawn D2 ← · 1 chip",
            "Spawn C4 ↑ · 1 chip",
            "Spawn A3 → · 1 chip",
            "Open my panel"
        ]
    );
    // The waiting player finds the state of the match there.
    ec.press(&reveal, "Open my panel").await;
    let panel = ec.sees(HALL, "Nothing for you to do right now").await;
    let stands = "Teo 18 chips, 0 of 2 goals · Mika 42 chips, 0 of 2 goals\nTeo: until";
    says(&panel, stands);
    says(&panel, "Mika: clock stopped,");
    let refused = ec.press(&reveal, "Spawn B1 ↓ · 1 chip").await;
    says(&refused, "aren't yours");
    dmo.press(&reveal, "Spawn B1 ↓ · 1 chip").await;
    spectator.sees(HALL, "Teo spawns on B1 for 1 chip").await;

    // A panel of the round before opens no form, since it couldn't be used.
    // It closes, and what can be done now comes below.
    ec.press(&old, "Type a number").await;
    ec.closes(&old, "from earlier and no longer").await;
    ec.until_newest("Bid in secret", "Type a number").await;

    // With an arrow on the board a player may bid everything without a warning.
    let taken = dmo.bids(17).await;
    says(&taken, "Got it: **you bid 17**");
    ec.bids(0).await;
    let reveal = spectator.sees(HALL, "Teo bid 17, Mika bid 0").await;
    assert_eq!(controls(&reveal).len(), 2, "{reveal}");
    let cells = dmo.complete(HALL, "crossfire move", "cell", "").await;
    assert_eq!(cells, ["B1"]);
    dmo.press(&reveal, "Move B1 ↓").await;
    dmo.bids(0).await;
    ec.bids(0).await;
    // Ties go to the loser of the round before. That is Mika, who has no arrow yet.
    let reveal = spectator
        .sees(HALL, "Mika wins the tie and pays nothing")
        .await;
    says(&reveal, "spawn an arrow.");
    // A typing mistake is not an action. Dealer only offers what it probably means.
    let slip = json!({ "text": "spwan c1" });
    let asked = ec.command(HALL, "act", slip).await;
    says(&asked, "Did you mean `spawn C1`?");
    let posts = spectator.messages(HALL).await;
    let spawned = |post: &Value| content(post).contains("Mika spawns");
    assert!(!posts.iter().any(spawned), "{posts:?}");
    let spawn = json!({ "space": "c1" });
    let next = ec.command(HALL, "crossfire spawn", spawn).await;
    let told = spectator.sees(HALL, "Mika spawns on C1").await;
    // The answer is the next panel. Its clock has run since the prompt was posted.
    says_all(
        &next,
        [
            "Got it: you spawned on C1.",
            "⏱️ until <t:",
            "Bid in secret",
        ],
    );
    // What is the same for both players appears once, and so does the time.
    assert_eq!(content(&told).matches("⏱️").count(), 1, "{told}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_spaces_are_chosen_at_once_in_a_menu() {
    let mut house = House::new("crossfire-ambush").await;
    begin(&house, "chips = 3", &["ambush", "all_pay", "both_ways"]).await;
    let [dmo, ec] = house.people(["Teo", "Mika"]).await;
    dmo.bids(1).await;
    ec.bids(0).await;
    let reveal = dmo.sees(HALL, "Teo wins the bid and pays 1 chip.").await;
    // A comma between spaces doesn't separate actions.
    for (typed, expected) in [("B1, D", "B1 D2"), ("d2,b", "B1 D2")] {
        let completed = dmo.complete(HALL, "crossfire spawn", "space", typed).await;
        assert_eq!(completed, [expected], "{typed}");
    }
    // Two chips are left: enough for one or two spaces, but not three.
    let (label, menu) = controls(&reveal).swap_remove(4);
    assert_eq!(label, "Spawn on several spaces at once");
    let (status, _) = dmo
        .try_press(&reveal, &menu, json!(["spawn B1 D2 C4"]))
        .await;
    assert!(status >= 400, "only offers can be chosen");
    dmo.try_press(&reveal, &menu, json!(["spawn B1 D2"])).await;
    dmo.sees(HALL, "Teo spawns on B1 and D2 for 2 chips").await;
    dmo.bids(0).await;
    ec.bids(0).await;
    // Mika lost the last round and wins the tie. Then Teo's arrows may move back.
    ec.types(HALL, "act text: s a2").await;
    dmo.bids(0).await;
    ec.bids(0).await;
    let reveal = dmo
        .sees(HALL, "Teo wins the tie. Nobody pays anything")
        .await;
    assert!(
        controls(&reveal)
            .iter()
            .any(|(label, _)| label == "Move D2 ←"),
        "{reveal}"
    );
    dmo.types(HALL, "crossfire move cell: D2").await;
    dmo.sees(HALL, "Teo moves from D2 to C2").await;
    house.close().await;
}

/// How many chips a post says that a late player has lost.
fn lost(post: &Value) -> u32 {
    let after = content(post).split_once("has lost ");
    let number = after.and_then(|(_, rest)| rest.split(' ').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn lateness_costs_chips_in_the_prompts_own_post() {
    let mut house = House::new("crossfire-late").await;
    begin(&house, "chips = 50", &[]).await;
    let [dmo, ec, host, spectator] = house.people(["Teo", "Mika", "Vesper", "Cleo"]).await;
    dmo.bids(2).await;
    spectator.sees(HALL, "**Teo** has bid").await;
    let steps = [
        (59_500, crate::phrases::ON_RESERVE, true),
        (239_500, crate::phrases::NEARLY_UP, true),
        // Two calls are enough.
        (70_500, "Mika's reserve is gone", false),
        // It stands in the prompt, which called her.
        (0, "Mika is out of time and has lost", true),
    ];
    for (ms, words, rings) in steps {
        let says = |post: &Value| content(post).contains(words);
        time_passes(&spectator, HALL, ms, says).await;
        // The line stands between Mika and the prompt's own controls.
        let post = spectator.sees(HALL, words).await;
        assert_eq!(labels(&post), ["Bid", "Open my panel"]);
        assert_eq!(calls(&post, &ec), rings, "{post}");
    }
    // A drain is one timeout, however long it lasts: the match goes on, and the host hears of it.
    let told = host.sees("@Dealer", "Mika's reserve is gone").await;
    for chips in 2..=4 {
        time_passes(&spectator, HALL, 8_500, |post| lost(post) >= chips).await;
    }
    let posts = spectator.messages(HALL).await;
    let telling = |post: &&Value| content(post).contains("is out of time");
    assert_eq!(posts.iter().filter(telling).count(), 1);
    let paused = |post: &Value| content(post).contains("paused");
    assert!(!posts.iter().any(paused));
    // Teo runs out of time too: his bid stands.
    let prompt = dmo.sees(HALL, "Mika is out of time and has lost").await;
    let panel = dmo.press(&prompt, "Open my panel").await["message"].clone();
    says(&panel, "**bid 2**. Your time is up, so it's final");
    assert!(controls(&panel).is_empty(), "{panel}");
    // A host who sees that a player has dropped out can stop the loss with one press.
    host.press(&told, "Pause the match").await;
    let pause = host.sees(HALL, "The host pauses the match").await;
    house.advance(60_000);
    host.press(&pause, "Resume (host)").await;
    ec.sees(HALL, crate::phrases::RESUMED).await;
    let taken = ec.bids(0).await;
    says(&taken, "Got it");
    let reveal = spectator.sees(HALL, "Teo bid 2, Mika bid 0").await;
    let what = "what told of the time that ran out is switched off with its prompt";
    house
        .until(what, async || {
            let post = spectator.sees(HALL, "Mika's reserve ran out").await;
            controls(&post).is_empty().then_some(())
        })
        .await;
    // From now on the reserves differ, but the base time still appears once.
    dmo.press(&reveal, "Spawn B1 ↓ · 1 chip").await;
    let next = spectator.sees(HALL, "Teo spawns on B1").await;
    assert_eq!(content(&next).matches("⏱️").count(), 1, "{next}");
    says_all(&next, ["+ reserve: Teo ", ", Mika none"]);
    house.close().await;
}

/// A player who is late can't change their bid. A new form would come too late, so none opens.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_bid_stands() {
    let mut house = House::new("crossfire-stands").await;
    begin(&house, "chips = 50", &[]).await;
    let [dmo, spectator] = house.people(["Teo", "Cleo"]).await;
    for (ms, words) in [
        (59_500, crate::phrases::ON_RESERVE),
        (239_500, crate::phrases::NEARLY_UP),
        (70_500, "Teo is out of time and has lost"),
    ] {
        let says = |post: &Value| content(post).contains(words);
        time_passes(&spectator, HALL, ms, says).await;
    }
    let taken = dmo.bids(2).await;
    let stands = "Got it: **you bid 2**. Your time is up, so it's final";
    says(&taken, stands);
    lacks(&taken, "change it");
    let prompt = dmo.newest_prompt().await;
    let instead = dmo.press(&prompt, "Bid").await;
    assert!(instead["modal"].is_null(), "{instead}");
    says(&instead, "**bid 2**. Your time is up, so it's final");
    lacks(&instead, "earlier");
    assert!(controls(&instead["message"]).is_empty(), "{instead}");
    house.close().await;
}

/// A panel from before a rewind shows another match. The preview of a host's act tells no bid.
#[tokio::test(flavor = "multi_thread")]
async fn a_panel_from_before_a_ruling_does_nothing() {
    let mut house = House::new("crossfire-rewind").await;
    begin(&house, "chips = 30", &[]).await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    dmo.panel().await;
    dmo.bids(3).await;
    // The host reads whose turn it is: one of the two players, never the host.
    let late = json!({ "player": "Teo", "move": "spawn B1", "reason": "a slip" });
    let refused = host.command(HALL, "ruling act", late).await;
    lacks(&refused, "your");
    for bid in ["bid 2", "bid 5"] {
        let act = json!({ "player": "Mika", "move": bid, "reason": "a slip" });
        let shown = host.command(HALL, "ruling act", act).await;
        says(&shown, "It's legal");
        // The line that names the match is left out.
        let (_, told) = said(&shown).split_once('\n').unwrap();
        assert!(!told.contains("Teo"), "{shown}");
    }
    ec.bids(2).await;
    dmo.sees(HALL, "wins the bid").await;
    // The panel has become that of the winner.
    let old = dmo.sees(HALL, "Spawn an arrow.").await;

    let reason = json!({ "reason": "a slip" });
    let menu = host.command(HALL, "ruling rewind", reason).await;
    let select = &menu["message"]["components"][0]["components"][0];
    let options = select["options"].as_array().unwrap().iter().rev();
    let mut of_teo =
        options.filter(|option| option["label"].as_str().unwrap().contains("Teo has bid"));
    let first = of_teo.next().unwrap_or_else(|| panic!("{menu}"));
    let custom_id = select["custom_id"].as_str().unwrap();
    host.try_press(&menu["message"], custom_id, json!([first["value"]]))
        .await;
    let preview = host.sees(HALL, crate::phrases::GO_BACK).await;
    host.press(&preview, crate::phrases::YES_GO_BACK).await;
    dmo.sees(HALL, crate::phrases::REWOUND).await;

    let answer = dmo.press(&old, "Spawn B1 ↓ · 1 chip").await;
    says(&answer, "The host rewound the match, so that button");
    assert!(
        !controls(&answer["message"]).is_empty(),
        "the current question comes at once: {answer}"
    );
    assert!(!house.acts().contains(&"spawn B1".to_owned()));
    house.close().await;
}
