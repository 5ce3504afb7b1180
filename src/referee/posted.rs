//! What becomes of a match's posts: noted as sent and shown, out of date, posted again.

use super::change::MatchChange;
use super::conduct::ConductResult;
use super::core::{Core, RefereeError, RulesResult};
use super::line::Line;
use super::post::{Post, PromptedSeat, Recipient, is_own, letter_of};
use super::postal::{self, Addressed};
use crate::store::{
    AccountId, ChannelId, Hello, MatchId, MessageId, OutboxRow, PostState, Result, Sent, Tx,
};
use games::{CastId, Refusal, WallMs};
use matches::Event;

impl Core {
    /// Notes when a prompt's post was created: its clocks run from then. For tests that send no
    /// posts; `note_sent` does it for posts that were sent.
    pub fn shown(&mut self, id: MatchId, prompt: u32, at_ms: WallMs, now: WallMs) -> Result<()> {
        if !self.awaits_post(id, prompt)? {
            return Ok(());
        }
        let noted = self.change(id, now, |change| change.show(prompt, at_ms));
        noted.map_err(|fault| fault.into_store(id))
    }

    /// Notes in one transaction that a post was sent: where it is, that the clocks of its prompt
    /// run from its creation, and that the controls of earlier posts are out of date. `told_ms`:
    /// the time for which the post's words were written, if known. If its clocks run out in another
    /// second than it says, it is edited once, so that all places say the same.
    pub(super) fn note_sent(
        &mut self,
        post: &Addressed,
        standing: postal::PostedMessage,
        told_ms: Option<WallMs>,
        now: WallMs,
    ) -> Result<()> {
        let (id, row) = (post.row.match_id, post.row.id);
        let sent = Sent {
            channel: standing.channel,
            message: standing.message,
        };
        let note = |tx: &Tx| {
            if post.letter.post.supersedes() {
                tx.set_posts_stale(id, row)?;
            }
            if post.letter.post.is_own() {
                // Only the newest of somebody's posts says what counts.
                for older in tx.open_posts(id)? {
                    if older.queue == post.row.queue && older.id < row && is_own(&older) {
                        tx.set_post_stale(older.id)?;
                    }
                }
            }
            if let (Post::Hello { guild, .. }, Recipient::Member { account, .. }) =
                (&post.letter.post, post.letter.to)
            {
                tx.note_hello(*guild, account, Hello::Sent, now)?;
            }
            tx.set_post_sent(row, sent, post.letter.has_controls())
        };
        match &post.letter.post {
            Post::Prompt { prompt, asks, .. }
                if self.awaits_post(id, *prompt)?
                    // A post that was being sent while a ruling took it back shows a wrong board.
                    && !self.store.read(|tx| tx.is_taken_back(row))? =>
            {
                let noted = self.change(id, now, |change| {
                    note(change.tx)?;
                    change.show(*prompt, standing.created_at_ms)?;
                    let shown_ms = standing.created_at_ms.min(now);
                    if told_ms.is_none_or(|told_ms| shows_another_second(asks, told_ms, shown_ms)) {
                        change.outdate_prompt();
                    }
                    Ok(())
                });
                noted.map_err(|fault: RefereeError<Refusal>| fault.into_store(id))
            }
            _ => self.store.write(note),
        }
    }

    /// Somebody chose with a control of their newest own post. The answer to the press updates that
    /// post, so no edit has to be sent.
    pub fn note_chosen_on(
        &mut self,
        id: MatchId,
        account: AccountId,
        message: MessageId,
    ) -> Result<()> {
        self.store.write(|tx| {
            let theirs = |row: &&OutboxRow| row.queue == account.0;
            let open = tx.open_posts(id)?;
            let newest = open.iter().rev().filter(theirs).find(|row| is_own(row));
            if newest.and_then(|row| row.sent).map(|sent| sent.message) != Some(message) {
                return Ok(());
            }
            for row in &tx.pending_posts_to(id, account.0)? {
                if letter_of(row).is_some_and(|letter| letter.post == Post::Chosen) {
                    tx.set_post_state(row.id, PostState::Void)?;
                }
            }
            Ok(())
        })
    }

    /// Whether a prompt is open and waits for the post that shows it.
    fn awaits_post(&mut self, id: MatchId, prompt: u32) -> Result<bool> {
        let table = self.table(id)?;
        Ok(table.is_some_and(|table| {
            let play = &table.play;
            play.open_prompt() == Some(prompt) && !play.is_shown() && play.paused.is_none()
        }))
    }

    /// Notes the private channel in which somebody was reached; None: there is none any more.
    pub fn set_private_channel(
        &mut self,
        id: MatchId,
        who: CastId,
        way: Option<ChannelId>,
    ) -> Result<()> {
        self.store
            .write(|tx| tx.set_private_channel(id, who, way))?;
        self.forget(id);
        Ok(())
    }

    /// Tells the host something about a match in private.
    pub fn tell_host(&mut self, id: MatchId, line: Line, now: WallMs) -> ConductResult<()> {
        if self.readable(id)?.is_none() {
            return Ok(());
        }
        self.change(id, now, |change| Ok(change.post_host(vec![line])?))
    }

    /// Posts the current prompt or card of a match again. Clocks are not changed.
    pub fn repost(&mut self, id: MatchId, now: WallMs) -> ConductResult<()> {
        self.conduct(id, now, |change| Ok(change.repost(Vec::new())?))
    }
}

impl MatchChange<'_> {
    fn show(&mut self, prompt: u32, at_ms: WallMs) -> RulesResult<()> {
        let at_ms = at_ms.min(self.now);
        self.event(Event::Shown { prompt, at_ms })?;
        Ok(())
    }

    /// Posts the current prompt again, with these lines. While the match is paused, posts that it
    /// is; before its start, its card.
    pub(super) fn repost(&mut self, mut lines: Vec<Line>) -> Result<()> {
        // A rewind of the newest entry takes this post back, too.
        self.last_entry = self.tx.newest_entry(self.table.row.id)?;
        let play = &self.table.play;
        match (play.open_prompt(), play.pause()) {
            (None, pause) => {
                self.post_card(lines)?;
                self.post_poll()?;
                let line = pause.map(|(by, until_ms)| vec![self.paused_line(by, until_ms, false)]);
                match line {
                    Some(lines) => self.post_public(Post::News { lines }),
                    None => Ok(()),
                }
            }
            (Some(_), None) => self.post_public(self.prompt_post(lines)),
            (Some(_), Some((by, until_ms))) => {
                lines.push(self.paused_line(by, until_ms, false));
                self.post_public(self.board_post(lines))
            }
        }
    }
}

/// Whether a deadline falls into another second when it is counted from `shown_ms` instead of
/// `told_ms`.
fn shows_another_second(asks: &[PromptedSeat], told_ms: WallMs, shown_ms: WallMs) -> bool {
    asks.iter().any(|asked| {
        let ends = [asked.base_ms, asked.base_ms + asked.reserve_ms];
        let second = |from_ms: WallMs, end: u64| (from_ms.0 + end) / 1000;
        ends.into_iter()
            .any(|end| second(told_ms, end) != second(shown_ms, end))
    })
}
