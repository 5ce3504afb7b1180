//! Why a match ends by the rules of the game.

use crate::Reason;

pub const CIRCUIT: Reason = Reason::new(&("circuit", "by completing the circuit"));
pub const SOLVED: Reason = Reason::new(&("solved", "by showing that it was possible"));
pub const IMPOSSIBLE: Reason = Reason::new(&("impossible", "by calling it impossible"));
