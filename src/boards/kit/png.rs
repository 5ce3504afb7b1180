//! PNG files, written small and fast: eight bits a channel, no alpha, no filters, one block of data.
//! Source: W3C, Portable Network Graphics (Third Edition).

use libdeflater::{CompressionLvl, Compressor};

use super::Tint;

/// Deflate's effort. On boards 6 takes a few milliseconds, and more gains little.
const EFFORT: i32 = 6;

/// A picture's pixels, row by row; each row begins with the number of its filter.
pub enum Pixels {
    /// At most 256 colours, and a byte a pixel that says which.
    Palette { colours: Vec<Tint>, lines: Vec<u8> },
    /// Three bytes a pixel: red, green, blue.
    Rgb { lines: Vec<u8> },
}

/// The filter that leaves pixels as they are.
pub const NO_FILTER: u8 = 0;

/// Encodes a picture.
pub fn encode(width: u32, height: u32, pixels: &Pixels) -> Vec<u8> {
    let (lines, colour_type) = match pixels {
        Pixels::Palette { lines, .. } => (lines, 3),
        Pixels::Rgb { lines } => (lines, 2),
    };
    // The effort is one that libdeflate knows.
    let mut compressor = Compressor::new(CompressionLvl::new(EFFORT).unwrap_or_default());
    let mut data = vec![0; compressor.zlib_compress_bound(lines.len())];
    // The room is as large as the bound says, so it always suffices.
    let length = compressor
        .zlib_compress(lines, &mut data)
        .expect("room enough");
    data.truncate(length);

    let mut header = Vec::with_capacity(13);
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    // Depth 8, the colour type, deflate, the usual filters, not interlaced.
    header.extend([8, colour_type, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, b"IHDR", &header);
    if let Pixels::Palette { colours, .. } = pixels {
        chunk(&mut file, b"PLTE", colours.as_flattened());
    }
    chunk(&mut file, b"IDAT", &data);
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = libdeflater::crc32(&file[start..]);
    file.extend(sum.to_be_bytes());
}
