//! The games' own commands, built from what each game declares.

use crate::store::AccountId;
use poise::{ApplicationContext, CommandParameter, CommandParameterChoice};
use serde_json::{Value, json};
use serenity::all::{CommandOptionType, CreateAutocompleteResponse, ResolvedOption, ResolvedValue};

use super::complete::{choices, numbers};
use super::custom_data::{GameSubcommand, game_subcommand};
use super::match_lookup::{match_meant, say_none_meant};
use super::play::{offered, take};
use super::reply::{defer, show, whisper};
use crate::discord::panels::panel;
use crate::discord::rights::Right;
use crate::discord::{Context, Data, Fault, Result};
use crate::referee::Viewer;
use crate::words;
use games::panel::PanelInput;
use games::verbs::{Parameter, ParameterKind, Verb};
use games::{GameId, Party};

/// The command of every game.
pub fn all() -> impl Iterator<Item = poise::Command<Data, Fault>> {
    GameId::ALL.iter().map(|game| command(*game))
}

fn command(game: GameId) -> poise::Command<Data, Fault> {
    let own = &game.catalogue().command;
    let subcommand = |verb: &'static Verb| {
        let command = poise::Command {
            parameters: verb.takes.iter().map(parameter).collect(),
            custom_data: Box::new(GameSubcommand { game, verb }),
            ..self::verb()
        };
        named(command, verb.name, verb.about)
    };
    let command = poise::Command {
        subcommands: own.verbs.iter().map(subcommand).collect(),
        subcommand_required: true,
        ..family()
    };
    named(command, own.name, own.about)
}

fn named(
    command: poise::Command<Data, Fault>,
    name: &'static str,
    about: &'static str,
) -> poise::Command<Data, Fault> {
    poise::Command {
        name: name.into(),
        qualified_name: name.into(),
        identifying_name: name.into(),
        description: Some(about.into()),
        ..command
    }
}

fn parameter(of: &Parameter) -> CommandParameter<Data, Fault> {
    let choice = |(name, _): &(&'static str, &str)| CommandParameterChoice {
        name: (*name).into(),
        localizations: Default::default(),
        __non_exhaustive: (),
    };
    let choices = match of.kind {
        ParameterKind::OneOf(words) => words.iter().map(choice).collect(),
        _ => Vec::new(),
    };
    CommandParameter {
        name: of.name.into(),
        name_localizations: Default::default(),
        description: Some(of.about.into()),
        description_localizations: Default::default(),
        required: true,
        channel_types: None,
        // A function that knows nothing of the parameter: see [`bound`].
        type_setter: Some(match of.kind {
            ParameterKind::Number(..) | ParameterKind::OneOf(_) => {
                |option| option.kind(CommandOptionType::Integer)
            }
            _ => |option| option.kind(CommandOptionType::String),
        }),
        autocomplete_callback: if choices.is_empty() {
            Some(|ctx, typed| Box::pin(complete(ctx, typed)))
        } else {
            None
        },
        choices: choices.into(),
        __non_exhaustive: (),
    }
}

/// Writes the bounds of numbers into the commands as they are registered.
pub fn bound(registered: &mut Value) {
    for game in GameId::ALL {
        let own = &game.catalogue().command;
        let mut commands = registered.as_array_mut().into_iter().flatten();
        let Some(command) = commands.find(|command| command["name"] == own.name) else {
            continue;
        };
        let verbs = command["options"].as_array_mut().into_iter().flatten();
        for (verb, subcommand) in own.verbs.iter().zip(verbs) {
            let options = subcommand["options"].as_array_mut().into_iter().flatten();
            for (parameter, option) in verb.takes.iter().zip(options) {
                if let ParameterKind::Number(least, most) = parameter.kind {
                    option["min_value"] = json!(f64::from(least));
                    option["max_value"] = json!(f64::from(most));
                }
            }
        }
    }
}

#[poise::command(
    slash_command,
    custom_data = "Right::Play",
    interaction_context = "Guild|BotDm"
)]
async fn family(_ctx: Context<'_>) -> Result<()> {
    Ok(())
}

#[poise::command(slash_command)]
async fn verb(ctx: Context<'_>) -> Result<()> {
    let (Some(means), poise::Context::Application(typed)) = (game_subcommand(&ctx), ctx) else {
        return Ok(());
    };
    let GameSubcommand { game, verb } = *means;
    if verb.opens_panel() {
        return open_panel(ctx, game).await;
    }
    let values = verb
        .takes
        .iter()
        .map(|parameter| value(typed.args, parameter));
    match values.collect::<Option<Vec<String>>>() {
        Some(values) => take(ctx, Some(game), verb.write(&values)).await,
        // Somebody's Discord still offers an earlier version's commands.
        None => whisper(ctx, words::answers::OLD_COMMAND).await,
    }
}

/// What was typed for a parameter; None if nothing was, or a value of another kind.
fn value(typed: &[ResolvedOption<'_>], parameter: &Parameter) -> Option<String> {
    let typed = typed.iter().find(|typed| typed.name == parameter.name)?;
    match (&typed.value, &parameter.kind) {
        (ResolvedValue::Integer(at), ParameterKind::OneOf(words)) => {
            let (_, word) = words.get(usize::try_from(*at).ok()?)?;
            Some((*word).to_owned())
        }
        (ResolvedValue::Integer(number), ParameterKind::Number(..)) => Some(number.to_string()),
        (
            ResolvedValue::String(text),
            ParameterKind::Text | ParameterKind::Name | ParameterKind::Player,
        ) => Some((*text).to_owned()),
        _ => None,
    }
}

async fn open_panel(ctx: Context<'_>, game: GameId) -> Result<()> {
    // A picture may take longer than Discord waits.
    defer(ctx, true).await?;
    let account = AccountId::from(ctx.author().id);
    let Some(id) = match_meant(&ctx).await? else {
        return say_none_meant(ctx).await;
    };
    match ctx.data().snapshot(id, Viewer::Account(account)).await? {
        Some(snapshot) if snapshot.setup().game == game => {
            let panel = panel::build(ctx.data(), snapshot.row.id, account).await?;
            show(ctx, panel).await
        }
        Some(snapshot) => whisper(ctx, &words::which_match::other_game(&snapshot.row)).await,
        None => say_none_meant(ctx).await,
    }
}

async fn complete(
    typing: ApplicationContext<'_, Data, Fault>,
    typed: &str,
) -> CreateAutocompleteResponse {
    let ctx: Context<'_> = typing.into();
    let is_typed = |value: &ResolvedValue| matches!(value, ResolvedValue::Autocomplete { .. });
    let focused = typing.args.iter().find(|option| is_typed(&option.value));
    let (Some(GameSubcommand { game, verb }), Some(focused)) = (game_subcommand(&ctx), focused)
    else {
        return CreateAutocompleteResponse::new();
    };
    let mut takes = verb.takes.iter();
    let Some(at) = takes.position(|parameter| parameter.name == focused.name) else {
        return CreateAutocompleteResponse::new();
    };
    let Some((snapshot, offers)) = offered(&ctx).await else {
        return CreateAutocompleteResponse::new();
    };
    let mine = snapshot.mine.as_ref();
    let desk = PanelInput {
        view: &snapshot.view,
        whose: snapshot.party.unwrap_or(Party::Host),
        asked: mine.map(|mine| &mine.control),
        offers: &offers,
        draft: None,
        cast: snapshot.cast(),
        refuses: &|_| None,
        refused: None,
    };
    let played = snapshot.setup().game;
    let own = if played == *game {
        desk.complete(verb.takes[at].name, typed)
    } else {
        None
    };
    if let Some(lines) = own {
        return choices(lines.into_iter().map(|line| (line.clone(), line)), "");
    }
    let others = verb.takes.iter();
    let others: Vec<_> = others
        .map(|parameter| value(typing.args, parameter))
        .collect();
    let found = verb.complete(
        (&desk, played.catalogue().commas_separate),
        at,
        &others,
        typed,
    );
    match verb.takes[at].kind {
        ParameterKind::Number(..) => {
            let number = |(name, value): (String, String)| Some((name, value.parse().ok()?));
            numbers(found.into_iter().filter_map(number), typed)
        }
        // Lines continue what was typed, so they need no filter.
        ParameterKind::Text => choices(found, ""),
        _ => choices(found, typed),
    }
}
