//! A computer in a seat is handed nothing but what that seat is shown.

use games::{AnyGame, Audience, Dice, Effort, Offer, Party, Prompt, Seat};

use crate::author;

/// One position in so many is thought about.
const ONE_THOUGHT_IN: usize = 12;
const EFFORT: Effort = Effort::of(30, 1);

/// A guess is alike to the seat: in what it sees, is asked and may do. What it thinks of is legal.
pub fn check(game: &AnyGame, dice: &mut Dice) {
    if game.cast().seats().is_none() {
        return;
    }
    // The dice of other laws stay as they are.
    let mut dice = dice.clone();
    for seat in Seat::BOTH {
        let guess = game.guess(seat, &mut dice);
        let sees = |game: &AnyGame| game.view(Audience::Seat(seat));
        assert_eq!(sees(game), sees(&guess), "{seat} can tell a guess");
        assert_eq!(asked(game, seat), asked(&guess, seat), "{seat}: a guess");
        if dice.one_in(ONE_THOUGHT_IN) {
            check_thought(game, seat);
        }
    }
}

/// What a seat is asked, apart from the prompt's number, and offered.
fn asked(game: &AnyGame, seat: Seat) -> Option<(Prompt, Vec<Offer>)> {
    let party = Party::Seat(seat);
    let mut prompts = game.prompts().into_iter();
    let prompt = prompts.find(|prompt| prompt.who == party)?;
    Some((Prompt { id: 0, ..prompt }, game.offers(party, "")))
}

fn check_thought(game: &AnyGame, seat: Seat) {
    let thought = game.think(seat, EFFORT);
    assert_eq!(thought, game.think(seat, EFFORT));
    assert_eq!(thought.is_some(), asked(game, seat).is_some(), "{seat}");
    let Some(thought) = thought else {
        return;
    };
    let sum: f64 = thought.policy.iter().map(|(_, likely)| likely).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    let by = author(Party::Seat(seat));
    for act in thought
        .policy
        .iter()
        .map(|(act, _)| act)
        .chain([&thought.act])
    {
        let taken = game.clone().act(by, None, act);
        assert!(taken.is_ok(), "{seat} thinks of {act}: {taken:?}");
    }
}

/// A seat that can't tell two matches apart does the same in both.
pub fn check_alike(one: &AnyGame, other: &AnyGame, seat: Seat) {
    let [here, there] = [one, other].map(|game| game.think(seat, EFFORT));
    assert_eq!(here, there, "{seat} knows a secret");
}
