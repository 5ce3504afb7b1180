//! What every game's board is drawn with: a canvas, shapes and patterns, text, people's tokens and
//! the plates of both seats.

mod bitmap;
mod canvas;
mod colour;
mod coverage;
pub(super) mod creature;
mod geometry;
mod inks;
mod outline;
mod palette;
mod person;
mod plate;
mod shape;
mod text;
pub mod theme;

pub use bitmap::Bitmap;
pub use canvas::{Canvas, Fill, Line};
pub use colour::Colour;
pub use geometry::{Area, Spot};
pub(super) use palette::Palette;
pub use person::{People, Ring, Token, face};
pub use plate::{Plate, Sign, footnote, headline, legend, seat_plates};
pub use shape::Shape;
pub use text::{Align, Look, bundled_fonts_only, text_width};

/// Red, green and blue.
pub(super) type Tint = [u8; 3];
