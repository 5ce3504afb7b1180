//! What a match's host is told when a post cannot be made.

use crate::referee::postal::codes;

const ALLOW: &str = "Give Dealer's role View Channel, Send Messages, Embed Links and Attach Files there (channel settings, Permissions)";

const OPEN: &str =
    "Unlock it (⋯ of the thread, Unlock Thread), or give Dealer's role Manage Threads there";

fn put_away(channel: u64) -> String {
    format!("The thread <#{channel}> was locked by a moderator, and Dealer may not post in it.")
}

/// Whoever was replaced in a match could not be told so.
pub fn replaced_untold(account: u64) -> String {
    format!(
        "<@{account}> could not be told that somebody else acts in their place now: they have left the server, or closed their direct messages. Tell them yourself."
    )
}

/// The channel that is bound to somebody is closed to them.
pub fn bound_unseen(channel: u64, account: u64) -> String {
    format!(
        "<@{account}> cannot see <#{channel}>, which is bound to them, so what they alone may know is sent to them directly or in a private thread. Let them see it in the channel's permissions, or bind another one with `/season cast bind`."
    )
}

/// A post was lost on the way.
pub fn post_lost() -> String {
    "Something went wrong with a post of this match. `/match pause` and then `/match resume` post the current turn again.".to_owned()
}

/// What asks was posted so many times within a minute, and is deleted again; `live`: in a match
/// that has begun, which is paused for it.
pub fn deleted_each_time(channel: u64, times: usize, live: bool) -> String {
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
pub fn channel_trouble(channel: u64, code: i64, stands: bool) -> String {
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
pub fn side_channel_trouble(channel: u64, code: i64) -> String {
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
