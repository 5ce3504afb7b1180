//! What each audience may see of a match of DM Invitational.

use serde::{Deserialize, Serialize};

use super::notation::Order;
use super::rules::{COURIERS, Invitational, Phase, Visit};
use crate::{Audience, BySeat, CastId, Outcome, Seat};

/// What one reader may see. Orders and rankings are only in it if this reader may know them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    pub phase: Phase,
    /// The seats that must still submit. Empty while ranking: it's a secret who has ranked.
    pub to_act: Vec<Seat>,
    /// The seats that have submitted and may still replace it. Empty while ranking.
    pub submitted: Vec<Seat>,
    pub outcome: Option<Outcome>,
    /// 0 while ranking, 1 to 4 airdrops, then turns from 5.
    pub round: u32,
    /// In cast order.
    pub houses: Vec<HouseView>,
    pub roads: Vec<(CastId, CastId)>,
    /// Those on the map, by their numbers.
    pub couriers: BySeat<Vec<Courier>>,
    /// What happened last: the drops or orders of one round.
    pub last: Vec<Visit>,
    /// The reader's own pending order. In a finished match, all orders that were never carried out.
    pub orders: BySeat<Option<Order>>,
    /// The reader's own ranking; both once the match is over.
    pub ranking: BySeat<Option<Vec<CastId>>>,
}

/// A house and the letters delivered there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HouseView {
    pub who: CastId,
    /// To the right, and `y` downwards; only the proportions matter.
    pub x: f64,
    pub y: f64,
    pub dealer: bool,
    pub letters: BySeat<u32>,
}

/// A courier on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Courier {
    /// 1 to 4. It's also how many letters it delivers in a visit.
    pub number: u8,
    pub at: CastId,
    /// Every house that it has visited, in order; the last is where it is.
    pub been: Vec<CastId>,
    /// The houses to which it can go now.
    pub open: Vec<CastId>,
    /// Whether it's held where it is, because the other team has delivered more there.
    pub held: bool,
}

impl View {
    pub(super) fn of(game: &Invitational, to: Audience) -> View {
        let is_own = |seat| to == Audience::All || to == Audience::Seat(seat);
        let over = game.outcome.is_some();
        let seats = |submitted: bool| {
            let is_one = |seat: &Seat| {
                let is_asked = game.phase != Phase::Ranking && game.asks(*seat);
                is_asked && game.has_submitted(*seat) == submitted
            };
            Seat::BOTH.into_iter().filter(is_one).collect()
        };
        View {
            phase: game.phase,
            to_act: seats(false),
            submitted: seats(true),
            outcome: game.outcome,
            round: game.round,
            houses: game
                .cast
                .ids()
                .map(|who| {
                    let (x, y) = game.options.town.places[usize::from(who.0)];
                    HouseView {
                        who,
                        x,
                        y,
                        dealer: game.options.town.dealers.has(who),
                        letters: BySeat::new(|seat| game.letters_at(seat, who)),
                    }
                })
                .collect(),
            roads: game.options.town.roads.clone(),
            couriers: BySeat::new(|seat| {
                let numbers = COURIERS.filter_map(|number| Courier::of(game, seat, number));
                numbers.collect()
            }),
            last: game.last.clone(),
            orders: BySeat::new(|seat| {
                if is_own(seat) {
                    game.orders[seat]
                } else {
                    None
                }
            }),
            ranking: BySeat::new(|seat| {
                let is_shown = over || is_own(seat);
                if is_shown {
                    game.ranking[seat].clone()
                } else {
                    None
                }
            }),
        }
    }

    /// The houses in a ranking: all except the dealers'.
    pub fn rankable(&self) -> impl Iterator<Item = CastId> + '_ {
        let houses = self.houses.iter().filter(|house| !house.dealer);
        houses.map(|house| house.who)
    }

    /// A courier on the map, by its number.
    pub fn courier(&self, seat: Seat, number: u8) -> Option<&Courier> {
        let mut couriers = self.couriers[seat].iter();
        couriers.find(|courier| courier.number == number)
    }

    /// How many houses have a letter of a team.
    pub fn invited(&self, seat: Seat) -> usize {
        self.houses.len() - self.lacking(seat).count()
    }

    /// The first place of the rankings at which one team has more letters than the other, and both
    /// teams' houses there.
    pub fn deciding(&self) -> Option<(usize, BySeat<CastId>)> {
        let (dmo, ec) = (self.ranking.dmo.as_ref()?, self.ranking.ec.as_ref()?);
        let both = |(dmo, ec): (&CastId, &CastId)| BySeat { dmo: *dmo, ec: *ec };
        let houses = dmo.iter().zip(ec).map(both);
        let differs = |(_, houses): &(usize, BySeat<CastId>)| {
            let [dmo, ec] = Seat::BOTH.map(|seat| self.letters_at(seat, houses[seat]));
            dmo != ec
        };
        (1..).zip(houses).find(differs)
    }

    pub fn letters_at(&self, seat: Seat, house: CastId) -> u32 {
        self.houses[usize::from(house.0)].letters[seat]
    }

    /// All letters of a team.
    pub fn total(&self, seat: Seat) -> u32 {
        let letters = self.houses.iter().map(|house| house.letters[seat]);
        letters.sum()
    }

    /// The houses to which a team has not delivered yet, in cast order.
    pub fn lacking(&self, seat: Seat) -> impl Iterator<Item = CastId> + '_ {
        let lacking = self
            .houses
            .iter()
            .filter(move |house| house.letters[seat] == 0);
        lacking.map(|house| house.who)
    }

    /// The order that a seat had sealed when the match ended, which was never carried out.
    pub fn unplayed(&self, seat: Seat) -> Option<Order> {
        if self.phase != Phase::Over {
            return None;
        }
        self.orders[seat]
    }

    /// A seat's pending order.
    pub fn pending(&self, seat: Seat) -> Option<Order> {
        if self.phase == Phase::Over {
            return None;
        }
        self.orders[seat]
    }

    /// Whether a player sits this turn out because they cannot move.
    pub fn is_skipped(&self, seat: Seat) -> bool {
        let is_asked = self.to_act.contains(&seat) || self.submitted.contains(&seat);
        self.phase == Phase::Sending && !is_asked
    }
}

impl Courier {
    fn of(game: &Invitational, seat: Seat, number: u8) -> Option<Courier> {
        let (at, been) = game.trail(seat, number)?;
        Some(Courier {
            number,
            at,
            been: been.to_vec(),
            open: game.open_to(seat, number).iter().collect(),
            held: game.is_held(seat, at),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::registry::Views;
    use crate::{AnyGame, Author, Cast, Dice, GameId, GivenOptions};

    const RANKING: &str = "rank Zac > Tiac > UMG > Myth > Shane > Andy";

    fn play(acts: &[(Seat, &str)]) -> AnyGame {
        let players = ["Zac", "Tiac", "UMG", "Myth", "Shane", "Andy"];
        let cast = Cast::of(["Tiac", "Zac"], &players, &["Pixie", "Isa"]);
        let none = GivenOptions::new();
        let drawn =
            GameId::read("invitational")
                .unwrap()
                .draw(&none, &Arc::new(cast), &mut Dice::new(1));
        let mut game = drawn.unwrap();
        for (seat, act) in acts {
            game.act(Author::Seat(*seat), None, act).unwrap();
        }
        game
    }

    fn view(game: &AnyGame, to: Audience) -> View {
        let Views::Invitational(view) = game.view(to).0 else {
            panic!("another game");
        };
        view
    }

    #[test]
    fn only_its_seat_sees_an_order_and_everybody_sees_rankings_at_the_end() {
        let mut game = play(&[
            (Seat::Dmo, RANKING),
            (Seat::Ec, RANKING),
            (Seat::Ec, "drop 3 Isa"),
        ]);
        let shown = |game: &AnyGame, to| {
            let view = view(game, to);
            let orders = Seat::BOTH.map(|seat| view.orders[seat].is_some());
            let rankings = Seat::BOTH.map(|seat| view.ranking[seat].is_some());
            (orders, rankings)
        };
        let seats = Seat::BOTH.map(Audience::Seat);
        for (to, expected) in [
            (seats[0], ([false, false], [true, false])),
            (seats[1], ([false, true], [false, true])),
            (Audience::Public, ([false, false], [false, false])),
            (Audience::Host, ([false, false], [false, false])),
            (Audience::All, ([false, true], [true, true])),
        ] {
            assert_eq!(shown(&game, to), expected, "{to:?}");
        }
        assert_eq!(view(&game, Audience::Public).submitted, [Seat::Ec]);
        // Others don't even see that a ranking exists.
        let ranked = play(&[(Seat::Ec, RANKING)]);
        assert_eq!(
            view(&ranked, Audience::Public),
            view(&play(&[]), Audience::Public)
        );
        game.act(Author::Seat(Seat::Dmo), None, "resign").unwrap();
        // An order that was never carried out stays secret.
        assert_eq!(
            shown(&game, Audience::Public),
            ([false, false], [true, true])
        );
    }

    #[test]
    fn a_teams_couriers_and_letters_are_counted() {
        let game = play(&[
            (Seat::Dmo, RANKING),
            (Seat::Ec, RANKING),
            (Seat::Dmo, "drop 3 Zac"),
            (Seat::Ec, "drop 4 Isa"),
        ]);
        let view = view(&game, Audience::Public);
        let lacking: Vec<CastId> = view.lacking(Seat::Dmo).collect();
        assert_eq!(lacking, [1, 2, 3, 4, 5, 6, 7].map(CastId));
        assert_eq!([view.total(Seat::Dmo), view.total(Seat::Ec)], [3, 4]);
        assert_eq!(view.last.len(), 2);
        let courier = &view.couriers.ec[0];
        assert_eq!(
            (courier.number, courier.at, &courier.been[..]),
            (4, CastId(7), &[CastId(7)][..])
        );
    }
}
