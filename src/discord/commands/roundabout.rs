//! `/roundabout`: what is done in Roundabout, with named parameters.

use serenity::all::CreateAutocompleteResponse;

use super::choices;
use super::play::{complete_first, offered, offered_numbers, offers, take};
use crate::discord::rights::Deed;
use crate::discord::{Context, Fault};
use crate::games::GameId;
use crate::games::notation::quoted;
use crate::games::roundabout::Roundabout;

/// Roundabout: choose who goes first, set a party, place a car, play a card, drive
#[poise::command(
    slash_command,
    custom_data = "Deed::Play",
    interaction_context = "Guild|BotDm",
    subcommands("first", "party", "place", "card", "drive", "stop", "r#yield", "end"),
    subcommand_required
)]
pub async fn roundabout(_ctx: Context<'_>) -> Result<(), Fault> {
    Ok(())
}

/// Choose who sets a party and places a car first; the other drives first
#[poise::command(slash_command)]
async fn first(
    ctx: Context<'_>,
    #[description = "Who goes first"]
    #[autocomplete = "complete_first"]
    player: String,
) -> Result<(), Fault> {
    act(ctx, format!("first {player}")).await
}

async fn complete_party(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    offered_numbers(&ctx, typed, "party ", |rest| Some(rest)).await
}

async fn complete_space(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    // The space follows the car's name.
    offered_numbers(&ctx, typed, "place ", |rest| Some(rest.rsplit_once(' ')?.1)).await
}

async fn complete_card(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    offered_numbers(&ctx, typed, "card ", |rest| Some(rest)).await
}

/// Set your opponent's party on a space
#[poise::command(slash_command)]
async fn party(
    ctx: Context<'_>,
    #[description = "A space, 1 to 30"]
    #[autocomplete = "complete_party"]
    #[min = 1]
    #[max = 30]
    space: u32,
) -> Result<(), Fault> {
    act(ctx, format!("party {space}")).await
}

/// The cars that may be the second word of an action.
async fn cars(ctx: &Context<'_>, verb: &str, typed: &str) -> CreateAutocompleteResponse {
    let prefix = format!("{verb} ");
    let mut names: Vec<String> = Vec::new();
    for offer in offered(ctx, &prefix).await {
        let rest = offer.act[prefix.len()..].to_owned();
        let name = match (verb, rest.rsplit_once(' ')) {
            ("place", Some((name, _))) => name.to_owned(),
            _ => rest,
        };
        let name = name.trim_matches('"').to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    choices(names.into_iter().map(|name| (name.clone(), name)), typed)
}

async fn complete_placed(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    cars(&ctx, "place", typed).await
}

async fn complete_stopped(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    cars(&ctx, "stop", typed).await
}

/// Place a car that is not of your entourage on a free space
#[poise::command(slash_command)]
async fn place(
    ctx: Context<'_>,
    #[description = "Whose car"]
    #[autocomplete = "complete_placed"]
    car: String,
    #[description = "A free space, 1 to 30"]
    #[autocomplete = "complete_space"]
    #[min = 1]
    #[max = 30]
    space: u32,
) -> Result<(), Fault> {
    act(ctx, format!("place {} {space}", named(&car))).await
}

/// Play a card; its number is the most moves that may follow
#[poise::command(slash_command)]
async fn card(
    ctx: Context<'_>,
    #[description = "A card of your hand"]
    #[autocomplete = "complete_card"]
    #[min = 1]
    #[max = 5]
    card: u32,
) -> Result<(), Fault> {
    act(ctx, format!("card {card}")).await
}

async fn complete_moves(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    offers(&ctx, typed, |act| {
        let Some(drive) = act.strip_prefix("drive ") else {
            return Some(act.to_owned());
        };
        // Short, because a choice has room for 100 characters only.
        let (car, around) = drive.rsplit_once(' ')?;
        let around = Roundabout::read(around)?;
        Some(format!("{car} {}", around.short()))
    })
    .await
}

/// Drive, in one line: umg n, umg n, shane outer, end
#[poise::command(slash_command)]
async fn drive(
    ctx: Context<'_>,
    #[description = "Moves, a sign and end, with commas between: umg n, shane outer, end"]
    #[autocomplete = "complete_moves"]
    moves: String,
) -> Result<(), Fault> {
    act(ctx, moves).await
}

/// Put your 1's stop sign on a car; no move may follow
#[poise::command(slash_command)]
async fn stop(
    ctx: Context<'_>,
    #[description = "Whose car"]
    #[autocomplete = "complete_stopped"]
    car: String,
) -> Result<(), Fault> {
    act(ctx, format!("stop {}", named(&car))).await
}

/// A roundabout.
#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Around {
    #[name = "outer"]
    Outer,
    #[name = "inner"]
    Inner,
    #[name = "north"]
    North,
    #[name = "northeast"]
    Northeast,
    #[name = "southeast"]
    Southeast,
    #[name = "south"]
    South,
    #[name = "southwest"]
    Southwest,
    #[name = "northwest"]
    Northwest,
}

/// Put your 3's yield sign on a roundabout; no move may follow
#[poise::command(slash_command, rename = "yield")]
async fn r#yield(
    ctx: Context<'_>,
    #[description = "Which one"] roundabout: Around,
) -> Result<(), Fault> {
    let word = poise::ChoiceParameter::name(&roundabout);
    act(ctx, format!("yield {word}")).await
}

/// End your turn
#[poise::command(slash_command)]
async fn end(ctx: Context<'_>) -> Result<(), Fault> {
    act(ctx, "end".to_owned()).await
}

/// A typed name as notation, quotes or none.
fn named(typed: &str) -> String {
    quoted(typed.trim().trim_matches('"')).into_owned()
}

async fn act(ctx: Context<'_>, text: String) -> Result<(), Fault> {
    take(ctx, Some(GameId::Roundabout), text).await
}
