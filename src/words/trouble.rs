//! Messages only for a match's host: problems of the server, and what did not work.

use super::people::mention;
use super::status::versus;
use crate::referee::postal::codes;
use crate::referee::{Shut, Trouble};
use crate::store::ChannelId;
use games::english::{date, list, names};
use games::{Cast, CastId, WallMs};

/// The match is held up because no account acts for these players.
pub fn nobody_acts(who: &[CastId], cast: &Cast) -> String {
    format!(
        "Nobody plays for {} any more. A host has to find a substitute (`/ruling substitute`), \
         then resume the match.",
        names(who, cast)
    )
}

/// The channel of a match was deleted.
pub fn channel_gone(paused: bool, cast: &Cast) -> String {
    let (stands, then) = if paused {
        (
            " It's paused, and both clocks are stopped.",
            ", then resumes it there",
        )
    } else {
        ("", "")
    };
    format!(
        "The channel of the match {} is gone, but nothing in the match is lost.{stands} To \
         continue, a host types `/match move` in another channel{then}.",
        versus(cast)
    )
}

/// Says that a match's channel cannot be used, and what to do.
pub fn channel_shut(why: &Shut, paused: bool, cast: &Cast) -> String {
    let pair = versus(cast);
    let (what, fix) = match why {
        Shut::Locked => (
            format!(
                "The thread of {pair} was locked, so no buttons work there, not even for hosts."
            ),
            "Unlock it (the thread's ⋯ menu, Unlock Thread)".to_owned(),
        ),
        Shut::DealerLacks(names) => (
            format!("Dealer can't continue {pair} in its channel."),
            format!(
                "Give Dealer's role {} there (channel settings, Permissions)",
                list(names, "and")
            ),
        ),
        Shut::DealerTimedOut { until_ms } => (
            format!(
                "Dealer is timed out in this server until {}, so {pair} can't continue.",
                date(*until_ms)
            ),
            "Have a moderator remove the timeout (right-click Dealer, Remove Timeout)".to_owned(),
        ),
        Shut::Unseen(who) => (
            format!(
                "{} can't see the channel of {pair} any more.",
                names(who, cast)
            ),
            "Let them see it (channel settings, Permissions)".to_owned(),
        ),
    };
    let then = if paused {
        ", then resume the match. Or type `/match move` in another channel"
    } else {
        ", or type `/match move` in another channel"
    };
    let stands = if paused {
        " The match is paused, and no time is lost."
    } else {
        ""
    };
    format!("{what}{stands} {fix}{then}.")
}

/// A player whom Discord has timed out, until a time.
pub fn under_timeout(who: CastId, until_ms: WallMs, cast: &Cast) -> String {
    format!(
        "{} is timed out in this server until {} and can't press anything. A moderator can remove \
         the timeout (right-click the member, Remove Timeout). Otherwise {WITHOUT_PLAYER}.",
        names(&[who], cast),
        date(until_ms)
    )
}

/// What a host can do if a player is missing.
pub const WITHOUT_PLAYER: &str = "a host can pause the match and invite them back (`/match \
     pause`), find a substitute (`/ruling substitute`), or end it (`/ruling forfeit` or `/match \
     void`)";

/// Players who have left the server of their match.
pub fn left(who: &[CastId], cast: &Cast) -> String {
    let have = if who.len() == 1 { "has" } else { "have" };
    if cast.seats().is_none() {
        return format!(
            "{} {have} left the server. You don't have to do anything: without an answer, what \
             you set for that counts. `/ruling substitute` gives their place to someone else, and \
             between rounds *Out…* takes them out.",
            names(who, cast)
        );
    }
    format!(
        "{} {have} left the server, but nothing in the match is lost: {WITHOUT_PLAYER}.",
        names(who, cast)
    )
}

/// The same below a match's status; empty if nobody is missing.
pub fn away_in_status(who: &[CastId], timed_out: &[(CastId, WallMs)], cast: &Cast) -> String {
    let gone = (!who.is_empty()).then(|| left(who, cast));
    let muted = timed_out.iter();
    let muted = muted.map(|(who, until_ms)| under_timeout(*who, *until_ms, cast));
    gone.into_iter()
        .chain(muted)
        .map(|said| format!("\n⚠️ {said}"))
        .collect()
}

/// Somebody could not be written to; `live`: in a match that has begun.
pub fn unreached(who: &[CastId], live: bool, cast: &Cast) -> String {
    let then = if live {
        format!(
            "If they're around, they'll find everything in the match's channel. Otherwise \
         {WITHOUT_PLAYER}."
        )
    } else {
        "Please tell them to press *Open my panel* on the match's card, or to type \
     `/submit` in any channel."
            .to_owned()
    };
    format!(
        "I couldn't message {}: they have left the server, or their DMs are closed and no private \
         thread could be opened. {then}",
        names(who, cast)
    )
}

const ALLOW: &str = "Give Dealer's role View Channel, Send Messages (in a thread: Send Messages in \
     Threads), Embed Links and Attach Files there (channel settings, Permissions)";

const OPEN: &str =
    "Unlock it (the thread's ⋯ menu, Unlock Thread), or give Dealer's role Manage Threads there";

/// What is wrong, and what the host can do about it.
pub fn trouble(trouble: &Trouble) -> String {
    match trouble {
        Trouble::PostLost => "A post of this match got lost. To post the current turn again, type \
                              `/match pause`, then `/match resume`."
            .to_owned(),
        Trouble::DeletedEachTime {
            channel,
            times,
            live,
        } => deleted_each_time(*channel, *times, *live),
        Trouble::Unposted {
            channel,
            code: codes::UNKNOWN_CHANNEL,
            ..
        } => format!(
            "<#{channel}> was deleted before the end of its match was posted. You get the result \
             instead."
        ),
        Trouble::Unposted {
            channel,
            code,
            stands,
        } => refused(*channel, *code, *stands),
        Trouble::UnpostedElsewhere { channel, code } => unposted_elsewhere(*channel, *code),
        Trouble::NotPinned { channel, forbidden } => {
            let what_to_do = if *forbidden {
                "give Dealer's role Pin Messages there, or pin it yourself"
            } else {
                "Discord failed this time, so pin it yourself"
            };
            format!("I couldn't pin a note in <#{channel}>: {what_to_do}.")
        }
        Trouble::ReplacedUntold { account } => format!(
            "I couldn't tell {} that someone else has taken their place: they have left the server \
             or closed their DMs. Please tell them yourself.",
            mention(*account)
        ),
        Trouble::BoundUnseen { channel, account } => format!(
            "{} can't see <#{channel}>, the channel bound to them. Until that's fixed, their \
             secrets go to them by DM or in a private thread. Let them see it in the channel's \
             permissions, or bind another with `/season cast bind`.",
            mention(*account)
        ),
        Trouble::MayBeClosed { channels } => may_be_closed(channels),
        Trouble::HostRoleGone => {
            "The season's host role was deleted, so only people who manage the server are hosts \
             now. Choose another role in `/season settings`."
                .to_owned()
        }
        Trouble::Removed { guild } => format!(
            "Dealer was removed from server {guild}, where you host a match. Nothing is lost and \
             no clock runs. Invite it again, then resume the match."
        ),
        Trouble::NextRefused { why } => format!(
            "The practice round is over, but the match itself couldn't be opened. {} Fix that, \
             then open it with `/match new`.",
            super::refusals::open_refusal(why)
        ),
        Trouble::CannotClose { channel } => format!(
            "Dealer can't lock <#{channel}>, so it stays open while the match is live. To lock it \
             next time, give Dealer's role Manage Permissions, Send Messages and Send Messages in \
             Threads there."
        ),
        Trouble::NotClosedYet { channel } => format!(
            "Discord won't let Dealer lock <#{channel}> completely. The match goes on, and Dealer \
             keeps trying. Check in the channel's settings who can write there."
        ),
        Trouble::CannotOpen { channel } => format!(
            "Dealer can't unlock <#{channel}>, which it locked for the match. Give its role Manage \
             Permissions there, and it restores the old permissions."
        ),
        Trouble::NotOpenedYet { channel } => format!(
            "Discord won't let Dealer restore all permissions that <#{channel}> had before the \
             match. Dealer keeps trying. Check in the channel's settings who can write there."
        ),
        Trouble::ThreadStaysOpen { channel } => format!(
            "<#{channel}> is a thread, and threads have no permissions of their own. So it stays \
             open while the match is live. Dealer can only lock whole channels."
        ),
        Trouble::CannotSee { channel } => format!(
            "Dealer can't see the alliance channel <#{channel}>, so it stays open to both players \
             while the match is live. Give Dealer's role View Channel and Manage Permissions \
             there, or remove the channel in `/season settings`."
        ),
        Trouble::ChangedMeanwhile { channel } => format!(
            "Someone changed who can write in <#{channel}> while the match was live, so Dealer \
             left those permissions alone. Please check them in the channel's settings."
        ),
        Trouble::Text(said) => said.clone(),
    }
}

/// `live`: the match has begun, so that it is paused now.
fn deleted_each_time(channel: ChannelId, times: usize, live: bool) -> String {
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

/// In a channel of the season beside the match's own.
fn unposted_elsewhere(channel: ChannelId, code: i64) -> String {
    let what = if code == codes::UNKNOWN_CHANNEL {
        format!(
            "<#{channel}> is gone, so posts for it are skipped. Choose another channel in \
             `/season settings`."
        )
    } else {
        refused(channel, code, false)
    };
    format!(
        "{what} This only concerns the season's audit log or announcements: the match goes on, \
         and `/ruling log` shows the rulings."
    )
}

/// Why Dealer cannot post in a channel that is there. `stands`: a prompt is waiting, so the clocks
/// are stopped.
fn refused(channel: ChannelId, code: i64, stands: bool) -> String {
    let clocks = if stands {
        ", and no clock runs until it can"
    } else {
        ""
    };
    if codes::is_forbidden(code) {
        format!(
            "Dealer can't post in <#{channel}>. {ALLOW}. It tries again every few seconds{clocks}."
        )
    } else if codes::is_shut_thread(code) {
        let or_move = if stands {
            " Or type `/match move` in another channel."
        } else {
            ""
        };
        format!(
            "A moderator locked the thread <#{channel}>, so Dealer can't post in it. {OPEN}. It \
             tries again every few seconds{clocks}.{or_move}"
        )
    } else {
        format!(
            "Discord refused a post in <#{channel}>{}, so it was skipped.",
            with(code)
        )
    }
}

/// Discord refused the current post of a match, even after several tries.
pub fn unposted(channel: ChannelId, code: i64) -> String {
    format!(
        "⚠️ Discord refused the match's latest post in <#{channel}>{}, even after several tries. \
         Nobody loses time meanwhile. Press *Post it again*, or move the match to another channel \
         with `/match move`.",
        with(code)
    )
}

pub const POST_AGAIN_BUTTON: &str = "Post it again";

fn with(code: i64) -> String {
    match code {
        0 => String::new(),
        code => format!(" (code {code})"),
    }
}

/// A backup of the database was restored, and these channels may have been locked after it was
/// made.
pub(super) fn may_be_closed(channels: &[ChannelId]) -> String {
    format!(
        "Channels that were locked for a match after that backup stay locked, because their old \
         permissions are lost. Check who can write in {}, in the channel's settings.",
        super::people::channels_listed(channels)
    )
}
