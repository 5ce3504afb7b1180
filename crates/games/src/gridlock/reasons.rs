//! Why a match ends by the rules of the game.

use crate::Reason;

pub const POINTS: Reason = Reason::new(&("points", "on points"));
pub const GRIDLOCKED: Reason = Reason::new(&("gridlocked", "by gridlock"));
