//! The colours of one picture by number, and their mixtures at edges.

use std::collections::HashMap;

use super::Tint;

/// A picture's colours.
#[derive(Default)]
pub struct Inks {
    tints: Vec<Tint>,
    numbers: HashMap<Tint, u16>,
    /// A cache of mixtures; each has one possible place.
    mixtures: Vec<Mixture>,
}

#[derive(Clone, Copy, Default, PartialEq)]
struct Mixture {
    below: u16,
    above: u16,
    share: u8,
    number: u16,
}

/// Replaces a colour's number if the pixel belongs to a photograph.
pub const PHOTOGRAPH: u16 = u16::MAX;
const MIXTURES: usize = 1 << 12;

impl Inks {
    /// Each colour at its number.
    pub fn tints(&self) -> &[Tint] {
        &self.tints
    }

    /// A colour's number. If there are more colours than numbers, it is the first one's; no picture
    /// comes near that.
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

    /// The number of a mixture: a share (1 to 255) of one colour over another. Neither may be a
    /// photograph.
    pub fn mix(&mut self, below: u16, above: u16, share: u8) -> u16 {
        if share == 255 || below == above {
            return above;
        }
        if self.mixtures.is_empty() {
            // Nobody asks for a share of 0, so these entries are never found.
            self.mixtures = vec![Mixture::default(); MIXTURES];
        }
        let hash = (u32::from(below) << 16 | u32::from(above)).wrapping_mul(0x9e37_79b1);
        let place = (hash.wrapping_add(u32::from(share).wrapping_mul(0x85eb_ca6b)) >> 20) as usize;
        let mixture = self.mixtures[place];
        if (mixture.below, mixture.above, mixture.share) == (below, above, share) {
            return mixture.number;
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
