//! Who sees a message and why others don't, and which times messages name.

use serde_json::Value;

use super::permissions::READ_MESSAGE_HISTORY;
use super::{Id, Message, World};

/// Why somebody doesn't see a message, or not all of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unseen {
    #[error("is not in these direct messages")]
    NotPartOfIt,
    #[error("is not in the server")]
    NotInServer,
    #[error("only {0} sees it")]
    ForAnother(String),
    #[error("is not in the private thread")]
    NotInThread,
    #[error("lacks View Channel there")]
    NoView,
    #[error("lacks Read Message History: only sees it come, and not afterwards")]
    NoHistory,
    #[error("is told that it is there without what it says: Message Content is not granted")]
    NoContent,
}

impl World {
    /// Why somebody doesn't see a message; None if they do.
    pub fn unseen(&self, message: &Message, user: Id) -> Option<Unseen> {
        let channel = self.channels.get(&message.channel_id)?;
        let bot = self.users.get(&user).and_then(|user| user.application);
        let reads_it = message.author == user;
        match channel.guild_id {
            None if !channel.recipients.contains(&user) => return Some(Unseen::NotPartOfIt),
            Some(guild) if self.member(guild, user).is_none() => return Some(Unseen::NotInServer),
            _ => {}
        }
        if let Some(to) = message.ephemeral_to.filter(|to| *to != user && !reads_it) {
            let name = self.user(to).map(|to| to.display.clone());
            return Some(Unseen::ForAnother(name.unwrap_or_default()));
        }
        if !self.may_view(channel, user) {
            let parent = channel.parent_id.and_then(|id| self.channels.get(&id));
            let sees_around = parent.is_some_and(|parent| self.may_view(parent, user));
            return Some(if channel.is_private_thread() && sees_around {
                Unseen::NotInThread
            } else {
                Unseen::NoView
            });
        }
        if self.channel_permissions(channel, user) & READ_MESSAGE_HISTORY == 0 {
            return Some(Unseen::NoHistory);
        }
        let hidden = bot.is_some_and(|bot| !self.shows_content_to(message, bot, u64::MAX));
        hidden.then_some(Unseen::NoContent)
    }

    /// The next future time in a message's timestamps (`<t:…>`), in milliseconds since the Unix
    /// epoch.
    pub fn next_named_ms(&self) -> Option<u64> {
        let now_ms = self.now_ms();
        let mut times_ms = Vec::new();
        for channel in self.channels.values() {
            for message in channel.messages.values() {
                times_in(&message.content, &mut times_ms);
                let parts = message.embeds.iter().chain(&message.components);
                parts.for_each(|part| times_in_all(part, &mut times_ms));
            }
        }
        times_ms.into_iter().filter(|at_ms| *at_ms > now_ms).min()
    }
}

fn times_in_all(value: &Value, named: &mut Vec<u64>) {
    match value {
        Value::String(text) => times_in(text, named),
        Value::Array(items) => items.iter().for_each(|item| times_in_all(item, named)),
        Value::Object(fields) => fields.values().for_each(|field| times_in_all(field, named)),
        _ => {}
    }
}

/// The times in a text, in ms since the Unix epoch.
fn times_in(text: &str, named: &mut Vec<u64>) {
    let times = text.split("<t:").skip(1).filter_map(|rest| {
        let (time, _) = rest.split_once('>')?;
        let seconds: u64 = time.split(':').next()?.parse().ok()?;
        seconds.checked_mul(1000)
    });
    named.extend(times);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_found_anywhere_in_a_message() {
        let mut named = Vec::new();
        times_in(
            "until <t:10:R> (<t:12>), not <t:x:R> nor <t:-3> or <t:99999999999999999999>",
            &mut named,
        );
        times_in_all(&serde_json::json!({ "a": ["<t:7:F>"] }), &mut named);
        assert_eq!(named, [10_000, 12_000, 7_000]);
    }
}
