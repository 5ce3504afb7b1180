//! What decided a match that is over: facts of its course, each with when it was.

/// Something that decided a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turning {
    /// How many entries the match's record had when it was so, from 1.
    pub entry: usize,
    /// A sentence about it, of at most 30 words, with names as they were handed in.
    pub said: String,
}

impl Turning {
    pub fn new(entry: usize, said: String) -> Turning {
        Turning { entry, said }
    }
}

/// From which entry on something has held without a break until the end; None where it does not
/// hold at the end. `before`: what the match looked like after each entry.
pub fn since<V>(before: &[&V], holds: impl Fn(&V) -> bool) -> Option<usize> {
    let held = before.iter().rev().take_while(|view| holds(view)).count();
    (held > 0).then(|| before.len() - held + 1)
}

/// Every entry but the first, with what the match looked like before it and after it.
pub fn steps<'a, V>(before: &'a [&'a V]) -> impl Iterator<Item = (usize, &'a V, &'a V)> {
    let pairs = before.windows(2).map(|pair| (pair[0], pair[1]));
    (2..).zip(pairs).map(|(entry, (was, is))| (entry, was, is))
}
