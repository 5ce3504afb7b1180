//! Whether a value fits a schema of Discord's specification (OpenAPI 3.1).

use std::cmp::Reverse;
use std::collections::HashSet;

use serde_json::{Map, Value};

/// Which fields an object may have besides those of its schema.
#[derive(Clone, Copy, PartialEq)]
enum Others {
    None,
    /// Any: the schema is a part of another one, which names the rest.
    Any,
}

pub struct Schemas<'a> {
    pub root: &'a Value,
    /// Accepts what Discord also understands from clients: ids and permissions as numbers or text,
    /// whole numbers with a point, and empty fields anywhere.
    pub lenient: bool,
}

impl Schemas<'_> {
    /// What is wrong with a value, each with its place. Empty if the value fits.
    pub fn problems(&self, schema: &Value, value: &Value) -> Vec<String> {
        let mut found = Vec::new();
        self.check(schema, value, "", Others::None, &mut found);
        found
    }

    /// The schema behind a reference.
    pub fn resolved<'s>(&'s self, schema: &'s Value) -> &'s Value {
        match schema["$ref"].as_str() {
            Some(reference) => {
                let at = reference.trim_start_matches('#');
                let found = self.root.pointer(at);
                self.resolved(found.unwrap_or_else(|| panic!("{reference} does not exist")))
            }
            None => schema,
        }
    }

    fn check(
        &self,
        schema: &Value,
        value: &Value,
        path: &str,
        others: Others,
        found: &mut Vec<String>,
    ) {
        let schema = self.resolved(schema);
        let mut wrong = |what: String| found.push(format!("{path}: {what}"));
        if !self.is_of_type(schema, value) {
            return wrong(format!("{} is not {}", short(value), schema["type"]));
        }
        if let Some(choices) = schema["enum"].as_array()
            && !choices.contains(value)
            && !value.is_null()
        {
            return wrong(format!("{} is none of {}", short(value), schema["enum"]));
        }
        if schema
            .get("const")
            .is_some_and(|constant| constant != value)
        {
            return wrong(format!("{} is not {}", short(value), schema["const"]));
        }
        match value {
            Value::Number(number) => wrong_number(schema, number, &mut wrong),
            Value::String(text) => wrong_text(schema, text, &mut wrong),
            _ => {}
        }
        match value {
            Value::Array(items) => self.check_items(schema, items, path, found),
            Value::Object(fields) => self.check_fields(schema, fields, path, others, found),
            _ => {}
        }
        for part in list(schema, "allOf") {
            self.check(part, value, path, Others::Any, found);
        }
        for union in ["oneOf", "anyOf"] {
            let choices = list(schema, union);
            if !choices.is_empty() {
                self.check_union(choices, value, path, others, found);
            }
        }
    }

    /// Whether a value fits one of several schemas. If not, what is wrong by the schema that fits
    /// best.
    fn check_union(
        &self,
        choices: &[Value],
        value: &Value,
        path: &str,
        others: Others,
        found: &mut Vec<String>,
    ) {
        let mut best: Option<Vec<String>> = None;
        for choice in choices {
            let mut problems = Vec::new();
            self.check(choice, value, path, others, &mut problems);
            if problems.is_empty() {
                return;
            }
            // A schema of another type fits worst.
            let rank = |problems: &[String]| {
                let place = format!("{path}: ");
                let kind = format!("{path}.type: ");
                let elsewhere =
                    |problem: &&String| problem.starts_with(&place) || problem.starts_with(&kind);
                let depth = problems.first().map_or(0, |problem| {
                    let place = problem.split(": ").next().unwrap_or_default();
                    place.matches('.').count()
                });
                let misfits = problems.iter().filter(elsewhere).count();
                (misfits, problems.len(), Reverse(depth))
            };
            if best
                .as_ref()
                .is_none_or(|best| rank(&problems) < rank(best))
            {
                best = Some(problems);
            }
        }
        found.extend(best.unwrap_or_default());
    }

    fn is_of_type(&self, schema: &Value, value: &Value) -> bool {
        let is = |kind: &Value| match kind.as_str() {
            Some("null") => value.is_null(),
            Some("string") => {
                value.is_string()
                    || self.lenient && schema["format"] == "snowflake" && value.is_u64()
            }
            Some("integer") => {
                let is_whole = |number: f64| number.fract() == 0.0;
                let as_sent = match value {
                    Value::Number(number) => number.as_f64().is_some_and(is_whole),
                    // Permissions are text in Discord's documentation, numbers in this schema.
                    Value::String(text) => schema["format"].is_null() && is_number(text),
                    _ => false,
                };
                value.is_i64() || value.is_u64() || self.lenient && as_sent
            }
            Some("number") => value.is_number(),
            Some("boolean") => value.is_boolean(),
            Some("array") => value.is_array(),
            Some("object") => value.is_object(),
            other => panic!("the type {other:?} is not known"),
        };
        match &schema["type"] {
            Value::Null => true,
            Value::Array(kinds) => kinds.iter().any(is),
            kind => is(kind),
        }
    }

    fn check_items(&self, schema: &Value, items: &[Value], path: &str, found: &mut Vec<String>) {
        let bounds = (schema["minItems"].as_u64(), schema["maxItems"].as_u64());
        check_count(bounds, items.len(), path, found);
        if schema["uniqueItems"] == true
            && (1..items.len()).any(|at| items[..at].contains(&items[at]))
        {
            found.push(format!("{path}: something is in it twice"));
        }
        if let Some(item) = schema.get("items") {
            for (at, value) in items.iter().enumerate() {
                self.check(item, value, &format!("{path}.{at}"), Others::None, found);
            }
        }
    }

    fn check_fields(
        &self,
        schema: &Value,
        fields: &Map<String, Value>,
        path: &str,
        others: Others,
        found: &mut Vec<String>,
    ) {
        let bounds = (
            schema["minProperties"].as_u64(),
            schema["maxProperties"].as_u64(),
        );
        check_count(bounds, fields.len(), path, found);
        for required in list(schema, "required").iter().filter_map(Value::as_str) {
            if !fields.contains_key(required) {
                found.push(format!("{path}.{required}: is missing"));
            }
        }
        let named = self.names(schema);
        for (name, value) in fields {
            let path = format!("{path}.{name}");
            match (&schema["properties"][name], &schema["additionalProperties"]) {
                (Value::Null, Value::Object(_)) => {
                    let schema = &schema["additionalProperties"];
                    self.check(schema, value, &path, Others::None, found);
                }
                (Value::Null, _) => {
                    let has_names = named.as_ref().is_some_and(|names| !names.contains(name));
                    // Discord ignores empty fields too.
                    let says_nothing = self.lenient && is_nothing(value);
                    if has_names && others == Others::None && !says_nothing {
                        found.push(format!("{path}: is not in the specification"));
                    }
                }
                (schema, _) => self.check(schema, value, &path, Others::None, found),
            }
        }
    }

    /// The fields of a schema and of its parts. `None` if it names none, or has choices that name
    /// their own.
    fn names<'s>(&'s self, schema: &'s Value) -> Option<HashSet<&'s String>> {
        let schema = self.resolved(schema);
        if ["oneOf", "anyOf"]
            .iter()
            .any(|union| !schema[*union].is_null())
        {
            return None;
        }
        let mut names = HashSet::new();
        names.extend(
            schema["properties"]
                .as_object()
                .into_iter()
                .flat_map(Map::keys),
        );
        for part in list(schema, "allOf") {
            names.extend(self.names(part)?);
        }
        let closed = schema["additionalProperties"] == false;
        (closed || !names.is_empty()).then_some(names)
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<u64>().is_ok()
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

fn list<'a>(schema: &'a Value, field: &str) -> &'a [Value] {
    schema[field].as_array().map_or(&[], Vec::as_slice)
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(60).collect()
}

fn check_count(
    (least, most): (Option<u64>, Option<u64>),
    count: usize,
    path: &str,
    found: &mut Vec<String>,
) {
    let count = count as u64;
    if least.is_some_and(|least| count < least) || most.is_some_and(|most| count > most) {
        found.push(format!(
            "{path}: {count} is not between {least:?} and {most:?}"
        ));
    }
}

fn wrong_number(schema: &Value, number: &serde_json::Number, wrong: &mut dyn FnMut(String)) {
    let as_float = |value: &Value| value.as_f64();
    let size = number.as_f64().unwrap_or_default();
    let bound = match schema["format"].as_str() {
        Some("int32") => f64::from(u32::MAX),
        _ => f64::MAX,
    };
    let least = as_float(&schema["minimum"]).unwrap_or(-bound);
    let most = as_float(&schema["maximum"]).unwrap_or(bound);
    if !(least..=most).contains(&size) {
        wrong(format!("{number} is not between {least} and {most}"));
    }
}

fn wrong_text(schema: &Value, text: &str, wrong: &mut dyn FnMut(String)) {
    let length = text.chars().count() as u64;
    let least = schema["minLength"].as_u64().unwrap_or(0);
    let most = schema["maxLength"].as_u64().unwrap_or(u64::MAX);
    if !(least..=most).contains(&length) {
        wrong(format!("{length} characters are not {least} to {most}"));
    }
    let fits = match schema["format"].as_str() {
        Some("snowflake") => text.parse::<u64>().is_ok_and(|id| id.to_string() == text),
        Some("date-time") => is_time(text),
        Some("uri") => text.contains("://"),
        _ => true,
    };
    if !fits {
        wrong(format!("{text:?} is no {}", schema["format"]));
    }
}

/// Whether this is a time such as `2026-07-01T12:00:00+00:00`, with or without fractions.
fn is_time(text: &str) -> bool {
    let form = "0000-00-00T00:00:00";
    let fits = |(form, c): (char, char)| match form {
        '0' => c.is_ascii_digit(),
        sign => c == sign,
    };
    let end = text.get(form.len()..).unwrap_or_default();
    let end = end.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
    text.len() > form.len() && form.chars().zip(text.chars()).all(fits) && {
        end == "Z" || end.len() == 6 && end.starts_with(['+', '-'])
    }
}
