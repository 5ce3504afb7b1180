//! A match written out as one JSON object and read back (rulebook, "Records").

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::clock::MatchMs;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use games::tokens::Faces;
use games::{
    AnyGame, Audience, Author, BySeat, Cast, GameId, GivenOptions, Happening, Member, Outcome,
    Party, Placement, Refusal, Seat, SetupRefusal, View, english,
};

/// The only format so far.
pub const FORMAT: &str = "dealer-record/1";

/// A match as a record. Keys and their meaning are the rulebook's.
///
/// ```
/// use matches::{record::Record, selfplay};
///
/// let played = selfplay::play(games::GameId::EXAMPLE, 7);
/// let text = serde_json::to_string(&played).unwrap();
/// let record = Record::read(&text).unwrap();
/// let end = record.replay(|_number, _game| {}).unwrap();
/// assert_eq!(end.outcome(), record.result);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    pub format: String,
    pub game: String,
    pub options: GivenOptions,
    pub cast: Vec<Member>,
    /// Null in a game without seats, but never left out.
    #[serde(deserialize_with = "Option::deserialize")]
    pub seats: Option<BySeat<String>>,
    pub garnets: BTreeMap<String, u32>,
    pub log: Vec<RecordEntry>,
    /// Null while the match is open, but never left out.
    #[serde(deserialize_with = "Option::deserialize")]
    pub result: Option<Outcome>,
}

/// An entry of a record's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordEntry {
    /// 1, 2, 3, …
    pub seq: u64,
    /// Match time in milliseconds at which the entry was written.
    pub at_ms: MatchMs,
    pub by: Cow<'static, str>,
    #[serde(
        rename = "for",
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "named"
    )]
    pub whose: Option<String>,
    pub act: String,
}

fn named<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordError {
    /// It is not JSON, or not an object with exactly a record's keys.
    Unreadable(String),
    Format(String),
    UnknownGame(String),
    Setup(SetupRefusal),
    /// The first entry that is not legal.
    Entry {
        seq: u64,
        why: EntryError,
    },
    /// Its result is not the one that its log leads to.
    Result {
        seq: u64,
        found: Option<Outcome>,
        expected: Option<Outcome>,
    },
}

/// Why an entry is not legal.
#[derive(Clone, Debug, PartialEq)]
pub enum EntryError {
    /// Sequence numbers are 1, 2, 3, …
    Seq {
        expected: u64,
        found: u64,
    },
    /// `at_ms` is smaller than in the entry before.
    TimeFell {
        before: MatchMs,
    },
    /// `by` or `for` names nobody of this match.
    UnknownName(String),
    /// `by` or `for` names a player, who has to be written `dmo` or `ec`.
    SeatNamed {
        name: String,
        seat: Seat,
    },
    /// `for` names somebody for whom nobody can decide.
    BadWhose(String),
    Refused(Refusal),
}

impl RecordError {
    /// What is wrong, in words; with the entry's number, if it is about one: `seq 4: …`. Without a
    /// cast, a refusal is written in its debug form.
    pub fn say(&self, cast: Option<&Cast>) -> String {
        match self {
            Self::Unreadable(problem) => format!("This is not a record: {problem}."),
            Self::Format(found) => {
                format!("The format is “{found}”; only “{}” is known.", FORMAT)
            }
            Self::UnknownGame(game) => format!("There is no game called “{game}”."),
            Self::Setup(refusal) => english::setup_refusal_as(refusal, str::to_owned),
            Self::Entry { seq, why } => format!("seq {seq}: {}", why.say(cast)),
            Self::Result {
                seq,
                found,
                expected,
            } => format!(
                "seq {seq}: the result is {}, but the log leads to {}.",
                outcome_json(*found),
                outcome_json(*expected)
            ),
        }
    }
}

impl EntryError {
    fn say(&self, cast: Option<&Cast>) -> String {
        match self {
            Self::Seq { expected, found } => {
                format!("the number must be {expected}, and is {found}.")
            }
            Self::TimeFell { before } => format!("at_ms fell below {}.", before.0),
            Self::UnknownName(name) => format!("“{name}” is nobody of this match."),
            Self::SeatNamed { name, seat } => {
                format!("“{name}” sits in a seat and is written “{seat}”.")
            }
            Self::BadWhose(name) => format!("nothing can be decided for “{name}”."),
            Self::Refused(why) => match cast {
                Some(cast) => english::refusal(why, cast),
                None => format!("{why:?}"),
            },
        }
    }
}

fn outcome_json(outcome: Option<Outcome>) -> String {
    serde_json::to_string(&outcome).unwrap_or_default()
}

impl Record {
    /// Reads a record's text. Does not check whether its entries are legal.
    ///
    /// # Errors
    /// [`RecordError::Unreadable`] or [`RecordError::Format`].
    pub fn read(text: &str) -> Result<Record, RecordError> {
        let unreadable = |error: serde_json::Error| RecordError::Unreadable(error.to_string());
        let record: Record = serde_json::from_str(text).map_err(unreadable)?;
        // serde alone accepts other forms too: a list for an object, or an object for a word.
        let found: Value = serde_json::from_str(text).map_err(unreadable)?;
        let written = serde_json::to_value(&record).map_err(unreadable)?;
        if let Some(part) = difference(&found, &written) {
            let problem = format!("{part} is not written as records are");
            return Err(RecordError::Unreadable(problem));
        }
        if record.format != FORMAT {
            return Err(RecordError::Format(record.format));
        }
        Ok(record)
    }

    /// Sets up the match that the record begins with.
    ///
    /// # Errors
    /// A game, cast or options with which no match can be opened.
    pub fn open(&self) -> Result<AnyGame, RecordError> {
        let game =
            GameId::read(&self.game).ok_or_else(|| RecordError::UnknownGame(self.game.clone()))?;
        let cast = Cast::new(self.cast.clone(), self.seats.clone(), &self.garnets)
            .map_err(RecordError::Setup)?;
        game.open(&self.options, &Arc::new(cast))
            .map_err(RecordError::Setup)
    }

    /// Plays the record through, calling `each` after every entry with its number and the match.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn replay(&self, mut each: impl FnMut(u64, &AnyGame)) -> Result<AnyGame, RecordError> {
        self.follow(|seq, game, _| each(seq, game))
    }

    /// As [`Record::replay`]; `each` also gets what everybody learns from the entry.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn follow(
        &self,
        mut each: impl FnMut(u64, &AnyGame, &[Happening]),
    ) -> Result<AnyGame, RecordError> {
        let mut game = self.open()?;
        let mut before = MatchMs::default();
        for (index, entry) in self.log.iter().enumerate() {
            let seq = index as u64 + 1;
            let fault = |why| RecordError::Entry { seq, why };
            if entry.seq != seq {
                return Err(fault(EntryError::Seq {
                    expected: seq,
                    found: entry.seq,
                }));
            }
            if entry.at_ms < before {
                return Err(fault(EntryError::TimeFell { before }));
            }
            before = entry.at_ms;
            let (by, whose) = entry.people(game.cast()).map_err(fault)?;
            let taken = game.act(by, whose, &entry.act);
            let taken = taken.map_err(|refusal| fault(EntryError::Refused(refusal)))?;
            each(seq, &game, &taken.happenings);
        }
        if self.result != game.outcome() {
            return Err(RecordError::Result {
                seq: self.log.len() as u64,
                found: self.result,
                expected: game.outcome(),
            });
        }
        Ok(game)
    }
}

impl Record {
    /// The view of everything after each entry, up to the first illegal one.
    pub fn views(&self) -> Vec<View> {
        let mut views = Vec::with_capacity(self.log.len());
        let _ = self.replay(|_, game| views.push(game.view(Audience::All)));
        views
    }

    /// The match as a GIF of at most `most_bytes` bytes: each board that was posted, and the last
    /// one with all secrets. None if fewer than two boards were posted, or not even the last one
    /// fits. An illegal entry ends it.
    /// Takes some milliseconds for each board.
    pub fn animate(&self, faces: &Faces, most_bytes: usize) -> Option<Vec<u8>> {
        let mut boards = Vec::new();
        let _ = self.follow(|_, game, told| {
            let over = game.outcome().is_some();
            if over
                || told
                    .iter()
                    .any(|happened| happened.manner().placement == Placement::News)
            {
                boards.push(if over {
                    game.end_view()
                } else {
                    game.view(Audience::Public)
                });
            }
        });
        if boards.len() < 2 {
            return None;
        }
        games::animate(&boards, self.open().ok()?.cast(), faces, most_bytes)
    }
}

impl RecordEntry {
    /// An entry as a record writes it.
    pub fn write(
        seq: u64,
        at_ms: MatchMs,
        by: Author,
        whose: Option<Party>,
        act: String,
        cast: &Cast,
    ) -> RecordEntry {
        let by = match by {
            Author::Seat(seat) => seat.word().into(),
            Author::Cast(id) => cast.name(id).to_owned().into(),
            Author::Host => "host".into(),
            Author::Clock => "clock".into(),
            Author::Dealer => "dealer".into(),
        };
        let whose = whose.and_then(|party| match party {
            Party::Seat(seat) => Some(seat.word()),
            Party::Cast(id) => Some(cast.name(id)),
            Party::Host | Party::Dealer => None,
        });
        RecordEntry {
            seq,
            at_ms,
            by,
            whose: whose.map(str::to_owned),
            act,
        }
    }

    /// Who made the entry, and for whom.
    ///
    /// # Errors
    /// A name that nobody of this cast has.
    pub fn people(&self, cast: &Cast) -> Result<(Author, Option<Party>), EntryError> {
        let by = match &*self.by {
            "host" => Author::Host,
            "clock" => Author::Clock,
            "dealer" => Author::Dealer,
            name => match named_party(name, cast)? {
                Party::Seat(seat) => Author::Seat(seat),
                Party::Cast(id) => Author::Cast(id),
                Party::Host | Party::Dealer => return Err(EntryError::UnknownName(name.into())),
            },
        };
        let whose = match self.whose.as_deref() {
            None => None,
            Some(name @ ("host" | "clock" | "dealer")) => {
                return Err(EntryError::BadWhose(name.into()));
            }
            Some(name) => Some(named_party(name, cast)?),
        };
        Ok((by, whose))
    }
}

/// The first key at which two forms of the same record differ.
fn difference(found: &Value, written: &Value) -> Option<String> {
    let (Value::Object(found), Value::Object(written)) = (found, written) else {
        return (found != written).then(|| "it".to_owned());
    };
    let mut parts = written.iter();
    let part = parts.find(|(key, value)| found.get(*key) != Some(*value));
    part.map(|(key, _)| format!("`{key}`"))
}

fn named_party(name: &str, cast: &Cast) -> Result<Party, EntryError> {
    if let Some(seat) = Seat::BOTH.into_iter().find(|seat| seat.word() == name) {
        return Ok(Party::Seat(seat));
    }
    let id = cast
        .find_exact(name)
        .ok_or_else(|| EntryError::UnknownName(name.to_owned()))?;
    match cast.seat_of(id) {
        Some(seat) => Err(EntryError::SeatNamed {
            name: name.to_owned(),
            seat,
        }),
        None => Ok(Party::Cast(id)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn record() -> Value {
        json!({
            "format": FORMAT, "game": "gridlock", "options": {},
            "cast": [{"name": "Zac", "role": "player"}, {"name": "Tiac", "role": "player"}],
            "seats": {"dmo": "Tiac", "ec": "Zac"}, "garnets": {"Zac": 2},
            "log": [{"seq": 1, "at_ms": 5, "by": "ec", "act": "resign"}],
            "result": {"winner": "dmo", "reason": "resign"},
        })
    }

    #[test]
    fn numbers_are_read_back_as_written() {
        let mut written = record();
        written["options"] = json!({"y": 118_446_744_073_709_570_000.0});
        let text = written.to_string();
        let read: Record = serde_json::from_str(&text).unwrap();
        assert_eq!(
            serde_json::to_value(&read).unwrap()["options"],
            written["options"],
            "{text}"
        );
    }

    #[test]
    fn a_record_is_read_only_in_its_own_format() {
        let fine = [
            ("/result", json!(null)),
            ("/log/0/for", json!("dmo")),
            ("/garnets", json!({"Zac": 2, "Tiac": 0})),
        ];
        let refused = [
            ("/cast/0", json!(["Zac", "player"])),
            ("/cast/0/role", json!({"player": null})),
            ("/seats", json!(["Tiac", "Zac"])),
            ("/garnets", json!([["Zac", 2]])),
            ("/log/0", json!([1, 5, "ec", null, "resign"])),
            ("/log/0", json!([1, 5, "ec", "dmo", "resign"])),
            ("/log/0/for", json!(null)),
            ("/log/0/note", json!("x")),
            ("/log/0/at_ms", json!(5.0)),
            ("/result", json!(["dmo", "resign"])),
            (
                "/result",
                json!({"winner": {"dmo": null}, "reason": "resign"}),
            ),
            (
                "/result",
                json!({"winner": "dmo", "reason": {"resign": null}}),
            ),
            ("/options", json!([])),
            ("/note", json!("x")),
        ];
        let read = |pointer: &str, value: &Value| {
            let mut record = record();
            let (before, key) = pointer.rsplit_once('/').unwrap();
            let parent = record.pointer_mut(before).unwrap();
            match key.parse::<usize>() {
                Ok(index) => parent[index] = value.clone(),
                Err(_) => parent[key] = value.clone(),
            }
            Record::read(&record.to_string())
        };
        for (pointer, value) in &fine {
            assert!(read(pointer, value).is_ok(), "{pointer} {value}");
        }
        for (pointer, value) in &refused {
            let unreadable = matches!(read(pointer, value), Err(RecordError::Unreadable(_)));
            assert!(unreadable, "{pointer} {value}");
        }
        let list: Vec<Value> = record().as_object().unwrap().values().cloned().collect();
        assert!(Record::read(&json!(list).to_string()).is_err());
    }
}
