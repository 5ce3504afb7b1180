//! A twilight bot with one of everything.

mod answers;

use std::sync::{Arc, Mutex};

use tokio::sync::broadcast;
use twilight_gateway::error::ReceiveMessageErrorType;
use twilight_gateway::{
    ConfigBuilder, Event, EventTypeFlags, Intents, MessageSender, Shard, ShardId, StreamExt as _,
};
use twilight_http::Client;
use twilight_model::application::command::{Command, CommandType};
use twilight_model::application::interaction::{Interaction, InteractionData, InteractionType};
use twilight_model::channel::message::component::{
    ActionRow, ButtonStyle, MediaGallery, MediaGalleryItem, SelectMenuType, TextInput,
    TextInputStyle, UnfurledMediaItem,
};
use twilight_model::channel::message::{Component, EmojiReactionType};
use twilight_model::channel::{ChannelType, Message};
use twilight_model::gateway::payload::incoming::MemberChunk;
use twilight_model::http::interaction::InteractionResponseData;
use twilight_model::id::Id;
use twilight_model::id::marker::{ApplicationMarker, UserMarker};
use twilight_util::builder::command::{
    AttachmentBuilder, BooleanBuilder, ChannelBuilder, CommandBuilder, IntegerBuilder,
    MentionableBuilder, NumberBuilder, RoleBuilder, StringBuilder, SubCommandBuilder,
    SubCommandGroupBuilder, UserBuilder,
};
use twilight_util::builder::message::{
    ActionRowBuilder, ButtonBuilder, ContainerBuilder, FileUploadBuilder, LabelBuilder,
    SectionBuilder, SelectMenuBuilder, SelectMenuOptionBuilder, SeparatorBuilder,
    TextDisplayBuilder,
};

use answers::Asked;

type Done<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// What the bot heard: new sessions, resumed ones, and what people wrote in servers.
#[derive(Default)]
struct Heard {
    ready: u64,
    resumed: u64,
    words: Vec<String>,
}

struct Bot {
    http: Client,
    application: Id<ApplicationMarker>,
    user: Id<UserMarker>,
    gateway: MessageSender,
    heard: Mutex<Heard>,
    chunks: broadcast::Sender<MemberChunk>,
}

/// Runs the bot until its gateway closes for good.
pub async fn run(address: String, token: String) {
    let host = address.trim_start_matches("http://").to_owned();
    let http = Client::builder()
        .token(token.clone())
        .proxy(host, true)
        .build();
    let application = http.current_user_application().await.unwrap();
    let application = application.model().await.unwrap().id;
    let user = http.current_user().await.unwrap().model().await.unwrap().id;
    let intents = Intents::GUILDS
        | Intents::GUILD_MEMBERS
        | Intents::GUILD_MESSAGES
        | Intents::GUILD_MESSAGE_REACTIONS
        | Intents::DIRECT_MESSAGES
        | Intents::MESSAGE_CONTENT;
    let config = ConfigBuilder::new(token, intents)
        .proxy_url(address.replacen("http", "ws", 1))
        .build();
    let mut shard = Shard::with_config(ShardId::ONE, config);
    let bot = Arc::new(Bot {
        http,
        application,
        user,
        gateway: shard.sender(),
        heard: Mutex::default(),
        chunks: broadcast::Sender::new(8),
    });
    let commands = bot.http.interaction(application);
    commands.set_global_commands(&commands_of()).await.unwrap();
    while let Some(event) = shard.next_event(EventTypeFlags::all()).await {
        match event {
            Ok(event) => bot.hear(event),
            Err(error) if matches!(error.kind(), ReceiveMessageErrorType::Deserializing { .. }) => {
                panic!("twilight cannot read an event: {error} {error:?}")
            }
            // Twilight connects again by itself.
            Err(_) => {}
        }
    }
}

impl Bot {
    fn hear(self: &Arc<Self>, event: Event) {
        let mut heard = self.heard.lock().unwrap();
        match event {
            Event::Ready(_) => heard.ready += 1,
            Event::Resumed => heard.resumed += 1,
            // Perhaps nobody is waiting for it.
            Event::MemberChunk(chunk) => drop(self.chunks.send(chunk)),
            Event::MessageCreate(message) if message.author.bot => {}
            Event::MessageCreate(message) => match message.guild_id {
                Some(_) => heard.words.push(message.content.clone()),
                None => {
                    let bot = self.clone();
                    tokio::spawn(async move { print_error(bot.reply_to(&message).await) });
                }
            },
            Event::InteractionCreate(interaction) => {
                let bot = self.clone();
                tokio::spawn(async move { print_error(bot.answer(&interaction).await) });
            }
            _ => {}
        }
    }

    async fn reply_to(&self, message: &Message) -> Done {
        let words = format!("You wrote: {}", message.content);
        let reply = self.http.create_message(message.channel_id);
        reply.reply(message.id).content(&words).await?;
        Ok(())
    }

    async fn answer(&self, interaction: &Interaction) -> Done {
        let asked = Asked {
            bot: self,
            interaction,
            channel: interaction.channel.as_ref().ok_or("no channel")?.id,
        };
        match interaction.data.as_ref().ok_or("no data")? {
            InteractionData::ApplicationCommand(data) => match interaction.kind {
                InteractionType::ApplicationCommandAutocomplete => asked.complete(data).await,
                _ => asked.command(data).await,
            },
            InteractionData::MessageComponent(data) => asked.control(data).await,
            InteractionData::ModalSubmit(data) => asked.form(data).await,
            _ => Err("what is that?".into()),
        }
    }
}

/// Prints an error. The test fails because the person gets no answer.
fn print_error(done: Done) {
    if let Err(error) = done {
        eprintln!("twilight: {error} {error:?}");
    }
}

fn commands_of() -> Vec<Command> {
    let command =
        |name: &str| CommandBuilder::new(name, format!("Tries {name}"), CommandType::ChatInput);
    let word = || StringBuilder::new("word", "The word").required(true);
    let off = || BooleanBuilder::new("off", "Takes it back");
    let who = || UserBuilder::new("who", "The who").required(true);
    let part = || RoleBuilder::new("part", "The part").required(true);
    let every = command("every")
        .option(StringBuilder::new("text", "The text").required(true))
        .option(
            IntegerBuilder::new("whole", "The whole")
                .min_value(1)
                .max_value(9)
                .required(true),
        )
        .option(BooleanBuilder::new("yes", "The yes").required(true))
        .option(who())
        .option(ChannelBuilder::new("where", "The where").required(true))
        .option(part())
        .option(MentionableBuilder::new("some", "The some").required(true))
        .option(NumberBuilder::new("exact", "The exact").required(true))
        .option(AttachmentBuilder::new("file", "The file"))
        .option(StringBuilder::new("choice", "The choice").choices([("The first", "one")]));
    let inner = SubCommandBuilder::new("inner", "The inner").option(word());
    let nested = command("nested")
        .option(SubCommandBuilder::new("plain", "The plain").option(word()))
        .option(SubCommandGroupBuilder::new("group", "The group").subcommands([inner]));
    let complete = command("complete").option(
        StringBuilder::new("fruit", "The fruit")
            .autocomplete(true)
            .required(true),
    );
    let plain = [
        "picture", "private", "follow", "edit", "buttons", "menus", "form", "direct", "thread",
        "react", "members", "heard", "labelled", "layout",
    ];
    let with_options = [
        every,
        nested,
        complete,
        command("deferred").option(BooleanBuilder::new("alone", "Shown to you alone")),
        command("pin").option(off()),
        command("role").option(who()).option(part()).option(off()),
        command("overwrite").option(who()).option(off()),
        command("burst").option(IntegerBuilder::new("count", "How many").required(true)),
        CommandBuilder::new("Quote", "", CommandType::Message),
        CommandBuilder::new("Greet", "", CommandType::User),
    ];
    let plain = plain.into_iter().map(command);
    let all = plain.chain(with_options);
    all.map(|command| command.validate().unwrap().build())
        .collect()
}

fn button(id: &str, style: ButtonStyle) -> ButtonBuilder {
    ButtonBuilder::new(style).custom_id(id).label(id)
}

fn buttons() -> [Component; 2] {
    let first = [
        button("count", ButtonStyle::Primary),
        button("later", ButtonStyle::Secondary),
        button("whisper", ButtonStyle::Success),
        button("fill", ButtonStyle::Secondary),
        button("away", ButtonStyle::Danger),
    ];
    let lock = EmojiReactionType::Unicode {
        name: "🔒".to_owned(),
    };
    let second = [
        button("off", ButtonStyle::Primary)
            .disabled(true)
            .emoji(lock),
        ButtonBuilder::new(ButtonStyle::Link)
            .url("https://example.com/")
            .label("link"),
    ];
    let row = |buttons: &[ButtonBuilder]| {
        let row = ActionRowBuilder::new();
        let add =
            |row: ActionRowBuilder, button: &ButtonBuilder| row.component(button.clone().build());
        Component::ActionRow(buttons.iter().fold(row, add).build())
    };
    [row(&first), row(&second)]
}

fn menus() -> [Component; 5] {
    let colours = SelectMenuBuilder::new("colours", SelectMenuType::Text)
        .placeholder("Colours")
        .max_values(2);
    let colours = ["red", "green", "blue"]
        .into_iter()
        .fold(colours, |menu, name| {
            let option = SelectMenuOptionBuilder::new(name, name)
                .description(format!("It is {name}"))
                .default(name == "blue");
            menu.option(option.build())
        });
    let menu = SelectMenuBuilder::new;
    let menus = [
        colours,
        menu("people", SelectMenuType::User).max_values(2),
        menu("parts", SelectMenuType::Role),
        menu("either", SelectMenuType::Mentionable).max_values(2),
        menu("places", SelectMenuType::Channel).channel_types(vec![ChannelType::GuildText]),
    ];
    menus.map(|menu| Component::ActionRow(ActionRowBuilder::new().component(menu.build()).build()))
}

fn input(id: &str, label: &str, style: TextInputStyle) -> TextInput {
    #[allow(deprecated)]
    TextInput {
        custom_id: id.to_owned(),
        id: None,
        label: Some(label.to_owned()),
        max_length: None,
        min_length: None,
        placeholder: None,
        required: None,
        style,
        value: None,
    }
}

fn form(id: &str) -> InteractionResponseData {
    let mut short = input("move", "Your move", TextInputStyle::Short);
    (short.min_length, short.max_length) = (Some(2), Some(5));
    let mut note = input("note", "A note", TextInputStyle::Paragraph);
    note.required = Some(false);
    let rows = [short, note].map(|input| {
        Component::ActionRow(ActionRow {
            components: vec![Component::TextInput(input)],
            id: None,
        })
    });
    InteractionResponseData {
        custom_id: Some(id.to_owned()),
        title: Some("A form".to_owned()),
        components: Some(rows.to_vec()),
        ..InteractionResponseData::default()
    }
}

/// A form with labels.
fn labelled() -> InteractionResponseData {
    let mut subject = input("subject", "", TextInputStyle::Short);
    #[allow(deprecated)]
    subject.label.take();
    let kind = ["bug", "idea"].into_iter().fold(
        SelectMenuBuilder::new("kind", SelectMenuType::Text),
        |menu, name| menu.option(SelectMenuOptionBuilder::new(name, name).build()),
    );
    let who = SelectMenuBuilder::new("who", SelectMenuType::User)
        .required(false)
        .min_values(0)
        .max_values(2);
    let files = FileUploadBuilder::new("files")
        .required(false)
        .min_values(0)
        .max_values(2);
    let labels = [
        ("Subject", Component::TextInput(subject)),
        ("Kind", Component::SelectMenu(kind.build())),
        ("Who", Component::SelectMenu(who.build())),
        ("Files", Component::FileUpload(files.build())),
    ];
    let labels =
        labels.map(|(label, field)| Component::Label(LabelBuilder::new(label, field).build()));
    InteractionResponseData {
        custom_id: Some("labelled".to_owned()),
        title: Some("A form".to_owned()),
        components: Some(labels.to_vec()),
        ..InteractionResponseData::default()
    }
}

/// A container with a text, a section with a button, and the message's picture.
fn scored(score: u64) -> Component {
    let raise = button("raise", ButtonStyle::Primary).build();
    let section = SectionBuilder::new(Component::Button(raise))
        .component(TextDisplayBuilder::new("One more?").build());
    let gallery = MediaGallery {
        id: None,
        items: vec![MediaGalleryItem {
            description: None,
            media: UnfurledMediaItem {
                content_type: None,
                height: None,
                proxy_url: None,
                url: "attachment://board.png".to_owned(),
                width: None,
            },
            spoiler: None,
        }],
    };
    let container = ContainerBuilder::new()
        .accent_color(Some(0x28_5A_A0))
        .component(TextDisplayBuilder::new(format!("Score {score}")).build())
        .component(SeparatorBuilder::new().build())
        .component(section.build())
        .component(gallery);
    Component::Container(container.build())
}
