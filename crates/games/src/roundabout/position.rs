//! Where the cars are.

use super::board::Space;
use super::options::CAST_SIZES;
use crate::CastId;

/// Where every car is. Small enough to be kept twice while a turn is in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    spots: [Spot; *CAST_SIZES.end()],
    /// A bit for each space that a car is on.
    taken: u32,
}

/// Where one car is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spot {
    Unplaced,
    On(Space),
    Home,
}

impl Position {
    /// No car is placed yet.
    pub fn empty() -> Position {
        Position {
            spots: [Spot::Unplaced; *CAST_SIZES.end()],
            taken: 0,
        }
    }

    pub fn spot(&self, car: CastId) -> Spot {
        self.spots[usize::from(car.0)]
    }

    /// The space that a car is on; None when it is home or not placed yet.
    pub fn space(&self, car: CastId) -> Option<Space> {
        match self.spot(car) {
            Spot::On(space) => Some(space),
            Spot::Unplaced | Spot::Home => None,
        }
    }

    pub fn is_free(&self, space: Space) -> bool {
        self.taken & space.bit() == 0
    }

    /// A bit for each space that a car is on.
    pub fn taken(&self) -> u32 {
        self.taken
    }

    /// Puts a car somewhere else; the space that it was on becomes free.
    pub fn put(&mut self, car: CastId, spot: Spot) {
        if let Spot::On(space) = self.spot(car) {
            self.taken &= !space.bit();
        }
        if let Spot::On(space) = spot {
            self.taken |= space.bit();
        }
        self.spots[usize::from(car.0)] = spot;
    }
}
