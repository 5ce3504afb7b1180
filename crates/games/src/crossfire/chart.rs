//! The end of a match of Crossfire: the last board, and below it all bids, round by round.

use std::collections::BTreeMap;

use super::picture::{COLOURS, draw_above, filling};
use super::{View, say};
use crate::tokens::{People, Sign, legend_in};
use crate::{BySeat, Seat};
use canvas::{Align, Area, Canvas, Line, Shape, TextStyle, theme};

/// How many rounds are in a line, and how many lines there are at most. A longer match only shows
/// its last rounds.
const IN_A_LINE: usize = 14;
const MAX_LINES: usize = 3;
const LINE: f32 = 160.0;
/// The room above a line's bars for the bids, and below them for the round's number.
const ABOVE: f32 = 40.0;
const BELOW: f32 = 40.0;
/// Below all lines: the legend, with a free corner on its left.
const FOOT: f32 = 77.0;

/// The bids of a round.
pub struct Bids {
    /// How many entries the record had when both bids were known, from 1.
    pub entry: usize,
    pub made: BySeat<Option<u32>>,
    /// None if one of them was never played.
    pub winner: Option<Seat>,
}

pub fn draw(view: &View, before: &[&View], people: People<'_>) -> Canvas {
    let rounds = rounds(view, before);
    if rounds.is_empty() {
        return draw_above(view, people, 0.0).0;
    }
    let skipped = rounds.len().saturating_sub(IN_A_LINE * MAX_LINES);
    let shown: Vec<(&u32, &Bids)> = rounds.iter().skip(skipped).collect();
    // Lines of about the same length: fifteen rounds are eight and seven.
    let lines = shown.len().div_ceil(IN_A_LINE);
    let in_a_line = shown.len().div_ceil(lines);
    let height = LINE * lines as f32;
    let (mut canvas, top) = draw_above(view, people, height + FOOT);
    let made = shown
        .iter()
        .flat_map(|(_, bids)| Seat::BOTH.map(|seat| bids.made[seat]));
    let highest = made.flatten().max().unwrap_or(0).max(1) as f32;
    // A short match has broad rounds, but no broader than a face.
    let room = theme::WIDTH as f32 - 2.0 * theme::MARGIN;
    let width = (room / in_a_line.max(8) as f32).floor();
    for (index, (round, bids)) in shown.into_iter().enumerate() {
        let (down, across) = (index / in_a_line, index % in_a_line);
        let area = Area::new(
            theme::MARGIN + across as f32 * width,
            top + down as f32 * LINE,
            width,
            LINE,
        );
        draw_round(&mut canvas, area, *round, bids, highest);
    }
    signs(&mut canvas, &rounds, top + height + 16.0);
    canvas
}

/// All bids by their rounds.
pub fn rounds(view: &View, before: &[&View]) -> BTreeMap<u32, Bids> {
    let mut rounds: BTreeMap<u32, Bids> = BTreeMap::new();
    for (entry, view) in (1..).zip(before.iter().copied().chain([view])) {
        let both = Seat::BOTH.into_iter().all(|seat| view.bids[seat].is_some());
        let unplayed = Seat::BOTH.into_iter().any(|seat| view.is_unplayed(seat));
        if both || unplayed {
            let entry = rounds.get(&view.round).map_or(entry, |bids| bids.entry);
            let bids = Bids {
                entry: entry.min(before.len()),
                made: view.bids,
                winner: if both {
                    view.lost_last.map(Seat::other)
                } else {
                    None
                },
            };
            rounds.insert(view.round, bids);
        }
    }
    rounds
}

/// A round: a bar for each bid with its number above, the winner's on gold.
fn draw_round(canvas: &mut Canvas, area: Area, round: u32, bids: &Bids, highest: f32) {
    let ground = area.bottom() - BELOW;
    let (middle, _) = area.centre();
    let style = TextStyle::bold(24.0, theme::TEXT_DIM);
    let at = (middle, ground + BELOW / 2.0);
    canvas.write(&round.to_string(), at, area.width, Align::Centre, &style);
    let half = (area.width / 2.0 - 2.0).min(44.0);
    for seat in Seat::BOTH {
        let left = match seat {
            Seat::Dmo => middle - half,
            Seat::Ec => middle + 1.0,
        };
        let Some(bid) = bids.made[seat] else {
            continue;
        };
        let tall = (area.height - ABOVE - BELOW) * bid as f32 / highest;
        let bar = Area::new(left, ground - tall, half - 1.0, tall).snapped();
        match bids.winner {
            Some(_) => canvas.fill(&Shape::rectangle(bar), filling(seat)),
            None => {
                let line = Line::dashed(COLOURS[seat].colour, 3.0, 7.0, 5.0);
                canvas.stroke(&Shape::rectangle(bar.inset(2.0)), line);
            }
        }
        let number = Area::new(bar.x, bar.y - 36.0, bar.width, 32.0);
        let won = bids.winner == Some(seat);
        if won {
            canvas.fill(&Shape::rounded(number, 8.0), theme::GOLD);
        }
        let style = TextStyle::bold(26.0, if won { theme::INK } else { theme::TEXT });
        let text = say::chips_figure(bid);
        let room = number.width - 2.0;
        canvas.write(
            &text,
            number.centre(),
            room,
            Align::Centre,
            &style.down_to(16.0),
        );
    }
    let floor = Shape::line((area.x, ground), (area.right(), ground));
    canvas.stroke(&floor, Line::new(theme::TEXT_DIM, 2.0));
}

fn signs(canvas: &mut Canvas, rounds: &BTreeMap<u32, Bids>, top: f32) {
    let won: Sign<'_> = &|canvas, area| {
        canvas.fill(&Shape::rounded(area, 8.0), theme::GOLD);
        let style = TextStyle::bold(26.0, theme::INK);
        canvas.write("7", area.centre(), area.width, Align::Centre, &style);
    };
    let unplayed: Sign<'_> = &|canvas, area| {
        let line = Line::dashed(theme::TEXT_DIM, 3.0, 7.0, 5.0);
        canvas.stroke(&Shape::rectangle(area.inset(4.0)), line);
    };
    let mut items = vec![(say::WON_BID, won)];
    if rounds.values().any(|bids| bids.winner.is_none()) {
        items.push((say::NEVER_PLAYED, unplayed));
    }
    let room = Area::new(170.0, top, theme::WIDTH as f32 - 186.0, theme::LEGEND);
    legend_in(canvas, &items, room);
}
