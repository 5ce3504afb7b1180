//! Roundabout: two players drive everybody's cars round eight roundabouts until one entourage is at
//! its party. Source: the rulebook's page "Roundabout".

mod board;
mod catalogue;
mod decided;
mod game;
mod notation;
mod opponent;
mod options;
mod panel;
mod picture;
mod position;
mod reasons;
mod rules;
mod say;
mod ui;
mod verbs;
mod view;

pub use board::{Board, Outer, Point, Roundabout, SPACES, Space};
pub use options::SetupRefusal;
pub use rules::{Driven, Happening, Phase, Refusal, RoundaboutMatch, SPEED_LIMIT, Sign};
pub use view::{TurnView, View};
