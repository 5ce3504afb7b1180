//! What is said to whoever would be forgotten.

use super::{count_of, list};
use crate::referee::ForgetRefusal;

/// Asked back before somebody is forgotten.
pub fn confirm_forget() -> String {
    "**Have Dealer forget you?** Your account is taken out of every season's cast and every match that is over, with the private channels bound to you, your settings, your unfinished panels and what was written to you; garnets that you gave stay given, without your account beside them. The seasons' roles are taken back from you, and until that is done your account is kept for it alone, as it is where a channel that was closed to you during a match could not be opened again yet. Where the audit log or a reason names your account, it says “(forgotten)”. What stays: the name under which you played, in casts and matches; what you did as a host, with your account, in the audit log, the ledger and the matches that you hosted; and messages that are in Discord, the audit log's channel among them. This cannot be taken back.".to_owned()
}

/// In the log, in the place of an account that was forgotten.
pub const FORGOTTEN: &str = "(forgotten)";

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
    let open: Vec<String> = open.iter().map(|id| format!("match {}", id.0)).collect();
    format!(
        "You take part in an open match, or did until somebody was substituted for you ({}). When it is over, ask again.",
        list(&open, "and")
    )
}
