//! Reading a form: what hosts type to say what may be answered.

use serde::{Deserialize, Serialize};

use super::part::{Choices, Form, Kind, Part};
use super::wrong::code;
use crate::english::list;
use crate::names::{is_seen, nearest};
use crate::notation::{number, pieces};

/// The most parts of an answer.
const MAX_PARTS: usize = 5;
/// The most items of a list: what a menu has room for.
const MAX_LIST: usize = 25;
/// The most people, or items of a list, in one part.
const MAX_COUNT: u8 = 10;
/// The most items of a list that each get an amount.
const MAX_AMOUNTS: usize = 10;
/// The most answers that a part has in all rounds together, if that is limited.
const MAX_IN_ALL: u32 = 99;
/// The most characters of a list's item, so that a button holds it.
const MAX_ITEM: usize = 50;
/// The most characters of a part's label.
const MAX_LABEL: usize = 20;
/// The largest number that may be answered.
const MAX_NUMBER: u32 = 1_000_000;

/// Why a form can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormError {
    /// It has no line, or too many.
    Lines(usize),
    /// This isn't a kind of answer; it may mean one of these.
    Kind { word: String, like: Vec<String> },
    /// This isn't a rule; it may mean one of these.
    Rule { word: String, like: Vec<String> },
    /// The rule doesn't suit what is asked for.
    Unfit { rule: String, asked: String },
    /// The rule needs another one: `or pass`.
    NeedsPass(String),
    /// A bracket is not closed.
    Bracket(String),
    /// A list has so many items.
    List { found: usize, most: usize },
    /// An item that is empty, too long or there already, or has a double quote in it.
    Item(String),
    /// A number of people or items that isn't possible.
    Count(String),
    /// A range of numbers that isn't possible.
    Range(String),
    /// An extra that can't be read.
    Extra(String),
    /// Further items that aren't in the last line, or have no people or list before them.
    More,
    /// A label that is empty, too long or there already.
    Label(String),
}

/// The kinds, each as it is written.
const KINDS: [&str; 6] = [
    "one of Red, Blue",
    "person",
    "3 people",
    "number 1-100",
    "amounts 0-10 of Red, Blue",
    "text",
];

const RULES: [&str; 7] = [
    "yourself too",
    "or pass",
    "repeats",
    "not your last",
    "up to 8 in all",
    "final",
    "all different",
];

/// The highest price and penalty, and the most that anybody may buy of a thing.
const MAX_PRICE: u32 = 99;
const MAX_BOUGHT: u32 = 9;

impl Form {
    /// Reads what a host typed: a line for each part of an answer, `[label:] kind [(rules)]`.
    ///
    /// ```
    /// use games::question::{Form, FormError, Kind};
    ///
    /// let form = Form::read("Sign: one of O, X\nnumber 1-9 (or pass)").unwrap();
    /// assert_eq!(form.parts[0].label, "Sign");
    /// assert_eq!(form.parts[1].kind, Kind::Number { least: 1, most: 9 });
    /// let wrong = FormError::Kind { word: "persn".to_owned(), like: vec!["person".to_owned()] };
    /// assert_eq!(Form::read("persn"), Err(wrong));
    /// ```
    ///
    /// # Errors
    /// The first thing that can't be read.
    pub fn read(text: &str) -> Result<Form, FormError> {
        let lines = text.lines().map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        if !(1..=MAX_PARTS).contains(&lines.len()) {
            return Err(FormError::Lines(lines.len()));
        }
        let mut form = Form::default();
        for line in &lines {
            if form.parts.last().is_some_and(Part::is_more) {
                return Err(FormError::More);
            }
            let first = line.split([' ', ':']).next().unwrap_or_default();
            let part = match first.to_lowercase().as_str() {
                "buy" | "more" => extra_of(line, form.parts.first())?,
                _ => line_of(line, &mut form)?,
            };
            let same = |other: &Part| other.label.to_lowercase() == part.label.to_lowercase();
            if !part.label.is_empty() && form.parts.iter().any(same) {
                return Err(FormError::Label(part.label));
            }
            form.parts.push(part);
        }
        if form.parts.iter().all(Part::is_extra) {
            return Err(FormError::Lines(0));
        }
        if form.all_different {
            let any = |is: fn(&Part) -> bool| form.parts.iter().any(is);
            let has_people = any(|part| matches!(part.kind, Kind::People(_)));
            let clashes = [
                (!has_people, bracketed(lines[0])?.0),
                (any(Part::is_more), "more"),
                (any(|part| part.repeats), "repeats"),
                // Too few people may be left for both in a later round.
                (any(|part| part.not_last), "not your last"),
            ];
            if let Some((_, asked)) = clashes.into_iter().find(|(clashes, _)| *clashes) {
                return Err(unfit("all different", asked));
            }
        }
        Ok(form)
    }
}

fn unfit(rule: &str, asked: &str) -> FormError {
    FormError::Unfit {
        rule: rule.to_owned(),
        asked: asked.to_owned(),
    }
}

/// Reads a line; a rule for the whole answer goes into the form.
fn line_of(line: &str, form: &mut Form) -> Result<Part, FormError> {
    let (label, rest) = match line.split_once(':') {
        // A list's item may have a colon in it.
        Some((label, rest)) if list_in(line).is_none() => (labelled(label)?, rest.trim()),
        _ => ("", line),
    };
    let (asked, rules) = bracketed(rest)?;
    let mut part = Part {
        label: label.to_owned(),
        kind: kind_of(asked)?,
        ..Part::default()
    };
    for rule in rules {
        let word = rule.to_lowercase();
        match (word.as_str(), &part.kind) {
            ("final", _) => form.is_final = true,
            ("all different", _) => form.all_different = true,
            ("yourself too", Kind::People(_)) => part.yourself = true,
            ("repeats", Kind::People(2..) | Kind::Of(Choices { count: 2.., .. })) => {
                part.repeats = true;
            }
            ("or pass" | "not your last", Kind::Amounts { .. })
            | ("yourself too" | "repeats", _) => return Err(unfit(&word, asked)),
            ("or pass", _) => part.pass = true,
            ("not your last", _) => part.not_last = true,
            _ if in_all(&word).is_some() => part.in_all = in_all(&word),
            _ => {
                let like = nearest_of(&word, &RULES);
                return Err(FormError::Rule { word, like });
            }
        }
    }
    if let (Some(most), false) = (part.in_all, part.pass) {
        return Err(FormError::NeedsPass(format!("up to {most} in all")));
    }
    let (count, most) = (part.count(), part.items().len());
    if matches!(part.kind, Kind::Of(_)) && !part.repeats && count > most {
        return Err(FormError::Count(format!("{count} of {most} items")));
    }
    Ok(part)
}

/// Reads `buy NAME: N garnets, up to M` or `more: N garnets, up to M`.
fn extra_of(line: &str, first: Option<&Part>) -> Result<Part, FormError> {
    let wrong = || FormError::Extra(line.to_owned());
    let (head, terms) = line.split_once(':').ok_or_else(wrong)?;
    let (price, most) = terms_of(terms).ok_or_else(wrong)?;
    let (verb, name) = head.trim().split_once(' ').unwrap_or((head, ""));
    let part = match (verb.trim().to_lowercase().as_str(), name) {
        ("buy", name) => Part {
            label: labelled(name)?.to_owned(),
            kind: Kind::Number { least: 0, most },
            ..Part::default()
        },
        ("more", "") => further(first, most).ok_or(FormError::More)?,
        _ => return Err(wrong()),
    };
    Ok(Part {
        price: Some(price),
        ..part
    })
}

/// Up to so many further items of the first part's kind, if that has people or a list.
fn further(first: Option<&Part>, most: u32) -> Option<Part> {
    let mut part = first?.clone();
    match &mut part.kind {
        // At most nine.
        Kind::People(count) | Kind::Of(Choices { count, .. }) => *count = most as u8,
        _ => return None,
    }
    Some(Part {
        label: "more".to_owned(),
        pass: false,
        repeats: true,
        in_all: None,
        ..part
    })
}

/// What an extra costs, and how often it can be had.
fn terms_of(terms: &str) -> Option<(u32, u32)> {
    let terms = terms.to_lowercase();
    let (price, most) = match terms.split_once(',') {
        Some((price, most)) => (price, number(most.trim().strip_prefix("up to")?.trim())?),
        None => (&terms[..], MAX_BOUGHT),
    };
    let price = amount_of(price, "garnet")?;
    (1..=MAX_BOUGHT).contains(&most).then_some((price, most))
}

/// The number in `5 garnets` or `1 garnet`, in lower case.
pub(super) fn amount_of(text: &str, unit: &str) -> Option<u32> {
    let text = text.trim();
    let one = text.strip_suffix('s').unwrap_or(text);
    let amount = number(one.strip_suffix(unit)?.trim());
    amount.filter(|amount| (1..=MAX_PRICE).contains(amount))
}

/// The number in `up to 8 in all`.
fn in_all(rule: &str) -> Option<u32> {
    let most = rule.strip_prefix("up to ")?.strip_suffix(" in all")?;
    number(most.trim()).filter(|most| (1..=MAX_IN_ALL).contains(most))
}

/// The words before a list, and the list, if the line begins with one.
fn list_in(line: &str) -> Option<(&str, &str)> {
    const OF: &str = " of ";
    let at = line.to_ascii_lowercase().find(OF)?;
    let head = line[..at].trim();
    let first = head.split(' ').next().unwrap_or_default();
    let is_head = head.eq_ignore_ascii_case("one")
        || number(head).is_some()
        || first.eq_ignore_ascii_case("amounts");
    is_head.then_some((head, &line[at + OF.len()..]))
}

/// A label, if it can be one.
fn labelled(label: &str) -> Result<&str, FormError> {
    let label = label.trim();
    let fits = is_seen(label) && label.chars().count() <= MAX_LABEL;
    if fits && !label.contains(['"', ',', '>', '/', '(', ')']) {
        Ok(label)
    } else {
        Err(FormError::Label(label.to_owned()))
    }
}

/// What stands before the brackets at the end of a line, and the rules in them.
fn bracketed(line: &str) -> Result<(&str, Vec<&str>), FormError> {
    // A quoted name may have brackets in it.
    let after_quotes = line.rfind('"').map_or(0, |at| at + 1);
    let Some(open) = line[after_quotes..].find('(') else {
        return Ok((line, Vec::new()));
    };
    let (kind, rules) = line.split_at(after_quotes + open);
    let rules = rules[1..].strip_suffix(')');
    let rules = rules.ok_or_else(|| FormError::Bracket(line.to_owned()))?;
    let rules = rules.split(',').map(str::trim);
    Ok((kind.trim(), rules.filter(|rule| !rule.is_empty()).collect()))
}

fn kind_of(text: &str) -> Result<Kind, FormError> {
    let (head, list) = match list_in(text) {
        Some((head, list)) => (head, Some(list)),
        None => (text, None),
    };
    let head = head.to_lowercase();
    let words: Vec<&str> = head.split_whitespace().collect();
    Ok(match (&words[..], list) {
        (["person"], None) => Kind::People(1),
        ([count, "person" | "people"], None) if number(count).is_some() => {
            Kind::People(counted(count)?)
        }
        ([count], Some(list)) => {
            let count = if *count == "one" { 1 } else { counted(count)? };
            let items = list_of(list, MAX_LIST)?;
            Kind::Of(Choices { count, items })
        }
        (["number", range @ ..], None) => {
            let (least, most) = range_of(range)?;
            Kind::Number { least, most }
        }
        (["amounts", range @ ..], Some(list)) => {
            let (least, most) = range_of(range)?;
            let items = list_of(list, MAX_AMOUNTS)?;
            Kind::Amounts { least, most, items }
        }
        (["text"], None) => Kind::Text,
        _ => {
            return Err(FormError::Kind {
                word: text.to_owned(),
                like: nearest_of(text, &KINDS),
            });
        }
    })
}

/// How many people or items.
fn counted(count: &str) -> Result<u8, FormError> {
    let read = number(count).and_then(|count| u8::try_from(count).ok());
    let read = read.filter(|count| (1..=MAX_COUNT).contains(count));
    read.ok_or_else(|| FormError::Count(count.to_owned()))
}

fn range_of(words: &[&str]) -> Result<(u32, u32), FormError> {
    let range = words.concat();
    let ends = ends_of(&range).filter(|(least, most)| least < most && *most <= MAX_NUMBER);
    ends.ok_or(FormError::Range(range))
}

/// The numbers of a range like `1-9`, `1–9` or `1 to 9`.
pub fn ends_of(range: &str) -> Option<(u32, u32)> {
    let ends = range.split_once(['-', '–', '—']);
    let (from, to) = ends.or_else(|| range.split_once("to"))?;
    number(from.trim()).zip(number(to.trim()))
}

fn list_of(text: &str, most: usize) -> Result<Vec<String>, FormError> {
    let mut items: Vec<String> = Vec::new();
    for item in pieces(text, |c| c == ',') {
        let item = without_quotes(item.trim()).trim();
        let is_bad = |c: char| c == '"' || c.is_control();
        let fits = is_seen(item) && item.chars().count() <= MAX_ITEM && !item.contains(is_bad);
        let same = |other: &String| other.to_lowercase() == item.to_lowercase();
        if !fits || items.iter().any(same) {
            return Err(FormError::Item(item.to_owned()));
        }
        items.push(item.to_owned());
    }
    let found = items.len();
    let error = FormError::List { found, most };
    (2..=most).contains(&found).then_some(items).ok_or(error)
}

/// A text without the quotes around all of it.
pub(super) fn without_quotes(text: &str) -> &str {
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    inner.filter(|inner| !inner.contains('"')).unwrap_or(text)
}

/// Those of the possible texts that have a word like a misspelt one; all if none has.
fn nearest_of(typed: &str, possible: &[&str]) -> Vec<String> {
    let typed = typed.to_lowercase();
    let is_like = |text: &&&str| {
        let mut words = text.split(' ');
        words.any(|word| !nearest(word, typed.split(' ')).is_empty())
    };
    let found: Vec<&str> = possible.iter().filter(is_like).copied().collect();
    let found = if found.is_empty() { possible } else { &found };
    found.iter().map(|text| (*text).to_owned()).collect()
}

impl FormError {
    /// Says it, and what works.
    pub fn say(&self) -> String {
        let meant = |like: &[String]| list(like.iter().map(|one| code(one)), "or");
        match self {
            FormError::Lines(0) => "Type what people answer, like `person`.".to_owned(),
            FormError::Lines(found) => {
                format!("That's {found} lines. An answer has at most {MAX_PARTS} parts.")
            }
            FormError::Kind { word, like } => format!(
                "{} isn't a kind of answer. Did you mean {}?",
                code(word),
                meant(like)
            ),
            FormError::Rule { word, like } => {
                format!("{} isn't a rule. Did you mean {}?", code(word), meant(like))
            }
            FormError::Unfit { rule, asked } => format!(
                "The rule {} doesn't fit {}. Leave it out.",
                code(rule),
                code(asked)
            ),
            FormError::NeedsPass(rule) => format!(
                "{} needs the rule `or pass` too, for people whose answers are used up. Try \
                 `(or pass, {rule})`.",
                code(rule)
            ),
            FormError::Bracket(line) => format!(
                "The brackets in {} don't match. Close them at the end of the line, like `person \
                 (or pass)`.",
                code(line)
            ),
            FormError::List { found, most } => format!(
                "A list has 2 to {most} items here; yours has {found}. Write commas between them, \
                 like `one of Red, Blue`."
            ),
            FormError::Item(item) => format!(
                "{} can't be in a list. An item has 1 to {MAX_ITEM} characters, no double quotes \
                 inside, and comes only once.",
                code(item)
            ),
            FormError::Count(found) => format!(
                "You can't choose {found}. Try 1 to {MAX_COUNT}, and no more than a list has \
                 unless you add the rule `repeats`."
            ),
            FormError::Range(range) => format!(
                "{} isn't a range of numbers. The smaller one comes first, like `number 1-100`. \
                 They go up to {MAX_NUMBER}.",
                code(range)
            ),
            FormError::Extra(line) => format!(
                "{} doesn't work. Try `buy ticket: 5 garnets` or `more: 1 garnet, up to 3`. Prices \
                 go up to {MAX_PRICE} garnets.",
                code(line)
            ),
            FormError::More => "`more` needs people or a list in the first line, and comes last \
                                itself."
                .to_owned(),
            FormError::Label(label) => format!(
                "{} can't be a label. A label has 1 to {MAX_LABEL} letters and comes only once.",
                code(label)
            ),
        }
    }
}
