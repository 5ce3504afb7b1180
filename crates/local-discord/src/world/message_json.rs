//! Messages as Discord's JSON objects.

use serde_json::{Value, json};

use super::layout::shows_file;
use super::messages::{Answered, EPHEMERAL, HAS_THREAD, SUPPRESS_EMBEDS};
use super::{
    Attachment, Channel, Id, InteractionKind, MESSAGE_CONTENT, Message, System, Target, World,
    emoji_json, merge, timestamp,
};

/// Who reads a message. Bots don't see the content of all messages.
#[derive(Clone, Copy, Debug)]
pub enum Viewer {
    /// A bot that asks over REST; its application's intents count.
    Bot(Id),
    /// A bot that gets an event; its session's intents count.
    Session(Id, u64),
    /// A bot whose command somebody uses on the message; it sees the content.
    Shown(Id),
    Person,
}

impl World {
    /// A message as `viewer` sees it.
    pub fn message_json(&self, message: &Message, viewer: Viewer) -> Value {
        let channel = self.channels.get(&message.channel_id);
        let is_shown = |attachment: &&Attachment| {
            let reference = format!("attachment://{}", attachment.filename);
            message
                .embeds
                .iter()
                .any(|embed| embed_pictures(embed).any(|url| url == reference))
                || shows_file(&message.components, &attachment.filename)
        };
        let embeds: Vec<Value> = message
            .embeds
            .iter()
            .filter(|_| message.flags & SUPPRESS_EMBEDS == 0)
            .map(|embed| self.embed_json(message, embed))
            .collect();
        // Files that an embed or a component shows are not listed as attachments.
        let attachments: Vec<Value> = message
            .attachments
            .iter()
            .filter(|attachment| !is_shown(attachment))
            .map(|attachment| self.attachment_json(message, attachment))
            .collect();
        let components = message.components.iter();
        let components: Vec<Value> = components
            .map(|component| self.component_json(message, component))
            .collect();
        let kind = match (message.system, &message.answers, message.reply_to) {
            (Some(system), _, _) => system.number(),
            (
                _,
                Some(Answered {
                    kind: InteractionKind::Command,
                    ..
                }),
                _,
            ) => 20,
            (_, _, Some(_)) => 19,
            _ => 0,
        };
        let thread = self.channels.get(&message.id);
        let thread = thread.filter(|thread| thread.parent_id == Some(message.channel_id));
        let mut object = json!({
            "id": message.id,
            "channel_id": message.channel_id,
            "type": kind,
            "author": self.user_json(message.author),
            "content": message.content,
            "timestamp": timestamp(message.made_ms),
            "edited_timestamp": message.edited_ms.map(timestamp),
            "tts": false,
            "mention_everyone": message.mention_everyone,
            "mentions": message.mentions.iter().map(|user| self.user_json(*user)).collect::<Vec<_>>(),
            "mention_roles": message.mention_roles,
            "attachments": attachments,
            "embeds": embeds,
            "components": components,
            "pinned": message.pinned_ms.is_some(),
            "flags": message.flags | thread.map_or(0, |_| HAS_THREAD),
        });
        if let Some(thread) = thread {
            object["thread"] = self.channel_json(thread);
        }
        if !message.reactions.is_empty() {
            let me = match viewer {
                Viewer::Bot(application)
                | Viewer::Session(application, _)
                | Viewer::Shown(application) => self
                    .applications
                    .get(&application)
                    .map(|application| application.bot),
                Viewer::Person => None,
            };
            object["reactions"] = message
                .reactions
                .iter()
                .map(|(emoji, users)| {
                    json!({ "emoji": emoji_json(emoji), "count": users.len(),
                        "count_details": { "normal": users.len(), "burst": 0 }, "burst_colors": [],
                        "me": me.is_some_and(|me| users.contains(&me)), "me_burst": false })
                })
                .collect();
        }
        if let Some(answers) = &message.answers {
            self.add_interaction(
                &mut object,
                answers,
                channel.and_then(|channel| channel.guild_id),
            );
        }
        if let Some(channel) = channel
            && let Some((place, pointed_to)) = points_to(message, channel)
        {
            object["message_reference"] = json!({ "type": 0, "channel_id": place });
            let reference = &mut object["message_reference"];
            if let Some(guild) = channel.guild_id {
                reference["guild_id"] = json!(guild);
            }
            if let Some(id) = pointed_to {
                reference["message_id"] = json!(id);
            }
            let is_shown = matches!(message.system, None | Some(System::ThreadStarter(_)));
            if let Some(id) = pointed_to.filter(|_| is_shown) {
                object["referenced_message"] = self.referenced(message, place, id, viewer);
            }
        }
        let is_shown = match viewer {
            Viewer::Bot(application) => self.shows_content_to(message, application, u64::MAX),
            Viewer::Session(application, intents) => {
                self.shows_content_to(message, application, intents)
            }
            Viewer::Shown(_) | Viewer::Person => true,
        };
        if !is_shown {
            object["content"] = json!("");
            for hidden in ["embeds", "attachments", "components"] {
                object[hidden] = json!([]);
            }
        }
        object
    }

    /// The message to which another one refers, if the viewer may see it.
    fn referenced(&self, message: &Message, place: Id, id: Id, viewer: Viewer) -> Value {
        let place = self.channels.get(&place);
        let original = place.and_then(|place| place.messages.get(&id));
        let original = original.filter(|original| {
            original.ephemeral_to.is_none() || original.ephemeral_to == message.ephemeral_to
        });
        original.map_or(Value::Null, |original| {
            // Only one step back is shown, not the whole chain.
            let alone = Message {
                reply_to: None,
                ..Message::clone(original)
            };
            self.message_json(&alone, viewer)
        })
    }

    /// Bots can read their own messages and those to them. For the rest they need the intent.
    pub(super) fn shows_content_to(
        &self,
        message: &Message,
        application: Id,
        intents: u64,
    ) -> bool {
        let Some(application) = self.applications.get(&application) else {
            return false;
        };
        message.author == application.bot
            || application.privileged_intents & intents & MESSAGE_CONTENT != 0
            || message.mentions.contains(&application.bot)
            || self
                .channels
                .get(&message.channel_id)
                .is_some_and(Channel::is_direct)
    }

    fn add_interaction(&self, object: &mut Value, answers: &Answered, guild: Option<Id>) {
        let user = self.user_json(answers.user);
        let owners = authorizing_owners(guild);
        object["application_id"] = json!(answers.application);
        object["webhook_id"] = json!(answers.application);
        let metadata = |kind: InteractionKind| {
            let mut metadata = json!({ "id": answers.interaction, "type": kind.number(),
                "user": user, "authorizing_integration_owners": owners });
            match answers.target.filter(|_| kind == InteractionKind::Command) {
                Some(Target::User(id)) => metadata["target_user"] = self.user_json(id),
                Some(Target::Message(id)) => metadata["target_message_id"] = json!(id),
                None => {}
            }
            metadata
        };
        // The message whose control was pressed, or that opened the form.
        let pressed = answers.pressed.map(|source| {
            let mut pressed = metadata(InteractionKind::Component);
            pressed["interacted_message_id"] = json!(source);
            pressed
        });
        let mut metadata = match answers.kind {
            InteractionKind::Component => pressed.unwrap_or_default(),
            InteractionKind::ModalSubmit => {
                let trigger = pressed.unwrap_or_else(|| metadata(InteractionKind::Command));
                let mut handed_in = metadata(answers.kind);
                handed_in["triggering_interaction_metadata"] = trigger;
                handed_in
            }
            kind => metadata(kind),
        };
        if let Some(first) = answers.follows {
            metadata["original_response_message_id"] = json!(first);
        }
        if let Some(name) = &answers.name {
            object["interaction"] = json!({ "id": answers.interaction, "type": answers.kind.number(), "name": name, "user": user });
        }
        object["interaction_metadata"] = metadata;
    }

    pub(super) fn attachment_url(&self, message: &Message, attachment: &Attachment) -> String {
        let base = self.base_url();
        format!(
            "{base}/attachments/{}/{}/{}",
            message.channel_id, attachment.id, attachment.filename
        )
    }

    /// A file that somebody gave with a command.
    pub(super) fn given_file_json(&self, file: &Attachment) -> Value {
        let (base, id, name) = (self.base_url(), file.id, &file.filename);
        let mut object = file_json(file, &format!("{base}/ephemeral-attachments/{id}/{name}"));
        object["ephemeral"] = json!(true);
        object
    }

    fn attachment_json(&self, message: &Message, attachment: &Attachment) -> Value {
        let url = self.attachment_url(message, attachment);
        let mut object = file_json(attachment, &url);
        if message.flags & EPHEMERAL != 0 {
            object["ephemeral"] = json!(true);
        }
        object
    }

    /// An embed with `attachment://` addresses made real.
    fn embed_json(&self, message: &Message, embed: &Value) -> Value {
        let mut embed = embed.clone();
        for place in ["/image", "/thumbnail", "/author", "/footer"] {
            let Some(picture) = embed.pointer_mut(place) else {
                continue;
            };
            let field = if place == "/image" || place == "/thumbnail" {
                "url"
            } else {
                "icon_url"
            };
            let Some(name) = picture[field]
                .as_str()
                .and_then(|url| url.strip_prefix("attachment://"))
            else {
                continue;
            };
            let Some(attachment) = message
                .attachments
                .iter()
                .find(|attachment| attachment.filename == name)
            else {
                continue;
            };
            let url = self.attachment_url(message, attachment);
            picture[format!("proxy_{field}")] = json!(url);
            picture[field] = json!(url);
            if let (Some((width, height)), "url") = (attachment.dimensions, field) {
                merge(picture, json!({ "width": width, "height": height }));
            }
            if let (Some(description), "url") = (&attachment.description, field) {
                picture["description"] = json!(description);
            }
        }
        embed
    }
}

/// The channel, and the message if there is one, to which a message refers: as a reply or as a
/// system message (Discord documentation, "Message Reference Content Attribution").
fn points_to(message: &Message, channel: &Channel) -> Option<(Id, Option<Id>)> {
    match message.system {
        Some(System::Pinned(pinned)) => Some((channel.id, Some(pinned))),
        Some(System::ThreadCreated(thread)) => Some((thread, None)),
        Some(System::ThreadStarter(start)) => Some((channel.parent_id?, Some(start))),
        Some(System::Added | System::Removed | System::Renamed | System::Joined) => None,
        None => Some((channel.id, Some(message.reply_to?))),
    }
}

/// Who installed the application at this place: the server, or nobody (0) in direct messages
/// (Discord documentation, "Authorizing Integration Owners Object").
pub fn authorizing_owners(guild: Option<Id>) -> Value {
    json!({ "0": guild.unwrap_or(Id(0)) })
}

fn embed_pictures(embed: &Value) -> impl Iterator<Item = &str> {
    [
        &embed["image"]["url"],
        &embed["thumbnail"]["url"],
        &embed["author"]["icon_url"],
        &embed["footer"]["icon_url"],
    ]
    .into_iter()
    .filter_map(Value::as_str)
}

fn file_json(file: &Attachment, url: &str) -> Value {
    let mut object = json!({
        "id": file.id,
        "filename": file.filename,
        "size": file.size,
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
    });
    if let Some((width, height)) = file.dimensions {
        merge(&mut object, json!({ "width": width, "height": height }));
    }
    if let Some(description) = &file.description {
        object["description"] = json!(description);
    }
    object
}
