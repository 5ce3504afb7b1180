//! The canvas: filled and outlined shapes, bitmaps, text. A pixel is the number of a colour, or
//! belongs to a photograph.

use super::bitmap::{Bitmap, Pixels};
use super::coverage::{Coverage, FULL};
use super::inks::{self, Inks, PHOTOGRAPH};
use super::palette::Palette;
use super::{Align, Area, Colour, Shape, Spot, TextStyle, Tint, outline, text};

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// A PNG file.
    pub png: Vec<u8>,
    /// In pixels.
    pub width: u32,
    pub height: u32,
}

/// The longest side of a picture in pixels. A larger one would be shown too small to be useful.
const MAX_SIDE: u32 = 8192;

/// An unfinished picture, opaque from the start.
///
/// ```
/// use canvas::{Align, Area, Canvas, Colour, Shape, TextStyle};
///
/// let mut canvas = Canvas::new(200, 100, Colour::hex(0x101820));
/// let area = Area::new(10.0, 10.0, 180.0, 80.0);
/// canvas.fill(&Shape::rounded(area, 12.0), Colour::hex(0x3366cc));
/// let white = TextStyle::bold(32.0, Colour::hex(0xffffff));
/// canvas.write("Round 3", area.centre(), 160.0, Align::Centre, &white);
/// let picture = canvas.finish();
/// assert_eq!((picture.width, picture.height), (200, 100));
/// ```
pub struct Canvas {
    width: usize,
    height: usize,
    inks: Inks,
    layers: Layers,
}

/// What has been drawn so far.
#[derive(Default)]
struct Layers {
    /// The number of each pixel's colour.
    numbers: Vec<u16>,
    /// The pixels of photographs; empty if there are none.
    photographs: Vec<Tint>,
}

/// What a shape is filled with.
#[derive(Clone, Copy, Debug)]
pub enum Fill {
    Plain(Colour),
    /// Lines rising to the right, from the shape's top left corner on.
    Hatch {
        ground: Colour,
        ink: Colour,
        /// The distance between two lines in pixels, from 4.
        step: u32,
    },
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub colour: Colour,
    pub width: f32,
    /// The length of a dash and of the gap after it.
    pub dash: Option<(f32, f32)>,
}

impl From<Colour> for Fill {
    fn from(colour: Colour) -> Self {
        Fill::Plain(colour)
    }
}

impl Line {
    pub const fn new(colour: Colour, width: f32) -> Line {
        Line {
            colour,
            width,
            dash: None,
        }
    }

    pub const fn dashed(colour: Colour, width: f32, dash: f32, gap: f32) -> Line {
        Line {
            colour,
            width,
            dash: Some((dash, gap)),
        }
    }
}

impl Canvas {
    /// Each side is 1 to 8192 pixels long; larger sizes are cut to that.
    pub fn new(width: u32, height: u32, ground: Colour) -> Canvas {
        let mut canvas = Canvas {
            width: width.clamp(1, MAX_SIDE) as usize,
            height: height.clamp(1, MAX_SIDE) as usize,
            inks: Inks::default(),
            layers: Layers::default(),
        };
        // The first colour has the number 0.
        canvas.inks.number(ground.tint());
        canvas.layers.numbers = vec![0; canvas.width * canvas.height];
        canvas
    }

    pub fn height(&self) -> u32 {
        self.height as u32
    }

    /// Adds `by` rows of ground below. The canvas must not have photographs.
    pub fn lengthen(&mut self, by: u32) {
        self.height = (self.height + by as usize).min(MAX_SIDE as usize);
        self.layers.numbers.resize(self.width * self.height, 0);
    }

    pub fn fill(&mut self, shape: &Shape, fill: impl Into<Fill>) {
        let Some((coverage, at)) = outline::filled(shape) else {
            return;
        };
        match fill.into() {
            Fill::Plain(colour) => self.lay(&coverage, at, colour),
            Fill::Hatch { ground, ink, step } => {
                let bitmap = hatch(ground, ink, step.max(4));
                // Squares start at the shape's corner, so that equal shapes look equal.
                self.lay_bitmap(&coverage, at, &bitmap, at);
            }
        }
    }

    /// Draws a shape's outline, half of the line's width on each side.
    pub fn stroke(&mut self, shape: &Shape, line: Line) {
        if let Some((coverage, at)) = outline::stroked(shape, line) {
            self.lay(&coverage, at, line.colour);
        }
    }

    /// Lays the disc that fits into a square bitmap. The bitmap's top left corner is at this pixel.
    pub fn disc(&mut self, bitmap: &Bitmap, (left, top): (i32, i32)) {
        let radius = bitmap.side as f32 / 2.0;
        let centre = (left as f32 + radius, top as f32 + radius);
        if let Some((coverage, at)) = outline::filled(&Shape::circle(centre, radius)) {
            self.lay_bitmap(&coverage, at, bitmap, (left, top));
        }
    }

    /// Writes one line of text. Its capitals are centred on the spot's height, and it is `align`ed
    /// to the spot. If it is wider than `most_width` it gets smaller, down to the style's least
    /// size, and then ends in an ellipsis. Returns its width.
    pub fn write(
        &mut self,
        text: &str,
        at: Spot,
        most_width: f32,
        align: Align,
        style: &TextStyle,
    ) -> f32 {
        let line = text::draw_line(text, most_width, style);
        let left = match align {
            Align::Left => at.0,
            Align::Centre => at.0 - line.width / 2.0,
            Align::Right => at.0 - line.width,
        };
        let at = (left.round() as i32, (at.1 + line.rise).round() as i32);
        self.lay(&line.letters, at, style.colour);
        for (emoji, (right, down)) in &line.emoji {
            self.lay_emoji(emoji, (at.0 + right, at.1 + down));
        }
        line.width
    }

    /// A rounded panel with text in its middle.
    pub fn pill(&mut self, text: &str, area: Area, ground: Colour, style: &TextStyle) {
        self.fill(&Shape::rounded(area, area.height / 2.0), ground);
        let width = area.width - area.height * 0.6;
        self.write(text, area.centre(), width, Align::Centre, style);
    }

    /// The drawing so far, without photographs: its width, the number of each pixel's colour, and
    /// each colour at its number.
    pub fn numbered(&self) -> (usize, &[u16], &[Tint]) {
        (self.width, &self.layers.numbers, self.inks.tints())
    }

    /// Turns a square canvas into a bitmap for [`Canvas::disc`].
    pub(super) fn into_bitmap(self) -> Bitmap {
        Bitmap {
            side: self.width,
            pixels: Pixels::Drawn {
                numbers: self.layers.numbers.clone(),
                tints: self.inks.tints().to_vec(),
            },
        }
    }

    /// The finished picture: one byte per pixel, or red, green and blue if it needs more than 256
    /// colours.
    pub fn finish(self) -> Picture {
        let (width, height) = (self.width as u32, self.height as u32);
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_depth(png::BitDepth::Eight);
        // Boards are flat, so filters would only hide repetitions.
        encoder.set_filter(png::Filter::NoFilter);
        let indexed = if self.layers.photographs.is_empty() {
            Palette::of_picture(&self.layers.numbers, self.inks.tints())
        } else {
            None
        };
        let pixels = if let Some((palette, indices)) = indexed {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(palette.tints().as_flattened().to_vec());
            indices
        } else {
            encoder.set_color(png::ColorType::Rgb);
            let mut channels = Vec::with_capacity(3 * self.layers.numbers.len());
            for pixel in 0..self.layers.numbers.len() {
                channels.extend_from_slice(&self.tint(pixel));
            }
            channels
        };
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&pixels)?;
            writer.finish()
        });
        // Writing to memory cannot fail, and there are as many pixels as the header says.
        written.expect("a picture that fits its header");
        Picture {
            png: file,
            width,
            height,
        }
    }

    /// Lays a colour over the covered pixels, with the coverage's origin at this pixel.
    fn lay(&mut self, coverage: &Coverage, at: (i32, i32), colour: Colour) {
        let number = self.inks.number(colour.tint());
        coverage.each(at, (self.width, self.height), |row, columns, level| {
            let share = share(level, colour.alpha);
            let from = row * self.width;
            if share == 255 {
                self.layers.numbers[from + columns.start..from + columns.end].fill(number);
                return;
            }
            for pixel in from + columns.start..from + columns.end {
                lay(&mut self.layers, &mut self.inks, pixel, number, share);
            }
        });
    }

    /// Lays a bitmap over the covered pixels, repeated as often as needed. One of its corners is at
    /// this pixel.
    fn lay_bitmap(
        &mut self,
        coverage: &Coverage,
        at: (i32, i32),
        bitmap: &Bitmap,
        (left, top): (i32, i32),
    ) {
        let side = bitmap.side;
        let within = |at: usize, from: i32| (at as i32 - from).rem_euclid(side as i32) as usize;
        let here: Vec<u16> = match &bitmap.pixels {
            Pixels::Drawn { tints, .. } => {
                tints.iter().map(|tint| self.inks.number(*tint)).collect()
            }
            Pixels::Photograph(_) => {
                let photographs = &mut self.layers.photographs;
                photographs.resize(self.layers.numbers.len(), [0; 3]);
                Vec::new()
            }
        };
        coverage.each(at, (self.width, self.height), |row, columns, level| {
            let share = share(level, 255);
            let line = within(row, top) * side;
            let mut skip = within(columns.start, left);
            let (mut next, end) = (
                row * self.width + columns.start,
                row * self.width + columns.end,
            );
            while next < end {
                let count = (side - skip).min(end - next);
                let (to, part) = (next..next + count, line + skip..line + skip + count);
                match &bitmap.pixels {
                    Pixels::Drawn { numbers, .. } if share == 255 => {
                        for (pixel, number) in
                            self.layers.numbers[to].iter_mut().zip(&numbers[part])
                        {
                            *pixel = here[usize::from(*number)];
                        }
                    }
                    Pixels::Drawn { numbers, .. } => {
                        for (pixel, number) in to.zip(&numbers[part]) {
                            let number = here[usize::from(*number)];
                            lay(&mut self.layers, &mut self.inks, pixel, number, share);
                        }
                    }
                    Pixels::Photograph(tints) if share == 255 => {
                        self.layers.photographs[to.clone()].copy_from_slice(&tints[part]);
                        self.layers.numbers[to].fill(PHOTOGRAPH);
                    }
                    Pixels::Photograph(tints) => {
                        for (pixel, tint) in to.zip(&tints[part]) {
                            let tint = inks::mixed(self.tint(pixel), *tint, share);
                            self.layers.photographs[pixel] = tint;
                            self.layers.numbers[pixel] = PHOTOGRAPH;
                        }
                    }
                }
                (next, skip) = (next + count, 0);
            }
        });
    }

    /// Lays a small coloured picture over the canvas.
    fn lay_emoji(&mut self, emoji: &text::Emoji, (left, top): (i32, i32)) {
        for (index, [red, green, blue, share]) in emoji.pixels.iter().enumerate() {
            let x = left + (index % emoji.width) as i32;
            let y = top + (index / emoji.width) as i32;
            let inside =
                (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
            if inside && *share > 0 {
                let number = self.inks.number([*red, *green, *blue]);
                let pixel = y as usize * self.width + x as usize;
                lay(&mut self.layers, &mut self.inks, pixel, number, *share);
            }
        }
    }

    /// The colour of a pixel.
    fn tint(&self, pixel: usize) -> Tint {
        match self.layers.numbers[pixel] {
            PHOTOGRAPH => self.layers.photographs[pixel],
            number => self.inks.tints()[usize::from(number)],
        }
    }
}

/// The share (0 to 255) of a colour at this level of coverage.
fn share(level: u8, alpha: u8) -> u8 {
    let (level, alpha, full) = (u32::from(level), u32::from(alpha), u32::from(FULL));
    ((level * alpha + full / 2) / full) as u8
}

/// Lays a share of a colour over one pixel.
fn lay(layers: &mut Layers, inks: &mut Inks, pixel: usize, number: u16, share: u8) {
    match &mut layers.numbers[pixel] {
        here if share == 255 => *here = number,
        &mut PHOTOGRAPH => {
            let here = &mut layers.photographs[pixel];
            *here = inks::mixed(*here, inks.tints()[usize::from(number)], share);
        }
        here => *here = inks.mix(*here, number, share),
    }
}

/// One square of a hatching. Squares side by side join without a seam.
fn hatch(ground: Colour, ink: Colour, step: u32) -> Bitmap {
    let mut canvas = Canvas::new(step, step, ground);
    let side = step as f32;
    let line = Line::new(ink, side * 0.28);
    for shift in [-side, 0.0, side] {
        let (from, to) = ((shift - side, side * 2.0), (shift + side * 2.0, -side));
        canvas.stroke(&Shape::line(from, to), line);
    }
    canvas.into_bitmap()
}
