//! Questions and warnings for a seat, and the words of its controls.

use super::super::notation::{Action, Cells};
use super::super::{Anomaly, Facing, Happening, Landing, Phase, Space, View};
use super::count;
use crate::{Party, Seat};

/// Asks a seat its question, and warns of bids after which it could not act.
pub fn ask(view: &View, whose: Party) -> String {
    match whose {
        Party::Seat(seat) => question(view, seat) + &warning(view, seat),
        Party::Cast(_) | Party::Host | Party::Dealer => String::new(),
    }
}

/// Asks a seat its question in a post for everybody. Why some bids aren't safe is only said in full
/// in the first round, and if the latest happenings may have removed the seat's arrow.
pub fn ask_publicly<'a>(
    view: &View,
    whose: Party,
    happenings: impl IntoIterator<Item = &'a Happening>,
) -> String {
    let Party::Seat(seat) = whose else {
        return String::new();
    };
    let mut happenings = happenings.into_iter();
    let is_news = view.round <= 1 || happenings.any(|happening| loses(happening, seat));
    let (question, chips) = (question(view, seat), view.chips[seat]);
    match view.safe_bid[seat] {
        Some(safe) if !is_news && view.phase == Phase::Bidding && safe < chips => {
            let keep = count(chips - safe, "chip");
            format!("{question} Keep {keep} to spawn: bids up to {safe} are safe.")
        }
        Some(_) if !is_news => question,
        _ => question + &warning(view, seat),
    }
}

fn question(view: &View, seat: Seat) -> String {
    match (view.phase, view.chips[seat]) {
        (Phase::Bidding, 0) => "bid 0: you have no chips left.".to_owned(),
        (Phase::Bidding, chips) => format!("bid in secret, from 0 to {chips}."),
        _ if view.arrows.iter().all(|placed| placed.arrow.owner != seat) => {
            "spawn an arrow.".to_owned()
        }
        _ => "spawn an arrow or move one.".to_owned(),
    }
}

/// Warns a seat that bids without an arrow on the board. Empty if there is nothing to warn of.
fn warning(view: &View, seat: Seat) -> String {
    let chips = view.chips[seat];
    match view.safe_bid[seat] {
        _ if view.phase != Phase::Bidding => String::new(),
        Some(safe) if safe == chips => String::new(),
        Some(safe) => {
            // With All-Pay the other's bid comes back to the winner.
            let lose = if view.anomalies.contains(&Anomaly::AllPay) {
                "may be stuck and lose"
            } else {
                "are stuck and lose"
            };
            format!(
                " Careful: you have no arrows. Keep {} for a spawn: if you win with more than \
                 {safe}, you {lose}.",
                count(chips - safe, "chip")
            )
        }
        None if view.open_spaces(seat).next().is_none() => {
            " Careful: you have no arrows and no empty spawn space. If you win this bid, you lose."
                .to_owned()
        }
        None => " Careful: you have no arrows and can't pay for a spawn. If you win this bid, you \
                 may be stuck and lose."
            .to_owned(),
    }
}

/// Whether something that happened may have taken a seat's arrow off the board.
fn loses(happened: &Happening, of: Seat) -> bool {
    match happened {
        Happening::Moved {
            seat,
            flight,
            removed,
            ..
        } => *removed == Some(of) || *seat == of && flight.landing != Landing::Stays,
        Happening::Ships { .. } => true,
        _ => false,
    }
}

/// The bid that counts for a seat now, for it alone.
pub fn own_choice(view: &View, whose: Party) -> Option<String> {
    match (whose, view.phase) {
        (Party::Seat(seat), Phase::Bidding) => view.bids[seat].map(|bid| format!("bid {bid}")),
        _ => None,
    }
}

/// What a seat must confirm before a bid after which it could not act and would lose. None for
/// other bids.
pub fn caution(view: &View, seat: Seat, act: &str) -> Option<String> {
    let bid: u32 = act.strip_prefix("bid ")?.parse().ok()?;
    let chips = view.chips[seat];
    if view.phase != Phase::Bidding || bid == 0 || bid > chips {
        return None;
    }
    match view.safe_bid[seat] {
        Some(safe) if bid <= safe => None,
        Some(safe) => {
            let and = if view.anomalies.contains(&Anomaly::AllPay) {
                " and your opponent bids 0"
            } else {
                ""
            };
            Some(format!(
                "You have no arrows. If you win with {bid}{and}, you have {} left and can't pay \
                 for a spawn. **You'd be stuck and lose the match at once.** Up to {safe} is safe. \
                 Bid {bid} anyway?",
                count(chips - bid, "chip")
            ))
        }
        None if view.open_spaces(seat).next().is_none() => Some(format!(
            "You have no arrows and no empty spawn space. If you win with {bid}, **you lose the \
             match at once**. Bid {bid} anyway?"
        )),
        None => Some(format!(
            "You have no arrows and can't pay for a spawn. If you win with {bid}, **you may be \
             stuck and lose the match at once**. Bid {bid} anyway?"
        )),
    }
}

/// The label of a button with a bid.
pub fn bid_button(bid: u32) -> String {
    format!("Bid {bid}")
}

fn spaces(view: &View, cells: Cells) -> impl Iterator<Item = &Space> {
    let space = |cell| view.spaces.iter().find(move |space| space.cell == cell);
    cells.iter().filter_map(space)
}

/// What a spawn costs.
pub fn price(view: &View, cells: Cells) -> u32 {
    spaces(view, cells).map(|space| space.cost).sum()
}

/// The label of an action's button: `Move B2 ↓`, with a star if it scores, or `Spawn B1 ↓ · 3
/// chips`. None for an action that has none.
pub fn button(view: &View, action: Action) -> Option<String> {
    let arrow = |facing: Facing| match facing {
        Facing::Up => "↑",
        Facing::Down => "↓",
        Facing::Left => "←",
        Facing::Right => "→",
    };
    Some(match action {
        Action::Spawn(cells) => {
            let space = |space: &Space| format!("{} {}", space.cell, arrow(space.facing));
            let spaces: Vec<String> = spaces(view, cells).map(space).collect();
            let cost = count(price(view, cells), "chip");
            format!("Spawn {} · {cost}", spaces.join(", "))
        }
        Action::Move(cell) => {
            let facing = view.arrow(cell)?.facing;
            let next = facing.next(cell);
            let scores = next.is_some_and(|next| facing.next(next).is_none());
            let goal = if scores { " ★ goal" } else { "" };
            format!("Move {cell} {}{goal}", arrow(facing))
        }
        Action::Back(cell) => {
            format!("Back {cell} {}", arrow(view.arrow(cell)?.facing.opposite()))
        }
        Action::Bid(_) | Action::Drain => return None,
    })
}

/// The placeholder of the menu of spawns on several spaces at once. `more`: the menu has no room
/// for all of them.
pub fn several(more: bool) -> &'static str {
    if !more {
        "Spawn on several spaces at once"
    } else {
        "Spawn on several spaces at once, or type: spawn A1 A2 A3"
    }
}
