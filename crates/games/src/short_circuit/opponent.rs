//! A computer that plays Short Circuit: it finishes or calls when it can. Otherwise it looks for a
//! turn after which the other can do neither, in a tree of such turns: who has none left loses.

use std::sync::Arc;

use opponents::{Effort, Mover, World, ended, mixed, think};

use super::board::{Board, Piece};
use super::notation::Action;
use super::rules::{Phase, ShortCircuit};
use super::tile::Supply;
use super::view::Verdict;
use super::{solver, turns};
use crate::{Dice, Opponent, Policy, Seat, Shown};

/// How many turns are drawn when all seem to lose.
const LAST: usize = 100;

/// How many turns are drawn at most for the one that is asked for, how many of one tile if none of
/// them is safe, and how many safe ones are kept.
fn width(playouts: u32) -> [usize; 3] {
    let all = playouts as usize;
    [all, all / 20, (all / 20).clamp(4, 40)]
}

/// How many turns are drawn and kept in a position that follows.
fn width_after(playouts: u32) -> [usize; 3] {
    let all = playouts as usize;
    [(all / 8).max(4), 0, (all / 100).clamp(2, 8)]
}

impl Opponent for ShortCircuit {
    const LEVELS: [u32; 3] = [10, 100, 1_000];

    fn guess(shown: &Shown<ShortCircuit>, dice: &mut Dice) -> ShortCircuit {
        let (view, mut game) = (&shown.view, shown.open(dice));
        if let Phase::Choosing(seat) = view.phase {
            game.chooser = seat;
        }
        game.phase = view.phase;
        game.outcome = view.outcome;
        game.first = view.first;
        game.caller = view.caller;
        game.verdict = view.verdict.clone();
        if let Some(table) = &view.table {
            let is_battery = |piece: &Piece| table.battery.contains(&piece.cell);
            let options = Arc::make_mut(&mut game.options);
            (options.columns, options.rows) = (table.board.columns, table.board.rows);
            options.battery = table.board.pieces().filter(is_battery).collect();
            game.board = table.board.clone();
            game.supply = table.supply;
            game.last = table.last.clone();
        }
        if matches!(view.phase, Phase::Solving(_)) {
            game.verdict = Some(Verdict::of(&game.board, &game.supply));
        }
        game
    }

    fn think(&self, _seat: Seat, effort: Effort) -> Policy<Action> {
        match self.phase {
            Phase::Choosing(_) => Seat::BOTH.map(|seat| (Action::First(seat), 0.5)).to_vec(),
            Phase::Solving(_) => {
                let solution = self.solution().map(<[Piece]>::to_vec);
                vec![(solution.map_or(Action::Concede, Action::Solve), 1.0)]
            }
            Phase::Placing(_) | Phase::Over => turn(&self.board, self.supply, effort),
        }
    }
}

/// What the seat that must place does: it finishes, calls, or plays a turn of the tree.
fn turn(board: &Board, supply: Supply, effort: Effort) -> Policy<Action> {
    if let Some(finish) = turns::completing(board, &supply).pop() {
        return vec![(Action::Place(finish), 1.0)];
    }
    if !solver::is_possible(board, &supply) {
        return vec![(Action::Impossible, 1.0)];
    }
    let mut at = Laying {
        board: board.clone(),
        supply,
        mover: 0,
        turns: Arc::default(),
        width: width_after(effort.playouts),
    };
    let width = width(effort.playouts);
    at.draw_turns(width, effort.is_up);
    if at.turns.is_empty() {
        return vec![(last_turn(board, supply, effort), 1.0)];
    }
    think(&at, &at, effort, |act| Action::Place(at.turns[act].clone()))
}

/// A turn after which the other can finish or call, whatever it is. Hardest to see is that tiles
/// have run out; then, that tiles don't fit together. A finish is seen at once.
fn last_turn(board: &Board, supply: Supply, effort: Effort) -> Action {
    let mut dice = Dice::new(effort.seed);
    let draw = |count| turns::draw(board, &supply, 1 + count % turns::MAX, &mut dice);
    let turns: Vec<Vec<Piece>> = (0..LAST).filter_map(draw).collect();
    let is_call = |pieces: &&Vec<Piece>| {
        let (board, supply) = after(board, supply, pieces);
        turns::completing(&board, &supply).is_empty()
    };
    let fits = |pieces: &&Vec<Piece>| {
        let (board, supply) = after(board, supply, pieces);
        !(effort.is_up)() && solver::is_possible(&board, &supply.most(&Supply::USUAL))
    };
    let calls = || turns.iter().filter(is_call);
    let turn = calls()
        .find(fits)
        .or_else(|| calls().next())
        .or(turns.first());
    turn.cloned().map_or(Action::Impossible, Action::Place)
}

/// The board and the supply after a turn.
fn after(board: &Board, supply: Supply, pieces: &[Piece]) -> (Board, Supply) {
    let mut board = board.clone();
    board.lay(pieces);
    (board, supply.after(pieces))
}

/// A position for the search. An act is the place of a turn in its list.
#[derive(Clone)]
struct Laying {
    board: Board,
    supply: Supply,
    mover: usize,
    /// Some turns after which the other can neither finish nor call.
    turns: Arc<Vec<Vec<Piece>>>,
    width: [usize; 3],
}

impl Laying {
    /// Draws turns, the same in the same position if there's time for all.
    fn draw_turns(&mut self, [most, single, kept]: [usize; 3], is_up: &dyn Fn() -> bool) {
        let mut dice = Dice::new(self.knows());
        let mut safe: Vec<Vec<Piece>> = Vec::new();
        for count in 0..most + single {
            // If none is safe, one tile may be: there are far fewer such turns.
            let tiles = if count < most { turns::MAX } else { 1 };
            if !safe.is_empty() && (count == most || safe.len() == kept || is_up()) {
                break;
            }
            let Some(pieces) = turns::draw(&self.board, &self.supply, tiles, &mut dice) else {
                break;
            };
            let (board, supply) = after(&self.board, self.supply, &pieces);
            if !safe.contains(&pieces)
                && turns::completing(&board, &supply).is_empty()
                && solver::is_possible(&board, &supply)
            {
                safe.push(pieces);
            }
        }
        self.turns = Arc::new(safe);
    }
}

impl World for Laying {
    type Act = usize;
    const HIDES: bool = false;

    fn mover(&self) -> Option<Mover> {
        (!self.turns.is_empty()).then_some(Mover::Player(self.mover))
    }

    fn acts(&self) -> impl Iterator<Item = usize> {
        0..self.turns.len()
    }

    fn play(&mut self, act: usize) {
        (self.board, self.supply) = after(&self.board, self.supply, &self.turns[act]);
        self.mover = 1 - self.mover;
        self.draw_turns(self.width, &|| false);
    }

    /// The player who has no safe turn loses, the later the better.
    fn value(&self) -> f64 {
        let soon = f64::from(self.supply.total()) / f64::from(Supply::USUAL.total());
        ended(Some(1 - self.mover), [-soon, soon][self.mover])
    }

    fn knows(&self) -> u64 {
        let number = |cell| self.board.tile(cell).map_or(0, |tile| tile as u64 + 1);
        mixed(self.board.cells().map(number).chain([self.mover as u64]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::short_circuit::circuit;
    use crate::{Author, Cast, Game, GivenOptions, Party};

    #[test]
    fn it_finishes() {
        let board = crate::short_circuit::drawing::board("SE H SW . / NE . . . / . . . .");
        let supply = Supply {
            straight: 2,
            turn: 3,
            ..Supply::default()
        };
        let effort = Effort::of(10, 1);
        let Action::Place(pieces) = turn(&board, supply, effort).swap_remove(0).0 else {
            panic!("it calls");
        };
        let (board, _) = after(&board, supply, &pieces);
        assert!(crate::short_circuit::circuit::complete(&board).is_some());
    }

    /// Of turns after which the circuit is impossible, few show that at a glance.
    #[test]
    fn who_loses_hides_why() {
        let players = ["Tiac", "Zac"];
        let cast = Arc::new(Cast::of(players, &players, &[]));
        let [mut hidden, mut plain] = [0, 0];
        for seed in 0..40 {
            let mut dice = Dice::new(seed);
            let mut game =
                ShortCircuit::open(&GivenOptions::new(), &cast, Some(&mut dice)).unwrap();
            while let Phase::Choosing(seat) | Phase::Placing(seat) = game.phase {
                let thought = game.think(seat, Effort::of(20, seed)).swap_remove(0).0;
                game.apply(Author::Seat(seat), Party::Seat(seat), &thought)
                    .unwrap();
                let (board, supply) = (&game.board, game.supply);
                if let Action::Place(_) = thought
                    && let Phase::Placing(_) = game.phase
                    && !solver::is_possible(board, &supply)
                {
                    let fits = solver::is_possible(board, &supply.most(&Supply::USUAL));
                    *(if fits { &mut hidden } else { &mut plain }) += 1;
                }
            }
        }
        assert!(hidden > 2 * plain, "{hidden} {plain}");
    }

    #[test]
    fn it_calls_what_is_impossible_and_nothing_else() {
        let players = ["Tiac", "Zac"];
        let cast = Arc::new(Cast::of(players, &players, &[]));
        let mut calls = 0;
        for seed in 0..40 {
            let mut dice = Dice::new(seed);
            let mut game =
                ShortCircuit::open(&GivenOptions::new(), &cast, Some(&mut dice)).unwrap();
            while let Some(seat) = game.phase.to_act() {
                let effort = Effort::of(20, seed);
                let thought = game.think(seat, effort).swap_remove(0).0;
                // One of the two plays at random.
                let act = match seat {
                    Seat::Dmo => Some(thought.clone()),
                    Seat::Ec => game.sample(Party::Seat(seat), &mut dice),
                };
                if let Phase::Placing(_) = game.phase {
                    let is_over = !solver::is_possible(&game.board, &game.supply)
                        || !turns::exist(&game.board, &game.supply);
                    assert_eq!(thought == Action::Impossible, is_over);
                    calls += u32::from(is_over);
                }
                game.apply(Author::Seat(seat), Party::Seat(seat), &act.unwrap())
                    .unwrap();
            }
        }
        assert!(calls > 5, "{calls}");
    }

    /// The solver looks at each position in which the computer places. Most turns place a tile of
    /// the solver's, so that there is something to finish.
    ///
    /// `POSITIONS=10000 cargo test --release -p games --lib short_circuit -- --ignored --nocapture`
    /// (and `PLAYOUTS=100`, which is faster: whether it finishes or calls doesn't depend on them).
    #[test]
    #[ignore = "measures what docs/opponents.md says"]
    #[expect(clippy::disallowed_methods, reason = "it is told how much to look at")]
    fn it_misses_no_finish_and_calls_rightly() {
        let number = |name: &str| std::env::var(name).ok()?.parse::<u32>().ok();
        let asked = number("POSITIONS").unwrap_or(100);
        let playouts = number("PLAYOUTS").unwrap_or(ShortCircuit::LEVELS[2]);
        let players = ["Tiac", "Zac"];
        let cast = Arc::new(Cast::of(players, &players, &[]));
        let [
            mut looked_at,
            mut finishes,
            mut calls,
            mut missed,
            mut wrong,
        ] = [0_u32; 5];
        for seed in 0.. {
            if looked_at >= asked {
                break;
            }
            let mut dice = Dice::new(seed);
            let mut game =
                ShortCircuit::open(&GivenOptions::new(), &cast, Some(&mut dice)).unwrap();
            while let Some(seat) = game.phase.to_act() {
                let effort = Effort::of(playouts, seed);
                let thought = game.think(seat, effort).into_iter();
                let (mut act, _) = thought
                    .max_by(|one, other| one.1.total_cmp(&other.1))
                    .unwrap();
                if let Phase::Placing(_) = game.phase {
                    let (board, supply) = (&game.board, game.supply);
                    let completes = |pieces: &[Piece]| {
                        let (board, _) = after(board, supply, pieces);
                        circuit::complete(&board).is_some()
                    };
                    let fewest = solver::solve(board, &supply);
                    let may_finish = fewest.as_ref().is_some_and(|few| few.len() <= turns::MAX);
                    let finishes_now = matches!(&act, Action::Place(pieces) if completes(pieces));
                    let misses = || {
                        turns::all(board, &supply)
                            .iter()
                            .any(|turn| completes(turn))
                    };
                    let is_over = fewest.is_none() || !turns::exist(board, &supply);
                    looked_at += 1;
                    finishes += u32::from(finishes_now);
                    missed += u32::from(may_finish && !finishes_now && misses());
                    calls += u32::from(act == Action::Impossible);
                    wrong += u32::from(is_over != (act == Action::Impossible));
                    // It leaves the other no finish, nor does random play. So somebody helps.
                    let mut helps = fewest.into_iter().flatten();
                    let next = helps.find(|piece| board.touches(piece.cell));
                    if let Some(piece) = next.filter(|_| !finishes_now && dice.below(8) > 0) {
                        act = Action::Place(vec![piece]);
                    }
                }
                game.apply(Author::Seat(seat), Party::Seat(seat), &act)
                    .unwrap();
            }
            if seed % 100 == 0 || looked_at >= asked {
                println!(
                    "{looked_at} positions: {finishes} finishes, {missed} missed; {calls} calls, \
                     {wrong} wrong or missed"
                );
            }
        }
        assert_eq!([missed, wrong], [0, 0]);
    }
}
