//! Checks the right of each command before anything else.

use crate::store::AccountId;
use poise::CommandInteractionType;

use super::author::is_host;
use super::custom_data::right_needed;
use super::match_lookup::match_meant;
use super::reply;
use crate::discord::allowed::refusal;
use crate::discord::rights::Right;
use crate::discord::{Context, Result};

/// Whether a typed command may be carried out. If not, tells only the person who typed it.
///
/// # Errors
/// What the store or Discord says.
pub async fn check(ctx: Context<'_>) -> Result<bool> {
    let poise::Context::Application(typed) = ctx else {
        return Ok(false);
    };
    let account = AccountId::from(ctx.author().id);
    let completes = typed.interaction_type == CommandInteractionType::Autocomplete;
    if !ctx.data().may_ask(ctx.guild_id().map(Into::into), account) {
        // A completion has no room for words.
        if !completes {
            reply::whisper(ctx, crate::words::answers::TOO_FAST).await?;
        }
        return Ok(false);
    }
    // Completions only offer what their author may see anyway.
    if completes {
        return Ok(true);
    }
    let right = right_needed(&ctx);
    let meant = match right {
        // Hosts of the server may read all of the log.
        Right::Log if is_host(&ctx, None).await? => None,
        _ => match_meant(&ctx).await?,
    };
    if meant.is_none() && matches!(right, Right::Play | Right::Seat) {
        // The command itself will say that there is no match.
        return Ok(true);
    }
    let member = typed.interaction.member.as_deref();
    match refusal(ctx.data(), account, member, right, meant).await? {
        None => Ok(true),
        Some(said) => {
            reply::whisper(ctx, &said).await?;
            Ok(false)
        }
    }
}
