//! One person's side of a match: what their panel is built from, and the steps that they take in
//! it. Their draft is stored, so that the panel can be built again at any time, even after a
//! restart.

use crate::referee::{Core, Snapshot, Viewer};
use crate::store::{AccountId, MatchId, StoreError};
use crate::words;
use games::panel::{self, Panel, Stepped, TYPED};
use games::{AnyGame, Author, Cast, Control, Offer, Party, Prompt, WallMs};
use matches::{Stage, TimeRefusal};

/// What a panel is built from.
pub struct Desk {
    pub id: MatchId,
    /// Includes what they try on the board, in games with a sketch board.
    pub snapshot: Snapshot,
    pub whose: Party,
    /// What is asked of this person; None if their panel is open without that.
    pub prompt: Option<Prompt>,
    pub offers: Vec<Offer>,
    /// Their draft, as the game's own panel wrote it.
    pub draft: Option<String>,
    /// Whether it is a sketch board, which everybody who takes part may use, and whose picture
    /// shows the draft.
    pub is_sketch: bool,
    game: AnyGame,
}

impl Desk {
    /// Reads a match for somebody. None if nothing is asked of them and they have no sketch board.
    pub fn of(core: &Core, id: MatchId, account: AccountId) -> Result<Option<Desk>, StoreError> {
        let Some(mut snapshot) = core.snapshot(id, Viewer::Account(account))? else {
            return Ok(None);
        };
        let Some(game) = core.table(id)?.map(|table| table.play.game.clone()) else {
            return Ok(None);
        };
        let prompt = snapshot.mine.clone();
        let Some(whose) = prompt.as_ref().map(|prompt| prompt.who).or(snapshot.party) else {
            return Ok(None);
        };
        let kept = core.store().read(|tx| tx.panel_draft(id, account))?;
        let (drafted, draft) = kept.unzip();
        let is_open = snapshot.party.is_some() && snapshot.status.stage != Stage::Over;
        let sketch = snapshot.view.sketch(draft.as_deref()).filter(|_| is_open);
        let is_sketch = sketch.is_some();
        snapshot.view = sketch.unwrap_or(snapshot.view);
        if !is_sketch && prompt.is_none() {
            return Ok(None);
        }
        Ok(Some(Desk {
            id,
            offers: match &prompt {
                Some(prompt) if !is_sketch => core.offers(id, prompt.who, "")?,
                // On a sketch board, anything can be tried.
                _ => Vec::new(),
            },
            draft: draft.filter(|_| is_sketch || drafted == prompt.as_ref().map(|one| one.id)),
            snapshot,
            whose,
            prompt,
            is_sketch,
            game,
        }))
    }

    pub fn cast(&self) -> &Cast {
        self.snapshot.cast()
    }

    /// The number of the prompt that the controls belong to; a number that no prompt has if nothing
    /// is asked.
    pub fn prompt_id(&self) -> u32 {
        self.prompt.as_ref().map_or(0, |prompt| prompt.id)
    }

    /// Whether a control with this prompt number belongs to this panel.
    pub fn is_of(&self, prompt: u32) -> bool {
        self.is_sketch || self.prompt_id() == prompt
    }

    /// Whether the panel shows a draft, step by step.
    pub fn is_of_steps(&self) -> bool {
        let control = self.prompt.as_ref().map(|prompt| &prompt.control);
        matches!(control, Some(Control::Panel | Control::Ordering { .. }))
    }

    /// The panel. `refused`: the last press, if it was refused.
    pub fn panel(&self, refused: Option<&str>) -> Panel {
        self.at(refused, |desk| desk.panel())
    }

    fn at<T>(
        &self,
        refused: Option<&str>,
        ask: impl FnOnce(&panel::PanelInput<'_, games::View>) -> T,
    ) -> T {
        let refuses = |act: &str| {
            let Party::Seat(seat) = self.whose else {
                return None;
            };
            let why = self.game.clone().act(Author::Seat(seat), None, act).err()?;
            Some(words::english::refusal(
                &why,
                &crate::discord::text::shown(self.cast()),
            ))
        };
        ask(&panel::PanelInput {
            view: &self.snapshot.view,
            whose: self.whose,
            asked: self.prompt.as_ref().map(|prompt| &prompt.control),
            offers: &self.offers,
            draft: self.draft.as_deref(),
            cast: self.cast(),
            refuses: &refuses,
            refused,
        })
    }
}

/// Takes a step in somebody's panel, made at `made_at_ms`. None if the panel is not theirs any
/// more, or the step is too late.
pub fn take_step(
    core: &mut Core,
    id: MatchId,
    prompt: u32,
    account: AccountId,
    step: &str,
    value: Option<&str>,
    made_at_ms: WallMs,
) -> Result<Option<Stepped>, StoreError> {
    let desk = Desk::of(core, id, account)?.filter(|desk| desk.is_of(prompt));
    let Some(mut desk) = desk else {
        return Ok(None);
    };
    // A sketch is never too late.
    if !desk.is_sketch && is_too_late(core, &desk, made_at_ms)? {
        return Ok(None);
    }
    let Some(stepped) = desk.at(None, |desk| desk.step(step, value)) else {
        return Ok(None);
    };
    let Some(draft) = &stepped.draft else {
        return Ok(Some(stepped));
    };
    desk.draft = Some(draft.clone());
    let before_match = desk.prompt.as_ref().is_some_and(|prompt| !prompt.live);
    let act = before_match.then(|| desk.panel(None).hand_in).flatten();
    core.store_mut().write(|tx| {
        tx.set_panel_draft(id, account, desk.prompt_id(), draft, made_at_ms)?;
        match act {
            Some(act) => tx.set_drafted_act(id, account, &act),
            None => Ok(()),
        }
    })?;
    Ok(Some(stepped))
}

/// Whether a seat's time was up at this time.
fn is_too_late(core: &Core, desk: &Desk, made_at_ms: WallMs) -> Result<bool, StoreError> {
    let (Party::Seat(seat), Some(table)) = (desk.whose, core.table(desk.id)?) else {
        return Ok(false);
    };
    let time = table
        .play
        .in_time(Author::Seat(seat), desk.whose, made_at_ms);
    Ok(matches!(time, Err(TimeRefusal::TooLate { .. })))
}

/// Keeps a typed choice before a match that still has to be confirmed, as if it were put together
/// in the panel: it counts when the time is up. Keeps nothing if a choice counts already. `act` is
/// the whole choice, of which they may have `typed` only a part.
pub fn keep_typed(
    core: &mut Core,
    id: MatchId,
    account: AccountId,
    act: &str,
    typed: &str,
    now: WallMs,
) -> Result<(), StoreError> {
    let snapshot = core.snapshot(id, Viewer::Account(account))?;
    let mine = snapshot.and_then(|snapshot| snapshot.mine);
    if let Some(mine) = mine.filter(|mine| !mine.live && !mine.answered) {
        let step = format!("{TYPED} {act}");
        take_step(core, id, mine.id, account, &step, Some(typed), now)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
