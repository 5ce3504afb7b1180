//! A match of any game: its record, and random play that makes records.

pub mod record;
pub mod selfplay;
