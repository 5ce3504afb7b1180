//! The rules: the [`Game`] trait, the games, and the registry of them all. Nothing here reads a
//! clock, draws a random number by itself or knows of Discord.

mod act;
mod cast;
mod catalogue;
mod cell;
pub mod completion;
mod controls;
pub mod decided;
mod dice;
pub mod end_card;
pub mod english;
mod game;
mod legal;
mod match_of;
pub mod names;
pub mod notation;
mod opponent;
pub mod options;
mod outcome;
pub mod panel;
mod party;
mod picture;
pub mod question;
mod refusal;
mod registry;
pub mod screen;
mod seat;
mod stretch;
pub mod tokens;
mod told;
mod ui;
pub mod verbs;
mod wall;
mod words;

mod black_and_white;
mod crossfire;
mod gridlock;
mod invitational;
mod main_match;
mod roundabout;
mod short_circuit;

pub use act::{AppliedAct, is_common};
pub use cast::{Cast, CastId, Member, Role, may_be_called};
pub use catalogue::{Catalogue, Template};
pub use cell::Cell;
pub use dice::Dice;
pub use game::{Control, Game, GivenOptions, Offer, OnTimeout, Prompt, Time};
pub use legal::Legal;
pub use match_of::MatchOf;
pub use opponent::{Level, Opponent, Policy, Shown, Thought};
pub use opponents::Effort;
pub use options::object;
pub(crate) use options::variant;
pub use outcome::{Outcome, Reason};
pub use party::{Audience, Author, Party};
pub use picture::{animate, draw, draw_end};
pub use refusal::{Refusal, SetupRefusal};
pub use registry::{
    AnyGame, GameHappening, GameId, GameRefusal, GameSetupRefusal, Happening, View,
};
pub use seat::{BySeat, Seat};
pub use stretch::stretch_ms;
pub use told::{GameAction, Happens, Manner, Placement, Refuses, RefusesSetup};
pub use ui::{Draft, End, HostAct, LatenessCost, Ms, Ui};
pub use wall::WallMs;
pub(crate) use words::words;
