//! The cast of one match: everybody of the season in a fixed order, who sits where, and their
//! garnets.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{BySeat, Seat, SetupRefusal, names};

/// A cast member's place in the cast's fixed order, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CastId(pub u8);

/// What a cast member is in the season (rulebook, "Records").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Player,
    Eliminated,
    Dealer,
}

/// Somebody of the cast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    pub name: String,
    pub role: Role,
}

/// Everybody of the season as one match has them. Made through [`Cast::new`] alone, so that a cast
/// at hand is a valid one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cast {
    members: Vec<Member>,
    seats: BySeat<CastId>,
    garnets: Vec<u32>,
}

/// Names that would be taken for somebody else in a record.
const RESERVED: [&str; 5] = ["dmo", "ec", "host", "clock", "dealer"];

/// Whether somebody may come into a cast under this name: one that is seen, and that records may
/// have (rulebook, "Records").
pub fn may_be_called(name: &str) -> bool {
    names::is_seen(name) && is_allowed(name, &comparable(name))
}

fn is_allowed(name: &str, comparable: &str) -> bool {
    let is_bad = |c: char| c == '"' || c.is_control();
    let is_taken = |word: &&str| comparable.eq_ignore_ascii_case(word);
    !name.is_empty() && !name.chars().any(is_bad) && !RESERVED.iter().any(is_taken)
}

/// A name as it is compared without regard to case, which is then that of ASCII letters alone: in
/// lower case, where it has others.
fn comparable(name: &str) -> Cow<'_, str> {
    match name.is_ascii() {
        true => name.into(),
        false => name.to_lowercase().into(),
    }
}

fn check_names(members: &[Member]) -> Result<(), SetupRefusal> {
    let mut before: Vec<Cow<str>> = Vec::with_capacity(members.len());
    for member in members {
        let name = comparable(&member.name);
        if !is_allowed(&member.name, &name) {
            return Err(SetupRefusal::BadName(member.name.clone()));
        }
        if before.iter().any(|other| other.eq_ignore_ascii_case(&name)) {
            return Err(SetupRefusal::NameTwice(member.name.clone()));
        }
        before.push(name);
    }
    Ok(())
}

impl Cast {
    /// Checks and joins what a record says of its people. `seats` and the keys of `garnets` are
    /// names; a count that is missing is 0.
    ///
    /// # Errors
    /// A name that is not allowed or stands twice, a seat that is not a player's, garnets of
    /// somebody unknown, or more than 255 people (rulebook, "Records").
    pub fn new(
        members: Vec<Member>,
        seats: BySeat<String>,
        garnets: &BTreeMap<String, u32>,
    ) -> Result<Cast, SetupRefusal> {
        if members.len() > usize::from(u8::MAX) {
            return Err(SetupRefusal::CastSize {
                least: 2,
                most: usize::from(u8::MAX),
                found: members.len(),
            });
        }
        check_names(&members)?;
        let place = |name: &str| {
            let index = members.iter().position(|member| member.name == name);
            // The length was checked above, so the index fits.
            index.map(|index| CastId(index as u8))
        };
        let seat = |name: &str| {
            let id = place(name).ok_or_else(|| SetupRefusal::UnknownName(name.to_owned()))?;
            match members[usize::from(id.0)].role {
                Role::Player => Ok(id),
                Role::Eliminated => Err(SetupRefusal::SeatEliminated(name.to_owned())),
                Role::Dealer => Err(SetupRefusal::SeatNotPlayer(name.to_owned())),
            }
        };
        let seated = BySeat {
            dmo: seat(&seats.dmo)?,
            ec: seat(&seats.ec)?,
        };
        if seated.dmo == seated.ec {
            return Err(SetupRefusal::SameSeats(seats.dmo));
        }
        let mut counts = vec![0; members.len()];
        for (name, count) in garnets {
            let id = place(name).ok_or_else(|| SetupRefusal::UnknownName(name.clone()))?;
            counts[usize::from(id.0)] = *count;
        }
        Ok(Cast {
            members,
            seats: seated,
            garnets: counts,
        })
    }

    /// The same cast under other names, to be shown where names need escaping. It is for sentences
    /// alone: such names need not be valid.
    pub fn shown_as(&self, mut name: impl FnMut(&str) -> String) -> Cast {
        let mut shown = self.clone();
        for member in &mut shown.members {
            member.name = name(&member.name);
        }
        shown
    }

    /// The same cast with other garnets, in its order.
    pub fn holding(mut self, garnets: &[u32]) -> Cast {
        for (held, now) in self.garnets.iter_mut().zip(garnets) {
            *held = *now;
        }
        self
    }

    pub fn members(&self) -> &[Member] {
        &self.members
    }

    pub fn ids(&self) -> impl Iterator<Item = CastId> + Clone + '_ {
        (0..self.members.len()).map(|index| CastId(index as u8))
    }

    pub fn member(&self, id: CastId) -> &Member {
        &self.members[usize::from(id.0)]
    }

    pub fn name(&self, id: CastId) -> &str {
        &self.member(id).name
    }

    pub fn role(&self, id: CastId) -> Role {
        self.member(id).role
    }

    /// Who sits in a seat.
    pub fn seated(&self, seat: Seat) -> CastId {
        self.seats[seat]
    }

    /// The name of the player in a seat.
    pub fn seat_name(&self, seat: Seat) -> &str {
        self.name(self.seats[seat])
    }

    /// The seat in which somebody sits, if any.
    pub fn seat_of(&self, id: CastId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.seats[*seat] == id)
    }

    pub fn garnets(&self, id: CastId) -> u32 {
        self.garnets[usize::from(id.0)]
    }

    /// Whether somebody is still in the season without sitting in a seat (rulebook, "Words").
    pub fn is_safe(&self, id: CastId) -> bool {
        self.role(id) == Role::Player && self.seat_of(id).is_none()
    }

    /// The safe players in cast order.
    pub fn safe_players(&self) -> impl Iterator<Item = CastId> + '_ {
        self.ids().filter(|id| self.is_safe(*id))
    }

    /// Finds somebody by exactly this name.
    pub fn find_exact(&self, name: &str) -> Option<CastId> {
        self.ids().find(|id| self.name(*id) == name)
    }

    /// Finds somebody by name without regard to case, as notation names people.
    pub fn find(&self, name: &str) -> Option<CastId> {
        // As it is nearly always written.
        self.find_exact(name).or_else(|| {
            let lower = name.to_lowercase();
            self.ids().find(|id| self.name(*id).to_lowercase() == lower)
        })
    }

    /// Somebody by the whole name as people type it: without accents too, where nobody else is
    /// called that.
    pub fn called(&self, typed: &str) -> Option<CastId> {
        only(names::called(typed, self.named()))
    }

    /// Somebody by the name as people type it, or by its beginning, that of the `likely` ones
    /// first. None where it is nobody's, or could be several people's.
    pub fn meant(&self, typed: &str, likely: impl Fn(CastId) -> bool) -> Option<CastId> {
        let begins = |name: &str, typed: &str| name.starts_with(typed);
        let among = self.named().filter(|(id, _)| likely(*id));
        let found = [
            names::called(typed, self.named()),
            names::meant(typed, among, begins),
            names::meant(typed, self.named(), begins),
        ];
        only(found.into_iter().find(|found| !found.is_empty())?)
    }

    /// The shortest beginning of somebody's name by which nobody else is meant; the whole name
    /// where another's goes on from it.
    pub fn shortest(&self, id: CastId) -> &str {
        let name = self.name(id);
        let ends = name.char_indices().map(|(at, _)| at).skip(1);
        let mut beginnings = ends.map(|end| &name[..end]);
        let found = beginnings.find(|beginning| {
            !beginning.ends_with(' ') && self.meant(beginning, |_| true) == Some(id)
        });
        found.unwrap_or(name)
    }

    fn named(&self) -> impl Iterator<Item = (CastId, &str)> + Clone {
        self.ids().map(|id| (id, self.name(id)))
    }
}

fn only(found: Vec<CastId>) -> Option<CastId> {
    match found[..] {
        [one] => Some(one),
        _ => None,
    }
}
