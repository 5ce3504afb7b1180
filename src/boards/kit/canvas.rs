//! The canvas: shapes filled or drawn along, bitmaps, text.

use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Paint, Pixmap, Shader, SpreadMode, Stroke,
    StrokeDash, Transform,
};

use super::{Align, Area, Colour, Look, Shape, Spot, png, text, thrift};
use crate::boards::Picture;

/// A picture in the making, opaque from the start.
pub struct Canvas {
    pixmap: Pixmap,
    /// The discs on which photographs lie.
    photographs: Vec<(Spot, f32)>,
}

/// What a shape is filled with.
#[derive(Clone, Copy, Debug)]
pub enum Fill {
    Plain(Colour),
    Pattern {
        pattern: Pattern,
        ground: Colour,
        ink: Colour,
        /// The distance between two lines or dots in pixels, from 4.
        step: u32,
    },
}

/// A pattern that repeats in both directions. Patterns of neighbouring shapes fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Lines rising to the right.
    Hatch,
    /// Lines rising to both sides.
    CrossHatch,
    Dots,
    /// Lines from left to right.
    Stripes,
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
    /// # Panics
    /// If a side is 0 or more than 8192.
    pub fn new(width: u32, height: u32, ground: Colour) -> Canvas {
        assert!(
            width <= 8192 && height <= 8192,
            "{width}x{height} is no board"
        );
        let mut pixmap = blank(width, height);
        pixmap.fill(ground.skia());
        Canvas {
            pixmap,
            photographs: Vec::new(),
        }
    }

    pub fn height(&self) -> u32 {
        self.pixmap.height()
    }

    pub fn fill(&mut self, shape: &Shape, fill: impl Into<Fill>) {
        let Shape(Some(path)) = shape else { return };
        match fill.into() {
            Fill::Plain(colour) => {
                let mut paint = Paint::default();
                paint.set_color(colour.skia());
                self.pixmap
                    .fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
            }
            Fill::Pattern {
                pattern,
                ground,
                ink,
                step,
            } => {
                let swatch = swatch(pattern, ground, ink, step.max(4));
                let paint = Paint {
                    shader: tiny_skia::Pattern::new(
                        swatch.as_ref(),
                        SpreadMode::Repeat,
                        FilterQuality::Nearest,
                        1.0,
                        Transform::identity(),
                    ),
                    ..Paint::default()
                };
                self.pixmap
                    .fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
            }
        }
    }

    /// Draws along a shape's outline, half of the line's width to either side.
    pub fn stroke(&mut self, shape: &Shape, line: Line) {
        stroke(&mut self.pixmap, shape, line);
    }

    /// As [`Canvas::disc`], for a picture of which every pixel matters.
    pub fn photograph(&mut self, bitmap: &Pixmap, centre: Spot, radius: f32) {
        self.disc(bitmap, centre, radius);
        self.photographs.push((centre, radius));
    }

    /// Lays a square bitmap over the disc around a centre.
    pub fn disc(&mut self, bitmap: &Pixmap, centre: Spot, radius: f32) {
        let Shape(Some(path)) = Shape::circle(centre, radius) else {
            return;
        };
        let scale = radius * 2.0 / bitmap.width() as f32;
        let place = Transform::from_translate(centre.0 - radius, centre.1 - radius);
        let paint = Paint {
            shader: pattern_of(bitmap, place.pre_scale(scale, scale)),
            ..Paint::default()
        };
        self.pixmap.fill_path(
            &path,
            &paint,
            FillRule::Winding,
            Transform::identity(),
            None,
        );
    }

    /// Writes one line of text, its capitals centred on the spot's height, `align`ed to the spot and no wider than `most_width`: it gets smaller
    /// down to the look's least size, then ends in an ellipsis. Gives the width that it took.
    pub fn write(
        &mut self,
        text: &str,
        at: Spot,
        most_width: f32,
        align: Align,
        look: &Look,
    ) -> f32 {
        text::draw(&mut self.pixmap, text, at, most_width, align, look)
    }

    /// A rounded panel with text in its middle.
    pub fn pill(&mut self, text: &str, area: Area, ground: Colour, look: &Look) {
        self.fill(&Shape::rounded(area, area.height / 2.0), ground);
        let width = area.width - area.height * 0.6;
        self.write(text, area.centre(), width, Align::Centre, look);
    }

    /// The pixels, to be laid over another canvas by [`Canvas::disc`].
    pub(super) fn into_bitmap(self) -> Pixmap {
        self.pixmap
    }

    /// The finished picture.
    pub fn finish(self) -> Picture {
        let (width, height) = (self.pixmap.width(), self.pixmap.height());
        // Four bytes a pixel without a rest.
        let (rgba, _) = self.pixmap.data().as_chunks();
        let pixels = thrift::pixels(rgba, width, &self.photographs);
        Picture {
            png: png::encode(width, height, &pixels),
            width,
            height,
        }
    }
}

fn stroke(pixmap: &mut Pixmap, shape: &Shape, line: Line) {
    let Shape(Some(path)) = shape else { return };
    let mut paint = Paint::default();
    paint.set_color(line.colour.skia());
    let stroke = Stroke {
        width: line.width,
        line_cap: if line.dash.is_some() {
            LineCap::Butt
        } else {
            LineCap::Round
        },
        line_join: LineJoin::Round,
        dash: line
            .dash
            .and_then(|(dash, gap)| StrokeDash::new(vec![dash, gap], 0.0)),
        ..Stroke::default()
    };
    pixmap.stroke_path(path, &paint, &stroke, Transform::identity(), None);
}

fn pattern_of(bitmap: &Pixmap, place: Transform) -> Shader<'_> {
    tiny_skia::Pattern::new(
        bitmap.as_ref(),
        SpreadMode::Pad,
        FilterQuality::Bilinear,
        1.0,
        place,
    )
}

/// One square of a pattern; squares side by side join without a seam.
fn swatch(pattern: Pattern, ground: Colour, ink: Colour, step: u32) -> Pixmap {
    let mut pixmap = blank(step, step);
    pixmap.fill(ground.skia());
    let side = step as f32;
    let line = Line::new(ink, side * 0.28);
    let mut rising = |mirror: bool| {
        for shift in [-side, 0.0, side] {
            let (a, b) = ((shift - side, side * 2.0), (shift + side * 2.0, -side));
            let flip = |(x, y): Spot| if mirror { (side - x, y) } else { (x, y) };
            stroke(&mut pixmap, &Shape::line(flip(a), flip(b)), line);
        }
    };
    match pattern {
        Pattern::Hatch => rising(false),
        Pattern::CrossHatch => {
            rising(false);
            rising(true);
        }
        Pattern::Dots => {
            let dot = Line::new(ink, side * 0.44);
            let middle = (side / 2.0, side / 2.0);
            let spot = Shape::line(middle, (middle.0 + 0.01, middle.1));
            stroke(&mut pixmap, &spot, dot);
        }
        Pattern::Stripes => {
            let across = Shape::line((-side, side / 2.0), (side * 2.0, side / 2.0));
            stroke(&mut pixmap, &across, line);
        }
    }
    pixmap
}

/// A clear pixmap.
pub(in crate::boards) fn blank(width: u32, height: u32) -> Pixmap {
    // Only a side of 0 or one far beyond any picture is refused; callers draw neither.
    Pixmap::new(width, height).expect("a picture has an extent")
}
