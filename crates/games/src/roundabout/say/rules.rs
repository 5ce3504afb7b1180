//! The rules in short.

use super::super::{Board, Outer, Roundabout, SPACES, View};

/// The rules as a match with this view has them, for the opening card and `/rules`.
pub fn rules(view: &View) -> String {
    let end = match view.max_turns {
        Some(1) => "After **1** card in all the match is a tie for the host to settle.".to_owned(),
        Some(cards) => {
            format!("After **{cards}** cards in all the match is a tie for the host to settle.")
        }
        None => "There is no other end.".to_owned(),
    };
    let outer = outer(view.outer);
    format!(
        "**Roundabout.** Bring the three of your entourage to your party before your opponent brings theirs.\n\
         The board (reconstructed) has **{SPACES}** spaces on eight roundabouts; roundabouts that touch share a space. {outer} Everybody of the cast is a car.\n\
         The DMO decides who takes the first turn. Each sets the other's party, the first player first. Then cars are placed in turn, \
         on any free space, nobody their own entourage's.\n\
         The other player drives first. A turn: you must play a card, 1 to 5, whose number is the most moves; drive any car to the next space clockwise \
         round a roundabout, if that space is free; end. Moves stand and are shown when the turn ends. A hand is filled when its owner's turn begins with none.\n\
         1: may put a stop sign on a car, which then stays. 2: counterclockwise. 3: may put a yield sign on a roundabout, for one move round it at most. \
         4: two different cars at most. 5: not round inner or outer. Signs bind both until their owner's next turn, and no move follows one.\n\
         Remember: cars show pictures, never names. Who was placed where is told once, in words, \
         and remembering it is part of the game.\n\
         Speeding: when your last three cards make 11 or more, your next turn is skipped.\n\
         A car at its own party is home at once, whoever brought it. All three home wins. {end}"
    )
}

/// Which spaces the outer roundabout has.
fn outer(outer: Outer) -> String {
    let count = Board::with(outer).spaces(Roundabout::Outer).len();
    match outer {
        Outer::Tips => format!("Outer has the **{count}** outermost spaces."),
        Outer::Rim => format!(
            "Outer has all **{count}** spaces of the edge; a move counts for the roundabout that you \
             name."
        ),
    }
}
