//! What is refused, and what would be right.

use super::super::{Phase, Refusal, SetupRefusal};
use super::numbers;
use crate::Cast;
use crate::english::list;

/// Why an action is refused, and what would be right.
pub fn refusal(refusal: &Refusal, cast: &Cast) -> String {
    match refusal {
        Refusal::NotNow(phase) => match phase {
            Phase::Choosing => "First comes the choice who takes the first turn: `first dmo` or `first ec`.".to_owned(),
            Phase::Parties(_) => "The parties are being set now: `party 17`, say.".to_owned(),
            Phase::Placing(_) => "The cars are being placed now: `place`, a name and a space.".to_owned(),
            Phase::Card(_) => "A turn begins with a card: `card 4`, say.".to_owned(),
            Phase::Driving(_) => "Your card is played. Now you can drive, put up your card's sign if it has one, or `end` your turn.".to_owned(),
            Phase::Over => "This match is over.".to_owned(),
        },
        Refusal::OffBoard => "There is no such space: they go from 1 to 30.".to_owned(),
        Refusal::PartyTaken(space) => {
            format!("The other party is on {} already. Any other space is fine.", space.number())
        }
        Refusal::AlreadyPlaced(car) => {
            format!("{} is placed already. Choose somebody who is not.", cast.name(*car))
        }
        Refusal::OwnEntourage(car) => format!(
            "{} is of your own entourage, which only your opponent places. Choose somebody else.",
            cast.name(*car)
        ),
        Refusal::SpaceTaken(space) => {
            format!("There is a car on {} already. Choose a free space.", space.number())
        }
        Refusal::NoSuchCard => "There is no such card: they go from 1 to 5.".to_owned(),
        Refusal::NotInHand { hand } => {
            format!("That card is not in your hand. You hold {}.", list(&numbers(hand), "and"))
        }
        Refusal::NotPossible => "That move is not possible.".to_owned(),
        Refusal::NoSuchSign { card: 1 } => {
            "Your 1 comes with a stop sign for a car: `stop` and a name.".to_owned()
        }
        Refusal::NoSuchSign { card: 3 } => {
            "Your 3 comes with a yield sign for a roundabout: `yield outer`, say.".to_owned()
        }
        Refusal::NoSuchSign { card } => format!(
            "Your {card} comes without a sign: stop signs come with a 1, yield signs with a 3."
        ),
        Refusal::SignPutUp => {
            "You have put up your sign; there is one a turn. Now `end` your turn.".to_owned()
        }
        Refusal::NotOnBoard(car) => format!(
            "{} is not on the board any more. A stop sign goes on a car that is.",
            cast.name(*car)
        ),
    }
}

/// Why a match cannot be opened like this, with names as `shown` writes them.
pub fn setup_refusal(refusal: &SetupRefusal, shown: impl Fn(&str) -> String) -> String {
    match refusal {
        SetupRefusal::NoEntourages => {
            "The entourages are missing: three names for each of the two players.".to_owned()
        }
        SetupRefusal::OwnPlayerMissing(seat) => {
            format!("The {seat}'s entourage must have the {seat}'s own player in it.")
        }
        SetupRefusal::InEntouragesTwice(name) => format!(
            "“{}” stands twice in the entourages; these are six different people.",
            shown(name)
        ),
    }
}
