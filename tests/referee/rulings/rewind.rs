//! What a rewind takes back besides entries: consequences for the season, starts, deadlines, and
//! posts with their controls.

use dealer::referee::{Effect, Letter, Line, Post, Ruling, RulingRefusal};
use dealer::store::{AccountId, Cause, Movement, Purse, SeasonSettings};
use games::{Author, CastId, GameId, Party, Prompt, Role, Seat};
use matches::{Entry, Event, Stage};

use super::{books, in_season, last, season, send};
use crate::house::{HOST, House, OPENED, account, new_match};

#[test]
fn a_rewind_takes_back_the_consequences_for_the_season() {
    let (mut house, now) = in_season();
    let id = house.id;
    let before = books(&mut house);
    // UMG and Myth did not hide.
    assert_eq!(before.1, 2);
    let zac = house.seat_account(Seat::Ec);
    house
        .rule(HOST, &Ruling::Forfeit { seat: Seat::Ec }, now + 1_000)
        .unwrap();
    let entry = last(&mut house);
    // The consequences of the end, by its entry.
    season(&mut house, |tx, season| {
        let match_id = id;
        let cause = Some(Cause { match_id, entry });
        let movement = Movement {
            from: Purse::Member(0),
            to: Purse::Member(1),
            amount: 2,
            reason: "lost".into(),
            by: None,
            cause,
        };
        tx.move_garnets(season, &movement, now)?.unwrap();
        tx.change_role(season, 0, Role::Eliminated, None, cause, now)
    });
    let ended = books(&mut house);
    assert_ne!(before, ended);

    // The winner has spent a garnet in the meantime.
    let spent = Movement {
        from: Purse::Member(1),
        to: Purse::Bank,
        amount: 3,
        reason: "bought".into(),
        by: Some(HOST),
        cause: None,
    };
    season(&mut house, |tx, season| {
        tx.move_garnets(season, &spent, now)
    });
    let rewind = Ruling::Rewind { before: entry };
    match house.rule(HOST, &rewind, now + 2_000) {
        Err(RulingRefusal::GarnetsSpent(missing)) => {
            let [one] = missing.as_slice() else {
                panic!("{missing:?}");
            };
            assert_eq!((one.whose.as_deref(), one.garnets), (Some("Tiac"), 1));
        }
        other => panic!("{other:?}"),
    }
    let given = Movement {
        from: Purse::Bank,
        to: Purse::Member(1),
        ..spent
    };
    season(&mut house, |tx, season| {
        tx.move_garnets(season, &given, now)
    });
    assert_eq!(books(&mut house), ended);

    house.posts();
    let preview = house.rule(HOST, &rewind, now + 3_000).unwrap();
    assert_eq!(books(&mut house), before);
    // Everybody hears about it, as they heard about the end.
    let told = house.posts().into_iter().find_map(|(letter, _)| {
        let (Post::Prompt { lines, .. } | Post::Board { lines, .. }) = letter.post else {
            return None;
        };
        let open = |line: &Line| matches!(line, Line::OpenAgain { .. });
        lines.into_iter().find(open)
    });
    let seated = Seat::BOTH.map(|seat| house.play().setup.cast.seated(seat).unwrap());
    let [dmo, ec] = seated;
    let garnets = vec![(ec, before.0[0]), (dmo, before.0[1])];
    let players = vec![ec];
    assert_eq!(told, Some(Line::OpenAgain { players, garnets }));
    assert!(
        preview.ruled.effects.contains(&Effect::Reopens),
        "{preview:?}"
    );
    let role = Effect::Role {
        name: "Zac".to_owned(),
        became: Role::Player,
    };
    assert!(preview.ruled.effects.contains(&role), "{preview:?}");
    assert_eq!(house.seat_account(Seat::Ec), zac);

    // Before the beginning nobody has failed a duty. After the undo they have again.
    let begin = house.journal()[0].id;
    house
        .rule(HOST, &Ruling::Rewind { before: begin }, now + 4_000)
        .unwrap();
    assert_eq!(books(&mut house).1, 0);
    let rewound = |entry: &&Entry| matches!(entry.event, Event::Rewound { .. });
    let back = house.journal().iter().rev().find(rewound).unwrap().id;
    house
        .rule(HOST, &Ruling::Rewind { before: back }, now + 5_000)
        .unwrap();
    assert_eq!(books(&mut house).1, 2);
}

/// If the time for choices was up, a rewind gives all of it again. No random choice is made at
/// once, and nobody can start the match until the choices are in. That also holds if the rewind
/// takes back only a seat's random choice, and not the end of the time.
#[test]
fn a_rewind_asks_again_for_choices_before_the_match() {
    let mut tried = 0;
    for (game, whole) in GameId::ALL
        .iter()
        .flat_map(|game| [(game, false), (game, true)])
    {
        let mut house = House::open(new_match(game.word()), 3);
        let play = house.play();
        let of_seat = |prompt: &Prompt| matches!(prompt.who, Party::Seat(_));
        let seats_choose = play.preparations().iter().any(of_seat);
        let (Some(due), true) = (play.preparation_deadline(), whole || seats_choose) else {
            continue;
        };
        tried += 1;
        let (there_was, grace_ms) = (due.since(OPENED), play.setup.grace_ms);
        house.judge(due + grace_ms);
        let has_seats = game.catalogue().seats;
        let ended = if has_seats {
            Stage::Standing
        } else {
            Stage::Over
        };
        assert_eq!(house.play().stage(), ended, "{game:?}");
        let journal = house.journal();
        let mut over = journal.iter().filter(|entry| match entry.event {
            Event::PreparationOver => whole,
            Event::Act {
                by: Author::Host, ..
            } => !has_seats,
            Event::TimeUp { .. } => !whole,
            _ => false,
        });
        let before = over.next().unwrap().id;
        let now = due + grace_ms + 1_000;
        house.rule(HOST, &Ruling::Rewind { before }, now).unwrap();
        house.refold();
        let id = house.id;
        if has_seats {
            let seat = house.seat_account(Seat::Dmo);
            assert!(house.core().ready(id, seat, now).is_err());
        }
        assert_eq!(house.play().preparation_deadline(), Some(now + there_was));
        house.judge(now + there_was - 1);
        assert_eq!(house.play().stage(), Stage::Preparing, "{game:?}");
        house.judge(now + there_was + grace_ms);
        assert_eq!(house.play().stage(), ended, "{game:?}");
        if !has_seats {
            continue;
        }
        let now = now + there_was + grace_ms + 1_000;
        house.core().begin(id, HOST, true, now).unwrap();
        assert!(house.play().open_prompt().is_some(), "{game:?}");
    }
    assert!(tried > 0);
}

/// Both were ready, and the match began as scheduled. After a rewind to before that, it doesn't
/// begin by itself.
#[test]
fn a_past_start_does_not_begin_a_match_again() {
    let mut new = new_match("crossfire");
    let start = OPENED + 3_600_000;
    new.start_at_ms = Some(start);
    let mut house = House::open_in_season(new, 3, &SeasonSettings::default());
    let id = house.id;
    for seat in Seat::BOTH {
        let account = house.seat_account(seat);
        house.core().ready(id, account, start - 1_000).unwrap();
    }
    house.judge(start);
    assert!(house.play().started);
    let began = house
        .journal()
        .into_iter()
        .find(|entry| matches!(entry.event, Event::Started { .. }))
        .unwrap();
    let rewind = Ruling::Rewind { before: began.id };
    house.rule(HOST, &rewind, start + 60_000).unwrap();
    house.judge(start + 120_000);
    assert!(!house.play().started);
    for seat in Seat::BOTH {
        let account = house.seat_account(seat);
        house.core().ready(id, account, start + 180_000).unwrap();
    }
    assert!(house.play().started);
}

/// A finished match loses nothing in an outage, even if it continues later.
#[test]
fn an_outage_after_the_end_gives_back_no_time() {
    let mut house = House::open(new_match("crossfire"), 3);
    let (id, now) = (house.id, OPENED + 1_000);
    house.core().begin(id, HOST, true, now).unwrap();
    house.rule(HOST, &Ruling::Void, now + 1_000).unwrap();
    house.core().owe(now + 10_000, now + 70_000);
    house.core().beat(now + 71_000).unwrap();
    house.give_back();
    let journal = house.journal();
    let end = journal.last().unwrap().id;
    let rewind = Ruling::Rewind { before: end };
    house.rule(HOST, &rewind, now + 80_000).unwrap();
    // A later outage does count.
    let outages = |house: &mut House| {
        let journal = house.journal();
        let outages = journal.iter();
        outages
            .filter(|entry| matches!(entry.event, Event::Outage { .. }))
            .count()
    };
    house.give_back();
    assert_eq!(outages(&mut house), 0);
    house.core().owe(now + 81_000, now + 90_000);
    house.core().beat(now + 91_000).unwrap();
    house.give_back();
    assert_eq!(outages(&mut house), 1);
    house.refold();
}

#[test]
fn only_the_deleted_post_with_current_controls_is_posted_again() {
    let mut house = House::open(new_match("crossfire"), 3);
    let (id, mut now) = (house.id, OPENED + 1_000);
    let card = send(&mut house);
    house.core().begin(id, HOST, true, now).unwrap();
    let first = send(&mut house);
    now += 1_000;
    house.core().pause(id, HOST, now).unwrap();
    house.core().resume(id, HOST, now).unwrap();
    let again = send(&mut house);
    let began = house.journal().into_iter();
    let mut began = began.filter(|entry| matches!(entry.event, Event::Started { .. }));
    let before = began.next().unwrap().id;
    // The same prompt is in another post. Then a ruling rewinds it, and the match begins again.
    house
        .rule(HOST, &Ruling::Rewind { before }, now + 1_000)
        .unwrap();
    let card_again = send(&mut house);
    house.core().begin(id, HOST, true, now + 2_000).unwrap();
    let current = send(&mut house);
    let all = [card, first, again, card_again, current];
    let posted: Vec<usize> = all
        .into_iter()
        .map(|rows| {
            let [row] = &rows[..] else {
                panic!("{rows:?}");
            };
            house.core().repost_deleted(row, now + 3_000);
            send(&mut house).len()
        })
        .collect();
    assert_eq!(posted, [0, 0, 0, 0, 1]);
}

/// A rewind marks the post that asked a substitute, so Dealer asks them again.
#[test]
fn a_substitute_has_controls_after_a_rewind() {
    let mut house = House::open(new_match("gridlock"), 3);
    let (id, umg, myth) = (house.id, CastId(2), CastId(3));
    let substitute = Ruling::Substitute {
        who: umg,
        account: AccountId(77),
        in_season: false,
    };
    house.rule(HOST, &substitute, OPENED + 1_000).unwrap();
    let hide = Ruling::Act {
        whose: Party::Cast(myth),
        text: "hide B1".to_owned(),
    };
    house.rule(HOST, &hide, OPENED + 2_000).unwrap();
    let before = last(&mut house);
    send(&mut house);
    let open = house.core().store().read(|tx| tx.open_posts(id)).unwrap();
    let seated = open.iter().find(|row| row.queue == 77).unwrap();
    let message = seated.sent.unwrap().message;
    house
        .rule(HOST, &Ruling::Rewind { before }, OPENED + 60_000)
        .unwrap();
    let core = house.core();
    assert!(core.shows_taken_back(id, message, OPENED).unwrap());
    let again = core.store().read(|tx| tx.pending_posts_to(id, 77)).unwrap();
    let again = again.iter().map(|row| serde_json::from_str(&row.body));
    let again: Vec<Letter> = again.collect::<Result<_, _>>().unwrap();
    assert!(
        matches!(
            again[..],
            [Letter {
                post: Post::Submission { .. },
                ..
            }]
        ),
        "{again:?}"
    );
}

/// A person loses the reminder that held their only controls, so they get controls again.
#[test]
fn a_person_who_has_yet_to_choose_keeps_their_controls() {
    let mut house = House::open(new_match("gridlock"), 3);
    let (id, umg, myth) = (house.id, CastId(2), account(CastId(3)));
    send(&mut house);
    let hide = Ruling::Act {
        whose: Party::Cast(umg),
        text: "hide B1".to_owned(),
    };
    house.rule(HOST, &hide, OPENED + 1_000).unwrap();
    let before = last(&mut house);
    house.judge(OPENED + 12 * 3_600_000);
    send(&mut house);
    // The postman does this when the reminder is posted, so that the choice stands in one place.
    let core = house.core();
    let close = core.store_mut().write(|tx| {
        let open = tx.open_posts(id)?.into_iter();
        let first = open
            .filter(|row| row.queue == myth.0)
            .min_by_key(|row| row.id);
        tx.set_post_stale(first.unwrap().id)
    });
    close.unwrap();
    let rewind = Ruling::Rewind { before };
    house.rule(HOST, &rewind, OPENED + 13 * 3_600_000).unwrap();
    let own = house
        .core()
        .store()
        .read(|tx| tx.pending_posts_to(id, myth.0));
    let own: Vec<Post> = own
        .unwrap()
        .iter()
        .map(|row| serde_json::from_str::<Letter>(&row.body).unwrap().post)
        .collect();
    assert!(matches!(own[..], [Post::Submission { .. }]), "{own:?}");
}
