//! How a post can get to its reader: a channel, a direct message, a private thread.

use crate::referee::{Core, Letter, Post, To};
use crate::store::{OutboxRow, SeasonId, StoreError, Tx};
use games::CastId;

/// One of them. What is opened or joined becomes a channel.
#[derive(Clone, Copy, Debug)]
pub(super) enum Route {
    Channel(u64),
    /// The channel that is bound to this account, if it can see it.
    Bound {
        channel: u64,
        account: u64,
    },
    /// A direct message to this account.
    Direct(u64),
    /// A private thread of this channel.
    Thread(u64),
    /// A private thread of the channel above this one, which is itself a thread, or can have none.
    Above(u64),
    /// This thread, which they are to be let into.
    Join(u64),
    /// This thread, which is archived: it is to be brought back first.
    Reopen(u64),
}

/// The ways to whom a post is for, the first one to be tried first.
pub(super) fn routes_to(
    core: &mut Core,
    row: &OutboxRow,
    letter: &Letter,
) -> Result<Vec<Route>, StoreError> {
    match letter.to {
        To::Channel(channel) => Ok(vec![Route::Channel(channel)]),
        To::Account(account) => Ok(vec![Route::Direct(account)]),
        To::Member {
            account,
            bound,
            season,
            ..
        } => {
            let bound = bound.map(|channel| Route::Bound { channel, account });
            let mut ways: Vec<Route> = bound.into_iter().chain([Route::Direct(account)]).collect();
            let for_hosts = matches!(letter.post, Post::Untold { .. });
            ways.extend(ways_in_season(core, season, account, for_hosts)?);
            Ok(ways)
        }
        To::Host(account) => ways_to_host(core, row, account),
        To::Person { who, account } => ways_to_person(core, row, who, account),
    }
}

/// The ways to somebody of the cast, in their order: where they are known to read, a direct
/// message, a private thread.
fn ways_to_person(
    core: &mut Core,
    row: &OutboxRow,
    who: CastId,
    account: u64,
) -> Result<Vec<Route>, StoreError> {
    let table = core.table(row.match_id)?;
    let person = table.and_then(|table| table.person(who));
    let bound = person.and_then(|person| person.bound);
    let bound = bound.map(|channel| Route::Bound { channel, account });
    let known = person.and_then(|person| person.way).map(Route::Channel);
    let known = bound.into_iter().chain(known);
    let mut ways: Vec<Route> = known.chain([Route::Direct(account)]).collect();
    // In a direct message there are no threads.
    let in_server = table.filter(|table| table.row.guild.is_some());
    if let Some((season, channel)) = in_server.map(|table| (table.row.season, table.row.channel)) {
        // The thread in which they were written to in an earlier match of the season, before
        // another one is opened. One below another channel might be shut to them, and would have
        // who is there see who plays here.
        let thread = season.map(|season| {
            let thread = |tx: &Tx| tx.last_thread(season, channel, account);
            core.store().read(thread)
        });
        ways.extend(thread.transpose()?.flatten().map(Route::Join));
        ways.push(Route::Thread(channel));
    }
    Ok(ways)
}

/// The ways that a season has to somebody besides, in their order: a private thread, and of what
/// hosts may read, what they read together.
fn ways_in_season(
    core: &mut Core,
    season: SeasonId,
    account: u64,
    for_hosts: bool,
) -> Result<Vec<Route>, StoreError> {
    core.store().read(|tx| {
        let Some(settings) = tx.season(season)?.map(|season| season.settings) else {
            return Ok(Vec::new());
        };
        let known = match settings.match_channel {
            Some(channel) => tx.last_thread(season, channel, account)?,
            None => tx.last_thread_anywhere(season, account)?,
        };
        let known = known.map(Route::Join).into_iter();
        let threads = known.chain(settings.match_channel.map(Route::Thread));
        let audit = settings.audit_channel.filter(|_| for_hosts);
        Ok(threads.chain(audit.map(Route::Channel)).collect())
    })
}

/// The ways to the host of a match, in their order: where they were last written to, a direct
/// message, a private thread, and what the hosts read together.
fn ways_to_host(core: &mut Core, row: &OutboxRow, account: u64) -> Result<Vec<Route>, StoreError> {
    let (id, queue) = (row.match_id, row.queue);
    let Some(found) = core
        .table(id)?
        .filter(|table| table.row.guild.is_some())
        .map(|table| (table.row.channel, table.row.season))
    else {
        return Ok(vec![Route::Direct(account)]);
    };
    let (channel, season) = found;
    core.store().read(|tx| {
        let season = season
            .map(|season| tx.season(season))
            .transpose()?
            .flatten();
        let audit = season.and_then(|season| season.settings.audit_channel);
        // From the channel of all hosts it goes back to the host's own as soon as that is open.
        let last = tx.last_way(id, queue)?.filter(|last| Some(*last) != audit);
        let last = last.map(Route::Channel).into_iter();
        let private = last.chain([Route::Direct(account), Route::Thread(channel)]);
        Ok(private.chain(audit.map(Route::Channel)).collect())
    })
}
