//! The places of the houses in the picture. A host's own map may have any coordinates; the picture
//! has fixed bounds.

use super::super::HouseView;
use super::{Build, HOUSE_WIDTH, LOW, TALL};
use canvas::{Spot, theme};

/// The largest distance between neighbours.
const FAR: f32 = 235.0;
/// The extra gap between two houses above each other, if the map doesn't get too high.
const MORE_GAP: f32 = 32.0;
/// Houses whose middles are closer than this, sideways, are above each other. Names are wider, but
/// those of houses side by side are seldom at the same height.
const ABOVE: f32 = 138.0;
/// The largest height of a map, unless its houses would overlap; the height at which the picture is
/// square; and the largest height of all.
const MAX_HEIGHT: f32 = 520.0;
const SQUARE: f32 = 600.0;
const MAX_OF_ALL: f32 = 1100.0;
/// Houses that are a little out of a row or column are moved nearer to it, because they cost
/// height. The first number is the largest deviation that counts as little, as a share of the
/// distance between the nearest two houses. The second is the share of the deviation that stays.
const NEARLY: f32 = 0.3;
const LEFT_OF_IT: f32 = 0.2;
/// How many houses are side by side if the map's own proportions can't be drawn, and how many if
/// that would make more than three rows.
const IN_A_ROW: usize = 5;
const MANY_IN_A_ROW: usize = 6;

/// Where the houses stand (in their order), where the map ends, and how the houses are built.
///
/// The map keeps its proportions if the houses don't overlap and the picture isn't too high.
/// Otherwise it keeps at least their order: from the top down, and in each row from the left.
/// Houses are low if tall ones would make the picture higher than wide.
pub fn lay_out(houses: &[HouseView]) -> (Vec<Spot>, f32, &'static Build) {
    let readable = |build: &'static Build| {
        let places = in_proportion(houses, build);
        is_readable(&places, build).then_some((places, build))
    };
    let fits = |(places, build): &(Vec<Spot>, &Build)| lowest(places) <= top(build) + SQUARE;
    let upright = readable(&TALL).filter(fits).or_else(|| readable(&LOW));
    let (mut places, build) = upright.or_else(|| readable(&TALL)).unwrap_or_else(|| {
        let many = houses.len() > 3 * IN_A_ROW;
        let build = if many { &LOW } else { &TALL };
        (in_rows(houses, build), build)
    });
    // On whole pixels all houses have the same edges, which makes the file smaller.
    for (x, y) in &mut places {
        (*x, *y) = (x.round(), y.round());
    }
    let bottom = lowest(&places) + build.name + 16.0;
    (places, bottom, build)
}

fn lowest(places: &[Spot]) -> f32 {
    places.iter().map(|(_, y)| *y).fold(0.0, f32::max)
}

/// The height of the first house.
fn top(build: &Build) -> f32 {
    theme::LOW_HEAD + build.top + 12.0
}

/// The map's own proportions, as far as names and couriers stay readable. Coordinates that are far
/// too large or uneven give unusable places.
fn in_proportion(houses: &[HouseView], build: &Build) -> Vec<Spot> {
    let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MAX, f64::min);
    let left = least(&mut houses.iter().map(|house| house.x));
    let top_most = least(&mut houses.iter().map(|house| house.y));
    let at: Vec<Spot> = houses
        .iter()
        .map(|house| ((house.x - left) as f32, (house.y - top_most) as f32))
        .collect();
    let pairs = || (0..at.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let apart = pairs().map(|(a, b)| (at[a].0 - at[b].0).hypot(at[a].1 - at[b].1));
    let nearest = apart.filter(|apart| *apart > 0.0).fold(f32::MAX, f32::min);
    let across = straightened(at.iter().map(|at| at.0), nearest * NEARLY);
    let down = straightened(at.iter().map(|at| at.1), nearest * NEARLY);
    let most = |values: &[f32]| values.iter().copied().fold(0.0, f32::max);
    let (wide, high) = (most(&across), most(&down));
    let at: Vec<Spot> = across.into_iter().zip(down).collect();
    let room = theme::WIDTH as f32 - 2.0 * theme::MARGIN - HOUSE_WIDTH;
    let across = (room / wide).min(FAR / nearest);
    // Stretched downwards until houses above each other don't touch.
    let needed = |gap: f32| {
        let needed = pairs().filter_map(|(a, b)| {
            let (dx, dy) = ((at[a].0 - at[b].0).abs(), (at[a].1 - at[b].1).abs());
            let above = dx * across < ABOVE && dy * across > 60.0;
            above.then(|| (build.top + build.name + gap) / dy)
        });
        needed.fold(0.0, f32::max).min(across * 2.0)
    };
    let least = needed(build.gap);
    let most = needed(build.gap + MORE_GAP)
        .max(across)
        .min(MAX_HEIGHT / high);
    let down = most.max(least);
    let start = (theme::WIDTH as f32 - wide * across) / 2.0;
    at.iter()
        .map(|(x, y)| (start + x * across, top(build) + y * down))
        .collect()
}

/// Shifts values to start at 0, and moves those that are at most `most` out of their rows nearer to
/// them.
fn straightened(values: impl Iterator<Item = f32>, most: f32) -> Vec<f32> {
    let mut values: Vec<f32> = values.collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let rows: Vec<Vec<usize>> = order
        .chunk_by(|a, b| values[*b] - values[*a] <= most)
        .map(<[usize]>::to_vec)
        .collect();
    for row in rows {
        let mean = row.iter().map(|at| values[*at]).sum::<f32>() / row.len() as f32;
        // A chain in which each is near the next one isn't a row.
        if values[row[row.len() - 1]] - values[row[0]] <= most {
            for at in row {
                values[at] = mean + (values[at] - mean) * LEFT_OF_IT;
            }
        }
    }
    let least = values.iter().copied().fold(f32::MAX, f32::min);
    values.iter().map(|value| value - least).collect()
}

/// Whether all places are in the picture and no wall covers another.
fn is_readable(places: &[Spot], build: &Build) -> bool {
    let width = theme::WIDTH as f32;
    let down = top(build)..=top(build) + MAX_OF_ALL;
    let inside = |(x, y): &Spot| (build.half..=width - build.half).contains(x) && down.contains(y);
    let clear = |one: &Spot, other: &Spot| {
        (one.0 - other.0).abs() >= 2.0 * build.half
            || (one.1 - other.1).abs() >= build.eaves + build.foot
    };
    places.iter().enumerate().all(|(index, place)| {
        inside(place) && places[..index].iter().all(|other| clear(place, other))
    })
}

/// In rows, the last of them shorter. Houses that are higher on the map are in earlier rows, and
/// within a row those further left come first.
fn in_rows(houses: &[HouseView], build: &Build) -> Vec<Spot> {
    let mut order: Vec<usize> = (0..houses.len()).collect();
    let rightward = |a: &usize, b: &usize| houses[*a].x.total_cmp(&houses[*b].x);
    order.sort_by(|a, b| houses[*a].y.total_cmp(&houses[*b].y).then(rightward(a, b)));
    let room = theme::WIDTH as f32 - 2.0 * theme::MARGIN - HOUSE_WIDTH;
    let (in_a_row, gap) = if houses.len() > 3 * IN_A_ROW {
        (MANY_IN_A_ROW, build.gap)
    } else {
        (IN_A_ROW, build.gap + MORE_GAP)
    };
    let apart = room / (in_a_row - 1) as f32;
    let mut places = vec![(0.0, 0.0); houses.len()];
    for (row, houses_of_it) in order.chunks_mut(in_a_row).enumerate() {
        houses_of_it.sort_by(rightward);
        let left = (theme::WIDTH as f32 - (houses_of_it.len() - 1) as f32 * apart) / 2.0;
        for (column, house) in houses_of_it.iter().enumerate() {
            places[*house] = (
                left + column as f32 * apart,
                top(build) + row as f32 * (build.top + build.name + gap),
            );
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BySeat, CastId};

    fn houses(at: impl IntoIterator<Item = (f64, f64)>) -> Vec<HouseView> {
        let house = |(index, (x, y)): (usize, (f64, f64))| HouseView {
            who: CastId(index as u8),
            x,
            y,
            dealer: false,
            letters: BySeat::default(),
        };
        at.into_iter().enumerate().map(house).collect()
    }

    #[test]
    fn every_house_is_visible_on_any_map() {
        // Irregular, but the same every time (Knuth's multiplier).
        let mut state = 1_u64;
        let mut next = |below: i32| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as i32 % below
        };
        for case in 0..2_000 {
            let mut coordinate = || {
                let part = f64::from(next(2_001) - 1_000) / 1_000.0;
                match case % 7 {
                    // Small whole numbers, one place, one line, and ever more uneven.
                    0 => f64::from(next(5)),
                    1 => 3.0,
                    2 => part * 1e-300,
                    3 => part * 10f64.powi(next(5) - 2),
                    4 => part * 10f64.powi(next(100) - 50),
                    5 => part * f64::MAX,
                    _ => part * 10f64.powi(next(629) - 320),
                }
            };
            let at: Vec<(f64, f64)> = (0..2 + case % 30)
                .map(|_| match case % 3 {
                    0 => (coordinate(), coordinate()),
                    1 => (coordinate(), 5.0),
                    _ => (5.0, coordinate()),
                })
                .collect();
            let (places, bottom, build) = lay_out(&houses(at.iter().copied()));
            assert!(is_readable(&places, build), "{at:?}: {places:?}");
            assert!(bottom < MAX_OF_ALL + 500.0, "{at:?}: {bottom}");
        }
    }

    #[test]
    fn a_map_keeps_its_proportions_if_they_can_be_drawn() {
        let grid = || (0..15).map(|house| (f64::from(house % 5), f64::from(house / 5)));
        let even = lay_out(&houses(grid())).0;
        assert_eq!(
            even,
            lay_out(&houses(grid().map(|(x, y)| (x * 1024.0, y * 1024.0)))).0
        );
        assert_eq!((even[0].1, even[2].1), (even[4].1, even[0].1));
        // Five rows of five get a nearly square picture with low houses.
        let many = (0..25).map(|house| (f64::from(house % 5), f64::from(house / 5)));
        let (places, bottom, build) = lay_out(&houses(many));
        assert!(places[5].1 - places[0].1 < even[5].1 - even[0].1);
        assert!(build.half > TALL.half && bottom < 1_000.0);
        // One house is far up. It comes first; the others keep their order below it.
        let far = grid().map(|(x, y)| {
            if (x, y) == (2.0, 0.0) {
                (x, -100.0)
            } else {
                (x, y)
            }
        });
        let places = lay_out(&houses(far)).0;
        assert_eq!(places[2].1, top(&TALL).round());
        assert!(places[0].0 < places[1].0 && places[5].1 > places[0].1);
    }
}
