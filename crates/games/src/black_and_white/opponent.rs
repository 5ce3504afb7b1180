//! A computer that plays Black and White: regret matching over a short set from its first round,
//! and over what is left of a longer one.

use std::sync::Arc;

use opponents::{Effort, Mover, World, mixed, think};

use super::notation::Action;
use super::options::OnTie;
use super::rules::{BlackAndWhite, Colour, Round, out_of_reach};
use crate::{Audience, BySeat, Dice, Game, Opponent, Policy, Seat, Shown};

/// About how often two good players end a set equal.
const TIES: f64 = 0.15;
/// With up to so many tiles, players remember rounds in their order. With more, they remember what
/// became of each of their tiles.
const ORDERED: u8 = 5;

impl Opponent for BlackAndWhite {
    const LEVELS: [u32; 3] = [300, 15_000, 300_000];

    fn guess(shown: &Shown<BlackAndWhite>, dice: &mut Dice) -> BlackAndWhite {
        let (view, mut game) = (&shown.view, shown.open(dice));
        let other = shown.seat.other();
        game.outcome = view.outcome;
        game.set = view.set;
        game.round = view.round;
        game.leader = view.leader;
        game.played = view.played.clone();
        game.points = view.points;
        for set in 1..=view.set {
            let mut rounds: Vec<&mut Round> = game.state.played.iter_mut().collect();
            rounds.retain(|round| round.set == set && round.tiles[other].is_some());
            let mut hand = game.options.full_hand();
            dice.shuffle(&mut hand);
            fill(&mut rounds, &mut hand, other);
            hand.sort_unstable();
            game.state.hands[other] = hand;
        }
        let numbers = view.hands[shown.seat].iter().filter_map(|tile| tile.number);
        game.hands[shown.seat] = numbers.collect();
        game
    }

    fn think(&self, seat: Seat, effort: Effort) -> Policy<Action> {
        let Some((from, at)) = self.sets(seat) else {
            // The follower sees more.
            return vec![(Action::First, 0.0), (Action::Second, 1.0)];
        };
        think(&from, &at, effort, Action::Play)
    }
}

impl BlackAndWhite {
    /// The set from its first round, as this seat remembers it, and as it stands. None before
    /// anybody leads.
    fn sets(&self, seat: Seat) -> Option<(Set, Set)> {
        let leader = self.leader?;
        let rounds = || self.played.iter().filter(|round| round.set == self.set);
        let leader = rounds().next().map_or(leader, |round| round.leader);
        let reader = if self.options.tiles > ORDERED {
            Audience::Seat(seat)
        } else {
            Audience::Public
        };
        let seen = self.view(reader).rounds_of(self.set).cloned().collect();
        let from = Set::new(self.options.tiles, leader, self.tied(), seen);
        let mut at = from.clone();
        for round in rounds() {
            for seat in [round.leader, round.leader.other()] {
                if let Some(number) = round.number(seat) {
                    at.play(number);
                }
            }
        }
        debug_assert_eq!(at.mover(), Some(Mover::Player(seat as usize)));
        Some((from, at))
    }

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

impl Round {
    /// Whether this number for a seat's tile leads to what is shown of the round. `other` is the
    /// number of the other seat's tile.
    fn fits(&self, seat: Seat, number: u8, other: Option<u8>) -> bool {
        let fits_tile = self.tiles[seat].is_none_or(|tile| {
            tile.colour == Colour::of(number) && tile.number.is_none_or(|known| known == number)
        });
        let winner = other.map(|other| {
            let mut numbers = BySeat::new(|_| other);
            numbers[seat] = number;
            numbers.more()
        });
        fits_tile && (!self.is_finished() || winner.is_none_or(|winner| winner == self.winner))
    }
}

/// Gives the other's tiles in these rounds numbers of `hand` that fit, and takes these out of it.
/// False if that can't be.
fn fill(rounds: &mut [&mut Round], hand: &mut Vec<u8>, other: Seat) -> bool {
    let Some((round, rest)) = rounds.split_first_mut() else {
        return true;
    };
    for place in 0..hand.len() {
        let number = hand.remove(place);
        if round.fits(other, number, round.number(other.other())) && fill(rest, hand, other) {
            round.tiles[other]
                .iter_mut()
                .for_each(|tile| tile.number = Some(number));
            return true;
        }
        hand.insert(place, number);
    }
    false
}

/// A set, for the search: player 0 is the DMO.
#[derive(Clone)]
struct Set {
    tiles: u8,
    /// How good an equal set is for the DMO.
    tied: f64,
    /// The rounds so far of the real match: in a set that is remembered in order, only what
    /// everybody sees of them; in others also the own numbers of the player who asks.
    seen: Arc<[Round]>,
    /// A bit for each number.
    hands: BySeat<u16>,
    leader: Seat,
    points: BySeat<u8>,
    /// From 0.
    round: u8,
    /// The number of the leader's tile.
    lying: Option<u8>,
    /// What happened, as each player has seen it.
    remembers: BySeat<u64>,
}

impl Set {
    fn new(tiles: u8, leader: Seat, tied: f64, seen: Arc<[Round]>) -> Set {
        Set {
            tiles,
            tied,
            seen,
            hands: BySeat::new(|_| (1 << tiles) - 1),
            leader,
            points: BySeat::default(),
            round: 0,
            lying: None,
            remembers: BySeat::default(),
        }
    }

    /// Whether chance plays the next tile: one of the real match, as it was if it is known, else
    /// any that fits.
    fn is_past(&self) -> bool {
        let seen = self.seen.get(usize::from(self.round));
        self.tiles > ORDERED && seen.is_some_and(|seen| self.lying.is_none() || seen.is_finished())
    }

    fn to_play(&self) -> Seat {
        match self.lying {
            Some(_) => self.leader.other(),
            None => self.leader,
        }
    }
}

impl World for Set {
    type Act = u8;
    const HIDES: bool = true;

    fn mover(&self) -> Option<Mover> {
        let left = self.tiles - self.round;
        // Chance may have played what nothing goes with.
        let is_stuck = self.acts().next().is_none();
        if left == 0 || is_stuck || out_of_reach(self.points, left).is_some() {
            None
        } else if self.is_past() {
            Some(Mover::Chance)
        } else {
            Some(Mover::Player(self.to_play() as usize))
        }
    }

    fn acts(&self) -> impl Iterator<Item = u8> {
        let (hand, is_past) = (self.hands[self.to_play()], self.is_past());
        (0..self.tiles)
            .filter(move |number| hand >> number & 1 == 1 && (!is_past || self.fits(*number)))
    }

    fn play(&mut self, number: u8) {
        let follower = self.to_play();
        self.hands[follower] &= !(1 << number);
        let Some(lying) = self.lying.take() else {
            self.lying = Some(number);
            return;
        };
        let mut tiles = BySeat::new(|_| lying);
        tiles[follower] = number;
        let winner = tiles.more();
        for seat in Seat::BOTH {
            let (own, other) = (tiles[seat], tiles[seat.other()]);
            let won = winner.map_or(0, |winner| 1 + u64::from(winner == seat));
            let met = 1 + won * 2 + u64::from(other % 2);
            let remembers = &mut self.remembers[seat];
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
        match self.points.more() {
            Some(Seat::Dmo) => 1.0,
            Some(Seat::Ec) => 0.0,
            None => self.tied,
        }
    }

    fn knows(&self) -> u64 {
        let lying = self.lying.map_or(0, |number| 1 + u64::from(number % 2));
        let seat = self.to_play();
        self.remembers[seat] << 3 | lying << 1 | seat as u64
    }

    fn position(&self) -> u64 {
        let seats =
            Seat::BOTH.map(|seat| u64::from(self.hands[seat]) << 4 | u64::from(self.points[seat]));
        let lying = self.lying.map_or(0, |number| 1 + u64::from(number));
        mixed(seats.into_iter().chain([lying, self.leader as u64]))
    }

    fn fits(&self, number: u8) -> bool {
        let seen = self.seen.get(usize::from(self.round));
        seen.is_none_or(|seen| seen.fits(self.to_play(), number, self.lying))
    }
}

#[cfg(test)]
mod tests {
    mod exploiter;

    use opponents::{Regrets, exploit};

    use super::*;

    fn set(tiles: u8) -> Set {
        Set::new(tiles, Seat::Dmo, 0.5, Arc::new([]))
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
