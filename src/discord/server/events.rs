//! Scheduled events of servers for matches: created for a scheduled start, moved, begun and ended
//! with the match. Nothing depends on them: if Discord refuses one, it is left.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use serenity::all::{GuildId, LightMethod, Route, ScheduledEventId, Timestamp, UserId};

use crate::discord::rest::{Call, Failure};
use crate::discord::{Data, Fault, text};
use crate::referee::{RefereeGone, ToSchedule};
use crate::store::{MatchId, ScheduledEvent, StoreError, Tx};
use crate::words;

/// How often to check for changes.
const LOOK: Duration = Duration::from_secs(1);
/// How long a match is left alone when something was refused.
const AGAIN: Duration = Duration::from_secs(15 * 60);
/// Events outside of voice channels need an end. Most matches are over by then. If one is not, the
/// end is put off by as much.
const EXPECTED_MS: u64 = 2 * 60 * 60 * 1000;
/// How near the end comes before that: it leaves time to try again.
const SOON_MS: u64 = 2 * AGAIN.as_secs() * 1000;

/// An event's status (Discord documentation, "Guild Scheduled Event Status").
const ACTIVE: u8 = 2;
const COMPLETED: u8 = 3;
const CANCELED: u8 = 4;

/// Keeps events in line with the matches, for as long as the program runs.
pub async fn run(data: Data) {
    let mut refused: HashMap<MatchId, Instant> = HashMap::new();
    // The ends as they were put off. A restart forgets them, and puts them off once more.
    let mut ends: HashMap<MatchId, u64> = HashMap::new();
    loop {
        tokio::time::sleep(LOOK).await;
        let (wanted, events) = match data.referee.read(|core, _| core.events()).await {
            Ok(Ok(found)) => found,
            Ok(Err(error)) => {
                tracing::error!("can't read the scheduled events: {error}");
                continue;
            }
            Err(RefereeGone::NotStored(_) | RefereeGone::Unknown(_)) => continue,
            Err(RefereeGone::Ending) => return,
        };
        refused.retain(|_, until| *until > Instant::now());
        let now = data.referee.clock.now_ms();
        for one in &wanted {
            if refused.contains_key(&one.match_id) {
                continue;
            }
            let mut same = events.iter().filter(|event| event.match_id == one.match_id);
            let event = same.next().copied();
            let done = match event {
                Some(event) if one.start_ms.is_none() && event.begun => {
                    postpone_end(&data, event, &mut ends, now).await
                }
                event => sync_event(&data, one, (event, &events), now).await,
            };
            if let Err(error) = done {
                tracing::warn!(
                    "match {}: can't set its scheduled event: {error}",
                    one.match_id
                );
                refused.insert(one.match_id, Instant::now() + AGAIN);
            }
        }
        for event in events {
            let id = event.match_id;
            if refused.contains_key(&id) || wanted.iter().any(|one| one.match_id == id) {
                continue;
            }
            ends.remove(&id);
            if let Err(error) = end(&data, event, now).await {
                tracing::warn!("match {id}: can't end its scheduled event: {error}");
                refused.insert(id, Instant::now() + AGAIN);
            }
        }
    }
}

/// Creates or changes the event of a match, if it is not as it should be. `all`: the events of all
/// matches.
async fn sync_event(
    data: &Data,
    one: &ToSchedule,
    (event, all): (Option<ScheduledEvent>, &[ScheduledEvent]),
    now: u64,
) -> Result<(), Fault> {
    match (one.start_ms, event) {
        (Some(start_ms), None) if start_ms > now => {
            let (event, starts_ms) = create_or_find(data, one, all, start_ms).await?;
            let event = ScheduledEvent {
                match_id: one.match_id,
                guild: one.guild,
                event,
                channel: one.channel,
                starts_ms,
                begun: false,
            };
            store(data, event).await
        }
        (Some(start_ms), Some(event))
            if (start_ms, one.channel) != (event.starts_ms, event.channel) =>
        {
            // An event that has begun by itself at its time cannot be moved.
            if event.starts_ms <= now {
                return end(data, event, now).await;
            }
            change(data, event, event_json(one, start_ms)?).await?;
            let (channel, starts_ms) = (one.channel, start_ms);
            store(
                data,
                ScheduledEvent {
                    channel,
                    starts_ms,
                    ..event
                },
            )
            .await
        }
        (None, Some(event)) if !event.begun => {
            // The event begins by itself at its time.
            if now < event.starts_ms {
                change(data, event, json!({ "status": ACTIVE })).await?;
            }
            store(
                data,
                ScheduledEvent {
                    begun: true,
                    ..event
                },
            )
            .await
        }
        _ => Ok(()),
    }
}

/// An event as Discord has it.
#[derive(Deserialize)]
struct Event {
    id: ScheduledEventId,
    creator_id: Option<UserId>,
    name: String,
    description: Option<String>,
    scheduled_start_time: Timestamp,
}

/// Creates the event of a match, or finds it if only the answer to that was lost: it has the name
/// and the number, was created by Dealer and is no match's yet. Returns its id, and its start in
/// milliseconds.
async fn create_or_find(
    data: &Data,
    one: &ToSchedule,
    all: &[ScheduledEvent],
    start_ms: u64,
) -> Result<(u64, u64), Fault> {
    let guild_id = GuildId::new(one.guild);
    let there = Call::get(Route::GuildScheduledEvents { guild_id });
    let there: Vec<Event> = data.rest.ask(&there).await?;
    let name = words::event_name(one.game, &one.cast);
    let number = words::event_number(one.match_id);
    let found = there.into_iter().find(|there| {
        let is_known = all.iter().any(|known| known.event == there.id.get());
        let is_it = there.name == name && there.description.as_ref() == Some(&number);
        !is_known && there.creator_id == Some(data.me) && is_it
    });
    if let Some(found) = found {
        let starts_s = found.scheduled_start_time.unix_timestamp().max(0) as u64;
        return Ok((found.id.get(), starts_s * 1000));
    }
    let route = Route::GuildScheduledEvents { guild_id };
    let make = Call::of(LightMethod::Post, route).json(event_json(one, start_ms)?);
    // Without retries: if only the answer is lost, the event is found the next time.
    let made: Event = data.rest.once(&make).await?.value;
    Ok((made.id.get(), start_ms))
}

/// Puts off the end of an event if that is near: the match goes on. If Discord refuses, the event
/// is over.
async fn postpone_end(
    data: &Data,
    event: ScheduledEvent,
    ends: &mut HashMap<MatchId, u64>,
    now: u64,
) -> Result<(), Fault> {
    let planned = event.starts_ms + EXPECTED_MS;
    let ends_ms = ends.entry(event.match_id).or_insert(planned);
    if now + SOON_MS < *ends_ms {
        return Ok(());
    }
    let later = now + EXPECTED_MS;
    let put_off = json!({ "scheduled_end_time": time(later)? });
    *ends_ms = match change(data, event, put_off).await {
        Ok(()) => later,
        Err(fault) if is_passing(&fault) => return Err(fault),
        Err(_) => u64::MAX,
    };
    Ok(())
}

/// Ends an event: completed if it has begun, otherwise canceled. If Discord refuses, it is over or
/// gone already.
async fn end(data: &Data, event: ScheduledEvent, now: u64) -> Result<(), Fault> {
    let status = if event.begun || event.starts_ms <= now {
        COMPLETED
    } else {
        CANCELED
    };
    match change(data, event, json!({ "status": status })).await {
        Err(fault) if is_passing(&fault) => return Err(fault),
        _ => {}
    }
    write(data, move |tx| tx.drop_scheduled_event(event.match_id)).await
}

fn is_passing(fault: &Fault) -> bool {
    fault.downcast_ref().is_some_and(Failure::is_passing)
}

/// The JSON of an event (Discord documentation, "Create Guild Scheduled Event").
fn event_json(one: &ToSchedule, start_ms: u64) -> Result<Value, Fault> {
    // Visible to the server's members only; not in a voice or stage channel.
    let (privacy_level, entity_type) = (2, 3);
    Ok(json!({
        "name": words::event_name(one.game, &one.cast),
        "description": words::event_number(one.match_id),
        "privacy_level": privacy_level,
        "entity_type": entity_type,
        "entity_metadata": { "location": text::channel_link(one.guild, one.channel) },
        "scheduled_start_time": time(start_ms)?,
        "scheduled_end_time": time(start_ms + EXPECTED_MS)?,
    }))
}

fn time(ms: u64) -> Result<String, Fault> {
    Ok(Timestamp::from_millis(ms as i64)?.to_string())
}

async fn change(data: &Data, event: ScheduledEvent, change: Value) -> Result<(), Fault> {
    let route = Route::GuildScheduledEvent {
        guild_id: GuildId::new(event.guild),
        event_id: ScheduledEventId::new(event.event),
    };
    let call = Call::of(LightMethod::Patch, route).json(change);
    Ok(data.rest.tell(&call).await?)
}

async fn store(data: &Data, event: ScheduledEvent) -> Result<(), Fault> {
    write(data, move |tx| tx.set_scheduled_event(event)).await
}

async fn write(
    data: &Data,
    work: impl FnOnce(&Tx) -> Result<(), StoreError> + Send + 'static,
) -> Result<(), Fault> {
    let written = data.referee.read(move |core, _| core.store().write(work));
    Ok(written.await??)
}
