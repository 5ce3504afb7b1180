//! A computer that plays Black and White: regret matching over a short set from its first round,
//! and over what is left of a longer one.

use std::sync::Arc;

use opponents::{Effort, Mover, World, think};

use super::notation::Action;
use super::options::OnTie;
use super::rules::{BlackAndWhite, Colour, Round, Tile};
use crate::{BySeat, Dice, MatchOf, Opponent, Policy, Seat, Shown};

/// About how often two good players end a set equal.
const TIES: f64 = 0.15;
/// With up to so many tiles, players remember rounds in their order. With more, they remember what
/// became of each of their tiles.
const ORDERED: u8 = 5;

impl Opponent for BlackAndWhite {
    const LEVELS: [u32; 3] = [300, 15_000, 300_000];

    fn guess(shown: &Shown<BlackAndWhite>, dice: &mut Dice) -> BlackAndWhite {
        let (view, other) = (&shown.view, shown.seat.other());
        let mut game = MatchOf::new(
            &shown.cast,
            view.options.clone(),
            super::rules::State {
                set: view.set,
                round: view.round,
                leader: view.leader,
                hands: BySeat::default(),
                played: view.played.clone(),
                points: view.points,
            },
        );
        game.outcome = view.outcome;
        for set in 1..=view.set {
            let mut rounds: Vec<&mut Round> = game.state.played.iter_mut().collect();
            rounds.retain(|round| round.set == set);
            let mut left = game.options.full_hand();
            dice.shuffle(&mut left);
            fill(&mut rounds, &mut left, other);
            left.sort_unstable();
            game.state.hands[other] = left;
        }
        let own = view.hands[shown.seat].iter();
        game.hands[shown.seat] = own.filter_map(|tile| tile.number).collect();
        game
    }

    fn think(&self, seat: Seat, effort: Effort) -> Policy<Action> {
        if self.leader.is_none() {
            // The follower sees more.
            return vec![(Action::First, 0.0), (Action::Second, 1.0)];
        }
        let rounds = || self.played.iter().filter(|round| round.set == self.set);
        let first = rounds()
            .next()
            .map_or(self.leader, |round| Some(round.leader));
        let mut from = Set {
            tiles: self.options.tiles,
            tied: self.tied(),
            seen: rounds().cloned().collect(),
            hands: [(1 << self.options.tiles) - 1; 2],
            leader: first.map_or(0, |seat| seat as usize),
            points: [0; 2],
            round: 0,
            lying: None,
            remembers: [0; 2],
            asks: None,
        };
        let mut at = from.clone();
        for round in rounds() {
            for seat in [round.leader, round.leader.other()] {
                let tile = round.tiles[seat].and_then(|tile| tile.number);
                tile.into_iter().for_each(|number| at.play(number));
            }
        }
        debug_assert_eq!(at.mover(), Some(Mover::Player(seat as usize)));
        from.asks = (self.options.tiles > ORDERED).then_some(seat as usize);
        let likely = think(&from, &at, effort).into_iter();
        likely
            .map(|(tile, likely)| (Action::Play(tile), likely))
            .collect()
    }
}

impl BlackAndWhite {
    /// How good an equal set is for the DMO.
    fn tied(&self) -> f64 {
        let last = match self.options.on_tie {
            OnTie::Dmo => 1.0,
            OnTie::Host => 0.5,
        };
        let replays = self.set..=self.options.replays;
        replays.fold(last, |tied, _| 0.5 + TIES * (tied - 0.5))
    }
}

/// Gives the other's tiles of a set numbers of `left` that lead to what was seen. False if that
/// can't be.
fn fill(rounds: &mut [&mut Round], left: &mut Vec<u8>, other: Seat) -> bool {
    let Some((round, rest)) = rounds.split_first_mut() else {
        return true;
    };
    let Some(tile) = round.tiles[other] else {
        return fill(rest, left, other);
    };
    for place in 0..left.len() {
        let number = left.remove(place);
        let filled = Tile {
            number: Some(number),
            ..tile
        };
        let mut tiles = round.tiles;
        tiles[other] = Some(filled);
        let winner = tiles.map(|tile| tile.and_then(|tile| tile.number)).more();
        let is_known = tile.number.is_none_or(|known| known == number);
        let agrees = !round.is_finished() || winner == round.winner;
        if is_known
            && agrees
            && Tile::of(number, tile.by).colour == tile.colour
            && fill(rest, left, other)
        {
            round.tiles = tiles;
            return true;
        }
        left.insert(place, number);
    }
    false
}

/// A set, for the search: player 0 is the DMO.
#[derive(Clone)]
struct Set {
    tiles: u8,
    /// How good an equal set is for the DMO.
    tied: f64,
    /// The rounds so far of the real match. Only what everybody sees of them is used.
    seen: Arc<[Round]>,
    /// A bit for each number.
    hands: [u16; 2],
    leader: usize,
    points: [u8; 2],
    /// From 0.
    round: u8,
    /// The leader's tile.
    lying: Option<u8>,
    /// What happened, as each player has seen it.
    remembers: [u64; 2],
    /// The player that asks, if chance plays the tiles of the real match: theirs as they were, and
    /// for the other any that fit what they have seen.
    asks: Option<usize>,
}

impl Set {
    /// Whether the next tile has been played in the real match.
    fn is_past(&self) -> bool {
        let seen = self.seen.get(usize::from(self.round));
        self.asks.is_some() && seen.is_some_and(|seen| self.lying.is_none() || seen.is_finished())
    }

    fn to_play(&self) -> usize {
        match self.lying {
            Some(_) => 1 - self.leader,
            None => self.leader,
        }
    }
}

impl World for Set {
    type Act = u8;
    const HIDES: bool = true;

    fn mover(&self) -> Option<Mover> {
        let left = self.tiles - self.round;
        let [one, other] = self.points;
        let over = left == 0 || one > other + left || other > one + left;
        // Chance may have played what nothing goes with.
        let stuck = self.acts().next().is_none();
        (!over && !stuck).then(|| {
            if self.is_past() {
                Mover::Chance
            } else {
                Mover::Player(self.to_play())
            }
        })
    }

    fn acts(&self) -> impl Iterator<Item = u8> {
        let (hand, is_past) = (self.hands[self.to_play()], self.is_past());
        let held = (0..self.tiles).filter(move |number| hand >> number & 1 == 1);
        held.filter(move |number| !is_past || self.fits(*number))
    }

    fn play(&mut self, number: u8) {
        self.hands[self.to_play()] &= !(1 << number);
        let Some(lying) = self.lying.take() else {
            self.lying = Some(number);
            return;
        };
        let mut tiles = [number; 2];
        tiles[self.leader] = lying;
        let winner = (0..2).find(|player| tiles[*player] > tiles[1 - player]);
        for player in 0..2 {
            let (own, other) = (tiles[player], tiles[1 - player]);
            let won = winner.map_or(0, |winner| 1 + u64::from(winner == player));
            let met = 1 + won * 2 + u64::from(other % 2);
            let remembers = &mut self.remembers[player];
            *remembers = if self.tiles <= ORDERED {
                *remembers << 7 | met << 4 | u64::from(own)
            } else {
                *remembers | met << (3 * own)
            };
        }
        if let Some(winner) = winner {
            self.points[winner] += 1;
            self.leader = winner;
        }
        self.round += 1;
    }

    fn value(&self) -> f64 {
        match self.points {
            [one, other] if one > other => 1.0,
            [one, other] if one < other => 0.0,
            _ => self.tied,
        }
    }

    fn knows(&self) -> u64 {
        let me = self.to_play();
        let lying = self.lying.map_or(0, |number| 1 + u64::from(number % 2));
        self.remembers[me] << 3 | lying << 1 | me as u64
    }

    fn position(&self) -> u64 {
        let [one, other] = self.hands.map(u64::from);
        let [points, others] = self.points.map(u64::from);
        let lying = self.lying.map_or(0, |number| 1 + u64::from(number));
        let turn = lying << 1 | self.leader as u64;
        (((one << 9 | other) << 4 | points) << 4 | others) << 8 | turn
    }

    fn fits(&self, number: u8) -> bool {
        let Some(seen) = self.seen.get(usize::from(self.round)) else {
            return true;
        };
        let colour = [Colour::Black, Colour::White][usize::from(number % 2)];
        let seat = Seat::BOTH[self.to_play()];
        let is_own = self.asks == Some(self.to_play());
        let same = seen.tiles[seat]
            .is_none_or(|tile| tile.colour == colour && (!is_own || tile.number == Some(number)));
        let Some(lying) = self.lying.filter(|_| seen.is_finished()) else {
            return same;
        };
        let winner = match number.cmp(&lying) {
            std::cmp::Ordering::Greater => Some(seat),
            std::cmp::Ordering::Less => Some(seat.other()),
            std::cmp::Ordering::Equal => None,
        };
        same && winner == seen.winner
    }
}

#[cfg(test)]
mod tests {
    use opponents::{Regrets, exploit};

    use super::*;

    fn set(tiles: u8) -> Set {
        Set {
            tiles,
            tied: 0.5,
            seen: Arc::new([]),
            hands: [(1 << tiles) - 1; 2],
            leader: 0,
            points: [0; 2],
            round: 0,
            lying: None,
            remembers: [0; 2],
            asks: None,
        }
    }

    /// What a set loses to best responses, from -1 to 1, and its value to the leader.
    fn exploited(from: &Set, regrets: &Regrets) -> (f64, f64) {
        let policy = |world: &Set| regrets.policy(world.knows(), world.acts().count());
        let [leader, follower] = [0, 1].map(|me| exploit::best_response(from, me, &policy));
        (leader + follower - 1.0, leader - follower)
    }

    #[test]
    fn a_short_set_is_hardly_exploited() {
        let from = set(5);
        let (exploited, value) = exploited(&from, &Regrets::walk(&from, Effort::of(30, 1)));
        assert!(exploited < 0.08, "{exploited}");
        assert!((value + 0.055).abs() < 0.02, "{value}");
    }

    /// `cargo test --release --lib black_and_white -- --ignored --nocapture`
    #[test]
    #[ignore = "measures what docs/opponents.md says"]
    fn what_best_responses_win() {
        for (tiles, level) in [(5, 1), (5, 2), (6, 1), (6, 2)] {
            let (from, seed) = (set(tiles), 1);
            let playouts = BlackAndWhite::LEVELS[level];
            let learned = Regrets::of(&from, Effort::of(playouts, seed));
            let (exploited, value) = exploited(&from, &learned);
            println!(
                "{tiles} tiles, {playouts} playouts: {exploited:.4}; to the leader {value:.4}"
            );
        }
    }
}
