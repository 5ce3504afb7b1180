//! What people hear when something other than the match fails: its channel, its season's channel,
//! or a journal that can't be read.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use dealer::referee::postal::{Answer, DiscordRequest, Postal, PostedMessage, RequestOutcome};
use dealer::referee::{
    Act, ConductRefusal, Core, Heartbeats, Letter, Line, NewMatch, Post, Recipient, RefereeError,
    Watch,
};
use dealer::store::{MatchId, PostEdit, SeasonSettings, Store, StoreError};
use dealer::words;
use games::{Author, CastId, Seat};
use matches::{Event, Pauser};

use crate::discord::{self, tell};
use crate::house::{AUDIT, HOST, House, OPENED, account, new_match};
use crate::logs;

/// Sends everything that waits, for five minutes at most. Discord does what it is asked, unless
/// `answers` says otherwise.
fn post_all(core: &mut Core, answers: impl FnMut(&DiscordRequest) -> Option<RequestOutcome>) {
    let mut postal = Postal::new(core, 77, None).unwrap();
    post_until(core, &mut postal, 0..300_000, answers);
}

/// Like [`post_all`], for a post office that already runs, between two of its ticks.
fn post_until(
    core: &mut Core,
    postal: &mut Postal,
    ticks: Range<u64>,
    mut answers: impl FnMut(&DiscordRequest) -> Option<RequestOutcome>,
) {
    let mut tick = ticks.start;
    while ticks.contains(&tick) {
        let requests = postal.next(core, OPENED + tick, tick).unwrap();
        if requests.is_empty() {
            let Some(at) = postal.again_at(tick) else {
                break;
            };
            tick = at;
        }
        for (lane, request) in requests {
            tick += 1;
            let done = done(&request, tick);
            let outcome = answers(&request).unwrap_or(done);
            tell(postal, core, (lane, outcome), OPENED + tick, tick);
        }
    }
}

/// The outcome of a request if nothing goes wrong.
fn done(request: &DiscordRequest, tick: u64) -> RequestOutcome {
    discord::done(request, 10_000 + tick, OPENED + tick)
}

/// A prompt's clocks run from when its post exists. If a deadline then falls in another second than
/// the post says, the post is written again, like a panel.
#[test]
fn a_post_says_to_the_second_when_time_is_up() {
    for (late_ms, expected) in [(10, 0), (1_500, 1)] {
        let mut house = House::open(new_match("gridlock"), 3);
        let (id, core) = (house.id, house.core());
        core.begin(id, HOST, true, OPENED).unwrap();
        let mut postal = Postal::new(core, 77, None).unwrap();
        let (mut tick, mut restated) = (0, 0);
        loop {
            let requests = postal.next(core, OPENED + tick, tick).unwrap();
            if requests.is_empty() {
                break;
            }
            tick += late_ms;
            let answers = requests.into_iter().map(|(lane, request)| {
                restated += u32::from(matches!(request, DiscordRequest::Restate { .. }));
                let outcome = match request {
                    DiscordRequest::Create { channel, .. } => {
                        RequestOutcome::Created(PostedMessage {
                            channel,
                            message: 10_000 * channel + tick,
                            created_at_ms: OPENED + tick,
                        })
                    }
                    request => done(&request, tick),
                };
                let rest_ms = 0;
                (lane, Answer { outcome, rest_ms })
            });
            let answers = answers.collect();
            postal.came(core, answers, OPENED + tick, tick).unwrap();
        }
        assert!(house.play().is_shown());
        assert_eq!(restated, expected, "{late_ms} ms");
    }
}

/// The outcome when Discord answers every post in a channel with this code.
struct Came {
    /// The private news about it.
    told: Vec<(Recipient, Line)>,
    /// Whether a post still waits for the channel in the end.
    waits: bool,
    pause: Option<(Pauser, Option<u64>)>,
}

fn refused_in(refused: u64, status: u16, code: i64) -> Came {
    let settings = SeasonSettings {
        audit_channel: Some(AUDIT),
        ..SeasonSettings::default()
    };
    let mut house = House::open_in_season(new_match("gridlock"), 3, &settings);
    let (id, now) = (house.id, OPENED + 1_000);
    let core = house.core();
    core.begin(id, HOST, true, now).unwrap();
    core.pause(id, HOST, now).unwrap();
    core.resume(id, HOST, now).unwrap();
    let mut told = Vec::new();
    post_all(core, |request| {
        let DiscordRequest::Create {
            letter, channel, ..
        } = request
        else {
            return None;
        };
        if *channel == refused {
            return Some(RequestOutcome::Refused { status, code });
        }
        let to = letter.letter.to;
        if let (Recipient::Host(_) | Recipient::Person { .. }, Post::News { lines }) =
            (to, &letter.letter.post)
        {
            let of_it = |line: &&Line| {
                matches!(
                    line,
                    Line::Trouble(_) | Line::ChannelGone { .. } | Line::Unposted { .. }
                )
            };
            told.extend(lines.iter().filter(of_it).map(|line| (to, line.clone())));
        }
        None
    });
    let busy = core.store().read(|tx| tx.busy_queues()).unwrap();
    Came {
        told,
        waits: busy.contains(&refused),
        pause: house.play().pause(),
    }
}

/// A channel in which Dealer may not post can become available again. Its match waits there, and
/// isn't paused.
#[test]
fn a_live_match_without_its_channel_pauses_and_says_so_once() {
    let channel = new_match("gridlock").channel;
    let seats: Vec<CastId> = {
        let play = House::open(new_match("gridlock"), 3).play();
        Seat::BOTH.map(|seat| play.setup.cast.seated(seat)).to_vec()
    };
    let gone = Line::ChannelGone {
        paused: true,
        channel,
    };
    for (status, code, paused) in [(404, 10003, true), (403, 50001, false), (403, 50013, false)] {
        let came = refused_in(channel, status, code);
        assert!(came.waits, "{code}");
        let expected = paused.then_some((Pauser::ChannelGone, None));
        assert_eq!(came.pause, expected, "{code}");
        let told_gone = came.told.iter().filter(|(_, line)| *line == gone);
        let mut told_gone: Vec<Recipient> = told_gone.map(|(to, _)| *to).collect();
        told_gone.sort_by_key(|to| to.queue());
        let mut expected: Vec<Recipient> = match paused {
            true => seats
                .iter()
                .map(|who| Recipient::Person {
                    who: *who,
                    account: account(*who),
                })
                .chain([Recipient::Host(HOST)])
                .collect(),
            false => Vec::new(),
        };
        expected.sort_by_key(|to| to.queue());
        assert_eq!(told_gone, expected, "{code}");
        assert_eq!(
            came.told.len() - told_gone.len(),
            usize::from(!paused),
            "{code}"
        );
    }
}

/// A live match's prompt, and Discord's answers to each try to post it in turn. None means that
/// Discord accepts it.
fn asked_in_trouble(mut answers: impl FnMut() -> Option<(u16, i64)>) -> (House, Vec<Line>, usize) {
    let mut house = House::open(new_match("gridlock"), 3);
    let (id, now) = (house.id, OPENED + 1_000);
    let channel = new_match("gridlock").channel;
    let (mut told, mut posted) = (Vec::new(), 0);
    let core = house.core();
    post_all(core, |_| None);
    core.begin(id, HOST, true, now).unwrap();
    post_all(core, |request| {
        let DiscordRequest::Create {
            letter,
            channel: to,
            ..
        } = request
        else {
            return None;
        };
        if let (Recipient::Host(_), Post::News { lines }) = (letter.letter.to, &letter.letter.post)
        {
            told.extend(lines.iter().cloned());
        }
        if *to != channel || !matches!(letter.letter.post, Post::Prompt { .. }) {
            return None;
        }
        let answer = answers();
        posted += usize::from(answer.is_none());
        answer.map(|(status, code)| RequestOutcome::Refused { status, code })
    });
    (house, told, posted)
}

/// An answer without Discord's code is either not from Discord, or Discord is in trouble. Dealer
/// retries a prompt for a while before it tells the host.
#[test]
fn a_refusal_without_a_code_is_retried_then_reported_with_a_button() {
    let channel = new_match("gridlock").channel;
    for status in [400, 403, 404, 413] {
        let mut left = 5;
        let (_, told, posted) = asked_in_trouble(|| {
            left -= 1;
            (left >= 0).then_some((status, 0))
        });
        let unposted = Line::Unposted { channel, code: 0 };
        assert_eq!((told.contains(&unposted), posted), (false, 1), "{status}");

        let mut tries = 0;
        let (mut house, told, _) = asked_in_trouble(|| {
            tries += 1;
            Some((status, 0))
        });
        assert!((5..20).contains(&tries), "{status}: {tries} tries");
        let told = told.iter().filter(|line| **line == unposted);
        assert_eq!(told.count(), 1, "{status}");
        // The button continues the match in the same channel.
        let (id, now) = (house.id, OPENED + 400_000);
        house.core().move_to(id, HOST, channel, now).unwrap();
        let mut posted = 0;
        post_all(house.core(), |request| {
            if let DiscordRequest::Create { letter, .. } = request {
                posted += usize::from(matches!(letter.letter.post, Post::Prompt { .. }));
            }
            None
        });
        assert_eq!(posted, 1, "{status}");
    }
}

/// A channel that is missing once may be there a moment later.
#[test]
fn one_report_of_a_missing_channel_stops_no_match() {
    let mut left = 1;
    let (mut house, _, posted) = asked_in_trouble(|| {
        left -= 1;
        (left >= 0).then_some((404, 10003))
    });
    assert_eq!((house.play().pause(), posted), (None, 1));
    let (mut house, ..) = asked_in_trouble(|| Some((404, 10003)));
    assert_eq!(house.play().pause(), Some((Pauser::ChannelGone, None)));
}

/// Discord limits edits of old messages for minutes. A prompt in the meantime is posted at once.
#[test]
fn a_delayed_edit_does_not_delay_a_prompt() {
    let mut house = House::open(new_match("gridlock"), 3);
    let (id, now) = (house.id, OPENED + 1_000);
    let channel = new_match("gridlock").channel;
    let core = house.core();
    post_all(core, |_| None);
    let mut postal = Postal::new(core, 77, None).unwrap();
    let sealed = Letter {
        to: Recipient::Channel(channel),
        post: Post::Sealed,
    };
    let body = serde_json::to_string(&sealed).unwrap();
    let written = core
        .store()
        .write(|tx| tx.add_post(id, 0, sealed.queue(), &body, now));
    written.unwrap();
    let (mut edits, mut prompts) = (0, 0);
    let mut limited = |request: &DiscordRequest| match request {
        DiscordRequest::Refresh { .. } => {
            edits += 1;
            let wait_ms = 240_000;
            let global = false;
            Some(RequestOutcome::Limited { wait_ms, global })
        }
        DiscordRequest::Create { letter, .. } => {
            prompts += usize::from(matches!(letter.letter.post, Post::Prompt { .. }));
            None
        }
        _ => None,
    };
    post_until(core, &mut postal, 0..10, &mut limited);
    core.begin(id, HOST, true, now).unwrap();
    post_until(core, &mut postal, 10..500, &mut limited);
    assert_eq!((edits, prompts), (1, 1));
}

/// A moderator may archive the thread of a match. The match loses nothing, and continues when the
/// thread opens again.
#[test]
fn posts_for_an_archived_thread_wait_and_keep_their_order() {
    let channel = new_match("gridlock").channel;
    const ARCHIVED: i64 = 50083;
    const LOCKED: i64 = 160_005;
    // How often the thread is still locked when Dealer tries to open it, and whether a post says so
    // meanwhile.
    for (name, code, locked, told_once) in [
        ("archived", ARCHIVED, 0, false),
        ("archived and locked", ARCHIVED, 3, true),
        ("locked", LOCKED, 3, true),
    ] {
        let mut house = House::open(new_match("gridlock"), 3);
        let (id, now) = (house.id, OPENED + 1_000);
        let core = house.core();
        core.begin(id, HOST, true, now).unwrap();
        let mut left = locked;
        let mut is_open = false;
        let (mut posted, mut told) = (Vec::new(), Vec::new());
        post_all(core, |request| match request {
            DiscordRequest::Create {
                letter,
                channel: to,
                ..
            } if *to == channel => {
                if code == LOCKED && left == 0 {
                    is_open = true;
                }
                if !is_open {
                    left -= i32::from(code == LOCKED);
                    return Some(RequestOutcome::Refused { status: 400, code });
                }
                posted.push((letter.row.id, letter.letter.post.supersedes()));
                None
            }
            DiscordRequest::Reopen { thread } => {
                assert_eq!((*thread, code), (channel, ARCHIVED), "{name}");
                if left > 0 {
                    left -= 1;
                    let (status, code) = (403, 50013);
                    return Some(RequestOutcome::Refused { status, code });
                }
                is_open = true;
                None
            }
            DiscordRequest::Create { letter, .. } => {
                if let (Recipient::Host(_), Post::News { lines }) =
                    (letter.letter.to, &letter.letter.post)
                {
                    told.extend(lines.iter().filter_map(|line| match line {
                        Line::Trouble(trouble) => Some(words::trouble(trouble)),
                        _ => None,
                    }));
                }
                None
            }
            _ => None,
        });
        let waiting = core.store().read(|tx| tx.busy_queues()).unwrap();
        assert_eq!(waiting, [0; 0], "{name}");
        assert!(
            posted.iter().any(|(_, prompt)| *prompt),
            "{name}: {posted:?}"
        );
        assert!(posted.is_sorted_by_key(|(id, _)| *id), "{name}: {posted:?}");
        assert!(house.play().is_shown(), "{name}: the clocks stand");
        assert_eq!(told.len(), usize::from(told_once), "{name}: {told:?}");
        for said in told {
            for words in ["locked the thread", "Unlock Thread", "Manage Threads"] {
                assert!(said.contains(words), "{name}: {said}");
            }
        }
    }
}

/// A person chooses a hiding place.
fn hides(match_id: MatchId, account: u64, made_at_ms: u64) -> Act {
    Act {
        match_id,
        account,
        for_party: None,
        is_host: false,
        prompt: None,
        text: "hide B1".to_owned(),
        interaction: None,
        made_at_ms,
    }
}

/// Counts and controls of old posts are updated once that is possible again.
#[test]
fn edits_in_an_archived_thread_wait_until_it_reopens() {
    let channel = new_match("gridlock").channel;
    for (name, status, code, opens) in [
        ("archived", 400, 50083, true),
        ("archived and locked", 400, 50083, false),
        ("locked", 403, 50013, false),
    ] {
        let mut house = House::open(new_match("gridlock"), 3);
        let id = house.id;
        let umg = account(house.play().setup.cast.find_exact("UMG").unwrap());
        let core = house.core();
        post_all(core, |_| None);
        let hide = hides(id, umg, OPENED + 1_000);
        core.act(&hide, OPENED + 1_000).unwrap();
        let card = core.store().read(|tx| tx.open_posts(id)).unwrap()[0].sent;
        // The edits of the card meanwhile, and how often they were refused.
        let (mut done, mut refused) = (Vec::new(), 0);
        let mut answer = |request: &DiscordRequest, left: &mut i32| {
            let what = match request {
                DiscordRequest::Refresh { row } if row.sent == card => "count",
                DiscordRequest::Close { row } if row.sent == card => "controls",
                DiscordRequest::Close { .. } => "own",
                DiscordRequest::Reopen { thread } => {
                    assert_eq!(*thread, channel, "{name}");
                    if opens {
                        *left = 0;
                        return None;
                    }
                    return Some(RequestOutcome::Refused {
                        status: 403,
                        code: 50013,
                    });
                }
                _ => return None,
            };
            if what != "own" && *left > 0 {
                *left -= 1;
                refused += 1;
                return Some(RequestOutcome::Refused { status, code });
            }
            done.push(what);
            None
        };
        let mut left = 3;
        post_all(core, |request| answer(request, &mut left));
        core.begin(id, HOST, true, OPENED + 2_000).unwrap();
        left = 3;
        post_all(core, |request| answer(request, &mut left));
        if !opens {
            // Nobody's private post waits for the thread.
            assert_eq!(done, ["count", "own", "own", "controls"], "{name}");
        }
        done.sort_unstable();
        assert_eq!(done, ["controls", "count", "own", "own"], "{name}");
        assert_eq!(refused, if opens { 2 } else { 6 }, "{name}");
    }
}

/// Marks come first. Posts that may only have lost their controls come last, however old they are.
#[test]
fn edits_of_old_posts_keep_the_order_of_their_kinds() {
    let mut house = House::open(new_match("gridlock"), 3);
    let (id, core) = (house.id, house.core());
    post_all(core, |_| None);
    let edits = core.store().write(|tx| {
        let open = tx.open_posts(id)?;
        let [doubted, stale, given_back] = &open[..] else {
            panic!("a card and two who choose: {open:?}");
        };
        tx.doubt_post(doubted.id)?;
        tx.set_post_stale(stale.id)?;
        tx.give_post_back(given_back.id)?;
        let expected = [
            (given_back, PostEdit::Unmark),
            (stale, PostEdit::Close),
            (doubted, PostEdit::Check),
        ];
        let expected = expected.map(|(row, edit)| (row.id, row.sent.unwrap().channel, edit));
        assert_eq!(tx.posts_to_edit(id)?, expected);
        Ok::<_, StoreError>(expected)
    });
    // They are also done in that order.
    let mut done = Vec::new();
    post_all(core, |request| {
        done.push(match request {
            DiscordRequest::Unmark { .. } => PostEdit::Unmark,
            DiscordRequest::Close { .. } => PostEdit::Close,
            DiscordRequest::Check { .. } => PostEdit::Check,
            _ => return None,
        });
        None
    });
    assert_eq!(done, edits.unwrap().map(|(.., edit)| edit));
}

/// A letter or an edit may be in flight while its match begins. In the end it has no controls.
#[test]
fn posts_in_flight_at_the_start_lose_their_controls() {
    for name in ["letter", "edit"] {
        let is_slow = |request: &DiscordRequest| match request {
            DiscordRequest::Create { letter, .. } => {
                name == "letter" && letter.letter.post.is_own()
            }
            DiscordRequest::Refresh { .. } => name == "edit",
            _ => false,
        };
        let mut house = House::open(new_match("gridlock"), 3);
        let id = house.id;
        let umg = account(house.play().setup.cast.find_exact("UMG").unwrap());
        let core = house.core();
        let mut postal = Postal::new(core, 77, None).unwrap();
        let (mut tick, mut slow) = (0, None);
        // Which messages have controls, in the order in which Discord carried out the requests.
        let mut stands: Vec<(u64, bool)> = Vec::new();
        for step in ["open", "choose", "begin", "arrive"] {
            let now = OPENED + tick;
            match step {
                "choose" => drop(core.act(&hides(id, umg, now), now).unwrap()),
                "begin" => drop(core.begin(id, HOST, true, now).unwrap()),
                _ => {}
            }
            loop {
                let mut requests = postal.next(core, OPENED + tick, tick).unwrap();
                if step == "arrive" {
                    requests.extend(slow.take());
                } else if slow.is_none()
                    && let Some(at) = requests.iter().position(|(_, request)| is_slow(request))
                {
                    slow = Some(requests.remove(at));
                }
                if requests.is_empty() {
                    break;
                }
                for (lane, request) in requests {
                    tick += 1;
                    let outcome = done(&request, tick);
                    match (&request, &outcome) {
                        (
                            DiscordRequest::Create { letter, .. },
                            RequestOutcome::Created(standing),
                        ) => {
                            stands.push((standing.message, letter.letter.has_controls()));
                        }
                        (DiscordRequest::Refresh { row } | DiscordRequest::Close { row }, _) => {
                            let has_controls = matches!(request, DiscordRequest::Refresh { .. });
                            stands.push((row.sent.unwrap().message, has_controls));
                        }
                        _ => {}
                    }
                    tell(&mut postal, core, (lane, outcome), OPENED + tick, tick);
                }
            }
            assert_eq!(
                slow.is_some(),
                step == "choose" || step == "begin" || (step, name) == ("open", "letter"),
                "{name}: {step}"
            );
        }
        let last: BTreeMap<u64, bool> = stands.into_iter().collect();
        let with_controls = last.values().filter(|has_controls| **has_controls);
        // Only the prompt has.
        assert_eq!(with_controls.count(), 1, "{name}: {last:?}");
    }
}

/// A moved match has posts in two channels.
#[test]
fn a_channel_that_refuses_edits_does_not_block_edits_elsewhere() {
    let old = new_match("gridlock").channel;
    let new = old + 1;
    let mut house = House::open(new_match("gridlock"), 3);
    let (id, core) = (house.id, house.core());
    post_all(core, |_| None);
    core.move_to(id, HOST, new, OPENED + 1_000).unwrap();
    let mut postal = Postal::new(core, 77, None).unwrap();
    // The channels in which Dealer tries to update the two cards, in order, and whether the old one
    // accepts it.
    let mut tried = Vec::new();
    let mut post = |core: &mut Core, ticks, opens: bool| {
        post_until(core, &mut postal, ticks, |request| match request {
            DiscordRequest::Close { row } if row.body.contains("\"card\"") => {
                let channel = row.sent.unwrap().channel;
                tried.push((channel, channel == new || opens));
                let (status, code) = (403, 50013);
                (channel == old && !opens).then_some(RequestOutcome::Refused { status, code })
            }
            _ => None,
        });
    };
    post(core, 1..10_000, false);
    core.begin(id, HOST, true, OPENED + 10_000).unwrap();
    post(core, 10_000..50_000, false);
    // Dealer returns to the refused edit later.
    post(core, 50_000..200_000, true);
    assert_eq!(tried, [(old, false), (new, true), (old, true)]);
}

/// News for a host may be in flight while the match is handed over. The new host gets it too, and
/// once.
#[test]
fn a_call_in_flight_at_a_handover_reaches_the_new_host_too() {
    const NEW: u64 = HOST + 1;
    // Whether the call to the new host leaves before Dealer knows that the other arrived.
    for overtaken in [false, true] {
        let mut house = House::open(new_match("gridlock"), 3);
        let (id, core) = (house.id, house.core());
        post_all(core, |_| None);
        let who = vec![CastId(0)];
        core.tell_host(id, Line::Left { who }, OPENED + 1_000)
            .unwrap();
        let mut postal = Postal::new(core, 77, None).unwrap();
        let (mut tick, mut came) = (0, Vec::new());
        let mut on_its_way = None;
        let mut handed = false;
        while tick < 60_000 {
            tick += 1;
            for (lane, request) in postal.next(core, OPENED + tick, tick).unwrap() {
                let outcome = match &request {
                    DiscordRequest::Create {
                        letter, channel, ..
                    } => {
                        let calls = format!("{:?}", letter.letter.post).contains("Left");
                        if calls {
                            came.push(*channel);
                        }
                        let standing = done(&request, tick);
                        if calls && *channel == HOST {
                            on_its_way = Some((lane, standing));
                            continue;
                        }
                        standing
                    }
                    request => done(request, tick),
                };
                tell(&mut postal, core, (lane, outcome), OPENED + tick, tick);
            }
            if on_its_way.is_some() && !handed {
                core.hand_over(id, HOST, NEW, OPENED + tick).unwrap();
                handed = true;
            }
            if handed
                && (!overtaken || came.contains(&NEW))
                && let Some((lane, outcome)) = on_its_way.take()
            {
                tell(&mut postal, core, (lane, outcome), OPENED + tick, tick);
            }
        }
        assert_eq!(came, [HOST, NEW], "{overtaken}");
        // Later news goes only to the new host.
        let who = vec![CastId(1)];
        core.tell_host(id, Line::Left { who }, OPENED + tick)
            .unwrap();
        let mut told = Vec::new();
        post_all(core, |request| {
            if let DiscordRequest::Create { channel, .. } = request {
                told.push(*channel);
            }
            None
        });
        assert_eq!(told, [NEW], "{overtaken}");
    }
}

/// A new channel may be deleted like the first.
#[test]
fn a_match_without_a_channel_moves_before_it_resumes() {
    let mut house = House::open(new_match("gridlock"), 3);
    let (id, mut now) = (house.id, OPENED + 1_000);
    let core = house.core();
    core.begin(id, HOST, true, now).unwrap();
    let mut channel = new_match("gridlock").channel;
    for to in [channel + 1, channel + 2] {
        now += 1_000;
        let told = |core: &mut Core| {
            let waiting = core.store().read(|tx| tx.pending_posts(id)).unwrap();
            let gone = waiting
                .iter()
                .filter(|row| row.body.contains("channel_gone"));
            gone.filter(|row| row.queue != to).count()
        };
        let before = told(core);
        core.channel_gone(channel, now).unwrap();
        assert_eq!(told(core), before + 3);
        // Discord may report it twice.
        core.channel_gone(channel, now).unwrap();
        assert_eq!(told(core), before + 3);
        let refused = core.resume(id, HOST, now).unwrap_err();
        assert!(
            matches!(refused, RefereeError::Refused(ConductRefusal::ChannelGone)),
            "{refused:?}"
        );
        assert!(core.move_to(id, HOST, to, now).unwrap());
        let board = core.store().read(|tx| tx.pending_posts_to(id, to)).unwrap();
        let board = board.last().unwrap();
        assert!(board.body.contains("\"board\""), "{}", board.body);
        core.resume(id, HOST, now).unwrap();
        channel = to;
    }
}

#[test]
fn trouble_in_the_audit_channel_does_not_touch_the_match() {
    for (status, code, waits, says) in [
        (403, 50013, true, "can't post in <#501>"),
        (404, 10003, false, "<#501> is gone"),
    ] {
        let came = refused_in(AUDIT, status, code);
        let [(Recipient::Host(_), Line::Trouble(trouble))] = &came.told[..] else {
            panic!("{code}: {:?}", came.told);
        };
        let said = words::trouble(trouble);
        assert_eq!(came.waits, waits, "{code}");
        assert!(
            said.contains(says) && said.contains("the match goes on"),
            "{said}"
        );
        for untrue in ["no clock runs", "/match move"] {
            assert!(!said.contains(untrue), "{said}");
        }
    }
}

/// A match whose journal can't be played, and another with the same people in another channel.
fn unreadable_and_sound() -> (Core, [MatchId; 2]) {
    let mut core = Core::new(Store::in_memory().unwrap(), 1);
    let ids = [500, 502].map(|channel| {
        let new = NewMatch {
            channel,
            ..new_match("gridlock")
        };
        core.open_match(new, OPENED).unwrap()
    });
    let nonsense = Event::Act {
        by: Author::Host,
        whose: None,
        act: "nonsense".to_owned(),
        made_at_ms: OPENED,
    };
    let written = core
        .store()
        .write(|tx| tx.append(ids[0], OPENED, 0, &nonsense));
    written.unwrap();
    (Core::new(core.into_store(), 1), ids)
}

/// The match isn't gone, and its deadline stays until it can be read again.
#[test]
fn an_unreadable_journal_is_a_fault() {
    let (mut core, [id, _]) = unreadable_and_sound();
    let due = core.first_due().unwrap();
    assert!(due.is_some());
    assert!(core.table(id).is_err());
    assert!(core.judge(id, OPENED + 1).is_err());
    assert_eq!(core.first_due().unwrap(), due);
}

/// Many callers meet the unreadable match again and again.
#[test]
fn an_unreadable_match_is_logged_once() {
    let (mut core, [broken, sound]) = unreadable_and_sound();
    let mut watch = Watch::new();
    let _listening = logs::listen();
    logs::take();
    for minute in 0..10 {
        let now = OPENED + minute * 60_000;
        watch.hear(&mut core, Some(Heartbeats::at(now))).unwrap();
        for second in 1..60 {
            watch.step(&mut core, now + second * 1_000).unwrap();
            core.locks().unwrap();
            core.looks([broken, sound], HOST).unwrap();
            core.play_for(broken, HOST, now).unwrap();
        }
    }
    let logged = logs::take();
    let lines = logged.lines().filter(|line| line.contains("ERROR"));
    let lines: Vec<&str> = lines.collect();
    assert!(
        matches!(&lines[..], [line] if line.contains(&format!("match {broken}"))),
        "{lines:#?}"
    );
}

/// The posts that wait behind its letters belong to other matches.
#[test]
fn an_unreadable_match_does_not_hold_up_others() {
    let (mut core, [broken, sound]) = unreadable_and_sound();
    let waiting = core.store().read(|tx| tx.busy_queues()).unwrap();
    let mut posted = BTreeSet::new();
    post_all(&mut core, |request| {
        let DiscordRequest::Create { letter, .. } = request else {
            return None;
        };
        let row = &letter.row;
        // Posts of the unreadable match can't be written either.
        let cannot = row.match_id == broken;
        if !cannot {
            posted.insert(row.queue);
        }
        cannot.then_some(RequestOutcome::Unwritable)
    });
    let left = core.store().read(|tx| tx.busy_queues()).unwrap();
    assert!(left.is_empty(), "something waits for ever: {left:?}");
    let own = [500, 502].map(|channel| Recipient::Channel(channel).queue());
    let people = waiting.iter().filter(|queue| !own.contains(queue));
    for queue in people.chain(&own[1..]) {
        assert!(posted.contains(queue), "nothing of the sound one: {queue}");
    }
    let looks = core.looks([broken, sound], HOST).unwrap();
    let ids: Vec<MatchId> = looks.iter().map(|look| look.row.id).collect();
    assert_eq!(ids, [sound]);
    core.locks().unwrap();
    core.removed_from(1, OPENED + 2).unwrap();
}

#[test]
fn a_host_reads_of_an_unreachable_player_whether_the_match_is_live() {
    for live in [false, true] {
        let mut house = House::open(new_match("gridlock"), 3);
        let id = house.id;
        if live {
            // The letters from before the match count as sent.
            house.posts();
            let core = house.core();
            core.begin(id, HOST, true, OPENED).unwrap();
            core.channel_gone(new_match("gridlock").channel, OPENED)
                .unwrap();
        }
        let mut told = Vec::new();
        post_all(house.core(), |request| match request {
            DiscordRequest::Create { letter, .. } => {
                match (letter.letter.to, &letter.letter.post) {
                    (Recipient::Person { .. }, _) => Some(RequestOutcome::Refused {
                        status: 403,
                        code: 50007,
                    }),
                    (Recipient::Host(_), Post::News { lines }) => {
                        told.extend(lines.iter().filter_map(|line| match line {
                            Line::Unreached { live, .. } => Some(*live),
                            _ => None,
                        }));
                        None
                    }
                    _ => None,
                }
            }
            DiscordRequest::OpenThread { .. } => Some(RequestOutcome::Refused {
                status: 404,
                code: 10003,
            }),
            _ => None,
        });
        assert!(!told.is_empty(), "nobody is told");
        assert!(told.iter().all(|told| *told == live), "{told:?}");
    }
}
