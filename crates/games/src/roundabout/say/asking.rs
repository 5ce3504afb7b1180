//! Questions, and the finished part of a turn.

use super::super::rules::{STOP_CARD, YIELD_CARD};
use super::super::{SPEED_LIMIT, TurnView, View};
use super::{moves_words, sign_words};
use crate::english::list;
use crate::{Cast, Party, Seat};

/// The placeholders of the menus while driving.
pub const CHOOSE_CAR: &str = "Choose a car to drive";
/// In its place if there is none.
pub const NO_CAR: &str = "No car can drive now";
pub const PLACE_SIGN: &str = "Place a sign…";
pub const CHOOSE_SIGN: &str = "Place your card's sign (ends your turn)";

pub const OTHER_SPACE: &str = "Another space";

/// The button that ends a turn. It counts the moves, and says if the next move ends the turn too.
pub fn end_turn(turn: &TurnView) -> String {
    let Some(so_far) = &turn.so_far else {
        return "End turn".to_owned();
    };
    let sign = match so_far.sign {
        Some(_) => ", sign placed",
        None => "",
    };
    let (moved, card) = (so_far.moves.len(), turn.card);
    let is_last = moved + 1 == usize::from(card) && !has_sign(card);
    let last = if is_last { "; 1 more ends it" } else { "" };
    format!("End turn ({moved} of {card} moved{sign}{last})")
}

/// Whether a card comes with a sign, which may follow the last move.
fn has_sign(card: u8) -> bool {
    matches!(card, STOP_CARD | YIELD_CARD)
}

/// Asks a party its question, in one sentence. While driving, only the driver's view has the moves
/// that are left.
pub fn ask(view: &View, whose: Party, ask: &str) -> String {
    let Party::Seat(seat) = whose else {
        return String::new();
    };
    match (ask, &view.turn) {
        ("first", _) => "choose who goes first. That player sets a party and places cars first; \
                         the other drives first."
            .to_owned(),
        ("party", _) => match view.party[seat] {
            None => {
                "set your opponent's party: the space where their three cars must go.".to_owned()
            }
            Some(own) => format!(
                "set your opponent's party: the space where their three cars must go. Yours is on \
                 {own}."
            ),
        },
        ("place", _) => "place a car that isn't in your entourage on a free space.".to_owned(),
        ("drive", Some(turn)) => ask_to_drive(
            turn.card,
            turn.so_far.as_ref().map(|so_far| {
                let left = usize::from(turn.card) - so_far.moves.len();
                (left, so_far.sign.is_some())
            }),
        ),
        _ => ask_for_card(view, seat),
    }
}

/// The finished part of the turn, for the player who drives; empty for others.
pub fn so_far(view: &View, cast: &Cast) -> String {
    let Some(turn) = &view.turn else {
        return String::new();
    };
    let Some(so_far) = &turn.so_far else {
        return String::new();
    };
    let moves = &so_far.moves;
    if moves.is_empty() && so_far.sign.is_none() {
        return format!(
            "Your {}: no moves yet. Moves are final. The board doesn't change until you end your \
             turn – not even for you, since a moving car would give its face away.",
            turn.card
        );
    }
    let mut text = format!(
        "Your {}, {} of {} moves made: **{}**",
        turn.card,
        moves.len(),
        turn.card,
        moves_words(moves, cast)
    );
    if let Some(sign) = so_far.sign {
        text.push_str(&format!("; {}", sign_words(sign, cast)));
    }
    text.push('.');
    for car in &so_far.came_home {
        text.push_str(&format!(" 🏠 {} is home.", cast.name(*car)));
    }
    text
}

fn ask_for_card(view: &View, seat: Seat) -> String {
    let effect = |card: &u8| match card {
        1 => "1 (stop sign)",
        2 => "2 (counterclockwise)",
        3 => "3 (yield sign)",
        4 => "4 (at most two cars)",
        _ => "5 (not around inner or outer)",
    };
    let hand = &view.hand[seat];
    let text = format!("play a card: {}.", list(hand.iter().map(effect), "or"));
    match fastest(view, seat) {
        Some(most) => match hand.iter().find(|card| **card > most) {
            Some(least) if *least == 5 => format!("{text} A 5 would be speeding now."),
            Some(least) => format!("{text} A {least} or more would be speeding now."),
            None => text,
        },
        None => text,
    }
}

/// The highest card that a seat can play now without speeding; None before its third card.
fn fastest(view: &View, seat: Seat) -> Option<u8> {
    match view.played[seat].as_slice() {
        [.., one, two] => Some((SPEED_LIMIT - 1).saturating_sub(u32::from(one + two)) as u8),
        _ => None,
    }
}

fn ask_to_drive(card: u8, so_far: Option<(usize, bool)>) -> String {
    let most = |count: usize, more: &str| match count {
        1 => format!("1{more} move"),
        _ => format!("up to {count}{more} moves"),
    };
    let way = match card {
        2 => " counterclockwise",
        4 => " with at most two different cars",
        5 => " (not around inner or outer)",
        _ => "",
    };
    let sign = match card {
        1 => "place a stop sign",
        3 => "place a yield sign",
        _ => "",
    };
    match so_far {
        Some((_, true)) => "end your turn.".to_owned(),
        Some((0, false)) if sign.is_empty() => "no moves left: end your turn.".to_owned(),
        Some((0, false)) => format!("no moves left: {sign} or end your turn."),
        so_far => {
            let moves = match so_far {
                Some((left, _)) if left < usize::from(card) => most(left, " more"),
                _ => most(card.into(), ""),
            };
            let sign = match sign {
                "" => String::new(),
                sign => format!(", {sign}"),
            };
            format!("make {moves}{way}{sign}, or end your turn.")
        }
    }
}
