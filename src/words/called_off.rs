//! A match that was declared void before it began: what was chosen for it goes on being secret.

/// Its last post; `said`: what happened, with a line break at its end.
pub fn called_off(said: &str) -> String {
    format!(
        "{said}# Void\nThe match ends without a winner: it was called off before it began. What was chosen for it stays secret."
    )
}

/// To whoever asks for its record or its boards.
pub fn called_off_unseen() -> String {
    "That match was called off before it began: what was chosen for it stays secret, so it has no record and no replay."
        .to_owned()
}

/// To whoever chose before it, on their own post.
pub(super) fn called_off_choice(channel: u64) -> String {
    format!(
        "The match in <#{channel}> is over: it was called off before it began. What you chose for it stays secret."
    )
}
