//! Players who look no further than their next act. They use a match's offers and its state, as its
//! record would give it. Where a game's greedy player has nothing to say, it moves at random.

use games::{AnyGame, Author, Dice, Party, Seat};
use serde_json::Value;

pub fn act(game: &AnyGame, seat: Seat, dice: &mut Dice) -> Option<String> {
    let greedy = match game.id().word() {
        "crossfire" => bids_a_third(game, seat),
        "invitational" => delivers_most(game, seat, dice),
        "roundabout" => drives_nearer(game, seat),
        _ => return None,
    };
    greedy.or_else(|| game.sample(Party::Seat(seat), dice))
}

/// Whether there's a greedy player of this game.
pub fn plays(word: &str) -> bool {
    ["crossfire", "invitational", "roundabout"].contains(&word)
}

fn after(game: &AnyGame, seat: Seat, act: &str) -> Option<AnyGame> {
    let mut game = game.clone();
    game.act(Author::Seat(seat), None, act).ok()?;
    Some(game)
}

/// The first of the best.
fn best<T>(all: impl IntoIterator<Item = T>, worth: impl Fn(&T) -> u64) -> Option<T> {
    let all = all.into_iter().map(|one| (worth(&one), one));
    let best = all.reduce(|best, one| if one.0 > best.0 { one } else { best });
    best.map(|(_, one)| one)
}

// --- Crossfire ---

/// Bids a third of its chips if an arrow of its own can score or be taken next, else 1. Then it
/// scores, takes, advances or spawns: whatever comes first in this order.
fn bids_a_third(game: &AnyGame, seat: Seat) -> Option<String> {
    if game.state()["phase"] == "acting" {
        return acts_on(game, seat).map(|(act, _)| act);
    }
    let chips = |of: Seat| game.state()["chips"][of.word()].as_u64().unwrap_or(0);
    let if_wins = |winner: Seat| {
        let bid = |of: Seat| if of == winner { chips(of) } else { 0 };
        let mut game = game.clone();
        for of in Seat::BOTH {
            game.act(Author::Seat(of), None, &format!("bid {}", bid(of)))
                .ok()?;
        }
        acts_on(&game, winner).map(|(_, worth)| worth)
    };
    let urgent = if_wins(seat) == Some(SCORES) || if_wins(seat.other()) >= Some(TAKES);
    let bid = if urgent { chips(seat) / 3 } else { 1 };
    Some(format!("bid {}", bid.min(chips(seat))))
}

const SCORES: u64 = 3;
const TAKES: u64 = 2;

fn acts_on(game: &AnyGame, seat: Seat) -> Option<(String, u64)> {
    let goals = |game: &AnyGame| game.state()["goals"][seat.word()].as_u64();
    let others = |game: &AnyGame| {
        let state = game.state();
        let arrows = state["arrows"].as_object().into_iter().flatten();
        let owner = seat.other().word();
        arrows.filter(|(_, arrow)| arrow["owner"] == owner).count()
    };
    let worth = |act: &String| match after(game, seat, act) {
        Some(next) if goals(&next) > goals(game) => SCORES,
        Some(next) if others(&next) < others(game) => TAKES,
        _ => u64::from(act.starts_with("move")),
    };
    let offers = game.offers(Party::Seat(seat), "").into_iter();
    let best = best(offers.map(|offer| offer.act), worth)?;
    let worth = worth(&best);
    Some((best, worth))
}

// --- DM Invitational ---

/// The order that delivers most letters to houses without own ones.
fn delivers_most(game: &AnyGame, seat: Seat, dice: &mut Dice) -> Option<String> {
    let state = game.state();
    if state["phase"] == "ranking" {
        return None;
    }
    let mut orders = game.offers(Party::Seat(seat), "");
    dice.shuffle(&mut orders);
    let worth = |order: &String| {
        let words: Vec<&str> = order.split(' ').collect();
        let has_own = !state["letters"][seat.word()][words[2]].is_null();
        let delivers = words[1].parse().unwrap_or(0);
        if has_own { 0 } else { delivers }
    };
    best(orders.into_iter().map(|order| order.act), worth)
}

// --- Roundabout ---

/// The spaces of each roundabout, clockwise.
const ROUNDABOUTS: [(&str, [u64; 6]); 8] = [
    ("outer", [1, 9, 25, 30, 22, 6]),
    ("inner", [10, 13, 19, 21, 18, 12]),
    ("north", [1, 3, 8, 10, 7, 2]),
    ("northeast", [5, 9, 14, 16, 13, 8]),
    ("southeast", [16, 20, 25, 27, 24, 19]),
    ("south", [21, 24, 29, 30, 28, 23]),
    ("southwest", [15, 18, 23, 26, 22, 17]),
    ("northwest", [4, 7, 12, 15, 11, 6]),
];
/// About how many moves a skipped turn costs.
const FINE: u64 = 3;

/// The card and the moves that bring its own cars nearest to their party, each the best at its
/// moment; else a move of a car that is in their way.
fn drives_nearer(game: &AnyGame, seat: Seat) -> Option<String> {
    let state = game.state();
    match state["phase"].as_str()? {
        "card" => {
            let hand = state["hand"][seat.word()].as_array()?;
            let cards = hand.iter().map(|card| format!("card {card}"));
            best(cards, |card| 1_000 - after_card(game, seat, card))
        }
        "driving" => {
            let end = || Some("end".to_owned());
            let drive = best_drive(game, seat);
            drive.or_else(|| clears_the_way(game, seat)).or_else(end)
        }
        _ => None,
    }
}

/// How far it has to go after a turn with this card.
fn after_card(game: &AnyGame, seat: Seat, card: &str) -> u64 {
    let mut next = Some(card.to_owned());
    let mut game = game.clone();
    while let Some(after) = next.and_then(|act| after(&game, seat, &act)) {
        game = after;
        next = best_drive(&game, seat);
    }
    let state = game.state();
    let fined = state["fined"][seat.word()] == true && state["result"].is_null();
    to_go(&state, seat) + if fined { FINE } else { 0 }
}

fn best_drive(game: &AnyGame, seat: Seat) -> Option<String> {
    let before = to_go(&game.state(), seat);
    let own = own_cars(&game.state(), seat).into_iter();
    let drives = own.flat_map(|(car, _)| drives_of(&car));
    let gain = |act: &String| match after(game, seat, act) {
        Some(next) => before.saturating_sub(to_go(&next.state(), seat)),
        None => 0,
    };
    best(drives, gain).filter(|act| gain(act) > 0)
}

/// A move of a car that blocks one of its own; not into the way of another, if possible.
fn clears_the_way(game: &AnyGame, seat: Seat) -> Option<String> {
    let state = game.state();
    let away = away(state["party"][seat.word()].as_u64()?);
    let own = own_cars(&state, seat).into_iter();
    let wanted = own.flat_map(|(_, from)| {
        let ahead = steps().filter(move |(step, _)| *step == from);
        ahead.filter(|(from, to)| away[*to as usize] < away[*from as usize])
    });
    let wanted: Vec<u64> = wanted.map(|(_, to)| to).collect();
    let is_wanted = |space: &Value| space.as_u64().is_some_and(|at| wanted.contains(&at));
    let cars = state["cars"].as_object()?.iter();
    let there = cars.filter(|(_, space)| is_wanted(space));
    let drives = there.flat_map(|(car, _)| drives_of(car).into_iter().map(move |act| (car, act)));
    let drives = drives.filter_map(|(car, act)| {
        let next = after(game, seat, &act)?;
        Some((act, is_wanted(&next.state()["cars"][car])))
    });
    let best = best(drives, |(_, blocks)| u64::from(!blocks));
    best.map(|(act, _)| act)
}

fn drives_of(car: &str) -> [String; 8] {
    ROUNDABOUTS.map(|(around, _)| format!("drive {car} {around}"))
}

/// A seat's cars on the board, and where they are.
fn own_cars(state: &Value, seat: Seat) -> Vec<(String, u64)> {
    let own = state["entourages"][seat.word()].as_array();
    let own = own.into_iter().flatten().filter_map(Value::as_str);
    let on_board = own.filter_map(|car| Some((car.to_owned(), state["cars"][car].as_u64()?)));
    on_board.collect()
}

/// How many moves a seat's cars need to their party, without other cars on the board.
fn to_go(state: &Value, seat: Seat) -> u64 {
    let away = state["party"][seat.word()].as_u64().map(away);
    let cars = own_cars(state, seat).into_iter();
    cars.map(|(_, at)| away.as_ref().map_or(0, |away| away[at as usize]))
        .sum()
}

/// Each possible step.
fn steps() -> impl Iterator<Item = (u64, u64)> {
    ROUNDABOUTS.into_iter().flat_map(|(_, spaces)| {
        (0..6).map(move |place| (spaces[place], spaces[(place + 1) % spaces.len()]))
    })
}

/// How many clockwise moves lead from each space to this one.
fn away(to: u64) -> [u64; 31] {
    let mut away = [u64::MAX; 31];
    away[to as usize] = 0;
    for moves in 0..30 {
        for (from, to) in steps() {
            if away[to as usize] == moves {
                away[from as usize] = away[from as usize].min(moves + 1);
            }
        }
    }
    away
}
