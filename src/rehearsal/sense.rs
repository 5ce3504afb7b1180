//! A little sense for computer players, in games that would hardly ever end by chance: what to do next, from what the player may see.

use crate::games::roundabout::{Phase, Roundabout, Space, View};
use crate::games::{AnyGame, Audience, Author, Party, Seat, View as AnyView};

/// What this seat does well to do now, in notation; None in a game that chance plays well enough. `game` is tried out on copies, which tells no
/// more than a seat knows: all is open in Roundabout but the opponent's turn while it lasts.
pub fn wanted(game: &AnyGame, whose: Party) -> Option<String> {
    let Party::Seat(seat) = whose else {
        return None;
    };
    let AnyView::Roundabout(view) = game.view(Audience::All) else {
        return None;
    };
    match view.phase {
        Phase::Card(of) if of == seat => best_card(game, &view, seat),
        Phase::Driving(of) if of == seat => {
            let way = best_move(game, seat);
            Some(way.map_or_else(|| "end".to_owned(), |(act, _)| act))
        }
        _ => None,
    }
}

/// The card that brings the own cars the furthest, if moves are made one after another as they look best.
fn best_card(game: &AnyGame, view: &View, seat: Seat) -> Option<String> {
    let worth = |card: &u8| {
        let act = format!("card {card}");
        let mut tried = game.clone();
        tried.act(Author::Seat(seat), None, &act).ok()?;
        while let Some((act, _)) = best_move(&tried, seat) {
            tried.act(Author::Seat(seat), None, &act).ok()?;
            if tried.outcome().is_some() {
                return Some((0, *card));
            }
        }
        let after = tried.view(Audience::All);
        let AnyView::Roundabout(after) = after else {
            return None;
        };
        // A skipped turn is worth about three moves.
        let fine = if after.fined[seat] { 3 } else { 0 };
        Some((to_go(&after, seat) + fine, *card))
    };
    let best = view.hand[seat].iter().filter_map(worth).min()?;
    Some(format!("card {}", best.1))
}

/// The move that brings an own car nearest to its party, and how far all of them have to go then; None when none brings any nearer.
fn best_move(game: &AnyGame, seat: Seat) -> Option<(String, u32)> {
    let AnyView::Roundabout(view) = game.view(Audience::All) else {
        return None;
    };
    let before = to_go(&view, seat);
    let own = view.entourages[seat].into_iter();
    let ways = own.flat_map(|car| Roundabout::ALL.map(|around| (car, around)));
    let found = ways.filter_map(|(car, around)| {
        let name = crate::games::notation::quoted(game.cast().name(car));
        let act = format!("drive {name} {}", around.word());
        let mut tried = game.clone();
        tried.act(Author::Seat(seat), None, &act).ok()?;
        let AnyView::Roundabout(after) = tried.view(Audience::All) else {
            return None;
        };
        Some((act, to_go(&after, seat)))
    });
    found
        .min_by_key(|(_, left)| *left)
        .filter(|(_, left)| *left < before)
}

/// How many moves a seat's cars are away from its party, clockwise and as if no other car were there.
fn to_go(view: &View, seat: Seat) -> u32 {
    let Some(party) = view.party[seat] else {
        return 0;
    };
    let away = distances(party);
    let own = view.entourages[seat].iter();
    own.filter_map(|car| view.cars.get(car))
        .map(|at| away[usize::from(at.number())])
        .sum()
}

/// How many moves lead from each space, by its number, to this one.
fn distances(to: Space) -> Vec<u32> {
    let mut away = vec![u32::MAX; 31];
    let mut reached = vec![to];
    away[usize::from(to.number())] = 0;
    let mut next = 0;
    while let Some(&space) = reached.get(next) {
        next += 1;
        let left = away[usize::from(space.number())];
        for around in Roundabout::ALL {
            if let Some(before) = around.counterclockwise(space)
                && away[usize::from(before.number())] == u32::MAX
            {
                away[usize::from(before.number())] = left + 1;
                reached.push(before);
            }
        }
    }
    away
}
