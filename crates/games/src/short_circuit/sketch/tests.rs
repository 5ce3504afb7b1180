//! Sketches drawn step by step, and the tiles on them afterwards.

use super::*;
use crate::short_circuit::drawing;

fn table(rows: &str) -> Table {
    Table {
        board: drawing::board(rows),
        battery: Vec::new(),
        supply: Supply {
            straight: 4,
            turn: 6,
            crossroad: 1,
            thunder: 1,
        },
        last: Vec::new(),
    }
}

/// `<` `>` `^` `v` are arrows. `'` lifts or lowers the pen; `@C` and `@3` place it. `@` with a tile
/// lays that tile, `@-` removes one. `r` turns, `u` undoes, `c` clears.
fn step(word: &str) -> SketchStep {
    match word {
        "<" => SketchStep::Go(Side::West),
        ">" => SketchStep::Go(Side::East),
        "^" => SketchStep::Go(Side::North),
        "v" => SketchStep::Go(Side::South),
        "r" => SketchStep::Turn,
        "u" => SketchStep::TakeBack,
        "c" => SketchStep::Clear,
        "@-" => SketchStep::Lay(None),
        word => {
            let word = word.strip_prefix('@').unwrap();
            if let Some(tile) = Tile::read(word) {
                return SketchStep::Lay(Some(tile));
            }
            match word.parse::<u8>() {
                Ok(row) => SketchStep::Row(row - 1),
                Err(_) => SketchStep::Column(word.as_bytes()[0] - b'A'),
            }
        }
    }
}

/// Takes a step as the panel does: reads what was kept, brings it up to date and changes it.
fn take(sketch: &mut Sketch, table: &Table, word: &str) -> Result<(), Snag> {
    let kept = serde_json::to_string(sketch).unwrap();
    *sketch = serde_json::from_str(&kept).unwrap();
    sketch.refresh(table);
    let step = match word {
        "'" => SketchStep::Draws(!sketch.draws()),
        word => step(word),
    };
    sketch.take(table, &step)
}

const MIDDLE: &str = ". . . . . / . . . . . / . H H . . / . . . . . / . . . . .";

#[test]
fn the_pen_lays_the_matching_tile() {
    for row in include_str!("pen.txt").lines().skip(1) {
        let [what, rows, steps, laid, pen] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let rows = if rows == "middle" { MIDDLE } else { rows };
        let given = |cell| if cell == "-" { "" } else { cell };
        let (steps, laid) = (given(steps), given(laid));
        let table = table(rows);
        let mut sketch = Sketch::new(&table);
        for word in steps.split_whitespace() {
            take(&mut sketch, &table, word).unwrap();
        }
        let pieces = sketch.pieces(&table);
        let pieces: Vec<String> = pieces.iter().map(ToString::to_string).collect();
        assert_eq!(pieces.join(" "), laid, "{what}");
        assert_eq!(sketch.pen().to_string(), pen, "{what}");
    }
}

#[test]
fn a_closed_line_is_a_complete_circuit() {
    let table = table(MIDDLE);
    let mut sketch = Sketch::new(&table);
    for word in "^ < < < v".split_whitespace() {
        take(&mut sketch, &table, word).unwrap();
        assert!(!sketch.completes(&table));
    }
    take(&mut sketch, &table, ">").unwrap();
    assert!(sketch.completes(&table));
}

#[test]
fn steps_that_change_nothing_say_why() {
    let none_left = |kind, thunder| Snag::NoneLeft { kind, thunder };
    for (steps, snag) in [
        ("<", Snag::Back(Side::West)),
        ("u", Snag::NothingLaid),
        ("r", Snag::NothingLaid),
        ("@-", Snag::NothingLaid),
        ("@B @H", Snag::Occupied(Cell::new(1, 2))),
        ("' @A <", Snag::Edge),
        ("@X r", Snag::Unturnable),
        ("@X @A @1 @X", none_left(Kind::Crossroad, true)),
        (
            "@A @1 @H @B @H @C @H @D @H @E @T @A @2 @H",
            none_left(Kind::Straight, false),
        ),
        (
            "@A @1 @H @B @H @C @H @D @H @A @2 @H",
            none_left(Kind::Straight, true),
        ),
        ("@T @A @1 @T", none_left(Kind::Thunder, false)),
    ] {
        let table = table(MIDDLE);
        let mut sketch = Sketch::new(&table);
        let (last, before) = {
            let mut words: Vec<&str> = steps.split_whitespace().collect();
            (words.pop().unwrap(), words)
        };
        for word in before {
            take(&mut sketch, &table, word).unwrap();
        }
        let untouched = sketch.clone();
        let refused = take(&mut sketch, &table, last);
        assert_eq!(refused, Err(snag), "{steps}");
        assert_eq!(sketch, untouched, "{steps}");
    }
}

#[test]
fn a_sketch_drops_tiles_that_no_longer_fit_the_table() {
    let mut now = table(MIDDLE);
    let mut sketch = Sketch::new(&now);
    for word in ["^", "<", "<"] {
        take(&mut sketch, &now, word).unwrap();
    }
    let laid = Piece {
        cell: Cell::new(3, 2),
        tile: Tile::V,
    };
    now.board.lay(&[laid]);
    now.supply.turn = 0;
    // Tiles on cells that are taken now, and tiles that ran out, are reported.
    let covered = sketch.refresh(&now);
    let told: Vec<String> = covered.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["D3=NW"]);
    assert_eq!(sketch.refresh(&now), []);
    let left_out = sketch.left_out(&now);
    let told: Vec<String> = left_out.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["D2=SW"]);
    let pieces: Vec<String> = sketch
        .pieces(&now)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(pieces, ["C2=H"]);
    assert_eq!(sketch.supply(&now).straight, 3);
}
