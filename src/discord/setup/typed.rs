//! What was typed into the forms of a set-up panel and not taken: it is shown again, so that nobody
//! types it twice.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{SetupDraft, options_form, times_form};
use crate::words;

/// What was typed and could not be taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    /// The lines of the form of options.
    #[serde(default)]
    pub options: Option<String>,
    /// The fields of the forms of times, by their names.
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
}

impl Typed {
    /// None where nothing is left.
    pub fn kept(self) -> Option<Typed> {
        (self != Typed::default()).then_some(self)
    }
}

/// Why what was typed was not taken, and what its host can do; None where nothing waits. A match is
/// not opened while something does.
pub fn refused(draft: &SetupDraft) -> Option<String> {
    let wrong = [options_form::refused(draft), times_form::refused(draft)];
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    (!wrong.is_empty()).then(|| words::form_kept(&wrong.join(" ")))
}
