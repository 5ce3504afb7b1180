//! Times that a host offers for the start of a match. Both players say in private which suit them,
//! and the host picks one ([`Core::move_start`]). A match has one poll, until a time is picked, the
//! match begins or is called off, or the host offers other times.

use serde::{Deserialize, Serialize};

use super::audit::AuditEntry;
use super::change::MatchChange;
use super::conduct::ConductResult;
use super::core::{Core, refused};
use super::line::Line;
use super::post::{Post, Recipient};
use super::refusals::ConductRefusal;
use crate::store::{AccountId, MatchId, Result, Tx};
use games::{BySeat, Seat, WallMs};

/// The most times that can be offered: their buttons need room.
pub const MAX_TIMES: usize = 10;

/// The offered times and the players' answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Poll {
    /// The host who asks.
    pub by: AccountId,
    /// When they asked. Controls carry it, so that they only work for this poll.
    pub asked_ms: WallMs,
    /// In order, soonest first.
    pub times: Vec<WallMs>,
    /// Which of them suit each player; None for a player who has not answered.
    pub suits: BySeat<Option<Vec<WallMs>>>,
}

impl Poll {
    /// The times that have not passed, each with its number among all of them.
    pub fn to_come(&self, now: WallMs) -> Vec<(usize, WallMs)> {
        let numbered = self.times.iter().copied().enumerate();
        let numbered = numbered.map(|(place, at_ms)| (place + 1, at_ms));
        numbered.filter(|(_, at_ms)| *at_ms > now).collect()
    }

    pub fn suits(&self, seat: Seat, at_ms: WallMs) -> bool {
        let ticked = self.suits[seat].as_ref();
        ticked.is_some_and(|times| times.contains(&at_ms))
    }
}

/// When the last of the times that are offered for a match's start passes.
pub(super) fn last_time(tx: &Tx, id: MatchId) -> Result<Option<WallMs>> {
    let Some(body) = tx.poll(id)? else {
        return Ok(None);
    };
    let poll: Poll = serde_json::from_str(&body)?;
    Ok(poll.times.last().copied())
}

impl Core {
    /// The open poll of a match.
    pub fn poll(&self, id: MatchId) -> Result<Option<Poll>> {
        let body = self.store.read(|tx| tx.poll(id))?;
        Ok(body.map(|body| serde_json::from_str(&body)).transpose()?)
    }

    /// A host offers the two players these times, in place of earlier offers.
    ///
    /// # Errors
    /// A match that has begun, or times of which none is to come.
    pub fn offer_times(
        &mut self,
        id: MatchId,
        by: AccountId,
        times: &[WallMs],
        now: WallMs,
    ) -> ConductResult<()> {
        self.as_host(id, by, now, |change| {
            if change.table.play.started {
                return refused(ConductRefusal::AlreadyStarted);
            }
            if !change.table.row.setup.has_seats() {
                return refused(ConductRefusal::NoStart);
            }
            let mut times: Vec<WallMs> = times.iter().copied().filter(|at| *at > now).collect();
            times.sort_unstable();
            times.dedup();
            times.truncate(MAX_TIMES);
            if times.is_empty() {
                return refused(ConductRefusal::StartPassed);
            }
            change.close_poll()?;
            let poll = Poll {
                by,
                asked_ms: now,
                times: times.clone(),
                suits: BySeat::default(),
            };
            change.set_poll(&poll)?;
            change.post_poll()?;
            Ok(change.audit(by, AuditEntry::TimesOffered { times })?)
        })
    }

    /// A host takes back what they offered.
    ///
    /// # Errors
    /// Nothing is offered.
    pub fn stop_offering(
        &mut self,
        id: MatchId,
        host: AccountId,
        now: WallMs,
    ) -> ConductResult<()> {
        self.as_host(id, host, now, |change| match change.poll()? {
            Some(_) => Ok(change.close_poll()?),
            None => refused(ConductRefusal::PollClosed),
        })
    }

    /// A player says which of the times suit them, in place of what they said before. `asked_ms`:
    /// when the host asked, as their panel says.
    ///
    /// # Errors
    /// The person does not play, or that poll is closed.
    pub fn answer_poll(
        &mut self,
        id: MatchId,
        account: AccountId,
        asked_ms: WallMs,
        suits: Vec<WallMs>,
        now: WallMs,
    ) -> ConductResult<()> {
        self.conduct(id, now, |change| {
            let seat = change.seat(account)?;
            let poll = change.poll()?.filter(|poll| poll.asked_ms == asked_ms);
            let Some(mut poll) = poll else {
                return refused(ConductRefusal::PollClosed);
            };
            let had_both = change.have_answered(&poll);
            let mut offered = poll.times.clone();
            offered.retain(|at_ms| suits.contains(at_ms));
            poll.suits[seat] = Some(offered);
            change.set_poll(&poll)?;
            change.post_public(Post::PollChanged)?;
            let asker = Recipient::Host(poll.by);
            match (had_both, change.have_answered(&poll)) {
                (true, _) => change.post(asker, Post::PollChanged)?,
                // A host who plays by now must not learn when the other player can.
                (false, true) if !change.table.is_player(poll.by) => {
                    change.post(asker, Post::PollAnswered)?;
                }
                _ => {}
            }
            Ok(())
        })
    }
}

impl MatchChange<'_> {
    pub(super) fn poll(&self) -> Result<Option<Poll>> {
        let body = self.tx.poll(self.table.row.id)?;
        Ok(body.map(|body| serde_json::from_str(&body)).transpose()?)
    }

    fn set_poll(&self, poll: &Poll) -> Result<()> {
        let body = serde_json::to_string(poll)?;
        self.tx.set_poll(self.table.row.id, &body)
    }

    /// Whether both have answered; a guest, who has no account, is not waited for.
    fn have_answered(&self, poll: &Poll) -> bool {
        Seat::BOTH
            .into_iter()
            .all(|seat| poll.suits[seat].is_some() || self.table.player(seat).is_none())
    }

    /// Asks both players in the match's channel, if there is something to ask.
    pub(super) fn post_poll(&self) -> Result<()> {
        match self.poll()? {
            Some(_) => self.post_public(Post::Poll),
            None => Ok(()),
        }
    }

    /// Asks those again who have not said which of the offered times suit them. Returns how many
    /// they are.
    pub(super) fn ask_times_again(&self) -> Result<u32> {
        let Some(poll) = self.poll()? else {
            return Ok(0);
        };
        let waits = |seat: &Seat| poll.suits[*seat].is_none() && self.table.player(*seat).is_some();
        let waiting = Seat::BOTH.iter().filter(|seat| waits(seat)).count();
        if waiting > 0 {
            self.close_posts(|letter| letter.post == Post::Poll)?;
            self.post_poll()?;
        }
        Ok(waiting as u32)
    }

    /// The offered times have all passed, and none was picked: tells the host who offered them.
    pub(super) fn end_poll(&self) -> Result<()> {
        let Some(poll) = self.poll()? else {
            return Ok(());
        };
        self.close_poll()?;
        let lines = vec![Line::TimesPassed];
        self.post(Recipient::Host(poll.by), Post::News { lines })
    }

    /// Another account plays in a seat: the answer before was not its own.
    pub(super) fn forget_ticks(&self, seat: Seat) -> Result<()> {
        let Some(mut poll) = self.poll()? else {
            return Ok(());
        };
        poll.suits[seat] = None;
        self.set_poll(&poll)?;
        self.close_posts(|letter| letter.post == Post::PollAnswered)?;
        self.post_public(Post::PollChanged)
    }

    /// Closes the poll, and the posts that ask.
    pub(super) fn close_poll(&self) -> Result<()> {
        self.tx.drop_poll(self.table.row.id)?;
        self.close_posts(|letter| letter.post.is_of_poll())
    }
}
