//! System messages: what Discord itself says in a channel
//! (<https://docs.discord.com/developers/resources/message#message-object-message-types>).

use serde::{Deserialize, Serialize};

use super::{Id, Message, Refusal, World};

/// What a system message says. Its author is the person who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum System {
    /// The mentioned person was added to a thread by somebody else.
    Added,
    /// The mentioned person was removed from a thread.
    Removed,
    /// A thread was renamed; the content is the new name.
    Renamed,
    /// Somebody joined the server.
    Joined,
    /// This message was pinned.
    Pinned(Id),
    /// This thread was started; the content is its name.
    ThreadCreated(Id),
    /// The first message of a thread: it was started from this message in the parent channel.
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
    /// Posts a system message about something that `by` did.
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
