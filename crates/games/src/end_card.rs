//! The end of a match as people share it: a picture with both faces, and a line of text.

use super::picture::{people, told_apart};
use super::tokens::{self, Faces, People};
use super::{BySeat, Cast, Outcome, Reason, Seat, View, english};
use canvas::{
    Align, Area, Canvas, Colour, Line, Picture, Shape, Spot, TextStyle, text_lines, text_width,
    theme,
};

/// What an end card says besides names and the score.
#[derive(Clone, Debug)]
pub struct EndCard {
    pub winner: Seat,
    pub reason: Reason,
    /// The game's title.
    pub title: String,
    /// Where and when: the season's name, and the date.
    pub place: String,
    /// What it means: `Mika is out`. Empty if it means nothing.
    pub meaning: String,
}

/// What links show as a large picture, on Discord and elsewhere.
const WIDTH: f32 = 1200.0;
const HEIGHT: f32 = 630.0;
/// Where the faces begin, and the words below them.
const FACES: f32 = 76.0;
const WORDS: f32 = 456.0;
const FACE: f32 = 122.0;
const MIDDLE: f32 = 248.0;

/// Draws an end card. Takes some milliseconds, like a board. `before` has the view after each
/// entry.
pub fn draw(card: &EndCard, view: &View, before: &[View], cast: &Cast, faces: &Faces) -> Picture {
    let (faces, cast) = (told_apart(cast, faces), &tokens::written(cast));
    let people = people(view, cast, &faces);
    let mut canvas = Canvas::new(WIDTH as u32, HEIGHT as u32, theme::GROUND);
    let slope = 46.0;
    let middle = WIDTH / 2.0;
    for seat in Seat::BOTH {
        let edge = match seat {
            Seat::Dmo => 0.0,
            Seat::Ec => WIDTH,
        };
        let half = Shape::polygon(&[
            (edge, FACES),
            (middle + slope, FACES),
            (middle - slope, WORDS),
            (edge, WORDS),
        ]);
        let alpha = if seat == card.winner { 120 } else { 44 };
        let colour = people.colours[seat];
        canvas.fill(&half, Colour { alpha, ..colour });
    }
    let cut = Shape::line((middle + slope, FACES), (middle - slope, WORDS));
    canvas.stroke(&cut, Line::new(theme::GROUND, 10.0));
    for seat in Seat::BOTH {
        let centre = match seat {
            Seat::Dmo => (270.0, MIDDLE),
            Seat::Ec => (WIDTH - 270.0, MIDDLE),
        };
        player(&mut canvas, seat, seat == card.winner, people, centre);
    }
    score(&mut canvas, view);
    let title = TextStyle::bold(36.0, theme::TEXT).down_to(30.0);
    let head = FACES / 2.0;
    let title = canvas.write(&card.title, (36.0, head), 560.0, Align::Left, &title);
    let place = TextStyle::bold(32.0, theme::TEXT_DIM).down_to(26.0);
    let room = WIDTH - 36.0 * 2.0 - title - 40.0;
    let at = (WIDTH - 36.0, head);
    canvas.write(&card.place, at, room, Align::Right, &place);
    words(&mut canvas, &said(card, view, before, cast));
    canvas.finish()
}

/// The score, and what is counted.
fn score(canvas: &mut Canvas, view: &View) {
    let (score, what) = match view.tally() {
        Some((what, count)) => (format!("{} – {}", count.dmo, count.ec), what),
        None => ("vs".to_owned(), ""),
    };
    let style = TextStyle::bold(if what.is_empty() { 64.0 } else { 112.0 }, theme::TEXT);
    let (middle, up) = (WIDTH / 2.0, if what.is_empty() { 0.0 } else { 14.0 });
    let width = text_width(&score, &style).max(180.0) + 64.0;
    let plate = Area::new(middle - width / 2.0, MIDDLE - 88.0, width, 184.0);
    canvas.fill(&Shape::rounded(plate, 28.0), theme::GROUND);
    canvas.write(&score, (middle, MIDDLE - up), 480.0, Align::Centre, &style);
    let style = TextStyle::bold(32.0, theme::TEXT_DIM);
    let at = (middle, MIDDLE + 64.0);
    canvas.write(what, at, width, Align::Centre, &style);
}

/// A player's face and name.
fn player(canvas: &mut Canvas, seat: Seat, won: bool, people: People<'_>, (x, y): Spot) {
    let who = people.cast.player(seat);
    people.draw(canvas, who, (x, y), FACE, tokens::Ring::Seat(seat));
    let colour = if won {
        let crown = Shape::crown((x, y - FACE + 34.0), 130.0);
        canvas.fill(&crown, theme::GOLD);
        canvas.stroke(&crown, Line::new(theme::INK, 5.0));
        theme::TEXT
    } else {
        let alpha = 130;
        let veil = Colour {
            alpha,
            ..theme::GROUND
        };
        canvas.fill(&Shape::circle((x, y), FACE), veil);
        theme::TEXT_DIM
    };
    let name = TextStyle::bold(52.0, colour).down_to(34.0);
    canvas.write(
        people.cast.name(who),
        (x, y + FACE + 46.0),
        460.0,
        Align::Centre,
        &name,
    );
}

/// What the end means, or else who wins and why; and what decided it. A reason that the score shows
/// isn't said twice.
fn said(card: &EndCard, view: &View, before: &[View], cast: &Cast) -> (String, String) {
    let wins = english::outcome(Outcome::won(card.winner, card.reason), cast);
    let facts = view.decided(before, cast);
    let fact = facts
        .last()
        .filter(|_| !Reason::GENERAL.contains(&card.reason));
    let fact = fact.map_or("", |fact| &fact.said);
    let is_counted = |(what, _)| card.reason.says() == format!("on {what}");
    if card.meaning.is_empty() {
        (wins, fact.to_owned())
    } else if !fact.is_empty() && view.tally().is_some_and(is_counted) {
        (card.meaning.clone(), fact.to_owned())
    } else {
        (card.meaning.clone(), format!("{wins}. {fact}"))
    }
}

/// The largest letters of two lines below each other.
const MAX_OF_TWO: f32 = 34.0;

/// Writes what the end means, and what decided it in one or two lines.
fn words(canvas: &mut Canvas, (meaning, why): &(String, String)) {
    let middle = WIDTH / 2.0;
    let style = TextStyle::bold(58.0, theme::GOLD).down_to(40.0);
    let at = (middle, WORDS + 46.0);
    canvas.write(meaning, at, WIDTH - 80.0, Align::Centre, &style);
    // Discord's badge covers the bottom left corner.
    let room = 880.0;
    let sizes = [46.0, 42.0, 38.0, 34.0, 31.0, 28.0, 26.0];
    let sizes = sizes.map(|size| TextStyle::plain(size, theme::TEXT));
    let fits = |style: &TextStyle| {
        let most = if style.size > MAX_OF_TWO { 1 } else { 2 };
        text_lines(why, room, style).len() <= most
    };
    let style = sizes.into_iter().find(fits).unwrap_or(sizes[6]);
    let lines = |width: f32| text_lines(why, width, &style);
    // One line, or two of about the same length.
    let widths = (1..10_u8).map(|part| room * f32::from(part) / 10.0);
    let mut widths = widths.filter(|width| lines(room).len() > 1 && lines(*width).len() <= 2);
    let lines = lines(widths.next().unwrap_or(room));
    let top = if lines.len() == 1 { 126.0 } else { 106.0 };
    for (row, line) in lines.iter().take(2).enumerate() {
        let at = (middle, WORDS + top + row as f32 * 42.0);
        canvas.write(line, at, room, Align::Centre, &style);
    }
}

/// A line of text to paste: who won and why, a square for each point in the order in which they
/// were scored, and the rest of the card. `before` has the view after each entry.
pub fn line(card: &EndCard, view: &View, before: &[View], cast: &Cast) -> String {
    let (winner, loser) = (card.winner, card.winner.other());
    let squares = view.colours().map(|of| of.square);
    let name = |seat: Seat| format!("{} {}", cast.seat_name(seat), squares[seat]);
    let (winner_name, loser_name) = (name(winner), name(loser));
    let reason = english::reason(card.reason, winner, cast);
    let mut said = format!("{}: {winner_name} beat {loser_name} {reason}", card.title);
    // A score that the winner doesn't lead isn't why they won.
    if let Some((_, count)) = view
        .tally()
        .filter(|(_, count)| count[winner] > count[loser])
    {
        said.push_str(&format!(", {}–{}", count[winner], count[loser]));
    }
    let course = course(before, squares);
    for part in [&course, &card.meaning, &card.place] {
        if !part.is_empty() {
            said.push_str(" · ");
            said.push_str(part);
        }
    }
    said
}

/// The most squares in a line; more would fill a phone's screen.
const MAX_SQUARES: usize = 30;

/// A square for each point, in the order in which they were scored; empty if there are too many.
fn course(before: &[View], colours: BySeat<&str>) -> String {
    let counts: Vec<BySeat<u32>> = before
        .iter()
        .filter_map(|view| Some(view.tally()?.1))
        .collect();
    let squares: Vec<&str> = counts
        .windows(2)
        .flat_map(|pair| {
            let more = |seat: Seat| pair[1][seat].saturating_sub(pair[0][seat]) as usize;
            Seat::BOTH
                .into_iter()
                .flat_map(move |seat| vec![colours[seat]; more(seat)])
        })
        .collect();
    if squares.len() <= MAX_SQUARES {
        squares.concat()
    } else {
        String::new()
    }
}
