//! What a control does when it is pressed: all of it is in its `custom_id`, so that controls
//! outlive a restart.

mod fields;

use std::fmt;

pub use fields::{BeginStep, CastStep, HostStep, OwnField, RulingStep, SettingField, SetupField};

use crate::store::{DraftId, MatchId, SeasonId};

/// A press of a button, a choice in a menu or a form handed in. Printed and read back as a
/// control's `custom_id` (at most 100 characters).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Take this action, in notation, in answer to a prompt.
    Act {
        match_id: MatchId,
        prompt: u32,
        act: String,
    },
    /// As [`Press::Act`], after it was asked back.
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
    /// The column of a cell was chosen in a menu; its row is next.
    Column {
        match_id: MatchId,
        prompt: u32,
    },
    /// A step in a panel of the game's own: the draft changes, and nothing is taken yet. `step` is
    /// the panel's own.
    Step {
        match_id: MatchId,
        prompt: u32,
        step: String,
    },
    /// Take the action that the draft of a game's own panel stands for.
    HandIn {
        match_id: MatchId,
        prompt: u32,
    },
    /// Open one's own panel: whatever this person may do now, unseen by others.
    Panel {
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
    /// Not ready after all.
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
    /// Resign, asked back.
    Resign {
        match_id: MatchId,
    },
    /// Write once more to those who have not submitted.
    Remind {
        match_id: MatchId,
    },
    /// A step of what a host is offered when a match needs one.
    Host {
        match_id: MatchId,
        step: HostStep,
    },
    /// A player asks for a pause of both, or agrees to one.
    WishPause {
        match_id: MatchId,
    },
    /// A step of a ruling that its host is asked about.
    Ruling {
        draft: DraftId,
        step: RulingStep,
    },
    /// Give the strike of a draft, asked back since it eliminates somebody.
    Strike {
        draft: DraftId,
    },
    /// An answer to whether the people of a draft are to come into a cast.
    Cast {
        draft: DraftId,
        step: CastStep,
    },
    /// Have one's own account forgotten, asked back.
    Forget,
    /// A field of the panel in which a match is set up.
    Setup {
        draft: DraftId,
        field: SetupField,
    },
    /// Say hello in private to everybody of a server's season.
    SayHello {
        guild: u64,
    },
    /// The greeting of a server was found.
    Hello {
        guild: u64,
    },
    /// Set one of one's own settings.
    Own {
        field: OwnField,
    },
    /// A control of the panel of a season's settings.
    Setting {
        season: SeasonId,
        field: SettingField,
        /// What was typed into its form and not taken.
        typed: Option<DraftId>,
    },
    /// Show a match that is over after so many entries of its record.
    Replay {
        match_id: MatchId,
        step: u32,
    },
    /// Practise once more, as in a match that is over.
    Again {
        match_id: MatchId,
    },
    /// Never mind: the question is taken away.
    Dismiss,
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Press::Act {
                match_id,
                prompt,
                act,
            } => write!(f, "act:{match_id}:{prompt}:{act}"),
            Press::Sure {
                match_id,
                prompt,
                act,
            } => write!(f, "sure:{match_id}:{prompt}:{act}"),
            Press::Choose {
                match_id,
                prompt,
                part,
            } => write!(f, "choose:{match_id}:{prompt}:{part}"),
            Press::Column { match_id, prompt } => write!(f, "column:{match_id}:{prompt}"),
            Press::Step {
                match_id,
                prompt,
                step,
            } => write!(f, "step:{match_id}:{prompt}:{step}"),
            Press::HandIn { match_id, prompt } => write!(f, "handin:{match_id}:{prompt}"),
            Press::Panel { match_id } => write!(f, "panel:{match_id}"),
            Press::Type { match_id, prompt } => write!(f, "type:{match_id}:{prompt}"),
            Press::Ready { match_id } => write!(f, "ready:{match_id}"),
            Press::NotReady { match_id } => write!(f, "not-ready:{match_id}"),
            Press::Begin { match_id, sure } => write!(f, "begin:{match_id}:{}", sure.word()),
            Press::Resume { match_id } => write!(f, "resume:{match_id}"),
            Press::Resign { match_id } => write!(f, "resign:{match_id}"),
            Press::Remind { match_id } => write!(f, "remind:{match_id}"),
            Press::Host {
                match_id,
                step: HostStep::MoveTo(Some(to_ms)),
            } => write!(f, "host:{match_id}:start:{to_ms}"),
            Press::Host {
                match_id,
                step: HostStep::Extend(to_ms),
            } => write!(f, "host:{match_id}:due:{to_ms}"),
            Press::Host {
                match_id,
                step: HostStep::Here(channel),
            } => write!(f, "host:{match_id}:here:{channel}"),
            Press::Host {
                match_id,
                step: HostStep::Rewind(entry),
            } => write!(f, "host:{match_id}:rewind:{entry}"),
            Press::Host {
                match_id,
                step: HostStep::ReleaseNow(entry),
            } => write!(f, "host:{match_id}:release-now:{entry}"),
            Press::Host { match_id, step } => write!(f, "host:{match_id}:{}", step.word()),
            Press::WishPause { match_id } => write!(f, "wish-pause:{match_id}"),
            Press::Ruling { draft, step } => write!(f, "ruling:{}:{}", draft.0, step.word()),
            Press::Strike { draft } => write!(f, "strike:{}", draft.0),
            Press::Cast { draft, step } => write!(f, "cast:{}:{}", draft.0, step.word()),
            Press::Forget => f.write_str("forget"),
            Press::Setup {
                draft,
                field: SetupField::Swap(dmo),
            } => write!(f, "setup:{}:swap:{dmo}", draft.0),
            Press::Setup { draft, field } => write!(f, "setup:{}:{}", draft.0, field.word()),
            Press::SayHello { guild } => write!(f, "sayhello:{guild}"),
            Press::Hello { guild } => write!(f, "hello:{guild}"),
            Press::Own { field } => write!(f, "own:{}", field.word()),
            Press::Setting {
                season,
                field,
                typed,
            } => {
                write!(f, "setting:{}:{}", season.0, field.word())?;
                match typed {
                    Some(draft) => write!(f, ":{}", draft.0),
                    None => Ok(()),
                }
            }
            Press::Replay { match_id, step } => write!(f, "replay:{match_id}:{step}"),
            Press::Again { match_id } => write!(f, "again:{match_id}"),
            Press::Dismiss => f.write_str("dismiss"),
        }
    }
}

impl Press {
    /// The match that it belongs to, if any.
    pub fn match_id(&self) -> Option<MatchId> {
        match self {
            Press::Act { match_id, .. }
            | Press::Sure { match_id, .. }
            | Press::Choose { match_id, .. }
            | Press::Column { match_id, .. }
            | Press::Step { match_id, .. }
            | Press::HandIn { match_id, .. }
            | Press::Panel { match_id }
            | Press::Type { match_id, .. }
            | Press::Ready { match_id }
            | Press::NotReady { match_id }
            | Press::Begin { match_id, .. }
            | Press::Resume { match_id }
            | Press::Resign { match_id }
            | Press::Host { match_id, .. }
            | Press::WishPause { match_id }
            | Press::Replay { match_id, .. }
            | Press::Again { match_id }
            | Press::Remind { match_id } => Some(*match_id),
            Press::Setup { .. }
            | Press::Setting { .. }
            | Press::Ruling { .. }
            | Press::Strike { .. }
            | Press::Cast { .. }
            | Press::Forget
            | Press::SayHello { .. }
            | Press::Hello { .. }
            | Press::Own { .. }
            | Press::Dismiss => None,
        }
    }

    /// Whether it goes by what was when the control was made: it names a match, a season or a
    /// draft, and does more than show it.
    pub fn goes_by_then(&self) -> bool {
        match self {
            Press::Panel { .. } | Press::Replay { .. } => false,
            Press::Setup { .. }
            | Press::Setting { .. }
            | Press::Ruling { .. }
            | Press::Cast { .. }
            | Press::Strike { .. } => true,
            press => press.match_id().is_some(),
        }
    }

    /// Whether a match, or what follows one, is posted in the channel in which it is pressed.
    pub fn plays_here(&self) -> bool {
        match self {
            Press::Again { .. } => true,
            Press::Host { step, .. } => matches!(step, HostStep::Here(_)),
            Press::Setup { field, .. } => {
                matches!(field, SetupField::Open | SetupField::StartRehearsal)
            }
            _ => false,
        }
    }

    /// Reads a `custom_id`. None for one that is not of this version's making.
    pub fn read(custom_id: &str) -> Option<Press> {
        let (verb, rest) = custom_id.split_once(':').unwrap_or((custom_id, ""));
        let mut parts = rest.splitn(3, ':');
        let first = parts.next().unwrap_or_default();
        let match_id = || first.parse().ok().map(MatchId);
        let second = parts.next();
        let prompt = || second?.parse().ok();
        let third = parts.next();
        let press = match verb {
            "act" => Press::Act {
                match_id: match_id()?,
                prompt: prompt()?,
                act: third?.to_owned(),
            },
            "sure" => Press::Sure {
                match_id: match_id()?,
                prompt: prompt()?,
                act: third?.to_owned(),
            },
            "choose" => Press::Choose {
                match_id: match_id()?,
                prompt: prompt()?,
                part: third?.parse().ok()?,
            },
            "column" => Press::Column {
                match_id: match_id()?,
                prompt: prompt()?,
            },
            "step" => Press::Step {
                match_id: match_id()?,
                prompt: prompt()?,
                step: third?.to_owned(),
            },
            "handin" => Press::HandIn {
                match_id: match_id()?,
                prompt: prompt()?,
            },
            "panel" => Press::Panel {
                match_id: match_id()?,
            },
            "type" => Press::Type {
                match_id: match_id()?,
                prompt: prompt()?,
            },
            "ready" => Press::Ready {
                match_id: match_id()?,
            },
            "not-ready" => Press::NotReady {
                match_id: match_id()?,
            },
            "begin" => {
                let word = second?;
                let mut steps = BeginStep::ALL.into_iter();
                Press::Begin {
                    match_id: match_id()?,
                    sure: steps.find(|step| step.word() == word)?,
                }
            }
            "resume" => Press::Resume {
                match_id: match_id()?,
            },
            "resign" => Press::Resign {
                match_id: match_id()?,
            },
            "remind" => Press::Remind {
                match_id: match_id()?,
            },
            "host" => {
                let fixed = |word| HostStep::FIXED.into_iter().find(|step| step.word() == word);
                let step = match (second?, third) {
                    ("due", to_ms) => HostStep::Extend(to_ms?.parse().ok()?),
                    ("here", channel) => HostStep::Here(channel?.parse().ok()?),
                    ("release-now", entry) => HostStep::ReleaseNow(entry?.parse().ok()?),
                    ("rewind", entry) => HostStep::Rewind(entry?.parse().ok()?),
                    ("start", Some(to_ms)) => HostStep::MoveTo(Some(to_ms.parse().ok()?)),
                    (word, _) => fixed(word)?,
                };
                Press::Host {
                    match_id: match_id()?,
                    step,
                }
            }
            "wish-pause" => Press::WishPause {
                match_id: match_id()?,
            },
            "ruling" => {
                let word = second?;
                let mut steps = RulingStep::ALL.into_iter();
                Press::Ruling {
                    draft: DraftId(first.parse().ok()?),
                    step: steps.find(|step| step.word() == word)?,
                }
            }
            "strike" => Press::Strike {
                draft: DraftId(first.parse().ok()?),
            },
            "cast" => {
                let word = second?;
                let mut steps = CastStep::ALL.into_iter();
                Press::Cast {
                    draft: DraftId(first.parse().ok()?),
                    step: steps.find(|step| step.word() == word)?,
                }
            }
            "forget" => Press::Forget,
            "setup" => {
                let mut fixed = SetupField::FIXED.into_iter();
                let field = match (second?, third) {
                    ("swap", dmo) => SetupField::Swap(dmo?.parse().ok()?),
                    (word, _) => fixed.find(|field| field.word() == word)?,
                };
                Press::Setup {
                    draft: DraftId(first.parse().ok()?),
                    field,
                }
            }
            "sayhello" => Press::SayHello {
                guild: first.parse().ok()?,
            },
            "hello" => Press::Hello {
                guild: first.parse().ok()?,
            },
            "own" => {
                let mut fields = OwnField::ALL.into_iter();
                Press::Own {
                    field: fields.find(|field| field.word() == first)?,
                }
            }
            "setting" => {
                let word = second?;
                let mut fields = SettingField::ALL.iter();
                let typed = match third {
                    Some(draft) => Some(DraftId(draft.parse().ok()?)),
                    None => None,
                };
                Press::Setting {
                    season: SeasonId(first.parse().ok()?),
                    field: fields.find(|(_, own)| *own == word)?.0,
                    typed,
                }
            }
            "replay" => Press::Replay {
                match_id: match_id()?,
                step: second?.parse().ok()?,
            },
            "again" => Press::Again {
                match_id: match_id()?,
            },
            "dismiss" => Press::Dismiss,
            _ => return None,
        };
        // Only what is printed exactly like this was made here.
        (press.to_string() == custom_id).then_some(press)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// They lie on messages of servers: a line that stands in the list does not change. Each has the
    /// longest numbers that there are.
    #[test]
    fn every_custom_id_means_what_it_always_meant() {
        for line in include_str!("custom_ids.txt").lines() {
            let (custom_id, meant) = line.split_once(" = ").unwrap();
            assert!(custom_id.len() <= 100, "{custom_id}");
            let press = Press::read(custom_id).unwrap_or_else(|| panic!("{custom_id} is not read"));
            assert_eq!(format!("{press:?}"), meant);
            assert_eq!(press.to_string(), custom_id);
        }
    }

    #[test]
    fn what_was_not_made_here_is_not_read() {
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
