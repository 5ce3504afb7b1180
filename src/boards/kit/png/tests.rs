//! What others read in what is written.

use super::*;

/// Lines of flat stretches, of what stands elsewhere, of noise, and of zeros where all is as above; with the pixels that they show.
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
            match chance.u8(0..4) {
                _ if is_zero => line.resize(at + count * depth, 0),
                0 if at > 0 => (0..count * depth).for_each(|index| line.push(line[index])),
                1 => {
                    line.extend((0..count * depth).map(|_| chance.u8(..)));
                    let first = buffers.lines.len() + at;
                    buffers.grain.push(first..first + count * depth);
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

#[test]
fn others_read_what_is_written() {
    let palette: Vec<Tint> = (0..=255).map(|number| [number, 255 - number, 7]).collect();
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
