//! Laws of rewinding, in random matches of every game. A rewind to before any entry gives the match
//! of the shorter journal: the same board, reserves and record, and full base time for the player
//! to move. Undoing it gives the longer match again. Every resulting match can be played to its
//! end.

use dealer::referee::Ruling;
use games::{BySeat, Dice, GameId, Party, Seat, WallMs};
use matches::record::RecordEntry;
use matches::{Entry, Event, Match, MatchMs, Stage, rewind_point, standing};

use crate::house::{HOST, House, OPENED};
use crate::random::Player;

const MATCHES: u64 = 2;

const MANY_MATCHES: u64 = 100;

/// How many entries to try in a match. Long runs try all.
const ENTRIES: usize = 6;

#[test]
fn a_rewound_match_equals_the_one_of_the_shorter_journal() {
    for seed in 0..MATCHES {
        for game in GameId::ALL {
            check(*game, seed, ENTRIES);
        }
    }
}

#[test]
#[ignore = "hundreds of matches of every game, taken back to before every entry: minutes"]
fn rewinds_keep_the_laws_for_long() {
    for seed in 0..MANY_MATCHES {
        for game in GameId::ALL {
            check(*game, seed, usize::MAX);
        }
    }
}

fn check(game: GameId, seed: u64, most: usize) {
    let mut player = Player::open(game, 1_000 + seed);
    let mut dice = Dice::new(seed);
    // Some matches are rewound in their middle, others at their end.
    let steps = if seed.is_multiple_of(2) { 60 } else { 600 };
    while player.steps < steps && player.house.play().stage() != Stage::Over {
        player.step();
    }
    let journal = player.house.journal();
    let mut entries: Vec<i64> = journal.iter().map(|entry| entry.id).collect();
    while entries.len() > most {
        entries.remove(dice.below(entries.len()));
    }
    for entry in entries {
        player.now += 60_000;
        rewind_and_undo(
            &mut player,
            entry,
            &format!("{} {seed}: {entry}", game.word()),
        );
    }
    // From one of the entries the match is played to its end.
    if let Some(entry) = dice.pick(&journal).map(|entry| entry.id) {
        player
            .house
            .rule(HOST, &Ruling::Rewind { before: entry }, player.now)
            .unwrap();
    }
    let limit = player.steps + 3_000;
    while player.house.play().stage() != Stage::Over {
        player.step();
        assert!(player.steps < limit, "{}", player.what);
    }
    let record = player.house.record();
    record.replay(|_, _| {}).unwrap();
    assert!(record.result.is_some());
}

fn rewind_and_undo(player: &mut Player, named: i64, what: &str) {
    let now = player.now;
    let house = &mut player.house;
    let (journal, play) = (house.journal(), house.play());
    let log = log_of(&journal, &play);
    house
        .rule(HOST, &Ruling::Rewind { before: named }, now)
        .unwrap();
    let rewound = house.journal();
    let before = rewound.iter().rev().find_map(|entry| match entry.event {
        Event::Rewound { before, .. } => Some(before),
        _ => None,
    });
    let to = |before| journal.iter().find(|entry| Some(entry.id) == before);
    let point = to(before).unwrap();
    assert!(point.id <= rewind_point(&journal, named).unwrap().id);
    house.refold();
    house.reopen();
    let cut = journal.partition_point(|entry| entry.id < point.id);
    let shorter = kept(&journal, cut);
    check_equals(house, &play, &shorter, point.at_ms, now, what);

    let rewound = |entry: &&Entry| matches!(entry.event, Event::Rewound { .. });
    let back = house.journal().iter().rev().find(rewound).unwrap().id;
    house
        .rule(HOST, &Ruling::Rewind { before: back }, now + 5_000)
        .unwrap();
    house.refold();
    assert_eq!(house.record().log, log, "{what}: rewound and undone");
    assert_eq!(
        format!("{:?}", house.play().game),
        format!("{:?}", play.game),
        "{what}"
    );
    let as_before = house.play().clock.match_ms(now + 5_000);
    assert_eq!(
        as_before,
        play.clock.match_ms(now),
        "{what}: the time between must not count"
    );
    player.now = now + 5_000;
}

/// The journal up to an entry, with the outages that were discovered later.
fn kept(journal: &[Entry], cut: usize) -> Vec<Entry> {
    let outage = |entry: &&Entry| matches!(entry.event, Event::Outage { .. });
    let later = journal[cut..].iter().filter(outage);
    journal[..cut].iter().chain(later).cloned().collect()
}

/// The match in memory equals the one of the shorter journal, whose time has stood still since
/// then.
fn check_equals(
    house: &mut House,
    before: &Match,
    shorter: &[Entry],
    since: WallMs,
    now: WallMs,
    what: &str,
) {
    let mut expected = Match::fold(before.setup.clone(), OPENED, shorter).unwrap();
    if !expected.started {
        // Both are asked for Ready again. A start that has passed mustn't begin the match at once.
        expected.ready = BySeat::default();
    }
    let (found, log) = (house.play(), house.record().log);
    // A match that was over and is live again waits for a host.
    let reopens = before.stage() == Stage::Over && found.stage() == Stage::Live;
    let paused = before.paused.is_some() || reopens;
    assert_eq!(found.paused.is_some(), paused, "{what}");
    let shorter_log = log_of(shorter, &expected);
    assert_eq!(log[..shorter_log.len()], shorter_log, "{what}");
    let draws = expected.game.prompts();
    if draws.iter().any(|prompt| prompt.who == Party::Dealer) {
        // Random draws are made again at once.
        return;
    }
    assert_eq!(log.len(), shorter_log.len(), "{what}");
    let state = |play: &Match| {
        format!(
            "{:?} {:?} {:?} {:?} {:?} {:?}",
            play.game,
            play.stage(),
            play.ready,
            play.open_prompt(),
            play.clock.reserve_ms,
            Seat::BOTH.map(|seat| play.timeouts_in_row(seat)),
        )
    };
    assert_eq!(state(&found), state(&expected), "{what}");
    assert_eq!(
        found.clock.match_ms(now),
        expected.clock.match_ms(since),
        "{what}: match time"
    );
    let waited = expected.waited_seats();
    for seat in Seat::BOTH {
        let deadline = expected.clock.deadline_ms(seat);
        // A player who has to choose is asked again. A player who has answered keeps their time.
        let kept = deadline.filter(|_| !waited.contains(&seat));
        assert_eq!(found.clock.deadline_ms(seat), kept, "{what}: {seat}");
    }
}

fn log_of(journal: &[Entry], play: &Match) -> Vec<RecordEntry> {
    let mut log: Vec<RecordEntry> = Vec::new();
    for entry in standing(journal) {
        if let Event::Act { by, whose, act, .. } = &entry.event {
            let at_ms = log
                .last()
                .map_or_else(MatchMs::default, |last| last.at_ms)
                .max(entry.match_ms);
            let (seq, act) = (log.len() as u64 + 1, act.clone());
            let cast = &play.setup.cast;
            log.push(RecordEntry::write(seq, at_ms, *by, *whose, act, cast));
        }
    }
    log
}
