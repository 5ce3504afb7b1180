//! How frames of the gateway are packed if a bot asks for it
//! (<https://docs.discord.com/developers/events/gateway#transport-compression>). They have the form
//! of either format but are not compressed: both formats allow bytes to be stored as they are.

use axum::extract::ws::{Message as Frame, Utf8Bytes};

/// The bytes in one block: for zlib the most that there can be, for zstd no more than its window.
const ZLIB_BLOCK: usize = 0xFFFF;
const ZSTD_BLOCK: usize = 1 << 16;

/// The stream of one connection.
pub struct Transport {
    packing: Option<Packing>,
    /// Whether the start of the stream has been sent.
    begun: bool,
}

#[derive(Clone, Copy)]
enum Packing {
    Zlib,
    Zstd,
}

impl Transport {
    /// By its name in the gateway's address; None for an unknown name.
    pub fn named(name: Option<&str>) -> Option<Transport> {
        let packing = match name {
            None => None,
            Some("zlib-stream") => Some(Packing::Zlib),
            Some("zstd-stream") => Some(Packing::Zstd),
            Some(_) => return None,
        };
        Some(Transport {
            packing,
            begun: false,
        })
    }

    /// A frame with this text.
    pub fn packed(&mut self, text: Utf8Bytes) -> Frame {
        let begins = !std::mem::replace(&mut self.begun, true);
        let bytes = match self.packing {
            None => return Frame::Text(text),
            Some(Packing::Zlib) => zlib(text.as_bytes(), begins),
            Some(Packing::Zstd) => zstd(text.as_bytes(), begins),
        };
        Frame::Binary(bytes.into())
    }
}

/// Stored blocks, and an empty one at the end, which is a flush (RFC 1950 and 1951).
fn zlib(content: &[u8], begins: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(content.len() + 32);
    if begins {
        out.extend([0x78, 0x01]);
    }
    for block in content.chunks(ZLIB_BLOCK).chain([&[][..]]) {
        // `ZLIB_BLOCK` fits into 16 bits.
        let length = block.len() as u16;
        out.push(0);
        out.extend(length.to_le_bytes());
        out.extend((!length).to_le_bytes());
        out.extend(block);
    }
    out
}

/// Raw blocks of a frame that does not end (RFC 8878).
fn zstd(content: &[u8], begins: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(content.len() + 32);
    if begins {
        out.extend(0xFD2F_B528_u32.to_le_bytes());
        // No size, no checksum, no dictionary; a window of 64 KiB (exponent 6 over 2^10).
        out.extend([0, 6 << 3]);
    }
    for block in content.chunks(ZSTD_BLOCK) {
        // Not the last block, raw, with its length.
        let header = (block.len() as u32) << 3;
        out.extend(&header.to_le_bytes()[..3]);
        out.extend(block);
    }
    out
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn bytes(frame: Frame) -> Vec<u8> {
        match frame {
            Frame::Binary(bytes) => bytes.to_vec(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_zlib_stream_is_read_frame_by_frame() {
        let mut transport = Transport::named(Some("zlib-stream")).unwrap();
        let mut all = Vec::new();
        let texts = ["first".to_owned(), "x".repeat(200_000), String::new()];
        for text in &texts {
            let packed = bytes(transport.packed(text.as_str().into()));
            assert!(packed.ends_with(&[0, 0, 0xFF, 0xFF]));
            all.extend(packed);
        }
        let mut read = vec![0; texts.concat().len()];
        let mut stream = flate2::read::ZlibDecoder::new(&all[..]);
        stream.read_exact(&mut read).unwrap();
        assert_eq!(String::from_utf8(read).unwrap(), texts.concat());
    }

    #[test]
    fn a_zstd_stream_is_one_frame_of_raw_blocks() {
        let mut transport = Transport::named(Some("zstd-stream")).unwrap();
        let first = bytes(transport.packed("first".into()));
        assert_eq!(first[..6], [0x28, 0xB5, 0x2F, 0xFD, 0, 48]);
        assert_eq!(first[6..9], [5 << 3, 0, 0]);
        assert_eq!(&first[9..], b"first");
        let long = "x".repeat(ZSTD_BLOCK + 1);
        let second = bytes(transport.packed(long.as_str().into()));
        assert_eq!(second[..3], [0, 0, 8]);
        assert_eq!(second[3 + ZSTD_BLOCK..], [1 << 3, 0, 0, b'x']);
    }

    #[test]
    fn no_other_compression_is_offered() {
        assert!(Transport::named(Some("brotli")).is_none());
        let plain = Transport::named(None).unwrap().packed("plain".into());
        assert!(matches!(plain, Frame::Text(text) if text == "plain"));
    }
}
