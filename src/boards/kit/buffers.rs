//! The memory in which pictures are made. A picture takes megabytes that the system would have to clear each time: they are kept for the next one.

use std::sync::{Mutex, PoisonError};

use libdeflater::{CompressionLvl, Compressor};

use super::Tint;

/// Deflate's effort. On boards 6 takes a few milliseconds, and more gains little.
const EFFORT: i32 = 6;
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
    /// What is to be packed, and where it goes.
    pub lines: Vec<u8>,
    pub packed: Vec<u8>,
    compressor: Option<Compressor>,
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
        enlarge(&mut self.lines, bytes);
        self.lines.truncate(bytes);
    }

    /// Deflates the lines, in zlib's form.
    pub fn pack(&mut self) -> &[u8] {
        let compressor = self.compressor.get_or_insert_with(|| {
            // The effort is one that libdeflate knows.
            Compressor::new(CompressionLvl::new(EFFORT).unwrap_or_default())
        });
        let room = compressor.zlib_compress_bound(self.lines.len());
        enlarge(&mut self.packed, room);
        let length = compressor
            .zlib_compress(&self.lines, &mut self.packed)
            // The room is as large as the bound says, so it always suffices.
            .expect("room enough");
        &self.packed[..length]
    }
}

/// Makes a buffer at least so long; what is in it is of no account. Memory that is new is not touched before it is written to.
fn enlarge(buffer: &mut Vec<u8>, length: usize) {
    if buffer.capacity() < length {
        *buffer = vec![0; length];
    } else if buffer.len() < length {
        buffer.resize(length, 0);
    }
}
