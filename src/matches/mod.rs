//! A match of any game: its setup, its journal and what the journal folds to, its clocks, its record, and random play.
//! Nothing here reads a clock: every time is handed in, in milliseconds since the Unix epoch.

mod clock;
mod journal;
mod play;
mod quiet;
pub mod record;
mod rewind;
pub mod selfplay;
mod setup;

pub use clock::{Clock, SeatClock};
pub use journal::{Entry, Event, Note, Pauser, Starter};
pub use play::{CHECK_IN_MS, Due, FoldError, Match, Stage, Taking, TimeRefusal};
pub use quiet::QuietHours;
pub use rewind::{rewind_point, standing};
pub use setup::{Lateness, Setup, Times};
