//! The cheapest way to say a picture, a byte a pixel: of all ways to go through it by literals and matches the one that takes the fewest bits.
//!
//! It is a shortest path. Its places are the starts of runs, and of those within a run the few where a match has ended. From each the rest of the run may come, or
//! a match that has the rest of the run and the next change of colour in it. Costs are guessed from what came before, so that one walk is enough.
//! Sources of the idea: J. Alakuijala, L. Vandevenne, Data compression using Zopfli, 2013; E. Biggers, libdeflate, "near-optimal parsing".

use std::ops::Range;

use super::block::Block;
use super::costs::Costs;
use super::reached::{Place, Reached, Step, WITHIN};
use super::runs::Runs;
use super::{LONGEST, SHORTEST};

/// A way is found through so many runs at once; then it is seen whether they share their codes with those before.
const STRETCH: usize = 1_000;

/// No place: to come there costs more than anything.
const NOWHERE: Place = Place {
    at: 0,
    cost: u32::MAX,
};

/// What finding it needs, kept from one picture to the next.
#[derive(Default)]
pub struct Cheapest {
    runs: Runs,
    reached: Vec<Reached>,
    /// What the last stretch has become.
    stretch: Block,
    /// The steps of the way with where they end, the last first.
    way: Vec<(u32, Step)>,
}

impl Cheapest {
    /// Packs a picture's bytes.
    pub fn pack(&mut self, bytes: &[u8], block: &mut Block, packed: &mut Vec<u8>) {
        if bytes.is_empty() {
            block.write(packed, true);
            return;
        }
        self.runs.begin(bytes);
        let count = self.runs.count();
        let mut costs = Costs::default();
        let mut from = 0;
        while from < count {
            // The last is not much shorter.
            let to = if count - from < STRETCH * 3 / 2 {
                count
            } else {
                from + STRETCH
            };
            self.reach(bytes, from..to, &costs);
            self.go_back(from..to);
            for (to, step) in self.way.iter().rev() {
                put(bytes, *step, *to as usize, &mut self.stretch);
            }
            let next = to..count.min(to + STRETCH);
            let colours = next.map(|run| bytes[self.runs.start(run) as usize]);
            costs.learn(self.stretch.counts(), colours);
            if block.len() > 0 && block.counts().are_apart_from(self.stretch.counts()) {
                block.write(packed, false);
            }
            block.append(&mut self.stretch);
            self.runs.weigh(&costs);
            from = to;
        }
        block.write(packed, true);
    }

    /// Finds how the places of a stretch of runs are reached, up to the start of the run after it.
    fn reach(&mut self, bytes: &[u8], stretch: Range<usize>, costs: &Costs) {
        self.reached.clear();
        self.reached.resize(stretch.len() + 1, Reached::default());
        self.reached[0].start.cost = 0;
        let mut before = [NOWHERE; WITHIN + 1];
        for run in stretch.clone() {
            let index = run - stretch.start;
            let here = Place {
                at: self.runs.start(run),
                cost: self.reached[index].start.cost,
            };
            if run > 0 {
                self.runs.go_to(bytes, run, costs);
                self.follow_matches(here, &before, &stretch, costs);
            }
            let end = self.runs.start(run + 1);
            let byte = usize::from(bytes[here.at as usize]);
            let literal = Step {
                cost: here.cost + costs.literals[byte],
                from: here.at,
                distance: 0,
            };
            before = [NOWHERE; WITHIN + 1];
            before[WITHIN] = here;
            if here.at + 1 == end {
                self.reached[index + 1].start.lower(literal);
            } else {
                self.reached[index].add(here.at + 1, literal);
                let [this, next, ..] = &mut self.reached[index..] else {
                    return;
                };
                for (place, kept) in this.within().zip(&mut before) {
                    *kept = place;
                    let left = (end - place.at) as usize;
                    next.start.lower(Step {
                        cost: place.cost + rest_of_run(left, byte, costs),
                        from: place.at,
                        distance: 0,
                    });
                }
            }
        }
    }

    /// Tries the matches that go into a run, from the cheapest place where each can begin: the run's start, `here`, or one in the run `before`. Each is tried up
    /// to its end and to the last change before that. Where it had better end earlier, another one that is tried begins later.
    fn follow_matches(
        &mut self,
        here: Place,
        before: &[Place; WITHIN + 1],
        stretch: &Range<usize>,
        costs: &Costs,
    ) {
        let most = self.runs.start(stretch.end);
        for one in self.runs.matches() {
            let mut place = here;
            for other in before {
                if other.at >= one.begin && other.cost < place.cost {
                    place = *other;
                }
            }
            let end = one.end.min(place.at + LONGEST as u32).min(most);
            // After a long run it may not even come here.
            if end <= here.at {
                continue;
            }
            let mut last = (one.last as usize).min(stretch.end);
            while self.runs.start(last) > end {
                last -= 1;
            }
            let change = self.runs.start(last);
            let step = |to: u32| Step {
                cost: place.cost + one.cost + costs.lengths[(to - place.at) as usize],
                from: place.at,
                distance: one.distance,
            };
            let reached = &mut self.reached[last - stretch.start];
            if change > here.at && change - place.at >= SHORTEST as u32 {
                reached.start.lower(step(change));
            }
            if end > change && end - place.at >= SHORTEST as u32 {
                reached.add(end, step(end));
            }
        }
    }

    /// Collects the steps to the end of a stretch.
    fn go_back(&mut self, stretch: Range<usize>) {
        self.way.clear();
        let mut run = stretch.end;
        let mut at = self.runs.start(run);
        while at > self.runs.start(stretch.start) {
            while self.runs.start(run) > at {
                run -= 1;
            }
            let reached = &self.reached[run - stretch.start];
            let step = if self.runs.start(run) == at {
                reached.start
            } else {
                // Steps begin in a run when all that end in it have been tried.
                reached.step_to(at).expect("a place that is kept")
            };
            self.way.push((at, step));
            at = step.from;
        }
    }
}

/// What the rest of a run costs, so many pixels; it is what `put` makes of it.
#[inline]
fn rest_of_run(left: usize, byte: usize, costs: &Costs) -> u32 {
    match left {
        ..SHORTEST => left as u32 * costs.literals[byte],
        SHORTEST..=LONGEST => costs.runs[left],
        // One more for what is left, of which it is not important how long it is.
        _ => (left / LONGEST) as u32 * costs.runs[LONGEST] + costs.runs[SHORTEST],
    }
}

/// Adds a step to a block.
fn put(bytes: &[u8], step: Step, to: usize, block: &mut Block) {
    let mut at = step.from as usize;
    if step.distance > 0 {
        block.matched(to - at, step.distance as usize);
        return;
    }
    if at == 0 || bytes[at] != bytes[at - 1] {
        block.literal(bytes[at]);
        at += 1;
    }
    if to - at < SHORTEST {
        bytes[at..to].iter().for_each(|byte| block.literal(*byte));
    } else {
        block.run(to - at, 1);
    }
}
