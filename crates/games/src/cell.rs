//! Cells of rectangular boards: a column letter and a row number, `A1` being top left.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A cell; `column` and `row` count from 0.
///
/// ```
/// use games::Cell;
///
/// assert_eq!(Cell::read("b4"), Some(Cell::new(1, 3)));
/// assert_eq!(Cell::new(1, 3).to_string(), "B4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell {
    pub column: u8,
    pub row: u8,
}

impl Cell {
    pub fn new(column: u8, row: u8) -> Cell {
        Cell { column, row }
    }

    /// Reads `B4` without regard to case: one letter, then a number from 1 without leading zeros.
    /// Does not check whether a board has the cell.
    pub fn read(word: &str) -> Option<Cell> {
        let mut chars = word.chars();
        let letter = chars.next().filter(char::is_ascii_alphabetic)?;
        let row = super::notation::number(chars.as_str()).filter(|row| (1..=255).contains(row))?;
        Some(Cell {
            column: letter.to_ascii_uppercase() as u8 - b'A',
            row: (row - 1) as u8,
        })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = (char::from(b'A' + self.column), u32::from(self.row) + 1);
        write!(f, "{column}{row}")
    }
}
