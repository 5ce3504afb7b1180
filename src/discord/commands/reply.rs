//! How a command is answered.

use std::sync::atomic::Ordering;

use serenity::all::{
    CommandDataOption, CommandDataOptionValue, CommandInteraction, CreateAttachment,
    CreateInteractionResponse, CreateInteractionResponseMessage, MessageId,
};

use crate::discord::answer::{self, Token, whispered};
use crate::discord::panels::panel::Panel;
use crate::discord::rest::Call;
use crate::discord::{Context, Fault, text};

/// Tells Discord that the answer takes a while: a picture is drawn, or Discord itself is asked
/// something. `ephemeral`: the answer is for the one who typed the command alone.
pub async fn defer(ctx: Context<'_>, ephemeral: bool) -> Result<(), Fault> {
    let poise::Context::Application(asked) = ctx else {
        return Ok(());
    };
    if asked.has_sent_initial_response.load(Ordering::SeqCst) {
        return Ok(());
    }
    let message = CreateInteractionResponseMessage::new().ephemeral(ephemeral);
    let deferred = CreateInteractionResponse::Defer(message);
    let rest = &ctx.data().rest;
    let token = token(asked.interaction);
    token.respond(rest, &deferred, Vec::new()).await?;
    asked
        .has_sent_initial_response
        .store(true, Ordering::SeqCst);
    Ok(())
}

/// Answers a command: with the first message, or with a further one.
pub async fn send(
    ctx: Context<'_>,
    message: CreateInteractionResponseMessage,
    files: Vec<CreateAttachment>,
) -> Result<(), Fault> {
    let poise::Context::Application(asked) = ctx else {
        return Ok(());
    };
    let (token, rest) = (token(asked.interaction), &ctx.data().rest);
    if asked.has_sent_initial_response.load(Ordering::SeqCst) {
        return Ok(token.follow_up(rest, &message, files).await?);
    }
    let first = CreateInteractionResponse::Message(message);
    token.respond(rest, &first, files).await?;
    asked
        .has_sent_initial_response
        .store(true, Ordering::SeqCst);
    Ok(())
}

/// Answers a command with a form.
pub async fn open_form(ctx: Context<'_>, form: &CreateInteractionResponse) -> Result<(), Fault> {
    let poise::Context::Application(asked) = ctx else {
        return Ok(());
    };
    let token = token(asked.interaction);
    Ok(token.respond(&ctx.data().rest, form, Vec::new()).await?)
}

pub fn token(typed: &CommandInteraction) -> Token<'_> {
    Token {
        id: typed.id,
        application: typed.application_id,
        token: &typed.token,
    }
}

/// The number of the message that answers a command, or says that the answer takes a while.
pub async fn first_answer(ctx: Context<'_>, typed: &CommandInteraction) -> Result<u64, Fault> {
    #[derive(serde::Deserialize)]
    struct Message {
        id: MessageId,
    }
    let token = token(typed);
    let answer: Message = ctx.data().rest.ask(&Call::get(token.original())).await?;
    Ok(answer.id.get())
}

/// Says something to the one who typed the command alone.
pub async fn whisper(ctx: Context<'_>, said: &str) -> Result<(), Fault> {
    send(ctx, whispered(said), Vec::new()).await
}

/// As [`whisper`], with what they typed, for them to copy.
pub async fn give_back(ctx: Context<'_>, said: &str, typed: &str) -> Result<(), Fault> {
    let (said, files) = answer::given_back(said, typed);
    send(ctx, whispered(&said), files).await
}

/// After a refusal: the text that somebody typed, for them to copy, in a message of its own.
pub async fn return_text(ctx: Context<'_>) -> Result<(), Fault> {
    match typed(&ctx).as_str() {
        "" => Ok(()),
        typed => give_back(ctx, "", typed).await,
    }
}

/// A command as it was typed, with all its options; nothing where it has none.
pub fn typed(ctx: &Context<'_>) -> String {
    let poise::Context::Application(asked) = ctx else {
        return String::new();
    };
    let mut options = asked.interaction.data.options.as_slice();
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
    let given: Vec<String> = options
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
    match given.is_empty() {
        true => String::new(),
        false => format!("/{}{}", ctx.command().qualified_name, given.concat()),
    }
}

/// As [`whisper`], for something of any length: in as many messages as it takes.
pub async fn whisper_lines(ctx: Context<'_>, said: &str) -> Result<(), Fault> {
    send_lines(ctx, said, true).await
}

/// Says something of any length in as many messages as it takes; `ephemeral`: to the one who typed
/// the command alone.
pub async fn send_lines(ctx: Context<'_>, said: &str, ephemeral: bool) -> Result<(), Fault> {
    for part in text::parts(said, 2000) {
        send(ctx, whispered(&part).ephemeral(ephemeral), Vec::new()).await?;
    }
    Ok(())
}

/// Shows a panel to the one who typed the command alone.
pub async fn show(ctx: Context<'_>, panel: Panel) -> Result<(), Fault> {
    let (message, files) = answer::panel_message(panel);
    send(ctx, message.ephemeral(true), files).await
}

/// As [`show`], for a text of any length: what is to be pressed stands below the last message.
pub async fn show_whole(ctx: Context<'_>, mut panel: Panel) -> Result<(), Fault> {
    let mut parts = text::parts(&panel.content, 2000);
    panel.content = parts.pop().unwrap_or_default();
    for part in parts {
        whisper(ctx, &part).await?;
    }
    show(ctx, panel).await
}

/// Shows a panel to everybody.
pub async fn show_to_all(ctx: Context<'_>, panel: Panel) -> Result<(), Fault> {
    let (message, files) = answer::panel_message(panel);
    send(ctx, message, files).await
}

/// The interaction that brought the command: none is typed as a message.
pub fn interaction<'a>(ctx: &Context<'a>) -> Option<&'a CommandInteraction> {
    match ctx {
        poise::Context::Application(application) => Some(application.interaction),
        poise::Context::Prefix(_) => None,
    }
}
