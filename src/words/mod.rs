//! Every sentence that people read, in English. Functions take typed values and give text; nothing
//! here decides anything.

mod answers;
mod asked;
mod audit;
mod begin;
mod called_off;
mod card;
mod catalogue;
mod clocks;
mod closed;
mod conduct;
mod controls;
mod effects;
mod guide;
mod help;
mod lines;
mod past;
mod pauses;
mod people;
mod poll;
mod posts;
mod practice;
mod preflight;
mod presets;
mod privacy;
mod prompts;
mod refusals;
mod rehearsal;
mod replay;
mod ruling_refusals;
mod rulings;
mod score;
pub mod season;
mod set_times;
mod setup;
mod standing;
mod submissions;
mod terms;
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
pub use card::*;
pub use catalogue::*;
use clocks::{
    base_and_reserves, choices_until, overtime, price_of, stopped_clock, then_overtime, time_until,
};
pub use clocks::{clocks, clocks_and_choices, time_left};
pub use closed::past_lines;
pub use conduct::*;
pub use controls::*;
pub use guide::*;
pub use help::*;
pub use lines::*;
pub use past::*;
pub use pauses::*;
pub use people::*;
pub use poll::*;
pub use posts::*;
pub use practice::*;
pub use preflight::*;
pub use presets::*;
pub use privacy::*;
pub use prompts::*;
pub use refusals::*;
pub use rehearsal::*;
pub use replay::*;
pub use ruling_refusals::*;
pub use rulings::*;
pub use score::score_and_clocks;
use setup::short_zone;
pub use setup::*;
pub use standing::*;
pub use submissions::*;
pub use terms::{fate, fate_of_guest, terms, unless_chosen};
pub use times_form::*;
pub use trouble::*;
pub use typed::*;
pub use typed_times::*;
pub use values::*;

pub use games::english::*;

#[cfg(test)]
mod tests {
    use games::{BySeat, Cast, Member, Role};

    /// A cast of Teo and Mika alone.
    pub fn cast() -> Cast {
        cast_of("Teo", "Mika")
    }

    /// A cast of these two alone.
    pub fn cast_of(dmo: &str, ec: &str) -> Cast {
        let members = [dmo, ec].map(|name| Member {
            name: name.to_owned(),
            role: Role::Player,
        });
        let (dmo, ec) = (dmo.to_owned(), ec.to_owned());
        Cast::new(members.to_vec(), BySeat { dmo, ec }, &Default::default()).unwrap()
    }
}
