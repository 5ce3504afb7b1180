//! Stored data reads as it was written: a post keeps its view and its happenings for as long as its
//! match exists. A game's folder has `stored/view.json` and `stored/happenings.jsonl`. In
//! `tests/stored`, each line of `happenings.jsonl` can happen in any match, `lines.jsonl` has lines
//! of posts, `posts.jsonl` posts with their readers, and `trouble.jsonl` what only a host is told
//! is missing. Each kind has at least one example. `audit.txt` has entries of the audit log.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::Path;

use dealer::referee::{AuditEntry, Letter, Line, Post, Trouble};
use dealer::words;
use games::{BySeat, Cast, GameId, Happening, Member, Role, View};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

fn stored(name: &str) -> String {
    text(&Path::new("tests/stored").join(name))
}

/// A file with stored data in a game's folder.
fn of_game(game: GameId, name: &str) -> String {
    text(
        &Path::new("crates/games/src")
            .join(game.word())
            .join("stored")
            .join(name),
    )
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads a value and writes it again: it must be the same.
fn read<T: Serialize + DeserializeOwned>(written: &str) -> T {
    let read: T = serde_json::from_str(written).unwrap_or_else(|e| panic!("{e}: {written}"));
    assert_eq!(serde_json::to_string(&read).unwrap(), written);
    read
}

#[test]
fn a_stored_view_of_each_game_reads_as_written() {
    for game in GameId::ALL {
        let view: View = read(of_game(*game, "view.json").trim_end());
        assert_eq!(view.id(), *game);
    }
}

#[test]
fn stored_happenings_read_as_written() {
    for line in stored("happenings.jsonl").lines() {
        let happening: Happening = read(line);
        assert!(!matches!(happening, Happening::OfGame(_)), "{line}");
    }
    for game in GameId::ALL {
        let told = of_game(*game, "happenings.jsonl");
        assert!(!told.is_empty(), "{}", game.word());
        for line in told.lines() {
            let happening: Happening = read(line);
            let Happening::OfGame(of) = happening else {
                panic!("{line} must belong to one game");
            };
            assert_eq!(of.id(), *game, "{line}");
        }
    }
}

/// `tests/stored/audit.txt` has entries of the audit log, each above its sentence. The last one is
/// older, when the log stored the sentence itself. `DEALER_BLESS=1` writes the sentences.
#[test]
fn audit_entries_read_as_written_and_say_the_same() {
    let stored = stored("audit.txt");
    let lines: Vec<&str> = stored.lines().collect();
    let seats = BySeat {
        dmo: "Teo".to_owned(),
        ec: "Mika".to_owned(),
    };
    let members = [&seats.dmo, &seats.ec].map(|name| Member {
        name: name.clone(),
        role: Role::Player,
    });
    let cast = Cast::new(members.to_vec(), seats, &Default::default()).unwrap();
    let (mut seen, mut blessed) = (BTreeSet::new(), Vec::new());
    for example in lines.chunks(2) {
        let [written, expected] = *example else {
            panic!("{example:?}");
        };
        let entry = AuditEntry::read(written);
        match &entry {
            AuditEntry::Text(said) => assert_eq!(said, written),
            entry => {
                let is = serde_json::to_value(entry).unwrap();
                assert!(keeps(&is, &serde_json::from_str(written).unwrap()), "{is}");
            }
        }
        let said = words::audit::audit_entry(&entry, Some((GameId::ALL[0], &cast)));
        if std::env::var_os("DEALER_BLESS").is_none() {
            assert_eq!(said, expected);
        }
        // Nobody's name is a mention, a role's or a time.
        let mut risky = written.to_owned();
        for name in ["Ann", "Bo", "First", "One"] {
            risky = risky.replace(&format!("\"{name}"), "\"<@&9> <t:9:R>");
        }
        if risky != written && !matches!(entry, AuditEntry::Text(_)) {
            let said =
                words::audit::audit_entry(&AuditEntry::read(&risky), Some((GameId::ALL[0], &cast)));
            assert!(
                said.contains(r"t\:9\:R") || said.starts_with("changed settings"),
                "{said}"
            );
            assert!(!said.contains("<@&9>") && !said.contains("<t:9"), "{said}");
        }
        blessed.extend([written.to_owned(), said]);
        seen.insert(kind(&entry));
    }
    if std::env::var_os("DEALER_BLESS").is_some() {
        std::fs::write("tests/stored/audit.txt", blessed.join("\n") + "\n").unwrap();
    }
    assert_eq!(seen, (0..=AUDIT_KINDS).collect());
}

/// Whether a value still has all that was written. It may have more: seasons get new settings.
fn keeps(is: &Value, written: &Value) -> bool {
    match (is, written) {
        (Value::Object(is), Value::Object(written)) => written
            .iter()
            .all(|(key, was)| is.get(key).is_some_and(|is| keeps(is, was))),
        (is, written) => is == written,
    }
}

const AUDIT_KINDS: u32 = 36;

/// A number for each kind, so that a new kind needs an example.
fn kind(entry: &AuditEntry) -> u32 {
    match entry {
        AuditEntry::MatchBegun => 0,
        AuditEntry::StartMoved { .. } | AuditEntry::TimesOffered { .. } => 1,
        AuditEntry::StartWaits { .. } => 2,
        AuditEntry::ChoicesExtended { .. } => 3,
        AuditEntry::Paused => 4,
        AuditEntry::PausedWithoutChannel => 5,
        AuditEntry::PausedInShutChannel => 6,
        AuditEntry::PausedForDeleted => 7,
        AuditEntry::PauseHeld => 8,
        AuditEntry::Resumed => 9,
        AuditEntry::TookOver => 10,
        AuditEntry::HandedOver { .. } => 11,
        AuditEntry::MatchMoved { .. } => 12,
        AuditEntry::OutageCredited { .. } => 13,
        AuditEntry::NotePosted { .. } => 14,
        AuditEntry::ResultReleased => 15,
        AuditEntry::Ruled(_) => 16,
        AuditEntry::DatabasePutBack { .. } => 17,
        AuditEntry::SeasonBegun { .. } => 18,
        AuditEntry::SeasonRenamed { .. } => 19,
        AuditEntry::SeasonSwitched { .. } => 20,
        AuditEntry::SeasonArchived { .. } => 21,
        AuditEntry::SeasonTakenOut { .. } => 22,
        AuditEntry::SettingsChanged { .. } => 23,
        AuditEntry::CastAdded { .. } => 24,
        AuditEntry::CastRemoved { .. } => 25,
        AuditEntry::CastBroughtBack { .. } => 26,
        AuditEntry::CastRenamed { .. } => 27,
        AuditEntry::AccountGiven { .. } => 28,
        AuditEntry::MadeGuest { .. } => 29,
        AuditEntry::ChannelBound { .. } => 30,
        AuditEntry::ChannelUnbound { .. } => 31,
        AuditEntry::RoleSet { .. } => 32,
        AuditEntry::GarnetsMoved { .. } | AuditEntry::GarnetsGiven { .. } => 33,
        AuditEntry::StrikeGiven { .. } | AuditEntry::StrikeTakenBack { .. } => 34,
        AuditEntry::HandOpened { .. } => 35,
        AuditEntry::Text(_) => 36,
    }
}

/// All kinds of a type. Serde names them when it is asked for an unknown one.
fn kinds<T: DeserializeOwned + Debug>() -> Vec<String> {
    let none = serde_json::from_str::<T>("\"none\"").unwrap_err();
    let none = none.to_string();
    let (_, known) = none.split_once("expected one of").unwrap();
    let known = known.split('`').skip(1).step_by(2);
    known.map(str::to_owned).collect()
}

#[test]
fn every_kind_of_line_reads_as_written() {
    let lines = stored("lines.jsonl");
    for line in lines.lines() {
        read::<Line>(line);
    }
    for kind in kinds::<Line>() {
        let begins = [format!("\"{kind}\""), format!("{{\"{kind}\":")];
        let is_it = |line: &str| begins.iter().any(|begin| line.starts_with(begin));
        assert!(lines.lines().any(is_it), "no example of {kind}");
    }
}

#[test]
fn every_kind_of_trouble_reads_as_written() {
    let troubles = stored("trouble.jsonl");
    let mut said = BTreeSet::new();
    for trouble in troubles.lines() {
        said.insert(words::trouble::trouble(&read(trouble)));
    }
    assert_eq!(said.len(), troubles.lines().count());
    for kind in kinds::<Trouble>() {
        assert!(
            troubles.contains(&format!("\"{kind}\"")),
            "no example of {kind}"
        );
    }
}

#[test]
fn every_kind_of_post_reads_as_written() {
    let posts = stored("posts.jsonl");
    for post in posts.lines() {
        read::<Letter>(post);
    }
    for kind in kinds::<Post>() {
        let parts = [
            format!("\"post\":\"{kind}\""),
            format!("\"post\":{{\"{kind}\":"),
        ];
        let is_it = |post: &str| parts.iter().any(|part| post.contains(part));
        assert!(posts.lines().any(is_it), "no example of {kind}");
    }
}
