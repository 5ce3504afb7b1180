//! Gridlock's sentences, pictures and panels.

use super::{View, decided, picture, say};
use crate::english::of_each;
use crate::{End, Party, Ui};

pub const UI: Ui<View> = Ui {
    own_choice: |view, whose, _| say::own_choice(view, whose),
    choice_outcome: |view, whose, _| say::choice_outcome(view, whose),
    without_choice: |_, options, who, _| say::without_choice(options, who),
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
    // A safe player's tile is marked among the others.
    panel: |desk| {
        let tile = match desk.whose {
            Party::Cast(id) => desk.view.hidden.get(&id).copied(),
            _ => None,
        };
        desk.controls_marking(tile).into()
    },
    ..Ui::of(
        |view, whose, ask, _| say::ask(view, whose, ask),
        say::rules,
        picture::draw,
        say::description,
    )
};
