//! How well computers play: pairs of matches with the same seed and the seats swapped. Through
//! records' actions and what each seat is shown, and nothing else.
//!
//! `PAIRS=50 cargo test --release -p games --test strength -- --ignored --nocapture` prints the
//! table of docs/opponents.md; `GAME=gridlock` one game of it, `ROW=greedy` one kind of rows.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it measures time, and is told what to measure"
)]

mod greedy;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use games::{
    AnyGame, Author, BySeat, Cast, Dice, Effort, GameId, GivenOptions, Level, Member, Party, Role,
    Seat,
};

/// Somebody who plays.
#[derive(Clone, Copy)]
enum Player {
    /// With so many playouts.
    Thinks(u32),
    Greedy,
    Random,
}

/// What matches between two have come to.
#[derive(Default)]
struct Score {
    won: u32,
    of: u32,
    time: Duration,
    turns: u32,
}

/// A match between two of a season of 13, before anybody has chosen anything.
fn open(id: GameId, dice: &mut Dice) -> AnyGame {
    let member = |index: u8| Member {
        name: format!("P{index}"),
        role: if index == 13 {
            Role::Dealer
        } else {
            Role::Player
        },
    };
    let seats = BySeat {
        dmo: "P0".to_owned(),
        ec: "P1".to_owned(),
    };
    let cast = Cast::new((0..14).map(member).collect(), seats, &BTreeMap::new());
    let cast = Arc::new(cast.expect("the cast is one"));
    id.draw(&GivenOptions::new(), &cast, dice)
        .expect("the defaults fit")
}

/// Plays a match; chance is the seed's. Gives the winner, if there is one.
fn play(
    id: GameId,
    seed: u64,
    players: BySeat<Player>,
    score: &mut Score,
    timed: Seat,
) -> Option<Seat> {
    let mut dice = Dice::new(seed);
    let mut game = open(id, &mut dice);
    let mut random = Dice::new(seed ^ 1);
    // Random play may go on for long.
    for turn in 0..5_000 {
        let prompts = game.prompts();
        let mut asked = prompts.iter().filter(|prompt| !prompt.answered);
        let is_host = |party: Party| party == Party::Host;
        let Some(who) = asked
            .find(|prompt| !is_host(prompt.who))
            .map(|prompt| prompt.who)
        else {
            if prompts.is_empty() {
                break;
            }
            let begins = game.offers(Party::Host, "");
            game.act(Author::Host, None, &begins[0].act)
                .expect("the host begins");
            continue;
        };
        let (by, act) = match who {
            Party::Seat(seat) => {
                let act = match players[seat] {
                    Player::Random => game.sample(who, &mut random),
                    Player::Greedy => greedy::act(&game, seat, &mut random),
                    Player::Thinks(playouts) => {
                        let began = Instant::now();
                        let seed = seed.wrapping_mul(10_007) + turn;
                        let thought = game.think(seat, Effort::of(playouts, seed));
                        if seat == timed {
                            score.time += began.elapsed();
                            score.turns += 1;
                        }
                        thought.map(|thought| thought.act)
                    }
                };
                (Author::Seat(seat), act)
            }
            Party::Cast(id) => (Author::Cast(id), game.sample(who, &mut dice)),
            Party::Dealer | Party::Host => (Author::Dealer, game.sample(who, &mut dice)),
        };
        game.act(by, None, &act.expect("something is legal"))
            .expect("it is legal");
    }
    game.outcome().and_then(|outcome| outcome.winner)
}

fn table(id: GameId, one: Player, other: Player, pairs: u64) -> Score {
    let mut score = Score::default();
    for seed in 0..pairs {
        for seat in Seat::BOTH {
            let players = BySeat::new(|of| if of == seat { one } else { other });
            if let Some(winner) = play(id, seed, players, &mut score, seat) {
                score.of += 1;
                score.won += u32::from(winner == seat);
            }
        }
    }
    score
}

/// Wilson's 95 % interval of a share, in percent.
fn wilson(won: u32, of: u32) -> [f64; 2] {
    let (n, z) = (f64::from(of.max(1)), 1.96f64);
    let share = f64::from(won) / n;
    let middle = share + z * z / (2.0 * n);
    let wide = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    [
        (middle - wide) / whole * 100.0,
        (middle + wide) / whole * 100.0,
    ]
}

#[test]
#[ignore = "measures, for minutes"]
fn how_well_computers_play() {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let pairs = number("PAIRS").unwrap_or(50);
    // By default, a tenth of what people meet.
    let part = number("PART").unwrap_or(10) as u32;
    let only = std::env::var("GAME").ok();
    let rows_like = std::env::var("ROW").ok();
    println!(
        "| game | row | playouts | won | 95 % | ms a turn |\n| --- | --- | --- | --- | --- | --- |"
    );
    for id in GameId::ALL {
        let [easy, fair, strong] = Level::ALL.map(|level| id.playouts(level));
        if only.as_ref().is_some_and(|only| only != id.word()) {
            continue;
        }
        let strong = strong / part;
        let fair = fair.min(strong);
        use Player::{Greedy, Random, Thinks};
        let rows = [
            ("easy – random", easy, Random),
            ("fair – random", fair, Random),
            ("fair – easy", fair, Thinks(easy)),
            ("strong – fair", strong, Thinks(fair)),
            ("ten times – once", strong, Thinks(strong / 10)),
            ("easy – greedy", easy, Greedy),
            ("fair – greedy", fair, Greedy),
            ("strong – greedy", strong, Greedy),
        ];
        for (row, one, other) in rows {
            let is_wanted = rows_like.as_ref().is_none_or(|like| row.contains(like));
            let is_there = !matches!(other, Greedy) || greedy::plays(id.word());
            if !is_wanted || !is_there {
                continue;
            }
            let score = table(*id, Thinks(one), other, pairs);
            let [least, most] = wilson(score.won, score.of);
            let share = f64::from(score.won) / f64::from(score.of.max(1)) * 100.0;
            let other = match other {
                Thinks(playouts) => playouts.to_string(),
                Greedy | Random => "–".to_owned(),
            };
            println!(
                "| {} | {row} | {one} – {other} | {share:.0} % of {} | {least:.0}–{most:.0} % \
                 | {:.1} |",
                id.word(),
                score.of,
                score.time.as_secs_f64() * 1e3 / f64::from(score.turns.max(1)),
            );
        }
    }
}
