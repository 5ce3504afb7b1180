//! Regret matching: each position remembers how much better each of its acts would have been, and
//! does it that much more often. What both did on average is hard to exploit.
//!
//! Small games are walked through whole (CFR+). In others a playout follows one line, and what the
//! acts beside it would have brought is what they brought before in the same position (baselines,
//! as in VR-MCCFR by Schmid and others). Half of the playouts keep to what everybody has seen
//! (Online Outcome Sampling by Lisý, Lanctot and Bowling); weights make up for that.

use std::ops::Range;

use fastrand::Rng;

use super::table::{Cell, Table};
use super::{Effort, MIN, Mover, World, drawn};

/// Lines of a walk share most of their way: so many cost as much as a playout.
const SHARED: u32 = 4;
/// A game is small if it can be walked through this many times.
const WALKS: u32 = 24;
/// How often a player whose regrets are learned does any act, to learn of all.
const CURIOUS: f64 = 0.5;
/// How much of the playouts keeps to what everybody has seen.
const AIMED: f64 = 0.5;
/// How fast a baseline follows what an act brings.
const NEWS: f64 = 0.05;

/// What both players have learned about a game.
pub struct Regrets {
    table: Table,
    /// In `now`, what each act of each position brought on average; in `sum`, how often it was
    /// done.
    baselines: Table,
    /// The number of the playout or walk.
    time: f64,
    rng: Rng,
    /// A number for each act of each position on the way: how likely the mover does it, or, in
    /// [`Regrets::walk_on`], how good it is for player 0.
    stack: Vec<f64>,
}

/// A playout on its way.
#[derive(Clone, Copy)]
struct Line {
    /// The player whose regrets are learned.
    learner: usize,
    /// Whether it keeps to what everybody has seen.
    is_aimed: bool,
    /// How likely a line that isn't aimed comes here, compared with one that is; infinite if one
    /// that is doesn't.
    ratio: f64,
}

/// A position in which a player chooses.
struct Decision {
    player: usize,
    is_learner: bool,
    cells: Range<usize>,
    baselines: Range<usize>,
}

/// What a line does in a position.
struct Step<Act> {
    act: Act,
    /// Its place in the list of acts.
    index: usize,
    /// How likely it was.
    chance: f64,
    /// How much counts what is learned here.
    weight: f64,
    /// The line's ratio in the next position.
    ratio: f64,
}

impl Regrets {
    /// Learns a game from its beginning.
    pub fn of<W: World>(from: &W, effort: Effort) -> Regrets {
        let most = effort.playouts.saturating_mul(SHARED);
        let lines = lines(from, most / WALKS);
        if lines > most / WALKS {
            return Regrets::sample(from, effort);
        }
        let playouts = most / lines;
        Regrets::walk(from, Effort { playouts, ..effort })
    }

    fn new(seed: u64) -> Regrets {
        Regrets {
            table: Table::default(),
            baselines: Table::default(),
            time: 0.0,
            rng: Rng::with_seed(seed),
            stack: Vec::new(),
        }
    }

    /// Walks through the whole game; each walk counts as a playout.
    pub fn walk<W: World>(from: &W, effort: Effort) -> Regrets {
        let mut regrets = Regrets::new(0);
        let mut places = Vec::new();
        let mut walks = 0;
        while !effort.ends_after(walks, 1) {
            walks += 1;
            regrets.time = f64::from(walks);
            for learner in [0, 1] {
                regrets.walk_on(from, learner, [1.0, 1.0], &mut places);
                for place in &places {
                    let policy: Vec<f64> = regrets.table.matched(place.clone()).collect();
                    let cells = &mut regrets.table.cells[place.clone()];
                    for (cell, likely) in cells.iter_mut().zip(policy) {
                        cell.regret = cell.regret.max(0.0);
                        cell.now = likely;
                    }
                }
            }
        }
        regrets
    }

    /// Follows every line from here, and returns how good the position is for player 0. New
    /// positions are added to `places`. `reach`: how likely each player comes here, as far as it is
    /// up to them (and for chance, both).
    fn walk_on<W: World>(
        &mut self,
        world: &W,
        learner: usize,
        reach: [f64; 2],
        places: &mut Vec<Range<usize>>,
    ) -> f64 {
        let player = match world.mover() {
            None => return world.value(),
            Some(Mover::Chance) => {
                let all: f64 = world.acts().map(|act| world.odds(act)).sum();
                let values = world.acts().map(|act| {
                    let odds = world.odds(act) / all;
                    let reach = reach.map(|likely| likely * odds);
                    odds * self.walk_on(&world.after(act), learner, reach, places)
                });
                return values.sum();
            }
            Some(Mover::Player(player)) => player,
        };
        let count = world.acts().count();
        let even = Cell {
            now: 1.0 / count as f64,
            ..Cell::default()
        };
        let (cells, is_new) = self.table.find_or_add(world.knows(), count, even);
        if is_new {
            places.push(cells.clone());
        }
        let mut mean = 0.0;
        let first = self.stack.len();
        for (act, cell) in world.acts().zip(cells.clone()) {
            let likely = self.table.cells[cell].now;
            let mut reach = reach;
            reach[player] *= likely;
            // Nothing is learned where neither comes.
            let value = if reach == [0.0, 0.0] {
                0.0
            } else {
                self.walk_on(&world.after(act), learner, reach, places)
            };
            self.stack.push(value);
            mean += likely * value;
        }
        if player == learner {
            let values = &self.stack[first..];
            for (cell, value) in self.table.cells[cells].iter_mut().zip(values) {
                cell.regret += reach[1 - player] * gain(player, value - mean);
                cell.sum += self.time * reach[player] * cell.now;
            }
        }
        self.stack.truncate(first);
        mean
    }

    /// Follows single lines.
    pub fn sample<W: World>(from: &W, effort: Effort) -> Regrets {
        let mut regrets = Regrets::new(effort.seed);
        let mut playouts = 0;
        while !effort.ends_after(playouts, MIN) {
            let line = Line {
                learner: playouts as usize % 2,
                is_aimed: regrets.rng.f64() < AIMED,
                ratio: 1.0,
            };
            playouts += 1;
            regrets.time = f64::from(playouts);
            regrets.playout(from.clone(), line);
        }
        regrets
    }

    /// Follows one line to its end, and returns how good the position is for player 0.
    fn playout<W: World>(&mut self, mut world: W, line: Line) -> f64 {
        let Some(mover) = world.mover() else {
            return world.value();
        };
        let count = world.acts().count();
        let first = self.stack.len();
        let decision = match mover {
            Mover::Player(player) if count > 1 => {
                let unlearned = Cell::default();
                let (cells, _) = self.table.find_or_add(world.knows(), count, unlearned);
                self.stack.extend(self.table.matched(cells.clone()));
                let even = Cell {
                    now: 0.5,
                    ..Cell::default()
                };
                let (baselines, _) = self.baselines.find_or_add(world.position(), count, even);
                Some(Decision {
                    player,
                    is_learner: player == line.learner,
                    cells,
                    baselines,
                })
            }
            _ => {
                let all: f64 = world.acts().map(|act| world.odds(act)).sum();
                self.stack
                    .extend(world.acts().map(|act| world.odds(act) / all));
                None
            }
        };
        let learns = decision.as_ref().is_some_and(|here| here.is_learner);
        let curious = if learns { CURIOUS } else { 0.0 };
        let Some(step) = self.step(&world, line, first, curious) else {
            return world.value();
        };
        world.play(step.act);
        let ratio = step.ratio;
        let mut value = self.playout(world, Line { ratio, ..line });
        if let Some(decision) = decision {
            value = self.learn(decision, first, &step, value);
        }
        self.stack.truncate(first);
        value
    }

    /// Draws what a line does. The policy of the position stands on the stack from `first` on;
    /// `curious` says how often any act is done instead.
    fn step<W: World>(
        &mut self,
        world: &W,
        line: Line,
        first: usize,
        curious: f64,
    ) -> Option<Step<W::Act>> {
        let policy = &self.stack[first..];
        let tried = |likely: &f64| curious / policy.len() as f64 + (1.0 - curious) * likely;
        let fits = |act| line.ratio.is_finite() && world.fits(act);
        let acts = || world.acts().zip(policy);
        let fitting: f64 = acts()
            .filter(|(act, _)| fits(*act))
            .map(|(_, likely)| tried(likely))
            .sum();
        let keeps_aim = line.is_aimed && fitting > 0.0;
        let weights = acts().map(|(act, likely)| {
            if keeps_aim && !fits(act) {
                0.0
            } else {
                tried(likely)
            }
        });
        let all = if keeps_aim { fitting } else { 1.0 };
        let index = drawn(&mut self.rng, all, weights);
        let act = world.acts().nth(index)?;
        // How much likelier a line does this if it is aimed, and the ratio after it.
        let (favoured, ratio) = if fitting == 0.0 {
            // Nothing to aim at: all lines go on alike.
            (1.0, line.ratio)
        } else if fits(act) {
            (1.0 / fitting, line.ratio * fitting)
        } else {
            (0.0, f64::INFINITY)
        };
        let weight = 1.0 / (1.0 - AIMED + AIMED / line.ratio);
        let aimed = weight * AIMED / line.ratio;
        Some(Step {
            act,
            index,
            chance: tried(&policy[index]) * (1.0 - aimed + aimed * favoured),
            weight,
            ratio,
        })
    }

    /// Learns what an act brought, and returns how good that makes the position for player 0.
    fn learn<Act>(
        &mut self,
        decision: Decision,
        first: usize,
        step: &Step<Act>,
        value: f64,
    ) -> f64 {
        let policy = &self.stack[first..];
        let baselines = &mut self.baselines.cells[decision.baselines];
        // The acts beside the line bring what they brought before.
        let surplus = (value - baselines[step.index].now) / step.chance;
        let before: f64 = baselines.iter().zip(policy).map(|(c, p)| c.now * p).sum();
        let mean = before + policy[step.index] * surplus;
        let cells = &mut self.table.cells[decision.cells];
        for (index, (cell, likely)) in cells.iter_mut().zip(policy).enumerate() {
            if decision.is_learner {
                let surplus = if index == step.index { surplus } else { 0.0 };
                let value = baselines[index].now + surplus;
                let gain = step.weight * gain(decision.player, value - mean);
                cell.regret = (cell.regret + gain).max(0.0);
            } else {
                cell.sum += self.time * step.weight * likely;
            }
        }
        let baseline = &mut baselines[step.index];
        baseline.sum += 1.0;
        baseline.now += (value - baseline.now) * NEWS.max(1.0 / (baseline.sum + 1.0));
        mean
    }

    /// How likely a player who knows this should do each of so many acts. Nothing is known of a
    /// position that no playout reached.
    pub fn policy(&self, knows: u64, count: usize) -> Vec<f64> {
        let Some(place) = self.table.find(knows) else {
            return vec![1.0 / count as f64; count];
        };
        let cells = &self.table.cells[place.clone()];
        let sum: f64 = cells.iter().map(|cell| cell.sum).sum();
        if sum > 0.0 {
            cells.iter().map(|cell| cell.sum / sum).collect()
        } else {
            self.table.matched(place).collect()
        }
    }
}

/// What a change of player 0's value is to a player.
fn gain(player: usize, change: f64) -> f64 {
    if player == 0 { change } else { -change }
}

/// How many lines a game has; more than `most` if it has more.
fn lines<W: World>(world: &W, most: u32) -> u32 {
    if world.mover().is_none() {
        return 1;
    }
    let mut sum = 0;
    for act in world.acts() {
        sum += lines(&world.after(act), most - sum);
        if sum > most {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Player 0 does 0 or 1, and gets 0.8 for it. Only 0 agrees with what everybody saw.
    #[derive(Clone)]
    struct Unseen(Option<usize>);

    impl World for Unseen {
        type Act = usize;
        const HIDES: bool = true;

        fn mover(&self) -> Option<Mover> {
            self.0.is_none().then_some(Mover::Player(0))
        }

        fn acts(&self) -> impl Iterator<Item = usize> {
            0..2
        }

        fn play(&mut self, act: usize) {
            self.0 = Some(act);
        }

        fn value(&self) -> f64 {
            0.8
        }

        fn knows(&self) -> u64 {
            0
        }

        fn fits(&self, act: usize) -> bool {
            act == 0
        }
    }

    #[test]
    fn a_player_who_never_does_what_fits_gets_no_more_than_there_is() {
        for is_aimed in [false, true] {
            let mut regrets = Regrets::new(1);
            let (place, _) = regrets.table.find_or_add(0, 2, Cell::default());
            regrets.table.cells[place.start + 1].regret = 1.0;
            let line = Line {
                learner: 1,
                is_aimed,
                ratio: 1.0,
            };
            let value = regrets.playout(Unseen(None), line);
            assert!((value - 0.8).abs() < 1e-9, "{is_aimed}: {value}");
        }
    }
}
