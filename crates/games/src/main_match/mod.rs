//! A main match: everybody answers a question in secret, until it closes. Source: the rulebook's
//! page "Main Match".

mod catalogue;
mod deal;
mod finale;
mod game;
mod host;
mod notation;
mod options;
mod panel;
mod picture;
mod plan;
mod round;
mod rules;
mod say;
mod state;
mod ui;
mod verbs;
mod view;

#[cfg(test)]
mod tests;

pub use round::SetupRefusal;
pub use rules::{Happening, MainMatch, Refusal};
pub use view::View;
