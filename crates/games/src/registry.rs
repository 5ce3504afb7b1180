//! All games that Dealer knows. A new game needs its module in `lib.rs` and its line in `games!`
//! below. The types that stand for any game are generated from those lines.

use std::collections::BTreeMap;
use std::sync::Arc;

use opponents::Effort;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::act::{self, AppliedAct};
use super::names::folded;
use super::opponent::{Level, Opponent, Thought};
use super::told::{GameAction, Happens};
use super::{
    Audience, Author, Cast, CastId, Catalogue, Dice, Game, GivenOptions, Manner, Offer, Outcome,
    Party, Placement, Prompt, Refusal, Seat, SetupRefusal,
};

/// Generates the types that stand for any game, and the macro `each!`, from a line for each game:
/// its name, its module, and its type that implements [`Game`]. (`$d` is a dollar sign, which
/// `each!` needs.)
macro_rules! games {
    ($d:tt $($Name:ident: $game:ident::$Game:ident),+ $(,)?) => {
        $(use super::$game;)+

        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(rename_all = "snake_case")]
        pub(super) enum Ids {
            $($Name),+
        }

        impl GameId {
            pub const ALL: &'static [GameId] = &[$(GameId(Ids::$Name)),+];

            /// The name in records and commands.
            pub fn word(self) -> &'static str {
                match self.0 {
                    $(Ids::$Name => stringify!($game)),+
                }
            }
        }

        of_any! {
            /// A match of any game.
            #[derive(Clone, Debug, PartialEq)]
            AnyGame(Games): $($Name($game::$Game)),+
        }

        of_any! {
            /// A view of a match of any game.
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
            #[serde(rename_all = "snake_case")]
            View(Views): $($Name($game::View)),+
        }

        of_any! {
            /// Something that everybody learns about a match of one game.
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(rename_all = "snake_case")]
            GameHappening(Happenings): $($Name($game::Happening)),+
        }

        of_any! {
            /// Why the rules of one game refuse an action.
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(rename_all = "snake_case")]
            GameRefusal(Refusals): $($Name($game::Refusal)),+
        }

        of_any! {
            /// Why one game cannot be played like this.
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
            #[serde(rename_all = "snake_case")]
            GameSetupRefusal(SetupRefusals): $($Name($game::SetupRefusal)),+
        }

        $(
            impl From<$game::Happening> for Happening {
                fn from(happening: $game::Happening) -> Self {
                    Happening::OfGame(happening.into())
                }
            }

            impl From<$game::Refusal> for Refusal {
                fn from(refusal: $game::Refusal) -> Self {
                    Refusal::OfGame(refusal.into())
                }
            }

            impl From<$game::SetupRefusal> for SetupRefusal {
                fn from(refusal: $game::SetupRefusal) -> Self {
                    SetupRefusal::OfGame(refusal.into())
                }
            }
        )+

        /// Runs the same code for any game; `G` is its type that implements [`Game`]: `each!(id as
        /// Ids: G => …)`, `each!(view as Views, view: G => …)`, `each!(any as Games, game => …)`.
        macro_rules! each {
            ($d id:ident as Ids: $d G:ident => $d do:expr) => {
                match $d id.0 {
                    $(Ids::$Name => {
                        type $d G = crate::$game::$Game;
                        $d do
                    })+
                }
            };
            ($d any:ident as $d Kinds:ident, $d value:ident: $d G:ident => $d do:expr) => {
                match &$d any.0 {
                    $($d Kinds::$Name($d value) => {
                        type $d G = crate::$game::$Game;
                        $d do
                    })+
                }
            };
            ($d any:ident as $d Kinds:ident, $d value:ident => $d do:expr) => {
                match &$d any.0 {
                    $($d Kinds::$Name($d value) => $d do),+
                }
            };
            ($d any:ident as mut Games, $d game:ident => $d do:expr) => {
                match &mut $d any.0 {
                    $(Games::$Name($d game) => $d do),+
                }
            };
        }
        pub(super) use each;
    };
}

/// Defines a type that stands for any game and wraps each game's own. Code outside cannot see which
/// game it is.
macro_rules! of_any {
    ($(#[$about:meta])* $Any:ident($Kinds:ident): $($Name:ident($Of:ty)),+) => {
        $(#[$about])*
        pub struct $Any(pub(super) $Kinds);

        $(#[$about])*
        pub(super) enum $Kinds {
            $($Name($Of)),+
        }

        $(impl From<$Of> for $Any {
            fn from(value: $Of) -> Self {
                $Any($Kinds::$Name(value))
            }
        })+

        $(impl<'a> TryFrom<&'a $Any> for &'a $Of {
            type Error = GameId;

            /// The error says which game it is.
            fn try_from(any: &'a $Any) -> Result<Self, GameId> {
                match &any.0 {
                    $Kinds::$Name(value) => Ok(value),
                    _ => Err(any.id()),
                }
            }
        })+

        impl $Any {
            /// Which game it is of.
            pub fn id(&self) -> GameId {
                match self.0 {
                    $($Kinds::$Name(_) => GameId(Ids::$Name)),+
                }
            }
        }
    };
}

/// One of the games, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub(super) Ids);

games! { $
    Roundabout: roundabout::RoundaboutMatch,
    Gridlock: gridlock::Gridlock,
    ShortCircuit: short_circuit::ShortCircuit,
    Crossfire: crossfire::Crossfire,
    Invitational: invitational::Invitational,
    BlackAndWhite: black_and_white::BlackAndWhite,
    MainMatch: main_match::MainMatch,
}

/// Something that everybody learns: about any match, or from one game's rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    Resigned {
        seat: Seat,
    },
    /// `late`: by running out of time; otherwise by a host.
    Forfeited {
        seat: Seat,
        late: bool,
    },
    Voided,
    Settled {
        seat: Seat,
    },
    #[serde(untagged)]
    OfGame(GameHappening),
}

impl Happening {
    /// How it is told. Happenings of any match are news.
    pub fn manner(&self) -> Manner {
        match self {
            Happening::OfGame(of) => each!(of as Happenings, told => told.manner()),
            _ => Manner::shown(Placement::News),
        }
    }
}

impl GameId {
    /// The game of a first run and of examples.
    pub const EXAMPLE: GameId = GameId(Ids::Gridlock);

    /// Reads a name as records write it.
    pub fn read(word: &str) -> Option<GameId> {
        GameId::ALL.iter().copied().find(|id| id.word() == word)
    }

    /// Reads a typed name: the title, or a part of it that starts at a word, in any lettering. None
    /// if several games fit.
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

    pub fn catalogue(self) -> &'static Catalogue {
        each!(self as Ids: G => &G::CATALOGUE)
    }

    /// The playouts of a turn at a level.
    pub fn playouts(self, level: Level) -> u32 {
        each!(self as Ids: G => G::LEVELS[level as usize])
    }

    /// Opens a match with a record's options; missing ones have their default.
    ///
    /// # Errors
    /// Options or a cast with which the game cannot be played.
    pub fn open(self, given: &GivenOptions, cast: &Arc<Cast>) -> Result<AnyGame, SetupRefusal> {
        self.check_seats(cast)?;
        each!(self as Ids: G => G::open(given, cast, None).map(AnyGame::from))
    }

    /// Opens a match for a host: missing options are drawn at random if the game does that.
    ///
    /// # Errors
    /// As [`GameId::open`].
    pub fn draw(
        self,
        given: &GivenOptions,
        cast: &Arc<Cast>,
        dice: &mut Dice,
    ) -> Result<AnyGame, SetupRefusal> {
        self.check_seats(cast)?;
        each!(self as Ids: G => G::open(given, cast, Some(dice)).map(AnyGame::from))
    }

    fn check_seats(self, cast: &Cast) -> Result<(), SetupRefusal> {
        let needed = self.catalogue().seats;
        if cast.seats().is_some() == needed {
            Ok(())
        } else {
            Err(SetupRefusal::Seats { needed })
        }
    }
}

impl AnyGame {
    pub fn cast(&self) -> &Arc<Cast> {
        each!(self as Games, game => &game.cast)
    }

    /// Starts the match. `cast` is the one it was opened with, with everybody's garnets of now;
    /// rules about garnets use these (rulebook, "Start").
    pub fn start_with(&mut self, cast: Arc<Cast>) {
        each!(self as mut Games, game => {
            game.cast = cast;
            game.start();
        })
    }

    /// The options, complete, as the record has them.
    pub fn options(&self) -> GivenOptions {
        let written = each!(self as Games, game => serde_json::to_value(&*game.options));
        match written {
            Ok(Value::Object(options)) => options,
            // Options are plain structs: they always become an object.
            _ => Map::new(),
        }
    }

    /// See [`Game::prompts`].
    pub fn prompts(&self) -> Vec<Prompt> {
        each!(self as Games, game => game.prompts().collect())
    }

    pub fn outcome(&self) -> Option<Outcome> {
        each!(self as Games, game => game.outcome)
    }

    /// Takes an action in notation.
    ///
    /// ```
    /// use games::{Author, BySeat, Cast, GameId, Member, Role};
    ///
    /// let members = ["Zac", "Tiac"].map(|name| Member {
    ///     name: name.to_owned(),
    ///     role: Role::Player,
    /// });
    /// let seats = BySeat { dmo: "Zac".to_owned(), ec: "Tiac".to_owned() };
    /// let cast = Cast::new(members.to_vec(), seats, &Default::default()).unwrap();
    /// let mut game = GameId::EXAMPLE.open(&Default::default(), &cast.into()).unwrap();
    /// let asked = game.prompts()[0].who;
    /// let offered = game.offers(asked, "").remove(0);
    /// let taken = game.act(Author::Host, Some(asked), &offered.act).unwrap();
    /// assert_eq!(taken.act, offered.act);
    /// ```
    ///
    /// # Errors
    /// Why it is not legal; nothing has changed then.
    pub fn act(
        &mut self,
        by: Author,
        whose: Option<Party>,
        text: &str,
    ) -> Result<AppliedAct, Refusal> {
        each!(self as mut Games, game => act::act(game, by, whose, text))
    }

    /// See [`Game::expand`]. What a button says is its action, too.
    pub fn expand(&self, whose: Party, text: &str) -> Option<String> {
        let says = |offer: &Offer| offer.label.eq_ignore_ascii_case(text.trim());
        let pressed = || self.offers(whose, "").into_iter().find(says);
        each!(self as Games, game => game.expand(whose, text))
            .or_else(|| pressed().map(|offer| offer.act))
    }

    /// Random draws that the dealer has to make before the host begins the match; in notation.
    pub fn deal(&self, dice: &mut Dice) -> Vec<(Party, String)> {
        let dealt = self.prompts().into_iter();
        let dealt = dealt.filter(|prompt| prompt.is_dealt && prompt.who != Party::Dealer);
        dealt
            .filter_map(|prompt| {
                let drawn = each!(self as Games, game => {
                    game.deal(prompt.who, dice).map(|action| action.write(&game.cast))
                });
                Some((prompt.who, drawn?))
            })
            .collect()
    }

    /// See [`MatchOf::offers`](super::MatchOf::offers).
    pub fn offers(&self, whose: Party, prefix: &str) -> Vec<Offer> {
        each!(self as Games, game => game.offers(whose, prefix))
    }

    /// After an act: the party's only remaining action, if the same prompt still asks it and leaves
    /// no other choice. None in other cases.
    pub fn rest(&self, whose: Party, prompt: u32) -> Option<String> {
        let is_it = |open: &Prompt| open.id == prompt && open.who == whose;
        let open = self.prompts().into_iter().find(is_it)?;
        let is_waiting = open.live && !open.answered;
        let offers = is_waiting.then(|| self.offers(whose, ""));
        match &offers?[..] {
            [only] => Some(only.act.clone()),
            _ => None,
        }
    }

    /// See [`Game::sample`]; in notation.
    pub fn sample(&self, whose: Party, dice: &mut Dice) -> Option<String> {
        each!(self as Games, game => game.sample(whose, dice).map(|action| action.write(&game.cast)))
    }

    /// Whether the match waits for a seat that forfeits it when its time is up.
    pub fn timeout_forfeits(&self, seat: Seat) -> bool {
        let forfeits = |prompt: Prompt| prompt.who == Party::Seat(seat) && prompt.forfeits;
        each!(self as Games, game => game.prompts().any(forfeits))
    }

    /// A match that this seat can't tell from this one.
    pub fn guess(&self, seat: Seat, dice: &mut Dice) -> AnyGame {
        each!(self as Games, game => game.guess_for(seat, dice).into())
    }

    /// What a computer in this seat should do, in notation; None if the seat isn't asked. Only the
    /// effort and what this seat is shown count.
    pub fn think(&self, seat: Seat, effort: Effort) -> Option<Thought<String>> {
        each!(self as Games, game => {
            let Thought { act, policy } = game.think_for(seat, effort)?;
            let written = |(act, likely): (_, f64)| (GameAction::write(&act, &game.cast), likely);
            Some(Thought {
                act: act.write(&game.cast),
                policy: policy.into_iter().map(written).collect(),
            })
        })
    }

    /// The clock's actions for a seat whose time is up: its forfeit, or [`Game::on_timeout`]; in
    /// notation, in order.
    pub fn on_timeout(&self, seat: Seat, dice: &mut Dice) -> Vec<String> {
        if self.timeout_forfeits(seat) {
            return vec!["forfeit".to_owned()];
        }
        each!(self as Games, game => {
            let actions = game.on_timeout(seat, dice);
            actions.iter().map(|action| action.write(&game.cast)).collect()
        })
    }

    /// See [`Game::view`].
    pub fn view(&self, to: Audience) -> View {
        each!(self as Games, game => game.view(to).into())
    }

    /// What everybody may see once the match is over.
    pub fn end_view(&self) -> View {
        self.view(if self.id().catalogue().shows_all_at_end {
            Audience::All
        } else {
            Audience::Public
        })
    }

    /// See [`Game::state`].
    pub fn state(&self) -> Value {
        each!(self as Games, game => game.state())
    }

    /// See [`Game::keeps_secrets`].
    pub fn keeps_secrets(&self) -> bool {
        each!(self as Games, game => game.keeps_secrets())
    }

    /// See [`Game::has_shown`]; `earlier` is of the same match.
    pub fn has_shown(&self, earlier: &AnyGame) -> bool {
        each!(self as Games, game => {
            TryFrom::try_from(earlier).is_ok_and(|earlier| game.has_shown(earlier))
        })
    }

    /// See [`Game::withholds_record`].
    pub fn withholds_record(&self) -> bool {
        each!(self as Games, game => game.withholds_record())
    }

    /// See [`Game::known_richer_seat`].
    pub fn known_richer_seat(&self) -> Option<Seat> {
        each!(self as Games, game => game.known_richer_seat())
    }

    /// See [`Game::strikes`].
    pub fn strikes(&self) -> Vec<CastId> {
        each!(self as Games, game => game.strikes())
    }

    /// See [`Game::garnets`].
    pub fn garnets(&self) -> BTreeMap<CastId, i32> {
        each!(self as Games, game => game.garnets())
    }

    /// See [`Game::needs_host`].
    pub fn needs_host(&self) -> bool {
        each!(self as Games, game => game.needs_host())
    }

    /// See [`Game::bill`].
    pub fn bill(&self) -> Vec<(CastId, u32)> {
        each!(self as Games, game => game.bill())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_can_type_a_game_by_its_usual_names() {
        for id in GameId::ALL {
            for name in [id.word(), id.catalogue().title] {
                assert_eq!(GameId::typed(name), Some(*id), "{name}");
                assert_eq!(GameId::typed(&name.to_uppercase()), Some(*id), "{name}");
            }
        }
        for (typed, expected) in [
            ("short circuit", Some("short_circuit")),
            ("circuit", Some("short_circuit")),
            ("  DM-Invit ", Some("invitational")),
            ("cross", Some("crossfire")),
            ("c", None),
            ("chess", None),
            ("", None),
            ("?!", None),
        ] {
            assert_eq!(GameId::typed(typed).map(GameId::word), expected, "{typed}");
        }
    }
}
