use std::sync::Arc;

use serde_json::{Value, json};

use super::View;
use super::plan::Plan;
use crate::panel::{PanelInput, Tap};
use crate::question::Form;
use crate::screen::{Button, Choices, Row};
use crate::{
    AnyGame, Audience, Author, Cast, CastId, Dice, GameId, Member, Party, Prompt, Refusal, Role,
    SetupRefusal,
};

const PLAYERS: [&str; 5] = ["Mika", "Teo", "Juniper", "Rook", "Wren"];

fn opened(options: Value) -> AnyGame {
    open(options).unwrap()
}

fn open(options: Value) -> Result<AnyGame, SetupRefusal> {
    let members = PLAYERS.map(|name| Member {
        name: name.to_owned(),
        role: Role::Player,
    });
    let cast = Cast::new(members.to_vec(), None, &Default::default()).unwrap();
    let game = GameId::read("main_match").unwrap();
    game.open(options.as_object().unwrap(), &Arc::new(cast))
}

fn answer(game: &mut AnyGame, who: usize, items: &str) {
    let by = Author::Cast(CastId(who as u8));
    game.act(by, None, &format!("answer {items}")).unwrap();
}

fn close(game: &mut AnyGame) -> Vec<crate::Happening> {
    game.act(Author::Host, None, "close").unwrap().happenings
}

fn bytes(game: &AnyGame, to: Audience) -> String {
    serde_json::to_string(&game.view(to)).unwrap()
}

const FORMS: [(&str, [&str; 3]); 4] = [
    ("person (yourself too)", ["Mika", "Teo", "Juniper"]),
    (
        "one of A, B\nperson (yourself too)",
        ["A > Mika", "B > Mika", "B > Wren"],
    ),
    ("number 1-9", ["1", "9", "3"]),
    ("why: text", ["\"a b\"", "\"c\"", "\"a\""]),
];

/// Who answered what doesn't show in counts, nor what was answered in an equal outcome.
#[test]
fn the_shown_level_is_all_that_shows() {
    for (form, [one, two, three]) in FORMS {
        for (shown, level) in [("counts", 1), ("outcome", 2), ("host", 3)] {
            let options = json!({ "answers": form, "shown": shown });
            let played = |given: [&str; 4]| {
                let mut game = opened(options.clone());
                for (who, items) in given.iter().enumerate() {
                    answer(&mut game, who, items);
                }
                let told = close(&mut game);
                (game, told)
            };
            let (game, told) = played([one, two, two, three]);
            let mut others = vec![played([two, three, one, two])];
            if level > 1 {
                others.push(played([two, two, two, three]));
            }
            if level > 2 {
                others.push(played([one, one, three, three]));
            }
            for (other, other_told) in others {
                assert_eq!(told, other_told, "{form}, {shown}");
                for to in [Audience::Public, Audience::Cast(CastId(4))] {
                    assert_eq!(bytes(&game, to), bytes(&other, to), "{form}, {shown}");
                }
                let [here, there] = [&game, &other].map(|game| game.end_view());
                assert_eq!(here, there);
                assert!(!game.has_shown(&other));
                assert_ne!(bytes(&game, Audience::Host), bytes(&other, Audience::Host));
            }
        }
    }
}

#[test]
fn a_host_learns_who_is_missing_and_after_the_close_who_answered_what() {
    let mut game = opened(json!({ "shown": "host" }));
    answer(&mut game, 0, "Teo");
    let seen = |game: &AnyGame, to| {
        let view = game.view(to);
        let view: &View = (&view).try_into().unwrap();
        (view.answers.len(), view.missed.as_ref().map(Vec::len))
    };
    let mika = Audience::Cast(CastId(0));
    for (to, expected) in [
        (Audience::Public, (0, None)),
        (Audience::Cast(CastId(1)), (0, None)),
        (mika, (1, None)),
        (Audience::Host, (0, Some(4))),
        (Audience::All, (1, Some(4))),
    ] {
        assert_eq!(seen(&game, to), expected, "{to:?}");
    }
    let mut void = game.clone();
    void.act(Author::Host, None, "void").unwrap();
    assert_eq!(seen(&void, Audience::Host), (0, None));
    close(&mut game);
    for (to, expected) in [
        (Audience::Public, (0, None)),
        (mika, (1, None)),
        (Audience::Host, (1, Some(4))),
    ] {
        assert_eq!(seen(&game, to), expected, "{to:?}");
    }
}

#[test]
fn only_a_first_answer_is_announced() {
    let mut game = opened(json!({ "missing": "random, strike" }));
    let mut told = |by, whose, act: &str| {
        let taken = game.act(by, whose, act).unwrap();
        let said = taken.happenings.iter();
        let said = said.map(|one| crate::english::happening(one, game.cast()));
        said.collect::<Vec<_>>()
    };
    let mika = Author::Cast(CastId(0));
    let [teo, juniper] = [1, 2].map(|who| Some(Party::Cast(CastId(who))));
    assert_eq!(told(mika, None, "answer Teo"), ["1 of 5 has answered."]);
    assert_eq!(told(mika, None, "answer Rook"), [""; 0]);
    assert_eq!(told(Author::Dealer, teo, "answer Rook"), [""; 0]);
    assert_eq!(
        told(Author::Host, juniper, "answer Rook"),
        ["2 of 5 have answered."]
    );
    assert_eq!(
        told(Author::Cast(CastId(1)), None, "answer Wren"),
        ["3 of 5 have answered."]
    );
    for who in [3, 4].map(|who| Some(Party::Cast(CastId(who)))) {
        told(Author::Dealer, who, "answer Teo");
    }
    let closed = told(Author::Host, None, "close");
    let said = "The question is closed: 3 of 5 answered. Chosen most: Teo and Rook (2×).";
    assert_eq!(closed, [said]);
    assert_eq!(game.strikes(), [3, 4].map(CastId));
}

#[test]
fn people_type_answers_as_they_like() {
    let game = opened(json!({ "answers": "sign: one of O, Deep Middle\nperson (or pass)" }));
    let mika = Party::Cast(CastId(0));
    for (typed, act) in [
        ("deep, jun", Some("answer \"Deep Middle\" > Juniper")),
        ("Answer: o / PASS", Some("answer O > pass")),
        ("sign: o\nteo", Some("answer O > Teo")),
        ("void", None),
        ("close", None),
        ("", None),
    ] {
        assert_eq!(game.expand(mika, typed).as_deref(), act, "{typed}");
    }
    let wrong = game.expand(mika, "x, teo").unwrap();
    let refused = game.clone().act(Author::Cast(CastId(0)), None, &wrong);
    assert!(matches!(refused, Err(Refusal::OfGame(_))), "{wrong}");
}

/// Somebody's panel after some steps, and what handing it in would do.
fn stepped(
    game: &AnyGame,
    whose: CastId,
    steps: &[(&str, &str)],
) -> (Vec<Row<Tap>>, String, Option<String>) {
    stepped_in(game, &game.view(Audience::Cast(whose)), whose, steps)
}

/// As [`stepped`], in another view.
fn stepped_in(
    game: &AnyGame,
    view: &crate::View,
    whose: CastId,
    steps: &[(&str, &str)],
) -> (Vec<Row<Tap>>, String, Option<String>) {
    let party = Party::Cast(whose);
    let prompts: Vec<Prompt> = game.prompts();
    let asked = prompts.iter().find(|prompt| prompt.who == party);
    let mut draft: Option<String> = None;
    let desk = |draft: Option<&str>, step: Option<(&str, &str)>| {
        let desk = PanelInput {
            view,
            whose: party,
            asked: asked.map(|prompt| &prompt.control),
            offers: &[],
            draft,
            cast: game.cast(),
            refuses: &|_| None,
            refused: None,
        };
        let taken = step.map(|(step, value)| desk.step(step, Some(value)).expect(step));
        (desk.panel(), taken)
    };
    for step in steps {
        let taken = desk(draft.as_deref(), Some(*step)).1.unwrap();
        draft = taken.draft.or(draft);
    }
    let panel = desk(draft.as_deref(), None).0;
    assert!(panel.screen.rows.len() <= 5);
    (panel.screen.rows, panel.screen.text, panel.hand_in)
}

#[test]
fn a_panel_puts_an_answer_together() {
    let form = "sign: one of O, X\n2 people\nnumber 1-9 (or pass)\nwhy: text";
    let mut game = opened(json!({ "answers": form }));
    let mika = CastId(0);
    let of = |game: &AnyGame, steps: &[(&str, &str)]| stepped(game, mika, steps);
    let (rows, text, hand_in) = of(&game, &[]);
    assert_eq!((rows.len(), text.as_str(), hand_in), (3, "", None));
    let Row::Menu(menu) = &rows[1] else { panic!() };
    let Choices::Items(items) = &menu.of else {
        panic!()
    };
    assert_eq!(items[0].label, "Teo");
    let steps = [
        ("choose 0", "1"),
        ("choose 1", "0 1"),
        ("choose 1", "1 3"),
        ("type 2", "12"),
        ("type 2", "Pass"),
        ("type 3", "it \"was\"\nthem"),
    ];
    let (rows, text, hand_in) = of(&game, &steps);
    let act = "answer X > Juniper > Wren > pass > \"it 'was' them\"";
    assert_eq!(hand_in.as_deref(), Some(act), "{text}");
    let submit = |rows: &[Row<Tap>]| match rows.last() {
        Some(Row::Buttons(buttons)) => buttons[0].clone(),
        _ => panic!(),
    };
    assert_eq!(submit(&rows).press, Some(Tap::HandIn));
    // A typed answer becomes the draft; one that is in is not handed in again.
    let typed = format!("{} {act}", crate::panel::TYPED);
    assert_eq!(of(&game, &[(&typed, "x")]).2.as_deref(), Some(act));
    game.act(Author::Cast(mika), None, act).unwrap();
    let (rows, _, hand_in) = of(&game, &[]);
    assert_eq!(
        (submit(&rows), hand_in.as_deref()),
        (Button::off("Submitted"), Some(act))
    );
    assert_eq!(of(&game, &[("choose 0", "0"), ("start-over", "")]).2, None);
}

#[test]
fn a_panel_has_a_menu_for_several_and_a_form_for_amounts() {
    let form = "2 of Ana, Bo, Cy\n3 of X, Y (repeats)\n2 people (or pass)\n\
                bids: amounts 0-9 of \"Lend, then run\", Veto";
    let game = opened(json!({ "answers": form }));
    let mut steps = vec![("choose 0", "0 2"), ("choose 2", "2")];
    steps.extend([("choose 1", "1"), ("choose 1", "1")]);
    let (rows, text, hand_in) = stepped(&game, CastId(0), &steps);
    let counts = rows.iter().filter_map(|row| match row {
        Row::Menu(menu) => Some((menu.placeholder.as_str(), menu.count.clone())),
        Row::Buttons(_) => None,
    });
    let expected = [
        ("2 of Ana, Bo and Cy: 2 of 2 chosen", 2..=2),
        ("3 of X and Y, repeats allowed: 2 of 3 chosen", 1..=1),
        ("2 people, or pass: 2 of 2 chosen", 1..=2),
    ];
    assert_eq!(counts.collect::<Vec<_>>(), expected);
    let said = ["**Ana and Cy**", "**Y and Y**", "**Rook and Pass**"];
    assert!(said.iter().all(|said| text.contains(said)), "{text}");
    assert_eq!(hand_in, None);
    steps.extend([
        ("choose 1", "0"),
        ("type 3", "\"Lend, then run\" 0\nVeto 7"),
    ]);
    let hand_in = stepped(&game, CastId(0), &steps).2;
    let act = "answer Ana > Cy > Y > Y > X > Rook > pass > 0 > 7";
    assert_eq!(hand_in.as_deref(), Some(act));
}

#[test]
fn extras_are_menus_that_begin_with_nothing() {
    let game = opened(json!({ "answers": "person\nperson" }));
    let mika = CastId(0);
    let view = game.view(Audience::Cast(mika));
    let mut view: View = <&View>::try_from(&view).unwrap().clone();
    let form = "person (yourself too)\nbuy ticket: 5 garnets, up to 2\nmore: 1 garnet, up to 2";
    view.form = Form::read(form).unwrap();
    let view = crate::View::from(view);
    let of = |steps: &[(&str, &str)]| stepped_in(&game, &view, mika, steps);
    let placeholders = |rows: &[Row<Tap>]| {
        let said = rows.iter().filter_map(|row| match row {
            Row::Menu(menu) => Some(menu.placeholder.clone()),
            Row::Buttons(_) => None,
        });
        said.collect::<Vec<_>>()
    };
    let (rows, text, hand_in) = of(&[("choose 0", "0")]);
    assert_eq!(hand_in.as_deref(), Some("answer Mika > 0"));
    assert!(!text.contains("icket"), "{text}");
    let expected = [
        "One person, yourself too",
        "Ticket: up to 2, for 5 garnets each",
        "More: up to 2, for 1 garnet each",
    ];
    assert_eq!(placeholders(&rows), expected);
    let mut steps = vec![("choose 0", "0"), ("choose 1", "2")];
    steps.extend([("choose 2", "1"), ("choose 2", "1")]);
    let (rows, text, hand_in) = of(&steps);
    assert_eq!(hand_in.as_deref(), Some("answer Mika > 2 > Teo > Teo"));
    assert!(
        text.contains("More: **Teo and Teo for 2 garnets**"),
        "{text}"
    );
    assert_eq!(placeholders(&rows)[1], "Ticket: 2 for 10 garnets");
    // One more than fits begins again.
    steps.extend([("choose 2", "0"), ("choose 1", "0")]);
    assert_eq!(of(&steps).2.as_deref(), Some("answer Mika > 0 > Mika"));
    steps.extend([("start-over", ""), ("choose 0", "1")]);
    assert_eq!(of(&steps).2.as_deref(), Some("answer Teo > 0"));
}

/// Until it closes; then it was booked.
#[test]
fn a_bill_has_the_prices_of_answers_and_the_penalty_of_the_others() {
    let form = "person\nbuy ticket: 5 garnets\nmore: 1 garnet";
    let mut game = opened(json!({ "answers": form, "missing": "nothing, -2 garnets" }));
    answer(&mut game, 0, "Teo > 2 > Teo > Rook");
    answer(&mut game, 1, "Mika > 0");
    let bill = |game: &AnyGame| {
        let bill = game.bill().into_iter().map(|(who, price)| (who.0, price));
        bill.collect::<Vec<_>>()
    };
    assert_eq!(bill(&game), [(0, 12), (2, 2), (3, 2), (4, 2)]);
    close(&mut game);
    assert_eq!(bill(&game), []);
}

#[test]
fn plans_have_numbers_lengths_or_an_end() {
    const HOUR_S: u32 = 60 * 60;
    for (typed, planned, lengths, said) in [
        ("2", Some(2), [None, None], "2 rounds"),
        (
            "6 x 24h",
            Some(6),
            [Some(24 * HOUR_S); 2],
            "6 rounds of 24 h",
        ),
        (
            "7m, 5 min, 90s",
            Some(3),
            [Some(420), Some(300)],
            "3 rounds: 7 min, 5 min, 1 min 30 s",
        ),
        (
            "1 × 48h after 1d",
            Some(1),
            [Some(72 * HOUR_S), Some(48 * HOUR_S)],
            "1 round of 48 h, 24 h more in the first",
        ),
        (
            "3 rounds of two hours",
            Some(3),
            [Some(2 * HOUR_S); 2],
            "3 rounds of 2 h",
        ),
        (
            "1.5h, 1h30",
            Some(2),
            [Some(5_400); 2],
            "2 rounds: 1 h 30 min, 1 h 30 min",
        ),
        (
            "Until 3 are left, 1h 30m",
            None,
            [Some(5_400); 2],
            "rounds of 1 h 30 min until 3 are left",
        ),
    ] {
        let plan = Plan::read(typed).expect(typed);
        assert_eq!(plan.rounds, planned, "{typed}");
        assert_eq!([1, 2].map(|round| plan.length_s(round)), lengths, "{typed}");
        assert_eq!(plan.says(), said);
    }
    for typed in [
        "",
        "0",
        "31",
        "2 after 24h",
        "x 24h",
        "5h 60",
        "0.5s",
        "six hours",
        "until 3",
        "29d",
    ] {
        assert_eq!(Plan::read(typed), None, "{typed}");
    }
}

#[test]
fn hosts_type_points_as_they_like() {
    let game = opened(json!({ "rounds": "2" }));
    for (typed, act) in [
        (
            "points mika 3, Teo: -1, rest 0",
            Some("points Mika 3 > Teo -1"),
        ),
        (
            "points\nWren = 2\nrest +1",
            Some("points Wren 2 > Mika 1 > Teo 1 > Juniper 1 > Rook 1"),
        ),
        ("out jun, \"Rook\"", Some("out Juniper > Rook")),
        (
            "tell Mika: your target: \"Teo\"\nteo: run",
            Some("tell Mika \"your target: 'Teo'\" > Teo \"run\""),
        ),
        ("tell deal 1-13", Some("deal \"1-13\"")),
        ("tell Deal: \"Red\", Blue", Some("deal \"'Red', Blue\"")),
        ("correct jun: Random", Some("draw Juniper")),
        ("points Mika lots", None),
        ("out nobody", Some("out nobody")),
        ("next", None),
    ] {
        assert_eq!(game.expand(Party::Host, typed).as_deref(), act, "{typed}");
    }
}

#[test]
fn everybody_is_dealt_one_thing() {
    for (what, expected) in [
        ("1-5", ["1", "2", "3", "4", "5"]),
        (
            "Red, Blue, Red, Blue, Oak",
            ["Blue", "Blue", "Oak", "Red", "Red"],
        ),
        ("Targets", ["Juniper", "Mika", "Rook", "Teo", "Wren"]),
    ] {
        let mut game = opened(json!({}));
        let deal = format!("deal \"{what}\"");
        let dice = &mut Dice::new(3);
        game.act(Author::Host, Some(Party::Host), &deal).unwrap();
        let tell = game.sample(Party::Dealer, dice).unwrap();
        game.act(Author::Dealer, None, &tell).unwrap();
        assert_eq!(game.sample(Party::Dealer, dice), None);
        let state = game.state();
        let mut things: Vec<&str> = Vec::new();
        for (who, told) in state["told"].as_object().unwrap() {
            let thing = told[0].as_str().unwrap();
            let thing = thing.rsplit(' ').next().unwrap();
            assert_ne!(who, thing, "{what}");
            things.push(thing);
        }
        things.sort_unstable();
        assert_eq!(things, expected, "{what}");
    }
}

#[test]
fn five_menus_take_turns_and_a_clash_is_said() {
    let form = "person (all different)\nperson\nperson\na: one of O, X\nb: one of O, X";
    let game = opened(json!({ "answers": form }));
    let mut steps = vec![("choose 0", "0"), ("choose 1", "0"), ("choose 2", "1")];
    steps.extend([("choose 3", "0"), ("choose 4", "0")]);
    let (rows, text, hand_in) = stepped(&game, CastId(0), &steps);
    assert_eq!((rows.len(), hand_in), (5, None));
    assert!(text.contains("You chose Teo twice"), "{text}");
    steps.push(("choose 1", "2"));
    let hand_in = stepped(&game, CastId(0), &steps).2;
    assert_eq!(
        hand_in.as_deref(),
        Some("answer Teo > Rook > Juniper > O > O")
    );
}

/// The EC's choice of an opponent goes on into the set-up of their Death Match.
#[test]
fn one_persons_choice_of_another_names_a_death_match() {
    for (options, items, expected) in [
        (json!({ "asked": ["Rook"] }), "Teo", Some((1, 3))),
        (
            json!({ "asked": ["Rook"], "answers": "2 people" }),
            "Teo > Mika",
            None,
        ),
        (
            json!({ "asked": ["Rook"], "answers": "person (yourself too)" }),
            "Rook",
            None,
        ),
        (json!({ "asked": ["Rook", "Mika"] }), "Teo", None),
    ] {
        let mut game = opened(options);
        answer(&mut game, 3, items);
        assert_eq!(game.view(Audience::Host).death_match(), None);
        close(&mut game);
        let found = game.view(Audience::Host).death_match();
        let found = found.map(|seats| (seats.dmo.0, seats.ec.0));
        assert_eq!(found, expected, "{items}");
    }
}

/// If those who choose the Elimination Candidate don't agree, the host types one of the names.
#[test]
fn the_host_names_the_candidate_after_a_tie() {
    let mut game = opened(json!({ "rounds": "2", "shown": "counts" }));
    let act = |game: &mut AnyGame, text: &str| game.act(Author::Host, None, text).unwrap();
    close(&mut game);
    act(
        &mut game,
        r#"candidate "Who?" > "person" > "nothing" > "Mika, Juniper""#,
    );
    answer(&mut game, 0, "Teo");
    answer(&mut game, 2, "Rook");
    close(&mut game);
    let acts = game.view(Audience::Host).host_acts(game.cast());
    let opponent = acts.iter().find(|act| act.verb == "opponent").unwrap();
    let asked = &opponent.fields[3];
    assert_eq!((&*asked.value, &*asked.hint), ("", "Teo, Rook"));
    assert!(!asked.may_be_empty);
    act(
        &mut game,
        r#"opponent "Who?" > "person" > "random" > "Rook""#,
    );
    answer(&mut game, 3, "Teo");
    close(&mut game);
    let said = game.view(Audience::Host).for_hosts(game.cast());
    assert!(
        said.contains("Rook faces Teo in the Death Match."),
        "{said}"
    );
}

#[test]
fn the_card_says_what_counts_without_an_answer() {
    let form = "sign: one of O, X\nperson";
    for (missing, expected) in [
        (
            "nothing, strike",
            "no answer counts for you, and you get a strike.",
        ),
        ("random", "a random answer counts for you."),
        ("x / yourself", "“x / yourself” counts for you."),
        (
            "O / random, strike",
            "“O / random” counts for you, and you get a strike.",
        ),
    ] {
        let game = opened(json!({ "answers": form, "missing": missing }));
        let card = game.view(Audience::Public).card_lines(game.cast());
        assert!(
            card.contains(&format!("\nWithout an answer: {expected}\n")),
            "{card}"
        );
    }
}

#[test]
fn what_somebody_is_told_only_they_and_hosts_see() {
    let told = |text: &str| {
        let mut game = opened(json!({ "rounds": "2" }));
        let act = format!("tell Teo \"{text}\"");
        let taken = game.act(Author::Host, None, &act).unwrap();
        assert_eq!(taken.happenings, []);
        assert_eq!(taken.told, [(CastId(1), text.to_owned())]);
        close(&mut game);
        game.act(Author::Host, None, "next").unwrap();
        game
    };
    let [here, there] = ["run", "stay"].map(told);
    for (to, is_told) in [
        (Audience::Public, false),
        (Audience::Cast(CastId(0)), false),
        (Audience::Cast(CastId(1)), true),
        (Audience::Host, true),
    ] {
        assert_eq!(bytes(&here, to) != bytes(&there, to), is_told, "{to:?}");
        assert_eq!(bytes(&here, to).contains("run"), is_told, "{to:?}");
    }
    assert!(here.keeps_secrets());
}

#[test]
fn the_host_decides_if_too_few_would_be_left() {
    for (left, out, is_tie) in [(2, 3, false), (3, 0, true)] {
        let rounds = format!("until {left} are left");
        let options = json!({ "answers": "person", "rounds": rounds, "points": "fewest: out" });
        let mut game = opened(options);
        for (who, items) in [(0, "Teo"), (1, "Mika"), (2, "Mika"), (3, "Mika")] {
            answer(&mut game, who, items);
        }
        close(&mut game);
        assert_eq!(game.state()["out"].as_array().unwrap().len(), out);
        let hosts = game.view(Audience::Host).for_hosts(game.cast());
        assert_eq!(hosts.contains("tied. A host decides."), is_tie, "{hosts}");
        let everybody = game.view(Audience::Public).for_hosts(game.cast());
        assert!(!everybody.contains("tie"), "{everybody}");
    }
}

/// A tie is decided once one of the people in it is out.
#[test]
fn a_decided_tie_is_none() {
    let mut game = opened(json!({ "rounds": "3", "points": "most: out", "ties": "host" }));
    answer(&mut game, 0, "Teo");
    answer(&mut game, 1, "Mika");
    close(&mut game);
    for (act, asks) in [("points Rook 1", true), ("out Teo", false)] {
        game.act(Author::Host, None, act).unwrap();
        let hosts = game.view(Audience::Host).for_hosts(game.cast());
        assert_eq!(hosts.contains("A host decides"), asks, "{act}: {hosts}");
    }
}

#[test]
fn a_correction_says_who_is_back_in() {
    let mut game = opened(json!({ "rounds": "3", "points": "most: out" }));
    answer(&mut game, 0, "Teo");
    close(&mut game);
    let told = game.act(Author::Host, None, "correct Mika > Rook").unwrap();
    let said = told.happenings.iter();
    let said: Vec<String> = said
        .map(|one| crate::english::happening(one, game.cast()))
        .collect();
    let counted = "Round 1 is closed: 1 of 5 answered. Chosen most: Rook (1×).";
    assert_eq!(said[1..], [counted, "Teo is back in.", "Rook is out."]);
    let now = "your answer was corrected to Rook";
    assert_eq!(told.told, [(CastId(0), now.to_owned())]);
}

#[test]
fn a_correction_stops_the_next_round_from_opening_by_itself() {
    let mut game = opened(json!({ "rounds": "3", "next_round": "by_itself" }));
    answer(&mut game, 0, "Teo");
    close(&mut game);
    let follows = |game: &AnyGame| game.prompts().iter().any(|asked| asked.lasts_s.is_some());
    assert!(follows(&game));
    game.act(Author::Host, None, "correct Mika > Rook").unwrap();
    assert!(!follows(&game));
}
