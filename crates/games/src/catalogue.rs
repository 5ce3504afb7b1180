//! What never changes about a game: a row for each.

use std::ops::RangeInclusive;

use super::english::Price;
use super::options::{OptionRow, read_json};
use super::verbs::Command;
use super::{GivenOptions, Reason, Time};

/// What people read about a game, and what the rest of Dealer has to know of it. "The page" is the
/// game's page in the rulebook.
#[derive(Debug)]
pub struct Catalogue {
    pub title: &'static str,
    pub designer: &'static str,
    pub tags: &'static [&'static str],
    pub featured_in: &'static [&'static str],
    /// What a host should know before choosing it.
    pub note: &'static str,
    /// What players do in it, in one line.
    pub in_short: &'static str,
    /// Whether two of the cast play it against each other. If not, the whole cast does.
    pub seats: bool,
    /// Whether a match of it may be opened with a practice round before it.
    pub practice_round: bool,
    /// Whether the two players must not talk to safe players while a match of it is live.
    pub players_apart: bool,
    /// Whether in the source the winner takes the loser's garnets, and how many more they get: the
    /// season's defaults.
    pub winner_takes_garnets: bool,
    pub winner_earns: u32,
    /// How many people a cast may have.
    pub cast_sizes: RangeInclusive<usize>,
    /// The reasons for which its own rules end a match.
    pub reasons: &'static [Reason],
    /// Every time that its prompts name, with its default.
    pub times: &'static [Time],
    /// The key of the time for choices before a match; None without such choices.
    pub choice_time: Option<&'static str>,
    /// The time for choices before a practice match, in seconds; None: the default.
    pub choice_in_practice_s: Option<u32>,
    /// Options for practice matches, as (key, word): there, made-up people choose at random.
    pub in_practice: &'static [(&'static str, &'static str)],
    /// Every option of the page, in the order in which hosts see them.
    pub options: &'static [OptionRow],
    /// Ready-made options, in the order in which hosts see them.
    pub templates: &'static [Template],
    /// The game's own slash command.
    pub command: Command,
    /// Whether commas in a typed line separate actions. False for games with commas within an
    /// action.
    pub commas_separate: bool,
    /// Whether players have to remember whose picture is whose. Then, while a match is open,
    /// nothing shows the faces of its cast next to their names.
    pub hides_faces: bool,
    /// Whether a panel's picture never changes while its prompt is open. Then only the text and the
    /// controls are edited.
    pub keeps_picture: bool,
    /// What a person who answered a prompt has done: `has bid`.
    pub answered: &'static str,
    /// What stays secret while a match is open. Hosts read that the end shows it.
    pub secrets: &'static str,
    /// Whether everybody may see everything once a match is over. If not, people see what they saw
    /// before.
    pub shows_all_at_end: bool,
    /// While [`Game::withholds_record`](super::Game::withholds_record): what the record holds, and
    /// until when it is withheld, as a sentence.
    pub withheld: Option<&'static str>,
    /// What is asked (as [`Prompt::ask`](super::Prompt::ask)) when a player who does not answer in
    /// time has lost by that, although the clock doesn't forfeit the match.
    pub loses_if_late: Option<&'static str>,
    /// What being late costs, piece by piece, in games whose prompts have an overtime.
    pub price: Option<Price>,
}

/// Options that a host sets with one choice, before typing anything.
#[derive(Debug)]
pub struct Template {
    pub name: &'static str,
    /// What is played with it, in one line.
    pub about: &'static str,
    /// Options as (key, JSON or a plain word). The others have their default.
    pub options: &'static [(&'static str, &'static str)],
}

impl Template {
    pub fn options(&self) -> GivenOptions {
        let set = self.options.iter();
        set.map(|(key, json)| ((*key).to_owned(), read_json(json)))
            .collect()
    }
}

impl Catalogue {
    /// A game without anything special; each game says what it is called, its options and its
    /// command.
    pub const USUAL: Catalogue = Catalogue {
        title: "",
        designer: "",
        tags: &[],
        featured_in: &[],
        note: "",
        in_short: "",
        seats: true,
        practice_round: false,
        players_apart: false,
        winner_takes_garnets: false,
        winner_earns: 0,
        // The two in the seats are enough; the others only watch.
        cast_sizes: 2..=64,
        reasons: &[],
        times: &[],
        choice_time: None,
        choice_in_practice_s: None,
        in_practice: &[],
        options: &[],
        templates: &[],
        command: Command {
            name: "",
            about: "",
            verbs: &[],
        },
        commas_separate: true,
        hides_faces: false,
        keeps_picture: false,
        answered: "has chosen",
        secrets: "what was secret in the match",
        shows_all_at_end: true,
        withheld: None,
        loses_if_late: None,
        price: None,
    };

    /// What one of its times is called in a list of them.
    pub fn time_name(&self, key: &str) -> &'static str {
        let time = self.times.iter().find(|time| time.key == key);
        time.map_or("", |time| time.name)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{Cast, GameId, Member, Role};

    #[test]
    fn every_template_can_be_played() {
        let members = ["Bo", "Mika", "Teo"].map(|name| Member {
            name: name.to_owned(),
            role: Role::Player,
        });
        let cast = Cast::new(members.to_vec(), None, &Default::default());
        let cast = Arc::new(cast.unwrap());
        for game in GameId::ALL {
            for template in game.catalogue().templates {
                let opened = game.open(&template.options(), &cast);
                assert!(opened.is_ok(), "{}: {opened:?}", template.name);
            }
        }
    }
}
