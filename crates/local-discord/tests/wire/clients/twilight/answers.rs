//! What the bot answers.

use twilight_http::request::channel::reaction::RequestReactionType;
use twilight_model::application::command::{CommandOptionChoice, CommandOptionChoiceValue};
use twilight_model::application::interaction::application_command::{
    CommandData, CommandDataOption, CommandOptionValue,
};
use twilight_model::application::interaction::message_component::MessageComponentInteractionData;
use twilight_model::application::interaction::modal::{
    ModalInteractionComponent, ModalInteractionData,
};
use twilight_model::application::interaction::{Interaction, InteractionDataResolved};
use twilight_model::channel::message::{AllowedMentions, Component, MessageFlags};
use twilight_model::channel::thread::AutoArchiveDuration;
use twilight_model::channel::{Channel, ChannelType, Message};
use twilight_model::gateway::payload::outgoing::RequestGuildMembers;
use twilight_model::guild::{Member, Permissions};
use twilight_model::http::attachment::Attachment;
use twilight_model::http::interaction::{
    InteractionResponse, InteractionResponseData, InteractionResponseType,
};
use twilight_model::http::permission_overwrite::{PermissionOverwrite, PermissionOverwriteType};
use twilight_model::id::Id;
use twilight_model::id::marker::{ChannelMarker, GuildMarker, RoleMarker, UserMarker};
use twilight_model::user::User;
use twilight_util::builder::embed::{EmbedBuilder, ImageSource};

use super::{Bot, Done, buttons, form, labelled, menus, scored};

fn words(content: impl Into<String>) -> InteractionResponseData {
    InteractionResponseData {
        content: Some(content.into()),
        ..InteractionResponseData::default()
    }
}

fn names<'a>(users: impl IntoIterator<Item = &'a User>) -> String {
    let mut names: Vec<_> = users.into_iter().map(|user| user.name.as_str()).collect();
    names.sort_unstable();
    names.join(", ")
}

fn value<'a>(options: &'a [CommandDataOption], name: &str) -> Option<&'a CommandOptionValue> {
    let option = options.iter().find(|option| option.name == name);
    option.map(|option| &option.value)
}

fn is_on(options: &[CommandDataOption], name: &str) -> bool {
    matches!(
        value(options, name),
        Some(CommandOptionValue::Boolean(true))
    )
}

fn user_in(options: &[CommandDataOption], name: &str) -> Done<Id<UserMarker>> {
    match value(options, name) {
        Some(CommandOptionValue::User(id)) => Ok(*id),
        other => Err(format!("{name} is {other:?}").into()),
    }
}

/// An option as the bot's answer shows it.
fn shown(value: Option<&CommandOptionValue>, resolved: Option<&InteractionDataResolved>) -> String {
    let Some(value) = value else {
        return "-".to_owned();
    };
    let found = resolved.and_then(|resolved| match value {
        CommandOptionValue::User(id) => Some(resolved.users.get(id)?.name.clone()),
        CommandOptionValue::Role(id) => Some(resolved.roles.get(id)?.name.clone()),
        CommandOptionValue::Channel(id) => Some(resolved.channels.get(id)?.name.clone()),
        CommandOptionValue::Mentionable(id) => either(&id.to_string(), resolved),
        CommandOptionValue::Attachment(id) => {
            let file = resolved.attachments.get(id)?;
            Some(format!("{} {}", file.filename, file.size))
        }
        _ => None,
    });
    match value {
        CommandOptionValue::String(text) => text.clone(),
        CommandOptionValue::Integer(number) => number.to_string(),
        CommandOptionValue::Number(number) => number.to_string(),
        CommandOptionValue::Boolean(yes) => yes.to_string(),
        _ => found.unwrap_or_else(|| format!("{value:?}")),
    }
}

/// The name of a person or a role.
fn either(id: &str, resolved: &InteractionDataResolved) -> Option<String> {
    let user = resolved.users.get(&id.parse().ok()?);
    let role = resolved.roles.get(&id.parse().ok()?);
    user.map(|user| user.name.clone())
        .or(role.map(|role| role.name.clone()))
}

/// A person's interaction, which the bot answers.
pub struct Asked<'a> {
    pub bot: &'a Bot,
    pub interaction: &'a Interaction,
    pub channel: Id<ChannelMarker>,
}

impl Asked<'_> {
    async fn respond(
        &self,
        kind: InteractionResponseType,
        data: Option<InteractionResponseData>,
    ) -> Done {
        let response = InteractionResponse { kind, data };
        let client = self.bot.http.interaction(self.bot.application);
        let (id, token) = (self.interaction.id, &self.interaction.token);
        client.create_response(id, token, &response).await?;
        Ok(())
    }

    async fn reply(&self, data: InteractionResponseData) -> Done {
        let kind = InteractionResponseType::ChannelMessageWithSource;
        self.respond(kind, Some(data)).await
    }

    async fn say(&self, content: impl Into<String>) -> Done {
        self.reply(words(content)).await
    }

    async fn whisper(&self, content: impl Into<String>) -> Done {
        let mut data = words(content);
        data.flags = Some(MessageFlags::EPHEMERAL);
        self.reply(data).await
    }

    async fn defer(&self, alone: bool) -> Done {
        let data = InteractionResponseData {
            flags: alone.then_some(MessageFlags::EPHEMERAL),
            ..InteractionResponseData::default()
        };
        let kind = InteractionResponseType::DeferredChannelMessageWithSource;
        self.respond(kind, Some(data)).await
    }

    async fn update(&self, content: String) -> Done {
        let kind = InteractionResponseType::UpdateMessage;
        self.respond(kind, Some(words(content))).await
    }

    /// Edits the first answer.
    async fn edit(&self, content: &str) -> Done {
        let client = self.bot.http.interaction(self.bot.application);
        let edit = client.update_response(&self.interaction.token);
        edit.content(Some(content)).await?;
        Ok(())
    }

    async fn follow(&self, content: &str) -> Done<Message> {
        let client = self.bot.http.interaction(self.bot.application);
        let message = client.create_followup(&self.interaction.token);
        Ok(message.content(content).await?.model().await?)
    }

    /// Writes in the channel.
    async fn write(&self, content: &str) -> Done<Message> {
        let message = self.bot.http.create_message(self.channel);
        Ok(message.content(content).await?.model().await?)
    }

    fn guild(&self) -> Done<Id<GuildMarker>> {
        Ok(self.interaction.guild_id.ok_or("not in a server")?)
    }

    fn author(&self) -> Done<&User> {
        Ok(self.interaction.author().ok_or("nobody")?)
    }

    pub async fn complete(&self, data: &CommandData) -> Done {
        let Some(CommandOptionValue::Focused(written, _)) = value(&data.options, "fruit") else {
            return Err(format!("{data:?}").into());
        };
        let fruits = ["apple", "apricot", "pear"].into_iter();
        let fitting = fruits.filter(|name| name.starts_with(written.as_str()));
        let choices = fitting.map(|name| CommandOptionChoice {
            name: name.to_owned(),
            name_localizations: None,
            value: CommandOptionChoiceValue::String(name.to_owned()),
        });
        let data = InteractionResponseData {
            choices: Some(choices.collect()),
            ..InteractionResponseData::default()
        };
        let kind = InteractionResponseType::ApplicationCommandAutocompleteResult;
        self.respond(kind, Some(data)).await
    }

    pub async fn command(&self, data: &CommandData) -> Done {
        let options = &data.options;
        let resolved = data.resolved.as_ref();
        match data.name.as_str() {
            "every" => {
                let names = [
                    "text", "whole", "yes", "who", "where", "part", "some", "exact", "file",
                    "choice",
                ];
                let list =
                    names.map(|name| format!("{name}={}", shown(value(options, name), resolved)));
                self.say(list.join("; ")).await
            }
            "nested" => {
                let mut path = Vec::new();
                let mut options = options.as_slice();
                while let [
                    CommandDataOption {
                        name,
                        value:
                            CommandOptionValue::SubCommand(inner)
                            | CommandOptionValue::SubCommandGroup(inner),
                    },
                ] = options
                {
                    path.push(name.as_str());
                    options = inner;
                }
                let word = shown(value(options, "word"), None);
                self.say(format!("{}: {word}", path.join(" "))).await
            }
            "complete" => self.say(shown(value(options, "fruit"), None)).await,
            "picture" => self.picture().await,
            "deferred" => {
                self.defer(is_on(options, "alone")).await?;
                self.edit("At last.").await
            }
            "private" => {
                self.whisper("Only you see this.").await?;
                let client = self.bot.http.interaction(self.bot.application);
                let more = client.create_followup(&self.interaction.token);
                more.content("And this.")
                    .flags(MessageFlags::EPHEMERAL)
                    .await?;
                Ok(())
            }
            "follow" => self.follow_ups().await,
            "edit" => self.edited().await,
            "buttons" => {
                let mut data = words("Pressed 0");
                data.components = Some(buttons().to_vec());
                self.reply(data).await
            }
            "menus" => {
                let mut data = words("Choose");
                data.components = Some(menus().to_vec());
                self.reply(data).await
            }
            "form" => {
                let kind = InteractionResponseType::Modal;
                self.respond(kind, Some(form("asked"))).await
            }
            "labelled" => {
                let kind = InteractionResponseType::Modal;
                self.respond(kind, Some(labelled())).await
            }
            "layout" => {
                let picture = crate::clients::picture();
                let picture = Attachment::from_bytes("board.png".to_owned(), picture, 0);
                self.reply(InteractionResponseData {
                    attachments: Some(vec![picture]),
                    components: Some(vec![scored(0)]),
                    flags: Some(MessageFlags::IS_COMPONENTS_V2),
                    ..InteractionResponseData::default()
                })
                .await
            }
            "direct" => {
                let user = self.author()?;
                let direct = self.bot.http.create_private_channel(user.id).await?;
                let message = self.bot.http.create_message(direct.model().await?.id);
                message.content(&format!("Hello, {}", user.name)).await?;
                self.whisper("sent").await
            }
            "thread" => self.threads().await,
            "pin" => self.pins(is_on(options, "off")).await,
            "react" => self.reactions().await,
            "members" => self.members().await,
            "role" => {
                let Some(CommandOptionValue::Role(part)) = value(options, "part") else {
                    return Err("no role".into());
                };
                let who = user_in(options, "who")?;
                self.role(who, *part, is_on(options, "off")).await
            }
            "overwrite" => {
                let who = user_in(options, "who")?;
                self.overwrite(who, is_on(options, "off")).await
            }
            "burst" => {
                let Some(CommandOptionValue::Integer(count)) = value(options, "count") else {
                    return Err("no count".into());
                };
                self.defer(true).await?;
                for number in 1..=*count {
                    self.write(&format!("burst {number}")).await?;
                }
                self.edit("all sent").await
            }
            "Quote" => {
                let messages = resolved.map(|resolved| resolved.messages.values());
                let message = messages
                    .and_then(|mut all| all.next())
                    .ok_or("no message")?;
                self.say(format!("{}: {}", message.author.name, message.content))
                    .await
            }
            "Greet" => {
                let resolved = resolved.ok_or("nobody")?;
                let who = data.target_id.ok_or("nobody")?.cast::<UserMarker>();
                let user = resolved.users.get(&who).ok_or("nobody")?;
                let roles = resolved.members.get(&who).ok_or("no member")?.roles.len();
                self.say(format!("Hello, {} with roles: {roles}", user.name))
                    .await
            }
            "heard" => {
                let told = {
                    let heard = self.bot.heard.lock().unwrap();
                    let words = heard.words.join(", ");
                    format!("ready {}, resumed {}: {words}", heard.ready, heard.resumed)
                };
                self.whisper(told).await
            }
            other => Err(format!("there is no {other}").into()),
        }
    }

    async fn picture(&self) -> Done {
        let mut picture =
            Attachment::from_bytes("board.png".to_owned(), crate::clients::picture(), 0);
        picture.description("A blue board".to_owned());
        let image = ImageSource::attachment("board.png")?;
        let embed = EmbedBuilder::new().title("Board").image(image).build();
        self.reply(InteractionResponseData {
            embeds: Some(vec![embed]),
            attachments: Some(vec![picture]),
            ..InteractionResponseData::default()
        })
        .await?;
        let moves = Attachment::from_bytes("moves.txt".to_owned(), b"1. a1 b2\n".to_vec(), 0);
        let client = self.bot.http.interaction(self.bot.application);
        let more = client.create_followup(&self.interaction.token);
        more.content("The moves").attachments(&[moves]).await?;
        Ok(())
    }

    async fn follow_ups(&self) -> Done {
        self.say("first").await?;
        let second = self.follow("second").await?;
        let third = self.follow("third").await?;
        let client = self.bot.http.interaction(self.bot.application);
        let token = &self.interaction.token;
        let edit = client.update_followup(token, second.id);
        edit.content(Some("second, edited")).await?;
        client.delete_followup(token, third.id).await?;
        let first = client.response(token).await?.model().await?;
        self.edit(&format!("{}, edited", first.content)).await
    }

    async fn edited(&self) -> Done {
        self.defer(true).await?;
        let http = &self.bot.http;
        http.create_typing_trigger(self.channel).await?;
        let draft = self.write("draft").await?;
        http.update_message(self.channel, draft.id)
            .content(Some("final"))
            .allowed_mentions(Some(&AllowedMentions::default()))
            .await?;
        let spare = self.write("spare").await?;
        http.delete_message(self.channel, spare.id).await?;
        let read = http.channel_messages(self.channel).limit(1).await?;
        self.edit(&read.models().await?[0].content).await
    }

    async fn threads(&self) -> Done {
        self.defer(true).await?;
        let http = &self.bot.http;
        let author = self.author()?.id;
        let topic = self.write("A topic").await?;
        let open = http.create_thread_from_message(self.channel, topic.id, "Side talk");
        let open = open.await?.model().await?.id;
        let first = http.create_message(open);
        first.content("first in the thread").await?;
        http.add_thread_member(open, author).await?;
        let kind = ChannelType::PrivateThread;
        let closed = http.create_thread(self.channel, "Between us", kind);
        let closed = closed.auto_archive_duration(AutoArchiveDuration::Hour);
        let closed = closed.await?.model().await?.id;
        http.add_thread_member(closed, author).await?;
        http.update_thread(closed).name("Between us two").await?;
        let members = http.thread_members(closed).await?.models().await?;
        http.update_thread(closed).archived(true).await?;
        let active = http.active_threads(self.guild()?).await?.model().await?;
        let archived = http.private_archived_threads(self.channel).await?;
        let archived = archived.model().await?;
        let list = |threads: Vec<Channel>| {
            let names = threads.into_iter().filter_map(|thread| thread.name);
            names.collect::<Vec<_>>().join(", ")
        };
        let (active, archived) = (list(active.threads), list(archived.threads));
        let members = members.len();
        self.edit(&format!("{active}; {archived} with {members} members"))
            .await
    }

    async fn pins(&self, off: bool) -> Done {
        self.defer(true).await?;
        let http = &self.bot.http;
        if off {
            let pinned = http.pins(self.channel).await?.model().await?;
            for pin in pinned.items {
                http.delete_pin(self.channel, pin.message.id).await?;
            }
        } else {
            let message = self.write("keep this").await?;
            http.create_pin(self.channel, message.id).await?;
        }
        let pinned = http.pins(self.channel).await?.model().await?;
        let pinned = pinned.items.into_iter().map(|pin| pin.message.content);
        let pinned: Vec<_> = pinned.collect();
        self.edit(&format!("pins: {}", pinned.join(", "))).await
    }

    async fn reactions(&self) -> Done {
        self.defer(true).await?;
        let http = &self.bot.http;
        let (channel, message) = (self.channel, self.write("react to this").await?.id);
        let thumb = RequestReactionType::Unicode { name: "👍" };
        let party = RequestReactionType::Unicode { name: "🎉" };
        http.create_reaction(channel, message, &thumb).await?;
        http.create_reaction(channel, message, &party).await?;
        http.delete_reaction(channel, message, &party, self.bot.user)
            .await?;
        let users = http.reactions(channel, message, &thumb).await?;
        self.edit(&format!("👍 {}", names(&users.models().await?)))
            .await
    }

    async fn members(&self) -> Done {
        self.defer(false).await?;
        let (http, guild) = (&self.bot.http, self.guild()?);
        let listed = http
            .guild_members(guild)
            .limit(1000)
            .await?
            .models()
            .await?;
        let mut chunks = self.bot.chunks.subscribe();
        let all = RequestGuildMembers::builder(guild).query("", None);
        self.bot.gateway.command(&all)?;
        let told = chunks.recv().await?.members;
        let one = http.guild_member(guild, self.author()?.id).await?;
        let one = one.model().await?.user;
        let found = http.search_guild_members(guild, "do").await?;
        let found = found.models().await?;
        let list = |members: &[Member]| names(members.iter().map(|member| &member.user));
        let (listed, told, found) = (list(&listed), list(&told), list(&found));
        let one = one.global_name.unwrap_or(one.name);
        self.edit(&format!("{listed}; {told}; {one}; {found}"))
            .await
    }

    async fn role(&self, who: Id<UserMarker>, part: Id<RoleMarker>, off: bool) -> Done {
        let (http, guild) = (&self.bot.http, self.guild()?);
        if off {
            http.remove_guild_member_role(guild, who, part).await?;
        } else {
            http.add_guild_member_role(guild, who, part).await?;
        }
        let now = http.guild_member(guild, who).await?.model().await?;
        let all = http.roles(guild).await?.models().await?.len();
        let has = now.roles.contains(&part);
        self.say(format!("{has}, of {all} roles")).await
    }

    async fn overwrite(&self, who: Id<UserMarker>, off: bool) -> Done {
        let http = &self.bot.http;
        if off {
            http.delete_channel_permission(self.channel)
                .member(who)
                .await?;
        } else {
            let overwrite = PermissionOverwrite {
                allow: None,
                deny: Some(Permissions::SEND_MESSAGES),
                id: who.cast(),
                kind: PermissionOverwriteType::Member,
            };
            http.update_channel_permission(self.channel, &overwrite)
                .await?;
        }
        let read = http.channel(self.channel).await?.model().await?;
        let mut overwrites = read.permission_overwrites.into_iter().flatten();
        let denied = overwrites.any(|overwrite| {
            overwrite.id == who.cast() && overwrite.deny == Permissions::SEND_MESSAGES
        });
        let denied = if denied { "SendMessages" } else { "" };
        self.say(format!("denied: {denied}")).await
    }

    pub async fn control(&self, data: &MessageComponentInteractionData) -> Done {
        let client = self.bot.http.interaction(self.bot.application);
        match data.custom_id.as_str() {
            "count" => {
                let message = self.interaction.message.as_ref().ok_or("no message")?;
                let count = message.content.rsplit(' ').next().unwrap_or_default();
                self.update(format!("Pressed {}", count.parse::<u64>()? + 1))
                    .await
            }
            "later" => {
                let kind = InteractionResponseType::DeferredUpdateMessage;
                self.respond(kind, None).await?;
                self.edit("Pressed 10").await
            }
            "whisper" => self.whisper("Between us.").await,
            "raise" => {
                let message = self.interaction.message.as_ref().ok_or("no message")?;
                let Some(Component::Container(container)) = message.components.first() else {
                    return Err("no container".into());
                };
                let Some(Component::TextDisplay(text)) = container.components.first() else {
                    return Err("no text".into());
                };
                let score = text.content.rsplit(' ').next().unwrap_or_default();
                let data = InteractionResponseData {
                    components: Some(vec![scored(score.parse::<u64>()? + 1)]),
                    ..InteractionResponseData::default()
                };
                let kind = InteractionResponseType::UpdateMessage;
                self.respond(kind, Some(data)).await
            }
            "fill" => {
                let kind = InteractionResponseType::Modal;
                self.respond(kind, Some(form("filled"))).await
            }
            "away" => {
                let kind = InteractionResponseType::DeferredUpdateMessage;
                self.respond(kind, None).await?;
                client.delete_response(&self.interaction.token).await?;
                Ok(())
            }
            menu => {
                let name = |value: &String| {
                    let resolved = data.resolved.as_ref()?;
                    let channel = resolved.channels.get(&value.parse().ok()?);
                    let channel = channel.map(|channel| channel.name.clone());
                    either(value, resolved).or(channel)
                };
                // A value that isn't an id is the value of an option.
                let name = |value: &String| name(value).unwrap_or_else(|| value.clone());
                let mut values: Vec<_> = data.values.iter().map(name).collect();
                values.sort_unstable();
                self.whisper(format!("{menu}: {}", values.join(", "))).await
            }
        }
    }

    /// Shows what a person filled in under labels.
    async fn labelled(&self, data: &ModalInteractionData) -> Done {
        let resolved = data.resolved.as_ref();
        let mut said = Vec::new();
        for part in &data.components {
            let ModalInteractionComponent::Label(label) = part else {
                return Err("no label".into());
            };
            said.push(match &*label.component {
                ModalInteractionComponent::TextInput(input) => format!("subject={}", input.value),
                ModalInteractionComponent::StringSelect(menu) => {
                    format!("kind={}", menu.values.join(", "))
                }
                ModalInteractionComponent::UserSelect(menu) => {
                    let users = menu.values.iter();
                    let users = users.filter_map(|id| resolved?.users.get(id));
                    format!("who={}", names(users))
                }
                ModalInteractionComponent::FileUpload(upload) => {
                    let files = upload.values.iter();
                    let files = files.filter_map(|id| resolved?.attachments.get(id));
                    let files = files.map(|file| format!("{} {}", file.filename, file.size));
                    format!("files={}", files.collect::<Vec<_>>().join(", "))
                }
                other => return Err(format!("what is {other:?}?").into()),
            });
        }
        self.whisper(said.join("; ")).await
    }

    pub async fn form(&self, data: &ModalInteractionData) -> Done {
        if data.custom_id == "labelled" {
            return self.labelled(data).await;
        }
        let rows = data.components.iter().filter_map(|row| match row {
            ModalInteractionComponent::ActionRow(row) => Some(&row.components),
            _ => None,
        });
        let value = |name: &str| {
            rows.clone().flatten().find_map(|input| match input {
                ModalInteractionComponent::TextInput(input) if input.custom_id == name => {
                    Some(input.value.clone())
                }
                _ => None,
            })
        };
        let filled = value("move").ok_or("no move")?;
        match data.custom_id.as_str() {
            "filled" => self.update(format!("Filled in: {filled}")).await,
            _ => {
                let note = value("note").ok_or("no note")?;
                self.whisper(format!("move={filled}; note={note}")).await
            }
        }
    }
}
