//! Roundabout's sentences, pictures and panels.

use super::{View, decided, panel, picture, say, verbs};
use crate::english::{of_each, out_of_time};
use crate::{BySeat, CastId, End, Seat, Ui};

/// How many cars of a seat's entourage are home.
fn home(view: &View, seat: Seat) -> u32 {
    let is_home = |car: &&CastId| view.home.contains(car);
    view.entourages[seat].iter().filter(is_home).count() as u32
}

pub const UI: Ui<View> = Ui {
    turn_so_far: say::so_far,
    score: |view, cast| {
        let home = of_each(cast, |seat| {
            format!("{} of {}", home(view, seat), view.entourages[seat].len())
        });
        view.moving.then(|| format!("Cars home: {home}"))
    },
    tally: |view| Some(("cars home", BySeat::new(|seat| home(view, seat)))),
    terms: |options, _| {
        let at_random =
            "a choice is made at random; while driving, your turn ends with the moves made so far";
        vec![out_of_time("", options, at_random)]
    },
    card_lines: say::entourages,
    setup_notes: |draft| {
        draft.map_or_else(String::new, |draft| {
            say::for_hosts(draft.options, draft.cast, draft.ms)
        })
    },
    end: Some(End {
        draw: |view, _, people| picture::draw_end(view, people),
        describe: |view, _, cast| say::describe_end(view, cast),
    }),
    decided: decided::decided,
    panel: panel::panel,
    step: panel::step,
    first_step: panel::spaces,
    complete: verbs::complete,
    ..Ui::of(
        |view, whose, ask, _| say::ask(view, whose, ask),
        say::rules,
        picture::draw,
        say::description,
    )
};
