//! Rehearsals in virtual time: the computer plays every game to its end, and nobody's account takes
//! part.

use dealer::referee::{
    ConductRefusal, NewMatch, Post, Practice, Recipient, RefereeError, Reply, Ruling, RulingRefusal,
};
use dealer::store::{AccountId, ChannelId, MatchName, SeasonSettings, ServerId, StoreError};
use games::{Author, CastId, GameId, Level, Party, Seat, WallMs};
use matches::{Event, Pauser, Stage};

use super::house::{HOST, House, OPENED, account, new_match};

/// A rehearsal of a match in which everybody has an account and a channel of their own, and some
/// have garnets.
fn rehearsal(game: &str) -> NewMatch {
    let mut new = new_match(game);
    for (index, person) in new.cast.iter_mut().enumerate() {
        person.account = Some(AccountId(500 + index as u64));
        person.bound = Some(ChannelId(9_000 + index as u64));
        person.garnets = index as u32;
        person.position = Some(index as u32);
    }
    new.start_at_ms = Some(OPENED + 60_000);
    new.choices_due_ms = Some(OPENED + 30_000);
    new.rehearsal()
}

/// Sends the waiting posts, none of which is for the cast. Prompts are shown at once.
fn post_all(house: &mut House, now: WallMs) {
    for (letter, _) in house.posts() {
        let public = matches!(letter.to, Recipient::Channel(_));
        assert!(public || letter.to == Recipient::Host(HOST), "{letter:?}");
        if let Post::Prompt { prompt, .. } = letter.post {
            let id = house.id;
            house.core().shown(id, prompt, now, now).unwrap();
        }
    }
}

/// A second passes, and the computer does what it can.
fn step(house: &mut House, now: &mut WallMs) {
    *now += 1_000;
    rehearse(house, *now);
    post_all(house, *now);
}

/// The computer does what it can; it thinks only briefly.
fn rehearse(house: &mut House, now: WallMs) {
    let (id, mut reply) = (house.id, None);
    while let Some(mut question) = house
        .core()
        .play_for(id, None, reply.as_ref(), now)
        .unwrap()
    {
        question.playouts = 1;
        reply = Some(question.think(&|| false));
    }
}

fn stage(house: &mut House) -> Stage {
    house.play().stage()
}

#[test]
fn every_game_is_rehearsed_to_its_end_in_private() {
    for game in GameId::ALL {
        for seed in 1..=3 {
            let mut house = House::open(rehearsal(game.word()), seed);
            let mut now = OPENED;
            let id = house.id;
            let rehearsals = |house: &mut House| {
                let open = house.core().store().read(|tx| tx.open_rehearsals());
                open.unwrap()
            };
            assert_eq!(rehearsals(&mut house), [id]);
            post_all(&mut house, now);
            let mut steps = 0;
            while stage(&mut house) != Stage::Over {
                step(&mut house, &mut now);
                steps += 1;
                assert!(steps < 20_000, "{game:?} never ends");
                if steps == 5 {
                    // The rehearsal continues after a restart.
                    house.reopen();
                }
            }
            house.refold();
            let kept = house.core().store().read(|tx| {
                let row = tx.match_row(id)?.unwrap();
                Ok::<_, StoreError>((row, tx.people(id)?, tx.open_matches(None)?))
            });
            let (row, people, open) = kept.unwrap();
            assert_eq!((row.season, people.len(), open.len()), (None, 0, 0));
            assert!(row.positions.iter().all(Option::is_none), "{row:?}");
            assert!(
                row.setup
                    .cast
                    .ids()
                    .all(|who| row.setup.cast.garnets(who) == 0)
            );
            assert_eq!(rehearsals(&mut house), []);
        }
    }
}

/// The host pauses, rewinds and ends it like any match, even while they try a seat. The computer
/// plays on as soon as it may.
#[test]
fn a_host_runs_a_rehearsal_and_may_take_a_seat() {
    let mut house = House::open(rehearsal("gridlock"), 4);
    let (id, mut now) = (house.id, OPENED);
    post_all(&mut house, now);
    while stage(&mut house) != Stage::Live {
        step(&mut house, &mut now);
    }
    let moves = |house: &mut House| house.record().log.len();
    house.core().pause(id, HOST, now).unwrap();
    let before = moves(&mut house);
    for _ in 0..5 {
        step(&mut house, &mut now);
    }
    assert_eq!(moves(&mut house), before);
    house.core().resume(id, HOST, now).unwrap();
    post_all(&mut house, now);
    for _ in 0..5 {
        step(&mut house, &mut now);
    }
    assert!(moves(&mut house) > before);

    // No other match gives its host a seat.
    let who = house.play().setup.cast.seated(Seat::Dmo).unwrap();
    let seat = Ruling::Substitute {
        who,
        account: HOST,
        in_season: false,
    };
    house.rule(HOST, &seat, now).unwrap();
    let party = house.core().table(id).unwrap().unwrap().party(HOST);
    assert_eq!(party, Some(Party::Seat(Seat::Dmo)));
    for (letter, _) in house.posts() {
        let theirs = matches!(letter.to, Recipient::Person { account: HOST, .. });
        assert!(
            theirs || matches!(letter.to, Recipient::Channel(_)),
            "{letter:?}"
        );
    }
    // The computer waits for them, and they still run it.
    for _ in 0..20 {
        now += 1_000;
        rehearse(&mut house, now);
        for (letter, _) in house.posts() {
            if let Post::Prompt { prompt, .. } = letter.post {
                house.core().shown(id, prompt, now, now).unwrap();
            }
        }
    }
    let waited = house.play().waited_seats();
    assert!(waited.contains(&Seat::Dmo), "{waited:?}");
    house.core().pause(id, HOST, now).unwrap();
    house.core().resume(id, HOST, now).unwrap();
    house.rule(HOST, &Ruling::Void, now).unwrap();
    assert_eq!(stage(&mut house), Stage::Over);

    let mut house = House::open(new_match("gridlock"), 4);
    let refused = house.rule(HOST, &seat, OPENED + 1_000);
    assert!(
        matches!(refused, Err(RulingRefusal::Yourself)),
        "{refused:?}"
    );
}

/// The host rewinds a finished rehearsal to watch it again, and the computer plays on by itself.
#[test]
fn a_finished_rehearsal_can_be_rewound_and_continued() {
    for game in GameId::ALL {
        let mut house = House::open(rehearsal(game.word()), 7);
        let (id, mut now) = (house.id, OPENED);
        post_all(&mut house, now);
        let to_the_end = |house: &mut House, now: &mut WallMs| {
            let mut steps = 0;
            while stage(house) != Stage::Over {
                step(house, now);
                steps += 1;
                assert!(steps < 20_000, "{game:?} never ends");
            }
        };
        to_the_end(&mut house, &mut now);
        let journal = house.journal();
        let acts = journal.iter().filter(|entry| {
            let has_seats = game.catalogue().seats;
            let by_player = |by: &Author| match by {
                Author::Seat(_) => true,
                Author::Cast(_) => !has_seats,
                _ => false,
            };
            matches!(&entry.event, Event::Act { by, .. } if by_player(by))
        });
        let acts: Vec<i64> = acts.map(|entry| entry.id).collect();
        let before = acts[acts.len() / 2];
        house.rule(HOST, &Ruling::Rewind { before }, now).unwrap();
        let open = house.core().store().read(|tx| tx.open_rehearsals());
        assert_eq!(open.unwrap(), [id], "{game:?}");
        // Before a match begins, nothing has to be paused.
        if game.catalogue().seats {
            assert_eq!(house.play().pause(), Some((Pauser::Host, None)), "{game:?}");
            house.core().resume(id, HOST, now).unwrap();
        }
        post_all(&mut house, now);
        to_the_end(&mut house, &mut now);
        assert!(house.journal().len() > journal.len() + 1, "{game:?}");
    }
}

/// The computer moves faster than a host can read a preview. The ruling still counts, but in a real
/// match it would not.
#[test]
fn a_ruling_on_a_rehearsal_counts_although_play_has_moved_on() {
    let mut house = House::open(rehearsal("gridlock"), 5);
    let (id, mut now) = (house.id, OPENED);
    post_all(&mut house, now);
    while stage(&mut house) != Stage::Live {
        step(&mut house, &mut now);
    }
    let looked = house.preview(HOST, &Ruling::Void, now).unwrap();
    for _ in 0..4 {
        step(&mut house, &mut now);
    }
    let order = dealer::referee::RulingOrder {
        match_id: id,
        host: HOST,
        ruling: Ruling::Void,
        reason: String::new(),
    };
    house.core().rule(&order, Some(looked.seen), now).unwrap();
    assert_eq!(stage(&mut house), Stage::Over);
}

/// Only in a rehearsal does the computer play for everybody.
#[test]
fn the_computer_takes_no_part_in_a_real_match() {
    let mut new = new_match("gridlock");
    for person in new.cast.iter_mut().skip(2) {
        person.account = None;
    }
    let mut house = House::open(new, 6);
    let before = house.journal();
    let id = house.id;
    rehearse(&mut house, OPENED + 1_000);
    assert_eq!(house.journal(), before);
    let nobody = house
        .core()
        .begin(id, AccountId(500), false, OPENED + 1_000);
    assert!(!matches!(
        nobody,
        Err(RefereeError::Refused(ConductRefusal::HostInSeat))
    ));
}

/// A second passes, and the computer goes on with what it thought of last. Returns its next
/// thought.
fn think_on(house: &mut House, now: &mut WallMs, last: Option<&Reply>) -> Option<Reply> {
    *now += 1_000;
    for (letter, _) in house.posts() {
        if let Post::Prompt { prompt, .. } = letter.post {
            let id = house.id;
            house.core().shown(id, prompt, *now, *now).unwrap();
        }
    }
    let (id, me) = (house.id, house.seat_account(Seat::Ec));
    let asked = house.core().play_for(id, Some(me), last, *now).unwrap();
    asked.map(|mut question| {
        assert!(question.playouts > 10_000, "it's strong");
        question.playouts = 10;
        question.think(&|| false)
    })
}

/// A computer drops what it thought of when its opponent moves, the match is rewound, or it ends.
/// After a restart it thinks of the same again.
#[test]
fn a_computer_drops_its_thought_when_the_match_moves_on() {
    let mut new = new_match("crossfire");
    new.host = account(CastId(1));
    new.practice = Practice::Against(Level::Strong);
    let mut house = House::open(new, 1);
    let (id, mut now) = (house.id, OPENED);
    let other = house.seat_account(Seat::Dmo);
    assert!(think_on(&mut house, &mut now, None).is_none(), "it's ready");
    house.core().ready(id, other, now).unwrap();
    let first = think_on(&mut house, &mut now, None).unwrap();
    house.reopen();
    let again = think_on(&mut house, &mut now, None).unwrap();
    assert_eq!(first, again);

    let is_moot = |house: &mut House, reply| house.core().is_moot(id, reply).unwrap();
    assert!(!is_moot(&mut house, &first));
    house.acts(Party::Seat(Seat::Dmo), "bid 0", now);
    assert!(is_moot(&mut house, &first));
    let before = house.journal();
    let second = think_on(&mut house, &mut now, Some(&first)).unwrap();
    assert_eq!(house.journal(), before);
    let bid = before.last().unwrap().id;
    house
        .rule(HOST, &Ruling::Rewind { before: bid }, now)
        .unwrap();
    assert!(is_moot(&mut house, &second));
    let third = think_on(&mut house, &mut now, None).unwrap();
    let before = house.journal();
    assert!(think_on(&mut house, &mut now, Some(&second)).is_some());
    assert_eq!(house.journal(), before);

    assert!(think_on(&mut house, &mut now, Some(&third)).is_none());
    let bid = house.journal().pop().unwrap();
    let by = Author::Seat(Seat::Ec);
    assert!(matches!(bid.event, Event::Act { by: bidder, .. } if bidder == by));
    house.rule(HOST, &Ruling::Void, now).unwrap();
    let before = house.journal();
    assert!(think_on(&mut house, &mut now, Some(&third)).is_none());
    assert_eq!(house.journal(), before);
}

/// Other servers' matches, practices and rehearsals take no number, and each season begins with 1.
#[test]
fn a_match_has_its_number_in_its_season() {
    let plain = |guild, season, practice| NewMatch {
        guild: Some(ServerId(guild)),
        season,
        practice,
        ..new_match("crossfire")
    };
    let mut house = House::open(plain(2, None, Practice::No), 3);
    let seasons = house.core().store_mut().write(|tx| {
        let add = |name| tx.add_season(ServerId(1), name, None, &SeasonSettings::default());
        Ok::<_, StoreError>([add("First")?, add("Second")?])
    });
    let [first, second] = seasons.unwrap().map(Some);
    let mut opened = Vec::new();
    for (channel, (guild, season, practice, name)) in (1..).zip([
        (1, None, Practice::Itself, MatchName::Practice),
        (1, first, Practice::No, MatchName::Numbered(1)),
        (1, first, Practice::Rehearsal, MatchName::Rehearsal),
        (1, first, Practice::No, MatchName::Numbered(2)),
        (1, second, Practice::No, MatchName::Numbered(1)),
        (1, None, Practice::No, MatchName::Numbered(1)),
        (2, None, Practice::No, MatchName::Numbered(2)),
    ]) {
        let new = plain(guild, season, practice);
        let id = house.core().open_match(
            NewMatch {
                channel: ChannelId(channel),
                ..new
            },
            OPENED,
        );
        let row = house
            .core()
            .table(id.unwrap())
            .unwrap()
            .unwrap()
            .row
            .clone();
        assert_eq!(row.name(), name);
        let stored = house.core().store().read(|tx| tx.match_name(row.id));
        assert_eq!(stored.unwrap(), Some(name));
        opened.push(row.id);
    }
    // The newer season is the current one.
    for (season, number, meant) in [
        (None, 1, Some(opened[4])),
        (first, 1, Some(opened[1])),
        (None, 2, Some(opened[3])),
        (None, -opened[2].0, Some(opened[2])),
        (None, 3, None),
    ] {
        let read = house.core().store();
        let found = read.read(|tx| tx.match_numbered(ServerId(1), season, number));
        assert_eq!(found.unwrap(), meant, "{season:?} {number}");
    }
}
