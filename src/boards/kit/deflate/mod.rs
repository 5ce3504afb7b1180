//! Deflate for the lines of pictures, in zlib's form. Boards are flat: between two changes of colour there is nothing to look for, so repeats are looked
//! for where a colour changes and nowhere else, and in photographs, whose grain never repeats, not at all. That is what it has ahead of packing bytes
//! that may be anything.
//! Sources: RFC 1950, ZLIB Compressed Data Format; RFC 1951, DEFLATE Compressed Data Format.

mod block;
mod huffman;
mod places;

use std::ops::Range;

use block::Block;
use places::{Found, Places, same};

/// The longest and shortest stretch that one match repeats, in bytes.
const LONGEST: usize = 258;
const SHORTEST: usize = 3;
/// A stretch of so many pixels that is the same as above is taken as that at once.
const LONG_PIXELS: usize = 64;
/// How many literals and matches share their codes. Fewer fit more closely, and the codes take room themselves.
const BLOCK: usize = 5_000;

/// The lines of a picture, each of which begins with the number of its filter.
pub struct Lines<'a> {
    pub bytes: &'a [u8],
    /// How many bytes a line has, at most 32768, and a pixel: 1 or 3.
    pub stride: usize,
    pub depth: usize,
    /// Which of the bytes are photographs', in their order. No range lies in two lines.
    pub grain: &'a [Range<usize>],
}

/// What packing needs, kept from one picture to the next.
#[derive(Default)]
pub struct Deflater {
    places: Places,
    block: Block,
}

impl Deflater {
    /// Packs lines into what was empty before.
    pub fn pack(&mut self, lines: &Lines, packed: &mut Vec<u8>) {
        // Deflate with a window of 32 KB, the usual effort, no dictionary.
        packed.extend([0x78, 0x9c]);
        self.places.clear();
        match lines.depth {
            1 => self.all::<1>(lines, packed),
            _ => self.all::<3>(lines, packed),
        }
        packed.extend(simd_adler32::adler32(&lines.bytes).to_be_bytes());
    }

    fn all<const DEPTH: usize>(&mut self, lines: &Lines, packed: &mut Vec<u8>) {
        let mut packing = Packing::<DEPTH> {
            bytes: lines.bytes,
            stride: lines.stride,
            places: &mut self.places,
            block: &mut self.block,
        };
        packing.all(lines.grain, packed);
    }
}

/// Lines while they are packed, with so many bytes a pixel.
struct Packing<'a, const DEPTH: usize> {
    bytes: &'a [u8],
    stride: usize,
    places: &'a mut Places,
    block: &'a mut Block,
}

impl<const DEPTH: usize> Packing<'_, DEPTH> {
    fn all(&mut self, photographs: &[Range<usize>], packed: &mut Vec<u8>) {
        let mut photographs = photographs.iter().peekable();
        let mut was_grainy = false;
        let mut at = 0;
        for start in (0..self.bytes.len()).step_by(self.stride) {
            let end = start + self.stride;
            if at == start {
                at = self.beginning(start);
            }
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
                at = self.drawn(at, photograph.start, photograph.start);
                at = self.grain(at, photograph.end);
            }
            at = self.drawn(at, end, self.beyond(end));
        }
        self.block.write(packed, true);
    }

    /// How far a match may go that begins in a line with this end. Where a byte is a pixel, lines are one stretch; others would go out of step.
    fn beyond(&self, end: usize) -> usize {
        if DEPTH == 1 { self.bytes.len() } else { end }
    }

    /// The filter's number at a line's start, and the pixels after it that are the same as above. Gives what comes next.
    fn beginning(&mut self, start: usize) -> usize {
        let most = self.beyond(start + self.stride).min(start + LONGEST);
        let pixels = self.above(start, most).saturating_sub(1) / DEPTH * DEPTH;
        if pixels < SHORTEST {
            self.block.literal(self.bytes[start]);
            return start + 1;
        }
        self.block.matched(pixels + 1, self.stride);
        self.note(start + 1, start + 1 + pixels);
        start + 1 + pixels
    }

    /// What is drawn from here up to `to`; matches may go on until `most`. Gives what comes next.
    fn drawn(&mut self, mut at: usize, to: usize, most: usize) -> usize {
        while at < to {
            let run = whole_pixels::<DEPTH>(self.run(at, most));
            at += match run {
                0 => self.change(at, most),
                LONGEST.. => self.run_on(run / LONGEST * LONGEST),
                _ => self.rest_of_run(at, run, most),
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
            length: whole_pixels::<DEPTH>(self.above(at, most)),
            distance: self.stride,
        };
        let mut found = above;
        if above.length < LONG_PIXELS * DEPTH {
            found = self.places.find::<DEPTH>(self.bytes, at, 0, most);
            found.length = whole_pixels::<DEPTH>(found.length);
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
        self.places.note::<DEPTH>(self.bytes, at);
        self.literals(at, DEPTH)
    }

    /// What is left of a run when something else has ended within it, together with what comes after it if that can be. Gives how many bytes that is.
    fn rest_of_run(&mut self, at: usize, run: usize, most: usize) -> usize {
        let most = most.min(at + LONGEST);
        let above = whole_pixels::<DEPTH>(self.above(at, most));
        if above > run + 2 * DEPTH || run < SHORTEST && above >= SHORTEST {
            self.note(at, at + above);
            self.block.matched(above, self.stride);
            return above;
        }
        let change = at + run;
        let found = self.places.find::<DEPTH>(self.bytes, change, run, most);
        let length = run + whole_pixels::<DEPTH>(found.length);
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
    fn run(&self, at: usize, most: usize) -> usize {
        match at.checked_sub(DEPTH) {
            Some(before) => same(self.bytes, at, before, most),
            None => 0,
        }
    }

    /// How many bytes from here are like those a line above.
    fn above(&self, at: usize, most: usize) -> usize {
        match at.checked_sub(self.stride) {
            Some(above) => same(self.bytes, at, above, most),
            None => 0,
        }
    }

    /// As many bytes as those a pixel before, from 3. Gives how many they were.
    fn run_on(&mut self, length: usize) -> usize {
        let mut left = length;
        while left > 0 {
            // No rest is too short for a match.
            let now = match left {
                259..=260 => left - SHORTEST,
                _ => left.min(LONGEST),
            };
            self.block.matched(now, DEPTH);
            left -= now;
        }
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
        at += whole_pixels::<DEPTH>(self.run(at, to));
        while at < to {
            self.places.note::<DEPTH>(self.bytes, at);
            at += DEPTH;
            at += whole_pixels::<DEPTH>(self.run(at, to));
        }
    }
}

fn whole_pixels<const DEPTH: usize>(bytes: usize) -> usize {
    bytes / DEPTH * DEPTH
}
