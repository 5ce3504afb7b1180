//! Which match somebody means who names none, and which wait for a choice of theirs.

use super::{Data, Result, text};
use crate::referee::{Busy, Snapshot, busy};
use crate::store::{AccountId, ChannelId, MatchId, StoreError, Tx};
use crate::words;
use games::Party;
use matches::Stage;

/// The open match of the first of these channels that has one.
pub fn open_in(tx: &Tx, channels: &[ChannelId]) -> Result<Option<MatchId>, StoreError> {
    first_in(channels, |channel| tx.open_match_in(channel))
}

/// The last match that counts, of the first of these channels that has one.
pub fn last_in(tx: &Tx, channels: &[ChannelId]) -> Result<Option<MatchId>, StoreError> {
    first_in(channels, |channel| tx.last_match_that_counts_in(channel))
}

/// The open match of these channels; otherwise their last one that counts.
pub fn open_or_last_in(tx: &Tx, channels: &[ChannelId]) -> Result<Option<MatchId>, StoreError> {
    match open_in(tx, channels)? {
        None => last_in(tx, channels),
        open => Ok(open),
    }
}

fn first_in(
    channels: &[ChannelId],
    found: impl Fn(ChannelId) -> Result<Option<MatchId>, StoreError>,
) -> Result<Option<MatchId>, StoreError> {
    for channel in channels {
        if let Some(id) = found(*channel)? {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// The open match because of which a host can neither open one in a channel nor move one there. A
/// practice that has not started makes way.
pub async fn in_the_way(data: &Data, channel: ChannelId) -> Result<Option<Busy>> {
    let open = data.read(move |core| {
        let idle = core.makes_way(channel)?;
        let open = core.store().read(|tx| busy(tx, channel))?;
        Ok(open.filter(|open| idle != Some(open.id)))
    });
    open.await
}

/// How long after a practice in a direct message what somebody types there may still be for it.
const STILL_PRACTISING_MS: u64 = 10 * 60 * 1000;

/// Whether somebody practises in this direct message, or has just done so. What they type there
/// must not change their choice in another match, unless they say so.
pub async fn practises_here(data: &Data, channel: ChannelId) -> Result<bool> {
    let since = data.referee.clock.now() - STILL_PRACTISING_MS;
    data.stored(move |tx| tx.is_played_in_since(channel, since))
        .await
}

pub fn has_seat(snapshot: &Snapshot) -> bool {
    matches!(snapshot.party, Some(Party::Seat(_)))
}

/// The matches with a choice that this account has to make, or may still change.
pub async fn waiting(data: &Data, account: AccountId) -> Result<Vec<Snapshot>> {
    let mut snapshots = data.open_of(account).await?;
    snapshots.retain(|snapshot| snapshot.mine.as_ref().is_some_and(|mine| !mine.live));
    Ok(snapshots)
}

/// What to tell somebody without a choice to make: what became of their choices in matches that
/// have begun. `chooses`: they have typed one.
pub async fn nothing_to_choose(data: &Data, account: AccountId, chooses: bool) -> Result<String> {
    let settled_in = |snapshot: &Snapshot| {
        words::choices::settled_choice(snapshot, &text::shown(snapshot.cast()))
    };
    // Players have something to do in a live match, too.
    let open = data.open_of(account).await?;
    let (seated, others): (Vec<Snapshot>, Vec<Snapshot>) = open.into_iter().partition(has_seat);
    let is_live = |snapshot: &&Snapshot| snapshot.status.stage == Stage::Live;
    let ranked = seated.iter().any(|snapshot| settled_in(snapshot).is_some());
    let plays = seated.iter().any(|snapshot| is_live(&snapshot));
    let settled: Vec<String> = others
        .iter()
        .filter(is_live)
        .filter_map(settled_in)
        .collect();
    Ok(match (settled.as_slice(), chooses) {
        ([], true) => words::typed::nothing_typed_for(ranked, plays),
        ([], false) => words::which_match::NOTHING_TO_SUBMIT.to_owned(),
        (settled, true) => words::typed::typed_too_late(settled),
        (settled, false) => settled.join("\n"),
    })
}
