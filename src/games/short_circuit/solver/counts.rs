//! Counts of tiles by kind, and what a supply suffices for.

use super::super::tile::{Kind, Sides, Supply, Tile};

/// Tiles used or needed, counted for every set of the three kinds that are not thunder: a set is 1 for straights, 2 for turns, 4 for crossroads.
/// A supply suffices exactly when no set needs more than it has of those kinds and thunder. Set 0 has 0, or the most where something is impossible.
///
/// Eight counts in one number, a byte each whose top bit is kept free, so that all eight are added and compared at once. The most, 127, is more than any
/// supply has.
#[derive(Clone, Copy)]
pub struct Counts(u64);

pub const STRAIGHTS: usize = 1;
pub const TURNS: usize = 2;
pub const CROSSROADS: usize = 4;
pub const ALL: usize = 7;

const TOP_BITS: u64 = 0x8080_8080_8080_8080;
const MOST: u8 = 127;

impl Counts {
    pub const NONE: Counts = Counts(0);
    pub const IMPOSSIBLE: Counts = Counts(!TOP_BITS);

    /// By the count of each set, at most 127.
    fn new(of: impl Fn(usize) -> u8) -> Counts {
        Counts(u64::from_le_bytes(std::array::from_fn(|set| {
            of(set).min(MOST)
        })))
    }

    pub fn of(self, set: usize) -> u8 {
        self.0.to_le_bytes()[set]
    }

    pub fn is_possible(self) -> bool {
        self.of(0) == 0
    }

    pub fn plus(self, other: Counts) -> Counts {
        let sum = self.0 + other.0;
        // Where a top bit is set, the sum is more than the most.
        Counts((sum | whole_bytes(sum & TOP_BITS)) & !TOP_BITS)
    }

    /// The lesser of the two, set by set.
    pub fn least(self, other: Counts) -> Counts {
        let at_least = ((self.0 | TOP_BITS) - other.0) & TOP_BITS;
        let others = whole_bytes(at_least);
        Counts((other.0 & others) | (self.0 & !others))
    }

    pub fn within(self, limits: Counts) -> bool {
        ((limits.0 | TOP_BITS) - self.0) & TOP_BITS == TOP_BITS
    }
}

/// All bits below each of these top bits.
fn whole_bytes(top_bits: u64) -> u64 {
    top_bits - (top_bits >> 7)
}

/// What a supply has of each set of kinds, thunder included.
pub fn limits(supply: &Supply) -> Counts {
    Counts::new(|set| {
        let of = |kind: usize, count: u8| if set & kind != 0 { count } else { 0 };
        let plain = of(STRAIGHTS, supply.straight)
            + of(TURNS, supply.turn)
            + of(CROSSROADS, supply.crossroad);
        // Less than the most, which stands for what is impossible.
        let all = (plain + supply.thunder).min(MOST - 1);
        if set == 0 { 0 } else { all }
    })
}

/// What a tile with these open sides costs.
pub fn cost(sides: Sides) -> Counts {
    let kind = match Tile::with_sides(sides).map(Tile::kind) {
        Some(Kind::Straight) => STRAIGHTS,
        Some(Kind::Turn) => TURNS,
        Some(Kind::Crossroad) => CROSSROADS,
        Some(Kind::Thunder) | None => 0,
    };
    Counts::new(|set| u8::from(set & kind != 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Dice;

    #[test]
    fn eight_counts_at_once_are_counted_as_one_by_one() {
        let mut dice = Dice::new(3);
        let mut draw = || -> [u8; 8] { std::array::from_fn(|_| dice.below(128) as u8) };
        for _ in 0..2000 {
            let (a, b) = (draw(), draw());
            let [x, y] = [a, b].map(|counts| Counts::new(|set| counts[set]));
            for set in 0..8 {
                assert_eq!(x.plus(y).of(set), (a[set] + b[set]).min(MOST));
                assert_eq!(x.least(y).of(set), a[set].min(b[set]));
            }
            assert_eq!(x.within(y), (0..8).all(|set| a[set] <= b[set]));
            assert!(x.within(x) && x.least(y).within(x) && x.within(Counts::IMPOSSIBLE));
        }
        assert!(
            Counts::NONE.is_possible() && !Counts::IMPOSSIBLE.plus(cost(Sides(5))).is_possible()
        );
    }
}
