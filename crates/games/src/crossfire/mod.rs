//! Crossfire: two players bid in secret for the right to act, and race two arrows across a small
//! board. Source: the rulebook's page "Crossfire".

mod board;
mod catalogue;
mod chart;
mod decided;
mod game;
mod notation;
mod opponent;
mod options;
mod panel;
mod picture;
mod reasons;
mod rules;
mod say;
mod short_forms;
mod spawns;
#[cfg(test)]
mod tests;
mod ui;
mod verbs;
mod view;

pub use board::{Arrow, Facing, Flight, Landing, SIDE, ShipsStep};
pub use options::{Anomaly, OnTimeout, SetupRefusal};
pub use rules::{Crossfire, Happening, Phase, Refusal, TARGET};
pub use view::{Placed, Space, View};
