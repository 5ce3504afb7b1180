//! What Discord itself says in a channel, by messages of kinds of their own
//! (<https://docs.discord.com/developers/resources/message#message-object-message-types>).

use serde::{Deserialize, Serialize};

use super::{Id, Message, Refusal, World};

/// What such a message tells. Its author is the person who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum System {
    /// Somebody, who is mentioned, was put into a thread by somebody else.
    Added,
    /// The same for taking them out.
    Removed,
    /// A thread has another name, which is the content.
    Renamed,
    /// Somebody came into the server.
    Joined,
    /// This message was pinned.
    Pinned(Id),
    /// This thread was started; the content is its name.
    ThreadCreated(Id),
    /// The thread in which it stands was started from this message of the channel around it.
    ThreadStarter(Id),
}

impl System {
    /// Discord's number for the type of message.
    pub fn number(self) -> u8 {
        match self {
            System::Added => 1,
            System::Removed => 2,
            System::Renamed => 4,
            System::Pinned(_) => 6,
            System::Joined => 7,
            System::ThreadCreated(_) => 18,
            System::ThreadStarter(_) => 21,
        }
    }

    /// Whether it can be deleted (Discord documentation, "Message Types").
    pub fn is_deletable(self) -> bool {
        matches!(
            self,
            System::Joined | System::Pinned(_) | System::ThreadCreated(_)
        )
    }
}

impl World {
    /// Says something that `by` did, to everybody who sees the channel.
    pub(super) fn say(
        &mut self,
        by: Id,
        channel: Id,
        system: System,
        content: &str,
        mentioned: Option<Id>,
    ) -> Result<(), Refusal> {
        let (id, made_ms) = (self.next_id(), self.now_ms());
        self.put(Message {
            system: Some(system),
            content: content.to_owned(),
            mentions: mentioned.into_iter().collect(),
            ..Message::new(id, channel, by, made_ms)
        })?;
        Ok(())
    }
}
