//! The referee in virtual time: tests pass every time in, and nothing sleeps. After every step the
//! match is read from its file again and must equal the one in memory.

mod away;
mod calls;
mod deadlines;
mod discord;
mod hands;
mod house;
mod idle;
mod limits;
mod logs;
mod lost;
mod random;
mod rehearsals;
mod restored;
mod rulings;
mod scenario;
mod secrets;
#[path = "../sensible/mod.rs"]
mod sensible;
mod trouble;
mod twice;
mod ways;
mod worlds;
