//! Everything that accepts text or bytes from people, with input that is broken on purpose. Nothing
//! panics, refused input changes nothing, and what Dealer writes it can read again.

mod avatars;
#[path = "../broken/mod.rs"]
mod broken;
mod interactions;
mod memory;

use dealer::config::Config;
use dealer::discord::press::Press;
use games::tokens::Faces;
use games::{AnyGame, Audience, Author, CastId, Dice, GameId, Party, Seat};
use matches::record::Record;
use matches::selfplay;

/// Cases for each entry point. `cargo test --release --test fuzz -- --ignored` is the long run,
/// with as many as `CASES=…` says.
const CASES: u64 = 4_000;
const MANY_CASES: u64 = 1_000_000;

/// Pieces that readers trip over: signs of the notations, numbers at the limits, other scripts,
/// characters that reverse or hide their neighbours.
const PIECES: &[&str] = &[
    " ",
    "  ",
    "\t",
    "\n",
    "\u{a0}",
    "\u{200b}",
    "\u{202e}",
    "\u{feff}",
    "\0",
    ",",
    ";",
    ":",
    "\"",
    "\"\"",
    ">",
    ">>",
    "<@1>",
    "@everyone",
    "*",
    "`",
    "\\",
    "[x](y)",
    "0",
    "00",
    "01",
    "-1",
    "+1",
    "1.5",
    "1e9",
    "255",
    "256",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "a1",
    "A0",
    "Z99",
    "é",
    "ß",
    "İ",
    "김",
    "𝔘",
    "👩‍👩‍👧",
    "dmo",
    "ec",
    "host",
    "clock",
    "dealer",
    "resign",
    "void",
    "forfeit",
    "settle",
    "begin",
    "hide",
    "place",
    "rank",
    "bid",
    "drive",
    "null",
    "{",
    "}",
    "[",
    "]",
    "true",
];

/// A text that is almost correct: pieces are inserted, removed, doubled or swapped.
fn broken(text: &str, dice: &mut Dice) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(4) {
        let at = dice.below(chars.len() + 1);
        match dice.below(6) {
            0 | 1 => {
                let piece = dice.pick(PIECES).copied().unwrap_or_default();
                chars.splice(at..at, piece.chars());
            }
            2 => {
                let end = (at + dice.below(5)).min(chars.len());
                chars.drain(at..end);
            }
            3 => {
                let end = (at + dice.below(8)).min(chars.len());
                let again: Vec<char> = chars[at..end].to_vec();
                chars.splice(at..at, again);
            }
            4 if !chars.is_empty() => {
                let other = dice.below(chars.len());
                let at = at.min(chars.len() - 1);
                chars.swap(at, other);
            }
            _ => {
                let pieces = (0..dice.below(4)).filter_map(|_| dice.pick(PIECES).copied());
                chars = pieces.flat_map(str::chars).collect();
            }
        }
    }
    if dice.one_in(500) && !chars.is_empty() {
        // This is as much as Discord lets anybody type into a form.
        chars = chars.iter().cycle().take(4_000).copied().collect();
    }
    chars.into_iter().collect()
}

/// A few positions of a random match.
fn positions(id: GameId, dice: &mut Dice) -> Vec<AnyGame> {
    let record = selfplay::play(id, dice.seed());
    let every = record.log.len() / 6 + 1;
    let mut positions = vec![record.open().unwrap()];
    let kept = |seq: u64| (seq as usize).is_multiple_of(every);
    record
        .replay(|seq, game| {
            if kept(seq) {
                positions.push(game.clone());
            }
        })
        .unwrap();
    positions
}

fn authors(game: &AnyGame, dice: &mut Dice) -> (Author, Option<Party>) {
    let safe = CastId(dice.below(game.cast().members().len()) as u8);
    let party = [
        Party::Seat(Seat::Dmo),
        Party::Seat(Seat::Ec),
        Party::Cast(safe),
        Party::Host,
        Party::Dealer,
    ];
    let author = [
        Author::Seat(Seat::Dmo),
        Author::Seat(Seat::Ec),
        Author::Cast(safe),
        Author::Host,
        Author::Clock,
        Author::Dealer,
    ];
    let whose = dice.one_in(3).then(|| party[dice.below(party.len())]);
    (author[dice.below(author.len())], whose)
}

/// Actions, lines and beginnings of actions, in every game.
fn actions(cases: u64) {
    for id in GameId::ALL {
        let mut dice = Dice::new(1);
        let mut done = 0;
        while done < cases {
            for game in positions(*id, &mut dice) {
                for _ in 0..40 {
                    done += 1;
                    let prompts = game.prompts();
                    let waited = dice.pick(&prompts).map(|prompt| prompt.who);
                    let right = waited.and_then(|who| game.sample(who, &mut dice));
                    let text = broken(right.as_deref().unwrap_or("resign"), &mut dice);
                    let (by, whose) = authors(&game, &mut dice);
                    let mut tried = game.clone();
                    match tried.act(by, whose, &text) {
                        // Written in the standard form, it means the same.
                        Ok(taken) => {
                            let again = game.clone().act(by, whose, &taken.act);
                            assert_eq!(again.map(|again| again.act), Ok(taken.act), "{text:?}");
                        }
                        Err(_) => {
                            assert!(tried == game, "{text:?} was refused and changed something")
                        }
                    }
                    if let Some(who) = waited {
                        let _ = game.expand(who, &text);
                        let _ = game.offers(who, &text);
                    }
                }
            }
        }
    }
}

/// Records: as text, and with options that nobody would set.
fn records(cases: u64) {
    let mut dice = Dice::new(2);
    for case in 0..cases {
        let id = GameId::ALL[(case % GameId::ALL.len() as u64) as usize];
        // A new match only now and then, since making one takes most of the time.
        let seed = case / 200;
        let record = SAMPLES.with_borrow_mut(|samples| {
            let kept = samples.entry((id.word(), seed));
            kept.or_insert_with(|| {
                let mut record = selfplay::play(id, seed);
                record.log.truncate(30);
                record.result = None;
                serde_json::to_string(&record).unwrap()
            })
            .clone()
        });
        let text = broken(&record, &mut dice);
        if let Ok(read) = Record::read(&text) {
            let _ = read.replay(|_, _| {});
            let written = serde_json::to_string(&read).unwrap();
            assert_eq!(Record::read(&written).unwrap(), read);
        }
    }
}

thread_local! {
    static SAMPLES: std::cell::RefCell<std::collections::HashMap<(&'static str, u64), String>> = std::cell::RefCell::default();
}

/// The configuration file, and the ids of controls.
fn settings_and_controls(cases: u64) {
    let mut dice = Dice::new(3);
    let example = include_str!("../../config.example.toml");
    let ids = [
        "act:7:3:hide B1",
        "sure:7:3:bid 12",
        "choose:7:3:1",
        "step:7:3:courier 2",
        "handin:7:3",
        "panel:7",
        "type:7:3",
        "ready:7",
        "begin:7:ask",
        "setup:7:options",
        "setup:7:entourage-dmo",
        "dismiss",
    ];
    for _ in 0..cases {
        let _ = Config::read(&broken(example, &mut dice));
        let id = broken(ids[dice.below(ids.len())], &mut dice);
        if let Some(press) = Press::read(&id) {
            assert_eq!(Press::read(&press.to_string()), Some(press), "{id:?}");
        }
    }
}

/// People's names are in every view, picture and description, and none of these fails. Caches for
/// drawing stay within their limits.
fn names(cases: u64) {
    let mut dice = Dice::new(5);
    let mut memory = 0;
    for case in 0..cases {
        if case == cases / 2 {
            memory = memory::begin();
        }
        let id = GameId::ALL[(case % GameId::ALL.len() as u64) as usize];
        let mut record = selfplay::play(id, case / 50);
        record.log.clear();
        record.result = None;
        for member in &mut record.cast {
            let name = broken(&member.name, &mut dice);
            if let Some(seats) = &mut record.seats {
                for seat in Seat::BOTH {
                    if seats[seat] == member.name {
                        seats[seat] = name.clone();
                    }
                }
            }
            member.name = name;
        }
        record.garnets.clear();
        let Ok(game) = record.open() else {
            continue;
        };
        let view = game.view(Audience::Public);
        assert!(!view.description(game.cast()).is_empty());
        if case % 20 == 0 {
            let picture = games::draw(&view, game.cast(), &Faces::new());
            assert!(!picture.png.is_empty());
        }
    }
    let more = memory::begin().saturating_sub(memory);
    assert!(more < 64 << 20, "the second half took {more} bytes more");
}

#[test]
fn nothing_that_people_type_or_send_breaks_anything() {
    all(CASES);
}

#[test]
#[ignore = "a million cases a door: minutes, in a release build"]
fn nothing_that_people_type_or_send_breaks_anything_for_long() {
    let cases = std::env::var("CASES").ok();
    all(cases
        .and_then(|text| text.parse().ok())
        .unwrap_or(MANY_CASES));
}

fn all(cases: u64) {
    actions(cases);
    records(cases);
    settings_and_controls(cases);
    avatars::read(cases / 4);
    interactions::read(cases);
    names(cases / 20);
}
