//! The memory in which pictures are made. A picture takes megabytes that the system would have to clear each time: they are kept for the next one.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::Tint;
use super::deflate::{Deflater, Lines};

/// How many pictures in the making find their memory ready; the others ask for it. One takes about 10 MB.
const MOST_KEPT: usize = 2;

/// A picture of more pixels than this is rare, and its memory is not kept.
const MOST_PIXELS: usize = 2 << 20;

/// What a picture in the making needs. It is as the last one left it.
#[derive(Default)]
pub struct Buffers {
    /// The number of each pixel's colour.
    pub pixels: Vec<u16>,
    /// What photographs show, where they lie; of no account elsewhere.
    pub photographs: Vec<Tint>,
    /// What is to be packed, where photographs are in it, and what comes of it.
    pub lines: Vec<u8>,
    pub grain: Vec<Range<usize>>,
    packed: Vec<u8>,
    deflater: Deflater,
}

static KEPT: Mutex<Vec<Buffers>> = Mutex::new(Vec::new());

impl Buffers {
    pub fn take() -> Buffers {
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.unwrap_or_default()
    }

    pub fn give_back(self) {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < MOST_KEPT && self.pixels.capacity() <= MOST_PIXELS {
            kept.push(self);
        }
    }

    /// Gives every pixel of a picture the colour with the number 0.
    pub fn clear_pixels(&mut self, count: usize) {
        if self.pixels.capacity() < count {
            self.pixels = vec![0; count];
        } else {
            self.pixels.clear();
            self.pixels.resize(count, 0);
        }
    }

    /// Makes the room for photographs as large as the picture.
    pub fn room_for_photographs(&mut self) {
        if self.photographs.len() < self.pixels.len() {
            self.photographs = vec![[0; 3]; self.pixels.len()];
        }
    }

    /// So many bytes of lines, to be written over.
    pub fn room_for_lines(&mut self, bytes: usize) {
        // Memory that is new is not touched before it is written to.
        if self.lines.capacity() < bytes {
            self.lines = vec![0; bytes];
        } else {
            self.lines.resize(bytes, 0);
        }
    }

    /// Deflates the lines, in zlib's form: those of a picture with so many bytes a line and a pixel.
    pub fn pack(&mut self, stride: usize, depth: usize) -> &[u8] {
        self.packed.clear();
        let lines = Lines {
            bytes: &self.lines,
            stride,
            depth,
            grain: &self.grain,
        };
        self.deflater.pack(&lines, &mut self.packed);
        &self.packed
    }
}
