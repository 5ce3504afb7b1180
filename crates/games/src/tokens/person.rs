//! Round tokens that show people.

use std::sync::Arc;

use super::{Faces, writable};
use crate::{BySeat, Cast, CastId, Seat};
use canvas::{
    Align, Area, Bitmap, Canvas, Colour, Line, Shape, Spot, TextStyle, creature, text_lines,
    text_width, theme,
};

/// The people of a match and what they look like.
#[derive(Clone, Copy)]
pub struct People<'a> {
    pub cast: &'a Cast,
    pub faces: &'a Faces,
    /// The seats' colours in this game.
    pub colours: BySeat<Colour>,
}

/// The ring around a token, which says whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ring {
    /// Nobody's.
    Plain,
    /// A seat's: whole for the DMO, dashed for the EC.
    Seat(Seat),
    /// For the viewer's eyes only: gold, with a lock.
    Own,
}

/// A person (None: not told who) and their ring.
pub type Token = (Option<CastId>, Ring);

/// The height of each line of a name below a token, and how the name looks. It takes a second line
/// before it gets smaller than `TAG_MIN`.
const LABEL: f32 = 35.0;
const TAG: TextStyle = TextStyle::bold(30.0, theme::INK).down_to(17.0);
const TAG_MIN: TextStyle = TextStyle::bold(21.0, theme::INK);
/// The room on both sides of it.
const TAG_MARGIN: f32 = 5.0;
/// The smallest radius of tokens with names.
const MIN_NAMED: f32 = 26.0;

impl People<'_> {
    /// Draws somebody's token; `radius` includes the ring.
    pub fn draw(&self, canvas: &mut Canvas, who: CastId, centre: Spot, radius: f32, ring: Ring) {
        let (centre, radius) = snapped(centre, radius);
        let inner = self.ground(canvas, centre, radius, ring);
        let person = (who, self.cast.plain_name(who));
        face(canvas, self.faces, person, centre, inner);
        self.finish(canvas, centre, radius, ring);
    }

    /// Draws the token of an unknown person.
    pub fn draw_unknown(&self, canvas: &mut Canvas, centre: Spot, radius: f32, ring: Ring) {
        let (centre, radius) = snapped(centre, radius);
        let inner = self.ground(canvas, centre, radius, ring);
        disc(canvas, creature::unknown, centre, inner);
        self.finish(canvas, centre, radius, ring);
    }

    /// Draws a seat's name instead of its player's face.
    pub fn draw_seat(&self, canvas: &mut Canvas, seat: Seat, centre: Spot, radius: f32) {
        let ring = Ring::Seat(seat);
        let (centre, radius) = snapped(centre, radius);
        let inner = self.ground(canvas, centre, radius, ring);
        canvas.fill(&Shape::circle(centre, inner), theme::INK);
        let style = TextStyle::bold(radius * 0.62, theme::TEXT);
        let word = seat.to_string().to_uppercase();
        canvas.write(&word, centre, inner * 1.8, Align::Centre, &style);
        self.finish(canvas, centre, radius, ring);
    }

    /// Draws tokens side by side, as large as the area allows. If they would get smaller than
    /// `least` in radius, the last place says how many more there are. None is an unknown person.
    pub fn draw_all(&self, canvas: &mut Canvas, who: &[Token], area: Area, least: f32) {
        self.draw_row(canvas, who, area, least, 0);
    }

    /// Draws tokens side by side with names below them, in two lines if one of them is long, unless
    /// that makes the tokens too small. They are as large as the area allows; below `least` in
    /// radius, the last place says how many more there are.
    pub fn draw_all_named(&self, canvas: &mut Canvas, who: &[Token], area: Area, least: f32) {
        let radius = |lines: u8| area.circles(who.len(), LABEL * f32::from(lines)).1;
        let room = tag_width(area, who.len(), radius(1)) - TAG_MARGIN * 2.0;
        let is_long = |name: &str| text_lines(name, room, &TAG_MIN).len() > 1;
        let any_long = who
            .iter()
            .any(|(id, _)| id.is_some_and(|id| is_long(self.cast.name(id))));
        let most = if any_long { 2 } else { 1 };
        let lines = (1..=most).rev().find(|lines| radius(*lines) >= MIN_NAMED);
        self.draw_row(canvas, who, area, least, lines.unwrap_or(0));
    }

    /// `lines`: how many lines there are for names.
    fn draw_row(&self, canvas: &mut Canvas, who: &[Token], area: Area, least: f32, lines: u8) {
        let label = LABEL * f32::from(lines);
        let (spots, radius) = (1..=who.len())
            .rev()
            .map(|count| area.circles(count, label))
            .find(|(spots, radius)| *radius >= least || spots.len() == 1)
            .unwrap_or_default();
        let shown = if spots.len() < who.len() {
            spots.len() - 1
        } else {
            spots.len()
        };
        let width = tag_width(area, spots.len(), radius);
        for ((id, ring), spot) in who.iter().zip(&spots[..shown]) {
            match id {
                Some(id) => {
                    self.draw(canvas, *id, *spot, radius, *ring);
                    let below = (spot.0, spot.1 + radius + 2.0);
                    self.tag(canvas, *id, below, width, lines);
                }
                None => self.draw_unknown(canvas, *spot, radius, *ring),
            }
        }
        if let Some(spot) = spots.get(shown) {
            more(canvas, who.len() - shown, *spot, radius);
        }
    }

    /// Somebody's name below a spot, in at most so many lines.
    fn tag(&self, canvas: &mut Canvas, who: CastId, (x, top): Spot, width: f32, lines: u8) {
        let room = width - TAG_MARGIN * 2.0;
        let mut tag = text_lines(self.cast.name(who), room, &TAG_MIN);
        // What doesn't fit is cut at the end of the last line.
        while tag.len() > usize::from(lines) && tag.len() > 1 {
            let rest = tag.pop().unwrap_or_default();
            if let Some(last) = tag.last_mut() {
                last.push(' ');
                last.push_str(&rest);
            }
        }
        for (row, line) in tag.iter().enumerate().take(lines.into()) {
            let wide = text_width(line, &TAG).min(room) + TAG_MARGIN;
            let area = Area::new(x - wide / 2.0, top + row as f32 * LABEL, wide, LABEL);
            canvas.fill(&Shape::rounded(area, 7.0), theme::PALE);
            canvas.write(line, area.centre(), room, Align::Centre, &TAG);
        }
    }

    /// Draws the disc below the face, whose edge stays visible as a ring. Returns the face's
    /// radius.
    fn ground(&self, canvas: &mut Canvas, centre: Spot, radius: f32, ring: Ring) -> f32 {
        let colour = match ring {
            Ring::Plain => theme::RING,
            Ring::Own => theme::GOLD,
            Ring::Seat(seat @ Seat::Dmo) => self.colours[seat],
            // Visible between the dashes.
            Ring::Seat(Seat::Ec) => Colour::hex(0xffffff),
        };
        canvas.fill(&Shape::circle(centre, radius), colour);
        radius - ring_width(radius)
    }

    /// Draws what is over the face: the dashes of a ring, or a lock.
    fn finish(&self, canvas: &mut Canvas, centre: Spot, radius: f32, ring: Ring) {
        let width = ring_width(radius);
        let along = Shape::circle(centre, radius - width / 2.0);
        match ring {
            // The disc below the face is the ring.
            Ring::Plain | Ring::Seat(Seat::Dmo) => {}
            Ring::Seat(seat @ Seat::Ec) => {
                // Twelve dashes at any size.
                let part = std::f32::consts::TAU * (radius - width / 2.0) / 12.0;
                let line = Line::dashed(self.colours[seat], width, part * 0.62, part * 0.38);
                canvas.stroke(&along, line);
            }
            Ring::Own => {
                let spot = (centre.0 + radius * 0.68, centre.1 + radius * 0.68);
                lock(canvas, spot, radius * 0.36);
            }
        }
    }
}

/// The width for the names of this many tokens in an area.
fn tag_width(area: Area, count: usize, radius: f32) -> f32 {
    if count == 1 {
        area.width
    } else {
        radius * 2.0 / 0.92
    }
}

/// Draws somebody's face: their avatar, or else a generated one. If faces are hidden, writes the
/// name instead.
pub fn face(
    canvas: &mut Canvas,
    faces: &Faces,
    (who, name): (CastId, &str),
    centre: Spot,
    radius: f32,
) {
    if faces.hiding().is_some() {
        canvas.fill(&Shape::circle(centre, radius), theme::INK);
        let style = TextStyle::bold(radius * 0.6, theme::TEXT).down_to(radius * 0.42);
        let name = writable(name, who);
        canvas.write(&name, centre, radius * 1.75, Align::Centre, &style);
        return;
    }
    disc(
        canvas,
        |side| match faces.avatar(who, side) {
            Some(avatar) => avatar,
            None => creature::of(name, faces.ground(who), side),
        },
        centre,
        radius,
    );
}

/// Draws a picture as a disc with its edge on whole pixels. `of` makes the picture for a width in
/// pixels.
fn disc(canvas: &mut Canvas, of: impl Fn(u32) -> Arc<Bitmap>, centre: Spot, radius: f32) {
    let side = (radius * 2.0).round().max(1.0);
    let corner = |at: f32| (at - side / 2.0).round() as i32;
    canvas.disc(&of(side as u32), (corner(centre.0), corner(centre.1)));
}

/// A token's place and size in whole pixels. Then all tokens have the same edges, which makes the
/// file smaller, and one that was drawn before can be used again.
fn snapped((x, y): Spot, radius: f32) -> (Spot, f32) {
    ((x.round(), y.round()), radius.floor().max(1.0))
}

/// A token that says how many more there are.
fn more(canvas: &mut Canvas, count: usize, centre: Spot, radius: f32) {
    canvas.fill(&Shape::circle(centre, radius), theme::INK);
    let style = TextStyle::bold(radius * 0.95, theme::TEXT).down_to(radius * 0.5);
    let text = format!("+{count}");
    canvas.write(&text, centre, radius * 1.7, Align::Centre, &style);
}

fn ring_width(radius: f32) -> f32 {
    (radius * 0.13).round().clamp(2.0, 7.0)
}

/// A padlock on a disc.
fn lock(canvas: &mut Canvas, centre: Spot, radius: f32) {
    canvas.fill(&Shape::circle(centre, radius), theme::INK);
    let (x, y) = centre;
    let body = Area::new(
        x - radius * 0.45,
        y - radius * 0.1,
        radius * 0.9,
        radius * 0.65,
    );
    canvas.fill(&Shape::rounded(body, radius * 0.12), theme::GOLD);
    let bow = Shape::arc((x, y - radius * 0.1), radius * 0.28, 0.5, 1.0);
    canvas.stroke(&bow, Line::new(theme::GOLD, radius * 0.16));
}
