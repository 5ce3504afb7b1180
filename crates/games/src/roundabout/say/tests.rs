//! What each person reads during a match.

use std::sync::Arc;

use super::super::View;
use super::super::panel::panel;
use super::description::codes;
use super::*;
use crate::panel::{PanelInput, Tap};
use crate::registry::Views;
use crate::screen::Row;
use crate::{AnyGame, Audience, Author, Control, GameId, Party, Seat};

const NAMES: [&str; 6] = ["Zac", "Tiac", "UMG", "Myth", "Shane", "Jweizy"];

fn opened() -> AnyGame {
    opened_with(None)
}

fn opened_with(outer: Option<&str>) -> AnyGame {
    let cast = Cast::of(["Tiac", "Zac"], &NAMES, &[]);
    let mut options = serde_json::json!({
        "entourages": {"dmo": ["Tiac", "Shane", "Jweizy"], "ec": ["Zac", "UMG", "Myth"]}
    });
    if let Some(outer) = outer {
        options["outer"] = outer.into();
    }
    let options = options.as_object().unwrap();
    GameId::read("roundabout")
        .unwrap()
        .open(options, &Arc::new(cast))
        .unwrap()
}

fn play(game: &mut AnyGame, entries: &[(Seat, &str)]) {
    for (seat, text) in entries {
        if let Err(refusal) = game.act(Author::Seat(*seat), None, text) {
            panic!("{seat} {text}: {refusal:?}");
        }
    }
}

fn view(game: &AnyGame, to: Audience) -> View {
    let Views::Roundabout(view) = game.view(to).0 else {
        panic!("another game");
    };
    view
}

const PLACING: [(Seat, &str); 9] = [
    (Seat::Dmo, "first dmo"),
    (Seat::Dmo, "party 30"),
    (Seat::Ec, "party 1"),
    (Seat::Dmo, "place UMG 3"),
    (Seat::Ec, "place Tiac 2"),
    (Seat::Dmo, "place Zac 18"),
    (Seat::Ec, "place Shane 16"),
    (Seat::Dmo, "place Myth 11"),
    (Seat::Ec, "place Jweizy 29"),
];

#[test]
fn names_appear_without_codes() {
    let mut game = opened();
    play(&mut game, &PLACING[..8]);
    let placing = view(&game, Audience::Public);
    let code = |id: u8| codes(&placing, game.cast())[usize::from(id)].clone();
    let text = description(&placing, game.cast());
    let expected = format!(
        "Cars by space: 2 {}, 3 {}, 11 {}, 16 {}, 18 {}. Not placed yet: Jweizy. Zac places a car.",
        code(1),
        code(2),
        code(3),
        code(4),
        code(0)
    );
    assert!(text.ends_with(&expected), "{text}");
    let codes: Vec<String> = (0..6).map(code).collect();
    play(&mut game, &PLACING[8..]);
    let moving = view(&game, Audience::Public);
    let text = description(&moving, game.cast());
    let all = format!(
        "Cars by space: 2 {}, 3 {}, 11 {}, 16 {}, 18 {}, 29 {}. ",
        codes[1], codes[2], codes[3], codes[4], codes[0], codes[5]
    );
    let expected = format!("{all}Tiac holds 1, 2, 3, 4 and 5.");
    assert!(text.contains(&expected), "{text}");
    let mut different = codes.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), codes.len());
    // Also when the match is over.
    play(&mut game, &[(Seat::Dmo, "resign")]);
    let text = description(&view(&game, Audience::All), game.cast());
    assert!(text.contains(&all), "{text}");
}

#[test]
fn the_rules_say_which_spaces_are_on_the_outer_roundabout() {
    for (outer, said) in [
        (None, "Outer has the **6** outermost spaces."),
        (Some("tips"), "Outer has the **6** outermost spaces."),
        (Some("rim"), "Outer has all **18** spaces on the edge."),
    ] {
        let game = opened_with(outer);
        let rules = rules(&view(&game, Audience::Public));
        assert!(rules.contains(said), "{rules}");
        assert!(rules.contains("reconstruct"), "{rules}");
    }
}

#[test]
fn only_its_player_reads_a_turn_in_progress_and_no_picture_shows_it() {
    let mut game = opened();
    play(&mut game, &PLACING);
    play(&mut game, &[(Seat::Ec, "card 3")]);
    let before = view(&game, Audience::Public);
    // Jweizy moves from 29 to 30, the EC's party, which isn't his. Tiac moves from 2 to 1, home.
    play(
        &mut game,
        &[
            (Seat::Ec, "drive Jweizy south"),
            (Seat::Ec, "drive Tiac north"),
            (Seat::Ec, "yield inner"),
        ],
    );
    for other in [Audience::Public, Audience::Host, Audience::Seat(Seat::Dmo)] {
        assert_eq!(view(&game, other), before, "{other:?}");
    }
    let own = view(&game, Audience::Seat(Seat::Ec));
    assert_eq!(
        (&own.cars, &own.home, own.signs),
        (&before.cars, &before.home, before.signs)
    );
    let text = description(&own, game.cast());
    // During the moves the panel's picture stays the same, and so does its description.
    assert!(text.ends_with("before this turn."), "{text}");
    let all = view(&game, Audience::All);
    assert_eq!(all.home, [CastId(1)]);
    assert_eq!(all.cars[&CastId(5)].number(), 30);
    // However the turn ends, everybody reads the same about it.
    let cut_off = game.clone().act(Author::Seat(Seat::Dmo), None, "resign");
    let cut_off = cut_off.unwrap();
    let ended = game.act(Author::Seat(Seat::Ec), None, "end").unwrap();
    assert_eq!(ended.happenings.len(), 2);
    let after = view(&game, Audience::Public);
    assert_eq!((&after.cars, &after.home), (&all.cars, &all.home));
    assert_eq!(after.signs.ec, Some(Sign::Yield(Roundabout::Inner)));
    let (last, told) = cut_off.happenings.split_last().unwrap();
    assert_eq!(*last, crate::Happening::Resigned { seat: Seat::Dmo });
    for happenings in [&ended.happenings[..2], told] {
        let sentences = happenings.iter().map(|told| match told {
            crate::Happening::OfGame(told) => told.say(game.cast()),
            other => panic!("{other:?}"),
        });
        assert_eq!(
            sentences.collect::<Vec<String>>(),
            [
                "Zac's turn with the 3: Jweizy south, Tiac north; yield sign on inner.",
                "Tiac is home at Tiac's party.",
            ]
        );
    }
}

#[test]
fn the_driving_player_reads_how_many_moves_are_left() {
    let mut game = opened();
    play(&mut game, &PLACING);
    let asked = |game: &AnyGame, to: Audience| {
        let prompt = &game.prompts()[0];
        ask(&view(game, to), prompt.who, prompt.ask)
    };
    let own = Audience::Seat(Seat::Ec);
    assert_eq!(
        asked(&game, own),
        "play a card: 1 (stop sign), 2 (counterclockwise), 3 (yield sign), 4 (at most two cars) \
         or 5 (not around inner or outer)."
    );
    play(&mut game, &[(Seat::Ec, "card 3")]);
    let first = "make up to 3 moves, place a yield sign, or end your turn.";
    assert_eq!(asked(&game, own), first);
    play(
        &mut game,
        &[
            (Seat::Ec, "drive Jweizy south"),
            (Seat::Ec, "drive Tiac north"),
        ],
    );
    assert_eq!(
        asked(&game, own),
        "make 1 more move, place a yield sign, or end your turn."
    );
    assert_eq!(asked(&game, Audience::Public), first);
    play(&mut game, &[(Seat::Ec, "yield inner")]);
    assert_eq!(asked(&game, own), "end your turn.");
}

#[test]
fn the_largest_board_fits_the_description_of_a_picture() {
    // Twenty-two cars.
    let names: Vec<String> = (0..22).map(|at| format!("Somebody {at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let cast = Arc::new(Cast::of([names[0], names[1]], &names, &[]));
    let mut dice = crate::Dice::new(7);
    let mut game = GameId::read("roundabout")
        .unwrap()
        .draw(&Default::default(), &cast, &mut dice)
        .unwrap();
    while game.state()["phase"] != "driving" {
        let who = game.prompts()[0].who;
        let crate::Party::Seat(seat) = who else {
            panic!("{who:?}");
        };
        let act = game.sample(who, &mut dice).unwrap();
        play(&mut game, &[(seat, &act)]);
    }
    let text = description(&view(&game, Audience::Public), &cast);
    assert!(text.chars().count() <= 1024, "{}", text.chars().count());
}

#[test]
fn an_interrupted_turn_is_told_only_if_something_happened_in_it() {
    for (driven, told) in [
        (&[][..], false),
        (&[(Seat::Ec, "drive Jweizy south")][..], true),
    ] {
        let mut game = opened();
        play(&mut game, &PLACING);
        play(&mut game, &[(Seat::Ec, "card 3")]);
        play(&mut game, driven);
        let taken = game.act(Author::Seat(Seat::Dmo), None, "resign").unwrap();
        let said: Vec<String> = taken
            .happenings
            .iter()
            .map(|happened| crate::english::happening(happened, game.cast()))
            .collect();
        assert_eq!(said.len() > 1, told, "{said:?}");
        assert_eq!(said.last().unwrap(), "Tiac resigns.");
    }
}

/// Nobody may drive around inner or outer with a 5.
#[test]
fn the_panel_has_no_buttons_for_roundabouts_that_the_card_excludes() {
    for (card, expected) in [("card 4", 8), ("card 5", 6)] {
        let mut game = opened();
        play(&mut game, &PLACING);
        play(&mut game, &[(Seat::Ec, card)]);
        let whose = Party::Seat(Seat::Ec);
        let offers = game.offers(whose, "");
        let desk = PanelInput {
            view: &view(&game, Audience::Seat(Seat::Ec)),
            whose,
            asked: Some(&Control::Panel),
            offers: &offers,
            draft: Some("drive Tiac"),
            cast: game.cast(),
            refuses: &|_| None,
            refused: None,
        };
        let rows = panel(&desk).screen.rows;
        let buttons = rows.iter().flat_map(|row| match row {
            Row::Buttons(buttons) => buttons.as_slice(),
            Row::Menu(_) => &[],
        });
        let drives =
            |press: &Option<Tap>| matches!(press, Some(Tap::Act(act)) if act.starts_with("drive "));
        let drives = buttons.filter(|button| drives(&button.press)).count();
        assert_eq!(drives, expected, "{card}");
    }
}
