//! What records are for: an animation, and rebuilding a lost history.

use std::path::{Path, PathBuf};

use dealer::referee::Core;
use dealer::store::{CastMember, ServerId, Store, StoreError};
use games::Role;
use matches::record::Record;
use serde_json::Value;

use crate::{call, dealer, folder, refuses, works};

const SELFPLAY: &str = "selfplay gridlock --seed 3 --games 1 --out .";

#[test]
fn a_record_becomes_an_animation() {
    let folder = folder("animate");
    works(&folder, SELFPLAY);
    let replay = "replay gridlock-3.json --animate match.gif";
    let (code, out, error) = call(dealer(&folder, replay));
    assert_eq!((code, out.as_str()), (0, ""));
    let record: Value =
        serde_json::from_slice(&std::fs::read(folder.join("gridlock-3.json")).unwrap()).unwrap();
    let entries = record["log"].as_array().unwrap().len();
    let checked = format!("Gridlock: {entries} entries, all legal, and the result is correct: ");
    assert!(error.starts_with(&checked), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    let gif = std::fs::read(folder.join("match.gif")).unwrap();
    assert!(gif.starts_with(b"GIF89a") && gif.ends_with(b";"));
}

#[test]
fn a_lost_history_is_rebuilt_from_records() {
    let folder = folder("import");
    let mut files = Vec::new();
    for (game, seed) in [("gridlock", 1), ("crossfire", 2)] {
        let selfplay = format!("selfplay {game} --seed {seed} --games 1 --out {game}");
        works(&folder, &selfplay);
        let written = std::fs::read_dir(folder.join(game)).unwrap();
        files.extend(written.map(|file| file.unwrap().path()));
    }
    let import = |files: &[&Path], name: &str| {
        let mut command = dealer(&folder, &format!("import --server 5 --season {name}"));
        command.args(files);
        call(command)
    };
    let all: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let (code, said, error) = import(&all, "First");
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(said.contains("history of 2 matches"), "{said}");

    let store = Store::open(&folder.join("data/dealer.db")).unwrap();
    let core = Core::new(store, 1);
    let season = core
        .store()
        .read(|tx| tx.current_season(ServerId(5)))
        .unwrap();
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

    // A mistake is reported, and nothing is written.
    let (code, _, error) = import(&all, "first");
    assert_eq!(code, 2);
    assert!(error.contains("already has a season called First"));
    let (code, _, error) = import(&all, &"F".repeat(81));
    assert_eq!(code, 2);
    assert!(error.contains("one line of 1 to 80 visible characters"));
    let text = std::fs::read_to_string(&files[0]).unwrap();
    let mut cut: Value = serde_json::from_str(&text).unwrap();
    cut["log"].as_array_mut().unwrap().pop();
    cut["result"] = Value::Null;
    std::fs::write(folder.join("cut.json"), cut.to_string()).unwrap();
    let (code, _, error) = import(&[&files[1], Path::new("cut.json")], "Second");
    assert_eq!(code, 1);
    assert!(error.contains("cut.json: the match isn't over"), "{error}");
    std::fs::write(folder.join("bytes.json"), b"\xff").unwrap();
    let (code, _, error) = import(&[Path::new("bytes.json")], "Second");
    assert_eq!(code, 1, "{error}");
    let store = Store::open(&folder.join("data/dealer.db")).unwrap();
    assert_eq!(store.read(|tx| tx.seasons(ServerId(5))).unwrap().len(), 1);
}

#[test]
fn changes_of_the_cast_between_records_are_imported() {
    let folder = folder("import-roles");
    works(&folder, "selfplay crossfire --seed 2 --games 1 --out .");
    let first = folder.join("crossfire-2.json");
    let text = std::fs::read_to_string(&first).unwrap();
    let mut record: Value = serde_json::from_str(&text).unwrap();
    // A player of the first match is out in the second.
    let seats = record["seats"].clone();
    let mut cast = record["cast"].as_array_mut().unwrap().iter_mut();
    let plays = |one: &&mut Value| {
        one["role"] == "player" && one["name"] != seats["dmo"] && one["name"] != seats["ec"]
    };
    let out = cast.find(plays).unwrap();
    out["role"] = Value::from("eliminated");
    let name = out["name"].as_str().unwrap().to_owned();
    // Names that differ only in case are the same.
    let called = |other: &str| {
        let quoted = |name: &str| format!("\"{name}\"");
        record.to_string().replace(&quoted(&name), &quoted(other))
    };
    std::fs::write(folder.join("second.json"), called(&name.to_uppercase())).unwrap();
    std::fs::write(folder.join("long.json"), called(&"A".repeat(51))).unwrap();
    let long = "import --server 5 --season First long.json";
    refuses(&folder, long, 1, "long.json: “AAA");
    let both = "import --server 5 --season First crossfire-2.json second.json";
    works(&folder, both);
    let store = Store::open(&folder.join("data/dealer.db")).unwrap();
    let cast = store.read(|tx| {
        let season = tx.current_season(ServerId(5))?.unwrap();
        tx.season_cast(season.id)
    });
    let cast: Vec<CastMember> = cast.map_err(|error: StoreError| error).unwrap();
    let found = cast.iter().find(|member| member.name == name).unwrap();
    assert_eq!(found.role, Role::Eliminated);
    // Everybody else is as in the newest record.
    for one in record["cast"].as_array().unwrap() {
        let found = cast.iter().find(|member| one["name"] == member.name);
        let role = serde_json::to_value(found.unwrap().role).unwrap();
        assert_eq!(role, one["role"], "{one}");
    }
}

#[test]
fn a_record_cannot_control_a_terminal() {
    let folder = folder("orders");
    works(&folder, SELFPLAY);
    let text = std::fs::read_to_string(folder.join("gridlock-3.json")).unwrap();
    let bad = "\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}\r\n".repeat(400);
    let changes: [fn(&mut Value, &str); 6] = [
        |record, bad| record["format"] = bad.into(),
        |record, bad| record["game"] = bad.into(),
        |record, bad| record["cast"][0]["name"] = bad.into(),
        |record, bad| record["cast"][0]["role"] = bad.into(),
        |record, bad| record["log"][0]["by"] = bad.into(),
        |record, bad| record["log"][0]["act"] = bad.into(),
    ];
    for (index, change) in changes.iter().enumerate() {
        let mut record: Value = serde_json::from_str(&text).unwrap();
        change(&mut record, &bad);
        std::fs::write(folder.join("bad.json"), record.to_string()).unwrap();
        for typed in ["replay bad.json", "import --server 5 --season S bad.json"] {
            let error = refuses(&folder, typed, 1, "");
            let line = error.trim_end_matches('\n');
            let is_order = |c: char| c.is_control() || c == '\u{202e}';
            assert!(!line.contains(is_order), "{index}: {line:?}");
            assert!(line.chars().count() < 8_000, "{index}: {line}");
        }
    }
}

#[test]
fn an_endless_record_is_not_read_whole() {
    let folder = folder("endless");
    std::fs::write(folder.join("large.json"), " ".repeat(5 << 20)).unwrap();
    let mut endless = vec!["large.json"];
    if Path::new("/dev/zero").exists() {
        endless.push("/dev/zero");
    }
    for file in endless {
        for typed in ["replay", "import --server 5 --season S"] {
            let says = format!("{file} is too large: a record can have up to 4 MB");
            refuses(&folder, &format!("{typed} {file}"), 2, &says);
        }
    }
}
