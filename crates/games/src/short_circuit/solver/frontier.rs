//! Where the line crosses the frontier, and which frontiers a search has met.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::counts::{CROSSROADS, Counts, STRAIGHTS, TURNS};

/// For each side of the frontier the one at the other end of its stretch of line, in four bits: its
/// place and 1, or 0 where no line crosses.
#[derive(Clone, Copy, Default)]
pub struct Pairing(u64);

impl Pairing {
    /// The other end of the stretch that crosses here. Only for sides that a line crosses.
    pub fn partner(self, place: usize) -> usize {
        (self.0 >> (4 * place) & 15) as usize - 1
    }

    pub fn clear(&mut self, place: usize) {
        self.0 &= !(15 << (4 * place));
    }

    pub fn pair(&mut self, a: usize, b: usize) {
        self.clear(a);
        self.clear(b);
        self.0 |= (b as u64 + 1) << (4 * a) | (a as u64 + 1) << (4 * b);
    }

    pub fn move_end(&mut self, from: usize, to: usize) {
        let partner = self.partner(from);
        self.clear(from);
        self.pair(to, partner);
    }
}

/// Frontiers that were reached, with the counts that need not be tried again: a frontier reached
/// with no fewer tiles of any kind leads nowhere new.
#[derive(Default)]
pub struct Seen {
    /// The last entry of each frontier.
    last: HashMap<u64, u32, BuildHasherDefault<Mix>>,
    entries: Vec<Entry>,
}

struct Entry {
    used: [u8; 3],
    before: Option<u32>,
}

impl Seen {
    /// How many frontiers were entered.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it is new to come to this frontier before the cell `at` with so many tiles.
    pub fn enter(&mut self, at: usize, pairing: Pairing, used: Counts) -> bool {
        let used = [STRAIGHTS, TURNS, CROSSROADS].map(|kind| used.of(kind));
        // 13 sides of four bits each, and the cell above them.
        let frontier = pairing.0 | (at as u64) << 52;
        let index = self.entries.len() as u32;
        let before = self.last.get(&frontier).copied();
        let mut next = before;
        while let Some(entry) = next {
            let entry = &self.entries[entry as usize];
            if (0..3).all(|kind| entry.used[kind] <= used[kind]) {
                return false;
            }
            next = entry.before;
        }
        self.last.insert(frontier, index);
        self.entries.push(Entry { used, before });
        true
    }
}

/// A quick hash for keys that nobody chooses to do harm.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = (self.0 ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}
