//! Scheduled events of servers for matches: created for a scheduled start, moved, begun and ended
//! with the match. Nothing depends on them: if Discord refuses one, it is left.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use games::WallMs;
use serde::Deserialize;
use serde_json::{Value, json};
use serenity::all::{LightMethod, Route, ScheduledEventId, Timestamp, UserId};

use crate::discord::rest::{Call, Failure};
use crate::discord::{Data, Fault, Result, text};
use crate::referee::postal::codes;
use crate::referee::{RefereeGone, ToSchedule};
use crate::store::{MatchId, ScheduledEvent, ServerId};
use crate::words;

/// How often events are compared with the matches.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// How long a match is left alone after trouble that passes by itself, and after a refusal.
const RETRY_DELAY: Duration = Duration::from_secs(10);
const REFUSED_DELAY: Duration = Duration::from_secs(15 * 60);
/// Events outside of voice channels need an end. Most matches are over by then. If one is not, the
/// end is put off by as much.
const EXPECTED_MS: u64 = 2 * 60 * 60 * 1000;
/// The end is put off when it is this near, so that there is time to try again.
const POSTPONE_LEAD_MS: u64 = 2 * REFUSED_DELAY.as_secs() * 1000;

/// An event's status (Discord documentation, "Guild Scheduled Event Status").
const SCHEDULED: u8 = 1;
const ACTIVE: u8 = 2;
const COMPLETED: u8 = 3;
const CANCELED: u8 = 4;

/// Keeps events in line with the matches, for as long as the program runs.
pub async fn run(data: Data) {
    let mut left_alone: HashMap<MatchId, Instant> = HashMap::new();
    // The ends as they were put off; None: Discord refused that. A restart forgets them, and puts
    // them off once more.
    let mut ends: HashMap<MatchId, Option<WallMs>> = HashMap::new();
    loop {
        tokio::time::sleep(POLL_INTERVAL).await;
        let (wanted, events) = match data.referee.read(|core, _| core.events()).await {
            Ok(Ok(found)) => found,
            Ok(Err(error)) => {
                tracing::error!("can't read the scheduled events: {error}");
                continue;
            }
            Err(RefereeGone::NotStored(_) | RefereeGone::Unknown(_)) => continue,
            Err(RefereeGone::Ending) => return,
        };
        left_alone.retain(|_, until| *until > Instant::now());
        let known: Vec<u64> = events.iter().filter_map(|event| event.discord_id).collect();
        let wanted: BTreeMap<MatchId, ToSchedule> = wanted
            .into_iter()
            .map(|wanted| (wanted.match_id, wanted))
            .collect();
        let events: BTreeMap<MatchId, ScheduledEvent> = events
            .into_iter()
            .map(|event| (event.match_id, event))
            .collect();
        let ids: BTreeSet<MatchId> = wanted.keys().chain(events.keys()).copied().collect();
        for id in ids {
            if left_alone.contains_key(&id) {
                continue;
            }
            let (wanted, event) = (wanted.get(&id), events.get(&id).copied());
            if let Err(error) = reconcile(&data, wanted, event, &known, &mut ends).await {
                tracing::warn!("match {id}: can't set its scheduled event: {error}");
                left_alone.insert(id, Instant::now() + retry_delay(&error));
            }
        }
    }
}

/// How long to leave a match alone after this.
fn retry_delay(fault: &Fault) -> Duration {
    match fault.downcast_ref() {
        Some(Failure::Limited { wait_ms, .. }) => RETRY_DELAY.max(Duration::from_millis(*wait_ms)),
        Some(failure) if !failure.is_passing() => REFUSED_DELAY,
        _ => RETRY_DELAY,
    }
}

/// Does what is next for a match's event. `wanted`: None if it should have none. `known`: the
/// events of all matches, by Discord's numbers.
async fn reconcile(
    data: &Data,
    wanted: Option<&ToSchedule>,
    event: Option<ScheduledEvent>,
    known: &[u64],
    ends: &mut HashMap<MatchId, Option<WallMs>>,
) -> Result<()> {
    let now = data.referee.clock.now();
    let event = match event {
        Some(event) if event.discord_id.is_none() => recover_event(data, event, known).await?,
        event => event,
    };
    let Some(wanted) = wanted else {
        let Some(event) = event else { return Ok(()) };
        ends.remove(&event.match_id);
        return end(data, event).await;
    };
    match (wanted.start_ms, event) {
        (Some(start_ms), None) if start_ms > now => {
            create_event(data, wanted, start_ms, known).await
        }
        (Some(start_ms), Some(event))
            if (start_ms, wanted.channel) != (event.starts_ms, event.channel) =>
        {
            move_event(data, wanted, start_ms, event, now).await
        }
        (None, Some(event)) if event.begun => postpone_end(data, event, ends, now).await,
        (None, Some(event)) => begin_event(data, event, now).await,
        (_, _) => Ok(()),
    }
}

/// Finds the event that an earlier request may have created, and stores it, or stores that there is
/// none.
async fn recover_event(
    data: &Data,
    event: ScheduledEvent,
    known: &[u64],
) -> Result<Option<ScheduledEvent>> {
    let listed: Vec<Event> = data.rest.ask(&listing(event.guild)).await?;
    let mut listed = listed.iter();
    let Some(found) = listed.find(|listed| listed.matches(data, event, known)) else {
        forget(data, event).await?;
        return Ok(None);
    };
    let event = ScheduledEvent {
        discord_id: Some(found.id.get()),
        ..event
    };
    store(data, event).await?;
    Ok(Some(event))
}

async fn create_event(
    data: &Data,
    wanted: &ToSchedule,
    start_ms: WallMs,
    known: &[u64],
) -> Result<()> {
    let intended = ScheduledEvent {
        match_id: wanted.match_id,
        guild: wanted.guild,
        discord_id: None,
        channel: wanted.channel,
        starts_ms: start_ms,
        begun: false,
    };
    // Stored before Discord is asked: if the answer is lost, the event can still be found.
    store(data, intended).await?;
    let guild_id = wanted.guild.into();
    let create = Call::of(LightMethod::Post, Route::GuildScheduledEvents { guild_id });
    let create = create.json(event_json(data, wanted, start_ms).await?);
    let is_it = |event: &Event| event.matches(data, intended, known);
    let created = data
        .rest
        .create(&create, &listing(wanted.guild), is_it)
        .await?;
    let discord_id = Some(created.id.get());
    store(
        data,
        ScheduledEvent {
            discord_id,
            ..intended
        },
    )
    .await
}

/// Sets another start or channel. An event that has begun by itself at its time can't be moved: it
/// ends, and another is created.
async fn move_event(
    data: &Data,
    wanted: &ToSchedule,
    start_ms: WallMs,
    event: ScheduledEvent,
    now: WallMs,
) -> Result<()> {
    if event.starts_ms <= now {
        return end(data, event).await;
    }
    let moved = ScheduledEvent {
        channel: wanted.channel,
        starts_ms: start_ms,
        ..event
    };
    patch_and_store(data, moved, event_json(data, wanted, start_ms).await?).await
}

/// Begins an event whose match has begun. Discord begins it by itself at its time.
async fn begin_event(data: &Data, event: ScheduledEvent, now: WallMs) -> Result<()> {
    let begun = ScheduledEvent {
        begun: true,
        ..event
    };
    if now < event.starts_ms {
        patch_and_store(data, begun, json!({ "status": ACTIVE })).await
    } else {
        store(data, begun).await
    }
}

/// An event as Discord has it.
#[derive(Deserialize)]
struct Event {
    id: ScheduledEventId,
    status: u8,
    creator_id: Option<UserId>,
    scheduled_start_time: Timestamp,
    entity_metadata: Option<Place>,
}

#[derive(Deserialize)]
struct Place {
    location: Option<String>,
}

impl Event {
    /// Whether Dealer created it as this says: it is at that time in that channel, and is not one
    /// of those that are `known`.
    fn matches(&self, data: &Data, intended: ScheduledEvent, known: &[u64]) -> bool {
        let place = self.entity_metadata.as_ref();
        let place = place.and_then(|place| place.location.as_deref());
        let starts_s = u64::try_from(self.scheduled_start_time.unix_timestamp()).ok();
        self.creator_id == Some(data.me)
            && !known.contains(&self.id.get())
            && place == Some(&text::channel_link(Some(intended.guild), intended.channel))
            && starts_s == Some(intended.starts_ms.0 / 1000)
    }
}

/// The events of a server that are not over.
fn listing(guild: ServerId) -> Call<'static> {
    let guild_id = guild.into();
    Call::get(Route::GuildScheduledEvents { guild_id })
}

/// Puts off the end of an event if that is near: the match goes on. If Discord refuses, the event
/// is over.
async fn postpone_end(
    data: &Data,
    event: ScheduledEvent,
    ends: &mut HashMap<MatchId, Option<WallMs>>,
    now: WallMs,
) -> Result<()> {
    let planned = event.starts_ms + EXPECTED_MS;
    let ends_ms = ends.entry(event.match_id).or_insert(Some(planned));
    if ends_ms.is_none_or(|ends_ms| now + POSTPONE_LEAD_MS < ends_ms) {
        return Ok(());
    }
    let later = now + EXPECTED_MS;
    let later_end = json!({ "scheduled_end_time": time(later)? });
    *ends_ms = match patch_event(data, event, later_end).await {
        Ok(()) => Some(later),
        Err(failure) if failure.is_passing() => return Err(failure.into()),
        Err(_) => None,
    };
    Ok(())
}

/// Ends an event: cancels it if Discord has not begun it, otherwise completes it. Discord may be a
/// little late with that, so its own word counts. An event that is over or gone, or that Dealer may
/// not change, is left.
async fn end(data: &Data, event: ScheduledEvent) -> Result<()> {
    let ended = async {
        let fetched: Event = data.rest.ask(&Call::get(route(event)?)).await?;
        match fetched.status {
            SCHEDULED => patch_event(data, event, json!({ "status": CANCELED })).await,
            ACTIVE => patch_event(data, event, json!({ "status": COMPLETED })).await,
            _ => Ok(()),
        }
    };
    let is_left = |failure: &Failure| {
        let code = failure.code();
        failure.is_forbidden() || codes::is_over(code) || codes::is_outside(code)
    };
    match ended.await {
        Err(failure) if !is_left(&failure) => Err(failure.into()),
        _ => forget(data, event).await,
    }
}

/// The JSON of an event (Discord documentation, "Create Guild Scheduled Event").
async fn event_json(data: &Data, wanted: &ToSchedule, start_ms: WallMs) -> Result<Value> {
    let season = match wanted.season {
        Some(id) => data.stored(move |tx| tx.season(id)).await?,
        None => None,
    };
    let season = season.map(|season| text::escape_markdown(&season.name));
    // Visible to the server's members only; not in a voice or stage channel.
    let (privacy_level, entity_type) = (2, 3);
    Ok(json!({
        "name": words::status::event_name(wanted.game, &wanted.cast),
        "description": words::status::about_event(season.as_deref(), wanted.stakes, wanted.channel),
        "privacy_level": privacy_level,
        "entity_type": entity_type,
        "entity_metadata": { "location": text::channel_link(Some(wanted.guild), wanted.channel) },
        "scheduled_start_time": time(start_ms)?,
        "scheduled_end_time": time(start_ms + EXPECTED_MS)?,
    }))
}

fn time(at: WallMs) -> Result<String> {
    Ok(Timestamp::from_millis(at.0.cast_signed())?.to_string())
}

/// The address of an event; its number is known since [`recover_event`].
fn route(event: ScheduledEvent) -> Result<Route<'static>, Failure> {
    let unknown = || Failure::NoAnswer("the event's number isn't known".to_owned());
    Ok(Route::GuildScheduledEvent {
        guild_id: event.guild.into(),
        event_id: ScheduledEventId::new(event.discord_id.ok_or_else(unknown)?),
    })
}

async fn patch_event(data: &Data, event: ScheduledEvent, change: Value) -> Result<(), Failure> {
    let call = Call::of(LightMethod::Patch, route(event)?).json(change);
    data.rest.tell(&call).await
}

/// Changes an event, and stores how it is then. One that is over or deleted is forgotten: the next
/// start gets another.
async fn patch_and_store(data: &Data, event: ScheduledEvent, change: Value) -> Result<()> {
    match patch_event(data, event, change).await {
        Ok(()) => store(data, event).await,
        Err(failure) if codes::is_over(failure.code()) => forget(data, event).await,
        Err(failure) => Err(failure.into()),
    }
}

async fn forget(data: &Data, event: ScheduledEvent) -> Result<()> {
    data.write(move |tx, _| tx.drop_scheduled_event(event.match_id))
        .await
}

async fn store(data: &Data, event: ScheduledEvent) -> Result<()> {
    data.write(move |tx, _| tx.set_scheduled_event(event)).await
}
