//! Regret matching: each position remembers how much better each of its acts would have been, and
//! does it that much more often. What both did on average is hard to exploit.
//!
//! Small games are walked through whole (CFR+). In others a playout follows one line, and what the
//! acts beside it would have brought is what they brought before in the same position (baselines,
//! as in VR-MCCFR by Schmid and others). Half of the playouts keep to what everybody has seen
//! (Online Outcome Sampling by Lisý, Lanctot and Bowling); weights make up for that.

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
    /// In `now`, what each act of each position brought; in `sum`, how often it was taken.
    brought: Table,
    /// The number of the playout or walk.
    time: f64,
    rng: Rng,
    /// A number for each act of each position of the line: how likely the mover does it, or, in
    /// [`Regrets::every`], how good it is for player 0.
    line: Vec<f64>,
}

impl Regrets {
    /// Learns a game from its beginning.
    pub fn of<W: World>(from: &W, effort: Effort) -> Regrets {
        let most = effort.playouts.saturating_mul(SHARED);
        let lines = lines(from, most / WALKS);
        if lines <= most / WALKS {
            Regrets::walk(
                from,
                Effort {
                    playouts: most / lines,
                    ..effort
                },
            )
        } else {
            Regrets::sample(from, effort)
        }
    }

    fn new(seed: u64) -> Regrets {
        Regrets {
            table: Table::default(),
            brought: Table::default(),
            time: 0.0,
            rng: Rng::with_seed(seed),
            line: Vec::new(),
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
                regrets.every(from, learner, [1.0, 1.0], &mut places);
                for (start, count) in &places {
                    let place = *start..start + count;
                    let matched: Vec<f64> = regrets.table.matched(place.clone()).collect();
                    for (cell, now) in regrets.table.cells[place].iter_mut().zip(matched) {
                        cell.regret = cell.regret.max(0.0);
                        cell.now = now;
                    }
                }
            }
        }
        regrets
    }

    /// Follows every line from here. `reach`: how likely each player comes here, as far as it is
    /// up to them (and for chance, both).
    fn every<W: World>(
        &mut self,
        world: &W,
        learner: usize,
        reach: [f64; 2],
        places: &mut Vec<(usize, usize)>,
    ) -> f64 {
        let after = |act| {
            let mut next = world.clone();
            next.play(act);
            next
        };
        let player = match world.mover() {
            None => return world.value(),
            Some(Mover::Chance) => {
                let all: f64 = world.acts().map(|act| world.odds(act)).sum();
                let each = world.acts().map(|act| {
                    let odds = world.odds(act) / all;
                    odds * self.every(&after(act), learner, reach.map(|one| one * odds), places)
                });
                return each.sum();
            }
            Some(Mover::Player(player)) => player,
        };
        let count = world.acts().count();
        let even = Cell {
            now: 1.0 / count as f64,
            ..Cell::default()
        };
        let (place, is_new) = self.table.find_or_add(world.knows(), count, even);
        if is_new {
            places.push((place.start, count));
        }
        let mut here = 0.0;
        let first = self.line.len();
        for (act, cell) in world.acts().zip(place.clone()) {
            let likely = self.table.cells[cell].now;
            let mut reach = reach;
            reach[player] *= likely;
            // Nothing is learned where neither comes.
            let value = if reach == [0.0, 0.0] {
                0.0
            } else {
                self.every(&after(act), learner, reach, places)
            };
            self.line.push(value);
            here += likely * value;
        }
        let time = self.time;
        for (cell, value) in self.table.cells[place].iter_mut().zip(&self.line[first..]) {
            if player == learner {
                let better = [value - here, here - value][player];
                cell.regret += reach[1 - player] * better;
                cell.sum += time * reach[player] * cell.now;
            }
        }
        self.line.truncate(first);
        here
    }

    /// Follows single lines.
    pub fn sample<W: World>(from: &W, effort: Effort) -> Regrets {
        let mut regrets = Regrets::new(effort.seed);
        let mut playouts = 0;
        while !effort.ends_after(playouts, MIN) {
            let learner = playouts as usize % 2;
            playouts += 1;
            regrets.time = f64::from(playouts);
            let aimed = regrets.rng.f64() < AIMED;
            regrets.one(from.clone(), learner, aimed, 1.0);
        }
        regrets
    }

    /// Follows one line, and returns how good it is for player 0. `fitting`: how likely a line that
    /// isn't aimed comes here, compared with one that is; infinite if one that is doesn't.
    fn one<W: World>(&mut self, mut world: W, learner: usize, aimed: bool, fitting: f64) -> f64 {
        let Some(mover) = world.mover() else {
            return world.value();
        };
        let count = world.acts().count();
        let player = match mover {
            Mover::Player(player) if count > 1 => Some(player),
            _ => None,
        };
        let first = self.line.len();
        let place = player.map(|_| {
            let unlearned = Cell::default();
            self.table.find_or_add(world.knows(), count, unlearned).0
        });
        match &place {
            Some(place) => self.line.extend(self.table.matched(place.clone())),
            None => {
                let all: f64 = world.acts().map(|act| world.odds(act)).sum();
                let odds = world.acts().map(|act| world.odds(act) / all);
                self.line.extend(odds);
            }
        }
        // How likely the line takes each act, aimed or not.
        let curious = if player == Some(learner) {
            CURIOUS
        } else {
            0.0
        };
        let taken = |likely: f64| curious / count as f64 + (1.0 - curious) * likely;
        let likely = &self.line[first..];
        let each = || world.acts().zip(likely);
        let fit = |act| fitting.is_finite() && world.fits(act);
        let fits: f64 = each()
            .filter(|(act, _)| fit(*act))
            .map(|(_, likely)| taken(*likely))
            .sum();
        let keeps = aimed && fits > 0.0;
        let weights = each().map(|(act, likely)| {
            if keeps && !fit(act) {
                0.0
            } else {
                taken(*likely)
            }
        });
        let chosen = drawn(&mut self.rng, if keeps { fits } else { 1.0 }, weights);
        // A place in the list of acts.
        let Some(act) = world.acts().nth(chosen) else {
            return world.value();
        };
        let (next_fitting, aim) = if fits == 0.0 {
            // Nothing to aim at: all lines go on alike.
            (fitting, 1.0)
        } else if fit(act) {
            (fitting * fits, 1.0 / fits)
        } else {
            (f64::INFINITY, 0.0)
        };
        let weight = 1.0 / (1.0 - AIMED + AIMED / fitting);
        let aims = weight * AIMED / fitting;
        let chance = taken(likely[chosen]) * (1.0 - aims + aims * aim);
        let unknown = Cell {
            now: 0.5,
            ..Cell::default()
        };
        let (brought, _) = self.brought.find_or_add(world.position(), count, unknown);
        world.play(act);
        let value = self.one(world, learner, aimed, next_fitting);
        let (Some(player), Some(place)) = (player, place) else {
            self.line.truncate(first);
            return value;
        };
        let cells = &mut self.table.cells[place];
        let brought = &mut self.brought.cells[brought];
        let likely = &self.line[first..];
        // The acts beside the line bring what they brought before.
        let better = (value - brought[chosen].now) / chance;
        let before: f64 = brought.iter().zip(likely).map(|(c, p)| c.now * p).sum();
        let here = before + likely[chosen] * better;
        for (index, (cell, likely)) in cells.iter_mut().zip(likely).enumerate() {
            if player == learner {
                let value = brought[index].now + if index == chosen { better } else { 0.0 };
                let better = weight * [value - here, here - value][player];
                cell.regret = (cell.regret + better).max(0.0);
            } else {
                cell.sum += self.time * weight * likely;
            }
        }
        let taken = &mut brought[chosen];
        taken.sum += 1.0;
        taken.now += (value - taken.now) * NEWS.max(1.0 / (taken.sum + 1.0));
        self.line.truncate(first);
        here
    }

    /// How likely a player who knows this should do each of so many acts. Nothing is known of a
    /// position that no playout reached.
    pub fn policy(&self, knows: u64, count: usize) -> Vec<f64> {
        let even = vec![1.0 / count as f64; count];
        let Some(place) = self.table.find(knows) else {
            return even;
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

/// How many lines a game has; more than `most` if it has more.
fn lines<W: World>(world: &W, most: u32) -> u32 {
    if world.mover().is_none() {
        return 1;
    }
    let mut sum = 0;
    for act in world.acts() {
        let mut next = world.clone();
        next.play(act);
        sum += lines(&next, most - sum);
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
        for aimed in [false, true] {
            let mut regrets = Regrets::new(1);
            let (place, _) = regrets.table.find_or_add(0, 2, Cell::default());
            regrets.table.cells[place.start + 1].regret = 1.0;
            let value = regrets.one(Unseen(None), 1, aimed, 1.0);
            assert!((value - 0.8).abs() < 1e-9, "{aimed}: {value}");
        }
    }
}
