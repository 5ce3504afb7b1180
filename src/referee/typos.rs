//! Guesses what a text that is no action was meant to say. The guess is only offered, never done.

use std::collections::BTreeSet;

use super::act::{Actor, unmarked};
use super::table::Table;
use crate::referee::ActRefusal;
use games::names::nearest;
use games::notation::quoted;
use games::{Author, Party};

/// Longer texts are not searched for slips, because everybody else would have to wait.
const MAX_BYTES: usize = 300;

/// The characters between words.
const BETWEEN: [char; 4] = [' ', '"', '>', ','];

/// Whether a word may be a slip. Short words, numbers and cells have too many neighbours.
fn may_be_typo(word: &str) -> bool {
    word.chars().count() >= 3 && !word.bytes().any(|byte| byte.is_ascii_digit())
}

impl Table {
    /// The refusal that offers what a text was probably meant to say, with the rest of its line;
    /// None if that is not clear for all of it.
    pub(super) fn meant(&self, actor: Actor, text: &str, rest: &[String]) -> Option<ActRefusal> {
        let (by, party) = (actor.by, actor.party());
        let reads = |line: &String| self.is_one_action(actor, line);
        let unquoted = |text: &str| self.with_quotes(text).find(reads);
        let misspelt = |text: &str| {
            let line = self.without_typos(by, party, &unmarked(text));
            let line = self.notation(actor, &line.filter(reads)?);
            let offers = self.play.game.offers(party, "").into_iter();
            let mut acts = offers.map(|offer| offer.act);
            let offered = acts.find(|act| act.eq_ignore_ascii_case(&line));
            Some(offered.unwrap_or(line))
        };
        let (is_name, mut line) = match unquoted(text) {
            Some(line) => (true, line),
            None => (false, misspelt(text)?),
        };
        if rest.iter().map(String::len).sum::<usize>() > MAX_BYTES {
            return None;
        }
        for part in rest.iter().map(|part| part.trim()) {
            let mut as_typed = [part.to_owned(), unmarked(part)].into_iter();
            let meant = || unquoted(part).or_else(|| misspelt(part));
            let part = as_typed.find(reads).or_else(meant)?;
            line = format!("{line}, {part}");
        }
        Some(if is_name {
            ActRefusal::NameUnquoted { line }
        } else {
            ActRefusal::Misspelt { line }
        })
    }

    /// For each name in the text that needs quotes: the text with them.
    fn with_quotes<'a>(&'a self, text: &'a str) -> impl Iterator<Item = String> + 'a {
        let cast = &self.row.setup.cast;
        cast.ids().filter_map(move |who| {
            let name = cast.name(who);
            let quoted = quoted(name);
            let lower = name.to_lowercase();
            let is_it = |at: &usize| {
                let there = text.get(*at..at + name.len());
                there.is_some_and(|there| there.to_lowercase() == lower)
            };
            let mut places = text.char_indices().map(|(at, _)| at);
            let at = places.find(is_it).filter(|_| quoted != name)?;
            Some(format!(
                "{}{quoted}{}",
                &text[..at],
                &text[at + name.len()..]
            ))
        })
    }

    /// The text with each unknown word replaced by the nearest one from the party's offers or the
    /// names; None if none is near.
    fn without_typos(&self, by: Author, party: Party, text: &str) -> Option<String> {
        if text.len() > MAX_BYTES {
            return None;
        }
        let offers = self.play.game.offers(party, "");
        let cast = &self.row.setup.cast;
        let names = cast.ids().map(|who| cast.name(who));
        // Players may always resign, but no offer says so.
        let resign = matches!(by, Author::Seat(_)).then_some("resign");
        let texts = offers.iter().map(|offer| &offer.act[..]);
        let texts = texts.chain(names).chain(resign);
        let known: BTreeSet<&str> = texts.flat_map(|text| text.split(BETWEEN)).collect();
        let parts = text.split_inclusive(BETWEEN).map(|part| {
            let word = part.trim_end_matches(BETWEEN);
            if !may_be_typo(word) {
                return part.to_owned();
            }
            match nearest(word, known.iter().copied())[..] {
                [near] => format!("{near}{}", &part[word.len()..]),
                _ => part.to_owned(),
            }
        });
        let line: String = parts.collect();
        (line != text).then_some(line)
    }
}
