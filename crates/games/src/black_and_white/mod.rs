//! Black and White: two players play the same numbered tiles one by one. Everybody sees the colours
//! and who wins each round; the numbers stay secret to the end. Source: the rulebook's page "Black
//! and White".

mod catalogue;
mod decided;
mod game;
mod notation;
mod opponent;
mod options;
mod picture;
mod rules;
mod ui;
mod view;

pub use options::SetupRefusal;
pub use rules::{BlackAndWhite, Happening, Refusal};
pub use view::View;
