//! Answers to a move: what it may cost, and giving up.

use crate::store::Prize;
use games::{BySeat, Cast, Party, Seat, View};

/// To a player who wants to resign from a match that is a tie.
pub const TIED: &str = "This match is already a tie, so you can't resign. A host will decide it.";

pub fn unreadable_argument(input: Option<&str>, problem: &str) -> String {
    match input {
        Some(input) => {
            let input: String = input.chars().filter(|c| *c != '`').take(80).collect();
            format!("I can't read `{input}` there: {problem}.")
        }
        None => format!("I can't read something in that command: {problem}."),
    }
}

/// What somebody must confirm before an action that may lose the match, or that may differ from
/// what they `typed`; None for other actions.
pub fn caution(view: &View, whose: Party, act: &str, typed: &str, cast: &Cast) -> Option<String> {
    match whose {
        Party::Seat(seat) => view.caution(seat, act, typed, cast),
        Party::Cast(_) | Party::Host | Party::Dealer => None,
    }
}

/// `won`: the earlier matches of the best of three. `prize`: what the winner gets, if the loser
/// leaves the season. `stands_in`: the person who resigns stands in for somebody, who would be
/// eliminated instead. `practice`: the match doesn't count.
pub fn confirm_resign(
    seat: Seat,
    won: Option<BySeat<u32>>,
    prize: Option<Prize>,
    stands_in: bool,
    practice: bool,
    cast: &Cast,
) -> String {
    let out = match (prize, stands_in) {
        _ if practice => ". It's only practice, so it doesn't count".to_owned(),
        (Some(_), false) => ", and **you're out of the season**".to_owned(),
        (Some(_), true) => format!(", and **{} is out of the season**", cast.seat_name(seat)),
        (None, _) => String::new(),
    };
    match won {
        Some(won) => {
            let then = super::season::series_given_up(seat, won, cast);
            format!("Resign? {then} This can't be undone.")
        }
        None => format!(
            "Resign? {} wins the match at once{out}. This can't be undone.",
            cast.seat_name(seat.other())
        ),
    }
}

pub const RESIGNED: &str = "You resigned.";

pub const RESIGN_BUTTON: &str = "Yes, I resign";

pub const SURE_BUTTON: &str = "Yes, do it";
