//! Helps for reading options strictly.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{GivenOptions, SetupRefusal};

/// Reads a game's options from the given keys. The type denies unknown fields and has defaults.
///
/// # Errors
/// [`SetupRefusal::Options`] with what was wrong.
pub fn read<T: DeserializeOwned>(given: &GivenOptions) -> Result<T, SetupRefusal> {
    T::deserialize(given).map_err(|error| {
        // What is wrong with a value does not say whose it is: each key may be left out, so that the wrong one is wrong alone too.
        let wrong = |(key, value): &(&String, &Value)| {
            let alone = GivenOptions::from_iter([((*key).clone(), (*value).clone())]);
            T::deserialize(Value::Object(alone)).is_err()
        };
        let problem = match given.iter().find(wrong) {
            Some((key, _)) if !error.to_string().contains(key) => format!("{key}: {error}"),
            _ => error.to_string(),
        };
        SetupRefusal::Options { problem }
    })
}

/// For `#[serde(default, deserialize_with = "options::given")]`: a key that may be left out, but not be null.
pub fn given<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
