//! Gridlock's options and what they may be.

use serde::{Deserialize, Serialize};

use crate::games::{Cast, Cell, GivenOptions, OnTimeout, SetupRefusal as AnySetupRefusal, options};

/// Gridlock's options, complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Tiles a side: odd, 3 to 9.
    pub size: u8,
    /// Points that win, at least 1.
    pub target: u32,
    pub start_tile: StartTile,
    pub missing: Missing,
    pub reveal: Reveal,
    pub on_timeout: OnTimeout,
}

/// The colour of the middle tile at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StartTile {
    #[default]
    White,
    Yellow,
    /// Drawn by the dealer after both choices.
    Random,
}

/// What becomes of safe players who have not hidden when the match begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    #[default]
    Absent,
    Random,
}

/// What a find tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reveal {
    #[default]
    Names,
    Count,
}

/// Why Gridlock cannot be played like this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupRefusal {
    /// The size must be 3, 5, 7 or 9.
    Size(u8),
    /// The target must be at least 1.
    Target,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Given {
    size: u8,
    #[serde(deserialize_with = "options::given")]
    target: Option<u32>,
    start_tile: StartTile,
    missing: Missing,
    reveal: Reveal,
    on_timeout: OnTimeout,
}

impl Default for Given {
    fn default() -> Self {
        Given {
            size: 5,
            target: None,
            start_tile: StartTile::default(),
            missing: Missing::default(),
            reveal: Reveal::default(),
            on_timeout: OnTimeout::default(),
        }
    }
}

impl Options {
    pub(super) fn well_formed(given: &GivenOptions) -> bool {
        options::read::<Given>(given).is_ok()
    }

    /// The middle tile, where the Guard starts and nobody hides.
    pub fn middle(&self) -> Cell {
        Cell::new(self.size / 2, self.size / 2)
    }

    pub(super) fn read(given: &GivenOptions, cast: &Cast) -> Result<Options, AnySetupRefusal> {
        let given: Given = options::read(given)?;
        if !matches!(given.size, 3 | 5 | 7 | 9) {
            return Err(SetupRefusal::Size(given.size).into());
        }
        // More than half of the safe players, absentees included.
        let default_target = cast.safe_players().count() as u32 / 2 + 1;
        let target = given.target.unwrap_or(default_target);
        if target == 0 {
            return Err(SetupRefusal::Target.into());
        }
        Ok(Options {
            size: given.size,
            target,
            start_tile: given.start_tile,
            missing: given.missing,
            reveal: given.reveal,
            on_timeout: given.on_timeout,
        })
    }
}
