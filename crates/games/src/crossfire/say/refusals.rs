//! Why something is not done, and what would be right.

use super::super::{Refusal, SetupRefusal};
use super::{cells, colour, count, title};
use crate::english::{cut, list};

pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::OffBoard(cell) => {
            format!("{cell} is not on the board: it goes from A1 to D4.")
        }
        Refusal::SpaceTwice(cell) => {
            format!("{cell} is named twice; one spawn puts one arrow on a space.")
        }
        Refusal::BidsFirst { chips: 0 } => {
            "Both bid first; whoever wins the bid then acts. You have no chips left: bid with `bid 0`."
                .to_owned()
        }
        Refusal::BidsFirst { chips } => format!(
            "Both bid first; whoever wins the bid then acts. Bid with, say, `bid {}`.",
            (*chips).min(7)
        ),
        Refusal::BidsOver => {
            "The bids of this round are in, and you won: now spawn an arrow or move one.".to_owned()
        }
        Refusal::OverBid { chips } => {
            format!(
                "You have {}; bid a number from 0 to {chips}.",
                count(*chips, "chip")
            )
        }
        Refusal::OneSpace => {
            "In this match a spawn puts down one arrow; name one space.".to_owned()
        }
        Refusal::NotASpace { cell, spaces } => format!(
            "{cell} is not a spawn space of yours. Yours are {}.",
            cells(spaces, "and")
        ),
        Refusal::SpaceTaken(cell) => {
            format!("There is an arrow on {cell}; you can spawn on an empty space only.")
        }
        Refusal::TooDear { cost, chips } => format!(
            "That costs {cost} and you have {} left. Take cheaper spaces, or move an arrow.",
            count(*chips, "chip")
        ),
        Refusal::NotYourArrow { cell, arrows } if arrows.is_empty() => {
            format!("None of your arrows is on {cell}, nor on any other cell: spawn one first.")
        }
        Refusal::NotYourArrow { cell, arrows } => format!(
            "None of your arrows is on {cell}. Yours: {}.",
            cells(arrows, "and")
        ),
        Refusal::NoWayBack => "Arrows go forward only in this match, as with `move B2`.".to_owned(),
        Refusal::BackUsed(cell) => {
            format!("The arrow on {cell} has gone back once already; now it goes forward only.")
        }
        Refusal::BackOffBoard(cell) => format!(
            "The arrow on {cell} cannot go back: it would leave the board. It can go forward."
        ),
        Refusal::ClockDrains => {
            "Only the clock takes chips for being late, and nobody else.".to_owned()
        }
        Refusal::NothingToDrain => {
            "There are no chips left to lose; the clock bids 0 or draws an action.".to_owned()
        }
    }
}

/// Why a match cannot be opened like this, with what was typed as `shown` writes it.
pub fn setup_refusal(refusal: &SetupRefusal, shown: impl Fn(&str) -> String) -> String {
    match refusal {
        SetupRefusal::AnomalyTwice(anomaly) => {
            format!(
                "The anomaly {} is named twice; once is enough.",
                title(*anomaly)
            )
        }
        SetupRefusal::SpawnCount { seat, most } => format!(
            "`spawns`: {} needs at least 1 spawn space, and at most {most}, such as `B1 down`.",
            colour(*seat)
        ),
        SetupRefusal::NotASpawn(text) => format!(
            "`spawns`: “{}” is not a spawn space. Write a cell and a way, such as `B1 down`.",
            shown(&cut(text, 40))
        ),
        SetupRefusal::SpawnOffBoard(cell) => {
            format!("`spawns`: {cell} is not on the board, which goes from A1 to D4.")
        }
        SetupRefusal::SpawnWay { cell, way, ways } => {
            let way = way.word();
            let ways: Vec<String> = ways
                .iter()
                .map(|way| format!("`{cell} {}`", way.word()))
                .collect();
            match ways.as_slice() {
                [] => format!(
                    "`spawns`: {cell} is not at the edge of the board, where arrows begin, as with \
                     `B1 down`."
                ),
                ways => format!(
                    "`spawns`: no arrow crosses the board {way} from {cell}. Try {}.",
                    list(ways, "or")
                ),
            }
        }
        SetupRefusal::SpawnTwice(cell) => {
            format!("`spawns`: {cell} is named twice; each cell is one spawn space of one colour.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bid_that_is_given_as_an_example_can_be_made() {
        for (chips, example) in [
            (0, "`bid 0`"),
            (1, "`bid 1`"),
            (2, "`bid 2`"),
            (40, "`bid 7`"),
        ] {
            let said = refusal(&Refusal::BidsFirst { chips });
            assert!(said.contains(example), "{said}");
        }
    }
}
