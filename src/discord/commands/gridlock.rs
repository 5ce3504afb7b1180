//! `/gridlock`: what is done in Gridlock, with named parameters.

use serenity::all::CreateAutocompleteResponse;

use super::play::{offers, take};
use crate::discord::rights::Deed;
use crate::discord::{Context, Fault};
use crate::games::GameId;

/// Gridlock: move the Guard, choose, or hide
#[poise::command(
    slash_command,
    custom_data = "Deed::Play",
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
