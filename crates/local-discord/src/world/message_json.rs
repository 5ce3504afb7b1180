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

impl Viewer {
    fn application(self) -> Option<Id> {
        match self {
            Viewer::Bot(id) | Viewer::Session(id, _) | Viewer::Shown(id) => Some(id),
            Viewer::Person => None,
        }
    }
}

impl Message {
    /// Discord's number for the type of a message.
    fn kind(&self) -> u8 {
        let answers = self.answers.as_ref().map(|answers| answers.kind);
        match (self.system, answers) {
            (Some(system), _) => system.number(),
            (None, Some(InteractionKind::Command)) => 20,
            (None, _) if self.reply_to.is_some() => 19,
            (None, _) => 0,
        }
    }
}

impl World {
    /// A message as `viewer` sees it.
    pub fn message_json(&self, message: &Message, viewer: Viewer) -> Value {
        let mentions = message.mentions.iter().map(|user| self.user_json(*user));
        let same_id = self.channels.get(&message.id);
        let thread = same_id.filter(|thread| thread.parent_id == Some(message.channel_id));
        let mut object = json!({
            "id": message.id,
            "channel_id": message.channel_id,
            "type": message.kind(),
            "author": self.user_json(message.author),
            "content": message.content,
            "timestamp": timestamp(message.made_ms),
            "edited_timestamp": message.edited_ms.map(timestamp),
            "tts": false,
            "mention_everyone": message.mention_everyone,
            "mentions": mentions.collect::<Vec<_>>(),
            "mention_roles": message.mention_roles,
            "pinned": message.pinned_ms.is_some(),
            "flags": message.flags | thread.map_or(0, |_| HAS_THREAD),
        });
        merge(&mut object, self.parts_json(message));
        if let Some(thread) = thread {
            object["thread"] = self.channel_json(thread);
        }
        if !message.reactions.is_empty() {
            object["reactions"] = self.reactions_json(message, viewer);
        }
        let channel = self.channels.get(&message.channel_id);
        if let Some(answers) = &message.answers {
            let guild = channel.and_then(|channel| channel.guild_id);
            self.add_interaction(&mut object, answers, guild);
        }
        if let Some(channel) = channel {
            self.add_reference(&mut object, message, channel, viewer);
        }
        if !self.reads(message, viewer) {
            let hidden =
                json!({ "content": "", "embeds": [], "attachments": [], "components": [] });
            merge(&mut object, hidden);
        }
        object
    }

    /// The embeds, components and attachments of a message. Files that an embed or a component
    /// shows are not listed as attachments.
    fn parts_json(&self, message: &Message) -> Value {
        let is_shown = |file: &Attachment| {
            let reference = format!("attachment://{}", file.filename);
            let mut embeds = message.embeds.iter();
            embeds.any(|embed| embed_pictures(embed).any(|url| url == reference))
                || shows_file(&message.components, &file.filename)
        };
        let embeds = match message.flags & SUPPRESS_EMBEDS {
            0 => &message.embeds[..],
            _ => &[],
        };
        let embeds = embeds.iter().map(|embed| self.embed_json(message, embed));
        let components = message.components.iter();
        let files = message.attachments.iter().filter(|file| !is_shown(file));
        json!({
            "embeds": embeds.collect::<Vec<_>>(),
            "components": components
                .map(|component| self.component_json(message, component))
                .collect::<Vec<_>>(),
            "attachments": files.map(|file| self.attachment_json(message, file)).collect::<Vec<_>>(),
        })
    }

    fn reactions_json(&self, message: &Message, viewer: Viewer) -> Value {
        let application = viewer.application();
        let me = application.and_then(|id| Some(self.applications.get(&id)?.bot));
        let reactions = message.reactions.iter().map(|(emoji, users)| {
            json!({ "emoji": emoji_json(emoji), "count": users.len(),
                "count_details": { "normal": users.len(), "burst": 0 }, "burst_colors": [],
                "me": me.is_some_and(|me| users.contains(&me)), "me_burst": false })
        });
        reactions.collect()
    }

    /// Adds the message or the channel to which a message refers.
    fn add_reference(
        &self,
        object: &mut Value,
        message: &Message,
        channel: &Channel,
        viewer: Viewer,
    ) {
        let Some((place, pointed_to)) = points_to(message, channel) else {
            return;
        };
        let mut reference = json!({ "type": 0, "channel_id": place });
        if let Some(guild) = channel.guild_id {
            reference["guild_id"] = json!(guild);
        }
        if let Some(id) = pointed_to {
            reference["message_id"] = json!(id);
            if matches!(message.system, None | Some(System::ThreadStarter(_))) {
                object["referenced_message"] = self.referenced(message, place, id, viewer);
            }
        }
        object["message_reference"] = reference;
    }

    /// Whether somebody sees what a message says.
    fn reads(&self, message: &Message, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Bot(application) => self.shows_content_to(message, application, u64::MAX),
            Viewer::Session(application, intents) => {
                self.shows_content_to(message, application, intents)
            }
            Viewer::Shown(_) | Viewer::Person => true,
        }
    }

    /// The message to which another one refers, if the viewer may see it.
    fn referenced(&self, message: &Message, place: Id, id: Id, viewer: Viewer) -> Value {
        let place = self.channels.get(&place);
        let original = place.and_then(|place| place.messages.get(&id));
        let is_shown = |reader: Option<Id>| reader.is_none() || reader == message.ephemeral_to;
        let shown = original.filter(|original| is_shown(original.ephemeral_to));
        shown.map_or(Value::Null, |original| {
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
            match answers.target {
                _ if kind != InteractionKind::Command => {}
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
        for (part, field) in PICTURES {
            let Some(picture) = embed.get_mut(part) else {
                continue;
            };
            let name = picture[field]
                .as_str()
                .and_then(|url| url.strip_prefix("attachment://"));
            let mut files = message.attachments.iter();
            let Some(file) = files.find(|file| Some(file.filename.as_str()) == name) else {
                continue;
            };
            let url = self.attachment_url(message, file);
            picture[format!("proxy_{field}")] = json!(url);
            picture[field] = json!(url);
            if field == "url" {
                add_looks(picture, file);
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

/// Where an embed has pictures: the part, and its field for the address.
const PICTURES: [(&str, &str); 4] = [
    ("image", "url"),
    ("thumbnail", "url"),
    ("author", "icon_url"),
    ("footer", "icon_url"),
];

fn embed_pictures(embed: &Value) -> impl Iterator<Item = &str> {
    let pictures = PICTURES.into_iter();
    pictures.filter_map(|(part, field)| embed[part][field].as_str())
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
    add_looks(&mut object, file);
    object
}

/// Adds the size and the description of a picture.
fn add_looks(object: &mut Value, file: &Attachment) {
    if let Some((width, height)) = file.dimensions {
        merge(object, json!({ "width": width, "height": height }));
    }
    if let Some(description) = &file.description {
        object["description"] = json!(description);
    }
}
