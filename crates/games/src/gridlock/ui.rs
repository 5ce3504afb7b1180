//! Implements `GameUi` for Gridlock.

use super::rules::{Gridlock, Happening, Refusal};
use super::{SetupRefusal, View, decided, panel, picture, say};
use crate::decided::Turning;
use crate::english::of_each;
use crate::panel::{Panel, PanelInput};
use crate::tokens::People;
use crate::{BySeat, Cast, GameUi, GivenOptions, Ms, Party, Seat};
use canvas::Canvas;

impl GameUi for Gridlock {
    fn refusal(refusal: &Refusal, cast: &Cast) -> String {
        say::refusal(refusal, cast)
    }

    fn setup_refusal(refusal: &SetupRefusal, _shown: &dyn Fn(&str) -> String) -> String {
        say::setup_refusal(refusal)
    }

    fn happening(happening: &Happening, cast: &Cast) -> String {
        say::happening(happening, cast)
    }

    fn done(act: &str, _cast: &Cast) -> Option<String> {
        say::done(act)
    }

    fn ask(view: &View, whose: Party, ask: &str, _cast: &Cast) -> String {
        say::ask(view, whose, ask)
    }

    fn own_choice(view: &View, whose: Party, _cast: &Cast) -> Option<String> {
        say::own_choice(view, whose)
    }

    fn choice_outcome(view: &View, whose: Party, _cast: &Cast) -> Option<String> {
        say::counted(view, whose)
    }

    fn without_choice(options: &GivenOptions, who: &str, _whom: &str) -> String {
        say::without_choice(options, who)
    }

    fn score(view: &View, cast: &Cast) -> Option<String> {
        let points = of_each(cast, |seat| view.score[seat].to_string());
        Some(format!("Points: {points} (of {})", view.target))
    }

    fn tally(view: &View) -> Option<(&'static str, BySeat<u32>)> {
        Some(("points", view.score))
    }

    fn rules(view: &View) -> String {
        say::rules(view)
    }

    fn terms(options: &GivenOptions, _ms: Ms<'_>) -> Vec<String> {
        say::terms(options)
    }

    fn description(view: &View, cast: &Cast) -> String {
        say::description(view, cast)
    }

    fn decided(view: &View, winner: Seat, before: &[&View], cast: &Cast) -> Vec<Turning> {
        decided::decided(view, winner, before, cast)
    }

    fn draw(view: &View, people: People<'_>) -> Canvas {
        picture::draw(view, people)
    }

    fn draw_end(view: &View, _before: &[&View], people: People<'_>) -> Canvas {
        picture::draw_end(view, people)
    }

    fn panel(desk: &PanelInput<'_, View>) -> Panel {
        panel::panel(desk)
    }
}
