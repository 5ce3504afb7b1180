//! Roundabout's board. It tells nobody whose picture a car carries: cars have no names and no
//! rings, names have no faces beside them, and signs on cars are only named. While cars are placed,
//! spaces and cars have numbers.
//!
//! The board is on the left. It is round, so the plates fit into the right corners. Each player's
//! sign, names and cards are between their plate and the middle of the right edge:
//!
//! ```text
//! |       Teo drives with a 2       |
//! | outer   o o o     [DMO plate  ] |
//! |       o       o    sign, names, |
//! |      o board   o          cards |
//! |       o       o     cards, last |
//! | (ALT)   o o o     [EC plate   ] |
//! ```

mod roads;
mod signs;

use self::roads::{BULGE, arrow, bows, outer_road, rim_road, sixths};
use self::signs::{house, stop_sign, yield_sign};
use super::say;
use super::{Outer, Point, Roundabout, Sign, Space, View};
use crate::tokens::{People, Plate, Ring, headline_at, seat_colour, seat_plate};
use crate::{CastId, Seat};
use canvas::{Align, Area, Canvas, Colour, Line, Shape, Spot, TextStyle, text_width, theme};

/// The inner roundabout's radius in pixels.
const UNIT: f32 = 116.0;
/// How large a space is, and the car on it.
const SPACE: f32 = 51.0;
const CAR: f32 = 48.0;
const ROAD: f32 = 36.0;
const OUTER_ROAD: f32 = 26.0;
/// The middle of the board.
const MIDDLE: Spot = (398.0, 460.0);
const HEIGHT: f32 = 870.0;
const HEADLINE: f32 = 29.0;

/// A part of a seat at the right edge: its distance from the top (DMO) or from the bottom (EC), the
/// left end of its row, which is outside the round board, and its height.
struct Part(f32, f32, f32);

const PLATE: Part = Part(0.0, 652.0, 98.0);
const SIGN: Part = Part(104.0, 714.0, 40.0);
const ENTOURAGE: Part = Part(150.0, 770.0, 108.0);
const CARDS: Part = Part(268.0, 792.0, 52.0);
const LAST: Part = Part(324.0, NARROW, 36.0);
/// Where the narrowest part of the right edge begins, and the margin that all parts leave free
/// above, on the right and below.
const NARROW: f32 = 797.0;
const EDGES: (f32, f32, f32) = (58.0, 16.0, 12.0);

impl Part {
    fn of(&self, seat: Seat) -> Area {
        let Part(from, left, height) = *self;
        let (above, right, below) = EDGES;
        let top = match seat {
            Seat::Dmo => above + from,
            Seat::Ec => HEIGHT - below - from - height,
        };
        Area::new(left, top, theme::WIDTH as f32 - right - left, height)
    }
}

const TARMAC: Colour = Colour::hex(0x465069);
const LANE: Colour = Colour::hex(0x8792aa);
const ISLAND: Colour = Colour::hex(0x25463b);
const SPACE_GROUND: Colour = Colour::hex(0x2c3446);

pub fn draw(view: &View, people: People<'_>) -> Canvas {
    Board {
        view,
        people,
        told: false,
    }
    .draw()
}

/// The board of a match that is over, and whose car each is.
pub fn draw_end(view: &View, people: People<'_>) -> Canvas {
    Board {
        view,
        people,
        told: true,
    }
    .draw()
}

/// The spot in the picture for a point of the plane, in whole pixels: then all spaces have the same
/// edges, which makes the file smaller.
fn spot(point: Point) -> Spot {
    let spot = (
        MIDDLE.0 + point.right() as f32 * UNIT,
        MIDDLE.1 - point.up() as f32 * UNIT,
    );
    (spot.0.round(), spot.1.round())
}

struct Board<'a> {
    view: &'a View,
    people: People<'a>,
    /// Whether names are with the cars, because the match is over.
    told: bool,
}

impl Board<'_> {
    fn draw(&self) -> Canvas {
        let mut canvas = Canvas::new(theme::WIDTH, HEIGHT as u32, theme::GROUND);
        self.roads(&mut canvas);
        self.spaces(&mut canvas);
        self.yields(&mut canvas);
        self.cars(&mut canvas);
        self.parties(&mut canvas);
        if self.told {
            self.names(&mut canvas);
        }

        let text = say::headline(self.view, self.people.cast);
        headline_at(&mut canvas, &text, HEADLINE);
        for seat in Seat::BOTH {
            self.plate(&mut canvas, seat);
            self.sign(&mut canvas, seat);
            self.entourage(&mut canvas, seat);
            if self.view.moving {
                self.cards(&mut canvas, seat);
            }
        }
        if !self.view.moving {
            self.unplaced(&mut canvas);
        }
        canvas
    }

    /// The owner's name below each car.
    fn names(&self, canvas: &mut Canvas) {
        let style = TextStyle::bold(24.0, theme::INK).down_to(20.0);
        let room = UNIT - 12.0;
        for (car, space) in &self.view.cars {
            let (x, y) = spot(space.point());
            let name = self.name(*car);
            let width = text_width(name, &style).min(room) + 10.0;
            let label = Area::new(x - width / 2.0, y + 22.0, width, 30.0);
            canvas.fill(&Shape::rounded(label, 8.0), theme::PALE);
            canvas.write(name, label.centre(), room, Align::Centre, &style);
        }
    }

    fn name(&self, car: CastId) -> &str {
        self.people.cast.name(car)
    }

    fn roads(&self, canvas: &mut Canvas) {
        let counterclockwise = self.view.turn.as_ref().is_some_and(|turn| turn.card == 2);
        for around in Roundabout::ALL {
            let (road, width) = match (around, self.view.outer) {
                (Roundabout::Outer, Outer::Tips) => (outer_road(), OUTER_ROAD),
                (Roundabout::Outer, Outer::Rim) => (rim_road(), OUTER_ROAD),
                _ => (Shape::circle(spot(around.centre()), UNIT), ROAD),
            };
            canvas.stroke(&road, Line::new(TARMAC, width));
            canvas.stroke(&road, Line::dashed(LANE, 2.0, 10.0, 10.0));
        }
        for around in Roundabout::ALL {
            let centre = spot(around.centre());
            let style = TextStyle::bold(25.0, theme::TEXT);
            let arrows = match (around, self.view.outer) {
                // It is furthest out between two spaces.
                (Roundabout::Outer, Outer::Tips) => sixths(centre, (3.0 + BULGE) * UNIT),
                (Roundabout::Outer, Outer::Rim) => bows().map(|bow| bow.at(0.5)).collect(),
                _ => sixths(centre, UNIT),
            };
            for way in arrows {
                arrow(canvas, way, counterclockwise);
            }
            if around == Roundabout::Outer {
                canvas.write(around.word(), OUTER_WORD, 120.0, Align::Centre, &style);
                continue;
            }
            canvas.fill(&Shape::circle(centre, UNIT - ROAD / 2.0 - 5.0), ISLAND);
            let up = if self.yields_on(around).next().is_some() {
                42.0
            } else {
                0.0
            };
            let at = (centre.0, centre.1 - up);
            let room = 2.0 * (UNIT - SPACE);
            canvas.write(around.word(), at, room, Align::Centre, &style.down_to(22.0));
        }
    }

    fn spaces(&self, canvas: &mut Canvas) {
        for space in Space::all() {
            let at = spot(space.point());
            let ground = Shape::circle(at, SPACE);
            canvas.fill(&ground, SPACE_GROUND);
            match self.party_on(space) {
                Some(seat) => {
                    canvas.stroke(&ground, Line::new(theme::PALE, 9.0));
                    canvas.stroke(&ground, seat_line(seat, 9.0, SPACE));
                }
                None => canvas.stroke(&ground, Line::new(LANE, 3.0)),
            }
            let free = !self.view.cars.values().any(|taken| *taken == space);
            if !self.view.moving && free {
                let style = TextStyle::bold(40.0, theme::TEXT);
                let number = space.to_string();
                canvas.write(&number, at, SPACE * 1.6, Align::Centre, &style);
            }
        }
    }

    fn party_on(&self, space: Space) -> Option<Seat> {
        let here = |seat: &Seat| self.view.party[*seat] == Some(space);
        Seat::BOTH.into_iter().find(here)
    }

    /// A banner over each party, clear of the cars beside it.
    fn parties(&self, canvas: &mut Canvas) {
        for seat in Seat::BOTH {
            let Some(space) = self.view.party[seat] else {
                continue;
            };
            let (x, y) = spot(space.point());
            let cloth = Area::new(x - 41.0, y - 58.0, 82.0, 28.0);
            canvas.stroke(&Shape::rounded(cloth, 6.0), Line::new(theme::PALE, 6.0));
            canvas.fill(&Shape::rounded(cloth, 6.0), seat_colour(seat));
            let style = TextStyle::bold(24.0, Colour::hex(0xffffff)).down_to(18.0);
            let name = self.people.cast.seat_name(seat);
            canvas.write(name, cloth.centre(), 76.0, Align::Centre, &style);
        }
    }

    fn cars(&self, canvas: &mut Canvas) {
        for (car, space) in &self.view.cars {
            let at = spot(space.point());
            let radius = match self.party_on(*space) {
                Some(_) => CAR - 2.0,
                None => CAR,
            };
            self.people.draw(canvas, *car, at, radius, Ring::Plain);
        }
        if self.view.moving {
            return;
        }
        for space in self.view.cars.values() {
            let (x, y) = spot(space.point());
            let badge = Shape::circle((x - SPACE + 3.0, y + 22.0), 20.0);
            canvas.fill(&badge, theme::INK);
            canvas.stroke(&badge, Line::new(LANE, 2.0));
            let style = TextStyle::bold(25.0, theme::TEXT);
            let number = space.to_string();
            let at = (x - SPACE + 3.0, y + 22.0);
            canvas.write(&number, at, 36.0, Align::Centre, &style);
        }
    }

    fn yields_on(&self, around: Roundabout) -> impl Iterator<Item = Seat> + '_ {
        let here = move |seat: &Seat| self.view.signs[*seat] == Some(Sign::Yield(around));
        Seat::BOTH.into_iter().filter(here)
    }

    /// Yield signs in the middle of their roundabouts, with their owner and how many moves are
    /// left.
    fn yields(&self, canvas: &mut Canvas) {
        for around in Roundabout::ALL {
            let signs: Vec<Seat> = self.yields_on(around).collect();
            let (x, y) = spot(around.centre());
            let apart = if signs.len() == 1 { 0.0 } else { 34.0 };
            let spots = match around {
                Roundabout::Outer => OUTER_SIGNS,
                _ => [(x - apart, y + 4.0), (x + apart, y + 4.0)],
            };
            for (seat, (x, y)) in signs.iter().zip(spots) {
                let left = 1_u8.saturating_sub(self.view.yield_used[*seat]);
                let sign = Area::around((x, y), 58.0);
                yield_sign(canvas, sign, &left.to_string());
                let style = TextStyle::bold(24.0, Colour::hex(0xffffff)).down_to(18.0);
                let pill = Area::new(x - 33.0, y + 24.0, 66.0, 30.0);
                let name = self.people.cast.seat_name(*seat);
                canvas.fill(&Shape::rounded(pill, 15.0), seat_colour(*seat));
                canvas.write(name, pill.centre(), 58.0, Align::Centre, &style);
            }
        }
    }

    fn plate(&self, canvas: &mut Canvas, seat: Seat) {
        let plate = Plate {
            to_act: self.view.to_act == Some(seat),
            won: self.view.outcome.and_then(|end| end.winner) == Some(seat),
            faceless: true,
            ..Plate::default()
        };
        let (area, colour) = seat_plate(canvas, self.people, seat, &plate, PLATE.of(seat));
        let home = |car: &&CastId| self.view.home.contains(car);
        let count = self.view.entourages[seat].iter().filter(home).count();
        let style = TextStyle::bold(42.0, colour);
        let (left, middle) = (area.x, area.centre().1);
        let width = canvas.write(
            &count.to_string(),
            (left, middle),
            60.0,
            Align::Left,
            &style,
        );
        let at = (left + width + 10.0, middle + 3.0);
        let style = TextStyle::bold(27.0, colour);
        canvas.write(say::OF_THREE, at, area.width, Align::Left, &style);
    }

    /// The sign that a seat has placed: a stop sign with the car's name, or a yield sign with its
    /// roundabout.
    fn sign(&self, canvas: &mut Canvas, seat: Seat) {
        let Some(sign) = self.view.signs[seat] else {
            return;
        };
        let area = SIGN.of(seat);
        let square = Area::new(area.x, area.y, area.height, area.height);
        let words = match sign {
            Sign::Stop(car) => {
                stop_sign(canvas, square);
                self.name(car)
            }
            Sign::Yield(around) => {
                yield_sign(canvas, square, "");
                around.word()
            }
        };
        let style = TextStyle::bold(27.0, theme::TEXT).down_to(24.0);
        let at = (square.right() + 12.0, area.centre().1);
        let room = area.right() - at.0;
        canvas.write(words, at, room, Align::Left, &style);
    }

    /// The names of a seat's entourage, and which of them are home.
    fn entourage(&self, canvas: &mut Canvas, seat: Seat) {
        let area = ENTOURAGE.of(seat);
        let style = TextStyle::bold(27.0, theme::TEXT).down_to(24.0);
        let row = area.height / 3.0;
        let mut middle = area.y + row / 2.0;
        for car in &self.view.entourages[seat] {
            let is_home = self.view.home.contains(car);
            let (icon, at) = ((area.x + 18.0, middle), (area.x + 46.0, middle));
            let mut right = area.right();
            if self.told {
                self.people.draw(canvas, *car, icon, row / 2.0, Ring::Plain);
                if is_home {
                    right -= row;
                    house(canvas, (right + row / 2.0, middle), row, true);
                }
            } else {
                house(canvas, icon, row, is_home);
            }
            canvas.write(self.name(*car), at, right - at.0, Align::Left, &style);
            middle += row;
        }
    }

    /// A seat's cards: its hand, those played since the hand was full, and the last three.
    fn cards(&self, canvas: &mut Canvas, seat: Seat) {
        let row = CARDS.of(seat);
        let turn = self.view.turn.as_ref().filter(|turn| turn.seat == seat);
        let playing = turn.map(|turn| turn.card);
        for card in 1..=5_u8 {
            let area = Area::new(row.x + f32::from(card - 1) * 39.0, row.y, 36.0, row.height);
            let shape = Shape::rounded(area.inset(1.0), 8.0);
            let colour = if playing == Some(card) {
                canvas.fill(&shape, theme::GOLD);
                theme::INK
            } else if self.view.hand[seat].contains(&card) {
                canvas.fill(&shape, theme::PALE);
                theme::INK
            } else {
                canvas.stroke(&shape, Line::dashed(theme::TEXT_DIM, 2.5, 6.0, 5.0));
                theme::TEXT_DIM
            };
            let style = TextStyle::bold(36.0, colour);
            canvas.write(
                &card.to_string(),
                area.centre(),
                34.0,
                Align::Centre,
                &style,
            );
        }
        let rest = LAST.of(seat);
        if self.view.fined[seat] {
            let style = TextStyle::bold(26.0, Colour::hex(0xffffff)).down_to(24.0);
            canvas.pill(say::SKIPPED, rest, theme::RED, &style);
            return;
        }
        let played = &self.view.played[seat];
        let last = &played[played.len().saturating_sub(3)..];
        if last.is_empty() {
            return;
        }
        let middle = rest.centre().1;
        let dim = TextStyle::plain(25.0, theme::TEXT_DIM);
        let words = say::LAST_CARDS;
        let width = canvas.write(words, (rest.x, middle), 80.0, Align::Left, &dim);
        let cards: Vec<String> = last.iter().map(u8::to_string).collect();
        let style = TextStyle::bold(30.0, theme::TEXT);
        let at = (rest.x + width + 12.0, middle);
        canvas.write(&cards.join("  "), at, 120.0, Align::Left, &style);
    }

    /// The names of cars that are not placed yet, as many as fit between the parts of the two
    /// seats.
    fn unplaced(&self, canvas: &mut Canvas) {
        let view = self.view;
        let unplaced = |car: &CastId| !view.cars.contains_key(car) && !view.home.contains(car);
        let ids = self.people.cast.ids().filter(unplaced);
        let names: Vec<&str> = ids.map(|car| self.name(car)).collect();
        if names.is_empty() {
            return;
        }
        let (top, last) = (CARDS.of(Seat::Dmo).y, CARDS.of(Seat::Ec).bottom());
        let room = LAST.of(Seat::Dmo).width;
        let lines = ((last - top) / NAMES_LINE) as usize;
        let dim = TextStyle::plain(25.0, theme::TEXT_DIM);
        let style = TextStyle::bold(25.0, theme::TEXT).down_to(24.0);
        let fitting = (1..=names.len()).rev();
        let laid = fitting.filter_map(|count| {
            let more = match names.len() - count {
                0 => None,
                more => Some(format!("+{more}")),
            };
            in_lines(listed(&names[..count], more), lines - 1, room, &style)
        });
        let spot = |left: f32, line: usize| {
            let down = NAMES_LINE * (line as f32 + 0.5);
            (NARROW + left, top + down)
        };
        canvas.write(say::NOT_PLACED, spot(0.0, 0), room, Align::Left, &dim);
        for (text, left, line) in laid.take(1).flatten() {
            canvas.write(&text, spot(left, line + 1), room, Align::Left, &style);
        }
    }
}

/// The height of a line of names.
const NAMES_LINE: f32 = 29.0;

/// A list of names with commas; `more` replaces those that are left out.
fn listed(names: &[&str], more: Option<String>) -> Vec<String> {
    let mut texts: Vec<String> = names.iter().map(|name| format!("{name},")).collect();
    match (more, texts.last_mut()) {
        (Some(more), _) => texts.push(more),
        (None, Some(last)) => drop(last.pop()),
        (None, None) => {}
    }
    texts
}

/// Wraps texts into at most this many lines. Returns each text's distance from the left and its
/// line; None if they need more lines.
fn in_lines(
    texts: Vec<String>,
    lines: usize,
    room: f32,
    style: &TextStyle,
) -> Option<Vec<(String, f32, usize)>> {
    let (mut left, mut line) = (0.0, 0);
    let mut laid = Vec::with_capacity(texts.len());
    for text in texts {
        let width = text_width(&text, style).min(room);
        if left > 0.0 && left + width > room {
            (left, line) = (0.0, line + 1);
        }
        laid.push((text, left, line));
        left += width + 8.0;
    }
    (line < lines).then_some(laid)
}

/// The place of the outer roundabout's name and yield signs: a corner outside it.
const OUTER_WORD: Spot = (50.0, 84.0);
const OUTER_SIGNS: [Spot; 2] = [(126.0, 94.0), (50.0, 138.0)];

/// A seat's line around a circle: solid for the DMO, dashed for the EC.
fn seat_line(seat: Seat, width: f32, radius: f32) -> Line {
    match seat {
        Seat::Dmo => Line::new(seat_colour(seat), width),
        Seat::Ec => {
            let part = std::f32::consts::TAU * radius / 12.0;
            Line::dashed(seat_colour(seat), width, part * 0.62, part * 0.38)
        }
    }
}
