//! A match of DM Invitational, from the secret rankings to their reveal.

use serde_json::{Value, json};

use super::crossfire::PANEL;
use super::house::{House, Person, content, controls, field, labels, lacks, says, says_all};
use super::short_circuit::is_grey;

const HALL: &str = "lobby";

/// Opens a match of Teo (DMO) and Mika (EC) with everybody of the season.
async fn open(house: &House) {
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let seats = json!({ "game": "invitational", "dmo": dmo.id, "ec": ec.id });
    host.confirms(HALL, "match new", seats, "Open the match")
        .await;
    host.sees(HALL, "# DM Invitational").await;
}

impl Person<'_> {
    /// Presses controls of a panel, or chooses in its menus, one after another. After each, the
    /// panel comes to say certain words.
    async fn goes(&self, panel: &Value, steps: &[(&str, &str)]) -> Value {
        let mut panel = panel.clone();
        for (label, words) in steps {
            match items(&panel).iter().find(|item| item.1 == *label) {
                Some((menu, _, value)) => {
                    self.try_press(&panel, menu, json!([value])).await;
                }
                None => {
                    self.press(&panel, label).await;
                }
            }
            panel = self.turns_into(&panel, words).await;
        }
        panel
    }

    /// Opens the panel from the newest post that offers it.
    async fn opens_panel(&self) -> Value {
        let post = self.newest_prompt().await;
        let opened = self.press(&post, PANEL).await;
        self.turns_into(&opened["message"], "**DM Invitational**")
            .await
    }

    /// Sends the first courier that may be sent to the first house that it can reach.
    async fn sends(&self) {
        let mut panel = self.opens_panel().await;
        if items(&panel).is_empty() {
            let first = labels(&panel).swap_remove(0);
            panel = self.goes(&panel, &[(&first, "Where does courier")]).await;
        }
        let (menu, _, order) = items(&panel).swap_remove(0);
        self.try_press(&panel, &menu, json!([order])).await;
    }
}

/// The items of a message's menus: the menu's custom id, label and value.
fn items(message: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let rows = message["components"].as_array().unwrap().iter();
    let menus = rows.map(|row| &row["components"][0]);
    menus
        .flat_map(|menu| {
            let items = menu["options"].as_array().into_iter().flatten();
            items.map(|item| {
                let [id, label, value] = [&menu["custom_id"], &item["label"], &item["value"]];
                (text(id), text(label), text(value))
            })
        })
        .collect()
}

/// When time runs out, an unsubmitted ranking counts as the person's choice.
#[tokio::test(flavor = "multi_thread")]
async fn an_unsubmitted_ranking_counts_when_time_is_up() {
    let mut house = House::new("invitational-drafts").await;
    open(&house).await;
    let [dmo, ec] = house.people(["Teo", "Mika"]).await;
    let own = dmo.sees("@Dealer", "Rank every house").await;
    let steps = [
        ("Wren", "**1. Wren**"),
        ("Bo", "If time runs out, this counts"),
    ];
    dmo.goes(&own, &steps).await;
    // A person who has started over has no ranking.
    let letter = ec.sees("@Dealer", "Rank every house").await;
    let steps = [
        ("Rook", "**1. Rook**"),
        ("Start over", "Tap the names in your order"),
    ];
    ec.goes(&letter, &steps).await;
    house.advance(25 * 60 * 60 * 1000);
    let told = dmo
        .sees("@Dealer", "Your draft was submitted for you")
        .await;
    let draft = "**you ranked the houses: 1. Wren, 2. Bo, then cast order**";
    says(&told, draft);
    ec.sees("@Dealer", "a random choice was made for you").await;
    dmo.sees(
        HALL,
        "One player didn't choose, so a random choice was made",
    )
    .await;
    dmo.turns_into(&own, "**1. Wren, 2. Bo, then cast order**")
        .await;
    house.close().await;
}

/// A typed ranking that waits for confirmation counts too.
#[tokio::test(flavor = "multi_thread")]
async fn an_unconfirmed_ranking_counts_when_time_is_up() {
    let mut house = House::new("invitational-asked").await;
    open(&house).await;
    let dmo = house.person("Teo").await;
    let own = dmo.sees("@Dealer", "Rank every house").await;
    dmo.writes("@Dealer", "rook > bart").await;
    let asked = dmo.sees("@Dealer", "**Until you do, it counts only").await;
    assert!(!content(&asked).ends_with('\n'), "{asked}");
    // The ranking that is in at that moment counts.
    dmo.press(&asked, "Cancel").await;
    let kept = "Not submitted yet: **1. Rook, 2. Bartholomea**, then cast order";
    dmo.sees("@Dealer", kept).await;
    house.advance(25 * 60 * 60 * 1000);
    dmo.sees("@Dealer", "Your draft was submitted for you")
        .await;
    dmo.turns_into(&own, "**1. Rook, 2. Bartholomea, then cast order**")
        .await;
    house.close().await;
}

/// A ruling on one player's ranking leaves the other player's draft alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_draft_ranking_survives_a_ruling_on_the_other_one() {
    let mut house = House::new("invitational-ruling").await;
    open(&house).await;
    let [dmo, ec, host] = house.people(["Teo", "Mika", "Vesper"]).await;
    let own = dmo.sees("@Dealer", "Rank every house").await;
    dmo.goes(&own, &[("Wren", "**1. Wren**")]).await;
    let letter = ec.sees("@Dealer", "Rank every house").await;
    let steps = [("Rook", "**1. Rook**"), ("Submit", crate::phrases::CHOICE)];
    ec.goes(&letter, &steps).await;
    // Or with the ranking that is in.
    let form = ec.press(&letter, "Type my ranking").await;
    let typed = field(&form, "act");
    assert!(
        typed.starts_with("Rook > ") && typed.contains(" > \"Lady Quill\""),
        "{typed}"
    );
    let why = json!({ "reason": "for both" });
    let menu = host.command(HALL, "ruling rewind", why).await;
    let select = &menu["message"]["components"][0]["components"][0];
    let (id, newest) = (&select["custom_id"], &select["options"][0]["value"]);
    let id = id.as_str().unwrap();
    host.try_press(&menu["message"], id, json!([newest])).await;
    let preview = host.sees(HALL, crate::phrases::GO_BACK).await;
    host.press(&preview, crate::phrases::YES_GO_BACK).await;
    dmo.sees(HALL, "for both").await;
    let own = dmo.sees("@Dealer", "**1. Wren**").await;
    dmo.goes(&own, &[("Bo", "**1. Wren, 2. Bo**")]).await;
    // The form for typing starts with the names that were tapped.
    let form = dmo.press(&own, "Type my ranking").await;
    assert_eq!(field(&form, "act"), "Wren > Bo");
    house.advance(25 * 60 * 60 * 1000);
    let told = dmo
        .sees("@Dealer", "Your draft was submitted for you")
        .await;
    let draft = "**you ranked the houses: 1. Wren, 2. Bo, then cast order**";
    says(&told, draft);
    // A rewound draft isn't submitted for a player who has to choose again.
    ec.sees("@Dealer", "a random choice was made for you").await;
    house.close().await;
}

/// Both the postman and the answers to presses edit a person's private post. When such an edit is
/// late, the post must still end up with the newest state.
#[tokio::test(flavor = "multi_thread")]
async fn a_private_post_shows_the_newest_state_however_late_its_edits_are() {
    let mut house = House::new("invitational-edits").await;
    open(&house).await;
    let [dmo, ec] = house.people(["Teo", "Mika"]).await;
    let letter = dmo.sees("@Dealer", "Rank every house").await;
    let counted = "**1. Wren, ";
    let own = dmo
        .goes(&letter, &[("Wren", "**1. Wren**"), ("Submit", counted)])
        .await;
    house.settled().await;
    let there = async || {
        let messages = dmo.messages("@Dealer").await;
        let mut messages = messages.into_iter();
        messages.find(|message| message["id"] == own["id"]).unwrap()
    };

    // The postman's edit is late while the player presses.
    let form = dmo.press(&own, "Type my ranking").await;
    let mut names: Vec<&str> = field(&form, "act").split(" > ").collect();
    names.reverse();
    let path = format!("*/messages/{}", own["id"].as_str().unwrap());
    let late = json!({ "method": "PATCH", "path": path, "delay_ms": 2000 });
    house.faults(late).await;
    dmo.writes("@Dealer", &names.join(" > ")).await;
    house.faults_met().await;
    dmo.press(&own, "Start over").await;
    house.settled().await;
    let shown = dmo.turns_into(&own, "Tap the names in your order").await;
    lacks(&shown, counted);
    let shown = there().await;
    says(&shown, "Tap the names");

    // An answer is late while the other's choice comes in. After that nothing can change.
    let late = json!({ "method": "POST", "path": "*/callback", "delay_ms": 2000 });
    house.faults(late).await;
    let other = ec.sees("@Dealer", "Rank every house").await;
    let hands_in = async {
        house.faults_met().await;
        ec.press(&other, "Rook").await;
        let other = ec.turns_into(&other, "**1. Rook**").await;
        ec.press(&other, "Submit").await;
    };
    tokio::join!(dmo.press(&shown, "Wren"), hands_in);
    dmo.turns_into(&own, "All choices are in and final").await;
    house.settled().await;
    let shown = there().await;
    assert!(controls(&shown).is_empty(), "{shown}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_runs_from_the_rankings_to_their_reveal() {
    let house = House::new("invitational-whole").await;
    open(&house).await;
    let [dmo, ec, host, spectator] = house.people(["Teo", "Mika", "Vesper", "Cleo"]).await;

    dmo.confirms(HALL, "me", json!({}), "⬜ Text boards: no")
        .await;

    // Tapping names ranks them in order, and a second tap removes one. The rest follow in cast
    // order. A person who wants the board in words gets it at every tap.
    let letter = dmo.sees("@Dealer", "Rank every house").await;
    assert!(!labels(&letter).contains(&"Vesper".to_owned()), "{letter}");
    // Resigning needs confirmation here too.
    dmo.writes("@Dealer", "Resign").await;
    let asked = dmo.sees("@Dealer", "Mika wins the match at once").await;
    assert!(
        labels(&asked).contains(&"Yes, I resign".to_owned()),
        "{asked}"
    );
    dmo.press(&asked, "Cancel").await;
    let steps = [
        ("Wren", "**1. Wren**"),
        ("Bo", "**1. Wren, 2. Bo**"),
        ("Hugo", "**1. Wren, 2. Bo, 3. Hugo**"),
        (
            "2. Bo",
            "Not submitted yet: **1. Wren, 2. Hugo**, then cast order.",
        ),
    ];
    assert!(is_grey(&letter, "Submit (tap a name first)"), "{letter}");
    let panel = dmo.goes(&letter, &steps).await;
    says(&panel, "You haven't chosen yet");
    let in_words = content(&panel).contains("\nDM Invitational. ");
    assert!(in_words, "{panel}");
    assert_eq!(
        panel["attachments"].as_array().unwrap().len(),
        1,
        "the map must stay"
    );
    let counted = "**1. Wren, 2. Hugo, then cast order**";
    let panel = dmo.goes(&panel, &[("Submit", counted)]).await;
    assert!(is_grey(&panel, "✅ Submitted"), "{panel}");
    spectator.sees(HALL, "1 of 2 choices in").await;
    for other in [&host, &ec, &spectator] {
        let seen = other.everything().await;
        assert!(!seen.contains("1. Wren"), "somebody sees Teo's ranking");
    }

    // Completion adds one name at a time to a typed ranking, and never replaces the other player's.
    let typed = "Lady Quill > ba";
    let completed = ec
        .complete(HALL, "invitational rank", "houses", typed)
        .await;
    assert_eq!(completed, ["Lady Quill > Bartholomea"]);
    // A choice holds 100 characters: earlier names get shorter, and the next is always offered.
    let mut line = String::new();
    for left in (1..=17).rev() {
        let offered = ec.complete(HALL, "invitational rank", "houses", &line);
        let offered = offered.await;
        assert_eq!(offered.len(), left, "{line}");
        line = format!("{} > ", offered[left / 2]);
    }
    assert_eq!(line.matches('>').count(), 17, "{line}");
    let refused = ec
        .types(HALL, "invitational rank houses: Rook > Vesper")
        .await;
    says(&refused, "Vesper is a dealer");
    // The other ranking is in, so this one would be final at once. Dealer shows what it leaves out,
    // and waits for confirmation.
    let some = json!({ "houses": "rook > bart" });
    let asked = ec.command(HALL, "invitational rank", some).await;
    says_all(
        &asked,
        [
            "ranked 2 of 17 houses",
            "houses: 1. Rook, 2. Bartholomea. The rest would follow in cast order.",
            "**Until you do, it counts only if time runs out.**",
        ],
    );
    spectator.sees(HALL, "1 of 2 choices in").await;
    let taken = ec.press(&asked["message"], "Yes, do it").await;
    let taken = ec.turns_into(&taken["message"], "Got it: ").await;
    let whole = "you ranked the houses: 1. Rook, 2. Bartholomea, then cast order";
    says(&taken, whole);
    // Both rankings are final, no matter who was first. No message asks for Ready, which may have
    // been pressed since.
    for (who, first) in [(&dmo, "1. Wren"), (&ec, "1. Rook")] {
        let says = format!("All choices are in and final: your ranking is **{first}");
        let own = who.sees("@Dealer", &says).await;
        assert!(controls(&own).is_empty(), "{own}");
    }
    let card = spectator
        .sees(HALL, "The match starts once both players")
        .await;
    dmo.press(&card, "Ready").await;
    ec.press(&card, "Ready").await;
    spectator.sees(HALL, "airdrop 1 of 4").await;
    dmo.sees(
        "@Dealer",
        "your ranking is **1. Wren, 2. Hugo, then cast order**",
    )
    .await;
    ec.sees(
        "@Dealer",
        "your ranking is **1. Rook, 2. Bartholomea, then cast order**",
    )
    .await;

    // An airdrop takes two taps: a courier below the post, then a house. Both players' choices show
    // when both are in.
    let post = dmo.sees(HALL, "airdrop 1 of 4").await;
    let asked = dmo.press(&post, "Courier 3").await["message"].clone();
    let asked = dmo.turns_into(&asked, "does courier 3 land at?").await;
    assert_eq!(asked["attachments"].as_array().unwrap().len(), 1, "{asked}");
    let chosen = "courier 3 lands at Vesper's house";
    let taken = dmo.goes(&asked, &[("Vesper", chosen)]).await;
    // No control is left that would soon be nobody's.
    assert!(controls(&taken).is_empty(), "{taken}");
    spectator.sees(HALL, "**Teo** has chosen").await;
    for other in [&host, &ec, &spectator] {
        assert!(!other.everything().await.contains(chosen));
    }
    let steps = [
        ("Courier 4", "does courier 4 land at?"),
        ("Marlow", "courier 4 lands at Marlow's house"),
    ];
    let left_open = dmo.opens_panel().await;
    let panel = dmo.opens_panel().await;
    dmo.goes(&panel, &steps).await;

    // After a restart a half-made choice is still there.
    let half = ec.opens_panel().await;
    let question = "does courier 2 land at?";
    ec.goes(&half, &[("Courier 2", question)]).await;
    let house = house.restart().await;
    let [dmo, ec, spectator] = house.people(["Teo", "Mika", "Cleo"]).await;
    let panel = ec.opens_panel().await;
    says(&panel, question);
    let done = "Got it: courier 2 lands at Hugo's house.";
    ec.goes(&panel, &[("Hugo", done)]).await;
    let both = spectator.sees(HALL, "airdrop 2 of 4").await;
    says_all(
        &both,
        [
            "Teo's courier 4 lands at Marlow's house and delivers 4 letters.",
            "Mika's courier 2 lands at Hugo's house and delivers 2 letters.",
        ],
    );
    // A panel of the turn before that is pressed later shows the current question.
    dmo.press(&left_open, "Courier 4").await;
    dmo.closes(&left_open, "Here's what you can do now:").await;
    let below = async || {
        let mut messages = dmo.messages(HALL).await.into_iter();
        let now = messages.rfind(|found| labels(found).contains(&"Courier 1".to_owned()));
        now.filter(|now| is_grey(now, "Courier 4 at Marlow"))
    };
    house
        .until("the panel of this turn comes below", async || {
            below().await.map(drop)
        })
        .await;

    let rounds = [
        ((3, "Wren"), (4, "Wren")),
        ((2, "Bo"), (3, "Dax")),
        ((1, "Pim"), (1, "Pim")),
    ];
    let lines = dmo.complete(HALL, "act", "text", "").await;
    assert_eq!(lines, ["drop 1", "drop 2", "drop 3"]);
    let lines = dmo.complete(HALL, "act", "text", "drop 3").await;
    for house in ["Bartholomea", "\"Lady Quill\"", "Wren"] {
        assert!(lines.contains(&format!("drop 3 {house}")), "{lines:?}");
    }
    for ((own, at), (other, there)) in rounds {
        if own == 1 {
            // The last courier is chosen automatically.
            let panel = dmo.opens_panel().await;
            says(&panel, "does courier 1 land at?");
            let mut houses = items(&panel).into_iter();
            assert!(houses.any(|item| item.1 == "Bartholomea"), "{panel}");
        }
        let order = json!({ "courier": own, "house": at });
        let houses = dmo
            .complete(HALL, "invitational drop", "house", &at[..2])
            .await;
        let couriers = dmo.complete(HALL, "invitational drop", "courier", "").await;
        assert!(couriers.contains(&own.to_string()), "{couriers:?}");
        assert!(houses.contains(&at.to_owned()), "{houses:?}");
        let taken = dmo.command(HALL, "invitational drop", order).await;
        says(&taken, "Got it");
        let order = format!("{other} {there}");
        let taken = ec.command(HALL, "act", json!({ "text": order })).await;
        says(&taken, "Got it");
    }

    // Orders: only legal ones have a button. Teo's courier 3 is held, since Mika delivered 4
    // letters there.
    for turn in 1..=2 {
        let asked = format!("send a courier along a road (turn {turn})");
        let post = spectator.sees(HALL, &asked).await;
        if turn == 1 {
            let order = json!({ "courier": 3, "house": "Marlow" });
            let refused = dmo.command(HALL, "invitational send", order).await;
            says(&refused, "Courier 3 can't leave Wren now");
            // Its button is grey and says why, and so does the button below the post.
            let own = dmo.opens_panel().await;
            let held = "Courier 3 is held at Wren: your opponent has delivered more letters there.";
            says(&own, held);
            assert!(is_grey(&own, "Courier 3 is held at Wren"), "{own}");
            let own = dmo.press(&post, "Courier 3").await["message"].clone();
            let own = dmo.turns_into(&own, held).await;
            let last = content(&own).lines().last().unwrap();
            assert_eq!(last, format!("⚠️ {held}"), "{own}");
        }
        dmo.sends().await;
        ec.sends().await;
    }
    spectator.sees(HALL, "along a road (turn 3)").await;

    // The end shows both rankings, and the record replays to it.
    ec.confirms(HALL, "act", json!({ "text": "resign" }), "Yes, I resign")
        .await;
    let result = spectator.sees(HALL, "Teo beats Mika by resignation").await;
    says_all(
        &result,
        [
            "Teo's ranking: 1. Wren, 2. Hugo, then cast order.",
            "Mika's ranking: 1. Rook, 2. Bartholomea, then cast order.",
        ],
    );
    super::gridlock::record_of(&house, &result).await;
    super::asks::nothing_is_asked(&house, HALL, &[&spectator, &dmo, &ec]).await;
    let mut house = house;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_in_words_is_complete_however_long() {
    let mut house = House::new("invitational-words").await;
    let [host, dmo] = house.people(["Vesper", "Teo"]).await;
    let ranked = [
        "Juniper",
        "Rook",
        "Dax",
        "Hugo",
        "Bo",
        "Wren",
        "Lady Quill",
        "Bartholomea",
    ];
    let long = |name: &str| format!("{name}{}", "_".repeat(45 - name.len()));
    for name in ranked {
        let to = json!({ "name": name, "to": long(name) });
        house.advance(300);
        let renamed = host.command(HALL, "season cast rename", to).await;
        says(&renamed, &name[..2]);
    }
    open(&house).await;
    let ranking = json!({ "houses": ranked.map(long).join(" > ") + " > …" });
    let taken = dmo.command(HALL, "invitational rank", ranking).await;
    says(&taken, "Got it");
    let before = dmo.messages(HALL).await.len();
    dmo.types(HALL, "board words_only: true").await;
    house
        .until("the whole board is there", async || {
            let messages = dmo.messages(HALL).await;
            let parts: Vec<&str> = messages[before..].iter().map(content).collect();
            let all = parts.concat();
            let twice = |name: &&str| all.matches(&long(name).replace('_', "\\_")).count() >= 2;
            (parts.len() > 1 && ranked.iter().all(twice)).then_some(())
        })
        .await;
    house.close().await;
}
