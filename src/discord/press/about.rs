//! What to know about a control before it is carried out.

use super::SetupField;
use crate::discord::rights::Right;
use crate::store::{DraftId, MatchId, SeasonId};

/// What to know about a control before it is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The right that it needs: who may press it.
    pub right: Right,
    pub subject: Subject,
    /// Whether it only shows something: then messages of any age may have it.
    pub only_shows: bool,
    /// Whether it leads to posts of a match in the channel in which it is pressed.
    pub plays_here: bool,
    /// The set-up panel whose presses are handled one after the other, in the order in which they
    /// were made.
    pub in_turn_of: Option<DraftId>,
}

/// What a control belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A person or a server: it means the same at any time.
    Nothing,
    Match(MatchId),
    /// The draft of a ruling, which names its match.
    Ruling(DraftId),
    Draft(DraftId),
    Season(SeasonId),
}

impl About {
    /// Whether it depends on the state when the control was made.
    pub fn can_be_outdated(&self) -> bool {
        self.subject != Subject::Nothing && !self.only_shows
    }
}

/// A control with this right.
pub fn of(right: Right, subject: Subject) -> About {
    About {
        right,
        subject,
        only_shows: false,
        plays_here: false,
        in_turn_of: None,
    }
}

pub fn of_match(right: Right, id: &MatchId) -> About {
    of(right, Subject::Match(*id))
}

impl About {
    pub fn showing(self) -> About {
        About {
            only_shows: true,
            ..self
        }
    }

    pub fn playing_here(self, plays_here: bool) -> About {
        About { plays_here, ..self }
    }

    pub fn in_turn_of(self, set_up: DraftId) -> About {
        About {
            in_turn_of: Some(set_up),
            ..self
        }
    }
}

/// What to know about a field of the set-up panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AboutSetup {
    /// The page to show after it.
    pub page: SetupPage,
    /// Whether it does nothing if another season has become current, until the host has seen that:
    /// it opens something, or chooses from a cast.
    pub waits: bool,
    /// Whether it opens a match.
    pub opens: bool,
}

/// A page of the set-up panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupPage {
    First,
    Players,
    Companions,
    Dates,
    Rehearsal,
}

impl SetupField {
    /// What to know about it before it is carried out.
    pub fn about(self) -> AboutSetup {
        let shows = |page| AboutSetup {
            page,
            waits: false,
            opens: false,
        };
        let waits = |page| AboutSetup {
            waits: true,
            ..shows(page)
        };
        match self {
            SetupField::Open | SetupField::StartRehearsal => AboutSetup {
                opens: true,
                ..waits(SetupPage::First)
            },
            SetupField::Alliances => waits(SetupPage::First),
            SetupField::Companions | SetupField::CompanionsOf(_) => waits(SetupPage::Companions),
            SetupField::DrawCompanions => shows(SetupPage::Companions),
            SetupField::Rehearse => waits(SetupPage::Rehearsal),
            SetupField::Players | SetupField::Player(_) => shows(SetupPage::Players),
            SetupField::Dates
            | SetupField::Times
            | SetupField::Reserve
            | SetupField::Start
            | SetupField::Due
            | SetupField::DueAtStart
            | SetupField::Preset
            | SetupField::SavePreset
            | SetupField::DeletePreset
            | SetupField::ForgetTyped => shows(SetupPage::Dates),
            _ => shows(SetupPage::First),
        }
    }
}
