//! All games that Dealer knows: a new one is a line in each list here.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::act::{self, Taken};
use super::names::folded;
use super::{
    Asked, Audience, Author, Cast, CastId, Dice, Game, GivenOptions, Happens, Offer, OptionKey,
    Outcome, Party, Place, Prompt, Refusal, Seat, SetupRefusal, Time, crossfire, gridlock,
    invitational, roundabout, short_circuit,
};

/// One of the games, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameId {
    Roundabout,
    Gridlock,
    ShortCircuit,
    Crossfire,
    Invitational,
}

/// A match of any game.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyGame {
    Roundabout(roundabout::RoundaboutMatch),
    Gridlock(gridlock::Gridlock),
    ShortCircuit(short_circuit::ShortCircuit),
    Crossfire(crossfire::Crossfire),
    Invitational(invitational::Invitational),
}

/// A view of a match of any game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum View {
    Roundabout(roundabout::View),
    Gridlock(gridlock::View),
    ShortCircuit(short_circuit::View),
    Crossfire(crossfire::View),
    Invitational(invitational::View),
}

/// Something that everybody learns: of any match, or of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    Resigned {
        seat: Seat,
    },
    /// `late`: by the clock, else by a host.
    Forfeited {
        seat: Seat,
        late: bool,
    },
    Voided,
    Settled {
        seat: Seat,
    },
    Roundabout(roundabout::Happening),
    Gridlock(gridlock::Happening),
    ShortCircuit(short_circuit::Happening),
    Crossfire(crossfire::Happening),
    Invitational(invitational::Happening),
}

impl Happening {
    /// See [`Happens::place`].
    pub fn place(&self) -> Place {
        self.of_game().map_or(Place::News, Happens::place)
    }

    /// See [`Happens::is_seen_later`].
    pub fn is_seen_later(&self) -> bool {
        self.of_game().is_some_and(Happens::is_seen_later)
    }

    /// What happened in one game; None where it is of any match.
    fn of_game(&self) -> Option<&dyn Happens> {
        match self {
            Happening::Roundabout(happening) => Some(happening),
            Happening::Gridlock(happening) => Some(happening),
            Happening::ShortCircuit(happening) => Some(happening),
            Happening::Crossfire(happening) => Some(happening),
            Happening::Invitational(happening) => Some(happening),
            _ => None,
        }
    }
}

impl From<gridlock::Happening> for Happening {
    fn from(happening: gridlock::Happening) -> Self {
        Happening::Gridlock(happening)
    }
}

impl From<crossfire::Happening> for Happening {
    fn from(happening: crossfire::Happening) -> Self {
        Happening::Crossfire(happening)
    }
}

impl From<invitational::Happening> for Happening {
    fn from(happening: invitational::Happening) -> Self {
        Happening::Invitational(happening)
    }
}

/// What the catalogue says of a game.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    pub title: &'static str,
    pub designer: &'static str,
    pub tags: &'static [&'static str],
    pub featured_in: &'static [&'static str],
    /// What a host should know before choosing it.
    pub note: &'static str,
    /// Whether a match of it may be opened with a practice round before it.
    pub practice_round: bool,
    /// Whether the two players may not talk to safe players while a match of it is live.
    pub players_apart: bool,
    /// Whether the winner takes the loser's garnets in the source, and how many more the winner
    /// earns: what a season does that has set nothing else.
    pub winner_takes_garnets: bool,
    pub winner_earns: u32,
}

impl GameId {
    pub const ALL: &'static [GameId] = &[
        GameId::Roundabout,
        GameId::Gridlock,
        GameId::ShortCircuit,
        GameId::Crossfire,
        GameId::Invitational,
    ];

    /// See [`Game::COMMAS_SEPARATE`].
    pub fn commas_separate(self) -> bool {
        match self {
            GameId::Roundabout => roundabout::RoundaboutMatch::COMMAS_SEPARATE,
            GameId::Gridlock => gridlock::Gridlock::COMMAS_SEPARATE,
            GameId::ShortCircuit => short_circuit::ShortCircuit::COMMAS_SEPARATE,
            GameId::Crossfire => crossfire::Crossfire::COMMAS_SEPARATE,
            GameId::Invitational => invitational::Invitational::COMMAS_SEPARATE,
        }
    }

    /// The time that says how long there is for the choices before a match; None of a game that has
    /// none.
    pub fn choice_time(self) -> Option<&'static str> {
        match self {
            GameId::Gridlock => Some("base_hide_s"),
            GameId::Invitational => Some("base_rank_s"),
            GameId::Roundabout | GameId::ShortCircuit | GameId::Crossfire => None,
        }
    }

    /// The name in records and commands.
    pub fn word(self) -> &'static str {
        match self {
            GameId::Roundabout => "roundabout",
            GameId::Gridlock => "gridlock",
            GameId::ShortCircuit => "short_circuit",
            GameId::Crossfire => "crossfire",
            GameId::Invitational => "invitational",
        }
    }

    /// Reads a name as records write it.
    pub fn read(word: &str) -> Option<GameId> {
        GameId::ALL.iter().copied().find(|id| id.word() == word)
    }

    /// Reads a name as people type it: the title or a part of it that begins with a word, in any
    /// lettering, if it fits one game alone.
    pub fn typed(text: &str) -> Option<GameId> {
        let bare = |text: &str| -> String {
            let letters = folded(text);
            letters.chars().filter(|c| c.is_alphanumeric()).collect()
        };
        let typed = bare(text);
        let fits = |id: &GameId| {
            let words: Vec<&str> = id.catalogue().title.split(' ').collect();
            (0..words.len()).any(|at| bare(&words[at..].concat()).starts_with(&typed))
        };
        let mut found = GameId::ALL.iter().copied().filter(fits);
        let first = found.next();
        first.filter(|_| found.next().is_none())
    }

    pub fn catalogue(self) -> Catalogue {
        match self {
            GameId::Roundabout => roundabout::CATALOGUE,
            GameId::Gridlock => gridlock::CATALOGUE,
            GameId::ShortCircuit => short_circuit::CATALOGUE,
            GameId::Crossfire => crossfire::CATALOGUE,
            GameId::Invitational => invitational::CATALOGUE,
        }
    }

    /// The clocks of this game with their defaults.
    pub fn times(self) -> &'static [Time] {
        match self {
            GameId::Roundabout => roundabout::RoundaboutMatch::TIMES,
            GameId::Gridlock => gridlock::Gridlock::TIMES,
            GameId::ShortCircuit => short_circuit::ShortCircuit::TIMES,
            GameId::Crossfire => crossfire::Crossfire::TIMES,
            GameId::Invitational => invitational::Invitational::TIMES,
        }
    }

    /// The options of this game.
    pub fn options(self) -> &'static [OptionKey] {
        match self {
            GameId::Roundabout => roundabout::RoundaboutMatch::OPTIONS,
            GameId::Gridlock => gridlock::Gridlock::OPTIONS,
            GameId::ShortCircuit => short_circuit::ShortCircuit::OPTIONS,
            GameId::Crossfire => crossfire::Crossfire::OPTIONS,
            GameId::Invitational => invitational::Invitational::OPTIONS,
        }
    }

    /// Whether these options have values of the right form (see [`Game::well_formed`]).
    pub fn well_formed(self, given: &GivenOptions) -> bool {
        match self {
            GameId::Roundabout => roundabout::RoundaboutMatch::well_formed(given),
            GameId::Gridlock => gridlock::Gridlock::well_formed(given),
            GameId::ShortCircuit => short_circuit::ShortCircuit::well_formed(given),
            GameId::Crossfire => crossfire::Crossfire::well_formed(given),
            GameId::Invitational => invitational::Invitational::well_formed(given),
        }
    }

    /// See [`Game::read_option`].
    pub fn read_option(self, key: &str, text: &str) -> Option<Value> {
        match self {
            GameId::Roundabout => roundabout::RoundaboutMatch::read_option(key, text),
            GameId::Gridlock => gridlock::Gridlock::read_option(key, text),
            GameId::ShortCircuit => short_circuit::ShortCircuit::read_option(key, text),
            GameId::Crossfire => crossfire::Crossfire::read_option(key, text),
            GameId::Invitational => invitational::Invitational::read_option(key, text),
        }
    }

    /// See [`Game::write_option`].
    pub fn write_option(self, key: &str, value: &Value) -> Option<String> {
        match self {
            GameId::Roundabout => roundabout::RoundaboutMatch::write_option(key, value),
            GameId::Gridlock => gridlock::Gridlock::write_option(key, value),
            GameId::ShortCircuit => short_circuit::ShortCircuit::write_option(key, value),
            GameId::Crossfire => crossfire::Crossfire::write_option(key, value),
            GameId::Invitational => invitational::Invitational::write_option(key, value),
        }
    }

    /// See [`Game::HIDES_FACES`].
    pub fn hides_faces(self) -> bool {
        match self {
            GameId::Roundabout => roundabout::RoundaboutMatch::HIDES_FACES,
            GameId::Gridlock => gridlock::Gridlock::HIDES_FACES,
            GameId::ShortCircuit => short_circuit::ShortCircuit::HIDES_FACES,
            GameId::Crossfire => crossfire::Crossfire::HIDES_FACES,
            GameId::Invitational => invitational::Invitational::HIDES_FACES,
        }
    }

    /// How large a cast may be.
    pub fn cast_sizes(self) -> std::ops::RangeInclusive<usize> {
        match self {
            GameId::Roundabout => roundabout::CAST_SIZES,
            GameId::Gridlock => gridlock::CAST_SIZES,
            GameId::ShortCircuit => short_circuit::CAST_SIZES,
            GameId::Crossfire => crossfire::CAST_SIZES,
            GameId::Invitational => invitational::CAST_SIZES,
        }
    }

    /// Options for random play (see [`Game::vary_options`]).
    pub fn vary_options(self, cast: &Cast, dice: &mut Dice) -> GivenOptions {
        match self {
            GameId::Roundabout => roundabout::RoundaboutMatch::vary_options(cast, dice),
            GameId::Gridlock => gridlock::Gridlock::vary_options(cast, dice),
            GameId::ShortCircuit => short_circuit::ShortCircuit::vary_options(cast, dice),
            GameId::Crossfire => crossfire::Crossfire::vary_options(cast, dice),
            GameId::Invitational => invitational::Invitational::vary_options(cast, dice),
        }
    }

    /// Opens a match whose options are given by a record: what is left out has its default.
    ///
    /// # Errors
    /// Options or a cast with which the game cannot be played.
    pub fn open(self, given: &GivenOptions, cast: &Arc<Cast>) -> Result<AnyGame, SetupRefusal> {
        match self {
            GameId::Roundabout => {
                open::<roundabout::RoundaboutMatch>(given, cast).map(AnyGame::Roundabout)
            }
            GameId::Gridlock => open::<gridlock::Gridlock>(given, cast).map(AnyGame::Gridlock),
            GameId::ShortCircuit => {
                open::<short_circuit::ShortCircuit>(given, cast).map(AnyGame::ShortCircuit)
            }
            GameId::Crossfire => open::<crossfire::Crossfire>(given, cast).map(AnyGame::Crossfire),
            GameId::Invitational => {
                open::<invitational::Invitational>(given, cast).map(AnyGame::Invitational)
            }
        }
    }

    /// Opens a match as a host asks for it: what is left out and may be drawn is drawn.
    ///
    /// # Errors
    /// As [`GameId::open`].
    pub fn draw(
        self,
        given: &GivenOptions,
        cast: &Arc<Cast>,
        dice: &mut Dice,
    ) -> Result<AnyGame, SetupRefusal> {
        match self {
            GameId::Roundabout => {
                draw::<roundabout::RoundaboutMatch>(given, cast, dice).map(AnyGame::Roundabout)
            }
            GameId::Gridlock => {
                draw::<gridlock::Gridlock>(given, cast, dice).map(AnyGame::Gridlock)
            }
            GameId::ShortCircuit => {
                draw::<short_circuit::ShortCircuit>(given, cast, dice).map(AnyGame::ShortCircuit)
            }
            GameId::Crossfire => {
                draw::<crossfire::Crossfire>(given, cast, dice).map(AnyGame::Crossfire)
            }
            GameId::Invitational => {
                draw::<invitational::Invitational>(given, cast, dice).map(AnyGame::Invitational)
            }
        }
    }
}

fn open<G: Game>(given: &GivenOptions, cast: &Arc<Cast>) -> Result<G, SetupRefusal> {
    G::open(G::read_options(given, cast)?, cast.clone())
}

fn draw<G: Game>(
    given: &GivenOptions,
    cast: &Arc<Cast>,
    dice: &mut Dice,
) -> Result<G, SetupRefusal> {
    G::open(G::draw_options(given, cast, dice)?, cast.clone())
}

/// Does the same with whichever game it is.
macro_rules! each {
    ($any:expr, $game:ident => $do:expr) => {
        match $any {
            AnyGame::Roundabout($game) => $do,
            AnyGame::Gridlock($game) => $do,
            AnyGame::ShortCircuit($game) => $do,
            AnyGame::Crossfire($game) => $do,
            AnyGame::Invitational($game) => $do,
        }
    };
}

impl AnyGame {
    pub fn id(&self) -> GameId {
        match self {
            AnyGame::Roundabout(_) => GameId::Roundabout,
            AnyGame::Gridlock(_) => GameId::Gridlock,
            AnyGame::ShortCircuit(_) => GameId::ShortCircuit,
            AnyGame::Crossfire(_) => GameId::Crossfire,
            AnyGame::Invitational(_) => GameId::Invitational,
        }
    }

    pub fn cast(&self) -> &Arc<Cast> {
        each!(self, game => game.cast())
    }

    /// See [`Game::start_with`].
    pub fn start_with(&mut self, cast: Arc<Cast>) {
        each!(self, game => game.start_with(cast))
    }

    /// The options, complete, as the record has them.
    pub fn options(&self) -> GivenOptions {
        let written = each!(self, game => serde_json::to_value(game.options()));
        match written {
            Ok(Value::Object(options)) => options,
            // Options are plain structs: they always become an object.
            _ => Map::new(),
        }
    }

    /// See [`Game::prompts`].
    pub fn prompts(&self) -> Vec<Prompt> {
        each!(self, game => game.prompts())
    }

    /// See [`Game::asked`]; they are added to a list.
    pub fn add_asked(&self, to: &mut Vec<Asked>) {
        each!(self, game => to.extend(game.asked()));
    }

    pub fn outcome(&self) -> Option<Outcome> {
        each!(self, game => game.outcome())
    }

    /// Takes an action (see `act::act`).
    ///
    /// # Errors
    /// Why it is not legal; nothing has changed then.
    pub fn act(&mut self, by: Author, whose: Option<Party>, text: &str) -> Result<Taken, Refusal> {
        each!(self, game => act::act(game, by, whose, text))
    }

    /// See [`Game::expand`].
    pub fn expand(&self, whose: Party, text: &str) -> Option<String> {
        each!(self, game => game.expand(whose, text))
    }

    /// What the dealer has to write down before this text can stand as an action, in notation.
    pub fn deal_before(&self, text: &str, dice: &mut Dice) -> Vec<(Party, String)> {
        each!(self, game => deal_before(game, text, dice))
    }

    /// See [`Game::offers`].
    pub fn offers(&self, whose: Party, prefix: &str) -> Vec<Offer> {
        each!(self, game => game.offers(whose, prefix))
    }

    /// See [`Game::sample`]; in notation.
    pub fn sample(&self, whose: Party, dice: &mut Dice) -> Option<String> {
        each!(self, game => game.sample(whose, dice).map(|action| game.write(&action)))
    }

    /// See [`Game::sample`]; it is added to a text. False when there is none.
    pub fn add_sample(&self, text: &mut String, whose: Party, dice: &mut Dice) -> bool {
        each!(self, game => match game.sample(whose, dice) {
            Some(action) => {
                game.write_to(text, &action);
                true
            }
            None => false,
        })
    }

    /// See [`Game::timeout_forfeits`].
    pub fn timeout_forfeits(&self, seat: Seat) -> bool {
        each!(self, game => game.timeout_forfeits(seat))
    }

    /// See [`Game::advise`]; in notation.
    pub fn advise(&self, whose: Party) -> Option<String> {
        each!(self, game => game.advise(whose).map(|action| game.write(&action)))
    }

    /// What the clock writes for a seat whose time is up, in notation and in order.
    pub fn on_timeout(&self, seat: Seat, dice: &mut Dice) -> Vec<String> {
        each!(self, game => {
            if game.timeout_forfeits(seat) {
                vec!["forfeit".to_owned()]
            } else {
                let actions = game.on_timeout(seat, dice);
                actions.iter().map(|action| game.write(action)).collect()
            }
        })
    }

    /// See [`Game::view`].
    pub fn view(&self, to: Audience) -> View {
        match self {
            AnyGame::Roundabout(game) => View::Roundabout(game.view(to)),
            AnyGame::Gridlock(game) => View::Gridlock(game.view(to)),
            AnyGame::ShortCircuit(game) => View::ShortCircuit(game.view(to)),
            AnyGame::Crossfire(game) => View::Crossfire(game.view(to)),
            AnyGame::Invitational(game) => View::Invitational(game.view(to)),
        }
    }

    /// See [`Game::state`].
    pub fn state(&self) -> Value {
        each!(self, game => game.state())
    }

    /// See [`Game::keeps_secrets`].
    pub fn keeps_secrets(&self) -> bool {
        each!(self, game => game.keeps_secrets())
    }

    /// See [`Game::withholds_record`].
    pub fn withholds_record(&self) -> bool {
        each!(self, game => game.withholds_record())
    }

    /// See [`Game::shown_richer`].
    pub fn shown_richer(&self) -> Option<Seat> {
        each!(self, game => game.shown_richer())
    }

    /// See [`Game::strikes`].
    pub fn strikes(&self) -> Vec<CastId> {
        each!(self, game => game.strikes())
    }
}

fn deal_before<G: Game>(game: &G, text: &str, dice: &mut Dice) -> Vec<(Party, String)> {
    let Ok(action) = game.read(text) else {
        return Vec::new();
    };
    let dealt = game.deal_before(&action, dice);
    let write = |(party, action)| (party, game.write(&action));
    dealt.into_iter().map(write).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_what_people_call_it() {
        for id in GameId::ALL {
            for name in [id.word(), id.catalogue().title] {
                assert_eq!(GameId::typed(name), Some(*id), "{name}");
                assert_eq!(GameId::typed(&name.to_uppercase()), Some(*id), "{name}");
            }
        }
        for (typed, expected) in [
            ("short circuit", Some(GameId::ShortCircuit)),
            ("circuit", Some(GameId::ShortCircuit)),
            ("  DM-Invit ", Some(GameId::Invitational)),
            ("cross", Some(GameId::Crossfire)),
            ("c", None),
            ("chess", None),
            ("", None),
            ("?!", None),
        ] {
            assert_eq!(GameId::typed(typed), expected, "{typed}");
        }
    }
}
