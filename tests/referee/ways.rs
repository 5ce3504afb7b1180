//! Private threads for people with closed direct messages: which one is used from match to match,
//! and who hears if there is none. The tests ask the post office what it wants from Discord, and
//! answer as Discord.

use std::collections::{BTreeMap, BTreeSet};

use dealer::referee::postal::{DiscordRequest, Lane, Postal, PostedMessage, RequestOutcome};
use dealer::referee::{
    Asker, Core, Letter, Line, NewMatch, Post, Recipient, Ruling, RulingOrder, Trouble, Undelivered,
};
use dealer::store::{
    AccountId, CastMember, ChannelId, MatchId, MessageId, SeasonId, SeasonSettings, ServerId,
    Store, StoreError,
};
use games::{self, BySeat, CastId, Reason, Seat};

use crate::discord::tell;
use crate::house::{AUDIT, HOST, OPENED, account, new_match};

/// The person's place in the cast, and their account.
const WHO: CastId = CastId(2);
const CANNOT_SEND: i64 = 50007;
const MISSING_PERMISSIONS: i64 = 50013;
const WRONG_KIND: i64 = 50024;
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
    /// Threads that a moderator has also locked.
    locked: BTreeSet<u64>,
    /// People with closed direct messages.
    closed: BTreeSet<u64>,
    /// Channels that their owners can't see.
    unseen: BTreeSet<u64>,
    /// Channels that can't have threads. A thread comes with its parent channel.
    without_threads: BTreeMap<u64, Option<u64>>,
    /// The person whose requests are written down.
    whose: u64,
    /// Those requests, in words.
    asked: Vec<String>,
    /// All posted letters, each with its channel.
    posted: Vec<(u64, Letter)>,
}

impl Office {
    fn new() -> Office {
        Office::with(&SeasonSettings::default())
    }

    fn with(settings: &SeasonSettings) -> Office {
        let mut core = Core::new(Store::in_memory().unwrap(), 1);
        let postal = Postal::new(&mut core, AccountId(77), None).unwrap();
        let season = core.store_mut().write(|tx| {
            let season = tx.add_season(ServerId(1), "First", None, settings)?;
            for person in new_match("gridlock").cast {
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
            closed: BTreeSet::from([account(WHO).0]),
            unseen: BTreeSet::new(),
            without_threads: BTreeMap::new(),
            whose: account(WHO).0,
            asked: Vec::new(),
            posted: Vec::new(),
        }
    }

    /// Opens a match in a channel.
    fn open(&mut self, channel: u64) -> MatchId {
        self.open_with(channel, None)
    }

    /// Opens a match in which the person has a channel of their own.
    fn open_bound(&mut self, channel: u64, bound: u64) -> MatchId {
        self.open_with(channel, Some(bound))
    }

    fn open_with(&mut self, channel: u64, bound: Option<u64>) -> MatchId {
        let mut new = NewMatch {
            channel: ChannelId(channel),
            season: Some(self.season),
            ..new_match("gridlock")
        };
        for (index, person) in new.cast.iter_mut().enumerate() {
            person.position = Some(index as u32);
        }
        new.cast[2].bound = bound.map(ChannelId);
        let BySeat { dmo, ec } = new.seats.as_ref().unwrap();
        assert!([dmo, ec].iter().all(|seat| **seat != new.cast[2].name));
        self.core.open_match(new, OPENED + self.tick).unwrap()
    }

    fn end(&mut self, id: MatchId) {
        let order = RulingOrder {
            match_id: id,
            host: HOST,
            ruling: Ruling::Void,
            reason: String::new(),
        };
        self.core.rule(&order, None, OPENED + self.tick).unwrap();
    }

    /// Sends everything that is pending. Gives the requests for the person, each once.
    fn sends(&mut self) -> String {
        self.asked.clear();
        loop {
            let (now, tick) = (OPENED + self.tick, self.tick);
            let requests = self.postal.next(&mut self.core, now, tick).unwrap();
            if requests.is_empty() {
                match self.postal.again_at(tick) {
                    Some(at) => self.tick = at,
                    None => return self.asked.join(", "),
                }
            }
            for (lane, request) in requests {
                let outcome = self.discord(lane, &request);
                self.tick += 1;
                let (now, tick) = (OPENED + self.tick, self.tick);
                let came = (lane, outcome);
                tell(&mut self.postal, &mut self.core, came, now, tick);
            }
        }
    }

    fn discord(&mut self, lane: Lane, request: &DiscordRequest) -> RequestOutcome {
        let is_theirs = lane == Lane::Queue(self.whose);
        let mut asks = |what: String| {
            if is_theirs && self.asked.last() != Some(&what) {
                self.asked.push(what);
            }
        };
        match request {
            DiscordRequest::OpenDirect { account } => RequestOutcome::Opened {
                channel: ChannelId(account.0),
            },
            DiscordRequest::Create { channel, .. } if self.closed.contains(&channel.0) => {
                asks("direct".to_owned());
                refused(CANNOT_SEND)
            }
            DiscordRequest::Create {
                letter, channel, ..
            } => {
                asks(format!("post in {channel}"));
                self.posted.push((channel.0, letter.letter.clone()));
                RequestOutcome::Created(PostedMessage {
                    channel: *channel,
                    message: MessageId(1_000_000 + self.tick),
                    created_at_ms: OPENED + self.tick,
                })
            }
            DiscordRequest::Sees { channel, .. } if self.unseen.contains(&channel.0) => {
                RequestOutcome::Nothing
            }
            DiscordRequest::OpenThread { channel, .. } => {
                asks(format!("thread below {channel}"));
                if self.without_threads.contains_key(&channel.0) {
                    return refused(WRONG_KIND);
                }
                self.threads += 1;
                RequestOutcome::Opened {
                    channel: ChannelId(channel.0 * 10 + self.threads),
                }
            }
            DiscordRequest::Above { channel } => {
                asks(format!("above {channel}"));
                match self.without_threads.get(&channel.0) {
                    Some(Some(above)) => RequestOutcome::Opened {
                        channel: ChannelId(*above),
                    },
                    _ => RequestOutcome::Nothing,
                }
            }
            DiscordRequest::Join { thread, .. } => {
                asks(format!("join {thread}"));
                if self.archived.contains(&thread.0) {
                    refused(THREAD_ARCHIVED)
                } else {
                    RequestOutcome::Done
                }
            }
            DiscordRequest::Reopen { thread } => {
                asks(format!("reopen {thread}"));
                if self.locked.contains(&thread.0) {
                    return refused(MISSING_PERMISSIONS);
                }
                self.archived.remove(&thread.0);
                RequestOutcome::Done
            }
            _ => RequestOutcome::Done,
        }
    }
}

fn refused(code: i64) -> RequestOutcome {
    RequestOutcome::Refused { status: 403, code }
}

#[test]
fn a_thread_is_reused_only_below_its_matchs_channel() {
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
    // This is the last match there, not the last one anywhere.
    office.open(50);
    assert_eq!(office.sends(), "direct, join 501, post in 501");
}

#[test]
fn a_person_who_cannot_see_their_channel_is_reached_in_the_next_way() {
    let mut office = Office::new();
    office.unseen.insert(90);
    let id = office.open_bound(50, 90);
    let asked = "direct, thread below 50, join 501, post in 501";
    assert_eq!(office.sends(), asked);
    let told = |office: &Office| {
        let (channel, account) = (ChannelId(90), account(WHO));
        let unseen = Line::Trouble(Trouble::BoundUnseen { channel, account });
        let lines = vec![unseen];
        let news = office.posted.iter().filter(|(place, letter)| {
            let says = letter.post
                == Post::News {
                    lines: lines.clone(),
                };
            says && *place == HOST.0 && letter.to == Recipient::Host(HOST)
        });
        news.count()
    };
    assert_eq!(told(&office), 1);
    // It opens once, however often Dealer writes to them.
    office.core.remind(id, HOST, OPENED + office.tick).unwrap();
    assert_eq!(office.sends(), "post in 501");
    assert_eq!(told(&office), 1);
    office.end(id);
    office.sends();
    office.unseen.clear();
    office.open_bound(60, 90);
    assert_eq!(office.sends(), "post in 90");
    assert_eq!(told(&office), 1);
}

#[test]
fn a_moved_match_leaves_its_old_threads_behind() {
    let mut office = Office::new();
    let id = office.open(50);
    office.sends();
    let now = OPENED + office.tick;
    office.core.move_to(id, HOST, ChannelId(60), now).unwrap();
    // Dealer asks them again at once, since the old thread may be gone with its channel.
    let asked = "direct, thread below 60, join 602, post in 602";
    assert_eq!(office.sends(), asked);
    office.end(id);
    office.sends();
    office.open(60);
    assert_eq!(office.sends(), "direct, join 602, post in 602");
    office.open(50);
    let again = "direct, thread below 50, join 503, post in 503";
    assert_eq!(office.sends(), again);
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
            Ok::<_, dealer::store::StoreError>((
                tx.last_match_in(ChannelId(60))?,
                tx.last_match_over_in(ChannelId(60))?,
            ))
        });
        found.unwrap()
    };
    assert_eq!(last(&mut office), (Some(other), Some(other)));
    let now = OPENED + office.tick;
    office
        .core
        .move_to(moved, HOST, ChannelId(60), now)
        .unwrap();
    assert_eq!(last(&mut office), (Some(moved), Some(other)));
    office.tick += 1;
    // It has the lower number.
    office.end(moved);
    assert_eq!(last(&mut office), (Some(moved), Some(moved)));
    // Another result, as when a tie is settled, isn't a later end.
    let settled = games::Outcome::won(Seat::Dmo, Reason::SETTLED);
    let store = office.core.store_mut();
    store
        .write(|tx| tx.close_match(other, settled, now + 1_000))
        .unwrap();
    assert_eq!(last(&mut office), (Some(moved), Some(moved)));
}

#[test]
fn an_archived_thread_is_reopened_unless_it_is_locked() {
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

/// A thread can't hold another thread.
#[test]
fn a_match_in_a_thread_opens_private_threads_in_the_parent_channel() {
    let mut office = Office::new();
    office.without_threads.insert(50, Some(7));
    let first = office.open(50);
    let opened = "direct, thread below 50, above 50, thread below 7, join 71, post in 71";
    assert_eq!(office.sends(), opened);
    office.end(first);
    office.sends();
    office.open(50);
    assert_eq!(office.sends(), "direct, join 71, post in 71");
}

/// This covers voice channels, announcement channels and posts in a forum.
#[test]
fn without_threads_the_host_hears_who_cannot_be_reached() {
    for above in [None, Some(7)] {
        let mut office = Office::with(&SeasonSettings {
            audit_channel: Some(AUDIT),
            ..SeasonSettings::default()
        });
        office.without_threads = BTreeMap::from([(50, above), (7, None)]);
        office.closed.insert(HOST.0);
        office.open(50);
        let looked = match above {
            None => "direct, thread below 50, above 50",
            Some(_) => "direct, thread below 50, above 50, thread below 7",
        };
        assert_eq!(office.sends(), looked);
        let unreached = |(place, letter): &(u64, Letter)| match &letter.post {
            Post::News { lines } => {
                let is_it =
                    |line: &Line| matches!(line, Line::Unreached { who, .. } if *who == [WHO]);
                lines.iter().any(is_it).then_some((*place, letter.to))
            }
            _ => None,
        };
        let told: Vec<_> = office.posted.iter().filter_map(unreached).collect();
        // The host's own list of ways is also used up.
        assert_eq!(told, [(AUDIT.0, Recipient::Host(HOST))], "{above:?}");
    }
}

/// The replaced player's letter has only one way. If it fails, the match's host hears.
#[test]
fn a_host_hears_which_replaced_player_could_not_be_told() {
    for open in [false, true] {
        let mut office = Office::new();
        if open {
            office.closed.clear();
        }
        let id = office.open(50);
        office.sends();
        let order = RulingOrder {
            match_id: id,
            host: HOST,
            ruling: Ruling::Substitute {
                who: WHO,
                account: AccountId(4_000),
                in_season: false,
            },
            reason: String::new(),
        };
        office
            .core
            .rule(&order, None, OPENED + office.tick)
            .unwrap();
        office.posted.clear();
        assert_eq!(office.sends(), if open { "post in 1002" } else { "direct" });
        let account = account(WHO);
        let lines = vec![Line::Trouble(Trouble::ReplacedUntold { account })];
        let untold = Post::News { lines };
        let told = office.posted.iter().any(|(place, letter)| {
            letter.post == untold && *place == HOST.0 && letter.to == Recipient::Host(HOST)
        });
        assert_eq!(told, !open);
    }
}

impl Office {
    fn asker(by: AccountId) -> Asker {
        Asker {
            account: by,
            is_host: by == HOST,
            interaction: None,
        }
    }

    fn strike(&mut self) {
        let by = Office::asker(HOST);
        let struck = self.core.edit_season(self.season, by, OPENED, |edit| {
            edit.add_strike("UMG", true, "late")
        });
        struck.unwrap();
    }

    /// Where it was said that the person couldn't be told, to whom, and about what.
    fn untold(&self) -> Vec<(u64, u64, Undelivered)> {
        let untold = |(place, letter): &(u64, Letter)| match &letter.post {
            Post::Untold { name, of, .. } => {
                assert_eq!(name.as_deref(), Some("UMG"));
                Some((*place, letter.to.queue(), *of))
            }
            _ => None,
        };
        self.posted.iter().filter_map(untold).collect()
    }
}

#[test]
fn a_strike_is_told_in_a_private_thread_of_the_seasons_channel() {
    let mut office = Office::with(&SeasonSettings {
        match_channel: Some(ChannelId(50)),
        ..SeasonSettings::default()
    });
    office.strike();
    let opened = "direct, thread below 50, join 501, post in 501";
    assert_eq!(office.sends(), opened);
    // The thread is theirs while it exists, in matches there too.
    office.strike();
    let again = "direct, join 501, post in 501";
    assert_eq!(office.sends(), again);
    let id = office.open(50);
    assert_eq!(office.sends(), again);
    office.end(id);
    office.sends();
    office.core.thread_gone(ChannelId(501), OPENED).unwrap();
    office
        .core
        .store_mut()
        .write(|tx| tx.set_private_channel(id, WHO, None))
        .unwrap();
    office.strike();
    let again = "direct, thread below 50, join 502, post in 502";
    assert_eq!(office.sends(), again);
    assert_eq!(office.untold(), []);
    let forgotten = office.core.forget_account(account(WHO));
    forgotten.unwrap();
    let thread =
        |tx: &dealer::store::Tx| tx.last_thread(office.season, ChannelId(50), account(WHO));
    assert_eq!(office.core.store().read(thread).unwrap(), None);
}

/// A season without a channel for matches uses the thread of the last match, wherever that was.
#[test]
fn a_strike_is_told_in_the_thread_of_the_last_match() {
    let mut office = Office::new();
    let id = office.open(60);
    office.sends();
    office.end(id);
    office.sends();
    office.strike();
    assert_eq!(office.sends(), "direct, join 601, post in 601");
}

#[test]
fn the_host_who_gives_a_strike_hears_that_it_could_not_be_told() {
    let strike: fn(&mut Office) = Office::strike;
    let garnets: fn(&mut Office) = |office| {
        let by = Office::asker(HOST);
        let given = office.core.edit_season(office.season, by, OPENED, |edit| {
            edit.give_garnets("UMG", 3, "well played")
        });
        given.unwrap();
    };
    let zac = account(CastId(0));
    let gift: fn(&mut Office) = |office| {
        let by = Office::asker(account(CastId(0)));
        let given = office
            .core
            .gift_garnets(office.season, by, "UMG", 1, "", OPENED);
        given.unwrap();
    };
    let (struck, moved) = (Undelivered::Strike, Undelivered::Garnets);
    // The deed, whether hosts share a channel, whether the host has open direct messages, and who
    // is told what where.
    for (what, audit, open, expected) in [
        (strike, None, true, vec![(HOST.0, HOST.0, struck)]),
        (garnets, Some(AUDIT), true, vec![(HOST.0, HOST.0, moved)]),
        (strike, Some(AUDIT), false, vec![(AUDIT.0, HOST.0, struck)]),
        (strike, None, false, vec![]),
        (gift, Some(AUDIT), true, vec![(AUDIT.0, AUDIT.0, moved)]),
        (gift, None, true, vec![(zac.0, zac.0, moved)]),
    ] {
        let mut office = Office::with(&SeasonSettings {
            match_channel: Some(ChannelId(50)),
            audit_channel: audit,
            players_may_give: true,
            ..SeasonSettings::default()
        });
        // For example a voice channel.
        office.without_threads.insert(50, None);
        if !open {
            office.closed.insert(HOST.0);
        }
        what(&mut office);
        assert_eq!(office.sends(), "direct, thread below 50, above 50");
        assert_eq!(office.untold(), expected, "{audit:?} {open}");
        let waiting = office.core.store().read(|tx| tx.busy_queues()).unwrap();
        assert_eq!(waiting, [0; 0]);
        // Everybody can be forgotten, with all of this.
        for account in [HOST, zac, account(WHO)] {
            office.core.forget_account(account).unwrap();
        }
    }
}
