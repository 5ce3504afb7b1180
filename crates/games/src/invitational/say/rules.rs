//! The rules in short.

use super::super::View;

/// The rules as a match with this view has them, for the opening card and `/rules`.
pub fn rules(view: &View) -> String {
    let count = view.houses.iter().filter(|house| house.dealer).count();
    let map = match (view.houses.len(), count, view.roads.len()) {
        // The source's cast, whose map is lost.
        (15, 2, 30) => " (the map is a reconstruction)",
        _ => "",
    };
    let dealers = match count {
        1 => "the dealer's".to_owned(),
        count => format!("the {count} dealers'"),
    };
    format!(
        "**DM Invitational.** Two players have four couriers each, numbered 1 to 4, and a map of **{houses}** houses with {roads} roads{map}. \
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
