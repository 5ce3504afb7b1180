//! Short Circuit's notation: `first ec`, `place C4=SE C3=V`, `impossible`, `solve C4=SE F4=SW`,
//! `concede`.

use std::fmt::{self, Display};

use super::board::Piece;
use super::say;
use super::tile::Tile;
use crate::notation;
use crate::{Cast, Cell, GameAction, Party, Refusal, Seat};

/// An action of Short Circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The seat that goes first.
    First(Seat),
    Place(Vec<Piece>),
    Impossible,
    Solve(Vec<Piece>),
    Concede,
}

impl Display for Piece {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}={}", self.cell, self.tile.word())
    }
}

impl Display for Action {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (verb, pieces) = match self {
            Action::First(seat) => return write!(to, "first {seat}"),
            Action::Impossible => return to.write_str("impossible"),
            Action::Concede => return to.write_str("concede"),
            Action::Place(pieces) => ("place", pieces),
            Action::Solve(pieces) => ("solve", pieces),
        };
        to.write_str(verb)?;
        pieces.iter().try_for_each(|piece| write!(to, " {piece}"))
    }
}

const FORMS: &[&str] = &[
    "first dmo",
    "place C4=SE C3=V",
    "impossible",
    "solve C4=SE F4=SW",
    "concede",
];

impl GameAction for Action {
    /// Does not check whether its cells are on the board. The refusal of a text of tiles names the
    /// part that isn't a tile.
    fn read(text: &str, _cast: &Cast) -> Result<Action, Refusal> {
        parse(text).ok_or_else(|| {
            if of_tiles(text) {
                super::Refusal::NotTiles(no_piece(text)).into()
            } else {
                Refusal::unreadable(FORMS)
            }
        })
    }

    fn write(&self, _cast: &Cast) -> String {
        self.to_string()
    }

    fn label(&self, cast: &Cast) -> String {
        match self {
            Action::First(seat) => {
                let name: String = cast.seat_name(*seat).chars().take(60).collect();
                format!("{name} first")
            }
            _ => self.write(cast).trim_start_matches("place ").to_owned(),
        }
    }

    fn done(&self, cast: &Cast) -> String {
        match self {
            Action::First(seat) => format!("{} goes first", cast.seat_name(*seat)),
            Action::Place(pieces) => format!("you placed {}", say::placed(pieces)),
            Action::Impossible => "you called it impossible".to_owned(),
            Action::Solve(pieces) => {
                format!("you completed the circuit with {}", say::placed(pieces))
            }
            Action::Concede => "you conceded".to_owned(),
        }
    }
}

/// Whether a text names tiles: it begins with the verb for that, or with a cell.
fn of_tiles(text: &str) -> bool {
    let text = text.trim().to_ascii_lowercase();
    let verb = text.split(' ').next().unwrap_or_default();
    matches!(verb, "place" | "p" | "solve" | "s") || begins_with_cell(&text)
}

fn parse(text: &str) -> Option<Action> {
    let tokens = notation::tokens(text)?;
    let (verb, rest) = tokens.split_first()?;
    let mut words = rest.iter().map(|token| token.bare());
    if verb.is("place") || verb.is("solve") {
        let pieces: Vec<Piece> = words.map(|word| piece(word?)).collect::<Option<_>>()?;
        if pieces.is_empty() {
            return None;
        }
        return Some(if verb.is("place") {
            Action::Place(pieces)
        } else {
            Action::Solve(pieces)
        });
    }
    let action = if verb.is("first") {
        Action::First(Seat::read(words.next()??)?)
    } else if verb.is("impossible") {
        Action::Impossible
    } else if verb.is("concede") {
        Action::Concede
    } else {
        return None;
    };
    words.next().is_none().then_some(action)
}

/// Reads `C4=SE`.
pub fn piece(word: &str) -> Option<Piece> {
    let (cell, tile) = word.split_once('=')?;
    Some(Piece {
        cell: Cell::read(cell)?,
        tile: Tile::read(tile)?,
    })
}

/// Short forms that people type: `c4 se, c3 v` or `c4se c3v` for tiles, with or without the verb;
/// the beginning of a verb; a seat or a player by name, or `me`. When `solving`, tiles without a
/// verb are a `solve`.
pub fn expand(text: &str, whose: Party, solving: bool, cast: &Cast) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let text = lower.trim_matches(' ');
    if let Some(seat) = Seat::read(text) {
        return Some(Action::First(seat).to_string());
    }
    if let (Party::Seat(seat), "me" | "first me" | "i go first") = (whose, text) {
        return Some(Action::First(seat).to_string());
    }
    if let Some(name) = text.strip_prefix("first ")
        && let Some(words) = notation::tokens(name)
        && let Some(seat) = cast.player_called(&words)
    {
        return Some(Action::First(seat).to_string());
    }
    for (action, least) in [(Action::Impossible, 1), (Action::Concede, 3)] {
        if text.len() >= least && action.to_string().starts_with(text) {
            return Some(action.to_string());
        }
    }
    let (verb, rest) = match text.split_once(' ') {
        Some(("place" | "p", rest)) => ("place", rest),
        Some(("solve" | "s", rest)) => ("solve", rest),
        _ if solving => ("solve", text),
        _ => ("place", text),
    };
    let pieces = loose_pieces(rest).ok()?;
    Some(if verb == "place" {
        Action::Place(pieces).to_string()
    } else {
        Action::Solve(pieces).to_string()
    })
}

/// The part of a text of tiles that isn't a tile, in the form of notation; None if nothing is
/// wrong.
pub fn no_piece(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    let rest = loose_pieces(without_verb(&text)?).err()?;
    let word = rest.find(BETWEEN).unwrap_or(rest.len());
    // If a cell is right, the code after it is wrong.
    let is_cell = rest[..word].ends_with(|c: char| c.is_ascii_digit());
    let code = rest[word..].trim_start_matches(BETWEEN);
    let end = if is_cell {
        rest.len() - code.len() + code.find(BETWEEN).unwrap_or(code.len())
    } else {
        word
    };
    let wrong: String = rest[..end]
        .trim_end_matches(BETWEEN)
        .chars()
        .take(20)
        .collect();
    (!wrong.is_empty()).then(|| wrong.to_ascii_uppercase())
}

/// Reads tiles as people type them, with or without a verb; empty for a blank text, None if
/// something isn't a tile.
pub fn read_pieces(text: &str) -> Option<Vec<Piece>> {
    let text = text.trim().to_ascii_lowercase();
    match without_verb(&text) {
        Some("") => Some(Vec::new()),
        rest => loose_pieces(rest?).ok(),
    }
}

/// The text after its verb; None for a verb alone.
fn without_verb(text: &str) -> Option<&str> {
    match text.split_once(' ') {
        Some(("place" | "p" | "solve" | "s", rest)) => Some(rest),
        _ => Some(text).filter(|verb| !matches!(*verb, "place" | "p" | "solve" | "s")),
    }
}

const BETWEEN: [char; 8] = [' ', '\n', '=', ',', ';', ':', '-', '+'];

/// Reads alternating cells and codes with any separators or none. The error is the rest of the text
/// after the last tile.
fn loose_pieces(text: &str) -> Result<Vec<Piece>, &str> {
    let mut pieces = Vec::new();
    let mut rest = text.trim_start_matches(BETWEEN);
    while !rest.is_empty() {
        let (piece, left) = loose_piece(rest).ok_or(rest)?;
        pieces.push(piece);
        rest = left.trim_start_matches(BETWEEN);
    }
    if pieces.is_empty() {
        Err(text)
    } else {
        Ok(pieces)
    }
}

/// Reads a cell and a code at the beginning of a text. Returns them and the rest.
fn loose_piece(text: &str) -> Option<(Piece, &str)> {
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let after = &text[digits..];
    let end = after.find(|c: char| !c.is_ascii_digit())?;
    let cell = Cell::read(&text[..digits + end])?;
    let code = after[end..].trim_start_matches(BETWEEN);
    // A code ends at a separator or where the next cell begins: `c4sec3v`.
    Tile::ALL.into_iter().find_map(|tile| {
        let (start, rest) = code.split_at_checked(tile.word().len())?;
        let ends = rest.is_empty() || rest.starts_with(BETWEEN) || begins_with_cell(rest);
        let is_code = start.eq_ignore_ascii_case(tile.word()) && ends;
        is_code.then_some((Piece { cell, tile }, rest))
    })
}

fn begins_with_cell(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next().is_some_and(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameRefusal;
    use crate::registry::Refusals;
    use crate::short_circuit::Refusal::NotTiles;

    #[test]
    fn actions_are_read_strictly() {
        for (text, written) in [
            ("  PLACE  c4=se   C3=v ", Some("place C4=SE C3=V")),
            ("solve L12=t a1=X", Some("solve L12=T A1=X")),
            ("first DMO", Some("first dmo")),
            ("Impossible", Some("impossible")),
            ("concede", Some("concede")),
            ("place", None),
            ("place C4 = SE", None),
            ("place C4=ES", None),
            ("place C04=SE", None),
            ("place C4=SE,C3=V", None),
            ("place C4=SE > C3=V", None),
            ("place \"C4=SE\"", None),
            ("\"place\" C4=SE", None),
            ("place C4=", None),
            ("place =SE", None),
            ("place CC4=SE", None),
            ("first", None),
            ("first dmo ec", None),
            ("first \"ec\"", None),
            ("impossible now", None),
            ("concede >", None),
            ("", None),
        ] {
            let read = Action::read(text, &cast())
                .ok()
                .map(|action| action.to_string());
            assert_eq!(read.as_deref(), written, "{text:?}");
        }
    }

    #[test]
    fn a_list_of_tiles_names_the_wrong_part() {
        let tiles = |wrong: Option<&str>| Some(wrong.map(str::to_owned));
        for (text, wrong) in [
            ("E3=EN", tiles(Some("E3=EN"))),
            ("place e3=ne e4=xx", tiles(Some("E4=XX"))),
            ("solve c3 hello", tiles(Some("C3 HELLO"))),
            ("E3", tiles(Some("E3"))),
            ("p", tiles(None)),
            ("place", tiles(None)),
            ("hello", None),
            ("first bo", None),
        ] {
            let refused = match Action::read(text, &cast()) {
                Err(Refusal::OfGame(GameRefusal(Refusals::ShortCircuit(NotTiles(wrong))))) => {
                    Some(wrong)
                }
                _ => None,
            };
            assert_eq!(refused, wrong, "{text:?}");
        }
    }

    #[test]
    fn short_forms_become_notation() {
        let ec = Party::Seat(Seat::Ec);
        for (text, solving, written) in [
            ("c4 se, c3 v", false, Some("place C4=SE C3=V")),
            ("c4sec3v", false, Some("place C4=SE C3=V")),
            ("P c4:se c12-h", false, Some("place C4=SE C12=H")),
            ("c4se,c3v", true, Some("solve C4=SE C3=V")),
            ("s c4=x", false, Some("solve C4=X")),
            ("place C4 = T", true, Some("place C4=T")),
            ("imp", false, Some("impossible")),
            ("conc", true, Some("concede")),
            ("me", false, Some("first ec")),
            ("dmo", false, Some("first dmo")),
            ("First Lady Quill", false, Some("first dmo")),
            ("first \"lady quill\"", false, Some("first dmo")),
            ("first meg", false, Some("first ec")),
            ("first me", false, Some("first ec")),
            ("first bo", false, None),
            ("meg", false, None),
            ("c4 en", false, None),
            ("c4", false, None),
            ("hello", false, None),
            ("é4 ü", false, None),
            ("", false, None),
        ] {
            let expanded = expand(text, ec, solving, &cast());
            assert_eq!(expanded.as_deref(), written, "{text:?}");
        }
    }

    #[test]
    fn a_wrong_tile_is_named() {
        for (text, wrong) in [
            ("c4 se, c3 v", None),
            ("E4=EN", Some("E4=EN")),
            ("place c4 se, e4 en, c3 v", Some("E4 EN")),
            ("c4se e4", Some("E4")),
            ("c4 se hello", Some("HELLO")),
            ("é4 ü", Some("é4 ü")),
        ] {
            assert_eq!(no_piece(text).as_deref(), wrong, "{text:?}");
        }
    }

    /// Lady Quill against Meg, and Bo.
    fn cast() -> Cast {
        Cast::of(["Lady Quill", "Meg"], &["Lady Quill", "Meg", "Bo"], &[])
    }
}
