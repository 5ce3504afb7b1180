//! Checks the right of each command before anything else.

use crate::store::AccountId;
use poise::CommandInteractionType;

use super::{match_lookup, reply};
use crate::discord::allowed::refusal;
use crate::discord::rights::Right;
use crate::discord::{Context, Data, Fault};

pub fn right_of(command: &poise::Command<Data, Fault>) -> Option<Right> {
    command.custom_data.downcast_ref().copied()
}

/// Whether a typed command may be carried out. If not, tells only the person who typed it.
///
/// # Errors
/// What the store or Discord says.
pub async fn check(ctx: Context<'_>) -> Result<bool, Fault> {
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
    let above = ctx.parent_commands();
    let named_above = || above.iter().rev().copied().find_map(right_of);
    let right = right_of(ctx.command()).or_else(named_above);
    // A test checks that every command has one.
    let right = right.unwrap_or(Right::Conduct);
    let meant = match right {
        Right::Rule => match_lookup::match_to_rule(&ctx).await?.map(|row| row.id),
        Right::Log => match_lookup::match_in_log(&ctx).await?,
        Right::Export => match_lookup::match_to_export(&ctx).await?,
        Right::Look | Right::Host => None,
        Right::Conduct | Right::GoOn => match_lookup::match_to_conduct(&ctx).await?,
        Right::Play => match_lookup::match_to_play(&ctx).await?,
        Right::Seat => match_lookup::match_in_seat(&ctx).await?,
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
