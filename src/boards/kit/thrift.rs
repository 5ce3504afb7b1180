//! Fewer colours, so that pictures are small: where shapes and letters meet their ground, edges have thousands of colours that nobody tells apart.
//! Every area keeps exactly its colour; only what few pixels have becomes the nearest colour that is there already, off by a little at most.
//! A photograph keeps six bits of each channel, which is less than its grain.

use super::png::{self, Pixels};
use super::{Spot, Tint};

/// From so many pixels on a colour is an area's and stays as it is.
const AREA: u32 = 300;
/// How far a channel of an edge's colour may be off: the least that leaves 256 colours, so that a byte a pixel says which.
const PALETTE_TOLERANCES: [u8; 6] = [4, 8, 12, 16, 20, 24];
/// The same for a picture that needs more colours.
const RGB_TOLERANCE: u8 = 16;
/// In place of a colour's number: the pixel is a photograph's.
const PHOTOGRAPH: u16 = u16::MAX;

/// The pixels of an opaque picture, `width` wide, of four bytes each. On the discs in `photographs` a channel is off by 3 at most.
pub fn pixels(rgba: &[[u8; 4]], width: u32, photographs: &[(Spot, f32)]) -> Pixels {
    let width = width as usize;
    let mut numbers = vec![0; rgba.len()];
    for (centre, radius) in photographs {
        mark_disc(&mut numbers, width, *centre, *radius);
    }
    let Some(colours) = Colours::count(rgba, &mut numbers) else {
        return rgb(rgba, width, &numbers, &[]);
    };
    let order = colours.order();
    if photographs.is_empty() {
        for tolerance in PALETTE_TOLERANCES {
            let (kept, becomes) = colours.thin(&order, tolerance, 256);
            if kept.len() <= 256 {
                let becomes: Vec<u8> = becomes.iter().map(|number| *number as u8).collect();
                let mut lines = Vec::with_capacity(numbers.len() + numbers.len() / width);
                for row in numbers.chunks_exact(width) {
                    lines.push(png::NO_FILTER);
                    lines.extend(row.iter().map(|number| becomes[usize::from(*number)]));
                }
                return Pixels::Palette {
                    colours: kept,
                    lines,
                };
            }
        }
    }
    let (kept, becomes) = colours.thin(&order, RGB_TOLERANCE, usize::MAX);
    let becomes: Vec<Tint> = becomes
        .iter()
        .map(|number| kept[usize::from(*number)])
        .collect();
    rgb(rgba, width, &numbers, &becomes)
}

/// Three bytes a pixel, with what each colour has become; photographs a little coarser, and everything else where that is empty as it is.
fn rgb(rgba: &[[u8; 4]], width: usize, numbers: &[u16], becomes: &[Tint]) -> Pixels {
    // Written in place: a test's build, which is not optimised, takes many times as long to append pixels one by one.
    let mut lines = vec![png::NO_FILTER; rgba.len() * 3 + rgba.len() / width];
    let rows = numbers
        .chunks_exact(width)
        .zip(rgba.chunks_exact(width))
        .zip(lines.chunks_exact_mut(1 + width * 3));
    for ((numbers, from), line) in rows {
        let (to, _) = line[1..].as_chunks_mut();
        for x in 0..width {
            let [red, green, blue, _] = from[x];
            to[x] = match becomes.get(numbers[x] as usize) {
                Some(other) => *other,
                None if numbers[x] == PHOTOGRAPH => [coarse(red), coarse(green), coarse(blue)],
                None => [red, green, blue],
            };
        }
    }
    Pixels::Rgb { lines }
}

/// A channel's upper six bits, spread over the whole range.
fn coarse(channel: u8) -> u8 {
    channel & 0xfc | channel >> 6
}

fn mark_disc(numbers: &mut [u16], width: usize, (x, y): Spot, radius: f32) {
    let height = numbers.len() / width.max(1);
    // A pixel more, for the disc's edge.
    let reach = radius + 1.0;
    let rows = (y - reach).max(0.0) as usize..((y + reach).max(0.0) as usize + 1).min(height);
    for row in rows {
        let down = row as f32 + 0.5 - y;
        let half = (reach * reach - down * down).max(0.0).sqrt();
        let from = ((x - half).max(0.0) as usize).min(width);
        let to = ((x + half).max(0.0) as usize + 1).min(width);
        numbers[row * width..][from..to].fill(PHOTOGRAPH);
    }
}

/// The colours of a picture with how many pixels have each, numbered as they come.
struct Colours {
    tints: Vec<Tint>,
    counts: Vec<u32>,
}

impl Colours {
    /// Numbers every pixel's colour but the photographs'. None when there are too many.
    fn count(rgba: &[[u8; 4]], numbers: &mut [u16]) -> Option<Colours> {
        const SLOTS: usize = 1 << 17;
        let mut slots = vec![PHOTOGRAPH; SLOTS];
        let mut colours = Colours {
            tints: Vec::new(),
            counts: Vec::new(),
        };
        let (mut before, mut number) = ([0; 4], PHOTOGRAPH);
        // Most of a picture is of one colour for long: eight pixels are compared at once.
        let (eights, rest) = rgba.as_chunks::<8>();
        let (number_eights, number_rest) = numbers.as_chunks_mut::<8>();
        for (pixels, to) in eights.iter().zip(number_eights) {
            if number != PHOTOGRAPH && *to == [0; 8] && *pixels == [before; 8] {
                *to = [number; 8];
                colours.counts[usize::from(number)] += 8;
                continue;
            }
            for (pixel, to) in pixels.iter().zip(to) {
                if *to == PHOTOGRAPH {
                    continue;
                }
                if number == PHOTOGRAPH || *pixel != before {
                    (before, number) = (*pixel, colours.number(&mut slots, *pixel)?);
                }
                colours.counts[usize::from(number)] += 1;
                *to = number;
            }
        }
        for (pixel, to) in rest.iter().zip(number_rest) {
            if *to != PHOTOGRAPH {
                *to = colours.number(&mut slots, *pixel)?;
                colours.counts[usize::from(*to)] += 1;
            }
        }
        Some(colours)
    }

    /// A colour's number, found in or added to a table of places. None when the table is full enough.
    fn number(&mut self, slots: &mut [u16], [red, green, blue, _]: [u8; 4]) -> Option<u16> {
        let tint = [red, green, blue];
        let hash = u32::from_le_bytes([red, green, blue, 0]).wrapping_mul(0x9e37_79b1);
        let mut slot = hash as usize >> 15;
        loop {
            let place = slot % slots.len();
            match slots[place] {
                PHOTOGRAPH if self.tints.len() == slots.len() / 4 => return None,
                PHOTOGRAPH => {
                    slots[place] = self.tints.len() as u16;
                    self.tints.push(tint);
                    self.counts.push(0);
                }
                found if self.tints[usize::from(found)] == tint => return Some(found),
                _ => slot += 1,
            }
        }
    }

    /// The numbers, beginning with what most pixels have.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.tints.len()).collect();
        order.sort_unstable_by_key(|number| (std::cmp::Reverse(self.counts[*number]), *number));
        order
    }

    /// The colours that are kept, and for each number which of them it becomes. It stops when more than `most` would be kept.
    fn thin(&self, order: &[usize], tolerance: u8, most: usize) -> (Vec<Tint>, Vec<u16>) {
        let mut kept = Near::default();
        let mut becomes = vec![0; self.tints.len()];
        for number in order.iter().copied() {
            let tint = self.tints[number];
            let near = match self.counts[number] {
                AREA.. => None,
                _ => kept.nearest(tint, tolerance),
            };
            becomes[number] = near.unwrap_or_else(|| kept.keep(tint));
            if kept.tints.len() > most {
                break;
            }
        }
        (kept.tints, becomes)
    }
}

/// Colours by where they are in the cube of all colours, cut into cells 16 wide.
struct Near {
    tints: Vec<Tint>,
    cells: Vec<Vec<u16>>,
}

impl Default for Near {
    fn default() -> Self {
        Near {
            tints: Vec::new(),
            cells: vec![Vec::new(); 16 * 16 * 16],
        }
    }
}

impl Near {
    fn keep(&mut self, tint: Tint) -> u16 {
        let number = self.tints.len() as u16;
        self.tints.push(tint);
        let [red, green, blue] = tint.map(|channel| usize::from(channel >> 4));
        self.cells[red << 8 | green << 4 | blue].push(number);
        number
    }

    /// The nearest colour, no channel of which is further off than this; of several the first.
    fn nearest(&self, tint: Tint, tolerance: u8) -> Option<u16> {
        let cells = tint.map(|channel| {
            usize::from(channel.saturating_sub(tolerance) >> 4)
                ..=usize::from(channel.saturating_add(tolerance) >> 4)
        });
        let [reds, greens, blues] = cells;
        let mut best = None;
        for red in reds {
            for green in greens.clone() {
                for blue in blues.clone() {
                    for number in &self.cells[red << 8 | green << 4 | blue] {
                        let other = self.tints[usize::from(*number)];
                        let off = (0..3)
                            .map(|channel| tint[channel].abs_diff(other[channel]))
                            .max();
                        let found = (off.unwrap_or_default(), *number);
                        if found.0 <= tolerance && best.is_none_or(|best| found < best) {
                            best = Some(found);
                        }
                    }
                }
            }
        }
        best.map(|(_, number)| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture 64 pixels wide: areas of two colours that are close, and in the last row a pixel of each of many others.
    fn picture(others: u8) -> Vec<[u8; 4]> {
        let mut rgba = vec![[20, 30, 40, 255]; 64 * 20];
        rgba.extend(vec![[22, 30, 40, 255]; 64 * 20]);
        let row = (0..64).map(|index| match index < others {
            true => [20 + index * 3, 200, 100, 255],
            false => [20, 30, 40, 255],
        });
        rgba.extend(row);
        rgba
    }

    /// The colours of a picture 64 pixels wide, without its filters' numbers.
    fn shown(pixels: &Pixels) -> Vec<Tint> {
        match pixels {
            Pixels::Palette { colours, lines } => {
                let rows = lines.chunks_exact(65).flat_map(|line| &line[1..]);
                rows.map(|index| colours[usize::from(*index)]).collect()
            }
            Pixels::Rgb { lines } => {
                let rows = lines.chunks_exact(1 + 64 * 3);
                rows.flat_map(|line| line[1..].as_chunks().0)
                    .copied()
                    .collect()
            }
        }
    }

    #[test]
    fn areas_are_exact_and_edges_off_by_little() {
        let rgba = picture(64);
        let pixels = pixels(&rgba, 64, &[]);
        let shown = shown(&pixels);
        assert_eq!(shown.len(), rgba.len());
        let Pixels::Palette { colours, .. } = pixels else {
            panic!("66 colours are few enough");
        };
        assert!(colours.len() < 66, "some have become others");
        for (now, before) in shown.iter().zip(&rgba) {
            let off = (0..3)
                .map(|channel| now[channel].abs_diff(before[channel]))
                .max();
            let most = if before[1] == 30 {
                0
            } else {
                PALETTE_TOLERANCES[0]
            };
            assert!(off <= Some(most), "{before:?} became {now:?}");
        }
    }

    #[test]
    fn photographs_keep_six_bits() {
        let rgba = picture(64);
        // The disc covers the middle of the last row.
        let pixels = pixels(&rgba, 64, &[((32.0, 40.5), 12.0)]);
        let shown = shown(&pixels);
        for index in 64 * 40 + 20..64 * 40 + 44 {
            for channel in 0..3 {
                assert!(shown[index][channel].abs_diff(rgba[index][channel]) <= 3);
            }
        }
        assert!(matches!(pixels, Pixels::Rgb { .. }));
        assert_eq!([0, 255].map(coarse), [0, 255]);
    }
}
