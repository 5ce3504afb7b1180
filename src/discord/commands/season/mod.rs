//! `/season`: the cast, garnets, strikes, standings and settings of a server's seasons. A family a
//! file; this one has the seasons as a whole.

mod cast;
mod garnets;
mod looking;
mod strikes;

pub use looking::complete_past;

use serenity::all::CreateAutocompleteResponse;

use super::author::is_host;
use super::complete::choices;
use super::reply::{
    Refused, give_back, interaction, server_of, show, typed, whisper, whisper_lines,
};
use crate::discord::panels::settings;
use crate::discord::rights::Right;
use crate::discord::server::people::held_results;
use crate::discord::{Context, Result};
use crate::referee::{Asker, Core, EVERYBODY, SeasonEdit, SeasonResult};
use crate::settings::PAGES;
use crate::store::{Season, ServerId, StoreError};
use crate::words::{self, season};
use games::completion::holds;

/// The season: its cast, garnets, strikes, standings, history and settings
#[poise::command(
    slash_command,
    custom_data = "Right::Host",
    interaction_context = "Guild",
    subcommands(
        "new",
        "list",
        "switch",
        "rename",
        "archive",
        "panel",
        "roles",
        "cast::cast",
        "garnets::garnets",
        "strikes::strike",
        "looking::standings",
        "looking::history"
    ),
    subcommand_required
)]
pub async fn season(_ctx: Context<'_>) -> Result<()> {
    Ok(())
}

/// Start a new season (hosts)
#[poise::command(slash_command)]
async fn new(
    ctx: Context<'_>,
    #[description = "The season's name"]
    #[max_length = 80]
    name: String,
) -> Result<()> {
    let (guild, asker) = asked_by(&ctx).await?;
    let typed = name.clone();
    let work = move |core: &mut Core, now| {
        let before = core.store().read(|tx| tx.current_season(guild))?;
        let id = core.new_season(guild, asker, &name, now)?;
        Ok((id, before))
    };
    let done = ctx.data().in_season(work).await?;
    answer(ctx, done, |(_, before)| {
        let before = before.filter(gives_roles);
        let kept = before.map(|before| season::roles_go_on(&before.name));
        season::begun(typed.trim()) + &kept.unwrap_or_default()
    })
    .await
}

/// List this server's seasons
#[poise::command(slash_command, custom_data = "Right::Look")]
async fn list(ctx: Context<'_>) -> Result<()> {
    let (guild, _) = asked_by(&ctx).await?;
    let lines = ctx
        .data()
        .stored(move |tx| {
            let seasons = tx.seasons(guild)?.into_iter();
            let counted = seasons.map(|season| {
                let cast = tx.season_cast(season.id)?.len();
                Ok((season, cast))
            });
            counted.collect::<Result<Vec<_>, StoreError>>()
        })
        .await?;
    let lines = lines.iter();
    let lines: Vec<String> = lines
        .map(|(season, cast)| season::season_line(season, *cast))
        .collect();
    whisper_lines(ctx, &season::season_list(&lines)).await
}

/// Make another season the current one (hosts)
#[poise::command(slash_command)]
async fn switch(
    ctx: Context<'_>,
    #[description = "Which season"]
    #[autocomplete = "complete_season"]
    to: String,
) -> Result<()> {
    let (season, asker) = named(&ctx, &to).await?;
    let work = |edit: &mut SeasonEdit| edit.switch_season();
    let done = ctx.data().edit_season(season.id, asker, work).await?;
    answer(ctx, done, |()| season::switched(&season.name)).await
}

/// Rename the current season (hosts)
#[poise::command(slash_command)]
async fn rename(
    ctx: Context<'_>,
    #[description = "The season's new name"]
    #[max_length = 80]
    name: String,
) -> Result<()> {
    let work = move |edit: &mut SeasonEdit| edit.rename_season(&name);
    change(ctx, work, |name| season::renamed_season(&name)).await
}

/// Archive a finished season, or bring it back (hosts)
#[poise::command(slash_command)]
async fn archive(
    ctx: Context<'_>,
    #[description = "Which season"]
    #[autocomplete = "complete_season"]
    season: String,
    #[description = "Bring it back from the archive"] back: Option<bool>,
) -> Result<()> {
    let (season, asker) = named(&ctx, &season).await?;
    let (id, guild, archived) = (season.id, season.guild, !back.unwrap_or(false));
    let work = move |core: &mut Core, now| {
        core.archive_season(id, asker, archived, now)?;
        let (cast, current) = core.store().read(|tx| {
            let current = tx.current_season(guild)?.is_some();
            Ok::<_, StoreError>((tx.season_cast(id)?, current))
        })?;
        let people = cast.iter().filter(|one| one.account.is_some());
        Ok((people.count(), current))
    };
    let done = ctx.data().in_season(work).await?;
    answer(ctx, done, |(people, current)| {
        let has_roles = archived && people > 0 && gives_roles(&season);
        let kept = has_roles.then(|| season::roles_kept(people));
        season::archived(&season.name, archived, current) + &kept.unwrap_or_default()
    })
    .await
}

/// Change the season's settings: matches, garnets, roles, channels (hosts)
#[poise::command(slash_command, rename = "settings")]
async fn panel(ctx: Context<'_>) -> Result<()> {
    let (season, asker) = here(&ctx).await?;
    if !asker.is_host {
        return whisper(ctx, words::rights::HOST_ONLY).await;
    }
    show(ctx, settings::panel(&season, &PAGES[0], None)).await
}

/// Update everyone's Discord roles to match the season (hosts)
#[poise::command(slash_command)]
async fn roles(
    ctx: Context<'_>,
    #[description = "Another season; if it's archived, its roles are removed"]
    #[autocomplete = "complete_season"]
    of: Option<String>,
) -> Result<()> {
    let (season, asker) = match of {
        Some(of) => named(&ctx, &of).await?,
        None => here(&ctx).await?,
    };
    let work = move |core: &mut Core, now| core.apply_roles(season.id, asker, now);
    let done = ctx.data().in_season(work).await?;
    answer(ctx, done, |count| {
        season::roles_applied(count, season.archived)
    })
    .await
}

/// Whether a season gives people Discord roles.
fn gives_roles(season: &Season) -> bool {
    let settings = &season.settings;
    settings.player_role.is_some() || settings.eliminated_role.is_some()
}

// Shared by the families

/// A change of a season, which returns the answer in words.
type Work = Box<dyn FnOnce(&mut SeasonEdit) -> SeasonResult<String> + Send>;

/// Changes something in the current season and answers.
async fn change<T>(
    ctx: Context<'_>,
    work: impl FnOnce(&mut SeasonEdit) -> SeasonResult<T> + Send + 'static,
    said: impl FnOnce(T) -> String + Send + 'static,
) -> Result<()> {
    do_in_season(ctx, Box::new(|edit| work(edit).map(said))).await
}

/// The part of [`change`] that is not generic, so that it is compiled once.
async fn do_in_season(ctx: Context<'_>, work: Work) -> Result<()> {
    let (season, asker) = here(&ctx).await?;
    let done = ctx.data().edit_season(season.id, asker, work).await?;
    answer(ctx, done, |said| said).await
}

/// What was done, or why not: then what was typed comes back.
async fn answer<T>(
    ctx: Context<'_>,
    done: Result<T, String>,
    said: impl FnOnce(T) -> String,
) -> Result<()> {
    match done.map(said) {
        Ok(said) => whisper_lines(ctx, &said).await,
        Err(refused) => give_back(ctx, &refused, &typed(&ctx)).await,
    }
}

/// The server and the asker.
async fn asked_by(ctx: &Context<'_>) -> Result<(ServerId, Asker)> {
    let guild = server_of(ctx)?;
    let asker = Asker {
        account: ctx.author().id.into(),
        is_host: is_host(ctx, None).await?,
        interaction: interaction(ctx).map(|interaction| interaction.id.get()),
    };
    Ok((guild, asker))
}

/// The server's current season, and the asker.
async fn here(ctx: &Context<'_>) -> Result<(Season, Asker)> {
    let (guild, asker) = asked_by(ctx).await?;
    let season = ctx.data().current_season(guild).await?;
    let season = season.ok_or_else(|| Refused(season::NO_SEASON.to_owned()))?;
    Ok((season, asker))
}

/// The named season, otherwise the server's current one, and the asker. Refused while a result
/// waits that the command would give away.
async fn to_look_at(ctx: &Context<'_>, season: Option<&str>) -> Result<(Season, Asker)> {
    let (season, asker) = match season {
        Some(typed) => named(ctx, typed).await?,
        None => here(ctx).await?,
    };
    let held = held_results(ctx.data(), season.id).await?;
    if !held.is_empty() {
        return Err(Refused(season::results_held(&held)).into());
    }
    Ok((season, asker))
}

/// A season of the server by name.
async fn named(ctx: &Context<'_>, typed: &str) -> Result<(Season, Asker)> {
    let (guild, asker) = asked_by(ctx).await?;
    let seasons = ctx.data().stored(move |tx| tx.seasons(guild)).await?;
    let lower = typed.trim().to_lowercase();
    let found = seasons
        .into_iter()
        .find(|season| season.name.to_lowercase() == lower);
    let unknown = || Refused(season::no_such_season(typed.trim()));
    Ok((found.ok_or_else(unknown)?, asker))
}

async fn complete_season(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let guild = ctx.guild_id().map(Into::into).unwrap_or_default();
    let found = ctx.data().stored(move |tx| tx.seasons(guild));
    let seasons = found.await.unwrap_or_default();
    let names = seasons.into_iter().map(|season| season.name);
    choices(names.map(|name| (name.clone(), name)), typed)
}

/// Completes the names of the current season's cast.
async fn complete_name(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete_from_cast(ctx, typed, false).await
}

/// As [`complete_name`], for several names with commas: completes the last one.
async fn complete_names(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (written, begun) = typed.rsplit_once(',').unwrap_or(("", typed));
    let behind = |name: String| {
        if written.is_empty() {
            name
        } else {
            format!("{}, {name}", written.trim_end())
        }
    };
    let names = cast_names(ctx, false).await;
    let all = written.is_empty().then(|| EVERYBODY.to_owned());
    let names = names.into_iter().chain(all);
    let names = names.filter(|name| holds(name, begun.trim())).map(behind);
    choices(names.map(|name| (name.clone(), name)), "")
}

/// Completes the names of people who have left the current season.
async fn complete_gone(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete_from_cast(ctx, typed, true).await
}

async fn complete_from_cast(
    ctx: Context<'_>,
    typed: &str,
    gone: bool,
) -> CreateAutocompleteResponse {
    let names = cast_names(ctx, gone).await.into_iter();
    choices(names.map(|name| (name.clone(), name)), typed)
}

async fn cast_names(ctx: Context<'_>, gone: bool) -> Vec<String> {
    let guild = ctx.guild_id().map(Into::into).unwrap_or_default();
    let found = ctx
        .data()
        .stored(move |tx| match tx.current_season(guild)? {
            Some(season) => tx.everybody(season.id),
            None => Ok(Vec::new()),
        });
    let everybody = found.await.unwrap_or_default();
    let names = everybody.into_iter().filter(|(_, left)| *left == gone);
    names.map(|(member, _)| member.name).collect()
}
