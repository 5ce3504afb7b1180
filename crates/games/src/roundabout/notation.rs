//! Roundabout's notation: `first dmo`, `party 17`, `place UMG 12`, `card 4`, `drive UMG north`,
//! `stop UMG`, `yield outer`, `end`.

use super::board::{Roundabout, Space};
use super::rules::{Phase, Refusal, Sign};
use super::say;
use crate::notation::{Token, number, quoted, tokens};
use crate::{Cast, CastId, GameAction, Refusal as AnyRefusal, Seat};

/// An action of Roundabout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The seat that takes the first turn.
    First(Seat),
    /// The space of the opponent's party.
    Party(Space),
    Place(CastId, Space),
    /// 1 to 5.
    Card(u8),
    Drive(CastId, Roundabout),
    Sign(Sign),
    End,
}

const FORMS: &[&str] = &[
    "first dmo",
    "party 17",
    "place NAME 12",
    "card 4",
    "drive NAME north",
    "stop NAME",
    "yield outer",
    "end",
];

impl GameAction for Action {
    fn read(text: &str, cast: &Cast) -> Result<Action, AnyRefusal> {
        let unreadable = || AnyRefusal::unreadable(FORMS);
        let tokens = tokens(text).ok_or_else(unreadable)?;
        let (verb, rest) = tokens.split_first().ok_or_else(unreadable)?;
        let car = |token: &Token| token.person(cast, FORMS);
        let count = |token: &Token| token.bare().and_then(number).ok_or_else(unreadable);
        let space = |token: &Token| Space::new(count(token)?).ok_or(Refusal::OffBoard.into());
        let roundabout = |token: &Token| {
            token
                .bare()
                .and_then(Roundabout::read)
                .ok_or_else(unreadable)
        };
        match rest {
            [] if verb.is("end") => Ok(Action::End),
            [seat] if verb.is("first") => {
                let seat = seat.bare().and_then(Seat::read);
                seat.map(Action::First).ok_or_else(unreadable)
            }
            [at] if verb.is("party") => space(at).map(Action::Party),
            [card] if verb.is("card") => match count(card)? {
                card @ 1..=5 => Ok(Action::Card(card as u8)),
                _ => Err(Refusal::NoSuchCard.into()),
            },
            [name] if verb.is("stop") => Ok(Action::Sign(Sign::Stop(car(name)?))),
            [on] if verb.is("yield") => Ok(Action::Sign(Sign::Yield(roundabout(on)?))),
            [name, at] if verb.is("place") => Ok(Action::Place(car(name)?, space(at)?)),
            [name, round] if verb.is("drive") => {
                let round = roundabout(round)?;
                Ok(Action::Drive(car(name)?, round))
            }
            _ => Err(unreadable()),
        }
    }

    fn write(&self, cast: &Cast) -> String {
        let name = |car: CastId| quoted(cast.name(car));
        match *self {
            Action::First(seat) => format!("first {seat}"),
            Action::Party(space) => format!("party {space}"),
            Action::Place(car, space) => format!("place {} {space}", name(car)),
            Action::Card(card) => format!("card {card}"),
            Action::Drive(car, on) => format!("drive {} {on}", name(car)),
            Action::Sign(Sign::Stop(car)) => format!("stop {}", name(car)),
            Action::Sign(Sign::Yield(on)) => format!("yield {on}"),
            Action::End => "end".to_owned(),
        }
    }

    fn label(&self, cast: &Cast) -> String {
        match *self {
            Action::First(seat) => cast.seat_name(seat).to_owned(),
            Action::Party(space) => format!("Space {space}"),
            Action::Place(car, space) => format!("{} on {space}", cast.name(car)),
            Action::Card(card) => card.to_string(),
            Action::Drive(car, on) => format!("{} {on}", cast.name(car)),
            Action::Sign(Sign::Stop(car)) => format!("Stop {}", cast.name(car)),
            Action::Sign(Sign::Yield(on)) => format!("Yield {on}"),
            Action::End => "End turn".to_owned(),
        }
    }

    fn done(&self, cast: &Cast) -> String {
        match *self {
            Action::First(seat) => format!("{} goes first", cast.seat_name(seat)),
            Action::Party(space) => format!("your opponent's party is on {space}"),
            Action::Place(car, space) => format!("you placed {} on {space}", cast.name(car)),
            Action::Card(card) => format!("you played a {card}"),
            Action::Drive(car, on) => format!("you drove {} {on}", cast.name(car)),
            Action::Sign(sign) => format!("you placed a {}", say::sign_words(sign, cast)),
            Action::End => "you ended your turn".to_owned(),
        }
    }
}

/// Short forms that people type: the beginning of a name, a roundabout's first letters, and without
/// the verb if the phase makes it clear.
pub fn expand(text: &str, phase: Phase, cast: &Cast) -> Option<String> {
    if Action::read(text, cast).is_ok() {
        return None;
    }
    let tokens = tokens(text)?;
    let (first, rest) = tokens.split_first()?;
    let with_verb = match first.bare().unwrap_or("").to_ascii_lowercase().as_str() {
        "first" => short_first(rest, cast),
        "place" => short_place(rest, cast),
        "drive" => short_drive(rest, cast),
        "stop" => short_name(rest, cast).map(|car| Action::Sign(Sign::Stop(car))),
        "yield" => short_roundabout(rest).map(|on| Action::Sign(Sign::Yield(on))),
        _ => None,
    };
    let action = with_verb.or_else(|| match phase {
        Phase::Choosing => short_first(&tokens, cast),
        Phase::Parties(_) => lone_number(&tokens).and_then(Space::new).map(Action::Party),
        Phase::Placing(_) => short_place(&tokens, cast),
        Phase::Card(_) => lone_number(&tokens)
            .filter(|card| (1..=5).contains(card))
            .map(|card| Action::Card(card as u8)),
        Phase::Driving(_) if tokens.len() == 1 => {
            let word = first.bare()?.to_ascii_lowercase();
            ("end".starts_with(&word) || word == "done").then_some(Action::End)
        }
        Phase::Driving(_) => short_drive(&tokens, cast),
        Phase::Over => None,
    })?;
    Some(action.write(cast))
}

fn lone_number(tokens: &[Token]) -> Option<u32> {
    match tokens {
        [word] => word.bare().and_then(number),
        _ => None,
    }
}

fn short_first(tokens: &[Token], cast: &Cast) -> Option<Action> {
    if let [Token::Bare(word)] = tokens
        && let Some(seat) = Seat::read(word)
    {
        return Some(Action::First(seat));
    }
    cast.player_called(tokens).map(Action::First)
}

fn short_place(tokens: &[Token], cast: &Cast) -> Option<Action> {
    let (at, name) = tokens.split_last()?;
    let space = at.bare().and_then(number).and_then(Space::new)?;
    Some(Action::Place(short_name(name, cast)?, space))
}

fn short_drive(tokens: &[Token], cast: &Cast) -> Option<Action> {
    let (round, name) = tokens.split_last()?;
    let round = short_roundabout(std::slice::from_ref(round))?;
    Some(Action::Drive(short_name(name, cast)?, round))
}

fn short_roundabout(tokens: &[Token]) -> Option<Roundabout> {
    let [Token::Bare(word)] = tokens else {
        return None;
    };
    let word = word.to_ascii_lowercase();
    let mut all = Roundabout::ALL.into_iter();
    if let Some(round) = all.find(|round| [round.word(), round.short()].contains(&word.as_str())) {
        return Some(round);
    }
    let all = Roundabout::ALL.into_iter();
    let mut fitting = all.filter(|round| round.word().starts_with(&word));
    match (fitting.next(), fitting.next()) {
        (only, None) => only,
        _ => None,
    }
}

fn short_name(tokens: &[Token], cast: &Cast) -> Option<CastId> {
    cast.meant_by(tokens, |_| true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cast() -> Cast {
        let names = [
            "Zac",
            "Tiac",
            "UMG",
            "Lord Byron",
            "Shane",
            "Shaun",
            "stop",
            ">",
            "12",
            "north",
            "Éa",
            "Myth",
        ];
        Cast::of(["Tiac", "Zac"], &names, &[])
    }

    #[test]
    fn short_forms_become_notation() {
        let driving = Phase::Driving(Seat::Dmo);
        let placing = Phase::Placing(Seat::Dmo);
        let parties = Phase::Parties(Seat::Dmo);
        let card = Phase::Card(Seat::Dmo);
        for (phase, typed, written) in [
            (Phase::Choosing, "EC", Some("first ec")),
            (Phase::Choosing, "tia", Some("first dmo")),
            (Phase::Choosing, "first zac", Some("first ec")),
            (Phase::Choosing, "umg", None),
            (parties, "17", Some("party 17")),
            (parties, "31", None),
            (parties, "017", None),
            (placing, "umg 12", Some("place UMG 12")),
            (placing, "12 12", Some("place 12 12")),
            (placing, "lord byron 3", Some("place \"Lord Byron\" 3")),
            (placing, "place u 3", Some("place UMG 3")),
            (placing, "4", None),
            (card, "4", Some("card 4")),
            (card, "6", None),
            (driving, "umg n", Some("drive UMG north")),
            (driving, "UMG  ne", Some("drive UMG northeast")),
            (driving, "u SE", Some("drive UMG southeast")),
            (driving, "u s", Some("drive UMG south")),
            (driving, "u sw", Some("drive UMG southwest")),
            (driving, "u nw", Some("drive UMG northwest")),
            (driving, "u in", Some("drive UMG inner")),
            (driving, "shane OUT", Some("drive Shane outer")),
            (driving, "drive sha n", None),
            (driving, "shau o", Some("drive Shaun outer")),
            (driving, "lord i", Some("drive \"Lord Byron\" inner")),
            (
                driving,
                "\"lord byron\" i",
                Some("drive \"Lord Byron\" inner"),
            ),
            (driving, "\">\" sout", None),
            (driving, "\">\" south", Some("drive \">\" south")),
            (driving, "éa n", Some("drive Éa north")),
            (driving, "ea n", Some("drive Éa north")),
            (driving, "north n", Some("drive north north")),
            (driving, "stop umg", None),
            (driving, "stop u", Some("stop UMG")),
            (driving, "stop sto", Some("stop stop")),
            (driving, "stop ne", Some("drive stop northeast")),
            (driving, "yield out", Some("yield outer")),
            (driving, "yield northe", Some("yield northeast")),
            (driving, "e", Some("end")),
            (driving, "done", Some("end")),
            (driving, "drive UMG north", None),
            (driving, "resign", None),
            (driving, "", None),
            (Phase::Over, "umg n", None),
        ] {
            assert_eq!(
                expand(typed, phase, &cast()).as_deref(),
                written,
                "{phase:?} {typed:?}"
            );
        }
    }
}
