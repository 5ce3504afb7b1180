//! DM Invitational's options and what they may be.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::generate;
use super::map::{self, Map, SetupRefusal, Town};
use crate::options::{self, Field, May, Notation, OptionRow, SetBy, form};
use crate::{Cast, Dice, GivenOptions, OnTimeout, SetupRefusal as AnySetupRefusal};

/// DM Invitational's options, complete.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Options {
    #[serde(rename = "map")]
    pub(super) town: Town,
    pub on_timeout: OnTimeout,
}

/// One house for each person. With fewer there is nowhere to go; more don't fit into a picture.
pub const CAST_SIZES: RangeInclusive<usize> = 8..=26;

pub(super) const OPTIONS: &[OptionRow] = &[
    OptionRow {
        key: "map",
        may: May::Be {
            is: "a line for each house, with its place and its roads, then the dealers",
            reads: form::<Map<String>>,
            says: |_| "the host's own map".to_owned(),
        },
        example: "Bo (0, 1): Wren, Rook",
        set_by: SetBy::Form(&[Field {
            label: "Map: a line for each house, then the dealers",
            notation: Notation {
                read: map::typed,
                write: map::as_typed,
            },
            is_long: true,
            ..Field::NUMBER
        }]),
        open: "a map that fits the cast",
        vary: |cast, dice| dice.one_in(2).then(|| by_hand(cast, dice)),
        ..OptionRow::USUAL
    },
    OptionRow::on_timeout("random"),
];

#[derive(Deserialize)]
struct Given {
    map: Option<Map<String>>,
    on_timeout: OnTimeout,
}

impl Options {
    /// With dice, a missing map is drawn at random.
    pub(super) fn read(
        given: &GivenOptions,
        cast: &Cast,
        dice: Option<&mut Dice>,
    ) -> Result<Options, AnySetupRefusal> {
        let complete = options::read(OPTIONS, given)?;
        let given: Given = serde_json::from_value(complete.into())?;
        cast.check_size(CAST_SIZES)?;
        if map::dealers(cast).next().is_none() {
            return Err(AnySetupRefusal::NoDealer);
        }
        let town = match given.map {
            Some(map) => Town::build(&map, cast)?,
            None => {
                let (size, dealers) = (cast.members().len(), map::dealers(cast).count());
                let plan = |dice: &mut Dice| generate::plan(size, dealers, dice);
                let random = || dice.map(|dice| Town::inhabited(&plan(dice), cast));
                let town = Town::of_source(cast).or_else(random);
                town.ok_or(SetupRefusal::MapMissing)?
            }
        };
        Ok(Options {
            town,
            on_timeout: given.on_timeout,
        })
    }
}

/// A host's own map has no rules about roads: it may have few, or be in pieces.
fn by_hand(cast: &Cast, dice: &mut Dice) -> Value {
    let names: Vec<&str> = cast.ids().map(|id| cast.name(id)).collect();
    let chance = dice.between(2, 9) as usize;
    let mut roads = Vec::new();
    let mut houses = Vec::new();
    for (index, from) in names.iter().enumerate() {
        houses.push(json!({"name": from, "x": index % 6, "y": index / 6}));
        for to in &names[index + 1..] {
            if dice.one_in(chance) {
                roads.push([from, to]);
            }
        }
    }
    let dealers: Vec<&str> = map::dealers(cast).map(|id| cast.name(id)).collect();
    json!({ "houses": houses, "roads": roads, "dealers": dealers })
}
