//! The rooms (ARCHITECTURE.md): which room uses which, and what none may contain. Reads the sources
//! as text.

use std::path::Path;
use std::sync::LazyLock;

use games::GameId;

/// These join all rooms and aren't rooms themselves.
const ABOVE_ALL: &[&str] = &["main", "lib", "games", "matches"];

/// The rows of a table of ARCHITECTURE.md, as cells. `head`: how its first line begins.
fn table(head: &str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = include_str!("../ARCHITECTURE.md").lines();
    let table = lines.skip_while(move |line| !line.starts_with(head));
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.split('|').map(str::trim).collect())
}

/// The parts of `discord`, each after those that it may use, from the table in ARCHITECTURE.md.
static PARTS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = table("| part of `discord` |").flat_map(|cells| cells[1].split(", "));
    names.map(|name| name.trim_matches('`')).collect()
});

/// The part of `discord` that has a name which its `mod.rs` passes on.
fn passed_on(name: &str) -> Option<&'static str> {
    let lines = include_str!("../src/discord/mod.rs").lines();
    let mut uses = lines.filter_map(|line| line.trim_start_matches("pub ").strip_prefix("use "));
    let from = uses.find(|path| path.contains("::") && has_word(path, name))?;
    from.split("::").next()
}

/// The rooms, and those that each may use besides itself, from the table in ARCHITECTURE.md.
static ROOMS: LazyLock<Vec<(String, Vec<String>)>> = LazyLock::new(|| {
    let row = |cells: Vec<&'static str>| {
        let name = cells[1].trim_matches('`').trim_end_matches(".rs");
        (name.to_owned(), cells[3])
    };
    let rows: Vec<(String, &str)> = table("| room |").map(row).collect();
    let names: Vec<String> = rows.iter().map(|(name, _)| name.clone()).collect();
    let uses = |(at, (name, uses)): (usize, (String, &str))| {
        let may = match uses {
            "no other room" => Vec::new(),
            "all" => names.clone(),
            "all of the above" => names[..at].to_vec(),
            some => {
                let named = names.iter().filter(|name| has_word(some, name));
                named.cloned().collect()
            }
        };
        (name, may)
    };
    rows.into_iter().enumerate().map(uses).collect()
});

fn is_room(name: &str) -> bool {
    ROOMS.iter().any(|(room, _)| room == name)
}

/// Rooms that may neither read a clock nor draw a random number.
const PURE: &[&str] = &["boards", "words"];
/// What reads a clock or draws a random number.
const IMPURE: &[&str] = &[
    "SystemTime",
    "Instant",
    "Utc::now",
    "Zoned::now",
    "Timestamp::now",
    "fastrand",
];
/// Crates that only one room may use.
const KEPT: &[(&str, &str)] = &[
    ("rusqlite", "store"),
    ("rusqlite_migration", "store"),
    ("serenity", "discord"),
    ("poise", "discord"),
];
/// Serenity's builders of controls and forms, and the only file that names them: panels are plain
/// data.
const BUILDERS: &[&str] = &[
    "CreateActionRow",
    "CreateButton",
    "CreateInputText",
    "CreateModal",
    "CreateSelectMenu",
    "ButtonStyle",
];
const COMPONENTS: &str = "discord/components.rs";
/// Marks of unfinished code.
const UNFINISHED: &[&str] = &["todo!", "unimplemented!", "dbg!"];
/// Calls that need a reason beside them, outside tests.
const BOLD: &[&str] = &[".unwrap()", ".expect("];

/// Requests that serenity and poise make by themselves. They know no limits and never retry; only
/// `discord/rest` does.
const PAST_REST: &[&str] = &[
    ".http",
    "create_response(",
    "edit_response(",
    "get_response(",
    "create_followup(",
    "send_message(",
    "create_dm_channel(",
    "ctx.send(",
    "ctx.say(",
    "ctx.defer",
];
/// The place for requests.
const REST: &str = "discord/rest/";

/// The files that join games to the rest, so that the rest needs no game's name.
const REGISTRY: &[&str] = &["games/lib.rs", "games/registry.rs"];
/// The files with a game's rules, and what they may not use: its picture, and its sentences. Only
/// options and actions may use words.
const RULES: &[&str] = &["rules.rs", "options.rs", "notation.rs", "view.rs"];
const NOT_RULES: &[&str] = &[
    "canvas", "ui", "panel", "picture", "say", "screen", "tokens",
];

/// The names of all games, as folders and as types: `gridlock`, `Gridlock`.
static GAMES: LazyLock<Vec<[String; 2]>> = LazyLock::new(|| {
    let name = |game: &GameId| {
        let parts = game.word().split('_').map(|part| {
            let (first, rest) = part.split_at(1);
            first.to_uppercase() + rest
        });
        [game.word().to_owned(), parts.collect()]
    };
    GameId::ALL.iter().map(name).collect()
});

/// What a source wrongly knows about games, a line each. `path` is within `src`.
fn known_games(path: &str, text: &str) -> Vec<String> {
    let parts: Vec<&str> = path.split('/').collect();
    let is_game = |name: &str| GAMES.iter().any(|[folder, _]| folder == name);
    let mut faults = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let end = tests_of(&lines).unwrap_or(lines.len());
    for (index, line) in lines[..end].iter().enumerate() {
        let code = without_comment(line);
        let mut fault = |what: &str| faults.push(format!("{path}:{}: {what}", index + 1));
        match parts[..] {
            ["games", game, file] if is_game(game) => {
                let paths = code.split([' ', ',', ';', '(', '{', '}']);
                let parts: Vec<&str> = paths
                    .filter(|path| path.contains("::") && !path.contains("notation::tokens"))
                    .collect();
                let used = |name: &&&str| {
                    let mut parts = parts.iter().flat_map(|path| path.split("::"));
                    let has_words = matches!(file, "options.rs" | "notation.rs");
                    !(has_words && **name == "say") && parts.any(|part| part == **name)
                };
                if RULES.contains(&file)
                    && let Some(name) = NOT_RULES.iter().find(used)
                {
                    fault(&format!("rules use {name}"));
                }
            }
            ["games", game, ..] if is_game(game) => {}
            _ if REGISTRY.contains(&path) => {}
            _ => {
                let mut names = GAMES.iter().flatten();
                if let Some(name) = names.find(|name| has_word(code, name)) {
                    fault(&format!("{name} is named outside its folder"));
                }
            }
        }
    }
    faults
}

/// The line on which a source's unit tests begin.
fn tests_of(lines: &[&str]) -> Option<usize> {
    lines.windows(2).position(|pair| {
        pair[0].trim() == "#[cfg(test)]" && pair[1].trim_start().starts_with("mod tests {")
    })
}

/// What is wrong in a source, a line each. `path` is within `src`.
fn faults(path: &str, text: &str) -> Vec<String> {
    let room = path.split(['/', '.']).next().unwrap_or_default();
    let own = ROOMS.iter().find(|(name, _)| name == room);
    if own.is_none() && !ABOVE_ALL.contains(&room) {
        return vec![format!("{path}: a room that ARCHITECTURE.md does not know")];
    }
    let lines: Vec<&str> = text.lines().collect();
    let tests = tests_of(&lines);
    let mut faults = Vec::new();
    let code = lines.iter().map(|line| without_comment(line));
    let code = code.collect::<Vec<_>>().join("\n");
    for used in used_names("crate::", path, &code) {
        let may = own.is_none_or(|(_, allowed)| allowed.contains(&used));
        if is_room(&used) && used != room && !may {
            faults.push(format!("{path}: {room} uses {used}"));
        }
    }
    for (index, line) in code.lines().enumerate() {
        let mut fault = |what: String| faults.push(format!("{path}:{}: {what}", index + 1));
        for (name, home) in KEPT {
            if has_word(line, name) && room != *home {
                fault(format!("{name} outside {home}"));
            }
        }
        for name in IMPURE {
            if PURE.contains(&room) && has_word(line, name) {
                fault(format!("{name} in {room}"));
            }
        }
        for name in BUILDERS {
            if path != COMPONENTS && has_word(line, name) {
                fault(format!("{name} outside {COMPONENTS}"));
            }
        }
        for word in UNFINISHED {
            if has_word(line, word) {
                fault(format!("{word} is not finished"));
            }
        }
        let in_tests = tests.is_some_and(|tests| index >= tests);
        let asks = room == "discord" && !path.starts_with(REST) && !in_tests;
        for way in PAST_REST {
            if asks && line.contains(way) {
                fault(format!("{way} asks Discord past {REST}"));
            }
        }
        if !in_tests && BOLD.iter().any(|bold| line.contains(bold)) && !has_reason(&lines, index) {
            fault("unwrap or expect without a comment on why it cannot fail".to_owned());
        }
    }
    faults
}

/// A line without its comment. The slashes of an address don't begin one.
fn without_comment(line: &str) -> &str {
    if line.trim_start().starts_with("//") {
        return "";
    }
    line.split(" // ").next().unwrap_or_default()
}

/// Whether a comment stands on the line, or before the statement that the line continues.
fn has_reason(lines: &[&str], index: usize) -> bool {
    let mut first = index;
    while first > 0 && lines[first].trim_start().starts_with('.') {
        first -= 1;
    }
    let before = first.checked_sub(1).map_or("", |before| lines[before]);
    lines[first..=index].iter().any(|line| line.contains("// "))
        || before.trim_start().starts_with("// ")
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a line contains a word that isn't part of a longer one.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + word.len()..]);
        let ends = !word.ends_with(is_name) || !after.starts_with(is_name);
        !before.ends_with(is_name) && ends
    })
}

/// The names that a source uses of what is above it: after `top`, or after enough `super::` to
/// reach that.
fn used_names(top: &str, path: &str, code: &str) -> Vec<String> {
    let folders = path.matches('/').count();
    let depth = if path.ends_with("/mod.rs") {
        folders
    } else {
        folders + 1
    };
    let up = "super::".repeat(depth);
    let mut used = Vec::new();
    for top in [top, up.as_str(), "dealer::"] {
        for (at, _) in code.match_indices(top) {
            if !code[..at].ends_with(is_name) {
                used.extend(first_names(&code[at + top.len()..]));
            }
        }
    }
    used
}

/// The first names of the paths after a `::`: one, or those of a group in braces.
fn first_names(rest: &str) -> Vec<String> {
    let name = |text: &str| text.chars().take_while(|c| is_name(*c)).collect::<String>();
    let Some(group) = rest.strip_prefix('{') else {
        return vec![name(rest)];
    };
    let mut names = Vec::new();
    let (mut depth, mut begins) = (0, true);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            c if begins && is_name(c) => {
                names.push(name(&group[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    names
}

/// The sources of Dealer, each with its text and path. The path begins with the crate's name if it
/// isn't the package.
fn dealer() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for (folder, under) in [
        ("src", ""),
        ("crates/games/src", "games/"),
        ("crates/matches/src", "matches/"),
    ] {
        let folder = root.join(folder);
        let mut files = Vec::new();
        sources(&folder, &mut files);
        for file in files {
            let path = file.strip_prefix(&folder).unwrap().to_str().unwrap();
            let path = format!("{under}{}", path.replace('\\', "/"));
            // Modules of unit tests follow the rules for tests.
            if !path.contains("/tests/") && !path.ends_with("/tests.rs") {
                all.push((path, std::fs::read_to_string(file).unwrap()));
            }
        }
    }
    all
}

fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The rest asks a game what it must know about it, and never names one.
#[test]
fn no_game_is_named_outside_its_folder() {
    let mut all = Vec::new();
    for (path, text) in dealer() {
        all.extend(known_games(&path, &text));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn a_game_is_named_only_where_it_may_be() {
    for (path, line, expected) in [
        ("words/posts.rs", "game.word() == \"gridlock\"", 1),
        ("words/posts.rs", "// Of gridlock.", 0),
        ("words/posts.rs", "let short_circuits = \"\";", 0),
        (
            "words/posts.rs",
            "#[cfg(test)]\nmod tests {\n    game(\"gridlock\");\n}",
            0,
        ),
        ("games/face.rs", "Views::Gridlock(view) => {}", 1),
        ("games/gridlock/say/mod.rs", "use super::Gridlock;", 0),
        ("games/gridlock/rules.rs", "use super::say;", 1),
        ("games/gridlock/view.rs", "use canvas::Canvas;", 1),
        ("games/gridlock/options.rs", "crate::tokens::plate();", 1),
        ("games/gridlock/rules.rs", "use super::reasons;", 0),
        ("games/gridlock/ui.rs", "use super::say;", 0),
        ("games/picture.rs", "use super::gridlock;", 1),
    ] {
        let found = known_games(path, line);
        assert_eq!(found.len(), expected, "{path}: {line}: {found:?}");
    }
}

#[test]
fn every_room_uses_only_what_it_may() {
    let sources = dealer();
    assert!(sources.len() > 100);
    let mut all = Vec::new();
    for (path, text) in &sources {
        all.extend(faults(path, text));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// So no two parts need each other.
#[test]
fn every_part_of_discord_uses_only_those_before_it() {
    let declared = include_str!("../src/discord/mod.rs").lines();
    let declared = declared.filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "));
    let mut declared: Vec<&str> = declared.map(|part| part.trim_end_matches(';')).collect();
    let mut all = Vec::new();
    for (path, text) in dealer() {
        let Some(path) = path
            .strip_prefix("discord/")
            .filter(|path| *path != "mod.rs")
        else {
            continue;
        };
        let place = |name: &str| PARTS.iter().position(|part| *part == name);
        let part = path.split(['/', '.']).next().unwrap_or_default();
        let lines: Vec<&str> = text.lines().map(without_comment).collect();
        let code = lines[..tests_of(&lines).unwrap_or(lines.len())].join("\n");
        for used in used_names("crate::discord::", path, &code) {
            let used = passed_on(&used).unwrap_or(&used);
            if place(used) > place(part) {
                all.push(format!("discord/{path}: {part} uses {used}"));
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    let mut known = PARTS.clone();
    known.sort_unstable();
    declared.sort_unstable();
    assert_eq!(declared, known);
}

/// People read comments beside the code, in half a screen.
#[test]
fn no_comment_is_wider_than_100_columns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["src", "crates", "tests", "benches"] {
        sources(&root.join(folder), &mut files);
    }
    let mut wide = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (index, line) in text.lines().enumerate() {
            let is_comment = line.trim_start().starts_with("//");
            if is_comment && line.chars().count() > 100 {
                wide.push(format!("{}:{}", file.display(), index + 1));
            }
        }
    }
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

#[test]
fn every_room_of_the_library_is_in_the_table() {
    let library = include_str!("../src/lib.rs");
    let rooms = library
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod "));
    let rooms: Vec<&str> = rooms.map(|room| room.trim_end_matches(';')).collect();
    let mut known: Vec<&str> = ROOMS.iter().map(|(name, _)| name.as_str()).collect();
    known.sort_unstable();
    assert_eq!(rooms, known);
}

#[test]
fn forbidden_uses_are_found() {
    for (path, line) in [
        ("boards/mod.rs", "use crate::referee::Core;"),
        (
            "boards/mod.rs",
            "use crate::{\n    words::{self, plain},\n    store,\n};",
        ),
        ("discord/panels/me.rs", "CreateButton::new(id)"),
        ("boards/standings.rs", "let start = Instant::now();"),
        ("words/mod.rs", "use crate::discord::press;"),
        ("store/mod.rs", "use crate::words;"),
        ("referee/core.rs", "use crate::discord;"),
        (
            "referee/core.rs",
            "Err(rusqlite::Error::QueryReturnedNoRows)",
        ),
        ("referee/core.rs", "let id: serenity::all::UserId = id;"),
        ("rehearsal/mod.rs", "use poise::Framework;"),
        ("config.rs", "use crate::discord::Connection;"),
        ("cli/mod.rs", "rusqlite::Connection::open(path)"),
        ("cli/mod.rs", "todo!()"),
        ("main.rs", "dbg!(1);"),
        ("referee/act.rs", "let name = names.first().unwrap();"),
        (
            "referee/act.rs",
            "let name = names\n    .first()\n    .expect(\"one\");",
        ),
        ("cellar/mod.rs", "use crate::words;"),
        (
            "discord/me.rs",
            "let me = guild.member(&data.http, me).await?;",
        ),
        ("discord/commands/me.rs", "ctx.defer_ephemeral().await?;"),
    ] {
        assert_eq!(faults(path, line).len(), 1, "{path}: {line}");
    }
}

#[test]
fn allowed_uses_pass() {
    for (path, line) in [
        ("games/dice.rs", "pub struct Dice(fastrand::Rng);"),
        ("words/mod.rs", "// No SystemTime here, nor crate::discord."),
        ("words/mod.rs", "let instants = instance.Instants;"),
        ("boards/mod.rs", "use crate::{words::{discord::X, plain}};"),
        ("store/mod.rs", "use rusqlite::Connection;"),
        ("discord/mod.rs", "use poise::Framework;"),
        ("main.rs", "dealer::cli::run()"),
        (
            "referee/act.rs",
            "// There is always one.\nlet name = names.first().unwrap();",
        ),
        (
            "referee/act.rs",
            "// One.\nlet name = names\n    .first()\n    .expect(\"one\");",
        ),
        (
            "referee/act.rs",
            "#[cfg(test)]\nmod tests {\n    let name = names.first().unwrap();\n}",
        ),
        (
            "referee/act.rs",
            "let name = names.first().unwrap_or_default();",
        ),
    ] {
        let found = faults(path, line);
        assert!(found.is_empty(), "{path}: {line}: {found:?}");
    }
}
