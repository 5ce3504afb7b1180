use std::collections::BTreeMap;

use super::*;
use crate::notation::tokens;
use crate::{Cast, CastId, Dice};

fn cast() -> Cast {
    let players = ["Mika", "Teo", "Lady Quill", "Pass", "7", "Zoë"];
    Cast::of(["Mika", "Teo"], &players, &[])
}

#[test]
fn forms_are_read_or_refused_with_what_works() {
    let read = |text: &str| Form::read(text);
    let one = |text: &str| read(text).unwrap().parts.remove(0);
    assert_eq!(one("PERSON").kind, Kind::People(1));
    assert_eq!(one(" 3  people (yourself too, repeats)").count(), 3);
    assert_eq!(
        one("Number 0 - 10").kind,
        Kind::Number { least: 0, most: 10 }
    );
    assert_eq!(one("number 1–5").kind, Kind::Number { least: 1, most: 5 });
    assert_eq!(one("Your plan: text (or pass)").label, "Your plan");
    let items = |items: &[&str]| items.iter().map(|item| (*item).to_owned()).collect();
    for (text, count, list) in [
        (
            "one of Ratio 3:1, \"Ana, Bo\", C",
            1,
            vec!["Ratio 3:1", "Ana, Bo", "C"],
        ),
        ("one of \"Ana (2)\", Bo (or pass)", 1, vec!["Ana (2)", "Bo"]),
        ("1 of Ana, Bo", 1, vec!["Ana", "Bo"]),
        (
            "2 OF Best of 3: a, b (not your last)",
            2,
            vec!["Best of 3: a", "b"],
        ),
        ("Bet: 3 of Ana, Bo (repeats)", 3, vec!["Ana", "Bo"]),
    ] {
        let items = items(&list);
        assert_eq!(one(text).kind, Kind::Of(Choices { count, items }), "{text}");
    }
    assert_eq!(
        one("Bids: amounts 0 to 10 of Loan, Veto").kind,
        Kind::Amounts {
            least: 0,
            most: 10,
            items: items(&["Loan", "Veto"])
        }
    );
    let part = one("person (up to 8 in all, not your last, or pass)");
    assert!(part.not_last && part.in_all == Some(8));
    let form = read("Power: person (all different)\nWisdom: person\n\nCourage: person (final)");
    let form = form.unwrap();
    assert!(form.all_different && form.is_final && form.parts.len() == 3);
    for (text, said) in [
        ("persn", "Did you mean `person`?"),
        ("3 peple", "Did you mean `3 people`?"),
        ("ranking", "Did you mean `one of Red, Blue`, `person`"),
        ("", "like `person`"),
        ("person\n".repeat(6).as_str(), "6 lines"),
        ("person (or pas)", "Did you mean `or pass`?"),
        (
            "person (sometimes)",
            "isn't a rule. Did you mean `yourself too`, ",
        ),
        ("person (repeats)", "doesn't fit `person`"),
        ("text (yourself too)", "doesn't fit `text`"),
        ("number 1-9 (all different)", "doesn't fit `number 1-9`"),
        ("3 people (repeats, all different)", "`repeats`"),
        ("person (or pass", "brackets"),
        ("person (or pass) x", "brackets"),
        ("one of Red", "yours has 1"),
        ("one of Red, RED", "comes only once"),
        ("one of Red, , Blue", "can't be in a list"),
        ("0 people", "1 to 10"),
        ("11 people", "1 to 10"),
        ("number 9-1", "`number 1-100`"),
        ("number", "`number 1-100`"),
        ("number 1-9000000", "1000000"),
        ("a: text\nA: text", "only once"),
        (": text", "can't be a label"),
        ("11 of Ana, Bo (repeats)", "1 to 10"),
        ("0 of Ana, Bo", "1 to 10"),
        ("3 of Ana, Bo", "`repeats`"),
        ("2 of Ana, Bo (yourself too)", "doesn't fit `2 of Ana, Bo`"),
        ("one of Ana, Bo (repeats)", "doesn't fit `one of Ana, Bo`"),
        ("amounts 0-10 of Loan", "yours has 1"),
        ("amounts 10-0 of Loan, Veto", "`number 1-100`"),
        ("amounts 0-10", "isn't a kind of answer"),
        (
            "amounts 0-10 of Loan, Veto (or pass)",
            "doesn't fit `amounts 0-10 of Loan, Veto`",
        ),
        (
            "amounts 0-10 of Loan, Veto (up to 8 in all, or pass)",
            "doesn't fit `amounts 0-10 of Loan, Veto`",
        ),
        (
            "amounts 0-9 of a, b, c, d, e, f, g, h, i, j, k",
            "yours has 11",
        ),
        ("person (up to 8 in all)", "`(or pass, up to 8 in all)`"),
        ("person (up to 0 in all)", "isn't a rule"),
        ("person (up to 100 in all)", "isn't a rule"),
        (
            "person (all different, not your last)",
            "`all different` doesn't fit `not your last`",
        ),
        ("buy ticket: 5 garnets", "like `person`"),
        ("text\nmore: 1 garnet", "people or a list in the first line"),
        (
            "more: 1 garnet\nperson",
            "people or a list in the first line",
        ),
        ("person\nmore: 1 garnet\ntext", "comes last"),
        ("person\nmore: 1 garnet\nmore: 1 garnet", "comes last"),
        (
            "person (all different)\nmore: 1 garnet",
            "doesn't fit `more`",
        ),
        ("person\nbuy ticket: 100 garnets", "up to 99 garnets"),
        (
            "person\nbuy ticket: 5 garnets, up to 10",
            "`buy ticket: 5 garnets`",
        ),
        ("person\nbuy ticket: 5 points", "`buy ticket: 5 garnets`"),
        ("person\nbuy: 5 garnets", "can't be a label"),
        ("person\nmore votes: 1 garnet", "`more: 1 garnet, up to 3`"),
        ("person\nbuy ticket", "`buy ticket: 5 garnets`"),
        ("ticket: text\nbuy Ticket: 5 garnets", "only once"),
    ] {
        let wrong = read(text).unwrap_err().say();
        assert!(wrong.contains(said), "{text}: {wrong}");
    }
}

#[test]
fn the_forms_of_main_matches_that_were_played_are_read() {
    for (form, missing) in [
        (
            "sign: one of O, X\ncolour: one of Red, Yellow, Blue (not your last)",
            "random",
        ),
        (
            "one of Under, Left, Right, Corner, Middle, Deep Middle",
            "Deep Middle",
        ),
        (
            "action: one of Throw, Swipe, Jump, Help\ngo to: one of Under, Left\nbuy ball: 3 \
             garnets",
            "Swipe / random",
        ),
        (
            "Power: person (all different)\nWisdom: person\nCourage: person",
            "nothing, -1 garnet",
        ),
        (
            "person (yourself too)\nmore: 1 garnet",
            "yourself, -2 garnets",
        ),
        ("person (or pass, up to 8 in all)", "nothing"),
        ("amounts 0-10 of Loan, Twin, Veto", "Loan 1"),
        ("3 people (yourself too, repeats, final)", "nothing"),
        (
            "2 of Ana, Ben, Cy, Dov\nmore: 1 garnet, up to 1",
            "nothing, -2 points",
        ),
        (
            "party: one of Rose, Oak, Gull\ncountry: one of A, B, C, D\nbuy ticket: 5 garnets\n\
             buy clue: 1 garnet, up to 1",
            "random",
        ),
    ] {
        let cast = cast();
        let named: Vec<CastId> = cast.ids().collect();
        let read = Form::read(form).unwrap();
        let question = Question {
            form: &read,
            named: &named,
            past: Vec::new(),
            cast: &cast,
        };
        assert!(Missing::read(missing, &question).is_ok(), "{form}");
    }
}

/// The form with what it reads of each text: as notation, and as people type it. None: refused.
fn check(form: &str, cases: &[(&str, Option<&str>, Option<&str>)]) {
    let cast = cast();
    let form = Form::read(form).unwrap();
    let named: Vec<CastId> = cast.ids().collect();
    let question = Question {
        form: &form,
        named: &named,
        past: Vec::new(),
        cast: &cast,
    };
    for (text, strict, loose) in cases {
        let read = |text: &str| {
            let answer = question.read(&tokens(text)?).ok()?;
            let written = answer.write(&cast);
            let again = question.read(&tokens(&written).unwrap());
            assert_eq!(again.as_ref(), Ok(&answer), "{written}");
            let alone = Answer::read_alone(&tokens(&written).unwrap(), &cast).unwrap();
            assert_eq!(alone.write(&cast), written);
            Some(written)
        };
        assert_eq!(read(text).as_deref(), *strict, "{text}");
        assert_eq!(
            read(&question.meant(text)).as_deref(),
            *loose,
            "{text}, typed"
        );
    }
}

#[test]
fn answers_are_read_as_notation_and_as_people_type_them() {
    check(
        "person (or pass)",
        &[
            ("mika", Some("Mika"), Some("Mika")),
            ("m", None, Some("Mika")),
            ("lady quill", None, Some("\"Lady Quill\"")),
            (
                "\"LADY quill\"",
                Some("\"Lady Quill\""),
                Some("\"Lady Quill\""),
            ),
            ("PASS", Some("pass"), Some("pass")),
            ("\"pass\"", Some("\"Pass\""), Some("\"Pass\"")),
            ("7", Some("7"), Some("7")),
            ("zoe", None, Some("Zoë")),
            ("Nobody", None, None),
            ("Mika, Teo", None, None),
            ("", None, None),
        ],
    );
    check(
        "sign: one of O, Deep Middle, pass\nnumber 1-20",
        &[
            ("o > 7", Some("O > 7"), Some("O > 7")),
            ("sign: o, 7", None, Some("O > 7")),
            ("deep / 20", None, Some("\"Deep Middle\" > 20")),
            ("\"pass\">1", Some("\"pass\" > 1"), Some("\"pass\" > 1")),
            ("o > 21", None, None),
            ("o > 07", None, None),
            ("o\n7", None, Some("O > 7")),
            ("o", None, None),
            ("x > 7", None, None),
        ],
    );
    check(
        "3 people (yourself too, repeats)",
        &[
            (
                "mika > Mika > teo",
                Some("Mika > Mika > Teo"),
                Some("Mika > Mika > Teo"),
            ),
            ("mi; lady; t", None, Some("Mika > \"Lady Quill\" > Teo")),
            ("mika, teo", None, None),
        ],
    );
    check(
        "text",
        &[
            (
                "\"we saw it\"",
                Some("\"we saw it\""),
                Some("\"we saw it\""),
            ),
            (
                "we, then > they / \"no\"",
                None,
                Some("\"we, then > they / 'no'\""),
            ),
            ("a\nb", Some("\"a b\""), Some("\"a b\"")),
            (&"x".repeat(201), None, None),
        ],
    );
    check(
        "2 of Ana, Bo, Deep Middle (or pass)",
        &[
            ("bo, deep", None, Some("Bo > \"Deep Middle\"")),
            ("Ana > pass", Some("Ana > pass"), Some("Ana > pass")),
            ("ana", None, None),
            ("ana, cy", None, None),
        ],
    );
    check(
        "bids: amounts 0-10 of Loan, Deep Well, Veto\nperson",
        &[
            (
                "3 > 0 > 2 > Teo",
                Some("3 > 0 > 2 > Teo"),
                Some("3 > 0 > 2 > Teo"),
            ),
            ("3, 0, 2, teo", None, Some("3 > 0 > 2 > Teo")),
            ("bids: veto 2, Loan: 3 / teo", None, Some("3 > 0 > 2 > Teo")),
            ("deep well 7; teo", None, Some("0 > 7 > 0 > Teo")),
            ("bids: 3\n0\n2\nteo", None, Some("3 > 0 > 2 > Teo")),
            ("loan 11, teo", None, None),
            ("loan, teo", None, None),
            ("teo", None, None),
            ("3, 0, teo", None, None),
        ],
    );
    check(
        "person\nwhy: text",
        &[("teo, why: no, really", None, Some("Teo > \"no, really\""))],
    );
}

#[test]
fn an_answer_keeps_the_forms_rules() {
    let cast = cast();
    let named: Vec<CastId> = cast.ids().take(4).collect();
    let [mika, teo, pass, seven] = [0, 1, 3, 4].map(CastId);
    for (form, answer, expected) in [
        ("person", vec![teo], Ok(())),
        ("person", vec![mika], Err(Wrong::Yourself)),
        ("person (yourself too)", vec![mika], Ok(())),
        (
            "person",
            vec![seven],
            Err(Wrong::NotNow {
                item: Item::Person(seven),
                // Without the one who answers.
                left: named[1..].iter().copied().map(Item::Person).collect(),
            }),
        ),
        (
            "2 people",
            vec![teo, teo],
            Err(Wrong::Twice(Item::Person(teo))),
        ),
        ("2 people (repeats)", vec![teo, teo], Ok(())),
        ("person\nperson", vec![teo, teo], Ok(())),
        (
            "person (all different)\nperson",
            vec![teo, teo],
            Err(Wrong::Twice(Item::Person(teo))),
        ),
        ("person (all different)\nperson", vec![teo, pass], Ok(())),
    ] {
        let form = Form::read(form).unwrap();
        let question = Question {
            form: &form,
            named: &named,
            past: Vec::new(),
            cast: &cast,
        };
        let answer = Answer(answer.into_iter().map(Item::Person).collect());
        assert_eq!(question.check(&answer, mika, &[]), expected);
    }
}

#[test]
fn random_answers_are_legal_and_all_of_them_come_up() {
    let cast = cast();
    let named: Vec<CastId> = cast.ids().collect();
    for (form, count) in [
        ("person", Some(5)),
        ("one of A, B (or pass)\nnumber 1-9", Some(27)),
        ("2 people (all different)\nperson (yourself too)", Some(80)),
        ("2 of A, B, C", Some(6)),
        ("2 of A, B, C (repeats, or pass)", Some(16)),
        ("2 of A, B (or pass)", Some(7)),
        ("amounts 0-2 of A, B, C", Some(27)),
        ("text", None),
        ("number 0-1000", None),
    ] {
        let form = Form::read(form).unwrap();
        let question = Question {
            form: &form,
            named: &named,
            past: Vec::new(),
            cast: &cast,
        };
        let all = question.answers(CastId(0));
        assert_eq!(all.as_ref().map(Vec::len), count);
        let mut found: Vec<Answer> = Vec::new();
        for seed in 0..1000 {
            let answer = question
                .sample(CastId(0), &[], &mut Dice::new(seed))
                .unwrap();
            assert_eq!(question.check(&answer, CastId(0), &[]), Ok(()));
            let written = answer.write(&cast);
            assert_eq!(
                question.read(&tokens(&written).unwrap()),
                Ok(answer.clone())
            );
            if !found.contains(&answer) {
                found.push(answer);
            }
        }
        assert!(
            all.is_none_or(|all| all.len() == found.len()),
            "{}",
            found.len()
        );
    }
}

#[test]
fn earlier_rounds_limit_what_somebody_may_answer() {
    let cast = cast();
    let named: Vec<CastId> = cast.ids().take(4).collect();
    let up_to = |word: &str| format!("{word} (or pass, up to 2 in all)");
    for (form, earlier, answer, refused) in [
        ("one of A, B (not your last)", vec!["A"], "B", None),
        (
            "one of A, B, C (not your last)",
            vec!["A"],
            "A",
            Some("A can't be chosen here. You can choose B or C."),
        ),
        // The round before counts, and only this part of it.
        ("one of A, B (not your last)", vec!["A", "B"], "A", None),
        (
            "one of A, B\none of A, B (not your last)",
            vec!["A > B"],
            "B > A",
            None,
        ),
        (
            "person (not your last)",
            vec!["Teo"],
            "Teo",
            Some("Teo can't be chosen here. You can choose Lady Quill or Pass."),
        ),
        (
            "number 1-9 (not your last)",
            vec!["7"],
            "7",
            Some("You can choose 1, 2, 3, 4, 5, 6, 8 or 9."),
        ),
        (
            "number 1-9 (not your last, or pass)",
            vec!["pass"],
            "pass",
            None,
        ),
        (
            "2 of A, B, C, D (not your last)",
            vec!["A > B"],
            "C > B",
            Some("You can choose C or D."),
        ),
        // With fewer than two others, it doesn't hold.
        ("2 of A, B, C (not your last)", vec!["A > B"], "A > B", None),
        (&up_to("person"), vec!["Teo", "pass"], "Teo", None),
        (
            &up_to("person"),
            vec!["Teo", "pass", "Teo"],
            "Teo",
            Some("You have 0 answers left here. Pass instead."),
        ),
        (&up_to("number 1-900000"), vec!["1", "2"], "pass", None),
        (
            &up_to("2 people"),
            vec!["Teo > pass"],
            "Teo > \"Lady Quill\"",
            Some("You have 1 answer left here. Pass instead."),
        ),
    ] {
        let form = Form::read(form).unwrap();
        let read = Question {
            form: &form,
            named: &named,
            past: Vec::new(),
            cast: &cast,
        };
        let read = |text: &str| read.read(&tokens(text).unwrap()).unwrap();
        let mika = CastId(0);
        let round = |text: &&str| BTreeMap::from([(mika, read(text)), (CastId(1), read(answer))]);
        let past: Vec<_> = earlier.iter().map(round).collect();
        let question = Question {
            form: &form,
            named: &named,
            past: past.iter().collect(),
            cast: &cast,
        };
        let found = question.check(&read(answer), mika, &[]);
        let said =
            found.map_err(|wrong| wrong.say(&|who| cast.name(who).to_owned(), &str::to_owned));
        match (said, refused) {
            (Err(said), Some(refused)) => assert!(said.contains(refused), "{said}"),
            (said, refused) => assert_eq!((said, refused), (Ok(()), None), "{answer}"),
        }
        for seed in 0..50 {
            let drawn = question.sample(mika, &[], &mut Dice::new(seed)).unwrap();
            assert_eq!(question.check(&drawn, mika, &[]), Ok(()));
        }
        if let Some(all) = question.answers(mika) {
            assert_eq!(all.contains(&read(answer)), refused.is_none(), "{answer}");
        }
        // What is given for missing people is given in any case.
        let given = [Fill::Items(read(answer).0), Fill::Random];
        if form.parts.len() == 1 {
            assert_eq!(question.check(&read(answer), mika, &given), Ok(()));
        }
    }
}

#[test]
fn extras_are_bought_or_left_out() {
    check(
        "person\nBuy ticket: 5 garnets\nnumber 1-9\nMORE: 1 garnet, up to 2",
        &[
            ("Teo > 2 > 7", Some("Teo > 2 > 7"), Some("Teo > 2 > 7")),
            ("teo, 7", None, Some("Teo > 0 > 7")),
            ("teo, ticket: 3, 7", None, Some("Teo > 3 > 7")),
            (
                "Teo > 0 > 7 > Teo > Mika",
                Some("Teo > 0 > 7 > Teo > Mika"),
                Some("Teo > 0 > 7 > Teo > Mika"),
            ),
            (
                "teo, 2, 7, mi, more: mi",
                None,
                Some("Teo > 2 > 7 > Mika > Mika"),
            ),
            ("teo, 0, 7, mika, mika, mika", None, None),
            ("teo, 10, 7", None, None),
            ("teo, 10", None, None),
        ],
    );
    let cast = cast();
    let named: Vec<CastId> = cast.ids().collect();
    let form = "2 of A, B, C (or pass)\nbuy ticket: 5 garnets, up to 3\nmore: 1 garnet";
    let form = Form::read(form).unwrap();
    let question = Question {
        form: &form,
        named: &named,
        past: Vec::new(),
        cast: &cast,
    };
    let plain = str::to_owned;
    let says = form.parts[1..].iter().map(|part| part.says(&plain));
    let expected = ["up to 3, for 5 garnets each", "up to 9, for 1 garnet each"];
    assert_eq!(says.collect::<Vec<_>>(), expected);
    let mut given = Vec::new();
    for (text, price, said) in [
        ("A > pass > 0", 0, "A and Pass"),
        (
            "A > B > 2 > A > A",
            12,
            "A and B · ticket: 2 for 10 garnets · more: A and A for 2 garnets",
        ),
        ("C > B > 0 > A", 1, "C and B · more: A for 1 garnet"),
    ] {
        let answer = question.read(&tokens(text).unwrap()).unwrap();
        assert_eq!(question.check(&answer, CastId(0), &[]), Ok(()));
        assert_eq!(form.price(&answer), price);
        assert_eq!(answer.says(&form, &cast, &plain), said);
        given.push(answer);
    }
    let choice = |(item, count): (&str, u32)| (Item::Choice(item.to_owned()), count);
    let mut of_list = [("A", 5), ("B", 2), ("C", 1)].map(choice).to_vec();
    of_list.push((Item::Pass, 1));
    let tallies = question.tallies(given.iter());
    assert_eq!(tallies[0], of_list);
    assert_eq!(tallies[1], [(Item::Number(0), 2), (Item::Number(2), 1)]);
    assert_eq!(tallies.len(), 2);
    let mut prices = Vec::new();
    for seed in 0..200 {
        let drawn = question
            .sample(CastId(0), &[], &mut Dice::new(seed))
            .unwrap();
        assert_eq!(
            question.read(&tokens(&drawn.write(&cast)).unwrap()),
            Ok(drawn.clone())
        );
        prices.push(form.price(&drawn));
    }
    assert!(prices.contains(&0) && prices.iter().any(|price| *price > 15));
    // Nobody who is missing pays.
    for (typed, price) in [("random", Some(0)), ("A, C", Some(0)), ("A, C / 2", None)] {
        let missing = Missing::read(typed, &question);
        let drawn = missing.ok().and_then(|missing| {
            let dice = &mut Dice::new(3);
            question.sample(CastId(0), &missing.fills, dice)
        });
        assert_eq!(drawn.map(|drawn| form.price(&drawn)), price, "{typed}");
    }
    // What was bought is an answer of the first part, too.
    let form = Form::read("person (not your last)\nmore: 1 garnet").unwrap();
    let past = [BTreeMap::from([(
        CastId(0),
        Answer([1, 2].map(|who| Item::Person(CastId(who))).to_vec()),
    )])];
    let question = Question {
        form: &form,
        past: past.iter().collect(),
        ..question
    };
    for (text, is_possible) in [
        ("Zoë", true),
        ("\"Lady Quill\"", false),
        ("Zoë > Teo", false),
    ] {
        let answer = question.read(&tokens(text).unwrap()).unwrap();
        let checked = question.check(&answer, CastId(0), &[]);
        assert_eq!(checked.is_ok(), is_possible, "{text}");
    }
}

#[test]
fn what_missing_people_get_is_read() {
    let cast = cast();
    let named: Vec<CastId> = cast.ids().collect();
    for (form, typed, expected) in [
        ("person", "nothing", Ok((None, false))),
        ("person", "Random, Strike", Ok((None, true))),
        ("person", "yourself", Ok((Some("Teo"), false))),
        (
            "2 people (repeats)",
            "yourself",
            Ok((Some("Teo > Teo"), false)),
        ),
        (
            "one of Swipe, Jump\nperson",
            "jump / lady",
            Ok((Some("Jump > \"Lady Quill\""), false)),
        ),
        (
            "one of Swipe, Jump\nperson",
            "jump / random",
            Ok((None, false)),
        ),
        ("number 1-9", "3,strike", Ok((Some("3"), true))),
        ("number 1-9", "30", Err("from 1 to 9")),
        ("number 1-9", "yourself", Err("needs a person")),
        (
            "amounts 0-10 of Loan, Veto\n2 of Red, Blue (or pass)",
            "veto 1 / pass, blue",
            Ok((Some("0 > 1 > pass > Blue"), false)),
        ),
        ("person\nperson", "Mika", Err("has 2 parts")),
        ("person", "nobody", Err("Nobody in this cast")),
        ("person", "host", Ok((None, false))),
        (
            "one of Swipe, Jump\nperson",
            "jump / Host",
            Ok((None, false)),
        ),
    ] {
        let form = Form::read(form).unwrap();
        let question = Question {
            form: &form,
            named: &named,
            past: Vec::new(),
            cast: &cast,
        };
        let read = Missing::read(typed, &question);
        match (read, expected) {
            (Ok(read), Ok((answer, strike))) => {
                let filled = read.answer(&question, CastId(1));
                let written = filled.map(|answer| answer.write(&cast));
                assert_eq!(
                    (written.as_deref(), read.penalty.strike),
                    (answer, strike),
                    "{typed}"
                );
                assert_eq!(read.draws(), typed.to_lowercase().contains("random"));
            }
            (Err(why), Err(said)) => {
                let why = why.say(&str::to_owned);
                assert!(why.contains(said), "{typed}: {why}");
            }
            (read, _) => panic!("{typed}: {read:?}"),
        }
    }
}

#[test]
fn a_tally_does_not_tell_who_answered_what() {
    let cast = cast();
    let named: Vec<CastId> = cast.ids().collect();
    let form = Form::read("person (or pass)\nnumber 1-9\none of A, B").unwrap();
    let question = Question {
        form: &form,
        named: &named,
        past: Vec::new(),
        cast: &cast,
    };
    let mut given: Vec<Answer> = ["pass > 9 > B", "Teo > 2 > A", "Teo > 9 > B", "Mika > 2 > B"]
        .map(|text| question.read(&tokens(text).unwrap()).unwrap())
        .to_vec();
    let tallies = question.tallies(given.iter());
    given.reverse();
    assert_eq!(tallies, question.tallies(given.iter()));
    let [mika, teo] = [0, 1].map(|id| Item::Person(CastId(id)));
    assert_eq!(tallies[0], [(teo.clone(), 2), (mika, 1), (Item::Pass, 1)]);
    assert_eq!(tallies[1], [(Item::Number(2), 2), (Item::Number(9), 2)]);
    assert_eq!(most(&form.parts[0], &tallies[0]), [teo]);
    assert_eq!(most(&form.parts[0], &Vec::new()), []);
}

#[test]
fn amounts_and_several_items_are_tallied_and_said() {
    let cast = cast();
    let form = Form::read("2 of A, B, C\namounts 0-10 of Loan, Veto").unwrap();
    let question = Question {
        form: &form,
        named: &[],
        past: Vec::new(),
        cast: &cast,
    };
    let given = ["A > C > 3 > 0", "C > B > 5 > 10"]
        .map(|text| question.read(&tokens(text).unwrap()).unwrap());
    let choice = |(item, count): (&str, u32)| (Item::Choice(item.to_owned()), count);
    let tallies = question.tallies(given.iter());
    assert_eq!(tallies[0], [("C", 2), ("A", 1), ("B", 1)].map(choice));
    assert_eq!(tallies[1], [("Veto", 10), ("Loan", 8)].map(choice));
    let plain = str::to_owned;
    let said = given[0].says(&form, &cast, &plain);
    assert_eq!(said, "A and C · Loan 3");
    let says = form.parts.iter().map(|part| part.says(&plain));
    assert_eq!(
        says.collect::<Vec<_>>(),
        ["2 of A, B and C", "0 to 10 for each of Loan and Veto"]
    );
}
