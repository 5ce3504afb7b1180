//! `/act`, what the games' own commands have in common with it, and `/resign`.

use std::collections::BTreeSet;
use std::sync::Arc;

use serenity::all::CreateAutocompleteResponse;

use super::narrowed::{fitted, narrowed};
use super::{
    MOST_CHOICES, choices, defer, direct, here, holds, interaction, is_host_of, numbers,
    return_text, say_none_meant, seated, show, whisper,
};
use crate::discord::acting::{
    after_typed, ask_back, not_taken, once_shown, opens_panel, resign_panel,
};
use crate::discord::rights::Deed;
use crate::discord::{Context, Fault, created_ms, text};
use crate::games::{Cast, GameId, Offer, Party};
use crate::matches::Stage;
use crate::referee::{Act, Look};
use crate::store::StoreError;
use crate::words;

async fn complete_act(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    offers(&ctx, typed, |act| Some(act.to_owned())).await
}

/// What the account may do in the match that is meant here, as choices. In a line of several
/// actions the last one is completed; where commas do not separate actions, one that holds
/// everything between them.
pub(super) async fn offers(
    ctx: &Context<'_>,
    typed: &str,
    shape: impl Fn(&str) -> Option<String>,
) -> CreateAutocompleteResponse {
    let (Some((game, cast)), offers) = mine(ctx, "").await else {
        return CreateAutocompleteResponse::new();
    };
    let (before, begun) = match typed.rfind([',', ';']) {
        Some(at) if game.commas_separate() => {
            (format!("{}, ", typed[..at].trim_end()), &typed[at + 1..])
        }
        _ => (String::new(), typed),
    };
    let begun: Vec<&str> = begun.split([',', ';']).collect();
    let shaped = offers
        .iter()
        .filter_map(|offer| shape(&offer.act))
        .filter(|act| begun.iter().all(|part| holds(act, part)));
    let shaped = narrowed(shaped.collect(), MOST_CHOICES).into_iter();
    let lines = shaped
        .map(|act| fitted(&before, &act, &cast))
        .map(|line| (line.clone(), line));
    choices(lines, "")
}

/// What the account may do in the match that is meant here, as far as its notation starts like
/// this; nothing where that cannot be found out.
pub(super) async fn offered(ctx: &Context<'_>, prefix: &str) -> Vec<Offer> {
    mine(ctx, prefix).await.1
}

/// The numbers that may follow a verb, as choices for an option that is a number; `number` reads
/// one from what follows the verb.
pub(super) async fn offered_numbers(
    ctx: &Context<'_>,
    typed: &str,
    verb: &str,
    number: fn(&str) -> Option<&str>,
) -> CreateAutocompleteResponse {
    let offers = offered(ctx, verb).await;
    let found = offers.iter().filter_map(|offer| {
        let rest = offer.act.strip_prefix(verb)?;
        number(rest)?.parse::<i64>().ok()
    });
    let found: BTreeSet<i64> = found.collect();
    numbers(
        found.into_iter().map(|number| (number.to_string(), number)),
        typed,
    )
}

/// As [`offered`], and which game the match is of, with its cast.
async fn mine(ctx: &Context<'_>, prefix: &str) -> (Option<(GameId, Arc<Cast>)>, Vec<Offer>) {
    let Ok(Some(id)) = here(ctx).await else {
        return (None, Vec::new());
    };
    let (account, prefix) = (ctx.author().id.get(), prefix.to_owned());
    let found = ctx.data().referee.read(move |core, _| {
        let look = core.look(id, account, false)?;
        let setup = look.as_ref().map(|look| &look.row.setup);
        let game = setup.map(|setup| (setup.game, setup.cast.clone()));
        let offers = match look.and_then(|look| look.mine) {
            Some(mine) => core.offers(id, mine.who, &prefix)?,
            None => Vec::new(),
        };
        Ok::<_, StoreError>((game, offers))
    });
    found.await.ok().and_then(Result::ok).unwrap_or_default()
}

/// Who may go first: the two players by name.
pub(super) async fn complete_first(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let offers = offered(&ctx, "first ").await;
    let seats = offers.iter().filter_map(|offer| {
        let seat = offer.act.strip_prefix("first ")?;
        Some((offer.label.clone(), seat.to_owned()))
    });
    choices(seats, typed)
}

/// Make your move in the game's own notation; in Roundabout several, with commas between
#[poise::command(
    slash_command,
    custom_data = "Deed::Play",
    interaction_context = "Guild|BotDm"
)]
pub async fn act(
    ctx: Context<'_>,
    #[description = "Choose from the list, or type it in the same way"]
    #[autocomplete = "complete_act"]
    text: String,
) -> Result<(), Fault> {
    take(ctx, None, text).await
}

/// Give the match up
#[poise::command(
    slash_command,
    custom_data = "Deed::Seat",
    interaction_context = "Guild|BotDm"
)]
pub async fn resign(ctx: Context<'_>) -> Result<(), Fault> {
    let Some(id) = seated(&ctx).await? else {
        return say_none_meant(ctx).await;
    };
    let account = ctx.author().id.get();
    let look = ctx.data().look(id, account).await?;
    let Some(look) = look else {
        return whisper(ctx, &words::no_such_match()).await;
    };
    match look.party {
        Some(Party::Seat(_)) if look.is_tied() => whisper(ctx, &words::tied()).await,
        Some(Party::Seat(_)) if look.standing.held => whisper(ctx, &words::held()).await,
        Some(Party::Seat(_)) if is_over(&look) => whisper(ctx, &words::match_over()).await,
        Some(Party::Seat(seat)) => show(ctx, resign_panel(ctx.data(), &look, seat).await?).await,
        _ => whisper(ctx, &words::seat_only()).await,
    }
}

/// Whether a match is over, and everybody knows that.
fn is_over(look: &Look) -> bool {
    look.standing.stage == Stage::Over && !look.standing.held
}

/// Takes a typed action of whoever typed it. A command of a game is refused in another game's
/// match.
pub(super) async fn take(
    ctx: Context<'_>,
    game: Option<GameId>,
    text: String,
) -> Result<(), Fault> {
    let Some(id) = here(&ctx).await? else {
        say_none_meant(ctx).await?;
        return return_text(ctx).await;
    };
    let Some(typed) = interaction(&ctx) else {
        return Ok(());
    };
    let account = ctx.author().id.get();
    let look = ctx.data().look(id, account).await?;
    let Some(look) = look else {
        whisper(ctx, &words::no_match_here()).await?;
        return return_text(ctx).await;
    };
    let played = look.setup().game;
    if game.is_some_and(|game| game != played) {
        whisper(ctx, &words::other_game(played, look.row.channel)).await?;
        return return_text(ctx).await;
    }
    if let Some(panel) = ask_back(ctx.data(), id, account, &text).await? {
        return show(ctx, panel).await;
    }
    let act = Act {
        match_id: id,
        account,
        for_party: None,
        is_host: is_host_of(&ctx, id).await?,
        prompt: None,
        text,
        interaction: Some(typed.id.get()),
        made_at_ms: created_ms(typed.id.get()),
    };
    let (acted, after) = ctx
        .data()
        .referee
        .run(move |core, now| (core.act(&act, now), core.look(id, account, false)))
        .await?;
    match acted {
        Ok(acted) => {
            if let Some(look) = after?.filter(opens_panel) {
                let cast = text::shown(look.cast());
                let said = words::taken(&acted.acts, acted.stopped.as_ref(), &cast);
                whisper(ctx, &said).await?;
                let panel = once_shown(ctx.data(), id, account).await?;
                return show(ctx, panel).await;
            }
            defer(ctx, true).await?;
            let panel = after_typed(ctx.data(), id, account, &acted, direct(&ctx)).await?;
            show(ctx, panel).await
        }
        Err(fault) => {
            // Discord throws a command away that was sent.
            let typed = super::typed(&ctx);
            show(
                ctx,
                not_taken(ctx.data(), id, account, fault, &typed).await?,
            )
            .await
        }
    }
}
