//! What Dealer costs, measured beside what one would do instead. `cargo bench` measures all of it,
//! `cargo bench -- pictures` one part; docs/performance.md says what came out. With `--quick` every
//! part is gone through in a small form and without its baseline, in seconds: nothing is measured
//! then, but it is seen that all of it can be.
//!
//! Times on a shared machine are noise: a part and its baseline take turns, and the median of each
//! counts. What is not installed is said first of all.

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
mod size;
mod soak;
mod start;
mod tables;
mod timers;

/// A part, how it is measured, and the scripts that it is compared with.
type Part = (&'static str, fn(), &'static [&'static str]);

const PARTS: [Part; 9] = [
    ("pictures", pictures::measure, &["pictures.py", "resvg.cjs"]),
    ("animation", animation::measure, &["animation.py"]),
    ("actions", actions::measure, &["store.py"]),
    ("start", start::measure, &[]),
    ("timers", timers::measure, &["timers.py"]),
    ("presses", presses::measure, &["bot.cjs"]),
    ("load", load::measure, &[]),
    ("growth", growth::measure, &[]),
    ("soak", soak::measure, &[]),
];

/// What takes an hour is measured by its name alone.
const LONG: &str = "soak";

fn main() {
    // What goes wrong is seen.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing_subscriber::filter::LevelFilter::ERROR)
        .init();
    // Cargo adds words of its own, such as `--bench`.
    let (flags, words): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .partition(|word| word.starts_with("--"));
    size::set_quick(flags.iter().any(|flag| flag == "--quick"));
    if let Some(("alone", rest)) = words
        .split_first()
        .map(|(first, rest)| (first.as_str(), rest))
    {
        return alone(rest);
    }
    let known = |word: &String| PARTS.iter().any(|(name, ..)| name == word);
    if let Some(word) = words.iter().find(|word| !known(word)) {
        panic!("there is no part called {word:?}");
    }
    let is_meant = |name: &str| match words.is_empty() {
        true => name != LONG || size::is_quick(),
        false => words.iter().any(|word| word == name),
    };
    let parts = PARTS.iter().filter(|(name, ..)| is_meant(name));
    for (name, _, scripts) in parts.clone().filter(|_| !size::is_quick()) {
        for script in *scripts {
            if let Err(problem) = baseline::can_run(script) {
                println!(
                    "!! {name} WILL HAVE NO BASELINE: {script}: {problem} (benches/baselines/README.md)"
                );
            }
        }
    }
    for (name, measure, _) in parts {
        println!("\n== {name}");
        measure();
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
