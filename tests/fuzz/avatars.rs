//! Pictures that people have chosen for themselves: a cut, a changed, a wrong or a huge one leaves the generated face, and takes little memory.

use std::io::Cursor;

use dealer::boards::{Avatar, AvatarError, MOST_BYTES};
use dealer::games::Dice;
use image::{ImageFormat, Rgb, RgbImage};

use super::memory;

/// The most memory that one may take.
const MOST_MEMORY: usize = 48 << 20;

pub fn read(cases: u64) {
    let mut dice = Dice::new(4);
    let whole = [
        ImageFormat::Png,
        ImageFormat::Jpeg,
        ImageFormat::WebP,
        ImageFormat::Gif,
    ]
    .map(picture);
    for file in &whole {
        assert!(Avatar::read(file).is_ok());
    }
    for bomb in bombs(&whole) {
        assert!(avatar(&bomb).is_err(), "{:?}", &bomb[..40]);
    }
    assert!(avatar(&vec![0; MOST_BYTES + 1]).is_err());
    assert!(avatar(&[]).is_err());
    for case in 0..cases {
        let mut bytes = whole[case as usize % whole.len()].clone();
        match dice.below(8) {
            0 => bytes.truncate(dice.below(bytes.len())),
            // The beginning of one kind and the rest of another.
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
            // Sizes and lengths stand at the beginning.
            let far = if dice.one_in(2) { 64 } else { bytes.len() };
            if let Some(byte) = bytes.get_mut(dice.below(far.max(1))) {
                *byte = dice.below(256) as u8;
            }
        }
        let _ = avatar(&bytes);
    }
}

/// Reads an avatar, and sees to it that it takes little memory.
fn avatar(bytes: &[u8]) -> Result<Avatar, AvatarError> {
    let before = memory::begin();
    let read = Avatar::read(bytes);
    let most = memory::most() - before;
    assert!(
        most < MOST_MEMORY,
        "{most} bytes of memory: {:?}",
        &bytes[..bytes.len().min(40)]
    );
    read
}

fn picture(format: ImageFormat) -> Vec<u8> {
    let picture = RgbImage::from_fn(96, 64, |x, y| {
        Rgb([x as u8 * 2, y as u8 * 3, (x ^ y) as u8])
    });
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// Files that promise more than any machine has, or say one thing and hold another.
fn bombs([png, jpeg, webp, gif]: &[Vec<u8>; 4]) -> Vec<Vec<u8>> {
    let with = |file: &[u8], at: usize, bytes: &[u8]| {
        let mut file = file.to_vec();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    };
    let place = |file: &[u8], sign: &[u8]| file.windows(sign.len()).position(|at| at == sign);
    let frame = place(jpeg, &[0xff, 0xc0]).unwrap();
    let image = place(gif, &[0x2c, 0, 0, 0, 0]).unwrap();
    // As large as its pixels are many: it packs well.
    let mut packed = Cursor::new(Vec::new());
    let large = RgbImage::new(8_192, 2_048);
    large.write_to(&mut packed, ImageFormat::Png).unwrap();
    vec![
        with(png, 16, &[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]),
        with(png, 16, &[0, 0, 0x10, 0, 0, 0, 0x10, 0]),
        packed.into_inner(),
        with(jpeg, frame + 5, &[0xff; 4]),
        with(gif, 6, &[0xff; 4]),
        // The picture is larger than the screen that it is on.
        with(gif, image + 5, &[0xff; 4]),
        // Width and height less one, of fourteen bits each, after a sign.
        with(webp, 21, &[0xff, 0xff, 0xff, 0x0f]),
        extended_webp(64, 16_383),
        simple_webp(16_383),
    ]
}

/// A picture of the kind with losses, of which nothing is there but how wide and high it is.
fn simple_webp(side: u16) -> Vec<u8> {
    let frame = lossy_frame(side);
    [b"RIFF", &length(4 + frame.len())[..], b"WEBP", &frame].concat()
}

/// As [`simple_webp`], in a canvas of another size.
fn extended_webp(canvas: u32, side: u16) -> Vec<u8> {
    let frame = lossy_frame(side);
    let less_one = (canvas - 1).to_le_bytes();
    let mut says = vec![0; 4];
    says.extend([&less_one[..3], &less_one[..3]].concat());
    [
        b"RIFF",
        &length(4 + 18 + frame.len())[..],
        b"WEBP",
        b"VP8X",
        &length(says.len()),
        &says,
        &frame,
    ]
    .concat()
}

fn lossy_frame(side: u16) -> Vec<u8> {
    // A frame of its own that is shown, with a first part of so many bytes (RFC 6386, "Frame Header").
    let first: u32 = 1 << 4 | 2_000 << 5;
    let side = side.to_le_bytes();
    let mut frame = first.to_le_bytes()[..3].to_vec();
    frame.extend([0x9d, 0x01, 0x2a]);
    frame.extend([side, side].concat());
    frame.resize(1_000_000, 0);
    [b"VP8 ", &length(frame.len())[..], &frame].concat()
}

fn length(bytes: usize) -> [u8; 4] {
    (bytes as u32).to_le_bytes()
}
