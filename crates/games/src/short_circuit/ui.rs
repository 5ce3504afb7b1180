//! Short Circuit's sentences, pictures and panels.

use super::{View, decided, panel, picture, say, verbs};
use crate::{End, Ui};

pub const UI: Ui<View> = Ui {
    caution: |view, seat, act, _, cast| say::caution(view, seat, act, cast),
    terms: say::terms,
    setup_notes: |_| format!("{}\n", say::FOR_HOSTS),
    end: Some(End {
        draw: |view, _, people| picture::draw(&view.judged(), people),
        describe: |view, _, cast| say::description(&view.judged(), cast),
    }),
    revealed: |view, _| say::revealed(view),
    decided: decided::decided,
    panel: panel::panel,
    step: panel::step,
    complete: verbs::complete,
    sketch: panel::sketch,
    ..Ui::of(
        |view, whose, _, _| say::ask(view, whose),
        say::rules,
        picture::draw,
        say::description,
    )
};
