//! Crossfire's options and what they may be.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::board::Facing;
use super::say;
use super::spawns::{self, Spawns};
use crate::english::{count_of, list};
use crate::options::{self, Field, May, MenuItem, Notation, OptionMenu, OptionRow, SetBy, form};
use crate::{Cell, GivenOptions, Seat, SetupRefusal as AnySetupRefusal, words};

/// Crossfire's options, complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Chips of each player at the start: at least 1, at most 1,000,000,000.
    pub chips: u32,
    /// Written in the order of the page.
    pub anomalies: BTreeSet<Anomaly>,
    /// The host's own spawn spaces instead of the board's.
    pub spawns: Option<Spawns>,
    pub on_timeout: OnTimeout,
}

/// More than anybody needs, and few enough that no sum or price overflows.
pub const MAX_CHIPS: u32 = 1_000_000_000;

words! {
    /// A variant of the rules. All can be combined.
    pub enum Anomaly {
        Ambush = "ambush",
        AllPay = "all_pay",
        Biorhythm = "biorhythm",
        BothWays = "both_ways",
        Ships = "ships",
        Shove = "shove",
    }
}

/// What happens when a player's reserve is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnTimeout {
    /// They lose chips, one by one.
    Drain,
    Forfeit,
}

/// Why Crossfire cannot be played like this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupRefusal {
    AnomalyTwice(Anomaly),
    /// A colour has at least 1 spawn space and at most this many.
    SpawnCount {
        seat: Seat,
        most: usize,
    },
    /// A text that isn't a spawn space in the form of records.
    NotASpawn(String),
    SpawnOffBoard(Cell),
    /// No arrow crosses the board in this direction from there; `ways` lists the possible
    /// directions.
    SpawnWay {
        cell: Cell,
        way: Facing,
        ways: Vec<Facing>,
    },
    SpawnTwice(Cell),
}

pub(super) const OPTIONS: &[OptionRow] = &[
    OptionRow {
        key: "chips",
        may: May::BeNumber {
            is: "a whole number",
            reads: form::<u32>,
            fits: |chips| (1..=MAX_CHIPS.into()).contains(&chips),
            wrong: |_| format!("Each player needs 1 to {MAX_CHIPS} chips to start with. Try 50."),
            says: |chips| format!("{} each", count_of(chips as usize, "chip", "chips")),
        },
        usual: "50",
        example: "50",
        set_by: SetBy::Form(&[Field {
            label: "Chips for each player",
            ..Field::NUMBER
        }]),
        // With few chips, players are stuck and drained; with many, spaces are used often.
        vary: |_, dice| {
            let most = [3, 10, 40, 120][dice.below(4)];
            Some(json!(dice.between(1, most)))
        },
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "anomalies",
        may: May::Be {
            is: "a list of anomalies",
            reads: form::<Vec<Anomaly>>,
            says: |chosen| {
                let chosen: Vec<Anomaly> = Deserialize::deserialize(chosen).unwrap_or_default();
                let titles = chosen.into_iter().map(|one| say::title(one).to_owned());
                match titles.collect::<Vec<_>>().as_slice() {
                    [] => "no anomalies".to_owned(),
                    titles => list(titles, "and"),
                }
            },
        },
        usual: "[]",
        set_by: SetBy::Menu(&OptionMenu {
            placeholder: say::ANOMALIES,
            items: || {
                let item = |anomaly| MenuItem {
                    word: json!(anomaly),
                    // A closed menu shows only its chosen items, so each says what it is.
                    label: format!("Anomaly: {}", say::title(anomaly)),
                    about: say::note(anomaly),
                };
                Anomaly::ALL.map(item).into()
            },
        }),
        vary: |_, dice| {
            let mut anomalies = Anomaly::ALL.to_vec();
            anomalies.retain(|_| dice.one_in(2));
            dice.shuffle(&mut anomalies);
            Some(json!(anomalies))
        },
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "spawns",
        may: May::Be {
            is: "each colour's spawn spaces, with a cell and a direction each",
            reads: form::<spawns::RawSpawns>,
            says: |spawns| {
                let spawns = spawns::format_typed(spawns).unwrap_or_default();
                format!("the host's spawn spaces: {spawns}")
            },
        },
        usual: "null",
        example: "blue B1 down, A4 right; red C1 down, D4 up, D2 left",
        open: "Dealer's spawn spaces",
        set_by: SetBy::Form(&[Field {
            label: "Spawn spaces",
            notation: Notation {
                read: spawns::parse_typed,
                write: spawns::format_typed,
            },
            ..Field::NUMBER
        }]),
        vary: |_, dice| match dice.below(8) {
            0 => Some(Value::Null),
            1..4 => Some(json!(Spawns::random(dice))),
            _ => None,
        },
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "on_timeout",
        may: May::BeWord(&[
            ("drain", "out of time costs chips"),
            ("forfeit", "out of time = loss"),
        ]),
        usual: "drain",
        ..OptionRow::USUAL
    },
];

impl Options {
    pub(super) fn read(given: &GivenOptions) -> Result<Options, AnySetupRefusal> {
        let complete = options::read(OPTIONS, given)?;
        let of = |key| complete.get(key).cloned().unwrap_or_default();
        // Serde's own error wouldn't say what is wrong with these.
        let anomalies: Vec<Anomaly> = serde_json::from_value(of("anomalies"))?;
        let mut seen = BTreeSet::new();
        if let Some(twice) = anomalies.into_iter().find(|anomaly| !seen.insert(*anomaly)) {
            return Err(SetupRefusal::AnomalyTwice(twice).into());
        }
        if let Some(spawns) = serde_json::from_value(of("spawns"))? {
            Spawns::read(&spawns)?;
        }
        Ok(serde_json::from_value(complete.into())?)
    }
}
