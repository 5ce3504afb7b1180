//! The program itself: what it says and how it exits on errors, and that a rehearsal continues
//! after a restart.

mod copies;
mod kept;
mod opponent;
mod records;
mod sandbox;
mod setup;
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

/// The program with what a person types after its name.
fn dealer(folder: &Path, typed: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dealer"));
    command
        .args(typed.split_whitespace())
        .current_dir(folder)
        .env_remove("DISCORD_TOKEN")
        .env_remove("DISCORD_TOKEN_FILE")
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

/// Runs what is typed, which ends well. Gives what it prints.
#[track_caller]
fn works(folder: &Path, typed: &str) -> String {
    let (code, out, error) = call(dealer(folder, typed));
    assert_eq!((code, error.as_str()), (0, ""), "{typed}");
    out
}

/// Runs what is typed, which ends with this code and these words on standard error alone. Gives
/// all that stands there.
#[track_caller]
fn refuses(folder: &Path, typed: &str, code: i32, words: &str) -> String {
    let (ended, out, error) = call(dealer(folder, typed));
    assert_eq!((ended, out.as_str()), (code, ""), "{typed}: {error}");
    assert!(error.contains(words), "{typed}: no “{words}” in {error}");
    error
}
