//! The local Discord, driven as bots and people drive it: over HTTP and WebSocket.

mod bot;
mod channels;
mod clients;
mod components;
mod demo;
mod door;
mod events;
mod faults;
mod gateway;
mod labels;
mod layout;
mod limits;
mod menus;
mod messages;
mod moderating;
mod pages;
mod people;
mod pins;
mod refusals;
mod routes;
mod saving;
mod served;
mod sessions;
mod specification;
mod stage;
mod threads;
