//! What happened, for everybody.

use super::super::{Driven, Happening};
use super::{moves_words, sign_words};
use crate::{Cast, Happens, Seat};

impl Happens for Happening {
    fn say(&self, cast: &Cast) -> String {
        let seat_name = |seat: &Seat| cast.seat_name(*seat);
        match self {
            Happening::FirstChosen { first } => format!("{} goes first.", seat_name(first)),
            Happening::PartySet { of, space } => {
                format!("{}'s party is on {space}.", seat_name(of))
            }
            Happening::Placed { seat, car, space } => {
                let (seat, car) = (seat_name(seat), cast.name(*car));
                format!("{seat} places {car} on {space}.")
            }
            Happening::NothingToPlace { seat } => {
                format!("{} has no cars left to place.", seat_name(seat))
            }
            Happening::MovementBegun { seat } => {
                format!("All cars are placed. {} drives first.", seat_name(seat))
            }
            Happening::CardPlayed {
                seat,
                card,
                speeding: false,
            } => {
                format!("{} plays a {card}.", seat_name(seat))
            }
            Happening::CardPlayed {
                seat,
                card,
                speeding: true,
            } => format!(
                "{} plays a {card}. That's speeding: their next turn is skipped.",
                seat_name(seat)
            ),
            Happening::TurnEnded(driven) => turn_sentence(driven, cast),
            Happening::CameHome { car, of } => {
                format!("{} is home at {}'s party.", cast.name(*car), seat_name(of))
            }
            Happening::SignTaken { seat, sign } => {
                format!(
                    "{}'s {} comes off.",
                    seat_name(seat),
                    sign_words(*sign, cast)
                )
            }
            Happening::TurnSkipped { seat } => {
                format!("{}'s turn is skipped for speeding.", seat_name(seat))
            }
            Happening::AllHome { seat } => {
                format!("All three of {}'s entourage are home.", seat_name(seat))
            }
            Happening::LastTurn { cards: 1 } => {
                "That was the last turn: 1 card was played.".to_owned()
            }
            Happening::LastTurn { cards } => {
                format!("That was the last turn: {cards} cards were played.")
            }
        }
    }
}

fn turn_sentence(driven: &Driven, cast: &Cast) -> String {
    let mut text = format!(
        "{}'s turn with the {}: {}",
        cast.seat_name(driven.seat),
        driven.card,
        moves_words(&driven.moves, cast)
    );
    if let Some(sign) = driven.sign {
        text.push_str(&format!("; {}", sign_words(sign, cast)));
    }
    text + "."
}
