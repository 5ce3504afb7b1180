//! What people type for short: `3 isa` for `send 3 Isa`, names by their beginnings and without quotes, a ranking without its verb.

use super::map::Houses;
use super::notation::{self, Action, Order, Verb};
use super::rules::{COURIERS, Invitational, Phase};
use crate::games::notation::{Token, number, tokens};
use crate::games::{CastId, Seat};

/// The action that a text stands for, in notation. None when it is one already, or when nothing single is meant.
pub fn expand(game: &Invitational, seat: Seat, text: &str) -> Option<String> {
    if notation::read(text, &game.cast).is_ok() {
        return None;
    }
    let tokens = tokens(text)?;
    let action = match game.phase {
        Phase::Ranking => ranking(game, &tokens)?,
        Phase::Dropping => order(game, seat, Verb::Drop, &tokens)?,
        Phase::Sending => order(game, seat, Verb::Send, &tokens)?,
        Phase::Over => return None,
    };
    Some(action.write(&game.cast))
}

fn ranking(game: &Invitational, tokens: &[Token]) -> Option<Action> {
    let tokens = match tokens {
        // A single word may be a name; a verb has a name after it.
        [verb, rest @ ..] if starts("rank", verb) && !matches!(rest, [] | [Token::Greater, ..]) => {
            rest
        }
        all => all,
    };
    let rankable = game.rankable();
    let names = tokens.split(|token| *token == Token::Greater);
    let houses: Option<Vec<CastId>> = names.map(|words| house(game, rankable, words)).collect();
    houses.map(Action::Rank)
}

fn order(game: &Invitational, seat: Seat, verb: Verb, tokens: &[Token]) -> Option<Action> {
    let rest = match tokens {
        [first, rest @ ..] if starts(verb.word(), first) => rest,
        all => all,
    };
    let (courier, name) = rest.split_first()?;
    let courier = courier.bare().and_then(number)?;
    let courier = u8::try_from(courier)
        .ok()
        .filter(|courier| COURIERS.contains(courier))?;
    // Where it may go comes first: of two houses that begin alike the one that can be meant is meant.
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

/// The house meant by some words: by its whole name, else by a beginning that only one of the likely houses has,
/// else only one of all.
fn house(game: &Invitational, likely: Houses, words: &[Token]) -> Option<CastId> {
    let words: Option<Vec<&str>> = words.iter().map(Token::name).collect();
    let typed = words?.join(" ").to_lowercase();
    if typed.is_empty() {
        return None;
    }
    let cast = &game.cast;
    let beginning = |id: &CastId| cast.name(*id).to_lowercase().starts_with(&typed);
    let only = |mut found: Vec<CastId>| (found.len() == 1).then(|| found.remove(0));
    cast.find(&typed)
        .or_else(|| only(likely.iter().filter(beginning).collect()))
        .or_else(|| only(cast.ids().filter(beginning).collect()))
}
