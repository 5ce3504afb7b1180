//! What a host may rule, and what a ruling would change or has changed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::effects::Effect;
use super::entry_kind::EntryKind;
use super::past::Past;
use crate::store::{AccountId, MatchId, MatchName};
use games::{Author, Cast, CastId, GameId, Happening, Party, Seat, View};

/// What a host rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// Take the match, even a finished one, back to before this entry of its journal.
    Rewind {
        before: i64,
    },
    /// Act for a seat or somebody of the cast, in notation or what people usually type for it.
    Act {
        whose: Party,
        text: String,
    },
    /// Another account acts for somebody from now on; `in_season`: in the matches to come too.
    Substitute {
        who: CastId,
        #[serde(with = "super::mention")]
        account: AccountId,
        in_season: bool,
    },
    /// Give a seat time, or take some away: milliseconds. Never takes more than is left.
    Time {
        seat: Seat,
        delta_ms: i64,
    },
    Forfeit {
        seat: Seat,
    },
    /// Ends the match as a seat's win, or settles a tie.
    Settle {
        seat: Seat,
    },
    Void,
    /// Declares the match void, and takes back the strikes that it gave.
    VoidUnpunished,
}

/// A ruling as somebody gives it.
#[derive(Clone, Debug)]
pub struct RulingOrder {
    pub match_id: MatchId,
    /// The host's account. The caller has checked that it is a host.
    pub host: AccountId,
    pub ruling: Ruling,
    pub reason: String,
}

/// What is ruled, and its effects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruled {
    /// The ruling as carried out: an act in notation, and no more time taken than there is. The
    /// time of `all` may differ a moment later.
    pub ruling: Ruling,
    /// For a rewind: the entry that it goes back to.
    pub point: Option<Past>,
    /// What everybody learns at once from its acts.
    pub told: Vec<Happening>,
    pub effects: Vec<Effect>,
}

/// What a ruling would change, and in which state of the match.
#[derive(Clone, Debug)]
pub struct Preview {
    /// What is shown, and what a confirmation does.
    pub ruled: Ruled,
    pub name: MatchName,
    pub game: GameId,
    pub cast: Arc<Cast>,
    /// The public board after a rewind, if the match is not over then.
    pub board: Option<View>,
    /// Whether the outcome is hidden until it is done, because it could give a secret choice away.
    pub sealed: bool,
    /// For a rewind: whether random draws, or new accounts of players, are among what it takes
    /// back.
    pub draws: bool,
    pub substitutes: bool,
    /// The state of the match; the confirmation hands it in again.
    pub seen: i64,
    /// For rulings that rewind the match, end it or act in it: its own entry. A rewind to before it
    /// undoes the ruling.
    pub undo: Option<i64>,
}

impl Ruling {
    /// Whether it is possible in a finished match.
    pub(super) fn may_follow_the_end(&self) -> bool {
        matches!(self, Ruling::Rewind { .. } | Ruling::Settle { .. })
    }

    /// Whether it is an act in the match's record that a rewind can take back. (A choice made for
    /// somebody before the match is simply made again.)
    pub(super) fn is_in_record(&self, started: bool) -> bool {
        match self {
            Ruling::Act { .. } => started,
            ruling => matches!(
                ruling,
                Ruling::Forfeit { .. }
                    | Ruling::Settle { .. }
                    | Ruling::Void
                    | Ruling::VoidUnpunished
            ),
        }
    }
}

impl Ruled {
    /// Whether it only takes back what a host has ruled.
    pub fn undoes_ruling(&self) -> bool {
        let by_host = |point: &Past| match point.deed {
            EntryKind::Act { by, .. } => by == Author::Host,
            _ => point.is_rewind(),
        };
        self.point.as_ref().is_some_and(by_host)
    }

    /// The part that is stored: what still matters when the match is long over, without typed text
    /// or secret choices.
    pub fn kept(&self) -> Ruled {
        let mut kept = self.clone();
        kept.effects.retain(Effect::is_lasting);
        if let Ruling::Act { text, .. } = &mut kept.ruling {
            text.clear();
        }
        if let Some(point) = &mut kept.point {
            point.act = None;
        }
        kept
    }
}
