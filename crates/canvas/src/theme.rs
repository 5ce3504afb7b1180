//! The colours and measures that all boards share. Pictures have their own dark ground, so they
//! look the same in Discord's dark and light themes.

use super::Colour;

/// The width of every picture in pixels. On a phone it is shown at 390, so 25 pixels here are 10
/// there.
pub const WIDTH: u32 = 1000;
/// The margin at the edges of a picture.
pub const MARGIN: f32 = 24.0;

/// The height of the seats' plates, and of the line below them.
pub const PLATE: f32 = 118.0;
pub const HEADLINE: f32 = 58.0;
/// The end of the headline, where the board begins.
pub const HEAD: f32 = MARGIN + PLATE + HEADLINE;
/// The margin, the plates' height and the end of the headline for a board that needs the height.
pub const LOW_MARGIN: f32 = 14.0;
pub const LOW_PLATE: f32 = 92.0;
pub const LOW_HEAD: f32 = LOW_MARGIN + LOW_PLATE + 48.0;
/// The height of the legend.
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
/// Text and lines on light things. It is the ground's colour: an outline separates things, but
/// takes no bytes where it is on the ground.
pub const INK: Colour = GROUND;
pub const INK_DIM: Colour = Colour::hex(0x566076);
pub const GOLD: Colour = Colour::hex(0xf2b632);
pub const YELLOW: Colour = Colour::hex(0xf7ce46);
pub const RED: Colour = Colour::hex(0xc4362c);
