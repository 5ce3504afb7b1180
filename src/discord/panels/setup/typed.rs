//! What was typed into the forms of a set-up panel and not taken: it is shown again, so that nobody
//! types it twice.

use super::{SetupDraft, options_form, times_form};
use crate::words;

/// Why what was typed was not taken, and what its host can do; None where nothing waits. A match is
/// not opened while something does.
pub fn refused(draft: &SetupDraft) -> Option<String> {
    let wrong = [options_form::refused(draft), times_form::refused(draft)];
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    (!wrong.is_empty()).then(|| words::form_kept(&wrong.join(" ")))
}
