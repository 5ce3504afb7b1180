//! Seasons as a whole: created, renamed, made current, archived.

use super::{Asker, Core, SeasonEdit, SeasonRefusal, SeasonResult, note, refused};
use crate::referee::AuditEntry;
use crate::store::{SeasonId, SeasonSettings, ServerId, Tx};
use games::{WallMs, names};

/// The most characters of a season's name.
const MAX_NAME: usize = 80;

impl Core {
    /// Creates a season, which becomes the server's current one. It copies the settings and the
    /// host role of the season that was current, or of the newest.
    ///
    /// # Errors
    /// Why it cannot be created.
    pub fn new_season(
        &mut self,
        guild: ServerId,
        asker: Asker,
        name: &str,
        now: WallMs,
    ) -> SeasonResult<SeasonId> {
        self.store.write(|tx| {
            asker.check_new(tx, now)?;
            if !asker.is_host {
                return refused(SeasonRefusal::HostOnly);
            }
            let name = free_season_name(tx, guild, None, name)?;
            let (host_role, settings) = match tx.season_before(guild)? {
                Some(before) => (before.host_role, before.settings),
                None => (None, SeasonSettings::default()),
            };
            let id = tx.add_season(guild, &name, host_role, &settings)?;
            if let Some(season) = tx.season(id)? {
                note(
                    tx,
                    &season,
                    asker,
                    AuditEntry::SeasonBegun { name },
                    "",
                    now,
                )?;
            }
            Ok(id)
        })
    }

    /// Archives a season, so that it can only be looked at; or takes it out of the archive. If the
    /// server has no current season, the latter makes it current.
    ///
    /// # Errors
    /// A season that is so already, or that has an open match (also one that follows a practice
    /// round).
    pub fn archive_season(
        &mut self,
        id: SeasonId,
        asker: Asker,
        archived: bool,
        now: WallMs,
    ) -> SeasonResult<()> {
        self.in_season(id, asker, now, |edit| {
            edit.check_host()?;
            if edit.season.archived == archived {
                return refused(SeasonRefusal::NothingToChange);
            }
            let mut open = edit.tx.open_matches_of_season(id)?;
            open.extend(edit.tx.rounds_before_matches_of(id)?);
            if let Some(open) = open.first() {
                let row = edit.tx.match_row(*open)?;
                let channel = row.map(|row| row.channel).unwrap_or_default();
                return refused(SeasonRefusal::MatchOpen { channel });
            }
            let guild = edit.season.guild;
            edit.season.archived = archived;
            edit.tx.set_season(&edit.season)?;
            if archived {
                // From now on only `/season roles` changes its roles.
                edit.tx.leave_roles(id)?;
            } else {
                // Role changes that waited when it was archived, too.
                edit.owe_all_roles()?;
            }
            if archived && edit.season.current {
                edit.tx.set_current_season(guild, None)?;
            }
            if !archived && edit.tx.current_season(guild)?.is_none() {
                edit.tx.set_current_season(guild, Some(id))?;
            }
            let name = edit.season.name.clone();
            let entry = if archived {
                AuditEntry::SeasonArchived { name }
            } else {
                AuditEntry::SeasonTakenOut { name }
            };
            Ok(edit.note(entry, "")?)
        })
    }
}

impl SeasonEdit<'_> {
    /// Gives a season another name.
    ///
    /// # Errors
    /// Why it cannot have it.
    pub fn rename_season(&mut self, name: &str) -> SeasonResult<String> {
        let guild = self.season.guild;
        let name = free_season_name(self.tx, guild, Some(self.season.id), name)?;
        let from = std::mem::replace(&mut self.season.name, name.clone());
        self.tx.set_season(&self.season)?;
        let to = name.clone();
        self.note(AuditEntry::SeasonRenamed { from, to }, "")?;
        Ok(name)
    }

    /// Makes a season the one that its server's new matches belong to.
    ///
    /// # Errors
    /// An archived season, or the current one.
    pub fn switch_season(&self) -> SeasonResult<()> {
        if self.season.current {
            return refused(SeasonRefusal::NothingToChange);
        }
        self.tx
            .set_current_season(self.season.guild, Some(self.season.id))?;
        let name = self.season.name.clone();
        Ok(self.note(AuditEntry::SeasonSwitched { name }, "")?)
    }
}

/// The name in its stored form, if no other season of the server has it.
pub(in crate::referee) fn free_season_name(
    tx: &Tx,
    guild: ServerId,
    own: Option<SeasonId>,
    name: &str,
) -> SeasonResult<String> {
    let name = name.trim();
    let is_bad = !names::is_seen(name) || name.chars().any(char::is_control);
    if is_bad || name.chars().count() > MAX_NAME {
        return refused(SeasonRefusal::BadSeasonName { most: MAX_NAME });
    }
    let lower = name.to_lowercase();
    let seasons = tx.seasons(guild)?;
    let mut others = seasons.iter().filter(|season| Some(season.id) != own);
    match others.find(|season| season.name.to_lowercase() == lower) {
        Some(other) => refused(SeasonRefusal::SeasonNameTaken(other.name.clone())),
        None => Ok(name.to_owned()),
    }
}
