//! A match that was declared void before it began: its choices stay secret.

/// Its last post; `said`: what happened, with a line break at its end.
pub fn called_off(said: &str, practice: bool) -> String {
    if practice && !said.is_empty() {
        return said.to_owned();
    }
    format!(
        "# Void: nobody wins\n{said}It was called off before it began. Any choices stay secret."
    )
}

/// To somebody who asks for its record or its boards.
pub const CALLED_OFF_UNSEEN: &str = "That match was called off before it began. Its choices stay secret, so it has no record or \
     replay.";

/// To somebody who chose before it, on their own post.
pub(super) fn called_off_choice(place: &str) -> String {
    format!(
        "The match in {place} was called off before it began. Any choice of yours stays \
         secret."
    )
}
