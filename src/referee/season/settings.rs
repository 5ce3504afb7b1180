//! What hosts set in a season, checked before it counts.

use super::{Asker, Core, Done, SeasonRefusal, refused};
use crate::referee::AuditEntry;
use crate::store::settings::{self, Kind, Setting, get};
use crate::store::{Season, SeasonId};

/// Why settings cannot be that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingRefusal {
    /// One of them may not be what was typed: its row's sentence for that, in which `{typed}`
    /// stands for it.
    CannotBe { wrong: &'static str, typed: String },
    /// Players and eliminated cannot have the same role.
    SameRoles,
    /// The role of everybody in the server, which nobody is given.
    EverybodysRole,
}

impl Core {
    /// A host changes settings of a season: what `change` makes of them, all of it or nothing. What
    /// is in them now comes back.
    ///
    /// # Errors
    /// A setting that cannot be that.
    pub fn set_season(
        &mut self,
        id: SeasonId,
        asker: Asker,
        change: impl FnOnce(&mut Season),
        now: u64,
    ) -> Done<Season> {
        self.as_host_of(id, asker, now, |desk| {
            desk.out_of_play()?;
            let before = desk.season.clone();
            let mut after = before.clone();
            change(&mut after);
            // Its name and whether it is archived have their own ways.
            after.name = before.name.clone();
            after.archived = before.archived;
            let wrong = check(&after);
            if !wrong.is_empty() {
                return refused(SeasonRefusal::Settings(wrong));
            }
            // One from before this was checked keeps up no other setting.
            let everybody = Some(before.guild);
            let is_new = |setting: &Setting| match setting.kind {
                Kind::Role { at, .. } => {
                    get(&after, at) == everybody && get(&before, at) != everybody
                }
                _ => false,
            };
            if settings::all().any(is_new) {
                let wrong = vec![SettingRefusal::EverybodysRole];
                return refused(SeasonRefusal::Settings(wrong));
            }
            if after == before {
                return Ok(after);
            }
            desk.tx.set_season(&after)?;
            let entry = AuditEntry::SettingsChanged {
                before: Box::new(before),
                after: Box::new(after.clone()),
            };
            desk.note(entry, "")?;
            Ok(after)
        })
    }
}

/// Everything that is wrong with the settings.
fn check(season: &Season) -> Vec<SettingRefusal> {
    let wrong = settings::all().filter_map(|setting| match &setting.kind {
        Kind::Typed(of) if !(of.fits)(season) => Some(SettingRefusal::CannotBe {
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
