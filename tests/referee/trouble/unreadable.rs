//! Matches whose journal can't be read.

use std::collections::BTreeSet;

use dealer::referee::postal::{DiscordRequest, RequestOutcome};
use dealer::referee::{Core, Heartbeats, NewMatch, Recipient, Viewer, Watch};
use dealer::store::{ChannelId, MatchId, ServerId, Shard, Store};
use games::Author;
use matches::{Event, MatchMs};

use super::post_all;
use crate::house::{HOST, OPENED, new_match};
use crate::logs;

/// A match whose journal can't be played, and another with the same people in another channel.
fn unreadable_and_sound() -> (Core, [MatchId; 2]) {
    let mut core = Core::new(Store::in_memory().unwrap(), 1);
    let ids = [500, 502].map(|channel| {
        let new = NewMatch {
            channel: ChannelId(channel),
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
        .store_mut()
        .write(|tx| tx.append(ids[0], OPENED, MatchMs(0), &nonsense));
    written.unwrap();
    (Core::new(core.into_store(), 1), ids)
}

/// The match isn't gone, and its deadline stays until it can be read again.
#[test]
fn an_unreadable_journal_is_a_fault() {
    let (mut core, [id, _]) = unreadable_and_sound();
    let due = core.first_due(Shard::ONLY).unwrap();
    assert!(due.is_some());
    assert!(core.table(id).is_err());
    assert!(core.judge(id, OPENED + 1).is_err());
    assert_eq!(core.first_due(Shard::ONLY).unwrap(), due);
}

/// Many callers meet the unreadable match again and again.
#[test]
fn an_unreadable_match_is_logged_once() {
    let (mut core, [broken, sound]) = unreadable_and_sound();
    let mut watch = Watch::new();
    logs::listen();
    for minute in 0..10 {
        let now = OPENED + minute * 60_000;
        watch.hear(&mut core, Some(Heartbeats::at(0, now))).unwrap();
        for second in 1..60 {
            watch.step(&mut core, now + second * 1_000).unwrap();
            core.locks().unwrap();
            core.snapshots([broken, sound], Viewer::Account(HOST))
                .unwrap();
            core.play_for(broken, Some(HOST), None, now).unwrap();
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
    assert!(left.is_empty(), "these wait for ever: {left:?}");
    let own = [500, 502].map(|channel| Recipient::Channel(ChannelId(channel)).queue());
    let people = waiting.iter().filter(|queue| !own.contains(queue));
    for queue in people.chain(&own[1..]) {
        assert!(posted.contains(queue), "nothing of the sound one: {queue}");
    }
    let snapshots = core
        .snapshots([broken, sound], Viewer::Account(HOST))
        .unwrap();
    let ids: Vec<MatchId> = snapshots.iter().map(|snapshot| snapshot.row.id).collect();
    assert_eq!(ids, [sound]);
    core.locks().unwrap();
    core.removed_from(ServerId(1), OPENED + 2).unwrap();
}
