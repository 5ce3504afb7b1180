//! `dealer setup` and `dealer invite`, through a local Discord.

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use dealer::store::Store;
use games::WallMs;
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
    let (code, said, _) = call(through(&discord, &folder, "check --online"));
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("It's in 1 server."), "{said}");
    // It opened no database.
    assert!(!folder.join("data/dealer.db").exists());
    runs_by_itself(&discord, &folder);
    assert_eq!(discord.stop("-TERM").0, 0);
}

/// Runs the bot as a service: it says when it's ready and that it lives, and makes a backup.
fn runs_by_itself(discord: &Running, folder: &Path) {
    let (code, _, error) = call(through(discord, folder, "health"));
    assert_eq!(code, 1);
    assert!(error.contains("the bot hasn't run yet"), "{error}");

    // The name of a socket may have about a hundred characters.
    let service = std::env::temp_dir().join(format!("dealer-service-{}", std::process::id()));
    let _ = std::fs::remove_file(&service);
    let told = std::os::unix::net::UnixDatagram::bind(&service).unwrap();
    told.set_read_timeout(Some(Duration::from_secs(300)))
        .unwrap();
    let mut command = through(discord, folder, "run");
    command.env("NOTIFY_SOCKET", &service);
    command.env("WATCHDOG_USEC", "300000");
    let mut bot = command.spawn().unwrap();
    let mut heard = HashSet::new();
    while !(heard.contains("READY=1") && heard.contains("WATCHDOG=1")) {
        let mut said = [0; 100];
        let length = told.recv(&mut said).unwrap();
        let said = String::from_utf8_lossy(&said[..length]).into_owned();
        heard.insert(said.trim().to_owned());
    }
    let until = |what: &str, is_so: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < Duration::from_secs(300), "{what}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let backups = folder.join("data/backups");
    until("there is a backup", &|| {
        let mut files = std::fs::read_dir(&backups).into_iter().flatten().flatten();
        files.any(|file| file.path().extension() == Some("db".as_ref()))
    });
    until("the bot is well", &|| {
        call(through(discord, folder, "health")).0 == 0
    });
    let stopped = Command::new("kill").arg(bot.id().to_string()).status();
    assert!(stopped.unwrap().success() && bot.wait().unwrap().success());
    std::fs::remove_file(&service).unwrap();

    // A bot that has been silent for long isn't well.
    let mut store = Store::open(&folder.join("data/dealer.db")).unwrap();
    store.write(|tx| tx.beat(WallMs(1))).unwrap();
    drop(store);
    let (code, _, error) = call(through(discord, folder, "health"));
    assert_eq!(code, 1);
    assert!(error.contains("can't reach Discord"), "{error}");
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
