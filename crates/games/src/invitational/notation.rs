//! DM Invitational's notation: `rank Zac > UMG > …`, `drop 3 Pixie`, `send 3 Isa`.

use serde::{Deserialize, Serialize};

use super::rules::{COURIERS, Refusal};
use super::say;
use crate::notation::{self, Token, quoted};
use crate::{Cast, CastId, GameAction, Refusal as AnyRefusal, words};

/// An action of DM Invitational.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The houses in order, the most important first.
    Rank(Vec<CastId>),
    Order(Order),
}

/// An order for one courier: to be dropped on a house, or to go to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub verb: Verb,
    /// 1 to 4. It's also how many letters it delivers in a visit.
    pub courier: u8,
    pub house: CastId,
}

words! {
    pub enum Verb {
        Drop = "drop",
        Send = "send",
    }
}

impl Order {
    pub fn write(&self, cast: &Cast) -> String {
        let house = quoted(cast.name(self.house));
        format!("{} {} {house}", self.verb, self.courier)
    }
}

const FORMS: &[&str] = &["rank NAME > NAME > …", "drop 3 NAME", "send 3 NAME"];

impl GameAction for Action {
    fn read(text: &str, cast: &Cast) -> Result<Action, AnyRefusal> {
        let unreadable = || AnyRefusal::unreadable(FORMS);
        let tokens = notation::tokens(text).ok_or_else(unreadable)?;
        let house = |token: &Token| token.person(cast, FORMS);
        match &tokens[..] {
            // Names are at every second place, with a `>` between them.
            [verb, rest @ ..] if verb.is("rank") && rest.len() % 2 == 1 => {
                let separated = rest.iter().skip(1).step_by(2);
                if separated.into_iter().any(|token| *token != Token::Greater) {
                    return Err(unreadable());
                }
                let houses: Result<_, _> = rest.iter().step_by(2).map(house).collect();
                houses.map(Action::Rank)
            }
            [verb, courier, name] => {
                let verb = verb.bare().and_then(Verb::read).ok_or_else(unreadable)?;
                let number = courier
                    .bare()
                    .and_then(notation::number)
                    .ok_or_else(unreadable)?;
                let house = house(name)?;
                let courier = u8::try_from(number)
                    .ok()
                    .filter(|courier| COURIERS.contains(courier))
                    .ok_or(Refusal::NoCourier { number })?;
                Ok(Action::Order(Order {
                    verb,
                    courier,
                    house,
                }))
            }
            _ => Err(unreadable()),
        }
    }

    fn write(&self, cast: &Cast) -> String {
        match self {
            Action::Rank(houses) => {
                let names = houses.iter().map(|house| quoted(cast.name(*house)));
                format!("rank {}", names.collect::<Vec<_>>().join(" > "))
            }
            Action::Order(order) => order.write(cast),
        }
    }

    fn label(&self, cast: &Cast) -> String {
        match self {
            Action::Order(order) => format!("{} → {}", order.courier, cast.name(order.house)),
            Action::Rank(_) => self.write(cast),
        }
    }

    fn done(&self, cast: &Cast) -> String {
        match self {
            Action::Rank(houses) => format!(
                "you ranked the houses: {}",
                say::whole_ranking(houses, cast)
            ),
            Action::Order(order) => say::ordered(*order, cast),
        }
    }
}
