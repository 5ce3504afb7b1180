//! Scheduled events of a guild
//! (<https://docs.discord.com/developers/resources/guild-scheduled-event>). Stage channels and
//! recurring events don't exist here.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::forms::{Field, Form, id_in};
use super::permissions::{CONNECT, CREATE_EVENTS, MANAGE_EVENTS, VIEW_CHANNEL};
use super::{Blob, ChannelKind, Happening, Id, Refusal, World, read_timestamp};

/// How many scheduled or active events a guild can have.
const MAX_EVENTS: usize = 100;
/// An event that did not start is cancelled after this time; Discord says "a few hours".
const CALLED_OFF_MS: u64 = 3 * 60 * 60 * 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventStatus {
    Scheduled,
    Active,
    Completed,
    Canceled,
}

impl EventStatus {
    /// Discord's number for it.
    fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The status with this number, if this one can change to it (Discord documentation, "Valid
    /// Guild Scheduled Event Status Transitions").
    fn next(self, number: u64) -> Option<EventStatus> {
        match (self, number) {
            (EventStatus::Scheduled, 2) => Some(EventStatus::Active),
            (EventStatus::Scheduled, 4) => Some(EventStatus::Canceled),
            (EventStatus::Active, 3) => Some(EventStatus::Completed),
            (same, number) if number == u64::from(same.number()) => Some(same),
            _ => None,
        }
    }

    /// Whether it is scheduled or active.
    fn is_open(self) -> bool {
        matches!(self, EventStatus::Scheduled | EventStatus::Active)
    }
}

/// Where an event takes place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Venue {
    Voice(Id),
    /// A place outside Discord, described in words.
    External(String),
}

/// An event; times in ms since the Unix epoch.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ScheduledEvent {
    pub id: Id,
    pub guild_id: Id,
    pub creator: Id,
    pub name: String,
    pub description: Option<String>,
    pub starts_ms: u64,
    pub ends_ms: Option<u64>,
    pub status: EventStatus,
    pub venue: Venue,
    /// Its picture among the blobs.
    pub picture: Option<Id>,
    /// The people who are interested.
    pub interested: BTreeSet<Id>,
}

/// The fields of a request for an event, checked.
struct Details {
    name: String,
    description: Option<String>,
    starts_ms: u64,
    ends_ms: Option<u64>,
    venue: Venue,
}

impl World {
    /// The scheduled and active events of a guild that `user` may see, the next one first.
    pub fn events_for(&self, guild: Id, user: Id) -> Vec<&ScheduledEvent> {
        let Some(guild) = self.guilds.get(&guild) else {
            return Vec::new();
        };
        let mut events: Vec<_> = guild.events.values().collect();
        events.retain(|event| event.status.is_open() && self.sees_event(event, user));
        events.sort_by_key(|event| (event.starts_ms, event.id));
        events
    }

    /// One event, even if it is over.
    pub fn event_for(&self, guild: Id, id: Id, user: Id) -> Result<&ScheduledEvent, Refusal> {
        let place = self.guild(guild)?;
        let event = place.events.get(&id).ok_or(Refusal::UnknownEvent)?;
        if self.sees_event(event, user) {
            Ok(event)
        } else {
            Err(Refusal::MissingAccess)
        }
    }

    /// Whether somebody may see an event. An event in a channel needs the right to see the channel.
    pub fn sees_event(&self, event: &ScheduledEvent, user: Id) -> bool {
        let guild = self.guilds.get(&event.guild_id);
        let is_there = guild.is_some_and(|guild| guild.members.contains_key(&user));
        is_there
            && match event.venue {
                Venue::External(_) => true,
                Venue::Voice(channel) => self
                    .channels
                    .get(&channel)
                    .is_some_and(|channel| self.may_view(channel, user)),
            }
    }

    /// Creates an event, as `by`.
    pub fn add_event(&mut self, by: Id, guild: Id, body: &Value) -> Result<Id, Refusal> {
        let place = self.guild(guild)?;
        let open = place.events.values().filter(|event| event.status.is_open());
        if open.count() >= MAX_EVENTS {
            return Err(Refusal::TooManyEvents);
        }
        let form = Form::default();
        let body = form.field("", body);
        let checked = self.checked_details(guild, &body);
        self.check_start(&body, EventStatus::Scheduled);
        let picture = body.at("image").picture();
        form.finish()?;
        let details = checked?;
        self.check_event_permissions(by, guild, &details.venue, CREATE_EVENTS)?;
        let id = self.next_id();
        let picture = picture.map(|bytes| self.keep_picture(&bytes));
        let event = ScheduledEvent {
            id,
            guild_id: guild,
            creator: by,
            name: details.name,
            description: details.description,
            starts_ms: details.starts_ms,
            ends_ms: details.ends_ms,
            status: EventStatus::Scheduled,
            venue: details.venue,
            picture,
            interested: BTreeSet::new(),
        };
        let place = self.guild_mut(guild)?;
        place.events.insert(id, event);
        self.happened(Happening::EventCreated { guild, event: id });
        Ok(id)
    }

    /// Changes the given fields of an event, as `by`.
    pub fn change_event(&mut self, by: Id, guild: Id, id: Id, body: &Value) -> Result<(), Refusal> {
        let event = self.event_for(guild, id, by)?;
        if !event.status.is_open() {
            return Err(Refusal::FinishedEvent);
        }
        let before = event.clone();
        self.check_event_permissions(by, guild, &before.venue, before.needed_by(by))?;
        let mut whole = before.as_request();
        super::merge(&mut whole, body.clone());
        let form = Form::default();
        let checked = self.checked_details(guild, &form.field("", &whole));
        let body = form.field("", body);
        self.check_start(&body, before.status);
        let picture = body.given("image").map(|image| image.picture());
        let field = body.at("status");
        let number = field.value.as_u64();
        let status = number.and_then(|number| before.status.next(number));
        if status.is_none() && !field.is_null() {
            let message = "The event cannot come to this status.";
            field.wrong("GUILD_SCHEDULED_EVENT_INVALID_STATUS", message);
        }
        form.finish()?;
        let details = checked?;
        self.check_event_permissions(by, guild, &details.venue, before.needed_by(by))?;
        let picture = match picture {
            None => before.picture,
            Some(new) => {
                before.picture.map(|old| self.blobs.remove(&old));
                new.map(|bytes| self.keep_picture(&bytes))
            }
        };
        let changed = ScheduledEvent {
            name: details.name,
            description: details.description,
            starts_ms: details.starts_ms,
            ends_ms: details.ends_ms,
            status: status.unwrap_or(before.status),
            venue: details.venue,
            picture,
            ..before
        };
        let place = self.guild_mut(guild)?;
        place.events.insert(id, changed);
        self.happened(Happening::EventChanged { guild, event: id });
        Ok(())
    }

    /// Deletes an event, as `by`.
    pub fn delete_event(&mut self, by: Id, guild: Id, id: Id) -> Result<(), Refusal> {
        let event = self.event_for(guild, id, by)?;
        self.check_event_permissions(by, guild, &event.venue, event.needed_by(by))?;
        let place = self.guild_mut(guild)?;
        let event = place.events.remove(&id).ok_or(Refusal::UnknownEvent)?;
        event.picture.map(|picture| self.blobs.remove(&picture));
        self.happened(Happening::EventDeleted(Box::new(event)));
        Ok(())
    }

    /// Marks somebody as interested in an event, or no longer.
    pub fn set_interested(&mut self, user: Id, event: Id, wants: bool) -> Result<(), Refusal> {
        let mut guilds = self.guilds.values();
        let Some(place) = guilds.find(|guild| guild.events.contains_key(&event)) else {
            return Err(Refusal::UnknownEvent);
        };
        let guild = place.id;
        self.event_for(guild, event, user)?;
        let place = self.guild_mut(guild)?;
        let event_there = place.events.get_mut(&event);
        let people = &mut event_there.ok_or(Refusal::UnknownEvent)?.interested;
        let changed = if wants {
            people.insert(user)
        } else {
            people.remove(&user)
        };
        if changed {
            self.happened(Happening::EventInterest {
                guild,
                event,
                user,
                wants,
            });
        }
        Ok(())
    }

    /// Starts and ends events outside of channels at their times, and cancels others that did not
    /// start (Discord documentation, "Guild Scheduled Event Status Update Automation").
    pub(super) fn let_events_pass(&mut self) {
        let now = self.now_ms();
        let mut changed = Vec::new();
        for guild in self.guilds.values_mut() {
            for event in guild.events.values_mut() {
                let is_external = matches!(event.venue, Venue::External(_));
                // One step at a time, because each is reported.
                loop {
                    let next = match event.status {
                        EventStatus::Scheduled if is_external && event.starts_ms <= now => {
                            EventStatus::Active
                        }
                        EventStatus::Scheduled if event.starts_ms + CALLED_OFF_MS <= now => {
                            EventStatus::Canceled
                        }
                        EventStatus::Active
                            if is_external && event.ends_ms.is_some_and(|ends| ends <= now) =>
                        {
                            EventStatus::Completed
                        }
                        _ => break,
                    };
                    event.status = next;
                    changed.push(Happening::EventChanged {
                        guild: guild.id,
                        event: event.id,
                    });
                }
            }
        }
        self.happenings.extend(changed);
    }

    /// Reads and checks a complete event.
    fn checked_details(&self, guild: Id, body: &Field<'_>) -> Result<Details, Refusal> {
        let name = body.at("name").text(1..=100).unwrap_or_default();
        let description = body.at("description").text(0..=1000);
        let level = body.at("privacy_level");
        if level.is_null() {
            level.missing();
        } else if *level.value != 2 {
            level.none_of("2");
        }
        let recurrence = body.at("recurrence_rule");
        if !recurrence.is_null() {
            let message = "The local Discord does not know events that come again";
            recurrence.wrong("LOCAL_UNKNOWN", message);
        }
        let (start, end) = (
            body.at("scheduled_start_time"),
            body.at("scheduled_end_time"),
        );
        let (starts_ms, ends_ms) = (start.time(), end.time());
        if start.is_null() {
            start.missing();
        }
        if ends_ms.is_some_and(|ends| starts_ms.is_some_and(|starts| ends <= starts)) {
            let message = "The event has to end after it begins.";
            end.wrong("GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START", message);
        }
        let kind = body.at("entity_type");
        let venue = match kind.value.as_u64() {
            Some(3) => external_venue(body),
            Some(1 | 2) => self.venue_in_channel(guild, body)?,
            None => {
                kind.missing();
                None
            }
            Some(_) => {
                kind.none_of("1, 2, 3");
                None
            }
        };
        Ok(Details {
            name: name.to_owned(),
            description: description.map(str::to_owned),
            starts_ms: starts_ms.unwrap_or_default(),
            ends_ms,
            venue: venue.ok_or(Refusal::WrongChannelType)?,
        })
    }

    /// The voice channel of an event. There are no stage channels here.
    fn venue_in_channel(&self, guild: Id, body: &Field<'_>) -> Result<Option<Venue>, Refusal> {
        let Some(id) = id_in(&body.value["channel_id"]) else {
            body.at("channel_id").missing();
            return Ok(None);
        };
        match self.channels.get(&id) {
            Some(channel) if channel.guild_id == Some(guild) => {
                let fits = channel.kind == ChannelKind::Voice && body.value["entity_type"] == 2;
                Ok(fits.then_some(Venue::Voice(id)))
            }
            _ => Err(Refusal::UnknownChannel),
        }
    }

    /// The start must be in the future, and cannot change once the event is active.
    fn check_start(&self, body: &Field<'_>, status: EventStatus) {
        let field = body.at("scheduled_start_time");
        let Some(starts_ms) = field.value.as_str().and_then(read_timestamp) else {
            return;
        };
        if status == EventStatus::Active {
            let code = "GUILD_SCHEDULED_EVENT_SCHEDULE_INVALID_START_BY_STATUS";
            let message = "The start of an event that is under way cannot be changed.";
            field.wrong(code, message);
        } else if starts_ms < self.now_ms() {
            let message = "Cannot schedule event in the past.";
            field.wrong("GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", message);
        }
    }

    fn check_event_permissions(
        &self,
        by: Id,
        guild: Id,
        venue: &Venue,
        either: u64,
    ) -> Result<(), Refusal> {
        let (bits, needed) = match venue {
            Venue::External(_) => (self.guild_permissions(guild, by), 0),
            Venue::Voice(channel) => {
                let bits = self
                    .channels
                    .get(channel)
                    .map_or(0, |channel| self.channel_permissions(channel, by));
                (bits, VIEW_CHANNEL | CONNECT)
            }
        };
        if bits & either != 0 && bits & needed == needed {
            Ok(())
        } else {
            Err(Refusal::MissingPermissions)
        }
    }

    pub(super) fn keep_picture(&mut self, bytes: &[u8]) -> Id {
        let id = self.next_id();
        self.blobs.insert(id, Blob::Memory(bytes.into()));
        id
    }
}

impl ScheduledEvent {
    /// Either of these permissions allows changing the event.
    fn needed_by(&self, user: Id) -> u64 {
        if self.creator == user {
            CREATE_EVENTS | MANAGE_EVENTS
        } else {
            MANAGE_EVENTS
        }
    }

    /// The request that would create this event.
    fn as_request(&self) -> Value {
        let mut request = json!({
            "name": self.name,
            "description": self.description,
            "privacy_level": 2,
            "scheduled_start_time": time(self.starts_ms),
            "scheduled_end_time": self.ends_ms.map(time),
            "channel_id": null,
            "entity_metadata": null,
        });
        match &self.venue {
            Venue::Voice(channel) => {
                request["entity_type"] = json!(2);
                request["channel_id"] = json!(channel);
            }
            Venue::External(at) => {
                request["entity_type"] = json!(3);
                request["entity_metadata"] = json!({ "location": at });
            }
        }
        request
    }

    /// The hash of its picture.
    pub fn image(&self) -> Option<String> {
        self.picture.map(|picture| format!("{:032x}", picture.0))
    }

    /// Discord's object for it, without its creator and the number of interested people.
    pub fn json(&self) -> Value {
        let mut event = self.as_request();
        super::merge(
            &mut event,
            json!({
                "id": self.id,
                "guild_id": self.guild_id,
                "creator_id": self.creator,
                "status": self.status.number(),
                "entity_id": null,
                "image": self.image(),
                "recurrence_rule": null,
                "guild_scheduled_event_exceptions": [],
            }),
        );
        event
    }
}

/// A time in the form of events: without fractions if there are none.
fn time(ms: u64) -> String {
    super::timestamp(ms).replace(".000000", "")
}

/// The place of an event outside Discord.
fn external_venue(body: &Field<'_>) -> Option<Venue> {
    let channel = body.at("channel_id");
    if id_in(channel.value).is_some() {
        let message = "Events outside of channels have no channel.";
        channel.wrong("BASE_TYPE_NULL", message);
    }
    if body.at("scheduled_end_time").is_null() {
        body.at("scheduled_end_time").missing();
    }
    let place = body.at("entity_metadata");
    if place.is_null() {
        place.missing();
        return None;
    }
    let location = place.at("location").text(1..=100)?;
    Some(Venue::External(location.to_owned()))
}
