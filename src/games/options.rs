//! Helps for reading options strictly, and for writing JSON.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

use super::{GivenOptions, SetupRefusal};

/// Reads a game's options from the given keys. The type denies unknown fields, has defaults and writes what it has read, so that what is given
/// can be held against it: by itself serde takes more forms than the page has, a list for an object, an object for a word.
///
/// # Errors
/// [`SetupRefusal::Options`] with what was wrong.
pub fn read<T: DeserializeOwned + Serialize>(given: &GivenOptions) -> Result<T, SetupRefusal> {
    let read = deserialized::<T>(given)?;
    if given.is_empty() {
        return Ok(read);
    }
    let written = serde_json::to_value(&read).unwrap_or_default();
    match given
        .iter()
        .find(|(key, value)| !is_in(value, written.get(key)))
    {
        None => Ok(read),
        Some((key, _)) => Err(SetupRefusal::Options {
            problem: format!("{key} does not have the form of the game's page"),
        }),
    }
}

fn deserialized<T: DeserializeOwned>(given: &GivenOptions) -> Result<T, SetupRefusal> {
    T::deserialize(given).map_err(|error| {
        // What is wrong with a value does not say whose it is: each key may be left out, so that the wrong one is wrong alone too.
        let wrong = |(key, value): &(&String, &Value)| {
            let mut alone = GivenOptions::new();
            alone.insert((*key).clone(), (*value).clone());
            T::deserialize(&alone).is_err()
        };
        let problem = match given.iter().find(wrong) {
            Some((key, _)) if !error.to_string().contains(key) => format!("{key}: {error}"),
            _ => error.to_string(),
        };
        SetupRefusal::Options { problem }
    })
}

/// A JSON object of these pairs. (Collecting them in a map would have a whole sort translated for each kind of iterator.)
pub fn object<K: Into<String>, V: Serialize>(pairs: impl Iterator<Item = (K, V)>) -> GivenOptions {
    let mut object = Map::new();
    for (key, value) in pairs {
        object.insert(key.into(), json!(value));
    }
    object
}

/// Whether a value stands in what was written: the same, or an object with some of the same keys. Numbers may be written in several ways.
fn is_in(given: &Value, written: Option<&Value>) -> bool {
    match (given, written) {
        (Value::Object(given), Some(Value::Object(written))) => given
            .iter()
            .all(|(key, value)| is_in(value, written.get(key))),
        (Value::Array(given), Some(Value::Array(written))) => {
            let mut pairs = given.iter().zip(written);
            given.len() == written.len() && pairs.all(|(one, other)| is_in(one, Some(other)))
        }
        (Value::Number(given), Some(Value::Number(written))) => {
            given == written || given.as_f64() == written.as_f64()
        }
        (given, written) => written == Some(given),
    }
}

/// For `#[serde(default, deserialize_with = "options::given")]`: a key that may be left out, but not be null.
pub fn given<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
