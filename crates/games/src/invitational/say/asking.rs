//! Questions, and what somebody has chosen so far.

use super::super::{Action, Courier, Order, Phase, Verb, View};
use super::{ranking, whole_ranking};
use crate::english::{UNDO, list};
use crate::notation;
use crate::{Cast, CastId, GameAction, Party, Seat};

/// A seat's submitted choice, for it alone.
pub fn own_choice(view: &View, whose: Party, cast: &Cast) -> Option<String> {
    let Party::Seat(seat) = whose else {
        return None;
    };
    match (view.phase, &view.ranking[seat], view.pending(seat)) {
        (Phase::Ranking, Some(houses), _) => Some(whole_ranking(houses, cast)),
        (_, _, Some(order)) => Some(ordered(order, cast)),
        _ => None,
    }
}

/// An order in words: `courier 3 goes to Isa`.
pub fn ordered(order: Order, cast: &Cast) -> String {
    let (courier, house) = (order.courier, cast.name(order.house));
    match order.verb {
        Verb::Drop => format!("courier {courier} lands at {house}'s house"),
        Verb::Send => format!("courier {courier} goes to {house}"),
    }
}

/// The names in a typed ranking.
pub fn names_in(typed: &str) -> Vec<String> {
    let parts = notation::split(typed);
    let words = parts.iter().flat_map(|part| part.split('>')).map(str::trim);
    let names = words.filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// What somebody must confirm before an incomplete ranking counts: the other houses would follow in
/// cast order. None if the ranking ends in dots, which say so.
pub fn caution(view: &View, seat: Seat, act: &str, typed: &str, cast: &Cast) -> Option<String> {
    let count = view.rankable().count();
    let names = names_in(typed);
    let says_rest = matches!(names.last().map(String::as_str), Some("..." | "…"))
        || typed.trim_end().ends_with('>');
    let must_confirm = view.phase == Phase::Ranking && !says_rest && names.len() < count;
    let Ok(Action::Rank(houses)) = Action::read(act, cast) else {
        return None;
    };
    must_confirm.then(|| {
        let counts = match view.ranking[seat] {
            Some(_) => "Until you do, your earlier ranking counts.",
            None => "**Until you do, it counts only if time runs out.**",
        };
        let first: Vec<CastId> = houses.into_iter().take(names.len()).collect();
        format!(
            "You ranked {} of {count} houses: {}. The rest would follow in cast order. Submit \
             this? {counts} Once both rankings are in, they're final.",
            names.len(),
            ranking(&first, cast)
        )
    })
}

/// What became of somebody's choice before the match, now that the match has begun.
pub fn counted(view: &View, whose: Party, cast: &Cast) -> Option<String> {
    let Party::Seat(seat) = whose else {
        return None;
    };
    let houses = view.ranking[seat].as_ref()?;
    Some(format!(
        "your ranking is **{}**",
        whole_ranking(houses, cast)
    ))
}

/// An unfinished ranking: the chosen houses, and those that follow. `counts`: whether it is the
/// submitted ranking, if there is one. `menu`: whether houses are chosen in a menu because there is
/// no room for buttons.
pub fn in_hand(
    taps: &[CastId],
    rest: &[CastId],
    counts: Option<bool>,
    menu: bool,
    cast: &Cast,
) -> String {
    let rest = match rest {
        [] => "",
        _ => ", then cast order",
    };
    let is_it = counts == Some(true);
    match taps {
        [] if menu => {
            "Pick houses in the menu, one after another. Houses you don't pick follow in cast \
             order."
                .to_owned()
        }
        _ if is_it && menu => {
            format!("“{UNDO}” removes the last house. Or start over.")
        }
        [] => {
            "Tap the names in your order; tap one again to remove it. Names you don't tap follow \
             in cast order."
                .to_owned()
        }
        _ if is_it => {
            "Tap a name to remove it; tap it again to put it last. Or start over.".to_owned()
        }
        taps => {
            let in_the_end = match counts {
                Some(_) => "",
                None => " If time runs out, this counts.",
            };
            format!(
                "Not submitted yet: **{}**{rest}.{in_the_end}",
                ranking(taps, cast)
            )
        }
    }
}

pub const TYPE_RANKING: &str = "Type my ranking";

/// A courier as a choice. `at`: the house where it is.
pub fn courier(number: u8, at: Option<&str>) -> String {
    match at {
        Some(at) => format!("Courier {number} at {at}"),
        None => format!("Courier {number}"),
    }
}

/// Why a courier is not offered: it cannot go anywhere this turn.
pub fn stays(courier: &Courier, cast: &Cast) -> String {
    let (number, at) = (courier.number, cast.name(courier.at));
    if courier.held {
        format!("Courier {number} is held at {at}: your opponent has delivered more letters there.")
    } else {
        format!("Courier {number} stays at {at}: it has been to every neighbouring house.")
    }
}

/// Why several couriers stay, for the same reason. Their buttons say where they are.
pub fn stay(couriers: &[&Courier]) -> String {
    let numbers = list(couriers.iter().map(|courier| courier.number), "and");
    if couriers.iter().all(|courier| courier.held) {
        format!("Couriers {numbers} are held: your opponent has delivered more letters there.")
    } else {
        format!("Couriers {numbers} stay: they have been to every neighbouring house.")
    }
}

/// A courier that stays, on its button.
pub fn stays_put(courier: &Courier, cast: &Cast) -> String {
    let (number, at) = (courier.number, cast.name(courier.at));
    if courier.held {
        format!("Courier {number} is held at {at}")
    } else {
        format!("Courier {number} stays at {at}")
    }
}

/// Why a courier cannot be dropped.
pub fn is_on_map(courier: &Courier, cast: &Cast) -> String {
    let (number, at) = (courier.number, cast.name(courier.at));
    format!("Your courier {number} has already landed, at {at}. Pick another one.")
}

/// Why a courier cannot be sent.
pub fn is_not_on_map(number: u8) -> String {
    format!("Your courier {number} isn't on the map. Pick another one.")
}

/// The grey button instead of the one that submits a ranking: before the first tap, and after
/// submitting.
pub const SUBMIT_NOTHING: &str = "Submit (tap a name first)";
pub const SUBMITTED: &str = "✅ Submitted";

/// The next question of a panel.
pub fn choose(chosen: Option<u8>, verb: Verb) -> String {
    match (chosen, verb) {
        (None, _) => "Pick a courier (its number = letters delivered).".to_owned(),
        (Some(courier), Verb::Drop) => format!("Whose house does courier {courier} land at?"),
        (Some(courier), Verb::Send) => format!("Where does courier {courier} go?"),
    }
}

/// Asks a party its question, in one sentence.
pub fn ask(view: &View, whose: Party) -> String {
    if !matches!(whose, Party::Seat(_)) {
        return "there's nothing for you to do now.".to_owned();
    }
    match view.phase {
        Phase::Dropping => {
            format!(
                "secretly drop a courier on any house (airdrop {} of 4).",
                view.round
            )
        }
        Phase::Sending => {
            format!(
                "secretly send a courier along a road (turn {}).",
                view.round - 4
            )
        }
        Phase::Ranking | Phase::Over => {
            "rank every house except the dealers' in secret, most important first. It's the \
             tiebreaker. More letters at your own #1 wins, then #2, and so on."
                .to_owned()
        }
    }
}
