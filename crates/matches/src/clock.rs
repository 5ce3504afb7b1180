//! Match time and the two seats' clocks, as a fold over stamped events (rulebook, "Clocks").

use games::{BySeat, Seat};

/// The time of one match: when it ran and when it was stopped, the reserves, and the clocks of the
/// open prompt. Names with `_ms` are milliseconds. *Wall* time is since the Unix epoch. *Match*
/// time is since the match was opened, without the time in which it was stopped.
///
/// ```
/// let mut clock = matches::Clock::new(1_000_000, 300_000);
/// clock.stand(1_010_000);
/// clock.run(1_070_000);
/// assert_eq!(clock.match_ms(1_071_000), 11_000);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    opened_wall: u64,
    /// From when to when time was stopped, as wall times; in order, without overlaps.
    stood: Vec<(u64, u64)>,
    standing_since: Option<u64>,
    pub reserve_ms: BySeat<u64>,
    /// The clocks of the prompt that is open now.
    pub open: BySeat<Option<SeatClock>>,
}

/// A seat's clock in the open prompt. It holds wall times, so that an outage that is noticed later
/// still moves them in match time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatClock {
    pub prompt: u32,
    /// Wall time at which the prompt opened.
    pub opened_at_ms: u64,
    pub base_ms: u64,
    /// Whether the reserve follows the base time.
    pub reserve: bool,
    /// Wall time of the seat's last action in this prompt.
    pub acted_at_ms: Option<u64>,
    /// How often the seat's time was up in this prompt; more than once only in overtime.
    pub timeouts: u64,
}

impl Clock {
    /// Match time begins to run at `opened_wall`.
    pub fn new(opened_wall: u64, reserve_ms: u64) -> Clock {
        Clock {
            opened_wall,
            stood: Vec::new(),
            standing_since: None,
            reserve_ms: BySeat::new(|_| reserve_ms),
            open: BySeat::default(),
        }
    }

    /// When match time began to run, as wall time.
    pub fn opened_wall_ms(&self) -> u64 {
        self.opened_wall
    }

    /// Stops time from here on, until [`Clock::run`].
    pub fn stand(&mut self, wall: u64) {
        self.standing_since.get_or_insert(wall);
    }

    /// Time runs again from here on.
    pub fn run(&mut self, wall: u64) {
        if let Some(since) = self.standing_since.take() {
            self.credit(since, wall);
        }
    }

    /// When time last began to run, as wall time; for stops that are over.
    pub fn runs_since(&self) -> u64 {
        self.stood.last().map_or(self.opened_wall, |(_, to)| *to)
    }

    pub fn runs(&self) -> bool {
        self.standing_since.is_none()
    }

    /// Takes a stretch of wall time out of match time, even afterwards.
    pub fn credit(&mut self, from: u64, to: u64) {
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

    /// The match time of a wall time. For a moment at which time was stopped: when it was stopped.
    pub fn match_ms(&self, wall: u64) -> u64 {
        let wall = self.standing_since.map_or(wall, |since| wall.min(since));
        let before = self.stood.iter().take_while(|(from, _)| *from < wall);
        let stood: u64 = before.map(|(from, to)| wall.min(*to) - from).sum();
        wall.saturating_sub(self.opened_wall).saturating_sub(stood)
    }

    /// The wall time at which a match time comes, if the match runs from now on. None while time is
    /// stopped and the match time has not come.
    pub fn wall(&self, match_ms: u64) -> Option<u64> {
        let mut wall = self.opened_wall + match_ms;
        for (from, to) in &self.stood {
            if *from < wall {
                wall += to - from;
            }
        }
        match self.standing_since {
            Some(since) if wall > since => None,
            _ => Some(wall),
        }
    }

    /// When a seat's base time is up in the open prompt, as match time.
    pub fn base_up_ms(&self, seat: Seat) -> Option<u64> {
        let clock = self.open[seat]?;
        Some(self.match_ms(clock.opened_at_ms) + clock.base_ms)
    }

    /// When a seat's time is up in the open prompt, as match time: base time, and reserve if that
    /// follows.
    pub fn deadline_ms(&self, seat: Seat) -> Option<u64> {
        let reserve_ms = if self.open[seat]?.reserve {
            self.reserve_ms[seat]
        } else {
            0
        };
        Some(self.base_up_ms(seat)? + reserve_ms)
    }

    /// Notes that a seat acted, or somebody for it, at this wall time. A time before the prompt
    /// opened counts as that moment.
    pub fn acted(&mut self, seat: Seat, wall: u64) {
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
                let paid = self.match_ms(acted_at).saturating_sub(base_up_ms);
                self.reserve_ms[seat] = self.reserve_ms[seat].saturating_sub(paid);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T: u64 = 1_000_000;

    #[test]
    fn match_time_leaves_out_stops() {
        let mut clock = Clock::new(T, 0);
        assert_eq!(clock.match_ms(T + 5_000), 5_000);
        clock.stand(T + 10_000);
        assert_eq!(clock.match_ms(T + 60_000), 10_000);
        assert_eq!(clock.wall(10_000), Some(T + 10_000));
        assert_eq!(clock.wall(10_001), None);
        clock.run(T + 70_000);
        assert_eq!(clock.match_ms(T + 71_000), 11_000);
        assert_eq!(clock.wall(11_000), Some(T + 71_000));
        // A moment during a stop counts as the start of the stop.
        assert_eq!(clock.match_ms(T + 30_000), 10_000);
    }

    #[test]
    fn overlapping_credits_count_once() {
        let mut clock = Clock::new(T, 0);
        clock.credit(T + 10_000, T + 20_000);
        clock.credit(T + 30_000, T + 40_000);
        clock.credit(T + 15_000, T + 35_000);
        assert_eq!(clock.match_ms(T + 50_000), 20_000);
        clock.credit(T + 12_000, T + 13_000);
        assert_eq!(clock.match_ms(T + 50_000), 20_000);
        assert_eq!(clock.wall(20_000), Some(T + 50_000));
        // Before the match there is nothing to give back.
        clock.credit(T - 50_000, T);
        assert_eq!(clock.match_ms(T + 50_000), 20_000);
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
            assert_eq!(clock.deadline_ms(Seat::Dmo), Some(365_000));
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
        assert_eq!(clock.deadline_ms(Seat::Ec), Some(400_000));
        assert_eq!(clock.wall(400_000), Some(T + 485_000));
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
