//! Posts that call a host to an absent player at the start. Once that is settled, nobody can press
//! them, not even those that are sent later.

use dealer::referee::{Letter, Post, Ruling};
use dealer::store::{ChannelId, MessageId, OutboxRow, PostEdit, PostState, Sent, StoreError};
use games::WallMs;

use crate::house::{HOST, House, OPENED, new_match};

const START: WallMs = WallMs(OPENED.0 + 3_600_000);

/// Settles the call: `wait`, `move`, `begin` or `void`.
fn settle(house: &mut House, how: &str) {
    let (id, now) = (house.id, START + 1_000);
    let core = house.core();
    match how {
        "wait" => drop(core.wait(id, HOST, now).unwrap()),
        "move" => core.move_start(id, HOST, None, false, now).unwrap(),
        "begin" => drop(core.begin(id, HOST, true, now).unwrap()),
        _ => drop(house.rule(HOST, &Ruling::Void, now).unwrap()),
    }
}

fn lines(row: &OutboxRow) -> String {
    let letter: Letter = serde_json::from_str(&row.body).unwrap();
    match letter.post {
        Post::News { lines } => format!("{lines:?}"),
        _ => String::new(),
    }
}

#[test]
fn a_call_settled_before_it_is_sent_has_no_buttons() {
    for how in ["wait", "move", "begin", "void"] {
        let mut new = new_match("crossfire");
        new.start_at_ms = Some(START);
        let mut house = House::open(new, 1);
        house.judge(START);
        settle(&mut house, how);
        let id = house.id;
        let store = house.core().store_mut();
        let (stale, open) = store
            .write(|tx| {
                for row in tx.pending_posts(id)? {
                    let letter: Letter = serde_json::from_str(&row.body)?;
                    let sent = Sent {
                        channel: ChannelId(row.queue),
                        message: MessageId(1_000 + row.id.0 as u64),
                    };
                    if letter.post.is_edit() {
                        tx.set_post_state(row.id, PostState::Void)?
                    } else {
                        tx.set_post_sent(row.id, sent, letter.has_controls())?
                    }
                }
                let marked = tx.matches_with_posts_to_edit()?;
                assert_eq!(marked, [id], "{how}");
                let mut stale = Vec::new();
                for (row, channel, edit) in tx.posts_to_edit(id)? {
                    let row = tx.post(row)?.unwrap();
                    assert_eq!((row.queue, PostEdit::Close), (channel.0, edit), "{how}");
                    stale.push(row);
                }
                Ok::<_, StoreError>((stale, tx.open_posts(id)?))
            })
            .unwrap();
        let calls = |rows: &[OutboxRow], word: &str| {
            let rows = rows.iter().map(lines);
            rows.filter(|lines| lines.contains(word)).count()
        };
        // One is for the host, and one for everybody.
        assert_eq!(calls(&stale, "NoShow"), 2, "{how}");
        assert_eq!(calls(&open, "NoShow"), 0, "{how}");
        let waits = if how == "wait" { 2 } else { 0 };
        assert_eq!(calls(&open, "Waits"), waits, "{how}");
    }
}
