//! `/match`: opening, beginning, pausing and ending matches. For hosts, but for looking.

use serenity::all::{CreateAttachment, User};

use super::author::{cannot_play_here, is_host_of};
use super::complete::complete_game;
use super::match_lookup::{match_meant, match_to_look_at, none_open, open_in_server};
use super::reply::{defer, return_text, send, server_of, show, whisper, whisper_lines};
use crate::discord::interaction::whispered;
use crate::discord::meant::in_the_way;
use crate::discord::message::note;
use crate::discord::panels::conducting::{
    begin as begin_match, change_match, refusal_words, remind as remind_missing,
};
use crate::discord::panels::host_acts;
use crate::discord::panels::host_panel::{ask_to_extend, ask_where_to_go_on, typed_start};
use crate::discord::panels::poll;
use crate::discord::panels::rulings;
use crate::discord::panels::setup::{SetupDraft, open_panel};
use crate::discord::press::BeginStep;
use crate::discord::rights::Right;
use crate::discord::server::absent;
use crate::discord::server::hosts::hosts_from_afar;
use crate::discord::{Context, Result, text, when};
use crate::referee::{self, ConductResult, Core, Ruling, Viewer};
use crate::store::{AccountId, MatchId};
use crate::words;
use games::{GameId, WallMs};
use matches::Stage;

/// Open and run Death Matches
#[poise::command(
    slash_command,
    rename = "match",
    interaction_context = "Guild",
    default_member_permissions = "MANAGE_GUILD",
    custom_data = "Right::Conduct",
    subcommands(
        "new", "begin", "schedule", "pause", "resume", "extend", "r#move", "host", "void",
        "remind", "clarify", "status", "list", "export"
    ),
    subcommand_required
)]
pub async fn matches(_ctx: Context<'_>) -> Result<()> {
    Ok(())
}

/// Set up or rehearse a match in this channel; only you see it until you open it
#[poise::command(slash_command, custom_data = "Right::Host")]
async fn new(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_game"]
    game: String,
    #[description = "The Death Match Opponent"] dmo: Option<User>,
    #[description = "The Elimination Candidate"] ec: Option<User>,
) -> Result<()> {
    let (guild, host) = (server_of(&ctx)?, ctx.author().id.into());
    if let Some(refused) = cannot_play_here(&ctx) {
        return whisper(ctx, &refused).await;
    }
    let Some(game) = GameId::typed(&game) else {
        return whisper(ctx, &words::which_match::no_such_game(&game)).await;
    };
    let both: Vec<User> = dmo.into_iter().chain(ec).collect();
    if both.iter().any(|user| user.bot) {
        return whisper(ctx, words::people::BOTS_DO_NOT_PLAY).await;
    }
    let seats = match (game.catalogue().seats, both.as_slice()) {
        (true, [dmo, ec]) => [dmo.id.into(), ec.id.into()],
        (true, _) => return whisper(ctx, &words::setup::two_play(game)).await,
        (false, _) => Default::default(),
    };
    let channel = ctx.channel_id().into();
    if let Some(busy) = in_the_way(ctx.data(), channel).await? {
        return whisper(ctx, &words::rights::channel_busy(&busy)).await;
    }
    let season = ctx.data().current_season(guild).await?;
    let season = season.map(|season| season.id);
    let mut draft = SetupDraft::new((guild, channel), game, seats, season);
    defer(ctx, true).await?;
    if let Some(season) = season {
        let last = ctx
            .data()
            .read(move |core| core.last_of_series(season, seats));
        if let Some((last, _)) = last.await? {
            draft.go_on_from(&last);
        }
    }
    let panel = open_panel(ctx.data(), host, draft).await?;
    show(ctx, panel).await
}

/// Start this channel's match
#[poise::command(slash_command)]
async fn begin(ctx: Context<'_>) -> Result<()> {
    let (id, host) = match_of_host(&ctx).await?;
    let panel = begin_match(ctx.data(), id, host, BeginStep::Ask, false).await?;
    show(ctx, panel).await
}

/// Set when this channel's match starts, or let the players choose a time
#[poise::command(slash_command)]
async fn schedule(
    ctx: Context<'_>,
    #[description = "A time (20:30, in 2h, 30 Nov 19:00), none, or several to offer \
                     (fri 20:00; sat 15:00)"]
    at: Option<String>,
) -> Result<()> {
    let (id, host) = match_of_host(&ctx).await?;
    let panel = match at.as_deref() {
        None => poll::schedule(ctx.data(), id).await?,
        Some(several) if several.contains(';') => {
            poll::typed(ctx.data(), host, id, several, None).await?
        }
        Some(at) => typed_start(ctx.data(), id, host, at).await?,
    };
    show(ctx, panel).await
}

/// Move the deadline for choices before this channel's match
#[poise::command(slash_command)]
async fn extend(
    ctx: Context<'_>,
    #[description = "The new deadline: in 3h, tomorrow 20:00, 2026-11-30 19:00"] until: String,
) -> Result<()> {
    let (id, host) = match_of_host(&ctx).await?;
    let now = ctx.data().referee.clock.now();
    let zone = when::zone_of_match(ctx.data(), id).await?;
    let to_ms = match when::to_come(&until, now, &zone) {
        Ok(to_ms) => to_ms,
        Err(refused) => return whisper(ctx, &refused).await,
    };
    let panel = ask_to_extend(ctx.data(), id, host, to_ms).await?;
    show(ctx, panel).await
}

/// Move one of this server's matches to this channel
#[poise::command(slash_command)]
async fn r#move(
    ctx: Context<'_>,
    #[description = "The match's number; leave out to choose from a list"]
    #[min = 1]
    number: Option<i64>,
) -> Result<()> {
    if let Some(refused) = cannot_play_here(&ctx) {
        return whisper(ctx, &refused).await;
    }
    let mut open = open_in_server(&ctx).await?;
    if let Some(number) = number {
        open.retain(|snapshot| snapshot.row.is_meant_by(number));
        if open.is_empty() {
            return whisper(ctx, &words::which_match::no_open_match_numbered(number)).await;
        }
    }
    let channel = ctx.channel_id().into();
    let is_elsewhere = open.iter().any(|snapshot| snapshot.row.channel != channel);
    if let Some(busy) = in_the_way(ctx.data(), channel)
        .await?
        .filter(|_| is_elsewhere)
    {
        return whisper(ctx, &words::rights::channel_busy(&busy)).await;
    }
    let guild = ctx.guild_id().map(Into::into).unwrap_or_default();
    let season = ctx.data().current_season(guild).await?;
    show(ctx, ask_where_to_go_on(channel, &open, season.as_ref())).await
}

/// Take over this channel's match as its host, or hand it to another host
#[poise::command(slash_command)]
async fn host(
    ctx: Context<'_>,
    #[description = "The new host; leave out for yourself"] to: Option<User>,
) -> Result<()> {
    let (id, by) = match_of_host(&ctx).await?;
    let other = to.as_ref().filter(|to| AccountId::from(to.id) != by);
    let to = other.map_or(by, |to| to.id.into());
    if let Some((other, guild)) = other.zip(ctx.guild_id()) {
        defer(ctx, true).await?;
        let snapshot = ctx.data().snapshot(id, Viewer::Account(by)).await?;
        let season = snapshot.and_then(|snapshot| snapshot.row.season);
        if other.bot || !hosts_from_afar(ctx.data(), guild.into(), to, season).await? {
            return whisper(ctx, &words::hosting::is_no_host(to)).await;
        }
    }
    let hand_over = move |core: &mut Core, id, by, now| core.hand_over(id, by, to, now);
    let done = move |()| words::hosting::handed_over(to, by);
    let said = change_match(ctx.data(), id, by, hand_over, done).await?;
    whisper(ctx, &said).await
}

/// Post and pin a note about this channel's match
#[poise::command(slash_command)]
async fn clarify(
    ctx: Context<'_>,
    #[description = "The note"]
    #[max_length = 1800]
    text: String,
) -> Result<()> {
    let (id, host) = match_of_host(&ctx).await?;
    let note = move |core: &mut Core, now| core.clarify(id, host, text, now);
    match ctx.data().run(note).await? {
        Ok(()) => whisper(ctx, words::rulings::CLARIFIED).await,
        Err(refusal) => {
            whisper(ctx, &refusal_words(ctx.data(), id, refusal).await?).await?;
            return_text(ctx).await
        }
    }
}

/// Pause this channel's match
#[poise::command(slash_command)]
async fn pause(ctx: Context<'_>) -> Result<()> {
    conduct(ctx, Core::pause, |()| words::pauses::PAUSED.to_owned()).await
}

/// Resume this channel's match
#[poise::command(slash_command)]
async fn resume(ctx: Context<'_>) -> Result<()> {
    conduct(ctx, Core::resume, |()| words::pauses::RESUMED.to_owned()).await
}

/// Declare this channel's match void
#[poise::command(slash_command)]
async fn void(
    ctx: Context<'_>,
    #[description = "Your reason; it's logged and announced"]
    #[max_length = 300]
    reason: Option<String>,
) -> Result<()> {
    let (id, host) = match_of_host(&ctx).await?;
    let reason = reason.unwrap_or_default();
    let panel = rulings::ask(ctx.data(), host, id, Ruling::Void, Some(reason.trim())).await?;
    show(ctx, panel).await
}

/// Remind everyone whose choice is still missing
#[poise::command(slash_command)]
async fn remind(ctx: Context<'_>) -> Result<()> {
    let (id, host) = match_of_host(&ctx).await?;
    let said = remind_missing(ctx.data(), id, host).await?;
    whisper(ctx, &said).await
}

/// Show where this channel's match stands
#[poise::command(slash_command, custom_data = "Right::Look")]
async fn status(ctx: Context<'_>) -> Result<()> {
    let Some(id) = shown_here(&ctx).await? else {
        return whisper(ctx, words::which_match::NO_MATCH_HERE).await;
    };
    defer(ctx, true).await?;
    let account = AccountId::from(ctx.author().id);
    let host = is_host_of(&ctx, id).await?;
    let viewer = if host {
        Viewer::Host(account)
    } else {
        Viewer::Account(account)
    };
    let snapshot = ctx.data().snapshot(id, viewer).await?;
    match snapshot {
        Some(snapshot) => {
            let cast = text::shown(snapshot.cast());
            let now_ms = ctx.data().referee.clock.now();
            let won = ctx.data().series_before(&snapshot).await?;
            let mut said = words::status::status(&snapshot, host, &cast, won, now_ms);
            if let Some(why) = &*ctx.data().referee.unstored.borrow() {
                said.push_str(&words::storage::database_in_status(why));
            }
            if snapshot.status.stage != Stage::Over {
                let away = absent::players_away(ctx.data(), &snapshot).await;
                let away = words::trouble::away_in_status(&away.left, &away.timed_out, &cast);
                said.push_str(&away);
            }
            if host && let Some(poll) = poll::open_poll(ctx.data(), id).await? {
                said.push_str(&words::poll::poll_in_status(&poll, &cast));
            }
            let acts = host.then(|| host_acts::all_buttons(&snapshot));
            show(ctx, note(said).buttons(acts.into_iter().flatten())).await
        }
        None => whisper(ctx, words::which_match::NO_MATCH_HERE).await,
    }
}

/// The match for `/match status`: an open match that has lost its channel is preferred to one that
/// is over.
async fn shown_here(ctx: &Context<'_>) -> Result<Option<MatchId>> {
    let here = match_to_look_at(ctx).await?;
    let open = open_in_server(ctx).await?;
    if here.is_some_and(|id| open.iter().any(|snapshot| snapshot.row.id == id)) {
        return Ok(here);
    }
    let without_channel = open.iter().find(|snapshot| snapshot.is_without_channel());
    Ok(without_channel.map(|snapshot| snapshot.row.id).or(here))
}

/// List this server's open matches, and results that are on hold
#[poise::command(slash_command, custom_data = "Right::Look")]
async fn list(ctx: Context<'_>) -> Result<()> {
    let open = open_in_server(&ctx).await?;
    let guild = ctx.guild_id().map(Into::into).unwrap_or_default();
    let held = ctx.data().held_in(guild).await?;
    let lines: Vec<String> = open
        .iter()
        .chain(&held)
        .map(|snapshot| words::status::match_line(snapshot, &text::shown(snapshot.cast())))
        .collect();
    whisper_lines(ctx, &words::which_match::match_list(&lines)).await
}

/// Get the record of this channel's last match, once it's over or if hosts see secret choices
#[poise::command(slash_command, custom_data = "Right::Export")]
async fn export(ctx: Context<'_>) -> Result<()> {
    let Some(id) = match_meant(&ctx).await? else {
        return whisper(ctx, words::which_match::NO_MATCH_HERE).await;
    };
    if !is_host_of(&ctx, id).await? {
        return whisper(ctx, words::which_match::NO_MATCH_HERE).await;
    }
    let host = ctx.author().id.into();
    let read = ctx.data().read(move |core| {
        let row = core.store().read(|tx| tx.match_row(id))?;
        Ok((core.record_for_host(id, host), row, core.is_held(id)?))
    });
    let (record, row) = match read.await? {
        (_, _, true) => return whisper(ctx, words::result::HELD).await,
        (_, None, false) => return whisper(ctx, words::which_match::NO_SUCH_MATCH).await,
        (Ok(record), Some(row), false) => (record, row),
        (Err(referee::RefereeError::Store(error)), ..) => return Err(error.into()),
        (Err(referee::RefereeError::Refused(refusal)), ..) => {
            return whisper(ctx, &words::replay::export_refusal(refusal)).await;
        }
    };
    let json = serde_json::to_vec_pretty(&record)?;
    let file = CreateAttachment::bytes(json, text::record_name(&row));
    send(ctx, whispered(""), vec![file]).await
}

/// The open match of this channel, and the host. Tells the host if there is none here, and where
/// one is.
async fn match_of_host(ctx: &Context<'_>) -> Result<(MatchId, AccountId)> {
    match match_meant(ctx).await? {
        Some(id) => Ok((id, ctx.author().id.into())),
        None => Err(none_open(ctx).await?.into()),
    }
}

/// Does something to the open match of this channel for a host, and tells them the outcome. `work`
/// gets the match, the host's account and the time.
async fn conduct<T>(
    ctx: Context<'_>,
    work: impl FnOnce(&mut Core, MatchId, AccountId, WallMs) -> ConductResult<T> + Send + 'static,
    said: impl FnOnce(T) -> String + Send + 'static,
) -> Result<()> {
    let (id, host) = match_of_host(&ctx).await?;
    let said = change_match(ctx.data(), id, host, work, said).await?;
    whisper(ctx, &said).await
}
