//! How a post can get to its reader: a channel, a direct message, a private thread.

use crate::referee::{Core, Letter, Post, Recipient};
use crate::store::{AccountId, ChannelId, OutboxRow, Result, SeasonId, Tx};
use games::CastId;

/// A route. Once it is opened or joined, it becomes [`Route::Channel`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Route {
    Channel(ChannelId),
    /// This account's bound channel, if the account can see it.
    Bound {
        channel: ChannelId,
        account: AccountId,
    },
    /// A direct message to this account.
    Direct(AccountId),
    /// A private thread of this channel.
    Thread(ChannelId),
    /// A private thread of the channel above this one, if this is itself a thread.
    Above(ChannelId),
    /// This thread, to which the reader has to be added.
    Join(ChannelId),
    /// This thread, which is archived and has to be reopened first.
    Reopen(ChannelId),
}

/// The routes to a post's reader, in the order in which to try them.
pub(super) fn routes_to(core: &mut Core, row: &OutboxRow, letter: &Letter) -> Result<Vec<Route>> {
    match letter.to {
        Recipient::Channel(channel) => Ok(vec![Route::Channel(channel)]),
        Recipient::Account(account) => Ok(vec![Route::Direct(account)]),
        Recipient::Member {
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
        Recipient::Host(account) => ways_to_host(core, row, account),
        Recipient::Person { who, account } => ways_to_person(core, row, who, account),
    }
}

/// The routes to somebody of the cast: where they were reached before, a direct message, a private
/// thread.
fn ways_to_person(
    core: &mut Core,
    row: &OutboxRow,
    who: CastId,
    account: AccountId,
) -> Result<Vec<Route>> {
    let table = core.table(row.match_id)?;
    let person = table.as_ref().and_then(|table| table.person(who));
    let bound = person.and_then(|person| person.bound);
    let bound = bound.map(|channel| Route::Bound { channel, account });
    let known = person.and_then(|person| person.way).map(Route::Channel);
    let known = bound.into_iter().chain(known);
    let mut ways: Vec<Route> = known.chain([Route::Direct(account)]).collect();
    // In a direct message there are no threads.
    let in_server = table.filter(|table| table.row.guild.is_some());
    if let Some((season, channel)) = in_server.map(|table| (table.row.season, table.row.channel)) {
        // Their thread of an earlier match of the season is tried before a new one is opened. But
        // only one below the same channel: another might be closed to them, and its members would
        // see who plays here.
        let thread = season.map(|season| {
            let thread = |tx: &Tx| tx.last_thread(season, channel, account);
            core.store().read(thread)
        });
        ways.extend(thread.transpose()?.flatten().map(Route::Join));
        ways.push(Route::Thread(channel));
    }
    Ok(ways)
}

/// A season's further routes to somebody: a private thread, and for what hosts may read, the hosts'
/// channel.
fn ways_in_season(
    core: &mut Core,
    season: SeasonId,
    account: AccountId,
    for_hosts: bool,
) -> Result<Vec<Route>> {
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

/// The routes to the host of a match: where they were reached last, a direct message, a private
/// thread, and the hosts' channel.
fn ways_to_host(core: &mut Core, row: &OutboxRow, account: AccountId) -> Result<Vec<Route>> {
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
        // The hosts' channel is only a stopgap: the host's own routes are tried first each time.
        let last = tx.last_way(id, queue)?.filter(|last| Some(*last) != audit);
        let last = last.map(Route::Channel).into_iter();
        let private = last.chain([Route::Direct(account), Route::Thread(channel)]);
        Ok(private.chain(audit.map(Route::Channel)).collect())
    })
}
