//! The board: eight roundabouts and the thirty spaces on them, computed from the circles. An option
//! says which spaces the outer roundabout has; everything else is the same in every match.

use std::fmt::{self, Display, Formatter};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::words;

/// How many spaces the board has.
pub const SPACES: u8 = 30;
const SPACE_COUNT: usize = SPACES as usize;

/// How many moves lead from each space to another one, by number.
type Distances = [u8; SPACE_COUNT + 1];

/// A space of the board by its number, 1 to 30: from the top row down, left to right within a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Space(u8);

/// A point of the plane, in steps that hit every space and every centre: √3/2 to the right and 1/2
/// up. 1 is the inner roundabout's radius, and its centre is (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    pub x: i8,
    pub y: i8,
}

words! {
    /// One of the eight circles that cars drive round.
    pub enum Roundabout {
        Outer = "outer",
        Inner = "inner",
        North = "north",
        Northeast = "northeast",
        Southeast = "southeast",
        South = "south",
        Southwest = "southwest",
        Northwest = "northwest",
    }
}

/// Which spaces the outer roundabout has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outer {
    /// Six spaces: the outermost of each roundabout in the ring.
    #[default]
    Tips,
    /// All 18 spaces of the perimeter.
    Rim,
}

/// Clockwise from the top, each at distance 1.
const DIRECTIONS: [Point; 6] = [
    Point { x: 0, y: 2 },
    Point { x: 1, y: 1 },
    Point { x: 1, y: -1 },
    Point { x: 0, y: -2 },
    Point { x: -1, y: -1 },
    Point { x: -1, y: 1 },
];

impl Display for Space {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Space {
    /// The space with this number, if there is one.
    pub fn new(number: u32) -> Option<Space> {
        let number = u8::try_from(number).ok()?;
        (1..=SPACES).contains(&number).then_some(Space(number))
    }

    pub fn all() -> impl Iterator<Item = Space> + Clone {
        (1..=SPACES).map(Space)
    }

    pub fn number(self) -> u8 {
        self.0
    }

    /// Its point in the plane.
    pub fn point(self) -> Point {
        POINTS[self.index()]
    }

    fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    /// Its bit in a set of spaces.
    pub(super) fn bit(self) -> u32 {
        1 << self.0
    }
}

impl From<Space> for u8 {
    fn from(space: Space) -> u8 {
        space.0
    }
}

impl TryFrom<u8> for Space {
    type Error = String;
    fn try_from(number: u8) -> Result<Space, String> {
        Space::new(number.into()).ok_or_else(|| format!("there is no space {number}"))
    }
}

impl Point {
    /// To the right, in radii of the inner roundabout.
    pub fn right(self) -> f64 {
        f64::from(self.x) * 0.75_f64.sqrt()
    }

    /// Up, in radii of the inner roundabout.
    pub fn up(self) -> f64 {
        f64::from(self.y) / 2.0
    }

    fn plus(self, times: i8, direction: Point) -> Point {
        Point {
            x: self.x + times * direction.x,
            y: self.y + times * direction.y,
        }
    }
}

impl Roundabout {
    /// Whether it is one of the six around the inner roundabout.
    pub fn is_in_ring(self) -> bool {
        !matches!(self, Roundabout::Inner | Roundabout::Outer)
    }

    /// The short form that people type.
    pub fn short(self) -> &'static str {
        match self {
            Roundabout::Outer => "outer",
            Roundabout::Inner => "inner",
            Roundabout::North => "n",
            Roundabout::Northeast => "ne",
            Roundabout::Southeast => "se",
            Roundabout::South => "s",
            Roundabout::Southwest => "sw",
            Roundabout::Northwest => "nw",
        }
    }

    pub fn centre(self) -> Point {
        let middle = Point { x: 0, y: 0 };
        // The ring comes after the outer and the inner roundabout, in the order of the directions.
        let in_ring = (self as usize).checked_sub(2);
        in_ring.map_or(middle, |place| middle.plus(2, DIRECTIONS[place]))
    }

    /// The points of the spaces on it, clockwise from the topmost.
    fn points(self, outer: Outer) -> Vec<Point> {
        let round = |radius| DIRECTIONS.map(|way| self.centre().plus(radius, way));
        match self {
            Roundabout::Outer => perimeter(outer),
            _ => round(1).to_vec(),
        }
    }
}

/// The corners of the hexagon around the whole board, clockwise from the top; with the rim also the
/// two spaces on each side.
fn perimeter(outer: Outer) -> Vec<Point> {
    let corners = DIRECTIONS.map(|way| Point { x: 0, y: 0 }.plus(3, way));
    let sides = corners.into_iter().enumerate();
    let points = sides.flat_map(|(corner, from)| {
        let steps = match outer {
            Outer::Tips => 0..1,
            Outer::Rim => 0..3,
        };
        // The direction of a side is two after that of its first corner.
        let along = DIRECTIONS[(corner + 2) % DIRECTIONS.len()];
        steps.map(move |step| from.plus(step, along))
    });
    points.collect()
}

/// The roundabouts of a match.
pub struct Board {
    /// For each roundabout, the spaces on it, clockwise from the topmost.
    spaces: [Vec<Space>; 8],
    /// For each space, the roundabouts that pass through it.
    passing: Vec<Vec<Roundabout>>,
    /// For each space, those from which a clockwise move leads there: a bit for each.
    before: [u32; SPACE_COUNT],
    /// For each space, how many clockwise moves lead there, if no car is in the way.
    free: Vec<Distances>,
}

impl Board {
    /// The board for this outer roundabout.
    pub fn with(outer: Outer) -> &'static Board {
        static TIPS: LazyLock<Board> = LazyLock::new(|| Board::new(Outer::Tips));
        static RIM: LazyLock<Board> = LazyLock::new(|| Board::new(Outer::Rim));
        match outer {
            Outer::Tips => &TIPS,
            Outer::Rim => &RIM,
        }
    }

    /// The spaces of a roundabout, clockwise from the topmost.
    pub fn spaces(&self, around: Roundabout) -> &[Space] {
        &self.spaces[around as usize]
    }

    /// The roundabouts that pass through a space, in the order of [`Roundabout::ALL`].
    pub fn roundabouts(&self, space: Space) -> &[Roundabout] {
        &self.passing[space.index()]
    }

    /// The next space on a roundabout, clockwise or the other way; None if this space isn't on it.
    pub fn next(&self, around: Roundabout, from: Space, clockwise: bool) -> Option<Space> {
        let circle = self.spaces(around);
        let at = circle.iter().position(|space| *space == from)?;
        let steps = if clockwise { 1 } else { circle.len() - 1 };
        Some(circle[(at + steps) % circle.len()])
    }

    /// How many clockwise moves lead from each space to this one, by number, if a car in the way
    /// takes one more. `taken`: a bit for each space that a car is on.
    pub(super) fn away(&self, to: Space, taken: u32) -> Distances {
        let mut away = [u8::MAX; SPACE_COUNT + 1];
        let (mut moves, mut reached) = (0, 0);
        // The spaces so many moves away, then one and two more.
        let mut next = [to.bit(), 0, 0];
        while next != [0; 3] {
            let mut here = next[0] & !reached;
            reached |= here;
            while here != 0 {
                let space = here.trailing_zeros() as usize;
                here &= here - 1;
                away[space] = moves;
                let more = 1 + (taken >> space & 1) as usize;
                next[more] |= self.before[space - 1] & !reached;
            }
            next = [next[1], next[2], 0];
            moves += 1;
        }
        away
    }

    /// How many clockwise moves lead from each space to this one, by number, if no car is in the
    /// way.
    pub(super) fn free_away(&self, to: Space) -> &Distances {
        &self.free[to.index()]
    }

    fn new(outer: Outer) -> Board {
        let numbered = |point: Point| {
            let index = POINTS.iter().position(|other| *other == point);
            // Each is on a roundabout of the ring, and all their points are listed.
            Space(index.map_or(0, |index| index as u8 + 1))
        };
        let spaces = Roundabout::ALL.map(|around| -> Vec<Space> {
            let points = around.points(outer).into_iter();
            points.map(numbered).collect()
        });
        let roundabouts = |space: Space| {
            let passes = |around: &Roundabout| spaces[*around as usize].contains(&space);
            Roundabout::ALL.into_iter().filter(passes).collect()
        };
        let passing = Space::all().map(roundabouts).collect();
        let mut before = [0; SPACE_COUNT];
        for circle in &spaces {
            for (from, to) in circle.iter().zip(circle.iter().cycle().skip(1)) {
                before[to.index()] |= from.bit();
            }
        }
        let mut board = Board {
            spaces,
            passing,
            before,
            free: Vec::new(),
        };
        board.free = Space::all().map(|to| board.away(to, 0)).collect();
        board
    }
}

/// The points of the spaces by number: from the top row down, left to right within a row. The outer
/// roundabout has no space of its own.
static POINTS: LazyLock<Vec<Point>> = LazyLock::new(|| {
    let all = Roundabout::ALL.into_iter();
    let small = all.filter(|around| *around != Roundabout::Outer);
    let mut points: Vec<Point> = small.flat_map(|small| small.points(Outer::Tips)).collect();
    points.sort_by_key(|point| (-point.y, point.x));
    points.dedup();
    points
});

#[cfg(test)]
mod tests {
    use super::*;

    /// The rulebook's table.
    const SMALL: [(&str, &[u8]); 7] = [
        ("inner", &[10, 13, 19, 21, 18, 12]),
        ("north", &[1, 3, 8, 10, 7, 2]),
        ("northeast", &[5, 9, 14, 16, 13, 8]),
        ("southeast", &[16, 20, 25, 27, 24, 19]),
        ("south", &[21, 24, 29, 30, 28, 23]),
        ("southwest", &[15, 18, 23, 26, 22, 17]),
        ("northwest", &[4, 7, 12, 15, 11, 6]),
    ];
    const OUTER: [(Outer, &[u8]); 2] = [
        (Outer::Tips, &[1, 9, 25, 30, 22, 6]),
        (
            Outer::Rim,
            &[
                1, 3, 5, 9, 14, 20, 25, 27, 29, 30, 28, 26, 22, 17, 11, 6, 4, 2,
            ],
        ),
    ];

    #[test]
    fn the_geometry_matches_the_rulebooks_tables() {
        for (outer, perimeter) in OUTER {
            let board = Board::with(outer);
            for (word, spaces) in SMALL.into_iter().chain([("outer", perimeter)]) {
                let around = Roundabout::read(word).unwrap();
                let numbers: Vec<u8> = board.spaces(around).iter().map(|at| at.number()).collect();
                assert_eq!(numbers, spaces, "{word}");
                for at in 0..spaces.len() {
                    let (from, to) = (Space(spaces[at]), Space(spaces[(at + 1) % spaces.len()]));
                    assert_eq!(board.next(around, from, true), Some(to), "{word}");
                    assert_eq!(board.next(around, to, false), Some(from), "{word}");
                }
                for space in Space::all().filter(|space| !spaces.contains(&space.number())) {
                    assert_eq!(board.next(around, space, true), None, "{word} {space:?}");
                    let back = board.next(around, space, false);
                    assert_eq!(back, None, "{word} {space:?}");
                }
            }
        }
    }

    #[test]
    fn small_roundabouts_share_twelve_of_thirty_spaces() {
        assert_eq!(POINTS.len(), usize::from(SPACES));
        for (outer, perimeter) in OUTER {
            let board = Board::with(outer);
            let is_outer = |space: Space| {
                let passing = board.roundabouts(space);
                passing.contains(&Roundabout::Outer)
            };
            let of_small =
                |space: Space| board.roundabouts(space).len() - usize::from(is_outer(space));
            let count = |small| Space::all().filter(|at| of_small(*at) == small).count();
            assert_eq!((count(2), count(1)), (12, 18));
            let outer = Space::all().filter(|at| is_outer(*at)).count();
            assert_eq!(outer, perimeter.len());
        }
        // With the rim, every space is on exactly two roundabouts.
        let two = |space| Board::with(Outer::Rim).roundabouts(space).len() == 2;
        assert!(Space::all().all(two));
    }

    #[test]
    fn only_numbers_on_the_board_are_spaces() {
        for number in [0, 31, 255, 256, 257, u32::MAX] {
            assert_eq!(Space::new(number), None, "{number}");
        }
        assert!(serde_json::from_str::<Space>("31").is_err());
        assert_eq!(serde_json::from_str::<Space>("30").unwrap(), Space(30));
    }
}
