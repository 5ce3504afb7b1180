//! `/invitational`.

use super::View;
use crate::CastId;
use crate::completion::{fitted, holds, unquoted};
use crate::notation::quoted;
use crate::panel::PanelInput;
use crate::verbs::{Command, Parameter, ParameterKind, Verb};

/// The parameter in which a ranking is typed.
const HOUSES: &str = "houses";

const COURIER: Parameter = Parameter::new(
    "courier",
    "Its number, which is also how many letters it delivers",
    ParameterKind::Number(1, 4),
);

pub const COMMAND: Command = Command {
    name: "invitational",
    about: "DM Invitational: rank the houses, drop a courier, or send one",
    verbs: &[
        Verb::new(
            "rank",
            "Secretly rank the houses before the match; you can change it until both have \
                    ranked",
            &[Parameter::new(
                HOUSES,
                "House > house > …, most important first; houses left out follow in cast order",
                ParameterKind::Text,
            )],
        ),
        Verb::new(
            "drop",
            "Drop a courier on a house (secret until both have chosen)",
            &[
                COURIER,
                Parameter::new("house", "Any house", ParameterKind::Text),
            ],
        ),
        Verb::new(
            "send",
            "Send a courier along a road (secret until both have chosen)",
            &[
                COURIER,
                Parameter::new(
                    "house",
                    "A house along a road where the courier hasn't been",
                    ParameterKind::Text,
                ),
            ],
        ),
    ],
};

/// The houses that can come next in a ranking, each after the text typed so far.
pub fn complete(desk: &PanelInput<View>, parameter: &str, typed: &str) -> Option<Vec<String>> {
    if parameter != HOUSES {
        return None;
    }
    let (before, begun) = match typed.rsplit_once('>') {
        Some((before, begun)) => (format!("{} > ", before.trim()), begun),
        None => (String::new(), typed),
    };
    let mut names = left_to_rank(desk, &before);
    names.retain(|name| holds(name, unquoted(begun)));
    let line = |name: &&str| fitted(&before, &quoted(name), desk.cast);
    Some(names.iter().map(line).collect())
}

/// The names of houses that a typed ranking doesn't have yet, in full or by a beginning.
fn left_to_rank<'a>(desk: &PanelInput<'a, View>, typed: &str) -> Vec<&'a str> {
    let cast = desk.cast;
    let houses: Vec<CastId> = desk.view.rankable().collect();
    let names = typed.split('>').map(unquoted);
    let house = |name| cast.meant(name, |id| houses.contains(&id));
    let ranked: Vec<CastId> = names.filter_map(house).collect();
    let others = houses.iter().filter(|house| !ranked.contains(house));
    others.map(|house| cast.name(*house)).collect()
}
