//! A season's standings: a plate for each person with face, name, garnets and strikes. Players come
//! first, then the eliminated, then dealers.

use crate::words::season as words;
use canvas::{Align, Area, Canvas, Colour, Line, Picture, Shape, Spot, TextStyle, theme};
use games::tokens::Faces;
use games::tokens::{self, Sign};
use games::{CastId, Role};

/// What the picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// The season's name.
    pub title: String,
    /// In the order within each group. The index here is the place in `Faces`.
    pub people: Vec<StandingsRow>,
}

/// A person in the cast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingsRow {
    pub name: String,
    pub role: Role,
    /// None if the season hides the counts.
    pub garnets: Option<u32>,
    pub strikes: u32,
}

const TITLE: f32 = 76.0;
const HEADING: f32 = 58.0;
const ROW: f32 = 84.0;
const GAP: f32 = 10.0;
/// How many plates are side by side.
const COLUMNS: usize = 2;
/// More strikes than this are shown as a number.
const MAX_MARKS: u32 = 5;

const GROUPS: [Role; 3] = [Role::Player, Role::Eliminated, Role::Dealer];
const GARNET: Colour = Colour::hex(0xe0425c);

/// Draws a season's standings. It takes some milliseconds, so async code must call it on a blocking
/// thread.
pub fn draw(standings: &Standings, faces: &Faces) -> Picture {
    let faces = &faces.told_apart(standings.people.iter().map(|one| &one.name[..]));
    let everybody: Vec<(usize, &StandingsRow)> = standings.people.iter().enumerate().collect();
    let groups: Vec<(Role, Vec<(usize, &StandingsRow)>)> = GROUPS
        .into_iter()
        .map(|role| {
            let of_it = everybody.iter().filter(|(_, one)| one.role == role);
            (role, of_it.copied().collect())
        })
        .filter(|(_, people): &(Role, Vec<_>)| !people.is_empty())
        .collect();
    let rows = |people: &[(usize, &StandingsRow)]| people.len().div_ceil(COLUMNS) as f32;
    let height: f32 = groups
        .iter()
        .map(|(_, people)| HEADING + rows(people) * (ROW + GAP))
        .sum();
    let height = theme::MARGIN * 2.0 + TITLE + height + theme::LEGEND;
    // A cast of 255 would be 13,000 pixels high: the canvas cuts it.
    let mut canvas = Canvas::new(theme::WIDTH, height as u32, theme::GROUND);
    let width = theme::WIDTH as f32 - 2.0 * theme::MARGIN;
    let title = TextStyle::bold(46.0, theme::TEXT).down_to(30.0);
    let at = (theme::MARGIN, theme::MARGIN + TITLE / 2.0 - 8.0);
    canvas.write(&standings.title, at, width, Align::Left, &title);
    let mut top = theme::MARGIN + TITLE;
    for (role, people) in &groups {
        let heading = format!("{} ({})", words::role_heading(*role), people.len());
        let style = TextStyle::bold(32.0, theme::GOLD);
        let at = (theme::MARGIN, top + HEADING / 2.0);
        canvas.write(&heading, at, width, Align::Left, &style);
        top += HEADING;
        let column = (width - GAP) / COLUMNS as f32;
        for (place, (index, one)) in people.iter().enumerate() {
            let (down, across) = (place / COLUMNS, place % COLUMNS);
            let area = Area::new(
                theme::MARGIN + across as f32 * (column + GAP),
                top + down as f32 * (ROW + GAP),
                column,
                ROW,
            );
            // A cast has at most 255 people, so that the index fits.
            plate(&mut canvas, CastId(*index as u8), one, faces, area);
        }
        top += rows(people) * (ROW + GAP);
    }
    let counted = standings.people.iter().any(|one| one.garnets.is_some());
    let struck = standings.people.iter().any(|one| one.strikes > 0);
    let gem: Sign<'_> = &|canvas, area| garnet(canvas, area.centre(), area.height / 2.0);
    let mark: Sign<'_> = &|canvas, area| cross(canvas, area.centre(), area.height * 0.3);
    let mut items = Vec::new();
    if counted {
        items.push((words::GARNETS_SIGN, gem));
    }
    if struck {
        items.push((words::STRIKE_SIGN, mark));
    }
    tokens::legend(&mut canvas, &items, top + theme::MARGIN / 2.0);
    tokens::saying_why(canvas, faces).finish()
}

fn plate(canvas: &mut Canvas, who: CastId, one: &StandingsRow, faces: &Faces, area: Area) {
    let is_out = one.role == Role::Eliminated;
    canvas.fill(&Shape::rounded(area, 16.0), theme::PANEL);
    let radius = 33.0;
    let centre = (area.x + 10.0 + radius, area.centre().1);
    tokens::face(canvas, faces, (who, &one.name), centre, radius);
    if is_out {
        let veil = Colour {
            alpha: 150,
            ..theme::PANEL
        };
        canvas.fill(&Shape::circle(centre, radius + 0.5), veil);
    }
    let left = centre.0 + radius + 14.0;
    let mut right = area.right() - 16.0;
    let middle = area.centre().1;
    if let (Some(count), true) = (one.garnets, one.role != Role::Dealer) {
        let style = TextStyle::bold(38.0, theme::TEXT).down_to(24.0);
        let count = canvas.write(
            &count.to_string(),
            (right, middle),
            170.0,
            Align::Right,
            &style,
        );
        right -= count + 24.0;
        garnet(canvas, (right, middle), 17.0);
        right -= 28.0;
    }
    let colour = if is_out { theme::TEXT_DIM } else { theme::TEXT };
    let style = TextStyle::bold(34.0, colour).down_to(27.0);
    let height = if one.strikes > 0 {
        middle - 14.0
    } else {
        middle
    };
    let name = tokens::writable(&one.name, who);
    canvas.write(&name, (left, height), right - left, Align::Left, &style);
    if one.strikes > 0 {
        strikes(canvas, one.strikes, (left, middle + 22.0));
    }
}

/// A mark for each strike, or a number if there are many.
fn strikes(canvas: &mut Canvas, count: u32, (left, middle): Spot) {
    let marks = if count > MAX_MARKS { 1 } else { count };
    for mark in 0..marks {
        cross(canvas, (left + 12.0 + mark as f32 * 32.0, middle), 10.0);
    }
    if count > MAX_MARKS {
        let style = TextStyle::bold(27.0, theme::TEXT);
        let at = (left + 32.0, middle);
        canvas.write(&format!("{count}"), at, 120.0, Align::Left, &style);
    }
}

/// A cut stone.
fn garnet(canvas: &mut Canvas, (x, y): Spot, radius: f32) {
    let (wide, table) = (radius, radius * 0.55);
    let stone = Shape::polygon(&[
        (x - table, y - radius * 0.8),
        (x + table, y - radius * 0.8),
        (x + wide, y - radius * 0.2),
        (x, y + radius),
        (x - wide, y - radius * 0.2),
    ]);
    canvas.fill(&stone, GARNET);
    let line = Line::new(theme::PALE, (radius * 0.12).max(1.5));
    canvas.stroke(&stone, line);
    let girdle = [(x - wide, y - radius * 0.2), (x + wide, y - radius * 0.2)];
    canvas.stroke(&Shape::polyline(&girdle), line);
}

fn cross(canvas: &mut Canvas, (x, y): Spot, reach: f32) {
    let line = Line::new(theme::YELLOW, reach * 0.55);
    for side in [-1.0, 1.0] {
        let (from, to) = ((x - reach, y - side * reach), (x + reach, y + side * reach));
        canvas.stroke(&Shape::line(from, to), line);
    }
}
