//! Keeps docs/served.md, which says what is served of Discord's specification. To rewrite it, run
//! this test with `LOCAL_DISCORD_BLESS=1`.

use std::fmt::Write as _;

use local_discord::{served, unserved};

use super::specification::{is_undocumented, operations};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/served.md");

/// Whether a served route is this path of the specification, which names its parameters otherwise.
fn fits(route: &str, path: &str) -> bool {
    let (route, path): (Vec<_>, Vec<_>) = (route.split('/').collect(), path.split('/').collect());
    // A parameter also matches `@me` and `@original`.
    let fits = |(step, of): (&&str, &&str)| {
        step == of || step.starts_with('{') && of.starts_with(['{', '@'])
    };
    route.len() == path.len() && route.iter().zip(&path).all(fits)
}

fn is_served(method: &str, path: &str) -> bool {
    served().any(|(served, route)| served == method && fits(route, path))
}

fn page() -> String {
    let all = operations();
    let count = all
        .iter()
        .filter(|(method, path)| is_served(method, path))
        .count();
    let mut page = format!(
        "# What is served\n\n\
         Of the {} routes of Discord's specification of its HTTP API v10 (July 2026), the local\n\
         Discord serves {count}. A test keeps this page true.\n",
        all.len()
    );
    let mut section = "";
    for (method, path) in &all {
        let first = path.split('/').nth(1).unwrap_or_default();
        if first != section {
            section = first;
            let _ = write!(page, "\n## {section}\n\n| route | served |\n|---|---|\n");
        }
        let mark = if is_served(method, path) { "yes" } else { "" };
        let _ = writeln!(page, "| `{method} {path}` | {mark} |");
    }
    page
}

#[test]
fn served_md_is_up_to_date() {
    let now = page();
    if std::env::var_os("LOCAL_DISCORD_BLESS").is_some() {
        std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/docs")).unwrap();
        std::fs::write(PAGE, &now).unwrap();
    }
    let written = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        written == now,
        "docs/served.md is not up to date: run this test with LOCAL_DISCORD_BLESS=1"
    );
}

#[test]
fn every_served_route_is_discords_and_all_others_are_refused_by_name() {
    let all = operations();
    for (method, route) in served() {
        let mut known = all.iter();
        let known = known.any(|(of, path)| of == method && fits(route, path));
        assert!(known || is_undocumented(method, route), "{method} {route}");
    }
    let missing = all.iter().filter(|(method, path)| !is_served(method, path));
    assert_eq!(unserved().count(), missing.count());
}
