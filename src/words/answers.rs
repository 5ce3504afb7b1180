//! What one person is told in private when they act, press or ask.

use super::standing::named_match;
use super::{cut, list, plain, title};
use crate::referee::{Busy, ExportRefusal};
use crate::store::Prize;
use games::{BySeat, Cast, GameId, Party, Seat, View};

pub fn no_such_match() -> String {
    "There is no such match any more.".to_owned()
}

pub fn no_match_numbered(number: i64) -> String {
    format!(
        "This server has had no match with the number {number}. `/match status` and `/match list` say a match's number."
    )
}

pub fn no_open_match_numbered(number: i64) -> String {
    format!(
        "No match with the number {number} is open in this server. `/match list` says the numbers of those that are."
    )
}

pub fn no_match_here() -> String {
    "There is no match in this channel. A host opens one with `/match new`.".to_owned()
}

/// To somebody whose command is about no match of the channel; `places` are those of their own that
/// are open, as [`super::match_place`] says them.
pub fn none_meant(places: &[String]) -> String {
    match places {
        [] => no_match_here(),
        places => format!(
            "Which of your matches do you mean? {}. Type it in that channel.",
            places.join("; ")
        ),
    }
}

pub fn match_over() -> String {
    "This match is over. Its result is the last post in its channel.".to_owned()
}

/// To a player of a match that is a tie, who would resign.
pub fn tied() -> String {
    "This match is a tie already, so there is nothing to resign. It waits for a host, who decides it.".to_owned()
}

pub fn not_in_match() -> String {
    "You are not part of this match, so there is nothing for you to do in it. Watch and enjoy."
        .to_owned()
}

pub fn unknown_control() -> String {
    "This control is too old to do anything. The newest post in the match's channel has the current ones.".to_owned()
}

/// Of what was posted, or called for, before a copy of the database was put back.
pub fn control_lost() -> String {
    "What you pressed is from before a copy of Dealer's database was put back, so nothing was done. Use the newest posts, or type the command for it once more.".to_owned()
}

/// As [`control_lost`], in front of somebody's panel.
pub fn panel_lost() -> String {
    "What you pressed is from before a copy of Dealer's database was put back, so nothing was done. This is where the match stands now.".to_owned()
}

/// In front of somebody's panel who pressed a control of a prompt that is over.
pub fn from_earlier() -> &'static str {
    "What you pressed is from earlier and changes nothing any more. This is what is asked of you now."
}

pub fn fault() -> String {
    "Something went wrong on Dealer's side, not on yours. Nothing was changed; please try once more.".to_owned()
}

/// As [`fault`], where it is not certain that nothing was changed.
pub fn unknown_fault() -> String {
    "Something went wrong on Dealer's side, not on yours, and this may have been done all the same. Please look how things stand before you try \
     again; a move never counts twice."
        .to_owned()
}

/// Discord was tried for a while and did not answer.
pub fn discord_away() -> String {
    "Discord isn't answering Dealer right now, so this may not be done. Wait a minute, look how things stand, and try again.".to_owned()
}

/// A form cannot be shown any more: Discord had to be asked something first, and was slow.
pub fn form_too_late() -> String {
    "Discord was slow, so the form couldn't open in time. Please press that again.".to_owned()
}

/// Behind a refusal: what somebody typed, for them to copy and mend.
pub fn typed_back(typed: &str) -> String {
    let typed = typed.replace('`', "'");
    format!("\nHere's what you typed, so you can copy and fix it:\n```\n{typed}\n```")
}

/// A refusal with what was typed, where it does not say that itself.
pub fn with_typed(said: &str, typed: &str) -> String {
    match typed.trim() {
        "" => said.to_owned(),
        typed if said.contains(typed) => said.to_owned(),
        typed => said.to_owned() + &typed_back(typed),
    }
}

/// As [`typed_back`], of a text that has no room in a message.
pub fn typed_in_file() -> &'static str {
    "\nWhat you typed is in this file, so you can copy and fix it."
}

pub fn too_fast() -> String {
    "That was a lot at once, and Dealer can't keep up. Nothing of this was done; please wait a few seconds and try again.".to_owned()
}

pub fn host_only() -> String {
    "Only a host can do that: somebody who manages the server or has the season's host role."
        .to_owned()
}

pub fn host_in_seat() -> String {
    "You sit in this match yourself, so another host has to do that.".to_owned()
}

pub fn seat_only() -> String {
    "Only the two players of the match can do that.".to_owned()
}

pub fn guild_only() -> String {
    "That works in a server's channel only.".to_owned()
}

/// To whoever typed the command of another game than that of the match they are taken to mean,
/// which is played in this channel.
pub fn other_game(played: GameId, channel: u64) -> String {
    format!(
        "The match in <#{channel}> is one of {}; use its own command or `/act`.",
        title(played)
    )
}

pub fn no_such_game(typed: &str) -> String {
    let known: Vec<String> = GameId::ALL.iter().map(|id| title(*id).to_owned()).collect();
    format!(
        "There is no game called “{}”. There are {}.",
        plain(&cut(typed.trim(), 40)),
        list(&known, "and")
    )
}

/// Nothing is opened or moved into a channel in which Dealer has not these permissions.
pub fn cannot_play_here(channel: u64, lacks: &[&str]) -> String {
    format!(
        "Dealer lacks {} in <#{channel}>, so a match here would fail and nothing was posted. Grant it to Dealer's role in the channel's settings, under Permissions, then try again. `/preflight` checks the rest.",
        lacks.join(", ")
    )
}

/// A channel has one open match, and this is it.
pub fn channel_busy(busy: &Busy) -> String {
    let kind = match (busy.practice, busy.rehearsal) {
        (true, _) => "A practice",
        (_, true) => "A rehearsal",
        (false, false) => "A match",
    };
    format!(
        "{kind} is open in this channel already: {}. A host ends it with `/match void`; until then another one needs another channel.",
        named_match(busy.game, busy.id, &busy.cast.shown_as(plain))
    )
}

pub fn unreadable_argument(input: Option<&str>, problem: &str) -> String {
    match input {
        Some(input) => {
            let input: String = input.chars().filter(|c| *c != '`').take(80).collect();
            format!("`{input}` cannot be read there: {problem}.")
        }
        None => format!("Something in that command cannot be read: {problem}."),
    }
}

/// A command that is not as Dealer has it now.
pub fn old_command() -> String {
    "Your Discord still has an older form of that command. Restart Discord, or reload it with Ctrl+R, and type it again."
        .to_owned()
}

/// What is asked back before an action that may be one's own end, or one in the place of more than
/// it says; None for any other. `typed`: what somebody typed for it.
pub fn caution(view: &View, whose: Party, act: &str, typed: &str, cast: &Cast) -> Option<String> {
    match whose {
        Party::Seat(seat) => view.caution(seat, act, typed, cast),
        Party::Cast(_) | Party::Host | Party::Dealer => None,
    }
}

/// `won`: of the best of three that the match is one of, the matches before it. `prize`: what the
/// match brings, where who loses it is out of a season. `stands_in`: whoever resigns is not who
/// would be out.
pub fn confirm_resign(
    seat: Seat,
    won: Option<BySeat<u32>>,
    prize: Option<Prize>,
    stands_in: bool,
    cast: &Cast,
) -> String {
    let out = match (prize, stands_in) {
        (Some(_), false) => ", **you are out of the season**".to_owned(),
        (Some(_), true) => format!(", **{} is out of the season**", cast.seat_name(seat)),
        (None, _) => String::new(),
    };
    match won {
        Some(won) => {
            let then = super::season::series_given_up(seat, won, cast);
            format!("Resign? {then} It cannot be taken back.")
        }
        None => format!(
            "Resign? {} wins the match at once{out}, and it cannot be taken back.",
            cast.seat_name(seat.other())
        ),
    }
}

pub fn resigned() -> String {
    "You have resigned.".to_owned()
}

pub fn paused() -> String {
    "The match is paused: both clocks stand still until `/match resume`.".to_owned()
}

pub fn resumed() -> String {
    "The match goes on.".to_owned()
}

pub fn never_mind() -> String {
    "Nothing was changed.".to_owned()
}

/// Why a host does not get the record of an open match.
pub fn export_refusal(refusal: ExportRefusal) -> String {
    match refusal {
        ExportRefusal::NotOver => {
            "The record holds secrets as long as the match is open; it is attached to the result when it ends."
        }
        ExportRefusal::CalledOff => return super::called_off_unseen(),
        ExportRefusal::NotNow(game) => {
            return match game.withheld() {
                Some(withheld) => format!("{withheld} Type `/match export` again then."),
                None => {
                    "The record has something that nobody is shown yet. Type `/match export` again a little later."
                        .to_owned()
                }
            };
        }
    }
    .to_owned()
}
