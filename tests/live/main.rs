//! Matches from end to end: the real bot, over HTTP and WebSocket, through the local Discord, with people who press what they see.

mod crossfire;
mod gridlock;
mod house;
mod invitational;
mod posting;
mod practice;
mod refusals;
mod roundabout;
mod rulings;
mod season;
mod setup;
mod short_circuit;
