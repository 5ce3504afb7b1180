//! What to know about a control before it is carried out, in one function.

use super::{HostStep, Press, SetupField};
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

impl Press {
    /// What to know about it before it is carried out.
    pub fn about(&self) -> About {
        let about = |right, subject| About {
            right,
            subject,
            only_shows: false,
            plays_here: false,
            in_turn_of: None,
        };
        match *self {
            Press::Act { match_id, .. }
            | Press::Sure { match_id, .. }
            | Press::Choose { match_id, .. }
            | Press::Step { match_id, .. }
            | Press::HandIn { match_id, .. }
            | Press::Type { match_id, .. } => about(Right::Play, Subject::Match(match_id)),
            Press::Panel { match_id } => About {
                only_shows: true,
                ..about(Right::Play, Subject::Match(match_id))
            },
            Press::Times { match_id } => About {
                only_shows: true,
                ..about(Right::Seat, Subject::Match(match_id))
            },
            Press::Suits { match_id, .. }
            | Press::Ready { match_id }
            | Press::NotReady { match_id }
            | Press::Decline { match_id }
            | Press::Resign { match_id }
            | Press::WishPause { match_id } => about(Right::Seat, Subject::Match(match_id)),
            Press::Again { match_id } => About {
                plays_here: true,
                ..about(Right::Seat, Subject::Match(match_id))
            },
            Press::Resume { match_id } => about(Right::GoOn, Subject::Match(match_id)),
            Press::Begin { match_id, .. }
            | Press::Offer { match_id, .. }
            | Press::Remind { match_id } => about(Right::Conduct, Subject::Match(match_id)),
            Press::Host { match_id, step } => About {
                plays_here: step.plays_here(),
                ..about(Right::Conduct, Subject::Match(match_id))
            },
            Press::Ruling { draft, .. } => about(Right::Rule, Subject::Ruling(draft)),
            Press::Setup { draft, field } => About {
                plays_here: field.about().opens,
                in_turn_of: Some(draft),
                ..about(Right::Host, Subject::Draft(draft))
            },
            Press::Strike { draft } | Press::Cast { draft, .. } => {
                about(Right::Host, Subject::Draft(draft))
            }
            Press::Setting { season, .. } => about(Right::Host, Subject::Season(season)),
            Press::Guide { season, .. } => about(
                Right::Host,
                season.map_or(Subject::Nothing, Subject::Season),
            ),
            Press::SayHello { .. } => about(Right::Host, Subject::Nothing),
            Press::Rules { match_id } | Press::Replay { match_id, .. } => About {
                only_shows: true,
                ..about(Right::Look, Subject::Match(match_id))
            },
            Press::Standings { season } => About {
                only_shows: true,
                ..about(Right::Look, Subject::Season(season))
            },
            Press::Hello { .. } | Press::Own { .. } | Press::Forget | Press::Dismiss => {
                about(Right::Look, Subject::Nothing)
            }
        }
    }
}

impl HostStep {
    fn plays_here(self) -> bool {
        match self {
            HostStep::Here(_) => true,
            HostStep::Wait
            | HostStep::Move
            | HostStep::MoveTo(_)
            | HostStep::Extend(_)
            | HostStep::Forfeit(_)
            | HostStep::Settle(_)
            | HostStep::Void
            | HostStep::Pause
            | HostStep::Hold
            | HostStep::Release
            | HostStep::ReleaseNow(_)
            | HostStep::Rewind(_)
            | HostStep::Next
            | HostStep::NextNow => false,
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
    Entourages,
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
            SetupField::Entourages | SetupField::Entourage(_) => waits(SetupPage::Entourages),
            SetupField::DrawEntourages => shows(SetupPage::Entourages),
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
            SetupField::SafePlayers
            | SetupField::SafeRole
            | SetupField::FromSeason
            | SetupField::Stakes(_)
            | SetupField::Swap(_)
            | SetupField::Choice
            | SetupField::Game
            | SetupField::Options
            | SetupField::PracticeRound(_)
            | SetupField::Back
            | SetupField::Cancel => shows(SetupPage::First),
        }
    }
}
