use std::collections::BTreeMap;

use super::{Score, Scoring, Ties};
use crate::question::{Form, Question};
use crate::{Cast, CastId, Member, Role};

const PLAYERS: [&str; 5] = ["Mika", "Teo", "Juniper", "Rook", "Wren"];

fn cast() -> Cast {
    let members = PLAYERS.map(|name| Member {
        name: name.to_owned(),
        role: Role::Player,
    });
    Cast::new(members.to_vec(), None, &Default::default()).unwrap()
}

/// What each of five has got by the close: points, garnets, tokens, who is out, what they take, and
/// among whom the host decides.
#[test]
fn answers_give_what_the_rules_say() {
    const VOTES: &str = "person (yourself too)";
    const NUMBER: &str = "number 1-100";
    const THREE: &str = "3 people (yourself too, repeats)";
    const BIDS: &str = "amounts 0-10 of Loan, Twin";
    let to_three = ["Mika", "Mika", "Teo", "Teo", "Rook"];
    let three_each = [
        "Mika > Mika > Teo",
        "Rook > Rook > Rook",
        "Mika > Wren > Wren",
        "Rook > Wren > Wren",
        "Rook > Rook > Rook",
    ];
    let cast = cast();
    let players: Vec<CastId> = cast.safe_players().collect();
    for (form, points, ties, answers, expected) in [
        (VOTES, "most: out", Ties::All, to_three, "out Mika, Teo"),
        (VOTES, "most: out", Ties::Nobody, to_three, ""),
        (VOTES, "most: out", Ties::Host, to_three, "tied Mika, Teo"),
        (
            VOTES,
            "most 2: 1 point",
            Ties::Nobody,
            to_three,
            "Mika 1, Teo 1",
        ),
        (
            VOTES,
            "most 3: token",
            Ties::Host,
            to_three,
            "token Mika, Teo, Rook",
        ),
        (
            VOTES,
            "fewest: -1 point",
            Ties::All,
            to_three,
            "Juniper -1, Wren -1",
        ),
        (
            VOTES,
            "fewest 3: out",
            Ties::Host,
            to_three,
            "out Juniper, Wren, Rook",
        ),
        (
            VOTES,
            "most: votes points + 1 garnet",
            Ties::All,
            to_three,
            "Mika 2, Teo 2; garnets Mika 1, Teo 1",
        ),
        (
            VOTES,
            "most 5: out",
            Ties::All,
            to_three,
            "out Mika, Teo, Rook",
        ),
        (VOTES, "rounds 2-3: most: out", Ties::All, to_three, ""),
        (
            VOTES,
            "Rounds 1 - 3: fewest: 1 point",
            Ties::All,
            to_three,
            "Juniper 1, Wren 1",
        ),
        (
            "one of Red, Blue, Green",
            "fewest: 1 point\nmost: -1 point",
            Ties::All,
            ["Red", "Red", "Red", "Blue", "Blue"],
            "Mika -1, Teo -1, Juniper -1",
        ),
        (
            "one of Red, Blue",
            "fewest: 2 points",
            Ties::All,
            ["Red", "Red", "Red", "Blue", "Blue"],
            "Rook 2, Wren 2",
        ),
        (
            "one of Red, Blue",
            "worth: red 3, Blue -1",
            Ties::All,
            ["Red", "Red", "Red", "Blue", "Blue"],
            "Mika 3, Teo 3, Juniper 3, Rook -1, Wren -1",
        ),
        (
            NUMBER,
            "own number, highest: 0, lowest: -1 point",
            Ties::All,
            ["7", "40", "40", "12", "9"],
            "Mika -1, Rook 12, Wren 9",
        ),
        (
            NUMBER,
            "unique lowest = 1 point",
            Ties::All,
            ["7", "7", "9", "12", "9"],
            "Rook 1",
        ),
        (
            NUMBER,
            "unique highest = 2 points + token",
            Ties::All,
            ["7", "8", "9", "12", "12"],
            "Juniper 2; token Juniper",
        ),
        (
            NUMBER,
            "unique highest: 1 point",
            Ties::All,
            ["7", "7", "9", "9", "9"],
            "",
        ),
        (
            THREE,
            "by votes: 1 = 5 points; even = token + votes garnets; else = 1 garnet",
            Ties::All,
            three_each,
            "Teo 5; garnets Mika 1, Juniper 1, Rook 1, Wren 4; token Wren",
        ),
        (
            THREE,
            "by votes: 0 = out; odd = 1 point",
            Ties::All,
            three_each,
            "Mika 1, Teo 1, Rook 1; out Juniper",
        ),
        (
            BIDS,
            "unique highest takes, pays",
            Ties::All,
            ["3 > 0", "5 > 2", "5 > 1", "0 > 9", "4 > 9"],
            "",
        ),
        (
            BIDS,
            "unique highest takes, pays",
            Ties::All,
            ["3 > 0", "5 > 2", "6 > 1", "0 > 9", "4 > 8"],
            "garnets Juniper -6, Rook -9; takes Juniper Loan, Rook Twin",
        ),
        (VOTES, "by hand", Ties::All, to_three, ""),
    ] {
        let read = Form::read(form).unwrap();
        let question = Question {
            form: &read,
            named: &players,
            past: Vec::new(),
            cast: &cast,
        };
        let answers = answers.iter().map(|typed| {
            let tokens = crate::notation::tokens(typed).unwrap();
            question.read(&tokens).unwrap()
        });
        let answers = players.iter().copied().zip(answers).collect();
        let scoring = Scoring::read(points).unwrap();
        assert_eq!(scoring.check(&read), Ok(()), "{points}");
        let score = scoring.score(1, &question, &answers, &players, ties);
        assert_eq!(given(&score), expected, "{form}, {points}, {ties:?}");
    }
}

fn given(score: &Score) -> String {
    let name = |who: &CastId| PLAYERS[usize::from(who.0)];
    let counts = |counts: &BTreeMap<CastId, i32>| {
        let each = counts.iter();
        let each = each.map(|(who, count)| format!("{} {count}", name(who)));
        each.collect::<Vec<_>>().join(", ")
    };
    let names = |who: &[CastId]| who.iter().map(name).collect::<Vec<_>>().join(", ");
    let takes = score.takes.iter();
    let takes = takes.map(|(who, item)| format!("{} {item}", name(who)));
    let said = [
        ("", counts(&score.points)),
        ("garnets ", counts(&score.garnets)),
        ("token ", names(&score.tokens)),
        ("out ", names(&score.out)),
        ("takes ", takes.collect::<Vec<_>>().join(", ")),
        ("tied ", names(&score.tied)),
    ];
    let said = said.iter().filter(|(_, said)| !said.is_empty());
    let said = said.map(|(head, said)| format!("{head}{said}"));
    said.collect::<Vec<_>>().join("; ")
}

#[test]
fn rules_for_points_say_what_is_wrong_with_them() {
    for (form, points, said) in [
        (
            "person",
            "mots: out",
            "`mots: out` isn't a rule for points. Try `most: out`",
        ),
        ("person", "most 0: out", "isn't a rule for points"),
        ("person", "own", "isn't a rule for points"),
        (
            "number 1-9",
            "own number, middle: 0",
            "isn't a rule for points",
        ),
        ("person", "worth: Ana", "isn't a rule for points"),
        (
            "person",
            "by votes: many = out",
            "`many = out` isn't a rule for points",
        ),
        ("person", "rounds 2: most: out", "isn't a rule for points"),
        (
            "person",
            "most: outt",
            "Nobody can get `outt`. Try `out`, `token`",
        ),
        ("person", "most:", "Nobody can get ``"),
        ("person", "most: 1 pont", "Nobody can get `1 pont`"),
        ("person", "most: 2 votes", "Nobody can get `2 votes`"),
        (
            "person",
            "own number",
            "needs `number 1-100` in the first line",
        ),
        (
            "number 1-9",
            "most: out",
            "needs `person` or `one of Red, Blue` in the first line",
        ),
        (
            "one of A, B",
            "by votes: 1 = out",
            "needs `person` in the first line",
        ),
        (
            "text",
            "unique highest takes, pays",
            "needs `amounts 0-10 of Red, Blue`",
        ),
    ] {
        let form = Form::read(form).unwrap();
        let read = Scoring::read(points).and_then(|scoring| scoring.check(&form));
        let found = read.unwrap_err().say();
        assert!(found.contains(said), "{points}: {found}");
    }
}

#[test]
fn rules_are_said_in_words() {
    for (rules, ties, said) in [
        ("by hand", Ties::Host, ""),
        (
            "most: out",
            Ties::Host,
            "Chosen most: out. The host decides ties.",
        ),
        (
            "fewest 2: token + 1 garnet",
            Ties::All,
            "The 2 chosen least: a token and 1 garnet. All who tie get it.",
        ),
        (
            "by votes: 1 = votes points; even = nothing; else = -2 points",
            Ties::All,
            "For so many votes: 1: as many points; even (not 0): nothing; else: −2 points.",
        ),
        (
            "rounds 1-3: unique lowest: 1 point\nrounds 4-4: own number, highest: 0",
            Ties::All,
            "Rounds 1 to 3: Of the numbers that only one has: the lowest: 1 point. Round 4: For \
             your number: the highest: nothing; else: as many points.",
        ),
        (
            "unique highest takes, pays",
            Ties::All,
            "The only one who offers most for something takes it, and pays that in garnets.",
        ),
        ("worth: Ana 3, Ben -1", Ties::All, "Worth: Ana 3, Ben −1."),
        (
            "worth: at the end",
            Ties::All,
            "At the end the host says what each choice was worth.",
        ),
    ] {
        assert_eq!(Scoring::read(rules).unwrap().says(ties), said, "{rules}");
    }
}
