//! A game's sentences, pictures and panels: a table of functions for each game. A function that
//! writes names gets the cast whose names it must use: for a post, the names in it are safe there.

use super::decided::Turning;
use super::panel::{Panel, PanelInput, Stepped, Tap};
use super::registry::{Happenings, Ids, Refusals, SetupRefusals, Views, each};
use super::screen::{Field, Row};
use super::tokens::{People, SEAT_COLOURS, SeatColour};
use super::told::{GameAction, Happens, Refuses, RefusesSetup};
use super::{
    BySeat, Cast, CastId, Game, GameHappening, GameId, GameRefusal, GameSetupRefusal, GivenOptions,
    Happening, Outcome, Party, Reason, Seat, View,
};
use canvas::Canvas;

/// Gives how long a step may take, in milliseconds, by the key of its time.
pub type Ms<'a> = &'a dyn Fn(&str) -> u64;

/// What players count towards the win, and how much of it each has.
pub type Tally = (&'static str, BySeat<u32>);

/// A game's sentences, pictures and panels, from its views `V`. [`Ui::of`] has those that every
/// game says itself; the others suit a game without anything special to say.
pub struct Ui<V> {
    /// Asks a party its question, in one sentence.
    pub ask: fn(&V, Party, ask: &str, &Cast) -> String,
    /// The same question in the post for everybody, below the sentences about what happened. None:
    /// it is the same.
    pub ask_publicly: fn(&V, Party, &[&Happening]) -> Option<String>,
    /// What a party has chosen in secret so far, for itself only: `bid 3`. None if it has chosen
    /// nothing.
    pub own_choice: fn(&V, Party, &Cast) -> Option<String>,
    /// How many of how many people have answered. None: who is asked tells it.
    pub answered: fn(&V) -> Option<(usize, usize)>,
    /// What became of a party's choice before the match, now that the match has begun.
    pub choice_outcome: fn(&V, Party, &Cast) -> Option<String>,
    /// What happens to people who choose nothing before the match: the end of a sentence about
    /// `who` (a plural or “you”), with `whom` as its object.
    pub without_choice: fn(&V, &GivenOptions, who: &str, whom: &str) -> String,
    /// Whether they get a strike for it in a season.
    pub strikes_missing: fn(&V) -> bool,
    /// The finished steps of a turn with several steps, for people who may see them; empty for
    /// others. Somebody who has acted may then go on, in a panel below their prompt's post.
    pub turn_so_far: fn(&V, &Cast) -> String,
    /// What a seat must confirm before this action, because it may lose the match or does more than
    /// it `typed`. None for other actions.
    pub caution: fn(&V, Seat, act: &str, typed: &str, &Cast) -> Option<String>,
    /// What being late has cost a seat since the open prompt was asked; None if it costs nothing.
    pub lateness: fn(&V, Seat) -> Option<LatenessCost>,
    /// The score in one line; None in games without one.
    pub score: fn(&V, &Cast) -> Option<String>,
    /// None in games without a score.
    pub tally: fn(&V) -> Option<Tally>,
    /// The rules of this match, with its options.
    pub rules: fn(&V) -> String,
    /// What the complete options mean for a match, a line each: above all what running out of time
    /// does.
    pub terms: fn(&GivenOptions, Ms<'_>) -> Vec<String>,
    /// Further lines on the opening card.
    pub card_lines: fn(&V, &Cast) -> String,
    /// What hosts should know before they open a match, with a line break at its end. The draft is
    /// the match that would be opened; None if it can't be opened yet.
    pub setup_notes: fn(Option<Draft<'_>>) -> String,
    /// The seats' colours on the board, and wherever else a match is shown.
    pub colours: BySeat<SeatColour>,
    /// What the match's host may do now, for buttons in a message to them.
    pub host_acts: fn(&V, &Cast) -> Vec<HostAct>,
    /// What the match's host reads when a round closes, or the match ends, if that isn't all that
    /// everybody sees.
    pub for_hosts: fn(&V, &Cast) -> String,
    /// The two whom a finished match has named for the next Death Match.
    pub death_match: fn(&V) -> Option<BySeat<CastId>>,
    /// Draws the board ([`picture`](super::picture) says how).
    pub draw: fn(&V, People<'_>) -> Canvas,
    /// The board in words, for people who can't see the picture.
    pub description: fn(&V, &Cast) -> String,
    /// The same of a finished match; None if they are the same.
    pub end: Option<End<V>>,
    /// Secrets of a finished match that no line has told yet.
    pub revealed: fn(&V, &Cast) -> String,
    /// What decided a match that the seat has won by the game's own rules: the turning point, after
    /// which the other didn't lead any more, and the move that won. Nothing rather than something
    /// that only happened. `before` has the view after each entry of its record, in order. Leave
    /// out what the outcome or the last happening says.
    pub decided: fn(&V, winner: Seat, before: &[&V], &Cast) -> Vec<Turning>,
    /// What somebody may do, as a private screen. A post shows it too, made from the view of
    /// everybody.
    pub panel: fn(&PanelInput<'_, V>) -> Panel,
    /// The panel's first step as controls below the post that asks for it, made from everybody's
    /// view, since anybody may press there. Empty if the panel must be opened first.
    pub first_step: fn(&V) -> Vec<Row<Tap>>,
    /// The result of a step in the panel; None for a step that isn't possible. `value` is the
    /// choice in a menu, or the text in a form.
    pub step: fn(&PanelInput<'_, V>, step: &str, value: Option<&str>) -> Option<Stepped>,
    /// The completions for a parameter that holds several things, as whole lines. None for a
    /// parameter that is completed from the offers.
    pub complete: fn(&PanelInput<'_, V>, parameter: &str, typed: &str) -> Option<Vec<String>>,
    /// The board with somebody's `draft` on it. A game with such a sketch opens the panel to
    /// everybody who takes part, even if they aren't asked anything, and the draft outlives
    /// prompts. None if the game has no sketch, or not at this moment.
    pub sketch: fn(&V, draft: Option<&str>) -> Option<V>,
}

/// The last board of a match, drawn and in words, with what was secret until then. Both get the
/// view after each entry of its record, in order.
pub struct End<V> {
    pub draw: fn(&V, before: &[&V], People<'_>) -> Canvas,
    pub describe: fn(&V, before: &[&V], &Cast) -> String,
}

impl<V> Ui<V> {
    /// What every game says and draws itself.
    pub const fn of(
        ask: fn(&V, Party, &str, &Cast) -> String,
        rules: fn(&V) -> String,
        draw: fn(&V, People<'_>) -> Canvas,
        description: fn(&V, &Cast) -> String,
    ) -> Ui<V> {
        Ui {
            ask,
            ask_publicly: |_, _, _| None,
            own_choice: |_, _, _| None,
            answered: |_| None,
            choice_outcome: |_, _, _| None,
            without_choice: |_, _, _, whom| format!("it goes on without {whom}"),
            strikes_missing: |_| true,
            turn_so_far: |_, _| String::new(),
            caution: |_, _, _, _, _| None,
            lateness: |_, _| None,
            score: |_, _| None,
            tally: |_| None,
            rules,
            terms: |_, _| Vec::new(),
            card_lines: |_, _| String::new(),
            setup_notes: |_| String::new(),
            colours: SEAT_COLOURS,
            host_acts: |_, _| Vec::new(),
            for_hosts: |_, _| String::new(),
            death_match: |_| None,
            draw,
            description,
            end: None,
            revealed: |_, _| String::new(),
            decided: |_, _, _, _| Vec::new(),
            panel: |desk| desk.controls().into(),
            first_step: |_| Vec::new(),
            step: |_, _, _| None,
            complete: |_, _, _| None,
            sketch: |_, _| None,
        }
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

/// Something that a match's host may do.
pub struct HostAct {
    /// Its verb in notation, which is all of it without fields.
    pub verb: &'static str,
    pub label: &'static str,
    /// What the host types after the verb: one text as people type it, or several.
    pub fields: Vec<Field>,
}

impl HostAct {
    /// The act with the typed fields, in notation or as people type it. Several texts are quoted,
    /// with `>` between them; those at the end may be empty.
    pub fn text(&self, typed: &[&str]) -> String {
        let texts: Vec<String> = match typed {
            [one] => vec![(*one).to_owned()],
            several => {
                let count = several.iter().rposition(|text| !text.trim().is_empty());
                let several = several.iter().take(count.map_or(0, |last| last + 1));
                let several = several.map(|text| text.trim().replace('"', "'"));
                several.map(|text| format!("\"{text}\"")).collect()
            }
        };
        format!("{} {}", self.verb, texts.join(" > "))
            .trim_end()
            .to_owned()
    }
}

/// A match that could be opened.
#[derive(Clone, Copy)]
pub struct Draft<'a> {
    pub options: &'a GivenOptions,
    pub cast: &'a Cast,
    pub ms: Ms<'a>,
}

// The methods below call the function of the same name in the game's table.

impl GameId {
    /// Says an action in notation to the person who did it, also one that all games share. None if
    /// it can't be read.
    pub fn done(self, act: &str, cast: &Cast) -> Option<String> {
        super::act::done(act, cast).or_else(|| {
            each!(self as Ids: G => {
                let action = <G as Game>::Action::read(act, cast);
                action.ok().map(|action| action.done(cast))
            })
        })
    }

    pub fn terms(self, options: &GivenOptions, ms: Ms<'_>) -> Vec<String> {
        each!(self as Ids: G => (G::UI.terms)(options, ms))
    }

    pub fn setup_notes(self, draft: Option<Draft<'_>>) -> String {
        each!(self as Ids: G => (G::UI.setup_notes)(draft))
    }
}

impl GameRefusal {
    pub fn say(&self, cast: &Cast) -> String {
        each!(self as Refusals, refusal => refusal.say(cast))
    }

    pub fn is_of_notation(&self) -> bool {
        each!(self as Refusals, refusal => refusal.is_of_notation())
    }
}

impl GameSetupRefusal {
    pub fn say(&self, shown: &dyn Fn(&str) -> String) -> String {
        each!(self as SetupRefusals, refusal => refusal.say(shown))
    }
}

impl GameHappening {
    pub fn say(&self, cast: &Cast) -> String {
        each!(self as Happenings, happening => happening.say(cast))
    }
}

impl View {
    pub fn lateness(&self, seat: Seat) -> Option<LatenessCost> {
        each!(self as Views, view: G => (G::UI.lateness)(view, seat))
    }

    pub fn ask(&self, whose: Party, ask: &str, cast: &Cast) -> String {
        each!(self as Views, view: G => (G::UI.ask)(view, whose, ask, cast))
    }

    pub fn ask_publicly(
        &self,
        whose: Party,
        ask: &str,
        told: &[&Happening],
        cast: &Cast,
    ) -> String {
        let said = each!(self as Views, view: G => (G::UI.ask_publicly)(view, whose, told));
        said.unwrap_or_else(|| self.ask(whose, ask, cast))
    }

    pub fn without_choice(&self, options: &GivenOptions, who: &str, whom: &str) -> String {
        each!(self as Views, view: G => (G::UI.without_choice)(view, options, who, whom))
    }

    pub fn strikes_missing(&self) -> bool {
        each!(self as Views, view: G => (G::UI.strikes_missing)(view))
    }

    pub fn own_choice(&self, whose: Party, cast: &Cast) -> Option<String> {
        each!(self as Views, view: G => (G::UI.own_choice)(view, whose, cast))
    }

    pub fn answered(&self) -> Option<(usize, usize)> {
        each!(self as Views, view: G => (G::UI.answered)(view))
    }

    pub fn turn_so_far(&self, cast: &Cast) -> String {
        each!(self as Views, view: G => (G::UI.turn_so_far)(view, cast))
    }

    pub fn caution(&self, seat: Seat, act: &str, typed: &str, cast: &Cast) -> Option<String> {
        each!(self as Views, view: G => (G::UI.caution)(view, seat, act, typed, cast))
    }

    pub fn choice_outcome(&self, whose: Party, cast: &Cast) -> Option<String> {
        each!(self as Views, view: G => (G::UI.choice_outcome)(view, whose, cast))
    }

    pub fn score(&self, cast: &Cast) -> Option<String> {
        each!(self as Views, view: G => (G::UI.score)(view, cast))
    }

    pub fn tally(&self) -> Option<Tally> {
        each!(self as Views, view: G => (G::UI.tally)(view))
    }

    pub fn rules(&self) -> String {
        each!(self as Views, view: G => (G::UI.rules)(view))
    }

    pub fn card_lines(&self, cast: &Cast) -> String {
        each!(self as Views, view: G => (G::UI.card_lines)(view, cast))
    }

    pub fn description(&self, cast: &Cast) -> String {
        each!(self as Views, view: G => (G::UI.description)(view, cast))
    }

    /// Ignores views of another game in `before`.
    pub fn describe_end(&self, before: &[View], cast: &Cast) -> String {
        each!(self as Views, view: G => match G::UI.end {
            Some(end) => (end.describe)(view, &all_of(before), cast),
            None => (G::UI.description)(view, cast),
        })
    }

    pub fn revealed(&self, cast: &Cast) -> String {
        each!(self as Views, view: G => (G::UI.revealed)(view, cast))
    }

    /// In the order in which they happened. Empty if nobody has won, or by a resignation or a
    /// ruling. Ignores views of another game in `before`.
    pub fn decided(&self, before: &[View], cast: &Cast) -> Vec<Turning> {
        let by_rules = |outcome: Outcome| {
            let winner = outcome.winner?;
            (!Reason::GENERAL.contains(&outcome.reason)).then_some(winner)
        };
        let mut facts = each!(self as Views, view: G => {
            let winner = view.outcome.and_then(by_rules);
            winner.map(|winner| (G::UI.decided)(view, winner, &all_of(before), cast))
        })
        .unwrap_or_default();
        facts.sort_by_key(|fact| fact.entry);
        facts
    }

    pub fn for_hosts(&self, cast: &Cast) -> String {
        each!(self as Views, view: G => (G::UI.for_hosts)(view, cast))
    }

    pub fn host_acts(&self, cast: &Cast) -> Vec<HostAct> {
        each!(self as Views, view: G => (G::UI.host_acts)(view, cast))
    }

    pub fn death_match(&self) -> Option<BySeat<CastId>> {
        each!(self as Views, view: G => (G::UI.death_match)(view))
    }

    pub(super) fn colours(&self) -> BySeat<SeatColour> {
        each!(self as Views, _view: G => G::UI.colours)
    }

    pub(super) fn draw(&self, people: People<'_>) -> Canvas {
        each!(self as Views, view: G => (G::UI.draw)(view, people))
    }

    /// Ignores views of another game in `before`.
    pub(super) fn draw_end(&self, before: &[View], people: People<'_>) -> Canvas {
        each!(self as Views, view: G => match G::UI.end {
            Some(end) => (end.draw)(view, &all_of(before), people),
            None => (G::UI.draw)(view, people),
        })
    }

    pub fn sketch(&self, draft: Option<&str>) -> Option<View> {
        each!(self as Views, view: G => (G::UI.sketch)(view, draft).map(View::from))
    }

    pub fn first_step(&self) -> Vec<Row<Tap>> {
        each!(self as Views, view: G => (G::UI.first_step)(view))
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
    pub fn panel(&self) -> Panel {
        let view = self.view;
        each!(view as Views, view: G => (G::UI.panel)(&self.with(view)))
    }

    pub fn step(&self, step: &str, value: Option<&str>) -> Option<Stepped> {
        let view = self.view;
        each!(view as Views, view: G => (G::UI.step)(&self.with(view), step, value))
    }

    pub fn complete(&self, parameter: &str, typed: &str) -> Option<Vec<String>> {
        let view = self.view;
        each!(view as Views, view: G => (G::UI.complete)(&self.with(view), parameter, typed))
    }
}
