//! A replay, board by board, and an entry of a record as a sentence.

use crate::referee::ExportRefusal;
use games::{AnyGame, Cast, GameId, Happening, Placement, Seat, english};

/// Why a host does not get the record of an open match.
pub fn export_refusal(refusal: ExportRefusal) -> String {
    match refusal {
        ExportRefusal::NotOver => {
            "The record contains secrets, so you'll get it with the result when the match ends."
        }
        ExportRefusal::CalledOff => return super::result::CALLED_OFF_UNSEEN.to_owned(),
        ExportRefusal::StaysSecret => return super::result::STAYS_SECRET.to_owned(),
        ExportRefusal::NotNow(game) => {
            return match game.catalogue().withheld {
                Some(withheld) => format!("{withheld} Then type `/match export` again."),
                None => {
                    "The record contains something that's still secret. Type `/match export` again \
                     a little later."
                        .to_owned()
                }
            };
        }
    }
    .to_owned()
}

/// Why a record has no moving picture.
pub const NOTHING_TO_ANIMATE: &str = "Too little has happened in this record to animate it.";

/// Says that a record is right. `game`: the state at its end.
pub fn record_right(entries: usize, game: &AnyGame) -> String {
    let title = super::catalogue::title(game.id());
    let entries = match entries {
        1 => "1 entry".to_owned(),
        entries => format!("{entries} entries"),
    };
    let result = match game.outcome() {
        Some(end) => format!(
            "the result is correct: {}",
            english::outcome(end, game.cast())
        ),
        None => "the match isn't over".to_owned(),
    };
    format!("{title}: {entries}, all legal, and {result}.")
}

/// One board of a replay; `entry`: what has just happened, None at the beginning. How far it is
/// stands in per cent: each game counts its moves in its own way.
pub fn replay(title: &str, step: usize, last: usize, entry: Option<&str>) -> String {
    match entry {
        Some(entry) => format!("{title}\n**{}%** · {entry}", step * 100 / last),
        None => format!("{title}\nThe beginning."),
    }
}

/// The placeholder of the menu in a replay.
pub const JUMP: &str = "Jump to…";

pub const FIRST_MOVE: &str = "The first move";

pub const THE_END: &str = "The end";

/// An entry of a record: what everybody read about it, else the act itself.
pub fn replay_entry(
    game: GameId,
    by: &str,
    whose: Option<&str>,
    told: &[Happening],
    act: &str,
    cast: &Cast,
) -> String {
    if told.iter().all(is_less_than_the_act) {
        let said = super::typed::done(game, &[act.to_owned()], cast);
        let who = whose.unwrap_or(by);
        let is = |is: &str| format!("{who} is {is}.");
        let did = |did: &str| format!("{who} {did}.");
        let of_them = said.strip_prefix("you're ").map(is);
        let of_them = of_them.or_else(|| said.strip_prefix("you ").map(did));
        return match (of_them, whose) {
            (Some(said), None) => said,
            (Some(said), Some(whose)) => format!("{by}, for {whose}: {said}"),
            (None, Some(whose)) => format!("{by}, for {whose}: {said}."),
            (None, None) => format!("{by}: {said}."),
        };
    }
    let said = super::entries::told(told, cast);
    match whose {
        Some(whose) if !told.first().is_some_and(names_who_acts) => {
            format!("{by}, for {whose}: {said}")
        }
        _ => said,
    }
}

/// The name for a party in a record; seats are named by their player.
pub fn entry_party(word: &str, cast: &Cast, shown: impl Fn(&str) -> String) -> String {
    let seat = Seat::BOTH.into_iter().find(|seat| seat.word() == word);
    match (seat, word) {
        (Some(seat), _) => cast.seat_name(seat).to_owned(),
        (None, "host") => "The host".to_owned(),
        (None, "clock") => "Dealer (time ran out)".to_owned(),
        (None, "dealer") => "Dealer".to_owned(),
        (None, name) => shown(name),
    }
}

/// There is no match to replay.
pub const NOTHING_TO_REPLAY: &str = "There's no finished match here, or none with that number. \
     `/season history` lists the season's matches.";

/// Like [`NOTHING_TO_REPLAY`], in a direct message.
pub const NOTHING_OF_YOURS_TO_REPLAY: &str = "In direct messages you can only replay finished \
     matches that you were in. For others, type `/replay` in a server.";

/// About a match outside any season, to somebody who was not in it.
pub const REPLAYED_ELSEWHERE: &str = "That match is outside any season, so you can only replay it \
     in its own channel: type `/replay` there.";

/// Whether the public sentence about an act leaves the act out, because it was secret then.
fn is_less_than_the_act(happened: &Happening) -> bool {
    let manner = happened.manner();
    manner.placement != Placement::News && manner.late.is_none()
}

/// Whether the sentence for this already says that the clock or a host did it.
fn names_who_acts(happened: &Happening) -> bool {
    matches!(happened, Happening::Forfeited { .. }) || happened.manner().late.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tests::cast;
    use serde_json::{Value, json};

    #[test]
    fn a_replays_step_uses_the_words_of_the_match() {
        let told = |of: Value| serde_json::from_value(json!({ "crossfire": of })).unwrap();
        let of_game = |of| Happening::OfGame(told(of));
        let drained =
            |seat: Seat, left: u8| of_game(json!({ "Drained": { "seat": seat, "left": left } }));
        let (dmo, ec) = (Seat::Dmo, Seat::Ec);
        let bid = of_game(json!({ "HasBid": { "seat": dmo } }));
        let resigns = Happening::Resigned { seat: dmo };
        for (by, whose, told, act, expected) in [
            ("Teo", None, vec![bid.clone()], "bid 3", "Teo bid 3."),
            (
                "Dealer",
                Some("Mika"),
                vec![bid],
                "bid 3",
                "Dealer, for Mika: Mika bid 3.",
            ),
            ("Teo", None, vec![resigns.clone()], "resign", "Teo resigns."),
            (
                "The host",
                Some("Teo"),
                vec![resigns],
                "resign",
                "The host, for Teo: Teo resigns.",
            ),
            (
                "The clock",
                Some("Mika"),
                vec![
                    drained(ec, 3),
                    drained(dmo, 7),
                    drained(ec, 2),
                    drained(ec, 1),
                ],
                "drain 1",
                "Teo is out of time and loses a chip; 7 chips left. Mika is out of time and loses 3 chips; 1 \
                 chip left.",
            ),
        ] {
            let crossfire = GameId::read("crossfire").unwrap();
            let said = replay_entry(crossfire, by, whose, &told, act, &cast());
            assert_eq!(said, expected);
        }
        let said = |game, act| {
            let game = GameId::read(game).unwrap();
            replay_entry(game, "Mika", None, &[], act, &cast())
        };
        assert_eq!(said("gridlock", "hide A2"), "Mika is hiding on A2.");
        let order = said("invitational", "drop 4 Teo");
        assert_eq!(order, "Mika: courier 4 lands at Teo's house.");
    }
}
