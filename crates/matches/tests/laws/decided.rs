//! What decided a match is at most two short sentences, each about an entry of the record: the
//! turning point and the move that won. A match that ended otherwise than by its game's rules has
//! none, and none praises the loser.

use games::{Audience, GameId, Seat};
use matches::record::Record;
use matches::selfplay;

/// Matches a game.
const MATCHES: u64 = 25;

const MAX_SENTENCES: usize = 2;
const MAX_WORDS: usize = 30;

#[test]
fn what_decided_a_match_is_its_turning_point_and_its_last_move() {
    // Nobody wins a match without seats.
    for id in GameId::ALL.iter().filter(|id| id.catalogue().seats) {
        let matches = (0..MATCHES).map(|seed| {
            let record = selfplay::play(*id, seed);
            check(&record, &format!("{} seed {seed}", id.word()))
        });
        assert!(matches.sum::<usize>() > 0, "{}: never a word", id.word());
    }
}

/// Returns the number of sentences.
fn check(record: &Record, which: &str) -> usize {
    let end = record.replay(|_, _| {}).unwrap();
    let cast = end.cast();
    let facts = end.view(Audience::All).decided(&record.views(), cast);
    let won = end.outcome().filter(|end_of| {
        let reasons = end.id().catalogue().reasons;
        reasons.contains(&end_of.reason)
    });
    let Some(winner) = won.and_then(|end_of| end_of.winner) else {
        assert!(facts.is_empty(), "{which}: {facts:?}");
        return 0;
    };
    let loser = cast.seat_name(winner.other());
    let praised = |fact: &games::decided::Turning| {
        let mut does = ["won", "led", "took", "settled", "scored"].iter();
        does.any(|does| fact.said.starts_with(&format!("{loser} {does} ")))
    };
    assert!(!facts.iter().any(praised), "{which}: {facts:?}");
    assert!(facts.len() <= MAX_SENTENCES, "{facts:?}");
    assert!(facts.is_sorted_by_key(|fact| fact.entry), "{facts:?}");
    for fact in &facts {
        let said = &fact.said;
        assert!((1..=record.log.len()).contains(&fact.entry), "{fact:?}");
        assert!(said.ends_with('.') && !said.contains("  "), "{said}");
        // A name may have several words.
        let mut plain = said.clone();
        for name in cast.ids().map(|who| cast.name(who)) {
            plain = plain.replace(name, "Teo");
        }
        let words: Vec<&str> = plain.split_whitespace().collect();
        assert!(words.len() <= MAX_WORDS, "{said}");
        assert!(!plain.contains(['{', '}', '_']), "{said}");
        let is_seat = |word: &&str| Seat::read(word).is_some();
        assert!(!words.iter().any(is_seat), "{said}");
    }
    facts.len()
}
