//! The bodies of requests: JSON, or a form with `payload_json` and files.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header;
use serde_json::Value;

use crate::world::{Refusal, Upload};

/// A request's JSON (null if it has none) and its files.
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
        let bytes = Bytes::from_request(request, &())
            .await
            .map_err(|_| Refusal::TooLarge)?;
        Ok(Body {
            json: parse(&bytes)?,
            files: Vec::new(),
        })
    }
}

async fn read_form(mut form: Multipart) -> Result<Body, Refusal> {
    let refuse = |error: axum::extract::multipart::MultipartError| match error.status().as_u16() {
        413 => Refusal::TooLarge,
        _ => Refusal::InvalidJson,
    };
    let mut body = Body {
        json: Value::Null,
        files: Vec::new(),
    };
    while let Some(field) = form.next_field().await.map_err(refuse)? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "payload_json" {
            body.json = parse(&field.bytes().await.map_err(refuse)?)?;
            continue;
        }
        let filename = field.file_name().unwrap_or("file").to_owned();
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
