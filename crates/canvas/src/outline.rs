//! A cache of what shapes cover, for the whole process: boards have the same few shapes in
//! different places. Points are rounded to a sixteenth of a pixel first, so that the cache never
//! changes a drawing.

use std::sync::Arc;

use tiny_skia::{LineCap, LineJoin, Path, PathBuilder, PathSegment, Point, Stroke, StrokeDash};

use super::coverage::Coverage;
use super::kept::Kept;
use super::{Line, Shape};

/// Points are rounded to this part of a pixel.
const PARTS: f32 = 16.0;
/// How many spans are kept before the cache is emptied: 8 MB.
const MOST_SPANS: usize = 1 << 20;

/// The coverage of a filled shape, and its origin in the picture. None if the shape has no extent.
pub fn filled(shape: &Shape) -> Option<(Arc<Coverage>, (i32, i32))> {
    kept(shape, None)
}

/// The same for a line along its outline.
pub fn stroked(shape: &Shape, line: Line) -> Option<(Arc<Coverage>, (i32, i32))> {
    let pen = Pen {
        width_bits: line.width.to_bits(),
        dash_bits: line.dash.map(|(dash, gap)| [dash.to_bits(), gap.to_bits()]),
    };
    kept(shape, Some(pen))
}

/// An outline near its origin.
#[derive(PartialEq, Eq, Hash)]
struct Outline {
    /// Each piece's kind and its points.
    pieces: Vec<i32>,
    pen: Option<Pen>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Pen {
    width_bits: u32,
    dash_bits: Option<[u32; 2]>,
}

fn kept(shape: &Shape, pen: Option<Pen>) -> Option<(Arc<Coverage>, (i32, i32))> {
    static KEPT: Kept<Outline, Coverage> = Kept::new();
    let Shape(Some(path)) = shape else {
        return None;
    };
    let bounds = path.bounds();
    let origin = (bounds.left().floor(), bounds.top().floor());
    let outline = Outline {
        pieces: pieces(path, origin),
        pen,
    };
    let at = (origin.0 as i32, origin.1 as i32);
    let draw = |outline: &Outline| outline.coverage().unwrap_or_default();
    let coverage = KEPT.get(outline, draw, Coverage::size, MOST_SPANS);
    Some((coverage, at))
}

fn pieces(path: &Path, (x, y): (f32, f32)) -> Vec<i32> {
    let mut pieces = Vec::with_capacity(path.points().len() * 3);
    let mut piece = |kind: i32, points: &[Point]| {
        pieces.push(kind);
        for point in points {
            pieces.push(((point.x - x) * PARTS).round() as i32);
            pieces.push(((point.y - y) * PARTS).round() as i32);
        }
    };
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => piece(0, &[to]),
            PathSegment::LineTo(to) => piece(1, &[to]),
            PathSegment::QuadTo(a, to) => piece(2, &[a, to]),
            PathSegment::CubicTo(a, b, to) => piece(3, &[a, b, to]),
            PathSegment::Close => piece(4, &[]),
        }
    }
    pieces
}

impl Outline {
    fn path(&self) -> Option<Path> {
        let mut path = PathBuilder::new();
        let mut rest = self.pieces.iter();
        let mut next = || rest.next().map(|number| *number as f32);
        while let Some(kind) = next() {
            let mut number = || next().unwrap_or_default() / PARTS;
            match kind as i32 {
                0 => path.move_to(number(), number()),
                1 => path.line_to(number(), number()),
                2 => path.quad_to(number(), number(), number(), number()),
                3 => path.cubic_to(number(), number(), number(), number(), number(), number()),
                _ => path.close(),
            }
        }
        path.finish()
    }

    /// None if the outline is empty.
    fn coverage(&self) -> Option<Coverage> {
        let path = self.path()?;
        let Some(pen) = self.pen else {
            return Some(Coverage::of(&path));
        };
        let dash = pen.dash_bits.and_then(|dash| {
            let lengths = dash.map(f32::from_bits).to_vec();
            StrokeDash::new(lengths, 0.0)
        });
        let stroke = Stroke {
            width: f32::from_bits(pen.width_bits),
            line_cap: match dash {
                Some(_) => LineCap::Butt,
                None => LineCap::Round,
            },
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let path = match dash {
            Some(dash) => path.dash(&dash, 1.0)?,
            None => path,
        };
        Some(Coverage::of(&path.stroke(&stroke, 1.0)?))
    }
}
