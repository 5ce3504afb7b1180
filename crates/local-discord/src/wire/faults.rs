//! Failures on request, so that tests can see what a bot does about them.

use serde::Deserialize;

use super::windows::Scope;

/// How the next matching requests fail.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    method: String,
    /// A path; `*` matches anything.
    path: String,
    #[serde(default)]
    pub status: Option<u16>,
    #[serde(default)]
    pub code: u32,
    #[serde(default)]
    pub message: Option<String>,
    #[serde(default = "once")]
    pub times: u32,
    /// Whether the request is carried out and only its answer is lost, or late.
    #[serde(default)]
    pub after_doing_it: bool,
    #[serde(default)]
    pub delay_ms: u64,
    /// For status 429: seconds.
    #[serde(default = "a_moment")]
    pub retry_after: f64,
    /// For status 429: whose limit it is. `user`: of a bot on one route; `global`: of a bot on all
    /// routes; `shared`: of the channel or server, for all bots.
    #[serde(default = "own")]
    pub scope: Scope,
    /// Whether the answer is the plain text of a proxy in front of Discord instead of Discord's
    /// JSON.
    #[serde(default)]
    pub bare: bool,
}

fn a_moment() -> f64 {
    0.1
}

fn own() -> Scope {
    Scope::User
}

fn once() -> u32 {
    1
}

impl Fault {
    pub fn fits(&self, method: &str, path: &str) -> bool {
        (self.method == "*" || self.method.eq_ignore_ascii_case(method))
            && fits_pattern(&self.path, path)
    }
}

/// Whether `text` is `pattern` with something (or nothing) for each `*`.
fn fits_pattern(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|tail| {
            tail.char_indices()
                .map(|(at, _)| at)
                .chain([tail.len()])
                .any(|at| fits_pattern(rest, &tail[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, text, fits) in [
            ("/a/*/b", "/a/1/b", true),
            ("/a/*/b", "/a/1/c", false),
            ("/a/*", "/a/", true),
            ("*/messages", "/api/v10/channels/1/messages", true),
            ("/a", "/a/b", false),
            ("*", "/é", true),
        ] {
            assert_eq!(fits_pattern(pattern, text), fits, "{pattern} on {text}");
        }
    }
}
