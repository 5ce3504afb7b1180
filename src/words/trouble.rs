//! Messages only for a match's host: problems of the server, and what did not work.

use super::list;
use super::people::mention;
use crate::referee::Trouble;
use crate::referee::postal::codes;
use crate::store::ChannelId;

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
        } => {
            let then = if *live {
                " and paused the match. Stop whatever deletes it, then type `/match resume`; or \
                 type `/match move` in another channel"
            } else {
                ". Stop whatever deletes it, or type `/match move` in another channel"
            };
            format!(
                "The match's post in <#{channel}> was deleted {times} times within a minute, \
                 perhaps by another bot. Dealer has stopped posting it{then}."
            )
        }
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
        Trouble::UnpostedElsewhere { channel, code } => {
            let what = if *code == codes::UNKNOWN_CHANNEL {
                format!(
                    "<#{channel}> is gone, so posts for it are skipped. Choose another channel in \
                     `/season settings`."
                )
            } else {
                refused(*channel, *code, false)
            };
            format!(
                "{what} This only concerns the season's audit log or announcements: the match \
                 goes on, and `/ruling log` shows the rulings."
            )
        }
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
            super::open_refusal(why)
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
    } else if codes::is_put_away(code) {
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
