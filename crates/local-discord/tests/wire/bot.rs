//! A real serenity bot with one of everything. It notes every event that serenity cannot read.

use std::sync::{Arc, Mutex};

use local_discord::Sandbox;
use serenity::all::{
    ActionRowComponent, AutocompleteChoice, ButtonStyle, CommandInteraction, CommandOptionType,
    ComponentInteraction, Context, CreateActionRow, CreateAttachment, CreateAutocompleteResponse,
    CreateButton, CreateCommand, CreateCommandOption, CreateEmbed, CreateInputText,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    CreateModal, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
    EditInteractionResponse, Event, EventHandler, GatewayIntents, InputTextStyle, Interaction,
    Message, ModalInteraction, RawEventHandler, Ready,
};
use serenity::async_trait;
use serenity::http::HttpBuilder;
use tokio::sync::{Notify, watch};

/// What the bot has heard.
#[derive(Clone, Default)]
pub struct Heard {
    /// Names of the events, in order. A name with `!` is an event that serenity could not read.
    pub events: Arc<Mutex<Vec<String>>>,
    pub ready: Option<watch::Sender<bool>>,
    /// Lets one promised answer come.
    pub goes_on: Arc<Notify>,
}

#[async_trait]
impl RawEventHandler for Heard {
    async fn raw_event(&self, _context: Context, event: Event) {
        let name = match &event {
            Event::Unknown(unknown) => format!("!{} {:?}", unknown.kind, unknown.value),
            event => event.name().unwrap_or_default(),
        };
        self.events.lock().unwrap().push(name);
    }
}

/// A connected bot. It stops when this is dropped.
pub struct Bot {
    pub heard: Heard,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Connects the bot and waits until its commands are registered.
pub async fn connect(sandbox: &Sandbox, token: &str) -> Bot {
    let (sender, mut ready) = watch::channel(false);
    let heard = Heard {
        ready: Some(sender),
        ..Heard::default()
    };
    let http = HttpBuilder::new(token)
        .proxy(sandbox.url())
        .ratelimiter_disabled(true)
        .client(super::stage::client())
        .build();
    let intents = GatewayIntents::non_privileged();
    let mut client = serenity::client::ClientBuilder::new_with_http(http, intents)
        .event_handler(heard.clone())
        .raw_event_handler(heard.clone())
        .await
        .unwrap();
    let task = tokio::spawn(async move {
        client.start().await.unwrap();
    });
    ready.wait_for(|ready| *ready).await.unwrap();
    Bot { heard, task }
}

#[async_trait]
impl EventHandler for Heard {
    async fn ready(&self, context: Context, _ready: Ready) {
        serenity::all::Command::set_global_commands(&context.http, commands())
            .await
            .unwrap();
        if let Some(ready) = &self.ready {
            ready.send_replace(true);
        }
    }

    async fn message(&self, context: Context, message: Message) {
        if message.guild_id.is_none() && !message.author.bot {
            message
                .reply(&context.http, format!("You wrote: {}", message.content))
                .await
                .unwrap();
        }
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let done = match interaction {
            Interaction::Command(command) => {
                answer_command(&context, &command, &self.goes_on).await
            }
            Interaction::Autocomplete(command) => complete(&context, &command).await,
            Interaction::Component(component) => answer_component(&context, &component).await,
            Interaction::Modal(modal) => answer_modal(&context, &modal).await,
            _ => Ok(()),
        };
        if let Err(error) = done {
            self.events
                .lock()
                .unwrap()
                .push(format!("!answer {error:?}"));
        }
    }
}

fn commands() -> Vec<CreateCommand> {
    let option = CreateCommandOption::new;
    let plain = |name, description| CreateCommand::new(name).description(description);
    vec![
        plain("hello", "Says hello to everybody"),
        plain("secret", "Says something to you alone"),
        plain("slow", "Answers a little later"),
        plain("silent", "Never answers"),
        plain("panel", "Buttons and menus"),
        plain("form", "A form"),
        plain("board", "A picture"),
        plain("hosts", "For hosts")
            .default_member_permissions(serenity::all::Permissions::MANAGE_GUILD),
        plain("match", "A match")
            .add_option(
                option(CommandOptionType::SubCommand, "new", "A new match")
                    .add_sub_option(
                        option(CommandOptionType::String, "game", "Which game")
                            .required(true)
                            .set_autocomplete(true),
                    )
                    .add_sub_option(
                        option(CommandOptionType::User, "dmo", "The opponent").required(true),
                    )
                    .add_sub_option(
                        option(CommandOptionType::Integer, "rounds", "How many")
                            .min_int_value(1)
                            .max_int_value(9),
                    )
                    .add_sub_option(
                        option(CommandOptionType::String, "map", "Which map")
                            .add_string_choice("The first", "one")
                            .add_string_choice("The second", "two"),
                    )
                    .add_sub_option(option(
                        CommandOptionType::Boolean,
                        "practice",
                        "Just for practice",
                    ))
                    .add_sub_option(option(CommandOptionType::Channel, "channel", "Where"))
                    .add_sub_option(option(CommandOptionType::Role, "safe", "Who is safe")),
            )
            .add_option(option(CommandOptionType::SubCommand, "list", "All matches")),
    ]
}

fn text(content: impl Into<String>, to_one: bool) -> CreateInteractionResponse {
    let message = CreateInteractionResponseMessage::new()
        .content(content)
        .ephemeral(to_one);
    CreateInteractionResponse::Message(message)
}

fn private_panel() -> CreateInteractionResponse {
    let message = CreateInteractionResponseMessage::new()
        .content("Press 0")
        .components(controls())
        .ephemeral(true);
    CreateInteractionResponse::Message(message)
}

fn controls() -> Vec<CreateActionRow> {
    let options = ["red", "green", "blue"]
        .map(|colour| CreateSelectMenuOption::new(colour, colour))
        .to_vec();
    vec![
        CreateActionRow::Buttons(vec![
            CreateButton::new("count:0").label("Count"),
            CreateButton::new("whisper")
                .label("Whisper")
                .style(ButtonStyle::Secondary),
            CreateButton::new("quiet")
                .label("Quiet")
                .style(ButtonStyle::Success),
            CreateButton::new("form")
                .label("Form")
                .style(ButtonStyle::Danger),
            CreateButton::new("off").label("Off").disabled(true),
        ]),
        CreateActionRow::SelectMenu(
            CreateSelectMenu::new("colours", CreateSelectMenuKind::String { options })
                .max_values(2)
                .placeholder("Colours"),
        ),
        CreateActionRow::SelectMenu(CreateSelectMenu::new(
            "people",
            CreateSelectMenuKind::User {
                default_users: None,
            },
        )),
        CreateActionRow::Buttons(vec![CreateButton::new("own").label("My own")]),
    ]
}

fn form() -> CreateModal {
    let short = CreateInputText::new(InputTextStyle::Short, "Your move", "move")
        .min_length(2)
        .max_length(5);
    let long = CreateInputText::new(InputTextStyle::Paragraph, "A note", "note").required(false);
    CreateModal::new("form:move", "A form").components(vec![
        CreateActionRow::InputText(short),
        CreateActionRow::InputText(long),
    ])
}

async fn answer_command(
    context: &Context,
    command: &CommandInteraction,
    goes_on: &Notify,
) -> serenity::Result<()> {
    let http = &context.http;
    match command.data.name.as_str() {
        "secret" => {
            command
                .create_response(http, text("Only you see this.", true))
                .await
        }
        "slow" => {
            command.defer(http).await?;
            goes_on.notified().await;
            command
                .edit_response(http, EditInteractionResponse::new().content("At last."))
                .await?;
            Ok(())
        }
        "silent" => Ok(()),
        "form" => {
            command
                .create_response(http, CreateInteractionResponse::Modal(form()))
                .await
        }
        "panel" => {
            let message = CreateInteractionResponseMessage::new()
                .content("Press 0")
                .components(controls());
            command
                .create_response(http, CreateInteractionResponse::Message(message))
                .await
        }
        "board" => {
            let message = CreateInteractionResponseMessage::new()
                .content("The board")
                .embed(
                    CreateEmbed::new()
                        .title("Board")
                        .image("attachment://board.png")
                        .color(0x33_66_99),
                )
                .add_file(
                    CreateAttachment::bytes(picture(), "board.png").description("A blue board"),
                )
                .add_file(CreateAttachment::bytes(*b"1. a1 b2\n", "record.txt"));
            command
                .create_response(http, CreateInteractionResponse::Message(message))
                .await
        }
        "match" => {
            let said: Vec<String> = command
                .data
                .options()
                .iter()
                .map(|option| format!("{} {:?}", option.name, option.value))
                .collect();
            command
                .create_response(http, text(said.join("; "), false))
                .await
        }
        name => {
            command
                .create_response(http, text(format!("{name} to all"), false))
                .await
        }
    }
}

async fn complete(context: &Context, command: &CommandInteraction) -> serenity::Result<()> {
    let written = command
        .data
        .autocomplete()
        .map(|option| option.value)
        .unwrap_or_default();
    let games = ["gridlock", "crossfire", "roundabout"]
        .into_iter()
        .filter(|game| game.starts_with(written));
    let choices = games
        .map(|game| AutocompleteChoice::new(game, game))
        .collect();
    let response = CreateAutocompleteResponse::new().set_choices(choices);
    command
        .create_response(
            &context.http,
            CreateInteractionResponse::Autocomplete(response),
        )
        .await
}

async fn answer_component(
    context: &Context,
    component: &ComponentInteraction,
) -> serenity::Result<()> {
    let http = &context.http;
    match component.data.custom_id.as_str() {
        "whisper" => {
            component
                .create_response(http, text("Between us.", true))
                .await?;
            let more = CreateInteractionResponseFollowup::new()
                .content("And one more.")
                .ephemeral(true);
            component.create_followup(http, more).await?;
            Ok(())
        }
        "own" => component.create_response(http, private_panel()).await,
        "quiet" => {
            component
                .create_response(http, CreateInteractionResponse::Acknowledge)
                .await
        }
        "form" => {
            component
                .create_response(http, CreateInteractionResponse::Modal(form()))
                .await
        }
        "colours" | "people" => {
            component
                .create_response(http, text(format!("{:?}", component.data.kind), true))
                .await
        }
        id => {
            let count: u32 = id.trim_start_matches("count:").parse().unwrap_or(0) + 1;
            let mut rows = controls();
            rows[0] = CreateActionRow::Buttons(vec![
                CreateButton::new(format!("count:{count}")).label("Count"),
            ]);
            let message = CreateInteractionResponseMessage::new()
                .content(format!("Pressed {count}"))
                .components(rows);
            component
                .create_response(http, CreateInteractionResponse::UpdateMessage(message))
                .await
        }
    }
}

async fn answer_modal(context: &Context, modal: &ModalInteraction) -> serenity::Result<()> {
    let inputs = modal
        .data
        .components
        .iter()
        .flat_map(|row| &row.components)
        .filter_map(|component| match component {
            ActionRowComponent::InputText(input) => Some(format!(
                "{}={}",
                input.custom_id,
                input.value.clone().unwrap_or_default()
            )),
            _ => None,
        });
    let message = CreateInteractionResponseMessage::new()
        .content(inputs.collect::<Vec<_>>().join(", "))
        .components(controls())
        .ephemeral(true);
    modal
        .create_response(&context.http, CreateInteractionResponse::Message(message))
        .await
}

/// A small blue picture.
pub fn picture() -> Vec<u8> {
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbaImage::from_pixel(320, 200, image::Rgba([40, 90, 160, 255]))
        .write_to(&mut png, image::ImageFormat::Png)
        .unwrap();
    png.into_inner()
}
