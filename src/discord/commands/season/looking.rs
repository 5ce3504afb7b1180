//! `/season standings` and `/season history`.

use std::cmp::Reverse;

use serenity::all::{CreateAttachment, CreateAutocompleteResponse};

use super::{complete_season, to_look_at};
use crate::discord::commands::complete::numbers;
use crate::discord::commands::reply::whisper_lines;
use crate::discord::commands::reply::{defer, send, show, show_to_all, whisper};
use crate::discord::interaction::whispered;
use crate::discord::panels::standings as panels;
use crate::discord::rights::Right;
use crate::discord::{Context, Result, text};
use crate::referee::{Viewer, won_of_series};
use crate::store::{AccountId, MatchRow, OutboxId, PastMatch, Season, Sent, StoreError};
use crate::words::{self, season};
use games::BySeat;

/// See where the season stands: everyone's garnets and strikes
#[poise::command(slash_command, custom_data = "Right::Look")]
pub async fn standings(
    ctx: Context<'_>,
    #[description = "Show it to everyone in this channel"] public: Option<bool>,
    #[description = "In words, without the picture"] words_only: Option<bool>,
    #[description = "Which season; leave out for the current one"]
    #[autocomplete = "complete_season"]
    season: Option<String>,
) -> Result<()> {
    let (season, asker) = to_look_at(&ctx, season.as_deref()).await?;
    let public = public.unwrap_or(false);
    // A picture may take longer than Discord waits.
    if public {
        defer(ctx, false).await?;
    } else {
        defer(ctx, true).await?;
    }
    let words_only = words_only.unwrap_or(false);
    let panel = panels::panel(ctx.data(), &season, asker.account, words_only, public).await?;
    if public {
        return show_to_all(ctx, panel).await;
    }
    show(ctx, panel).await
}

/// See the season's matches, results and records
#[poise::command(slash_command, custom_data = "Right::Look")]
pub async fn history(
    ctx: Context<'_>,
    #[description = "A match's number, to get its record"]
    #[rename = "match"]
    #[autocomplete = "complete_past"]
    number: Option<i64>,
    #[description = "Which season; leave out for the current one"]
    #[autocomplete = "complete_season"]
    season: Option<String>,
) -> Result<()> {
    let (season, _) = to_look_at(&ctx, season.as_deref()).await?;
    match number {
        Some(number) => record(ctx, &season, number).await,
        None => list(ctx, &season).await,
    }
}

/// How many matches are listed at most.
const LISTED: usize = 20;

async fn list(ctx: Context<'_>, season: &Season) -> Result<()> {
    let id = season.id;
    let (lines, of) = ctx
        .data()
        .stored(move |tx| {
            let past = tx.past_matches(id)?;
            let newest = (0..past.len()).rev().take(LISTED);
            let lines = newest.map(|at| {
                let won = won_of_series(&past[..=at], &past[at].row);
                let last = tx.last_post_of(past[at].row.id, OutboxId(i64::MAX))?;
                Ok(line(&past[at], won, last))
            });
            let lines = lines.collect::<Result<Vec<_>, StoreError>>()?;
            Ok((lines, past.len()))
        })
        .await?;
    let name = text::escape_markdown(&season.name);
    whisper_lines(ctx, &season::history(&name, &lines, of)).await
}

fn line(past: &PastMatch, won: Option<BySeat<u32>>, post: Option<Sent>) -> String {
    let link = post.map(|post| text::message_link(past.row.guild, post));
    let cast = text::shown(&past.row.setup.cast);
    // A match without a winner does not change the score.
    let has_winner = past.outcome.is_some_and(|end| end.winner.is_some());
    season::past(past, &cast, won.filter(|_| has_winner), link.as_deref())
}

async fn record(ctx: Context<'_>, season: &Season, number: i64) -> Result<()> {
    let (guild, season) = (season.guild, season.id);
    let read = ctx.data().read(move |core| {
        let row = core.store().read(|tx| {
            let id = tx.match_numbered(guild, Some(season), number)?;
            id.map_or(Ok(None), |id| tx.match_row(id))
        });
        // Any season of the server will do.
        let is_past = |row: &MatchRow| row.over && row.guild == Some(guild) && row.season.is_some();
        let Some(row) = row?.filter(is_past) else {
            return Ok(None);
        };
        let snapshot = core.snapshot(row.id, Viewer::Public)?;
        Ok(snapshot.zip(core.record(row.id)?))
    });
    let (snapshot, record) = match read.await? {
        Some((snapshot, record)) if !snapshot.status.held => (snapshot, record),
        _ => return whisper(ctx, season::NO_SUCH_PAST_MATCH).await,
    };
    if let Some(why) = words::result::unseen(&snapshot.status) {
        return whisper(ctx, why).await;
    }
    let name = text::record_name(&snapshot.row);
    let file = CreateAttachment::bytes(serde_json::to_vec_pretty(&record)?, name);
    send(ctx, whispered(&season::record_of(number)), vec![file]).await
}

/// Completes finished matches: of all the server's seasons, newest first; in a direct message,
/// those of the person who types.
pub async fn complete_past(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (guild, account) = (ctx.guild_id(), AccountId::from(ctx.author().id));
    let found = ctx.data().stored(move |tx| {
        let mut past = Vec::new();
        match guild {
            Some(guild) => {
                for season in tx.seasons(guild.into())? {
                    let of_season = tx.past_matches(season.id)?.into_iter();
                    past.extend(of_season.map(|past| past.row));
                }
                past.sort_unstable_by_key(|row| Reverse(row.id));
            }
            None => {
                for id in tx.matches_over_of(account)? {
                    past.extend(tx.match_row(id)?);
                }
            }
        }
        let named = past.into_iter().map(|row| {
            let season = row.season.map_or(Ok(None), |id| tx.season(id))?;
            // Seasons have the same numbers.
            let earlier = season.filter(|season| !season.current);
            let label =
                words::status::past_match(&row, earlier.as_ref().map(|season| &*season.name));
            Ok((label, -row.id.0))
        });
        named.collect::<Result<Vec<_>, _>>()
    });
    let named = found.await.unwrap_or_default();
    numbers(named, typed)
}
