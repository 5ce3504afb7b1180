//! Components of the second version (v2). A message that has them has nothing else
//! (<https://docs.discord.com/developers/components/reference>).

use std::collections::HashSet;

use serde_json::{Value, json};

use super::forms::{
    BUTTON, check_numbers, check_scheme, join, length, list, message_row, number_within, text,
    unknown_type, walk,
};
use super::{Attachment, FormErrors, Message, Refusal, World, merge};

pub const SECTION: u64 = 9;
pub const TEXT_DISPLAY: u64 = 10;
pub const THUMBNAIL: u64 = 11;
pub const MEDIA_GALLERY: u64 = 12;
pub const FILE: u64 = 13;
pub const SEPARATOR: u64 = 14;
pub const CONTAINER: u64 = 17;

/// How many components a message can have, and how much text in all of them.
const MAX_COMPONENTS: usize = 40;
const MAX_TEXT: usize = 4000;

/// The fields that a message with such components cannot have.
const LEGACY: [&str; 4] = ["content", "embeds", "poll", "sticker_ids"];

/// Checks such components, and that the message has nothing else.
pub fn check(errors: &mut FormErrors, body: &Value, components: &[Value]) {
    for field in LEGACY {
        let is_used = match &body[field] {
            Value::Null => false,
            Value::String(text) => !text.is_empty(),
            Value::Array(items) => !items.is_empty(),
            _ => true,
        };
        if is_used {
            refuse_legacy(errors, field);
        }
    }
    let (mut count, mut letters) = (0, 0);
    walk(components, "components", &mut |component, _| {
        count += 1;
        letters += displayed(component).map_or(0, length);
    });
    if count > MAX_COMPONENTS {
        let message = "The total number of components exceeds maximum of 40";
        errors.add(
            "components",
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            message,
        );
    }
    if letters > MAX_TEXT {
        let message = "Components displayable text size exceeds maximum size of 4000";
        errors.add(
            "components",
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            message,
        );
    }
    check_numbers(errors, components);
    let mut seen = HashSet::new();
    for (index, component) in components.iter().enumerate() {
        check_one(
            errors,
            component,
            &join("components", index),
            false,
            &mut seen,
        );
    }
}

/// Refuses a field that such messages cannot have.
fn refuse_legacy(errors: &mut FormErrors, field: &str) {
    errors.add(
        field,
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        format!("The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"),
    );
}

/// An edit that adds such components must remove what the message had before (Discord
/// documentation, "Edit Message").
pub fn check_lost(message: &Message) -> Result<(), Refusal> {
    let mut errors = FormErrors::default();
    if !message.content.is_empty() {
        refuse_legacy(&mut errors, "content");
    }
    if !message.embeds.is_empty() {
        refuse_legacy(&mut errors, "embeds");
    }
    errors.into_result()
}

/// The text that a component shows.
fn displayed(component: &Value) -> Option<&str> {
    let shows = component["type"] == TEXT_DISPLAY;
    component["content"].as_str().filter(|_| shows)
}

/// All text that components show.
pub fn text_of(components: &[Value]) -> String {
    let mut all = Vec::new();
    walk(components, "", &mut |component, _| {
        all.extend(displayed(component));
    });
    all.join("\n")
}

fn check_one<'a>(
    errors: &mut FormErrors,
    component: &'a Value,
    path: &str,
    in_container: bool,
    seen: &mut HashSet<&'a str>,
) {
    match component["type"].as_u64().unwrap_or(0) {
        1 => message_row(errors, component, path, seen),
        SECTION => check_section(errors, component, path, seen),
        TEXT_DISPLAY => drop(text(errors, component, path, "content", (1, MAX_TEXT))),
        MEDIA_GALLERY => {
            let items = children(errors, component, path, "items", 10);
            for (index, item) in items.iter().enumerate() {
                check_media(errors, item, &join(&join(path, "items"), index));
            }
        }
        FILE => check_address(
            errors,
            &component["file"],
            &join(path, "file"),
            &["attachment"],
        ),
        SEPARATOR => drop(number_within(errors, component, path, "spacing", 1..=2)),
        CONTAINER if !in_container => {
            number_within(errors, component, path, "accent_color", 0..=0xFF_FFFF);
            let inside = children(errors, component, path, "components", MAX_COMPONENTS);
            for (index, inner) in inside.iter().enumerate() {
                let path = join(&join(path, "components"), index);
                check_one(errors, inner, &path, true, seen);
            }
        }
        _ if in_container => unknown_type(errors, path, "(1, 9, 10, 12, 13, 14)"),
        _ => unknown_type(errors, path, "(1, 9, 10, 12, 13, 14, 17)"),
    }
}

/// The list at `field`, of 1 to `most`.
fn children<'a>(
    errors: &mut FormErrors,
    component: &'a Value,
    path: &str,
    field: &str,
    most: usize,
) -> &'a [Value] {
    let inside = list(errors, component, path, field);
    if !(1..=most).contains(&inside.len()) {
        let message = format!("Must be between 1 and {most} in length.");
        errors.add(&join(path, field), "BASE_TYPE_BAD_LENGTH", message);
    }
    inside
}

fn check_section<'a>(
    errors: &mut FormErrors,
    section: &'a Value,
    path: &str,
    seen: &mut HashSet<&'a str>,
) {
    let inside = children(errors, section, path, "components", 3);
    for (index, inner) in inside.iter().enumerate() {
        let path = join(&join(path, "components"), index);
        match inner["type"].as_u64() {
            Some(TEXT_DISPLAY) => check_one(errors, inner, &path, true, seen),
            _ => unknown_type(errors, &path, "(10,)"),
        }
    }
    let at = join(path, "accessory");
    let accessory = &section["accessory"];
    match accessory["type"].as_u64() {
        _ if accessory.is_null() => {
            errors.add(&at, "BASE_TYPE_REQUIRED", "This field is required");
        }
        Some(BUTTON) => super::forms::button(errors, accessory, &at, seen),
        Some(THUMBNAIL) => check_media(errors, accessory, &at),
        _ => unknown_type(errors, &at, "(2, 11)"),
    }
}

/// Checks a picture and its description.
fn check_media(errors: &mut FormErrors, item: &Value, path: &str) {
    text(errors, item, path, "description", (0, 1024));
    let schemes = ["http", "https", "attachment"];
    check_address(errors, &item["media"], &join(path, "media"), &schemes);
}

fn check_address(errors: &mut FormErrors, media: &Value, path: &str, schemes: &[&str]) {
    if text(errors, media, path, "url", (1, 2048)).is_some() {
        check_scheme(errors, media, path, schemes);
    }
}

/// The fields of a component that hold media with an address.
fn media_of(component: &Value) -> Vec<(String, &Value)> {
    match component["type"].as_u64() {
        Some(THUMBNAIL) => vec![("media".to_owned(), &component["media"])],
        Some(FILE) => vec![("file".to_owned(), &component["file"])],
        Some(MEDIA_GALLERY) => {
            let items = component["items"].as_array().into_iter().flatten();
            let items = items.enumerate();
            items
                .map(|(index, item)| (format!("items.{index}.media"), &item["media"]))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The name of the attached file to which a medium refers.
fn file_of(media: &Value) -> Option<&str> {
    media["url"].as_str()?.strip_prefix("attachment://")
}

/// Whether components show a file with this name.
pub fn shows_file(components: &[Value], name: &str) -> bool {
    let mut shown = false;
    walk(components, "", &mut |component, _| {
        let media = media_of(component);
        shown |= media.iter().any(|(_, media)| file_of(media) == Some(name));
    });
    shown
}

/// Refuses components that show a file which isn't attached.
pub fn check_files(components: &[Value], names: &[String]) -> Result<(), Refusal> {
    let mut errors = FormErrors::default();
    walk(components, "components", &mut |component, path| {
        for (field, media) in media_of(component) {
            if file_of(media).is_some_and(|file| !names.iter().any(|name| name == file)) {
                errors.add(
                    &format!("{path}.{field}.url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    "The referenced attachment was not found",
                );
            }
        }
    });
    errors.into_result()
}

impl World {
    /// A component as Discord returns it, with the real addresses of its media.
    pub(super) fn component_json(&self, message: &Message, component: &Value) -> Value {
        let mut shown = component.clone();
        let resolve = |media: &mut Value| *media = self.media_json(message, media);
        match component["type"].as_u64() {
            Some(THUMBNAIL) => resolve(&mut shown["media"]),
            Some(FILE) => {
                let name = file_of(&component["file"]);
                let file = file_named(message, name);
                shown["name"] = json!(file.map(|file| &file.filename));
                shown["size"] = json!(file.map(|file| file.size));
                resolve(&mut shown["file"]);
            }
            Some(MEDIA_GALLERY) => {
                let items = shown["items"].as_array_mut().into_iter().flatten();
                items.for_each(|item| resolve(&mut item["media"]));
            }
            _ => {}
        }
        for field in ["components", "accessory"] {
            let inner = match &component[field] {
                Value::Array(inside) => inside
                    .iter()
                    .map(|inner| self.component_json(message, inner))
                    .collect(),
                Value::Object(_) => self.component_json(message, &component[field]),
                _ => continue,
            };
            shown[field] = inner;
        }
        shown
    }

    fn media_json(&self, message: &Message, media: &Value) -> Value {
        let Some(file) = file_named(message, file_of(media)) else {
            let url = &media["url"];
            return json!({ "id": message.id, "url": url, "proxy_url": url });
        };
        let url = self.attachment_url(message, file);
        let mut shown = json!({ "id": file.id, "url": url, "proxy_url": url,
            "content_type": file.content_type, "attachment_id": file.id });
        if let Some((width, height)) = file.dimensions {
            merge(&mut shown, json!({ "width": width, "height": height }));
        }
        shown
    }
}

fn file_named<'a>(message: &'a Message, name: Option<&str>) -> Option<&'a Attachment> {
    let mut files = message.attachments.iter();
    files.find(|file| Some(file.filename.as_str()) == name)
}
