//! What somebody typed in a command or a direct message: what was taken of it, for which match it
//! was, and why nothing was.

use super::list;
use crate::referee::Stopped;
use games::{Cast, Seat};

/// Actions were taken, one after the other; of several places to hide the last one.
pub fn taken(acts: &[String], stopped: Option<&Stopped>, cast: &Cast) -> String {
    let is_hiding = |act: &String| act.starts_with("hide ");
    let (acts, one) = match acts {
        [_, .., last] if acts.iter().all(is_hiding) => {
            (std::slice::from_ref(last), " One tile counts, the last.")
        }
        acts => (acts, ""),
    };
    let acts = acts.iter().map(|act| {
        let typed = format!("`{}`", act.replace('`', "'"));
        match in_words(act, cast) {
            Some(said) => format!("{said} ({typed})"),
            None => typed,
        }
    });
    let mut said = format!("Taken: {}.{one}", acts.collect::<Vec<_>>().join(", "));
    if let Some(stopped) = stopped {
        said.push_str(&format!(" Then it stopped: {}", stopped_at(stopped)));
    }
    said
}

/// Why a line of several actions stopped at this one, and what was not tried after it.
pub fn stopped_at(stopped: &Stopped) -> String {
    let Stopped { text, why, rest } = stopped;
    let code = |text: &str| format!("`{}`", text.trim().replace('`', "'"));
    let rest: Vec<String> = rest.iter().map(|text| code(text)).collect();
    let rest = match rest.is_empty() {
        true => String::new(),
        false => format!(" Not tried after it: {}.", rest.join(", ")),
    };
    let why = super::act_refusal(why);
    format!("{} wasn't done. {why}{rest}", code(text))
}

/// Why nothing of a line of several actions was done: its first one, this text, is not taken.
pub fn first_of_line(text: &str, why: &str) -> String {
    let text = text.replace('`', "'");
    format!("Nothing of that line was done: it stopped at `{text}`. {why}")
}

/// As [`taken`], of a choice before a match: the message behind the link goes on saying what counts
/// of it.
pub fn taken_in(acts: &[String], stopped: Option<&Stopped>, link: &str, cast: &Cast) -> String {
    format!("{} {}", taken(acts, stopped, cast), always_in(link))
}

/// What an action is whose notation has a seat in the place of a name, or that is made by whoever
/// does not play and need not know notation; None for any other.
pub(super) fn in_words(act: &str, cast: &Cast) -> Option<String> {
    match act.split_once(' ')? {
        ("first", seat) => {
            let seat = Seat::read(seat)?;
            Some(format!("{} goes first", cast.seat_name(seat)))
        }
        ("hide", tile) => Some(format!("hiding on {tile}")),
        _ => None,
    }
}

/// Behind why a typed choice before a match is not taken: whether one of theirs is in, where one
/// may be, and the message that goes on saying what counts.
pub fn not_taken(refused: &str, is_in: Option<bool>, link: Option<&str>) -> String {
    let stands = match is_in {
        None => return refused.to_owned(),
        Some(true) => "Nothing was changed: what was in from you still counts.",
        Some(false) => "Nothing is handed in from you yet.",
    };
    let where_it_stands = link.map(|link| format!(" {}", always_in(link)));
    format!("{refused} {stands}{}", where_it_stands.unwrap_or_default())
}

/// To somebody who chooses while no match waits for a choice of theirs. `ranked`: both have ranked
/// in a match of theirs. `plays`: in one that is live.
pub fn nothing_typed_for(ranked: bool, plays: bool) -> String {
    let mut said =
        "No match waits for a choice of yours, so nothing was done with that.".to_owned();
    if ranked {
        said.push_str(" Your ranking counts as it was when both were in.");
    }
    if plays {
        said.push_str(
            " If it is your turn in a match, press its buttons, or type `/act` in its channel or here.",
        );
    }
    said
}

/// In front of what came of something typed by somebody for whom several matches wait, of which it
/// fits this one alone.
pub fn typed_for(name: &str) -> String {
    format!("This fits one of the matches that wait for you, **{name}**.\n")
}

/// To somebody who typed a direct message to Dealer while several matches wait for a choice of
/// theirs.
pub fn typed_for_which(names: &[String]) -> String {
    format!(
        "Several matches wait for you: {}. Press a control in the message of the one that you mean, or type `/submit`. Nothing was submitted.",
        list(names, "and")
    )
}

/// To a safe player who types a choice when the matches they were asked in have begun: what became
/// of it in each, as [`super::settled`] says it.
pub fn typed_too_late(settled: &[String]) -> String {
    format!(
        "That came too late, so nothing was done with it. {}",
        settled.join("\n")
    )
}

/// To somebody who changed a message that Dealer had read.
pub fn edited_after() -> String {
    "You edited this message after Dealer had read it as it was at first. To choose otherwise, type it in a new message."
        .to_owned()
}

/// To somebody who changed what they had typed to Dealer before Dealer, which was away at first,
/// had read it.
pub fn typed_was_edited() -> String {
    "You edited this message before Dealer had read it, so it is not known what it said at first, and nothing was done with it. Type your choice once more."
        .to_owned()
}

pub fn nothing_to_submit() -> String {
    "No match waits for a choice of yours.".to_owned()
}

pub fn which_match(names: &[String]) -> String {
    format!(
        "Several matches wait for you: {}. Say which with its number in `match`, such as `match: 3`. Nothing was submitted.",
        list(names, "and")
    )
}

/// What was typed for `match` names none of the matches that wait; they are listed.
pub fn no_waiting_match_called(typed: &str, names: &[String]) -> String {
    let typed: String = typed.chars().filter(|c| *c != '`').take(60).collect();
    format!(
        "`{typed}` names none of the matches that wait for you: {}. Say which with its number, such as `match: 3`. Nothing was submitted.",
        list(names, "and")
    )
}

fn always_in(link: &str) -> String {
    format!("What counts, and the controls, are always in this message: {link}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tests::cast;

    #[test]
    fn of_several_tiles_the_one_that_counts_is_told() {
        for (acts, expected) in [
            (&["hide B2"][..], "Taken: hiding on B2 (`hide B2`)."),
            (
                &["hide B2", "hide B3"],
                "Taken: hiding on B3 (`hide B3`). One tile counts, the last.",
            ),
            (&["left", "right"], "Taken: `left`, `right`."),
        ] {
            let acts: Vec<String> = acts.iter().map(|act| act.to_string()).collect();
            assert_eq!(taken(&acts, None, &cast()), expected);
        }
    }
}
