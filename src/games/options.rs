//! Helps for reading options strictly, and for writing JSON.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

use super::form::{self, Differs};
use super::{GivenOptions, SetupRefusal};

/// Reads a game's options from the given keys. The type denies unknown fields, has defaults and
/// writes what it has read, so that what is given can be held against it: by itself serde takes
/// more forms than the page has, a list for an object, an object for a word.
///
/// # Errors
/// [`SetupRefusal::Options`] with what was wrong.
pub fn read<T: DeserializeOwned + Serialize>(given: &GivenOptions) -> Result<T, SetupRefusal> {
    let read = deserialized::<T>(given)?;
    match form::hold(given, &read) {
        Ok(()) => Ok(read),
        Err(Differs(key)) => Err(SetupRefusal::Options {
            problem: format!(
                "{} does not have the form of the game's page",
                key.unwrap_or_default()
            ),
        }),
    }
}

fn deserialized<T: DeserializeOwned>(given: &GivenOptions) -> Result<T, SetupRefusal> {
    T::deserialize(given).map_err(|error| {
        // What is wrong with a value does not say whose it is: each key may be left out, so that
        // the wrong one is wrong alone too.
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

/// A JSON object of these pairs. (Collecting them in a map would have a whole sort translated for
/// each kind of iterator.)
pub fn object<K: Into<String>, V: Serialize>(pairs: impl Iterator<Item = (K, V)>) -> GivenOptions {
    let mut object = Map::new();
    for (key, value) in pairs {
        object.insert(key.into(), json!(value));
    }
    object
}

/// For `#[serde(default, deserialize_with = "options::given")]`: a key that may be left out, but
/// not be null.
pub fn given<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
