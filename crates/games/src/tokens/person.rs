//! Round tokens that show people.

use std::sync::Arc;

use super::Faces;
use crate::{BySeat, Cast, CastId, Seat};
use canvas::{
    Align, Area, Bitmap, Canvas, Colour, Line, Shape, Spot, TextStyle, creature, text_width, theme,
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

/// The height of a name below a token.
const LABEL: f32 = 26.0;
/// The smallest radius of tokens with names.
const LEAST_NAMED: f32 = 26.0;

impl People<'_> {
    /// Draws somebody's token; `radius` includes the ring.
    pub fn draw(&self, canvas: &mut Canvas, who: CastId, centre: Spot, radius: f32, ring: Ring) {
        let (centre, radius) = snapped(centre, radius);
        let inner = self.ground(canvas, centre, radius, ring);
        let person = (who, self.cast.name(who));
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
        let look = TextStyle::bold(radius * 0.62, theme::TEXT);
        let word = seat.to_string().to_uppercase();
        canvas.write(&word, centre, inner * 1.8, Align::Centre, &look);
        self.finish(canvas, centre, radius, ring);
    }

    /// Draws tokens side by side, as large as the area allows. If they would get smaller than
    /// `least` in radius, the last place says how many more there are. None is an unknown person.
    pub fn draw_all(&self, canvas: &mut Canvas, who: &[Token], area: Area, least: f32) {
        self.draw_row(canvas, who, area, least, false);
    }

    /// Like [`People::draw_all`], with names below the tokens, unless that makes the tokens too
    /// small.
    pub fn draw_all_named(&self, canvas: &mut Canvas, who: &[Token], area: Area, least: f32) {
        let (_, radius) = area.circles(who.len(), LABEL);
        self.draw_row(canvas, who, area, least, radius >= LEAST_NAMED);
    }

    fn draw_row(&self, canvas: &mut Canvas, who: &[Token], area: Area, least: f32, named: bool) {
        let label = if named { LABEL } else { 0.0 };
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
        for ((id, ring), spot) in who.iter().zip(&spots[..shown]) {
            match id {
                Some(id) => {
                    self.draw(canvas, *id, *spot, radius, *ring);
                    if named {
                        let below = (spot.0, spot.1 + radius + LABEL * 0.55);
                        self.label(canvas, self.cast.name(*id), below, radius * 2.0 / 0.92);
                    }
                }
                None => self.draw_unknown(canvas, *spot, radius, *ring),
            }
        }
        if let Some(spot) = spots.get(shown) {
            more(canvas, who.len() - shown, *spot, radius);
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

    fn label(&self, canvas: &mut Canvas, name: &str, centre: Spot, most_width: f32) {
        let look = TextStyle::bold(21.0, theme::INK).down_to(17.0);
        let width = text_width(name, &look).min(most_width - 8.0) + 8.0;
        let area = Area::new(centre.0 - width / 2.0, centre.1 - LABEL / 2.0, width, LABEL);
        canvas.fill(&Shape::rounded(area, 7.0), theme::PALE);
        canvas.write(name, centre, most_width - 8.0, Align::Centre, &look);
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
        let look = TextStyle::bold(radius * 0.6, theme::TEXT).down_to(radius * 0.42);
        canvas.write(name, centre, radius * 1.75, Align::Centre, &look);
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
    let look = TextStyle::bold(radius * 0.95, theme::TEXT).down_to(radius * 0.5);
    let text = format!("+{count}");
    canvas.write(&text, centre, radius * 1.7, Align::Centre, &look);
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
