//! `/roundabout`.

use super::{Roundabout, View};
use crate::completion::lines;
use crate::panel::PanelInput;
use crate::verbs::{Command, Parameter, ParameterKind, Verb};

const SPACE: ParameterKind = ParameterKind::Number(1, 30);

/// The parameter in which a whole turn is typed.
const MOVES: &str = "moves";

pub const COMMAND: Command = Command {
    name: "roundabout",
    about: "Roundabout: choose who goes first, set a party, place a car, play a card or drive",
    verbs: &[
        Verb::new(
            "first",
            "Choose who sets a party and places cars first; the other drives first",
            &[Parameter::new(
                "player",
                "Who goes first",
                ParameterKind::Player,
            )],
        ),
        Verb::new(
            "party",
            "Set your opponent's party on a space",
            &[Parameter::new("space", "A space, 1 to 30", SPACE)],
        ),
        Verb::new(
            "place",
            "Place a car that isn't in your entourage on a free space",
            &[
                Parameter::new("car", "Whose car", ParameterKind::Name),
                Parameter::new("space", "A free space, 1 to 30", SPACE),
            ],
        ),
        Verb::new(
            "card",
            "Play a card; its number is the most moves you can make",
            &[Parameter::new(
                "card",
                "A card from your hand",
                ParameterKind::Number(1, 5),
            )],
        ),
        Verb::wordless(
            "drive",
            "Drive, all in one line: umg n, umg n, shane outer, end",
            &[Parameter::new(
                MOVES,
                "Moves, a sign and end, separated by commas: umg n, shane outer, end",
                ParameterKind::Text,
            )],
        ),
        Verb::new(
            "stop",
            "Place your 1's stop sign on a car (ends your turn)",
            &[Parameter::new("car", "Whose car", ParameterKind::Name)],
        ),
        Verb::new(
            "yield",
            "Place your 3's yield sign on a roundabout (ends your turn)",
            &[Parameter::new(
                "roundabout",
                "Which one",
                ParameterKind::OneOf(&[
                    ("outer", "outer"),
                    ("inner", "inner"),
                    ("north", "north"),
                    ("northeast", "northeast"),
                    ("southeast", "southeast"),
                    ("south", "south"),
                    ("southwest", "southwest"),
                    ("northwest", "northwest"),
                ]),
            )],
        ),
        Verb::new("end", "End your turn", &[]),
    ],
};

/// Completes a list of moves in short forms, because a choice has at most 100 characters.
pub fn complete(desk: &PanelInput<View>, parameter: &str, typed: &str) -> Option<Vec<String>> {
    let short = |act: &str| {
        let Some(drive) = act.strip_prefix("drive ") else {
            return Some(act.to_owned());
        };
        let (car, around) = drive.rsplit_once(' ')?;
        let around = Roundabout::read(around)?;
        Some(format!("{car} {}", around.short()))
    };
    let acts = desk.offers.iter().filter_map(|offer| short(&offer.act));
    (parameter == MOVES).then(|| lines(acts.collect(), typed, true, desk.cast))
}
