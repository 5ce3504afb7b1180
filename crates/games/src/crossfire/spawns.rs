//! A host's own spawn spaces: which are possible, and how people type them and records write them.
//! Source: the rulebook's page "Crossfire", option `spawns`.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::board::{self, Facing, Spawn};
use super::options::SetupRefusal;
use crate::{BySeat, Cell, Seat};

/// How many spawn spaces a colour can have.
pub const MAX_SPACES: usize = 8;

/// A host's own spawn spaces, checked, in the order in which they were given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RawSpawns", into = "RawSpawns")]
pub struct Spawns(BySeat<Vec<Spawn>>);

/// Spawn spaces as records have them, not checked yet.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSpawns {
    blue: Vec<String>,
    red: Vec<String>,
}

impl Spawns {
    /// Reads and checks spawn spaces from a record or a host.
    ///
    /// # Errors
    /// There are too few or too many spaces, one isn't written as in records, or the board doesn't
    /// have it.
    pub(super) fn read(given: &RawSpawns) -> Result<Spawns, SetupRefusal> {
        let mut cells: Vec<Cell> = Vec::new();
        let mut read_seat = |seat: Seat, given: &[String]| {
            if !(1..=MAX_SPACES).contains(&given.len()) {
                let most = MAX_SPACES;
                return Err(SetupRefusal::SpawnCount { seat, most });
            }
            let mut spaces = Vec::with_capacity(given.len());
            for text in given {
                let spawn = read_exact(text)?;
                if cells.contains(&spawn.0) {
                    return Err(SetupRefusal::SpawnTwice(spawn.0));
                }
                cells.push(spawn.0);
                spaces.push(spawn);
            }
            Ok(spaces)
        };
        let dmo = read_seat(Seat::Dmo, &given.blue)?;
        let ec = read_seat(Seat::Ec, &given.red)?;
        Ok(Spawns(BySeat { dmo, ec }))
    }

    pub(super) fn of(&self, seat: Seat) -> &[Spawn] {
        &self.0[seat]
    }

    /// Spaces for random play: a few of each colour.
    pub(super) fn random(dice: &mut crate::Dice) -> Spawns {
        let cells = (0..board::SIDE * board::SIDE).map(|index| board::cell_at(index.into()));
        let mut edge: Vec<Cell> = cells.filter(|cell| ways(*cell).next().is_some()).collect();
        dice.shuffle(&mut edge);
        let mut draw = |most: u32| -> Vec<Spawn> {
            let cells = edge.split_off(edge.len() - dice.between(1, most) as usize);
            let spawn = |cell| {
                let ways: Vec<Facing> = ways(cell).collect();
                dice.pick(&ways).map(|way| (cell, *way))
            };
            cells.into_iter().filter_map(spawn).collect()
        };
        // There are twelve cells at the edge.
        let (dmo, ec) = (draw(MAX_SPACES as u32), draw(4));
        Spawns(BySeat { dmo, ec })
    }
}

impl TryFrom<RawSpawns> for Spawns {
    type Error = &'static str;

    fn try_from(given: RawSpawns) -> Result<Spawns, &'static str> {
        Spawns::read(&given).map_err(|_| "no spawn spaces of the board")
    }
}

impl From<Spawns> for RawSpawns {
    fn from(Spawns(spaces): Spawns) -> RawSpawns {
        let [blue, red] =
            [spaces.dmo, spaces.ec].map(|spaces| spaces.iter().map(written).collect());
        RawSpawns { blue, red }
    }
}

/// Writes a space as in records: `B1 down`.
fn written((cell, facing): &Spawn) -> String {
    format!("{cell} {}", facing.word())
}

/// Reads a space in exactly that form.
fn read_exact(text: &str) -> Result<Spawn, SetupRefusal> {
    let malformed = || SetupRefusal::NotASpawn(text.to_owned());
    let (cell, way) = text.split_once(' ').ok_or_else(malformed)?;
    let spawn = (
        Cell::read(cell).ok_or_else(malformed)?,
        facing(way).ok_or_else(malformed)?,
    );
    if written(&spawn) != text {
        return Err(malformed());
    }
    let (cell, way) = spawn;
    if !board::is_on_board(cell) {
        return Err(SetupRefusal::SpawnOffBoard(cell));
    }
    let ways: Vec<Facing> = ways(cell).collect();
    if ways.contains(&way) {
        Ok(spawn)
    } else {
        Err(SetupRefusal::SpawnWay { cell, way, ways })
    }
}

fn facing(word: &str) -> Option<Facing> {
    let mut all = Facing::ALL.into_iter();
    all.find(|facing| facing.word() == word)
}

/// The directions in which an arrow can cross the board from a cell: two from a corner, none from
/// the inside.
fn ways(cell: Cell) -> impl Iterator<Item = Facing> {
    let begins = move |way: &Facing| way.opposite().next(cell).is_none();
    Facing::ALL.into_iter().filter(begins)
}

/// Reads what a host types, `Blue: b1 Down, a4 right; red …` or JSON, in upper or lower case, with
/// any signs and blanks between the words. Returns it in the form of records; None if it can't be
/// read.
pub(super) fn parse_typed(text: &str) -> Option<Value> {
    let is_separator = |c: char| !c.is_alphanumeric();
    let text = text.to_lowercase();
    let mut words = text.split(is_separator).filter(|word| !word.is_empty());
    let mut given: BySeat<Option<Vec<String>>> = BySeat::default();
    let mut seat = None;
    while let Some(word) = words.next() {
        let colour = match word {
            "blue" => Some(Seat::Dmo),
            "red" => Some(Seat::Ec),
            _ => None,
        };
        if let Some(colour) = colour {
            if given[colour].replace(Vec::new()).is_some() {
                return None;
            }
            seat = Some(colour);
            continue;
        }
        let spawn = (Cell::read(word)?, facing(words.next()?)?);
        given[seat?].as_mut()?.push(written(&spawn));
    }
    Some(json!({ "blue": given.dmo?, "red": given.ec? }))
}

/// Writes spawn spaces, given in the form of records, as a host types them. None if the value isn't
/// spawn spaces.
pub(super) fn format_typed(value: &Value) -> Option<String> {
    let given: RawSpawns = serde::Deserialize::deserialize(value).ok()?;
    let (blue, red) = (given.blue.join(", "), given.red.join(", "));
    Some(format!("blue {blue}; red {red}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;

    #[test]
    fn hosts_can_type_spawn_spaces_in_many_ways() {
        let spawns = json!({ "blue": ["B1 down", "A4 right"], "red": ["C1 down"] });
        for text in [
            "blue B1 down, A4 right; red C1 down",
            "BLUE: b1 Down,  a4   RIGHT;  Red : c1 down",
            "blue b1 down a4 right red c1 down",
            r#"{"blue": ["B1 down", "A4 right"], "red": ["C1 down"]}"#,
            "{“Red”: [‘c1  DOWN’], “Blue”: [‘b1 down’, ‘a4 right’]}",
        ] {
            assert_eq!(parse_typed(text).as_ref(), Some(&spawns), "{text}");
        }
        for text in [
            "",
            "null",
            "blue B1 down",
            "B1 down; red C1 down",
            "blue B1; red C1 down",
            "blue B1 north; red C1 down",
            "blue B1 down; red C1 down; blue A4 right",
            "blue B1 down; red C1 down; green A4 right",
        ] {
            assert_eq!(parse_typed(text), None, "{text}");
        }
        let written = format_typed(&spawns).unwrap();
        assert_eq!(written, "blue B1 down, A4 right; red C1 down");
        assert_eq!(parse_typed(&written), Some(spawns));
    }

    #[test]
    fn drawn_spawn_spaces_are_valid() {
        for seed in 0..300 {
            let spawns = Spawns::random(&mut Dice::new(seed));
            let given: RawSpawns = serde_json::from_value(json!(spawns)).unwrap();
            assert_eq!(Spawns::read(&given), Ok(spawns), "{seed}");
        }
    }
}
