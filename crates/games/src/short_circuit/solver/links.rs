//! A quick check whether all tiles on the board can still be on one line.

use super::super::tile::{Side, Tile};
use super::grid::Grid;

/// Whether the tiles on the board could still be connected, if each cell could be everything that
/// it may become. If not, there is no completion; if so, there may be one.
pub fn are_possible(grid: &Grid) -> bool {
    let mut links = Links::new(grid);
    for (at, place) in grid.places.iter().enumerate() {
        for tile in Tile::PLAIN.into_iter().filter(|tile| place.may_be(*tile)) {
            for entry in tile.sides().iter() {
                let exit = tile.exit(entry);
                // Each way through a tile comes up in both directions.
                if (entry as u8) < exit as u8 {
                    links.join(links.side(at, entry), links.side(at, exit));
                }
            }
        }
    }
    let mut line = None;
    for (at, place) in grid.places.iter().enumerate() {
        if place.empty {
            continue;
        }
        let mut tiles = Tile::PLAIN.into_iter().filter(|tile| place.may_be(*tile));
        // If thunder can still be several tiles, it isn't known which sides the line crosses.
        let (Some(tile), None) = (tiles.next(), tiles.next()) else {
            continue;
        };
        for side in tile.sides().iter() {
            let group = links.group(links.side(at, side));
            if *line.get_or_insert(group) != group {
                return false;
            }
        }
    }
    true
}

/// Groups of sides that some choice of tiles may connect. Each side refers to another one of its
/// group, and the last one to itself.
struct Links {
    width: usize,
    groups: Vec<usize>,
}

impl Links {
    fn new(grid: &Grid) -> Links {
        Links {
            width: grid.width,
            groups: (0..2 * grid.places.len()).collect(),
        }
    }

    /// A side's index: for each cell first the side to its right, then the one below. No tile is
    /// open to an edge, so there are cells on the left and above.
    fn side(&self, at: usize, side: Side) -> usize {
        match side {
            Side::East => 2 * at,
            Side::South => 2 * at + 1,
            Side::West => 2 * (at - 1),
            Side::North => 2 * (at - self.width) + 1,
        }
    }

    fn group(&mut self, mut side: usize) -> usize {
        while self.groups[side] != side {
            self.groups[side] = self.groups[self.groups[side]];
            side = self.groups[side];
        }
        side
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.group(a), self.group(b));
        self.groups[a] = b;
    }
}
