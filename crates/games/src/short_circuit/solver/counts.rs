//! Counts of tiles by kind, and whether a supply has enough of them.

use super::super::tile::Supply;

/// Tiles used or needed, counted for every set of the three kinds other than thunder. A set is a
/// sum: 1 for straights, 2 for turns, 4 for crossroads. A supply is enough exactly if no set needs
/// more than the supply has of its kinds and thunder together. Set 0 counts 0, or [`MAX`] if
/// something is impossible.
///
/// The eight counts are the bytes of one number. Each byte's top bit stays free, so that all eight
/// are added and compared at once. [`MAX`] is more than any supply has, and a larger count means
/// the same.
#[derive(Clone, Copy)]
pub struct Counts(u64);

pub const STRAIGHTS: usize = 1;
pub const TURNS: usize = 2;
pub const CROSSROADS: usize = 4;
pub const ALL: usize = 7;

const TOP_BITS: u64 = 0x8080_8080_8080_8080;
const MAX: u8 = 64;
const MAX_OF_ALL: u64 = TOP_BITS / 2;

impl Counts {
    pub const NONE: Counts = Counts(0);
    pub const IMPOSSIBLE: Counts = Counts(MAX_OF_ALL);

    pub fn of(self, set: usize) -> u8 {
        self.0.to_le_bytes()[set]
    }

    pub fn is_possible(self) -> bool {
        self.of(0) == 0
    }

    /// The sum. One of the two must be within a supply's limits, so that no byte reaches its top
    /// bit.
    pub fn plus(self, other: Counts) -> Counts {
        Counts(self.0 + other.0)
    }

    /// The smaller of the two, set by set.
    pub fn least(self, other: Counts) -> Counts {
        let at_least = ((self.0 | TOP_BITS) - other.0) & TOP_BITS;
        // All lower bits of those bytes.
        let others = at_least - (at_least >> 7);
        Counts(self.0 ^ (self.0 ^ other.0) & others)
    }

    pub fn within(self, limits: Counts) -> bool {
        ((limits.0 | TOP_BITS) - self.0) & TOP_BITS == TOP_BITS
    }

    /// The same counts, but none above [`MAX`]. Once for each row is enough: the steps of a row
    /// cannot reach a top bit.
    pub fn at_most(self) -> Counts {
        let beyond = self.0 & MAX_OF_ALL;
        Counts(self.0 & !(beyond - (beyond >> 6)))
    }
}

/// The cost of a step. Without a step, the result is impossible, whatever is needed after it.
#[derive(Clone, Copy)]
pub struct Toll {
    kept: u64,
    cost: Counts,
}

impl Toll {
    pub const NO_WAY: Toll = Toll {
        kept: 0,
        cost: Counts::IMPOSSIBLE,
    };

    pub fn new(cost: Counts) -> Toll {
        let kept = u64::MAX;
        Toll { kept, cost }
    }

    /// What is needed with this step, given what is needed after it.
    pub fn with(self, after: Counts) -> Counts {
        Counts((after.0 & self.kept) + self.cost.0)
    }
}

/// How many tiles of each set of kinds a supply has, thunder included.
pub fn limits(supply: &Supply) -> Counts {
    Counts(u64::from_le_bytes(std::array::from_fn(|set| {
        let of = |kind: usize, count: u8| if set & kind != 0 { count } else { 0 };
        let plain = of(STRAIGHTS, supply.straight)
            + of(TURNS, supply.turn)
            + of(CROSSROADS, supply.crossroad);
        // [`MAX`] itself means that something is impossible.
        let all = (plain + supply.thunder).min(MAX - 1);
        if set == 0 { 0 } else { all }
    })))
}

const STRAIGHT: Counts = Counts(0x0100_0100_0100_0100);
const TURN: Counts = Counts(0x0101_0000_0101_0000);
const CROSSROAD: Counts = Counts(0x0101_0101_0000_0000);

/// What a tile costs, by its open sides.
pub const COSTS: [Counts; 16] = {
    let mut costs = [Counts::NONE; 16];
    // North to south, west to east.
    costs[0b0101] = STRAIGHT;
    costs[0b1010] = STRAIGHT;
    costs[0b0011] = TURN;
    costs[0b0110] = TURN;
    costs[0b1100] = TURN;
    costs[0b1001] = TURN;
    costs[0b1111] = CROSSROAD;
    costs
};

#[cfg(test)]
mod tests {
    use super::super::super::tile::{Kind, Sides, Tile};
    use super::*;
    use crate::Dice;

    #[test]
    fn eight_counts_at_once_work_like_one_by_one() {
        let mut dice = Dice::new(3);
        let mut draw = |below| -> [u8; 8] { std::array::from_fn(|_| dice.below(below) as u8) };
        for _ in 0..2000 {
            let (a, b) = (draw(64), draw(64));
            let [x, y] = [a, b].map(|counts| Counts(u64::from_le_bytes(counts)));
            for set in 0..8 {
                assert_eq!(x.plus(y).of(set), a[set] + b[set]);
                assert_eq!(x.plus(y).at_most().of(set), (a[set] + b[set]).min(MAX));
                assert_eq!(x.least(y).of(set), a[set].min(b[set]));
                assert_eq!(Toll::new(x).with(y).of(set), a[set] + b[set]);
                assert_eq!(Toll::NO_WAY.with(y).of(set), MAX);
            }
            assert_eq!(x.within(y), (0..8).all(|set| a[set] <= b[set]));
            assert!(x.within(x) && x.least(y).within(x) && x.within(Counts::IMPOSSIBLE));
        }
        assert!(Counts::NONE.is_possible() && !Counts::IMPOSSIBLE.is_possible());
    }

    #[test]
    fn a_tile_costs_one_of_its_kind() {
        for sides in 0..16 {
            let kind = Tile::with_sides(Sides(sides)).map(Tile::kind);
            for set in 0..8 {
                let counted = match kind {
                    Some(Kind::Straight) => set & STRAIGHTS != 0,
                    Some(Kind::Turn) => set & TURNS != 0,
                    Some(Kind::Crossroad) => set & CROSSROADS != 0,
                    Some(Kind::Thunder) | None => false,
                };
                let cost = COSTS[usize::from(sides)].of(set);
                assert_eq!(cost, u8::from(counted), "{sides} {set}");
            }
        }
    }
}
