//! Posts with controls that are not there any more: somebody has deleted them, or their thread with
//! the channel above it, or a copy of the database was put back. What is asked is posted again,
//! once, and the clocks go on as they stand; but for what somebody deletes each time, which stops a
//! live match.

use super::audit::{AuditEntry, DEALER};
use super::change::MatchChange;
use super::conduct::Done;
use super::core::{Core, Fault};
use super::line::Line;
use super::post::{Letter, Post, To, letter_of};
use super::trouble::Trouble;
use crate::store::{MatchId, OutboxRow, StoreError};
use matches::Pauser;

/// So often what asks is posted within a minute at most, since somebody deletes it each time:
/// another bot would go on for ever.
const MOST_AT_ONCE: usize = 5;
const AT_ONCE_MS: u64 = 60_000;

impl Core {
    /// Nothing was heard of what was deleted for a while: the posts of an open match that have
    /// controls are each looked at once, but for those in direct messages, where nobody else can
    /// delete them. Whether there are any.
    ///
    /// # Errors
    /// What the store says.
    pub fn doubt_posts(&mut self, id: MatchId) -> Result<bool, StoreError> {
        let Some(table) = self.readable(id)? else {
            return Ok(false);
        };
        let people = table.people.clone();
        let is_direct = |row: &OutboxRow| {
            let to = letter_of(row).map(|letter| letter.to);
            let Some((To::Person { who, .. }, sent)) = to.zip(row.sent) else {
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

    /// A channel of a server was deleted, and whatever threads it had with it, of which no event
    /// tells: the posts of the server's open matches are doubted.
    ///
    /// # Errors
    /// What the store says.
    pub fn doubt_threads(&mut self, guild: u64) -> Result<(), StoreError> {
        for id in self.store.read(|tx| tx.open_matches(Some(guild)))? {
            self.doubt_posts(id)?;
        }
        Ok(())
    }

    /// A post of a match was deleted: when it was the one with the current controls, it is posted
    /// again.
    pub fn repost_deleted(&mut self, row: &OutboxRow, now: u64) {
        let Ok(letter) = serde_json::from_str::<Letter>(&row.body) else {
            return;
        };
        let is_current = match (&letter.post, self.table(row.match_id)) {
            (Post::Prompt { prompt, .. }, Ok(Some(table))) => {
                table.play.open_prompt() == Some(*prompt)
            }
            (Post::Card { .. }, Ok(Some(table))) => !table.play.started,
            _ => false,
        };
        // One that another has taken the place of, or a ruling, is nobody's any more, though the
        // open prompt may have its number.
        if !(is_current && self.is_open(row).unwrap_or_default()) {
            return;
        }
        if let Err(error) = self.repost_once(row, &letter, now) {
            tracing::error!("can't post a deleted post again: {error}");
        }
    }

    fn repost_once(
        &mut self,
        row: &OutboxRow,
        letter: &Letter,
        now: u64,
    ) -> Result<(), StoreError> {
        let (id, To::Channel(channel)) = (row.match_id, letter.to) else {
            return Ok(());
        };
        let since_ms = now.saturating_sub(AT_ONCE_MS);
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
            times: MOST_AT_ONCE,
            live,
        })];
        let done = match alike.count() >= MOST_AT_ONCE {
            true => {
                let is_told = posts.iter().any(|post| is_news_of(post, &lines));
                self.conduct(id, now, |change| {
                    if live {
                        change.stop_unseen()?;
                    }
                    match is_told {
                        true => Ok(()),
                        false => Ok(change.post_host(lines)?),
                    }
                })
            }
            false => self.repost(id, now).and_then(|()| {
                // That it is gone may be heard of twice: by an event, and by looking.
                let stale = self.store.write(|tx| tx.set_post_stale(row.id));
                stale.map_err(Fault::Store)
            }),
        };
        match done {
            Err(Fault::Store(error)) => Err(error),
            Ok(()) | Err(Fault::Refused(_)) => Ok(()),
        }
    }

    /// A post that is current has no controls in Discord, or is not there: it is posted again.
    pub(super) fn post_anew(&mut self, row: &OutboxRow, now: u64) -> Result<(), StoreError> {
        match letter_of(row).map(|letter| letter.post) {
            // As the match stands by now, and with its clocks.
            Some(Post::Prompt { .. } | Post::Card { .. }) => self.repost_deleted(row, now),
            _ => self
                .store
                .write(|tx| tx.add_copy(row.id, row.queue, &row.body, now))?,
        }
        self.store.write(|tx| tx.set_post_stale(row.id))
    }

    /// Whether a post stands whose controls count.
    pub(super) fn is_open(&mut self, row: &OutboxRow) -> Result<bool, StoreError> {
        let open = self.store.read(|tx| tx.open_posts(row.match_id))?;
        Ok(open.iter().any(|one| one.id == row.id))
    }
}

impl MatchChange<'_> {
    /// What a live match asks is not seen: no clock runs until a host lets it go on, which posts it
    /// again.
    fn stop_unseen(&mut self) -> Done<()> {
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
        _ => false,
    }
}
