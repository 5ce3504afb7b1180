//! Bots on other people's libraries. Only the address is changed. Each bot does everything that
//! `scenario/parts.rs` asks for. Bots in other languages are in this crate's `clients/`;
//! `clients/install` installs what they need.

mod scenario;
mod serenity;

use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use scenario::Scene;
use tokio::task::JoinHandle;

/// A running bot. It stops when this is dropped.
pub enum Bot {
    Process(Child),
    Task(JoinHandle<()>),
}

impl Bot {
    /// Starts a bot of `clients/` with this program.
    fn start(program: &Path, script: &str, scene: &Scene) -> Bot {
        let script = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("clients")
            .join(script);
        let child = Command::new(program)
            .arg(script)
            .env("ADDRESS", scene.stage.sandbox.url())
            .env("TOKEN", &scene.stage.cast.token)
            .env("NODE_PATH", tools().join("discord.js/node_modules"))
            .spawn();
        match child {
            Ok(child) => Bot::Process(child),
            Err(error) => panic!("cannot run {}: {error}", program.display()),
        }
    }

    fn has_ended(&mut self) -> bool {
        match self {
            Bot::Process(child) => !matches!(child.try_wait(), Ok(None)),
            Bot::Task(task) => task.is_finished(),
        }
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        match self {
            Bot::Process(child) => {
                // It may have ended already.
                drop(child.kill());
                drop(child.wait());
            }
            Bot::Task(task) => task.abort(),
        }
    }
}

/// The folder into which `clients/install` installs.
fn tools() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    target.join("clients")
}

/// An installed file. Panics if it is missing.
fn installed(what: &str) -> PathBuf {
    let path = tools().join(what);
    assert!(
        path.exists(),
        "{} is missing: run crates/local-discord/clients/install first",
        path.display()
    );
    path
}

#[tokio::test]
#[ignore = "needs node, and discord.js by clients/install"]
async fn a_discord_js_bot_plays_every_part() {
    let mut scene = Scene::new().await;
    installed("discord.js/node_modules/discord.js");
    scene.bot = Some(Bot::start("node".as_ref(), "discord.js/bot.js", &scene));
    scene.play(&[]).await;
}

#[tokio::test]
#[ignore = "needs python3, and discord.py by clients/install"]
async fn a_discord_py_bot_plays_every_part() {
    let mut scene = Scene::new().await;
    let python = installed("discord.py/bin/python");
    scene.bot = Some(Bot::start(&python, "discord.py/bot.py", &scene));
    scene.play(&[]).await;
}

#[tokio::test]
async fn a_serenity_bot_plays_every_part() {
    let mut scene = Scene::new().await;
    let (url, token) = (scene.stage.sandbox.url(), scene.stage.cast.token.clone());
    scene.bot = Some(Bot::Task(tokio::spawn(serenity::run(url, token))));
    scene.play(SERENITY_LACKS).await;
}

/// A small blue picture.
pub fn picture() -> Vec<u8> {
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(4, 2, image::Rgb([40, 90, 160]))
        .write_to(&mut png, image::ImageFormat::Png)
        .unwrap();
    png.into_inner()
}

/// The version of a crate in Cargo.lock.
fn locked_version(name: &str) -> String {
    let lock = include_str!("../../../../../Cargo.lock");
    let start = format!("name = \"{name}\"\nversion = \"");
    let (_, rest) = lock.split_once(&start).unwrap();
    rest.split('"').next().unwrap().to_owned()
}

/// Serenity 0.12 has neither components V2 nor labels. Its limiter only works with Discord's own
/// address, so it is off here. After a connection that fell silent it starts a new session.
const SERENITY_LACKS: &[&str] = &[
    "Forms with labels and menus",
    "Files in forms",
    "Components V2",
    "429 answers, waited out",
    "Resumed after a connection that fell silent",
];

/// A client, its pinned version, and the parts that it does not play.
type Client = (&'static str, String, &'static [&'static str]);

fn clients() -> [Client; 3] {
    let package: serde_json::Value =
        serde_json::from_str(include_str!("../../../clients/discord.js/package.json")).unwrap();
    let a_discord_js_bot_plays_every_part = package["dependencies"]["discord.js"].as_str().unwrap();
    let pinned = include_str!("../../../clients/discord.py/requirements.txt");
    let a_discord_py_bot_plays_every_part = pinned
        .lines()
        .find_map(|line| line.strip_prefix("discord.py=="));
    [
        (
            "discord.js",
            a_discord_js_bot_plays_every_part.to_owned(),
            &[],
        ),
        (
            "discord.py",
            a_discord_py_bot_plays_every_part.unwrap().to_owned(),
            &[],
        ),
        ("serenity", locked_version("serenity"), SERENITY_LACKS),
    ]
}

#[test]
fn the_readme_has_the_table_of_parts() {
    let clients = clients();
    let mut table = String::from("| |");
    for (name, version, _) in &clients {
        table += &format!(" {name} {version} |");
    }
    table += &format!("\n| --- |{}", " --- |".repeat(clients.len()));
    for (part, _) in scenario::PARTS {
        table += &format!("\n| {part} |");
        for (_, _, lacks) in &clients {
            table += if lacks.contains(part) {
                " not in the library |"
            } else {
                " yes |"
            };
        }
    }
    let readme = include_str!("../../../README.md");
    assert!(
        readme.contains(&table),
        "README.md has another table than\n{table}"
    );
}
