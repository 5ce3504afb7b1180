//! What all boards share: people's tokens, the plates of both seats, the line below them, and the
//! legend.

mod faces;
mod person;
mod plates;

pub use faces::Faces;
pub use person::{People, Ring, Token, face};
pub use plates::{
    Plate, Sign, footnote, headline, headline_at, legend, legend_in, low_head, seat_plate,
    seat_plates,
};

use super::{Seat, english};
use canvas::{Canvas, Colour};

/// A seat's colour. It's never the only sign: the DMO's rings and lines are solid, the EC's dashed.
pub fn seat_colour(seat: Seat) -> Colour {
    match seat {
        Seat::Dmo => Colour::hex(0x2f7bf0),
        Seat::Ec => Colour::hex(0xb044dd),
    }
}

/// If faces are hidden, adds a line at the foot of the picture that says why.
pub fn saying_why(mut picture: Canvas, faces: &Faces) -> Canvas {
    if let Some(game) = faces.hiding() {
        footnote(&mut picture, &english::no_faces(game));
    }
    picture
}
