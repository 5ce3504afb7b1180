//! The referee in virtual time: every time is handed in, nothing sleeps. After every step the match
//! is read again from its file and must be the same as the one at hand.

mod away;
mod calls;
mod deadlines;
mod discord;
mod hands;
mod house;
mod limits;
mod logs;
mod lost;
mod random;
mod rehearsals;
mod restored;
mod rulings;
mod scenario;
mod secrets;
mod trouble;
mod ways;
mod worlds;
