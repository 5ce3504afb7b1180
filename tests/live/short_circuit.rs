//! A match of Short Circuit, from `/match new` to the solution.

use serde_json::{Value, json};

use super::house::{House, Person, content, controls, lacks, said, says};
use super::roundabout::choose;

const HALL: &str = "lobby";

/// A small board, so that a circuit can soon be complete. The battery is on B3 and C3.
const OPTIONS: &str = "columns = 5\nrows = 5\nsupply.straight = 4\nsupply.turn = 6\n\
     supply.crossroad = 1\nsupply.thunder = 1";

impl Person<'_> {
    /// Opens this person's panel from the newest prompt.
    async fn opens_sketch(&self) -> Value {
        let prompt = self.sees(HALL, "⏱️").await;
        self.press(&prompt, "Open my panel").await;
        self.sees_panel_after(&prompt).await
    }

    /// Waits for a panel that appears after this message.
    async fn sees_panel_after(&self, message: &Value) -> Value {
        let number = |message: &Value| message["id"].as_str().unwrap().parse::<u64>().unwrap();
        let after = number(message);
        self.house
            .until("a panel is shown", async || {
                let messages = self.messages(HALL).await;
                messages.into_iter().rev().find(|message| {
                    number(message) > after && content(message).contains("The pen is on")
                })
            })
            .await
    }

    /// Presses a control of this person's panel and waits until the panel says the expected words.
    /// It must not say them before.
    async fn steps(&self, panel: &Value, label: &str, expected: &str) -> Value {
        self.press(panel, label).await;
        self.shown(panel, expected).await
    }

    /// This person's panel, once it has changed and says the expected words.
    async fn shown(&self, panel: &Value, expected: &str) -> Value {
        let what = format!("the panel changes to “{expected}”");
        self.house
            .until(&what, async || {
                let messages = self.messages(HALL).await;
                let mut messages = messages.into_iter();
                let there = messages.find(|message| message["id"] == panel["id"])?;
                let is_new = content(&there) != content(panel);
                (is_new && content(&there).contains(expected)).then_some(there)
            })
            .await
    }
}

/// Whether a message has a control with this label that can be pressed.
fn offers(message: &Value, label: &str) -> bool {
    controls(message).iter().any(|(found, _)| found == label)
}

/// Whether a message has a grey button with this label.
pub fn is_grey(message: &Value, label: &str) -> bool {
    let rows = message["components"].as_array().into_iter().flatten();
    let mut all = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    all.any(|control| control["label"] == label && control["disabled"] == true)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_runs_from_the_secret_board_to_the_solution() {
    let house = House::new("short-circuit-whole").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;

    // The set-up panel says what stays secret, and how a practice round works.
    let seats = json!({ "game": "short_circuit", "dmo": dmo.id, "ec": ec.id });
    let panel = host.command(HALL, "match new", seats).await;
    says(&panel, "practice round");
    host.sets_options(&panel["message"], OPTIONS).await;
    let panel = host.sees(HALL, "**5 columns**").await;
    host.press(&panel, "✅ Practice round first: yes").await;
    let panel = host
        .until_newest("**5 columns**", "⬜ Practice round first: no")
        .await;
    host.press(&panel, "Open the match").await;

    // The size stays secret until the first player is decided.
    let card = dmo.sees(HALL, "# Short Circuit").await;
    let rules = dmo.types(HALL, "rules").await;
    let words = dmo.types(HALL, "board words_only: true").await;
    let status = host.types(HALL, "match status").await;
    for told in [content(&card), said(&rules), said(&words), said(&status)] {
        assert!(!told.contains("columns and"), "{told}");
    }
    says(&words, "secret");
    dmo.press(&card, "Ready").await;
    ec.press(&card, "Ready").await;

    // The player with more garnets decides.
    let prompt = dmo.sees(HALL, "decide who goes first").await;
    // That choice uses no reserve.
    lacks(&prompt, "reserve");
    let chooser = if content(&prompt).contains(&format!("<@{}>", dmo.id)) {
        &dmo
    } else {
        &ec
    };
    chooser.press(&prompt, "Teo first").await;
    let prompt = dmo.sees(HALL, "place one to three tiles").await;
    // The board isn't secret any more: the picture shows it.
    let board = prompt["attachments"][0]["description"].as_str().unwrap();
    assert!(board.contains("5 columns and 5 rows"), "{prompt}");
    // Where time runs out, the post says what that means.
    let lost = ". If that runs out, you lose.\n";
    says(&prompt, lost);

    // The opponent may try things meanwhile. That doesn't count.
    let scratch = ec.opens_sketch().await;
    says(&scratch, "Meanwhile");
    assert!(is_grey(&scratch, "Not your turn yet"), "{scratch}");
    let scratch = ec.steps(&scratch, "➡️", "`D3=H`").await;
    assert_eq!(scratch["attachments"].as_array().unwrap().len(), 1);
    // The picture's description has the sketch, and the loose tiles that would be left.
    let described = scratch["attachments"][0]["description"].as_str().unwrap();
    for told in [
        "You tried a straight west–east on D3.",
        "left: 3 straight tiles",
    ] {
        assert!(described.contains(told), "{described}");
    }
    // The pen moves by columns and rows, past the table's tiles.
    let mut scratch = scratch;
    for (label, cell) in [("Column B", "B3"), ("Row 4", "B4"), ("Row 2", "B2")] {
        choose(&ec, &scratch, "Move the pen", &[label]).await;
        scratch = ec.sees(HALL, &format!("The pen is on **{cell}**")).await;
    }

    // The pen lays the tile that fits, and can take it back. A turn is placed from the sketch. A
    // person who wants the board in words gets it at every step.
    lacks(&scratch, "columns and");
    dmo.confirms(HALL, "me", json!({}), "⬜ Text boards: no")
        .await;
    let panel = dmo.opens_sketch().await;
    says(&panel, "columns and");
    let nothing = "Your sketch is empty.";
    says(&panel, nothing);
    assert!(is_grey(&panel, "Nothing to place yet"), "{panel}");
    // While the panel can't place anything, it says why.
    let form = dmo.press(&panel, "Type tiles").await;
    dmo.fill(&form, json!({ "tiles": "A1=H" })).await;
    let panel = dmo.shown(&panel, "`A1=H`").await;
    assert!(
        is_grey(&panel, "Not legal: must touch a placed tile"),
        "{panel}"
    );
    let panel = dmo.steps(&panel, "Undo", nothing).await;
    let panel = dmo.steps(&panel, "➡️", "`D3=H`").await;
    says(&panel, "columns and");
    // The button says what it places.
    assert!(offers(&panel, "Place D3=H"), "{panel}");
    let panel = dmo.steps(&panel, "Undo", "Your sketch is empty").await;
    let panel = dmo.steps(&panel, "⬆️", "`D3=NW`").await;
    let panel = dmo.steps(&panel, "⬅️", "`D3=NW D2=SW`").await;
    // A sketch that is more than one turn is placed in parts.
    let panel = dmo
        .steps(
            &panel,
            "⬅️",
            "You can place the first 2 now; the rest stays",
        )
        .await;
    let first = "Place the first 2: D3=NW D2=SW";
    assert!(offers(&panel, first), "{panel}");
    let panel = dmo.steps(&panel, "➡️", "Legal move").await;
    // In hand mode the arrows only move the pen. Its sign says so, even on a tile.
    let panel = dmo.steps(&panel, "Pen: ✏️ draws", "✋ The pen is on").await;
    choose(&dmo, &panel, "Move the pen", &["Column B"]).await;
    let panel = dmo.sees(HALL, "✋ The pen is on **B").await;
    choose(&dmo, &panel, "Move the pen", &["Row 3"]).await;
    let panel = dmo
        .sees(HALL, "✋ The pen is on **B3**. Arrows only move it.")
        .await;
    let on_tile = "✏️ The pen is on **B3**. There's a tile there";
    let panel = dmo.steps(&panel, "Pen: ✋ moves", on_tile).await;
    // The impossible step is the last line of the text, and also appears below the picture.
    let form = dmo.press(&panel, "Type tiles").await;
    dmo.fill(&form, json!({ "tiles": "F3 EN" })).await;
    let wrong = dmo.sees(HALL, "I can't read `F3 EN`").await;
    let last = content(&wrong).lines().last().unwrap();
    assert!(
        last.starts_with("⚠️") && last.contains("`F3 EN`"),
        "{wrong}"
    );
    let below = controls(&wrong).into_iter();
    let mut below = below.filter(|(label, _)| label.starts_with("⚠️ I can't read F3 EN"));
    assert!(below.next().is_some(), "{wrong}");
    let panel = dmo.steps(&wrong, "Refresh", "Legal move").await;
    let placed = "Got it: you placed ┛ D3 and ┓ D2.";
    dmo.steps(&panel, "Place D3=NW D2=SW", placed).await;
    ec.sees(HALL, "Teo places ┛ D3").await;

    // A placed tile removes the opponent's sketch there. Typed turns work too, and mistakes are
    // explained.
    let covered = "⚠️ A tile was placed on D3, so this is gone from your sketch: `D3=H`.";
    // The panel in which they waited is theirs to use now.
    let waited = ec.shown(&scratch, covered).await;
    assert!(is_grey(&waited, "Nothing to place yet"), "{waited}");
    assert_eq!(waited["attachments"].as_array().unwrap().len(), 1);
    let panel = ec.opens_sketch().await;
    says(&panel, "Your sketch is empty");
    assert!(content(&panel).ends_with(covered), "{panel}");
    // Choices that end the match don't come first.
    let choices = ec.complete(HALL, "act", "text", "").await;
    let (last, cells) = choices.split_last().unwrap();
    assert_eq!(last, "impossible");
    assert!(cells.contains(&"place C2=".to_owned()), "{cells:?}");
    assert!(cells.iter().all(|cell| cell.ends_with('=')), "{cells:?}");
    let choices = ec.complete(HALL, "circuit place", "tiles", "c2=").await;
    assert!(choices.contains(&"C2=H".to_owned()), "{choices:?}");
    let refused = ec.types(HALL, "circuit place tiles: c2h a5v").await;
    says(&refused, "neighbouring cells");
    // A comma within a line doesn't make two turns.
    let refused = ec.types(HALL, "act text: c2 h, c5 v").await;
    says(&refused, "neighbouring cells");
    let taken = ec.types(HALL, "circuit place tiles: c2 h").await;
    says(&taken, "you placed ━ C2.");
    dmo.sees(HALL, "Mika places ━ C2").await;
    dmo.types(HALL, "act text: b2 h").await;

    // Calling "impossible" needs confirmation.
    ec.sees(HALL, "Teo places ━ B2").await;
    let panel = ec.opens_sketch().await;
    let asked = ec.steps(&panel, "Impossible…", "can't be undone").await;
    // After Cancel the panel comes below the question.
    ec.press(&asked, "Cancel").await;
    ec.loses_controls(&asked).await;
    let panel = ec.sees(HALL, "The pen is on").await;
    let asked = ec.steps(&panel, "Impossible…", "can't be undone").await;
    ec.press(&asked, "Yes, do it").await;

    // The opponent gets the whole board. Their tries survive a restart, and a failed one costs
    // nothing.
    let solving = dmo.sees(HALL, "calls “impossible”").await;
    says(&solving, lost);
    let panel = dmo.opens_sketch().await;
    dmo.steps(&panel, "⬇️", "`A2=SE`").await;
    let house = house.restart().await;
    let [dmo, ec] = house.people(["Teo", "Mika"]).await;
    let refused = dmo.types(HALL, "circuit solve tiles: a2=h").await;
    says(&refused, "doesn't complete");
    let sketch = dmo.types(HALL, "circuit sketch").await;
    let panel = &sketch["message"];
    says(panel, "`A2=SE`");
    assert!(is_grey(panel, "Not a complete circuit yet"), "{panel}");
    let panel = dmo.steps(panel, "➡️", "completes the circuit").await;
    dmo.press(&panel, "Submit the solution").await;
    let result = ec.sees(HALL, "# Teo beats ").await;
    says(&result, "it was possible");
    let mut house = house;
    house.close().await;
}

/// Discord is slow to confirm the first of several presses.
#[tokio::test(flavor = "multi_thread")]
async fn quick_steps_keep_their_order() {
    let mut house = House::new("short-circuit-order").await;
    let [host, dmo, ec] = house.people(["Vesper", "Teo", "Mika"]).await;
    let seats = json!({ "game": "short_circuit", "dmo": dmo.id, "ec": ec.id });
    let panel = host.command(HALL, "match new", seats).await;
    host.sets_options(&panel["message"], OPTIONS).await;
    let panel = host.sees(HALL, "**5 columns**").await;
    host.press(&panel, "✅ Practice round first: yes").await;
    let panel = host
        .until_newest("**5 columns**", "⬜ Practice round first: no")
        .await;
    host.press(&panel, "Open the match").await;
    let card = dmo.sees(HALL, "# Short Circuit").await;
    dmo.press(&card, "Ready").await;
    ec.press(&card, "Ready").await;
    dmo.sees(HALL, "decide who goes first").await;
    for who in [&dmo, &ec] {
        let decides = json!({ "text": "first dmo" });
        who.try_command(HALL, "act", decides).await;
    }
    dmo.sees(HALL, "place one to three tiles").await;
    let panel = dmo.opens_sketch().await;
    let panel = dmo.steps(&panel, "⬆️", "`D3=NW`").await;
    let late = json!({
        "method": "POST", "path": "*/callback", "delay_ms": 2000, "after_doing_it": true,
    });
    house.faults(late).await;
    // In the other order they would lay other tiles.
    for label in ["⬅️", "⬆️"] {
        dmo.press(&panel, label).await;
    }
    dmo.shown(&panel, "`D3=NW D2=SW C2=NE`").await;
    house.close().await;
}
