//! What each audience may see of a match of Short Circuit.

use serde::{Deserialize, Serialize};

use super::board::{Board, Piece};
use super::rules::{Phase, ShortCircuit};
use super::sketch::Sketch;
use super::tile::Supply;
use super::{circuit, reasons, solver};
use crate::{Audience, Cell, Outcome, Seat};

/// What one reader may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub phase: Phase,
    pub outcome: Option<Outcome>,
    pub first: Option<Seat>,
    /// None until somebody has decided who goes first.
    pub table: Option<Table>,
    /// The seat that called it impossible.
    pub caller: Option<Seat>,
    /// Once the circuit is complete: the tile that each thunder replaces, row by row from the top.
    pub thunder: Option<Vec<Piece>>,
    /// Whether the call was right. None until the match is over, and if there was no call.
    pub verdict: Option<Verdict>,
    /// What the reader tries on the table: only in their own panel.
    #[serde(skip)]
    pub sketch: Option<Sketch>,
}

/// The board and the loose tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    #[serde(flatten)]
    pub board: Board,
    pub battery: Vec<Cell>,
    pub supply: Supply,
    /// The cells that the last turn, or the solution, filled.
    pub last: Vec<Cell>,
}

/// Whether the circuit could still have been completed when it was called impossible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The one with the fewest tiles; None if the circuit could no longer be completed.
    pub completion: Option<Completion>,
}

/// A way to complete the circuit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completion {
    /// The tiles to lay, in the form of `solve`.
    pub pieces: Vec<Piece>,
    /// The tile that each thunder then replaces, both on the board and among these pieces.
    pub thunder: Vec<Piece>,
}

impl View {
    pub(super) fn of(game: &ShortCircuit, to: Audience) -> View {
        let secret = matches!(game.phase, Phase::Choosing(_)) && to != Audience::All;
        let is_over = game.outcome.is_some();
        View {
            phase: game.phase,
            outcome: game.outcome,
            first: game.first,
            table: (!secret).then(|| Table::of(game)),
            caller: game.caller,
            thunder: if is_over {
                circuit::complete(&game.board)
            } else {
                None
            },
            verdict: if is_over { game.verdict.clone() } else { None },
            sketch: None,
        }
    }

    /// The view of a finished match with a verdict, even if nobody called it impossible: whether
    /// the circuit could still have been completed at the end.
    pub fn judged(&self) -> View {
        let mut view = self.clone();
        if let (None, None, Some(table)) = (&view.verdict, &view.thunder, &view.table) {
            view.verdict = Some(Verdict::of(&table.board, &table.supply));
        }
        view
    }

    /// The verdict, unless a solution lies on the board: then nothing else can complete it.
    pub fn other_verdict(&self) -> Option<&Verdict> {
        match self.outcome {
            Some(outcome) if outcome.reason == reasons::SOLVED => None,
            _ => self.verdict.as_ref(),
        }
    }

    /// The seat that must act.
    pub fn to_act(&self) -> Option<Seat> {
        self.phase.to_act()
    }
}

impl Verdict {
    pub(super) fn of(board: &Board, supply: &Supply) -> Verdict {
        let completion = solver::solve(board, supply).map(|pieces| {
            let mut board = board.clone();
            board.lay(&pieces);
            let thunder = circuit::complete(&board).unwrap_or_default();
            Completion { pieces, thunder }
        });
        Verdict { completion }
    }
}

impl Table {
    fn of(game: &ShortCircuit) -> Table {
        let battery = game.options.battery.iter();
        Table {
            board: game.board.clone(),
            battery: battery.map(|piece| piece.cell).collect(),
            supply: game.supply,
            last: game.last.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::super::{Action, Happening};
    use super::*;
    use crate::short_circuit::Tile;
    use crate::{Author, Cast, CastId, Game, GameAction, Happening as AnyHappening, Party};

    fn open(options: serde_json::Value) -> ShortCircuit {
        let cast = Arc::new(Cast::of(["Tiac", "Zac"], &["Tiac", "Zac", "UMG"], &[]));
        let given = options.as_object().unwrap().clone();
        ShortCircuit::open(&given, &cast, None).unwrap()
    }

    fn act(game: &mut ShortCircuit, seat: Seat, text: &str) -> Vec<AnyHappening> {
        let action = Action::read(text, &game.cast).unwrap();
        game.apply(Author::Seat(seat), Party::Seat(seat), &action)
            .unwrap()
    }

    const PEOPLE: [Audience; 5] = [
        Audience::Public,
        Audience::Seat(Seat::Dmo),
        Audience::Seat(Seat::Ec),
        Audience::Cast(CastId(2)),
        Audience::Host,
    ];

    #[test]
    fn board_and_supply_are_secret_until_the_first_player_is_known() {
        let supply = json!({"straight": 9, "turn": 9, "crossroad": 3, "thunder": 3});
        let mut games = [
            open(json!({"columns": 7, "rows": 8})),
            open(json!({"columns": 12, "rows": 5, "battery": {"L5": "NW"}, "supply": supply})),
        ];
        for audience in PEOPLE {
            assert_eq!(games[0].view(audience), games[1].view(audience));
        }
        assert_ne!(games[0].view(Audience::All), games[1].view(Audience::All));
        let dmo = Party::Seat(Seat::Dmo);
        assert!(games[0].prompts().eq(games[1].prompts()));
        assert_eq!(games[0].offers(dmo, ""), games[1].offers(dmo, ""));
        for game in &mut games {
            act(game, Seat::Dmo, "first dmo");
            for audience in PEOPLE {
                assert_eq!(game.view(audience), game.view(Audience::All));
                assert!(game.view(audience).table.is_some());
            }
        }
    }

    #[test]
    fn the_end_tells_whether_the_call_was_right() {
        let mut game = open(json!({"columns": 6, "rows": 5, "battery": {"C3": "H"}}));
        act(&mut game, Seat::Dmo, "first ec");
        act(&mut game, Seat::Ec, "place D3=T");
        act(&mut game, Seat::Dmo, "impossible");
        assert_eq!(game.view(Audience::All).verdict, None);
        assert_eq!(game.view(Audience::All).thunder, None);
        let told = act(&mut game, Seat::Ec, "concede");
        let view = game.view(Audience::Public);
        let completion = view.verdict.unwrap().completion.unwrap();
        // The thunder bends the line, so a ring of six needs four more tiles.
        assert_eq!(completion.pieces.len(), 4);
        assert_eq!(completion.thunder.len(), 1);
        assert_eq!(completion.thunder[0].cell, Cell::new(3, 2));
        assert_eq!(
            told[1],
            Happening::Judged {
                completion: Some(completion.pieces)
            }
            .into()
        );
        // A line runs into a closed side.
        let mut game = open(json!({"columns": 6, "rows": 5, "battery": {"C3": "H"}}));
        act(&mut game, Seat::Dmo, "first ec");
        act(&mut game, Seat::Ec, "place D3=V");
        act(&mut game, Seat::Dmo, "impossible");
        act(&mut game, Seat::Ec, "concede");
        let verdict = game.view(Audience::Public).verdict;
        assert_eq!(verdict, Some(Verdict { completion: None }));
    }

    #[test]
    fn a_solution_starts_from_the_board_at_the_call() {
        let mut game = open(json!({"columns": 5, "rows": 5}));
        act(&mut game, Seat::Dmo, "first dmo");
        act(&mut game, Seat::Dmo, "impossible");
        act(
            &mut game,
            Seat::Ec,
            "solve A3=SE A4=V A5=NE B5=H C5=H D5=NW D4=V D3=T",
        );
        let view = game.view(Audience::Public);
        assert_eq!(view.verdict.unwrap().completion.unwrap().pieces.len(), 6);
        let thunder = Piece {
            cell: Cell::new(3, 2),
            tile: Tile::Sw,
        };
        assert_eq!(view.thunder, Some(vec![thunder]));
    }
}
