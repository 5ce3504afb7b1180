//! Changing a season's settings: checked first.

use super::{SeasonEdit, SeasonRefusal, SeasonResult, refused};
use crate::referee::AuditEntry;
use crate::settings::{self, Setting, SettingKind, get};
use crate::store::{RoleId, Season};

/// Why a setting is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingRefusal {
    /// A typed value is not allowed. `wrong`: the sentence of the setting's row, in which `{typed}`
    /// stands for the value.
    CannotBe { wrong: &'static str, typed: String },
    /// Players and eliminated players cannot have the same role.
    SameRoles,
    /// `@everyone` cannot be given.
    EverybodysRole,
}

impl SeasonEdit<'_> {
    /// A host changes a season's settings with `change`: all of it or nothing. Returns the season
    /// as it is now.
    ///
    /// # Errors
    /// Settings that are not allowed.
    pub fn set_season(&self, change: impl FnOnce(&mut Season)) -> SeasonResult<Season> {
        self.check_out_of_play()?;
        let before = self.season.clone();
        let mut after = before.clone();
        change(&mut after);
        // The name and the archive have their own commands.
        after.name = before.name.clone();
        after.archived = before.archived;
        let wrong = check(&after);
        if !wrong.is_empty() {
            return refused(SeasonRefusal::Settings(wrong));
        }
        // An old `@everyone` from before this check must not block other settings.
        let everybody = Some(RoleId(before.guild.0));
        let check_new = |setting: &Setting| match setting.kind {
            SettingKind::Role { at, .. } => {
                get(&after, at) == everybody && get(&before, at) != everybody
            }
            _ => false,
        };
        if settings::all().any(check_new) {
            let wrong = vec![SettingRefusal::EverybodysRole];
            return refused(SeasonRefusal::Settings(wrong));
        }
        if after == before {
            return Ok(after);
        }
        self.tx.set_season(&after)?;
        let entry = AuditEntry::SettingsChanged {
            before: Box::new(before),
            after: Box::new(after.clone()),
        };
        self.note(entry, "")?;
        Ok(after)
    }
}

/// Everything that is wrong with a season's settings.
fn check(season: &Season) -> Vec<SettingRefusal> {
    let wrong = settings::all().filter_map(|setting| match &setting.kind {
        SettingKind::Typed(of) if !(of.fits)(season) => Some(SettingRefusal::CannotBe {
            wrong: of.wrong,
            typed: (of.shown)(season),
        }),
        _ => None,
    });
    let mut wrong: Vec<SettingRefusal> = wrong.collect();
    let settings = &season.settings;
    if settings.player_role.is_some() && settings.player_role == settings.eliminated_role {
        wrong.push(SettingRefusal::SameRoles);
    }
    wrong
}
