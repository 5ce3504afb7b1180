//! A picture's runs of one colour, a byte a pixel, and what of it repeats something before.

use super::costs::Costs;
use super::{LONGEST, WINDOW, same};

const HASH_BITS: u32 = 13;
/// How many runs are looked at that are like the one where a match is looked for, and how many where only the colours are.
const LOOKED_AT: usize = 8;
const LOOKED_AT_CHANGES: usize = 2;
/// A match that goes on for so many runs is good enough: no other is looked for.
const GOOD_RUNS: usize = 2;
/// How far bytes are compared, how long a run its key tells, and how many matches may go on at once.
const COMPARED: usize = 1024;
const TOLD: usize = 255;
const MOST_MATCHES: usize = 16;

/// A stretch that is there so many bytes before, too.
#[derive(Clone, Copy, Default)]
pub struct Match {
    pub distance: u32,
    /// What the distance costs.
    pub cost: u32,
    /// Where it begins, at most a run before where it was found, and ends; and the run in which it ends, or which begins there.
    pub begin: u32,
    pub end: u32,
    pub last: u32,
}

/// The runs of a picture in their order.
#[derive(Default)]
pub struct Runs {
    /// At last one more that begins at the end.
    runs: Vec<Run>,
    /// The last of each kind that has been passed.
    like: Vec<u32>,
    changes: Vec<u32>,
    /// The matches that go into the run where we are.
    matches: Vec<Match>,
}

/// A run, and when it has been passed the one before it of each kind. The first one is never passed: it stands for none, and has no run's key.
#[derive(Clone, Copy, Default)]
struct Run {
    start: u32,
    key: u32,
    like: u32,
    change: u32,
}

impl Runs {
    /// Begins with another picture, which is not empty.
    pub fn begin(&mut self, bytes: &[u8]) {
        self.runs.clear();
        let run = |start: usize| Run {
            start: start as u32,
            ..Run::default()
        };
        self.runs.push(run(0));
        let mut before = bytes[0];
        let (eights, rest) = bytes.as_chunks::<8>();
        for (number, eight) in eights.iter().enumerate() {
            let here = u64::from_le_bytes(*eight);
            let mut changes = here ^ (here << 8 | u64::from(before));
            while changes != 0 {
                let byte = changes.trailing_zeros() / 8;
                self.runs.push(run(number * 8 + byte as usize));
                changes &= !(0xff << (byte * 8));
            }
            before = eight[7];
        }
        for (index, byte) in rest.iter().enumerate() {
            if *byte != before {
                self.runs.push(run(eights.len() * 8 + index));
            }
            before = *byte;
        }
        self.runs.push(run(bytes.len()));
        for table in [&mut self.like, &mut self.changes] {
            table.clear();
            table.resize(1 << HASH_BITS, 0);
        }
        self.matches.clear();
    }

    pub fn count(&self) -> usize {
        self.runs.len() - 1
    }

    /// Where a run begins; that of the one after the last is the end.
    #[inline]
    pub fn start(&self, number: usize) -> u32 {
        self.runs[number].start
    }

    /// What matches cost has changed.
    pub fn weigh(&mut self, costs: &Costs) {
        for one in &mut self.matches {
            one.cost = costs.distance(one.distance as usize);
        }
    }

    /// Goes on to a run: to each but the first, in their order.
    #[inline]
    pub fn go_to(&mut self, bytes: &[u8], number: usize, costs: &Costs) {
        let start = self.runs[number].start;
        let mut reached = start;
        self.matches.retain(|one| {
            reached = reached.max(one.end);
            one.end > start
        });
        // The last run goes on to the end, and nothing is like it.
        if number + 1 < self.count() {
            let passed = self.pass(bytes, number);
            if reached < self.runs[(number + GOOD_RUNS).min(self.count())].start {
                self.find(bytes, number, passed, reached, costs);
            }
        }
    }

    /// The matches that go from before the run, or from its start, into it.
    #[inline]
    pub fn matches(&self) -> &[Match] {
        &self.matches
    }

    /// Notes a run, which is given with the others of its kinds.
    #[inline]
    fn pass(&mut self, bytes: &[u8], number: usize) -> Run {
        let start = self.runs[number].start;
        let (at, next) = (start as usize, self.runs[number + 1].start as usize);
        let [before, here, after] = [bytes[at - 1], bytes[at], bytes[next]];
        let told = (next - at).min(TOLD) as u8;
        let key = u32::from_be_bytes([before, here, after, told]);
        let like = &mut self.like[hash(key)];
        let change = &mut self.changes[hash(key >> 16)];
        let run = Run {
            start,
            key,
            like: std::mem::replace(like, number as u32),
            change: std::mem::replace(change, number as u32),
        };
        self.runs[number] = run;
        run
    }

    /// Looks for matches at the change of colour where a run begins: such as go further than those that are there, or begin earlier in the run before if there
    /// are none. A match that does not begin with a change has one a run further, and is found there.
    fn find(&mut self, bytes: &[u8], number: usize, run: Run, reached: u32, costs: &Costs) {
        let at = run.start as usize;
        let length = self.runs[number + 1].start as usize - at;
        let run_before = run.start - self.runs[number - 1].start;
        let most = bytes.len().min(at + COMPARED);
        let mut best = (reached - run.start) as usize;
        let mut best_before = if best > 0 { run_before } else { 0 };
        if at + best == most {
            return;
        }
        let told = length.min(TOLD);
        let (mut other, mut left) = (run.like, LOOKED_AT);
        while left > 0 {
            let found = self.runs[other as usize];
            let from = found.start as usize;
            if at - from > WINDOW {
                break;
            }
            // Whether it can be longer is seen at one byte.
            let may_be = bytes[from + best] == bytes[at + best] || best_before < run_before;
            if may_be && found.key == run.key {
                let length = told + same(bytes, at + told, from + told, most);
                let before = run_before.min(found.start - self.runs[other as usize - 1].start);
                if length > best || before > best_before {
                    self.add(number, at - from, before, length, costs);
                    best = best.max(length);
                    best_before = best_before.max(before);
                    if length >= LONGEST || at + best == most {
                        return;
                    }
                }
            }
            other = found.like;
            left -= 1;
        }
        // What only begins in the same way ends with the shorter run.
        let (mut other, mut left) = (run.change, LOOKED_AT_CHANGES);
        while left > 0 && (best <= length || best_before < run_before) {
            let found = self.runs[other as usize];
            let from = found.start as usize;
            if at - from > WINDOW {
                break;
            }
            if found.key >> 16 == run.key >> 16 {
                let length = length.min(self.runs[other as usize + 1].start as usize - from);
                let before = run_before.min(found.start - self.runs[other as usize - 1].start);
                if length > best || before > best_before {
                    self.add(number, at - from, before, length, costs);
                    best = best.max(length);
                    best_before = best_before.max(before);
                }
            }
            other = found.change;
            left -= 1;
        }
    }

    /// Adds a match that begins so many bytes before a run, unless there is one that costs no more and is as long to both sides.
    fn add(&mut self, number: usize, distance: usize, before: u32, length: usize, costs: &Costs) {
        let start = self.runs[number].start;
        let (begin, end) = (start - before, start + length as u32);
        let cost = costs.distance(distance);
        let is_needless = |one: &Match| one.cost <= cost && one.begin <= begin && one.end >= end;
        if self.matches.len() == MOST_MATCHES || self.matches.iter().any(is_needless) {
            return;
        }
        let mut last = number;
        while last < self.count() && self.runs[last + 1].start <= end {
            last += 1;
        }
        self.matches.push(Match {
            distance: distance as u32,
            cost,
            begin,
            end,
            last: last as u32,
        });
    }
}

#[inline]
fn hash(key: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS)) as usize
}
