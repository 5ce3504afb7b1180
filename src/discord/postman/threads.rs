//! The postman's requests about threads.

use crate::store::AccountId;
use serde::Deserialize;
use serenity::all::{
    AutoArchiveDuration, ChannelId, ChannelType, CreateThread, LightMethod, Route, UserId,
};

use super::{answered, done, opened_channel};
use crate::discord::Fault;
use crate::discord::rest::{Call, Failure, Reply, Rest};
use crate::discord::server::permissions::is_thread;
use crate::referee::postal::{Answer, RequestOutcome};

/// Opens a private thread.
pub async fn open(rest: &Rest, channel: u64, name: String) -> Result<Answer, Fault> {
    let thread = CreateThread::new(name)
        .kind(ChannelType::PrivateThread)
        .invitable(false)
        .auto_archive_duration(AutoArchiveDuration::OneWeek);
    let route = Route::ChannelThreads {
        channel_id: ChannelId::new(channel),
    };
    let body = serde_json::to_value(thread)?;
    opened_channel(
        rest.once(&Call::of(LightMethod::Post, route).json(body))
            .await,
    )
}

/// The channel that a thread belongs to.
pub async fn above(rest: &Rest, channel: u64) -> Result<Answer, Fault> {
    #[derive(Deserialize)]
    struct Found {
        #[serde(rename = "type")]
        kind: ChannelType,
        #[serde(default)]
        parent_id: Option<ChannelId>,
    }
    let route = Route::Channel {
        channel_id: ChannelId::new(channel),
    };
    let found: Result<Reply<Found>, Failure> = rest.once(&Call::get(route)).await;
    Ok(answered(found, |found| {
        // Other channels may have a category as their parent.
        match found.parent_id.filter(|_| is_thread(found.kind)) {
            Some(above) => RequestOutcome::Opened {
                channel: above.get(),
            },
            None => RequestOutcome::Nothing,
        }
    }))
}

/// Adds somebody to a thread.
pub async fn join(rest: &Rest, thread: u64, account: AccountId) -> Result<Answer, Fault> {
    let route = Route::ChannelThreadMember {
        channel_id: ChannelId::new(thread),
        user_id: UserId::from(account),
    };
    done(rest.once(&Call::of(LightMethod::Put, route)).await)
}

/// Reopens an archived thread.
pub async fn reopen(rest: &Rest, thread: u64) -> Result<Answer, Fault> {
    let route = Route::Channel {
        channel_id: ChannelId::new(thread),
    };
    let body = serde_json::json!({ "archived": false });
    done(
        rest.once(&Call::of(LightMethod::Patch, route).json(body))
            .await,
    )
}
