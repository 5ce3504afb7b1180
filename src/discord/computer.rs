//! The computer player: in practice it plays a seat with the bot's own account, in a rehearsal it
//! plays everybody. It plays legal moves after a moment.

use std::time::Duration;

use super::Data;
use crate::referee::{Core, RefereeGone};
use crate::store::{AccountId, MatchId, StoreError};

/// How often it looks for something to do: so it takes about as long as a quick person.
const LOOK: Duration = Duration::from_millis(800);

/// Plays for as long as the program runs.
pub async fn run(data: Data) {
    let me = AccountId::from(data.me);
    loop {
        tokio::time::sleep(LOOK).await;
        let open = data.referee.read(move |core, _| {
            core.store()
                .read(|tx| Ok::<_, StoreError>((tx.open_matches_of(me)?, tx.open_rehearsals()?)))
        });
        let (practices, rehearsals) = match open.await {
            Ok(Ok(open)) => open,
            Ok(Err(error)) => {
                tracing::error!("can't read the computer's matches: {error}");
                continue;
            }
            Err(RefereeGone::NotStored(_) | RefereeGone::Unknown(_)) => continue,
            Err(RefereeGone::Ending) => return,
        };
        for id in practices {
            let work = move |core: &mut Core, now| core.play_for(id, me, now);
            play(&data, id, work).await;
        }
        for id in rehearsals {
            let work = move |core: &mut Core, now| core.rehearse(id, now);
            play(&data, id, work).await;
        }
    }
}

async fn play(
    data: &Data,
    id: MatchId,
    work: impl FnOnce(&mut Core, u64) -> Result<(), StoreError> + Send + 'static,
) {
    if let Ok(Err(error)) = data.referee.run(work).await {
        tracing::error!("match {id}: the computer can't play: {error}");
    }
}
