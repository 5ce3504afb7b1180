//! What single games add to people's panels and to the posts of their prompts: a file a game. What
//! suits any game is in `controls`.

mod crossfire;
mod desk;
mod gridlock;
mod invitational;
mod roundabout;
mod short_circuit;

pub use desk::{Controls, Desk, keep_typed, take_step};

use serenity::all::{CreateActionRow, CreateInteractionResponse};

use super::controls;
use super::panel::Parts;
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

/// The controls with which a prompt is answered, at most five rows. `view` is what the one who sees
/// them may see.
pub fn rows(view: &View, wanted: &Wanted) -> Vec<CreateActionRow> {
    match view {
        View::Gridlock(view) => gridlock::rows(view, wanted),
        View::ShortCircuit(_) => controls::rows(wanted, None),
        View::Crossfire(view) => crossfire::rows(view, wanted),
        View::Roundabout(_) | View::Invitational(_) => controls::rows(wanted, None),
    }
}

/// Whether a panel's picture stays as it is while its prompt is open, whatever is done: then only
/// what stands beside it changes.
pub fn keeps_picture(view: &View) -> bool {
    match view {
        // A car is placed by one action, and no picture is drawn while somebody drives.
        View::Roundabout(_) => true,
        View::Gridlock(_) | View::ShortCircuit(_) | View::Crossfire(_) | View::Invitational(_) => {
            false
        }
    }
}

/// Whether somebody who has acted goes on at once, in a panel that is to be found below the post of
/// its prompt.
pub fn goes_on(view: &View) -> bool {
    match view {
        View::Roundabout(view) => view.turn.as_ref().is_some_and(|turn| turn.so_far.is_some()),
        View::Gridlock(_) | View::ShortCircuit(_) | View::Crossfire(_) | View::Invitational(_) => {
            false
        }
    }
}

/// Whether a game has a panel that is open to everybody who takes part at any time, whether
/// anything is asked of them or not. Others are built at a [`Desk`].
pub fn is_open_always(view: &View) -> bool {
    match view {
        View::ShortCircuit(_) => true,
        View::Roundabout(_) | View::Gridlock(_) | View::Crossfire(_) | View::Invitational(_) => {
            false
        }
    }
}

/// A panel that is open always; None where the game has none, or not yet.
pub async fn own(data: &Data, look: &Look, account: u64) -> Result<Option<Parts>, Fault> {
    match &look.view {
        View::Roundabout(_) | View::Gridlock(_) | View::Crossfire(_) | View::Invitational(_) => {
            Ok(None)
        }
        View::ShortCircuit(view) => short_circuit::panel(data, look, view, account).await,
    }
}

/// The form that a step in a panel opens that is open always, if it opens one.
pub async fn form(
    data: &Data,
    look: &Look,
    account: u64,
    step: &str,
) -> Result<Option<CreateInteractionResponse>, Fault> {
    match &look.view {
        View::Roundabout(_) | View::Gridlock(_) | View::Crossfire(_) | View::Invitational(_) => {
            Ok(None)
        }
        View::ShortCircuit(view) => short_circuit::form(data, look, view, account, step).await,
    }
}

/// Takes a step in a panel that is open always. None for one that leads nowhere any more.
pub async fn step(
    data: &Data,
    look: &Look,
    by: &By<'_>,
    step: &str,
) -> Result<Option<Parts>, Fault> {
    match &look.view {
        View::Roundabout(_) | View::Gridlock(_) | View::Crossfire(_) | View::Invitational(_) => {
            Ok(None)
        }
        View::ShortCircuit(view) => short_circuit::step(data, look, view, by, step).await,
    }
}

/// The action that somebody has put together in a panel that is open always, as notation.
pub async fn drafted(data: &Data, look: &Look, account: u64) -> Result<Option<String>, Fault> {
    match &look.view {
        View::Roundabout(_) | View::Gridlock(_) | View::Crossfire(_) | View::Invitational(_) => {
            Ok(None)
        }
        View::ShortCircuit(view) => short_circuit::drafted(data, look, view, account).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{BySeat, Dice, GameId, Role};
    use crate::matches::Times;
    use crate::referee::{Act, Core, NewMatch, NewPerson, Practice};
    use crate::store::{Stakes, Store};

    /// A message has room for so many rows, and a row for so many buttons (Discord documentation,
    /// "Action Row").
    const ROWS: usize = 5;
    const BUTTONS: usize = 5;

    fn fit(rows: &[CreateActionRow], what: &str) {
        assert!(rows.len() <= ROWS, "{} rows: {what}", rows.len());
        for row in rows {
            if let CreateActionRow::Buttons(buttons) = row {
                let count = buttons.len();
                assert!((1..=BUTTONS).contains(&count), "{count} buttons: {what}");
            }
        }
    }

    /// A match with as large a cast as the game takes: its panels are the fullest then.
    fn opened(game: GameId, seed: u64) -> (Core, MatchId) {
        let mut core = Core::new(Store::in_memory().unwrap(), seed);
        let count = *game.cast_sizes().end() as u64;
        let person = |index: u64| NewPerson {
            name: format!("Player number {index}"),
            role: match index + 2 < count {
                true => Role::Player,
                false => Role::Dealer,
            },
            account: Some(100 + index),
            garnets: 9,
            bound: None,
            position: None,
        };
        let cast: Vec<NewPerson> = (0..count).map(person).collect();
        let new = NewMatch {
            guild: 1,
            channel: 2,
            season: None,
            host: 9,
            game,
            options: serde_json::Map::new(),
            times: Times::defaults(game),
            lateness: Default::default(),
            seats: BySeat {
                dmo: cast[0].name.clone(),
                ec: cast[1].name.clone(),
            },
            cast,
            start_at_ms: None,
            choices_due_ms: None,
            stakes: Stakes::Nothing,
            practice: Practice::No,
        };
        let Ok(id) = core.open_match(new, 0) else {
            panic!("{game:?} is not opened");
        };
        (core, id)
    }

    /// Every panel and every prompt's controls, through matches at random, with whatever can be
    /// chosen in a first step.
    #[test]
    fn no_panel_has_more_than_a_message_has_room_for() {
        for game in GameId::ALL.iter().copied() {
            for seed in 0..4 {
                let (mut core, id) = opened(game, seed);
                let mut dice = Dice::new(seed);
                let mut seen = 0;
                for at in 0..120 {
                    let accounts: Vec<u64> = (100..125).collect();
                    let mut acts = Vec::new();
                    for account in accounts {
                        let Some(mut desk) = Desk::of(&mut core, id, account).unwrap() else {
                            continue;
                        };
                        seen += 1;
                        let what = format!("{game:?} {seed} at {at}: {:?}", desk.prompt);
                        let beginnings = desk.offers.iter().map(|offer| offer.act.clone());
                        let begun = |act: String| Some(act.rsplit_once(' ')?.0.to_owned());
                        let drafts: std::collections::BTreeSet<String> =
                            beginnings.filter_map(begun).collect();
                        let drafts = std::iter::once(None).chain(drafts.into_iter().map(Some));
                        for draft in drafts.take(20) {
                            desk.draft = draft;
                            let rows = match desk.controls(None) {
                                Some(controls) => controls.rows,
                                None => rows(&desk.look.view, &desk.wanted()),
                            };
                            fit(&rows, &what);
                        }
                        if let Some(offer) = dice.pick(&desk.offers) {
                            acts.push((account, offer.act.clone()));
                        }
                    }
                    for (account, text) in acts {
                        let act = Act {
                            match_id: id,
                            account,
                            for_party: None,
                            is_host: false,
                            prompt: None,
                            text,
                            interaction: None,
                            made_at_ms: 2,
                        };
                        // Another one may have ended the turn.
                        let _ = core.act(&act, 2);
                    }
                    if at == 3 {
                        // Who has not chosen by now does not.
                        let _ = core.begin(id, 9, true, 2);
                    }
                }
                assert!(seen > 0, "{game:?} {seed}: {seen}");
            }
        }
    }
}
