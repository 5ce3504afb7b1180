//! Which match a command means.

use serenity::all::{ChannelId, CommandDataOption, CommandDataOptionValue};

use super::reply::{interaction, whisper, whisper_lines};
use crate::discord::server::{hosts, permissions::to_play};
use crate::discord::{Context, Fault, text};
use crate::referee::{Core, PostedBoard, Snapshot};
use crate::store::{MatchId, MatchRow, SeasonId, StoreError, Tx};
use crate::words;
use games::verbs::Verb;
use games::{GameId, Party};
use matches::Stage;

/// Why no match can be played in the channel of a command, in words; None where one can.
pub fn cannot_play_here(ctx: &Context<'_>) -> Option<String> {
    let typed = interaction(ctx)?;
    let lacks = to_play(typed.app_permissions, typed.channel.as_ref());
    let channel = ctx.channel_id().get();
    (!lacks.is_empty()).then(|| words::cannot_play_here(channel, &lacks))
}

/// The direct message in which a command was typed; None in a server.
pub fn direct(ctx: &Context<'_>) -> Option<ChannelId> {
    ctx.guild_id().is_none().then(|| ctx.channel_id())
}

/// Whether the person who typed a command is a host: of this season, or, where no season is
/// meant, of the server.
pub async fn is_host(ctx: &Context<'_>, season: Option<SeasonId>) -> Result<bool, Fault> {
    let member = interaction(ctx).and_then(|interaction| interaction.member.as_deref());
    Ok(hosts::is_host(ctx.data(), member, season).await?)
}

/// Whether the person who typed a command is a host of the match's server, and typed it there.
pub async fn is_host_of(ctx: &Context<'_>, id: MatchId) -> Result<bool, Fault> {
    let row = ctx
        .data()
        .referee
        .read(move |core, _| core.store().read(|tx| tx.match_row(id)))
        .await??;
    let guild = ctx.guild_id().map(|guild| guild.get());
    match row.filter(|row| row.guild == guild) {
        Some(row) => is_host(ctx, row.season).await,
        None => Ok(false),
    }
}

/// The match of this channel; in a direct message, or elsewhere, that of the account's own which is
/// meant most likely.
pub async fn here(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let game = game_of(ctx);
    open_here_or(ctx, move |look| {
        game.is_none_or(|game| look.setup().game == game)
    })
    .await
}

pub async fn open_here_or(
    ctx: &Context<'_>,
    fits: impl Fn(&Snapshot) -> bool + Send + 'static,
) -> Result<Option<MatchId>, Fault> {
    let (channel, account) = (ctx.channel_id().get(), ctx.author().id.get());
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

/// The match that is meant here, as the person who types sees it.
pub async fn look_here(ctx: &Context<'_>) -> Result<Option<Snapshot>, Fault> {
    let Some(id) = here(ctx).await? else {
        return Ok(None);
    };
    ctx.data().look(id, ctx.author().id.get()).await
}

/// The match that is meant by somebody who only looks: that of this channel, or a live one
/// elsewhere in which they take part; else the last one of this channel.
pub async fn looked_at(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let (channel, account) = (ctx.channel_id().get(), ctx.author().id.get());
    let found = ctx.data().referee.read(move |core, _| {
        if let Some(id) = core.store().read(|tx| tx.open_match_in(channel))? {
            return Ok(Some(id));
        }
        let likeliest = likeliest(core, account, |_| true)?;
        let is_live = match likeliest {
            Some(id) => core
                .look(id, account, false)?
                .is_some_and(|look| look.status.stage == Stage::Live),
            None => false,
        };
        let last = core.store().read(|tx| tx.last_match_in(channel))?;
        Ok::<_, StoreError>(last.filter(|_| !is_live).or(likeliest))
    });
    Ok(found.await??)
}

/// Of the open matches that an account takes part in the only one, or the only one that fits; of
/// several that do the live one in which it has a seat, else the only one that waits for it. None
/// where that leaves it open.
pub fn likeliest(
    core: &mut Core,
    account: u64,
    fits: impl Fn(&Snapshot) -> bool,
) -> Result<Option<MatchId>, StoreError> {
    let mine = core.store().read(|tx| tx.open_matches_of(account))?;
    if let [one] = mine.as_slice() {
        return Ok(Some(*one));
    }
    let mut looks = core.looks(mine, account)?;
    if looks.iter().any(&fits) {
        looks.retain(fits);
    }
    let only = |is_it: fn(&Snapshot) -> bool| {
        let mut found = looks.iter().filter(|look| is_it(look));
        let first = found.next().map(|look| look.row.id);
        first.filter(|_| found.next().is_none())
    };
    let plays = |look: &Snapshot| has_seat(look) && look.status.stage == Stage::Live;
    Ok(only(|_| true)
        .or_else(|| only(plays))
        .or_else(|| only(|look| look.mine.is_some())))
}

pub fn has_seat(look: &Snapshot) -> bool {
    matches!(look.party, Some(Party::Seat(_)))
}

/// As [`here`], for what the two players alone do: a tie of theirs in this channel that waits for a
/// host comes before matches elsewhere.
pub async fn seated(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let (channel, account) = (ctx.channel_id().get(), ctx.author().id.get());
    let tied = ctx.data().referee.read(move |core, _| {
        let last = core.store().read(|tx| match tx.open_match_in(channel)? {
            None => tx.last_match_that_counts_in(channel),
            open => Ok(open),
        })?;
        let Some(id) = last else {
            return Ok(None);
        };
        let look = core.look(id, account, false)?;
        let tied = look.is_some_and(|look| has_seat(&look) && look.is_tied());
        Ok::<_, StoreError>(tied.then_some(id))
    });
    match tied.await?? {
        Some(id) => Ok(Some(id)),
        None => open_here_or(ctx, has_seat).await,
    }
}

/// The match that a host means: the open one of this channel, or of the one above this thread. No
/// other, however few are open: what a host does is done to a match that they see.
pub async fn conducted(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let places = places(ctx);
    let open = ctx
        .data()
        .referee
        .read(move |core, _| core.store().read(|tx| open_in(tx, &places)));
    Ok(open.await??)
}

/// The channel in which a command was typed, and the one above it: where the first is a thread,
/// what is played there is meant.
pub fn places(ctx: &Context<'_>) -> Vec<u64> {
    let channel = interaction(ctx).and_then(|interaction| interaction.channel.as_ref());
    let above = channel.and_then(|channel| channel.parent_id);
    let places = [Some(ctx.channel_id()), above].into_iter().flatten();
    places.map(|place| place.get()).collect()
}

/// The match that is open in the first of these channels that has one.
pub fn open_in(tx: &Tx, places: &[u64]) -> Result<Option<MatchId>, StoreError> {
    for place in places {
        if let Some(id) = tx.open_match_in(*place)? {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// The open matches of the server in which a command was typed, as everybody may see them.
pub async fn open_here(ctx: &Context<'_>) -> Result<Vec<Snapshot>, Fault> {
    match ctx.guild_id() {
        Some(guild) => ctx.data().open_in(guild.get()).await,
        None => Ok(Vec::new()),
    }
}

/// Tells people that their command means no match of this channel, and which of their own
/// may be.
pub async fn say_none_meant(ctx: Context<'_>) -> Result<(), Fault> {
    let account = ctx.author().id.get();
    let own = ctx.data().referee.read(move |core, _| {
        let own = core.store().read(|tx| tx.open_matches_of(account))?;
        core.looks(own, account)
    });
    let own = own.await??;
    let places: Vec<String> = own
        .iter()
        .map(|look| words::match_place(look, &text::shown(look.cast())))
        .collect();
    whisper_lines(ctx, &words::none_meant(&places)).await
}

/// Tells a host that no match is open in this channel, and where one is; or, where this channel's
/// is over and its result waits, what can be done.
pub async fn say_none_open(ctx: &Context<'_>) -> Result<(), Fault> {
    let places = places(ctx);
    let account = ctx.author().id.get();
    let held = ctx.data().referee.read(move |core, _| {
        for place in places {
            let last = core
                .store()
                .read(|tx| tx.last_match_that_counts_in(place))?;
            if let Some(id) = last {
                let plays = core
                    .table(id)?
                    .is_some_and(|table| table.is_seated(account));
                let look = core.look(id, 0, false)?;
                let held = look.filter(|look| look.status.held);
                return Ok(held.map(|look| (look, plays)));
            }
        }
        Ok::<_, StoreError>(None)
    });
    if let Some((look, plays)) = held.await?? {
        let said = words::over_and_held(&look, plays, &text::shown(look.cast()));
        return whisper(*ctx, &said).await;
    }
    let open = open_here(ctx).await?;
    let places: Vec<String> = open
        .iter()
        .map(|look| words::match_place(look, &text::shown(look.cast())))
        .collect();
    whisper_lines(*ctx, &words::none_open_here(&places)).await
}

/// The match whose record is asked for: the open one of this channel, or its last one that counts,
/// before one elsewhere.
pub async fn exported(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    let channel = ctx.channel_id().get();
    let last = ctx.data().referee.read(move |core, _| {
        core.store().read(|tx| match tx.open_match_in(channel)? {
            None => tx.last_match_that_counts_in(channel),
            open => Ok(open),
        })
    });
    match last.await?? {
        None => here(ctx).await,
        last => Ok(last),
    }
}

/// The message from whose menu a command is chosen; None for one that is typed.
fn pointed_at(ctx: &Context<'_>) -> Option<u64> {
    let target = interaction(ctx)?.data.target_id?;
    Some(target.get())
}

/// The board on the message from whose menu a command is chosen; None where there is none.
pub async fn posted_board(ctx: &Context<'_>) -> Result<Option<PostedBoard>, Fault> {
    let Some(message) = pointed_at(ctx) else {
        return Ok(None);
    };
    let read = ctx
        .data()
        .referee
        .read(move |core, _| core.posted_board(message));
    Ok(read.await??)
}

/// The match of the post from whose menu a command is chosen. For a typed one: the open match of
/// this channel, or of the one above this thread; else, for what may be ruled on
/// a match that is over, and for the log, the last one there that counts.
pub async fn row_here(ctx: &Context<'_>) -> Result<Option<MatchRow>, Fault> {
    if let Some(message) = pointed_at(ctx) {
        let read = ctx.data().referee.read(move |core, _| {
            core.store().read(|tx| match tx.post_of_message(message)? {
                Some(post) => tx.match_row(post.match_id),
                None => Ok(None),
            })
        });
        return Ok(read.await??);
    }
    let places = places(ctx);
    let also_over = matches!(ctx.command().name.as_ref(), "rewind" | "settle" | "log");
    let found = ctx.data().referee.read(move |core, _| {
        core.store().read(|tx| {
            let mut id = open_in(tx, &places)?;
            if also_over && id.is_none() {
                let mut last = None;
                for place in &places {
                    last = last.or(tx.last_match_that_counts_in(*place)?);
                }
                id = last;
            }
            id.map(|id| tx.match_row(id)).transpose()
        })
    });
    let found: Result<_, StoreError> = found.await?;
    Ok(found?.flatten())
}

/// The match of which alone the log is shown to who asks for it: that of the number, or else of
/// this channel. None for the server's hosts, who see all.
pub async fn logged(ctx: &Context<'_>) -> Result<Option<MatchId>, Fault> {
    if is_host(ctx, None).await? {
        return Ok(None);
    }
    let options = interaction(ctx).map(|asked| asked.data.options.as_slice());
    let number = options.and_then(|options| option(options, "number")?.as_i64());
    match number {
        Some(number) => Ok(Some(MatchId(number))),
        None => Ok(row_here(ctx).await?.map(|row| row.id)),
    }
}

/// What a subcommand does.
pub struct Means {
    pub game: GameId,
    pub verb: &'static Verb,
}

pub fn means<'a>(ctx: &Context<'a>) -> Option<&'a Means> {
    ctx.command().custom_data.downcast_ref()
}

/// The game whose own command is typed.
pub fn game_of(ctx: &Context<'_>) -> Option<GameId> {
    means(ctx).map(|means| means.game)
}

/// What was typed or chosen for an option of a command or of one below it.
pub fn option<'a>(
    options: &'a [CommandDataOption],
    name: &str,
) -> Option<&'a CommandDataOptionValue> {
    options.iter().find_map(|found| match &found.value {
        CommandDataOptionValue::SubCommand(options) => option(options, name),
        value => (found.name == name).then_some(value),
    })
}
