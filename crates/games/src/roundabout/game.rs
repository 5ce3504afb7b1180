//! Implements `Game` for Roundabout.

use std::sync::Arc;

use serde_json::{Value, json};

use super::board::{Roundabout, Space};
use super::catalogue::CATALOGUE;
use super::notation::{self, Action};
use super::options::Options;
use super::rules::{
    Happening, Phase, Refusal, RoundaboutMatch, STOP_CARD, Sign, State, YIELD_CARD,
};
use super::ui::UI;
use super::view::View;
use crate::{
    Audience, Author, BySeat, Cast, CastId, Catalogue, Control, Dice, Game, GivenOptions,
    Happening as AnyHappening, Legal, MatchOf, OnTimeout, Party, Prompt, Refusal as AnyRefusal,
    Seat, SetupRefusal, Ui, object, variant,
};

impl Game for RoundaboutMatch {
    type Action = Action;
    type View = View;

    const CATALOGUE: Catalogue = CATALOGUE;
    const UI: Ui<View> = UI;

    fn open(
        given: &GivenOptions,
        cast: &Arc<Cast>,
        dice: Option<&mut Dice>,
    ) -> Result<RoundaboutMatch, SetupRefusal> {
        let options = Options::read(given, cast, dice)?;
        let state = State::new(options.members(cast)?);
        Ok(MatchOf::new(cast, options, state))
    }

    fn prompts(&self) -> impl Iterator<Item = Prompt> {
        let (ask, base, control) = match self.phase {
            Phase::Choosing => ("first", "base_first_s", Control::Buttons),
            Phase::Parties(_) => ("party", "base_party_s", Control::Menu),
            Phase::Placing(_) => ("place", "base_place_s", Control::Panel),
            Phase::Card(_) => ("card", "base_card_s", Control::Buttons),
            Phase::Driving(_) | Phase::Over => ("drive", "base_move_s", Control::Panel),
        };
        self.phase.to_act().into_iter().map(move |seat| Prompt {
            base: Some(base),
            reserve: true,
            forfeits: self.options.on_timeout == OnTimeout::Forfeit,
            // The possible moves show how far a turn has come, which only its player may see.
            public: !matches!(self.phase, Phase::Driving(_)),
            ..Prompt::new(self.prompt, Party::Seat(seat), ask, control.clone())
        })
    }

    /// If the match ends during a turn, the turn ends too: its moves are told by name, like any
    /// other's.
    fn close(&mut self) -> Vec<AnyHappening> {
        self.phase = Phase::Over;
        let happenings = self.tell_turn();
        match self.turn.take() {
            Some(turn) if !turn.is_empty() => happenings,
            _ => Vec::new(),
        }
    }

    fn expand(&self, _whose: Party, text: &str) -> Option<String> {
        notation::expand(text, self.phase, &self.cast)
    }

    fn apply(
        &mut self,
        by: Author,
        whose: Party,
        action: &Action,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let waited = self.phase.to_act();
        let Some(seat) = waited.filter(|seat| whose == Party::Seat(*seat)) else {
            return Err(AnyRefusal::not_waited_for(waited));
        };
        match (self.phase, *action) {
            (Phase::Choosing, Action::First(first)) => {
                self.first = Some(first);
                self.ask(Phase::Parties(first));
                Ok(vec![Happening::FirstChosen { first }.into()])
            }
            (Phase::Parties(_), Action::Party(space)) => self.set_party(seat, space),
            (Phase::Placing(_), Action::Place(car, space)) => self.place(seat, car, space),
            (Phase::Card(_), Action::Card(card)) => self.play_card(seat, card),
            // A timeout makes no move and places no sign.
            (Phase::Driving(_), Action::Drive(..) | Action::Sign(_)) if by == Author::Clock => {
                Err(AnyRefusal::NotByChance)
            }
            (Phase::Driving(_), Action::Drive(car, roundabout)) => self.drive(car, roundabout),
            (Phase::Driving(_), Action::Sign(sign)) => self.put_up(sign),
            (Phase::Driving(_), Action::End) => Ok(self.end_turn(seat)),
            (phase, _) => Err(Refusal::NotNow(phase).into()),
        }
    }

    fn legal(&self, whose: Party) -> Legal<Action> {
        if self.phase.to_act().map(Party::Seat) != Some(whose) {
            return Legal::Listed(Vec::new());
        }
        Legal::Listed(match self.phase {
            Phase::Choosing => Seat::BOTH.map(Action::First).to_vec(),
            Phase::Parties(seat) => {
                let open = |space: &Space| self.party[seat] != Some(*space);
                Space::all().filter(open).map(Action::Party).collect()
            }
            Phase::Placing(seat) => self
                .free_spaces()
                .flat_map(|space| {
                    self.may_place(seat)
                        .map(move |car| Action::Place(car, space))
                })
                .collect(),
            Phase::Card(seat) => self.hand[seat].iter().copied().map(Action::Card).collect(),
            Phase::Driving(_) => {
                let moves = self.moves().map(|(car, on, _)| Action::Drive(car, on));
                moves.chain(self.signs_and_end()).collect()
            }
            Phase::Over => Vec::new(),
        })
    }

    /// While driving: every car on the board with every roundabout, possible or not, as long as a
    /// move may follow.
    fn offered(&self, legal: Legal<Action>, whose: Party, prefix: &str) -> Vec<Action> {
        let drives = matches!(self.phase, Phase::Driving(seat) if whose == Party::Seat(seat));
        if !drives {
            return legal.some(prefix);
        }
        let mut actions = Vec::new();
        if self.moves_left() {
            let cars = self.cars_on_board();
            actions.extend(cars.flat_map(|car| Roundabout::ALL.map(|on| Action::Drive(car, on))));
        }
        actions.extend(self.signs_and_end());
        actions
    }

    fn sample(&self, whose: Party, dice: &mut Dice) -> Option<Action> {
        match self.phase {
            Phase::Placing(seat) if whose == Party::Seat(seat) => {
                let cars: Vec<CastId> = self.may_place(seat).collect();
                let spaces: Vec<Space> = self.free_spaces().collect();
                Some(Action::Place(*dice.pick(&cars)?, *dice.pick(&spaces)?))
            }
            _ => self.legal(whose).pick(dice),
        }
    }

    fn on_timeout(&self, seat: Seat, dice: &mut Dice) -> Vec<Action> {
        match self.phase {
            Phase::Driving(_) => vec![Action::End],
            _ => self.sample(Party::Seat(seat), dice).into_iter().collect(),
        }
    }

    fn view(&self, to: Audience) -> View {
        View::of(self, to)
    }

    /// The moves of a turn that the end of the match has cut off.
    fn has_shown(&self, earlier: &RoundaboutMatch) -> bool {
        let turn = earlier.turn.as_ref();
        self.outcome.is_some() && turn.is_some_and(|turn| !turn.is_empty())
    }

    /// It would show the moves of the turn in progress.
    fn withholds_record(&self) -> bool {
        self.turn.is_some()
    }

    fn state(&self) -> Value {
        let name = |car: CastId| self.cast.name(car);
        let place = |car: CastId| Some((name(car), self.position.space(car)?));
        let word = |sign: Sign| match sign {
            Sign::Stop(car) => name(car),
            Sign::Yield(roundabout) => roundabout.word(),
        };
        let signs = |is_kind: fn(&Sign) -> bool| {
            BySeat::new(|seat| self.signs[seat].filter(is_kind).map(word))
        };
        let words = |(car, on): &(CastId, Roundabout)| [name(*car), on.word()];
        let turn = self.turn.as_ref().map(|turn| {
            let moves: Vec<[&str; 2]> = turn.moves.iter().map(words).collect();
            json!({ "card": turn.card, "moves": moves, "sign": turn.sign.map(word) })
        });
        json!({
            "phase": variant(self.phase),
            "to_act": self.phase.to_act().into_iter().collect::<Vec<Seat>>(),
            "result": self.outcome,
            "first": self.first,
            "party": self.party,
            "entourages": self.options.entourages,
            "cars": object(self.cast.ids().filter_map(place)),
            "home": self.home.iter().map(|car| name(*car)).collect::<Vec<&str>>(),
            "hand": self.hand,
            "played": self.played,
            "fined": self.fined,
            "stop": signs(|sign| matches!(sign, Sign::Stop(_))),
            "yield": signs(|sign| matches!(sign, Sign::Yield(_))),
            "yield_used": self.yield_used,
            "turn": turn,
        })
    }
}

impl RoundaboutMatch {
    fn free_spaces(&self) -> impl Iterator<Item = Space> + Clone + '_ {
        Space::all().filter(|space| self.position.is_free(*space))
    }

    fn cars_on_board(&self) -> impl Iterator<Item = CastId> + '_ {
        let on_board = |car: &CastId| self.position.space(*car).is_some();
        self.cast.ids().filter(on_board)
    }

    /// The other actions while driving: the card's signs, and the end of the turn.
    fn signs_and_end(&self) -> impl Iterator<Item = Action> + use<> {
        let signs: Vec<Sign> = match &self.turn {
            Some(turn) if turn.sign.is_some() => Vec::new(),
            Some(turn) if turn.card == STOP_CARD => self.cars_on_board().map(Sign::Stop).collect(),
            Some(turn) if turn.card == YIELD_CARD => Roundabout::ALL.map(Sign::Yield).to_vec(),
            _ => Vec::new(),
        };
        signs.into_iter().map(Action::Sign).chain([Action::End])
    }
}
