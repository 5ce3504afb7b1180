//! Implements `GameUi` for DM Invitational.

use super::rules::{Happening, Invitational, Refusal};
use super::{SetupRefusal, View, decided, panel, picture, say, verbs};
use crate::decided::Turning;
use crate::english::{of_each, out_of_time};
use crate::panel::{Panel, PanelInput, Stepped, Tap};
use crate::screen::Row;
use crate::tokens::People;
use crate::{BySeat, Cast, GameUi, GivenOptions, Ms, Party, Seat};
use canvas::Canvas;

impl GameUi for Invitational {
    fn refusal(refusal: &Refusal, cast: &Cast) -> String {
        say::refusal(refusal, cast)
    }

    fn setup_refusal(refusal: &SetupRefusal, shown: &dyn Fn(&str) -> String) -> String {
        say::setup_refusal(refusal, shown)
    }

    fn happening(happening: &Happening, cast: &Cast) -> String {
        say::happening(happening, cast)
    }

    fn done(act: &str, cast: &Cast) -> Option<String> {
        say::done(act, cast)
    }

    fn ask(view: &View, whose: Party, _ask: &str, _cast: &Cast) -> String {
        say::ask(view, whose)
    }

    fn own_choice(view: &View, whose: Party, cast: &Cast) -> Option<String> {
        say::own_choice(view, whose, cast)
    }

    fn caution(view: &View, seat: Seat, act: &str, typed: &str, cast: &Cast) -> Option<String> {
        say::caution(view, seat, act, typed, cast)
    }

    fn choice_outcome(view: &View, whose: Party, cast: &Cast) -> Option<String> {
        say::counted(view, whose, cast)
    }

    fn score(view: &View, cast: &Cast) -> Option<String> {
        let invited = of_each(cast, |seat| {
            let invited = view.houses.len() - view.lacking(seat).count();
            let (houses, letters) = (view.houses.len(), say::letters(view.total(seat)));
            format!("{invited} of {houses} houses, {letters}")
        });
        Some(format!("Delivered: {invited}"))
    }

    fn tally(view: &View) -> Option<(&'static str, BySeat<u32>)> {
        Some((
            "houses",
            BySeat::new(|seat| (view.houses.len() - view.lacking(seat).count()) as u32),
        ))
    }

    fn rules(view: &View) -> String {
        say::rules(view)
    }

    fn terms(options: &GivenOptions, _ms: Ms<'_>) -> Vec<String> {
        vec![out_of_time("", options, "a random order is given for you")]
    }

    fn description(view: &View, cast: &Cast) -> String {
        say::description(view, cast)
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

    fn panel(desk: &PanelInput<'_, View>) -> Panel {
        panel::panel(desk)
    }

    fn step(desk: &PanelInput<'_, View>, step: &str, value: Option<&str>) -> Option<Stepped> {
        panel::step(desk, step, value)
    }

    fn first_step(view: &View) -> Vec<Row<Tap>> {
        panel::couriers(view)
    }

    fn complete(desk: &PanelInput<'_, View>, parameter: &str, typed: &str) -> Option<Vec<String>> {
        verbs::complete(desk, parameter, typed)
    }
}
