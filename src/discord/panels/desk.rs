//! Prompts that are answered in several steps. A panel for them is built from the match and from a
//! draft that the store keeps for each person, so that it can be built again at any time, after a
//! restart too.

use serenity::all::CreateActionRow;

use super::{Wanted, invitational, roundabout};
use crate::games::{Author, Cast, Offer, Party, Prompt, View};
use crate::matches::TimeRefusal;
use crate::referee::{Core, Look};
use crate::store::{MatchId, StoreError};

/// What a panel is built from: one person's side of a match.
pub struct Desk {
    pub id: MatchId,
    pub look: Look,
    /// What is asked of this person.
    pub prompt: Prompt,
    pub offers: Vec<Offer>,
    /// What they have put together so far for this prompt, as the game's own panel wrote it.
    pub draft: Option<String>,
}

/// What a game's own panel says below the question, and its controls: at most five rows.
pub struct Controls {
    pub said: String,
    pub rows: Vec<CreateActionRow>,
}

impl Desk {
    /// Looks at a match for somebody; None when nothing is asked of them.
    ///
    /// # Errors
    /// What the store says.
    pub fn of(core: &mut Core, id: MatchId, account: u64) -> Result<Option<Desk>, StoreError> {
        let Some(look) = core.look(id, account, false)? else {
            return Ok(None);
        };
        let Some(prompt) = look.mine.clone() else {
            return Ok(None);
        };
        let draft = core.store().read(|tx| tx.panel_draft(id, account))?;
        Ok(Some(Desk {
            id,
            offers: core.offers(id, prompt.who, "")?,
            draft: draft
                .filter(|(drafted, _)| *drafted == prompt.id)
                .map(|(_, body)| body),
            look,
            prompt,
        }))
    }

    /// The prompt for controls that suit any game.
    pub fn wanted(&self) -> Wanted<'_> {
        Wanted {
            match_id: self.id,
            prompt: self.prompt.id,
            whose: self.prompt.who,
            control: &self.prompt.control,
            offers: &self.offers,
        }
    }

    pub fn cast(&self) -> &Cast {
        self.look.cast()
    }

    /// The game's own controls; None where the prompt's kind of control says enough. `refused`: the
    /// action that was pressed last and is not possible.
    pub fn controls(&self, refused: Option<&str>) -> Option<Controls> {
        match &self.look.view {
            View::Gridlock(_) | View::ShortCircuit(_) | View::Crossfire(_) => None,
            View::Roundabout(view) => roundabout::controls(self, view, refused),
            View::Invitational(view) => invitational::controls(self, view),
        }
    }

    /// The draft after a step; None for a step that leads nowhere. `value` is what was chosen, if
    /// the step is a menu.
    fn step(&self, step: &str, value: Option<&str>) -> Option<String> {
        match &self.look.view {
            View::Gridlock(_) | View::ShortCircuit(_) | View::Crossfire(_) => None,
            View::Roundabout(_) => roundabout::step(self, value),
            View::Invitational(view) => invitational::step(self, view, step, value),
        }
    }

    /// What stands in the form in which this prompt's answer is typed: what they have put together,
    /// or what is in from them. None where the form is empty at first.
    pub fn to_type(&self) -> Option<String> {
        match &self.look.view {
            View::Roundabout(_)
            | View::Gridlock(_)
            | View::ShortCircuit(_)
            | View::Crossfire(_) => None,
            View::Invitational(view) => invitational::to_type(self, view),
        }
    }

    /// The action that the draft stands for, as notation; it is handed in by a button, or counts
    /// before a match when the time is up.
    pub fn drafted(&self) -> Option<String> {
        match &self.look.view {
            // In Roundabout every step that is complete is an action.
            View::Roundabout(_)
            | View::Gridlock(_)
            | View::ShortCircuit(_)
            | View::Crossfire(_) => None,
            View::Invitational(view) => invitational::drafted(self, view),
        }
    }
}

/// Takes a step that was made at a time in somebody's panel. False when it is not theirs to take
/// any more, or comes too late to count.
///
/// # Errors
/// What the store says.
pub fn take_step(
    core: &mut Core,
    (id, prompt): (MatchId, u32),
    account: u64,
    (step, value): (&str, Option<&str>),
    made_at_ms: u64,
) -> Result<bool, StoreError> {
    let desk = Desk::of(core, id, account)?.filter(|desk| desk.prompt.id == prompt);
    let Some(mut desk) = desk else {
        return Ok(false);
    };
    if is_too_late(core, &desk, made_at_ms)? {
        return Ok(false);
    }
    let Some(draft) = desk.step(step, value) else {
        return Ok(false);
    };
    desk.draft = Some(draft.clone());
    let act = desk.drafted();
    core.store().write(|tx| {
        tx.set_panel_draft(id, account, prompt, &draft, made_at_ms)?;
        match act {
            Some(act) => tx.set_drafted_act(id, account, &act),
            None => Ok(()),
        }
    })?;
    Ok(true)
}

/// Whether the time is up of a seat that does something in its panel then.
fn is_too_late(core: &mut Core, desk: &Desk, made_at_ms: u64) -> Result<bool, StoreError> {
    let (Party::Seat(seat), Some(table)) = (desk.prompt.who, core.table(desk.id)?) else {
        return Ok(false);
    };
    let time = table
        .play
        .in_time(Author::Seat(seat), desk.prompt.who, made_at_ms);
    Ok(matches!(time, Err(TimeRefusal::TooLate { .. })))
}

/// Keeps a choice before a match that somebody has typed and is asked back about, as if they had
/// put it together in their panel: it counts when the time is up, if they have not answered by
/// then. Nothing is kept beside a choice that counts already. `act` is the whole of it, of which
/// they may have `typed` a part.
///
/// # Errors
/// What the store says.
pub fn keep_typed(
    core: &mut Core,
    id: MatchId,
    account: u64,
    (act, typed): (&str, &str),
    now: u64,
) -> Result<(), StoreError> {
    let desk = Desk::of(core, id, account)?;
    let Some(desk) = desk.filter(|desk| !desk.prompt.live && !desk.prompt.answered) else {
        return Ok(());
    };
    let draft = match &desk.look.view {
        View::Invitational(_) => invitational::draft_of(act, typed, desk.cast()),
        View::Roundabout(_) | View::Gridlock(_) | View::ShortCircuit(_) | View::Crossfire(_) => {
            None
        }
    };
    let Some(draft) = draft else {
        return Ok(());
    };
    if is_too_late(core, &desk, now)? {
        return Ok(());
    }
    core.store().write(|tx| {
        tx.set_panel_draft(id, account, desk.prompt.id, &draft, now)?;
        tx.set_drafted_act(id, account, act)
    })
}
