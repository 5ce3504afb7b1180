//! The configuration: a small TOML file, each of whose keys does something, and the token from the environment before it.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use tracing::level_filters::LevelFilter;

/// The file that is read when none is named, if it exists.
pub const DEFAULT_FILE: &str = "dealer.toml";
/// The environment's variable that goes before the file's `token`.
pub const TOKEN_VARIABLE: &str = "DISCORD_TOKEN";

/// What Dealer is run with; `config.example.toml` explains each key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// None: there is only the local Discord.
    pub token: Option<Token>,
    /// The file with everything that Dealer remembers of the real Discord.
    pub database: PathBuf,
    /// How much Dealer says of what it does.
    pub log: LevelFilter,
    /// `sandbox.listen`: where the local Discord listens; port 0 takes any free one.
    pub listen: SocketAddr,
    /// `sandbox.pause_ms`: how long a computer player thinks, more or less.
    pub pause: Duration,
}

/// The bot's token, which nothing prints.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("the configuration {path} cannot be read: {source}", path = path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// Each problem is a line.
    #[error("{}", lines(path, problems))]
    Wrong {
        path: PathBuf,
        problems: Vec<Problem>,
    },
    #[error("{TOKEN_VARIABLE} in the environment is not right: it must be {TOKEN_WANTED}")]
    TokenVariable,
}

/// Something that is wrong in the file, and in which line, from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Problem {
    pub line: usize,
    pub what: What,
}

/// What is wrong in a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum What {
    #[error("this is not TOML: {0}")]
    Syntax(String),
    #[error("there is no key `{key}`; {}", instead(*nearest))]
    UnknownKey {
        key: String,
        nearest: Option<&'static str>,
    },
    #[error("`{key}` must be {wanted}")]
    WrongValue {
        key: &'static str,
        wanted: &'static str,
    },
}

/// A key, what it must be, and how it is taken; None when it is not that.
struct Key {
    name: &'static str,
    wanted: &'static str,
    take: fn(&mut Config, &DeValue) -> Option<()>,
}

const TOKEN_WANTED: &str = "the bot's token as Discord's developer portal shows it, in one piece and without “Bot” before it";

const KEYS: &[Key] = &[
    Key {
        name: "token",
        wanted: TOKEN_WANTED,
        take: |config, value| {
            let text = value.as_str()?;
            config.token = if text.is_empty() {
                None
            } else {
                Some(Token::read(text)?)
            };
            Some(())
        },
    },
    Key {
        name: "database",
        wanted: "the name of a file, such as \"data/dealer.db\", and not of the local Discord's own (local-discord.…)",
        take: |config, value| {
            let path = PathBuf::from(value.as_str()?);
            // The local Discord's files can be begun anew; the real database must never be among them.
            path.file_name()?.to_str().filter(|name| {
                Path::new(name).file_stem() != Some(LOCAL.as_ref()) && *name != LOCAL
            })?;
            config.database = path;
            Some(())
        },
    },
    Key {
        name: "log",
        wanted: "\"off\", \"error\", \"warn\", \"info\", \"debug\" or \"trace\"",
        take: |config, value| {
            config.log = level(value.as_str()?)?;
            Some(())
        },
    },
    Key {
        name: "sandbox.listen",
        wanted: "an address of this machine alone with a port, such as \"127.0.0.1:8420\"",
        take: |config, value| {
            let address: SocketAddr = value.as_str()?.parse().ok()?;
            config.listen = address.ip().is_loopback().then_some(address)?;
            Some(())
        },
    },
    Key {
        name: "sandbox.pause_ms",
        wanted: "a whole number of milliseconds from 0 to 60000",
        take: |config, value| {
            let number = value.as_integer()?;
            let ms = u64::from_str_radix(number.as_str(), number.radix()).ok()?;
            config.pause = (ms <= 60_000).then_some(Duration::from_millis(ms))?;
            Some(())
        },
    },
];

/// The stem of the names of the local Discord's files.
const LOCAL: &str = "local-discord";

impl Default for Config {
    fn default() -> Config {
        Config {
            token: None,
            database: PathBuf::from("data/dealer.db"),
            log: LevelFilter::INFO,
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8420)),
            pause: Duration::from_millis(1_200),
        }
    }
}

impl Config {
    /// Reads the file that is named, else [`DEFAULT_FILE`] if it exists, else takes the defaults; `token` is the environment's.
    ///
    /// # Errors
    /// A file that cannot be read or is not right, or a token that cannot be one.
    pub fn load(named: Option<&Path>, token: Option<OsString>) -> Result<Config, ConfigError> {
        let mut config = match named {
            Some(path) => Config::read_file(path)?,
            None if Path::new(DEFAULT_FILE).exists() => Config::read_file(Path::new(DEFAULT_FILE))?,
            None => Config::default(),
        };
        if let Some(token) = token.filter(|token| !token.is_empty()) {
            let token = token.to_str().and_then(Token::read);
            config.token = Some(token.ok_or(ConfigError::TokenVariable)?);
        }
        Ok(config)
    }

    fn read_file(path: &Path) -> Result<Config, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|source| ConfigError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        Config::read(&text).map_err(|problems| ConfigError::Wrong {
            path: path.to_owned(),
            problems,
        })
    }

    /// Reads a configuration's text; what it leaves out has its default.
    ///
    /// # Errors
    /// Everything that is wrong, in the order of the lines.
    pub fn read(text: &str) -> Result<Config, Vec<Problem>> {
        let line = |offset: usize| 1 + text[..offset.min(text.len())].matches('\n').count();
        let document = DeTable::parse(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            // What the parser says may go over several lines.
            let what = What::Syntax(error.message().replace('\n', ", "));
            vec![Problem {
                line: line(offset),
                what,
            }]
        })?;
        let mut config = Config::default();
        let mut wrong = Vec::new();
        config.take_table("", document.get_ref(), &mut wrong);
        wrong.sort_by_key(|(offset, _)| *offset);
        let problems: Vec<Problem> = wrong
            .into_iter()
            .map(|(offset, what)| Problem {
                line: line(offset),
                what,
            })
            .collect();
        if problems.is_empty() {
            Ok(config)
        } else {
            Err(problems)
        }
    }

    /// Takes every key of a table; what is wrong is noted with where it begins.
    fn take_table(&mut self, prefix: &str, table: &DeTable, wrong: &mut Vec<(usize, What)>) {
        for (name, value) in table {
            let key = format!("{prefix}{}", name.get_ref());
            let at = name.span().start;
            if let Some(known) = KEYS.iter().find(|known| known.name == key) {
                self.take(known, value, wrong);
            } else if let Some(inner) = value.get_ref().as_table().filter(|inner| !inner.is_empty())
            {
                self.take_table(&format!("{key}."), inner, wrong);
            } else if !(is_table(&key) && value.get_ref().is_table()) {
                let nearest = nearest(&key);
                wrong.push((at, What::UnknownKey { key, nearest }));
            }
        }
    }

    fn take(&mut self, key: &Key, value: &Spanned<DeValue>, wrong: &mut Vec<(usize, What)>) {
        if (key.take)(self, value.get_ref()).is_none() {
            let Key {
                name: key, wanted, ..
            } = *key;
            wrong.push((value.span().start, What::WrongValue { key, wanted }));
        }
    }

    /// The names of all keys, tables before a full stop.
    pub fn keys() -> impl Iterator<Item = &'static str> {
        KEYS.iter().map(|key| key.name)
    }

    /// The database of the local Discord's matches, beside the real one and never the same.
    pub fn local_database(&self) -> PathBuf {
        self.database.with_file_name(format!("{LOCAL}.db"))
    }

    /// Where the local Discord's world is saved.
    pub fn local_world(&self) -> PathBuf {
        self.database.with_file_name(format!("{LOCAL}.json"))
    }
}

impl Token {
    /// None for a text that cannot be a token.
    fn read(text: &str) -> Option<Token> {
        let is_token = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_token.then(|| Token(text.to_owned()))
    }

    /// The token itself: for Discord's ears alone.
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// How much is logged, by its word.
fn level(word: &str) -> Option<LevelFilter> {
    const LEVELS: [LevelFilter; 6] = [
        LevelFilter::OFF,
        LevelFilter::ERROR,
        LevelFilter::WARN,
        LevelFilter::INFO,
        LevelFilter::DEBUG,
        LevelFilter::TRACE,
    ];
    LEVELS.into_iter().find(|level| level.to_string() == word)
}

/// Whether some key stands in a table of this name.
fn is_table(name: &str) -> bool {
    Config::keys().any(|key| {
        key.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with('.'))
    })
}

/// The key that was probably meant: written alike, or of the same name in another table.
fn nearest(key: &str) -> Option<&'static str> {
    let last = |key: &str| key.rsplit('.').next().unwrap_or_default().to_lowercase();
    let distance = |known: &str| {
        let (given, its) = (last(key), last(known));
        if its.starts_with(&given) {
            return 1;
        }
        let whole = strsim::damerau_levenshtein(&key.to_lowercase(), known);
        whole.min(strsim::damerau_levenshtein(&given, &its))
    };
    let (far, found) = Config::keys().map(|known| (distance(known), known)).min()?;
    (far <= 1 + last(key).len() / 3).then_some(found)
}

fn instead(nearest: Option<&str>) -> String {
    match nearest {
        Some(key) => format!("`{key}` was probably meant"),
        None => format!(
            "the keys are {}",
            Config::keys().collect::<Vec<_>>().join(", ")
        ),
    }
}

fn lines(path: &Path, problems: &[Problem]) -> String {
    let line = |problem: &Problem| format!("{}, {problem}", path.display());
    problems.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_has_every_key_with_its_default() {
        let example = include_str!("../config.example.toml");
        assert_eq!(Config::read(example), Ok(Config::default()));
        let table: toml::Table = example.parse().unwrap();
        for key in Config::keys() {
            let mut at = Some(&toml::Value::Table(table.clone())).cloned();
            for step in key.split('.') {
                at = at.and_then(|at| at.get(step).cloned());
            }
            assert!(at.is_some(), "{key} is not in the example");
        }
    }

    #[test]
    fn what_is_given_is_taken() {
        let given = "token = 'abc.def.ghi'\ndatabase = '/srv/d.db'\nlog = 'debug'\n\
                     [sandbox]\nlisten = '[::1]:0'\npause_ms = 0x10\n";
        let config = Config::read(given).unwrap();
        assert_eq!(config.token.as_ref().unwrap().secret(), "abc.def.ghi");
        assert_eq!(config.database, PathBuf::from("/srv/d.db"));
        assert_eq!(config.log, LevelFilter::DEBUG);
        assert_eq!(config.listen, "[::1]:0".parse().unwrap());
        assert_eq!(config.pause, Duration::from_millis(16));
        assert_eq!(
            config.local_world(),
            PathBuf::from("/srv/local-discord.json")
        );
        assert!(!format!("{config:?}").contains("abc"));
        assert_eq!(Config::read("[sandbox]\n"), Ok(Config::default()));
    }

    /// A configuration, the line of its problem, and what the sentence says.
    const WRONG: &[(&str, usize, &str)] = &[
        ("tokn = 'x'", 1, "no key `tokn`; `token` was probably meant"),
        (
            "\nlisten = '127.0.0.1:1'",
            2,
            "`sandbox.listen` was probably meant",
        ),
        (
            "[sandbx]\nlisten = '127.0.0.1:1'",
            2,
            "`sandbox.listen` was probably meant",
        ),
        (
            "[sandbox]\n# about\npause = 5",
            3,
            "`sandbox.pause_ms` was probably meant",
        ),
        ("colour = 'red'", 1, "the keys are token, database, log"),
        (
            "[sandbox.listen]\nport = 1",
            1,
            "`sandbox.listen` must be an address",
        ),
        ("sandbox = 3", 1, "no key `sandbox`"),
        ("token = 12", 1, "`token` must be the bot's token"),
        ("token = 'Bot abc'", 1, "without “Bot”"),
        ("database = ''", 1, "`database` must be the name of a file"),
        (
            "database = 'data/local-discord.db'",
            1,
            "not of the local Discord's own",
        ),
        ("log = 'loud'", 1, "`log` must be \"off\", \"error\""),
        (
            "log = 'info'\n[sandbox]\nlisten = '0.0.0.0:80'",
            3,
            "this machine alone",
        ),
        (
            "[sandbox]\nlisten = 8420",
            2,
            "with a port, such as \"127.0.0.1:8420\"",
        ),
        ("[sandbox]\npause_ms = -1", 2, "from 0 to 60000"),
        (
            "[sandbox]\npause_ms = 1.5",
            2,
            "a whole number of milliseconds",
        ),
        ("log = 'info'\nlog = 'warn'", 2, "this is not TOML"),
        ("log = info", 1, "this is not TOML"),
        ("\n\n[sandbox\n", 3, "this is not TOML"),
    ];

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, line, says) in WRONG {
            let problems = Config::read(text).unwrap_err();
            let sentence = problems[0].to_string();
            assert_eq!(problems[0].line, *line, "{text:?}: {sentence}");
            assert!(sentence.contains(says), "{text:?}: {sentence}");
            assert!(!sentence.contains('\n'), "{text:?}: {sentence}");
        }
    }

    #[test]
    fn everything_that_is_wrong_is_said_in_the_order_of_the_lines() {
        let problems = Config::read("tokens = 1\nlog = 2\nbase = 3\n").unwrap_err();
        let lines: Vec<usize> = problems.iter().map(|problem| problem.line).collect();
        assert_eq!(lines, [1, 2, 3]);
    }

    #[test]
    fn a_token_is_never_part_of_a_sentence() {
        for text in [
            "token = 'sécret'",
            "token = ['secret']",
            "token = 'a secret'",
        ] {
            let sentence = Config::read(text).unwrap_err()[0].to_string();
            assert!(!sentence.contains("cret"), "{sentence}");
        }
    }

    #[test]
    fn the_environment_goes_before_the_file() {
        let load = |token: &str| Config::load(None, Some(token.into()));
        assert_eq!(load("abc").unwrap().token, Some(Token("abc".to_owned())));
        assert_eq!(load("").unwrap().token, None);
        let refused = load("Bot abc").unwrap_err().to_string();
        assert!(
            refused.starts_with("DISCORD_TOKEN in the environment"),
            "{refused}"
        );
    }
}
