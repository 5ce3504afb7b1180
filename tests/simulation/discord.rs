//! Discord in memory, as the referee's post office meets it: channels with messages, histories
//! without nonces, limits, refusals.

use std::collections::{BTreeMap, BTreeSet};

use dealer::referee::postal::{Addressed, DiscordRequest, PAGE, PostedMessage, RequestOutcome};
use dealer::referee::{Letter, Post};
use dealer::store::{AccountId, ChannelId, MatchId, MessageId, OutboxId};
use games::WallMs;

const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;
/// A channel accepts this many messages in a window.
const BUCKET: usize = 5;
const BUCKET_MS: u64 = 5_000;
/// How long a nonce keeps a message unique.
const NONCE_MS: u64 = 3 * 60_000;

#[derive(Default)]
pub struct Discord {
    pub channels: BTreeMap<u64, Channel>,
    direct: BTreeMap<AccountId, u64>,
    pub closed_accounts: BTreeSet<AccountId>,
    last_id: u64,
    /// What went wrong, if anything.
    pub violation: Option<String>,
    /// Nonces and histories don't prevent doubles. This is a planted fault.
    pub forgetful: bool,
    pub created: u64,
}

pub struct Channel {
    pub exists: bool,
    pub may_post: bool,
    pub messages: Vec<Message>,
    recent: Vec<u64>,
}

pub struct Message {
    pub id: u64,
    pub at_ms: u64,
    /// The outbox row behind the message, which Discord may not show.
    pub row: OutboxId,
    pub post: Post,
    pub pictured: bool,
    pub controls: bool,
    pub deleted: bool,
    /// The message says that it was taken back.
    pub marked: bool,
    pub match_id: MatchId,
    words: String,
}

/// When the thing with this id was made.
pub fn made_ms(id: u64) -> u64 {
    (id >> 22) + DISCORD_EPOCH_MS
}

fn pictured(letter: &Letter) -> bool {
    matches!(
        letter.post,
        Post::Card { .. }
            | Post::Prompt { .. }
            | Post::Result { .. }
            | Post::EndCard { .. }
            | Post::Replay
            | Post::Submission { .. }
    )
}

impl Discord {
    pub fn id(&mut self, at_ms: u64) -> u64 {
        let first = (at_ms - DISCORD_EPOCH_MS) << 22;
        self.last_id = first.max(self.last_id + 1);
        self.last_id
    }

    pub fn open_channel(&mut self, at_ms: u64) -> u64 {
        let id = self.id(at_ms);
        let channel = Channel {
            exists: true,
            may_post: true,
            messages: Vec::new(),
            recent: Vec::new(),
        };
        self.channels.insert(id, channel);
        id
    }

    /// Carries a request out, as Discord does without disturbance. Gives the outcome, and how long
    /// the channel's limit then lasts.
    pub fn carry_out(&mut self, request: &DiscordRequest, now: u64) -> (RequestOutcome, u64) {
        let mut rest_ms = 0;
        let outcome = match request {
            DiscordRequest::Look {
                letter,
                channel,
                after,
            } => self.look(letter, channel.0, after.map(|after| after.0)),
            DiscordRequest::Create {
                letter, channel, ..
            } => {
                let outcome = self.create(letter, channel.0, now);
                if let Some(channel) = self.channels.get(&channel.0)
                    && channel.recent.len() >= BUCKET
                {
                    rest_ms = (channel.recent[0] + BUCKET_MS).saturating_sub(now);
                }
                outcome
            }
            DiscordRequest::OpenDirect { account } => match self.direct.get(account) {
                Some(channel) => RequestOutcome::Opened {
                    channel: ChannelId(*channel),
                },
                None => {
                    let channel = self.open_channel(now);
                    self.direct.insert(*account, channel);
                    if self.closed_accounts.contains(account) {
                        self.channel(channel).may_post = false;
                    }
                    RequestOutcome::Opened {
                        channel: ChannelId(channel),
                    }
                }
            },
            DiscordRequest::OpenThread { channel, .. } if !self.channels[&channel.0].exists => {
                refused(404, 10003)
            }
            DiscordRequest::OpenThread { channel, .. } => {
                if self.channels[&channel.0].may_post {
                    RequestOutcome::Opened {
                        channel: ChannelId(self.open_channel(now)),
                    }
                } else {
                    refused(403, 50013)
                }
            }
            // Nobody has a channel of their own that they can't see.
            DiscordRequest::Sees { .. } => RequestOutcome::Done,
            // None of its channels is a thread.
            DiscordRequest::Above { .. } => RequestOutcome::Nothing,
            DiscordRequest::Join { .. } | DiscordRequest::Reopen { .. } => RequestOutcome::Done,
            DiscordRequest::Refresh { row } => {
                self.edit(row.sent.map(|sent| sent.message.0), false)
            }
            DiscordRequest::Restate { asked, .. } => {
                self.edit(asked.row.sent.map(|sent| sent.message.0), false)
            }
            DiscordRequest::Close { row } => self.edit(row.sent.map(|sent| sent.message.0), true),
            DiscordRequest::Mark { row } => {
                let message = row.sent.unwrap().message;
                let outcome = self.edit(Some(message.0), true);
                self.message(message.0).marked = true;
                outcome
            }
            DiscordRequest::Unmark { row } => {
                let message = row.sent.unwrap().message;
                let outcome = self.edit(Some(message.0), true);
                let message = self.message(message.0);
                message.marked = message.deleted;
                outcome
            }
            DiscordRequest::Check { row } => {
                match row.sent.map(|sent| self.message(sent.message.0)) {
                    Some(message) if message.controls && !message.deleted => RequestOutcome::Done,
                    _ => RequestOutcome::Nothing,
                }
            }
        };
        (outcome, rest_ms)
    }

    pub fn delete(&mut self, id: u64) {
        let message = self.message(id);
        (message.deleted, message.marked) = (true, true);
    }

    fn message(&mut self, id: u64) -> &mut Message {
        let all = self.channels.values_mut();
        let mut all = all.flat_map(|channel| &mut channel.messages);
        all.find(|found| found.id == id).unwrap()
    }

    pub fn is_direct(&self, id: u64) -> bool {
        self.direct.values().any(|direct| *direct == id)
    }

    fn channel(&mut self, id: u64) -> &mut Channel {
        self.channels.get_mut(&id).unwrap()
    }

    fn look(&mut self, letter: &Addressed, channel: u64, after: Option<u64>) -> RequestOutcome {
        if self.forgetful {
            return RequestOutcome::Looked {
                alike: Vec::new(),
                page_end: None,
            };
        }
        let found = self.channel(channel);
        if !found.exists {
            return refused(404, 10003);
        }
        let words = words(&letter.letter);
        let later = found
            .messages
            .iter()
            .filter(|message| !message.deleted && after.is_none_or(|after| message.id > after));
        let mut page: Vec<&Message> = later.collect();
        match after {
            Some(_) => page.truncate(PAGE),
            None => drop(page.drain(..page.len().saturating_sub(PAGE))),
        }
        let is_it = |message: &&&Message| {
            if pictured(&letter.letter) {
                message.pictured && message.row == letter.row.id
            } else {
                !message.pictured && message.words == words
            }
        };
        let standing = |message: &&Message| PostedMessage {
            channel: ChannelId(channel),
            message: MessageId(message.id),
            created_at_ms: WallMs(made_ms(message.id)),
        };
        RequestOutcome::Looked {
            alike: page.iter().filter(is_it).map(standing).collect(),
            page_end: page
                .last()
                .filter(|_| after.is_some() && page.len() >= PAGE)
                .map(|message| MessageId(message.id)),
        }
    }

    fn create(&mut self, letter: &Addressed, channel: u64, now: u64) -> RequestOutcome {
        let id = self.id(now);
        let forgetful = self.forgetful;
        let found = self.channels.get_mut(&channel).unwrap();
        if !found.exists {
            return refused(404, 10003);
        }
        if !found.may_post {
            let direct = self.direct.values().any(|direct| *direct == channel);
            return refused(403, if direct { 50007 } else { 50013 });
        }
        found.recent.retain(|at| at + BUCKET_MS > now);
        if found.recent.len() >= BUCKET {
            return RequestOutcome::Limited {
                wait_ms: found.recent[0] + BUCKET_MS - now,
                global: false,
            };
        }
        let same = |message: &&Message| message.row == letter.row.id;
        if let Some(before) = found.messages.iter().find(same) {
            let standing = PostedMessage {
                channel: ChannelId(channel),
                message: MessageId(before.id),
                created_at_ms: WallMs(made_ms(before.id)),
            };
            if !forgetful && before.at_ms + NONCE_MS > now {
                return RequestOutcome::Created(standing);
            }
            // If somebody has deleted the first one, this isn't a double.
            if !before.deleted {
                let what = format!("post {} was made twice", letter.row.id.0);
                self.violation.get_or_insert(what);
            }
        }
        found.recent.push(now);
        found.messages.push(Message {
            id,
            at_ms: now,
            row: letter.row.id,
            post: letter.letter.post.clone(),
            pictured: pictured(&letter.letter),
            controls: letter.letter.has_controls(),
            deleted: false,
            marked: false,
            match_id: letter.row.match_id,
            words: words(&letter.letter),
        });
        self.created += 1;
        RequestOutcome::Created(PostedMessage {
            channel: ChannelId(channel),
            message: MessageId(id),
            created_at_ms: WallMs(made_ms(id)),
        })
    }

    fn edit(&mut self, message: Option<u64>, switch_off: bool) -> RequestOutcome {
        let all = self.channels.values_mut();
        let mut all = all.flat_map(|channel| &mut channel.messages);
        match all.find(|found| Some(found.id) == message && !found.deleted) {
            Some(found) => {
                found.controls &= !switch_off;
                RequestOutcome::Done
            }
            None => refused(404, 10008),
        }
    }
}

pub fn refused(status: u16, code: i64) -> RequestOutcome {
    RequestOutcome::Refused { status, code }
}

fn words(letter: &Letter) -> String {
    serde_json::to_string(&letter.post).unwrap()
}
