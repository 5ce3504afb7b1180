//! The postman's requests about threads.

use crate::store::{AccountId, ChannelId};
use serde::Deserialize;
use serenity::all::{
    self, AutoArchiveDuration, ChannelType, CreateThread, LightMethod, Route, UserId,
};

use super::{answered, done, opened_channel};
use crate::discord::Result;
use crate::discord::rest::{Call, Failure, Reply, Rest};
use crate::discord::server::permissions::is_thread;
use crate::referee::postal::{Answer, RequestOutcome};

/// Opens a private thread.
pub async fn open(rest: &Rest, channel: ChannelId, name: String) -> Result<Answer> {
    let thread = CreateThread::new(name)
        .kind(ChannelType::PrivateThread)
        .invitable(false)
        .auto_archive_duration(AutoArchiveDuration::OneWeek);
    let route = Route::ChannelThreads {
        channel_id: channel.into(),
    };
    let body = serde_json::to_value(thread)?;
    opened_channel(
        rest.once(&Call::of(LightMethod::Post, route).json(body))
            .await,
    )
}

/// The channel that a thread belongs to.
pub async fn above(rest: &Rest, channel: ChannelId) -> Result<Answer> {
    #[derive(Deserialize)]
    struct Found {
        #[serde(rename = "type")]
        kind: ChannelType,
        #[serde(default)]
        parent_id: Option<all::ChannelId>,
    }
    let route = Route::Channel {
        channel_id: channel.into(),
    };
    let found: Result<Reply<Found>, Failure> = rest.once(&Call::get(route)).await;
    Ok(answered(found, |found| {
        // Other channels may have a category as their parent.
        match found.parent_id.filter(|_| is_thread(found.kind)) {
            Some(above) => RequestOutcome::Opened {
                channel: above.into(),
            },
            None => RequestOutcome::Nothing,
        }
    }))
}

/// Adds somebody to a thread.
pub async fn join(rest: &Rest, thread: ChannelId, account: AccountId) -> Result<Answer> {
    let route = Route::ChannelThreadMember {
        channel_id: thread.into(),
        user_id: UserId::from(account),
    };
    done(rest.once(&Call::of(LightMethod::Put, route)).await)
}

/// Reopens an archived thread.
pub async fn reopen(rest: &Rest, thread: ChannelId) -> Result<Answer> {
    let channel_id = thread.into();
    let route = Route::Channel { channel_id };
    let body = serde_json::json!({ "archived": false });
    done(
        rest.once(&Call::of(LightMethod::Patch, route).json(body))
            .await,
    )
}
