//! Forums: channels in which every thread is a post, with tags on it
//! (<https://docs.discord.com/developers/resources/channel#forum-tag-object>).

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::forms::{id_in, list, text};
use super::permissions::MANAGE_THREADS;
use super::{Channel, ChannelKind, FormErrors, Id, Refusal, World};

const MAX_TAGS: usize = 20;
/// How many tags one post may have.
const MAX_APPLIED: usize = 5;
/// The flags of a forum in which each post needs a tag, and of a pinned post.
const REQUIRE_TAG: u64 = 1 << 4;
const PINNED: u64 = 1 << 1;

/// What a forum has and a text channel doesn't.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forum {
    pub tags: Vec<Tag>,
    reaction: Option<Emoji>,
    sort_order: Option<u64>,
    layout: u64,
    needs_tag: bool,
}

/// A tag that posts can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    /// 0 until the world gives a new one its id.
    pub id: Id,
    name: String,
    /// Whether only people with Manage Threads may put it on posts.
    moderated: bool,
    emoji: Emoji,
}

/// An emoji: a server's by its id, or any other by its character.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Emoji {
    id: Option<Id>,
    name: Option<String>,
}

impl Emoji {
    fn read(value: &Value) -> Emoji {
        Emoji {
            id: id_in(&value["emoji_id"]),
            name: value["emoji_name"].as_str().map(str::to_owned),
        }
    }

    fn json(&self) -> Value {
        json!({ "emoji_id": self.id, "emoji_name": self.name })
    }
}

impl Forum {
    /// Applies a request. Fields that it doesn't name stay.
    pub fn change(&mut self, errors: &mut FormErrors, wanted: &Value) {
        let given = |field: &str| wanted.get(field).filter(|value| !value.is_null());
        if given("available_tags").is_some() {
            self.tags = tags(errors, wanted);
        }
        if let Some(emoji) = wanted.get("default_reaction_emoji") {
            self.reaction = (!emoji.is_null()).then(|| Emoji::read(emoji));
        }
        let mut choice = |field: &str, most: u64| {
            let number = given(field)?.as_u64().filter(|number| *number <= most);
            if number.is_none() {
                let numbers: Vec<_> = (0..=most).map(|number| number.to_string()).collect();
                let message = format!("Value must be one of {{{}}}.", numbers.join(", "));
                errors.add(field, "BASE_TYPE_CHOICES", message);
            }
            number
        };
        self.layout = choice("default_forum_layout", 2).unwrap_or(self.layout);
        let order = choice("default_sort_order", 1);
        if wanted.get("default_sort_order").is_some() {
            self.sort_order = order;
        }
        if let Some(flags) = given("flags").and_then(Value::as_u64) {
            self.needs_tag = flags & REQUIRE_TAG != 0;
        }
    }

    /// The fields of a forum in Discord's object.
    pub fn json(&self) -> Value {
        let tags = self.tags.iter().map(|tag| {
            let mut object = tag.emoji.json();
            object["id"] = json!(tag.id);
            object["name"] = json!(tag.name);
            object["moderated"] = json!(tag.moderated);
            object
        });
        json!({
            "flags": if self.needs_tag { REQUIRE_TAG } else { 0 },
            "available_tags": tags.collect::<Vec<_>>(),
            "default_reaction_emoji": self.reaction.as_ref().map(Emoji::json),
            "default_sort_order": self.sort_order,
            "default_forum_layout": self.layout,
        })
    }
}

fn tags(errors: &mut FormErrors, wanted: &Value) -> Vec<Tag> {
    let listed = list(errors, wanted, "", "available_tags");
    if listed.len() > MAX_TAGS {
        let message = format!("Must be {MAX_TAGS} or fewer in length.");
        errors.add("available_tags", "BASE_TYPE_MAX_LENGTH", message);
    }
    let mut tags = Vec::new();
    for (place, tag) in listed.iter().enumerate() {
        let path = format!("available_tags.{place}");
        tags.push(Tag {
            id: id_in(&tag["id"]).unwrap_or(Id(0)),
            name: text(errors, tag, &path, "name", (1, 20))
                .unwrap_or_default()
                .to_owned(),
            moderated: tag["moderated"] == true,
            emoji: Emoji::read(tag),
        });
    }
    tags
}

/// The fields of a post in Discord's object: its tags and whether it is pinned.
pub fn post_json(tags: &[Id], pinned: bool) -> Value {
    json!({ "applied_tags": tags, "flags": if pinned { PINNED } else { 0 } })
}

/// Whether a request pins (true) or unpins (false) a post.
pub fn pins(wanted: &Value) -> Option<bool> {
    wanted["flags"].as_u64().map(|flags| flags & PINNED != 0)
}

impl World {
    /// Gives the new tags of a forum their ids.
    pub(super) fn number_tags(&mut self, forum: &mut Forum) {
        for tag in forum.tags.iter_mut().filter(|tag| tag.id == Id(0)) {
            tag.id = self.next_id();
        }
    }

    /// Whether `by` may put these tags on a post of a forum.
    pub(super) fn check_tags(&self, by: Id, forum: &Channel, tags: &[Id]) -> Result<(), Refusal> {
        if forum.kind != ChannelKind::Forum {
            return match tags {
                [] => Ok(()),
                _ => Err(Refusal::WrongChannelType),
            };
        }
        let of = &forum.settings.forum;
        if tags.is_empty() && of.needs_tag {
            return Err(Refusal::NeedsTag);
        }
        if tags.len() > MAX_APPLIED {
            let message = format!("Must be {MAX_APPLIED} or fewer in length.");
            return Err(Refusal::form(
                "applied_tags",
                "BASE_TYPE_MAX_LENGTH",
                message,
            ));
        }
        let manages = self.channel_permissions(forum, by) & MANAGE_THREADS != 0;
        for id in tags {
            match of.tags.iter().find(|tag| tag.id == *id) {
                None => return Err(Refusal::UnknownTag),
                Some(tag) if tag.moderated && !manages => return Err(Refusal::MissingPermissions),
                Some(_) => {}
            }
        }
        Ok(())
    }
}
