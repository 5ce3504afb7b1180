//! The rules in short.

use super::super::{Board, Outer, Roundabout, SPACES, View};

/// The rules of this match, with its options.
pub fn rules(view: &View) -> String {
    let end = match view.max_turns {
        Some(1) => " After **1** card in all, the match is a tie and the host decides.".to_owned(),
        Some(cards) => {
            format!(" After **{cards}** cards in all, the match is a tie and the host decides.")
        }
        None => String::new(),
    };
    let outer = outer(view.outer);
    format!(
        "**Roundabout.** Bring your three cars to your party before your opponent does.\n\
         - **Entourage:** Your three cars: your own and two teammates'. Everyone in the cast has \
         one.\n\
         - **Board:** **{SPACES}** spaces on eight roundabouts (our reconstruction); ones that \
         touch share a space. {outer}\n\
         - **Setting up:** The DMO decides who starts. You each set your opponent's **party**, \
         where their cars must go. Then take turns placing cars on free spaces – never your own \
         entourage's.\n\
         - **Your turn:** The player who didn't start drives first. You must play a card, 1 to 5. \
         Its number is the most moves you can make. A move takes any car one space clockwise \
         around a roundabout, if the next space is free. Moves are final, and shown when your turn \
         ends. With no cards left, you draw a full hand.\n\
         - **Cards:** 1: you may place a stop sign on a car, which then can't move. 2: \
         counterclockwise. 3: you may place a yield sign on a roundabout, which then allows just \
         one move. 4: at most two cars. 5: not around inner or outer.\n\
         - **Signs:** They apply to both of you until your next turn. Placing one ends your turn.\n\
         - **Speeding:** If your last three cards total 11 or more, your next turn is skipped.\n\
         - **Memory:** Cars show pictures, never names. Who was placed where is told once, in \
         words. Remembering it is part of the game.\n\
         - **Winning:** A car at its own party is home, no matter who moved it. All three home wins.{end}"
    )
}

/// Which spaces the outer roundabout has.
fn outer(outer: Outer) -> String {
    let count = Board::with(outer).spaces(Roundabout::Outer).len();
    match outer {
        Outer::Tips => format!("Outer has the **{count}** outermost spaces."),
        Outer::Rim => format!(
            "Outer has all **{count}** spaces on the edge. A move counts for the roundabout you \
             name."
        ),
    }
}
