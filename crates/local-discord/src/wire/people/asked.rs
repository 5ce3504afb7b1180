//! A request to the people API as handlers get it, and how it is answered.

use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Json, Response};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::wire::address::Address;
use crate::wire::rest::body::Body;
use crate::world::{Complaint, Id, Upload, World};

pub type Answer = Result<Response, Complaint>;

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

    /// One field of its body; null if it isn't there.
    pub fn field<T: DeserializeOwned>(self, name: &str) -> Result<T, Complaint> {
        let mut body: Value = self.body()?;
        let field = body.get_mut(name).map(Value::take).unwrap_or_default();
        let wrong = |error| Complaint::new(400, format!("The request is wrong: {name}: {error}."));
        serde_json::from_value(field).map_err(wrong)
    }

    pub fn body_and_files<T: DeserializeOwned>(self) -> Result<(T, Vec<Upload>), Complaint> {
        let Body { json, files } = self.body?;
        let read = serde_json::from_value(json)
            .map_err(|error| Complaint::new(400, format!("The request is wrong: {error}.")))?;
        Ok((read, files))
    }
}

/// Who does something, and in which channel.
#[derive(Clone, Copy)]
pub struct Place {
    pub user: Id,
    pub channel: Id,
}

impl Place {
    /// The place of a request, if the person sees it.
    pub fn of(world: &World, asked: &Asked) -> Result<Place, Complaint> {
        let (user, channel) = (person(world, asked)?, asked.id("channel")?);
        world.seen_channel(user, channel)?;
        Ok(Place { user, channel })
    }
}

pub fn told(value: Value) -> Answer {
    Ok(Json(value).into_response())
}

pub fn done() -> Answer {
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The person in a request's address.
pub fn person(world: &World, asked: &Asked) -> Result<Id, Complaint> {
    let id = asked.id("user")?;
    check_person(world, id).map(|()| id)
}

pub fn check_person(world: &World, id: Id) -> Result<(), Complaint> {
    match world.users.get(&id) {
        Some(user) if user.is_bot() => Err(Complaint::new(403, "Bots use their own API.")),
        Some(_) => Ok(()),
        None => Err(Complaint::new(404, "There is no such person.")),
    }
}
