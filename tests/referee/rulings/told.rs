//! What people hear about a ruling: its host before and after, and the audit log. Nobody hears a
//! secret choice.

use dealer::referee::{
    AuditEntry, ConductRefusal, Effect, EntryKind, ExportRefusal, Letter, Line, Post, Preview,
    RefereeError, Ruling,
};
use dealer::store::{AccountId, AuditLine, SeasonSettings, ServerId, Stakes};
use games::{CastId, Party, Seat, WallMs};
use matches::{Event, Setup};

use super::{in_season, last, order, send};
use crate::house::{AUDIT, HOST, House, OPENED, account, new_match};

/// The sentence of a line in the log.
fn said(line: &AuditLine, of: &Setup) -> String {
    let of = (of.game, &*of.cast);
    dealer::words::audit::audit_entry(&AuditEntry::read(&line.said), Some(of))
}

#[test]
fn every_ruling_is_logged_and_posted_in_the_audit_channel() {
    let (mut house, now) = in_season();
    let id = house.id;
    house.posts();
    house
        .rule(
            HOST,
            &Ruling::Time {
                seat: Seat::Dmo,
                delta_ms: 60_000,
            },
            now,
        )
        .unwrap();
    house.core().pause(id, HOST, now).unwrap();
    house.core().resume(id, HOST, now).unwrap();
    let lines = house
        .core()
        .store()
        .read(|tx| tx.audit(ServerId(1), Some(id), 10))
        .unwrap();
    let setup = house.play().setup;
    let brief: Vec<String> = lines
        .iter()
        .map(|line| {
            let said = said(line, &setup);
            format!("{} {said} {}", line.by, line.reason)
        })
        .collect();
    assert_eq!(
        brief,
        [
            "900 resumed the match. ",
            "900 paused the match. ",
            "900 gave Tiac 1:00. because",
            "900 started the match. ",
        ]
    );
    let audits = house
        .posts()
        .into_iter()
        .filter(|(letter, _)| letter.to.queue() == AUDIT.0);
    assert_eq!(audits.count(), 3);
    // A log entry about a ruling stays even when the ruling is undone.
    let entry = house.journal()[0].id;
    house
        .rule(HOST, &Ruling::Rewind { before: entry }, now + 1_000)
        .unwrap();
    let lines = house
        .core()
        .store()
        .read(|tx| tx.audit(ServerId(1), Some(id), 10))
        .unwrap();
    assert_eq!(lines.len(), 5);
    let newest = said(&lines[0], &setup);
    assert!(newest.starts_with("rewound the match"), "{newest}");
}

#[test]
fn hosts_see_submissions_only_if_the_season_allows_it() {
    for sees in [false, true] {
        let settings = SeasonSettings {
            hosts_see_submissions: sees,
            audit_channel: Some(AUDIT),
            ..SeasonSettings::default()
        };
        let mut house = House::open_in_season(new_match("gridlock"), 3, &settings);
        let id = house.id;
        let hide = Ruling::Act {
            whose: Party::Cast(CastId(2)),
            text: "hide B1".to_owned(),
        };
        house.rule(HOST, &hide, OPENED + 1_000).unwrap();
        // An entry that shows nothing isn't offered.
        let past = house.core().past(id, 25).unwrap();
        let read: Vec<_> = past.iter().map(|past| past.act.as_deref()).collect();
        assert_eq!(read, Vec::from_iter(sees.then_some(Some("hide B1"))));
        let record = house.core().record_for_host(id, HOST);
        assert_eq!(record.is_ok(), sees);
        // A player of the match sees it under neither setting.
        let dmo = house.seat_account(Seat::Dmo);
        let refused = house.core().record_for_host(id, dmo);
        assert!(matches!(
            refused,
            Err(RefereeError::Refused(ExportRefusal::NotOver))
        ));
        // The log and the posts never contain it.
        let before = last(&mut house);
        house
            .rule(HOST, &Ruling::Rewind { before }, OPENED + 2_000)
            .unwrap();
        let lines = house
            .core()
            .store()
            .read(|tx| tx.audit(ServerId(1), Some(id), 10));
        assert!(!format!("{:?}", lines.unwrap()).contains("B1"));
        for (letter, body) in house.posts() {
            let own = letter.to.queue() == account(CastId(2)).0;
            assert!(own || !body.contains("B1"), "{body}");
        }
    }
}

/// An act may end a round of secret choices. Its preview is the same whatever the other player has
/// chosen.
#[test]
fn a_preview_tells_no_secret_choice() {
    let preview = |sees: bool, bid: &str| {
        let settings = SeasonSettings {
            hosts_see_submissions: sees,
            ..SeasonSettings::default()
        };
        let mut house = House::open_in_season(new_match("crossfire"), 3, &settings);
        let (id, now) = (house.id, OPENED + 1_000);
        house.core().begin(id, HOST, true, now).unwrap();
        let ec = Ruling::Act {
            whose: Party::Seat(Seat::Ec),
            text: bid.to_owned(),
        };
        house.rule(HOST, &ec, now).unwrap();
        let dmo = order(
            &house,
            Ruling::Act {
                whose: Party::Seat(Seat::Dmo),
                text: "bid 2".to_owned(),
            },
        );
        let preview = house.core().preview(&dmo, now).unwrap();
        dealer::words::rulings::ruling_preview(&preview, &preview.cast, "")
    };
    assert_eq!(preview(false, "bid 1"), preview(false, "bid 3"));
    assert!(preview(false, "bid 1").contains("It's legal"));
    assert_ne!(preview(true, "bid 1"), preview(true, "bid 3"));
}

/// While nobody has made a secret choice, the preview shows everything.
#[test]
fn a_preview_shows_everything_when_nothing_is_secret() {
    let new = new_match("crossfire");
    let mut house = House::open_in_season(new, 3, &SeasonSettings::default());
    let (id, now) = (house.id, OPENED + 1_000);
    house.core().begin(id, HOST, true, now).unwrap();
    let bid = Ruling::Act {
        whose: Party::Seat(Seat::Dmo),
        text: "bid 2".to_owned(),
    };
    let preview = house.preview(HOST, &bid, now).unwrap();
    assert!(!preview.sealed, "{preview:?}");
    let seats = vec![Seat::Ec];
    assert!(
        preview.ruled.effects.contains(&Effect::WaitsFor { seats }),
        "{preview:?}"
    );
}

/// A live match in a season that holds results, and when it began.
fn that_holds_results() -> (House, WallMs) {
    let mut new = new_match("crossfire");
    new.stakes = Stakes::Elimination;
    let settings = SeasonSettings {
        hold_results: true,
        hosts_see_submissions: true,
        audit_channel: Some(AUDIT),
        ..SeasonSettings::default()
    };
    let mut house = House::open_in_season(new, 3, &settings);
    let (id, now) = (house.id, OPENED + 1_000);
    house.core().begin(id, HOST, true, now).unwrap();
    (house, now)
}

/// A host releases exactly the result that they saw, and not a later one.
#[test]
fn only_the_result_that_was_shown_is_released() {
    let (mut house, now) = that_holds_results();
    let id = house.id;
    let forfeit = |seat| Ruling::Forfeit { seat };
    house.rule(HOST, &forfeit(Seat::Ec), now + 1_000).unwrap();
    let (shown, _) = house.core().held_posts(id, HOST).unwrap();
    let before = house.core().past(id, 1).unwrap()[0].entry;
    let rewind = Ruling::Rewind { before };
    house.rule(HOST, &rewind, now + 2_000).unwrap();
    house.rule(HOST, &forfeit(Seat::Dmo), now + 3_000).unwrap();
    let released = house.core().release(id, HOST, shown, now + 4_000);
    assert!(matches!(
        released,
        Err(RefereeError::Refused(ConductRefusal::AnotherHeld))
    ));
    assert!(house.core().is_held(id).unwrap());
    let (shown, _) = house.core().held_posts(id, HOST).unwrap();
    house.core().release(id, HOST, shown, now + 5_000).unwrap();
    assert!(!house.core().is_held(id).unwrap());
}

/// Until a result is released, the rewind menu says only that the match ended.
#[test]
fn no_menu_tells_how_a_match_ended_while_its_result_waits() {
    let (mut house, now) = that_holds_results();
    let id = house.id;
    house
        .rule(HOST, &Ruling::Forfeit { seat: Seat::Ec }, now + 1_000)
        .unwrap();
    assert!(house.core().is_held(id).unwrap());
    send(&mut house);
    let past = house.core().past(id, 10).unwrap();
    let deeds: Vec<&EntryKind> = past.iter().map(|past| &past.deed).collect();
    assert!(
        matches!(deeds[..], [EntryKind::Ending, EntryKind::Event(_)]),
        "{past:?}"
    );
    assert_eq!(past[0].act, None);
    let before = past[0].entry;
    let preview = house
        .rule(HOST, &Ruling::Rewind { before }, now + 2_000)
        .unwrap();
    let said = dealer::words::rulings::ruling_preview(&preview, &preview.cast, "");
    for secret in ["forfeit", "garnet", "player of the season"] {
        assert!(!said.contains(secret), "{said}");
    }
    for (letter, body) in house.posts() {
        // The log says what was ruled, but not what followed.
        let secrets = match letter.post {
            Post::Audit { .. } => ["wins", "eliminated", "garnet"].as_slice(),
            _ => ["forfeit"].as_slice(),
        };
        for secret in secrets {
            assert!(!body.contains(secret), "{letter:?}");
        }
    }
    // The menu shows what everybody knows already.
    let past = house.core().past(id, 10).unwrap();
    let deeds: Vec<&EntryKind> = past.iter().map(|past| &past.deed).collect();
    assert!(
        matches!(
            deeds[..],
            [
                EntryKind::Event(Event::Rewound { .. }),
                EntryKind::Event(Event::Started { .. })
            ]
        ),
        "{past:?}"
    );
    // The rewind is undone: the end waits again, and still nobody hears how it came.
    let before = past[0].entry;
    let preview = house
        .rule(HOST, &Ruling::Rewind { before }, now + 3_000)
        .unwrap();
    assert!(house.core().is_held(id).unwrap());
    let said = dealer::words::rulings::ruling_preview(&preview, &preview.cast, "");
    for secret in ["forfeit", "wins", "garnet", "eliminated"] {
        assert!(!said.contains(secret), "{said}");
    }
    assert!(said.contains("Counts again"), "{said}");
    // The host's letter with the release button stands once.
    let standing = house.core().store().read(|tx| tx.standing_posts(id));
    let calls = standing.unwrap().into_iter().filter(|row| {
        let letter: Letter = serde_json::from_str(&row.body).unwrap();
        matches!(letter.post, Post::News { lines } if lines.contains(&Line::Held))
    });
    assert_eq!(calls.count(), 1);
}

/// A ruling can't take time that isn't there. The preview, the log and the post give the real
/// amount.
#[test]
fn a_ruling_says_how_much_time_it_really_takes() {
    let (mut house, now) = in_season();
    let id = house.id;
    house.posts();
    let reserve_ms = house.play().clock.reserve_ms[Seat::Ec];
    let taken = |delta_ms| Ruling::Time {
        seat: Seat::Ec,
        delta_ms,
    };
    let preview = house.rule(HOST, &taken(-3_600_000), now).unwrap();
    assert_eq!(preview.ruled.ruling, taken(-(reserve_ms as i64)));
    let amount = dealer::words::english::stretch(reserve_ms);
    let log = house
        .core()
        .store()
        .read(|tx| tx.audit(ServerId(1), Some(id), 1));
    let expected = format!("took {amount} from Zac.");
    let setup = house.play().setup;
    assert_eq!(said(&log.unwrap()[0], &setup), expected);
    let told = house.posts().into_iter().any(|(_, body)| {
        let changed = format!("\"delta_ms\":-{reserve_ms}");
        body.contains(&changed)
    });
    assert!(told);
    // A change too small to read isn't a change.
    let preview = house.preview(HOST, &taken(400), now).unwrap();
    let said = dealer::words::rulings::ruling_preview(&preview, &preview.cast, "");
    assert!(!said.contains("instead of"), "{said}");
}

/// People who didn't choose before the match got a strike when it began. The end reveals that, and
/// its preview says so.
#[test]
fn the_preview_of_an_end_lists_its_strikes() {
    let (mut house, now) = in_season();
    let seat = Seat::Dmo;
    for ruling in [
        Ruling::Void,
        Ruling::Settle { seat },
        Ruling::Forfeit { seat },
    ] {
        let preview = house.preview(HOST, &ruling, now).unwrap();
        let said = dealer::words::rulings::ruling_preview(&preview, &preview.cast, "");
        let stand = "• Everyone is told about the strikes for missing choices (2).";
        assert!(said.contains(stand), "{said}");
    }
}

/// A host reads whether a rewind costs somebody time. It compares reserves with reserves, and gives
/// base time separately.
#[test]
fn the_preview_of_a_rewind_separates_base_time_and_reserve() {
    for (after_s, reserve) in [
        (5, None),
        (80, Some("• Tiac has 5:00 reserve instead of 4:40.")),
    ] {
        let (mut house, now) = in_season();
        let id = house.id;
        house.core().shown(id, 2, now, now).unwrap();
        let now = now + after_s * 1_000;
        let act = Ruling::Act {
            whose: Party::Seat(Seat::Dmo),
            text: "choose first".to_owned(),
        };
        let before = house.rule(HOST, &act, now).unwrap().undo.unwrap();
        house.core().shown(id, 3, now, now).unwrap();
        let rewind = Ruling::Rewind { before };
        let preview = house.preview(HOST, &rewind, now + 40_000).unwrap();
        let said = dealer::words::rulings::ruling_preview(&preview, &preview.cast, "");
        let base = "• Tiac has 1:00 base time.";
        assert!(said.contains(base), "{said}");
        let of_reserve = said.lines().find(|line| line.contains(" reserve "));
        assert_eq!(of_reserve, reserve, "{said}");
    }
}

/// A substitute inherits a running clock. The host reads before confirming how much is left, and
/// everybody reads until when.
#[test]
fn a_substitution_says_how_much_time_the_turn_has_left() {
    for (paused, expected) in [
        (
            false,
            "• Tiac's clock keeps running, with 0:07 + 5:00 reserve left.",
        ),
        (
            true,
            "• The match is paused. Tiac has 0:07 + 5:00 reserve when it resumes.",
        ),
    ] {
        let (mut house, now) = in_season();
        let id = house.id;
        house.core().shown(id, 2, now, now).unwrap();
        let up = now + 360_000;
        let now = now + 53_000;
        if paused {
            house.core().pause(id, HOST, now).unwrap();
        }
        let cast = house.play().setup.cast.clone();
        let substitute = |seat| Ruling::Substitute {
            who: cast.seated(seat).unwrap(),
            account: AccountId(4_242),
            in_season: false,
        };
        let of_both = Seat::BOTH.map(substitute);
        let [of_dmo, of_ec] = of_both;
        let said = |house: &mut House, ruling: &Ruling| {
            let preview = house.preview(HOST, ruling, now).unwrap();
            dealer::words::rulings::ruling_preview(&preview, &preview.cast, "")
        };
        let (dmo, ec) = (said(&mut house, &of_dmo), said(&mut house, &of_ec));
        assert!(dmo.contains(expected), "{dmo}");
        // Nobody waits for them.
        assert!(!ec.contains(" reserve"), "{ec}");
        house.posts();
        house.rule(HOST, &of_dmo, now).unwrap();
        let until = house.posts().into_iter().find_map(|(letter, _)| {
            let Post::News { lines } = letter.post else {
                return None;
            };
            lines.into_iter().find_map(|line| match line {
                Line::Substituted { until_ms, .. } => Some(until_ms),
                _ => None,
            })
        });
        assert_eq!(until, Some((!paused).then_some(up)));
    }
}

/// Before a host ends a match or lets it continue, they read what that uncovers.
#[test]
fn a_host_is_told_what_a_ruling_uncovers() {
    let tells = |preview: &Preview| {
        let mut effects = preview.ruled.effects.iter();
        effects.any(|effect| matches!(effect, Effect::Reveals { .. } | Effect::Revealed { .. }))
    };
    for (game, expected) in [
        ("roundabout", true),
        ("gridlock", true),
        ("crossfire", false),
    ] {
        let mut house = House::open(new_match(game), 3);
        let (id, now) = (house.id, OPENED + 1_000);
        if game == "gridlock" {
            let hide = Ruling::Act {
                whose: Party::Cast(CastId(2)),
                text: "hide B1".to_owned(),
            };
            house.rule(HOST, &hide, now).unwrap();
        }
        // A match called off before it begins shows nobody anything.
        let void = house.preview(HOST, &Ruling::Void, now).unwrap();
        assert!(!tells(&void), "{game:?}");
        house.core().begin(id, HOST, true, now).unwrap();
        for ruling in [Ruling::Void, Ruling::Forfeit { seat: Seat::Dmo }] {
            let preview = house.preview(HOST, &ruling, now).unwrap();
            assert_eq!(tells(&preview), expected, "{game:?} {ruling:?}");
        }
        house.rule(HOST, &Ruling::Void, now).unwrap();
        let before = last(&mut house);
        let back = house
            .preview(HOST, &Ruling::Rewind { before }, now)
            .unwrap();
        assert_eq!(tells(&back), expected, "{game:?}");
        assert!(back.board.is_some(), "{game:?}");
    }
}
