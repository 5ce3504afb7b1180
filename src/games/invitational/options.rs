//! DM Invitational's options and what they may be.

use serde::{Deserialize, Serialize};

use super::catalogue::CAST_SIZES;
use super::generate;
use super::map::{self, Map, Town};
use crate::games::{Cast, Dice, GivenOptions, OnTimeout, SetupRefusal as AnySetupRefusal, options};

/// DM Invitational's options, complete.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Options {
    #[serde(rename = "map")]
    pub(super) town: Town,
    pub on_timeout: OnTimeout,
}

/// Why DM Invitational cannot be played like this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupRefusal {
    /// Only for 13 players and 2 dealers may the map be left out.
    MapMissing,
    HouseMissing(String),
    HouseTwice(String),
    RoadTwice(String, String),
    RoadToItself(String),
    /// The map's dealers must be the cast's, each once.
    Dealers,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Given {
    #[serde(deserialize_with = "options::given")]
    map: Option<Map<String>>,
    on_timeout: OnTimeout,
}

impl Options {
    pub(super) fn well_formed(given: &GivenOptions) -> bool {
        options::read::<Given>(given).is_ok()
    }

    /// As [`crate::games::Game::read_options`].
    pub(super) fn read(given: &GivenOptions, cast: &Cast) -> Result<Options, AnySetupRefusal> {
        Options::complete(given, cast, || None)
    }

    /// The same with a map drawn for a cast that has none.
    pub(super) fn draw(
        given: &GivenOptions,
        cast: &Cast,
        dice: &mut Dice,
    ) -> Result<Options, AnySetupRefusal> {
        Options::complete(given, cast, || {
            let plan = generate::plan(cast.members().len(), map::dealers(cast).count(), dice);
            Some(Town::inhabited(&plan, cast))
        })
    }

    fn complete(
        given: &GivenOptions,
        cast: &Cast,
        draw: impl FnOnce() -> Option<Town>,
    ) -> Result<Options, AnySetupRefusal> {
        let given: Given = options::read(given)?;
        let found = cast.members().len();
        if !CAST_SIZES.contains(&found) {
            return Err(AnySetupRefusal::CastSize {
                least: *CAST_SIZES.start(),
                most: *CAST_SIZES.end(),
                found,
            });
        }
        if map::dealers(cast).next().is_none() {
            return Err(AnySetupRefusal::NoDealer);
        }
        let town = match given.map {
            Some(map) => Town::build(&map, cast)?,
            None => {
                let town = Town::of_source(cast).or_else(draw);
                town.ok_or(SetupRefusal::MapMissing)?
            }
        };
        Ok(Options {
            town,
            on_timeout: given.on_timeout,
        })
    }
}
