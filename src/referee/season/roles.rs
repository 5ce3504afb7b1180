//! Which Discord roles somebody should have: by what they are in a season, unless the server's
//! current season uses the same roles differently.

use super::super::core::Core;
use crate::store::{AccountId, CastMember, Result, RoleId, RolesOf, Season, SeasonId, ServerId};
use games::Role;

/// What to do with somebody's Discord roles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RolesDue {
    Change {
        guild: ServerId,
        account: AccountId,
        /// Their name in the season; None for an account outside it.
        name: Option<String>,
        /// Each role, and whether they should have it.
        roles: Vec<(RoleId, bool)>,
    },
    Nothing,
    /// Wait, because the roles would give away a result that waits.
    Later,
}

impl Core {
    /// What to do with somebody's Discord roles, by what they are in a season now.
    pub fn roles_due(&self, id: SeasonId, whose: RolesOf) -> Result<RolesDue> {
        self.store.read(|tx| {
            let Some(season) = tx.season(id)? else {
                return Ok(RolesDue::Nothing);
            };
            let cast = tx.season_cast(id)?;
            let member = cast.into_iter().find(|member| match whose {
                RolesOf::Member(position) => member.position == position,
                RolesOf::Former(account) => member.account == Some(account),
            });
            // An archived season gives nobody a role.
            let goes_on = |_: &Role| !season.archived;
            let (account, name, is) = match (whose, member) {
                (RolesOf::Member(_), Some(member)) => match member.account {
                    Some(account) => {
                        let is = Some(member.role).filter(goes_on);
                        (account, Some(member.name), is)
                    }
                    None => return Ok(RolesDue::Nothing),
                },
                (RolesOf::Former(account), None) => (account, None, None),
                // A former account has its own entry; an account that is in the cast again is
                // treated as a member.
                (RolesOf::Member(_), None) | (RolesOf::Former(_), Some(_)) => {
                    return Ok(RolesDue::Nothing);
                }
            };
            let current = match tx.current_season(season.guild)? {
                Some(current) if current.id != id => {
                    let cast = tx.season_cast(current.id)?.into_iter();
                    let mut theirs = cast.filter(|member| member.account == Some(account));
                    theirs.next().map(|member| (current, member))
                }
                _ => None,
            };
            let told_by = current.as_ref().map(|(current, _)| current.id);
            for season in std::iter::once(id).chain(told_by) {
                // Roles would show who is out.
                if tx.holds_results(season)? {
                    return Ok(RolesDue::Later);
                }
            }
            let roles = wanted(&season, is, current.as_ref());
            Ok(if roles.is_empty() {
                RolesDue::Nothing
            } else {
                RolesDue::Change {
                    guild: season.guild,
                    account,
                    name,
                    roles,
                }
            })
        })
    }
}

/// A season's roles, each with whether somebody with the role `is` in the season should have it.
/// `current`: the server's current season, if that is another one, and what they are there.
fn wanted(
    season: &Season,
    is: Option<Role>,
    current: Option<&(Season, CastMember)>,
) -> Vec<(RoleId, bool)> {
    let roles = of_season(season).into_iter();
    let roles = roles.map(|(role, of)| {
        let now = current.and_then(|(current, member)| {
            let mut same = of_season(current).into_iter();
            let found = same.find(|(other, _)| *other == role);
            found.map(|(_, of)| member.role == of)
        });
        (role, now.unwrap_or(is == Some(of)))
    });
    roles.collect()
}

/// The Discord roles that a season gives, and to whom.
fn of_season(season: &Season) -> Vec<(RoleId, Role)> {
    let settings = &season.settings;
    let roles = [
        (settings.player_role, Role::Player),
        (settings.eliminated_role, Role::Eliminated),
    ];
    let set = roles.into_iter().filter_map(|(id, of)| Some((id?, of)));
    // `@everyone` (its id is the server's) cannot be given or taken, but could once be set.
    set.filter(|(id, _)| id.0 != season.guild.0).collect()
}
