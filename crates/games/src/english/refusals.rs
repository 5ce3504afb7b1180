//! Why an action is refused in any game, and why a match cannot be opened.

use super::{escape_markdown, list, party};
use crate::{Cast, Refusal, SetupRefusal};

/// Why an action was refused, and what works. Names are written as the cast has them.
pub fn refusal(refusal: &Refusal, cast: &Cast) -> String {
    match refusal {
        Refusal::Unreadable { forms } => {
            let forms = list(forms.iter().map(|form| format!("`{form}`")), "or");
            format!("That isn't a move in this game. Try {forms}.")
        }
        Refusal::UnknownName(name) => unknown_name(name, &[]),
        Refusal::Over => "This match is over.".to_owned(),
        Refusal::NotWaitedFor { waiting } if waiting.is_empty() => {
            "There's nothing for you to do right now.".to_owned()
        }
        Refusal::NotWaitedFor { waiting } => {
            let names = list(waiting.iter().map(|who| party(*who, cast)), "and");
            format!("It's not your turn. The match is waiting for {names}.")
        }
        Refusal::HostOnly => "Only a host can do that.".to_owned(),
        Refusal::SeatOnly => "Only the two players in this match can do that.".to_owned(),
        Refusal::NoSeats => "That's only for matches between two players.".to_owned(),
        Refusal::WhoseMissing => "Say who it's for: `dmo` or `ec`.".to_owned(),
        Refusal::NotForOthers => "You can't do that for someone else.".to_owned(),
        Refusal::NotByChance => "Neither a random draw nor the clock decides this.".to_owned(),
        Refusal::TooDear { price, held } => {
            format!(
                "That costs {}, and you have {held}.",
                super::garnets(*price)
            )
        }
        Refusal::NothingToSettle => "This match has no tie to settle.".to_owned(),
        Refusal::OfGame(refusal) => refusal.say(cast),
    }
}

pub fn unknown_name(name: &str, near: &[String]) -> String {
    let then = match near {
        [] => "Type the name as it's written in the cast.".to_owned(),
        near => format!("Did you mean {}?", list(near, "or")),
    };
    format!("Nobody in this cast is called “{name}”. {then}")
}

/// Why a match cannot be opened, as Discord shows it.
pub fn setup_refusal(refusal: &SetupRefusal) -> String {
    setup_refusal_as(refusal, escape_markdown)
}

/// Why a match cannot be opened. `shown` writes names.
pub fn setup_refusal_as(refusal: &SetupRefusal, shown: impl Fn(&str) -> String) -> String {
    match refusal {
        SetupRefusal::BadName(name) => format!(
            "“{}” can't be a name in a match. A name can't be empty, contain a double quote or \
             control character, or be dmo, ec, host, clock or dealer.",
            shown(name)
        ),
        SetupRefusal::NameTwice(name) => format!(
            "Two people in the cast are called “{}”. Rename one of them.",
            shown(name)
        ),
        SetupRefusal::UnknownName(name) => format!("“{}” isn't in the cast.", shown(name)),
        SetupRefusal::SeatNotPlayer(name) => not_players(&[shown(name)], false),
        SetupRefusal::SeatEliminated(name) => not_players(&[shown(name)], true),
        SetupRefusal::SameSeats(name) => same_seats(&format!("“{}”", shown(name))),
        SetupRefusal::Seats { needed: true } => {
            "This game is played by two people. Choose both.".to_owned()
        }
        SetupRefusal::Seats { needed: false } => {
            "This game is played by the whole cast. Leave both players out.".to_owned()
        }
        SetupRefusal::CastSize { least, most, found } => {
            format!("This game needs a cast of {least} to {most}; this one has {found}.")
        }
        SetupRefusal::NoDealer => "This game needs at least one dealer in the cast. Add one (the \
                                   host, for example) with `/season cast add` and `as: dealer`."
            .to_owned(),
        SetupRefusal::Option(said) => said.clone(),
        SetupRefusal::Options { problem } => {
            format!("Something is wrong with the options or times: {problem}.")
        }
        SetupRefusal::OfGame(refusal) => refusal.say(&shown),
    }
}

/// Somebody was chosen for both seats.
pub fn same_seats(who: &str) -> String {
    format!("{who} can't play against themselves. Choose two different players.")
}

/// People were chosen for seats, but aren't players of the season. `out`: they were, and are
/// eliminated.
pub fn not_players(names: &[String], out: bool) -> String {
    let who: Vec<String> = names.iter().map(|name| format!("“{name}”")).collect();
    let (are, seat) = match (names, out) {
        ([_], true) => ("is out of the season", "a seat"),
        ([_], false) => ("isn't a player in the season", "a seat"),
        (_, true) => ("are out of the season", "the seats"),
        (_, false) => ("aren't players in the season", "the seats"),
    };
    format!(
        "{} {are} and can't take {seat}. To make someone in its cast a player, use `/season cast \
         role`.",
        list(&who, "and")
    )
}
