//! Shapes, to fill or to outline.

use std::f32::consts::{FRAC_PI_2, TAU};

use tiny_skia::{Path, PathBuilder};

use super::{Area, Spot};

/// An outline. One without any extent draws nothing.
#[derive(Clone, Debug)]
pub struct Shape(pub(super) Option<Path>);

/// How far a cubic's handles stand out on a quarter circle of radius 1.
const QUARTER: f32 = 0.552_284_8;

/// Rectangles whose shorter side is less than this, in pixels, are not moved to whole pixels.
const SMALL: f32 = 8.0;

impl Shape {
    pub fn rectangle(area: Area) -> Shape {
        Shape::rounded(area, 0.0)
    }

    /// A rectangle with rounded corners. Unless it is small, it is moved to whole pixels so that
    /// its edges are sharp.
    pub fn rounded(area: Area, radius: f32) -> Shape {
        let area = if area.width.min(area.height) < SMALL {
            area
        } else {
            area.snapped()
        };
        let radius = radius.min(area.width / 2.0).min(area.height / 2.0).max(0.0);
        let (left, top, right, bottom) = (area.x, area.y, area.right(), area.bottom());
        let hold = radius * (1.0 - QUARTER);
        let mut path = PathBuilder::new();
        path.move_to(left + radius, top);
        path.line_to(right - radius, top);
        path.cubic_to(right - hold, top, right, top + hold, right, top + radius);
        path.line_to(right, bottom - radius);
        path.cubic_to(
            right,
            bottom - hold,
            right - hold,
            bottom,
            right - radius,
            bottom,
        );
        path.line_to(left + radius, bottom);
        path.cubic_to(
            left + hold,
            bottom,
            left,
            bottom - hold,
            left,
            bottom - radius,
        );
        path.line_to(left, top + radius);
        path.cubic_to(left, top + hold, left + hold, top, left + radius, top);
        path.close();
        Shape(path.finish())
    }

    pub fn circle(centre: Spot, radius: f32) -> Shape {
        Shape(PathBuilder::from_circle(centre.0, centre.1, radius))
    }

    pub fn ellipse(area: Area) -> Shape {
        let rect = tiny_skia::Rect::from_xywh(area.x, area.y, area.width, area.height);
        Shape(rect.and_then(PathBuilder::from_oval))
    }

    pub fn line(from: Spot, to: Spot) -> Shape {
        Shape::polyline(&[from, to])
    }

    pub fn polyline(spots: &[Spot]) -> Shape {
        Shape(through(spots).finish())
    }

    pub fn polygon(spots: &[Spot]) -> Shape {
        let mut path = through(spots);
        path.close();
        Shape(path.finish())
    }

    /// A part of a circle's line, from one angle to another; in turns, clockwise from the right.
    pub fn arc(centre: Spot, radius: f32, from: f32, to: f32) -> Shape {
        let (from, to) = (from * TAU, to * TAU);
        let pieces = ((to - from).abs() / FRAC_PI_2).ceil().max(1.0);
        let step = (to - from) / pieces;
        let handle = 4.0 / 3.0 * (step / 4.0).tan() * radius;
        let at = |angle: f32| {
            (
                centre.0 + radius * angle.cos(),
                centre.1 + radius * angle.sin(),
            )
        };
        let mut path = PathBuilder::new();
        let start = at(from);
        path.move_to(start.0, start.1);
        for piece in 0..pieces as u32 {
            let (a, b) = (from + step * piece as f32, from + step * (piece + 1) as f32);
            let ((ax, ay), (bx, by)) = (at(a), at(b));
            path.cubic_to(
                ax - handle * a.sin(),
                ay + handle * a.cos(),
                bx + handle * b.sin(),
                by - handle * b.cos(),
                bx,
                by,
            );
        }
        Shape(path.finish())
    }

    /// A straight arrow that ends in a point at `to`; `width` is its shaft's.
    pub fn arrow(from: Spot, to: Spot, width: f32) -> Shape {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt();
        if length == 0.0 {
            return Shape(None);
        }
        let head = (width * 1.9).min(length);
        let (half, wing) = (width / 2.0, width * 1.45);
        // Along the arrow, and across it to the right.
        let spot = |along: f32, across: f32| {
            let (ux, uy) = (dx / length, dy / length);
            (
                from.0 + ux * along - uy * across,
                from.1 + uy * along + ux * across,
            )
        };
        Shape::polygon(&[
            spot(0.0, -half),
            spot(length - head, -half),
            spot(length - head, -wing),
            spot(length, 0.0),
            spot(length - head, wing),
            spot(length - head, half),
            spot(0.0, half),
        ])
    }

    /// A straight arrow with a point at both ends.
    pub fn double_arrow(from: Spot, to: Spot, width: f32) -> Shape {
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let mut path = PathBuilder::new();
        for end in [from, to] {
            if let Shape(Some(half)) = Shape::arrow(middle, end, width) {
                path.push_path(&half);
            }
        }
        Shape(path.finish())
    }

    /// A star with this many points.
    pub fn star(centre: Spot, radius: f32, points: u32) -> Shape {
        let spots: Vec<Spot> = (0..points * 2)
            .map(|index| {
                let angle = TAU * (index as f32 / (points * 2) as f32 - 0.25);
                let reach = if index % 2 == 0 {
                    radius
                } else {
                    radius * 0.45
                };
                (
                    centre.0 + reach * angle.cos(),
                    centre.1 + reach * angle.sin(),
                )
            })
            .collect();
        Shape::polygon(&spots)
    }

    /// A shield around a centre, as wide as it is high.
    pub fn shield(centre: Spot, side: f32) -> Shape {
        let at = |x: f32, y: f32| (centre.0 + x * side, centre.1 + y * side);
        let mut path = PathBuilder::new();
        path.move_to(centre.0, centre.1 - side / 2.0);
        let mut curve = |a: Spot, b: Spot, to: Spot| path.cubic_to(a.0, a.1, b.0, b.1, to.0, to.1);
        curve(at(0.14, -0.40), at(0.30, -0.36), at(0.44, -0.36));
        curve(at(0.46, 0.06), at(0.34, 0.34), at(0.0, 0.5));
        curve(at(-0.34, 0.34), at(-0.46, 0.06), at(-0.44, -0.36));
        curve(at(-0.30, -0.36), at(-0.14, -0.40), at(0.0, -0.5));
        path.close();
        Shape(path.finish())
    }

    /// A crown, its base's middle at `base`.
    pub fn crown(base: Spot, width: f32) -> Shape {
        let at = |x: f32, y: f32| (base.0 + x * width, base.1 - y * width);
        Shape::polygon(&[
            at(-0.5, 0.0),
            at(-0.5, 0.62),
            at(-0.24, 0.34),
            at(0.0, 0.74),
            at(0.24, 0.34),
            at(0.5, 0.62),
            at(0.5, 0.0),
        ])
    }
}

fn through(spots: &[Spot]) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (index, (x, y)) in spots.iter().enumerate() {
        if index == 0 {
            path.move_to(*x, *y);
        } else {
            path.line_to(*x, *y);
        }
    }
    path
}
