//! Gridlock: two players steer one Guard over a looped grid and score the safe players it finds.
//! Source: the rulebook's page "Gridlock".

mod catalogue;
mod decided;
mod game;
mod notation;
mod opponent;
mod options;
mod picture;
mod reasons;
mod rules;
mod say;
mod ui;
mod verbs;
mod view;

pub use notation::{Choice, GuardStep};
pub use options::SetupRefusal;
pub use rules::{Find, Gridlock, Happening, Phase, Refusal, Tile};
pub use view::View;
