//! What comes after the last planned round: who has a token, who becomes the Elimination Candidate,
//! and whom they face in the Death Match. It is only proposed: the host may ask something else.

use super::View;
use super::round::{Asks, RoundText, names_of};
use crate::question::Item;
use crate::{Cast, CastId};

/// The questions that may come next, the likeliest first.
pub fn next(view: &View, cast: &Cast) -> Vec<RoundText> {
    let is_over = view.outcome.is_some() || view.death_match().is_some();
    if is_over || !view.is_closed() || !view.course.is_done {
        return Vec::new();
    }
    let candidates = candidates(view, cast);
    let opponent = opponent(view, &candidates, cast);
    if candidates.len() < 2 {
        return opponent.into_iter().collect();
    }
    let candidate = RoundText {
        question: "Who becomes the Elimination Candidate?".to_owned(),
        answers: "person".to_owned(),
        missing: "nothing".to_owned(),
        asked: names_of(&winners(view, cast), cast),
        named: names_of(&candidates, cast),
        asks: Asks::Candidate,
    };
    // If those who were to choose don't agree, the host can.
    let is_tie = view.text.asks == Asks::Candidate;
    [candidate]
        .into_iter()
        .chain(opponent.filter(|_| is_tie))
        .collect()
}

/// The people who are to have a token: who is left in the match, or has the most points.
pub fn winners(view: &View, cast: &Cast) -> Vec<CastId> {
    let standings = &view.standings;
    if !standings.tokens.is_empty() {
        return standings.tokens.clone();
    }
    let most = standings.points.first().map(|(_, points)| *points);
    let most = most.filter(|_| standings.have_points());
    let is_best = |who: CastId| {
        let is_out = standings.out.contains(&who);
        !is_out && (most.is_none() || points(view, who) == most)
    };
    cast.safe_players().filter(|who| is_best(*who)).collect()
}

/// The people of whom one becomes the Elimination Candidate: who was chosen for it; who was out
/// first; who has the fewest points. Nobody with a token.
fn candidates(view: &View, cast: &Cast) -> Vec<CastId> {
    let has_token = |who: &CastId| view.standings.tokens.contains(who);
    let mut without: Vec<CastId> = cast.safe_players().filter(|who| !has_token(who)).collect();
    let chosen: Vec<CastId> = view.most.iter().filter_map(Item::person).collect();
    if view.text.asks == Asks::Candidate && !chosen.is_empty() {
        return chosen;
    }
    let out = &view.standings.out;
    if let Some(first) = out.iter().find(|who| without.contains(who)) {
        return vec![*first];
    }
    let fewest = without.iter().map(|who| points(view, *who)).min();
    without.retain(|who| Some(points(view, *who)) == fewest);
    without
}

/// None before anybody has any.
fn points(view: &View, who: CastId) -> Option<i32> {
    let mut points = view.standings.points.iter();
    let found = points.find(|(other, _)| *other == who);
    found.map(|(_, points)| *points)
}

/// The question for one of the candidates. If there are several, the host types which.
fn opponent(view: &View, candidates: &[CastId], cast: &Cast) -> Option<RoundText> {
    let may_be_named = |who: &CastId| candidates != [*who] && !view.standings.tokens.contains(who);
    let named: Vec<CastId> = cast.safe_players().filter(may_be_named).collect();
    (!named.is_empty()).then(|| RoundText {
        question: "Who do you face in the Death Match?".to_owned(),
        answers: "person".to_owned(),
        missing: "random".to_owned(),
        asked: names_of(candidates, cast),
        named: names_of(&named, cast),
        asks: Asks::Opponent,
    })
}
