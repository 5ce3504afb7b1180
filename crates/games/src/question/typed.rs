//! Reading answers: in notation, and as people type them.

use super::{Answer, Item, Kind, PASS, Part, Question, Wrong, text};
use crate::completion::unquoted;
use crate::names::{called, folded, meant};
use crate::notation::{Token, number, quoted};

/// The tokens between the `>`s, one each.
pub(super) fn single<'a>(items: &[Token<'a>]) -> Result<Vec<Token<'a>>, Wrong> {
    let each = items.split(|token| *token == Token::Greater);
    let each: Option<Vec<Token>> = each
        .map(|one| match one {
            [token] => Some(*token),
            _ => None,
        })
        .collect();
    each.ok_or(Wrong::Unreadable)
}

impl Question<'_> {
    /// Reads an answer in notation, without its verb.
    ///
    /// ```
    /// use games::question::{Form, Question};
    /// # use games::{BySeat, Cast, Member, Role, notation::tokens};
    /// # let member = |name: &str| Member { name: name.to_owned(), role: Role::Player };
    /// # let members = ["Mika", "Lady Quill"].map(member).to_vec();
    /// # let seats = BySeat { dmo: "Mika".to_owned(), ec: "Lady Quill".to_owned() };
    /// # let cast = Cast::new(members, seats, &Default::default()).unwrap();
    ///
    /// let form = Form::read("person\nsign: one of O, X").unwrap();
    /// let named: Vec<_> = cast.ids().collect();
    /// let question = Question { form: &form, named: &named, cast: &cast };
    /// let answer = question.read(&tokens("\"lady quill\" > x").unwrap()).unwrap();
    /// assert_eq!(answer.write(&cast), "\"Lady Quill\" > X");
    /// // As people type it.
    /// assert_eq!(question.meant("lady, sign: x"), "\"Lady Quill\" > X");
    /// ```
    ///
    /// # Errors
    /// What can't be read, or isn't one of the choices.
    pub fn read(&self, items: &[Token]) -> Result<Answer, Wrong> {
        let items = if items.is_empty() {
            Vec::new()
        } else {
            single(items)?
        };
        let slots: Vec<&Part> = self.form.slots().collect();
        if items.len() != slots.len() {
            return Err(self.count(items.len()));
        }
        let each = slots.iter().zip(items);
        let each = each.map(|(part, token)| self.item(part, token));
        Ok(Answer(each.collect::<Result<_, Wrong>>()?))
    }

    fn count(&self, found: usize) -> Wrong {
        // Nobody's id, so that nobody is left out.
        let like = self.example(crate::CastId(u8::MAX));
        Wrong::Count {
            needed: self.form.slots().count() as u32,
            found: found as u32,
            like,
        }
    }

    /// Reads one item of a part.
    ///
    /// # Errors
    /// What can't be read, or isn't one of the choices.
    pub fn item(&self, part: &Part, token: Token) -> Result<Item, Wrong> {
        let Some(name) = token.name() else {
            return Err(Wrong::Unreadable);
        };
        if part.pass && token.is(PASS) {
            return Ok(Item::Pass);
        }
        match &part.kind {
            Kind::OneOf(items) => {
                let lower = name.to_lowercase();
                let found = items.iter().find(|item| item.to_lowercase() == lower);
                found
                    .cloned()
                    .map(Item::Choice)
                    .ok_or_else(|| Wrong::NotOnList {
                        typed: name.to_owned(),
                        list: items.clone(),
                    })
            }
            Kind::People(_) => {
                let found = self.cast.find(name).map(Item::Person);
                found.ok_or_else(|| Wrong::Unknown(name.to_owned()))
            }
            Kind::Number { least, most } => {
                let read = token.bare().and_then(number);
                let read = read.filter(|number| (*least..=*most).contains(number));
                read.map(Item::Number).ok_or_else(|| Wrong::Number {
                    typed: name.to_owned(),
                    least: *least,
                    most: *most,
                })
            }
            Kind::Text => text(name).map(Item::Text),
        }
    }

    /// An answer as people type it, in notation: with commas, semicolons, ` / ` or line ends
    /// between its parts, with labels before them, and names without quotes or only by their
    /// beginnings. What isn't clear stays as it is, for [`Question::read`] to refuse.
    pub fn meant(&self, typed: &str) -> String {
        let slots: Vec<&Part> = self.form.slots().collect();
        let is_text = |part: &&Part| part.kind == Kind::Text;
        let pieces = pieces(typed, slots.len(), slots.last().is_some_and(is_text));
        let fits = pieces.len() == slots.len();
        let each = pieces.iter().enumerate().map(|(at, piece)| {
            let part = slots.get(at).filter(|_| fits);
            let item = part.and_then(|part| self.meant_item(part, piece));
            let plain = || quoted(&piece.replace('"', "")).into_owned();
            item.map_or_else(plain, |item| item.write(self.cast))
        });
        each.collect::<Vec<_>>().join(" > ")
    }

    /// What a piece means in a part; None if that isn't clear.
    fn meant_item(&self, part: &Part, piece: &str) -> Option<Item> {
        let piece = match piece.split_once(':') {
            Some((label, rest)) if is_label(label, part) => rest.trim(),
            _ => piece,
        };
        if part.pass && piece.eq_ignore_ascii_case(PASS) {
            return Some(Item::Pass);
        }
        let name = unquoted(piece);
        match &part.kind {
            Kind::OneOf(items) => {
                let items = items.iter().map(|item| (item, item.as_str()));
                let whole = called(name, items.clone());
                let begins = || meant(name, items, |item, typed| item.starts_with(typed));
                let found = if whole.is_empty() { begins() } else { whole };
                match found[..] {
                    [item] => Some(Item::Choice(item.clone())),
                    _ => None,
                }
            }
            Kind::People(_) => {
                let who = self.cast.meant(name, |who| self.named.contains(&who));
                who.map(Item::Person)
            }
            Kind::Number { .. } => number(name).map(Item::Number),
            Kind::Text => {
                let inner = piece
                    .strip_prefix('"')
                    .and_then(|rest| rest.strip_suffix('"'));
                let whole = inner.filter(|inner| !inner.contains('"')).unwrap_or(piece);
                text(whole).ok().map(Item::Text)
            }
        }
    }
}

fn is_label(typed: &str, part: &Part) -> bool {
    !part.label.is_empty() && folded(typed.trim()) == folded(&part.label)
}

/// Splits what somebody typed into at most `most` pieces, none of them empty. `is_text`: the last
/// part may contain anything.
fn pieces(typed: &str, most: usize, is_text: bool) -> Vec<&str> {
    let (mut pieces, mut start, mut quoted) = (Vec::new(), 0, false);
    for (at, c) in typed.char_indices() {
        quoted ^= c == '"';
        let blanks = || typed[..at].ends_with(' ') && typed[at + 1..].starts_with(' ');
        let splits = match c {
            ',' | ';' | '\n' | '>' => true,
            '/' => blanks(),
            _ => false,
        };
        if splits && !quoted && most > 1 && !(is_text && pieces.len() + 1 == most) {
            let piece = typed[start..at].trim();
            pieces.extend((!piece.is_empty()).then_some(piece));
            start = at + 1;
        }
    }
    let piece = typed[start..].trim();
    pieces.extend((!piece.is_empty()).then_some(piece));
    pieces
}
