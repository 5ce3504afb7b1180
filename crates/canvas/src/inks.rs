//! The colours of one picture by number, and what becomes of them where an edge lies over another
//! colour.

use std::collections::HashMap;

use super::Tint;

/// A picture's colours.
#[derive(Default)]
pub struct Inks {
    tints: Vec<Tint>,
    numbers: HashMap<Tint, u16>,
    /// What was mixed last, by where a mixture belongs.
    mixtures: Vec<Mixture>,
}

#[derive(Clone, Copy, Default, PartialEq)]
struct Mixture {
    below: u16,
    above: u16,
    share: u8,
    number: u16,
}

/// In place of a colour's number: the pixel is a photograph's.
pub const PHOTOGRAPH: u16 = u16::MAX;
const MIXTURES: usize = 1 << 12;

impl Inks {
    /// Each colour at its number.
    pub fn tints(&self) -> &[Tint] {
        &self.tints
    }

    /// A colour's number. When there are more than numbers, it is the first one's: no picture comes
    /// near.
    pub fn number(&mut self, tint: Tint) -> u16 {
        if let Some(number) = self.numbers.get(&tint) {
            return *number;
        }
        if self.tints.len() == usize::from(PHOTOGRAPH) {
            return 0;
        }
        let number = self.tints.len() as u16;
        self.tints.push(tint);
        self.numbers.insert(tint, number);
        number
    }

    /// What comes of a share, 1 to 255, of a colour that is laid over another one; none of them is
    /// a photograph.
    pub fn mix(&mut self, below: u16, above: u16, share: u8) -> u16 {
        if share == 255 || below == above {
            return above;
        }
        if self.mixtures.is_empty() {
            // A share of 0 is never asked for, so that these are found by nobody.
            self.mixtures = vec![Mixture::default(); MIXTURES];
        }
        let hash = (u32::from(below) << 16 | u32::from(above)).wrapping_mul(0x9e37_79b1);
        let place = (hash.wrapping_add(u32::from(share).wrapping_mul(0x85eb_ca6b)) >> 20) as usize;
        let found = self.mixtures[place];
        if (found.below, found.above, found.share) == (below, above, share) {
            return found.number;
        }
        let tint = mixed(
            self.tints[usize::from(below)],
            self.tints[usize::from(above)],
            share,
        );
        let number = self.number(tint);
        self.mixtures[place] = Mixture {
            below,
            above,
            share,
            number,
        };
        number
    }
}

/// A colour with a share of 255 of another one over it.
pub fn mixed(below: Tint, above: Tint, share: u8) -> Tint {
    let share = u32::from(share);
    std::array::from_fn(|channel| {
        let (below, above) = (u32::from(below[channel]), u32::from(above[channel]));
        ((above * share + below * (255 - share) + 127) / 255) as u8
    })
}
