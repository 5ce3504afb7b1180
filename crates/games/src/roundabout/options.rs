//! Roundabout's options and what they may be.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::board::Outer;
use crate::english::count_of;
use crate::options::{self, Field, May, OptionRow, SetBy, form};
use crate::{
    BySeat, Cast, CastId, Dice, GivenOptions, OnTimeout, Seat, SetupRefusal as AnySetupRefusal,
};

/// Roundabout's options, complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Three names each, including the seat's own player. Nobody is in both.
    pub entourages: BySeat<[String; 3]>,
    pub outer: Outer,
    /// After this many cards of both players the match is a tie; at least 1. None: never.
    pub max_turns: Option<u64>,
    pub on_timeout: OnTimeout,
}

/// Why Roundabout cannot be played like this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupRefusal {
    /// A record always has the entourages.
    NoEntourages,
    /// A seat's own player isn't in its entourage.
    OwnPlayerMissing(Seat),
    /// Somebody is twice in the entourages.
    InEntouragesTwice(String),
}

/// Everybody in the cast is a car, and the two entourages need six.
pub const CAST_SIZES: RangeInclusive<usize> = 6..=22;

pub(super) const OPTIONS: &[OptionRow] = &[
    OptionRow {
        key: "entourages",
        may: May::Be {
            is: "three names for each of the two players",
            reads: form::<BySeat<[String; 3]>>,
            says: options::shown,
        },
        set_by: SetBy::Page(&super::say::ENTOURAGES),
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "outer",
        may: May::BeWord(&[
            ("tips", "an outer roundabout of 6 spaces (the tips)"),
            ("rim", "an outer roundabout of 18 spaces (the whole edge)"),
        ]),
        usual: "tips",
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "max_turns",
        may: May::BeNumber {
            is: "a whole number (leave it out for no limit)",
            reads: form::<u64>,
            fits: |turns| turns > 0,
            wrong: |_| {
                "The limit must be at least 1 card. Try 40, or none for no limit.".to_owned()
            },
            says: |turns| format!("tie after {}", count_of(turns as usize, "card", "cards")),
        },
        usual: "null",
        example: "40",
        open: "no card limit",
        set_by: SetBy::Form(&[Field {
            label: "Card limit (then it's a tie)",
            ..Field::NUMBER
        }]),
        vary: |_, dice| match dice.below(3) {
            0 => Some(json!(dice.between(1, 60))),
            1 => Some(Value::Null),
            _ => None,
        },
        ..OptionRow::USUAL
    },
    OptionRow::on_timeout("random"),
];

impl Options {
    pub(super) fn read(
        given: &GivenOptions,
        cast: &Cast,
        dice: Option<&mut Dice>,
    ) -> Result<Options, AnySetupRefusal> {
        cast.check_size(CAST_SIZES)?;
        let mut complete = options::read(OPTIONS, given)?;
        if !complete.contains_key("entourages") {
            let dice = dice.ok_or(SetupRefusal::NoEntourages)?;
            let names = draw_entourages(cast, dice).map(|ids| ids.map(|id| cast.name(id)));
            complete.insert("entourages".to_owned(), json!(names));
        }
        let options: Options = serde_json::from_value(complete.into())?;
        options.members(cast)?;
        Ok(options)
    }

    /// Who is in the entourages.
    ///
    /// # Errors
    /// A name is unknown or appears twice, or a seat's own player is missing.
    pub(super) fn members(&self, cast: &Cast) -> Result<BySeat<[CastId; 3]>, AnySetupRefusal> {
        let mut members = BySeat::new(|seat| [cast.player(seat); 3]);
        let mut seen: Vec<CastId> = Vec::with_capacity(6);
        for seat in Seat::BOTH {
            for (member, name) in members[seat].iter_mut().zip(&self.entourages[seat]) {
                *member = cast
                    .find_exact(name)
                    .ok_or_else(|| AnySetupRefusal::UnknownName(name.clone()))?;
                if seen.contains(member) {
                    return Err(SetupRefusal::InEntouragesTwice(name.clone()).into());
                }
                seen.push(*member);
            }
            if !members[seat].contains(&cast.player(seat)) {
                return Err(SetupRefusal::OwnPlayerMissing(seat).into());
            }
        }
        Ok(members)
    }
}

/// Each seat's own player and two others: safe players if there are enough, then anybody. The cast
/// must be large enough.
fn draw_entourages(cast: &Cast, dice: &mut Dice) -> BySeat<[CastId; 3]> {
    let mut others: Vec<CastId> = cast.safe_players().collect();
    dice.shuffle(&mut others);
    let unseated = |id: &CastId| cast.seat_of(*id).is_none();
    let mut rest: Vec<CastId> = cast
        .ids()
        .filter(|id| unseated(id) && !cast.is_safe(*id))
        .collect();
    dice.shuffle(&mut rest);
    others.extend(rest);
    // With few safe players, neither seat may get them by a rule.
    dice.shuffle(&mut others[..4]);
    BySeat {
        dmo: [cast.player(Seat::Dmo), others[0], others[1]],
        ec: [cast.player(Seat::Ec), others[2], others[3]],
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{Member, Role};

    fn cast(roles: &[Role]) -> Cast {
        let member = |(at, role): (usize, &Role)| Member {
            name: format!("N{at}"),
            role: *role,
        };
        let members = roles.iter().enumerate().map(member).collect();
        let seats = BySeat {
            dmo: "N0".to_owned(),
            ec: "N1".to_owned(),
        };
        Cast::new(members, seats, &BTreeMap::new()).unwrap()
    }

    #[test]
    fn missing_entourage_comes_from_safe_players_first() {
        use Role::{Dealer, Eliminated, Player};
        let mut drawn_first = BySeat::new(|_| 0);
        for (roles, safe) in [
            (vec![Player; 8], 6),
            (
                vec![
                    Player, Player, Dealer, Player, Eliminated, Player, Player, Player, Dealer,
                ],
                4,
            ),
            (
                vec![Player, Player, Dealer, Eliminated, Player, Dealer, Dealer],
                1,
            ),
            (vec![Player, Player, Dealer, Eliminated, Dealer, Dealer], 0),
        ] {
            let cast = cast(&roles);
            for seed in 0..200 {
                let given = GivenOptions::new();
                let options = Options::read(&given, &cast, Some(&mut Dice::new(seed))).unwrap();
                let members = options.members(&cast).unwrap();
                let of = |seat| members[seat].iter().filter(|id| cast.is_safe(**id)).count();
                assert_eq!(of(Seat::Dmo) + of(Seat::Ec), safe.min(4));
                if safe == 1 {
                    for seat in Seat::BOTH {
                        drawn_first[seat] += of(seat);
                    }
                }
            }
        }
        assert!(
            drawn_first.dmo > 60 && drawn_first.ec > 60,
            "{drawn_first:?}"
        );
    }

    #[test]
    fn the_hosts_entourages_are_kept() {
        let cast = cast(&[Role::Player; 7]);
        let given = json!({"entourages": {"dmo": ["N2", "N0", "N6"], "ec": ["N4", "N3", "N1"]}});
        let given = given.as_object().unwrap();
        let options = Options::read(given, &cast, Some(&mut Dice::new(1))).unwrap();
        assert_eq!(options.entourages.dmo, ["N2", "N0", "N6"]);
        assert_eq!(options.entourages.ec, ["N4", "N3", "N1"]);
        let null = json!({"entourages": null});
        let refused = Options::read(null.as_object().unwrap(), &cast, Some(&mut Dice::new(1)));
        assert!(refused.is_err());
    }
}
