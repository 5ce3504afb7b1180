//! Every match that ended by its game's rules says what decided it: a few short sentences, each
//! about an entry of the record.

use games::{Audience, GameId, Seat};
use matches::record::Record;
use matches::selfplay;

/// Matches a game.
const MATCHES: u64 = 25;

const MOST_SENTENCES: usize = 3;
const MOST_WORDS: usize = 30;

#[test]
fn every_finished_match_says_what_decided_it() {
    for id in GameId::ALL {
        for seed in 0..MATCHES {
            let record = selfplay::play(*id, seed);
            check(&record, &format!("{} seed {seed}", id.word()));
        }
    }
}

fn check(record: &Record, which: &str) {
    let end = record.replay(|_, _| {}).unwrap();
    let cast = end.cast();
    let facts = end.view(Audience::All).decided(&record.views(), cast);
    let by_rules = end.outcome().is_some_and(|end_of| {
        let reasons = end.id().reasons();
        reasons.contains(&end_of.reason)
    });
    assert!(
        !facts.is_empty() || !by_rules,
        "{which}: nothing is said to have decided it"
    );
    assert!(facts.len() <= MOST_SENTENCES, "{facts:?}");
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
        assert!(words.len() <= MOST_WORDS, "{said}");
        assert!(!plain.contains(['{', '}', '_', '(']), "{said}");
        let is_seat = |word: &&str| Seat::read(word).is_some();
        assert!(!words.iter().any(is_seat), "{said}");
    }
}
