//! Gridlock's sentences.

use super::{Choice, Find, GuardStep, Happening, Phase, Refusal, SetupRefusal, Tile, View};
use crate::english::{DMO, EC, count_of, list, names, out_of_time, outcome};
use crate::{
    Cast, CastId, Cell, GivenOptions, Happens, Manner, Party, Placement, Refuses, RefusesSetup,
    Seat,
};

/// The label of a choice before the first move.
pub fn button(choice: Choice) -> &'static str {
    match choice {
        Choice::First => "Go first",
        Choice::Second => "Go second",
        Choice::Horizontal => "Left and right",
        Choice::Vertical => "Up and down",
    }
}

/// What the button of a move says.
pub fn step_button(step: GuardStep) -> &'static str {
    match step {
        GuardStep::Left => "Left",
        GuardStep::Right => "Right",
        GuardStep::Up => "Up",
        GuardStep::Down => "Down",
    }
}

impl Refuses for Refusal {
    fn say(&self, cast: &Cast) -> String {
        match self {
            Refusal::HidingOver => {
                "The match has started, so you can't change your hiding place.".to_owned()
            }
            Refusal::NotSafe => "Only safe players hide – not the two players, and nobody who is \
                                 out of the season."
                .to_owned(),
            Refusal::OffGrid { size } => {
                let last = char::from(b'A' + size - 1);
                format!("That tile isn't on the grid. Its tiles are A1 to {last}{size}.")
            }
            Refusal::Middle(cell) => {
                format!(
                    "The Guard starts on {cell}, so nobody can hide there. Any other tile is \
                         fine."
                )
            }
            Refusal::StillMissing(missing) => {
                format!("First draw a hiding place for {}.", names(missing, cast))
            }
            Refusal::NotBegun => "It's too early for that: the match hasn't started. It starts \
                                  once the players press Ready."
                .to_owned(),
            Refusal::ChooseFirst => "It's too early to move: both players choose first.".to_owned(),
            Refusal::AlreadyBegun => "The match has already started.".to_owned(),
            Refusal::OtherQuestion { open } => {
                format!(
                    "That's already settled. Choose {} or {}.",
                    open[0].word(),
                    open[1].word()
                )
            }
            Refusal::ChoicesOver => {
                "Both choices are made. Now move the Guard along your axis: `left` or `right`, or \
                 `up` or `down`."
                    .to_owned()
            }
            Refusal::OtherAxis { open } => format!(
                "That's your opponent's axis. Move the Guard {} or {}.",
                open[0].word(),
                open[1].word()
            ),
            Refusal::RedTile(cell) => {
                format!("{cell} is red, and the Guard can't enter red tiles. Go the other way.")
            }
        }
    }
}

impl RefusesSetup for SetupRefusal {
    fn say(&self, _shown: &dyn Fn(&str) -> String) -> String {
        match *self {}
    }
}

impl Happens for Happening {
    fn say(&self, cast: &Cast) -> String {
        match self {
            Happening::Sealed { count, of } => {
                let have = if *count == 1 { "has" } else { "have" };
                format!("{count} of {of} safe players {have} hidden.")
            }
            Happening::Begun { hidden, of } => {
                let are = if *hidden == 1 { "is" } else { "are" };
                format!("Hiding is over: {hidden} of {of} safe players {are} on the grid.")
            }
            Happening::Chosen { seat, choice } => {
                let name = cast.seat_name(*seat);
                match choice {
                    Choice::First => format!("{name} moves first."),
                    Choice::Second => format!("{name} moves second."),
                    Choice::Horizontal => format!("{name} moves the Guard left and right."),
                    Choice::Vertical => format!("{name} moves the Guard up and down."),
                }
            }
            Happening::StartDrawn { tile } => format!(
                "The middle tile starts {}, drawn at random.",
                tile_word(*tile)
            ),
            Happening::Moved {
                seat,
                step,
                to,
                tile,
                found,
            } => {
                let name = cast.seat_name(*seat);
                let mut text = format!(
                    "{name} moves {} to {to}, which turns {}.",
                    step.word(),
                    tile_word(*tile)
                );
                match found {
                    Some(find) => text.push_str(&format!(" {}", found_sentence(find, cast))),
                    None if *tile == Tile::Yellow => text.push_str(" Nobody was hiding there."),
                    None => {}
                }
                text
            }
            Happening::TargetReached { seat } => {
                format!("{} has reached the target.", cast.seat_name(*seat))
            }
            Happening::Gridlocked { seat } => {
                format!(
                    "Gridlock! {} has only red tiles to move to.",
                    cast.seat_name(*seat)
                )
            }
        }
    }

    fn manner(&self) -> Manner {
        Manner {
            is_on_next_board: matches!(
                self,
                Happening::Chosen { .. } | Happening::Moved { found: None, .. }
            ),
            ..Manner::shown(match self {
                Happening::Sealed { .. } => Placement::Card,
                _ => Placement::News,
            })
        }
    }
}

fn found_sentence(find: &Find, cast: &Cast) -> String {
    let points = count_of(find.count as usize, "point", "points");
    match &find.who {
        Some(who) => format!("Found: {} ({points}).", names(who, cast)),
        None if find.count == 1 => format!("1 player was hiding there ({points})."),
        None => format!("{} players were hiding there ({points}).", find.count),
    }
}

pub fn tile_word(tile: Tile) -> &'static str {
    match tile {
        Tile::White => "white",
        Tile::Yellow => "yellow",
        Tile::Red => "red",
    }
}

/// The line above the board.
pub fn headline(view: &View, cast: &Cast) -> String {
    match (view.phase, view.outcome) {
        (Phase::Over, Some(end)) => outcome(end, cast),
        (Phase::Hiding | Phase::Over, _) => format!("{} of {} hidden", view.sealed, view.safe),
        (Phase::Choosing(Some(seat)), _) => format!("{} chooses", cast.seat_name(seat)),
        (Phase::Choosing(None), _) => "The middle tile is drawn".to_owned(),
        (Phase::Moving(seat), _) => format!("{} moves", cast.seat_name(seat)),
    }
}

/// Explains the numbers in the picture of the end.
pub const FOUND_IN_ORDER: &str = "found, in this order";

/// Explains a tile's colour in a few words.
pub fn legend(tile: Tile) -> &'static str {
    match tile {
        Tile::White => "white: enter twice",
        Tile::Yellow => "yellow: enter once",
        Tile::Red => "red: closed",
    }
}

/// The target of a score.
pub fn target(view: &View) -> String {
    format!("of {}", view.target)
}

/// Before the faces of safe players who have not hidden.
pub const STILL_MISSING: &str = "Not hidden yet:";

/// Asks a party its question, in one sentence.
pub fn ask(view: &View, whose: Party, ask: &str) -> String {
    match (ask, whose) {
        ("hide", _) => {
            let middle = Cell::new(view.size / 2, view.size / 2);
            format!("choose the tile to hide on – any but {middle}, where the Guard starts.")
        }
        ("choose", _) => match (view.first, view.horizontal) {
            (None, None) => {
                "choose one: your order (first or second) or your axis (left and right, or up and \
                 down). Your opponent then chooses the other."
                    .to_owned()
            }
            (Some(_), _) => "choose your axis: left and right, or up and down.".to_owned(),
            (None, Some(_)) => "choose to move first or second.".to_owned(),
        },
        (_, Party::Seat(seat)) => {
            let is_open =
                |step: &GuardStep| view.tile(step.from(view.guard, view.size)) != Tile::Red;
            let steps = view.steps(seat).into_iter().filter(is_open);
            let words = list(steps.map(|step| step.word()), "or");
            format!("move the Guard {words}.")
        }
        _ => "move the Guard.".to_owned(),
    }
}

/// Somebody's choice before the match, for them alone.
pub fn own_choice(view: &View, whose: Party) -> Option<String> {
    match whose {
        Party::Cast(id) => view.hidden.get(&id).map(ToString::to_string),
        _ => None,
    }
}

/// What became of somebody's choice, now that the match has begun.
pub fn choice_outcome(view: &View, whose: Party) -> Option<String> {
    let cell = own_choice(view, whose)?;
    Some(format!("you're hiding on **{cell}**"))
}

/// What happens to people who do not hide: the end of a sentence.
pub fn without_choice(options: &GivenOptions, who: &str) -> String {
    if is(options, "missing", "random") {
        format!("{who} are hidden on a random tile")
    } else {
        format!("{who} won't be on the grid")
    }
}

/// What the options mean for a match.
pub fn terms(options: &GivenOptions) -> Vec<String> {
    let mut lines = Vec::new();
    if is(options, "missing", "random") {
        lines.push(
            "Safe players who haven't hidden when the match starts are hidden on random tiles."
                .to_owned(),
        );
    }
    if is(options, "reveal", "count") {
        lines.push("A find shows how many were hiding there, but not who.".to_owned());
    }
    if is(options, "start_tile", "yellow") {
        lines.push("The middle tile starts yellow.".to_owned());
    }
    if is(options, "start_tile", "random") {
        lines.push(
            "The middle tile starts white or yellow, drawn at random after both players choose."
                .to_owned(),
        );
    }
    lines.push(out_of_time(
        "",
        options,
        "your choice or move is made at random",
    ));
    lines
}

fn is(options: &GivenOptions, key: &str, value: &str) -> bool {
    options.get(key).is_some_and(|set| set == value)
}

/// The board in words, for people who can't see the picture. The most important comes first,
/// because the text may be cut.
pub fn description(view: &View, cast: &Cast) -> String {
    let mut text = format!("Gridlock. {}.", headline(view, cast));
    for seat in Seat::BOTH {
        let axis = match view.horizontal {
            Some(horizontal) if horizontal == seat => ", moves left and right",
            Some(_) => ", moves up and down",
            None => "",
        };
        let (name, score) = (cast.seat_name(seat), view.score[seat]);
        let of = count_of(view.target as usize, "point", "points");
        text.push_str(&format!(" {name}: {score} of {of}{axis}."));
    }
    match view.last {
        Some((from, to)) => text.push_str(&format!(" The Guard went from {from} to {to}.")),
        None => text.push_str(&format!(" The Guard is on {}.", view.guard)),
    }
    let size = view.size;
    text.push_str(&format!(" {size} by {size} tiles, looped."));
    let mut rest = "tiles";
    for tile in [Tile::Yellow, Tile::Red] {
        if let Some(cells) = cells(view, tile) {
            rest = "others";
            let mut word = tile_word(tile).to_owned();
            word[..1].make_ascii_uppercase();
            text.push_str(&format!(" {word}: {cells}."));
        }
    }
    text.push_str(&match cells(view, Tile::White) {
        Some(_) => format!(" All {rest} are white."),
        None => " No tile is white.".to_owned(),
    });
    for find in &view.finds {
        let finder = cast.seat_name(find.by);
        let whom = match &find.who {
            Some(who) => names(who, cast),
            None => format!("{}", find.count),
        };
        text.push_str(&format!(" {finder} found {whom} on {}.", find.cell));
    }
    // If finds were told with names, the places of these people are known.
    let is_named = |id: &CastId| {
        let mut finds = view.finds.iter().filter_map(|find| find.who.as_ref());
        finds.any(|who| who.contains(id))
    };
    let others = view.hidden.iter().filter(|(id, _)| !is_named(id));
    let place = |(id, cell): (&CastId, &Cell)| format!("{} on {cell}", cast.name(*id));
    let places = list(others.map(place), "and");
    if !places.is_empty() {
        let word = if view.phase == Phase::Over {
            "Were hiding"
        } else {
            "Hiding"
        };
        text.push_str(&format!(" {word}: {places}."));
    }
    if let Some(missing) = view.missing.as_ref().filter(|missing| !missing.is_empty()) {
        text.push_str(&format!(" {STILL_MISSING} {}.", names(missing, cast)));
    }
    text
}

/// The tiles of a colour, row by row; None if there are none.
fn cells(view: &View, tile: Tile) -> Option<String> {
    let mut cells = Vec::new();
    // At most 9 x 9 tiles.
    for (index, colour) in (0_u8..).zip(&view.tiles) {
        if *colour == tile {
            cells.push(Cell::new(index % view.size, index / view.size).to_string());
        }
    }
    (!cells.is_empty()).then(|| cells.join(" "))
}

/// The rules of this match, with its options.
pub fn rules(view: &View) -> String {
    let size = view.size;
    let target = match view.target {
        1 => "**1** point wins".to_owned(),
        target => format!("**{target}** points win"),
    };
    format!(
        "**Gridlock.** You both steer one Guard on a {size}×{size} grid that wraps around: one of \
         you along rows, the other along columns.\n\
         - **Hiding:** Before the match, each safe player hides on a tile – any but the middle \
         one. In a season's match, safe players who haven't hidden when it starts get a strike.\n\
         - **Choosing:** The {DMO} chooses an order (first or second) or an axis (rows or \
         columns). The {EC} then chooses the other.\n\
         - **Silence:** **The two players may not talk to safe players** until the match ends.\n\
         - **Moving:** Move the Guard one tile along your axis. A white tile turns yellow, and you \
         score a point for each safe player hiding there. A yellow tile turns red. Red tiles can't \
         be entered.\n\
         - **Winning:** {target} at once. If both ways are red on your turn, you lose at once."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_asks_only_for_moves_that_are_possible() {
        let stored: serde_json::Value =
            serde_json::from_str(include_str!("stored/view.json")).unwrap();
        let mut view: View = serde_json::from_value(stored["gridlock"].clone()).unwrap();
        (view.guard, view.horizontal) = (Cell::new(0, 0), Some(Seat::Dmo));
        view.tiles.fill(Tile::White);
        let question = |view: &View, seat| ask(view, Party::Seat(seat), "move");
        assert_eq!(question(&view, Seat::Dmo), "move the Guard left or right.");
        // Left of A1 the looped grid has its last column.
        view.tiles[usize::from(view.size) - 1] = Tile::Red;
        assert_eq!(question(&view, Seat::Dmo), "move the Guard right.");
        assert_eq!(question(&view, Seat::Ec), "move the Guard up or down.");
    }
}
