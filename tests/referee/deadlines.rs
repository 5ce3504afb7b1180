//! A deadline for the choices before a match that the host sets as a date when opening it.

use dealer::referee::{OpenRefusal, RefereeError};
use games::GameId;
use matches::Match;

use super::house::{HOST, House, OPENED, new_match};

const HOUR: u64 = 3_600_000;

#[test]
fn a_date_wins_over_the_time_limit_and_moves_like_any_deadline() {
    for game in GameId::ALL {
        let choices = game.catalogue().choice_time;
        for (due_ms, expected) in [
            (
                None,
                choices.map(|key| OPENED + new_match(game.word()).times.ms(key)),
            ),
            (Some(OPENED + 1), choices.map(|_| OPENED + 1)),
            (
                Some(OPENED + 50 * HOUR),
                choices.map(|_| OPENED + 50 * HOUR),
            ),
            // This is longer than any time limit that a host may set.
            (
                Some(OPENED + 900 * HOUR),
                choices.map(|_| OPENED + 900 * HOUR),
            ),
        ] {
            let mut new = new_match(game.word());
            new.choices_due_ms = due_ms;
            let mut house = House::open(new, 1);
            let due = |house: &mut House| house.play().preparation_deadline();
            assert_eq!(due(&mut house), expected, "{game:?} {due_ms:?}");
            house.reopen();
            assert_eq!(due(&mut house), expected);
            let Some(was) = expected.filter(|was| *was > OPENED + HOUR) else {
                continue;
            };
            // Like any deadline, it moves with a pause, and a host can move it.
            let id = house.id;
            house.core().pause(id, HOST, OPENED + 10).unwrap();
            house.core().resume(id, HOST, OPENED + 20).unwrap();
            assert_eq!(due(&mut house), Some(was + 10));
            for to_ms in [was + HOUR, OPENED + HOUR] {
                house.core().extend(id, HOST, to_ms, OPENED + 30).unwrap();
                assert_eq!(due(&mut house), Some(to_ms));
            }
            house.refold();
        }
    }
}

/// The time limit that a game names for its choices is the one that applies to them.
#[test]
fn every_game_names_its_time_for_choices() {
    for game in GameId::ALL {
        let choice_time = game.catalogue().choice_time;
        let mut house = House::open(new_match(game.word()), 1);
        let setup = house.play().setup.clone();
        let prompts = Match::open(setup, OPENED).unwrap().preparations();
        assert_eq!(prompts.is_empty(), choice_time.is_none(), "{game:?}");
        for prompt in prompts {
            assert_eq!(prompt.base, choice_time, "{game:?}");
        }
        let times = new_match(game.word()).times;
        let known = |key| times.iter().any(|(known, _)| known == key);
        assert!(choice_time.is_none_or(known));
    }
}

#[test]
fn an_impossible_deadline_opens_no_match() {
    let (start_ms, due_ms) = (OPENED + HOUR, OPENED + 2 * HOUR);
    let late = OpenRefusal::DeadlineAfterStart;
    for (start, due, expected) in [
        (None, Some(OPENED), Err(OpenRefusal::DeadlinePassed)),
        (None, Some(OPENED - HOUR), Err(OpenRefusal::DeadlinePassed)),
        (Some(start_ms), Some(due_ms), Err(late)),
        (Some(OPENED), Some(due_ms), Err(OpenRefusal::StartPassed)),
        (Some(due_ms), Some(due_ms), Ok(())),
        (Some(due_ms), Some(start_ms), Ok(())),
        (None, Some(OPENED + 1), Ok(())),
        // A time limit may end after the start.
        (Some(start_ms), None, Ok(())),
    ] {
        let mut new = new_match("gridlock");
        (new.start_at_ms, new.choices_due_ms) = (start, due);
        new.channel.0 += 1;
        assert_eq!(new.check_appointments(OPENED), expected);
        let mut house = House::open(new_match("crossfire"), 1);
        let opened = house.core().open_match(new, OPENED);
        match (opened, &expected) {
            (Ok(_), Ok(())) => {}
            (Err(RefereeError::Refused(refusal)), Err(expected)) => assert_eq!(refusal, *expected),
            (opened, _) => panic!("{start:?} {due:?}: {opened:?}"),
        }
    }
}
