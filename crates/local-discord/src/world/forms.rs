//! Requests, read field by field, and the mistakes in them
//! (<https://docs.discord.com/developers/reference#error-messages>).

use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::{FormErrors, Id, Refusal, read_timestamp};

/// For lists that may be as long as they like.
pub const ANY_NUMBER: RangeInclusive<usize> = 0..=usize::MAX;

/// The length of a text as Discord counts it: code points.
pub fn length(text: &str) -> usize {
    text.chars().count()
}

/// A snowflake in JSON, as a string or a number.
pub fn id_in(value: &Value) -> Option<Id> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.as_u64().map(Id),
        _ => None,
    }
}

/// The ids of a list.
pub fn ids_in(list: &Value) -> Vec<Id> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(id_in).collect()
}

/// Permissions in JSON, as a number or a number in a string.
pub fn bits_in(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// A request that is being read: the mistakes so far, and the custom ids of its components.
#[derive(Default)]
pub struct Form {
    errors: RefCell<FormErrors>,
    custom_ids: RefCell<HashSet<String>>,
}

/// A part of a request and its place in it, such as `embeds.0.title`. A part that isn't there is
/// null.
#[derive(Clone)]
pub struct Field<'a> {
    pub value: &'a Value,
    path: String,
    form: &'a Form,
}

impl Form {
    /// A request, or the part of one that is at `path`.
    pub fn field<'a>(&'a self, path: &str, value: &'a Value) -> Field<'a> {
        let (path, form) = (path.to_owned(), self);
        Field { value, path, form }
    }

    /// A refusal that names every mistake, if there is one.
    pub fn finish(self) -> Result<(), Refusal> {
        self.errors.into_inner().into_result()
    }
}

impl<'a> Field<'a> {
    /// The field with this name.
    pub fn at(&self, name: &str) -> Field<'a> {
        self.below(name, &self.value[name])
    }

    fn below(&self, step: impl std::fmt::Display, value: &'a Value) -> Field<'a> {
        self.form.field(&join(&self.path, step), value)
    }

    /// The field with this name, even if it is null; None if the request doesn't have it.
    pub fn given(&self, name: &str) -> Option<Field<'a>> {
        let value = self.value.get(name)?;
        Some(self.below(name, value))
    }

    pub fn path(&self) -> &str {
        &self.path
    }

    /// Notes a mistake here.
    pub fn wrong(&self, code: &'static str, message: impl Into<String>) {
        self.form.errors.borrow_mut().add(&self.path, code, message);
    }

    pub fn missing(&self) {
        self.wrong("BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Notes that the value is none of these.
    pub fn none_of(&self, choices: &str) {
        let message = format!("Value must be one of {{{choices}}}.");
        self.wrong("BASE_TYPE_CHOICES", message);
    }

    /// Notes that the type of a component is none of these.
    pub fn unknown_type(&self, known: &str) {
        let message = format!("Value of field \"type\" must be one of {known}.");
        self.at("type").wrong("UNION_TYPE_CHOICES", message);
    }

    /// The value of the field `type`; 0 if it has none.
    pub fn kind(&self) -> u64 {
        self.value["type"].as_u64().unwrap_or(0)
    }

    pub fn is_null(&self) -> bool {
        self.value.is_null()
    }

    /// Notes a mistake if something of this length doesn't fit.
    pub fn check_length(&self, length: usize, bounds: &RangeInclusive<usize>) {
        if bounds.contains(&length) {
            return;
        }
        let (code, range) = match (bounds.start(), bounds.end()) {
            (0, most) => ("BASE_TYPE_MAX_LENGTH", format!("{most} or fewer")),
            (least, most) => (
                "BASE_TYPE_BAD_LENGTH",
                format!("between {least} and {most}"),
            ),
        };
        self.wrong(code, format!("Must be {range} in length."));
    }

    /// The text here. It is required unless it may be empty.
    pub fn text(&self, bounds: RangeInclusive<usize>) -> Option<&'a str> {
        match self.value {
            Value::String(text) => {
                self.check_length(length(text), &bounds);
                return Some(text);
            }
            Value::Null if *bounds.start() == 0 => {}
            Value::Null => self.missing(),
            _ => self.wrong(
                "STRING_TYPE_CONVERT",
                "Could not interpret value as string.",
            ),
        }
        None
    }

    /// The items of the list here; none if it is null.
    pub fn items(&self, bounds: RangeInclusive<usize>) -> Vec<Field<'a>> {
        let items = match self.value {
            Value::Array(items) => &items[..],
            Value::Null => &[],
            _ => {
                let message = "Only iterables may be used in a ListType";
                self.wrong("LIST_TYPE_CONVERT", message);
                &[]
            }
        };
        self.check_length(items.len(), &bounds);
        let items = items.iter().enumerate();
        items.map(|(at, item)| self.below(at, item)).collect()
    }

    pub fn number(&self, bounds: RangeInclusive<u64>) -> Option<u64> {
        let number = self.value.as_u64();
        if !self.is_null() && !number.is_some_and(|number| bounds.contains(&number)) {
            let (least, most) = (bounds.start(), bounds.end());
            let message = format!("int value should be between {least} and {most}.");
            self.wrong("NUMBER_TYPE_RANGE", message);
        }
        number
    }

    pub fn flag(&self) -> Option<bool> {
        if !self.is_null() && !self.value.is_boolean() {
            self.wrong("BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
        }
        self.value.as_bool()
    }

    /// A time, in milliseconds since the Unix epoch.
    pub fn time(&self) -> Option<u64> {
        let time = self.value.as_str().and_then(read_timestamp);
        if time.is_none() && !self.is_null() {
            let message = format!("Could not parse {}. Should be ISO8601.", self.value);
            self.wrong("DATE_TIME_TYPE_PARSE", message);
        }
        time
    }

    /// A picture (Discord documentation, "Image Data"); None if there is none.
    pub fn picture(&self) -> Option<Vec<u8>> {
        use base64::Engine as _;
        let picture = self.value.as_str()?.strip_prefix("data:image/");
        let bytes = picture.and_then(|picture| {
            let (_, content) = picture.split_once(";base64,")?;
            let engine = base64::engine::general_purpose::STANDARD;
            engine.decode(content).ok()
        });
        if bytes.is_none() {
            self.wrong("IMAGE_INVALID", "Invalid image data");
        }
        bytes
    }

    /// Refuses the `url` of an object if it has another scheme than these.
    pub fn check_scheme(&self, schemes: &[&str]) {
        let url = self.value["url"].as_str().unwrap_or_default();
        let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
        if !schemes.contains(&scheme) {
            let message = format!("Scheme must be one of ('{}').", schemes.join("', '"));
            self.at("url").wrong("URL_TYPE_INVALID_SCHEME", message);
        }
    }

    /// Checks the `custom_id` of a component, which no other component may have.
    pub fn check_custom_id(&self) {
        let field = self.at("custom_id");
        let Some(id) = field.text(1..=100) else {
            return;
        };
        if !self.form.custom_ids.borrow_mut().insert(id.to_owned()) {
            let message = "Component custom id cannot be duplicated";
            field.wrong("COMPONENT_CUSTOM_ID_DUPLICATED", message);
        }
    }

    /// Refuses a field that Discord knows and this server doesn't.
    pub fn unknown(&self) {
        let message = format!("The local Discord does not know the field {}", self.path);
        self.wrong("LOCAL_UNKNOWN", message);
    }
}

/// A path one step deeper.
pub fn join(path: &str, step: impl std::fmt::Display) -> String {
    if path.is_empty() {
        step.to_string()
    } else {
        format!("{path}.{step}")
    }
}
