//! A computer that plays Crossfire: exact some rounds ahead, with some of the bids. After that,
//! what counts is who would win the race if each round went to either player with the same chance,
//! and who has the chips to win more of them (as in Richman's games, where a bid is paid to the
//! other).

use opponents::{Effort, Matrices, Mover, World, mixed};

use super::board::Board;
use super::notation::Action;
use super::rules::{Crossfire, Phase, TARGET};
use crate::{Author, BySeat, Cell, Dice, Game, Legal, Opponent, Party, Policy, Seat, Shown};

/// How many bids are tried besides 0: at most in the first round, and in each later one. Looking
/// further ahead is worth more than trying more of them.
const BIDS: u32 = 8;
const LATER_BIDS: u32 = 4;
/// For each bid that it tries, a search needs this many positions.
const LOOKS: u32 = 25;
/// How much better the winner of a race is for each part of all chips.
const MONEY: f64 = 0.7;
/// Actions of an arrow that has yet to be spawned.
const WHOLE_WAY: u32 = 4;

impl Opponent for Crossfire {
    const LEVELS: [u32; 3] = [30, 2_000, 100_000];

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
        let mut game = self.clone();
        if self.phase == Phase::Bidding {
            game.bids = BySeat::default();
        }
        let mut ahead = Ahead {
            first: game.round,
            until: game.round,
            game,
            bids: (effort.playouts / LOOKS).clamp(2, BIDS),
            later: LATER_BIDS,
        };
        let (mut policy, mut looked, mut left) = (Vec::new(), 0, effort.playouts);
        loop {
            let rounds = ahead.until - ahead.first;
            ahead.until += 1 + rounds / 4;
            let mut search = Matrices::new(Effort {
                playouts: left,
                ..effort
            });
            let Some((policies, _)) = search.solve(&ahead) else {
                break;
            };
            policy = policies[seat as usize].clone();
            if looked == search.looked {
                break;
            }
            looked = search.looked;
            left -= looked;
        }
        if self.phase == Phase::Bidding && seat == Seat::Ec {
            ahead.play(Action::Bid(0));
        }
        let count = ahead.acts().count();
        // Without an answer, all are alike.
        policy.resize(count, 1.0 / count as f64);
        ahead.acts().zip(policy).collect()
    }
}

/// A match for the search, up to some round. Player 0 is the DMO.
#[derive(Clone)]
struct Ahead {
    game: Crossfire,
    first: u32,
    until: u32,
    /// How many bids are tried besides 0: in the first round, and in each later one.
    bids: u32,
    later: u32,
}

impl Ahead {
    fn seat(&self) -> Option<Seat> {
        self.game.to_act().next()
    }

    /// How many actions a seat needs to win, if nobody is in its way.
    fn needs(&self, seat: Seat) -> usize {
        let arrows = self.game.board.arrows();
        let own_arrows = arrows.filter(|(_, arrow)| arrow.owner == seat);
        let way = |(cell, arrow): (Cell, super::Arrow)| {
            let next = |at: &Cell| arrow.facing.next(*at);
            std::iter::successors(Some(cell), next).count() as u32 - 1
        };
        let mut ways: Vec<u32> = own_arrows.map(way).collect();
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
                let is_first = self.game.round == self.first;
                let steps = if is_first { self.bids } else { self.later };
                let mut bids: Vec<u32> = (0..=most.min(steps)).collect();
                if most > steps {
                    // Small ones are close together. The largest is `most`, a u32.
                    let (most, steps) = (u64::from(most), u64::from(steps));
                    for bid in &mut bids {
                        let step = u64::from(*bid);
                        *bid = (most * step * step / (steps * steps)) as u32;
                    }
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
        self.game.last = None;
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

    fn is_at_once(&self) -> bool {
        self.game.phase == Phase::Bidding && self.game.bids == BySeat::default()
    }

    fn knows(&self) -> u64 {
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
        let seats = Seat::BOTH.into_iter().flat_map(of);
        mixed(arrows.chain(seats).chain([turn]))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, GivenOptions};

    fn open(chips: u32, dice: &mut Dice) -> Crossfire {
        let cast = crate::Cast::of(["A", "B"], &["A", "B"], &[]);
        let mut options = GivenOptions::new();
        options.insert("chips".to_owned(), chips.into());
        Crossfire::open(&options, &std::sync::Arc::new(cast), Some(dice)).expect("the options fit")
    }

    /// What a seat's policy loses here to the best reply, compared with exact play, from 0 to 1.
    /// `search` has no limit.
    fn loss(search: &mut Matrices, game: &Crossfire, seat: Seat, policy: &Policy<Action>) -> f64 {
        let mut game = game.clone();
        game.bids = BySeat::default();
        let world = Ahead {
            first: game.round,
            game: game.clone(),
            until: u32::MAX,
            bids: u32::MAX,
            later: u32::MAX,
        };
        let mut exact = |world: &Ahead| match world.mover() {
            None => world.value(),
            Some(_) => search.solve(world).expect("without a limit").1,
        };
        let best = exact(&world);
        let own_value = |value: f64| [value, 1.0 - value][seat as usize];
        let mut after = |bids: &[Action]| {
            let mut next = world.clone();
            bids.iter().for_each(|bid| next.play(*bid));
            own_value(exact(&next))
        };
        let mut gets = |reply: Option<Action>| -> f64 {
            let each = policy.iter().map(|(act, likely)| {
                let value = match (reply, seat) {
                    (None, _) => after(&[*act]),
                    (Some(reply), Seat::Dmo) => after(&[*act, reply]),
                    (Some(reply), Seat::Ec) => after(&[reply, *act]),
                };
                likely * value
            });
            each.sum()
        };
        let worst = if game.phase == Phase::Bidding {
            let replies = (0..=game.chips[seat.other()]).map(Action::Bid);
            replies.map(|bid| gets(Some(bid))).reduce(f64::min)
        } else {
            Some(gets(None))
        };
        own_value(best) - worst.expect("a bid of 0 is a reply")
    }

    /// Plays matches against itself, and gives how many decisions there were, and what they lost on
    /// average and at most.
    fn lost_in_own_play(chips: u32, level: usize, decisions: u32) -> (f64, f64) {
        let mut search = Matrices::new(Effort::of(u32::MAX, 0));
        let (mut sum, mut most, mut count) = (0.0f64, 0.0f64, 0);
        for seed in 0.. {
            let mut dice = Dice::new(seed);
            let mut game = open(chips, &mut dice);
            loop {
                let seat = game.to_act().next();
                let Some(seat) = seat else { break };
                if count == decisions {
                    return (sum / f64::from(count), most);
                }
                let effort = Effort::of(Crossfire::LEVELS[level], dice.seed());
                let policy = game.think(seat, effort);
                let loss = loss(&mut search, &game, seat, &policy);
                (sum, most, count) = (sum + loss, most.max(loss), count + 1);
                let chosen = opponents::draw(dice.seed(), policy.iter().map(|(_, likely)| *likely));
                let act = policy[chosen].0;
                game.apply(Author::Seat(seat), Party::Seat(seat), &act)
                    .expect("it is legal");
            }
        }
        (0.0, 0.0)
    }

    #[test]
    fn with_one_chip_each_strong_is_exact() {
        let (_, most) = lost_in_own_play(1, 2, 20);
        assert!(most < 0.02, "{most}");
    }

    /// `cargo test --release -p games --lib crossfire -- --ignored --nocapture`
    #[test]
    #[ignore = "measures what docs/opponents.md says"]
    fn what_few_chips_lose() {
        for chips in 1..=4 {
            let (mean, most) = lost_in_own_play(chips, 2, 500);
            println!("{chips} chips: {mean:.4} a decision, {most:.4} at most");
        }
    }
}
