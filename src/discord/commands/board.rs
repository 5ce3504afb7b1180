//! Looking: `/board`, `/clock`, `/rules` and `/games`.

use serenity::all::CreateAutocompleteResponse;

use super::complete::{choices, complete_game};
use super::match_lookup::{match_to_look_at, say_none_meant};
use super::reply::{Refused, defer, send_lines, show, show_to_all, whisper, whisper_lines};
use crate::discord::drawing;
use crate::discord::message::{Panel, note};
use crate::discord::panels::panel::{self, PanelParts};
use crate::discord::rights::Right;
use crate::discord::{Context, Result, text};
use crate::referee::{Snapshot, Viewer};
use crate::words;
use games::GameId;

/// The match to look at here, as the command's author sees it.
async fn match_seen(ctx: &Context<'_>) -> Result<Option<Snapshot>> {
    let author = Viewer::Account(ctx.author().id.into());
    match match_to_look_at(ctx).await? {
        Some(id) => ctx.data().snapshot(id, author).await,
        None => Ok(None),
    }
}

/// See the board
#[poise::command(
    slash_command,
    custom_data = "Right::Look",
    interaction_context = "Guild|BotDm"
)]
pub async fn board(
    ctx: Context<'_>,
    #[description = "Show it to everyone in this channel"] public: Option<bool>,
    #[description = "In words, without the picture"] words_only: Option<bool>,
) -> Result<()> {
    let Some(snapshot) = match_seen(&ctx).await? else {
        return say_none_meant(ctx).await;
    };
    let (id, public) = (snapshot.row.id, public.unwrap_or(false));
    if snapshot.status.held {
        return whisper(ctx, words::result::HELD).await;
    }
    let view = if public {
        let audience = drawing::public_audience(&snapshot.status);
        let view = ctx.data().read(move |core| core.view_for(id, audience));
        // Never the asker's own view, which has their secrets.
        let none = || Refused(words::which_match::NO_MATCH_HERE.to_owned());
        view.await?.ok_or_else(none)?
    } else {
        snapshot.view.clone()
    };
    // A picture may take longer than Discord waits.
    defer(ctx, !public).await?;
    if words_only.unwrap_or(false) {
        return send_lines(ctx, &drawing::in_words(&snapshot, &view), !public).await;
    }
    let picture = drawing::draw(ctx.data(), &snapshot, view, format!("board-of-{id}.png")).await?;
    let line = words::status::match_line(&snapshot, &text::shown(snapshot.cast()));
    if public {
        let panel = Panel {
            picture: Some(picture),
            ..note(line)
        };
        return show_to_all(ctx, panel).await;
    }
    let parts = PanelParts {
        head: line,
        so_far: String::new(),
        rows: Vec::new(),
    };
    let account = ctx.author().id.into();
    let mut panel = panel::with_words(ctx.data(), &snapshot, account, parts).await?;
    panel.picture = Some(picture);
    show(ctx, panel).await
}

/// See both clocks
#[poise::command(
    slash_command,
    custom_data = "Right::Look",
    interaction_context = "Guild|BotDm"
)]
pub async fn clock(ctx: Context<'_>) -> Result<()> {
    let Some(snapshot) = match_seen(&ctx).await? else {
        return say_none_meant(ctx).await;
    };
    let (cast, now_ms) = (text::shown(snapshot.cast()), ctx.data().referee.clock.now());
    let said = words::clocks::clocks_and_choices(&snapshot, &cast, now_ms);
    whisper(ctx, &said).await
}

/// Read the rules of this channel's match, or of any game
#[poise::command(
    slash_command,
    custom_data = "Right::Look",
    interaction_context = "Guild|BotDm"
)]
pub async fn rules(
    ctx: Context<'_>,
    #[description = "Which game; leave out for this channel's match"]
    #[autocomplete = "complete_game"]
    game: Option<String>,
) -> Result<()> {
    if let Some(game) = game {
        return match GameId::typed(&game) {
            Some(game) => whisper_lines(ctx, &words::catalogue::rules_of(game)).await,
            None => whisper(ctx, &words::which_match::no_such_game(&game)).await,
        };
    }
    match match_seen(&ctx).await? {
        Some(snapshot) => whisper_lines(ctx, &words::catalogue::rules_here(&snapshot)).await,
        None => whisper(ctx, words::catalogue::WHICH_RULES).await,
    }
}

/// See the games that Dealer runs
#[poise::command(
    slash_command,
    custom_data = "Right::Look",
    interaction_context = "Guild|BotDm"
)]
pub async fn games(
    ctx: Context<'_>,
    #[description = "Only the games with this tag"]
    #[autocomplete = "complete_tag"]
    tag: Option<String>,
) -> Result<()> {
    whisper(ctx, &words::catalogue::catalogue(tag.as_deref())).await
}

async fn complete_tag(_ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let tags = words::catalogue::tags().map(|tag| (tag.to_owned(), tag.to_owned()));
    choices(tags, typed)
}
