//! The roads of the board and the arrows on them.

use super::super::{Board as Roads, Outer, Roundabout};
use super::{MIDDLE, UNIT, spot};
use canvas::{Canvas, Shape, Spot, theme};

/// How far the outer road stays, in units, from spaces that are not on it. It isn't a circle in the
/// picture.
pub const BULGE: f32 = 0.22;
/// How far out it bends, in units, between two neighbouring spaces, where it runs beside the road
/// of a small roundabout.
const BOW: f32 = 0.42;

/// A place on a road, and the unit vector clockwise along it.
pub struct Way {
    at: Spot,
    along: Spot,
}

/// The places between the spaces of a roundabout with six spaces.
pub fn sixths(centre: Spot, radius: f32) -> Vec<Way> {
    let way = |sixth: u8| {
        // y grows downwards, so a growing angle is clockwise.
        let (sin, cos) = (std::f32::consts::TAU * f32::from(sixth) / 6.0).sin_cos();
        Way {
            at: (centre.0 + radius * cos, centre.1 + radius * sin),
            along: (-sin, cos),
        }
    };
    (0..6).map(way).collect()
}

/// An arrow on a road: the direction in which cars drive now.
pub fn arrow(canvas: &mut Canvas, Way { at, along }: Way, counterclockwise: bool) {
    let turn = if counterclockwise { -1.0 } else { 1.0 };
    let along = (along.0 * turn, along.1 * turn);
    let spot = |ahead: f32, aside: f32| {
        (
            at.0 + along.0 * ahead - along.1 * aside,
            at.1 + along.1 * ahead + along.0 * aside,
        )
    };
    let arrow = [
        spot(-8.0, -10.0),
        spot(10.0, 0.0),
        spot(-8.0, 10.0),
        spot(-3.0, 0.0),
    ];
    canvas.fill(&Shape::polygon(&arrow), theme::TEXT);
}

/// The outer road: through its six spaces, and in bows around those between them.
pub fn outer_road() -> Shape {
    let spots: Vec<Spot> = (0..360)
        .map(|degree| {
            let angle = (degree as f32).to_radians();
            // The spaces are at 30, 90, … degrees.
            let bow = (3.0 * angle).cos().powi(2) * BULGE;
            let reach = (3.0 + bow) * UNIT;
            (
                MIDDLE.0 + reach * angle.cos(),
                MIDDLE.1 + reach * angle.sin(),
            )
        })
        .collect();
    Shape::polygon(&spots)
}

/// The outer road through every space of the perimeter.
pub fn rim_road() -> Shape {
    const PIECES: u8 = 12;
    let pieces = (0..PIECES).map(|piece| f32::from(piece) / f32::from(PIECES));
    let spots: Vec<Spot> = bows()
        .flat_map(|bow| pieces.clone().map(move |share| bow.at(share).at))
        .collect();
    Shape::polygon(&spots)
}

/// A piece of that road, from one space to the next, bent outwards.
#[derive(Clone, Copy)]
pub struct Bow {
    from: Spot,
    to: Spot,
}

pub fn bows() -> impl Iterator<Item = Bow> {
    let spaces = Roads::with(Outer::Rim).spaces(Roundabout::Outer);
    spaces.iter().enumerate().map(move |(at, from)| Bow {
        from: spot(from.point()),
        to: spot(spaces[(at + 1) % spaces.len()].point()),
    })
}

impl Bow {
    /// The place after this share of it, with the direction from its first space to the second.
    pub fn at(self, share: f32) -> Way {
        let (right, down) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let along = (right / right.hypot(down), down / right.hypot(down));
        let out = (share * std::f32::consts::PI).sin() * BOW * UNIT;
        // Clockwise, the outside is on the left.
        let at = (
            self.from.0 + right * share + along.1 * out,
            self.from.1 + down * share - along.0 * out,
        );
        Way { at, along }
    }
}
