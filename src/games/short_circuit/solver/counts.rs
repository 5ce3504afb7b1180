//! Counts of tiles by kind, and what a supply suffices for.

use super::super::tile::{Kind, Sides, Supply, Tile};

/// Tiles used or needed, counted for every set of the three kinds that are not thunder: the index is a set, 1 for straights, 2 for turns, 4 for crossroads.
/// Index 0 is 0, or [`NEVER`] where something is impossible. A supply suffices exactly when no set needs more than it has of those kinds and thunder.
pub type Counts = [u8; 8];

pub const NEVER: u8 = u8::MAX;
pub const NONE_NEEDED: Counts = [0; 8];
pub const IMPOSSIBLE: Counts = [NEVER; 8];
pub const STRAIGHTS: usize = 1;
pub const TURNS: usize = 2;
pub const CROSSROADS: usize = 4;
pub const ALL: usize = 7;

pub fn plus(a: Counts, b: Counts) -> Counts {
    std::array::from_fn(|set| a[set].saturating_add(b[set]))
}

pub fn least(a: Counts, b: Counts) -> Counts {
    std::array::from_fn(|set| a[set].min(b[set]))
}

pub fn within(a: Counts, limits: Counts) -> bool {
    (0..8).all(|set| a[set] <= limits[set])
}

pub fn limits(supply: &Supply) -> Counts {
    std::array::from_fn(|set| {
        let of = |kind: usize, count: u8| if set & kind != 0 { count } else { 0 };
        let plain = of(STRAIGHTS, supply.straight)
            + of(TURNS, supply.turn)
            + of(CROSSROADS, supply.crossroad);
        if set == 0 { 0 } else { plain + supply.thunder }
    })
}

pub fn cost(sides: Sides) -> Counts {
    let kind = match Tile::with_sides(sides).map(Tile::kind) {
        Some(Kind::Straight) => STRAIGHTS,
        Some(Kind::Turn) => TURNS,
        Some(Kind::Crossroad) => CROSSROADS,
        Some(Kind::Thunder) | None => 0,
    };
    std::array::from_fn(|set| u8::from(set & kind != 0))
}
