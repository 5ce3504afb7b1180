//! Roundabout's sentences. In the movement no sentence joins a car's name to its space or its picture.

use super::{list, names, stretch};
use crate::games::roundabout::{
    Driven, Happening, Phase, Refusal, Roundabout, SPACES, SPEED_LIMIT, SetupRefusal, Sign, Space,
    View,
};
use crate::games::{BySeat, Cast, CastId, Party, Seat};
use crate::matches::Setup;

pub fn refusal(refusal: &Refusal, cast: &Cast) -> String {
    match refusal {
        Refusal::NotNow(phase) => match phase {
            Phase::Choosing => "First comes the choice who takes the first turn: `first dmo` or `first ec`.".to_owned(),
            Phase::Parties(_) => "The parties are being set now: `party 17`, say.".to_owned(),
            Phase::Placing(_) => "The cars are being placed now: `place`, a name and a space.".to_owned(),
            Phase::Card(_) => "A turn begins with a card: `card 4`, say.".to_owned(),
            Phase::Driving(_) => "Your card is played. Now you can drive, put up your card's sign if it has one, or `end` your turn.".to_owned(),
            Phase::Over => "This match is over.".to_owned(),
        },
        Refusal::OffBoard => "There is no such space: they go from 1 to 30.".to_owned(),
        Refusal::PartyTaken(space) => {
            format!("The other party is on {} already. Any other space is fine.", space.number())
        }
        Refusal::AlreadyPlaced(car) => {
            format!("{} is placed already. Choose somebody who is not.", cast.name(*car))
        }
        Refusal::OwnEntourage(car) => format!(
            "{} is of your own entourage, which only your opponent places. Choose somebody else.",
            cast.name(*car)
        ),
        Refusal::SpaceTaken(space) => {
            format!("There is a car on {} already. Choose a free space.", space.number())
        }
        Refusal::NoSuchCard => "There is no such card: they go from 1 to 5.".to_owned(),
        Refusal::NotInHand { hand } => {
            format!("That card is not in your hand. You hold {}.", list(&numbers(hand), "and"))
        }
        Refusal::NotPossible => "That move is not possible.".to_owned(),
        Refusal::NoSuchSign { card: 1 } => {
            "Your 1 comes with a stop sign for a car: `stop` and a name.".to_owned()
        }
        Refusal::NoSuchSign { card: 3 } => {
            "Your 3 comes with a yield sign for a roundabout: `yield outer`, say.".to_owned()
        }
        Refusal::NoSuchSign { card } => format!(
            "Your {card} comes without a sign: stop signs come with a 1, yield signs with a 3."
        ),
        Refusal::SignPutUp => {
            "You have put up your sign; there is one a turn. Now `end` your turn.".to_owned()
        }
        Refusal::NotOnBoard(car) => format!(
            "{} is not on the board any more. A stop sign goes on a car that is.",
            cast.name(*car)
        ),
    }
}

pub fn setup_refusal(refusal: &SetupRefusal) -> String {
    match refusal {
        SetupRefusal::NoEntourages => {
            "The entourages are missing: three names for each of the two players.".to_owned()
        }
        SetupRefusal::OwnPlayerMissing(seat) => {
            format!("The {seat}'s entourage must have the {seat}'s own player in it.")
        }
        SetupRefusal::InEntouragesTwice(name) => {
            format!("“{name}” stands twice in the entourages; these are six different people.")
        }
        SetupRefusal::MaxTurns => {
            "At least 1 turn must be played, or max_turns be left out.".to_owned()
        }
    }
}

/// What just happened, as one sentence for everybody.
pub fn happening(happening: &Happening, cast: &Cast) -> String {
    let seat_name = |seat: &Seat| cast.seat_name(*seat);
    match happening {
        Happening::FirstChosen { first } => format!("{} takes the first turn.", seat_name(first)),
        Happening::PartySet { of, space } => {
            format!("{}'s party is on {}.", seat_name(of), space.number())
        }
        Happening::Placed { seat, car, space } => {
            format!(
                "{} places {} on {}.",
                seat_name(seat),
                cast.name(*car),
                space.number()
            )
        }
        Happening::NothingToPlace { seat } => {
            format!("{} has no car left to place.", seat_name(seat))
        }
        Happening::MovementBegun { seat } => {
            format!(
                "All cars are placed. The movement begins with {}.",
                seat_name(seat)
            )
        }
        Happening::CardPlayed {
            seat,
            card,
            speeding: false,
        } => {
            format!("{} plays a {card}.", seat_name(seat))
        }
        Happening::CardPlayed {
            seat,
            card,
            speeding: true,
        } => format!(
            "{} plays a {card}. That is speeding: the turn after this one is skipped.",
            seat_name(seat)
        ),
        Happening::TurnEnded(driven) => turn_sentence(driven, cast),
        Happening::CameHome { car, of } => {
            format!("{} is home at {}'s party.", cast.name(*car), seat_name(of))
        }
        Happening::SignTaken { seat, sign } => {
            format!(
                "{}'s {} comes off.",
                seat_name(seat),
                sign_words(*sign, cast)
            )
        }
        Happening::TurnSkipped { seat } => {
            format!("{}'s turn is skipped for speeding.", seat_name(seat))
        }
        Happening::AllHome { seat } => {
            format!("All three of {}'s entourage are home.", seat_name(seat))
        }
        Happening::LastTurn { cards: 1 } => "That was the last turn: 1 card is played.".to_owned(),
        Happening::LastTurn { cards } => {
            format!("That was the last turn: {cards} cards are played.")
        }
    }
}

/// What a party is asked, in one sentence. While driving, moves left are counted only in the view of the player who drives.
pub fn ask(view: &View, whose: Party, ask: &str) -> String {
    let Party::Seat(seat) = whose else {
        return String::new();
    };
    match (ask, &view.turn) {
        ("first", _) => "choose who goes first. That player sets a party and places a car first; the other drives first.".to_owned(),
        ("party", _) => match view.party[seat] {
            None => "set your opponent's party on a space.".to_owned(),
            Some(own) => format!(
                "set your opponent's party on a space; yours is on {}.",
                own.number()
            ),
        },
        ("place", _) => "place a car that is not of your entourage on a free space.".to_owned(),
        ("drive", Some(turn)) => ask_to_drive(
            turn.card,
            turn.so_far.as_ref().map(|so_far| {
                let left = usize::from(turn.card) - so_far.moves.len();
                (left, so_far.sign.is_some())
            }),
        ),
        _ => ask_for_card(view, seat),
    }
}

fn ask_for_card(view: &View, seat: Seat) -> String {
    let effect = |card: &u8| match card {
        1 => "1 (stop sign)",
        2 => "2 (counterclockwise)",
        3 => "3 (yield sign)",
        4 => "4 (two cars at most)",
        _ => "5 (not round inner and outer)",
    };
    let hand = &view.hand[seat];
    let cards: Vec<String> = hand.iter().map(|card| effect(card).to_owned()).collect();
    let text = format!("play a card: {}.", list(&cards, "or"));
    match fastest(view, seat) {
        Some(most) => match hand.iter().find(|card| **card > most) {
            Some(least) if *least == 5 => format!("{text} A 5 would be speeding now."),
            Some(least) => format!("{text} A {least} or more would be speeding now."),
            None => text,
        },
        None => text,
    }
}

/// The highest card that a seat can play now without speeding; None as long as it has not played two.
fn fastest(view: &View, seat: Seat) -> Option<u8> {
    match view.played[seat].as_slice() {
        [.., one, two] => Some((SPEED_LIMIT - 1).saturating_sub(u32::from(one + two)) as u8),
        _ => None,
    }
}

fn ask_to_drive(card: u8, so_far: Option<(usize, bool)>) -> String {
    let most = |count: usize, more: &str| match count {
        1 => format!("1{more} move"),
        _ => format!("{count}{more} moves"),
    };
    let way = match card {
        2 => " counterclockwise",
        4 => " with two different cars at most",
        5 => " round any but inner and outer",
        _ => "",
    };
    let sign = match card {
        1 => ", put a stop sign on a car",
        3 => ", put a yield sign on a roundabout",
        _ => "",
    };
    match so_far {
        Some((_, true)) => "end your turn.".to_owned(),
        Some((0, false)) if sign.is_empty() => "no move is left: end your turn.".to_owned(),
        Some((0, false)) => format!("no move is left{sign} or end your turn."),
        Some((left, false)) if left < usize::from(card) => {
            format!(
                "drive up to {}{way}{sign} or end your turn.",
                most(left, " more")
            )
        }
        _ => format!(
            "drive up to {}{way}{sign} or end your turn.",
            most(card.into(), "")
        ),
    }
}

/// What is done of the turn in progress, for the player who drives; nothing for anybody else.
pub fn so_far(view: &View, cast: &Cast) -> String {
    let Some(turn) = &view.turn else {
        return String::new();
    };
    let Some(so_far) = &turn.so_far else {
        return String::new();
    };
    let moves = &so_far.moves;
    if moves.is_empty() && so_far.sign.is_none() {
        return format!(
            "Your {}: no move so far. Moves stand, and the picture stays as it is until you end your turn, for you too: a car that is seen moving would tell \
             whose picture it carries.",
            turn.card
        );
    }
    let mut text = format!(
        "Your {}, {} of {} moves so far: **{}**",
        turn.card,
        moves.len(),
        turn.card,
        moves_words(moves, cast)
    );
    if let Some(sign) = so_far.sign {
        text.push_str(&format!("; {}", sign_words(sign, cast)));
    }
    text.push('.');
    for car in &so_far.came_home {
        text.push_str(&format!(" 🏠 {} is home.", cast.name(*car)));
    }
    text
}

/// Who is in whose entourage, for the opening card: on a line of its own.
pub fn entourages(view: &View, cast: &Cast) -> String {
    let line = |seat: Seat| {
        let names = names(&view.entourages[seat], cast);
        format!("\n{}'s entourage: **{names}**.", cast.seat_name(seat))
    };
    Seat::BOTH.map(line).concat()
}

/// What was not told in the movement: which car stood where at the end.
pub fn revealed(view: &View, cast: &Cast) -> String {
    let mut cars: Vec<(Space, CastId)> = view.cars.iter().map(|(car, at)| (*at, *car)).collect();
    cars.sort();
    let cars: Vec<String> = cars
        .into_iter()
        .map(|(space, car)| format!("{} on {}", cast.name(car), space.number()))
        .collect();
    match cars.as_slice() {
        [] => "No car was on the board at the end.".to_owned(),
        cars => format!("At the end: {}.", cars.join(", ")),
    }
}

/// What is going on, as the line above the board.
pub fn headline(view: &View, cast: &Cast) -> String {
    if let (Phase::Over, Some(outcome)) = (view.phase, view.outcome) {
        return super::outcome(outcome, cast);
    }
    let name = |seat: Seat| cast.seat_name(seat);
    match (view.phase, &view.turn) {
        (Phase::Choosing | Phase::Over, _) => {
            format!("{} chooses who goes first", name(Seat::Dmo))
        }
        (Phase::Parties(seat), _) => {
            format!("{} sets {}'s party", name(seat), name(seat.other()))
        }
        (Phase::Placing(seat), _) => format!("{} places a car", name(seat)),
        (Phase::Driving(seat), Some(turn)) => format!("{} drives with a {}", name(seat), turn.card),
        (Phase::Card(seat) | Phase::Driving(seat), _) => format!("{} plays a card", name(seat)),
    }
}

/// The entourages in the set-up panel, as far as they are set; a name is as it is shown.
pub fn setup_entourages(chosen: &BySeat<Vec<String>>) -> String {
    let of = |seat: Seat| match chosen[seat].as_slice() {
        [] => format!(
            "the {} and two others, not chosen yet",
            seat.to_string().to_uppercase()
        ),
        names => list(names, "and"),
    };
    if Seat::BOTH.into_iter().all(|seat| chosen[seat].is_empty()) {
        return "Entourages: drawn when the match is opened.".to_owned();
    }
    format!("Entourages: {} against {}.", of(Seat::Dmo), of(Seat::Ec))
}

/// What the host is told before a match is opened: how long it may take, and who is favoured.
pub fn for_hosts(setup: &Setup) -> String {
    let cars = setup.cast.members().len() as u64;
    let most = |keys: &[&str]| keys.iter().map(|key| setup.times.ms(key)).sum::<u64>();
    let before =
        most(&["base_first_s", "base_party_s", "base_party_s"]) + cars * most(&["base_place_s"]);
    let turn = most(&["base_card_s", "base_move_s"]);
    let mut text = format!(
        "🕰️ Placing {cars} cars takes up to {}, a turn up to {}, and a match some 70 turns: keep two hours free",
        stretch(before),
        stretch(turn)
    );
    text.push_str(
        match setup
            .options
            .get("max_turns")
            .and_then(serde_json::Value::as_u64)
        {
            Some(_) => ", or less with your `max_turns`.\n",
            None => ". `max_turns = 40` among the options ends it as a tie after 40 cards.\n",
        },
    );
    if cars < 15 {
        text.push_str("With fewer than 15 cars the player who does not go first is favoured.\n");
    }
    text
}

pub const ENTOURAGES_BUTTON: &str = "Entourages";
pub const DRAW_ENTOURAGES: &str = "Draw them at the opening";

pub fn choose_entourage(name: &str) -> String {
    format!("Two others for {name}'s entourage")
}

pub const CHOOSE_CAR: &str = "Choose a car";
pub const CHOOSE_SIGN: &str = "Put up your card's sign; no move after it";
/// Beside the cars that are not placed yet.
pub const NOT_PLACED: &str = "Not placed yet:";
/// Before the last cards of a player, by which speeding is judged.
pub const LAST_CARDS: &str = "last:";
/// Below the number of cars at home.
pub const OF_THREE: &str = "of 3 home";
/// Over the cards of a player whose next turn is skipped.
pub const SKIPPED: &str = "skips a turn";

/// The board in words, for people who do not see the picture.
pub fn description(view: &View, cast: &Cast) -> String {
    let mut text = String::from("Roundabout.");
    for seat in Seat::BOTH {
        let entourage = names(&view.entourages[seat], cast);
        let party = match view.party[seat] {
            Some(space) => format!("party on {}", space.number()),
            None => "party not set yet".to_owned(),
        };
        text.push_str(&format!(
            " {}: entourage {entourage}; {party}.",
            cast.seat_name(seat)
        ));
    }
    text.push_str(&cars(view, cast));
    if !view.home.is_empty() {
        text.push_str(&format!(" Home: {}.", names(&view.home, cast)));
    }
    if view.moving {
        for seat in Seat::BOTH {
            text.push_str(&cards_and_signs(view, seat, cast));
        }
    } else {
        let unplaced: Vec<CastId> = cast
            .ids()
            .filter(|car| !view.cars.contains_key(car) && !view.home.contains(car))
            .collect();
        if !unplaced.is_empty() {
            text.push_str(&format!(" Not placed yet: {}.", names(&unplaced, cast)));
        }
    }
    let awaited = |seat: Seat, what: &str| format!(" {} {what}.", cast.seat_name(seat));
    text.push_str(&match view.phase {
        Phase::Choosing => awaited(Seat::Dmo, "chooses who takes the first turn"),
        Phase::Parties(seat) => awaited(seat, "sets the opponent's party"),
        Phase::Placing(seat) => awaited(seat, "places a car"),
        Phase::Card(seat) => awaited(seat, "is to play a card"),
        Phase::Driving(_) | Phase::Over => String::new(),
    });
    if let Some(turn) = &view.turn {
        let name = cast.seat_name(turn.seat);
        text.push_str(&format!(
            " {name} has played a {} and is driving; ",
            turn.card
        ));
        text.push_str("the board is as it was before.");
        if let Some(so_far) = &turn.so_far {
            text.push_str(&format!(" So far: {}", moves_words(&so_far.moves, cast)));
            if let Some(sign) = so_far.sign {
                text.push_str(&format!("; {}", sign_words(sign, cast)));
            }
            if !so_far.came_home.is_empty() {
                text.push_str(&format!("; home: {}", names(&so_far.came_home, cast)));
            }
            text.push('.');
        }
    }
    text
}

/// The cars from space to space: by name and picture while they are placed, by picture alone afterwards.
fn cars(view: &View, cast: &Cast) -> String {
    let mut cars: Vec<(Space, CastId)> = view.cars.iter().map(|(car, at)| (*at, *car)).collect();
    if cars.is_empty() {
        return String::new();
    }
    cars.sort();
    let codes = codes(view, cast);
    let car = |(space, car): &(Space, CastId)| {
        let code = &codes[usize::from(car.0)];
        if view.moving {
            format!("{} {code}", space.number())
        } else {
            format!("{} {} {code}", space.number(), cast.name(*car))
        }
    };
    let cars: Vec<String> = cars.iter().map(car).collect();
    format!(" Cars by space: {}.", cars.join(", "))
}

/// A code of two shapes for each picture, by the cast's order. It lasts for one match, and neither the name nor the
/// place in the cast can be seen from it.
fn codes(view: &View, cast: &Cast) -> Vec<String> {
    const SHAPES: [char; 6] = ['●', '■', '▲', '◆', '★', '✚'];
    // FNV-1a, over what makes this match another one than the last.
    let mut salt = 0xcbf2_9ce4_8422_2325_u64;
    let mut stir = |bytes: &[u8]| {
        for byte in bytes {
            salt = (salt ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for id in cast.ids() {
        stir(cast.name(id).as_bytes());
    }
    for seat in Seat::BOTH {
        stir(
            &view.party[seat]
                .map(Space::number)
                .into_iter()
                .collect::<Vec<u8>>(),
        );
    }
    let mut left: Vec<(char, char)> = SHAPES
        .into_iter()
        .flat_map(|one| SHAPES.map(|other| (one, other)))
        .collect();
    cast.ids()
        .map(|id| {
            salt = (salt ^ u64::from(id.0)).wrapping_mul(0x0100_0000_01b3);
            // A cast has fewer people than there are pairs.
            let (one, other) = left.swap_remove((salt >> 32) as usize % left.len());
            format!("{one}{other}")
        })
        .collect()
}

fn cards_and_signs(view: &View, seat: Seat, cast: &Cast) -> String {
    let list_or_none = |cards: &[u8]| match cards {
        [] => "no card".to_owned(),
        cards => list(&numbers(cards), "and"),
    };
    let mut text = format!(
        " {} holds {}",
        cast.seat_name(seat),
        list_or_none(&view.hand[seat])
    );
    let played = &view.played[seat];
    if !played.is_empty() {
        let last = &played[played.len().saturating_sub(3)..];
        text.push_str(&format!(", played {} last", list(&numbers(last), "and")));
    }
    if let Some(sign) = view.signs[seat] {
        text.push_str(&format!(", has a {}", sign_words(sign, cast)));
        if matches!(sign, Sign::Yield(_)) && view.yield_used[seat] > 0 {
            text.push_str(" (its one move is made)");
        }
    }
    if view.fined[seat] {
        text.push_str(", and the next turn is skipped for speeding");
    }
    text + "."
}

fn turn_sentence(driven: &Driven, cast: &Cast) -> String {
    let mut text = format!(
        "{}'s turn with the {}: {}",
        cast.seat_name(driven.seat),
        driven.card,
        moves_words(&driven.moves, cast)
    );
    if let Some(sign) = driven.sign {
        text.push_str(&format!("; {}", sign_words(sign, cast)));
    }
    text + "."
}

fn moves_words(moves: &[(CastId, Roundabout)], cast: &Cast) -> String {
    if moves.is_empty() {
        return "no move".to_owned();
    }
    let moves: Vec<String> = moves
        .iter()
        .map(|(car, on)| format!("{} {}", cast.name(*car), on.word()))
        .collect();
    moves.join(", ")
}

fn sign_words(sign: Sign, cast: &Cast) -> String {
    match sign {
        Sign::Stop(car) => format!("stop sign on {}", cast.name(car)),
        Sign::Yield(on) => format!("yield sign on {}", on.word()),
    }
}

fn numbers(cards: &[u8]) -> Vec<String> {
    cards.iter().map(u8::to_string).collect()
}

/// The rules as a match with this view has them, for the opening card and `/rules`.
pub fn rules(view: &View) -> String {
    let end = match view.max_turns {
        Some(1) => "After **1** card in all the match is a tie for the host to settle.".to_owned(),
        Some(cards) => {
            format!("After **{cards}** cards in all the match is a tie for the host to settle.")
        }
        None => "There is no other end.".to_owned(),
    };
    format!(
        "**Roundabout.** Bring the three of your entourage to your party before your opponent brings theirs.\n\
         The board (reconstructed) has **{SPACES}** spaces on eight roundabouts; roundabouts that touch share a space. Everybody of the cast is a car.\n\
         The DMO decides who takes the first turn. Each sets the other's party, the first player first. Then cars are placed in turn, \
         on any free space, nobody their own entourage's.\n\
         The other player drives first. A turn: play a card of 1 to 5, whose number is the most moves; drive any car to the next space clockwise \
         round a roundabout, if that space is free; end. Moves stand and are shown when the turn ends. A hand is filled when its owner's turn begins with none.\n\
         1: may put a stop sign on a car, which then stays. 2: counterclockwise. 3: may put a yield sign on a roundabout, for one move round it at most. \
         4: two different cars at most. 5: not round inner or outer. Signs bind both until their owner's next turn, and no move follows one.\n\
         Speeding: when your last three cards make 11 or more, your next turn is skipped.\n\
         A car at its own party is home at once, whoever brought it. All three home wins. {end}"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::games::{AnyGame, Audience, Author, BySeat, GameId, Member, Role, View as AnyView};

    const NAMES: [&str; 6] = ["Zac", "Tiac", "UMG", "Myth", "Shane", "Jweizy"];

    fn opened() -> AnyGame {
        let members = NAMES.map(|name| Member {
            name: name.to_owned(),
            role: Role::Player,
        });
        let seats = BySeat {
            dmo: "Tiac".to_owned(),
            ec: "Zac".to_owned(),
        };
        let cast = Cast::new(members.into(), seats, &BTreeMap::new()).unwrap();
        let options = serde_json::json!({
            "entourages": {"dmo": ["Tiac", "Shane", "Jweizy"], "ec": ["Zac", "UMG", "Myth"]}
        });
        let options = options.as_object().unwrap();
        GameId::Roundabout.open(options, &Arc::new(cast)).unwrap()
    }

    fn play(game: &mut AnyGame, entries: &[(Seat, &str)]) {
        for (seat, text) in entries {
            if let Err(refusal) = game.act(Author::Seat(*seat), None, text) {
                panic!("{seat} {text}: {refusal:?}");
            }
        }
    }

    fn view(game: &AnyGame, to: Audience) -> View {
        match game.view(to) {
            AnyView::Roundabout(view) => view,
            other => panic!("{other:?}"),
        }
    }

    const PLACING: [(Seat, &str); 9] = [
        (Seat::Dmo, "first dmo"),
        (Seat::Dmo, "party 30"),
        (Seat::Ec, "party 1"),
        (Seat::Dmo, "place UMG 3"),
        (Seat::Ec, "place Tiac 2"),
        (Seat::Dmo, "place Zac 18"),
        (Seat::Ec, "place Shane 16"),
        (Seat::Dmo, "place Myth 11"),
        (Seat::Ec, "place Jweizy 29"),
    ];

    #[test]
    fn names_stand_beside_the_codes_only_while_cars_are_placed() {
        let mut game = opened();
        play(&mut game, &PLACING[..8]);
        let placing = view(&game, Audience::Public);
        let code = |id: u8| codes(&placing, game.cast())[usize::from(id)].clone();
        let text = description(&placing, game.cast());
        let expected = format!(
            "Cars by space: 2 Tiac {}, 3 UMG {}, 11 Myth {}, 16 Shane {}, 18 Zac {}. Not placed yet: Jweizy. Zac places a car.",
            code(1),
            code(2),
            code(3),
            code(4),
            code(0)
        );
        assert!(text.ends_with(&expected), "{text}");
        let codes: Vec<String> = (0..6).map(code).collect();
        play(&mut game, &PLACING[8..]);
        let moving = view(&game, Audience::Public);
        let text = description(&moving, game.cast());
        let expected = format!(
            "Cars by space: 2 {}, 3 {}, 11 {}, 16 {}, 18 {}, 29 {}. Tiac holds 1, 2, 3, 4 and 5.",
            codes[1], codes[2], codes[3], codes[4], codes[0], codes[5]
        );
        assert!(text.contains(&expected), "{text}");
        let mut different = codes.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), codes.len());
    }

    #[test]
    fn a_turn_in_progress_is_told_to_its_player_alone_and_pictured_to_nobody() {
        let mut game = opened();
        play(&mut game, &PLACING);
        play(&mut game, &[(Seat::Ec, "card 3")]);
        let before = view(&game, Audience::Public);
        // Jweizy moves from 29 to 30, the EC's party, which is not his; Tiac from 2 to 1 and so home.
        play(
            &mut game,
            &[
                (Seat::Ec, "drive Jweizy south"),
                (Seat::Ec, "drive Tiac north"),
                (Seat::Ec, "yield inner"),
            ],
        );
        for other in [Audience::Public, Audience::Host, Audience::Seat(Seat::Dmo)] {
            assert_eq!(view(&game, other), before, "{other:?}");
        }
        let own = view(&game, Audience::Seat(Seat::Ec));
        assert_eq!(
            (&own.cars, &own.home, own.signs),
            (&before.cars, &before.home, before.signs)
        );
        let text = description(&own, game.cast());
        let told = "So far: Jweizy south, Tiac north; yield sign on inner; home: Tiac.";
        assert!(text.ends_with(told), "{text}");
        let all = view(&game, Audience::All);
        assert_eq!(all.home, [CastId(1)]);
        assert_eq!(all.cars[&CastId(5)].number(), 30);
        let ended = game.act(Author::Seat(Seat::Ec), None, "end").unwrap();
        let after = view(&game, Audience::Public);
        assert_eq!((&after.cars, &after.home), (&all.cars, &all.home));
        assert_eq!(after.signs.ec, Some(Sign::Yield(Roundabout::Inner)));
        let sentences: Vec<String> = ended
            .happenings
            .iter()
            .map(|told| match told {
                crate::games::Happening::Roundabout(told) => happening(told, game.cast()),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(
            sentences,
            [
                "Zac's turn with the 3: Jweizy south, Tiac north; yield sign on inner.",
                "Tiac is home at Tiac's party.",
            ]
        );
    }

    #[test]
    fn moves_left_are_counted_for_the_player_who_drives() {
        let mut game = opened();
        play(&mut game, &PLACING);
        let asked = |game: &AnyGame, to: Audience| {
            let prompt = &game.prompts()[0];
            ask(&view(game, to), prompt.who, prompt.ask)
        };
        let own = Audience::Seat(Seat::Ec);
        assert_eq!(
            asked(&game, own),
            "play a card: 1 (stop sign), 2 (counterclockwise), 3 (yield sign), 4 (two cars at most) or 5 (not round inner and outer)."
        );
        play(&mut game, &[(Seat::Ec, "card 3")]);
        let first = "drive up to 3 moves, put a yield sign on a roundabout or end your turn.";
        assert_eq!(asked(&game, own), first);
        play(
            &mut game,
            &[
                (Seat::Ec, "drive Jweizy south"),
                (Seat::Ec, "drive Tiac north"),
            ],
        );
        assert_eq!(
            asked(&game, own),
            "drive up to 1 more move, put a yield sign on a roundabout or end your turn."
        );
        assert_eq!(asked(&game, Audience::Public), first);
        play(&mut game, &[(Seat::Ec, "yield inner")]);
        assert_eq!(asked(&game, own), "end your turn.");
    }

    #[test]
    fn the_largest_board_fits_the_text_beside_a_picture() {
        // Twenty-two cars in the movement.
        let members: Vec<Member> = (0..22)
            .map(|at| Member {
                name: format!("Somebody {at}"),
                role: Role::Player,
            })
            .collect();
        let seats = BySeat::new(|seat| format!("Somebody {}", seat as u8));
        let cast = Arc::new(Cast::new(members, seats, &BTreeMap::new()).unwrap());
        let mut dice = crate::games::Dice::new(7);
        let mut game = GameId::Roundabout
            .draw(&Default::default(), &cast, &mut dice)
            .unwrap();
        while game.state()["phase"] != "driving" {
            let who = game.prompts()[0].who;
            let crate::games::Party::Seat(seat) = who else {
                panic!("{who:?}");
            };
            let act = game.sample(who, &mut dice).unwrap();
            play(&mut game, &[(seat, &act)]);
        }
        let text = description(&view(&game, Audience::Public), &cast);
        assert!(text.chars().count() <= 1024, "{}", text.chars().count());
    }
}
