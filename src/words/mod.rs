//! Every sentence that people read, in English. Functions take typed values and give text; nothing here decides anything.

pub mod gridlock;
pub mod roundabout;

use crate::games::{Cast, Outcome, Party, Reason, Refusal, SetupRefusal};
use crate::matches::record::{EntryError, RecordError};

/// A party as one names it in a sentence.
pub fn party(party: Party, cast: &Cast) -> String {
    match party {
        Party::Seat(seat) => cast.seat_name(seat).to_owned(),
        Party::Cast(id) => cast.name(id).to_owned(),
        Party::Host => "the host".to_owned(),
        Party::Dealer => "the dealer".to_owned(),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// Why an action was not taken, and what would be right.
pub fn refusal(refusal: &Refusal, cast: &Cast) -> String {
    match refusal {
        Refusal::Unreadable { forms } => {
            let forms: Vec<String> = forms.iter().map(|form| format!("`{form}`")).collect();
            format!(
                "That is not an action of this game. Right would be, for example, {}.",
                list(&forms, "or")
            )
        }
        Refusal::UnknownName(name) => {
            format!(
                "Nobody in this cast is called “{name}”. Names are written as in the cast, in double quotes when they hold a blank."
            )
        }
        Refusal::Over => "This match is over; nothing can be done in it any more.".to_owned(),
        Refusal::NotWaitedFor { waiting } if waiting.is_empty() => {
            "Nobody's action is awaited right now.".to_owned()
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
        Refusal::Roundabout(refusal) => roundabout::refusal(refusal, cast),
        Refusal::Gridlock(refusal) => gridlock::refusal(refusal, cast),
    }
}

/// Why a match cannot be opened.
pub fn setup_refusal(refusal: &SetupRefusal) -> String {
    match refusal {
        SetupRefusal::BadName(name) => format!(
            "“{name}” cannot be a name in a match: it must not be empty, hold a double quote or a control character, or be dmo, ec, host, clock or dealer."
        ),
        SetupRefusal::NameTwice(name) => {
            format!("Two people of the cast are called “{name}”; give one of them another name.")
        }
        SetupRefusal::UnknownName(name) => format!("“{name}” is nobody of the cast."),
        SetupRefusal::SeatNotPlayer(name) => {
            format!("“{name}” is not a player of the season any more and cannot take a seat.")
        }
        SetupRefusal::SameSeats(name) => {
            format!("“{name}” cannot play against themselves; choose two different players.")
        }
        SetupRefusal::CastSize { least, most, found } => {
            format!("This game needs a cast of {least} to {most}; this one has {found}.")
        }
        SetupRefusal::NoDealer => "This game needs at least one dealer in the cast.".to_owned(),
        SetupRefusal::Options { problem } => {
            format!("The game's options are not right: {problem}.")
        }
        SetupRefusal::Roundabout(refusal) => roundabout::setup_refusal(refusal),
        SetupRefusal::Gridlock(refusal) => gridlock::setup_refusal(refusal),
    }
}

/// Why a record is not right, with the number of the entry where there is one: `seq 4: …`.
pub fn record_error(error: &RecordError, cast: Option<&Cast>) -> String {
    match error {
        RecordError::Unreadable(problem) => format!("This is not a record: {problem}."),
        RecordError::Format(found) => {
            format!(
                "The format is “{found}”; only “{}” is known.",
                crate::matches::record::FORMAT
            )
        }
        RecordError::UnknownGame(game) => format!("There is no game called “{game}”."),
        RecordError::Setup(refusal) => setup_refusal(refusal),
        RecordError::Entry { seq, why } => format!("seq {seq}: {}", entry_error(why, cast)),
        RecordError::Result {
            seq,
            found,
            expected,
        } => format!(
            "seq {seq}: the result is {}, but the log leads to {}.",
            outcome_json(*found),
            outcome_json(*expected)
        ),
    }
}

fn entry_error(error: &EntryError, cast: Option<&Cast>) -> String {
    match error {
        EntryError::Seq { expected } => format!("the number must be {expected}."),
        EntryError::TimeFell { before } => format!("at_ms fell below {before}."),
        EntryError::UnknownName(name) => format!("“{name}” is nobody of this match."),
        EntryError::SeatNamed { name, seat } => {
            format!("“{name}” sits in a seat and is written “{seat}”.")
        }
        EntryError::BadWhose(name) => format!("nothing can be decided for “{name}”."),
        EntryError::Refused(why) => match cast {
            Some(cast) => refusal(why, cast),
            None => format!("{why:?}"),
        },
    }
}

fn outcome_json(outcome: Option<Outcome>) -> String {
    serde_json::to_string(&outcome).unwrap_or_default()
}

/// Why a match ended, as the end of a sentence that names the winner.
pub fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Resign => "by resignation",
        Reason::Forfeit => "by forfeit",
        Reason::Void => "declared void",
        Reason::Settled => "as the host settled it",
        Reason::Points => "on points",
        Reason::Gridlocked => "by gridlock",
        Reason::Home => "with all three at home",
        Reason::Turns => "after the last turn",
        Reason::Circuit => "by completing the circuit",
        Reason::Solved => "by showing that it was possible",
        Reason::Impossible => "by calling it impossible",
        Reason::Goals => "on goals",
        Reason::Stuck => "because the other was stuck",
        Reason::Delivered => "by delivering everywhere",
        Reason::Letters => "on letters",
        Reason::Dealers => "on letters at the dealers'",
        Reason::Ranking => "on the secret ranking",
        Reason::Garnets => "on garnets",
        Reason::Tie => "in a tie",
    }
}
