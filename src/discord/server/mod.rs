//! What Discord has of a server besides its messages: its people and their roles, its channels and
//! who may do what there, its scheduled events.

pub mod absent;
pub mod bound;
pub mod events;
pub mod hosts;
pub mod locks;
pub mod looks;
pub mod people;
pub mod permissions;
pub mod roles;
pub mod shut;
pub mod writable;
