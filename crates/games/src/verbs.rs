//! A game's own slash command, from which Discord's command is built. What people type in its
//! parameters becomes notation.

use std::collections::BTreeSet;

use super::completion::{lines, unquoted};
use super::notation::quoted;
use super::panel::PanelInput;

/// A game's command with a subcommand for each verb. Names have at most 32 characters, `about` at
/// most 100 (Discord documentation, "Application Command Object").
#[derive(Debug)]
pub struct Command {
    pub name: &'static str,
    pub about: &'static str,
    pub verbs: &'static [Verb],
}

/// One kind of action.
#[derive(Debug)]
pub struct Verb {
    pub name: &'static str,
    pub about: &'static str,
    /// The start of its notation. The parameters follow in their order, separated by blanks. A verb
    /// without a start and without parameters opens the panel.
    pub begins: &'static str,
    pub takes: &'static [Parameter],
}

/// An option of a verb's subcommand.
#[derive(Debug)]
pub struct Parameter {
    pub name: &'static str,
    pub about: &'static str,
    pub kind: ParameterKind,
}

/// What a parameter takes.
#[derive(Debug)]
pub enum ParameterKind {
    /// A part of notation, as people type it.
    Text,
    /// A name from the cast.
    Name,
    /// One of the two players.
    Player,
    /// A whole number from the first to the second.
    Number(u32, u32),
    /// One of these: the words that people read, and the word in notation.
    OneOf(&'static [(&'static str, &'static str)]),
}

impl Parameter {
    pub const fn new(name: &'static str, about: &'static str, kind: ParameterKind) -> Parameter {
        Parameter { name, about, kind }
    }

    /// Writes a typed value in notation.
    fn write(&self, value: &str) -> String {
        match self.kind {
            ParameterKind::Name => quoted(unquoted(value)).into_owned(),
            _ => value.to_owned(),
        }
    }
}

impl Verb {
    /// A verb whose notation begins with its name.
    pub const fn new(name: &'static str, about: &'static str, takes: &'static [Parameter]) -> Verb {
        Verb {
            name,
            about,
            begins: name,
            takes,
        }
    }

    /// A verb that notation doesn't have.
    pub const fn wordless(
        name: &'static str,
        about: &'static str,
        takes: &'static [Parameter],
    ) -> Verb {
        Verb {
            begins: "",
            ..Verb::new(name, about, takes)
        }
    }

    /// Whether it only opens the panel.
    pub fn opens_panel(&self) -> bool {
        self.begins.is_empty() && self.takes.is_empty()
    }

    /// Writes the action with these values for its parameters.
    pub fn write(&self, values: &[String]) -> String {
        let values = self.takes.iter().zip(values);
        let values = values.map(|(parameter, value)| parameter.write(value));
        let begins = Some(self.begins.to_owned()).filter(|begins| !begins.is_empty());
        let parts: Vec<String> = begins.into_iter().chain(values).collect();
        parts.join(" ")
    }

    /// The completions for the parameter at this place, from the offers: what people read, and the
    /// value. `others` has what is already typed for each parameter.
    pub fn complete<View>(
        &self,
        (desk, commas_separate): (&PanelInput<View>, bool),
        at: usize,
        others: &[Option<String>],
        typed: &str,
    ) -> Vec<(String, String)> {
        // Each offer's label, with its values for the parameters.
        let offered = desk.offers.iter();
        let offered = offered.filter_map(|offer| Some((&offer.label, self.values(&offer.act)?)));
        match self.takes[at].kind {
            ParameterKind::Text => {
                let fits = |values: &[&str]| {
                    let mut all = self.takes.iter().zip(others).zip(values);
                    all.all(|((one, typed), value)| match (&one.kind, typed) {
                        (ParameterKind::Number(..), Some(typed)) => typed == value,
                        _ => true,
                    })
                };
                let acts = offered.filter(|(_, values)| fits(values));
                let acts = acts.map(|(_, values)| values[at].to_owned()).collect();
                let lines = lines(acts, typed, commas_separate, desk.cast).into_iter();
                lines.map(|line| (line.clone(), line)).collect()
            }
            ParameterKind::Name => {
                let mut names: Vec<&str> = Vec::new();
                let offered: Vec<_> = offered.collect();
                for (_, values) in &offered {
                    let name = unquoted(values[at]);
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                let twice = |name: &str| (name.to_owned(), name.to_owned());
                names.into_iter().map(twice).collect()
            }
            ParameterKind::Player => offered
                .map(|(label, values)| (label.clone(), values[at].to_owned()))
                .collect(),
            ParameterKind::Number(..) => {
                let numbers = offered.filter_map(|(_, values)| values[at].parse::<u32>().ok());
                let numbers: BTreeSet<u32> = numbers.collect();
                let twice = |number: u32| (number.to_string(), number.to_string());
                numbers.into_iter().map(twice).collect()
            }
            ParameterKind::OneOf(_) => Vec::new(),
        }
    }

    /// The parameters' values in an action in notation: a word or a quoted name for each, and the
    /// whole rest for the last. None for an action of another verb.
    pub fn values<'a>(&self, act: &'a str) -> Option<Vec<&'a str>> {
        let rest = act.strip_prefix(self.begins)?;
        let Some(more) = self.takes.len().checked_sub(1) else {
            return rest.is_empty().then(Vec::new);
        };
        let mut rest = match self.begins {
            "" => rest,
            _ => rest.strip_prefix(' ')?,
        };
        let mut values = Vec::new();
        for _ in 0..more {
            let mut is_quoted = false;
            let end = rest.find(|c: char| {
                is_quoted ^= c == '"';
                c == ' ' && !is_quoted
            })?;
            values.push(&rest[..end]);
            rest = &rest[end + 1..];
        }
        values.push(rest);
        Some(values)
    }
}
