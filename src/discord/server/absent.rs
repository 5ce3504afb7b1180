//! Players who have left the server, or are under a timeout in it and can press nothing. Discord
//! tells of it only bots that may see all members, which Dealer does not ask for; so it is looked
//! whether they are there when they are called or asked, when their time runs out, and when a host
//! looks at their match.

use std::collections::HashMap;

use serenity::all::{GuildId, UserId};

use super::permissions::timed_out_until;
use crate::discord::{Data, Fault};
use crate::referee::postal::codes;
use crate::referee::{Letter, Line, Look, Post};
use crate::store::MatchId;
use games::{CastId, Seat};

/// Of how many players it is remembered when they were looked for.
const MOST_LOOKED: usize = 10_000;
/// So far apart those who are only asked are looked for, of all matches together: a look is a
/// request, of which Discord takes no more than so many.
const APART_MS: u64 = 200;

/// Who was looked for, and when.
#[derive(Default)]
pub struct Looks {
    players: HashMap<(MatchId, CastId), Looked>,
    /// When somebody was last looked for who was only asked.
    last_ms: u64,
}

#[derive(Clone, Copy, Default)]
struct Looked {
    at_ms: u64,
    /// What the host knows of them.
    told: Presence,
}

/// Whether a player can do something in the server of their match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Presence {
    #[default]
    There,
    Left,
    /// Until a time, in milliseconds since the Unix epoch.
    TimedOut(u64),
}

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
    let due = data.looks.lock().await.due(data, &letter.post, &look);
    for who in due {
        let Some(presence) = presence(data, &look, who).await else {
            continue;
        };
        let mut looks = data.looks.lock().await;
        let looked = looks.players.entry((id, who)).or_default();
        if looked.told != presence {
            away.note(who, presence);
        }
        looked.told = presence;
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
            tracing::error!("the host of match {id} cannot be told: {fault:?}");
        }
    }
    Ok(())
}

/// Those of the two players of a match who can do nothing in its server.
pub async fn players_away(data: &Data, look: &Look) -> Away {
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
async fn presence(data: &Data, look: &Look, who: CastId) -> Option<Presence> {
    let account = look.person(who)?.account;
    let guild = GuildId::new(look.row.guild);
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

impl Looks {
    /// Who is to be looked for after a post. Of those who are only asked it is one, who was not
    /// looked for the longest.
    fn due(&mut self, data: &Data, post: &Post, look: &Look) -> Vec<CastId> {
        let (id, now) = (look.row.id, data.referee.clock.now_ms());
        if self.players.len() >= MOST_LOOKED {
            // Whoever is still away is told of once more.
            self.players.clear();
        }
        let mut due = called(post, look);
        if let (true, Post::Prompt { asks, .. }) = (due.is_empty(), post)
            && now.abs_diff(self.last_ms) >= APART_MS
        {
            self.last_ms = now;
            let asked = asks.iter().map(|asked| look.cast().seated(asked.seat));
            due.extend(asked.min_by_key(|who| self.looked(id, *who).at_ms));
        }
        for who in &due {
            self.players.entry((id, *who)).or_default().at_ms = now;
        }
        due
    }

    fn looked(&self, id: MatchId, who: CastId) -> Looked {
        let looked = self.players.get(&(id, who));
        looked.copied().unwrap_or_default()
    }
}

/// Whom a post calls in earnest: both before the start, later whose time runs out.
fn called(post: &Post, look: &Look) -> Vec<CastId> {
    let seated = |seat: Seat| look.cast().seated(seat);
    let late = |line: &Line| match line {
        Line::ReserveRuns { seat, .. }
        | Line::TimedOut { seat }
        | Line::LastMinute { seat, .. } => Some(seated(*seat)),
        _ => None,
    };
    match post {
        Post::CheckIn { .. } => Seat::BOTH.map(seated).to_vec(),
        Post::News { lines } | Post::Prompt { lines, .. } => {
            lines.iter().filter_map(late).collect()
        }
        _ => Vec::new(),
    }
}
