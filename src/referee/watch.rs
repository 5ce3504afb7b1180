//! Watches deadlines and the connections: when deadlines are judged, when a sign of life is asked
//! for, and what counts as an outage. It does not sleep or make requests itself; it is told the
//! time and every sign of life.

use std::collections::VecDeque;

use games::WallMs;

use super::core::Core;
use super::liveness::Heartbeats;
use crate::store::{Result, Shard};

/// How often the process stores that it is up. After a crash, the time that it was down is known
/// this exactly.
const HEARTBEAT_MS: u64 = 1_000;
/// A sign of life should have come this long after it was asked for. If not, there may be a silence
/// since the last one.
const ANSWERED_MS: u64 = 2_000;
/// A silence longer than this after a sign of life was asked for counts as an outage.
const SILENCE_MS: u64 = 5_000;
/// How often a sign of life is asked for when none came. The length of a silence is known this
/// exactly.
const PROOFS_MS: u64 = 5_000;
/// How many matches are judged at a time, so that actions do not have to wait for more.
const JUDGED_TOGETHER: u32 = 64;
/// How long after a sign of life nothing is judged: actions that came with it may still be on their
/// way to the referee, as after a resumed connection.
const SETTLE_MS: u64 = 500;
/// How long nothing is judged when the database fails.
const TROUBLE_MS: u64 = 1_000;
/// Signs of life closer together than this count as one.
const APART_MS: u64 = 20;
/// How long a match whose deadlines cannot be judged is left alone, so that it does not hold up
/// others.
const PUT_OFF_MS: u64 = 60_000;

/// What is known of the connections. A match is judged by signs of the one that gets its events.
#[derive(Debug)]
pub struct Watch {
    /// At least one.
    lines: Vec<Watched>,
    /// When the first of them was first alive after the start.
    booted_ms: Option<WallMs>,
    next_beat_ms: WallMs,
}

/// The state of one connection and of the next deadline that depends on it.
#[derive(Debug)]
struct Watched {
    shard: Shard,
    /// Signs of life that could not be stored yet.
    unheard: Option<Heartbeats>,
    /// When something last came over the connection; None until it first does after a start.
    last_ms: Option<WallMs>,
    /// Since when a sign of life is wanted, and when it was last asked for.
    wanted: Option<(WallMs, WallMs)>,
    /// Signs of life younger than [`SETTLE_MS`], and the last older one.
    fresh_ms: VecDeque<WallMs>,
    settled_ms: WallMs,
}

/// What to do before the next look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchStep {
    /// Over which connections to ask Discord for a sign of life.
    pub ask: Vec<u32>,
    /// Whether to report the next sign of life at once: one was asked for, or an earlier one is
    /// still settling, and deadlines that come meanwhile need a later one.
    pub waits: bool,
    /// Something was judged or given back: there may be something to send.
    pub judged: bool,
    /// When to look again if nothing happens before.
    pub again_ms: WallMs,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch {
            lines: Watched::all(1, None),
            booted_ms: None,
            next_beat_ms: WallMs::default(),
        }
    }
}

impl Watch {
    /// The state after a start: nothing is judged, and no time passes, until a connection first
    /// proves alive.
    pub fn new() -> Watch {
        Watch::default()
    }

    /// There are so many connections from now on.
    pub fn divide(&mut self, of: u32) {
        if self.lines.len() != of as usize {
            let last_ms = self.lines.iter().map(|line| line.last_ms).min();
            self.lines = Watched::all(of, last_ms.flatten());
        }
    }

    /// Takes the signs of life since the last call. A silence before them, or the time since the
    /// process was last up, is given back in every open match that depends on the connection.
    ///
    /// # Errors
    /// What the store says; the signs are kept for the next time.
    pub fn hear(
        &mut self,
        core: &mut Core,
        signs: impl IntoIterator<Item = Heartbeats>,
    ) -> Result<()> {
        for signs in signs {
            if let Some(line) = self.lines.get_mut(signs.shard as usize) {
                line.unheard = Some(signs.after(line.unheard));
            }
        }
        for line in &mut self.lines {
            if let Some(signs) = line.unheard {
                for now in [signs.first_ms, signs.last_ms] {
                    if self.booted_ms.is_none() {
                        core.boot(now)?;
                    }
                    let booted_ms = *self.booted_ms.get_or_insert(now);
                    line.proved(core, booted_ms, now);
                }
                line.unheard = None;
            }
        }
        Ok(())
    }

    /// The process stood still between these times (stopped, or its machine swapped): an outage,
    /// like a silence of the gateway. Call this before [`Watch::hear`] gets what came since.
    pub fn stood_still(&mut self, core: &mut Core, from_ms: WallMs, to_ms: WallMs) {
        if self.booted_ms.is_none() {
            // After a start, everything until the first sign of life is given back anyway.
            return;
        }
        core.owe(from_ms, to_ms);
        // While the process stood still, it could not hear an answer.
        let stood_ms = to_ms.since(from_ms);
        for line in &mut self.lines {
            if let Some((since, asked)) = &mut line.wanted {
                (*since, *asked) = (*since + stood_ms, *asked + stood_ms);
            }
            // Actions that came with earlier signs may still be on their way to the referee.
            line.fresh_ms.clear();
        }
    }

    /// The clock, which showed `from`, was corrected by so much. Time that it skipped while the
    /// process was up is given back.
    pub fn set_right(&mut self, core: &mut Core, from: WallMs, by_ms: i64) {
        let was_up = self.booted_ms.is_some();
        let own = [&mut self.next_beat_ms]
            .into_iter()
            .chain(&mut self.booted_ms);
        let of_lines = self.lines.iter_mut().flat_map(Watched::times);
        for time in own.chain(of_lines) {
            *time = time.saturating_add_signed(by_ms);
        }
        if was_up && by_ms > 0 {
            core.owe(from, from.saturating_add_signed(by_ms));
        }
    }

    /// Judges deadlines, stores that the process is up, and says what to do next.
    ///
    /// # Errors
    /// What the store says when it cannot be read or written: look again a little later.
    pub fn step(&mut self, core: &mut Core, now: WallMs) -> Result<WatchStep> {
        let up_ms = self.lines.iter().map(|line| line.up_ms(now)).min();
        if let Some(up_ms) = up_ms.flatten()
            && now >= self.next_beat_ms
        {
            // While nothing can be stored, nothing is judged.
            core.beat(up_ms)?;
            self.next_beat_ms = now + HEARTBEAT_MS;
        }
        let mut step = WatchStep {
            ask: Vec::new(),
            waits: false,
            judged: false,
            again_ms: now + HEARTBEAT_MS,
        };
        for line in &mut self.lines {
            line.step(core, now, &mut step)?;
        }
        match core.give_back_some() {
            Ok(0) => {}
            Ok(_) => {
                step.judged = true;
                step.again_ms = now;
            }
            Err(error) => {
                tracing::error!("can't give back the time of outages: {error}");
                step.again_ms = step.again_ms.min(now + TROUBLE_MS);
            }
        }
        Ok(step)
    }
}

impl Watched {
    /// So many connections, last heard then.
    fn all(of: u32, last_ms: Option<WallMs>) -> Vec<Watched> {
        let one = |number| Watched {
            shard: Shard { number, of },
            unheard: None,
            last_ms,
            wanted: None,
            fresh_ms: VecDeque::new(),
            settled_ms: WallMs::default(),
        };
        (0..of).map(one).collect()
    }

    fn proved(&mut self, core: &mut Core, booted_ms: WallMs, now: WallMs) {
        match (self.last_ms, self.wanted) {
            // Until the first connection was alive, it is already given back.
            (None, _) if booted_ms < now => core.owe_of(self.shard, booted_ms, now),
            (Some(before), Some((since, _))) if now.since(since) > SILENCE_MS => {
                core.owe_of(self.shard, before, now);
            }
            _ => {}
        }
        self.last_ms = self.last_ms.max(Some(now));
        // A sign from before the question is no answer to it.
        self.wanted = self.wanted.filter(|(since, _)| *since > now);
        let newest = self.fresh_ms.back();
        if newest.is_none_or(|newest| now >= *newest + APART_MS) {
            self.fresh_ms.push_back(now);
        }
    }

    fn times(&mut self) -> impl Iterator<Item = &mut WallMs> {
        let asked = self.wanted.iter_mut();
        let asked = asked.flat_map(|(since, asked)| [since, asked]);
        let unheard = self.unheard.iter_mut();
        let unheard = unheard.flat_map(|signs| [&mut signs.first_ms, &mut signs.last_ms]);
        asked
            .chain(unheard)
            .chain([&mut self.settled_ms])
            .chain(&mut self.last_ms)
            .chain(&mut self.fresh_ms)
    }

    /// Until when the process was up: "up" means reachable. While a sign of life is missing, it was
    /// up until the last one; otherwise until now, so that a crash gives back little more time than
    /// it took.
    fn up_ms(&self, now: WallMs) -> Option<WallMs> {
        let is_silent = self
            .wanted
            .is_some_and(|(since, _)| now >= since + ANSWERED_MS);
        self.last_ms.map(|last| if is_silent { last } else { now })
    }

    /// Judges deadlines of this connection's servers, and adds to `step` what to do next.
    fn step(&mut self, core: &mut Core, now: WallMs, step: &mut WatchStep) -> Result<()> {
        let mut again_ms = step.again_ms;
        let mut want = self.wanted.is_some();
        match self.last_ms {
            Some(last) if now < last + PROOFS_MS => again_ms = again_ms.min(last + PROOFS_MS),
            _ => want = true,
        }
        while let Some(alive) = self.fresh_ms.front()
            && *alive + SETTLE_MS <= now
        {
            self.settled_ms = *alive;
            self.fresh_ms.pop_front();
        }
        let (mut judged, mut put_right) = (0, 0);
        let mut settles = false;
        while let Some((id, due_ms)) = core.first_due(self.shard)? {
            if now < due_ms {
                again_ms = again_ms.min(due_ms);
                break;
            }
            if judged + put_right >= JUDGED_TOGETHER {
                again_ms = now;
                break;
            }
            if core.is_away(id)? {
                core.put_off(id, now + PUT_OFF_MS)?;
                continue;
            }
            // First correct the stored deadline: only a sign of life after the real one counts.
            if matches!(core.put_due_right(id, due_ms), Ok(true)) {
                put_right += 1;
                continue;
            }
            if self.settled_ms < due_ms {
                match self.fresh_ms.iter().find(|alive| **alive >= due_ms) {
                    Some(alive) => {
                        again_ms = again_ms.min(*alive + SETTLE_MS);
                        settles = true;
                    }
                    None => want = true,
                }
                break;
            }
            judged += 1;
            if let Err(error) = core.judge(id, now) {
                core.log_trouble(id, "can't handle what was due", &error);
                if let Err(error) = core.put_off(id, now + PUT_OFF_MS) {
                    tracing::error!("can't write the deadlines: {error}");
                    again_ms = again_ms.min(now + TROUBLE_MS);
                    break;
                }
            }
        }
        let asked = self.wanted.map(|(_, asked)| asked);
        if want && asked.is_none_or(|asked| now >= asked + PROOFS_MS) {
            let since = self.wanted.map_or(now, |(since, _)| since);
            self.wanted = Some((since, now));
            step.ask.push(self.shard.number);
        }
        step.waits |= self.wanted.is_some() || settles;
        step.judged |= judged > 0;
        step.again_ms = again_ms;
        Ok(())
    }
}
