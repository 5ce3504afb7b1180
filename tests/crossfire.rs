//! Crossfire beyond its transcripts: every set of anomalies by random play, checked by an
//! arithmetic of its own; and what is asked, offered and done by the clock.

use std::collections::BTreeSet;
use std::sync::Arc;

use dealer::referee::Asked;
use dealer::words;
use games::crossfire::{self, Flight, Landing};
use games::{
    AnyGame, Audience, Author, BySeat, Cast, Cell, Control, Dice, GameId, Happening, Member, Party,
    Role, Seat,
};
use serde_json::{Value, json};

const ANOMALIES: [&str; 6] = [
    "ambush",
    "all_pay",
    "biorhythm",
    "both_ways",
    "ships",
    "shove",
];

fn open(options: Value) -> AnyGame {
    let member = |name: &str| Member {
        name: name.to_owned(),
        role: Role::Player,
    };
    let seats = BySeat {
        dmo: "Tiac".to_owned(),
        ec: "Zac".to_owned(),
    };
    let cast = Cast::new(
        vec![member("Tiac"), member("Zac")],
        seats,
        &Default::default(),
    );
    let given = options.as_object().unwrap();
    GameId::Crossfire
        .open(given, &Arc::new(cast.unwrap()))
        .unwrap()
}

/// Plays entries such as `dmo bid 3` or `clock for ec drain 1`.
fn played(options: Value, entries: &[&str]) -> AnyGame {
    let mut game = open(options);
    for entry in entries {
        let (by, whose, act) = match entry.strip_prefix("clock for ") {
            Some(rest) => {
                let (seat, act) = rest.split_once(' ').unwrap();
                let seat = Party::Seat(Seat::read(seat).unwrap());
                (Author::Clock, Some(seat), act)
            }
            None => {
                let (seat, act) = entry.split_once(' ').unwrap();
                (Author::Seat(Seat::read(seat).unwrap()), None, act)
            }
        };
        game.act(by, whose, act)
            .unwrap_or_else(|refusal| panic!("{entry}: {refusal:?}"));
    }
    game
}

#[test]
fn every_set_of_anomalies_keeps_its_rules() {
    let mut sets = BTreeSet::new();
    let mut ends = BTreeSet::new();
    for set in 0..64u32 {
        let chosen = ANOMALIES.iter().enumerate();
        let chosen = chosen.filter(|(place, _)| set & (1 << place) != 0);
        let anomalies: Vec<&str> = chosen.map(|(_, name)| *name).collect();
        for seed in 0..8u64 {
            let mut dice = Dice::new(u64::from(set) * 1000 + seed);
            let chips = [1, 4, 12, 60][seed as usize % 4];
            // Named in any order, written in the page's.
            let mut given = anomalies.clone();
            dice.shuffle(&mut given);
            let own = dice
                .one_in(2)
                .then(|| OWN_SPACES.map(|spaces| json!(spaces)));
            let spawns = own.map_or(Value::Null, |[blue, red]| json!({"blue": blue, "red": red}));
            let options = json!({"chips": chips, "anomalies": given, "spawns": spawns});
            let mut game = open(options);
            assert_eq!(game.options()["anomalies"], json!(anomalies));
            assert_eq!(game.options()["spawns"], spawns);
            while game.outcome().is_none() {
                let before = game.state();
                let (by, whose, act) = next(&game, &mut dice);
                game.act(by, whose, &act)
                    .unwrap_or_else(|refusal| panic!("{anomalies:?} {act}: {refusal:?}"));
                Check {
                    anomalies: &anomalies,
                    own: !spawns.is_null(),
                    before,
                    after: game.state(),
                    act: &act,
                }
                .all();
            }
            ends.insert(game.state()["result"]["reason"].to_string());
            sets.insert(anomalies.clone());
        }
    }
    assert_eq!(sets.len(), 64);
    assert_eq!(ends.len(), 2, "both ends occur: {ends:?}");
}

/// An entry of random play, now and then by the clock.
fn next(game: &AnyGame, dice: &mut Dice) -> (Author, Option<Party>, String) {
    let mut prompts = game.prompts();
    prompts.retain(|prompt| !prompt.answered);
    let who = dice.pick(&prompts).unwrap().who;
    let Party::Seat(seat) = who else {
        panic!("{who:?} is no seat");
    };
    if dice.one_in(8) {
        let act = game.on_timeout(seat, dice).remove(0);
        return (Author::Clock, Some(who), act);
    }
    (Author::Seat(seat), None, game.sample(who, dice).unwrap())
}

/// One entry: the states before and after it.
struct Check<'a> {
    anomalies: &'a [&'a str],
    /// Whether the spaces are [`OWN_SPACES`].
    own: bool,
    before: Value,
    after: Value,
    act: &'a str,
}

impl Check<'_> {
    fn has(&self, anomaly: &str) -> bool {
        self.anomalies.contains(&anomaly)
    }

    fn context(&self) -> String {
        let Check {
            anomalies,
            before,
            after,
            act,
            ..
        } = self;
        format!("{anomalies:?} {act}\n{before}\n{after}")
    }

    fn all(&self) {
        self.board();
        match self.act.split_once(' ').unwrap().0 {
            "bid" if self.after["bids"].as_object().unwrap().len() == 2 => self.bids(),
            "bid" => assert_eq!(
                self.before["chips"],
                self.after["chips"],
                "{}",
                self.context()
            ),
            "drain" => {
                let lost = chips(&self.before) - chips(&self.after);
                assert_eq!(lost, 1, "{}", self.context());
                assert_eq!(
                    self.before["arrows"],
                    self.after["arrows"],
                    "{}",
                    self.context()
                );
            }
            _ => self.action(),
        }
    }

    /// Every arrow stands in a lane of its own, short of the lane's last cell.
    fn board(&self) {
        let arrows = self.after["arrows"].as_object().unwrap();
        for (cell, arrow) in arrows {
            let lane =
                lanes(self.own, self.has("shove"))
                    .into_iter()
                    .find(|(owner, facing, cells)| {
                        arrow["owner"] == *owner
                            && arrow["facing"] == *facing
                            && cells[..3].contains(&cell.as_str())
                    });
            assert!(lane.is_some(), "{cell}: {}", self.context());
            let back = arrow["back"] == true;
            assert!(!back || self.has("both_ways"), "{}", self.context());
        }
    }

    fn bids(&self) {
        let bid = |seat: &str| self.after["bids"][seat].as_i64().unwrap();
        let round = self.before["round"].as_i64().unwrap();
        let favoured = if round % 2 == 1 { "dmo" } else { "ec" };
        let rhythm = self.has("biorhythm");
        let worth = |seat: &str| bid(seat) + if rhythm && seat == favoured { 2 } else { 0 };
        let tied = match self.before["lost_last"].as_str() {
            _ if rhythm => favoured,
            Some(loser) => loser,
            None => "dmo",
        };
        let winner = match worth("dmo") - worth("ec") {
            0 => tied,
            more if more > 0 => "dmo",
            _ => "ec",
        };
        let loser = if winner == "dmo" { "ec" } else { "dmo" };
        assert_eq!(self.after["lost_last"], loser, "{}", self.context());
        let had = |seat: &str| self.before["chips"][seat].as_i64().unwrap();
        let back = if self.has("all_pay") { bid(loser) } else { 0 };
        assert_eq!(
            self.after["chips"][winner],
            had(winner) - bid(winner) + back,
            "{}",
            self.context()
        );
        assert_eq!(
            self.after["chips"][loser],
            had(loser) + bid(winner) - back,
            "{}",
            self.context()
        );
        if self.after["phase"] == "acting" {
            assert_eq!(self.after["won_round"], winner, "{}", self.context());
        } else {
            let stuck = json!({"winner": loser, "reason": "stuck"});
            assert_eq!(self.after["result"], stuck, "{}", self.context());
        }
    }

    fn action(&self) {
        let winner = self.before["won_round"].as_str().unwrap();
        // What was paid are the prices of what was spawned.
        let base: i64 = if self.has("ambush") { 2 } else { 3 };
        let words: Vec<&str> = self.act.split(' ').collect();
        let mut price = 0;
        for (cell, count) in self.after["spawned"].as_object().unwrap() {
            let before = self.before["spawned"][cell].as_i64().unwrap_or(0);
            let new = count.as_i64().unwrap() - before;
            let named = words[0] == "spawn" && words[1..].contains(&cell.as_str());
            assert_eq!(new, i64::from(named), "{}", self.context());
            price += new * base.pow(before as u32);
        }
        let paid = chips(&self.before) - chips(&self.after);
        assert_eq!(paid, price, "{}", self.context());
        assert!(words.len() == 2 || self.has("ambush"), "{}", self.context());
        // Goals are the winner's, and two of them are the end.
        let scored = |state: &Value, seat: &str| state["goals"][seat].as_i64().unwrap();
        let loser = if winner == "dmo" { "ec" } else { "dmo" };
        assert_eq!(
            scored(&self.before, loser),
            scored(&self.after, loser),
            "{}",
            self.context()
        );
        let goals = scored(&self.after, winner);
        assert_eq!(
            goals >= 2,
            self.after["phase"] == "over",
            "{}",
            self.context()
        );
        assert!(goals <= 2 || self.has("ships"), "{}", self.context());
        assert_eq!(
            self.after["round"].as_i64().unwrap(),
            self.before["round"].as_i64().unwrap() + i64::from(goals < 2),
            "{}",
            self.context()
        );
        // Ships leaves nothing side by side that faces different ways.
        if self.has("ships") && goals < 2 {
            let arrows = self.after["arrows"].as_object().unwrap();
            for (one, arrow) in arrows {
                for (other, beside) in arrows {
                    let differ = arrow["owner"] == winner
                        && beside["owner"] == winner
                        && arrow["facing"] != beside["facing"];
                    assert!(!differ || distance(one, other) > 1, "{}", self.context());
                }
            }
        }
    }
}

fn chips(state: &Value) -> i64 {
    let of = |seat: &str| state["chips"][seat].as_i64().unwrap();
    of("dmo") + of("ec")
}

fn distance(one: &str, other: &str) -> u8 {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    one[0].abs_diff(other[0]) + one[1].abs_diff(other[1])
}

/// Spawn spaces of a host's own, blue's and red's, each in the way of the other.
const OWN_SPACES: [[&str; 4]; 2] = [
    ["A1 right", "D4 up", "D1 down", "A3 right"],
    ["A2 right", "C4 up", "D2 left", "B1 down"],
];

/// Each colour's lanes, from the spawn space to the last cell.
fn lanes(own: bool, shove: bool) -> Vec<(&'static str, &'static str, [&'static str; 4])> {
    if own {
        vec![
            ("dmo", "right", ["A1", "B1", "C1", "D1"]),
            ("dmo", "up", ["D4", "D3", "D2", "D1"]),
            ("dmo", "down", ["D1", "D2", "D3", "D4"]),
            ("dmo", "right", ["A3", "B3", "C3", "D3"]),
            ("ec", "right", ["A2", "B2", "C2", "D2"]),
            ("ec", "up", ["C4", "C3", "C2", "C1"]),
            ("ec", "left", ["D2", "C2", "B2", "A2"]),
            ("ec", "down", ["B1", "B2", "B3", "B4"]),
        ]
    } else if shove {
        vec![
            ("dmo", "right", ["A1", "B1", "C1", "D1"]),
            ("dmo", "right", ["A2", "B2", "C2", "D2"]),
            ("dmo", "right", ["A3", "B3", "C3", "D3"]),
            ("dmo", "right", ["A4", "B4", "C4", "D4"]),
            ("ec", "left", ["D1", "C1", "B1", "A1"]),
            ("ec", "left", ["D2", "C2", "B2", "A2"]),
            ("ec", "left", ["D3", "C3", "B3", "A3"]),
            ("ec", "left", ["D4", "C4", "B4", "A4"]),
        ]
    } else {
        vec![
            ("dmo", "down", ["B1", "B2", "B3", "B4"]),
            ("dmo", "left", ["D2", "C2", "B2", "A2"]),
            ("dmo", "up", ["C4", "C3", "C2", "C1"]),
            ("dmo", "right", ["A3", "B3", "C3", "D3"]),
            ("ec", "down", ["C1", "C2", "C3", "C4"]),
            ("ec", "left", ["D3", "C3", "B3", "A3"]),
            ("ec", "up", ["B4", "B3", "B2", "B1"]),
            ("ec", "right", ["A2", "B2", "C2", "D2"]),
        ]
    }
}

/// A match of few chips: Tiac has an arrow on B1, Zac one on C1, and Tiac has won the third bid.
const BOTH_SPAWNED: [&str; 8] = [
    "dmo bid 0",
    "ec bid 0",
    "dmo spawn B1",
    "dmo bid 0",
    "ec bid 0",
    "ec spawn C1",
    "dmo bid 0",
    "ec bid 0",
];

#[test]
fn the_clock_takes_chips_and_with_the_last_one_decides() {
    /// Chips at the start, what was played, who is late, what the clock writes, and the overtime
    /// before it.
    type Case<'a> = (u32, &'a [&'a str], Seat, &'a [&'a str], Option<u32>);
    let cases: &[Case] = &[
        (2, &[], Seat::Dmo, &["drain 1"], Some(10)),
        (1, &[], Seat::Ec, &["drain 1", "bid 0"], Some(10)),
        (1, &["clock for ec drain 1"], Seat::Ec, &["bid 0"], None),
        (5, &BOTH_SPAWNED, Seat::Dmo, &["drain 1"], Some(10)),
        (
            2,
            &BOTH_SPAWNED,
            Seat::Dmo,
            &["drain 1", "move B1"],
            Some(10),
        ),
        (1, &BOTH_SPAWNED, Seat::Dmo, &["move B1"], None),
        // Nothing is left to do: the drain ends the match, and nothing follows.
        (1, &BOTH_SPAWNED[..2], Seat::Dmo, &["drain 1"], Some(10)),
    ];
    for (chips, entries, seat, expected, overtime) in cases {
        let game = played(json!({ "chips": chips }), entries);
        let prompts = game.prompts();
        let prompt = prompts
            .iter()
            .find(|prompt| prompt.who == Party::Seat(*seat));
        assert_eq!(prompt.unwrap().overtime_s, *overtime, "{chips} {entries:?}");
        let acts = game.on_timeout(*seat, &mut Dice::new(7));
        assert_eq!(acts, *expected, "{chips} {entries:?}");
        let mut after = game.clone();
        for act in acts {
            after
                .act(Author::Clock, Some(Party::Seat(*seat)), &act)
                .unwrap();
        }
        // A drain alone is no new clock.
        if expected == &["drain 1"] && after.outcome().is_none() {
            assert_eq!(after.prompts()[0].id, game.prompts()[0].id);
        }
    }
    let forfeits = open(json!({"on_timeout": "forfeit"}));
    assert_eq!(forfeits.prompts()[0].overtime_s, None);
    assert_eq!(
        forfeits.on_timeout(Seat::Ec, &mut Dice::new(7)),
        ["forfeit"]
    );
}

#[test]
fn a_prompt_is_new_with_each_bid_and_each_action() {
    let mut ids = Vec::new();
    for count in 0..=BOTH_SPAWNED.len() {
        let prompts = played(json!({}), &BOTH_SPAWNED[..count]).prompts();
        assert!(prompts.iter().all(|prompt| prompt.id == prompts[0].id));
        let seats = if prompts[0].ask == "bid" { 2 } else { 1 };
        assert_eq!(prompts.len(), seats);
        ids.push(prompts[0].id);
    }
    assert_eq!(ids, [1, 1, 2, 3, 3, 4, 5, 5, 6]);
    let one_in = played(json!({}), &["ec bid 3"]).prompts();
    assert_eq!(
        one_in
            .iter()
            .map(|prompt| prompt.answered)
            .collect::<Vec<_>>(),
        [false, true]
    );
    let most = Control::Number {
        verb: "bid".into(),
        least: 0,
        most: 50,
    };
    assert!(one_in.iter().all(|prompt| prompt.control == most));
}

#[test]
fn a_player_without_arrows_is_warned_of_bidding_everything() {
    let cases: &[(u32, &[&str], Seat, &str)] = &[
        (
            50,
            &[],
            Seat::Dmo,
            "keep 1 chip to spawn one; who wins with more than 49 may be stuck",
        ),
        (
            50,
            &["dmo bid 0", "ec bid 0", "dmo spawn B1"],
            Seat::Ec,
            "more than 49",
        ),
        (
            1,
            &["clock for ec drain 1"],
            Seat::Ec,
            "cannot pay for a spawn",
        ),
    ];
    for (chips, entries, seat, warning) in cases {
        let asked = ask(&played(json!({ "chips": chips }), entries), *seat);
        assert!(asked.contains(warning), "{asked}");
    }
    // On spaces of the host's own an opponent's arrow may stand.
    let spawns = json!({ "blue": ["A2 right"], "red": ["A4 up", "D1 left"] });
    let entries = [
        "dmo bid 0",
        "ec bid 1",
        "ec spawn A4",
        "dmo bid 0",
        "ec bid 1",
        "ec move A4",
        "dmo bid 0",
        "ec bid 1",
        "ec move A3",
    ];
    let game = played(json!({ "chips": 10, "spawns": spawns }), &entries);
    let lost = "you have no arrows and no empty spawn space. If you win this bid, you lose.";
    let asked = ask(&game, Seat::Dmo);
    assert!(asked.contains(lost), "{asked}");
    let view = public(&game);
    let said = games::crossfire::say::ask_publicly(&view, Party::Seat(Seat::Dmo), &None);
    assert!(said.contains(lost), "{said}");
    assert!(!ask(&game, Seat::Ec).contains("Careful"));
    let caution = games::crossfire::say::caution(&view, Seat::Dmo, "bid 3").unwrap();
    assert!(
        caution.contains("**you lose the match at once**"),
        "{caution}"
    );
    let safe = played(json!({}), &BOTH_SPAWNED[..3]);
    assert!(!ask(&safe, Seat::Dmo).contains("Careful"));
    let acting = played(json!({}), &BOTH_SPAWNED);
    assert!(ask(&acting, Seat::Dmo).contains("spawn an arrow or move one"));
}

/// Everybody reads the same post after each round.
#[test]
fn everybody_is_warned_at_length_of_what_is_news() {
    let game = played(json!({}), &["dmo bid 0", "ec bid 0", "dmo spawn B1"]);
    let view = public(&game);
    let (from, to) = (Cell::new(1, 0), Cell::new(1, 1));
    let landing = Landing::Stays;
    let moved = |removed| crossfire::Happening::Moved {
        seat: Seat::Dmo,
        flight: Flight { from, to, landing },
        backward: false,
        removed,
    };
    let short = "from 0 to 50. Keep 1 chip to spawn: bids up to 49 are safe.";
    let whole = "from 0 to 50. Careful: you have no arrows. Keep 1 chip";
    for (happened, expected) in [
        (None, short),
        (Some(moved(None)), short),
        (Some(moved(Some(Seat::Ec))), whole),
    ] {
        let said = games::crossfire::say::ask_publicly(&view, Party::Seat(Seat::Ec), &happened);
        assert!(said.contains(expected), "{said}");
    }
    let opened = public(&open(json!({})));
    let said = games::crossfire::say::ask_publicly(&opened, Party::Seat(Seat::Ec), &None);
    assert!(said.contains(whole), "{said}");
    let safe = games::crossfire::say::ask_publicly(&view, Party::Seat(Seat::Dmo), &None);
    assert!(safe.ends_with("from 0 to 49."), "{safe}");
}

#[test]
fn what_is_asked_of_both_alike_is_said_once() {
    let first: &[&str] = &[];
    let second: &[&str] = &["dmo bid 0", "ec bid 0", "dmo spawn B1"];
    // How often it is asked, said until when, and what being late costs. Where the reserves differ,
    // both stand behind the base time.
    for (entries, reserves, expected) in [
        (first, [300, 300], [1, 1, 1]),
        (first, [300, 200], [1, 1, 1]),
        (second, [300, 300], [2, 1, 0]),
        (second, [300, 200], [2, 1, 0]),
    ] {
        let game = played(json!({}), entries);
        let asks = Seat::BOTH.into_iter().zip(reserves);
        let asks: Vec<(Asked, String)> = asks
            .map(|(seat, reserve_s)| {
                let asked = Asked {
                    seat,
                    ask: "bid".to_owned(),
                    control: Control::Buttons,
                    offers: Vec::new(),
                    base_ms: 60_000,
                    reserve_ms: reserve_s * 1000,
                    overtime_s: Some(10),
                    late: false,
                    loses: false,
                };
                (asked, String::new())
            })
            .collect();
        let view = game.view(Audience::Public);
        let now_ms = 1_795_341_561_000;
        let times = words::Times {
            from_ms: now_ms,
            now_ms,
            called: &[],
        };
        let said = words::asked(&asks, &[], &view, game.cast(), &times);
        let counted = ["bid in secret", "⏱️", "costs a chip"].map(|of| said.matches(of).count());
        assert_eq!(counted, expected, "{said}");
        let names = ["**Tiac**", "**Zac**"].map(|name| said.matches(name).count());
        assert_eq!(names, [1, 1], "{said}");
    }
}

fn public(game: &AnyGame) -> crossfire::View {
    game.view(Audience::Public).crossfire().unwrap().clone()
}

#[test]
fn what_is_left_after_a_bid_is_said_as_the_anomalies_have_it() {
    for (anomalies, said) in [
        (json!([]), "If you win with 50, you have 0 chips left"),
        (
            json!(["all_pay"]),
            "If you win with 50 and your opponent bids 0, you have 0 chips left",
        ),
    ] {
        let game = played(json!({ "chips": 50, "anomalies": anomalies }), &[]);
        let view = game.view(Audience::Seat(Seat::Dmo));
        let view = view.crossfire().unwrap();
        let caution = games::crossfire::say::caution(view, Seat::Dmo, "bid 50");
        let caution = caution.expect("everything is bid");
        assert!(caution.contains(said), "{caution}");
    }
}

fn ask(game: &AnyGame, seat: Seat) -> String {
    let view = game.view(Audience::Seat(seat));
    let view = view.crossfire().unwrap();
    games::crossfire::say::ask(view, games::Party::Seat(seat))
}

#[test]
fn what_people_type_is_understood() {
    let ambush = json!({"anomalies": ["ambush", "both_ways"]});
    let bidding = open(ambush.clone());
    let acting = played(ambush, &BOTH_SPAWNED);
    let cases: &[(&AnyGame, &str, Option<&str>)] = &[
        (&bidding, " 7 ", Some("bid 7")),
        (&bidding, "b7", Some("bid 7")),
        (&bidding, "b44", None),
        (&bidding, "b 44", Some("bid 44")),
        (&bidding, "b 2", Some("bid 2")),
        (&bidding, "b2", None),
        (&bidding, "b05", None),
        (&bidding, "B 7", Some("bid 7")),
        (&bidding, "bid7", Some("bid 7")),
        (&bidding, "all", Some("bid 50")),
        (&bidding, "07", None),
        (&bidding, "b1 b2", None),
        (&acting, "b1", Some("move B1")),
        (&acting, "d2", Some("spawn D2")),
        (&acting, "d2 c4", Some("spawn D2 C4")),
        (&acting, "s d2 c4", Some("spawn D2 C4")),
        (&acting, "m b1", Some("move B1")),
        (&acting, "mv B1", Some("move B1")),
        (&acting, "b b1", Some("back B1")),
        (&acting, "7", None),
        (&acting, "", None),
        (&acting, "what b1", None),
    ];
    for (game, text, expected) in cases {
        let found = game.expand(Party::Seat(Seat::Dmo), text);
        assert_eq!(found.as_deref(), *expected, "{text:?}");
    }
}

#[test]
fn offers_follow_what_is_typed() {
    let bidding = open(json!({"chips": 1000}));
    let acting = played(json!({"anomalies": ["ambush"]}), &BOTH_SPAWNED);
    let offers = |game: &AnyGame, prefix: &str| -> Vec<String> {
        let offers = game.offers(Party::Seat(Seat::Dmo), prefix);
        offers.into_iter().map(|offer| offer.act).collect()
    };
    let all = offers(&bidding, "");
    assert_eq!((all.len(), all[0].as_str()), (200, "bid 0"));
    assert_eq!(offers(&bidding, "BID 100"), ["bid 100", "bid 1000"]);
    let sevens = offers(&bidding, "bid 97");
    assert_eq!((sevens.len(), sevens[10].as_str()), (11, "bid 979"));
    for (prefix, count) in [("bid 0", 1), ("bid 1001", 0), ("bid 07", 0), ("move", 0)] {
        assert_eq!(offers(&bidding, prefix).len(), count, "{prefix}");
    }
    // Seven ways to spawn on three empty spaces, and one arrow to move.
    for (prefix, count) in [("", 8), ("Spawn a3", 4), ("m", 1), ("back", 0), ("bid", 0)] {
        assert_eq!(offers(&acting, prefix).len(), count, "{prefix}");
    }
    assert!(acting.offers(Party::Seat(Seat::Ec), "").is_empty());
}

#[test]
fn words_tell_the_whole_board_and_the_rules_of_this_match() {
    let all = json!({"chips": 30, "anomalies": ANOMALIES});
    let spawns = json!({ "blue": ["B1 down"], "red": ["A4 up", "D1 left"] });
    let own = public(&open(
        json!({ "anomalies": ["ships", "shove"], "spawns": spawns }),
    ));
    let rules = games::crossfire::say::rules(&own);
    let told = "The host chose the spawn spaces. Blue spawns on B1 down; red on A4 up and D1 left.";
    assert!(rules.ends_with(told), "{rules}");
    assert!(
        !rules.contains("reconstruct") && !rules.contains("does nothing"),
        "{rules}"
    );
    let plain = played(json!({}), &BOTH_SPAWNED[..7]);
    let cast = plain.cast().clone();
    let (open_bid, varied) = (public(&plain), public(&open(all)));
    let board = games::crossfire::say::description(&open_bid, &cast);
    for part in [
        "Crossfire. Round 3 · bids · blue wins a tie. Tiac has bid. Waiting for a bid from Zac.",
        "Tiac (blue): 49 chips, 0 of 2 goals. Arrows: B1 facing down.",
        "Zac (red): 49 chips",
        "C1 facing down",
        "Spawn spaces of blue: B1 down for 3,",
    ] {
        assert!(board.contains(part), "{part}: {board}");
    }
    let rules = games::crossfire::say::rules(&open_bid);
    assert!(
        rules.contains("50 chips") && !rules.contains("Ships"),
        "{rules}"
    );
    let rules = games::crossfire::say::rules(&varied);
    for part in [
        "30 chips",
        "(Ambush Reinforcements)",
        "(All-Pay)",
        "Biorhythm",
        "Both Ways",
        "**Ships in the Night:** After",
        "does nothing",
    ] {
        assert!(rules.contains(part), "{part}: {rules}");
    }
}

#[test]
fn a_bid_that_is_sealed_when_the_match_ends_is_told_as_unplayed() {
    let view = |game: &AnyGame, to| game.view(to).crossfire().unwrap().clone();
    let (dmo, ec) = (Author::Seat(Seat::Dmo), Author::Seat(Seat::Ec));
    for (by, whose, act) in [
        (dmo, None, "resign"),
        (Author::Host, Some(Party::Seat(Seat::Dmo)), "forfeit"),
        (Author::Host, None, "void"),
    ] {
        let mut game = open(json!({}));
        game.act(ec, None, "bid 5").unwrap();
        game.act(by, whose, act).unwrap();
        // Until it is revealed nobody else knows it.
        let public = view(&game, Audience::Public);
        assert_eq!(public.bids.ec, None, "{act}");
        let all = view(&game, Audience::All);
        let unplayed = "Zac's sealed bid of 5 went unplayed";
        for said in [
            games::crossfire::say::description(&all, game.cast()),
            games::crossfire::say::revealed(&all, game.cast()),
        ] {
            assert!(said.contains(unplayed), "{act}: {said}");
            assert!(!said.contains("bid 5"), "{act}: {said}");
        }
        assert_eq!(game.state()["bids"], json!({"ec": 5}));
    }
    // What both have bid was played, whatever ended the match after it.
    let mut game = open(json!({}));
    for (by, act) in [(ec, "bid 5"), (dmo, "bid 3"), (dmo, "resign")] {
        game.act(by, None, act).unwrap();
    }
    let said = games::crossfire::say::revealed(&view(&game, Audience::All), game.cast());
    assert!(
        said.ends_with("In the last round Tiac bid 3 and Zac bid 5."),
        "{said}"
    );
}

#[test]
fn what_happens_is_told_to_everybody() {
    let options = json!({"chips": 10, "anomalies": ["ships", "both_ways"]});
    let mut game = open(options);
    let dmo = Author::Seat(Seat::Dmo);
    let ec = Author::Seat(Seat::Ec);
    let clock = Author::Clock;
    let log: &[(Author, &str, &str)] = &[
        (dmo, "bid 3", "Tiac has bid."),
        (dmo, "bid 2", ""),
        (
            ec,
            "bid 2",
            "Tiac bid 2, Zac bid 2. Tiac wins the tie and pays Zac 2 chips.",
        ),
        (dmo, "spawn D2", "Tiac spawns on D2 for 1 chip."),
        (
            clock,
            "drain 1",
            "Zac is late and loses a chip; 11 chips left.",
        ),
        (dmo, "bid 0", "Tiac has bid."),
        (
            ec,
            "bid 1",
            "Tiac bid 0, Zac bid 1. Zac wins the bid and pays Tiac 1 chip.",
        ),
        (ec, "spawn A2", "Zac spawns on A2 for 1 chip."),
        (ec, "bid 0", "Zac has bid."),
        (
            dmo,
            "bid 0",
            "Tiac bid 0, Zac bid 0. Tiac wins the tie and pays nothing.",
        ),
        (dmo, "move D2", "Tiac moves from D2 to C2."),
        (ec, "bid 0", "Zac has bid."),
        (
            dmo,
            "bid 1",
            "Tiac bid 1, Zac bid 0. Tiac wins the bid and pays Zac 1 chip.",
        ),
        (dmo, "move C2", "Tiac moves from C2 to B2."),
        (ec, "bid 0", "Zac has bid."),
        (
            dmo,
            "bid 1",
            "Tiac bid 1, Zac bid 0. Tiac wins the bid and pays Zac 1 chip.",
        ),
        (
            dmo,
            "spawn B1",
            "Tiac spawns on B1 for 1 chip. \
             Ships: Tiac's arrows move from B1 to B2 and B2 to A2 (goal). Zac's arrow on A2 is removed.",
        ),
        (ec, "bid 0", "Zac has bid."),
        (
            dmo,
            "bid 1",
            "Tiac bid 1, Zac bid 0. Tiac wins the bid and pays Zac 1 chip.",
        ),
        (dmo, "back B2", "Tiac moves from B2 back to B1."),
        (dmo, "bid 0", "Tiac has bid."),
        (
            ec,
            "bid 12",
            "Tiac bid 0, Zac bid 12. Zac wins the bid and pays Tiac 12 chips. Zac can neither spawn nor move.",
        ),
    ];
    for (by, act, expected) in log {
        let whose = (*by == clock).then_some(Party::Seat(Seat::Ec));
        let taken = game.act(*by, whose, act).unwrap();
        let told: Vec<String> = taken
            .happenings
            .iter()
            .map(|happening| match happening {
                Happening::OfGame(happening) => {
                    let happening = happening.crossfire().unwrap();
                    games::crossfire::say::happening(happening, game.cast())
                }
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(told.join(" "), *expected, "{act}");
    }
}
