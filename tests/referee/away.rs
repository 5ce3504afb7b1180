//! A process that was away while nothing was due soon: it knows only roughly until when it was there.

use dealer::games::GameId;
use dealer::referee::{Line, Post, Signs, Watch};
use dealer::words;

use crate::house::{HOST, House, OPENED, new_match};

#[test]
fn what_is_given_back_is_no_less_than_was_lost_and_said_so() {
    // How long after its last sign of life the process ends, and for how long it is away then.
    for (lived_ms, away_ms) in [(0, 20_000), (40_000, 20_000), (59_000, 3_600_000)] {
        let mut new = new_match(GameId::Crossfire);
        new.times.set("reserve_s", 3_600).unwrap();
        let mut house = House::open(new, 1);
        let (id, begun) = (house.id, OPENED + 1_000);
        house.core().begin(id, HOST, true, begun).unwrap();
        let prompt = house.play().open_prompt().unwrap();
        house.core().shown(id, prompt, begun, begun).unwrap();
        house.posts();
        let core = house.core();
        let mut watch = Watch::new();
        watch.hear(core, Some(Signs::at(begun))).unwrap();
        watch.look(core, begun).unwrap();
        let ends = begun + lived_ms;
        watch.look(core, ends).unwrap();
        let back = ends + away_ms;
        Watch::new().hear(core, Some(Signs::at(back))).unwrap();
        house.give_back();
        let mut told = house.posts().into_iter().filter_map(|(letter, _)| {
            let Post::News { lines } = letter.post else {
                return None;
            };
            let [Line::Credited { ms, .. }] = lines[..] else {
                return None;
            };
            Some((ms, words::lines(&lines, &house.play().setup.cast)))
        });
        let (ms, said) = told.next().unwrap();
        assert!((away_ms..=away_ms + lived_ms).contains(&ms), "{ms}");
        let stretch = words::stretch(ms);
        assert!(said.contains(&format!("{stretch} is given back")), "{said}");
        // It does not claim that the connection was away for all of that.
        assert!(said.contains("no less than it took"), "{said}");
    }
}

/// What was typed in an outage may not have been found yet when the process ends or is away again, however long that is after it.
#[test]
fn what_may_have_been_missed_is_known_until_it_has_been_looked_for() {
    const MINUTE_MS: u64 = 60_000;
    let mut house = House::open(new_match(GameId::Gridlock), 1);
    let core = house.core();
    // When the process is up again, until when it was up before, since when words may have been missed then, in minutes, and whether all are looked for.
    for (up, was_up, since, looked) in [
        (100, 20, 10, false),
        (101, 101, 10, false),
        (400, 390, 10, false),
        (500, 500, 10, true),
        (501, 501, 491, true),
        (600, 590, 580, true),
        (608, 607, 580, true),
        (625, 624, 614, true),
    ] {
        let at = |minutes: u64| OPENED + minutes * MINUTE_MS;
        core.beat(at(was_up)).unwrap();
        core.boot(at(up)).unwrap();
        let unheard = core.unheard(at(up)).unwrap();
        assert_eq!(unheard.since_ms, at(since), "{up}");
        if looked {
            core.all_heard(unheard).unwrap();
        }
    }
}

/// The connection may be lost anew while what was missed before is still looked for.
#[test]
fn who_has_looked_for_what_was_missed_before_has_not_heard_what_was_since() {
    const HOUR_MS: u64 = 3_600_000;
    let mut house = House::open(new_match(GameId::Gridlock), 1);
    let core = house.core();
    let first = core.unheard(OPENED + HOUR_MS).unwrap();
    let second = core.unheard(OPENED + 2 * HOUR_MS).unwrap();
    assert_eq!(second.since_ms, first.since_ms);
    core.all_heard(first).unwrap();
    let third = core.unheard(OPENED + 3 * HOUR_MS).unwrap();
    assert_eq!(third.since_ms, first.since_ms + HOUR_MS);
    // And the other way round.
    core.all_heard(third).unwrap();
    let fourth = core.unheard(OPENED + 4 * HOUR_MS).unwrap();
    core.all_heard(second).unwrap();
    let fifth = core.unheard(OPENED + 5 * HOUR_MS).unwrap();
    assert_eq!(fifth.since_ms, fourth.since_ms);
}

/// The process may end before anything is looked for.
#[test]
fn a_start_after_which_nothing_was_looked_for_forgets_nothing() {
    let mut house = House::open(new_match(GameId::Gridlock), 1);
    let core = house.core();
    let [was_up, up, again] = [1, 2, 3].map(|hours| OPENED + hours * 3_600_000);
    core.beat(was_up).unwrap();
    core.boot(up).unwrap();
    core.beat(again - 1_000).unwrap();
    core.boot(again).unwrap();
    let unheard = core.unheard(again).unwrap();
    assert_eq!(unheard.since_ms, was_up - 600_000);
}

/// The store may have a deadline too early; what is judged waits for a sign of life after the true one all the same.
#[test]
fn nothing_is_judged_before_a_sign_of_life_after_it_was_really_due() {
    let mut house = House::open(new_match(GameId::Crossfire), 1);
    let (id, begun) = (house.id, OPENED + 1_000);
    house.core().begin(id, HOST, true, begun).unwrap();
    let prompt = house.play().open_prompt().unwrap();
    house.core().shown(id, prompt, begun, begun).unwrap();
    let (due, _) = house.play().next_due().unwrap();
    let core = house.core();
    let mut watch = Watch::new();
    watch.hear(core, Some(Signs::at(begun))).unwrap();
    watch.look(core, begun).unwrap();
    for (early, sign) in [(due - 2_000, due - 1_500), (due - 400, due - 10)] {
        core.put_off(id, early).unwrap();
        watch.hear(core, Some(Signs::at(sign))).unwrap();
        let look = watch.look(core, due + 600).unwrap();
        assert!(look.ask && !look.judged, "{early}: {look:?}");
    }
    watch.hear(core, Some(Signs::at(due + 700))).unwrap();
    assert!(!watch.look(core, due + 1_100).unwrap().judged);
    assert!(watch.look(core, due + 1_200).unwrap().judged);
}
