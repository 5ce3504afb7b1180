//! Deflate for the lines of pictures, in zlib's form. Boards are flat: between two changes of colour there is nothing to look for, so repeats are looked
//! for where a colour changes and nowhere else. That is what it has ahead of packing bytes that may be anything. Where a byte is a pixel, which of them are
//! taken is weighed; with photographs, whose grain never repeats, what repeats most is taken at once.
//! Sources: RFC 1950, ZLIB Compressed Data Format; RFC 1951, DEFLATE Compressed Data Format.

mod block;
mod channels;
mod cheapest;
mod costs;
mod counts;
mod huffman;
mod places;
mod reached;
mod runs;

use std::ops::Range;

use block::Block;
use channels::Channels;
use cheapest::Cheapest;
use places::Places;

/// The longest and shortest stretch that one match repeats, in bytes, and how far back that is at most.
const LONGEST: usize = 258;
const SHORTEST: usize = 3;
const WINDOW: usize = 32 << 10;

/// The lines of a picture, each of which begins with the number of its filter.
pub struct Lines<'a> {
    pub bytes: &'a [u8],
    /// How many bytes a line has, at most 32768, and a pixel: 1 or 3.
    pub stride: usize,
    pub depth: usize,
    /// Which of the bytes are photographs', in their order. No range lies in two lines. Where a byte is a pixel there are none.
    pub grain: &'a [Range<usize>],
}

/// What packing needs, kept from one picture to the next.
#[derive(Default)]
pub struct Deflater {
    cheapest: Cheapest,
    places: Places,
    block: Block,
}

impl Deflater {
    /// Packs lines into what was empty before.
    pub fn pack(&mut self, lines: &Lines, packed: &mut Vec<u8>) {
        // Deflate with a window of 32 KB, the usual effort, no dictionary.
        packed.extend([0x78, 0x9c]);
        if lines.depth == 1 {
            self.cheapest.pack(lines.bytes, &mut self.block, packed);
        } else {
            Channels::new(lines, &mut self.places, &mut self.block).pack(lines.grain, packed);
        }
        packed.extend(simd_adler32::adler32(&lines.bytes).to_be_bytes());
    }
}

/// How many bytes from `at` on, and before `most`, are like those from `from` on, which is less.
#[inline(always)]
fn same(bytes: &[u8], at: usize, from: usize, most: usize) -> usize {
    let mut length = 0;
    while at + length + 8 <= most {
        let differs = eight(bytes, at + length) ^ eight(bytes, from + length);
        if differs != 0 {
            return length + differs.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    while at + length < most && bytes[at + length] == bytes[from + length] {
        length += 1;
    }
    length
}

#[inline(always)]
fn eight(bytes: &[u8], at: usize) -> u64 {
    // Whoever asks has seen that there are so many.
    u64::from_le_bytes(*bytes[at..].first_chunk().expect("eight bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_packed_too() {
        let mut deflater = Deflater::default();
        for depth in [1, 3] {
            let mut packed = Vec::new();
            let lines = Lines {
                bytes: &[],
                stride: 1,
                depth,
                grain: &[],
            };
            deflater.pack(&lines, &mut packed);
            // A last block with codes of its own, and nothing but its end, as others read it; then the sum of nothing.
            let block = [5, 193, 129, 0, 0, 0, 0, 0, 16, 255, 213, 8];
            assert_eq!(packed, [&[0x78, 0x9c], &block[..], &[0, 0, 0, 1]].concat());
        }
    }
}
