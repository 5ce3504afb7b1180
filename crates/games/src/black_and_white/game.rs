//! Implements `Game` for Black and White.

use std::sync::Arc;

use serde_json::{Value, json};

use super::catalogue::CATALOGUE;
use super::notation::{self, Action};
use super::options::Options;
use super::rules::{BlackAndWhite, Refusal, Round, State};
use super::ui::UI;
use super::view::View;

use crate::{
    Audience, Author, BySeat, Cast, Catalogue, Control, Dice, Game, GivenOptions,
    Happening as AnyHappening, Legal, MatchOf, OnTimeout, Party, Prompt, Refusal as AnyRefusal,
    Seat, SetupRefusal, Ui, object,
};

impl Game for BlackAndWhite {
    type Action = Action;
    type View = View;

    const CATALOGUE: Catalogue = CATALOGUE;
    const UI: Ui<View> = UI;

    fn open(
        given: &GivenOptions,
        cast: &Arc<Cast>,
        _dice: Option<&mut Dice>,
    ) -> Result<BlackAndWhite, SetupRefusal> {
        let options = Options::read(given)?;
        let hands = BySeat::new(|_| options.full_hand());
        Ok(MatchOf::new(cast, options, State::new(hands)))
    }

    fn prompts(&self) -> impl Iterator<Item = Prompt> {
        let (ask, base) = match self.leader {
            None => ("choose", "base_choose_s"),
            leader if leader == self.to_act() => ("lead", "base_play_s"),
            Some(_) => ("follow", "base_play_s"),
        };
        self.to_act().into_iter().map(move |seat| Prompt {
            base: Some(base),
            reserve: true,
            forfeits: self.options.on_timeout == OnTimeout::Forfeit,
            public: self.leader.is_none(),
            ..Prompt::new(self.prompt, Party::Seat(seat), ask, Control::Buttons)
        })
    }

    fn expand(&self, _whose: Party, text: &str) -> Option<String> {
        notation::expand(text)
    }

    fn apply(
        &mut self,
        by: Author,
        whose: Party,
        action: &Action,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        // Checked before the hand, so that out of turn all tiles get the same refusal.
        let waited = self.to_act();
        let Some(seat) = waited.filter(|seat| whose == Party::Seat(*seat)) else {
            return Err(AnyRefusal::not_waited_for(waited));
        };
        let happenings = match (*action, self.leader) {
            (Action::Play(number), Some(leader)) => self.play(by, seat, leader, number)?,
            (Action::First, None) => self.choose(Seat::Dmo),
            (Action::Second, None) => self.choose(Seat::Ec),
            (_, leader) => {
                let chosen = leader.is_some();
                return Err(Refusal::NotNow { chosen }.into());
            }
        };
        self.prompt += 1;
        Ok(happenings.into_iter().map(AnyHappening::from).collect())
    }

    fn legal(&self, whose: Party) -> Legal<Action> {
        Legal::Listed(match (self.to_act(), self.leader) {
            (Some(seat), None) if whose == Party::Seat(seat) => vec![Action::First, Action::Second],
            (Some(seat), Some(_)) if whose == Party::Seat(seat) => {
                self.hands[seat].iter().copied().map(Action::Play).collect()
            }
            _ => Vec::new(),
        })
    }

    fn view(&self, to: Audience) -> View {
        View::of(self, to)
    }

    /// The leader's tile lies there until the other player's. Its number shows at the end.
    fn has_shown(&self, earlier: &BlackAndWhite) -> bool {
        let is_following = earlier.leader.is_some() && earlier.to_act() != earlier.leader;
        self.outcome.is_some() && earlier.outcome.is_none() && is_following
    }

    fn state(&self) -> Value {
        let numbers = |round: &Round| {
            let tiles = Seat::BOTH.map(|seat| Some((seat.word(), round.tiles[seat]?.number)));
            object(tiles.into_iter().flatten())
        };
        let round = |round: &Round| {
            json!({
                "set": round.set,
                "round": round.round,
                "leader": round.leader,
                "tiles": numbers(round),
                "winner": round.winner,
            })
        };
        json!({
            "phase": match (self.outcome, self.leader) {
                (Some(_), _) => "over",
                (None, None) => "choosing",
                (None, Some(_)) => "playing",
            },
            "to_act": self.to_act().into_iter().collect::<Vec<Seat>>(),
            "result": self.outcome,
            "set": self.set,
            "round": self.round,
            "leader": self.leader,
            "hands": self.hands,
            "played": self.played.iter().map(round).collect::<Vec<Value>>(),
            "points": self.points,
        })
    }
}
