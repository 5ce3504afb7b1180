//! The bodies of requests: JSON, or a form. A form has the JSON in `payload_json`, or its fields
//! one by one, and files.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Form, FromRequest, Multipart, Request};
use axum::http::header;
use serde_json::{Value, json};

use crate::world::{Refusal, Upload};

/// A request's JSON (null if it has none) and its files.
#[derive(Default)]
pub struct Body {
    pub json: Value,
    pub files: Vec<Upload>,
}

impl Body {
    /// Its JSON and the number of its files, for the listener.
    pub fn told(&self) -> (Value, usize) {
        (self.json.clone(), self.files.len())
    }

    pub async fn read(request: Request) -> Result<Body, Refusal> {
        let kind = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or_default();
        if kind.starts_with("multipart/form-data") {
            let form = Multipart::from_request(request, &())
                .await
                .map_err(|_| Refusal::InvalidJson)?;
            return read_form(form).await;
        }
        if kind.starts_with("application/x-www-form-urlencoded") {
            let form = Form::<Vec<(String, String)>>::from_request(request, &()).await;
            let Form(fields) = form.map_err(|_| Refusal::InvalidJson)?;
            let mut body = Body::default();
            for (name, text) in fields {
                body.take_field(name, text)?;
            }
            return Ok(body);
        }
        let bytes = Bytes::from_request(request, &())
            .await
            .map_err(|_| Refusal::TooLarge)?;
        Ok(Body {
            json: parse(&bytes)?,
            files: Vec::new(),
        })
    }

    /// Takes a field of a form (Discord documentation, "Uploading Files").
    fn take_field(&mut self, name: String, text: String) -> Result<(), Refusal> {
        if name == "payload_json" {
            self.json = parse(text.as_bytes())?;
        } else if self.json.is_null() || self.json.is_object() {
            self.json[name] = json!(text);
        }
        Ok(())
    }
}

async fn read_form(mut form: Multipart) -> Result<Body, Refusal> {
    let refuse = |error: axum::extract::multipart::MultipartError| match error.status().as_u16() {
        413 => Refusal::TooLarge,
        _ => Refusal::InvalidJson,
    };
    let mut body = Body::default();
    while let Some(field) = form.next_field().await.map_err(refuse)? {
        let name = field.name().unwrap_or_default().to_owned();
        let Some(filename) = field.file_name().map(str::to_owned) else {
            let text = field.text().await.map_err(refuse)?;
            body.take_field(name, text)?;
            continue;
        };
        let content_type = field.content_type().map(str::to_owned);
        // `files[3]`, or in the old form `file3` or just `file`.
        let digits: String = name.chars().filter(char::is_ascii_digit).collect();
        let index = digits.parse().unwrap_or(body.files.len() as u64);
        let bytes: Arc<[u8]> = field.bytes().await.map_err(refuse)?.as_ref().into();
        body.files.push(Upload {
            index,
            filename,
            content_type,
            description: None,
            bytes,
        });
    }
    Ok(body)
}

fn parse(bytes: &[u8]) -> Result<Value, Refusal> {
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(bytes).map_err(|_| Refusal::InvalidJson)
}
