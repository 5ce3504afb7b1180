//! Pictures: a view becomes a PNG. The same view of the same people gives the same bytes, and
//! nothing is shown that is not in the view.
//!
//! # A game's board
//! 1. `boards/GAME.rs` with `pub fn draw(view: &View, people: People<'_>) -> Canvas`, and its line
//!    in `canvas`.
//! 2. Begin with [`kit::Canvas::new`], [`kit::theme::WIDTH`] wide. [`kit::seat_plates`] draws both
//!    seats at the top and gives back the room in each plate for signs of the game's own;
//!    [`kit::headline`] says below them what is going on; [`kit::legend`] at the bottom says what
//!    signs mean. The board itself has the room from [`kit::theme::HEAD`] down to the legend.
//! 3. Nothing may be told by colour alone: give fills a hatching ([`kit::Fill::Hatch`]), lines a
//!    dash, places a shape or a letter.
//! 4. People are tokens: [`kit::People::draw`], or [`kit::People::draw_all`] for several in one
//!    place.
//! 5. Names may be long and in any script: write them with [`kit::Canvas::write`], which shrinks
//!    and then cuts what does not fit.
//! 6. Arrows and the like are drawn as [`kit::Shape`]s: a font may lack them. Words come from
//!    `words`.
//! 7. A phone shows the picture 400 pixels wide: nothing that matters is smaller than 24 pixels.
//! 8. Write views as records into `tests/boards/GAME/`, look at what `DEALER_BLESS=1 cargo test
//!    --test boards` draws in both sizes, and commit it.

mod animation;
mod crossfire;
mod faces;
mod gridlock;
mod invitational;
pub mod kit;
mod roundabout;
mod short_circuit;
mod standings;

pub use animation::Animation;
pub use faces::{Avatar, AvatarError, Faces, MOST_BYTES, MOST_SIDE};

pub use standings::{Standee, Standings, draw as draw_standings};

use crate::games::{BySeat, Cast, View, short_circuit as short_circuit_game};
use crate::words;

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// A PNG file.
    pub png: Vec<u8>,
    /// In pixels.
    pub width: u32,
    pub height: u32,
}

/// Draws what somebody may see of a match. Takes some milliseconds of computing: in async code it
/// belongs on a blocking thread.
pub fn draw(view: &View, cast: &Cast, faces: &Faces) -> Picture {
    canvas(view, cast, faces).finish()
}

/// Draws what stands in the place of a picture that could not be drawn.
pub fn draw_missing() -> Picture {
    let (width, height) = (kit::theme::WIDTH, 160);
    let mut canvas = kit::Canvas::new(width, height, kit::theme::GROUND);
    let look = kit::Look::bold(34.0, kit::theme::TEXT).down_to(24.0);
    let middle = (width as f32 / 2.0, height as f32 / 2.0);
    let room = width as f32 - 2.0 * kit::theme::MARGIN;
    canvas.write(
        words::PICTURE_MISSING,
        middle,
        room,
        kit::Align::Centre,
        &look,
    );
    canvas.finish()
}

/// Draws what somebody tries on Short Circuit's table, for them alone. As [`draw`].
pub fn draw_sketch(
    view: &short_circuit_game::View,
    sketch: &short_circuit_game::Sketch,
    cast: &Cast,
    faces: &Faces,
) -> Picture {
    let faces = told_apart(cast, faces);
    let sketch = short_circuit::draw(view, Some(sketch), people(cast, &faces));
    saying_why(sketch, &faces).finish()
}

fn canvas(view: &View, cast: &Cast, faces: &Faces) -> kit::Canvas {
    let faces = told_apart(cast, faces);
    let people = people(cast, &faces);
    let board = match view {
        View::Roundabout(view) => roundabout::draw(view, people),
        View::Gridlock(view) => gridlock::draw(view, people),
        View::ShortCircuit(view) => short_circuit::draw(view, None, people),
        View::Crossfire(view) => crossfire::draw(view, people),
        View::Invitational(view) => invitational::draw(view, people),
    };
    saying_why(board, &faces)
}

/// A picture that says at its foot why it has no faces, where it has none.
fn saying_why(mut picture: kit::Canvas, faces: &Faces) -> kit::Canvas {
    if let Some(game) = faces.hiding() {
        kit::footnote(&mut picture, &words::no_faces(game));
    }
    picture
}

fn told_apart(cast: &Cast, faces: &Faces) -> Faces {
    faces.told_apart(cast.ids().map(|who| cast.name(who)))
}

fn people<'a>(cast: &'a Cast, faces: &'a Faces) -> kit::People<'a> {
    kit::People {
        cast,
        faces,
        colours: BySeat::new(kit::theme::seat),
    }
}
