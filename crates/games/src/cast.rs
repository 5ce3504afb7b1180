//! The cast of a match: everybody of the season in a fixed order, the two in the seats (if the game
//! has seats), and garnets.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::notation::Token;
use super::{BySeat, Party, Seat, SetupRefusal, names};

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

/// Everybody of the season, as one match has them. Only [`Cast::new`] makes one, so every cast is
/// valid.
///
/// ```
/// use games::{BySeat, Cast, Member, Role, Seat};
///
/// let members = ["Zac", "Tiac", "Cora"].map(|name| Member {
///     name: name.to_owned(),
///     role: Role::Player,
/// });
/// let seats = BySeat { dmo: "Zac".to_owned(), ec: "Tiac".to_owned() };
/// let cast = Cast::new(members.to_vec(), seats, &Default::default()).unwrap();
/// assert_eq!(cast.seat_name(Seat::Ec), "Tiac");
/// assert_eq!(cast.name(cast.safe_players().next().unwrap()), "Cora");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cast {
    members: Vec<Member>,
    /// None in a game that is played by the whole cast.
    seats: Option<BySeat<CastId>>,
    garnets: Vec<u32>,
    /// The names as notation has them, if [`Cast::shown_as`] changed the members'.
    #[serde(skip)]
    plain: Option<Vec<String>>,
}

/// Names that mean something else in a record.
const RESERVED: [&str; 5] = ["dmo", "ec", "host", "clock", "dealer"];

/// Whether this name is allowed in a cast: it is visible, and records may have it (rulebook,
/// "Records").
pub fn may_be_called(name: &str) -> bool {
    names::is_seen(name) && is_allowed(name, &comparable(name))
}

fn is_allowed(name: &str, comparable: &str) -> bool {
    let is_bad = |c: char| c == '"' || c.is_control();
    let is_taken = |word: &&str| comparable.eq_ignore_ascii_case(word);
    !name.is_empty() && !name.chars().any(is_bad) && !RESERVED.iter().any(is_taken)
}

/// A name for comparison without regard to case. ASCII letters are compared directly, so other
/// letters are put in lower case here.
fn comparable(name: &str) -> Cow<'_, str> {
    if name.is_ascii() {
        name.into()
    } else {
        name.to_lowercase().into()
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
    /// Makes a cast from a record's people. `seats` and the keys of `garnets` are names; a missing
    /// count is 0. Without `seats`, nobody has one.
    ///
    /// # Errors
    /// A name that is not allowed or comes twice, somebody in a seat who isn't a player, garnets of
    /// an unknown person, or more than 255 people (rulebook, "Records").
    pub fn new(
        members: Vec<Member>,
        seats: impl Into<Option<BySeat<String>>>,
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
        let seated = match seats.into() {
            None => None,
            Some(BySeat { dmo, ec }) if dmo == ec => {
                seat(&dmo)?;
                return Err(SetupRefusal::SameSeats(dmo));
            }
            Some(BySeat { dmo, ec }) => Some(BySeat {
                dmo: seat(&dmo)?,
                ec: seat(&ec)?,
            }),
        };
        let mut counts = vec![0; members.len()];
        for (name, count) in garnets {
            let id = place(name).ok_or_else(|| SetupRefusal::UnknownName(name.clone()))?;
            counts[usize::from(id.0)] = *count;
        }
        Ok(Cast {
            members,
            seats: seated,
            garnets: counts,
            plain: None,
        })
    }

    /// Checks that a game has room for everybody, and enough people.
    ///
    /// # Errors
    /// [`SetupRefusal::CastSize`].
    pub fn check_size(&self, sizes: RangeInclusive<usize>) -> Result<(), SetupRefusal> {
        let found = self.members.len();
        let (least, most) = sizes.clone().into_inner();
        let refusal = SetupRefusal::CastSize { least, most, found };
        sizes.contains(&found).then_some(()).ok_or(refusal)
    }

    /// The same cast with changed names, for places where names need escaping. Only for sentences:
    /// such names need not be valid. People are still found by their own names.
    pub fn shown_as(&self, mut name: impl FnMut(&str) -> String) -> Cast {
        let mut shown = self.clone();
        let plain = self.ids().map(|id| self.plain_name(id).to_owned());
        shown.plain = Some(plain.collect());
        for member in &mut shown.members {
            member.name = name(&member.name);
        }
        shown
    }

    /// The same cast with other garnets, in the cast's order.
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

    /// The name as notation has it.
    pub(super) fn plain_name(&self, id: CastId) -> &str {
        match &self.plain {
            Some(names) => &names[usize::from(id.0)],
            None => self.name(id),
        }
    }

    pub fn role(&self, id: CastId) -> Role {
        self.member(id).role
    }

    /// Who is in which seat; None in a game without seats.
    pub fn seats(&self) -> Option<BySeat<CastId>> {
        self.seats
    }

    /// The two in the seats; nobody in a game without seats.
    pub fn in_seats(&self) -> impl Iterator<Item = CastId> + Clone + use<> {
        self.seats
            .into_iter()
            .flat_map(|seats| [seats.dmo, seats.ec])
    }

    /// The player in a seat; None in a game without seats.
    pub fn seated(&self, seat: Seat) -> Option<CastId> {
        self.seats.map(|seats| seats[seat])
    }

    /// The player in a seat, in a game with seats.
    pub(super) fn player(&self, seat: Seat) -> CastId {
        // A game with seats is opened with such casts only.
        self.seats.expect("a cast with seats")[seat]
    }

    /// The cast member of a party; None for the host and the dealer.
    pub fn of_party(&self, party: Party) -> Option<CastId> {
        match party {
            Party::Seat(seat) => self.seated(seat),
            Party::Cast(who) => Some(who),
            Party::Host | Party::Dealer => None,
        }
    }

    /// The name of the player in a seat; empty in a game without seats.
    pub fn seat_name(&self, seat: Seat) -> &str {
        self.seats.map_or("", |seats| self.name(seats[seat]))
    }

    /// The seat that somebody plays, if any.
    pub fn seat_of(&self, id: CastId) -> Option<Seat> {
        let seats = self.seats?;
        Seat::BOTH.into_iter().find(|seat| seats[*seat] == id)
    }

    pub fn garnets(&self, id: CastId) -> u32 {
        self.garnets[usize::from(id.0)]
    }

    /// Whether somebody is a safe player: a player of the season who is not in a seat (rulebook,
    /// "Words").
    pub fn is_safe(&self, id: CastId) -> bool {
        self.role(id) == Role::Player && self.seat_of(id).is_none()
    }

    /// The safe players in cast order.
    pub fn safe_players(&self) -> impl Iterator<Item = CastId> + '_ {
        self.ids().filter(|id| self.is_safe(*id))
    }

    /// Finds somebody by exactly this name.
    pub fn find_exact(&self, name: &str) -> Option<CastId> {
        self.ids().find(|id| self.plain_name(*id) == name)
    }

    /// Finds somebody by name without regard to case, as notation names people.
    pub fn find(&self, name: &str) -> Option<CastId> {
        // Nearly always, it is written exactly.
        self.find_exact(name).or_else(|| {
            let lower = name.to_lowercase();
            self.ids()
                .find(|id| self.plain_name(*id).to_lowercase() == lower)
        })
    }

    /// Finds somebody by the whole name as people type it, perhaps without accents; None if several
    /// fit.
    pub fn called(&self, typed: &str) -> Option<CastId> {
        only(names::called(typed, self.named()))
    }

    /// Finds somebody by a typed name or its beginning, first among the `likely` people. None if it
    /// is nobody's, or could be several people's.
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

    /// As [`Cast::meant`], by the words of a name, which needs no quotes then.
    pub fn meant_by(&self, words: &[Token], likely: impl Fn(CastId) -> bool) -> Option<CastId> {
        let words: Option<Vec<&str>> = words.iter().map(Token::name).collect();
        let typed = words?.join(" ");
        (!typed.is_empty()).then(|| self.meant(&typed, likely))?
    }

    /// The seat of the player that the words of a name mean.
    pub fn player_called(&self, words: &[Token]) -> Option<Seat> {
        self.seat_of(self.meant_by(words, |id| self.seat_of(id).is_some())?)
    }

    /// The shortest beginning of somebody's name that means nobody else; the whole name if another
    /// name begins with it.
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

#[cfg(test)]
mod tests {
    use super::*;

    impl Cast {
        /// A cast for tests: players and dealers, two of the players in the seats.
        pub(crate) fn of([dmo, ec]: [&str; 2], players: &[&str], dealers: &[&str]) -> Cast {
            let member = |name: &str, role| Member {
                name: name.to_owned(),
                role,
            };
            let players = players.iter().map(|name| member(name, Role::Player));
            let dealers = dealers.iter().map(|name| member(name, Role::Dealer));
            let seats = BySeat { dmo, ec }.map(|name| (*name).to_owned());
            Cast::new(players.chain(dealers).collect(), seats, &BTreeMap::new()).unwrap()
        }
    }
}
