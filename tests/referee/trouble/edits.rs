//! Posts and edits that have to wait, such as in an archived thread.

use std::collections::BTreeMap;

use dealer::referee::postal::{DiscordRequest, Postal, RequestOutcome};
use dealer::referee::{Act, Core, Letter, Line, Post, Recipient};
use dealer::store::{AccountId, ChannelId, MatchId, PostEdit, StoreError};
use dealer::words;
use games::WallMs;

use super::{done, post_all, post_until};
use crate::discord::tell;
use crate::house::{HOST, House, OPENED, account, new_match};

/// Discord limits edits of old messages for minutes. A prompt in the meantime is posted at once.
#[test]
fn a_delayed_edit_does_not_delay_a_prompt() {
    let mut house = House::open(new_match("gridlock"), 3);
    let (id, now) = (house.id, OPENED + 1_000);
    let channel = new_match("gridlock").channel;
    let core = house.core();
    post_all(core, |_| None);
    let mut postal = Postal::new(core, AccountId(77), None).unwrap();
    let sealed = Letter {
        to: Recipient::Channel(channel),
        post: Post::Sealed,
    };
    let body = serde_json::to_string(&sealed).unwrap();
    let written = core
        .store_mut()
        .write(|tx| tx.add_post(Some(id), None, sealed.queue(), &body, now));
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
                        Line::Trouble(trouble) => Some(words::trouble::trouble(trouble)),
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
        assert!(house.play().is_shown(), "{name}: the clocks don't run");
        assert_eq!(told.len(), usize::from(told_once), "{name}: {told:?}");
        for said in told {
            for words in ["locked the thread", "Unlock Thread", "Manage Threads"] {
                assert!(said.contains(words), "{name}: {said}");
            }
        }
    }
}

/// A person chooses a hiding place.
fn hides(match_id: MatchId, account: AccountId, made_at_ms: WallMs) -> Act {
    Act::new(match_id, account, "hide B1", made_at_ms)
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
    let edits = core.store_mut().write(|tx| {
        let open = tx.open_posts(id)?;
        let [doubted, stale, given_back] = &open[..] else {
            panic!("expected a card and two submissions: {open:?}");
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
        let mut postal = Postal::new(core, AccountId(77), None).unwrap();
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
                            stands.push((standing.message.0, letter.letter.has_controls()));
                        }
                        (DiscordRequest::Refresh { row } | DiscordRequest::Close { row }, _) => {
                            let has_controls = matches!(request, DiscordRequest::Refresh { .. });
                            stands.push((row.sent.unwrap().message.0, has_controls));
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
    let new = ChannelId(old.0 + 1);
    let mut house = House::open(new_match("gridlock"), 3);
    let (id, core) = (house.id, house.core());
    post_all(core, |_| None);
    core.move_to(id, HOST, new, OPENED + 1_000).unwrap();
    let mut postal = Postal::new(core, AccountId(77), None).unwrap();
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
