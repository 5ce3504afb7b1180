//! `/crossfire`: what is done in Crossfire, with named parameters.

use serenity::all::CreateAutocompleteResponse;

use super::play::{offered_numbers, offers, take};
use crate::discord::rights::Deed;
use crate::discord::{Context, Fault};
use crate::games::GameId;

/// Crossfire: bid, spawn an arrow, or move one
#[poise::command(
    slash_command,
    custom_data = "Deed::Play",
    interaction_context = "Guild|BotDm",
    subcommands("bid", "spawn", "r#move", "back"),
    subcommand_required
)]
pub async fn crossfire(_ctx: Context<'_>) -> Result<(), Fault> {
    Ok(())
}

async fn complete_bid(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    offered_numbers(&ctx, typed, "bid ", |rest| Some(rest)).await
}

/// Bid in secret; you may bid anew until both bids are in
#[poise::command(slash_command)]
async fn bid(
    ctx: Context<'_>,
    #[description = "From 0 to all your chips"]
    #[autocomplete = "complete_bid"]
    #[min = 0]
    #[max = 1_000_000_000]
    chips: u32,
) -> Result<(), Fault> {
    take(ctx, Some(GameId::Crossfire), format!("bid {chips}")).await
}

async fn complete_spawn(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    after_verb(ctx, typed, "spawn ").await
}

async fn complete_move(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    after_verb(ctx, typed, "move ").await
}

async fn complete_back(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    after_verb(ctx, typed, "back ").await
}

async fn after_verb(ctx: Context<'_>, typed: &str, verb: &str) -> CreateAutocompleteResponse {
    offers(&ctx, typed, |act| act.strip_prefix(verb).map(str::to_owned)).await
}

/// Spawn an arrow on an empty space of your colour
#[poise::command(slash_command)]
async fn spawn(
    ctx: Context<'_>,
    #[description = "A space, like B1; several, like B1 D2, with the anomaly Ambush Reinforcements"]
    #[autocomplete = "complete_spawn"]
    space: String,
) -> Result<(), Fault> {
    take(ctx, Some(GameId::Crossfire), format!("spawn {space}")).await
}

/// Move one of your arrows a cell forward
#[poise::command(slash_command)]
async fn r#move(
    ctx: Context<'_>,
    #[description = "Where the arrow stands, like B2"]
    #[autocomplete = "complete_move"]
    cell: String,
) -> Result<(), Fault> {
    take(ctx, Some(GameId::Crossfire), format!("move {cell}")).await
}

/// Move one of your arrows a cell back, with the anomaly Both Ways
#[poise::command(slash_command)]
async fn back(
    ctx: Context<'_>,
    #[description = "Where the arrow stands, like B2"]
    #[autocomplete = "complete_back"]
    cell: String,
) -> Result<(), Fault> {
    take(ctx, Some(GameId::Crossfire), format!("back {cell}")).await
}
