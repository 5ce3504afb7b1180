//! The sentences that people read (CONTRIBUTING). One test keeps the worst patterns out of every
//! string literal, another lists all of them for a fresh reader. Both read the sources as text.
//! `guides` compares what people read outside Discord with the program.

mod guides;

use std::fs;
use std::path::{Path, PathBuf};

/// Folders with sentences. Tests and comments are left out.
const FOLDERS: &[&str] = &["src", "crates/games/src"];

/// Phrases that no native speaker uses, or that need a second reading.
const NEVER: &[&str] = &[
    "asked back",
    "as usual",
    "is awaited",
    "anew",
    "the clock stands",
    "What would be right",
    "by the host's word",
    "whoever",
    "somebody",
    "any longer",
    "restored from a copy",
    " lacks ",
    "can't make ",
    "the other team",
    "not the default",
    "one a line",
    "match now starts",
    "another account now",
    ") against ",
];

/// The most words in a sentence.
const MAX_WORDS: usize = 30;

/// A string literal: its file, line and text, with escapes resolved.
struct Literal {
    file: PathBuf,
    line: usize,
    text: String,
}

/// The sources of a folder, without their tests.
fn sources(folder: &Path, into: &mut Vec<(PathBuf, String)>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy();
        match path.is_dir() {
            true if name == "tests" => {}
            true => sources(&path, into),
            false if name == "tests.rs" || !name.ends_with(".rs") => {}
            false => {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
                into.push((path, code.to_owned()));
            }
        }
    }
}

/// The string literals of Rust code. It understands comments, characters, escapes and raw strings.
fn literals(code: &str) -> Vec<(usize, String)> {
    let (mut found, mut line, mut rest) = (Vec::new(), 1, code);
    while let Some(first) = rest.chars().next() {
        let taken = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            'r' if rest.starts_with("r\"") || rest.starts_with("r#\"") => {
                let marks = if rest.starts_with("r#") { 1 } else { 0 };
                let end = format!("\"{}", "#".repeat(marks));
                let from = 2 + marks;
                let length = rest[from..].find(&end).expect("a raw string ends");
                found.push((line, rest[from..from + length].to_owned()));
                from + length + end.len()
            }
            '\'' => match rest.char_indices().nth(2) {
                Some((end, '\'')) if !rest.starts_with("'\\") => end + 1,
                _ if rest.starts_with("'\\") => 3 + rest[3..].find('\'').unwrap_or(0),
                // A lifetime.
                _ => 1,
            },
            '"' => {
                let (text, length) = string(&rest[1..]);
                found.push((line, text));
                length + 1
            }
            first => first.len_utf8(),
        };
        line += rest[..taken].matches('\n').count();
        rest = &rest[taken..];
    }
    found
}

/// A string literal after its first quote: its text, and its length including the last quote.
fn string(code: &str) -> (String, usize) {
    let (mut text, mut chars) = (String::new(), code.char_indices());
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (text, at + 1),
            '\\' => match chars.next().expect("an escape has a character").1 {
                'n' => text.push('\n'),
                // A continued line: its leading blanks aren't part of the text.
                '\n' => {
                    let more = chars.as_str();
                    let blanks = more.len() - more.trim_start().len();
                    let after = more[blanks..].to_owned();
                    while chars.as_str() != after {
                        chars.next();
                    }
                }
                other => text.push(other),
            },
            c => text.push(c),
        }
    }
    panic!("a string has no end: {code}");
}

fn all() -> Vec<Literal> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in FOLDERS {
        sources(&root.join(folder), &mut files);
    }
    let of_file = |(file, code): (PathBuf, String)| {
        let file = file.strip_prefix(root).unwrap().to_owned();
        let literal = move |(line, text)| Literal {
            file: file.clone(),
            line,
            text,
        };
        literals(&code).into_iter().map(literal)
    };
    let all: Vec<Literal> = files.into_iter().flat_map(of_file).collect();
    assert!(all.len() > 2_000, "{}", all.len());
    all
}

/// People don't read SQL, and its statements are long.
fn is_sql(text: &str) -> bool {
    let words = [
        "SELECT ",
        "INSERT ",
        "UPDATE ",
        "DELETE ",
        " AND ",
        "CREATE ",
        "PRAGMA ",
        "RELEASE ",
        "ROLLBACK ",
        "SAVEPOINT ",
        "BEGIN ",
        "ORDER BY",
        "id, ",
    ];
    words.iter().any(|word| text.contains(word))
}

/// Whether a text has more than one word apart from what is filled in.
fn is_said(text: &str) -> bool {
    let mut filled_in = 0;
    let said: String = text
        .chars()
        .filter(|c| {
            filled_in += usize::from(*c == '{');
            let shown = filled_in == 0;
            filled_in -= usize::from(*c == '}' && filled_in > 0);
            shown
        })
        .collect();
    let words = said.split_whitespace();
    words
        .filter(|word| word.contains(char::is_alphabetic))
        .count()
        > 1
        && !is_sql(text)
}

/// The descriptions of a command and its parts, by their names.
fn commands(command: &serde_json::Value, above: &str, into: &mut Vec<String>) {
    let name = format!("{above}{} ", command["name"].as_str().unwrap());
    if let Some(about) = command["description"].as_str() {
        into.push(format!("/{name}: {about}"));
    }
    for part in command["options"].as_array().into_iter().flatten() {
        commands(part, &name, into);
    }
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| {
        line.split_inclusive([' '])
            .scan(0, |at, word| {
                *at += word.len();
                Some((*at, word))
            })
            .filter(|(_, word)| word.trim_end().ends_with(['.', '!', '?', ':', ';']))
            .map(|(at, _)| at)
            .chain([line.len()])
            .scan(0, move |from, to| {
                let sentence = &line[*from..to.max(*from)];
                *from = to;
                Some(sentence)
            })
    })
}

#[test]
fn no_sentence_has_to_be_read_twice() {
    let mut wrong = Vec::new();
    for Literal { file, line, text } in all() {
        let lower = text.to_lowercase();
        let mut say = |what: String| wrong.push(format!("{}:{line}: {what}", file.display()));
        for never in NEVER {
            // A single word is a name in the program, such as a control's.
            if text.contains(' ') && lower.contains(&never.to_lowercase()) {
                say(format!("“{never}” in “{text}”"));
            }
        }
        for sentence in sentences(&text).filter(|_| !is_sql(&text)) {
            let words = sentence.split_whitespace().count();
            if words > MAX_WORDS {
                say(format!("{words} words: “{sentence}”"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn literals_are_found_as_people_read_them() {
    let code = concat!(
        "// \"a comment\"\n",
        "let a = '\"'; let b = \"one \\\"two\\\" \\\n        three\\n\";\n",
        "fn c<'a>(d: &'a str) { e(r\"f\\\", '\\'', r#\"g \"h\"\"#) }\n",
    );
    let found = literals(code);
    let said = [(2, "one \"two\" three\n"), (4, "f\\"), (4, "g \"h\"")];
    let said = said.map(|(line, text)| (line, text.to_owned()));
    assert_eq!(found, said);
    let said: Vec<&str> = sentences("One two. Three: four\nfive").collect();
    assert_eq!(said, ["One two. ", "Three: ", "four", "five"]);
}

/// `cargo test --test words every_sentence -- --ignored --nocapture` prints every sentence that
/// people read, by file and function, and then all commands. It is for a reader with fresh eyes.
#[test]
#[ignore = "prints a list for a reader"]
fn every_sentence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut last, mut code) = (PathBuf::new(), String::new());
    for Literal { file, line, text } in all().into_iter().filter(|one| is_said(&one.text)) {
        if file != last {
            println!("\n## {}\n", file.display());
            code = fs::read_to_string(root.join(&file)).unwrap();
            last = file;
        }
        let above: Vec<&str> = code.lines().take(line).collect();
        let function = above.iter().rev().find_map(|line| line.split_once("fn "));
        let name = function.map_or("", |(_, rest)| rest.split(['(', '<']).next().unwrap());
        let name = name.trim_start_matches("r#");
        println!("{line} {name}: {}", text.trim_end().replace('\n', "\n    "));
    }
    let registered = include_str!("../../src/discord/commands/registered.json");
    let registered: serde_json::Value = serde_json::from_str(registered).unwrap();
    let mut said = Vec::new();
    for command in registered.as_array().unwrap() {
        commands(command, "", &mut said);
    }
    println!("\n## Commands\n\n{}", said.join("\n"));
}
