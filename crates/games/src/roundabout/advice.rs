//! Advice for computer players: with random moves alone, a match would hardly ever end.

use super::board::{Board, Roundabout, SPACES, Space};
use super::notation::Action;
use super::rules::{Phase, RoundaboutMatch};
use crate::{Author, CastId, Party, Seat};

/// About how many moves a skipped turn costs.
const FINE: u32 = 3;

impl RoundaboutMatch {
    /// The card and the moves that bring one's own cars nearest to their party, each the best at
    /// its moment. None before the movement.
    pub(super) fn advice(&self, whose: Party) -> Option<Action> {
        match (self.phase, whose) {
            (Phase::Card(seat), Party::Seat(who)) if seat == who => {
                let hand = self.hand[seat].iter();
                let best = hand.min_by_key(|card| self.after_card(seat, **card));
                best.map(|card| Action::Card(*card))
            }
            (Phase::Driving(seat), Party::Seat(who)) if seat == who => {
                let way = self.best_move(seat).or_else(|| self.clear_the_way(seat));
                Some(way.unwrap_or(Action::End))
            }
            _ => None,
        }
    }

    /// How far a seat has to go after a turn with this card.
    fn after_card(&self, seat: Seat, card: u8) -> u32 {
        let mut tried = self.clone();
        let mut next = Some(Action::Card(card));
        while let Some(action) = next {
            if tried
                .take(Author::Seat(seat), Party::Seat(seat), action)
                .is_err()
            {
                break;
            }
            next = tried.best_move(seat);
        }
        let fine = if tried.fined[seat] && tried.outcome.is_none() {
            FINE
        } else {
            0
        };
        tried.to_go(seat) + fine
    }

    /// The best move that brings one of the seat's cars nearer to its party, if there is one.
    fn best_move(&self, seat: Seat) -> Option<Action> {
        let away = distances(self.board(), self.party[seat]?);
        let own = self.entourages[seat].into_iter();
        let moves = own.flat_map(|car| Roundabout::ALL.map(|around| (car, around)));
        let gains = moves.filter_map(|(car, around)| {
            let from = away[index(self.position.space(car)?)];
            let to = away[index(self.destination(car, around)?)];
            let gain = from.checked_sub(to).filter(|gain| *gain > 0)?;
            Some((gain, car, around))
        });
        // If two are equal, the first: so the same car drives until it is home.
        let best = gains.min_by_key(|(gain, ..)| std::cmp::Reverse(*gain));
        best.map(|(_, car, around)| Action::Drive(car, around))
    }

    /// A move of a car that blocks one of the seat's own cars; not into the way of another one, if
    /// possible.
    fn clear_the_way(&self, seat: Seat) -> Option<Action> {
        let away = distances(self.board(), self.party[seat]?);
        let own = self.entourages[seat].iter();
        let next = |car: &CastId| {
            let from = self.position.space(*car)?;
            let ahead = Roundabout::ALL.into_iter();
            let ahead = ahead.filter_map(move |around| self.board().clockwise(around, from));
            Some(ahead.filter(move |to| away[index(*to)] < away[index(from)]))
        };
        let wanted: Vec<Space> = own.filter_map(next).flatten().collect();
        let stands_there = |car: &CastId| matches!(self.position.space(*car), Some(space) if wanted.contains(&space));
        let moves = self
            .cast
            .ids()
            .filter(stands_there)
            .flat_map(|car| Roundabout::ALL.map(|around| (car, around)))
            .filter_map(|(car, around)| Some((self.destination(car, around)?, car, around)));
        let best = moves.min_by_key(|(to, ..)| wanted.contains(to));
        best.map(|(_, car, around)| Action::Drive(car, around))
    }

    /// How many moves a seat's cars need to their party, without other cars on the board.
    fn to_go(&self, seat: Seat) -> u32 {
        let Some(party) = self.party[seat] else {
            return 0;
        };
        let away = distances(self.board(), party);
        let own = self.entourages[seat].iter();
        own.filter_map(|car| self.position.space(*car))
            .map(|space| away[index(space)])
            .sum()
    }
}

fn index(space: Space) -> usize {
    usize::from(space.number()) - 1
}

/// How many clockwise moves lead from each space to this one.
fn distances(board: &Board, to: Space) -> [u32; SPACES as usize] {
    let mut away = [u32::MAX; SPACES as usize];
    away[index(to)] = 0;
    let mut reached = vec![to];
    let mut next = 0;
    while let Some(&space) = reached.get(next) {
        next += 1;
        for around in Roundabout::ALL {
            if let Some(before) = board.counterclockwise(around, space)
                && away[index(before)] == u32::MAX
            {
                away[index(before)] = away[index(space)] + 1;
                reached.push(before);
            }
        }
    }
    away
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::roundabout::Outer;
    use crate::roundabout::reasons;
    use crate::{BySeat, Cast, Dice, GameId, Member, Role};

    // Two computer players who take one action in 25 at random, as in a rehearsal.
    #[test]
    fn advised_players_finish_a_match() {
        for seed in 0..12 {
            let names = (0..19).map(|at| format!("N{at}"));
            let role = Role::Player;
            let members = names.map(|name| Member { name, role }).collect();
            let seats = BySeat::new(|seat| format!("N{}", seat as u8));
            let cast = Arc::new(Cast::new(members, seats, &BTreeMap::new()).unwrap());
            let mut dice = Dice::new(seed);
            let mut game = GameId::read("roundabout")
                .unwrap()
                .draw(&Default::default(), &cast, &mut dice)
                .unwrap();
            for entry in 0.. {
                let Some(prompt) = game.prompts().pop() else {
                    break;
                };
                assert!(entry < 4_000, "seed {seed}: the match does not end");
                let Party::Seat(seat) = prompt.who else {
                    panic!("{prompt:?}");
                };
                let advised = game.advise(prompt.who).filter(|_| !dice.one_in(25));
                let act = advised.or_else(|| game.sample(prompt.who, &mut dice));
                game.act(Author::Seat(seat), None, &act.unwrap()).unwrap();
            }
            assert_eq!(game.outcome().unwrap().reason, reasons::HOME, "seed {seed}");
        }
    }

    #[test]
    fn every_space_is_reachable_and_each_advised_step_is_nearer() {
        for outer in [Outer::Tips, Outer::Rim] {
            let board = Board::with(outer);
            for to in Space::all() {
                let away = distances(board, to);
                for from in Space::all().filter(|from| *from != to) {
                    let mut next = Roundabout::ALL.into_iter();
                    let nearer = next.any(|around| {
                        let step = board.clockwise(around, from);
                        step.is_some_and(|step| away[index(step)] + 1 == away[index(from)])
                    });
                    assert!(nearer, "{from:?} to {to:?} with {outer:?}");
                }
            }
        }
    }
}
