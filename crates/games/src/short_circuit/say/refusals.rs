//! What is refused, and what would be right.

use super::super::{Refusal, SetupRefusal};
use super::{corner, count, not_tiles, one};

pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::NotTiles(wrong) => not_tiles(wrong.as_deref()),
        Refusal::NotChosen => {
            "It is too early for that: first decide who goes first, with `first dmo` or `first ec`."
                .to_owned()
        }
        Refusal::AlreadyChosen => "It is decided already who goes first. A turn is to place tiles: `place`, then cells and tiles.".to_owned(),
        Refusal::NotCalled => {
            "Nobody has called it impossible. A turn is to place tiles (`place`, then cells and tiles), or to say `impossible`."
                .to_owned()
        }
        Refusal::Called => {
            "It has been called impossible. Show a way with `solve …`, or `concede`.".to_owned()
        }
        Refusal::TooMany { most } => format!("A turn places at most {most} tiles."),
        Refusal::OffBoard {
            cell,
            columns,
            rows,
        } => format!(
            "{cell} is not on the board: it goes from A1 to {}.",
            corner(*columns, *rows)
        ),
        Refusal::Occupied(cell) => format!("A tile lies on {cell} already. Choose empty cells."),
        Refusal::CellTwice(cell) => format!("{cell} is named twice; name each cell once."),
        Refusal::TooFew { kind, left: 0 } => {
            format!("No loose {} is left. Use other tiles.", one(*kind))
        }
        Refusal::TooFew { kind, left } => {
            format!("Only {} left. Use no more than that.", count(*kind, *left))
        }
        Refusal::NotInLine => {
            "Two or three tiles go on neighbouring cells of one row or column, with no gap."
                .to_owned()
        }
        Refusal::NotTouching => {
            "At least one of the cells must be side by side with a tile that lay there before."
                .to_owned()
        }
        Refusal::NotComplete => {
            "That does not complete the circuit. It costs nothing but time: try again, or `concede`."
                .to_owned()
        }
    }
}

pub fn setup_refusal(refusal: &SetupRefusal) -> String {
    match refusal {
        SetupRefusal::NoBattery => "The battery needs at least one tile.".to_owned(),
        SetupRefusal::BatteryCell(word) => {
            format!("“{word}” is not a cell: write a capital letter and a number, such as D4.")
        }
        SetupRefusal::BatteryOffBoard {
            cell,
            columns,
            rows,
        } => format!(
            "The battery's cell {cell} is not on the board, which goes from A1 to {}.",
            corner(*columns, *rows)
        ),
        SetupRefusal::BatteryThunder(cell) => {
            format!("The battery cannot have thunder on {cell}: any other tile is fine.")
        }
        SetupRefusal::SupplyTotal(total) => {
            format!("There cannot be {total} loose tiles: 1 to 40 in all.")
        }
        SetupRefusal::SupplyThunder(thunder) => {
            format!("There cannot be {thunder} thunder tiles: at most 4.")
        }
        SetupRefusal::NoDraw => {
            "The counts that are set leave nothing to draw: with the rest there must be 24 loose tiles in all."
                .to_owned()
        }
        SetupRefusal::AlreadyComplete => {
            "The battery is a complete circuit already; leave something to do.".to_owned()
        }
        SetupRefusal::Impossible => {
            "No circuit can be completed with this board, battery and supply.".to_owned()
        }
    }
}
