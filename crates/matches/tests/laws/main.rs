//! Laws of every game, checked on matches of random play.

#[path = "../common/mod.rs"]
mod common;
mod decided;
mod guesses;
mod worlds;

use std::thread::available_parallelism;

use games::verbs::{Parameter, ParameterKind};
use games::{AnyGame, Audience, Author, Dice, GameId, Party, Prompt, Refusal, Seat};
use matches::record::Record;
use matches::selfplay;
use serde_json::Value;

/// Matches a game; the long run is `cargo test --release --test laws -- --ignored`.
const MATCHES: u64 = 60;
const MANY_MATCHES: u64 = 20_000;
/// Random play takes thousands of positions in some games. The first ones are all checked, later
/// ones by sample.
const ALL_CHECKED: u64 = 100;
const ONE_CHECKED_IN: usize = 50;

#[test]
fn random_play_keeps_the_laws() {
    for id in GameId::ALL {
        play_many(*id, MATCHES);
    }
}

#[test]
#[ignore = "20,000 matches of every game: minutes, in a release build"]
fn random_play_keeps_the_laws_for_long() {
    for id in GameId::ALL {
        let actions = play_many(*id, MANY_MATCHES);
        println!(
            "{}: {MANY_MATCHES} matches, {actions} actions, every law kept",
            id.word()
        );
    }
}

/// Plays and checks this many matches on several threads, and returns the number of actions. Fails
/// if too few pairs of worlds were compared.
fn play_many(id: GameId, matches: u64) -> usize {
    let threads = available_parallelism().map_or(1, |threads| threads.get() as u64);
    let share = |first: u64| {
        let (mut actions, mut compared) = (0, 0);
        for seed in (first..matches).step_by(threads as usize) {
            let record = selfplay::play(id, seed);
            let checked = std::panic::catch_unwind(|| {
                check(&record, seed);
                worlds::compare_along(&record, &mut Dice::new(seed))
            });
            compared += checked.unwrap_or_else(|_| panic!("{} seed {seed}", id.word()));
            actions += record.log.len();
        }
        (actions, compared)
    };
    let (actions, compared) = std::thread::scope(|scope| {
        let shares: Vec<_> = (0..threads)
            .map(|first| scope.spawn(move || share(first)))
            .collect();
        shares
            .into_iter()
            .map(|share| share.join().expect("a law is broken"))
            .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    });
    worlds::check_compared(id, compared);
    actions
}

fn check(record: &Record, seed: u64) {
    let mut dice = Dice::new(seed ^ 0x5eed);
    assert_eq!(
        record,
        &selfplay::play(GameId::read(&record.game).unwrap(), seed)
    );
    let written = serde_json::to_string(record).unwrap();
    assert_eq!(&Record::read(&written).unwrap(), record);
    check_position(&record.open().unwrap(), &mut dice);
    let end = record
        .replay(|seq, game| {
            if seq <= ALL_CHECKED || game.outcome().is_some() || dice.one_in(ONE_CHECKED_IN) {
                check_position(game, &mut dice);
            }
        })
        .unwrap();
    assert!(end.outcome().is_some(), "random play plays to the end");
    // A game reads its complete options as the same options.
    assert_eq!(end.options(), record.options);
    // The record needs no more about garnets than the match has shown.
    let richer = end.known_richer_seat();
    let richer = richer.map(|seat| (end.cast().seat_name(seat).to_owned(), 1));
    let short = Record {
        garnets: richer.into_iter().collect(),
        ..record.clone()
    };
    assert_eq!(short.replay(|_, _| {}).unwrap().state(), end.state());
}

fn check_position(game: &AnyGame, dice: &mut Dice) {
    let prompts = game.prompts();
    assert_eq!(
        prompts.is_empty(),
        game.outcome().is_some(),
        "a match waits for somebody until it is over"
    );
    check_state(game, &prompts);
    for prompt in &prompts {
        check_offers(game, prompt, dice);
        check_who_has_chosen(game, prompt, dice);
    }
    check_refusals(game);
    guesses::check(game, dice);
}

fn check_state(game: &AnyGame, prompts: &[Prompt]) {
    let state = game.state();
    let mut waited: Vec<String> = prompts
        .iter()
        .filter(|prompt| !prompt.answered)
        .filter_map(|prompt| match prompt.who {
            Party::Seat(seat) => Some(seat.word().to_owned()),
            Party::Cast(who) if game.cast().seats().is_none() => {
                Some(game.cast().name(who).to_owned())
            }
            _ => None,
        })
        .collect();
    waited.sort();
    assert_eq!(state["to_act"], serde_json::to_value(waited).unwrap());
    assert_eq!(
        state["result"],
        serde_json::to_value(game.outcome()).unwrap()
    );
    assert_eq!(state["phase"] == "over", game.outcome().is_some());
}

fn author(party: Party) -> Author {
    match party {
        Party::Seat(seat) => Author::Seat(seat),
        Party::Cast(id) => Author::Cast(id),
        Party::Host => Author::Host,
        Party::Dealer => Author::Dealer,
    }
}

/// People can type an offered act with the game's own command too, and get the same act.
fn check_command(game: &AnyGame, act: &str) {
    let may = |(parameter, value): (&Parameter, &&str)| match parameter.kind {
        ParameterKind::Number(least, most) => (least..=most).contains(&value.parse().unwrap()),
        ParameterKind::OneOf(words) => words.iter().any(|(_, word)| word == value),
        ParameterKind::Player => Seat::read(value).is_some(),
        ParameterKind::Text | ParameterKind::Name => !value.is_empty(),
    };
    let verbs = game.id().catalogue().command.verbs.iter();
    let mut verbs = verbs.filter(|verb| !verb.opens_panel());
    let typed = verbs.any(|verb| {
        verb.values(act).is_some_and(|values| {
            let given: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
            verb.takes.iter().zip(&values).all(may) && verb.write(&given) == act
        })
    });
    assert!(typed, "no verb of the game's command can express {act}");
}

/// An offered act is accepted and written as offered. A sampled act is accepted too.
fn check_offers(game: &AnyGame, prompt: &Prompt, dice: &mut Dice) {
    let offers = game.offers(prompt.who, "");
    for offer in offers.iter().take(40) {
        if matches!(prompt.who, Party::Seat(_) | Party::Cast(_)) {
            check_command(game, &offer.act);
        }
        let mut tried = game.clone();
        match tried.act(author(prompt.who), None, &offer.act) {
            Ok(taken) => assert_eq!(taken.act, offer.act),
            Err(refusal) => {
                // Roundabout must hide which moves are possible, and the dealer may have to write
                // something first.
                let hidden = game.id().word() == "roundabout" && offer.act.starts_with("drive");
                let dealt = prompt.who == Party::Host && !game.deal(dice).is_empty();
                assert!(hidden || dealt, "{} was offered: {refusal:?}", offer.act);
            }
        }
        assert!(
            !offer.label.is_empty() && offer.label.chars().count() <= 80,
            "{offer:?}"
        );
    }
    if prompt.who != Party::Host {
        let act = game
            .sample(prompt.who, dice)
            .expect("a waited-for party can act");
        let careless = format!("  {}  ", act.replace(' ', "   "));
        let mut tried = game.clone();
        let taken = tried.act(author(prompt.who), None, &act).expect(&act);
        assert_eq!(taken.act, act, "notation is written in one form");
        // The person reads it in words, wherever names need escaping.
        let shown = game.cast().shown_as(|name| format!("_{name}_"));
        let said = game.id().done(&act, &shown);
        assert!(said.is_some_and(|said| said != act), "{act} in words");
        if !act.contains('"') {
            let taken = game
                .clone()
                .act(author(prompt.who), None, &careless)
                .expect(&careless);
            assert_eq!(taken.act, act, "extra blanks do not matter");
        }
    }
}

/// Before the match everybody sees how many have chosen, and only the host sees who.
fn check_who_has_chosen(before: &AnyGame, prompt: &Prompt, dice: &mut Dice) {
    if prompt.live || prompt.who == Party::Host {
        return;
    }
    let Some(act) = before.sample(prompt.who, dice) else {
        return;
    };
    let mut after = before.clone();
    after.act(author(prompt.who), None, &act).expect(&act);
    if !after.prompts().iter().any(|open| open.id == prompt.id) {
        return;
    }
    let mut others = Seat::BOTH.map(Party::Seat).to_vec();
    others.extend(before.cast().ids().map(Party::Cast));
    let others = others.into_iter().filter(|other| *other != prompt.who);
    let others = others.filter_map(|other| match other {
        Party::Seat(seat) => Some(Audience::Seat(seat)),
        Party::Cast(id) if before.cast().seat_of(id).is_none() => Some(Audience::Cast(id)),
        _ => None,
    });
    for audience in others.chain([Audience::Public]) {
        let seen = |game: &AnyGame| serde_json::to_value(game.view(audience)).unwrap();
        let (seen, then) = (seen(before), seen(&after));
        let counts = counted(&seen, &then);
        let fits = counts.is_some_and(|counts| counts <= 1);
        assert!(fits, "{audience:?} sees who has chosen: {seen}, {then}");
    }
}

/// The number of places where a number grew by one. `None` if anything else changed.
fn counted(before: &Value, after: &Value) -> Option<usize> {
    match (before, after) {
        _ if before == after => Some(0),
        (Value::Number(one), Value::Number(more)) => {
            (one.as_u64()? + 1 == more.as_u64()?).then_some(1)
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            let pairs = before.iter().zip(after);
            pairs.map(|(one, other)| counted(one, other)).sum()
        }
        (Value::Object(before), Value::Object(after)) if before.len() == after.len() => {
            let fields = before.iter();
            fields.map(|(key, one)| counted(one, after.get(key)?)).sum()
        }
        _ => None,
    }
}

/// A refusal changes nothing.
fn check_refusals(game: &AnyGame) {
    let tries = [
        "",
        "hello",
        "resign resign",
        "begin begin",
        "settle both",
        "hide Z9",
        "bid 99999",
        "card 9",
        "send 9 x",
        "\"",
    ];
    // All attempts use one match, which is compared once.
    let mut tried = game.clone();
    for text in tries {
        for by in [
            Author::Seat(Seat::Dmo),
            Author::Seat(Seat::Ec),
            Author::Host,
            Author::Clock,
            Author::Dealer,
        ] {
            let refusal = tried.act(by, None, text);
            assert!(refusal.is_err(), "{by:?} {text:?}");
        }
    }
    assert!(tried == *game && tried.state() == game.state());
    if game.outcome().is_some_and(|outcome| !outcome.is_tie()) {
        let refusal = game.clone().act(Author::Host, None, "void");
        assert_eq!(refusal, Err(Refusal::Over));
    }
}
