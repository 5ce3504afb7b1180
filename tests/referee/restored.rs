//! After a copy of the database is restored, or after Dealer heard nothing for a while, posts that
//! lost their controls in Discord are posted again, and no others.

use dealer::referee::postal::{DiscordRequest, Postal, RequestOutcome};
use dealer::referee::{Act, Core, Letter, Line, Post, Ruling, Trouble};
use dealer::store::{
    AccountId, ChannelId, MessageId, OutboxId, OutboxRow, RolesOf, SeasonSettings, ServerId,
    StoreError,
};
use dealer::words;
use games::{Dice, Party, Seat, WallMs};
use matches::Pauser;

use crate::discord::{done, tell};
use crate::house::{AUDIT, CHANNEL, HOST, House, OPENED, new_match};

/// Does all pending work after a start, in a Discord where no message has controls or none can be
/// read. Gives who got private posts.
fn asked_alone(core: &mut Core, mut now: WallMs, unread: Option<RequestOutcome>) -> Vec<AccountId> {
    let mut postal = Postal::new(core, AccountId(77), None).unwrap();
    let mut asked = Vec::new();
    loop {
        let requests = postal.next(core, now, now.0).unwrap();
        if requests.is_empty() {
            match postal.again_at(now.0) {
                Some(again) => now = WallMs(again),
                None => {
                    asked.sort_unstable();
                    return asked;
                }
            }
        }
        for (lane, request) in requests {
            now += 1;
            let outcome = match &request {
                DiscordRequest::Create { letter, .. } => {
                    if letter.letter.post.is_own() {
                        asked.extend(letter.letter.to.viewer().account());
                    }
                    done(&request, now.0, now)
                }
                DiscordRequest::Check { .. } => unread.clone().unwrap_or(RequestOutcome::Nothing),
                _ => done(&request, now.0, now),
            };
            tell(&mut postal, core, (lane, outcome), now, now.0);
        }
    }
}

#[test]
fn a_person_with_a_final_choice_is_not_asked_again() {
    for (chosen, is_asked) in [(&[Seat::Dmo][..], true), (&Seat::BOTH, false)] {
        let mut house = House::open(new_match("invitational"), 3);
        let mut both = Seat::BOTH.map(|seat| house.seat_account(seat)).to_vec();
        both.sort_unstable();
        assert_eq!(asked_alone(house.core(), OPENED, None), both);
        let mut now = OPENED + 100_000;
        for seat in chosen {
            now += 1;
            let game = house.play().game.clone();
            let ranks = Act::new(
                house.id,
                house.seat_account(*seat),
                game.sample(Party::Seat(*seat), &mut Dice::new(1)).unwrap(),
                now,
            );
            house.act(&ranks, now).unwrap();
        }
        assert!(asked_alone(house.core(), OPENED + 200_000, None).is_empty());
        house.restore_copy();
        house.core().boot(OPENED + 250_000).unwrap();
        let asked = asked_alone(house.core(), OPENED + 300_000, None);
        assert_eq!(
            asked,
            if is_asked { both } else { Vec::new() },
            "{chosen:?}"
        );
    }
}

/// Discord may refuse to let posts be read for a long time.
#[test]
fn unreadable_posts_are_checked_again_after_the_next_start() {
    let refused = |status| RequestOutcome::Refused { status, code: 0 };
    for unread in [refused(403), refused(503), RequestOutcome::NoAnswer] {
        let mut house = House::open(new_match("invitational"), 3);
        asked_alone(house.core(), OPENED, None);
        let (now, dmo) = (OPENED + 100_000, house.seat_account(Seat::Dmo));
        let game = house.play().game.clone();
        let ranks = Act::new(
            house.id,
            dmo,
            game.sample(Party::Seat(Seat::Dmo), &mut Dice::new(1))
                .unwrap(),
            now,
        );
        house.act(&ranks, now).unwrap();
        asked_alone(house.core(), OPENED + 200_000, None);
        house.restore_copy();
        house.core().boot(OPENED + 250_000).unwrap();
        // A person who hasn't chosen is asked again in any case.
        let ec = house.seat_account(Seat::Ec);
        let at = |start: u64| OPENED + start * 3_600_000;
        let asked = asked_alone(house.core(), at(1), Some(unread.clone()));
        assert_eq!(asked, [ec], "{unread:?}");
        let core = house.core();
        assert_eq!(asked_alone(core, at(2), None), [dmo], "{unread:?}");
        assert!(asked_alone(core, at(3), None).is_empty(), "{unread:?}");
    }
}

/// Dealer doesn't know what happened in Discord after the copy. It checks roles again, and tells
/// the host which channels may stay closed.
#[test]
fn roles_are_owed_and_the_host_hears_of_channels_that_may_be_closed() {
    let (unknown, known) = (ChannelId(70), ChannelId(71));
    for closes in [false, true] {
        let settings = SeasonSettings {
            lock_match_channel: closes,
            alliance_channels: if closes {
                vec![unknown, known]
            } else {
                Vec::new()
            },
            ..SeasonSettings::default()
        };
        let mut house = House::open_in_season(new_match("gridlock"), 3, &settings);
        let id = house.id;
        let prepared = house.core().store_mut().write(|tx| {
            tx.add_lock(id, known, "", &[])?;
            let season = tx.match_row(id)?.unwrap().season.unwrap();
            // One person is out of the cast, and the earlier season gives no more roles.
            tx.set_gone(season, 4, true)?;
            let mut earlier = tx.season(season)?.unwrap();
            earlier.id = tx.add_season(ServerId(1), "Zeroth", None, &settings)?;
            (earlier.name, earlier.archived) = ("Zeroth".to_owned(), true);
            for member in tx.season_cast(season)?.iter().take(2) {
                tx.add_cast_member(earlier.id, member, None, OPENED)?;
            }
            tx.set_season(&earlier)?;
            Ok::<_, StoreError>((season, tx.role_duties()?))
        });
        let (season, duties) = prepared.unwrap();
        assert_eq!(duties, []);
        house.posts();
        house.restore_copy();
        let duties = house.core().store().read(|tx| tx.role_duties()).unwrap();
        let whose: Vec<RolesOf> = duties.iter().map(|duty| duty.whose).collect();
        let members = [0, 1, 2, 3, 5].map(RolesOf::Member).to_vec();
        let all = [members, vec![RolesOf::Former(AccountId(1_004))]].concat();
        assert_eq!(whose, all);
        assert!(duties.iter().all(|duty| duty.season == season));

        house.core().boot(OPENED + 250_000).unwrap();
        let posts = house.posts().into_iter().map(|(letter, _)| letter);
        let told = posts.filter(|letter| letter.to.queue() == HOST.0);
        let told = told.filter_map(|letter| match letter.post {
            Post::News { lines } => Some(lines),
            _ => None,
        });
        let told: Vec<Line> = told.flatten().collect();
        let closed = told.iter().find_map(|line| match line {
            Line::Trouble(trouble) => Some(words::trouble::trouble(trouble)),
            _ => None,
        });
        let expected = closes.then(|| format!("who can write in <#{CHANNEL}> and <#{unknown}>,"));
        match (closed, expected) {
            (Some(said), Some(expected)) => assert!(said.contains(&expected), "{said}"),
            (closed, expected) => assert_eq!(closed, expected),
        }
    }
}

/// A match's existing posts with controls in its channel: kind and message.
struct Wall {
    postal: Postal,
    now: WallMs,
    /// Deleted messages, and whether their channel is gone too.
    deleted: Vec<(u64, bool)>,
    posted: Vec<(u64, Post)>,
    looked: Vec<u64>,
}

impl Wall {
    fn new(core: &mut Core) -> Wall {
        Wall {
            postal: Postal::new(core, AccountId(77), None).unwrap(),
            now: OPENED,
            deleted: Vec::new(),
            posted: Vec::new(),
            looked: Vec::new(),
        }
    }

    /// Does all pending work.
    fn settle(&mut self, core: &mut Core) {
        loop {
            let requests = self.postal.next(core, self.now, self.now.0).unwrap();
            if requests.is_empty() {
                match self.postal.again_at(self.now.0) {
                    Some(again) => self.now = WallMs(again),
                    None => return,
                }
            }
            for (lane, request) in requests {
                self.now += 1;
                let now = self.now;
                let outcome = match &request {
                    DiscordRequest::Create { letter, .. } => {
                        self.posted.push((now.0, letter.letter.post.clone()));
                        done(&request, now.0, now)
                    }
                    DiscordRequest::Check { row } => {
                        let message = row.sent.unwrap().message;
                        self.looked.push(message.0);
                        let mut deleted = self.deleted.iter();
                        let gone = deleted.find(|(gone, _)| *gone == message.0);
                        gone.map_or(RequestOutcome::Done, |(_, with_channel)| {
                            RequestOutcome::Refused {
                                status: 404,
                                code: if *with_channel { 10003 } else { 10008 },
                            }
                        })
                    }
                    _ => done(&request, now.0, now),
                };
                tell(&mut self.postal, core, (lane, outcome), now, now.0);
            }
        }
    }

    /// The newest message that is a card or a prompt.
    fn board(&self) -> u64 {
        let is_board = |post: &Post| matches!(post, Post::Card { .. } | Post::Prompt { .. });
        let mut posted = self.posted.iter().rev();
        posted.find(|(_, post)| is_board(post)).unwrap().0
    }
}

/// A match of Crossfire whose board is posted, live or before its start.
fn with_board(live: bool) -> (House, Wall) {
    let mut house = House::open(new_match("crossfire"), 3);
    let id = house.id;
    let mut wall = Wall::new(house.core());
    if live {
        house.core().begin(id, HOST, true, wall.now).unwrap();
    }
    wall.settle(house.core());
    (house, wall)
}

/// Somebody deletes the board while Dealer is away or has lost its session. No event reports it
/// afterwards.
#[test]
fn a_board_deleted_during_an_absence_is_posted_again_once() {
    for live in [false, true] {
        let (mut house, mut wall) = with_board(live);
        let id = house.id;
        let runs = house.play().next_due();
        let first = wall.board();
        // All posts exist: Dealer checks each once, and changes nothing.
        house.core().doubt_posts(id).unwrap();
        let before = wall.posted.len();
        wall.settle(house.core());
        assert_eq!(wall.posted.len(), before);
        let mut looked = std::mem::take(&mut wall.looked);
        let count = looked.len();
        looked.dedup();
        assert_eq!(looked.len(), count);
        assert!(looked.contains(&first), "{looked:?}");
        // Only Dealer can delete its direct messages to the players, so it doesn't check those.
        assert!(count <= 2, "{:?}", wall.posted);

        wall.deleted.push((first, false));
        house.core().doubt_posts(id).unwrap();
        wall.settle(house.core());
        let second = wall.board();
        assert_ne!(second, first);
        assert_eq!(wall.posted.len(), before + 1, "{:?}", wall.posted);
        // Nobody's clock changes.
        assert_eq!(house.play().next_due(), runs);

        // An event reports the deletion too, before or after Dealer checked.
        wall.deleted.push((second, false));
        let gone = |core: &mut Core, now| {
            let row = core
                .store()
                .read(|tx| tx.post_of_message(MessageId(second)))
                .unwrap();
            core.repost_deleted(&row.unwrap(), now);
        };
        house.core().doubt_posts(id).unwrap();
        gone(house.core(), wall.now);
        wall.settle(house.core());
        gone(house.core(), wall.now);
        wall.settle(house.core());
        assert_eq!(wall.posted.len(), before + 2, "{:?}", wall.posted);
    }
}

/// Another bot deletes every post at once. Dealer gives up, tells the host once, and stops the
/// clocks while nothing asks.
#[test]
fn a_board_that_keeps_being_deleted_is_not_posted_for_ever() {
    const PAUSED: Line = Line::Paused {
        by: Pauser::Deleted,
        until_ms: None,
        stays: false,
    };
    for live in [false, true] {
        let (mut house, mut wall) = with_board(live);
        let id = house.id;
        let told = |wall: &Wall| {
            let is_told = |post: &&(u64, Post)| {
                let Post::News { lines } = &post.1 else {
                    return false;
                };
                let is_it = |line: &Line| {
                    matches!(
                        line,
                        Line::Trouble(Trouble::DeletedEachTime { times: 5, .. })
                    )
                };
                lines.iter().any(is_it)
            };
            wall.posted.iter().filter(is_told).count()
        };
        let boards = |wall: &Wall| {
            let is_board = |post: &&(u64, Post)| {
                if live {
                    matches!(post.1, Post::Prompt { .. })
                } else {
                    matches!(post.1, Post::Card { .. })
                }
            };
            wall.posted.iter().filter(is_board).count()
        };
        let deleted = |house: &mut House, wall: &mut Wall| {
            let board = wall.board();
            let row = house
                .core()
                .store()
                .read(|tx| tx.post_of_message(MessageId(board)));
            house
                .core()
                .repost_deleted(&row.unwrap().unwrap(), wall.now);
            wall.settle(house.core());
        };
        for times in 1..=8 {
            assert_eq!(boards(&wall), times.min(5));
            deleted(&mut house, &mut wall);
            assert_eq!(told(&wall), usize::from(times >= 5), "{:?}", wall.posted);
            let stopped = (live && times >= 5).then_some((Pauser::Deleted, None));
            assert_eq!(house.play().pause(), stopped);
        }
        if !live {
            // Later somebody else deletes it, or the other bot has been stopped.
            wall.now += 60_000;
            deleted(&mut house, &mut wall);
            assert_eq!((boards(&wall), told(&wall)), (6, 1));
            continue;
        }
        let is_news = |post: &&(u64, Post)| matches!(&post.1, Post::News { lines } if lines.contains(&PAUSED));
        assert_eq!(wall.posted.iter().filter(is_news).count(), 1);
        assert_eq!(house.play().next_due(), None);
        // While the other bot runs, the match doesn't continue unseen.
        house.core().resume(id, HOST, wall.now).unwrap();
        wall.settle(house.core());
        assert_eq!(boards(&wall), 6);
        deleted(&mut house, &mut wall);
        assert_eq!((boards(&wall), told(&wall)), (6, 1));
        assert_eq!(house.play().pause(), Some((Pauser::Deleted, None)));
        wall.now += 60_000;
        house.core().resume(id, HOST, wall.now).unwrap();
        wall.settle(house.core());
        deleted(&mut house, &mut wall);
        assert_eq!((boards(&wall), told(&wall)), (8, 1));
        assert_eq!(house.play().pause(), None);
    }
}

/// Events don't report a deleted channel either. Nobody's clock may run where nobody can read.
#[test]
fn a_channel_deleted_during_an_absence_stops_the_match() {
    let mut house = House::open(new_match("crossfire"), 3);
    let id = house.id;
    let mut wall = Wall::new(house.core());
    house.core().begin(id, HOST, true, wall.now).unwrap();
    wall.settle(house.core());
    let board = wall.board();
    wall.deleted.push((board, true));
    house.core().doubt_posts(id).unwrap();
    wall.settle(house.core());
    let pause = house.play().pause();
    assert_eq!(pause, Some((Pauser::ChannelGone, None)));
}

/// Discord may refuse to let posts be read for a long time. The next connection may succeed.
#[test]
fn unreadable_posts_are_checked_again_after_the_next_connection() {
    let mut house = House::open(new_match("crossfire"), 3);
    let id = house.id;
    let mut wall = Wall::new(house.core());
    house.core().begin(id, HOST, true, wall.now).unwrap();
    wall.settle(house.core());
    let board = wall.board();
    let core = house.core();
    core.doubt_posts(id).unwrap();
    let requests = wall.postal.next(core, wall.now, wall.now.0).unwrap();
    let [(lane, DiscordRequest::Check { .. })] = &requests[..] else {
        panic!("{requests:?}");
    };
    let outcome = RequestOutcome::Refused {
        status: 403,
        code: 50001,
    };
    tell(
        &mut wall.postal,
        core,
        (*lane, outcome),
        wall.now,
        wall.now.0,
    );
    wall.settle(core);
    assert_eq!(wall.looked, [0; 0]);
    core.doubt_posts(id).unwrap();
    wall.settle(core);
    assert_eq!(wall.looked, [board]);
}

/// No open match has a host to tell, but the channels may still be closed.
#[test]
fn a_seasons_hosts_hear_of_closed_channels_without_an_open_match() {
    const ALLIANCE: ChannelId = ChannelId(700);
    let together = vec![CHANNEL, ALLIANCE];
    for (lock, alliances, audit, open, expected) in [
        (
            true,
            vec![],
            Some(AUDIT),
            false,
            vec![(AUDIT, vec![CHANNEL])],
        ),
        (true, vec![], None, false, vec![(CHANNEL, vec![CHANNEL])]),
        (
            false,
            vec![ALLIANCE],
            None,
            false,
            vec![(ALLIANCE, vec![ALLIANCE])],
        ),
        (
            true,
            vec![ALLIANCE],
            Some(AUDIT),
            false,
            vec![(AUDIT, together)],
        ),
        // People who read one of the channels needn't know about the other.
        (
            true,
            vec![ALLIANCE],
            None,
            false,
            vec![(CHANNEL, vec![CHANNEL]), (ALLIANCE, vec![ALLIANCE])],
        ),
        (false, vec![], Some(AUDIT), false, vec![]),
        // The match's host is told.
        (true, vec![], Some(AUDIT), true, vec![]),
    ] {
        let settings = SeasonSettings {
            lock_match_channel: lock,
            alliance_channels: alliances,
            audit_channel: audit,
            ..SeasonSettings::default()
        };
        let mut house = House::open_in_season(new_match("gridlock"), 3, &settings);
        if !open {
            house.rule(HOST, &Ruling::Void, OPENED + 1_000).unwrap();
        }
        house.restore_copy();
        let told = |house: &mut House| {
            let waiting = house.core().store().read(|tx| {
                let mut waiting = Vec::new();
                for queue in tx.busy_queues()? {
                    waiting.extend(tx.posts_behind(queue, OutboxId(0), 100)?);
                }
                Ok::<_, StoreError>(waiting)
            });
            let said = |row: OutboxRow| {
                let letter: Letter = serde_json::from_str(&row.body).ok()?;
                match letter.post {
                    Post::Audit { said, .. } => {
                        Some((row.queue, words::audit::audit_entry(&said, None)))
                    }
                    _ => None,
                }
            };
            let said = waiting.unwrap().into_iter().filter_map(said);
            let told = said.filter(|(_, said)| said.contains("restored from a backup"));
            told.collect::<Vec<_>>()
        };
        house.core().boot(OPENED + 2_000).unwrap();
        // They hear once, however often Dealer starts.
        house.core().boot(OPENED + 3_000).unwrap();
        let told = told(&mut house);
        assert_eq!(told.len(), expected.len(), "{told:?}");
        for (place, channels) in expected {
            let (_, here) = told.iter().find(|(queue, _)| *queue == place.0).unwrap();
            for channel in [CHANNEL, ALLIANCE] {
                let is_named = here.contains(&format!("<#{channel}>"));
                assert_eq!(is_named, channels.contains(&channel), "{here:?}");
            }
        }
    }
}
