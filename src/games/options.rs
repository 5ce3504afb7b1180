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
    Ok(T::deserialize(Value::Object(given.clone()))?)
}

/// For `#[serde(default, deserialize_with = "options::given")]`: a key that may be left out, but not be null.
pub fn given<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
