//! Messages only for a match's host: problems of the server, and what did not work.

use super::list;
use super::people::mention;
use crate::referee::postal::codes;
use crate::referee::{OpenRefusal, Trouble};

const ALLOW: &str = "Give Dealer's role View Channel, Send Messages (in a thread: Send Messages in \
     Threads), Embed Links and Attach Files there (channel settings, Permissions)";

const OPEN: &str =
    "Unlock it (the thread's ⋯ menu, Unlock Thread), or give Dealer's role Manage Threads there";

fn put_away(channel: u64) -> String {
    format!("A moderator locked the thread <#{channel}>, so Dealer can't post in it.")
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

/// Somebody who was replaced in a match could not be told.
fn replaced_untold(account: u64) -> String {
    format!(
        "I couldn't tell {} that someone else has taken their place: they have left the server or \
         closed their DMs. Please tell them yourself.",
        mention(account)
    )
}

/// Somebody can't use their own private channel.
fn bound_unseen(channel: u64, account: u64) -> String {
    format!(
        "{} can't see <#{channel}>, the channel bound to them. Until that's fixed, their secrets \
         go to them by DM or in a private thread. Let them see it in the channel's permissions, or \
         bind another with `/season cast bind`.",
        mention(account)
    )
}

/// A post was lost on the way.
fn post_lost() -> String {
    "A post of this match got lost. To post the current turn again, type `/match pause`, then \
     `/match resume`."
        .to_owned()
}

/// A match's post was deleted this many times within a minute. `live`: the match has begun and is
/// now paused.
fn deleted_each_time(channel: u64, times: usize, live: bool) -> String {
    let then = if live {
        " and paused the match. Stop whatever deletes it, then type `/match resume`; or type \
         `/match move` in another channel"
    } else {
        ". Stop whatever deletes it, or type `/match move` in another channel"
    };
    format!(
        "The match's post in <#{channel}> was deleted {times} times within a minute, perhaps by \
         another bot. Dealer has stopped posting it{then}."
    )
}

/// Why Dealer cannot post in a match's channel, and what its host can do. `stands`: a prompt is
/// waiting, so the clocks are stopped.
fn channel_trouble(channel: u64, code: i64, stands: bool) -> String {
    match code {
        code if codes::is_forbidden(code) => {
            let clocks = if stands {
                ", and no clock runs until it can"
            } else {
                ""
            };
            format!(
                "Dealer can't post in <#{channel}>. {ALLOW}. It tries again every few \
                 seconds{clocks}."
            )
        }
        code if codes::is_put_away(code) => {
            let then = if stands {
                ", and no clock runs until it can. Or type `/match move` in another channel"
            } else {
                ""
            };
            format!(
                "{} {OPEN}. It tries again every few seconds{then}.",
                put_away(channel)
            )
        }
        codes::UNKNOWN_CHANNEL => format!(
            "<#{channel}> was deleted before the end of its match was posted. You get the result \
             instead."
        ),
        _ => format!(
            "Discord refused a post in <#{channel}>{}, so it was skipped.",
            with(code)
        ),
    }
}

/// Discord refused the current post of a match, even after several tries.
pub fn unposted(channel: u64, code: i64) -> String {
    format!(
        "⚠️ Discord refused the match's latest post in <#{channel}>{}, even after several tries. \
         Nobody loses time meanwhile. Press *Post it again*, or move the match to another channel \
         with `/match move`.",
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

/// Why Dealer cannot post in the channel for a season's audit log or announcements.
fn side_channel_trouble(channel: u64, code: i64) -> String {
    let what = match code {
        code if codes::is_forbidden(code) => {
            format!("Dealer can't post in <#{channel}>. {ALLOW}. It tries again every few seconds.")
        }
        code if codes::is_put_away(code) => {
            format!(
                "{} {OPEN}. It tries again every few seconds.",
                put_away(channel)
            )
        }
        codes::UNKNOWN_CHANNEL => format!(
            "<#{channel}> is gone, so posts for it are skipped. Choose another channel in `/season \
             settings`."
        ),
        _ => format!(
            "Discord refused a post in <#{channel}>{}, so it was skipped.",
            with(code)
        ),
    };
    format!(
        "{what} This only concerns the season's audit log or announcements: the match goes on, and \
         `/ruling log` shows the rulings."
    )
}

/// A note is posted but not pinned. `forbidden`: Dealer may not pin; otherwise Discord failed once.
fn not_pinned(channel: u64, forbidden: bool) -> String {
    let what_to_do = if forbidden {
        "give Dealer's role Pin Messages there, or pin it yourself"
    } else {
        "Discord failed this time, so pin it yourself"
    };
    format!("I couldn't pin a note in <#{channel}>: {what_to_do}.")
}

/// Dealer may not lock a channel while a match is live.
fn cannot_close(channel: u64) -> String {
    format!(
        "Dealer can't lock <#{channel}>, so it stays open while the match is live. To lock it next \
         time, give Dealer's role Manage Permissions, Send Messages and Send Messages in Threads \
         there."
    )
}

fn not_closed_yet(channel: u64) -> String {
    format!(
        "Discord won't let Dealer lock <#{channel}> completely. The match goes on, and Dealer \
         keeps trying. Check in the channel's settings who can write there."
    )
}

fn not_opened_yet(channel: u64) -> String {
    format!(
        "Discord won't let Dealer restore all permissions that <#{channel}> had before the match. \
         Dealer keeps trying. Check in the channel's settings who can write there."
    )
}

/// A backup of the database was restored, and these channels may have been locked after it was
/// made.
pub(super) fn may_be_closed(channels: &[u64]) -> String {
    let channels: Vec<String> = channels
        .iter()
        .map(|channel| format!("<#{channel}>"))
        .collect();
    format!(
        "Channels that were locked for a match after that backup stay locked, because their old \
         permissions are lost. Check who can write in {}, in the channel's settings.",
        list(&channels, "and")
    )
}

fn thread_stays_open(channel: u64) -> String {
    format!(
        "<#{channel}> is a thread, and threads have no permissions of their own. So it stays open \
         while the match is live. Dealer can only lock whole channels."
    )
}

fn cannot_see(channel: u64) -> String {
    format!(
        "Dealer can't see the alliance channel <#{channel}>, so it stays open to both players \
         while the match is live. Give Dealer's role View Channel and Manage Permissions there, or \
         remove the channel in `/season settings`."
    )
}

fn cannot_open(channel: u64) -> String {
    format!(
        "Dealer can't unlock <#{channel}>, which it locked for the match. Give its role Manage \
         Permissions there, and it restores the old permissions."
    )
}

fn changed_meanwhile(channel: u64) -> String {
    format!(
        "Someone changed who can write in <#{channel}> while the match was live, so Dealer left \
         those permissions alone. Please check them in the channel's settings."
    )
}

fn host_role_gone() -> String {
    "The season's host role was deleted, so only people who manage the server are hosts now. \
     Choose another role in `/season settings`."
        .to_owned()
}

/// Dealer was taken out of a server.
fn removed(guild: u64) -> String {
    format!(
        "Dealer was removed from server {guild}, where you host a match. Nothing is lost and no \
         clock runs. Invite it again, then resume the match."
    )
}

/// The match after a practice round could not be opened.
fn next_refused(why: &OpenRefusal) -> String {
    format!(
        "The practice round is over, but the match itself couldn't be opened. {} Fix that, then \
         open it with `/match new`.",
        super::open_refusal(why)
    )
}
