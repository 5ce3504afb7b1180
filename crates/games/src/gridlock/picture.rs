//! Gridlock's board.

use super::say;
use super::{Find, Phase, Tile, View};
use crate::tokens::{People, Plate, Ring, Token, headline, legend, seat_colour, seat_plates};
use crate::{BySeat, CastId, Cell, Seat};
use canvas::{Align, Area, Canvas, Colour, Fill, Line, Shape, Spot, TextStyle, text_width, theme};

const SIDE: f32 = 774.0;
/// How much of the opposite side's tiles is visible beyond each edge.
const GHOST: f32 = 26.0;
/// The smallest radius of a face on a tile that people can recognise on a phone. Below it, a number
/// replaces several faces.
const MIN_FACE: f32 = 16.0;
/// Room for the column letters above the grid, and as much beside it for the row numbers.
const GUTTER: f32 = 40.0;

pub fn draw(view: &View, people: People<'_>) -> Canvas {
    board(view, people, false)
}

/// The board of a match that is over, and the order in which people were found.
pub fn draw_end(view: &View, people: People<'_>) -> Canvas {
    board(view, people, true)
}

fn board(view: &View, people: People<'_>, in_order: bool) -> Canvas {
    let top = theme::HEAD + GUTTER + GHOST;
    let foot = top + SIDE + GHOST + 8.0;
    let height = foot + theme::LEGEND + 10.0;
    let mut canvas = Canvas::new(theme::WIDTH, height as u32, theme::GROUND);
    let left = (theme::WIDTH as f32 - SIDE) / 2.0;
    let grid = Grid {
        view,
        people,
        area: Area::new(left, top, SIDE, SIDE),
        tile: SIDE / f32::from(view.size),
    };
    grid.ghosts(&mut canvas);
    grid.tiles(&mut canvas);
    grid.labels(&mut canvas);
    grid.tokens(&mut canvas);

    let plates = BySeat::new(|seat| plate(view, seat));
    let free = seat_plates(&mut canvas, people, plates);
    for seat in Seat::BOTH {
        let (area, colour) = free[seat];
        axis_and_finds(&mut canvas, view, people, seat, area, colour);
    }
    headline(&mut canvas, &say::headline(view, people.cast));
    if in_order {
        for (number, find) in (1_u32..).zip(&view.finds) {
            let area = grid.cell(find.cell);
            let at = if find.cell == view.guard {
                // Below the Guard, whom it would cover.
                (area.centre().0, area.bottom() - 4.0)
            } else {
                (area.x + FOUND, area.y + FOUND)
            };
            found_badge(&mut canvas, at, FOUND, number);
        }
        let sign = |canvas: &mut Canvas, area: Area| {
            found_badge(canvas, area.centre(), area.width / 2.0, 1);
        };
        if !view.finds.is_empty() {
            legend(&mut canvas, &[(say::FOUND_IN_ORDER, &sign)], foot);
        }
    } else if view.phase == Phase::Hiding {
        seals(&mut canvas, view, people, foot);
    } else {
        let sign =
            |tile: Tile| move |canvas: &mut Canvas, area: Area| draw_tile(canvas, area, tile);
        let (white, yellow, red) = (sign(Tile::White), sign(Tile::Yellow), sign(Tile::Red));
        legend(
            &mut canvas,
            &[
                (say::legend(Tile::White), &white),
                (say::legend(Tile::Yellow), &yellow),
                (say::legend(Tile::Red), &red),
            ],
            foot,
        );
    }
    canvas
}

/// The radius of the badge with the number in the order of finds.
const FOUND: f32 = 22.0;

fn found_badge(canvas: &mut Canvas, at: Spot, radius: f32, number: u32) {
    let badge = Shape::circle(at, radius);
    canvas.fill(&badge, theme::INK);
    canvas.stroke(&badge, Line::new(theme::GOLD, 3.0));
    let style = TextStyle::bold(radius * 1.25, theme::TEXT);
    let number = number.to_string();
    canvas.write(&number, at, radius * 1.6, Align::Centre, &style);
}

fn plate(view: &View, seat: Seat) -> Plate {
    Plate {
        figure: view.score[seat].to_string(),
        below: say::target(view),
        to_act: view.to_act == Some(seat),
        won: view.outcome.and_then(|end| end.winner) == Some(seat),
        faceless: false,
    }
}

/// A seat's axis and the people whom it has found.
fn axis_and_finds(
    canvas: &mut Canvas,
    view: &View,
    people: People<'_>,
    seat: Seat,
    area: Area,
    colour: Colour,
) {
    let (mut left, middle) = (area.x, area.centre().1);
    if let Some(horizontal) = view.horizontal {
        let reach = area.height / 2.0;
        let centre = left + reach;
        let (across, down) = if horizontal == seat {
            (reach, 0.0)
        } else {
            (0.0, reach)
        };
        let from = (centre - across, middle - down);
        let to = (centre + across, middle + down);
        canvas.fill(&Shape::double_arrow(from, to, 9.0), colour);
        left += area.height + 12.0;
    }
    let tokens: Vec<Token> = view
        .finds
        .iter()
        .filter(|find| find.by == seat)
        .flat_map(|find| found(view, find))
        .map(|id| (id, Ring::Plain))
        .collect();
    let width = (area.right() - left).min(tokens.len() as f32 * area.height);
    let row = Area::new(left, area.y, width, area.height);
    people.draw_all(canvas, &tokens, row, 15.0);
}

/// The people who were found, if the view names them; None for each of the others.
fn found(view: &View, find: &Find) -> Vec<Option<CastId>> {
    let mut people = hiding_on(view, find.cell);
    people.extend(find.who.as_deref().unwrap_or_default());
    people.sort_unstable();
    people.dedup();
    let unnamed = (find.count as usize).saturating_sub(people.len());
    let named = people.into_iter().map(Some);
    named.chain(std::iter::repeat_n(None, unnamed)).collect()
}

/// The people who hide on this tile according to the view.
fn hiding_on(view: &View, cell: Cell) -> Vec<CastId> {
    let here = view.hidden.iter().filter(|(_, at)| **at == cell);
    here.map(|(id, _)| *id).collect()
}

/// The width that Discord's ALT badge covers in the bottom left corner on a phone.
const BADGE: f32 = 130.0;

/// While people hide: a mark for each of them, or for hosts the people who are missing.
fn seals(canvas: &mut Canvas, view: &View, people: People<'_>, top: f32) {
    let middle = top + 22.0;
    let missing = view.missing.as_deref().unwrap_or_default();
    if !missing.is_empty() {
        let style = TextStyle::plain(25.0, theme::TEXT_DIM);
        let words = say::STILL_MISSING;
        let width = canvas.write(words, (BADGE, middle), 400.0, Align::Left, &style);
        let mut left = BADGE + width + 16.0;
        let right = theme::WIDTH as f32 - theme::MARGIN;
        for (index, id) in missing.iter().enumerate() {
            let name = people.cast.name(*id);
            let wide = 44.0 + text_width(name, &style).min(180.0);
            let rest = missing.len() - index;
            let more = if rest > 1 { 60.0 } else { 0.0 };
            if left + wide + more > right {
                let words = format!("+{rest}");
                canvas.write(&words, (left, middle), 60.0, Align::Left, &style);
                break;
            }
            people.draw(canvas, *id, (left + 18.0, middle), 18.0, Ring::Plain);
            canvas.write(name, (left + 42.0, middle), 180.0, Align::Left, &style);
            left += wide + 18.0;
        }
        return;
    }
    let safe = view.safe as usize;
    let room = theme::WIDTH as f32 - 2.0 * BADGE;
    let width = room.min(safe as f32 * 44.0);
    let row = Area::new((theme::WIDTH as f32 - width) / 2.0, top, width, 44.0);
    let (spots, radius) = row.circles(safe, 0.0);
    for (index, spot) in spots.into_iter().enumerate() {
        let mark = Shape::circle(spot, radius * 0.8);
        if index < view.sealed as usize {
            canvas.fill(&mark, theme::GOLD);
            let (x, y) = (spot.0, spot.1);
            let tick = [
                (x - radius * 0.36, y + radius * 0.02),
                (x - radius * 0.08, y + radius * 0.3),
                (x + radius * 0.4, y - radius * 0.28),
            ];
            canvas.stroke(&Shape::polyline(&tick), Line::new(theme::INK, radius * 0.2));
        } else {
            canvas.stroke(&mark, Line::dashed(theme::TEXT_DIM, 2.5, 6.0, 5.0));
        }
    }
}

struct Grid<'a> {
    view: &'a View,
    people: People<'a>,
    area: Area,
    /// A tile's side.
    tile: f32,
}

impl Grid<'_> {
    /// The area of a cell, which may be beyond the edges.
    fn at(&self, column: f32, row: f32) -> Area {
        let (x, y) = (
            self.area.x + column * self.tile,
            self.area.y + row * self.tile,
        );
        Area::new(x, y, self.tile, self.tile).inset(self.tile * 0.018)
    }

    fn cell(&self, cell: Cell) -> Area {
        self.at(f32::from(cell.column), f32::from(cell.row))
    }

    fn tile_at(&self, column: u8, row: u8) -> Tile {
        self.view.tile(Cell::new(column, row))
    }

    /// The opposite tiles beyond each edge, faded: the grid is looped.
    fn ghosts(&self, canvas: &mut Canvas) {
        let last = self.view.size - 1;
        let size = f32::from(self.view.size);
        for along in 0..self.view.size {
            let step = f32::from(along);
            draw_tile(canvas, self.at(step, -1.0), self.tile_at(along, last));
            draw_tile(canvas, self.at(step, size), self.tile_at(along, 0));
            draw_tile(canvas, self.at(-1.0, step), self.tile_at(last, along));
            draw_tile(canvas, self.at(size, step), self.tile_at(0, along));
        }
        let band = self.area.inset(-GHOST);
        for strip in self.area.frame(band) {
            canvas.fill(&Shape::rectangle(strip), theme::GROUND.with_alpha(140));
        }
        let (width, height) = (theme::WIDTH as f32, canvas.height() as f32);
        for cover in band.frame(Area::new(0.0, 0.0, width, height)) {
            canvas.fill(&Shape::rectangle(cover), theme::GROUND);
        }
        canvas.fill(&Shape::rectangle(self.area), theme::GROUND);
        let (x, y) = self.area.centre();
        let half = size / 2.0;
        for direction in [(0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)] {
            for along in 0..self.view.size {
                let aside = (f32::from(along) + 0.5 - half) * self.tile;
                let from = (x + direction.1 * aside, y + direction.0 * aside);
                let away = half + 9.0 / self.tile;
                let point = self.point(from, direction, away, 10.0);
                canvas.fill(&point, theme::TEXT.with_alpha(170));
            }
        }
    }

    fn tiles(&self, canvas: &mut Canvas) {
        for row in 0..self.view.size {
            for column in 0..self.view.size {
                let area = self.cell(Cell::new(column, row));
                draw_tile(canvas, area, self.tile_at(column, row));
            }
        }
    }

    fn labels(&self, canvas: &mut Canvas) {
        let style = TextStyle::bold(30.0, theme::TEXT_DIM);
        let away = GHOST + GUTTER / 2.0;
        for index in 0..self.view.size {
            let along = (f32::from(index) + 0.5) * self.tile;
            let letter = char::from(b'A' + index).to_string();
            let at = (self.area.x + along, self.area.y - away);
            canvas.write(&letter, at, GUTTER, Align::Centre, &style);
            let number = (index + 1).to_string();
            let at = (self.area.x - away, self.area.y + along);
            canvas.write(&number, at, GUTTER, Align::Centre, &style);
        }
    }

    /// People on their tiles, the last move, and the Guard.
    fn tokens(&self, canvas: &mut Canvas) {
        let size = self.view.size;
        let cells = (0..size).flat_map(|row| (0..size).map(move |column| Cell::new(column, row)));
        for cell in cells {
            let tokens = self.people_on(cell);
            let area = self.cell(cell);
            if tokens.is_empty() {
                continue;
            }
            if cell == self.view.guard {
                self.beside_guard(canvas, &tokens, area);
            } else {
                let room = area.inset(self.tile * 0.06);
                self.people.draw_all_named(canvas, &tokens, room, MIN_FACE);
            }
        }
        if let Some((from, to)) = self.view.last {
            self.last_move(canvas, from, to);
        }
        let share = if self.people_on(self.view.guard).is_empty() {
            0.58
        } else {
            0.5
        };
        let guard = self.cell(self.view.guard).centre();
        draw_guard(canvas, guard, self.tile * share);
        if let (Phase::Moving(seat), Some(horizontal)) = (self.view.phase, self.view.horizontal) {
            self.ways(canvas, seat, horizontal == seat);
        }
    }

    /// Triangles beside the Guard that show where the player can move.
    fn ways(&self, canvas: &mut Canvas, seat: Seat, horizontal: bool) {
        let (guard, size) = (self.view.guard, self.view.size);
        for (way, sign) in [(size - 1, -1.0), (1, 1.0)] {
            let to = if horizontal {
                self.tile_at((guard.column + way) % size, guard.row)
            } else {
                self.tile_at(guard.column, (guard.row + way) % size)
            };
            if to != Tile::Red {
                let direction = if horizontal { (sign, 0.0) } else { (0.0, sign) };
                let point =
                    self.point(self.cell(guard).centre(), direction, 0.35, self.tile * 0.11);
                canvas.stroke(&point, Line::new(theme::PALE, self.tile * 0.05));
                canvas.fill(&point, seat_colour(seat));
            }
        }
    }

    /// A triangle that points away from a spot; its base is `away` tiles from it.
    fn point(&self, from: Spot, (right, down): Spot, away: f32, length: f32) -> Shape {
        let base = away * self.tile;
        let spot = |along: f32, across: f32| {
            (
                from.0 + right * along - down * across,
                from.1 + down * along + right * across,
            )
        };
        Shape::polygon(&[
            spot(base, -length),
            spot(base + length, 0.0),
            spot(base, length),
        ])
    }

    /// The people who are known to hide on a tile, or were found there.
    fn people_on(&self, cell: Cell) -> Vec<Token> {
        if let Some(find) = self.view.finds.iter().find(|find| find.cell == cell) {
            let ring = Ring::Seat(find.by);
            let people = found(self.view, find).into_iter();
            return people.map(|id| (id, ring)).collect();
        }
        let ring = match self.view.phase {
            Phase::Over => Ring::Plain,
            _ => Ring::Own,
        };
        let hiding = hiding_on(self.view, cell).into_iter();
        hiding.map(|id| (Some(id), ring)).collect()
    }

    /// Up to four tokens in the corners of the Guard's tile; the last corner may be a number for
    /// several people.
    fn beside_guard(&self, canvas: &mut Canvas, tokens: &[Token], area: Area) {
        let side = self.tile * 0.3;
        let corners = [
            Area::new(area.x, area.y, side, side),
            Area::new(area.right() - side, area.y, side, side),
            Area::new(area.x, area.bottom() - side, side, side),
            Area::new(area.right() - side, area.bottom() - side, side, side),
        ];
        for (index, corner) in corners.into_iter().enumerate() {
            let rest = tokens.get(index..).unwrap_or_default();
            let shown = if index == 3 { rest.len() } else { 1 };
            let in_corner = rest.get(..shown).unwrap_or_default();
            // A corner has room for one: more of them become a number.
            let least = if in_corner.len() > 1 { side } else { 0.0 };
            self.people.draw_all(canvas, in_corner, corner, least);
        }
    }

    /// An arrow from tile to tile; across an edge it leaves on one side and comes in on the other.
    fn last_move(&self, canvas: &mut Canvas, from: Cell, to: Cell) {
        let (column, row) = (step(from.column, to.column), step(from.row, to.row));
        let along = |cell: Cell, tiles: f32, pixels: f32| {
            let (x, y) = self.cell(cell).centre();
            let length = tiles * self.tile + pixels;
            (x + column * length, y + row * length)
        };
        // It must not cover a face or the name below it.
        let begin = match (self.people_on(from).is_empty(), row > 0.0) {
            (true, _) => 0.1,
            (false, false) => 0.34,
            (false, true) => 0.44,
        };
        let (start, end) = (along(from, begin, 0.0), along(to, -0.31, 0.0));
        let beside = from.column.abs_diff(to.column) + from.row.abs_diff(to.row) == 1;
        if beside {
            self.arrow(canvas, start, end);
        } else {
            self.arrow(canvas, start, along(from, 0.5, GHOST - 5.0));
            self.arrow(canvas, along(to, -0.5, 5.0 - GHOST), end);
        }
    }

    fn arrow(&self, canvas: &mut Canvas, from: Spot, to: Spot) {
        let arrow = Shape::arrow(from, to, (self.tile * 0.085).clamp(9.0, 16.0));
        canvas.stroke(&arrow, Line::new(theme::PALE, 7.0));
        canvas.fill(&arrow, theme::INK);
    }
}

/// The step from one column or row to another; it goes over the edge if they are not neighbours.
fn step(from: u8, to: u8) -> f32 {
    match i16::from(to) - i16::from(from) {
        0 => 0.0,
        1 => 1.0,
        -1 => -1.0,
        apart if apart > 0 => -1.0,
        _ => 1.0,
    }
}

/// White is plain, yellow has a ring and light stripes, red a cross on a dark lattice.
fn draw_tile(canvas: &mut Canvas, area: Area, tile: Tile) {
    let shape = Shape::rounded(area, area.width * 0.1);
    match tile {
        Tile::White => canvas.fill(&shape, theme::PALE),
        Tile::Yellow => {
            canvas.fill(&shape, theme::YELLOW);
            let ring = Shape::circle(area.centre(), area.width * 0.385);
            let line = Line::new(Colour::hex(0xb98400), (area.width * 0.04).max(2.5));
            canvas.stroke(&ring, line);
        }
        Tile::Red => {
            let lattice = Fill::Hatch {
                ground: theme::RED,
                ink: Colour::hex(0xa92a22),
                step: 18,
            };
            canvas.fill(&shape, lattice);
            let inner = area.inset(area.width * 0.16);
            let (top, bottom) = (inner.y, inner.bottom());
            let line = Line::new(Colour::hex(0x4d0d0a), (area.width * 0.075).max(3.0));
            for (from, to) in [(inner.x, inner.right()), (inner.right(), inner.x)] {
                canvas.stroke(&Shape::line((from, top), (to, bottom)), line);
            }
        }
    }
}

/// The Guard: a shield with a star.
fn draw_guard(canvas: &mut Canvas, centre: Spot, side: f32) {
    let shield = Shape::shield(centre, side);
    canvas.stroke(&shield, Line::new(theme::PALE, (side * 0.12).max(6.0)));
    canvas.fill(&shield, Colour::hex(0x223a6b));
    canvas.stroke(
        &Shape::shield(centre, side * 0.94),
        Line::new(theme::INK, (side * 0.05).max(3.0)),
    );
    let star = Shape::star((centre.0, centre.1 - side * 0.04), side * 0.25, 5);
    canvas.fill(&star, theme::GOLD);
}
