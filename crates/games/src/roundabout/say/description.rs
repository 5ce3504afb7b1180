//! The board in words, for people who can't see the picture. Each car has a code, so that no name
//! is connected with a picture.

use super::super::{Phase, Sign, Space, View};
use super::{headline, sign_words};
use crate::english::{list, names};
use crate::{Cast, CastId, Seat};

/// The board in words, for people who can't see the picture.
pub fn description(view: &View, cast: &Cast) -> String {
    let mut text = String::from("Roundabout.");
    for seat in Seat::BOTH {
        let entourage = names(&view.entourages[seat], cast);
        let party = match view.party[seat] {
            Some(space) => format!("party on {space}"),
            None => "party not set yet".to_owned(),
        };
        text.push_str(&format!(
            " {}: entourage {entourage}; {party}.",
            cast.seat_name(seat)
        ));
    }
    text.push_str(&cars(view, cast));
    if !view.home.is_empty() {
        text.push_str(&format!(" Home: {}.", names(&view.home, cast)));
    }
    if view.moving {
        for seat in Seat::BOTH {
            text.push_str(&cards_and_signs(view, seat, cast));
        }
    } else {
        let unplaced: Vec<CastId> = cast
            .ids()
            .filter(|car| !view.cars.contains_key(car) && !view.home.contains(car))
            .collect();
        if !unplaced.is_empty() {
            text.push_str(&format!(" Not placed yet: {}.", names(&unplaced, cast)));
        }
    }
    let awaited = |seat: Seat, what: &str| format!(" {} {what}.", cast.seat_name(seat));
    text.push_str(&match view.phase {
        Phase::Choosing => awaited(Seat::Dmo, "chooses who goes first"),
        Phase::Parties(seat) => awaited(seat, "sets the opponent's party"),
        Phase::Placing(seat) => awaited(seat, "places a car"),
        Phase::Card(seat) => awaited(seat, "plays a card"),
        Phase::Driving(_) | Phase::Over => String::new(),
    });
    if let Some(turn) = &view.turn {
        let name = cast.seat_name(turn.seat);
        text.push_str(&format!(
            " {name} has played a {} and is driving. ",
            turn.card
        ));
        // The panel's text has the moves so far. Its picture stays the same.
        text.push_str("The board shows how it was before this turn.");
    }
    text
}

/// A finished match in words, with the name behind each car's code.
pub fn describe_end(view: &View, cast: &Cast) -> String {
    let codes = codes(view, cast);
    let who = |car: &CastId| format!("{} {}", codes[usize::from(car.0)], cast.name(*car));
    let cars: Vec<String> = view.cars.keys().chain(&view.home).map(who).collect();
    let (headline, board) = (headline(view, cast), description(view, cast));
    if cars.is_empty() {
        format!("{headline}. {board}")
    } else {
        format!("{headline}. {board} Who was who: {}.", cars.join(", "))
    }
}

/// The cars from space to space, by their pictures' codes.
fn cars(view: &View, cast: &Cast) -> String {
    let mut places: Vec<(Space, CastId)> = view.cars.iter().map(|(car, at)| (*at, *car)).collect();
    if places.is_empty() {
        return String::new();
    }
    places.sort_unstable();
    let codes = codes(view, cast);
    let car = |(space, car): &(Space, CastId)| format!("{space} {}", codes[usize::from(car.0)]);
    let cars: Vec<String> = places.iter().map(car).collect();
    format!(" Cars by space: {}.", cars.join(", "))
}

/// A code of two shapes for each picture, in the order of the cast. It is different in each match,
/// and shows neither the name nor the place in the cast.
pub(super) fn codes(view: &View, cast: &Cast) -> Vec<String> {
    const SHAPES: [char; 6] = ['●', '■', '▲', '◆', '★', '✚'];
    // FNV-1a over what distinguishes this match from others.
    let mut salt = 0xcbf2_9ce4_8422_2325_u64;
    let mut stir = |bytes: &[u8]| {
        for byte in bytes {
            salt = (salt ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    // No names, because they are written differently in different places and the codes must be the
    // same in all.
    for seat in Seat::BOTH {
        stir(&view.entourages[seat].map(|car| car.0));
        let party = view.party[seat].map(Space::number);
        stir(&[party.unwrap_or_default()]);
    }
    let mut pairs: Vec<(char, char)> = SHAPES
        .into_iter()
        .flat_map(|one| SHAPES.map(|other| (one, other)))
        .collect();
    cast.ids()
        .map(|id| {
            salt = (salt ^ u64::from(id.0)).wrapping_mul(0x0100_0000_01b3);
            // A cast has fewer people than there are pairs.
            let (one, other) = pairs.swap_remove((salt >> 32) as usize % pairs.len());
            format!("{one}{other}")
        })
        .collect()
}

fn cards_and_signs(view: &View, seat: Seat, cast: &Cast) -> String {
    let list_or_none = |cards: &[u8]| match cards {
        [] => "no cards".to_owned(),
        cards => list(cards, "and"),
    };
    let mut text = format!(
        " {} holds {}",
        cast.seat_name(seat),
        list_or_none(&view.hand[seat])
    );
    let played = &view.played[seat];
    if !played.is_empty() {
        let last = &played[played.len().saturating_sub(3)..];
        text.push_str(&format!(", played {} last", list(last, "and")));
    }
    if let Some(sign) = view.signs[seat] {
        text.push_str(&format!(", has a {}", sign_words(sign, cast)));
        if matches!(sign, Sign::Yield(_)) && view.yield_used[seat] > 0 {
            text.push_str(" (its one move has been made)");
        }
    }
    if view.fined[seat] {
        text.push_str(", and the next turn is skipped for speeding");
    }
    text + "."
}
