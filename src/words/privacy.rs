//! What is said to whoever would be forgotten.

use super::{count_of, list};
use crate::referee::{ForgetRefusal, Part};

/// Asked back before somebody is forgotten.
pub fn confirm_forget() -> String {
    "**Have Dealer forget you?** Your account is taken out of every season's cast and every match that is over, with the private channels bound to you, your settings, your unfinished panels and what was written to you; garnets that you gave stay given, without your account beside them. The seasons' roles are taken back from you, and until that is done your account is kept for it alone, as it is where a channel that was closed to you during a match could not be opened again yet. Where the audit log or a reason names your account, it says “(forgotten)”. What stays: the name under which you played, in casts and matches; what you did as a host, with your account, in the audit log, the ledger and the matches that you hosted; and messages that are in Discord, the audit log's channel among them. This cannot be taken back.".to_owned()
}

pub const FORGET: &str = "Forget me";

pub fn forgotten(seasons: usize, matches: usize) -> String {
    format!(
        "Done. Your account was in {} and {} and is in none any more.",
        count_of(seasons, "cast", "casts"),
        count_of(matches, "match", "matches")
    )
}

/// Why somebody cannot be forgotten yet.
pub fn forget_refusal(why: &ForgetRefusal) -> String {
    let ForgetRefusal::InMatches(open) = why;
    let parts = [
        (Part::Plays, "you play in"),
        (Part::InCast, "you are in the cast of"),
        (Part::Left, "somebody was substituted for you in"),
        (
            Part::InWhatFollows,
            "you are in the cast of what follows the practice round",
        ),
    ];
    let reasons = parts.into_iter().filter_map(|(part, said)| {
        let of_part = open.iter().filter(|(_, of)| *of == part);
        let ids: Vec<String> = of_part.map(|(id, _)| format!("match {id}")).collect();
        (!ids.is_empty()).then(|| format!("{said} {}", list(&ids, "and")))
    });
    let reasons: Vec<String> = reasons.collect();
    let over = match open.len() {
        1 => "which is open. When it is over",
        _ => "which are open. When they are over",
    };
    format!(
        "Not yet: {}, {over}, ask again. Until then Dealer has to know whose account is whose there.",
        list(&reasons, "and")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MatchId;

    #[test]
    fn why_somebody_is_kept_is_what_they_have_to_do_with_a_match() {
        for (open, expected) in [
            (
                vec![(7, Part::InCast)],
                "Not yet: you are in the cast of match 7, which is open.",
            ),
            (
                vec![(3, Part::Plays), (7, Part::InCast), (8, Part::InCast)],
                "Not yet: you play in match 3 and you are in the cast of match 7 and match 8, which are open.",
            ),
            (
                vec![(4, Part::Left)],
                "Not yet: somebody was substituted for you in match 4, which is open.",
            ),
            (
                vec![(5, Part::InWhatFollows)],
                "the cast of what follows the practice round match 5, which is open.",
            ),
        ] {
            let open = open.into_iter().map(|(id, part)| (MatchId(id), part));
            let said = forget_refusal(&ForgetRefusal::InMatches(open.collect()));
            assert!(said.contains(expected), "{said}");
        }
    }
}
