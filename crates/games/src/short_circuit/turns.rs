//! The turns that place tiles: counts all of them without listing them, and finds those that
//! complete the circuit.

use super::board::{self, Board, Piece};
use super::circuit;
use super::tile::{Kind, Side, Supply, Tile};
use crate::{Cell, Dice};

/// The most tiles that a turn places.
pub const MOST: usize = 3;

/// One to three empty cells in a line, at least one of them side by side with a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    cells: [Cell; MOST],
    length: usize,
}

impl Segment {
    fn new(start: Cell, (side, length): (Side, usize)) -> Segment {
        let mut cells = [start; MOST];
        for (on, cell) in (0..).zip(&mut cells) {
            match side {
                Side::South => cell.row += on,
                _ => cell.column += on,
            }
        }
        Segment { cells, length }
    }

    fn cells(&self) -> &[Cell] {
        &self.cells[..self.length]
    }
}

/// The direction in which segments lie from their first cell, and their length.
const SHAPES: [(Side, usize); 5] = [
    (Side::East, 1),
    (Side::East, 2),
    (Side::South, 2),
    (Side::East, 3),
    (Side::South, 3),
];

/// For each shape, the first cells of its segments in a row: a bit for each column.
type Starts = [u16; SHAPES.len()];

fn segments(board: &Board) -> impl Iterator<Item = Segment> + use<> {
    let starts = starts(board);
    let any = starts.map(any);
    let begins = move |cell: &Cell| any[usize::from(cell.row)] >> cell.column & 1 == 1;
    board.cells().filter(begins).flat_map(move |start| {
        let starts = starts[usize::from(start.row)];
        let begins = move |shape: &usize| starts[*shape] >> start.column & 1 == 1;
        let shapes = (0..SHAPES.len()).filter(begins);
        shapes.map(move |shape| Segment::new(start, SHAPES[shape]))
    })
}

/// The first cells of segments of any shape.
fn any(starts: Starts) -> u16 {
    starts.iter().fold(0, |any, starts| any | starts)
}

/// The starts in each row of the board; none in rows below it.
fn starts(board: &Board) -> [Starts; board::MOST] {
    // Each row has a bit for each column. There is one more row above the board, and two below it,
    // into which segments may reach.
    let mut tiles = [0u16; board::MOST + 3];
    tiles[1..=board::MOST].copy_from_slice(board.taken());
    let mut empty = [0; board::MOST + 2];
    let mut touching = [0; board::MOST + 2];
    let rows = usize::from(board.rows());
    for row in 0..rows {
        let (above, here, below) = (tiles[row], tiles[row + 1], tiles[row + 2]);
        empty[row] = ((1 << board.columns()) - 1) & !here;
        touching[row] = empty[row] & (above | here << 1 | here >> 1 | below);
    }
    // Whether all of some cells are empty, and whether at least one of them touches a tile.
    let cell = |row: usize, on: usize| (empty[row] >> on, touching[row] >> on);
    let with = |cells: (u16, u16), cell: (u16, u16)| (cells.0 & cell.0, cells.1 | cell.1);
    let start = |(all_empty, some_touching): (u16, u16)| all_empty & some_touching;
    let mut starts = [Starts::default(); board::MOST];
    for (row, starts) in starts[..rows].iter_mut().enumerate() {
        let one = cell(row, 0);
        let (two_east, two_south) = (with(one, cell(row, 1)), with(one, cell(row + 1, 0)));
        let three_east = with(two_east, cell(row, 2));
        let three_south = with(two_south, cell(row + 2, 0));
        // In the order of [`SHAPES`].
        *starts = [
            start(one),
            start(two_east),
            start(two_south),
            start(three_east),
            start(three_south),
        ];
    }
    starts
}

/// In how many ways the supply can fill this many cells, at most three.
fn ways(supply: &Supply, cells: usize) -> usize {
    let mut all = 0;
    for kind in Kind::ALL {
        all += usize::from(supply.count(kind) > 0) * lying(kind).len();
    }
    let mut ways = match cells {
        0 => return 1,
        1 => return all,
        2 => all * all,
        _ => all * all * all,
    };
    // Without the ways that take too many of a kind. In three cells, that can be only one kind.
    for kind in Kind::ALL {
        let lying = lying(kind).len();
        ways -= match (supply.count(kind), cells) {
            (1, 2) => lying * lying,
            (1, 3) => lying * lying * (lying + 3 * (all - lying)),
            (2, 3) => lying * lying * lying,
            _ => 0,
        };
    }
    ways
}

/// The tiles of a kind, in the order of [`Tile::ALL`].
fn lying(kind: Kind) -> &'static [Tile] {
    match kind {
        Kind::Straight => &[Tile::H, Tile::V],
        Kind::Turn => &[Tile::Ne, Tile::Se, Tile::Sw, Tile::Nw],
        Kind::Crossroad => &[Tile::X],
        Kind::Thunder => &[Tile::T],
    }
}

/// The `index`-th way to fill these cells.
fn filled(cells: &[Cell], supply: &Supply, mut index: usize) -> Vec<Piece> {
    let mut supply = *supply;
    let mut pieces = Vec::with_capacity(cells.len());
    for (at, cell) in cells.iter().enumerate() {
        for kind in Kind::ALL {
            let Some(rest) = supply.without(kind) else {
                continue;
            };
            let ways = ways(&rest, cells.len() - at - 1);
            if let Some(tile) = lying(kind).get(index / ways) {
                pieces.push(Piece {
                    cell: *cell,
                    tile: *tile,
                });
                supply = rest;
                index %= ways;
                break;
            }
            index -= lying(kind).len() * ways;
        }
    }
    pieces
}

/// A random turn of at most `most` tiles, each legal one equally likely; None if there is none.
pub fn draw(board: &Board, supply: &Supply, most: usize, dice: &mut Dice) -> Option<Vec<Piece>> {
    let mut ways_of = [0; MOST + 1];
    for (length, of_length) in ways_of.iter_mut().enumerate().take(most + 1).skip(1) {
        *of_length = ways(supply, length);
    }
    let starts = starts(board);
    let mut in_row = [0; board::MOST];
    let rows = usize::from(board.rows());
    for (in_row, starts) in in_row[..rows].iter_mut().zip(&starts) {
        // Segments of the same length are counted together.
        let [one, east_two, south_two, east_three, south_three] = starts.map(u32::from);
        let (two, three) = (east_two | south_two << 16, east_three | south_three << 16);
        for (starts, ways) in [one, two, three].into_iter().zip(&ways_of[1..]) {
            *in_row += starts.count_ones() as usize * ways;
        }
    }
    let all = in_row.iter().sum();
    if all == 0 {
        return None;
    }
    let mut index = dice.below(all);
    let row = in_row.iter().position(|here| {
        let before = index >= *here;
        index -= if before { *here } else { 0 };
        !before
    })?;
    let any = any(starts[row]);
    for column in (0..board.columns()).filter(|column| any >> column & 1 == 1) {
        for (shape, starts) in SHAPES.into_iter().zip(starts[row]) {
            if starts >> column & 1 == 0 {
                continue;
            }
            let ways = ways_of[shape.1];
            if index < ways {
                let segment = Segment::new(Cell::new(column, row as u8), shape);
                return Some(filled(segment.cells(), supply, index));
            }
            index -= ways;
        }
    }
    None
}

/// Whether there is any turn that places a tile.
pub fn exist(board: &Board, supply: &Supply) -> bool {
    supply.total() > 0 && starts(board).iter().flatten().any(|starts| *starts != 0)
}

/// All turns of one tile.
pub fn of_one_tile<'a>(board: &'a Board, supply: &'a Supply) -> impl Iterator<Item = Piece> + 'a {
    let left = |tile: &Tile| supply.without(tile.kind()).is_some();
    segments(board)
        .filter(|segment| segment.length == 1)
        .flat_map(move |segment| {
            let on = move |tile| Piece {
                cell: segment.cells[0],
                tile,
            };
            Tile::ALL.into_iter().filter(left).map(on)
        })
}

/// All turns that complete the circuit.
pub fn completing(board: &Board, supply: &Supply) -> Vec<Vec<Piece>> {
    let mut found = Vec::new();
    let Some(ends) = ends(board) else {
        return found;
    };
    let mut filling = Filling {
        board: board.clone(),
        pieces: Vec::with_capacity(MOST),
        found: &mut found,
    };
    for segment in segments(board) {
        let cells = segment.cells();
        if ends.iter().flatten().all(|cell| cells.contains(cell)) {
            filling.fill(cells, supply);
        }
    }
    found
}

/// The empty cells into which a line runs. None if a line runs into an edge or a closed side, or if
/// there are too many cells for one turn.
fn ends(board: &Board) -> Option<[Option<Cell>; MOST]> {
    let mut ends = [None; MOST];
    let mut places = ends.iter_mut();
    for (row, mut columns) in (0..).zip(board.ends()?) {
        while columns != 0 {
            *places.next()? = Some(Cell::new(columns.trailing_zeros() as u8, row));
            // All but the lowest bit.
            columns &= columns - 1;
        }
    }
    Some(ends)
}

struct Filling<'a> {
    /// With the pieces so far.
    board: Board,
    pieces: Vec<Piece>,
    found: &'a mut Vec<Vec<Piece>>,
}

impl Filling<'_> {
    /// Fills the rest of these cells: the first ones already have the pieces so far. Leaves the
    /// board as it was.
    fn fill(&mut self, cells: &[Cell], supply: &Supply) {
        let open = &cells[self.pieces.len()..];
        let Some(cell) = open.first().copied() else {
            if circuit::complete(&self.board).is_some() {
                self.found.push(self.pieces.clone());
            }
            return;
        };
        for tile in Tile::ALL {
            let Some(rest) = supply.without(tile.kind()) else {
                continue;
            };
            if self.board.suits(cell, tile, open) {
                self.board.set(cell, Some(tile));
                self.pieces.push(Piece { cell, tile });
                self.fill(cells, &rest);
                self.pieces.pop();
                self.board.set(cell, None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::short_circuit::drawing;

    const SUPPLY: Supply = Supply {
        straight: 2,
        turn: 1,
        crossroad: 0,
        thunder: 1,
    };

    /// A list of all turns.
    fn all(board: &Board, supply: &Supply) -> Vec<Vec<Piece>> {
        let every = segments(board).flat_map(|segment| {
            let count = ways(supply, segment.length);
            (0..count).map(move |index| filled(segment.cells(), supply, index))
        });
        every.collect()
    }

    #[test]
    fn the_count_of_turns_matches_their_list() {
        // A single cell can take H, V, four turns or T. Two in a row take any pair except two turns
        // or two thunders; and so on.
        assert_eq!(ways(&SUPPLY, 1), 7);
        assert_eq!(ways(&SUPPLY, 2), 7 * 7 - 4 * 4 - 1);
        let board = drawing::board(". . . / . H . / . . .");
        let turns = all(&board, &SUPPLY);
        // 4 cells beside the tile; all 8 pairs of neighbours except through the middle; a row of
        // three on each edge.
        assert_eq!(segments(&board).filter(|s| s.length == 1).count(), 4);
        assert_eq!(segments(&board).filter(|s| s.length == 2).count(), 8);
        assert_eq!(segments(&board).filter(|s| s.length == 3).count(), 4);
        let mut listed = BTreeSet::new();
        for turn in &turns {
            assert!(listed.insert(format!("{turn:?}")), "{turn:?} twice");
        }
        assert_eq!(
            turns.len(),
            4 * 7 + 8 * ways(&SUPPLY, 2) + 4 * ways(&SUPPLY, 3)
        );
    }

    #[test]
    fn random_turns_include_every_turn() {
        let board = drawing::board(". H / . .");
        let every = all(&board, &SUPPLY);
        let mut dice = Dice::new(1);
        let mut drawn = BTreeSet::new();
        for _ in 0..every.len() * 20 {
            let turn = draw(&board, &SUPPLY, MOST, &mut dice).unwrap();
            assert!(every.contains(&turn));
            drawn.insert(format!("{turn:?}"));
        }
        assert_eq!(drawn.len(), every.len());
        let nothing = Supply::default();
        assert_eq!(draw(&board, &nothing, MOST, &mut dice), None);
        assert!(!exist(&board, &nothing));
    }

    #[test]
    fn completing_turns_complete_the_circuit() {
        for board in [
            "SE H SW . / V . . . / NE H NW .",
            "SE SW . / NE T . / . NE NW",
            ". H . . / . . . . / . H . .",
            "SE H T . / . . . . / NE H NW .",
            "T T . / . . .",
            "SE . / NE NW",
        ] {
            let board = drawing::board(board);
            let plenty = Supply {
                straight: 3,
                turn: 3,
                crossroad: 3,
                thunder: 2,
            };
            for supply in [SUPPLY, plenty] {
                let completes = |turn: &Vec<Piece>| {
                    let mut after = board.clone();
                    after.lay(turn);
                    circuit::complete(&after).is_some()
                };
                let mut expected = all(&board, &supply);
                expected.retain(completes);
                let mut found = completing(&board, &supply);
                found.sort_by_key(|turn| format!("{turn:?}"));
                expected.sort_by_key(|turn| format!("{turn:?}"));
                assert_eq!(found, expected, "{board:?}");
            }
        }
    }
}
