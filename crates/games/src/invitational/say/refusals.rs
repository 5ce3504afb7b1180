//! What is refused, and what would be right.

use super::super::{Refusal, SetupRefusal};
use super::names;
use crate::english::{as_typed, list};
use crate::notation::quoted;
use crate::{Cast, CastId, Seat};

pub fn refusal(refusal: &Refusal, cast: &Cast) -> String {
    match refusal {
        Refusal::RankFirst => {
            let [one, other] = examples(cast);
            format!(
                "It is too early for that: first both rank the houses, as in `rank {one} > {other} > …`."
            )
        }
        Refusal::RankingOver => format!(
            "Both have ranked: the rankings stand as they are. Now couriers are dropped, as in `drop 3 {}`, and then sent.",
            examples(cast)[0]
        ),
        Refusal::DropFirst => {
            format!(
                "Couriers can be sent when all of them are on the map. Drop one, as in `drop 3 {}`.",
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
            "{} is a dealer, and dealers' houses are not ranked: they count first anyway.",
            cast.name(*house)
        ),
        Refusal::RankedTwice(house) => format!(
            "{} stands in the ranking twice; each house stands in it once.",
            cast.name(*house)
        ),
        Refusal::Unranked(houses) => format!(
            "The ranking needs every house but the dealers'. Missing: {}.",
            names(houses, "and", cast)
        ),
        Refusal::NoCourier { number } => {
            format!("There is no courier {number}: they are 1, 2, 3 and 4.")
        }
        Refusal::OnMap { courier, left } => {
            let left: Vec<String> = left.iter().map(u8::to_string).collect();
            format!(
                "Courier {courier} is on the map already. Still to be dropped: {}.",
                list(&left, "and")
            )
        }
        Refusal::Skipped => {
            "None of your couriers can go anywhere now, so you sit this turn out.".to_owned()
        }
        Refusal::Held {
            courier,
            at,
            own,
            other,
        } => format!(
            "Courier {courier} cannot leave {} now: the other team has delivered {other} there, yours {own}. Send another one.",
            cast.name(*at)
        ),
        Refusal::Been {
            courier,
            house,
            open,
        } => format!(
            "Courier {courier} has been to {} already. {}",
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

/// Two houses of this match, for an example, as its notation writes them: those of the two who play
/// are ranked in every match.
fn examples(cast: &Cast) -> [String; 2] {
    Seat::BOTH.map(|seat| quoted(&as_typed(cast.seat_name(seat))).into_owned())
}

fn may_go(courier: u8, open: &[CastId], cast: &Cast) -> String {
    if open.is_empty() {
        "It can go nowhere now; send another one.".to_owned()
    } else {
        format!("Courier {courier} may go to {}.", names(open, "or", cast))
    }
}

/// Why a match cannot be opened like this, with names as `shown` writes them.
pub fn setup_refusal(refusal: &SetupRefusal, shown: impl Fn(&str) -> String) -> String {
    match refusal {
        SetupRefusal::MapMissing => {
            "The map is missing: it may be left out only for a cast of 13 players and 2 dealers."
                .to_owned()
        }
        SetupRefusal::HouseMissing(name) => format!(
            "The map has no house for {}; everybody of the cast needs one.",
            shown(name)
        ),
        SetupRefusal::HouseTwice(name) => {
            format!("The map has two houses for {}.", shown(name))
        }
        SetupRefusal::RoadTwice(from, to) => format!(
            "The road between {} and {} is on the map twice.",
            shown(from),
            shown(to)
        ),
        SetupRefusal::RoadToItself(name) => {
            format!("A road cannot lead from {}'s house to itself.", shown(name))
        }
        SetupRefusal::Dealers => {
            "The map's dealers must be the dealers of the cast, each named once.".to_owned()
        }
    }
}
