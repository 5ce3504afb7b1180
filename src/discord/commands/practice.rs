//! `/practice`: a match of two people, or of one and the computer, without a host and outside the
//! season. In a direct message it is one against the computer.

use crate::store::AccountId;
use serenity::all::User;

use super::author::cannot_play_here;
use super::complete::complete_practice;
use super::reply::{defer, interaction, whisper};
use crate::discord::panels::practice;
use crate::discord::rights::Right;
use crate::discord::{Context, Result};
use crate::words;
use games::{BySeat, GameId, Level};

/// Practise a game here, against someone or the computer; it doesn't count
#[poise::command(
    slash_command,
    custom_data = "Right::Look",
    interaction_context = "Guild|BotDm"
)]
pub async fn practice(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_practice"]
    game: String,
    #[description = "Your opponent; leave out to play the computer"] opponent: Option<User>,
    #[description = "How well the computer plays; if you leave it out, as last time"]
    #[choices("Easy", "Fair", "Strong")]
    level: Option<&'static str>,
) -> Result<()> {
    let typed = interaction(&ctx);
    let place = practice::PracticeRequest {
        guild: ctx.guild_id().map(Into::into),
        channel: ctx.channel_id().into(),
        user: ctx.author(),
        member: typed.and_then(|typed| typed.member.as_deref()),
    };
    if let Some(refused) = cannot_play_here(&ctx) {
        return whisper(ctx, &refused).await;
    }
    let Some(game) = GameId::typed(&game) else {
        return whisper(ctx, &words::which_match::no_such_game(&game)).await;
    };
    if !game.catalogue().seats {
        return whisper(ctx, &words::practice::no_practice(game)).await;
    }
    let me = AccountId::from(ctx.author().id);
    // Dealer asks Discord where people may write and for their names, which may take longer than
    // the three seconds for an answer.
    defer(ctx, true).await?;
    if let Some(refused) = practice::refused(ctx.data(), place).await? {
        return whisper(ctx, &refused).await;
    }
    let computer = AccountId::from(ctx.data().me);
    let other = match &opponent {
        None => computer,
        Some(user) if AccountId::from(user.id) == me => {
            return whisper(ctx, words::practice::PRACTICE_ALONE).await;
        }
        Some(user) if user.bot && AccountId::from(user.id) != computer => {
            return whisper(ctx, words::people::BOTS_DO_NOT_PLAY).await;
        }
        Some(user) => user.id.into(),
    };
    let accounts = BySeat { dmo: me, ec: other };
    let mut levels = Level::ALL.into_iter();
    let level = match levels.find(|one| level == Some(one.title())) {
        Some(level) => level,
        None => {
            let read = ctx.data().stored(move |tx| tx.last_level(me));
            read.await?.unwrap_or_default()
        }
    };
    let said = practice::open(ctx.data(), place, game, accounts, level).await?;
    whisper(ctx, &said).await
}
