//! What a control does when it is pressed. All of it is in the `custom_id`, so that controls
//! outlive a restart.

mod about;
mod fields;
mod part;

use std::fmt;

pub use about::{About, SetupPage, Subject};
pub use fields::{
    BeginStep, CastStep, HostStep, OfferStep, OwnField, RulingStep, SetupField, SuitsStep,
};

use crate::store::{DraftId, MatchId, SeasonId};
use part::{printed, read, written};

/// A press of a button, a choice in a menu, or a form that is handed in. Printed and read back as a
/// control's `custom_id` (at most 100 characters).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Take this action, in notation, as the answer to a prompt.
    Act {
        match_id: MatchId,
        prompt: u32,
        act: String,
    },
    /// As [`Press::Act`], after confirmation.
    Sure {
        match_id: MatchId,
        prompt: u32,
        act: String,
    },
    /// Take the chosen action of a menu. `part` tells the menus of one message apart.
    Choose {
        match_id: MatchId,
        prompt: u32,
        part: u8,
    },
    /// A step in a game's own panel: it changes the draft, and takes no action. `step` is the
    /// panel's own.
    Step {
        match_id: MatchId,
        prompt: u32,
        step: String,
    },
    /// Take the action that was put together in a game's own panel.
    HandIn {
        match_id: MatchId,
        prompt: u32,
    },
    /// Open one's own panel: what this person may do now, seen only by them.
    Panel {
        match_id: MatchId,
    },
    /// Read the rules of a match.
    Rules {
        match_id: MatchId,
    },
    /// Open the form for typing an action.
    Type {
        match_id: MatchId,
        prompt: u32,
    },
    Ready {
        match_id: MatchId,
    },
    /// Take *Ready* back.
    NotReady {
        match_id: MatchId,
    },
    /// Begin the match.
    Begin {
        match_id: MatchId,
        sure: BeginStep,
    },
    Resume {
        match_id: MatchId,
    },
    /// Call off a practice that has not started.
    Decline {
        match_id: MatchId,
    },
    /// Resign, after confirmation.
    Resign {
        match_id: MatchId,
    },
    /// Remind people who have not chosen.
    Remind {
        match_id: MatchId,
    },
    /// A host's button in a post that calls them.
    Host {
        match_id: MatchId,
        step: HostStep,
    },
    /// A step of a host's poll for the start.
    Offer {
        match_id: MatchId,
        step: OfferStep,
        /// The draft of the typed times.
        draft: Option<DraftId>,
    },
    /// Open one's own panel of a poll.
    Times {
        match_id: MatchId,
    },
    /// Answer the poll of `asked_ms`, in milliseconds since the Unix epoch.
    Suits {
        match_id: MatchId,
        asked_ms: u64,
        step: SuitsStep,
    },
    /// A player asks for a pause, or agrees to one.
    WishPause {
        match_id: MatchId,
    },
    /// A step in the panel of a ruling.
    Ruling {
        draft: DraftId,
        step: RulingStep,
    },
    /// Give the strike of a draft, after confirmation: it eliminates somebody.
    Strike {
        draft: DraftId,
    },
    /// Answer whether to add the people of a draft to a cast.
    Cast {
        draft: DraftId,
        step: CastStep,
    },
    /// Forget one's own account, after confirmation.
    Forget,
    /// A control of a set-up panel.
    Setup {
        draft: DraftId,
        field: SetupField,
    },
    /// Say hello in private to everybody of a server's season.
    SayHello {
        guild: u64,
    },
    /// Confirm that a server's greeting was found.
    Hello {
        guild: u64,
    },
    /// Change one of one's own settings.
    Own {
        field: OwnField,
    },
    /// A control of the panel of a season's settings. `field` is the panel's own.
    Setting {
        season: SeasonId,
        field: String,
        /// The draft of what was typed into its form and refused.
        typed: Option<DraftId>,
    },
    /// A control of the `/setup` panel. `field` is the panel's own.
    Guide {
        field: String,
        /// The season that it shows.
        season: Option<SeasonId>,
    },
    /// Replay a finished match: show it after so many steps; from a menu, the chosen step.
    Replay {
        match_id: MatchId,
        step: u32,
    },
    /// Play a finished practice match again.
    Again {
        match_id: MatchId,
    },
    /// Show the standings of a season to everyone in the channel.
    Standings {
        season: SeasonId,
    },
    /// Drop the question.
    Dismiss,
}

printed! { Press:
    "act" match_id prompt act => Act { match_id, prompt, act },
    "sure" match_id prompt act => Sure { match_id, prompt, act },
    "choose" match_id prompt part => Choose { match_id, prompt, part },
    "step" match_id prompt step => Step { match_id, prompt, step },
    "handin" match_id prompt => HandIn { match_id, prompt },
    "panel" match_id => Panel { match_id },
    "rules" match_id => Rules { match_id },
    "type" match_id prompt => Type { match_id, prompt },
    "ready" match_id => Ready { match_id },
    "not-ready" match_id => NotReady { match_id },
    "begin" match_id sure => Begin { match_id, sure },
    "resume" match_id => Resume { match_id },
    "decline" match_id => Decline { match_id },
    "resign" match_id => Resign { match_id },
    "remind" match_id => Remind { match_id },
    "host" match_id step => Host { match_id, step },
    "offer" match_id step draft => Offer { match_id, step, draft },
    "times" match_id => Times { match_id },
    "suits" match_id asked_ms step => Suits { match_id, asked_ms, step },
    "wish-pause" match_id => WishPause { match_id },
    "ruling" draft step => Ruling { draft, step },
    "strike" draft => Strike { draft },
    "cast" draft step => Cast { draft, step },
    "forget" => Forget,
    "setup" draft field => Setup { draft, field },
    "sayhello" guild => SayHello { guild },
    "hello" guild => Hello { guild },
    "own" field => Own { field },
    "setting" season field typed => Setting { season, field, typed },
    "guide" field season => Guide { field, season },
    "replay" match_id step => Replay { match_id, step },
    "again" match_id => Again { match_id },
    "standings" season => Standings { season },
    "dismiss" => Dismiss,
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&written(self))
    }
}

impl Press {
    /// Reads a `custom_id`. None for one that this version would not print.
    pub fn read(custom_id: &str) -> Option<Press> {
        let press: Press = read(custom_id)?;
        // Only a `custom_id` that prints exactly like this was made here.
        (press.to_string() == custom_id).then_some(press)
    }

    /// An example of each control that messages may have.
    #[cfg(test)]
    pub fn all_there_were() -> impl Iterator<Item = Press> {
        let listed = include_str!("custom_ids.txt").lines();
        listed.filter_map(|line| Press::read(line.split(" = ").next()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages on servers have these ids, so a line of the list never changes. Each has the
    /// longest possible numbers.
    #[test]
    fn every_custom_id_keeps_its_meaning() {
        for line in include_str!("custom_ids.txt").lines() {
            let (custom_id, meant) = line.split_once(" = ").unwrap();
            assert!(custom_id.len() <= 100, "{custom_id}");
            let press = Press::read(custom_id).unwrap_or_else(|| panic!("{custom_id} is not read"));
            assert_eq!(format!("{press:?}"), meant);
            assert_eq!(press.to_string(), custom_id);
        }
    }

    /// New controls and steps need a line in the list too.
    #[test]
    fn every_control_is_in_the_list() {
        let ids: Vec<Vec<&str>> = include_str!("custom_ids.txt")
            .lines()
            .map(|line| line.split(" = ").next().unwrap().split(':').collect())
            .collect();
        let stands = |press: &str, word: &str| {
            let is_it = |parts: &Vec<&str>| parts[0] == press && parts[1..].contains(&word);
            assert!(ids.iter().any(is_it), "no line for {press} {word}");
        };
        for press in Press::WORDS {
            assert!(
                ids.iter().any(|parts| parts[0] == *press),
                "no line for {press}"
            );
        }
        for (press, words) in [
            ("begin", BeginStep::WORDS),
            ("cast", CastStep::WORDS),
            ("host", HostStep::WORDS),
            ("offer", OfferStep::WORDS),
            ("own", OwnField::WORDS),
            ("ruling", RulingStep::WORDS),
            ("setup", SetupField::WORDS),
            ("suits", SuitsStep::WORDS),
        ] {
            words.iter().for_each(|word| stands(press, word));
        }
    }

    #[test]
    fn foreign_custom_ids_are_not_read() {
        for custom_id in [
            "",
            "act",
            "act:1",
            "act:x:1:up",
            "act:01:1:up",
            "panel:1:2",
            "begin:1:maybe",
            "dismiss:",
            "setup:1:colour",
        ] {
            assert_eq!(Press::read(custom_id), None, "{custom_id}");
        }
    }
}
