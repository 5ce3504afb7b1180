//! Garnets of a season: given, taken, moved, banked, and given away by their owners. Nobody ever
//! has fewer than none. Every movement is a line of the ledger with who, why and when.

use serde::{Deserialize, Serialize};

use super::{Asker, Core, SeasonEdit, SeasonRefusal, SeasonResult, SeasonViewer, refused};
use crate::referee::{AuditEntry, Post, Recipient, RefereeError};
use crate::store::{
    AccountId, BookedReason, LedgerLine, MatchName, Movement, Purse, Result, SeasonId,
};
use games::names::folded;
use games::{Role, WallMs};

/// The most garnets that one purse may hold, or that move at once.
pub(super) const MAX: u32 = 1_000_000_000;

/// Typed instead of names, [`folded`]: all players.
pub const EVERYBODY: &str = "everybody";

/// Where garnets come from, or go to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PurseOwner {
    /// Somebody of the cast, by name.
    Somebody(String),
    Bank,
    /// Outside the season.
    Nobody,
}

/// A purse and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurseBalance {
    /// Whose it is; None for the bank's.
    pub whose: Option<String>,
    pub count: u32,
}

/// Garnets that were moved. A side is None if it is outside the season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GarnetsMoved {
    pub amount: u32,
    /// The purse it came from, as it is now.
    pub from: Option<PurseBalance>,
    pub to: Option<PurseBalance>,
}

/// The part of a season's ledger that somebody may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// Newest first.
    pub lines: Vec<Transfer>,
    /// How many garnets everybody has, for those whose count the viewer may know, in the cast's
    /// order.
    pub held: Vec<(String, u32)>,
    /// None if the viewer may not know.
    pub bank: Option<u32>,
}

/// A line of the ledger with names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    pub from: PurseOwner,
    pub to: PurseOwner,
    pub amount: u32,
    pub reason: BookedReason,
    /// The account that moved them; None for Dealer.
    pub by: Option<AccountId>,
    /// The match that caused it.
    pub of_match: Option<MatchName>,
    pub takes_back: bool,
    pub at_ms: WallMs,
}

impl Core {
    /// A player gives their own garnets to another player, if the season allows it.
    ///
    /// # Errors
    /// The season does not allow it; the giver is not a player of it or plays an elimination match
    /// now; or they have too few garnets.
    pub fn gift_garnets(
        &mut self,
        id: SeasonId,
        asker: Asker,
        to: &str,
        amount: u32,
        reason: &str,
        now: WallMs,
    ) -> SeasonResult<GarnetsMoved> {
        self.in_season(id, asker, now, |edit| {
            edit.check_open()?;
            let own = edit.own()?;
            if !edit.season.settings.players_may_give {
                return refused(SeasonRefusal::MayNotGive);
            }
            // The answer would give the waiting result away.
            if edit.tx.holds_results(id)? {
                return refused(SeasonRefusal::ResultWaits);
            }
            if let Some(channel) = edit.at_stake(own.position)? {
                return refused(SeasonRefusal::AtStake { channel });
            }
            let owed = super::super::bill::owed(edit.tx, edit.season.id, own.position, None)?;
            if owed > 0 && own.garnets < owed.saturating_add(amount) {
                return refused(SeasonRefusal::Owed { amount: owed });
            }
            let to = edit.member(to)?;
            let (account, bound) = (to.account, to.channel);
            if let Some(other) = [&own, &to]
                .into_iter()
                .find(|member| member.role != Role::Player)
            {
                return refused(SeasonRefusal::NotAPlayer(other.name.clone()));
            }
            let from = (Purse::Member(own.position), Some(own.name));
            let to = (Purse::Member(to.position), Some(to.name));
            let moved = edit.transfer(&from, &to, amount, reason)?;
            let [from, to] = [from.1, to.1].map(Option::unwrap_or_default);
            edit.note(AuditEntry::GarnetsGiven { amount, from, to }, reason)?;
            if let Some(account) = account {
                edit.tell_of_gift(edit.alone(account, bound), &moved, reason)?;
            }
            Ok(moved)
        })
    }

    /// The part of the season's ledger that somebody may see, newest line first, at most `most`
    /// lines. If counts are not public, players only see their own.
    ///
    /// # Errors
    /// Somebody who may see nothing of it.
    pub fn ledger(&mut self, id: SeasonId, asker: Asker, most: usize) -> SeasonResult<Ledger> {
        let seen_by = if asker.is_host {
            SeasonViewer::Host
        } else {
            SeasonViewer::Account(asker.account)
        };
        self.store.read(|tx| {
            let Some(season) = tx.season(id)? else {
                return refused(SeasonRefusal::NoSuchSeason);
            };
            let everybody = tx.everybody(id)?;
            let known = |purse: Purse| match purse {
                Purse::Member(position) => everybody
                    .iter()
                    .find(|(member, _)| member.position == position)
                    .filter(|(member, _)| seen_by.may_know(&season, member)),
                Purse::Bank | Purse::Nobody => None,
            };
            let sees_all = asker.is_host || season.settings.garnets_public;
            let held = everybody
                .iter()
                .filter(|(member, gone)| !gone && seen_by.may_know(&season, member));
            let held: Vec<(String, u32)> = held
                .map(|(member, _)| (member.name.clone(), member.garnets))
                .collect();
            if !sees_all && held.is_empty() {
                return refused(SeasonRefusal::NotInCast);
            }
            let side = |purse: Purse| match purse {
                Purse::Member(position) => {
                    let found = everybody
                        .iter()
                        .find(|(member, _)| member.position == position);
                    let name = found.map(|(member, _)| member.name.clone());
                    PurseOwner::Somebody(name.unwrap_or_default())
                }
                Purse::Bank => PurseOwner::Bank,
                Purse::Nobody => PurseOwner::Nobody,
            };
            let lines = tx.ledger(id, u32::MAX)?.into_iter();
            let seen = lines.filter(|line| {
                let movement = &line.movement;
                sees_all || known(movement.from).is_some() || known(movement.to).is_some()
            });
            let transfer = |line: LedgerLine| {
                let cause = line.movement.cause;
                let cause = cause.map(|cause| tx.match_name(cause.match_id));
                Ok(Transfer {
                    from: side(line.movement.from),
                    to: side(line.movement.to),
                    amount: line.movement.amount,
                    reason: line.movement.reason,
                    by: line.movement.by,
                    of_match: cause.transpose()?.flatten(),
                    takes_back: line.undoes.is_some(),
                    at_ms: line.at_ms,
                })
            };
            let lines = seen.take(most).map(transfer);
            Ok(Ledger {
                lines: lines.collect::<Result<_>>()?,
                held,
                bank: if sees_all {
                    Some(tx.purse(id, Purse::Bank)?)
                } else {
                    None
                },
            })
        })
    }
}

type NamedPurse = (Purse, Option<String>);

impl SeasonEdit<'_> {
    /// A host moves garnets from one side to another.
    ///
    /// # Errors
    /// Somebody who is not in the cast, or has too few.
    pub fn move_garnets(
        &self,
        (from, to): (PurseOwner, PurseOwner),
        amount: u32,
        reason: &str,
    ) -> SeasonResult<GarnetsMoved> {
        let (from, to) = (self.side(&from)?, self.side(&to)?);
        let moved = self.move_by_host(&from, &to, amount, reason)?;
        self.note_moved(std::slice::from_ref(&moved), reason)?;
        Ok(moved)
    }

    /// A host gives several people garnets from outside the season: all of them, or nobody. `to`: a
    /// name, several separated by commas, or `everybody` for all players.
    ///
    /// # Errors
    /// As [`SeasonEdit::move_garnets`], for any of them.
    pub fn give_garnets(
        &self,
        to: &str,
        amount: u32,
        reason: &str,
    ) -> SeasonResult<Vec<GarnetsMoved>> {
        let to = self.several(to)?.into_iter();
        let moved = to.map(|to| self.move_by_host(&(Purse::Nobody, None), &to, amount, reason));
        let moved = moved.collect::<SeasonResult<Vec<GarnetsMoved>>>()?;
        self.note_moved(&moved, reason)?;
        Ok(moved)
    }

    /// The people named in a text, each once, in the order typed; see [`SeasonEdit::give_garnets`].
    fn several(&self, typed: &str) -> SeasonResult<Vec<NamedPurse>> {
        let names = typed.split(',').map(str::trim);
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        let members = match self.member(typed) {
            Ok(member) => vec![member],
            Err(RefereeError::Refused(_))
                if [EVERYBODY, "everyone", "all"].contains(&&*folded(typed)) =>
            {
                let mut cast = self.cast()?;
                cast.retain(|member| member.role == Role::Player);
                if cast.is_empty() {
                    return refused(SeasonRefusal::NoPlayers);
                }
                cast
            }
            Err(RefereeError::Refused(_)) if names.len() > 1 => {
                let members = names.into_iter().map(|name| self.member(name));
                members.collect::<SeasonResult<_>>()?
            }
            Err(fault) => return Err(fault),
        };
        let mut several: Vec<NamedPurse> = Vec::new();
        for member in members {
            let purse = Purse::Member(member.position);
            if several.iter().all(|(named, _)| *named != purse) {
                several.push((purse, Some(member.name)));
            }
        }
        Ok(several)
    }

    /// Logs that a host gave several people the same number of garnets.
    fn note_moved(&self, moved: &[GarnetsMoved], reason: &str) -> Result<()> {
        let Some(first) = moved.first() else {
            return Ok(());
        };
        let side = |held: &Option<PurseBalance>| match held {
            None => PurseOwner::Nobody,
            Some(PurseBalance { whose: None, .. }) => PurseOwner::Bank,
            Some(PurseBalance {
                whose: Some(name), ..
            }) => PurseOwner::Somebody(name.clone()),
        };
        let entry = AuditEntry::GarnetsMoved {
            amount: first.amount,
            from: side(&first.from),
            to: moved.iter().map(|moved| side(&moved.to)).collect(),
        };
        self.note(entry, reason)
    }

    /// As [`SeasonEdit::move_garnets`], without logging it.
    fn move_by_host(
        &self,
        from: &NamedPurse,
        to: &NamedPurse,
        amount: u32,
        reason: &str,
    ) -> SeasonResult<GarnetsMoved> {
        self.check_out_of_play()?;
        let moved = self.transfer(from, to, amount, reason)?;
        self.tell_of_move(from.0, false, &moved, reason)?;
        self.tell_of_move(to.0, true, &moved, reason)?;
        Ok(moved)
    }

    fn side(&self, side: &PurseOwner) -> SeasonResult<NamedPurse> {
        Ok(match side {
            PurseOwner::Somebody(name) => {
                let member = self.member(name)?;
                (Purse::Member(member.position), Some(member.name))
            }
            PurseOwner::Bank => (Purse::Bank, None),
            PurseOwner::Nobody => (Purse::Nobody, None),
        })
    }

    fn transfer(
        &self,
        from: &NamedPurse,
        to: &NamedPurse,
        amount: u32,
        reason: &str,
    ) -> SeasonResult<GarnetsMoved> {
        if amount == 0 || amount > MAX {
            return refused(SeasonRefusal::Amount { most: MAX });
        }
        if from.0 == to.0 {
            return refused(SeasonRefusal::SamePurse);
        }
        let room = MAX - self.held(to.0)?.min(MAX);
        if to.0 != Purse::Nobody && room < amount {
            return refused(SeasonRefusal::TooMany { most: MAX });
        }
        let movement = Movement {
            from: from.0,
            to: to.0,
            amount,
            reason: reason.trim().into(),
            by: Some(self.asker.account),
            cause: None,
        };
        let moved = self.tx.move_garnets(self.season.id, &movement, self.now)?;
        if moved.is_none() {
            return refused(SeasonRefusal::TooFew {
                whose: from.1.clone(),
                has: self.held(from.0)?,
                wanted: amount,
            });
        }
        Ok(GarnetsMoved {
            amount,
            from: self.now_held(from)?,
            to: self.now_held(to)?,
        })
    }

    /// Tells the receiver of a gift in private, so that they need not look at the ledger.
    fn tell_of_gift(&self, to: Recipient, moved: &GarnetsMoved, reason: &str) -> Result<()> {
        let (Some(from), Some(held)) = (&moved.from, &moved.to) else {
            return Ok(());
        };
        let post = Post::Gift {
            season: self.season.name.clone(),
            from: from.whose.clone().unwrap_or_default(),
            amount: moved.amount,
            reason: reason.trim().to_owned(),
            held: held.count,
        };
        self.tell(to, post)
    }

    /// Tells people in private that a host moved their garnets, but not what the other side has:
    /// that may be secret.
    fn tell_of_move(
        &self,
        purse: Purse,
        given: bool,
        moved: &GarnetsMoved,
        reason: &str,
    ) -> Result<()> {
        let Purse::Member(position) = purse else {
            return Ok(());
        };
        let whose = self.tx.member_at(self.season.id, position)?;
        let Some((bound, Some(account))) = whose.map(|(whose, _)| (whose.channel, whose.account))
        else {
            return Ok(());
        };
        if account == self.asker.account {
            return Ok(());
        }
        let waits = self.tx.holds_results(self.season.id)?;
        let post = Post::Garnets {
            season: self.season.name.clone(),
            given,
            amount: moved.amount,
            reason: reason.trim().to_owned(),
            held: if waits { None } else { Some(self.held(purse)?) },
        };
        self.tell(self.alone(account, bound), post)
    }

    fn now_held(&self, (purse, whose): &NamedPurse) -> Result<Option<PurseBalance>> {
        if *purse == Purse::Nobody {
            return Ok(None);
        }
        Ok(Some(PurseBalance {
            whose: whose.clone(),
            count: self.held(*purse)?,
        }))
    }
}
