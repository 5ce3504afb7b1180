//! PNG files, written small and fast: eight bits a channel, no alpha, no filters, one block of data.
//! Source: W3C, Portable Network Graphics (Third Edition).

use libdeflater::{CompressionLvl, Compressor};
use tiny_skia::Pixmap;

/// Deflate's effort. On boards 6 takes a few milliseconds, and more gains little.
const EFFORT: i32 = 6;

/// Encodes an opaque pixmap.
pub fn encode(pixmap: &Pixmap) -> Vec<u8> {
    let row = pixmap.width() as usize;
    let mut lines = vec![0; (row * 3 + 1) * pixmap.height() as usize];
    let rows = pixmap.data().chunks_exact(row * 4);
    // Each line begins with its filter: 0, none.
    for (line, pixels) in lines.chunks_exact_mut(row * 3 + 1).zip(rows) {
        for (to, from) in line[1..].chunks_exact_mut(3).zip(pixels.chunks_exact(4)) {
            to.copy_from_slice(&from[..3]);
        }
    }
    // The effort is one that libdeflate knows.
    let mut compressor = Compressor::new(CompressionLvl::new(EFFORT).unwrap_or_default());
    let mut data = vec![0; compressor.zlib_compress_bound(lines.len())];
    // The room is as large as the bound says, so it always suffices.
    let length = compressor
        .zlib_compress(&lines, &mut data)
        .expect("room enough");
    data.truncate(length);

    let mut header = Vec::with_capacity(13);
    header.extend(pixmap.width().to_be_bytes());
    header.extend(pixmap.height().to_be_bytes());
    // Depth 8, colour type RGB, deflate, the usual filters, not interlaced.
    header.extend([8, 2, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, b"IHDR", &header);
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
