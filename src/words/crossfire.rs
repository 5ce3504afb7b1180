//! Crossfire's sentences.

use super::list;
use crate::games::crossfire::{
    Anomaly, Facing, Flight, Happening, Landing, OnTimeout, Phase, Refusal, SetupRefusal,
    ShipsStep, Space, TARGET, View,
};
use crate::games::{Cast, Cell, Party, Seat};

pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::OffBoard(cell) => {
            format!("{cell} is not on the board: it goes from A1 to D4.")
        }
        Refusal::SpaceTwice(cell) => {
            format!("{cell} is named twice; one spawn puts one arrow on a space.")
        }
        Refusal::BidsFirst { chips: 0 } => {
            "Both bid first; whoever wins the bid then acts. You have no chips left: bid with `bid 0`."
                .to_owned()
        }
        Refusal::BidsFirst { chips } => format!(
            "Both bid first; whoever wins the bid then acts. Bid with, say, `bid {}`.",
            (*chips).min(7)
        ),
        Refusal::BidsOver => {
            "The bids of this round are in, and you won: now spawn an arrow or move one.".to_owned()
        }
        Refusal::OverBid { chips } => {
            format!(
                "You have {}; bid a number from 0 to {chips}.",
                count(*chips, "chip")
            )
        }
        Refusal::OneSpace => {
            "In this match a spawn puts down one arrow; name one space.".to_owned()
        }
        Refusal::NotASpace { cell, spaces } => format!(
            "{cell} is not a spawn space of yours. Yours are {}.",
            cells(spaces, "and")
        ),
        Refusal::SpaceTaken(cell) => {
            format!("There is an arrow on {cell}; you can spawn on an empty space only.")
        }
        Refusal::TooDear { cost, chips } => format!(
            "That costs {cost} and you have {} left. Take cheaper spaces, or move an arrow.",
            count(*chips, "chip")
        ),
        Refusal::NotYourArrow { cell, arrows } if arrows.is_empty() => {
            format!("None of your arrows is on {cell}, nor on any other cell: spawn one first.")
        }
        Refusal::NotYourArrow { cell, arrows } => format!(
            "None of your arrows is on {cell}. Yours: {}.",
            cells(arrows, "and")
        ),
        Refusal::NoWayBack => "Arrows go forward only in this match, as with `move B2`.".to_owned(),
        Refusal::BackUsed(cell) => {
            format!("The arrow on {cell} has gone back once already; now it goes forward only.")
        }
        Refusal::BackOffBoard(cell) => format!(
            "The arrow on {cell} cannot go back: it would leave the board. It can go forward."
        ),
        Refusal::ClockDrains => {
            "Only the clock takes chips for being late, and nobody else.".to_owned()
        }
        Refusal::NothingToDrain => {
            "There are no chips left to lose; the clock bids 0 or draws an action.".to_owned()
        }
    }
}

pub fn setup_refusal(refusal: &SetupRefusal) -> String {
    match refusal {
        SetupRefusal::Chips { most } => {
            format!("Each player needs at least 1 chip to start with, and at most {most}.")
        }
        SetupRefusal::AnomalyTwice(anomaly) => {
            format!(
                "The anomaly {} is named twice; once is enough.",
                title(*anomaly)
            )
        }
    }
}

/// An anomaly as people call it.
pub fn title(anomaly: Anomaly) -> &'static str {
    match anomaly {
        Anomaly::Ambush => "Ambush",
        Anomaly::AllPay => "All Pay",
        Anomaly::Biorhythm => "Biorhythm",
        Anomaly::BothWays => "Both Ways",
        Anomaly::Ships => "Ships",
        Anomaly::Shove => "Shove",
    }
}

/// What an anomaly changes, in at most 100 characters.
pub fn note(anomaly: Anomaly) -> &'static str {
    match anomaly {
        Anomaly::Ambush => "A spawn may use several spaces at once, at 1, 2, 4, 8 … chips.",
        Anomaly::AllPay => "Both pay their bid to each other.",
        Anomaly::Biorhythm => "In turn blue's and red's bids count 2 more and win ties.",
        Anomaly::BothWays => "Each arrow may once go one cell backwards.",
        Anomaly::Ships => "Arrows of one colour that meet at an angle go on by themselves.",
        Anomaly::Shove => "Another board: blue from the left, red from the right, head on.",
    }
}

/// Above the menu of anomalies.
pub const ANOMALIES: &str = "Anomalies (none by default)";

/// What just happened, as one or two sentences for everybody.
pub fn happening(happening: &Happening, cast: &Cast) -> String {
    let name = |seat: Seat| cast.seat_name(seat);
    match happening {
        Happening::HasBid { seat } => format!("{} has bid.", name(*seat)),
        Happening::Bids {
            bids,
            winner,
            tie,
            bonus,
            both_pay,
        } => {
            let loser = winner.other();
            let bid = |seat: Seat| match bonus {
                Some(raised) if *raised == seat => format!("{} (counts 2 more)", bids[seat]),
                _ => bids[seat].to_string(),
            };
            let tied = if *tie { "the tie" } else { "the bid" };
            let paid = if *both_pay {
                format!(
                    "pays {} and gets {}",
                    count(bids[*winner], "chip"),
                    bids[loser]
                )
            } else {
                format!("pays {} to {}", count(bids[*winner], "chip"), name(loser))
            };
            format!(
                "{} bid {}, {} bid {}: {} wins {tied} and {paid}.",
                name(Seat::Dmo),
                bid(Seat::Dmo),
                name(Seat::Ec),
                bid(Seat::Ec),
                name(*winner)
            )
        }
        Happening::Spawned {
            seat,
            cells: spaces,
            cost,
        } => format!(
            "{} spawns on {} for {}.",
            name(*seat),
            cells(spaces, "and"),
            count(*cost, "chip")
        ),
        Happening::Moved {
            seat,
            flight,
            backward,
            removed,
        } => {
            let back = if *backward { " back" } else { "" };
            let mut text = format!(
                "{} moves from {}{back} to {}.",
                name(*seat),
                flight.from,
                flight.to
            );
            if let Some(owner) = removed {
                text.push_str(&format!(" The arrow of {} there is removed.", name(*owner)));
            }
            if flight.landing == Landing::Scores {
                text.push_str(" Goal!");
            }
            text
        }
        Happening::Ships { seat, step } => ships(name(*seat), step, cast),
        Happening::Drained { seat, left } => format!(
            "{} is late and loses a chip; {} left.",
            name(*seat),
            count(*left, "chip")
        ),
        Happening::Stuck { seat } => {
            format!("{} can neither spawn nor move.", name(*seat))
        }
        Happening::GoalsReached { seat, goals } => {
            format!("{} has {}.", name(*seat), count(*goals, "goal"))
        }
    }
}

fn ships(name: &str, step: &ShipsStep, cast: &Cast) -> String {
    let flown = |flight: &Flight| {
        let end = match flight.landing {
            Landing::Stays => "",
            Landing::Scores => " (goal)",
            Landing::Meets => " (meets another and is removed)",
        };
        format!("{} to {}{end}", flight.from, flight.to)
    };
    let flown: Vec<String> = step.flights.iter().map(flown).collect();
    let mut text = format!("Ships of {name}: {}.", list(&flown, "and"));
    for (cell, owner) in &step.removed {
        let owner = cast.seat_name(*owner);
        text.push_str(&format!(" The arrow of {owner} on {cell} is removed."));
    }
    text
}

/// What is going on, as the line above the board.
pub fn headline(view: &View, cast: &Cast) -> String {
    let round = view.round;
    match (view.phase, view.outcome) {
        (Phase::Over, Some(outcome)) => super::outcome(outcome, cast),
        (Phase::Acting(winner), _) => {
            format!(
                "Round {round} · {} won the bid and acts",
                cast.seat_name(winner)
            )
        }
        _ => format!("Round {round} · bids · {}", favour(view)),
    }
}

/// Who is favoured in a round of bids, by colour.
fn favour(view: &View) -> String {
    match (view.bonus, view.tie_winner) {
        (Some(raised), _) => format!("{} has +2 and wins ties", colour(raised)),
        (None, Some(winner)) => format!("{} wins a tie", colour(winner)),
        (None, None) => String::new(),
    }
}

/// The anomalies of a match in one line; empty when there are none.
pub fn variants(view: &View) -> String {
    let titles: Vec<&str> = view.anomalies.iter().map(title).collect();
    titles.join(" · ")
}

/// Below a number of chips.
pub const CHIPS: &str = "chips";
/// What the signs on the board mean.
pub const GOAL_HERE: &str = "goal of that colour";
pub const NEXT_SPAWN: &str = "price of a spawn";
pub const MAY_GO_BACK: &str = "may go back once";

/// A number of chips as short as a plate needs.
pub fn chips_figure(chips: u32) -> String {
    match chips {
        0..=99_999 => chips.to_string(),
        100_000..=9_999_999 => format!("{}k", chips / 1_000),
        _ => format!("{}M", chips / 1_000_000),
    }
}

/// A bid on a plate, and as short as it can be.
pub fn bid_figure(bid: u32) -> (String, String) {
    let short = chips_figure(bid);
    (format!("bid {short}"), short)
}

/// The bid that counts for a seat now, for it alone.
pub fn own_choice(view: &View, whose: Party) -> Option<String> {
    match (whose, view.phase) {
        (Party::Seat(seat), Phase::Bidding) => view.bids[seat].map(|bid| format!("bid {bid}")),
        _ => None,
    }
}

/// What the clock has taken from a seat since the open prompt was asked.
pub fn overtime(view: &View, seat: Seat, cast: &Cast) -> String {
    match view.drained[seat] {
        0 => String::new(),
        lost => format!(
            "⏳ {} is late and has lost {} so far; {} left.\n",
            cast.seat_name(seat),
            count(lost, "chip"),
            count(view.chips[seat], "chip")
        ),
    }
}

/// A warning before an action that may be one's own end, to be asked back with: a bid after which one could not act.
pub fn caution(view: &View, seat: Seat, act: &str) -> Option<String> {
    let bid: u32 = act.strip_prefix("bid ")?.parse().ok()?;
    let chips = view.chips[seat];
    if view.phase != Phase::Bidding || bid == 0 || bid > chips {
        return None;
    }
    match view.safe_bid[seat] {
        Some(safe) if bid <= safe => None,
        Some(safe) => Some(format!(
            "You have no arrow on the board. If you win with {bid}, you have {} left and cannot pay for a spawn: **you would be stuck and \
             lose the match at once**. Up to {safe} is safe. Bid {bid} all the same?",
            count(chips - bid, "chip")
        )),
        None => Some(format!(
            "You have no arrow on the board and cannot pay for a spawn. If you win with {bid}, **you may be stuck and lose the match at \
             once**. Bid {bid} all the same?"
        )),
    }
}

/// What a button for an action says: `Spawn B1 ↓ · 3 chips`, `Move B2 ↓`, with a star where it scores.
pub fn button(view: &View, act: &str) -> String {
    let mut words = act.split(' ');
    let verb = words.next().unwrap_or_default();
    let cells: Vec<Cell> = words.filter_map(Cell::read).collect();
    let arrow = |facing: Facing| match facing {
        Facing::Up => "↑",
        Facing::Down => "↓",
        Facing::Left => "←",
        Facing::Right => "→",
    };
    let standing = |cell: &Cell| {
        let mut arrows = view.arrows.iter();
        arrows.find(|placed| placed.cell == *cell)
    };
    match (verb, cells.as_slice()) {
        ("spawn", cells) => {
            let spaces: Vec<&Space> = cells
                .iter()
                .filter_map(|cell| view.spaces.iter().find(|space| space.cell == *cell))
                .collect();
            let named: Vec<String> = spaces
                .iter()
                .map(|space| format!("{} {}", space.cell, arrow(space.facing)))
                .collect();
            let cost: u32 = spaces.iter().map(|space| space.cost).sum();
            format!("Spawn {} · {}", named.join(", "), count(cost, "chip"))
        }
        ("move", [cell]) => match standing(cell) {
            Some(placed) => {
                let facing = placed.arrow.facing;
                let next = facing.next(*cell);
                let scores = next.is_some_and(|next| facing.next(next).is_none());
                let goal = if scores { " ★ goal" } else { "" };
                format!("Move {cell} {}{goal}", arrow(facing))
            }
            None => act.to_owned(),
        },
        ("back", [cell]) => match standing(cell) {
            Some(placed) => format!("Back {cell} {}", arrow(placed.arrow.facing.opposite())),
            None => act.to_owned(),
        },
        _ => act.to_owned(),
    }
}

/// Above the menu of spawns on several spaces at once.
pub const SEVERAL: &str = "Spawn on several spaces at once";

/// What was secret until the end: a bid that nobody answered any more.
pub fn revealed(view: &View, cast: &Cast) -> String {
    let bids: Vec<String> = Seat::BOTH
        .into_iter()
        .filter_map(|seat| Some(format!("{} bid {}", cast.seat_name(seat), view.bids[seat]?)))
        .collect();
    let goals = Seat::BOTH.map(|seat| {
        format!(
            "{} {} and {}",
            cast.seat_name(seat),
            count(view.goals[seat], "goal"),
            count(view.chips[seat], "chip")
        )
    });
    let mut text = format!("{}.", goals.join(" · "));
    if !bids.is_empty() {
        text.push_str(&format!(" In the last round {}.", list(&bids, "and")));
    }
    text
}

/// What is asked of a seat now; warns of a bid after which it could not act.
pub fn ask(view: &View, whose: Party) -> String {
    let Party::Seat(seat) = whose else {
        return String::new();
    };
    if view.phase != Phase::Bidding {
        return "You won the bid: spawn an arrow or move one.".to_owned();
    }
    let chips = view.chips[seat];
    let mut text = if chips == 0 {
        "Bid: you have no chips left, so 0.".to_owned()
    } else {
        format!("Bid in secret: a number from 0 to {chips}.")
    };
    match view.safe_bid[seat] {
        Some(safe) if safe == chips => {}
        Some(safe) => text.push_str(&format!(
            " Careful: without an arrow on the board, keep {} to spawn one; who wins with more than {safe} may be stuck and lose.",
            count(chips - safe, "chip")
        )),
        None => text.push_str(
            " Careful: you have no arrow on the board and cannot pay for a spawn. If you win this bid, you may be stuck and lose.",
        ),
    }
    text
}

/// The board in words, for people who do not see the picture: first what matters most, because it may be cut.
pub fn description(view: &View, cast: &Cast) -> String {
    let name = |seat: Seat| cast.seat_name(seat);
    let mut text = format!("Crossfire. {}. ", headline(view, cast));
    let bids: Vec<String> = Seat::BOTH
        .into_iter()
        .filter(|seat| view.has_bid[*seat])
        .map(|seat| match view.bids[seat] {
            Some(bid) => format!("{} bid {bid}", name(seat)),
            None => format!("{} has bid", name(seat)),
        })
        .collect();
    if !bids.is_empty() {
        text.push_str(&format!("{}. ", list(&bids, "and")));
    }
    if view.phase == Phase::Bidding {
        let waiting: Vec<String> = view
            .to_act
            .iter()
            .map(|seat| name(*seat).to_owned())
            .collect();
        text.push_str(&format!(
            "Waiting for the bid of {}. ",
            list(&waiting, "and")
        ));
    }
    for seat in Seat::BOTH {
        text.push_str(&format!(
            "{} ({}): {}, {} of {TARGET} goals. ",
            name(seat),
            colour(seat),
            count(view.chips[seat], "chip"),
            view.goals[seat]
        ));
        let own = view
            .arrows
            .iter()
            .filter(|placed| placed.arrow.owner == seat);
        let arrows: Vec<String> = own
            .map(|placed| {
                let green = if placed.arrow.back {
                    " (green: may go back)"
                } else {
                    ""
                };
                format!(
                    "{} facing {}{green}",
                    placed.cell,
                    placed.arrow.facing.word()
                )
            })
            .collect();
        if arrows.is_empty() {
            text.push_str("No arrow on the board. ");
        } else {
            text.push_str(&format!("Arrows: {}. ", list(&arrows, "and")));
        }
    }
    for seat in Seat::BOTH {
        let own = view.spaces.iter().filter(|space| space.owner == seat);
        let spaces: Vec<String> = own
            .map(|space| format!("{} {} for {}", space.cell, space.facing.word(), space.cost))
            .collect();
        text.push_str(&format!(
            "Spawns of {}: {}. ",
            colour(seat),
            list(&spaces, "and")
        ));
    }
    let variants = variants(view);
    if !variants.is_empty() {
        text.push_str(&format!("Anomalies: {variants}. "));
    }
    text.push_str("4 by 4 cells, A1 top left to D4.");
    text
}

/// The rules as a match with this view has them, for the opening card and `/rules`.
pub fn rules(view: &View) -> String {
    let has = |anomaly| view.anomalies.has(anomaly);
    let mut lines = vec![format!(
        "**Crossfire.** Blue (the DMO) and red (the EC) bid in secret for the right to act. The first to bring **2** arrows \
         across the 4×4 board wins. Each starts with **{}**.",
        count(view.start_chips, "chip")
    )];
    let pay = if has(Anomaly::AllPay) {
        "Both pay their bid to each other (All Pay)."
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
            " One spawn may use several spaces, each at its own price (Ambush).",
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
        let mut ships = "Ships: after the winner's action, each of the winner's arrows beside another of theirs that faces another way \
                         moves one cell forward, all at once, again and again until none does. Arrows that meet remove each other."
            .to_owned();
        if has(Anomaly::Shove) {
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
    let board = if has(Anomaly::Shove) {
        "The board is Shove's (a reconstruction)."
    } else {
        "The board is the standard one (a reconstruction)."
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

fn colour(seat: Seat) -> &'static str {
    match seat {
        Seat::Dmo => "blue",
        Seat::Ec => "red",
    }
}

fn count(number: u32, thing: &str) -> String {
    if number == 1 {
        format!("1 {thing}")
    } else {
        format!("{number} {thing}s")
    }
}

fn cells(cells: &[Cell], last: &str) -> String {
    let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
    list(&cells, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bid_that_is_given_as_an_example_can_be_made() {
        for (chips, example) in [
            (0, "`bid 0`"),
            (1, "`bid 1`"),
            (2, "`bid 2`"),
            (40, "`bid 7`"),
        ] {
            let said = refusal(&Refusal::BidsFirst { chips });
            assert!(said.contains(example), "{said}");
        }
    }
}
