//! `/invitational`.

use serenity::all::{CommandDataOption, CommandDataOptionValue, CreateAutocompleteResponse};

use super::narrowed::fitted;
use super::play::{offered_numbers, offers, take};
use super::{choices, holds, interaction, look_here};
use crate::discord::rights::Deed;
use crate::discord::{Context, Fault};
use crate::games::notation::quoted;
use crate::games::{CastId, GameId};
use crate::referee::Look;

/// DM Invitational's own command
#[poise::command(
    slash_command,
    custom_data = "Deed::Play",
    interaction_context = "Guild|BotDm",
    subcommands("rank", "drop", "send"),
    subcommand_required
)]
pub async fn invitational(_ctx: Context<'_>) -> Result<(), Fault> {
    Ok(())
}

/// The houses that may come next after what is typed, each with what is typed before it.
async fn complete_ranking(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (before, begun) = match typed.rsplit_once('>') {
        Some((before, begun)) => (format!("{} > ", before.trim()), begun),
        None => (String::new(), typed),
    };
    let Ok(Some(look)) = look_here(&ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let begun = begun.trim().trim_matches('"');
    let next = left_to_rank(&look, &before);
    let next = next.into_iter().filter(|name| holds(name, begun));
    let lines: Vec<(String, String)> = next
        .map(|name| fitted(&before, &quoted(name), look.cast()))
        .map(|line| (line.clone(), line))
        .collect();
    choices(lines, "")
}

/// The names of the houses to be ranked that a text does not name yet, whole or by a beginning.
fn left_to_rank<'a>(look: &'a Look, typed: &str) -> Vec<&'a str> {
    let Some(view) = look.view.invitational() else {
        return Vec::new();
    };
    let cast = look.cast();
    let houses = view.houses.iter().filter(|house| !house.dealer);
    let houses: Vec<CastId> = houses.map(|house| house.who).collect();
    let names = typed.split('>').map(|name| name.trim().trim_matches('"'));
    let ranked = names.filter_map(|name| cast.meant(name, |id| houses.contains(&id)));
    let ranked: Vec<CastId> = ranked.collect();
    let left = houses.iter().filter(|house| !ranked.contains(house));
    left.map(|house| cast.name(*house)).collect()
}

/// Rank the houses before the match, in secret; you may change it until both have ranked
#[poise::command(slash_command)]
async fn rank(
    ctx: Context<'_>,
    #[description = "House > house > …, the most important first; those left out follow in cast order"]
    #[autocomplete = "complete_ranking"]
    houses: String,
) -> Result<(), Fault> {
    take(ctx, Some(GameId::Invitational), format!("rank {houses}")).await
}

/// The houses to which the courier that was chosen may be ordered.
async fn complete_house(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let courier = interaction(&ctx).and_then(|typing| courier_in(&typing.data.options));
    offers(&ctx, typed, move |act| {
        let (_, order) = act.split_once(' ')?;
        let (number, house) = order.split_once(' ')?;
        let fits = courier.is_none_or(|courier| number == courier.to_string());
        fits.then(|| house.to_owned())
    })
    .await
}

fn courier_in(options: &[CommandDataOption]) -> Option<i64> {
    options.iter().find_map(|option| match &option.value {
        CommandDataOptionValue::SubCommand(options) => courier_in(options),
        CommandDataOptionValue::Integer(number) if option.name == "courier" => Some(*number),
        _ => None,
    })
}

async fn complete_dropped(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    couriers(&ctx, typed, "drop ").await
}

async fn complete_sent(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    couriers(&ctx, typed, "send ").await
}

/// The couriers that may be ordered so.
async fn couriers(ctx: &Context<'_>, typed: &str, verb: &str) -> CreateAutocompleteResponse {
    offered_numbers(ctx, typed, verb, |rest| Some(rest.split_once(' ')?.0)).await
}

/// Drop a courier on a house, in secret until both have chosen
#[poise::command(slash_command)]
async fn drop(
    ctx: Context<'_>,
    #[description = "Its number, and how many letters it delivers a visit"]
    #[autocomplete = "complete_dropped"]
    #[min = 1]
    #[max = 4]
    courier: u8,
    #[description = "Any house"]
    #[autocomplete = "complete_house"]
    house: String,
) -> Result<(), Fault> {
    let text = format!("drop {courier} {house}");
    take(ctx, Some(GameId::Invitational), text).await
}

/// Send a courier along a road, in secret until both have ordered
#[poise::command(slash_command)]
async fn send(
    ctx: Context<'_>,
    #[description = "Its number, and how many letters it delivers a visit"]
    #[autocomplete = "complete_sent"]
    #[min = 1]
    #[max = 4]
    courier: u8,
    #[description = "A house to which a road leads and where the courier has not been"]
    #[autocomplete = "complete_house"]
    house: String,
) -> Result<(), Fault> {
    let text = format!("send {courier} {house}");
    take(ctx, Some(GameId::Invitational), text).await
}
