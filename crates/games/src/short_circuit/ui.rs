//! Implements `GameUi` for Short Circuit.

use super::rules::{Happening, Refusal, ShortCircuit};
use super::{SetupRefusal, View, decided, panel, picture, say, verbs};
use crate::decided::Turning;
use crate::panel::{Panel, PanelInput, Stepped};
use crate::tokens::People;
use crate::{Cast, Draft, GameUi, GivenOptions, Ms, Party, Seat};
use canvas::Canvas;

impl GameUi for ShortCircuit {
    fn refusal(refusal: &Refusal, _cast: &Cast) -> String {
        say::refusal(refusal)
    }

    fn setup_refusal(refusal: &SetupRefusal, _shown: &dyn Fn(&str) -> String) -> String {
        say::setup_refusal(refusal)
    }

    fn happening(happening: &Happening, cast: &Cast) -> String {
        say::happening(happening, cast)
    }

    fn done(act: &str, cast: &Cast) -> Option<String> {
        say::done(act, cast)
    }

    fn as_lateness(happening: &Happening) -> Option<(Seat, Option<u32>)> {
        match happening {
            Happening::Conceded { seat, late: true } => Some((*seat, None)),
            _ => None,
        }
    }

    /// A player who finds no solution in time loses.
    fn loses_if_late(ask: &str) -> bool {
        ask == "solve"
    }

    fn ask(view: &View, whose: Party, _ask: &str, _cast: &Cast) -> String {
        say::ask(view, whose)
    }

    fn caution(view: &View, seat: Seat, act: &str, _typed: &str, cast: &Cast) -> Option<String> {
        say::caution(view, seat, act, cast)
    }

    fn rules(view: &View) -> String {
        say::rules(view)
    }

    fn terms(options: &GivenOptions, ms: Ms<'_>) -> Vec<String> {
        say::terms(options, ms)
    }

    fn setup_notes(_draft: Option<Draft<'_>>) -> String {
        format!("{}\n", say::FOR_HOSTS)
    }

    fn description(view: &View, cast: &Cast) -> String {
        say::description(view, cast)
    }

    fn describe_end(view: &View, _before: &[&View], cast: &Cast) -> String {
        say::description(&view.judged(), cast)
    }

    fn revealed(view: &View, _cast: &Cast) -> String {
        say::revealed(view)
    }

    fn decided(view: &View, winner: Seat, before: &[&View], cast: &Cast) -> Vec<Turning> {
        decided::decided(view, winner, before, cast)
    }

    fn draw(view: &View, people: People<'_>) -> Canvas {
        picture::draw(view, people)
    }

    fn draw_end(view: &View, _before: &[&View], people: People<'_>) -> Canvas {
        picture::draw(&view.judged(), people)
    }

    fn panel(desk: &PanelInput<'_, View>) -> Panel {
        panel::panel(desk)
    }

    fn step(desk: &PanelInput<'_, View>, step: &str, value: Option<&str>) -> Option<Stepped> {
        panel::step(desk, step, value)
    }

    fn complete(desk: &PanelInput<'_, View>, parameter: &str, typed: &str) -> Option<Vec<String>> {
        verbs::complete(desk, parameter, typed)
    }

    fn sketch(view: &View, draft: Option<&str>) -> Option<View> {
        panel::sketch(view, draft)
    }
}
