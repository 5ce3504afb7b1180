//! The configuration: a small TOML file. A token in the environment wins over the file's.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error as _};
use tracing::level_filters::LevelFilter;

/// The file that is read if none is given and it exists.
pub const DEFAULT_FILE: &str = "dealer.toml";
/// The environment variable that wins over all other places of the token.
pub const TOKEN_VARIABLE: &str = "DISCORD_TOKEN";
/// The environment variable with the name of a file that has the token, as Docker and systemd keep
/// secrets. It wins over the file's `token`.
pub const TOKEN_FILE_VARIABLE: &str = "DISCORD_TOKEN_FILE";

/// Every key and table of the file.
const KEYS: [&str; 9] = [
    "token", "database", "log", "backup", "every", "keep", "sandbox", "listen", "pause_ms",
];
const HOUR_S: u64 = 60 * 60;
/// How the names of the local Discord's files begin.
const LOCAL: &str = "local-discord";

/// The configuration of Dealer; `config.example.toml` explains each key.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// None: only the local Discord can run.
    #[serde(deserialize_with = "token")]
    pub token: Option<Token>,
    /// Where the token is from, if not from the configuration's file.
    #[serde(skip)]
    pub token_from: Option<String>,
    /// The file with everything that Dealer remembers of the real Discord.
    #[serde(deserialize_with = "database")]
    pub database: PathBuf,
    /// How detailed the log is.
    #[serde(deserialize_with = "log")]
    pub log: LevelFilter,
    pub backup: Backup,
    pub sandbox: Sandbox,
}

/// The table `backup`: the backups that Dealer makes by itself.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Backup {
    /// None: it makes none.
    #[serde(deserialize_with = "every")]
    pub every: Option<Duration>,
    /// How many stay; at least one.
    #[serde(deserialize_with = "keep")]
    pub keep: usize,
}

/// The table `sandbox`: how to run the local Discord.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sandbox {
    /// Where it listens; port 0 takes any free one.
    #[serde(deserialize_with = "listen")]
    pub listen: SocketAddr,
    /// About how long a computer player thinks.
    #[serde(rename = "pause_ms", deserialize_with = "pause")]
    pub pause: Duration,
}

/// The bot's token, which nothing prints.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("can't read {path}: {source}", path = path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{path}, {problem}", path = path.display())]
    Wrong { path: PathBuf, problem: Problem },
    #[error("{TOKEN_VARIABLE} in the environment isn't a token: it must be {TOKEN_WANTED}")]
    TokenVariable,
    #[error("{TOKEN_FILE_VARIABLE} names {path}, but {problem}", path = path.display())]
    TokenFile { path: PathBuf, problem: String },
}

/// The first mistake in the file, and its line, from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Problem {
    pub line: usize,
    pub what: String,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            token: None,
            token_from: None,
            database: PathBuf::from("data/dealer.db"),
            log: LevelFilter::INFO,
            backup: Backup::default(),
            sandbox: Sandbox::default(),
        }
    }
}

impl Default for Backup {
    fn default() -> Backup {
        Backup {
            every: Some(Duration::from_secs(24 * HOUR_S)),
            keep: 7,
        }
    }
}

impl Default for Sandbox {
    fn default() -> Sandbox {
        Sandbox {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8420)),
            pause: Duration::from_millis(1_200),
        }
    }
}

impl Config {
    /// Reads the given file, else [`DEFAULT_FILE`] if it exists, else takes the defaults.
    /// `variable`: a variable of the environment. The token is in [`TOKEN_VARIABLE`], else in the
    /// file that [`TOKEN_FILE_VARIABLE`] names, else in the configuration.
    ///
    /// # Errors
    /// A file cannot be read or is wrong, or the token cannot be one.
    pub fn load(
        named: Option<&Path>,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Config, ConfigError> {
        let variable = |name| variable(name).filter(|value| !value.is_empty());
        let mut config = match named {
            Some(path) => Config::read_file(path)?,
            None if Path::new(DEFAULT_FILE).exists() => Config::read_file(Path::new(DEFAULT_FILE))?,
            None => Config::default(),
        };
        if let Some(token) = variable(TOKEN_VARIABLE) {
            let token = token.to_str().and_then(Token::read);
            config.token = Some(token.ok_or(ConfigError::TokenVariable)?);
            config.token_from = Some(format!("{TOKEN_VARIABLE} in the environment"));
        } else if let Some(path) = variable(TOKEN_FILE_VARIABLE) {
            let path = PathBuf::from(path);
            config.token_from = Some(format!("{} ({TOKEN_FILE_VARIABLE})", path.display()));
            let read = match std::fs::read_to_string(&path) {
                Ok(text) => Token::read(text.trim()).ok_or_else(|| {
                    format!("what is in there isn't a token: it must be {TOKEN_WANTED}")
                }),
                Err(error) => Err(format!("that can't be read: {error}")),
            };
            let token = read.map_err(|problem| ConfigError::TokenFile { path, problem })?;
            config.token = Some(token);
        }
        Ok(config)
    }

    fn read_file(path: &Path) -> Result<Config, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|source| ConfigError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        Config::read(&text).map_err(|problem| ConfigError::Wrong {
            path: path.to_owned(),
            problem,
        })
    }

    /// Reads a configuration. Missing keys get their defaults.
    ///
    /// # Errors
    /// The first mistake.
    pub fn read(text: &str) -> Result<Config, Problem> {
        toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            let before = text.get(..span.start).unwrap_or(text);
            // The parser's message may have several lines.
            let mut what = error.message().replace('\n', ", ");
            if let Some(key) = nearest(text.get(span).unwrap_or_default())
                && what.starts_with("unknown field")
            {
                what.push_str(&format!(". Did you mean `{key}`?"));
            }
            Problem {
                line: 1 + before.matches('\n').count(),
                what,
            }
        })
    }

    /// The database of the local Discord's matches. It is beside the real one and never the same
    /// file.
    pub fn local_database(&self) -> PathBuf {
        self.database.with_file_name(format!("{LOCAL}.db"))
    }

    /// Where the local Discord's world is saved.
    pub fn local_world(&self) -> PathBuf {
        self.database.with_file_name(format!("{LOCAL}.json"))
    }
}

/// A configuration's text with another token, and everything else as it is.
pub fn with_token(text: &str, token: &Token) -> String {
    let line = format!("token = \"{}\"", token.secret());
    let is_token = |line: &str| {
        let value = line.trim_start().strip_prefix("token");
        value.is_some_and(|value| value.trim_start().starts_with('='))
    };
    let mut lines: Vec<&str> = text.lines().collect();
    // Keys after a table belong to it.
    let before_tables = lines
        .iter()
        .take_while(|line| !line.trim_start().starts_with('['));
    match before_tables
        .map(|line| is_token(line))
        .position(|found| found)
    {
        Some(at) => lines[at] = &line,
        None => lines.insert(0, &line),
    }
    lines.join("\n") + "\n"
}

impl Token {
    /// None if the text cannot be a token.
    pub fn read(text: &str) -> Option<Token> {
        // Quotes and brackets come along when a line of a shell or a guide is copied.
        let fits = |byte: u8| byte.is_ascii_graphic() && !b"\"'`<>".contains(&byte);
        let is_token = !text.is_empty() && text.bytes().all(fits);
        is_token.then(|| Token(text.to_owned()))
    }

    /// The token itself, which only Discord may get.
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

const TOKEN_WANTED: &str = "the bot's token as Discord's developer portal shows it, in one piece, \
                            without “Bot” before it and without further quotes";

fn token<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Token>, D::Error> {
    let wanted = format!("`token` must be {TOKEN_WANTED}");
    value(from, &wanted, |text: String| match text.as_str() {
        "" => Some(None),
        text => Token::read(text).map(Some),
    })
}

/// The local Discord's files can be deleted for a fresh start, so the real database must never be
/// one of them.
fn database<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
    let wanted = "`database` must be the name of a file, such as \"data/dealer.db\", and not one \
        of the local Discord's own (local-discord.…)";
    value(from, wanted, |path: PathBuf| {
        let is_local = path.file_name()? == LOCAL || path.file_stem()? == LOCAL;
        (!is_local).then_some(path)
    })
}

fn log<'de, D: Deserializer<'de>>(from: D) -> Result<LevelFilter, D::Error> {
    let wanted = "`log` must be \"off\", \"error\", \"warn\", \"info\", \"debug\" or \"trace\"";
    value(from, wanted, |word: String| word.parse().ok())
}

fn every<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let wanted = "`every` must be hours or days, such as \"12h\" or \"1d\", or \"never\"";
    value(from, wanted, |text: String| {
        if text == "never" {
            return Some(None);
        }
        let hours = match text.strip_suffix('d') {
            Some(days) => days.parse::<u64>().ok()?.checked_mul(24)?,
            None => text.strip_suffix('h')?.parse().ok()?,
        };
        let may_be = (1..=366 * 24).contains(&hours);
        may_be.then(|| Some(Duration::from_secs(hours * HOUR_S)))
    })
}

fn keep<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    let wanted = "`keep` must be a whole number of backups from 1 to 1000";
    value(from, wanted, |count: usize| {
        (1..=1_000).contains(&count).then_some(count)
    })
}

fn listen<'de, D: Deserializer<'de>>(from: D) -> Result<SocketAddr, D::Error> {
    let wanted = "`listen` must be an address that only this machine can reach, with a port, such \
        as \"127.0.0.1:8420\"";
    value(from, wanted, |address: SocketAddr| {
        address.ip().is_loopback().then_some(address)
    })
}

fn pause<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
    let wanted = "`pause_ms` must be a whole number of milliseconds from 0 to 60000";
    value(from, wanted, |ms: u64| {
        (ms <= 60_000).then_some(Duration::from_millis(ms))
    })
}

/// Reads a value. An error only says what is `wanted`, never what was found: that may be a token.
fn value<'de, D: Deserializer<'de>, R: Deserialize<'de>, T>(
    from: D,
    wanted: &str,
    read: impl FnOnce(R) -> Option<T>,
) -> Result<T, D::Error> {
    let found = R::deserialize(from).ok().and_then(read);
    found.ok_or_else(|| D::Error::custom(wanted))
}

/// The key that is spelled almost like this.
fn nearest(written: &str) -> Option<&'static str> {
    let distance = |key: &str| {
        if key.starts_with(written) {
            1
        } else {
            strsim::damerau_levenshtein(&written.to_lowercase(), key)
        }
    };
    let (far, key) = KEYS.into_iter().map(|key| (distance(key), key)).min()?;
    (far <= 1 + written.len() / 3).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_has_every_key_with_its_default() {
        let example = include_str!("../config.example.toml");
        assert_eq!(Config::read(example), Ok(Config::default()));
        for key in KEYS {
            let is_there = |line: &str| line.starts_with(key) || line == format!("[{key}]");
            assert!(example.lines().any(is_there), "{key} is not in the example");
        }
    }

    #[test]
    fn a_token_goes_into_its_own_line() {
        let token = Token::read("abc.def.ghi").unwrap();
        let (commented, table) = ("# token = \"\"\n", "[backup]\nkeep = 3\n");
        for (before, after) in [
            (
                format!("{commented}token = \"\"\n{table}"),
                format!("{commented}token = \"abc.def.ghi\"\n{table}"),
            ),
            (
                table.to_owned(),
                format!("token = \"abc.def.ghi\"\n{table}"),
            ),
        ] {
            assert_eq!(with_token(&before, &token), after);
        }
    }

    #[test]
    fn given_values_are_used() {
        let given = "token = 'abc.def.ghi'\ndatabase = '/srv/d.db'\nlog = 'debug'\n\
                     [backup]\nevery = '12h'\nkeep = 3\n\
                     [sandbox]\nlisten = '[::1]:0'\npause_ms = 16\n";
        let config = Config::read(given).unwrap();
        assert_eq!(config.token.as_ref().unwrap().secret(), "abc.def.ghi");
        assert_eq!(config.database, PathBuf::from("/srv/d.db"));
        assert_eq!(config.log, LevelFilter::DEBUG);
        let every = Some(Duration::from_secs(12 * HOUR_S));
        assert_eq!(config.backup, Backup { every, keep: 3 });
        let never = Config::read("[backup]\nevery = 'never'").unwrap();
        assert_eq!(never.backup.every, None);
        assert_eq!(config.sandbox.listen, "[::1]:0".parse().unwrap());
        assert_eq!(config.sandbox.pause, Duration::from_millis(16));
        assert_eq!(
            config.local_world(),
            PathBuf::from("/srv/local-discord.json")
        );
        assert!(!format!("{config:?}").contains("abc"));
        assert_eq!(Config::read("[sandbox]\n"), Ok(Config::default()));
    }

    /// A configuration, the line of its error, and words of the message.
    const WRONG: &[(&str, usize, &str)] = &[
        ("[backup]\nevery = '0h'", 2, "`every` must be hours or days"),
        (
            "[backup]\nevery = 'daily'",
            2,
            "`every` must be hours or days",
        ),
        ("[backup]\nkeep = 0", 2, "`keep` must be a whole number"),
        ("[bakup]\nkeep = 1", 1, "Did you mean `backup`?"),
        ("tokn = 'x'", 1, "`tokn`, expected one of `token`"),
        ("tokn = 'x'", 1, "Did you mean `token`?"),
        ("\nlisten = '127.0.0.1:1'", 2, "Did you mean `listen`?"),
        (
            "[sandbx]\nlisten = '127.0.0.1:1'",
            1,
            "Did you mean `sandbox`?",
        ),
        (
            "[sandbox]\n# about\npause = 5",
            3,
            "Did you mean `pause_ms`?",
        ),
        (
            "colour = 'red'",
            1,
            "expected one of `token`, `database`, `log`",
        ),
        (
            "[sandbox.listen]\nport = 1",
            1,
            "`listen` must be an address",
        ),
        ("sandbox = 3", 1, "expected struct Sandbox"),
        ("token = 12", 1, "`token` must be the bot's token"),
        ("token = 'Bot abc'", 1, "without “Bot”"),
        ("database = ''", 1, "`database` must be the name of a file"),
        (
            "database = 'data/local-discord.db'",
            1,
            "not one of the local Discord's own",
        ),
        ("log = 'loud'", 1, "`log` must be \"off\", \"error\""),
        (
            "log = 'info'\n[sandbox]\nlisten = '0.0.0.0:80'",
            3,
            "only this machine can reach",
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
        ("log = 'info'\nlog = 'warn'", 2, "duplicate key"),
        ("log = info", 1, "invalid"),
        ("\n\n[sandbox\n", 3, "table"),
    ];

    #[test]
    fn an_error_names_its_line() {
        for (text, line, says) in WRONG {
            let problem = Config::read(text).unwrap_err();
            let sentence = problem.to_string();
            assert_eq!(problem.line, *line, "{text:?}: {sentence}");
            assert!(sentence.contains(says), "{text:?}: {sentence}");
            assert!(!sentence.contains('\n'), "{text:?}: {sentence}");
        }
    }

    #[test]
    fn no_message_contains_a_token() {
        for text in [
            "token = 'sécret'",
            "token = ['secret']",
            "token = 'a secret'",
        ] {
            let sentence = Config::read(text).unwrap_err().to_string();
            assert!(!sentence.contains("cret"), "{sentence}");
        }
    }

    #[test]
    fn the_environment_overrides_the_file() {
        let load =
            |token: &str| Config::load(None, |name| (name == TOKEN_VARIABLE).then(|| token.into()));
        assert_eq!(load("abc").unwrap().token, Some(Token("abc".to_owned())));
        assert_eq!(load("").unwrap().token, None);
        let refused = load("Bot abc").unwrap_err().to_string();
        assert!(
            refused.starts_with("DISCORD_TOKEN in the environment"),
            "{refused}"
        );
    }
}
