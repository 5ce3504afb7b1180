//! Posts with controls that have disappeared: somebody deleted them, or the channel above their
//! thread, or a backup was restored. What they asked is posted again, once, and the clocks are not
//! changed. But if somebody deletes it each time, a live match is paused.

use super::audit::{AuditEntry, DEALER};
use super::change::MatchChange;
use super::conduct::ConductResult;
use super::core::{Core, RefereeError, store_only};
use super::line::Line;
use super::post::{Letter, Post, Recipient, letter_of};
use super::trouble::Trouble;
use crate::store::{MatchId, OutboxRow, Result, ServerId};
use games::WallMs;
use matches::Pauser;

/// How often a deleted prompt or card is posted again within a minute at most: another bot would
/// delete it for ever.
const MAX_AT_ONCE: usize = 5;
const AT_ONCE_MS: u64 = 60_000;

impl Core {
    /// Deletions may have been missed for a while: has each post with controls of an open match
    /// looked at once, except in direct messages, where nobody else can delete them. Returns
    /// whether there are any.
    pub fn doubt_posts(&mut self, id: MatchId) -> Result<bool> {
        let Some(table) = self.readable(id)? else {
            return Ok(false);
        };
        let people = table.people.clone();
        let is_direct = |row: &OutboxRow| {
            let to = letter_of(row).map(|letter| letter.to);
            let Some((Recipient::Person { who, .. }, sent)) = to.zip(row.sent) else {
                return false;
            };
            let person = people.iter().find(|person| person.who == who);
            let known = person.map(|person| [person.bound, person.way]);
            !known.is_some_and(|known| known.contains(&Some(sent.channel)))
        };
        let mut open = self.store.read(|tx| tx.open_posts(id))?;
        open.retain(|row| !is_direct(row));
        self.unread
            .retain(|post| open.iter().all(|row| row.id != *post));
        if open.is_empty() {
            return Ok(false);
        }
        self.store
            .write(|tx| open.iter().try_for_each(|row| tx.doubt_post(row.id)))?;
        Ok(true)
    }

    /// A channel was deleted, and with it its threads, for which no event comes: looks at the posts
    /// of the server's open matches.
    pub fn doubt_threads(&mut self, guild: ServerId) -> Result<()> {
        for id in self.store.read(|tx| tx.open_matches(Some(guild)))? {
            self.doubt_posts(id)?;
        }
        Ok(())
    }

    /// A post of a match was deleted. If its controls count now, it is posted again.
    pub fn repost_deleted(&mut self, row: &OutboxRow, now: WallMs) {
        let Ok(letter) = serde_json::from_str::<Letter>(&row.body) else {
            return;
        };
        let is_current = match (&letter.post, self.table(row.match_id)) {
            (Post::Prompt { prompt, .. }, Ok(Some(table))) => {
                table.play.open_prompt() == Some(*prompt)
            }
            (Post::Card { .. }, Ok(Some(table))) => !table.play.started,
            _ => letter.has_controls(),
        };
        // A post that was replaced, or taken back by a ruling, does not count any more, even if the
        // open prompt has the same number.
        if !(is_current && self.is_open(row).unwrap_or_default()) {
            return;
        }
        if let Err(error) = self.repost_once(row, &letter, now) {
            tracing::error!("can't post a deleted post again: {error}");
        }
    }

    fn repost_once(&mut self, row: &OutboxRow, letter: &Letter, now: WallMs) -> Result<()> {
        let (id, Recipient::Channel(channel)) = (row.match_id, letter.to) else {
            return Ok(());
        };
        let since_ms = now - AT_ONCE_MS;
        let posts = self.store.read(|tx| tx.posts_since(id, since_ms))?;
        let posts: Vec<Post> = posts
            .iter()
            .filter_map(letter_of)
            .map(|letter| letter.post)
            .collect();
        let alike = posts
            .iter()
            .filter(|other| ask_the_same(other, &letter.post));
        let live = matches!(letter.post, Post::Prompt { .. });
        let lines = vec![Line::Trouble(Trouble::DeletedEachTime {
            channel,
            times: MAX_AT_ONCE,
            live,
        })];
        let done = if alike.count() >= MAX_AT_ONCE {
            let is_told = posts.iter().any(|post| is_news_of(post, &lines));
            self.conduct(id, now, |change| {
                if live {
                    change.stop_unseen()?;
                }
                if is_told {
                    Ok(())
                } else {
                    Ok(change.post_host(lines)?)
                }
            })
        } else {
            let again = match letter.post {
                // As the match is now, with its clocks.
                Post::Prompt { .. } | Post::Card { .. } => self.repost(id, now),
                _ => {
                    let copied = self
                        .store
                        .write(|tx| tx.add_copy(row.id, row.queue, &row.body, now));
                    copied.map_err(RefereeError::Store)
                }
            };
            again.and_then(|()| {
                // A deletion may be noticed twice: by an event, and by looking.
                let stale = self.store.write(|tx| tx.set_post_stale(row.id));
                stale.map_err(RefereeError::Store)
            })
        };
        store_only(done)
    }

    /// A current post has lost its controls in Discord, or is gone: posts it again.
    pub(super) fn post_again(&mut self, row: &OutboxRow, now: WallMs) -> Result<()> {
        match letter_of(row).map(|letter| letter.to) {
            Some(Recipient::Channel(_)) => self.repost_deleted(row, now),
            _ => self
                .store
                .write(|tx| tx.add_copy(row.id, row.queue, &row.body, now))?,
        }
        self.store.write(|tx| tx.set_post_stale(row.id))
    }

    /// Whether a post's controls count now.
    pub(super) fn is_open(&mut self, row: &OutboxRow) -> Result<bool> {
        let open = self.store.read(|tx| tx.open_posts(row.match_id))?;
        Ok(open.iter().any(|one| one.id == row.id))
    }
}

impl MatchChange<'_> {
    /// Players do not see the prompt of a live match: pauses it until a host resumes it, which
    /// posts the prompt again.
    fn stop_unseen(&mut self) -> ConductResult<()> {
        if self.table.play.paused == Some(None) {
            return Ok(());
        }
        self.audit(DEALER, AuditEntry::PausedForDeleted)?;
        self.pause(Pauser::Deleted, None)
    }
}

fn is_news_of(post: &Post, of: &[Line]) -> bool {
    matches!(post, Post::News { lines } if lines == of)
}

fn ask_the_same(one: &Post, other: &Post) -> bool {
    match (one, other) {
        (Post::Prompt { prompt: one, .. }, Post::Prompt { prompt: other, .. }) => one == other,
        (Post::Card { .. }, Post::Card { .. }) => true,
        _ => one == other,
    }
}
