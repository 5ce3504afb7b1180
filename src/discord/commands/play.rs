//! `/act`, the games' own commands, and `/resign`.

use serenity::all::CreateAutocompleteResponse;

use super::{choices, here, interaction, is_host, show, whisper};
use crate::discord::pressed::{act_fault, after_act, resign_panel, shown_cast};
use crate::discord::{Context, Fault, created_ms};
use crate::games::{GameId, Party};
use crate::referee::Act;
use crate::words;

async fn complete_act(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    offers(&ctx, typed, |act| Some(act.to_owned())).await
}

/// What the account may do in the match that is meant here, as choices.
pub(super) async fn offers(
    ctx: &Context<'_>,
    typed: &str,
    shape: impl Fn(&str) -> Option<String>,
) -> CreateAutocompleteResponse {
    let Ok(Some(id)) = here(ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let account = ctx.author().id.get();
    let found = ctx.data().referee.read(move |core, _| {
        let look = core.look(id, account, false)?;
        match look.and_then(|look| look.mine) {
            Some(mine) => core.offers(id, mine.who, ""),
            None => Ok(Vec::new()),
        }
    });
    let offers = match found.await {
        Ok(Ok(offers)) => offers,
        _ => return CreateAutocompleteResponse::new(),
    };
    let shaped = offers
        .iter()
        .filter_map(|offer| shape(&offer.act))
        .map(|act| (act.clone(), act));
    choices(shaped, typed)
}

/// Make your move in the game's own notation; several separated by commas
#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
pub async fn act(
    ctx: Context<'_>,
    #[description = "For example: up"]
    #[autocomplete = "complete_act"]
    text: String,
) -> Result<(), Fault> {
    take(ctx, None, text).await
}

/// Gridlock's own command
#[poise::command(
    slash_command,
    interaction_context = "Guild|BotDm",
    subcommands("r#move", "choose", "hide"),
    subcommand_required
)]
pub async fn gridlock(_ctx: Context<'_>) -> Result<(), Fault> {
    Ok(())
}

/// A direction of the Guard.
#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Direction {
    #[name = "left"]
    Left,
    #[name = "right"]
    Right,
    #[name = "up"]
    Up,
    #[name = "down"]
    Down,
}

/// A choice before the first move.
#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Choice {
    #[name = "I move first"]
    First,
    #[name = "I move second"]
    Second,
    #[name = "I move left and right"]
    Horizontal,
    #[name = "I move up and down"]
    Vertical,
}

/// Move the Guard one tile
#[poise::command(slash_command)]
async fn r#move(
    ctx: Context<'_>,
    #[description = "Where to"] direction: Direction,
) -> Result<(), Fault> {
    let word = match direction {
        Direction::Left => "left",
        Direction::Right => "right",
        Direction::Up => "up",
        Direction::Down => "down",
    };
    take(ctx, Some(GameId::Gridlock), word.to_owned()).await
}

/// Choose who moves first, or who moves along which axis
#[poise::command(slash_command)]
async fn choose(
    ctx: Context<'_>,
    #[description = "Your choice"] choice: Choice,
) -> Result<(), Fault> {
    let word = match choice {
        Choice::First => "choose first",
        Choice::Second => "choose second",
        Choice::Horizontal => "choose horizontal",
        Choice::Vertical => "choose vertical",
    };
    take(ctx, Some(GameId::Gridlock), word.to_owned()).await
}

async fn complete_cell(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    offers(&ctx, typed, |act| {
        act.strip_prefix("hide ").map(str::to_owned)
    })
    .await
}

/// Hide on a tile before the match; unseen by others, and you may change it until the match begins
#[poise::command(slash_command)]
async fn hide(
    ctx: Context<'_>,
    #[description = "A tile, like B4"]
    #[autocomplete = "complete_cell"]
    tile: String,
) -> Result<(), Fault> {
    take(ctx, Some(GameId::Gridlock), format!("hide {tile}")).await
}

/// Give the match up
#[poise::command(slash_command, interaction_context = "Guild|BotDm")]
pub async fn resign(ctx: Context<'_>) -> Result<(), Fault> {
    let Some(id) = here(&ctx).await? else {
        return whisper(ctx, &words::no_match_here()).await;
    };
    let account = ctx.author().id.get();
    let look = ctx
        .data()
        .referee
        .read(move |core, _| core.look(id, account, false))
        .await??;
    match look.and_then(|look| look.party) {
        Some(Party::Seat(seat)) => {
            let cast = shown_cast(ctx.data(), id).await?;
            show(ctx, resign_panel(id, seat, &cast)).await
        }
        _ => whisper(ctx, &words::seat_only()).await,
    }
}

/// Takes a typed action of whoever typed it. A command of a game is refused in another game's match.
pub(super) async fn take(
    ctx: Context<'_>,
    game: Option<GameId>,
    text: String,
) -> Result<(), Fault> {
    let Some(id) = here(&ctx).await? else {
        return whisper(ctx, &words::no_match_here()).await;
    };
    let Some(typed) = interaction(&ctx) else {
        return Ok(());
    };
    let account = ctx.author().id.get();
    let look = ctx
        .data()
        .referee
        .read(move |core, _| core.look(id, account, false))
        .await??;
    let Some(look) = look else {
        return whisper(ctx, &words::no_match_here()).await;
    };
    let played = look.setup().game;
    if game.is_some_and(|game| game != played) {
        return whisper(ctx, &words::other_game(played)).await;
    }
    let act = Act {
        match_id: id,
        account,
        for_party: None,
        is_host: is_host(&ctx).await?,
        prompt: None,
        text,
        interaction: Some(typed.id.get()),
        made_at_ms: created_ms(typed.id.get()),
    };
    let done = ctx
        .data()
        .referee
        .run(move |core, now| core.act(&act, now))
        .await?;
    match done {
        Ok(acted) => {
            let panel = after_act(ctx.data(), id, account, &acted).await?;
            show(ctx, panel).await
        }
        Err(fault) => whisper(ctx, &act_fault(fault)?).await,
    }
}
