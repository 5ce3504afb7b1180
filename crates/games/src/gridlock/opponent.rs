//! A computer that plays Gridlock: a tree. Neither player knows more than everybody sees, so what
//! the Guard finds is chance.

use opponents::{Effort, Mover, World, ended, mixed, think};

use super::notation::{Action, Choice, GuardStep};
use super::options::StartTile;
use super::rules::{Gridlock, Phase, Tile};
use crate::{Cell, Dice, Opponent, Policy, Seat, Shown};

impl Opponent for Gridlock {
    const LEVELS: [u32; 3] = [30, 1_000, 100_000];

    fn guess(shown: &Shown<Gridlock>, dice: &mut Dice) -> Gridlock {
        let (view, mut game) = (&shown.view, shown.open(dice));
        game.phase = view.phase;
        game.outcome = view.outcome;
        game.guard = view.guard;
        game.tiles = view.tiles.clone();
        game.first = view.first;
        game.horizontal = view.horizontal;
        game.score = view.score;
        game.last = view.last;
        game.finds = view.finds.clone();
        game.hidden = view.hidden.clone();
        if view.outcome.is_none() {
            game.hide_anywhere(view.sealed as usize, dice);
        }
        game
    }

    fn think(&self, seat: Seat, effort: Effort) -> Policy<Action> {
        let at = Grid::of(self);
        debug_assert_eq!(at.mover(), Some(Mover::Player(seat as usize)));
        think(&at, &at, effort, |act| match self.phase {
            Phase::Moving(_) => Action::Move(GuardStep::ALL[usize::from(act)]),
            _ => Action::Choose(Choice::ALL[usize::from(act)]),
        })
    }
}

impl Gridlock {
    /// Hides so many people where they were found, and the rest where nobody has been yet.
    fn hide_anywhere(&mut self, count: usize, dice: &mut Dice) {
        let finds = self.finds.clone();
        self.hidden.clear();
        for find in &finds {
            let who = find.who.iter().flatten();
            self.hidden.extend(who.map(|id| (*id, find.cell)));
        }
        let mut others = self.missing();
        dice.shuffle(&mut others);
        for find in finds.iter().filter(|find| find.who.is_none()) {
            let rest = others.len().saturating_sub(find.count as usize);
            let here = others.split_off(rest).into_iter();
            self.hidden.extend(here.map(|id| (id, find.cell)));
        }
        others.truncate(count - self.hidden.len());
        let is_white = |cell: &Cell| self.tile(*cell) == Tile::White;
        let cells: Vec<Cell> = self.hiding_cells().filter(is_white).collect();
        for id in others {
            let cell = dice.pick(&cells).copied();
            self.hidden.extend(cell.map(|cell| (id, cell)));
        }
    }
}

/// What everybody sees, for the search: player 0 is the DMO. An act is the place of a choice or a
/// step in `ALL`, how many people were found, or whether the middle starts yellow.
#[derive(Clone)]
struct Grid {
    size: u8,
    /// A bit for each tile, row by row.
    white: u128,
    yellow: u128,
    guard: u8,
    first: Option<usize>,
    horizontal: Option<usize>,
    draws_start: bool,
    mover: usize,
    /// Whether the Guard has entered a white tile, and nobody has looked yet who is there.
    looks: bool,
    /// How many people hide on the white tiles.
    hiding: u8,
    score: [u32; 2],
    target: u32,
    winner: Option<usize>,
}

impl Grid {
    fn of(game: &Gridlock) -> Grid {
        let bits = |colour: Tile| {
            let tiles = game.tiles.iter().enumerate();
            let of_colour = tiles.filter(|(_, tile)| **tile == colour);
            of_colour.fold(0, |bits, (place, _)| bits | 1 << place)
        };
        let found = game.score.dmo + game.score.ec;
        let mut grid = Grid {
            size: game.options.size,
            white: bits(Tile::White),
            yellow: bits(Tile::Yellow),
            guard: game.guard.row * game.options.size + game.guard.column,
            first: game.first.map(|seat| seat as usize),
            horizontal: game.horizontal.map(|seat| seat as usize),
            draws_start: game.options.start_tile == StartTile::Random,
            mover: 0,
            looks: false,
            // A cast has at most 255 people.
            hiding: (game.hidden.len() as u32 - found) as u8,
            score: [game.score.dmo, game.score.ec],
            target: game.options.target,
            winner: None,
        };
        if let Phase::Moving(seat) | Phase::Choosing(Some(seat)) = game.phase {
            grid.mover = seat as usize;
        }
        grid.draws_start &= !matches!(game.phase, Phase::Moving(_));
        grid
    }

    fn middle(&self) -> u8 {
        self.size * self.size / 2
    }

    /// How many white tiles somebody may hide on.
    fn places(&self) -> u32 {
        (self.white & !(1 << self.middle())).count_ones()
    }

    fn is_choosing(&self) -> bool {
        self.first.is_none() || self.horizontal.is_none()
    }

    fn entered(&self, step: u8) -> u8 {
        let at = Cell::new(self.guard % self.size, self.guard / self.size);
        let to = GuardStep::ALL[usize::from(step)].from(at, self.size);
        to.row * self.size + to.column
    }

    /// Ends a turn onto a white tile.
    fn turn_yellow(&mut self) {
        self.white &= !(1 << self.guard);
        self.yellow |= 1 << self.guard;
        self.end_turn();
    }

    fn end_turn(&mut self) {
        if self.score[self.mover] >= self.target {
            self.winner = Some(self.mover);
            return;
        }
        self.mover = 1 - self.mover;
        if self.acts().next().is_none() {
            self.winner = Some(1 - self.mover);
        }
    }

    fn is_open(&self, step: u8) -> bool {
        (self.white | self.yellow) >> self.entered(step) & 1 == 1
    }
}

impl World for Grid {
    type Act = u8;
    const HIDES: bool = false;

    fn mover(&self) -> Option<Mover> {
        if self.winner.is_some() {
            None
        } else if self.looks || self.draws_start && !self.is_choosing() {
            Some(Mover::Chance)
        } else {
            Some(Mover::Player(self.mover))
        }
    }

    fn acts(&self) -> impl Iterator<Item = u8> {
        // The first two choices are of the order, the others of the axis.
        let (range, is_step) = if self.looks {
            (0..self.hiding + 1, false)
        } else if self.is_choosing() {
            let first = if self.first.is_some() { 2 } else { 0 };
            let end = if self.horizontal.is_some() { 2 } else { 4 };
            (first..end, false)
        } else if self.draws_start {
            (0..2, false)
        } else if self.horizontal == Some(self.mover) {
            (0..2, true)
        } else {
            (2..4, true)
        };
        range.filter(move |act| !is_step || self.is_open(*act))
    }

    fn play(&mut self, act: u8) {
        if self.looks {
            self.looks = false;
            self.hiding -= act;
            self.score[self.mover] += u32::from(act);
            self.turn_yellow();
        } else if self.is_choosing() {
            let me = self.mover;
            match Choice::ALL[usize::from(act)] {
                Choice::First => self.first = Some(me),
                Choice::Second => self.first = Some(1 - me),
                Choice::Horizontal => self.horizontal = Some(me),
                Choice::Vertical => self.horizontal = Some(1 - me),
            }
            self.mover = match self.first {
                Some(first) if !self.is_choosing() => first,
                _ => 1,
            };
        } else if self.draws_start {
            self.draws_start = false;
            if act == 1 {
                self.yellow |= 1 << self.middle();
                self.white &= !(1 << self.middle());
            }
        } else {
            self.guard = self.entered(act);
            let tile = 1 << self.guard;
            if self.white & tile == 0 {
                self.yellow &= !tile;
                self.end_turn();
                return;
            }
            self.looks = self.hiding > 0 && self.guard != self.middle();
            if !self.looks {
                self.turn_yellow();
            }
        }
    }

    fn value(&self) -> f64 {
        let [dmo, ec] = self.score.map(f64::from);
        let most = dmo + ec + f64::from(self.hiding);
        ended(self.winner, (dmo - ec) / most.max(1.0))
    }

    fn knows(&self) -> u64 {
        let number = |player: Option<usize>| player.map_or(2, |player| player as u64);
        let turn = self.mover as u64 * 2 + u64::from(self.looks);
        let choices = number(self.first) * 3 + number(self.horizontal);
        let [dmo, ec] = self.score.map(u64::from);
        // Both halves of the tiles.
        let tiles = [self.white, self.yellow].map(|tiles| [tiles as u64, (tiles >> 64) as u64]);
        let others = [u64::from(self.guard) * 4 + turn, choices, dmo, ec];
        mixed(tiles.into_iter().flatten().chain(others))
    }

    /// Each of them hides on each white tile with the same chance.
    fn odds(&self, found: u8) -> f64 {
        if !self.looks {
            return 1.0;
        }
        let here = 1.0 / f64::from(self.places().max(1));
        let hiding = f64::from(self.hiding);
        (0..self.hiding).fold(1.0, |odds, who| {
            let who = f64::from(who);
            if who < f64::from(found) {
                odds * here * (hiding - who) / (who + 1.0)
            } else {
                odds * (1.0 - here)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_that_is_decided_is_still_played_for_points() {
        // Above the Guard is a yellow tile, below a white one. After either, the other is stuck.
        for (hiding, best) in [(0, GuardStep::Up), (3, GuardStep::Down)] {
            let at = Grid {
                size: 3,
                white: 1 << 7,
                yellow: 1 << 1,
                guard: 4,
                first: Some(0),
                horizontal: Some(1),
                draws_start: false,
                mover: 0,
                looks: false,
                hiding,
                score: [0, 0],
                target: 9,
                winner: None,
            };
            let step = |act| GuardStep::ALL[usize::from(act)];
            let policy = think(&at, &at, Effort::of(100, 1), step);
            assert!(policy.contains(&(best, 1.0)), "{policy:?}");
        }
    }
}
