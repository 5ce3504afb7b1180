//! Mistakes at the start: each has its sentence and exit code. A correct configuration has none.

use std::net::TcpListener;

use dealer::store::{SeasonSettings, ServerId, Store};

use crate::{call, dealer, folder, refuses, works};

#[test]
fn a_mistake_ends_with_a_sentence_and_an_exit_code() {
    for row in include_str!("wrong.txt").lines().skip(1) {
        let folder = folder("wrong");
        let cells: Vec<&str> = row.split(" | ").collect();
        let [typed, toml, code, words] = cells[..] else {
            panic!("{row}")
        };
        let toml = toml.trim_start_matches('-').replace("\\n", "\n");
        std::fs::write(folder.join("dealer.toml"), toml).unwrap();
        let typed = typed.strip_prefix("nothing").unwrap_or(typed);
        let error = refuses(&folder, typed, code.parse().unwrap(), words);
        // The argument parser adds hints. Any other message is one line.
        let parsed = error.contains("--help");
        assert!(parsed || error.trim_end().lines().count() == 1, "{error}");
        assert!(!folder.join("copy.db").exists(), "{row}");
    }
}

#[test]
fn a_port_in_use_is_named_before_anything_is_deleted() {
    let folder = folder("port-in-use");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let toml = format!("[sandbox]\nlisten = '127.0.0.1:{port}'");
    std::fs::write(folder.join("dealer.toml"), toml).unwrap();
    let (database, world) = ("data/local-discord.db", "data/local-discord.json");
    drop(Store::open(&folder.join(database)).unwrap());
    std::fs::write(folder.join(world), "a world").unwrap();
    for typed in ["run", "sandbox --fresh"] {
        let taken = format!("port {port} is taken by another program");
        let error = refuses(&folder, typed, 2, &taken);
        assert!(error.contains("`listen` under [sandbox] in dealer.toml"));
        let there = [database, world].map(|file| folder.join(file).exists());
        assert_eq!(there, [true, true], "{typed}");
    }
}

#[test]
fn a_database_in_use_is_left_alone() {
    let folder = folder("database-in-use");
    let database = folder.join("data/local-discord.db");
    let held = Store::open(&database).unwrap();
    for typed in ["run", "sandbox --fresh", "sandbox --no-bot"] {
        refuses(&folder, typed, 2, "is in use by another Dealer");
    }
    drop(held);
    assert!(database.exists());
    assert!(!folder.join("data/local-discord.json").exists());
}

#[test]
fn without_room_for_a_new_world_the_old_one_is_not_deleted() {
    let folder = folder("no-room");
    let (database, world) = ("data/local-discord.db", "data/local-discord.json");
    std::fs::write(folder.join("dealer.toml"), "sandbox.listen = '127.0.0.1:0'").unwrap();
    drop(Store::open(&folder.join(database)).unwrap());
    std::fs::write(folder.join(world), "a world").unwrap();
    // A folder stands where room is looked for, so nothing can be written there.
    std::fs::create_dir(folder.join("data/local-discord.room")).unwrap();
    refuses(&folder, "sandbox --fresh", 2, "nothing is deleted");
    assert!([database, world].map(|file| folder.join(file).exists()) == [true, true]);
    // Without the wish to start over, it says why that world can't be used.
    refuses(
        &folder,
        "sandbox",
        2,
        "can't open the local Discord's world",
    );
}

#[test]
fn a_damaged_database_is_not_written_over() {
    let folder = folder("damaged");
    std::fs::create_dir(folder.join("data")).unwrap();
    let database = folder.join("data/local-discord.db");
    let text = "no database at all, but long enough to be looked at as one\n".repeat(40);
    std::fs::write(&database, &text).unwrap();
    refuses(&folder, "run", 2, "isn't a database of Dealer's");
    assert_eq!(std::fs::read_to_string(&database).unwrap(), text);
}

#[test]
fn a_torn_page_is_found_at_the_start() {
    let folder = folder("torn");
    std::fs::write(folder.join("dealer.toml"), "sandbox.listen = '127.0.0.1:0'").unwrap();
    let database = folder.join("data/local-discord.db");
    let mut store = Store::open(&database).unwrap();
    store
        .write(|tx| {
            let settings = SeasonSettings::default();
            (0..200).try_for_each(|guild| {
                let name = "a name that fills pages ".repeat(20);
                tx.add_season(ServerId(guild), &name, None, &settings)
                    .map(|_| ())
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
    refuses(&folder, "run", 2, "or it's damaged");
}

#[test]
fn an_invalid_token_is_not_repeated() {
    let folder = folder("bad-token");
    for (typed, expected) in [("run", 2), ("check", 1)] {
        let mut command = dealer(&folder, typed);
        command.env("DISCORD_TOKEN", "Bot verysecret");
        let (code, out, error) = call(command);
        assert_eq!(code, expected);
        let says = "DISCORD_TOKEN in the environment isn't a token";
        assert!(error.starts_with(says), "{error}");
        assert!(!error.contains("verysecret") && !out.contains("verysecret"));
        // In a file, or in none.
        std::fs::write(folder.join("secret"), "Bot verysecret").unwrap();
        for (file, says) in [("secret", "isn't a token"), ("none", "can't be read")] {
            let mut command = dealer(&folder, typed);
            command.env("DISCORD_TOKEN_FILE", file);
            let (code, _, error) = call(command);
            assert_eq!(code, expected, "{error}");
            let named = format!("DISCORD_TOKEN_FILE names {file}, but ");
            assert!(error.starts_with(&named) && error.contains(says), "{error}");
            assert!(!error.contains("verysecret"));
        }
    }
}

#[test]
fn a_valid_configuration_is_confirmed() {
    let folder = folder("right");
    let out = works(&folder, "check");
    let says = "starts the local Discord on 127.0.0.1:8420";
    assert!(out.contains(says), "{out}");
    std::fs::write(folder.join("other.toml"), "token = 'verysecret'").unwrap();
    for typed in ["check other.toml", "check --config other.toml"] {
        let out = works(&folder, typed);
        let says = "other.toml is fine.\nThe token is from that file: `dealer run`";
        assert!(out.starts_with(says), "{out}");
        assert!(!out.contains("verysecret"));
    }
    std::fs::write(folder.join("secret"), "verysecret\n").unwrap();
    let mut command = dealer(&folder, "check");
    command.env("DISCORD_TOKEN_FILE", "secret");
    let (_, out, _) = call(command);
    let says = "The token is from secret (DISCORD_TOKEN_FILE)";
    assert!(out.contains(says) && !out.contains("verysecret"), "{out}");
    assert!(!folder.join("data").exists(), "a check creates nothing");
}
