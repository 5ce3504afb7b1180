//! How a computer finds a good move in a game for two. It knows no game: a game describes itself as
//! a [`World`].
//!
//! Three techniques cover what a game can be:
//! - [`Tree`](tree::Tree): both see the same. A tree of positions, with chance.
//! - [`Regrets`](regrets::Regrets): one doesn't see all that the other did, be it a hand or a
//!   choice that both make at once. Regret matching, always from where nothing was hidden yet. A
//!   reply to a guess of what the other did would be pure, and easy to read.
//! - [`Matrices`](matrices::Matrices): both choose at once and see all else, and a round has few
//!   positions. Exact, some rounds ahead.
//!
//! The same question has the same answer on every machine. So there's no clock, no order of a hash
//! table, and no function that machines round differently. Strength is a number of playouts.

pub mod exploit;
mod matrices;
mod regrets;
mod table;
mod tree;

pub use matrices::Matrices;
pub use regrets::Regrets;
pub use table::ByNumber;
pub use tree::Tree;

/// Whose turn it is in a [`World`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    Chance,
    /// 0 or 1.
    Player(usize),
}

/// A position of a game, with everything that decides how it goes on. Where both choose at once,
/// one chooses first, and what the other [knows](World::knows) leaves that out.
pub trait World: Clone {
    type Act: Copy + PartialEq;

    /// Whether a player may miss something that the other did.
    const HIDES: bool;

    /// None where the game ends, or a search has to stop.
    fn mover(&self) -> Option<Mover>;

    /// What the mover can do, at least one act, always in the same order.
    fn acts(&self) -> impl Iterator<Item = Self::Act>;

    fn play(&mut self, act: Self::Act);

    /// The position that follows an act.
    fn after(&self, act: Self::Act) -> Self {
        let mut next = self.clone();
        next.play(act);
        next
    }

    /// How good it is for player 0, from 0 (lost) to 1 (won), where nobody moves. See [`ended`].
    fn value(&self) -> f64;

    /// What the mover knows. Positions with the same number are one position to the mover, and have
    /// the same acts.
    fn knows(&self) -> u64;

    /// What both players know together. Positions with the same number have the same acts and go on
    /// alike.
    fn position(&self) -> u64 {
        self.knows()
    }

    /// Whether the other player chooses at the same time as the mover, and is the next mover here.
    fn is_at_once(&self) -> bool {
        false
    }

    /// How often chance does this, in proportion to its other acts.
    fn odds(&self, _act: Self::Act) -> f64 {
        1.0
    }

    /// Whether this act agrees with what everybody has seen by now. Half of the playouts do only
    /// such acts, so that more of them reach the question.
    fn fits(&self, _act: Self::Act) -> bool {
        true
    }
}

/// How much of what an end is worth depends on more than who won.
const MARGIN: f64 = 0.1;

/// How good an end is for player 0. Ends with the same winner differ by how well it went for player
/// 0, from -1 to 1: by points, or by how soon it came. So who has lost anyway loses by as little as
/// possible.
pub fn ended(winner: Option<usize>, well: f64) -> f64 {
    let won = winner.map_or(0.0, |winner| if winner == 0 { 1.0 } else { -1.0 });
    0.5 + 0.5 * (won * (1.0 - MARGIN) + well.clamp(-1.0, 1.0) * MARGIN)
}

/// How long to think, and where chance begins.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    pub playouts: u32,
    pub seed: u64,
    /// Whether there's no time for more playouts.
    pub is_up: &'a dyn Fn() -> bool,
}

impl Effort<'_> {
    /// All of the playouts.
    pub const fn of(playouts: u32, seed: u64) -> Effort<'static> {
        Effort {
            playouts,
            seed,
            is_up: &|| false,
        }
    }

    /// Whether to stop after so many playouts. At least some are made even if there's no time.
    fn ends_after(self, playouts: u32, least: u32) -> bool {
        playouts >= self.playouts || playouts >= least && (self.is_up)()
    }
}

/// So many playouts are made even if there's no time.
const MIN: u32 = 30;

/// How likely the mover at `at` should do each of its acts, as `written` writes them. `from` is the
/// last position before it at which nothing was hidden.
///
/// ```
/// use opponents::{Effort, Mover, World, think};
///
/// /// A pile of matches. Each turn takes one or two; the player who takes the last one wins.
/// #[derive(Clone)]
/// struct Nim { left: u64, mover: usize }
///
/// impl World for Nim {
///     type Act = u64;
///     const HIDES: bool = false;
///
///     fn mover(&self) -> Option<Mover> {
///         (self.left > 0).then_some(Mover::Player(self.mover))
///     }
///
///     fn acts(&self) -> impl Iterator<Item = u64> {
///         1..=self.left.min(2)
///     }
///
///     fn play(&mut self, taken: u64) {
///         self.left -= taken;
///         self.mover = 1 - self.mover;
///     }
///
///     /// The one who isn't to move took the last.
///     fn value(&self) -> f64 {
///         self.mover as f64
///     }
///
///     fn knows(&self) -> u64 {
///         self.left * 2 + self.mover as u64
///     }
/// }
///
/// let four = Nim { left: 4, mover: 0 };
/// let policy = think(&four, &four, Effort::of(500, 1), |taken| taken);
/// let (best, _) = policy.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
/// assert_eq!(best, 1);
/// ```
pub fn think<W: World, Action>(
    from: &W,
    at: &W,
    effort: Effort,
    written: impl Fn(W::Act) -> Action,
) -> Vec<(Action, f64)> {
    let policy = match at.acts().count() {
        0 | 1 => vec![1.0],
        count if W::HIDES => Regrets::of(from, effort).policy(at.knows(), count),
        _ => Tree::policy(at, effort),
    };
    at.acts().map(written).zip(policy).collect()
}

/// One number of several, for [`World::knows`].
pub fn mixed(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers
        .into_iter()
        .fold(0x9e37_79b9_7f4a_7c15, |mut mixed, number| {
            mixed = (mixed ^ number).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ mixed >> 31).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 29
        })
}

/// Draws a place in a list, each as likely as its weight says.
pub fn draw(seed: u64, weights: impl Iterator<Item = f64> + Clone) -> usize {
    let sum = weights.clone().sum();
    drawn(&mut fastrand::Rng::with_seed(seed), sum, weights)
}

/// Draws a place in a list with weights that sum to `sum`.
fn drawn(rng: &mut fastrand::Rng, sum: f64, weights: impl Iterator<Item = f64>) -> usize {
    let mut left = rng.f64() * sum;
    let mut last = 0;
    for (index, weight) in weights.enumerate().filter(|(_, weight)| *weight > 0.0) {
        last = index;
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    last
}
