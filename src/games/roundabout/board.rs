//! The board: eight roundabouts and the thirty spaces on them, worked out from where the circles lie.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// How many spaces the board has.
pub const SPACES: u8 = 30;

/// A space of the board by its number, 1 to 30: from the top row down, left to right within a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Space(u8);

/// A place in the plane, in whole steps that every space and every centre falls on: √3/2 to the right, 1/2 up,
/// where 1 is the inner roundabout's radius and its centre is (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    pub x: i8,
    pub y: i8,
}

/// One of the eight circles that cars drive round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Roundabout {
    Outer,
    Inner,
    North,
    Northeast,
    Southeast,
    South,
    Southwest,
    Northwest,
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

    /// Where it lies.
    pub fn point(self) -> Point {
        BOARD.points[self.index()]
    }

    /// The roundabouts that pass through it, in the order of [`Roundabout::ALL`].
    pub fn roundabouts(self) -> &'static [Roundabout] {
        &BOARD.passing[self.index()]
    }

    fn index(self) -> usize {
        usize::from(self.0) - 1
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
    pub const ALL: [Roundabout; 8] = [
        Roundabout::Outer,
        Roundabout::Inner,
        Roundabout::North,
        Roundabout::Northeast,
        Roundabout::Southeast,
        Roundabout::South,
        Roundabout::Southwest,
        Roundabout::Northwest,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Roundabout::Outer => "outer",
            Roundabout::Inner => "inner",
            Roundabout::North => "north",
            Roundabout::Northeast => "northeast",
            Roundabout::Southeast => "southeast",
            Roundabout::South => "south",
            Roundabout::Southwest => "southwest",
            Roundabout::Northwest => "northwest",
        }
    }

    /// What is usually typed for it.
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

    /// Reads a roundabout's word without regard to case.
    pub fn read(word: &str) -> Option<Roundabout> {
        Roundabout::ALL
            .into_iter()
            .find(|roundabout| word.eq_ignore_ascii_case(roundabout.word()))
    }

    pub fn centre(self) -> Point {
        let middle = Point { x: 0, y: 0 };
        match self {
            Roundabout::Outer | Roundabout::Inner => middle,
            Roundabout::North => middle.plus(2, DIRECTIONS[0]),
            Roundabout::Northeast => middle.plus(2, DIRECTIONS[1]),
            Roundabout::Southeast => middle.plus(2, DIRECTIONS[2]),
            Roundabout::South => middle.plus(2, DIRECTIONS[3]),
            Roundabout::Southwest => middle.plus(2, DIRECTIONS[4]),
            Roundabout::Northwest => middle.plus(2, DIRECTIONS[5]),
        }
    }

    /// In radii of the inner roundabout.
    pub fn radius(self) -> i8 {
        if self == Roundabout::Outer { 3 } else { 1 }
    }

    /// Its six spaces, clockwise from the topmost.
    pub fn spaces(self) -> [Space; 6] {
        BOARD.spaces[self as usize]
    }

    /// The next space clockwise from this one. None when the roundabout does not pass through it.
    pub fn clockwise(self, from: Space) -> Option<Space> {
        BOARD.clockwise[self as usize][from.index()]
    }

    /// The next space counterclockwise from this one. None when the roundabout does not pass through it.
    pub fn counterclockwise(self, from: Space) -> Option<Space> {
        BOARD.counterclockwise[self as usize][from.index()]
    }

    fn points(self) -> [Point; 6] {
        DIRECTIONS.map(|direction| self.centre().plus(self.radius(), direction))
    }
}

type Steps = [[Option<Space>; SPACES as usize]; 8];

struct Board {
    points: Vec<Point>,
    spaces: [[Space; 6]; 8],
    /// By the space, the roundabouts that pass through it.
    passing: Vec<Vec<Roundabout>>,
    clockwise: Steps,
    counterclockwise: Steps,
}

static BOARD: LazyLock<Board> = LazyLock::new(|| {
    let mut points: Vec<Point> = Roundabout::ALL
        .into_iter()
        .flat_map(Roundabout::points)
        .collect();
    points.sort_by_key(|point| (-point.y, point.x));
    points.dedup();
    let numbered = |point: &Point| {
        let index = points.iter().position(|other| other == point);
        // Every point is one of those that were collected, and there are thirty of them.
        Space(index.map_or(0, |index| index as u8 + 1))
    };
    let spaces =
        Roundabout::ALL.map(|roundabout| roundabout.points().map(|point| numbered(&point)));
    let passing = Space::all().map(|space| {
        let passes = |roundabout: &Roundabout| spaces[*roundabout as usize].contains(&space);
        Roundabout::ALL.into_iter().filter(passes).collect()
    });
    let passing = passing.collect();
    let mut clockwise: Steps = Default::default();
    let mut counterclockwise: Steps = Default::default();
    for (roundabout, circle) in spaces.iter().enumerate() {
        for (at, from) in circle.iter().enumerate() {
            let to = circle[(at + 1) % circle.len()];
            clockwise[roundabout][from.index()] = Some(to);
            counterclockwise[roundabout][to.index()] = Some(*from);
        }
    }
    Board {
        points,
        spaces,
        passing,
        clockwise,
        counterclockwise,
    }
});

#[cfg(test)]
mod tests {
    use super::*;

    /// The table on the rulebook's page.
    const TABLE: [(&str, [u8; 6]); 8] = [
        ("inner", [10, 13, 19, 21, 18, 12]),
        ("north", [1, 3, 8, 10, 7, 2]),
        ("northeast", [5, 9, 14, 16, 13, 8]),
        ("southeast", [16, 20, 25, 27, 24, 19]),
        ("south", [21, 24, 29, 30, 28, 23]),
        ("southwest", [15, 18, 23, 26, 22, 17]),
        ("northwest", [4, 7, 12, 15, 11, 6]),
        ("outer", [1, 9, 25, 30, 22, 6]),
    ];

    #[test]
    fn the_geometry_gives_the_table_of_the_page() {
        for (word, spaces) in TABLE {
            let roundabout = Roundabout::read(word).unwrap();
            assert_eq!(roundabout.spaces().map(Space::number), spaces, "{word}");
            for at in 0..6 {
                let (from, to) = (Space(spaces[at]), Space(spaces[(at + 1) % 6]));
                assert_eq!(roundabout.clockwise(from), Some(to), "{word}");
                assert_eq!(roundabout.counterclockwise(to), Some(from), "{word}");
            }
            for space in Space::all().filter(|space| !spaces.contains(&space.number())) {
                assert_eq!(roundabout.clockwise(space), None, "{word} {space:?}");
                assert_eq!(roundabout.counterclockwise(space), None, "{word} {space:?}");
            }
        }
    }

    #[test]
    fn there_are_thirty_spaces_and_twelve_of_42_places_are_shared_by_two_small_roundabouts() {
        assert_eq!(BOARD.points.len(), usize::from(SPACES));
        let passing = |space: Space| {
            let all = Roundabout::ALL.into_iter();
            all.filter(|roundabout| roundabout.clockwise(space).is_some())
                .count()
        };
        let outer = |space| Roundabout::Outer.clockwise(space).is_some();
        let of_small = |space: &Space| passing(*space) - usize::from(outer(*space));
        assert_eq!(
            Space::all().filter(|space| of_small(space) == 2).count(),
            12
        );
        assert_eq!(
            Space::all().filter(|space| of_small(space) == 1).count(),
            18
        );
        assert_eq!(Space::all().filter(|space| outer(*space)).count(), 6);
    }

    #[test]
    fn every_space_lies_on_its_circles() {
        for roundabout in Roundabout::ALL {
            let (centre, radius) = (roundabout.centre(), f64::from(roundabout.radius()));
            for space in roundabout.spaces() {
                let (right, up) = (
                    space.point().right() - centre.right(),
                    space.point().up() - centre.up(),
                );
                assert!(
                    (right.hypot(up) - radius).abs() < 1e-9,
                    "{roundabout:?} {space:?}"
                );
            }
        }
    }

    #[test]
    fn numbers_off_the_board_are_no_spaces() {
        for number in [0, 31, 255, 256, 257, u32::MAX] {
            assert_eq!(Space::new(number), None, "{number}");
        }
        assert!(serde_json::from_str::<Space>("31").is_err());
        assert_eq!(serde_json::from_str::<Space>("30").unwrap(), Space(30));
    }
}
