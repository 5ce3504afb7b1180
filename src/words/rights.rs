//! Why somebody may not do something, or not here.

use super::catalogue::title;
use super::status::versus;
use crate::referee::Busy;
use crate::store::ChannelId;
use games::english::escape_markdown;

pub const HOST_ONLY: &str =
    "Only a host can do that: someone who manages the server or has the season's host role.";

pub const HOST_IN_SEAT: &str = "You're playing in this match, so another host has to do that.";

pub const SEAT_ONLY: &str = "Only the two players in this match can do that.";

/// To a host who uses something that only people in the match may use.
pub const HOSTS_DO_NOT_PLAY: &str = "Hosts don't play in this match. Use `/match status` to see \
     who's missing, `/match begin` to start it, `/match pause` to pause it, or `/ruling act` to \
     act for someone.";

pub const GUILD_ONLY: &str = "That only works in a server channel.";

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
    let instead = match busy.guild {
        Some(_) => "Use another channel, or a host can end that one with `/match void`.",
        None => "To end it, type `/resign`.",
    };
    format!("{} {instead}", already_open(busy))
}

/// Which match is open in a channel.
pub(super) fn already_open(busy: &Busy) -> String {
    let kind = match (busy.practice, busy.rehearsal) {
        (true, _) => "A practice match",
        (_, true) => "A rehearsal",
        (false, false) => "A match",
    };
    let cast = busy.cast.shown_as(escape_markdown);
    let named = format!("{}: {}", title(busy.game), versus(&cast));
    let place = match busy.guild {
        Some(_) => "in this channel",
        None => "here",
    };
    format!("{kind} is already open {place}: {named}.")
}
