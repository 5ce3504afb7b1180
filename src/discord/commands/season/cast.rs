//! `/season cast`: who is in the season, and in which role.

use serenity::all::{Channel, User};

use super::here;
use super::{answer, change, complete_gone, complete_name, complete_season, to_look_at};
use crate::discord::commands::reply::whisper_lines;
use crate::discord::commands::reply::{defer, show, show_whole, whisper};
use crate::discord::panels::cast_import::{self, List};
use crate::discord::rights::Right;
use crate::discord::server::bound;
use crate::discord::server::people;
use crate::discord::{Context, Result, text};
use crate::referee::{Newcomer, SeasonEdit, SeasonViewer};
use crate::store::{AccountId, SeasonId};
use crate::words::season;
use games::{Role, names};

/// The season's cast
#[poise::command(
    slash_command,
    subcommands(
        "add", "many", "remove", "back", "rename", "role", "account", "bind", "list"
    ),
    subcommand_required
)]
pub async fn cast(_ctx: Context<'_>) -> Result<()> {
    Ok(())
}

/// What somebody is in a season.
#[derive(Clone, Copy, poise::ChoiceParameter)]
enum CastStatus {
    #[name = "player"]
    Player,
    #[name = "eliminated"]
    Eliminated,
    #[name = "dealer"]
    Dealer,
}

impl From<CastStatus> for Role {
    fn from(what: CastStatus) -> Role {
        match what {
            CastStatus::Player => Role::Player,
            CastStatus::Eliminated => Role::Eliminated,
            CastStatus::Dealer => Role::Dealer,
        }
    }
}

/// Add someone to the cast (hosts)
#[poise::command(slash_command)]
async fn add(
    ctx: Context<'_>,
    #[description = "Their account; leave out for a guest without one"] who: Option<User>,
    #[description = "Their name; leave out to use their name in this server"] name: Option<String>,
    #[description = "Their role; leave out for a player"] r#as: Option<CastStatus>,
    #[description = "Starting garnets"] garnets: Option<u32>,
) -> Result<()> {
    let (season, asker) = here(&ctx).await?;
    let shown = match &who {
        Some(who) => people::shown_name(ctx.data(), season.guild, who.id.into()).await?,
        None => Ok(String::new()),
    };
    let name = match (name, shown) {
        (_, Err(refused)) => return whisper(ctx, &refused).await,
        (Some(name), Ok(_)) => name,
        (None, Ok(shown)) if shown.is_empty() => {
            return whisper(ctx, season::WHO_TO_ADD).await;
        }
        (None, Ok(shown)) => people::writable(&shown),
    };
    let newcomer = Newcomer {
        name,
        account: who.map(|user| user.id.into()),
        role: r#as.map_or(Role::Player, Role::from),
        garnets: garnets.unwrap_or_default(),
    };
    let work = move |edit: &mut SeasonEdit| edit.add_to_cast(vec![newcomer]);
    let done = ctx.data().edit_season(season.id, asker, work).await?;
    answer(ctx, done, |added| season::added(&added)).await
}

/// Add many people at once: names and mentions, or everyone with a role (hosts)
#[poise::command(slash_command)]
async fn many(
    ctx: Context<'_>,
    #[description = "Separated by commas: Ann, Bo @bo, @cleo; spaces work between mentions"]
    people: Option<String>,
    #[description = "Everyone with this role"] having: Option<serenity::all::Role>,
    #[description = "Their role; leave out for players"] r#as: Option<CastStatus>,
    #[description = "Starting garnets for each"] garnets: Option<u32>,
) -> Result<()> {
    let (season, asker) = here(&ctx).await?;
    if !asker.is_host {
        return whisper(ctx, crate::words::rights::HOST_ONLY).await;
    }
    defer(ctx, true).await?;
    let role = r#as.map_or(Role::Player, Role::from);
    let garnets = garnets.unwrap_or_default();
    let mut list = List::read(&people.unwrap_or_default());
    let roles = having.map(|role| role.id.into()).into_iter();
    for role in roles.chain(list.roles.clone()) {
        let without = crate::words::people::ADD_WITHOUT_ROLE;
        let members = people::with_role(ctx.data(), season.guild, role, without).await;
        let refused = match members {
            Ok(members) if members.is_empty() => season::nobody_has_role(role),
            Ok(members) => {
                list.know(members);
                continue;
            }
            Err(refused) => refused,
        };
        return whisper_lines(ctx, &(refused + &list.kept())).await;
    }
    if let Some(unclear) = &list.unclear {
        let refused = season::unclear_whose(&crate::words::audit::escape_but_mentions(unclear));
        return whisper_lines(ctx, &(refused + &list.kept())).await;
    }
    if list.people.is_empty() {
        let panel = cast_import::choose(ctx.data(), &season, asker, role, garnets).await?;
        return show(ctx, panel).await;
    }
    let mut names = list.people.iter().filter_map(|(_, name)| name.as_deref());
    if let Some(handle) = names.find(|name| name.contains('@')) {
        let refused = season::handle_is_text(handle);
        return whisper_lines(ctx, &(refused + &list.kept())).await;
    }
    let panel = cast_import::ask(ctx.data(), &season, asker, list, role, garnets).await?;
    show_whole(ctx, panel).await
}

/// Take someone out of the cast; their history stays (hosts)
#[poise::command(slash_command)]
async fn remove(
    ctx: Context<'_>,
    #[description = "Who"]
    #[autocomplete = "complete_name"]
    name: String,
    #[description = "Your reason, for the audit log"]
    #[max_length = 300]
    reason: Option<String>,
) -> Result<()> {
    let work =
        move |edit: &mut SeasonEdit| edit.remove_from_cast(&name, &reason.unwrap_or_default());
    change(ctx, work, |member| {
        season::removed(&member.name) + season::OPEN_MATCH_NOTE
    })
    .await
}

/// Bring someone back into the cast (hosts)
#[poise::command(slash_command)]
async fn back(
    ctx: Context<'_>,
    #[description = "Who"]
    #[autocomplete = "complete_gone"]
    name: String,
) -> Result<()> {
    let work = move |edit: &mut SeasonEdit| edit.bring_back(&name);
    change(ctx, work, |member| {
        season::brought_back(&member.name, member.role)
    })
    .await
}

/// Rename someone in the cast (hosts)
#[poise::command(slash_command)]
async fn rename(
    ctx: Context<'_>,
    #[description = "Who"]
    #[autocomplete = "complete_name"]
    name: String,
    #[description = "Their new name"]
    #[max_length = 50]
    to: String,
) -> Result<()> {
    let work = move |edit: &mut SeasonEdit| edit.rename_in_cast(&name, &to);
    change(ctx, work, |name| {
        season::renamed(&name) + season::OPEN_MATCH_NOTE
    })
    .await
}

/// Make someone a player, eliminated player or dealer (hosts)
#[poise::command(slash_command)]
async fn role(
    ctx: Context<'_>,
    #[description = "Who"]
    #[autocomplete = "complete_name"]
    name: String,
    #[description = "Their new role"] r#as: CastStatus,
    #[description = "Your reason, for the audit log"]
    #[max_length = 300]
    reason: Option<String>,
) -> Result<()> {
    let work = move |edit: &mut SeasonEdit| {
        edit.set_cast_role(&name, r#as.into(), &reason.unwrap_or_default())
    };
    change(ctx, work, |member| {
        season::role_set(&member.name, member.role) + season::OPEN_MATCH_NOTE
    })
    .await
}

/// Set which account plays for someone in the cast (hosts)
#[poise::command(slash_command)]
async fn account(
    ctx: Context<'_>,
    #[description = "Who for"]
    #[autocomplete = "complete_name"]
    name: String,
    #[description = "The account; leave out to make them a guest"] who: Option<User>,
) -> Result<()> {
    let bot = who.as_ref().filter(|user| user.bot);
    if let Some(bot) = bot {
        return whisper(ctx, &crate::words::people::is_bot(bot.id.into())).await;
    }
    let account = who.map(|user| AccountId::from(user.id));
    let typed = name.trim().to_owned();
    let work = move |edit: &mut SeasonEdit| edit.set_account(&name, account);
    change(ctx, work, move |unbound| {
        season::account_set(&typed, account, unbound)
    })
    .await
}

/// Bind a private channel to someone, for what only they may see (hosts)
#[poise::command(slash_command)]
async fn bind(
    ctx: Context<'_>,
    #[description = "Who to"]
    #[autocomplete = "complete_name"]
    name: String,
    #[description = "The channel; leave out to send them DMs"]
    #[channel_types("Text")]
    channel: Option<Channel>,
) -> Result<()> {
    let channel = channel.map(|channel| channel.id().into());
    if let Some(channel) = channel {
        let (season, asker) = here(&ctx).await?;
        if !asker.is_host {
            return whisper(ctx, crate::words::rights::HOST_ONLY).await;
        }
        defer(ctx, true).await?;
        let owner = account_of(&ctx, season.id, &name).await?;
        let found = bound::other_reader(ctx.data(), season.guild, channel, owner).await?;
        if let Some(reader) = found {
            return whisper(ctx, &season::channel_has_readers(channel, reader)).await;
        }
        if let Some(owner) = owner {
            let lacks = bound::missing_permissions(ctx.data(), channel, owner).await?;
            if !lacks.is_empty() {
                let names: Vec<&str> = lacks.iter().map(|(_, name)| *name).collect();
                let said = season::channel_is_closed_to(owner, channel, &names);
                return whisper(ctx, &said).await;
            }
        }
    }
    let typed = name.trim().to_owned();
    let work = move |edit: &mut SeasonEdit| edit.bind_channel(&name, channel);
    change(ctx, work, move |()| season::bound(&typed, channel)).await
}

/// The account of somebody of a season's cast; None for a guest, or if nobody has that name.
async fn account_of(ctx: &Context<'_>, season: SeasonId, name: &str) -> Result<Option<AccountId>> {
    let cast = ctx.data().stored(move |tx| tx.season_cast(season)).await?;
    let names = cast.iter().map(|member| (member, member.name.as_str()));
    Ok(match names::called(name.trim(), names)[..] {
        [member] => member.account,
        _ => None,
    })
}

/// List the cast
#[poise::command(slash_command, custom_data = "Right::Look")]
async fn list(
    ctx: Context<'_>,
    #[description = "Which season; leave out for the current one"]
    #[autocomplete = "complete_season"]
    season: Option<String>,
) -> Result<()> {
    let (season, asker) = to_look_at(&ctx, season.as_deref()).await?;
    let seen_by = if asker.is_host {
        SeasonViewer::Host
    } else {
        SeasonViewer::Account(asker.account)
    };
    let read = ctx.data().read(move |core| {
        let gone = core.store().read(|tx| tx.everybody(season.id))?;
        Ok::<_, crate::store::StoreError>((core.standings(season.id, seen_by)?, gone))
    });
    let (standings, everybody) = read.await?;
    let people = standings.unwrap_or_default();
    let gone = everybody.into_iter().filter(|(_, gone)| *gone);
    let gone: Vec<String> = gone.map(|(member, _)| member.name).collect();
    let mut lines: Vec<String> = Vec::new();
    for person in &people {
        let name = text::escape_markdown(&person.name);
        lines.push(if asker.is_host {
            season::cast_line(person, &name)
        } else {
            format!(
                "{} · {}",
                season::standee(person, &name),
                season::role(person.role)
            )
        });
    }
    if people.is_empty() {
        lines.push(season::standings(&[], true));
    }
    if asker.is_host && !gone.is_empty() {
        lines.push(season::gone(&gone));
    }
    whisper_lines(ctx, &lines.join("\n")).await
}
