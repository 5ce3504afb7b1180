//! A host's button that is pressed twice at the same moment does its work once.

use dealer::referee::{ConductResult, Core};
use dealer::store::{ChannelId, MatchId};
use games::WallMs;

use crate::house::{CHANNEL, HOST, House, OPENED, new_match};

type Press = fn(&mut Core, MatchId, WallMs) -> ConductResult<()>;

const START: WallMs = WallMs(OPENED.0 + 7_200_000);

const PRESSES: [(&str, Press); 6] = [
    ("move", |core, id, now| {
        core.move_to(id, HOST, ChannelId(CHANNEL.0 + 7), now)
            .map(drop)
    }),
    ("post here again", |core, id, now| {
        core.move_to(id, HOST, CHANNEL, now).map(drop)
    }),
    ("start", |core, id, now| {
        core.move_start(id, HOST, Some(START), false, now)
    }),
    ("no start", |core, id, now| {
        core.move_start(id, HOST, None, false, now)
    }),
    ("remind", |core, id, now| {
        core.remind(id, HOST, now).map(drop)
    }),
    ("extend", |core, id, now| {
        core.extend(id, HOST, OPENED + 90_000_000, now)
    }),
];

#[test]
fn a_second_press_at_the_same_moment_does_nothing() {
    for (name, press) in PRESSES {
        let mut new = new_match("gridlock");
        new.start_at_ms = Some(OPENED + 100_000_000);
        let mut house = House::open(new, 1);
        let id = house.id;
        house.posts();
        let now = OPENED + 60_000;
        press(house.core(), id, now).unwrap();
        assert!(!house.posts().is_empty(), "{name}");
        // It may be refused, or answered like the first.
        let _ = press(house.core(), id, now + 150);
        let more = house.posts();
        assert!(more.is_empty(), "{name}: {more:?}");
    }
}
