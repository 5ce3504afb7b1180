//! Reading a form: what hosts type to say what may be answered.

use serde::{Deserialize, Serialize};

use super::{Form, Kind, MAX_ITEM, MAX_LABEL, MAX_LIST, MAX_NUMBER, MAX_PARTS, MAX_PEOPLE, Part};
use crate::english::cut;
use crate::names::{is_seen, nearest};
use crate::notation::number;

/// Why a form can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormError {
    /// It has no line, or too many.
    Lines(u32),
    /// This isn't a kind of answer.
    Kind { word: String, meant: Option<String> },
    /// This isn't a rule.
    Rule { word: String, meant: Option<String> },
    /// It can't be set yet.
    Later(String),
    /// The rule doesn't suit the kind.
    Unfit { rule: String, kind: String },
    /// A bracket is not closed.
    Bracket(String),
    /// A list has so many items.
    List(u32),
    /// An item that comes twice.
    Twice(String),
    /// An item that is empty, too long, or has a double quote in it.
    Item(String),
    /// A number of people that isn't possible.
    People(String),
    /// A range of numbers that isn't possible.
    Range(String),
    /// A label that is empty, too long or there already.
    Label(String),
}

/// The kinds, each as it is written and with the word by which a misspelt one is found.
const KINDS: [(&str, &str); 5] = [
    ("one of Red, Blue", "one"),
    ("person", "person"),
    ("3 people", "people"),
    ("number 1-100", "number"),
    ("text", "text"),
];

const RULES: [&str; 5] = [
    "yourself too",
    "or pass",
    "repeats",
    "final",
    "all different",
];

/// What begins with one of these can't be set yet.
const LATER: [&str; 3] = ["amounts", "more", "buy"];

impl Kind {
    /// The word for it in a form.
    pub fn word(&self) -> &'static str {
        match self {
            Kind::OneOf(_) => "one of",
            Kind::People(1) => "person",
            Kind::People(_) => "people",
            Kind::Number { .. } => "number",
            Kind::Text => "text",
        }
    }
}

impl Form {
    /// Reads what a host typed: a line for each part of an answer, `[label:] kind [(rules)]`.
    ///
    /// ```
    /// use games::question::{Form, FormError, Kind};
    ///
    /// let form = Form::read("Sign: one of O, X\nnumber 1-9 (or pass)").unwrap();
    /// assert_eq!(form.parts[0].label, "Sign");
    /// assert_eq!(form.parts[1].kind, Kind::Number { least: 1, most: 9 });
    /// let wrong = FormError::Kind { word: "persn".to_owned(), meant: Some("person".to_owned()) };
    /// assert_eq!(Form::read("persn"), Err(wrong));
    /// ```
    ///
    /// # Errors
    /// The first thing that can't be read.
    pub fn read(text: &str) -> Result<Form, FormError> {
        let lines: Vec<&str> = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        if !(1..=MAX_PARTS).contains(&lines.len()) {
            return Err(FormError::Lines(lines.len() as u32));
        }
        let mut form = Form {
            parts: Vec::new(),
            is_final: false,
            all_different: false,
        };
        for line in lines {
            let part = line_of(line, &mut form)?;
            let same = |other: &Part| other.label.to_lowercase() == part.label.to_lowercase();
            if !part.label.is_empty() && form.parts.iter().any(same) {
                return Err(FormError::Label(part.label));
            }
            form.parts.push(part);
        }
        let unfit = |rule: &str, kind: &str| FormError::Unfit {
            rule: rule.to_owned(),
            kind: kind.to_owned(),
        };
        let kinds = || form.parts.iter().map(|part| &part.kind);
        if form.all_different && !kinds().any(|kind| matches!(kind, Kind::People(_))) {
            return Err(unfit("all different", form.parts[0].kind.word()));
        }
        if form.all_different && form.parts.iter().any(|part| part.repeats) {
            return Err(unfit("all different", "repeats"));
        }
        Ok(form)
    }
}

/// Reads a line; a rule for the whole answer goes into the form.
fn line_of(line: &str, form: &mut Form) -> Result<Part, FormError> {
    let first = |text: &str| text.split(' ').next().unwrap_or_default().to_lowercase();
    if LATER.contains(&first(line).trim_end_matches(':')) {
        return Err(FormError::Later(
            first(line).trim_end_matches(':').to_owned(),
        ));
    }
    let (label, rest) = match line.split_once(':') {
        // A list's item may have a colon in it.
        Some((label, rest)) if !is_list(line) => (label.trim(), rest.trim()),
        _ => ("", line),
    };
    if rest.len() < line.len() && !is_label(label) {
        return Err(FormError::Label(label.to_owned()));
    }
    let (kind, rules) = bracketed(rest)?;
    let mut part = Part {
        label: label.to_owned(),
        kind: kind_of(kind)?,
        yourself: false,
        pass: false,
        repeats: false,
    };
    for rule in rules {
        let word = rule.to_lowercase();
        let unfit = || FormError::Unfit {
            rule: word.clone(),
            kind: part.kind.word().to_owned(),
        };
        match (word.as_str(), &part.kind) {
            ("or pass", _) => part.pass = true,
            ("final", _) => form.is_final = true,
            ("all different", _) => form.all_different = true,
            ("yourself too", Kind::People(_)) => part.yourself = true,
            ("repeats", Kind::People(2..)) => part.repeats = true,
            ("yourself too" | "repeats", _) => return Err(unfit()),
            (later, _) if later.starts_with("up to") || later == "not your last" => {
                return Err(FormError::Later(word));
            }
            _ => {
                let meant = nearest(&word, RULES.into_iter())
                    .first()
                    .map(|rule| (*rule).to_owned());
                return Err(FormError::Rule { word, meant });
            }
        }
    }
    Ok(part)
}

fn is_list(line: &str) -> bool {
    line.get(..7)
        .is_some_and(|start| start.eq_ignore_ascii_case("one of "))
}

fn is_label(label: &str) -> bool {
    let fits = is_seen(label) && label.chars().count() <= MAX_LABEL;
    fits && !label.contains(['"', ',', '>', '/', '(', ')'])
}

/// What stands before the brackets at the end of a line, and the rules in them.
fn bracketed(line: &str) -> Result<(&str, Vec<&str>), FormError> {
    // A quoted name may have brackets in it.
    let after_quotes = line.rfind('"').map_or(0, |at| at + 1);
    let Some(open) = line[after_quotes..].find('(') else {
        return Ok((line, Vec::new()));
    };
    let (kind, rules) = line.split_at(after_quotes + open);
    let rules = rules
        .strip_prefix('(')
        .and_then(|rules| rules.strip_suffix(')'));
    let rules = rules.ok_or_else(|| FormError::Bracket(line.to_owned()))?;
    let rules = rules
        .split(',')
        .map(str::trim)
        .filter(|rule| !rule.is_empty());
    Ok((kind.trim(), rules.collect()))
}

fn kind_of(text: &str) -> Result<Kind, FormError> {
    if is_list(text) {
        return list_of(&text[7..]);
    }
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    match words[..] {
        ["person"] => Ok(Kind::People(1)),
        ["text"] => Ok(Kind::Text),
        [count, "person" | "people"] if number(count).is_some() => {
            let people = count
                .parse()
                .ok()
                .filter(|people| (1..=MAX_PEOPLE).contains(people));
            people
                .map(Kind::People)
                .ok_or_else(|| FormError::People(count.to_owned()))
        }
        ["number", ref range @ ..] => range_of(&range.concat()),
        [count, "of", ..] if number(count).is_some() => {
            Err(FormError::Later(format!("{count} of")))
        }
        [first, ..] if LATER.contains(&first) => Err(FormError::Later(first.to_owned())),
        _ => {
            let typed = words.iter().find(|word| number(word).is_none());
            let typed = typed.copied().unwrap_or_default();
            let near = nearest(typed, KINDS.iter().map(|(_, word)| *word));
            let meant = near
                .first()
                .and_then(|word| KINDS.iter().find(|kind| kind.1 == *word));
            let meant = meant.map(|(kind, _)| (*kind).to_owned());
            Err(FormError::Kind {
                word: text.to_owned(),
                meant,
            })
        }
    }
}

fn range_of(range: &str) -> Result<Kind, FormError> {
    let ends = range
        .split_once(['-', '–', '—'])
        .or_else(|| range.split_once("to"));
    let ends = ends.and_then(|(least, most)| Some((number(least)?, number(most)?)));
    let ends = ends.filter(|(least, most)| least < most && *most <= MAX_NUMBER);
    let wrong = || FormError::Range(range.to_owned());
    ends.map(|(least, most)| Kind::Number { least, most })
        .ok_or_else(wrong)
}

fn list_of(text: &str) -> Result<Kind, FormError> {
    let mut items: Vec<String> = Vec::new();
    for item in split(text, ',') {
        let item = item
            .strip_prefix('"')
            .and_then(|item| item.strip_suffix('"'))
            .unwrap_or(item);
        let item = item.trim();
        let is_bad = |c: char| c == '"' || c.is_control();
        if !is_seen(item) || item.chars().count() > MAX_ITEM || item.chars().any(is_bad) {
            return Err(FormError::Item(item.to_owned()));
        }
        if items
            .iter()
            .any(|other| other.to_lowercase() == item.to_lowercase())
        {
            return Err(FormError::Twice(item.to_owned()));
        }
        items.push(item.to_owned());
    }
    if (2..=MAX_LIST).contains(&items.len()) {
        Ok(Kind::OneOf(items))
    } else {
        Err(FormError::List(items.len() as u32))
    }
}

/// The trimmed pieces of a text between signs that are not within quotes.
pub(super) fn split(text: &str, sign: char) -> Vec<&str> {
    let mut quoted = false;
    let pieces = text.split(|c: char| {
        quoted ^= c == '"';
        c == sign && !quoted
    });
    pieces.map(str::trim).collect()
}

/// What somebody typed, as code.
pub(super) fn code(typed: &str) -> String {
    format!("`{}`", cut(&typed.replace('`', ""), 60))
}

impl FormError {
    /// Says it, and the nearest thing that works.
    pub fn say(&self) -> String {
        let instead = |meant: &Option<String>, all: &[&str]| match meant {
            Some(meant) => format!("Did you mean {}?", code(meant)),
            None => {
                let all = all.iter().map(|one| code(one));
                format!("Try {}.", crate::english::list(all, "or"))
            }
        };
        match self {
            FormError::Lines(0) => "Type what people answer, like `person`.".to_owned(),
            FormError::Lines(found) => {
                format!("That's {found} lines. An answer has at most {MAX_PARTS} parts.")
            }
            FormError::Kind { word, meant } => {
                let kinds = KINDS.map(|(kind, _)| kind);
                format!(
                    "{} isn't a kind of answer. {}",
                    code(word),
                    instead(meant, &kinds)
                )
            }
            FormError::Rule { word, meant } => {
                format!("{} isn't a rule. {}", code(word), instead(meant, &RULES))
            }
            FormError::Later(word) => {
                let kinds = instead(&None, &KINDS.map(|(kind, _)| kind));
                format!("{} can't be set yet. {kinds}", code(word))
            }
            FormError::Unfit { rule, kind } => {
                format!(
                    "The rule {} doesn't fit {}. Leave it out.",
                    code(rule),
                    code(kind)
                )
            }
            FormError::Bracket(line) => format!(
                "The brackets in {} don't match. Close them at the end of the line, like `person \
                 (or pass)`.",
                code(line)
            ),
            FormError::List(found) => format!(
                "A list has 2 to {MAX_LIST} items; yours has {found}. Write commas between them, \
                 like `one of Red, Blue`."
            ),
            FormError::Twice(item) => format!("{} is in the list twice.", code(item)),
            FormError::Item(item) => format!(
                "{} can't be in a list. An item has 1 to {MAX_ITEM} characters and no double \
                 quotes inside.",
                code(item)
            ),
            FormError::People(found) => format!(
                "{} people are too many or too few. Try 1 to {MAX_PEOPLE}, like `3 people`.",
                code(found)
            ),
            FormError::Range(range) => format!(
                "{} isn't a range of numbers. The smaller one comes first, like `number 1-100`. \
                 They go up to {MAX_NUMBER}.",
                code(range)
            ),
            FormError::Label(label) => format!(
                "{} can't be a label. A label has 1 to {MAX_LABEL} letters and comes only once.",
                code(label)
            ),
        }
    }
}
