//! A request to the people API as handlers get it, and how it is answered.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::wire::address::Address;
use crate::wire::rest::body::Body;
use crate::wire::shared::Shared;
use crate::world::{Complaint, Id, Upload, World};

pub type Answer = Result<Response, Complaint>;
pub type Server = State<Arc<Shared>>;

/// The longest time that a request may wait for something, in milliseconds.
pub const LONGEST_WAIT_MS: u64 = 60_000;

/// A request as handlers get it. Errors are sentences.
pub struct Asked {
    pub address: Address,
    pub body: Result<Body, Complaint>,
}

impl Asked {
    pub async fn read(request: Request) -> Asked {
        let (address, request) = Address::read(request).await;
        Asked {
            address,
            body: Body::read(request).await.map_err(Complaint::from),
        }
    }

    pub fn id(&self, name: &str) -> Result<Id, Complaint> {
        let id = self.address.part(name).parse();
        id.map_err(|_| Complaint::new(400, format!("The {name} in the address isn't an id.")))
    }

    pub fn query<T: DeserializeOwned>(&self) -> Result<T, Complaint> {
        let wrong = |problem| Complaint::new(400, format!("The request is wrong: {problem}."));
        self.address.query().map_err(wrong)
    }

    pub fn body<T: DeserializeOwned>(self) -> Result<T, Complaint> {
        Ok(self.body_and_files()?.0)
    }

    pub fn body_and_files<T: DeserializeOwned>(self) -> Result<(T, Vec<Upload>), Complaint> {
        let Body { json, files } = self.body?;
        let read = serde_json::from_value(json)
            .map_err(|error| Complaint::new(400, format!("The request is wrong: {error}.")))?;
        Ok((read, files))
    }
}

impl FromRequest<Arc<Shared>> for Asked {
    type Rejection = Infallible;

    async fn from_request(request: Request, _: &Arc<Shared>) -> Result<Self, Infallible> {
        Ok(Asked::read(request).await)
    }
}

pub fn told(value: Value) -> Answer {
    Ok(Json(value).into_response())
}

pub fn done() -> Answer {
    Ok(StatusCode::NO_CONTENT.into_response())
}

pub fn person(world: &World, user: Id) -> Result<(), Complaint> {
    match world.users.get(&user) {
        Some(user) if user.is_bot() => Err(Complaint::new(403, "Bots use their own API.")),
        Some(_) => Ok(()),
        None => Err(Complaint::new(404, "There is no such person.")),
    }
}
