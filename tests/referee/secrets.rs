//! Two worlds differ in one hiding place only. Everything that is posted in them is the same for
//! everybody, byte for byte.

use dealer::referee::{
    Act, ConductRefusal, Effect, ExportRefusal, Post, Practice, Recipient, RefereeError, Ruling,
    Viewer,
};
use dealer::store::{AccountId, SeasonSettings};
use dealer::words;
use games::{Audience, Author, Dice, GameId, Party, Seat, WallMs};
use matches::Event;
use serde_json::json;

use crate::house::{HOST, House, OPENED, account, new_match};

/// A world in which UMG hides in this place, and what was posted in it. Both worlds make the same
/// random draws and do the same otherwise.
fn world(place: &str, options: &str) -> (House, Vec<(u64, String)>) {
    let mut new = new_match("gridlock");
    new.options = serde_json::from_str(options).unwrap();
    let mut house = House::open(new, 5);
    let id = house.id;
    let mut posts = Vec::new();
    let mut now = OPENED;
    let mut press = |house: &mut House, account: AccountId, text: &str| {
        now += 1_000;
        let act = Act::new(id, account, text, now);
        house.act(&act, now).unwrap();
        if let Some(prompt) = house.play().open_prompt() {
            house.core().shown(id, prompt, now, now).unwrap();
        }
        let taken = house.posts().into_iter();
        posts.extend(taken.map(|(letter, body)| (letter.to.queue(), body)));
        now
    };
    let umg = house.play().setup.cast.find_exact("UMG").unwrap();
    press(&mut house, account(umg), "hide D4");
    press(&mut house, account(umg), &format!("hide {place}"));
    let myth = house.play().setup.cast.find_exact("Myth").unwrap();
    let now = press(&mut house, account(myth), "hide A5");
    house.core().begin(id, HOST, true, now).unwrap();
    let (dmo, ec) = (house.seat_account(Seat::Dmo), house.seat_account(Seat::Ec));
    for (account, text) in [
        (dmo, "choose first"),
        (ec, "choose horizontal"),
        (dmo, "up"),
        (ec, "left"),
        (dmo, "up"),
    ] {
        press(&mut house, account, text);
    }
    (house, posts)
}

/// The post with the result of a match, among all posts.
fn result_of(bodies: &[String]) -> &String {
    let is_result = |body: &&String| body.contains(r#""post":{"result":"#);
    bodies.iter().find(is_result).unwrap()
}

#[test]
fn no_post_tells_a_secret() {
    for options in [
        "{}",
        r#"{"reveal": "count"}"#,
        r#"{"on_timeout": "forfeit"}"#,
    ] {
        let (mut here, posted_here) = world("E5", options);
        let (mut there, posted_there) = world("D5", options);
        // The card, a submission for each, two counts, the three choices as their owners see them,
        // the call, two warnings not to talk, and six prompts.
        assert_eq!(posted_here.len(), 17);
        assert_eq!(posted_here, posted_there);
        // Nor does the match's state at its deadline tell.
        for house in [&mut here, &mut there] {
            house.judge(OPENED + 60 * 60 * 1000);
        }
        let bodies = |house: &mut House| house.posts().into_iter().map(|(_, body)| body);
        let ends: [Vec<String>; 2] = [bodies(&mut here).collect(), bodies(&mut there).collect()];
        if options.contains("forfeit") {
            // The match is over, so everything shows.
            assert_ne!(ends[0], ends[1]);
            let result = result_of(&ends[0]);
            assert!(result.contains("E5"), "{result}");
        } else {
            assert!(!ends[0].is_empty());
            assert_eq!(ends[0], ends[1]);
        }
    }
}

#[test]
fn two_worlds_look_the_same_until_a_find() {
    // The Guard moves C2, B2, …. At B2 the world in which UMG hides there looks different, and not
    // before.
    let (_, posted_here) = world("B2", "{}");
    let (_, posted_there) = world("E5", "{}");
    let same = posted_here
        .iter()
        .zip(&posted_there)
        .take_while(|(one, other)| one == other)
        .count();
    assert_eq!(same, 15);
}

#[test]
fn choices_drawn_for_missing_people_are_secret() {
    // Two seeds draw two places, and no post says which.
    let posted = |seed: u64| {
        let mut new = new_match("gridlock");
        new.options = serde_json::from_str(r#"{"missing": "random"}"#).unwrap();
        let mut house = House::open(new, seed);
        let id = house.id;
        house.core().begin(id, HOST, true, OPENED + 1_000).unwrap();
        let drawn: Vec<_> = house
            .record()
            .log
            .into_iter()
            .map(|entry| entry.act)
            .collect();
        let posts = house.posts().into_iter().map(|(_, body)| body);
        (drawn, posts.collect::<Vec<_>>())
    };
    let (drawn, posts) = posted(1);
    let another = |seed: &u64| posted(*seed).0 != drawn;
    let seed = (2..20).find(another).expect("one seed draws other places");
    assert_eq!(posted(seed).1, posts);
}

#[test]
fn the_end_is_posted_with_the_record() {
    let (mut house, _) = world("E5", "{}");
    house.rule(HOST, &Ruling::Void, OPENED + 60_000).unwrap();
    let record = house.record();
    assert_eq!(record.log.last().unwrap().act, "void");
    let end = record.replay(|_, _| {}).unwrap();
    assert_eq!(end.outcome(), record.result);
    let posts = house.posts().into_iter().map(|(letter, _)| letter);
    let public = posts.filter(|letter| matches!(letter.to, Recipient::Channel(_)));
    let posted: Vec<Post> = public.map(|letter| letter.post).collect();
    let [
        ..,
        Post::Result {
            record: shown,
            outcome,
            ..
        },
        Post::Replay,
    ] = &posted[..]
    else {
        panic!("{posted:?}");
    };
    assert_eq!(**shown, record);
    let outcome = *outcome;
    assert_eq!(Some(outcome), record.result);
    // A record without one of its entries isn't the same match.
    let mut cut = record.clone();
    cut.log.remove(2);
    assert!(cut.replay(|_, _| {}).is_err());
    let mut game = record.open().unwrap();
    let umg = Party::Cast(game.cast().find_exact("UMG").unwrap());
    assert!(game.sample(umg, &mut Dice::new(1)).is_some());
    assert!(game.act(Author::Clock, Some(umg), "hide A1").is_err());
}

#[test]
fn choices_for_a_match_that_never_began_stay_secret() {
    const UMG_HIDES: [&str; 2] = ["E5", "D5"];
    let mut houses = UMG_HIDES.map(|place| {
        let mut house = House::open(new_match("gridlock"), 5);
        for (who, place) in [("UMG", place), ("Myth", "A5")] {
            let who = house.play().setup.cast.find_exact(who).unwrap();
            hides(&mut house, account(who), place, OPENED + 1_000);
        }
        let ruled = house.rule(HOST, &Ruling::Void, OPENED + 2_000).unwrap();
        assert!(
            ruled.ruled.effects.contains(&Effect::StaysSecret),
            "{ruled:?}"
        );
        let reveals = |effect: &Effect| matches!(effect, Effect::Reveals { .. });
        assert!(!ruled.ruled.effects.iter().any(reveals), "{ruled:?}");
        house
    });
    // Nobody sees more than before: posts and commands differ only in who hid.
    let id = houses[0].id;
    let [umg, myth] = ["UMG", "Myth"].map(|name| {
        let who = houses[0].play().setup.cast.find_exact(name).unwrap();
        account(who)
    });
    let dmo = houses[0].seat_account(Seat::Dmo);
    let looks = |house: &mut House| {
        let viewers = [
            Viewer::Public,
            Viewer::Host(HOST),
            Viewer::Account(dmo),
            Viewer::Account(myth),
        ];
        viewers.map(|viewer| {
            let snapshot = house.core().snapshot(id, viewer).unwrap().unwrap();
            assert!(!snapshot.status.shows_all());
            format!("{:?}", snapshot.view)
        })
    };
    let [here, there] = &mut houses;
    assert_eq!(looks(here), looks(there));
    let bodies = |house: &mut House| -> Vec<String> {
        let posts = house.posts().into_iter();
        posts.map(|(_, body)| body).collect()
    };
    let posted = bodies(here);
    assert_eq!(posted, bodies(there));
    let is_called_off = |body: &String| body.contains("called_off");
    assert!(posted.iter().any(is_called_off), "{posted:?}");
    let own = here
        .core()
        .snapshot(id, Viewer::Account(umg))
        .unwrap()
        .unwrap();
    assert!(format!("{:?}", own.view) != looks(here)[3]);
    let record = here.core().record_for_host(id, HOST);
    assert!(
        matches!(record, Err(RefereeError::Refused(ExportRefusal::CalledOff))),
        "{record:?}"
    );
    // After a rewind the match continues with the old choices, and its end shows everything.
    let before = here.journal().last().unwrap().id;
    let undone = here.rule(HOST, &Ruling::Rewind { before }, OPENED + 3_000);
    let shown = |effect: &Effect| matches!(effect, Effect::Revealed { .. });
    assert!(!undone.unwrap().ruled.effects.iter().any(shown));
    let begun = OPENED + 4_000;
    here.core().begin(id, HOST, true, begun).unwrap();
    let ruled = here.rule(HOST, &Ruling::Void, begun + 1_000).unwrap();
    let reveals = |effect: &Effect| matches!(effect, Effect::Reveals { .. });
    assert!(ruled.ruled.effects.iter().any(reveals), "{ruled:?}");
    let ends = bodies(here);
    let result = result_of(&ends);
    assert!(result.contains("hide E5"), "{result}");
    assert!(here.core().record_for_host(id, HOST).is_ok());
    // Rewound to before its start and called off, the match shows only what everybody has seen
    // already.
    let started = here.journal().into_iter();
    let mut started = started.filter(|entry| matches!(entry.event, Event::Started { .. }));
    let before = started.next().unwrap().id - 1;
    here.rule(HOST, &Ruling::Rewind { before }, begun + 2_000)
        .unwrap();
    here.rule(HOST, &Ruling::Void, begun + 3_000).unwrap();
    assert!(here.core().record_for_host(id, HOST).is_err());
}

/// Hosts who may see submissions still see them. A random choice that nobody was to see stays
/// hidden.
#[test]
fn hosts_keep_their_view_of_a_match_that_never_began() {
    for (game, sees) in [("gridlock", true), ("short_circuit", false)] {
        let settings = SeasonSettings {
            hosts_see_submissions: true,
            ..SeasonSettings::default()
        };
        let mut house = House::open_in_season(new_match(game), 1, &settings);
        house.rule(HOST, &Ruling::Void, OPENED + 1_000).unwrap();
        let id = house.id;
        let record = house.core().record_for_host(id, HOST);
        assert_eq!(record.is_ok(), sees, "{game:?} {record:?}");
        // Nobody can try anything on a board that stays secret.
        let snapshot = house.core().snapshot(id, Viewer::Public).unwrap().unwrap();
        assert!(snapshot.view.sketch(None).is_none(), "{game:?}");
    }
}

fn hides(house: &mut House, account: AccountId, place: &str, now: WallMs) {
    let act = Act::new(house.id, account, format!("hide {place}"), now);
    house.act(&act, now).unwrap();
}

#[test]
fn only_hosts_who_do_not_play_hear_who_is_missing() {
    for (game, first, act, missing) in [
        ("gridlock", "UMG", "hide B1", "Myth"),
        ("invitational", "Tiac", "rank UMG > Zac", "Zac"),
        ("main_match", "UMG", "answer Zac", "Zac, Tiac and Myth"),
    ] {
        let mut house = House::open(new_match(game), 1);
        let id = house.id;
        let cast = house.play().setup.cast.clone();
        let who = cast.find_exact(first).unwrap();
        let act = Act::new(id, account(who), act, OPENED + 1_000);
        house.core().act(&act, OPENED + 1_000).unwrap();
        let seat = account(cast.seated(Seat::Dmo).unwrap_or(who));
        for (viewer, told) in [
            (Viewer::Host(HOST), true),
            (Viewer::Account(HOST), false),
            (Viewer::Host(seat), false),
            (Viewer::Account(seat), false),
            (Viewer::Public, false),
        ] {
            let is_host = matches!(viewer, Viewer::Host(_));
            let snapshot = house.core().snapshot(id, viewer).unwrap().unwrap();
            let said =
                dealer::words::status::status(&snapshot, is_host, &cast, None, OPENED + 1_000);
            let line = format!("Still missing (only hosts see this): {missing}.");
            assert_eq!(said.contains(&line), told, "{game:?} {viewer:?}: {said}");
            let any = said.contains("Still missing");
            assert_eq!(any, told, "{game:?} {viewer:?}: {said}");
        }
    }
}

/// A host of a main match who is one of its players can do and see no more than a player.
#[test]
fn a_host_who_answers_too_is_a_player() {
    let mut new = new_match("main_match");
    new.options = json!({ "shown": "host" }).as_object().unwrap().clone();
    let mut house = House::open(new, 1);
    let (id, now) = (house.id, OPENED + 1_000);
    let who = house.play().setup.cast.find_exact("Myth").unwrap();
    let begun = house.core().begin(id, account(who), true, now);
    assert!(matches!(
        begun,
        Err(RefereeError::Refused(ConductRefusal::HostInSeat))
    ));
    house.acts(Party::Cast(who), "answer Zac", now);
    let sees = |house: &mut House, viewer| house.core().snapshot(id, viewer).unwrap().unwrap().view;
    for closed in [false, true] {
        if closed {
            house.core().begin(id, HOST, true, now + 1_000).unwrap();
        }
        let game = house.play().game;
        let theirs = sees(&mut house, Viewer::Host(account(who)));
        assert_eq!(theirs, game.view(Audience::Cast(who)));
        assert_eq!(
            sees(&mut house, Viewer::Host(HOST)),
            game.view(Audience::Host)
        );
    }
    let refused = house.core().record_for_host(id, account(who));
    assert!(matches!(
        refused,
        Err(RefereeError::Refused(ExportRefusal::StaysSecret))
    ));
    assert!(house.core().record_for_host(id, HOST).is_ok());
}

/// The practice round doesn't use what the host set for the match and the match keeps secret.
#[test]
fn a_practice_round_gives_away_nothing_of_its_match() {
    for seed in 0..5 {
        let set = json!({
            "columns": 6,
            "rows": 11,
            "battery": { "B2": "X" },
            "supply": { "straight": 5, "turn": 15, "crossroad": 3, "thunder": 1 },
            "on_timeout": "random",
        });
        let mut new = new_match("short_circuit");
        new.options = set.as_object().unwrap().clone();
        new.practice = Practice::RoundFirst;
        let mut house = House::open(new, seed);
        let round = house.play().setup.options.clone();
        for (key, value) in set.as_object().unwrap() {
            assert_eq!(
                round[key] == *value,
                key == "on_timeout",
                "{key} of {round:?}"
            );
        }
        house.rule(HOST, &Ruling::Void, OPENED + 1_000).unwrap();
        let next = house.core().store().read(|tx| tx.open_matches(None));
        let next = next.unwrap()[0];
        let table = house.core().table(next).unwrap().unwrap();
        let played = serde_json::to_value(&table.row.setup.options).unwrap();
        assert_eq!(played, set);
    }
}

fn season_in_which_hosts_see(sees: bool) -> SeasonSettings {
    SeasonSettings {
        hosts_see_submissions: sees,
        ..SeasonSettings::default()
    }
}

/// Opening a match fixes whether hosts can read choices, and people are told. Later changes of the
/// setting apply to the next match.
#[test]
fn people_who_choose_are_told_whether_hosts_can_read_it() {
    for sees in [false, true] {
        let settings = season_in_which_hosts_see(sees);
        let mut house = House::open_in_season(new_match("gridlock"), 3, &settings);
        let (id, now) = (house.id, OPENED + 1_000);
        let cast = house.play().setup.cast.clone();
        let umg = cast.find_exact("UMG").unwrap();
        let act = Act::new(id, account(umg), "hide B1", now);
        house.core().act(&act, now).unwrap();
        let core = house.core();
        let set = core.store_mut().write(|tx| {
            let season = tx.match_row(id)?.unwrap().season.unwrap();
            let mut season = tx.season(season)?.unwrap();
            season.settings = season_in_which_hosts_see(!sees);
            tx.set_season(&season)
        });
        set.unwrap();
        assert_eq!(core.record_for_host(id, HOST).is_ok(), sees);
        let past = core.past(id, 25).unwrap();
        let read: Vec<_> = past.iter().map(|past| past.act.as_deref()).collect();
        assert_eq!(read, Vec::from_iter(sees.then_some(Some("hide B1"))));

        let snapshot = core
            .snapshot(id, Viewer::Account(account(umg)))
            .unwrap()
            .unwrap();
        let prompts = snapshot.status.prompts.iter();
        let prompt = prompts
            .clone()
            .find(|prompt| prompt.who == Party::Cast(umg));
        let letter = |kind| {
            words::choices::submission(
                kind,
                words::choices::SentBy::Yourself,
                true,
                None,
                &snapshot,
                &cast,
            )
        };
        for (said, promised, told) in [
            (
                words::card::card(&snapshot, &snapshot.view, &cast, (None, None, None), now),
                "",
                "This season's hosts can read secret choices, unless they play in this match.",
            ),
            (
                letter(words::choices::Submission::New),
                "Only you and Dealer can see it.",
                "Only you, Dealer and this season's hosts can see it.",
            ),
            (
                letter(words::choices::Submission::Seated(umg)),
                "Only you and Dealer can see it.",
                "Only you, Dealer and this season's hosts can see it.",
            ),
            (
                words::panel::current_choice(
                    &snapshot,
                    Party::Cast(umg),
                    prompt.unwrap(),
                    false,
                    &cast,
                ),
                "Only you can see it",
                "Only you and this season's hosts can see it",
            ),
        ] {
            assert_eq!(said.contains(told), sees, "{said}");
            assert!(sees || said.contains(promised), "{said}");
        }
    }
}

/// Hosts who see submissions can get an open match's record, but not while it holds something that
/// the game shows nobody.
#[test]
fn an_open_matchs_record_waits_until_its_secrets_are_out() {
    for (game, phase, secret) in [
        ("short_circuit", "choosing", "who goes first"),
        ("roundabout", "driving", "moves of the turn"),
    ] {
        let settings = season_in_which_hosts_see(true);
        let mut house = House::open_in_season(new_match(game), 3, &settings);
        let (id, mut dice, mut now) = (house.id, Dice::new(3), OPENED + 1_000);
        let mut met = [0, 0];
        for step in 0..40 {
            let is_secret = house.play().game.state()["phase"] == phase;
            let past = house.core().past(id, 25).unwrap();
            let named = past.iter().filter(|one| one.act.is_some()).count();
            assert!(!is_secret || named == 0, "{game:?} {step}: {past:?}");
            match house.core().record_for_host(id, HOST) {
                Ok(_) => assert!(!is_secret, "{game:?} {step}"),
                Err(RefereeError::Refused(refusal)) => {
                    assert!(is_secret, "{game:?} {step}");
                    assert_eq!(refusal, ExportRefusal::NotNow(GameId::read(game).unwrap()));
                    let said = words::replay::export_refusal(refusal);
                    assert!(said.contains(secret), "{said}");
                }
                Err(RefereeError::Store(error)) => panic!("{error}"),
            }
            met[usize::from(is_secret)] += 1;
            if step == 0 {
                house.core().begin(id, HOST, true, now).unwrap();
            }
            let play = house.play();
            let Some(prompt) = play.game.prompts().first().cloned() else {
                break;
            };
            now += 1_000;
            house.core().shown(id, prompt.id, now, now).unwrap();
            let Party::Seat(seat) = prompt.who else {
                panic!("{prompt:?}");
            };
            let act = Act::new(
                id,
                house.seat_account(seat),
                play.game.sample(prompt.who, &mut dice).unwrap(),
                now,
            );
            house.act(&act, now).unwrap();
        }
        assert!(met.iter().all(|times| *times > 0), "{game:?}: {met:?}");
    }
}
