//! The local Discord, driven as bots and people drive it: over HTTP and WebSocket.

mod bot;
mod demo;
mod door;
mod faults;
mod gateway;
mod messages;
mod people;
mod refusals;
mod routes;
mod saving;
mod stage;
