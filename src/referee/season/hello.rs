//! Says hello to everybody of a season by their private route, so that hosts know before a match
//! whom Dealer can reach.

use games::WallMs;

use super::Core;
use crate::referee::post::{Letter, Post, Recipient, letter_of};
use crate::store::{Hello, Result, SeasonId};

/// The outcome of saying hello to somebody of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Greeted {
    /// The name as the season has it.
    pub name: String,
    /// None if nobody has said hello to them.
    pub hello: Option<Hello>,
    /// Whether they were last reached, outside matches, in a private thread.
    pub in_thread: bool,
}

impl Core {
    /// Says hello to everybody of a season with an account who has not confirmed a greeting yet.
    /// Returns to how many it was sent now, and to how many one was already on its way.
    /// [`Core::greeted`] has the outcome.
    pub fn say_hello(&mut self, id: SeasonId, now: WallMs) -> Result<(usize, usize)> {
        self.store.write(|tx| {
            let Some(season) = tx.season(id)? else {
                return Ok((0, 0));
            };
            let (mut count, mut on_their_way) = (0, 0);
            for member in tx.season_cast(id)? {
                let Some(account) = member.account else {
                    continue;
                };
                if tx.hello(season.guild, account)? == Some(Hello::Confirmed) {
                    continue;
                }
                let waits = tx.pending_letters_to(account)?;
                let is_hello = |letter: Letter| matches!(letter.post, Post::Hello { .. });
                if waits.iter().filter_map(letter_of).any(is_hello) {
                    on_their_way += 1;
                    continue;
                }
                let to = Recipient::Member {
                    account,
                    bound: member.channel,
                    season: id,
                    by: None,
                };
                let post = Post::Hello {
                    guild: season.guild,
                    season: season.name.clone(),
                };
                Letter { to, post }.send(tx, None, None, now)?;
                count += 1;
            }
            Ok((count, on_their_way))
        })
    }

    /// Everybody of a season with an account, with the outcome of saying hello to them.
    pub fn greeted(&self, id: SeasonId) -> Result<Vec<Greeted>> {
        self.store.read(|tx| {
            let Some(season) = tx.season(id)? else {
                return Ok(Vec::new());
            };
            let mut greeted = Vec::new();
            for member in tx.season_cast(id)? {
                let Some(account) = member.account else {
                    continue;
                };
                let below = season.settings.match_channel;
                let below = below.map(|channel| tx.last_thread(id, channel, account));
                let threads = [
                    below.transpose()?.flatten(),
                    tx.last_thread_anywhere(id, account)?,
                ];
                let last = tx.last_letter_to(account)?;
                greeted.push(Greeted {
                    name: member.name,
                    hello: tx.hello(season.guild, account)?,
                    in_thread: last.is_some() && threads.contains(&last),
                });
            }
            Ok(greeted)
        })
    }
}
