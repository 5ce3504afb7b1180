//! Running a match by buttons: the host or the players begin, pause and resume it.

use crate::discord::message::{Panel, PanelKind, ShownPanel, cancel, note, question};
use crate::discord::press::{BeginStep, Press};
use crate::discord::press_context::PressContext;
use crate::discord::server::hosts;
use crate::discord::{Data, Result, text};
use crate::referee::{
    BeginOutcome, ConductRefusal, ConductResult, Core, RefereeError, Snapshot, Viewer,
};
use crate::store::{AccountId, MatchId};
use crate::words;
use games::screen::Button;
use games::{Party, WallMs};
use matches::Stage;

/// Begins a match, or first asks for confirmation because people are missing. A button (`is_old`:
/// it may be one of an earlier round) only closes a round; the command opens the next one, too.
pub async fn begin(
    data: &Data,
    match_id: MatchId,
    host: AccountId,
    step: BeginStep,
    is_old: bool,
) -> Result<Panel> {
    let begun = data.run(move |core, now| {
        let table = core.snapshot(match_id, Viewer::Public)?;
        if is_old && table.is_some_and(|table| table.is_between_rounds()) {
            return Err(RefereeError::Refused(ConductRefusal::RoundClosed));
        }
        match step {
            BeginStep::Ask => core.begin(match_id, host, false, now),
            BeginStep::Sure => core.begin(match_id, host, true, now),
            BeginStep::WithoutStrikes => core.begin_without_strikes(match_id, host, now),
        }
    });
    let begun = begun.await?;
    let snapshot = data.snapshot(match_id, Viewer::Public).await?;
    let snapshot = snapshot.ok_or(words::which_match::NO_SUCH_MATCH)?;
    let cast = text::shown(snapshot.cast());
    let remind = Button::secondary(Press::Remind { match_id }, words::start::REMIND_BUTTON);
    match begun {
        Ok(BeginOutcome::Confirm {
            missing,
            due_ms,
            out,
            start_at_ms,
        }) => {
            let waives_strikes = due_ms.is_some() && snapshot.strikes_missing();
            let sure = if waives_strikes {
                BeginStep::WithoutStrikes
            } else {
                BeginStep::Sure
            };
            let has_missing = !missing.is_empty();
            let begin = Button::danger(
                Press::Begin { match_id, sure },
                words::start::begin_anyway(
                    has_missing,
                    waives_strikes,
                    snapshot.setup().has_seats(),
                ),
            );
            let asked =
                words::start::confirm_begin(&missing, &out, due_ms, start_at_ms, &snapshot, &cast);
            let panel = note(asked);
            let remind = has_missing.then_some(remind);
            Ok(panel.buttons([begin].into_iter().chain(remind).chain([cancel()])))
        }
        Ok(outcome) => Ok(note(words::start::begin(&outcome, &snapshot, &cast))),
        Err(refusal @ ConductRefusal::StillChoosing { .. }) => Ok(question(
            words::refusals::conduct_refusal(&refusal, &cast),
            remind,
        )),
        Err(refusal) => Ok(note(refusal_words(data, match_id, refusal).await?)),
    }
}

/// Has somebody change a match, and returns the outcome in words. `change` gets the match, the
/// account and the time.
pub async fn change_match<T, S: Into<String>>(
    data: &Data,
    match_id: MatchId,
    by: AccountId,
    change: impl FnOnce(&mut Core, MatchId, AccountId, WallMs) -> ConductResult<T> + Send + 'static,
    describe: impl FnOnce(T) -> S + Send + 'static,
) -> Result<String> {
    let change: BoxedChange = Box::new(move |core, now| {
        let done = change(core, match_id, by, now)?;
        Ok(describe(done).into())
    });
    run_change(data, match_id, change).await
}

/// Reminds everybody whose choice is missing, for a host. Returns the outcome in words; if nobody
/// has to choose, what the match is waiting for.
pub async fn remind(data: &Data, match_id: MatchId, host: AccountId) -> Result<String> {
    let work = move |core: &mut Core, now| -> ConductResult<(u32, Option<Snapshot>)> {
        let count = core.remind(match_id, host, now)?;
        Ok((count, core.snapshot(match_id, Viewer::Host(host))?))
    };
    let (count, snapshot) = match data.run(work).await? {
        Ok(done) => done,
        Err(refusal) => return refusal_words(data, match_id, refusal).await,
    };
    match snapshot.filter(|_| count == 0) {
        None => Ok(words::start::reminded(count)),
        Some(snapshot) => {
            let (cast, now_ms) = (text::shown(snapshot.cast()), data.referee.clock.now());
            let status = words::status::status(&snapshot, true, &cast, None, now_ms);
            Ok(words::start::reminded_nobody(&status))
        }
    }
}

/// A change of a match that returns its outcome in words.
type BoxedChange = Box<dyn FnOnce(&mut Core, WallMs) -> ConductResult<String> + Send>;

/// The part of [`change_match`] that is not generic, so that it is compiled once.
async fn run_change(data: &Data, match_id: MatchId, change: BoxedChange) -> Result<String> {
    match data.run(change).await? {
        Ok(said) => Ok(said),
        Err(refusal) => refusal_words(data, match_id, refusal).await,
    }
}

/// A player presses Ready. Returns the answer, with a button that takes it back. A second press
/// does not take it back, since a phone may tap twice.
pub async fn ready(data: &Data, match_id: MatchId, account: AccountId) -> Result<Panel> {
    match data
        .run(move |core, now| core.ready(match_id, account, now))
        .await?
    {
        Ok(begin) => {
            let snapshot = data.snapshot(match_id, Viewer::Public).await?;
            let snapshot = snapshot.ok_or(words::which_match::NO_SUCH_MATCH)?;
            let press = Press::NotReady { match_id };
            let not_ready = Button::secondary(press, words::start::NOT_READY_BUTTON);
            let waits = matches!(begin, BeginOutcome::Noted { .. });
            let content = words::start::begin(&begin, &snapshot, &text::shown(snapshot.cast()));
            let shown = ShownPanel::new(match_id, account, PanelKind::Ready, &content);
            let panel = Panel {
                shown: waits.then_some(shown),
                ..note(content)
            };
            Ok(panel.buttons(waits.then_some(not_ready)))
        }
        Err(refusal) => Ok(note(refusal_words(data, match_id, refusal).await?)),
    }
}

/// What the answer to *Ready* becomes once the match has begun. None before that.
pub async fn no_longer_ready(data: &Data, match_id: MatchId) -> Result<Option<Panel>> {
    let Some(snapshot) = data.snapshot(match_id, Viewer::Public).await? else {
        return Ok(None);
    };
    let cast = text::shown(snapshot.cast());
    Ok(match snapshot.status.stage {
        Stage::Preparing | Stage::Standing => None,
        Stage::Live => Some(note(words::start::begin(
            &BeginOutcome::Begun,
            &snapshot,
            &cast,
        ))),
        Stage::Over => Some(note(words::which_match::MATCH_OVER)),
    })
}

/// A player asks for a pause. Returns the answer.
pub async fn wish_pause(data: &Data, match_id: MatchId, account: AccountId) -> Result<String> {
    let against_computer = is_against_computer(data, match_id).await?;
    let said = move |wish| words::pauses::wished(wish, false, against_computer);
    change_match(data, match_id, account, Core::wish_pause, said).await
}

/// A player asks to resume. Returns the answer.
pub async fn wish_resume(data: &Data, match_id: MatchId, account: AccountId) -> Result<String> {
    let against_computer = is_against_computer(data, match_id).await?;
    let said = move |wish| words::pauses::wished(wish, true, against_computer);
    change_match(data, match_id, account, Core::wish_resume, said).await
}

/// Whether one of a match's players is the computer.
async fn is_against_computer(data: &Data, match_id: MatchId) -> Result<bool> {
    let snapshot = data.snapshot(match_id, Viewer::Public).await?;
    Ok(snapshot.is_some_and(|snapshot| data.computer(&snapshot).is_some()))
}

/// Whether somebody who presses *Resume* does so as a player, which is only a wish. A host who
/// tries a seat in a rehearsal acts as its host.
pub async fn resumes_as_player(match_id: MatchId, by: &PressContext<'_>) -> Result<bool> {
    let snapshot = by
        .data
        .snapshot(match_id, Viewer::Account(by.account()))
        .await?;
    let seated = snapshot.filter(|snapshot| matches!(snapshot.party, Some(Party::Seat(_))));
    Ok(match seated {
        None => false,
        Some(snapshot) if snapshot.setup().rehearsal => {
            !hosts::hosts(by.data, by.account(), by.member, &snapshot).await?
        }
        Some(_) => true,
    })
}

/// A match's cast with names that are safe in a post.
pub async fn shown_cast(data: &Data, match_id: MatchId) -> Result<games::Cast> {
    let snapshot = data.snapshot(match_id, Viewer::Public).await?;
    let snapshot = snapshot.ok_or(words::which_match::NO_SUCH_MATCH)?;
    Ok(text::shown(snapshot.cast()))
}

/// The words of a refused act on a match.
pub async fn refusal_words(
    data: &Data,
    match_id: MatchId,
    refusal: ConductRefusal,
) -> Result<String> {
    match refusal {
        ConductRefusal::NoSuchMatch => Ok(words::which_match::NO_SUCH_MATCH.to_owned()),
        refusal => {
            let cast = shown_cast(data, match_id).await?;
            Ok(words::refusals::conduct_refusal(&refusal, &cast))
        }
    }
}
