//! Tests of the local Discord over HTTP and WebSocket, as bots and as people.

mod clients;
mod components;
mod controls;
mod documented;
mod door;
mod events;
mod faults;
mod gateway;
mod labels;
mod limits;
mod menus;
mod messages;
mod pages;
mod people;
mod plan;
mod refusals;
mod routes;
mod saving;
mod served;
mod sessions;
mod specification;
mod stage;
mod stories;
mod talking;
