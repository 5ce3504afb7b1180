//! Crossfire: two players bid in secret for the right to act, and race two arrows across a small
//! board. Source: the rulebook's page "Crossfire".

mod board;
mod catalogue;
mod chart;
mod face;
mod game;
mod notation;
mod offers;
mod options;
mod panel;
pub mod picture;
mod reasons;
mod rules;
pub mod say;
mod spawns;
mod verbs;
mod view;

pub use board::{Arrow, Facing, Flight, Landing, SIDE, ShipsStep};
pub use catalogue::{CAST_SIZES, CATALOGUE};
pub use notation::{Action, Cells};
pub use options::{Anomalies, Anomaly, OnTimeout, Options, SetupRefusal};
pub use rules::{Crossfire, Happening, Last, Phase, Refusal, TARGET};
pub use spawns::{MOST_SPACES, Spawns};
pub use view::{Placed, Space, View};
