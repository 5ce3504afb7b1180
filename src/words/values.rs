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

pub fn not_a_pair(line: &str) -> String {
    format!("“{line}” cannot be read; each line is `name = value`.")
}

/// Behind so many wrong lines that there is no room for all: how many more there are.
pub fn more_lines(count: usize) -> String {
    match count {
        1 => "1 more line is wrong.".to_owned(),
        _ => format!("{count} more lines are wrong."),
    }
}
