//! What one person is told in private when they act, press or ask.

use super::standing::{place, versus};
use super::{cut, escape_markdown, list, title};
use crate::referee::{Busy, ExportRefusal, Unstored};
use crate::store::{ChannelId, MatchRow, Prize};
use games::{BySeat, Cast, GameId, Party, Seat, View};

pub const NO_SUCH_MATCH: &str = "That match no longer exists.";

pub fn no_match_numbered(number: i64) -> String {
    format!(
        "This server has never had a match {number}. `/match list` and `/match status` show the \
         numbers."
    )
}

pub fn no_open_match_numbered(number: i64) -> String {
    format!(
        "No match {number} is open in this server. `/match list` shows the open ones with their \
         numbers."
    )
}

pub const NO_MATCH_HERE: &str =
    "There is no match in this channel. A host opens one with `/match new`.";

/// To somebody whose command fits no match of the channel. `places` are their own open matches,
/// from [`super::match_place`]; `direct`: they typed it in direct messages.
pub fn none_meant(places: &[String], direct: bool) -> String {
    match places {
        [] if direct => "You have no open match. `/practice` plays a game against the computer, \
                         right here."
            .to_owned(),
        [] => NO_MATCH_HERE.to_owned(),
        places => format!(
            "Which of your matches do you mean? {}. Type the command in that channel.",
            places.join("; ")
        ),
    }
}

pub const MATCH_OVER: &str = "This match is over. The last post in its channel shows the result.";

/// To a player who wants to resign from a match that is a tie.
pub const TIED: &str = "This match is already a tie, so you can't resign. A host will decide it.";

pub const NOT_IN_MATCH: &str =
    "You aren't in this match, so there's nothing for you to do. Enjoy watching!";

pub const UNKNOWN_CONTROL: &str =
    "That button or menu is too old to work. Use the newest post in the match's channel.";

/// About a control that is older than the backup from which the database was restored.
pub const CONTROL_LOST: &str = "Dealer has been restored from a backup since then, so that no longer works. Use the newest \
     posts, or type the command again.";

/// As [`control_lost`], in front of somebody's panel.
pub const PANEL_LOST: &str = "Dealer has been restored from a backup since then, so that no longer works. Here's where the \
     match stands now:";

/// In front of somebody's panel who pressed a control of a prompt that is over.
pub const OUTDATED_PROMPT: &str =
    "That button is from earlier and no longer works. Here's what you can do now:";

pub const FAULT: &str =
    "Something went wrong on Dealer's side, not yours, and nothing was done. Please try again.";

/// Like [`fault`], if something may have been changed.
pub const UNKNOWN_FAULT: &str = "Something went wrong on Dealer's side, not yours. It may have worked anyway, so check before \
     you try again. A move never counts twice.";

/// To somebody whose action was not taken because nothing can be stored.
pub fn cannot_store(why: &Unstored) -> String {
    format!(
        "{}, so nothing was done. Clocks get this time back. Try again in a few minutes, and tell \
         a host.",
        what_fails(why)
    )
}

/// To hosts, as soon as it lasts.
pub fn hosts_cannot_store(why: &Unstored) -> String {
    format!(
        "⚠️ {}: no match can go on, and no move is taken. Everyone gets this time back. Make room \
         on the machine that runs Dealer, or tell the person who runs it. `/preflight` says when \
         it works again.",
        what_fails(why)
    )
}

/// To hosts, once, while the disk is almost full.
pub fn hosts_little_space(free: u64) -> String {
    format!(
        "⚠️ Only {} MB are free on Dealer's disk. Once it's full, no match can go on. Make room on \
         the machine that runs Dealer, or tell the person who runs it.",
        free / 1_000_000
    )
}

/// To hosts, once, when a backup fails.
pub fn hosts_no_backup(why: &str) -> String {
    format!(
        "⚠️ Dealer couldn't back up its database: {why}. Matches go on. Tell the person who runs \
         Dealer; `/preflight` says when a backup was made again."
    )
}

/// A line of `/match status`.
pub fn database_in_status(why: &Unstored) -> String {
    format!(
        "\n⚠️ **Database**: {}. Clocks get this time back.",
        what_fails(why)
    )
}

fn what_fails(why: &Unstored) -> &'static str {
    match why {
        Unstored::DiskFull => "Dealer's disk is full",
        Unstored::Failed(_) => "Dealer can't save anything right now",
    }
}

/// Discord was tried for a while and did not answer.
pub const DISCORD_AWAY: &str = "Discord isn't answering right now, so this may not have worked. Wait a minute, check, and try \
     again.";

/// A form cannot be shown any more: Discord had to be asked something first, and was slow.
pub const FORM_TOO_LATE: &str =
    "Discord was slow, so the form couldn't open. Please press the button again.";

/// After a refusal: what somebody typed, so that they can copy and fix it.
pub fn typed_back(typed: &str) -> String {
    let typed = typed.replace('`', "'");
    format!("\nHere's what you typed, so you can copy and fix it:\n```\n{typed}\n```")
}

/// As [`typed_back`], for a text with mentions, which can be read outside of a code block; copied,
/// they are mentions again. `typed` must be safe in a post.
pub fn mentions_back(typed: &str) -> String {
    let typed = typed.replace('\n', "\n> ");
    format!("\nHere's what you typed, so you can copy and fix it:\n> {typed}")
}

/// A refusal with what was typed, if the refusal doesn't quote it. Nobody has to copy a number.
pub fn with_typed(said: &str, typed: &str) -> String {
    match typed.trim() {
        "" => said.to_owned(),
        typed if typed.parse::<u64>().is_ok() => said.to_owned(),
        typed if said.contains(typed) => said.to_owned(),
        typed => said.to_owned() + &typed_back(typed),
    }
}

/// Like [`typed_back`], for a text that doesn't fit into a message.
pub const TYPED_IN_FILE: &str = "\nWhat you typed is in this file, so you can copy and fix it.";

pub const TOO_FAST: &str =
    "You're going too fast, so nothing was done. Wait a few seconds and try again.";

pub const HOST_ONLY: &str =
    "Only a host can do that: someone who manages the server or has the season's host role.";

pub const HOST_IN_SEAT: &str = "You're playing in this match, so another host has to do that.";

pub const SEAT_ONLY: &str = "Only the two players in this match can do that.";

/// To a host who uses something that only people in the match may use.
pub const HOSTS_DO_NOT_PLAY: &str = "Hosts don't play in this match. Use `/match status` to see who's missing, `/match begin` to \
     start it, `/match pause` to pause it, or `/ruling act` to act for someone.";

pub const GUILD_ONLY: &str = "That only works in a server channel.";

/// To somebody who typed another game's command than that of the match which they seem to mean;
/// this is it.
pub fn other_game(played: &MatchRow) -> String {
    format!(
        "The match in {} is {}. Use that game's command, or `/act`.",
        place(played),
        title(played.setup.game)
    )
}

pub fn no_such_game(typed: &str) -> String {
    let known: Vec<String> = GameId::ALL.iter().map(|id| title(*id).to_owned()).collect();
    format!(
        "There's no game called “{}”. The games are {}.",
        escape_markdown(&cut(typed.trim(), 40)),
        list(&known, "and")
    )
}

/// Why no match is opened in a channel, or moved to it: Dealer lacks these permissions there.
pub fn cannot_play_here(channel: ChannelId, lacks: &[&str]) -> String {
    format!(
        "Nothing was posted: to run a match in <#{channel}>, Dealer needs {} there. Give its role \
         that in the channel's settings, under Permissions, then try again. `/preflight` checks \
         the rest.",
        lacks.join(", ")
    )
}

/// A channel has one open match, and this is it.
pub fn channel_busy(busy: &Busy) -> String {
    let kind = match (busy.practice, busy.rehearsal) {
        (true, _) => "A practice match",
        (_, true) => "A rehearsal",
        (false, false) => "A match",
    };
    let cast = busy.cast.shown_as(escape_markdown);
    let named = format!("{}: {}", title(busy.game), versus(&cast));
    match busy.guild {
        Some(_) => format!(
            "{kind} is already open in this channel: {named}. Use another channel, or a host can \
             end that one with `/match void`."
        ),
        None => format!("{kind} is already open here: {named}. To end it, type `/resign`."),
    }
}

pub fn unreadable_argument(input: Option<&str>, problem: &str) -> String {
    match input {
        Some(input) => {
            let input: String = input.chars().filter(|c| *c != '`').take(80).collect();
            format!("I can't read `{input}` there: {problem}.")
        }
        None => format!("I can't read something in that command: {problem}."),
    }
}

/// A command in a form that Dealer no longer has.
pub const OLD_COMMAND: &str = "Your Discord still shows an older version of that command. Restart Discord (or press Ctrl+R), \
     then type it again.";

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
    (stands_in, practice): (bool, bool),
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

pub const PAUSED: &str = "The match is paused. Both clocks are stopped until `/match resume`.";

pub const RESUMED: &str = "The match resumes.";

pub const NEVER_MIND: &str = "OK, everything stays as it is.";

/// Why a host does not get the record of an open match.
pub fn export_refusal(refusal: ExportRefusal) -> String {
    match refusal {
        ExportRefusal::NotOver => {
            "The record contains secrets, so you'll get it with the result when the match ends."
        }
        ExportRefusal::CalledOff => return super::CALLED_OFF_UNSEEN.to_owned(),
        ExportRefusal::NotNow(game) => {
            return match game.catalogue().withheld {
                Some(withheld) => format!("{withheld} Then type `/match export` again."),
                None => {
                    "The record contains something that's still secret. Type `/match export` again \
                     a little later."
                        .to_owned()
                }
            };
        }
    }
    .to_owned()
}
