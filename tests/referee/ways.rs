//! The private threads of somebody whose direct messages are closed: in which one they are written to from match to match. The post office is asked
//! what it wants of Discord, and a Discord of these tests answers.

use std::collections::BTreeSet;

use dealer::games::{self, BySeat, CastId, GameId, Reason, Seat};
use dealer::referee::postal::{Answer, Errand, Lane, Outcome, Postal, Standing};
use dealer::referee::{Core, NewMatch, Order, Ruling};
use dealer::store::{CastMember, MatchId, SeasonId, SeasonSettings, Store, StoreError};

use crate::house::{HOST, OPENED, account, new_match};

/// Their place in the cast, and their account.
const WHO: CastId = CastId(2);
const CANNOT_SEND: i64 = 50007;
const MISSING_PERMISSIONS: i64 = 50013;
const THREAD_ARCHIVED: i64 = 50083;

/// The post office of one season.
struct Office {
    core: Core,
    postal: Postal,
    season: SeasonId,
    tick: u64,
    /// How many threads were opened.
    threads: u64,
    archived: BTreeSet<u64>,
    /// Those that a moderator has locked besides.
    locked: BTreeSet<u64>,
    /// What was asked of Discord for the person, in words.
    asked: Vec<String>,
}

impl Office {
    fn new() -> Office {
        let mut core = Core::new(Store::in_memory().unwrap(), 1);
        let postal = Postal::new(&mut core, 77, None).unwrap();
        let season = core.store().write(|tx| {
            let season = tx.add_season(1, "First", None, &SeasonSettings::default())?;
            for person in new_match(GameId::Gridlock).cast {
                let member = CastMember {
                    position: 0,
                    name: person.name,
                    role: person.role,
                    account: person.account,
                    channel: None,
                    garnets: person.garnets,
                };
                tx.add_cast_member(season, &member, None, OPENED)?;
            }
            Ok::<_, StoreError>(season)
        });
        Office {
            core,
            postal,
            season: season.unwrap(),
            tick: 0,
            threads: 0,
            archived: BTreeSet::new(),
            locked: BTreeSet::new(),
            asked: Vec::new(),
        }
    }

    /// Opens a match in a channel.
    fn open(&mut self, channel: u64) -> MatchId {
        let mut new = NewMatch {
            channel,
            season: Some(self.season),
            ..new_match(GameId::Gridlock)
        };
        for (index, person) in new.cast.iter_mut().enumerate() {
            person.position = Some(index as u32);
        }
        let BySeat { dmo, ec } = &new.seats;
        assert!([dmo, ec].iter().all(|seat| **seat != new.cast[2].name));
        self.core.open_match(new, OPENED + self.tick).unwrap()
    }

    fn end(&mut self, id: MatchId) {
        let order = Order {
            match_id: id,
            host: HOST,
            ruling: Ruling::Void,
            reason: String::new(),
        };
        self.core.rule(&order, None, OPENED + self.tick).unwrap();
    }

    /// Sends all there is to send; what was asked for the person meanwhile, once each.
    fn sends(&mut self) -> String {
        self.asked.clear();
        loop {
            let (now, tick) = (OPENED + self.tick, self.tick);
            let errands = self.postal.next(&mut self.core, now, tick).unwrap();
            if errands.is_empty() {
                match self.postal.again_at(tick) {
                    Some(at) => self.tick = at,
                    None => return self.asked.join(", "),
                }
            }
            for (lane, errand) in errands {
                let outcome = self.discord(lane, &errand);
                let answer = Answer {
                    outcome,
                    rest_ms: 0,
                };
                self.tick += 1;
                let (now, tick) = (OPENED + self.tick, self.tick);
                let answers = vec![(lane, answer)];
                self.postal
                    .came(&mut self.core, answers, now, tick)
                    .unwrap();
            }
        }
    }

    fn discord(&mut self, lane: Lane, errand: &Errand) -> Outcome {
        let is_theirs = lane == Lane::Queue(account(WHO));
        let mut asks = |what: String| {
            if is_theirs && self.asked.last() != Some(&what) {
                self.asked.push(what);
            }
        };
        match errand {
            Errand::OpenDirect { account } => Outcome::Opened { channel: *account },
            Errand::Create { channel, .. } if *channel == account(WHO) => {
                asks("direct".to_owned());
                refused(CANNOT_SEND)
            }
            Errand::Create { channel, .. } => {
                asks(format!("post in {channel}"));
                Outcome::Created(Standing {
                    channel: *channel,
                    message: 1_000_000 + self.tick,
                    created_at_ms: OPENED + self.tick,
                })
            }
            Errand::OpenThread { channel, .. } => {
                self.threads += 1;
                asks(format!("thread below {channel}"));
                Outcome::Opened {
                    channel: channel * 10 + self.threads,
                }
            }
            Errand::Join { thread, .. } => {
                asks(format!("join {thread}"));
                match self.archived.contains(thread) {
                    true => refused(THREAD_ARCHIVED),
                    false => Outcome::Done,
                }
            }
            Errand::Reopen { thread } => {
                asks(format!("reopen {thread}"));
                if self.locked.contains(thread) {
                    return refused(MISSING_PERMISSIONS);
                }
                self.archived.remove(thread);
                Outcome::Done
            }
            _ => Outcome::Done,
        }
    }
}

fn refused(code: i64) -> Outcome {
    Outcome::Refused { status: 403, code }
}

#[test]
fn a_thread_is_used_again_below_the_channel_of_the_match_alone() {
    let mut office = Office::new();
    let first = office.open(50);
    let opened = "direct, thread below 50, join 501, post in 501";
    assert_eq!(office.sends(), opened);
    office.end(first);
    office.sends();
    let second = office.open(60);
    let other = "direct, thread below 60, join 602, post in 602";
    assert_eq!(office.sends(), other);
    office.end(second);
    office.sends();
    // Not the last one of all, but the last one there.
    office.open(50);
    assert_eq!(office.sends(), "direct, join 501, post in 501");
}

#[test]
fn a_match_that_moves_leaves_the_threads_of_its_channel_behind() {
    let mut office = Office::new();
    let id = office.open(50);
    office.sends();
    let now = OPENED + office.tick;
    office.core.move_to(id, HOST, 60, now).unwrap();
    // They are asked again at once: the old thread may be gone with its channel.
    let asked = "direct, thread below 60, join 602, post in 602";
    assert_eq!(office.sends(), asked);
    office.end(id);
    office.sends();
    office.open(60);
    assert_eq!(office.sends(), "direct, join 602, post in 602");
    office.open(50);
    let anew = "direct, thread below 50, join 503, post in 503";
    assert_eq!(office.sends(), anew);
}

#[test]
fn the_last_match_of_a_channel_is_the_one_that_ended_there_last() {
    let mut office = Office::new();
    let moved = office.open(50);
    let other = office.open(60);
    office.end(other);
    let last = |office: &mut Office| {
        let store = office.core.store();
        let found = store.read(|tx| {
            Ok::<_, dealer::store::StoreError>((tx.last_match_in(60)?, tx.last_match_over_in(60)?))
        });
        found.unwrap()
    };
    assert_eq!(last(&mut office), (Some(other), Some(other)));
    let now = OPENED + office.tick;
    office.core.move_to(moved, HOST, 60, now).unwrap();
    assert_eq!(last(&mut office), (Some(moved), Some(other)));
    office.tick += 1;
    // It has the lower number.
    office.end(moved);
    assert_eq!(last(&mut office), (Some(moved), Some(moved)));
    // Another result, as of a tie that is settled, is no later end.
    let settled = games::Outcome::won(Seat::Dmo, Reason::Settled);
    let store = office.core.store();
    store
        .write(|tx| tx.close_match(other, settled, now + 1_000))
        .unwrap();
    assert_eq!(last(&mut office), (Some(moved), Some(moved)));
}

#[test]
fn an_archived_thread_is_brought_back_unless_it_is_locked() {
    let mut office = Office::new();
    for (locked, asked) in [
        (false, "direct, join 501, reopen 501, join 501, post in 501"),
        (
            true,
            "direct, join 501, reopen 501, thread below 50, join 502, post in 502",
        ),
    ] {
        let before = office.open(50);
        office.sends();
        office.end(before);
        office.sends();
        office.archived.insert(501);
        if locked {
            office.locked.insert(501);
        }
        let id = office.open(50);
        assert_eq!(office.sends(), asked);
        office.end(id);
        office.sends();
    }
}
