//! docs/people.md lists every route of the people API.

use std::collections::BTreeSet;

/// The routes in the code, such as `GET /world`.
fn routes() -> BTreeSet<String> {
    let code = include_str!("../../src/wire/people/mod.rs");
    let (_, code) = code.split_once("Router::new()").unwrap();
    let (code, _) = code.split_once("\n}\n").unwrap();
    let mut routes = BTreeSet::new();
    for entry in code.split(".route(").skip(1) {
        let path = entry.split('"').nth(1).unwrap();
        let (_, handlers) = entry.split_once("\",").unwrap();
        for method in ["get", "post", "put", "patch", "delete"] {
            if handlers.contains(&format!("{method}(")) {
                routes.insert(format!("{} {path}", method.to_uppercase()));
            }
        }
    }
    routes
}

/// The routes in the tables of docs/people.md.
fn documented() -> BTreeSet<String> {
    let page = include_str!("../../docs/people.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| Some(row.split_once('`')?.0.to_owned()))
        .collect()
}

#[test]
fn people_md_lists_every_route() {
    let routes = routes();
    assert!(
        routes.contains("DELETE /as/{user}/events/{event}"),
        "{routes:?}"
    );
    assert_eq!(routes, documented());
}
