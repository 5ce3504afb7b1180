//! Why something cannot be done in a season, and what to do instead.

use super::{garnets, gone_to, setting_refusal, spoils_of, strikes};
use crate::referee::{SeasonRefusal, StrikeOutcome};
use crate::store::{AccountId, ChannelId};
use crate::words::preflight::Reader;
use crate::words::status::match_number;
use games::english::escape_markdown;
use games::english::list;

/// About an archived season, which nobody can change. Its name must be safe to show.
pub fn is_archived(season: &str) -> String {
    format!(
        "The season {season} is archived, so it can't be changed. Bring it back with `/season \
         archive back:`."
    )
}

/// Why something cannot be done to a season, and what to do instead.
pub fn refusal(why: &SeasonRefusal) -> String {
    match why {
        SeasonRefusal::HostOnly => crate::words::rights::HOST_ONLY.to_owned(),
        SeasonRefusal::Twice => "That's already done.".to_owned(),
        SeasonRefusal::NoSuchSeason => NO_SEASON.to_owned(),
        SeasonRefusal::Archived { season } => is_archived(season),
        SeasonRefusal::NothingToChange => "It's already like that.".to_owned(),
        SeasonRefusal::MatchOpen { channel } => format!(
            "A match of this season is open in <#{channel}>. End it first, or declare it void."
        ),
        SeasonRefusal::BadSeasonName { most } => {
            format!("A season's name must be one line of 1 to {most} visible characters.")
        }
        SeasonRefusal::SeasonNameTaken(name) => {
            format!("This server already has a season called {name}. Choose another name.")
        }
        SeasonRefusal::BadName { name, most } => format!(
            "“{name}” can't be a name. Use 1 to {most} visible characters without double quotes or \
             control characters. The words dmo, ec, host, clock, dealer and computer are taken."
        ),
        SeasonRefusal::NameTwice(name) => format!(
            "Two people would be called {name}. Give one of them another name, like {name} 2."
        ),
        SeasonRefusal::NameOfGone(name) => format!(
            "{name} was in this season and left it. Bring them back with `/season cast back`, or \
             choose another name for someone else."
        ),
        SeasonRefusal::AccountTwice { name, account } => format!(
            "<@{account}> is already in the cast, as {name}. Change the name with `/season cast \
             rename`."
        ),
        SeasonRefusal::AccountOfGone { name, account } => format!(
            "<@{account}> was in this season as {name} and left it. Bring them back with `/season \
             cast back`."
        ),
        SeasonRefusal::CastFull { most } => {
            format!("This cast is full: {most} people is the limit.")
        }
        SeasonRefusal::NobodyCalled { typed, perhaps } if perhaps.is_empty() => {
            format!("Nobody in the cast is called “{typed}”. `/season cast list` shows everyone.")
        }
        SeasonRefusal::NobodyCalled { typed, perhaps } => format!(
            "Nobody in the cast is called “{typed}”. Did you mean {}?",
            list(perhaps, "or")
        ),
        SeasonRefusal::NoPlayers => {
            "The season has no players to give them to. Add some with `/season cast add`."
                .to_owned()
        }
        SeasonRefusal::Gone(name) => {
            format!("{name} has left the season. Bring them back with `/season cast back`.")
        }
        SeasonRefusal::NotGone(name) => {
            format!("{name} is already in the cast.")
        }
        SeasonRefusal::ChannelTaken { channel, name } => format!(
            "<#{channel}> is {name}'s, and two people in one channel would see each other's \
             secrets. Choose another channel."
        ),
        SeasonRefusal::NotInCast => {
            "You're not in this season's cast, so you have no garnets.".to_owned()
        }
        SeasonRefusal::MayNotGive => {
            "Players can't give garnets in this season. Ask a host to move them.".to_owned()
        }
        SeasonRefusal::Owed { amount } => format!(
            "Your secret answers cost {} of your garnets once they close, so you can't give those \
             away. Change an answer first, or wait until then.",
            amount
        ),
        SeasonRefusal::AtStake { channel } => format!(
            "Your garnets are at stake in your match in <#{channel}>, so you can't give any until \
             it's decided. A host can move them."
        ),
        SeasonRefusal::WouldEliminate { struck, plays_in } => would_eliminate(struck, *plays_in),
        SeasonRefusal::ResultWaits => {
            "You can't give garnets while a result is on hold. Try again once a host has released \
             it."
            .to_owned()
        }
        SeasonRefusal::HostPlays(of) => format!(
            "You play in {} of this season. Until its result is out, another host has to \
             change garnets, strikes, roles and settings.",
            match_number(*of)
        ),
        SeasonRefusal::NotAPlayer(name) => format!(
            "Only players who are still in the season can give garnets to each other, and {name} \
             isn't one of them. Ask a host."
        ),
        SeasonRefusal::Amount { most } => {
            format!("The number of garnets must be from 1 to {most}.")
        }
        SeasonRefusal::SamePurse => {
            "You can't move garnets to the same place. Choose two different ones.".to_owned()
        }
        SeasonRefusal::TooFew { whose, has: 0, .. } => format!(
            "{} has no garnets to move.",
            whose.as_deref().unwrap_or("The bank")
        ),
        SeasonRefusal::TooFew { whose, has, wanted } => format!(
            "{} only has {}, not {wanted}.",
            whose.as_deref().unwrap_or("The bank"),
            garnets(*has)
        ),
        SeasonRefusal::TooMany { most } => {
            format!("Nobody can hold more than {most} garnets. Move fewer.")
        }
        SeasonRefusal::NoSuchStrike(strike) => format!(
            "This season has no strike number {strike} to take back. `/season strike list` shows \
             the numbers."
        ),
        SeasonRefusal::Settings(wrong) => {
            let wrong: Vec<String> = wrong.iter().map(setting_refusal).collect();
            wrong.join(" ")
        }
    }
}

/// As [`refusal`], with names that are safe in a message.
pub fn refused(why: SeasonRefusal) -> String {
    refusal(&why.shown_as(escape_markdown))
}

/// Asks to confirm a strike that would eliminate somebody.
fn would_eliminate(struck: &StrikeOutcome, plays_in: Option<ChannelId>) -> String {
    let name = &struck.name;
    let mut said = format!(
        "{name} would have {}, the season's limit, and be eliminated",
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
    said.push_str(" Give the strike?");
    said
}

/// The button with which a host gives a strike that eliminates somebody: at most 80 characters.
pub const STRIKE_ALL_THE_SAME: &str = "Yes, give the strike";

/// The question about a strike belongs to another host, or is too old.
pub const STRIKE_GONE: &str = "This question is too old, or it's another host's. `/season strike \
     list` shows the strikes; `/season strike add` gives one.";

pub const NO_SEASON: &str = "This server has no current season. A host can start one with \
     `/season new`, or switch to an earlier one with `/season switch`.";

/// To somebody who looks at a season while these matches' results are on hold. Each has its
/// channel.
pub fn results_held(matches: &[String]) -> String {
    let release = "(*Release the result* in that channel)";
    match matches {
        [one] => format!(
            "{one} is over, but a host still has to release its result {release}. Until then, \
             anything that would give it away is hidden."
        ),
        matches => format!(
            "{} are over, but a host still has to release each result {release}. Until then, \
             anything that would give them away is hidden.",
            list(matches, "and")
        ),
    }
}

pub fn no_such_season(typed: &str) -> String {
    let typed = escape_markdown(typed);
    format!("This server has no season called “{typed}”. `/season list` shows them all.")
}

/// A channel cannot be somebody's private channel, because others can read it.
pub fn channel_has_readers(channel: ChannelId, reader: Reader) -> String {
    let (who, whom) = match reader {
        Reader::Everybody => ("Everyone in this server".to_owned(), "@everyone".to_owned()),
        Reader::Role(role) => (format!("Everyone with <@&{role}>"), format!("<@&{role}>")),
        Reader::Account(account) => (format!("<@{account}>"), "them".to_owned()),
        Reader::Unknown => {
            return format!(
                "Dealer can't tell who reads <#{channel}>, so it won't post secrets there. Give \
                 Dealer's role View Channel there; if it has it, try again in a moment."
            );
        }
    };
    format!(
        "{who} can read <#{channel}>, and secrets would be posted there. Remove View Channel from \
         {whom} in its permissions, or choose another channel. Only the person (by name, not by a \
         role) and hosts may see it."
    )
}

/// A channel cannot be this account's private channel, because the account lacks these permissions
/// there.
pub fn channel_is_closed_to(account: AccountId, channel: ChannelId, lacks: &[&str]) -> String {
    format!(
        "<@{account}> is missing {} in <#{channel}>, so they couldn't read or answer messages there. \
         Grant it in the channel's settings, under Permissions, and try again, or choose another \
         channel.",
        lacks.join(", ")
    )
}

pub const WHO_TO_ADD: &str = "Say who to add: an account in `who`, or a guest's name in `name`.";
