//! The first page of the set-up panel: the settings and their controls.

use serenity::all::{ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, UserId};

use super::opening::{CannotOpen, preview};
use super::{SetupDraft, alliances, entourages, forms, menus, values};
use crate::discord::message::Panel;
use crate::discord::panels::buttons::{button, toggle};
use crate::discord::panels::screen;
use crate::discord::press::{Press, SetupField};
use crate::discord::{Data, Fault, text};
use crate::referee::Core;
use crate::store::{DraftId, Stakes};
use crate::words;
use games::screen::Row;
use matches::Setup;

/// The page. It ends with the refused fields, or with why the match cannot be opened; without the
/// latter if another problem is told there (`is_told`).
pub async fn build(
    data: &Data,
    id: DraftId,
    host: u64,
    draft: &SetupDraft,
    is_told: bool,
) -> Result<Panel, Fault> {
    let season = data.current_season(draft.guild).await?;
    let preview = preview(data, host, draft).await?;
    let safe = preview.as_ref().ok().map(safe_names);
    let from_season = draft.from_season && season.is_some();
    let refused = forms::refused(draft);
    let mut content = words::setup(
        draft.game,
        draft.dmo,
        draft.ec,
        safe.as_deref(),
        from_season,
    );
    content.push_str(&values(draft, false));
    let usual = season
        .as_ref()
        .and_then(|season| season.settings.match_channel);
    if let Some(usual) = usual.filter(|usual| *usual != draft.channel) {
        content.push_str(&words::not_the_usual_channel(draft.channel, usual));
    }
    if entourages::page_of(draft.game).is_some() {
        content.push_str(&entourages::line(draft));
        content.push('\n');
    }
    if let (Some(season), true) = (&season, from_season) {
        let prize = season.settings.prize(draft.game);
        content.push_str(&words::season::at_stake(draft.stakes, prize));
        if draft.stakes == Stakes::BestOfThree {
            let (season, both) = (season.id, [draft.dmo, draft.ec]);
            let read = move |core: &Core, _| core.last_of_series(season, both);
            let last = data.referee.read(read).await??;
            let stands = last.and_then(|(last, won)| {
                words::season::series_stands(won, &text::shown(&last.setup.cast))
            });
            if let Some(stands) = stands {
                content.push_str(&format!("{stands}\n"));
            }
        }
    } else {
        let guild = draft.guild;
        let any = data.stored(move |tx| tx.seasons(guild));
        let any = !any.await?.is_empty();
        content.push_str(&words::of_no_season(season.is_some(), any));
    }
    let closes = season
        .as_ref()
        .filter(|_| from_season && draft.game.catalogue().players_apart);
    if let Some(season) = closes {
        let channels = &season.settings.alliance_channels;
        content.push_str(&words::alliances_closed(channels));
    }
    if draft.has_practice_round() {
        content.push_str(words::practice_round_first());
    }
    content.push_str(&words::for_hosts(draft.game, preview.as_ref().ok()));
    let press = |field| Press::Setup { draft: id, field };
    // People who were named before are kept in case they are wanted again, but are ignored while
    // the season's cast plays.
    let named = draft.safe.iter().filter(|_| !from_season).take(25);
    if named.clone().next().is_some() {
        content.push_str(words::NAMED_MENU);
    }
    let people = CreateSelectMenuKind::Mentionable {
        default_users: Some(named.map(|id| UserId::new(*id)).collect()),
        default_roles: None,
    };
    let people = CreateSelectMenu::new(press(SetupField::SafePlayers).to_string(), people)
        .placeholder(words::choose_safe_players())
        .min_values(0)
        .max_values(25);
    let mut settings = Vec::new();
    if season.is_some() {
        settings.push(
            button(
                press(SetupField::Stakes(next_stakes(draft.stakes))),
                words::season::stakes_button(draft.stakes),
                ButtonStyle::Secondary,
            )
            .disabled(!draft.from_season),
        );
    }
    if let Some(people) = entourages::page_of(draft.game) {
        settings.push(button(
            press(SetupField::Entourages),
            people.button,
            ButtonStyle::Secondary,
        ));
    }
    if draft.game.catalogue().practice_round {
        settings.push(toggle(
            |on| press(SetupField::PracticeRound(on)),
            words::practice_round_button(),
            draft.has_practice_round(),
        ));
    }
    if !forms::names(draft, SetupField::Options).is_empty() {
        settings.push(button(
            press(SetupField::Options),
            words::options_button(),
            ButtonStyle::Secondary,
        ));
    }
    settings.push(button(
        press(SetupField::Dates),
        words::dates_button(),
        ButtonStyle::Secondary,
    ));
    // With the season's cast, naming people by hand is what changes that. It comes last, so that
    // nothing takes its place.
    if season.is_some() && !draft.from_season {
        settings.push(button(
            press(SetupField::FromSeason),
            words::from_season(),
            ButtonStyle::Secondary,
        ));
    }
    let waits = match (&refused, &preview) {
        (Some(_), _) => Some(words::open_after(words::FIX_TYPED)),
        (None, Err(not_yet)) => Some(not_yet.button()),
        (None, Ok(_)) => None,
    };
    let open = match waits {
        Some(why) => button(press(SetupField::Open), &why, ButtonStyle::Secondary).disabled(true),
        None => button(
            press(SetupField::Open),
            words::open_button(),
            ButtonStyle::Success,
        ),
    };
    let rehearse = button(
        press(SetupField::Rehearse),
        words::rehearse_button(),
        ButtonStyle::Secondary,
    )
    .disabled(refused.is_some() || preview.is_err());
    let mut rows = vec![CreateActionRow::SelectMenu(people)];
    let choices = menus::choices(draft, press(SetupField::Choice));
    let own = menus::of_game(draft, press(SetupField::Game));
    rows.extend(screen::rows(choices.into_iter().chain(own).map(Row::Menu)));
    if let Some(season) = closes {
        rows.push(alliances::menu(season, press(SetupField::Alliances)));
    }
    rows.push(CreateActionRow::Buttons(settings));
    rows.push(CreateActionRow::Buttons(vec![
        open,
        rehearse,
        button(
            press(SetupField::Players),
            words::players_button(),
            ButtonStyle::Secondary,
        ),
        button(
            press(SetupField::Swap(draft.ec)),
            words::swap_button(),
            ButtonStyle::Secondary,
        ),
        button(
            press(SetupField::Cancel),
            words::cancel_button(),
            ButtonStyle::Secondary,
        ),
    ]));
    let panel = Panel {
        content,
        rows,
        ..Panel::default()
    };
    let not_yet = preview
        .err()
        .filter(|_| !is_told)
        .map(CannotOpen::elsewhere);
    Ok(panel
        .with_problem(refused.as_deref())
        .with_problem(not_yet.as_deref()))
}

/// The stakes that the button sets next.
fn next_stakes(stakes: Stakes) -> Stakes {
    match stakes {
        Stakes::Elimination => Stakes::BestOfThree,
        Stakes::BestOfThree => Stakes::Nothing,
        Stakes::Nothing => Stakes::Elimination,
    }
}

fn safe_names(setup: &Setup) -> Vec<String> {
    let cast = text::shown(&setup.cast);
    cast.safe_players()
        .map(|id| cast.name(id).to_owned())
        .collect()
}
