//! A computer that plays Crossfire: regret matching where both bid. After the round, what counts is
//! who would win the race if each round went to either player with the same chance, and who has the
//! chips to win more of them (as in Richman's games, where a bid is paid to the other).

use opponents::{Effort, Mover, World, mixed, think};

use super::board::Board;
use super::notation::Action;
use super::rules::{Crossfire, Phase, TARGET};
use crate::{Author, BySeat, Cell, Dice, Game, Legal, Opponent, Party, Policy, Seat, Shown};

/// Bids that are tried. More, or more rounds ahead, would hardly be learned: that loses to a greedy
/// player.
const BIDS: u32 = 20;
/// How much better the winner of a race is for each part of all chips.
const MONEY: f64 = 0.7;
/// Actions of an arrow that has yet to be spawned.
const WHOLE_WAY: u32 = 4;

impl Opponent for Crossfire {
    const LEVELS: [u32; 3] = [30, 2_000, 60_000];

    fn guess(shown: &Shown<Crossfire>, dice: &mut Dice) -> Crossfire {
        let (view, mut game) = (&shown.view, shown.open(dice));
        game.phase = view.phase;
        game.outcome = view.outcome;
        game.round = view.round;
        game.chips = view.chips;
        game.drained = view.drained;
        game.lost_last = view.lost_last;
        game.goals = view.goals;
        game.last = view.last.clone();
        game.board = Board::default();
        for placed in &view.arrows {
            game.board.place(placed.cell, placed.arrow);
        }
        for seat in Seat::BOTH {
            let spaces = view.spaces.iter().filter(|space| space.owner == seat);
            for (count, space) in game.spawned[seat].iter_mut().zip(spaces) {
                *count = space.spawned;
            }
        }
        game.bids = BySeat::new(|seat| {
            let any = view.has_bid[seat].then(|| dice.between(0, view.chips[seat]));
            view.bids[seat].or(any)
        });
        game
    }

    /// It ignores a bid that is already in and chooses both bids again.
    fn think(&self, seat: Seat, effort: Effort) -> Policy<Action> {
        let mut from = Ahead {
            game: self.clone(),
            until: self.round + 1,
        };
        from.game.last = None;
        if self.phase == Phase::Bidding {
            from.game.bids = BySeat::default();
        }
        let mut at = from.clone();
        if at.mover() != Some(Mover::Player(seat as usize)) {
            at.play(Action::Bid(0));
        }
        think(&from, &at, effort)
    }
}

/// A match for the search, up to some round. Player 0 is the DMO.
#[derive(Clone)]
struct Ahead {
    game: Crossfire,
    until: u32,
}

impl Ahead {
    fn seat(&self) -> Option<Seat> {
        self.game.to_act().next()
    }

    fn all_known(&self) -> impl Iterator<Item = u64> + '_ {
        let game = &self.game;
        let arrows = game.board.arrows().map(|(Cell { column, row }, arrow)| {
            let place = u64::from(column) << 8 | u64::from(row) << 4;
            let back = u64::from(arrow.back) << 3;
            place | back | (arrow.facing as u64) << 1 | arrow.owner as u64 | 1 << 16
        });
        let of = |seat: Seat| {
            let spawned = game.spawned[seat].map(u64::from);
            let other = u64::from(game.chips[seat]) << 8 | u64::from(game.goals[seat]);
            spawned.into_iter().chain([other])
        };
        let phase = match game.phase {
            Phase::Bidding => 0,
            Phase::Acting(seat) => 1 + seat as u64,
            Phase::Over => 3,
        };
        let lost = game.lost_last.map_or(2, |seat| seat as u64);
        let turn = u64::from(game.round) << 4 | phase << 2 | lost;
        arrows
            .chain(Seat::BOTH.into_iter().flat_map(of))
            .chain([turn])
    }

    /// How many actions a seat needs to win, if nobody is in its way.
    fn needs(&self, seat: Seat) -> usize {
        let board = &self.game.board;
        let own = board.arrows().filter(|(_, arrow)| arrow.owner == seat);
        let way = |(cell, arrow): (Cell, super::Arrow)| {
            let next = |at: &Cell| arrow.facing.next(*at);
            std::iter::successors(Some(cell), next).count() as u32 - 1
        };
        let mut ways: Vec<u32> = own.map(way).collect();
        ways.extend([WHOLE_WAY; TARGET as usize]);
        ways.sort_unstable();
        let missing = TARGET.saturating_sub(self.game.goals[seat]);
        ways.iter().take(missing as usize).sum::<u32>() as usize
    }
}

impl World for Ahead {
    type Act = Action;
    const HIDES: bool = true;

    fn mover(&self) -> Option<Mover> {
        let game = &self.game;
        if game.phase == Phase::Bidding && game.round >= self.until {
            return None;
        }
        self.seat().map(|seat| Mover::Player(seat as usize))
    }

    fn acts(&self) -> impl Iterator<Item = Action> {
        let seat = self.seat().map_or(Party::Host, Party::Seat);
        match self.game.legal(seat) {
            Legal::UpTo(most, act) => {
                let mut bids: Vec<u32> = (0..=most.min(BIDS)).collect();
                if most > BIDS {
                    // Small ones are close together. The largest is `most`, a u32.
                    let (most, steps) = (u64::from(most), u64::from(BIDS));
                    let bid = |step: &mut u32| {
                        let step = u64::from(*step);
                        (most * step * step / (steps * steps)) as u32
                    };
                    bids.iter_mut().for_each(|step| *step = bid(step));
                    bids.dedup();
                }
                bids.into_iter().map(act).collect()
            }
            legal => legal.some(""),
        }
        .into_iter()
    }

    fn play(&mut self, act: Action) {
        let Some(seat) = self.seat() else { return };
        // The search plays only what is legal.
        let _ = self.game.apply(Author::Seat(seat), Party::Seat(seat), &act);
    }

    fn value(&self) -> f64 {
        if let Some(outcome) = self.game.outcome {
            return f64::from(u8::from(outcome.winner == Some(Seat::Dmo)));
        }
        let [dmo, ec] = Seat::BOTH.map(|seat| f64::from(self.game.chips[seat]));
        let share = if dmo + ec > 0.0 {
            dmo / (dmo + ec)
        } else {
            0.5
        };
        let needs = Seat::BOTH.map(|seat| self.needs(seat));
        let better = race(needs) - 0.5 + MONEY * (share - 0.5);
        (0.5 + better).clamp(0.02, 0.98)
    }

    fn knows(&self) -> u64 {
        let turn = self.seat().map_or(2, |seat| seat as u64);
        mixed(self.all_known().chain([turn]))
    }

    fn position(&self) -> u64 {
        let bids = Seat::BOTH.map(|seat| self.game.bids[seat].map_or(0, |bid| 1 + u64::from(bid)));
        mixed(self.all_known().chain(bids))
    }
}

/// How likely player 0 is to be the first who has won so many rounds.
fn race(needs: [usize; 2]) -> f64 {
    let [own, other] = needs;
    // In `ahead[n]`: with n to go for the other.
    let mut ahead = vec![1.0; other + 1];
    for _ in 0..own {
        ahead[0] = 0.0;
        for left in 1..=other {
            ahead[left] = (ahead[left] + ahead[left - 1]) / 2.0;
        }
    }
    ahead[other]
}
