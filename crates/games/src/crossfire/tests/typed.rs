//! What people type, and what the game offers them.

use serde_json::json;

use super::{BOTH_SPAWNED, open, played};
use crate::{AnyGame, Party, Seat};

#[test]
fn the_game_understands_what_people_type() {
    let ambush = json!({"anomalies": ["ambush", "both_ways"]});
    let bidding = open(ambush.clone());
    let acting = played(ambush, &BOTH_SPAWNED);
    let cases: &[(&AnyGame, &str, Option<&str>)] = &[
        (&bidding, " 7 ", Some("bid 7")),
        (&bidding, "b7", Some("bid 7")),
        (&bidding, "b44", None),
        (&bidding, "b 44", Some("bid 44")),
        (&bidding, "b 2", Some("bid 2")),
        (&bidding, "b2", None),
        (&bidding, "b05", None),
        (&bidding, "B 7", Some("bid 7")),
        (&bidding, "bid7", Some("bid 7")),
        (&bidding, "all", Some("bid 50")),
        (&bidding, "07", None),
        (&bidding, "b1 b2", None),
        (&acting, "b1", Some("move B1")),
        (&acting, "d2", Some("spawn D2")),
        (&acting, "d2 c4", Some("spawn D2 C4")),
        (&acting, "s d2 c4", Some("spawn D2 C4")),
        (&acting, "m b1", Some("move B1")),
        (&acting, "mv B1", Some("move B1")),
        (&acting, "b b1", Some("back B1")),
        (&acting, "7", None),
        (&acting, "", None),
        (&acting, "what b1", None),
    ];
    for (game, text, expected) in cases {
        let found = game.expand(Party::Seat(Seat::Dmo), text);
        assert_eq!(found.as_deref(), *expected, "{text:?}");
    }
}

#[test]
fn offers_follow_what_is_typed() {
    let bidding = open(json!({"chips": 1000}));
    let acting = played(json!({"anomalies": ["ambush"]}), &BOTH_SPAWNED);
    let offers = |game: &AnyGame, prefix: &str| -> Vec<String> {
        let offers = game.offers(Party::Seat(Seat::Dmo), prefix);
        offers.into_iter().map(|offer| offer.act).collect()
    };
    let all = offers(&bidding, "");
    assert_eq!((all.len(), all[0].as_str()), (200, "bid 0"));
    assert_eq!(offers(&bidding, "BID 100"), ["bid 100", "bid 1000"]);
    let sevens = offers(&bidding, "bid 97");
    assert_eq!((sevens.len(), sevens[10].as_str()), (11, "bid 979"));
    for (prefix, count) in [("bid 0", 1), ("bid 1001", 0), ("bid 07", 0), ("move", 0)] {
        assert_eq!(offers(&bidding, prefix).len(), count, "{prefix}");
    }
    // Three empty spaces allow seven spawns, and one arrow can move.
    for (prefix, count) in [("", 8), ("Spawn a3", 4), ("m", 1), ("back", 0), ("bid", 0)] {
        assert_eq!(offers(&acting, prefix).len(), count, "{prefix}");
    }
    assert!(acting.offers(Party::Seat(Seat::Ec), "").is_empty());
}
