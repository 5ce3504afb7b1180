//! Matches written as lines of text. `tests/transcripts.rs` describes the format.

use std::collections::BTreeMap;

use games::{BySeat, GivenOptions, Member, Role};
use matches::MatchMs;
use matches::record::{FORMAT, Record, RecordEntry};

/// The record before its first line is read.
pub fn empty_record() -> Record {
    Record {
        format: FORMAT.to_owned(),
        game: String::new(),
        options: GivenOptions::new(),
        cast: Vec::new(),
        seats: None,
        garnets: BTreeMap::new(),
        log: Vec::new(),
        result: None,
    }
}

/// Reads a header line into the record. False if it isn't one.
pub fn header(line: &str, record: &mut Record, at: &str) -> bool {
    let Some((word, rest)) = line.split_once(' ') else {
        return false;
    };
    let mut add = |role| {
        let names = rest.split(", ").map(|name| Member {
            name: name.to_owned(),
            role,
        });
        record.cast.extend(names);
    };
    match word {
        "game" => record.game = rest.to_owned(),
        "options" => {
            record.options = serde_json::from_str(rest).unwrap_or_else(|e| panic!("{at}: {e}"))
        }
        "players" => add(Role::Player),
        "eliminated" => add(Role::Eliminated),
        "dealers" => add(Role::Dealer),
        "seats" => {
            let (dmo, ec) = rest
                .split_once(", ec ")
                .unwrap_or_else(|| panic!("{at}: seats dmo A, ec B"));
            let dmo = dmo.strip_prefix("dmo ").unwrap();
            record.seats = Some(BySeat { dmo, ec }.map(|name| (*name).to_owned()));
        }
        "garnets" => {
            for pair in rest.split(", ") {
                let (name, count) = pair.rsplit_once(' ').unwrap();
                record
                    .garnets
                    .insert(name.to_owned(), count.parse().unwrap());
            }
        }
        _ => return false,
    }
    true
}

/// The entry of a line, after `before` other entries.
pub fn entry_of(line: &str, before: usize, at: &str) -> RecordEntry {
    let (who, act) = line
        .split_once(": ")
        .unwrap_or_else(|| panic!("{at}: WHO: ACT"));
    let (by, whose) = match who.split_once(" for ") {
        Some((by, whose)) => (by, Some(whose.to_owned())),
        None => (who, None),
    };
    RecordEntry {
        seq: before as u64 + 1,
        at_ms: MatchMs(before as u64 * 1000),
        by: by.to_owned().into(),
        whose,
        act: act.to_owned(),
    }
}
