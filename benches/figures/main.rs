//! What Dealer costs, measured beside what one would do instead. `cargo bench` measures all of it, `cargo bench -- pictures` one part;
//! docs/performance.md says what came out.
//!
//! Times on a shared machine are noise: a part and its baseline take turns, and the median of each counts. What is not installed is said loudly.

mod actions;
mod animation;
mod baseline;
mod chart;
mod gridlock;
mod growth;
mod load;
mod local;
mod pictures;
mod presses;
mod soak;
mod start;
mod tables;
mod timers;

/// A part, and how it is measured.
const PARTS: [(&str, fn()); 9] = [
    ("pictures", pictures::measure),
    ("animation", animation::measure),
    ("actions", actions::measure),
    ("start", start::measure),
    ("timers", timers::measure),
    ("presses", presses::measure),
    ("load", load::measure),
    ("growth", growth::measure),
    ("soak", soak::measure),
];

/// What takes an hour is measured only by its name.
const LONG: &str = "soak";

fn main() {
    // What goes wrong is seen.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing_subscriber::filter::LevelFilter::ERROR)
        .init();
    // Cargo adds words of its own, such as `--bench`.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    if let Some(("alone", rest)) = words
        .split_first()
        .map(|(first, rest)| (first.as_str(), rest))
    {
        return alone(rest);
    }
    for (name, measure) in PARTS {
        if words.is_empty() && name != LONG || words.iter().any(|word| word == name) {
            println!("\n== {name}");
            measure();
        }
    }
}

/// What has to be measured in a process of its own.
fn alone(words: &[String]) {
    match words {
        [part, game, people] if part == "picture" => pictures::cold(game, people),
        [part, file, due, connection] if part == "timers" => {
            timers::alone(file, due.parse().unwrap(), connection);
        }
        [part, file] if part == "start" => start::alone(file),
        [part] if part == "soak-people" => soak::people(),
        _ => panic!("nothing is measured alone by {words:?}"),
    }
}
