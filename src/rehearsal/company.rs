//! Runs a task for each person who is a computer player. If everybody is one, opens the next match
//! when one is over.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::task::AbortHandle;

use super::figures::{FIGURES, Figure};
use super::person::Person;
use super::player::Player;
use super::seed::Stage;
use crate::discord::Pool;
use crate::referee::Referee;
use crate::store::{ChannelId, Stakes};
use games::{GameId, Seat};
use local_discord::Id;

/// Which people are computer players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Autoplay {
    Everybody,
    /// Names from the cast, or `dmo`, `ec` and `host` for the people who have that role.
    Some(Vec<String>),
}

/// A name that nobody has.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "nobody in the season is called “{name}”{}; name its people, `dmo`, `ec` or `host`",
    meant(nearest)
)]
pub struct AutoplayError {
    name: String,
    nearest: Option<&'static str>,
}

fn meant(nearest: &Option<&'static str>) -> String {
    nearest.map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}

impl Autoplay {
    /// Checks that all names are known.
    ///
    /// # Errors
    /// The first unknown name.
    pub fn check(&self) -> Result<(), AutoplayError> {
        let Autoplay::Some(names) = self else {
            return Ok(());
        };
        for name in names {
            let known = ["dmo", "ec", "host"].contains(&name.as_str());
            if !known && find(name).is_none() {
                let distance = |figure: &&Figure| {
                    strsim::damerau_levenshtein(&figure.name.to_lowercase(), &name.to_lowercase())
                };
                let near = FIGURES.iter().min_by_key(distance);
                return Err(AutoplayError {
                    name: name.clone(),
                    nearest: near
                        .filter(|figure| distance(figure) <= 2)
                        .map(|figure| figure.name),
                });
            }
        }
        Ok(())
    }
}

fn find(name: &str) -> Option<&'static Figure> {
    let lower = name.to_lowercase();
    FIGURES
        .iter()
        .find(|figure| figure.role.is_some() && figure.name.to_lowercase() == lower)
}

/// The computer players and what they need.
pub struct Company {
    pub autoplay: Autoplay,
    pub stage: Stage,
    /// None if the bot is another process. Then they play at random, and no next match is opened.
    pub referee: Option<Referee>,
    pub url: String,
    pub pause: Duration,
    pub game: Option<GameId>,
}

/// How many thinking pauses to wait before the next match.
const INTERVAL: u32 = 12;
/// The shortest time between two checks of who is in the seats.
const LOOK: Duration = Duration::from_millis(250);

impl Company {
    /// Lets them play until `stop` resolves.
    pub async fn play(self, stop: impl Future<Output = ()> + Send) {
        let mut playing: HashMap<Id, AbortHandle> = HashMap::new();
        tokio::select! {
            () = stop => {}
            () = self.direct(&mut playing) => {}
        }
        for task in playing.into_values() {
            task.abort();
        }
    }

    async fn direct(&self, playing: &mut HashMap<Id, AbortHandle>) {
        let thoughts = Pool::for_thoughts();
        loop {
            let wanted = self.wanted().await;
            playing.retain(|id, task| {
                let stays = wanted.contains(id);
                if !stays {
                    task.abort();
                }
                stays
            });
            for id in wanted {
                if playing.contains_key(&id) {
                    continue;
                }
                match Person::new(&self.url, id) {
                    Ok(person) => {
                        let hosts_in = (id == self.stage.host).then_some(self.stage.death_match);
                        let player = Player::new(
                            person,
                            self.referee.clone(),
                            thoughts.clone(),
                            hosts_in,
                            self.pause,
                        );
                        playing.insert(id, tokio::spawn(player.play().boxed()).abort_handle());
                    }
                    Err(error) => tracing::error!("there is no computer player: {error}"),
                }
            }
            if self.autoplay == Autoplay::Everybody {
                self.open_next().await;
            }
            tokio::time::sleep(self.pause.max(LOOK)).await;
        }
    }

    /// The accounts of the computer players in the current match.
    async fn wanted(&self) -> Vec<Id> {
        let names = match &self.autoplay {
            Autoplay::Some(names) => names,
            Autoplay::Everybody => {
                // Spectators only watch.
                let people = self.stage.people();
                let cast = people.filter(|(figure, _)| figure.role.is_some());
                return cast.map(|(_, account)| account).collect();
            }
        };
        let Some(referee) = &self.referee else {
            return Vec::new();
        };
        let seated = self.stage.players(referee).await;
        let account = |name: &String| match name.as_str() {
            "dmo" => seated[Seat::Dmo],
            "ec" => seated[Seat::Ec],
            "host" => Some(self.stage.host),
            name => {
                let figure = find(name)?;
                let mut people = self.stage.people();
                people
                    .find(|(one, _)| *one == figure)
                    .map(|(_, account)| account)
            }
        };
        names.iter().filter_map(account).collect()
    }

    /// Opens the next match after a while if none is open.
    async fn open_next(&self) {
        let Some(referee) = &self.referee else {
            return;
        };
        let channel = ChannelId(self.stage.death_match.0);
        let open = referee.read(move |core, _| core.store().read(|tx| tx.open_match_in(channel)));
        if !matches!(open.await, Ok(Ok(None))) {
            return;
        }
        tokio::time::sleep(self.pause * INTERVAL).await;
        let (stage, game) = (self.stage.clone(), self.game.unwrap_or(GameId::EXAMPLE));
        let opened = referee.run(move |core, now| {
            let Some((season, _)) = stage.season(core, now)? else {
                return Ok(());
            };
            let opened = stage.open_match(core, season, (game, Stakes::Nothing), now);
            opened.map(|_| ())
        });
        match opened.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!("the next match was not opened: {error}"),
            // The program is ending.
            Err(_) => {}
        }
    }
}
