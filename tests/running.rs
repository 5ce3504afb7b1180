//! The program itself: what it says and how it ends when something is wrong, and that a rehearsal goes on after a restart.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use dealer::games::Role;
use dealer::matches::record::Record;
use dealer::referee::Core;
use dealer::store::{CastMember, SeasonSettings, Store, StoreError};
use serde_json::Value;

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

/// A call that ends by itself: its exit code, standard output and standard error.
fn call(mut command: Command) -> (i32, String, String) {
    let done = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        done.status.code().unwrap(),
        text(done.stdout),
        text(done.stderr),
    )
}

/// The arguments, dealer.toml, the exit code, and what the sentence on standard error says.
const WRONG: &[(&[&str], &str, i32, &str)] = &[
    (
        &[],
        "tokn = 'x'",
        2,
        "dealer.toml, line 1: there is no key `tokn`; `token` was probably meant",
    ),
    (
        &["run"],
        "log = 'loud'",
        2,
        "dealer.toml, line 1: `log` must be",
    ),
    (
        &["sandbox"],
        "\n[sandbox]\nlisten = '0.0.0.0:1'",
        2,
        "dealer.toml, line 3: `sandbox.listen`",
    ),
    (
        &["check"],
        "tokn = 'x'",
        1,
        "dealer.toml, line 1: there is no key `tokn`",
    ),
    (
        &["check", "no.toml"],
        "",
        2,
        "the configuration no.toml cannot be read",
    ),
    (
        &["--config", "no.toml"],
        "",
        2,
        "the configuration no.toml cannot be read",
    ),
    (
        &["run"],
        "database = 'dealer.toml/d.db'",
        2,
        "the database dealer.toml/local-discord.db cannot be written",
    ),
    (
        &["run"],
        "database = 'dealer.toml/d.db'\ntoken = 'x'",
        2,
        "the database dealer.toml/d.db cannot be written",
    ),
    (
        &["backup", "copy.db"],
        "",
        2,
        "there is no database data/dealer.db to copy",
    ),
    (
        &["backup", "dealer.toml"],
        "database = 'dealer.toml'",
        2,
        "dealer.toml is there already",
    ),
    (
        &["backup", "copy.db"],
        "database = 'dealer.toml'",
        2,
        "not a database",
    ),
    (&["replay", "no.json"], "", 2, "no.json cannot be read"),
    (&["replay", "dealer.toml"], "", 1, "This is not a record"),
    (
        &["sandbox", "--game", "chess"],
        "",
        2,
        "there is no game called “chess”",
    ),
    (
        &["sandbox", "--autoplay=dmo,Mica"],
        "",
        2,
        "nobody of the season is called “Mica” (was Mika meant?)",
    ),
    (
        &["sandbox", "--no-bot", "--autoplay"],
        "",
        2,
        "cannot be used with",
    ),
    (
        &[
            "selfplay",
            "crossfire",
            "--seed",
            "1",
            "--games",
            "0",
            "--out",
            "played",
        ],
        "",
        2,
        "`--games` is 1 at least",
    ),
    (
        &["replay", "match.json", "--animate", "match.png"],
        "",
        2,
        "give its file a name such as match.gif",
    ),
    (&["sandbax"], "", 2, "sandbox"),
];

#[test]
fn what_is_wrong_ends_with_a_sentence_and_its_code() {
    for (index, (arguments, toml, code, says)) in WRONG.iter().enumerate() {
        let folder = folder(&format!("wrong-{index}"));
        std::fs::write(folder.join("dealer.toml"), toml).unwrap();
        let (ended, out, error) = call(dealer(&folder, arguments));
        assert_eq!(ended, *code, "{arguments:?} {toml:?}: {error}");
        assert!(error.contains(says), "{arguments:?} {toml:?}: {error}");
        assert_eq!(out, "", "{arguments:?} {toml:?}");
        // The parser of arguments adds its own hints; the rest is one line.
        let parsed = error.contains("--help");
        assert!(parsed || error.trim_end().lines().count() == 1, "{error}");
        assert!(!folder.join("copy.db").exists(), "{arguments:?}");
    }
}

#[test]
fn a_record_becomes_a_moving_picture() {
    let folder = folder("animate");
    let selfplay = [
        "selfplay", "gridlock", "--seed", "3", "--games", "1", "--out", ".",
    ];
    assert_eq!(call(dealer(&folder, &selfplay)).0, 0);
    let replay = ["replay", "gridlock-3.json", "--animate", "match.gif"];
    let (code, out, error) = call(dealer(&folder, &replay));
    assert_eq!((code, out.as_str()), (0, ""));
    let record: Value =
        serde_json::from_slice(&std::fs::read(folder.join("gridlock-3.json")).unwrap()).unwrap();
    let entries = record["log"].as_array().unwrap().len();
    let checked =
        format!("Gridlock: {entries} entries, all legal, and the result follows from them: ");
    assert!(error.starts_with(&checked), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    let gif = std::fs::read(folder.join("match.gif")).unwrap();
    assert!(gif.starts_with(b"GIF89a") && gif.ends_with(b";"));
}

#[test]
fn a_port_in_use_is_named() {
    let folder = folder("port-in-use");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let toml = format!("[sandbox]\nlisten = '127.0.0.1:{port}'");
    std::fs::write(folder.join("dealer.toml"), toml).unwrap();
    let (code, _, error) = call(dealer(&folder, &["run"]));
    assert_eq!(code, 2);
    assert!(
        error.starts_with(&format!("port {port} is taken by another program")),
        "{error}"
    );
    assert!(
        error.contains("`listen` under [sandbox] in dealer.toml"),
        "{error}"
    );
}

#[test]
fn a_database_in_use_is_left_alone() {
    let folder = folder("database-in-use");
    let database = folder.join("data/local-discord.db");
    let held = Store::open(&database).unwrap();
    for arguments in [
        &["run"][..],
        &["sandbox", "--fresh"],
        &["sandbox", "--no-bot"],
    ] {
        let (code, out, error) = call(dealer(&folder, arguments));
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {error}");
        assert!(
            error.contains("is in use by another Dealer"),
            "{arguments:?}: {error}"
        );
    }
    drop(held);
    assert!(database.exists());
    assert!(!folder.join("data/local-discord.json").exists());
}

#[test]
fn a_damaged_database_is_not_written_over() {
    let folder = folder("damaged");
    std::fs::create_dir(folder.join("data")).unwrap();
    let database = folder.join("data/local-discord.db");
    let text = "no database at all, but long enough to be looked at as one\n".repeat(40);
    std::fs::write(&database, &text).unwrap();
    let (code, _, error) = call(dealer(&folder, &["run"]));
    assert_eq!(code, 2);
    assert!(error.contains("is not a database of Dealer's"), "{error}");
    assert_eq!(std::fs::read_to_string(&database).unwrap(), text);
}

#[test]
fn a_page_that_was_torn_is_found_at_the_start() {
    let folder = folder("torn");
    let database = folder.join("data/local-discord.db");
    let mut store = Store::open(&database).unwrap();
    store
        .write(|tx| {
            let settings = SeasonSettings::default();
            (0..200).try_for_each(|guild| {
                let name = "a name that fills pages ".repeat(20);
                tx.add_season(guild, &name, None, &settings).map(|_| ())
            })
        })
        .unwrap();
    drop(store);
    let mut bytes = std::fs::read(&database).unwrap();
    // Half of a page that is in use.
    let name = b"a name that fills pages";
    let mut found = bytes.windows(name.len());
    let page = found.position(|bytes| bytes == name).unwrap() / 4_096 * 4_096;
    bytes[page..page + 2_048].fill(0xa5);
    std::fs::write(&database, &bytes).unwrap();
    let (code, _, error) = call(dealer(&folder, &["run"]));
    assert_eq!(code, 2, "{error}");
    assert!(error.contains("or it is damaged"), "{error}");
}

#[test]
fn a_token_that_cannot_be_one_is_not_repeated() {
    let folder = folder("bad-token");
    for arguments in [&["run"][..], &["check"]] {
        let mut command = dealer(&folder, arguments);
        command.env("DISCORD_TOKEN", "Bot verysecret");
        let (code, out, error) = call(command);
        assert_eq!(code, if arguments == ["run"] { 2 } else { 1 });
        assert!(
            error.starts_with("DISCORD_TOKEN in the environment is not right"),
            "{error}"
        );
        assert!(!error.contains("verysecret") && !out.contains("verysecret"));
    }
}

#[test]
fn a_right_configuration_is_said_to_be() {
    let folder = folder("right");
    let (code, out, _) = call(dealer(&folder, &["check"]));
    assert_eq!(code, 0);
    assert!(
        out.contains("starts the local Discord on 127.0.0.1:8420"),
        "{out}"
    );
    std::fs::write(folder.join("other.toml"), "token = 'verysecret'").unwrap();
    for arguments in [
        &["check", "other.toml"][..],
        &["check", "--config", "other.toml"],
    ] {
        let (code, out, error) = call(dealer(&folder, arguments));
        assert_eq!((code, error.as_str()), (0, ""));
        assert!(
            out.starts_with("other.toml is right.\n`dealer run` connects to Discord"),
            "{out}"
        );
        assert!(!out.contains("verysecret"));
    }
    assert!(!folder.join("data").exists(), "nothing is made by looking");
}

#[test]
fn a_copy_is_made_while_the_database_is_in_use() {
    let folder = folder("backup");
    let mut store = Store::open(&folder.join("data/dealer.db")).unwrap();
    store
        .write(|tx| tx.add_season(5, "First", None, &SeasonSettings::default()))
        .unwrap();
    let (code, _, error) = call(dealer(&folder, &["backup", "copy.db"]));
    assert_eq!((code, error.as_str()), (0, ""));
    let mut copy = Store::open(&folder.join("copy.db")).unwrap();
    let season = copy.read(|tx| tx.current_season(5)).unwrap().unwrap();
    assert_eq!(season.name, "First");

    // The local Discord's has to be asked for by name; whoever means it is told how.
    let folder = self::folder("backup-local");
    Store::open(&folder.join("data/local-discord.db")).unwrap();
    let (code, _, error) = call(dealer(&folder, &["backup", "copy.db"]));
    assert_eq!(code, 2);
    assert!(
        error.contains("`dealer backup --sandbox` copies that"),
        "{error}"
    );
    let backup = ["backup", "--sandbox", "copy.db"];
    let (code, _, error) = call(dealer(&folder, &backup));
    assert_eq!((code, error.as_str()), (0, ""));
    let restore = ["restore", "--sandbox", "copy.db"];
    let (code, said, error) = call(dealer(&folder, &restore));
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(said.starts_with("data/local-discord.db is what"), "{said}");
}

fn add_season(store: &mut Store, name: &str) {
    let settings = SeasonSettings::default();
    store
        .write(|tx| tx.add_season(5, name, None, &settings))
        .unwrap();
}

/// The names of the seasons of a database, the newest first.
fn seasons(database: &Path) -> Vec<String> {
    let mut store = Store::open(database).unwrap();
    let seasons = store.read(|tx| tx.seasons(5)).unwrap();
    seasons.into_iter().map(|season| season.name).collect()
}

#[test]
fn a_copy_is_put_back_after_a_kill() {
    let running = folder("restored-from");
    let mut store = Store::open(&running.join("data/dealer.db")).unwrap();
    add_season(&mut store, "First");
    assert_eq!(call(dealer(&running, &["backup", "copy.db"])).0, 0);
    add_season(&mut store, "Second");
    // Nothing is put in the place of what somebody uses.
    let (code, _, error) = call(dealer(&running, &["restore", "copy.db"]));
    assert_eq!(code, 2);
    assert!(error.contains("is in use by another Dealer"), "{error}");

    // What a process that is killed leaves: the database, and beside it a log in which the newest is.
    let folder = folder("restored");
    std::fs::create_dir(folder.join("data")).unwrap();
    for file in ["dealer.db", "dealer.db-wal", "dealer.db-shm"] {
        let from = running.join("data").join(file);
        std::fs::copy(from, folder.join("data").join(file)).unwrap();
    }
    std::fs::copy(running.join("copy.db"), folder.join("copy.db")).unwrap();
    let database = folder.join("data/dealer.db");

    // A copy that is none changes nothing.
    std::fs::write(folder.join("empty.db"), "").unwrap();
    let mut torn = std::fs::read(folder.join("copy.db")).unwrap();
    let middle = torn.len() / 2;
    torn[middle..].fill(0xa5);
    std::fs::write(folder.join("torn.db"), torn).unwrap();
    for (copy, code, says) in [
        ("no.db", 2, "there is no copy no.db"),
        ("dealer.toml", 2, "there is no copy dealer.toml"),
        (
            "empty.db",
            1,
            "empty.db is no copy of a database of Dealer's",
        ),
        (
            "torn.db",
            1,
            "torn.db is no copy of a database of Dealer's, or it is damaged",
        ),
    ] {
        let (ended, out, error) = call(dealer(&folder, &["restore", copy]));
        assert_eq!((ended, out.as_str()), (code, ""), "{copy}: {error}");
        assert!(error.contains(says), "{copy}: {error}");
        let left = std::fs::read_dir(folder.join("data")).unwrap();
        let left = left.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut left: Vec<String> = left.filter(|name| !name.ends_with(".lock")).collect();
        left.sort();
        assert_eq!(
            left,
            ["dealer.db", "dealer.db-shm", "dealer.db-wal"],
            "{copy}"
        );
    }

    let (code, said, error) = call(dealer(&folder, &["restore", "copy.db"]));
    assert_eq!((code, error.as_str()), (0, ""));
    let kept = folder.join("data/dealer.db.before-restore");
    assert!(said.contains("data/dealer.db.before-restore"), "{said}");
    // Without a token it may be the local Discord's copy.
    assert!(said.contains("`dealer restore --sandbox FILE`"), "{said}");
    assert_eq!(seasons(&database), ["First"]);
    // What was there is there still, with all that was in its log.
    assert_eq!(seasons(&kept), ["Second", "First"]);
    // Ended in the middle, between any two of its steps, it is neither taken for whole nor begun anew, and done when it is typed once more.
    for lost in [&["dealer.db-wal"][..], &["dealer.db-wal", "dealer.db"]] {
        let folder = self::folder("restored-between");
        std::fs::create_dir(folder.join("data")).unwrap();
        for file in ["dealer.db", "dealer.db-wal", "dealer.db-shm"] {
            let to = match lost.contains(&file) {
                true => file.replace("dealer.db", "dealer.db.before-restore"),
                false => file.to_owned(),
            };
            let from = running.join("data").join(file);
            std::fs::copy(from, folder.join("data").join(to)).unwrap();
        }
        let (copy, data) = (running.join("copy.db"), folder.join("data"));
        std::fs::copy(&copy, folder.join("copy.db")).unwrap();
        std::fs::copy(&copy, data.join("dealer.db.restored")).unwrap();
        let refused = Store::open(&data.join("dealer.db"))
            .unwrap_err()
            .to_string();
        assert!(
            refused.contains("`dealer restore FILE` once more"),
            "{refused}"
        );
        let half = dealer::store::backup(&data.join("dealer.db"), &folder.join("half.db"));
        assert_eq!(half.unwrap_err().to_string(), refused);
        assert!(!folder.join("half.db").exists());
        assert_eq!(call(dealer(&folder, &["restore", "copy.db"])).0, 0);
        assert_eq!(seasons(&data.join("dealer.db")), ["First"]);
        let kept = data.join("dealer.db.before-restore");
        assert_eq!(seasons(&kept), ["Second", "First"]);
    }
    // It goes on, and can be put back once more; the copy is as it was.
    add_season(&mut Store::open(&database).unwrap(), "Third");
    assert_eq!(call(dealer(&folder, &["restore", "copy.db"])).0, 0);
    assert_eq!(seasons(&database), ["First"]);
    let kept = folder.join("data/dealer.db.before-restore-2");
    assert_eq!(seasons(&kept), ["Third", "First"]);

    // So it can where the database is lost altogether.
    std::fs::remove_dir_all(folder.join("data")).unwrap();
    let (code, _, error) = call(dealer(&folder, &["restore", "copy.db"]));
    assert_eq!((code, error.as_str()), (0, ""));
    assert_eq!(seasons(&database), ["First"]);
}

#[test]
fn a_lost_history_is_made_anew_from_records() {
    let folder = folder("import");
    let mut files = Vec::new();
    for (game, seed) in [("gridlock", "1"), ("crossfire", "2")] {
        let arguments = [
            "selfplay", game, "--seed", seed, "--games", "1", "--out", game,
        ];
        assert_eq!(call(dealer(&folder, &arguments)).0, 0);
        let written = std::fs::read_dir(folder.join(game)).unwrap();
        files.extend(written.map(|file| file.unwrap().path()));
    }
    let import = |files: &[&Path], name: &str| {
        let mut command = dealer(&folder, &["import", "--server", "5", "--season", name]);
        command.args(files);
        call(command)
    };
    let all: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let (code, said, error) = import(&all, "First");
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(said.contains("history of 2 matches"), "{said}");

    let store = Store::open(&folder.join("data/dealer.db")).unwrap();
    let mut core = Core::new(store, 1);
    let season = core.store().read(|tx| tx.current_season(5)).unwrap();
    let season = season.unwrap().id;
    let past = core.store().read(|tx| tx.past_matches(season)).unwrap();
    assert_eq!(past.len(), files.len());
    for (file, past) in files.iter().zip(past) {
        let text = std::fs::read_to_string(file).unwrap();
        let mut record = Record::read(&text).unwrap();
        record.garnets.retain(|_, count| *count > 0);
        assert_eq!(past.outcome, record.result);
        assert_eq!(core.record(past.row.id).unwrap(), Some(record));
    }
    drop(core);

    // What is not right is said, and nothing of it is written.
    let (code, _, error) = import(&all, "first");
    assert_eq!(code, 2);
    assert!(error.contains("called First already"), "{error}");
    let (code, _, error) = import(&all, &"F".repeat(81));
    assert_eq!(code, 2);
    assert!(error.contains("one line of 1 to 80 characters"), "{error}");
    let text = std::fs::read_to_string(&files[0]).unwrap();
    let mut cut: Value = serde_json::from_str(&text).unwrap();
    cut["log"].as_array_mut().unwrap().pop();
    cut["result"] = Value::Null;
    std::fs::write(folder.join("cut.json"), cut.to_string()).unwrap();
    let (code, _, error) = import(&[&files[1], Path::new("cut.json")], "Second");
    assert_eq!(code, 1);
    assert!(error.contains("cut.json: the match is not over"), "{error}");
    std::fs::write(folder.join("bytes.json"), b"\xff").unwrap();
    let (code, _, error) = import(&[Path::new("bytes.json")], "Second");
    assert_eq!(code, 1, "{error}");
    let mut store = Store::open(&folder.join("data/dealer.db")).unwrap();
    assert_eq!(store.read(|tx| tx.seasons(5)).unwrap().len(), 1);
}

#[test]
fn what_became_of_people_between_records_is_imported() {
    let folder = folder("import-roles");
    let selfplay = [
        "selfplay",
        "crossfire",
        "--seed",
        "2",
        "--games",
        "1",
        "--out",
        ".",
    ];
    assert_eq!(call(dealer(&folder, &selfplay)).0, 0);
    let first = folder.join("crossfire-2.json");
    let text = std::fs::read_to_string(&first).unwrap();
    let mut record: Value = serde_json::from_str(&text).unwrap();
    // Somebody who was a player in the first match is out in the second.
    let seats = record["seats"].clone();
    let mut cast = record["cast"].as_array_mut().unwrap().iter_mut();
    let plays = |one: &&mut Value| {
        one["role"] == "player" && one["name"] != seats["dmo"] && one["name"] != seats["ec"]
    };
    let out = cast.find(plays).unwrap();
    out["role"] = Value::from("eliminated");
    let name = out["name"].as_str().unwrap().to_owned();
    // What differs in capital letters alone is the same name.
    let called = |other: &str| {
        let quoted = |name: &str| format!("\"{name}\"");
        record.to_string().replace(&quoted(&name), &quoted(other))
    };
    std::fs::write(folder.join("second.json"), called(&name.to_uppercase())).unwrap();
    std::fs::write(folder.join("long.json"), called(&"A".repeat(51))).unwrap();
    let long = ["import", "--server", "5", "--season", "First", "long.json"];
    let (code, _, error) = call(dealer(&folder, &long));
    assert_eq!(code, 1);
    assert!(error.contains("long.json: “AAA"), "{error}");
    let import = [
        "import",
        "--server",
        "5",
        "--season",
        "First",
        "crossfire-2.json",
        "second.json",
    ];
    let (code, _, error) = call(dealer(&folder, &import));
    assert_eq!((code, error.as_str()), (0, ""));
    let mut store = Store::open(&folder.join("data/dealer.db")).unwrap();
    let cast = store.read(|tx| {
        let season = tx.current_season(5)?.unwrap();
        tx.season_cast(season.id)
    });
    let cast: Vec<CastMember> = cast.map_err(|error: StoreError| error).unwrap();
    let found = cast.iter().find(|member| member.name == name).unwrap();
    assert_eq!(found.role, Role::Eliminated);
    // Nobody else is another than in the newest record.
    for one in record["cast"].as_array().unwrap() {
        let found = cast.iter().find(|member| one["name"] == member.name);
        let role = serde_json::to_value(found.unwrap().role).unwrap();
        assert_eq!(role, one["role"], "{one}");
    }
}

/// A local Discord that runs; killed when it is dropped.
struct Running {
    child: Child,
    url: String,
    line: String,
    rest: BufReader<std::process::ChildStdout>,
}

impl Running {
    fn start(folder: &Path, arguments: &[&str]) -> Running {
        Running::start_at("127.0.0.1:0", folder, arguments)
    }

    fn start_at(listen: &str, folder: &Path, arguments: &[&str]) -> Running {
        let toml = format!("[sandbox]\nlisten = '{listen}'\npause_ms = 20\n");
        std::fs::write(folder.join("dealer.toml"), toml).unwrap();
        let mut command = dealer(folder, arguments);
        let mut child = command.stderr(Stdio::inherit()).spawn().unwrap();
        let mut rest = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.contains("local Discord: open") {
            line.clear();
            assert_ne!(rest.read_line(&mut line).unwrap(), 0, "it ended");
        }
        let from = line.find("http://").unwrap();
        let url = line[from..].split([' ', ';']).next().unwrap().to_owned();
        Running {
            child,
            url,
            line,
            rest,
        }
    }

    fn world(&self) -> Value {
        let address = self.url.strip_prefix("http://").unwrap();
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        let request = format!("GET /local/world HTTP/1.0\r\nhost: {address}\r\n\r\n");
        std::io::Write::write_all(&mut stream, request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap()
    }

    /// Ends it as the system does: its exit code, and what else it said.
    fn stop(mut self, signal: &str) -> (i32, String) {
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
        // It has ended already where everything went well.
        let _ = self.child.kill();
    }
}

#[test]
fn a_rehearsal_goes_on_where_it_was() {
    let folder = folder("restart");
    let first = Running::start(&folder, &[]);
    assert!(
        first
            .line
            .starts_with("No token is configured, so this is the local Discord"),
        "{}",
        first.line
    );
    let before = first.world();
    let guild = before["guilds"][0]["id"].clone();
    assert_eq!(before["people"].as_array().unwrap().len(), 19 + 2 + 1);
    assert_eq!(first.stop("-TERM"), (0, String::new()));

    let second = Running::start(&folder, &["sandbox"]);
    assert!(
        second.line.contains("it goes on where it was"),
        "{}",
        second.line
    );
    let after = second.world();
    assert_eq!(after["guilds"][0]["id"], guild);
    assert_eq!(after["people"].as_array().unwrap().len(), 19 + 2 + 1);
    assert_eq!(second.stop("-INT").0, 0);

    let guild_id: u64 = guild.as_str().unwrap().parse().unwrap();
    let mut store = Store::open(&folder.join("data/local-discord.db")).unwrap();
    let season = store
        .read(|tx| tx.current_season(guild_id))
        .unwrap()
        .unwrap();
    // A second seed would have a number of its own.
    assert_eq!(season.id, dealer::store::SeasonId(1));
    assert_eq!(store.read(|tx| tx.open_matches(None)).unwrap().len(), 1);
    drop(store);

    // Whoever deletes half of it is told, and nothing is thrown away.
    std::fs::rename(
        folder.join("data/local-discord.json"),
        folder.join("kept.json"),
    )
    .unwrap();
    let (code, _, error) = call(dealer(&folder, &["sandbox"]));
    assert_eq!(code, 2);
    assert!(
        error.contains("belong to a world that is missing"),
        "{error}"
    );
    std::fs::rename(
        folder.join("kept.json"),
        folder.join("data/local-discord.json"),
    )
    .unwrap();

    // What a copy leaves that was being put back when that was ended is deleted as well; without that it is told how it is put back.
    let left = folder.join("data/local-discord.db.restored");
    std::fs::write(&left, "").unwrap();
    let (code, _, error) = call(dealer(&folder, &["sandbox"]));
    assert_eq!(code, 2);
    let says = "type `dealer restore --sandbox FILE` once more";
    assert!(error.contains(says), "{error}");
    let fresh = Running::start(&folder, &["sandbox", "--fresh"]);
    assert!(!left.exists());
    assert!(!fresh.line.contains("it goes on"), "{}", fresh.line);
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
fn it_listens_on_loopback_of_the_newer_protocol_too() {
    // Not every machine has it.
    if TcpListener::bind("[::1]:0").is_err() {
        return;
    }
    let folder = folder("newer-protocol");
    let running = Running::start_at("[::1]:0", &folder, &["sandbox"]);
    assert!(running.url.starts_with("http://[::1]:"), "{}", running.url);
    let is_online = || running.world()["bots"][0]["online"] == true;
    let begun = std::time::Instant::now();
    while !is_online() && begun.elapsed().as_secs() < 30 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(is_online());
    assert_eq!(running.stop("-TERM").0, 0);
}

#[test]
fn other_bots_get_a_token_and_no_match() {
    let folder = folder("no-bot");
    let running = Running::start(&folder, &["sandbox", "--no-bot"]);
    assert!(
        running.line.contains("a bot logs in with the token "),
        "{}",
        running.line
    );
    let world = running.world();
    assert_eq!(world["bots"][0]["online"], false);
    assert_eq!(running.stop("-TERM").0, 0);
    let mut store = Store::open(&folder.join("data/local-discord.db")).unwrap();
    assert_eq!(store.read(|tx| tx.open_matches(None)).unwrap(), []);
}
