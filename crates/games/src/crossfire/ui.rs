//! Implements `GameUi` for Crossfire.

use super::rules::{Crossfire, Happening, Refusal, TARGET};
use super::{SetupRefusal, View, chart, decided, panel, picture, say};
use crate::decided::Turning;
use crate::english::of_each;
use crate::panel::{Panel, PanelInput, Stepped};
use crate::registry::Happenings;
use crate::tokens::People;
use crate::{
    BySeat, Cast, Draft, GameHappening, GameUi, Happening as AnyHappening, LatenessCost, Party,
    Seat,
};
use canvas::Canvas;

impl GameUi for Crossfire {
    fn refusal(refusal: &Refusal, _cast: &Cast) -> String {
        say::refusal(refusal)
    }

    fn setup_refusal(refusal: &SetupRefusal, shown: &dyn Fn(&str) -> String) -> String {
        say::setup_refusal(refusal, shown)
    }

    fn happening(happening: &Happening, cast: &Cast) -> String {
        say::happening(happening, cast)
    }

    fn done(act: &str, _cast: &Cast) -> Option<String> {
        say::done(act)
    }

    fn as_lateness(happening: &Happening) -> Option<(Seat, Option<u32>)> {
        match happening {
            Happening::Drained { seat, left } => Some((*seat, Some(*left))),
            _ => None,
        }
    }

    fn lateness(view: &View, seat: Seat) -> Option<LatenessCost> {
        Some(LatenessCost {
            lost: view.drained[seat],
            left: view.chips[seat],
            is_news: view.round <= 1,
        })
    }

    fn ask(view: &View, whose: Party, _ask: &str, _cast: &Cast) -> String {
        say::ask(view, whose)
    }

    fn ask_publicly(
        view: &View,
        whose: Party,
        _ask: &str,
        told: &[&AnyHappening],
        _cast: &Cast,
    ) -> String {
        let told = told.iter().filter_map(|told| match told {
            AnyHappening::OfGame(GameHappening(Happenings::Crossfire(told))) => Some(told),
            _ => None,
        });
        say::ask_publicly(view, whose, told)
    }

    fn own_choice(view: &View, whose: Party, _cast: &Cast) -> Option<String> {
        say::own_choice(view, whose)
    }

    fn caution(view: &View, seat: Seat, act: &str, _typed: &str, _cast: &Cast) -> Option<String> {
        say::caution(view, seat, act)
    }

    fn score(view: &View, cast: &Cast) -> Option<String> {
        Some(of_each(cast, |seat| {
            let (chips, goals) = (say::count(view.chips[seat], "chip"), view.goals[seat]);
            format!("{chips}, {goals} of {TARGET} goals")
        }))
    }

    fn tally(view: &View) -> Option<(&'static str, BySeat<u32>)> {
        Some(("goals", view.goals))
    }

    fn rules(view: &View) -> String {
        say::rules(view)
    }

    fn setup_notes(draft: Option<Draft<'_>>) -> String {
        draft.map_or_else(String::new, |draft| say::for_hosts(draft.options))
    }

    fn description(view: &View, cast: &Cast) -> String {
        say::description(view, cast)
    }

    fn describe_end(view: &View, before: &[&View], cast: &Cast) -> String {
        say::describe_end(view, &chart::rounds(view, before), cast)
    }

    fn revealed(view: &View, cast: &Cast) -> String {
        say::revealed(view, cast)
    }

    fn decided(view: &View, winner: Seat, before: &[&View], cast: &Cast) -> Vec<Turning> {
        decided::decided(view, winner, before, cast)
    }

    fn draw(view: &View, people: People<'_>) -> Canvas {
        picture::draw(view, people)
    }

    fn draw_end(view: &View, before: &[&View], people: People<'_>) -> Canvas {
        chart::draw(view, before, people)
    }

    fn panel(desk: &PanelInput<'_, View>) -> Panel {
        panel::panel(desk)
    }

    fn step(desk: &PanelInput<'_, View>, step: &str, _value: Option<&str>) -> Option<Stepped> {
        panel::step(desk, step)
    }
}
