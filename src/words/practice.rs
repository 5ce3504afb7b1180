//! Practice matches, and who is made up for them.

use super::list;

pub fn may_not_write() -> String {
    "You may not write in this channel, so you cannot open a practice match in it.".to_owned()
}

/// For whom a channel is closed that the season's matches are played in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedTo {
    /// One is open there now.
    Everybody,
    /// It is kept for them: for all but the season's cast and hosts.
    Spectators,
}

/// The most places that are named where somebody may practise.
const MOST_PLACES: usize = 3;

/// To somebody who would practise where the season's matches are played. `places`: the channels
/// where they may, where that is known.
pub fn practice_elsewhere(closed: ClosedTo, places: Option<&[u64]>) -> String {
    let why = match closed {
        ClosedTo::Everybody => "A match of the season is open in this channel.",
        ClosedTo::Spectators => {
            "The season's matches are played in this channel, so only its cast and hosts open a practice here."
        }
    };
    let places = places.map(|places| {
        let named = places.iter().take(MOST_PLACES);
        named.map(|place| format!("<#{place}>")).collect::<Vec<_>>()
    });
    let instead = match places.as_deref() {
        None => "Type `/practice` in another channel.".to_owned(),
        Some([]) => "No other channel in which you may write is free for it now; ask a host for one, or try later. A practice is played in a server's channel alone, \
                     against the computer too."
            .to_owned(),
        Some(places) => format!("Type `/practice` in {}.", list(places, "or")),
    };
    format!("{why} {instead}")
}

/// Above the card of a practice round.
pub(super) fn practice_round_card() -> &'static str {
    "**Practice round first.** When it's over, the match itself opens here, with a draw of its own."
}

/// Above the card of the match that follows a practice round.
pub(super) fn now_it_counts() -> &'static str {
    "**Now it counts.** The practice round is over; this is the match."
}

/// On the card of a practice that one of the two opened: who asks whom.
pub fn asks_to_practise(asker: &str, other: &str) -> String {
    format!("{asker} asks {other} to practise.")
}

pub fn practice_alone() -> String {
    "You cannot practise against yourself. Name somebody else, or nobody for the computer."
        .to_owned()
}

/// To either of two who would practise with each other, one of whom is of no cast.
pub fn practice_among_cast(player: u64, spectator: u64) -> String {
    format!(
        "<@{player}> is a player of the season, and players practise only with people of its cast. \
         <@{spectator}> isn't in it. Name somebody else, or nobody for the computer."
    )
}

/// To somebody who would practise once more, where one of the two had their account forgotten
/// since.
pub fn practice_forgotten() -> String {
    "One of the two does not play here any more. Open another practice with `/practice`.".to_owned()
}

/// `alone`: against the computer, which is always ready.
pub fn practice_opened(channel: u64, alone: bool) -> String {
    let when = match alone {
        true => "you have",
        false => "both have",
    };
    format!(
        "A practice match is open in <#{channel}>. It begins when {when} pressed Ready; `/resign` ends it."
    )
}

/// The name under which the computer plays.
pub fn computer() -> &'static str {
    "Computer"
}

/// The name of somebody who is made up for practice, by their number from 0.
pub fn made_up(number: usize) -> String {
    const NAMES: [&str; 13] = [
        "Ada", "Boris", "Cora", "Dino", "Elke", "Faro", "Gus", "Hilda", "Ivo", "Jana", "Kofi",
        "Lena", "Milo",
    ];
    match NAMES.get(number) {
        Some(name) => (*name).to_owned(),
        None => format!("Guest {number}"),
    }
}
