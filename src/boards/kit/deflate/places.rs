//! Where colours change in what has been packed, three bytes a pixel, to be found again.

use super::channels::DEPTH;
use super::{WINDOW, eight, same};

/// As many places are remembered as hold what a window has.
const REMEMBERED: usize = 1 << 13;
const HASH_BITS: u32 = 12;
/// How many places are looked at for one change, and how many more when one of them repeats so many pixels.
const LOOKED_AT: usize = 32;
const GOOD_PIXELS: usize = 16;
const LOOKED_AT_THEN: usize = 9;
/// A hash reads so many bytes.
const READ: usize = 8;

/// A match: how many bytes there are like those so many bytes before them.
#[derive(Clone, Copy, Default)]
pub struct Found {
    pub length: usize,
    pub distance: usize,
}

/// The places of changes, each in two chains: of those that go on in the same way, and of those before which there is the same pixel.
pub struct Places {
    noted: Vec<Place>,
    /// How many have been noted. Numbers begin with 1.
    count: u32,
    changes: Vec<u32>,
    with_pixel_before: Vec<u32>,
}

/// A place, and the number of the one before it in each of its chains; 0 is none.
#[derive(Clone, Copy, Default)]
struct Place {
    at: u32,
    change: u32,
    with_pixel_before: u32,
}

impl Default for Places {
    fn default() -> Self {
        Places {
            noted: vec![Place::default(); REMEMBERED],
            count: 0,
            changes: vec![0; 1 << HASH_BITS],
            with_pixel_before: vec![0; 1 << HASH_BITS],
        }
    }
}

impl Places {
    pub fn clear(&mut self) {
        self.count = 0;
        self.changes.fill(0);
        self.with_pixel_before.fill(0);
    }

    /// Remembers that a colour changes at a byte.
    pub fn note(&mut self, bytes: &[u8], at: usize) {
        if at < DEPTH || at + READ > bytes.len() {
            return;
        }
        self.count += 1;
        let change = &mut self.changes[hash(bytes, at)];
        let before = &mut self.with_pixel_before[hash(bytes, at - DEPTH)];
        self.noted[self.count as usize % REMEMBERED] = Place {
            at: at as u32,
            change: std::mem::replace(change, self.count),
            with_pixel_before: std::mem::replace(before, self.count),
        };
    }

    /// The longest stretch before `most` that repeats one from a change on; where something of a run comes before the change, so many bytes, it has to be
    /// before the other one, too.
    #[inline(always)]
    pub fn find(&self, bytes: &[u8], at: usize, run: usize, most: usize) -> Found {
        let mut best = Found::default();
        if at + READ > bytes.len() || at >= most {
            return best;
        }
        let mut number = if run == 0 {
            self.changes[hash(bytes, at)]
        } else {
            self.with_pixel_before[hash(bytes, at - DEPTH)]
        };
        let mut left = LOOKED_AT;
        while number > 0 && left > 0 && ((self.count - number) as usize) < REMEMBERED {
            let place = self.noted[number as usize % REMEMBERED];
            let from = place.at as usize;
            if at - from > WINDOW || from < run {
                break;
            }
            // Whether it can be longer is seen at one byte.
            let may_be_longer = bytes[from + best.length] == bytes[at + best.length];
            if may_be_longer && bytes[from - run] == bytes[at - run] {
                let length = same(bytes, at, from, most);
                if length > best.length && same(bytes, at - run, from - run, at) == run {
                    best = Found {
                        length,
                        distance: at - from,
                    };
                    if at + length == most {
                        break;
                    }
                    if length >= GOOD_PIXELS * DEPTH {
                        left = left.min(LOOKED_AT_THEN);
                    }
                }
            }
            number = if run == 0 {
                place.change
            } else {
                place.with_pixel_before
            };
            left -= 1;
        }
        best
    }
}

/// Of two pixels.
#[inline]
fn hash(bytes: &[u8], at: usize) -> usize {
    let value = eight(bytes, at) << (64 - 8 * 2 * DEPTH);
    (value.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - HASH_BITS)) as usize
}
