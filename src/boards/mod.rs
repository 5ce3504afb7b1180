//! Pictures of no match: a season's standings, and the replacement for a picture that could not be
//! drawn.

mod standings;

pub use standings::{Standings, StandingsRow, draw as draw_standings};

use crate::words;
use canvas::{self, Picture};

/// Draws the replacement for a picture that could not be drawn.
pub fn draw_missing() -> Picture {
    let (width, height) = (canvas::theme::WIDTH, 160);
    let mut picture = canvas::Canvas::new(width, height, canvas::theme::GROUND);
    let style = canvas::TextStyle::bold(34.0, canvas::theme::TEXT).down_to(24.0);
    let middle = (width as f32 / 2.0, height as f32 / 2.0);
    let room = width as f32 - 2.0 * canvas::theme::MARGIN;
    picture.write(
        words::posts::PICTURE_MISSING,
        middle,
        room,
        canvas::Align::Centre,
        &style,
    );
    picture.finish()
}
