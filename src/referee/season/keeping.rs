//! Seasons as a whole: created, renamed, made current, archived.

use super::{Asker, Core, SeasonRefusal, SeasonResult, note, refused};
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

    /// Gives a season another name.
    ///
    /// # Errors
    /// Why it cannot have it.
    pub fn rename_season(
        &mut self,
        id: SeasonId,
        asker: Asker,
        name: &str,
        now: WallMs,
    ) -> SeasonResult<String> {
        self.as_host_of(id, asker, now, |desk| {
            let guild = desk.season.guild;
            let name = free_season_name(desk.tx, guild, Some(id), name)?;
            let from = std::mem::replace(&mut desk.season.name, name.clone());
            desk.tx.set_season(&desk.season)?;
            let to = name.clone();
            desk.note(AuditEntry::SeasonRenamed { from, to }, "")?;
            Ok(name)
        })
    }

    /// Makes a season the one that its server's new matches belong to.
    ///
    /// # Errors
    /// An archived season, or the current one.
    pub fn switch_season(&mut self, id: SeasonId, asker: Asker, now: WallMs) -> SeasonResult<()> {
        self.as_host_of(id, asker, now, |desk| {
            if desk.season.current {
                return refused(SeasonRefusal::NothingToChange);
            }
            desk.tx.set_current_season(desk.season.guild, Some(id))?;
            let name = desk.season.name.clone();
            Ok(desk.note(AuditEntry::SeasonSwitched { name }, "")?)
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
        self.in_season(id, asker, now, |desk| {
            desk.check_host()?;
            if desk.season.archived == archived {
                return refused(SeasonRefusal::NothingToChange);
            }
            let mut open = desk.tx.open_matches_of_season(id)?;
            open.extend(desk.tx.rounds_before_matches_of(id)?);
            if let Some(open) = open.first() {
                let row = desk.tx.match_row(*open)?;
                let channel = row.map(|row| row.channel).unwrap_or_default();
                return refused(SeasonRefusal::MatchOpen { channel });
            }
            let guild = desk.season.guild;
            desk.season.archived = archived;
            desk.tx.set_season(&desk.season)?;
            if archived {
                // From now on only `/season roles` changes its roles.
                desk.tx.leave_roles(id)?;
            } else {
                // Role changes that waited when it was archived, too.
                desk.owe_all_roles()?;
            }
            if archived && desk.season.current {
                desk.tx.set_current_season(guild, None)?;
            }
            if !archived && desk.tx.current_season(guild)?.is_none() {
                desk.tx.set_current_season(guild, Some(id))?;
            }
            let name = desk.season.name.clone();
            let entry = if archived {
                AuditEntry::SeasonArchived { name }
            } else {
                AuditEntry::SeasonTakenOut { name }
            };
            Ok(desk.note(entry, "")?)
        })
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
