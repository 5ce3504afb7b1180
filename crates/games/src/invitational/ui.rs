//! DM Invitational's sentences, pictures and panels.

use super::{View, decided, panel, picture, say, verbs};
use crate::english::{of_each, out_of_time};
use crate::{BySeat, Ui};

pub const UI: Ui<View> = Ui {
    own_choice: say::own_choice,
    caution: say::caution,
    choice_outcome: say::counted,
    score: |view, cast| {
        let invited = of_each(cast, |seat| {
            let (houses, letters) = (view.houses.len(), say::letters(view.total(seat)));
            format!("{} of {houses} houses, {letters}", view.invited(seat))
        });
        Some(format!("Delivered: {invited}"))
    },
    tally: |view| Some(("houses", BySeat::new(|seat| view.invited(seat) as u32))),
    terms: |options, _| vec![out_of_time("", options, "a random order is given for you")],
    revealed: say::revealed,
    decided: decided::decided,
    panel: panel::panel,
    step: panel::step,
    first_step: panel::couriers,
    complete: verbs::complete,
    ..Ui::of(
        |view, whose, _, _| say::ask(view, whose),
        say::rules,
        picture::draw,
        say::description,
    )
};
