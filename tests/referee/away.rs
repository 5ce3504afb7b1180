//! How much time Dealer gives back after its process was away or stopped.

use dealer::referee::{Act, Heartbeats, Line, Post, Viewer, Watch, in_group};
use dealer::words;
use games::{Seat, WallMs};

use crate::house::{HOST, House, OPENED, new_match};

/// How exactly the process knows until when it was running.
const BEAT_MS: u64 = 1_000;

/// A match whose first prompt has been shown, and when that was.
fn begun(reserve_s: u32) -> (House, WallMs) {
    let mut new = new_match("crossfire");
    new.times.set("reserve_s", reserve_s).unwrap();
    let mut house = House::open(new, 1);
    let (id, begun) = (house.id, OPENED + 1_000);
    house.core().begin(id, HOST, true, begun).unwrap();
    let prompt = house.play().open_prompt().unwrap();
    house.core().shown(id, prompt, begun, begun).unwrap();
    house.posts();
    (house, begun)
}

/// Lets the watch look as the scheduler does, until a time. Discord answers at once. Gives whether
/// anything was judged.
fn lives(house: &mut House, watch: &mut Watch, from: WallMs, until: WallMs) -> bool {
    let (mut now, mut judged) = (from, false);
    while now < until {
        let step = watch.step(house.core(), now).unwrap();
        judged |= step.judged;
        if !step.ask.is_empty() {
            let sign = Some(Heartbeats::at(0, now));
            watch.hear(house.core(), sign).unwrap();
        }
        now = step.again_ms.max(now + 1);
    }
    judged
}

#[test]
fn a_crash_gives_back_hardly_more_than_it_took() {
    // One deadline is near, and one is far away.
    for reserve_s in [300, 3_600] {
        let (mut house, begun) = begun(reserve_s);
        let (mut now, mut lost) = (begun, 0);
        for lived_ms in [0, 900, 4_400, 26_000, 59_900] {
            let mut watch = Watch::new();
            watch
                .hear(house.core(), Some(Heartbeats::at(0, now)))
                .unwrap();
            lives(&mut house, &mut watch, now, now + lived_ms);
            (now, lost) = (now + lived_ms + 1_100, lost + 1_100);
        }
        let sign = Some(Heartbeats::at(0, now));
        Watch::new().hear(house.core(), sign).unwrap();
        house.give_back();
        let clock = house.play().clock;
        let ran = clock.match_ms(now).since(clock.match_ms(begun));
        let given = now.since(begun) - ran;
        assert!((lost..=lost + 5 * BEAT_MS).contains(&given), "{given}");
    }
}

#[test]
fn a_deadline_comes_despite_repeated_crashes() {
    let (mut house, begun) = begun(10);
    let (due, _) = house.play().next_due().unwrap();
    let mut now = begun;
    let came = (0..200).find(|_| {
        let mut watch = Watch::new();
        watch
            .hear(house.core(), Some(Heartbeats::at(0, now)))
            .unwrap();
        let judged = lives(&mut house, &mut watch, now, now + 2_500);
        now += 2_500 + 300;
        judged && house.play().next_due().unwrap().0 > now
    });
    let runs = came.expect("the deadline comes in the end");
    // Each run counts, except its last beat.
    let most = due.since(begun) / (2_500 - BEAT_MS) + 2;
    assert!(runs as u64 <= most, "{runs} of {most}");
}

/// Nobody could be reached since the last sign of life.
#[test]
fn a_silence_in_which_the_process_ends_is_given_back_in_full() {
    let (mut house, begun) = begun(300);
    let mut watch = Watch::new();
    watch
        .hear(house.core(), Some(Heartbeats::at(0, begun)))
        .unwrap();
    for ms in (0..12_000).step_by(500) {
        watch.step(house.core(), begun + ms).unwrap();
    }
    let before = house.play().next_due().unwrap().0;
    let back = begun + 60_000;
    Watch::new()
        .hear(house.core(), Some(Heartbeats::at(0, back)))
        .unwrap();
    house.give_back();
    assert_eq!(house.play().next_due().unwrap().0, before + 60_000);
}

#[test]
fn nobody_pays_for_time_in_which_the_process_was_stopped() {
    for stood_ms in [4_000, 30_000, 3_600_000] {
        for asked_before in [false, true] {
            let (mut house, begun) = begun(300);
            let mut watch = Watch::new();
            watch
                .hear(house.core(), Some(Heartbeats::at(0, begun)))
                .unwrap();
            let stops = begun + 10_000;
            lives(&mut house, &mut watch, begun, stops);
            if asked_before {
                // The answer reaches a stopped process.
                let step = watch.step(house.core(), stops).unwrap();
                assert_eq!(step.ask, [0], "{step:?}");
            }
            let (before, _) = house.play().next_due().unwrap();
            let prompt = house.play().open_prompt().unwrap();
            let goes_on = stops + stood_ms;
            watch.stood_still(house.core(), stops, goes_on);
            watch
                .hear(house.core(), Some(Heartbeats::at(0, goes_on)))
                .unwrap();
            // A press during the stop is received now, and counts from when the process stopped.
            let (dmo, made_at_ms) = (house.seat_account(Seat::Dmo), stops + stood_ms / 2);
            let act = Act {
                prompt: Some(prompt),
                interaction: Some(7),
                ..Act::new(house.id, dmo, "bid 1", made_at_ms)
            };
            house.act(&act, goes_on).unwrap();
            let clock = house.play().clock;
            let seat = clock.open[Seat::Dmo].unwrap();
            assert_eq!(seat.acted_at_ms, Some(act.made_at_ms));
            assert_eq!(clock.match_ms(act.made_at_ms), clock.match_ms(stops));
            // The other player still has as much time as before.
            assert_eq!(house.play().next_due().unwrap().0, before + stood_ms);
            assert!(!watch.step(house.core(), goes_on).unwrap().judged);
        }
    }
}

#[test]
fn an_outage_gives_back_at_least_what_it_took_and_says_so() {
    // How long the process lives after its last sign of life, and how long it is away then.
    for (lived_ms, away_ms) in [(0, 20_000), (40_000, 20_000), (59_000, 3_600_000)] {
        let mut new = new_match("crossfire");
        new.times.set("reserve_s", 3_600).unwrap();
        let mut house = House::open(new, 1);
        let (id, begun) = (house.id, OPENED + 1_000);
        house.core().begin(id, HOST, true, begun).unwrap();
        let prompt = house.play().open_prompt().unwrap();
        house.core().shown(id, prompt, begun, begun).unwrap();
        house.posts();
        let core = house.core();
        let mut watch = Watch::new();
        watch.hear(core, Some(Heartbeats::at(0, begun))).unwrap();
        watch.step(core, begun).unwrap();
        let ends = begun + lived_ms;
        watch.step(core, ends).unwrap();
        let back = ends + away_ms;
        Watch::new()
            .hear(core, Some(Heartbeats::at(0, back)))
            .unwrap();
        house.give_back();
        let mut told = house.posts().into_iter().filter_map(|(letter, _)| {
            let Post::News { lines } = letter.post else {
                return None;
            };
            let [Line::Credited { ms, .. }] = lines[..] else {
                return None;
            };
            let setup = &house.play().setup;
            Some((ms, words::lines::lines(&lines, setup.game, &setup.cast)))
        });
        let (ms, said) = told.next().unwrap();
        assert!((away_ms..=away_ms + BEAT_MS).contains(&ms), "{ms}");
        let stretch = words::english::stretch(ms);
        assert!(
            said.contains(&format!("Everyone gets {stretch} back")),
            "{said}"
        );
    }
}

/// A press in time could not be stored, so it can be made again.
#[test]
fn time_in_which_nothing_could_be_stored_is_given_back_once() {
    for full_ms in [2_500, 600_000] {
        let (mut house, begun) = begun(10);
        let (due, _) = house.play().next_due().unwrap();
        let (fills, frees) = (due - 1_000, due - 1_000 + full_ms);
        let (id, account) = (house.id, house.seat_account(Seat::Dmo));
        let act = |house: &House, made_at_ms| Act::new(house.id, account, "bid 1", made_at_ms);
        let mut watch = Watch::new();
        let sign = Some(Heartbeats::at(0, begun));
        watch.hear(house.core(), sign).unwrap();
        lives(&mut house, &mut watch, begun, fills);
        house.core().store().refuse_writes(true).unwrap();
        let pressed = act(&house, fills + 100);
        let (_, stored) = in_group(house.core(), |core| core.act(&pressed, fills + 100));
        assert!(stored.is_err());
        for ms in (1_000..full_ms).step_by(1_000) {
            let now = fills + ms;
            let sign = Some(Heartbeats::at(0, now));
            let (_, stored) = in_group(house.core(), |core| {
                watch.hear(core, sign).unwrap();
                watch.step(core, now)
            });
            assert!(stored.is_err());
            // What is stored can still be read.
            let (seen, stored) = in_group(house.core(), |core| {
                core.snapshot(id, Viewer::Account(account))
            });
            assert!(seen.unwrap().is_some() && stored.is_ok());
        }
        house.core().store().refuse_writes(false).unwrap();
        let sign = Some(Heartbeats::at(0, frees));
        let (_, stored) = in_group(house.core(), |core| {
            watch.hear(core, sign).unwrap();
            watch.step(core, frees)
        });
        stored.unwrap();
        lives(&mut house, &mut watch, frees, frees + 500);
        let (later, _) = house.play().next_due().unwrap();
        assert!((due + full_ms..=due + full_ms + BEAT_MS).contains(&later));
        let told = house.posts().into_iter().filter(|(letter, _)| {
            matches!(&letter.post, Post::News { lines } if matches!(lines[..], [Line::Credited { .. }]))
        });
        assert_eq!(told.count(), 1);
        let pressed = act(&house, frees + 500);
        house.act(&pressed, frees + 500).unwrap();
    }
}

/// When the process ends or is away again, it may not have found the messages typed in an earlier
/// outage yet. It remembers the gap, however old.
#[test]
fn a_gap_is_remembered_until_its_words_are_looked_for() {
    const MINUTE_MS: u64 = 60_000;
    let mut house = House::open(new_match("gridlock"), 1);
    let core = house.core();
    // In minutes: when the process starts, until when it ran before, and since when messages may be
    // missing. The last column says whether all are looked for now.
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

/// The connection may be lost again while Dealer still looks for earlier messages.
#[test]
fn closing_an_earlier_gap_does_not_close_a_later_one() {
    const HOUR_MS: u64 = 3_600_000;
    let mut house = House::open(new_match("gridlock"), 1);
    let core = house.core();
    let first = core.unheard(OPENED + HOUR_MS).unwrap();
    let second = core.unheard(OPENED + 2 * HOUR_MS).unwrap();
    assert_eq!(second.since_ms, first.since_ms);
    core.all_heard(first).unwrap();
    let third = core.unheard(OPENED + 3 * HOUR_MS).unwrap();
    assert_eq!(third.since_ms, first.since_ms + HOUR_MS);
    // The other order works too.
    core.all_heard(third).unwrap();
    let fourth = core.unheard(OPENED + 4 * HOUR_MS).unwrap();
    core.all_heard(second).unwrap();
    let fifth = core.unheard(OPENED + 5 * HOUR_MS).unwrap();
    assert_eq!(fifth.since_ms, fourth.since_ms);
}

/// The process may end before it looks for anything.
#[test]
fn a_start_without_a_look_forgets_no_gap() {
    let mut house = House::open(new_match("gridlock"), 1);
    let core = house.core();
    let [was_up, up, again] = [1, 2, 3].map(|hours| OPENED + hours * 3_600_000);
    core.beat(was_up).unwrap();
    core.boot(up).unwrap();
    core.beat(again - 1_000).unwrap();
    core.boot(again).unwrap();
    let unheard = core.unheard(again).unwrap();
    assert_eq!(unheard.since_ms, was_up - 600_000);
}

/// The store may have a deadline that is too early. Dealer still waits for a sign of life after the
/// real one.
#[test]
fn a_deadline_is_judged_only_after_a_later_sign_of_life() {
    let mut house = House::open(new_match("crossfire"), 1);
    let (id, begun) = (house.id, OPENED + 1_000);
    house.core().begin(id, HOST, true, begun).unwrap();
    let prompt = house.play().open_prompt().unwrap();
    house.core().shown(id, prompt, begun, begun).unwrap();
    let (due, _) = house.play().next_due().unwrap();
    let core = house.core();
    let mut watch = Watch::new();
    watch.hear(core, Some(Heartbeats::at(0, begun))).unwrap();
    watch.step(core, begun).unwrap();
    for (early, sign) in [(due - 2_000, due - 1_500), (due - 400, due - 10)] {
        core.put_off(id, early).unwrap();
        watch.hear(core, Some(Heartbeats::at(0, sign))).unwrap();
        let step = watch.step(core, due + 600).unwrap();
        assert!(step.waits && !step.judged, "{early:?}: {step:?}");
    }
    watch
        .hear(core, Some(Heartbeats::at(0, due + 700)))
        .unwrap();
    assert!(!watch.step(core, due + 1_100).unwrap().judged);
    assert!(watch.step(core, due + 1_200).unwrap().judged);
}
