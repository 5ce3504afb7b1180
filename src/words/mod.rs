//! Every sentence that people read, in English. Functions take typed values and give text; nothing
//! here decides anything.

pub mod answers;
pub mod audit;
pub mod card;
pub mod catalogue;
pub mod choices;
pub mod clocks;
pub mod controls;
pub mod effects;
pub mod entries;
pub mod guide;
pub mod help;
pub mod hosting;
pub mod lines;
pub mod panel;
pub mod past_lines;
pub mod pauses;
pub mod people;
pub mod play;
pub mod poll;
pub mod posts;
pub mod practice;
pub mod preflight;
pub mod presets;
pub mod privacy;
pub mod prompts;
pub mod refusals;
pub mod rehearsal;
pub mod replay;
pub mod result;
pub mod rights;
pub mod ruling_refusals;
pub mod rulings;
pub mod season;
pub mod setup;
pub mod start;
pub mod status;
pub mod storage;
pub mod terms;
pub mod times;
pub mod trouble;
pub mod typed;
pub mod which_match;

pub use games::english;

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
