//! What is refused, and what works.

use super::super::{Refusal, SetupRefusal};
use super::{corner, count, not_tiles, one};
use crate::RefusesSetup;
use crate::{Cast, Refuses};

impl Refuses for Refusal {
    fn say(&self, _cast: &Cast) -> String {
        match self {
            Refusal::NotTiles(wrong) => not_tiles(wrong.as_deref()),
            Refusal::NotChosen => {
                "It's too early for that. First decide who goes first: `first dmo` or `first ec`."
                    .to_owned()
            }
            Refusal::AlreadyChosen => "It's already decided who goes first. Place tiles, like \
                                       `place C4=SE`."
                .to_owned(),
            Refusal::NotCalled => {
                "Nobody has called it impossible. Place tiles, like `place C4=SE`, or call \
                 `impossible`."
                    .to_owned()
            }
            Refusal::Called => "It was called impossible. Complete the circuit with `solve …`, or \
                                `concede`."
                .to_owned(),
            Refusal::TooMany { most } => format!("You can place at most {most} tiles a turn."),
            Refusal::OffBoard {
                cell,
                columns,
                rows,
            } => format!(
                "{cell} isn't on the board. Its cells are A1 to {}.",
                corner(*columns, *rows)
            ),
            Refusal::Occupied(cell) => format!(
                "There's already a tile on {cell}. Choose empty \
                                                cells."
            ),
            Refusal::CellTwice(cell) => format!("{cell} is named twice. Name each cell once."),
            Refusal::TooFew { kind, left: 0 } => {
                format!("No loose {} is left. Use other tiles.", one(*kind))
            }
            Refusal::TooFew { kind, left } => {
                format!("Only {} left. Use no more than that.", count(*kind, *left))
            }
            Refusal::NotInLine => {
                "Two or three tiles must go on neighbouring cells in one row or column, with no \
                 gap."
                    .to_owned()
            }
            Refusal::NotTouching => {
                "At least one tile must go next to a tile that was already there.".to_owned()
            }
            Refusal::NotComplete => {
                "That doesn't complete the circuit. It costs nothing but time: try again, or \
                 `concede`."
                    .to_owned()
            }
        }
    }

    fn is_of_notation(&self) -> bool {
        matches!(self, Refusal::NotTiles(_))
    }
}

impl RefusesSetup for SetupRefusal {
    fn say(&self, _shown: &dyn Fn(&str) -> String) -> String {
        match self {
            SetupRefusal::NoBattery => "The battery needs at least one tile.".to_owned(),
            SetupRefusal::BatteryCell(word) => {
                format!("“{word}” isn't a cell. Write a capital letter and a number, such as D4.")
            }
            SetupRefusal::BatteryOffBoard {
                cell,
                columns,
                rows,
            } => format!(
                "The battery's cell {cell} isn't on the board. Its cells are A1 to {}.",
                corner(*columns, *rows)
            ),
            SetupRefusal::BatteryThunder(cell) => {
                format!("The battery can't have thunder on {cell}. Any other tile is fine.")
            }
            SetupRefusal::SupplyTotal(total) => {
                format!("There can't be {total} loose tiles. Try 1 to 40 in all.")
            }
            SetupRefusal::SupplyThunder(thunder) => {
                format!("There can't be {thunder} thunder tiles. Try 4 or fewer.")
            }
            SetupRefusal::NoDraw => {
                "The tiles you set leave no room for the rest, as there are 24 in all. Set fewer, \
                 or set all four kinds."
                    .to_owned()
            }
            SetupRefusal::AlreadyComplete => {
                "The battery is already a complete circuit. Leave something to do.".to_owned()
            }
            SetupRefusal::Impossible => {
                "No circuit can be completed with this board, battery and loose tiles. Change one."
                    .to_owned()
            }
        }
    }
}
