//! The question, how many have answered, and what the answers come to.

use super::options::Shown;
use super::{View, say};
use crate::question::{Item, Kind};
use crate::tokens::{People, Ring, Token, legend};
use crate::{CastId, Seat};
use canvas::{Align, Area, Canvas, Colour, Line, Shape, TextStyle, text_lines, text_width, theme};

const WIDTH: f32 = theme::WIDTH as f32;
const SIDE: f32 = 40.0;
/// The lowest picture.
const LEAST: f32 = 520.0;
/// The room at the bottom, where Discord lays its badge over the left corner.
const FOOT: f32 = 84.0;
const BAR: Colour = Colour::hex(0x3d6fb8);

pub fn draw(view: &View, people: People<'_>) -> Canvas {
    let is_open = view.is_open();
    let (lines, style) = question(view, is_open);
    let high = style_height(&style);
    let top = 36.0 + lines.len() as f32 * high + 20.0;
    let body = Body::of(view);
    let bottom = (top + 74.0 + body.height(view)).max(LEAST - FOOT);
    let mut canvas = Canvas::new(theme::WIDTH, (bottom + FOOT) as u32, theme::GROUND);
    let panel = Area::new(theme::MARGIN, 20.0, WIDTH - 2.0 * theme::MARGIN, top - 20.0);
    canvas.fill(&Shape::rounded(panel, 18.0), theme::PANEL);
    for (row, line) in lines.iter().enumerate() {
        let at = (WIDTH / 2.0, 40.0 + (row as f32 + 0.5) * high);
        canvas.write(line, at, WIDTH - 2.0 * SIDE, Align::Centre, &style);
    }
    let area = Area::new(SIDE, top + 74.0, WIDTH - 2.0 * SIDE, bottom - top - 74.0);
    if is_open {
        counted(&mut canvas, view, people, (top, bottom));
        return canvas;
    }
    let style = TextStyle::bold(33.0, theme::TEXT_DIM).down_to(24.0);
    let at = (WIDTH / 2.0, top + 40.0);
    canvas.write(
        &say::headline(view),
        at,
        WIDTH - 2.0 * SIDE,
        Align::Centre,
        &style,
    );
    body.draw(&mut canvas, view, people, area);
    if !view.defaults.is_empty() && matches!(body, Body::Bars(_) | Body::Table) {
        let ring = |canvas: &mut Canvas, area: Area| {
            let circle = Shape::circle(area.centre(), 13.0);
            canvas.fill(&circle, theme::PALE);
            canvas.stroke(
                &circle,
                Line::dashed(people.colours[Seat::Ec], 5.0, 6.0, 4.0),
            );
        };
        legend(&mut canvas, &[(say::NOT_OWN, &ring)], bottom + 20.0);
    }
    canvas
}

fn style_height(style: &TextStyle) -> f32 {
    style.size * 1.28
}

/// The question in lines: large while it is open, then at most three.
fn question(view: &View, is_open: bool) -> (Vec<String>, TextStyle) {
    let title = if view.shows_standings {
        say::POINTS
    } else {
        &view.question
    };
    let room = WIDTH - 2.0 * SIDE - 20.0;
    let sizes: &[f32] = if is_open {
        &[52.0, 44.0, 38.0, 34.0]
    } else {
        &[42.0, 36.0, 30.0]
    };
    let most = if is_open { 4 } else { 3 };
    let mut found = (Vec::new(), TextStyle::bold(sizes[0], theme::TEXT));
    for size in sizes {
        let style = TextStyle::bold(*size, theme::TEXT);
        found = (text_lines(title, room, &style), style);
        if found.0.len() <= most {
            break;
        }
    }
    (found.0, found.1)
}

/// How many have answered, large; for hosts, who is missing.
fn counted(canvas: &mut Canvas, view: &View, people: People<'_>, (top, bottom): (f32, f32)) {
    let middle = (top + bottom) / 2.0 - 34.0;
    let of = view.asked.len();
    let large = TextStyle::bold(120.0, theme::GOLD);
    let figure = format!("{} of {of}", view.answered);
    canvas.write(
        &figure,
        (WIDTH / 2.0, middle - 20.0),
        700.0,
        Align::Centre,
        &large,
    );
    let style = TextStyle::bold(36.0, theme::TEXT);
    let word = if view.answered == 1 {
        "has answered"
    } else {
        "have answered"
    };
    canvas.write(
        word,
        (WIDTH / 2.0, middle + 70.0),
        700.0,
        Align::Centre,
        &style,
    );
    let style = TextStyle::plain(26.0, theme::TEXT_DIM).down_to(24.0);
    let at = (WIDTH / 2.0, middle + 132.0);
    let missed = view.missed.as_deref().unwrap_or_default();
    if missed.is_empty() {
        canvas.write(
            say::shown_after(view.shown),
            at,
            WIDTH - 2.0 * SIDE,
            Align::Centre,
            &style,
        );
        return;
    }
    let words = text_width(say::STILL_MISSING, &style);
    let row = (WIDTH - 2.0 * SIDE - words - 20.0).min(missed.len() as f32 * 62.0);
    let left = (WIDTH - row - words - 20.0) / 2.0;
    canvas.write(
        say::STILL_MISSING,
        (left, at.1),
        words + 4.0,
        Align::Left,
        &style,
    );
    let tokens: Vec<Token> = missed.iter().map(|who| (Some(*who), Ring::Plain)).collect();
    let area = Area::new(left + words + 20.0, at.1 - 30.0, row, 60.0);
    people.draw_all(canvas, &tokens, area, 20.0);
}

/// A row of a chart: what was chosen, how often, and by whom if that is shown.
struct Bar {
    item: Item,
    count: i32,
    who: Vec<CastId>,
    is_most: bool,
}

/// What is below a closed question.
enum Body {
    Bars(Vec<Bar>),
    /// The bars of each part.
    Parts(Vec<Vec<Bar>>),
    Table,
    Winners,
    /// Everybody's points, and who is out.
    Standings(Vec<Bar>),
    Nothing,
}

/// The heights of rows that fit, and the room for all of them.
const ROW: f32 = 66.0;
const MOST: f32 = 620.0;

impl Body {
    fn of(view: &View) -> Body {
        let bars = |at: usize| {
            let rows = view.tallies[at].iter().map(|(item, count)| {
                let chose = view.answers.iter().filter(|(_, answer)| {
                    let mut parts = view.form.by_part(answer);
                    parts.nth(at).is_some_and(|(_, items)| items.contains(item))
                });
                let who = if view.missed.is_some() {
                    chose.map(|(who, _)| *who).collect()
                } else {
                    Vec::new()
                };
                Bar {
                    item: item.clone(),
                    count: *count as i32,
                    who,
                    is_most: view.most.contains(item),
                }
            });
            rows.collect::<Vec<Bar>>()
        };
        // What people bought isn't in the chart.
        let mut parts = view.form.parts.iter().filter(|part| !part.is_extra());
        let is_chart = match (parts.next(), parts.next()) {
            (Some(part), None) => part.is_chosen(),
            _ => false,
        };
        match (view.tallies.is_empty(), view.missed.is_some()) {
            _ if !view.is_closed() => Body::Nothing,
            _ if view.shows_standings => Body::Standings(standings(view)),
            (true, _) if !view.most.is_empty() => Body::Winners,
            (true, _) => Body::Nothing,
            (false, _) if is_chart && !view.tallies[0].is_empty() => Body::Bars(bars(0)),
            (false, true) => Body::Table,
            (false, false) => Body::Parts((0..view.tallies.len()).map(bars).collect()),
        }
    }

    fn height(&self, view: &View) -> f32 {
        match self {
            Body::Bars(rows) | Body::Standings(rows) => (rows.len() as f32 * ROW).min(MOST),
            Body::Parts(parts) => {
                let rows: usize = parts.iter().map(Vec::len).sum();
                (rows as f32 * 44.0 + parts.len() as f32 * 50.0).min(MOST)
            }
            Body::Table => Grid::of(view).height(),
            Body::Winners => 360.0,
            Body::Nothing if view.is_open() => 270.0,
            Body::Nothing => 120.0,
        }
    }

    fn draw(&self, canvas: &mut Canvas, view: &View, people: People<'_>, area: Area) {
        match self {
            Body::Bars(rows) | Body::Standings(rows) => bars(canvas, view, people, rows, area),
            Body::Parts(parts) => {
                let rows: usize = parts.iter().map(Vec::len).sum();
                let room = area.height - parts.len() as f32 * 50.0;
                let high = (room / rows.max(1) as f32).min(44.0);
                let mut top = area.y;
                for (part, rows) in view.form.parts.iter().zip(parts) {
                    let style = TextStyle::bold(28.0, theme::TEXT_DIM);
                    let at = (area.x, top + 24.0);
                    canvas.write(&part.label, at, area.width, Align::Left, &style);
                    let inner = Area::new(area.x, top + 50.0, area.width, high * rows.len() as f32);
                    bars(canvas, view, people, rows, inner);
                    top = inner.bottom();
                }
            }
            Body::Table => table(canvas, view, people, area),
            Body::Winners => winners(canvas, view, people, area),
            Body::Nothing => {
                let style = TextStyle::bold(36.0, theme::TEXT);
                let words = match (view.is_closed(), view.shown) {
                    (true, Shown::Host) => say::HOSTS_ONLY,
                    (true, _) => "Nothing to show",
                    (false, _) => "",
                };
                canvas.write(words, area.centre(), area.width, Align::Centre, &style);
            }
        }
    }
}

/// The room for what was chosen, left of its bar, and for the count.
const NAME: f32 = 300.0;
const COUNT: f32 = 70.0;

fn bars(canvas: &mut Canvas, view: &View, people: People<'_>, rows: &[Bar], area: Area) {
    let shown = rows.len().min((area.height / 32.0) as usize);
    let high = area.height / shown.max(1) as f32;
    let most = rows.iter().map(|row| row.count).max().unwrap_or(0).max(1);
    let size = (high * 0.5).clamp(24.0, 34.0);
    for (at, row) in rows.iter().take(shown).enumerate() {
        let middle = area.y + (at as f32 + 0.5) * high;
        let is_out = matches!(row.item, Item::Person(who) if view.out.contains(&who));
        let colour = match (row.is_most, is_out) {
            (true, _) => theme::GOLD,
            (false, true) => theme::TEXT_DIM,
            (false, false) => theme::TEXT,
        };
        let mut left = area.x;
        if let Item::Person(who) = row.item {
            let radius = (high * 0.42).min(28.0);
            people.draw(canvas, who, (left + radius, middle), radius, Ring::Plain);
            left += radius * 2.0 + 12.0;
        }
        let style = TextStyle::bold(size, colour).down_to(24.0);
        let name = row.item.says(people.cast, &str::to_owned);
        canvas.write(
            &name,
            (left, middle),
            area.x + NAME - left,
            Align::Left,
            &style,
        );
        let begin = area.x + NAME + 16.0;
        let room = area.right() - COUNT - begin;
        let wide = room * row.count.max(0) as f32 / most as f32;
        let bar = Area::new(begin, middle - high * 0.4, wide.max(6.0), high * 0.8);
        let fill = if row.is_most { theme::GOLD } else { BAR };
        canvas.fill(&Shape::rounded(bar, 8.0), fill);
        let at = (bar.right().max(begin) + 14.0, middle);
        let count = row.count.to_string().replace('-', "−");
        let said = if is_out { say::out(&count) } else { count };
        canvas.write(&said, at, COUNT, Align::Left, &style);
        let tokens: Vec<Token> = row
            .who
            .iter()
            .map(|who| (Some(*who), ring(view, *who)))
            .collect();
        let inner = bar.inset(4.0);
        let row = Area::new(
            inner.x,
            inner.y,
            inner.width.min(tokens.len() as f32 * inner.height),
            inner.height,
        );
        if !tokens.is_empty() {
            people.draw_all(canvas, &tokens, row, 14.0);
        }
    }
    more(canvas, rows.len() - shown, area);
}

/// Everybody's points, most first; people who are out come last.
fn standings(view: &View) -> Vec<Bar> {
    let best = view.points.first().map(|(_, points)| *points);
    let bar = |(who, points): &(CastId, i32)| Bar {
        item: Item::Person(*who),
        count: *points,
        who: Vec::new(),
        is_most: Some(*points) == best && !view.out.contains(who),
    };
    view.points.iter().map(bar).collect()
}

/// Dashed for people whose answer isn't their own.
fn ring(view: &View, who: CastId) -> Ring {
    if view.defaults.contains(&who) {
        Ring::Seat(Seat::Ec)
    } else {
        Ring::Plain
    }
}

/// Says that there was no room for so many rows.
fn more(canvas: &mut Canvas, count: usize, area: Area) {
    if count > 0 {
        let style = TextStyle::bold(28.0, theme::TEXT_DIM);
        let at = (area.right(), area.bottom() + 30.0);
        canvas.write(&format!("+{count}"), at, 200.0, Align::Right, &style);
    }
}

/// Who answered what, with a column for each part. Short answers of many people stand in two
/// columns.
fn table(canvas: &mut Canvas, view: &View, people: People<'_>, area: Area) {
    let Grid {
        columns,
        rows,
        head,
    } = Grid::of(view);
    let high = (area.height - head) / rows.max(1) as f32;
    let wide = area.width / columns as f32;
    let name = if columns == 1 { 290.0 } else { 210.0 };
    let parts = &view.form.parts;
    let each = (wide - name) / parts.len() as f32;
    let heading = TextStyle::bold(26.0, theme::TEXT_DIM).down_to(24.0);
    for (at, part) in parts.iter().enumerate() {
        let at = (area.x + name + at as f32 * each, area.y + head / 2.0);
        canvas.write(&part.label, at, each - 16.0, Align::Left, &heading);
    }
    for (place, who) in view.asked.iter().take(rows * columns).enumerate() {
        let left = area.x + (place / rows) as f32 * wide;
        let middle = area.y + head + ((place % rows) as f32 + 0.5) * high;
        let radius = (high * 0.44).min(28.0);
        people.draw(
            canvas,
            *who,
            (left + radius, middle),
            radius,
            ring(view, *who),
        );
        let is_own = !view.missed.iter().flatten().any(|missed| missed == who);
        let colour = if is_own { theme::TEXT } else { theme::TEXT_DIM };
        let begin = left + radius * 2.0 + 12.0;
        let style = TextStyle::bold(28.0, colour).down_to(24.0);
        let room = left + name - 16.0 - begin;
        canvas.write(
            people.cast.name(*who),
            (begin, middle),
            room,
            Align::Left,
            &style,
        );
        let style = TextStyle::plain(28.0, colour).down_to(24.0);
        for (at, said) in say::cells(view, *who, people.cast).iter().enumerate() {
            let at = (left + name + at as f32 * each, middle);
            canvas.write(said, at, each - 16.0, Align::Left, &style);
        }
    }
    more(
        canvas,
        view.asked.len().saturating_sub(rows * columns),
        area,
    );
}

/// How a table is laid out.
struct Grid {
    columns: usize,
    /// The rows of each column.
    rows: usize,
    /// The height of the headings.
    head: f32,
}

impl Grid {
    fn of(view: &View) -> Grid {
        let is_short = |kind: &Kind| matches!(kind, Kind::Number { .. });
        let narrow = matches!(&view.form.parts[..], [part] if is_short(&part.kind));
        let columns = if narrow && view.asked.len() > 10 {
            2
        } else {
            1
        };
        let labelled = view.form.parts.iter().any(|part| !part.label.is_empty());
        let head = if labelled { 44.0 } else { 0.0 };
        let most = ((MOST - head) / 34.0) as usize;
        let rows = view.asked.len().div_ceil(columns).min(most);
        Grid {
            columns,
            rows,
            head,
        }
    }

    fn height(&self) -> f32 {
        (self.head + self.rows as f32 * ROW).min(MOST)
    }
}

/// What was chosen most, large.
fn winners(canvas: &mut Canvas, view: &View, people: People<'_>, area: Area) {
    let style = TextStyle::bold(34.0, theme::TEXT_DIM);
    let at = (WIDTH / 2.0, area.y + 30.0);
    canvas.write(say::CHOSEN_MOST, at, area.width, Align::Centre, &style);
    let below = Area::new(area.x, area.y + 70.0, area.width, area.height - 70.0);
    let tokens: Vec<Token> = view
        .most
        .iter()
        .filter_map(|item| match item {
            Item::Person(who) => Some((Some(*who), Ring::Plain)),
            _ => None,
        })
        .collect();
    if !tokens.is_empty() {
        people.draw_all_named(canvas, &tokens, below, 30.0);
        return;
    }
    let high = (below.height / view.most.len().max(1) as f32).min(110.0);
    for (row, item) in view.most.iter().enumerate() {
        let name = item.says(people.cast, &str::to_owned);
        let at = (WIDTH / 2.0, below.y + (row as f32 + 0.5) * high);
        let style = TextStyle::bold(high * 0.7, theme::GOLD).down_to(24.0);
        canvas.write(&name, at, below.width, Align::Centre, &style);
    }
}
