//! Which entries of a journal stand after hosts have taken some back.

use super::journal::{Entry, Event};
use games::{Author, Party};

/// The entries that a match folds from, in order: entries that no rewind has taken back, rewinds
/// that stand, and every outage, since outages are facts. A rewind to before another rewind
/// restores what that one had taken back.
pub fn standing(journal: &[Entry]) -> Vec<&Entry> {
    stand(journal, true)
}

/// As [`standing`], but outages are taken back with the entries around them: their posts belong to
/// another course of the match.
pub fn of_this_course(journal: &[Entry]) -> Vec<&Entry> {
    stand(journal, false)
}

fn stand(journal: &[Entry], outages_are_facts: bool) -> Vec<&Entry> {
    let rewind = journal
        .iter()
        .enumerate()
        .rev()
        .find_map(|(index, entry)| match entry.event {
            Event::Rewound { before, .. } => Some((index, before)),
            _ => None,
        });
    let Some((index, before)) = rewind else {
        return journal.iter().collect();
    };
    let cut = journal[..index].partition_point(|entry| entry.id < before);
    let outage = |entry: &&Entry| outages_are_facts && matches!(entry.event, Event::Outage { .. });
    let mut stands = stand(&journal[..cut], outages_are_facts);
    stands.extend(journal[cut..index].iter().filter(outage));
    stands.extend(&journal[index..]);
    stands
}

/// The standing rewind that has taken an entry back; None if the entry stands. Outages are taken
/// back with the entries around them.
pub fn taken_back_by(journal: &[Entry], entry: i64) -> Option<i64> {
    let mut rewinds = standing(journal).into_iter();
    let takes = |rewind: &&Entry| match rewind.event {
        Event::Rewound { before, .. } => before <= entry && entry < rewind.id,
        _ => false,
    };
    rewinds.find(takes).map(|rewind| rewind.id)
}

/// The entry to which a rewind really goes when a host names one. An entry that only came with an
/// earlier one goes with that: acts of the clock with the timeout, acts of the dealer with the
/// beginning that needed them. None for a number that no entry has.
pub fn rewind_point(journal: &[Entry], named: i64) -> Option<&Entry> {
    let mut index = journal
        .binary_search_by_key(&named, |entry| entry.id)
        .ok()?;
    while index > 0 && came_with(&journal[index - 1], &journal[index]) {
        index -= 1;
    }
    Some(&journal[index])
}

/// Whether an entry only exists because of the one right before it.
fn came_with(earlier: &Entry, entry: &Entry) -> bool {
    if earlier.at_ms != entry.at_ms {
        return false;
    }
    let of_clock = |event: &Event| {
        matches!(
            event,
            Event::Act {
                by: Author::Clock,
                ..
            }
        )
    };
    let of_host = |event: &Event| {
        matches!(
            event,
            Event::Act {
                by: Author::Host,
                whose: None,
                ..
            }
        )
    };
    // The dealer acts for people before the act that needs it, not after one.
    let dealt = |event: &Event| matches!(event, Event::Act { by: Author::Dealer, whose: Some(whose), .. } if *whose != Party::Dealer);
    match (&earlier.event, &entry.event) {
        (Event::TimeUp { .. }, event) => of_clock(event),
        (before, event) if of_clock(before) => of_clock(event),
        (before, Event::Started { .. }) => of_host(before),
        (before, event) if dealt(before) => of_host(event) || dealt(event),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::clock::MatchMs;
    use super::*;
    use games::{Seat, WallMs};

    /// A short journal: `a` is an act, `o` an outage, a number a rewind to before that entry.
    /// Entries are numbered 10, 20, 30 and so on.
    fn journal(brief: &str) -> Vec<Entry> {
        let entries = brief.split(' ').enumerate().map(|(index, word)| Entry {
            id: 10 * (index as i64 + 1),
            at_ms: WallMs(index as u64),
            match_ms: MatchMs(0),
            event: match word {
                "a" => Event::Act {
                    by: Author::Host,
                    whose: None,
                    act: String::new(),
                    made_at_ms: WallMs(0),
                },
                "o" => Event::Outage {
                    from_ms: WallMs(0),
                    to_ms: WallMs(1),
                },
                before => Event::Rewound {
                    before: before.parse().unwrap(),
                    since_ms: WallMs(0),
                },
            },
        });
        entries.collect()
    }

    #[test]
    fn entries_count_unless_a_rewind_took_them_back() {
        for (brief, expected) in [
            ("a a a", "10 20 30"),
            ("a a a 20", "10 40"),
            ("a a a 10", "40"),
            ("a a a 20 a", "10 40 50"),
            // Two rewinds, the second one further back.
            ("a a a 30 a 20 a", "10 60 70"),
            // A rewind that is undone: its entries count again.
            ("a a a 20 40", "10 20 30 50"),
            ("a a a 20 a 40 a", "10 20 30 60 70"),
            // A rewind to before a rewound entry restores what counted then.
            ("a a a a 20 40", "10 20 30 60"),
            // Outages stay.
            ("a o a o 20 o", "10 20 40 50 60"),
            ("a o a 20 10", "20 50"),
        ] {
            let journal = journal(brief);
            let ids = standing(&journal)
                .into_iter()
                .map(|entry| entry.id.to_string());
            assert_eq!(ids.collect::<Vec<_>>().join(" "), expected, "{brief}");
        }
    }

    #[test]
    fn a_rewound_entry_names_its_rewind() {
        for (brief, entry, expected) in [
            ("a a a", 20, None),
            ("a a a 20", 20, Some(40)),
            ("a a a 20", 10, None),
            ("a a a 20", 40, None),
            // Rewound twice: the rewind that counts.
            ("a a a 30 a 20 a", 30, Some(60)),
            ("a a a 30 a 20 a", 40, Some(60)),
            // A rewind is undone, and so is the undoing.
            ("a a a 20 a 40 a", 40, Some(60)),
            ("a a a 20 a 40 a", 30, None),
            ("a a a 20 a 40 a 60", 40, None),
            ("a a a 20 a 40 a 60", 60, Some(80)),
            ("a a a 20 a 40 a 60", 30, Some(40)),
        ] {
            let found = taken_back_by(&journal(brief), entry);
            assert_eq!(found, expected, "{entry} of {brief}");
        }
    }

    #[test]
    fn a_rewind_takes_an_entry_with_its_consequences() {
        let act = |by, whose| Event::Act {
            by,
            whose,
            act: String::new(),
            made_at_ms: WallMs(0),
        };
        let seat = Some(Party::Seat(Seat::Ec));
        let of = |events: &[(u64, Event)]| -> Vec<Entry> {
            let entries = events
                .iter()
                .enumerate()
                .map(|(index, (at_ms, event))| Entry {
                    id: index as i64 + 1,
                    at_ms: WallMs(*at_ms),
                    match_ms: MatchMs(0),
                    event: event.clone(),
                });
            entries.collect()
        };
        let late = of(&[
            (1, act(Author::Seat(Seat::Dmo), None)),
            (2, Event::TimeUp { seat: Seat::Ec }),
            (2, act(Author::Clock, seat)),
            (2, act(Author::Clock, seat)),
        ]);
        let begun = of(&[
            (1, Event::Ready { seat: Seat::Ec }),
            (1, act(Author::Dealer, Some(Party::Cast(games::CastId(3))))),
            (1, act(Author::Host, None)),
            (
                1,
                Event::Started {
                    by: super::super::Starter::Ready,
                    garnets: Vec::new(),
                },
            ),
        ]);
        for (journal, named, point) in [
            (&late, 1, Some(1)),
            (&late, 2, Some(2)),
            (&late, 4, Some(2)),
            (&late, 5, None),
            (&begun, 1, Some(1)),
            (&begun, 4, Some(2)),
            (&begun, 3, Some(2)),
        ] {
            let found = rewind_point(journal, named).map(|entry| entry.id);
            assert_eq!(found, point, "{named}");
        }
    }
}
