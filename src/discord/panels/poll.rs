//! Polls about a match's start. The host types times, checks and offers them, and picks one. Each
//! player says in their own panel which times suit them.

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::conducting::{change_match, refusal_words, shown_cast};
use crate::discord::message::{Panel, cancel, note};
use crate::discord::press::{HostStep, OfferStep, Press, SuitsStep};
use crate::discord::press_context::PressContext;
use crate::discord::{Data, Result, when};
use crate::referee::{ConductRefusal, Core, MAX_TIMES, Poll, Viewer};
use crate::store::{AccountId, DraftId, MatchId};
use crate::words;
use games::screen::{Button, Field, Form, Item, Menu, Row, Style};
use games::{Cast, Party, Seat, WallMs};

/// Times that a host has typed.
#[derive(Serialize, Deserialize)]
struct TypedTimes {
    match_id: MatchId,
    text: String,
    /// Those that can be read.
    times: Vec<WallMs>,
    /// The unreadable ones as typed, each with what is wrong, in words.
    refused: Vec<(String, String)>,
}

/// The open poll of a match, if there is one.
pub async fn open_poll(data: &Data, match_id: MatchId) -> Result<Option<Poll>> {
    data.read(move |core| core.poll(match_id)).await
}

/// The panel for setting a match's start; with a poll, it shows who can when.
pub async fn schedule(data: &Data, match_id: MatchId) -> Result<Panel> {
    let Some(snapshot) = data.snapshot(match_id, Viewer::Public).await? else {
        return Ok(note(words::which_match::NO_SUCH_MATCH));
    };
    if !snapshot.setup().has_seats() {
        let refusal = ConductRefusal::NoStart;
        return Ok(note(words::refusals::conduct_refusal(
            &refusal,
            snapshot.cast(),
        )));
    }
    let poll = open_poll(data, match_id).await?;
    let mut panel = match &poll {
        Some(poll) => who_can_when(data, match_id, poll).await?,
        None => note(words::poll::start_now(snapshot.status.start_at_ms))
            .buttons([offer(match_id, false)]),
    };
    if let Some(Row::Buttons(last)) = panel.rows.last_mut() {
        let step = HostStep::Move;
        let press = Press::Host { match_id, step };
        last.push(Button::secondary(press, words::poll::TYPE_TIME_BUTTON));
    }
    Ok(panel)
}

/// The button for offering times; `again`: instead of those on offer.
pub fn offer(match_id: MatchId, again: bool) -> Button<Press> {
    let style = if again {
        Style::Secondary
    } else {
        Style::Primary
    };
    let press = step_of(match_id, None, OfferStep::Type);
    Button::new(press, words::poll::offer_button(again), style)
}

fn step_of(match_id: MatchId, draft: Option<DraftId>, step: OfferStep) -> Press {
    Press::Offer {
        match_id,
        step,
        draft,
    }
}

/// The panel that shows who can when, with a button to pick each time.
pub async fn who_can_when(data: &Data, match_id: MatchId, poll: &Poll) -> Result<Panel> {
    let cast = shown_cast(data, match_id).await?;
    let zone = when::zone_of_match(data, match_id).await?;
    let to_come = poll.to_come(data.referee.clock.now());
    let pick = |(number, at_ms): &(usize, WallMs)| {
        let both = Seat::BOTH.iter().all(|seat| poll.suits(*seat, *at_ms));
        let style = if both {
            Style::Success
        } else {
            Style::Secondary
        };
        let step = HostStep::MoveTo(Some(*at_ms));
        let label = words::poll::numbered_time(*number, &when::day_and_time(*at_ms, &zone));
        Button::new(Press::Host { match_id, step }, label, style)
    };
    let stop = step_of(match_id, None, OfferStep::Stop);
    let stop = Button::secondary(stop, words::poll::STOP_OFFERING_BUTTON);
    let content = words::poll::who_can_when(poll, &to_come, &cast, &when::name(&zone));
    Ok(note(content)
        .buttons(to_come.iter().map(pick))
        .buttons([offer(match_id, true), stop]))
}

/// Shows a host's typed times before the players are asked. `kept`: the draft of what they typed
/// before, which this replaces.
pub async fn typed(
    data: &Data,
    host: AccountId,
    match_id: MatchId,
    text: &str,
    kept: Option<DraftId>,
) -> Result<Panel> {
    let zone = when::zone_of_match(data, match_id).await?;
    let (times, mut refused) = when::several(text, data.referee.clock.now(), &zone);
    if times.is_empty() && refused.is_empty() {
        refused.push((String::new(), words::poll::NOTHING_TYPED.to_owned()));
    }
    let typed = TypedTimes {
        match_id,
        text: text.to_owned(),
        times,
        refused,
    };
    let old = own_draft(data, host, match_id, kept).await?;
    let id = data.keep_draft(old.and(kept), host, &typed).await?;
    Ok(confirm(&typed, id, &shown_cast(data, match_id).await?))
}

fn confirm(typed: &TypedTimes, id: DraftId, cast: &Cast) -> Panel {
    let press = |step| step_of(typed.match_id, Some(id), step);
    let times = &typed.times;
    let numbered: Vec<_> = (1..).zip(times.iter().copied()).collect();
    let mut buttons = Vec::new();
    if (1..=MAX_TIMES).contains(&times.len()) {
        let label = words::poll::ask_button(times.len());
        buttons.push(Button::success(press(OfferStep::Ask), label));
    }
    let change = Button::secondary(press(OfferStep::Type), words::poll::CHANGE_TIMES_BUTTON);
    buttons.extend([change, cancel()]);
    let problem = words::poll::times_refused(&typed.refused, times.len(), MAX_TIMES);
    note(words::poll::confirm_offer(&numbered, cast))
        .buttons(buttons)
        .with_problem(problem.as_deref())
}

/// A host's draft of times for a match, if it is theirs.
async fn own_draft(
    data: &Data,
    host: AccountId,
    match_id: MatchId,
    id: Option<DraftId>,
) -> Result<Option<TypedTimes>> {
    let Some(id) = id else {
        return Ok(None);
    };
    let typed: Option<TypedTimes> = data.stored(move |tx| tx.own_draft(id, host)).await?;
    Ok(typed.filter(|typed| typed.match_id == match_id))
}

/// Handles a host's press of one of these buttons, or the form.
pub async fn offer_pressed(
    by: &PressContext<'_>,
    match_id: MatchId,
    step: OfferStep,
    draft: Option<DraftId>,
) -> Result<()> {
    let (data, responder) = (by.data, &by.responder);
    let host = by.account();
    let panel = match step {
        OfferStep::Type => match by.fields.first() {
            Some((_, text)) => typed(data, host, match_id, text, draft).await?,
            None => {
                let kept = own_draft(data, host, match_id, draft).await?;
                let zone = when::zone_of_match(data, match_id).await?;
                let text = kept.map(|kept| kept.text).unwrap_or_default();
                let form = form(step_of(match_id, draft, step), text, &zone);
                return Ok(responder.open(form).await?);
            }
        },
        OfferStep::Ask => match own_draft(data, host, match_id, draft).await? {
            Some(typed) => ask(data, host, typed, draft).await?,
            // The button was pressed twice.
            None if open_poll(data, match_id).await?.is_some() => note(words::poll::ASKED_WHEN),
            None => note(words::poll::POLL_CLOSED),
        },
        OfferStep::Stop => {
            let said = |()| words::poll::NOT_ASKED_ANY_MORE;
            note(change_match(data, match_id, host, Core::stop_offering, said).await?)
        }
    };
    let opens = step == OfferStep::Type && draft.is_none();
    Ok(responder
        .show(panel, !opens && responder.is_private())
        .await?)
}

/// Asks the players. Afterwards the draft is dropped; if they cannot be asked, it is kept.
async fn ask(
    data: &Data,
    host: AccountId,
    typed: TypedTimes,
    draft: Option<DraftId>,
) -> Result<Panel> {
    let match_id = typed.match_id;
    let times = typed.times.clone();
    let asked = data.run(move |core, now| core.offer_times(match_id, host, &times, now));
    if let Err(refusal) = asked.await? {
        let why = refusal_words(data, match_id, refusal).await?;
        let cast = shown_cast(data, match_id).await?;
        return Ok(match draft {
            Some(id) => confirm(&typed, id, &cast).with_problem(Some(&why)),
            None => note(why),
        });
    }
    if let Some(id) = draft {
        data.drop_draft(id).await?;
    }
    Ok(note(words::poll::ASKED_WHEN))
}

fn form(press: Press, text: String, zone: &TimeZone) -> Form<Press> {
    let times = Field {
        value: text,
        hint: words::poll::OFFER_PLACEHOLDER.to_owned(),
        is_long: true,
        ..Field::new("times", words::poll::offer_label(&when::name(zone)))
    };
    Form::new(press, words::poll::OFFER_TITLE, vec![times])
}

/// A player's own panel: the offered times, and which suit them.
pub async fn own_times(data: &Data, match_id: MatchId, account: AccountId) -> Result<Panel> {
    let snapshot = data.snapshot(match_id, Viewer::Account(account)).await?;
    let seat = match snapshot.and_then(|snapshot| snapshot.party) {
        Some(Party::Seat(seat)) => seat,
        _ => return Ok(note(words::rights::SEAT_ONLY)),
    };
    let Some(poll) = open_poll(data, match_id).await? else {
        return Ok(note(words::poll::POLL_CLOSED));
    };
    let zone = when::zone_of_match(data, match_id).await?;
    let to_come = poll.to_come(data.referee.clock.now());
    let press = |step| Press::Suits {
        match_id,
        asked_ms: poll.asked_ms,
        step,
    };
    let item = |(number, at_ms): &(usize, WallMs)| {
        let label = words::poll::numbered_time(*number, &when::day_and_time(*at_ms, &zone));
        Item {
            is_chosen: poll.suits(seat, *at_ms),
            ..Item::new(label, at_ms.0.to_string())
        }
    };
    let said = note(words::poll::own_times(&poll, &to_come, seat));
    if to_come.is_empty() {
        return Ok(said);
    }
    let items = to_come.iter().map(item).collect();
    let menu = Menu::new(press(SuitsStep::Some), words::poll::CHOOSE_TIMES, items).taking(0..=25);
    Ok(said.menus([menu]).buttons([
        Button::secondary(press(SuitsStep::All), words::poll::ALL_TIMES_BUTTON),
        Button::secondary(press(SuitsStep::None), words::poll::NO_TIMES_BUTTON),
    ]))
}

/// Handles a player's answer.
pub async fn suits_pressed(
    by: &PressContext<'_>,
    match_id: MatchId,
    asked_ms: WallMs,
    step: SuitsStep,
) -> Result<Panel> {
    let account = by.account();
    let chosen: Vec<WallMs> = by
        .values
        .iter()
        .filter_map(|at| at.parse().ok().map(WallMs))
        .collect();
    let answered = by.data.run(move |core, now| {
        let suits = match step {
            SuitsStep::Some => chosen,
            SuitsStep::None => Vec::new(),
            SuitsStep::All => {
                let poll = core.poll(match_id)?;
                poll.map(|poll| poll.times).unwrap_or_default()
            }
        };
        core.answer_poll(match_id, account, asked_ms, suits, now)
    });
    match answered.await? {
        Ok(()) => own_times(by.data, match_id, account).await,
        // Shows what is on offer now instead.
        Err(ConductRefusal::PollClosed) => {
            let now = own_times(by.data, match_id, account).await?;
            Ok(if now.rows.is_empty() {
                now
            } else {
                now.with_problem(Some(words::poll::POLL_CLOSED))
            })
        }
        Err(refusal) => Ok(note(refusal_words(by.data, match_id, refusal).await?)),
    }
}
