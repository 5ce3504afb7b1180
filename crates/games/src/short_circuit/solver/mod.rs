//! Finds out whether a circuit can still be completed, and with how few tiles. It is exact.
//!
//! The board is swept cell by cell, row by row along its longer side. The *frontier* runs between
//! the cells that are decided and the others: the lower side of one cell in each column, and the
//! side between the last cell and the next. Only three things matter for the rest: the sides where
//! the line crosses the frontier, which of them belong to one stretch of line, and how many tiles
//! of each kind were used. (Lines cross at crossroads, so stretches do not nest.)
//!
//! Most boards that cannot be completed show it where two cells meet: some cell
//! [agrees](neighbours::agree) with its neighbours in no way. For the others, a search goes from
//! frontier to frontier, in order of fewest tiles. [Bounds](Bounds) tell beforehand how many tiles
//! are still needed at least. They only ignore that everything must become a single line, and cut
//! off nearly everything that leads nowhere.

mod bounds;
mod counts;
mod frontier;
mod grid;
mod links;
mod neighbours;
#[cfg(test)]
mod tests;

use super::board::{self, Board, Piece};
use super::tile::{Side, Supply, Tile};
use crate::Cell;
use bounds::{Bounds, opened};
use counts::{ALL, Counts, limits};
use frontier::{Pairing, Seen};
use grid::{Grid, Path};

/// The fewest loose tiles that complete the circuit, in any order. Empty if the circuit is already
/// complete, None if it can no longer be completed. Thunder replaces tiles of which the supply has
/// too few. The board has at most 12 columns and rows.
pub fn solve(board: &Board, supply: &Supply) -> Option<Vec<Piece>> {
    if is_hopeless(board, supply) {
        return None;
    }
    let near = Part::about_tiles(board, NEAR);
    let pieces = near.solve(supply);
    let fewest = pieces
        .as_ref()
        .map_or(supply.total() as usize + 1, Vec::len);
    let far = Part::about_tiles(board, margin(fewest));
    if far.holds_more_than(&near) {
        far.solve(supply)
    } else {
        pieces
    }
}

/// Whether the circuit can be completed at all. This is faster than [`solve`].
pub fn is_possible(board: &Board, supply: &Supply) -> bool {
    if is_hopeless(board, supply) {
        return false;
    }
    // Usually there is a way close by, and a small board is searched quickly.
    let near = Part::about_tiles(board, NEXT);
    let far = Part::about_tiles(board, margin(supply.total() as usize + 1));
    search(&near.board, supply).is_some()
        || far.holds_more_than(&near) && search(&far.board, supply).is_some()
}

/// Whether it's clear without a search that the circuit cannot be completed.
fn is_hopeless(board: &Board, supply: &Supply) -> bool {
    board.ends().is_none() || !has_turns(board, supply)
}

/// Whether all four turns can be there. A closed line has each of them: two in its topmost row, two
/// in its lowest.
fn has_turns(board: &Board, supply: &Supply) -> bool {
    let mut lie = [false; Tile::ALL.len()];
    let mut thunder = 0;
    for Piece { tile, .. } in board.pieces() {
        lie[tile as usize] = true;
        thunder += usize::from(tile == Tile::T);
    }
    let turns = [Tile::Ne, Tile::Se, Tile::Sw, Tile::Nw].into_iter();
    let lacking = turns.filter(|turn| !lie[*turn as usize]).count();
    let loose = usize::from(supply.turn) + usize::from(supply.thunder);
    lacking <= loose + thunder
}

/// How far around the tiles a completion is looked for first: any completion within `NEXT`, the one
/// with the fewest tiles within `NEAR`. The smallest ring around two straights fits into `NEAR`.
const NEXT: u8 = 1;
const NEAR: u8 = 2;

/// How far around the tiles a completion with fewer tiles than this can reach. If it reached one
/// row further, it would have two tiles in that row and in each row on the way, because a closed
/// line goes out and comes back. The same is true of columns.
fn margin(tiles: usize) -> u8 {
    tiles.div_ceil(2).saturating_sub(1).min(board::MAX) as u8
}

/// The part of a board that has all the tiles, with some cells around them.
struct Part {
    board: Board,
    left: u8,
    top: u8,
}

impl Part {
    /// The part with this many cells on each side of the tiles, or as many as the board has.
    fn about_tiles(whole: &Board, margin: u8) -> Part {
        let span = |at: fn(Piece) -> u8, all: u8| {
            let least = whole.pieces().map(at).min().unwrap_or(0);
            let most = whole.pieces().map(at).max().unwrap_or(0);
            let first = least.saturating_sub(margin);
            (first, (most + 1 + margin).min(all) - first)
        };
        let (top, rows) = span(|piece| piece.cell.row, whole.rows);
        let (left, columns) = span(|piece| piece.cell.column, whole.columns);
        let mut board = Board::new(columns, rows);
        for Piece { cell, tile } in whole.pieces() {
            board.set(Cell::new(cell.column - left, cell.row - top), Some(tile));
        }
        Part { board, left, top }
    }

    fn holds_more_than(&self, other: &Part) -> bool {
        let size = |part: &Part| (part.board.columns, part.board.rows);
        let (ours, theirs) = (size(self), size(other));
        ours.0 > theirs.0 || ours.1 > theirs.1
    }

    /// The fewest loose tiles that complete the circuit in this part, at their places on the whole
    /// board. None if there is no way.
    fn solve(&self, supply: &Supply) -> Option<Vec<Piece>> {
        let (grid, path) = search(&self.board, supply)?;
        let mut pieces = grid.pieces(&path, supply);
        for Piece { cell, .. } in &mut pieces {
            *cell = Cell::new(cell.column + self.left, cell.row + self.top);
        }
        Some(pieces)
    }
}

/// The way to complete the circuit with the fewest tiles; None if there is none.
fn search(board: &Board, supply: &Supply) -> Option<(Grid, Path)> {
    let grid = Grid::new(board)?;
    let last_tile = grid.places.iter().rposition(|place| !place.empty)?;
    let mut search = Search {
        bounds: Bounds::new(&grid),
        grid,
        limits: limits(supply),
        last_tile,
    };
    let path = search.run()?;
    Some((search.grid, path))
}

/// Everything before the cell `at` is decided.
#[derive(Clone, Copy)]
struct Position {
    at: usize,
    open: u16,
    pairing: Pairing,
    used: Counts,
    path: Path,
}

struct Search {
    grid: Grid,
    bounds: Bounds,
    limits: Counts,
    /// The last cell on which a tile lies.
    last_tile: usize,
}

/// After this many decisions, a search checks whether it can succeed. The first check looks at
/// what each cell may become, the second only at what the bounds leave of that.
const PATIENCE: [usize; 2] = [100, 20_000];

impl Search {
    /// The path with the fewest tiles; None if there is none.
    fn run(&mut self) -> Option<Path> {
        let start = Position {
            at: 0,
            open: 0,
            pairing: Pairing::default(),
            used: Counts::NONE,
            path: Path::default(),
        };
        let mut waiting = Waiting::new(self.limits.of(ALL));
        let mut seen = Seen::default();
        waiting.add(start, self.least_total(&start)?);
        let mut looks = PATIENCE.into_iter().peekable();
        while let Some((position, total)) = waiting.next() {
            if let Some(path) = self.follow(position, total, &mut waiting, &mut seen) {
                return Some(path);
            }
            if let Some(patience) = looks.next_if(|patience| seen.len() > *patience) {
                if patience == PATIENCE[1] {
                    self.bounds.narrow(&mut self.grid, self.limits);
                }
                if !links::are_possible(&self.grid) {
                    return None;
                }
            }
        }
        None
    }

    /// How many tiles the whole completion needs at least, including those used; None if the supply
    /// doesn't have enough.
    fn least_total(&self, position: &Position) -> Option<u8> {
        let needed = self.bounds.needed(position.at, position.open);
        let total = position.used.plus(needed);
        total.within(self.limits).then_some(total.of(ALL))
    }

    /// Continues from a position as long as that needs no more than `total` tiles; positions that
    /// need more wait. Returns the path if it reaches the end.
    fn follow(
        &self,
        mut position: Position,
        total: u8,
        waiting: &mut Waiting,
        seen: &mut Seen,
    ) -> Option<Path> {
        while position.at < self.grid.places.len() {
            let next = self.next(&position);
            if let [Some(_), Some(_)] = next
                && !seen.enter(position.at, position.pairing, position.used)
            {
                return None;
            }
            let mut on = None;
            for (next, needs) in next.into_iter().flatten() {
                if needs == total && on.is_none() {
                    on = Some(next);
                } else {
                    waiting.add(next, needs);
                }
            }
            position = on?;
        }
        Some(position.path)
    }

    /// The positions after the next cell that may lead to the end, and how many tiles the whole
    /// completion then needs at least.
    fn next(&self, position: &Position) -> [Option<(Position, u8)>; 2] {
        let column = self.grid.places[position.at].column;
        let width = self.grid.width;
        let up = position.open >> column & 1 == 1;
        let left = position.open >> width & 1 == 1;
        let steps = self.grid.steps(position.at, up, left);
        std::array::from_fn(|second| {
            let step = steps[second]?;
            let mut next = *position;
            next.path.take(position.at, second == 1);
            next.at += 1;
            next.used = position.used.plus(step.cost);
            next.open = opened(position.open, column, width, step.sides);
            let needs = self.least_total(&next)?;
            let right = step.sides.has(Side::East);
            let down = step.sides.has(Side::South);
            match (up, left, right, down) {
                (false, false, true, true) => next.pairing.pair(column, width),
                (true, false, true, false) => next.pairing.move_end(column, width),
                (false, true, false, true) => next.pairing.move_end(width, column),
                (true, true, false, false) => {
                    let (a, b) = (next.pairing.partner(column), next.pairing.partner(width));
                    next.pairing.clear(column);
                    next.pairing.clear(width);
                    if a != width {
                        next.pairing.pair(a, b);
                    } else if next.open != 0 || position.at < self.last_tile {
                        // The line closes too early.
                        return None;
                    } else {
                        // The remaining cells stay empty.
                        next.at = self.grid.places.len();
                        return Some((next, next.used.of(ALL)));
                    }
                }
                // Straight through, or nothing at all.
                _ => {}
            }
            Some((next, needs))
        })
    }
}

/// Positions from which the search can continue, by how many tiles the whole completion needs at
/// least.
struct Waiting {
    by_total: Vec<Vec<Position>>,
    least: usize,
}

impl Waiting {
    fn new(most: u8) -> Waiting {
        Waiting {
            by_total: vec![Vec::new(); usize::from(most) + 1],
            least: 0,
        }
    }

    fn add(&mut self, position: Position, total: u8) {
        self.by_total[usize::from(total)].push(position);
    }

    fn next(&mut self) -> Option<(Position, u8)> {
        while let Some(positions) = self.by_total.get_mut(self.least) {
            if let Some(position) = positions.pop() {
                return Some((position, self.least as u8));
            }
            self.least += 1;
        }
        None
    }
}
