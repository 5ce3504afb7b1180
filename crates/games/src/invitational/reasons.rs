//! Why a match ends by the rules of the game.

use crate::Reason;

pub const DELIVERED: Reason = Reason::new(&("delivered", "by delivering everywhere"));
pub const LETTERS: Reason = Reason::new(&("letters", "on letters"));
pub const DEALERS: Reason = Reason::new(&("dealers", "on letters at the dealers'"));
pub const RANKING: Reason = Reason::new(&("ranking", "on the secret ranking"));
pub const GARNETS: Reason = Reason::new(&("garnets", "on garnets"));
pub const TIE: Reason = Reason::new(&("tie", "in a tie"));
