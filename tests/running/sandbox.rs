//! The running local Discord: it continues after a restart, and accepts other bots.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use dealer::store::{ServerId, Store};
use serde_json::Value;

use crate::{dealer, folder, refuses};

#[test]
fn a_rehearsal_resumes_where_it_stopped() {
    let folder = folder("restart");
    let first = Running::start(&folder, "");
    first.says("No token is configured, so this is the local Discord");
    let before = first.world();
    let guild = before["guilds"][0]["id"].clone();
    assert_eq!(before["people"].as_array().unwrap().len(), 19 + 2 + 1);
    assert_eq!(first.stop("-TERM"), (0, String::new()));

    let second = Running::start(&folder, "sandbox");
    second.says("it picks up where it left off");
    let after = second.world();
    assert_eq!(after["guilds"][0]["id"], guild);
    assert_eq!(after["people"].as_array().unwrap().len(), 19 + 2 + 1);
    assert_eq!(second.stop("-INT").0, 0);

    let guild_id: ServerId = guild.as_str().unwrap().parse().unwrap();
    let store = Store::open(&folder.join("data/local-discord.db")).unwrap();
    let season = store.read(|tx| tx.current_season(guild_id)).unwrap();
    // A second seeding would create another number.
    assert_eq!(season.unwrap().id, dealer::store::SeasonId(1));
    assert_eq!(store.read(|tx| tx.open_matches(None)).unwrap().len(), 1);
    drop(store);

    // If half of it is deleted, Dealer says so and keeps the rest.
    let (world, kept) = (
        folder.join("data/local-discord.json"),
        folder.join("kept.json"),
    );
    std::fs::rename(&world, &kept).unwrap();
    refuses(&folder, "sandbox", 2, "belong to a world that is missing");
    std::fs::rename(&kept, &world).unwrap();

    // An interrupted restore leaves its copy. Dealer says how to restore it, and `--fresh` deletes
    // it.
    let left = folder.join("data/local-discord.db.restored");
    std::fs::write(&left, "").unwrap();
    refuses(
        &folder,
        "sandbox",
        2,
        "type `dealer restore --sandbox FILE` again",
    );
    let fresh = Running::start(&folder, "sandbox --fresh");
    assert!(!left.exists());
    assert!(!fresh.line.contains("it picks up"), "{}", fresh.line);
    assert_ne!(fresh.world()["guilds"][0]["id"], guild);
    assert_eq!(fresh.stop("-TERM").0, 0);

    let left: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(
        left.len(),
        2,
        "only dealer.toml and data/ are there: {left:?}"
    );
}

#[test]
fn the_sandbox_listens_on_ipv6_loopback_too() {
    // Not every machine has IPv6.
    if TcpListener::bind("[::1]:0").is_err() {
        return;
    }
    let folder = folder("newer-protocol");
    let running = Running::start_at("[::1]:0", &folder, "sandbox");
    assert!(running.url.starts_with("http://[::1]:"), "{}", running.url);
    let is_online = || running.world()["bots"][0]["online"] == true;
    let begun = std::time::Instant::now();
    while !is_online() && begun.elapsed().as_secs() < 300 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(is_online());
    assert_eq!(running.stop("-TERM").0, 0);
}

#[test]
fn other_bots_get_a_token_and_no_match() {
    let folder = folder("no-bot");
    let running = Running::start(&folder, "sandbox --no-bot");
    running.says("a bot logs in with the token ");
    let world = running.world();
    assert_eq!(world["bots"][0]["online"], false);
    assert_eq!(running.stop("-TERM").0, 0);
    let store = Store::open(&folder.join("data/local-discord.db")).unwrap();
    assert_eq!(store.read(|tx| tx.open_matches(None)).unwrap(), []);
}

/// A running local Discord. Dropping it kills the process.
pub struct Running {
    child: Child,
    pub url: String,
    line: String,
    rest: BufReader<std::process::ChildStdout>,
}

impl Running {
    pub fn start(folder: &Path, typed: &str) -> Running {
        Running::start_at("127.0.0.1:0", folder, typed)
    }

    fn start_at(listen: &str, folder: &Path, typed: &str) -> Running {
        let toml = format!("[sandbox]\nlisten = '{listen}'\npause_ms = 20\n");
        std::fs::write(folder.join("dealer.toml"), toml).unwrap();
        let mut command = dealer(folder, typed);
        let mut child = command.stderr(Stdio::inherit()).spawn().unwrap();
        let mut rest = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.contains("local Discord: open") {
            line.clear();
            assert_ne!(rest.read_line(&mut line).unwrap(), 0, "it ended");
        }
        let from = line.find("http://").unwrap();
        let (url, _) = line[from..].split_once("/#as=").unwrap();
        let url = url.to_owned();
        Running {
            child,
            url,
            line,
            rest,
        }
    }

    /// Checks the line with which it began.
    #[track_caller]
    fn says(&self, words: &str) {
        assert!(self.line.contains(words), "{}", self.line);
    }

    fn world(&self) -> Value {
        self.request("GET", "/local/world", &Value::Null)
    }

    pub fn request(&self, method: &str, path: &str, body: &Value) -> Value {
        let address = self.url.strip_prefix("http://").unwrap();
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        let body = body.to_string();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.0\r\nhost: {address}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        );
        std::io::Write::write_all(&mut stream, request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap()
    }

    /// Stops it with a signal, and gives its exit code and remaining output.
    pub fn stop(mut self, signal: &str) -> (i32, String) {
        let id = self.child.id().to_string();
        Command::new("kill").args([signal, &id]).status().unwrap();
        let code = self.child.wait().unwrap().code().unwrap();
        let mut rest = String::new();
        self.rest.read_to_string(&mut rest).unwrap();
        (code, rest)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // If all went well it has already ended.
        let _ = self.child.kill();
    }
}
