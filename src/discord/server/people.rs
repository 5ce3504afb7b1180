//! A server's people, for casts: who has a role, their names, and who is in the season.

use serenity::all::UserId;

use crate::discord::{Data, Result, Tried, text};
use crate::referee::postal::codes;
use crate::referee::{NewPerson, Snapshot, Viewer};
use crate::store::{AccountId, CastMember, RoleId, Season, SeasonId, ServerId, StoreError};
use crate::words;
use games::{Role, names};

/// The server's current season and its cast.
pub async fn season_with_cast(
    data: &Data,
    guild: ServerId,
) -> Result<Option<(Season, Vec<CastMember>)>> {
    let read = data.stored(move |tx| {
        let Some(season) = tx.current_season(guild)? else {
            return Ok(None);
        };
        let cast = tx.season_cast(season.id)?;
        Ok(Some((season, cast)))
    });
    read.await
}

/// A season's matches whose results wait for a host, each with its channel. While there are some,
/// nothing that would give them away may be shown.
pub async fn held_results(data: &Data, season: SeasonId) -> Result<Vec<String>> {
    let held = data.read(move |core| {
        let held = core.store().read(|tx| tx.held_matches(season))?;
        let snapshots = held
            .into_iter()
            .filter_map(|id| core.snapshot(id, Viewer::Public).transpose());
        snapshots.collect::<Result<Vec<_>, StoreError>>()
    });
    let held = held.await?;
    let title =
        |snapshot: &Snapshot| words::status::match_title(snapshot, &text::shown(snapshot.cast()));
    Ok(held.iter().map(title).collect())
}

/// The members with a role, and their names in the server; or why they are unknown, in words.
/// Discord only lists members to bots with the members intent; `meanwhile`: what can be done
/// without it.
pub async fn with_role(
    data: &Data,
    guild: ServerId,
    role: RoleId,
    meanwhile: &str,
) -> Result<Vec<(AccountId, String)>, String> {
    if role.0 == guild.0 {
        return Err(words::people::ROLE_OF_EVERYBODY.to_owned());
    }
    /// The most members in one answer (Discord documentation, "List Guild Members").
    const AT_ONCE: u64 = 1000;
    let role = role.into();
    let mut having = Vec::new();
    let mut after = None;
    loop {
        let members = data
            .rest
            .members(guild, AT_ONCE, after)
            .await
            .map_err(|failure| {
                if failure.is_passing() {
                    words::answers::DISCORD_AWAY.to_owned()
                } else if failure.is_forbidden() {
                    words::people::role_unreadable(meanwhile)
                } else {
                    words::people::role_refused(
                        &text::escape_markdown(&failure.to_string()),
                        meanwhile,
                    )
                }
            })?;
        // Members come in the order of their ids.
        after = members.iter().map(|member| member.user.id).max();
        let is_last = (members.len() as u64) < AT_ONCE;
        let has = members
            .into_iter()
            .filter(|member| member.roles.contains(&role) && !member.user.bot);
        having.extend(has.map(|member| (member.user.id.into(), member.display_name().to_owned())));
        if is_last {
            return Ok(having);
        }
    }
}

/// A member's name in a server, or why they cannot be in a cast.
pub async fn shown_name(data: &Data, guild: ServerId, account: AccountId) -> Tried<String> {
    match data.rest.member(guild, UserId::from(account)).await {
        Ok(member) if member.user.bot => Ok(Err(words::people::is_bot(account))),
        Ok(member) => Ok(Ok(member.display_name().to_owned())),
        Err(error) if codes::is_absent(error.code()) => {
            Ok(Err(words::people::not_in_server(account)))
        }
        Err(error) => Err(error.into()),
    }
}

/// A Discord name without characters that names in a cast may not have.
pub fn writable(shown: &str) -> String {
    let may_be = |c: &char| *c != '"' && !c.is_control();
    let clean: String = shown.chars().filter(may_be).collect();
    if names::is_seen(&clean) {
        clean
    } else {
        "Somebody".to_owned()
    }
}

/// A name that may be in a cast, made different from all names in this one.
pub fn free_name(shown: &str, cast: &[NewPerson]) -> String {
    let clean = writable(shown);
    let taken = |name: &str| {
        let lower = name.to_lowercase();
        ["dmo", "ec", "host", "clock", "dealer"].contains(&lower.as_str())
            || cast
                .iter()
                .any(|person| person.name.to_lowercase() == lower)
    };
    if !taken(&clean) {
        return clean;
    }
    // There are more numbers than people, so one is free.
    (2..)
        .map(|number| format!("{clean} {number}"))
        .find(|name| !taken(name))
        .unwrap_or(clean)
}

/// A guest whose name is made up: the one with this number, made different from all in the cast.
pub fn made_up(number: usize, role: Role, cast: &[NewPerson]) -> NewPerson {
    let name = free_name(&words::practice::made_up(number), cast);
    NewPerson::new(name, role, None)
}
