//! Why a match ends by the rules of the game.

use crate::Reason;

pub const GOALS: Reason = Reason::new(&("goals", "on goals"));
pub const STUCK: Reason = Reason::new(&("stuck", "because {loser} was stuck"));
