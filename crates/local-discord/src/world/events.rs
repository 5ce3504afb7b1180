//! Scheduled events of a guild
//! (<https://docs.discord.com/developers/resources/guild-scheduled-event>). Stage channels and
//! recurring events don't exist here.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::forms::{id_in, text};
use super::permissions::{CONNECT, CREATE_EVENTS, MANAGE_EVENTS, VIEW_CHANNEL};
use super::{Blob, ChannelKind, FormErrors, Happening, Id, Refusal, World, read_timestamp};

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
struct Wanted {
    name: String,
    description: Option<String>,
    starts_ms: u64,
    ends_ms: Option<u64>,
    venue: Venue,
}

impl World {
    /// The scheduled and active events of a guild that `user` may see, the next one first.
    pub fn events_for(&self, guild: Id, user: Id) -> Vec<&ScheduledEvent> {
        let events = self.guilds.get(&guild).into_iter();
        let mut events: Vec<_> = events
            .flat_map(|guild| guild.events.values())
            .filter(|event| event.status.is_open() && self.sees_event(event, user))
            .collect();
        events.sort_by_key(|event| (event.starts_ms, event.id));
        events
    }

    /// One event, even if it is over.
    pub fn event_for(&self, guild: Id, id: Id, user: Id) -> Result<&ScheduledEvent, Refusal> {
        let place = self.guilds.get(&guild).ok_or(Refusal::UnknownGuild)?;
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
        let place = self.guilds.get(&guild).ok_or(Refusal::UnknownGuild)?;
        let open = place.events.values().filter(|event| event.status.is_open());
        if open.count() >= MAX_EVENTS {
            return Err(Refusal::TooManyEvents);
        }
        let mut errors = FormErrors::default();
        let wanted = self.wanted_event(&mut errors, guild, body);
        self.check_start(&mut errors, body, EventStatus::Scheduled);
        let picture = picture_in(&mut errors, body, "image");
        errors.into_result()?;
        let wanted = wanted?;
        self.check_event_permissions(by, guild, &wanted.venue, CREATE_EVENTS)?;
        let id = self.next_id();
        let picture = picture.flatten().map(|bytes| self.keep_picture(&bytes));
        let event = ScheduledEvent {
            id,
            guild_id: guild,
            creator: by,
            name: wanted.name,
            description: wanted.description,
            starts_ms: wanted.starts_ms,
            ends_ms: wanted.ends_ms,
            status: EventStatus::Scheduled,
            venue: wanted.venue,
            picture,
            interested: BTreeSet::new(),
        };
        let place = self.guilds.get_mut(&guild).ok_or(Refusal::UnknownGuild)?;
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
        let mut errors = FormErrors::default();
        let wanted = self.wanted_event(&mut errors, guild, &whole);
        self.check_start(&mut errors, body, before.status);
        let picture = picture_in(&mut errors, body, "image");
        let status = match &body["status"] {
            Value::Null => Some(before.status),
            number => number
                .as_u64()
                .and_then(|number| before.status.next(number)),
        };
        if status.is_none() {
            let message = "The event cannot come to this status.";
            errors.add("status", "GUILD_SCHEDULED_EVENT_INVALID_STATUS", message);
        }
        errors.into_result()?;
        let wanted = wanted?;
        self.check_event_permissions(by, guild, &wanted.venue, before.needed_by(by))?;
        let picture = match picture {
            None => before.picture,
            Some(new) => {
                before.picture.map(|old| self.blobs.remove(&old));
                new.map(|bytes| self.keep_picture(&bytes))
            }
        };
        let changed = ScheduledEvent {
            name: wanted.name,
            description: wanted.description,
            starts_ms: wanted.starts_ms,
            ends_ms: wanted.ends_ms,
            status: status.unwrap_or(before.status),
            venue: wanted.venue,
            picture,
            ..before
        };
        let place = self.guilds.get_mut(&guild).ok_or(Refusal::UnknownGuild)?;
        place.events.insert(id, changed);
        self.happened(Happening::EventChanged { guild, event: id });
        Ok(())
    }

    /// Deletes an event, as `by`.
    pub fn delete_event(&mut self, by: Id, guild: Id, id: Id) -> Result<(), Refusal> {
        let event = self.event_for(guild, id, by)?;
        self.check_event_permissions(by, guild, &event.venue, event.needed_by(by))?;
        let place = self.guilds.get_mut(&guild).ok_or(Refusal::UnknownGuild)?;
        let event = place.events.remove(&id).ok_or(Refusal::UnknownEvent)?;
        event.picture.map(|picture| self.blobs.remove(&picture));
        self.happened(Happening::EventDeleted(Box::new(event)));
        Ok(())
    }

    /// Marks somebody as interested in an event, or no longer.
    pub fn set_interested(&mut self, user: Id, event: Id, wants: bool) -> Result<(), Refusal> {
        let guilds = self.guilds.values();
        let guild = guilds
            .filter(|guild| guild.events.contains_key(&event))
            .map(|guild| guild.id)
            .next();
        let guild = guild.ok_or(Refusal::UnknownEvent)?;
        self.event_for(guild, event, user)?;
        let place = self.guilds.get_mut(&guild).ok_or(Refusal::UnknownGuild)?;
        let found = place.events.get_mut(&event).ok_or(Refusal::UnknownEvent)?;
        let changed = if wants {
            found.interested.insert(user)
        } else {
            found.interested.remove(&user)
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
    fn wanted_event(
        &self,
        errors: &mut FormErrors,
        guild: Id,
        body: &Value,
    ) -> Result<Wanted, Refusal> {
        let required = "This field is required";
        let name = text(errors, body, "", "name", (1, 100)).unwrap_or_default();
        let description = text(errors, body, "", "description", (0, 1000));
        match &body["privacy_level"] {
            Value::Null => errors.add("privacy_level", "BASE_TYPE_REQUIRED", required),
            level if *level != 2 => {
                let message = "Value must be one of {2}.";
                errors.add("privacy_level", "BASE_TYPE_CHOICES", message);
            }
            _ => {}
        }
        if !body["recurrence_rule"].is_null() {
            let message = "The local Discord does not know events that come again";
            errors.add("recurrence_rule", "LOCAL_UNKNOWN", message);
        }
        let starts_ms = time_at(errors, body, "scheduled_start_time");
        if body["scheduled_start_time"].is_null() {
            errors.add("scheduled_start_time", "BASE_TYPE_REQUIRED", required);
        }
        let ends_ms = time_at(errors, body, "scheduled_end_time");
        if ends_ms.is_some_and(|ends| starts_ms.is_some_and(|starts| ends <= starts)) {
            let message = "The event has to end after it begins.";
            let code = "GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START";
            errors.add("scheduled_end_time", code, message);
        }
        let channel = id_in(&body["channel_id"]);
        let mut venue = Err(Refusal::WrongChannelType);
        match body["entity_type"].as_u64() {
            Some(3) => {
                if channel.is_some() {
                    let message = "Events outside of channels have no channel.";
                    errors.add("channel_id", "BASE_TYPE_NULL", message);
                }
                if body["scheduled_end_time"].is_null() {
                    errors.add("scheduled_end_time", "BASE_TYPE_REQUIRED", required);
                }
                let place = &body["entity_metadata"];
                if place.is_null() {
                    errors.add("entity_metadata", "BASE_TYPE_REQUIRED", required);
                } else if let Some(at) =
                    text(errors, place, "entity_metadata", "location", (1, 100))
                {
                    venue = Ok(Venue::External(at.to_owned()));
                }
            }
            Some(1 | 2) => match channel {
                None => errors.add("channel_id", "BASE_TYPE_REQUIRED", required),
                Some(id) => {
                    let place = self.channels.get(&id);
                    let place = place.filter(|place| place.guild_id == Some(guild));
                    let place = place.ok_or(Refusal::UnknownChannel)?;
                    // There are no stage channels here.
                    if place.kind == ChannelKind::Voice && body["entity_type"] == 2 {
                        venue = Ok(Venue::Voice(id));
                    }
                }
            },
            None => errors.add("entity_type", "BASE_TYPE_REQUIRED", required),
            Some(_) => {
                let message = "Value must be one of {1, 2, 3}.";
                errors.add("entity_type", "BASE_TYPE_CHOICES", message);
            }
        }
        Ok(Wanted {
            name: name.to_owned(),
            description: description.map(str::to_owned),
            starts_ms: starts_ms.unwrap_or_default(),
            ends_ms,
            venue: venue?,
        })
    }

    /// The start must be in the future, and cannot change once the event is active.
    fn check_start(&self, errors: &mut FormErrors, body: &Value, status: EventStatus) {
        let field = "scheduled_start_time";
        let Some(starts_ms) = body[field].as_str().and_then(read_timestamp) else {
            return;
        };
        if status == EventStatus::Active {
            let code = "GUILD_SCHEDULED_EVENT_SCHEDULE_INVALID_START_BY_STATUS";
            let message = "The start of an event that is under way cannot be changed.";
            errors.add(field, code, message);
        } else if starts_ms < self.now_ms() {
            let message = "Cannot schedule event in the past.";
            errors.add(field, "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", message);
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

fn time_at(errors: &mut FormErrors, body: &Value, field: &str) -> Option<u64> {
    let given = &body[field];
    let read = given.as_str().and_then(read_timestamp);
    if read.is_none() && !given.is_null() {
        let message = format!("Could not parse {given}. Should be ISO8601.");
        errors.add(field, "DATE_TIME_TYPE_PARSE", message);
    }
    read
}

/// The picture in a request (Discord documentation, "Image Data"). `Some(None)` removes it; None
/// leaves it as it is.
pub(super) fn picture_in(
    errors: &mut FormErrors,
    body: &Value,
    field: &str,
) -> Option<Option<Vec<u8>>> {
    use base64::Engine as _;
    let given = body.get(field)?;
    let Some(text) = given.as_str() else {
        return Some(None);
    };
    let content = text
        .strip_prefix("data:image/")
        .and_then(|rest| rest.split_once(";base64,"));
    let bytes = content.and_then(|(_, content)| {
        base64::engine::general_purpose::STANDARD
            .decode(content)
            .ok()
    });
    if bytes.is_none() {
        errors.add(field, "IMAGE_INVALID", "Invalid image data");
    }
    Some(bytes)
}
