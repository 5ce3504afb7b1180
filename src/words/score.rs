//! The state of a live match for the two players, below the question to one of them.

use super::clocks::clock;
use crate::referee::Snapshot;
use games::{Cast, Seat};
use matches::Stage;

/// The score and the clocks, a line each. `own`: the seat whose clock is already said. Empty before
/// and after a match.
pub fn score_and_clocks(look: &Snapshot, own: Option<Seat>, cast: &Cast) -> String {
    if look.status.stage != Stage::Live {
        return String::new();
    }
    let clocks = Seat::BOTH.into_iter().filter(|seat| Some(*seat) != own);
    let clocks = clocks.map(|seat| clock(look, seat, cast));
    let lines: Vec<String> = look.view.score(cast).into_iter().chain(clocks).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Audience, GameId};
    use matches::selfplay;

    #[test]
    fn every_game_with_a_score_has_a_one_line_score() {
        for (game, expected) in [
            ("gridlock", Some(["Points: ", " (of "])),
            ("crossfire", Some([" chip", " of 2 goals"])),
            ("invitational", Some([" houses, ", " letter"])),
            ("roundabout", Some(["Cars home: ", " of 3"])),
            ("short_circuit", None),
        ] {
            let played = selfplay::through(GameId::read(game).unwrap(), 3).game;
            let (view, cast) = (played.view(Audience::Public), played.cast());
            let said = view.score(cast);
            assert_eq!(said.is_some(), expected.is_some(), "{game:?}: {said:?}");
            if let (Some(said), Some(expected)) = (said, expected) {
                for words in expected {
                    assert!(said.contains(words), "{said}");
                }
                for seat in Seat::BOTH {
                    assert!(said.contains(cast.seat_name(seat)), "{said}");
                }
                assert!(!said.contains('\n'), "{said}");
            }
        }
    }
}
