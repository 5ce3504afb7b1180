//! What a seat may do now, for menus and completion.

use super::notation::{Action, Order, Verb};
use super::rules::{COURIERS, Invitational, Phase};
use crate::notation::quoted;
use crate::{CastId, Offer, Seat};

/// The offers whose notation starts with a prefix, which is in lower case.
pub fn offers(game: &Invitational, seat: Seat, prefix: &str) -> Vec<Offer> {
    let verb = match game.phase {
        Phase::Ranking => return rankings(game, prefix),
        Phase::Dropping => Verb::Drop,
        Phase::Sending => Verb::Send,
        Phase::Over => return Vec::new(),
    };
    let orders = legal_orders(game, seat, verb);
    let offer = |order: Order| Offer {
        act: order.write(&game.cast),
        label: format!("{} → {}", order.courier, game.cast.name(order.house)),
    };
    orders
        .map(offer)
        .filter(|offer| begins(offer, prefix))
        .collect()
}

/// Every order of this kind that a seat may give now.
pub fn legal_orders(
    game: &Invitational,
    seat: Seat,
    verb: Verb,
) -> impl Iterator<Item = Order> + Clone + '_ {
    COURIERS.flat_map(move |courier| {
        let targets = game.targets(seat, verb, courier).iter();
        targets.map(move |house| Order {
            verb,
            courier,
            house,
        })
    })
}

/// Rankings that continue the prefix, one for each house that can come next. The rest follow in
/// cast order.
fn rankings(game: &Invitational, prefix: &str) -> Vec<Offer> {
    let mut left: Vec<CastId> = game.rankable().iter().collect();
    let mut ranked: Vec<CastId> = Vec::new();
    let mut written = "rank ".to_owned();
    let name = |house: CastId| quoted(game.cast.name(house));
    let typed = |left: &[CastId], written: &str| {
        left.iter().position(|house| {
            prefix.starts_with(&format!("{written}{} > ", name(*house)).to_lowercase())
        })
    };
    while let Some(next) = typed(&left, &written) {
        let house = left.remove(next);
        written.push_str(&format!("{} > ", name(house)));
        ranked.push(house);
    }
    let offer = |next: usize| {
        let house = left[next];
        let rest = left.iter().filter(|other| **other != house);
        let whole = ranked.iter().chain([&house]).chain(rest).copied();
        Offer {
            act: Action::Rank(whole.collect()).write(&game.cast),
            label: format!("{}. {}", ranked.len() + 1, game.cast.name(house)),
        }
    };
    let offers = (0..left.len()).map(offer);
    offers.filter(|offer| begins(offer, prefix)).collect()
}

/// Whether an offer's notation starts with a prefix in lower case.
fn begins(offer: &Offer, prefix: &str) -> bool {
    offer.act.to_lowercase().starts_with(prefix)
}
