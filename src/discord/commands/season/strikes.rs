//! `/season strike`: strikes against people who failed a duty.

use serenity::all::CreateAutocompleteResponse;

use super::{asked_by, change, complete_name, here, to_look_at};
use crate::discord::commands::complete::numbers;
use crate::discord::commands::reply::whisper_lines;
use crate::discord::commands::reply::{give_back, show, typed, whisper};
use crate::discord::panels::strikes;
use crate::discord::{Context, Result};
use crate::referee::SeasonEdit;
use crate::words::{self, season};

/// The season's strikes
#[poise::command(slash_command, subcommands("add", "back", "list"), subcommand_required)]
pub async fn strike(_ctx: Context<'_>) -> Result<()> {
    Ok(())
}

/// Give someone a strike (hosts)
#[poise::command(slash_command)]
async fn add(
    ctx: Context<'_>,
    #[description = "Who to"]
    #[autocomplete = "complete_name"]
    to: String,
    #[description = "Your reason"]
    #[max_length = 300]
    reason: String,
) -> Result<()> {
    let (season, asker) = here(&ctx).await?;
    match strikes::give(ctx.data(), season.id, asker, to, reason).await? {
        Ok(panel) => show(ctx, panel).await,
        Err(refused) => give_back(ctx, &refused, &typed(&ctx)).await,
    }
}

/// Take a strike back (hosts)
#[poise::command(slash_command)]
async fn back(
    ctx: Context<'_>,
    #[description = "The strike's number"]
    #[autocomplete = "complete_strike"]
    number: i64,
    #[description = "Your reason"]
    #[max_length = 300]
    reason: Option<String>,
) -> Result<()> {
    let work =
        move |edit: &mut SeasonEdit| edit.take_strike_back(number, &reason.unwrap_or_default());
    change(ctx, work, |struck| season::strike_taken_back(&struck)).await
}

/// List all strikes with their numbers (hosts)
#[poise::command(slash_command)]
async fn list(ctx: Context<'_>) -> Result<()> {
    let (season, asker) = to_look_at(&ctx, None).await?;
    if !asker.is_host {
        return whisper(ctx, words::rights::HOST_ONLY).await;
    }
    let host = asker.account;
    let read = ctx.data().read(move |core| {
        let strikes = core.strikes(season.id)?;
        Ok((strikes, core.strikes_to_come(season.id, host)?))
    });
    let (given, to_come) = read.await?;
    let given = given.iter();
    let lines = given.map(|(name, strike)| season::strike_line(name, strike));
    let mut lines: Vec<String> = lines.collect();
    let more = !lines.is_empty();
    let to_come = to_come.into_iter();
    lines.extend(to_come.map(|(id, count)| season::strikes_to_come(id, count, more)));
    let said = if lines.is_empty() {
        season::NO_STRIKES.to_owned()
    } else {
        lines.join("\n")
    };
    whisper_lines(ctx, &said).await
}

/// Completes the numbers of strikes that count; only for hosts, since only they see the list.
async fn complete_strike(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok((guild, asker)) = asked_by(&ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    if !asker.is_host {
        return CreateAutocompleteResponse::new();
    }
    let found = ctx.data().referee.read(move |core, _| {
        let season = core.store().read(|tx| tx.current_season(guild))?;
        season.map_or(Ok(Vec::new()), |season| core.strikes(season.id))
    });
    let strikes = found.await.ok().and_then(Result::ok).unwrap_or_default();
    let status = strikes.into_iter().rev().filter(|(_, strike)| !strike.void);
    let named = status.map(|(name, strike)| {
        let label = format!(
            "{}. {name}: {}",
            strike.id,
            season::booked_reason(&strike.reason)
        );
        (label, strike.id)
    });
    numbers(named, typed)
}
