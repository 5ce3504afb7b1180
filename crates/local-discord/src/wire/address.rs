//! The addresses of requests. They are read here, not by axum's extractors, so that all handlers
//! have one type.

use axum::extract::{FromRequestParts, Query, RawPathParams, Request};
use axum::http::Uri;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};

/// What a request's address says.
pub struct Address {
    /// The named parts of the route, with their values.
    parts: Vec<(String, String)>,
    uri: Uri,
}

impl Address {
    /// Reads the address of a request, and gives the request back.
    pub async fn read(request: Request) -> (Address, Request) {
        let (mut head, body) = request.into_parts();
        // If a part is not text, no part is found.
        let parts = RawPathParams::from_request_parts(&mut head, &()).await;
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let address = Address {
            parts: parts.iter().flatten().map(owned).collect(),
            uri: head.uri.clone(),
        };
        (address, Request::from_parts(head, body))
    }

    /// An address whose parts are known.
    pub fn of(parts: Vec<(String, String)>, uri: Uri) -> Address {
        Address { parts, uri }
    }

    /// A part by its name.
    pub fn part(&self, name: &str) -> &str {
        let part = self.parts.iter().find(|(part, _)| part == name);
        part.map_or("", |(_, value)| value)
    }

    /// The part after the question mark.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn query<T: DeserializeOwned>(&self) -> Result<T, String> {
        match Query::try_from_uri(&self.uri) {
            Ok(Query(query)) => Ok(query),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// A truth value in a query (Discord documentation, "Boolean Query Strings").
#[derive(Clone, Copy, Debug, Default)]
pub struct Flag(pub bool);

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Flag, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "True" | "true" | "1" => Ok(Flag(true)),
            "False" | "false" | "0" => Ok(Flag(false)),
            other => Err(D::Error::custom(format!("{other:?} is not a boolean"))),
        }
    }
}
