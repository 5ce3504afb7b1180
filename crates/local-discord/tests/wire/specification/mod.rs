//! Compares what passes between a bot and the local Discord with Discord's own specification of its
//! HTTP API v10 (`openapi.json`, from <https://github.com/discord/discord-api-spec>; its licence is
//! in the same folder). Neither a request nor an answer may have a field that the specification
//! does not name.

mod exceptions;
mod schema;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use local_discord::{Exchange, Sandbox};
use serde_json::{Value, json};

use exceptions::is_excepted;
use schema::Schemas;

static SPECIFICATION: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("openapi.json")).unwrap());

#[derive(Default)]
struct Seen {
    problems: Vec<String>,
    /// The operations that succeeded and were answered as specified, such as `GET /gateway`.
    operations: BTreeSet<String>,
    exchanges: usize,
}

/// Listens to a local Discord and compares what passes with the specification. When it is dropped
/// it fails the test if something did not fit, whatever the test is about.
#[derive(Default)]
pub struct Watch(Arc<Mutex<Seen>>);

impl Drop for Watch {
    fn drop(&mut self) {
        let problems = &self.seen().problems;
        if !std::thread::panicking() {
            assert!(problems.is_empty(), "{}", problems.join("\n"));
        }
    }
}

impl Watch {
    /// Watches from now on.
    pub fn over(sandbox: &Sandbox) -> Watch {
        let watch = Watch::default();
        let seen = watch.0.clone();
        sandbox.listen_in(move |exchange| {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            check(exchange, &mut seen);
        });
        watch
    }

    /// The operations that succeeded, and the number of exchanges.
    pub fn tally(&self) -> (BTreeSet<String>, usize) {
        let seen = self.seen();
        (seen.operations.clone(), seen.exchanges)
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An operation of the specification: its path, the parameters of that path, and the operation.
struct Operation {
    path: &'static str,
    shared: &'static Value,
    own: &'static Value,
}

/// The operation of a request. If two paths match, it is the one with fewer parameters.
fn operation(method: &str, address: &str) -> Option<Operation> {
    let method = method.to_lowercase();
    let paths = SPECIFICATION["paths"].as_object()?.iter();
    let fitting = paths.filter(|(path, at)| !at[&method].is_null() && fits(path, address));
    let (path, shared) = fitting.min_by_key(|(path, _)| path.matches('{').count())?;
    Some(Operation {
        path,
        shared,
        own: &shared[&method],
    })
}

fn fits(path: &str, address: &str) -> bool {
    path.split('/').count() == address.split('/').count()
        && path
            .split('/')
            .zip(address.split('/'))
            .all(|(step, given)| step == given || step.starts_with('{'))
}

/// The method and path of every operation, in the specification's order.
pub fn operations() -> Vec<(String, &'static str)> {
    let paths = SPECIFICATION["paths"].as_object().unwrap().iter();
    let of_path = |(path, at): (&'static String, &'static Value)| {
        let methods = ["get", "post", "put", "patch", "delete"].into_iter();
        let there = methods.filter(|method| !at[*method].is_null());
        let there = there.map(|method| (method.to_uppercase(), path.as_str()));
        there.collect::<Vec<_>>()
    };
    paths.flat_map(of_path).collect()
}

/// Whether Discord has this route although its specification doesn't.
pub fn is_undocumented(method: &str, address: &str) -> bool {
    is_excepted(&format!("{method} {address}: is not in the specification"))
}

/// The fields that a request must have, or each form if the body is a list of them.
pub fn required(method: &str, path: &str) -> Vec<String> {
    let path = path.split('?').next().unwrap_or_default();
    let Some(operation) = operation(method, path) else {
        assert!(is_undocumented(method, path), "{method} {path}");
        return Vec::new();
    };
    let schemas = Schemas {
        root: &SPECIFICATION,
        lenient: true,
    };
    let body = &operation.own["requestBody"]["content"]["application/json"]["schema"];
    let body = schemas.resolved(body);
    let form = match body.get("items") {
        Some(items) => schemas.resolved(items),
        None => body,
    };
    let needed = |form: &Value| -> BTreeSet<String> {
        let names = schemas.resolved(form)["required"].as_array();
        let names = names.into_iter().flatten().filter_map(Value::as_str);
        names.map(str::to_owned).collect()
    };
    // The body has several forms: what each of them needs.
    let forms = ["oneOf", "anyOf"]
        .iter()
        .find_map(|union| form[*union].as_array());
    let forms = forms.map_or(std::slice::from_ref(form), Vec::as_slice);
    let common = forms.iter().map(needed).reduce(|all, own| &all & &own);
    let excepted = |field: &String| {
        let problem = format!("{method} {} request.{field}: is missing", operation.path);
        is_excepted(&problem)
    };
    let common = common.unwrap_or_default().into_iter();
    common.filter(|field| !excepted(field)).collect()
}

fn check(exchange: &Exchange, seen: &mut Seen) {
    seen.exchanges += 1;
    let address = exchange.address.path().replace("%40", "@");
    let address = address.trim_start_matches("/api/v10");
    let method = &exchange.method;
    let Some(operation) = operation(method, address) else {
        if !is_undocumented(method, address) {
            let problem = format!("{method} {address}: is not in the specification");
            seen.problems.push(problem);
        }
        return;
    };
    let name = format!("{method} {}", operation.path);
    let mut note = |part: &str, problems: Vec<String>| {
        let problems = problems
            .into_iter()
            .map(|problem| format!("{name} {part}{problem}"));
        let problems = problems.filter(|problem| !is_excepted(problem));
        seen.problems.extend(problems);
    };
    // A refused request may have any form.
    if exchange.status < 300 {
        note("query", query_problems(&operation, exchange));
        note("request", request_problems(&operation, exchange));
    }
    note("answer", answer_problems(&operation, exchange));
    note("headers", header_problems(exchange));
    if exchange.status < 300 {
        seen.operations.insert(name);
    }
}

fn query_problems(operation: &Operation, exchange: &Exchange) -> Vec<String> {
    let schemas = Schemas {
        root: &SPECIFICATION,
        lenient: true,
    };
    let parameters = [operation.shared, operation.own].map(|at| at["parameters"].as_array());
    let parameters = parameters.into_iter().flatten().flatten();
    let known: Vec<&Value> = parameters.filter(|known| known["in"] == "query").collect();
    let given = query_pairs(exchange.address.query().unwrap_or_default());
    let mut found = Vec::new();
    for (name, text) in &given {
        let Some(parameter) = known.iter().find(|known| known["name"] == name.as_str()) else {
            found.push(format!(".{name}: is not in the specification"));
            continue;
        };
        let schema = schemas.resolved(&parameter["schema"]);
        let value = match (schema["type"].as_str(), text.as_str()) {
            (Some("boolean"), "True" | "true" | "1") => json!(true),
            (Some("boolean"), "False" | "false" | "0") => json!(false),
            (Some("integer"), text) => text
                .parse()
                .map_or(json!(text), |number: u64| json!(number)),
            (_, text) => json!(text),
        };
        let problems = schemas.problems(schema, &value).into_iter();
        found.extend(problems.map(|problem| format!(".{name}{problem}")));
    }
    for parameter in known.iter().filter(|known| known["required"] == true) {
        let name = parameter["name"].as_str().unwrap();
        if !given.iter().any(|(given, _)| given == name) {
            found.push(format!(".{name}: is missing"));
        }
    }
    found
}

/// The names and values of a query.
fn query_pairs(query: &str) -> Vec<(String, String)> {
    let address = format!("http://localhost/?{query}");
    let address = reqwest::Url::parse(&address).unwrap();
    address.query_pairs().into_owned().collect()
}

fn request_problems(operation: &Operation, exchange: &Exchange) -> Vec<String> {
    let schemas = Schemas {
        root: &SPECIFICATION,
        lenient: true,
    };
    let body = exchange.body.as_ref().unwrap_or(&Value::Null);
    let wanted = &operation.own["requestBody"];
    let content = &wanted["content"];
    let json = &content["application/json"]["schema"];
    match (wanted, body) {
        (Value::Null, Value::Null) => Vec::new(),
        (Value::Null, _) => vec![": no body is in the specification".to_owned()],
        (wanted, Value::Null) if wanted["required"] == true && exchange.files == 0 => {
            vec![": the body is missing".to_owned()]
        }
        (_, Value::Null) => Vec::new(),
        _ if exchange.files > 0 && content.get("multipart/form-data").is_none() => {
            vec![": no files are in the specification".to_owned()]
        }
        _ => schemas.problems(json, body),
    }
}

fn answer_problems(operation: &Operation, exchange: &Exchange) -> Vec<String> {
    let schemas = Schemas {
        root: &SPECIFICATION,
        lenient: false,
    };
    let responses = &operation.own["responses"];
    let status = exchange.status.to_string();
    let response = match responses.get(&status) {
        Some(response) => response,
        None if (400..500).contains(&exchange.status) => &responses["4XX"],
        // The specification says nothing about Discord's own failures.
        None if exchange.status >= 500 => return Vec::new(),
        None => return vec![format!(": status {status} is not in the specification")],
    };
    match &schemas.resolved(response)["content"]["application/json"]["schema"] {
        Value::Null if exchange.answer.is_null() => Vec::new(),
        Value::Null => vec![": nothing is in the specification".to_owned()],
        schema => schemas.problems(schema, &exchange.answer),
    }
}

/// Every answer has the headers of its limit, unless the global limit refused it.
fn header_problems(exchange: &Exchange) -> Vec<String> {
    let headers = ["limit", "remaining", "reset", "reset-after", "bucket"];
    let headers = headers.map(|header| format!("x-ratelimit-{header}"));
    if exchange.headers.contains_key("x-ratelimit-global") {
        return Vec::new();
    }
    let missing = headers
        .into_iter()
        .filter(|header| !exchange.headers.contains_key(header));
    missing
        .map(|header| format!(".{header}: is missing"))
        .collect()
}
