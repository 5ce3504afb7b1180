//! How a command is answered.

use std::sync::atomic::Ordering;

use serenity::all::{
    CommandDataOption, CommandDataOptionValue, CommandInteraction, CreateAttachment,
    CreateInteractionResponse, CreateInteractionResponseMessage,
};

use crate::discord::interaction::{self, InteractionToken, whispered};
use crate::discord::message::Panel;
use crate::discord::open_panels::Place;
use crate::discord::{Context, Result, text};
use crate::store::ServerId;
use crate::words;

/// Tells Discord that the answer takes a while, because a picture is drawn or Discord is asked
/// something. `ephemeral`: only the asker will see the answer.
pub async fn defer(ctx: Context<'_>, ephemeral: bool) -> Result<()> {
    let poise::Context::Application(application) = ctx else {
        return Ok(());
    };
    if application.has_sent_initial_response.load(Ordering::SeqCst) {
        return Ok(());
    }
    let message = CreateInteractionResponseMessage::new().ephemeral(ephemeral);
    let deferred = CreateInteractionResponse::Defer(message);
    let rest = &ctx.data().rest;
    let token = token(application.interaction);
    token.respond(rest, &deferred, Vec::new()).await?;
    application
        .has_sent_initial_response
        .store(true, Ordering::SeqCst);
    Ok(())
}

/// Sends the answer to a command, or a further message.
pub async fn send(
    ctx: Context<'_>,
    message: CreateInteractionResponseMessage,
    files: Vec<CreateAttachment>,
) -> Result<()> {
    send_in(ctx, message, files).await.map(drop)
}

/// Sends it, and returns which message of the interaction it is; None if there is no interaction.
async fn send_in(
    ctx: Context<'_>,
    message: CreateInteractionResponseMessage,
    files: Vec<CreateAttachment>,
) -> Result<Option<Place>> {
    let poise::Context::Application(application) = ctx else {
        return Ok(None);
    };
    let (token, rest) = (token(application.interaction), &ctx.data().rest);
    if application.has_sent_initial_response.load(Ordering::SeqCst) {
        let sent = token.follow_up(rest, &message, files).await?;
        return Ok(Some(Place::Further(sent)));
    }
    let first = CreateInteractionResponse::Message(message);
    token.respond(rest, &first, files).await?;
    application
        .has_sent_initial_response
        .store(true, Ordering::SeqCst);
    Ok(Some(Place::First(None)))
}

pub fn token(typed: &CommandInteraction) -> InteractionToken<'_> {
    InteractionToken {
        id: typed.id,
        application: typed.application_id,
        token: &typed.token,
    }
}

/// Why a command is refused, in words that only the person who typed it sees. A command returns it
/// as its error.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// The server in which a command was typed.
///
/// # Errors
/// A direct message is none.
pub fn server_of(ctx: &Context<'_>) -> Result<ServerId, Refused> {
    let guild = ctx.guild_id().map(Into::into);
    guild.ok_or_else(|| Refused(words::rights::GUILD_ONLY.to_owned()))
}

/// Says something that only the person who typed the command sees.
pub async fn whisper(ctx: Context<'_>, said: &str) -> Result<()> {
    send(ctx, whispered(said), Vec::new()).await
}

/// Says something to the person who typed the command, and returns what they typed, for copying.
pub async fn give_back(ctx: Context<'_>, said: &str, typed: &str) -> Result<()> {
    let (said, files) = interaction::given_back(said, typed);
    send(ctx, whispered(&said), files).await
}

/// After a refusal: returns what somebody typed, for copying, in a message of its own.
pub async fn return_text(ctx: Context<'_>) -> Result<()> {
    match typed(&ctx).as_str() {
        "" => Ok(()),
        typed => give_back(ctx, "", typed).await,
    }
}

/// The options of a command, or of its subcommand.
fn options<'a>(ctx: &Context<'a>) -> &'a [CommandDataOption] {
    let mut options = interaction(ctx).map_or(&[][..], |typed| &typed.data.options);
    while let [
        CommandDataOption {
            value:
                CommandDataOptionValue::SubCommand(inner)
                | CommandDataOptionValue::SubCommandGroup(inner),
            ..
        },
    ] = options
    {
        options = inner;
    }
    options
}

/// The value that was typed for an option of a command or its subcommand.
pub fn option<'a>(ctx: &Context<'a>, name: &str) -> Option<&'a CommandDataOptionValue> {
    let found = options(ctx).iter().find(|option| option.name == name);
    found.map(|option| &option.value)
}

/// A command as it was typed, with its options; empty without options.
pub fn typed(ctx: &Context<'_>) -> String {
    let given: Vec<String> = options(ctx)
        .iter()
        .filter_map(|option| {
            let value = match &option.value {
                CommandDataOptionValue::Integer(number) => number.to_string(),
                CommandDataOptionValue::Boolean(is_so) => is_so.to_string(),
                value => value.as_str()?.to_owned(),
            };
            Some(format!(" {}: {value}", option.name))
        })
        .collect();
    if given.is_empty() {
        String::new()
    } else {
        format!("/{}{}", ctx.command().qualified_name, given.concat())
    }
}

/// Says a text of any length to the person who typed the command.
pub async fn whisper_lines(ctx: Context<'_>, said: &str) -> Result<()> {
    send_lines(ctx, said, true).await
}

/// Says a text of any length, in as many messages as needed. `ephemeral`: only the person who typed
/// the command sees it.
pub async fn send_lines(ctx: Context<'_>, said: &str, ephemeral: bool) -> Result<()> {
    for part in text::parts(said, 2000) {
        send(ctx, whispered(&part).ephemeral(ephemeral), Vec::new()).await?;
    }
    Ok(())
}

/// Shows a panel that only the person who typed the command sees, and keeps it up to date.
pub async fn show(ctx: Context<'_>, panel: Panel) -> Result<()> {
    let shown = panel.shown;
    let (message, files) = interaction::panel_message(panel);
    let place = send_in(ctx, message.ephemeral(true), files).await?;
    if let (Some(shown), Some(place), Some(typed)) = (shown, place, interaction(&ctx)) {
        ctx.data().open_panels.keep(shown, token(typed), place);
    }
    Ok(())
}

/// Shows a panel with a text of any length: controls and picture go below the last message.
pub async fn show_whole(ctx: Context<'_>, mut panel: Panel) -> Result<()> {
    let mut parts = text::parts(&panel.content, 2000);
    panel.content = parts.pop().unwrap_or_default();
    for part in parts {
        whisper(ctx, &part).await?;
    }
    show(ctx, panel).await
}

/// Shows a panel to everybody.
pub async fn show_to_all(ctx: Context<'_>, panel: Panel) -> Result<()> {
    let (message, files) = interaction::panel_message(panel);
    send(ctx, message, files).await
}

/// The command's interaction. There always is one: no command is typed as a message.
pub fn interaction<'a>(ctx: &Context<'a>) -> Option<&'a CommandInteraction> {
    match ctx {
        poise::Context::Application(application) => Some(application.interaction),
        poise::Context::Prefix(_) => None,
    }
}
