//! The rules of a match.

use super::super::{Anomaly, OnTimeout, View};
use super::count;
use crate::Seat;
use crate::english::list;

/// The rules as a match with this view has them, for the opening card and `/rules`.
pub fn rules(view: &View) -> String {
    let has = |anomaly| view.anomalies.has(anomaly);
    let mut lines = vec![format!(
        "**Crossfire.** Blue (the DMO) and red (the EC) bid in secret for the right to act. The first to bring **2** arrows \
         across the 4×4 board wins. Each starts with **{}**.",
        count(view.start_chips, "chip")
    )];
    let pay = if has(Anomaly::AllPay) {
        "Both pay their bid to each other (All-Pay)."
    } else {
        "The winner pays the bid to the other."
    };
    let ties = if has(Anomaly::Biorhythm) {
        "In odd rounds blue's bid counts 2 more and blue wins ties, in even rounds red's and red; the 2 are not paid (Biorhythm)."
    } else {
        "The DMO wins a tie in the first round; later whoever lost the round before does."
    };
    lines.push(format!("The higher bid wins the round. {pay} {ties}"));
    let (prices, several) = if has(Anomaly::Ambush) {
        (
            "1, 2, 4, 8 …",
            " One spawn may use several spaces, each at its own price (Ambush Reinforcements).",
        )
    } else {
        ("1, 3, 9, 27 …", "")
    };
    let mut act = format!(
        "The winner then spawns an arrow on an empty space of their colour or moves one of their arrows one cell forward. The spawns on \
         one space cost {prices} chips, which leave the game.{several}"
    );
    if has(Anomaly::BothWays) {
        act.push_str(
            " Both Ways: each arrow may once go one cell backwards instead; green ones still may.",
        );
    }
    act.push_str(
        " An arrow that stands where another arrives is removed, whosever it is. \
         An arrow that reaches the last cell in its direction is a goal and leaves the board.",
    );
    lines.push(act);
    if has(Anomaly::Ships) {
        let mut ships = "Ships in the Night: after the winner's action, each of the winner's arrows beside another of theirs that faces another way \
                         moves one cell forward, all at once, again and again until none does. Arrows that meet remove each other."
            .to_owned();
        if has(Anomaly::Shove) && !view.own_spaces {
            ships.push_str(
                " On this board it has no effect: all arrows of a colour face the same way.",
            );
        }
        lines.push(ships);
    }
    lines.push("Whoever wins a bid and can neither spawn nor move loses at once.".to_owned());
    if view.on_timeout == OnTimeout::Drain {
        lines.push(
            "Whoever has used up the reserve loses a chip every 10 seconds; with none left, 0 is bid or an action drawn for them."
                .to_owned(),
        );
    } else {
        lines.push("Whoever has used up the reserve forfeits the match.".to_owned());
    }
    let board = match (view.own_spaces, has(Anomaly::Shove)) {
        (true, _) => "The spawn spaces are the host's own.",
        (false, true) => "The board is Shove's (a reconstruction).",
        (false, false) => "The board is the standard one (a reconstruction).",
    };
    let spaces = |seat: Seat| {
        let own = view.spaces.iter().filter(|space| space.owner == seat);
        let spaces: Vec<String> = own
            .map(|space| format!("{} {}", space.cell, space.facing.word()))
            .collect();
        list(&spaces, "and")
    };
    lines.push(format!(
        "{board} Blue spawns on {}; red on {}.",
        spaces(Seat::Dmo),
        spaces(Seat::Ec)
    ));
    lines.join("\n")
}
