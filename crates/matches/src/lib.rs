//! A match of any game: its setup, its journal and what the journal folds to, its clocks, its
//! record, and random play. Nothing here reads a clock: every moment is handed in.

mod clock;
mod due;
mod fold;
mod journal;
mod play;
mod preset;
mod quiet;
pub mod record;
mod rewind;
pub mod selfplay;
mod setup;
mod time;

pub use clock::{Clock, MatchMs, SeatClock};
pub use due::{CHECK_IN_MS, Due};
pub use fold::{AppliedEvent, FoldError};
pub use journal::{Entry, Event, Note, Pauser, Starter};
pub use play::{Match, Stage};
pub use preset::{BuiltIn, Preset, stays_out};
pub use quiet::QuietHours;
pub use rewind::{of_this_course, rewind_point, standing, taken_back_by};
pub use setup::{Lateness, Setup, Times};
pub use time::{BaseAndReserve, TimeLeft, TimeRefusal};
