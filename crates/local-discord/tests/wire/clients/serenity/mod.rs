//! A serenity bot with one of everything.

mod answers;

use std::sync::{Arc, Mutex};

use serenity::all::{
    ButtonStyle, ChannelType, CommandOptionType, CommandType, Context, CreateActionRow,
    CreateButton, CreateCommand, CreateCommandOption, CreateInputText, CreateModal,
    CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, Event, EventHandler,
    GatewayIntents, GuildMembersChunkEvent, InputTextStyle, Interaction, Member, Message,
    RawEventHandler, ReactionType, Ready, ResumedEvent,
};
use serenity::async_trait;
use serenity::client::ClientBuilder;
use serenity::http::HttpBuilder;
use tokio::sync::broadcast;

/// What the bot heard: new sessions, resumed ones, and what people wrote in servers.
#[derive(Default)]
struct Heard {
    ready: u64,
    resumed: u64,
    words: Vec<String>,
}

#[derive(Clone)]
struct Bot {
    heard: Arc<Mutex<Heard>>,
    chunks: broadcast::Sender<Vec<Member>>,
}

pub async fn run(address: String, token: String) {
    let http = HttpBuilder::new(token)
        .proxy(address)
        .ratelimiter_disabled(true)
        .client(crate::stage::client())
        .build();
    let intents = GatewayIntents::GUILDS
        | GatewayIntents::GUILD_MEMBERS
        | GatewayIntents::GUILD_MESSAGES
        | GatewayIntents::GUILD_MESSAGE_REACTIONS
        | GatewayIntents::DIRECT_MESSAGES
        | GatewayIntents::MESSAGE_CONTENT;
    let bot = Bot {
        heard: Arc::default(),
        chunks: broadcast::Sender::new(8),
    };
    let mut client = ClientBuilder::new_with_http(http, intents)
        .event_handler(bot.clone())
        .raw_event_handler(bot)
        .await
        .unwrap();
    client.start().await.unwrap();
}

#[async_trait]
impl RawEventHandler for Bot {
    async fn raw_event(&self, _: Context, event: Event) {
        if let Event::Unknown(event) = event {
            // The test compares what was heard, so this entry fails it.
            let words = format!("serenity cannot read {event:?}");
            self.heard.lock().unwrap().words.push(words);
        }
    }
}

#[async_trait]
impl EventHandler for Bot {
    async fn ready(&self, context: Context, _: Ready) {
        let first = {
            let mut heard = self.heard.lock().unwrap();
            heard.ready += 1;
            heard.ready == 1
        };
        if first {
            serenity::all::Command::set_global_commands(&context.http, commands())
                .await
                .unwrap();
        }
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.heard.lock().unwrap().resumed += 1;
    }

    async fn guild_members_chunk(&self, _: Context, chunk: GuildMembersChunkEvent) {
        // Perhaps nobody is waiting for it.
        drop(self.chunks.send(chunk.members.into_values().collect()));
    }

    async fn message(&self, context: Context, message: Message) {
        if message.author.bot {
            return;
        }
        if message.guild_id.is_some() {
            self.heard.lock().unwrap().words.push(message.content);
        } else {
            let words = format!("You wrote: {}", message.content);
            message.reply(&context.http, words).await.unwrap();
        }
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let done = match interaction {
            Interaction::Command(command) => self.command(&context, &command).await,
            Interaction::Autocomplete(command) => self.complete(&context, &command).await,
            Interaction::Component(component) => self.control(&context, &component).await,
            Interaction::Modal(modal) => self.form(&context, &modal).await,
            _ => Ok(()),
        };
        // The test fails because the person gets no answer.
        if let Err(error) = done {
            eprintln!("serenity: {error} {error:?}");
        }
    }
}

fn commands() -> Vec<CreateCommand> {
    let command = |name: &str| CreateCommand::new(name).description(format!("Tries {name}"));
    let option = |kind, name: &str| CreateCommandOption::new(kind, name, format!("The {name}"));
    let needed = |kind, name| option(kind, name).required(true);
    let off = || option(CommandOptionType::Boolean, "off");
    let word = || needed(CommandOptionType::String, "word");
    let every = command("every")
        .add_option(needed(CommandOptionType::String, "text"))
        .add_option(
            needed(CommandOptionType::Integer, "whole")
                .min_int_value(1)
                .max_int_value(9),
        )
        .add_option(needed(CommandOptionType::Boolean, "yes"))
        .add_option(needed(CommandOptionType::User, "who"))
        .add_option(needed(CommandOptionType::Channel, "where"))
        .add_option(needed(CommandOptionType::Role, "part"))
        .add_option(needed(CommandOptionType::Mentionable, "some"))
        .add_option(needed(CommandOptionType::Number, "exact"))
        .add_option(option(CommandOptionType::Attachment, "file"))
        .add_option(
            option(CommandOptionType::String, "choice").add_string_choice("The first", "one"),
        );
    let inner = option(CommandOptionType::SubCommand, "inner").add_sub_option(word());
    let nested = command("nested")
        .add_option(option(CommandOptionType::SubCommand, "plain").add_sub_option(word()))
        .add_option(option(CommandOptionType::SubCommandGroup, "group").add_sub_option(inner));
    let fruit = needed(CommandOptionType::String, "fruit").set_autocomplete(true);
    let plain = [
        "picture", "private", "follow", "edit", "buttons", "menus", "form", "direct", "thread",
        "react", "members", "heard",
    ];
    let with_options = [
        every,
        nested,
        command("complete").add_option(fruit),
        command("deferred").add_option(option(CommandOptionType::Boolean, "alone")),
        command("pin").add_option(off()),
        command("role")
            .add_option(needed(CommandOptionType::User, "who"))
            .add_option(needed(CommandOptionType::Role, "part"))
            .add_option(off()),
        command("overwrite")
            .add_option(needed(CommandOptionType::User, "who"))
            .add_option(off()),
        command("burst").add_option(needed(CommandOptionType::Integer, "count")),
        CreateCommand::new("Quote").kind(CommandType::Message),
        CreateCommand::new("Greet").kind(CommandType::User),
    ];
    plain.into_iter().map(command).chain(with_options).collect()
}

fn buttons() -> Vec<CreateActionRow> {
    let button = |id: &str, style| CreateButton::new(id).label(id).style(style);
    let lock = ReactionType::Unicode("🔒".to_owned());
    vec![
        CreateActionRow::Buttons(vec![
            button("count", ButtonStyle::Primary),
            button("later", ButtonStyle::Secondary),
            button("whisper", ButtonStyle::Success),
            button("fill", ButtonStyle::Secondary),
            button("away", ButtonStyle::Danger),
        ]),
        CreateActionRow::Buttons(vec![
            button("off", ButtonStyle::Primary)
                .disabled(true)
                .emoji(lock),
            CreateButton::new_link("https://example.com/").label("link"),
        ]),
    ]
}

fn menus() -> Vec<CreateActionRow> {
    let option = |name: &str| {
        CreateSelectMenuOption::new(name, name)
            .description(format!("It is {name}"))
            .default_selection(name == "blue")
    };
    let options = ["red", "green", "blue"].map(option).to_vec();
    let menu = CreateSelectMenu::new;
    let menus = [
        menu("colours", CreateSelectMenuKind::String { options })
            .placeholder("Colours")
            .max_values(2),
        menu(
            "people",
            CreateSelectMenuKind::User {
                default_users: None,
            },
        )
        .max_values(2),
        menu(
            "parts",
            CreateSelectMenuKind::Role {
                default_roles: None,
            },
        ),
        menu(
            "either",
            CreateSelectMenuKind::Mentionable {
                default_users: None,
                default_roles: None,
            },
        )
        .max_values(2),
        menu(
            "places",
            CreateSelectMenuKind::Channel {
                channel_types: Some(vec![ChannelType::Text]),
                default_channels: None,
            },
        ),
    ];
    menus.map(CreateActionRow::SelectMenu).to_vec()
}

fn form(id: &str) -> CreateModal {
    let short = CreateInputText::new(InputTextStyle::Short, "Your move", "move")
        .min_length(2)
        .max_length(5);
    let note = CreateInputText::new(InputTextStyle::Paragraph, "A note", "note").required(false);
    CreateModal::new(id, "A form").components(vec![
        CreateActionRow::InputText(short),
        CreateActionRow::InputText(note),
    ])
}
