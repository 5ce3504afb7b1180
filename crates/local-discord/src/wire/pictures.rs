//! Pictures of people and the files of messages.

use std::io::Cursor;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use image::{ImageFormat, Rgba, RgbaImage};

use super::shared::Shared;
use crate::world::{Attachment, Id, World};

const SIDE: u32 = 128;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/avatars/{user}/{file}", get(avatar))
        .route("/embed/avatars/{file}", get(default_avatar))
        .route("/guild-events/{event}/{file}", get(event_picture))
        .route("/attachments/{channel}/{id}/{filename}", get(attachment))
        .route("/ephemeral-attachments/{id}/{filename}", get(given_file))
}

/// A file of a message.
async fn attachment(
    State(shared): State<Arc<Shared>>,
    Path((channel, id, filename)): Path<(Id, Id, String)>,
) -> Response {
    let world = shared.world();
    let messages = world
        .channels
        .get(&channel)
        .map(|channel| channel.messages.values().rev());
    let mut files = messages
        .into_iter()
        .flatten()
        .flat_map(|message| &message.attachments);
    file(&world, files.find(|file| file.id == id), &filename)
}

/// A file that somebody gave with a command.
async fn given_file(
    State(shared): State<Arc<Shared>>,
    Path((id, filename)): Path<(Id, String)>,
) -> Response {
    let world = shared.world();
    file(&world, world.given_files.get(&id), &filename)
}

fn file(world: &World, file: Option<&Attachment>, name: &str) -> Response {
    let Some(file) = file.filter(|file| file.filename == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    // Only pictures keep their type. Everything else is served as text, so that it can't run as a
    // page of this origin.
    let kind = match file.content_type.as_str() {
        "image/svg+xml" => "text/plain; charset=utf-8",
        kind if kind.starts_with("image/") => kind,
        _ => "text/plain; charset=utf-8",
    };
    bytes(world.blob(file.id), kind, "max-age=31536000, immutable")
}

fn bytes(bytes: Option<Vec<u8>>, kind: &str, kept: &str) -> Response {
    let Some(bytes) = bytes else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, kept),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, bytes).into_response()
}

fn png(picture: Option<Vec<u8>>) -> Response {
    bytes(picture, "image/png", "max-age=86400")
}

async fn avatar(
    State(shared): State<Arc<Shared>>,
    Path((id, file)): Path<(Id, String)>,
) -> Response {
    let world = shared.world();
    let user = world.users.get(&id);
    let is_theirs = user.is_some_and(|user| file.split('.').next() == Some(&user.avatar));
    png(is_theirs.then_some(id).and_then(drawn_avatar))
}

/// The picture of somebody who has none. Everybody has one here, but libraries know the address.
async fn default_avatar(Path(file): Path<String>) -> Response {
    let number = file.strip_suffix(".png").map(str::parse);
    png(match number {
        Some(Ok(number @ 0..6)) => drawn_avatar(Id(number)),
        _ => None,
    })
}

async fn event_picture(
    State(shared): State<Arc<Shared>>,
    Path((event, file)): Path<(Id, String)>,
) -> Response {
    let world = shared.world();
    let mut guilds = world.guilds.values();
    png(match guilds.find_map(|guild| guild.events.get(&event)) {
        Some(event) if event.image().as_deref() == file.split('.').next() => {
            event.picture.and_then(|id| world.blob(id))
        }
        _ => None,
    })
}

/// A coloured disc with a pattern that is symmetric from left to right, drawn from the id alone.
fn drawn_avatar(user: Id) -> Option<Vec<u8>> {
    // People who are made together differ only in the counter at the end of their id, so its bits
    // are spread over all.
    let mut bits = (user.0 ^ user.0 >> 22).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    bits ^= bits >> 32;
    let ground = hue((bits >> 40) as u32 % 12 * 30, 0.45, 0.42);
    let figure = hue((bits >> 40) as u32 % 12 * 30, 0.60, 0.86);
    let picture = RgbaImage::from_fn(SIDE, SIDE, |x, y| {
        let (dx, dy) = (
            x as f32 + 0.5 - SIDE as f32 / 2.0,
            y as f32 + 0.5 - SIDE as f32 / 2.0,
        );
        let inside = (SIDE as f32 / 2.0 - (dx * dx + dy * dy).sqrt()).clamp(0.0, 1.0);
        let cell = |at: f32| ((at + SIDE as f32 * 0.3) / (SIDE as f32 * 0.12)).floor();
        let (column, row) = (cell(dx), cell(dy));
        let within = (0.0..5.0).contains(&column) && (0.0..5.0).contains(&row);
        let folded = if column > 2.0 { 4.0 - column } else { column };
        let filled = within && bits >> (row as u32 * 3 + folded as u32) & 1 == 1;
        let [r, g, b] = if filled { figure } else { ground };
        Rgba([r, g, b, (inside * 255.0) as u8])
    });
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png).ok()?;
    Some(png.into_inner())
}

/// A colour of the given hue (degrees), saturation and lightness (0 to 1).
fn hue(degrees: u32, saturation: f32, lightness: f32) -> [u8; 3] {
    let reach = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|offset| {
        let k = (offset + degrees as f32 / 30.0) % 12.0;
        let value = lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        (value * 255.0) as u8
    })
}
