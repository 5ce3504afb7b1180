//! Fewer colours, so that pictures are small: where shapes and letters meet their ground, edges have thousands of colours that nobody tells apart.
//! Every area keeps exactly its colour, a photograph every pixel; only what few pixels have becomes the nearest colour that is there already, off
//! by a little at most.

use super::png::Pixels;
use super::{Spot, Tint};

/// From so many pixels on a colour is an area's and stays as it is.
const AREA: u32 = 300;
/// How far a channel of an edge's colour may be off: the least that leaves 256 colours, so that a byte a pixel says which.
const PALETTE_TOLERANCES: [u8; 3] = [4, 8, 12];
/// The same for a picture that needs more colours.
const RGB_TOLERANCE: u8 = 8;
/// In place of a colour's number: the pixel is a photograph's.
const PHOTOGRAPH: u16 = u16::MAX;

/// The pixels of an opaque picture, `width` wide, of four bytes each. Nothing is changed on the discs in `photographs`.
pub fn pixels(rgba: &[[u8; 4]], width: u32, photographs: &[(Spot, f32)]) -> Pixels {
    let mut numbers = vec![0; rgba.len()];
    for (centre, radius) in photographs {
        mark_disc(&mut numbers, width as usize, *centre, *radius);
    }
    let Some(colours) = Colours::count(rgba, &mut numbers) else {
        return rgb(rgba, &numbers, &[]);
    };
    if photographs.is_empty() {
        for tolerance in PALETTE_TOLERANCES {
            let (kept, becomes) = colours.thin(tolerance, 256);
            if kept.len() <= 256 {
                let becomes: Vec<u8> = becomes.iter().map(|number| *number as u8).collect();
                let indices = numbers.iter().map(|number| becomes[usize::from(*number)]);
                return Pixels::Palette {
                    indices: indices.collect(),
                    colours: kept,
                };
            }
        }
    }
    let (kept, becomes) = colours.thin(RGB_TOLERANCE, usize::MAX);
    let becomes: Vec<Tint> = becomes
        .iter()
        .map(|number| kept[usize::from(*number)])
        .collect();
    rgb(rgba, &numbers, &becomes)
}

/// Three bytes a pixel, with what each colour has become; photographs, and everything where that is empty, as they are.
fn rgb(rgba: &[[u8; 4]], numbers: &[u16], becomes: &[Tint]) -> Pixels {
    let mut bytes = vec![0; rgba.len() * 3];
    for ((to, number), from) in bytes.chunks_exact_mut(3).zip(numbers).zip(rgba) {
        match becomes.get(usize::from(*number)) {
            Some(tint) => to.copy_from_slice(tint),
            None => to.copy_from_slice(&from[..3]),
        }
    }
    Pixels::Rgb(bytes)
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
        let (mut tints, mut counts) = (Vec::<Tint>::new(), Vec::<u32>::new());
        let (mut before, mut number) = ([0; 4], None);
        for (pixel, to) in rgba.iter().zip(numbers) {
            if *to == PHOTOGRAPH {
                continue;
            }
            let this = match number {
                Some(number) if *pixel == before => number,
                _ => {
                    let [red, green, blue, _] = *pixel;
                    let tint = [red, green, blue];
                    let mut slot = u32::from_le_bytes([red, green, blue, 0])
                        .wrapping_mul(0x9e37_79b1) as usize
                        >> 15;
                    loop {
                        match slots[slot % SLOTS] {
                            PHOTOGRAPH if tints.len() == SLOTS / 4 => return None,
                            PHOTOGRAPH => {
                                let new = tints.len() as u16;
                                slots[slot % SLOTS] = new;
                                tints.push(tint);
                                counts.push(0);
                                break new;
                            }
                            found if tints[usize::from(found)] == tint => break found,
                            _ => slot += 1,
                        }
                    }
                }
            };
            (before, number) = (*pixel, Some(this));
            counts[usize::from(this)] += 1;
            *to = this;
        }
        Some(Colours { tints, counts })
    }

    /// The colours that are kept, and for each number which of them it becomes. It stops when more than `most` would be kept.
    fn thin(&self, tolerance: u8, most: usize) -> (Vec<Tint>, Vec<u16>) {
        let mut order: Vec<usize> = (0..self.tints.len()).collect();
        order.sort_by_key(|number| (std::cmp::Reverse(self.counts[*number]), *number));
        let mut kept = Near::default();
        let mut becomes = vec![0; self.tints.len()];
        for number in order {
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

    /// The nearest colour, no channel of which is further off than this, which is at most 16; of several the first.
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

    fn shown(pixels: &Pixels) -> Vec<Tint> {
        match pixels {
            Pixels::Palette { colours, indices } => indices
                .iter()
                .map(|index| colours[usize::from(*index)])
                .collect(),
            Pixels::Rgb(bytes) => bytes.as_chunks().0.to_vec(),
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
    fn photographs_keep_every_pixel() {
        let rgba = picture(64);
        // The disc covers the middle of the last row.
        let pixels = pixels(&rgba, 64, &[((32.0, 40.5), 12.0)]);
        let shown = shown(&pixels);
        for index in 64 * 40 + 20..64 * 40 + 44 {
            assert_eq!(shown[index], rgba[index][..3]);
        }
        assert!(matches!(pixels, Pixels::Rgb(_)));
    }
}
