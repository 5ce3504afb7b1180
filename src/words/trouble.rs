//! What a match's host alone is told is missing in a server, or did not come to be.

use super::list;
use super::people::mention;
use crate::referee::postal::codes;
use crate::referee::{OpenRefusal, Trouble};

const ALLOW: &str = "Give Dealer's role View Channel, Send Messages, Embed Links and Attach Files there (channel settings, Permissions)";

const OPEN: &str =
    "Unlock it (⋯ of the thread, Unlock Thread), or give Dealer's role Manage Threads there";

fn put_away(channel: u64) -> String {
    format!("The thread <#{channel}> was locked by a moderator, and Dealer may not post in it.")
}

/// What is wrong, and what the host can do about it.
pub fn trouble(trouble: &Trouble) -> String {
    match trouble {
        Trouble::PostLost => post_lost(),
        Trouble::DeletedEachTime {
            channel,
            times,
            live,
        } => deleted_each_time(*channel, *times, *live),
        Trouble::Unposted {
            channel,
            code,
            stands,
        } => channel_trouble(*channel, *code, *stands),
        Trouble::UnpostedElsewhere { channel, code } => side_channel_trouble(*channel, *code),
        Trouble::NotPinned { channel, forbidden } => not_pinned(*channel, *forbidden),
        Trouble::ReplacedUntold { account } => replaced_untold(*account),
        Trouble::BoundUnseen { channel, account } => bound_unseen(*channel, *account),
        Trouble::MayBeClosed { channels } => may_be_closed(channels),
        Trouble::HostRoleGone => host_role_gone(),
        Trouble::Removed { guild } => removed(*guild),
        Trouble::NextRefused { why } => next_refused(why),
        Trouble::CannotClose { channel } => cannot_close(*channel),
        Trouble::NotClosedYet { channel } => not_closed_yet(*channel),
        Trouble::CannotOpen { channel } => cannot_open(*channel),
        Trouble::NotOpenedYet { channel } => not_opened_yet(*channel),
        Trouble::ThreadStaysOpen { channel } => thread_stays_open(*channel),
        Trouble::CannotSee { channel } => cannot_see(*channel),
        Trouble::ChangedMeanwhile { channel } => changed_meanwhile(*channel),
        Trouble::Text(said) => said.clone(),
    }
}

/// Whoever was replaced in a match could not be told so.
fn replaced_untold(account: u64) -> String {
    format!(
        "{} could not be told that somebody else acts in their place now: they have left the server, or closed their direct messages. Tell them yourself.",
        mention(account)
    )
}

/// The channel that is bound to somebody is closed to them.
fn bound_unseen(channel: u64, account: u64) -> String {
    format!(
        "{} cannot see <#{channel}>, which is bound to them, so what they alone may know is sent to them directly or in a private thread. Let them see it in the channel's permissions, or bind another one with `/season cast bind`.",
        mention(account)
    )
}

/// A post was lost on the way.
fn post_lost() -> String {
    "Something went wrong with a post of this match. `/match pause` and then `/match resume` post the current turn again.".to_owned()
}

/// What asks was posted so many times within a minute, and is deleted again; `live`: in a match
/// that has begun, which is paused for it.
fn deleted_each_time(channel: u64, times: usize, live: bool) -> String {
    let then = match live {
        true => {
            ", and the match is paused. Have that stopped there; then `/match resume` posts it again. Or a host types `/match move` in another channel"
        }
        false => {
            ". Have that stopped there, or a host types `/match move` in another channel, where it is posted then"
        }
    };
    format!(
        "What asks in <#{channel}> was posted {times} times within a minute and is deleted again, perhaps by another bot, so it is not posted once more by itself{then}."
    )
}

/// What keeps Dealer from posting in a match's channel, and what its host can do. `stands`: a
/// prompt waits, and the clocks with it.
fn channel_trouble(channel: u64, code: i64, stands: bool) -> String {
    match code {
        code if codes::is_forbidden(code) => {
            let clocks = match stands {
                true => ", and no clock runs until then",
                false => "",
            };
            format!(
                "Dealer may not post in <#{channel}>. {ALLOW}; it tries again every few seconds{clocks}."
            )
        }
        code if codes::is_put_away(code) => {
            let then = match stands {
                true => {
                    ", and no clock runs until then. Or a host types `/match move` in the channel where it is to go on"
                }
                false => "",
            };
            format!(
                "{} {OPEN}; it tries again every few seconds{then}.",
                put_away(channel)
            )
        }
        codes::UNKNOWN_CHANNEL => format!(
            "<#{channel}>, the channel of a match that is over, is gone: what was still to be posted there is left out, and its result comes to you."
        ),
        _ => format!(
            "Discord didn't take a post in <#{channel}>{}, so it is left out.",
            with(code)
        ),
    }
}

/// Discord did not take what asks in a match's channel, even after several tries.
pub fn unposted(channel: u64, code: i64) -> String {
    format!(
        "⚠️ Discord didn't take the match's latest post in <#{channel}>{}, even after several tries. Nobody loses time while it isn't there. \
         *Post it again* tries once more; `/match move` lets the match go on in another channel.",
        with(code)
    )
}

pub fn post_again_button() -> &'static str {
    "Post it again"
}

fn with(code: i64) -> String {
    match code {
        0 => String::new(),
        code => format!(" (code {code})"),
    }
}

/// What keeps Dealer from posting where a season's audit log or announcements go.
fn side_channel_trouble(channel: u64, code: i64) -> String {
    let what = match code {
        code if codes::is_forbidden(code) => {
            format!(
                "Dealer may not post in <#{channel}>. {ALLOW}; it tries again every few seconds."
            )
        }
        code if codes::is_put_away(code) => {
            format!(
                "{} {OPEN}; it tries again every few seconds.",
                put_away(channel)
            )
        }
        codes::UNKNOWN_CHANNEL => format!(
            "<#{channel}> is gone, and what was to be posted there is left out: name another channel with `/season settings`."
        ),
        _ => format!(
            "Discord didn't take a post in <#{channel}>{}, so it is left out.",
            with(code)
        ),
    };
    format!(
        "{what} It is of the season's audit log or its announcements; the match goes on, and `/ruling log` has what was ruled."
    )
}

/// A note stands but is not pinned. `forbidden`: Dealer may not; else Discord did not do it this
/// time.
fn not_pinned(channel: u64, forbidden: bool) -> String {
    let what_to_do = match forbidden {
        true => "give Dealer's role Pin Messages there, or pin it yourself",
        false => "Discord did not do it this time, so pin it yourself",
    };
    format!("A note in <#{channel}> could not be pinned: {what_to_do}.")
}

/// Dealer may not close a channel while a match is live.
fn cannot_close(channel: u64) -> String {
    format!(
        "Dealer may not close <#{channel}> while the match is live, so it stays open and the match goes on: give Dealer's role Manage Permissions (and Send Messages and Send Messages in Threads) there to have it closed next time."
    )
}

fn not_closed_yet(channel: u64) -> String {
    format!(
        "Discord does not let Dealer close <#{channel}> for everybody who is not to write there while the match is live; the match goes on, and Dealer goes on trying. Look who may write there in the channel's settings."
    )
}

fn not_opened_yet(channel: u64) -> String {
    format!(
        "Discord does not let Dealer put back everything that stood in <#{channel}> before it closed it for the match; it goes on trying. Look who may write there in the channel's settings."
    )
}

/// A copy of the database was put back, and these may have been closed after it was made.
pub(super) fn may_be_closed(channels: &[u64]) -> String {
    let channels: Vec<String> = channels
        .iter()
        .map(|channel| format!("<#{channel}>"))
        .collect();
    format!(
        "What Dealer closed for a match after that copy was made it cannot open again, since it does not know what stood there before. Look who may write in {}, in the channel's settings.",
        list(&channels, "and")
    )
}

fn thread_stays_open(channel: u64) -> String {
    format!(
        "<#{channel}> is a thread, which has no permissions of its own, so Dealer does not close it while the match is live and everybody may go on writing there. Matches that are opened in a channel have it closed."
    )
}

fn cannot_see(channel: u64) -> String {
    format!(
        "Dealer cannot see <#{channel}>, one of the channels in which alliances talk, so it stays open to the two while the match is live: give Dealer's role View Channel and Manage Permissions there, or take the channel out of `/season settings`."
    )
}

fn cannot_open(channel: u64) -> String {
    format!(
        "Dealer may not open <#{channel}> again, which it closed for the match: give its role Manage Permissions there, and it puts back what was there before."
    )
}

fn changed_meanwhile(channel: u64) -> String {
    format!(
        "Somebody changed who may write in <#{channel}> while the match was live, so Dealer has left those permissions as they are now: look them through in the channel's settings."
    )
}

fn host_role_gone() -> String {
    "The season's host role was deleted, so only those who manage the server are hosts now: name another role with `/season settings`."
        .to_owned()
}

/// Dealer was taken out of a server.
fn removed(guild: u64) -> String {
    format!(
        "Dealer was taken out of the server {guild} in which you host a match: nothing is lost and no clock runs; invite it again and resume the match."
    )
}

/// What was to follow a practice round is not opened.
fn next_refused(why: &OpenRefusal) -> String {
    format!(
        "The practice round is over, and the match that was to follow it was not opened. {} `/match new` opens it when that is right.",
        super::open_refusal(why)
    )
}
