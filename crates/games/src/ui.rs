//! A game's sentences and pictures. Each method that writes names gets the cast whose names it must
//! use: for a post, the names in it are safe there.

use super::decided::Turning;
use super::panel::{Panel, PanelInput, Stepped, Tap};
use super::registry::{Happenings, Ids, Refusals, SetupRefusals, Views, each};
use super::screen::Row;
use super::tokens::People;
use super::{
    BySeat, Cast, Game, GameHappening, GameId, GameRefusal, GameSetupRefusal, GivenOptions,
    Happening, Outcome, Party, Reason, Seat, View,
};
use canvas::Canvas;

/// Gives how long a step may take, in milliseconds, by the key of its time.
pub type Ms<'a> = &'a dyn Fn(&str) -> u64;

/// A game's sentences and pictures. The defaults are for games without anything special to say.
pub trait GameUi: Game {
    /// Says why an action was refused, and what works instead.
    fn refusal(refusal: &Self::Refusal, cast: &Cast) -> String;

    /// Says why a match cannot be opened like this. `shown` writes names.
    fn setup_refusal(refusal: &Self::SetupRefusal, shown: &dyn Fn(&str) -> String) -> String;

    /// Says what happened, for everybody; empty if there is nothing to say.
    fn happening(happening: &Self::Happening, cast: &Cast) -> String;

    /// Says an action to the person who did it: `you bid 3`. `act` is in notation, as the record
    /// writes it. None if the game can't read it.
    fn done(act: &str, cast: &Cast) -> Option<String>;

    /// If this happening is about lateness: who was late, and how many pieces of [`Catalogue::price`](super::Catalogue::price)
    /// they have left if it cost them one.
    fn as_lateness(_happening: &Self::Happening) -> Option<(Seat, Option<u32>)> {
        None
    }

    /// What being late has cost a seat since the open prompt was asked; None if it costs nothing.
    fn lateness(_view: &Self::View, _seat: Seat) -> Option<LatenessCost> {
        None
    }

    /// Whether a player who did not answer this in time has lost the match by that, although the
    /// clock doesn't forfeit it. `ask` is [`Prompt::ask`](super::Prompt::ask).
    fn loses_if_late(_ask: &str) -> bool {
        false
    }

    /// Asks a party its question, in one sentence.
    fn ask(view: &Self::View, whose: Party, ask: &str, cast: &Cast) -> String;

    /// The same question in the post for everybody, below the sentences about what `happened`.
    fn ask_publicly(
        view: &Self::View,
        whose: Party,
        ask: &str,
        _told: &[&Happening],
        cast: &Cast,
    ) -> String {
        Self::ask(view, whose, ask, cast)
    }

    /// What a party has chosen in secret so far, for itself only: `bid 3`. None if it has chosen
    /// nothing.
    fn own_choice(_view: &Self::View, _whose: Party, _cast: &Cast) -> Option<String> {
        None
    }

    /// The finished steps of a turn with several steps, for people who may see them; empty for
    /// others.
    fn turn_so_far(_view: &Self::View, _cast: &Cast) -> String {
        String::new()
    }

    /// What a seat must confirm before this action, because it may lose the match or does more than
    /// it `typed`. None for other actions.
    fn caution(
        _view: &Self::View,
        _seat: Seat,
        _act: &str,
        _typed: &str,
        _cast: &Cast,
    ) -> Option<String> {
        None
    }

    /// What became of a party's choice before the match, now that the match has begun.
    fn choice_outcome(_view: &Self::View, _whose: Party, _cast: &Cast) -> Option<String> {
        None
    }

    /// What happens to people who choose nothing before the match: the end of a sentence about
    /// `who` (a plural or “you”), with `whom` as its object.
    fn without_choice(_options: &GivenOptions, _who: &str, whom: &str) -> String {
        format!("it goes on without {whom}")
    }

    /// The score in one line; None in games without one.
    fn score(_view: &Self::View, _cast: &Cast) -> Option<String> {
        None
    }

    /// What players count towards the win, and how much of it each has; None in games without a
    /// score.
    fn tally(_view: &Self::View) -> Option<(&'static str, BySeat<u32>)> {
        None
    }

    /// The rules of this match, with its options.
    fn rules(view: &Self::View) -> String;

    /// What the complete options mean for a match, a line each: above all what running out of time
    /// does.
    fn terms(_options: &GivenOptions, _ms: Ms<'_>) -> Vec<String> {
        Vec::new()
    }

    /// Further lines on the opening card.
    fn card_lines(_view: &Self::View, _cast: &Cast) -> String {
        String::new()
    }

    /// What hosts should know before they open a match, with a line break at its end. `draft` is
    /// the match that would be opened; None if it can't be opened yet.
    fn setup_notes(_draft: Option<Draft<'_>>) -> String {
        String::new()
    }

    /// The board in words, for people who can't see the picture.
    fn description(view: &Self::View, cast: &Cast) -> String;

    /// The picture of the end in words ([`GameUi::draw_end`]).
    fn describe_end(view: &Self::View, _before: &[&Self::View], cast: &Cast) -> String {
        Self::description(view, cast)
    }

    /// Secrets of a finished match that no line has told yet.
    fn revealed(_view: &Self::View, _cast: &Cast) -> String {
        String::new()
    }

    /// What decided a match that `winner` has won by the game's own rules: the turning point, after
    /// which the other didn't lead any more, and the move that won. Nothing rather than something
    /// that only happened. `before` has the view after each entry of its record, in order. Leave
    /// out what the outcome or the last happening says.
    fn decided(
        _view: &Self::View,
        _winner: Seat,
        _before: &[&Self::View],
        _cast: &Cast,
    ) -> Vec<Turning> {
        Vec::new()
    }

    /// Draws the board ([`picture`](super::picture) says how).
    fn draw(view: &Self::View, people: People<'_>) -> Canvas;

    /// Draws a finished match: the last board, with what was secret until then. `before` has the
    /// view after each entry of its record, in order.
    fn draw_end(view: &Self::View, _before: &[&Self::View], people: People<'_>) -> Canvas {
        Self::draw(view, people)
    }

    /// What somebody may do, as a private screen. A post shows it too, made from the view of
    /// everybody.
    fn panel(desk: &PanelInput<'_, Self::View>) -> Panel {
        desk.controls().into()
    }

    /// The panel's first step as controls below the post that asks for it, made from everybody's
    /// view, since anybody may press there. Empty if the panel must be opened first.
    fn first_step(_view: &Self::View) -> Vec<Row<Tap>> {
        Vec::new()
    }

    /// The result of a step in the panel; None for a step that isn't possible. `value` is the
    /// choice in a menu, or the text in a form.
    fn step(
        _desk: &PanelInput<'_, Self::View>,
        _step: &str,
        _value: Option<&str>,
    ) -> Option<Stepped> {
        None
    }

    /// The completions for a parameter that holds several things, as whole lines. None for a
    /// parameter that is completed from the offers.
    fn complete(
        _desk: &PanelInput<'_, Self::View>,
        _parameter: &str,
        _typed: &str,
    ) -> Option<Vec<String>> {
        None
    }

    /// The board with somebody's `draft` on it. A game with such a sketch opens the panel to
    /// everybody who takes part, even if they aren't asked anything, and the draft outlives
    /// prompts. None if the game has no sketch, or not at this moment.
    fn sketch(_view: &Self::View, _draft: Option<&str>) -> Option<Self::View> {
        None
    }

    /// Whether a player who has acted can go on at once, in a panel below the post of their prompt.
    fn continues_in_panel(_view: &Self::View) -> bool {
        false
    }
}

/// What being late has cost a seat since the open prompt was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatenessCost {
    pub lost: u32,
    pub left: u32,
    /// Whether everybody must still be told what being late costs.
    pub is_news: bool,
}

/// A match that could be opened.
#[derive(Clone, Copy)]
pub struct Draft<'a> {
    pub options: &'a GivenOptions,
    pub cast: &'a Cast,
    pub ms: Ms<'a>,
}

impl GameId {
    /// See [`GameUi::done`]. Also says the acts that all games share.
    pub fn done(self, act: &str, cast: &Cast) -> Option<String> {
        let common = super::act::done(act, cast);
        common.or_else(|| each!(self as Ids: G => G::done(act, cast)))
    }

    /// See [`GameUi::loses_if_late`].
    pub fn loses_if_late(self, ask: &str) -> bool {
        each!(self as Ids: G => G::loses_if_late(ask))
    }

    /// See [`GameUi::without_choice`].
    pub fn without_choice(self, options: &GivenOptions, who: &str, whom: &str) -> String {
        each!(self as Ids: G => G::without_choice(options, who, whom))
    }

    /// See [`GameUi::terms`].
    pub fn terms(self, options: &GivenOptions, ms: Ms<'_>) -> Vec<String> {
        each!(self as Ids: G => G::terms(options, ms))
    }

    /// See [`GameUi::setup_notes`].
    pub fn setup_notes(self, draft: Option<Draft<'_>>) -> String {
        each!(self as Ids: G => G::setup_notes(draft))
    }
}

impl GameRefusal {
    /// See [`GameUi::refusal`].
    pub fn say(&self, cast: &Cast) -> String {
        each!(self as Refusals, refusal: G => G::refusal(refusal, cast))
    }
}

impl GameSetupRefusal {
    /// See [`GameUi::setup_refusal`].
    pub fn say(&self, shown: &dyn Fn(&str) -> String) -> String {
        each!(self as SetupRefusals, refusal: G => G::setup_refusal(refusal, shown))
    }
}

impl GameHappening {
    /// See [`GameUi::happening`].
    pub fn say(&self, cast: &Cast) -> String {
        each!(self as Happenings, happening: G => G::happening(happening, cast))
    }

    /// See [`GameUi::as_lateness`].
    pub fn as_lateness(&self) -> Option<(Seat, Option<u32>)> {
        each!(self as Happenings, happening: G => G::as_lateness(happening))
    }
}

impl View {
    /// See [`GameUi::lateness`].
    pub fn lateness(&self, seat: Seat) -> Option<LatenessCost> {
        each!(self as Views, view: G => G::lateness(view, seat))
    }

    /// See [`GameUi::ask`].
    pub fn ask(&self, whose: Party, ask: &str, cast: &Cast) -> String {
        each!(self as Views, view: G => G::ask(view, whose, ask, cast))
    }

    /// See [`GameUi::ask_publicly`].
    pub fn ask_publicly(
        &self,
        whose: Party,
        ask: &str,
        told: &[&Happening],
        cast: &Cast,
    ) -> String {
        each!(self as Views, view: G => G::ask_publicly(view, whose, ask, told, cast))
    }

    /// See [`GameUi::own_choice`].
    pub fn own_choice(&self, whose: Party, cast: &Cast) -> Option<String> {
        each!(self as Views, view: G => G::own_choice(view, whose, cast))
    }

    /// See [`GameUi::turn_so_far`].
    pub fn turn_so_far(&self, cast: &Cast) -> String {
        each!(self as Views, view: G => G::turn_so_far(view, cast))
    }

    /// See [`GameUi::caution`].
    pub fn caution(&self, seat: Seat, act: &str, typed: &str, cast: &Cast) -> Option<String> {
        each!(self as Views, view: G => G::caution(view, seat, act, typed, cast))
    }

    /// See [`GameUi::choice_outcome`].
    pub fn choice_outcome(&self, whose: Party, cast: &Cast) -> Option<String> {
        each!(self as Views, view: G => G::choice_outcome(view, whose, cast))
    }

    /// See [`GameUi::score`].
    pub fn score(&self, cast: &Cast) -> Option<String> {
        each!(self as Views, view: G => G::score(view, cast))
    }

    /// See [`GameUi::tally`].
    pub fn tally(&self) -> Option<(&'static str, BySeat<u32>)> {
        each!(self as Views, view: G => G::tally(view))
    }

    /// See [`GameUi::rules`].
    pub fn rules(&self) -> String {
        each!(self as Views, view: G => G::rules(view))
    }

    /// See [`GameUi::card_lines`].
    pub fn card_lines(&self, cast: &Cast) -> String {
        each!(self as Views, view: G => G::card_lines(view, cast))
    }

    /// See [`GameUi::description`].
    pub fn description(&self, cast: &Cast) -> String {
        each!(self as Views, view: G => G::description(view, cast))
    }

    /// See [`GameUi::describe_end`]; ignores views of another game in `before`.
    pub fn describe_end(&self, before: &[View], cast: &Cast) -> String {
        each!(self as Views, view: G => G::describe_end(view, &all_of(before), cast))
    }

    /// See [`GameUi::revealed`].
    pub fn revealed(&self, cast: &Cast) -> String {
        each!(self as Views, view: G => G::revealed(view, cast))
    }

    /// See [`GameUi::decided`]: in the order in which they happened. Empty if nobody has won, or by
    /// a resignation or a ruling. Ignores views of another game in `before`.
    pub fn decided(&self, before: &[View], cast: &Cast) -> Vec<Turning> {
        let by_rules = |outcome: Outcome| {
            let winner = outcome.winner?;
            (!Reason::GENERAL.contains(&outcome.reason)).then_some(winner)
        };
        let mut facts = each!(self as Views, view: G => {
            let winner = view.outcome.and_then(by_rules);
            winner.map(|winner| G::decided(view, winner, &all_of(before), cast))
        })
        .unwrap_or_default();
        facts.sort_by_key(|fact| fact.entry);
        facts
    }

    /// See [`GameUi::draw`].
    pub(super) fn draw(&self, people: People<'_>) -> Canvas {
        each!(self as Views, view: G => G::draw(view, people))
    }

    /// See [`GameUi::draw_end`]; ignores views of another game in `before`.
    pub(super) fn draw_end(&self, before: &[View], people: People<'_>) -> Canvas {
        each!(self as Views, view: G => {
            G::draw_end(view, &all_of(before), people)
        })
    }

    /// See [`GameUi::sketch`].
    pub fn sketch(&self, draft: Option<&str>) -> Option<View> {
        each!(self as Views, view: G => G::sketch(view, draft).map(View::from))
    }

    /// See [`GameUi::first_step`].
    pub fn first_step(&self) -> Vec<Row<Tap>> {
        each!(self as Views, view: G => G::first_step(view))
    }

    /// See [`GameUi::continues_in_panel`].
    pub fn continues_in_panel(&self) -> bool {
        each!(self as Views, view: G => G::continues_in_panel(view))
    }
}

/// The views that are of one game.
fn all_of<'a, V>(views: &'a [View]) -> Vec<&'a V>
where
    &'a V: TryFrom<&'a View>,
{
    let of_game = views.iter().filter_map(|view| view.try_into().ok());
    of_game.collect()
}

impl PanelInput<'_, View> {
    /// See [`GameUi::panel`].
    pub fn panel(&self) -> Panel {
        let view = self.view;
        each!(view as Views, view: G => G::panel(&self.with(view)))
    }

    /// See [`GameUi::step`].
    pub fn step(&self, step: &str, value: Option<&str>) -> Option<Stepped> {
        let view = self.view;
        each!(view as Views, view: G => G::step(&self.with(view), step, value))
    }

    /// See [`GameUi::complete`].
    pub fn complete(&self, parameter: &str, typed: &str) -> Option<Vec<String>> {
        let view = self.view;
        each!(view as Views, view: G => G::complete(&self.with(view), parameter, typed))
    }
}
