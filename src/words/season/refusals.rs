//! What is refused, and what would be right.

use super::{garnets, gone_to, setting_refusal, spoils_of, strikes};
use crate::referee::{SeasonRefusal, Struck};
use crate::words::{Reader, list};

/// Of a season that can only be looked at; its name as it is to be shown.
pub fn is_archived(season: &str) -> String {
    format!(
        "The season {season} is archived and does not change any more. `/season archive` with `back` takes it out again."
    )
}

/// Why something is not done to a season, and what would be right.
pub fn refusal(why: &SeasonRefusal) -> String {
    match why {
        SeasonRefusal::HostOnly => crate::words::host_only(),
        SeasonRefusal::Twice => "That was done already.".to_owned(),
        SeasonRefusal::NoSuchSeason => no_season(),
        SeasonRefusal::Archived { season } => is_archived(season),
        SeasonRefusal::NothingToChange => {
            "It is like that already; nothing was changed.".to_owned()
        }
        SeasonRefusal::MatchOpen { channel } => format!(
            "A match of this season is open in <#{channel}>. End it first, or declare it void."
        ),
        SeasonRefusal::BadSeasonName { most } => {
            format!("A season's name is one line of 1 to {most} visible characters.")
        }
        SeasonRefusal::SeasonNameTaken(name) => {
            format!("This server has a season called {name} already; choose another name.")
        }
        SeasonRefusal::BadName { name, most } => format!(
            "“{name}” cannot be a name: it needs 1 to {most} visible characters, no double quote and no control character, and must not be dmo, ec, host, clock or dealer."
        ),
        SeasonRefusal::NameTwice(name) => format!(
            "There would be two called {name}. Give one of them another name, for example {name} 2."
        ),
        SeasonRefusal::NameOfGone(name) => format!(
            "{name} was in this season and has left it. `/season cast back` brings them in again; for somebody else take another name."
        ),
        SeasonRefusal::AccountTwice { name, account } => format!(
            "<@{account}> is in the cast already, as {name}. `/season cast rename` changes the name."
        ),
        SeasonRefusal::AccountOfGone { name, account } => format!(
            "<@{account}> was in this season as {name} and has left it. `/season cast back` brings them in again."
        ),
        SeasonRefusal::CastFull { most } => {
            format!("A cast has at most {most} people, and this one is full.")
        }
        SeasonRefusal::NobodyCalled { typed, perhaps } if perhaps.is_empty() => {
            format!("Nobody in the cast is called “{typed}”. `/season cast list` shows everybody.")
        }
        SeasonRefusal::NobodyCalled { typed, perhaps } => format!(
            "Nobody in the cast is called “{typed}”. Did you mean {}?",
            list(perhaps, "or")
        ),
        SeasonRefusal::NoPlayers => {
            "The season has no players, so nobody would get any. `/season cast add` brings somebody in.".to_owned()
        }
        SeasonRefusal::Gone(name) => {
            format!("{name} has left the season. `/season cast back` brings them in again.")
        }
        SeasonRefusal::NotGone(name) => {
            format!("{name} is in the cast; nobody has to bring them back.")
        }
        SeasonRefusal::ChannelTaken { channel, name } => format!(
            "<#{channel}> is {name}'s. Two people in one channel would read each other's secrets; choose another channel."
        ),
        SeasonRefusal::NotInCast => {
            "You are not in the cast of this season, so there are no garnets of yours.".to_owned()
        }
        SeasonRefusal::MayNotGive => {
            "Players do not give garnets away in this season. Ask a host to move them.".to_owned()
        }
        SeasonRefusal::AtStake { channel } => format!(
            "You play for your place in the season in <#{channel}>, and your garnets are part of it: they stay with you until that is decided. A host can move them."
        ),
        SeasonRefusal::WouldEliminate { struck, plays_in } => would_eliminate(struck, *plays_in),
        SeasonRefusal::ResultWaits => {
            "A result of this season waits for a host to release it; gifts go on after that."
                .to_owned()
        }
        SeasonRefusal::HostPlays(id) => format!(
            "You play in match {id} of this season, so you change no garnets, strikes, roles or settings of it before its result is out. Another host can."
        ),
        SeasonRefusal::NotAPlayer(name) => format!(
            "{name} is not a player of the season now, and gifts are from player to player. Ask a host."
        ),
        SeasonRefusal::Amount { most } => format!("The number of garnets is from 1 to {most}."),
        SeasonRefusal::SamePurse => {
            "Garnets move from one to another; these two are the same.".to_owned()
        }
        SeasonRefusal::TooFew { whose, has: 0, .. } => format!(
            "{} has no garnets, so that none can be moved.",
            whose.as_deref().unwrap_or("The bank")
        ),
        SeasonRefusal::TooFew { whose, has, wanted } => format!(
            "{} has {}, not {wanted}; at most that many can be moved.",
            whose.as_deref().unwrap_or("The bank"),
            garnets(*has)
        ),
        SeasonRefusal::TooMany { most } => {
            format!("Nobody can hold more than {most} garnets; move fewer.")
        }
        SeasonRefusal::NoSuchStrike(strike) => format!(
            "There is no strike number {strike} in this season that stands. `/season strike list` has their numbers."
        ),
        SeasonRefusal::Settings(wrong) => {
            let wrong: Vec<String> = wrong.iter().map(setting_refusal).collect();
            wrong.join(" ")
        }
    }
}

/// A strike that was not given, since it would end the season for somebody.
fn would_eliminate(struck: &Struck, plays_in: Option<u64>) -> String {
    let name = &struck.name;
    let mut said = format!(
        "Nothing was done yet: {name} would have {}, the season's limit, and be eliminated",
        strikes(struck.count)
    );
    if let Some(spoils) = struck.spoils {
        said.push_str(&format!(
            "; {} would {}",
            spoils_of(spoils),
            gone_to(spoils.0)
        ));
    }
    said.push('.');
    if let Some(channel) = plays_in {
        said.push_str(&format!(
            " {name} plays in <#{channel}>, and that match would go on."
        ));
    }
    said.push_str(" Do you want that?");
    said
}

/// The button with which a host gives a strike that eliminates somebody: at most 80 characters.
pub const STRIKE_ALL_THE_SAME: &str = "Yes, give the strike";

/// A strike that somebody else was asked about, or of which nothing is known any more.
pub fn strike_gone() -> String {
    "This question is too old, or was another host's. `/season strike list` shows the strikes; `/season strike add` gives one."
        .to_owned()
}

pub fn no_season() -> String {
    "This server has no current season. A host begins one with `/season new`, or takes up an earlier one with `/season switch`.".to_owned()
}

/// Whoever looks at a season while results wait, with the matches whose they are and their channels.
pub fn results_held(matches: &[String]) -> String {
    let release = "in that channel, with *Release the result*";
    match matches {
        [one] => format!(
            "{one} is over, and its result waits until a host releases it {release}. Until then nothing is shown that would tell it."
        ),
        matches => format!(
            "{} are over, and their results wait until a host releases each of them {release}. Until then nothing is shown that would tell them.",
            list(matches, "and")
        ),
    }
}

pub fn no_such_season(typed: &str) -> String {
    format!("There is no season called “{typed}” in this server. `/season list` shows them all.")
}

/// A channel that is to be somebody's, and that somebody else can read.
pub fn channel_has_readers(channel: u64, reader: Reader) -> String {
    let (who, whom) = match reader {
        Reader::Everybody => (
            "Everybody in this server".to_owned(),
            "@everyone".to_owned(),
        ),
        Reader::Role(role) => (format!("Whoever has <@&{role}>"), format!("<@&{role}>")),
        Reader::Account(account) => (format!("<@{account}>"), "them".to_owned()),
        Reader::Unknown => {
            return format!(
                "Dealer cannot find out who reads <#{channel}>, and secrets would be written there, so nothing was changed. Give Dealer's role View Channel there; if it has it, try again in a moment."
            );
        }
    };
    format!(
        "{who} can read <#{channel}>, and secrets would be written there. Take View Channel away from {whom} in its permissions first, or choose another channel. Only the person and hosts may see it; name the person there rather than a role."
    )
}

/// A channel is to be bound to somebody, by their account, who has not these permissions there.
pub fn channel_is_closed_to(account: u64, channel: u64, lacks: &[&str]) -> String {
    format!(
        "<@{account}> lacks {} in <#{channel}>, so they could not read or answer what is asked of them there, and nothing was changed. Grant it to them in the channel's settings, under Permissions, and bind it then, or choose another channel.",
        lacks.join(", ")
    )
}

pub fn who_to_add() -> String {
    "Say whom: an account with `who`, or the name of a guest with `name`.".to_owned()
}

pub fn nobody_to_add() -> String {
    "There is nobody in what you wrote. Names and mentions are separated by commas: `Ann, Bo @bo, @cleo`.".to_owned()
}
