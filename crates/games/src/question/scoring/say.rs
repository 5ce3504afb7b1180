//! Rules for points in words.

use super::{Amount, Case, Cases, Effect, Gives, Rule, Scoring, Ties};
use crate::english::{capitalized, joined, list};

impl Scoring {
    /// The rules in words, in a sentence each.
    pub fn says(&self, ties: Ties) -> String {
        let said = self.0.iter().map(|rule| {
            let rounds = match rule.rounds {
                (1, u32::MAX) => String::new(),
                (from, to) if from == to => format!("Round {from}: "),
                (from, to) => format!("Rounds {from} to {to}: "),
            };
            format!("{rounds}{}.", rule.gives.says())
        });
        let has_places = |rule: &Rule| matches!(rule.gives, Gives::Most(..) | Gives::Fewest(..));
        let tie = match ties {
            _ if !self.0.iter().any(has_places) => "",
            Ties::All => " All who tie get it.",
            Ties::Nobody => " Nobody who ties gets it.",
            Ties::Host => " The host decides ties.",
        };
        joined(said, " ") + tie
    }
}

impl Gives {
    fn says(&self) -> String {
        let chosen = |places: &usize, how: &str, effects: &[Effect]| {
            let who = match places {
                1 => String::new(),
                places => format!("the {places} "),
            };
            format!("{who}chosen {how}: {}", effects_in_words(effects))
        };
        let cases = |cases: &Cases| {
            let each = cases
                .iter()
                .map(|(case, effects)| format!("{}: {}", case.says(), effects_in_words(effects)));
            joined(each, "; ")
        };
        let said = match self {
            Gives::Most(places, effects) => chosen(places, "most", effects),
            Gives::Fewest(places, effects) => chosen(places, "least", effects),
            Gives::ByVotes(by) => format!("for so many votes: {}", cases(by)),
            Gives::ByNumber(by) => format!("for your number: {}", cases(by)),
            Gives::Unique(by) => format!("of the numbers that only one has: {}", cases(by)),
            Gives::Takes => {
                "the only one who offers most for something takes it, and pays that in \
                 garnets"
                    .to_owned()
            }
            Gives::Worth(values) if values.is_empty() => {
                "at the end the host says what each choice was worth".to_owned()
            }
            Gives::Worth(values) => {
                let each = values.iter();
                let each = each.map(|(item, points)| format!("{} {points}", capitalized(item)));
                format!("worth: {}", joined(each, ", ")).replace('-', "−")
            }
        };
        capitalized(&said)
    }
}

fn effects_in_words(effects: &[Effect]) -> String {
    let count = |amount: &Amount, one: &str, more: &str| match amount {
        None => format!("as many {more}"),
        Some(0) => "nothing".to_owned(),
        Some(1) => format!("1 {one}"),
        Some(amount) => format!("{amount} {more}").replace('-', "−"),
    };
    let each = effects.iter().map(|effect| match effect {
        Effect::Out => "out".to_owned(),
        Effect::Token => "a token".to_owned(),
        Effect::Points(amount) => count(amount, "point", "points"),
        Effect::Garnets(amount) => count(amount, "garnet", "garnets"),
    });
    list(each, "and")
}

impl Case {
    fn says(self) -> String {
        match self {
            Case::Count(count) => count.to_string(),
            Case::Odd => "odd".to_owned(),
            Case::Even => "even (not 0)".to_owned(),
            Case::Highest => "the highest".to_owned(),
            Case::Lowest => "the lowest".to_owned(),
            Case::Else => "else".to_owned(),
        }
    }
}
