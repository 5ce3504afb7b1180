//! The map: a house for each member of the cast, and the roads between them.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use crate::{Cast, CastId, Role, SetupRefusal as AnySetupRefusal};

/// Why DM Invitational cannot be played like this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupRefusal {
    /// The map can only be left out with 13 players and 2 dealers.
    MapMissing,
    HouseMissing(String),
    HouseTwice(String),
    RoadTwice(String, String),
    RoadToItself(String),
    /// The map's dealers must be the cast's, each once.
    Dealers,
}

/// The option `map` in the form of records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Map<Name> {
    houses: Vec<House<Name>>,
    /// Pairs of names; a road leads both ways.
    roads: Vec<[Name; 2]>,
    /// The dealers, whose houses count first in a tie.
    dealers: Vec<Name>,
}

/// Somebody's house and its place: `x` to the right, `y` downwards. Only the proportions matter; on
/// generated maps neighbours are about 1 apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct House<Name> {
    name: Name,
    #[serde(serialize_with = "coordinate")]
    x: f64,
    #[serde(serialize_with = "coordinate")]
    y: f64,
}

/// A map of numbered houses, before anybody lives there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    /// In reading order: rows from the top, each from the left.
    pub houses: Vec<(f64, f64)>,
    pub roads: Vec<(usize, usize)>,
    /// The numbers of the dealers' houses, in reading order.
    pub dealers: Vec<usize>,
}

/// A map that fits its cast, by the cast's ids. It's written as the option `map`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Town {
    names: Vec<String>,
    pub places: Vec<(f64, f64)>,
    pub roads: Vec<(CastId, CastId)>,
    pub dealers: Houses,
    /// The houses to which each is joined.
    pub joined: Vec<Houses>,
    /// The houses in the order of the option, and the dealers'.
    listed: Vec<CastId>,
    listed_dealers: Vec<CastId>,
}

/// A set of houses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Houses(u32);

impl Houses {
    pub fn has(self, house: CastId) -> bool {
        self.0 & (1 << house.0) != 0
    }

    /// Returns false if it was already there.
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

    /// Another number for each set.
    pub fn number(self) -> u64 {
        self.0.into()
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

impl Plan {
    /// Five columns and three rows, a road between neighbours; two dealers in the middle row with
    /// roads to their diagonal neighbours as well.
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
    /// All houses, one for each person in the cast.
    pub fn houses(&self) -> Houses {
        Houses((1 << self.places.len()) - 1)
    }

    /// The map of the source's cast, 13 players and 2 dealers; None for any other cast.
    pub fn of_source(cast: &Cast) -> Option<Town> {
        let dealers = dealers(cast).count();
        let source = dealers == 2 && cast.members().len() == 15;
        source.then(|| Town::inhabited(&Plan::of_source(), cast))
    }

    /// Gives each person a house in reading order: dealers get the dealers' houses, the others the
    /// rest. The plan must have as many houses of each kind as the cast needs.
    pub fn inhabited(plan: &Plan, cast: &Cast) -> Town {
        let mut dealers = dealers(cast);
        let mut others = cast.ids().filter(|id| cast.role(*id) != Role::Dealer);
        let mut town = Town::empty(cast, plan.roads.len());
        for (house, place) in plan.houses.iter().enumerate() {
            let of_dealer = plan.dealers.contains(&house);
            let tenant = if of_dealer {
                dealers.next()
            } else {
                others.next()
            };
            town.listed.extend(tenant);
            if let Some(id) = tenant {
                town.places[usize::from(id.0)] = *place;
            }
        }
        for &(from, to) in &plan.roads {
            town.join(town.listed[from], town.listed[to]);
        }
        for &dealer in &plan.dealers {
            town.dealers.add(town.listed[dealer]);
            town.listed_dealers.push(town.listed[dealer]);
        }
        town
    }

    /// Checks a map against the cast.
    ///
    /// # Errors
    /// What doesn't fit (rulebook, "Map").
    pub fn build(map: &Map<String>, cast: &Cast) -> Result<Town, AnySetupRefusal> {
        let find = |name: &String| {
            cast.find_exact(name)
                .ok_or_else(|| AnySetupRefusal::UnknownName(name.clone()))
        };
        let mut town = Town::empty(cast, map.roads.len());
        let mut built = Houses::default();
        for house in &map.houses {
            let id = find(&house.name)?;
            if !built.add(id) {
                return Err(SetupRefusal::HouseTwice(house.name.clone()).into());
            }
            town.places[usize::from(id.0)] = (house.x, house.y);
            town.listed.push(id);
        }
        if let Some(homeless) = cast.ids().find(|id| !built.has(*id)) {
            return Err(SetupRefusal::HouseMissing(cast.name(homeless).to_owned()).into());
        }
        for [from, to] in &map.roads {
            let (a, b) = (find(from)?, find(to)?);
            if a == b {
                return Err(SetupRefusal::RoadToItself(from.clone()).into());
            }
            if !town.join(a, b) {
                return Err(SetupRefusal::RoadTwice(from.clone(), to.clone()).into());
            }
        }
        for name in &map.dealers {
            let id = find(name)?;
            if cast.role(id) != Role::Dealer || !town.dealers.add(id) {
                return Err(SetupRefusal::Dealers.into());
            }
            town.listed_dealers.push(id);
        }
        if dealers(cast).any(|id| !town.dealers.has(id)) {
            return Err(SetupRefusal::Dealers.into());
        }
        Ok(town)
    }

    fn empty(cast: &Cast, roads: usize) -> Town {
        let houses = cast.members().len();
        Town {
            names: cast.ids().map(|id| cast.name(id).to_owned()).collect(),
            places: vec![(0.0, 0.0); houses],
            roads: Vec::with_capacity(roads),
            dealers: Houses::default(),
            joined: vec![Houses::default(); houses],
            listed: Vec::with_capacity(houses),
            listed_dealers: Vec::with_capacity(dealers(cast).count()),
        }
    }

    /// Returns false if there is already a road.
    fn join(&mut self, from: CastId, to: CastId) -> bool {
        self.roads.push((from, to));
        self.joined[usize::from(to.0)].add(from);
        self.joined[usize::from(from.0)].add(to)
    }

    fn map(&self) -> Map<&str> {
        let name = |id: CastId| &*self.names[usize::from(id.0)];
        let house = |id: &CastId| {
            let (x, y) = self.places[usize::from(id.0)];
            let name = name(*id);
            House { name, x, y }
        };
        let roads = self.roads.iter();
        Map {
            houses: self.listed.iter().map(house).collect(),
            roads: roads.map(|&(from, to)| [name(from), name(to)]).collect(),
            dealers: self.listed_dealers.iter().map(|id| name(*id)).collect(),
        }
    }
}

impl Serialize for Town {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.map().serialize(serializer)
    }
}

pub(super) fn dealers(cast: &Cast) -> impl Iterator<Item = CastId> + '_ {
    cast.ids().filter(|id| cast.role(*id) == Role::Dealer)
}

/// Reads what a host types and returns it in the form of records. Each house has a line, `Bo (0,
/// 1): Wren, Rook`, with its place and the ends of its roads; each road may be listed at one end or
/// both. The last line is `Dealers: Vesper`. None if it can't be read.
pub(super) fn typed(text: &str) -> Option<Value> {
    let mut map: Map<&str> = Map {
        houses: Vec::new(),
        roads: Vec::new(),
        dealers: Vec::new(),
    };
    let names = |text| {
        str::split(text, ',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
    };
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let Some((house, roads)) = line.split_once("):") else {
            let (word, dealers) = line.split_once(':')?;
            if !word.trim().eq_ignore_ascii_case("dealers") {
                return None;
            }
            map.dealers.extend(names(dealers));
            continue;
        };
        let (name, place) = house.rsplit_once('(')?;
        let (x, y) = place.split_once(',')?;
        let number = |at: &str| at.trim().parse().ok().filter(|at: &f64| at.is_finite());
        let (name, x, y) = (name.trim(), number(x)?, number(y)?);
        map.houses.push(House { name, x, y });
        for to in names(roads) {
            if !map.roads.contains(&[to, name]) {
                map.roads.push([name, to]);
            }
        }
    }
    Some(json!(map))
}

/// Writes a map, given in the form of records, as a host types it; None if the value isn't a map.
pub(super) fn as_typed(value: &Value) -> Option<String> {
    let map: Map<String> = Deserialize::deserialize(value).ok()?;
    let line = |House { name, x, y }: &House<String>| {
        let roads = map.roads.iter().filter(|[from, _]| from == name);
        let ends: Vec<&str> = roads.map(|[_, to]| to.as_str()).collect();
        format!("{name} ({x}, {y}): {}\n", ends.join(", "))
    };
    let houses: String = map.houses.iter().map(line).collect();
    Some(format!("{houses}Dealers: {}", map.dealers.join(", ")))
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
        // A corner has two neighbours and a dealer; the house between the dealers has four.
        assert_eq!([roads_at(0), roads_at(7), roads_at(2)], [3, 4, 5]);
    }
}
