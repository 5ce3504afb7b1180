//! Components of the second version (v2). A message that has them has nothing else
//! (<https://docs.discord.com/developers/components/reference>).

use serde_json::{Value, json};

use super::components::{ACTION_ROW, BUTTON, check_button, check_numbers, check_row, walk};
use super::forms::{Field, Form, length};
use super::{Attachment, Message, Refusal, World, merge};

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

/// Checks such components, and that the message has nothing else.
pub fn check(body: &Field<'_>) {
    for field in ["content", "embeds", "poll", "sticker_ids"].map(|name| body.at(name)) {
        let is_used = match field.value {
            Value::Null => false,
            Value::String(text) => !text.is_empty(),
            Value::Array(items) => !items.is_empty(),
            _ => true,
        };
        if is_used {
            refuse_legacy(&field);
        }
    }
    let list = body.at("components");
    let components = list.items(super::forms::ANY_NUMBER);
    let all = list.value.as_array().map_or(&[][..], Vec::as_slice);
    let (mut count, mut letters) = (0, 0);
    walk(all, "", &mut |component, _| {
        count += 1;
        letters += displayed(component).map_or(0, length);
    });
    if count > MAX_COMPONENTS {
        let message = "The total number of components exceeds maximum of 40";
        list.wrong("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message);
    }
    if letters > MAX_TEXT {
        let message = "Components displayable text size exceeds maximum size of 4000";
        list.wrong("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message);
    }
    check_numbers(&components);
    for component in &components {
        check_one(component, false);
    }
}

/// Refuses a field that such messages cannot have.
fn refuse_legacy(field: &Field<'_>) {
    let message = format!(
        "The '{}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
        field.path()
    );
    field.wrong(
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        message,
    );
}

/// An edit that adds such components must remove what the message had before (Discord
/// documentation, "Edit Message").
pub fn check_lost(message: &Message) -> Result<(), Refusal> {
    let form = Form::default();
    if !message.content.is_empty() {
        refuse_legacy(&form.field("content", &Value::Null));
    }
    if !message.embeds.is_empty() {
        refuse_legacy(&form.field("embeds", &Value::Null));
    }
    form.finish()
}

/// The text that a component shows.
fn displayed(component: &Value) -> Option<&str> {
    match component["type"].as_u64() {
        Some(TEXT_DISPLAY) => component["content"].as_str(),
        _ => None,
    }
}

/// All text that components show.
pub fn text_of(components: &[Value]) -> String {
    let mut all = Vec::new();
    walk(components, "", &mut |component, _| {
        all.extend(displayed(component));
    });
    all.join("\n")
}

fn check_one(component: &Field<'_>, in_container: bool) {
    match component.kind() {
        ACTION_ROW => check_row(component),
        SECTION => check_section(component),
        TEXT_DISPLAY => drop(component.at("content").text(1..=MAX_TEXT)),
        MEDIA_GALLERY => component
            .at("items")
            .items(1..=10)
            .iter()
            .for_each(check_media),
        FILE => check_address(&component.at("file"), &["attachment"]),
        SEPARATOR => drop(component.at("spacing").number(1..=2)),
        CONTAINER if !in_container => {
            component.at("accent_color").number(0..=0xFF_FFFF);
            for inner in component.at("components").items(1..=MAX_COMPONENTS) {
                check_one(&inner, true);
            }
        }
        _ if in_container => component.unknown_type("(1, 9, 10, 12, 13, 14)"),
        _ => component.unknown_type("(1, 9, 10, 12, 13, 14, 17)"),
    }
}

fn check_section(section: &Field<'_>) {
    for inner in section.at("components").items(1..=3) {
        match inner.kind() {
            TEXT_DISPLAY => check_one(&inner, true),
            _ => inner.unknown_type("(10,)"),
        }
    }
    let accessory = section.at("accessory");
    match accessory.kind() {
        _ if accessory.is_null() => accessory.missing(),
        BUTTON => check_button(&accessory),
        THUMBNAIL => check_media(&accessory),
        _ => accessory.unknown_type("(2, 11)"),
    }
}

/// Checks a picture and its description.
fn check_media(item: &Field<'_>) {
    item.at("description").text(0..=1024);
    check_address(&item.at("media"), &["http", "https", "attachment"]);
}

fn check_address(media: &Field<'_>, schemes: &[&str]) {
    if media.at("url").text(1..=2048).is_some() {
        media.check_scheme(schemes);
    }
}

/// The fields of a component that hold media with an address.
fn media_of(component: &Value) -> Vec<(String, &Value)> {
    match component["type"].as_u64() {
        Some(THUMBNAIL) => vec![("media".to_owned(), &component["media"])],
        Some(FILE) => vec![("file".to_owned(), &component["file"])],
        Some(MEDIA_GALLERY) => {
            let items = component["items"].as_array().into_iter().flatten();
            (0..)
                .zip(items)
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
    let form = Form::default();
    walk(components, "components", &mut |component, path| {
        for (field, media) in media_of(component) {
            if file_of(media).is_some_and(|file| !names.iter().any(|name| name == file)) {
                let message = "The referenced attachment was not found";
                form.field(&format!("{path}.{field}.url"), media).wrong(
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    message,
                );
            }
        }
    });
    form.finish()
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
