//! Sentences for somebody who wants to be forgotten.

use super::status::match_number;
use super::times::yes_or_no;
use crate::referee::{ForgetRefusal, PartInMatch};
use games::english::{count_of, list};

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
        super::setup::TOGGLES
    )
}

pub const CONFIRM_MOVES_BUTTON: &str = "Confirm my moves";

pub const TEXT_BOARDS_BUTTON: &str = "Text boards";

/// What somebody confirms before they are forgotten.
pub const CONFIRM_FORGET: &str = "**Have Dealer forget you?** This can't be undone.\n\
     **Removed:**\n\
     - your account in all casts and finished matches; in the audit log and in reasons it becomes \
     “(forgotten)”\n\
     - your private channels, settings, unfinished panels, and what Dealer wrote to you\n\
     - your season roles, and your account in the list of garnets you gave\n\
     **Kept a little longer:** your account, until your roles are removed and every channel that \
     was locked for you is unlocked\n\
     **Kept:**\n\
     - the name you played under, and what you did and wrote in matches\n\
     - what you did as a host, with your account: in the audit log, the ledger and the matches you \
     hosted\n\
     - messages in Discord, including the audit log's channel";

pub const FORGET: &str = "Forget me";

pub fn forgotten(seasons: usize, matches: usize) -> String {
    format!(
        "Done. Your account was removed from {} and {}.",
        count_of(seasons, "cast", "casts"),
        count_of(matches, "match", "matches")
    )
}

/// Why somebody cannot be forgotten yet.
pub fn forget_refusal(why: &ForgetRefusal) -> String {
    let ForgetRefusal::InMatches(open) = why;
    let parts = [
        (PartInMatch::Plays, "you play in"),
        (PartInMatch::InCast, "you are in the cast of"),
        (PartInMatch::Left, "someone replaced you in"),
        (
            PartInMatch::InWhatFollows,
            "you are in the match that follows",
        ),
    ];
    let reasons = parts.into_iter().filter_map(|(part, said)| {
        let of_part = open.iter().filter(|(_, of)| *of == part);
        let named: Vec<String> = of_part.map(|(name, _)| match_number(*name)).collect();
        (!named.is_empty()).then(|| format!("{said} {}", list(&named, "and")))
    });
    let reasons: Vec<String> = reasons.collect();
    let over = match open.len() {
        1 => "which is open. Once it's over",
        _ => "which are open. Once they're over",
    };
    format!(
        "Not yet: {}, {over}, try again. Dealer needs your account there until then.",
        list(&reasons, "and")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MatchName;

    #[test]
    fn a_kept_person_reads_their_part_in_the_match() {
        for (open, expected) in [
            (
                vec![(7, PartInMatch::InCast)],
                "Not yet: you are in the cast of match 7, which is open.",
            ),
            (
                vec![
                    (3, PartInMatch::Plays),
                    (7, PartInMatch::InCast),
                    (8, PartInMatch::InCast),
                ],
                "Not yet: you play in match 3 and you are in the cast of match 7 and match 8, \
                 which are open.",
            ),
            (
                vec![(4, PartInMatch::Left)],
                "Not yet: someone replaced you in match 4, which is open.",
            ),
            (
                vec![(5, PartInMatch::InWhatFollows)],
                "you are in the match that follows match 5, which is open.",
            ),
        ] {
            let open = open
                .into_iter()
                .map(|(number, part)| (MatchName::Numbered(number), part));
            let said = forget_refusal(&ForgetRefusal::InMatches(open.collect()));
            assert!(said.contains(expected), "{said}");
        }
    }
}
