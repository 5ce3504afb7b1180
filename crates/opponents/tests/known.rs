//! Games whose values are known.

use std::cell::Cell;

use opponents::{Effort, Matrices, Mover, Regrets, World, ended, exploit, think};

/// Three cards, one each; bet or pass (Kuhn poker).
#[derive(Clone)]
struct Kuhn {
    cards: Vec<u8>,
    /// Passes and bets, in order.
    acts: Vec<u8>,
}

const KUHN: Kuhn = Kuhn {
    cards: Vec::new(),
    acts: Vec::new(),
};

impl World for Kuhn {
    type Act = u8;
    const HIDES: bool = true;

    fn mover(&self) -> Option<Mover> {
        if self.cards.len() < 2 {
            return Some(Mover::Chance);
        }
        let over = matches!(self.acts[..], [0, 0] | [1, _] | [0, 1, _]);
        (!over).then_some(Mover::Player(self.acts.len() % 2))
    }

    fn acts(&self) -> impl Iterator<Item = u8> {
        let dealing = self.cards.len() < 2;
        let all = if dealing { 0..3 } else { 0..2 };
        all.filter(move |act| !dealing || !self.cards.contains(act))
    }

    fn play(&mut self, act: u8) {
        if self.cards.len() < 2 {
            self.cards.push(act);
        } else {
            self.acts.push(act);
        }
    }

    /// From -2 to 2 chips.
    fn value(&self) -> f64 {
        let shown = if self.cards[0] > self.cards[1] {
            1.0
        } else {
            -1.0
        };
        let chips = match self.acts[..] {
            [0, 0] => shown,
            [1, 0] => 1.0,
            [0, 1, 0] => -1.0,
            _ => 2.0 * shown,
        };
        (chips + 2.0) / 4.0
    }

    fn knows(&self) -> u64 {
        let card = u64::from(self.cards[self.acts.len() % 2]);
        self.acts
            .iter()
            .fold(4 + card, |all, act| all * 4 + u64::from(*act))
    }

    fn position(&self) -> u64 {
        let all = self.cards.iter().chain(&self.acts);
        all.fold(1, |all, one| all * 4 + u64::from(*one))
    }
}

/// Both choose one of so many at once, a few times; a table says who wins.
#[derive(Clone)]
struct AtOnce {
    pays: &'static [&'static [f64]],
    times: usize,
    chosen: Vec<usize>,
}

impl World for AtOnce {
    type Act = usize;
    const HIDES: bool = true;

    fn mover(&self) -> Option<Mover> {
        let over = self.chosen.len() == 2 * self.times;
        (!over).then_some(Mover::Player(self.chosen.len() % 2))
    }

    fn acts(&self) -> impl Iterator<Item = usize> {
        0..if self.chosen.len().is_multiple_of(2) {
            self.pays.len()
        } else {
            self.pays[0].len()
        }
    }

    fn play(&mut self, act: usize) {
        self.chosen.push(act);
    }

    fn value(&self) -> f64 {
        let won = self
            .chosen
            .chunks(2)
            .map(|both| self.pays[both[0]][both[1]]);
        won.sum::<f64>() / self.times as f64
    }

    /// What both chose before, and not what the other chooses now.
    fn knows(&self) -> u64 {
        let known = self.chosen.len() / 2 * 2;
        let turn = 1 + self.chosen.len() as u64 % 2;
        let known = self.chosen[..known].iter();
        known.fold(turn, |all, act| all * 8 + 1 + *act as u64)
    }

    fn position(&self) -> u64 {
        let chosen = self.chosen.iter();
        chosen.fold(1, |all, act| all * 8 + *act as u64)
    }
}

/// Take 1 or 2 of so many sticks; after each turn one more may break. Who takes the last wins.
#[derive(Clone)]
struct Sticks {
    left: u8,
    player: usize,
    breaks: bool,
}

impl World for Sticks {
    type Act = u8;
    const HIDES: bool = false;

    fn mover(&self) -> Option<Mover> {
        match (self.left, self.breaks) {
            (0, _) => None,
            (_, true) => Some(Mover::Chance),
            _ => Some(Mover::Player(self.player)),
        }
    }

    fn acts(&self) -> impl Iterator<Item = u8> {
        let (least, most) = if self.breaks { (0, 1) } else { (1, 2) };
        (least..=most).filter(|taken| *taken <= self.left)
    }

    fn play(&mut self, act: u8) {
        self.left -= act;
        if self.breaks {
            self.breaks = false;
        } else {
            self.player = 1 - self.player;
            self.breaks = true;
        }
    }

    /// Who isn't asked took the last, or it broke after them.
    fn value(&self) -> f64 {
        self.player as f64
    }

    fn knows(&self) -> u64 {
        u64::from(self.left) * 4 + self.player as u64 * 2 + u64::from(self.breaks)
    }

    fn odds(&self, act: u8) -> f64 {
        if self.breaks && act == 0 { 3.0 } else { 1.0 }
    }
}

fn effort(playouts: u32) -> Effort<'static> {
    Effort::of(playouts, 7)
}

/// What both lose to best responses, together.
fn exploitability<W: World>(from: &W, regrets: &Regrets) -> f64 {
    let policy = |world: &W| regrets.policy(world.knows(), world.acts().count());
    let gets = [0, 1].map(|me| exploit::best_response(from, me, &policy));
    gets[0] + gets[1] - 1.0
}

#[test]
fn kuhn_poker_has_its_value_and_is_hardly_exploited() {
    let walked = Regrets::walk(&KUHN, effort(1_000));
    assert!(exploitability(&KUHN, &walked) < 0.002);
    let policy = |world: &Kuhn| walked.policy(world.knows(), 2);
    let second = exploit::best_response(&KUHN, 1, &policy);
    let value = (1.0 - second) * 4.0 - 2.0;
    assert!((value + 1.0 / 18.0).abs() < 0.01, "{value}");

    let sampled = Regrets::sample(&KUHN, effort(100_000));
    let exploited = exploitability(&KUHN, &sampled);
    assert!(exploited < 0.02, "{exploited}");
}

#[test]
fn games_of_one_choice_find_their_mix() {
    let pays: &[&[f64]] = &[&[0.5, 0.0, 1.0], &[1.0, 0.5, 0.0], &[0.0, 1.0, 0.5]];
    // Rock twice as dear: a lost 1 for paper against rock.
    let uneven: &[&[f64]] = &[&[0.5, 0.0, 1.0], &[1.0, 0.5, 0.25], &[0.0, 0.75, 0.5]];
    for (pays, times) in [(pays, 1), (pays, 2), (uneven, 1), (uneven, 2)] {
        let from = AtOnce {
            pays,
            times,
            chosen: Vec::new(),
        };
        for learned in [
            Regrets::walk(&from, effort(500)),
            Regrets::sample(&from, effort(100_000)),
        ] {
            let exploited = exploitability(&from, &learned);
            assert!(exploited < 0.03, "{exploited}");
        }
    }
    let from = AtOnce {
        pays,
        times: 1,
        chosen: Vec::new(),
    };
    for (_, likely) in think(&from, &from, effort(20_000), |act| act) {
        assert!((likely - 1.0 / 3.0).abs() < 0.05, "{likely}");
    }
}

#[test]
fn a_tree_with_chance_is_exact_and_grows_where_it_must() {
    // By hand: with 1 or 2 left one wins. With 3, one takes 1 (a break leaves 1, else 2) or 2, and
    // wins only if the last one breaks: one in four.
    for (left, best) in [(1, 1), (2, 2), (3, 2)] {
        let at = Sticks {
            left,
            player: 0,
            breaks: false,
        };
        let policy = think(&at, &at, effort(1_000), |act| act);
        let likely = policy.iter().find(|(_, likely)| *likely > 0.0);
        assert_eq!(likely, Some(&(best, 1.0)), "{left}");
    }
    // A tree too small for all positions agrees with one that has them all.
    for left in 4..16 {
        let at = Sticks {
            left,
            player: 1,
            breaks: false,
        };
        let [all, grown] =
            [100_000, u32::from(left)].map(|most| think(&at, &at, effort(most), |act| act));
        assert_eq!(all.len(), grown.len());
    }
}

#[test]
fn an_end_is_worth_who_has_won_and_then_by_how_much() {
    let ends = [
        ended(Some(1), -1.0),
        ended(Some(1), 1.0),
        ended(None, 0.0),
        ended(Some(0), -1.0),
        ended(Some(0), 1.0),
    ];
    assert!(
        ends.is_sorted_by(|worse, better| worse < better),
        "{ends:?}"
    );
    assert_eq!([ends[0], ends[2], ends[4]], [0.0, 0.5, 1.0]);
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let from = AtOnce {
        pays: &[&[0.5, 0.0, 1.0], &[1.0, 0.5, 0.25], &[0.0, 0.75, 0.5]],
        times: 3,
        chosen: Vec::new(),
    };
    assert_eq!(
        think(&from, &from, effort(500), |act| act),
        think(&from, &from, effort(500), |act| act)
    );
}

#[test]
fn it_stops_when_time_is_up() {
    let asked = Cell::new(0);
    let is_up = || {
        asked.set(asked.get() + 1);
        asked.get() > 100
    };
    let effort = Effort {
        is_up: &is_up,
        ..effort(u32::MAX)
    };
    Regrets::walk(&KUHN, effort);
    Regrets::sample(&KUHN, effort);
    let at = Sticks {
        left: 30,
        player: 0,
        breaks: false,
    };
    asked.set(0);
    assert_eq!(think(&at, &at, effort, |act| act).len(), at.acts().count());
    assert!(asked.get() < 200, "{}", asked.get());
}

/// Both choose 0 or 1 at once, twice. Two zeros bring player 0 all of a round, two ones half of it.
#[derive(Clone, Default)]
struct Twice {
    acts: Vec<u8>,
}

impl World for Twice {
    type Act = u8;
    const HIDES: bool = true;

    fn mover(&self) -> Option<Mover> {
        (self.acts.len() < 4).then_some(Mover::Player(self.acts.len() % 2))
    }

    fn acts(&self) -> impl Iterator<Item = u8> {
        0..2
    }

    fn play(&mut self, act: u8) {
        self.acts.push(act);
    }

    fn value(&self) -> f64 {
        let rounds = self.acts.chunks(2).map(|acts| match acts {
            [0, 0] => 0.5,
            [1, 1] => 0.25,
            _ => 0.0,
        });
        rounds.sum()
    }

    fn is_at_once(&self) -> bool {
        self.acts.len().is_multiple_of(2)
    }

    fn knows(&self) -> u64 {
        opponents::mixed(self.acts.iter().map(|act| u64::from(*act)))
    }
}

#[test]
fn choices_at_once_are_mixed_as_neither_regrets() {
    let solved = Matrices::new(Effort::of(100, 0)).solve(&Twice::default());
    let (policies, value) = solved.expect("it takes fewer than 100 positions");
    assert!((value - 1.0 / 3.0).abs() < 1e-3, "{value}");
    for policy in policies {
        assert!((policy[0] - 1.0 / 3.0).abs() < 0.01, "{policy:?}");
    }
    let small = Matrices::new(Effort::of(10, 0)).solve(&Twice::default());
    assert!(small.is_none(), "it takes more than 10 positions");
}
