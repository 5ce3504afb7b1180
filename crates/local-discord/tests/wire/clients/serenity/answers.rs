//! What the bot answers.

use serenity::all::{
    ActionRowComponent, AutoArchiveDuration, AutocompleteChoice, ChannelType, ChunkGuildFilter,
    CommandInteraction, ComponentInteraction, ComponentInteractionDataKind, Context,
    CreateAllowedMentions, CreateAttachment, CreateAutocompleteResponse, CreateEmbed,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    CreateMessage, CreateThread, EditInteractionResponse, EditMessage, EditThread, GetMessages,
    GuildId, Member, ModalInteraction, PermissionOverwrite, PermissionOverwriteType, Permissions,
    ReactionType, ResolvedOption, ResolvedTarget, ResolvedValue, User,
};

use super::{Bot, buttons, form, menus};

type Done<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn message(content: impl Into<String>) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new().content(content)
}

fn said(content: impl Into<String>) -> CreateInteractionResponse {
    CreateInteractionResponse::Message(message(content))
}

fn whispered(content: impl Into<String>) -> CreateInteractionResponse {
    CreateInteractionResponse::Message(message(content).ephemeral(true))
}

fn updated(content: impl Into<String>) -> CreateInteractionResponse {
    CreateInteractionResponse::UpdateMessage(message(content))
}

fn edited(content: impl Into<String>) -> EditInteractionResponse {
    EditInteractionResponse::new().content(content)
}

fn follow_up(content: &str) -> CreateInteractionResponseFollowup {
    CreateInteractionResponseFollowup::new().content(content)
}

fn names<'a>(users: impl IntoIterator<Item = &'a User>) -> String {
    let mut names: Vec<_> = users.into_iter().map(|user| user.name.as_str()).collect();
    names.sort_unstable();
    names.join(", ")
}

fn members_names(members: &[Member]) -> String {
    names(members.iter().map(|member| &member.user))
}

/// An option as the bot's answer shows it.
fn shown(options: &[ResolvedOption<'_>], name: &str) -> String {
    let option = options.iter().find(|option| option.name == name);
    match option.map(|option| &option.value) {
        None => "-".to_owned(),
        Some(ResolvedValue::String(text)) => (*text).to_owned(),
        Some(ResolvedValue::Integer(number)) => number.to_string(),
        Some(ResolvedValue::Number(number)) => number.to_string(),
        Some(ResolvedValue::Boolean(yes)) => yes.to_string(),
        Some(ResolvedValue::User(user, _)) => user.name.clone(),
        Some(ResolvedValue::Role(role)) => role.name.clone(),
        Some(ResolvedValue::Channel(channel)) => channel.name.clone().unwrap_or_default(),
        Some(ResolvedValue::Attachment(file)) => format!("{} {}", file.filename, file.size),
        Some(other) => format!("{other:?}"),
    }
}

fn is_on(options: &[ResolvedOption<'_>], name: &str) -> bool {
    shown(options, name) == "true"
}

fn user_in<'a>(options: &[ResolvedOption<'a>]) -> Done<&'a User> {
    let user = options.iter().find_map(|option| match option.value {
        ResolvedValue::User(user, _) => Some(user),
        _ => None,
    });
    Ok(user.ok_or("nobody")?)
}

fn guild(command: &CommandInteraction) -> Done<GuildId> {
    Ok(command.guild_id.ok_or("not in a server")?)
}

impl Bot {
    pub async fn complete(&self, context: &Context, command: &CommandInteraction) -> Done {
        let written = command
            .data
            .autocomplete()
            .ok_or("nothing is focused")?
            .value;
        let fruits = ["apple", "apricot", "pear"].into_iter();
        let fitting = fruits.filter(|name| name.starts_with(written));
        let choices = fitting
            .map(|name| AutocompleteChoice::new(name, name))
            .collect();
        let response = CreateAutocompleteResponse::new().set_choices(choices);
        let response = CreateInteractionResponse::Autocomplete(response);
        command.create_response(&context.http, response).await?;
        Ok(())
    }

    pub async fn command(&self, context: &Context, command: &CommandInteraction) -> Done {
        let http = &context.http;
        let options = &command.data.options()[..];
        let response = match command.data.name.as_str() {
            "every" => {
                let names = [
                    "text", "whole", "yes", "who", "where", "part", "some", "exact", "file",
                    "choice",
                ];
                let list = names.map(|name| format!("{name}={}", shown(options, name)));
                said(list.join("; "))
            }
            "nested" => {
                let (mut path, mut at) = (Vec::new(), options);
                while let [
                    ResolvedOption {
                        name,
                        value:
                            ResolvedValue::SubCommand(inner) | ResolvedValue::SubCommandGroup(inner),
                        ..
                    },
                ] = at
                {
                    path.push(*name);
                    at = inner;
                }
                said(format!("{}: {}", path.join(" "), shown(at, "word")))
            }
            "complete" => said(shown(options, "fruit")),
            "picture" => return picture(context, command).await,
            "deferred" => {
                if is_on(options, "alone") {
                    command.defer_ephemeral(http).await?
                } else {
                    command.defer(http).await?
                }
                command.edit_response(http, edited("At last.")).await?;
                return Ok(());
            }
            "private" => {
                let first = whispered("Only you see this.");
                command.create_response(http, first).await?;
                let more = follow_up("And this.").ephemeral(true);
                command.create_followup(http, more).await?;
                return Ok(());
            }
            "follow" => return follow_ups(context, command).await,
            "edit" => return messages(context, command).await,
            "buttons" => {
                let message = message("Pressed 0").components(buttons());
                CreateInteractionResponse::Message(message)
            }
            "menus" => {
                let message = message("Choose").components(menus());
                CreateInteractionResponse::Message(message)
            }
            "form" => CreateInteractionResponse::Modal(form("asked")),
            "direct" => {
                let words = format!("Hello, {}", command.user.name);
                let direct = CreateMessage::new().content(words);
                command.user.direct_message(http, direct).await?;
                whispered("sent")
            }
            "thread" => return threads(context, command).await,
            "pin" => return pins(context, command, is_on(options, "off")).await,
            "react" => return reactions(context, command).await,
            "members" => return self.members(context, command).await,
            "role" => {
                let (guild, who) = (guild(command)?, user_in(options)?.id);
                let part = options.iter().find_map(|option| match option.value {
                    ResolvedValue::Role(role) => Some(role.id),
                    _ => None,
                });
                let part = part.ok_or("no role")?;
                if is_on(options, "off") {
                    http.remove_member_role(guild, who, part, None).await?
                } else {
                    http.add_member_role(guild, who, part, None).await?
                }
                let now = guild.member(http, who).await?;
                let all = guild.roles(http).await?.len();
                said(format!("{}, of {all} roles", now.roles.contains(&part)))
            }
            "overwrite" => {
                let (channel, who) = (command.channel_id, user_in(options)?.id);
                let kind = PermissionOverwriteType::Member(who);
                if is_on(options, "off") {
                    channel.delete_permission(http, kind).await?;
                } else {
                    let overwrite = PermissionOverwrite {
                        allow: Permissions::empty(),
                        deny: Permissions::SEND_MESSAGES,
                        kind,
                    };
                    channel.create_permission(http, overwrite).await?;
                }
                let read = channel
                    .to_channel(http)
                    .await?
                    .guild()
                    .ok_or("no channel")?;
                let denied = read.permission_overwrites.iter().any(|overwrite| {
                    overwrite.kind == kind && overwrite.deny == Permissions::SEND_MESSAGES
                });
                let denied = if denied { "SendMessages" } else { "" };
                said(format!("denied: {denied}"))
            }
            "burst" => {
                command.defer_ephemeral(http).await?;
                let count: u64 = shown(options, "count").parse()?;
                for number in 1..=count {
                    let words = format!("burst {number}");
                    command.channel_id.say(http, words).await?;
                }
                command.edit_response(http, edited("all sent")).await?;
                return Ok(());
            }
            "Quote" | "Greet" => match command.data.target() {
                Some(ResolvedTarget::Message(message)) => {
                    said(format!("{}: {}", message.author.name, message.content))
                }
                Some(ResolvedTarget::User(user, Some(member))) => said(format!(
                    "Hello, {} with roles: {}",
                    user.name,
                    member.roles.len()
                )),
                other => return Err(format!("used on {other:?}").into()),
            },
            "heard" => {
                let heard = self.heard.lock().unwrap();
                let words = heard.words.join(", ");
                whispered(format!(
                    "ready {}, resumed {}: {words}",
                    heard.ready, heard.resumed
                ))
            }
            other => return Err(format!("there is no {other}").into()),
        };
        command.create_response(http, response).await?;
        Ok(())
    }

    async fn members(&self, context: &Context, command: &CommandInteraction) -> Done {
        let (http, guild) = (&context.http, guild(command)?);
        command.defer(http).await?;
        let listed = guild.members(http, Some(1000), None).await?;
        let mut chunks = self.chunks.subscribe();
        let all = ChunkGuildFilter::None;
        context.shard.chunk_guild(guild, None, false, all, None);
        let told = chunks.recv().await?;
        let one = guild.member(http, command.user.id).await?;
        let found = guild.search_members(http, "do", Some(10)).await?;
        let [listed, told, found] = [listed, told, found].map(|some| members_names(&some));
        let content = format!("{listed}; {told}; {}; {found}", one.display_name());
        command.edit_response(http, edited(content)).await?;
        Ok(())
    }

    pub async fn control(&self, context: &Context, component: &ComponentInteraction) -> Done {
        let http = &context.http;
        let resolved = &component.data.resolved;
        let user = |id: u64| Some(resolved.users.get(&id.into())?.name.clone());
        let role = |id: u64| Some(resolved.roles.get(&id.into())?.name.clone());
        let channel = |id: u64| resolved.channels.get(&id.into())?.name.clone();
        let values: Vec<Option<String>> = match &component.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => {
                values.iter().cloned().map(Some).collect()
            }
            ComponentInteractionDataKind::UserSelect { values } => {
                values.iter().map(|id| user(id.get())).collect()
            }
            ComponentInteractionDataKind::RoleSelect { values } => {
                values.iter().map(|id| role(id.get())).collect()
            }
            ComponentInteractionDataKind::MentionableSelect { values } => {
                let either = values.iter().map(|id| id.get());
                either.map(|id| user(id).or(role(id))).collect()
            }
            ComponentInteractionDataKind::ChannelSelect { values } => {
                values.iter().map(|id| channel(id.get())).collect()
            }
            _ => Vec::new(),
        };
        let response = match component.data.custom_id.as_str() {
            "count" => {
                let count = component.message.content.rsplit(' ').next();
                let count: u64 = count.unwrap_or_default().parse()?;
                updated(format!("Pressed {}", count + 1))
            }
            "later" => {
                component.defer(http).await?;
                component.edit_response(http, edited("Pressed 10")).await?;
                return Ok(());
            }
            "whisper" => whispered("Between us."),
            "fill" => CreateInteractionResponse::Modal(form("filled")),
            "away" => {
                component.defer(http).await?;
                component.delete_response(http).await?;
                return Ok(());
            }
            menu => {
                let mut values: Vec<_> = values.into_iter().flatten().collect();
                values.sort_unstable();
                whispered(format!("{menu}: {}", values.join(", ")))
            }
        };
        component.create_response(http, response).await?;
        Ok(())
    }

    pub async fn form(&self, context: &Context, modal: &ModalInteraction) -> Done {
        let rows = modal.data.components.iter();
        let inputs: Vec<_> = rows.flat_map(|row| &row.components).collect();
        let value = |name: &str| {
            let found = inputs.iter().find_map(|input| match input {
                ActionRowComponent::InputText(input) if input.custom_id == name => Some(input),
                _ => None,
            });
            found
                .and_then(|input| input.value.clone())
                .ok_or("no such field")
        };
        let filled = value("move")?;
        let response = match modal.data.custom_id.as_str() {
            "filled" => updated(format!("Filled in: {filled}")),
            _ => whispered(format!("move={filled}; note={}", value("note")?)),
        };
        modal.create_response(&context.http, response).await?;
        Ok(())
    }
}

async fn picture(context: &Context, command: &CommandInteraction) -> Done {
    let board = CreateAttachment::bytes(crate::clients::picture(), "board.png");
    let board = board.description("A blue board");
    let embed = CreateEmbed::new()
        .title("Board")
        .image("attachment://board.png");
    let message = CreateInteractionResponseMessage::new()
        .embed(embed)
        .add_file(board);
    let response = CreateInteractionResponse::Message(message);
    command.create_response(&context.http, response).await?;
    let moves = CreateAttachment::bytes(*b"1. a1 b2\n", "moves.txt");
    let more = follow_up("The moves").add_file(moves);
    command.create_followup(&context.http, more).await?;
    Ok(())
}

async fn follow_ups(context: &Context, command: &CommandInteraction) -> Done {
    let http = &context.http;
    command.create_response(http, said("first")).await?;
    let second = command.create_followup(http, follow_up("second")).await?;
    let third = command.create_followup(http, follow_up("third")).await?;
    let edit = follow_up("second, edited");
    command.edit_followup(http, second.id, edit).await?;
    command.delete_followup(http, third.id).await?;
    let first = command.get_response(http).await?;
    let edit = edited(format!("{}, edited", first.content));
    command.edit_response(http, edit).await?;
    Ok(())
}

async fn messages(context: &Context, command: &CommandInteraction) -> Done {
    let (http, channel) = (&context.http, command.channel_id);
    command.defer_ephemeral(http).await?;
    channel.broadcast_typing(http).await?;
    let mut draft = channel.say(http, "draft").await?;
    let edit = EditMessage::new()
        .content("final")
        .allowed_mentions(CreateAllowedMentions::new());
    draft.edit(http, edit).await?;
    channel.say(http, "spare").await?.delete(http).await?;
    let read = channel.messages(http, GetMessages::new().limit(1)).await?;
    let edit = edited(&read[0].content);
    command.edit_response(http, edit).await?;
    Ok(())
}

async fn threads(context: &Context, command: &CommandInteraction) -> Done {
    let (http, channel) = (&context.http, command.channel_id);
    command.defer_ephemeral(http).await?;
    let topic = channel.say(http, "A topic").await?;
    let open = CreateThread::new("Side talk");
    let open = channel.create_thread_from_message(http, topic.id, open);
    let open = open.await?.id;
    open.say(http, "first in the thread").await?;
    open.add_thread_member(http, command.user.id).await?;
    let closed = CreateThread::new("Between us")
        .kind(ChannelType::PrivateThread)
        .auto_archive_duration(AutoArchiveDuration::OneHour);
    let closed = channel.create_thread(http, closed).await?.id;
    closed.add_thread_member(http, command.user.id).await?;
    let rename = EditThread::new().name("Between us two");
    closed.edit_thread(http, rename).await?;
    let members = closed.get_thread_members(http).await?.len();
    closed
        .edit_thread(http, EditThread::new().archived(true))
        .await?;
    let active = guild(command)?.get_active_threads(http).await?;
    let archived = channel
        .get_archived_private_threads(http, None, None)
        .await?;
    let [active, archived] = [active, archived].map(|found| {
        let names = found.threads.into_iter().map(|thread| thread.name);
        names.collect::<Vec<_>>().join(", ")
    });
    let content = format!("{active}; {archived} with {members} members");
    command.edit_response(http, edited(content)).await?;
    Ok(())
}

async fn pins(context: &Context, command: &CommandInteraction, off: bool) -> Done {
    let (http, channel) = (&context.http, command.channel_id);
    command.defer_ephemeral(http).await?;
    if off {
        for message in channel.pins(http).await? {
            message.unpin(http).await?;
        }
    } else {
        channel.say(http, "keep this").await?.pin(http).await?;
    }
    let pinned = channel.pins(http).await?.into_iter();
    let pinned: Vec<_> = pinned.map(|message| message.content).collect();
    let content = format!("pins: {}", pinned.join(", "));
    command.edit_response(http, edited(content)).await?;
    Ok(())
}

async fn reactions(context: &Context, command: &CommandInteraction) -> Done {
    let http = &context.http;
    command.defer_ephemeral(http).await?;
    let message = command.channel_id.say(http, "react to this").await?;
    let [thumb, party] = ["👍", "🎉"].map(|emoji| ReactionType::Unicode(emoji.to_owned()));
    message.react(http, thumb.clone()).await?;
    message.react(http, party.clone()).await?;
    message.delete_reaction(http, None, party).await?;
    let users = message.reaction_users(http, thumb, None, None).await?;
    let content = format!("👍 {}", names(&users));
    command.edit_response(http, edited(content)).await?;
    Ok(())
}
