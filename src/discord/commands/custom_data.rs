//! What a command has as `custom_data`: the right that it needs, or a verb of a game.

use std::iter;

use crate::discord::rights::Right;
use crate::discord::{Context, Data, Fault};
use games::GameId;
use games::verbs::Verb;

/// A subcommand of a game's command. It needs the right of its parent.
pub struct GameSubcommand {
    pub game: GameId,
    pub verb: &'static Verb,
}

pub fn game_subcommand<'a>(ctx: &Context<'a>) -> Option<&'a GameSubcommand> {
    ctx.command().custom_data.downcast_ref()
}

/// The right that a command names itself.
pub fn right_of(command: &poise::Command<Data, Fault>) -> Option<Right> {
    command.custom_data.downcast_ref().copied()
}

/// The right that a typed command needs: its own, otherwise its parent's.
pub fn right_needed(ctx: &Context<'_>) -> Right {
    let above = ctx.parent_commands().iter().rev().copied();
    let named = iter::once(ctx.command()).chain(above).find_map(right_of);
    // A test checks that every command has one.
    named.unwrap_or(Right::Conduct)
}
