//! Matches from end to end: the real bot, over HTTP and WebSocket, through the local Discord, with
//! people who press what they see.

#[path = "../broken/mod.rs"]
mod broken;
#[path = "../main_matches/mod.rs"]
mod main_matches;
/// The local Discord's own tests use the rest of this module.
#[allow(dead_code)]
#[path = "../../crates/local-discord/tests/wire/specification/mod.rs"]
mod specification;

mod appointments;
mod asks;
mod called_off;
mod crossfire;
mod dates;
mod direct_practice;
mod faces;
mod flood;
mod gridlock;
mod guide;
mod handover;
mod hands;
mod help;
mod hosts;
mod house;
mod invitational;
mod life;
mod limits;
mod locks;
mod looking;
mod main_match;
mod missed;
mod past;
mod payloads;
mod phrases;
mod posting;
mod posts;
mod practice;
mod preflight;
mod ready;
mod refusals;
mod rehearsals;
mod results;
mod rights;
mod roundabout;
mod rulings;
mod season;
mod server_events;
mod servers;
mod setup;
mod short_circuit;
mod times;
mod ways;
mod which;
mod worlds;
