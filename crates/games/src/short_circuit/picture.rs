//! Short Circuit's board. The loose tiles and the legend are on its left; the corner below them
//! stays free. The row numbers are on the right.

use super::say;
use super::{Kind, Piece, Side, Sketch, Table, Tile, View};
use crate::tokens::{People, Plate, Sign, low_head};
use crate::{BySeat, Cell, Seat};
use canvas::{Align, Area, Canvas, Colour, Line, Shape, Spot, TextStyle, text_lines, theme};

/// Room for the row numbers beside the board, and for the column letters above it.
const GUTTER: f32 = 40.0;
/// The left edge of the board, its largest width and height, and the largest cell.
const LEFT: f32 = 152.0;
const MAX_SIDE: f32 = 792.0;
const MAX_CELL: f32 = 108.0;
/// The column on the left of the board: its left edge, its width, and the height of a line for a
/// loose tile.
const COLUMN: (f32, f32) = (16.0, 130.0);
const LOOSE: f32 = 64.0;
/// The smallest height of the picture: the loose tiles, the longest legend and the free corner.
const MIN_HEIGHT: f32 = 870.0;
const FOOT: f32 = 14.0;
/// The height of the card that replaces a secret board, and of the free corner below it.
const CARD: f32 = 430.0;
const CARD_FOOT: f32 = 50.0;

const TILE: Colour = theme::PALE;
const BATTERY: Colour = Colour::hex(0xf3d48a);
const TRIED: Colour = Colour::hex(0xbfe0f7);
const LAST: Colour = Colour::hex(0x6f5fe6);
const TRACK: Colour = theme::INK;
const WIRE: Colour = Colour::hex(0x8f98aa);
const LIT: Colour = theme::YELLOW;

/// Draws a view with a sketch, if it has one.
pub fn draw(view: &View, people: People<'_>) -> Canvas {
    let top = theme::LOW_HEAD;
    let Some(table) = &view.table else {
        let height = top + CARD + CARD_FOOT;
        let mut canvas = Canvas::new(theme::WIDTH, height as u32, theme::GROUND);
        head(&mut canvas, view, people);
        secret(&mut canvas, top);
        return canvas;
    };
    let (board, height) = Board::of(table, top);
    let mut canvas = Canvas::new(theme::WIDTH, height as u32, theme::GROUND);
    head(&mut canvas, view, people);
    board.labels(&mut canvas);
    board.empty_cells(&mut canvas);
    board.tiles(&mut canvas, view);
    let supply = match &view.sketch {
        Some(sketch) => sketch.supply(table),
        None => table.supply,
    };
    let below = loose_tiles(&mut canvas, top + 8.0, |kind| supply.count(kind));
    signs(&mut canvas, view, table, below);
    canvas
}

/// The legend of a board.
fn signs(canvas: &mut Canvas, view: &View, table: &Table, top: f32) {
    let sketch = view.sketch.as_ref();
    let battery: Sign = &|canvas, area| {
        let face = Face {
            ground: BATTERY,
            frame: Frame::Battery,
            ..Face::new(Tile::H)
        };
        face.draw(canvas, area);
    };
    let framed = |canvas: &mut Canvas, area: Area, ground: Colour, frame: Frame| {
        canvas.fill(&Shape::rounded(area, area.width * 0.1), ground);
        frame.draw(canvas, area);
    };
    let last: Sign = &|canvas, area| framed(canvas, area, TILE, Frame::Last);
    let added: Sign = &|canvas, area| framed(canvas, area, added_ground(sketch), Frame::Dashes);
    let barred: Sign = &|canvas, area| {
        framed(canvas, area, added_ground(None), Frame::Dashes);
        let inner = area.inset(area.width * 0.25);
        let (right, bottom) = (inner.right(), inner.bottom());
        for (from, to) in [
            ((inner.x, inner.y), (right, bottom)),
            ((inner.x, bottom), (right, inner.y)),
        ] {
            canvas.stroke(&Shape::line(from, to), Line::new(theme::INK, 4.0));
        }
    };
    let brackets: Sign = &|canvas, area| pen(canvas, area, None);
    let mut items = vec![(say::BATTERY, battery)];
    if !table.last.is_empty() {
        items.push((say::LAST, last));
    }
    if sketch.is_some() {
        items.push((say::TRIED, added));
        items.push((say::PEN, brackets));
    } else if let Some(verdict) = view.other_verdict() {
        items.push(match verdict.completion {
            Some(_) => (say::COMPLETION, added),
            None => (say::NO_COMPLETION, barred),
        });
    }
    legend(canvas, &items, top);
}

/// Explains signs one below the other, each above its words.
fn legend(canvas: &mut Canvas, items: &[(&str, Sign<'_>)], mut top: f32) {
    let (left, width) = COLUMN;
    let side = 36.0;
    let style = TextStyle::plain(25.0, theme::TEXT_DIM);
    for (words, draw) in items {
        draw(canvas, Area::new(left, top, side, side));
        top += side + 16.0;
        for line in text_lines(words, width, &style) {
            canvas.write(&line, (left, top), width, Align::Left, &style);
            top += 27.0;
        }
        top += 4.0;
    }
}

fn head(canvas: &mut Canvas, view: &View, people: People<'_>) {
    let to_act = view.to_act();
    let plates = BySeat::new(|seat| Plate {
        to_act: to_act == Some(seat),
        won: view.outcome.and_then(|end| end.winner) == Some(seat),
        ..Plate::default()
    });
    let words = say::headline(view, people.cast);
    let free = low_head(canvas, people, plates, &words);
    for seat in Seat::BOTH {
        let (area, colour) = free[seat];
        let style = TextStyle::plain(27.0, colour).down_to(24.0);
        let at = (area.x, area.centre().1);
        canvas.write(say::plate(view, seat), at, area.width, Align::Left, &style);
    }
}

/// The ground of tiles that were not placed: a sketch, or a completion that nobody placed.
fn added_ground(sketch: Option<&Sketch>) -> Colour {
    match sketch {
        Some(_) => TRIED,
        None => TILE.mix(theme::PANEL, 0.35),
    }
}

/// Replaces a secret board: says that it is secret, and shows the tiles with their codes.
fn secret(canvas: &mut Canvas, top: f32) {
    let width = theme::WIDTH as f32 - 2.0 * theme::MARGIN;
    let card = Area::new(theme::MARGIN, top, width, CARD);
    canvas.fill(&Shape::rounded(card, 18.0), theme::PANEL);
    let (middle, _) = card.centre();
    let style = TextStyle::bold(120.0, theme::GOLD);
    canvas.write("?", (middle, top + 88.0), width, Align::Centre, &style);
    let style = TextStyle::bold(33.0, theme::TEXT).down_to(24.0);
    for (line, text) in [say::SECRET, say::SECRET_UNTIL].into_iter().enumerate() {
        let at = (middle, top + 180.0 + 44.0 * line as f32);
        canvas.write(text, at, width - 40.0, Align::Centre, &style);
    }
    let side = 84.0;
    let step = (width - 40.0) / Tile::ALL.len() as f32;
    let style = TextStyle::bold(30.0, theme::TEXT_DIM);
    for (index, tile) in Tile::ALL.into_iter().enumerate() {
        let x = card.x + 20.0 + step * (index as f32 + 0.5);
        let area = Area::around((x, top + 310.0), side);
        Face::new(tile).draw(canvas, area);
        let at = (x, top + 386.0);
        canvas.write(tile.word(), at, step, Align::Centre, &style);
    }
}

/// The remaining loose tiles, a sign and a count each. Returns where they end.
fn loose_tiles(canvas: &mut Canvas, top: f32, count: impl Fn(Kind) -> u8) -> f32 {
    let (left, width) = COLUMN;
    let style = TextStyle::plain(25.0, theme::TEXT_DIM);
    canvas.write(say::LOOSE, (left, top + 14.0), width, Align::Left, &style);
    let mut top = top + 34.0;
    for kind in Kind::ALL {
        let tile = match kind {
            Kind::Straight => Tile::H,
            Kind::Turn => Tile::Se,
            Kind::Crossroad => Tile::X,
            Kind::Thunder => Tile::T,
        };
        let area = Area::new(left, top, LOOSE - 8.0, LOOSE - 8.0);
        Face::new(tile).draw(canvas, area);
        let left_over = count(kind);
        let colour = if left_over == 0 {
            canvas.fill(&Shape::rounded(area, 8.0), theme::GROUND.with_alpha(170));
            theme::TEXT_DIM
        } else {
            theme::TEXT
        };
        let style = TextStyle::bold(38.0, colour).down_to(30.0);
        let at = (area.right() + 8.0, area.centre().1);
        let room = left + width - at.0;
        canvas.write(&format!("× {left_over}"), at, room, Align::Left, &style);
        top += LOOSE;
    }
    top + 14.0
}

struct Board<'a> {
    table: &'a Table,
    area: Area,
    /// A cell's side.
    cell: f32,
}

impl Board<'_> {
    /// A table's board below the head, and the height of its picture.
    fn of(table: &Table, top: f32) -> (Board<'_>, f32) {
        let (columns, rows) = (f32::from(table.board.columns), f32::from(table.board.rows));
        // On whole pixels all cells have the same edges, which makes the file smaller.
        let cell = (MAX_SIDE / columns.max(rows)).min(MAX_CELL).floor();
        let (wide, high) = (cell * columns, cell * rows);
        let height = (top + GUTTER + high + FOOT).max(MIN_HEIGHT);
        let left = LEFT + (MAX_SIDE - wide) / 2.0;
        let above = top + GUTTER + (height - FOOT - top - GUTTER - high) / 2.0;
        let area = Area::new(left.round(), above.round(), wide, high);
        (Board { table, area, cell }, height)
    }

    fn at(&self, cell: Cell) -> Area {
        let (column, row) = (f32::from(cell.column), f32::from(cell.row));
        let (x, y) = (
            self.area.x + column * self.cell,
            self.area.y + row * self.cell,
        );
        Area::new(x, y, self.cell, self.cell)
    }

    fn labels(&self, canvas: &mut Canvas) {
        let style = TextStyle::bold(30.0, theme::TEXT_DIM);
        for column in 0..self.table.board.columns {
            let (x, _) = self.at(Cell::new(column, 0)).centre();
            let at = (x, self.area.y - GUTTER / 2.0);
            let letter = char::from(b'A' + column).to_string();
            canvas.write(&letter, at, self.cell, Align::Centre, &style);
        }
        for row in 0..self.table.board.rows {
            let (_, y) = self.at(Cell::new(0, row)).centre();
            let at = (self.area.right() + GUTTER / 2.0, y);
            let number = (u32::from(row) + 1).to_string();
            canvas.write(&number, at, GUTTER, Align::Centre, &style);
        }
    }

    /// The cells; empty ones have their names.
    fn empty_cells(&self, canvas: &mut Canvas) {
        let board = &self.table.board;
        let style = TextStyle::plain(24.0, theme::TEXT_DIM.mix(theme::PANEL, 0.35));
        for cell in board.cells() {
            let area = self.at(cell);
            canvas.fill(&Shape::rounded(area.inset(2.0), 6.0), theme::PANEL);
            if board.is_empty(cell) {
                let name = cell.to_string();
                canvas.write(&name, area.centre(), self.cell, Align::Centre, &style);
            }
        }
    }

    /// The tiles that lie, then those of a completion or a sketch.
    fn tiles(&self, canvas: &mut Canvas, view: &View) {
        let (table, sketch) = (self.table, view.sketch.as_ref());
        let lit = view.thunder.is_some() || sketch.is_some_and(|sketch| sketch.completes(table));
        let completion = view
            .other_verdict()
            .and_then(|verdict| verdict.completion.as_ref());
        let stands_for = match (&view.thunder, completion) {
            (Some(thunder), _) => thunder,
            (None, Some(completion)) => &completion.thunder,
            (None, None) => &Vec::new(),
        };
        for piece in table.board.pieces() {
            let (ground, frame) = if table.battery.contains(&piece.cell) {
                (BATTERY, Frame::Battery)
            } else if table.last.contains(&piece.cell) {
                (TILE, Frame::Last)
            } else {
                (TILE, Frame::None)
            };
            let face = Face {
                ground,
                frame,
                lit,
                ..face(piece, stands_for)
            };
            face.draw(canvas, self.at(piece.cell));
        }
        let added = |lit: bool, face: Face| Face {
            ground: added_ground(sketch),
            frame: Frame::Dashes,
            lit,
            ..face
        };
        for piece in completion.map_or(&[][..], |completion| &completion.pieces) {
            added(true, face(*piece, stands_for)).draw(canvas, self.at(piece.cell));
        }
        if let Some(sketch) = sketch {
            for piece in sketch.pieces(table) {
                added(lit, Face::new(piece.tile)).draw(canvas, self.at(piece.cell));
            }
            pen(canvas, self.at(sketch.pen()), sketch.from());
        }
    }
}

/// A line with ends that are cut straight.
fn cut_line(colour: Colour, width: f32) -> Line {
    Line::dashed(colour, width, 10_000.0, 1.0)
}

/// The middle of an area's side.
fn side_of(area: Area, side: Side) -> Spot {
    let (x, y) = area.centre();
    match side {
        Side::North => (x, area.y),
        Side::East => (area.right(), y),
        Side::South => (x, area.bottom()),
        Side::West => (area.x, y),
    }
}

/// How a tile looks.
struct Face {
    tile: Tile,
    /// Whether thunder replaces this tile, so that it has thunder's sign.
    thunder: bool,
    ground: Colour,
    frame: Frame,
    /// Whether it is in a complete circuit.
    lit: bool,
}

/// A border around a tile, below its line.
#[derive(Clone, Copy)]
enum Frame {
    None,
    Battery,
    Last,
    /// Around a tile that was not placed.
    Dashes,
}

/// A tile's face. Thunder looks like the tile that it replaces, if that is known.
fn face(piece: Piece, stands_for: &[Piece]) -> Face {
    match stands_for.iter().find(|other| other.cell == piece.cell) {
        Some(plain) if piece.tile == Tile::T => Face {
            thunder: true,
            ..Face::new(plain.tile)
        },
        _ => Face::new(piece.tile),
    }
}

impl Face {
    fn new(tile: Tile) -> Face {
        Face {
            tile,
            thunder: false,
            ground: TILE,
            frame: Frame::None,
            lit: false,
        }
    }

    fn draw(&self, canvas: &mut Canvas, area: Area) {
        let side = area.width;
        let ground = Shape::rounded(area.inset(1.5), side * 0.09);
        canvas.fill(&ground, self.ground);
        self.frame.draw(canvas, area);
        let lit = self.lit;
        let bar = |from, to| Shape::line(side_of(area, from), side_of(area, to));
        // A quarter of a circle around a corner, in turns clockwise from the right.
        let quarter = |x: f32, y: f32, from: f32| Shape::arc((x, y), side / 2.0, from, from + 0.25);
        let along = match self.tile {
            Tile::H => bar(Side::West, Side::East),
            Tile::V => bar(Side::North, Side::South),
            Tile::Ne => quarter(area.right(), area.y, 0.25),
            Tile::Se => quarter(area.right(), area.bottom(), 0.5),
            Tile::Sw => quarter(area.x, area.bottom(), 0.75),
            Tile::Nw => quarter(area.x, area.y, 0.0),
            Tile::X => {
                track(canvas, &bar(Side::North, Side::South), side, lit);
                let (x, y) = area.centre();
                let bridge = Shape::line((x - side * 0.2, y), (x + side * 0.2, y));
                canvas.stroke(&bridge, cut_line(self.ground, side * 0.37));
                bar(Side::West, Side::East)
            }
            Tile::T => return bolt(canvas, area.centre(), side * 0.84),
        };
        track(canvas, &along, side, lit);
        if self.thunder {
            bolt(canvas, area.centre(), side * 0.5);
        }
    }
}

/// The line on a tile: it glows in a circuit that is complete.
fn track(canvas: &mut Canvas, along: &Shape, side: f32, lit: bool) {
    canvas.stroke(along, cut_line(TRACK, side * 0.28));
    let (colour, width) = if lit { (LIT, 0.15) } else { (WIRE, 0.07) };
    canvas.stroke(along, cut_line(colour, side * width));
}

fn bolt(canvas: &mut Canvas, centre: Spot, height: f32) {
    let at = |x: f32, y: f32| (centre.0 + x * height, centre.1 + y * height);
    let shape = Shape::polygon(&[
        at(0.10, -0.48),
        at(-0.32, 0.08),
        at(-0.05, 0.08),
        at(-0.12, 0.48),
        at(0.32, -0.12),
        at(0.05, -0.12),
        at(0.24, -0.48),
    ]);
    canvas.stroke(&shape, Line::new(theme::INK, height * 0.1));
    canvas.fill(&shape, theme::YELLOW);
}

impl Frame {
    fn draw(self, canvas: &mut Canvas, area: Area) {
        let side = area.width;
        match self {
            Frame::None => {}
            Frame::Battery => {
                let border = Shape::rounded(area.inset(side * 0.035 + 1.5), side * 0.07);
                canvas.stroke(&border, Line::new(theme::INK, side * 0.05));
                // A little battery in a corner that no line crosses.
                let (x, y) = (area.x + side * 0.1, area.y + side * 0.11);
                let body = Area::new(x, y, side * 0.24, side * 0.15);
                canvas.fill(&Shape::rectangle(body), theme::INK);
                let knob = Area::new(body.right(), y + side * 0.04, side * 0.04, side * 0.07);
                canvas.fill(&Shape::rectangle(knob), theme::INK);
                let charge = Area::new(x + side * 0.03, y + side * 0.03, side * 0.1, side * 0.09);
                canvas.fill(&Shape::rectangle(charge), BATTERY);
            }
            Frame::Last => {
                let width = (side * 0.075).max(5.0);
                let border = Shape::rounded(area.inset(width / 2.0), side * 0.09);
                canvas.stroke(&border, Line::new(LAST, width));
            }
            Frame::Dashes => {
                let width = (side * 0.05).max(4.0);
                let border = Shape::rounded(area.inset(width / 2.0 + 1.0), side * 0.08);
                let part = side * 0.14;
                canvas.stroke(&border, Line::dashed(theme::INK, width, part, part * 0.7));
            }
        }
    }
}

/// Brackets around the pen's cell, and a point at the side by which the line comes in.
fn pen(canvas: &mut Canvas, area: Area, from: Option<Side>) {
    let arm = area.width * 0.26;
    let inner = area.inset(area.width * 0.06);
    let corners = [
        ((inner.x, inner.y), 1.0, 1.0),
        ((inner.right(), inner.y), -1.0, 1.0),
        ((inner.x, inner.bottom()), 1.0, -1.0),
        ((inner.right(), inner.bottom()), -1.0, -1.0),
    ];
    let brackets = |canvas: &mut Canvas, line: Line| {
        for ((x, y), right, down) in corners {
            let bracket = [(x + right * arm, y), (x, y), (x, y + down * arm)];
            canvas.stroke(&Shape::polyline(&bracket), line);
        }
    };
    let width = (area.width * 0.075).max(4.0);
    brackets(canvas, Line::new(theme::INK, width * 1.9));
    brackets(canvas, Line::new(theme::GOLD, width));
    if let Some(side) = from {
        let (x, y) = side_of(area, side);
        let (centre_x, centre_y) = area.centre();
        let (right, down) = (
            (centre_x - x) / area.width * 2.0,
            (centre_y - y) / area.width * 2.0,
        );
        let reach = area.width * 0.2;
        let point = Shape::polygon(&[
            (x - down * reach, y + right * reach),
            (x + right * reach * 1.3, y + down * reach * 1.3),
            (x + down * reach, y - right * reach),
        ]);
        canvas.fill(&point, theme::GOLD);
    }
}
