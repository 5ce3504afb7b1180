//! What people hear when something other than the match fails: its channel, its season's channel,
//! or a journal that can't be read.

mod edits;
mod unreadable;

use std::ops::Range;

use dealer::referee::postal::{Answer, DiscordRequest, Postal, PostedMessage, RequestOutcome};
use dealer::referee::{ConductRefusal, Core, Line, Post, Recipient, RefereeError};
use dealer::store::{AccountId, ChannelId, MessageId, SeasonSettings, ServerId};
use dealer::words;
use games::{CastId, Seat, WallMs};
use matches::Pauser;

use crate::discord::{self, tell};
use crate::house::{AUDIT, HOST, House, OPENED, account, new_match};

/// Sends everything that waits, for five minutes at most. Discord does what it is asked, unless
/// `answers` says otherwise.
fn post_all(core: &mut Core, answers: impl FnMut(&DiscordRequest) -> Option<RequestOutcome>) {
    let mut postal = Postal::new(core, AccountId(77), None).unwrap();
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
        let mut postal = Postal::new(core, AccountId(77), None).unwrap();
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
                            message: MessageId(10_000 * channel.0 + tick),
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
    pause: Option<(Pauser, Option<WallMs>)>,
}

fn refused_in(refused: ChannelId, status: u16, code: i64) -> Came {
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
        waits: busy.contains(&refused.0),
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
        Seat::BOTH
            .map(|seat| play.setup.cast.seated(seat).unwrap())
            .to_vec()
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
        let mut expected: Vec<Recipient> = if paused {
            seats
                .iter()
                .map(|who| Recipient::Person {
                    who: *who,
                    account: account(*who),
                })
                .chain([Recipient::Host(HOST)])
                .collect()
        } else {
            Vec::new()
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

/// People who give a permission back don't wait for the next try.
#[test]
fn a_post_is_tried_at_once_when_the_permissions_of_its_server_have_changed() {
    let mut house = House::open(new_match("gridlock"), 3);
    let channel = new_match("gridlock").channel;
    let core = house.core();
    let mut postal = Postal::new(core, AccountId(77), None).unwrap();
    let is_here = |request: &DiscordRequest| matches!(request, DiscordRequest::Create { channel: to, .. } if *to == channel);
    post_until(core, &mut postal, 0..5_000, |request| {
        let (status, code) = (403, 50013);
        is_here(request).then_some(RequestOutcome::Refused { status, code })
    });
    for (guild, expected) in [(2, false), (1, true)] {
        core.permissions_changed(ServerId(guild));
        let mut is_tried = false;
        post_until(core, &mut postal, 5_000..5_500, |request| {
            is_tried |= is_here(request);
            None
        });
        assert_eq!(is_tried, expected, "{guild}");
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

/// News for a host may be in flight while the match is handed over. The new host gets it too, and
/// once.
#[test]
fn a_call_in_flight_at_a_handover_reaches_the_new_host_too() {
    const NEW: AccountId = AccountId(HOST.0 + 1);
    // Whether the call to the new host leaves before Dealer knows that the other arrived.
    for overtaken in [false, true] {
        let mut house = House::open(new_match("gridlock"), 3);
        let (id, core) = (house.id, house.core());
        post_all(core, |_| None);
        let who = vec![CastId(0)];
        core.tell_host(id, Line::Left { who }, OPENED + 1_000)
            .unwrap();
        let mut postal = Postal::new(core, AccountId(77), None).unwrap();
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
                            came.push(channel.0);
                        }
                        let standing = done(&request, tick);
                        if calls && channel.0 == HOST.0 {
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
                && (!overtaken || came.contains(&NEW.0))
                && let Some((lane, outcome)) = on_its_way.take()
            {
                tell(&mut postal, core, (lane, outcome), OPENED + tick, tick);
            }
        }
        assert_eq!(came, [HOST.0, NEW.0], "{overtaken}");
        // Later news goes only to the new host.
        let who = vec![CastId(1)];
        core.tell_host(id, Line::Left { who }, OPENED + tick)
            .unwrap();
        let mut told = Vec::new();
        post_all(core, |request| {
            if let DiscordRequest::Create { channel, .. } = request {
                told.push(channel.0);
            }
            None
        });
        assert_eq!(told, [NEW.0], "{overtaken}");
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
    for to in [1, 2].map(|more| ChannelId(channel.0 + more)) {
        now += 1_000;
        let told = |core: &mut Core| {
            let waiting = core.store().read(|tx| tx.pending_posts(id)).unwrap();
            let gone = waiting
                .iter()
                .filter(|row| row.body.contains("channel_gone"));
            gone.filter(|row| row.queue != to.0).count()
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
        let board = core
            .store()
            .read(|tx| tx.pending_posts_to(id, to.0))
            .unwrap();
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
        let said = words::trouble::trouble(trouble);
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
