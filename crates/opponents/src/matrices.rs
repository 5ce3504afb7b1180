//! Play that is exact some rounds ahead, where both choose at once and see all else. Each such
//! choice is a matrix of what pairs of acts bring, solved from the last round back to the first.

use super::table::ByNumber;
use super::{Effort, MIN, Mover, World};

/// How often the acts of a matrix are weighed up. More changes hardly anything.
const TIMES: u32 = 300;

/// A search through whole rounds.
pub struct Matrices<'a> {
    effort: Effort<'a>,
    /// How many positions were looked at. As many for one more round: that shows nothing new.
    pub looked: u32,
    /// By [`World::position`].
    values: ByNumber<f64>,
}

/// How likely each of a position's acts is: of the player who moves, or of both if they choose at
/// once.
type Policies = [Vec<f64>; 2];

impl Matrices<'_> {
    pub fn new(effort: Effort) -> Matrices {
        Matrices {
            effort,
            looked: 0,
            values: ByNumber::default(),
        }
    }

    /// What both should do here, and how good that is for player 0. None if it takes more than the
    /// effort to find out, or if nobody moves.
    pub fn solve<W: World>(&mut self, world: &W) -> Option<(Policies, f64)> {
        let Mover::Player(player) = world.mover()? else {
            return None;
        };
        if world.is_at_once() {
            let matrix: Vec<Vec<f64>> = nexts(world)
                .map(|first| nexts(&first).map(|both| self.value(&both)).collect())
                .collect::<Option<_>>()?;
            return Some(equilibrium(&matrix, player));
        }
        let values: Vec<f64> = nexts(world)
            .map(|next| self.value(&next))
            .collect::<Option<_>>()?;
        let good = |value: f64| if player == 0 { value } else { -value };
        let best = values.iter().copied().map(good).reduce(f64::max)?;
        let is_best = |value: &f64| good(*value) >= best - 1e-9;
        let count = values.iter().filter(|value| is_best(value)).count() as f64;
        let each = values
            .iter()
            .map(|value| f64::from(u8::from(is_best(value))) / count);
        let mut policies = Policies::default();
        policies[player] = each.collect();
        Some((policies, good(best)))
    }

    fn value<W: World>(&mut self, world: &W) -> Option<f64> {
        let position = world.position();
        if let Some(value) = self.values.get(&position) {
            return Some(*value);
        }
        self.looked += 1;
        if self.effort.ends_after(self.looked, MIN) {
            return None;
        }
        let value = match world.mover() {
            None => world.value(),
            Some(_) => self.solve(world)?.1,
        };
        self.values.insert(position, value);
        Some(value)
    }
}

fn nexts<W: World>(world: &W) -> impl Iterator<Item = W> + '_ {
    world.acts().map(|act| world.after(act))
}

/// What both do if neither regrets it, by regret matching that forgets what it never regretted
/// (CFR+), and how good that is for player 0. `matrix` has what each pair of acts brings player 0;
/// its rows are the acts of `first`.
fn equilibrium(matrix: &[Vec<f64>], first: usize) -> (Policies, f64) {
    let columns = 0..matrix[0].len();
    let transposed = columns.map(|column| matrix.iter().map(|row| row[column]).collect());
    let mut brings = [matrix.to_vec(), transposed.collect()];
    // What a pair brings player 0, it takes from player 1.
    for value in brings[1 - first].iter_mut().flatten() {
        *value = -*value;
    }
    let zeros = brings.each_ref().map(|rows| vec![0.0f64; rows.len()]);
    let (mut regrets, mut sums) = (zeros.clone(), zeros);
    let even = |rows: &Vec<Vec<f64>>| vec![1.0 / rows.len() as f64; rows.len()];
    let mut now = brings.each_ref().map(even);
    for time in 1..=TIMES {
        for side in [0, 1] {
            let values = brings[side].iter().map(|row| expected(row, &now[1 - side]));
            let values: Vec<f64> = values.collect();
            let here = expected(&values, &now[side]);
            for (regret, value) in regrets[side].iter_mut().zip(&values) {
                *regret = (*regret + value - here).max(0.0);
            }
            let all: f64 = regrets[side].iter().sum();
            if all > 0.0 {
                now[side] = regrets[side].iter().map(|regret| regret / all).collect();
            }
            for (sum, likely) in sums[side].iter_mut().zip(&now[side]) {
                *sum += f64::from(time) * likely;
            }
        }
    }
    let mut policies = sums.map(|side| {
        let all: f64 = side.iter().sum();
        side.into_iter().map(|sum| sum / all).collect::<Vec<f64>>()
    });
    let rows: Vec<f64> = matrix
        .iter()
        .map(|row| expected(row, &policies[1]))
        .collect();
    let value = expected(&rows, &policies[0]);
    policies.rotate_left(first);
    (policies, value)
}

/// What values bring that are this likely.
fn expected(values: &[f64], likely: &[f64]) -> f64 {
    values
        .iter()
        .zip(likely)
        .map(|(value, likely)| value * likely)
        .sum()
}
