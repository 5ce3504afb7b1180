//! Short Circuit: two players lay tiles in turn. The one who completes the circuit, or rightly
//! calls it impossible, wins. Source: the rulebook's page "Short Circuit".

mod board;
mod catalogue;
mod circuit;
mod decided;
mod game;
mod notation;
mod opponent;
mod options;
mod panel;
mod picture;
mod reasons;
mod rules;
mod say;
mod sketch;
mod solver;
mod tile;
mod turns;
mod ui;
mod verbs;
mod view;

pub use board::Piece;
pub use notation::{Action, no_piece, read_pieces};
pub use options::SetupRefusal;
pub use rules::{Happening, Phase, Refusal, ShortCircuit};
pub use sketch::{Sketch, SketchStep, Snag};
pub use tile::{Kind, Side, Sides, Supply, Tile};
pub use view::{Table, View};

/// Boards as tests write them: rows from the top, `/` between them, `.` where nothing lies.
#[cfg(test)]
mod drawing {
    use super::board::Board;
    use super::tile::Tile;

    pub fn board(rows: &str) -> Board {
        let rows: Vec<Vec<&str>> = rows
            .split('/')
            .map(|row| row.split_whitespace().collect())
            .collect();
        let mut board = Board::new(rows[0].len() as u8, rows.len() as u8);
        let codes = rows.iter().flatten();
        for (cell, code) in board.cells().zip(codes) {
            board.set(cell, Tile::read(code));
        }
        board
    }
}
