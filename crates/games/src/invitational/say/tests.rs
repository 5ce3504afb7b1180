//! What each person reads.

use std::sync::Arc;

use super::super::Happening;
use super::*;
use crate::registry::Views;
use crate::{Audience, Author, BySeat, Dice, GameId, GivenOptions, Happens, Seat};

#[test]
fn a_sealed_order_at_the_end_is_told_as_unplayed() {
    let names: Vec<String> = (0..15).map(|index| format!("P{index}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let cast = Cast::of(["P0", "P1"], &names[..13], &names[13..]);
    let none = GivenOptions::new();
    let drawn =
        GameId::read("invitational")
            .unwrap()
            .draw(&none, &Arc::new(cast), &mut Dice::new(1));
    let mut game = drawn.unwrap();
    let rank = format!("rank {}", names[..13].join(" > "));
    for (seat, act) in [
        (Seat::Dmo, rank.as_str()),
        (Seat::Ec, &rank),
        (Seat::Ec, "drop 3 P7"),
        (Seat::Dmo, "resign"),
    ] {
        game.act(Author::Seat(seat), None, act).unwrap();
    }
    let Views::Invitational(view) = game.view(Audience::All).0 else {
        panic!("another game");
    };
    for said in [
        description(&view, game.cast()),
        revealed(&view, game.cast()),
    ] {
        let unplayed = "P1's secret order was never carried out: courier 3 lands at P7's house.";
        assert!(said.contains(unplayed), "{said}");
        assert!(!said.contains("drop 3"), "{said}");
    }
}

#[test]
fn a_tiebreak_by_garnets_says_who_has_more_but_no_numbers() {
    let players = ["Tiac", "Zac"];
    let cast = Cast::of(players, &players, &[]);
    for (dmo, ec, richer) in [(31, 42, "Zac"), (42, 31, "Tiac")] {
        let garnets = BySeat { dmo, ec };
        let said = Happening::GarnetsCompared { garnets }.say(&cast);
        assert!(said.ends_with(&format!("{richer} has more.")), "{said}");
        assert!(!said.contains(['1', '2']), "{said}");
    }
}

#[test]
fn a_rankings_text_names_only_controls_that_are_there() {
    let players = ["Teo", "Mika"];
    let cast = Cast::of(players, &players, &[]);
    let all = [CastId(0), CastId(1)];
    for (taps, counts, menu, expected) in [
        (&all[..0], None, false, "Tap the names"),
        (&all[..0], None, true, "in the menu, one after another"),
        (&all[..], Some(true), false, "Tap a name to remove it"),
        (&all[..], Some(true), true, "“Undo” removes the last house"),
        (
            &all[..1],
            None,
            true,
            "Not submitted yet: **1. Teo**, then cast order. If time runs out",
        ),
    ] {
        let said = in_hand(taps, &all[taps.len()..], counts, menu, &cast);
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn a_ranking_shortens_its_end_in_cast_order() {
    let cast = Cast::of(["A", "B"], &["A", "B", "C", "D", "E"], &[]);
    for (order, expected) in [
        ([0, 1, 2, 3, 4], "cast order"),
        ([4, 0, 1, 2, 3], "1. E, then cast order"),
        ([3, 4, 0, 1, 2], "1. D, 2. E, then cast order"),
        ([0, 4, 3, 1, 2], "1. A, 2. E, 3. D, 4. B, 5. C"),
    ] {
        assert_eq!(whole_ranking(&order.map(CastId), &cast), expected);
    }
}
