//! Rehearsals: what a host is told before one, and what everybody sees of one.

use super::title;
use games::GameId;

pub fn rehearse_button() -> &'static str {
    "Rehearse"
}

pub fn start_rehearsal_button() -> &'static str {
    "Start the rehearsal"
}

/// The page on which a rehearsal is started; `pairing` is under names that are safe in a post.
pub fn rehearsal_page(game: GameId, pairing: &str, channel: u64) -> String {
    format!(
        "**A rehearsal of {}**: {pairing}.\n\
         Everybody who sees <#{channel}> sees it there, as the match will be, with these options and times. The computer plays both seats and chooses for the safe players. \
         Nobody of the cast is asked, called or written to, and it counts for nothing. It begins at once, without an appointed start, and with made-up faces.\n\
         `/match pause` stops it and `/match resume` lets it go on, `/ruling rewind` takes it back, `/ruling substitute` gives you a seat, and `/match void` ends it. \
         This panel keeps all that you have set for the match itself.\n",
        title(game)
    )
}

/// Above the panel, when it has been started.
pub fn rehearsal_opened(channel: u64) -> String {
    format!(
        "✅ The rehearsal runs in <#{channel}>. When it is over, or ended with `/match void`, the match itself can be opened here.\n"
    )
}

/// On the card.
pub fn rehearsal_on_card() -> &'static str {
    "**Rehearsal**: the computer plays, nobody needs to do anything, and it counts for nothing.\n"
}

/// To whoever would play in one.
pub fn only_a_rehearsal() -> String {
    "This is a rehearsal: the computer plays, and there is nothing for you to do. Whoever takes part is called when the match itself is open.".to_owned()
}
