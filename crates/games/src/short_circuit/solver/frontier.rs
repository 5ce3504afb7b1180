//! Where the line crosses the frontier, and which frontiers a search has met.

use opponents::ByNumber;

use super::counts::{CROSSROADS, Counts, STRAIGHTS, TURNS};

/// For each side of the frontier, in four bits: the place where its stretch of line crosses the
/// frontier again, plus 1. It is 0 if no line crosses there.
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

/// The frontiers that were reached, and with which tiles. If a frontier is reached again with no
/// fewer tiles of any kind, that leads nowhere new.
#[derive(Default)]
pub struct Seen {
    /// The index of each frontier's last entry.
    last: ByNumber<u32>,
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

    /// Notes that the frontier before the cell `at` was reached with these tiles. False if that
    /// leads nowhere new.
    pub fn enter(&mut self, at: usize, pairing: Pairing, used: Counts) -> bool {
        let used = [STRAIGHTS, TURNS, CROSSROADS].map(|kind| used.of(kind));
        // The 13 sides have four bits each; the cell is in the bits above them.
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
