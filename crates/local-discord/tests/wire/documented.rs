//! docs/people.md lists every route of the people API.

use std::collections::BTreeSet;

/// The routes in the code, such as `GET /world`.
fn routes() -> BTreeSet<String> {
    let code = include_str!("../../src/wire/people/mod.rs");
    let rows = code
        .lines()
        .filter_map(|line| line.trim().strip_prefix("(On::"));
    let mut routes: BTreeSet<String> = rows
        .map(|row| {
            let (method, rest) = row.split_once(", \"").unwrap();
            format!("{method} {}", rest.split('"').next().unwrap())
        })
        .collect();
    assert!(code.contains("route(\"/as/{user}/live\", get("));
    routes.insert("GET /as/{user}/live".to_owned());
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
