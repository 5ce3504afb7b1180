//! The page in a browser: the program itself, and headless Chromium that uses the page as people
//! do. The scripts are in `page/`.
//!
//! This needs Node, Chromium and playwright-core, so it runs only on request: `.ci/run` installs
//! what is missing and runs it.

use std::collections::{BTreeSet, HashMap};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use canvas::Palette;

/// A rehearsal in a process of its own. Dropping it ends the process.
struct Rehearsal {
    program: Child,
    url: String,
}

impl Rehearsal {
    fn begin(folder: &Path) -> Rehearsal {
        // Without a pause a press counts at once: scripts are quicker than people.
        let config = "[sandbox]\nlisten = \"127.0.0.1:0\"\npause_ms = 0\n";
        std::fs::write(folder.join("dealer.toml"), config).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_dealer"))
            .args(["sandbox", "--fresh", "--game", "gridlock"])
            .current_dir(folder)
            .env_remove("DISCORD_TOKEN")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
        let url = lines.find_map(|line| {
            let line = line.unwrap();
            let from = line.find("http://")?;
            line[from..].split_once("/#").map(|(url, _)| url.to_owned())
        });
        // Nobody else reads the pipe, and a full pipe would block the program.
        std::thread::spawn(move || lines.for_each(drop));
        Rehearsal {
            program,
            url: url.expect("the program prints the page's address"),
        }
    }
}

impl Drop for Rehearsal {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Plays a match on the page at this width, and leaves screenshots in this folder below `target`.
fn play(width: &str) -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = scratch.join(format!("page-{width}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let tools = std::env::var_os("NODE_PATH")
        .map(PathBuf::from)
        .unwrap_or_else(|| scratch.with_file_name("browser-tools/node_modules"));
    assert!(
        tools.join("playwright-core").exists(),
        "there is no playwright-core in {}: .ci/run installs it, or name the folder in NODE_PATH",
        tools.display()
    );
    let rehearsal = Rehearsal::begin(&folder);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page/match.mjs");
    let done = Command::new("node")
        .arg(script)
        .args([&rehearsal.url, width])
        .arg(&folder)
        .env("NODE_PATH", tools)
        .stdin(Stdio::null())
        .status()
        .expect("node runs");
    assert!(done.success(), "see above, and {}", folder.display());
    folder
}

/// A screenshot with at most 256 colours, like Dealer's own pictures: a quarter of the size.
fn shrunk(screenshot: &Path) -> Vec<u8> {
    let picture = image::open(screenshot).unwrap().to_rgb8();
    let (mut tints, mut numbers) = (Vec::new(), HashMap::new());
    let number = |tint: &image::Rgb<u8>| {
        *numbers.entry(tint.0).or_insert_with(|| {
            tints.push(tint.0);
            u16::try_from(tints.len() - 1).unwrap()
        })
    };
    let pixels: Vec<u16> = picture.pixels().map(number).collect();
    let (palette, indices) = Palette::of_picture(&pixels, &tints).expect("few colours");
    let mut file = Vec::new();
    let mut png = png::Encoder::new(&mut file, picture.width(), picture.height());
    png.set_color(png::ColorType::Indexed);
    png.set_compression(png::Compression::High);
    png.set_palette(palette.tints().concat());
    let mut pixels = png.write_header().unwrap();
    pixels.write_image_data(&indices).unwrap();
    pixels.finish().unwrap();
    file
}

/// The guides' pictures of the page. Letters look different on each machine, so only their names
/// are compared. `DEALER_BLESS=1` takes them again; that needs Inter, emoji and Korean letters
/// (fonts-inter, fonts-noto-color-emoji, and the Korean font of `assets/fonts`).
fn compare_guide(taken: &Path) {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    let names = |folder: &Path| -> BTreeSet<_> {
        let files = std::fs::read_dir(folder).unwrap();
        files.map(|file| file.unwrap().file_name()).collect()
    };
    if std::env::var_os("DEALER_BLESS").is_some() {
        std::fs::create_dir_all(&kept).unwrap();
        for name in names(taken) {
            std::fs::write(kept.join(&name), shrunk(&taken.join(&name))).unwrap();
        }
    }
    assert_eq!(names(taken), names(&kept));
}

#[test]
#[ignore = "needs Chromium and playwright-core: .ci/run"]
fn a_match_can_be_played_on_a_wide_page() {
    play("wide");
}

#[test]
#[ignore = "needs Chromium and playwright-core: .ci/run"]
fn a_match_can_be_played_on_a_phone() {
    let folder = play("phone");
    compare_guide(&folder.join("guide"));
}
