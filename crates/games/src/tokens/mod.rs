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

use std::borrow::Cow;

use super::{Cast, CastId, Seat, english};
use canvas::{Canvas, Colour};

/// Somebody's name if the fonts can write it, otherwise their number in the cast: a row of boxes
/// would tell nobody apart.
pub fn writable(name: &str, who: CastId) -> Cow<'_, str> {
    if canvas::can_write(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("No. {}", u16::from(who.0) + 1))
    }
}

/// The cast with names that can be written.
pub fn written(cast: &Cast) -> Cast {
    let mut ids = cast.ids();
    cast.shown_as(|name| match ids.next() {
        Some(who) => writable(name, who).into_owned(),
        None => name.to_owned(),
    })
}

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
