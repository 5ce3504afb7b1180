//! Which players were looked for in their server, and when.

use std::collections::HashMap;

use crate::referee::{Line, Post, Snapshot};
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
pub enum Presence {
    #[default]
    There,
    Left,
    /// Until a time, in milliseconds since the Unix epoch.
    TimedOut(u64),
}

impl Looks {
    /// Who is to be looked for after a post. Of those who are only asked it is one, who was not
    /// looked for the longest.
    pub fn due(&mut self, now: u64, post: &Post, look: &Snapshot) -> Vec<CastId> {
        let id = look.row.id;
        if self.players.len() >= MOST_LOOKED {
            // The person who is still away is told of once more.
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

    /// Whether the host does not know it yet of somebody; now they do.
    pub fn is_news(&mut self, id: MatchId, who: CastId, presence: Presence) -> bool {
        let looked = self.players.entry((id, who)).or_default();
        std::mem::replace(&mut looked.told, presence) != presence
    }

    fn looked(&self, id: MatchId, who: CastId) -> Looked {
        let looked = self.players.get(&(id, who));
        looked.copied().unwrap_or_default()
    }
}

/// Whom a post calls in earnest: both before the start, later whose time runs out.
fn called(post: &Post, look: &Snapshot) -> Vec<CastId> {
    let seated = |seat: Seat| look.cast().seated(seat);
    let late = |line: &Line| match line {
        Line::ReserveRuns { seat, .. }
        | Line::TimedOut { seat }
        | Line::LastMinute { seat, .. } => Some(seated(*seat)),
        _ => None,
    };
    match post {
        Post::CheckIn { .. } | Post::Poll => Seat::BOTH.map(seated).to_vec(),
        Post::News { lines } | Post::Prompt { lines, .. } => {
            lines.iter().filter_map(late).collect()
        }
        _ => Vec::new(),
    }
}
