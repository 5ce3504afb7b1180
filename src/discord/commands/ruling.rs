//! `/ruling`: rulings, each previewed before it counts; and the log of what hosts have done.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use serenity::all::{CreateAutocompleteResponse, User};

use super::author::{is_host, is_host_of};
use super::complete::{choices, numbers};
use super::match_lookup::{match_meant, none_open};
use super::reply::{give_back, option, server_of, show, typed, whisper, whisper_lines};
use crate::discord::panels::rulings;
use crate::discord::rights::Right;
use crate::discord::{Context, Result, when};
use crate::referee::{AuditEntry, Hand, Ruling};
use crate::store::{AccountId, AuditLine, MatchRow};
use crate::words;
use games::{Cast, CastId, Party, Seat, completion};

/// How many lines of the log are shown at once: of matches, and as many of everything else.
const LOGGED: u32 = 15;

/// Rule on a match; you confirm every ruling before it counts
#[poise::command(
    slash_command,
    custom_data = "Right::Rule",
    interaction_context = "Guild",
    default_member_permissions = "MANAGE_GUILD",
    subcommands("rewind", "act", "substitute", "time", "forfeit", "settle", "log"),
    subcommand_required
)]
pub async fn ruling(_ctx: Context<'_>) -> Result<()> {
    Ok(())
}

/// The match to rule on here, and the host. Tells the host if there is none here, and where one is.
async fn ruled_match(ctx: &Context<'_>) -> Result<(MatchRow, AccountId)> {
    match row_meant(ctx).await? {
        Some(row) => Ok((row, ctx.author().id.into())),
        None => Err(none_open(ctx).await?.into()),
    }
}

async fn row_meant(ctx: &Context<'_>) -> Result<Option<MatchRow>> {
    match match_meant(ctx).await? {
        Some(id) => ctx.data().stored(move |tx| tx.match_row(id)).await,
        None => Ok(None),
    }
}

async fn complete_player(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let cast = cast_here(&ctx).await;
    let cast = cast.iter();
    let names = cast.flat_map(|cast| cast.ids().map(|id| cast.name(id).to_owned()));
    choices(names.map(|name| (name.clone(), name)), typed)
}

async fn complete_seat(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let cast = cast_here(&ctx).await;
    let cast = cast.iter();
    let names = cast.flat_map(|cast| cast.in_seats().map(|who| cast.name(who).to_owned()));
    choices(names.map(|name| (name.clone(), name)), typed)
}

/// The cast of the match to rule on here, for completion.
async fn cast_here(ctx: &Context<'_>) -> Option<Arc<Cast>> {
    let row = row_meant(ctx).await.ok()??;
    Some(row.setup.cast.clone())
}

/// Completes what the named person may do now. If that is secret and their hand is not open to the
/// host, the only choice says so.
async fn complete_act(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Some((hand, cast, name)) = hand_of_another(&ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let Some(hand) = hand else {
        let open = (
            words::rulings::open_hand_first(&name),
            words::rulings::OPEN_HAND.to_owned(),
        );
        return choices([open], "");
    };
    let acts = hand.offers.into_iter().map(|offer| offer.act).collect();
    let acts = completion::lines(acts, typed, false, &cast).into_iter();
    choices(acts.map(|act| (act.clone(), act)), "")
}

/// What a host may see of the person that they want to act for, the cast, and the typed name. No
/// hand if it has to be opened first.
async fn hand_of_another(ctx: &Context<'_>) -> Option<(Option<Hand>, Arc<Cast>, String)> {
    let row = row_meant(ctx).await.ok()??;
    if !is_host_of(ctx, row.id).await.ok()? {
        return None;
    }
    let cast = row.setup.cast.clone();
    let who = somebody(&cast, option(ctx, "player")?.as_str()?)?;
    let (whose, name) = (party(&cast, who), cast.name(who).to_owned());
    let host = AccountId::from(ctx.author().id);
    let hand = ctx
        .data()
        .referee
        .read(move |core, _| core.hand(row.id, host, whose));
    Some((hand.await.ok()?.ok()?, cast, name))
}

/// Completes the entries to which a host may rewind, newest first.
async fn complete_entry(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    numbers(entries(&ctx).await.unwrap_or_default(), typed)
}

async fn entries(ctx: &Context<'_>) -> Option<Vec<(String, i64)>> {
    let row = row_meant(ctx).await.ok()??;
    if !is_host_of(ctx, row.id).await.ok()? {
        return None;
    }
    rulings::entries(ctx.data(), ctx.author().id.into(), row.id)
        .await
        .ok()
}

/// The cast member that a host typed: a name, `dmo` or `ec`.
fn somebody(cast: &Cast, typed: &str) -> Option<CastId> {
    let typed = typed.trim();
    let seat = Seat::read(typed).and_then(|seat| cast.seated(seat));
    seat.or_else(|| cast.called(typed))
}

fn party(cast: &Cast, who: CastId) -> Party {
    cast.seat_of(who).map_or(Party::Cast(who), Party::Seat)
}

async fn ask(
    ctx: Context<'_>,
    row: &MatchRow,
    host: AccountId,
    ruling: Ruling,
    reason: &str,
) -> Result<()> {
    let reason = reason.trim();
    if reason.is_empty() {
        return whisper(ctx, words::rulings::REASON_MISSING).await;
    }
    let panel = rulings::ask(ctx.data(), host, row.id, ruling, Some(reason)).await?;
    if panel.rows.is_empty() {
        unread(ctx, &panel.content).await
    } else {
        show(ctx, panel).await
    }
}

/// Previews a ruling about a seat, which is named by its player.
async fn ask_over_seat(
    ctx: Context<'_>,
    typed: &str,
    reason: &str,
    ruling: impl FnOnce(Seat) -> Ruling,
) -> Result<()> {
    let (row, host) = ruled_match(&ctx).await?;
    let cast = &row.setup.cast;
    match somebody(cast, typed).and_then(|who| cast.seat_of(who)) {
        Some(seat) => ask(ctx, &row, host, ruling(seat), reason).await,
        None => unread(ctx, &words::ruling_refusals::no_seat_of(typed)).await,
    }
}

/// Rewind to just before a move, undoing it and everything after it
#[poise::command(slash_command)]
async fn rewind(
    ctx: Context<'_>,
    #[description = "Your reason; it's logged and announced"]
    #[max_length = 300]
    reason: String,
    #[description = "The entry's number; leave out to choose from the newest"]
    #[autocomplete = "complete_entry"]
    #[min = 1]
    entry: Option<i64>,
) -> Result<()> {
    let (row, host) = ruled_match(&ctx).await?;
    if let Some(before) = entry {
        return ask(ctx, &row, host, Ruling::Rewind { before }, &reason).await;
    }
    if reason.trim().is_empty() {
        return whisper(ctx, words::rulings::REASON_MISSING).await;
    }
    let panel = rulings::choose_entry(ctx.data(), host, row.id, reason.trim()).await?;
    show(ctx, panel).await
}

/// Act for a player who can't, or for a guest
#[poise::command(slash_command, custom_data = "Right::Conduct")]
async fn act(
    ctx: Context<'_>,
    #[description = "Who for"]
    #[autocomplete = "complete_player"]
    player: String,
    #[description = "The move, in the game's notation"]
    #[rename = "move"]
    #[autocomplete = "complete_act"]
    text: String,
    #[description = "Your reason; it's logged, and announced unless the move is secret"]
    #[max_length = 300]
    reason: String,
) -> Result<()> {
    let (row, host) = ruled_match(&ctx).await?;
    let cast = &row.setup.cast;
    match somebody(cast, &player).map(|who| party(cast, who)) {
        Some(whose) => ask(ctx, &row, host, Ruling::Act { whose, text }, &reason).await,
        None => unread(ctx, &words::ruling_refusals::nobody_called(&player)).await,
    }
}

/// Refuses what was typed, and returns the whole command so that it can be fixed.
async fn unread(ctx: Context<'_>, said: &str) -> Result<()> {
    give_back(ctx, said, &typed(&ctx)).await
}

/// Let another account play for someone
#[poise::command(slash_command, custom_data = "Right::Conduct")]
async fn substitute(
    ctx: Context<'_>,
    #[description = "Who for"]
    #[autocomplete = "complete_player"]
    player: String,
    #[description = "The new account; it learns this player's secrets"] account: User,
    #[description = "Your reason; it's logged and announced"]
    #[max_length = 300]
    reason: String,
    #[description = "Also change the season's cast, for later matches"] in_season: Option<bool>,
) -> Result<()> {
    let (row, host) = ruled_match(&ctx).await?;
    if account.bot {
        return whisper(ctx, words::people::BOTS_DO_NOT_PLAY).await;
    }
    let Some(who) = somebody(&row.setup.cast, &player) else {
        return unread(ctx, &words::ruling_refusals::nobody_called(&player)).await;
    };
    let ruling = Ruling::Substitute {
        who,
        account: account.id.into(),
        in_season: in_season.unwrap_or_default(),
    };
    ask(ctx, &row, host, ruling, &reason).await
}

/// Give a player time, or take some away
#[poise::command(slash_command, custom_data = "Right::Conduct")]
async fn time(
    ctx: Context<'_>,
    #[description = "Which player"]
    #[autocomplete = "complete_seat"]
    player: String,
    #[description = "90s, 2m, 2m 30s; with a minus to take time away"] by: String,
    #[description = "Your reason; it's logged and announced"]
    #[max_length = 300]
    reason: String,
) -> Result<()> {
    let Some(delta_ms) = when::change_ms(&by) else {
        return unread(ctx, &words::ruling_refusals::stretch_unreadable(&by)).await;
    };
    ask_over_seat(ctx, &player, &reason, |seat| Ruling::Time {
        seat,
        delta_ms,
    })
    .await
}

/// Rule that a player forfeits the match
#[poise::command(slash_command, custom_data = "Right::Conduct")]
async fn forfeit(
    ctx: Context<'_>,
    #[description = "Which player loses"]
    #[autocomplete = "complete_seat"]
    player: String,
    #[description = "Your reason; it's logged and announced"]
    #[max_length = 300]
    reason: String,
) -> Result<()> {
    ask_over_seat(ctx, &player, &reason, |seat| Ruling::Forfeit { seat }).await
}

/// Award the match to a player, or decide a tie
#[poise::command(slash_command)]
async fn settle(
    ctx: Context<'_>,
    #[description = "Which player wins"]
    #[autocomplete = "complete_seat"]
    winner: String,
    #[description = "Your reason; it's logged and announced"]
    #[max_length = 300]
    reason: String,
) -> Result<()> {
    ask_over_seat(ctx, &winner, &reason, |seat| Ruling::Settle { seat }).await
}

/// See what hosts have done, in matches and in seasons
#[poise::command(slash_command, custom_data = "Right::Log")]
async fn log(
    ctx: Context<'_>,
    #[description = "A match's number; leave out to see everything"]
    #[min = 1]
    number: Option<i64>,
    #[description = "2 for older lines, 3 for still older ones"]
    #[min = 1]
    #[max = 1000]
    page: Option<u32>,
) -> Result<()> {
    let page = page.unwrap_or(1);
    // One more line tells whether there is another page.
    let most = LOGGED * page + 1;
    let guild = server_of(&ctx)?;
    let everything = number.is_none() && is_host(&ctx, None).await?;
    let meant = match_meant(&ctx).await?;
    if meant.is_none() && !everything {
        let said = words::which_match::no_match_numbered(number.unwrap_or_default());
        return whisper(ctx, &said).await;
    }
    let only = meant.filter(|_| !everything);
    let (lines, matches) = ctx
        .data()
        .stored(move |tx| {
            let lines = match only {
                Some(id) => [tx.audit(guild, Some(id), most)?, Vec::new()],
                None => [
                    tx.audit_of_matches(guild, true, most)?,
                    tx.audit_of_matches(guild, false, most)?,
                ],
            };
            // Rulings name people of their match.
            let mut matches = BTreeMap::new();
            for id in lines.iter().flatten().filter_map(|line| line.match_id) {
                if let Entry::Vacant(vacant) = matches.entry(id)
                    && let Some(row) = tx.match_row(id)?
                {
                    let season = row.season.map(|id| tx.season(id)).transpose()?.flatten();
                    vacant.insert((row, season));
                }
            }
            Ok((lines, matches))
        })
        .await?;
    let mut above = None;
    let mut said = |line: &AuditLine| {
        let of = line.match_id.and_then(|id| matches.get(&id));
        let heading = of.filter(|_| line.match_id != above).map(|(row, season)| {
            words::audit::logged_of(row, season.as_ref().map(|season| &*season.name))
        });
        above = line.match_id;
        let played = of.map(|(row, _)| (row.setup.game, &*row.setup.cast));
        let said = words::audit::audit_entry(&AuditEntry::read(&line.said), played);
        let said = words::audit::audit_line(line.by, line.is_gift, &said, &line.reason);
        heading.unwrap_or_default() + &words::audit::logged(line.at_ms, &said)
    };
    let goes_on = lines.iter().any(|lines| lines.len() == most as usize);
    let first = (LOGGED * (page - 1)) as usize;
    let [of_matches, rest] = lines.map(|lines| {
        let on_page = lines.iter().skip(first).take(LOGGED as usize);
        on_page.map(&mut said).collect()
    });
    let older = goes_on.then_some(page + 1);
    whisper_lines(ctx, &words::audit::ruling_log(of_matches, rest, older)).await
}
