//! The question, how many have answered, and what the answers come to.

use super::options::Shown;
use super::{View, say};
use crate::question::Item;
use crate::tokens::{People, Ring, Token, legend};
use crate::{Cast, CastId, Seat};
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
    let high = style.size * 1.28;
    let top = 36.0 + lines.len() as f32 * high + 20.0;
    let body = Body::of(view, people.cast);
    let bottom = (top + 74.0 + body.height(view)).max(LEAST - FOOT);
    let mut canvas = Canvas::new(theme::WIDTH, (bottom + FOOT) as u32, theme::GROUND);
    let panel = Area::new(theme::MARGIN, 20.0, WIDTH - 2.0 * theme::MARGIN, top - 20.0);
    canvas.fill(&Shape::rounded(panel, 18.0), theme::PANEL);
    for (row, line) in lines.iter().enumerate() {
        centred(&mut canvas, line, 40.0 + (row as f32 + 0.5) * high, &style);
    }
    let area = Area::new(SIDE, top + 74.0, WIDTH - 2.0 * SIDE, bottom - top - 74.0);
    if is_open {
        counted(&mut canvas, view, people, (top, bottom));
        return canvas;
    }
    let style = TextStyle::bold(33.0, theme::TEXT_DIM).down_to(24.0);
    centred(&mut canvas, &say::headline(view), top + 40.0, &style);
    body.draw(&mut canvas, view, people, area);
    let shows_answers = !view.standings.are_shown && matches!(body, Body::Bars | Body::Table(_));
    if !view.defaults.is_empty() && shows_answers {
        let ring = |canvas: &mut Canvas, area: Area| {
            let circle = Shape::circle(area.centre(), 13.0);
            canvas.fill(&circle, theme::PALE);
            let line = Line::dashed(people.colours[Seat::Ec], 5.0, 6.0, 4.0);
            canvas.stroke(&circle, line);
        };
        legend(&mut canvas, &[(say::NOT_OWN, &ring)], bottom + 20.0);
    }
    canvas
}

/// Writes a line in the middle of the picture.
fn centred(canvas: &mut Canvas, text: &str, y: f32, style: &TextStyle) {
    let at = (WIDTH / 2.0, y);
    canvas.write(text, at, WIDTH - 2.0 * SIDE, Align::Centre, style);
}

/// The question in lines: large while it is open, then at most three.
fn question(view: &View, is_open: bool) -> (Vec<String>, TextStyle) {
    let title = match (view.standings.are_shown, view.answers_at_end(0)) {
        (true, Some(_)) => say::ALL_ROUNDS,
        (true, None) => say::standings_title(view),
        (false, _) => &view.question,
    };
    let room = WIDTH - 2.0 * SIDE - 20.0;
    let (sizes, most): (&[f32], usize) = if is_open {
        (&[52.0, 44.0, 38.0, 34.0], 4)
    } else {
        (&[42.0, 36.0, 30.0], 3)
    };
    let mut style = TextStyle::bold(sizes[0], theme::TEXT);
    for size in sizes {
        style = TextStyle::bold(*size, theme::TEXT);
        if text_lines(title, room, &style).len() <= most {
            break;
        }
    }
    (text_lines(title, room, &style), style)
}

/// How many have answered, large, unless one person reads it; for hosts, who is missing.
fn counted(canvas: &mut Canvas, view: &View, people: People<'_>, (top, bottom): (f32, f32)) {
    let middle = (top + bottom) / 2.0 - 34.0;
    if view.is_own {
        let large = TextStyle::bold(72.0, theme::GOLD);
        centred(canvas, say::IN_SECRET, middle + 20.0, &large);
    } else {
        let large = TextStyle::bold(120.0, theme::GOLD);
        let figure = format!("{} of {}", view.answered, view.asked.len());
        centred(canvas, &figure, middle - 20.0, &large);
        let style = TextStyle::bold(36.0, theme::TEXT);
        let answered = say::have_answered(view.answered);
        centred(canvas, answered, middle + 70.0, &style);
    }
    let style = TextStyle::plain(26.0, theme::TEXT_DIM).down_to(24.0);
    let below = middle + 132.0;
    let missed = view.missed.as_deref().unwrap_or_default();
    if missed.is_empty() {
        centred(canvas, &say::shown_after(view.shown), below, &style);
        return;
    }
    let words = text_width(say::STILL_MISSING, &style);
    let row = (WIDTH - 2.0 * SIDE - words - 20.0).min(missed.len() as f32 * 62.0);
    let left = (WIDTH - row - words - 20.0) / 2.0;
    let at = (left, below);
    canvas.write(say::STILL_MISSING, at, words + 4.0, Align::Left, &style);
    let tokens: Vec<Token> = missed.iter().map(|who| (Some(*who), Ring::Plain)).collect();
    let area = Area::new(left + words + 20.0, below - 30.0, row, 60.0);
    people.draw_all(canvas, &tokens, area, 20.0);
}

/// What is below a closed question.
enum Body {
    /// What was chosen in the first part, how often, and by whom if that is shown.
    Bars,
    Table(Table),
    Winners,
    Words(&'static str),
}

/// The heights of rows that fit, and the room for all of them.
const ROW: f32 = 66.0;
const MOST: f32 = 620.0;

impl Body {
    fn of(view: &View, cast: &Cast) -> Body {
        // What people bought isn't in the chart.
        let mut parts = view.form.parts.iter().filter(|part| !part.is_extra());
        let is_chart = match (parts.next(), parts.next()) {
            (Some(part), None) => part.is_chosen(),
            _ => false,
        };
        let nothing = match view.shown {
            Shown::Host => say::HOSTS_ONLY,
            _ => "Nothing to show",
        };
        match view.tallies.first() {
            _ if !view.is_closed() => Body::Words(""),
            _ if view.standings.are_shown => Body::Table(Table::of_rounds(view, cast)),
            None if !view.standings.takes.is_empty() => Body::Table(Table::of_rounds(view, cast)),
            None if view.most.is_empty() => Body::Words(nothing),
            None => Body::Winners,
            Some(tally) if is_chart && !tally.is_empty() => Body::Bars,
            Some(_) if view.missed.is_some() => Body::Table(Table::of_answers(view, cast)),
            Some(tally) if tally.is_empty() => Body::Words(nothing),
            Some(_) => Body::Bars,
        }
    }

    fn height(&self, view: &View) -> f32 {
        match self {
            Body::Bars => (view.tallies[0].len() as f32 * ROW).min(MOST),
            Body::Table(table) => table.height(),
            Body::Winners => 360.0,
            Body::Words(_) if view.is_open() => 270.0,
            Body::Words(_) => 120.0,
        }
    }

    fn draw(&self, canvas: &mut Canvas, view: &View, people: People<'_>, area: Area) {
        match self {
            Body::Bars => bars(canvas, view, people, area),
            Body::Table(table) => table.draw(canvas, view, people, area),
            Body::Winners => winners(canvas, view, people, area),
            Body::Words(words) => {
                let style = TextStyle::bold(36.0, theme::TEXT);
                canvas.write(words, area.centre(), area.width, Align::Centre, &style);
            }
        }
    }
}

/// The room for what was chosen, left of its bar, and for the count.
const NAME: f32 = 300.0;
const COUNT: f32 = 70.0;

fn bars(canvas: &mut Canvas, view: &View, people: People<'_>, area: Area) {
    let tally = &view.tallies[0];
    let shown = tally.len().min((area.height / 32.0) as usize);
    let high = area.height / shown.max(1) as f32;
    let most = tally.iter().fold(1, |most, (_, count)| most.max(*count));
    let size = (high * 0.5).clamp(24.0, 34.0);
    let fewest = tally.iter().map(|(_, count)| *count).min().unwrap_or(0);
    for (at, (item, count)) in tally.iter().take(shown).enumerate() {
        let middle = area.y + (at as f32 + 0.5) * high;
        let is_best = if view.course.is_for_fewest {
            *count == fewest
        } else {
            view.most.contains(item)
        };
        let (colour, fill) = if is_best {
            (theme::GOLD, theme::GOLD)
        } else {
            (theme::TEXT, BAR)
        };
        let mut left = area.x;
        if let Item::Person(who) = *item {
            let radius = (high * 0.42).min(28.0);
            people.draw(canvas, who, (left + radius, middle), radius, Ring::Plain);
            left += radius * 2.0 + 12.0;
        }
        let style = TextStyle::bold(size, colour).down_to(24.0);
        let name = item.says(people.cast, &str::to_owned);
        let room = area.x + NAME - left;
        canvas.write(&name, (left, middle), room, Align::Left, &style);
        let begin = area.x + NAME + 16.0;
        let room = area.right() - COUNT - begin;
        let wide = room * *count as f32 / most as f32;
        let bar = Area::new(begin, middle - high * 0.4, wide.max(6.0), high * 0.8);
        canvas.fill(&Shape::rounded(bar, 8.0), fill);
        let at = (bar.right().max(begin) + 14.0, middle);
        canvas.write(&count.to_string(), at, COUNT, Align::Left, &style);
        let chose = view.answers.iter().filter(|(_, answer)| {
            let mut chosen = view.form.counted(answer, 0);
            view.missed.is_some() && chosen.any(|one| one == item)
        });
        let tokens = chose.map(|(who, _)| (Some(*who), ring(view, *who)));
        let tokens: Vec<Token> = tokens.collect();
        let mut row = bar.inset(4.0);
        row.width = row.width.min(tokens.len() as f32 * row.height);
        if !tokens.is_empty() {
            people.draw_all(canvas, &tokens, row, 14.0);
        }
    }
    more(canvas, tally.len() - shown, area);
}

/// Dashed for people whose answer isn't their own.
fn ring(view: &View, who: CastId) -> Ring {
    if view.defaults.contains(&who) && !view.standings.are_shown {
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

/// People, each with some cells.
struct Table {
    headings: Vec<String>,
    rows: Vec<TableRow>,
}

struct TableRow {
    who: CastId,
    cells: Vec<Cell>,
    /// What they have in all; empty if that isn't shown.
    sum: String,
    colour: Colour,
}

enum Cell {
    Said(String, Colour),
    Face(CastId),
}

/// The most rounds whose points fit beside each other.
const MOST_ROUNDS: usize = 8;
/// The room for somebody's name in a table, and the most for their points, what they have taken,
/// and whether they are out.
const TABLE_NAME: f32 = 290.0;
const SUM: f32 = 330.0;

impl Table {
    /// Who answered what, with a column for each part.
    fn of_answers(view: &View, cast: &Cast) -> Table {
        let parts = &view.form.parts;
        let rows = view.asked.iter().map(|who| {
            let is_own = !view.missed.iter().flatten().any(|missed| missed == who);
            let colour = if is_own { theme::TEXT } else { theme::TEXT_DIM };
            let cells = say::cells(view, *who, cast).into_iter();
            TableRow {
                who: *who,
                cells: cells.map(|said| Cell::Said(said, colour)).collect(),
                sum: String::new(),
                colour,
            }
        });
        Table {
            headings: parts.iter().map(|part| part.label.clone()).collect(),
            rows: rows.collect(),
        }
    }

    /// Everybody's points of each round, and all of them together. At the end their answers, if
    /// these are shown, in gold where they brought points.
    fn of_rounds(view: &View, cast: &Cast) -> Table {
        let standings = &view.standings;
        let rounds = view.course.round as usize;
        let has_cells = standings.have_points() || view.answers_at_end(0).is_some();
        let first = if has_cells {
            rounds.saturating_sub(MOST_ROUNDS)
        } else {
            rounds
        };
        let rounds = first..rounds;
        let best = standings.points.first().map(|(_, points)| *points);
        let best = best.filter(|_| standings.have_points());
        let rows = standings.points.iter().map(|(who, points)| {
            let cells = rounds.clone().map(|at| of_round(view, at, *who, cast));
            let colour = if standings.out.contains(who) {
                theme::TEXT_DIM
            } else if Some(*points) == best {
                theme::GOLD
            } else {
                theme::TEXT
            };
            TableRow {
                who: *who,
                cells: cells.collect(),
                sum: say::standing(view, *who, *points),
                colour,
            }
        });
        let headings = rounds.clone().map(|at| (at + 1).to_string());
        Table {
            headings: headings.collect(),
            rows: rows.collect(),
        }
    }

    /// The height of the headings.
    fn head(&self) -> f32 {
        let is_empty = self.headings.iter().all(String::is_empty);
        if is_empty { 0.0 } else { 44.0 }
    }

    /// How many rows there is room for.
    fn shown(&self) -> usize {
        let most = ((MOST - self.head()) / 34.0) as usize;
        self.rows.len().min(most)
    }

    fn height(&self) -> f32 {
        (self.head() + self.shown() as f32 * ROW).min(MOST)
    }

    /// The width of the sums.
    fn last(&self) -> f32 {
        let width = |row: &TableRow| text_width(&row.sum, &bold(row.colour));
        let widest = self.rows.iter().map(width).fold(0.0, f32::max);
        widest.min(SUM)
    }

    fn draw(&self, canvas: &mut Canvas, view: &View, people: People<'_>, area: Area) {
        let (head, shown) = (self.head(), self.shown());
        let high = (area.height - head) / shown.max(1) as f32;
        let last = self.last();
        let each = (area.width - TABLE_NAME - last) / self.headings.len().max(1) as f32;
        let heading = TextStyle::bold(26.0, theme::TEXT_DIM).down_to(24.0);
        for (at, label) in self.headings.iter().enumerate() {
            let at = (area.x + TABLE_NAME + at as f32 * each, area.y + head / 2.0);
            canvas.write(label, at, each - 16.0, Align::Left, &heading);
        }
        for (place, row) in self.rows.iter().take(shown).enumerate() {
            let left = area.x;
            let middle = area.y + head + (place as f32 + 0.5) * high;
            let radius = (high * 0.44).min(28.0);
            let ring = ring(view, row.who);
            people.draw(canvas, row.who, (left + radius, middle), radius, ring);
            let begin = left + radius * 2.0 + 12.0;
            let bold = bold(row.colour);
            let room = left + TABLE_NAME - 16.0 - begin;
            let named = people.cast.name(row.who);
            canvas.write(named, (begin, middle), room, Align::Left, &bold);
            for (at, cell) in row.cells.iter().enumerate() {
                let x = left + TABLE_NAME + at as f32 * each;
                match cell {
                    Cell::Face(who) => {
                        let radius = radius.min(each / 2.0 - 4.0);
                        people.draw(canvas, *who, (x + radius, middle), radius, Ring::Plain);
                    }
                    Cell::Said(said, colour) => {
                        let area = Area::new(x, middle - high / 2.0, each - 16.0, high);
                        answered(canvas, said, area, *colour);
                    }
                }
            }
            let at = (
                left + TABLE_NAME + self.headings.len() as f32 * each,
                middle,
            );
            canvas.write(&row.sum, at, last, Align::Left, &bold);
        }
        more(canvas, self.rows.len() - shown, area);
    }
}

/// How names and sums are written.
fn bold(colour: Colour) -> TextStyle {
    TextStyle::bold(28.0, colour).down_to(24.0)
}

/// Writes an answer, in two lines if one is too short and there's room.
fn answered(canvas: &mut Canvas, said: &str, area: Area, colour: Colour) {
    let small = TextStyle::plain(24.0, colour);
    let mut lines = text_lines(said, area.width, &small).into_iter();
    let (first, rest) = (lines.next(), lines.collect::<Vec<_>>().join(" "));
    let mut write = |text: &str, y: f32, style: &TextStyle| {
        canvas.write(text, (area.x, y), area.width, Align::Left, style);
    };
    let middle = area.centre().1;
    if rest.is_empty() || area.height < 60.0 {
        let style = TextStyle::plain(28.0, colour).down_to(24.0);
        write(said, middle, &style);
    } else {
        write(&first.unwrap_or_default(), middle - 15.0, &small);
        write(&rest, middle + 15.0, &small);
    }
}

/// What somebody answered in a round, if that is shown, or the points that they got in it. The
/// first round is 0.
fn of_round(view: &View, at: usize, who: CastId, cast: &Cast) -> Cell {
    let round = view.standings.by_round.get(at).into_iter().flatten();
    let mut given = round.filter(|(given, _)| *given == who);
    let given = given.next().map(|(_, count)| *count);
    let Some((form, answers)) = view.answers_at_end(at) else {
        let said = given.map_or_else(String::new, say::signed);
        return Cell::Said(said, theme::TEXT);
    };
    let first = answers.get(&who).and_then(|own| form.by_part(own).next());
    let Some((part, items)) = first else {
        return Cell::Said("–".to_owned(), theme::TEXT_DIM);
    };
    let colour = if given > Some(0) {
        theme::GOLD
    } else {
        theme::TEXT
    };
    match items {
        [Item::Person(chosen)] => Cell::Face(*chosen),
        items => Cell::Said(part.answered(items, cast, &str::to_owned), colour),
    }
}

/// What was chosen most, large.
fn winners(canvas: &mut Canvas, view: &View, people: People<'_>, area: Area) {
    let style = TextStyle::bold(34.0, theme::TEXT_DIM);
    let at = (WIDTH / 2.0, area.y + 30.0);
    canvas.write(say::CHOSEN_MOST, at, area.width, Align::Centre, &style);
    let below = Area::new(area.x, area.y + 70.0, area.width, area.height - 70.0);
    let chosen = view.most.iter().filter_map(Item::person);
    let tokens: Vec<Token> = chosen.map(|who| (Some(who), Ring::Plain)).collect();
    let plain = str::to_owned;
    let mut lines: Vec<String> = Vec::new();
    let by_part = view.most_by_part.iter();
    lines.extend(by_part.map(|part| say::most_of(part, people.cast, &plain)));
    if lines.is_empty() && !tokens.is_empty() {
        people.draw_all_named(canvas, &tokens, below, 30.0);
        return;
    }
    if lines.is_empty() {
        lines.extend(view.most.iter().map(|item| item.says(people.cast, &plain)));
    }
    let high = (below.height / lines.len().max(1) as f32).min(110.0);
    for (row, name) in lines.iter().enumerate() {
        let at = (WIDTH / 2.0, below.y + (row as f32 + 0.5) * high);
        let style = TextStyle::bold(high * 0.7, theme::GOLD).down_to(24.0);
        canvas.write(name, at, below.width, Align::Centre, &style);
    }
}
