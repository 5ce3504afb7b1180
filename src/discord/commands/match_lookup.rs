//! Which match a command means.

use serenity::all::{CommandDataOption, CommandDataOptionValue};

use super::reply::{Refused, interaction, whisper_lines};
use crate::discord::meant::{has_seat, open_in};
use crate::discord::server::{hosts, permissions::missing_to_play};
use crate::discord::{Context, Fault, text};
use crate::referee::{Core, PostedBoard, Snapshot, Viewer};
use crate::store::{
    AccountId, ChannelId, MatchId, MatchRow, MessageId, SeasonId, ServerId, StoreError, Tx,
};
use crate::words;
use games::GameId;
use games::verbs::Verb;
use matches::Stage;

/// Why no match can be played in the command's channel, in words; None if one can.
pub fn cannot_play_here(ctx: &Context<'_>) -> Option<String> {
    let typed = interaction(ctx)?;
    let lacks = missing_to_play(typed.app_permissions, typed.channel.as_ref());
    let channel = ctx.channel_id().into();
    (!lacks.is_empty()).then(|| words::rights::cannot_play_here(channel, &lacks))
}

/// The direct message in which a command was typed; None in a server.
pub fn direct(ctx: &Context<'_>) -> Option<ChannelId> {
    ctx.guild_id().is_none().then(|| ctx.channel_id().into())
}

/// Whether the person who typed a command is a host of this season or (without a season) of the
/// server.
pub async fn is_host(ctx: &Context<'_>, season: Option<SeasonId>) -> Result<bool, Fault> {
    let member = interaction(ctx).and_then(|interaction| interaction.member.as_deref());
    Ok(hosts::is_host(ctx.data(), member, season).await?)
}

/// Whether the person who typed a command is a host of this match, and typed it in its server.
pub async fn is_host_of(ctx: &Context<'_>, id: MatchId) -> Result<bool, Fault> {
    let row = ctx.data().stored(move |tx| tx.match_row(id)).await?;
    let guild = ctx.guild_id().map(ServerId::from);
    match row.filter(|row| row.guild == guild) {
        Some(row) => is_host(ctx, row.season).await,
        None => Ok(false),
    }
}

/// The match of this channel; otherwise, also in a direct message, the most likely one of the
/// account's own.
pub async fn match_to_play(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let game = game_of(ctx);
    open_match_here_or(ctx, move |snapshot| {
        game.is_none_or(|game| snapshot.setup().game == game)
    })
    .await
}

pub async fn open_match_here_or(
    ctx: &Context<'_>,
    fits: impl Fn(&Snapshot) -> bool + Send + 'static,
) -> Result<Option<MatchId>, Fault> {
    let (channel, account) = (ctx.channel_id().into(), AccountId::from(ctx.author().id));
    let found = ctx.data().referee.read(move |core, _| {
        if let Some(id) = core.store().read(|tx| tx.open_match_in(channel))? {
            return Ok(Some(id));
        }
        match likeliest(core, account, fits)? {
            None => core.store().read(|tx| tx.last_match_in(channel)),
            likeliest => Ok(likeliest),
        }
    });
    Ok(found.await??)
}

/// The match that is meant here, as the person who typed sees it.
pub async fn snapshot_to_play(ctx: &Context<'_>) -> Result<Option<Snapshot>, Fault> {
    let Some(id) = match_to_play(ctx).await? else {
        return Ok(None);
    };
    ctx.data()
        .snapshot(id, Viewer::Account(ctx.author().id.into()))
        .await
}

/// The match for commands that only look: this channel's open one, or a live one elsewhere in which
/// they take part; otherwise the last one of this channel.
pub async fn match_to_look_at(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let (channel, account) = (ctx.channel_id().into(), AccountId::from(ctx.author().id));
    let found = ctx.data().referee.read(move |core, _| {
        if let Some(id) = core.store().read(|tx| tx.open_match_in(channel))? {
            return Ok(Some(id));
        }
        let likeliest = likeliest(core, account, |_| true)?;
        let is_live = match likeliest {
            Some(id) => core
                .snapshot(id, Viewer::Account(account))?
                .is_some_and(|snapshot| snapshot.status.stage == Stage::Live),
            None => false,
        };
        let last = core.store().read(|tx| tx.last_match_in(channel))?;
        Ok::<_, StoreError>(last.filter(|_| !is_live).or(likeliest))
    });
    Ok(found.await??)
}

/// The most likely of an account's open matches: the only one, or the only one that fits. Of
/// several, the live one that the account plays, or the only one that waits for it. None if that is
/// not clear.
pub fn likeliest(
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

/// As [`match_to_play`], for commands of the two players. If they have a tie in this channel which
/// waits for a host, it is preferred to matches elsewhere.
pub async fn match_in_seat(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let (channel, account) = (ctx.channel_id().into(), AccountId::from(ctx.author().id));
    let tied = ctx.data().referee.read(move |core, _| {
        let last = core.store().read(|tx| match tx.open_match_in(channel)? {
            None => tx.last_match_that_counts_in(channel),
            open => Ok(open),
        })?;
        let Some(id) = last else {
            return Ok(None);
        };
        let snapshot = core.snapshot(id, Viewer::Account(account))?;
        let tied = snapshot.is_some_and(|snapshot| has_seat(&snapshot) && snapshot.is_tied());
        Ok::<_, StoreError>(tied.then_some(id))
    });
    match tied.await?? {
        Some(id) => Ok(Some(id)),
        None => open_match_here_or(ctx, has_seat).await,
    }
}

/// The match that a host means: the open one of this channel, or of the channel above this thread.
/// Never another: hosts should only act on a match that they see.
pub async fn match_to_conduct(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let places = places(ctx);
    ctx.data().stored(move |tx| open_in(tx, &places)).await
}

/// The command's channel, and for a thread also the channel above it.
pub fn places(ctx: &Context<'_>) -> Vec<ChannelId> {
    let channel = interaction(ctx).and_then(|interaction| interaction.channel.as_ref());
    let above = channel.and_then(|channel| channel.parent_id);
    let places = [Some(ctx.channel_id()), above].into_iter().flatten();
    places.map(Into::into).collect()
}

/// The open matches of the command's server, as everybody may see them.
pub async fn open_in_server(ctx: &Context<'_>) -> Result<Vec<Snapshot>, Fault> {
    match ctx.guild_id() {
        Some(guild) => ctx.data().open_in(guild.into()).await,
        None => Ok(Vec::new()),
    }
}

/// Tells people that no match of this channel is meant, and which of their own could be.
pub async fn say_none_meant(ctx: Context<'_>) -> Result<(), Fault> {
    let account = AccountId::from(ctx.author().id);
    let own = ctx.data().referee.read(move |core, _| {
        let own = core.store().read(|tx| tx.open_matches_of(account))?;
        core.snapshots(own, Viewer::Account(account))
    });
    let own = own.await??;
    let places: Vec<String> = own
        .iter()
        .map(|snapshot| words::status::match_place(snapshot, &text::shown(snapshot.cast())))
        .collect();
    let direct = ctx.guild_id().is_none();
    whisper_lines(ctx, &words::which_match::none_meant(&places, direct)).await
}

/// Why a host's command finds no open match in this channel, and where one is; or, if this
/// channel's last one waits with its result, what they can do.
pub async fn none_open(ctx: &Context<'_>) -> Result<Refused, Fault> {
    let places = places(ctx);
    let account = AccountId::from(ctx.author().id);
    let held = ctx.data().referee.read(move |core, _| {
        for place in places {
            let last = core
                .store()
                .read(|tx| tx.last_match_that_counts_in(place))?;
            if let Some(id) = last {
                let plays = core
                    .table(id)?
                    .is_some_and(|table| table.is_player(account));
                let snapshot = core.snapshot(id, Viewer::Public)?;
                let held = snapshot.filter(|snapshot| snapshot.status.held);
                return Ok(held.map(|snapshot| (snapshot, plays)));
            }
        }
        Ok::<_, StoreError>(None)
    });
    if let Some((snapshot, plays)) = held.await?? {
        let said =
            words::which_match::over_and_held(&snapshot, plays, &text::shown(snapshot.cast()));
        return Ok(Refused(said));
    }
    let open = open_in_server(ctx).await?;
    let places: Vec<String> = open
        .iter()
        .map(|snapshot| words::status::match_place(snapshot, &text::shown(snapshot.cast())))
        .collect();
    Ok(Refused(words::which_match::none_open_here(&places)))
}

/// The match for `/match export`: this channel's open one, or its last one that counts; otherwise
/// one elsewhere.
pub async fn match_to_export(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let channel = ctx.channel_id().into();
    let last = ctx
        .data()
        .stored(move |tx| match tx.open_match_in(channel)? {
            None => tx.last_match_that_counts_in(channel),
            open => Ok(open),
        });
    match last.await? {
        None => match_to_play(ctx).await,
        last => Ok(last),
    }
}

/// The message whose *Apps* menu was used; None for a typed command.
fn target_message(ctx: &Context<'_>) -> Option<MessageId> {
    let target = interaction(ctx)?.data.target_id?;
    Some(target.to_message_id().into())
}

/// The board when the message whose *Apps* menu was used was posted; None if there was none.
pub async fn posted_board(ctx: &Context<'_>) -> Result<Option<PostedBoard>, Fault> {
    let Some(message) = target_message(ctx) else {
        return Ok(None);
    };
    let read = ctx
        .data()
        .referee
        .read(move |core, _| core.posted_board(message));
    Ok(read.await??)
}

/// The match to rule on: that of the post whose *Apps* menu was used. For a typed command, this
/// channel's open match (or that of the channel above this thread). Where finished matches make
/// sense, otherwise the last one there that counts.
pub async fn match_to_rule(ctx: &Context<'_>) -> Result<Option<MatchRow>, Fault> {
    if let Some(message) = target_message(ctx) {
        let read = ctx
            .data()
            .stored(move |tx| match tx.post_of_message(message)? {
                Some(post) => tx.match_row(post.match_id),
                None => Ok(None),
            });
        return read.await;
    }
    let places = places(ctx);
    let also_over = matches!(ctx.command().name.as_ref(), "rewind" | "settle" | "log");
    let found = ctx.data().stored(move |tx| {
        let mut id = open_in(tx, &places)?;
        if also_over && id.is_none() {
            let mut last = None;
            for place in &places {
                last = last.or(tx.last_match_that_counts_in(*place)?);
            }
            id = last;
        }
        id.map(|id| tx.match_row(id)).transpose()
    });
    Ok(found.await?.flatten())
}

/// The only match whose log this person may see: the given one, otherwise this channel's. None for
/// hosts of the server, who see everything.
pub async fn match_in_log(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    if is_host(ctx, None).await? {
        return Ok(None);
    }
    let options = interaction(ctx).map(|asked| asked.data.options.as_slice());
    let number = options.and_then(|options| option(options, "number")?.as_i64());
    match (number, ctx.guild_id()) {
        (Some(number), Some(guild)) => {
            let numbered = move |tx: &Tx| tx.match_numbered(guild.into(), None, number);
            ctx.data().stored(numbered).await
        }
        _ => Ok(match_to_rule(ctx).await?.map(|row| row.id)),
    }
}

/// What a subcommand does.
pub struct GameSubcommand {
    pub game: GameId,
    pub verb: &'static Verb,
}

pub fn game_subcommand<'a>(ctx: &Context<'a>) -> Option<&'a GameSubcommand> {
    ctx.command().custom_data.downcast_ref()
}

/// The game whose command was typed.
pub fn game_of(ctx: &Context<'_>) -> Option<GameId> {
    game_subcommand(ctx).map(|means| means.game)
}

/// The value of an option of a command or its subcommand.
pub fn option<'a>(
    options: &'a [CommandDataOption],
    name: &str,
) -> Option<&'a CommandDataOptionValue> {
    options.iter().find_map(|found| match &found.value {
        CommandDataOptionValue::SubCommand(options) => option(options, name),
        value => (found.name == name).then_some(value),
    })
}
