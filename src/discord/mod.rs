//! Discord, through serenity and poise: commands, controls, panels and the postman. The only room
//! that knows it; the local Discord is spoken to in just the same way, at another address.

mod answer;
mod commands;
mod computer;
mod data;
mod direct;
mod draw_pool;
mod faces;
mod gateway;
mod panels;
mod postman;
pub mod press;
mod press_context;
mod queues;
mod rest;
pub mod rights;
mod server;
mod snowflake;
mod taken;
mod text;
mod when;

pub use draw_pool::{DrawPool, is_drawing};
pub use gateway::connection::{Connection, DiscordError, run};

use data::{Context, Data, Fault, went_wrong};
use snowflake::{created_ms, first_id_at};

/// The most bytes that Discord takes in a file, in a server without boosts (Discord documentation,
/// "Uploading Files").
pub const MOST_UPLOADED: usize = 10 << 20;

/// The part of serenity that is not logged: it says what comes over the gateway and cannot be read,
/// and somebody's choice may be in that.
pub const UNLOGGED: &str = "serenity::gateway::ws";
