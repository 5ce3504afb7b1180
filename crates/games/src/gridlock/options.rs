//! Gridlock's options and their possible values.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::options::{self, Field, May, OptionRow, SetBy, form};
use crate::{Cast, Cell, GivenOptions, OnTimeout, SetupRefusal as AnySetupRefusal};

/// Gridlock's options, complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Tiles per side: odd, 3 to 9.
    pub size: u8,
    /// Points that win, at least 1.
    pub target: u32,
    pub start_tile: StartTile,
    pub missing: Missing,
    pub reveal: Reveal,
    pub on_timeout: OnTimeout,
}

/// The colour of the middle tile at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StartTile {
    White,
    Yellow,
    /// Drawn by the dealer after both choices.
    Random,
}

/// What happens to safe players who have not hidden when the match begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    Absent,
    Random,
}

/// What a find tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reveal {
    Names,
    Count,
}

/// Why Gridlock cannot be played with these options. It's empty, because none of its options
/// depends on another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SetupRefusal {}

pub(super) const OPTIONS: &[OptionRow] = &[
    OptionRow {
        key: "size",
        may: May::BeNumber {
            is: "3, 5, 7 or 9",
            reads: form::<u8>,
            fits: |size| matches!(size, 3 | 5 | 7 | 9),
            wrong: |size| format!("The grid's width can't be {size}. Try 3, 5, 7 or 9."),
            says: |size| format!("a {size}×{size} grid"),
        },
        usual: "5",
        set_by: SetBy::Choice(&[3, 5, 7, 9]),
        vary: |_, dice| dice.pick(&[3, 5, 5, 7, 9]).map(|size| json!(size)),
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "target",
        may: May::BeNumber {
            is: "a whole number of points",
            reads: form::<u32>,
            fits: |target| target > 0,
            wrong: |_| "The target can't be 0. Try at least 1 point.".to_owned(),
            says: |target| match target {
                1 => "1 point wins".to_owned(),
                _ => format!("{target} points win"),
            },
        },
        example: "4",
        open: "finding more than half of the safe players wins",
        set_by: SetBy::Form(&[Field {
            label: "Points to win",
            ..Field::NUMBER
        }]),
        vary: |cast, dice| {
            let most = cast.safe_players().count() as u32 + 1;
            Some(json!(dice.between(1, most.max(2))))
        },
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "start_tile",
        may: May::BeWord(&[
            ("white", "the middle tile starts white"),
            ("yellow", "the middle tile starts yellow"),
            ("random", "the middle tile starts white or yellow at random"),
        ]),
        usual: "white",
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "missing",
        may: May::BeWord(&[
            ("absent", "players who don't hide aren't on the grid"),
            ("random", "players who don't hide are hidden at random"),
        ]),
        usual: "absent",
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "reveal",
        may: May::BeWord(&[
            ("names", "a find shows who was hiding there"),
            ("count", "a find shows how many, not who"),
        ]),
        usual: "names",
        ..OptionRow::USUAL
    },
    OptionRow::on_timeout("random"),
];

impl Options {
    /// The middle tile, where the Guard starts and nobody hides.
    pub fn middle(&self) -> Cell {
        Cell::new(self.size / 2, self.size / 2)
    }

    pub(super) fn read(given: &GivenOptions, cast: &Cast) -> Result<Options, AnySetupRefusal> {
        let mut complete = options::read(OPTIONS, given)?;
        if !complete.contains_key("target") {
            // More than half of the safe players, absentees included.
            let target = cast.safe_players().count() / 2 + 1;
            complete.insert("target".to_owned(), json!(target));
        }
        Ok(serde_json::from_value(complete.into())?)
    }
}
