//! The main match in the catalogue.

use super::options::OPTIONS;
use super::verbs;
use crate::{Catalogue, Reason, Template, Time};

pub const CATALOGUE: Catalogue = Catalogue {
    title: "Main Match",
    designer: "your hosts",
    tags: &["Everyone", "Secret answers"],
    note: "You choose the question, and what becomes of the answers. Dealer collects them in \
           secret and shows as much as you set.",
    in_short: "A vote, or any other question that everyone answers in secret. When it closes, the \
               answers are shown.",
    seats: false,
    reasons: &[Reason::PLAYED],
    times: &[Time::new(
        "base_answer_s",
        24 * 60 * 60,
        "answer",
        "Answering",
    )],
    choice_time: Some("base_answer_s"),
    in_practice: &[("missing", "random")],
    options: OPTIONS,
    templates: &[
        Template {
            name: "Vote",
            about: "Everyone votes for one person; the votes are counted",
            options: &[("answers", "person"), ("shown", "counts")],
        },
        Template {
            name: "Unique lowest number",
            about: "A number from 1 to 100, in five rounds of a day",
            options: &[
                ("question", "Which number?"),
                ("answers", "number 1-100"),
                ("rounds", "5 x 24h"),
                ("points", "unique lowest: 1 point"),
                ("missing", "random"),
            ],
        },
        Template {
            name: "Vote people out",
            about: "Each day the player with most votes is out, until three are left",
            options: &[
                ("question", "Who goes?"),
                ("rounds", "until 3 are left, 24h"),
                ("points", "most: out"),
                ("ties", "host"),
                ("shown", "outcome"),
            ],
        },
        Template {
            name: "Minority",
            about: "A point for everyone on the smaller side, in five rounds of a day",
            options: &[
                ("question", "Which side?"),
                ("answers", "one of Red, Blue"),
                ("rounds", "5 x 24h"),
                ("points", "fewest: 1 point"),
                ("ties", "nobody"),
            ],
        },
        Template {
            name: "Custom",
            about: "Everything at its default, for a question of your own",
            options: &[],
        },
    ],
    command: verbs::COMMAND,
    commas_separate: false,
    answered: "has answered",
    secrets: "all answers",
    // The record has answers that were changed before the close, too.
    shows_all_at_end: false,
    ..Catalogue::USUAL
};
