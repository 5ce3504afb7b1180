//! Presets in the set-up panel: options and times that a host applies with one choice, saves under
//! a name, and deletes.

use std::str::FromStr;

use super::SetupDraft;
use crate::discord::press::Press;
use crate::discord::{Data, Result, Tried};
use crate::store::{PresetId, SavedPreset};
use crate::words;
use games::screen::{Field, Form, Item, Menu};
use games::{Template, names};
use matches::{BuiltIn, Lateness, Preset, stays_out};

/// The longest name.
const MAX_NAME: usize = 40;
/// The most items of a menu (Discord documentation, "String Select").
const MAX_ITEMS: usize = 25;
/// The most saved presets of a game in a server: with the built-in ones, they fit into one menu.
const MAX_SAVED: usize = MAX_ITEMS - BuiltIn::ALL.len();

/// What an item of the menu stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PresetKey {
    BuiltIn(BuiltIn),
    Saved(PresetId),
}

/// A preset as it is applied.
pub enum LoadedPreset {
    BuiltIn(BuiltIn),
    Template(&'static Template),
    Saved(PresetId, Preset),
    /// The preset of this name cannot be used any more.
    Unreadable(PresetId, String),
}

/// The presets that the server's hosts have saved for the draft's game.
pub async fn saved(data: &Data, draft: &SetupDraft) -> Result<Vec<SavedPreset>> {
    let (guild, game) = (draft.guild, draft.game);
    let saved = data.stored(move |tx| tx.presets(guild, game));
    saved.await
}

/// The preset or template that was chosen in a menu; or why there is none, in words.
pub async fn chosen(
    data: &Data,
    draft: &SetupDraft,
    value: Option<&String>,
) -> Tried<LoadedPreset> {
    let mut templates = draft.game.catalogue().templates.iter();
    let template = templates.find(|template| value.is_some_and(|value| value == template.name));
    if let Some(template) = template {
        return Ok(Ok(LoadedPreset::Template(template)));
    }
    let choice = value.and_then(|value| value.parse().ok());
    let id = match choice {
        Some(PresetKey::BuiltIn(built_in)) => return Ok(Ok(LoadedPreset::BuiltIn(built_in))),
        Some(PresetKey::Saved(id)) => id,
        None => return Ok(Err(words::presets::PRESET_GONE.to_owned())),
    };
    let saved = saved(data, draft).await?;
    let Some(found) = saved.into_iter().find(|saved| saved.id == id) else {
        return Ok(Err(words::presets::PRESET_GONE.to_owned()));
    };
    Ok(Ok(match Preset::read(draft.game, &found.body) {
        Some(preset) => LoadedPreset::Saved(id, preset),
        None => LoadedPreset::Unreadable(id, found.name),
    }))
}

/// Applies a preset. Settings that presets do not contain stay. Only the rulebook's preset resets
/// everything that names nobody.
pub fn apply(draft: &mut SetupDraft, chosen: LoadedPreset) -> Result<(), String> {
    match chosen {
        LoadedPreset::BuiltIn(built_in) => {
            draft.times = built_in.times(draft.game);
            if built_in == BuiltIn::Usual {
                let of_people = |key: &str| {
                    let mut all = draft.game.catalogue().options.iter();
                    all.any(|option| option.key == key && option.people_page().is_some())
                };
                draft.options.retain(|key, _| of_people(key));
                draft.lateness = Lateness::default();
                draft.practice_round = None;
            }
            draft.preset = None;
        }
        LoadedPreset::Template(template) => {
            draft.options = template.options();
            draft.preset = None;
        }
        LoadedPreset::Saved(id, preset) => {
            let game = draft.game;
            draft.options.retain(|key, _| stays_out(game, key));
            draft.options.extend(preset.options);
            draft.times = preset.times;
            draft.lateness = preset.lateness;
            draft.practice_round = Some(preset.practice_round);
            draft.preset = Some(id);
        }
        LoadedPreset::Unreadable(id, name) => {
            // Remembered, so that the host can delete it.
            draft.preset = Some(id);
            return Err(words::presets::preset_unreadable(&name));
        }
    }
    draft.refused.clear();
    Ok(())
}

/// Saves the settings as a preset of the server, under the typed name; or returns why not, in
/// words.
pub async fn save(data: &Data, draft: &SetupDraft, typed: &str) -> Tried<PresetId> {
    let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    if !names::is_seen(&name) || name.chars().count() > MAX_NAME {
        return Ok(Err(words::presets::preset_needs_name(MAX_NAME)));
    }
    let body = serde_json::to_string(&preset_of(draft))?;
    let (guild, game) = (draft.guild, draft.game);
    let saved = data.write(move |tx, _| {
        // A preset of that name is replaced, so only the count afterwards tells.
        let id = tx.save_preset(guild, game, &name, &body)?;
        if tx.presets(guild, game)?.len() > MAX_SAVED {
            tx.drop_preset(guild, id).map(|_| None)
        } else {
            Ok(Some(id))
        }
    });
    let too_many = || words::presets::too_many_presets(game, MAX_SAVED);
    Ok(saved.await?.ok_or_else(too_many))
}

/// Deletes the preset that was applied or saved last.
pub async fn delete(data: &Data, draft: &SetupDraft) -> Result<()> {
    let (guild, preset) = (draft.guild, draft.preset);
    if let Some(id) = preset {
        data.write(move |tx, _| tx.drop_preset(guild, id)).await?;
    }
    Ok(())
}

/// The menu of all presets.
pub fn menu(draft: &SetupDraft, saved: &[SavedPreset], press: Press) -> Menu<Press> {
    let built_in = BuiltIn::ALL.into_iter().map(|built_in| {
        let (name, description) = words::presets::built_in(built_in);
        item(name, PresetKey::BuiltIn(built_in).to_string(), description)
    });
    let all = built_in.chain(items(draft, saved)).take(MAX_ITEMS);
    Menu::new(press, words::presets::CHOOSE_PRESET, all.collect())
}

/// The menu of the game's templates, and of the saved presets for which it has room; None if the
/// game has no templates.
pub fn templates(draft: &SetupDraft, saved: &[SavedPreset], press: Press) -> Option<Menu<Press>> {
    let templates = draft.game.catalogue().templates;
    let built_in = templates
        .iter()
        .map(|template| item(template.name, template.name.to_owned(), template.about));
    let all = built_in.chain(items(draft, saved)).take(MAX_ITEMS);
    let menu = Menu::new(press, words::presets::CHOOSE_TEMPLATE, all.collect());
    (!templates.is_empty()).then_some(menu)
}

fn items(draft: &SetupDraft, saved: &[SavedPreset]) -> impl Iterator<Item = Item> {
    let game = draft.game;
    saved.iter().map(move |saved| {
        let preset = Preset::read(game, &saved.body);
        let about = words::presets::saved_preset(game, preset.as_ref());
        item(&saved.name, PresetKey::Saved(saved.id).to_string(), &about)
    })
}

fn item(name: &str, value: String, about: &str) -> Item {
    Item {
        note: Some(about.to_owned()),
        ..Item::new(name, value)
    }
}

/// The saved preset that was applied or saved last, if it still exists, and a line about it.
pub fn applied<'a>(
    draft: &SetupDraft,
    saved: &'a [SavedPreset],
) -> Option<(&'a SavedPreset, String)> {
    let last = saved.iter().find(|saved| Some(saved.id) == draft.preset)?;
    let preset = Preset::read(draft.game, &last.body);
    let is_changed = preset.as_ref() != Some(&preset_of(draft));
    // An unusable preset was not applied.
    let line = preset.map(|_| words::presets::preset_taken(&last.name, is_changed));
    Some((last, line.unwrap_or_default()))
}

/// A line about the settings that presets do not contain.
pub fn left_out(draft: &SetupDraft) -> String {
    let mut set = draft.game.catalogue().options.to_vec();
    set.retain(|option| draft.options.contains_key(option.key));
    let mut secret = draft.options.clone();
    secret.retain(|key, _| set.iter().any(|option| option.key == key && option.secret));
    let people = set.iter().find_map(|option| option.people_page());
    words::presets::left_out_of_presets(draft.game, &secret, people)
}

/// The form for a preset's name, filled with that of the applied preset.
pub fn form(press: Press, name: Option<&str>) -> Form<Press> {
    let field = Field {
        value: name.unwrap_or_default().to_owned(),
        hint: words::presets::SAVE_PRESET_PLACEHOLDER.to_owned(),
        most: Some(MAX_NAME as u16),
        ..Field::new("name", words::presets::SAVE_PRESET_LABEL)
    };
    Form::new(press, words::presets::SAVE_PRESET_TITLE, vec![field])
}

fn preset_of(draft: &SetupDraft) -> Preset {
    Preset::of(
        draft.game,
        &draft.options,
        &draft.times,
        draft.lateness,
        draft.has_practice_round(),
    )
}

impl std::fmt::Display for PresetKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PresetKey::BuiltIn(BuiltIn::Usual) => f.write_str("usual"),
            PresetKey::BuiltIn(BuiltIn::Double) => f.write_str("double"),
            PresetKey::BuiltIn(BuiltIn::Post) => f.write_str("post"),
            PresetKey::Saved(id) => write!(f, "{}", id.0),
        }
    }
}

impl FromStr for PresetKey {
    type Err = ();

    fn from_str(value: &str) -> Result<PresetKey, ()> {
        let mut built_in = BuiltIn::ALL.into_iter().map(PresetKey::BuiltIn);
        let built_in = built_in.find(|choice| choice.to_string() == value);
        let saved = || value.parse().map(|id| PresetKey::Saved(PresetId(id)));
        built_in.map_or_else(|| saved().map_err(|_| ()), Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_back() {
        let built_in = BuiltIn::ALL.map(PresetKey::BuiltIn);
        for choice in built_in.into_iter().chain([PresetKey::Saved(PresetId(7))]) {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        assert_eq!("".parse::<PresetKey>(), Err(()));
        assert_eq!("twice".parse::<PresetKey>(), Err(()));
    }
}
