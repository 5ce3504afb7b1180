//! Laws of taking back: in random matches of every game, a rewind to before any entry gives the match of the shorter journal, to the board, the clocks
//! and the record; taking the rewind back gives the longer one again; and from wherever it has come to, the match is played on to its end.

use dealer::games::{Author, BySeat, CastId, Dice, GameId, Party, Prompt, Role, Seat};
use dealer::matches::record::RecordEntry;
use dealer::matches::{Entry, Event, Match, Stage, rewind_point, standing};
use dealer::referee::{
    Act, Asker, ConductRefusal, Deed, Effect, ExportRefusal, Fault, ForgetRefusal, Letter, Line,
    Order, Post, Practice, Ruling, RulingRefusal, Side, To,
};
use dealer::store::{
    Hello, Movement, OutboxRow, OwnSettings, PostEdit, PostState, Purse, SeasonSettings, Sent,
    Stakes, StoreError,
};

use crate::house::{AUDIT, CHANNEL, HOST, House, OPENED, account, new_match};
use crate::random::Player;

const MATCHES: u64 = 2;
const MANY_MATCHES: u64 = 100;
/// At so many entries a match; all of them in the long run.
const ENTRIES: usize = 6;

#[test]
fn a_rewind_gives_the_match_of_the_shorter_journal() {
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
    // Some are taken back from their middle, some from their end.
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
        there_and_back(
            &mut player,
            entry,
            &format!("{} {seed}: {entry}", game.word()),
        );
    }
    // From somewhere it goes on, and ends.
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

fn there_and_back(player: &mut Player, named: i64, what: &str) {
    let now = player.now;
    let house = &mut player.house;
    let (journal, play) = (house.journal(), house.play());
    let log = log_of(&journal, &play);
    let point = rewind_point(&journal, named).unwrap();
    house
        .rule(HOST, &Ruling::Rewind { before: point.id }, now)
        .unwrap();
    house.refold();
    house.reopen();
    let cut = journal.partition_point(|entry| entry.id < point.id);
    let shorter = kept(&journal, cut);
    is_as(house, &play, &shorter, point.at_ms, now, what);

    let rewound = |entry: &&Entry| matches!(entry.event, Event::Rewound { .. });
    let back = house.journal().iter().rev().find(rewound).unwrap().id;
    house
        .rule(HOST, &Ruling::Rewind { before: back }, now + 5_000)
        .unwrap();
    house.refold();
    assert_eq!(house.record().log, log, "{what}: taken back and back again");
    assert_eq!(
        format!("{:?}", house.play().game),
        format!("{:?}", play.game),
        "{what}"
    );
    let as_before = house.play().clock.match_ms(now + 5_000);
    assert_eq!(
        as_before,
        play.clock.match_ms(now),
        "{what}: the time between"
    );
    player.now = now + 5_000;
}

/// The journal up to an entry, with the outages that were learnt of later.
fn kept(journal: &[Entry], cut: usize) -> Vec<Entry> {
    let outage = |entry: &&Entry| matches!(entry.event, Event::Outage { .. });
    let later = journal[cut..].iter().filter(outage);
    journal[..cut].iter().chain(later).cloned().collect()
}

/// The match at hand is the one of the shorter journal, since when its time stood still.
fn is_as(house: &mut House, before: &Match, shorter: &[Entry], since: u64, now: u64, what: &str) {
    let mut expected = Match::fold(before.setup.clone(), OPENED, shorter).unwrap();
    if !expected.started {
        // Both are asked anew; a start that has passed is not to begin the match again at once.
        expected.ready = BySeat::default();
    }
    let (found, log) = (house.play(), house.record().log);
    assert_eq!(found.paused.is_some(), before.paused.is_some(), "{what}");
    let shorter_log = log_of(shorter, &expected);
    assert_eq!(log[..shorter_log.len()], shorter_log, "{what}");
    let draws = expected.game.prompts();
    if draws.iter().any(|prompt| prompt.who == Party::Dealer) {
        // What chance decides is drawn anew at once.
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
    for seat in Seat::BOTH {
        let deadline = expected.clock.deadline_ms(seat);
        match found.clock.deadline_ms(seat) {
            Some(found) => assert_eq!(Some(found), deadline, "{what}: {seat}"),
            // Asked anew: somebody's time was up.
            None if deadline.is_some() => {
                let up = |seat| expected.clock.deadline_ms(seat);
                let late = Seat::BOTH.into_iter().filter_map(up).min().unwrap();
                assert!(late <= expected.clock.match_ms(since), "{what}: {seat}");
            }
            None => {}
        }
    }
}

fn log_of(journal: &[Entry], play: &Match) -> Vec<RecordEntry> {
    let mut log: Vec<RecordEntry> = Vec::new();
    for entry in standing(journal) {
        if let Event::Act { by, whose, act, .. } = &entry.event {
            let at_ms = log.last().map_or(0, |last| last.at_ms).max(entry.match_ms);
            let (seq, act) = (log.len() as u64 + 1, act.clone());
            let cast = &play.setup.cast;
            log.push(RecordEntry::write(seq, at_ms, *by, *whose, act, cast));
        }
    }
    log
}

/// A live match of Gridlock of a season, and when it is. Myth has not hidden.
fn in_season() -> (House, u64) {
    let mut new = new_match(GameId::Gridlock);
    new.stakes = Stakes::Nothing;
    let settings = SeasonSettings {
        audit_channel: Some(AUDIT),
        ..SeasonSettings::default()
    };
    let mut house = House::open_in_season(new, 3, &settings);
    let id = house.id;
    house.core().begin(id, HOST, true, OPENED + 1_000).unwrap();
    (house, OPENED + 1_000)
}

fn last(house: &mut House) -> i64 {
    house.journal().last().unwrap().id
}

fn season<T>(
    house: &mut House,
    work: impl FnOnce(&dealer::store::Tx, dealer::store::SeasonId) -> Result<T, StoreError>,
) -> T {
    let season = house
        .core()
        .store()
        .read(|tx| tx.current_season(1))
        .unwrap();
    let season = season.unwrap().id;
    house.core().store().write(|tx| work(tx, season)).unwrap()
}

/// Garnets by position, strikes that stand, and who is out.
fn books(house: &mut House) -> (Vec<u32>, usize, Vec<String>) {
    season(house, |tx, season| {
        let cast = tx.season_cast(season)?;
        let out = cast.iter().filter(|one| one.role == Role::Eliminated);
        let strikes = tx.strikes(season)?;
        Ok((
            cast.iter().map(|one| one.garnets).collect(),
            strikes.iter().filter(|strike| !strike.void).count(),
            out.map(|one| one.name.clone()).collect(),
        ))
    })
}

#[test]
fn what_a_match_has_brought_about_in_its_season_is_taken_back() {
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
    // What the end brings about, by its entry.
    season(&mut house, |tx, season| {
        let cause = Some((id, entry));
        let movement = Movement {
            from: Purse::Member(0),
            to: Purse::Member(1),
            amount: 2,
            reason: "lost".to_owned(),
            by: None,
            cause,
        };
        tx.move_garnets(season, &movement, now)?.unwrap();
        tx.change_role(season, 0, Role::Eliminated, None, cause, now)
    });
    let ended = books(&mut house);
    assert_ne!(before, ended);

    // The winner has spent one meanwhile.
    let spent = Movement {
        from: Purse::Member(1),
        to: Purse::Bank,
        amount: 3,
        reason: "bought".to_owned(),
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

    let preview = house.rule(HOST, &rewind, now + 3_000).unwrap();
    assert_eq!(books(&mut house), before);
    assert!(preview.effects.contains(&Effect::Reopens), "{preview:?}");
    let role = Effect::Role {
        name: "Zac".to_owned(),
        became: Role::Player,
    };
    assert!(preview.effects.contains(&role), "{preview:?}");
    assert_eq!(house.seat_account(Seat::Ec), zac);

    // To before the beginning: nobody has failed a duty; and back again: they have.
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

#[test]
fn an_end_that_is_brought_back_has_its_consequences_again() {
    let mut new = new_match(GameId::Gridlock);
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
    let back = last(&mut house);
    assert_eq!(books(&mut house), before);
    // It ends in the same way once more, and that is taken back for the first end.
    house.rule(HOST, &settle, now + 2_000).unwrap();
    assert_eq!(books(&mut house), ended);
    house
        .rule(HOST, &Ruling::Rewind { before: back }, now + 3_000)
        .unwrap();
    assert_eq!(house.play().stage(), Stage::Over);
    assert_eq!(books(&mut house), ended);
}

/// Where the time for the choices before the match was up, there is as much again: nobody has them made by chance once more at once, and until they are
/// made nobody can start the match. Also when only what was drawn for a seat is taken back, not that the time was over.
#[test]
fn choices_before_the_match_are_asked_for_anew() {
    let mut tried = 0;
    for (game, whole) in GameId::ALL
        .iter()
        .flat_map(|game| [(game, false), (game, true)])
    {
        let mut house = House::open(new_match(*game), 3);
        let play = house.play();
        let of_seat = |prompt: &Prompt| matches!(prompt.who, Party::Seat(_));
        let seats_choose = play.preparations().iter().any(of_seat);
        let (Some(due), true) = (play.preparation_deadline(), whole || seats_choose) else {
            continue;
        };
        tried += 1;
        let (there_was, grace_ms) = (due - OPENED, play.setup.grace_ms);
        house.judge(due + grace_ms);
        assert_eq!(house.play().stage(), Stage::Standing, "{game:?}");
        let journal = house.journal();
        let mut over = journal.iter().filter(|entry| match entry.event {
            Event::PreparationOver => whole,
            Event::TimeUp { .. } => !whole,
            _ => false,
        });
        let before = over.next().unwrap().id;
        let now = due + grace_ms + 1_000;
        house.rule(HOST, &Ruling::Rewind { before }, now).unwrap();
        house.refold();
        let (id, seat) = (house.id, house.seat_account(Seat::Dmo));
        assert!(house.core().ready(id, seat, now).is_err());
        assert_eq!(house.play().preparation_deadline(), Some(now + there_was));
        house.judge(now + there_was - 1);
        assert_eq!(house.play().stage(), Stage::Preparing, "{game:?}");
        house.judge(now + there_was + grace_ms);
        assert_eq!(house.play().stage(), Stage::Standing, "{game:?}");
        let now = now + there_was + grace_ms + 1_000;
        house.core().begin(id, HOST, true, now).unwrap();
        assert!(house.play().open_prompt().is_some(), "{game:?}");
    }
    assert!(tried > 0);
}

#[test]
fn every_ruling_is_in_the_audit_log_and_posted_there() {
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
    house.rule(HOST, &Ruling::Resume, now).unwrap();
    let lines = house
        .core()
        .store()
        .read(|tx| tx.audit(1, Some(id), 10))
        .unwrap();
    let brief: Vec<String> = lines
        .iter()
        .map(|line| format!("{} {} {} {}", line.by, line.deed, line.said, line.reason))
        .collect();
    assert_eq!(
        brief,
        [
            "900 resume let the match go on. because",
            "900 pause paused the match. ",
            "900 time gave Tiac 1:00 of time. because",
            "900 begin began the match. ",
        ]
    );
    let audits = house
        .posts()
        .into_iter()
        .filter(|(letter, _)| letter.to.queue() == AUDIT);
    assert_eq!(audits.count(), 3);
    // Nobody takes back that something was ruled.
    let entry = house.journal()[0].id;
    house
        .rule(HOST, &Ruling::Rewind { before: entry }, now + 1_000)
        .unwrap();
    let lines = house
        .core()
        .store()
        .read(|tx| tx.audit(1, Some(id), 10))
        .unwrap();
    assert_eq!((lines.len(), lines[0].deed.as_str()), (5, "rewind"));
}

#[test]
fn hosts_see_what_was_submitted_only_where_the_season_lets_them() {
    for sees in [false, true] {
        let settings = SeasonSettings {
            hosts_see_submissions: sees,
            audit_channel: Some(AUDIT),
            ..SeasonSettings::default()
        };
        let mut house = House::open_in_season(new_match(GameId::Gridlock), 3, &settings);
        let id = house.id;
        let hide = Ruling::Act {
            whose: Party::Cast(CastId(2)),
            text: "hide B1".to_owned(),
        };
        house.rule(HOST, &hide, OPENED + 1_000).unwrap();
        let past = house.core().past(id, 25).unwrap();
        assert_eq!(past[0].act.as_deref(), sees.then_some("hide B1"));
        let record = house.core().record_for_host(id, HOST);
        assert_eq!(record.is_ok(), sees);
        // Who plays in the match sees it in neither season.
        let dmo = house.seat_account(Seat::Dmo);
        let refused = house.core().record_for_host(id, dmo);
        assert!(matches!(
            refused,
            Err(Fault::Refused(ExportRefusal::NotOver))
        ));
        // What is written down and posted never says it.
        let before = past[0].entry;
        house
            .rule(HOST, &Ruling::Rewind { before }, OPENED + 2_000)
            .unwrap();
        let lines = house.core().store().read(|tx| tx.audit(1, Some(id), 10));
        assert!(!format!("{:?}", lines.unwrap()).contains("B1"));
        for (letter, body) in house.posts() {
            let own = letter.to.queue() == account(CastId(2));
            assert!(own || !body.contains("B1"), "{body}");
        }
    }
}

#[test]
fn of_two_hosts_at_once_the_second_is_told_that_the_match_has_moved_on() {
    let (mut house, now) = in_season();
    let order = |house: &House, ruling: Ruling| dealer::referee::Order {
        match_id: house.id,
        host: HOST,
        ruling,
        reason: "x".to_owned(),
    };
    let settle = order(&house, Ruling::Settle { seat: Seat::Dmo });
    let seen = house.core().preview(&settle, now).unwrap().seen;
    // A post that turns up and a warning are nothing that moves the match on.
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
        matches!(
            moved,
            Err(dealer::referee::Fault::Refused(RulingRefusal::Moved))
        ),
        "{moved:?}"
    );
    let seen = house.core().preview(&settle, now).unwrap().seen;
    house.core().rule(&settle, Some(seen), now).unwrap();
    assert_eq!(house.play().stage(), Stage::Over);
}

#[test]
fn what_the_clock_decides_for_one_makes_a_host_look_again() {
    let mut new = new_match(GameId::Invitational);
    new.times.set("reserve_s", 0).unwrap();
    let mut house = House::open(new, 3);
    let (id, mut now) = (house.id, OPENED + 1_000);
    for seat in Seat::BOTH {
        let game = house.play().game.clone();
        let text = game.sample(Party::Seat(seat), &mut Dice::new(1)).unwrap();
        let ranks = Act {
            match_id: id,
            account: house.seat_account(seat),
            for_party: None,
            is_host: false,
            prompt: None,
            text,
            interaction: None,
            made_at_ms: now,
        };
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
fn what_overtime_takes_from_a_late_player_keeps_no_ruling_from_being_confirmed() {
    let mut new = new_match(GameId::Crossfire);
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
    // Both are late, and pay every ten seconds.
    now += 75_000;
    house.judge(now);
    // No time that is past is shown.
    let look = house.core().look(id, 0, false).unwrap().unwrap();
    let clocks = dealer::words::clocks(&look, look.cast());
    assert_eq!(
        clocks
            .matches("being late costs chips, the next at")
            .count(),
        2,
        "{clocks}"
    );
    assert!(!clocks.contains("base until"), "{clocks}");
    let forfeit = Ruling::Forfeit { seat: Seat::Ec };
    let seen = house.preview(HOST, &forfeit, now).unwrap().seen;
    let before = drains(&mut house);
    now += 30_000;
    house.judge(now);
    assert!(drains(&mut house) > before && before > 0);
    assert_eq!(house.preview(HOST, &forfeit, now).unwrap().seen, seen);
    // That somebody has bid is something else.
    let bid = Act {
        match_id: id,
        account: house.seat_account(Seat::Dmo),
        for_party: None,
        is_host: false,
        prompt: None,
        text: "bid 1".to_owned(),
        interaction: None,
        made_at_ms: now,
    };
    house.act(&bid, now).unwrap();
    let after_bid = house.preview(HOST, &forfeit, now).unwrap().seen;
    assert_ne!(after_bid, seen);
    now += 30_000;
    house.judge(now);
    assert_eq!(house.preview(HOST, &forfeit, now).unwrap().seen, after_bid);
    // A pause is the same, whoever has moved since it was shown.
    let order = |ruling| Order {
        match_id: id,
        host: HOST,
        ruling,
        reason: "x".to_owned(),
    };
    let moved = house.core().rule(&order(forfeit), Some(seen), now);
    let is_moved = matches!(moved, Err(Fault::Refused(RulingRefusal::Moved)));
    assert!(is_moved, "{moved:?}");
    let pause = order(Ruling::Pause);
    house.core().rule(&pause, Some(seen), now).unwrap();
    assert!(house.play().paused.is_some());
}

#[test]
fn a_substitute_in_the_season_is_in_its_cast() {
    let (mut house, now) = in_season();
    let umg = CastId(2);
    let substitute = |account| Ruling::Substitute {
        who: umg,
        account,
        in_season: true,
    };
    let refused = house.rule(HOST, &substitute(account(CastId(3))), now);
    assert!(matches!(refused, Err(RulingRefusal::HasPart { .. })));
    house.rule(HOST, &substitute(77), now).unwrap();
    let cast = season(&mut house, |tx, season| tx.season_cast(season));
    assert_eq!((cast[2].name.as_str(), cast[2].account), ("UMG", Some(77)));
}

#[test]
fn somebody_is_forgotten_when_no_open_match_needs_them() {
    let (mut house, now) = in_season();
    let zac = house.seat_account(Seat::Ec);
    let refused = house.core().forget_account(zac);
    assert!(matches!(refused, Err(dealer::referee::Fault::Refused(_))));
    house.rule(HOST, &Ruling::Void, now).unwrap();
    house.posts();
    // What they settled, a greeting, a gift of theirs, and what they did as a host.
    let id = season(&mut house, |tx, id| {
        let mut of = tx.season(id)?.unwrap();
        of.settings.players_may_give = true;
        tx.set_season(&of)?;
        let own = OwnSettings {
            text_boards: true,
            ..OwnSettings::default()
        };
        tx.set_own_settings(zac, own)?;
        tx.set_hello(of.guild, zac, Hello::Confirmed, now)?;
        Ok(id)
    });
    let by = |is_host| Asker {
        account: zac,
        is_host,
        interaction: None,
    };
    let to_zac = (Side::Nobody, Side::Somebody("Zac".to_owned()));
    let core = house.core();
    core.move_garnets(id, by(true), to_zac, 3, "", now).unwrap();
    core.gift_garnets(id, by(false), "UMG", 1, "", now + 1)
        .unwrap();
    let forgotten = house.core().forget_account(zac).unwrap();
    assert_eq!((forgotten.seasons, forgotten.matches), (1, 1));
    let (own, hello, lines, log) = season(&mut house, |tx, id| {
        let (own, hello) = (tx.own_settings(zac)?, tx.hello(1, zac)?);
        Ok((own, hello, tx.ledger(id, 2)?, tx.audit(1, None, 2)?))
    });
    assert_eq!((own, hello), (OwnSettings::default(), None));
    let by: Vec<Option<u64>> = lines.iter().map(|line| line.movement.by).collect();
    assert_eq!(by, [None, Some(zac)]);
    let by: Vec<(&str, u64)> = log.iter().map(|line| (&*line.deed, line.by)).collect();
    assert_eq!(by, [("gift", 0), ("garnets", zac)]);
    let cast = season(&mut house, |tx, season| tx.season_cast(season));
    assert_eq!((cast[0].name.as_str(), cast[0].account), ("Zac", None));
    let record = house.record();
    assert_eq!(record.seats.ec, "Zac");
    assert_eq!(
        house.core().forget_account(zac).unwrap(),
        Default::default()
    );
}

fn order(house: &House, ruling: Ruling) -> Order {
    Order {
        match_id: house.id,
        host: HOST,
        ruling,
        reason: String::new(),
    }
}

/// The preview of an act that would end a round of secret choices says the same whatever the other has chosen.
#[test]
fn a_preview_tells_nothing_that_somebody_chose_in_secret() {
    let preview = |sees: bool, bid: &str| {
        let settings = SeasonSettings {
            hosts_see_submissions: sees,
            ..SeasonSettings::default()
        };
        let mut house = House::open_in_season(new_match(GameId::Crossfire), 3, &settings);
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
        dealer::words::ruling_preview(&preview, &preview.cast, "")
    };
    assert_eq!(preview(false, "bid 1"), preview(false, "bid 3"));
    assert!(preview(false, "bid 1").contains("It is legal"));
    assert_ne!(preview(true, "bid 1"), preview(true, "bid 3"));
}

/// As long as nobody has chosen anything in secret, what an act would bring is shown.
#[test]
fn a_preview_keeps_back_nothing_where_nothing_is_secret() {
    let new = new_match(GameId::Crossfire);
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
        preview.effects.contains(&Effect::WaitsFor { seats }),
        "{preview:?}"
    );
}

#[test]
fn a_host_takes_nobodys_place() {
    let (mut house, now) = in_season();
    let itself = Ruling::Substitute {
        who: CastId(2),
        account: HOST,
        in_season: false,
    };
    let refused = house.rule(HOST, &itself, now);
    assert!(
        matches!(refused, Err(RulingRefusal::Yourself)),
        "{refused:?}"
    );
}

/// Both were ready and the match began when it was appointed; taken back to before that, it does not begin again by itself.
#[test]
fn a_start_that_has_passed_does_not_begin_a_match_again() {
    let mut new = new_match(GameId::Crossfire);
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

#[test]
fn who_is_replaced_in_a_practice_round_is_in_the_match_that_follows() {
    let mut new = new_match(GameId::Gridlock);
    new.practice = Practice::RoundFirst;
    let mut house = House::open(new, 3);
    let (round, now) = (house.id, OPENED + 1_000);
    let who = house.play().setup.cast.seated(Seat::Ec);
    let zac = house.seat_account(Seat::Ec);
    let substitute = Ruling::Substitute {
        who,
        account: 77,
        in_season: false,
    };
    house.rule(HOST, &substitute, now).unwrap();
    let needed = ForgetRefusal::InMatches(vec![round]);
    let refused = house.core().forget_account(77);
    assert!(
        matches!(&refused, Err(Fault::Refused(why)) if *why == needed),
        "{refused:?}"
    );
    // Who was replaced knows what the one side of the round knew, and could come back on the other one.
    let refused = house.core().forget_account(zac);
    assert!(
        matches!(&refused, Err(Fault::Refused(why)) if *why == needed),
        "{refused:?}"
    );
    house.rule(HOST, &Ruling::Void, now).unwrap();
    // Of what follows they are not.
    assert!(house.core().forget_account(zac).is_ok());
    let after = house
        .core()
        .store()
        .read(|tx| tx.open_matches(None))
        .unwrap();
    let people = house
        .core()
        .table(after[0])
        .unwrap()
        .unwrap()
        .people
        .clone();
    let found = people.iter().find(|person| person.who == who).unwrap();
    assert_eq!(found.account, 77);
}

/// A match that is over loses nothing by an outage, also when it goes on afterwards.
#[test]
fn an_outage_after_the_end_is_not_given_back_when_the_match_goes_on() {
    let mut house = House::open(new_match(GameId::Crossfire), 3);
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
    // One after that is.
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

/// What `all` comes to is written down when it is shown, and nothing else is done when that is confirmed.
#[test]
fn what_is_confirmed_is_what_was_shown() {
    let mut new = new_match(GameId::Crossfire);
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
        let said = dealer::words::ruling_preview(&preview, &preview.cast, "");
        let Ruling::Act { text, .. } = &preview.ruling else {
            panic!("{preview:?}");
        };
        assert!(said.contains(&format!("`{text}`")), "{said}");
        (text.clone(), preview)
    };
    let (text, first) = shown(&mut house, now);
    assert_eq!(text, "bid 50");
    // Overtime takes a chip: that is no move of the match, but what was shown cannot be done any more.
    let late = now + 72_000;
    house.judge(late);
    let (text, second) = shown(&mut house, late);
    assert_eq!(text, "bid 49");
    let stale = order(&house, first.ruling);
    let refused = house.core().rule(&stale, Some(first.seen), late);
    let is_refused = matches!(refused, Err(Fault::Refused(RulingRefusal::Act(_))));
    assert!(is_refused, "{refused:?}");
    let good = order(&house, second.ruling);
    let done = house.core().rule(&good, Some(second.seen), late);
    assert!(done.is_ok(), "{done:?}");
}

/// Sends what waits, as the postman does. Where the prompts and cards among it stand.
fn send(house: &mut House) -> Vec<OutboxRow> {
    let id = house.id;
    let sent = house.core().store().write(|tx| {
        let mut shown = Vec::new();
        for row in tx.pending_posts(id)? {
            let post = serde_json::from_str::<Letter>(&row.body)?.post;
            if post.is_edit() {
                tx.set_post_state(row.id, PostState::Void)?;
                continue;
            }
            if post.supersedes() {
                tx.set_posts_stale(id, row.id)?;
            }
            let message = 1_000 + row.id.0 as u64;
            let sent = Sent {
                channel: row.queue,
                message,
            };
            tx.set_post_sent(row.id, sent, post.has_controls())?;
            if matches!(post, Post::Prompt { .. } | Post::Card { .. }) {
                shown.extend(tx.post_of_message(message)?);
            }
        }
        Ok::<_, StoreError>(shown)
    });
    sent.unwrap()
}

#[test]
fn of_deleted_posts_only_the_one_with_the_current_controls_is_posted_again() {
    let mut house = House::open(new_match(GameId::Crossfire), 3);
    let (id, mut now) = (house.id, OPENED + 1_000);
    let card = send(&mut house);
    house.core().begin(id, HOST, true, now).unwrap();
    let first = send(&mut house);
    now += 1_000;
    house.core().pause(id, HOST, now).unwrap();
    house.core().resume(id, HOST, now).unwrap();
    let anew = send(&mut house);
    let began = house.journal().into_iter();
    let mut began = began.filter(|entry| matches!(entry.event, Event::Started { .. }));
    let before = began.next().unwrap().id;
    // The same prompt in another post; then a ruling takes it back, and the match begins once more.
    house
        .rule(HOST, &Ruling::Rewind { before }, now + 1_000)
        .unwrap();
    let card_anew = send(&mut house);
    house.core().begin(id, HOST, true, now + 2_000).unwrap();
    let current = send(&mut house);
    let all = [card, first, anew, card_anew, current];
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

#[test]
fn a_match_in_which_nobody_acts_for_a_player_stands_still_until_somebody_does() {
    let (mut house, now) = in_season();
    let (id, zac) = (house.id, house.seat_account(Seat::Ec));
    house.rule(HOST, &Ruling::Void, now).unwrap();
    house.core().forget_account(zac).unwrap();
    let void = last(&mut house);
    house.posts();
    let preview = house
        .rule(HOST, &Ruling::Rewind { before: void }, now + 1_000)
        .unwrap();
    let who = vec![CastId(0)];
    let says = Effect::NobodyActs { who: who.clone() };
    assert!(preview.effects.contains(&says), "{preview:?}");
    assert_eq!(house.play().next_due(), None);
    let told = house.posts();
    let told = told
        .iter()
        .any(|(letter, body)| letter.to == To::Channel(CHANNEL) && body.contains("nobody_acts"));
    assert!(told);
    let refused = house.core().resume(id, HOST, now + 2_000);
    let expected = ConductRefusal::NobodyActs { who };
    assert!(
        matches!(&refused, Err(Fault::Refused(why)) if *why == expected),
        "{refused:?}"
    );
    let refused = house.rule(HOST, &Ruling::Resume, now + 2_000);
    assert!(matches!(refused, Err(RulingRefusal::Conduct(why)) if why == expected));
    let substitute = Ruling::Substitute {
        who: CastId(0),
        account: 77,
        in_season: false,
    };
    house.rule(HOST, &substitute, now + 3_000).unwrap();
    house.core().resume(id, HOST, now + 4_000).unwrap();
    assert_eq!(house.play().paused, None);
}

/// Until a result is released, what may be taken back says no more of the end than that it came.
#[test]
fn what_ended_a_match_is_told_in_no_menu_while_its_result_waits() {
    let mut new = new_match(GameId::Crossfire);
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
    house
        .rule(HOST, &Ruling::Forfeit { seat: Seat::Ec }, now + 1_000)
        .unwrap();
    assert!(house.core().is_held(id).unwrap());
    send(&mut house);
    let past = house.core().past(id, 10).unwrap();
    let deeds: Vec<&Deed> = past.iter().map(|past| &past.deed).collect();
    assert!(
        matches!(deeds[..], [Deed::Ending, Deed::Event(_)]),
        "{past:?}"
    );
    assert_eq!(past[0].act, None);
    let before = past[0].entry;
    let preview = house
        .rule(HOST, &Ruling::Rewind { before }, now + 2_000)
        .unwrap();
    let said = dealer::words::ruling_preview(&preview, &preview.cast, "");
    for secret in ["forfeit", "garnet", "player of the season"] {
        assert!(!said.contains(secret), "{said}");
    }
    for (letter, body) in house.posts() {
        // The log says what was ruled, and not what came of it.
        let secrets = match letter.post {
            Post::Audit { .. } => ["wins", "eliminated", "garnet"].as_slice(),
            _ => ["forfeit"].as_slice(),
        };
        for secret in secrets {
            assert!(!body.contains(secret), "{letter:?}");
        }
    }
    // What everybody has been told is told again.
    let past = house.core().past(id, 10).unwrap();
    let deeds: Vec<&Deed> = past.iter().map(|past| &past.deed).collect();
    assert!(
        matches!(
            deeds[..],
            [
                Deed::Event(Event::Rewound { .. }),
                Deed::Event(Event::Started { .. })
            ]
        ),
        "{past:?}"
    );
    // That is undone: the end waits again, and still nobody is told how it came.
    let before = past[0].entry;
    let preview = house
        .rule(HOST, &Ruling::Rewind { before }, now + 3_000)
        .unwrap();
    assert!(house.core().is_held(id).unwrap());
    let said = dealer::words::ruling_preview(&preview, &preview.cast, "");
    for secret in ["forfeit", "wins", "garnet", "eliminated"] {
        assert!(!said.contains(secret), "{said}");
    }
    assert!(said.contains("Counts again"), "{said}");
    // The host's letter with the button that releases it stands once.
    let standing = house.core().store().read(|tx| tx.standing_posts(id));
    let calls = standing.unwrap().into_iter().filter(|row| {
        let letter: Letter = serde_json::from_str(&row.body).unwrap();
        matches!(letter.post, Post::News { lines } if lines.contains(&Line::Held))
    });
    assert_eq!(calls.count(), 1);
}

/// A rewind by mistake is offered to be undone: what comes back is named first, and its posts lose their mark.
#[test]
fn a_rewind_that_is_undone_brings_back_what_it_had_taken() {
    let mut house = House::open(new_match(GameId::Crossfire), 3);
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
        let rows = house.core().store().read(|tx| tx.posts_to_edit(id, edit));
        let rows = rows.unwrap().into_iter();
        rows.map(|row| row.id).collect::<Vec<_>>()
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

    // The menu offers the rewind itself, and so does the answer to whoever has done it.
    let past = house.core().past(id, 25).unwrap();
    assert_eq!(done.undo, Some(past[0].entry));
    let undo = Ruling::Rewind {
        before: past[0].entry,
    };
    let preview = house.rule(HOST, &undo, now + 5_000).unwrap();
    let said = dealer::words::ruling_preview(&preview, &preview.cast, "");
    let (taken, back) = said.split_once("Counts again, 2 entries:").unwrap();
    assert!(taken.contains("Undo this: "), "{said}");
    assert!(taken.contains("the host changed Tiac's time"), "{said}");
    assert!(back.contains("Zac forfeits"), "{said}");
    assert_eq!(house.play().stage(), Stage::Over);
    // The result too: it is not posted anew.
    let unmarked = to_edit(&mut house, PostEdit::Unmark);
    assert_eq!(unmarked, marked);
    let marked = to_edit(&mut house, PostEdit::Mark);
    assert!(marked.len() > 1 && marked[0] > unmarked[0], "{marked:?}");

    // And when that is undone, they are marked once more.
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

/// However often an undoing is undone, everybody reads whether it counts again or is taken back.
#[test]
fn each_undoing_of_a_chain_is_told_as_what_it_does() {
    let mut house = House::open(new_match(GameId::Crossfire), 3);
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
        (1, "takes the match back** to before this"),
        (2, "undoes taking the match back"),
        (3, "takes the match back after all"),
        (4, "undoes taking the match back"),
        (5, "takes the match back after all"),
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
        let told = dealer::words::lines(&[told.unwrap()], &done.cast);
        assert!(told.contains(expected), "{round}: {told}");
        let counts = standing(&house.journal()).iter().any(|one| one.id == entry);
        assert_eq!(counts, round % 2 == 0, "{round}");
    }
}

/// A substitute's post goes with what it was asked in, whatever was taken back.
#[test]
fn who_acts_for_somebody_has_controls_after_a_rewind() {
    let mut house = House::open(new_match(GameId::Gridlock), 3);
    let (id, umg, myth) = (house.id, CastId(2), CastId(3));
    let substitute = Ruling::Substitute {
        who: umg,
        account: 77,
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
    let anew = core.store().read(|tx| tx.pending_posts_to(id, 77)).unwrap();
    let anew = anew.iter().map(|row| serde_json::from_str(&row.body));
    let anew: Vec<Letter> = anew.collect::<Result<_, _>>().unwrap();
    assert!(
        matches!(
            anew[..],
            [Letter {
                post: Post::Submission { .. },
                ..
            }]
        ),
        "{anew:?}"
    );
}

/// Of time that is not there none is taken: what is shown, logged and announced is how much it was.
#[test]
fn as_much_time_is_said_to_be_taken_as_is_taken() {
    let (mut house, now) = in_season();
    let id = house.id;
    house.posts();
    let reserve_ms = house.play().clock.reserve_ms[Seat::Ec];
    let taken = |delta_ms| Ruling::Time {
        seat: Seat::Ec,
        delta_ms,
    };
    let preview = house.rule(HOST, &taken(-3_600_000), now).unwrap();
    assert_eq!(preview.ruling, taken(-(reserve_ms as i64)));
    let amount = dealer::words::stretch(reserve_ms);
    let log = house.core().store().read(|tx| tx.audit(1, Some(id), 1));
    let expected = format!("took {amount} of time from Zac.");
    assert_eq!(log.unwrap()[0].said, expected);
    let told = house.posts().into_iter().any(|(_, body)| {
        let changed = format!("\"delta_ms\":-{reserve_ms}");
        body.contains(&changed)
    });
    assert!(told);
    // A change that nobody can read is none.
    let preview = house.preview(HOST, &taken(400), now).unwrap();
    let said = dealer::words::ruling_preview(&preview, &preview.cast, "");
    assert!(!said.contains("instead of"), "{said}");
}

/// Who did not choose before the match got a strike when it began: what makes everybody read of it says so.
#[test]
fn strikes_that_are_told_with_an_end_are_in_its_preview() {
    let (mut house, now) = in_season();
    let seat = Seat::Dmo;
    for ruling in [
        Ruling::Void,
        Ruling::Settle { seat },
        Ruling::Forfeit { seat },
    ] {
        let preview = house.preview(HOST, &ruling, now).unwrap();
        let said = dealer::words::ruling_preview(&preview, &preview.cast, "");
        let stand = "• Strikes for missing choices stand, and everybody is told of them: 2.";
        assert!(said.contains(stand), "{said}");
    }
    let preview = house.preview(HOST, &Ruling::Pause, now).unwrap();
    assert_eq!(preview.effects, [Effect::Paused]);
}

/// An end that is brought back is told by what told it at first, and who has won with what comes of it below the ruling: nothing else of it is read out a
/// second time, nor the pause in which it came.
#[test]
fn an_end_that_is_brought_back_is_told_as_it_was() {
    let mut new = new_match(GameId::Gridlock);
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
            matches!(letter.to, To::Channel(_)) && letter.post.is_of_end()
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
            .filter(|letter: &Letter| matches!(letter.to, To::Channel(_)))
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
        assert!(*to == To::Channel(CHANNEL) && is_ruling, "{lines:?}");
        send(&mut house);
        let standing = house.core().store().read(|tx| tx.standing_posts(id));
        // The result and its announcement.
        assert_eq!(tell_end(standing.unwrap()), 2);
    }
    // The undoing is taken back in turn: both are marked again, and where it ends anew that is told.
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

/// The button that undoes a ruling stays where it was pressed: once the ruling counts no more it takes nothing back, also when it was looked at before.
#[test]
fn what_has_been_taken_back_is_not_taken_back_again() {
    let mut house = House::open(new_match(GameId::Crossfire), 3);
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
    // What fell by it is no place to go back to, and the way there is named.
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
    // What is said of it is what it was.
    let said = dealer::words::ruling_done(&done, &cast);
    let Ruling::Rewind { before: undone } = undo else {
        panic!("{undo:?}");
    };
    let expected = format!(
        "Done: you undid entry {undone}, by which the host took the match back to before entry {first}."
    );
    assert_eq!(said, expected);
    let newest = &house.core().past(id, 1).unwrap()[0];
    let said = dealer::words::past(newest, &cast, str::to_owned);
    assert!(
        said.ends_with(&format!(" · the host undid entry {undone}.")),
        "{said}"
    );
    house.rule(HOST, &bid(Seat::Ec, "bid 3"), now).unwrap();
    let journal = house.journal();
    let refused = house.rule(HOST, &undo, now).unwrap_err();
    let said = dealer::words::ruling_refusal(&refused, &house.play().setup.cast.clone());
    let expected = format!("This has been undone already, by entry {redo}. ");
    assert!(said.starts_with(&expected), "{said}");
    let (order, seen) = looked_at;
    let confirmed = house.core().rule(&order, Some(seen), now);
    let is_undone = matches!(
        confirmed,
        Err(Fault::Refused(RulingRefusal::Undone { by })) if by == redo
    );
    assert!(is_undone, "{confirmed:?}");
    assert_eq!(house.journal(), journal);
    // The undoing can be taken back as long as it stands, and what it had taken back stands then.
    let redo = Ruling::Rewind { before: redo };
    house.rule(HOST, &redo, now).unwrap();
    house.rule(HOST, &undo, now).unwrap();
}

/// Whose reminder, with the only controls of theirs, is taken back has their controls anew.
#[test]
fn whose_choice_is_still_awaited_keeps_their_controls() {
    let mut house = House::open(new_match(GameId::Gridlock), 3);
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
    // As the postman does when the reminder stands: what counts is said in one place.
    let core = house.core();
    let close = core.store().write(|tx| {
        let open = tx.open_posts(id)?.into_iter();
        let first = open
            .filter(|row| row.queue == myth)
            .min_by_key(|row| row.id);
        tx.set_post_stale(first.unwrap().id)
    });
    close.unwrap();
    let rewind = Ruling::Rewind { before };
    house.rule(HOST, &rewind, OPENED + 13 * 3_600_000).unwrap();
    let own = house
        .core()
        .store()
        .read(|tx| tx.pending_posts_to(id, myth));
    let own: Vec<Post> = own
        .unwrap()
        .iter()
        .map(|row| serde_json::from_str::<Letter>(&row.body).unwrap().post)
        .collect();
    assert!(matches!(own[..], [Post::Submission { .. }]), "{own:?}");
}
