//! What is refused, and what works.

use super::super::{Refusal, SetupRefusal};
use super::names;
use crate::english::{as_typed, list};
use crate::notation::quoted;
use crate::{Cast, CastId, Refuses, RefusesSetup, Seat};

impl Refuses for Refusal {
    fn say(&self, cast: &Cast) -> String {
        match self {
            Refusal::RankFirst => {
                let [one, other] = examples(cast);
                format!(
                    "It's too early for that: both players rank the houses first. Try `rank {one} \
                     > {other} > …`."
                )
            }
            Refusal::RankingOver => format!(
                "Both players have ranked, so rankings are final. Drop a courier, as in `drop 3 \
                 {}`.",
                examples(cast)[0]
            ),
            Refusal::DropFirst => {
                format!(
                    "You can send couriers once all of them are on the map. Drop one, as in `drop \
                     3 {}`.",
                    examples(cast)[0]
                )
            }
            Refusal::DroppingOver => {
                format!(
                    "All couriers are on the map. Send one along a road, as in `send 3 {}`.",
                    examples(cast)[1]
                )
            }
            Refusal::DealerRanked(house) => format!(
                "{} is a dealer. Dealers' houses aren't ranked: they count first anyway.",
                cast.name(*house)
            ),
            Refusal::RankedTwice(house) => format!(
                "{} is in the ranking twice. Name each house once.",
                cast.name(*house)
            ),
            Refusal::Unranked(houses) => format!(
                "The ranking needs every house except the dealers'. Missing: {}.",
                names(houses, "and", cast)
            ),
            Refusal::NoCourier { number } => {
                format!("There's no courier {number}. Couriers are 1, 2, 3 and 4.")
            }
            Refusal::OnMap { courier, left } => {
                let left = list(left, "and");
                format!("Courier {courier} is already on the map. Still to be dropped: {left}.")
            }
            Refusal::Skipped => {
                "None of your couriers can move now, so you sit this turn out.".to_owned()
            }
            Refusal::Held {
                courier,
                at,
                own,
                other,
            } => format!(
                "Courier {courier} can't leave {} now: your opponent has delivered {other} there, \
                 you {own}. Send another one.",
                cast.name(*at)
            ),
            Refusal::Been {
                courier,
                house,
                open,
            } => format!(
                "Courier {courier} has already been to {}. {}",
                cast.name(*house),
                may_go(*courier, open, cast)
            ),
            Refusal::NotJoined {
                courier,
                at,
                house,
                open,
            } => format!(
                "No road leads from {}, where courier {courier} is, to {}. {}",
                cast.name(*at),
                cast.name(*house),
                may_go(*courier, open, cast)
            ),
        }
    }
}

/// Two houses of this match in notation, for an example. The two players' houses are ranked in
/// every match.
fn examples(cast: &Cast) -> [String; 2] {
    Seat::BOTH.map(|seat| quoted(&as_typed(cast.seat_name(seat))).into_owned())
}

fn may_go(courier: u8, open: &[CastId], cast: &Cast) -> String {
    if open.is_empty() {
        "It can't go anywhere now. Send another one.".to_owned()
    } else {
        format!("Courier {courier} may go to {}.", names(open, "or", cast))
    }
}

impl RefusesSetup for SetupRefusal {
    fn say(&self, shown: &dyn Fn(&str) -> String) -> String {
        match self {
            SetupRefusal::MapMissing => {
                "The map is missing. You can leave it out only for a cast of 13 players and 2 \
                 dealers."
                    .to_owned()
            }
            SetupRefusal::HouseMissing(name) => format!(
                "The map has no house for {}. Everyone in the cast needs one.",
                shown(name)
            ),
            SetupRefusal::HouseTwice(name) => {
                format!("The map has two houses for {}. Remove one.", shown(name))
            }
            SetupRefusal::RoadTwice(from, to) => format!(
                "The road between {} and {} is on the map twice. Remove one.",
                shown(from),
                shown(to)
            ),
            SetupRefusal::RoadToItself(name) => {
                format!("A road can't lead from {}'s house to itself.", shown(name))
            }
            SetupRefusal::Dealers => {
                "The map's dealers must be the cast's dealers, each named once.".to_owned()
            }
        }
    }
}
