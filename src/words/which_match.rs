//! Which match somebody means, and that there is none.

use super::catalogue::title;
use super::status::{match_name, place, versus};
use crate::referee::Snapshot;
use crate::store::{ChannelId, MatchRow, Season, SeasonSettings};
use games::english::{cut, escape_markdown, list};
use games::{Cast, GameId};
use matches::Setup;

pub const NO_SUCH_MATCH: &str = "That match no longer exists.";

pub fn no_match_numbered(number: i64) -> String {
    format!(
        "This server has never had a match {number}. `/match list` and `/match status` show the \
         numbers."
    )
}

pub fn no_open_match_numbered(number: i64) -> String {
    format!(
        "No match {number} is open in this server. `/match list` shows the open ones with their \
         numbers."
    )
}

pub const NO_MATCH_HERE: &str =
    "There is no match in this channel. A host opens one with `/match new`.";

/// To somebody whose command fits no match of the channel. `places` are their own open matches,
/// from [`super::status::match_place`]; `direct`: they typed it in direct messages.
pub fn none_meant(places: &[String], direct: bool) -> String {
    match places {
        [] if direct => "You have no open match. `/practice` plays a game against the computer, \
                         right here."
            .to_owned(),
        [] => NO_MATCH_HERE.to_owned(),
        places => format!(
            "Which of your matches do you mean? {}. Type the command in that channel.",
            places.join("; ")
        ),
    }
}

pub const MATCH_OVER: &str = "This match is over. The last post in its channel shows the result.";

pub const NOT_IN_MATCH: &str =
    "You aren't in this match, so there's nothing for you to do. Enjoy watching!";

/// To somebody who typed another game's command than that of the match which they seem to mean;
/// this is it.
pub fn other_game(played: &MatchRow) -> String {
    format!(
        "The match in {} is {}. Use that game's command, or `/act`.",
        place(played),
        title(played.setup.game)
    )
}

pub fn no_such_game(typed: &str) -> String {
    let known: Vec<String> = GameId::ALL.iter().map(|id| title(*id).to_owned()).collect();
    format!(
        "There's no game called “{}”. The games are {}.",
        escape_markdown(&cut(typed.trim(), 40)),
        list(&known, "and")
    )
}

/// To a host who wants to do something to a channel's match that is over, with its result on hold.
/// `plays`: they play in it and have no say. The names in `cast` must be safe in a post.
pub fn over_and_held(snapshot: &Snapshot, plays: bool, cast: &Cast) -> String {
    let what_to_do = if plays {
        format!(". {}", super::rights::HOST_IN_SEAT.to_owned())
    } else {
        format!(
            ". Post it with *{}* below the last post here. To change it first, go back with \
         `/ruling rewind`, or decide a tie with `/ruling settle`.",
            super::result::RELEASE_BUTTON
        )
    };
    format!(
        "This channel's match, {}, is over, but its result isn't posted yet{what_to_do}",
        match_name(snapshot, cast)
    )
}

/// To a host who wants to do something to a match in a channel without one. `places` are the
/// server's open matches, from [`match_place`].
pub fn none_open_here(places: &[String]) -> String {
    let none = "No match is open in this channel.";
    match places {
        [] => format!("{none} A host opens one with `/match new`."),
        places => format!(
            "{none} Type the command where one is:\n{}\nIf that channel is gone or wrong, `/match \
             move` brings the match here.",
            places.join("\n")
        ),
    }
}

/// Asks which of these matches moves to this channel. `places` are from [`match_place`], without
/// `more` for which there is no room. `is_here`: one is already in this channel.
pub fn ask_where_to_go_on(places: &[String], more: usize, is_here: bool) -> String {
    let more = match more {
        0 => String::new(),
        more => format!(
            " {more} more are open: `/match list` shows their numbers, and `number` picks one."
        ),
    };
    match places {
        [] if is_here => "The match is already in this channel. Type `/match move` in the channel \
             you want to move it to."
            .to_owned(),
        [] => match_list(&[]),
        [one] => format!("{one}. Move it to this channel? Everything in it stays as it is."),
        places => format!(
            "Which one do you want to move to this channel? Everything in it stays as it \
             is.{more}\n{}",
            places.join("\n")
        ),
    }
}

/// After that question, in a channel that the season uses for something else; else empty.
pub fn kept_for_other_posts(season: Option<&Season>, channel: ChannelId) -> String {
    let settings = season.map(|season| &season.settings);
    let is = |of: fn(&SeasonSettings) -> Option<ChannelId>| settings.and_then(of) == Some(channel);
    let posts = if is(|settings| settings.match_channel) {
        return String::new();
    } else if is(|settings| settings.audit_channel) {
        "audit log"
    } else if is(|settings| settings.announcement_channel) {
        "announcements"
    } else {
        return String::new();
    };
    format!("\n⚠️ This is the channel for the season's {posts}. Move the match here anyway?")
}

/// The button that moves a match to another channel.
pub fn go_on_here_button(setup: &Setup) -> String {
    let pair = versus(&setup.cast);
    match super::posts::for_nothing(setup) {
        Some(kind) => format!("Move the {} {pair} here", kind.to_lowercase()),
        None => format!("Move {pair} here"),
    }
}

pub fn match_list(lines: &[String]) -> String {
    match lines {
        [] => "No match is open in this server. A host opens one with `/match new`.".to_owned(),
        lines => lines.join("\n"),
    }
}

pub const NOTHING_TO_SUBMIT: &str = "No match is waiting for a choice from you.";

pub fn which_match(names: &[String]) -> String {
    format!(
        "Several matches are waiting for you: {}. Add the number of the one you mean, like `match: \
         3`. Nothing was submitted.",
        list(names, "and")
    )
}

/// The text for `match` fits none of the waiting matches; lists them.
pub fn no_waiting_match_called(typed: &str, names: &[String]) -> String {
    let typed: String = typed.chars().filter(|c| *c != '`').take(60).collect();
    format!(
        "`{typed}` isn't one of the matches waiting for you: {}. Give its number, like `match: 3`. \
         Nothing was submitted.",
        list(names, "and")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_asks_which_match_to_resume_or_says_why_not() {
        let places = ["A is open", "B is open"].map(str::to_owned);
        for (places, more, is_here, expected) in [
            (
                &places[..],
                3,
                false,
                "3 more are open: `/match list` shows their numbers",
            ),
            (&places[..], 0, true, "Everything in it stays as it is.\nA"),
            (&places[..1], 0, true, "A is open. Move it to this channel?"),
            (&[], 0, true, "The match is already in this channel."),
            (&[], 0, false, "No match is open in this server."),
        ] {
            let said = ask_where_to_go_on(places, more, is_here);
            assert!(said.contains(expected), "{said}");
            assert_eq!(said.contains("more are open"), more > 0, "{said}");
        }
    }
}
