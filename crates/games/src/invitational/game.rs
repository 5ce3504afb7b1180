//! Implements `Game` for DM Invitational.

use std::sync::Arc;

use serde_json::{Value, json};

use super::catalogue::CATALOGUE;
use super::notation::Action;
use super::options::Options;
use super::reasons;
use super::rules::{COURIERS, Invitational, Phase, Refusal, State};
use super::shorthand;
use super::ui::UI;
use super::view::View;
use crate::notation::quoted;
use crate::{
    Audience, Author, BySeat, Cast, CastId, Catalogue, Control, Dice, Game, GivenOptions,
    Happening as AnyHappening, Legal, MatchOf, OnTimeout, Party, Prompt, Refusal as AnyRefusal,
    Seat, SetupRefusal, Ui, object,
};

impl Game for Invitational {
    type Action = Action;
    type View = View;

    const CATALOGUE: Catalogue = CATALOGUE;
    const UI: Ui<View> = UI;

    fn open(
        given: &GivenOptions,
        cast: &Arc<Cast>,
        dice: Option<&mut Dice>,
    ) -> Result<Invitational, SetupRefusal> {
        let state = State {
            phase: Phase::Ranking,
            round: 0,
            ranking: BySeat::default(),
            orders: BySeat::default(),
            letters: vec![BySeat::default(); cast.members().len()],
            trails: BySeat::default(),
            can_move: BySeat::default(),
            last: Vec::new(),
        };
        Ok(MatchOf::new(cast, Options::read(given, cast, dice)?, state))
    }

    fn prompts(&self) -> impl Iterator<Item = Prompt> {
        let (ask, base) = match self.phase {
            Phase::Ranking => ("rank", "base_rank_s"),
            Phase::Dropping => ("drop", "base_drop_s"),
            Phase::Sending | Phase::Over => ("send", "base_send_s"),
        };
        let live = self.phase != Phase::Ranking;
        let control = move || {
            let houses = self.rankable().iter();
            let names = houses.map(|id| quoted(self.cast.name(id)).into_owned());
            Control::Ordering {
                verb: ask.into(),
                items: names.collect(),
            }
        };
        let seats = Seat::BOTH.into_iter().filter(|seat| self.asks(*seat));
        seats.map(move |seat| Prompt {
            answered: self.has_submitted(seat),
            live,
            base: Some(base),
            reserve: live,
            forfeits: self.options.on_timeout == OnTimeout::Forfeit,
            public: true,
            ..Prompt::new(
                self.prompt,
                Party::Seat(seat),
                ask,
                if live { Control::Panel } else { control() },
            )
        })
    }

    fn close(&mut self) -> Vec<AnyHappening> {
        self.phase = Phase::Over;
        Vec::new()
    }

    fn expand(&self, whose: Party, text: &str) -> Option<String> {
        match whose {
            Party::Seat(seat) => shorthand::expand(self, seat, text),
            Party::Cast(_) | Party::Host | Party::Dealer => None,
        }
    }

    fn apply(
        &mut self,
        _by: Author,
        whose: Party,
        action: &Action,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let Party::Seat(seat) = whose else {
            // It's a secret who has already ranked.
            let live = self.phase != Phase::Ranking;
            let waits = |seat: &Seat| live && self.waits_for(*seat);
            let waiting = Seat::BOTH.into_iter().filter(waits);
            return Err(AnyRefusal::not_waited_for(waiting));
        };
        let refusal = match (self.phase, action) {
            (Phase::Ranking, Action::Rank(ranking)) => return self.rank(seat, ranking),
            (phase, Action::Order(order)) if phase.verb() == Some(order.verb) => {
                return self.order(seat, *order);
            }
            (Phase::Ranking, Action::Order(_)) => Refusal::RankFirst,
            (Phase::Dropping, Action::Order(_)) => Refusal::DropFirst,
            (Phase::Sending, Action::Order(_)) => Refusal::DroppingOver,
            (Phase::Dropping | Phase::Sending, Action::Rank(_)) => Refusal::RankingOver,
            (Phase::Over, _) => return Err(AnyRefusal::Over),
        };
        Err(refusal.into())
    }

    fn legal(&self, whose: Party) -> Legal<Action> {
        match (self.phase, whose) {
            (Phase::Ranking, Party::Seat(_)) => {
                Legal::Ordering(self.rankable().iter().collect(), Action::Rank)
            }
            (Phase::Dropping | Phase::Sending, Party::Seat(seat)) => {
                Legal::Listed(self.orders_of(seat).map(Action::Order).collect())
            }
            _ => Legal::Listed(Vec::new()),
        }
    }

    fn view(&self, to: Audience) -> View {
        View::of(self, to)
    }

    fn known_richer_seat(&self) -> Option<Seat> {
        let decided = self.outcome.filter(|end| end.reason == reasons::GARNETS);
        decided.and_then(|end| end.winner)
    }

    fn state(&self) -> Value {
        let name = |id: &CastId| self.cast.name(*id);
        let names = |ids: &[CastId]| ids.iter().map(name).collect::<Vec<&str>>();
        let submitted = Seat::BOTH.into_iter();
        let ranking =
            submitted.filter_map(|seat| Some((seat.word(), names(self.ranking[seat].as_ref()?))));
        let submitted = Seat::BOTH.into_iter();
        let orders =
            submitted.filter_map(|seat| Some((seat.word(), self.orders[seat]?.write(&self.cast))));
        let letters = |seat: Seat| {
            let houses = self.cast.ids();
            let letters = houses.map(|id| (self.cast.name(id), self.letters_at(seat, id)));
            object(letters.filter(|(_, letters)| *letters > 0))
        };
        let couriers = |seat: Seat| {
            let on_map = COURIERS.filter_map(|courier| Some((courier, self.trail(seat, courier)?)));
            object(on_map.map(|(courier, (at, been))| {
                let state = json!({"at": name(&at), "been": names(been)});
                (courier.to_string(), state)
            }))
        };
        let to_act = Seat::BOTH.into_iter().filter(|seat| self.waits_for(*seat));
        json!({
            "phase": self.phase,
            "to_act": to_act.collect::<Vec<Seat>>(),
            "result": self.outcome,
            "round": self.round,
            "ranking": object(ranking),
            "orders": object(orders),
            "letters": BySeat::new(letters),
            "couriers": BySeat::new(couriers),
        })
    }
}
