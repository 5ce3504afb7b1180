//! Completion of what is being typed.

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::discord::{Context, text};
use crate::words;
use games::GameId;
use games::completion::{MAX_CHARACTERS, MAX_CHOICES, holds};

/// Every game.
pub async fn complete_game(_ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    choices(GameId::ALL.iter().map(named), typed)
}

/// Every game that two can practise.
pub async fn complete_practice(_ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let games = GameId::ALL.iter().filter(|game| game.catalogue().seats);
    choices(games.map(named), typed)
}

fn named(game: &GameId) -> (String, String) {
    let title = words::catalogue::title(*game);
    (title.to_owned(), game.word().to_owned())
}

/// The choices whose name contains what was typed, for an option with numbers as values.
pub fn numbers(
    all: impl IntoIterator<Item = (String, i64)>,
    typed: &str,
) -> CreateAutocompleteResponse {
    let choices = all
        .into_iter()
        .filter(|(name, _)| holds(name, typed))
        .take(MAX_CHOICES)
        .map(|(name, value)| AutocompleteChoice::new(text::cut(&name, 100), value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// The choices that contain what was typed, at most 25.
pub fn choices<'a>(
    all: impl IntoIterator<Item = (String, String)> + 'a,
    typed: &str,
) -> CreateAutocompleteResponse {
    let choices = all
        .into_iter()
        .filter(|(name, value)| holds(name, typed) || holds(value, typed))
        .filter(|(_, value)| value.chars().count() <= MAX_CHARACTERS)
        .take(MAX_CHOICES)
        .map(|(name, value)| AutocompleteChoice::new(text::cut(&name, MAX_CHARACTERS), value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}
