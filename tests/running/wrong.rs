//! Mistakes at the start: each has its sentence and exit code. A correct configuration has none.

use std::net::TcpListener;

use dealer::store::{SeasonSettings, Store};

use crate::{call, dealer, folder};

/// Arguments, dealer.toml, exit code, and words of the sentence on standard error.
const WRONG: &[(&[&str], &str, i32, &str)] = &[
    (
        &[],
        "tokn = 'x'",
        2,
        "dealer.toml, line 1: unknown field `tokn`",
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
        "dealer.toml, line 3: `listen` must be",
    ),
    (
        &["check"],
        "tokn = 'x'",
        1,
        "dealer.toml, line 1: unknown field `tokn`",
    ),
    (
        &["check"],
        "token = '\"x\"'",
        1,
        "dealer.toml, line 1: `token` must be",
    ),
    (
        &["check"],
        "database = 'dealer.toml/d.db'\ntoken = 'x'",
        1,
        "can't write the database dealer.toml/d.db",
    ),
    (
        &["check", "no.toml"],
        "",
        2,
        "can't read the configuration no.toml",
    ),
    (
        &["--config", "no.toml"],
        "",
        2,
        "can't read the configuration no.toml",
    ),
    (
        &["run"],
        "database = 'dealer.toml/d.db'\nsandbox.listen = '127.0.0.1:0'",
        2,
        "can't write the database dealer.toml/local-discord.db",
    ),
    (
        &["run"],
        "database = 'dealer.toml/d.db'\ntoken = 'x'",
        2,
        "can't write the database dealer.toml/d.db",
    ),
    (
        &["backup", "copy.db"],
        "",
        2,
        "there's no database data/dealer.db to back up",
    ),
    (
        &["backup", "dealer.toml"],
        "database = 'dealer.toml'",
        2,
        "dealer.toml already exists",
    ),
    (
        &["backup", "copy.db"],
        "database = 'dealer.toml'",
        2,
        "not a database",
    ),
    (
        &["import", "--server", "0", "--season", "First", "a.json"],
        "",
        2,
        "invalid value '0' for '--server",
    ),
    (&["replay", "no.json"], "", 2, "can't read no.json"),
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
        "nobody in the season is called “Mica” (did you mean Mika?)",
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
        "`--games` must be at least 1",
    ),
    (
        &["replay", "match.json", "--animate", "match.png"],
        "",
        2,
        "name its file something like match.gif",
    ),
    (&["sandbax"], "", 2, "sandbox"),
];

#[test]
fn a_mistake_ends_with_a_sentence_and_an_exit_code() {
    for (index, (arguments, toml, code, says)) in WRONG.iter().enumerate() {
        let folder = folder(&format!("wrong-{index}"));
        std::fs::write(folder.join("dealer.toml"), toml).unwrap();
        let (ended, out, error) = call(dealer(&folder, arguments));
        assert_eq!(ended, *code, "{arguments:?} {toml:?}: {error}");
        assert!(error.contains(says), "{arguments:?} {toml:?}: {error}");
        assert_eq!(out, "", "{arguments:?} {toml:?}");
        // The argument parser adds hints. Any other message is one line.
        let parsed = error.contains("--help");
        assert!(parsed || error.trim_end().lines().count() == 1, "{error}");
        assert!(!folder.join("copy.db").exists(), "{arguments:?}");
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
    for arguments in [&["run"][..], &["sandbox", "--fresh"]] {
        let (code, out, error) = call(dealer(&folder, arguments));
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(
            error.starts_with(&format!("port {port} is taken by another program")),
            "{error}"
        );
        assert!(
            error.contains("`listen` under [sandbox] in dealer.toml"),
            "{error}"
        );
        let there = [database, world].map(|file| folder.join(file).exists());
        assert_eq!(there, [true, true], "{arguments:?}");
    }
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
fn without_room_for_a_new_world_the_old_one_is_not_deleted() {
    let folder = folder("no-room");
    let (database, world) = ("data/local-discord.db", "data/local-discord.json");
    std::fs::write(folder.join("dealer.toml"), "sandbox.listen = '127.0.0.1:0'").unwrap();
    drop(Store::open(&folder.join(database)).unwrap());
    std::fs::write(folder.join(world), "a world").unwrap();
    // A folder stands where room is looked for, so nothing can be written there.
    std::fs::create_dir(folder.join("data/local-discord.room")).unwrap();
    let (code, out, error) = call(dealer(&folder, &["sandbox", "--fresh"]));
    assert_eq!((code, out.as_str()), (2, ""), "{error}");
    assert!(error.contains("nothing is deleted"), "{error}");
    assert!([database, world].map(|file| folder.join(file).exists()) == [true, true]);
    // Without the wish to start over, it says why that world can't be used.
    let (code, _, error) = call(dealer(&folder, &["sandbox"]));
    assert_eq!(code, 2);
    assert!(
        error.starts_with("can't open the local Discord's world"),
        "{error}"
    );
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
    assert!(error.contains("isn't a database of Dealer's"), "{error}");
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
    assert!(error.contains("or it's damaged"), "{error}");
}

#[test]
fn an_invalid_token_is_not_repeated() {
    let folder = folder("bad-token");
    for arguments in [&["run"][..], &["check"]] {
        let mut command = dealer(&folder, arguments);
        command.env("DISCORD_TOKEN", "Bot verysecret");
        let (code, out, error) = call(command);
        assert_eq!(code, if arguments == ["run"] { 2 } else { 1 });
        assert!(
            error.starts_with("DISCORD_TOKEN in the environment isn't a token"),
            "{error}"
        );
        assert!(!error.contains("verysecret") && !out.contains("verysecret"));
    }
}

#[test]
fn a_valid_configuration_is_confirmed() {
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
            out.starts_with("other.toml is fine.\n`dealer run` connects to Discord"),
            "{out}"
        );
        assert!(!out.contains("verysecret"));
    }
    assert!(!folder.join("data").exists(), "a check creates nothing");
}
