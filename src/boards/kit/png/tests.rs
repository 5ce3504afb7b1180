//! What others read in what is written.

use super::*;

/// Lines of flat stretches, of what stands elsewhere in them or in other lines, of noise, and of zeros where all is as above; with the pixels that they show.
fn lines(width: usize, height: usize, depth: usize, seed: u64) -> (Buffers, Vec<u8>) {
    let mut chance = fastrand::Rng::with_seed(seed);
    let mut buffers = Buffers::take();
    (buffers.lines, buffers.grain) = (Vec::new(), Vec::new());
    let mut shown: Vec<u8> = Vec::new();
    let colours: Vec<[u8; 3]> = (0..5)
        .map(|_| [chance.u8(..), chance.u8(0..3), 0])
        .collect();
    for _ in 0..height {
        let filter = *chance.choice(&[NO_FILTER, NO_FILTER, UP]).unwrap();
        buffers.lines.push(filter);
        let above: Vec<u8> = match shown.len().checked_sub(width * depth) {
            Some(from) => shown[from..].to_vec(),
            None => vec![0; width * depth],
        };
        let mut line: Vec<u8> = Vec::new();
        let is_zero = filter == UP && chance.bool();
        while line.len() < width * depth {
            let most = (width - line.len() / depth).min(1 << chance.u32(0..11));
            let count = chance.usize(1..=most);
            let at = line.len();
            match chance.u8(0..5) {
                _ if is_zero => line.resize(at + count * depth, 0),
                0 if at > 0 => (0..count * depth).for_each(|index| line.push(line[index])),
                1 => {
                    line.extend((0..count * depth).map(|_| chance.u8(..)));
                    let first = buffers.lines.len() + at;
                    buffers.grain.push(first..first + count * depth);
                }
                2 if buffers.lines.len() > count * depth => {
                    let from = chance.usize(0..buffers.lines.len() - count * depth);
                    line.extend(&buffers.lines[from..][..count * depth]);
                }
                _ => {
                    let colour = *chance.choice(&colours).unwrap();
                    (0..count).for_each(|_| line.extend(&colour[..depth]));
                }
            }
        }
        let as_above = if filter == UP { 1 } else { 0 };
        shown.extend(
            line.iter()
                .zip(&above)
                .map(|(byte, above)| byte.wrapping_add(above * as_above)),
        );
        buffers.lines.extend(line);
    }
    (buffers, shown)
}

fn palette() -> Vec<Tint> {
    (0..=255).map(|number| [number, 255 - number, 7]).collect()
}

/// The size of a file of these pixels, a byte each, in which others have read the same pixels.
fn size(width: usize, pixels: &[u8]) -> usize {
    let mut buffers = Buffers::take();
    (buffers.lines, buffers.grain) = (Vec::new(), Vec::new());
    for row in pixels.chunks_exact(width) {
        buffers.lines.push(NO_FILTER);
        buffers.lines.extend(row);
    }
    let palette = palette();
    let height = pixels.len() / width;
    let file = encode(width as u32, height as u32, Some(&palette), &mut buffers);
    let read = image::load_from_memory(&file).unwrap().into_rgb8();
    let expected = pixels.iter().map(|number| palette[usize::from(*number)]);
    assert!(read.pixels().map(|pixel| pixel.0).eq(expected));
    buffers.give_back();
    file.len()
}

#[test]
fn others_read_what_is_written() {
    let palette = palette();
    for seed in 0..300 {
        let mut chance = fastrand::Rng::with_seed(seed);
        let most = 1 << chance.u32(1..11);
        let width = chance.usize(1..=most);
        let height = chance.usize(1..80);
        let colours = chance.bool().then_some(&palette[..]);
        let (mut buffers, shown) =
            lines(width, height, if colours.is_some() { 1 } else { 3 }, seed);
        let file = encode(width as u32, height as u32, colours, &mut buffers);
        let read = image::load_from_memory(&file).unwrap_or_else(|error| panic!("{seed}: {error}"));
        let expected = match colours {
            Some(colours) => shown
                .iter()
                .flat_map(|number| colours[usize::from(*number)])
                .collect(),
            None => shown,
        };
        assert!(
            read.into_rgb8().into_raw() == expected,
            "{seed}: {width} by {height}, {:?}",
            colours.is_some()
        );
    }
}

#[test]
fn runs_of_all_lengths() {
    // Up to where three matches are needed, and with what is left over.
    for length in (1..12).chain(250..270).chain(505..525) {
        let run = |colour: usize| vec![colour as u8; length];
        let pixels: Vec<u8> = (0..40).flat_map(run).collect();
        size(pixels.len(), &pixels);
        size(length, &pixels);
    }
    assert!(size(1_000, &[9; 1_000_000]) < 3_700);
    size(1, &[0]);
    size(1, &[9]);
}

#[test]
fn repeats_of_all_lengths() {
    let mut chance = fastrand::Rng::with_seed(5);
    let noise: Vec<u8> = (0..800).map(|_| chance.u8(..)).collect();
    for length in (3..12).chain(250..270).chain(510..520) {
        let mut pixels = noise.clone();
        pixels.extend(&noise[100..100 + length]);
        pixels.extend([noise[100 + length] ^ 1; 30]);
        size(pixels.len(), &pixels);
    }
}

#[test]
fn repeats_as_far_back_as_may_be() {
    let mut chance = fastrand::Rng::with_seed(6);
    let noise: Vec<u8> = (0..40_000).map(|_| chance.u8(..)).collect();
    // With the filter's number, a row's distance is one more than its width.
    for (width, is_near) in [(32_766, true), (32_767, true), (32_768, false)] {
        let row = &noise[..width];
        let size = size(width, &[row, row].concat());
        assert_eq!(size < width * 5 / 4, is_near, "{width}: {size}");
    }
}

#[test]
fn blocks_end_anywhere() {
    let mut chance = fastrand::Rng::with_seed(7);
    for changes in [2_999, 3_000, 3_001, 4_499, 4_500, 4_501, 7_501, 20_000] {
        // Pixels of their own, and runs that go on for long where a block ends.
        let mut pixels = Vec::new();
        for change in 0..changes {
            let length = if change % 750 == 0 {
                700
            } else {
                chance.usize(1..4)
            };
            pixels.extend(vec![(change % 7) as u8; length]);
        }
        size(pixels.len(), &pixels);
    }
    // Many ways at once.
    for period in 1..9 {
        let pixels: Vec<u8> = (0..60_000).map(|pixel| (pixel % period) as u8).collect();
        assert!(size(600, &pixels) < 2_000, "{period}");
    }
}

#[test]
fn the_same_picture_has_the_same_bytes() {
    let (mut buffers, _) = lines(300, 60, 1, 8);
    let palette = palette();
    let once = encode(300, 60, Some(&palette), &mut buffers);
    // Whatever has been packed in between.
    let (lines, grain) = (buffers.lines.clone(), buffers.grain.clone());
    buffers.lines = vec![3; 301 * 60];
    encode(300, 60, Some(&palette), &mut buffers);
    (buffers.lines, buffers.grain) = (lines, grain);
    assert!(encode(300, 60, Some(&palette), &mut buffers) == once);
}
