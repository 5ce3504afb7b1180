//! Players who have left the server, or are under a timeout in it and can press nothing. Discord
//! tells of it only bots that may see all members, which Dealer does not ask for; so it is looked
//! whether they are there when they are called or asked, when their time runs out, and when a host
//! looks at their match.

use serenity::all::{GuildId, UserId};

use super::looks::Presence;
use super::permissions::timed_out_until;
use crate::discord::{Data, Fault};
use crate::referee::postal::codes;
use crate::referee::{Letter, Line, Snapshot};
use crate::store::MatchId;
use games::{CastId, Seat};

/// The players of a match who can do nothing in its server.
#[derive(Default)]
pub struct Away {
    pub left: Vec<CastId>,
    /// Each with until when, in milliseconds since the Unix epoch.
    pub timed_out: Vec<(CastId, u64)>,
}

/// Looks after a post whether those whom it calls are in the server still, or one of those whom it
/// asks; the host is told once of each who is not.
pub async fn look_after(data: &Data, id: MatchId, letter: &Letter) -> Result<(), Fault> {
    let look = data.look(id, 0).await?;
    let Some(look) = look else {
        return Ok(());
    };
    let mut away = Away::default();
    let due = data
        .looks
        .lock()
        .await
        .due(data.referee.clock.now_ms(), &letter.post, &look);
    for who in due {
        let Some(presence) = presence(data, &look, who).await else {
            continue;
        };
        let mut looks = data.looks.lock().await;
        if looks.is_news(id, who, presence) {
            away.note(who, presence);
        }
    }
    let left =
        Some(Line::Left { who: away.left }).filter(|line| *line != Line::Left { who: vec![] });
    let timed_out = away.timed_out.into_iter();
    let timed_out = timed_out.map(|(who, until_ms)| Line::UnderTimeout { who, until_ms });
    for line in left.into_iter().chain(timed_out) {
        let told = data
            .referee
            .run(move |core, now| core.tell_host(id, line, now));
        if let Err(fault) = told.await? {
            tracing::error!("can't tell the host of match {id}: {fault:?}");
        }
    }
    Ok(())
}

/// Those of the two players of a match who can do nothing in its server.
pub async fn players_away(data: &Data, look: &Snapshot) -> Away {
    let mut away = Away::default();
    for seat in Seat::BOTH {
        let who = look.cast().seated(seat);
        if let Some(presence) = presence(data, look, who).await {
            away.note(who, presence);
        }
    }
    away
}

/// Whether somebody can do something in the server; None where Discord does not say.
async fn presence(data: &Data, look: &Snapshot, who: CastId) -> Option<Presence> {
    let account = look.person(who)?.account;
    let guild = GuildId::new(look.row.guild?);
    match data.rest.member(guild, UserId::new(account)).await {
        Ok(member) => {
            let now = data.referee.clock.now_ms();
            let until = timed_out_until(member.communication_disabled_until, now);
            Some(until.map_or(Presence::There, Presence::TimedOut))
        }
        Err(error) => codes::is_absent(error.code()).then_some(Presence::Left),
    }
}

impl Away {
    fn note(&mut self, who: CastId, presence: Presence) {
        match presence {
            Presence::There => {}
            Presence::Left => self.left.push(who),
            Presence::TimedOut(until_ms) => self.timed_out.push((who, until_ms)),
        }
    }
}
