//! A row of the table of settings: a setting's values, words and control.

use crate::store::{ChannelId, RoleId, Season};

/// A page of the panel of settings.
pub struct Page {
    /// Its value in the menu of pages.
    pub word: &'static str,
    /// Its name, also the title of its form: at most 45 characters.
    pub label: &'static str,
    /// A note below its settings; may be empty.
    pub note: &'static str,
    /// The form for this page's typed settings, if it has any.
    pub form: Option<Form>,
    pub settings: &'static [Setting],
}

/// The form of a page.
pub struct Form {
    /// The word in its control's `custom_id`.
    pub word: &'static str,
    /// The label of the button that opens it: at most 80 characters.
    pub button: &'static str,
}

/// A setting of a season.
pub struct Setting {
    /// The word in the `custom_id` of its control or form field. Never change it.
    pub word: &'static str,
    /// The label of its control: at most 45 characters in a form, less than 80 on a button.
    pub label: &'static str,
    /// Its name in the list of all settings; None if another setting's line tells both.
    pub line: Option<&'static str>,
    /// How that list shows its value; None: the default for its kind.
    pub says: Option<fn(&Season) -> String>,
    pub kind: SettingKind,
}

/// Where a setting is in a season.
pub type At<T> = fn(&mut Season) -> &mut T;

/// What values a setting has, and so how it is set.
pub enum SettingKind {
    /// Yes or no: a button.
    Switch(At<bool>),
    /// One of a few: a menu.
    Choice(&'static [Choice]),
    /// A role, or none. `given`: Dealer gives it to people.
    Role { at: At<Option<RoleId>>, given: bool },
    /// A text channel, or none. `news`: announcement channels too.
    Channel {
        at: At<Option<ChannelId>>,
        news: bool,
    },
    /// Any text channels.
    Channels(At<Vec<ChannelId>>),
    /// Typed into the page's form.
    Typed(Typed),
}

/// One item of a menu.
pub struct Choice {
    pub word: &'static str,
    /// Its words, after the setting's label.
    pub said: &'static str,
    pub set: fn(&mut Season),
}

/// A typed setting.
pub struct Typed {
    /// What an empty field of its form shows.
    pub hint: &'static str,
    /// Its current value, as somebody would type it.
    pub shown: fn(&Season) -> String,
    /// Takes a typed value. An unreadable one becomes a value that does not fit, so that all errors
    /// of a form are told at once.
    pub take: fn(&mut Season, &str),
    pub may_be_empty: bool,
    pub fits: fn(&Season) -> bool,
    /// The error if it does not fit; `{typed}` stands for what was typed.
    pub wrong: &'static str,
}

impl Setting {
    /// Its value, in words.
    pub fn said(&self, season: &Season) -> String {
        if let Some(says) = self.says {
            return says(season);
        }
        let or_none = |said: Option<String>| said.unwrap_or("none".to_owned());
        match &self.kind {
            SettingKind::Switch(at) => if get(season, *at) { "yes" } else { "no" }.to_owned(),
            SettingKind::Choice(choices) => {
                let chosen = choices.iter().find(|choice| choice.is_chosen(season));
                chosen.map_or("", |choice| choice.said).to_owned()
            }
            SettingKind::Role { at, .. } => {
                or_none(get(season, *at).map(|role| format!("<@&{role}>")))
            }
            SettingKind::Channel { at, .. } => or_none(get(season, *at).map(channel)),
            SettingKind::Channels(at) => {
                let channels: Vec<String> = get(season, *at).into_iter().map(channel).collect();
                or_none((!channels.is_empty()).then(|| channels.join(" ")))
            }
            SettingKind::Typed(typed) => (typed.shown)(season),
        }
    }

    /// Sets it to what was chosen in its menu: words, or ids of roles or channels; empty for none.
    pub fn choose(&self, season: &mut Season, chosen: &[String]) {
        let first = chosen.first();
        match &self.kind {
            SettingKind::Choice(choices) => {
                let mut choices = choices.iter();
                if let Some(choice) = choices.find(|one| Some(one.word) == first.map(|s| &**s)) {
                    (choice.set)(season);
                }
            }
            SettingKind::Role { at, .. } => *at(season) = first.and_then(|id| id.parse().ok()),
            SettingKind::Channel { at, .. } => *at(season) = first.and_then(|id| id.parse().ok()),
            SettingKind::Channels(at) => {
                *at(season) = chosen.iter().filter_map(|id| id.parse().ok()).collect();
            }
            // These have no menu.
            SettingKind::Switch(_) | SettingKind::Typed(_) => {}
        }
    }

    /// Whether a role or a channel is chosen.
    pub fn has_chosen(&self, season: &Season) -> bool {
        match &self.kind {
            SettingKind::Role { at, .. } => get(season, *at).is_some(),
            SettingKind::Channel { at, .. } => get(season, *at).is_some(),
            SettingKind::Channels(at) => !get(season, *at).is_empty(),
            SettingKind::Switch(_) | SettingKind::Choice(_) | SettingKind::Typed(_) => false,
        }
    }
}

impl Choice {
    /// Whether it is the current value.
    pub fn is_chosen(&self, season: &Season) -> bool {
        let mut chosen = season.clone();
        (self.set)(&mut chosen);
        chosen == *season
    }
}

/// A setting's value.
pub fn get<T: Clone>(season: &Season, at: At<T>) -> T {
    at(&mut season.clone()).clone()
}

fn channel(id: ChannelId) -> String {
    format!("<#{id}>")
}
