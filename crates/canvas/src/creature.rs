//! Generated faces: a creature for each person without an avatar. It depends only on the name and
//! has no letters, so that a person looks the same in every picture. In one picture, no two have
//! the same ground and coat while there are other combinations.

use std::collections::HashSet;
use std::sync::Arc;

use super::bitmap::Bitmap;
use super::cache::Cache;
use super::{Area, Canvas, Colour, Line, Shape, Spot};

const GROUNDS: [u32; 12] = [
    0x264e86, 0x7a3b69, 0x2c6e63, 0x8a4b2a, 0x4a4e9c, 0x6b7a2a, 0x8d3545, 0x35637a, 0x5b4636,
    0x3f6b3a, 0x6f4ea0, 0x4d5a6b,
];
const COATS: [u32; 9] = [
    0xf6d365, 0x8fd3f4, 0xf7a8b8, 0xa8e6a1, 0xe9e2d0, 0xf79b5b, 0xc3a6f2, 0x7fe0d0, 0xd98e73,
];

/// How many pixels of creatures are kept before the cache is emptied: 4 MB.
const MAX_PIXELS: usize = 2 << 20;

/// The grounds for creatures in one picture. Each gets its own, unless an earlier one has the same
/// ground and coat; then it gets the next free one.
pub fn grounds<'a>(names: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let mut used = HashSet::new();
    let ground = |name| {
        let mut chance = Chance::of(name);
        let first = chance.below(GROUNDS.len());
        let coat = chance.below(COATS.len());
        let mut others = (0..GROUNDS.len()).map(|on| (first + on) % GROUNDS.len());
        let free = others.find(|ground| !used.contains(&(*ground, coat)));
        let ground = free.unwrap_or(first);
        used.insert((ground, coat));
        ground
    };
    names.map(ground).collect()
}

/// The creature of a name, `side` pixels wide. `ground` is one of [`grounds`]; None is its own.
pub fn of(name: &str, ground: Option<usize>, side: u32) -> Arc<Bitmap> {
    kept((name.to_owned(), ground, side), || draw(name, ground, side))
}

/// The shape of an unknown person.
pub fn unknown(side: u32) -> Arc<Bitmap> {
    // Nobody's name is empty.
    kept((String::new(), None, side), || draw_unknown(side))
}

/// The cached drawing, or a new one.
fn kept(key: Key, draw: impl FnOnce() -> Bitmap) -> Arc<Bitmap> {
    static CACHE: Cache<Key, Bitmap> = Cache::new();
    let size = |creature: &Bitmap| creature.side.pow(2);
    CACHE.get(key, |_| draw(), size, MAX_PIXELS)
}

/// A name, a ground and a size.
type Key = (String, Option<usize>, u32);

fn draw(name: &str, ground: Option<usize>, side: u32) -> Bitmap {
    let mut chance = Chance::of(name);
    let usual_ground = chance.below(GROUNDS.len());
    let ground = Colour::hex(GROUNDS[ground.unwrap_or(usual_ground)]);
    let coat = Colour::hex(COATS[chance.below(COATS.len())]);
    let sheet = Sheet {
        canvas: Canvas::new(side, side, ground),
        side: side as f32,
        coat,
        shade: coat.mix(Colour::hex(0x201820), 0.35),
        dark: Colour::hex(0x241c2b),
    };
    sheet.draw(&mut chance)
}

fn draw_unknown(side: u32) -> Bitmap {
    let mut canvas = Canvas::new(side, side, Colour::hex(0x6d7688));
    let full = side as f32;
    let pale = Colour::hex(0xd5dae4);
    canvas.fill(&Shape::circle((full * 0.5, full * 0.4), full * 0.19), pale);
    let shoulders = Area::new(full * 0.17, full * 0.64, full * 0.66, full * 0.6);
    canvas.fill(&Shape::ellipse(shoulders), pale);
    canvas.into_bitmap()
}

struct Sheet {
    canvas: Canvas,
    side: f32,
    coat: Colour,
    shade: Colour,
    dark: Colour,
}

impl Sheet {
    /// A spot a whole number of pixels from the middle, so that both eyes and both halves of an ear
    /// are equal.
    fn at(&self, x: f32, y: f32) -> Spot {
        let whole = |share: f32| self.side / 2.0 + ((share - 0.5) * self.side).round();
        (whole(x), whole(y))
    }

    /// An area on whole pixels.
    fn area(&self, x: f32, y: f32, width: f32, height: f32) -> Area {
        Area::new(
            x * self.side,
            y * self.side,
            width * self.side,
            height * self.side,
        )
        .snapped()
    }

    fn line(&self, width: f32) -> Line {
        Line::new(self.dark, width * self.side)
    }

    fn draw(mut self, chance: &mut Chance) -> Bitmap {
        self.ears(chance.below(7));
        self.head(chance.below(3));
        self.marks(chance.below(5));
        self.eyes(chance.below(6));
        self.mouth(chance.below(6));
        self.canvas.into_bitmap()
    }

    fn ears(&mut self, kind: usize) {
        for flip in [false, true] {
            let x = |x: f32| if flip { 1.0 - x } else { x };
            match kind {
                // A cat's, a bear's, a hare's, a bull's, a snail's, a dog's; or none.
                0 => {
                    let ear = [
                        self.at(x(0.2), 0.5),
                        self.at(x(0.2), 0.1),
                        self.at(x(0.48), 0.32),
                    ];
                    self.canvas.fill(&Shape::polygon(&ear), self.coat);
                }
                1 => {
                    let centre = self.at(x(0.26), 0.28);
                    self.canvas
                        .fill(&Shape::circle(centre, self.side * 0.14), self.coat);
                    self.canvas
                        .fill(&Shape::circle(centre, self.side * 0.07), self.shade);
                }
                2 => {
                    let left = if flip { 0.54 } else { 0.32 };
                    let (ear, inner) = (
                        self.area(left, 0.02, 0.14, 0.46),
                        self.area(left + 0.04, 0.08, 0.06, 0.34),
                    );
                    self.canvas.fill(&Shape::ellipse(ear), self.coat);
                    self.canvas.fill(&Shape::ellipse(inner), self.shade);
                }
                3 => {
                    let horn = [
                        self.at(x(0.36), 0.38),
                        self.at(x(0.12), 0.16),
                        self.at(x(0.22), 0.46),
                    ];
                    self.canvas
                        .fill(&Shape::polygon(&horn), Colour::hex(0xf3ead7));
                }
                4 => {
                    let (foot, tip) = (self.at(x(0.42), 0.36), self.at(x(0.34), 0.12));
                    let stalk = Line::new(self.coat, self.side * 0.045);
                    self.canvas.stroke(&Shape::line(foot, tip), stalk);
                    self.canvas
                        .fill(&Shape::circle(tip, self.side * 0.06), self.shade);
                }
                5 => {
                    let left = if flip { 0.74 } else { 0.1 };
                    let ear = self.area(left, 0.32, 0.16, 0.42);
                    self.canvas.fill(&Shape::ellipse(ear), self.shade);
                }
                _ => {}
            }
        }
    }

    fn head(&mut self, kind: usize) {
        let head = match kind {
            0 => Shape::circle(self.at(0.5, 0.57), self.side * 0.33),
            1 => Shape::rounded(self.area(0.19, 0.27, 0.62, 0.6), self.side * 0.16),
            _ => Shape::ellipse(self.area(0.16, 0.3, 0.68, 0.54)),
        };
        self.canvas.fill(&head, self.coat);
    }

    fn marks(&mut self, kind: usize) {
        match kind {
            // A tuft, cheeks, a patch, freckles; or none.
            0 => {
                let tuft = [
                    self.at(0.4, 0.3),
                    self.at(0.5, 0.14),
                    self.at(0.6, 0.3),
                    self.at(0.5, 0.36),
                ];
                self.canvas.fill(&Shape::polygon(&tuft), self.shade);
            }
            1 => {
                for x in [0.29, 0.71] {
                    let cheek = Shape::circle(self.at(x, 0.64), self.side * 0.055);
                    self.canvas
                        .fill(&cheek, Colour::hex(0xe8635a).with_alpha(150));
                }
            }
            2 => {
                let patch = Shape::circle(self.at(0.37, 0.5), self.side * 0.125);
                self.canvas.fill(&patch, self.shade);
            }
            3 => {
                for (x, y) in [(0.3, 0.6), (0.36, 0.66), (0.7, 0.6), (0.64, 0.66)] {
                    let spot = Shape::circle(self.at(x, y), self.side * 0.022);
                    self.canvas.fill(&spot, self.shade);
                }
            }
            _ => {}
        }
    }

    fn eyes(&mut self, kind: usize) {
        let white = Colour::hex(0xffffff);
        if kind == 5 {
            // One eye only.
            let centre = self.at(0.5, 0.5);
            self.canvas
                .fill(&Shape::circle(centre, self.side * 0.14), white);
            self.canvas
                .fill(&Shape::circle(centre, self.side * 0.07), self.dark);
            return;
        }
        for x in [0.37, 0.63] {
            let centre = self.at(x, 0.5);
            let circle = |radius: f32| Shape::circle(centre, self.side * radius);
            match kind {
                0 => self.canvas.fill(&circle(0.05), self.dark),
                1 => {
                    let (eye, pupil) = (circle(0.09), circle(0.045));
                    self.canvas.fill(&eye, white);
                    self.canvas.fill(&pupil, self.dark);
                }
                2 => {
                    // Closed, smiling.
                    let lid = Shape::arc(self.at(x, 0.53), self.side * 0.07, 0.54, 0.96);
                    self.canvas.stroke(&lid, self.line(0.035));
                }
                3 => {
                    // Spectacles.
                    let (glass, pupil) = (circle(0.095), circle(0.035));
                    self.canvas.fill(&glass, white);
                    self.canvas.stroke(&glass, self.line(0.03));
                    self.canvas.fill(&pupil, self.dark);
                    let bridge = Shape::line(self.at(0.46, 0.49), self.at(0.54, 0.49));
                    self.canvas.stroke(&bridge, self.line(0.03));
                }
                _ => {
                    // Half closed.
                    let (eye, pupil) = (circle(0.08), circle(0.045));
                    self.canvas.fill(&eye, white);
                    self.canvas.fill(&pupil, self.dark);
                    let lid = self.area(x - 0.1, 0.4, 0.2, 0.09);
                    self.canvas.fill(&Shape::rectangle(lid), self.shade);
                }
            }
        }
    }

    fn mouth(&mut self, kind: usize) {
        let middle = self.at(0.5, 0.66);
        match kind {
            0 => {
                let smile = Shape::arc(middle, self.side * 0.1, 0.08, 0.42);
                self.canvas.stroke(&smile, self.line(0.035));
            }
            1 => self.canvas.fill(
                &Shape::circle(self.at(0.5, 0.72), self.side * 0.055),
                self.dark,
            ),
            2 => {
                let straight = Shape::line(self.at(0.42, 0.72), self.at(0.58, 0.72));
                self.canvas.stroke(&straight, self.line(0.035));
            }
            3 => {
                // Two teeth.
                let wide = Shape::line(self.at(0.38, 0.69), self.at(0.62, 0.69));
                for x in [0.43, 0.51] {
                    let tooth = self.area(x, 0.69, 0.06, 0.08);
                    self.canvas
                        .fill(&Shape::rectangle(tooth), Colour::hex(0xffffff));
                }
                self.canvas.stroke(&wide, self.line(0.03));
            }
            4 => {
                // A beak.
                let beak = [self.at(0.41, 0.63), self.at(0.59, 0.63), self.at(0.5, 0.78)];
                self.canvas
                    .fill(&Shape::polygon(&beak), Colour::hex(0xf08a24));
            }
            _ => {
                let wide = Shape::arc(self.at(0.5, 0.65), self.side * 0.12, 0.0, 0.5);
                self.canvas.fill(&wide, self.dark);
                let tongue = Shape::circle(self.at(0.5, 0.73), self.side * 0.035);
                self.canvas.fill(&tongue, Colour::hex(0xe8635a));
            }
        }
    }
}

/// Pseudo-random numbers that depend only on a name.
struct Chance(u64);

impl Chance {
    /// FNV-1a over the name's bytes.
    fn of(name: &str) -> Chance {
        let sum = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Chance(name.bytes().fold(0xcbf2_9ce4_8422_2325, sum))
    }

    /// The next number below `most`, by SplitMix64.
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed % most as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_in_a_picture_share_both_ground_and_coat() {
        // By name alone, the first two would share both.
        let few = ["Anna-Lena", "Mister", "Anna", "Mister Z"];
        let many: Vec<String> = (0..255).map(|index| format!("P{index}")).collect();
        let coat = |name: &str| {
            let mut chance = Chance::of(name);
            (chance.below(GROUNDS.len()), chance.below(COATS.len()))
        };
        assert_eq!(coat("Anna-Lena"), coat("Mister"));
        let looks = |names: &[&str]| {
            let grounds = grounds(names.iter().copied());
            let both = grounds.into_iter().zip(names);
            let both: Vec<_> = both.map(|(ground, name)| (ground, coat(name).1)).collect();
            let distinct: HashSet<_> = both.iter().copied().collect();
            (both, distinct.len())
        };
        let (both, distinct) = looks(&few);
        assert_eq!(distinct, few.len());
        // A creature without a double looks the same as everywhere.
        for at in [0, 2, 3] {
            assert_eq!(both[at], coat(few[at]), "{}", few[at]);
        }
        // With more people than looks, some look alike.
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let (both, distinct) = looks(&many);
        assert_eq!(both.len(), many.len());
        assert!(distinct > 90, "{distinct}");
    }
}
