//! Sentences around a match: late players, questions and answers for hosts, results on hold.

use super::{clock_time, countdown, date, list, names, versus, yes_or_no};
use crate::referee::Shut;
use crate::store::{AccountId, ChannelId};
use games::{Cast, CastId};

pub const WAIT_BUTTON_5: &str = "Wait 5 minutes";

pub const MOVE_START_BUTTON: &str = "Move the start";

/// Below the answer to Ready.
pub const NOT_READY_BUTTON: &str = "Not ready after all";

pub const NOT_READY: &str = "You're no longer ready. Press Ready again when you are; until then only a host can start the \
     match.";

/// Its form asks for a reason first.
pub const END_VOID_BUTTON: &str = "Declare it void";

/// To a host, while somebody is late and loses something for it.
pub const PAUSE_BUTTON: &str = "Pause the match";

pub const HOLD_BUTTON: &str = "Keep it paused";

pub const RELEASE_BUTTON: &str = "Release the result";

/// Below the result as it would be posted.
pub const RELEASE_NOW_BUTTON: &str = "Post it now";

/// To a host who does not play: the result on hold, as it would be posted.
pub fn confirm_release(result: &str) -> String {
    format!(
        "This is what gets posted when you release the result. Nobody else sees it \
         yet.\n\n{result}"
    )
}

/// At the end of a result that doesn't fit.
pub const RESULT_GOES_ON: &str = "… There's no room here for the rest, but it's posted too.";

/// Like [`confirm_release`], if the result cannot be shown.
pub const RESULT_NOT_SHOWN: &str =
    "I can't show the result right now (a fault in Dealer), but you can still post it.";

/// A button that ends a match against somebody.
pub fn forfeit_button(name: &str) -> String {
    let name: String = name.chars().take(40).collect();
    format!("{name} forfeits")
}

/// A button that settles a tie for somebody.
pub fn settle_button(name: &str) -> String {
    let name: String = name.chars().take(40).collect();
    format!("{name} wins")
}

/// A new start, to be confirmed.
pub fn confirm_start(to_ms: Option<u64>) -> String {
    match to_ms {
        Some(at) => format!(
            "Set the start to {} ({})? Everyone is told. Players who have pressed Ready have to \
             press it again.",
            date(at),
            countdown(at)
        ),
        None => {
            "Remove the start time? The match then starts once both players are ready, or when a \
             host starts it."
                .to_owned()
        }
    }
}

/// A host waits for missing players. `due`: choices are still due, and nobody can be ready before
/// they are in or their time is up.
pub fn waits((until_ms, due): (u64, bool)) -> String {
    let then = if due {
        "it starts if both players are ready and no more choices are due"
    } else {
        "it starts if both players are ready"
    };
    format!(
        "Waiting until {} ({}). The match starts as soon as everyone is ready and has chosen. When \
         the wait is over, {then}; otherwise you're asked again.",
        clock_time(until_ms),
        countdown(until_ms)
    )
}

pub const EXTEND_BUTTON: &str = "Move the deadline";

/// A new deadline for choices, to be confirmed, and what follows if the start is earlier.
pub fn confirm_extension(to_ms: u64, start_ms: Option<u64>, now_ms: u64) -> String {
    let start = start_ms.filter(|start| (now_ms..to_ms).contains(start));
    let sooner = start.map(|start| {
        format!(
            "\n⚠️ That's after the start, {} ({}). The match then waits for late players, unless \
             you start it without them. To move the start, use `/match schedule`.",
            date(start),
            countdown(start)
        )
    });
    format!(
        "Set the deadline for choices to {} ({})? Everyone is told.{}",
        date(to_ms),
        countdown(to_ms),
        sooner.unwrap_or_default()
    )
}

pub fn extended(to_ms: u64) -> String {
    format!("The new deadline for choices is {}.", date(to_ms))
}

/// The match is held up because no account acts for these players.
pub fn nobody_acts(who: &[CastId], cast: &Cast) -> String {
    format!(
        "Nobody plays for {} any more. A host has to find a substitute (`/ruling substitute`), \
         then resume the match.",
        names(who, cast)
    )
}

/// A note of a host, which is pinned.
pub fn clarification(text: &str, host: AccountId) -> String {
    format!("📌 **A note by <@{host}>**\n{text}")
}

pub const CLARIFIED: &str = "I'm posting and pinning your note.";

/// Replaces a result that waits for its release.
pub const HELD: &str = "The match is over. A host will release the result.";

pub const RELEASED: &str = "You released the result.";

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

/// A player whom Discord has timed out, until a time in milliseconds since the Unix epoch.
pub fn under_timeout(who: CastId, until_ms: u64, cast: &Cast) -> String {
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
    format!(
        "{} {have} left the server, but nothing in the match is lost: {WITHOUT_PLAYER}.",
        names(who, cast)
    )
}

/// The same below a match's status; empty if nobody is missing.
pub fn away_in_status(who: &[CastId], timed_out: &[(CastId, u64)], cast: &Cast) -> String {
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

/// To a host who would resume a match that has no channel.
pub const MOVE_FIRST: &str =
    "This match's channel is gone. Type `/match move` in another channel, then resume it there.";

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

/// Somebody's own settings.
pub fn own_settings(confirm_moves: bool, text_boards: bool) -> String {
    format!(
        "**Your settings**\n\
         Confirm my moves: **{}**. If on, Dealer asks you to confirm a move that could lose you \
         the match.\n\
         Text boards: **{}**. If on, your own messages describe the board in words too.\n\
         {}\n\
         Dealer only speaks English.",
        yes_or_no(confirm_moves),
        yes_or_no(text_boards),
        super::TOGGLES
    )
}

pub const CONFIRM_MOVES_BUTTON: &str = "Confirm my moves";

pub const TEXT_BOARDS_BUTTON: &str = "Text boards";
