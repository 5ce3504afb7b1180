//! The two seats of a Death Match, and values kept once for each of them.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::words;

words! {
    /// One of the two seats of a match (rulebook, "Words").
    pub enum Seat {
        /// The Death Match Opponent.
        Dmo = "dmo",
        /// The Elimination Candidate.
        Ec = "ec",
    }
}

impl Seat {
    pub const BOTH: [Seat; 2] = Seat::ALL;

    pub fn other(self) -> Seat {
        match self {
            Seat::Dmo => Seat::Ec,
            Seat::Ec => Seat::Dmo,
        }
    }
}

/// A value for each seat, indexed by [`Seat`] and written as `{"dmo": …, "ec": …}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySeat<T> {
    pub dmo: T,
    pub ec: T,
}

impl<T> BySeat<T> {
    pub fn new(mut value: impl FnMut(Seat) -> T) -> Self {
        let dmo = value(Seat::Dmo);
        let ec = value(Seat::Ec);
        BySeat { dmo, ec }
    }

    pub fn map<U>(&self, mut change: impl FnMut(&T) -> U) -> BySeat<U> {
        BySeat {
            dmo: change(&self.dmo),
            ec: change(&self.ec),
        }
    }
}

impl<T: PartialOrd> BySeat<T> {
    /// The seat with more; None if both have as much.
    pub fn more(&self) -> Option<Seat> {
        let more = |seat: &Seat| self[*seat] > self[seat.other()];
        Seat::BOTH.into_iter().find(more)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::Dmo => &self.dmo,
            Seat::Ec => &self.ec,
        }
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::Dmo => &mut self.dmo,
            Seat::Ec => &mut self.ec,
        }
    }
}
