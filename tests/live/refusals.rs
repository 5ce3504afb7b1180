//! Bad input over the wire: everything that a phone can send and Dealer refuses. Each game has a
//! script in `crates/games/src/GAME/refusals.txt`.
//!
//! Each line is a person's step. It sends a typed action (`Teo: up`), a command with its parameters
//! (`Teo: /crossfire bid {"chips": 3}`), or a press in the newest message that has the control
//! (`Teo: [Spawn B1 ↓]`), with the text for the form that it opens (`Teo: [Type a number] 6`).
//! - A plain line is a step that counts. Words after `=>` are in its answer.
//! - `!` before it: Dealer refuses the step in private, nothing changes, and the answer has all the
//!   words after `=>`, with `;` between them. `=> Discord`: Discord itself refuses it.
//! - `Teo keeps: label` keeps the newest message with this control, and `Teo opens: words` Teo's
//!   own panel, for later presses: `Teo: old [up]`. An old post loses its controls, so Discord may
//!   refuse such a press. A panel keeps its controls.
//! - `open: OPTIONS` opens the match. `ready:` begins it; the host does so if somebody is missing.

use std::collections::HashMap;
use std::path::Path;

use games::GameId;
use serde_json::{Value, json};

use super::house::{House, Person, content, controls, said};

const HALL: &str = "lobby";

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_is_private_and_kind_and_changes_nothing() {
    for game in GameId::ALL {
        play(*game).await;
    }
}

/// A script that is being played.
struct Script {
    house: House,
    game: GameId,
    /// The messages that people kept.
    kept: HashMap<String, Value>,
    faults: Vec<String>,
}

async fn play(game: GameId) {
    let file = format!("crates/games/src/{}/refusals.txt", game.word());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let script = std::fs::read_to_string(file).unwrap();
    let house = House::new(&format!("refusals-{}", game.word())).await;
    // Without this, commands could also mean the rehearsal's own match.
    let host = house.person("Vesper").await;
    host.voids("death-match").await;
    let mut script_in_play = Script {
        house,
        game,
        kept: HashMap::new(),
        faults: Vec::new(),
    };
    for (number, line) in script.lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            script_in_play.line(number + 1, line).await;
        }
    }
    let Script {
        mut house, faults, ..
    } = script_in_play;
    assert!(faults.is_empty(), "{}:\n{}", game.word(), faults.join("\n"));
    house.close().await;
}

impl Script {
    async fn line(&mut self, number: usize, line: &str) {
        let (refused, line) = match line.strip_prefix('!') {
            Some(rest) => (true, rest.trim()),
            None => (false, line),
        };
        let (who, step) = line.split_once(':').unwrap_or_else(|| panic!("{line}"));
        let step = step.trim();
        match who.split_once(' ').unwrap_or((who, "")) {
            ("open", _) => self.open(step).await,
            ("ready", _) => self.ready().await,
            (who, "keeps") => {
                let kept = self.house.person(who).await.newest_with(step).await;
                self.kept.insert(who.to_owned(), kept);
            }
            (who, "opens") => {
                let kept = self.panel(who, step).await;
                self.kept.insert(who.to_owned(), kept);
            }
            (who, _) => {
                let (step, words) = step.split_once("=>").unwrap_or((step, ""));
                let before = self.house.acts();
                let (status, answer) = self.sent(who, step.trim()).await;
                let after = self.house.acts();
                let switched_off = status >= 400 && step.trim().starts_with("old ");
                let fault = if refused && switched_off {
                    // Posts lose their controls, and a private panel follows its match.
                    (before != after).then(|| "something has changed".to_owned())
                } else if refused {
                    fault_of_refusal(status, &answer, words, before == after)
                } else if before == after && !step.starts_with("/match") {
                    Some("nothing was taken".to_owned())
                } else {
                    lacks(&answer, words)
                };
                if let Some(fault) = fault {
                    self.faults.push(format!(
                        "line {number}: {line}\n    {fault}: {}",
                        told(&answer)
                    ));
                }
            }
        }
    }

    /// Sends a step, and gives the status and the answer.
    async fn sent(&self, who: &str, step: &str) -> (u16, Value) {
        let who_is = self.house.person(who).await;
        if let Some(rest) = step.strip_prefix('/') {
            let (name, options) = match rest.find('{') {
                Some(at) => (
                    rest[..at].trim(),
                    serde_json::from_str(&rest[at..]).expect(rest),
                ),
                None => (rest.trim(), json!({})),
            };
            return who_is.tries(name, options).await;
        }
        let (old, step) = match step.strip_prefix("old ") {
            Some(rest) => (true, rest),
            None => (false, step),
        };
        if let Some((label, typed)) = step.strip_prefix('[').and_then(|step| step.split_once(']')) {
            let message = if old {
                self.kept[who].clone()
            } else {
                who_is.newest_with(label).await
            };
            let pressed = who_is.presses(&message, label).await;
            if typed.is_empty() {
                return pressed;
            }
            let fields = json!({ "act": typed.trim() });
            return (pressed.0, who_is.fill(&pressed.1, fields).await);
        }
        // `x*2000` stands for a long text.
        let text = match step.rsplit_once('*') {
            Some((one, times)) => one.repeat(times.parse().expect(step)),
            None => step.to_owned(),
        };
        who_is.tries("act", json!({ "text": text })).await
    }

    /// A person's own panel with these words, opened from the newest post that has a button for it.
    async fn panel(&self, who: &str, words: &str) -> Value {
        let who = self.house.person(who).await;
        let label = "Open my panel";
        let before = who.messages(HALL).await.len();
        let pressed = async || {
            let way = who.newest_with(label).await;
            let mut all = controls(&way).into_iter();
            let (_, control) = all.find(|(found, _)| found.starts_with(label))?;
            let pressed = who.try_press(&way, &control, json!([])).await;
            // A newer post may have replaced this one.
            (pressed.0 != 404).then_some(pressed)
        };
        let (status, outcome) = self.house.until(label, pressed).await;
        who.answered_to(label, status, outcome).await;
        self.house
            .until(&format!("a panel says “{words}”"), async || {
                let messages = who.messages(HALL).await;
                let mut new = messages.into_iter().skip(before);
                new.find(|panel| content(panel).contains(words) && !controls(panel).is_empty())
            })
            .await
    }

    /// Opens a match of Teo (DMO) and Mika (EC) with these options, separated by `;`. The line may
    /// end in `with NAMES` for safe players.
    async fn open(&mut self, line: &str) {
        let (options, cast) = line.split_once(" with ").unwrap_or((line, ""));
        let host = self.house.person("Vesper").await;
        let (dmo, ec) = (
            self.house.person("Teo").await,
            self.house.person("Mika").await,
        );
        let has_seats = self.game.catalogue().seats;
        let seats = if has_seats {
            json!({ "game": self.game.word(), "dmo": dmo.id, "ec": ec.id })
        } else {
            json!({ "game": self.game.word() })
        };
        let mut panel = host.command(HALL, "match new", seats).await["message"].clone();
        if !cast.is_empty() {
            let mut safe = Vec::new();
            for name in cast.split(", ") {
                safe.push(self.house.person(name).await.id);
            }
            let menu = controls(&panel).swap_remove(0).1;
            host.try_press(&panel, &menu, json!(safe)).await;
            panel = host
                .sees(HALL, &format!("Safe players: {} · ", safe.len()))
                .await;
        }
        let mut lines = Vec::new();
        for option in options.split("; ") {
            match option.split_once(" = ") {
                Some(("anomalies", chosen)) => {
                    let chosen: Value = serde_json::from_str(chosen).unwrap();
                    host.choose(&panel, "Anomalies (none by default)", chosen)
                        .await;
                }
                Some(("entourages", chosen)) => {
                    let chosen: Value = serde_json::from_str(chosen).unwrap();
                    host.chooses_entourages(&panel, &chosen).await;
                }
                _ => lines.push(option),
            }
        }
        host.sets_options(&panel, &lines.join("\n")).await;
        // An unusual time shows that everything has been set.
        let (button, times, said) = if has_seats {
            let reserve = json!({ "reserve_s": "4:59" });
            ("Reserve and late players", reserve, "**reserve 4:59**")
        } else {
            (
                "Time limits",
                json!({ "base_answer_s": "23 h" }),
                "Time for choices: **23 h**",
            )
        };
        host.sets_times(&panel, button, times).await;
        let panel = host.sees(HALL, said).await;
        host.press(&panel, "Open the match").await;
        self.house
            .until("the match is open", async || {
                let messages = host.messages(HALL).await;
                let mut messages = messages.iter().filter(|found| found["id"] == panel["id"]);
                messages
                    .find(|found| content(found).contains("The match is open"))
                    .map(|_| ())
            })
            .await;
    }

    async fn ready(&mut self) {
        let host = self.house.person("Vesper").await;
        let begun = host.command(HALL, "match begin", json!({})).await;
        let anyway = controls(&begun["message"]);
        let mut labels = anyway.iter().map(|(label, _)| label);
        if let Some(label) = labels.find(|label| label.starts_with("Begin")) {
            host.press(&begun["message"], label).await;
        }
        host.sees(HALL, crate::phrases::HOST_STARTS).await;
    }
}

/// What is wrong with the answer to a step that should be refused.
fn fault_of_refusal(status: u16, answer: &Value, words: &str, unchanged: bool) -> Option<String> {
    if !unchanged {
        return Some("it was taken".to_owned());
    }
    // Dealer never receives what Discord refuses.
    if words.trim() == "Discord" {
        return (status < 400).then(|| "Discord let it through".to_owned());
    }
    if status >= 300 || answer["message"]["ephemeral"] != true {
        return Some(format!("not a private answer ({status})"));
    }
    lacks(answer, words)
}

/// Those of the words that the answer doesn't contain. Case doesn't matter.
fn lacks(answer: &Value, words: &str) -> Option<String> {
    let words = words
        .split(';')
        .map(str::trim)
        .filter(|words| !words.is_empty());
    let said = said(answer).to_lowercase();
    let missing: Vec<&str> = words
        .filter(|words| !said.contains(&words.to_lowercase()))
        .collect();
    (!missing.is_empty()).then(|| format!("lacks {missing:?}"))
}

fn told(answer: &Value) -> String {
    match said(answer) {
        "" => answer.to_string(),
        said => said.to_owned(),
    }
}

impl Person<'_> {
    /// Types a command and waits for the answer.
    async fn tries(&self, name: &str, options: Value) -> (u16, Value) {
        let (status, outcome) = self.try_command(HALL, name, options).await;
        self.settled(status, outcome).await
    }

    /// Presses a control by the beginning of its label.
    async fn presses(&self, message: &Value, label: &str) -> (u16, Value) {
        let found = controls(message)
            .into_iter()
            .find(|(found, _)| found.starts_with(label));
        let (_, custom_id) = found.unwrap_or_else(|| panic!("no {label} in {message}"));
        let (status, outcome) = self.try_press(message, &custom_id, json!([])).await;
        self.settled(status, outcome).await
    }

    /// The newest message that has a control whose label begins like this.
    async fn newest_with(&self, label: &str) -> Value {
        self.house
            .until(&format!("there is “{label}”"), async || {
                let messages = self.messages(HALL).await;
                messages.into_iter().rev().find(|message| {
                    controls(message)
                        .iter()
                        .any(|(found, _)| found.starts_with(label))
                })
            })
            .await
    }

    /// Waits for a deferred answer. Doesn't wait if Discord refuses, or only acknowledges.
    async fn settled(&self, status: u16, outcome: Value) -> (u16, Value) {
        if status < 300 && outcome["kind"] == "deferred" {
            return (status, self.answered(status, outcome).await);
        }
        (status, outcome)
    }
}
