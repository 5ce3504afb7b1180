//! Discord, through serenity and poise: commands, controls, panels and the postman. The only room that knows it; the local Discord is spoken to
//! in just the same way, at another address.

pub mod press;
