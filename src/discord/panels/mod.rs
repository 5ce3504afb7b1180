//! What single games add to people's panels, to the posts of their prompts and to the set-up panel: a file a game. What suits any game is in `controls`.

mod crossfire;
mod desk;
mod gridlock;
mod invitational;
mod roundabout;

pub use desk::{Controls, Desk, take_step};

use serenity::all::CreateActionRow;

use super::controls;
use super::press::Press;
use crate::games::{Control, GameId, GivenOptions, Offer, Party, View};
use crate::store::MatchId;

/// A prompt for which controls are wanted.
pub struct Wanted<'a> {
    pub match_id: MatchId,
    pub prompt: u32,
    pub whose: Party,
    pub control: &'a Control,
    pub offers: &'a [Offer],
}

/// The controls with which a prompt is answered, at most five rows. `view` is what the one who sees them may see.
pub fn rows(view: &View, wanted: &Wanted) -> Vec<CreateActionRow> {
    match view {
        View::Gridlock(view) => gridlock::rows(view, wanted),
        View::Crossfire(view) => crossfire::rows(view, wanted),
        View::Roundabout(_) | View::Invitational(_) => controls::rows(wanted, None),
    }
}

/// Whether a panel's picture stays as it is while its prompt is open, whatever is done.
pub fn keeps_picture(view: &View) -> bool {
    match view {
        // No picture is drawn while somebody drives.
        View::Roundabout(view) => view.turn.is_some(),
        View::Gridlock(_) | View::Crossfire(_) | View::Invitational(_) => false,
    }
}

/// A row of a game's own in the panel in which a host sets a match up, with what is set already.
pub fn setup_row(game: GameId, options: &GivenOptions, press: Press) -> Option<CreateActionRow> {
    match game {
        GameId::Crossfire => Some(crossfire::setup_row(options, press)),
        // Roundabout has a page of its own for its entourages.
        GameId::Roundabout | GameId::Gridlock | GameId::Invitational => None,
    }
}

/// What the host chose in that row becomes options.
pub fn set_up(game: GameId, options: &mut GivenOptions, values: &[String]) {
    match game {
        GameId::Crossfire => crossfire::set_up(options, values),
        GameId::Roundabout | GameId::Gridlock | GameId::Invitational => {}
    }
}
