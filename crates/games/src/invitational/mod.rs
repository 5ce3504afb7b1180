//! DM Invitational: two players send four couriers each along a map of houses and deliver invites
//! to all of them. Source: the rulebook's page "DM Invitational".

mod catalogue;
mod decided;
mod ending;
mod game;
mod generate;
mod map;
mod notation;
mod opponent;
mod options;
mod panel;
mod picture;
mod reasons;
mod rules;
mod say;
mod shorthand;
mod ui;
mod verbs;
mod view;

pub use map::SetupRefusal;
pub use notation::{Action, Order, Verb};
pub use rules::{Happening, Invitational, Phase, Refusal, Visit};
pub use view::{Courier, HouseView, View};
