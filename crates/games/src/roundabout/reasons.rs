//! Why a match ends by the rules of the game.

use crate::Reason;

pub const HOME: Reason = Reason::new(&("home", "with all three at home"));
pub const TURNS: Reason = Reason::new(&("turns", "after the last turn"));
