//! What every command and control has at hand.

use std::sync::{Arc, Mutex, PoisonError};

use serenity::all::{GuildId, UserId};

use super::draw_pool::DrawPool;
use super::faces::FaceCache;
use super::gateway::pace::Paces;
use super::queues::Queues;
use super::rest::{self, Rest};
use super::server::looks::Looks;
use super::snowflake::created_ms;
use super::taken::Taken;
use crate::referee::{Gone, Referee, Snapshot};
use crate::store::{MatchId, OwnSettings, Season, Stakes, StoreError};
use crate::words;
use games::BySeat;

/// What every command and control has at hand.
#[derive(Clone)]
pub struct Data {
    pub referee: Referee,
    pub rest: Arc<Rest>,
    pub faces: FaceCache,
    pub me: UserId,
    /// Players who were looked for in their server.
    pub looks: Arc<tokio::sync::Mutex<Looks>>,
    pub paces: Arc<Mutex<Paces>>,
    /// What people typed in direct messages, by account.
    pub typed: Arc<Queues<Taken>>,
    /// Panels in which matches are set up, by their drafts; with the words with which one has
    /// ended.
    pub set_ups: Arc<Queues<Option<String>>>,
    /// Messages that are edited, by their ids: one edit goes after the other, a press's answer or
    /// the postman's, and each is written from what is so when it goes.
    pub edits: Arc<Queues<()>>,
    pub draw_pool: DrawPool,
}

impl Data {
    /// A match as an account sees it that is somebody's in it, or, for 0, as everybody sees it.
    /// None where there is no such match.
    pub async fn look(&self, id: MatchId, account: u64) -> Result<Option<Snapshot>, Fault> {
        let look = self
            .referee
            .read(move |core, _| core.look(id, account, false));
        Ok(look.await??)
    }

    /// The matches of its best of three that each of the two has won before a match; None for
    /// another match.
    pub async fn series_before(&self, look: &Snapshot) -> Result<Option<BySeat<u32>>, Fault> {
        if look.row.stakes != Stakes::BestOfThree {
            return Ok(None);
        }
        let id = look.row.id;
        let won = self.referee.read(move |core, _| core.series_before(id));
        Ok(won.await??)
    }

    /// What somebody has settled for themselves (`/me`).
    pub async fn own_settings(&self, account: u64) -> Result<OwnSettings, Fault> {
        let found = self
            .referee
            .read(move |core, _| core.store().read(|tx| tx.own_settings(account)));
        Ok(found.await??)
    }

    /// A server's current season.
    pub async fn current_season(&self, guild: u64) -> Result<Option<Season>, Fault> {
        let found = self
            .referee
            .read(move |core, _| core.store().read(|tx| tx.current_season(guild)));
        Ok(found.await??)
    }

    /// The open matches of a server, as everybody may see them.
    pub async fn open_in(&self, guild: u64) -> Result<Vec<Snapshot>, Fault> {
        let open = self.referee.read(move |core, _| {
            let ids = core.store().read(|tx| tx.open_matches(Some(guild)))?;
            core.looks(ids, 0)
        });
        Ok(open.await??)
    }

    /// The matches of a server that are over and whose result waits, as everybody sees them.
    pub async fn held_in(&self, guild: u64) -> Result<Vec<Snapshot>, Fault> {
        let held = self.referee.read(move |core, _| {
            let ids = core.store().read(|tx| tx.held_matches_in(guild))?;
            core.looks(ids, 0)
        });
        Ok(held.await??)
    }

    /// Something came over one of the connections.
    pub fn prove(&self, shard: u32) {
        self.referee
            .liveness
            .prove(shard, self.referee.clock.now_ms());
    }

    /// Whether somebody asks for no more than they may, in a server or in a direct message; counts
    /// it.
    pub fn may_ask(&self, server: Option<GuildId>, account: u64) -> bool {
        let now = self.referee.clock.now_ms();
        let mut paces = self.paces.lock().unwrap_or_else(PoisonError::into_inner);
        paces.may(server.map_or(0, GuildId::get), account, now)
    }

    /// Whether a mention in a channel may be answered now; counts it.
    pub fn may_answer_in(&self, channel: u64) -> bool {
        let now = self.referee.clock.now_ms();
        let mut paces = self.paces.lock().unwrap_or_else(PoisonError::into_inner);
        paces.may_answer_in(channel, now)
    }

    /// An interaction or a message with this id came, in a server or a direct message: the
    /// connection is alive, and it is not before the time at which it was made. To be called before
    /// anything is made of it, so that a silence before it is given back first.
    pub async fn heard(&self, id: u64, server: Option<GuildId>) {
        let (now, made_ms) = (self.referee.clock.now_ms(), created_ms(id));
        if made_ms > now + LONGEST_SLEEP_MS {
            tracing::warn!("an event has an impossible time: {made_ms}");
            return;
        }
        // When the referee is gone the program is ending.
        let _ = self.referee.heard_time(now, made_ms, u64::MAX).await;
        // Direct messages come over the first (Discord documentation, "Gateway", "Sharding").
        let life = &self.referee.liveness;
        self.prove(server.map_or(0, |server| life.shard_of(server.get())));
    }
}

/// No machine sleeps longer: a clock that would lack more is not set right by an interaction alone.
/// A year, in milliseconds.
const LONGEST_SLEEP_MS: u64 = 365 * 24 * 60 * 60 * 1000;

/// What goes wrong in a command besides a refusal: logged, and answered by one generic sentence.
pub type Fault = Box<dyn std::error::Error + Send + Sync>;

pub type Context<'a> = poise::Context<'a, Data, Fault>;

/// What somebody is told when what they asked for failed for a reason that is nobody's mistake.
/// That nothing was changed is said only when it is so: what fails may also be the answer to what
/// was done.
pub fn went_wrong(fault: &Fault) -> String {
    if fault.downcast_ref().is_some_and(rest::Failure::is_passing) {
        return words::discord_away();
    }
    let not_stored = matches!(fault.downcast_ref(), Some(Gone::NotStored(_)));
    match not_stored || fault.is::<StoreError>() {
        true => words::fault(),
        false => words::unknown_fault(),
    }
}
