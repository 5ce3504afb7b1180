//! Seasons: answers, refusals and what to do instead, standings, ledger and history. Names must be
//! safe to show.

mod answers;
mod books;
mod history;
mod letters;
pub mod many;
mod refusals;
mod settings;

pub use answers::*;
pub use books::*;
pub use history::*;
pub use letters::{letter, still_in};
pub use refusals::*;
pub use settings::*;

pub use games::english::garnets;

use std::cmp::Ordering;

use crate::store::{Prize, Purse, Stakes};
use games::{BySeat, Cast, Role, Seat};

/// The garnets of somebody who was eliminated.
fn spoils_of((_, amount): (Purse, u32)) -> String {
    format!("their {}", garnets(amount))
}

/// Where garnets go.
fn gone_to(to: Purse) -> &'static str {
    match to {
        Purse::Bank => "go to the bank",
        Purse::Nobody => "leave the season",
        Purse::Member(_) => "go to the winner",
    }
}

/// A count of strikes.
pub fn strikes(count: u32) -> String {
    match count {
        0 => "no strikes".to_owned(),
        1 => "1 strike".to_owned(),
        count => format!("{count} strikes"),
    }
}

/// Somebody's role in a season.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Player => "player",
        Role::Eliminated => "eliminated",
        Role::Dealer => "dealer",
    }
}

/// The heading for the people with this role.
pub fn role_heading(role: Role) -> &'static str {
    match role {
        Role::Player => "Players",
        Role::Eliminated => "Eliminated",
        Role::Dealer => "Dealers",
    }
}

/// Explanations of the signs in the standings.
pub const GARNETS_SIGN: &str = "garnets";
pub const STRIKE_SIGN: &str = "strike";

/// The stakes of a match, as a sentence or two without the last full stop. `prize`: what its winner
/// would get by the current settings; those at the match's end count.
pub fn stakes(stakes: Stakes, prize: Option<Prize>) -> String {
    let said = match stakes {
        Stakes::Nothing => return "Nothing is at stake in this match".to_owned(),
        Stakes::Elimination => "**Elimination match:** the loser leaves the season",
        Stakes::BestOfThree => "**Best of three:** the first to lose two matches leaves the season",
    };
    let Some(Prize {
        loser_garnets: to,
        bonus,
    }) = prize
    else {
        return said.to_owned();
    };
    let bonus = match bonus {
        0 => String::new(),
        bonus => format!(", and the winner gets {}", garnets(bonus)),
    };
    format!(
        "{said}. Their garnets {}{bonus}",
        crate::settings::garnets_then(to)
    )
}

/// In the set-up panel: the stakes of a match in this season.
pub fn at_stake(of: Stakes, prize: Prize) -> String {
    format!("{}.\n", stakes(of, Some(prize)))
}

/// The score of a best of three before one of its matches; None if nobody has won one yet.
pub fn series_stands(won: BySeat<u32>, cast: &Cast) -> Option<String> {
    let leader = match won.dmo.cmp(&won.ec) {
        Ordering::Equal if won.dmo == 0 => return None,
        Ordering::Equal => {
            return Some(format!(
                "The best of three stands at {}–{}. This match decides it.",
                won.dmo, won.ec
            ));
        }
        Ordering::Greater => Seat::Dmo,
        Ordering::Less => Seat::Ec,
    };
    Some(format!(
        "{} leads the best of three, {}–{}.",
        cast.seat_name(leader),
        won[leader],
        won[leader.other()]
    ))
}

/// What happens when a seat gives up a match of a best of three.
pub fn series_given_up(seat: Seat, won: BySeat<u32>, cast: &Cast) -> String {
    let (other, won_then, lost) = (seat.other(), won[seat.other()] + 1, won[seat]);
    let [winner, loser] = [other, seat].map(|seat| cast.seat_name(seat));
    match won_then {
        2.. => format!(
            "{winner} wins the match and the best of three, {won_then}–{lost}. {loser} is out of \
             the season."
        ),
        _ => format!(
            "{winner} wins the match at once, and the best of three then stands at \
             {won_then}–{lost}."
        ),
    }
}

/// The button that shows a match's stakes and goes to the next: at most 80 characters.
pub fn stakes_button(stakes: Stakes) -> &'static str {
    match stakes {
        Stakes::Nothing => "Stakes: nothing",
        Stakes::Elimination => "Stakes: elimination",
        Stakes::BestOfThree => "Stakes: best of three",
    }
}
