//! Discord, through serenity and poise: commands, controls, panels and the postman. The only room
//! that knows it; the local Discord is spoken to in just the same way, at another address.

mod acting;
mod answer;
mod buttons;
mod commands;
mod computer;
mod conducting;
mod connection;
mod desk;
mod direct;
mod easel;
mod faces;
mod framework;
mod handler;
mod host_panel;
mod me;
mod missed;
mod newcomers;
mod pace;
mod panel;
mod postman;
mod practice;
mod preflight;
pub mod press;
mod pressed;
mod replay;
mod rest;
mod revive;
pub mod rights;
mod rulings;
mod screen;
mod server;
mod settings;
mod setup;
mod strikes;
mod text;
mod turns;
mod when;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::{GuildId, UserId};

pub use connection::{Connection, DiscordError, run};
pub use easel::{Easel, is_drawing};

use crate::referee::{Gone, Look, Referee};
use crate::store::{MatchId, Stakes, StoreError};
use crate::words;
use games::BySeat;

/// What every command and control has at hand.
#[derive(Clone)]
struct Data {
    referee: Referee,
    rest: Arc<rest::Rest>,
    faces: faces::FaceCache,
    me: UserId,
    /// Players who were looked for in their server.
    looks: Arc<tokio::sync::Mutex<server::absent::Looks>>,
    paces: Arc<Mutex<pace::Paces>>,
    /// What people typed in direct messages, by account.
    typed: Arc<turns::Turns<direct::Taken>>,
    /// Panels in which matches are set up, by their drafts; with the words with which one has
    /// ended.
    set_ups: Arc<turns::Turns<Option<String>>>,
    /// Messages that are edited, by their ids: one edit goes after the other, a press's answer or
    /// the postman's, and each is written from what is so when it goes.
    edits: Arc<turns::Turns<()>>,
    easel: Easel,
}

impl Data {
    /// A match as an account sees it that is somebody's in it, or, for 0, as everybody sees it.
    /// None where there is no such match.
    async fn look(&self, id: MatchId, account: u64) -> Result<Option<Look>, Fault> {
        let look = self
            .referee
            .read(move |core, _| core.look(id, account, false));
        Ok(look.await??)
    }

    /// The matches of its best of three that each of the two has won before a match; None for
    /// another match.
    async fn series_before(&self, look: &Look) -> Result<Option<BySeat<u32>>, Fault> {
        if look.row.stakes != Stakes::BestOfThree {
            return Ok(None);
        }
        let id = look.row.id;
        let won = self.referee.read(move |core, _| core.series_before(id));
        Ok(won.await??)
    }

    /// The open matches of a server, as everybody may see them.
    async fn open_in(&self, guild: u64) -> Result<Vec<Look>, Fault> {
        let open = self.referee.read(move |core, _| {
            let ids = core.store().read(|tx| tx.open_matches(Some(guild)))?;
            core.looks(ids, 0)
        });
        Ok(open.await??)
    }

    /// Something came over one of the connections.
    fn prove(&self, shard: u32) {
        self.referee.life.prove(shard, self.referee.clock.now_ms());
    }

    /// Whether somebody asks for no more than they may, in a server or in a direct message; counts
    /// it.
    fn may_ask(&self, server: Option<GuildId>, account: u64) -> bool {
        let now = self.referee.clock.now_ms();
        let mut paces = self.paces.lock().unwrap_or_else(PoisonError::into_inner);
        paces.may(server.map_or(0, GuildId::get), account, now)
    }

    /// An interaction or a message with this id came, in a server or a direct message: the
    /// connection is alive, and it is not before the time at which it was made. To be called before
    /// anything is made of it, so that a silence before it is given back first.
    async fn heard(&self, id: u64, server: Option<GuildId>) {
        let (now, made_ms) = (self.referee.clock.now_ms(), created_ms(id));
        if made_ms > now + LONGEST_SLEEP_MS {
            tracing::warn!("something came with a time that cannot be: {made_ms}");
            return;
        }
        // When the referee is gone the program is ending.
        let _ = self.referee.heard_time(now, made_ms, u64::MAX).await;
        // Direct messages come over the first (Discord documentation, "Gateway", "Sharding").
        let life = &self.referee.life;
        self.prove(server.map_or(0, |server| life.shard_of(server.get())));
    }
}

/// The part of serenity that is not logged: it says what comes over the gateway and cannot be read,
/// and somebody's choice may be in that.
pub const UNLOGGED: &str = "serenity::gateway::ws";

/// No machine sleeps longer: a clock that would lack more is not set right by an interaction alone.
/// A year, in milliseconds.
const LONGEST_SLEEP_MS: u64 = 365 * 24 * 60 * 60 * 1000;

/// How long who does one thing after another waits after Discord has refused one: so many refusals
/// in ten minutes are borne (Discord documentation, "Rate Limits", "Invalid Request Limit").
const AFTER_REFUSAL: Duration = Duration::from_secs(1);

/// What goes wrong in a command besides a refusal: logged, and answered by one generic sentence.
type Fault = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, Data, Fault>;

/// When something with this id was made, in milliseconds since the Unix epoch (Discord
/// documentation, "Snowflakes").
fn created_ms(snowflake: u64) -> u64 {
    (snowflake >> 22) + DISCORD_EPOCH_MS
}

/// The lowest id that something may have that is made at a time, in milliseconds since the Unix
/// epoch; 1 for times before Discord's.
fn first_id_at(ms: u64) -> u64 {
    (ms.saturating_sub(DISCORD_EPOCH_MS) << 22).max(1)
}

const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;

/// What somebody is told when what they asked for failed for a reason that is nobody's mistake.
/// That nothing was changed is said only when it is so: what fails may also be the answer to what
/// was done.
fn went_wrong(fault: &Fault) -> String {
    if fault.downcast_ref().is_some_and(rest::Failure::is_passing) {
        return words::discord_away();
    }
    let not_stored = matches!(fault.downcast_ref(), Some(Gone::NotStored(_)));
    match not_stored || fault.is::<StoreError>() {
        true => words::fault(),
        false => words::unknown_fault(),
    }
}
