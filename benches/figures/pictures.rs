//! A board, drawn and encoded: each game's fullest position, with photographs for avatars and
//! without. Cold is the first picture of a process, which reads its fonts; warm is a later one.
//! Beside it, Pillow at fourfold supersampling and resvg draw a scene of the same size with as many
//! faces. All times are processor times.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use canvas::Avatar;
use canvas::Picture;
use games::tokens::Faces;
use games::{AnyGame, Audience, CastId};
use image::{ImageFormat, Rgb, RgbImage};
use matches::record::RecordError;
use serde_json::Value;

use super::baseline::{self, cpu_ms, median};
use super::size;

#[path = "../../crates/matches/tests/common/mod.rs"]
mod common;

/// A game's scene, its fullest picture, and the size of a comparable scene: columns, rows and
/// faces.
struct Scene {
    game: &'static str,
    file: &'static str,
    what: &'static str,
    grid: (u32, u32),
    faces: u32,
}

const SCENES: [Scene; 5] = [
    Scene {
        game: "roundabout",
        file: "crates/games/src/roundabout/pictures/usual.txt",
        what: "placing",
        grid: (6, 8),
        faces: 19,
    },
    Scene {
        game: "gridlock",
        file: "benches/scenes/gridlock.txt",
        what: "",
        grid: (5, 5),
        faces: 19,
    },
    Scene {
        game: "short_circuit",
        file: "crates/games/src/short_circuit/pictures/circuit.txt",
        what: "over",
        grid: (8, 7),
        faces: 2,
    },
    Scene {
        game: "crossfire",
        file: "crates/games/src/crossfire/pictures/names.txt",
        what: "over",
        grid: (6, 6),
        faces: 6,
    },
    Scene {
        game: "invitational",
        file: "crates/games/src/invitational/pictures/crowd.txt",
        what: "over",
        grid: (5, 6),
        faces: 28,
    },
];

const ROUNDS: usize = 5;

pub fn measure() {
    let avatars = baseline::folder("avatars");
    for who in 0..30 {
        fs::write(avatars.join(format!("{who}.png")), photograph(who)).unwrap();
    }
    for people in ["photographs", "creatures"] {
        println!("with {people}:");
        println!(
            "  game           ours cold/warm ms  KB | Pillow cold/warm ms  KB | resvg cold/warm ms  KB | times ahead: cold warm (Pillow), cold (resvg), bytes of Pillow's"
        );
        for scene in &SCENES {
            compare(scene, people, &avatars);
        }
    }
}

fn compare(scene: &Scene, people: &str, avatars: &Path) {
    let game = scene.game();
    let view = game.view(Audience::All);
    let faces = faces(people, game.cast().ids().count());
    let draw = || games::draw(&view, game.cast(), &faces);
    let picture = draw();
    let svg = avatars.with_file_name("scene.svg");
    let words = [
        picture.height.to_string(),
        scene.grid.0.to_string(),
        scene.grid.1.to_string(),
        scene.faces.to_string(),
        if people == "photographs" {
            avatars.display().to_string()
        } else {
            "-".to_owned()
        },
        svg.display().to_string(),
    ];
    let (mut warm, mut cold) = (Vec::new(), Vec::new());
    let (mut pillow, mut resvg) = (Times::default(), Times::default());
    for round in 0..size::or(ROUNDS, 1) {
        warm.push(cpu_ms(draw));
        cold.push(cold_ms(scene.game, people));
        // The others take hundreds of times as long, so they run less often.
        if round % 3 == 0 {
            pillow.add(baseline::run("pictures.py", &words));
            resvg.add(baseline::run("resvg.cjs", &[svg.display().to_string()]));
        }
        for _ in 0..size::or(4, 1) {
            warm.push(cpu_ms(draw));
        }
    }
    let out = avatars.with_file_name(format!("board-{}-{people}.png", scene.game));
    fs::write(out, &picture.png).unwrap();
    let (cold, warm, bytes) = (median(&mut cold), median(&mut warm), kb(&picture));
    println!(
        "  {:14} {cold:7.1} {warm:6.1} {bytes:6.0} | {pillow} | {resvg} | {:5.1} {:5.1} {:5.1} {:5.2}",
        scene.game,
        pillow.cold() / cold,
        pillow.warm() / warm,
        resvg.cold() / cold,
        bytes / pillow.kb,
    );
}

/// What a baseline took.
#[derive(Clone, Default)]
struct Times {
    cold: Vec<f64>,
    warm: Vec<f64>,
    kb: f64,
}

impl Times {
    fn add(&mut self, said: Option<Value>) {
        let Some(said) = said else { return };
        let number = |key: &str| said[key].as_f64().unwrap_or(f64::NAN);
        self.cold.push(number("cold_ms"));
        self.warm.push(number("warm_ms"));
        self.kb = number("bytes") / 1000.0;
    }

    fn cold(&self) -> f64 {
        if self.cold.is_empty() {
            f64::NAN
        } else {
            median(&mut self.cold.clone())
        }
    }

    fn warm(&self) -> f64 {
        if self.warm.is_empty() {
            f64::NAN
        } else {
            median(&mut self.warm.clone())
        }
    }
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:7.0} {:6.0} {:6.0}", self.cold(), self.warm(), self.kb)
    }
}

fn kb(picture: &Picture) -> f64 {
    picture.png.len() as f64 / 1000.0
}

/// The first picture of a process. The process itself reports how long it took.
fn cold_ms(game: &str, people: &str) -> f64 {
    let output = baseline::alone(&["picture", game, people])
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout)
        .trim()
        .parse()
        .unwrap()
}

/// In its own process: reads the fonts, draws once, and reports the drawing time. Avatars are
/// decoded when they are fetched, not when they are drawn.
pub fn cold(game: &str, people: &str) {
    let scene = SCENES.iter().find(|scene| scene.game == game).unwrap();
    let game = scene.game();
    let view = game.view(Audience::All);
    let faces = faces(people, game.cast().ids().count());
    canvas::text_width("", &canvas::TextStyle::plain(20.0, canvas::theme::TEXT));
    println!("{}", cpu_ms(|| games::draw(&view, game.cast(), &faces)));
}

fn faces(people: &str, count: usize) -> Faces {
    let mut faces = Faces::new();
    if people == "photographs" {
        for who in 0..count as u8 {
            let avatar = Avatar::read(&photograph(u32::from(who))).unwrap();
            faces.set(CastId(who), avatar);
        }
    }
    faces
}

impl Scene {
    /// The match at the moment of the scene's picture.
    fn game(&self) -> AnyGame {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(self.file);
        let mut record = common::empty_record();
        for line in fs::read_to_string(path).unwrap().lines() {
            if let Some(picture) = line.strip_prefix("picture ") {
                let (what, _) = picture.split_once(' ').unwrap();
                if what == self.what {
                    break;
                }
                continue;
            }
            let is_none = line.is_empty()
                || [" ", "#", "face ", "sketch "]
                    .iter()
                    .any(|word| line.starts_with(word));
            if !is_none && !common::header(line, &mut record, line) {
                let entry = common::entry_of(line, record.log.len(), line);
                record.log.push(entry);
            }
        }
        let mut game = record.open().unwrap();
        match record.replay(|_, now| game = now.clone()) {
            Ok(_) | Err(RecordError::Result { .. }) => game,
            Err(error) => panic!("{}: {error:?}", self.file),
        }
    }
}

/// A picture like a camera's, 128 pixels wide as Dealer requests avatars: broad light and shade,
/// some edges, and grain. As PNG.
fn photograph(seed: u32) -> Vec<u8> {
    let mut state = u64::from(seed) * 0x9e37_79b9 + 12_345;
    let mut chance = move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f32 / (1u64 << 31) as f32
    };
    let ground = [chance() * 160.0, chance() * 160.0, chance() * 160.0];
    let lights: Vec<[f32; 7]> = (0..9)
        .map(|_| {
            [
                chance(),
                chance(),
                0.08 + chance() * 0.3,
                chance() * 200.0 - 60.0,
                chance() * 200.0 - 60.0,
                chance() * 200.0 - 60.0,
                chance(),
            ]
        })
        .collect();
    let picture = RgbImage::from_fn(128, 128, |x, y| {
        let (x, y) = (x as f32 / 128.0, y as f32 / 128.0);
        let mut pixel = ground;
        for [cx, cy, radius, red, green, blue, hardness] in &lights {
            let away = ((x - cx).powi(2) + (y - cy).powi(2)).sqrt() / radius;
            // From soft light to almost an edge.
            let share = 1.0 / (1.0 + (away).powf(2.0 + hardness * 14.0));
            for (channel, colour) in pixel.iter_mut().zip([red, green, blue]) {
                *channel += colour * share;
            }
        }
        let grain = chance() * 8.0 - 4.0;
        Rgb(pixel.map(|channel| (channel + grain).clamp(0.0, 255.0) as u8))
    });
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}
