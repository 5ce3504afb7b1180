//! A match written out as one JSON object and read back (rulebook, "Records").

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};

use crate::games::{
    AnyGame, Author, BySeat, Cast, GameId, GivenOptions, Member, Outcome, Party, Refusal, Seat,
    SetupRefusal,
};

/// The only format that there is so far.
pub const FORMAT: &str = "dealer-record/1";

/// A match as a record. Keys and their meaning are the rulebook's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    pub format: String,
    pub game: String,
    pub options: GivenOptions,
    pub cast: Vec<Member>,
    pub seats: BySeat<String>,
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
    pub at_ms: u64,
    pub by: String,
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

/// Why a record is not right.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordError {
    /// It is not JSON, or not an object with exactly the record's keys.
    Unreadable(String),
    Format(String),
    UnknownGame(String),
    Setup(SetupRefusal),
    /// The first entry that is not legal.
    Entry {
        seq: u64,
        why: EntryError,
    },
    /// The record's result is not the one that its log leads to.
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
    },
    /// `at_ms` fell.
    TimeFell {
        before: u64,
    },
    /// `by` or `for` is nobody of this match.
    UnknownName(String),
    /// Somebody in a seat is `dmo` or `ec`, never named.
    SeatNamed {
        name: String,
        seat: Seat,
    },
    /// `for` names somebody for whom nothing can be decided.
    BadWhose(String),
    Refused(Refusal),
}

impl Record {
    /// Reads a record's text. Says nothing of whether its entries are legal.
    ///
    /// # Errors
    /// [`RecordError::Unreadable`] or [`RecordError::Format`].
    pub fn read(text: &str) -> Result<Record, RecordError> {
        let record: Record = serde_json::from_str(text)
            .map_err(|error| RecordError::Unreadable(error.to_string()))?;
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
    /// The first thing that is not right.
    pub fn replay(&self, mut each: impl FnMut(u64, &AnyGame)) -> Result<AnyGame, RecordError> {
        let mut game = self.open()?;
        let mut before = 0;
        for (index, entry) in self.log.iter().enumerate() {
            let seq = index as u64 + 1;
            let fault = |why| RecordError::Entry { seq, why };
            if entry.seq != seq {
                return Err(fault(EntryError::Seq { expected: seq }));
            }
            if entry.at_ms < before {
                return Err(fault(EntryError::TimeFell { before }));
            }
            before = entry.at_ms;
            let (by, whose) = entry.people(game.cast()).map_err(fault)?;
            game.act(by, whose, &entry.act)
                .map_err(|refusal| fault(EntryError::Refused(refusal)))?;
            each(seq, &game);
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

impl RecordEntry {
    /// An entry as a record writes it.
    pub fn write(
        seq: u64,
        at_ms: u64,
        by: Author,
        whose: Option<Party>,
        act: String,
        cast: &Cast,
    ) -> RecordEntry {
        let by = match by {
            Author::Seat(seat) => seat.word(),
            Author::Cast(id) => cast.name(id),
            Author::Host => "host",
            Author::Clock => "clock",
            Author::Dealer => "dealer",
        };
        let whose = whose.and_then(|party| match party {
            Party::Seat(seat) => Some(seat.word()),
            Party::Cast(id) => Some(cast.name(id)),
            Party::Host | Party::Dealer => None,
        });
        RecordEntry {
            seq,
            at_ms,
            by: by.to_owned(),
            whose: whose.map(str::to_owned),
            act,
        }
    }

    /// Who wrote the entry, and for whom.
    fn people(&self, cast: &Cast) -> Result<(Author, Option<Party>), EntryError> {
        let by = match self.by.as_str() {
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
