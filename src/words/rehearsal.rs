//! Rehearsals: what a host is told before one, and what everybody sees of one.

use super::catalogue::title;
use crate::store::ChannelId;
use games::GameId;

pub const REHEARSE_BUTTON: &str = "Rehearse";

pub const START_REHEARSAL_BUTTON: &str = "Start the rehearsal";

/// The page on which a rehearsal is started; `pairing` is under names that are safe in a post.
pub fn rehearsal_page(game: GameId, pairing: &str, channel: ChannelId) -> String {
    let plays = if game.catalogue().seats {
        "The computer plays both seats and chooses for the safe players."
    } else {
        "The computer answers for everyone, and then it closes."
    };
    format!(
        "**A rehearsal of {}**: {pairing}.\n\
         It plays the match with these options and times, for everyone in <#{channel}> to see. \
         {plays} \
         Nobody in the cast is asked, pinged or messaged, and it doesn't count. \
         It starts right away, whatever the start time, with made-up faces.\n\
         - `/match pause` and `/match resume` stop it and continue it.\n\
         - `/ruling rewind` goes back, and `/ruling substitute` gives you a seat.\n\
         - `/match void` ends it.\n\
         This panel keeps everything you've set for the match itself.\n",
        title(game)
    )
}

/// Above the panel, when it has been started.
pub fn rehearsal_opened(channel: ChannelId) -> String {
    format!(
        "✅ The rehearsal has begun in <#{channel}>. When it's over (`/match void` ends it), open \
         the match itself here.\n"
    )
}

/// On the card.
pub const REHEARSAL_ON_CARD: &str =
    "**Rehearsal**: the computer plays and it doesn't count. Nobody needs to do anything.";

/// To somebody who would play in one.
pub const ONLY_A_REHEARSAL: &str = "This is a rehearsal: the computer plays, so there's nothing \
     for you to do. Players are asked when the match itself opens.";
