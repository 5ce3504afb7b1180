//! Practice matches, and who is made up for them.

use super::catalogue::title;
use crate::referee::Busy;
use crate::store::{AccountId, ChannelId};
use games::GameId;
use games::english::list;

/// To somebody who would practise a game that isn't played by two.
pub fn no_practice(game: GameId) -> String {
    format!(
        "{} is played by a whole cast, so it can't be practised. A host can rehearse it: `/match \
         new`, then *Rehearse*.",
        title(game)
    )
}

pub const MAY_NOT_WRITE: &str =
    "You can't write in this channel, so you can't open a practice match here.";

/// To somebody who would practise against a person in a direct message.
pub const PRACTICE_WITH_PEOPLE: &str = "Here you can only play the computer: leave out the \
     opponent. To practise against someone, type `/practice` in a server channel that you both \
     can see.";

/// The people who cannot practise in the channel of the season's matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedTo {
    /// One is open there now.
    Everybody,
    /// Everybody but the season's cast and hosts.
    Spectators,
}

/// Below a practice's result: how many of those against this computer its player has won. Empty
/// before the first.
pub fn practices_won(player: &str, computer: &str, won: usize, of: usize) -> String {
    if of == 0 {
        return String::new();
    }
    format!("\n-# {player} has won {won} of {of} against {computer}.")
}

/// How many channels for practice are named at most.
const MAX_PLACES: usize = 3;

/// To somebody who wants to practise in the channel of the season's matches. `places`: the channels
/// where they can, if known.
pub fn practice_elsewhere(closed: ClosedTo, places: Option<&[ChannelId]>) -> String {
    let why = match closed {
        ClosedTo::Everybody => "A season match is open in this channel.",
        ClosedTo::Spectators => {
            "This channel is for the season's matches, so only its cast and hosts can practise \
             here."
        }
    };
    let places = places.map(|places| {
        let named = places.iter().take(MAX_PLACES);
        named.map(|place| format!("<#{place}>")).collect::<Vec<_>>()
    });
    let instead = match places.as_deref() {
        None => "Type `/practice` in another channel.".to_owned(),
        Some([]) => "You can't write in any free channel right now. Ask a host for one, or \
             type `/practice` in a DM with me to play the computer."
            .to_owned(),
        Some(places) => format!("Type `/practice` in {}.", list(places, "or")),
    };
    format!("{why} {instead}")
}

/// To somebody who asks for a practice in a server's channel where a match is open. `plays`: they
/// play in it.
pub fn channel_busy(busy: &Busy, plays: bool) -> String {
    let instead = if plays {
        "To end it, type `/resign`. To play another one meanwhile, type `/practice` in another \
         channel, or in a DM with me."
    } else {
        "Type `/practice` in another channel, or in a DM with me to play the computer."
    };
    format!("{} {instead}", super::rights::already_open(busy))
}

/// On the card of a practice that one of the two opened: who asks whom.
pub fn asks_to_practise(asker: &str, other: &str) -> String {
    format!("{asker} asks {other} to practise.")
}

/// On the card of a practice of two people, for a person who doesn't want to play.
pub const DECLINE_BUTTON: &str = "No, thanks";

pub const DECLINED: &str = "Done: the practice is called off.";

pub const PRACTICE_ALONE: &str = "You can't practise against yourself. Name someone else, or \
     leave out the opponent to play the computer.";

/// To two people who want to practise with each other when only one of them is in the cast.
pub fn practice_among_cast(player: AccountId, spectator: AccountId) -> String {
    format!(
        "<@{player}> plays in the season, so they can only practise with its cast, and \
         <@{spectator}> isn't in it. Name someone else, or leave out the opponent to play the \
         computer."
    )
}

/// To somebody who wants to play again, after one of the two had their account forgotten.
pub const PRACTICE_FORGOTTEN: &str =
    "One of you had their account removed from Dealer. Open a new practice with `/practice`.";

/// `channel`: None in a direct message. `alone`: against the computer, which is always ready.
pub fn practice_opened(channel: Option<ChannelId>, alone: bool) -> String {
    let place = match channel {
        Some(channel) => format!("in <#{channel}>"),
        None => "here".to_owned(),
    };
    let when = if alone { "you press" } else { "you both press" };
    format!("A practice match is open {place}. It starts when {when} Ready; `/resign` ends it.")
}

/// To somebody who asks for a practice, below the answer: a link to each of their other open ones.
pub fn open_practices(open: impl Iterator<Item = (String, String)>) -> String {
    let links: Vec<String> = open
        .map(|(name, link)| format!("[{name}]({link})"))
        .collect();
    match &links[..] {
        [] => String::new(),
        links => format!("\nYou're still playing: {}", links.join(" · ")),
    }
}

/// The name of a made-up person in a practice, by number from 0.
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
