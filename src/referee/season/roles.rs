//! Which Discord roles somebody is to have: by what they are in a season, unless the server's
//! current season says otherwise of the same roles.

use super::super::core::Core;
use crate::store::{CastMember, RolesOf, Season, SeasonId, StoreError};
use games::Role;

/// What is to become of somebody's Discord roles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RolesDue {
    Change {
        guild: u64,
        account: u64,
        /// Their name in the season; None for an account that is nobody's there.
        name: Option<String>,
        /// Each role with whether they are to have it.
        roles: Vec<(u64, bool)>,
    },
    Nothing,
    /// A result waits that the roles would tell.
    Later,
}

impl Core {
    /// What is to become of somebody's Discord roles by what they are in a season now.
    ///
    /// # Errors
    /// What the store says.
    pub fn roles_due(&mut self, id: SeasonId, whose: RolesOf) -> Result<RolesDue, StoreError> {
        self.store.read(|tx| {
            let Some(season) = tx.season(id)? else {
                return Ok(RolesDue::Nothing);
            };
            let cast = tx.season_cast(id)?;
            let member = cast.into_iter().find(|member| match whose {
                RolesOf::Member(position) => member.position == position,
                RolesOf::Former(account) => member.account == Some(account),
            });
            // A season that is archived gives nobody anything.
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
                // Whose account was theirs is looked at by itself, and who is in the cast again has
                // their roles as that.
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
                // Who is out would be seen by their roles.
                if tx.holds_results(season)? {
                    return Ok(RolesDue::Later);
                }
            }
            let roles = wanted(&season, is, current.as_ref());
            Ok(match roles.is_empty() {
                true => RolesDue::Nothing,
                false => RolesDue::Change {
                    guild: season.guild,
                    account,
                    name,
                    roles,
                },
            })
        })
    }
}

/// A season's roles, each with whether it is for somebody who `is` that. `current`: the server's
/// current season where that is another one, and what they are there.
fn wanted(
    season: &Season,
    is: Option<Role>,
    current: Option<&(Season, CastMember)>,
) -> Vec<(u64, bool)> {
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

/// The Discord roles that a season gives, each with whom it is for.
fn of_season(season: &Season) -> Vec<(u64, Role)> {
    let settings = &season.settings;
    let roles = [
        (settings.player_role, Role::Player),
        (settings.eliminated_role, Role::Eliminated),
    ];
    let set = roles.into_iter().filter_map(|(id, of)| Some((id?, of)));
    // That of everybody, whose id is the server's, cannot be given or taken; it could once be set.
    set.filter(|(id, _)| *id != season.guild).collect()
}
