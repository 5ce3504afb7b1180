//! Answers to text in a command or a direct message: what counted, for which match, or why nothing
//! did.

use crate::referee::{ActReceipt, StoppedLine};
use games::english::list;
use games::{Cast, GameId};

/// Says which actions were taken. Of several choices, only the last is named.
pub fn taken(game: GameId, acted: &ActReceipt, cast: &Cast) -> String {
    let is_hiding = |act: &String| act.starts_with("hide ");
    let (acts, one) = match acted.acts.as_slice() {
        acts @ [_, .., last] if acts.iter().all(is_hiding) => {
            (std::slice::from_ref(last), " Only the last tile counts.")
        }
        acts => (acts, ""),
    };
    let mut said = format!("Got it: {}.{one}", done(game, acts, cast));
    if let Some(stopped) = &acted.stopped {
        said.push_str(&format!(" Then I stopped: {}", stopped_at(stopped)));
    }
    said
}

/// Why a line of several actions stopped at this one, and which actions were not tried.
pub fn stopped_at(stopped: &StoppedLine) -> String {
    let StoppedLine { text, why, rest } = stopped;
    let code = |text: &str| format!("`{}`", text.trim().replace('`', "'"));
    let rest: Vec<String> = rest.iter().map(|text| code(text)).collect();
    let rest = if rest.is_empty() {
        String::new()
    } else {
        format!(" I didn't try the rest: {}.", rest.join(", "))
    };
    let why = super::refusals::act_refusal(why);
    format!("{} wasn't done. {why}{rest}", code(text))
}

/// Why no action of a line was taken: its first one, `text`, was refused.
pub fn first_of_line(text: &str, why: &str) -> String {
    let text = text.replace('`', "'");
    format!("Nothing in that line was done, because of `{text}`. {why}")
}

/// Says which answer was taken, in words.
pub fn answered(own: &str) -> String {
    format!("Got it: you answered {own}.")
}

/// What was taken of a choice before a match. The linked message shows and changes it.
pub fn taken_in(taken: &str, link: &str) -> String {
    format!("{taken} {}", always_in(link))
}

/// Says actions to the person who did them: `you played a 4 and ended your turn`.
pub(super) fn done(game: GameId, acts: &[String], cast: &Cast) -> String {
    let done = |act: &String| {
        let notation = || format!("`{}`", act.replace('`', "'"));
        game.done(act, cast).unwrap_or_else(notation)
    };
    let mut acts: Vec<String> = acts.iter().map(done).collect();
    if acts.first().is_some_and(|first| first.starts_with("you ")) {
        for act in acts.iter_mut().skip(1) {
            *act = act.strip_prefix("you ").unwrap_or(act).to_owned();
        }
    }
    list(&acts, "and")
}

/// Why a typed choice before a match is refused; then whether an earlier choice is in, if there can
/// be one, and the message that shows it.
pub fn not_taken(refused: &str, is_in: Option<bool>, link: Option<&str>) -> String {
    let stands = match (is_in, link) {
        (None, _) => return refused.to_owned(),
        (Some(true), None) => "Your choice hasn't changed.".to_owned(),
        (Some(true), Some(link)) => format!("Your choice hasn't changed. {}", always_in(link)),
        (Some(false), None) => "You haven't submitted anything yet.".to_owned(),
        (Some(false), Some(link)) => {
            format!("You haven't submitted anything yet. Choose here: {link}")
        }
    };
    format!("{refused} {stands}")
}

/// To somebody who types a choice while no match waits for it. `ranked`: both have ranked in one of
/// their matches. `plays`: one of their matches is live.
pub fn nothing_typed_for(ranked: bool, plays: bool) -> String {
    let mut said = "Hi! Nothing needs a choice from you right now. `/practice` plays a game, \
                    `/help` shows the rest."
        .to_owned();
    if ranked {
        said.push_str(" Your ranking is final, since both are in.");
    }
    if plays {
        said.push_str(
            " If it's your turn in a match, use its buttons, or type `/act` in its channel or \
             here.",
        );
    }
    said
}

/// Before the answer to what somebody typed in a direct message: which match it was taken for, from
/// [`super::choices::this_match`].
pub fn typed_for(this: &str) -> String {
    format!("For {this}:\n")
}

/// To somebody who typed a choice for `this` match where they practise, or just did. `fits`: there
/// is a button to choose it there.
pub fn perhaps_for_practice(this: &str, fits: bool) -> String {
    let instead = if fits {
        "press the button"
    } else {
        "use the buttons in its message, or type `/submit`"
    };
    format!(
        "I didn't use that, since you may mean your practice here. Is it for {this}? Then \
         {instead}."
    )
}

/// To somebody whose text fits no match that waits for them: why it is no move in the practice
/// match `live`, and where they choose for the `others`.
pub fn fits_nothing(refused: &str, live: &str, others: &[String]) -> String {
    format!(
        "I tried that in **{live}**: {refused}\nFor {}, use the buttons in its message, or type \
         `/submit`.",
        list(others, "and")
    )
}

/// To somebody who typed a direct message to Dealer while several matches wait for a choice of
/// theirs.
pub fn typed_for_which(names: &[String]) -> String {
    format!(
        "Several matches are waiting for you: {}. Use the buttons in the right match's message, or \
         type `/submit`. Nothing was submitted.",
        list(names, "and")
    )
}

/// To a safe player who types a choice after their matches have begun: what became of it in each,
/// from [`super::choices::settled`].
pub fn typed_too_late(settled: &[String]) -> String {
    format!(
        "That came too late, so I ignored it. {}",
        settled.join("\n")
    )
}

/// To somebody who changed a message that Dealer had read.
pub const EDITED_AFTER: &str = "You edited this message after I read it, so the edit doesn't \
     count. Send a new message instead.";

/// To somebody who edited a message before Dealer, which was offline, had read it.
pub const TYPED_WAS_EDITED: &str = "You edited this message before I could read it, so I ignored \
     it. Please send it again as a new message.";

fn always_in(link: &str) -> String {
    format!("Until choices close, you can change yours here: {link}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MatchId;
    use crate::words::tests::cast;

    #[test]
    fn an_answer_to_several_tiles_says_which_one_counts() {
        for (acts, expected) in [
            (&["hide B2"][..], "Got it: you're hiding on B2."),
            (
                &["hide B2", "hide B3"],
                "Got it: you're hiding on B3. Only the last tile counts.",
            ),
            (
                &["choose first", "left", "up"],
                "Got it: you move first, moved the Guard left and moved the Guard up.",
            ),
        ] {
            let acted = ActReceipt {
                match_id: MatchId(1),
                acts: acts.iter().map(|act| act.to_string()).collect(),
                stopped: None,
            };
            let gridlock = GameId::read("gridlock").unwrap();
            assert_eq!(taken(gridlock, &acted, &cast()), expected);
        }
    }
}
