//! `/act`, the part that the games' own commands share with it, and `/resign`.

use serenity::all::CreateAutocompleteResponse;

use super::author::{direct, is_host_of};
use super::complete::choices;
use super::match_lookup::{match_meant, say_none_meant};
use super::reply::{defer, interaction, return_text, show, whisper};
use crate::discord::data::refused;
use crate::discord::panels::act_panels::{
    after_typed, confirmation, continues_in_panel, panel_once_posted, refusal_panel, resign_panel,
};
use crate::discord::rights::Right;
use crate::discord::{Context, Result, created_ms, text};
use crate::referee::{Act, Snapshot, Viewer};
use crate::store::AccountId;
use crate::words;
use games::completion::lines;
use games::{GameId, Offer, Party};
use matches::Stage;

async fn complete_act(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some((snapshot, offers)) = offered(&ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let acts = offers.into_iter().map(|offer| offer.act).collect();
    let commas_separate = snapshot.setup().game.catalogue().commas_separate;
    let lines = lines(acts, typed, commas_separate, snapshot.cast()).into_iter();
    choices(lines.map(|line| (line.clone(), line)), "")
}

/// The match that is meant here, with what the account may do in it; None if that cannot be found
/// out.
pub(super) async fn offered(ctx: &Context<'_>) -> Option<(Snapshot, Vec<Offer>)> {
    let (id, account) = (
        match_meant(ctx).await.ok()??,
        AccountId::from(ctx.author().id),
    );
    let found = ctx.data().read(move |core| {
        let Some(snapshot) = core.snapshot(id, Viewer::Account(account))? else {
            return Ok(None);
        };
        let offers = match &snapshot.mine {
            Some(mine) => core.offers(id, mine.who, "")?,
            None => Vec::new(),
        };
        Ok(Some((snapshot, offers)))
    });
    found.await.ok()?
}

/// Make a move in the game's notation; where a turn has several, separate them by commas
#[poise::command(
    slash_command,
    custom_data = "Right::Play",
    interaction_context = "Guild|BotDm"
)]
pub async fn act(
    ctx: Context<'_>,
    #[description = "Choose from the list, or type a move like those"]
    #[autocomplete = "complete_act"]
    text: String,
) -> Result<()> {
    take(ctx, None, text).await
}

/// Resign your match (asks you to confirm)
#[poise::command(
    slash_command,
    custom_data = "Right::Seat",
    interaction_context = "Guild|BotDm"
)]
pub async fn resign(ctx: Context<'_>) -> Result<()> {
    let Some(id) = match_meant(&ctx).await? else {
        return say_none_meant(ctx).await;
    };
    let account = AccountId::from(ctx.author().id);
    let snapshot = ctx.data().snapshot(id, Viewer::Account(account)).await?;
    let Some(snapshot) = snapshot else {
        return whisper(ctx, words::which_match::NO_SUCH_MATCH).await;
    };
    match snapshot.party {
        Some(Party::Seat(_)) if snapshot.is_tied() => whisper(ctx, words::play::TIED).await,
        Some(Party::Seat(_)) if snapshot.status.held => whisper(ctx, words::result::HELD).await,
        Some(Party::Seat(_)) if is_over(&snapshot) => {
            whisper(ctx, words::which_match::MATCH_OVER).await
        }
        Some(Party::Seat(seat)) => {
            show(ctx, resign_panel(ctx.data(), &snapshot, seat).await?).await
        }
        _ => whisper(ctx, words::rights::SEAT_ONLY).await,
    }
}

/// Whether a match is over, and everybody knows that.
fn is_over(snapshot: &Snapshot) -> bool {
    snapshot.status.stage == Stage::Over && !snapshot.status.held
}

/// Takes a typed action. A game's command is refused in a match of another game.
pub(super) async fn take(ctx: Context<'_>, game: Option<GameId>, text: String) -> Result<()> {
    let Some(id) = match_meant(&ctx).await? else {
        say_none_meant(ctx).await?;
        return return_text(ctx).await;
    };
    let Some(typed) = interaction(&ctx) else {
        return Ok(());
    };
    let account = AccountId::from(ctx.author().id);
    let snapshot = ctx.data().snapshot(id, Viewer::Account(account)).await?;
    let Some(snapshot) = snapshot else {
        whisper(ctx, words::which_match::NO_MATCH_HERE).await?;
        return return_text(ctx).await;
    };
    let played = snapshot.setup().game;
    if game.is_some_and(|game| game != played) {
        whisper(ctx, &words::which_match::other_game(&snapshot.row)).await?;
        return return_text(ctx).await;
    }
    if let Some(panel) = confirmation(ctx.data(), id, account, &text).await? {
        return show(ctx, panel).await;
    }
    let made_by = typed.id.get();
    let act = Act {
        is_host: is_host_of(&ctx, id).await?,
        interaction: Some(made_by),
        ..Act::new(id, account, text, created_ms(made_by))
    };
    let (acted, after) = ctx
        .data()
        .referee
        .run(move |core, now| {
            (
                core.act(&act, now),
                core.snapshot(id, Viewer::Account(account)),
            )
        })
        .await?;
    match refused(acted)? {
        Ok(acted) => {
            if let Some(snapshot) = after?.filter(continues_in_panel) {
                let cast = text::shown(snapshot.cast());
                let said = words::typed::taken(snapshot.setup().game, &acted, &cast);
                whisper(ctx, &said).await?;
                let panel = panel_once_posted(ctx.data(), id, account).await?;
                return show(ctx, panel).await;
            }
            defer(ctx, true).await?;
            let panel = after_typed(ctx.data(), id, account, &acted, direct(&ctx)).await?;
            show(ctx, panel).await
        }
        Err(refusal) => {
            // Discord does not keep a command that was sent, so give it back.
            let typed = super::typed(&ctx);
            let panel = refusal_panel(ctx.data(), id, account, &refusal, &typed).await?;
            show(ctx, panel).await
        }
    }
}
