//! Pictures against references, and what they promise: the same view gives the same bytes, and
//! hostile avatars do no harm.
//!
//! Every `crates/games/src/GAME/pictures/NAME.txt` is a match, written as in
//! `tests/transcripts.rs`. A line `picture WHAT AUDIENCE` compares what the audience sees then with
//! the reference `NAME-WHAT.png`; the audience is `public`, `host`, `all`, `dmo`, `ec` or a name.
//! `face WHO FILE` gives somebody an avatar from `tests/boards/faces/`; `sketch WHAT TILES | SIDES`
//! compares what is tried in Short Circuit. `DEALER_BLESS=1` writes the references; look at them
//! before they are committed. A line `faceless GAME` hides all faces from there on, for the sake of
//! a match of that game.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use canvas::{Animation, Picture};
use canvas::{Avatar, AvatarError};
use dealer::boards::{self, Standee, Standings};
use games::short_circuit::{Sketch, Step, read_pieces};
use games::tokens::Faces;
use games::{AnyGame, Audience, CastId, GameId, Member, Role, Seat, View};
use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, Rgb, RgbImage};
use matches::record::{Record, RecordError};
use serde_json::{Value, json};

#[path = "../crates/matches/tests/common/mod.rs"]
mod common;
use common::{empty_record, entry_of, header};

/// How far a channel may be off before a pixel counts as different, and how many different pixels
/// are taken for rounding.
const CHANNEL_TOLERANCE: u8 = 12;
const PIXEL_TOLERANCE: usize = 40;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/boards")
}

fn pictures_of(game: GameId) -> PathBuf {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/games/src");
    games.join(game.word()).join("pictures")
}

#[test]
fn every_picture_is_like_its_reference() {
    canvas::bundled_fonts_only();
    let mut faults = Vec::new();
    for id in GameId::ALL {
        let mut drawn = BTreeSet::new();
        for script in files(&pictures_of(*id), "txt") {
            check(&script, &mut drawn, &mut faults);
        }
        assert!(!drawn.is_empty(), "{} has no pictures", id.word());
        let references: BTreeSet<PathBuf> = files(&pictures_of(*id), "png").into_iter().collect();
        let stale: Vec<_> = references.difference(&drawn).collect();
        assert!(stale.is_empty(), "no line draws {stale:?}");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A host's own map may have any coordinates.
#[test]
fn every_map_is_drawn_whatever_its_coordinates() {
    let mut dice = fastrand::Rng::with_seed(7);
    for case in 0..24 {
        let count = dice.usize(8..=26);
        let mut coordinate = || -> f64 {
            let sign = if dice.bool() { 1.0 } else { -1.0 };
            match case % 6 {
                // Whole numbers near each other, all in one place, or nearly in one line.
                0 => f64::from(dice.u8(0..4)),
                1 => 0.0,
                2 => sign * 1e-12 * dice.f64(),
                3 => sign * 10f64.powi(dice.i32(-3..4)),
                4 => sign * 10f64.powi(dice.i32(-40..40)),
                _ => sign * 10f64.powi(dice.i32(-320..309)),
            }
        };
        let mut record = empty_record();
        record.game = "invitational".to_owned();
        let names: Vec<String> = (0..count).map(|number| format!("P{number}")).collect();
        let lines = case % 2 == 0;
        let house = |name: &String| json!({ "name": name, "x": coordinate(), "y": if lines { 5.0 } else { coordinate() } });
        let houses: Vec<Value> = names.iter().map(house).collect();
        let roads: Vec<Value> = names.windows(2).map(|ends| json!(ends)).collect();
        let map = json!({ "houses": houses, "roads": roads, "dealers": [names[0]] });
        record.options.insert("map".to_owned(), map);
        record
            .cast
            .extend(names.iter().enumerate().map(|(place, name)| Member {
                name: name.clone(),
                role: if place == 0 {
                    Role::Dealer
                } else {
                    Role::Player
                },
            }));
        record.seats.dmo = names[1].clone();
        record.seats.ec = names[2].clone();
        let game = record
            .open()
            .unwrap_or_else(|error| panic!("{case}: {error:?}"));
        let picture = games::draw(&game.view(Audience::Public), game.cast(), &Faces::new());
        assert!(picture.height <= 2_600, "{case}: {} high", picture.height);
    }
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|_| panic!("{} is missing", folder.display()));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| extension == "*" || path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

fn check(script: &Path, drawn: &mut BTreeSet<PathBuf>, faults: &mut Vec<String>) {
    let text = fs::read_to_string(script).unwrap();
    let mut record = empty_record();
    let mut faces = Faces::new();
    for (number, line) in text.lines().enumerate() {
        let at = format!("{}:{}", script.display(), number + 1);
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(rest) = line.strip_prefix("face ") {
            let (who, file) = rest.rsplit_once(' ').unwrap();
            let who = record.open().unwrap().cast().find(who).expect(&at);
            let file = fs::read(folder().join("faces").join(file)).unwrap();
            faces.set(who, Avatar::read(&file).expect(&at));
            continue;
        }
        if let Some(game) = line.strip_prefix("faceless ") {
            faces = Faces::hidden_for(GameId::read(game).expect(&at));
            continue;
        }
        if let Some(rest) = line.strip_prefix("sketch ") {
            let (what, steps) = rest.split_once(' ').unwrap();
            let game = play(&record).unwrap_or_else(|error| panic!("{at}: {error:?}"));
            let picture = sketched(&game, steps, &faces, &at);
            compare_to_reference(&picture, script, what, &at, drawn, faults);
            continue;
        }
        let Some(rest) = line.strip_prefix("picture ") else {
            if !header(line, &mut record, &at) {
                record.log.push(entry_of(line, record.log.len(), &at));
            }
            continue;
        };
        let (what, audience) = rest
            .split_once(' ')
            .unwrap_or_else(|| panic!("{at}: picture WHAT AUDIENCE"));
        let game = play(&record).unwrap_or_else(|error| panic!("{at}: {error:?}"));
        let view = game.view(audience_of(audience, &game));
        let picture = games::draw(&view, game.cast(), &faces);
        let again = games::draw(&view, game.cast(), &faces);
        assert_eq!(
            picture.png, again.png,
            "{at}: the same view gives the same bytes"
        );
        compare_to_reference(&picture, script, what, &at, drawn, faults);
    }
}

fn compare_to_reference(
    picture: &Picture,
    script: &Path,
    what: &str,
    at: &str,
    drawn: &mut BTreeSet<PathBuf>,
    faults: &mut Vec<String>,
) {
    let name = format!(
        "{}-{what}.png",
        script.file_stem().unwrap().to_str().unwrap()
    );
    let reference = script.with_file_name(&name);
    if let Err(fault) = compare(picture, &reference, &name) {
        faults.push(format!("{at}: {fault}"));
    }
    drawn.insert(reference);
}

/// What somebody tries in Short Circuit: `TILES | SIDES` in which the pen goes then.
fn sketched(game: &AnyGame, steps: &str, faces: &Faces, at: &str) -> Picture {
    let mut view = game
        .view(Audience::Public)
        .short_circuit()
        .expect(at)
        .clone();
    let table = view.table.as_ref().expect(at);
    let mut sketch = Sketch::new(table);
    let (tiles, sides) = steps.split_once('|').unwrap_or((steps, ""));
    let tiles = read_pieces(tiles).expect(at);
    sketch.take(table, &Step::Set(tiles)).expect(at);
    for side in sides.split_whitespace() {
        let side = serde_json::from_value(side.into()).expect(at);
        sketch.take(table, &Step::Go(side)).expect(at);
    }
    view.sketch = Some(sketch);
    games::draw(&View::from(view), game.cast(), faces)
}

fn play(record: &Record) -> Result<AnyGame, RecordError> {
    let mut game = record.open()?;
    match record.replay(|_, now| game = now.clone()) {
        Ok(_) | Err(RecordError::Result { .. }) => Ok(game),
        Err(error) => Err(error),
    }
}

fn audience_of(word: &str, game: &AnyGame) -> Audience {
    match word {
        "public" => Audience::Public,
        "host" => Audience::Host,
        "all" => Audience::All,
        word => match Seat::read(word) {
            Some(seat) => Audience::Seat(seat),
            None => Audience::Cast(game.cast().find(word).unwrap()),
        },
    }
}

#[test]
fn standings_are_like_their_references() {
    canvas::bundled_fonts_only();
    let mut faces = Faces::new();
    let avatar = fs::read(folder().join("faces/square.png")).unwrap();
    faces.set(CastId(1), Avatar::read(&avatar).unwrap());
    let (mut drawn, mut faults) = (BTreeSet::new(), Vec::new());
    for script in files(&folder().join("standings"), "txt") {
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

/// Lines `title NAME` and, as in boards, `faceless GAME`, then `ROLE NAME | GARNETS | STRIKES`; `-`
/// for a count that is not shown.
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
        standings.people.push(Standee {
            name: parts[0].to_owned(),
            role,
            garnets: parts[1].parse().ok(),
            strikes: parts[2].parse().unwrap(),
        });
    }
    standings
}

fn pixels(png: &[u8]) -> RgbImage {
    image::load_from_memory(png).unwrap().into_rgb8()
}

fn compare(picture: &Picture, reference: &Path, name: &str) -> Result<(), String> {
    if std::env::var_os("DEALER_BLESS").is_some() {
        fs::write(reference, &picture.png).unwrap();
        return Ok(());
    }
    let Ok(file) = fs::read(reference) else {
        return Err(format!("{name} is missing; DEALER_BLESS=1 writes it"));
    };
    if file == picture.png {
        return Ok(());
    }
    let (expected, actual) = (pixels(&file), pixels(&picture.png));
    let off = |a: &Rgb<u8>, b: &Rgb<u8>| {
        a.0.iter()
            .zip(b.0)
            .any(|(a, b)| a.abs_diff(b) > CHANNEL_TOLERANCE)
    };
    let different = if expected.dimensions() == actual.dimensions() {
        expected
            .pixels()
            .zip(actual.pixels())
            .filter(|(a, b)| off(a, b))
            .count()
    } else {
        usize::MAX
    };
    if different <= PIXEL_TOLERANCE {
        return Ok(());
    }
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("boards");
    fs::create_dir_all(&out).unwrap();
    let stem = name.trim_end_matches(".png");
    fs::write(out.join(format!("{stem}.expected.png")), &file).unwrap();
    fs::write(out.join(format!("{stem}.actual.png")), &picture.png).unwrap();
    let difference = RgbImage::from_fn(actual.width(), actual.height(), |x, y| {
        let (found, wanted) = (actual.get_pixel(x, y), expected.get_pixel_checked(x, y));
        match wanted {
            Some(wanted) if !off(found, wanted) => Rgb(found.0.map(|channel| channel / 4)),
            _ => Rgb([255, 0, 255]),
        }
    });
    difference
        .save(out.join(format!("{stem}.difference.png")))
        .unwrap();
    Err(format!(
        "{name} differs; expected, actual and difference are in {}",
        out.display()
    ))
}

#[test]
fn drawing_in_parallel_gives_the_same_bytes() {
    canvas::bundled_fonts_only();
    let record = matches::selfplay::play(GameId::Gridlock, 3);
    let game = play(&record).unwrap();
    let draw = || games::draw(&game.view(Audience::All), game.cast(), &Faces::new()).png;
    let once = draw();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(draw)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), once);
        }
    });
}

#[test]
fn an_animation_shows_each_turn() {
    canvas::bundled_fonts_only();
    // A game whose picture stays as high as it is, and the one whose picture does not.
    for (game, seed) in [(GameId::Gridlock, 9), (GameId::ShortCircuit, 3)] {
        let record = matches::selfplay::play(game, seed);
        let mut animation = Animation::new();
        let mut pictures = Vec::new();
        record
            .replay(|_, game| {
                let view = game.view(Audience::Public);
                animation.add(&games::frame(&view, game.cast()));
                pictures.push(games::draw(&view, game.cast(), &Faces::new()));
            })
            .unwrap();
        let file = animation.finish().unwrap();
        let frames = GifDecoder::new(Cursor::new(file)).unwrap().into_frames();
        let frames = frames.collect_frames().unwrap();
        assert_eq!(frames.len(), record.log.len());
        for index in [0, frames.len() - 1] {
            let (shown, picture) = (frames[index].buffer(), pixels(&pictures[index].png));
            let mut far = 0;
            let (mut counts, mut counts_there) = (HashMap::new(), HashMap::new());
            let both = || {
                let pixels = picture.enumerate_pixels();
                pixels.map(|(x, y, pixel)| {
                    let [red, green, blue, _] = shown.get_pixel(x, y).0;
                    (pixel.0, [red, green, blue])
                })
            };
            for (pixel, there) in both() {
                *counts.entry(pixel).or_insert(0) += 1;
                *counts_there.entry(there).or_insert(0) += 1;
            }
            for (pixel, there) in both() {
                // An area is exact; an edge may be of a colour that is there already, in the
                // picture as in the animation.
                let off = (0..3).map(|channel| pixel[channel].abs_diff(there[channel]));
                let is_area = counts[&pixel] >= 1_000 && counts_there[&there] >= 1_000;
                let most = if is_area { 0 } else { 24 };
                far += usize::from(off.max() > Some(most));
            }
            // A few edges have become one area's colour in the picture and another's here.
            assert!(
                far <= 200,
                "{game:?}, frame {index}: {far} pixels are far off"
            );
        }
    }
    assert_eq!(Animation::new().finish(), None);
}

#[test]
fn what_was_drawn_before_changes_nothing() {
    canvas::bundled_fonts_only();
    let games: Vec<AnyGame> = GameId::ALL
        .iter()
        .map(|game| play(&matches::selfplay::play(*game, 5)).unwrap())
        .collect();
    let mut faces = Faces::new();
    let avatar = fs::read(folder().join("faces/square.png")).unwrap();
    faces.set(CastId(0), Avatar::read(&avatar).unwrap());
    let draw = |game: &AnyGame| games::draw(&game.view(Audience::All), game.cast(), &faces).png;
    let forwards: Vec<Vec<u8>> = games.iter().map(draw).collect();
    let mut backwards: Vec<Vec<u8>> = games.iter().rev().map(draw).collect();
    backwards.reverse();
    assert!(forwards == backwards);
}

#[test]
fn every_kind_of_png_is_read_as_an_avatar() {
    for file in files(&folder().join("faces"), "*") {
        let read = Avatar::read(&fs::read(&file).unwrap());
        assert_eq!(read.err(), None, "{}", file.display());
    }
}

#[test]
fn hostile_avatars_are_refused() {
    canvas::bundled_fonts_only();
    let game = play(&matches::selfplay::play(GameId::Gridlock, 3)).unwrap();
    let view = game.view(Audience::Public);
    let who = game.cast().seated(Seat::Dmo);
    let avatar = fs::read(folder().join("faces/square.png")).unwrap();
    let generated = games::draw(&view, game.cast(), &Faces::new());
    let mut cut = avatar.clone();
    cut.truncate(avatar.len() / 2);
    // A PNG that says it is this large, with next to no data behind it.
    let claims = |width: u32, height: u32| {
        let mut file = Vec::new();
        let header = png::Encoder::new(&mut file, width, height).write_header();
        header.unwrap().write_chunk(png::chunk::IDAT, &[]).unwrap();
        file
    };
    type Expected = fn(&AvatarError) -> bool;
    let cases: [(&str, Vec<u8>, Expected); 10] = [
        ("nothing", Vec::new(), |e| *e == AvatarError::NotPng),
        ("words", b"a picture of me".to_vec(), |e| {
            *e == AvatarError::NotPng
        }),
        (
            "a script",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
            |e| *e == AvatarError::NotPng,
        ),
        (
            "a kind that is not for avatars",
            b"BM\x36\0\0\0".to_vec(),
            |e| *e == AvatarError::NotPng,
        ),
        (
            "a file that is too long",
            vec![0; canvas::MOST_BYTES + 1],
            |e| matches!(e, AvatarError::TooManyBytes { .. }),
        ),
        ("a picture that is cut off", cut, |e| {
            matches!(e, AvatarError::Broken(_))
        }),
        ("a signature only", b"\x89PNG\r\n\x1a\n".to_vec(), |e| {
            matches!(e, AvatarError::Broken(_))
        }),
        ("a picture said to be huge", claims(60_000, 60_000), |e| {
            matches!(e, AvatarError::TooLarge { width: 60_000, .. })
        }),
        (
            "a picture that is said to be large, without data",
            claims(1024, 1024),
            |e| matches!(e, AvatarError::Broken(_)),
        ),
        (
            "a moving picture",
            b"GIF89a\x40\0\x40\0\0\0\0".to_vec(),
            |e| *e == AvatarError::NotPng,
        ),
    ];
    let mut faces = Faces::new();
    faces.set(who, Avatar::read(&avatar).unwrap());
    let shown = games::draw(&view, game.cast(), &faces);
    assert_ne!(shown.png, generated.png, "the avatar is shown");
    for (what, bytes, expected) in cases {
        let error = Avatar::read(&bytes).err().expect(what);
        assert!(expected(&error), "{what}: {error:?}");
    }
}
