//! A tree of positions that both players see, with chance. A small game is played through whole;
//! in others the tree grows where it looks best, and random play says how a new position is.

use fastrand::Rng;

use super::table::{Cell, Table};
use super::{Effort, MIN, Mover, World, drawn};

/// Looking at so many positions costs as much as a playout.
const LOOKS: u32 = 8;
/// How much the tree tries acts that it has hardly tried.
const CURIOUS: f64 = 1.0;

/// A tree. In its cells, `sum` is how often an act was tried, and `regret` what it brought.
pub struct Tree<'a> {
    table: Table,
    rng: Rng,
    effort: Effort<'a>,
    /// How many positions may still be looked at.
    left: u32,
}

impl<'a> Tree<'a> {
    /// The best act has 1, the others 0.
    pub fn policy<W: World>(at: &W, effort: Effort<'a>) -> Vec<f64> {
        let values = Tree::new(effort)
            .exact_values(at)
            .unwrap_or_else(|| Tree::new(effort).visits(at, at));
        best_of(&values)
    }

    /// The same where something is hidden, by a tree of what the mover knows. `from` is the last
    /// position before `at` at which nothing was. It is predictable, so it's only measured against.
    pub fn plain_policy<W: World>(from: &W, at: &W, effort: Effort<'a>) -> Vec<f64> {
        best_of(&Tree::new(effort).visits(from, at))
    }

    fn new(effort: Effort<'a>) -> Tree<'a> {
        Tree {
            table: Table::default(),
            rng: Rng::with_seed(effort.seed),
            effort,
            left: effort.playouts.saturating_mul(LOOKS),
        }
    }

    /// How good each act is for the mover, if the whole game is small enough.
    fn exact_values<W: World>(&mut self, at: &W) -> Option<Vec<f64>> {
        let sign = match at.mover() {
            Some(Mover::Player(1)) => -1.0,
            _ => 1.0,
        };
        let value = |act| Some(sign * self.exact(&at.after(act))?);
        at.acts().map(value).collect()
    }

    /// How often each act at `at` was tried in all of the playouts, which begin at `from`.
    fn visits<W: World>(mut self, from: &W, at: &W) -> Vec<f64> {
        let mut playouts = 0;
        while !self.effort.ends_after(playouts, MIN) {
            self.playout(from.clone());
            playouts += 1;
        }
        let place = self.table.find(at.knows()).unwrap_or_default();
        let cells = self.table.cells[place].iter();
        cells.map(|cell| cell.sum).collect()
    }

    /// How good a position is for player 0, played perfectly. None if there are too many to look
    /// at.
    pub fn exact<W: World>(&mut self, world: &W) -> Option<f64> {
        let Some(mover) = world.mover() else {
            return Some(world.value());
        };
        let knows = world.knows();
        if let Some(place) = self.table.find(knows) {
            return Some(self.table.cells[place.start].now);
        }
        self.left = self.left.checked_sub(1)?;
        if (self.effort.is_up)() {
            return None;
        }
        let value = |act| self.exact(&world.after(act));
        let values: Vec<f64> = world.acts().map(value).collect::<Option<_>>()?;
        let here = match mover {
            Mover::Chance => {
                let (sum, all) =
                    world
                        .acts()
                        .zip(values)
                        .fold((0.0, 0.0), |(sum, all), (act, value)| {
                            let odds = world.odds(act);
                            (sum + value * odds, all + odds)
                        });
                sum / all
            }
            Mover::Player(0) => values.into_iter().fold(0.0, f64::max),
            Mover::Player(_) => values.into_iter().fold(1.0, f64::min),
        };
        let known = Cell {
            now: here,
            ..Cell::default()
        };
        self.table.find_or_add(knows, 1, known);
        Some(here)
    }

    /// One playout, and how good it was for player 0.
    fn playout<W: World>(&mut self, mut world: W) -> f64 {
        while world.mover() == Some(Mover::Chance) {
            self.play_any(&mut world);
        }
        let Some(Mover::Player(player)) = world.mover() else {
            return world.value();
        };
        let count = world.acts().count();
        let untried = Cell::default();
        let (place, is_new) = self.table.find_or_add(world.knows(), count, untried);
        let cells = &self.table.cells[place.clone()];
        // The square root of a number is the same everywhere.
        let tried: f64 = cells.iter().map(|cell| cell.sum).sum::<f64>() + 1.0;
        let mut best = (0, f64::MIN);
        for (index, cell) in cells.iter().enumerate() {
            let mean = (cell.regret + 0.5) / (cell.sum + 1.0);
            let worth = mean + CURIOUS * tried.sqrt() / (1.0 + cell.sum) / count as f64;
            if worth > best.1 {
                best = (index, worth);
            }
        }
        let Some(act) = world.acts().nth(best.0) else {
            return world.value();
        };
        world.play(act);
        let value = if is_new {
            while world.mover().is_some() {
                self.play_any(&mut world);
            }
            world.value()
        } else {
            self.playout(world)
        };
        let cell = &mut self.table.cells[place.start + best.0];
        cell.sum += 1.0;
        cell.regret += [value, 1.0 - value][player];
        value
    }

    /// Plays any act, as likely as its odds.
    fn play_any<W: World>(&mut self, world: &mut W) {
        let all = world.acts().map(|act| world.odds(act)).sum();
        let odds = world.acts().map(|act| world.odds(act));
        let index = drawn(&mut self.rng, all, odds);
        let act = world.acts().nth(index);
        if let Some(act) = act {
            world.play(act);
        }
    }
}

/// The best act has 1, the others 0.
fn best_of(values: &[f64]) -> Vec<f64> {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let best = values.iter().position(|value| *value == most);
    let is_best = |index| f64::from(u8::from(Some(index) == best));
    (0..values.len()).map(is_best).collect()
}
