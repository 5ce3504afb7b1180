//! Completion of notation. If there are too many choices for a list, they are completed piece by
//! piece, so that everything can be found without typing.

use super::Cast;
use super::names::folded;
use super::notation::{self, Token, quoted};

/// The most choices of a completion (Discord documentation, "Autocomplete").
pub const MAX_CHOICES: usize = 25;
/// The longest choice, in characters (Discord documentation, "Application Command Option Choice").
pub const MAX_CHARACTERS: usize = 100;

/// Whether a text contains what was typed, without regard to case and accents.
pub fn holds(text: &str, typed: &str) -> bool {
    folded(text).contains(&folded(typed.trim()))
}

/// A name without its quotes, if it has some.
pub fn unquoted(name: &str) -> &str {
    name.trim().trim_matches('"')
}

/// How a line of notation may continue, with these actions. In a line of several actions, the last
/// one is completed. If commas do not separate actions, an action has to contain everything between
/// them.
pub fn lines(acts: Vec<String>, typed: &str, commas_separate: bool, cast: &Cast) -> Vec<String> {
    let (before, begun) = match typed.rfind([',', ';']) {
        Some(at) if commas_separate => (format!("{}, ", typed[..at].trim_end()), &typed[at + 1..]),
        _ => (String::new(), typed),
    };
    let begun: Vec<&str> = begun.split([',', ';']).collect();
    let acts = acts.into_iter();
    let acts = acts.filter(|act| begun.iter().all(|part| holds(act, part)));
    let acts = narrowed(acts.collect(), MAX_CHOICES).into_iter();
    acts.map(|act| fitted(&before, &act, cast)).collect()
}

/// At most `most` continuations: whole lines if there is room for all, otherwise only up to where
/// they differ. A name comes before a place. Single words (`end`, `impossible`) come last, since
/// they often end something.
pub fn narrowed(lines: Vec<String>, most: usize) -> Vec<String> {
    let in_one_word = |line: &String| ends(line).len() == 1;
    let (words, lines): (Vec<String>, Vec<String>) = lines.into_iter().partition(in_one_word);
    let room = most.saturating_sub(words.len());
    let mut shown = if lines.len() <= room {
        lines
    } else {
        stems(&lines, room)
    };
    shown.extend(words);
    shown.truncate(most);
    shown
}

/// The longest beginnings of the lines, all with the same number of pieces, that fit. If the first
/// piece in which the lines differ has too many variants, the first of them.
fn stems(lines: &[String], room: usize) -> Vec<String> {
    let longest = lines.iter().map(|line| ends(line).len()).max();
    let mut best: Vec<String> = Vec::new();
    for pieces in 1..=longest.unwrap_or(0) {
        let mut stems: Vec<String> = Vec::new();
        for line in lines {
            let ends = ends(line);
            let stem = &line[..ends[pieces.min(ends.len()) - 1]];
            if !stems.iter().any(|known| known == stem) {
                stems.push(stem.to_owned());
            }
        }
        if stems.len() > room && best.len() > 1 {
            break;
        }
        let is_cut = stems.len() > room;
        stems.truncate(room);
        best = stems;
        if is_cut {
            break;
        }
    }
    best
}

/// Where the pieces of a line end: before a space outside quotes, after `=`, and at the end.
fn ends(line: &str) -> Vec<usize> {
    let mut quoted = false;
    let mut ends = Vec::new();
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => ends.push(at),
            '=' if !quoted => ends.push(at + 1),
            _ => {}
        }
    }
    ends.push(line.len());
    ends
}

/// `before` and `next` as one line, which is not longer than a choice may be if that can be. Names
/// are shortened to beginnings that people may type as well; those in `before` first, so that the
/// list shows the next name whole.
pub fn fitted(before: &str, next: &str, cast: &Cast) -> String {
    let fits = |line: &String| line.chars().count() <= MAX_CHARACTERS;
    let whole = format!("{before}{next}");
    if fits(&whole) {
        return whole;
    }
    let short = shortened(before, cast);
    let shorter = [
        format!("{short}{next}"),
        format!("{short}{}", shortened(next, cast)),
    ];
    shorter.into_iter().find(fits).unwrap_or(whole)
}

/// A line with each name as short as possible; unchanged if it is no notation.
fn shortened(line: &str, cast: &Cast) -> String {
    let Some(tokens) = notation::tokens(line) else {
        return line.to_owned();
    };
    let mut short = String::new();
    for token in tokens.iter() {
        let text = token.name().unwrap_or(">");
        // A comma may follow a name directly.
        let name = text.trim_end_matches([',', ';']);
        if !matches!(token, Token::Greater) && !short.is_empty() && !short.ends_with('>') {
            short.push(' ');
        }
        match (token, cast.find(name)) {
            (Token::Greater, _) => short.push('>'),
            (_, Some(id)) => {
                short.push_str(&quoted(cast.shortest(id)));
                short.push_str(&text[name.len()..]);
            }
            (_, None) => short.push_str(&quoted(text)),
        }
    }
    // Keep the space between actions.
    if line.ends_with(' ') && !short.ends_with('>') {
        short.push(' ');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(of: &[&str]) -> Vec<String> {
        of.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn too_many_offers_shrink_to_names_with_single_words_last() {
        let cars = ["UMG", "\"Lady Quill\"", "Zac"];
        let mut drives: Vec<String> = Vec::new();
        for car in cars {
            let around = ["north", "south", "inner"];
            drives.extend(around.map(|around| format!("drive {car} {around}")));
        }
        drives.insert(0, "end".to_owned());
        let by_car = lines(&["drive UMG", "drive \"Lady Quill\"", "drive Zac", "end"]);
        for (most, expected) in [(4, by_car.clone()), (9, by_car)] {
            assert_eq!(narrowed(drives.clone(), most), expected, "{most}");
        }
        let all = narrowed(drives.clone(), 10);
        assert_eq!((&all[0][..], &all[9][..]), ("drive UMG north", "end"));
        assert_eq!(all.len(), 10);
        // There isn't even room for the names.
        let few = narrowed(drives, 3);
        assert_eq!(few, lines(&["drive UMG", "drive \"Lady Quill\"", "end"]));
    }

    #[test]
    fn too_many_offers_are_cut_to_common_starts_or_to_the_first() {
        let spaces: Vec<String> = (1..=30).map(|at| format!("place UMG {at}")).collect();
        assert_eq!(narrowed(spaces.clone(), 25), spaces[..25]);
        let tiles = ["B2=NE", "B2=H", "C2=NE", "C2=H", "D2=NE"].map(|tile| format!("place {tile}"));
        let by_cell = lines(&["place B2=", "place C2=", "place D2="]);
        assert_eq!(narrowed(tiles.to_vec(), 4), by_cell);
        let cells: Vec<String> = (1..=30).map(|row| format!("A{row}")).collect();
        assert_eq!(narrowed(cells.clone(), 25), cells[..25]);
        assert_eq!(narrowed(Vec::new(), 25), lines(&[]));
    }

    #[test]
    fn a_long_line_is_shortened_to_fit_a_choice() {
        let names = [
            "Bartholomea",
            "Barnaby",
            "Lady Quill",
            "Maximiliana",
            "Maximilian",
            "Wilhelmina",
            "Konstantin",
            "Theodora",
            "Persephone",
            "Archibald",
        ];
        let cast = Cast::of([names[0], names[1]], &names, &[]);
        let mut typed = String::new();
        for name in names {
            typed = fitted(&typed, &quoted(name), &cast) + " > ";
            assert!(typed.ends_with(&format!("{} > ", quoted(name))), "{typed}");
        }
        let whole = r#"Bart>Barn>L>Maximiliana>Maximilian>W>K>T>Persephone > Archibald > "#;
        assert_eq!(typed, whole);
        let drive = "drive Bartholomea n, drive \"Lady Quill\" outer, ";
        assert_eq!(shortened(drive, &cast), "drive Bart n, drive L outer, ");
        assert_eq!(shortened("\"open", &cast), "\"open");
    }
}
