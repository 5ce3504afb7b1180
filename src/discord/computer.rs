//! The computer player: in practice it plays a seat with the bot's own account, in a rehearsal it
//! plays everybody. It moves after a moment.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use super::Data;
use crate::referee::{Question, RefereeGone, Reply};
use crate::store::{AccountId, MatchId, StoreError};

/// How often it looks for something to do. It seems to think for a moment all the same: its
/// opponent's move has to be posted first.
const LOOK: Duration = Duration::from_millis(250);

/// How long it thinks at most: with a look before, people wait for two seconds.
const MAX: Duration = Duration::from_millis(1_750);
/// How long it thinks at least, after it has waited in line.
const MIN: Duration = Duration::from_millis(250);

/// Plays for as long as the program runs.
pub async fn run(data: Data) {
    let me = AccountId::from(data.me);
    let mut thinking: HashMap<MatchId, JoinHandle<()>> = HashMap::new();
    loop {
        tokio::time::sleep(LOOK).await;
        thinking.retain(|_, task| !task.is_finished());
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
        let practices = practices.into_iter().map(|id| (id, Some(me)));
        let rehearsals = rehearsals.into_iter().map(|id| (id, None));
        for (id, account) in practices.chain(rehearsals) {
            if !thinking.contains_key(&id)
                && let Some(question) = play(&data, id, account, None).await
            {
                let task = tokio::spawn(think(data.clone(), id, account, question));
                thinking.insert(id, task);
            }
        }
    }
}

/// Thinks about a question and, if the match has moved on meanwhile, about the next one.
async fn think(data: Data, id: MatchId, account: Option<AccountId>, first: Question) {
    let mut next = Some(first);
    while let Some(question) = next {
        let reply = answer(&data, id, Arc::new(question)).await;
        next = play(&data, id, account, Some(reply)).await;
    }
}

/// Thinks about a question, as long as there's time and the match hasn't moved on.
async fn answer(data: &Data, id: MatchId, question: Arc<Question>) -> Reply {
    let (asked_at, is_moot) = (Instant::now(), Arc::new(AtomicBool::new(false)));
    let (asked, is_stopped) = (question.clone(), is_moot.clone());
    let thought = data.think_pool.run(move || {
        let until = (asked_at + MAX).max(Instant::now() + MIN);
        let reply = asked.think(&|| is_stopped.load(Ordering::Relaxed) || Instant::now() > until);
        if Instant::now() > until {
            tracing::warn!("match {id}: the computer had no time for all of its playouts");
        }
        reply
    });
    tokio::pin!(thought);
    loop {
        let reply = tokio::select! {
            reply = &mut thought => reply,
            () = tokio::time::sleep(LOOK) => {
                let question = question.clone();
                let read = data.referee.read(move |core, _| core.is_moot(id, &question.give_up()));
                if let Ok(Ok(true)) = read.await {
                    is_moot.store(true, Ordering::Relaxed);
                }
                continue;
            }
        };
        return reply.unwrap_or_else(|error| {
            tracing::error!("match {id}: the computer can't think: {error}");
            question.give_up()
        });
    }
}

async fn play(
    data: &Data,
    id: MatchId,
    account: Option<AccountId>,
    reply: Option<Reply>,
) -> Option<Question> {
    let work = data
        .referee
        .run(move |core, now| core.play_for(id, account, reply.as_ref(), now));
    match work.await {
        Ok(Ok(question)) => question,
        Ok(Err(error)) => {
            tracing::error!("match {id}: the computer can't play: {error}");
            None
        }
        Err(_) => None,
    }
}
