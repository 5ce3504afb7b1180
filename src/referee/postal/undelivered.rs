//! Somebody of a season could not be told what was done to them. The account that did it learns
//! this, so that it can tell them.

use games::WallMs;

use crate::referee::{Core, Letter, Post, Recipient, Undelivered};
use crate::store::{AccountId, Hello, OutboxRow, Result, SeasonId, Tx};

/// Tells a host, or all hosts, that a letter to somebody of a season was not delivered. Only what
/// it was about: the audit log has the rest.
pub(super) fn tell_of_untold(
    core: &mut Core,
    row: &OutboxRow,
    letter: &Letter,
    now: WallMs,
) -> Result<()> {
    if let (Post::Hello { guild, .. }, Recipient::Member { account, .. }) =
        (&letter.post, letter.to)
    {
        // For a greeting, the host looks up the outcome.
        let closed = |tx: &Tx| tx.note_hello(*guild, account, Hello::Closed, now);
        return core.store_mut().write(closed);
    }
    let (of, is_gift) = match letter.post {
        Post::Strike { .. } => (Undelivered::Strike, false),
        Post::Garnets { .. } => (Undelivered::Garnets, false),
        Post::Out { .. } => (Undelivered::Out, false),
        Post::Gift { .. } => (Undelivered::Garnets, true),
        _ => {
            tracing::warn!("can't tell anyone about post {}", row.id.0);
            return Ok(());
        }
    };
    let Recipient::Member {
        account,
        season,
        by,
        ..
    } = letter.to
    else {
        return Ok(());
    };
    core.store_mut().write(|tx| {
        let Some(found) = tx.season(season)? else {
            return Ok(());
        };
        let audit = found.settings.audit_channel.map(Recipient::Channel);
        let doer = by.map(|account| Recipient::Member {
            account,
            bound: None,
            season,
            by: None,
        });
        // Undelivered news of a player's gift goes to the hosts' channel. For a host's own act, it
        // goes to that host.
        let to = if is_gift {
            audit.or(doer)
        } else {
            doer.or(audit)
        };
        let Some(to) = to else {
            tracing::warn!("can't tell anyone about post {}", row.id.0);
            return Ok(());
        };
        let post = Post::Untold {
            season: found.name,
            name: name_in(tx, season, account)?,
            of,
        };
        Letter { to, post }.send(tx, None, None, now)
    })
}

/// Somebody's name in a season; None if they are not in it.
pub(super) fn name_in(tx: &Tx, season: SeasonId, account: AccountId) -> Result<Option<String>> {
    let cast = tx.season_cast(season)?.into_iter();
    let mut those = cast.filter(|member| member.account == Some(account));
    Ok(those.next().map(|member| member.name))
}
