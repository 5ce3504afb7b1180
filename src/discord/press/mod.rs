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

use crate::discord::rights::Right;
use crate::store::{DraftId, MatchId, SeasonId, ServerId};
use about::{of, of_match};
use games::WallMs;
use part::{CustomIdPart, CustomIdParts, controls, read, written};

controls! {
    /// A press of a button, a choice in a menu, or a form that is handed in. Printed and read back
    /// as a control's `custom_id` (at most 100 characters).
    Press:
    /// Take this action, in notation, as the answer to a prompt.
    "act" Act { match_id: MatchId, prompt: u32, act: String } => of_match(Right::Play, match_id),
    /// As [`Press::Act`], after confirmation.
    "sure" Sure { match_id: MatchId, prompt: u32, act: String } => of_match(Right::Play, match_id),
    /// Take the chosen action of a menu. `part` tells the menus of one message apart.
    "choose" Choose { match_id: MatchId, prompt: u32, part: u8 } => of_match(Right::Play, match_id),
    /// A step in a game's own panel: it changes the draft, and takes no action. `step` is the
    /// panel's own.
    "step" Step { match_id: MatchId, prompt: u32, step: String } => of_match(Right::Play, match_id),
    /// Take the action that was put together in a game's own panel.
    "handin" HandIn { match_id: MatchId, prompt: u32 } => of_match(Right::Play, match_id),
    /// Open one's own panel: what this person may do now, seen only by them.
    "panel" Panel { match_id: MatchId } => of_match(Right::Play, match_id).showing(),
    /// Read the rules of a match.
    "rules" Rules { match_id: MatchId } => of_match(Right::Look, match_id).showing(),
    /// Open the form for typing an action.
    "type" Type { match_id: MatchId, prompt: u32 } => of_match(Right::Play, match_id),
    "ready" Ready { match_id: MatchId } => of_match(Right::Seat, match_id),
    /// Take *Ready* back.
    "not-ready" NotReady { match_id: MatchId } => of_match(Right::Seat, match_id),
    /// Begin the match.
    "begin" Begin { match_id: MatchId, sure: BeginStep } => of_match(Right::Conduct, match_id),
    "resume" Resume { match_id: MatchId } => of_match(Right::GoOn, match_id),
    /// Call off a practice that has not started.
    "decline" Decline { match_id: MatchId } => of_match(Right::Seat, match_id),
    /// Resign, after confirmation.
    "resign" Resign { match_id: MatchId } => of_match(Right::Seat, match_id),
    /// Remind people who have not chosen.
    "remind" Remind { match_id: MatchId } => of_match(Right::Conduct, match_id),
    /// A host's button in a post that calls them.
    "host" Host { match_id: MatchId, step: HostStep }
        => of_match(Right::Conduct, match_id).playing_here(matches!(step, HostStep::Here(_))),
    /// Do what the game offers its host by this verb, or open the form for it.
    /// `typed`: the draft of what was typed into that and refused.
    "host-act" HostAct { match_id: MatchId, verb: String, typed: Option<DraftId> }
        => of_match(Right::Conduct, match_id),
    /// A step of a host's poll for the start.
    /// `draft`: of the typed times.
    "offer" Offer { match_id: MatchId, step: OfferStep, draft: Option<DraftId> }
        => of_match(Right::Conduct, match_id),
    /// Open one's own panel of a poll.
    "times" Times { match_id: MatchId } => of_match(Right::Seat, match_id).showing(),
    /// Answer the poll of `asked_ms`.
    "suits" Suits { match_id: MatchId, asked_ms: WallMs, step: SuitsStep }
        => of_match(Right::Seat, match_id),
    /// A player asks for a pause, or agrees to one.
    "wish-pause" WishPause { match_id: MatchId } => of_match(Right::Seat, match_id),
    /// A step in the panel of a ruling.
    "ruling" Ruling { draft: DraftId, step: RulingStep }
        => of(Right::Rule, Subject::Ruling(*draft)),
    /// Give the strike of a draft, after confirmation: it eliminates somebody.
    "strike" Strike { draft: DraftId } => of(Right::Host, Subject::Draft(*draft)),
    /// Answer whether to add the people of a draft to a cast.
    "cast" Cast { draft: DraftId, step: CastStep } => of(Right::Host, Subject::Draft(*draft)),
    /// Forget one's own account, after confirmation.
    "forget" Forget => of(Right::Look, Subject::Nothing),
    /// A control of a set-up panel.
    "setup" Setup { draft: DraftId, field: SetupField }
        => of(Right::Host, Subject::Draft(*draft))
            .in_turn_of(*draft)
            .playing_here(field.about().opens),
    /// Say hello in private to everybody of a server's season.
    "sayhello" SayHello { guild: ServerId } => of(Right::Host, Subject::Nothing),
    /// Confirm that a server's greeting was found.
    "hello" Hello { guild: ServerId } => of(Right::Look, Subject::Nothing),
    /// Change one of one's own settings.
    "own" Own { field: OwnField } => of(Right::Look, Subject::Nothing),
    /// A control of the panel of a season's settings. `field` is the panel's own.
    /// `typed`: the draft of what was typed into its form and refused.
    "setting" Setting { season: SeasonId, field: String, typed: Option<DraftId> }
        => of(Right::Host, Subject::Season(*season)),
    /// A control of the `/setup` panel. `field` is the panel's own.
    /// `season`: the one that it shows.
    "guide" Guide { field: String, season: Option<SeasonId> }
        => of(Right::Host, season.map_or(Subject::Nothing, Subject::Season)),
    /// Replay a finished match: show it after so many steps; from a menu, the chosen step.
    "replay" Replay { match_id: MatchId, step: u32 } => of_match(Right::Look, match_id).showing(),
    /// Play a finished practice match again.
    "again" Again { match_id: MatchId } => of_match(Right::Seat, match_id).playing_here(true),
    /// Show the standings of a season to everyone in the channel.
    "standings" Standings { season: SeasonId }
        => of(Right::Look, Subject::Season(*season)).showing(),
    /// Drop the question.
    "dismiss" Dismiss => of(Right::Look, Subject::Nothing),
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
