//! The rules of a match.

use super::super::{Anomaly, OnTimeout, Space, View};
use super::count;
use crate::Seat;
use crate::english::{DMO, EC, list};

/// The rules as a match with this view has them.
pub fn rules(view: &View) -> String {
    let has = |anomaly| view.anomalies.contains(&anomaly);
    let mut lines = vec![
        format!(
            "**Crossfire.** Blue is the {DMO}, red the {EC}. Bid in secret for the right to act. \
             The first to bring **2** arrows across the 4×4 board wins. You each start with \
             **{}**.",
            count(view.start_chips, "chip")
        ),
        bids(has(Anomaly::AllPay), has(Anomaly::Biorhythm)),
        acts(has(Anomaly::Ambush)),
    ];
    if has(Anomaly::BothWays) {
        lines.push(BOTH_WAYS.to_owned());
    }
    lines.push(HITS.to_owned());
    if has(Anomaly::Ships) {
        let is_idle = has(Anomaly::Shove) && !view.own_spaces;
        let idle = if is_idle { SHIPS_IDLE } else { "" };
        lines.push(format!("{SHIPS}{idle}"));
    }
    lines.push(STUCK.to_owned());
    let time = match view.on_timeout {
        OnTimeout::Drain => DRAIN,
        OnTimeout::Forfeit => FORFEIT,
    };
    lines.push(time.to_owned());
    lines.push(board(view, has(Anomaly::Shove)));
    lines.join("\n")
}

fn bids(all_pay: bool, biorhythm: bool) -> String {
    let pay = if all_pay {
        "You both pay your bids to each other (All-Pay)."
    } else {
        "The winner pays their bid to the other player."
    };
    let ties = if biorhythm {
        "In odd rounds blue's bid gets +2 and blue wins ties; in even rounds, red. The +2 is \
         never paid (Biorhythm)."
    } else {
        "In the first round the DMO wins a tie; later, the loser of the round before."
    };
    format!("- **Bid:** The higher bid wins. {pay} {ties}")
}

fn acts(ambush: bool) -> String {
    let (prices, several) = if ambush {
        (
            "2, 4, 8 …",
            " One spawn may use several spaces, each at its own price (Ambush Reinforcements).",
        )
    } else {
        ("3, 9, 27 …", "")
    };
    format!(
        "- **Act:** The winner spawns an arrow on an empty space of their colour, or moves one of \
         theirs one cell forward. A space's first spawn costs 1 chip, the next ones {prices} \
         chips, which leave the game.{several}"
    )
}

const BOTH_WAYS: &str =
    "- **Both Ways:** Each arrow may move one cell backwards once. Green arrows still can.";
const HITS: &str = "- **Hits and goals:** An arrow that moves onto another removes it, no matter \
                    whose it is. An arrow that reaches the last cell in its direction scores a \
                    goal and leaves the board.";
const SHIPS: &str = "- **Ships in the Night:** After the action, the winner's neighbouring arrows \
                     that face different ways each move one cell forward. They move at the same \
                     time, again and again until none can. Arrows that meet remove each other.";
const SHIPS_IDLE: &str =
    " On this board it does nothing: all arrows of a colour face the same way.";
const STUCK: &str = "- **Stuck:** If you win a bid and can't spawn or move, you lose at once.";
const DRAIN: &str = "- **Time:** Once your reserve is gone, you lose 1 chip every 10 seconds. At 0 \
                     chips, a bid of 0 or a random action is made for you.";
const FORFEIT: &str = "- **Time:** Once your reserve is gone, you lose the match.";

fn board(view: &View, shove: bool) -> String {
    let board = match (view.own_spaces, shove) {
        (true, _) => "The host chose the spawn spaces.",
        (false, true) => "Shove's board (our reconstruction).",
        (false, false) => "The standard board (our reconstruction).",
    };
    let space = |space: &Space| format!("{} {}", space.cell, space.facing.word());
    let spaces = |seat: Seat| list(view.spaces_of(seat).map(space), "and");
    let (blue, red) = (spaces(Seat::Dmo), spaces(Seat::Ec));
    format!("- **Board:** {board} Blue spawns on {blue}; red on {red}.")
}
