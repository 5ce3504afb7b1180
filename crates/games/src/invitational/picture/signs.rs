//! The signs at a house: its roof, letters, couriers, and its place in a ranking.

use crate::Seat;
use crate::tokens::seat_colour;
use canvas::{Align, Area, Canvas, Colour, Fill, Line, Shape, Spot, TextStyle, theme};

/// The height of a roof as a share of half its width.
const ROOF_HEIGHT: f32 = 24.0 / 56.0;

const ROOF: Colour = Colour::hex(0x8a6f63);

/// How a courier is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Able,
    /// It has nowhere to go now.
    Stuck,
    /// It was moved or dropped last.
    Moved,
    /// The viewer has ordered it there; it hasn't arrived.
    Ordered,
}

/// A place in a seat's ranking, in the middle of an area.
pub fn rank_plaque(canvas: &mut Canvas, area: Area, seat: Seat, place: usize) {
    let area = Area::new(area.x, area.y + 4.0, area.width, 28.0);
    canvas.fill(&plaque(area.inset(-1.0), seat), theme::INK);
    canvas.fill(&plaque(area.inset(1.0), seat), theme::GOLD);
    let style = TextStyle::bold(23.0, theme::INK);
    canvas.write(
        &place.to_string(),
        area.centre(),
        34.0,
        Align::Centre,
        &style,
    );
}

/// A team's filling: plain for the DMO, hatched for the EC.
pub fn ink(seat: Seat) -> Fill {
    let colour = seat_colour(seat);
    match seat {
        Seat::Dmo => Fill::Plain(colour),
        Seat::Ec => Fill::Hatch {
            ground: colour,
            ink: colour.mix(theme::INK, 0.22),
            step: 8,
        },
    }
}

/// A team's shape: round for the DMO, with corners for the EC.
fn plaque(area: Area, seat: Seat) -> Shape {
    match seat {
        Seat::Dmo => Shape::rounded(area, area.height / 2.0),
        Seat::Ec => Shape::rounded(area, 4.0),
    }
}

/// A roof. `eaves` is the middle of the top of the walls. A dealer's is golden with a star.
pub fn roof(canvas: &mut Canvas, eaves: Spot, half: f32, dealer: bool) {
    let (x, y) = eaves;
    let height = half * ROOF_HEIGHT;
    let gable = Shape::polygon(&[(x - half, y + 3.0), (x, y - height), (x + half, y + 3.0)]);
    canvas.stroke(&gable, Line::new(theme::INK, 6.0));
    canvas.fill(&gable, if dealer { theme::GOLD } else { ROOF });
    if dealer {
        let star = Shape::star((x, y - height * 0.34), height * 0.36, 5);
        canvas.fill(&star, theme::INK);
    }
}

/// A team's letters at a house: a number on the team's filling, or hollow without letters.
pub fn letters(canvas: &mut Canvas, area: Area, seat: Seat, count: Option<u32>, delivered: bool) {
    let shape = plaque(area, seat);
    if !delivered {
        canvas.fill(&shape, theme::INK);
        // Dashes in so many places would make the file larger.
        let line = Line::new(theme::TEXT_DIM, 2.0);
        canvas.stroke(&plaque(area.inset(2.0), seat), line);
        return;
    }
    canvas.fill(&shape, ink(seat));
    if let Some(count) = count {
        let style = TextStyle::bold(area.height - 2.0, Colour::hex(0xffffff)).down_to(20.0);
        let words = count.to_string();
        canvas.write(
            &words,
            area.centre(),
            area.width - 4.0,
            Align::Centre,
            &style,
        );
    }
}

/// A courier: a light disc for the DMO, a light square for the EC, with its number.
pub fn courier(canvas: &mut Canvas, centre: Spot, side: f32, seat: Seat, number: u8, mark: Mark) {
    let area = Area::around(centre, side - 2.0);
    let shape = |inset: f32| plaque(area.inset(inset), seat);
    let white = Colour::hex(0xffffff);
    let colour = seat_colour(seat);
    let (ground, edge, text) = match mark {
        Mark::Able => (white, Line::new(colour, 4.0), colour),
        Mark::Moved => (white, Line::new(theme::GOLD, 5.0), colour),
        Mark::Stuck => {
            let pale = colour.mix(white, 0.5);
            (theme::INK, Line::dashed(pale, 2.5, 5.0, 4.0), pale)
        }
        Mark::Ordered => (theme::GOLD, Line::new(theme::INK, 2.5), theme::INK),
    };
    if edge.dash.is_some() {
        canvas.fill(&shape(0.0), ground);
        canvas.stroke(&shape(edge.width / 2.0), edge);
    } else {
        canvas.fill(&shape(0.0), edge.colour);
        canvas.fill(&shape(edge.width), ground);
    }
    let style = TextStyle::bold(side * 0.84, text);
    canvas.write(&number.to_string(), centre, side, Align::Centre, &style);
}
