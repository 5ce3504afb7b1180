//! Black and White's options and their possible values.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::english::count_of;
use crate::options::{self, May, OptionRow, SetBy, form};
use crate::{GivenOptions, OnTimeout, SetupRefusal as AnySetupRefusal};

/// Black and White's options, complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Tiles of a full hand, 5 to 9: the numbers from 0 on.
    pub tiles: u8,
    /// How many replays may follow equal sets, 0 to 5.
    pub replays: u8,
    pub on_tie: OnTie,
    pub on_timeout: OnTimeout,
}

/// Who wins when all sets were equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnTie {
    Dmo,
    /// Nobody: the host settles it.
    Host,
}

/// Why Black and White cannot be played with these options. It's empty, because none of its options
/// depends on another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SetupRefusal {}

pub(super) const OPTIONS: &[OptionRow] = &[
    OptionRow {
        key: "tiles",
        may: May::BeNumber {
            is: "a whole number from 5 to 9",
            reads: form::<u8>,
            fits: |tiles| (5..=9).contains(&tiles),
            wrong: |tiles| format!("The number of tiles can't be {tiles}. Try 5 to 9."),
            says: |tiles| format!("{tiles} tiles each, 0 to {}", tiles.saturating_sub(1)),
        },
        usual: "9",
        set_by: SetBy::Choice(&[5, 6, 7, 8, 9]),
        vary: |_, dice| Some(json!(dice.between(5, 9))),
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "replays",
        may: May::BeNumber {
            is: "a whole number from 0 to 5",
            reads: form::<u8>,
            fits: |replays| replays <= 5,
            wrong: |replays| format!("There can't be {replays} replays. Try 0 to 5."),
            says: |replays| match replays {
                0 => "no replays".to_owned(),
                _ => format!("up to {}", count_of(replays as usize, "replay", "replays")),
            },
        },
        usual: "2",
        set_by: SetBy::Choice(&[0, 1, 2, 3, 4, 5]),
        vary: |_, dice| Some(json!(dice.between(0, 5))),
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "on_tie",
        may: May::BeWord(&[
            ("dmo", "the DMO wins if every set is tied"),
            ("host", "the host decides if every set is tied"),
        ]),
        usual: "dmo",
        ..OptionRow::USUAL
    },
    OptionRow::on_timeout("random"),
];

impl Options {
    pub(super) fn read(given: &GivenOptions) -> Result<Options, AnySetupRefusal> {
        let complete = options::read(OPTIONS, given)?;
        Ok(serde_json::from_value(complete.into())?)
    }

    pub(super) fn full_hand(&self) -> Vec<u8> {
        (0..self.tiles).collect()
    }
}
