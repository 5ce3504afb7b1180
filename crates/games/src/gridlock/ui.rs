//! Gridlock's sentences, pictures and panels.

use super::{View, decided, panel, picture, say};
use crate::english::of_each;
use crate::{End, Ui};

pub const UI: Ui<View> = Ui {
    own_choice: |view, whose, _| say::own_choice(view, whose),
    choice_outcome: |view, whose, _| say::counted(view, whose),
    without_choice: |options, who, _| say::without_choice(options, who),
    score: |view, cast| {
        let points = of_each(cast, |seat| view.score[seat].to_string());
        Some(format!("Points: {points} (of {})", view.target))
    },
    tally: |view| Some(("points", view.score)),
    terms: |options, _| say::terms(options),
    decided: decided::decided,
    end: Some(End {
        draw: |view, _, people| picture::draw_end(view, people),
        describe: |view, _, cast| say::description(view, cast),
    }),
    panel: panel::panel,
    ..Ui::of(
        |view, whose, ask, _| say::ask(view, whose, ask),
        say::rules,
        picture::draw,
        say::description,
    )
};
