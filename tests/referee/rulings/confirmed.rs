//! A confirmed ruling is the one that was shown: what makes a host look again, and what doesn't.

use dealer::referee::{Act, RefereeError, Ruling, RulingOrder, RulingRefusal, Viewer};
use games::{Author, Dice, Party, Seat};
use matches::{Event, Stage};

use super::{in_season, order};
use crate::house::{HOST, House, OPENED, new_match};

#[test]
fn the_second_of_two_hosts_is_told_that_the_match_has_moved_on() {
    let (mut house, now) = in_season();
    let order = |house: &House, ruling: Ruling| RulingOrder {
        match_id: house.id,
        host: HOST,
        ruling,
        reason: "x".to_owned(),
    };
    let settle = order(&house, Ruling::Settle { seat: Seat::Dmo });
    let seen = house.core().preview(&settle, now).unwrap().seen;
    // A late post and a warning don't move the match on.
    let id = house.id;
    house.core().shown(id, 2, now, now).unwrap();
    assert_eq!(house.core().preview(&settle, now).unwrap().seen, seen);
    let other = order(
        &house,
        Ruling::Time {
            seat: Seat::Ec,
            delta_ms: 1_000,
        },
    );
    house.core().rule(&other, Some(seen), now).unwrap();
    let moved = house.core().rule(&settle, Some(seen), now);
    assert!(
        matches!(moved, Err(RefereeError::Refused(RulingRefusal::Moved))),
        "{moved:?}"
    );
    let seen = house.core().preview(&settle, now).unwrap().seen;
    house.core().rule(&settle, Some(seen), now).unwrap();
    assert_eq!(house.play().stage(), Stage::Over);
}

#[test]
fn a_timeout_makes_a_host_look_again() {
    let mut new = new_match("invitational");
    new.times.set("reserve_s", 0).unwrap();
    let mut house = House::open(new, 3);
    let (id, mut now) = (house.id, OPENED + 1_000);
    for seat in Seat::BOTH {
        let game = house.play().game.clone();
        let text = game.sample(Party::Seat(seat), &mut Dice::new(1)).unwrap();
        let ranks = Act::new(id, house.seat_account(seat), text, now);
        house.act(&ranks, now).unwrap();
    }
    house.core().begin(id, HOST, true, now).unwrap();
    let prompt = house.play().open_prompt().unwrap();
    house.core().shown(id, prompt, now, now).unwrap();
    let time = |seat, delta_ms| Ruling::Time { seat, delta_ms };
    // The EC has more time than the DMO, who has none left.
    let given = time(Seat::Ec, 3_600_000);
    house.rule(HOST, &given, now).unwrap();
    let late = time(Seat::Dmo, 60_000);
    let seen = house.preview(HOST, &late, now).unwrap().seen;
    let by_clock = |event: &Event| matches!(event, Event::Act { by, .. } if *by == Author::Clock);
    let decided = |house: &mut House| {
        let journal = house.journal().into_iter();
        journal.filter(|entry| by_clock(&entry.event)).count()
    };
    while decided(&mut house) == 0 {
        (now, _) = house.play().next_due().unwrap();
        house.judge(now);
    }
    assert_eq!(decided(&mut house), 1);
    assert_eq!(
        house.play().open_prompt(),
        Some(prompt),
        "the EC still has time"
    );
    assert_ne!(house.preview(HOST, &late, now).unwrap().seen, seen);
}

#[test]
fn overtime_does_not_keep_a_ruling_from_being_confirmed() {
    let mut new = new_match("crossfire");
    new.times.set("reserve_s", 0).unwrap();
    let mut house = House::open(new, 3);
    let (id, mut now) = (house.id, OPENED + 1_000);
    house.core().begin(id, HOST, true, now).unwrap();
    let prompt = house.play().open_prompt().unwrap();
    house.core().shown(id, prompt, now, now).unwrap();
    let drains = |house: &mut House| {
        let journal = house.journal().into_iter();
        let of_clock = journal.filter(|entry| {
            let by_clock = |by: &Author| *by == Author::Clock;
            matches!(&entry.event, Event::Act { by, .. } if by_clock(by))
        });
        of_clock.count()
    };
    // Both players are late, and pay every ten seconds.
    now += 75_000;
    house.judge(now);
    // A deadline that has passed isn't shown.
    let snapshot = house.core().snapshot(id, Viewer::Public).unwrap().unwrap();
    let clocks = dealer::words::clocks::clocks(&snapshot, snapshot.cast());
    assert_eq!(
        clocks
            .matches("out of time and losing chips: the next at")
            .count(),
        2,
        "{clocks}"
    );
    assert!(!clocks.contains(": until"), "{clocks}");
    let forfeit = Ruling::Forfeit { seat: Seat::Ec };
    let seen = house.preview(HOST, &forfeit, now).unwrap().seen;
    let before = drains(&mut house);
    now += 30_000;
    house.judge(now);
    assert!(drains(&mut house) > before && before > 0);
    assert_eq!(house.preview(HOST, &forfeit, now).unwrap().seen, seen);
    // A bid does move the match on.
    let bid = Act::new(id, house.seat_account(Seat::Dmo), "bid 1", now);
    house.act(&bid, now).unwrap();
    let after_bid = house.preview(HOST, &forfeit, now).unwrap().seen;
    assert_ne!(after_bid, seen);
    now += 30_000;
    house.judge(now);
    assert_eq!(house.preview(HOST, &forfeit, now).unwrap().seen, after_bid);
    let order = |ruling| RulingOrder {
        match_id: id,
        host: HOST,
        ruling,
        reason: "x".to_owned(),
    };
    let moved = house.core().rule(&order(forfeit), Some(seen), now);
    let is_moved = matches!(moved, Err(RefereeError::Refused(RulingRefusal::Moved)));
    assert!(is_moved, "{moved:?}");
}

/// `all` becomes a fixed list when it is shown. The confirmation does exactly that.
#[test]
fn a_confirmed_ruling_is_the_one_that_was_shown() {
    let mut new = new_match("crossfire");
    new.times.set("reserve_s", 0).unwrap();
    let mut house = House::open(new, 3);
    let (id, now) = (house.id, OPENED + 1_000);
    house.core().begin(id, HOST, true, now).unwrap();
    let prompt = house.play().open_prompt().unwrap();
    house.core().shown(id, prompt, now, now).unwrap();
    let all = order(
        &house,
        Ruling::Act {
            whose: Party::Seat(Seat::Dmo),
            text: "all".to_owned(),
        },
    );
    let shown = |house: &mut House, now| {
        let preview = house.core().preview(&all, now).unwrap();
        let said = dealer::words::rulings::ruling_preview(&preview, &preview.cast, "");
        let Ruling::Act { text, .. } = &preview.ruled.ruling else {
            panic!("{preview:?}");
        };
        assert!(said.contains(&format!("`{text}`")), "{said}");
        (text.clone(), preview)
    };
    let (text, first) = shown(&mut house, now);
    assert_eq!(text, "bid 50");
    // Overtime takes a chip. That doesn't move the match on, but the shown ruling is no longer
    // possible.
    let late = now + 72_000;
    house.judge(late);
    let (text, second) = shown(&mut house, late);
    assert_eq!(text, "bid 49");
    let stale = order(&house, first.ruled.ruling);
    let refused = house.core().rule(&stale, Some(first.seen), late);
    let is_refused = matches!(refused, Err(RefereeError::Refused(RulingRefusal::Act(_))));
    assert!(is_refused, "{refused:?}");
    let good = order(&house, second.ruled.ruling);
    let done = house.core().rule(&good, Some(second.seen), late);
    assert!(done.is_ok(), "{done:?}");
}
