//! Implements `GameUi` for Roundabout.

use super::rules::{Happening, Refusal, RoundaboutMatch};
use super::{SetupRefusal, View, decided, panel, picture, say, verbs};
use crate::decided::Turning;
use crate::english::{of_each, out_of_time};
use crate::panel::{Panel, PanelInput, Stepped, Tap};
use crate::screen::Row;
use crate::tokens::People;
use crate::{BySeat, Cast, CastId, Draft, GameUi, GivenOptions, Ms, Party, Seat};
use canvas::Canvas;

/// How many cars of a seat's entourage are home.
fn home(view: &View, seat: Seat) -> u32 {
    let is_home = |car: &&CastId| view.home.contains(car);
    view.entourages[seat].iter().filter(is_home).count() as u32
}

impl GameUi for RoundaboutMatch {
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

    fn ask(view: &View, whose: Party, ask: &str, _cast: &Cast) -> String {
        say::ask(view, whose, ask)
    }

    fn turn_so_far(view: &View, cast: &Cast) -> String {
        say::so_far(view, cast)
    }

    fn score(view: &View, cast: &Cast) -> Option<String> {
        let home = of_each(cast, |seat| {
            format!("{} of {}", home(view, seat), view.entourages[seat].len())
        });
        view.moving.then(|| format!("Cars home: {home}"))
    }

    fn tally(view: &View) -> Option<(&'static str, BySeat<u32>)> {
        Some(("cars home", BySeat::new(|seat| home(view, seat))))
    }

    fn rules(view: &View) -> String {
        say::rules(view)
    }

    fn terms(options: &GivenOptions, _ms: Ms<'_>) -> Vec<String> {
        let at_random =
            "a choice is made at random; while driving, your turn ends with the moves made so far";
        vec![out_of_time("", options, at_random)]
    }

    fn card_lines(view: &View, cast: &Cast) -> String {
        say::entourages(view, cast)
    }

    fn setup_notes(draft: Option<Draft<'_>>) -> String {
        draft.map_or_else(String::new, |draft| {
            say::for_hosts(draft.options, draft.cast, draft.ms)
        })
    }

    fn description(view: &View, cast: &Cast) -> String {
        say::description(view, cast)
    }

    fn describe_end(view: &View, _before: &[&View], cast: &Cast) -> String {
        say::describe_end(view, cast)
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

    fn step(desk: &PanelInput<'_, View>, step: &str, value: Option<&str>) -> Option<Stepped> {
        panel::step(desk, step, value)
    }

    fn first_step(view: &View) -> Vec<Row<Tap>> {
        panel::spaces(view)
    }

    fn complete(desk: &PanelInput<'_, View>, parameter: &str, typed: &str) -> Option<Vec<String>> {
        verbs::complete(desk, parameter, typed)
    }

    fn continues_in_panel(view: &View) -> bool {
        view.turn.as_ref().is_some_and(|turn| turn.so_far.is_some())
    }
}
