//! The plates of both seats above a board, the line below them, and the legend at the bottom.

use super::{People, Ring, name_within};
use crate::{BySeat, Seat};
use canvas::{Align, Area, Canvas, Colour, Line, Shape, Spot, TextStyle, text_width, theme};

/// What a seat's plate shows.
#[derive(Clone, Debug, Default)]
pub struct Plate {
    /// A large figure, such as the score; may be empty.
    pub figure: String,
    /// A small text below it: the target of the figure.
    pub below: String,
    /// Whether the match waits for this seat. If so, its plate is light.
    pub to_act: bool,
    pub won: bool,
    /// Whether the player's face must not be beside their name. If so, the seat's name is there
    /// instead.
    pub faceless: bool,
}

/// Draws both plates at the top of a picture. Returns the free area in each for the game's own
/// signs, and the colour for them.
pub fn seat_plates(
    canvas: &mut Canvas,
    people: People<'_>,
    plates: BySeat<Plate>,
) -> BySeat<(Area, Colour)> {
    row(canvas, people, plates, (theme::MARGIN, theme::PLATE))
}

/// [`seat_plates`] and [`headline`] for a board that needs the height: it begins at
/// [`theme::LOW_HEAD`].
pub fn low_head(
    canvas: &mut Canvas,
    people: People<'_>,
    plates: BySeat<Plate>,
    text: &str,
) -> BySeat<(Area, Colour)> {
    let plates_end = theme::LOW_MARGIN + theme::LOW_PLATE;
    headline_at(canvas, text, (plates_end + theme::LOW_HEAD) / 2.0);
    row(
        canvas,
        people,
        plates,
        (theme::LOW_MARGIN, theme::LOW_PLATE),
    )
}

fn row(
    canvas: &mut Canvas,
    people: People<'_>,
    plates: BySeat<Plate>,
    (top, height): (f32, f32),
) -> BySeat<(Area, Colour)> {
    let width = (theme::WIDTH as f32 - 2.0 * theme::MARGIN - 16.0) / 2.0;
    BySeat::new(|seat| {
        let left = match seat {
            Seat::Dmo => theme::MARGIN,
            Seat::Ec => theme::WIDTH as f32 - theme::MARGIN - width,
        };
        let area = Area::new(left, top, width, height);
        seat_plate(canvas, people, seat, &plates[seat], area)
    })
}

/// Draws a seat's plate into an area as high as [`theme::PLATE`] or a little lower. Returns the
/// same as [`seat_plates`].
pub fn seat_plate(
    canvas: &mut Canvas,
    people: People<'_>,
    seat: Seat,
    plate: &Plate,
    area: Area,
) -> (Area, Colour) {
    let light = plate.to_act || plate.won;
    let (ground, text, dim) = if light {
        (theme::PALE, theme::INK, theme::INK_DIM)
    } else {
        (theme::PANEL, theme::TEXT, theme::TEXT_DIM)
    };
    let outline = Shape::rounded(area, 18.0);
    canvas.fill(&outline, ground);
    if light {
        let colour = if plate.won {
            theme::GOLD
        } else {
            people.colours[seat]
        };
        canvas.stroke(
            &Shape::rounded(area.inset(3.0), 15.0),
            Line::new(colour, 6.0),
        );
    }
    let lower = theme::PLATE - area.height;
    let radius = 44.0 - lower * 0.2;
    let face = (area.x + 16.0 + radius, area.centre().1);
    let who = people.cast.player(seat);
    if plate.faceless {
        people.draw_seat(canvas, seat, face, radius);
    } else {
        people.draw(canvas, who, face, radius, Ring::Seat(seat));
    }
    if plate.won {
        let crown = Shape::crown((face.0, face.1 - radius + 20.0), 46.0);
        canvas.fill(&crown, theme::GOLD);
        canvas.stroke(&crown, Line::new(theme::INK, 3.0));
    }

    let right = area.right() - 18.0;
    let figure_width = figure(canvas, plate, (right, area.centre().1), lower, [text, dim]);
    let left = face.0 + radius + 16.0;
    let room = right - figure_width - 14.0 - left;
    let name = TextStyle::bold(36.0, text).down_to(27.0);
    let at = (left, area.y + 36.0 - lower * 0.3);
    let written = name_within(people.cast.name(who), room, &name);
    canvas.write(written, at, room, Align::Left, &name);
    let free = Area::new(left, area.y + 62.0 - lower * 0.5, room, 42.0 - lower * 0.1);
    (free, text)
}

/// A plate's figure and what is below it, on the right. `lower`: how much lower the plate is.
/// Returns their width.
fn figure(
    canvas: &mut Canvas,
    plate: &Plate,
    (right, middle): Spot,
    lower: f32,
    [text, dim]: [Colour; 2],
) -> f32 {
    let style = TextStyle::bold(64.0 - lower * 0.4, text).down_to(30.0);
    if plate.below.is_empty() {
        return canvas.write(&plate.figure, (right, middle), 120.0, Align::Right, &style);
    }
    let at = (right, middle - 14.0 + lower * 0.1);
    let figure = canvas.write(&plate.figure, at, 120.0, Align::Right, &style);
    let style = TextStyle::bold(25.0, dim).down_to(18.0);
    let at = (right, middle + 34.0 - lower * 0.27);
    figure.max(canvas.write(&plate.below, at, 120.0, Align::Right, &style))
}

/// Writes the line below the plates.
pub fn headline(canvas: &mut Canvas, text: &str) {
    headline_at(canvas, text, theme::HEAD - theme::HEADLINE / 2.0);
}

/// Writes the headline with its middle at this height.
pub fn headline_at(canvas: &mut Canvas, text: &str, middle: f32) {
    let room = theme::WIDTH as f32 - 2.0 * theme::MARGIN;
    let style = TextStyle::bold(33.0, theme::TEXT).down_to(24.0);
    let at = (theme::WIDTH as f32 / 2.0, middle);
    canvas.write(text, at, room, Align::Centre, &style);
}

/// Adds a line of text below a finished picture.
pub fn footnote(canvas: &mut Canvas, text: &str) {
    let top = canvas.height() as f32;
    canvas.lengthen(theme::LEGEND as u32);
    let room = theme::WIDTH as f32 - 2.0 * theme::MARGIN;
    let at = (theme::WIDTH as f32 / 2.0, top + theme::LEGEND * 0.4);
    let style = TextStyle::bold(26.0, theme::GOLD);
    canvas.write(text, at, room, Align::Centre, &style);
}

/// Draws a sign into a square.
pub type Sign<'a> = &'a dyn Fn(&mut Canvas, Area);

/// Explains signs in one centred line that begins at `top`: each sign with its words beside it.
pub fn legend(canvas: &mut Canvas, items: &[(&str, Sign<'_>)], top: f32) {
    let room = Area::new(0.0, top, theme::WIDTH as f32, theme::LEGEND);
    legend_in(canvas, items, room);
}

/// Explains signs in one line in the middle of an area, closer together if it wouldn't fit: each
/// sign with its words beside it.
pub fn legend_in(canvas: &mut Canvas, items: &[(&str, Sign<'_>)], area: Area) {
    let square = 34.0;
    let style = TextStyle::plain(25.0, theme::TEXT_DIM);
    let widths: Vec<f32> = items
        .iter()
        .map(|(words, _)| square + 10.0 + text_width(words, &style))
        .collect();
    let wide: f32 = widths.iter().sum();
    let gaps = items.len().saturating_sub(1).max(1) as f32;
    let gap = ((area.width - wide) / gaps).min(36.0);
    let (centre, middle) = area.centre();
    let mut left = centre - (wide + gap * (items.len().saturating_sub(1)) as f32) / 2.0;
    for ((words, draw), width) in items.iter().zip(widths) {
        draw(
            canvas,
            Area::new(left, middle - square / 2.0, square, square),
        );
        let at = (left + square + 10.0, middle);
        canvas.write(words, at, f32::INFINITY, Align::Left, &style);
        left += width + gap;
    }
}
