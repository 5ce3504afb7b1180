//! What one person is told in private when they act, press or ask.

pub const UNKNOWN_CONTROL: &str =
    "That button or menu is too old to work. Use the newest post in the match's channel.";

/// About a control that is older than the backup from which the database was restored.
pub const CONTROL_LOST: &str = "Dealer has been restored from a backup since then, so that no \
     longer works. Use the newest posts, or type the command again.";

/// As [`CONTROL_LOST`], in front of somebody's panel.
pub const PANEL_LOST: &str = "Dealer has been restored from a backup since then, so that no \
     longer works. Here's where the match stands now:";

/// In front of somebody's panel who pressed a control of a prompt that is over.
pub const OUTDATED_PROMPT: &str =
    "That button is from earlier and no longer works. Here's what you can do now:";

pub const FAULT: &str =
    "Something went wrong on Dealer's side, not yours, and nothing was done. Please try again.";

/// Like [`FAULT`], if something may have been changed.
pub const UNKNOWN_FAULT: &str = "Something went wrong on Dealer's side, not yours. It may have \
     worked anyway, so check before you try again. A move never counts twice.";

/// Discord was tried for a while and did not answer.
pub const DISCORD_AWAY: &str = "Discord isn't answering right now, so this may not have worked. \
     Wait a minute, check, and try again.";

/// A form cannot be shown any more: Discord had to be asked something first, and was slow.
pub const FORM_TOO_LATE: &str =
    "Discord was slow, so the form couldn't open. Please press the button again.";

/// After a refusal: what somebody typed, so that they can copy and fix it.
pub fn typed_back(typed: &str) -> String {
    let typed = typed.replace('`', "'");
    format!("\nHere's what you typed, so you can copy and fix it:\n```\n{typed}\n```")
}

/// As [`typed_back`], for a text with mentions, which can be read outside of a code block; copied,
/// they are mentions again. `typed` must be safe in a post.
pub fn mentions_back(typed: &str) -> String {
    let typed = typed.replace('\n', "\n> ");
    format!("\nHere's what you typed, so you can copy and fix it:\n> {typed}")
}

/// A refusal with what was typed, if the refusal doesn't quote it. Nobody has to copy a number.
pub fn with_typed(said: &str, typed: &str) -> String {
    match typed.trim() {
        "" => said.to_owned(),
        typed if typed.parse::<u64>().is_ok() => said.to_owned(),
        typed if said.contains(typed) => said.to_owned(),
        typed => said.to_owned() + &typed_back(typed),
    }
}

/// Like [`typed_back`], for a text that doesn't fit into a message.
pub const TYPED_IN_FILE: &str = "\nWhat you typed is in this file, so you can copy and fix it.";

pub const TOO_FAST: &str =
    "You're going too fast, so nothing was done. Wait a few seconds and try again.";

/// A command in a form that Dealer no longer has.
pub const OLD_COMMAND: &str = "Your Discord still shows an older version of that command. Restart \
     Discord (or press Ctrl+R), then type it again.";

pub const NEVER_MIND: &str = "OK, everything stays as it is.";
