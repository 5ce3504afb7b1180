//! A rewind that is itself undone: what counts again, what people hear, and which consequences
//! return.

use dealer::referee::{Letter, Line, Post, Recipient, RefereeError, Ruling, RulingRefusal};
use dealer::store::{OutboxRow, PostEdit, SeasonSettings, Stakes};
use games::{Party, Seat};
use matches::{Entry, Event, Stage, standing};

use super::{books, last, order, send};
use crate::house::{AUDIT, CHANNEL, HOST, House, OPENED, new_match};

/// A mistaken rewind can be undone. Dealer first names what comes back, and its posts lose their
/// mark.
#[test]
fn an_undone_rewind_brings_back_what_it_took() {
    let mut house = House::open(new_match("crossfire"), 3);
    let (id, now) = (house.id, OPENED + 1_000);
    house.core().begin(id, HOST, true, now).unwrap();
    send(&mut house);
    let bid = Ruling::Act {
        whose: Party::Seat(Seat::Dmo),
        text: "bid 2".to_owned(),
    };
    house.rule(HOST, &bid, now + 1_000).unwrap();
    let forfeit = Ruling::Forfeit { seat: Seat::Ec };
    house.rule(HOST, &forfeit, now + 2_000).unwrap();
    send(&mut house);
    let to_edit = |house: &mut House, edit| {
        let rows = house.core().store().read(|tx| tx.posts_to_edit(id));
        let rows = rows.unwrap().into_iter().filter(|row| row.2 == edit);
        rows.map(|row| row.0).collect::<Vec<_>>()
    };
    let journal = house.journal();
    let is_bid = |entry: &&Entry| matches!(&entry.event, Event::Act { act, .. } if act == "bid 2");
    let before = journal.iter().find(is_bid).unwrap().id;
    let rewind = Ruling::Rewind { before };
    let done = house.rule(HOST, &rewind, now + 3_000).unwrap();
    let marked = to_edit(&mut house, PostEdit::Mark);
    assert!(marked.len() > 1, "{marked:?}");
    send(&mut house);
    let more = Ruling::Time {
        seat: Seat::Dmo,
        delta_ms: 30_000,
    };
    house.rule(HOST, &more, now + 4_000).unwrap();
    send(&mut house);

    // The menu offers to undo the rewind, and so does the answer to its host.
    let past = house.core().past(id, 25).unwrap();
    assert_eq!(done.undo, Some(past[0].entry));
    let undo = Ruling::Rewind {
        before: past[0].entry,
    };
    let preview = house.rule(HOST, &undo, now + 5_000).unwrap();
    let said = dealer::words::rulings::ruling_preview(&preview, &preview.cast, "");
    let (taken, back) = said.split_once("Counts again (2):").unwrap();
    assert!(taken.contains("**Undo this?**"), "{said}");
    assert!(taken.contains("the host changed Tiac's time"), "{said}");
    assert!(back.contains("Zac forfeits"), "{said}");
    assert_eq!(house.play().stage(), Stage::Over);
    // The result loses its mark too, and isn't posted again.
    let unmarked = to_edit(&mut house, PostEdit::Unmark);
    assert_eq!(unmarked, marked);
    let marked = to_edit(&mut house, PostEdit::Mark);
    assert!(marked.len() > 1 && marked[0] > unmarked[0], "{marked:?}");

    // When that is undone, the posts get their marks again.
    send(&mut house);
    let past = house.core().past(id, 25).unwrap();
    let undo = Ruling::Rewind {
        before: past[0].entry,
    };
    house.rule(HOST, &undo, now + 6_000).unwrap();
    assert_eq!(house.play().stage(), Stage::Live);
    let again = to_edit(&mut house, PostEdit::Mark);
    assert!(unmarked.iter().all(|id| again.contains(id)), "{again:?}");
}

/// However long the chain of undos, everybody reads whether an entry counts again or not.
#[test]
fn each_undo_in_a_chain_says_what_it_does() {
    let mut house = House::open(new_match("crossfire"), 3);
    let (id, now) = (house.id, OPENED + 1_000);
    house.core().begin(id, HOST, true, now).unwrap();
    let bid = Ruling::Act {
        whose: Party::Seat(Seat::Dmo),
        text: "bid 2".to_owned(),
    };
    house.rule(HOST, &bid, now + 1_000).unwrap();
    let entry = last(&mut house);
    let mut before = entry;
    for (round, expected) in [
        (1, "The host rewound the match** to just before"),
        (2, "The host undid the rewind"),
        (3, "The host rewound the match after all"),
        (4, "The host undid the rewind"),
        (5, "The host rewound the match after all"),
    ] {
        send(&mut house);
        let rewind = Ruling::Rewind { before };
        let done = house.rule(HOST, &rewind, now + 10_000 * round).unwrap();
        before = done.undo.unwrap();
        let waiting = house.core().store().read(|tx| tx.pending_posts(id));
        let told = waiting.unwrap().into_iter().find_map(|row| {
            let letter: Letter = serde_json::from_str(&row.body).unwrap();
            let (Post::News { lines } | Post::Prompt { lines, .. }) = letter.post else {
                return None;
            };
            let rewound = lines.into_iter();
            let mut rewound = rewound.filter(|line| matches!(line, Line::Rewound { .. }));
            rewound.next()
        });
        let told = dealer::words::lines::lines(&[told.unwrap()], done.game, &done.cast);
        assert!(told.contains(expected), "{round}: {told}");
        let counts = standing(&house.journal()).iter().any(|one| one.id == entry);
        assert_eq!(counts, round % 2 == 0, "{round}");
    }
}

/// The undo button stays where it was. Once its ruling no longer counts, it undoes nothing, even
/// for a host who has seen the preview.
#[test]
fn nothing_is_taken_back_twice() {
    let mut house = House::open(new_match("crossfire"), 3);
    let (id, now) = (house.id, OPENED + 1_000);
    house.core().begin(id, HOST, true, now).unwrap();
    let bid = |seat, text: &str| Ruling::Act {
        whose: Party::Seat(seat),
        text: text.to_owned(),
    };
    house.rule(HOST, &bid(Seat::Dmo, "bid 2"), now).unwrap();
    let first = house.core().past(id, 1).unwrap()[0].entry;
    let rewind = Ruling::Rewind { before: first };
    let undo = house.rule(HOST, &rewind, now).unwrap().undo.unwrap();
    // Nobody can rewind to an entry that was taken back. Dealer names the way there.
    match house.rule(HOST, &rewind, now) {
        Err(RulingRefusal::Undone { by }) => assert_eq!(by, undo),
        other => panic!("{other:?}"),
    }
    let undo = Ruling::Rewind { before: undo };
    let looked_at = (
        order(&house, undo.clone()),
        house.preview(HOST, &undo, now).unwrap().seen,
    );
    let done = house.rule(HOST, &undo, now).unwrap();
    let (redo, cast) = (done.undo.unwrap(), house.play().setup.cast.clone());
    // The answer describes the ruling as it was.
    let said = dealer::words::rulings::ruling_done(&done.ruled, &cast);
    let again = "Done: the rewind is undone. “Tiac has bid” counts again";
    assert!(said.starts_with(again), "{said}");
    let newest = &house.core().past(id, 1).unwrap()[0];
    let said = dealer::words::entries::past(
        newest,
        &cast,
        str::to_owned,
        dealer::words::english::clock_time,
    );
    assert!(said.ends_with(" · the host undid a rewind."), "{said}");
    house.rule(HOST, &bid(Seat::Ec, "bid 3"), now).unwrap();
    let journal = house.journal();
    let refused = house.rule(HOST, &undo, now).unwrap_err();
    let said =
        dealer::words::ruling_refusals::ruling_refusal(&refused, &house.play().setup.cast.clone());
    assert!(said.starts_with("This was already undone. "), "{said}");
    let (order, seen) = looked_at;
    let confirmed = house.core().rule(&order, Some(seen), now);
    let is_undone = matches!(
        confirmed,
        Err(RefereeError::Refused(RulingRefusal::Undone { by })) if by == redo
    );
    assert!(is_undone, "{confirmed:?}");
    assert_eq!(house.journal(), journal);
    // The undo itself can be rewound while it counts. Then the first rewind counts again.
    let redo = Ruling::Rewind { before: redo };
    house.rule(HOST, &redo, now).unwrap();
    house.rule(HOST, &undo, now).unwrap();
}

#[test]
fn a_restored_end_has_its_consequences_again() {
    let mut new = new_match("gridlock");
    new.stakes = Stakes::Elimination;
    let mut house = House::open_in_season(new, 3, &SeasonSettings::default());
    let (id, now) = (house.id, OPENED + 1_000);
    house.core().begin(id, HOST, true, now).unwrap();
    let before = books(&mut house);
    let settle = Ruling::Settle { seat: Seat::Dmo };
    house.rule(HOST, &settle, now).unwrap();
    let (end, ended) = (last(&mut house), books(&mut house));
    assert_eq!(ended.2, ["Zac", "Jweizy"]);
    house
        .rule(HOST, &Ruling::Rewind { before: end }, now + 1_000)
        .unwrap();
    let rewound = |entry: &&Entry| matches!(entry.event, Event::Rewound { .. });
    let back = house.journal().iter().find(rewound).unwrap().id;
    assert_eq!(books(&mut house), before);
    // The match ends the same way again, and then the first end comes back instead.
    house.rule(HOST, &settle, now + 2_000).unwrap();
    assert_eq!(books(&mut house), ended);
    house
        .rule(HOST, &Ruling::Rewind { before: back }, now + 3_000)
        .unwrap();
    assert_eq!(house.play().stage(), Stage::Over);
    assert_eq!(books(&mut house), ended);
}

/// A restored end keeps its original announcement. Below the ruling, people read only who has won
/// and what follows. The announcement isn't repeated, and neither is the pause in which it came.
#[test]
fn a_restored_end_is_told_as_it_was() {
    let mut new = new_match("gridlock");
    new.stakes = Stakes::Elimination;
    let settings = SeasonSettings {
        announcement_channel: Some(AUDIT),
        ..SeasonSettings::default()
    };
    let mut house = House::open_in_season(new, 3, &settings);
    let (id, now) = (house.id, OPENED + 1_000);
    house.core().begin(id, HOST, true, now).unwrap();
    house.core().pause(id, HOST, now).unwrap();
    let forfeit = Ruling::Forfeit { seat: Seat::Ec };
    house.rule(HOST, &forfeit, now + 1_000).unwrap();
    let end = last(&mut house);
    send(&mut house);
    let ended = books(&mut house);
    let tell_end = |rows: Vec<OutboxRow>| {
        let of_end = rows.into_iter().filter(|row| {
            let letter: Letter = serde_json::from_str(&row.body).unwrap();
            matches!(letter.to, Recipient::Channel(_)) && letter.post.about().of_end
        });
        of_end.count()
    };
    let mut redo = None;
    for round in 1..=2 {
        let now = now + 10_000 * round;
        let rewind = Ruling::Rewind { before: end };
        let undo = house.rule(HOST, &rewind, now).unwrap().undo.unwrap();
        send(&mut house);
        let undo = Ruling::Rewind { before: undo };
        redo = house.rule(HOST, &undo, now + 1_000).unwrap().undo;
        assert_eq!(books(&mut house), ended);
        let waiting = house.core().store().read(|tx| tx.pending_posts(id));
        let waiting = waiting.unwrap().into_iter();
        let waiting: Vec<Letter> = waiting
            .map(|row| serde_json::from_str(&row.body).unwrap())
            .filter(|letter: &Letter| matches!(letter.to, Recipient::Channel(_)))
            .collect();
        let [Letter { to, post }] = &waiting[..] else {
            panic!("{waiting:?}");
        };
        let Post::News { lines } = post else {
            panic!("{post:?}");
        };
        let is_ruling = matches!(
            lines[..],
            [
                Line::Rewound { .. },
                Line::Reason { .. },
                Line::EndsAgain { .. },
                Line::Eliminated { .. },
                Line::Spoils { .. },
                ..
            ]
        );
        assert!(*to == Recipient::Channel(CHANNEL) && is_ruling, "{lines:?}");
        send(&mut house);
        let standing = house.core().store().read(|tx| tx.standing_posts(id));
        // The result and its announcement.
        assert_eq!(tell_end(standing.unwrap()), 2);
    }
    // The undo is itself rewound: both get their marks again. When the match ends again, that is
    // announced.
    let before = redo.unwrap();
    let redo = Ruling::Rewind { before };
    house.rule(HOST, &redo, now + 40_000).unwrap();
    let standing = house.core().store().read(|tx| tx.standing_posts(id));
    assert_eq!(tell_end(standing.unwrap()), 0);
    send(&mut house);
    house.rule(HOST, &forfeit, now + 41_000).unwrap();
    let told = house.core().store().read(|tx| tx.pending_posts(id));
    assert_eq!(tell_end(told.unwrap()), 2);
}
