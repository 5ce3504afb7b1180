//! Pictures: a view becomes a PNG. The same view of the same people gives the same bytes, and
//! nothing is shown that is not in the view.
//!
//! # A game's board
//! 1. Write `GAME/picture.rs` with `pub fn draw(view: &View, people: People<'_>) -> Canvas`, which
//!    is the game's [`Ui::draw`](super::Ui::draw).
//! 2. Begin with [`Canvas::new`], [`theme::WIDTH`] wide. [`tokens::seat_plates`] draws both seats
//!    at the top, and returns the room in each plate for the game's own signs.
//!    [`tokens::headline`] says below them what is going on. [`tokens::legend`] explains signs at
//!    the bottom. The board goes between [`theme::HEAD`] and the legend. If that would make the
//!    picture higher than wide, use [`tokens::low_head`], or put the plates beside the board
//!    ([`tokens::seat_plate`]), with the legend on the left or the right.
//! 3. Nothing may depend on colour alone: give fills a hatching ([`Fill::Hatch`]), lines a dash,
//!    places a shape or a letter.
//! 4. People are tokens: [`People::draw`], or [`People::draw_all`] for several in one place.
//! 5. Names may be long and in any script: write them with [`Canvas::write`], which shrinks and
//!    then cuts what does not fit.
//! 6. Draw arrows and the like as [`Shape`]s, because a font may lack them. Words come from the
//!    game's `say`.
//! 7. A phone shows the picture 390 pixels wide, Discord on a desktop at most 350 high. So it must
//!    not be higher than wide, and nothing that matters may be smaller than 24 pixels. Leave the
//!    bottom left corner empty: Discord puts its badge "ALT" there, which covers 154 x 77 pixels
//!    of a picture 1000 wide.
//! 8. Write matches to draw into `GAME/pictures/`: `crates/matches/tests/pictures/main.rs` says
//!    how. `DEALER_BLESS=1 cargo test -p matches --test pictures` draws them. Look at each
//!    picture, at a phone's width too, before you commit it.
//!
//! [`Fill::Hatch`]: canvas::Fill::Hatch
//! [`Shape`]: canvas::Shape
//! [`theme::HEAD`]: canvas::theme::HEAD
//! [`theme::WIDTH`]: canvas::theme::WIDTH

use super::tokens::{self, Faces, People};
use super::{Cast, View};
use canvas::{Animation, Canvas, Picture, Tint};

/// Draws a view of a match. Takes some milliseconds: in async code it belongs on a blocking thread.
pub fn draw(view: &View, cast: &Cast, faces: &Faces) -> Picture {
    canvas(view, cast, &told_apart(cast, faces)).finish()
}

/// Draws the end of a finished match, with all its secrets ([`Ui::end`](super::Ui::end)).
pub fn draw_end(view: &View, before: &[View], cast: &Cast, faces: &Faces) -> Picture {
    let faces = told_apart(cast, faces);
    let board = view.draw_end(before, people(view, &tokens::written(cast), &faces));
    tokens::saying_why(board, &faces).finish()
}

/// The most boards in a moving picture: these take some minutes, and nobody watches longer.
const MAX_BOARDS: usize = 300;

/// Boards as a GIF of at most `most_bytes` bytes; the last one is shown longer. If there are too
/// many boards, only every second, third … is shown, and always the last. None without boards, or
/// if not even the last one fits. Avatars are in few colours, because a GIF has no more.
pub fn animate(boards: &[View], cast: &Cast, faces: &Faces, most_bytes: usize) -> Option<Vec<u8>> {
    let (faces, tints) = told_apart(cast, faces).in_few_colours();
    let mut step = boards.len().div_ceil(MAX_BOARDS);
    while step < 2 * boards.len() {
        let gif = animate_each(step, boards, cast, &faces, &tints, most_bytes);
        if gif.is_some() {
            return gif;
        }
        step *= 2;
    }
    None
}

/// As [`animate`], with each `step`-th board, counted from the last; None as soon as it is too
/// large.
fn animate_each(
    step: usize,
    boards: &[View],
    cast: &Cast,
    faces: &Faces,
    tints: &[Tint],
    most_bytes: usize,
) -> Option<Vec<u8>> {
    let mut animation = Animation::new(tints);
    for (index, board) in boards.iter().enumerate() {
        if (boards.len() - 1 - index).is_multiple_of(step) {
            animation.add(&canvas(board, cast, faces));
        }
        if animation.bytes() > most_bytes {
            return None;
        }
    }
    animation.finish().filter(|gif| gif.len() <= most_bytes)
}

/// `faces` are told apart already.
fn canvas(view: &View, cast: &Cast, faces: &Faces) -> Canvas {
    tokens::saying_why(
        view.draw(people(view, &tokens::written(cast), faces)),
        faces,
    )
}

pub(super) fn told_apart(cast: &Cast, faces: &Faces) -> Faces {
    faces.told_apart(cast.ids().map(|who| cast.name(who)))
}

pub(super) fn people<'a>(view: &View, cast: &'a Cast, faces: &'a Faces) -> People<'a> {
    People {
        cast,
        faces,
        colours: view.colours().map(|of| of.colour),
    }
}
