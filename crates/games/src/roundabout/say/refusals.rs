//! What is refused, and what works.

use super::super::{Phase, Refusal, SetupRefusal};
use crate::Cast;
use crate::Refuses;
use crate::RefusesSetup;
use crate::english::list;

impl Refuses for Refusal {
    fn say(&self, cast: &Cast) -> String {
        match self {
            Refusal::NotNow(phase) => match phase {
                Phase::Choosing => {
                    "First choose who goes first: `first dmo` or `first ec`.".to_owned()
                }
                Phase::Parties(_) => {
                    "The parties are being set now. Type a space, like `party 17`.".to_owned()
                }
                Phase::Placing(_) => {
                    "The cars are being placed now. Type `place`, a name and a space.".to_owned()
                }
                Phase::Card(_) => "A turn begins with a card, like `card 4`.".to_owned(),
                Phase::Driving(_) => {
                    "Your card is played. Now drive, place your card's sign if it has one, or \
                     `end` your turn."
                        .to_owned()
                }
                Phase::Over => "This match is over.".to_owned(),
            },
            Refusal::OffBoard => "There's no such space. Spaces are 1 to 30.".to_owned(),
            Refusal::PartyTaken(space) => {
                format!("The other party is already on {space}. Any other space is fine.")
            }
            Refusal::AlreadyPlaced(car) => {
                format!(
                    "{} is already placed. Choose someone who isn't.",
                    cast.name(*car)
                )
            }
            Refusal::OwnEntourage(car) => format!(
                "{} is in your own entourage, so only your opponent can place them. Choose someone \
                 else.",
                cast.name(*car)
            ),
            Refusal::SpaceTaken(space) => {
                format!("There's already a car on {space}. Choose a free space.")
            }
            Refusal::NoSuchCard => "There's no such card. Cards are 1 to 5.".to_owned(),
            Refusal::NotInHand { hand } => {
                format!(
                    "That card isn't in your hand. You hold {}.",
                    list(hand, "and")
                )
            }
            Refusal::NotPossible => "That move isn't possible.".to_owned(),
            Refusal::NoSuchSign { card: 1 } => {
                "Your 1 has a stop sign for a car. Type `stop` and a name.".to_owned()
            }
            Refusal::NoSuchSign { card: 3 } => {
                "Your 3 has a yield sign for a roundabout. Type one, like `yield outer`.".to_owned()
            }
            Refusal::NoSuchSign { card } => {
                format!("Your {card} has no sign. A 1 has a stop sign, a 3 a yield sign.")
            }
            Refusal::SignPutUp => {
                "You've placed your sign, and there's one a turn. Now `end` your turn.".to_owned()
            }
            Refusal::NotOnBoard(car) => format!(
                "{} is no longer on the board. Put the stop sign on a car that is.",
                cast.name(*car)
            ),
        }
    }
}

impl RefusesSetup for SetupRefusal {
    fn say(&self, shown: &dyn Fn(&str) -> String) -> String {
        match self {
            SetupRefusal::NoEntourages => {
                "The entourages are missing. Give three names for each of the two players."
                    .to_owned()
            }
            SetupRefusal::OwnPlayerMissing(seat) => {
                let seat = seat.to_string().to_uppercase();
                format!("The {seat}'s entourage must include the {seat}'s own player.")
            }
            SetupRefusal::InEntouragesTwice(name) => format!(
                "“{}” is named twice in the entourages. Name six different people.",
                shown(name)
            ),
        }
    }
}
