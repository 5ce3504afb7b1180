//! The commands, a file for each family. Each declares its options and its right, completes what is
//! typed, and answers a mistake in private with what works.

mod author;
mod board;
mod check;
mod complete;
mod custom_data;
mod game_commands;
mod help;
pub mod listed;
mod match_lookup;
mod matches;
mod me;
mod message_commands;
mod pause;
mod play;
mod practice;
mod preflight;
mod privacy;
mod replay;
mod reply;
mod ruling;
mod season;
mod setup;
mod submit;

use poise::{CommandInteractionType, FrameworkError};
use serde_json::{Value, json};
use serenity::all::CreateInteractionResponse;

use super::interaction::whispered;
use super::{Context, Data, Fault};
use crate::words;
use reply::{Refused, give_back, token, typed, whisper, whisper_lines};

/// Every command.
pub fn all() -> Vec<poise::Command<Data, Fault>> {
    let mut all = vec![matches::matches(), ruling::ruling(), play::act()];
    all.extend(game_commands::all());
    all.extend([
        play::resign(),
        pause::pause(),
        practice::practice(),
        season::season(),
        submit::submit(),
        help::help(),
        board::board(),
        board::clock(),
        board::rules(),
        board::games(),
        message_commands::board_then(),
        message_commands::rewind_to(),
        replay::replay(),
        me::me(),
        preflight::preflight(),
        setup::setup(),
        privacy::privacy(),
    ]);
    all.into_iter().map(guarded).collect()
}

/// The commands as they are registered (Discord documentation, "Bulk Overwrite Global Application
/// Commands").
pub fn registered(commands: &[poise::Command<Data, Fault>]) -> Value {
    let mut registered = json!(poise::builtins::create_application_commands(commands));
    game_commands::bound(&mut registered);
    registered
}

/// Adds the check of rights to commands that can be typed, not to their parents: poise runs
/// parents' checks too, and one command would count as several.
fn guarded(mut command: poise::Command<Data, Fault>) -> poise::Command<Data, Fault> {
    if command.subcommands.is_empty() {
        command.checks.push(|ctx| Box::pin(check::check(ctx)));
    }
    let below = std::mem::take(&mut command.subcommands);
    command.subcommands = below.into_iter().map(guarded).collect();
    command
}

/// Notes that a command came (a sign of life), before it is carried out.
pub async fn heard(ctx: Context<'_>) {
    if let poise::Context::Application(ctx) = ctx {
        let (id, server) = (ctx.interaction.id.get(), ctx.interaction.guild_id);
        ctx.data().heard(id, server.map(Into::into)).await;
    }
}

/// A command with more characters than this comes back with a refusal, so that nobody types it
/// again.
const LONG: usize = 40;

/// Answers a command that was refused, or that failed through nobody's mistake.
pub async fn on_error(error: FrameworkError<'_, Data, Fault>) {
    match error {
        FrameworkError::Command { error, ctx, .. } if error.is::<Refused>() => {
            let (refused, typed) = (error.to_string(), typed(&ctx));
            let _ = if typed.chars().count() > LONG {
                give_back(ctx, &refused, &typed).await
            } else {
                whisper_lines(ctx, &refused).await
            };
        }
        FrameworkError::Command { error, ctx, .. } => {
            tracing::error!("/{} failed: {error}", ctx.command().qualified_name);
            let said = crate::discord::went_wrong(&error);
            let _ = give_back(ctx, &said, &typed(&ctx)).await;
        }
        FrameworkError::ArgumentParse {
            error, ctx, input, ..
        } => {
            let said = words::play::unreadable_argument(input.as_deref(), &error.to_string());
            let _ = whisper(ctx, &said).await;
        }
        // The check has told the person why.
        FrameworkError::CommandCheckFailed { error: None, .. } => {}
        FrameworkError::CommandCheckFailed {
            error: Some(error),
            ctx,
            ..
        } => {
            tracing::error!("can't check who may use a command: {error}");
            let said = crate::discord::went_wrong(&error);
            let _ = give_back(ctx, &said, &typed(&ctx)).await;
        }
        // Somebody's Discord still offers an earlier version's commands.
        FrameworkError::CommandStructureMismatch {
            description, ctx, ..
        } => {
            let name = &ctx.command().qualified_name;
            tracing::warn!("/{name} doesn't fit this version's commands: {description}");
            if ctx.interaction_type == CommandInteractionType::Command {
                let _ = whisper(
                    poise::Context::Application(ctx),
                    words::answers::OLD_COMMAND,
                )
                .await;
            }
        }
        FrameworkError::UnknownInteraction {
            interaction,
            framework,
            ..
        } => {
            let name: String = interaction.data.name.chars().take(40).collect();
            tracing::warn!("there is no command {name:?}");
            if interaction.data.autocomplete().is_none() {
                let said =
                    CreateInteractionResponse::Message(whispered(words::answers::OLD_COMMAND));
                let rest = &framework.user_data.rest;
                let _ = token(interaction).respond(rest, &said, Vec::new()).await;
            }
        }
        FrameworkError::GuildOnly { ctx, .. } => {
            let _ = whisper(ctx, words::rights::GUILD_ONLY).await;
        }
        // It panicked, or was used in a way that no command of Dealer has.
        other => {
            tracing::error!("can't run a command: {other}");
            if let Some(ctx) = other.ctx() {
                let _ = whisper(ctx, words::answers::UNKNOWN_FAULT).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GameId;

    /// People see commands as they are registered. The games' own are listed in their folders.
    /// `DEALER_BLESS=1` writes the lists.
    #[test]
    fn what_is_registered_matches_the_lists() {
        let registered = registered(&all());
        let mut general = registered.as_array().unwrap().clone();
        for game in GameId::ALL {
            let name = game.catalogue().command.name;
            let own = general.iter().position(|command| command["name"] == name);
            let own = general.remove(own.unwrap_or_else(|| panic!("{name} is not registered")));
            compare(
                &format!("crates/games/src/{}/stored/command.json", game.word()),
                &own,
            );
        }
        compare("src/discord/commands/registered.json", &general);
    }

    /// People look commands up in README. It has `/match new` in full, or `new` in a list. One row
    /// covers the games' own commands.
    #[test]
    fn the_readme_has_every_command() {
        let readme = std::fs::read_to_string("README.md").unwrap();
        let of_games: Vec<_> = GameId::ALL
            .iter()
            .map(|game| game.catalogue().command.name)
            .collect();
        for command in all() {
            let name = command.context_menu_name.as_ref().unwrap_or(&command.name);
            if of_games.contains(&&**name) {
                continue;
            }
            assert!(readme.contains(&**name), "{name}");
            for sub in command.subcommands {
                let (full, short) = (format!("/{name} {}", sub.name), format!("`{}`", sub.name));
                assert!(readme.contains(&full) || readme.contains(&short), "{full}");
            }
        }
    }

    fn compare(file: &str, registered: &impl serde::Serialize) {
        let registered = serde_json::to_string_pretty(registered).unwrap() + "\n";
        if std::env::var_os("DEALER_BLESS").is_some() {
            std::fs::write(file, &registered).unwrap();
        }
        let expected = std::fs::read_to_string(file).unwrap();
        let mut lines = expected.lines().zip(registered.lines()).enumerate();
        let differs = lines.find(|(_, (expected, found))| expected != found);
        assert_eq!(differs, None, "{file}: DEALER_BLESS=1 rewrites it");
        assert_eq!(expected, registered);
    }
}
