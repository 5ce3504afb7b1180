//! What is typed for options, times and settings, and why it cannot be read.

pub fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

pub fn read_yes_or_no(typed: &str) -> Option<bool> {
    match typed.to_ascii_lowercase().as_str() {
        "yes" | "true" | "on" => Some(true),
        "no" | "false" | "off" => Some(false),
        _ => None,
    }
}

pub fn not_yes_or_no(key: &str, value: &str) -> String {
    format!("“{key}” is yes or no, not “{value}”.")
}

pub fn not_seconds(key: &str, value: &str) -> String {
    format!(
        "“{key}” needs a whole number of seconds, or a time such as `90s` or `1m30`, not “{value}”."
    )
}

pub fn grace_too_long(key: &str, most: u32) -> String {
    format!("“{key}” is at most {most} seconds: so long is waited for what was made in time.")
}

pub fn not_a_pair(line: &str) -> String {
    format!("“{line}” cannot be read; each line is `name = value`.")
}
