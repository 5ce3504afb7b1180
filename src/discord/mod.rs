//! Discord, through serenity and poise: commands, controls, panels and the postman. The only room that knows it; the local Discord is spoken to
//! in just the same way, at another address.

mod answer;
mod commands;
mod computer;
mod connection;
mod controls;
mod entourages;
mod faces;
mod handler;
mod hosts;
mod letter;
mod options_form;
mod panel;
mod panels;
mod postman;
pub mod press;
mod pressed;
mod rest;
mod roles;
mod rulings;
mod settings;
mod setup;
mod text;
mod when;

use std::sync::Arc;

use serenity::all::{Http, UserId};

pub use connection::{Connection, DiscordError, run};

use crate::referee::Referee;

/// What every command and control has at hand.
#[derive(Clone)]
struct Data {
    referee: Referee,
    http: Arc<Http>,
    faces: faces::FaceCache,
    me: UserId,
}

/// What goes wrong in a command besides a refusal: logged, and answered by one generic sentence.
type Fault = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, Data, Fault>;

/// When something with this id was made, in milliseconds since the Unix epoch (Discord documentation, "Snowflakes").
fn created_ms(snowflake: u64) -> u64 {
    const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;
    (snowflake >> 22) + DISCORD_EPOCH_MS
}
