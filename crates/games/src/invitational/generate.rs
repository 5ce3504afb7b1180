//! Random maps for casts of every size: even, without crossings, and good to look at.

use super::map::Plan;
use crate::Dice;

/// The most roads per house on average, in tenths.
const MAX_ROADS_TENTHS: usize = 22;
/// The fewest roads per house to aim at, in tenths, so that there are detours.
const FEW_ROADS_TENTHS: usize = 20;
const MIN_ROADS_AT_A_HOUSE: usize = 2;
const MAX_ROADS_AT_A_HOUSE: usize = 8;
/// The distance of rows. It is a little smaller than between houses in a row, whose names are side
/// by side.
const ROW_HEIGHT: f64 = 0.95;
/// How far a house may be moved sideways, and up or down.
const JITTER: (f64, f64) = (0.07, 0.11);
const LONGEST_ROAD: f64 = 1.8;
/// The smallest distance between a road and a house to which it doesn't lead.
const CLEARANCE: f64 = 0.33;
/// The cosine of the smallest angle between two roads at a house, which is 28 degrees.
const MAX_COSINE: f64 = 0.882_947_592_858_927;

/// Draws a map of 8 to 26 houses, of which at least one is a dealer's.
///
/// Houses stand in rows, like bricks in a wall: every other row is shifted by half a place, and
/// each house is a little out of line. Roads are laid from the shortest on. A road is left out if
/// it would cross another, pass close to a house, or meet another at a small angle. The dealers get
/// the houses with the most roads, far from each other. Then random roads are removed, the dealers'
/// last.
pub(super) fn plan(houses: usize, dealers: usize, dice: &mut Dice) -> Plan {
    // Most drafts are fair, so this ends soon.
    loop {
        let mut plan = Plan {
            houses: place_houses(houses, dice),
            roads: Vec::new(),
            dealers: Vec::new(),
        };
        plan.lay_roads();
        plan.choose_dealers(dealers, dice);
        plan.thin_out(dice);
        if plan.is_fair() {
            return plan;
        }
    }
}

/// The places of the houses, row by row, in hundredths.
fn place_houses(houses: usize, dice: &mut Dice) -> Vec<(f64, f64)> {
    let rows = match houses {
        ..=15 => 3,
        // At most five in a row: more would be too close for their names.
        _ => houses.div_ceil(5),
    };
    let mut lengths: Vec<usize> = (0..rows)
        .map(|row| houses / rows + usize::from(row < houses % rows))
        .collect();
    dice.shuffle(&mut lengths);
    let mut places: Vec<(f64, f64)> = Vec::with_capacity(houses);
    let mut start = 0.0;
    for (row, length) in lengths.iter().enumerate() {
        let off_middle = |start: f64| (start + (*length as f64 - 1.0) / 2.0).abs();
        // Half a place from the row above, towards the middle.
        start = if row == 0 {
            -(*length as f64 - 1.0) / 2.0
        } else if off_middle(start - 0.5) < off_middle(start + 0.5) {
            start - 0.5
        } else {
            start + 0.5
        };
        for column in 0..*length {
            let (dx, dy) = (JITTER.0 * out_of_line(dice), JITTER.1 * out_of_line(dice));
            places.push((start + column as f64 + dx, row as f64 * ROW_HEIGHT + dy));
        }
    }
    let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MAX, f64::min);
    let left = least(&mut places.iter().map(|place| place.0));
    let top = least(&mut places.iter().map(|place| place.1));
    let hundredths = |value: f64| (value * 100.0).round() / 100.0;
    let moved = places.iter();
    moved
        .map(|(x, y)| (hundredths(x - left), hundredths(y - top)))
        .collect()
}

/// From -1 to 1.
fn out_of_line(dice: &mut Dice) -> f64 {
    f64::from(dice.between(0, 200)) / 100.0 - 1.0
}

/// A road, and the houses on both sides of its line.
struct Road {
    ends: (usize, usize),
    left: Joined,
    right: Joined,
}

impl Road {
    fn leads_to(&self, house: usize) -> bool {
        self.ends.0 == house || self.ends.1 == house
    }

    /// Whether the ends of another road are on different sides of this road's line. Roads without a
    /// common end cross if each parts the other.
    fn parts(&self, other: &Road) -> bool {
        let ends = bit(other.ends.0) | bit(other.ends.1);
        ends & !self.left != 0 && ends & !self.right != 0
    }
}

impl Plan {
    fn lay_roads(&mut self) {
        let count = self.houses.len();
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let near = |(a, b): &(usize, usize)| {
            let (from, to) = (self.houses[*a], self.houses[*b]);
            (from.0 - to.0).abs() <= LONGEST_ROAD && (from.1 - to.1).abs() <= LONGEST_ROAD
        };
        let long = pairs
            .filter(near)
            .map(|(a, b)| (distance(self.houses[a], self.houses[b]), (a, b)));
        let mut roads: Vec<_> = long.filter(|(long, _)| *long <= LONGEST_ROAD).collect();
        roads.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let mut laid: Vec<Road> = Vec::with_capacity(roads.len());
        for (_, road) in roads.into_iter().filter(|(_, road)| self.is_clear(*road)) {
            let road = self.road(road);
            if laid.iter().all(|other| self.go_together(&road, other)) {
                laid.push(road);
            }
        }
        self.roads = laid.iter().map(|road| road.ends).collect();
    }

    fn road(&self, ends: (usize, usize)) -> Road {
        let mut road = Road {
            ends,
            left: 0,
            right: 0,
        };
        let (from, to) = (self.houses[ends.0], self.houses[ends.1]);
        for (house, at) in self.houses.iter().enumerate() {
            let side = (to.0 - from.0) * (at.1 - from.1) - (to.1 - from.1) * (at.0 - from.0);
            road.left |= Joined::from(side > 0.0) << house;
            road.right |= Joined::from(side < 0.0) << house;
        }
        road
    }

    /// Whether a road stays away from the houses to which it doesn't lead.
    fn is_clear(&self, (a, b): (usize, usize)) -> bool {
        let (from, to) = (self.houses[a], self.houses[b]);
        // Most houses are farther away than this in one direction; a little more is for rounding.
        let reach = 1.1 * CLEARANCE;
        let (left, right) = (from.0.min(to.0) - reach, from.0.max(to.0) + reach);
        let (top, bottom) = (from.1.min(to.1) - reach, from.1.max(to.1) + reach);
        let near = |(x, y): (f64, f64)| left < x && x < right && top < y && y < bottom;
        let mut others = (0..self.houses.len()).filter(|house| *house != a && *house != b);
        others.all(|house| {
            let house = self.houses[house];
            !near(house) || distance_to_road(house, from, to) >= CLEARANCE
        })
    }

    /// Whether two roads neither cross nor meet at a small angle.
    fn go_together(&self, one: &Road, other: &Road) -> bool {
        let (a, b) = one.ends;
        let Some(house) = [a, b].into_iter().find(|house| other.leads_to(*house)) else {
            return !(one.parts(other) && other.parts(one));
        };
        let at = |house: usize| self.houses[house];
        let end = |(a, b): (usize, usize)| at(a + b - house);
        cosine(at(house), end(one.ends), end(other.ends)) <= MAX_COSINE
    }

    /// Chooses one house after the other: one with many roads, far from the dealers so far.
    fn choose_dealers(&mut self, dealers: usize, dice: &mut Dice) {
        let mut order: Vec<usize> = (0..self.houses.len()).collect();
        // Among equal ones the choice is random.
        dice.shuffle(&mut order);
        let joints = self.joints();
        for _ in 0..dealers {
            let worth = |house: usize| {
                let others = self.dealers.iter().map(|dealer| self.houses[*dealer]);
                let nearest = others.map(|other| distance(other, self.houses[house]));
                // More than two places away is far enough.
                roads_from(joints[house]) as f64 + 2.5 * nearest.fold(2.2, f64::min)
            };
            let worths = order.iter().map(|house| worth(*house)).enumerate();
            let best = worths.max_by(|(_, one), (_, other)| one.total_cmp(other));
            if let Some((best, _)) = best {
                let dealer = order.swap_remove(best);
                self.dealers.push(dealer);
            }
        }
        self.dealers.sort_unstable();
    }

    /// Removes roads until the map has a random number of them.
    fn thin_out(&mut self, dice: &mut Dice) {
        let houses = self.houses.len() as u32;
        let few = houses * FEW_ROADS_TENTHS as u32 / 10;
        let most = houses * MAX_ROADS_TENTHS as u32 / 10;
        let target = dice.between(few, most) as usize;
        let mut joints = self.joints();
        if has_strip(&joints) || !is_connected(&joints) {
            return;
        }
        let dealers = self
            .dealers
            .iter()
            .fold(0, |all, dealer| all | bit(*dealer));
        let is_dealers = |(a, b): (usize, usize)| dealers & (bit(a) | bit(b)) != 0;
        // A road that is needed now will also be needed later.
        let mut of_players = self.roads.clone();
        let mut of_dealers = self.roads.clone();
        of_players.retain(|road| !is_dealers(*road));
        of_dealers.retain(|road| is_dealers(*road));
        while self.roads.len() > target {
            of_players.retain(|road| is_dispensable(*road, &mut joints));
            // The dealers keep their roads unless the map would have too many.
            let choice = if !of_players.is_empty() {
                &mut of_players
            } else if self.roads.len() > most as usize {
                of_dealers.retain(|road| is_dispensable(*road, &mut joints));
                &mut of_dealers
            } else {
                return;
            };
            // Of a few random roads, the one between the busiest houses: this keeps the map even.
            let ends = |(a, b): &(usize, usize)| roads_from(joints[*a]) + roads_from(joints[*b]);
            let some = (0..4).filter_map(|_| dice.pick(choice).copied());
            let Some(road) = some.max_by_key(ends) else {
                return;
            };
            choice.retain(|other| *other != road);
            self.roads.retain(|other| *other != road);
            joints[road.0] &= !bit(road.1);
            joints[road.1] &= !bit(road.0);
        }
    }

    /// The houses to which each house is joined.
    fn joints(&self) -> Vec<Joined> {
        let mut joints = vec![0; self.houses.len()];
        for (a, b) in &self.roads {
            joints[*a] |= bit(*b);
            joints[*b] |= bit(*a);
        }
        joints
    }

    /// The rulebook's demands on a generated map that its construction doesn't guarantee.
    fn is_fair(&self) -> bool {
        let joints = self.joints();
        let bounds = MIN_ROADS_AT_A_HOUSE..=MAX_ROADS_AT_A_HOUSE;
        joints
            .iter()
            .all(|joined| bounds.contains(&roads_from(*joined)))
            && self.roads.len() * 10 <= self.houses.len() * MAX_ROADS_TENTHS
            && !has_strip(&joints)
            && is_connected(&joints)
            && self.dealers_are_well_connected(&joints)
    }

    /// No dealer has fewer roads than the other houses have on average.
    fn dealers_are_well_connected(&self, joints: &[Joined]) -> bool {
        let roads_at = |house: &usize| roads_from(joints[*house]);
        let dealers = self.dealers.iter();
        let others = self.houses.len() - self.dealers.len();
        // Each road has two ends.
        let roads = 2 * self.roads.len() - dealers.clone().map(roads_at).sum::<usize>();
        dealers
            .into_iter()
            .all(|dealer| roads_at(dealer) * others >= roads)
    }
}

/// The houses to which one is joined, a bit for each.
type Joined = u32;

fn bit(house: usize) -> Joined {
    1 << house
}

fn roads_from(joined: Joined) -> usize {
    joined.count_ones() as usize
}

/// The houses of a set.
fn houses(mut set: Joined) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let house = set.trailing_zeros();
        // Removes the lowest bit, if there is one.
        set &= set.wrapping_sub(1);
        (house < Joined::BITS).then_some(house as usize)
    })
}

/// Whether a connected map without strips stays so when this road is removed.
fn is_dispensable((a, b): (usize, usize), joints: &mut [Joined]) -> bool {
    let keeps_enough = |joined: Joined| roads_from(joined) > MIN_ROADS_AT_A_HOUSE;
    if !keeps_enough(joints[a]) || !keeps_enough(joints[b]) {
        return false;
    }
    let (at_a, at_b) = (joints[a], joints[b]);
    joints[a] &= !bit(b);
    joints[b] &= !bit(a);
    let is_fine = !is_in_strip(a, joints) && !is_in_strip(b, joints) && leads_to(a, bit(b), joints);
    (joints[a], joints[b]) = (at_a, at_b);
    is_fine
}

/// Whether there is a strip: two neighbouring houses with only two roads each.
fn has_strip(joints: &[Joined]) -> bool {
    (0..joints.len()).any(|house| is_in_strip(house, joints))
}

/// Whether a house has only two roads, and so has one of its neighbours.
fn is_in_strip(house: usize, joints: &[Joined]) -> bool {
    let on_the_way = |house: usize| roads_from(joints[house]) <= MIN_ROADS_AT_A_HOUSE;
    on_the_way(house) && houses(joints[house]).any(on_the_way)
}

/// Whether all of some houses can be reached from one.
fn leads_to(from: usize, all: Joined, joints: &[Joined]) -> bool {
    let (mut reached, mut ends) = (bit(from), bit(from));
    while ends != 0 && all & !reached != 0 {
        ends = houses(ends).fold(0, |next, end| next | joints[end]) & !reached;
        reached |= ends;
    }
    all & !reached == 0
}

/// Whether every house can be reached from the first.
fn is_connected(joints: &[Joined]) -> bool {
    leads_to(
        0,
        (0..joints.len()).fold(0, |all, house| all | bit(house)),
        joints,
    )
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

fn distance_to_road(point: (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
    let along = (to.0 - from.0, to.1 - from.1);
    let squared = along.0 * along.0 + along.1 * along.1;
    let product = (point.0 - from.0) * along.0 + (point.1 - from.1) * along.1;
    let share = (product / squared).clamp(0.0, 1.0);
    distance(point, (from.0 + share * along.0, from.1 + share * along.1))
}

/// The cosine of the angle at `at` between the directions to two other points.
fn cosine(at: (f64, f64), one: (f64, f64), other: (f64, f64)) -> f64 {
    let way = |to: (f64, f64)| (to.0 - at.0, to.1 - at.1);
    let times = |a: (f64, f64), b: (f64, f64)| a.0 * b.0 + a.1 * b.1;
    let (one, other) = (way(one), way(other));
    times(one, other) / (times(one, one) * times(other, other)).sqrt()
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    const SEEDS: u64 = 6;

    fn roads_at(plan: &Plan, house: usize) -> usize {
        roads_from(plan.joints()[house])
    }

    /// Maps for casts of all sizes with few and with many dealers, drawn once for all tests.
    static PLANS: LazyLock<Vec<(String, Plan)>> = LazyLock::new(|| {
        let mut plans = Vec::new();
        for houses in 8..=26 {
            for dealers in [1, 2, 3, 5, houses / 2, houses - 2] {
                for seed in 0..SEEDS {
                    let which = format!("{houses} houses, {dealers} dealers, seed {seed}");
                    plans.push((which, plan(houses, dealers, &mut Dice::new(seed))));
                }
            }
        }
        plans
    });

    #[test]
    fn maps_keep_within_the_rulebooks_bounds() {
        for (which, plan) in PLANS.iter() {
            let houses = plan.houses.len();
            let roads = plan.roads.len();
            assert!(roads * 10 <= houses * 22, "{which}: {roads} roads");
            for house in 0..houses {
                let roads = roads_at(plan, house);
                assert!(
                    (2..=8).contains(&roads),
                    "{which}: {roads} roads at {house}"
                );
            }
            assert!(is_connected(&plan.joints()), "{which}: in pieces");
            for (index, one) in plan.roads.iter().enumerate() {
                assert!(plan.is_clear(*one), "{which}: {one:?} leads past a house");
                for other in &plan.roads[index + 1..] {
                    let [one, other] = [one, other].map(|road| plan.road(*road));
                    let ends = (one.ends, other.ends);
                    assert!(plan.go_together(&one, &other), "{which}: {ends:?}");
                }
            }
        }
    }

    #[test]
    fn maps_are_even_and_not_strips() {
        for (which, plan) in PLANS.iter() {
            for (index, one) in plan.houses.iter().enumerate() {
                for other in &plan.houses[index + 1..] {
                    assert!(distance(*one, *other) > 0.6, "{which}: {one:?} {other:?}");
                }
            }
            let most = |of: fn(&(f64, f64)) -> f64| plan.houses.iter().map(of).fold(0.0, f64::max);
            let (width, height) = (most(|place| place.0), most(|place| place.1));
            assert!(
                width < 3.0 * height && height < 2.0 * width,
                "{which}: {width} by {height}"
            );
            assert!(!has_strip(&plan.joints()), "{which}: a strip");
        }
    }

    #[test]
    fn dealers_live_where_many_roads_meet() {
        for (which, plan) in PLANS.iter() {
            let mean = |houses: &[usize]| {
                let roads: usize = houses.iter().map(|house| roads_at(plan, *house)).sum();
                roads as f64 / houses.len() as f64
            };
            let mut players: Vec<usize> = (0..plan.houses.len()).collect();
            players.retain(|house| !plan.dealers.contains(house));
            assert!(mean(&plan.dealers) >= mean(&players), "{which}");
            if plan.dealers.len() <= 2 {
                let fewest = plan
                    .dealers
                    .iter()
                    .map(|dealer| roads_at(plan, *dealer))
                    .min();
                assert!(fewest >= Some(4), "{which}: {fewest:?}");
            }
        }
    }

    #[test]
    fn each_seed_draws_a_different_map() {
        let maps: Vec<Plan> = (0..20)
            .map(|seed| plan(12, 2, &mut Dice::new(seed)))
            .collect();
        for (index, one) in maps.iter().enumerate() {
            let mut others = maps[index + 1..].iter();
            assert!(others.all(|other| other.roads != one.roads || other.houses != one.houses));
        }
    }

    #[test]
    fn roads_and_angles() {
        let [a, b, c, d] = [(0.0, 0.0), (2.0, 2.0), (0.0, 2.0), (2.0, 0.0)];
        let plan = Plan {
            houses: vec![a, b, c, d],
            roads: Vec::new(),
            dealers: Vec::new(),
        };
        let together = |one, other| plan.go_together(&plan.road(one), &plan.road(other));
        assert!(!together((0, 1), (2, 3)));
        assert!(together((0, 2), (1, 3)));
        let angle = |at, one, other| cosine(at, one, other).acos().to_degrees();
        assert!((angle(a, d, b) - 45.0).abs() < 1e-9);
        assert!((angle(b, (0.0, 1.0), (0.0, 3.0)) - 53.13).abs() < 0.01);
        assert!((MAX_COSINE.acos().to_degrees() - 28.0).abs() < 1e-9);
        assert_eq!(distance_to_road((1.0, 1.0), a, d), 1.0);
        assert_eq!(distance_to_road((5.0, 4.0), a, d), 5.0);
    }
}
