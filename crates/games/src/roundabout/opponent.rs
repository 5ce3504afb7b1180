//! A computer that plays Roundabout: a beam over single moves finds some good ways to drive a turn,
//! and a tree of such turns chooses one. What counts is how far both entourages still have to go.

use std::collections::BTreeSet;
use std::sync::Arc;

use opponents::{Effort, Mover, World, ended, mixed, think};

use super::board::{Roundabout, Space};
use super::notation::Action;
use super::position::{Position, Spot};
use super::rules::{Phase, RoundaboutMatch, STOP_CARD, Sign, Start, Turn, YIELD_CARD};
use crate::{Author, BySeat, CastId, Dice, Game, Opponent, Party, Policy, Seat, Shown};

/// In half moves: a car in the way costs half a move, since it may go away by itself. What it takes
/// to bring a car home, besides its moves: it's safe there.
const HOME: i32 = 16;
/// About how far a car will have to go that has yet to be placed.
const UNPLACED: i32 = 16;
/// About what a skipped turn costs, and the next turn is worth.
const FINE: i32 = 8;
const TURN: i32 = 4;
/// More than any lead.
const WON: i32 = 1_000;

/// How wide and far a search looks.
#[derive(Clone, Copy)]
struct Width {
    /// Positions of a turn that are driven on, after each move.
    beam: usize,
    /// Turns that are kept of a position.
    kept: usize,
    /// Turns ahead.
    ahead: u32,
}

impl Width {
    /// With a single playout it's a beginner, who sees many ways to drive and takes any.
    const BEGINNER: Width = Width {
        beam: 100,
        kept: usize::MAX,
        ahead: 1,
    };

    fn of(playouts: u32) -> Width {
        if playouts <= 1 {
            return Width::BEGINNER;
        }
        let log = playouts.ilog2();
        Width {
            beam: 2 + log as usize / 2,
            kept: 24,
            ahead: 1 + log / 3,
        }
    }

    fn after(self) -> Width {
        Width {
            beam: self.beam.min(4),
            kept: 4,
            ahead: self.ahead - 1,
        }
    }
}

impl Opponent for RoundaboutMatch {
    const LEVELS: [u32; 3] = [1, 64, 512];

    fn guess(shown: &Shown<RoundaboutMatch>, dice: &mut Dice) -> RoundaboutMatch {
        let (view, mut game) = (&shown.view, shown.open(dice));
        game.phase = view.phase;
        game.outcome = view.outcome;
        game.moving = view.moving;
        game.entourages = view.entourages;
        game.first = view.first;
        game.party = view.party;
        for (car, space) in &view.cars {
            game.position.put(*car, Spot::On(*space));
        }
        for car in &view.home {
            game.position.put(*car, Spot::Home);
        }
        game.home = view.home.clone();
        game.hand = view.hand.clone();
        game.played = view.played.clone();
        game.fined = view.fined;
        game.signs = view.signs;
        game.yield_used = view.yield_used;
        if let Some(turn) = &view.turn {
            game.turn = Some(Turn {
                seat: turn.seat,
                card: turn.card,
                moves: Vec::new(),
                sign: None,
                start: Start {
                    position: game.position,
                    home: game.home.len(),
                    yield_used: game.yield_used,
                },
            });
            if let Some(so_far) = &turn.so_far {
                acts(&so_far.moves, so_far.sign).for_each(|act| game.go(act));
            }
        }
        game
    }

    /// A turn follows one plan, made at its beginning.
    fn think(&self, seat: Seat, effort: Effort) -> Policy<Action> {
        let mut dice = Dice::new(effort.seed);
        let act = match self.phase {
            Phase::Choosing => Action::First(seat.other()),
            Phase::Parties(_) => self.far_party(seat, &mut dice),
            Phase::Placing(_) => self.best_place(seat, &mut dice),
            Phase::Card(_) | Phase::Driving(_) | Phase::Over => self.next_act(effort),
        };
        vec![(act, 1.0)]
    }
}

/// The acts of a turn, in order.
fn acts(
    moves: &[(CastId, Roundabout)],
    sign: Option<Sign>,
) -> impl Iterator<Item = Action> + use<'_> {
    let moves = moves.iter().map(|(car, on)| Action::Drive(*car, *on));
    moves.chain(sign.map(Action::Sign))
}

impl RoundaboutMatch {
    /// Acts for the seat whose turn it is. It must be legal.
    fn go(&mut self, act: Action) {
        if let Some(seat) = self.phase.to_act() {
            let _ = self.apply(Author::Seat(seat), Party::Seat(seat), &act);
        }
    }

    /// The space of the other's party that is hardest to reach.
    fn far_party(&self, seat: Seat, dice: &mut Dice) -> Action {
        let open = Space::all().filter(|space| self.party[seat] != Some(*space));
        let worst = best_of(open, dice, |space| {
            let away = self.board().away(*space, 0);
            away[1..].iter().map(|away| i32::from(*away)).sum()
        });
        worst.map_or(Action::End, Action::Party)
    }

    fn best_place(&self, seat: Seat, dice: &mut Dice) -> Action {
        let spaces = || Space::all().filter(|space| self.position.is_free(*space));
        let cars = self.may_place(seat);
        let places = cars.flat_map(|car| spaces().map(move |space| (car, space)));
        let best = best_of(places, dice, |(car, space)| {
            self.lead(seat, &self.arrived(self.position, *car, *space))
        });
        best.map_or(Action::End, |(car, space)| Action::Place(car, space))
    }

    /// The next act of the best turn that begins with what has been done in this one; of the best
    /// rest of it if somebody else has begun another.
    fn next_act(&self, effort: Effort) -> Action {
        let width = Width::of(effort.playouts);
        let (begin, done) = self.rewound();
        let plan = best_turn(&begin, width, effort);
        let next = match plan.strip_prefix(&done[..]) {
            Some([next, ..]) => Some(*next),
            _ => best_turn(self, width, effort).first().copied(),
        };
        next.unwrap_or(Action::End)
    }

    /// The match when the turn began, and what has been done in it.
    fn rewound(&self) -> (RoundaboutMatch, Vec<Action>) {
        let mut begin = self.clone();
        let Some(turn) = begin.turn.take() else {
            return (begin, Vec::new());
        };
        let seat = turn.seat;
        begin.phase = Phase::Card(seat);
        begin.played[seat].pop();
        begin.hand[seat].push(turn.card);
        begin.hand[seat].sort_unstable();
        begin.fined[seat] = false;
        begin.signs[seat] = None;
        begin.position = turn.start.position;
        begin.home.truncate(turn.start.home);
        begin.yield_used = turn.start.yield_used;
        let done = [Action::Card(turn.card)].into_iter();
        (begin, done.chain(acts(&turn.moves, turn.sign)).collect())
    }

    /// How many half moves a seat is ahead, as the cars stand there.
    fn lead(&self, seat: Seat, cars: &Position) -> i32 {
        let to_go = BySeat::new(|seat| {
            let Some(party) = self.party[seat] else {
                return 0;
            };
            let ways = self.board().away(party, cars.taken());
            let free = self.board().free_away(party);
            let away = |space: Space| {
                [&ways, free].map(|away| i32::from(away[usize::from(space.number())]))
            };
            let car_to_go = |car: &CastId| match cars.spot(*car) {
                Spot::On(space) => HOME + away(space).iter().sum::<i32>(),
                Spot::Unplaced => HOME + UNPLACED,
                Spot::Home => 0,
            };
            self.entourages[seat].iter().map(car_to_go).sum::<i32>()
        });
        to_go[seat.other()] - to_go[seat]
    }

    /// The cars after one has come to a space.
    fn arrived(&self, mut cars: Position, car: CastId, to: Space) -> Position {
        let home = self.host(car, to).map(|_| Spot::Home);
        cars.put(car, home.unwrap_or(Spot::On(to)));
        cars
    }

    /// Some ways to drive a turn, or the rest of it, the best first: only one if it wins.
    fn good_turns(&self, width: Width) -> Vec<Vec<Action>> {
        let Some(seat) = self.phase.to_act() else {
            return Vec::new();
        };
        let mut turns = Vec::new();
        if self.turn.is_some() {
            self.drive_on(&[], width, &mut turns);
        } else {
            // The hand doesn't matter once a card has been played.
            for card in &self.hand[seat] {
                let mut game = self.clone();
                let card = Action::Card(*card);
                game.go(card);
                game.drive_on(&[card], width, &mut turns);
            }
        }
        turns.sort_by_key(|(worth, _)| -worth);
        let wins = turns.first().is_some_and(|(worth, _)| *worth == WON);
        turns.truncate(if wins { 1 } else { width.kept });
        turns.into_iter().map(|(_, acts)| acts).collect()
    }

    /// Adds some ways to go on with a turn, each with its worth. They begin with `card` if the turn
    /// did just now.
    fn drive_on(&self, card: &[Action], width: Width, turns: &mut Vec<(i32, Vec<Action>)>) {
        let Some(turn) = &self.turn else {
            return;
        };
        let fine = if self.fined[turn.seat] { FINE } else { 0 };
        for way in self.good_ways(turn, width) {
            let moves = acts(&way.moves[turn.moves.len()..], None);
            let acts: Vec<Action> = card.iter().copied().chain(moves).collect();
            if way.lead == WON {
                turns.push((WON, acts));
                continue;
            }
            for sign in self.signs_after(turn, &way.cars) {
                let acts = acts.iter().copied().chain(sign).chain([Action::End]);
                turns.push((way.lead - fine, acts.collect()));
            }
        }
    }

    /// The best ways to drive on, by a beam over single moves.
    fn good_ways(&self, turn: &Turn, width: Width) -> Vec<Way> {
        let mut game = self.clone();
        let mut beam = vec![Way {
            cars: self.position,
            yield_used: self.yield_used,
            moves: turn.moves.clone(),
            lead: self.lead(turn.seat, &self.position),
        }];
        let mut seen = BTreeSet::from([self.position]);
        let mut ways = Vec::new();
        while !beam.is_empty() {
            let mut next = Vec::new();
            for way in beam {
                game.position = way.cars;
                game.yield_used = way.yield_used;
                if let Some(turn) = &mut game.turn {
                    turn.moves.clone_from(&way.moves);
                }
                for (car, on, to) in game.moves() {
                    let cars = game.arrived(way.cars, car, to);
                    if seen.insert(cars) && !game.are_home(turn.seat.other(), &cars) {
                        next.push(game.moved_on(turn.seat, &way, (car, on), cars));
                    }
                }
                ways.push(way);
            }
            next.sort_by_key(|way| -way.lead);
            next.truncate(width.beam);
            beam = next;
        }
        // Who can move does.
        if ways.len() > 1 {
            ways.retain(|way| !way.moves.is_empty());
        }
        ways.sort_by_key(|way| -way.lead);
        ways.truncate(width.beam);
        ways
    }

    /// A way with one more move, which leads to these cars.
    fn moved_on(
        &self,
        seat: Seat,
        way: &Way,
        (car, on): (CastId, Roundabout),
        cars: Position,
    ) -> Way {
        let uses = |of: Seat| u8::from(self.signs[of] == Some(Sign::Yield(on)));
        Way {
            cars,
            yield_used: BySeat::new(|of| way.yield_used[of] + uses(of)),
            moves: way.moves.iter().copied().chain([(car, on)]).collect(),
            lead: if self.are_home(seat, &cars) {
                WON
            } else {
                self.lead(seat, &cars)
            },
        }
    }

    /// Signs that may help after a turn; None where there is none to place. A stop sign helps where
    /// a car is near its party, and a yield sign where the other has to go.
    fn signs_after(&self, turn: &Turn, cars: &Position) -> Vec<Option<Action>> {
        let (seat, other) = (turn.seat, turn.seat.other());
        let nearest = |of: Seat| {
            let away = self.board().away(self.party[of]?, cars.taken());
            let cars = self.entourages[of]
                .iter()
                .filter_map(|car| Some((car, cars.space(*car)?)));
            let nearest = cars.min_by_key(|(_, space)| away[usize::from(space.number())]);
            nearest.map(|(car, _)| Some(Action::Sign(Sign::Stop(*car))))
        };
        let signs: Vec<_> = match (turn.card, self.party[other]) {
            _ if turn.sign.is_some() => Vec::new(),
            (STOP_CARD, _) => [seat, other].into_iter().filter_map(nearest).collect(),
            (YIELD_CARD, Some(party)) => {
                let through = self.board().roundabouts(party).iter();
                through
                    .map(|on| Some(Action::Sign(Sign::Yield(*on))))
                    .collect()
            }
            _ => Vec::new(),
        };
        if signs.is_empty() { vec![None] } else { signs }
    }
}

/// A way to drive a turn.
struct Way {
    cars: Position,
    yield_used: BySeat<u8>,
    moves: Vec<(CastId, Roundabout)>,
    lead: i32,
}

/// One of the best of many, drawn among equals.
fn best_of<T>(
    all: impl Iterator<Item = T>,
    dice: &mut Dice,
    worth: impl Fn(&T) -> i32,
) -> Option<T> {
    let mut all: Vec<(i32, T)> = all.map(|one| (worth(&one), one)).collect();
    let most = all.iter().map(|(worth, _)| *worth).max()?;
    all.retain(|(worth, _)| *worth == most);
    let chosen = dice.below(all.len());
    Some(all.swap_remove(chosen).1)
}

/// The acts of the best turn, or of the best rest of one.
fn best_turn(game: &RoundaboutMatch, width: Width, effort: Effort) -> Vec<Action> {
    let at = Turns::at(game.clone(), width);
    // The same at each act of a turn.
    let seed = at.knows();
    if effort.playouts <= 1 {
        let any = Dice::new(seed).below(at.turns.len().max(1));
        return at.turns.get(any).cloned().unwrap_or_default();
    }
    let policy = think(&at, &at, Effort { seed, ..effort }, |act| act);
    let best = policy
        .into_iter()
        .max_by(|(_, one), (_, other)| one.total_cmp(other));
    best.map_or_else(Vec::new, |(act, _)| at.turns[act].clone())
}

/// A match for the search. Player 0 is the DMO; an act is the place of a turn in its list.
#[derive(Clone)]
struct Turns {
    game: RoundaboutMatch,
    width: Width,
    turns: Arc<Vec<Vec<Action>>>,
}

impl Turns {
    fn at(game: RoundaboutMatch, width: Width) -> Turns {
        let turns = if width.ahead == 0 || game.outcome.is_some() {
            Arc::default()
        } else {
            Arc::new(game.good_turns(width))
        };
        Turns { game, width, turns }
    }

    /// A match that has gone on for long might go round and round, if nobody had whims.
    fn whim(&self) -> f64 {
        let [dmo, ec] = Seat::BOTH.map(|seat| self.game.played[seat].len() as u64);
        let most = (dmo + ec) / 20;
        // A few half moves at most.
        let whim = mixed([self.knows(), dmo, ec]) % (2 * most + 1);
        whim as f64 - most as f64
    }
}

impl World for Turns {
    type Act = usize;
    const HIDES: bool = false;

    fn mover(&self) -> Option<Mover> {
        if self.turns.is_empty() {
            return None;
        }
        let seat = self.game.phase.to_act()?;
        Some(Mover::Player(seat as usize))
    }

    fn acts(&self) -> impl Iterator<Item = usize> {
        0..self.turns.len()
    }

    fn play(&mut self, act: usize) {
        let mut game = self.game.clone();
        self.turns[act].iter().for_each(|act| game.go(*act));
        *self = Turns::at(game, self.width.after());
    }

    fn value(&self) -> f64 {
        let game = &self.game;
        let turn = match game.phase.to_act() {
            Some(Seat::Dmo) => TURN,
            _ => -TURN,
        };
        let fine = |seat: Seat| if game.fined[seat] { FINE } else { 0 };
        let seen = game.lead(Seat::Dmo, &game.position) + turn + fine(Seat::Ec) - fine(Seat::Dmo);
        let lead = f64::from(seen) + self.whim();
        let well = lead / (lead.abs() + 16.0);
        match game.outcome {
            Some(outcome) => ended(outcome.winner.map(|seat| seat as usize), well),
            None => 0.5 + 0.5 * well,
        }
    }

    fn knows(&self) -> u64 {
        let game = &self.game;
        let spaces = game.cast.ids().map(|car| match game.position.spot(car) {
            Spot::On(space) => u64::from(space.number()),
            Spot::Unplaced => 31,
            Spot::Home => 32,
        });
        let of = |seat: Seat| {
            let sign = match game.signs[seat] {
                None => 0,
                Some(Sign::Stop(car)) => 1 + u64::from(car.0),
                Some(Sign::Yield(on)) => 256 + on as u64 * 2 + u64::from(game.yield_used[seat]),
            };
            let cards = |cards: &[u8]| cards.iter().fold(0, |all, card| all * 6 + u64::from(*card));
            let played = &game.played[seat];
            let last = cards(&played[played.len().saturating_sub(2)..]);
            [
                sign,
                cards(&game.hand[seat]),
                last,
                u64::from(game.fined[seat]),
            ]
        };
        let seats = Seat::BOTH.into_iter().flat_map(of);
        let turn = game.phase.to_act().map_or(2, |seat| seat as u64);
        let moves = match &game.turn {
            Some(turn) => 1 + turn.moves.len() as u64,
            None => 0,
        };
        let others = [turn, moves, u64::from(self.width.ahead)];
        mixed(spaces.chain(seats).chain(others))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cast, GivenOptions};

    #[test]
    fn it_moves_if_it_can() {
        let names: Vec<String> = (0..19).map(|index| format!("P{index}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let cast = Arc::new(Cast::of(["P0", "P1"], &names[..18], &names[18..]));
        let mut dice = Dice::new(3);
        let opened = RoundaboutMatch::open(&GivenOptions::new(), &cast, Some(&mut dice));
        let mut game = opened.expect("the defaults fit");
        let mut turns = 0;
        for seed in 0..300 {
            let Some(seat) = game.phase.to_act() else {
                break;
            };
            let act = game.think(seat, Effort::of(1, seed)).swap_remove(0).0;
            if let Some(turn) = &game.turn
                && turn.is_empty()
                && !matches!(act, Action::Drive(..))
            {
                assert_eq!(game.moves().count(), 0, "{turn:?}");
            }
            turns += u32::from(act == Action::End);
            let acted = game.apply(Author::Seat(seat), Party::Seat(seat), &act);
            acted.expect("it is legal");
        }
        assert!(turns > 20, "{turns}");
    }
}
