//! What decided a finished match: facts, each with when it happened.

/// A fact that decided a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turning {
    /// The number of entries that the match's record had then, at least 1.
    pub entry: usize,
    /// A sentence about it, of at most 30 words. Names are as in the given cast.
    pub said: String,
}

impl Turning {
    pub fn new(entry: usize, said: String) -> Turning {
        Turning { entry, said }
    }
}

/// The entry from which on something has held until the end without a break; None if it does not
/// hold at the end. `before`: the views after each entry.
pub fn since<V>(before: &[&V], holds: impl Fn(&V) -> bool) -> Option<usize> {
    let held = before.iter().rev().take_while(|view| holds(view)).count();
    (held > 0).then(|| before.len() - held + 1)
}

/// Every entry but the first, with the views before and after it.
pub fn steps<'a, V>(before: &'a [&'a V]) -> impl Iterator<Item = (usize, &'a V, &'a V)> {
    let pairs = before.windows(2).map(|pair| (pair[0], pair[1]));
    (2..).zip(pairs).map(|(entry, (was, is))| (entry, was, is))
}
