//! The rules in short.

use super::super::View;

/// The rules of this match, with its options.
pub fn rules(view: &View) -> String {
    let count = view.houses.iter().filter(|house| house.dealer).count();
    let map = match (view.houses.len(), count, view.roads.len()) {
        // The source's cast, whose map is lost.
        (15, 2, 30) => " (our reconstruction)",
        _ => "",
    };
    let dealers = match count {
        1 => "the dealer's".to_owned(),
        count => format!("the {count} dealers'"),
    };
    format!(
        "**DM Invitational.** Deliver a letter to every house before your opponent does.\n\
         - **Map:** It has **{houses}** houses and {roads} roads{map}. You each have four \
         couriers, numbered 1 to 4. A courier delivers as many letters as its number to each house \
         it visits.\n\
         - **Ranking:** Before the match, you both secretly rank every house except {dealers}. It \
         breaks ties.\n\
         - **Airdrops:** Four times, you both secretly drop a courier on any house. Both land \
         together; landing counts as a visit.\n\
         - **Turns:** You both secretly send a courier along a road. Both go together. A courier \
         never returns to a house. It can't leave a house where your opponent has delivered more \
         letters than you. Couriers don't block each other. You can't pass: you're skipped only \
         if none can move.\n\
         - **Winning:** The first with a letter in every house wins. If nobody can move, the most \
         letters win.\n\
         - **Ties:** You may both finish on one turn, or end with equal letters. Then more letters \
         at the dealers' houses wins, then at #1 of your own ranking, then #2, and so on. Then \
         garnets (the season's currency) decide, then the host.",
        houses = view.houses.len(),
        roads = view.roads.len(),
    )
}
