//! What decided a match of DM Invitational: the lead in houses or letters, and what the end rested
//! on.

use super::{Phase, View, reasons};
use crate::decided::{Turning, since};
use crate::english::{count_of, names};
use crate::{Cast, CastId, Seat};

/// How many houses are named at most.
const NAMED: usize = 3;

pub fn decided(view: &View, winner: Seat, before: &[&View], cast: &Cast) -> Vec<Turning> {
    let reason = view.outcome.map(|outcome| outcome.reason);
    let letters = |view: &View, seat: Seat| view.total(seat) as usize;
    let (lead, end) = match reason {
        Some(reasons::DELIVERED) => (
            led(winner, "houses", View::invited, before, cast),
            last_house(view, winner, cast),
        ),
        Some(reasons::LETTERS) => (
            led(winner, "letters", letters, before, cast),
            Some(counts("Letters in all", |seat| view.total(seat), cast)),
        ),
        Some(reasons::DEALERS) => (None, Some(at_dealers(view, cast))),
        Some(reasons::RANKING) => (None, by_ranking(view, winner, cast)),
        _ => (None, None),
    };
    let end = end.map(|fact| Turning::new(before.len(), fact));
    lead.into_iter().chain(end).collect()
}

/// The round from which on the winner had more than the other of what is `counted`.
fn led(
    winner: Seat,
    what: &str,
    counted: impl Fn(&View, Seat) -> usize,
    before: &[&View],
    cast: &Cast,
) -> Option<Turning> {
    let leads = |view: &View| counted(view, winner) > counted(view, winner.other());
    let entry = since(before, leads).filter(|entry| (2..before.len()).contains(entry))?;
    let (name, when) = (cast.seat_name(winner), when(before[entry - 2]));
    let fact = format!("{name} led in {what} from {when} on.");
    Some(Turning::new(entry, fact))
}

/// The winner's last house, and what the other still needed. None if both had all of them.
fn last_house(view: &View, winner: Seat, cast: &Cast) -> Option<String> {
    let [name, other] = [winner, winner.other()].map(|seat| cast.seat_name(seat));
    let lacking: Vec<CastId> = view.lacking(winner.other()).collect();
    let lacks = match &lacking[..] {
        [] => return None,
        some if some.len() <= NAMED => names(some, cast),
        some => count_of(some.len(), "house", "houses"),
    };
    let last = view.last.iter().find(|visit| visit.seat == winner)?;
    let house = cast.name(last.to);
    Some(format!(
        "{name}'s last house was {house}; {other} still needed {lacks}."
    ))
}

fn at_dealers(view: &View, cast: &Cast) -> String {
    let letters = |seat: Seat| {
        let dealers = view.houses.iter().filter(|house| house.dealer);
        dealers.map(|house| house.letters[seat]).sum()
    };
    counts("Letters at the dealers' houses", letters, cast)
}

/// The first place of the rankings in which the players had different numbers of letters.
fn by_ranking(view: &View, winner: Seat, cast: &Cast) -> Option<String> {
    let (place, houses) = view.deciding()?;
    let [own, other] = [winner, winner.other()].map(|seat| {
        let (name, letters) = (cast.seat_name(seat), view.letters_at(seat, houses[seat]));
        format!("{name} had {letters} at {}", cast.name(houses[seat]))
    });
    Some(format!(
        "Number {place} of the rankings decided: {own}, {other}."
    ))
}

/// `Letters in all: Teo 14, Mika 12.`
fn counts(what: &str, count: impl Fn(Seat) -> u32, cast: &Cast) -> String {
    let [dmo, ec] = Seat::BOTH.map(|seat| format!("{} {}", cast.seat_name(seat), count(seat)));
    format!("{what}: {dmo}, {ec}.")
}

/// The round that was open in this view: `turn 3`, or `airdrop 2`.
fn when(open: &View) -> String {
    match open.phase {
        Phase::Ranking | Phase::Dropping => format!("airdrop {}", open.round.max(1)),
        Phase::Sending | Phase::Over => format!("turn {}", open.round.saturating_sub(4).max(1)),
    }
}
