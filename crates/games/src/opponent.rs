//! Computers that play a game well.

use std::sync::Arc;

use opponents::Effort;
use serde::{Deserialize, Serialize};

use super::{Audience, Cast, Dice, Game, GivenOptions, MatchOf, Party, Seat};

/// How well a computer plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    Easy,
    #[default]
    Fair,
    Strong,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Easy, Level::Fair, Level::Strong];

    pub fn title(self) -> &'static str {
        match self {
            Level::Easy => "Easy",
            Level::Fair => "Fair",
            Level::Strong => "Strong",
        }
    }
}

/// How likely each action is.
pub type Policy<Action> = Vec<(Action, f64)>;

/// A game with a computer that plays it well.
pub trait Opponent: Game {
    /// The playouts of a turn at the levels easy, fair and strong.
    const LEVELS: [u32; 3];

    /// A match that this seat can't tell from the real one: what it isn't shown is drawn as the
    /// page draws it.
    fn guess(shown: &Shown<Self>, dice: &mut Dice) -> Self;

    /// How likely a seat that is asked should do what, at most some hundred actions. It's the same
    /// for every match that this seat can't tell from this one.
    fn think(&self, seat: Seat, effort: Effort) -> Policy<Self::Action>;
}

/// What one seat is shown of a match. Only [`Shown::to`] makes it, so that a computer knows no more
/// than a person.
pub struct Shown<G: Game> {
    pub seat: Seat,
    pub view: G::View,
    /// Without garnets.
    pub cast: Arc<Cast>,
    /// Without secret ones.
    pub options: GivenOptions,
}

impl<State, Options: Serialize> Shown<MatchOf<State, Options>>
where
    MatchOf<State, Options>: Game,
{
    pub fn to(game: &MatchOf<State, Options>, seat: Seat) -> Self {
        let mut cast = Cast::clone(&game.cast);
        cast = cast.holding(&vec![0; game.cast.members().len()]);
        let rows = <MatchOf<State, Options> as Game>::CATALOGUE.options;
        let secret = |key: &str| rows.iter().any(|row| row.secret && row.key == key);
        // Options are plain structs: they always become an object.
        let options = serde_json::to_value(&*game.options);
        let options = options.ok().and_then(|all| all.as_object().cloned());
        let mut options = options.unwrap_or_default();
        options.retain(|key, _| !secret(key));
        Shown {
            seat,
            view: game.view(Audience::Seat(seat)),
            cast: Arc::new(cast),
            options,
        }
    }

    /// A match that has just been opened with what is shown. What isn't is drawn.
    pub fn open(&self, dice: &mut Dice) -> MatchOf<State, Options> {
        let opened = Game::open(&self.options, &self.cast, Some(dice));
        // The same people have opened a match with these options.
        opened.expect("options of an open match")
    }

    /// A seed mixed with what is shown.
    fn mixed(&self, seed: u64) -> u64 {
        let shown = serde_json::to_vec(&self.view).unwrap_or_default();
        shown
            .iter()
            .fold(seed ^ 0xcbf2_9ce4_8422_2325, |mixed, byte| {
                (mixed ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
            })
    }
}

impl<State, Options: Serialize> MatchOf<State, Options>
where
    Self: Opponent,
{
    /// A match that this seat can't tell from this one.
    pub(super) fn guess_for(&self, seat: Seat, dice: &mut Dice) -> Self {
        Self::guess(&Shown::to(self, seat), dice)
    }

    /// What a computer in this seat should do. None if the seat isn't asked.
    pub(super) fn think_for(
        &self,
        seat: Seat,
        effort: Effort,
    ) -> Option<Thought<<Self as Game>::Action>> {
        let party = Party::Seat(seat);
        self.prompts().find(|prompt| prompt.who == party)?;
        let shown = Shown::to(self, seat);
        // What is drawn in one position tells nothing about another.
        let seed = shown.mixed(effort.seed);
        let dice = &mut Dice::new(seed);
        let guess = Self::guess(&shown, dice);
        let policy = guess.think(seat, Effort { seed, ..effort });
        let chosen = opponents::draw(dice.seed(), policy.iter().map(|(_, likely)| *likely));
        let act = policy.get(chosen)?.0.clone();
        Some(Thought { act, policy })
    }
}

/// What a computer does, and how likely it might have done what.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<Action> {
    pub act: Action,
    pub policy: Policy<Action>,
}
