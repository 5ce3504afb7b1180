//! What is the same in a match of any game.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::{Cast, Game, Happening, Outcome};

/// A match of one game: what the house keeps of it, around the game's own `state`, to which it
/// dereferences.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchOf<State, Options> {
    /// From the start on with everybody's garnets of then (rulebook, "Start").
    pub cast: Arc<Cast>,
    /// Complete, and always the same.
    pub options: Arc<Options>,
    pub outcome: Option<Outcome>,
    /// The number of the open prompt; it changes when a new clock starts.
    pub prompt: u32,
    pub state: State,
}

impl<State, Options> MatchOf<State, Options> {
    pub fn new(cast: &Arc<Cast>, options: Options, state: State) -> MatchOf<State, Options> {
        MatchOf {
            cast: cast.clone(),
            options: Arc::new(options),
            outcome: None,
            prompt: 1,
            state,
        }
    }

    /// Ends the match by the game's own rules.
    pub fn end(&mut self, outcome: Outcome)
    where
        Self: Game,
    {
        self.close();
        self.outcome = Some(outcome);
    }

    /// Ends the match from outside the game's own rules: by a resignation, a forfeit or the host.
    /// Also replaces a tie by what the host decides.
    pub fn conclude(&mut self, outcome: Outcome) -> Vec<Happening>
    where
        Self: Game,
    {
        self.outcome = Some(outcome);
        self.close()
    }
}

impl<State, Options> Deref for MatchOf<State, Options> {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl<State, Options> DerefMut for MatchOf<State, Options> {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
}
