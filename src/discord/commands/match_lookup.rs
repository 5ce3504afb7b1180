//! Which match a command means.

use super::author::places;
use super::custom_data::{game_subcommand, right_needed};
use super::reply::{Refused, interaction, option, whisper_lines};
use crate::discord::meant::{has_seat, last_in, open_in, open_or_last_in, practises_here};
use crate::discord::rights::Right;
use crate::discord::{Context, Result, text};
use crate::referee::{Core, PostedBoard, Snapshot, Viewer};
use crate::store::{AccountId, MatchId, MessageId, StoreError};
use crate::words;
use matches::Stage;

/// The match that a command means, by the right that it needs. Its author needs the right in that
/// match.
pub async fn match_meant(ctx: &Context<'_>) -> Result<Option<MatchId>> {
    match right_needed(ctx) {
        Right::Look | Right::Host => Ok(None),
        Right::Conduct | Right::GoOn => open_here(ctx).await,
        Right::Rule => match_to_rule(ctx).await,
        Right::Log => match_in_log(ctx).await,
        Right::Export => match_to_export(ctx).await,
        Right::Play if is_after_practice(ctx).await? => Ok(None),
        Right::Play => {
            let game = game_subcommand(ctx).map(|subcommand| subcommand.game);
            let is_played =
                move |snapshot: &Snapshot| game.is_none_or(|game| snapshot.setup().game == game);
            open_here_or_own(ctx, is_played).await
        }
        Right::Seat => match_in_seat(ctx).await,
    }
}

/// Whether a practice has just ended in this direct message. A move that was typed too late for it
/// must not be taken for another match.
async fn is_after_practice(ctx: &Context<'_>) -> Result<bool> {
    let channel = ctx.channel_id().into();
    if ctx.guild_id().is_some() || !practises_here(ctx.data(), channel).await? {
        return Ok(false);
    }
    let open = ctx.data().stored(move |tx| tx.open_match_in(channel));
    Ok(open.await?.is_none())
}

/// The open match of this channel, or of the channel above this thread. Never another: hosts should
/// only act on a match that they see.
async fn open_here(ctx: &Context<'_>) -> Result<Option<MatchId>> {
    let places = places(ctx);
    ctx.data().stored(move |tx| open_in(tx, &places)).await
}

/// The match of the post whose *Apps* menu was used. For a typed command the open one of this
/// channel (or of the channel above this thread), otherwise the last one there that counts.
async fn match_to_rule(ctx: &Context<'_>) -> Result<Option<MatchId>> {
    if let Some(message) = target_message(ctx) {
        let post = ctx.data().stored(move |tx| tx.post_of_message(message));
        let of_post = post.await?.map(|post| post.match_id);
        return Ok(of_post.filter(|id| *id != MatchId::NONE));
    }
    let places = places(ctx);
    ctx.data()
        .stored(move |tx| open_or_last_in(tx, &places))
        .await
}

/// The match whose number was typed; otherwise the one to rule on here.
async fn match_in_log(ctx: &Context<'_>) -> Result<Option<MatchId>> {
    let number = option(ctx, "number").and_then(|number| number.as_i64());
    match ctx.guild_id().zip(number) {
        Some((guild, number)) => {
            let guild = guild.into();
            ctx.data()
                .stored(move |tx| tx.match_numbered(guild, None, number))
                .await
        }
        None => match_to_rule(ctx).await,
    }
}

/// The open match of this channel, otherwise its last one that counts, otherwise one elsewhere.
async fn match_to_export(ctx: &Context<'_>) -> Result<Option<MatchId>> {
    let here = [ctx.channel_id().into()];
    let found = ctx.data().stored(move |tx| open_or_last_in(tx, &here));
    match found.await? {
        None => open_here_or_own(ctx, |_| true).await,
        here => Ok(here),
    }
}

/// A tie of the author's in this channel that waits for a host; otherwise a match that they play.
async fn match_in_seat(ctx: &Context<'_>) -> Result<Option<MatchId>> {
    let (here, account) = ([ctx.channel_id().into()], AccountId::from(ctx.author().id));
    let tied = ctx.data().read(move |core| {
        let Some(id) = core.store().read(|tx| open_or_last_in(tx, &here))? else {
            return Ok(None);
        };
        let snapshot = core.snapshot(id, Viewer::Account(account))?;
        let tied = snapshot.is_some_and(|snapshot| has_seat(&snapshot) && snapshot.is_tied());
        Ok(tied.then_some(id))
    });
    match tied.await? {
        None => open_here_or_own(ctx, has_seat).await,
        tied => Ok(tied),
    }
}

/// The open match of this channel; otherwise the most likely of the author's own, wherever it is;
/// otherwise the last match of this channel. `fits`: prefers these of their own.
async fn open_here_or_own(
    ctx: &Context<'_>,
    fits: impl Fn(&Snapshot) -> bool + Send + 'static,
) -> Result<Option<MatchId>> {
    let (channel, account) = (ctx.channel_id().into(), AccountId::from(ctx.author().id));
    let found = ctx.data().read(move |core| {
        if let Some(id) = core.store().read(|tx| tx.open_match_in(channel))? {
            return Ok(Some(id));
        }
        match likeliest(core, account, fits)? {
            None => core.store().read(|tx| tx.last_match_over_in(channel)),
            likeliest => Ok(likeliest),
        }
    });
    found.await
}

/// The match for commands that only look: the open one of this channel; otherwise a live one in
/// which the author takes part, then the last one of this channel, then one that is open elsewhere.
pub async fn match_to_look_at(ctx: &Context<'_>) -> Result<Option<MatchId>> {
    let (channel, account) = (ctx.channel_id().into(), AccountId::from(ctx.author().id));
    let found = ctx.data().read(move |core| {
        if let Some(id) = core.store().read(|tx| tx.open_match_in(channel))? {
            return Ok(Some(id));
        }
        let own = likeliest(core, account, |_| true)?;
        if let Some(id) = own
            && let Some(snapshot) = core.snapshot(id, Viewer::Account(account))?
            && snapshot.status.stage == Stage::Live
        {
            return Ok(own);
        }
        let last = core.store().read(|tx| tx.last_match_over_in(channel))?;
        Ok(last.or(own))
    });
    found.await
}

/// The most likely of an account's open matches: the only one, or the only one that fits. Of
/// several, the live one that the account plays, or the only one that waits for it. None if that is
/// not clear.
fn likeliest(
    core: &Core,
    account: AccountId,
    fits: impl Fn(&Snapshot) -> bool,
) -> Result<Option<MatchId>, StoreError> {
    let mine = core.store().read(|tx| tx.open_matches_of(account))?;
    if let [one] = mine.as_slice() {
        return Ok(Some(*one));
    }
    let mut snapshots = core.snapshots(mine, Viewer::Account(account))?;
    if snapshots.iter().any(&fits) {
        snapshots.retain(fits);
    }
    let only = |is_it: fn(&Snapshot) -> bool| {
        let mut found = snapshots.iter().filter(|snapshot| is_it(snapshot));
        let first = found.next().map(|snapshot| snapshot.row.id);
        first.filter(|_| found.next().is_none())
    };
    let plays = |snapshot: &Snapshot| has_seat(snapshot) && snapshot.status.stage == Stage::Live;
    Ok(only(|_| true)
        .or_else(|| only(plays))
        .or_else(|| only(|snapshot| snapshot.mine.is_some())))
}

/// The open matches of the command's server, as everybody may see them.
pub async fn open_in_server(ctx: &Context<'_>) -> Result<Vec<Snapshot>> {
    match ctx.guild_id() {
        Some(guild) => ctx.data().open_in(guild.into()).await,
        None => Ok(Vec::new()),
    }
}

/// Tells people that no match of this channel is meant, and which of their own could be.
pub async fn say_none_meant(ctx: Context<'_>) -> Result<()> {
    let own = ctx.data().open_of(ctx.author().id.into()).await?;
    let direct = ctx.guild_id().is_none();
    whisper_lines(ctx, &words::which_match::none_meant(&named(&own), direct)).await
}

/// Why a host's command finds no open match in this channel, and where one is; or, if this
/// channel's last one waits with its result, what they can do.
pub async fn none_open(ctx: &Context<'_>) -> Result<Refused> {
    let places = places(ctx);
    let account = AccountId::from(ctx.author().id);
    let held = ctx.data().read(move |core| {
        let Some(id) = core.store().read(|tx| last_in(tx, &places))? else {
            return Ok(None);
        };
        let table = core.table(id)?;
        let plays = table.is_some_and(|table| table.is_player(account));
        let snapshot = core.snapshot(id, Viewer::Public)?;
        let held = snapshot.filter(|snapshot| snapshot.status.held);
        Ok(held.map(|snapshot| (snapshot, plays)))
    });
    if let Some((snapshot, plays)) = held.await? {
        let said =
            words::which_match::over_and_held(&snapshot, plays, &text::shown(snapshot.cast()));
        return Ok(Refused(said));
    }
    let open = open_in_server(ctx).await?;
    Ok(Refused(words::which_match::none_open_here(&named(&open))))
}

/// Matches with their channels, in words.
fn named(matches: &[Snapshot]) -> Vec<String> {
    let place =
        |snapshot: &Snapshot| words::status::match_place(snapshot, &text::shown(snapshot.cast()));
    matches.iter().map(place).collect()
}

/// The message whose *Apps* menu was used; None for a typed command.
fn target_message(ctx: &Context<'_>) -> Option<MessageId> {
    let target = interaction(ctx)?.data.target_id?;
    Some(target.to_message_id().into())
}

/// The board when the message whose *Apps* menu was used was posted; None if there was none.
pub async fn posted_board(ctx: &Context<'_>) -> Result<Option<PostedBoard>> {
    match target_message(ctx) {
        Some(message) => {
            ctx.data()
                .read(move |core| core.posted_board(message))
                .await
        }
        None => Ok(None),
    }
}
