//! Runs the scripts in `benches/baselines`, and measures our own code.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

use super::size;

/// Python with Pillow: `DEALER_BENCH_PYTHON` or else `python3`.
fn python() -> String {
    std::env::var("DEALER_BENCH_PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("benches/baselines")
        .join(name)
}

/// Whether a script has what it needs, or else the error of its language.
pub fn can_run(name: &str) -> Result<(), String> {
    let (program, flag, needs) = match name {
        "pictures.py" | "animation.py" => (python(), "-c", "import PIL"),
        "resvg.cjs" => ("node".to_owned(), "-e", "require('@resvg/resvg-js')"),
        "bot.cjs" => (
            "node".to_owned(),
            "-e",
            "require('discord.js'); require('better-sqlite3'); require('sharp')",
        ),
        _ => (python(), "-c", "import sqlite3"),
    };
    let output = Command::new(&program).args([flag, needs]).output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().find(|line| line.contains("Error"));
    if output.status.success() {
        Ok(())
    } else {
        Err(said.unwrap_or("it cannot run").to_owned())
    }
}

/// This program again, for a measurement in its own process.
pub fn alone(words: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg("alone").args(words);
    if size::is_quick() {
        command.arg("--quick");
    }
    command
}

/// A script's last line, as JSON. None if it can't run, which is printed, or if nothing is
/// compared.
pub fn run(name: &str, words: &[String]) -> Option<Value> {
    if size::is_quick() {
        return None;
    }
    let program = match name.rsplit_once('.') {
        Some((_, "py")) => python(),
        _ => "node".to_owned(),
    };
    let output = Command::new(&program)
        .arg(script(name))
        .args(words)
        .output();
    let said = match output {
        Ok(output) if output.status.success() => output.stdout,
        Ok(output) => {
            let last = String::from_utf8_lossy(&output.stderr);
            let last = last.lines().last().unwrap_or_default();
            println!("!! NO BASELINE: {name} failed: {last} (benches/baselines/README.md)");
            return None;
        }
        Err(error) => {
            println!("!! NO BASELINE: {program}: {error} (benches/baselines/README.md)");
            return None;
        }
    };
    let said = String::from_utf8_lossy(&said);
    let last = said.lines().last().unwrap_or_default();
    Some(serde_json::from_str(last).unwrap_or_else(|error| panic!("{name} said {last:?}: {error}")))
}

/// A runtime like the program's.
pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap()
}

/// An empty folder for the files of a measurement.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join("dealer-figures").join(name);
    // The folder may not exist.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// How long a piece of work takes, in milliseconds.
pub fn ms<T>(work: impl FnOnce() -> T) -> f64 {
    let begun = Instant::now();
    std::hint::black_box(work());
    begun.elapsed().as_secs_f64() * 1000.0
}

/// How much processor time a piece of work takes on this thread, in milliseconds. On a shared
/// machine only that can be compared. Where the system doesn't report it, how long the work takes.
pub fn cpu_ms<T>(work: impl FnOnce() -> T) -> f64 {
    let spent = || {
        // The system adds a thread's time up when the thread yields.
        std::thread::sleep(std::time::Duration::from_millis(1));
        let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        stat.split_whitespace().next()?.parse::<f64>().ok()
    };
    let before = spent();
    let wall_ms = ms(work);
    before
        .zip(spent())
        .map_or(wall_ms, |(before, after)| (after - before) / 1e6)
}

/// The value at a share of the way from the smallest to the largest. NaN for an empty list.
pub fn quantile(values: &mut [f64], share: f64) -> f64 {
    if values.is_empty() {
        return f64::NAN;
    }
    values.sort_by(f64::total_cmp);
    values[((values.len() - 1) as f64 * share).round() as usize]
}

pub fn median(values: &mut [f64]) -> f64 {
    quantile(values, 0.5)
}

/// This process's resident memory now and at its peak, in MB. Zeros where the system doesn't report
/// it.
pub fn memory_mb() -> (f64, f64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let value = |key: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(key));
        let kb = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
        kb.unwrap_or_default() / 1024.0
    };
    (value("VmRSS:"), value("VmHWM:"))
}
