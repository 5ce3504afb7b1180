//! Questions to many people: what may be answered, how it is typed and written, and what the
//! answers come to. Knows no match and no time.
//!
//! Each file uses only those before it: part, answer, wrong, form, ask, tally, typed, missing,
//! scoring.

mod answer;
mod ask;
mod form;
mod missing;
mod part;
mod scoring;
mod tally;
mod typed;
mod wrong;

pub use answer::{Answer, Item};
pub use ask::{Fill, Question};
pub use form::{FormError, ends_of};
pub use missing::{Cost, HOST, Missing, MissingError, Penalty};
pub use part::{Choices, Form, Kind, MAX_TEXT, Part};
pub use scoring::{
    BY_HAND, Score, Scoring, ScoringError, Ties, add, amounts, is_choice, signed, value, worth,
};
pub use tally::{Tally, most};
pub use wrong::{Wrong, text};

#[cfg(test)]
mod tests;
