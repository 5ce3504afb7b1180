//! Tiles, their open sides, and the loose supply of them.

use serde::{Deserialize, Serialize};

use super::board::Piece;
use crate::words;

words! {
    /// A tile with its rotation, by its code.
    pub enum Tile {
        /// Straight, west to east.
        H = "H",
        /// Straight, north to south.
        V = "V",
        Ne = "NE",
        Se = "SE",
        Sw = "SW",
        Nw = "NW",
        /// Crossroad: two bars that do not touch.
        X = "X",
        /// Thunder: stands for any of the others.
        T = "T",
    }
}

words! {
    /// What the supply counts: tiles regardless of how they are turned.
    pub enum Kind {
        Straight = "straight",
        Turn = "turn",
        Crossroad = "crossroad",
        Thunder = "thunder",
    }
}

words! {
    /// A side of a cell.
    pub enum Side {
        North = "north",
        East = "east",
        South = "south",
        West = "west",
    }
}

/// A set of sides, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides(pub u8);

/// The loose tiles left, shared by both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    pub straight: u8,
    pub turn: u8,
    pub crossroad: u8,
    pub thunder: u8,
}

impl Tile {
    /// The seven tiles that thunder may stand for.
    pub const PLAIN: [Tile; 7] = [
        Tile::H,
        Tile::V,
        Tile::Ne,
        Tile::Se,
        Tile::Sw,
        Tile::Nw,
        Tile::X,
    ];

    pub fn kind(self) -> Kind {
        match self {
            Tile::H | Tile::V => Kind::Straight,
            Tile::Ne | Tile::Se | Tile::Sw | Tile::Nw => Kind::Turn,
            Tile::X => Kind::Crossroad,
            Tile::T => Kind::Thunder,
        }
    }

    /// The open sides; none for thunder, whose sides are not settled.
    pub fn sides(self) -> Sides {
        let pair = |a: Side, b: Side| Sides(a.bit() | b.bit());
        match self {
            Tile::H => pair(Side::West, Side::East),
            Tile::V => pair(Side::North, Side::South),
            Tile::Ne => pair(Side::North, Side::East),
            Tile::Se => pair(Side::South, Side::East),
            Tile::Sw => pair(Side::South, Side::West),
            Tile::Nw => pair(Side::North, Side::West),
            Tile::X => Sides(0b1111),
            Tile::T => Sides(0),
        }
    }

    /// The plain tile with exactly these open sides.
    pub fn with_sides(sides: Sides) -> Option<Tile> {
        Tile::PLAIN.into_iter().find(|tile| tile.sides() == sides)
    }

    /// Where the line leaves a plain tile that it enters by an open side.
    pub fn exit(self, entry: Side) -> Side {
        let straight_on = entry.opposite();
        if self == Tile::X || self.sides().has(straight_on) {
            return straight_on;
        }
        let mut sides = self.sides().iter();
        // A turn has a second open side; thunder, which has none, is never walked through.
        sides.find(|side| *side != entry).unwrap_or(straight_on)
    }
}

impl Side {
    pub fn bit(self) -> u8 {
        1 << self as u8
    }

    pub fn opposite(self) -> Side {
        match self {
            Side::North => Side::South,
            Side::East => Side::West,
            Side::South => Side::North,
            Side::West => Side::East,
        }
    }
}

impl Sides {
    pub fn has(self, side: Side) -> bool {
        self.0 & side.bit() != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |side| self.has(*side))
    }
}

impl Supply {
    /// What a match has at first by default.
    pub const USUAL: Supply = Supply {
        straight: 8,
        turn: 10,
        crossroad: 4,
        thunder: 2,
    };

    fn left(&mut self, kind: Kind) -> &mut u8 {
        match kind {
            Kind::Straight => &mut self.straight,
            Kind::Turn => &mut self.turn,
            Kind::Crossroad => &mut self.crossroad,
            Kind::Thunder => &mut self.thunder,
        }
    }

    pub fn count(mut self, kind: Kind) -> u8 {
        *self.left(kind)
    }

    pub fn total(&self) -> u32 {
        Kind::ALL
            .into_iter()
            .map(|kind| u32::from(self.count(kind)))
            .sum()
    }

    /// The supply without a tile of this kind; None if it has none.
    pub fn without(mut self, kind: Kind) -> Option<Supply> {
        let left = self.left(kind);
        *left = left.checked_sub(1)?;
        Some(self)
    }

    /// The supply without these tiles, as far as it has them.
    pub fn after(self, pieces: &[Piece]) -> Supply {
        pieces.iter().fold(self, |supply, piece| {
            supply.without(piece.tile.kind()).unwrap_or(supply)
        })
    }

    /// For each kind, the larger of the two counts.
    pub fn most(mut self, other: &Supply) -> Supply {
        for kind in Kind::ALL {
            *self.left(kind) = self.count(kind).max(other.count(kind));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_leaves_a_tile_where_the_table_says() {
        use Side::*;
        for (tile, entry, exit) in [
            (Tile::H, West, East),
            (Tile::H, East, West),
            (Tile::V, North, South),
            (Tile::Ne, North, East),
            (Tile::Ne, East, North),
            (Tile::Se, South, East),
            (Tile::Sw, West, South),
            (Tile::Nw, West, North),
            (Tile::X, North, South),
            (Tile::X, East, West),
        ] {
            assert_eq!(tile.exit(entry), exit, "{tile:?} from {entry:?}");
        }
    }

    #[test]
    fn only_the_tables_codes_are_read() {
        for tile in Tile::ALL {
            assert_eq!(Tile::read(tile.word()), Some(tile));
            assert_eq!(Tile::read(&tile.word().to_lowercase()), Some(tile));
            let json = serde_json::to_value(tile).unwrap();
            assert_eq!(json, tile.word());
        }
        for code in ["EN", "ES", "WS", "WN", "", "N", "HV", "NS"] {
            assert_eq!(Tile::read(code), None, "{code:?}");
        }
    }
}
