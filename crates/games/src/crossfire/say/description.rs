//! The board in words, and what the end reveals.

use std::collections::BTreeMap;

use super::super::chart::Bids;
use super::super::{Phase, Space, TARGET, View};
use super::{colour, count, headline, variants};
use crate::english::{list, seat_names};
use crate::{Cast, Seat};

/// The board in words, for people who can't see the picture. The most important comes first,
/// because the text may be cut.
pub fn description(view: &View, cast: &Cast) -> String {
    let name = |seat: Seat| cast.seat_name(seat);
    let mut text = format!("Crossfire. {}. ", headline(view, cast));
    let bidders = Seat::BOTH.into_iter().filter(|seat| view.has_bid[*seat]);
    let bid = |seat| match view.bids[seat] {
        Some(bid) if view.is_unplayed(seat) => unplayed(seat, bid, cast),
        Some(bid) => format!("{} bid {bid}", name(seat)),
        None => format!("{} has bid", name(seat)),
    };
    let bids = list(bidders.map(bid), "and");
    if !bids.is_empty() {
        text.push_str(&format!("{bids}. "));
    }
    if view.phase == Phase::Bidding {
        let bids = match view.to_act.len() {
            1 => "a bid",
            _ => "bids",
        };
        let waiting = seat_names(&view.to_act, cast);
        text.push_str(&format!("Waiting for {bids} from {waiting}. "));
    }
    for seat in Seat::BOTH {
        text.push_str(&format!("{}. ", standing(view, seat, cast)));
        let arrows = view.arrows.iter();
        let own_arrows = arrows.filter(|placed| placed.arrow.owner == seat);
        let arrows = own_arrows.map(|placed| {
            let green = if placed.arrow.back {
                " (green: may go back once)"
            } else {
                ""
            };
            let facing = placed.arrow.facing.word();
            format!("{} facing {facing}{green}", placed.cell)
        });
        text.push_str(&match list(arrows, "and") {
            none if none.is_empty() => "No arrows on the board. ".to_owned(),
            arrows => format!("Arrows: {arrows}. "),
        });
    }
    for seat in Seat::BOTH {
        let space =
            |space: &Space| format!("{} {} for {}", space.cell, space.facing.word(), space.cost);
        let (colour, spaces) = (colour(seat), list(view.spaces_of(seat).map(space), "and"));
        text.push_str(&format!("Spawn spaces of {colour}: {spaces}. "));
    }
    let variants = variants(view);
    if !variants.is_empty() {
        text.push_str(&format!("Anomalies: {variants}. "));
    }
    text.push_str("4 by 4 cells, A1 top left to D4.");
    text
}

/// The picture of the end in words: the last board, then all bids.
pub fn describe_end(view: &View, rounds: &BTreeMap<u32, Bids>, cast: &Cast) -> String {
    let mut text = description(view, cast);
    let bid = |bids: &Bids, seat: Seat| match (bids.made[seat], bids.winner) {
        (Some(bid), Some(winner)) if winner == seat => format!("{bid} (won)"),
        (Some(bid), Some(_)) => bid.to_string(),
        (Some(bid), None) => format!("{bid} (never played)"),
        (None, _) => "none".to_owned(),
    };
    let round = |(round, bids): (&u32, &Bids)| {
        let [blue, red] = Seat::BOTH.map(|seat| bid(bids, seat));
        format!("{round}: {blue} to {red}")
    };
    let rounds: Vec<String> = rounds.iter().map(round).collect();
    if !rounds.is_empty() {
        let rounds = rounds.join(", ");
        text.push_str(&format!(" Bids by round, blue to red: {rounds}."));
    }
    text
}

/// What a player has: `Teo (blue): 12 chips, 1 of 2 goals`.
fn standing(view: &View, seat: Seat, cast: &Cast) -> String {
    let (chips, goals) = (count(view.chips[seat], "chip"), view.goals[seat]);
    let (name, colour) = (cast.seat_name(seat), colour(seat));
    format!("{name} ({colour}): {chips}, {goals} of {TARGET} goals")
}

/// A bid that was still sealed at the end and never played.
pub fn revealed(view: &View, cast: &Cast) -> String {
    let seats = Seat::BOTH.into_iter();
    let sealed = seats.filter(|seat| view.is_unplayed(*seat));
    sealed
        .filter_map(|seat| Some(unplayed(seat, view.bids[seat]?, cast) + "."))
        .collect()
}

/// A bid that was sealed when the match ended.
fn unplayed(seat: Seat, bid: u32, cast: &Cast) -> String {
    format!(
        "{}'s secret bid of {bid} was never played",
        cast.seat_name(seat)
    )
}
