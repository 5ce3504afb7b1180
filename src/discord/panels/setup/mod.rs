//! Setting up a match: `/match new` opens a panel that only the host sees, in which everything can
//! be set before anything is public.

mod alliances;
mod amend;
mod companions;
mod dates;
mod draft;
mod forms;
mod menus;
mod naming;
mod opening;
mod page;
mod players;
mod presets;
mod rehearse;

use serenity::all::Member;

use crate::discord::message::{Panel, note};
use crate::discord::press::{Press, SetupField, SetupPage};
use crate::discord::press_context::PressContext;
use crate::discord::queues::Ticket;
use crate::discord::server::hosts::member_from_afar;
use crate::discord::{Data, Result, Tried, when};
use crate::store::{AccountId, DraftId};
use crate::words;
use amend::{SetupEdit, amend};
pub use draft::SetupDraft;
use draft::values;
pub use opening::open;
use opening::{CannotOpen, preview, seats_and_cast, setup_of};
use page::build;

/// Opens the panel of a new draft.
pub async fn open_panel(data: &Data, host: AccountId, mut draft: SetupDraft) -> Result<Panel> {
    let problem = learn_names(data, host, &mut draft).await?;
    let id = data.keep_draft(None, host, &draft).await?;
    let panel = build(data, id, host, &draft, problem.is_some()).await?;
    Ok(panel.with_problem(problem.as_deref()))
}

/// Somebody who set up a match, as a member of its server; None if they aren't one.
pub async fn hosts_draft(data: &Data, id: DraftId, account: AccountId) -> Result<Option<Member>> {
    match stored_draft(data, id).await? {
        Some(draft) => member_from_afar(data, draft.guild, account).await,
        None => Ok(None),
    }
}

/// Handles a press in the panel, or one of its forms.
pub async fn pressed(by: &PressContext<'_>, id: DraftId, field: SetupField) -> Result<()> {
    let turn = ticket(id, by);
    let stored = by.data.stored(move |tx| tx.draft(id)).await?;
    let draft: Option<SetupDraft> = match stored {
        Some(stored) if stored.owner != by.account() => {
            return Ok(by.responder.whisper(words::setup::DRAFT_GONE).await?);
        }
        Some(stored) => Some(serde_json::from_str(&stored.body)?),
        None => None,
    };
    match (field, draft) {
        (
            SetupField::Options
            | SetupField::FurtherOptions
            | SetupField::Times
            | SetupField::Reserve,
            Some(draft),
        ) if by.fields.is_empty() && !forms::names(&draft, field).is_empty() => {
            Ok(by.responder.open(forms::form(id, &draft, field)).await?)
        }
        (SetupField::Start | SetupField::Due, Some(draft)) if by.fields.is_empty() => {
            let zone = when::zone_of_server(by.data, draft.guild).await?;
            let title = match field {
                SetupField::Due => words::setup::DUE_TITLE,
                _ => words::setup::START_TITLE,
            };
            let kept = draft.refused.get(amend::date_name(field));
            let kept = kept.map(|kept| kept.typed.as_str());
            let form = when::time_form(Press::Setup { draft: id, field }, title, &zone, kept);
            Ok(by.responder.open(form).await?)
        }
        (SetupField::SavePreset, Some(draft)) if by.fields.is_empty() => {
            let saved = presets::saved(by.data, &draft).await?;
            let taken = presets::applied(&draft, &saved);
            let name = taken.as_ref().map(|(taken, _)| taken.name.as_str());
            let form = presets::form(Press::Setup { draft: id, field }, name);
            Ok(by.responder.open(form).await?)
        }
        // Names may have to be asked for. And each press waits until the panel shows the press
        // before, which may take longer than Discord waits. Otherwise the panel might show the
        // older of two states, and that one would be opened.
        _ => {
            let mut held = None;
            let panel = async {
                let ended = held.insert(turn.wait_turn().await);
                apply(by, id, field, ended).await
            };
            // A press for a draft that is gone may come from any message.
            by.responder
                .show_later(by.responder.is_answer(), panel)
                .await
        }
    }
}

/// The place of a press in its panel's queue: presses are handled in the order in which they were
/// made, not in which Discord lets them be acknowledged.
pub fn ticket(id: DraftId, by: &PressContext<'_>) -> Ticket<Option<String>> {
    by.data
        .set_ups
        .ticket(id.0.cast_unsigned(), by.interaction.get())
}

/// Carries out a press, and returns the panel after it. `ended`: the last words of a panel that has
/// ended.
async fn apply(
    by: &PressContext<'_>,
    id: DraftId,
    field: SetupField,
    ended: &mut Option<String>,
) -> Result<Panel> {
    let data = by.data;
    let Some(draft) = stored_draft(data, id).await? else {
        let said = ended
            .clone()
            .unwrap_or_else(|| words::setup::DRAFT_GONE.to_owned());
        return Ok(note(said));
    };
    if field == SetupField::Cancel {
        data.drop_draft(id).await?;
        let said = ended.insert(words::answers::NEVER_MIND.to_owned());
        return Ok(note(said.clone()));
    }
    let mut problems = Vec::new();
    let mut notice = None;
    match open_if_asked(by, &draft, field).await {
        Some(Ok(Ok(panel))) if field == SetupField::Open => {
            data.drop_draft(id).await?;
            *ended = Some(panel.content.clone());
            return Ok(panel);
        }
        // After a rehearsal, the panel stays, to open the match itself.
        Some(Ok(Ok(panel))) => notice = Some(panel.content),
        Some(Ok(Err(refused))) => problems.push(refused),
        // The panel stays, so that the host can try again.
        Some(Err(fault)) => {
            tracing::error!("can't open a match: {fault}");
            problems.push(crate::discord::went_wrong(&fault));
        }
        None => {}
    }
    let change = SetupEdit::of(by, &draft, field).await?;
    let season = data.current_season(draft.guild).await?;
    let switched = draft.season_switched(season.as_ref(), field.about().waits);
    if let (SetupField::Alliances, None, Some(season)) = (field, &switched, &season) {
        problems.extend(alliances::set(by, season.id).await?);
    }
    problems.extend(switched);
    let season = season.map(|season| season.id);
    let change = move |draft: &mut SetupDraft| {
        draft.season = season;
        change?.make(draft)
    };
    let made = amend(data, id, change).await?;
    let Some((mut draft, made)) = made else {
        return Ok(note(words::setup::DRAFT_GONE));
    };
    match made {
        Ok(said) => notice = notice.or(said),
        Err(problem) => problems.push(problem),
    }
    let known = draft.names.len();
    problems.extend(learn_names(data, by.account(), &mut draft).await?);
    if draft.names.len() > known {
        let names = std::mem::take(&mut draft.names);
        // The draft may have changed while Discord was asked.
        let learned = amend(data, id, |draft| draft.names.extend(names)).await?;
        let Some((now, ())) = learned else {
            return Ok(note(words::setup::DRAFT_GONE));
        };
        draft = now;
    }
    // Two parts may have refused for the same reason.
    problems.dedup();
    let problem = (!problems.is_empty()).then(|| problems.join(" "));
    page_after(data, by.account(), id, &draft, field, problem, notice).await
}

/// Opens the match or its rehearsal, if this field does that and the draft has no refused text. A
/// refusal is in words.
async fn open_if_asked(
    by: &PressContext<'_>,
    draft: &SetupDraft,
    field: SetupField,
) -> Option<Tried<Panel>> {
    // The panel will say why not.
    if forms::refused(draft).is_some() {
        return None;
    }
    match field {
        SetupField::Open => Some(open(by.data, by.account(), draft).await),
        SetupField::StartRehearsal => {
            let opened = rehearse::open(by.data, by.account(), draft).await;
            Some(opened.map(|done| done.map(note)))
        }
        _ => None,
    }
}

/// The page to show after a press of this field. `notice`: what the press has done, in words.
async fn page_after(
    data: &Data,
    host: AccountId,
    id: DraftId,
    draft: &SetupDraft,
    field: SetupField,
    problem: Option<String>,
    notice: Option<String>,
) -> Result<Panel> {
    match field.about().page {
        SetupPage::Players => {
            let refused = preview(data, host, draft).await?.err();
            // This is the page on which other players are chosen.
            let problem = problem.or(refused.map(|refused| refused.said));
            return Ok(players::panel(id, draft, problem));
        }
        SetupPage::Dates => {
            let saved = presets::saved(data, draft).await?;
            let refused = preview(data, host, draft).await?.err();
            let problem = problem.or(refused.map(CannotOpen::elsewhere));
            return Ok(dates::panel(id, draft, &saved, problem));
        }
        // These two pages have no room for a problem, so that shows on the first page.
        SetupPage::Companions if problem.is_none() => {
            if let Ok((seats, cast)) = seats_and_cast(data, host, draft).await? {
                return Ok(companions::panel(id, draft, &seats, &cast));
            }
        }
        SetupPage::Rehearsal if problem.is_none() => {
            if let Some(setup) = setup_of(&preview(data, host, draft).await?) {
                return Ok(rehearse::panel(id, draft, setup));
            }
        }
        SetupPage::First | SetupPage::Companions | SetupPage::Rehearsal => {}
    }
    let panel = build(data, id, host, draft, problem.is_some()).await?;
    let panel = panel.with_problem(problem.as_deref());
    Ok(panel.ending(&notice.unwrap_or_default()))
}

/// The stored draft; None if it is gone.
async fn stored_draft(data: &Data, id: DraftId) -> Result<Option<SetupDraft>> {
    let stored = data.stored(move |tx| tx.draft(id)).await?;
    Ok(stored
        .map(|stored| serde_json::from_str(&stored.body))
        .transpose()?)
}

/// Adds the names to the draft that a cast named by hand needs. Returns what is wrong, in words.
async fn learn_names(
    data: &Data,
    host: AccountId,
    draft: &mut SetupDraft,
) -> Result<Option<String>> {
    if draft.from_season && data.current_season(draft.guild).await?.is_some() {
        return Ok(None);
    }
    Ok(naming::learn_names(data, host, draft).await)
}
