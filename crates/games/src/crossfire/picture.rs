//! Crossfire's board.

use super::say;
use super::{Anomaly, Arrow, Facing, Landing, Phase, Placed, SIDE, Space, TARGET, View};
use crate::tokens::{
    People, Plate, Ring, SEAT_COLOURS, SeatColour, Sign, headline, legend_in, seat_plates,
};
use crate::{BySeat, Cell, Seat};
use canvas::{Align, Area, Canvas, Colour, Fill, Line, Shape, Spot, TextStyle, text_width, theme};

const CELL: f32 = 178.0;
/// How far the prices of spawn spaces stick out from the board.
const TAB: f32 = 104.0;
const GREEN: Colour = Colour::hex(0x1f9d4d);
const RED_DARK: Colour = Colour::hex(0xa81f17);
const BOARD: f32 = CELL * SIDE as f32;
/// The EC plays red here.
pub const COLOURS: BySeat<SeatColour> = BySeat {
    ec: SeatColour {
        colour: Colour::hex(0xdc3b30),
        square: "🟥",
    },
    ..SEAT_COLOURS
};

pub fn draw(view: &View, people: People<'_>) -> Canvas {
    draw_above(view, people, 0.0).0
}

/// The board, with as much room left free below it, and where that room begins.
pub(super) fn draw_above(view: &View, people: People<'_>, room: f32) -> (Canvas, f32) {
    let across = view.spaces.iter().any(|space| is_vertical(space.facing));
    let tab = if across { TAB } else { 0.0 };
    let top = theme::HEAD + tab;
    let foot = top + BOARD + tab + 10.0;
    let variants = say::variants(view);
    let lines = if variants.is_empty() { 1.0 } else { 2.0 };
    let end = foot + theme::LEGEND * lines + 10.0;
    let mut canvas = Canvas::new(theme::WIDTH, (end + room) as u32, theme::GROUND);
    let left = (theme::WIDTH as f32 - BOARD) / 2.0;
    let board = Board {
        view,
        people,
        area: Area::new(left, top, BOARD, BOARD),
    };
    board.cells(&mut canvas);
    board.lanes(&mut canvas);
    for space in &view.spaces {
        board.tab(&mut canvas, space);
    }
    board.last(&mut canvas);
    for placed in &view.arrows {
        board.dart(&mut canvas, placed);
    }

    let free = seat_plates(&mut canvas, people, plates(view));
    for seat in Seat::BOTH {
        let (area, colour) = free[seat];
        goals_and_bid(&mut canvas, view, seat, area, colour);
    }
    headline(&mut canvas, &say::headline(view, people.cast));
    foot_lines(&mut canvas, view, &variants, foot);
    (canvas, end)
}

fn plates(view: &View) -> BySeat<Plate> {
    BySeat::new(|seat| Plate {
        figure: say::chips_figure(view.chips[seat]),
        below: say::CHIPS.to_owned(),
        to_act: view.to_act.contains(&seat),
        won: view.outcome.and_then(|end| end.winner) == Some(seat),
        faceless: false,
    })
}

fn is_vertical(facing: Facing) -> bool {
    matches!(facing, Facing::Up | Facing::Down)
}

fn direction(facing: Facing) -> Spot {
    match facing {
        Facing::Up => (0.0, -1.0),
        Facing::Down => (0.0, 1.0),
        Facing::Left => (-1.0, 0.0),
        Facing::Right => (1.0, 0.0),
    }
}

/// The spot that is `along` ahead of this one and `aside` to its right.
fn from(spot: Spot, facing: Facing, along: f32, aside: f32) -> Spot {
    let (right, down) = direction(facing);
    (
        spot.0 + right * along - down * aside,
        spot.1 + down * along + right * aside,
    )
}

/// A seat's colour as a filling: the EC's is hatched.
pub(super) fn filling(seat: Seat) -> Fill {
    match seat {
        Seat::Dmo => Fill::Plain(COLOURS[seat].colour),
        Seat::Ec => Fill::Hatch {
            ground: COLOURS[seat].colour,
            ink: RED_DARK,
            step: 12,
        },
    }
}

/// What the signs mean, and the anomalies of the match.
fn foot_lines(canvas: &mut Canvas, view: &View, variants: &str, top: f32) {
    let goal = |canvas: &mut Canvas, area: Area| {
        draw_star(canvas, area.centre(), area.width * 0.46, theme::GOLD);
    };
    let coin = |canvas: &mut Canvas, area: Area| {
        draw_coin(canvas, area.centre(), area.width * 0.5, "");
    };
    let back = |canvas: &mut Canvas, area: Area| {
        draw_back(canvas, area.centre(), Facing::Right, area.width * 0.42);
    };
    let mut items: Vec<(&str, Sign<'_>)> = vec![(say::GOAL_HERE, &goal), (say::NEXT_SPAWN, &coin)];
    if view.anomalies.contains(&Anomaly::BothWays) {
        items.push((say::MAY_GO_BACK, &back));
    }
    // A long line of anomalies comes first: Discord's badge covers the left of the last line.
    let below = if variants.is_empty() {
        0.0
    } else {
        theme::LEGEND
    };
    let (left, right) = if variants.is_empty() {
        (0.0, 0.0)
    } else {
        (170.0, 16.0)
    };
    let width = theme::WIDTH as f32 - left - right;
    legend_in(
        canvas,
        &items,
        Area::new(left, top + below, width, theme::LEGEND),
    );
    if !variants.is_empty() {
        let room = theme::WIDTH as f32 - 2.0 * theme::MARGIN;
        let at = (theme::WIDTH as f32 / 2.0, top + theme::LEGEND * 0.5);
        let style = TextStyle::bold(27.0, theme::TEXT).down_to(20.0);
        canvas.write(variants, at, room, Align::Centre, &style);
    }
}

/// A seat's goals, and its bid: sealed, or open.
fn goals_and_bid(canvas: &mut Canvas, view: &View, seat: Seat, area: Area, colour: Colour) {
    let middle = area.centre().1;
    let radius = 19.0;
    let mut left = area.x + radius;
    for goal in 0..TARGET.max(view.goals[seat]) {
        let spot = (left, middle);
        if goal < view.goals[seat] {
            draw_star(canvas, spot, radius + 2.0, theme::GOLD);
        } else {
            let empty = Shape::circle(spot, radius - 3.0);
            canvas.stroke(&empty, Line::dashed(colour, 3.0, 7.0, 5.0));
        }
        left += radius * 2.0 + 5.0;
    }
    let room = Area::new(left + 2.0, area.y, area.right() - left - 2.0, area.height);
    match (view.bids[seat], view.has_bid[seat]) {
        // A bid that was never played stays sealed.
        (Some(bid), _) if !view.is_unplayed(seat) => {
            let won = view.phase != Phase::Bidding && view.lost_last == Some(seat.other());
            let ground = if won { theme::GOLD } else { theme::PALE };
            let style = TextStyle::bold(28.0, theme::INK).down_to(20.0);
            // The longest of these that fits.
            let figure = say::bid_figure(bid, view.bonus == Some(seat));
            let texts = [format!("bid {figure}"), figure, say::chips_figure(bid)];
            let width = |text: &str| text_width(text, &style) + 30.0;
            let fitting = texts.iter().find(|text| width(text) <= room.width);
            let text = fitting.unwrap_or(&texts[2]);
            let pill = Area::new(room.x, middle - 20.0, width(text).min(room.width), 40.0);
            canvas.pill(text, pill, ground, &style);
            canvas.stroke(&Shape::rounded(pill, 20.0), Line::new(theme::INK, 2.5));
        }
        (_, true) => draw_envelope(canvas, Area::new(room.x, middle - 20.0, 62.0, 40.0)),
        (_, false) => {}
    }
}

struct Board<'a> {
    view: &'a View,
    people: People<'a>,
    area: Area,
}

impl Board<'_> {
    fn cell(&self, cell: Cell) -> Area {
        Area::new(
            self.area.x + f32::from(cell.column) * CELL,
            self.area.y + f32::from(cell.row) * CELL,
            CELL,
            CELL,
        )
    }

    fn spaces_facing(&self, vertical: bool) -> impl Iterator<Item = &Space> {
        let spaces = self.view.spaces.iter();
        spaces.filter(move |space| is_vertical(space.facing) == vertical)
    }

    /// Whether an arrow may ever stand on a cell.
    fn in_a_lane(&self, cell: Cell) -> bool {
        self.spaces_facing(true)
            .any(|space| space.cell.column == cell.column)
            || self
                .spaces_facing(false)
                .any(|space| space.cell.row == cell.row)
    }

    fn cells(&self, canvas: &mut Canvas) {
        for row in 0..SIDE {
            for column in 0..SIDE {
                let cell = Cell::new(column, row);
                let area = self.cell(cell).inset(3.0);
                let shape = Shape::rounded(area, 16.0);
                let (name, fill) = if self.in_a_lane(cell) {
                    (theme::INK_DIM, Fill::Plain(theme::PALE))
                } else {
                    let fill = Fill::Hatch {
                        ground: theme::PANEL,
                        ink: Colour::hex(0x262d3d),
                        step: 18,
                    };
                    (theme::TEXT_DIM, fill)
                };
                canvas.fill(&shape, fill);
                let at = (area.x + 12.0, area.y + 24.0);
                canvas.write(
                    &cell.to_string(),
                    at,
                    60.0,
                    Align::Left,
                    &TextStyle::bold(29.0, name),
                );
            }
        }
    }

    /// The lanes of the arrows, each colour's on its own side of the middle, with the goals at
    /// their ends.
    fn lanes(&self, canvas: &mut Canvas) {
        for space in &self.view.spaces {
            let start = self.cell(space.cell).centre();
            let aside = 13.0;
            let end = f32::from(SIDE - 1) * CELL;
            let colour = self.people.colours[space.owner];
            let line = |colour: Colour, width: f32| match space.owner {
                Seat::Dmo => Line::new(colour, width),
                Seat::Ec => Line::dashed(colour, width, 16.0, 10.0),
            };
            let (tail, tip) = (
                from(start, space.facing, -CELL * 0.36, aside),
                from(start, space.facing, end + CELL * 0.2, aside),
            );
            canvas.stroke(&Shape::line(tail, tip), line(colour.with_alpha(120), 6.0));
            for step in [0.5, 1.5, 2.5] {
                let base = from(start, space.facing, step * CELL, aside);
                let point = Shape::polygon(&[
                    from(base, space.facing, 14.0, 0.0),
                    from(base, space.facing, -8.0, 14.0),
                    from(base, space.facing, -8.0, -14.0),
                ]);
                canvas.fill(&point, colour);
            }
            // Beside the lane's end, where neither an arrow nor a cell's name is, nor another goal.
            let corner = match space.facing {
                Facing::Left => -CELL * 0.35,
                Facing::Down if space.cell.column == 0 => -CELL * 0.35,
                _ => CELL * 0.35,
            };
            let goal = from(start, space.facing, end + CELL * 0.35, corner);
            draw_star(canvas, goal, 21.0, colour);
        }
    }

    /// A spawn space's price, outside the board where its arrows begin.
    fn tab(&self, canvas: &mut Canvas, space: &Space) {
        let centre = self.cell(space.cell).centre();
        let middle = from(centre, space.facing, -(CELL + TAB) / 2.0 + 2.0, 0.0);
        let (along, across) = (TAB - 12.0, CELL - 26.0);
        let (width, height) = if is_vertical(space.facing) {
            (across, along)
        } else {
            (along, across)
        };
        let area = Area::new(
            middle.0 - width / 2.0,
            middle.1 - height / 2.0,
            width,
            height,
        );
        let mut arrows = self.view.arrows.iter();
        let is_taken = arrows.any(|placed| placed.cell == space.cell);
        let shape = Shape::rounded(area, 18.0);
        canvas.fill(&shape, filling(space.owner));
        if is_taken {
            canvas.fill(&shape, theme::GROUND.with_alpha(150));
        }
        let coin = from(middle, space.facing, -6.0, 0.0);
        draw_coin(canvas, coin, 31.0, &space.cost.to_string());
        if is_taken {
            canvas.fill(&Shape::circle(coin, 31.0), theme::GROUND.with_alpha(90));
        } else {
            for aside in [-54.0, 54.0] {
                let base = from(middle, space.facing, 4.0, aside);
                let point = Shape::polygon(&[
                    from(base, space.facing, 18.0, 0.0),
                    from(base, space.facing, -14.0, 15.0),
                    from(base, space.facing, -14.0, -15.0),
                ]);
                canvas.fill(&point, theme::PALE);
            }
        }
    }

    /// The last action: the cells of new arrows, and the paths of arrows that moved.
    fn last(&self, canvas: &mut Canvas) {
        let Some(last) = &self.view.last else { return };
        for cell in &last.spawned {
            let frame = Shape::rounded(self.cell(*cell).inset(9.0), 14.0);
            canvas.stroke(&frame, Line::new(theme::GOLD, 8.0));
        }
        for flight in &last.flights {
            let (start, end) = (
                self.cell(flight.from).centre(),
                self.cell(flight.to).centre(),
            );
            let frame = Shape::rounded(self.cell(flight.to).inset(9.0), 14.0);
            canvas.stroke(&frame, Line::new(theme::GOLD, 8.0));
            let ghost = Shape::circle(start, 30.0);
            canvas.stroke(
                &ghost,
                Line::dashed(self.people.colours[last.seat], 5.0, 10.0, 8.0),
            );
            let way = ((end.0 - start.0) / CELL, (end.1 - start.1) / CELL);
            let reach = match flight.landing {
                Landing::Stays => CELL * 0.5,
                Landing::Scores | Landing::Meets => CELL - 50.0,
            };
            let arrow = Shape::arrow(
                (start.0 + way.0 * 30.0, start.1 + way.1 * 30.0),
                (start.0 + way.0 * reach, start.1 + way.1 * reach),
                16.0,
            );
            canvas.stroke(&arrow, Line::new(theme::INK, 6.0));
            canvas.fill(&arrow, theme::GOLD);
            match flight.landing {
                Landing::Stays => {}
                Landing::Scores => draw_star(canvas, end, 50.0, theme::GOLD),
                Landing::Meets => draw_clash(canvas, end, 44.0),
            }
        }
    }

    /// An arrow: its owner's face in a drop that points ahead, with a green tail while it may still
    /// go back.
    fn dart(&self, canvas: &mut Canvas, placed: &Placed) {
        let Arrow {
            owner,
            facing,
            back,
        } = placed.arrow;
        let middle = self.cell(placed.cell).centre();
        let centre = from(middle, facing, -8.0, 0.0);
        let shape = drop(centre, facing, 54.0, 92.0);
        let edge = if back { GREEN } else { theme::INK };
        canvas.stroke(&shape, Line::new(theme::PALE, 16.0));
        canvas.stroke(&shape, Line::new(edge, if back { 11.0 } else { 7.0 }));
        canvas.fill(&shape, filling(owner));
        let who = self.people.cast.player(owner);
        self.people
            .draw(canvas, who, centre, 45.0, Ring::Seat(owner));
        if back {
            draw_back(canvas, from(centre, facing, -56.0, 0.0), facing, 21.0);
        }
    }
}

/// A circle that runs out into a point.
fn drop(centre: Spot, facing: Facing, radius: f32, reach: f32) -> Shape {
    let open = (radius / reach).acos();
    const PIECES: u16 = 48;
    let mut spots = vec![from(centre, facing, reach, 0.0)];
    spots.extend((0..=PIECES).map(|piece| {
        let share = f32::from(piece) / f32::from(PIECES);
        let angle = open + share * (std::f32::consts::TAU - 2.0 * open);
        from(centre, facing, radius * angle.cos(), radius * angle.sin())
    }));
    Shape::polygon(&spots)
}

/// A goal, centred on a whole pixel so that all goals look alike.
fn draw_star(canvas: &mut Canvas, (x, y): Spot, radius: f32, colour: Colour) {
    let star = Shape::star((x.round(), y.round()), radius, 5);
    canvas.stroke(&star, Line::new(theme::INK, (radius * 0.2).max(3.0)));
    canvas.fill(&star, colour);
}

/// Two arrows that met.
fn draw_clash(canvas: &mut Canvas, centre: Spot, radius: f32) {
    let star = Shape::star(centre, radius, 9);
    canvas.stroke(&star, Line::new(theme::INK, 6.0));
    canvas.fill(&star, theme::PALE);
}

/// A chip with a number on it.
fn draw_coin(canvas: &mut Canvas, centre: Spot, radius: f32, text: &str) {
    canvas.fill(&Shape::circle(centre, radius), theme::GOLD);
    canvas.stroke(
        &Shape::circle(centre, radius * 0.9),
        Line::new(theme::INK, radius * 0.1),
    );
    let rim = std::f32::consts::TAU * radius * 0.78 / 16.0;
    canvas.stroke(
        &Shape::circle(centre, radius * 0.78),
        Line::dashed(theme::PALE, radius * 0.12, rim, rim),
    );
    let style = TextStyle::bold(radius * 1.06, theme::INK).down_to(radius * 0.55);
    canvas.write(text, centre, radius * 1.3, Align::Centre, &style);
}

/// The sign of an arrow that may still go back: a green point on its other side.
fn draw_back(canvas: &mut Canvas, centre: Spot, facing: Facing, radius: f32) {
    let point = Shape::polygon(&[
        from(centre, facing, -radius, 0.0),
        from(centre, facing, radius * 0.7, radius),
        from(centre, facing, radius * 0.3, 0.0),
        from(centre, facing, radius * 0.7, -radius),
    ]);
    canvas.stroke(&point, Line::new(theme::PALE, 8.0));
    canvas.fill(&point, GREEN);
}

/// A sealed bid.
fn draw_envelope(canvas: &mut Canvas, area: Area) {
    canvas.fill(&Shape::rounded(area, 6.0), theme::GOLD);
    let line = Line::new(theme::INK, 3.0);
    canvas.stroke(&Shape::rounded(area, 6.0), line);
    let (x, y) = area.centre();
    let flap = [
        (area.x + 3.0, area.y + 4.0),
        (x, y + 4.0),
        (area.right() - 3.0, area.y + 4.0),
    ];
    canvas.stroke(&Shape::polyline(&flap), line);
    canvas.fill(&Shape::circle((x, y + 4.0), 8.0), RED_DARK);
}
