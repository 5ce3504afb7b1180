//! Literals and matches, collected, and written as a block with codes of its own.

use super::counts::Counts;
use super::huffman::{codes, lengths};
use super::{LONGEST, SHORTEST};

/// The symbol of the block's end.
const END: usize = 256;
/// The longest code of a literal or distance, and of a length of these.
const LONGEST_CODE: usize = 15;
const LONGEST_LENGTH_CODE: usize = 7;
/// The order in which lengths of the codes for lengths are told.
const LENGTHS_ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// A block in the making, and the bits of the one before that do not fill a byte.
#[derive(Default)]
pub struct Block {
    tokens: Vec<Token>,
    counts: Counts,
    bits: Bits,
}

/// A byte, or with a distance that is not 0 a match of that length.
#[derive(Clone, Copy)]
struct Token {
    literal_or_length: u16,
    distance: u16,
}

/// A symbol, and the bits that follow its code: how many, and which.
pub struct Symbol {
    pub number: usize,
    pub extra: u32,
    value: u64,
}

impl Block {
    /// How many literals and matches there are.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// What has been collected for the block.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    #[inline]
    pub fn literal(&mut self, byte: u8) {
        self.counts.literals[usize::from(byte)] += 1;
        self.tokens.push(Token {
            literal_or_length: byte.into(),
            distance: 0,
        });
    }

    /// As many bytes, 3 to 258, as there are so many bytes before, 1 to 32768.
    #[inline]
    pub fn matched(&mut self, length: usize, distance: usize) {
        self.counts.literals[of_length(length).number] += 1;
        self.counts.distances[of_distance(distance).number] += 1;
        self.tokens.push(Token {
            literal_or_length: length as u16,
            distance: distance as u16,
        });
    }

    /// As many bytes, from 3, as those so many bytes before.
    pub fn run(&mut self, mut length: usize, distance: usize) {
        while length > 0 {
            // No rest is too short for a match.
            let now = if (LONGEST + 1..LONGEST + SHORTEST).contains(&length) {
                length - SHORTEST
            } else {
                length.min(LONGEST)
            };
            self.matched(now, distance);
            length -= now;
        }
    }

    /// Takes over what another one has collected.
    pub fn append(&mut self, other: &mut Block) {
        self.tokens.append(&mut other.tokens);
        self.counts.add(&other.counts);
        other.counts = Counts::default();
    }

    /// Writes what has been collected. After the last block its last byte is filled up.
    pub fn write(&mut self, to: &mut Vec<u8>, is_last: bool) {
        self.counts.literals[END] = 1;
        let (literals, distances) = (
            lengths(&self.counts.literals, LONGEST_CODE),
            lengths(&self.counts.distances, LONGEST_CODE),
        );
        self.bits.put(is_last.into(), 1, to);
        // Codes of its own.
        self.bits.put(2, 2, to);
        self.bits.write_lengths(&literals, &distances, to);
        let (literals, distances) = (codes(&literals), codes(&distances));
        for token in &self.tokens {
            let number = usize::from(token.literal_or_length);
            if token.distance == 0 {
                self.bits.code(literals[number], to);
                continue;
            }
            let length = of_length(number);
            self.bits.code(literals[length.number], to);
            self.bits.put(length.value, length.extra, to);
            let distance = of_distance(token.distance.into());
            self.bits.code(distances[distance.number], to);
            self.bits.put(distance.value, distance.extra, to);
        }
        self.bits.code(literals[END], to);
        if is_last {
            self.bits.fill_up(to);
        }
        self.tokens.clear();
        self.counts = Counts::default();
    }
}

/// RFC 1951, 3.2.5.
#[inline]
pub fn of_length(length: usize) -> Symbol {
    match length - 3 {
        255 => Symbol {
            number: 285,
            extra: 0,
            value: 0,
        },
        from @ ..8 => Symbol {
            number: 257 + from,
            extra: 0,
            value: 0,
        },
        from => {
            let extra = from.ilog2() - 2;
            Symbol {
                number: 261 + 4 * extra as usize + (from >> extra & 3),
                extra,
                value: (from & ((1 << extra) - 1)) as u64,
            }
        }
    }
}

#[inline]
pub fn of_distance(distance: usize) -> Symbol {
    match distance - 1 {
        from @ ..4 => Symbol {
            number: from,
            extra: 0,
            value: 0,
        },
        from => {
            let extra = from.ilog2() - 1;
            Symbol {
                number: 2 + 2 * extra as usize + (from >> extra & 1),
                extra,
                value: (from & ((1 << extra) - 1)) as u64,
            }
        }
    }
}

/// Bits that do not fill eight bytes yet.
#[derive(Default)]
struct Bits {
    bits: u64,
    count: u32,
}

impl Bits {
    /// Adds at most 32 bits.
    #[inline]
    fn put(&mut self, bits: u64, count: u32, to: &mut Vec<u8>) {
        self.bits |= bits << self.count;
        self.count += count;
        if self.count >= 32 {
            to.extend((self.bits as u32).to_le_bytes());
            self.bits >>= 32;
            self.count -= 32;
        }
    }

    #[inline]
    fn code(&mut self, (code, length): (u16, u8), to: &mut Vec<u8>) {
        self.put(code.into(), length.into(), to);
    }

    fn fill_up(&mut self, to: &mut Vec<u8>) {
        let bytes = self.count.div_ceil(8) as usize;
        to.extend(&self.bits.to_le_bytes()[..bytes]);
        *self = Bits::default();
    }

    /// Writes how long the codes are (RFC 1951, 3.2.7).
    fn write_lengths(&mut self, literals: &[u8], distances: &[u8], to: &mut Vec<u8>) {
        let told = |lengths: &[u8], least: usize| {
            let last = lengths.iter().rposition(|length| *length > 0);
            last.map_or(least, |last| least.max(last + 1))
        };
        let (some, others) = (told(literals, 257), told(distances, 1));
        let all = [&literals[..some], &distances[..others]].concat();
        let repeats = repeats(&all);
        let mut counts = [0; 19];
        for repeat in &repeats {
            counts[repeat.number] += 1;
        }
        let of_lengths = lengths(&counts, LONGEST_LENGTH_CODE);
        let ordered = LENGTHS_ORDER.map(|number| of_lengths[number]);
        let told = told(&ordered, 4);
        self.put(some as u64 - 257, 5, to);
        self.put(others as u64 - 1, 5, to);
        self.put(told as u64 - 4, 4, to);
        for length in &ordered[..told] {
            self.put((*length).into(), 3, to);
        }
        let codes = codes(&of_lengths);
        for repeat in repeats {
            self.code(codes[repeat.number], to);
            self.put(repeat.value, repeat.extra, to);
        }
    }
}

/// Lengths of codes, told shorter where one of them comes several times in a row.
fn repeats(lengths: &[u8]) -> Vec<Symbol> {
    let mut repeats = Vec::new();
    for same in lengths.chunk_by(|one, other| one == other) {
        let once = Symbol {
            number: same[0].into(),
            extra: 0,
            value: 0,
        };
        let mut left = same.len();
        if same[0] > 0 {
            repeats.push(once);
            left -= 1;
        }
        while left > 0 {
            let (symbol, count) = match (same[0], left) {
                (0, 11..) => (of_repeat(18, 7, left.min(138), 11), left.min(138)),
                (0, 3..) => (of_repeat(17, 3, left, 3), left),
                (1.., 3..) => (of_repeat(16, 2, left.min(6), 3), left.min(6)),
                (number, _) => (
                    Symbol {
                        number: number.into(),
                        extra: 0,
                        value: 0,
                    },
                    1,
                ),
            };
            repeats.push(symbol);
            left -= count;
        }
    }
    repeats
}

fn of_repeat(number: usize, extra: u32, count: usize, least: usize) -> Symbol {
    Symbol {
        number,
        extra,
        value: (count - least) as u64,
    }
}
