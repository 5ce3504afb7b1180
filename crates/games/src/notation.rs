//! The tokens of every game's notation (rulebook, "Records"): words, quoted names and the separator
//! `>`, with spaces (U+0020) between them.

use std::borrow::Cow;

use super::{Cast, CastId, Refusal};

/// A token of an action's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// Written without quotes: a verb, a number, a cell, or a name without spaces.
    Bare(&'a str),
    /// Written in double quotes: always a name.
    Quoted(&'a str),
    /// An unquoted `>`.
    Greater,
}

impl<'a> Token<'a> {
    /// The text of a bare word; a quoted one is never a verb, a number or a cell.
    pub fn bare(&self) -> Option<&'a str> {
        match self {
            Token::Bare(text) => Some(text),
            Token::Quoted(_) | Token::Greater => None,
        }
    }

    /// The text that may be somebody's name.
    pub fn name(&self) -> Option<&'a str> {
        match self {
            Token::Bare(text) | Token::Quoted(text) => Some(text),
            Token::Greater => None,
        }
    }

    /// The person that a name means, in a game whose notation has these forms.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`] if it is no name, [`Refusal::UnknownName`] if it is nobody's.
    pub fn person(&self, cast: &Cast, forms: &[&str]) -> Result<CastId, Refusal> {
        let name = self.name().ok_or_else(|| Refusal::unreadable(forms))?;
        let found = cast.find(name);
        found.ok_or_else(|| Refusal::UnknownName(name.to_owned()))
    }

    /// Whether this is the given verb or word, without regard to case.
    pub fn is(&self, word: &str) -> bool {
        self.bare()
            .is_some_and(|text| text.eq_ignore_ascii_case(word))
    }
}

/// Splits an action's text into tokens. None if a quote is left open or stands inside a word.
pub fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some((token, after)) = first_token(rest)? {
        tokens.push(token);
        rest = after;
    }
    Some(tokens)
}

/// The first token of a text, and the rest. `Some(None)` if only spaces are left; None as in
/// [`tokens`].
fn first_token(text: &str) -> Option<Option<(Token<'_>, &str)>> {
    let rest = text.trim_start_matches(' ');
    if rest.is_empty() {
        return Some(None);
    }
    if let Some(after) = rest.strip_prefix('>') {
        return Some(Some((Token::Greater, after)));
    }
    if let Some(after) = rest.strip_prefix('"') {
        let (name, after) = after.split_once('"')?;
        let ends = after.is_empty() || after.starts_with([' ', '>']);
        return ends.then_some(Some((Token::Quoted(name), after)));
    }
    let mut bytes = rest.as_bytes().iter();
    let end = bytes.position(|byte| matches!(byte, b' ' | b'>' | b'"'));
    let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
    (!after.starts_with('"')).then_some(Some((Token::Bare(word), after)))
}

/// The tokens between the `>`s, so many each; None if there are more or fewer somewhere.
pub fn parts<'a, const EACH: usize>(tokens: &[Token<'a>]) -> Option<Vec<[Token<'a>; EACH]>> {
    let parts = tokens.split(|token| *token == Token::Greater);
    parts.map(|part| part.try_into().ok()).collect()
}

/// The pieces of a text between such signs that are not within quotes.
pub fn pieces(text: &str, is_sign: fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c: char| {
        quoted ^= c == '"';
        is_sign(c) && !quoted
    })
}

/// Splits a text at commas, semicolons and line ends that are not within quotes. At least one part,
/// and no empty ones unless the text is empty.
///
/// ```
/// use games::notation::split;
///
/// assert_eq!(split(r#"give "Ann, Bo" 3; pass"#), [r#"give "Ann, Bo" 3"#, " pass"]);
/// ```
pub fn split(text: &str) -> Vec<String> {
    let pieces = pieces(text, |c| matches!(c, ',' | ';' | '\n'));
    let parts = pieces.filter(|part| !part.trim().is_empty());
    let mut parts: Vec<String> = parts.map(str::to_owned).collect();
    if parts.is_empty() {
        parts.push(text.to_owned());
    }
    parts
}

/// Reads a whole number without sign or leading zeros. One that is too large becomes the largest
/// number, which no game allows.
pub fn number(word: &str) -> Option<u32> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = word.len() > 1 && word.starts_with('0');
    (digits && !leading_zero).then(|| word.parse().unwrap_or(u32::MAX))
}

/// A name in notation: in quotes if it contains a space or a `>`.
pub fn quoted(name: &str) -> Cow<'_, str> {
    if name.contains([' ', '>']) {
        format!("\"{name}\"").into()
    } else {
        name.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_separators_split_a_text() {
        let bare = Token::Bare;
        let name = Token::Quoted;
        for (text, expected) in [
            ("  hide   b4 ", Some(vec![bare("hide"), bare("b4")])),
            ("", Some(vec![])),
            (
                "rank A>\"Lord  Byron\" > \">\"",
                Some(vec![
                    bare("rank"),
                    bare("A"),
                    Token::Greater,
                    name("Lord  Byron"),
                    Token::Greater,
                    name(">"),
                ]),
            ),
            ("drive \"open", None),
            ("drive \"a\"b", None),
            ("drive a\"b\"", None),
            ("a\tb", Some(vec![bare("a\tb")])),
        ] {
            assert_eq!(tokens(text), expected, "{text:?}");
        }
    }

    #[test]
    fn numbers_have_no_sign_and_no_leading_zeros() {
        for (word, expected) in [
            ("0", Some(0)),
            ("17", Some(17)),
            ("07", None),
            ("+7", None),
            ("-1", None),
            ("", None),
            ("4294967296", Some(u32::MAX)),
            ("٣", None),
        ] {
            assert_eq!(number(word), expected, "{word:?}");
        }
    }
}
