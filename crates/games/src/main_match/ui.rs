//! The main match's sentences, pictures and panels.

use super::{View, host, panel, picture, say};
use crate::Ui;

pub const UI: Ui<View> = Ui {
    own_choice: say::own_choice,
    // People with a final answer aren't asked any more.
    answered: |view| {
        view.is_open()
            .then_some((view.answered as usize, view.asked.len()))
    },
    choice_outcome: say::counted,
    without_choice: say::without_choice,
    strikes_missing: |view| view.missing.penalty.strike,
    terms: |options, _| say::terms(options),
    card_lines: say::card_lines,
    revealed: say::revealed,
    host_acts: host::acts,
    for_hosts: say::for_hosts,
    death_match: View::death_match,
    panel: panel::panel,
    step: panel::step,
    ..Ui::of(say::ask, say::rules, picture::draw, say::description)
};
