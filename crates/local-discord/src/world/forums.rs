//! Forums: channels in which every thread is a post, with tags on it
//! (<https://docs.discord.com/developers/resources/channel#forum-tag-object>).

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::forms::{Field, id_in};
use super::permissions::MANAGE_THREADS;
use super::{Channel, ChannelKind, Id, Refusal, World};

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
    pub fn change(&mut self, wanted: &Field<'_>) {
        if !wanted.at("available_tags").is_null() {
            self.tags = tags(&wanted.at("available_tags"));
        }
        if let Some(emoji) = wanted.given("default_reaction_emoji") {
            self.reaction = (!emoji.is_null()).then(|| Emoji::read(emoji.value));
        }
        if let Some(layout) = choice(&wanted.at("default_forum_layout"), 2) {
            self.layout = layout;
        }
        if let Some(order) = wanted.given("default_sort_order") {
            self.sort_order = choice(&order, 1);
        }
        if let Some(flags) = wanted.value["flags"].as_u64() {
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

/// One of the numbers from 0 to `most`.
fn choice(field: &Field<'_>, most: u64) -> Option<u64> {
    let number = field.value.as_u64().filter(|number| *number <= most);
    if number.is_none() && !field.is_null() {
        let numbers: Vec<_> = (0..=most).map(|number| number.to_string()).collect();
        field.none_of(&numbers.join(", "));
    }
    number
}

fn tags(list: &Field<'_>) -> Vec<Tag> {
    let tags = list.items(0..=MAX_TAGS).into_iter().map(|tag| Tag {
        id: id_in(&tag.value["id"]).unwrap_or(Id(0)),
        name: tag.at("name").text(1..=20).unwrap_or_default().to_owned(),
        moderated: tag.value["moderated"] == true,
        emoji: Emoji::read(tag.value),
    });
    tags.collect()
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
