//! Match time and the two seats' clocks, as a fold over stamped events (rulebook, "Clocks").

use std::ops::{Add, Sub};

use games::{BySeat, Seat, WallMs};
use serde::{Deserialize, Serialize};

/// Match time, in milliseconds: since the match was opened, without the time in which it was
/// stopped.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct MatchMs(pub u64);

impl MatchMs {
    /// How long after another match time this is; 0 if it isn't.
    pub fn since(self, earlier: MatchMs) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<u64> for MatchMs {
    type Output = MatchMs;

    fn add(self, by_ms: u64) -> MatchMs {
        MatchMs(self.0 + by_ms)
    }
}

impl Sub<u64> for MatchMs {
    type Output = MatchMs;

    fn sub(self, by_ms: u64) -> MatchMs {
        MatchMs(self.0.saturating_sub(by_ms))
    }
}

/// The time of one match: when it ran and when it was stopped, the reserves, and the clocks of the
/// open prompt.
///
/// ```
/// use games::WallMs;
/// use matches::{Clock, MatchMs};
///
/// let mut clock = Clock::new(WallMs(1_000_000), 300_000);
/// clock.stand(WallMs(1_010_000));
/// clock.run(WallMs(1_070_000));
/// assert_eq!(clock.match_ms(WallMs(1_071_000)), MatchMs(11_000));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    opened_wall: WallMs,
    /// From when to when time was stopped; in order, without overlaps.
    stood: Vec<(WallMs, WallMs)>,
    standing_since: Option<WallMs>,
    pub reserve_ms: BySeat<u64>,
    /// The clocks of the prompt that is open now.
    pub open: BySeat<Option<SeatClock>>,
}

/// A seat's clock in the open prompt. It holds moments, so that an outage that is noticed later
/// still moves them in match time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatClock {
    pub prompt: u32,
    /// When the prompt opened.
    pub opened_at_ms: WallMs,
    pub base_ms: u64,
    /// Whether the reserve follows the base time.
    pub reserve: bool,
    /// When the seat last acted in this prompt.
    pub acted_at_ms: Option<WallMs>,
    /// How often the seat's time was up in this prompt; more than once only in overtime.
    pub timeouts: u64,
}

impl Clock {
    /// Match time begins to run at `opened_wall`.
    pub fn new(opened_wall: WallMs, reserve_ms: u64) -> Clock {
        Clock {
            opened_wall,
            stood: Vec::new(),
            standing_since: None,
            reserve_ms: BySeat::new(|_| reserve_ms),
            open: BySeat::default(),
        }
    }

    /// When match time began to run.
    pub fn opened_wall_ms(&self) -> WallMs {
        self.opened_wall
    }

    /// Stops time from here on, until [`Clock::run`].
    pub fn stand(&mut self, wall: WallMs) {
        self.standing_since.get_or_insert(wall);
    }

    /// Time runs again from here on.
    pub fn run(&mut self, wall: WallMs) {
        if let Some(since) = self.standing_since.take() {
            self.credit(since, wall);
        }
    }

    /// When time last began to run; for stops that are over.
    pub fn runs_since(&self) -> WallMs {
        self.stood.last().map_or(self.opened_wall, |(_, to)| *to)
    }

    /// Since when it stands; None while it runs.
    pub fn stands_since(&self) -> Option<WallMs> {
        self.standing_since
    }

    /// The match time at which it stands now; None while it runs.
    pub fn stands_at(&self) -> Option<MatchMs> {
        self.standing_since.map(|since| self.match_ms(since))
    }

    pub fn runs(&self) -> bool {
        self.standing_since.is_none()
    }

    /// Takes a stretch of time out of match time, even afterwards.
    pub fn credit(&mut self, from: WallMs, to: WallMs) {
        let (mut from, mut to) = (from.max(self.opened_wall), to);
        if from >= to {
            return;
        }
        self.stood.retain(|(start, end)| {
            let apart = *end < from || *start > to;
            if !apart {
                from = from.min(*start);
                to = to.max(*end);
            }
            apart
        });
        let index = self.stood.partition_point(|(start, _)| *start < from);
        self.stood.insert(index, (from, to));
    }

    /// The match time of a moment. For a moment at which time was stopped: when it was stopped.
    pub fn match_ms(&self, wall: WallMs) -> MatchMs {
        let wall = self.standing_since.map_or(wall, |since| wall.min(since));
        let before = self.stood.iter().take_while(|(from, _)| *from < wall);
        let stood: u64 = before.map(|(from, to)| wall.min(*to).since(*from)).sum();
        MatchMs(wall.since(self.opened_wall).saturating_sub(stood))
    }

    /// The moment at which a match time comes, if the match runs from now on. None while time is
    /// stopped and the match time has not come.
    pub fn wall(&self, match_ms: MatchMs) -> Option<WallMs> {
        let mut wall = self.opened_wall + match_ms.0;
        for (from, to) in &self.stood {
            if *from < wall {
                wall += to.since(*from);
            }
        }
        match self.standing_since {
            Some(since) if wall > since => None,
            _ => Some(wall),
        }
    }

    /// When a seat's base time is up in the open prompt.
    pub fn base_up_ms(&self, seat: Seat) -> Option<MatchMs> {
        let clock = self.open[seat]?;
        Some(self.match_ms(clock.opened_at_ms) + clock.base_ms)
    }

    /// When a seat's time is up in the open prompt: base time, and reserve if that follows.
    pub fn deadline_ms(&self, seat: Seat) -> Option<MatchMs> {
        let reserve_ms = if self.open[seat]?.reserve {
            self.reserve_ms[seat]
        } else {
            0
        };
        Some(self.base_up_ms(seat)? + reserve_ms)
    }

    /// Notes that a seat acted, or somebody for it, at this moment. A time before the prompt opened
    /// counts as that moment.
    pub fn acted(&mut self, seat: Seat, wall: WallMs) {
        if let Some(clock) = &mut self.open[seat] {
            clock.acted_at_ms = Some(wall.max(clock.opened_at_ms));
        }
    }

    /// Notes that a seat's time was up.
    pub fn time_up(&mut self, seat: Seat) {
        if let Some(clock) = &mut self.open[seat] {
            clock.timeouts += 1;
        }
    }

    /// Closes the open prompt: each seat pays the time beyond its base time from its reserve.
    pub fn close(&mut self) {
        for seat in Seat::BOTH {
            let base_up_ms = self.base_up_ms(seat).unwrap_or_default();
            let Some(clock) = self.open[seat].take() else {
                continue;
            };
            if let (Some(acted_at), true) = (clock.acted_at_ms, clock.reserve) {
                let paid = self.match_ms(acted_at).since(base_up_ms);
                self.reserve_ms[seat] = self.reserve_ms[seat].saturating_sub(paid);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T: WallMs = WallMs(1_000_000);

    #[test]
    fn match_time_leaves_out_stops() {
        let mut clock = Clock::new(T, 0);
        assert_eq!(clock.match_ms(T + 5_000), MatchMs(5_000));
        clock.stand(T + 10_000);
        assert_eq!(clock.match_ms(T + 60_000), MatchMs(10_000));
        assert_eq!(clock.wall(MatchMs(10_000)), Some(T + 10_000));
        assert_eq!(clock.wall(MatchMs(10_001)), None);
        clock.run(T + 70_000);
        assert_eq!(clock.match_ms(T + 71_000), MatchMs(11_000));
        assert_eq!(clock.wall(MatchMs(11_000)), Some(T + 71_000));
        // A moment during a stop counts as the start of the stop.
        assert_eq!(clock.match_ms(T + 30_000), MatchMs(10_000));
    }

    #[test]
    fn overlapping_credits_count_once() {
        let mut clock = Clock::new(T, 0);
        clock.credit(T + 10_000, T + 20_000);
        clock.credit(T + 30_000, T + 40_000);
        clock.credit(T + 15_000, T + 35_000);
        assert_eq!(clock.match_ms(T + 50_000), MatchMs(20_000));
        clock.credit(T + 12_000, T + 13_000);
        assert_eq!(clock.match_ms(T + 50_000), MatchMs(20_000));
        assert_eq!(clock.wall(MatchMs(20_000)), Some(T + 50_000));
        // Before the match there is nothing to give back.
        clock.credit(T - 50_000, T);
        assert_eq!(clock.match_ms(T + 50_000), MatchMs(20_000));
    }

    #[test]
    fn time_beyond_the_base_comes_from_the_reserve() {
        // (acted after, reserve left), with 60 s of base time and 300 s of reserve
        for (acted, left) in [
            (0, 300),
            (60, 300),
            (61, 299),
            (200, 160),
            (360, 0),
            (400, 0),
        ] {
            let mut clock = Clock::new(T, 300_000);
            clock.open.dmo = Some(SeatClock {
                prompt: 1,
                opened_at_ms: T + 5_000,
                base_ms: 60_000,
                reserve: true,
                acted_at_ms: None,
                timeouts: 0,
            });
            assert_eq!(clock.deadline_ms(Seat::Dmo), Some(MatchMs(365_000)));
            clock.acted(Seat::Dmo, T + 5_000 + acted * 1000);
            clock.close();
            assert_eq!(clock.reserve_ms.dmo, left * 1000, "acted after {acted} s");
            assert_eq!(clock.reserve_ms.ec, 300_000);
        }
    }

    #[test]
    fn a_late_credit_moves_open_prompts() {
        let mut clock = Clock::new(T, 300_000);
        clock.open = BySeat::new(|_| {
            Some(SeatClock {
                prompt: 1,
                opened_at_ms: T + 50_000,
                base_ms: 60_000,
                reserve: true,
                acted_at_ms: None,
                timeouts: 0,
            })
        });
        clock.acted(Seat::Dmo, T + 120_000);
        // The outage lasts from before the prompt opened until after one seat acted.
        clock.credit(T + 40_000, T + 125_000);
        assert_eq!(clock.deadline_ms(Seat::Ec), Some(MatchMs(400_000)));
        assert_eq!(clock.wall(MatchMs(400_000)), Some(T + 485_000));
        clock.acted(Seat::Ec, T + 190_000);
        clock.close();
        assert_eq!(
            clock.reserve_ms,
            BySeat {
                dmo: 300_000,
                ec: 295_000
            }
        );
    }
}
