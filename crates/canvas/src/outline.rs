//! A cache of what shapes cover, for the whole process: boards have the same few shapes in
//! different places. Points are rounded to a sixteenth of a pixel, cached or not, so the cache
//! never changes a drawing.

use std::sync::Arc;

use tiny_skia::{LineCap, LineJoin, Path, PathBuilder, PathSegment, Point, Stroke, StrokeDash};

use super::cache::Cache;
use super::coverage::Coverage;
use super::{Line, Shape};

/// How many steps a pixel has: points are rounded to one.
const SUBPIXELS: f32 = 16.0;
/// How many spans the cache holds before it is emptied: 8 MB.
const MAX_SPANS: usize = 1 << 20;

/// The coverage of a filled shape, and its origin in the picture. None if the shape has no extent.
pub fn filled(shape: &Shape) -> Option<(Arc<Coverage>, (i32, i32))> {
    cached(shape, None)
}

/// The coverage of a line along a shape's outline, and its origin in the picture. None if the line
/// has no extent.
pub fn stroked(shape: &Shape, line: Line) -> Option<(Arc<Coverage>, (i32, i32))> {
    let pen = Pen {
        width_bits: line.width.to_bits(),
        dash_bits: line.dash.map(|(dash, gap)| [dash.to_bits(), gap.to_bits()]),
    };
    cached(shape, Some(pen))
}

/// An outline near its origin.
#[derive(PartialEq, Eq, Hash)]
struct Outline {
    segments: Vec<Segment>,
    pen: Option<Pen>,
}

/// A point relative to the origin, in steps of a pixel.
type Step = (i32, i32);

/// A part of an outline.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Segment {
    MoveTo(Step),
    LineTo(Step),
    QuadTo(Step, Step),
    CubicTo(Step, Step, Step),
    Close,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Pen {
    width_bits: u32,
    dash_bits: Option<[u32; 2]>,
}

fn cached(shape: &Shape, pen: Option<Pen>) -> Option<(Arc<Coverage>, (i32, i32))> {
    static CACHE: Cache<Outline, Coverage> = Cache::new();
    let Shape(Some(path)) = shape else {
        return None;
    };
    let bounds = path.bounds();
    let origin = (bounds.left().floor(), bounds.top().floor());
    let outline = Outline {
        segments: segments(path, origin),
        pen,
    };
    let at = (origin.0 as i32, origin.1 as i32);
    let draw = |outline: &Outline| outline.coverage().unwrap_or_default();
    let coverage = CACHE.get(outline, draw, Coverage::size, MAX_SPANS);
    Some((coverage, at))
}

fn segments(path: &Path, (x, y): (f32, f32)) -> Vec<Segment> {
    let step = |point: Point| {
        let rounded = |distance: f32| (distance * SUBPIXELS).round() as i32;
        (rounded(point.x - x), rounded(point.y - y))
    };
    let segments = path.segments().map(|segment| match segment {
        PathSegment::MoveTo(to) => Segment::MoveTo(step(to)),
        PathSegment::LineTo(to) => Segment::LineTo(step(to)),
        PathSegment::QuadTo(a, to) => Segment::QuadTo(step(a), step(to)),
        PathSegment::CubicTo(a, b, to) => Segment::CubicTo(step(a), step(b), step(to)),
        PathSegment::Close => Segment::Close,
    });
    segments.collect()
}

fn point((across, down): Step) -> Point {
    Point::from_xy(across as f32 / SUBPIXELS, down as f32 / SUBPIXELS)
}

impl Outline {
    fn path(&self) -> Option<Path> {
        let mut path = PathBuilder::new();
        for segment in &self.segments {
            match *segment {
                Segment::MoveTo(to) => {
                    let to = point(to);
                    path.move_to(to.x, to.y);
                }
                Segment::LineTo(to) => {
                    let to = point(to);
                    path.line_to(to.x, to.y);
                }
                Segment::QuadTo(a, to) => {
                    let (a, to) = (point(a), point(to));
                    path.quad_to(a.x, a.y, to.x, to.y);
                }
                Segment::CubicTo(a, b, to) => {
                    let (a, b, to) = (point(a), point(b), point(to));
                    path.cubic_to(a.x, a.y, b.x, b.y, to.x, to.y);
                }
                Segment::Close => path.close(),
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
