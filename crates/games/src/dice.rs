//! The only source of chance. Rules do not own one: the code that opens a match or judges a timeout
//! passes it in, and everything drawn is written down (rulebook, "Chance").

/// A seeded generator. The same seed draws the same, on every machine.
#[derive(Clone, Debug)]
pub struct Dice(fastrand::Rng);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(fastrand::Rng::with_seed(seed))
    }

    /// A whole number from 0 up to, and without, `below`, which must be at least 1.
    pub fn below(&mut self, below: usize) -> usize {
        self.0.usize(..below)
    }

    /// A whole number from `least` to `most`, both included.
    pub fn between(&mut self, least: u32, most: u32) -> u32 {
        self.0.u32(least..=most)
    }

    /// True once in `times` on average; `times` is at least 1.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of the items, each equally likely; None if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| &items[self.below(items.len())])
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }

    /// A seed for another generator.
    pub fn seed(&mut self) -> u64 {
        self.0.u64(..)
    }
}
