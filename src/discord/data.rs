//! Shared state of all commands and controls.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serenity::all::UserId;

use super::faces::FaceCache;
use super::open_panels::OpenPanels;
use super::pace::Paces;
use super::pool::Pool;
use super::presence::PresenceLog;
use super::queues::Queues;
use super::rest::{self, Rest};
use super::seen_messages::SeenMessages;
use super::snowflake::created_ms;
use crate::referee::{
    Asker, Core, Line, Referee, RefereeError, RefereeGone, SeasonEdit, SeasonResult, Snapshot,
    Unstored, Viewer,
};
use crate::store::{
    AccountId, Backups, ChannelId, DraftId, MatchId, OwnSettings, Season, SeasonId, ServerId,
    Stakes, StoreError, Tx,
};
use crate::words;
use games::{BySeat, Seat, WallMs};

/// Shared state of all commands and controls.
#[derive(Clone)]
pub struct Data {
    pub referee: Referee,
    pub rest: Arc<Rest>,
    pub faces: FaceCache,
    pub me: UserId,
    /// When players were last looked for in their server.
    pub presence: Arc<tokio::sync::Mutex<PresenceLog>>,
    pub paces: Arc<Mutex<Paces>>,
    /// What people typed in direct messages, by account.
    pub typed: Arc<Queues<SeenMessages>>,
    /// Queues for presses in set-up panels, by draft. Each keeps the last words of a panel that has
    /// ended.
    pub set_ups: Arc<Queues<Option<String>>>,
    /// Queues for edits, by message id: one edit after the other, by presses and by the postman.
    /// Each is written from the state at its turn.
    pub edits: Arc<Queues<()>>,
    pub open_panels: Arc<OpenPanels>,
    /// The names of the servers, by id, as Discord has told them.
    pub server_names: Arc<Mutex<BTreeMap<ServerId, String>>>,
    pub draw_pool: Pool,
    /// Where computers think.
    pub think_pool: Pool,
    /// How long a message has to be there before a press of its controls counts.
    pub settles: Duration,
    /// Makes the backups while the bot runs; None: nothing does.
    pub backups: Option<Arc<Backups>>,
}

impl Data {
    /// A match as somebody sees it. None if there is no such match.
    pub async fn snapshot(&self, id: MatchId, viewer: Viewer) -> Result<Option<Snapshot>> {
        self.read(move |core| core.snapshot(id, viewer)).await
    }

    /// The name of a match's server, safe in a post; None in a direct message, or while Discord
    /// hasn't told it.
    pub fn server_name(&self, snapshot: &Snapshot) -> Option<String> {
        let names = self.server_names.lock();
        let names = names.unwrap_or_else(PoisonError::into_inner);
        let name = names.get(&snapshot.row.guild?)?;
        Some(words::english::escape_markdown(name))
    }

    /// Keeps the name of a server.
    pub fn name_server(&self, guild: ServerId, name: String) {
        let names = self.server_names.lock();
        let mut names = names.unwrap_or_else(PoisonError::into_inner);
        names.insert(guild, name);
    }

    /// The seat that the computer plays in a practice match.
    pub fn computer(&self, snapshot: &Snapshot) -> Option<Seat> {
        let account = |seat: Seat| Some(snapshot.player(seat)?.account);
        let plays = |seat: &Seat| account(*seat) == Some(self.me.into());
        Seat::BOTH.into_iter().find(plays)
    }

    /// How many matches of its best of three each player had won before this match; None for other
    /// matches.
    pub async fn series_before(&self, snapshot: &Snapshot) -> Result<Option<BySeat<u32>>> {
        if snapshot.row.stakes != Stakes::BestOfThree {
            return Ok(None);
        }
        let id = snapshot.row.id;
        self.read(move |core| core.series_before(id)).await
    }

    /// What the referee knows, after all that was asked for before is done.
    ///
    /// # Errors
    /// [`RefereeGone`], and what the store says.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Core) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T> {
        Ok(self.referee.read(move |core, _| work(core)).await??)
    }

    /// What the store has, after all that was asked for before is done.
    ///
    /// # Errors
    /// [`RefereeGone`], and what the store says.
    pub async fn stored<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Tx) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T> {
        self.read(move |core| core.store().read(work)).await
    }

    /// Writes to the store alone, when all that was asked for before is done.
    ///
    /// # Errors
    /// [`RefereeGone`], and what the store says.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Tx, WallMs) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T> {
        let written = self
            .referee
            .write(move |core, now| core.store_mut().write(|tx| work(tx, now)));
        Ok(written.await??)
    }

    /// Keeps what an account has not finished, as [`Tx::keep_draft`].
    ///
    /// # Errors
    /// [`RefereeGone`], and what the store says.
    pub async fn keep_draft(
        &self,
        id: Option<DraftId>,
        owner: AccountId,
        body: &impl Serialize,
    ) -> Result<DraftId> {
        let body = serde_json::to_string(body)?;
        self.write(move |tx, now| tx.keep_draft(id, owner, &body, now))
            .await
    }

    /// Drops a draft that is finished.
    ///
    /// # Errors
    /// [`RefereeGone`], and what the store says.
    pub async fn drop_draft(&self, id: DraftId) -> Result<()> {
        self.write(move |tx, _| tx.drop_draft(id)).await
    }

    /// Tells a match's host something in private.
    pub async fn tell_host(&self, id: MatchId, line: Line) {
        let told = self.run(move |core, now| core.tell_host(id, line, now));
        let problem = match told.await {
            Ok(Ok(())) => return,
            Ok(Err(refusal)) => format!("{refusal:?}"),
            Err(fault) => fault.to_string(),
        };
        tracing::error!("can't tell the host of match {id}: {problem}");
    }

    /// Somebody's own settings (`/me`).
    pub async fn own_settings(&self, account: AccountId) -> Result<OwnSettings> {
        self.stored(move |tx| tx.own_settings(account)).await
    }

    /// Does something in a season; or why not, in words.
    ///
    /// # Errors
    /// The referee is gone, or the store failed.
    pub async fn in_season<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Core, WallMs) -> SeasonResult<T> + Send + 'static,
    ) -> Tried<T> {
        Ok(self.run(work).await?.map_err(words::season::refused))
    }

    /// A host changes a season; or why not, in words.
    ///
    /// # Errors
    /// The referee is gone, or the store failed.
    pub async fn edit_season<T: Send + 'static>(
        &self,
        id: SeasonId,
        asker: Asker,
        work: impl FnOnce(&mut SeasonEdit) -> SeasonResult<T> + Send + 'static,
    ) -> Tried<T> {
        self.in_season(move |core, now| core.edit_season(id, asker, now, work))
            .await
    }

    /// Has the referee do something; or why not.
    ///
    /// # Errors
    /// The referee is gone, or the store failed.
    pub async fn run<T: Send + 'static, R: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Core, WallMs) -> Result<T, RefereeError<R>> + Send + 'static,
    ) -> Tried<T, R> {
        refused(self.referee.run(work).await?)
    }

    /// A server's current season.
    pub async fn current_season(&self, guild: ServerId) -> Result<Option<Season>> {
        self.stored(move |tx| tx.current_season(guild)).await
    }

    /// The open matches in which an account takes part, as it may see them.
    pub async fn open_of(&self, account: AccountId) -> Result<Vec<Snapshot>> {
        let viewer = Viewer::Account(account);
        self.snapshots(viewer, move |tx| tx.open_matches_of(account))
            .await
    }

    /// The open matches of a server, as everybody may see them.
    pub async fn open_in(&self, guild: ServerId) -> Result<Vec<Snapshot>> {
        self.snapshots(Viewer::Public, move |tx| tx.open_matches(Some(guild)))
            .await
    }

    /// The matches of a server that are over and whose result waits, as everybody sees them.
    pub async fn held_in(&self, guild: ServerId) -> Result<Vec<Snapshot>> {
        self.snapshots(Viewer::Public, move |tx| tx.held_matches_in(guild))
            .await
    }

    /// The matches with these ids, as somebody sees them.
    pub async fn snapshots(
        &self,
        viewer: Viewer,
        ids: impl FnOnce(&Tx) -> Result<Vec<MatchId>, StoreError> + Send + 'static,
    ) -> Result<Vec<Snapshot>> {
        self.read(move |core| core.snapshots(core.store().read(ids)?, viewer))
            .await
    }

    /// Notes a sign of life on one connection.
    pub fn prove(&self, shard: u32) {
        self.referee.liveness.prove(shard, self.referee.clock.now());
    }

    /// Whether somebody may make one more request, in a server or a direct message. Counts it.
    pub fn may_ask(&self, server: Option<ServerId>, account: AccountId) -> bool {
        let now = self.referee.clock.now();
        let mut paces = self.paces.lock().unwrap_or_else(PoisonError::into_inner);
        paces.may(server.unwrap_or_default(), account, now)
    }

    /// Whether a mention in a channel may be answered now. Counts the answer.
    pub fn may_answer_in(&self, channel: ChannelId) -> bool {
        let now = self.referee.clock.now();
        let mut paces = self.paces.lock().unwrap_or_else(PoisonError::into_inner);
        paces.may_answer_in(channel, now)
    }

    /// Notes that an interaction or message with this id came, in a server or a direct message: the
    /// connection is alive, and Discord's clock is at least at the time in the id. Call this before
    /// anything is done with it, so that a silence before it is given back first.
    pub async fn heard(&self, id: u64, server: Option<ServerId>) {
        let (now, made_ms) = (self.referee.clock.now(), created_ms(id));
        if made_ms > now + LONGEST_SLEEP_MS {
            tracing::warn!("an event has an impossible time: {made_ms:?}");
            return;
        }
        // When the referee is gone the program is ending.
        let _ = self.referee.heard_time(now, made_ms, None).await;
        let life = &self.referee.liveness;
        self.prove(life.shard_of(server));
    }
}

/// An interaction corrects the clock by at most this, since no machine sleeps longer: a year, in
/// milliseconds.
const LONGEST_SLEEP_MS: u64 = 365 * 24 * 60 * 60 * 1000;

/// A refusal apart from a fault.
pub fn refused<T, R>(done: Result<T, RefereeError<R>>) -> Tried<T, R> {
    match done {
        Ok(done) => Ok(Ok(done)),
        Err(RefereeError::Refused(refusal)) => Ok(Err(refusal)),
        Err(RefereeError::Store(error)) => Err(error.into()),
    }
}

/// A failure that is nobody's mistake: it is logged, and the person gets an apology.
pub type Fault = Box<dyn std::error::Error + Send + Sync>;

/// What a command, a control or a post gives if nothing goes wrong.
pub type Result<T, E = Fault> = std::result::Result<T, E>;

/// What was done, or why not, in words unless a function says otherwise.
pub type Tried<T, R = String> = Result<Result<T, R>>;

pub type Context<'a> = poise::Context<'a, Data, Fault>;

/// The apology for a failure that is nobody's mistake. It says that nothing was changed only when
/// that is certain: what fails may also be the answer to something that was done.
pub fn went_wrong(fault: &Fault) -> String {
    if fault.downcast_ref().is_some_and(rest::Failure::is_passing) {
        return words::answers::DISCORD_AWAY.to_owned();
    }
    match fault.downcast_ref() {
        // On a full disk, no commit has left anything.
        Some(RefereeGone::NotStored(why) | RefereeGone::Unknown(why @ Unstored::DiskFull)) => {
            words::storage::cannot_store(why)
        }
        _ if fault.is::<StoreError>() => words::answers::FAULT.to_owned(),
        _ => words::answers::UNKNOWN_FAULT.to_owned(),
    }
}
