//! Black and White's board: the rounds of this set side by side, both hands, and the sets before.

use super::rules::{Colour as Side, Hand, Tile};
use super::{View, ui};
use crate::tokens::{People, Plate, Ring, Sign, headline, legend, seat_plates};
use crate::{BySeat, Seat};
use canvas::{Align, Area, Canvas, Colour, Line, Shape, Spot, TextStyle, theme};

const BLACK: Colour = Colour::hex(0x0b0e14);
const WHITE: Colour = theme::PALE;

/// The left edge of the rounds' tiles: a column for each round, the DMO's above the EC's.
const LEFT: f32 = 112.0;
const COLUMN: f32 = 96.0;
const TILE: (f32, f32) = (80.0, 112.0);
const ROUNDS: f32 = theme::HEAD + 58.0;
const ROW: f32 = TILE.1 + 20.0;
const HANDS: f32 = ROUNDS + 2.0 * ROW + 24.0;
const HELD: (f32, f32) = (64.0, 88.0);
const HELD_ROW: f32 = HELD.1 + 16.0;
/// Each set before in one line, the last one first.
const SET: f32 = 66.0;

pub fn draw(view: &View, people: People<'_>) -> Canvas {
    let is_held = Seat::BOTH.iter().any(|seat| !view.hands[*seat].is_empty());
    // Below the hands; after the last tile there are none.
    let sets = if is_held {
        HANDS + 2.0 * HELD_ROW + 12.0
    } else {
        HANDS
    };
    let foot = sets + SET * f32::from(view.set - 1);
    let height = foot + theme::LEGEND + 14.0;
    let mut canvas = Canvas::new(theme::WIDTH, height as u32, theme::GROUND);
    let plates = BySeat::new(|seat| Plate {
        figure: view.points[seat].to_string(),
        to_act: view.to_act == Some(seat),
        won: view.outcome.and_then(|end| end.winner) == Some(seat),
        ..Plate::default()
    });
    seat_plates(&mut canvas, people, plates);
    headline(&mut canvas, &ui::headline(view, people.cast));
    for (row, seat) in Seat::BOTH.into_iter().enumerate() {
        let token = (LEFT / 2.0 + 4.0, ROUNDS + ROW * row as f32 + TILE.1 / 2.0);
        let who = people.cast.player(seat);
        people.draw(&mut canvas, who, token, 38.0, Ring::Seat(seat));
        let top = HANDS + HELD_ROW * row as f32;
        let beside = (token.0, top + HELD.1 / 2.0);
        if is_held {
            people.draw(&mut canvas, who, beside, 38.0, Ring::Seat(seat));
        }
        for (place, tile) in view.hands[seat].iter().enumerate() {
            let left = LEFT + (HELD.0 + 12.0) * place as f32;
            draw_tile(&mut canvas, Area::new(left, top, HELD.0, HELD.1), *tile);
        }
    }
    for round in 1..=view.options.tiles {
        draw_round(&mut canvas, view, round);
    }
    for set in 1..view.set {
        let top = sets + SET * f32::from(view.set - 1 - set);
        draw_earlier_set(&mut canvas, view, set, top);
    }
    let winner: Sign = &|canvas, area| draw_winner_frame(canvas, area.inset(2.0));
    let leader: Sign = &|canvas, area| draw_leader_mark(canvas, area.centre());
    let signs = [("wins the round", winner), ("leads", leader)];
    legend(&mut canvas, &signs, foot);
    canvas
}

/// A round of this set by its number; a future round is empty places.
fn draw_round(canvas: &mut Canvas, view: &View, number: u8) {
    let left = LEFT + COLUMN * f32::from(number - 1);
    let middle = left + TILE.0 / 2.0;
    let is_current = number == view.round && view.outcome.is_none() && view.leader.is_some();
    let colour = if is_current {
        theme::GOLD
    } else {
        theme::TEXT_DIM
    };
    let number_style = TextStyle::bold(30.0, colour);
    let head = (middle, ROUNDS - 36.0);
    write(canvas, &number.to_string(), head, &number_style);
    let mut rounds = view.rounds_of(view.set);
    let round = rounds.find(|round| round.round == number);
    let leader = match round {
        Some(round) => Some(round.leader),
        None if is_current => view.leader,
        None => None,
    };
    for (row, seat) in Seat::BOTH.into_iter().enumerate() {
        let area = Area::new(left, ROUNDS + ROW * row as f32, TILE.0, TILE.1);
        match round.and_then(|round| round.tiles[seat]) {
            Some(tile) => draw_tile(canvas, area, tile),
            None => {
                let line = Line::dashed(theme::RING, 3.0, 8.0, 8.0);
                canvas.stroke(&Shape::rounded(area, 10.0), line);
            }
        }
        if round.is_some_and(|round| round.winner == Some(seat)) {
            draw_winner_frame(canvas, area);
        }
        if leader == Some(seat) {
            draw_leader_mark(canvas, (middle, area.y - 8.0));
        }
    }
    if round.is_some_and(|round| round.is_finished() && round.winner.is_none()) {
        let style = TextStyle::bold(36.0, theme::TEXT);
        write(canvas, "=", (middle, ROUNDS + ROW - 10.0), &style);
    }
}

/// An earlier set in one line: each round as two small tiles.
fn draw_earlier_set(canvas: &mut Canvas, view: &View, set: u8, top: f32) {
    let middle = top + SET / 2.0 - 5.0;
    let style = TextStyle::bold(26.0, theme::TEXT_DIM);
    write(canvas, &format!("set {set}"), (LEFT / 2.0, middle), &style);
    for round in view.rounds_of(set) {
        let left = LEFT + COLUMN * f32::from(round.round - 1);
        for (place, seat) in Seat::BOTH.into_iter().enumerate() {
            let area = Area::new(left + 42.0 * place as f32, top + 4.0, 38.0, SET - 18.0);
            if let Some(tile) = round.tiles[seat] {
                let by = Hand::Own;
                draw_tile(canvas, area, Tile { by, ..tile });
            }
            if round.winner == Some(seat) {
                draw_winner_frame(canvas, area);
            }
        }
    }
}

/// A tile with its number if the reader may see it, and a word if the clock or a host played it.
fn draw_tile(canvas: &mut Canvas, area: Area, tile: Tile) {
    let (ground, ink) = match tile.colour {
        Side::Black => (BLACK, WHITE),
        Side::White => (WHITE, BLACK),
    };
    let shape = Shape::rounded(area, 10.0);
    canvas.fill(&shape, ground);
    canvas.stroke(&shape, Line::new(theme::INK_DIM, 3.0));
    let number = tile
        .number
        .map_or("?".to_owned(), |number| number.to_string());
    let number_style = TextStyle::bold(area.height * 0.5, ink);
    write(canvas, &number, area.centre(), &number_style);
    let by = match tile.by {
        Hand::Own => "",
        Hand::Clock => "clock",
        Hand::Host => "host",
    };
    let by_style = TextStyle::bold(24.0, ink);
    let foot = (area.centre().0, area.bottom() - 16.0);
    write(canvas, by, foot, &by_style);
}

/// The sign of a round's winner.
fn draw_winner_frame(canvas: &mut Canvas, area: Area) {
    canvas.stroke(&Shape::rounded(area, 10.0), Line::new(theme::GOLD, 6.0));
}

/// The sign of a round's leader.
fn draw_leader_mark(canvas: &mut Canvas, (x, y): Spot) {
    let corners = [(x - 11.0, y - 8.0), (x + 11.0, y - 8.0), (x, y + 9.0)];
    canvas.fill(&Shape::polygon(&corners), theme::GOLD);
}

fn write(canvas: &mut Canvas, text: &str, at: Spot, style: &TextStyle) {
    canvas.write(text, at, 96.0, Align::Centre, style);
}
