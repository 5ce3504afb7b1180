//! Implements `Game` for Crossfire.

use std::sync::Arc;

use serde_json::{Value, json};

use super::catalogue::CATALOGUE;
use super::notation::{self, Action, Cells};
use super::options::{Anomaly, OnTimeout, Options};
use super::rules::{Crossfire, Phase, State};
use super::short_forms;
use super::ui::UI;
use super::view::View;

use crate::{
    Audience, Author, Cast, Catalogue, Cell, Control, Dice, Game, GivenOptions,
    Happening as AnyHappening, Legal, MatchOf, Party, Prompt, Refusal as AnyRefusal, Seat,
    SetupRefusal, Ui, object, variant,
};

/// Up to this many actions are buttons; more are in a menu.
const MAX_PRESSED: usize = 10;

/// Seconds of lateness that cost a chip.
const DRAIN_S: u32 = 10;

impl Game for Crossfire {
    type Action = Action;
    type View = View;

    const CATALOGUE: Catalogue = CATALOGUE;
    const UI: Ui<View> = UI;

    fn open(
        given: &GivenOptions,
        cast: &Arc<Cast>,
        _dice: Option<&mut Dice>,
    ) -> Result<Crossfire, SetupRefusal> {
        let options = Options::read(given)?;
        let state = State::new(options.chips);
        Ok(MatchOf::new(cast, options, state))
    }

    fn prompts(&self) -> impl Iterator<Item = Prompt> {
        let bidding = self.phase == Phase::Bidding;
        let (ask, base) = if bidding {
            ("bid", "base_bid_s")
        } else {
            ("action", "base_action_s")
        };
        let on_timeout = self.options.on_timeout;
        let asks = move |seat: &Seat| bidding || self.phase == Phase::Acting(*seat);
        let seats = Seat::BOTH.into_iter().filter(asks);
        seats.map(move |seat| Prompt {
            answered: bidding && self.bids[seat].is_some(),
            base: Some(base),
            reserve: true,
            forfeits: on_timeout == OnTimeout::Forfeit,
            overtime_s: (on_timeout == OnTimeout::Drain && self.chips[seat] > 0).then_some(DRAIN_S),
            public: true,
            ..Prompt::new(self.prompt, Party::Seat(seat), ask, self.control(seat))
        })
    }

    fn close(&mut self) -> Vec<AnyHappening> {
        self.phase = Phase::Over;
        Vec::new()
    }

    fn forms(&self) -> Option<&'static [&'static str]> {
        let (ambush, both_ways) = (self.has(Anomaly::Ambush), self.has(Anomaly::BothWays));
        Some(notation::forms(ambush, both_ways))
    }

    fn expand(&self, whose: Party, text: &str) -> Option<String> {
        let Party::Seat(seat) = whose else {
            return None;
        };
        let chips = self.chips[seat];
        match self.phase {
            Phase::Bidding => short_forms::bid(text, chips),
            Phase::Acting(_) | Phase::Over => short_forms::action(text, &self.actions(seat, chips)),
        }
    }

    fn apply(
        &mut self,
        by: Author,
        whose: Party,
        action: &Action,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        if let (Author::Clock, Party::Seat(seat)) = (by, whose) {
            // The clock takes chips while there are any, and only then decides for the player.
            if self.chips[seat] > 0 && *action != Action::Drain {
                return Err(AnyRefusal::NotByChance);
            }
        }
        match *action {
            Action::Bid(chips) => self.bid(whose, chips),
            Action::Spawn(cells) => self.spawn(whose, cells),
            Action::Move(cell) => self.go(whose, cell, false),
            Action::Back(cell) => self.go(whose, cell, true),
            Action::Drain => self.drain(by, whose),
        }
    }

    fn legal(&self, whose: Party) -> Legal<Action> {
        match (self.phase, whose) {
            (Phase::Bidding, Party::Seat(seat)) => Legal::UpTo(self.chips[seat], Action::Bid),
            (Phase::Acting(winner), Party::Seat(seat)) if seat == winner => {
                Legal::Listed(self.actions(seat, self.chips[seat]))
            }
            _ => Legal::Listed(Vec::new()),
        }
    }

    fn on_timeout(&self, seat: Seat, dice: &mut Dice) -> Vec<Action> {
        let drained = (self.chips[seat] > 0).then_some(Action::Drain);
        // A player without chips has no time to think, so the forced action follows the last chip's
        // drain at once. If the drain leaves nothing to do, it ends the match and nothing follows.
        let follows = (self.chips[seat] <= 1).then(|| match self.phase {
            Phase::Bidding => Some(Action::Bid(0)),
            Phase::Acting(_) | Phase::Over => dice.pick(&self.actions(seat, 0)).copied(),
        });
        drained.into_iter().chain(follows.flatten()).collect()
    }

    fn view(&self, to: Audience) -> View {
        View::of(self, to)
    }

    fn state(&self) -> Value {
        let arrows = self.board.arrows();
        let spawned = Seat::BOTH
            .into_iter()
            .flat_map(|seat| self.spaces(seat).iter().zip(self.spawned[seat]))
            .filter(|(_, count)| *count > 0);
        let bids = Seat::BOTH
            .into_iter()
            .filter_map(|seat| Some((seat.word(), self.bids[seat]?)));
        json!({
            "phase": variant(self.phase),
            "to_act": self.to_act().collect::<Vec<Seat>>(),
            "result": self.outcome,
            "round": self.round,
            "chips": self.chips,
            "bids": object(bids),
            "won_round": match self.phase {
                Phase::Acting(winner) => Some(winner),
                Phase::Bidding | Phase::Over => None,
            },
            "lost_last": self.lost_last,
            "arrows": object(arrows.map(|(cell, arrow)| (cell.to_string(), arrow))),
            "spawned": object(spawned.map(|((cell, _), count)| (cell.to_string(), count))),
            "goals": self.goals,
        })
    }
}

impl Crossfire {
    fn control(&self, seat: Seat) -> Control {
        if self.phase == Phase::Bidding {
            Control::Number {
                verb: "bid".into(),
                least: 0,
                most: self.chips[seat],
            }
        } else if self.actions(seat, self.chips[seat]).len() <= MAX_PRESSED {
            Control::Buttons
        } else {
            Control::Menu
        }
    }

    /// Every action that the winner of the bid has with this many chips.
    fn actions(&self, seat: Seat, chips: u32) -> Vec<Action> {
        let spawns = self.spawns(seat);
        let affordable = spawns.filter(move |(_, cost)| *cost <= u64::from(chips));
        let arrows = self.board.cells_of(seat);
        let may_back = |cell: &Cell| self.board.behind(*cell).is_some();
        affordable
            .map(|(cells, _)| Action::Spawn(cells))
            .chain(arrows.clone().map(Action::Move))
            .chain(arrows.filter(may_back).map(Action::Back))
            .collect()
    }

    /// The empty spawn spaces of a seat with their prices: each alone, and under the anomaly Ambush
    /// also several together.
    fn spawns(&self, seat: Seat) -> impl Iterator<Item = (Cells, u64)> + '_ {
        let open: Vec<(Cell, u32)> = self.open_spaces(seat).collect();
        let choices = (1u32..1 << open.len())
            .filter(|choice| choice.count_ones() == 1 || self.has(Anomaly::Ambush));
        choices.map(move |choice| {
            let (mut cells, mut sum) = (Cells::default(), 0);
            for (place, (cell, cost)) in open.iter().enumerate() {
                if choice >> place & 1 == 1 {
                    cells = cells.with(*cell);
                    sum += u64::from(*cost);
                }
            }
            (cells, sum)
        })
    }
}
