//! What nobody answers: a practice that isn't started, and times that are offered for a start.

use dealer::referee::{ConductRefusal, Letter, Line, OpenRefusal, Post, Practice, RefereeError};
use dealer::store::{ChannelId, MatchId};
use games::{CastId, Seat, WallMs};
use matches::Stage;

use crate::house::{HOST, House, OPENED, account, new_match};

const DAY_MS: u64 = 24 * 3_600_000;

/// A practice that one of its players has opened: Tiac, in the DMO's seat.
fn practice() -> House {
    let mut new = new_match("crossfire");
    new.practice = Practice::Itself;
    new.host = account(CastId(1));
    let mut house = House::open(new, 1);
    assert_eq!(house.seat_account(Seat::Dmo), account(CastId(1)));
    house.posts();
    house
}

fn is_over(house: &mut House, id: MatchId) -> bool {
    let table = house.core().table(id).unwrap().unwrap();
    table.play.stage() == Stage::Over
}

/// What everybody reads of why it is over.
fn told(house: &mut House) -> Vec<Line> {
    let posts = house.posts().into_iter();
    let lines = posts.filter_map(|(letter, _)| match letter.post {
        Post::CalledOff { lines } => Some(lines),
        _ => None,
    });
    lines.flatten().collect()
}

#[test]
fn a_practice_that_nobody_starts_ends_after_a_day() {
    let mut house = practice();
    let id = house.id;
    house.judge(OPENED + DAY_MS - 1);
    assert!(!is_over(&mut house, id));
    house.judge(OPENED + DAY_MS);
    assert!(is_over(&mut house, id));
    assert_eq!(told(&mut house), [Line::PracticeIdle]);
}

#[test]
fn a_started_practice_goes_on() {
    let mut house = practice();
    let id = house.id;
    for seat in Seat::BOTH {
        let account = house.seat_account(seat);
        house.core().ready(id, account, OPENED + 1_000).unwrap();
    }
    let mut asked = house
        .core()
        .open_match(new_match("crossfire"), OPENED + 2_000);
    let refused = asked.as_mut().unwrap_err();
    assert!(
        matches!(refused, RefereeError::Refused(OpenRefusal::ChannelBusy(_))),
        "{refused:?}"
    );
    let teo = house.seat_account(Seat::Ec);
    let declined = house.core().decline(id, teo, OPENED + 3_000);
    let started = RefereeError::Refused(ConductRefusal::AlreadyStarted);
    assert_eq!(
        format!("{declined:?}"),
        format!("{:?}", Err::<(), _>(started))
    );
    house.judge(OPENED + DAY_MS);
    assert_ne!(told(&mut house), [Line::PracticeIdle]);
}

#[test]
fn a_practice_that_has_not_started_makes_way_for_a_host_only() {
    let mut house = practice();
    let (id, now) = (house.id, OPENED + 1_000);
    let mut another = new_match("crossfire");
    another.practice = Practice::Itself;
    assert!(house.core().open_match(another, now).is_err());
    house
        .core()
        .open_match(new_match("crossfire"), now)
        .unwrap();
    assert!(is_over(&mut house, id));
    assert_eq!(told(&mut house), [Line::PracticeMadeWay]);

    let mut house = practice();
    let (id, now) = (house.id, OPENED + 1_000);
    let mut elsewhere = new_match("crossfire");
    let here = std::mem::replace(&mut elsewhere.channel, ChannelId(7));
    let moved = house.core().open_match(elsewhere, now).unwrap();
    house
        .core()
        .move_to(moved, HOST, here, now + 1_000)
        .unwrap();
    assert!(is_over(&mut house, id));
}

#[test]
fn a_player_calls_a_practice_off_before_it_starts() {
    let mut house = practice();
    let id = house.id;
    let (other, seat) = (house.seat_account(Seat::Ec), Seat::Ec);
    house.core().decline(id, other, OPENED + 1_000).unwrap();
    assert!(is_over(&mut house, id));
    assert_eq!(told(&mut house), [Line::PracticeDeclined { seat }]);
}

#[test]
fn when_all_offered_times_have_passed_the_host_hears_of_it() {
    let mut house = House::open(new_match("crossfire"), 1);
    let id = house.id;
    let times = [OPENED + 3_600_000, OPENED + 7_200_000];
    let core = house.core();
    core.offer_times(id, HOST, &times, OPENED + 1_000).unwrap();
    // A reminder asks those again who haven't answered.
    let reminded = core.remind(id, HOST, OPENED + 60_000).unwrap();
    assert_eq!(reminded, 2);
    let again = core.remind(id, HOST, OPENED + 60_500);
    assert!(again.is_err(), "{again:?}");
    house.judge(times[1] - 1);
    assert!(house.core().poll(id).unwrap().is_some());
    house.posts();
    house.judge(times[1]);
    assert!(house.core().poll(id).unwrap().is_none());
    let posts: Vec<Post> = house.posts().into_iter().map(|(to, _)| to.post).collect();
    let lines = vec![Line::TimesPassed];
    assert_eq!(posts, [Post::News { lines }]);
}

/// Somebody deletes the post that asks this. It is posted again, once.
fn deleted(house: &mut House, asks: impl Fn(&Letter) -> bool, now: WallMs) {
    let id = house.id;
    let rows = house.core().store().read(|tx| tx.open_posts(id)).unwrap();
    let letter = |body: &str| serde_json::from_str::<Letter>(body).unwrap();
    let row = rows.iter().find(|row| asks(&letter(&row.body))).unwrap();
    for is_posted in [true, false] {
        house.core().repost_deleted(row, now);
        let posted = house.posts();
        let again = posted.iter().any(|(letter, _)| asks(letter));
        assert_eq!(again, is_posted, "{posted:?}");
    }
}

#[test]
fn a_deleted_post_that_asks_is_posted_again() {
    let mut house = House::open(new_match("crossfire"), 1);
    let id = house.id;
    let times = [OPENED + 3_600_000];
    let core = house.core();
    core.offer_times(id, HOST, &times, OPENED + 1_000).unwrap();
    house.posts();
    deleted(
        &mut house,
        |letter| letter.post == Post::Poll,
        OPENED + 2_000,
    );
    house.core().begin(id, HOST, true, OPENED + 3_000).unwrap();
    house.core().pause(id, HOST, OPENED + 4_000).unwrap();
    house.posts();
    let pauses = |letter: &Letter| {
        let is_news = matches!(letter.post, Post::News { .. } | Post::Board { .. });
        is_news && letter.has_controls()
    };
    deleted(&mut house, pauses, OPENED + 5_000);
}
