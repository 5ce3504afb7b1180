//! What hosts set in a season, checked before it counts.

use super::{Asker, Core, Done, SeasonRefusal, refused};
use crate::referee::AuditEntry;
use crate::store::{Season, SeasonId};

/// Why a setting cannot be that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingRefusal {
    /// No time zone has this name.
    TimeZone(String),
    /// Hours are 0 to 23, and two different ones.
    QuietHours,
    StrikeLimit {
        most: u32,
    },
    WinnerBonus {
        most: u32,
    },
    Pauses {
        most: u32,
    },
    PauseMinutes {
        most: u32,
    },
    /// Players and eliminated cannot have the same role.
    SameRoles,
    /// The role of everybody in the server, which nobody is given.
    EverybodysRole,
}

const MOST_STRIKES: u32 = 100;
const MOST_BONUS: u32 = 1_000_000;
const MOST_PAUSES: u32 = 20;
const MOST_PAUSE_MINUTES: u32 = 24 * 60;

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
            let is_new = |(before, after)| after == everybody && before != everybody;
            if roles(&before).into_iter().zip(roles(&after)).any(is_new) {
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

fn roles(season: &Season) -> [Option<u64>; 3] {
    let settings = &season.settings;
    [
        season.host_role,
        settings.player_role,
        settings.eliminated_role,
    ]
}

/// Everything that is wrong with the settings.
fn check(season: &Season) -> Vec<SettingRefusal> {
    let settings = &season.settings;
    let mut wrong = Vec::new();
    if jiff::tz::TimeZone::get(&settings.time_zone).is_err() {
        wrong.push(SettingRefusal::TimeZone(settings.time_zone.clone()));
    }
    if let Some((from, to)) = settings.quiet_hours
        && (from > 23 || to > 23 || from == to)
    {
        wrong.push(SettingRefusal::QuietHours);
    }
    let limit = settings.strike_limit;
    if limit.is_some_and(|limit| limit == 0 || limit > MOST_STRIKES) {
        wrong.push(SettingRefusal::StrikeLimit { most: MOST_STRIKES });
    }
    if settings.winner_bonus > Some(MOST_BONUS) {
        wrong.push(SettingRefusal::WinnerBonus { most: MOST_BONUS });
    }
    if settings.player_pauses > MOST_PAUSES {
        wrong.push(SettingRefusal::Pauses { most: MOST_PAUSES });
    }
    if settings.player_pause_minutes == 0 || settings.player_pause_minutes > MOST_PAUSE_MINUTES {
        let most = MOST_PAUSE_MINUTES;
        wrong.push(SettingRefusal::PauseMinutes { most });
    }
    if settings.player_role.is_some() && settings.player_role == settings.eliminated_role {
        wrong.push(SettingRefusal::SameRoles);
    }
    wrong
}
