//! A group of changes that is not stored after all, and the post office, which had begun with what was to be posted in it.

use dealer::games::GameId;
use dealer::referee::postal::{Errand, Postal};
use dealer::referee::{Core, Letter, Post, To};
use dealer::store::{MatchId, OutboxId, StoreError};

use crate::house::{House, OPENED, new_match};

const CHANNEL: u64 = 5;

fn post(core: &mut Core, prompt: u32) -> OutboxId {
    let letter = Letter {
        to: To::Channel(CHANNEL),
        post: Post::Reminder { prompt },
    };
    let body = serde_json::to_string(&letter).unwrap();
    let added = core
        .store()
        .write(|tx| tx.add_post(MatchId::NONE, 0, CHANNEL, &body, OPENED));
    added.unwrap()
}

/// What the post office wants posted in the channel.
fn wanted(postal: &mut Postal, core: &mut Core, tick: u64) -> Vec<(OutboxId, Post)> {
    let errands = postal.next(core, OPENED, tick).unwrap().into_iter();
    let wanted = errands.filter_map(|(_, errand)| match errand {
        Errand::Create { letter, channel } if channel == CHANNEL => {
            Some((letter.row.id, letter.letter.post.clone()))
        }
        _ => None,
    });
    wanted.collect()
}

#[test]
fn a_post_that_was_not_stored_is_not_sent_in_place_of_the_one_that_gets_its_number() {
    let mut house = House::open(new_match(GameId::Crossfire), 1);
    let core = house.core();
    let mut postal = Postal::new(core, 77, None).unwrap();
    core.store().begin_group();
    let lost = post(core, 1);
    assert_eq!(
        wanted(&mut postal, core, 0),
        [(lost, Post::Reminder { prompt: 1 })]
    );
    core.store().lose_group().unwrap();
    let ended = core.store().end_group();
    assert!(matches!(ended, Err(StoreError::GroupLost)), "{ended:?}");
    postal.not_stored(0);
    let next = post(core, 2);
    assert_eq!(next, lost, "the number is given again");
    assert_eq!(
        wanted(&mut postal, core, 60_000),
        [(next, Post::Reminder { prompt: 2 })]
    );
}
