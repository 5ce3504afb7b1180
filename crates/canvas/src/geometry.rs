//! Places on a picture, in pixels from its top left corner.

/// A point: x to the right, y down.
pub type Spot = (f32, f32);

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

impl Area {
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Area {
        Area {
            x,
            y,
            width,
            height,
        }
    }

    /// A square around a centre.
    pub fn around(centre: Spot, side: f32) -> Area {
        Area::new(centre.0 - side / 2.0, centre.1 - side / 2.0, side, side)
    }

    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    pub fn centre(&self) -> Spot {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// The area with its edges on whole pixels.
    pub fn snapped(&self) -> Area {
        let (x, y) = (self.x.round(), self.y.round());
        let (right, bottom) = (self.right().round(), self.bottom().round());
        Area::new(x, y, right - x, bottom - y)
    }

    /// The area without a border of this width.
    pub fn inset(&self, by: f32) -> Area {
        Area::new(
            self.x + by,
            self.y + by,
            self.width - 2.0 * by,
            self.height - 2.0 * by,
        )
    }

    /// The four areas between this area and one around it: above, below, left and right.
    pub fn frame(&self, outer: Area) -> [Area; 4] {
        [
            Area::new(outer.x, outer.y, outer.width, self.y - outer.y),
            Area::new(
                outer.x,
                self.bottom(),
                outer.width,
                outer.bottom() - self.bottom(),
            ),
            Area::new(outer.x, self.y, self.x - outer.x, self.height),
            Area::new(
                self.right(),
                self.y,
                outer.right() - self.right(),
                self.height,
            ),
        ]
    }

    /// Arranges `count` circles in rows, as large as the area allows. Returns their centres and
    /// their radius, with a little space between them. Below each circle there is room for a label
    /// of this height.
    pub fn circles(&self, count: usize, label: f32) -> (Vec<Spot>, f32) {
        if count == 0 {
            return (Vec::new(), 0.0);
        }
        let side = |columns: usize| {
            let rows = count.div_ceil(columns);
            (self.width / columns as f32).min(self.height / rows as f32 - label)
        };
        // If two arrangements give the same size, side by side is better than one above the other.
        let columns = (1..=count).fold(1, |best, columns| {
            if side(columns) >= side(best) {
                columns
            } else {
                best
            }
        });
        let (rows, side) = (count.div_ceil(columns), side(columns).max(0.0));
        let (x, y) = self.centre();
        let spots = (0..count).map(|index| {
            let row = index / columns;
            let in_row = columns.min(count - row * columns);
            let across = (index % columns) as f32 - (in_row - 1) as f32 / 2.0;
            let down = row as f32 - (rows - 1) as f32 / 2.0;
            (x + across * side, y + down * (side + label) - label / 2.0)
        });
        (spots.collect(), side * 0.46)
    }
}
