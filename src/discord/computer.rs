//! The computer as a practice opponent: the bot's own account in a seat, playing legally at random after a moment of thought.

use std::time::Duration;

use super::Data;
use crate::referee::Gone;

/// How often it looks for something to do. With this it thinks about as long as a quick person.
const LOOK: Duration = Duration::from_millis(800);

/// Plays for as long as the program runs.
pub async fn run(data: Data) {
    let me = data.me.get();
    loop {
        tokio::time::sleep(LOOK).await;
        let open = data
            .referee
            .read(move |core, _| core.store().read(|tx| tx.open_matches_of(me)))
            .await;
        let open = match open {
            Ok(Ok(open)) => open,
            Ok(Err(error)) => {
                tracing::error!("the computer's matches cannot be read: {error}");
                continue;
            }
            Err(Gone::NotStored(_) | Gone::Unknown(_)) => continue,
            Err(Gone::Ending) => return,
        };
        for id in open {
            let played = data
                .referee
                .run(move |core, now| core.play_for(id, me, now))
                .await;
            if let Ok(Err(error)) = played {
                tracing::error!("match {id}: the computer cannot play: {error}");
            }
        }
    }
}
