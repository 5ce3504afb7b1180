//! Compares pictures with references. Checks too that the same view gives the same bytes and that
//! hostile avatars do no harm.
//!
//! Every `crates/games/src/GAME/pictures/NAME.txt` is a match in the format of `transcripts.rs`,
//! with lines that draw it as it is by then:
//!
//! - `picture WHAT AUDIENCE` compares what the audience sees with `NAME-WHAT.png`. The audience is
//!   `public`, `host`, `all`, `dmo`, `ec` or a name.
//! - `end WHAT` compares the picture of the result.
//! - `card WHAT SQUARES PLACE` or `PLACE | MEANING` compares the end card, which says these words,
//!   and the coloured squares in its line of text.
//! - `sketch WHAT STEP VALUE | STEP | …` compares the public board after these steps of the game's
//!   panel.
//! - `face WHO FILE` gives somebody an avatar from `faces/` beside this file.
//! - `faceless GAME` hides all faces from then on, as a match of that game does.
//!
//! `DEALER_BLESS=1` writes the references; look at them before you commit them.

#![allow(
    clippy::disallowed_methods,
    reason = "references and scripts are files"
)]

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use canvas::{Avatar, Picture};
use games::end_card::EndCard;
use games::panel::PanelInput;
use games::tokens::Faces;
use games::{AnyGame, Audience, CastId, GameId, Party, Seat};
use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, Frame};
use matches::record::{Record, RecordError};

mod avatars;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/reference.rs"]
mod reference;
use common::{empty_record, entry_of, header};
use reference::{compare_to_reference, files, pixels};

fn faces_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures/faces")
}

fn pictures_of(game: GameId) -> PathBuf {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src");
    games.join(game.word()).join("pictures")
}

#[test]
fn every_picture_matches_its_reference() {
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
            let file = fs::read(faces_folder().join(file)).unwrap();
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
        if let Some(rest) = line.strip_prefix("card ") {
            let (what, words) = rest.split_once(' ').unwrap();
            let (squares, words) = words.split_once(' ').unwrap();
            let (place, meaning) = words.split_once(" | ").unwrap_or((words, ""));
            let game = play(&record).unwrap_or_else(|error| panic!("{at}: {error:?}"));
            let (line, picture) = card(&game, &record, (place, meaning), &faces);
            let said: String = line
                .chars()
                .filter(|sign| "🟦🟪🟥".contains(*sign))
                .collect();
            if said != squares {
                faults.push(format!("{at}: {said} in {line}"));
            }
            compare_to_reference(&picture, script, what, &at, drawn, faults);
            continue;
        }
        if let Some(what) = line.strip_prefix("end ") {
            let game = play(&record).unwrap_or_else(|error| panic!("{at}: {error:?}"));
            assert!(game.outcome().is_some(), "{at}: the match is not over");
            let view = game.view(Audience::Public);
            let picture = games::draw_end(&view, &record.views(), game.cast(), &faces);
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

fn card(
    game: &AnyGame,
    record: &Record,
    (place, meaning): (&str, &str),
    faces: &Faces,
) -> (String, Picture) {
    let (view, cast) = (game.view(Audience::All), game.cast());
    let outcome = game.outcome().expect("the match is over");
    let card = EndCard {
        winner: outcome.winner.expect("somebody has won"),
        reason: outcome.reason,
        title: game.id().catalogue().title.to_owned(),
        place: place.to_owned(),
        meaning: meaning.to_owned(),
    };
    let views = record.views();
    let line = games::end_card::line(&card, &view, &views, cast);
    assert!(
        !line.contains('\n') && line.contains(cast.seat_name(card.winner)),
        "{line}"
    );
    (
        line,
        games::end_card::draw(&card, &view, &views, cast, faces),
    )
}

/// The board that everybody sees, with somebody's sketch on it.
fn sketched(game: &AnyGame, steps: &str, faces: &Faces, at: &str) -> Picture {
    let view = game.view(Audience::Public);
    let mut draft: Option<String> = None;
    for step in steps.split(" | ") {
        let (step, value) = match step.split_once(' ') {
            Some((step, value)) => (step, Some(value)),
            None => (step, None),
        };
        let desk = PanelInput {
            view: &view,
            whose: Party::Seat(Seat::Dmo),
            asked: None,
            offers: &[],
            draft: draft.as_deref(),
            cast: game.cast(),
            refuses: &|_| None,
            refused: None,
        };
        let stepped = desk.step(step, value).expect(at);
        assert_eq!(stepped.refused, None, "{at}");
        draft = stepped.draft;
    }
    let sketch = view.sketch(draft.as_deref()).expect(at);
    games::draw(&sketch, game.cast(), faces)
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
fn drawing_in_parallel_gives_the_same_bytes() {
    canvas::bundled_fonts_only();
    let record = matches::selfplay::play(GameId::EXAMPLE, 3);
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
    // The height of the first game's picture stays the same; the second one's changes.
    for (game, seed) in [("gridlock", 9), ("short_circuit", 3)] {
        let game = GameId::read(game).unwrap();
        let record = matches::selfplay::play(game, seed);
        let (mut boards, mut pictures) = (Vec::new(), Vec::new());
        let game = record.replay(|_, game| {
            let view = game.view(Audience::Public);
            pictures.push(games::draw(&view, game.cast(), &Faces::new()));
            boards.push(view);
        });
        let game = game.unwrap();
        let animate = |most| games::animate(&boards, game.cast(), &Faces::new(), most);
        let file = animate(usize::MAX).unwrap();
        // A smaller file leaves out boards, but never the last one.
        let small = animate(file.len() / 2).unwrap();
        assert!(small.len() <= file.len() / 2);
        let frames = frames(file);
        let fewer = self::frames(small);
        assert_eq!(frames.len(), record.log.len());
        assert!(fewer.len() <= frames.len().div_ceil(2), "{}", fewer.len());
        let last = |frames: &[Frame]| frames.last().unwrap().buffer().clone();
        let far = |(one, other): (&u8, &u8)| one.abs_diff(*other) > 48;
        let (last, last_of_fewer) = (last(&frames), last(&fewer));
        let off = last
            .iter()
            .zip(last_of_fewer.iter())
            .filter(|pair| far(*pair));
        assert!(off.count() <= 200, "the last board differs");
        assert_eq!(animate(1_000), None);
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
                // Areas are exact. An edge may have another colour of the picture, there or
                // here.
                let off = (0..3).map(|channel| pixel[channel].abs_diff(there[channel]));
                let is_area = counts[&pixel] >= 1_000 && counts_there[&there] >= 1_000;
                let most = if is_area { 0 } else { 24 };
                far += usize::from(off.max() > Some(most));
            }
            // A few edge pixels got another colour in the picture than here.
            assert!(
                far <= 200,
                "{game:?}, frame {index}: {far} pixels are far off"
            );
        }
    }
}

#[test]
fn an_animation_has_the_faces_of_the_boards() {
    canvas::bundled_fonts_only();
    let record = matches::selfplay::play(GameId::read("roundabout").unwrap(), 3);
    let mut faces = Faces::new();
    let files = files(&faces_folder(), "png").into_iter().cycle();
    for (who, file) in record.open().unwrap().cast().ids().zip(files) {
        faces.set(who, Avatar::read(&fs::read(file).unwrap()).unwrap());
    }
    let frames = frames(record.animate(&faces, 10 << 20).unwrap());
    let game = play(&record).unwrap();
    let last = games::draw(&game.view(Audience::All), game.cast(), &faces);
    // Few colours are not far off in the middle of several pixels.
    let blurred = |image: image::RgbImage| image::imageops::thumbnail(&image, 125, 125);
    let shown = image::DynamicImage::from(frames.last().unwrap().buffer().clone()).into_rgb8();
    let [shown, picture] = [shown, pixels(&last.png)].map(blurred);
    let off = |one: &[u8; 3], other: &[u8; 3]| {
        one.iter()
            .zip(other)
            .map(|(one, other)| one.abs_diff(*other))
            .max()
    };
    let both = shown.pixels().zip(picture.pixels());
    let far = both.filter(|(one, other)| off(&one.0, &other.0) > Some(24));
    assert!(far.count() <= 20, "the faces differ");
}

fn frames(gif: Vec<u8>) -> Vec<Frame> {
    let frames = GifDecoder::new(Cursor::new(gif)).unwrap().into_frames();
    frames.collect_frames().unwrap()
}

#[test]
fn earlier_pictures_do_not_change_later_ones() {
    canvas::bundled_fonts_only();
    let games: Vec<AnyGame> = GameId::ALL
        .iter()
        .map(|game| play(&matches::selfplay::play(*game, 5)).unwrap())
        .collect();
    let mut faces = Faces::new();
    let avatar = fs::read(faces_folder().join("square.png")).unwrap();
    faces.set(CastId(0), Avatar::read(&avatar).unwrap());
    let draw = |game: &AnyGame| games::draw(&game.view(Audience::All), game.cast(), &faces).png;
    let forwards: Vec<Vec<u8>> = games.iter().map(draw).collect();
    let mut backwards: Vec<Vec<u8>> = games.iter().rev().map(draw).collect();
    backwards.reverse();
    assert!(forwards == backwards);
}
