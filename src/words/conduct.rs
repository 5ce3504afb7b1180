//! What is said around a match: who is late, what hosts are asked and told, results that wait.

use super::{clock_time, countdown, date, list, names, pairing, title, yes_or_no};
use crate::referee::Shut;
use games::{Cast, CastId, GameId};

pub fn wait_button_5() -> &'static str {
    "Wait 5 minutes"
}

pub fn move_start_button() -> &'static str {
    "Move the start"
}

/// Below the answer to Ready.
pub fn not_ready_button() -> &'static str {
    "Not ready after all"
}

pub fn not_ready() -> String {
    "You are not ready any more. Press Ready again when you are; until then the match begins by a host's word alone."
        .to_owned()
}

/// It asks for a reason before anything is done.
pub fn end_void_button() -> &'static str {
    "Declare it void"
}

/// To a host whom it may concern that somebody is late and pays for it.
pub fn pause_button() -> &'static str {
    "Pause the match"
}

pub fn hold_button() -> &'static str {
    "Keep it paused"
}

pub fn release_button() -> &'static str {
    "Release the result"
}

/// Below the result as it would be posted.
pub fn release_now_button() -> &'static str {
    "Post it now"
}

/// To a host who does not play: the result that waits, as it would be posted.
pub fn confirm_release(result: &str) -> String {
    format!("This is posted when you release it; until then nobody else sees it.\n\n{result}")
}

/// At the end of that, where there is no room for all of it.
pub fn result_goes_on() -> &'static str {
    "… The rest, for which there is no room here, is posted with it."
}

/// As [`confirm_release`], where something of it cannot be shown.
pub fn result_not_shown() -> &'static str {
    "It cannot be shown now, which is Dealer's fault; it can be posted all the same."
}

pub fn leave_button() -> &'static str {
    "Leave it as it is"
}

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

/// The start as it would be, before it counts.
pub fn confirm_start(to_ms: Option<u64>) -> String {
    match to_ms {
        Some(at) => format!(
            "The match would start {} ({}). Everybody is told, and both players press Ready anew.",
            date(at),
            countdown(at)
        ),
        None => {
            "The match would have no appointed start any more: it begins when both players are ready, or by a host's word."
                .to_owned()
        }
    }
}

/// A host waits for who is not there; `due`: choices are due still, and before they are in, or
/// their own time is up, nobody can be ready.
pub fn waits((until_ms, due): (u64, bool)) -> String {
    let then = match due {
        true => {
            "it begins if nothing is due any more by then and both players are ready; else you are asked again"
        }
        false => "it begins if both players are ready; else you are asked again",
    };
    format!(
        "You wait until {} ({}). The match begins as soon as nobody and nothing is missing any more. When that time is over, {then}.",
        clock_time(until_ms),
        countdown(until_ms)
    )
}

pub fn extend_button() -> &'static str {
    "Move the deadline"
}

/// Another deadline of the choices, before it counts, and what comes of it where the appointed
/// start comes sooner.
pub fn confirm_extension(to_ms: u64, start_ms: Option<u64>, now_ms: u64) -> String {
    let start = start_ms.filter(|start| (now_ms..to_ms).contains(start));
    let sooner = start.map(|start| {
        format!(
            "\n⚠️ That is after the start, {} ({}): then the match waits for whoever has not chosen, or you begin it without them. `/match start` appoints another start.",
            date(start),
            countdown(start)
        )
    });
    format!(
        "The choices before the match would be due {} ({}). Everybody is told.{}",
        date(to_ms),
        countdown(to_ms),
        sooner.unwrap_or_default()
    )
}

pub fn extended(to_ms: u64) -> String {
    format!("The choices before the match are due {} now.", date(to_ms))
}

/// The match stands still because no account acts for these players.
pub fn nobody_acts(who: &[CastId], cast: &Cast) -> String {
    format!(
        "Nobody acts for {} any more. Before the match can go on, a host puts somebody in their place with `/ruling substitute`, and then resumes it.",
        names(who, cast)
    )
}

/// Everybody is told that there is something to choose before the match once more.
pub fn choices_open(to_ms: Option<u64>) -> String {
    let until = to_ms.map(|to_ms| format!(" until {}", date(to_ms)));
    format!(
        "The choices before the match are open again{}. Whoever has one to make is written to.",
        until.unwrap_or_default()
    )
}

/// What a host wants to be found again.
pub fn clarification(text: &str, host: u64) -> String {
    format!("📌 **A note by <@{host}>**\n{text}")
}

pub fn clarified() -> String {
    "The note is being posted and pinned.".to_owned()
}

/// In place of a result that waits.
pub fn held() -> String {
    "The match is over. Its result waits until a host releases it.".to_owned()
}

pub fn released() -> String {
    "You have released the result.".to_owned()
}

/// The channel of a match was deleted.
pub fn channel_gone(paused: bool, cast: &Cast) -> String {
    let (stands, then) = match paused {
        true => (
            " It is paused, and both clocks stand still.",
            ", and then resumes it there",
        ),
        false => ("", ""),
    };
    format!(
        "The channel of the match {} is gone, and nothing of the match is lost.{stands} A host types `/match move` in the channel where it is to go on{then}.",
        pairing(cast)
    )
}

/// The channel of a match cannot be used, and what is to be done.
pub fn channel_shut(why: &Shut, paused: bool, cast: &Cast) -> String {
    let pair = pairing(cast);
    let (what, fix) = match why {
        Shut::Locked => (
            format!(
                "The thread of {pair} was locked, so no button works there, not even for hosts."
            ),
            "Unlock it (⋯ of the thread, Unlock Thread)".to_owned(),
        ),
        Shut::DealerLacks(names) => (
            format!("Dealer can't go on with {pair} in its channel."),
            format!(
                "Give Dealer's role {} there (channel settings, Permissions)",
                list(names, "and")
            ),
        ),
        Shut::DealerTimedOut { until_ms } => (
            format!(
                "Dealer is under a timeout in this server until {}, so {pair} can't go on.",
                date(*until_ms)
            ),
            "A moderator removes the timeout (right-click Dealer, Remove Timeout)".to_owned(),
        ),
        Shut::Unseen(who) => (
            format!(
                "{} can't see the channel of {pair} any more.",
                names(who, cast)
            ),
            "Let them see it (channel settings, Permissions)".to_owned(),
        ),
    };
    let then = match paused {
        true => ", then a host resumes the match. Or a host types `/match move` in another channel",
        false => ", or a host types `/match move` in another channel",
    };
    let stands = if paused {
        " The match is paused, and no time is lost."
    } else {
        ""
    };
    format!("{what}{stands} {fix}{then}.")
}

/// A player who is under a timeout of Discord's, until a time in milliseconds since the Unix epoch.
pub fn under_timeout(who: CastId, until_ms: u64, cast: &Cast) -> String {
    format!(
        "{} is under a timeout in this server until {} and can't press anything in it. \
         A moderator can remove it (right-click the member, Remove Timeout); or {WITHOUT_PLAYER}.",
        names(&[who], cast),
        date(until_ms)
    )
}

/// What a host may do in a match whose player is not there.
pub const WITHOUT_PLAYER: &str = "a host may pause the match with `/match pause` and ask them back, have another account play on with `/ruling substitute`, or end it with `/ruling forfeit` or `/match void`";

/// Players who have left the server of their match.
pub fn left(who: &[CastId], cast: &Cast) -> String {
    let have = if who.len() == 1 { "has" } else { "have" };
    format!(
        "{} {have} left the server, and nothing of the match is lost: {WITHOUT_PLAYER}.",
        names(who, cast)
    )
}

/// The same below where a match stands; empty where nobody has.
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
    let then = match live {
        true => format!(
            "Who is there finds everything in the match's channel; for who is not, {WITHOUT_PLAYER}."
        ),
        false => "Who is there presses “Open my panel” on the match's card, or hands in with `/submit` in any channel where they may write; tell them.".to_owned(),
    };
    format!(
        "{} could not be written to: they have left the server, or closed their direct messages where no private thread could be opened. {then}",
        names(who, cast)
    )
}

/// To who would resume a match that has no channel.
pub fn move_first() -> String {
    "The channel of this match is gone: type `/match move` in the channel where it is to go on, and resume it there."
        .to_owned()
}

/// `paused`: a host has to resume it.
pub fn match_moved(channel: u64, paused: bool) -> String {
    match paused {
        true => format!(
            "The match is in <#{channel}> from now on, and still paused: press Resume below its board there, or type `/match resume`."
        ),
        false => format!("The match goes on in <#{channel}>. Both channels are told."),
    }
}

/// In the channel in which a match was played before.
pub fn goes_on_in(channel: u64) -> String {
    format!("➡️ The match goes on in <#{channel}>.")
}

/// In the channel in which a match goes on, which was played in another one; None where that is
/// gone.
pub(super) fn came_from(game: GameId, channel: Option<u64>, cast: &Cast) -> String {
    let before = match channel {
        Some(channel) => format!("it was played in <#{channel}> until now"),
        None => "the channel in which it was played is gone".to_owned(),
    };
    format!(
        "➡️ **{}**, {}, goes on here: {before}.",
        title(game),
        pairing(cast)
    )
}

/// To who has handed the match to another host, or has taken it.
pub fn handed_over(to: u64, by: u64) -> String {
    match to == by {
        true => {
            "You host this match from now on: what its host alone is told comes to you, and what the host before you was asked and has not answered was sent to you."
                .to_owned()
        }
        false => format!(
            "<@{to}> hosts this match from now on, and was told so. What its host alone is told goes to them, and so does what was asked and not answered yet."
        ),
    }
}

/// To whom a match is handed.
pub(super) fn handed_to_you(by: u64) -> String {
    format!(
        "🤝 <@{by}> has handed a match to you: you host it from now on, and what its host alone is told comes to you. `/match status` in its channel shows where it stands."
    )
}

pub(super) fn host_is(host: u64) -> String {
    format!("🤝 <@{host}> hosts this match from now on.")
}

/// Who was named to host a match may not.
pub fn is_no_host(account: u64) -> String {
    format!(
        "<@{account}> is no host here, so nothing was changed. Hosts are those who may manage the server, and everybody with the season's host role (`/season settings`)."
    )
}

/// Somebody's own settings.
pub fn own_settings(confirm_moves: bool, text_boards: bool) -> String {
    format!(
        "**Your own settings**\nConfirm my moves: **{}**. You are asked back before a move that may cost you the match and cannot be taken back.\n\
         Text boards: **{}**. What you alone are shown has the board in words besides the picture.\n\
         {}\nDealer speaks English alone.",
        yes_or_no(confirm_moves),
        yes_or_no(text_boards),
        super::TOGGLES
    )
}

pub fn confirm_moves_button() -> &'static str {
    "Confirm my moves"
}

pub fn text_boards_button() -> &'static str {
    "Text boards"
}
