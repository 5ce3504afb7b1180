//! Players who have left the server, or have a timeout in it and cannot press anything. Discord
//! only reports this to bots that may see all members, a right that Dealer does not ask for. So it
//! checks when players are called or asked, when their time runs out, and when a host looks at
//! their match.

use serenity::all::UserId;

use super::permissions::timed_out_until;
use crate::discord::presence::Presence;
use crate::discord::{Data, Result};
use crate::referee::postal::codes;
use crate::referee::{Letter, Line, Snapshot, Viewer};
use crate::store::MatchId;
use games::{CastId, WallMs};

/// The players of a match who can do nothing in its server.
#[derive(Default)]
pub struct AwayPlayers {
    pub left: Vec<CastId>,
    /// Players with a timeout, each with its end.
    pub timed_out: Vec<(CastId, WallMs)>,
}

/// After a post, checks whether the players that it calls (or one of those that it asks) are still
/// in the server. The host is told once about each who is not.
pub async fn check_after_post(data: &Data, id: MatchId, letter: &Letter) -> Result<()> {
    let snapshot = data.snapshot(id, Viewer::Public).await?;
    let Some(snapshot) = snapshot else {
        return Ok(());
    };
    let mut away = AwayPlayers::default();
    let due = data
        .presence
        .lock()
        .await
        .due(data.referee.clock.now(), letter, &snapshot);
    for who in due {
        let Some(presence) = presence(data, &snapshot, who).await else {
            continue;
        };
        let mut log = data.presence.lock().await;
        if log.is_news(id, who, presence) {
            away.note(who, presence);
        }
    }
    let left =
        Some(Line::Left { who: away.left }).filter(|line| *line != Line::Left { who: vec![] });
    let timed_out = away.timed_out.into_iter();
    let timed_out = timed_out.map(|(who, until_ms)| Line::UnderTimeout { who, until_ms });
    for line in left.into_iter().chain(timed_out) {
        data.tell_host(id, line).await;
    }
    Ok(())
}

/// Which of a match's two players can do nothing in its server.
pub async fn players_away(data: &Data, snapshot: &Snapshot) -> AwayPlayers {
    let mut away = AwayPlayers::default();
    for who in snapshot.cast().in_seats() {
        if let Some(presence) = presence(data, snapshot, who).await {
            away.note(who, presence);
        }
    }
    away
}

/// Whether somebody can act in the server; None if Discord does not say.
async fn presence(data: &Data, snapshot: &Snapshot, who: CastId) -> Option<Presence> {
    let account = snapshot.person(who)?.account;
    let guild = snapshot.row.guild?;
    match data.rest.member(guild, UserId::from(account)).await {
        Ok(member) => {
            let now = data.referee.clock.now();
            let until = timed_out_until(member.communication_disabled_until, now);
            Some(until.map_or(Presence::There, Presence::TimedOut))
        }
        Err(error) => codes::is_absent(error.code()).then_some(Presence::Left),
    }
}

impl AwayPlayers {
    fn note(&mut self, who: CastId, presence: Presence) {
        match presence {
            Presence::There => {}
            Presence::Left => self.left.push(who),
            Presence::TimedOut(until_ms) => self.timed_out.push((who, until_ms)),
        }
    }
}
