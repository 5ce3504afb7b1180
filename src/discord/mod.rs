//! Discord, through serenity and poise: commands, controls, panels and the postman. Only this room
//! knows Discord. The local Discord is used in just the same way, at another address.

mod allowed;
mod answer;
mod commands;
mod components;
mod computer;
mod data;
mod direct;
mod drawing;
mod faces;
mod gateway;
mod interaction;
mod meant;
mod message;
mod open_panels;
mod pace;
mod panels;
mod pool;
mod postman;
mod presence;
pub mod press;
mod press_context;
mod pressed;
mod queues;
mod rest;
pub mod rights;
mod seen_messages;
mod server;
mod snowflake;
mod text;
mod when;

pub use commands::listed::of_commands;
pub use gateway::connection::{Connection, DiscordError, SETTLES, run};
pub use gateway::invitation;
pub use pool::{Pool, is_beside};

use data::{Context, Data, Fault, Result, Tried, went_wrong};
use snowflake::{created_ms, first_id_at};

/// The largest file that Discord accepts, in bytes, in a server without boosts (Discord
/// documentation, "Uploading Files").
pub const MAX_UPLOADED: usize = 10 << 20;

/// The part of serenity whose log is dropped: it prints unreadable events, which may contain
/// somebody's secret choice.
pub const UNLOGGED: &str = "serenity::gateway::ws";
