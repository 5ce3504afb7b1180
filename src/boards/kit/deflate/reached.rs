//! How places in a picture are reached at the lowest cost.

/// A step to a place: what it costs to come there with it as the last one, from where it goes, and the distance of its match. With none, 0, it is what comes
/// from there on up to the end of the run, or its first pixel.
#[derive(Clone, Copy)]
pub struct Step {
    pub cost: u32,
    pub from: u32,
    pub distance: u32,
}

/// A place, and what it costs to come there.
#[derive(Clone, Copy, Default)]
pub struct Place {
    pub at: u32,
    pub cost: u32,
}

/// How many places within a run are kept.
pub const WITHIN: usize = 2;

/// How a run's start is reached and places within it, of which each costs more than those before it: nobody would go from another one.
#[derive(Clone, Copy)]
pub struct Reached {
    pub start: Step,
    count: usize,
    places: [u32; WITHIN],
    steps: [Step; WITHIN],
}

impl Default for Reached {
    fn default() -> Self {
        let not_yet = Step {
            cost: u32::MAX,
            from: 0,
            distance: 0,
        };
        Reached {
            start: not_yet,
            count: 0,
            places: [0; WITHIN],
            steps: [not_yet; WITHIN],
        }
    }
}

impl Step {
    /// Becomes the other one if that costs less.
    #[inline]
    pub fn lower(&mut self, other: Step) {
        if other.cost < self.cost {
            *self = other;
        }
    }
}

impl Reached {
    /// The places within the run, the last first.
    #[inline]
    pub fn within(&self) -> impl Iterator<Item = Place> {
        let all = self.places.iter().zip(&self.steps).take(self.count);
        all.rev().map(|(at, step)| Place {
            at: *at,
            cost: step.cost,
        })
    }

    /// The step to a place within the run that is kept.
    pub fn step_to(&self, place: u32) -> Option<Step> {
        let index = self.places[..self.count]
            .iter()
            .position(|at| *at == place)?;
        Some(self.steps[index])
    }

    /// A step to a place within the run: kept unless a later place costs no more. When there are too many, one of those goes that cost most.
    pub fn add(&mut self, at: u32, step: Step) {
        let mut index = self.count;
        while index > 0 && self.places[index - 1] >= at {
            index -= 1;
            if self.steps[index].cost <= step.cost {
                return;
            }
        }
        let behind = index + usize::from(index < self.count && self.places[index] == at);
        while index > 0 && self.steps[index - 1].cost >= step.cost {
            index -= 1;
        }
        if index < behind {
            // It takes the place of those that nobody would go from any more.
            let gone = behind - index - 1;
            self.count -= gone;
            for later in index + 1..self.count {
                self.places[later] = self.places[later + gone];
                self.steps[later] = self.steps[later + gone];
            }
        } else {
            self.count = WITHIN.min(self.count + 1);
            index = index.min(WITHIN - 1);
            for later in (index + 1..self.count).rev() {
                self.places[later] = self.places[later - 1];
                self.steps[later] = self.steps[later - 1];
            }
        }
        self.places[index] = at;
        self.steps[index] = step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_places_are_kept_that_somebody_would_go_from() {
        let mut chance = 7u64;
        for _ in 0..2_000 {
            let mut reached = Reached::default();
            let mut lowest = u32::MAX;
            for from in 0..6 {
                chance = chance.wrapping_mul(6_364_136_223_846_793_005) + 1;
                let (at, cost) = ((chance >> 40) as u32 % 6, (chance >> 50) as u32 % 6);
                lowest = lowest.min(cost);
                reached.add(
                    at,
                    Step {
                        cost,
                        from,
                        distance: 0,
                    },
                );
                let places: Vec<Place> = reached.within().collect();
                assert!(!places.is_empty() && places.len() <= WITHIN);
                assert!(places.is_sorted_by(|one, next| one.at > next.at && one.cost > next.cost));
                for place in &places {
                    let step = reached.step_to(place.at).expect("it is kept");
                    assert_eq!(step.cost, place.cost);
                }
                assert_eq!(places.last().map(|place| place.cost), Some(lowest));
            }
        }
    }
}
