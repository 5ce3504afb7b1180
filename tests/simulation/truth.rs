//! What really happened, apart from what the process knows: how long each prompt could be answered,
//! and who was treated unfairly.

use std::collections::BTreeMap;

use dealer::referee::Post;
use dealer::store::MatchId;
use games::{BySeat, Party, Seat};
use matches::{Match, Stage};

use super::discord::Discord;

/// A shorter silence may go unnoticed: the watch asks for a sign of life every five seconds, and
/// waits as long.
const NOTICED_MS: u64 = 10_700;

#[derive(Default)]
pub struct Truth {
    matches: BTreeMap<MatchId, Clocks>,
    /// When nothing could reach the process: from, to, and whether all of it must be given back.
    outages: Vec<(u64, u64, bool)>,
    down: Option<u64>,
    pub violation: Option<String>,
    /// How wrong the process's clock may have been, beyond the tolerance.
    pub blur_ms: u64,
}

#[derive(Default)]
struct Clocks {
    channel: u64,
    prompt: Option<u32>,
    /// When the open prompt could be answered.
    ran: Vec<(u64, u64)>,
    runs_since: Option<u64>,
    /// How much time each seat has for it. None if lateness only costs something.
    allowed_ms: BySeat<Option<u64>>,
    /// A host has ruled, so the time for the open prompt isn't checked.
    ruled: bool,
    in_row: BySeat<u8>,
}

impl Truth {
    pub fn complain(&mut self, what: String) {
        self.violation.get_or_insert(what);
    }

    pub fn opened(&mut self, id: MatchId, channel: u64) {
        let clocks = Clocks {
            channel,
            ..Clocks::default()
        };
        self.matches.insert(id, clocks);
    }

    pub fn moved(&mut self, id: MatchId, channel: u64) {
        if let Some(clocks) = self.matches.get_mut(&id) {
            clocks.channel = channel;
        }
    }

    /// A host has ruled in a match, which may have given or taken time.
    pub fn ruled(&mut self, id: MatchId) {
        if let Some(clocks) = self.matches.get_mut(&id) {
            clocks.ruled = true;
            clocks.allowed_ms = BySeat::default();
            clocks.prompt = None;
        }
    }

    pub fn down(&mut self, t: u64) {
        self.down.get_or_insert(t);
    }

    pub fn up(&mut self, t: u64) {
        if let Some(from) = self.down.take() {
            self.outages.push((from, t, t - from > NOTICED_MS));
        }
    }

    pub fn observe(&mut self, id: MatchId, play: &Match, discord: &Discord, t: u64) {
        for seat in Seat::BOTH {
            let in_row = play.timeouts_in_row(seat);
            let before = self.matches[&id].in_row[seat];
            self.matches.get_mut(&id).unwrap().in_row[seat] = in_row;
            let allowed = self.matches[&id].allowed_ms[seat];
            if let (true, Some(allowed)) = (in_row > before, allowed) {
                let had = self.answerable_ms(id, t);
                if had + self.blur_ms < allowed {
                    self.complain(format!(
                        "match {id}: {seat} had {had} of {allowed} ms and was timed out"
                    ));
                }
            }
        }
        let clocks = self.matches.get_mut(&id).unwrap();
        if play.open_prompt() != clocks.prompt {
            // The prompt that is open right after a ruling has as much time as the ruling gave.
            clocks.ruled &= clocks.prompt.is_none();
            clocks.prompt = play.open_prompt();
            clocks.ran.clear();
            clocks.runs_since = None;
            clocks.allowed_ms = BySeat::default();
        }
        let runs = play.is_shown() && play.paused.is_none() && play.stage() == Stage::Live;
        match (clocks.runs_since, clocks.prompt) {
            (None, Some(prompt)) if runs => {
                let messages = &discord.channels[&clocks.channel].messages;
                let shows = messages.iter().rev().find(|message| {
                    matches!(message.post, Post::Prompt { prompt: shown, .. } if shown == prompt)
                });
                clocks.runs_since = shows.map(|message| message.at_ms);
                if clocks.ran.is_empty() && !clocks.ruled {
                    let prompts = play.live_prompts();
                    clocks.allowed_ms = BySeat::new(|seat| {
                        let clock = play.clock.open[seat]?;
                        let own = prompts
                            .iter()
                            .find(|prompt| prompt.who == Party::Seat(seat))?;
                        let reserve = if clock.reserve {
                            play.clock.reserve_ms[seat]
                        } else {
                            0
                        };
                        own.overtime_s.is_none().then_some(clock.base_ms + reserve)
                    });
                }
            }
            (Some(since), _) if !runs => {
                clocks.ran.push((since, t));
                clocks.runs_since = None;
            }
            _ => {}
        }
    }

    /// How long the open prompt could be answered until a time.
    fn answerable_ms(&self, id: MatchId, until: u64) -> u64 {
        let clocks = &self.matches[&id];
        let open = clocks.runs_since.map(|since| (since, until));
        let outages = self.outages.iter().filter(|(.., long)| *long);
        let outages: Vec<(u64, u64)> = outages
            .map(|(from, to, _)| (*from, *to))
            .chain(self.down.map(|from| (from, u64::MAX)))
            .collect();
        let ran = clocks.ran.iter().copied().chain(open);
        ran.map(|(from, to)| {
            let to = to.min(until);
            let lost: u64 = outages
                .iter()
                .map(|(down, up)| (*up).min(to).saturating_sub((*down).max(from)))
                .sum();
            to.saturating_sub(from).saturating_sub(lost)
        })
        .sum()
    }

    /// A person's action was refused as too late. It must have been late.
    pub fn refused_as_late(&mut self, id: MatchId, party: Option<Party>, made: u64, by_ms: u64) {
        let Some(Party::Seat(seat)) = party else {
            return self.complain(format!("match {id}: somebody in no seat was too late"));
        };
        let Some(allowed) = self.matches[&id].allowed_ms[seat] else {
            return;
        };
        let had = self.answerable_ms(id, made);
        if had + self.blur_ms < allowed {
            self.complain(format!(
                "match {id}: {seat} acted after {had} of {allowed} ms and was refused as {by_ms} ms late"
            ));
        }
    }
}
