//! When players were last looked for in their server.

use std::collections::HashMap;

use crate::referee::{Letter, Line, Post, Recipient, Snapshot};
use crate::store::MatchId;
use games::{CastId, WallMs};

/// How many players are remembered.
const MAX_LOOKED: usize = 10_000;

/// The shortest time between looks for players who are only asked, over all matches: each look is a
/// request.
const APART_MS: u64 = 200;

/// The players that were looked for.
#[derive(Default)]
pub struct PresenceLog {
    players: HashMap<(MatchId, CastId), LastLook>,
    /// When a player who was only asked was last looked for.
    last_ms: WallMs,
}

#[derive(Clone, Copy, Default)]
struct LastLook {
    at_ms: WallMs,
    /// What the host has been told about them.
    told: Presence,
}

/// Whether a player can do something in the server of their match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    #[default]
    There,
    Left,
    /// Has a timeout until then.
    TimedOut(WallMs),
}

impl PresenceLog {
    /// Whom to look for after a post: everybody it calls, otherwise one of those that it asks,
    /// whose last look is the oldest.
    pub fn due(&mut self, now: WallMs, letter: &Letter, snapshot: &Snapshot) -> Vec<CastId> {
        let id = snapshot.row.id;
        if self.players.len() >= MAX_LOOKED {
            // Hosts will be told again about people who are still away.
            self.players.clear();
        }
        let mut due = called(letter, snapshot);
        if let (true, Post::Prompt { asks, .. }) = (due.is_empty(), &letter.post)
            && now.0.abs_diff(self.last_ms.0) >= APART_MS
        {
            self.last_ms = now;
            let asked = asks
                .iter()
                .filter_map(|asked| snapshot.cast().seated(asked.seat));
            due.extend(asked.min_by_key(|who| self.looked(id, *who).at_ms));
        }
        for who in &due {
            self.players.entry((id, *who)).or_default().at_ms = now;
        }
        due
    }

    /// Whether this is news for the host. Notes that the host knows it now.
    pub fn is_news(&mut self, id: MatchId, who: CastId, presence: Presence) -> bool {
        let looked = self.players.entry((id, who)).or_default();
        std::mem::replace(&mut looked.told, presence) != presence
    }

    fn looked(&self, id: MatchId, who: CastId) -> LastLook {
        let looked = self.players.get(&(id, who));
        looked.copied().unwrap_or_default()
    }
}

/// The players that a post calls: before the start, both; later, those whose time runs out. Without
/// seats, the person who is asked or reminded, or whom that didn't reach.
fn called(letter: &Letter, snapshot: &Snapshot) -> Vec<CastId> {
    let has_seats = snapshot.setup().has_seats();
    let late = |line: &Line| match line {
        Line::ReserveRuns { seat, .. }
        | Line::TimedOut { seat }
        | Line::LastMinute { seat, .. } => snapshot.cast().seated(*seat),
        Line::Unreached { who, .. } if !has_seats => who.first().copied(),
        _ => None,
    };
    match &letter.post {
        Post::Submission { .. } | Post::Reminder { .. } if !has_seats => match letter.to {
            Recipient::Person { who, .. } => vec![who],
            _ => Vec::new(),
        },
        Post::CheckIn { .. } | Post::Poll => snapshot.cast().in_seats().collect(),
        Post::News { lines } | Post::Prompt { lines, .. } => {
            lines.iter().filter_map(late).collect()
        }
        _ => Vec::new(),
    }
}
