//! Lines with three bytes a pixel, some of which are photographs: what repeats most is taken at once, and photographs are written as they are.

use std::ops::Range;

use super::block::Block;
use super::places::{Found, Places};
use super::{LONGEST, Lines, SHORTEST, same};

/// How many bytes a pixel has.
pub const DEPTH: usize = 3;
/// A stretch of so many pixels that is the same as above is taken as that at once.
const LONG_PIXELS: usize = 64;
/// How many literals and matches share their codes. Fewer fit more closely, and the codes take room themselves.
const BLOCK: usize = 5_000;

/// Lines while they are packed.
pub struct Channels<'a> {
    bytes: &'a [u8],
    stride: usize,
    places: &'a mut Places,
    block: &'a mut Block,
}

impl<'a> Channels<'a> {
    pub fn new(lines: &Lines<'a>, places: &'a mut Places, block: &'a mut Block) -> Self {
        places.clear();
        Channels {
            bytes: lines.bytes,
            stride: lines.stride,
            places,
            block,
        }
    }

    /// Packs the lines, of which so many stretches are photographs'.
    pub fn pack(&mut self, photographs: &[Range<usize>], packed: &mut Vec<u8>) {
        let mut photographs = photographs.iter().peekable();
        let mut was_grainy = false;
        for start in (0..self.bytes.len()).step_by(self.stride) {
            let end = start + self.stride;
            let mut at = self.beginning(start);
            let is_grainy = photographs
                .peek()
                .is_some_and(|photograph| photograph.start < end);
            // Their codes are too different to be shared.
            let least = if is_grainy == was_grainy {
                BLOCK
            } else {
                BLOCK / 4
            };
            if self.block.len() >= least {
                self.block.write(packed, false);
            }
            was_grainy = is_grainy;
            while let Some(photograph) = photographs.next_if(|photograph| photograph.start < end) {
                at = self.drawn(at, photograph.start);
                at = self.grain(at, photograph.end);
            }
            self.drawn(at, end);
        }
        self.block.write(packed, true);
    }

    /// The filter's number at a line's start, and the pixels after it that are the same as above. Gives what comes next.
    fn beginning(&mut self, start: usize) -> usize {
        let most = start + self.stride.min(LONGEST);
        let pixels = whole_pixels(self.above(start, most).saturating_sub(1));
        if pixels < SHORTEST {
            self.block.literal(self.bytes[start]);
            return start + 1;
        }
        self.block.matched(pixels + 1, self.stride);
        self.note(start + 1, start + 1 + pixels);
        start + 1 + pixels
    }

    /// What is drawn from here up to `to`; matches end there, since what comes then is out of step. Gives what comes next.
    fn drawn(&mut self, mut at: usize, to: usize) -> usize {
        while at < to {
            let run = whole_pixels(self.run(at, to));
            at += match run {
                0 => self.change(at, to),
                LONGEST.. => self.run_on(run / LONGEST * LONGEST),
                _ => self.rest_of_run(at, run, to),
            };
        }
        at
    }

    /// A photograph's bytes: as they are, but for pixels that are like the one before. Gives what comes next.
    fn grain(&mut self, mut at: usize, to: usize) -> usize {
        while at < to {
            let run = self.run(at, to);
            if run > SHORTEST {
                at += self.run_on(run);
            } else {
                self.block.literal(self.bytes[at]);
                at += 1;
            }
        }
        at
    }

    /// A pixel that is not like the one before, and all that repeats something from here. Gives how many bytes that is.
    fn change(&mut self, at: usize, most: usize) -> usize {
        let most = most.min(at + LONGEST);
        let above = Found {
            length: whole_pixels(self.above(at, most)),
            distance: self.stride,
        };
        let mut found = above;
        if above.length < LONG_PIXELS * DEPTH {
            found = self.places.find(self.bytes, at, 0, most);
            found.length = whole_pixels(found.length);
        }
        // What is above is often so, and therefore costs less.
        if above.length + 1 >= found.length {
            found = above;
        }
        // A few bytes from far away cost more than they save.
        let is_worth_it =
            found.length > SHORTEST || found.length == SHORTEST && found.distance < 4096;
        if is_worth_it {
            self.note(at, at + found.length);
            self.block.matched(found.length, found.distance);
            return found.length;
        }
        self.places.note(self.bytes, at);
        self.literals(at, DEPTH)
    }

    /// What is left of a run when something else has ended within it, together with what comes after it if that can be. Gives how many bytes that is.
    fn rest_of_run(&mut self, at: usize, run: usize, most: usize) -> usize {
        let most = most.min(at + LONGEST);
        let above = whole_pixels(self.above(at, most));
        if above > run + 2 * DEPTH || run < SHORTEST && above >= SHORTEST {
            self.note(at, at + above);
            self.block.matched(above, self.stride);
            return above;
        }
        let change = at + run;
        let found = self.places.find(self.bytes, change, run, most);
        let length = run + whole_pixels(found.length);
        if length > run && length >= SHORTEST {
            self.note(change, at + length);
            self.block.matched(length, found.distance);
            return length;
        }
        if run >= SHORTEST {
            self.run_on(run)
        } else {
            self.literals(at, run)
        }
    }

    /// How many bytes from here are like those a pixel before.
    #[inline(always)]
    fn run(&self, at: usize, most: usize) -> usize {
        match at.checked_sub(DEPTH) {
            Some(before) => same(self.bytes, at, before, most),
            None => 0,
        }
    }

    /// How many bytes from here are like those a line above.
    #[inline(always)]
    fn above(&self, at: usize, most: usize) -> usize {
        match at.checked_sub(self.stride) {
            Some(above) => same(self.bytes, at, above, most),
            None => 0,
        }
    }

    /// As many bytes as those a pixel before, from 3. Gives how many they were.
    fn run_on(&mut self, length: usize) -> usize {
        self.block.run(length, DEPTH);
        length
    }

    fn literals(&mut self, at: usize, count: usize) -> usize {
        for byte in &self.bytes[at..at + count] {
            self.block.literal(*byte);
        }
        count
    }

    /// Notes the changes of colour in a stretch, the first of which is at its start if there is one there.
    fn note(&mut self, mut at: usize, to: usize) {
        at += whole_pixels(self.run(at, to));
        while at < to {
            self.places.note(self.bytes, at);
            at += DEPTH;
            at += whole_pixels(self.run(at, to));
        }
    }
}

fn whole_pixels(bytes: usize) -> usize {
    bytes / DEPTH * DEPTH
}
