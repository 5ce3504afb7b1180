//! How much of each pixel a shape or a letter covers: spans of one level, row by row. So filling a
//! shape means filling runs of pixels. Few levels mean few colours, which keeps files small.

use std::ops::Range;

use tiny_skia::{Path, PathSegment, Point};

/// The level of a fully covered pixel; the levels between are thirds. Hardly anybody sees steps
/// this small, even enlarged. Each further level would make files a twentieth larger, and some
/// pictures would have too many colours.
pub const FULL: u8 = 3;
/// A pixel that is covered less than this counts as free, and one that is free less than this
/// counts as covered. So lines that are nearly on whole pixels are sharp, and rows are equal more
/// often.
const FAINT: f32 = 0.22;
/// The largest error when a curve is cut into lines, in pixels.
const FLATNESS: f32 = 0.05;
/// Shapes that reach further than this are outside every picture. They cover nothing.
const FURTHEST: f32 = 16_000.0;

/// The covered pixels, relative to an origin.
#[derive(Default)]
pub struct Coverage {
    top: i32,
    /// The first column and the last.
    left: i16,
    right: i16,
    /// The index at which each row's spans begin, and the end of the last row.
    rows: Vec<u32>,
    spans: Vec<Span>,
}

#[derive(Clone, Copy, PartialEq)]
struct Span {
    from: i16,
    to: i16,
    level: u8,
}

impl Coverage {
    /// The inside of an outline. If its parts overlap, the inside of any of them.
    pub fn of(path: &Path) -> Coverage {
        let bounds = path.bounds();
        let reach = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
        if reach.iter().any(|edge| edge.abs() > FURTHEST) {
            return Coverage::default();
        }
        let mut edges = Edges::default();
        let (mut start, mut at) = (Point::zero(), Point::zero());
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    edges.line(at, start);
                    (start, at) = (to, to);
                }
                PathSegment::LineTo(to) => {
                    edges.line(at, to);
                    at = to;
                }
                PathSegment::QuadTo(a, to) => {
                    let bend = (at - a) + (to - a);
                    edges.curve(at, steps(0.25 * bend.length()), |t| {
                        let s = 1.0 - t;
                        (s * s, 2.0 * s * t, t * t, 0.0, [at, a, to, to])
                    });
                    at = to;
                }
                PathSegment::CubicTo(a, b, to) => {
                    let bends = [(at - a) + (b - a), (a - b) + (to - b)];
                    let bend = bends[0].length().max(bends[1].length());
                    edges.curve(at, steps(0.75 * bend), |t| {
                        let s = 1.0 - t;
                        let parts = (s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t);
                        (parts.0, parts.1, parts.2, parts.3, [at, a, b, to])
                    });
                    at = to;
                }
                PathSegment::Close => {
                    edges.line(at, start);
                    at = start;
                }
            }
        }
        edges.line(at, start);
        edges.coverage()
    }

    /// The coverage of a mask with values 0 to 255, `width` wide, whose first pixel is at `left`
    /// and `top`.
    pub fn of_mask(mask: &[u8], width: usize, left: i32, top: i32) -> Coverage {
        let mut spans = Spans::default();
        for (row, line) in mask.chunks_exact(width.max(1)).enumerate() {
            for (column, covered) in line.iter().enumerate() {
                if *covered == 0 {
                    continue;
                }
                let x = left + column as i32;
                let level = level(f32::from(*covered) / 255.0);
                spans.add(top + row as i32, x, x + 1, level);
            }
        }
        spans.finish()
    }

    /// How many spans there are. Each takes at most eight bytes of memory.
    pub fn size(&self) -> usize {
        self.spans.len() + self.rows.len()
    }

    /// Calls back for each span within a picture of this size, with the origin at `(right, down)`:
    /// the row, its columns, and the level.
    pub fn each(
        &self,
        (right, down): (i32, i32),
        (width, height): (usize, usize),
        mut work: impl FnMut(usize, Range<usize>, u8),
    ) {
        let inside =
            i32::from(self.left) + right >= 0 && i32::from(self.right) + right <= width as i32;
        for (row, ends) in self.rows.windows(2).enumerate() {
            let Ok(y) = usize::try_from(self.top + row as i32 + down) else {
                continue;
            };
            if y >= height {
                break;
            }
            for span in &self.spans[ends[0] as usize..ends[1] as usize] {
                let (from, to) = (i32::from(span.from) + right, i32::from(span.to) + right);
                if inside {
                    work(y, from as usize..to as usize, span.level);
                    continue;
                }
                let within = |x: i32| x.clamp(0, width as i32) as usize;
                let columns = within(from)..within(to);
                if !columns.is_empty() {
                    work(y, columns, span.level);
                }
            }
        }
    }
}

/// The level of a pixel with this covered share. Overlapping outlines may give more than 1, which
/// counts as 1.
fn level(covered: f32) -> u8 {
    match covered {
        ..FAINT => 0,
        ..0.5 => 1,
        _ if covered <= 1.0 - FAINT => 2,
        _ => FULL,
    }
}

/// How many lines replace a curve that bends this much.
fn steps(bend: f32) -> u32 {
    (bend / FLATNESS).sqrt().ceil().clamp(1.0, 200.0) as u32
}

/// How much the covered share changes from one pixel to the next in a row. The sum of all changes
/// up to a pixel is its covered share.
struct Change {
    /// The row in the high bits and the column in the low bits, for sorting.
    place: u32,
    by: f32,
}

impl Change {
    fn new(y: i16, x: i16, by: f32) -> Change {
        // From 0 on.
        let up = |number: i16| u32::from(number as u16 ^ 0x8000);
        Change {
            place: up(y) << 16 | up(x),
            by,
        }
    }

    fn y(&self) -> i32 {
        i32::from(((self.place >> 16) as u16 ^ 0x8000) as i16)
    }

    fn x(&self) -> i32 {
        i32::from((self.place as u16 ^ 0x8000) as i16)
    }
}

/// The outline's lines, as changes of the covered share. Source of the method: Raph Levien,
/// font-rs.
#[derive(Default)]
struct Edges {
    changes: Vec<Change>,
}

impl Edges {
    /// Adds a curve as lines. `at` gives the weights of four points for a share of the way.
    fn curve(
        &mut self,
        from: Point,
        steps: u32,
        at: impl Fn(f32) -> (f32, f32, f32, f32, [Point; 4]),
    ) {
        let mut before = from;
        for step in 1..=steps {
            let (a, b, c, d, points) = at(step as f32 / steps as f32);
            let along = |of: fn(&Point) -> f32| {
                of(&points[0]) * a + of(&points[1]) * b + of(&points[2]) * c + of(&points[3]) * d
            };
            let next = Point::from_xy(along(|point| point.x), along(|point| point.y));
            self.line(before, next);
            before = next;
        }
    }

    fn line(&mut self, from: Point, to: Point) {
        if from.y == to.y {
            return;
        }
        let (way, top, bottom) = if from.y < to.y {
            (1.0, from, to)
        } else {
            (-1.0, to, from)
        };
        let slope = (bottom.x - top.x) / (bottom.y - top.y);
        let mut x = top.x;
        for row in top.y.floor() as i32..bottom.y.ceil() as i32 {
            let end = bottom.y.min((row + 1) as f32);
            let high = end - top.y.max(row as f32);
            let next = top.x + slope * (end - top.y);
            self.piece(row as i16, x.min(next), x.max(next), high * way);
            x = next;
        }
    }

    /// Adds a piece of a line within one row, `high` pixels high.
    fn piece(&mut self, y: i16, left: f32, right: f32, high: f32) {
        let (first, last) = (left.floor() as i16, right.ceil() as i16);
        let mut change = |x: i16, by: f32| {
            if by != 0.0 {
                self.changes.push(Change::new(y, x, by));
            }
        };
        if last <= first + 1 {
            let beside = high * ((left + right) * 0.5 - f32::from(first));
            change(first, high - beside);
            change(first + 1, beside);
            return;
        }
        let share = 1.0 / (right - left);
        let (into, out) = (left - f32::from(first), right - f32::from(last) + 1.0);
        let start = 0.5 * share * (1.0 - into) * (1.0 - into);
        let end = 0.5 * share * out * out;
        change(first, high * start);
        if last == first + 2 {
            change(first + 1, high * (1.0 - start - end));
        } else {
            let second = share * (1.5 - into);
            change(first + 1, high * (second - start));
            for x in first + 2..last - 1 {
                change(x, high * share);
            }
            let before = second + f32::from(last - first - 3) * share;
            change(last - 1, high * (1.0 - before - end));
        }
        change(last, high * end);
    }

    fn coverage(mut self) -> Coverage {
        self.changes.sort_unstable_by_key(|change| change.place);
        let mut spans = Spans::default();
        let (mut covered, mut row) = (0.0, i32::MIN);
        for (index, change) in self.changes.iter().enumerate() {
            if change.y() != row {
                (covered, row) = (0.0, change.y());
            }
            covered += change.by;
            let level = level(f32::abs(covered));
            // A row's changes sum to zero, so nothing is covered after its last one.
            if let Some(next) = self.changes.get(index + 1).filter(|next| next.y() == row) {
                spans.add(row, change.x(), next.x(), level);
            }
        }
        spans.finish()
    }
}

/// Collects spans in order, from the top left to the bottom right.
#[derive(Default)]
struct Spans(Coverage);

impl Spans {
    fn add(&mut self, y: i32, from: i32, to: i32, level: u8) {
        let coverage = &mut self.0;
        if level == 0 || from >= to {
            return;
        }
        if coverage.rows.is_empty() {
            (coverage.top, coverage.left, coverage.right) = (y, i16::MAX, i16::MIN);
        }
        coverage.left = coverage.left.min(from as i16);
        coverage.right = coverage.right.max(to as i16);
        while coverage.top + coverage.rows.len() as i32 <= y {
            coverage.rows.push(coverage.spans.len() as u32);
        }
        let is_first = coverage.rows.last() == Some(&(coverage.spans.len() as u32));
        match coverage.spans.last_mut() {
            Some(last) if !is_first && i32::from(last.to) == from && last.level == level => {
                last.to = to as i16;
            }
            _ => coverage.spans.push(Span {
                from: from as i16,
                to: to as i16,
                level,
            }),
        }
    }

    fn finish(mut self) -> Coverage {
        self.0.rows.push(self.0.spans.len() as u32);
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Area, Shape};

    /// The levels of a shape on a picture of 12 by 6 pixels.
    fn levels(shape: &Shape, at: (i32, i32)) -> Vec<[u8; 12]> {
        let mut rows = vec![[0; 12]; 6];
        let coverage = Coverage::of(shape.0.as_ref().unwrap());
        coverage.each(at, (12, 6), |row, columns, level| {
            rows[row][columns].fill(level)
        });
        rows
    }

    #[test]
    fn a_rectangle_covers_its_edges_in_part() {
        let shape = Shape::rectangle(Area::new(1.5, 1.0, 8.75, 3.5));
        let rows = levels(&shape, (0, 0));
        let full = [0, 2, 3, 3, 3, 3, 3, 3, 3, 3, 1, 0];
        assert_eq!(rows[..4], [[0; 12], full, full, full]);
        assert_eq!(rows[4], [0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0]);
        assert_eq!(rows[5], [0; 12]);
    }

    #[test]
    fn a_barely_covered_pixel_counts_as_free() {
        let across = |from: f32, to: f32| {
            let area = Area::new(from, 1.0, to - from, 1.0);
            levels(&Shape::rectangle(area), (0, 0))[1]
        };
        assert_eq!(across(1.8, 4.2)[..6], [0, 0, FULL, FULL, 0, 0]);
        assert_eq!(across(1.2, 4.8)[..6], [0, FULL, FULL, FULL, FULL, 0]);
        assert_eq!(across(1.75, 4.25)[..6], [0, 1, FULL, FULL, 1, 0]);
        assert_eq!(across(1.25, 4.75)[..6], [0, 2, FULL, FULL, 2, 0]);
    }

    #[test]
    fn shapes_are_cut_off_at_the_pictures_edge() {
        let shape = Shape::rectangle(Area::new(0.0, 0.0, 20.0, 20.0));
        assert_eq!(levels(&shape, (-3, -3)), vec![[FULL; 12]; 6]);
        assert_eq!(levels(&shape, (10, 5))[5][8..], [0, 0, FULL, FULL]);
        assert_eq!(levels(&shape, (12, 0)), vec![[0; 12]; 6]);
        assert_eq!(levels(&shape, (-20, -20)), vec![[0; 12]; 6]);
    }

    #[test]
    fn overlaps_are_inside_in_either_direction() {
        let around = [(1.0, 1.0), (5.0, 1.0), (5.0, 5.0), (1.0, 5.0)];
        let twice: Vec<_> = around.iter().chain(&around).copied().collect();
        let back: Vec<_> = around.iter().rev().copied().collect();
        let once = levels(&Shape::polygon(&around), (0, 0));
        assert_eq!(once[1][..6], [0, FULL, FULL, FULL, FULL, 0]);
        assert_eq!(levels(&Shape::polygon(&twice), (0, 0)), once);
        assert_eq!(levels(&Shape::polygon(&back), (0, 0)), once);
    }
}
