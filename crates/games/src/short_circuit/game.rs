//! Implements `Game` for Short Circuit.

use std::sync::Arc;

use serde_json::{Value, json};

use super::board::Piece;
use super::catalogue::CATALOGUE;
use super::notation::{self, Action};
use super::options::{self, Options};
use super::rules::{Phase, Refusal, ShortCircuit, State};
use super::tile::Tile;
use super::turns;
use super::ui::UI;
use super::view::View;
use crate::{
    Audience, Author, BySeat, Cast, Catalogue, Cell, Control, Dice, Game, GivenOptions,
    Happening as AnyHappening, Legal, MatchOf, OnTimeout, Party, Prompt, Refusal as AnyRefusal,
    Seat, SetupRefusal, Ui, variant,
};

impl Game for ShortCircuit {
    type Action = Action;
    type View = View;

    const CATALOGUE: Catalogue = CATALOGUE;
    const UI: Ui<View> = UI;

    fn open(
        given: &GivenOptions,
        cast: &Arc<Cast>,
        dice: Option<&mut Dice>,
    ) -> Result<ShortCircuit, SetupRefusal> {
        let options = match dice {
            Some(dice) => Options::draw(given, dice)?,
            None => Options::read(given)?,
        };
        let chooser = chooser(cast);
        let state = State {
            phase: Phase::Choosing(chooser),
            chooser,
            first: None,
            board: options.board(),
            supply: options.supply,
            last: Vec::new(),
            caller: None,
            verdict: None,
        };
        Ok(MatchOf::new(cast, options, state))
    }

    /// Who decides who goes first depends on the garnets of now.
    fn start(&mut self) {
        if matches!(self.phase, Phase::Choosing(_)) {
            self.chooser = chooser(&self.cast);
            self.phase = Phase::Choosing(self.chooser);
        }
    }

    fn prompts(&self) -> impl Iterator<Item = Prompt> {
        let (ask, base, control) = match self.phase {
            Phase::Choosing(_) => ("choose", "base_choose_s", Control::Buttons),
            Phase::Placing(_) => ("turn", "base_turn_s", Control::Panel),
            Phase::Solving(_) | Phase::Over => ("solve", "base_solve_s", Control::Panel),
        };
        let is_turn = matches!(self.phase, Phase::Placing(_));
        self.phase.to_act().into_iter().map(move |seat| Prompt {
            base: Some(base),
            reserve: is_turn,
            // Otherwise the clock decides who goes first, or concedes for a player without a
            // solution.
            forfeits: is_turn && self.options.on_timeout == OnTimeout::Forfeit,
            public: true,
            ..Prompt::new(self.prompt, Party::Seat(seat), ask, control.clone())
        })
    }

    fn close(&mut self) -> Vec<AnyHappening> {
        self.phase = Phase::Over;
        Vec::new()
    }

    fn expand(&self, whose: Party, text: &str) -> Option<String> {
        let solving = matches!(self.phase, Phase::Solving(_));
        notation::expand(text, whose, solving, &self.cast)
    }

    fn apply(
        &mut self,
        by: Author,
        whose: Party,
        action: &Action,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let seat = self.waited_seat(whose)?;
        if by == Author::Clock && !self.clock_may(action) {
            return Err(AnyRefusal::NotByChance);
        }
        match (self.phase, action) {
            (Phase::Choosing(_), Action::First(first)) => Ok(vec![self.choose(seat, *first)]),
            (Phase::Choosing(_), _) => Err(Refusal::NotChosen.into()),
            (_, Action::First(_)) => Err(Refusal::AlreadyChosen.into()),
            (Phase::Placing(_), Action::Place(pieces)) => Ok(self.place(seat, pieces)?),
            (Phase::Placing(_), Action::Impossible) => Ok(vec![self.call(seat)]),
            (Phase::Placing(_), _) => Err(Refusal::NotCalled.into()),
            (Phase::Solving(_), Action::Solve(pieces)) => Ok(vec![self.solve(seat, pieces)?]),
            (Phase::Solving(_), Action::Concede) => Ok(self.concede(seat, by == Author::Clock)),
            (Phase::Solving(_), _) => Err(Refusal::Called.into()),
            (Phase::Over, _) => Err(AnyRefusal::Over),
        }
    }

    /// While solving, only conceding is listed: listed solutions would give them away.
    fn legal(&self, whose: Party) -> Legal<Action> {
        match self.phase {
            _ if self.waited_seat(whose).is_err() => Legal::Listed(Vec::new()),
            Phase::Choosing(_) => Legal::Listed(Seat::BOTH.map(Action::First).to_vec()),
            Phase::Placing(_) => {
                let pieces = turns::of_one_tile(&self.board, &self.supply);
                let turns = pieces.map(|piece| Action::Place(vec![piece]));
                Legal::Among([Action::Impossible].into_iter().chain(turns).collect())
            }
            Phase::Solving(_) => Legal::Among(vec![Action::Concede]),
            Phase::Over => Legal::Listed(Vec::new()),
        }
    }

    /// Turns of one tile, or turns that continue from the tiles in the prefix.
    fn offered(&self, legal: Legal<Action>, _whose: Party, prefix: &str) -> Vec<Action> {
        let pieces = first_pieces(prefix);
        match legal {
            Legal::Among(_) if !pieces.is_empty() => {
                let turns = self.turns_from(&pieces).into_iter();
                turns.map(Action::Place).collect()
            }
            legal => legal.some(prefix),
        }
    }

    /// Self-play as on the rulebook's page. One time in ten, `impossible` is called instead of a
    /// turn. A turn that completes the circuit is taken half the time; all other turns are equally
    /// likely. The challenged seat solves if it can.
    fn sample(&self, whose: Party, dice: &mut Dice) -> Option<Action> {
        self.waited_seat(whose).ok()?;
        match self.phase {
            Phase::Choosing(_) => dice.pick(&Seat::BOTH).copied().map(Action::First),
            Phase::Placing(_) => {
                if dice.one_in(10) {
                    return Some(Action::Impossible);
                }
                let completing = turns::completing(&self.board, &self.supply);
                if !completing.is_empty() && dice.one_in(2) {
                    return dice.pick(&completing).cloned().map(Action::Place);
                }
                let pieces = turns::draw(&self.board, &self.supply, turns::MAX, dice);
                Some(pieces.map_or(Action::Impossible, Action::Place))
            }
            Phase::Solving(_) => {
                let solution = self.solution().map(<[Piece]>::to_vec);
                Some(solution.map_or(Action::Concede, Action::Solve))
            }
            Phase::Over => None,
        }
    }

    fn on_timeout(&self, _seat: Seat, dice: &mut Dice) -> Vec<Action> {
        let action = match self.phase {
            Phase::Choosing(_) => dice.pick(&Seat::BOTH).copied().map(Action::First),
            Phase::Placing(_) => {
                let pieces = turns::draw(&self.board, &self.supply, 1, dice);
                Some(pieces.map_or(Action::Impossible, Action::Place))
            }
            Phase::Solving(_) => Some(Action::Concede),
            Phase::Over => None,
        };
        action.into_iter().collect()
    }

    fn view(&self, to: Audience) -> View {
        View::of(self, to)
    }

    /// It would show the board and the loose tiles.
    fn withholds_record(&self) -> bool {
        matches!(self.phase, Phase::Choosing(_))
    }

    /// People learn who decides who goes first, and with equal garnets the DMO does, so this isn't
    /// a secret.
    fn known_richer_seat(&self) -> Option<Seat> {
        Some(self.chooser).filter(|seat| *seat == Seat::Ec)
    }

    fn state(&self) -> Value {
        json!({
            "phase": variant(self.phase),
            "to_act": self.phase.to_act().into_iter().collect::<Vec<Seat>>(),
            "result": self.outcome,
            "chooser": self.chooser,
            "first": self.first,
            "columns": self.options.columns,
            "rows": self.options.rows,
            "tiles": options::tile_map(self.board.pieces()),
            "supply": self.supply,
            "caller": self.caller,
        })
    }
}

/// The seat that decides who goes first: the one with more garnets, or the DMO if they are equal.
fn chooser(cast: &Cast) -> Seat {
    let garnets = BySeat::new(|seat| cast.garnets(cast.player(seat)));
    garnets.more().unwrap_or(Seat::Dmo)
}

/// The tiles in an unfinished `place …`.
fn first_pieces(prefix: &str) -> Vec<Piece> {
    let mut words = prefix.split(' ').filter(|word| !word.is_empty());
    match words.next() {
        Some(verb) if verb.eq_ignore_ascii_case("place") => {
            words.map_while(notation::piece).collect()
        }
        _ => Vec::new(),
    }
}

impl ShortCircuit {
    /// The legal turns with these tiles first and at most one more.
    fn turns_from(&self, first: &[Piece]) -> Vec<Vec<Piece>> {
        let is_legal = |pieces: &[Piece]| self.supply_after(pieces).is_ok();
        let mut turns = Vec::new();
        if is_legal(first) {
            turns.push(first.to_vec());
        }
        let mut cells: Vec<Cell> = Vec::new();
        for piece in first {
            for cell in self.board.beside(piece.cell) {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        }
        for cell in cells {
            for tile in Tile::ALL {
                let mut turn = first.to_vec();
                turn.push(Piece { cell, tile });
                if is_legal(&turn) {
                    turns.push(turn);
                }
            }
        }
        turns
    }
}
