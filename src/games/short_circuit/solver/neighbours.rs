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
    let mut waiting: Vec<usize> = (0..grid.places.len()).collect();
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
