//! Pictures of a season's standings, compared with references. Each
//! `tests/boards/standings/NAME.txt` is drawn as `NAME-all.png`. `DEALER_BLESS=1` writes the
//! references: look at them before you commit.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use canvas::Avatar;
use dealer::boards::{self, Standings, StandingsRow};
use games::tokens::Faces;
use games::{CastId, GameId, Role};

#[path = "../crates/matches/tests/common/reference.rs"]
mod reference;
use reference::{compare_to_reference, files};

#[test]
fn standings_match_their_references() {
    canvas::bundled_fonts_only();
    let mut faces = Faces::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let avatar = root.join("crates/matches/tests/pictures/faces/square.png");
    let avatar = fs::read(avatar).unwrap();
    faces.set(CastId(1), Avatar::read(&avatar).unwrap());
    let (mut drawn, mut faults) = (BTreeSet::new(), Vec::new());
    for script in files(&root.join("tests/boards/standings"), "txt") {
        let text = fs::read_to_string(&script).unwrap();
        let standings = standings(&text);
        let faces = match text.lines().find_map(|line| line.strip_prefix("faceless ")) {
            Some(game) => Faces::hidden_for(GameId::read(game).unwrap()),
            None => faces.clone(),
        };
        let picture = boards::draw_standings(&standings, &faces);
        let again = boards::draw_standings(&standings, &faces);
        assert_eq!(picture.png, again.png, "the same view gives the same bytes");
        let at = script.display().to_string();
        compare_to_reference(&picture, &script, "all", &at, &mut drawn, &mut faults);
    }
    assert!(drawn.len() >= 3);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Lines: `title NAME` and, as in boards, `faceless GAME`, then `ROLE NAME | GARNETS | STRIKES`.
/// `-` stands for a hidden count.
fn standings(text: &str) -> Standings {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut standings = Standings {
        title: String::new(),
        people: Vec::new(),
    };
    for line in lines {
        let (word, rest) = line.split_once(' ').unwrap();
        let role = match word {
            "title" => {
                standings.title = rest.to_owned();
                continue;
            }
            "faceless" => continue,
            "player" => Role::Player,
            "eliminated" => Role::Eliminated,
            _ => Role::Dealer,
        };
        let parts: Vec<&str> = rest.split(" | ").collect();
        standings.people.push(StandingsRow {
            name: parts[0].to_owned(),
            role,
            garnets: parts[1].parse().ok(),
            strikes: parts[2].parse().unwrap(),
        });
    }
    standings
}
