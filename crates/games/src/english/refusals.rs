//! Why the rules of any game do not take an action, and why a match cannot be opened.

use super::{list, party, plain};
use crate::{Cast, Refusal, SetupRefusal};

/// Why an action was not taken, and what would be right; names stand in it as the cast has them.
pub fn refusal(refusal: &Refusal, cast: &Cast) -> String {
    match refusal {
        Refusal::Unreadable { forms } => {
            let forms: Vec<String> = forms.iter().map(|form| format!("`{form}`")).collect();
            format!(
                "That is not an action of this game. What would be right, for example: {}.",
                list(&forms, "or")
            )
        }
        Refusal::UnknownName(name) => unknown_name(name, &[]),
        Refusal::Over => "This match is over; nothing can be done in it any more.".to_owned(),
        Refusal::NotWaitedFor { waiting } if waiting.is_empty() => {
            "Nothing is awaited of you right now.".to_owned()
        }
        Refusal::NotWaitedFor { waiting } => {
            let names: Vec<String> = waiting.iter().map(|who| party(*who, cast)).collect();
            format!(
                "It is not your turn: the match waits for {}.",
                list(&names, "and")
            )
        }
        Refusal::HostOnly => "Only a host can do that.".to_owned(),
        Refusal::SeatOnly => "Only the two players of the match can do that.".to_owned(),
        Refusal::WhoseMissing => "Say for whom: `dmo` or `ec`.".to_owned(),
        Refusal::NotForOthers => "That cannot be done for somebody else.".to_owned(),
        Refusal::NotByChance => "Chance and the clock do not decide this here.".to_owned(),
        Refusal::NothingToSettle => "There is no tie to settle in this match.".to_owned(),
        Refusal::OfGame(refusal) => refusal.say(cast),
    }
}

pub fn unknown_name(name: &str, near: &[String]) -> String {
    let near = match near {
        [] => String::new(),
        near => format!(" Did you mean {}?", list(near, "or")),
    };
    format!("Nobody in this cast is called “{name}”.{near} Names are written as in the cast.")
}

/// Why a match cannot be opened, as Discord shows it.
pub fn setup_refusal(refusal: &SetupRefusal) -> String {
    setup_refusal_as(refusal, plain)
}

/// Why a match cannot be opened, with names as `shown` writes them.
pub fn setup_refusal_as(refusal: &SetupRefusal, shown: impl Fn(&str) -> String) -> String {
    match refusal {
        SetupRefusal::BadName(name) => format!(
            "“{}” cannot be a name in a match: it must not be empty, hold a double quote or a control character, or be dmo, ec, host, clock or dealer.",
            shown(name)
        ),
        SetupRefusal::NameTwice(name) => format!(
            "Two people of the cast are called “{}”; give one of them another name.",
            shown(name)
        ),
        SetupRefusal::UnknownName(name) => format!("“{}” is nobody of the cast.", shown(name)),
        SetupRefusal::SeatNotPlayer(name) => not_players(&[shown(name)]),
        SetupRefusal::SameSeats(name) => same_seats(&format!("“{}”", shown(name))),
        SetupRefusal::CastSize { least, most, found } => {
            format!("This game needs a cast of {least} to {most}; this one has {found}.")
        }
        SetupRefusal::NoDealer => "This game needs at least one dealer in the cast: `/season cast role` with `as: dealer` makes somebody one.".to_owned(),
        SetupRefusal::Option(said) => said.clone(),
        SetupRefusal::Options { problem } => {
            format!("The options or times are not right: {problem}.")
        }
        SetupRefusal::OfGame(refusal) => refusal.say(&shown),
    }
}

/// Somebody is to take both seats.
pub fn same_seats(who: &str) -> String {
    format!("{who} cannot play against themselves; choose two different players.")
}

/// Those of a cast who are to take a seat, and are no players of it.
pub fn not_players(names: &[String]) -> String {
    let who: Vec<String> = names.iter().map(|name| format!("“{name}”")).collect();
    let (are, seat) = match names {
        [_] => ("is not a player", "a seat"),
        _ => ("are not players", "the seats"),
    };
    format!(
        "{} {are} of the season and cannot take {seat}; `/season cast role` makes somebody of its cast a player.",
        list(&who, "and")
    )
}
