//! The log on standard error.

use std::io::{self, Write};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::Config;
use crate::discord::UNLOGGED;

/// Starts the log. Of libraries it only has warnings: their details could contain a token.
pub fn log(config: &Config) {
    let level = config.log;
    let targets = Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        .with_target(UNLOGGED, LevelFilter::OFF)
        .with_target("dealer", level);
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(io::IsTerminal::is_terminal(&io::stderr()))
        .with_writer(|| WithoutTokens(io::stderr()));
    tracing_subscriber::registry()
        .with(lines.with_filter(targets))
        .init();
}

/// Passes lines on without the tokens in them. With an interaction's token, anybody could answer in
/// Dealer's name for 15 minutes.
struct WithoutTokens<W>(W);

impl<W: Write> Write for WithoutTokens<W> {
    /// Gets whole lines, because the log writes them so.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let shown = without_tokens(&String::from_utf8_lossy(line));
        self.0.write_all(shown.as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Parts of addresses after which an id and a token follow (Discord documentation, "Receiving and
/// Responding").
const WITH_TOKEN: [&str; 2] = ["interactions/", "webhooks/"];

/// The text with an ellipsis instead of each token in an address.
fn without_tokens(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(id) = WITH_TOKEN
        .iter()
        .filter_map(|before| rest.find(before).map(|at| at + before.len()))
        .min()
    {
        let (before, after) = rest.split_at(id);
        shown.push_str(before);
        let token = after.trim_start_matches(|c: char| c.is_ascii_digit());
        rest = match token.strip_prefix('/') {
            Some(token) => {
                shown.push_str(&after[..after.len() - token.len()]);
                shown.push('…');
                let in_token = |c: char| c.is_ascii_alphanumeric() || "-_.=%".contains(c);
                token.trim_start_matches(in_token)
            }
            None => after,
        };
    }
    shown + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_in_addresses_are_not_logged() {
        for (said, logged) in [
            // As serenity words it.
            (
                "Mismatched successful response status from /interactions/12/aW50-ZXJ_h/callback! Expected 204 but got 200",
                "Mismatched successful response status from /interactions/12/…/callback! Expected 204 but got 200",
            ),
            // As reqwest words it.
            (
                "error sending request for url (https://discord.com/api/v10/webhooks/12/aW50ZXJh/messages/@original)",
                "error sending request for url (https://discord.com/api/v10/webhooks/12/…/messages/@original)",
            ),
            (
                "/interactions/1/abc and /webhooks/2/def?wait=true",
                "/interactions/1/… and /webhooks/2/…?wait=true",
            ),
            (
                "/webhooks/2 and interactions/ of",
                "/webhooks/2 and interactions/ of",
            ),
            ("nothing of it", "nothing of it"),
        ] {
            let mut log = WithoutTokens(Vec::new());
            log.write_all(said.as_bytes()).unwrap();
            assert_eq!(String::from_utf8(log.0).unwrap(), logged);
        }
    }
}
