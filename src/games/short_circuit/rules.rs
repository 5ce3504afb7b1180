//! Short Circuit's rules.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::board::{Board, Piece};
use super::notation::{self, Action};
use super::options::{self, Options};
use super::tile::{Kind, Side, Supply, Tile};
use super::turns;
use super::view::{Completion, Verdict, View};
use super::{circuit, solver};
use crate::games::{
    Audience, Author, Cast, Cell, Control, Dice, Game, GivenOptions, Happening as AnyHappening,
    Offer, OnTimeout, OptionKey, Outcome, Party, Prompt, Reason, Refusal as AnyRefusal, Seat,
    SetupRefusal, Time,
};

/// A match of Short Circuit.
#[derive(Clone, Debug, PartialEq)]
pub struct ShortCircuit {
    pub(super) cast: Arc<Cast>,
    pub(super) options: Options,
    pub(super) phase: Phase,
    pub(super) chooser: Seat,
    pub(super) first: Option<Seat>,
    pub(super) board: Board,
    pub(super) supply: Supply,
    pub(super) last: Vec<Cell>,
    pub(super) caller: Option<Seat>,
    pub(super) outcome: Option<Outcome>,
    /// Known to nobody before the match is over; None unless it was called impossible.
    pub(super) verdict: Option<Verdict>,
    prompt: u32,
}

/// Where the match stands, with the seat that is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Who goes first is to be decided.
    Choosing(Seat),
    Placing(Seat),
    /// The other seat has called it impossible.
    Solving(Seat),
    Over,
}

/// What everybody learns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Happening {
    /// It is decided who goes first, and so the board and the loose tiles are shown.
    Chosen {
        chooser: Seat,
        first: Seat,
        columns: u8,
        rows: u8,
        supply: Supply,
    },
    Placed {
        seat: Seat,
        pieces: Vec<Piece>,
    },
    Completed {
        seat: Seat,
    },
    CalledImpossible {
        seat: Seat,
    },
    Solved {
        seat: Seat,
        pieces: Vec<Piece>,
    },
    /// `late`: by the clock.
    Conceded {
        seat: Seat,
        late: bool,
    },
    /// What a completion would have been, with the fewest tiles; None when the call was right.
    Judged {
        completion: Option<Vec<Piece>>,
    },
}

/// Why an action of Short Circuit is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not decided yet who goes first.
    NotChosen,
    AlreadyChosen,
    /// Nobody has called it impossible.
    NotCalled,
    /// It has been called impossible: the answer is a solution, or to concede.
    Called,
    TooMany {
        most: usize,
    },
    OffBoard {
        cell: Cell,
        columns: u8,
        rows: u8,
    },
    Occupied(Cell),
    CellTwice(Cell),
    /// The supply has only so many of a kind.
    TooFew {
        kind: Kind,
        left: u8,
    },
    NotInLine,
    NotTouching,
    /// These tiles do not complete the circuit.
    NotComplete,
}

impl From<Refusal> for AnyRefusal {
    fn from(refusal: Refusal) -> Self {
        AnyRefusal::ShortCircuit(refusal)
    }
}

impl From<Happening> for AnyHappening {
    fn from(happening: Happening) -> Self {
        AnyHappening::ShortCircuit(happening)
    }
}

impl Phase {
    /// Who is waited for.
    pub fn to_act(self) -> Option<Seat> {
        match self {
            Phase::Choosing(seat) | Phase::Placing(seat) | Phase::Solving(seat) => Some(seat),
            Phase::Over => None,
        }
    }
}

impl ShortCircuit {
    fn waited_seat(&self, whose: Party) -> Result<Seat, AnyRefusal> {
        let waited = self.phase.to_act();
        match waited {
            Some(seat) if whose == Party::Seat(seat) => Ok(seat),
            _ => Err(AnyRefusal::NotWaitedFor {
                waiting: waited.map(Party::Seat).into_iter().collect(),
            }),
        }
    }

    fn ask(&mut self, phase: Phase) {
        self.phase = phase;
        self.prompt += 1;
    }

    fn choose(&mut self, chooser: Seat, first: Seat) -> AnyHappening {
        self.first = Some(first);
        self.ask(Phase::Placing(first));
        Happening::Chosen {
            chooser,
            first,
            columns: self.options.columns,
            rows: self.options.rows,
            supply: self.options.supply,
        }
        .into()
    }

    /// What is left of the supply after a turn that places these pieces, if that is legal.
    fn supply_after(&self, pieces: &[Piece]) -> Result<Supply, Refusal> {
        if pieces.len() > turns::MOST {
            let most = turns::MOST;
            return Err(Refusal::TooMany { most });
        }
        let supply = self.supply_without(pieces)?;
        if !in_line(pieces) {
            return Err(Refusal::NotInLine);
        }
        if !pieces.iter().any(|piece| self.board.touches(piece.cell)) {
            return Err(Refusal::NotTouching);
        }
        Ok(supply)
    }

    fn place(&mut self, seat: Seat, pieces: &[Piece]) -> Result<Vec<AnyHappening>, Refusal> {
        let supply = self.supply_after(pieces)?;
        self.lay(pieces, supply);
        let pieces = pieces.to_vec();
        let mut happenings = vec![Happening::Placed { seat, pieces }.into()];
        if circuit::complete(&self.board).is_some() {
            happenings.push(Happening::Completed { seat }.into());
            self.conclude(Outcome::won(seat, Reason::Circuit));
        } else {
            self.ask(Phase::Placing(seat.other()));
        }
        Ok(happenings)
    }

    fn call(&mut self, seat: Seat) -> AnyHappening {
        self.caller = Some(seat);
        self.ask(Phase::Solving(seat.other()));
        Happening::CalledImpossible { seat }.into()
    }

    fn solve(&mut self, seat: Seat, pieces: &[Piece]) -> Result<AnyHappening, Refusal> {
        let supply = self.supply_without(pieces)?;
        let mut solved = self.board.clone();
        solved.lay(pieces);
        if circuit::complete(&solved).is_none() {
            return Err(Refusal::NotComplete);
        }
        // The call is judged by the board as it was then.
        self.conclude(Outcome::won(seat, Reason::Solved));
        self.lay(pieces, supply);
        let pieces = pieces.to_vec();
        Ok(Happening::Solved { seat, pieces }.into())
    }

    fn concede(&mut self, seat: Seat, late: bool) -> Vec<AnyHappening> {
        self.conclude(Outcome::won(seat.other(), Reason::Impossible));
        let completion = self.verdict.as_ref().and_then(|verdict| {
            let completion = verdict.completion.as_ref()?;
            Some(completion.pieces.clone())
        });
        vec![
            Happening::Conceded { seat, late }.into(),
            Happening::Judged { completion }.into(),
        ]
    }

    /// The supply without these pieces, each of which must be on an empty cell of its own.
    fn supply_without(&self, pieces: &[Piece]) -> Result<Supply, Refusal> {
        let mut supply = self.supply;
        for (index, piece) in pieces.iter().enumerate() {
            let cell = piece.cell;
            if !self.board.contains(cell) {
                return Err(Refusal::OffBoard {
                    cell,
                    columns: self.board.columns(),
                    rows: self.board.rows(),
                });
            }
            if !self.board.is_empty(cell) {
                return Err(Refusal::Occupied(cell));
            }
            if pieces[..index].iter().any(|before| before.cell == cell) {
                return Err(Refusal::CellTwice(cell));
            }
            let kind = piece.tile.kind();
            let left = self.supply.count(kind);
            supply = supply.without(kind).ok_or(Refusal::TooFew { kind, left })?;
        }
        Ok(supply)
    }

    fn lay(&mut self, pieces: &[Piece], supply: Supply) {
        self.board.lay(pieces);
        self.supply = supply;
        self.last.clear();
        self.last.extend(pieces.iter().map(|piece| piece.cell));
    }

    fn judge(&self) -> Verdict {
        let completion = solver::solve(&self.board, &self.supply).map(|pieces| {
            let mut board = self.board.clone();
            board.lay(&pieces);
            let thunder = circuit::complete(&board).unwrap_or_default();
            Completion { pieces, thunder }
        });
        Verdict { completion }
    }

    /// Whether the clock may write this when the time of the seat to act is up.
    fn clock_may(&self, action: &Action) -> bool {
        match (self.phase, action) {
            (Phase::Choosing(_), Action::First(_)) | (Phase::Solving(_), Action::Concede) => true,
            (Phase::Placing(_), Action::Place(pieces)) => pieces.len() == 1,
            (Phase::Placing(_), Action::Impossible) => !turns::exist(&self.board, &self.supply),
            _ => false,
        }
    }
}

/// Whether cells that are all different lie in one row or column with no gap.
fn in_line(pieces: &[Piece]) -> bool {
    let spread = |at: fn(&Piece) -> u8| {
        let least = pieces.iter().map(at).min().unwrap_or(0);
        let most = pieces.iter().map(at).max().unwrap_or(0);
        usize::from(most - least)
    };
    let across = spread(|piece| piece.cell.column);
    let down = spread(|piece| piece.cell.row);
    across.min(down) == 0 && across.max(down) + 1 == pieces.len()
}

impl Game for ShortCircuit {
    type Options = Options;
    type Action = Action;
    type View = View;

    const TIMES: &'static [Time] = &[
        Time {
            key: "base_choose_s",
            default_s: 60,
        },
        Time {
            key: "base_turn_s",
            default_s: 300,
        },
        Time {
            key: "base_solve_s",
            default_s: 300,
        },
        Time {
            key: "reserve_s",
            default_s: 300,
        },
    ];

    const OPTIONS: &'static [OptionKey] = &[
        OptionKey::secret("columns"),
        OptionKey::secret("rows"),
        OptionKey::secret("battery"),
        OptionKey::secret("supply"),
        OptionKey::usual("on_timeout", "\"forfeit\""),
    ];

    /// `c4 se, c3 v` is one turn: with a slip in its second half the first half must not be placed.
    const COMMAS_SEPARATE: bool = false;

    fn well_formed(given: &GivenOptions) -> bool {
        Options::well_formed(given)
    }

    fn read_options(given: &GivenOptions, _cast: &Cast) -> Result<Options, SetupRefusal> {
        Options::read(given)
    }

    fn draw_options(
        given: &GivenOptions,
        _cast: &Cast,
        dice: &mut Dice,
    ) -> Result<Options, SetupRefusal> {
        Options::draw(given, dice)
    }

    fn vary_options(_cast: &Cast, dice: &mut Dice) -> GivenOptions {
        options::vary(dice)
    }

    fn open(options: Options, cast: Arc<Cast>) -> Result<ShortCircuit, SetupRefusal> {
        let garnets = |seat| cast.garnets(cast.seated(seat));
        let chooser = if garnets(Seat::Ec) > garnets(Seat::Dmo) {
            Seat::Ec
        } else {
            Seat::Dmo
        };
        Ok(ShortCircuit {
            phase: Phase::Choosing(chooser),
            chooser,
            first: None,
            board: options.start()?,
            supply: options.supply,
            last: Vec::new(),
            caller: None,
            outcome: None,
            verdict: None,
            prompt: 1,
            options,
            cast,
        })
    }

    fn cast(&self) -> &Arc<Cast> {
        &self.cast
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn prompts(&self) -> Vec<Prompt> {
        let (seat, ask, base, reserve, control) = match self.phase {
            Phase::Choosing(seat) => (seat, "choose", "base_choose_s", true, Control::Buttons),
            Phase::Placing(seat) => (seat, "turn", "base_turn_s", true, Control::Panel),
            Phase::Solving(seat) => (seat, "solve", "base_solve_s", false, Control::Panel),
            Phase::Over => return Vec::new(),
        };
        vec![Prompt {
            id: self.prompt,
            who: Party::Seat(seat),
            ask,
            answered: false,
            live: true,
            base: Some(base),
            reserve,
            overtime_s: None,
            control,
        }]
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn conclude(&mut self, outcome: Outcome) {
        if matches!(self.phase, Phase::Solving(_)) {
            self.verdict = Some(self.judge());
        }
        self.phase = Phase::Over;
        self.outcome = Some(outcome);
    }

    fn read(&self, text: &str) -> Result<Action, AnyRefusal> {
        notation::read(text)
    }

    fn write(&self, action: &Action) -> String {
        action.to_string()
    }

    fn expand(&self, whose: Party, text: &str) -> Option<String> {
        notation::expand(text, whose, matches!(self.phase, Phase::Solving(_)))
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

    /// Turns of one tile, and turns that go on from the tiles that the prefix names. While solving only conceding is offered: to offer
    /// solutions would be to tell.
    fn offers(&self, whose: Party, prefix: &str) -> Vec<Offer> {
        if self.waited_seat(whose).is_err() {
            return Vec::new();
        }
        let mut actions = Vec::new();
        match self.phase {
            Phase::Choosing(_) => actions.extend(Seat::BOTH.map(Action::First)),
            Phase::Placing(_) => {
                actions.push(Action::Impossible);
                let begun = begun(prefix);
                if begun.is_empty() {
                    let single = turns::of_one_tile(&self.board, &self.supply);
                    actions.extend(single.map(|piece| Action::Place(vec![piece])));
                } else {
                    let turns = self.turns_from(&begun);
                    actions.extend(turns.into_iter().map(Action::Place));
                }
            }
            Phase::Solving(_) => actions.push(Action::Concede),
            Phase::Over => {}
        }
        let prefix = prefix.to_ascii_lowercase();
        let offer = |action: Action| {
            let act = action.to_string();
            let label = match action {
                Action::First(seat) => {
                    let name: String = self.cast.seat_name(seat).chars().take(60).collect();
                    format!("{name} first")
                }
                _ => act.strip_prefix("place ").unwrap_or(&act).to_owned(),
            };
            Offer { act, label }
        };
        let starts = |offer: &Offer| offer.act.to_ascii_lowercase().starts_with(&prefix);
        actions.into_iter().map(offer).filter(starts).collect()
    }

    /// As the rulebook's page has self-play: a turn that completes is taken half the time, `impossible` comes before one turn in ten, and the
    /// challenged seat solves if it can. All other turns are equally likely.
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
                let drawn = turns::draw(&self.board, &self.supply, turns::MOST, dice);
                Some(drawn.map_or(Action::Impossible, Action::Place))
            }
            Phase::Solving(_) => {
                let solution = solver::solve(&self.board, &self.supply);
                Some(solution.map_or(Action::Concede, Action::Solve))
            }
            Phase::Over => None,
        }
    }

    /// On a turn alone: the clock decides who goes first, and concedes for whoever has found no solution.
    fn timeout_forfeits(&self, _seat: Seat) -> bool {
        matches!(self.phase, Phase::Placing(_)) && self.options.on_timeout == OnTimeout::Forfeit
    }

    fn on_timeout(&self, _seat: Seat, dice: &mut Dice) -> Vec<Action> {
        let action = match self.phase {
            Phase::Choosing(_) => dice.pick(&Seat::BOTH).copied().map(Action::First),
            Phase::Placing(_) => {
                let drawn = turns::draw(&self.board, &self.supply, 1, dice);
                Some(drawn.map_or(Action::Impossible, Action::Place))
            }
            Phase::Solving(_) => Some(Action::Concede),
            Phase::Over => None,
        };
        action.into_iter().collect()
    }

    fn view(&self, to: Audience) -> View {
        View::of(self, to)
    }

    fn state(&self) -> Value {
        json!({
            "phase": match self.phase {
                Phase::Choosing(_) => "choosing",
                Phase::Placing(_) => "placing",
                Phase::Solving(_) => "solving",
                Phase::Over => "over",
            },
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

/// The tiles that an unfinished `place …` names so far.
fn begun(prefix: &str) -> Vec<Piece> {
    let mut words = prefix.split(' ').filter(|word| !word.is_empty());
    match words.next() {
        Some(verb) if verb.eq_ignore_ascii_case("place") => {
            words.map_while(notation::piece).collect()
        }
        _ => Vec::new(),
    }
}

impl ShortCircuit {
    /// The legal turns that name these tiles first and at most one more.
    fn turns_from(&self, begun: &[Piece]) -> Vec<Vec<Piece>> {
        let legal = |pieces: &[Piece]| self.supply_after(pieces).is_ok();
        let mut turns = Vec::new();
        if legal(begun) {
            turns.push(begun.to_vec());
        }
        let mut cells: Vec<Cell> = Vec::new();
        for piece in begun {
            let beside = Side::ALL
                .into_iter()
                .filter_map(|side| self.board.next(piece.cell, side));
            for cell in beside {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        }
        for cell in cells {
            for tile in Tile::ALL {
                let mut turn = begun.to_vec();
                turn.push(Piece { cell, tile });
                if legal(&turn) {
                    turns.push(turn);
                }
            }
        }
        turns
    }
}
