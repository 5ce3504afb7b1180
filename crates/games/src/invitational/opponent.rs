//! A computer that plays DM Invitational: regret matching over both orders, some rounds ahead. From
//! there, orders are drawn to the end of the match.

use opponents::{Effort, Mover, World, draw, ended, mixed, think};

use super::notation::{Action, Order};
use super::rules::{Invitational, Phase, Trail};
use crate::{Author, BySeat, CastId, Dice, Game, Opponent, Party, Policy, Seat, Shown};

/// Rounds that the search looks ahead.
const AHEAD: u32 = 2;
/// How much rather an order is drawn that delivers to a house without own letters.
const NEW: f64 = 3.0;
/// A win is worth less for each round before it, so that a match that is won is ended. No match has
/// twice as many rounds.
const LATE: f64 = 60.0;

impl Opponent for Invitational {
    const LEVELS: [u32; 3] = [30, 1_000, 20_000];

    fn guess(shown: &Shown<Invitational>, dice: &mut Dice) -> Invitational {
        let (view, mut game) = (&shown.view, shown.open(dice));
        game.phase = view.phase;
        game.outcome = view.outcome;
        game.round = view.round;
        game.last = view.last.clone();
        game.letters = view
            .houses
            .iter()
            // A team delivers less than 256 letters to a house.
            .map(|house| house.letters.map(|letters| *letters as u8))
            .collect();
        for seat in Seat::BOTH {
            for courier in &view.couriers[seat] {
                let trail = &mut game.trails[seat][usize::from(courier.number) - 1];
                *trail = Trail::through(&courier.been);
            }
        }
        let is_asked = |seat| view.to_act.contains(&seat) || view.submitted.contains(&seat);
        game.can_move = BySeat::new(is_asked);
        game.ranking = view.ranking.clone();
        let other = shown.seat.other();
        if view.phase != Phase::Ranking && game.ranking[other].is_none() {
            let mut ranking: Vec<CastId> = game.rankable().iter().collect();
            dice.shuffle(&mut ranking);
            game.ranking[other] = Some(ranking);
        }
        game.orders = view.orders;
        if view.submitted.contains(&other) {
            let orders: Vec<Order> = game.orders_of(other).collect();
            game.orders[other] = dice.pick(&orders).copied();
        }
        game
    }

    /// It ignores an order that is already in and chooses both orders again.
    fn think(&self, seat: Seat, effort: Effort) -> Policy<Action> {
        if self.phase == Phase::Ranking {
            return vec![(self.best_ranking(effort.seed), 1.0)];
        }
        let mut from = Ahead {
            game: self.clone(),
            until: self.round + AHEAD,
        };
        from.game.orders = BySeat::default();
        let mut at = from.clone();
        if at.mover() != Some(Mover::Player(seat as usize))
            && let Some(any) = from.acts().next()
        {
            at.play(any);
        }
        think(&from, &at, effort, Action::Order)
    }
}

impl Invitational {
    /// Houses with many roads first: more letters will come there.
    fn best_ranking(&self, seed: u64) -> Action {
        let mut ranking: Vec<CastId> = self.rankable().iter().collect();
        Dice::new(seed).shuffle(&mut ranking);
        let roads = |house: &CastId| {
            self.options.town.joined[usize::from(house.0)]
                .iter()
                .count()
        };
        ranking.sort_by_key(|house| std::cmp::Reverse(roads(house)));
        Action::Rank(ranking)
    }
}

/// A match for the search, up to some round. Player 0 is the DMO.
#[derive(Clone)]
struct Ahead {
    game: Invitational,
    until: u32,
}

impl Ahead {
    fn seat(&self) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.game.waits_for(*seat))
    }

    /// What everybody sees.
    fn all_known(&self) -> impl Iterator<Item = u64> + '_ {
        let game = &self.game;
        let number = |at: &BySeat<u8>| u64::from(at.dmo) << 8 | u64::from(at.ec);
        let letters = game.letters.iter().map(number);
        let trails = Seat::BOTH.into_iter().flat_map(|seat| &game.trails[seat]);
        letters
            .chain(trails.map(Trail::number))
            .chain([u64::from(game.round)])
    }
}

impl World for Ahead {
    type Act = Order;
    const HIDES: bool = true;

    fn mover(&self) -> Option<Mover> {
        if self.game.round >= self.until {
            return None;
        }
        self.seat().map(|seat| Mover::Player(seat as usize))
    }

    fn acts(&self) -> impl Iterator<Item = Order> {
        let orders = self.seat().map(|seat| self.game.orders_of(seat));
        orders.into_iter().flatten()
    }

    fn play(&mut self, order: Order) {
        let Some(seat) = self.seat() else { return };
        // The search plays only what is legal.
        let _ = self
            .game
            .apply(Author::Seat(seat), Party::Seat(seat), &Action::Order(order));
    }

    /// How the match ends if both order anything that delivers much.
    fn value(&self) -> f64 {
        let mut ahead = self.clone();
        let mut dice = Dice::new(self.position());
        while let Some(seat) = ahead.seat() {
            let game = &ahead.game;
            let worth = |order: Order| {
                let is_new = game.letters_at(seat, order.house) == 0;
                f64::from(order.courier) * if is_new { NEW } else { 1.0 }
            };
            let orders = || game.orders_of(seat);
            let chosen = draw(dice.seed(), orders().map(worth));
            let Some(order) = orders().nth(chosen) else {
                break;
            };
            ahead.play(order);
        }
        let winner = ahead.game.outcome.and_then(|outcome| outcome.winner);
        let soon = 1.0 - f64::from(ahead.game.round) / LATE;
        let well = match winner {
            None => 0.0,
            Some(Seat::Dmo) => soon,
            Some(Seat::Ec) => -soon,
        };
        ended(winner.map(|seat| seat as usize), well)
    }

    fn knows(&self) -> u64 {
        let turn = self.seat().map_or(2, |seat| seat as u64);
        mixed(self.all_known().chain([turn]))
    }

    fn position(&self) -> u64 {
        let orders = Seat::BOTH.map(|seat| {
            let order = self.game.orders[seat];
            order.map_or(0, |order| {
                u64::from(order.courier) << 8 | u64::from(order.house.0)
            })
        });
        mixed(self.all_known().chain(orders))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Cast, Outcome, Reason};

    #[test]
    fn a_win_is_worth_more_the_sooner_it_comes() {
        let names: Vec<String> = (0..14).map(|index| format!("P{index}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let cast = Arc::new(Cast::of(["P0", "P1"], &names[..13], &names[13..]));
        let opened = Invitational::open(&Default::default(), &cast, Some(&mut Dice::new(0)));
        let mut game = opened.expect("the defaults fit");
        let mut worth = |seat, round| {
            game.round = round;
            game.outcome = Some(Outcome::won(seat, Reason::RESIGN));
            let until = round;
            let ahead = Ahead {
                game: game.clone(),
                until,
            };
            ahead.value()
        };
        for (sooner, later) in [(3, 4), (3, 60)] {
            assert!(worth(Seat::Dmo, sooner) > worth(Seat::Dmo, later));
            assert!(worth(Seat::Ec, sooner) < worth(Seat::Ec, later));
        }
        assert!(worth(Seat::Dmo, 60) > 0.5);
    }
}
