//! Setting a match up: `/match new` opens a panel, seen by the host alone, in which everything can be set before anything is public.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serenity::all::{
    ButtonStyle, Context, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, UserId,
};

use super::amend::{Change, amend};
use super::answer::Asking;
use super::letter::button;
use super::options_form::Typed;
use super::panel::{self, Panel};
use super::panels;
use super::people::current_season;
use super::press::{Press, SetupField};
use super::pressed::By;
use super::turns::Turn;
use super::{Data, Fault as Problem, entourages, naming, options_form, players, text, when};
use crate::games::{BySeat, Dice, GameId, GivenOptions, Party, SetupRefusal};
use crate::matches::{Lateness, Setup, Times};
use crate::referee::{Fault, NewMatch, OpenRefusal, Practice, given_options};
use crate::store::{DraftId, MatchId, MatchRow, Stakes};
use crate::words;

/// A match that is being set up.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SetupDraft {
    pub guild: u64,
    pub channel: u64,
    pub game: GameId,
    pub dmo: u64,
    pub ec: u64,
    /// Whether the cast is the season's; else it is the seats, the safe players named here, and the host.
    pub from_season: bool,
    pub safe: Vec<u64>,
    /// What people are called in the server, as far as it was needed: Discord is not asked at each press.
    #[serde(default)]
    pub names: BTreeMap<u64, String>,
    pub options: GivenOptions,
    pub times: Times,
    #[serde(default)]
    pub lateness: Lateness,
    /// What was typed into the form of options and times, while it cannot be taken.
    pub typed: Option<Typed>,
    pub start_at_ms: Option<u64>,
    /// Whether a practice round is held first.
    pub practice_round: bool,
    /// What a match of the season is for.
    #[serde(default = "usual_stakes")]
    pub stakes: Stakes,
}

impl SetupDraft {
    /// The match goes on with a best of three: as the last one of it, where that was of the same game.
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
    build(data, id, host, &draft, problem).await
}

/// Something in the panel was pressed, or one of its forms was handed in.
pub async fn pressed(
    data: &Data,
    ctx: &Context,
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
            return Ok(asking.whisper(&ctx.http, &words::draft_gone()).await?);
        }
        Some(stored) => Some(serde_json::from_str(&stored.body)?),
        None => None,
    };
    match (field, draft) {
        (SetupField::Options, Some(draft)) if by.fields.is_empty() => {
            let form = options_form::form(id, &draft);
            Ok(asking.respond(&ctx.http, form).await?)
        }
        (SetupField::Start, Some(draft)) if by.fields.is_empty() => {
            let zone = when::zone_of_server(data, draft.guild).await?;
            let form = when::start_form(&Press::Setup { draft: id, field }, &zone);
            Ok(asking.respond(&ctx.http, form).await?)
        }
        // Names may have to be asked for, and each press waits until the panel shows what the one before it did, which takes longer than Discord waits:
        // else the older of two might be what stands there, and is opened.
        _ => {
            let mut held = None;
            let panel = async {
                let ended = held.insert(turn.come().await);
                changed(data, by, id, field, ended).await
            };
            // A set-up that there is not may be asked for from anywhere.
            asking
                .show_later(&ctx.http, asking.is_answer(), panel)
                .await
        }
    }
}

/// The place of a press among those of its panel: they are taken in the order in which they were made, not in which Discord lets them be acknowledged.
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
    let mut problem = None;
    match field {
        SetupField::Cancel => {
            drop_draft(data, id).await?;
            let said = ended.insert(words::never_mind());
            return Ok(panel::note(said.clone()));
        }
        SetupField::Open => match open(data, by.account, &draft).await {
            Ok(Ok(said)) => {
                drop_draft(data, id).await?;
                *ended = Some(said.clone());
                return Ok(panel::note(said));
            }
            Ok(Err(refused)) => problem = Some(refused),
            // The panel is how it is tried again.
            Err(fault) => {
                tracing::error!("a match could not be opened: {fault}");
                problem = Some(super::went_wrong(&fault));
            }
        },
        _ => {}
    }
    let change = Change::of(data, by, &draft, field).await?;
    let made = amend(data, id, |draft| change?.make(draft)).await?;
    let Some((mut draft, made)) = made else {
        return Ok(panel::note(words::draft_gone()));
    };
    problem = problem.or(made.err());
    let known = draft.names.len();
    problem = problem.or(learn_names(data, by.account, &mut draft).await?);
    if draft.names.len() > known {
        let names = std::mem::take(&mut draft.names);
        // Something else may have been pressed while Discord was asked.
        let learned = amend(data, id, |draft| draft.names.extend(names)).await?;
        let Some((now, ())) = learned else {
            return Ok(panel::note(words::draft_gone()));
        };
        draft = now;
    }
    if let SetupField::Players | SetupField::Player(_) = field {
        let refused = preview(data, by.account, &draft).await?.err();
        let problem = problem.or(refused).map(|problem| {
            // This is the page where others are chosen.
            match problem.strip_suffix(&words::other_players()) {
                Some(problem) => problem.to_owned(),
                None => problem,
            }
        });
        return Ok(players::panel(id, &draft, problem));
    }
    let page = matches!(
        field,
        SetupField::Entourages | SetupField::Entourage(_) | SetupField::DrawEntourages
    );
    if page && let Ok((seats, cast)) = seats_and_cast(data, by.account, &draft).await? {
        return Ok(entourages::panel(id, &draft, &seats, &cast));
    }
    build(data, id, by.account, &draft, problem).await
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

/// The names of the two players, and of everybody in the cast in its order; or why there is no cast yet.
pub async fn seats_and_cast(
    data: &Data,
    host: u64,
    draft: &SetupDraft,
) -> Result<Result<(BySeat<String>, Vec<String>), String>, Problem> {
    let new = new_match(data, host, draft).await?;
    Ok(new.map(|new| {
        let cast = new.cast.into_iter().map(|person| person.name);
        (new.seats, cast.collect())
    }))
}

async fn open(
    data: &Data,
    host: u64,
    draft: &SetupDraft,
) -> Result<Result<String, String>, Problem> {
    let new = match new_match(data, host, draft).await? {
        Ok(new) => new,
        Err(refused) => return Ok(Err(refused)),
    };
    let (channel, by_hand) = (draft.channel, new.season.is_none());
    let opened = data
        .referee
        .run(move |core, now| core.open_match(new, now))
        .await?;
    Ok(match opened {
        Ok(_) if draft.practice_round => Ok(words::practice_round_opened(channel)),
        Ok(id) => Ok(words::opened(channel, asks_before(data, id, host).await?)),
        Err(Fault::Refused(refusal)) => Err(refused(&refusal, by_hand)),
        Err(Fault::Store(error)) => return Err(error.into()),
    })
}

/// Why a match is not opened. `by_hand`: its cast was named in the panel.
fn refused(refusal: &OpenRefusal, by_hand: bool) -> String {
    match refusal {
        OpenRefusal::Setup(SetupRefusal::NoDealer) if by_hand => words::no_dealer_by_hand(),
        refusal => words::open_refusal(refusal),
    }
}

/// Whether a match asks somebody for a choice before it starts.
async fn asks_before(data: &Data, id: MatchId, host: u64) -> Result<bool, Problem> {
    let look = data
        .referee
        .read(move |core, _| core.look(id, host, true))
        .await??;
    Ok(look.is_some_and(|look| {
        let mut prompts = look.standing.prompts.iter();
        prompts.any(|prompt| !prompt.live && matches!(prompt.who, Party::Cast(_) | Party::Seat(_)))
    }))
}

/// The draft as a match that can be opened, or why it cannot.
async fn new_match(
    data: &Data,
    host: u64,
    draft: &SetupDraft,
) -> Result<Result<NewMatch, String>, Problem> {
    let season = current_season(data, draft.guild).await?;
    let cast = match (&season, draft.from_season) {
        (Some((_, cast)), true) => cast.clone(),
        _ => match naming::cast(host, draft) {
            Some(cast) => cast,
            None => return Ok(Err(words::names_unknown())),
        },
    };
    let seat = |account: u64| {
        let person = cast.iter().find(|person| person.account == Some(account));
        person
            .map(|person| person.name.clone())
            .ok_or_else(|| words::not_in_cast(account) + &words::other_players())
    };
    let seats = match (seat(draft.dmo), seat(draft.ec)) {
        (Ok(dmo), Ok(ec)) => BySeat { dmo, ec },
        (Err(refused), _) | (_, Err(refused)) => return Ok(Err(refused)),
    };
    Ok(Ok(NewMatch {
        guild: draft.guild,
        channel: draft.channel,
        season: season
            .filter(|_| draft.from_season)
            .map(|(season, _)| season.id),
        host,
        game: draft.game,
        options: draft.options.clone(),
        times: draft.times.clone(),
        lateness: draft.lateness,
        cast,
        seats,
        start_at_ms: draft.start_at_ms,
        stakes: if draft.from_season {
            draft.stakes
        } else {
            Stakes::Nothing
        },
        practice: if draft.practice_round {
            Practice::RoundFirst
        } else {
            Practice::No
        },
    }))
}

/// The match as it would be opened, or why it cannot be. The dice are its own: what is drawn for the match is drawn when it is opened, and shown to
/// nobody before.
async fn preview(
    data: &Data,
    host: u64,
    draft: &SetupDraft,
) -> Result<Result<Setup, String>, Problem> {
    let new = new_match(data, host, draft).await?;
    Ok(new.and_then(|new| {
        new.set_up(&mut Dice::new(0)).map_err(|refusal| {
            let said = refused(&refusal, new.season.is_none());
            match refusal {
                OpenRefusal::SeatWithoutAccount(_)
                | OpenRefusal::Setup(
                    SetupRefusal::SameSeats(_) | SetupRefusal::SeatNotPlayer(_),
                ) => said + &words::other_players(),
                _ => said,
            }
        })
    }))
}

async fn build(
    data: &Data,
    id: DraftId,
    host: u64,
    draft: &SetupDraft,
    problem: Option<String>,
) -> Result<Panel, Problem> {
    let season = current_season(data, draft.guild).await?;
    let preview = preview(data, host, draft).await?;
    let safe = preview.as_ref().ok().map(safe_names);
    let from_season = draft.from_season;
    // What is not right comes first: of what follows, the end may be cut.
    let mut content = match (problem, &preview) {
        (Some(problem), _) => words::problem(&problem),
        (None, Err(refused)) => words::problem(refused),
        (None, Ok(_)) => String::new(),
    };
    content.push_str(&words::setup(
        draft.game,
        draft.dmo,
        draft.ec,
        safe.as_deref(),
        from_season,
    ));
    content.push_str(&words::setup_values(
        &draft.options,
        &draft.times,
        draft.lateness,
        draft.game,
        draft.start_at_ms,
    ));
    let usual = season
        .as_ref()
        .and_then(|(season, _)| season.settings.match_channel);
    if let Some(usual) = usual.filter(|usual| *usual != draft.channel) {
        content.push_str(&words::not_the_usual_channel(draft.channel, usual));
    }
    if draft.game == GameId::Roundabout {
        content.push_str(&entourages::line(draft));
        content.push('\n');
    }
    if let (Some((season, _)), true) = (&season, draft.from_season) {
        let prize = season.settings.prize(draft.game);
        content.push_str(&words::season::at_stake(draft.stakes, prize));
    } else {
        let guild = draft.guild;
        let any = data
            .referee
            .read(move |core, _| core.store().read(|tx| tx.seasons(guild)));
        let any = !any.await??.is_empty();
        content.push_str(&words::of_no_season(season.is_some(), any));
    }
    if draft.practice_round {
        content.push_str(words::practice_round_first());
    }
    content.push_str(&words::for_hosts(draft.game, preview.as_ref().ok()));
    let press = |field| Press::Setup { draft: id, field };
    let people = CreateSelectMenuKind::User {
        default_users: Some(
            draft
                .safe
                .iter()
                .take(25)
                .map(|id| UserId::new(*id))
                .collect(),
        ),
    };
    let people = CreateSelectMenu::new(press(SetupField::SafePlayers).to_string(), people)
        .placeholder(words::choose_safe_players())
        .min_values(0)
        .max_values(25);
    let role = CreateSelectMenuKind::Role {
        default_roles: None,
    };
    let role = CreateSelectMenu::new(press(SetupField::SafeRole).to_string(), role)
        .placeholder(words::choose_safe_role());
    let mut settings = Vec::new();
    if season.is_some() {
        let style = if draft.from_season {
            ButtonStyle::Success
        } else {
            ButtonStyle::Secondary
        };
        settings.push(button(
            press(SetupField::FromSeason),
            words::from_season(),
            style,
        ));
        if draft.from_season {
            settings.push(button(
                press(SetupField::Stakes),
                words::season::stakes_button(draft.stakes),
                ButtonStyle::Secondary,
            ));
        }
    }
    if draft.game == GameId::Roundabout {
        settings.push(button(
            press(SetupField::Entourages),
            words::roundabout::ENTOURAGES_BUTTON,
            ButtonStyle::Secondary,
        ));
    }
    if draft.game.catalogue().practice_round {
        settings.push(button(
            press(SetupField::PracticeRound),
            words::practice_round_button(),
            if draft.practice_round {
                ButtonStyle::Success
            } else {
                ButtonStyle::Secondary
            },
        ));
    }
    settings.push(button(
        press(SetupField::Options),
        words::options_button(),
        ButtonStyle::Secondary,
    ));
    settings.push(button(
        press(SetupField::Start),
        words::start_button(),
        ButtonStyle::Secondary,
    ));
    let open = button(
        press(SetupField::Open),
        words::open_button(),
        ButtonStyle::Success,
    )
    .disabled(preview.is_err());
    let mut rows = vec![
        CreateActionRow::SelectMenu(people),
        CreateActionRow::SelectMenu(role),
    ];
    rows.extend(panels::setup_row(
        draft.game,
        &draft.options,
        press(SetupField::Game),
    ));
    rows.push(CreateActionRow::Buttons(settings));
    rows.push(CreateActionRow::Buttons(vec![
        open,
        button(
            press(SetupField::Players),
            words::players_button(),
            ButtonStyle::Secondary,
        ),
        button(
            press(SetupField::Swap),
            words::swap_button(),
            ButtonStyle::Secondary,
        ),
        button(
            press(SetupField::Cancel),
            words::cancel_button(),
            ButtonStyle::Secondary,
        ),
    ]));
    Ok(Panel {
        content: text::cut(&content, 2000),
        picture: None,
        rows,
    })
}

fn safe_names(setup: &Setup) -> Vec<String> {
    let cast = text::shown(&setup.cast);
    cast.safe_players()
        .map(|id| cast.name(id).to_owned())
        .collect()
}
