//! The program itself: what it says and how it exits on errors, and that a rehearsal continues
//! after a restart.

mod copies;
mod kept;
mod records;
mod sandbox;
mod wrong;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An empty folder to run in.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn dealer(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dealer"));
    command
        .args(arguments)
        .current_dir(folder)
        .env_remove("DISCORD_TOKEN")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a command that ends by itself. Gives its exit code, standard output and standard error.
fn call(mut command: Command) -> (i32, String, String) {
    let done = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        done.status.code().unwrap(),
        text(done.stdout),
        text(done.stderr),
    )
}
