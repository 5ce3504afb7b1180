//! Discord, through serenity and poise: commands, controls, panels and the postman. The only room
//! that knows it; the local Discord is spoken to in just the same way, at another address.

mod acting;
mod answer;
mod buttons;
mod cast_import;
mod commands;
mod computer;
mod conducting;
mod connection;
mod data;
mod desk;
mod direct;
mod draw_pool;
mod faces;
mod framework;
mod handler;
mod host_panel;
mod me;
mod missed;
mod pace;
mod panel;
mod postman;
mod practice;
mod preflight;
pub mod press;
mod press_context;
mod pressed;
mod queues;
mod replay;
mod rest;
mod revive;
pub mod rights;
mod rulings;
mod screen;
mod server;
mod settings;
mod setup;
mod snowflake;
mod strikes;
mod taken;
mod text;
mod when;

pub use connection::{Connection, DiscordError, run};
pub use draw_pool::{DrawPool, is_drawing};

use data::{Context, Data, Fault, went_wrong};
use snowflake::{created_ms, first_id_at};

/// The part of serenity that is not logged: it says what comes over the gateway and cannot be read,
/// and somebody's choice may be in that.
pub const UNLOGGED: &str = "serenity::gateway::ws";
