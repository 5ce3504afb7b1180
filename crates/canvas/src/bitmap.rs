//! Square pictures to lay over a canvas: faces, and the squares of patterns.

use super::Tint;

/// A square picture, row by row.
pub struct Bitmap {
    /// In pixels.
    pub(super) side: usize,
    pub(super) pixels: Pixels,
}

pub(super) enum Pixels {
    /// The number of each pixel's colour in `tints`.
    Drawn { numbers: Vec<u16>, tints: Vec<Tint> },
    /// Every pixel matters.
    Photograph(Vec<Tint>),
}

impl Bitmap {
    /// A picture of few colours. `numbers` has `side` × `side` places in `tints`.
    pub(super) fn drawn(side: usize, numbers: Vec<u16>, tints: Vec<Tint>) -> Bitmap {
        debug_assert_eq!(side * side, numbers.len());
        Bitmap {
            side,
            pixels: Pixels::Drawn { numbers, tints },
        }
    }

    /// A photograph. `tints` has `side` × `side` colours.
    pub fn photograph(side: usize, tints: Vec<Tint>) -> Bitmap {
        debug_assert_eq!(side * side, tints.len());
        Bitmap {
            side,
            pixels: Pixels::Photograph(tints),
        }
    }
}
