//! `/submit`: a choice before the match, in a direct message or, unseen by others, in the server.

use serenity::all::CreateAutocompleteResponse;

use super::{choices, interaction, show, whisper};
use crate::discord::acting::{act_fault, after_act};
use crate::discord::panel;
use crate::discord::rights::Deed;
use crate::discord::{Context, Data, Fault, created_ms};
use crate::referee::{Act, Look};
use crate::store::MatchId;
use crate::words;

/// The matches that wait for a choice of this account, or have one that may still be changed.
async fn waiting(data: &Data, account: u64) -> Result<Vec<Look>, Fault> {
    let looks = data.referee.read(move |core, _| {
        let ids = core.store().read(|tx| tx.open_matches_of(account))?;
        let looks = ids
            .into_iter()
            .filter_map(|id| core.look(id, account, false).transpose());
        looks.collect::<Result<Vec<_>, crate::store::StoreError>>()
    });
    let mut looks = looks.await??;
    looks.retain(|look| look.mine.as_ref().is_some_and(|mine| !mine.live));
    Ok(looks)
}

async fn complete_match(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let looks = waiting(ctx.data(), ctx.author().id.get())
        .await
        .unwrap_or_default();
    let names = looks
        .iter()
        .map(|look| (words::match_name(look), look.row.id.to_string()));
    choices(names.collect::<Vec<_>>(), typed)
}

async fn complete_choice(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let looks = waiting(ctx.data(), ctx.author().id.get())
        .await
        .unwrap_or_default();
    let [look] = looks.as_slice() else {
        return CreateAutocompleteResponse::new();
    };
    let (id, Some(mine)) = (look.row.id, look.mine.clone()) else {
        return CreateAutocompleteResponse::new();
    };
    let offers = ctx
        .data()
        .referee
        .read(move |core, _| core.offers(id, mine.who, ""))
        .await;
    let offers = offers.ok().and_then(Result::ok).unwrap_or_default();
    choices(
        offers
            .into_iter()
            .map(|offer| (offer.label, offer.act))
            .collect::<Vec<_>>(),
        typed,
    )
}

/// Submit your secret choice before a match, or see what counts now
#[poise::command(
    slash_command,
    custom_data = "Deed::Look",
    interaction_context = "Guild|BotDm"
)]
pub async fn submit(
    ctx: Context<'_>,
    #[description = "Your choice; left out: see what counts now, with controls"]
    #[autocomplete = "complete_choice"]
    choice: Option<String>,
    #[description = "Which match, when several wait for you"]
    #[rename = "match"]
    #[autocomplete = "complete_match"]
    match_number: Option<String>,
) -> Result<(), Fault> {
    let account = ctx.author().id.get();
    let looks = waiting(ctx.data(), account).await?;
    let named = match_number.as_deref().map(str::trim);
    let meant: Vec<&Look> = looks
        .iter()
        .filter(|look| named.is_none_or(|named| named == look.row.id.to_string()))
        .collect();
    let id: MatchId = match meant.as_slice() {
        [] => return whisper(ctx, &words::nothing_to_submit()).await,
        [one] => one.row.id,
        several => {
            let names: Vec<String> = several.iter().map(|look| words::match_name(look)).collect();
            return whisper(ctx, &words::which_match(&names)).await;
        }
    };
    let Some(text) = choice else {
        ctx.defer_ephemeral().await?;
        let panel = panel::build(ctx.data(), id, account).await?;
        return show(ctx, panel).await;
    };
    let Some(typed) = interaction(&ctx) else {
        return Ok(());
    };
    let act = Act {
        match_id: id,
        account,
        for_party: None,
        is_host: false,
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
            ctx.defer_ephemeral().await?;
            let panel = after_act(ctx.data(), id, account, &acted).await?;
            show(ctx, panel).await
        }
        Err(fault) => whisper(ctx, &act_fault(fault)?).await,
    }
}
