//! Checks somebody's rights, by the table.

use serenity::all::Member;

use super::rights::{Relation, Right, may};
use super::server::hosts;
use super::{Data, Result, text};
use crate::referee::{Snapshot, Viewer};
use crate::store::{AccountId, MatchId};
use crate::words;
use games::{Party, Role};
use matches::Stage;

/// Why somebody may not do what needs this right, in words; None if they may. `meant`: the match
/// that it is about.
///
/// # Errors
/// What the store or Discord says.
pub async fn refusal(
    data: &Data,
    account: AccountId,
    member: Option<&Member>,
    right: Right,
    meant: Option<MatchId>,
) -> Result<Option<String>> {
    let snapshot = match meant {
        Some(id) => {
            let Some(snapshot) = data.snapshot(id, Viewer::Account(account)).await? else {
                return Ok(Some(words::which_match::NO_SUCH_MATCH.to_owned()));
            };
            Some(snapshot)
        }
        None => None,
    };
    let afar = match (&snapshot, member) {
        (Some(snapshot), None) if snapshot.party.is_none() => match snapshot.row.guild {
            Some(guild) => hosts::member_from_afar(data, guild, account).await?,
            None => None,
        },
        _ => None,
    };
    // A match of another server, in which the person has no part, doesn't exist for them here. In a
    // direct message, "here" is every server that they are in.
    let there = member.or(afar.as_ref());
    let here = there.map(|member| member.guild_id.into());
    let is_elsewhere = |snapshot: &Snapshot| {
        snapshot.party.is_none() && (here.is_none() || here != snapshot.row.guild)
    };
    if snapshot.as_ref().is_some_and(is_elsewhere) {
        return Ok(Some(words::which_match::NO_SUCH_MATCH.to_owned()));
    }
    let kind = relation(snapshot.as_ref());
    let rehearses = snapshot
        .as_ref()
        .is_some_and(|snapshot| snapshot.setup().rehearsal);
    if may(kind, right) {
        return Ok(None);
    }
    if may(Relation::Host, right) || may(Relation::HostInSeat, right) {
        let hosts = match (&snapshot, member) {
            (Some(snapshot), _) => hosts::hosts(data, account, there, snapshot).await?,
            // The command itself will ask which match is meant.
            (None, Some(member)) if !may(Relation::HostInSeat, right) => {
                hosts::is_host_of_any(data, member).await?
            }
            (None, _) => hosts::is_host(data, member, None).await?,
        };
        let kind = match kind {
            // A rehearsal decides nothing, so a host who tries a seat in it stays its host.
            Relation::Player if !rehearses => Relation::HostInSeat,
            _ => Relation::Host,
        };
        match kind {
            kind if hosts && may(kind, right) => return Ok(None),
            Relation::HostInSeat if hosts => {
                return Ok(Some(words::rights::HOST_IN_SEAT.to_owned()));
            }
            // Something that hosts may not do either: refuse it as for anybody.
            _ => {}
        }
    }
    if matches!(right, Right::Play | Right::Seat)
        && let Some(snapshot) = snapshot
            .as_ref()
            .filter(|snapshot| snapshot.party.is_none())
        && let Some(said) = substitute_refusal(data, snapshot, account).await?
    {
        return Ok(Some(said));
    }
    if matches!(right, Right::Play | Right::Seat) && rehearses {
        return Ok(Some(words::rehearsal::ONLY_A_REHEARSAL.to_owned()));
    }
    if matches!(right, Right::Play | Right::Seat)
        && let Some(snapshot) = snapshot.filter(|snapshot| snapshot.status.stage != Stage::Over)
        && !snapshot.has_no_host()
        && member.is_some()
        && hosts::hosts(data, account, member, &snapshot).await?
    {
        return Ok(Some(words::rights::HOSTS_DO_NOT_PLAY.to_owned()));
    }
    Ok(Some(match right {
        Right::Look => words::rights::GUILD_ONLY.to_owned(),
        Right::Host | Right::Log | Right::Export | Right::Conduct | Right::Rule | Right::GoOn => {
            words::rights::HOST_ONLY.to_owned()
        }
        Right::Play => words::which_match::NOT_IN_MATCH.to_owned(),
        Right::Seat => words::rights::SEAT_ONLY.to_owned(),
    }))
}

/// The words for somebody who was replaced in a match; None for others.
async fn substitute_refusal(
    data: &Data,
    snapshot: &Snapshot,
    account: AccountId,
) -> Result<Option<String>> {
    let id = snapshot.row.id;
    let read = data.read(move |core| core.replaced(id, account)).await?;
    let cast = text::shown(snapshot.cast());
    Ok(read.map(|by| words::choices::replaced(by.who, by.by, by.since_ms, snapshot, &cast)))
}

/// An account's relation to a match, without its rights as a host.
fn relation(snapshot: Option<&Snapshot>) -> Relation {
    let Some((snapshot, party)) = snapshot.and_then(|snapshot| Some((snapshot, snapshot.party?)))
    else {
        return Relation::Spectator;
    };
    match party {
        Party::Seat(_) => Relation::Player,
        Party::Cast(who) => match snapshot.cast().members()[usize::from(who.0)].role {
            Role::Player => Relation::SafePlayer,
            Role::Eliminated => Relation::Eliminated,
            Role::Dealer => Relation::Dealer,
        },
        Party::Host | Party::Dealer => Relation::Spectator,
    }
}
