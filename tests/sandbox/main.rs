//! The local Discord, driven as bots and people drive it: over HTTP and WebSocket.

mod bot;
mod demo;
mod stage;
