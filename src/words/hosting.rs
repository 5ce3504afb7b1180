//! Where a match is played and who hosts it.

use crate::store::{AccountId, ChannelId};

/// To a host who would resume a match that has no channel.
pub const MOVE_FIRST: &str =
    "This match's channel is gone. Type `/match move` in another channel, then resume it there.";

/// To a host who presses what isn't possible any more.
pub const NOT_NOW: &str = "That isn't possible now: the match has moved on. Newer buttons are \
                           further down, or type `/match status` in the match's channel.";

/// `paused`: a host has to resume it.
pub fn match_moved(channel: ChannelId, paused: bool) -> String {
    if paused {
        format!(
            "The match is now in <#{channel}>, still paused. Press Resume below its board there, \
             or type `/match resume`."
        )
    } else {
        format!("The match continues in <#{channel}>. I'm telling both channels.")
    }
}

/// In the channel in which a match was played before.
pub fn goes_on_in(channel: ChannelId) -> String {
    format!("➡️ The match continues in <#{channel}>.")
}

/// To somebody who has handed the match to another host, or has taken it.
pub fn handed_over(to: AccountId, by: AccountId) -> String {
    if to == by {
        "You now host this match. Messages for its host come to you, and you've been sent the \
         questions that are still open."
            .to_owned()
    } else {
        format!(
            "<@{to}> now hosts this match and has been told. Messages for its host go to them, \
             including the questions that are still open."
        )
    }
}

/// Refuses a new host of a match who is not a host.
pub fn is_no_host(account: AccountId) -> String {
    format!(
        "<@{account}> isn't a host here. Hosts are people who can manage the server, and everyone \
         with the season's host role (`/season settings`)."
    )
}
