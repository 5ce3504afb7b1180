//! Implements `Game` for the main match.

use std::collections::BTreeMap;
use std::sync::Arc;

use opponents::Effort;
use serde_json::{Value, json};

use super::catalogue::CATALOGUE;
use super::notation::{self, Action};
use super::options::{NextRound, Options};
use super::round::{Round, RoundText, in_order};
use super::rules::MainMatch;
use super::state::Deal;
use super::ui::UI;
use super::verbs::{self, ANSWER, TELL};
use super::view::View;
use crate::question::{Kind, Ties, amounts};
use crate::{
    Audience, Author, Cast, CastId, Catalogue, Control, Dice, Game, GivenOptions,
    Happening as AnyHappening, Legal, MatchOf, Opponent, Party, Policy, Prompt,
    Refusal as AnyRefusal, Seat, SetupRefusal, Shown as ShownTo, Ui, object,
};

/// How long a closed round stands before the next one opens by itself, in seconds: so long the host
/// can still pause the match, and people can look at the result.
const BETWEEN_S: u32 = 60;
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
        let (options, state) = Options::read(given, cast)?;
        Ok(MatchOf::new(cast, Box::new(options), state))
    }

    fn prompts(&self) -> impl Iterator<Item = Prompt> {
        let is_open = self.is_open();
        let follows = self.follows();
        // A further round is as long as the match's own time, so that people are asked in private.
        let is_planned = self.round().is_planned;
        let length_s = self.plan.length_s(self.number()).filter(|_| is_planned);
        let prompt = move |who: Party, ask: &'static str, control: Control| Prompt {
            live: false,
            base: is_open.then_some("base_answer_s"),
            lasts_s: if is_open {
                length_s
            } else {
                follows.then_some(BETWEEN_S)
            },
            ..Prompt::new(self.prompt, who, ask, control)
        };
        let asked = self.round().asked.iter().copied();
        let asked = asked.filter(|who| self.may_answer(*who)).map(move |who| {
            let answered = self.round().answers.contains_key(&who);
            Prompt {
                answered,
                is_dealt: self.round().missing.draws() && !answered,
                ..prompt(Party::Cast(who), ANSWER, self.control())
            }
        });
        let host = self.outcome.is_none().then(|| {
            let ask = match self.host_step() {
                Action::Close => verbs::CLOSE,
                Action::End => verbs::END,
                _ => verbs::NEXT,
            };
            prompt(Party::Host, ask, Control::Buttons)
        });
        let dealer = self.to_deal.as_ref().map(|_| Prompt {
            is_dealt: true,
            ..Prompt::new(self.prompt, Party::Dealer, TELL, Control::Buttons)
        });
        asked.chain(host).chain(dealer)
    }

    fn expand(&self, whose: Party, text: &str) -> Option<String> {
        notation::expand(self, whose, text)
    }

    fn read(&self, text: &str, _cast: &Cast) -> Result<Action, AnyRefusal> {
        notation::parse(text, &self.cast, |items| Ok(self.question().read(items)?))
    }

    fn apply(
        &mut self,
        by: Author,
        whose: Party,
        action: &Action,
    ) -> Result<Vec<AnyHappening>, AnyRefusal> {
        let told = match action {
            Action::Answer(answer) => self.answer(by, whose, answer),
            action if whose == Party::Dealer => self.take_drawn(action),
            _ if whose != Party::Host => Err(AnyRefusal::HostOnly),
            Action::Close => self.close_round(),
            Action::Correct(who, answer) => self.correct(*who, answer),
            Action::Next => self.open_round(None),
            Action::Ask(text) => self.open_round(Some(text)),
            Action::Points(each) => self.give_points(each),
            Action::Worth(values) => self.give_worth(values),
            Action::Token(who) => self.give_tokens(who),
            Action::Out(who) => self.take_out(who),
            Action::Tell(each) => self.tell(each),
            Action::Deal(what) => self.deal(what),
            Action::End => self.end_match(),
        };
        Ok(told?.into_iter().map(AnyHappening::from).collect())
    }

    fn legal(&self, whose: Party) -> Legal<Action> {
        match whose {
            Party::Host if self.outcome.is_none() => Legal::Among(vec![self.host_step()]),
            Party::Dealer => {
                Legal::Among(self.sample(whose, &mut Dice::new(0)).into_iter().collect())
            }
            Party::Cast(who) if self.may_answer(who) => match self.question().answers(who) {
                Some(all) => Legal::Listed(all.into_iter().map(Action::Answer).collect()),
                None => {
                    let dice = &mut Dice::new(u64::from(who.0));
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
            Party::Host if self.outcome.is_none() => Some(self.host_samples(dice)),
            Party::Dealer => self.drawn(self.to_deal.as_ref()?, dice),
            _ => None,
        }
    }

    fn deal(&self, whose: Party, dice: &mut Dice) -> Option<Action> {
        let Party::Cast(who) = whose else { return None };
        let fills = &self.round().missing.fills;
        let drawn = self.question().sample(who, fills, dice);
        drawn.map(Action::Answer)
    }

    fn view(&self, to: Audience) -> View {
        View::of(self, to)
    }

    /// The names of people who have not answered yet are no secret of theirs.
    fn keeps_secrets(&self) -> bool {
        let answers = &self.round().answers;
        !answers.is_empty() && self.view(Audience::Public).answers != *answers
            || !self.told.is_empty()
    }

    /// When a host opens it again, answers stand, and people may change them.
    fn has_shown(&self, _earlier: &MainMatch) -> bool {
        false
    }

    fn state(&self) -> Value {
        let name = |who: &CastId| self.cast.name(*who).to_owned();
        let names = |who: &[CastId]| {
            let mut names: Vec<String> = who.iter().map(name).collect();
            names.sort_unstable();
            names
        };
        let (round, total) = (self.round(), self.total());
        let defaults: Vec<CastId> = round.defaults.iter().copied().collect();
        let missed: Vec<CastId> = round.without_own().filter(|_| self.is_closed).collect();
        let answers = round.answers.iter().map(|(who, answer)| {
            let items = answer.0.iter().map(|item| item.plain(&self.cast));
            (name(who), items.collect::<Vec<String>>())
        });
        let phase = match (self.outcome, self.is_open()) {
            (Some(_), _) => "over",
            (None, true) => "open",
            (None, false) => "closed",
        };
        json!({
            "phase": phase,
            "to_act": if self.is_open() { names(&round.missing()) } else { Vec::new() },
            "result": self.outcome,
            "round": self.number(),
            "question": round.text.question,
            "answers": object(answers),
            "defaults": names(&defaults),
            "missed": names(&missed),
            "points": object(total.points.iter().map(|(who, points)| (name(who), *points))),
            "tokens": names(&total.tokens),
            "out": names(&total.out),
            "told": object(self.told.iter().map(|(who, told)| (name(who), told.clone()))),
        })
    }

    fn bill(&self) -> Vec<(CastId, u32)> {
        if !self.is_open() {
            return Vec::new();
        }
        let bids = self.round().answers.iter().filter(|_| self.scoring.takes());
        let bids = bids.map(|(who, answer)| (*who, amounts(&self.round().form, answer)));
        self.round().costs().into_iter().chain(bids).collect()
    }

    fn garnets(&self) -> BTreeMap<CastId, i32> {
        self.total().garnets
    }

    /// Between two rounds.
    fn needs_host(&self) -> bool {
        let options = &self.options;
        let waits = options.next_round == NextRound::Host
            || options.ties == Ties::Host
            || self.round().missing.waits_for_host();
        waits && self.plan.rounds != Some(1)
    }

    fn strikes(&self) -> Vec<CastId> {
        let closed = self.rounds.len() - usize::from(!self.is_closed);
        let rounds = self.rounds[..closed].iter();
        let rounds = rounds.filter(|round| round.missing.penalty.strike);
        in_order(rounds.flat_map(Round::without_own))
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
    /// What the host does next. A question that nobody can be asked again ends the match.
    pub(super) fn host_step(&self) -> Action {
        if self.is_open() {
            return Action::Close;
        }
        let goes_on = !self.is_done() && self.next_round(None).is_ok();
        if goes_on { Action::Next } else { Action::End }
    }

    /// Something that a host may do now. Nobody is out if too few would be left to choose from.
    fn host_samples(&self, dice: &mut Dice) -> Action {
        let players: Vec<CastId> = self.cast.safe_players().collect();
        let Some(one) = dice.pick(&players).copied() else {
            return self.host_step();
        };
        match dice.below(8) {
            0 if !self.is_open() => Action::End,
            1 => Action::Points(vec![(one, dice.between(1, 9) as i32 - 4)]),
            2 if dice.one_in(2) => Action::Tell(vec![(one, "you are the hunter".to_owned())]),
            2 => Action::Deal(Deal::Things("Hunter, Deep Well".to_owned())),
            3 if !self.is_open() && self.in_match().contains(&one) => Action::Out(vec![one]),
            4 if !self.is_open() => Action::Ask(RoundText {
                question: "Heads or tails?".to_owned(),
                answers: "side: one of Heads, Tails\nwhy: text".to_owned(),
                missing: "nothing, strike".to_owned(),
                ..RoundText::default()
            }),
            5 if !self.is_open() => Action::Token(vec![one]),
            6 if !self.is_open() && self.round().asked.contains(&one) => {
                if dice.one_in(2) && !self.has_own_words() {
                    return Action::Deal(Deal::Answer(one));
                }
                let drawn = self.question().sample(one, &[], dice);
                drawn.map_or_else(|| self.host_step(), |answer| Action::Correct(one, answer))
            }
            _ => self.host_step(),
        }
    }

    /// A final answer is put together first, so that a slip of the thumb doesn't send it.
    fn control(&self) -> Control {
        let form = &self.round().form;
        let [part] = &form.parts[..] else {
            return Control::Panel;
        };
        match part.kind {
            _ if form.is_final || part.is_chosen() && part.count() > 1 => Control::Panel,
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
        }
    }
}
