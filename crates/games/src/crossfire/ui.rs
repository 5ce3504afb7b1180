//! Crossfire's sentences, pictures and panels.

use super::rules::TARGET;
use super::{View, chart, decided, panel, picture, say};
use crate::english::of_each;
use crate::registry::Happenings;
use crate::{End, GameHappening, Happening, LatenessCost, Ui};

pub const UI: Ui<View> = Ui {
    ask_publicly: |view, whose, happenings| {
        let of_game = happenings.iter().filter_map(|happening| match happening {
            Happening::OfGame(GameHappening(Happenings::Crossfire(happening))) => Some(happening),
            _ => None,
        });
        Some(say::ask_publicly(view, whose, of_game))
    },
    own_choice: |view, whose, _| say::own_choice(view, whose),
    caution: |view, seat, act, _, _| say::caution(view, seat, act),
    lateness: |view, seat| {
        Some(LatenessCost {
            lost: view.drained[seat],
            left: view.chips[seat],
            is_news: view.round <= 1,
        })
    },
    score: |view, cast| {
        Some(of_each(cast, |seat| {
            let (chips, goals) = (say::count(view.chips[seat], "chip"), view.goals[seat]);
            format!("{chips}, {goals} of {TARGET} goals")
        }))
    },
    tally: |view| Some(("goals", view.goals)),
    colours: picture::COLOURS,
    setup_notes: |draft| draft.map_or_else(String::new, |draft| say::for_hosts(draft.options)),
    end: Some(End {
        draw: chart::draw,
        describe: |view, before, cast| say::describe_end(view, &chart::rounds(view, before), cast),
    }),
    revealed: say::revealed,
    decided: decided::decided,
    panel: panel::panel,
    step: |desk, step, _| panel::step(desk, step),
    ..Ui::of(
        |view, whose, _, _| say::ask(view, whose),
        say::rules,
        picture::draw,
        say::description,
    )
};
