//! `/help`, and the answer to a mention of Dealer: what people can do here and now.

use super::panel::{nothing_for_you, until_due};
use super::pauses::pause;
use super::status::{channel_link, match_place, match_title, not_posted_yet, waits_for};
use crate::referee::Snapshot;
use games::{Cast, Party, WallMs};
use matches::Stage;

/// Somebody who asks what they can do, and where they ask.
pub struct HelpFor<'a> {
    /// The open match that they most likely mean, as they see it, under names safe in a post.
    pub meant: Option<(&'a Snapshot, &'a Cast)>,
    /// Whether they host that match, or else the server.
    pub is_host: bool,
    /// Whether the server has a season; None in a direct message.
    pub season: Option<bool>,
    /// What other matches wait for them to do as a host, from [`super::status::host_is_needed`].
    pub needed: &'a [String],
    /// The server's open matches if they mean none of them or a practice, from [`match_place`].
    pub open: &'a [String],
}

/// The button with which somebody sees or changes their secret choice before a match.
pub const MY_CHOICE: &str = "My choice";

/// What this person can do, in at most eight lines. Before them, at most three other matches that
/// wait for this person as a host.
pub fn help(asks: &HelpFor, now_ms: WallMs) -> String {
    let lines = match asks.meant {
        Some((snapshot, cast)) => in_match(asks, snapshot, cast, now_ms),
        None => outside(asks),
    };
    let needed = asks.needed.iter().take(3).map(String::as_str);
    let lines: Vec<&str> = needed.chain(lines.iter().map(String::as_str)).collect();
    lines.join("\n")
}

/// Appended to help when it is the reader's turn in a match that is played elsewhere: in a server,
/// or a practice in their direct messages.
pub fn asked_elsewhere(snapshot: &Snapshot, cast: &Cast) -> String {
    if snapshot.row.is_direct() {
        let link = channel_link(None, snapshot.row.channel);
        format!("\n⏱️ It's your turn in your practice in our DMs: {link}")
    } else {
        format!("\n⏱️ It's your turn in {}.", match_title(snapshot, cast))
    }
}

/// Like [`help`], for everybody, below a message that mentions Dealer.
pub fn help_for_all(asks: &HelpFor, now_ms: WallMs) -> String {
    let said = help(asks, now_ms);
    format!("{said}\nType `/help` to see what you can do. Only you will see that answer.")
}

/// What anybody can look at in a match.
const LOOK: &str = "• `/board` and `/clock` show where it stands, and `/rules` has the rules.";

fn in_match(asks: &HelpFor, snapshot: &Snapshot, cast: &Cast, now_ms: WallMs) -> Vec<String> {
    if snapshot.is_without_channel() {
        let rest = if asks.is_host {
            "• `/match status` shows where it stands, and `/match void` calls it off."
        } else {
            LOOK
        };
        return vec![super::trouble::channel_gone(true, cast), rest.to_owned()];
    }
    let status = &snapshot.status;
    let price = super::clocks::price_of(snapshot.setup().game);
    let ends = status.players_end_pause;
    let paused = status
        .pause
        .map(|(by, until_ms)| pause(by, until_ms, ends, price, cast));
    let mut lines = match (snapshot.party, &snapshot.mine) {
        (Some(whose), Some(mine)) if !mine.live => {
            with_choice(snapshot, (whose, mine.answered), cast, now_ms)
        }
        (Some(Party::Seat(_)), _) => as_player(snapshot, paused, cast, now_ms),
        _ if asks.is_host => as_host(snapshot, paused, cast),
        _ => as_onlooker(asks, snapshot, paused, cast),
    };
    if let Some(unposted) = not_posted_yet(snapshot, asks.is_host) {
        lines.insert(1, unposted);
    }
    lines.extend(places(asks));
    lines
}

/// For somebody with a secret choice before the match; `mine`: whose it is, and whether it is in.
fn with_choice(
    snapshot: &Snapshot,
    mine: (Party, bool),
    cast: &Cast,
    now_ms: WallMs,
) -> Vec<String> {
    let of = match_title(snapshot, cast);
    let mut lines = vec![match mine {
        (_, true) => format!("Your secret choice for {of} is in."),
        (_, false) => format!("You have a secret choice to make for {of}."),
    }];
    let (whose, is_in) = mine;
    lines.extend(until_due(snapshot, whose, is_in, now_ms));
    lines.push(format!(
        "• Press *{MY_CHOICE}*, type `/submit`, or write your choice to Dealer in a direct \
         message."
    ));
    lines.push("• `/rules` has the rules of this match.".to_owned());
    lines
}

/// `paused`: that the match is paused, if it is.
fn as_player(
    snapshot: &Snapshot,
    paused: Option<String>,
    cast: &Cast,
    now_ms: WallMs,
) -> Vec<String> {
    let of = match_title(snapshot, cast);
    let is_asked = snapshot.mine.as_ref().is_some_and(|mine| !mine.answered);
    let mut lines = vec![match (&paused, is_asked) {
        (Some(paused), _) => format!("You're playing {of}. {paused}"),
        (None, true) => format!("It's your turn in {of}."),
        (None, false) => {
            // `/clock` has the rest.
            let waits = nothing_for_you(snapshot, cast, now_ms);
            let first = waits.lines().next().unwrap_or_default();
            format!("You're playing {of}. {first}")
        }
    }];
    if is_asked && paused.is_none() {
        lines.push(format!(
            "• Press a button below the newest board there, or *{}* here. You can also type \
             `/act` and your move.",
            super::controls::PANEL_BUTTON
        ));
    }
    lines.push(
        "• `/board` and `/clock` show where you stand, and `/rules` has the rules.".to_owned(),
    );
    if snapshot.status.stage == Stage::Live {
        let pause = match snapshot.status.pause {
            None => "• `/pause` asks your opponent for a pause, and `/resign` resigns.",
            Some(_) => "• `/resign` resigns.",
        };
        lines.push(pause.to_owned());
    }
    lines
}

fn as_host(snapshot: &Snapshot, paused: Option<String>, cast: &Cast) -> Vec<String> {
    let (of, status) = (match_title(snapshot, cast), &snapshot.status);
    let first = format!("You're a host of {of}. {}", paused.unwrap_or_default());
    let course = match (status.stage, status.pause) {
        (Stage::Preparing, _) if !snapshot.setup().has_seats() => {
            "• `/match begin` closes the round now, `/match extend` moves the deadline, and \
             `/match remind` reminds people who haven't chosen."
        }
        (Stage::Standing, _) if !snapshot.setup().has_seats() => {
            "• `/match status` has buttons for points, for who is out, and for the next round."
        }
        (Stage::Preparing | Stage::Standing, _) => {
            "• `/match begin` starts it, `/match schedule` sets the start, and `/match remind` \
             reminds people who haven't chosen."
        }
        (_, Some(_)) => "• `/match resume` resumes it.",
        (_, None) => "• `/match pause` stops the clocks.",
    };
    let rulings = "• `/ruling rewind` goes back to just before a move, `/ruling act` acts for \
                   someone, and `/ruling time` gives time.";
    let is_live = status.stage == Stage::Live;
    let last = "• `/match status` shows where it stands, and `/match void` calls it off.";
    let lines = [
        Some(first.trim_end()),
        Some(course),
        is_live.then_some(rulings),
        Some(last),
    ];
    lines.into_iter().flatten().map(str::to_owned).collect()
}

fn as_onlooker(
    asks: &HelpFor,
    snapshot: &Snapshot,
    paused: Option<String>,
    cast: &Cast,
) -> Vec<String> {
    let mut lines = vec![format!("{}.", match_place(snapshot, cast))];
    if snapshot.status.stage == Stage::Live {
        let waits = || waits_for(snapshot, cast).join("\n");
        lines.push(paused.unwrap_or_else(waits));
    }
    lines.push(LOOK.to_owned());
    lines.extend(of_season(asks.season));
    lines.push(practise(asks.season));
    lines
}

fn outside(asks: &HelpFor) -> Vec<String> {
    let mut lines = match (asks.open, asks.season) {
        ([], _) if !asks.needed.is_empty() => Vec::new(),
        ([], None) => vec!["You have nothing to do in a match right now.".to_owned()],
        ([], Some(_)) => vec!["No match is open in this server.".to_owned()],
        _ => places(asks).collect(),
    };
    if asks.is_host {
        if asks.season == Some(false) {
            lines.push("• `/setup` sets up Dealer for this server, step by step.".to_owned());
        }
        lines.push(
            "• `/match new` sets up a match in this channel; only you see it until you open it."
                .to_owned(),
        );
        lines.push("• `/preflight` checks that a match can run here.".to_owned());
    }
    lines.extend(of_season(asks.season));
    lines.push(practise(asks.season));
    lines
}

/// The first of the server's open matches, a line each.
fn places(asks: &HelpFor) -> impl Iterator<Item = String> {
    asks.open.iter().take(2).map(|open| format!("{open}."))
}

fn of_season(season: Option<bool>) -> Option<String> {
    let said = "• `/season standings` and `/season history` show the season, and `/replay` replays \
                a match.";
    (season == Some(true)).then(|| said.to_owned())
}

/// `season`: as in [`HelpFor`].
fn practise(season: Option<bool>) -> String {
    match season {
        Some(_) => {
            "• `/practice` plays a game against someone or the computer. `/games` lists the games, \
             and `/rules` explains one."
        }
        None => {
            "• `/practice` plays a game against the computer, right here. `/games` lists the games, \
             and `/rules` explains one.\n• `/replay` replays a match that you were in, and `/me` \
             has your settings."
        }
    }
    .to_owned()
}
