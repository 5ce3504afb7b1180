//! `dealer setup` and `dealer invite`: from nothing to a bot in a server. Neither opens the
//! database, which a running Dealer may hold.

use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use tokio::runtime::Runtime;
use tokio::time::{Instant, sleep};

use super::running::{Sentence, local_discord};
use super::{not_right, wrong_call};
use crate::config::{Config, TOKEN_FILE_VARIABLE, TOKEN_VARIABLE, Token, with_token};
use crate::discord::invitation::{Application, FOR_MORE, INVITED, Introduction};
use crate::discord::{Connection, DiscordError, SETTLES};
use crate::referee::{Referee, WallClock};
use crate::store::Store;
use crate::words;

#[derive(Args)]
pub struct SetupArguments {
    /// Read the token from this file, or from standard input (-), instead of asking for it
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Don't write the token into the configuration
    #[arg(long)]
    no_file: bool,
    /// Don't wait until the bot is in a server
    #[arg(long)]
    no_wait: bool,
}

const HOW_TO_BEGIN: &str = "\
Dealer needs a bot of its own in Discord. In a browser:
  1. Open https://discord.com/developers/applications and press *New Application*.
  2. Under *Bot*, press *Reset Token* and copy the token. It's a password: keep it to yourself.
  3. If you want to fill a season from a Discord role, switch on *Server Members Intent* there.
";

/// What a new configuration has besides the token.
const EXAMPLE: &str = include_str!("../../config.example.toml");

const BETWEEN_LOOKS: Duration = Duration::from_secs(2);
const LONGEST_WAIT: Duration = Duration::from_secs(10 * 60);
/// Dealer goes by Discord's clock, but certificates and the log go by the machine's.
const MAX_CLOCK_ERROR_MS: u64 = 2 * 60 * 1000;

/// `dealer setup`: takes a token, asks Discord about it, keeps it, and helps to invite the bot.
/// `file`: the configuration.
pub fn setup(config: &Config, file: &Path, arguments: &SetupArguments) -> ExitCode {
    talk(async |referee| {
        let (token, bot) = match &arguments.token_file {
            Some(from) => introduced(&read_token(from)?, referee).await?,
            None => ask(config, referee).await?,
        };
        let application = &bot.application;
        println!(
            "The token is good: it's the bot of “{}”.",
            shown(&application.name)
        );
        for problem in problems(application, referee) {
            println!("! {problem}");
        }
        keep(&token, config, file, arguments.no_file)?;
        println!(
            "\nInvite Dealer to your server with this link:\n\n  {}\n",
            application.invitation()
        );
        println!("It asks for these permissions:");
        for ((_, name), why) in INVITED {
            println!("  {name}: {why}");
        }
        println!("Give these to Dealer's role yourself, if you want what they are for:");
        for (name, why) in FOR_MORE {
            println!("  {name}: {why}");
        }
        if arguments.no_wait {
            println!("\nThen run `dealer`, keep it running, and type /setup in your server.");
        } else {
            println!(
                "\nWaiting until the bot is in a server (Ctrl-C ends this, nothing is lost) …"
            );
            let server = first_server(&bot).await?;
            println!(
                "It's in “{}”. Now run `dealer`, keep it running, and type /setup there.",
                shown(&server)
            );
        }
        Ok(())
    })
}

/// `dealer invite`: prints the link alone.
pub fn invite(config: &Config) -> ExitCode {
    let Some(token) = &config.token else {
        return wrong_call(
            "no token is configured, so there's no bot to invite. Use `dealer setup`",
        );
    };
    talk(async |referee| {
        let (_, bot) = introduced(token.secret(), referee).await?;
        println!("{}", bot.application.invitation());
        Ok(())
    })
}

/// `dealer check --online`: asks Discord about the token, the application and the clock.
pub fn check_online(config: &Config) -> ExitCode {
    let Some(token) = &config.token else {
        return wrong_call("no token is configured, so there's nothing to ask Discord");
    };
    talk(async |referee| {
        let (_, bot) = introduced(token.secret(), referee).await?;
        println!(
            "Discord knows the token: it's the bot of “{}”.",
            shown(&bot.application.name)
        );
        for problem in problems(&bot.application, referee) {
            println!("! {problem}");
        }
        match bot.servers().await?.as_slice() {
            [] => println!("It isn't in any server yet. `dealer invite` prints the link."),
            servers => println!(
                "It's in {}.",
                words::english::count_of(servers.len(), "server", "servers")
            ),
        }
        Ok(())
    })
}

/// Runs something that asks Discord, without the database.
fn talk(work: impl AsyncFnOnce(&Referee) -> Result<(), Sentence>) -> ExitCode {
    let done = || -> Result<(), Sentence> {
        Runtime::new()?.block_on(async {
            let referee = Referee::start(Store::in_memory()?, WallClock::new(), 0);
            work(&referee).await
        })
    };
    match done() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => not_right(error),
    }
}

/// Asks for a token in the terminal, until there is a good one.
async fn ask(config: &Config, referee: &Referee) -> Result<(Token, Introduction), Sentence> {
    let configured = config.token.as_ref();
    if !io::stdin().is_terminal() {
        let token = configured.ok_or_else(|| {
            format!(
                "there's no terminal in which Dealer could ask for the token. Use `dealer setup \
                 --token-file FILE`, or set {TOKEN_VARIABLE} or {TOKEN_FILE_VARIABLE}"
            )
        })?;
        return introduced(token.secret(), referee).await;
    }
    println!("{HOW_TO_BEGIN}");
    let prompt = match configured {
        Some(_) => "Token (it isn't shown; press Enter to keep the configured one): ",
        None => "Token (it isn't shown): ",
    };
    loop {
        let typed = rpassword::prompt_password(prompt)?;
        let text = match configured {
            Some(token) if typed.trim().is_empty() => token.secret(),
            _ => &typed,
        };
        match introduced(text, referee).await {
            Ok(bot) => return Ok(bot),
            Err(sentence) => println!("{}\n", shown(&sentence.to_string())),
        }
    }
}

fn read_token(from: &Path) -> Result<String, Sentence> {
    if from == Path::new("-") {
        return Ok(io::read_to_string(io::stdin())?);
    }
    let text = fs::read_to_string(from);
    Ok(text.map_err(|error| format!("can't read {}: {error}", from.display()))?)
}

/// Asks Discord about a token as people copy it: with “Bot” before it, or in quotes.
async fn introduced(text: &str, referee: &Referee) -> Result<(Token, Introduction), Sentence> {
    let unquoted = text.trim().trim_matches(['"', '\'', '`']);
    let bare = unquoted.strip_prefix("Bot ").unwrap_or(unquoted).trim();
    let token = Token::read(bare).ok_or_else(|| refused_token(bare))?;
    let connection = Connection {
        token: bare.to_owned(),
        local: local_discord()?,
        settles: SETTLES,
        backups: None,
    };
    match Introduction::ask(connection, referee.clone()).await {
        Ok(bot) => Ok((token, bot)),
        Err(DiscordError::TokenRefused) => Err(refused_token(bare).into()),
        Err(error @ DiscordError::Unreachable(_)) => {
            let now = jiff::Timestamp::now().strftime("%-d %B %Y %H:%M UTC");
            Err(format!(
                "{error}. Is this machine online, and its clock right? By its clock it's {now}"
            )
            .into())
        }
        Err(error) => Err(error.into()),
    }
}

/// What is probably wrong with a token that Discord doesn't know, by its form.
fn refused_token(text: &str) -> &'static str {
    let is_all = |fits: fn(&u8) -> bool| text.as_bytes().iter().all(fits);
    match text.len() {
        0 => "there's no token. Copy it from Discord's developer portal: *Bot*, *Reset Token*",
        _ if is_all(u8::is_ascii_digit) => {
            "that's an id, not the token. The token is under *Bot*, *Reset Token*"
        }
        64 if is_all(u8::is_ascii_hexdigit) => {
            "that's the application's public key. The token is under *Bot*, *Reset Token*"
        }
        _ if !text.contains('.') => {
            "that isn't a bot's token; it may be the client secret. The token is under *Bot*, \
             *Reset Token*"
        }
        _ => {
            "Discord doesn't know this token. Press *Reset Token* under *Bot* and copy the new \
             one, in one piece. A person's own token doesn't work"
        }
    }
}

/// What will not work although the token is good, and how to mend it.
fn problems(application: &Application, referee: &Referee) -> Vec<String> {
    let mut problems = Vec::new();
    if application.bot_require_code_grant {
        problems.push(
            "Under *Bot*, switch off *Requires OAuth2 Code Grant*: with it, nobody can invite \
             Dealer."
                .to_owned(),
        );
    }
    if application.interactions_endpoint_url.is_some() {
        problems.push(
            "Under *General Information*, empty *Interactions Endpoint URL*: with it, Dealer hears \
             of no command and no button."
                .to_owned(),
        );
    }
    if !application.bot_public {
        problems.push("*Public Bot* is off, so only you can invite it.".to_owned());
    }
    if !application.reads_members() {
        problems.push(
            "*Server Members Intent* is off. Everything works, but Dealer can't fill a season from \
             a Discord role."
                .to_owned(),
        );
    }
    let machine = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let error_ms = u128::from(referee.clock.now().0).abs_diff(machine.as_millis());
    if error_ms > MAX_CLOCK_ERROR_MS.into() {
        problems.push(format!(
            "This machine's clock is wrong by {} minutes. Matches go by Discord's clock, but \
             correct it.",
            error_ms / 60_000
        ));
    }
    problems
}

/// Keeps the token where Dealer will find it, or says how.
fn keep(token: &Token, config: &Config, file: &Path, no_file: bool) -> Result<(), Sentence> {
    if config.token.as_ref() == Some(token) {
        match &config.token_from {
            Some(from) => println!("Dealer finds it in {from}."),
            None => println!("Dealer finds it in {}.", file.display()),
        }
    } else if no_file {
        println!(
            "Put it into {TOKEN_VARIABLE} in the environment, or alone into a file that \
             {TOKEN_FILE_VARIABLE} names."
        );
    } else {
        let old = if file.exists() {
            fs::read_to_string(file)?
        } else {
            EXAMPLE.to_owned()
        };
        write_private(file, &with_token(&old, token))
            .map_err(|error| format!("can't write {}: {error}", file.display()))?;
        let privacy = if cfg!(unix) {
            "Only your account can read that file"
        } else {
            "Make sure that only your account can read that file: Dealer can't do that here"
        };
        println!("It's in {} now. {privacy}.", file.display());
        if let Some(from) = &config.token_from {
            println!("! But {from} wins over it: take that away, or put the token there.");
        }
    }
    Ok(())
}

/// Replaces a file with one that only its owner can read, all at once.
fn write_private(file: &Path, text: &str) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let new = file.with_extension("toml.new");
    // One that was left behind may be open to others.
    let _ = fs::remove_file(&new);
    options.open(&new)?.write_all(text.as_bytes())?;
    fs::rename(new, file)
}

/// Waits until the bot is in a server; its name.
async fn first_server(bot: &Introduction) -> Result<String, Sentence> {
    let begun = Instant::now();
    while begun.elapsed() < LONGEST_WAIT {
        match bot.servers().await {
            Ok(servers) => {
                if let Some(server) = servers.into_iter().next() {
                    return Ok(server);
                }
            }
            Err(DiscordError::Unreachable(_)) => {}
            Err(error) => return Err(error.into()),
        }
        sleep(BETWEEN_LOOKS).await;
    }
    Err(
        "the bot isn't in a server yet. The link stays good: `dealer invite` prints it again"
            .into(),
    )
}

fn shown(text: &str) -> String {
    words::english::on_terminal(text)
}
