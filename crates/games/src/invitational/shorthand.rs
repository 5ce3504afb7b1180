//! Short forms that people type: `3 isa` for `send 3 Isa`, and names without quotes or only by
//! their beginnings. A ranking needs no verb and may have only some houses: the rest follow in cast
//! order.

use super::map::Houses;
use super::notation::{Action, Order, Verb};
use super::rules::{COURIERS, Invitational, Phase};
use crate::notation::{Token, number, quoted, split, tokens};
use crate::{CastId, GameAction, Seat};

/// The action that a text means, in notation. None if it is already notation, or if it isn't clear.
pub fn expand(game: &Invitational, seat: Seat, text: &str) -> Option<String> {
    match Action::read(text, &game.cast) {
        Ok(Action::Rank(houses)) if game.phase == Phase::Ranking => {
            let whole = with_rest(game, houses.clone());
            return (whole != houses).then(|| Action::Rank(whole).write(&game.cast));
        }
        Ok(_) => return None,
        Err(_) => {}
    }
    let action = match game.phase {
        Phase::Ranking => match ranked(game, text) {
            Some(action) => action,
            None => return misnamed(game, text),
        },
        Phase::Dropping => order(game, seat, Verb::Drop, &tokens(text)?)?,
        Phase::Sending => order(game, seat, Verb::Send, &tokens(text)?)?,
        Phase::Over => return None,
    };
    Some(action.write(&game.cast))
}

/// Reads a ranking in notation (a name may have a comma); else one that separates with commas,
/// semicolons or line ends.
fn ranked(game: &Invitational, text: &str) -> Option<Action> {
    let as_it_stands = tokens(text).and_then(|tokens| ranking(game, &tokens));
    as_it_stands.or_else(|| {
        let is_sign = |c: char| c == '>' || c.is_whitespace();
        let parts = split(text);
        let names: Vec<&str> = parts
            .iter()
            .map(|part| part.trim_matches(is_sign))
            .collect();
        ranking(game, &tokens(&names.join(" > "))?)
    })
}

/// A ranking with an unknown name, with all names quoted. So the refusal is about that name, not
/// about the whole text.
fn misnamed(game: &Invitational, text: &str) -> Option<String> {
    let tokens = tokens(text).filter(|tokens| tokens.contains(&Token::Greater))?;
    let tokens = match &tokens[..] {
        [verb, rest @ ..] if starts("rank", verb) => rest,
        all => all,
    };
    let rankable = game.rankable();
    let names = tokens.split(|token| *token == Token::Greater);
    let names: Option<Vec<String>> = names
        .map(|words| match house(game, rankable, words) {
            Some(house) => Some(quoted(game.cast.name(house)).into_owned()),
            None => {
                let words: Option<Vec<&str>> = words.iter().map(Token::name).collect();
                let name = words?.join(" ");
                (!name.is_empty()).then(|| format!("\"{name}\""))
            }
        })
        .collect();
    Some(format!("rank {}", names?.join(" > ")))
}

fn ranking(game: &Invitational, tokens: &[Token]) -> Option<Action> {
    let tokens = match tokens {
        // A single word may be a name; a verb needs a name after it.
        [verb, rest @ ..] if starts("rank", verb) && !matches!(rest, [] | [Token::Greater, ..]) => {
            rest
        }
        // A name alone isn't a ranking: it may be a slip, and a ranking can be final at once.
        all if !all.contains(&Token::Greater) => return None,
        all => all,
    };
    let is_rest = |token: &Token| matches!(token.bare(), Some("..." | "…"));
    let tokens = match tokens {
        [named @ .., Token::Greater, rest] if is_rest(rest) => named,
        [named @ .., Token::Greater] => named,
        all => all,
    };
    let rankable = game.rankable();
    let names = tokens.split(|token| *token == Token::Greater);
    let houses: Option<Vec<CastId>> = names.map(|words| house(game, rankable, words)).collect();
    Some(Action::Rank(with_rest(game, houses?)))
}

/// The ranking that begins with these houses; the others follow in cast order.
fn with_rest(game: &Invitational, mut houses: Vec<CastId>) -> Vec<CastId> {
    let others = game.rankable().without(houses.iter().copied().collect());
    houses.extend(others.iter());
    houses
}

fn order(game: &Invitational, seat: Seat, verb: Verb, tokens: &[Token]) -> Option<Action> {
    let rest = match tokens {
        [first, rest @ ..] if starts(verb.word(), first) => rest,
        all => all,
    };
    let (courier, name) = rest.split_first()?;
    let courier = u8::try_from(courier.bare().and_then(number)?).ok()?;
    if !COURIERS.contains(&courier) {
        return None;
    }
    // Prefers houses to which the courier can go: if two begin alike, the possible one is meant.
    let house = house(game, game.targets(seat, verb, courier), name)?;
    Some(Action::Order(Order {
        verb,
        courier,
        house,
    }))
}

fn starts(word: &str, token: &Token) -> bool {
    token.bare().is_some_and(|text| {
        word.get(..text.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(text))
    })
}

/// The house that some words mean: by its whole name, else by a beginning that only one of the
/// `likely` houses has, else only one of all.
fn house(game: &Invitational, likely: Houses, words: &[Token]) -> Option<CastId> {
    game.cast.meant_by(words, |id| likely.has(id))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::{AnyGame, Author, Cast, GameId, GivenOptions, Party, Seat};

    /// The source's map at the start:
    /// ```text
    /// Zac   Tiac   UMG    Myth  Shane
    /// Andy  Pixie  Anna   Isa   Vik
    /// Q     Fox    x  y   Sun   Lord Byron
    /// ```
    fn opened() -> AnyGame {
        let players = [
            "Zac",
            "Tiac",
            "UMG",
            "Myth",
            "Shane",
            "Andy",
            "Anna",
            "Vik",
            "Q",
            "Fox",
            "x  y",
            "Sun",
            "Lord Byron",
        ];
        let cast = Cast::of(["Zac", "Tiac"], &players, &["Pixie", "Isa"]);
        let none = GivenOptions::new();
        GameId::read("invitational")
            .unwrap()
            .open(&none, &Arc::new(cast))
            .unwrap()
    }

    fn both(game: &mut AnyGame, act: &str) {
        for seat in Seat::BOTH {
            game.act(Author::Seat(seat), None, act).unwrap();
        }
    }

    #[track_caller]
    fn check(game: &AnyGame, cases: &[(&str, Option<&str>)]) {
        for (text, expected) in cases {
            let expanded = game.expand(Party::Seat(Seat::Dmo), text);
            assert_eq!(expanded.as_deref(), *expected, "{text:?}");
        }
    }

    const RANKING: &str = "rank Zac > Tiac > UMG > Myth > Shane > Andy > Anna > Vik > Q > Fox > \
                           \"x  y\" > Sun > \"Lord Byron\"";

    const Q_FIRST: &str = "rank Q > Zac > Tiac > UMG > Myth > Shane > Andy > Anna > Vik > Fox > \
                           \"x  y\" > Sun > \"Lord Byron\"";

    #[test]
    fn a_ranking_works_without_the_verb_and_with_short_names() {
        let game = opened();
        let short = "z>t>u>m>sh>and>ann>v>q>f>x>su>l";
        check(
            &game,
            &[
                (short, Some(RANKING)),
                (&format!("r {short}"), Some(RANKING)),
                (RANKING, None),
                // The rest follows in cast order.
                ("rank q > zac", Some(Q_FIRST)),
                ("q > zac", Some(Q_FIRST)),
                ("rank Q > Zac >", Some(Q_FIRST)),
                ("rank q > zac > ...", Some(Q_FIRST)),
                ("rank zac", Some(RANKING)),
                // A list with commas.
                ("rank q, zac", Some(Q_FIRST)),
                ("q, zac, tiac", Some(Q_FIRST)),
                ("q; zac;", Some(Q_FIRST)),
                ("rank Q >\r\nZac >\nTiac", Some(Q_FIRST)),
                ("q\n> zac\n\n> …", Some(Q_FIRST)),
                ("Q > Zac, Tiac > UMG", Some(Q_FIRST)),
                ("q, zac, jweizy", None),
                ("q, sorry", None),
                ("rank q, rank zac", None),
                ("q,", None),
                (&format!("{short} > …"), Some(RANKING)),
                ("...", None),
                // A name of nobody, or of several people.
                ("jweizy", None),
                ("zac > > fox", None),
                // The refusal says which name is wrong.
                ("zac > jweizy", Some("rank Zac > \"jweizy\"")),
                ("rank lord byron > an", Some("rank \"Lord Byron\" > \"an\"")),
                ("", None),
            ],
        );
    }

    #[test]
    fn an_order_needs_a_courier_and_the_start_of_a_name() {
        let mut game = opened();
        both(&mut game, RANKING);
        check(
            &game,
            &[
                ("3 pix", Some("drop 3 Pixie")),
                ("d 3 pixie", Some("drop 3 Pixie")),
                ("drop 3 Lord Byron", Some("drop 3 \"Lord Byron\"")),
                ("drop 3 pixie", None),
                ("3 an", None),
                ("5 pixie", None),
                ("3", None),
                ("drop", None),
            ],
        );
        for act in ["drop 1 Pixie", "drop 2 Q", "drop 3 Isa", "drop 4 Q"] {
            both(&mut game, act);
        }
        check(
            &game,
            &[
                // Andy is next to Q; Anna isn't.
                ("2 an", Some("send 2 Andy")),
                // Pixie is next to both.
                ("1 an", None),
                ("s 3 ly", None),
                ("s 3 l", Some("send 3 \"Lord Byron\"")),
                // A whole name stays. The rules then say that no road leads there.
                ("send 3 q", None),
                ("3 q", Some("send 3 Q")),
            ],
        );
        check(&game, &[("send 3 fo", Some("send 3 Fox"))]);
    }

    #[test]
    fn a_ranking_is_completed_house_by_house() {
        let game = opened();
        let offers = |prefix: &str| game.offers(Party::Seat(Seat::Ec), prefix);
        assert_eq!(offers("").len(), 13);
        assert_eq!(offers("")[0].act, RANKING);
        assert_eq!(offers("Rank Fox > zac > ").len(), 11);
        let third = &offers("rank fox > zac > \"L")[0];
        assert_eq!(third.label, "3. Lord Byron");
        assert!(
            third
                .act
                .starts_with("rank Fox > Zac > \"Lord Byron\" > Tiac > UMG > ")
        );
        assert_eq!(offers("rank fox > fox").len(), 0);
        assert_eq!(offers("drop").len(), 0);
    }

    #[test]
    fn typed_text_narrows_the_offered_orders() {
        let mut game = opened();
        both(&mut game, RANKING);
        let count =
            |game: &AnyGame, prefix: &str| game.offers(Party::Seat(Seat::Dmo), prefix).len();
        assert_eq!(count(&game, ""), 4 * 15);
        assert_eq!(count(&game, "DROP 3 a"), 2);
        for act in ["drop 1 Pixie", "drop 2 Q", "drop 3 Isa", "drop 4 Q"] {
            both(&mut game, act);
        }
        assert_eq!(count(&game, ""), 8 + 3 + 8 + 3);
        assert_eq!(count(&game, "send 2 "), 3);
    }
}
