//! `dealer setup` and `dealer invite`, through a local Discord.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command};

use serde_json::json;

use crate::sandbox::Running;
use crate::{call, dealer, folder};

const TOKEN: &str = "MTAwMDAwMDAwMDAwMDAwMDA5.of.newcomer";

/// A local Discord with a bot that is in no server.
fn discord(folder: &Path) -> Running {
    let running = Running::start(folder, "sandbox --no-bot");
    let bots = json!([{ "name": "Newcomer", "token": TOKEN, "intents": ["members"] }]);
    running.request("POST", "/local/plan", &json!({ "bots": bots }));
    running
}

/// The command with the token on its standard input.
fn with_token(mut command: Command, token: &str) -> Child {
    let given = command.stdin(std::process::Stdio::piped());
    let mut child = given.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // A command that has ended by itself reads nothing.
    let _ = std::io::Write::write_all(&mut input, token.as_bytes());
    child
}

fn through(discord: &Running, folder: &Path, typed: &str) -> Command {
    let mut command = dealer(folder, &format!("--config new.toml {typed}"));
    command.env("DEALER_LOCAL_DISCORD", &discord.url);
    command
}

#[test]
fn a_token_leads_to_a_server() {
    let folder = folder("setup");
    let discord = discord(&folder);
    let command = through(&discord, &folder, "setup --token-file -");
    // As people copy it.
    let mut child = with_token(command, &format!("Bot {TOKEN}\n"));
    let mut said = BufReader::new(child.stdout.take().unwrap());
    let mut all = String::new();
    while !all.contains("Waiting until") {
        assert_ne!(said.read_line(&mut all).unwrap(), 0, "it ended: {all}");
    }
    assert!(all.contains("it's the bot of “Newcomer”"), "{all}");
    let link = "&scope=bot+applications.commands&permissions=2269735597231104";
    assert!(all.contains(link), "{all}");
    let server = json!({ "name": "Workshop", "owner": "ada", "members": [{ "who": "Newcomer" }] });
    let plan = json!({ "people": [{ "username": "ada" }], "servers": [server] });
    discord.request("POST", "/local/plan", &plan);
    said.read_to_string(&mut all).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(all.contains("It's in “Workshop”"), "{all}");

    let file = folder.join("new.toml");
    assert!(std::fs::read_to_string(&file).unwrap().contains(TOKEN));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    // What was configured is used again, and stays.
    let before = std::fs::read(&file).unwrap();
    let (code, again, _) = call(through(&discord, &folder, "setup"));
    assert_eq!(code, 0, "{again}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
    let (code, said, _) = call(through(&discord, &folder, "invite"));
    assert_eq!(code, 0, "{said}");
    assert!(said.starts_with("https://discord.com/oauth2/authorize?client_id="));
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains(link), "{said}");
    // It opened no database.
    assert!(!folder.join("data/dealer.db").exists());
    assert_eq!(discord.stop("-TERM").0, 0);
}

#[test]
fn a_wrong_token_gets_a_sentence_and_is_not_kept() {
    let folder = folder("setup-wrong");
    let discord = discord(&folder);
    let key = "0123456789abcdef".repeat(4);
    for (token, says) in [
        ("", "there's no token"),
        ("“”", "Bot*, *Reset Token*"),
        ("1000000000000000009", "that's an id"),
        (&key, "the application's public key"),
        ("aB3xK9mQ2rT5vW8yZ1cD4fG7hJ0kL6nP", "the client secret"),
        ("MTA.not.known", "Discord doesn't know this token"),
    ] {
        let command = through(&discord, &folder, "setup --token-file - --no-wait");
        let done = with_token(command, token).wait_with_output().unwrap();
        let error = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(1), "{token}: {error}");
        assert!(error.contains(says), "{token}: {error}");
        assert!(!folder.join("new.toml").exists(), "{token}");
    }
    let (code, _, error) = call(through(&discord, &folder, "setup"));
    assert_eq!(code, 1);
    assert!(error.contains("--token-file FILE"), "{error}");
    let later = through(&discord, &folder, "setup --token-file - --no-wait");
    assert_eq!(discord.stop("-TERM").0, 0);
    let done = with_token(later, TOKEN).wait_with_output().unwrap();
    let error = String::from_utf8(done.stderr).unwrap();
    assert!(error.contains("Is this machine online"), "{error}");
}
