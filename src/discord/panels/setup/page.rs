//! The first page of the set-up panel: the settings and their controls.

use super::opening::{CannotOpen, preview, setup_of};
use super::{SetupDraft, alliances, companions, forms, menus, presets, values};
use crate::discord::message::{Panel, note};
use crate::discord::panels::screen::toggle;
use crate::discord::press::{Press, SetupField};
use crate::discord::{Data, Result, text};
use crate::referee::Core;
use crate::store::{AccountId, DraftId, SavedPreset, Season, Stakes};
use crate::words;
use games::WallMs;
use games::screen::{Button, Choices, Menu};
use matches::Setup;

/// What the page shows.
struct FirstPage<'a> {
    draft: &'a SetupDraft,
    season: Option<Season>,
    /// What is at stake.
    stakes: String,
    preview: Result<Setup, CannotOpen>,
    /// The server's presets for the game, which its menu of templates shows; empty if it has none.
    saved: Vec<SavedPreset>,
    /// What is wrong with refused texts.
    refused: Option<String>,
    now: WallMs,
}

/// The page. It ends with the refused fields, and with why the match can't be opened, unless an
/// option is among them. `has_problem`: the caller shows another problem there, so the latter is
/// left out.
pub async fn build(
    data: &Data,
    id: DraftId,
    host: AccountId,
    draft: &SetupDraft,
    has_problem: bool,
) -> Result<Panel> {
    let season = data.current_season(draft.guild).await?;
    let saved = match draft.game.catalogue().templates {
        [] => Vec::new(),
        _ => presets::saved(data, draft).await?,
    };
    let page = FirstPage {
        draft,
        saved,
        stakes: stakes(data, draft, season.as_ref()).await?,
        season,
        preview: preview(data, host, draft).await?,
        refused: forms::refused(draft),
        now: data.referee.clock.now(),
    };
    let press = |field| Press::Setup { draft: id, field };
    let panel = note(page.content())
        .menus(page.menus(press))
        .buttons(page.settings(press))
        .buttons(page.last_row(press));
    let is_told = !has_problem && !forms::has_refused_option(draft);
    let blocker = page.preview.err().filter(|_| is_told);
    let blocker = blocker.map(CannotOpen::elsewhere);
    Ok(panel
        .with_problem(page.refused.as_deref())
        .with_problem(blocker.as_deref()))
}

/// The line about what is at stake.
async fn stakes(data: &Data, draft: &SetupDraft, season: Option<&Season>) -> Result<String> {
    let guild = draft.guild;
    let Some(season) = season.filter(|_| draft.from_season) else {
        let seasons = data.stored(move |tx| tx.seasons(guild)).await?;
        return Ok(words::setup::of_no_season(
            season.is_some(),
            !seasons.is_empty(),
        ));
    };
    let mut line = words::season::at_stake(draft.stakes, season.settings.prize(draft.game));
    if draft.stakes == Stakes::BestOfThree {
        let (id, players) = (season.id, [draft.dmo, draft.ec]);
        let read = move |core: &Core, _| core.last_of_series(id, players);
        let last = data.referee.read(read).await??;
        let score = last.and_then(|(last, won)| {
            words::season::series_stands(won, &text::shown(&last.setup.cast))
        });
        line.extend(score.map(|score| score + "\n"));
    }
    Ok(line)
}

impl FirstPage<'_> {
    fn plays_its_cast(&self) -> bool {
        self.draft.from_season && self.season.is_some()
    }

    /// The season whose alliance channels the match closes.
    fn season_whose_channels_close(&self) -> Option<&Season> {
        let apart = self.draft.game.catalogue().players_apart;
        let season = self.season.as_ref();
        season.filter(|_| self.plays_its_cast() && apart)
    }

    /// Whether the time for choices, which has no set deadline, goes on after the start.
    fn has_late_choices(&self) -> bool {
        let (draft, key) = (self.draft, self.draft.game.catalogue().choice_time);
        let key = key.filter(|_| draft.choices_due_ms.is_none());
        let due = key.map(|key| self.now + draft.times.ms(key));
        due.zip(draft.start_at_ms)
            .is_some_and(|(due, start)| due > start)
    }

    /// People who were named before are kept in case they are wanted again, but are ignored while
    /// the season's cast plays.
    fn named_accounts(&self) -> impl Iterator<Item = u64> {
        let named = self.draft.safe.iter().filter(|_| !self.plays_its_cast());
        named.take(25).map(|account| account.0)
    }

    fn content(&self) -> String {
        let draft = self.draft;
        let setup = setup_of(&self.preview);
        let safe = setup.map(safe_names);
        let (safe, from_season) = (safe.as_deref(), self.plays_its_cast());
        let mut content = words::setup::setup(draft.game, &draft.seated(), safe, from_season);
        content.push_str(&values(draft, false));
        if self.has_late_choices() {
            content.push_str(&words::setup::choices_after_start());
        }
        let season = self.season.as_ref();
        let usual = season.and_then(|season| season.settings.match_channel);
        let usual = usual.filter(|usual| *usual != draft.channel);
        content.push_str(&words::setup::opens_in(draft.channel, usual));
        content.push_str(&companions::line(draft));
        if draft.game.catalogue().seats {
            content.push_str(&self.stakes);
        }
        if let Some(season) = self.season_whose_channels_close() {
            let channels = &season.settings.alliance_channels;
            content.push_str(&words::setup::alliances_closed(channels));
        }
        if draft.has_practice_round() {
            content.push_str(words::setup::PRACTICE_ROUND_FIRST);
        }
        content.push_str(&words::setup::for_hosts(draft.game, setup));
        if self.named_accounts().next().is_some() {
            content.push_str(words::setup::NAMED_MENU);
        }
        content
    }

    fn menus(&self, press: impl Fn(SetupField) -> Press) -> impl Iterator<Item = Menu<Press>> {
        let people = Menu::of(
            press(SetupField::SafePlayers),
            words::setup::choose_players(self.draft.game),
            Choices::PeopleAndRoles(self.named_accounts().collect()),
        );
        let alliances = self.season_whose_channels_close();
        let alliances =
            alliances.map(|season| alliances::menu(season, press(SetupField::Alliances)));
        [
            presets::templates(self.draft, &self.saved, press(SetupField::Template)),
            Some(people.taking(0..=25)),
            menus::choices(self.draft, press(SetupField::Choice)),
            menus::of_game(self.draft, press(SetupField::Game)),
            alliances,
        ]
        .into_iter()
        .flatten()
    }

    fn settings(&self, press: impl Fn(SetupField) -> Press) -> Vec<Button<Press>> {
        let (draft, has_season) = (self.draft, self.season.is_some());
        let button = |field, label: &str| Button::secondary(press(field), label);
        let mut settings = Vec::new();
        let has_seats = draft.game.catalogue().seats;
        if has_season && has_seats {
            let next = SetupField::Stakes(next_stakes(draft.stakes));
            let label = words::season::stakes_button(draft.stakes);
            settings.push(button(next, label).off_if(!draft.from_season));
        }
        if let Some((_, page)) = companions::page_of(draft.game) {
            settings.push(button(SetupField::Companions, page.button));
        }
        if draft.game.catalogue().practice_round {
            settings.push(toggle(
                |on| press(SetupField::PracticeRound(on)),
                words::setup::PRACTICE_ROUND_BUTTON,
                draft.has_practice_round(),
            ));
        }
        for (field, label) in [
            (SetupField::Options, words::setup::OPTIONS_BUTTON),
            (SetupField::FurtherOptions, words::setup::FURTHER_BUTTON),
        ] {
            if !forms::names(draft, field).is_empty() {
                settings.push(button(field, label));
            }
        }
        settings.push(button(SetupField::Dates, words::setup::DATES_BUTTON));
        // Naming people by hand leaves the season's cast, and this takes it again. It is last, so
        // that no button moves when it goes.
        if has_season && !draft.from_season {
            settings.push(button(SetupField::FromSeason, words::setup::FROM_SEASON));
        }
        settings
    }

    fn last_row(&self, press: impl Fn(SetupField) -> Press) -> Vec<Button<Press>> {
        let button = |field, label: &str| Button::secondary(press(field), label);
        let waits = match (&self.refused, &self.preview) {
            (Some(_), _) => Some(words::setup::open_after(words::controls::FIX_TYPED)),
            (None, Err(blocker)) => Some(blocker.button()),
            (None, Ok(_)) => None,
        };
        let rehearse = button(SetupField::Rehearse, words::rehearsal::REHEARSE_BUTTON);
        let mut row = vec![
            match &waits {
                Some(why) => button(SetupField::Open, why).off_if(true),
                None => Button::success(press(SetupField::Open), words::setup::OPEN_BUTTON),
            },
            rehearse.off_if(self.refused.is_some() || setup_of(&self.preview).is_none()),
        ];
        if self.draft.game.catalogue().seats {
            row.push(button(SetupField::Players, words::setup::PLAYERS_BUTTON));
            row.push(button(
                SetupField::Swap(self.draft.ec),
                words::setup::SWAP_BUTTON,
            ));
        }
        row.push(button(SetupField::Cancel, words::controls::CANCEL_BUTTON));
        row
    }
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
