//! DM Invitational's sentences.

use super::as_typed;
use super::list;
use crate::games::invitational::{
    Courier, Happening, HouseView, Phase, Refusal, SetupRefusal, Verb, View,
};
use crate::games::notation::{self, quoted};
use crate::games::{BySeat, Cast, CastId, Party, Seat};

pub fn refusal(refusal: &Refusal, cast: &Cast) -> String {
    match refusal {
        Refusal::RankFirst => {
            let [one, other] = examples(cast);
            format!(
                "It is too early for that: first both rank the houses, as in `rank {one} > {other} > …`."
            )
        }
        Refusal::RankingOver => format!(
            "Both have ranked: the rankings stand as they are. Now couriers are dropped, as in `drop 3 {}`, and then sent.",
            examples(cast)[0]
        ),
        Refusal::DropFirst => {
            format!(
                "Couriers can be sent when all of them are on the map. Drop one, as in `drop 3 {}`.",
                examples(cast)[0]
            )
        }
        Refusal::DroppingOver => {
            format!(
                "All couriers are on the map. Send one along a road, as in `send 3 {}`.",
                examples(cast)[1]
            )
        }
        Refusal::DealerRanked(house) => format!(
            "{} is a dealer, and dealers' houses are not ranked: they count first anyway.",
            cast.name(*house)
        ),
        Refusal::RankedTwice(house) => format!(
            "{} stands in the ranking twice; each house stands in it once.",
            cast.name(*house)
        ),
        Refusal::Unranked(houses) => format!(
            "The ranking needs every house but the dealers'. Missing: {}.",
            names(houses, "and", cast)
        ),
        Refusal::NoCourier { number } => {
            format!("There is no courier {number}: they are 1, 2, 3 and 4.")
        }
        Refusal::OnMap { courier, left } => {
            let left: Vec<String> = left.iter().map(u8::to_string).collect();
            format!(
                "Courier {courier} is on the map already. Still to be dropped: {}.",
                list(&left, "and")
            )
        }
        Refusal::Skipped => {
            "None of your couriers can go anywhere now, so you sit this turn out.".to_owned()
        }
        Refusal::Held {
            courier,
            at,
            own,
            other,
        } => format!(
            "Courier {courier} cannot leave {} now: the other team has delivered {other} there, yours {own}. Send another one.",
            cast.name(*at)
        ),
        Refusal::Been {
            courier,
            house,
            open,
        } => format!(
            "Courier {courier} has been to {} already. {}",
            cast.name(*house),
            may_go(*courier, open, cast)
        ),
        Refusal::NotJoined {
            courier,
            at,
            house,
            open,
        } => format!(
            "No road leads from {}, where courier {courier} is, to {}. {}",
            cast.name(*at),
            cast.name(*house),
            may_go(*courier, open, cast)
        ),
    }
}

/// Two houses of this match, for an example, as its notation writes them: those of the two who play are ranked in every match.
fn examples(cast: &Cast) -> [String; 2] {
    Seat::BOTH.map(|seat| quoted(&as_typed(cast.seat_name(seat))).into_owned())
}

fn may_go(courier: u8, open: &[CastId], cast: &Cast) -> String {
    if open.is_empty() {
        "It can go nowhere now; send another one.".to_owned()
    } else {
        format!("Courier {courier} may go to {}.", names(open, "or", cast))
    }
}

/// Why a match cannot be opened like this, with names as `shown` writes them.
pub fn setup_refusal(refusal: &SetupRefusal, shown: impl Fn(&str) -> String) -> String {
    match refusal {
        SetupRefusal::MapMissing => {
            "The map is missing: it may be left out only for a cast of 13 players and 2 dealers."
                .to_owned()
        }
        SetupRefusal::HouseMissing(name) => format!(
            "The map has no house for {}; everybody of the cast needs one.",
            shown(name)
        ),
        SetupRefusal::HouseTwice(name) => {
            format!("The map has two houses for {}.", shown(name))
        }
        SetupRefusal::RoadTwice(from, to) => format!(
            "The road between {} and {} is on the map twice.",
            shown(from),
            shown(to)
        ),
        SetupRefusal::RoadToItself(name) => {
            format!("A road cannot lead from {}'s house to itself.", shown(name))
        }
        SetupRefusal::Dealers => {
            "The map's dealers must be the dealers of the cast, each named once.".to_owned()
        }
    }
}

/// What just happened, as one sentence for everybody.
pub fn happening(happening: &Happening, cast: &Cast) -> String {
    match happening {
        Happening::Ranked { seat } => format!("{} has ranked.", cast.seat_name(*seat)),
        Happening::Ordered { seat } => {
            format!(
                "{} has ordered; {} is still to order.",
                cast.seat_name(*seat),
                cast.seat_name(seat.other())
            )
        }
        Happening::Visited(visit) => {
            let (team, courier) = (cast.seat_name(visit.seat), visit.courier);
            let to = cast.name(visit.to);
            match visit.from {
                Some(from) => format!(
                    "{team}'s courier {courier} goes from {} to {to} and delivers {}.",
                    cast.name(from),
                    letters(u32::from(courier))
                ),
                None => format!(
                    "{team}'s courier {courier} is dropped on {to} and delivers {}.",
                    letters(u32::from(courier))
                ),
            }
        }
        Happening::Skipped { seat } => {
            format!(
                "{} has no courier that can move and sits this turn out.",
                cast.seat_name(*seat)
            )
        }
        Happening::Delivered { seat } => {
            format!("{} has delivered to every house.", cast.seat_name(*seat))
        }
        Happening::NobodyMoves { letters } => {
            format!(
                "Nobody can move any more. Letters in all: {}.",
                both(*letters, cast)
            )
        }
        Happening::DealersCompared { letters } => {
            format!(
                "Tiebreak: letters in the dealers' houses: {}.",
                both(*letters, cast)
            )
        }
        Happening::RankingCompared {
            place,
            houses,
            letters,
        } => {
            let side = |seat: Seat| {
                let house = cast.name(houses[seat]);
                format!(
                    "{} ranked {house} and has {} there",
                    cast.seat_name(seat),
                    letters[seat]
                )
            };
            format!(
                "Tiebreak: as many letters at the dealers'; place {place} of the rankings decides: {}, {}.",
                side(Seat::Dmo),
                side(Seat::Ec)
            )
        }
        // How many is the season's to tell.
        Happening::GarnetsCompared { garnets } => {
            let richer = match garnets.dmo > garnets.ec {
                true => Seat::Dmo,
                false => Seat::Ec,
            };
            format!(
                "Tiebreak: equal at the dealers' and all through the rankings; garnets decide, and {} has more.",
                cast.seat_name(richer)
            )
        }
        Happening::Tied => "A tie in everything, garnets too: the host decides.".to_owned(),
    }
}

fn both(counts: BySeat<u32>, cast: &Cast) -> String {
    let side = |seat: Seat| format!("{} {}", cast.seat_name(seat), counts[seat]);
    format!("{}, {}", side(Seat::Dmo), side(Seat::Ec))
}

fn letters(count: u32) -> String {
    match count {
        1 => "1 letter".to_owned(),
        _ => format!("{count} letters"),
    }
}

fn names(houses: &[CastId], last: &str, cast: &Cast) -> String {
    let names: Vec<String> = houses.iter().map(|id| cast.name(*id).to_owned()).collect();
    list(&names, last)
}

/// The map in words, for people who do not see the picture.
pub fn description(view: &View, cast: &Cast) -> String {
    let mut lines = vec![format!("DM Invitational. {}", standing(view, cast))];
    for seat in Seat::BOTH {
        lines.push(team(view, seat, cast));
    }
    for seat in Seat::BOTH {
        if let Some(order) = &view.orders[seat] {
            lines.push(format!(
                "{}'s order: {}.",
                cast.seat_name(seat),
                order.write(cast)
            ));
        }
    }
    let [dmo, ec] = Seat::BOTH.map(|seat| cast.seat_name(seat));
    lines.push(format!(
        "The houses, each with the letters of {dmo} and of {ec}, and roads to houses that come after it:"
    ));
    for house in &view.houses {
        lines.push(house_line(view, house, cast));
    }
    for seat in Seat::BOTH {
        if let Some(ranking) = &view.ranking[seat] {
            let places = self::ranking(ranking, cast);
            lines.push(format!("{}'s ranking: {places}.", cast.seat_name(seat)));
        }
    }
    lines.join("\n")
}

fn standing(view: &View, cast: &Cast) -> String {
    let round = match view.phase {
        Phase::Ranking => "Both rank the houses in secret.".to_owned(),
        Phase::Dropping => format!("Airdrop {} of 4.", view.round),
        Phase::Sending => format!("Turn {}.", view.round - 4),
        Phase::Over => return headline(view, cast) + ".",
    };
    let who = |seats: &[Seat]| -> String {
        let names: Vec<String> = seats
            .iter()
            .map(|seat| cast.seat_name(*seat).to_owned())
            .collect();
        list(&names, "and")
    };
    let mut text = round;
    if !view.to_act.is_empty() {
        text.push_str(&format!(" Waiting for {}.", who(&view.to_act)));
    }
    if !view.submitted.is_empty() {
        text.push_str(&format!(" Already in: {}.", who(&view.submitted)));
    }
    for seat in Seat::BOTH.into_iter().filter(|seat| view.is_skipped(*seat)) {
        text.push_str(&format!(" {} cannot move this turn.", cast.seat_name(seat)));
    }
    text
}

/// What is going on, as the line above the map.
pub fn headline(view: &View, cast: &Cast) -> String {
    let round = match (view.phase, view.outcome) {
        (Phase::Over, Some(outcome)) => return super::outcome(outcome, cast),
        (Phase::Ranking | Phase::Over, _) => "Both rank the houses in secret".to_owned(),
        (Phase::Dropping, _) => format!("Airdrop {} of 4", view.round),
        (Phase::Sending, _) => format!("Turn {}", view.round - 4),
    };
    let skipped = Seat::BOTH.into_iter().find(|seat| view.is_skipped(*seat));
    match skipped {
        Some(seat) => format!("{round} · {} cannot move", cast.seat_name(seat)),
        None => round,
    }
}

/// How many houses there are to deliver to, below the number of those where that is done.
pub fn target(view: &View) -> String {
    format!("of {}", view.houses.len())
}

/// What a team has delivered in all.
pub fn in_all(view: &View, seat: Seat) -> String {
    letters(view.total(seat))
}

/// What the signs on the map mean.
pub const DELIVERED: &str = "letters";
pub const LACKING: &str = "none yet";
pub const COURIER: &str = "courier";
pub const STUCK: &str = "cannot move";
pub const DEALER: &str = "dealer";
pub const RANKED: &str = "place in a ranking";

/// What a seat has submitted that counts now, for it alone.
pub fn own_choice(view: &View, whose: Party, cast: &Cast) -> Option<String> {
    let Party::Seat(seat) = whose else {
        return None;
    };
    match (view.phase, &view.ranking[seat], view.orders[seat]) {
        (Phase::Ranking, Some(houses), _) => Some(ranking(houses, cast)),
        (_, _, Some(order)) => {
            let (courier, house) = (order.courier, cast.name(order.house));
            Some(match order.verb {
                Verb::Drop => format!("courier {courier} is dropped on {house}"),
                Verb::Send => format!("courier {courier} goes to {house}"),
            })
        }
        _ => None,
    }
}

/// What is asked back before a ranking of some houses takes the place of one that counts: the houses that it leaves out would follow in cast order.
/// Nothing is where that is said, by dots at its end.
pub fn caution(view: &View, seat: Seat, act: &str, typed: &str) -> Option<String> {
    let houses = view.houses.iter().filter(|house| !house.dealer).count();
    let parts = notation::split(typed);
    let named = parts.iter().flat_map(|part| part.split('>'));
    let named: Vec<&str> = named
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .collect();
    let says_rest = matches!(named.last(), Some(&("..." | "…"))) || typed.trim_end().ends_with('>');
    let replaces = view.phase == Phase::Ranking && view.ranking[seat].is_some();
    (replaces && !says_rest && named.len() < houses).then(|| {
        format!(
            "A ranking of yours counts already. This one names {} of {houses} houses, and the others would follow in cast order: `{}`. Shall it take the \
             other's place? With ` > …` at its end you are not asked.",
            named.len(),
            act.replace('`', "'")
        )
    })
}

/// What somebody chose before the match, as what has become of it now that it has begun.
pub fn counted(view: &View, whose: Party, cast: &Cast) -> Option<String> {
    let Party::Seat(seat) = whose else {
        return None;
    };
    let houses = view.ranking[seat].as_ref()?;
    Some(format!("your ranking is **{}**", ranking(houses, cast)))
}

/// What a ranking in the making says so far: the houses chosen, and those that follow. `menu`: they are chosen in a menu, for want of buttons.
pub fn in_hand(taps: &[CastId], rest: &[CastId], counts: bool, menu: bool, cast: &Cast) -> String {
    let rest = if rest.is_empty() {
        String::new()
    } else {
        format!("; the rest in this order: {}", names(rest, "and", cast))
    };
    match taps {
        [] if menu => "Choose the houses in the menu, one after the other. Those that you do not choose follow in cast order.".to_owned(),
        _ if counts && menu => format!("“{}” takes the last house out again; or start over.", super::undo()),
        [] => "Tap the names in your order; a second tap takes a name out again. Names that you do not tap follow in cast order.".to_owned(),
        _ if counts => "Tap a name to take it out and again to put it at the end, or start over.".to_owned(),
        taps => format!("Not handed in yet: **{}**{rest}.", ranking(taps, cast)),
    }
}

pub fn type_ranking() -> &'static str {
    "Type my ranking"
}

/// The menu for the next place of a ranking.
pub fn next_place(place: usize) -> String {
    format!("Place {place}: …")
}

/// A courier to be chosen; `at`: the house where it is.
pub fn courier(number: u8, at: Option<&str>) -> String {
    match at {
        Some(at) => format!("Courier {number} at {at}"),
        None => format!("Courier {number}"),
    }
}

/// What a panel asks next.
pub fn choose(chosen: Option<u8>, verb: Verb) -> String {
    match (chosen, verb) {
        (None, _) => "First the courier: it delivers as many letters as its number.".to_owned(),
        (Some(courier), Verb::Drop) => format!("On which house is courier {courier} dropped?"),
        (Some(courier), Verb::Send) => format!("Where does courier {courier} go?"),
    }
}

/// Houses in an order of somebody's own.
pub fn ranking(houses: &[CastId], cast: &Cast) -> String {
    let places = (1..).zip(houses);
    let places: Vec<String> = places
        .map(|(place, house)| format!("{place}. {}", cast.name(*house)))
        .collect();
    places.join(", ")
}

/// What was secret until the end: the rankings.
pub fn revealed(view: &View, cast: &Cast) -> String {
    let rankings = Seat::BOTH.into_iter().filter_map(|seat| {
        let houses = view.ranking[seat].as_ref()?;
        let name = cast.seat_name(seat);
        Some(format!("{name}'s ranking: {}.", ranking(houses, cast)))
    });
    rankings.collect::<Vec<_>>().join("\n")
}

fn team(view: &View, seat: Seat, cast: &Cast) -> String {
    let lacking: Vec<CastId> = view.lacking(seat).collect();
    let lacking = match &lacking[..] {
        [] => "none lacking".to_owned(),
        all if all.len() == view.houses.len() => "every house lacking".to_owned(),
        some => format!("lacking {}", names(some, "and", cast)),
    };
    let couriers = &view.couriers[seat];
    let couriers = if couriers.is_empty() {
        " No courier is on the map yet.".to_owned()
    } else {
        couriers
            .iter()
            .map(|courier| format!(" {}", courier_sentence(view, courier, cast)))
            .collect()
    };
    format!(
        "{}: {} in all, {lacking}.{couriers}",
        cast.seat_name(seat),
        letters(view.total(seat))
    )
}

fn courier_sentence(view: &View, courier: &Courier, cast: &Cast) -> String {
    let mut text = format!("Courier {} is at {}", courier.number, cast.name(courier.at));
    if let [before @ .., _] = &courier.been[..]
        && !before.is_empty()
    {
        text.push_str(&format!(", after {}", names(before, "and", cast)));
    }
    if view.phase == Phase::Sending {
        if courier.held {
            text.push_str(", and is held there");
        } else if courier.open.is_empty() {
            text.push_str(", and has nowhere to go");
        } else {
            text.push_str(&format!(
                ", and may go to {}",
                names(&courier.open, "or", cast)
            ));
        }
    }
    text + "."
}

/// A house in the list of all; each road stands with the house of its two that comes first there.
fn house_line(view: &View, house: &HouseView, cast: &Cast) -> String {
    let place = |who: CastId| view.houses.iter().position(|house| house.who == who);
    let ends = view.roads.iter().filter_map(|(a, b)| {
        (*a == house.who)
            .then_some(*b)
            .or_else(|| (*b == house.who).then_some(*a))
    });
    let mut roads: Vec<CastId> = ends
        .filter(|other| place(*other) > place(house.who))
        .collect();
    roads.sort_by_key(|other| place(*other));
    let roads = match roads.is_empty() {
        true => String::new(),
        false => format!(", roads to {}", names(&roads, "and", cast)),
    };
    let dealer = if house.dealer { " (dealer)" } else { "" };
    let letters = house.letters;
    let name = cast.name(house.who);
    format!("{name}{dealer}: {} and {}{roads}.", letters.dmo, letters.ec)
}

/// The rules as a match with this view has them, for the opening card and `/rules`.
pub fn rules(view: &View) -> String {
    let dealers = match view.houses.iter().filter(|house| house.dealer).count() {
        1 => "the dealer's".to_owned(),
        count => format!("the {count} dealers'"),
    };
    format!(
        "**DM Invitational.** Two players have four couriers each, numbered 1 to 4, and a map of **{houses}** houses with {roads} roads. \
         A courier delivers as many letters as its number to each house that it visits, for its team. \
         Whoever first has at least one letter in every house wins.\n\
         Before the match both secretly rank all houses but {dealers}. Then come four airdrops: both secretly drop one courier each \
         on any house, and both land at once.\n\
         Then turns: both secretly send one courier along a road, and both go at once. A courier never goes to a house where it has been, \
         and cannot leave a house where the other team has delivered more than its own. Couriers do not block each other. \
         Whoever can move must; whoever cannot is skipped.\n\
         When nobody can move, more letters in all win. A tie is broken by letters at the dealers', then place by place by \
         the letters in the houses of one's own ranking, then by garnets; after that the host decides.",
        houses = view.houses.len(),
        roads = view.roads.len(),
    )
}

/// What a party is asked, in one sentence.
pub fn ask(view: &View, whose: Party) -> String {
    let Party::Seat(seat) = whose else {
        return "nothing is asked of you now.".to_owned();
    };
    let couriers = &view.couriers[seat];
    let numbers = |numbers: &mut dyn Iterator<Item = u8>| {
        let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
        list(&numbers, "or")
    };
    match view.phase {
        Phase::Dropping => {
            let on_map = |number: &u8| couriers.iter().any(|courier| courier.number == *number);
            let left = numbers(&mut (1..=4).filter(|number| !on_map(number)));
            format!(
                "airdrop {} of 4: drop courier {left} on a house, in secret.",
                view.round
            )
        }
        Phase::Sending => {
            let able = couriers.iter().filter(|courier| !courier.open.is_empty());
            let able = numbers(&mut able.map(|courier| courier.number));
            format!(
                "turn {}: send courier {able} along a road, in secret.",
                view.round - 4
            )
        }
        Phase::Ranking | Phase::Over => {
            "rank all houses but the dealers', in secret: the most important first. \
             It decides when all else is equal: then more letters in the first house of one's own ranking win, then in the second, and so on. \
             Houses that are left out follow in cast order."
                .to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Member, Role};

    #[test]
    fn of_garnets_that_decide_it_is_said_who_has_more_and_not_how_many() {
        let member = |name: &str| Member {
            name: name.to_owned(),
            role: Role::Player,
        };
        let seats = BySeat {
            dmo: "Tiac".to_owned(),
            ec: "Zac".to_owned(),
        };
        let members = vec![member("Tiac"), member("Zac")];
        let cast = Cast::new(members, seats, &Default::default()).unwrap();
        for (dmo, ec, richer) in [(31, 42, "Zac"), (42, 31, "Tiac")] {
            let garnets = BySeat { dmo, ec };
            let said = happening(&Happening::GarnetsCompared { garnets }, &cast);
            assert!(said.ends_with(&format!("{richer} has more.")), "{said}");
            assert!(!said.contains(['1', '2']), "{said}");
        }
    }

    #[test]
    fn what_is_said_of_a_ranking_names_the_controls_that_are_there() {
        let member = |name: &str| Member {
            name: name.to_owned(),
            role: Role::Player,
        };
        let seats = BySeat {
            dmo: "Teo".to_owned(),
            ec: "Mika".to_owned(),
        };
        let members = vec![member("Teo"), member("Mika")];
        let cast = Cast::new(members, seats, &Default::default()).unwrap();
        let all = [CastId(0), CastId(1)];
        for (taps, counts, menu, expected) in [
            (&all[..0], false, false, "Tap the names"),
            (&all[..0], false, true, "in the menu, one after the other"),
            (&all[..], true, false, "Tap a name to take it out"),
            (&all[..], true, true, "“Undo” takes the last house out"),
            (
                &all[..1],
                false,
                true,
                "Not handed in yet: **1. Teo**; the rest in this order: Mika.",
            ),
        ] {
            let said = in_hand(taps, &all[taps.len()..], counts, menu, &cast);
            assert!(said.contains(expected), "{said}");
        }
    }
}
