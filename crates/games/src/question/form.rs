//! Reading a form: what hosts type to say what may be answered.

use serde::{Deserialize, Serialize};

use super::part::{
    Choices, Form, Kind, MAX_AMOUNTS, MAX_COUNT, MAX_IN_ALL, MAX_ITEM, MAX_LABEL, MAX_LIST,
    MAX_NUMBER, MAX_PARTS, Part,
};
use super::wrong::code;
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
    /// The rule doesn't suit the kind.
    Unfit { rule: String, kind: String },
    /// The rule needs another one: `or pass`.
    NeedsPass(String),
    /// A bracket is not closed.
    Bracket(String),
    /// A list has so many items.
    List { found: u32, most: u32 },
    /// An item that comes twice.
    Twice(String),
    /// An item that is empty, too long, or has a double quote in it.
    Item(String),
    /// A number of people or items that isn't possible.
    Count(String),
    /// More items to choose than the list has.
    TooFew { count: u32, items: u32 },
    /// A range of numbers that isn't possible.
    Range(String),
    /// An extra that can't be read.
    Extra(String),
    /// Further items that aren't in the last line, or have no people or list before them.
    More,
    /// A label that is empty, too long or there already.
    Label(String),
}

/// The kinds, each as it is written and with the word by which a misspelt one is found.
const KINDS: [(&str, &str); 6] = [
    ("one of Red, Blue", "one"),
    ("person", "person"),
    ("3 people", "people"),
    ("number 1-100", "number"),
    ("amounts 0-10 of Red, Blue", "amounts"),
    ("text", "text"),
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

/// What can be had for garnets, each as it is written.
const EXTRAS: [&str; 2] = ["buy ticket: 5 garnets", "more: 1 garnet, up to 3"];
/// The highest price of an extra, and the most that anybody may buy of it.
const MAX_PRICE: u32 = 99;
const MAX_BOUGHT: u32 = 9;

impl Kind {
    /// The word for it in a form.
    pub fn word(&self) -> String {
        let word = match self {
            Kind::Of(Choices { count: 1, .. }) => "one of",
            Kind::Of(Choices { count, .. }) => return format!("{count} of"),
            Kind::People(1) => "person",
            Kind::People(_) => "people",
            Kind::Number { .. } => "number",
            Kind::Amounts { .. } => "amounts",
            Kind::Text => "text",
        };
        word.to_owned()
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
            if form.more().is_some() {
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
                (!has_people, form.parts[0].kind.word()),
                (any(Part::is_more), "more".to_owned()),
                (any(|part| part.repeats), "repeats".to_owned()),
                // Too few people may be left for both in a later round.
                (any(|part| part.not_last), "not your last".to_owned()),
            ];
            if let Some((_, kind)) = clashes.into_iter().find(|(clashes, _)| *clashes) {
                let rule = "all different".to_owned();
                return Err(FormError::Unfit { rule, kind });
            }
        }
        Ok(form)
    }
}

/// Reads a line; a rule for the whole answer goes into the form.
fn line_of(line: &str, form: &mut Form) -> Result<Part, FormError> {
    let (label, rest) = match line.split_once(':') {
        // A list's item may have a colon in it.
        Some((label, rest)) if list_in(line).is_none() => (label.trim(), rest.trim()),
        _ => ("", line),
    };
    if rest.len() < line.len() && !is_label(label) {
        return Err(FormError::Label(label.to_owned()));
    }
    let (kind, rules) = bracketed(rest)?;
    let mut part = plain(label, kind_of(kind)?);
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
            | ("yourself too" | "repeats", _) => {
                let kind = part.kind.word();
                return Err(FormError::Unfit { rule: word, kind });
            }
            ("or pass", _) => part.pass = true,
            ("not your last", _) => part.not_last = true,
            _ if in_all(&word).is_some() => part.in_all = in_all(&word),
            _ => {
                let meant = nearest(&word, RULES.into_iter())
                    .first()
                    .map(|rule| (*rule).to_owned());
                return Err(FormError::Rule { word, meant });
            }
        }
    }
    if let (Some(most), false) = (part.in_all, part.pass) {
        return Err(FormError::NeedsPass(format!("up to {most} in all")));
    }
    match &part.kind {
        Kind::Of(choices) if !part.repeats && part.count() > choices.items.len() => {
            Err(FormError::TooFew {
                count: choices.count.into(),
                items: choices.items.len() as u32,
            })
        }
        _ => Ok(part),
    }
}

/// A part without rules.
fn plain(label: &str, kind: Kind) -> Part {
    Part {
        label: label.to_owned(),
        kind,
        yourself: false,
        pass: false,
        repeats: false,
        not_last: false,
        in_all: None,
        price: None,
    }
}

/// Reads `buy NAME: N garnets, up to M` or `more: N garnets, up to M`.
fn extra_of(line: &str, first: Option<&Part>) -> Result<Part, FormError> {
    let wrong = || FormError::Extra(line.to_owned());
    let (head, terms) = line.split_once(':').ok_or_else(wrong)?;
    let (price, most) = terms_of(&terms.to_lowercase()).ok_or_else(wrong)?;
    let (verb, name) = head.trim().split_once(' ').unwrap_or((head, ""));
    let (label, kind) = match (verb.trim().to_lowercase().as_str(), name.trim()) {
        ("buy", name) => (name, Kind::Number { least: 0, most }),
        ("more", "") => ("more", further(first, most).ok_or(FormError::More)?),
        _ => return Err(wrong()),
    };
    if !is_label(label) {
        return Err(FormError::Label(label.to_owned()));
    }
    let mut part = plain(label, kind);
    part.price = Some(price);
    if let Some(first) = first.filter(|_| part.is_more()) {
        part.repeats = true;
        (part.yourself, part.not_last) = (first.yourself, first.not_last);
    }
    Ok(part)
}

/// Up to so many further items of the first part's kind, if that has people or a list.
fn further(first: Option<&Part>, most: u32) -> Option<Kind> {
    // At most nine.
    let count = most as u8;
    match &first?.kind {
        Kind::People(_) => Some(Kind::People(count)),
        Kind::Of(Choices { items, .. }) => Some(Kind::Of(Choices {
            count,
            items: items.clone(),
        })),
        _ => None,
    }
}

/// What an extra costs, and how often it can be had.
fn terms_of(terms: &str) -> Option<(u32, u32)> {
    let (price, most) = match terms.split_once(',') {
        Some((price, most)) => (price, number(most.trim().strip_prefix("up to")?.trim())?),
        None => (terms, MAX_BOUGHT),
    };
    let price = price.trim().strip_suffix('s').unwrap_or(price.trim());
    let price = number(price.strip_suffix("garnet")?.trim())?;
    let fits = (1..=MAX_PRICE).contains(&price) && (1..=MAX_BOUGHT).contains(&most);
    fits.then_some((price, most))
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
    if let Some((head, list)) = list_in(text) {
        return kind_of_list(head, list);
    }
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    match words[..] {
        ["person"] => Ok(Kind::People(1)),
        ["text"] => Ok(Kind::Text),
        [count, "person" | "people"] if number(count).is_some() => {
            counted(count, "people").map(Kind::People)
        }
        ["number", ref range @ ..] => {
            let (least, most) = range_of(&range.concat())?;
            Ok(Kind::Number { least, most })
        }
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

/// `one of`, `2 of` and `amounts 0-10 of`.
fn kind_of_list(head: &str, list: &str) -> Result<Kind, FormError> {
    let head = head.to_lowercase();
    if let Some(range) = head.strip_prefix("amounts") {
        let (least, most) = range_of(&range.replace(' ', ""))?;
        let items = list_of(list, MAX_AMOUNTS)?;
        return Ok(Kind::Amounts { least, most, items });
    }
    let items = list_of(list, MAX_LIST)?;
    let count = match head.as_str() {
        "one" => 1,
        count => counted(count, "of")?,
    };
    Ok(Kind::Of(Choices { count, items }))
}

/// How many people or items; `what` comes after it.
fn counted(count: &str, what: &str) -> Result<u8, FormError> {
    match count.parse() {
        Ok(count @ 1..=MAX_COUNT) => Ok(count),
        _ => Err(FormError::Count(format!("{count} {what}"))),
    }
}

fn range_of(range: &str) -> Result<(u32, u32), FormError> {
    let ends = range
        .split_once(['-', '–', '—'])
        .or_else(|| range.split_once("to"));
    let ends = ends.and_then(|(least, most)| Some((number(least)?, number(most)?)));
    let ends = ends.filter(|(least, most)| least < most && *most <= MAX_NUMBER);
    ends.ok_or_else(|| FormError::Range(range.to_owned()))
}

fn list_of(text: &str, most: usize) -> Result<Vec<String>, FormError> {
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
    if (2..=most).contains(&items.len()) {
        Ok(items)
    } else {
        Err(FormError::List {
            found: items.len() as u32,
            most: most as u32,
        })
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
            FormError::Unfit { rule, kind } => {
                format!(
                    "The rule {} doesn't fit {}. Leave it out.",
                    code(rule),
                    code(kind)
                )
            }
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
            FormError::Twice(item) => format!("{} is in the list twice.", code(item)),
            FormError::Item(item) => format!(
                "{} can't be in a list. An item has 1 to {MAX_ITEM} characters and no double \
                 quotes inside.",
                code(item)
            ),
            FormError::Count(found) => format!(
                "{} doesn't work. Try 1 to {MAX_COUNT}, like `3 people` or `2 of Red, Blue`.",
                code(found)
            ),
            FormError::TooFew { count, items } => format!(
                "You can't choose {count} of {items} items. Ask for fewer, or add the rule \
                 `repeats`."
            ),
            FormError::Range(range) => format!(
                "{} isn't a range of numbers. The smaller one comes first, like `number 1-100`. \
                 They go up to {MAX_NUMBER}.",
                code(range)
            ),
            FormError::Extra(line) => format!(
                "{} doesn't work. {} Prices go up to {MAX_PRICE} garnets.",
                code(line),
                instead(&None, &EXTRAS)
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
