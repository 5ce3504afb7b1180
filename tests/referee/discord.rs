//! Discord's answers to the post office.

use dealer::referee::Core;
use dealer::referee::postal::{
    Answer, DiscordRequest, Lane, Postal, PostedMessage, RequestOutcome,
};
use dealer::store::{ChannelId, MessageId};
use games::WallMs;

/// The outcome of a request if nothing goes wrong. A post becomes this message.
pub fn done(request: &DiscordRequest, message: u64, created_at_ms: WallMs) -> RequestOutcome {
    match request {
        DiscordRequest::Look { .. } => RequestOutcome::Looked {
            alike: Vec::new(),
            page_end: None,
        },
        DiscordRequest::Create { channel, .. } => RequestOutcome::Created(PostedMessage {
            channel: *channel,
            message: MessageId(message),
            created_at_ms,
        }),
        DiscordRequest::OpenDirect { account } => RequestOutcome::Opened {
            channel: ChannelId(account.0),
        },
        _ => RequestOutcome::Done,
    }
}

/// Tells the post office the outcome of one request.
pub fn tell(
    postal: &mut Postal,
    core: &mut Core,
    (lane, outcome): (Lane, RequestOutcome),
    now: WallMs,
    tick: u64,
) {
    let answer = Answer {
        outcome,
        rest_ms: 0,
    };
    postal.came(core, vec![(lane, answer)], now, tick).unwrap();
}
