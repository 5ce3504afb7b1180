//! Rulings over the wire: they are shown before they count, happen once, and reach the people they
//! concern. Nobody but a host may make them.

use serde_json::{Value, json};

use super::house::{House, Person, content, controls, lacks, said, says, says_all};

const ARENA: &str = "death-match";

/// Begins the rehearsal's own match: Teo (DMO) vs Mika (EC).
async fn begin(host: &Person<'_>) {
    host.confirms(ARENA, "match begin", json!({}), "Begin without strikes")
        .await;
}

impl Person<'_> {
    /// Asks for a ruling, confirms it, and gives the preview.
    async fn rules(&self, what: &str, mut options: Value, confirm: &str) -> String {
        options["reason"] = json!("the *host* says so");
        let shown = self.command(ARENA, what, options).await;
        let preview = said(&shown).to_owned();
        assert!(
            preview.contains("Nothing happens until you confirm"),
            "{shown}"
        );
        assert!(preview.contains("the \\*host\\* says so"), "{shown}");
        let mut labels = controls(&shown["message"]).into_iter();
        let (_, yes) = labels.find(|(label, _)| label == confirm).unwrap();
        let done = self.taps_twice(&shown["message"], &yes).await;
        assert_eq!(self.presses_again(ARENA, &yes).await, content(&done));
        preview
    }

    /// Confirms a ruling by two taps at the same moment. They rule once, and both lead to the
    /// outcome, which is given.
    async fn taps_twice(&self, preview: &Value, yes: &str) -> Value {
        let tap = || self.try_press(preview, yes, json!([]));
        tokio::join!(tap(), tap());
        let messages = self.messages(ARENA).await;
        let mut messages = messages.into_iter();
        let done = messages.find(|message| message["id"] == preview["id"]);
        let done = done.unwrap();
        assert!(content(&done).starts_with("Done: "), "{done}");
        done
    }

    async fn answer(&self, outcome: &Value) -> String {
        self.answer_in(ARENA, outcome).await
    }

    /// Rewinds to just before the newest menu entry with these words, and gives the preview.
    async fn goes_back_to(&self, words: &str) -> String {
        let reason = json!({ "reason": "a slip" });
        let menu = self.command(ARENA, "ruling rewind", reason).await;
        let select = &menu["message"]["components"][0]["components"][0];
        let options = select["options"].as_array().unwrap();
        let option = options
            .iter()
            .find(|option| option["label"].as_str().unwrap().contains(words));
        let option = option.unwrap_or_else(|| panic!("no {words} in {options:?}"));
        let custom_id = select["custom_id"].as_str().unwrap();
        let chosen = json!([option["value"]]);
        self.try_press(&menu["message"], custom_id, chosen).await;
        let preview = self.turns(&menu["message"], "Yes, ").await;
        let mut buttons = controls(&preview).into_iter();
        let yes = buttons.find(|(label, _)| label.starts_with("Yes, "));
        let done = self.taps_twice(&preview, &yes.unwrap().1).await;
        let undo = controls(&done);
        assert!(undo.iter().any(|one| one.0 == "Undo this"), "{done}");
        content(&preview).to_owned()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_takes_back_acts_and_rulings() {
    let mut house = House::new("rulings-rewind").await;
    let [host, dmo, ec, juniper] = house.people(["Vesper", "Teo", "Mika", "Juniper"]).await;
    // Dealer returns an impossible ruling with its reason.
    let wrong = json!({ "player": "Juniper", "move": "hide C3", "reason": "by phone" });
    let refused = host.command(ARENA, "ruling act", wrong).await;
    let typed = "/ruling act player: Juniper move: hide C3 reason: by phone";
    says(&refused, typed);
    // Nobody is shown a secret choice that the host makes for a player or guest.
    let hidden = json!({ "player": "Juniper", "move": "hide A1" });
    host.rules("ruling act", hidden, "Yes, act for them").await;
    juniper
        .sees("@Dealer", "A host acted for you: **you're hiding on A1**")
        .await;
    let seen = house.person("Cleo").await.everything().await;
    assert!(
        !seen.contains("hide A1") && !seen.contains("Juniper"),
        "{seen}"
    );
    let log = host.types(ARENA, "ruling log").await;
    says(&log, "acted for Juniper");
    lacks(&log, "A1");
    let menu = host.types(ARENA, "ruling rewind reason: x").await;
    let menu = menu["message"].to_string();
    // The menu shows no secret choice, and the person may choose again.
    assert!(!menu.contains("in secret"), "{menu}");
    assert!(!menu.contains("A1"), "{menu}");

    begin(&host).await;
    let prompt = dmo.sees(ARENA, "choose one").await;
    dmo.press(&prompt, "Go first").await;
    let taken = ec.sees(ARENA, "choose your axis").await;
    let preview = host.goes_back_to("Teo moves first").await;
    assert!(preview.contains("Waiting for Teo"), "{preview}");
    dmo.sees(ARENA, crate::phrases::REWOUND).await;
    house
        .until("the post that followed is marked", async || {
            let posts = ec.messages(ARENA).await;
            let post = posts.into_iter().find(|post| post["id"] == taken["id"])?;
            let marked = content(&post).starts_with("↩️ *Taken back by the host.*");
            (marked && controls(&post).is_empty()).then_some(())
        })
        .await;
    let prompt = dmo.sees(ARENA, "choose one").await;
    assert_ne!(prompt["id"], taken["id"]);
    // The host picked the wrong entry: the button below the answer undoes the rewind, and the marks
    // move.
    let done = host.sees(ARENA, "Done: back to just before").await;
    let asked = host.press(&done, "Undo this").await;
    says_all(&asked, ["**Undo this?**\n> <t:", "Counts again"]);
    // What is undone is quoted, and not listed once more.
    assert_eq!(
        said(&asked).matches("rewound the match").count(),
        1,
        "{asked}"
    );
    host.press(&asked["message"], crate::phrases::YES_UNDO)
        .await;
    dmo.sees(ARENA, "The host undid the rewind").await;
    house
        .until("the mark is on the newly rewound post", async || {
            let posts = ec.messages(ARENA).await;
            let marked = |id: &Value| {
                let post = posts.iter().find(|post| post["id"] == *id)?;
                Some(content(post).contains("Taken back by the host") && controls(post).is_empty())
            };
            let is_so = !marked(&taken["id"])? && marked(&prompt["id"])?;
            is_so.then_some(())
        })
        .await;
    // A second press undoes nothing else. The button says so and goes.
    host.press(&done, "Undo this").await;
    let undone = host.sees(ARENA, "This was already undone").await;
    assert_eq!(undone["id"], done["id"]);
    assert_eq!(controls(&undone), []);
    host.goes_back_to("Teo moves first").await;
    let prompt = house
        .until("the prompt is posted once more", async || {
            let posts = dmo.messages(ARENA).await.into_iter().rev();
            let asks = |post: &Value| content(post).contains("choose one");
            let mut asking = posts.filter(asks);
            asking.find(|post| !controls(post).is_empty())
        })
        .await;
    dmo.press(&prompt, "Go second").await;
    ec.sees(ARENA, "choose your axis").await;

    // A finished match can continue, even if Dealer restarts between question and answer.
    let preview = host
        .rules(
            "ruling settle",
            json!({ "winner": "ec" }),
            crate::phrases::YES_AWARD,
        )
        .await;
    let shown = "The result shows everyone all hiding places";
    assert!(preview.contains(shown), "{preview}");
    host.sees(ARENA, "# Mika beats ").await;
    let menu = host.types(ARENA, "ruling rewind reason: too early").await;
    let label = "The host awards the match";
    assert!(menu["message"].to_string().contains(label), "{menu}");
    let select = menu["message"]["components"][0]["components"][0].clone();
    let chosen = json!([select["options"][0]["value"]]);
    let custom_id = select["custom_id"].as_str().unwrap();
    host.try_press(&menu["message"], custom_id, chosen).await;
    let preview = host.sees(ARENA, crate::phrases::BACK_ON).await;
    says(&preview, "The result has shown everyone all hiding places");
    house = house.restart().await;
    let [host, ec] = house.people(["Vesper", "Mika"]).await;
    host.press(&preview, crate::phrases::YES_UNDO).await;
    // Nobody was there to play, so the match waits for a host.
    let board = ec.sees(ARENA, "When play resumes, **Mika** has").await;
    host.press(&board, "Resume (host)").await;
    let prompt = house
        .until("the prompt is posted again", async || {
            let posts = ec.messages(ARENA).await;
            // The message about the restart's credit may come later.
            let asks = |post: &Value| content(post).contains("choose your axis");
            let mut asking = posts.into_iter().rev().filter(asks);
            let is_asked = |(label, _): (String, String)| label == "Left and right";
            asking.find(|post| controls(post).into_iter().any(is_asked))
        })
        .await;
    ec.press(&prompt, "Left and right").await;
    ec.sees(ARENA, "move the Guard").await;

    // The host settles for the wrong player, and undoes it with the button below the answer.
    host.rules(
        "ruling settle",
        json!({ "winner": "dmo" }),
        crate::phrases::YES_AWARD,
    )
    .await;
    let done = host.sees(ARENA, "Done: you awarded the match").await;
    let asked = host.press(&done, "Undo this").await;
    let said = said(&asked);
    assert!(said.contains(crate::phrases::BACK_ON), "{asked}");
    host.press(&asked["message"], crate::phrases::YES_UNDO)
        .await;
    ec.sees(ARENA, crate::phrases::REWOUND).await;
    let missing = json!({ "number": 77 });
    let log = host.command(ARENA, "ruling log", missing).await;
    let said = "has never had a match 77";
    assert!(log.to_string().contains(said), "{log}");
    house.close().await;
}

/// A card stops saying that its match has begun or ended when a rewind takes that back.
#[tokio::test(flavor = "multi_thread")]
async fn a_card_follows_its_match_through_rewinds() {
    let mut house = House::new("rulings-card").await;
    let [host, teo] = house.people(["Vesper", "Teo"]).await;
    let newer = "A newer card of this match is further down.";
    let card = teo.sees(ARENA, "The match starts once both players").await;
    begin(&host).await;
    teo.closes(&card, "The match has begun.").await;
    host.goes_back_to("Hiding is over").await;
    teo.closes(&card, newer).await;

    let reopened = teo.sees(ARENA, "The match starts once both players").await;
    host.rules("match void", json!({}), "Yes, declare it void")
        .await;
    teo.closes(&reopened, "The match is over.").await;
    host.goes_back_to("declares the match void").await;
    teo.closes(&reopened, newer).await;
    begin(&host).await;
    for card in [&card, &reopened] {
        let said = teo.closes(card, newer).await;
        assert!(!said.contains("has begun"), "{said}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_rules_on_time_substitutes_and_pauses() {
    let mut house = House::new("rulings-people").await;
    let [host, dmo, ec, bo, cleo] = house.people(["Vesper", "Teo", "Mika", "Bo", "Cleo"]).await;
    begin(&host).await;
    let prompt = dmo.sees(ARENA, "choose one").await;

    // Only hosts are offered the command. Dealer refuses a former host.
    for other in [&dmo, &bo, &cleo] {
        let void = json!({ "reason": "mine" });
        assert_eq!(other.try_command(ARENA, "match void", void).await.0, 403);
    }
    let void = json!({ "reason": "enough" });
    let asked = host.command(ARENA, "match void", void).await;
    let roles = host.take_roles().await;
    let refused = host.press(&asked["message"], "Yes, declare it void").await;
    says(&refused, "Only a host");
    host.give_roles(roles.clone()).await;

    // Dealer returns what the host typed. A host who uses a player's command hears of the host's
    // own.
    let lots = json!({ "player": "Teo", "by": "lots", "reason": "the power was out" });
    let refused = host.command(ARENA, "ruling time", lots).await;
    says(&refused, "the power was out");
    let refused = host.types(ARENA, "pause").await;
    let instead = "Hosts don't play in this match. Use </match status:";
    says(&refused, instead);

    // The extra time shows at the deadline.
    let before = content(&prompt).to_owned();
    let more = json!({ "player": "Teo", "by": "2m" });
    let shown = host
        .rules("ruling time", more, "Yes, change the time")
        .await;
    assert!(shown.contains("Teo has"), "{shown}");
    dmo.sees(ARENA, "The host gives Teo 2:00.").await;
    house
        .until("the prompt shows the new deadline", async || {
            let posts = dmo.messages(ARENA).await;
            let post = posts.into_iter().find(|post| post["id"] == prompt["id"])?;
            (content(&post) != before && !controls(&post).is_empty()).then_some(())
        })
        .await;

    // The match moves on between question and answer.
    let forfeit = json!({ "player": "dmo", "reason": "asleep" });
    let asked = host.command(ARENA, "ruling forfeit", forfeit).await;
    dmo.press(&prompt, "Go first").await;
    ec.sees(ARENA, "choose your axis").await;
    host.press(&asked["message"], "Yes, forfeit").await;
    let again = host.sees(ARENA, "The match has moved on").await;
    host.press(&again, "Cancel").await;
    host.sees(ARENA, "everything stays as it is").await;

    // Dealer says beforehand whether the season's cast changes too.
    for in_season in [true, false] {
        let substitute = json!({ "player": "Mika", "account": cleo.id, "in_season": in_season, "reason": "ill" });
        let asked = host.command(ARENA, "ruling substitute", substitute).await;
        let says_so = said(&asked).contains("The season's cast changes too");
        assert_eq!(says_so, in_season, "{asked}");
        host.press(&asked["message"], "Cancel").await;
    }

    // From now on Cleo plays for Mika.
    let substitute = json!({ "player": "Mika", "account": cleo.id });
    host.rules("ruling substitute", substitute, "Yes, substitute")
        .await;
    let hall = host.channel(ARENA).await.unwrap();
    let act_as = format!("You now play as **Mika** in Teo vs Mika (Gridlock) in <#{hall}>");
    cleo.sees("@Dealer", &act_as).await;
    ec.sees("@Dealer", "now plays for you in Teo vs Mika").await;
    let prompt = cleo.sees(ARENA, "choose your axis").await;
    let refused = ec.press(&prompt, "Left and right").await;
    let instead = format!(
        "<@{}> has taken your place as Mika in this match since <t:",
        cleo.id
    );
    says(&refused, &instead);
    cleo.press(&prompt, "Left and right").await;
    dmo.sees(ARENA, "move the Guard").await;
    // Prompts and questions say for whom Cleo plays.
    dmo.types(ARENA, "act text: up").await;
    let called = format!("<@{}> (for Mika): move the Guard", cleo.id);
    cleo.sees(ARENA, &called).await;
    let asked = cleo.types(ARENA, "resign").await;
    let out = "Teo wins the match at once, and **Mika is out of the season**";
    says(&asked, out);

    // A host in a seat can't rule.
    cleo.give_roles(roles).await;
    let void = json!({ "reason": "mine" });
    let refused = cleo.command(ARENA, "match void", void).await;
    says(&refused, "another host");
    let refused = cleo.types(ARENA, "ruling rewind reason: x").await;
    says(&refused, "another host");

    // Both players want a pause, and later end it.
    let asked = dmo.types(ARENA, "pause").await;
    says(&asked, "if your opponent agrees");
    let wish = cleo.sees(ARENA, "Teo asks for a pause").await;
    says(&wish, "(2 pauses left in this match)");
    cleo.press(&wish, "Pause").await;
    let paused = dmo.sees(ARENA, "Both players asked for a pause").await;
    let asked = dmo.closes(&wish, "Teo asked for a pause.").await;
    assert!(!asked.contains("press the button"), "{asked}");
    cleo.loses_controls(&wish).await;
    let status = host.types(ARENA, "match status").await;
    let why = "It's paused because both players asked for it. It resumes when the players press Resume, or by itself <t:";
    says(&status, why);
    dmo.press(&paused, "Resume").await;
    cleo.sees(ARENA, "Teo is ready to resume").await;
    cleo.press(&paused, "Resume").await;
    dmo.sees(ARENA, crate::phrases::RESUMED).await;

    // Dealer keeps people's data while a match needs it, and says so before asking anything.
    let refused = dmo.types(ARENA, "privacy forget").await;
    says(&refused, "Not yet: you play in match 1, which is open.");
    let juniper = house.person("Juniper").await;
    let refused = juniper.types(ARENA, "privacy forget").await;
    let words = "Not yet: you are in the cast of match 1, which is open.";
    says(&refused, words);
    host.rules("match void", json!({}), "Yes, declare it void")
        .await;
    let void = host.sees(ARENA, "# Void").await;
    lacks(&void, "What decided it");
    let forgotten = dmo
        .confirms(ARENA, "privacy forget", json!({}), "Forget me")
        .await;
    assert!(dmo.answer(&forgotten).await.contains("Done"), "{forgotten}");
    let log = host.types(ARENA, "ruling log").await;
    let substitute = format!("let <@{}> play for Mika", cleo.id);
    says_all(&log, ["declared the match void", &substitute, "gave Teo 2"]);
    house.close().await;
}

/// A substitute learns for whom they hide, who gets the strike, and what became of the choice. The
/// replaced person learns that they have no part any more.
#[tokio::test(flavor = "multi_thread")]
async fn a_substitute_for_a_safe_player_is_told_for_whom() {
    let mut house = House::new("safe-substitute").await;
    let [host, cleo, juniper] = house.people(["Vesper", "Cleo", "Juniper"]).await;
    let asked = juniper.sees("@Dealer", "Choose the tile").await;
    let substitute = json!({ "player": "Juniper", "account": cleo.id });
    host.rules("ruling substitute", substitute, "Yes, substitute")
        .await;
    let letter = cleo
        .sees("@Dealer", "You now play as **Juniper** in ")
        .await;
    let fate = "and Juniper gets a strike";
    says(&letter, fate);
    let gone = juniper
        .sees("@Dealer", "there's nothing left for you to do")
        .await;
    assert_eq!(gone["id"], asked["id"], "{gone}");
    assert!(controls(&gone).is_empty(), "{gone}");
    let card = juniper.sees(ARENA, "# Gridlock").await;
    let refused = juniper.press(&card, "Open my panel").await;
    let instead = format!("<@{}> has taken your place as Juniper", cleo.id);
    says(&refused, &instead);

    begin(&host).await;
    let settled = cleo.sees("@Dealer", "The match has begun in <#").await;
    assert_eq!(settled["id"], letter["id"], "{settled}");
    says_all(
        &settled,
        ["You now play as **Juniper** in ", "You hadn't chosen"],
    );
    // The host began before the time was up.
    lacks(&settled, fate);
    assert!(controls(&settled).is_empty(), "{settled}");
    house.close().await;
}

/// A host who comes too late hears so once, and the status says how the match ended.
#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_says_so_once() {
    let mut house = House::new("rulings-late").await;
    let host = house.person("Vesper").await;
    begin(&host).await;
    let time = json!({ "player": "Teo", "by": "2m", "reason": "late" });
    let asked = host.command(ARENA, "ruling time", time).await;
    let forfeit = json!({ "player": "Mika" });
    host.rules("ruling forfeit", forfeit, "Yes, forfeit").await;
    let late = host.press(&asked["message"], "Pause first").await;
    let times = said(&late).matches("This match is over").count();
    assert_eq!(times, 1, "{late}");
    let status = host.types(ARENA, "match status").await;
    says(&status, "Teo wins by forfeit");
    house.close().await;
}

/// The log shows rulings first, and one line for time given to everybody.
#[tokio::test(flavor = "multi_thread")]
async fn the_log_begins_with_rulings() {
    let mut house = House::new("rulings-log").await;
    let host = house.person("Vesper").await;
    let time = json!({ "player": "dmo", "by": "1m" });
    host.rules("ruling time", time, "Yes, change the time")
        .await;
    let give = json!({ "to": "everybody", "count": 2 });
    host.command(ARENA, "season garnets give", give).await;
    let log = host.types(ARENA, "ruling log").await;
    let lines: Vec<&str> = said(&log).lines().collect();
    let named = "**Gridlock: Teo vs Mika (match 1)** · Lantern House 1";
    assert_eq!(lines[0], named, "{lines:?}");
    assert!(lines[1].contains("gave Teo 1:00."), "{lines:?}");
    let garnets: Vec<&&str> = lines
        .iter()
        .filter(|line| line.contains("garnets"))
        .collect();
    assert_eq!(garnets.len(), 1, "{lines:?}");
    assert!(garnets[0].contains("gave Mika, Teo, Juniper"), "{lines:?}");
    lacks(&log, ":F>");
    house.close().await;
}

/// A post's menu shows everybody its board again, and lets a host rewind to before it.
#[tokio::test(flavor = "multi_thread")]
async fn a_posts_menu_shows_its_board_and_rewinds_to_before_it() {
    let mut house = House::new("rulings-menu").await;
    let [host, teo, mika, cleo] = house.people(["Vesper", "Teo", "Mika", "Cleo"]).await;
    let card = host.sees(ARENA, "# Gridlock").await;
    let nothing = host.uses_on(&card, "Rewind to before this").await;
    says(&nothing, "Nothing has happened");
    begin(&host).await;
    let prompt = teo.sees(ARENA, "choose one").await;
    teo.press(&prompt, "Go first").await;
    let moved = cleo.sees(ARENA, "choose your axis").await;

    // The answer is private, but shows what everybody saw.
    let shown = cleo.uses_on(&prompt, "Board at this moment").await;
    says(&shown, "**Gridlock: Teo vs Mika (match 1)** at <t:");
    let board = &shown["message"];
    assert_eq!(board["flags"].as_u64().unwrap() & 64, 64, "{board}");
    let picture = |message: &Value| {
        let url = message["attachments"][0]["url"].as_str();
        url.unwrap_or_else(|| panic!("no picture: {message}"))
            .to_owned()
    };
    let then = house.bytes(&picture(board)).await;
    assert_eq!(then, house.bytes(&picture(&prompt)).await);
    // A person with a secret in the match sees no more.
    let shown = mika.uses_on(&prompt, "Board at this moment").await;
    assert_eq!(then, house.bytes(&picture(&shown["message"])).await);
    cleo.writes(ARENA, "well played").await;
    let words = cleo.sees(ARENA, "well played").await;
    let none = cleo.uses_on(&words, "Board at this moment").await;
    says(&none, "doesn't show a board");

    // Only hosts see the other command, which is a ruling like any other.
    let (status, _) = cleo.try_use_on(&moved, "Rewind to before this").await;
    assert_eq!(status, 403);
    let none = host.uses_on(&words, "Rewind to before this").await;
    says(&none, "doesn't show a board");
    let asked = host.uses_on(&moved, "Rewind to before this").await;
    says(&asked, "Waiting for Teo");
    let form = host
        .press(&asked["message"], crate::phrases::YES_GO_BACK)
        .await;
    host.fill(&form, json!({ "reason": "a slip" })).await;
    let again = teo.sees(ARENA, crate::phrases::REWOUND).await;
    let gone = host.uses_on(&moved, "Rewind to before this").await;
    says(&gone, "already undone");

    // A post without a board shows the board before it. A host can't rewind from there.
    host.types(ARENA, "match pause").await;
    let news = teo.sees(ARENA, "All clocks are stopped").await;
    assert_eq!(news["attachments"], json!([]), "{news}");
    let shown = cleo.uses_on(&news, "Board at this moment").await;
    let then = house.bytes(&picture(&shown["message"])).await;
    assert_eq!(then, house.bytes(&picture(&again)).await);
    let none = host.uses_on(&news, "Rewind to before this").await;
    says(&none, "doesn't show a board");
    house.close().await;
}
