//! The connection to Discord: its events, whether it is alive, and what was missed.

pub mod connection;
pub mod framework;
pub mod handler;
pub mod invitation;
pub mod missed;
pub mod revive;
