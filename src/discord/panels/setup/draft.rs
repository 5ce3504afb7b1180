//! A match that is being set up, as it is stored between presses.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::discord::text;
use crate::referee::given_options;
use crate::store::{AccountId, ChannelId, MatchRow, PresetId, Season, SeasonId, ServerId, Stakes};
use crate::words;
use games::{GameId, GivenOptions, WallMs};
use matches::{Lateness, Times};

/// A match that is being set up.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SetupDraft {
    pub guild: ServerId,
    pub channel: ChannelId,
    pub game: GameId,
    /// The two players; of no meaning in a game without seats.
    pub dmo: AccountId,
    pub ec: AccountId,
    /// Whether the cast is the season's. Otherwise it is the two players, the safe players named
    /// here, and the host.
    pub from_season: bool,
    /// The current season when the panel was last shown; None: there was none. Another season has
    /// another cast and other stakes than the host has seen.
    pub season: Option<SeasonId>,
    pub safe: Vec<AccountId>,
    /// People's names in the server, as far as needed, so that Discord is not asked at each press.
    pub names: BTreeMap<AccountId, String>,
    pub options: GivenOptions,
    pub times: Times,
    pub lateness: Lateness,
    /// What was typed into forms and refused, by field name.
    #[serde(default)]
    pub refused: BTreeMap<String, RefusedText>,
    pub start_at_ms: Option<WallMs>,
    /// When the choices before the match are due, if that is a set time.
    pub choices_due_ms: Option<WallMs>,
    /// The saved preset that was applied or saved last.
    pub preset: Option<PresetId>,
    /// Whether to play a practice round first, if the host has decided; see
    /// [`SetupDraft::has_practice_round`].
    pub practice_round: Option<bool>,
    /// What is at stake in the match.
    pub stakes: Stakes,
}

impl SetupDraft {
    /// A new set-up with the accounts in the two seats. If there is a season, its cast plays.
    pub fn new(
        (guild, channel): (ServerId, ChannelId),
        game: GameId,
        [dmo, ec]: [AccountId; 2],
        season: Option<SeasonId>,
    ) -> SetupDraft {
        SetupDraft {
            guild,
            channel,
            game,
            dmo,
            ec,
            from_season: season.is_some(),
            season,
            safe: Vec::new(),
            names: BTreeMap::new(),
            options: GivenOptions::new(),
            times: Times::defaults(game),
            lateness: Lateness::default(),
            refused: BTreeMap::new(),
            start_at_ms: None,
            choices_due_ms: None,
            preset: None,
            practice_round: None,
            stakes: Stakes::Elimination,
        }
    }

    /// The accounts in the two seats; none in a game without seats.
    pub fn seated(&self) -> Vec<AccountId> {
        if self.game.catalogue().seats {
            vec![self.dmo, self.ec]
        } else {
            Vec::new()
        }
    }

    /// The warning for a host whose panel showed another season than the current one; None if it is
    /// the same. `waits`: the press was not carried out, so that the host sees this first.
    pub fn season_switched(&self, now: Option<&Season>, waits: bool) -> Option<String> {
        let is_other = self.from_season && now.map(|season| season.id) != self.season;
        let name = || now.map(|season| text::escape_markdown(&season.name));
        is_other.then(|| words::setup::season_switched(name(), waits))
    }

    /// Whether to play a practice round first: in a season's match, if the game has one and the
    /// host does not leave it out (rulebook, "Short Circuit").
    pub fn has_practice_round(&self) -> bool {
        let of_season = self.from_season && self.season.is_some();
        let has_one = self.game.catalogue().practice_round;
        has_one && self.practice_round.unwrap_or(of_season)
    }

    /// Continues a best of three: copies the settings of its last match, if that was the same game.
    pub fn go_on_from(&mut self, last: &MatchRow) {
        self.stakes = last.stakes;
        let setup = &last.setup;
        if setup.game == self.game {
            self.options = given_options(setup);
            self.times = setup.times.clone();
            self.lateness = setup.lateness();
        }
    }
}

/// The settings in words: options, times and dates. `all`: the defaults too.
pub fn values(draft: &SetupDraft, all: bool) -> String {
    let dates = (draft.start_at_ms, draft.choices_due_ms);
    words::setup::setup_values(
        &draft.options,
        (&draft.times, draft.lateness),
        draft.game,
        dates,
        all,
    )
}

/// A refused text of a form's field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedText {
    pub typed: String,
    /// What is wrong with it, in words.
    pub said: String,
}
