//! Implements `Game` for the main match.

use std::sync::Arc;

use opponents::Effort;
use serde_json::{Value, json};

use super::catalogue::CATALOGUE;
use super::notation::{self, ANSWER, Action};
use super::options::Options;
use super::rules::{MainMatch, State};
use super::ui::UI;
use super::view::View;

use crate::question::{Kind, Missing};
use crate::{
    Audience, Author, Cast, CastId, Catalogue, Control, Dice, Game, GivenOptions,
    Happening as AnyHappening, Legal, MatchOf, Opponent, Party, Policy, Prompt,
    Refusal as AnyRefusal, Seat, SetupRefusal, Shown as ShownTo, Ui, object,
};

/// The most choices that are buttons.
const MAX_BUTTONS: usize = 5;

impl Game for MainMatch {
    type Action = Action;
    type View = View;

    const CATALOGUE: Catalogue = CATALOGUE;
    const UI: Ui<View> = UI;

    fn open(
        given: &GivenOptions,
        cast: &Arc<Cast>,
        _dice: Option<&mut Dice>,
    ) -> Result<MainMatch, SetupRefusal> {
        cast.check_size(CATALOGUE.cast_sizes)?;
        let (options, setup) = Options::read(given, cast)?;
        Ok(MatchOf::new(cast, options, State::new(setup)))
    }

    fn prompts(&self) -> impl Iterator<Item = Prompt> {
        let open = self.outcome.is_none();
        let may_answer = |who: &CastId| self.may_answer(*who);
        let draws = self.missing_rule().draws();
        let asked = self
            .asked
            .iter()
            .copied()
            .filter(may_answer)
            .map(move |who| {
                let answered = self.answers.contains_key(&who);
                Prompt {
                    answered,
                    is_dealt: draws && !answered,
                    live: false,
                    base: Some("base_answer_s"),
                    ..Prompt::new(self.prompt, Party::Cast(who), ANSWER, self.control())
                }
            });
        let host = open.then(|| Prompt {
            live: false,
            ..Prompt::new(self.prompt, Party::Host, "close", Control::Buttons)
        });
        asked.chain(host)
    }

    fn expand(&self, whose: Party, text: &str) -> Option<String> {
        notation::expand(self, whose, text)
    }

    fn read(&self, text: &str, _cast: &Cast) -> Result<Action, AnyRefusal> {
        notation::read(self, text)
    }

    fn apply(
        &mut self,
        by: Author,
        whose: Party,
        action: &Action,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        match action {
            Action::Answer(answer) => self.answer(by, whose, answer),
            Action::Close => self.close_question(whose),
        }
    }

    fn legal(&self, whose: Party) -> Legal<Action> {
        match whose {
            Party::Host if self.outcome.is_none() => Legal::Listed(vec![Action::Close]),
            Party::Cast(who) if self.may_answer(who) => match self.question().answers(who) {
                Some(all) => Legal::Listed(all.into_iter().map(Action::Answer).collect()),
                None => {
                    let dice = &mut Dice::new(0);
                    let some = (0..2).filter_map(|_| self.sample(whose, dice));
                    Legal::Among(some.collect())
                }
            },
            _ => Legal::Listed(Vec::new()),
        }
    }

    fn sample(&self, whose: Party, dice: &mut Dice) -> Option<Action> {
        match whose {
            Party::Cast(who) if self.may_answer(who) => {
                self.question().sample(who, &[], dice).map(Action::Answer)
            }
            _ => self.legal(whose).pick(dice),
        }
    }

    fn deal(&self, whose: Party, dice: &mut Dice) -> Option<Action> {
        let Party::Cast(who) = whose else { return None };
        let drawn = self
            .question()
            .sample(who, &self.missing_rule().fills, dice);
        drawn.map(Action::Answer)
    }

    fn view(&self, to: Audience) -> View {
        View::of(self, to)
    }

    /// The names of people who have not answered yet are no secret of theirs.
    fn keeps_secrets(&self) -> bool {
        !self.answers.is_empty() && self.view(Audience::Public).answers != self.answers
    }

    /// When a host opens it again, answers stand, and people may change them.
    fn has_shown(&self, _earlier: &MainMatch) -> bool {
        false
    }

    fn state(&self) -> Value {
        let names = |who: &[CastId]| {
            let mut names: Vec<&str> = who.iter().map(|id| self.cast.name(*id)).collect();
            names.sort_unstable();
            names
        };
        let open = self.outcome.is_none();
        let answers = self.answers.iter().map(|(who, answer)| {
            let items = answer.0.iter().map(|item| item.plain(&self.cast));
            (self.cast.name(*who), items.collect::<Vec<String>>())
        });
        json!({
            "phase": if open { "open" } else { "over" },
            "to_act": if open { names(&self.missing()) } else { Vec::new() },
            "result": self.outcome,
            "question": self.options.question,
            "answers": object(answers),
            "defaults": names(&self.defaults),
            "missed": names(&self.missed),
        })
    }

    fn strikes(&self) -> Vec<CastId> {
        if self.missing_rule().strike {
            self.missed.clone()
        } else {
            Vec::new()
        }
    }
}

/// Nobody has a seat, so no computer is ever asked to play one.
impl Opponent for MainMatch {
    const LEVELS: [u32; 3] = [0; 3];

    fn guess(shown: &ShownTo<Self>, dice: &mut Dice) -> Self {
        shown.open(dice)
    }

    fn think(&self, _seat: Seat, _effort: Effort) -> Policy<Action> {
        Vec::new()
    }
}

impl MainMatch {
    pub(super) fn missing_rule(&self) -> &Missing {
        &self.state.missing
    }

    /// A final answer is put together first, so that a slip of the thumb doesn't send it.
    fn control(&self) -> Control {
        match &self.form.parts[..] {
            _ if self.form.is_final => Control::Panel,
            [part] => match part.kind {
                _ if part.is_chosen() && part.count() > 1 => Control::Panel,
                Kind::Of(ref list) if list.items.len() + usize::from(part.pass) <= MAX_BUTTONS => {
                    Control::Buttons
                }
                Kind::Of(_) | Kind::People(_) => Control::Menu,
                Kind::Number { least, most } if !part.pass => Control::Number {
                    verb: ANSWER.into(),
                    least,
                    most,
                },
                _ => Control::Panel,
            },
            _ => Control::Panel,
        }
    }
}
