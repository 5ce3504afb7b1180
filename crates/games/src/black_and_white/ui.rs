//! Black and White's sentences, pictures and panels.

use super::options::OnTie;
use super::rules::{Colour, Hand, Round};
use super::{Happening, Refusal, SetupRefusal, View, decided, picture};
use crate::english::{DMO, count_of, list, of_each, outcome};
use crate::{Cast, Happens, OnTimeout, Party, Refuses, RefusesSetup, Seat, Ui};

pub const UI: Ui<View> = Ui {
    score: |view, cast| {
        let points = of_each(cast, |seat| view.points[seat].to_string());
        view.leader.map(|_| format!("Points: {points}"))
    },
    tally: |view| Some(("points", view.points.map(|points| u32::from(*points)))),
    revealed,
    decided: decided::decided,
    ..Ui::of(ask, rules, picture::draw, description)
};

impl Refuses for Refusal {
    fn say(&self, cast: &Cast) -> String {
        match self {
            Refusal::NotNow { chosen: false } => format!(
                "First {} chooses: `choose first` or `choose second`.",
                cast.seat_name(Seat::Dmo)
            ),
            Refusal::NotNow { chosen: true } => {
                "It's already settled who leads. Play a tile, like `play 4`.".to_owned()
            }
            Refusal::NotInHand(number, hand) => {
                let hand = list(hand, "and");
                format!("You don't have a {number}. Your hand: {hand}.")
            }
        }
    }
}

impl RefusesSetup for SetupRefusal {
    fn say(&self, _shown: &dyn Fn(&str) -> String) -> String {
        match *self {}
    }
}

impl Happens for Happening {
    fn say(&self, cast: &Cast) -> String {
        let name = |seat: Seat| cast.seat_name(seat);
        match self {
            Happening::Chosen(leader) => format!("{} leads the first round.", name(*leader)),
            Happening::Played(seat, colour) => {
                format!("{} plays a {} tile.", name(*seat), colour.word())
            }
            Happening::Won(winner, points) => {
                let result = match winner {
                    Some(seat) => format!("{} wins the round.", name(*seat)),
                    None => "The round is a tie.".to_owned(),
                };
                let points = of_each(cast, |seat| points[seat].to_string());
                format!("{result} Points: {points}.")
            }
            Happening::Replay(set, leader) => format!(
                "The set is a tie. Both players take all their tiles back for set {set}. {} leads.",
                name(*leader)
            ),
            Happening::OutOfReach(seat) => format!("{} wins the set.", name(*seat)),
        }
    }
}

fn ask(view: &View, _whose: Party, _ask: &str, _cast: &Cast) -> String {
    let place = round_of(view, view.round);
    let open = view.played.last().filter(|round| !round.is_finished());
    let lead = open.and_then(|round| round.tiles[round.leader]);
    match (view.leader, lead) {
        (None, _) => "lead the first round, or follow?".to_owned(),
        (Some(_), None) => format!("play a tile to open {place}."),
        (Some(_), Some(tile)) => {
            let colour = tile.colour.word();
            format!("in {place}, answer the {colour} tile with one of yours.")
        }
    }
}

fn rules(view: &View) -> String {
    let options = &view.options;
    let most = options.tiles - 1;
    let end = match options.on_tie {
        OnTie::Dmo => "the DMO wins",
        OnTie::Host => "the host decides",
    };
    let replays = count_of(options.replays.into(), "replay", "replays");
    let equal = match options.replays {
        0 => format!("If points are level after the last tiles, {end}."),
        _ => format!(
            "If points are level after the last tiles, you replay with full hands, and the other \
             player leads first (at most {replays}). If you're still level, {end}."
        ),
    };
    let late = match options.on_timeout {
        OnTimeout::Random => "your choice or tile is picked at random.",
        OnTimeout::Forfeit => "**you lose the match**.",
    };
    format!(
        "**Black and White.** You each have the tiles **0** to **{most}**. Even numbers are \
         black, odd ones white.\n\
         - **Round:** The leader plays a tile, then the other player answers with any tile. \
         Everyone sees the colours. The numbers stay secret until the match is over.\n\
         - **Points:** The higher number wins the round and scores a point. Equal numbers \
         score nothing.\n\
         - **Leading:** The {DMO} chooses who leads the first round. The winner of a round \
         leads the next. After a tie, the same player leads again.\n\
         - **Winning:** You win as soon as the other player can no longer catch up. {equal}\n\
         - **Time:** If you run out of base time and reserve, {late}"
    )
}

fn description(view: &View, cast: &Cast) -> String {
    let mut text = format!("Black and White. {}.", headline(view, cast));
    for seat in Seat::BOTH {
        let (name, points) = (cast.seat_name(seat), usize::from(view.points[seat]));
        let points = count_of(points, "point", "points");
        text.push_str(&format!(" {name}: {points}, {}.", hand(view, seat)));
    }
    for set in (1..=view.set).rev() {
        let in_words = |round| in_words(round, cast);
        let rounds: Vec<String> = view.rounds_of(set).map(in_words).collect();
        if !rounds.is_empty() {
            text.push_str(&format!(" Set {set}: {}.", rounds.join("; ")));
        }
    }
    text
}

fn revealed(view: &View, cast: &Cast) -> String {
    let mut sets = Vec::new();
    for set in 1..=view.set {
        let mut hands = Vec::new();
        for seat in Seat::BOTH {
            let numbers = view.rounds_of(set).filter_map(|round| round.number(seat));
            let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
            if !numbers.is_empty() {
                let name = cast.seat_name(seat);
                hands.push(format!("{name} played {}", numbers.join(" ")));
            }
        }
        match hands.join(" · ") {
            hands if hands.is_empty() => {}
            hands if view.set == 1 => sets.push(format!("{hands}.")),
            hands => sets.push(format!("Set {set}: {hands}.")),
        }
    }
    sets.join("\n")
}

/// `round 3`, or `round 3 of set 2`.
pub(super) fn round_of(view: &View, round: u8) -> String {
    match view.set {
        1 => format!("round {round}"),
        set => format!("round {round} of set {set}"),
    }
}

/// The line above the board.
pub(super) fn headline(view: &View, cast: &Cast) -> String {
    let name = |seat: Seat| cast.seat_name(seat);
    let set = match view.set {
        1 => String::new(),
        set => format!("Set {set} · "),
    };
    match (view.outcome, view.leader, view.to_act) {
        (Some(end), ..) => outcome(end, cast),
        (None, Some(leader), Some(seat)) => {
            let does = if leader == seat { "leads" } else { "follows" };
            format!("{set}Round {} · {} {does}", view.round, name(seat))
        }
        (None, ..) => format!("{} chooses who leads", name(Seat::Dmo)),
    }
}

/// The tiles of a hand: the numbers if the reader may see them, else how many of each colour.
fn hand(view: &View, seat: Seat) -> String {
    let hand = &view.hands[seat];
    let numbers: Option<Vec<u8>> = hand.iter().map(|tile| tile.number).collect();
    let count = |colour| hand.iter().filter(|tile| tile.colour == colour).count();
    match numbers {
        _ if hand.is_empty() => "no tiles left".to_owned(),
        Some(numbers) => format!("in hand {}", list(numbers, "and")),
        None => {
            let (black, white) = (count(Colour::Black), count(Colour::White));
            format!("in hand {black} black, {white} white")
        }
    }
}

/// A round in words: the tiles, the leader's first, and the winner.
fn in_words(round: &Round, cast: &Cast) -> String {
    let mut tiles = Vec::new();
    for seat in [round.leader, round.leader.other()] {
        let Some(tile) = round.tiles[seat] else {
            continue;
        };
        let number = match tile.number {
            Some(number) => format!(" {number}"),
            None => String::new(),
        };
        let by = match tile.by {
            Hand::Own => "",
            Hand::Clock => " (random)",
            Hand::Host => " (by a host)",
        };
        let (name, colour) = (cast.seat_name(seat), tile.colour.word());
        tiles.push(format!("{name} {colour}{number}{by}"));
    }
    let result = match round.winner {
        Some(seat) => format!(", {} wins", cast.seat_name(seat)),
        None if round.is_finished() => ", a tie".to_owned(),
        None => String::new(),
    };
    format!("round {} {}{result}", round.round, tiles.join(", "))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Audience, Author, GameId};

    #[test]
    fn each_set_has_a_line_of_its_own_at_the_end() {
        let players = ["Tiac", "Zac"];
        let cast = Cast::of(players, &players, &[]);
        let options = serde_json::json!({ "tiles": 5 });
        let game = GameId::read("black_and_white").unwrap();
        let mut game = game
            .open(options.as_object().unwrap(), &Arc::new(cast))
            .unwrap();
        let (dmo, ec) = (Author::Seat(Seat::Dmo), Author::Seat(Seat::Ec));
        let mut act = |by, act: &str| game.act(by, None, act).unwrap();
        act(dmo, "choose first");
        for tile in 0..5 {
            for by in [dmo, ec] {
                act(by, &format!("play {tile}"));
            }
        }
        act(ec, "play 3");
        act(dmo, "resign");
        let revealed = game.view(Audience::Public).revealed(game.cast());
        let expected = "Set 1: Tiac played 0 1 2 3 4 · Zac played 0 1 2 3 4.\n\
                        Set 2: Zac played 3.";
        assert_eq!(revealed, expected);
    }
}
