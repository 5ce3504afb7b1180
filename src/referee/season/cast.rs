//! The cast of a season. Nobody is ever deleted: people who leave keep their place, name and
//! history. Names and accounts are unique among all who were ever in the cast, so that history
//! about a name stays true.

use serde::{Deserialize, Serialize};

use super::{Asker, Core, SeasonEdit, SeasonRefusal, SeasonResult, refused};
use crate::referee::AuditEntry;
use crate::referee::computer::is_computers;
use crate::referee::post::{EliminationCause, Post};
use crate::store::{AccountId, CastMember, ChannelId, Result, RolesOf, SeasonId, Tx};
use games::{Role, WallMs, may_be_called};

/// The most characters of a name: a menu and a board have room for it.
const MAX_NAME: usize = 50;
/// The most people in a cast: as many as a match can number.
const MAX_PEOPLE: usize = 255;

/// Somebody who comes into a cast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Newcomer {
    pub name: String,
    /// None for a guest.
    pub account: Option<AccountId>,
    pub role: Role,
    pub garnets: u32,
}

/// What adding people to a cast did. All by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CastAdditions {
    pub added: Vec<String>,
    /// Those of them who have no account.
    pub guests: Vec<String>,
    /// Guests who were in the cast under that name and got their account now.
    pub given: Vec<LinkedGuest>,
    pub already: Vec<String>,
}

/// A guest who has got an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedGuest {
    pub name: String,
    pub account: AccountId,
    /// The private channel that was bound to them until then.
    pub unbound: Option<ChannelId>,
}

impl Core {
    /// What [`SeasonEdit::add_to_cast`] would do. Nothing is changed.
    ///
    /// # Errors
    /// As [`SeasonEdit::add_to_cast`].
    pub fn would_add_to_cast(
        &mut self,
        id: SeasonId,
        asker: Asker,
        newcomers: Vec<Newcomer>,
        now: WallMs,
    ) -> SeasonResult<CastAdditions> {
        let asker = Asker {
            interaction: None,
            ..asker
        };
        let mut seen = None;
        let left = self.edit_season(id, asker, now, |edit| {
            seen = Some(edit.add_to_cast(newcomers)?);
            // A refusal rolls the transaction back.
            refused::<(), _>(SeasonRefusal::NothingToChange)
        });
        match seen {
            Some(added) => Ok(added),
            None => left.map(|()| CastAdditions::default()),
        }
    }

    /// Has everybody's Discord roles updated to what they are in the season (nothing, in an
    /// archived one). Returns for how many people.
    pub fn apply_roles(&mut self, id: SeasonId, asker: Asker, now: WallMs) -> SeasonResult<u32> {
        self.in_season(id, asker, now, |edit| {
            edit.check_host()?;
            Ok(edit.owe_all_roles()?)
        })
    }
}

/// Checks a newcomer's name, and that the season's cast has room for one more.
pub(in crate::referee) fn newcomers_name(
    tx: &Tx,
    id: SeasonId,
    name: &str,
) -> SeasonResult<String> {
    if tx.season_cast(id)?.len() >= MAX_PEOPLE {
        return refused(SeasonRefusal::CastFull { most: MAX_PEOPLE });
    }
    free_name(tx, id, name, None)
}

/// The name in its stored form, if it is allowed and free. `own`: the position that may have it
/// already.
fn free_name(tx: &Tx, id: SeasonId, name: &str, own: Option<u32>) -> SeasonResult<String> {
    let name = name.trim();
    if is_computers(name) || !may_be_called(name) || name.chars().count() > MAX_NAME {
        let name = name.chars().take(MAX_NAME).collect();
        return refused(SeasonRefusal::BadName {
            name,
            most: MAX_NAME,
        });
    }
    let lower = name.to_lowercase();
    let everybody = tx.everybody(id)?;
    let mut others = everybody
        .iter()
        .filter(|(member, _)| Some(member.position) != own);
    match others.find(|(member, _)| member.name.to_lowercase() == lower) {
        None => Ok(name.to_owned()),
        Some((member, false)) => refused(SeasonRefusal::NameTwice(member.name.clone())),
        Some((member, true)) => refused(SeasonRefusal::NameOfGone(member.name.clone())),
    }
}

impl SeasonEdit<'_> {
    /// Adds people to the end of a cast: all of them, or nobody if one cannot be added. If there is
    /// a guest with the name of somebody with an account, the guest gets that account. When several
    /// people are added, those who are already in the cast (by account, or by name without one) are
    /// skipped.
    ///
    /// # Errors
    /// Who cannot be added, and why.
    pub fn add_to_cast(&self, newcomers: Vec<Newcomer>) -> SeasonResult<CastAdditions> {
        let (id, by) = (self.season.id, Some(self.asker.account));
        let mut added = CastAdditions::default();
        let (several, before) = (newcomers.len() > 1, self.cast()?);
        for newcomer in newcomers {
            let cast = self.cast()?;
            let lower = newcomer.name.trim().to_lowercase();
            let is_called = |member: &CastMember| member.name.to_lowercase() == lower;
            let there = match newcomer.account {
                Some(_) => cast.iter().find(|one| one.account == newcomer.account),
                None => before.iter().find(|one| is_called(one)),
            };
            if let (true, Some(member)) = (several, there) {
                added.already.push(member.name.clone());
                continue;
            }
            let is_guest = |member: &&CastMember| member.account.is_none() && is_called(member);
            if let (Some(account), Some(guest)) = (newcomer.account, cast.iter().find(is_guest)) {
                added.given.push(LinkedGuest {
                    name: guest.name.clone(),
                    account,
                    unbound: self.give_account(guest.clone(), Some(account))?,
                });
                continue;
            }
            if cast.len() >= MAX_PEOPLE {
                return refused(SeasonRefusal::CastFull { most: MAX_PEOPLE });
            }
            let most = super::garnets::MAX;
            if newcomer.garnets > most {
                return refused(SeasonRefusal::Amount { most });
            }
            let member = CastMember {
                position: 0,
                name: self.free_name(&newcomer.name, None)?,
                role: newcomer.role,
                account: self.free_account(newcomer.account, None)?,
                channel: None,
                garnets: newcomer.garnets,
            };
            let position = self.tx.add_cast_member(id, &member, by, self.now)?;
            self.owe_roles(RolesOf::Member(position))?;
            if member.account.is_none() {
                added.guests.push(member.name.clone());
            }
            added.added.push(member.name);
        }
        if !added.added.is_empty() {
            let names = added.added.clone();
            self.note(AuditEntry::CastAdded { names }, "")?;
        }
        Ok(added)
    }

    /// Takes somebody out of a cast. Their garnets, strikes and history stay with them; the
    /// season's Discord roles do not.
    ///
    /// # Errors
    /// Nobody of that name, or somebody who has left.
    pub fn remove_from_cast(&self, name: &str, reason: &str) -> SeasonResult<CastMember> {
        let member = self.member(name)?;
        self.tx.set_gone(self.season.id, member.position, true)?;
        if let Some(account) = member.account {
            self.owe_roles(RolesOf::Former(account))?;
        }
        let name = member.name.clone();
        self.note(AuditEntry::CastRemoved { name }, reason)?;
        Ok(member)
    }

    /// Brings somebody who has left back into the cast, as they were.
    ///
    /// # Errors
    /// Nobody of that name, somebody who has not left, or a full cast.
    pub fn bring_back(&self, name: &str) -> SeasonResult<CastMember> {
        let (member, gone) = self.called(name)?;
        if !gone {
            return refused(SeasonRefusal::NotGone(member.name));
        }
        if self.cast()?.len() >= MAX_PEOPLE {
            return refused(SeasonRefusal::CastFull { most: MAX_PEOPLE });
        }
        self.tx.set_gone(self.season.id, member.position, false)?;
        self.owe_roles(RolesOf::Member(member.position))?;
        let name = member.name.clone();
        self.note(AuditEntry::CastBroughtBack { name }, "")?;
        Ok(member)
    }

    /// Makes somebody a player, eliminated or a dealer. They keep their garnets.
    ///
    /// # Errors
    /// Somebody who is that already.
    pub fn set_cast_role(&self, name: &str, role: Role, reason: &str) -> SeasonResult<CastMember> {
        self.check_out_of_play()?;
        let member = self.member(name)?;
        if member.role == role {
            return refused(SeasonRefusal::NothingToChange);
        }
        let by = Some(self.asker.account);
        self.tx
            .change_role(self.season.id, member.position, role, by, None, self.now)?;
        let name = member.name.clone();
        self.note(AuditEntry::RoleSet { name, role }, reason)?;
        if let (Role::Eliminated, Some(account)) = (role, member.account) {
            let (season, reason) = (self.season.name.clone(), reason.trim().to_owned());
            let by = EliminationCause::Host { reason };
            self.tell(
                self.alone(account, member.channel),
                Post::Out { season, by },
            )?;
        }
        Ok(CastMember { role, ..member })
    }

    /// Gives somebody another name. Matches keep the one that they were played under.
    ///
    /// # Errors
    /// A name that is not allowed or is another's.
    pub fn rename_in_cast(&self, name: &str, to: &str) -> SeasonResult<String> {
        let member = self.member(name)?;
        let to = self.free_name(to, Some(member.position))?;
        let renamed = CastMember {
            name: to.clone(),
            ..member.clone()
        };
        self.store(&renamed)?;
        let (from, name) = (member.name, to.clone());
        self.note(AuditEntry::CastRenamed { from, to }, "")?;
        Ok(name)
    }

    /// Sets the account that acts for somebody from the next match on; None makes them a guest.
    /// Returns the private channel that is not bound to them any more, if there was one.
    ///
    /// # Errors
    /// An account that is another's.
    pub fn set_account(
        &self,
        name: &str,
        account: Option<AccountId>,
    ) -> SeasonResult<Option<ChannelId>> {
        self.give_account(self.member(name)?, account)
    }

    /// Binds a private channel to somebody: from the next match on, they get private posts there.
    /// None unbinds it.
    ///
    /// # Errors
    /// A channel that is another's: it would show them each other's secrets.
    pub fn bind_channel(&self, name: &str, channel: Option<ChannelId>) -> SeasonResult<()> {
        let mut member = self.member(name)?;
        let everybody = self.tx.everybody(self.season.id)?;
        let other = everybody.into_iter().find(|(other, _)| {
            other.channel.is_some() && other.channel == channel && other.position != member.position
        });
        if let (Some((other, _)), Some(channel)) = (other, channel) {
            let name = other.name;
            return refused(SeasonRefusal::ChannelTaken { channel, name });
        }
        member.channel = channel;
        self.store(&member)?;
        let name = member.name;
        let entry = match channel {
            Some(channel) => AuditEntry::ChannelBound { name, channel },
            None => AuditEntry::ChannelUnbound { name },
        };
        Ok(self.note(entry, "")?)
    }

    /// Marks everybody's Discord roles for an update. Returns of how many people.
    pub(super) fn owe_all_roles(&self) -> Result<u32> {
        let mut count = 0;
        for member in self.cast()? {
            if member.account.is_some() {
                self.owe_roles(RolesOf::Member(member.position))?;
                count += 1;
            }
        }
        Ok(count)
    }

    /// Marks somebody's Discord roles for an update, of which the asker is told.
    fn owe_roles(&self, whose: RolesOf) -> Result<()> {
        let tell = Some(self.asker.account);
        self.tx.owe_roles(self.season.id, whose, tell)
    }

    /// As [`SeasonEdit::set_account`].
    fn give_account(
        &self,
        mut member: CastMember,
        account: Option<AccountId>,
    ) -> SeasonResult<Option<ChannelId>> {
        let before = member.account;
        member.account = self.free_account(account, Some(member.position))?;
        let mut unbound = None;
        if member.account != before {
            // The channel belongs to the account before.
            unbound = member.channel.take();
            if let Some(before) = before {
                self.owe_roles(RolesOf::Former(before))?;
            }
        }
        self.owe_roles(RolesOf::Member(member.position))?;
        self.store(&member)?;
        let name = member.name;
        let entry = match account {
            Some(account) => AuditEntry::AccountGiven { name, account },
            None => AuditEntry::MadeGuest { name },
        };
        self.note(entry, "")?;
        Ok(unbound)
    }

    /// Stores somebody's name, account and channel.
    fn store(&self, member: &CastMember) -> Result<()> {
        let (id, position) = (self.season.id, member.position);
        let (account, channel) = (member.account, member.channel);
        self.tx
            .set_name_account_channel(id, position, &member.name, account, channel)
    }

    fn free_name(&self, name: &str, own: Option<u32>) -> SeasonResult<String> {
        free_name(self.tx, self.season.id, name, own)
    }

    /// The account, if it is nobody else's.
    fn free_account(
        &self,
        account: Option<AccountId>,
        own: Option<u32>,
    ) -> SeasonResult<Option<AccountId>> {
        let Some(account) = account else {
            return Ok(None);
        };
        let everybody = self.tx.everybody(self.season.id)?;
        let mut others = everybody
            .iter()
            .filter(|(member, _)| Some(member.position) != own);
        match others.find(|(member, _)| member.account == Some(account)) {
            None => Ok(Some(account)),
            Some((member, gone)) => {
                let name = member.name.clone();
                refused(if *gone {
                    SeasonRefusal::AccountOfGone { name, account }
                } else {
                    SeasonRefusal::AccountTwice { name, account }
                })
            }
        }
    }
}
