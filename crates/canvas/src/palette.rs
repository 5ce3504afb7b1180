//! Chooses at most 256 colours for a picture or for all frames of an animation. The edges of shapes
//! and letters have thousands of colours that nobody can distinguish.

use std::collections::HashMap;

use super::Tint;

/// A colour with at least this many pixels is an area, and stays exact while there is room.
const AREA: u32 = 300;
/// How far a channel of an edge's colour may be off, to reuse an existing colour. A picture uses
/// the smallest of these that leaves few enough colours.
const TOLERANCES: [u8; 4] = [12, 16, 20, 24];

/// The colours so far, and the colour that replaces each requested one.
pub struct Palette {
    tints: Vec<Tint>,
    becomes: HashMap<Tint, u8>,
    most: usize,
    most_for_edges: usize,
    tolerance: u8,
    /// The largest error of a colour so far.
    worst: u8,
}

impl Palette {
    /// The palette of one picture, and the index of each pixel. None if the picture needs more
    /// colours. `pixels` are indices into `tints`.
    pub fn of_picture(pixels: &[u16], tints: &[Tint]) -> Option<(Palette, Vec<u8>)> {
        TOLERANCES.into_iter().find_map(|tolerance| {
            let mut palette = Palette::new(256, 256, tolerance);
            let indices = palette.indices(pixels, tints);
            (palette.worst <= tolerance).then_some((palette, indices))
        })
    }

    /// A palette for an animation: the last index isn't a colour, edges in early frames leave room
    /// for areas in later ones, and all frames have the colours of people's `portraits`.
    pub fn of_frames(portraits: &[Tint]) -> Palette {
        let mut palette = Palette::new(255, 160 + portraits.len() / 2, TOLERANCES[0]);
        for tint in portraits {
            palette.index(*tint, AREA);
        }
        palette
    }

    fn new(most: usize, most_for_edges: usize, tolerance: u8) -> Palette {
        Palette {
            tints: Vec::new(),
            becomes: HashMap::new(),
            most,
            most_for_edges,
            tolerance,
            worst: 0,
        }
    }

    /// Each colour at its index.
    pub fn tints(&self) -> &[Tint] {
        &self.tints
    }

    /// The index of each pixel's colour. `pixels` are indices into `tints`. A colour keeps its
    /// index in all frames, so that unchanged parts look the same.
    pub fn indices(&mut self, pixels: &[u16], tints: &[Tint]) -> Vec<u8> {
        let mut counts = vec![0_u32; tints.len()];
        for number in pixels {
            counts[usize::from(*number)] += 1;
        }
        let mut order: Vec<usize> = (0..tints.len())
            .filter(|number| counts[*number] > 0)
            .collect();
        order.sort_by_key(|number| std::cmp::Reverse(counts[*number]));
        let mut indices = vec![0; tints.len()];
        for number in order {
            indices[number] = self.index(tints[number], counts[number]);
        }
        pixels
            .iter()
            .map(|number| indices[usize::from(*number)])
            .collect()
    }

    fn index(&mut self, tint: Tint, count: u32) -> u8 {
        // Areas are exact, even if they were small when they first appeared.
        if let Some(index) = self.becomes.get(&tint)
            && (count < AREA || self.tints[usize::from(*index)] == tint)
        {
            return *index;
        }
        let nearest = self
            .tints
            .iter()
            .enumerate()
            .min_by_key(|(_, other)| distance(tint, **other));
        let (near_enough, room) = match count {
            AREA.. => (0, self.most),
            _ => (self.tolerance, self.most_for_edges),
        };
        let index = match nearest {
            Some((index, other))
                if distance(tint, *other) <= near_enough || self.tints.len() >= room =>
            {
                self.worst = self.worst.max(distance(tint, *other));
                index
            }
            _ => {
                self.tints.push(tint);
                self.tints.len() - 1
            }
        };
        // There are at most 256.
        let index = index as u8;
        self.becomes.insert(tint, index);
        index
    }
}

/// The largest difference in a channel.
fn distance(one: Tint, other: Tint) -> u8 {
    let off = |channel: usize| one[channel].abs_diff(other[channel]);
    off(0).max(off(1)).max(off(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Areas of two similar colours, and one pixel each of `others` more.
    fn picture(others: u16) -> (Vec<u16>, Vec<Tint>) {
        let mut tints = vec![[20, 30, 40], [22, 30, 40]];
        tints.extend((0..others).map(|index| [(index * 7) as u8, (index / 3) as u8, 100]));
        let mut pixels = vec![0; AREA as usize];
        pixels.extend(vec![1; AREA as usize]);
        pixels.extend((0..others).map(|index| index + 2));
        (pixels, tints)
    }

    #[test]
    fn areas_are_exact_and_edges_nearly_so() {
        let (pixels, tints) = picture(60);
        let (palette, indices) = Palette::of_picture(&pixels, &tints).expect("few colours");
        assert!(
            palette.tints().len() < tints.len(),
            "some colours were merged"
        );
        for (index, number) in indices.iter().zip(&pixels) {
            let now = palette.tints()[usize::from(*index)];
            let before = tints[usize::from(*number)];
            let most = if *number < 2 { 0 } else { TOLERANCES[0] };
            assert!(distance(now, before) <= most, "{before:?} became {now:?}");
        }
    }

    #[test]
    fn a_picture_of_very_many_colours_has_no_palette() {
        let (mut pixels, mut tints) = picture(0);
        let levels = (0..=255).step_by(25);
        for red in levels.clone() {
            for (green, blue) in levels
                .clone()
                .flat_map(|green| levels.clone().map(move |blue| (green, blue)))
            {
                pixels.push(tints.len() as u16);
                tints.push([red as u8, green as u8, blue as u8]);
            }
        }
        assert!(Palette::of_picture(&pixels, &tints).is_none());
        let mut palette = Palette::of_frames(&[]);
        palette.indices(&pixels, &tints);
        assert_eq!(palette.tints().len(), 160, "later areas have room");
    }
}
