//! What Dealer costs, measured beside the obvious alternative. `cargo bench` measures everything,
//! `cargo bench -- pictures` one part, and docs/performance.md has the results. `--quick` runs a
//! small form of every part in seconds, without baselines: it measures nothing, but shows that
//! everything runs.
//!
//! Times on a shared machine are noisy: a part and its baseline take turns, and the median of each
//! counts. The program first prints what isn't installed.

mod actions;
mod animation;
mod baseline;
mod gridlock;
mod growth;
mod load;
mod local;
mod pictures;
mod presses;
mod size;
mod start;
mod tables;

/// A part, how it is measured, and the scripts that it is compared with.
type Part = (&'static str, fn(), &'static [&'static str]);

const PARTS: [Part; 7] = [
    ("pictures", pictures::measure, &["pictures.py", "resvg.cjs"]),
    ("animation", animation::measure, &["animation.py"]),
    ("actions", actions::measure, &["store.py"]),
    ("start", start::measure, &[]),
    ("presses", presses::measure, &["bot.cjs"]),
    ("load", load::measure, &[]),
    ("growth", growth::measure, &[]),
];

fn main() {
    // Show what goes wrong.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing_subscriber::filter::LevelFilter::ERROR)
        .init();
    // Cargo adds its own arguments, such as `--bench`.
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
    let is_meant = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
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

/// A measurement that needs its own process.
fn alone(words: &[String]) {
    match words {
        [part, game, people] if part == "picture" => pictures::cold(game, people),
        [part, file] if part == "start" => start::alone(file),
        _ => panic!("nothing is measured alone by {words:?}"),
    }
}
