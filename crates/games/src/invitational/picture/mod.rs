//! DM Invitational's board: the map.
//!
//! A house shows whose it is, the letters of both teams and their couriers. The DMO's signs are
//! round and on the left, the EC's square and on the right; what is lacking, or cannot move, is
//! hollow.

mod places;
mod signs;
#[cfg(test)]
mod tests;

use self::signs::{Mark, courier, ink, letters, rank_plaque, roof};
use super::{Courier, HouseView, Phase, Verb, View, Visit};
use super::{reasons, say};
use crate::tokens::{People, Plate, Ring, Sign, legend_in, low_head, name_within};
use crate::{BySeat, CastId, Outcome, Seat};
use canvas::{Align, Area, Canvas, Colour, Fill, Line, Shape, Spot, TextStyle, text_width, theme};

/// The measures of a house, as distances from its place in pixels. They are for the EC's side; the
/// DMO's is its mirror image.
struct Build {
    /// To each side: half of its wall, and half of its roof.
    half: f32,
    roof: f32,
    /// Up to the top of its couriers, and to the top of its wall.
    top: f32,
    eaves: f32,
    /// Down to the bottom of its wall, and of its name.
    foot: f32,
    name: f32,
    /// The smallest gap to a house below it.
    gap: f32,
    /// The distance down to its owner's face, and the face's radius.
    face: (f32, f32),
    letters: Area,
    rank: Spot,
    /// The smallest distance of a road that doesn't lead to it.
    clear: f32,
    /// Whether couriers are above the ends of the wall; otherwise beside it.
    couriers_above: bool,
}

/// With the letters below the face.
const TALL: Build = Build {
    half: 48.0,
    roof: 56.0,
    top: 66.0,
    eaves: 42.0,
    foot: 59.0,
    name: 90.0,
    gap: 22.0,
    face: (-9.0, 30.0),
    letters: Area::new(2.0, 22.0, 42.0, 34.0),
    rank: (46.0, -60.0),
    clear: 52.0,
    couriers_above: false,
};
/// With the letters beside the face.
const LOW: Build = Build {
    half: 76.0,
    roof: 50.0,
    top: 66.0,
    eaves: 32.0,
    foot: 32.0,
    name: 63.0,
    gap: 6.0,
    face: (0.0, 29.0),
    letters: Area::new(32.0, -5.0, 40.0, 34.0),
    rank: (52.0, -18.0),
    clear: 58.0,
    couriers_above: true,
};
/// The width of a house with couriers on both sides, without their edges.
const HOUSE_WIDTH: f32 = 168.0;
/// The size of a courier at a house with one or two of its team, and with more.
const COURIER: f32 = 42.0;
const MIN_COURIER: f32 = 33.0;
/// The size of a courier above a low house.
const ABOVE: f32 = 35.0;
/// How far up and down from a house's place couriers may be beside its wall, so that they don't
/// cover the roof or a long name.
const BESIDE: (f32, f32) = (46.0, 62.0);
const ROAD: Colour = Colour::hex(0x66718a);
/// The colour of plain rings, so that these don't show on a wall: their edges would make the file
/// larger.
const WALL: Colour = theme::RING;

pub fn draw(view: &View, people: People<'_>) -> Canvas {
    let (places, mut bottom, build) = places::lay_out(&view.houses);
    let mut map = Map {
        view,
        people,
        places,
        build,
    };
    bottom += map.clear_head();
    let height = bottom + theme::LEGEND + 18.0;
    let mut canvas = Canvas::new(theme::WIDTH, height as u32, theme::GROUND);
    map.roads(&mut canvas);
    for house in &view.houses {
        map.house(&mut canvas, house);
    }
    map.journeys(&mut canvas);
    // Drawn after the names of neighbours and the arrows, so that their numbers stay readable.
    for house in &view.houses {
        for seat in Seat::BOTH {
            map.couriers(&mut canvas, seat, house.who);
        }
    }
    let plates = BySeat::new(|seat| plate(view, seat));
    let free = low_head(
        &mut canvas,
        people,
        plates,
        &say::headline(view, people.cast),
    );
    for seat in Seat::BOTH {
        let (area, colour) = free[seat];
        letters_and_couriers(&mut canvas, view, seat, area, colour);
    }
    signs(&mut canvas, view, bottom);
    canvas
}

fn plate(view: &View, seat: Seat) -> Plate {
    Plate {
        figure: view.invited(seat).to_string(),
        below: format!("of {}", view.houses.len()),
        // It's a secret who has already ranked.
        to_act: view.phase == Phase::Ranking || view.to_act.contains(&seat),
        won: view.outcome.and_then(|end| end.winner) == Some(seat),
        faceless: false,
    }
}

/// In a seat's plate: all its letters, or the couriers that it must still drop.
fn letters_and_couriers(canvas: &mut Canvas, view: &View, seat: Seat, area: Area, colour: Colour) {
    let middle = area.centre().1;
    let mut left = area.x;
    if matches!(view.phase, Phase::Ranking | Phase::Dropping) {
        for number in (1..=4).filter(|number| view.courier(seat, *number).is_none()) {
            let centre = (left + 19.0, middle);
            courier(canvas, centre, 38.0, seat, number, Mark::Able);
            left += 46.0;
        }
        return;
    }
    let sample = Area::new(left, middle - 15.0, 38.0, 30.0);
    letters(canvas, sample, seat, None, true);
    left = sample.right() + 10.0;
    let style = TextStyle::bold(27.0, colour).down_to(20.0);
    let words = say::letters(view.total(seat));
    canvas.write(
        &words,
        (left, middle),
        area.right() - left,
        Align::Left,
        &style,
    );
}

fn signs(canvas: &mut Canvas, view: &View, top: f32) {
    let cell = |area: Area| area.inset(2.0);
    let delivered =
        |canvas: &mut Canvas, area: Area| letters(canvas, cell(area), Seat::Dmo, Some(3), true);
    let lacking =
        |canvas: &mut Canvas, area: Area| letters(canvas, cell(area), Seat::Dmo, None, false);
    let able = |canvas: &mut Canvas, area: Area| {
        courier(canvas, area.centre(), area.width, Seat::Ec, 3, Mark::Able);
    };
    let stuck = |canvas: &mut Canvas, area: Area| {
        courier(canvas, area.centre(), area.width, Seat::Ec, 3, Mark::Stuck);
    };
    let dealer = |canvas: &mut Canvas, area: Area| {
        roof(canvas, (area.centre().0, area.bottom() - 6.0), 17.0, true);
    };
    let mut items: Vec<(&str, Sign<'_>)> = vec![
        (say::DELIVERED, &delivered),
        (say::LACKING, &lacking),
        (say::COURIER, &able),
    ];
    if view.phase == Phase::Sending {
        items.push((say::STUCK, &stuck));
    }
    items.push((say::DEALER, &dealer));
    let ranked = Seat::BOTH
        .into_iter()
        .find(|seat| shows_ranking(view, *seat));
    let place = |canvas: &mut Canvas, area: Area| {
        if let Some(seat) = ranked {
            rank_plaque(canvas, Area::around(area.centre(), 34.0), seat, 1);
        }
    };
    if ranked.is_some() {
        items.push((say::RANKED, &place));
    }
    let frame = |canvas: &mut Canvas, area: Area| {
        let frame = Shape::rounded(area.inset(5.0), 5.0);
        canvas.stroke(&frame, Line::new(theme::GOLD, 6.0));
    };
    if decided(view) != [None; 2] {
        items.push((say::DECIDED, &frame));
    }
    // Below the houses on the right; the left corner stays free.
    let room = Area::new(170.0, top, theme::WIDTH as f32 - 186.0, theme::LEGEND);
    legend_in(canvas, &items, room);
}

struct Map<'a> {
    view: &'a View,
    people: People<'a>,
    /// In the order of the cast.
    places: Vec<Spot>,
    build: &'static Build,
}

impl Map<'_> {
    fn place(&self, house: CastId) -> Spot {
        self.places[usize::from(house.0)]
    }

    /// Moves everything down until no road or arrow reaches into the headline. Returns how far.
    fn clear_head(&mut self) -> f32 {
        let roads = self.view.roads.iter();
        let spots = roads.flat_map(|(a, b)| self.way(*a, *b));
        let highest = spots.map(|(_, y)| y).fold(f32::MAX, f32::min);
        let by = (theme::LOW_HEAD + 28.0 - highest).max(0.0).round();
        for (_, y) in &mut self.places {
            *y += by;
        }
        by
    }

    fn roads(&self, canvas: &mut Canvas) {
        for (width, colour) in [(13.0, theme::INK), (8.0, ROAD)] {
            for (a, b) in &self.view.roads {
                let way = Shape::polyline(&self.way(*a, *b));
                canvas.stroke(&way, Line::new(colour, width));
            }
        }
    }

    /// The path of a road: straight, or bent around houses in its way.
    fn way(&self, a: CastId, b: CastId) -> Vec<Spot> {
        let (from, to) = (self.place(a), self.place(b));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let others: Vec<Spot> = (0..self.places.len())
            .filter(|house| *house != usize::from(a.0) && *house != usize::from(b.0))
            .map(|house| (self.places[house].0, self.places[house].1 + 10.0))
            .collect();
        let bent = |by: f32| -> Vec<Spot> {
            const STEPS: u8 = 24;
            let steps = if by == 0.0 { 1 } else { STEPS };
            let spots = (0..=steps).map(|step| {
                let share = f32::from(step) / f32::from(steps);
                let aside = by * 4.0 * share * (1.0 - share);
                (
                    from.0 + dx * share - dy / length * aside,
                    from.1 + dy * share + dx / length * aside,
                )
            });
            spots.collect()
        };
        let is_clear = |way: &Vec<Spot>| {
            let mut others = others.iter();
            others.all(|house| {
                way.windows(2)
                    .all(|part| distance(*house, part[0], part[1]) > self.build.clear)
            })
        };
        let mut ways = [0.0, 70.0, -70.0, 110.0, -110.0, 150.0, -150.0]
            .into_iter()
            .map(bent);
        ways.find(is_clear).unwrap_or_else(|| bent(0.0))
    }

    /// The roads that couriers have just taken, and the viewer's own order.
    fn journeys(&self, canvas: &mut Canvas) {
        for visit in &self.view.last {
            if let Some(from) = visit.from {
                self.arrow(canvas, from, visit.to, visit.seat, false);
            }
        }
        for seat in Seat::BOTH {
            let Some(order) = self.view.pending(seat) else {
                continue;
            };
            let courier = self.view.courier(seat, order.courier);
            if let (Verb::Send, Some(courier)) = (order.verb, courier) {
                self.arrow(canvas, courier.at, order.house, seat, true);
            }
        }
    }

    /// An arrow at the middle of a road, beside it.
    fn arrow(&self, canvas: &mut Canvas, from: CastId, to: CastId, seat: Seat, ordered: bool) {
        // Both directions of a road have the same path.
        let mut way = self.way(from.min(to), from.max(to));
        if from > to {
            way.reverse();
        }
        // The part that the houses at its ends do not cover.
        let step = |spots: &[Spot]| (spots[1].0 - spots[0].0).hypot(spots[1].1 - spots[0].1);
        let whole: Vec<Spot> = way.windows(2).flat_map(part).collect();
        let mut seen = whole.clone();
        seen.retain(|spot| !self.hides(from, *spot) && !self.hides(to, *spot));
        let long: f32 = seen.windows(2).map(step).sum();
        let spots = if seen.len() < 2 { whole } else { seen };
        let middle = spots.len() / 2;
        let (before, centre) = (spots[middle - 1], spots[middle]);
        let (dx, dy) = (centre.0 - before.0, centre.1 - before.1);
        let length = dx.hypot(dy).max(f32::EPSILON);
        let (ux, uy) = (dx / length, dy / length);
        // The same side of the picture for both directions.
        let side = if from > to { -1.0 } else { 1.0 };
        let aside = side
            * match seat {
                Seat::Dmo => -11.0,
                Seat::Ec => 11.0,
            };
        let reach = (long / 2.0 - 3.0).clamp(17.0, 36.0);
        let at = |along: f32| {
            (
                centre.0 + ux * along - uy * aside,
                centre.1 + uy * along + ux * aside,
            )
        };
        let arrow = Shape::arrow(at(-reach), at(reach), 13.0);
        let (edge, fill) = if ordered {
            (theme::INK, Fill::Plain(theme::GOLD))
        } else {
            (theme::PALE, ink(seat))
        };
        canvas.stroke(&arrow, Line::new(edge, 6.0));
        canvas.fill(&arrow, fill);
    }

    /// Whether a house or its name covers a spot.
    fn hides(&self, house: CastId, (x, y): Spot) -> bool {
        let at = self.place(house);
        let (wide, up) = (self.build.half + 6.0, self.build.top);
        (x - at.0).abs() < wide && (at.1 - up..at.1 + self.build.name).contains(&y)
    }

    fn house(&self, canvas: &mut Canvas, house: &HouseView) {
        let (x, y) = self.place(house.who);
        let build = self.build;
        let (half, eaves) = (build.half, build.eaves);
        let wall = Area::new(x - half, y - eaves, half * 2.0, eaves + build.foot);
        let outline = Shape::rounded(wall, 10.0);
        let edge = if decided(self.view).contains(&Some(house.who)) {
            Line::new(theme::GOLD, 12.0)
        } else {
            Line::new(theme::INK, 6.0)
        };
        canvas.stroke(&outline, edge);
        canvas.fill(&outline, WALL);
        roof(canvas, (x, y - eaves), build.roof, house.dealer);
        let ring = match self.people.cast.seat_of(house.who) {
            Some(seat) => Ring::Seat(seat),
            None => Ring::Plain,
        };
        let (down, radius) = build.face;
        self.people
            .draw(canvas, house.who, (x, y + down), radius, ring);
        for seat in Seat::BOTH {
            let Area {
                x: aside,
                y: down,
                width,
                height,
            } = build.letters;
            let left = match seat {
                Seat::Dmo => x - aside - width,
                Seat::Ec => x + aside,
            };
            let cell = Area::new(left, y + down, width, height);
            let count = house.letters[seat];
            letters(canvas, cell, seat, Some(count), count > 0);
            self.rank(canvas, seat, house.who);
        }
        self.name(canvas, house.who);
    }

    fn name(&self, canvas: &mut Canvas, who: CastId) {
        let (x, y) = self.place(who);
        let style = TextStyle::bold(26.0, theme::TEXT).down_to(22.0);
        let most = HOUSE_WIDTH - 14.0;
        let name = name_within(self.people.cast.name(who), most, &style);
        let width = text_width(name, &style).min(most) + 14.0;
        let middle = (self.build.foot + self.build.name) / 2.0 + 2.0;
        let area = Area::new(x - width / 2.0, y + middle - 15.0, width, 30.0);
        canvas.fill(&Shape::rounded(area, 8.0), theme::GROUND);
        canvas.write(name, (x, y + middle), most, Align::Centre, &style);
    }

    /// The couriers of a team at a house: the DMO's on the left, from the top down if they are
    /// beside it; the EC's on the right, from the bottom up. So couriers of neighbours seldom
    /// touch.
    fn couriers(&self, canvas: &mut Canvas, seat: Seat, house: CastId) {
        let (x, y) = self.place(house);
        let couriers = self.view.couriers[seat].iter();
        let mut here: Vec<(u8, Mark)> = couriers
            .filter(|courier| courier.at == house)
            .map(|courier| (courier.number, self.mark(seat, courier)))
            .collect();
        if let Some(order) = self.view.pending(seat)
            && order.verb == Verb::Drop
            && order.house == house
        {
            here.push((order.courier, Mark::Ordered));
        }
        let (up, down) = BESIDE;
        let count = here.len().max(1) as f32;
        let side = ((up + down) / count).floor().clamp(MIN_COURIER, COURIER);
        let apart = side.min((up + down - side) / (count - 1.0));
        let aside = self.build.half + 2.0 + side / 2.0;
        for (index, (number, mark)) in here.into_iter().enumerate() {
            if self.build.couriers_above {
                // From the wall's end inwards, two side by side.
                let (along, above) = ((index % 2) as f32, (index / 2) as f32);
                let inwards = self.build.half - (0.5 + along) * ABOVE;
                let x = match seat {
                    Seat::Dmo => x - inwards,
                    Seat::Ec => x + inwards,
                };
                let y = y - self.build.eaves - 1.0 - (0.5 + above) * ABOVE;
                courier(canvas, (x, y), ABOVE, seat, number, mark);
                continue;
            }
            let step = side / 2.0 + index as f32 * apart;
            let centre = match seat {
                Seat::Dmo => (x - aside, y - up + step),
                Seat::Ec => (x + aside, y + down - step),
            };
            courier(canvas, centre, side, seat, number, mark);
        }
    }

    fn mark(&self, seat: Seat, courier: &Courier) -> Mark {
        let moved = |visit: &Visit| visit.seat == seat && visit.courier == courier.number;
        if self.view.phase == Phase::Sending && courier.open.is_empty() {
            Mark::Stuck
        } else if self.view.last.iter().any(moved) {
            Mark::Moved
        } else {
            Mark::Able
        }
    }

    /// The house's place in a visible ranking, beside the ridge of the roof.
    fn rank(&self, canvas: &mut Canvas, seat: Seat, house: CastId) {
        if !shows_ranking(self.view, seat) {
            return;
        }
        let Some(ranking) = &self.view.ranking[seat] else {
            return;
        };
        let Some(place) = ranking.iter().position(|ranked| *ranked == house) else {
            return;
        };
        let (x, y) = self.place(house);
        let (aside, down) = self.build.rank;
        let aside = match seat {
            Seat::Dmo => -aside,
            Seat::Ec => aside,
        };
        let area = Area::around((x + aside, y + down), 36.0);
        rank_plaque(canvas, area, seat, place + 1);
    }
}

/// The houses with which the rankings decided the match, one of each seat: the first place at which
/// one team has more letters than the other.
fn decided(view: &View) -> [Option<CastId>; 2] {
    let by_ranking = |outcome: Outcome| outcome.reason == reasons::RANKING;
    let decided = view.outcome.is_some_and(by_ranking);
    let houses = decided.then(|| view.deciding()).flatten();
    houses.map_or([None; 2], |(_, BySeat { dmo, ec })| [Some(dmo), Some(ec)])
}

/// Whether to show this seat's ranking: before and after play, if the reader may see it.
fn shows_ranking(view: &View, seat: Seat) -> bool {
    matches!(view.phase, Phase::Ranking | Phase::Over) && view.ranking[seat].is_some()
}

/// A straight part of a path, in small steps.
fn part(ends: &[Spot]) -> impl Iterator<Item = Spot> {
    const STEPS: u8 = 40;
    let (from, to) = (ends[0], ends[1]);
    (0..STEPS).map(move |step| {
        let share = f32::from(step) / f32::from(STEPS);
        (
            from.0 + (to.0 - from.0) * share,
            from.1 + (to.1 - from.1) * share,
        )
    })
}

/// The distance of a spot from the straight line between two others.
fn distance(spot: Spot, from: Spot, to: Spot) -> f32 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).max(1.0);
    let product = (spot.0 - from.0) * dx + (spot.1 - from.1) * dy;
    let share = (product / length).clamp(0.0, 1.0);
    (spot.0 - from.0 - dx * share).hypot(spot.1 - from.1 - dy * share)
}
