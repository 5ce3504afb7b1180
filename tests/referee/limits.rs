//! How many requests go to Discord, and how fast, in virtual time. The post office meets a Discord
//! that refuses, limits or delays it. Discord counts invalid requests and adds up all requests, so
//! no server may use up what others need.

use std::collections::{BTreeMap, BTreeSet};

use dealer::referee::postal::{
    Answer, DiscordRequest, Lane, Postal, PostedMessage, RequestOutcome,
};
use dealer::referee::{
    Core, Letter, Line, NewMatch, NewPerson, Post, Practice, Recipient, Ruling, RulingOrder,
    Trouble,
};
use dealer::store::{
    AccountId, ChannelId, MatchId, MessageId, ServerId, Stakes, Store, StoreError,
};
use games::{BySeat, GameId, GivenOptions, Role, WallMs};
use matches::Times;

const NOW: WallMs = WallMs(1_700_000_000_000);
/// How many requests Discord accepts in a second, and how many the post office may make.
const GLOBAL: usize = 50;
const A_SECOND: u64 = 40;
/// How many invalid requests may come together before anybody knows that they are invalid.
const OF_A_SERVER: usize = 8;
const AT_ONCE: usize = 48;
/// How many messages a channel accepts in a window, and how long a window is.
const A_WINDOW: u64 = 5;
const WINDOW_MS: u64 = 5_000;
/// How long an answer takes that isn't delayed.
const QUICK_MS: u64 = 80;

/// A post office and the requests that it has made.
struct Office {
    core: Core,
    postal: Postal,
    tick: u64,
    /// Answers on their way, by arrival time.
    answers: BTreeMap<(u64, u64), (Lane, Answer)>,
    asked: Vec<u64>,
    invalid: Vec<u64>,
    /// When each channel got its posts.
    posted: BTreeMap<u64, Vec<u64>>,
    most_in_flight: usize,
    /// Whether channels limit messages, as Discord's do.
    counted: bool,
    /// When a channel's last window began, and how many messages were created in it.
    windows: BTreeMap<u64, (u64, u64)>,
}

impl Office {
    fn new() -> Office {
        let mut core = Core::new(Store::in_memory().unwrap(), 1);
        let postal = Postal::new(&mut core, AccountId(77), Some(A_SECOND)).unwrap();
        Office {
            core,
            postal,
            tick: 0,
            answers: BTreeMap::new(),
            asked: Vec::new(),
            invalid: Vec::new(),
            posted: BTreeMap::new(),
            most_in_flight: 0,
            counted: false,
            windows: BTreeMap::new(),
        }
    }

    /// Counts a message that would be created in a channel now. Gives how long the channel must
    /// rest after it, or how long until it accepts one.
    fn count(&mut self, channel: u64) -> Result<u64, u64> {
        let tick = self.tick;
        let window = self.windows.entry(channel).or_insert((tick, 0));
        if tick >= window.0 + WINDOW_MS {
            *window = (tick, 0);
        }
        let reset_ms = window.0 + WINDOW_MS - tick;
        if window.1 == A_WINDOW {
            return Err(reset_ms);
        }
        window.1 += 1;
        Ok(if window.1 == A_WINDOW { reset_ms } else { 0 })
    }

    /// A match of a server in its own channel, with all its posts sent.
    fn server(&mut self, guild: u64) -> MatchId {
        let names = ["Tiac", "Zac", "UMG"];
        let cast = names.iter().zip(1..).map(|(name, number)| {
            let account = AccountId(guild * 100 + number);
            NewPerson::new((*name).to_owned(), Role::Player, Some(account))
        });
        let new = NewMatch {
            guild: Some(ServerId(guild)),
            channel: ChannelId(guild * 1_000),
            season: None,
            host: AccountId(9),
            game: GameId::EXAMPLE,
            options: GivenOptions::new(),
            times: Times::defaults(GameId::EXAMPLE),
            lateness: Default::default(),
            cast: cast.collect(),
            seats: Some(BySeat {
                dmo: names[0].to_owned(),
                ec: names[1].to_owned(),
            }),
            start_at_ms: None,
            choices_due_ms: None,
            stakes: Stakes::Nothing,
            practice: Practice::No,
        };
        let id = self.core.open_match(new, NOW).unwrap();
        let store = self.core.store_mut();
        let sent = store.write(|tx| {
            for post in tx.posts_since(id, WallMs(0))? {
                tx.set_post_state(post.id, dealer::store::PostState::Void)?;
            }
            Ok::<_, StoreError>(())
        });
        sent.unwrap();
        id
    }

    /// Adds this many letters of a match for each of these channels.
    fn letters(&mut self, id: MatchId, channels: impl IntoIterator<Item = u64>, each: usize) {
        let lines = vec![Line::Trouble(Trouble::PostLost)];
        let written = self.core.store_mut().write(|tx| {
            for channel in channels {
                let to = Recipient::Channel(ChannelId(channel));
                let post = Post::News {
                    lines: lines.clone(),
                };
                let body = serde_json::to_string(&Letter { to, post })?;
                for _ in 0..each {
                    tx.add_post(Some(id), None, to.queue(), &body, NOW)?;
                }
            }
            Ok::<_, StoreError>(())
        });
        written.unwrap();
    }

    /// Runs until a tick, or until nothing is left to do. `discord` gives the outcome of a request
    /// for a channel, and how long it takes.
    fn run_until(
        &mut self,
        until: u64,
        mut discord: impl FnMut(u64, u64) -> (RequestOutcome, u64),
    ) {
        loop {
            let requests = self.postal.next(&mut self.core, NOW + self.tick, self.tick);
            for (lane, request) in requests.unwrap() {
                self.asked.push(self.tick);
                let mut rest_ms = 0;
                let (outcome, ms) = match request {
                    DiscordRequest::Create { channel, .. } if self.counted => {
                        match self.count(channel.0) {
                            Ok(rest) => {
                                rest_ms = rest;
                                discord(channel.0, self.tick)
                            }
                            Err(wait_ms) => limited(wait_ms),
                        }
                    }
                    DiscordRequest::Create { channel, .. } => discord(channel.0, self.tick),
                    // A search finds nothing.
                    DiscordRequest::Look { channel, .. } => match discord(channel.0, self.tick) {
                        (RequestOutcome::Created(_), ms) => (nothing_alike(), ms),
                        other => other,
                    },
                    // A host hears about refusals.
                    DiscordRequest::OpenDirect { account } => (
                        RequestOutcome::Opened {
                            channel: ChannelId(account.0),
                        },
                        QUICK_MS,
                    ),
                    DiscordRequest::OpenThread { channel, .. } => {
                        (RequestOutcome::Opened { channel }, QUICK_MS)
                    }
                    DiscordRequest::Join { .. } => (RequestOutcome::Done, QUICK_MS),
                    other => panic!("{other:?}"),
                };
                let answer = Answer { outcome, rest_ms };
                let number = self.asked.len() as u64;
                self.answers
                    .insert((self.tick + ms, number), (lane, answer));
            }
            self.most_in_flight = self.most_in_flight.max(self.answers.len());
            let next = self.answers.first_key_value().map(|((at, _), _)| *at);
            let again = self.postal.again_at(self.tick);
            let Some(at) = next
                .into_iter()
                .chain(again)
                .min()
                .filter(|at| *at <= until)
            else {
                return;
            };
            self.tick = at;
            while let Some(entry) = self.answers.first_entry().filter(|next| next.key().0 <= at) {
                let (lane, answer) = entry.remove();
                match (&answer.outcome, lane) {
                    (RequestOutcome::Created(_), Lane::Queue(channel)) => {
                        self.posted.entry(channel).or_default().push(at);
                    }
                    (
                        RequestOutcome::Limited { .. }
                        | RequestOutcome::Refused {
                            status: 401 | 403, ..
                        },
                        _,
                    ) => {
                        self.invalid.push(at);
                    }
                    _ => {}
                }
                let (core, now) = (&mut self.core, NOW + at);
                self.postal
                    .came(core, vec![(lane, answer)], now, at)
                    .unwrap();
            }
        }
    }

    /// Checks invalid requests: at most `at_once` together, before anybody could know, and then one
    /// a second.
    fn check_invalid(&self, at_once: usize) {
        for (index, from) in self.invalid.iter().enumerate() {
            for (count, to) in (1..).zip(&self.invalid[index..]) {
                let may = at_once + ((to - from) / 1_000) as usize;
                assert!(count <= may, "{count} in {} ms at {from}", to - from);
            }
        }
    }

    /// The most requests in any second.
    fn most_in_a_second(&self) -> usize {
        let of = |from: &u64| {
            let within = |at: &&u64| (*from..from + 1_000).contains(*at);
            self.asked.iter().filter(within).count()
        };
        self.asked.iter().map(of).max().unwrap_or_default()
    }
}

fn nothing_alike() -> RequestOutcome {
    RequestOutcome::Looked {
        alike: Vec::new(),
        page_end: None,
    }
}

/// The post succeeds after this long.
fn posted(channel: u64, tick: u64, ms: u64) -> (RequestOutcome, u64) {
    let standing = PostedMessage {
        channel: ChannelId(channel),
        message: MessageId(channel * 1_000_000 + tick),
        created_at_ms: NOW + tick,
    };
    (RequestOutcome::Created(standing), ms)
}

fn refused(status: u16, code: i64) -> (RequestOutcome, u64) {
    (RequestOutcome::Refused { status, code }, QUICK_MS)
}

fn limited(wait_ms: u64) -> (RequestOutcome, u64) {
    let outcome = RequestOutcome::Limited {
        wait_ms,
        global: false,
    };
    (outcome, QUICK_MS)
}

const MINUTES: u64 = 60_000;

#[test]
fn thirty_posts_go_out_as_fast_as_their_channel_takes_them() {
    let mut office = Office::new();
    office.counted = true;
    let id = office.server(1);
    office.letters(id, [1_001], 30);
    office.run_until(MINUTES, |channel, tick| posted(channel, tick, QUICK_MS));
    let posts = &office.posted[&1_001];
    assert_eq!(posts.len(), 30);
    assert!(posts[29] <= 26_000, "the last one after {} ms", posts[29]);
    assert!(
        posts[29] > 25_000,
        "the channel accepted more than Discord would"
    );
    assert_eq!(office.invalid, [0; 0], "no request was refused");
}

#[test]
fn fifty_revoked_channels_cost_few_requests_and_delay_nobody() {
    let mut office = Office::new();
    let (bad, good) = (office.server(1), office.server(2));
    let revoked: BTreeSet<u64> = (1_001..=1_050).collect();
    office.letters(bad, revoked.iter().copied(), 3);
    office.letters(good, 2_001..=2_005, 20);
    let discord = |given_back: bool| {
        let revoked = &revoked;
        move |channel, tick| {
            if revoked.contains(&channel) && !given_back {
                refused(403, 50013)
            } else {
                posted(channel, tick, QUICK_MS)
            }
        }
    };
    office.run_until(10 * MINUTES, discord(false));
    office.check_invalid(OF_A_SERVER);
    assert!(office.invalid.len() <= 610, "{}", office.invalid.len());
    // Dealer keeps trying them, and nobody else has waited for them.
    assert!(office.invalid.len() > 300, "{}", office.invalid.len());
    for channel in 2_001..=2_005 {
        let last = office.posted[&channel][19];
        assert!(last <= 20 * QUICK_MS + 2_500, "{last}");
    }
    // When the permissions come back, everything is posted soon.
    office.run_until(11 * MINUTES, discord(true));
    for channel in &revoked {
        assert_eq!(office.posted[channel].len(), 3, "{channel}");
    }
}

/// Posts of a finished match wait a day for a permission. If Dealer was removed from the server,
/// they don't wait at all. Posts of an open match keep waiting.
#[test]
fn a_finished_match_stops_waiting_for_a_permission() {
    let mut office = Office::new();
    let [over, open, left] = [1, 2, 3].map(|guild| office.server(guild));
    for id in [over, left] {
        let void = RulingOrder {
            match_id: id,
            host: AccountId(9),
            ruling: Ruling::Void,
            reason: String::new(),
        };
        office.core.rule(&void, None, NOW).unwrap();
    }
    office.letters(open, [2_000], 1);
    office.letters(left, [3_001], 1);
    office.core.removed_from(ServerId(3), NOW).unwrap();
    // The result isn't lost, since Dealer can reach the host.
    let to_host = office.core.store().read(|tx| tx.pending_posts_to(left, 9));
    let results = to_host.unwrap().into_iter().filter(|row| {
        let letter: Letter = serde_json::from_str(&row.body).unwrap();
        letter.post.is_end()
    });
    assert_eq!(results.count(), 1);
    let mut asked = BTreeMap::<u64, u64>::new();
    let mut hour = |office: &mut Office, hours: u64| {
        asked.clear();
        office.tick = hours * 60 * MINUTES;
        office.run_until(office.tick + MINUTES, |channel, tick| {
            if channel < 1_000 {
                posted(channel, tick, QUICK_MS)
            } else {
                *asked.entry(channel).or_default() += 1;
                refused(403, 50001)
            }
        });
        [1_000, 2_000, 3_000, 3_001].map(|channel| asked.get(&channel).copied().unwrap_or(0))
    };
    let [first, second, ..] = hour(&mut office, 0);
    assert!(first > 3 && second > 3, "{first}, {second}");
    let [first, second, ..] = hour(&mut office, 23);
    assert!(first > 3 && second > 3, "{first}, {second}");
    let [first, second, third, fourth] = hour(&mut office, 25);
    assert!(first == 1 && second > 3, "{first}, {second}");
    assert_eq!(third + fourth, 0);
}

#[test]
fn changing_permissions_cost_few_invalid_requests() {
    let mut office = Office::new();
    for guild in 1..=20 {
        let id = office.server(guild);
        office.letters(id, (1..=10).map(|channel| guild * 1_000 + channel), 30);
    }
    // In each channel every third request succeeds, but not at the same time in each.
    let mut requests: BTreeMap<u64, u64> = BTreeMap::new();
    office.run_until(10 * MINUTES, |channel, tick| {
        let count = requests.entry(channel).or_insert(channel);
        *count += 1;
        match *count % 3 {
            0 => posted(channel, tick, QUICK_MS),
            _ => refused(403, 50013),
        }
    });
    office.check_invalid(AT_ONCE);
    assert!(office.invalid.len() > 200, "{}", office.invalid.len());
}

#[test]
fn a_refused_token_or_limits_everywhere_cost_few_invalid_requests() {
    for answer in [refused(401, 0), limited(1_000)] {
        let mut office = Office::new();
        for guild in 1..=60 {
            let id = office.server(guild);
            office.letters(id, [guild * 1_000 + 1], 1);
        }
        office.run_until(3 * MINUTES, |_, _| answer.clone());
        office.check_invalid(AT_ONCE);
        let invalid = office.invalid.len();
        assert!((100..=230).contains(&invalid), "{invalid}: {answer:?}");
        office.run_until(5 * MINUTES, |channel, tick| posted(channel, tick, QUICK_MS));
        let channels = office.posted.keys().filter(|channel| **channel > 1_000);
        assert_eq!(channels.count(), 60);
    }
}

#[test]
fn requests_stay_within_discords_limits() {
    let mut office = Office::new();
    for guild in 1..=30 {
        let id = office.server(guild);
        office.letters(id, (1..=10).map(|channel| guild * 1_000 + channel), 5);
    }
    office.run_until(10 * MINUTES, |channel, tick| {
        posted(channel, tick, QUICK_MS)
    });
    let most = office.most_in_a_second();
    assert!((35..=GLOBAL).contains(&most), "{most} in a second");
    assert!(office.most_in_flight <= AT_ONCE);
    assert!(office.posted.values().all(|posts| posts.len() == 5));
    // This is the fastest possible: 1,500 posts at forty a second.
    assert!(office.tick < 40_000, "{}", office.tick);
}

#[test]
fn a_server_that_is_behind_does_not_hold_up_others() {
    let slow = |_: u64| (RequestOutcome::NoAnswer, 15_000);
    let crowded = |_: u64| limited(20_000);
    let late = |channel: u64| posted(channel, 0, 9_000);
    let busy = |channel: u64| posted(channel, 0, QUICK_MS);
    let troubles: [&dyn Fn(u64) -> (RequestOutcome, u64); 4] = [&slow, &crowded, &late, &busy];
    for trouble in troubles {
        let mut office = Office::new();
        let (behind, other) = (office.server(1), office.server(2));
        office.letters(behind, 1_001..=1_200, 6);
        let discord = |channel: u64, tick: u64| match channel {
            1_000..2_000 => match trouble(channel) {
                (RequestOutcome::Created(_), ms) => posted(channel, tick, ms),
                other => other,
            },
            _ => posted(channel, tick, QUICK_MS),
        };
        office.run_until(5_000, discord);
        for second in 5..25 {
            let from = second * 1_000;
            office.tick = from;
            office.letters(other, [2_001], 1);
            office.run_until(from + 990, discord);
            let last = office.posted.get(&2_001).and_then(|posts| posts.last());
            let took = last.and_then(|at| at.checked_sub(from)).unwrap();
            // A post's own time, plus what a few others take of the forty a second.
            assert!(took <= QUICK_MS + 250, "{took} ms");
        }
        assert_eq!(office.posted[&2_001].len(), 20);
        assert!(office.most_in_a_second() <= GLOBAL);
    }
}

/// How many letters the post office holds in memory.
fn letters_in_memory(postal: &Postal) -> usize {
    format!("{postal:?}").matches("Addressed {").count()
}

#[test]
fn waiting_letters_are_not_kept_in_memory() {
    let mut office = Office::new();
    for guild in 1..=10 {
        let id = office.server(guild);
        office.letters(id, (1..=20).map(|channel| guild * 1_000 + channel), 10);
    }
    let mut most = 0;
    for second in 1..=60 {
        office.run_until(second * 1_000, |channel, tick| {
            posted(channel, tick, QUICK_MS)
        });
        most = most.max(letters_in_memory(&office.postal));
    }
    // One for each channel, and again the requests in flight.
    assert!((1..=200 + 2 * AT_ONCE).contains(&most), "{most} letters");
    let sent: usize = office.posted.values().map(Vec::len).sum();
    assert_eq!(sent, 2_000);
    assert_eq!(letters_in_memory(&office.postal), 0);
    let empty = format!("{:?}", office.postal).len();
    assert!(empty < 1_000, "{empty}: {:?}", office.postal);
}
