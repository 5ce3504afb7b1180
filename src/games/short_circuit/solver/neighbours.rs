//! What each cell may become beside its neighbours: where two cells meet, both have an open side or neither has.

use super::super::tile::{Side, Sides};
use super::grid::Grid;

/// Takes from each cell what agrees with nothing that a neighbour may become, or with an edge, until all agree. What is taken is in no completion.
/// False when a cell is left with nothing, not even with staying empty: then there is no completion.
pub fn agree(grid: &mut Grid) -> bool {
    // Of all sets of sides, as `Place::allowed` counts them, those that have each side.
    let open = Side::ALL.map(|side| {
        let having = (0..16).filter(|sides| Sides(*sides).has(side));
        having.map(|sides| 1u16 << sides).sum::<u16>()
    });
    // Tiles come first, since most boards without a way show it there: what is pushed last is looked at first.
    let mut waiting = Vec::with_capacity(2 * grid.places.len());
    for empty in [true, false] {
        waiting.extend((0..grid.places.len()).filter(|at| grid.places[*at].empty == empty));
    }
    while let Some(at) = waiting.pop() {
        let before = grid.places[at].allowed;
        let mut allowed = before;
        for side in Side::ALL {
            let (ours, theirs) = (open[side as usize], open[side.opposite() as usize]);
            let beside = grid.beside(at, side);
            let beside = beside.map(|beside| grid.places[beside].allowed);
            if beside.is_none_or(|allowed| allowed & theirs == 0) {
                allowed &= !ours;
            }
            if beside.is_some_and(|allowed| allowed & !theirs == 0) {
                allowed &= ours;
            }
        }
        if allowed == 0 {
            return false;
        }
        if allowed != before {
            grid.places[at].allowed = allowed;
            let beside = Side::ALL.map(|side| grid.beside(at, side));
            waiting.extend(beside.into_iter().flatten());
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::super::drawing;
    use super::super::super::tile::Tile;
    use super::*;

    #[test]
    fn what_no_neighbour_agrees_with_is_taken() {
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
                "an empty cell with three",
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
            let left: Vec<&str> = nothing.into_iter().chain(tiles.map(Tile::code)).collect();
            assert_eq!(left.join(" "), expected, "{name}");
        }
    }
}
