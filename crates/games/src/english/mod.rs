//! English that every game's sentences share: lists, counts, names, times and outcomes.

mod controls;
mod happenings;
mod lateness;
mod markdown;
mod refusals;
mod times;

pub use controls::*;
pub use happenings::happening;
pub use lateness::{Price, forfeits, late, late_so_far, out_of_time};
pub use markdown::{as_typed, escape_markdown, on_terminal, unturned, without_bold};
pub use refusals::{
    not_players, refusal, same_seats, setup_refusal, setup_refusal_as, unknown_name,
};
pub use times::*;

use std::fmt::Display;

use super::{Cast, CastId, GameId, Outcome, Party, Reason, Seat};

/// The two seats, spelled out where rules first name them.
pub const DMO: &str = "DMO (Death Match Opponent)";
pub const EC: &str = "EC (Elimination Candidate)";

/// A party's name in a sentence.
pub fn party(party: Party, cast: &Cast) -> String {
    match party {
        Party::Seat(seat) => cast.seat_name(seat).to_owned(),
        Party::Cast(id) => cast.name(id).to_owned(),
        Party::Host => "the host".to_owned(),
        Party::Dealer => "the dealer".to_owned(),
    }
}

/// A count with its noun: `1 match`, `3 matches`.
pub fn count_of(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}

/// A count of garnets.
pub fn garnets(count: u32) -> String {
    match count {
        0 => "no garnets".to_owned(),
        1 => "1 garnet".to_owned(),
        count => format!("{count} garnets"),
    }
}

/// Items in a row, with a text between them.
pub fn joined(items: impl IntoIterator<Item: Display>, between: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(between)
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(items: impl IntoIterator<Item: Display>, last: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match &items[..] {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// People of a cast, by name.
pub fn names(who: &[CastId], cast: &Cast) -> String {
    list(who.iter().map(|id| cast.name(*id)), "and")
}

/// The players in some seats, by name.
pub fn seat_names<'a>(seats: impl IntoIterator<Item = &'a Seat>, cast: &Cast) -> String {
    list(seats.into_iter().map(|seat| cast.seat_name(*seat)), "and")
}

/// What each player has, side by side: `Teo 3 · Mika 2`.
pub fn of_each(cast: &Cast, has: impl Fn(Seat) -> String) -> String {
    let each = Seat::BOTH.map(|seat| format!("{} {}", cast.seat_name(seat), has(seat)));
    each.join(" · ")
}

/// Cuts a text to at most `most` characters, the last of them an ellipsis.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    cut + "…"
}

/// A length of time in seconds, with one decimal below ten.
pub fn seconds(ms: u64) -> String {
    if ms < 10_000 {
        format!("{}.{} s", ms / 1000, ms % 1000 / 100)
    } else {
        format!("{} s", ms / 1000)
    }
}

/// Why a match ended, as the end of a sentence that names the winner.
pub fn reason(why: Reason, winner: Seat, cast: &Cast) -> String {
    why.says()
        .replace("{loser}", cast.seat_name(winner.other()))
}

/// How a match ended, in one short line.
pub fn outcome(outcome: Outcome, cast: &Cast) -> String {
    match outcome.winner {
        Some(seat) => format!(
            "{} wins {}",
            cast.seat_name(seat),
            reason(outcome.reason, seat, cast)
        ),
        None if outcome.is_tie() => "A tie: the host decides".to_owned(),
        None if outcome.reason == Reason::PLAYED => "Played to its end".to_owned(),
        None => "The match is void".to_owned(),
    }
}

pub const UNDO: &str = "Undo";

/// A text with a capital at its beginning, as on a button: `Bid`.
pub fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest).collect()
}

/// The line below a picture that has no faces while a match of this game is played.
pub fn no_faces(game: GameId) -> String {
    format!("No faces while {} is being played", game.catalogue().title)
}

/// Why a picture has no faces while a match of this game is played: the end of its description.
pub fn no_faces_because(game: GameId) -> String {
    format!(
        "Faces are hidden while a match of {} is on: remembering them is part of that game.",
        game.catalogue().title
    )
}
