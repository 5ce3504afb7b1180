//! What a game says of itself, and how it looks. Each method that writes names is handed the cast
//! under which they are written: in a post, with names that are safe there.

use super::decided::Turning;
use super::english::Price;
use super::panel::{Panel, PanelInput, Stepped, Tap};
use super::registry::{Happenings, Ids, Refusals, SetupRefusals, Views, each};
use super::screen::Row;
use super::tokens::People;
use super::verbs::Command;
use super::{
    Cast, Game, GameHappening, GameId, GameRefusal, GameSetupRefusal, GivenOptions, Happening,
    Party, Seat, View,
};
use canvas::Canvas;

/// How many sentences tell what decided a match.
const MOST_TURNINGS: usize = 3;

/// How long a step may take, in milliseconds, by the key of its time.
pub type Ms<'a> = &'a dyn Fn(&str) -> u64;

/// A game's sentences and picture. Where a game says nothing of its own, the default is used.
pub trait GameUi: Game {
    /// What somebody has done who has answered a prompt: `has bid`.
    const ANSWERED: &'static str = "has chosen";

    /// What is secret in a match of it while it is open, as hosts are told that its end shows it.
    const SECRETS: &'static str = "what was secret in the match";

    /// Of what the record has while [`Game::withholds_record`], and until when, in a sentence.
    const WITHHELD: Option<&'static str> = None;

    /// What being late costs, a piece at a time, where a prompt has an overtime.
    const PRICE: Option<Price> = None;

    /// The game's own slash command.
    const COMMAND: &'static Command;

    /// Why an action was not taken, and what works instead.
    fn refusal(refusal: &Self::Refusal, cast: &Cast) -> String;

    /// Why a match cannot be opened like this, with names as `shown` writes them.
    fn setup_refusal(refusal: &Self::SetupRefusal, shown: &dyn Fn(&str) -> String) -> String;

    /// What happened, for everybody; empty where nothing is to be said of it.
    fn happening(happening: &Self::Happening, cast: &Cast) -> String;

    /// Who was late, where it tells of that; and how much they have left, where it cost them a
    /// piece of the [`GameUi::PRICE`].
    fn of_lateness(_happening: &Self::Happening) -> Option<(Seat, Option<u32>)> {
        None
    }

    /// What being late has cost a seat by now; None where it costs nothing.
    fn lateness(_view: &Self::View, _seat: Seat) -> Option<Lateness> {
        None
    }

    /// Whether somebody who has not answered this in time has lost the match by that, though the
    /// clock does not forfeit it (`ask` is [`Prompt::ask`](super::Prompt::ask)).
    fn loses_late(_ask: &str) -> bool {
        false
    }

    /// What a party is asked, in one sentence.
    fn ask(view: &Self::View, whose: Party, ask: &str, cast: &Cast) -> String;

    /// The same for everybody, after all this has happened.
    fn ask_publicly(
        view: &Self::View,
        whose: Party,
        ask: &str,
        _told: &[&Happening],
        cast: &Cast,
    ) -> String {
        Self::ask(view, whose, ask, cast)
    }

    /// What a party has chosen in secret that counts now, for it alone: `bid 3`.
    fn own_choice(_view: &Self::View, _whose: Party, _cast: &Cast) -> Option<String> {
        None
    }

    /// What is done so far of a turn of several steps, for people who may see it; empty for others.
    fn so_far(_view: &Self::View, _cast: &Cast) -> String {
        String::new()
    }

    /// What a seat is asked to confirm before an action that may lose it the match, or that does
    /// more than what was `typed` says; None for any other.
    fn caution(
        _view: &Self::View,
        _seat: Seat,
        _act: &str,
        _typed: &str,
        _cast: &Cast,
    ) -> Option<String> {
        None
    }

    /// What a party chose before the match, as what has become of it now that it has begun.
    fn counted(_view: &Self::View, _whose: Party, _cast: &Cast) -> Option<String> {
        None
    }

    /// What becomes of people who choose nothing before the match: the end of a sentence about
    /// `who`, a plural or “you”, and `whom`.
    fn without_choice(_options: &GivenOptions, _who: &str, whom: &str) -> String {
        format!("it goes on without {whom}")
    }

    /// What each player has, in one line; None where nothing is counted.
    fn score(_view: &Self::View, _cast: &Cast) -> Option<String> {
        None
    }

    /// The rules as a match with this view has them.
    fn rules(view: &Self::View) -> String;

    /// What a match's complete options mean for it beyond the rules, a line each; above all what
    /// running out of time does.
    fn terms(_options: &GivenOptions, _ms: Ms<'_>) -> Vec<String> {
        Vec::new()
    }

    /// What the opening card says besides, in lines of its own.
    fn on_card(_view: &Self::View, _cast: &Cast) -> String {
        String::new()
    }

    /// What hosts should know before a match is opened, with a line break at its end. `draft` is
    /// the match as it would be opened, if it could be.
    fn for_hosts(_draft: Option<Draft<'_>>) -> String {
        String::new()
    }

    /// The board in words, for people who do not see the picture.
    fn description(view: &Self::View, cast: &Cast) -> String;

    /// The picture of the end in words ([`GameUi::draw_end`]).
    fn describe_end(view: &Self::View, _before: &[&Self::View], cast: &Cast) -> String {
        Self::description(view, cast)
    }

    /// What was secret until the end, and no line has told yet.
    fn revealed(_view: &Self::View, _cast: &Cast) -> String {
        String::new()
    }

    /// What decided a match that is over, what matters most first; three at most are told.
    /// `before`: what all of the match looked like after each entry of its record, in order.
    /// Nothing that the outcome or what happened last says already.
    fn decided(_view: &Self::View, _before: &[&Self::View], _cast: &Cast) -> Vec<Turning> {
        Vec::new()
    }

    /// The picture (`games/picture.rs` says how).
    fn draw(view: &Self::View, people: People<'_>) -> Canvas;

    /// The picture of a match that is over: the last board, with what was secret until then.
    /// `before`: what all of the match looked like after each entry of its record, in order.
    fn draw_end(view: &Self::View, _before: &[&Self::View], people: People<'_>) -> Canvas {
        Self::draw(view, people)
    }

    /// What somebody may do, as a screen of their own; in a post too, from what everybody may see.
    fn panel(desk: &PanelInput<'_, Self::View>) -> Panel {
        desk.controls().into()
    }

    /// The first step in that panel, below a post that asks somebody to take it: from what
    /// everybody may see, since anybody may press there. Empty where the panel has to be opened
    /// first.
    fn first_step(_view: &Self::View) -> Vec<Row<Tap>> {
        Vec::new()
    }

    /// What a step in that panel comes to; None for one that leads nowhere. `value` is what was
    /// chosen where the step is a menu, or typed into its form.
    fn step(
        _desk: &PanelInput<'_, Self::View>,
        _step: &str,
        _value: Option<&str>,
    ) -> Option<Stepped> {
        None
    }

    /// What may be typed for a parameter of its command that says more than one thing, as whole
    /// lines; None for one that is completed by what is offered.
    fn complete(
        _desk: &PanelInput<'_, Self::View>,
        _parameter: &str,
        _typed: &str,
    ) -> Option<Vec<String>> {
        None
    }

    /// The board with what somebody tries on it, which is the draft: a game with such a board opens
    /// the panel to everybody who takes part, whether anything is asked of them or not, and the
    /// draft outlives prompts. None where there is none, or not yet.
    fn sketch(_view: &Self::View, _draft: Option<&str>) -> Option<Self::View> {
        None
    }

    /// Whether a panel's picture stays as it is while its prompt is open, whatever is done: then
    /// only what stands beside it changes.
    const KEEPS_PICTURE: bool = false;

    /// Whether somebody who has acted goes on at once, in a panel that is to be found below the
    /// post of its prompt.
    fn goes_on(_view: &Self::View) -> bool {
        false
    }
}

/// What being late has cost a seat since the open prompt was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lateness {
    pub lost: u32,
    pub left: u32,
    /// Whether everybody is still to be told what being late costs.
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
    /// See [`GameUi::COMMAND`].
    pub fn command(self) -> &'static Command {
        each!(self as Ids: G => G::COMMAND)
    }

    /// See [`GameUi::ANSWERED`].
    pub fn answered(self) -> &'static str {
        each!(self as Ids: G => G::ANSWERED)
    }

    /// See [`GameUi::SECRETS`].
    pub fn secrets(self) -> &'static str {
        each!(self as Ids: G => G::SECRETS)
    }

    /// See [`GameUi::WITHHELD`].
    pub fn withheld(self) -> Option<&'static str> {
        each!(self as Ids: G => G::WITHHELD)
    }

    /// See [`GameUi::PRICE`].
    pub fn price(self) -> Option<Price> {
        each!(self as Ids: G => G::PRICE)
    }

    /// See [`GameUi::loses_late`].
    pub fn loses_late(self, ask: &str) -> bool {
        each!(self as Ids: G => G::loses_late(ask))
    }

    /// See [`GameUi::without_choice`].
    pub fn without_choice(self, options: &GivenOptions, who: &str, whom: &str) -> String {
        each!(self as Ids: G => G::without_choice(options, who, whom))
    }

    /// See [`GameUi::terms`].
    pub fn terms(self, options: &GivenOptions, ms: Ms<'_>) -> Vec<String> {
        each!(self as Ids: G => G::terms(options, ms))
    }

    /// See [`GameUi::for_hosts`].
    pub fn for_hosts(self, draft: Option<Draft<'_>>) -> String {
        each!(self as Ids: G => G::for_hosts(draft))
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

    /// See [`GameUi::of_lateness`].
    pub fn of_lateness(&self) -> Option<(Seat, Option<u32>)> {
        each!(self as Happenings, happening: G => G::of_lateness(happening))
    }
}

impl View {
    /// See [`GameUi::lateness`].
    pub fn lateness(&self, seat: Seat) -> Option<Lateness> {
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

    /// See [`GameUi::so_far`].
    pub fn so_far(&self, cast: &Cast) -> String {
        each!(self as Views, view: G => G::so_far(view, cast))
    }

    /// See [`GameUi::caution`].
    pub fn caution(&self, seat: Seat, act: &str, typed: &str, cast: &Cast) -> Option<String> {
        each!(self as Views, view: G => G::caution(view, seat, act, typed, cast))
    }

    /// See [`GameUi::counted`].
    pub fn counted(&self, whose: Party, cast: &Cast) -> Option<String> {
        each!(self as Views, view: G => G::counted(view, whose, cast))
    }

    /// See [`GameUi::score`].
    pub fn score(&self, cast: &Cast) -> Option<String> {
        each!(self as Views, view: G => G::score(view, cast))
    }

    /// See [`GameUi::rules`].
    pub fn rules(&self) -> String {
        each!(self as Views, view: G => G::rules(view))
    }

    /// See [`GameUi::on_card`].
    pub fn on_card(&self, cast: &Cast) -> String {
        each!(self as Views, view: G => G::on_card(view, cast))
    }

    /// See [`GameUi::description`].
    pub fn description(&self, cast: &Cast) -> String {
        each!(self as Views, view: G => G::description(view, cast))
    }

    /// See [`GameUi::describe_end`]; views of another game are left out of `before`.
    pub fn describe_end(&self, before: &[View], cast: &Cast) -> String {
        each!(self as Views, view: G => G::describe_end(view, &all_of(before), cast))
    }

    /// See [`GameUi::revealed`].
    pub fn revealed(&self, cast: &Cast) -> String {
        each!(self as Views, view: G => G::revealed(view, cast))
    }

    /// See [`GameUi::decided`]: at most three, in the order in which they came. Views of another
    /// game are left out of `before`.
    pub fn decided(&self, before: &[View], cast: &Cast) -> Vec<Turning> {
        let mut facts = each!(self as Views, view: G => G::decided(view, &all_of(before), cast));
        facts.truncate(MOST_TURNINGS);
        facts.sort_by_key(|fact| fact.entry);
        facts
    }

    /// See [`GameUi::draw`].
    pub(super) fn draw(&self, people: People<'_>) -> Canvas {
        each!(self as Views, view: G => G::draw(view, people))
    }

    /// See [`GameUi::draw_end`]; views of another game are left out of `before`.
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

    /// See [`GameUi::KEEPS_PICTURE`].
    pub fn keeps_picture(&self) -> bool {
        let game = self.id();
        each!(game as Ids: G => G::KEEPS_PICTURE)
    }

    /// See [`GameUi::goes_on`].
    pub fn goes_on(&self) -> bool {
        each!(self as Views, view: G => G::goes_on(view))
    }
}

/// Those views that are of one game.
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
