//! The map: a house for each member of the cast, and the roads between them.

use serde::{Deserialize, Serialize, Serializer};

use super::options::SetupRefusal;
use crate::games::{Cast, CastId, Role, SetupRefusal as AnySetupRefusal};

/// The option `map`, as records write it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    pub houses: Vec<House>,
    /// Pairs of names; a road leads both ways.
    pub roads: Vec<[String; 2]>,
    /// Whose houses count first in a tie.
    pub dealers: Vec<String>,
}

/// Somebody's house and where it stands: `x` to the right, `y` downwards. Only the proportions matter; the maps made
/// here have about 1 between neighbours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct House {
    pub name: String,
    #[serde(serialize_with = "coordinate")]
    pub x: f64,
    #[serde(serialize_with = "coordinate")]
    pub y: f64,
}

/// Houses by their places in a list, before anybody lives there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    /// In reading order: rows from the top, each from the left.
    pub houses: Vec<(f64, f64)>,
    pub roads: Vec<(usize, usize)>,
    /// Which houses are the dealers', in reading order.
    pub dealers: Vec<usize>,
}

/// A checked map as the rules use it, by the cast's ids.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Town {
    pub places: Vec<(f64, f64)>,
    pub roads: Vec<(CastId, CastId)>,
    pub dealers: Houses,
    /// The houses to which each is joined.
    pub joined: Vec<Houses>,
}

/// A set of houses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Houses(u32);

impl Houses {
    pub fn has(self, house: CastId) -> bool {
        self.0 & (1 << house.0) != 0
    }

    /// False when it was there before.
    pub fn add(&mut self, house: CastId) -> bool {
        let new = !self.has(house);
        self.0 |= 1 << house.0;
        new
    }

    pub fn without(self, others: Houses) -> Houses {
        Houses(self.0 & !others.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In cast order.
    pub fn iter(self) -> impl Iterator<Item = CastId> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let house = left.trailing_zeros();
            // All but the lowest bit; none of none.
            left &= left.wrapping_sub(1);
            (house < u32::BITS).then_some(CastId(house as u8))
        })
    }
}

impl FromIterator<CastId> for Houses {
    fn from_iter<I: IntoIterator<Item = CastId>>(houses: I) -> Houses {
        let mut set = Houses::default();
        for house in houses {
            set.0 |= 1 << house.0;
        }
        set
    }
}

impl Map {
    /// The map of the source's cast, 13 players and 2 dealers; None for any other cast.
    pub(super) fn of_source(cast: &Cast) -> Option<Map> {
        let dealers = dealers(cast).count();
        let source = dealers == 2 && cast.members().len() == 15;
        source.then(|| Map::inhabited(&Plan::of_source(), cast))
    }

    /// Lets the cast move in, both in reading order: the dealers into the dealers' houses, the others into the rest.
    /// The plan has as many houses of each kind as the cast needs.
    pub(super) fn inhabited(plan: &Plan, cast: &Cast) -> Map {
        let mut dealers = dealers(cast);
        let mut others = cast.ids().filter(|id| cast.role(*id) != Role::Dealer);
        let tenants: Vec<&str> = (0..plan.houses.len())
            .filter_map(|house| {
                if plan.dealers.contains(&house) {
                    dealers.next()
                } else {
                    others.next()
                }
            })
            .map(|id| cast.name(id))
            .collect();
        let name = |house: usize| tenants[house].to_owned();
        Map {
            houses: plan
                .houses
                .iter()
                .enumerate()
                .map(|(house, &(x, y))| House {
                    name: name(house),
                    x,
                    y,
                })
                .collect(),
            roads: plan
                .roads
                .iter()
                .map(|&(from, to)| [name(from), name(to)])
                .collect(),
            dealers: plan.dealers.iter().map(|&house| name(house)).collect(),
        }
    }
}

impl Plan {
    /// Five columns and three rows, a road between neighbours; two dealers in the middle row with roads to their diagonal
    /// neighbours as well.
    fn of_source() -> Plan {
        const COLUMNS: usize = 5;
        const ROWS: usize = 3;
        let dealers = vec![COLUMNS + 1, COLUMNS + 3];
        let mut houses = Vec::new();
        let mut roads = Vec::new();
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let house = houses.len();
                houses.push((column as f64, row as f64));
                if column + 1 < COLUMNS {
                    roads.push((house, house + 1));
                }
                if row + 1 < ROWS {
                    roads.push((house, house + COLUMNS));
                }
            }
        }
        for &dealer in &dealers {
            let (above, below) = (dealer - COLUMNS, dealer + COLUMNS);
            roads.extend([above - 1, above + 1, below - 1, below + 1].map(|to| (dealer, to)));
        }
        Plan {
            houses,
            roads,
            dealers,
        }
    }
}

impl Town {
    /// All houses: one for each of the cast.
    pub fn houses(&self) -> Houses {
        Houses((1 << self.places.len()) - 1)
    }

    /// Checks a map against the cast.
    ///
    /// # Errors
    /// What does not fit (rulebook, "Map").
    pub fn build(map: &Map, cast: &Cast) -> Result<Town, AnySetupRefusal> {
        let find = |name: &String| {
            cast.find_exact(name)
                .ok_or_else(|| AnySetupRefusal::UnknownName(name.clone()))
        };
        let mut places = vec![(0.0, 0.0); cast.members().len()];
        let mut built = Houses::default();
        for house in &map.houses {
            let id = find(&house.name)?;
            if !built.add(id) {
                return Err(SetupRefusal::HouseTwice(house.name.clone()).into());
            }
            places[usize::from(id.0)] = (house.x, house.y);
        }
        if let Some(homeless) = cast.ids().find(|id| !built.has(*id)) {
            return Err(SetupRefusal::HouseMissing(cast.name(homeless).to_owned()).into());
        }
        let mut joined = vec![Houses::default(); places.len()];
        let mut roads = Vec::with_capacity(map.roads.len());
        for [from, to] in &map.roads {
            let (a, b) = (find(from)?, find(to)?);
            if a == b {
                return Err(SetupRefusal::RoadToItself(from.clone()).into());
            }
            if !joined[usize::from(a.0)].add(b) {
                return Err(SetupRefusal::RoadTwice(from.clone(), to.clone()).into());
            }
            joined[usize::from(b.0)].add(a);
            roads.push((a, b));
        }
        let mut named = Houses::default();
        for name in &map.dealers {
            let id = find(name)?;
            if cast.role(id) != Role::Dealer || !named.add(id) {
                return Err(SetupRefusal::Dealers.into());
            }
        }
        if dealers(cast).any(|id| !named.has(id)) {
            return Err(SetupRefusal::Dealers.into());
        }
        Ok(Town {
            places,
            roads,
            dealers: named,
            joined,
        })
    }
}

pub(super) fn dealers(cast: &Cast) -> impl Iterator<Item = CastId> + '_ {
    cast.ids().filter(|id| cast.role(*id) == Role::Dealer)
}

/// Writes a whole coordinate without a point, as people do.
fn coordinate<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        serializer.serialize_i64(*value as i64)
    } else {
        serializer.serialize_f64(*value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_map_has_thirty_roads() {
        let plan = Plan::of_source();
        let roads_at = |house: usize| {
            let ends = plan
                .roads
                .iter()
                .filter(|(a, b)| *a == house || *b == house);
            ends.count()
        };
        assert_eq!(plan.houses.len(), 15);
        assert_eq!(plan.roads.len(), 30);
        assert_eq!(plan.dealers, [6, 8]);
        assert_eq!([roads_at(6), roads_at(8)], [8, 8]);
        // A corner has its two neighbours and a dealer; the house between the dealers has four neighbours.
        assert_eq!([roads_at(0), roads_at(7), roads_at(2)], [3, 4, 5]);
    }
}
