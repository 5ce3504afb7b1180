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

use super::{BySeat, Cast, CastId, Seat, english};
use canvas::{Canvas, Colour, TextStyle, text_width};

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

/// A name for a place in a picture. If it would be cut there, what's in brackets at its end is left
/// out: `Computer` for `Computer (Strong)`.
pub fn name_within<'a>(name: &'a str, room: f32, style: &TextStyle) -> &'a str {
    let least = TextStyle {
        size: style.least,
        ..*style
    };
    match name.rsplit_once(" (") {
        Some((short, _)) if text_width(name, &least) > room => short,
        _ => name,
    }
}

/// A seat's colour in pictures, and a square of about this colour for a line of text.
#[derive(Clone, Copy)]
pub struct SeatColour {
    pub colour: Colour,
    pub square: &'static str,
}

/// The seats' colours unless a game has others. They are never the only sign: the DMO's rings and
/// lines are solid, the EC's dashed.
pub const SEAT_COLOURS: BySeat<SeatColour> = BySeat {
    dmo: SeatColour {
        colour: Colour::hex(0x2f7bf0),
        square: "🟦",
    },
    ec: SeatColour {
        colour: Colour::hex(0xb044dd),
        square: "🟪",
    },
};

pub fn seat_colour(seat: Seat) -> Colour {
    SEAT_COLOURS[seat].colour
}

/// If faces are hidden, adds a line at the foot of the picture that says why.
pub fn saying_why(mut picture: Canvas, faces: &Faces) -> Canvas {
    if let Some(game) = faces.hiding() {
        footnote(&mut picture, &english::no_faces(game));
    }
    picture
}
