//! Reading answers: in notation, and as people type them.

use super::answer::{Answer, Item};
use super::ask::Question;
use super::form::without_quotes;
use super::part::{Choices, Form, Kind, PASS, Part};
use super::wrong::{Wrong, text};
use crate::completion::unquoted;
use crate::english::joined;
use crate::names::{called, folded, meant};
use crate::notation::{Token, number, parts, quoted, tokens};
use crate::{Cast, CastId, Dice};

impl Answer {
    /// Reads notation without the question: what is nobody's name is then an item of a list.
    ///
    /// # Errors
    /// [`Wrong::Unreadable`].
    pub fn read_alone(items: &[Token], cast: &Cast) -> Result<Answer, Wrong> {
        let read = |[token]: [Token; 1]| {
            let name = token.name().unwrap_or_default();
            match (token.bare().and_then(number), cast.find_exact(name)) {
                _ if token.is(PASS) => Item::Pass,
                (Some(number), _) => Item::Number(number),
                (None, Some(who)) => Item::Person(who),
                (None, None) => Item::Choice(name.to_owned()),
            }
        };
        let items = parts(items).ok_or(Wrong::Unreadable)?;
        Ok(Answer(items.into_iter().map(read).collect()))
    }
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
    /// let question = Question { form: &form, named: &named, past: Vec::new(), cast: &cast };
    /// let answer = question.read(&tokens("\"lady quill\" > x").unwrap()).unwrap();
    /// assert_eq!(answer.write(&cast), "\"Lady Quill\" > X");
    /// // As people type it.
    /// assert_eq!(question.meant("lady, sign: x"), "\"Lady Quill\" > X");
    /// ```
    ///
    /// # Errors
    /// What can't be read, or isn't one of the choices.
    pub fn read(&self, items: &[Token]) -> Result<Answer, Wrong> {
        let items = match items {
            [] => Vec::new(),
            items => parts(items).ok_or(Wrong::Unreadable)?,
        };
        let slots: Vec<&Part> = self.form.slots().map(|(_, part)| part).collect();
        let needed: usize = self.form.parts.iter().map(Part::least_count).sum();
        let found = items.len();
        if !(needed..=slots.len()).contains(&found) {
            let like = self.example();
            return Err(Wrong::Count {
                needed,
                found,
                like,
            });
        }
        let each = slots.iter().zip(items);
        let each = each.map(|(part, [token])| self.item(part, token));
        Ok(Answer(each.collect::<Result<_, Wrong>>()?))
    }

    /// An example of an answer, as people type it.
    fn example(&self) -> String {
        // Nobody's id, so that nobody is left out.
        let answer = self.sample(CastId(u8::MAX), &[], &mut Dice::new(1));
        let parts = answer.iter().flat_map(|answer| self.form.by_part(answer));
        let parts = parts.map(|(part, items)| match part.kind {
            Kind::Amounts { .. } => part.answered(items, self.cast, &str::to_owned),
            _ => joined(items.iter().map(|item| item.plain(self.cast)), ", "),
        });
        joined(parts, ", ")
    }

    /// Reads one item of a part.
    fn item(&self, part: &Part, token: Token) -> Result<Item, Wrong> {
        let name = token.name().unwrap_or_default();
        let typed = name.to_owned();
        match &part.kind {
            _ if part.pass && token.is(PASS) => Ok(Item::Pass),
            Kind::Of(Choices { items, .. }) => {
                let same = |item: &&String| item.to_lowercase() == name.to_lowercase();
                let found = items.iter().find(same).cloned().map(Item::Choice);
                found.ok_or_else(|| Wrong::NotOnList {
                    typed,
                    list: items.clone(),
                })
            }
            Kind::People(_) => {
                let found = self.cast.find(name).map(Item::Person);
                found.ok_or(Wrong::Unknown(typed))
            }
            Kind::Number { least, most } | Kind::Amounts { least, most, .. } => {
                let (least, most) = (*least, *most);
                let read = token.bare().and_then(number);
                let read = read.filter(|number| (least..=most).contains(number));
                let wrong = Wrong::Number { typed, least, most };
                read.map(Item::Number).ok_or(wrong)
            }
            Kind::Text => text(name).map(Item::Text),
        }
    }

    /// An answer as people type it, in notation: with commas, semicolons, ` / ` or line ends
    /// between its parts, with labels before them, and names without quotes or only by their
    /// beginnings. What isn't clear stays as it is, for [`Question::read`] to refuse.
    pub fn meant(&self, typed: &str) -> String {
        let pieces = pieces(typed, self.form.slots().nth(1).is_some());
        let mut rest = &pieces[..];
        let mut written: Vec<String> = Vec::new();
        for (at, part) in self.form.parts.iter().enumerate() {
            if let Some((amounts, others)) = amounts(part, rest) {
                written.extend(amounts);
                rest = others;
            } else if part.is_extra() && !part.is_more() && !self.is_bought(at, rest) {
                written.push("0".to_owned());
            } else {
                let (of_part, others) = rest.split_at(part.count().min(rest.len()));
                // A text at the end may contain anything.
                let is_rest = part.kind == Kind::Text && at + 1 == self.form.parts.len();
                written.extend(of_part.iter().map(|piece| {
                    let typed = if is_rest { piece.tail } else { piece.text };
                    self.meant_item(part, typed)
                }));
                rest = if is_rest { &[] } else { others };
            }
        }
        written.extend(rest.iter().map(|piece| plain(piece.text)));
        written.join(" > ")
    }

    /// Whether the next piece says how much of a thing somebody buys: it is a number, and no later
    /// part needs it.
    fn is_bought(&self, at: usize, pieces: &[Piece]) -> bool {
        let later = self.form.parts[at + 1..].iter();
        let needed = later.filter(|part| !part.is_extra()).map(Part::count);
        let amount = |piece: &Piece| number(unlabelled(piece.text, &self.form.parts[at]));
        pieces.first().and_then(amount).is_some() && pieces.len() > needed.sum()
    }

    /// Reads a part alone, as people type it.
    ///
    /// # Errors
    /// What can't be read, or isn't one of the choices.
    pub fn part(&self, part: &Part, typed: &str) -> Result<Vec<Item>, Wrong> {
        let form = Form {
            parts: vec![part.clone()],
            ..Form::default()
        };
        let alone = Question {
            form: &form,
            ..self.clone()
        };
        let written = alone.meant(typed);
        let tokens = tokens(&written).ok_or(Wrong::Unreadable)?;
        Ok(alone.read(&tokens)?.0)
    }

    /// A piece of a part, in notation.
    fn meant_item(&self, part: &Part, piece: &str) -> String {
        let piece = unlabelled(piece, part);
        let name = unquoted(piece);
        let item = match &part.kind {
            _ if part.pass && piece.eq_ignore_ascii_case(PASS) => Some(Item::Pass),
            Kind::Of(Choices { items, .. }) => {
                item_meant(name, items).map(|at| Item::Choice(items[at].clone()))
            }
            Kind::People(_) => {
                let who = self.cast.meant(name, |who| self.named.contains(&who));
                who.map(Item::Person)
            }
            Kind::Number { .. } | Kind::Amounts { .. } => None,
            Kind::Text => text(without_quotes(piece)).ok().map(Item::Text),
        };
        item.map_or_else(|| plain(piece), |item| item.write(self.cast))
    }
}

/// The place of the one item of a list that a name means.
fn item_meant(name: &str, items: &[String]) -> Option<usize> {
    let items = items.iter().map(String::as_str).enumerate();
    let whole = called(name, items.clone());
    let begins = || meant(name, items, |item, typed| item.starts_with(typed));
    let found = if whole.is_empty() { begins() } else { whole };
    match found[..] {
        [at] => Some(at),
        _ => None,
    }
}

/// The amounts of a list's items, some of them given by name (`Loan 3, Veto 2`), and the pieces
/// after these. None if the next piece has no name.
fn amounts<'a>(part: &Part, pieces: &'a [Piece<'a>]) -> Option<(Vec<String>, &'a [Piece<'a>])> {
    let Kind::Amounts { least, items, .. } = &part.kind else {
        return None;
    };
    let mut amounts = vec![*least; items.len()];
    let mut count = 0;
    for piece in pieces {
        let named = unlabelled(piece.text, part).rsplit_once([' ', ':']);
        let read = named.and_then(|(name, amount)| {
            let name = unquoted(name.trim_end_matches([' ', ':']));
            Some((item_meant(name, items)?, number(amount)?))
        });
        let Some((at, amount)) = read else { break };
        amounts[at] = amount;
        count += 1;
    }
    let amounts = amounts.iter().map(u32::to_string).collect();
    (count > 0).then_some((amounts, &pieces[count..]))
}

/// What is typed, without the part's label.
fn unlabelled<'a>(typed: &'a str, part: &Part) -> &'a str {
    let label = folded(&part.label);
    match typed.split_once(':') {
        Some((before, rest)) if !label.is_empty() && folded(before.trim()) == label => rest.trim(),
        _ => typed,
    }
}

/// What isn't clear, in notation.
fn plain(piece: &str) -> String {
    quoted(&piece.replace('"', "")).into_owned()
}

/// A piece of what somebody typed.
struct Piece<'a> {
    text: &'a str,
    /// It with all that comes after it.
    tail: &'a str,
}

/// What somebody typed as one piece, or in pieces; none of them is empty.
fn pieces(typed: &str, splits: bool) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut start, mut quoted) = (0, false);
    let ends = typed.char_indices().chain([(typed.len(), '\n')]);
    for (at, c) in ends {
        quoted ^= c == '"';
        let is_sign = match c {
            ',' | ';' | '\n' | '>' => true,
            '/' => typed[..at].ends_with(' ') && typed[at + 1..].starts_with(' '),
            _ => false,
        };
        if at == typed.len() || splits && is_sign && !quoted {
            let (text, tail) = (typed[start..at].trim(), typed[start..].trim());
            pieces.extend((!text.is_empty()).then_some(Piece { text, tail }));
            start = at + 1;
        }
    }
    pieces
}
