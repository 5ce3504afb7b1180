//! Where the houses of a map stand in the picture. A host's own map may have any coordinates; the
//! picture has its bounds all the same.

use super::super::HouseView;
use super::{EAVES, FOOT, HALF, HOUSE_WIDTH, NAME, RIDGE};
use canvas::{Spot, theme};

/// The widest that neighbours are apart.
const FAR: f32 = 235.0;
/// What lies between two houses, one above the other: at least, and where the map does not get too
/// high.
const LEAST_GAP: f32 = 24.0;
const GAP: f32 = 60.0;
/// The highest that a map gets, unless its houses would stand on one another.
const MOST_HEIGHT: f32 = 1050.0;
/// The highest that it gets even then.
const MOST_OF_ALL: f32 = 2.0 * MOST_HEIGHT;
/// How many houses stand side by side where the map's own proportions cannot be drawn.
const IN_A_ROW: usize = 5;

/// Where the houses stand, in their order, and where the map ends. Their proportions are kept, or
/// else, where they would make the picture too high or the houses stand on one another, at least
/// their order: from the top down, in each row from the left.
pub fn lay_out(houses: &[HouseView]) -> (Vec<Spot>, f32) {
    let in_proportion = in_proportion(houses);
    let mut places = match is_readable(&in_proportion) {
        true => in_proportion,
        false => in_rows(houses),
    };
    let lowest = places.iter().map(|(_, y)| *y).fold(top(), f32::max);
    // On whole pixels all houses have the same edges, which is smaller to write.
    for (x, y) in &mut places {
        (*x, *y) = (x.round(), y.round());
    }
    (places, lowest + NAME + 18.0)
}

/// How high the first house stands.
fn top() -> f32 {
    theme::HEAD + RIDGE + 14.0
}

/// As the map has it, as far as names and couriers of neighbours leave it readable. Coordinates
/// that are far too large or uneven give places that are nowhere.
fn in_proportion(houses: &[HouseView]) -> Vec<Spot> {
    let span = |values: &mut dyn Iterator<Item = f64>| {
        let (least, most) = values.fold((f64::MAX, f64::MIN), |(least, most), value| {
            (least.min(value), most.max(value))
        });
        (least, (most - least) as f32)
    };
    let (left, wide) = span(&mut houses.iter().map(|house| house.x));
    let (top_most, high) = span(&mut houses.iter().map(|house| house.y));
    let at: Vec<Spot> = houses
        .iter()
        .map(|house| ((house.x - left) as f32, (house.y - top_most) as f32))
        .collect();
    let pairs = || (0..at.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let apart = pairs().map(|(a, b)| (at[a].0 - at[b].0).hypot(at[a].1 - at[b].1));
    let nearest = apart.filter(|apart| *apart > 0.0).fold(f32::MAX, f32::min);
    let room = theme::WIDTH as f32 - 2.0 * theme::MARGIN - HOUSE_WIDTH;
    let across = (room / wide).min(FAR / nearest);
    // Stretched downwards until houses above each other keep clear.
    let needed = |gap: f32| {
        let needed = pairs().filter_map(|(a, b)| {
            let (dx, dy) = ((at[a].0 - at[b].0).abs(), (at[a].1 - at[b].1).abs());
            let above = dx * across < HOUSE_WIDTH && dy * across > 60.0;
            above.then(|| (RIDGE + NAME + gap) / dy)
        });
        needed.fold(across, f32::max).min(across * 2.0)
    };
    let least = needed(LEAST_GAP);
    let down = needed(GAP).min(MOST_HEIGHT / high).max(least);
    let start = (theme::WIDTH as f32 - wide * across) / 2.0;
    at.iter()
        .map(|(x, y)| (start + x * across, top() + y * down))
        .collect()
}

/// Whether places are in the picture, and no house's wall hides another's.
fn is_readable(places: &[Spot]) -> bool {
    let width = theme::WIDTH as f32;
    let inside = |(x, y): &Spot| {
        (HALF..=width - HALF).contains(x) && (top()..=top() + MOST_OF_ALL).contains(y)
    };
    let clear = |one: &Spot, other: &Spot| {
        (one.0 - other.0).abs() >= 2.0 * HALF || (one.1 - other.1).abs() >= EAVES + FOOT
    };
    places.iter().enumerate().all(|(index, place)| {
        inside(place) && places[..index].iter().all(|other| clear(place, other))
    })
}

/// In rows of [`IN_A_ROW`], the last of them shorter: who is higher on the map is in a row further
/// up, and who is further left further left in it.
fn in_rows(houses: &[HouseView]) -> Vec<Spot> {
    let mut order: Vec<usize> = (0..houses.len()).collect();
    let rightward = |a: &usize, b: &usize| houses[*a].x.total_cmp(&houses[*b].x);
    order.sort_by(|a, b| houses[*a].y.total_cmp(&houses[*b].y).then(rightward(a, b)));
    let room = theme::WIDTH as f32 - 2.0 * theme::MARGIN - HOUSE_WIDTH;
    let apart = room / (IN_A_ROW - 1) as f32;
    let mut places = vec![(0.0, 0.0); houses.len()];
    for (row, houses_of_it) in order.chunks_mut(IN_A_ROW).enumerate() {
        houses_of_it.sort_by(rightward);
        let left = (theme::WIDTH as f32 - (houses_of_it.len() - 1) as f32 * apart) / 2.0;
        for (column, house) in houses_of_it.iter().enumerate() {
            places[*house] = (
                left + column as f32 * apart,
                top() + row as f32 * (RIDGE + NAME + GAP),
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
    fn houses_are_in_the_picture_and_none_hides_another_whatever_the_map() {
        // Uneven enough, and the same every time (Knuth's multiplier).
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
                    // A few whole numbers, one place, one line, and more and more uneven.
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
            let (places, bottom) = lay_out(&houses(at.iter().copied()));
            assert!(is_readable(&places), "{at:?}: {places:?}");
            assert!(bottom < MOST_OF_ALL + 500.0, "{at:?}: {bottom}");
        }
    }

    #[test]
    fn proportions_are_kept_unless_they_cannot_be_drawn() {
        let grid = || (0..15).map(|house| (f64::from(house % 5), f64::from(house / 5)));
        let even = lay_out(&houses(grid())).0;
        assert_eq!(
            even,
            lay_out(&houses(grid().map(|(x, y)| (x * 1024.0, y * 1024.0)))).0
        );
        assert_eq!((even[0].1, even[2].1), (even[4].1, even[0].1));
        // One house is far up: it stands first, the others behind it in their order.
        let far = grid().map(|(x, y)| {
            if (x, y) == (2.0, 0.0) {
                (x, -100.0)
            } else {
                (x, y)
            }
        });
        let places = lay_out(&houses(far)).0;
        assert_eq!(places[2].1, top().round());
        assert!(places[0].0 < places[1].0 && places[5].1 > places[0].1);
    }
}
