//! What a row of the table of settings is: what a setting may be, its words, and its control.

use super::Season;

/// A page of the panel of settings.
pub struct Page {
    /// By which the menu of pages knows it.
    pub word: &'static str,
    /// At most 45 characters: it is its form's title too.
    pub label: &'static str,
    /// What is said below its settings, after a blank; or nothing.
    pub note: &'static str,
    /// The form of what is typed on this page.
    pub form: Option<Form>,
    pub settings: &'static [Setting],
}

/// The form of a page.
pub struct Form {
    /// Its control's.
    pub word: &'static str,
    /// On the button that opens it; at most 80 characters.
    pub button: &'static str,
}

/// A setting of a season.
pub struct Setting {
    /// Its control's, or that of its field in a form: it does not change.
    pub word: &'static str,
    /// What its control is called: at most 45 characters in a form, less than 80 on a button.
    pub label: &'static str,
    /// What it is called among all settings; None where another one's line tells of both.
    pub line: Option<&'static str>,
    /// How it is told there; None: as usual for its kind.
    pub says: Option<fn(&Season) -> String>,
    pub kind: Kind,
}

/// Where a setting is in a season.
pub type At<T> = fn(&mut Season) -> &mut T;

/// What a setting may be, which also decides how it is set.
pub enum Kind {
    /// Yes or no: a button.
    Switch(At<bool>),
    /// One of a few: a menu.
    Choice(&'static [Choice]),
    /// A role, or none. `given`: Dealer gives it to people.
    Role { at: At<Option<u64>>, given: bool },
    /// A text channel, or none. `news`: also one for announcements.
    Channel { at: At<Option<u64>>, news: bool },
    /// Any text channels.
    Channels(At<Vec<u64>>),
    /// What is typed into the page's form.
    Typed(Typed),
}

/// One item of a menu.
pub struct Choice {
    pub word: &'static str,
    /// Behind the setting's label.
    pub said: &'static str,
    pub set: fn(&mut Season),
}

/// What is typed.
pub struct Typed {
    /// As one would type it.
    pub shown: fn(&Season) -> String,
    /// Takes what was typed. What it cannot read becomes what does not fit, so that everything
    /// that is wrong with a form is said at once.
    pub take: fn(&mut Season, &str),
    pub may_be_empty: bool,
    pub fits: fn(&Season) -> bool,
    /// What is said when it does not; `{typed}` is what was typed.
    pub wrong: &'static str,
}

impl Setting {
    /// How it is set, in words.
    pub fn said(&self, season: &Season) -> String {
        if let Some(says) = self.says {
            return says(season);
        }
        let or_none = |said: Option<String>| said.unwrap_or("none".to_owned());
        match &self.kind {
            Kind::Switch(at) => if get(season, *at) { "yes" } else { "no" }.to_owned(),
            Kind::Choice(choices) => {
                let chosen = choices.iter().find(|choice| choice.is_chosen(season));
                chosen.map_or("", |choice| choice.said).to_owned()
            }
            Kind::Role { at, .. } => or_none(get(season, *at).map(|role| format!("<@&{role}>"))),
            Kind::Channel { at, .. } => or_none(get(season, *at).map(channel)),
            Kind::Channels(at) => {
                let channels: Vec<String> = get(season, *at).into_iter().map(channel).collect();
                or_none((!channels.is_empty()).then(|| channels.join(" ")))
            }
            Kind::Typed(typed) => (typed.shown)(season),
        }
    }

    /// Sets it to what was chosen in its menu: words, or the ids of roles or channels; nothing for
    /// none.
    pub fn choose(&self, season: &mut Season, chosen: &[String]) {
        let first = chosen.first();
        match &self.kind {
            Kind::Choice(choices) => {
                let mut choices = choices.iter();
                if let Some(choice) = choices.find(|one| Some(one.word) == first.map(|s| &**s)) {
                    (choice.set)(season);
                }
            }
            Kind::Role { at, .. } | Kind::Channel { at, .. } => {
                *at(season) = first.and_then(|id| id.parse().ok());
            }
            Kind::Channels(at) => {
                *at(season) = chosen.iter().filter_map(|id| id.parse().ok()).collect();
            }
            // These have no menu.
            Kind::Switch(_) | Kind::Typed(_) => {}
        }
    }

    /// Whether a role or a channel is chosen.
    pub fn has_chosen(&self, season: &Season) -> bool {
        match &self.kind {
            Kind::Role { at, .. } | Kind::Channel { at, .. } => get(season, *at).is_some(),
            Kind::Channels(at) => !get(season, *at).is_empty(),
            Kind::Switch(_) | Kind::Choice(_) | Kind::Typed(_) => false,
        }
    }
}

impl Choice {
    /// Whether it is so already.
    pub fn is_chosen(&self, season: &Season) -> bool {
        let mut chosen = season.clone();
        (self.set)(&mut chosen);
        chosen == *season
    }
}

/// How something is set.
pub fn get<T: Clone>(season: &Season, at: At<T>) -> T {
    at(&mut season.clone()).clone()
}

fn channel(id: u64) -> String {
    format!("<#{id}>")
}
