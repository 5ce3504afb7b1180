//! Setting a match up: `/match new` opens a panel, seen by the host alone, in which everything can
//! be set before anything is public.

mod alliances;
mod amend;
mod dates;
mod entourages;
mod naming;
mod options_form;
mod page;
mod players;
mod presets;
mod rehearse;
mod times_form;
mod typed;

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::answer::Asking;
use super::panel::{self, Panel};
use super::press::{Press, SetupField, SetupPage};
use super::pressed::By;
use super::server::people::{current_season, held_results};
use super::turns::Turn;
use super::{Data, Fault as Problem, text, when};
use crate::games::{BySeat, CastId, Dice, GameId, GivenOptions, Party, Role, SetupRefusal};
use crate::matches::{Lateness, Setup, Times};
use crate::referee::{Fault, NewMatch, NewPerson, OpenRefusal, Practice, given_options};
use crate::store::{DraftId, MatchId, MatchRow, PresetId, Season, SeasonId, Stakes};
use crate::words;
use amend::{Change, amend};
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
    /// one has another cast, and other stakes than those that the host has seen. None where it was
    /// not noted.
    #[serde(default, deserialize_with = "noted")]
    pub season: Option<Option<SeasonId>>,
    pub safe: Vec<u64>,
    /// What people are called in the server, as far as it was needed: Discord is not asked at each
    /// press.
    #[serde(default)]
    pub names: BTreeMap<u64, String>,
    pub options: GivenOptions,
    pub times: Times,
    #[serde(default)]
    pub lateness: Lateness,
    /// What was typed into the forms of options and times, while it cannot be taken.
    pub typed: Option<Typed>,
    pub start_at_ms: Option<u64>,
    /// When the choices before the match are due, where that is a point in time.
    #[serde(default)]
    pub choices_due_ms: Option<u64>,
    /// The saved preset that was taken or saved last.
    #[serde(default)]
    pub preset: Option<PresetId>,
    /// Whether a practice round is held first, where the host has said so; see
    /// [`SetupDraft::has_practice_round`].
    pub practice_round: Option<bool>,
    /// What a match of the season is for.
    #[serde(default = "usual_stakes")]
    pub stakes: Stakes,
}

impl SetupDraft {
    /// What a host is told whose panel showed the cast and stakes of another season than the one
    /// that is current now; None where it is the same one, or not known. `waits`: what they pressed
    /// is not done before they have seen that.
    fn season_switched(&self, now: Option<&Season>, waits: bool) -> Option<String> {
        let shown = self.season.filter(|_| self.from_season)?;
        let is_other = now.map(|season| season.id) != shown;
        let name = || now.map(|season| text::plain(&season.name));
        is_other.then(|| words::season_switched(name(), waits))
    }

    /// Whether a practice round is held first: in a match of a season, if its game has one, unless
    /// the host leaves it out (rulebook, "Short Circuit").
    pub fn has_practice_round(&self) -> bool {
        let of_season = self.from_season && matches!(self.season, Some(Some(_)));
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

/// What is there has been noted, also where it is that there was none.
fn noted<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<SeasonId>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// Why a match cannot be opened as it is set up, in words.
pub struct NotYet {
    pub said: String,
    /// It is about who sits in the two seats, which has a page of its own.
    seats: bool,
}

impl NotYet {
    /// As it is said on any page but that one.
    pub fn elsewhere(self) -> String {
        match self.seats {
            true => self.said + &words::other_players(),
            false => self.said,
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
        draft.season = Some(season);
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

/// The names of the two players, and of everybody in the cast in its order; or why there is no cast
/// yet.
pub async fn seats_and_cast(
    data: &Data,
    host: u64,
    draft: &SetupDraft,
) -> Result<Result<(BySeat<String>, Vec<String>), String>, Problem> {
    let new = new_match(data, host, draft).await?;
    let people = |new: NewMatch| {
        let cast = new.cast.into_iter().map(|person| person.name);
        (new.seats, cast.collect())
    };
    Ok(new.map(people).map_err(NotYet::elsewhere))
}

async fn open(
    data: &Data,
    host: u64,
    draft: &SetupDraft,
) -> Result<Result<String, String>, Problem> {
    let new = match new_match(data, host, draft).await? {
        Ok(new) => new,
        Err(refused) => return Ok(Err(refused.elsewhere())),
    };
    let (channel, by_hand) = (draft.channel, new.season.is_none());
    let opened = data
        .referee
        .run(move |core, now| core.open_match(new, now))
        .await?;
    Ok(match opened {
        Ok(_) if draft.has_practice_round() => Ok(words::practice_round_opened(channel)),
        Ok(id) => Ok(told_of_opened(data, id, host).await?),
        Err(Fault::Refused(refusal)) => Err(refused(&refusal, by_hand)),
        Err(Fault::Store(error)) => return Err(error.into()),
    })
}

/// Why a match is not opened. `by_hand`: its cast was named in the panel.
pub fn refused(refusal: &OpenRefusal, by_hand: bool) -> String {
    match refusal {
        OpenRefusal::Setup(SetupRefusal::NoDealer) if by_hand => words::no_dealer_by_hand(),
        refusal => words::open_refusal(refusal),
    }
}

/// What the host is told of a match that they have opened: whether somebody is asked for a choice
/// before it, and for whom they choose themselves.
async fn told_of_opened(data: &Data, id: MatchId, host: u64) -> Result<String, Problem> {
    let look = data
        .referee
        .read(move |core, _| core.look(id, host, true))
        .await??;
    let Some(look) = look else {
        return Ok(words::no_such_match());
    };
    let before = look.standing.prompts.iter().filter(|prompt| !prompt.live);
    let choosing = before.filter_map(|prompt| match prompt.who {
        Party::Seat(seat) => Some(look.cast().seated(seat)),
        Party::Cast(who) => Some(who),
        Party::Host | Party::Dealer => None,
    });
    let choosing: Vec<CastId> = choosing.collect();
    let mut said = words::opened(look.row.channel, !choosing.is_empty());
    let has_account = |who: &CastId| look.people.iter().any(|person| person.who == *who);
    let guests: Vec<CastId> = choosing
        .into_iter()
        .filter(|who| !has_account(who))
        .collect();
    if !guests.is_empty() {
        let plays = matches!(look.party, Some(Party::Seat(_)));
        let cast = text::shown(look.cast());
        said.push_str(&words::nobody_chooses_for(&guests, plays, &look, &cast));
    }
    Ok(said)
}

/// The draft as a match that can be opened, or why it cannot.
pub async fn new_match(
    data: &Data,
    host: u64,
    draft: &SetupDraft,
) -> Result<Result<NewMatch, NotYet>, Problem> {
    let current = current_season(data, draft.guild).await?;
    let now = current.as_ref().map(|(season, _)| season);
    if let Some(said) = draft.season_switched(now, true) {
        return Ok(Err(NotYet { said, seats: false }));
    }
    let season = current.filter(|_| draft.from_season);
    if let Some((season, _)) = &season {
        // Who is in the cast would tell who is out.
        let held = held_results(data, season.id).await?;
        if !held.is_empty() {
            let said = words::cast_waits(&held);
            return Ok(Err(NotYet { said, seats: false }));
        }
    }
    let cast = match &season {
        Some((_, cast)) => cast.clone(),
        None => match naming::cast(host, draft) {
            Some(cast) => cast,
            None => {
                let said = words::names_unknown();
                return Ok(Err(NotYet { said, seats: false }));
            }
        },
    };
    let seats = match seats(draft, &cast) {
        Ok(seats) => seats,
        Err(said) => return Ok(Err(NotYet { said, seats: true })),
    };
    Ok(Ok(NewMatch {
        guild: draft.guild,
        channel: draft.channel,
        stakes: match season {
            Some(_) => draft.stakes,
            None => Stakes::Nothing,
        },
        season: season.map(|(season, _)| season.id),
        host,
        game: draft.game,
        options: draft.options.clone(),
        times: draft.times.clone(),
        lateness: draft.lateness,
        cast,
        seats,
        start_at_ms: draft.start_at_ms,
        choices_due_ms: draft.choices_due_ms,
        practice: if draft.has_practice_round() {
            Practice::RoundFirst
        } else {
            Practice::No
        },
    }))
}

/// What the two players are called in the cast; or which of them cannot take a seat, in words.
fn seats(draft: &SetupDraft, cast: &[NewPerson]) -> Result<BySeat<String>, String> {
    if draft.dmo == draft.ec {
        return Err(words::same_seats(&format!("<@{}>", draft.ec)));
    }
    let (mut strangers, mut others) = (Vec::new(), Vec::new());
    let mut seat = |account: u64| {
        let person = cast.iter().find(|person| person.account == Some(account));
        match person {
            None => strangers.push(account),
            Some(person) if person.role != Role::Player => others.push(text::plain(&person.name)),
            Some(_) => {}
        }
        person.map_or_else(String::new, |person| person.name.clone())
    };
    let seats = BySeat {
        dmo: seat(draft.dmo),
        ec: seat(draft.ec),
    };
    let mut amiss = Vec::new();
    if !strangers.is_empty() {
        amiss.push(words::not_in_cast(&strangers));
    }
    if !others.is_empty() {
        amiss.push(words::not_players(&others));
    }
    match amiss.is_empty() {
        true => Ok(seats),
        false => Err(amiss.join(" ")),
    }
}

/// The match as it would be opened, or why it cannot be. The dice are its own: what is drawn for
/// the match is drawn when it is opened, and shown to nobody before.
pub async fn preview(
    data: &Data,
    host: u64,
    draft: &SetupDraft,
) -> Result<Result<Setup, NotYet>, Problem> {
    let new = new_match(data, host, draft).await?;
    let now = data.referee.clock.now_ms();
    Ok(new.and_then(|new| {
        let checked = new.check_appointments(now);
        let set_up = checked.and_then(|()| new.set_up(&mut Dice::new(0)));
        set_up.map_err(|_| {
            let said = all_refused(new, now).join(" ");
            NotYet { said, seats: false }
        })
    }))
}

/// Everything for which a match is not opened, in words: each option without which the next thing
/// is wrong is left out in turn.
fn all_refused(mut new: NewMatch, now: u64) -> Vec<String> {
    let by_hand = new.season.is_none();
    let appointed = new.check_appointments(now).err();
    let mut wrong: Vec<String> = appointed.iter().map(|why| refused(why, by_hand)).collect();
    let tried = |new: &NewMatch| {
        let set_up = new.set_up(&mut Dice::new(0)).err();
        set_up.map(|why| refused(&why, by_hand))
    };
    while let Some(why) = tried(&new) {
        let is_cause = |key: &String| {
            let mut without = new.clone();
            without.options.remove(key);
            tried(&without).as_ref() != Some(&why)
        };
        let cause = new.options.keys().find(|key| is_cause(key)).cloned();
        wrong.push(why);
        match cause {
            Some(key) => new.options.remove(&key),
            None => break,
        };
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set-up as it begins.
    pub fn draft(game: GameId) -> SetupDraft {
        let times = Times::defaults(game);
        let draft = serde_json::json!({
            "guild": 1, "channel": 2, "game": game, "dmo": 3, "ec": 4, "from_season": true, "safe": [], "options": {}, "times": times,
            "typed": null, "start_at_ms": null, "practice_round": false,
        });
        serde_json::from_value(draft).unwrap()
    }

    /// A panel from before seasons were noted tells of no switch that nobody knows of.
    #[test]
    fn a_season_that_was_not_noted_is_not_switched() {
        let times = Times::defaults(GameId::Crossfire);
        let draft = serde_json::json!({
            "guild": 1, "channel": 2, "game": GameId::Crossfire, "dmo": 3, "ec": 4, "from_season": true, "safe": [], "options": {}, "times": times,
            "typed": null, "start_at_ms": null, "practice_round": null,
        });
        for (noted, is_switched) in [
            (None, false),
            (Some(serde_json::Value::Null), false),
            (Some(1.into()), true),
        ] {
            let mut draft = draft.clone();
            if let Some(noted) = &noted {
                draft["season"] = noted.clone();
            }
            let draft: SetupDraft = serde_json::from_value(draft).unwrap();
            assert_eq!(draft.season.is_some(), noted.is_some());
            assert_eq!(draft.season_switched(None, true).is_some(), is_switched);
            let again: SetupDraft =
                serde_json::from_str(&serde_json::to_string(&draft).unwrap()).unwrap();
            assert_eq!(again.season_switched(None, true).is_some(), is_switched);
        }
    }
}
