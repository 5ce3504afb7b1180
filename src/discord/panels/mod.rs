//! What single games add to people's panels and to the posts of their prompts: a file a game. What suits any game is in `controls`.

mod crossfire;
mod gridlock;
mod roundabout;

use serenity::all::CreateActionRow;

use crate::games::{Cast, Control, Offer, Party, View};
use crate::store::MatchId;

/// A prompt for which controls are wanted.
pub struct Wanted<'a> {
    pub match_id: MatchId,
    pub prompt: u32,
    pub whose: Party,
    pub control: &'a Control,
    pub offers: &'a [Offer],
    pub cast: &'a Cast,
    /// The beginning of an action that was chosen first, without the blank after it; empty when none was.
    pub beginning: &'a str,
    /// The offers that begin like that; none when nothing was chosen.
    pub narrowed: &'a [Offer],
}

/// The controls with which a prompt is answered, at most five rows. `view` is what the one who sees them may see.
pub fn rows(view: &View, wanted: &Wanted) -> Vec<CreateActionRow> {
    match view {
        View::Roundabout(view) => roundabout::rows(view, wanted),
        View::Gridlock(view) => gridlock::rows(view, wanted),
        View::Crossfire(view) => crossfire::rows(view, wanted),
    }
}
