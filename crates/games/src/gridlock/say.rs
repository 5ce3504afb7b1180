//! Gridlock's sentences.

use super::{Choice, Find, Happening, Phase, Refusal, SetupRefusal, Tile, View};
use crate::english::{list, out_of_time};
use crate::{Cast, CastId, Cell, GivenOptions, Party, Seat};

pub fn refusal(refusal: &Refusal, cast: &Cast) -> String {
    match refusal {
        Refusal::HidingOver => "The match has begun: hiding places stand as they are.".to_owned(),
        Refusal::NotSafe => {
            "Only safe players hide: neither the two players nor anybody who is out of the season.".to_owned()
        }
        Refusal::OffGrid { size } => {
            let last = char::from(b'A' + size - 1);
            format!("That tile is not on the grid: it goes from A1 to {last}{size}.")
        }
        Refusal::Middle(cell) => {
            format!("The Guard starts on {cell}, so nobody can hide there. Any other tile is fine.")
        }
        Refusal::StillMissing(missing) => format!(
            "Places must be drawn first for those who have not hidden: {}.",
            names(missing, cast)
        ),
        Refusal::NotBegun => "It is too early for that: first everybody hides, and both players press Ready or a host begins; then both choose, then the Guard moves.".to_owned(),
        Refusal::ChooseFirst => "It is too early for that: first both choose, then the Guard moves.".to_owned(),
        Refusal::AlreadyBegun => "The match has begun already.".to_owned(),
        Refusal::OtherQuestion { open } => {
            format!("That question is settled. Choose {} or {}.", open[0].word(), open[1].word())
        }
        Refusal::ChoicesOver => "Both choices are made; now the Guard moves: `left` or `right`, `up` or `down`, along one's own axis.".to_owned(),
        Refusal::OtherAxis { open } => format!(
            "You move the Guard along the other axis: {} or {}.",
            open[0].word(),
            open[1].word()
        ),
        Refusal::RedTile(cell) => {
            format!("{cell} is red, and the Guard cannot enter a red tile. Go the other way.")
        }
    }
}

pub fn setup_refusal(refusal: &SetupRefusal) -> String {
    match *refusal {}
}

/// What just happened, as one sentence for everybody.
pub fn happening(happening: &Happening, cast: &Cast) -> String {
    match happening {
        Happening::Sealed { count, of } => format!("{count} of {of} sealed."),
        Happening::Begun { hidden, of } => {
            let are = if *hidden == 1 { "is" } else { "are" };
            let [dmo, ec] = Seat::BOTH.map(|seat| cast.seat_name(seat));
            format!(
                "Hiding is over: {hidden} of {of} safe players {are} on the grid. \
                 From now until the end, {dmo} and {ec} may not talk to the safe players."
            )
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
        Happening::StartDrawn { tile } => format!("The middle tile starts {}.", tile_word(*tile)),
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
                None if *tile == Tile::Yellow => text.push_str(" Nobody hides there."),
                None => {}
            }
            text
        }
        Happening::TargetReached { seat } => {
            format!("{} has reached the target.", cast.seat_name(*seat))
        }
        Happening::Gridlocked { seat } => {
            format!(
                "Gridlock: {} has only red tiles to go to.",
                cast.seat_name(*seat)
            )
        }
    }
}

fn found_sentence(find: &Find, cast: &Cast) -> String {
    let points = if find.count == 1 {
        "1 point"
    } else {
        &format!("{} points", find.count)
    };
    match &find.who {
        Some(who) => format!("Found: {} ({points}).", names(who, cast)),
        None => format!("{} found there ({points}).", find.count),
    }
}

fn tile_word(tile: Tile) -> &'static str {
    match tile {
        Tile::White => "white",
        Tile::Yellow => "yellow",
        Tile::Red => "red",
    }
}

fn names(ids: &[CastId], cast: &Cast) -> String {
    let names: Vec<String> = ids.iter().map(|id| cast.name(*id).to_owned()).collect();
    list(&names, "and")
}

/// What is going on, as the line above the board.
pub fn headline(view: &View, cast: &Cast) -> String {
    match (view.phase, view.outcome) {
        (Phase::Over, Some(outcome)) => crate::english::outcome(outcome, cast),
        (Phase::Hiding | Phase::Over, _) => format!("{} of {} sealed", view.sealed, view.safe),
        (Phase::Choosing(Some(seat)), _) => format!("{} chooses", cast.seat_name(seat)),
        (Phase::Choosing(None), _) => "The middle tile is drawn".to_owned(),
        (Phase::Moving(seat), _) => format!("{} moves", cast.seat_name(seat)),
    }
}

/// What the numbers in the picture of the end mean.
pub const FOUND_IN_ORDER: &str = "found, in this order";

/// What a tile's colour means, in a word or three.
pub fn legend(tile: Tile) -> &'static str {
    match tile {
        Tile::White => "white: twice more",
        Tile::Yellow => "yellow: once more",
        Tile::Red => "red: closed",
    }
}

/// What a score is counted towards.
pub fn target(view: &View) -> String {
    format!("of {}", view.target)
}

/// Before the faces of those who have not hidden.
pub const STILL_MISSING: &str = "Still missing:";

/// What a party is asked, in one sentence.
pub fn ask(view: &View, whose: Party, ask: &str) -> String {
    match (ask, whose) {
        ("hide", _) => {
            let middle = Cell::new(view.size / 2, view.size / 2);
            format!("choose the tile on which you hide: any but {middle}, where the Guard starts.")
        }
        ("choose", _) => match (view.first, view.horizontal) {
            (None, None) => {
                "choose one: to move first or second, or to move horizontally (along the rows) or vertically (along the columns)."
                    .to_owned()
            }
            (Some(_), _) => "choose your axis: horizontal (along the rows) or vertical (along the columns).".to_owned(),
            (None, Some(_)) => "choose to move first or second.".to_owned(),
        },
        (_, Party::Seat(seat)) if view.horizontal == Some(seat) => {
            "move the Guard left or right.".to_owned()
        }
        _ => "move the Guard up or down.".to_owned(),
    }
}

/// What somebody has chosen before the match, for them alone.
pub fn own_choice(view: &View, whose: Party) -> Option<String> {
    match whose {
        Party::Cast(id) => view.hidden.get(&id).map(ToString::to_string),
        _ => None,
    }
}

/// What somebody chose before the match, as what has become of it now that it has begun.
pub fn counted(view: &View, whose: Party) -> Option<String> {
    let own = own_choice(view, whose)?;
    Some(format!("you hide on **{own}**"))
}

/// What becomes of people who do not hide: the end of a sentence.
pub fn without_choice(options: &GivenOptions, who: &str, whom: &str) -> String {
    match is(options, "missing", "random") {
        true => format!("chance hides {whom}"),
        false => format!("{who} are nowhere on the grid"),
    }
}

/// What a match's options mean for it beyond the rules.
pub fn terms(options: &GivenOptions) -> Vec<String> {
    let mut lines = Vec::new();
    if is(options, "missing", "random") {
        lines.push("Chance hides whoever has not hidden when the match begins.".to_owned());
    }
    if is(options, "reveal", "count") {
        lines.push("A find tells how many hid there, and not who.".to_owned());
    }
    if is(options, "start_tile", "yellow") {
        lines.push("The middle tile is yellow at the start.".to_owned());
    }
    if is(options, "start_tile", "random") {
        lines.push(
            "Whether the middle tile is white or yellow at the start is drawn after both have \
             chosen."
                .to_owned(),
        );
    }
    lines.push(out_of_time(
        "",
        options,
        "has the choice or move made by chance",
    ));
    lines
}

fn is(options: &GivenOptions, key: &str, value: &str) -> bool {
    options.get(key).is_some_and(|set| set == value)
}

/// What was secret until the end.
pub fn revealed(view: &View, cast: &Cast) -> String {
    let places: Vec<String> = view
        .hidden
        .iter()
        .map(|(id, cell)| format!("{} {cell}", cast.name(*id)))
        .collect();
    match places.as_slice() {
        [] => "Nobody was hiding.".to_owned(),
        places => format!("Hiding places: {}.", places.join(", ")),
    }
}

/// The board in words, for people who do not see the picture: first what matters most, because it
/// may be cut.
pub fn description(view: &View, cast: &Cast) -> String {
    let mut text = format!("Gridlock. {}.", headline(view, cast));
    for seat in Seat::BOTH {
        let axis = match view.horizontal {
            Some(horizontal) if horizontal == seat => ", moves left and right",
            Some(_) => ", moves up and down",
            None => "",
        };
        let (name, score) = (cast.seat_name(seat), view.score[seat]);
        let of = crate::english::count_of(view.target as usize, "point", "points");
        text.push_str(&format!(" {name}: {score} of {of}{axis}."));
    }
    match view.last {
        Some((from, to)) => text.push_str(&format!(" The Guard went from {from} to {to}.")),
        None => text.push_str(&format!(" The Guard stands on {}.", view.guard)),
    }
    let size = view.size;
    text.push_str(&format!(" {size} by {size} tiles, looped."));
    for tile in [Tile::Yellow, Tile::Red] {
        if let Some(cells) = cells(view, tile) {
            let mut word = tile_word(tile).to_owned();
            word[..1].make_ascii_uppercase();
            text.push_str(&format!(" {word}: {cells}."));
        }
    }
    text.push_str(match cells(view, Tile::White) {
        Some(_) => " All others are white.",
        None => " None is white.",
    });
    for find in &view.finds {
        let finder = cast.seat_name(find.by);
        let whom = match &find.who {
            Some(who) => names(who, cast),
            None => format!("{}", find.count),
        };
        text.push_str(&format!(" {finder} found {whom} on {}.", find.cell));
    }
    // The places of those who were found are told already, if their names were.
    let told = |id: &CastId| {
        let mut who = view.finds.iter().filter_map(|find| find.who.as_ref());
        who.any(|who| who.contains(id))
    };
    let places: Vec<String> = view
        .hidden
        .iter()
        .filter(|(id, _)| !told(id))
        .map(|(id, cell)| format!("{} on {cell}", cast.name(*id)))
        .collect();
    if !places.is_empty() {
        let word = if view.phase == Phase::Over {
            "Hid"
        } else {
            "Hidden"
        };
        text.push_str(&format!(" {word}: {}.", list(&places, "and")));
    }
    if let Some(missing) = view.missing.as_ref().filter(|missing| !missing.is_empty()) {
        text.push_str(&format!(" {STILL_MISSING} {}.", names(missing, cast)));
    }
    text
}

/// The tiles of a colour, row by row; None if there are none.
fn cells(view: &View, tile: Tile) -> Option<String> {
    let of_colour = view
        .tiles
        .iter()
        .enumerate()
        .filter(|(_, found)| **found == tile);
    let cells: Vec<String> = of_colour
        .map(|(index, _)| {
            // At most 9 x 9 tiles.
            let index = index as u8;
            Cell::new(index % view.size, index / view.size).to_string()
        })
        .collect();
    (!cells.is_empty()).then(|| cells.join(" "))
}

/// The rules as a match with this view has them, for the opening card and `/rules`.
pub fn rules(view: &View) -> String {
    let size = view.size;
    format!(
        "**Gridlock.** Two players steer one Guard over a looped {size}×{size} grid, one along the rows, the other along the columns. \
         Before the match every safe player hides on a tile, any but the middle one. \
         In a season's match, a safe player who hasn't hidden when it begins gets a strike.\n\
         The DMO first chooses an order (to move first or second) or an axis (rows or columns). \
         The EC then chooses the other one. \
         From the start until the end **the two players may not talk to the safe players**.\n\
         A white tile that the Guard enters turns yellow, and the mover scores a point for each safe player hiding there. \
         A yellow tile turns red. A red tile cannot be entered.\n\
         {} at once. Whoever is to move and has only red tiles to go to loses at once.",
        match view.target {
            1 => "**1** point wins".to_owned(),
            target => format!("**{target}** points win"),
        }
    )
}
