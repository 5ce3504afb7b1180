//! Short Circuit's options: their possible values, and the random choice of those that a host
//! leaves open.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::board::{Board, Piece};
use super::tile::{Kind, Supply, Tile};
use super::{circuit, solver};
use crate::english::count_of;
use crate::options::{self, Field, May, Notation, OptionRow, SetBy, form};
use crate::{Cell, Dice, GivenOptions, OnTimeout, SetupRefusal as AnySetupRefusal, object};

/// Short Circuit's options, complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Options {
    /// 5 to 12, like the rows.
    pub columns: u8,
    pub rows: u8,
    /// The tiles on the board at the start, row by row from the top.
    #[serde(serialize_with = "as_map")]
    pub battery: Vec<Piece>,
    pub supply: Supply,
    pub on_timeout: OnTimeout,
}

/// Why Short Circuit cannot be played like this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupRefusal {
    NoBattery,
    /// This is not a cell.
    BatteryCell(String),
    BatteryOffBoard {
        cell: Cell,
        columns: u8,
        rows: u8,
    },
    /// Thunder cannot be in the battery.
    BatteryThunder(Cell),
    /// At least 1 and at most 40 loose tiles.
    SupplyTotal(u32),
    /// At most 4 thunder tiles.
    SupplyThunder(u8),
    /// No random counts bring the chosen counts to 24.
    NoDraw,
    AlreadyComplete,
    Impossible,
}

/// How many loose tiles a random supply has.
const DRAWN_TOTAL: u32 = 24;

/// About how many supplies are possible if the host leaves all counts open; a capacity.
const USUAL_SUPPLIES: usize = 32;

pub(super) const OPTIONS: &[OptionRow] = &[
    OptionRow {
        key: "columns",
        may: May::BeNumber {
            is: "a whole number from 5 to 12",
            reads: form::<u8>,
            fits: |columns| (5..=12).contains(&columns),
            wrong: |columns| format!("The number of columns can't be {columns}. Try 5 to 12."),
            says: |columns| count_of(columns as usize, "column", "columns"),
        },
        set_by: SetBy::Choice(SIDES),
        open: "7 to 9 columns, at random",
        secret: true,
        vary: |_, dice| vary_side(dice),
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "rows",
        may: May::BeNumber {
            is: "a whole number from 5 to 12",
            reads: form::<u8>,
            fits: |rows| (5..=12).contains(&rows),
            wrong: |rows| format!("The number of rows can't be {rows}. Try 5 to 12."),
            says: |rows| count_of(rows as usize, "row", "rows"),
        },
        set_by: SetBy::Choice(SIDES),
        open: "6 to 8 rows, at random",
        secret: true,
        vary: |_, dice| vary_side(dice),
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "battery",
        may: May::Be {
            is: "cells, each with a tile: `H`, `V`, `NE`, `SE`, `SW`, `NW` or `X`",
            reads: form::<BTreeMap<String, Tile>>,
            says: |battery| format!("the battery {}", options::shown(battery)),
        },
        example: "D4 H, E4 H",
        open: "a battery of two straights in the middle",
        set_by: SetBy::Form(&[Field {
            label: "Battery tiles",
            notation: Notation {
                read: |typed| options::read_pairs(&typed.to_uppercase()),
                write: |battery| Some(options::plain(battery)),
            },
            ..Field::NUMBER
        }]),
        secret: true,
        vary: |_, dice| {
            let mut tiles = BTreeMap::new();
            for _ in 0..dice.between(1, 3) {
                let cell = Cell::new(dice.below(5) as u8, dice.below(5) as u8);
                tiles.insert(cell.to_string(), dice.pick(&Tile::PLAIN).copied());
            }
            dice.one_in(2).then(|| json!(tiles))
        },
        ..OptionRow::USUAL
    },
    OptionRow {
        key: "supply",
        may: May::Be {
            is: "a number from 0 to 40 for each kind of tile",
            reads: form::<PartOfSupply>,
            says: |supply| {
                let kinds = supply.as_object().map_or(0, serde_json::Map::len);
                let rest = if kinds < Kind::ALL.len() {
                    "; the other kinds at random"
                } else {
                    ""
                };
                format!("loose tiles: {}{rest}", options::shown(supply))
            },
        },
        open: "24 loose tiles, at random",
        set_by: SetBy::Form(&[
            tiles("Straight tiles", "straight", 40),
            tiles("Corner tiles", "turn", 40),
            tiles("Crossroad tiles", "crossroad", 40),
            tiles("Thunder tiles", "thunder", 4),
        ]),
        secret: true,
        vary: |_, dice| {
            let counts = [8, 12, 5, 4].map(|most| dice.between(0, most));
            let supply = object(Kind::ALL.map(Kind::word).into_iter().zip(counts));
            dice.one_in(2).then(|| supply.into())
        },
        ..OptionRow::USUAL
    },
    OptionRow::on_timeout("forfeit"),
];

/// The possible numbers of columns and rows.
const SIDES: &[u64] = &[5, 6, 7, 8, 9, 10, 11, 12];

/// The field for the number of loose tiles of a kind.
const fn tiles(label: &'static str, part: &'static str, most: u64) -> Field {
    Field {
        label,
        part,
        empty: "at random",
        most,
        ..Field::NUMBER
    }
}

/// Mostly the default size. Larger boards are rare, because the solver takes long for them.
fn vary_side(dice: &mut Dice) -> Option<Value> {
    let most = if dice.one_in(8) { 12 } else { 9 };
    dice.one_in(2).then(|| json!(dice.between(5, most)))
}

/// The options that a host or a record gives; the rest is random.
#[derive(Deserialize)]
struct Given {
    columns: Option<u8>,
    rows: Option<u8>,
    battery: Option<BTreeMap<String, Tile>>,
    supply: Option<PartOfSupply>,
    on_timeout: OnTimeout,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartOfSupply {
    #[serde(skip_serializing_if = "Option::is_none")]
    straight: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    crossroad: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thunder: Option<u8>,
}

impl Options {
    /// Reads the options of a record, which has all counts.
    pub(super) fn read(given: &GivenOptions) -> Result<Options, AnySetupRefusal> {
        let complete = options::read(OPTIONS, given)?;
        let supply = match complete.get("supply") {
            Some(supply) if !supply.is_null() => Supply::deserialize(supply)?,
            _ => Supply::USUAL,
        };
        let given: Given = serde_json::from_value(complete.into())?;
        let (columns, rows) = (given.columns.unwrap_or(8), given.rows.unwrap_or(7));
        Ok(given.with(columns, rows, supply)?)
    }

    /// Chooses the open options at random among everything that can be played, each equally likely.
    pub(super) fn draw(given: &GivenOptions, dice: &mut Dice) -> Result<Options, AnySetupRefusal> {
        let complete = options::read(OPTIONS, given)?;
        let given: Given = serde_json::from_value(complete.into())?;
        let supplies = given.supply.as_ref().map_or_else(
            || PartOfSupply::default().completed(),
            PartOfSupply::completed,
        );
        let columns = given.columns.map_or(7..=9, |columns| columns..=columns);
        let rows = given.rows.map_or(6..=8, |rows| rows..=rows);
        let options_of = |draw: usize| {
            let (size, supply) = (draw / supplies.len(), supplies[draw % supplies.len()]);
            let column = *columns.start() as usize + size / rows.len();
            let row = *rows.start() as usize + size % rows.len();
            given.with(column as u8, row as u8, supply)
        };
        let draws = columns.len() * rows.len() * supplies.len();
        if draws == 0 {
            return Err(SetupRefusal::NoDraw.into());
        }
        let first = dice.below(draws);
        let mut refusal = match options_of(first) {
            Ok(options) => return Ok(options),
            Err(why) => why,
        };
        // Nearly always the first choice can be played. If not, checks whether any can.
        let largest = (*columns.end(), *rows.end());
        if draws > 1 && given.is_impossible(largest, &supplies) {
            return Err(SetupRefusal::Impossible.into());
        }
        let mut others: Vec<usize> = (0..draws).filter(|draw| *draw != first).collect();
        dice.shuffle(&mut others);
        for draw in others {
            match options_of(draw) {
                Ok(options) => return Ok(options),
                Err(why) => refusal = why,
            }
        }
        Err(refusal.into())
    }

    /// The board with the battery on it.
    pub(super) fn board(&self) -> Board {
        let mut board = Board::new(self.columns, self.rows);
        board.lay(&self.battery);
        board
    }

    /// Whether a circuit can certainly be completed, without a search: any board has room for the
    /// smallest ring through the default battery.
    fn has_ring(&self) -> bool {
        let enough = self.supply.straight >= 2 && self.supply.turn >= 4;
        enough && self.battery == two_straights(self.columns, self.rows)
    }
}

impl Given {
    /// The options with these choices.
    ///
    /// # Errors
    /// One isn't allowed, or the circuit is already complete, or cannot be completed.
    fn with(&self, columns: u8, rows: u8, supply: Supply) -> Result<Options, SetupRefusal> {
        let battery = match &self.battery {
            None => two_straights(columns, rows).to_vec(),
            Some(tiles) => battery(tiles, columns, rows)?,
        };
        if !(1..=40).contains(&supply.total()) {
            return Err(SetupRefusal::SupplyTotal(supply.total()));
        }
        if supply.thunder > 4 {
            return Err(SetupRefusal::SupplyThunder(supply.thunder));
        }
        let options = Options {
            columns,
            rows,
            battery,
            supply,
            on_timeout: self.on_timeout,
        };
        let board = options.board();
        if circuit::complete(&board).is_some() {
            return Err(SetupRefusal::AlreadyComplete);
        }
        if !options.has_ring() && !solver::is_possible(&board, &supply) {
            return Err(SetupRefusal::Impossible);
        }
        Ok(options)
    }

    /// Whether no random choice can be played, on boards of up to this many columns and rows. If a
    /// circuit can't be completed with the most of every kind, no supply can complete it. A larger
    /// board has all the cells of a smaller one around the battery.
    fn is_impossible(&self, (columns, rows): (u8, u8), supplies: &[Supply]) -> bool {
        let most = supplies.iter().fold(Supply::default(), Supply::most);
        let roomiest = self.with(columns, rows, most);
        matches!(roomiest, Err(SetupRefusal::Impossible))
    }
}

/// Side by side in the middle.
fn two_straights(columns: u8, rows: u8) -> [Piece; 2] {
    let row = rows.div_ceil(2) - 1;
    let on = |column| Piece {
        cell: Cell::new(column, row),
        tile: Tile::H,
    };
    [on(columns / 2 - 1), on(columns / 2)]
}

fn battery(
    tiles: &BTreeMap<String, Tile>,
    columns: u8,
    rows: u8,
) -> Result<Vec<Piece>, SetupRefusal> {
    if tiles.is_empty() {
        return Err(SetupRefusal::NoBattery);
    }
    let mut board = Board::new(columns, rows);
    for (word, tile) in tiles {
        let cell = Cell::read(word)
            .filter(|cell| cell.to_string() == *word)
            .ok_or_else(|| SetupRefusal::BatteryCell(word.clone()))?;
        if !board.contains(cell) {
            return Err(SetupRefusal::BatteryOffBoard {
                cell,
                columns,
                rows,
            });
        }
        if *tile == Tile::T {
            return Err(SetupRefusal::BatteryThunder(cell));
        }
        board.set(cell, Some(*tile));
    }
    Ok(board.pieces().collect())
}

impl PartOfSupply {
    /// Every supply that can be chosen for the open counts.
    fn completed(&self) -> Vec<Supply> {
        let [straights, turns, crossroads, thunders] = [
            (self.straight, 6..=9),
            (self.turn, 8..=12),
            (self.crossroad, 3..=5),
            (self.thunder, 1..=3),
        ]
        .map(|(set, range)| set.map_or(range, |count| count..=count));
        let all_set = [self.straight, self.turn, self.crossroad, self.thunder]
            .iter()
            .all(Option::is_some);
        let mut supplies = Vec::with_capacity(USUAL_SUPPLIES);
        for straight in straights {
            for turn in turns.clone() {
                for crossroad in crossroads.clone() {
                    let plain = u32::from(straight) + u32::from(turn) + u32::from(crossroad);
                    // Thunder gets the rest.
                    let rest = DRAWN_TOTAL.checked_sub(plain);
                    let thunder = match rest.and_then(|rest| u8::try_from(rest).ok()) {
                        _ if all_set => *thunders.start(),
                        Some(rest) if thunders.contains(&rest) => rest,
                        _ => continue,
                    };
                    supplies.push(Supply {
                        straight,
                        turn,
                        crossroad,
                        thunder,
                    });
                }
            }
        }
        supplies
    }
}

/// A map from cells to tiles, in the form of options and states.
pub(super) fn tile_map(pieces: impl Iterator<Item = Piece>) -> GivenOptions {
    object(pieces.map(|piece| (piece.cell.to_string(), piece.tile)))
}

fn as_map<S: serde::Serializer>(pieces: &[Piece], serializer: S) -> Result<S::Ok, S::Error> {
    tile_map(pieces.iter().copied()).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use super::*;

    fn draw(given: &Value, seed: u64) -> Result<Options, AnySetupRefusal> {
        let given = given.as_object().unwrap().clone();
        Options::draw(&given, &mut Dice::new(seed))
    }

    #[test]
    fn open_options_are_drawn_as_the_rulebook_says() {
        let mut sizes = BTreeSet::new();
        let mut supplies = BTreeSet::new();
        for seed in 0..1500 {
            let options = draw(&json!({}), seed).unwrap();
            sizes.insert((options.columns, options.rows));
            let supply = options.supply;
            supplies.insert((supply.straight, supply.turn, supply.crossroad));
            assert_eq!(supply.total(), 24);
            assert!((1..=3).contains(&supply.thunder), "{supply:?}");
            assert_eq!(
                options.battery,
                two_straights(options.columns, options.rows)
            );
            assert_eq!(options.on_timeout, OnTimeout::Forfeit);
        }
        let all_sizes = (7..=9).flat_map(|columns| (6..=8).map(move |rows| (columns, rows)));
        assert_eq!(sizes, all_sizes.collect());
        let mut all_supplies = BTreeSet::new();
        for straight in 6..=9 {
            for turn in 8..=12 {
                for crossroad in 3..=5 {
                    if (21..=23).contains(&(straight + turn + crossroad)) {
                        all_supplies.insert((straight, turn, crossroad));
                    }
                }
            }
        }
        assert_eq!(supplies, all_supplies);
    }

    #[test]
    fn a_partly_set_option_is_drawn_for_the_rest() {
        for seed in 0..40 {
            let options = draw(&json!({"rows": 12, "supply": {"thunder": 0}}), seed).unwrap();
            assert_eq!((options.rows, options.supply.thunder), (12, 0));
            assert!((7..=9).contains(&options.columns));
            assert_eq!(options.supply.total(), 24);
            // The board must include the battery.
            let options = draw(&json!({"battery": {"I8": "NW"}}), seed).unwrap();
            assert_eq!((options.columns, options.rows), (9, 8));
            // The four numbers need not add up to 24.
            let whole = json!({"straight": 2, "turn": 4, "crossroad": 0, "thunder": 0});
            let options = draw(&json!({"supply": whole}), seed).unwrap();
            assert_eq!(options.supply.total(), 6);
            // Only playable values are drawn.
            let options = draw(&json!({"battery": {"G6": "NW"}, "rows": 6}), seed).unwrap();
            assert!(solver::is_possible(&options.board(), &options.supply));
        }
        for (given, refusal) in [
            (json!({"supply": {"straight": 30}}), SetupRefusal::NoDraw),
            (json!({"battery": {"A1": "V"}}), SetupRefusal::Impossible),
            // Only the largest board includes this cell.
            (json!({"battery": {"I8": "V"}}), SetupRefusal::Impossible),
        ] {
            assert_eq!(draw(&given, 1), Err(refusal.into()), "{given}");
        }
        assert!(draw(&json!({"supply": {"thunder": null}}), 1).is_err());
    }

    #[test]
    fn the_battery_lies_in_the_middle() {
        for (columns, rows, left, right) in [
            (8, 7, "D4", "E4"),
            (5, 5, "B3", "C3"),
            (9, 6, "D3", "E3"),
            (12, 12, "F6", "G6"),
        ] {
            let cells: Vec<String> = two_straights(columns, rows)
                .iter()
                .map(|piece| piece.cell.to_string())
                .collect();
            assert_eq!(cells, [left, right], "{columns} by {rows}");
        }
        // A larger board has at least as many cells on each side of the battery. Drawing boards
        // relies on that.
        let around = |size: u8| {
            let [left, right] = two_straights(size, size)[..] else {
                panic!("two tiles");
            };
            let (after, below) = (size - right.cell.column, size - left.cell.row);
            [left.cell.column, left.cell.row, after, below]
        };
        for size in 5..12 {
            let grown = around(size + 1).into_iter().zip(around(size));
            assert!(grown.clone().all(|(larger, smaller)| larger >= smaller));
        }
    }
}
