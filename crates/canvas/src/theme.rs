//! The colours that all boards share. The picture brings its own dark ground, so it looks the same
//! on Discord's dark and light themes.

use super::Colour;

/// How wide every picture is, in pixels. Shown at 390 on a phone, so that 25 pixels here are 10
/// there.
pub const WIDTH: u32 = 1000;
/// What is left free at the picture's edges.
pub const MARGIN: f32 = 24.0;

/// How high the seats' plates are, and the line below them.
pub const PLATE: f32 = 118.0;
pub const HEADLINE: f32 = 58.0;
/// Where the headline ends: the room for the board itself begins here.
pub const HEAD: f32 = MARGIN + PLATE + HEADLINE;
/// The same where the board needs the height.
pub const LOW_MARGIN: f32 = 14.0;
pub const LOW_PLATE: f32 = 92.0;
pub const LOW_HEAD: f32 = LOW_MARGIN + LOW_PLATE + 48.0;
/// How high the legend is.
pub const LEGEND: f32 = 44.0;

pub const GROUND: Colour = Colour::hex(0x1d2330);
/// What lies on the ground: an idle plate, a gutter.
pub const PANEL: Colour = Colour::hex(0x2c3446);
/// A token's ring that is nobody's.
pub const RING: Colour = Colour::hex(0x3a4356);
pub const PALE: Colour = Colour::hex(0xf4f1e8);
/// Text on the ground and on panels.
pub const TEXT: Colour = Colour::hex(0xf2f4f8);
pub const TEXT_DIM: Colour = Colour::hex(0xaab3c5);
/// Text and lines on light things. It is the ground's colour, so that an outline sets a thing off
/// from others and takes no bytes where it lies on the ground.
pub const INK: Colour = GROUND;
pub const INK_DIM: Colour = Colour::hex(0x566076);
pub const GOLD: Colour = Colour::hex(0xf2b632);
pub const YELLOW: Colour = Colour::hex(0xf7ce46);
pub const RED: Colour = Colour::hex(0xc4362c);
