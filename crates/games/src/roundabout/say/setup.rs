//! Sentences before the first move: the entourages, and how long the match may take.

use super::super::View;
use crate::english::{duration, list, names};
use crate::options::PeoplePage;
use crate::{BySeat, Cast, GivenOptions, Seat};

/// The page on which a host sets them.
pub const ENTOURAGES: PeoplePage = PeoplePage {
    button: "Entourages",
    draw: "Draw at random",
    others: 2,
    says: setup_entourages,
    placeholder: |name| format!("Two teammates for {name}"),
    // A chosen one shows whose entourage they are in.
    item: |player, name| format!("With {player}: {name}"),
};

/// The entourages in the set-up panel, as far as they are chosen; names as they are shown.
fn setup_entourages(chosen: &BySeat<Vec<String>>) -> String {
    let of = |seat: Seat| match chosen[seat].as_slice() {
        [] => format!(
            "the {} and two teammates, not chosen yet",
            seat.to_string().to_uppercase()
        ),
        names => list(names, "and"),
    };
    if Seat::BOTH.into_iter().all(|seat| chosen[seat].is_empty()) {
        return "Entourages (each player and two teammates): drawn at random when the match opens."
            .to_owned();
    }
    format!("Entourages: {} vs {}.", of(Seat::Dmo), of(Seat::Ec))
}

/// What the host reads before a match is opened: how long it may take, and who has an advantage.
pub fn for_hosts(options: &GivenOptions, cast: &Cast, ms: &dyn Fn(&str) -> u64) -> String {
    let cars = cast.members().len() as u64;
    let most = |keys: &[&str]| keys.iter().map(|key| ms(key)).sum::<u64>();
    let before =
        most(&["base_first_s", "base_party_s", "base_party_s"]) + cars * most(&["base_place_s"]);
    let turn = most(&["base_card_s", "base_move_s"]);
    let mut text = format!(
        "🕰️ Placing {cars} cars takes up to {}, and a turn up to {}. A match has about 70 turns: \
         keep two hours free",
        duration(before),
        duration(turn)
    );
    text.push_str(
        match options.get("max_turns").and_then(serde_json::Value::as_u64) {
            Some(_) => ", or less with your card limit.\n",
            None => ". To end it as a tie after 40 cards, press *More options*.\n",
        },
    );
    if cars < 15 {
        text.push_str("With fewer than 15 cars, the player who goes second is favoured.\n");
    }
    text
}

/// The entourages for the opening card, a line each.
pub fn entourages(view: &View, cast: &Cast) -> String {
    let line = |seat: Seat| {
        let names = names(&view.entourages[seat], cast);
        format!("{}'s entourage: **{names}**.", cast.seat_name(seat))
    };
    Seat::BOTH.map(line).join("\n")
}
