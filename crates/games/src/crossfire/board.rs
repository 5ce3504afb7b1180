//! Crossfire's board: spawn spaces, arrows and how they fly.

use serde::{Deserialize, Serialize};

use crate::{Cell, Seat, words};

/// Cells per side.
pub const SIDE: u8 = 4;

words! {
    /// The direction in which an arrow points, which is forward.
    pub enum Facing {
        Up = "up",
        Down = "down",
        Left = "left",
        Right = "right",
    }
}

/// An arrow on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrow {
    pub owner: Seat,
    pub facing: Facing,
    /// Whether it may still go one cell backwards (anomaly Both Ways).
    pub back: bool,
}

/// One arrow's move from a cell to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flight {
    pub from: Cell,
    pub to: Cell,
    pub landing: Landing,
}

/// What happened to an arrow at the end of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Landing {
    Stays,
    /// The last cell in its direction: it left the board with a goal.
    Scores,
    /// It met another arrow that came to the same cell at the same time; both left the board.
    Meets,
}

/// One step of the anomaly Ships.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShipsStep {
    pub flights: Vec<Flight>,
    /// The standing arrows that were removed: the cell and the owner.
    pub removed: Vec<(Cell, Seat)>,
}

impl Facing {
    pub fn opposite(self) -> Facing {
        match self {
            Facing::Up => Facing::Down,
            Facing::Down => Facing::Up,
            Facing::Left => Facing::Right,
            Facing::Right => Facing::Left,
        }
    }

    /// The next cell this way; None at the edge of the board.
    pub fn next(self, cell: Cell) -> Option<Cell> {
        let Cell { column, row } = cell;
        let (column, row) = match self {
            Facing::Up => (column, row.checked_sub(1)?),
            Facing::Down => (column, row + 1),
            Facing::Left => (column.checked_sub(1)?, row),
            Facing::Right => (column + 1, row),
        };
        Some(Cell { column, row }).filter(|cell| is_on_board(*cell))
    }
}

/// A cell, and the direction of an arrow spawned there.
pub type Spawn = (Cell, Facing);

/// The spawn spaces of a colour. `shove`: on the board of that anomaly.
pub fn spaces(shove: bool, seat: Seat) -> &'static [Spawn; 4] {
    use Facing::{Down, Left, Right, Up};
    const fn at((column, row, facing): (u8, u8, Facing)) -> Spawn {
        (Cell { column, row }, facing)
    }
    const fn all([a, b, c, d]: [(u8, u8, Facing); 4]) -> [Spawn; 4] {
        [at(a), at(b), at(c), at(d)]
    }
    static STANDARD: [[Spawn; 4]; 2] = [
        all([(1, 0, Down), (3, 1, Left), (2, 3, Up), (0, 2, Right)]),
        all([(2, 0, Down), (3, 2, Left), (1, 3, Up), (0, 1, Right)]),
    ];
    static SHOVE: [[Spawn; 4]; 2] = [
        all([(0, 0, Right), (0, 1, Right), (0, 2, Right), (0, 3, Right)]),
        all([(3, 0, Left), (3, 1, Left), (3, 2, Left), (3, 3, Left)]),
    ];
    let board = if shove { &SHOVE } else { &STANDARD };
    &board[seat as usize]
}

/// The arrows on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// Column by column.
    cells: [Option<Arrow>; (SIDE * SIDE) as usize],
}

pub fn is_on_board(cell: Cell) -> bool {
    cell.column < SIDE && cell.row < SIDE
}

/// A cell's place in the order A1, A2, … D4.
pub fn index(cell: Cell) -> usize {
    usize::from(cell.column * SIDE + cell.row)
}

/// The cell at that place.
pub fn cell_at(index: usize) -> Cell {
    let side = usize::from(SIDE);
    Cell::new((index / side) as u8, (index % side) as u8)
}

impl Board {
    pub fn at(&self, cell: Cell) -> Option<Arrow> {
        self.cells[index(cell)]
    }

    pub fn place(&mut self, cell: Cell, arrow: Arrow) {
        self.cells[index(cell)] = Some(arrow);
    }

    /// All arrows, in the order A1, A2, … D4.
    pub fn arrows(&self) -> impl Iterator<Item = (Cell, Arrow)> + Clone + '_ {
        let placed = |(index, arrow): (usize, &Option<Arrow>)| Some((cell_at(index), (*arrow)?));
        self.cells.iter().enumerate().filter_map(placed)
    }

    /// The cells with an arrow of a seat.
    pub fn cells_of(&self, seat: Seat) -> impl Iterator<Item = Cell> + Clone + '_ {
        let is_own = move |(_, arrow): &(Cell, Arrow)| arrow.owner == seat;
        self.arrows().filter(is_own).map(|(cell, _)| cell)
    }

    /// The cell to which the arrow on this cell may go backwards; None at the edge, or if there is
    /// no arrow that may.
    pub fn behind(&self, cell: Cell) -> Option<Cell> {
        let arrow = self.at(cell).filter(|arrow| arrow.back)?;
        arrow.facing.opposite().next(cell)
    }

    /// Moves the arrow on a cell forward. Returns its flight and the owner of an arrow that it
    /// removed; None if there is no arrow.
    pub fn forward(&mut self, from: Cell) -> Option<(Flight, Option<Seat>)> {
        let arrow = self.at(from)?;
        let to = arrow.facing.next(from)?;
        let removed = self.take(to).map(|arrow| arrow.owner);
        self.take(from);
        let landing = self.land(to, arrow);
        Some((Flight { from, to, landing }, removed))
    }

    /// Moves the arrow on a cell backwards, which it may do once. Returns its flight and the owner
    /// of an arrow that it removed; None if it may not.
    pub fn backward(&mut self, from: Cell) -> Option<(Flight, Option<Seat>)> {
        let to = self.behind(from)?;
        let mut arrow = self.take(from)?;
        arrow.back = false;
        let removed = self.take(to).map(|arrow| arrow.owner);
        self.place(to, arrow);
        let landing = Landing::Stays;
        Some((Flight { from, to, landing }, removed))
    }

    /// Makes one step of the anomaly Ships for a seat; None if no arrow moves.
    pub fn ships_step(&mut self, seat: Seat) -> Option<ShipsStep> {
        let movers: Vec<(Cell, Arrow, Cell)> = self
            .arrows()
            .filter(|(cell, arrow)| arrow.owner == seat && self.beside_another_way(*cell, *arrow))
            .filter_map(|(cell, arrow)| Some((cell, arrow, arrow.facing.next(cell)?)))
            .collect();
        if movers.is_empty() {
            return None;
        }
        for (from, ..) in &movers {
            self.take(*from);
        }
        // Arrows that don't move in this step still block their cells.
        let mut removed = Vec::new();
        for (.., to) in &movers {
            removed.extend(self.take(*to).map(|arrow| (*to, arrow.owner)));
        }
        let mut flights = Vec::with_capacity(movers.len());
        for (from, arrow, to) in &movers {
            let meets = movers.iter().filter(|(.., other)| other == to).count() > 1;
            let is_last = arrow.facing.next(*to).is_none();
            let landing = if meets && !is_last {
                Landing::Meets
            } else {
                self.land(*to, *arrow)
            };
            flights.push(Flight {
                from: *from,
                to: *to,
                landing,
            });
        }
        Some(ShipsStep { flights, removed })
    }

    /// Whether an arrow shares an edge with an arrow of its colour that faces another way.
    fn beside_another_way(&self, cell: Cell, arrow: Arrow) -> bool {
        Facing::ALL.into_iter().any(|side| {
            let neighbour = side.next(cell).and_then(|beside| self.at(beside));
            neighbour
                .is_some_and(|other| other.owner == arrow.owner && other.facing != arrow.facing)
        })
    }

    fn land(&mut self, to: Cell, arrow: Arrow) -> Landing {
        if arrow.facing.next(to).is_none() {
            return Landing::Scores;
        }
        self.place(to, arrow);
        Landing::Stays
    }

    fn take(&mut self, cell: Cell) -> Option<Arrow> {
        self.cells[index(cell)].take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(word: &str) -> Cell {
        Cell::read(word).unwrap()
    }

    /// A board from words such as `blue B2 down`.
    fn board(arrows: &[&str]) -> Board {
        let mut board = Board::default();
        for arrow in arrows {
            let words: Vec<&str> = arrow.split(' ').collect();
            let facing = Facing::ALL.into_iter().find(|way| way.word() == words[2]);
            let arrow = Arrow {
                owner: if words[0] == "blue" {
                    Seat::Dmo
                } else {
                    Seat::Ec
                },
                facing: facing.unwrap(),
                back: true,
            };
            board.place(cell(words[1]), arrow);
        }
        board
    }

    #[test]
    fn spawn_spaces_face_across_the_board() {
        for shove in [false, true] {
            for seat in Seat::BOTH {
                for (space, facing) in spaces(shove, seat) {
                    assert_eq!(facing.opposite().next(*space), None, "{space}");
                    let mut at = *space;
                    for _ in 1..SIDE {
                        at = facing.next(at).unwrap();
                    }
                    assert_eq!(facing.next(at), None, "{space}");
                    // The other colour has the same lane from its other end.
                    let opposed = spaces(shove, seat.other());
                    assert!(opposed.contains(&(at, facing.opposite())), "{space}");
                }
            }
        }
    }

    #[test]
    fn mirroring_left_to_right_swaps_the_colours() {
        let mirrored = |(cell, facing): &(Cell, Facing)| {
            let facing = match facing {
                Facing::Left | Facing::Right => facing.opposite(),
                Facing::Up | Facing::Down => *facing,
            };
            (Cell::new(SIDE - 1 - cell.column, cell.row), facing)
        };
        for shove in [false, true] {
            for space in spaces(shove, Seat::Dmo) {
                assert!(spaces(shove, Seat::Ec).contains(&mirrored(space)));
            }
        }
    }

    #[test]
    fn cells_are_numbered_down_the_columns() {
        for (place, word) in [(0, "A1"), (3, "A4"), (4, "B1"), (15, "D4")] {
            assert_eq!(cell_at(place), cell(word));
            assert_eq!(index(cell(word)), place);
        }
    }

    /// The arrows, and the goals scored in the step before.
    type Moment = (&'static [&'static str], usize);

    #[test]
    fn ships_moves_arrows_step_by_step() {
        // The arrows at the start, then after each step until nothing moves.
        let cases: &[&[Moment]] = &[
            // Same direction, apart, diagonal or another colour: nothing moves.
            &[(&["blue B1 down", "blue B2 down"], 0)],
            &[(&["blue B1 down", "blue D2 left"], 0)],
            &[(&["blue B1 down", "blue C2 left"], 0)],
            &[(&["blue B2 down", "red C2 right"], 0)],
            &[(&["red B2 up", "red A2 right"], 0)],
            // An arrow moves to a cell that another leaves in the same step.
            &[
                (&["blue B1 down", "blue B2 left"], 0),
                (&["blue B2 down"], 1),
            ],
            &[
                (
                    &["blue B2 down", "blue C2 left", "blue C3 up", "red B3 up"],
                    0,
                ),
                (&["blue B3 down", "blue B2 left", "blue C2 up"], 0),
                (&[], 3),
            ],
            // Two arrows that meet remove each other and any arrow that stays on their cell, even
            // if another arrow just left it.
            &[
                (
                    &[
                        "blue C4 up",
                        "blue C3 right",
                        "blue B3 right",
                        "blue B2 down",
                    ],
                    0,
                ),
                (&["blue B3 down"], 1),
            ],
            &[
                (
                    &[
                        "blue C4 up",
                        "blue D4 left",
                        "blue B3 right",
                        "blue B2 down",
                        "red C3 left",
                    ],
                    0,
                ),
                (&["blue C4 left", "blue B3 down"], 0),
            ],
            // Arrows that stay are removed, whatever their colour. An arrow on its last cell scores
            // if another runs into it.
            &[
                (&["blue B2 left", "blue B1 down", "red A2 right"], 0),
                (&["blue B2 down"], 1),
            ],
            &[
                (&["blue B2 down", "blue C2 left", "blue B3 down"], 0),
                (&["blue B3 down", "blue B2 left"], 0),
                (&[], 2),
            ],
            // Arrows that meet on their last cell score; others that come there don't.
            &[
                (
                    &["blue C1 right", "blue D2 up", "blue C2 left", "red D1 down"],
                    0,
                ),
                (&["blue B2 left"], 2),
            ],
            &[
                (&["blue B2 up", "blue A1 right", "blue A2 down"], 0),
                (&["blue A3 down"], 1),
            ],
            // Two arrows that face each other swap places.
            &[
                (&["blue B2 right", "blue C2 left"], 0),
                (&["blue C2 right", "blue B2 left"], 0),
                (&[], 2),
            ],
            &[
                (
                    &["blue C3 up", "blue B3 right", "red C2 left", "blue C4 up"],
                    0,
                ),
                (&["blue C2 up", "blue C3 right", "blue C4 up"], 0),
                (&["blue C3 up"], 2),
            ],
        ];
        for moments in cases {
            let mut now = board(moments[0].0);
            for (after, goals) in &moments[1..] {
                let step = now.ships_step(Seat::Dmo).unwrap();
                let scored = |flight: &&Flight| flight.landing == Landing::Scores;
                assert_eq!(
                    step.flights.iter().filter(scored).count(),
                    *goals,
                    "{moments:?}"
                );
                assert_eq!(now, board(after), "{moments:?}");
            }
            assert_eq!(now.ships_step(Seat::Dmo), None, "{moments:?}");
        }
    }
}
