//! The page in a browser: the program itself, and headless Chromium that uses the page as people
//! do. The scripts are in `page/`.
//!
//! This needs Node, Chromium and playwright-core, so it runs only on request: `.ci/run` installs
//! what is missing and runs it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A rehearsal in a process of its own. Dropping it ends the process.
struct Rehearsal {
    program: Child,
    url: String,
}

impl Rehearsal {
    fn begin(folder: &Path) -> Rehearsal {
        // Without a pause a press counts at once: scripts are quicker than people.
        let config = "[sandbox]\nlisten = \"127.0.0.1:0\"\npause_ms = 0\n";
        std::fs::write(folder.join("dealer.toml"), config).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_dealer"))
            .args(["sandbox", "--fresh", "--game", "gridlock"])
            .current_dir(folder)
            .env_remove("DISCORD_TOKEN")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
        let url = lines.find_map(|line| {
            let line = line.unwrap();
            let from = line.find("http://")?;
            line[from..].split_once("/#").map(|(url, _)| url.to_owned())
        });
        // Nobody else reads the pipe, and a full pipe would block the program.
        std::thread::spawn(move || lines.for_each(drop));
        Rehearsal {
            program,
            url: url.expect("the program prints the page's address"),
        }
    }
}

impl Drop for Rehearsal {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Plays a match on the page at this width, and leaves screenshots in `target/tmp/page-…/`.
fn play(width: &str) {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = scratch.join(format!("page-{width}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let tools = std::env::var_os("NODE_PATH")
        .map(PathBuf::from)
        .unwrap_or_else(|| scratch.with_file_name("browser-tools/node_modules"));
    assert!(
        tools.join("playwright-core").exists(),
        "there is no playwright-core in {}: .ci/run installs it, or name the folder in NODE_PATH",
        tools.display()
    );
    let rehearsal = Rehearsal::begin(&folder);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page/match.mjs");
    let done = Command::new("node")
        .arg(script)
        .args([&rehearsal.url, width])
        .arg(&folder)
        .env("NODE_PATH", tools)
        .stdin(Stdio::null())
        .status()
        .expect("node runs");
    assert!(done.success(), "see above, and {}", folder.display());
}

#[test]
#[ignore = "needs Chromium and playwright-core: .ci/run"]
fn a_match_can_be_played_on_a_wide_page() {
    play("wide");
}

#[test]
#[ignore = "needs Chromium and playwright-core: .ci/run"]
fn a_match_can_be_played_on_a_phone() {
    play("phone");
}
