//! Why something is not done, and what works.

use super::super::{Refusal, SetupRefusal};
use super::{colour, count, title};
use crate::RefusesSetup;
use crate::english::{cut, list};
use crate::{Cast, Refuses};

impl Refuses for Refusal {
    fn say(&self, _cast: &Cast) -> String {
        match self {
            Refusal::OffBoard(cell) => {
                format!("{cell} isn't on the board. Its cells are A1 to D4.")
            }
            Refusal::SpaceTwice(cell) => {
                format!("{cell} is named twice. Name each space once.")
            }
            Refusal::BidsFirst { chips: 0 } => {
                "You both bid first, then the winner acts. You have no chips left: type `bid 0`."
                    .to_owned()
            }
            Refusal::BidsFirst { chips } => format!(
                "You both bid first, then the winner acts. Try `bid {}`.",
                (*chips).min(7)
            ),
            Refusal::BidsOver => "You won the bid: now spawn an arrow or move one.".to_owned(),
            Refusal::OverBid { chips } => {
                format!(
                    "You have {}. Bid a number from 0 to {chips}.",
                    count(*chips, "chip")
                )
            }
            Refusal::OneSpace => {
                "In this match you spawn one arrow at a time. Name one space.".to_owned()
            }
            Refusal::NotASpace { cell, spaces } => format!(
                "{cell} isn't one of your spawn spaces. Yours are {}.",
                list(spaces, "and")
            ),
            Refusal::SpaceTaken(cell) => {
                format!("There's an arrow on {cell}. Spawn on an empty space.")
            }
            Refusal::TooDear { cost, chips } => format!(
                "That costs {cost}, and you have {} left. Pick a cheaper space, or move an arrow.",
                count(*chips, "chip")
            ),
            Refusal::NotYourArrow { cell, arrows } if arrows.is_empty() => {
                format!("You have no arrow on {cell}, or anywhere else: spawn one first.")
            }
            Refusal::NotYourArrow { cell, arrows } => format!(
                "You have no arrow on {cell}. Yours: {}.",
                list(arrows, "and")
            ),
            Refusal::NoWayBack => {
                "In this match arrows go forward only, as in `move B2`.".to_owned()
            }
            Refusal::BackUsed(cell) => {
                format!(
                    "The arrow on {cell} has already gone back once. It can only go forward \
                         now."
                )
            }
            Refusal::BackOffBoard(cell) => format!(
                "The arrow on {cell} can't go back: it would leave the board. It can go forward."
            ),
            Refusal::ClockDrains => {
                "Only the clock takes chips, when a player is out of time.".to_owned()
            }
            Refusal::NothingToDrain => {
                "There are no chips left to lose: a bid of 0 or a random action comes next."
                    .to_owned()
            }
        }
    }
}

impl RefusesSetup for SetupRefusal {
    fn say(&self, shown: &dyn Fn(&str) -> String) -> String {
        match self {
            SetupRefusal::AnomalyTwice(anomaly) => {
                format!(
                    "The anomaly {} is named twice. Once is enough.",
                    title(*anomaly)
                )
            }
            SetupRefusal::SpawnCount { seat, most } => format!(
                "`spawns`: {} needs 1 to {most} spawn spaces, such as `B1 down`.",
                colour(*seat)
            ),
            SetupRefusal::NotASpawn(text) => format!(
                "`spawns`: “{}” isn't a spawn space. Write a cell and a direction, such as `B1 \
                 down`.",
                shown(&cut(text, 40))
            ),
            SetupRefusal::SpawnOffBoard(cell) => {
                format!("`spawns`: {cell} isn't on the board. Its cells are A1 to D4.")
            }
            SetupRefusal::SpawnWay { cell, way, ways } => {
                let way = way.word();
                let ways = ways.iter().map(|way| format!("`{cell} {}`", way.word()));
                match list(ways, "or") {
                    none if none.is_empty() => format!(
                        "`spawns`: {cell} isn't at the edge of the board, where arrows start. Try \
                         `B1 down`."
                    ),
                    ways => format!(
                        "`spawns`: no arrow crosses the board {way} from {cell}. Try {ways}."
                    ),
                }
            }
            SetupRefusal::SpawnTwice(cell) => {
                format!("`spawns`: {cell} is named twice. Use each cell once, for one colour.")
            }
        }
    }
}
