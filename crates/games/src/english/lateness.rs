//! What running out of time does, and what being late costs.

use serde_json::Value;

use crate::GivenOptions;

/// The unit of what being late costs: singular and plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    pub one: &'static str,
    pub many: &'static str,
}

/// For games in which being late costs nothing. Nobody reads it.
impl Default for Price {
    fn default() -> Self {
        Price {
            one: "penalty",
            many: "penalties",
        }
    }
}

/// Says that being late has cost somebody something, and how much they have left.
pub fn late(name: &str, lost: u32, left: u32, price: Price) -> String {
    let lost = match lost {
        1 => format!("a {}", price.one),
        lost => pieces(lost, price),
    };
    format!(
        "{name} is out of time and loses {lost}; {} left.",
        pieces(left, price)
    )
}

/// Says to somebody who is still late what it has cost by now, and how much they have left.
pub fn late_so_far(name: &str, lost: u32, left: u32, price: Price) -> String {
    let (lost, left) = (pieces(lost, price), pieces(left, price));
    format!("⏳ {name} is out of time and has lost {lost} so far; {left} left.")
}

fn pieces(count: u32, price: Price) -> String {
    super::count_of(count as usize, price.one, price.many)
}

/// Whether running out of time loses the match, by the option `on_timeout`.
pub fn forfeits(options: &GivenOptions) -> bool {
    options.get("on_timeout").and_then(Value::as_str) == Some("forfeit")
}

/// What running out of time does. `at_random`: the words if that does not lose the match, such as
/// `your order is given at random`. `when`: ` on a turn`, if not always.
pub fn out_of_time(when: &str, options: &GivenOptions, at_random: &str) -> String {
    let then = if forfeits(options) {
        "**you lose the match**"
    } else {
        at_random
    };
    format!("If you run out of base time and reserve{when}, {then}.")
}
