//! Tools for drawing pictures: a canvas, shapes and patterns, text, colours and creatures. They
//! know nothing of seats and casts.

mod animation;
mod avatar;
mod bitmap;
mod cache;
mod canvas;
mod colour;
mod coverage;
pub mod creature;
mod geometry;
mod inks;
mod outline;
mod palette;
mod shape;
mod text;
pub mod theme;

pub use animation::Animation;
pub use avatar::{Avatar, AvatarError, MAX_BYTES, MAX_SIDE};
pub use bitmap::Bitmap;
pub use canvas::{Canvas, Fill, Line, Picture};
pub use colour::Colour;
pub use geometry::{Area, Spot};
pub use palette::Palette;
pub use shape::Shape;
pub use text::{Align, TextStyle, bundled_fonts_only, can_write, text_lines, text_width};

/// Red, green and blue.
pub type Tint = [u8; 3];
