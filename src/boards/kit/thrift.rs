//! Fewer colours, so that pictures are small: where shapes and letters meet their ground, edges have thousands of colours that nobody tells apart.
//! Every area keeps exactly its colour; only what few pixels have becomes the nearest colour that is there already, off by a little at most.
//! A photograph keeps six bits of each channel: the steps are smaller than its grain.

use super::Tint;
use super::buffers::Buffers;
use super::inks::PHOTOGRAPH;
use super::png;

/// From so many pixels on a colour is an area's and stays as it is.
const AREA: u32 = 300;
/// How far a channel of an edge's colour may be off: the least that leaves 256 colours, so that a byte a pixel says which. Less than the first saves
/// nothing that is seen: an edge is a pixel wide.
const PALETTE_TOLERANCES: [u8; 4] = [12, 16, 20, 24];
/// The same for a picture that needs more colours.
const RGB_TOLERANCE: u8 = 16;
/// Most of a picture is of one colour for long: so many pixels are looked at together.
const TOGETHER: usize = 8;

/// Writes the lines of a picture, `width` wide, for [`png::encode`], and gives their colours, if they are few enough. Photographs are off by 2 at most
/// in a channel.
pub fn lines(buffers: &mut Buffers, tints: &[Tint], width: usize) -> Option<Vec<Tint>> {
    buffers.grain.clear();
    let (counts, appeared, photographs) = count(&buffers.pixels, tints.len());
    let colours = Colours { tints, counts };
    let order = colours.order();
    if !photographs {
        for tolerance in PALETTE_TOLERANCES {
            let (kept, becomes) = colours.thin(&order, tolerance, 256);
            if kept.len() <= 256 {
                let (palette, becomes) = in_order(&kept, &becomes, &appeared);
                with_palette(buffers, &becomes, width);
                return Some(palette);
            }
        }
    }
    let (kept, becomes) = colours.thin(&order, RGB_TOLERANCE, usize::MAX);
    let becomes: Vec<Tint> = becomes
        .iter()
        .map(|number| kept[usize::from(*number)])
        .collect();
    with_rgb(buffers, &becomes, width);
    None
}

/// The kept colours in the order in which the picture has them, and for each number which of them it becomes. Lines begin with the filter's number, mostly 0, and
/// are packed better where that is the first pixel's number as well; and where colours of the same part of the picture have numbers that are close.
fn in_order(kept: &[Tint], becomes: &[u16], appeared: &[u16]) -> (Vec<Tint>, Vec<u8>) {
    let mut palette = Vec::with_capacity(kept.len());
    let mut places = vec![None; kept.len()];
    for number in appeared {
        let which = usize::from(becomes[usize::from(*number)]);
        if places[which].is_none() {
            places[which] = Some(palette.len() as u8);
            palette.push(kept[which]);
        }
    }
    // What no pixel has becomes anything.
    let becomes = becomes
        .iter()
        .map(|which| places[usize::from(*which)].unwrap_or_default());
    (palette, becomes.collect())
}

/// A byte a pixel: the colour that its own has become.
fn with_palette(buffers: &mut Buffers, becomes: &[u8], width: usize) {
    buffers.room_for_lines(buffers.pixels.len() / width * (width + 1));
    let rows = buffers.pixels.chunks_exact(width);
    let mut above: &[u16] = &[];
    for (row, line) in rows.zip(buffers.lines.chunks_exact_mut(width + 1)) {
        if row == above {
            line.fill(0);
            line[0] = png::UP;
        } else {
            line[0] = png::NO_FILTER;
            convert(row, &mut line[1..], |number| becomes[usize::from(number)]);
        }
        above = row;
    }
}

/// Three bytes a pixel. Rows with photographs, which hardly ever repeat anything, tell only how they differ from the row above.
fn with_rgb(buffers: &mut Buffers, becomes: &[Tint], width: usize) {
    buffers.room_for_lines(buffers.pixels.len() / width * (width * 3 + 1));
    let rows = buffers.pixels.chunks_exact(width);
    let mut above: &[u16] = &[];
    let (mut shown, mut shown_above) = (vec![[0; 3]; width], vec![[0; 3]; width]);
    let photographs = buffers.photographs.chunks(width).map(Some);
    let stride = width * 3 + 1;
    let lines = buffers.lines.chunks_exact_mut(stride).enumerate();
    for ((row, photographs), (number, line)) in rows
        .zip(photographs.chain(std::iter::repeat(None)))
        .zip(lines)
    {
        let has_photographs = row.contains(&PHOTOGRAPH);
        if row == above && !has_photographs {
            line.fill(0);
            line[0] = png::UP;
            continue;
        }
        // A photograph's pixels have no number, so that nothing is taken for theirs.
        convert(row, &mut shown, |number| {
            becomes
                .get(usize::from(number))
                .copied()
                .unwrap_or_default()
        });
        if let Some(photographs) = photographs.filter(|_| has_photographs) {
            let mut from = 0;
            for part in row.chunk_by(|one, other| (*one == PHOTOGRAPH) == (*other == PHOTOGRAPH)) {
                let to = from + part.len();
                if part[0] == PHOTOGRAPH {
                    for (tint, channels) in shown[from..to].iter_mut().zip(&photographs[from..to]) {
                        *tint = channels.map(coarse);
                    }
                    let first = number * stride + 1;
                    buffers.grain.push(first + from * 3..first + to * 3);
                }
                from = to;
            }
        }
        let (filter, line) = line.split_at_mut(1);
        if has_photographs {
            filter[0] = png::UP;
            let bytes = shown.as_flattened().iter().zip(shown_above.as_flattened());
            for (byte, (here, above)) in line.iter_mut().zip(bytes) {
                *byte = here.wrapping_sub(*above);
            }
        } else {
            filter[0] = png::NO_FILTER;
            line.copy_from_slice(shown.as_flattened());
        }
        std::mem::swap(&mut shown, &mut shown_above);
        above = row;
    }
}

/// How many pixels there are of each colour, the colours in the order in which they appear, and whether there are photographs.
fn count(pixels: &[u16], colours: usize) -> (Vec<u32>, Vec<u16>, bool) {
    let mut counts = vec![0; colours];
    let mut appeared = Vec::with_capacity(colours);
    let mut photographs = false;
    let mut add = |number: u16, count: u32| match number {
        PHOTOGRAPH => photographs = true,
        number => {
            let known = &mut counts[usize::from(number)];
            if *known == 0 {
                appeared.push(number);
            }
            *known += count;
        }
    };
    let (groups, rest) = pixels.as_chunks::<TOGETHER>();
    for group in groups {
        if *group == [group[0]; TOGETHER] {
            add(group[0], TOGETHER as u32);
        } else {
            group.iter().for_each(|number| add(*number, 1));
        }
    }
    rest.iter().for_each(|number| add(*number, 1));
    (counts, appeared, photographs)
}

/// Writes for each pixel what its number stands for.
fn convert<T: Copy>(row: &[u16], line: &mut [T], of: impl Fn(u16) -> T) {
    let (groups, rest) = row.as_chunks::<TOGETHER>();
    let (to_groups, to_rest) = line.as_chunks_mut::<TOGETHER>();
    for (group, to) in groups.iter().zip(to_groups) {
        if *group == [group[0]; TOGETHER] {
            *to = [of(group[0]); TOGETHER];
            continue;
        }
        // One by one: a test's build, which is not optimised, takes many times as long to map an array.
        for (number, to) in group.iter().zip(to) {
            *to = of(*number);
        }
    }
    for (number, to) in rest.iter().zip(to_rest) {
        *to = of(*number);
    }
}

/// A channel's upper six bits. The others are always the same, so that what is left between two rows is a multiple of four as well.
fn coarse(channel: u8) -> u8 {
    channel & 0xfc | 2
}

/// The colours of a picture with how many pixels have each.
struct Colours<'a> {
    tints: &'a [Tint],
    counts: Vec<u32>,
}

impl Colours<'_> {
    /// The numbers, beginning with what most pixels have.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.tints.len()).collect();
        order.retain(|number| self.counts[*number] > 0);
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

    const WIDTH: usize = 64;

    /// A picture 64 pixels wide: areas of two colours that are close, and in the last row a pixel of each of many others. With its colours.
    fn picture(others: u16) -> (Buffers, Vec<Tint>) {
        let mut tints = vec![[20, 30, 40], [22, 30, 40]];
        tints.extend((0..others).map(|index| [20 + (index * 3) as u8, 200, 100]));
        let mut pixels = vec![0; WIDTH * 20];
        pixels.extend(vec![1; WIDTH * 20]);
        pixels.extend((0..WIDTH as u16).map(|index| if index < others { index + 2 } else { 0 }));
        let mut buffers = Buffers::take();
        buffers.pixels = pixels;
        (buffers, tints)
    }

    /// What somebody sees of lines of so many bytes a pixel: their filters undone.
    fn shown(lines: &[u8], bytes: usize) -> Vec<u8> {
        let (mut shown, mut above) = (Vec::new(), vec![0; WIDTH * bytes]);
        for line in lines.chunks_exact(WIDTH * bytes + 1) {
            let is_up = match line[0] {
                png::NO_FILTER => 0,
                png::UP => 1,
                other => panic!("nobody uses the filter {other}"),
            };
            for (above, byte) in above.iter_mut().zip(&line[1..]) {
                *above = byte.wrapping_add(*above * is_up);
            }
            shown.extend(&above);
        }
        shown
    }

    #[test]
    fn areas_are_exact_and_edges_off_by_little() {
        let (mut buffers, tints) = picture(64);
        let colours = lines(&mut buffers, &tints, WIDTH).expect("66 colours are few enough");
        assert!(colours.len() < 66, "some have become others");
        let shown = shown(&buffers.lines, 1);
        assert_eq!(shown.len(), buffers.pixels.len());
        let mut highest = 0;
        for number in &shown {
            assert!(*number <= highest, "they are numbered as they come");
            highest = highest.max(number + 1);
        }
        assert_eq!(usize::from(highest), colours.len());
        for (index, number) in shown.iter().zip(&buffers.pixels) {
            let (now, before) = (colours[usize::from(*index)], tints[usize::from(*number)]);
            let off = (0..3)
                .map(|channel| now[channel].abs_diff(before[channel]))
                .max();
            let most = if *number < 2 {
                0
            } else {
                PALETTE_TOLERANCES[0]
            };
            assert!(off <= Some(most), "{before:?} became {now:?}");
        }
    }

    #[test]
    fn photographs_keep_six_bits() {
        let (mut buffers, tints) = picture(64);
        let count = buffers.pixels.len();
        buffers.photographs = (0..count).map(|pixel| [pixel as u8, 0, 255]).collect();
        // They are in the middle of the last rows.
        let is_photograph = |pixel: usize| pixel > WIDTH * 35 && pixel % WIDTH / 20 == 1;
        for pixel in (0..count).filter(|pixel| is_photograph(*pixel)) {
            buffers.pixels[pixel] = PHOTOGRAPH;
        }
        assert_eq!(lines(&mut buffers, &tints, WIDTH), None);
        let shown = shown(&buffers.lines, 3);
        for (pixel, now) in shown.as_chunks::<3>().0.iter().enumerate() {
            let (before, most) = match buffers.pixels[pixel] {
                PHOTOGRAPH => (buffers.photographs[pixel], 2),
                number => (tints[usize::from(number)], RGB_TOLERANCE),
            };
            for channel in 0..3 {
                let off = now[channel].abs_diff(before[channel]);
                assert!(off <= most, "{before:?} became {now:?}");
            }
        }
    }
}
