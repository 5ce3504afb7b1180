//! PNG files, written small and fast: eight bits a channel, no alpha, one block of data.
//! Source: W3C, Portable Network Graphics (Third Edition).

use super::Tint;
use super::buffers::Buffers;

/// The filter that leaves pixels as they are.
pub const NO_FILTER: u8 = 0;
/// The filter that takes from each byte the one above it.
pub const UP: u8 = 2;

/// Encodes a picture from its lines, each of which begins with the number of its filter: a byte a pixel that says which of at most 256 `colours`, or
/// without them red, green and blue.
pub fn encode(width: u32, height: u32, colours: Option<&[Tint]>, buffers: &mut Buffers) -> Vec<u8> {
    let depth = if colours.is_some() { 1 } else { 3 };
    let packed = buffers.pack(width as usize * depth + 1, depth);
    let mut header = Vec::with_capacity(13);
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    let colour_type = if colours.is_some() { 3 } else { 2 };
    // Depth 8, the colour type, deflate, the usual filters, not interlaced.
    header.extend([8, colour_type, 0, 0, 0]);
    let mut file = Vec::with_capacity(packed.len() + 1024);
    file.extend(b"\x89PNG\r\n\x1a\n");
    chunk(&mut file, b"IHDR", &header);
    if let Some(colours) = colours {
        chunk(&mut file, b"PLTE", colours.as_flattened());
    }
    chunk(&mut file, b"IDAT", packed);
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = crc32fast::hash(&file[start..]);
    file.extend(sum.to_be_bytes());
}

#[cfg(test)]
mod tests;
