//! Avatars that people choose: one that is cut off, changed, wrong or huge leads to the generated
//! face, and takes little memory.

use std::io::Cursor;

use canvas::{Avatar, AvatarError, MAX_BYTES};
use games::Dice;
use image::{GrayImage, ImageBuffer, ImageFormat, Luma, Pixel, PixelWithColorType, Rgb, RgbImage};

use super::memory;

/// The most memory that an avatar may take.
const MAX_MEMORY: usize = 48 << 20;

pub fn read(cases: u64) {
    let mut dice = Dice::new(4);
    let picture = RgbImage::from_fn(96, 64, |x, y| {
        Rgb([x as u8 * 2, y as u8 * 3, (x ^ y) as u8])
    });
    let grey = GrayImage::from_fn(64, 96, |x, y| Luma([(x ^ y) as u8]));
    let whole = [png(&picture), png(&grey)];
    for file in &whole {
        assert!(Avatar::read(file).is_ok());
    }
    for bomb in bombs(&whole[0]) {
        assert!(avatar(&bomb).is_err(), "{:?}", &bomb[..40]);
    }
    assert!(avatar(&vec![0; MAX_BYTES + 1]).is_err());
    assert!(avatar(&[]).is_err());
    for case in 0..cases {
        let mut bytes = whole[case as usize % whole.len()].clone();
        match dice.below(8) {
            0 => bytes.truncate(dice.below(bytes.len())),
            // The beginning of one format and the rest of another.
            1 => {
                let other = dice.pick(&whole).unwrap();
                let at = dice.below(40).min(other.len());
                bytes.splice(..at, other[..at].iter().copied());
            }
            2 => {
                let at = dice.below(bytes.len());
                bytes.splice(at..at, std::iter::repeat_n(0xff, dice.below(5_000)));
            }
            _ => {}
        }
        for _ in 0..dice.below(20) {
            // Sizes and lengths are at the beginning.
            let far = if dice.one_in(2) { 64 } else { bytes.len() };
            if let Some(byte) = bytes.get_mut(dice.below(far.max(1))) {
                *byte = dice.below(256) as u8;
            }
        }
        let _ = avatar(&bytes);
    }
}

/// Reads an avatar and checks that it takes little memory.
fn avatar(bytes: &[u8]) -> Result<Avatar, AvatarError> {
    let before = memory::begin();
    let read = Avatar::read(bytes);
    let most = memory::most() - before;
    assert!(
        most < MAX_MEMORY,
        "{most} bytes of memory: {:?}",
        &bytes[..bytes.len().min(40)]
    );
    read
}

fn png<P>(picture: &ImageBuffer<P, Vec<u8>>) -> Vec<u8>
where
    P: Pixel<Subpixel = u8> + PixelWithColorType,
{
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

/// Files that claim to be larger than any machine's memory.
fn bombs(whole: &[u8]) -> Vec<Vec<u8>> {
    let sized = |bytes: [u8; 8]| {
        let mut file = whole.to_vec();
        file[16..24].copy_from_slice(&bytes);
        file
    };
    vec![
        sized([0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]),
        sized([0, 0, 0x10, 0, 0, 0, 0x10, 0]),
        // It has the largest allowed number of pixels, and compresses well.
        png(&RgbImage::new(8_192, 2_048)),
    ]
}
