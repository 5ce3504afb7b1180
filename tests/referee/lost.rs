//! The post office starts to send posts of a group of changes, and then the group isn't stored.

use dealer::referee::postal::{DiscordRequest, Lane, Postal, PostedMessage, RequestOutcome};
use dealer::referee::{Core, Letter, Post, Recipient};
use dealer::store::{AccountId, ChannelId, MessageId, OutboxId, StoreError};

use crate::discord::tell;
use crate::house::{House, OPENED, new_match};

const CHANNEL: u64 = 5;

fn reminder(prompt: u32) -> Post {
    let sooner = false;
    Post::Reminder { prompt, sooner }
}

fn post(core: &mut Core, prompt: u32) -> OutboxId {
    let letter = Letter {
        to: Recipient::Channel(ChannelId(CHANNEL)),
        post: reminder(prompt),
    };
    let body = serde_json::to_string(&letter).unwrap();
    let added = core
        .store_mut()
        .write(|tx| tx.add_post(None, None, CHANNEL, &body, OPENED));
    added.unwrap()
}

/// What the post office wants to post in the channel.
fn wanted(postal: &mut Postal, core: &mut Core, tick: u64) -> Vec<(OutboxId, Post)> {
    let requests = postal.next(core, OPENED, tick).unwrap().into_iter();
    let wanted = requests.filter_map(|(_, request)| match request {
        DiscordRequest::Create {
            letter, channel, ..
        } if channel == ChannelId(CHANNEL) => Some((letter.row.id, letter.letter.post.clone())),
        _ => None,
    });
    wanted.collect()
}

#[test]
fn an_unstored_post_is_not_sent_for_the_post_that_reuses_its_number() {
    let mut house = House::open(new_match("crossfire"), 1);
    let core = house.core();
    let mut postal = Postal::new(core, AccountId(77), None).unwrap();
    core.store_mut().begin_group();
    let lost = post(core, 1);
    assert_eq!(wanted(&mut postal, core, 0), [(lost, reminder(1))]);
    core.store().lose_group().unwrap();
    let ended = core.store_mut().end_group();
    assert!(matches!(ended, Err(StoreError::GroupLost)), "{ended:?}");
    postal.not_stored(0);
    let next = post(core, 2);
    assert_eq!(next, lost, "the number is used again");
    assert_eq!(wanted(&mut postal, core, 60_000), [(next, reminder(2))]);
}

/// The request of the channel's queue.
fn wanted_of_channel(postal: &mut Postal, core: &mut Core, tick: u64) -> Option<DiscordRequest> {
    let mut requests = postal.next(core, OPENED, tick).unwrap().into_iter();
    let own = requests.find(|(lane, _)| *lane == Lane::Queue(CHANNEL));
    own.map(|(_, request)| request)
}

fn answered(postal: &mut Postal, core: &mut Core, outcome: RequestOutcome, tick: u64) {
    tell(postal, core, (Lane::Queue(CHANNEL), outcome), OPENED, tick);
}

/// A new database's first post can have the nonce of another database's first post. Discord then
/// answers with that one's message.
#[test]
fn a_message_of_another_post_is_not_mistaken_for_this_one() {
    let mut house = House::open(new_match("crossfire"), 1);
    let core = house.core();
    let mut postal = Postal::new(core, AccountId(77), None).unwrap();
    let (first, second) = (post(core, 1), post(core, 2));
    let mut tick = 0;
    for (post, prompt, message, is_taken) in [
        (first, 1, 1_001, true),
        (second, 2, 1_001, false),
        (second, 2, 1_002, true),
    ] {
        let mut asked = wanted_of_channel(&mut postal, core, tick);
        if let Some(DiscordRequest::Look { .. }) = asked {
            // Dealer first searches for a doubtful post, and finds nothing.
            let (alike, page_end) = (Vec::new(), None);
            answered(
                &mut postal,
                core,
                RequestOutcome::Looked { alike, page_end },
                tick,
            );
            asked = wanted_of_channel(&mut postal, core, tick);
        }
        let Some(DiscordRequest::Create { letter, .. }) = asked else {
            panic!("prompt {prompt} is not posted: {asked:?}");
        };
        assert_eq!(letter.row.id, post);
        let created = RequestOutcome::Created(PostedMessage {
            channel: ChannelId(CHANNEL),
            message: MessageId(message),
            created_at_ms: OPENED,
        });
        answered(&mut postal, core, created, tick);
        let waits = core.store().read(|tx| tx.next_post(CHANNEL)).unwrap();
        assert_ne!(waits.map(|row| row.id), is_taken.then_some(post));
        tick += 60_000;
    }
}
