//! Every sentence that people read, in English. Functions take typed values and give text; nothing
//! here decides anything.

mod answers;
mod asked;
mod audit;
mod begin;
mod called_off;
mod catalogue;
mod clocks;
mod closed;
mod conduct;
mod controls;
pub mod crossfire;
pub mod gridlock;
pub mod invitational;
mod lines;
mod options;
mod past;
mod pauses;
mod people;
mod plain;
mod posts;
mod practice;
mod preflight;
mod presets;
mod privacy;
mod prompts;
mod refusals;
mod rehearsal;
mod replay;
pub mod roundabout;
mod rulings;
mod score;
pub mod season;
mod setup;
pub mod short_circuit;
mod standing;
mod submissions;
mod terms;
mod times;
mod times_form;
mod trouble;
mod typed;
mod typed_times;
mod values;

pub use answers::*;
pub use asked::*;
pub use audit::*;
pub use begin::*;
pub use called_off::*;
pub use catalogue::*;
use clocks::{base_and_reserves, choices_until, then_overtime, time_until, when_it_goes_on};
pub use clocks::{clocks, clocks_and_choices, time_left};
pub use closed::past_lines;
pub use conduct::*;
pub use controls::*;
pub use lines::*;
pub use past::*;
pub use pauses::*;
pub use people::*;
use plain::{as_typed, without_bold};
pub use plain::{on_terminal, plain, unturned};
pub use posts::*;
pub use practice::*;
pub use preflight::*;
pub use presets::*;
pub use privacy::*;
pub use prompts::*;
pub use refusals::*;
pub use rehearsal::*;
pub use replay::*;
pub use rulings::*;
pub use score::score_and_clocks;
pub use setup::*;
pub use standing::*;
pub use submissions::*;
pub use terms::{fate, fate_of_guest, terms, unless_chosen};
pub use times::{clock_time, countdown, date, duration, stretch};
pub use times_form::*;
pub use trouble::*;
pub use typed::*;
pub use typed_times::*;
pub use values::*;

use crate::games::{Cast, CastId, Party, Reason, Seat};

/// A party as one names it in a sentence.
pub fn party(party: Party, cast: &Cast) -> String {
    match party {
        Party::Seat(seat) => cast.seat_name(seat).to_owned(),
        Party::Cast(id) => cast.name(id).to_owned(),
        Party::Host => "the host".to_owned(),
        Party::Dealer => "the dealer".to_owned(),
    }
}

/// A count with its noun: `1 match`, `3 matches`.
pub fn count_of(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn list(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// People of a cast, by name.
pub fn names(who: &[CastId], cast: &Cast) -> String {
    let names: Vec<String> = who.iter().map(|id| cast.name(*id).to_owned()).collect();
    list(&names, "and")
}

/// Why a match ended, as the end of a sentence that names the winner.
pub fn reason(why: Reason, winner: Seat, cast: &Cast) -> String {
    let said = match why {
        Reason::Stuck => return format!("because {} was stuck", cast.seat_name(winner.other())),
        Reason::Resign => "by resignation",
        Reason::Forfeit => "by forfeit",
        Reason::Void => "declared void",
        Reason::Settled => "as the host settled it",
        Reason::Points => "on points",
        Reason::Gridlocked => "by gridlock",
        Reason::Home => "with all three at home",
        Reason::Turns => "after the last turn",
        Reason::Circuit => "by completing the circuit",
        Reason::Solved => "by showing that it was possible",
        Reason::Impossible => "by calling it impossible",
        Reason::Goals => "on goals",
        Reason::Delivered => "by delivering everywhere",
        Reason::Letters => "on letters",
        Reason::Dealers => "on letters at the dealers'",
        Reason::Ranking => "on the secret ranking",
        Reason::Garnets => "on garnets",
        Reason::Tie => "in a tie",
    };
    said.to_owned()
}

/// At most so many characters, the last of them an ellipsis where something was cut.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    cut + "…"
}

/// A stretch of time in seconds, with a tenth below ten.
pub fn seconds(ms: u64) -> String {
    if ms < 10_000 {
        format!("{}.{} s", ms / 1000, ms % 1000 / 100)
    } else {
        format!("{} s", ms / 1000)
    }
}

#[cfg(test)]
mod tests {
    use crate::games::{BySeat, Cast, Member, Role};

    /// Teo against Mika, and nobody else.
    pub fn cast() -> Cast {
        let member = |name: &str| Member {
            name: name.to_owned(),
            role: Role::Player,
        };
        let seats = BySeat {
            dmo: "Teo".to_owned(),
            ec: "Mika".to_owned(),
        };
        Cast::new(
            vec![member("Teo"), member("Mika")],
            seats,
            &Default::default(),
        )
        .unwrap()
    }
}
