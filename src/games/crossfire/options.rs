//! Crossfire's options and what they may be.

use serde::{Deserialize, Serialize, Serializer};

use super::board::Facing;
use super::spawns::{self, Spawns};
use crate::games::{Cell, GivenOptions, Seat, SetupRefusal as AnySetupRefusal, options};

/// Crossfire's options, complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Chips of each player at the start: at least 1, at most 1,000,000,000.
    pub chips: u32,
    pub anomalies: Anomalies,
    /// Spawn spaces of the host's own in place of the boards'.
    pub spawns: Option<Spawns>,
    pub on_timeout: OnTimeout,
}

/// So many that nobody misses more, and few enough that no sum or price overflows.
pub const MOST_CHIPS: u32 = 1_000_000_000;

/// A variant of the rules; each goes together with any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Anomaly {
    Ambush,
    AllPay,
    Biorhythm,
    BothWays,
    Ships,
    Shove,
}

/// A set of anomalies, written in the order of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<Anomaly>")]
pub struct Anomalies(u8);

/// What happens when a player's reserve is used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnTimeout {
    /// They lose chips, one by one.
    #[default]
    Drain,
    Forfeit,
}

/// Why Crossfire cannot be played like this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupRefusal {
    /// The chips must be at least 1 and at most this many.
    Chips {
        most: u32,
    },
    AnomalyTwice(Anomaly),
    /// A colour has at least 1 spawn space and at most this many.
    SpawnCount {
        seat: Seat,
        most: usize,
    },
    /// A text that is no spawn space as records have it.
    NotASpawn(String),
    SpawnOffBoard(Cell),
    /// No arrow crosses the board this way from there; these are the ways that there are.
    SpawnWay {
        cell: Cell,
        way: Facing,
        ways: Vec<Facing>,
    },
    SpawnTwice(Cell),
}

impl Anomaly {
    pub const ALL: [Anomaly; 6] = [
        Anomaly::Ambush,
        Anomaly::AllPay,
        Anomaly::Biorhythm,
        Anomaly::BothWays,
        Anomaly::Ships,
        Anomaly::Shove,
    ];
}

impl Anomalies {
    pub fn has(self, anomaly: Anomaly) -> bool {
        self.0 & Anomalies::bit(anomaly) != 0
    }

    /// In the order of the page.
    pub fn iter(self) -> impl Iterator<Item = Anomaly> {
        Anomaly::ALL.into_iter().filter(move |one| self.has(*one))
    }

    fn bit(anomaly: Anomaly) -> u8 {
        1 << anomaly as u8
    }

    fn read(given: &[Anomaly]) -> Result<Anomalies, SetupRefusal> {
        let mut anomalies = Anomalies::default();
        for anomaly in given {
            if anomalies.has(*anomaly) {
                return Err(SetupRefusal::AnomalyTwice(*anomaly));
            }
            anomalies.0 |= Anomalies::bit(*anomaly);
        }
        Ok(anomalies)
    }
}

impl TryFrom<Vec<Anomaly>> for Anomalies {
    type Error = String;

    fn try_from(given: Vec<Anomaly>) -> Result<Anomalies, String> {
        Anomalies::read(&given).map_err(|_| "an anomaly stands twice".to_owned())
    }
}

impl Serialize for Anomalies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Given {
    chips: u32,
    anomalies: Vec<Anomaly>,
    spawns: Option<spawns::Given>,
    on_timeout: OnTimeout,
}

impl Default for Given {
    fn default() -> Self {
        Given {
            chips: 50,
            anomalies: Vec::new(),
            spawns: None,
            on_timeout: OnTimeout::default(),
        }
    }
}

impl Options {
    pub(super) fn well_formed(given: &GivenOptions) -> bool {
        options::read::<Given>(given).is_ok()
    }

    pub(super) fn read(given: &GivenOptions) -> Result<Options, AnySetupRefusal> {
        let given: Given = options::read(given)?;
        if !(1..=MOST_CHIPS).contains(&given.chips) {
            return Err(SetupRefusal::Chips { most: MOST_CHIPS }.into());
        }
        Ok(Options {
            chips: given.chips,
            anomalies: Anomalies::read(&given.anomalies)?,
            spawns: given.spawns.as_ref().map(Spawns::read).transpose()?,
            on_timeout: given.on_timeout,
        })
    }
}
