//! What single games add to people's panels and to the posts of their prompts: a file a game. What suits any game is in `controls`.

mod gridlock;
mod short_circuit;

use serenity::all::{CreateActionRow, CreateInteractionResponse};

use super::controls;
use super::panel::Panel;
use super::pressed::By;
use super::{Data, Fault};
use crate::games::{Control, Offer, Party, View};
use crate::referee::Look;
use crate::store::MatchId;

/// A prompt for which controls are wanted.
pub struct Wanted<'a> {
    pub match_id: MatchId,
    pub prompt: u32,
    pub whose: Party,
    pub control: &'a Control,
    pub offers: &'a [Offer],
}

/// What a step in a game's own panel is answered with.
pub enum Stepped {
    Panel(Panel),
    Form(CreateInteractionResponse),
}

/// The controls with which a prompt is answered, at most five rows. `view` is what the one who sees them may see.
pub fn rows(view: &View, wanted: &Wanted) -> Vec<CreateActionRow> {
    match view {
        View::Gridlock(view) => gridlock::rows(view, wanted),
        View::ShortCircuit(_) => controls::rows(wanted, None),
    }
}

/// A game's own panel for somebody who takes part, whether anything is asked of them or not; None where the usual one is right.
pub async fn own(data: &Data, look: &Look, account: u64) -> Result<Option<Panel>, Fault> {
    match &look.view {
        View::Gridlock(_) => Ok(None),
        View::ShortCircuit(view) => short_circuit::panel(data, look, view, account).await,
    }
}

/// Takes a step in a game's own panel. None for one that leads nowhere any more.
pub async fn step(
    data: &Data,
    look: &Look,
    by: &By<'_>,
    step: &str,
) -> Result<Option<Stepped>, Fault> {
    match &look.view {
        View::Gridlock(_) => Ok(None),
        View::ShortCircuit(view) => short_circuit::step(data, look, view, by, step).await,
    }
}

/// The action that somebody has put together in a game's own panel, as notation.
pub async fn drafted(data: &Data, look: &Look, account: u64) -> Result<Option<String>, Fault> {
    match &look.view {
        View::Gridlock(_) => Ok(None),
        View::ShortCircuit(view) => short_circuit::drafted(data, look, view, account).await,
    }
}

/// The question that comes before an act that cannot be taken back, where a game asks one; None when it cannot be taken now.
pub fn confirm(look: &Look, act: &str) -> Option<Panel> {
    match &look.view {
        View::Gridlock(_) => None,
        View::ShortCircuit(view) => short_circuit::ask_back(look, view, act),
    }
}
