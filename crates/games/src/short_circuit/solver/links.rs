//! A quick look at whether the tiles on the board can be on one line at all.

use super::super::tile::{Side, Sides, Tile};
use super::grid::Grid;

/// Whether everything that each cell may become leaves a connection between all the tiles that lie
/// there. False only when there is no way.
pub fn are_possible(grid: &Grid) -> bool {
    let mut links = Links::new(grid);
    for (at, place) in grid.places.iter().enumerate() {
        for tile in Tile::PLAIN.into_iter().filter(|tile| place.may_be(*tile)) {
            for entry in open(tile.sides()) {
                let exit = tile.exit(entry);
                // Each way through a tile is there in both directions.
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
        // Of what may be one tile or another it is not known by which sides the line passes.
        let (Some(tile), None) = (tiles.next(), tiles.next()) else {
            continue;
        };
        for side in open(tile.sides()) {
            let group = links.group(links.side(at, side));
            if *line.get_or_insert(group) != group {
                return false;
            }
        }
    }
    true
}

fn open(sides: Sides) -> impl Iterator<Item = Side> {
    Side::ALL.into_iter().filter(move |side| sides.has(*side))
}

/// Groups of sides between cells that some choice of tiles may connect: each has another of its
/// group, and at last itself.
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

    /// The side to the right of each cell comes first, the one below after it. No tile is open to
    /// an edge, so that to the left and above there are cells.
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
