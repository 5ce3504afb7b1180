//! `/submit`: a secret choice before the match, in a direct message or (seen by nobody else) in the
//! server.

use serenity::all::{CreateAutocompleteResponse, ResolvedValue};

use super::author::direct;
use super::complete::choices;
use super::reply::{defer, interaction, show, whisper};
use crate::discord::meant::{nothing_to_choose, waiting};
use crate::discord::panels::acting::take_typed;
use crate::discord::panels::panel;
use crate::discord::rights::Right;
use crate::discord::{Context, Result, text};
use crate::referee::Snapshot;
use crate::store::{AccountId, ChannelId, MatchId};
use crate::words;
use games::Seat;
use games::completion::fitted;

async fn complete_match(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let snapshots = waiting(ctx.data(), AccountId::from(ctx.author().id))
        .await
        .unwrap_or_default();
    let names = snapshots.iter().map(|snapshot| {
        (
            words::status::match_name(snapshot, snapshot.cast()),
            format!("-{}", snapshot.row.id),
        )
    });
    choices(names.collect::<Vec<_>>(), typed)
}

async fn complete_choice(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let snapshots = waiting(ctx.data(), AccountId::from(ctx.author().id))
        .await
        .unwrap_or_default();
    let meant = meant(
        &snapshots,
        filled_in(&ctx, "match"),
        ctx.channel_id().into(),
    );
    let [snapshot] = meant.as_slice() else {
        return CreateAutocompleteResponse::new();
    };
    let (id, Some(mine)) = (snapshot.row.id, snapshot.mine.clone()) else {
        return CreateAutocompleteResponse::new();
    };
    let offers = ctx.data().read(move |core| core.offers(id, mine.who, ""));
    let offers = offers.await.unwrap_or_default();
    choices(
        offers
            .into_iter()
            .map(|offer| (offer.label, fitted("", &offer.act, snapshot.cast())))
            .collect::<Vec<_>>(),
        typed,
    )
}

/// The value of another option of the command that is being completed.
fn filled_in<'a>(ctx: &Context<'a>, option: &str) -> Option<&'a str> {
    let poise::Context::Application(application) = ctx else {
        return None;
    };
    let found = application.args.iter().find(|arg| arg.name == option)?;
    match found.value {
        ResolvedValue::String(written) => Some(written),
        _ => None,
    }
}

/// Which of the matches are meant: the named ones, otherwise this channel's, otherwise all.
fn meant<'a>(
    snapshots: &'a [Snapshot],
    named: Option<&str>,
    channel: ChannelId,
) -> Vec<&'a Snapshot> {
    let here = snapshots
        .iter()
        .find(|snapshot| snapshot.row.channel == channel);
    match (named.map(str::trim).filter(|named| !named.is_empty()), here) {
        (Some(named), _) => snapshots
            .iter()
            .filter(|snapshot| {
                let (cast, game) = (snapshot.cast(), snapshot.setup().game);
                names_it(
                    named,
                    |number| snapshot.row.is_meant_by(number),
                    &[
                        &words::status::match_name(snapshot, cast),
                        words::catalogue::title(game),
                        game.word(),
                        cast.seat_name(Seat::Dmo),
                        cast.seat_name(Seat::Ec),
                    ],
                )
            })
            .collect(),
        (None, Some(here)) => vec![here],
        (None, None) => snapshots.iter().collect(),
    }
}

/// Whether a text is a number that means a match (`3`, `#3` or `match 3`), or one of its names.
fn names_it(typed: &str, is_meant_by: impl Fn(i64) -> bool, names: &[&str]) -> bool {
    let typed = typed.to_lowercase();
    let number = typed.strip_prefix("match").unwrap_or(&typed).trim_start();
    let number = number.strip_prefix('#').unwrap_or(number).trim_start();
    number.parse().is_ok_and(is_meant_by) || names.iter().any(|name| name.to_lowercase() == typed)
}

/// Submit your secret choice before a match, or see it
#[poise::command(
    slash_command,
    custom_data = "Right::Look",
    interaction_context = "Guild|BotDm"
)]
pub async fn submit(
    ctx: Context<'_>,
    #[description = "Your choice; leave out to see it and change it"]
    #[autocomplete = "complete_choice"]
    choice: Option<String>,
    #[description = "Which match, if several are waiting for you"]
    #[rename = "match"]
    #[autocomplete = "complete_match"]
    match_number: Option<String>,
) -> Result<()> {
    let account = AccountId::from(ctx.author().id);
    let snapshots = waiting(ctx.data(), account).await?;
    let meant = meant(&snapshots, match_number.as_deref(), ctx.channel_id().into());
    let names = |snapshots: &[&Snapshot]| -> Vec<String> {
        let shown = |snapshot: &&Snapshot| {
            words::status::match_name(snapshot, &text::shown(snapshot.cast()))
        };
        snapshots.iter().map(shown).collect()
    };
    let id: MatchId = match (meant.as_slice(), match_number) {
        ([], Some(typed)) if !snapshots.is_empty() => {
            let waiting = names(&snapshots.iter().collect::<Vec<_>>());
            return whisper(
                ctx,
                &words::which_match::no_waiting_match_called(&typed, &waiting),
            )
            .await;
        }
        ([], _) => {
            let said = nothing_to_choose(ctx.data(), account, choice.is_some()).await?;
            return whisper(ctx, &said).await;
        }
        ([one], _) => one.row.id,
        (several, _) => {
            return whisper(ctx, &words::which_match::which_match(&names(several))).await;
        }
    };
    let Some(typed) = interaction(&ctx) else {
        return Ok(());
    };
    defer(ctx, true).await?;
    let panel = match choice {
        Some(text) => {
            let (made_by, direct) = (typed.id.get(), direct(&ctx));
            let given_back = super::typed(&ctx);
            take_typed(ctx.data(), id, account, text, &given_back, made_by, direct).await?
        }
        None => panel::build(ctx.data(), id, account).await?,
    };
    show(ctx, panel).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_can_be_named_by_its_number_or_its_names() {
        let names = ["Short Circuit", "short_circuit", "Teo"];
        for (typed, meant) in [
            ("3", true),
            ("#3", true),
            ("# 3", true),
            ("match 3", true),
            ("Match #3", true),
            ("short circuit", true),
            ("SHORT_CIRCUIT", true),
            ("teo", true),
            ("4", false),
            ("33", false),
            ("match", false),
            ("circuit", false),
        ] {
            assert_eq!(
                names_it(typed, |number| number == 3, &names),
                meant,
                "{typed}"
            );
        }
    }
}
