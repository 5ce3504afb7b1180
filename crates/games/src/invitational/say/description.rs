//! The board in words, for people who can't see the picture.

use super::super::{Courier, HouseView, Phase, View};
use super::happenings::unplayed;
use super::{headline, letters, names};
use crate::english::seat_names;
use crate::{Cast, CastId, Seat};

/// The map in words, for people who can't see the picture.
pub fn description(view: &View, cast: &Cast) -> String {
    let mut lines = vec![format!("DM Invitational. {}", standing(view, cast))];
    let is_over = view.phase == Phase::Over;
    if is_over {
        // Revealed secrets come first, because the text may be cut.
        lines.extend(rankings(view, cast));
    }
    for seat in Seat::BOTH {
        lines.push(team(view, seat, cast));
    }
    for seat in Seat::BOTH {
        if let Some(order) = view.pending(seat) {
            let (name, order) = (cast.seat_name(seat), order.write(cast));
            lines.push(format!("{name}'s order: {order}."));
        }
        lines.extend(unplayed(view, seat, cast));
    }
    let [dmo, ec] = Seat::BOTH.map(|seat| cast.seat_name(seat));
    lines.push(format!(
        "The houses, each with {dmo}'s letters and {ec}'s, and its roads to houses listed below it:"
    ));
    for house in &view.houses {
        lines.push(house_line(view, house, cast));
    }
    if !is_over {
        lines.extend(rankings(view, cast));
    }
    lines.join("\n")
}

fn rankings(view: &View, cast: &Cast) -> impl Iterator<Item = String> {
    Seat::BOTH.into_iter().filter_map(|seat| {
        let places = super::whole_ranking(view.ranking[seat].as_ref()?, cast);
        Some(format!("{}'s ranking: {places}.", cast.seat_name(seat)))
    })
}

fn standing(view: &View, cast: &Cast) -> String {
    let round = match view.phase {
        Phase::Ranking => "Both rank the houses in secret.".to_owned(),
        Phase::Dropping => format!("Airdrop {} of 4.", view.round),
        Phase::Sending => format!("Turn {}.", view.round - 4),
        Phase::Over => return headline(view, cast) + ".",
    };
    let mut text = round;
    if !view.to_act.is_empty() {
        text.push_str(&format!(" Waiting for {}.", seat_names(&view.to_act, cast)));
    }
    if !view.submitted.is_empty() {
        text.push_str(&format!(
            " Already chosen: {}.",
            seat_names(&view.submitted, cast)
        ));
    }
    for seat in Seat::BOTH.into_iter().filter(|seat| view.is_skipped(*seat)) {
        text.push_str(&format!(" {} can't move this turn.", cast.seat_name(seat)));
    }
    text
}

fn team(view: &View, seat: Seat, cast: &Cast) -> String {
    let lacking: Vec<CastId> = view.lacking(seat).collect();
    let needs = match &lacking[..] {
        [] => "has every house".to_owned(),
        all if all.len() == view.houses.len() => "still needs every house".to_owned(),
        some => format!("still needs {}", names(some, "and", cast)),
    };
    let sentence = |courier| format!(" {}", courier_sentence(view, courier, cast));
    let couriers: String = match &view.couriers[seat][..] {
        [] => " No couriers on the map yet.".to_owned(),
        couriers => couriers.iter().map(sentence).collect(),
    };
    format!(
        "{}: {} in all, {needs}.{couriers}",
        cast.seat_name(seat),
        letters(view.total(seat))
    )
}

fn courier_sentence(view: &View, courier: &Courier, cast: &Cast) -> String {
    let mut text = format!("Courier {} is at {}", courier.number, cast.name(courier.at));
    if let [before @ .., _] = &courier.been[..]
        && !before.is_empty()
    {
        text.push_str(&format!(", after {}", names(before, "and", cast)));
    }
    if view.phase == Phase::Sending {
        if courier.held {
            text.push_str(", and is held there");
        } else if courier.open.is_empty() {
            text.push_str(", and has nowhere to go");
        } else {
            text.push_str(&format!(
                ", and can go to {}",
                names(&courier.open, "or", cast)
            ));
        }
    }
    text + "."
}

/// A house in the list. Each road is listed only once, at the first of its two houses.
fn house_line(view: &View, house: &HouseView, cast: &Cast) -> String {
    let place = |who: CastId| view.houses.iter().position(|house| house.who == who);
    let ends = view.roads.iter().filter_map(|(a, b)| {
        (*a == house.who)
            .then_some(*b)
            .or_else(|| (*b == house.who).then_some(*a))
    });
    let mut roads: Vec<CastId> = ends
        .filter(|other| place(*other) > place(house.who))
        .collect();
    roads.sort_by_key(|other| place(*other));
    let roads = match &roads[..] {
        [] => String::new(),
        others => format!(", roads to {}", names(others, "and", cast)),
    };
    let dealer = if house.dealer { " (dealer)" } else { "" };
    let letters = house.letters;
    let name = cast.name(house.who);
    format!("{name}{dealer}: {} and {}{roads}.", letters.dmo, letters.ec)
}
