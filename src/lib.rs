//! Dealer, a Discord bot that moderates the Death Matches of Genius-style seasons. ARCHITECTURE.md
//! says how its rooms fit together.

pub mod boards;
pub mod cli;
pub mod config;
pub mod discord;
pub mod referee;
pub mod rehearsal;
pub mod settings;
pub mod store;
pub mod words;
