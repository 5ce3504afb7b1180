//! `/privacy`: what Dealer knows about somebody, and forgetting it.

use super::reply::show;
use crate::discord::message::{note, question};
use crate::discord::press::Press;
use crate::discord::rights::Right;
use crate::discord::{Context, Result};
use crate::store::AccountId;
use crate::words;
use games::screen::Button;

/// What Dealer knows about you
#[poise::command(
    slash_command,
    custom_data = "Right::Look",
    interaction_context = "Guild|BotDm",
    subcommands("forget"),
    subcommand_required
)]
pub async fn privacy(_ctx: Context<'_>) -> Result<()> {
    Ok(())
}

/// Remove your account from Dealer (asks first, can't be undone)
#[poise::command(slash_command)]
async fn forget(ctx: Context<'_>) -> Result<()> {
    let account = AccountId::from(ctx.author().id);
    let refusal = ctx.data().read(move |core| core.why_not_forgotten(account));
    if let Some(refusal) = refusal.await? {
        return show(ctx, note(words::privacy::forget_refusal(&refusal))).await;
    }
    let yes = Button::danger(Press::Forget, words::privacy::FORGET);
    show(
        ctx,
        question(words::privacy::CONFIRM_FORGET.to_owned(), yes),
    )
    .await
}
