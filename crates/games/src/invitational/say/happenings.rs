//! What happened, for everybody.

use super::super::{Happening, View};
use super::asking::ordered;
use super::{letters, whole_ranking};
use crate::{BySeat, Cast, Happens, Manner, Placement, Seat};

impl Happens for Happening {
    fn say(&self, cast: &Cast) -> String {
        match self {
            Happening::Ranked { seat } => {
                format!("{} has ranked the houses.", cast.seat_name(*seat))
            }
            Happening::Ordered { seat } => {
                format!(
                    "{} has chosen. Waiting for {}.",
                    cast.seat_name(*seat),
                    cast.seat_name(seat.other())
                )
            }
            Happening::Visited(visit) => {
                let (team, courier) = (cast.seat_name(visit.seat), visit.courier);
                let to = cast.name(visit.to);
                match visit.from {
                    Some(from) => format!(
                        "{team}'s courier {courier} goes from {} to {to} and delivers {}.",
                        cast.name(from),
                        letters(u32::from(courier))
                    ),
                    None => format!(
                        "{team}'s courier {courier} lands at {to}'s house and delivers {}.",
                        letters(u32::from(courier))
                    ),
                }
            }
            Happening::Skipped { seat } => {
                format!(
                    "{} can't move any courier and sits this turn out.",
                    cast.seat_name(*seat)
                )
            }
            Happening::Delivered { seat } => {
                format!("{} has delivered to every house.", cast.seat_name(*seat))
            }
            Happening::NobodyMoves { letters } => {
                format!("Nobody can move. Letters in all: {}.", both(*letters, cast))
            }
            Happening::DealersCompared { letters } => {
                format!(
                    "Tiebreak: letters at the dealers' houses: {}.",
                    both(*letters, cast)
                )
            }
            Happening::RankingCompared {
                place,
                houses,
                letters,
            } => {
                let level = match place {
                    1 => String::new(),
                    2 => " and at #1 of the rankings".to_owned(),
                    _ => format!(" and at #1 to #{} of the rankings", place - 1),
                };
                let house = |seat: Seat| cast.name(houses[seat]);
                format!(
                    "Tiebreak: level at the dealers' houses{level}. At #{place}, {} has {} at \
                     {}'s, {} {} at {}'s.",
                    cast.seat_name(Seat::Dmo),
                    super::letters(letters.dmo),
                    house(Seat::Dmo),
                    cast.seat_name(Seat::Ec),
                    letters.ec,
                    house(Seat::Ec)
                )
            }
            // The season tells how many.
            Happening::GarnetsCompared { garnets } => {
                let richer = garnets.more().unwrap_or(Seat::Ec);
                format!(
                    "Tiebreak: level at the dealers' houses and all through the rankings. Garnets \
                     decide, and {} has more.",
                    cast.seat_name(richer)
                )
            }
            Happening::Tied => "A tie in everything, even garnets: the host decides.".to_owned(),
        }
    }

    fn manner(&self) -> Manner {
        Manner::shown(match self {
            Happening::Ranked { .. } => Placement::Card,
            Happening::Ordered { .. } => Placement::Prompt,
            _ => Placement::News,
        })
    }
}

fn both(counts: BySeat<u32>, cast: &Cast) -> String {
    let side = |seat: Seat| format!("{} {}", cast.seat_name(seat), counts[seat]);
    format!("{}, {}", side(Seat::Dmo), side(Seat::Ec))
}

/// An order that was still sealed when the match ended.
pub(super) fn unplayed(view: &View, seat: Seat, cast: &Cast) -> Option<String> {
    let order = ordered(view.unplayed(seat)?, cast);
    let name = cast.seat_name(seat);
    Some(format!(
        "{name}'s secret order was never carried out: {order}."
    ))
}

/// The secrets of a finished match: the rankings, and an order that was never carried out.
pub fn revealed(view: &View, cast: &Cast) -> String {
    let rankings = Seat::BOTH.into_iter().filter_map(|seat| {
        let houses = view.ranking[seat].as_ref()?;
        let name = cast.seat_name(seat);
        Some(format!(
            "{name}'s ranking: {}.",
            whole_ranking(houses, cast)
        ))
    });
    let unplayed = Seat::BOTH
        .into_iter()
        .filter_map(|seat| unplayed(view, seat, cast));
    rankings.chain(unplayed).collect::<Vec<_>>().join("\n")
}
