//! The games, as people choose them.

use crate::games::{
    AnyGame, Audience, BySeat, Cast, Dice, GameId, GivenOptions, Member, Role, View,
};

/// A game's name as people say it.
pub fn title(game: GameId) -> &'static str {
    game.catalogue().title
}

/// All games with who made them and what kind they are.
pub fn catalogue() -> String {
    let lines = GameId::ALL.iter().map(|id| {
        let entry = id.catalogue();
        format!(
            "**{}** by {} · {}\nFeatured in: {}\n{}",
            entry.title,
            entry.designer,
            entry.tags.join(", "),
            entry.featured_in.join(", "),
            entry.note
        )
    });
    lines.collect::<Vec<_>>().join("\n\n")
}

/// The rules of a match of a game, with its own numbers and the [terms](super::terms) of its options, which are complete.
pub fn rules(game: GameId, view: &View, options: &GivenOptions) -> String {
    let mut said = match view {
        View::Roundabout(view) => super::roundabout::rules(view),
        View::Gridlock(view) => super::gridlock::rules(view),
        View::ShortCircuit(view) => super::short_circuit::rules(view),
        View::Crossfire(view) => super::crossfire::rules(view),
        View::Invitational(view) => super::invitational::rules(view),
    };
    for line in super::terms(game, options) {
        said.push('\n');
        said.push_str(line);
    }
    said
}

/// A game's rules with its default options, as a season of the usual size would play it.
pub fn rules_of(game: GameId) -> String {
    match usual(game) {
        Some(usual) => rules(game, &usual.view(Audience::Public), &usual.options()),
        None => catalogue(),
    }
}

/// A match of a game with a cast of the usual size: thirteen players and two dealers.
fn usual(game: GameId) -> Option<AnyGame> {
    let member = |index: usize| Member {
        name: format!("P{index}"),
        role: if index < 13 {
            Role::Player
        } else {
            Role::Dealer
        },
    };
    let members: Vec<Member> = (0..15).map(member).collect();
    let seats = BySeat {
        dmo: members[0].name.clone(),
        ec: members[1].name.clone(),
    };
    let cast = Cast::new(members, seats, &Default::default()).ok()?;
    game.draw(&GivenOptions::new(), &cast.into(), &mut Dice::new(0))
        .ok()
}

/// The board in words, for people who do not see the picture.
pub fn description(view: &View, cast: &Cast) -> String {
    match view {
        View::Roundabout(view) => super::roundabout::description(view, cast),
        View::Gridlock(view) => super::gridlock::description(view, cast),
        View::ShortCircuit(view) => super::short_circuit::description(view, cast),
        View::Crossfire(view) => super::crossfire::description(view, cast),
        View::Invitational(view) => super::invitational::description(view, cast),
    }
}
