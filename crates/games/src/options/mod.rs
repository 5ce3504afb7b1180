//! A game's options, a row for each. A row says how the option is read from records, chosen, typed,
//! put into words and varied in random play. Serde then fills the game's own struct. Rules across
//! options, and random draws, are up to the games.

mod typed;

pub use typed::{FormField, fields, plain, read_pairs, shown};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::english::{cut, list};
use super::{BySeat, Cast, Dice, GivenOptions, SetupRefusal};

/// A value written as JSON or as a plain word.
pub fn read_json(written: &str) -> Value {
    serde_json::from_str(written).unwrap_or_else(|_| written.into())
}

/// An option of a game's page. (Times are not options.)
#[derive(Clone, Copy, Debug)]
pub struct OptionRow {
    pub key: &'static str,
    pub may: May,
    /// Its default, as JSON or as a plain word. Empty: left open. `null`: the value may be null.
    pub usual: &'static str,
    /// An example of a typed value; empty if hosts choose it in a menu.
    pub example: &'static str,
    /// What the card says if it is left open or null.
    pub open: &'static str,
    pub set_by: SetBy,
    /// Whether the match keeps its value secret for a while, so that a practice round must not give
    /// it away.
    pub secret: bool,
    /// A random value for random play, if any. Not needed for words.
    pub vary: fn(&Cast, &mut Dice) -> Option<Value>,
}

/// An option's possible values. `is`: completes the refusal “It must be …”. `reads`: checks a
/// value's form, mostly [`form`]. `says`: the card's words for a value.
#[derive(Clone, Copy, Debug)]
pub enum May {
    /// One of these words, each with the card's words for it.
    BeWord(&'static [(&'static str, &'static str)]),
    /// A whole number. `fits`: whether it is allowed; `wrong`: the refusal if not.
    BeNumber {
        is: &'static str,
        reads: fn(&Value) -> Result<(), String>,
        fits: fn(u64) -> bool,
        wrong: fn(u64) -> String,
        says: fn(u64) -> String,
    },
    /// Something of the game's own.
    Be {
        is: &'static str,
        reads: fn(&Value) -> Result<(), String>,
        says: fn(&Value) -> String,
    },
}

/// Where hosts set an option in the set-up panel.
#[derive(Clone, Copy, Debug)]
pub enum SetBy {
    /// In the menu of options: its words, or these numbers.
    Choice(&'static [u64]),
    /// In the form: one field, or one for each of its parts.
    Form(&'static [Field]),
    /// In a menu of its own, with any number of items: its value is the list of their words.
    Menu(&'static OptionMenu),
    /// On its own page, with a menu of the cast for each seat: its value is each seat's list of
    /// names, the seat's own player first.
    Page(&'static PeoplePage),
}

/// A field of the form of options.
#[derive(Debug)]
pub struct Field {
    /// At most 45 characters.
    pub label: &'static str,
    /// If the option is an object: the key that this field sets. Otherwise empty.
    pub part: &'static str,
    /// What it means that a part's field is empty. For a whole option, its row says that.
    pub empty: &'static str,
    /// The largest number that fits, if it is one.
    pub most: u64,
    pub notation: Notation,
    /// Whether its value has several lines.
    pub is_long: bool,
}

#[derive(Debug)]
pub struct OptionMenu {
    pub placeholder: &'static str,
    pub items: fn() -> Vec<MenuItem>,
}

/// The words of a page for choosing people.
#[derive(Debug)]
pub struct PeoplePage {
    /// The button that opens it.
    pub button: &'static str,
    /// The button that leaves the people to a random draw.
    pub draw: &'static str,
    /// How many people go with each seat's player.
    pub others: u8,
    /// The setting in words, with names as they are shown.
    pub says: fn(&BySeat<Vec<String>>) -> String,
    /// The placeholder of a seat's menu, by the player's name.
    pub placeholder: fn(&str) -> String,
    /// Somebody's label in a seat's menu, by the player's name and theirs.
    pub item: fn(&str, &str) -> String,
}

/// An item of an option's menu.
pub struct MenuItem {
    /// Its value, as in records.
    pub word: Value,
    /// At most 100 characters; so has `about`.
    pub label: String,
    pub about: &'static str,
}

/// How an option is typed: reading and writing. Both return None for anything else.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    pub read: fn(&str) -> Option<Value>,
    pub write: fn(&Value) -> Option<String>,
}

/// The most characters of a value, or of serde's message, in a refusal.
const MAX_REFUSED: usize = 60;
const MAX_TOLD: usize = 100;

impl OptionRow {
    /// The defaults of a row.
    pub const USUAL: OptionRow = OptionRow {
        key: "",
        may: May::BeWord(&[]),
        usual: "",
        example: "",
        open: "",
        set_by: SetBy::Choice(&[]),
        secret: false,
        vary: |_, _| None,
    };

    /// The option that decides what happens when a time is up, for games with the two ways of
    /// [`OnTimeout`].
    pub const fn on_timeout(usual: &'static str) -> OptionRow {
        OptionRow {
            key: "on_timeout",
            may: May::BeWord(&[
                ("random", "out of time = a random move"),
                ("forfeit", "out of time = loss"),
            ]),
            usual,
            ..OptionRow::USUAL
        }
    }

    /// Its default; None if it is left open.
    pub fn default(&self) -> Option<Value> {
        (!self.usual.is_empty()).then(|| read_json(self.usual))
    }

    /// The page that sets it, if it names people of the cast, who go with the players of one match.
    pub fn people_page(&self) -> Option<&'static PeoplePage> {
        match self.set_by {
            SetBy::Page(page) => Some(page),
            _ => None,
        }
    }

    /// The values in the menu of options, the default first; None: left open. Empty if it is set
    /// elsewhere.
    pub fn choices(&self) -> Vec<Option<Value>> {
        let values: Vec<Value> = match (self.may, self.set_by) {
            (May::BeWord(words), _) => words.iter().map(|(word, _)| (*word).into()).collect(),
            (_, SetBy::Choice(numbers)) => numbers.iter().map(|one| (*one).into()).collect(),
            _ => return Vec::new(),
        };
        let default = self.default();
        let others = values.into_iter().map(Some).filter(|one| *one != default);
        std::iter::once(default.clone()).chain(others).collect()
    }

    /// Sets it in `given`, or leaves it out if that means the same.
    pub fn set(&self, given: &mut GivenOptions, value: Option<Value>) {
        match value.filter(|value| self.default().as_ref() != Some(value)) {
            Some(value) => drop(given.insert(self.key.to_owned(), value)),
            None => drop(given.remove(self.key)),
        }
    }

    /// Checks that a value has this option's form. The error is serde's message, if that helps.
    fn check(&self, value: &Value) -> Result<(), String> {
        match self.may {
            _ if value.is_null() && self.usual == "null" => Ok(()),
            May::BeWord(words) if words.iter().any(|(word, _)| value == *word) => Ok(()),
            May::BeWord(_) => Err(String::new()),
            May::BeNumber { reads, .. } => reads(value).map_err(|_| String::new()),
            May::Be { reads, .. } => reads(value),
        }
    }

    /// Checks that a number which has this option's form also fits. The error is the refusal.
    fn check_number(&self, value: &Value) -> Result<(), String> {
        match (self.may, value.as_u64()) {
            (May::BeNumber { fits, wrong, .. }, Some(number)) if !fits(number) => {
                Err(wrong(number))
            }
            _ => Ok(()),
        }
    }

    /// The refusal of a value with a wrong form: where it is, what was read, what is allowed, and
    /// an example.
    fn refused(&self, place: &str, value: &str) -> String {
        let value = value.chars().filter(|c| *c != '`').take(MAX_REFUSED);
        let value: String = value.collect();
        let is = match self.may {
            May::BeWord(words) => {
                let words = words.iter().map(|(word, _)| format!("`{word}`"));
                list(words, "or")
            }
            May::BeNumber { is, .. } | May::Be { is, .. } => is.to_owned(),
        };
        let like = match self.example {
            "" => String::new(),
            example => format!(", like `{example}`"),
        };
        format!("{place} can't be `{value}`. It must be {is}{like}.")
    }

    /// The card's words for a value; None: it is not set and has no default.
    pub fn says(&self, value: Option<&Value>) -> String {
        let Some(value) = value.filter(|value| !value.is_null()) else {
            return self.open.to_owned();
        };
        let said = match self.may {
            May::BeWord(words) => {
                let known = words.iter().find(|(word, _)| value == *word);
                known.map(|(_, said)| (*said).to_owned())
            }
            May::BeNumber { says, .. } => value.as_u64().map(says),
            May::Be { says, .. } => Some(says(value)),
        };
        // A value with a wrong form will be refused soon.
        said.unwrap_or_else(|| format!("{} {}", self.key, shown(value)))
    }
}

/// Checks that a value has exactly the form in which a type is written. Serde alone accepts more
/// than the page: a list for an object, or an object for a word.
///
/// # Errors
/// Serde's message; empty if serde reads the value, but would write it differently.
pub fn form<T: DeserializeOwned + Serialize>(value: &Value) -> Result<(), String> {
    let read = T::deserialize(value).map_err(|error| error.to_string())?;
    match serde_json::to_value(read) {
        Ok(written) if same(value, &written) => Ok(()),
        _ => Err(String::new()),
    }
}

/// Whether two values are equal, however their numbers are written.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_there = |(key, value)| other.get(key).is_some_and(|other| same(value, other));
            one.len() == other.len() && one.iter().all(is_there)
        }
        _ => one == other,
    }
}

/// Checks that the game has these options, and that each value has its option's form. Does not look
/// at other options or the cast.
///
/// # Errors
/// [`SetupRefusal::Option`] of the first that is wrong.
pub fn check(rows: &[OptionRow], given: &GivenOptions) -> Result<(), SetupRefusal> {
    for (key, value) in given {
        let row = rows.iter().find(|row| row.key == key).ok_or_else(|| {
            let known = list(rows.iter().map(|row| format!("`{}`", row.key)), "and");
            let key = cut(key, MAX_REFUSED).replace('`', "");
            let said = format!("This game has no option `{key}`. Its options are {known}.");
            SetupRefusal::Option(said)
        })?;
        row.check(value).map_err(|told| {
            let refused = row.refused(&format!("`{}`", row.key), &value.to_string());
            SetupRefusal::Option(match told.as_str() {
                "" => refused,
                told => format!("{refused} The problem: {}.", cut(told, MAX_TOLD)),
            })
        })?;
    }
    Ok(())
}

/// Checks each of a record's or a host's options by itself, and adds the defaults of missing ones.
/// Options that are left open stay missing.
///
/// # Errors
/// [`SetupRefusal::Option`] of the first that is wrong.
pub fn read(rows: &[OptionRow], given: &GivenOptions) -> Result<GivenOptions, SetupRefusal> {
    check(rows, given)?;
    let mut complete = GivenOptions::new();
    for row in rows {
        if let Some(value) = given.get(row.key).cloned().or_else(|| row.default()) {
            row.check_number(&value).map_err(SetupRefusal::Option)?;
            complete.insert(row.key.to_owned(), value);
        }
    }
    Ok(complete)
}

/// Random options for random play. Some are left out, so that defaults are played too.
pub fn vary(rows: &[OptionRow], cast: &Cast, dice: &mut Dice) -> GivenOptions {
    let mut given = GivenOptions::new();
    for row in rows {
        let value = match row.may {
            _ if dice.one_in(3) => None,
            May::BeWord(words) => dice.pick(words).map(|(word, _)| Value::from(*word)),
            May::BeNumber { .. } | May::Be { .. } => (row.vary)(cast, dice),
        };
        given.extend(value.map(|value| (row.key.to_owned(), value)));
    }
    given
}

/// All of a game's options in words, changes from the defaults in bold. Without options that name
/// people, which have a line of their own.
pub fn all_said(rows: &[OptionRow], given: &GivenOptions) -> String {
    let rows = rows.iter().filter(|row| row.people_page().is_none());
    let said = rows.map(|row| match given.get(row.key) {
        Some(set) => format!("**{}**", row.says(Some(set))),
        None => row.says(row.default().as_ref()),
    });
    said.collect::<Vec<_>>().join(" · ")
}

/// The changes from the default options, in words.
pub fn set_said(rows: &[OptionRow], given: &GivenOptions) -> Vec<String> {
    let rows = rows.iter().filter(|row| row.people_page().is_none());
    let set = rows.filter_map(|row| Some(row.says(Some(given.get(row.key)?))));
    set.collect()
}

/// A JSON object of these pairs. (Collecting them into a map would compile a whole sort for each
/// kind of iterator.)
pub fn object<K: Into<String>, V: Serialize>(pairs: impl Iterator<Item = (K, V)>) -> GivenOptions {
    let mut object = Map::new();
    for (key, value) in pairs {
        object.insert(key.into(), json!(value));
    }
    object
}

/// The word of an enum's variant, without what it holds.
pub(crate) fn variant(of: impl Serialize) -> Value {
    match json!(of) {
        Value::Object(one) => one.keys().next().map_or(Value::Null, |word| json!(word)),
        word => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameId;

    #[test]
    fn options_are_said_in_words_and_changed_ones_in_bold() {
        for (game, given, all) in [
            (
                "gridlock",
                json!({}),
                "a 5×5 grid · finding more than half of the safe players wins · the middle \
                 tile starts white · players who don't hide aren't on the grid · a find shows who \
                 was hiding there · out of time = a random move",
            ),
            (
                "gridlock",
                json!({ "size": 7, "target": 1, "start_tile": "random", "missing": "random", "reveal": "count", "on_timeout": "forfeit" }),
                "**a 7×7 grid** · **1 point wins** · **the middle tile starts white or yellow at \
                 random** · **players who don't hide are hidden at random** · **a find shows how \
                 many, not who** · **out of time = loss**",
            ),
            (
                "roundabout",
                json!({ "entourages": { "dmo": ["A", "B", "C"] } }),
                "an outer roundabout of 6 spaces (the tips) · no card limit · out of time = a random move",
            ),
            (
                "roundabout",
                json!({ "max_turns": 40, "outer": "rim" }),
                "**an outer roundabout of 18 spaces (the whole edge)** · **tie after 40 cards** \
                 · out of time = a random move",
            ),
            (
                "roundabout",
                json!({ "max_turns": 1 }),
                "an outer roundabout of 6 spaces (the tips) · **tie after 1 card** · out of time = a random move",
            ),
            (
                "crossfire",
                json!({ "chips": 1 }),
                "**1 chip each** · no anomalies · Dealer's spawn spaces · out of time costs chips",
            ),
            (
                "crossfire",
                json!({ "spawns": { "blue": ["B1 down", "A4 right"], "red": ["C1 down"] } }),
                "50 chips each · no anomalies · **the host's spawn spaces: blue B1 down, A4 right; \
                 red C1 down** · out of time costs chips",
            ),
            (
                "short_circuit",
                json!({ "columns": 8, "battery": { "D4": "H", "E4": "H" }, "supply": { "straight": 8, "turn": 10 } }),
                "**8 columns** · 6 to 8 rows, at random · **the battery D4 H, E4 H** · **loose \
                 tiles: straight 8, turn 10; the other kinds at random** · out of time = loss",
            ),
            (
                "crossfire",
                json!({ "anomalies": ["ambush", "both_ways"] }),
                "50 chips each · **Ambush Reinforcements and Both Ways** · Dealer's spawn spaces · \
                 out of time costs chips",
            ),
            (
                "invitational",
                json!({ "map": { "houses": "long ".repeat(400) } }),
                "**the host's own map** · out of time = a random move",
            ),
        ] {
            let options = given.as_object().unwrap();
            let rows = GameId::read(game).unwrap().catalogue().options;
            assert_eq!(all_said(rows, options), all, "{given}");
            let bold = all.matches("**").count() / 2;
            assert_eq!(set_said(rows, options).len(), bold, "{given}");
        }
    }

    #[test]
    fn no_option_is_called_by_its_key() {
        for game in GameId::ALL {
            for row in game
                .catalogue()
                .options
                .iter()
                .filter(|row| row.people_page().is_none())
            {
                let said = row.says(row.default().as_ref());
                assert!(!said.is_empty(), "{game:?}: {}", row.key);
                let key = format!("{} ", row.key);
                assert!(!said.starts_with(&key), "{game:?}: {said}");
            }
        }
    }
}
