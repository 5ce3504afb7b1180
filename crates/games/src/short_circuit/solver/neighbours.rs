//! What each cell may become beside its neighbours: where two cells meet, both have an open side or
//! neither has.

use super::super::tile::Side;
use super::grid::Grid;

/// For each side, the sets of sides that contain it, in the form of `SweepCell::allowed`.
const OPEN: [u16; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

/// Whether a cell may have this side open, and whether it must.
pub fn opens(allowed: u16, side: Side) -> (bool, bool) {
    let open = OPEN[side as usize];
    (allowed & open != 0, allowed & !open == 0)
}

/// Removes from each cell what a neighbour or an edge rules out, until all cells agree. What is
/// removed is in no completion. False if a cell has nothing left, not even staying empty: then
/// there is no completion.
pub fn agree(grid: &mut Grid) -> bool {
    let mut waiting = Vec::with_capacity(2 * grid.places.len());
    let cells = 0..grid.places.len();
    for at in cells.clone() {
        let around = grid.around(at);
        for side in Side::ALL {
            if around[side as usize].is_none() {
                grid.places[at].allowed &= !OPEN[side as usize];
            }
        }
        // Cells that aren't beside a tile agree already: even at an edge, each of their other sides
        // may be open or closed.
        if !grid.places[at].empty {
            waiting.extend(around.into_iter().flatten());
        }
    }
    // Pushed last, so that the tiles are looked at first: most boards without a completion show it
    // there.
    waiting.extend(cells.filter(|at| !grid.places[*at].empty));
    while let Some(at) = waiting.pop() {
        let before = grid.places[at].allowed;
        let around = grid.around(at);
        let mut allowed = before;
        for side in Side::ALL {
            let Some(beside) = around[side as usize] else {
                continue;
            };
            let (may_open, opens) = opens(grid.places[beside].allowed, side.opposite());
            let ours = OPEN[side as usize];
            allowed &= if may_open { !0 } else { !ours };
            allowed &= if opens { ours } else { !0 };
        }
        if allowed == 0 {
            return false;
        }
        if allowed != before {
            grid.places[at].allowed = allowed;
            waiting.extend(around.into_iter().flatten());
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::super::drawing;
    use super::super::super::tile::{Sides, Tile};
    use super::*;

    #[test]
    fn sets_are_found_by_each_of_their_sides() {
        for side in Side::ALL {
            for sides in 0..16 {
                let open = OPEN[side as usize] >> sides & 1 == 1;
                assert_eq!(open, Sides(sides).has(side), "{side:?} of {sides}");
            }
        }
    }

    #[test]
    fn what_no_neighbour_allows_is_removed() {
        for (name, rows) in [
            ("an open side at the edge", "V . / . . / . ."),
            (
                "a line that runs into a closed side",
                ". . . . / . H V . / . . . .",
            ),
            (
                "thunder with three lines at an edge",
                "SE SW / NE T / . V / . .",
            ),
            (
                "an empty cell with three lines",
                ". H . H . / . . V . . / . . . . .",
            ),
        ] {
            assert!(Grid::new(&drawing::board(rows)).is_none(), "{name}");
        }
        let board = drawing::board(". SE T . / . V . . / . . . . / . . . .");
        let grid = Grid::new(&board).unwrap();
        for (name, at, expected) in [
            ("thunder at the edge that a line runs into", 2, "H SW"),
            ("an empty cell that a line runs into", 9, "V NE NW X"),
            ("beside a closed side", 6, ". V NE SE"),
            ("a corner beside a closed side", 0, "."),
            ("next to that, which can be nothing either", 4, "."),
            ("and on", 8, ". SE"),
        ] {
            let place = grid.places[at];
            let tiles = Tile::PLAIN.into_iter().filter(|tile| place.may_be(*tile));
            let nothing = (place.allowed & 1 == 1).then_some(".");
            let left: Vec<&str> = nothing.into_iter().chain(tiles.map(Tile::word)).collect();
            assert_eq!(left.join(" "), expected, "{name}");
        }
    }
}
