//! Moves with which random play comes to an end.

use games::{AnyGame, Effort, Party};

/// What a computer would do at once, in a game that random play would hardly ever finish.
pub fn sensible(game: &AnyGame, party: Party) -> Option<String> {
    let Party::Seat(seat) = party else {
        return None;
    };
    let is_endless = game.id().word() == "roundabout";
    let thought = is_endless.then(|| game.think(seat, Effort::of(2, 0)));
    thought.flatten().map(|thought| thought.act)
}
