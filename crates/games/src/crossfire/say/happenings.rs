//! Sentences about what happens in Crossfire.

use super::super::rules::BONUS;
use super::super::{Flight, Happening, Landing, ShipsStep};
use super::{CHIP, count};
use crate::english::{late, list};
use crate::{Cast, Happens, Manner, Placement, Seat};

impl Happens for Happening {
    fn say(&self, cast: &Cast) -> String {
        let name = |seat: Seat| cast.seat_name(seat);
        match self {
            Happening::HasBid { seat } => format!("{} has bid.", name(*seat)),
            Happening::Bids {
                bids,
                winner,
                tie,
                bonus,
                both_pay,
            } => {
                let loser = winner.other();
                let bid = |seat: Seat| match bonus {
                    Some(raised) if *raised == seat => {
                        format!("{} (+{BONUS} = {})", bids[seat], bids[seat] + BONUS)
                    }
                    _ => bids[seat].to_string(),
                };
                let tied = if *tie { "the tie" } else { "the bid" };
                let paid = match (bids[*winner], bids[loser]) {
                    (0, 0) if *both_pay => ". Nobody pays anything".to_owned(),
                    (0, other) if *both_pay => format!(" and receives {}", count(other, "chip")),
                    (bid, 0) if *both_pay => format!(" and pays {}", count(bid, "chip")),
                    (bid, other) if *both_pay => {
                        format!(", pays {} and receives {other}", count(bid, "chip"))
                    }
                    (0, _) => " and pays nothing".to_owned(),
                    (bid, _) => format!(" and pays {} {}", name(loser), count(bid, "chip")),
                };
                format!(
                    "{} bid {}, {} bid {}. {} wins {tied}{paid}.",
                    name(Seat::Dmo),
                    bid(Seat::Dmo),
                    name(Seat::Ec),
                    bid(Seat::Ec),
                    name(*winner)
                )
            }
            Happening::Spawned {
                seat,
                cells: spaces,
                cost,
            } => format!(
                "{} spawns on {} for {}.",
                name(*seat),
                list(spaces, "and"),
                count(*cost, "chip")
            ),
            Happening::Moved {
                seat,
                flight,
                backward,
                removed,
            } => {
                let back = if *backward { " back" } else { "" };
                let mut text = format!(
                    "{} moves from {}{back} to {}.",
                    name(*seat),
                    flight.from,
                    flight.to
                );
                if let Some(owner) = removed {
                    text.push_str(&format!(" {}'s arrow there is removed.", name(*owner)));
                }
                if flight.landing == Landing::Scores {
                    text.push_str(" Goal!");
                }
                text
            }
            Happening::Ships { seat, step } => ships(name(*seat), step, cast),
            Happening::Drained { seat, left } => late(name(*seat), 1, *left, CHIP),
            Happening::Stuck { seat } => {
                format!("{} can neither spawn nor move.", name(*seat))
            }
            Happening::GoalsReached { seat, goals } => {
                format!("{} has {}.", name(*seat), count(*goals, "goal"))
            }
        }
    }

    fn manner(&self) -> Manner {
        match self {
            Happening::HasBid { .. } => Manner::shown(Placement::Prompt),
            Happening::Drained { seat, left } => Manner {
                late: Some((*seat, Some(*left))),
                ..Manner::shown(Placement::Prompt)
            },
            _ => Manner::shown(Placement::News),
        }
    }
}

fn ships(name: &str, step: &ShipsStep, cast: &Cast) -> String {
    let in_words = |flight: &Flight| {
        let end = match flight.landing {
            Landing::Stays => "",
            Landing::Scores => " (goal)",
            Landing::Meets => " (meets another and is removed)",
        };
        format!("{} to {}{end}", flight.from, flight.to)
    };
    let arrows = match step.flights.len() {
        1 => "arrow moves",
        _ => "arrows move",
    };
    let flights = list(step.flights.iter().map(in_words), "and");
    let mut text = format!("Ships: {name}'s {arrows} from {flights}.");
    for (cell, owner) in &step.removed {
        let owner = cast.seat_name(*owner);
        text.push_str(&format!(" {owner}'s arrow on {cell} is removed."));
    }
    text
}
