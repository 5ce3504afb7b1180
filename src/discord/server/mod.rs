//! Everything in a server except messages: people and roles, channels and permissions, scheduled
//! events.

pub mod absent;
pub mod bound;
pub mod channel_check;
pub mod events;
pub mod hosts;
pub mod joined;
pub mod locks;
pub mod people;
pub mod permissions;
pub mod roles;
pub mod storage;
pub mod writable;
