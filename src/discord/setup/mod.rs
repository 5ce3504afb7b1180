//! Setting a match up: `/match new` opens a panel, seen by the host alone, in which everything can
//! be set before anything is public.

mod alliances;
mod amend;
mod dates;
mod entourages;
mod naming;
mod opening;
mod options_form;
mod page;
mod players;
mod presets;
mod rehearse;
mod times_form;
mod typed;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::answer::Asking;
use super::panel::{self, Panel};
use super::press::{Press, SetupField, SetupPage};
use super::pressed::By;
use super::server::people::current_season;
use super::turns::Turn;
use super::{Data, Fault as Problem, text, when};
use crate::referee::given_options;
use crate::store::{DraftId, MatchRow, PresetId, Season, SeasonId, Stakes};
use crate::words;
use amend::{Change, amend};
use games::{GameId, GivenOptions};
use matches::{Lateness, Times};
use opening::{NotYet, open, preview, seats_and_cast};
use page::build;
use typed::Typed;

/// A match that is being set up.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SetupDraft {
    pub guild: u64,
    pub channel: u64,
    pub game: GameId,
    pub dmo: u64,
    pub ec: u64,
    /// Whether the cast is the season's; else it is the seats, the safe players named here, and the
    /// host.
    pub from_season: bool,
    /// The season that was current when the panel was shown last, or that there was none. Another
    /// one has another cast, and other stakes than those that the host has seen.
    pub season: Option<SeasonId>,
    pub safe: Vec<u64>,
    /// What people are called in the server, as far as it was needed: Discord is not asked at each
    /// press.
    pub names: BTreeMap<u64, String>,
    pub options: GivenOptions,
    pub times: Times,
    pub lateness: Lateness,
    /// What was typed into the forms of options and times, while it cannot be taken.
    pub typed: Option<Typed>,
    pub start_at_ms: Option<u64>,
    /// When the choices before the match are due, where that is a point in time.
    pub choices_due_ms: Option<u64>,
    /// The saved preset that was taken or saved last.
    pub preset: Option<PresetId>,
    /// Whether a practice round is held first, where the host has said so; see
    /// [`SetupDraft::has_practice_round`].
    pub practice_round: Option<bool>,
    /// What a match of the season is for.
    pub stakes: Stakes,
}

impl SetupDraft {
    /// What a host is told whose panel showed the cast and stakes of another season than the one
    /// that is current now; None where it is the same one. `waits`: what they pressed
    /// is not done before they have seen that.
    fn season_switched(&self, now: Option<&Season>, waits: bool) -> Option<String> {
        let is_other = self.from_season && now.map(|season| season.id) != self.season;
        let name = || now.map(|season| text::plain(&season.name));
        is_other.then(|| words::season_switched(name(), waits))
    }

    /// Whether a practice round is held first: in a match of a season, if its game has one, unless
    /// the host leaves it out (rulebook, "Short Circuit").
    pub fn has_practice_round(&self) -> bool {
        let of_season = self.from_season && self.season.is_some();
        let has_one = self.game.catalogue().practice_round;
        has_one && self.practice_round.unwrap_or(of_season)
    }

    /// The match goes on with a best of three: as the last one of it, where that was of the same
    /// game.
    pub fn go_on_from(&mut self, last: &MatchRow) {
        self.stakes = last.stakes;
        let setup = &last.setup;
        if setup.game == self.game {
            self.options = given_options(setup);
            self.times = setup.times.clone();
            self.lateness = Lateness {
                // At most a minute.
                grace_s: (setup.grace_ms / 1000) as u32,
                pause_after_two_timeouts: setup.pause_after_two_timeouts,
            };
        }
    }
}

/// What a match of a season is for unless its host says otherwise.
pub fn usual_stakes() -> Stakes {
    Stakes::Elimination
}

/// Opens the panel of a new draft.
pub async fn open_panel(data: &Data, host: u64, mut draft: SetupDraft) -> Result<Panel, Problem> {
    let problem = learn_names(data, host, &mut draft).await?;
    let body = serde_json::to_string(&draft)?;
    let id = data
        .referee
        .read(move |core, now| core.store().write(|tx| tx.add_draft(host, &body, now)))
        .await??;
    let panel = build(data, id, host, &draft, problem.is_some()).await?;
    Ok(panel.with_problem(problem.as_deref()))
}

/// What is set, in words: options, times and dates.
fn values(draft: &SetupDraft) -> String {
    let dates = (draft.start_at_ms, draft.choices_due_ms);
    words::setup_values(
        &draft.options,
        &draft.times,
        draft.lateness,
        draft.game,
        dates,
    )
}

/// Something in the panel was pressed, or one of its forms was handed in.
pub async fn pressed(
    data: &Data,
    asking: &Asking<'_>,
    by: &By<'_>,
    id: DraftId,
    field: SetupField,
) -> Result<(), Problem> {
    let turn = turn(data, id, by);
    let stored = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.draft(id)))
        .await??;
    let draft: Option<SetupDraft> = match stored {
        Some(stored) if stored.owner != by.account => {
            return Ok(asking.whisper(&words::draft_gone()).await?);
        }
        Some(stored) => Some(serde_json::from_str(&stored.body)?),
        None => None,
    };
    match (field, draft) {
        (SetupField::Options, Some(draft)) if by.fields.is_empty() => {
            let form = options_form::form(id, &draft);
            Ok(asking.respond(form).await?)
        }
        (SetupField::Times | SetupField::Reserve, Some(draft)) if by.fields.is_empty() => {
            let form = times_form::form(id, &draft, field);
            Ok(asking.respond(form).await?)
        }
        (SetupField::Start | SetupField::Due, Some(draft)) if by.fields.is_empty() => {
            let zone = when::zone_of_server(data, draft.guild).await?;
            let title = match field {
                SetupField::Due => words::due_title(),
                _ => words::start_title(),
            };
            let form = when::time_form(&Press::Setup { draft: id, field }, title, &zone);
            Ok(asking.respond(form).await?)
        }
        (SetupField::SavePreset, Some(draft)) if by.fields.is_empty() => {
            let saved = presets::saved(data, &draft).await?;
            let taken = presets::last_taken(&draft, &saved);
            let name = taken.as_ref().map(|(taken, _)| taken.name.as_str());
            let form = presets::form(&Press::Setup { draft: id, field }, name);
            Ok(asking.respond(form).await?)
        }
        // Names may have to be asked for, and each press waits until the panel shows what the one
        // before it did, which takes longer than Discord waits: else the older of two might be what
        // stands there, and is opened.
        _ => {
            let mut held = None;
            let panel = async {
                let ended = held.insert(turn.come().await);
                changed(data, by, id, field, ended).await
            };
            // A set-up that there is not may be asked for from anywhere.
            asking.show_later(asking.is_answer(), panel).await
        }
    }
}

/// The place of a press among those of its panel: they are taken in the order in which they were
/// made, not in which Discord lets them be acknowledged.
pub fn turn(data: &Data, id: DraftId, by: &By<'_>) -> Turn<Option<String>> {
    data.set_ups.of(id.0 as u64, by.interaction.get())
}

/// The panel after something in it was changed; when it has `ended`, with which words.
async fn changed(
    data: &Data,
    by: &By<'_>,
    id: DraftId,
    field: SetupField,
    ended: &mut Option<String>,
) -> Result<Panel, Problem> {
    let Some(draft) = stored_draft(data, id).await? else {
        let said = ended.clone().unwrap_or_else(words::draft_gone);
        return Ok(panel::note(said));
    };
    let mut problems = Vec::new();
    let mut notice = None;
    let about = field.about();
    let waits_for = typed::refused(&draft);
    let opened = match field {
        // The panel says why.
        _ if about.opens && waits_for.is_some() => None,
        SetupField::Cancel => {
            drop_draft(data, id).await?;
            let said = ended.insert(words::never_mind());
            return Ok(panel::note(said.clone()));
        }
        SetupField::Open => Some(open(data, by.account, &draft).await),
        SetupField::StartRehearsal => Some(rehearse::open(data, by.account, &draft).await),
        _ => None,
    };
    match opened {
        Some(Ok(Ok(said))) if field == SetupField::Open => {
            drop_draft(data, id).await?;
            *ended = Some(said.clone());
            return Ok(panel::note(said));
        }
        // The match itself is opened from the same panel.
        Some(Ok(Ok(said))) => notice = Some(said),
        Some(Ok(Err(refused))) => problems.push(refused),
        // The panel is how it is tried again.
        Some(Err(fault)) => {
            tracing::error!("a match could not be opened: {fault}");
            problems.push(super::went_wrong(&fault));
        }
        None => {}
    }
    let change = Change::of(data, by, &draft, field).await?;
    let season = current_season(data, draft.guild)
        .await?
        .map(|(season, _)| season);
    let switched = draft.season_switched(season.as_ref(), about.waits);
    if let (SetupField::Alliances, None, Some(season)) = (field, &switched, &season) {
        problems.extend(alliances::set(data, by, season.id).await?);
    }
    problems.extend(switched);
    let season = season.map(|season| season.id);
    let change = move |draft: &mut SetupDraft| {
        draft.season = season;
        change?.make(draft)
    };
    let made = amend(data, id, change).await?;
    let Some((mut draft, made)) = made else {
        return Ok(panel::note(words::draft_gone()));
    };
    match made {
        Ok(said) => notice = notice.or(said),
        Err(problem) => problems.push(problem),
    }
    let known = draft.names.len();
    problems.extend(learn_names(data, by.account, &mut draft).await?);
    // What waits was refused for the same reason.
    problems.dedup();
    let problem = (!problems.is_empty()).then(|| problems.join(" "));
    if draft.names.len() > known {
        let names = std::mem::take(&mut draft.names);
        // Something else may have been pressed while Discord was asked.
        let learned = amend(data, id, |draft| draft.names.extend(names)).await?;
        let Some((now, ())) = learned else {
            return Ok(panel::note(words::draft_gone()));
        };
        draft = now;
    }
    match about.page {
        SetupPage::Players => {
            let refused = preview(data, by.account, &draft).await?.err();
            // This is the page where others are chosen.
            let problem = problem.or(refused.map(|refused| refused.said));
            return Ok(players::panel(id, &draft, problem));
        }
        SetupPage::Dates => {
            let saved = presets::saved(data, &draft).await?;
            let refused = preview(data, by.account, &draft).await?.err();
            let problem = problem.or(refused.map(NotYet::elsewhere));
            return Ok(dates::panel(id, &draft, &saved, problem));
        }
        // These two have no place for what is wrong: then it stands above the first page.
        SetupPage::Entourages if problem.is_none() => {
            if let Ok((seats, cast)) = seats_and_cast(data, by.account, &draft).await? {
                return Ok(entourages::panel(id, &draft, &seats, &cast));
            }
        }
        SetupPage::Rehearsal if problem.is_none() => {
            if let Ok(setup) = preview(data, by.account, &draft).await? {
                return Ok(rehearse::panel(id, &draft, &setup));
            }
        }
        SetupPage::First | SetupPage::Entourages | SetupPage::Rehearsal => {}
    }
    let is_told = notice.is_some() || problem.is_some();
    let panel = build(data, id, by.account, &draft, is_told).await?;
    let panel = panel.with_problem(problem.as_deref());
    Ok(panel.ending(&notice.unwrap_or_default()))
}

/// What is set up so far; None when nobody goes on with it.
async fn stored_draft(data: &Data, id: DraftId) -> Result<Option<SetupDraft>, Problem> {
    let stored = data
        .referee
        .read(move |core, _| core.store().read(|tx| tx.draft(id)));
    let stored = stored.await??;
    Ok(stored
        .map(|stored| serde_json::from_str(&stored.body))
        .transpose()?)
}

/// Nobody goes on with this panel.
async fn drop_draft(data: &Data, id: DraftId) -> Result<(), Problem> {
    let dropped = data
        .referee
        .read(move |core, _| core.store().write(|tx| tx.drop_draft(id)));
    Ok(dropped.await??)
}

/// Has the names in the draft that a cast named by hand needs; gives what is wrong, in words.
async fn learn_names(
    data: &Data,
    host: u64,
    draft: &mut SetupDraft,
) -> Result<Option<String>, Problem> {
    if draft.from_season && current_season(data, draft.guild).await?.is_some() {
        return Ok(None);
    }
    Ok(naming::learn_names(data, host, draft).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set-up as it begins.
    pub fn draft(game: GameId) -> SetupDraft {
        SetupDraft {
            guild: 1,
            channel: 2,
            game,
            dmo: 3,
            ec: 4,
            from_season: true,
            season: None,
            safe: Vec::new(),
            names: BTreeMap::new(),
            options: GivenOptions::new(),
            times: Times::defaults(game),
            lateness: Lateness::default(),
            typed: None,
            start_at_ms: None,
            choices_due_ms: None,
            preset: None,
            practice_round: None,
            stakes: usual_stakes(),
        }
    }
}
