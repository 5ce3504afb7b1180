//! What happens to a server while a match is open in it: channels and threads that go, Dealer taken out. Nothing of the match is lost by it.

use super::change::Change;
use super::conduct::{ConductRefusal, Done, refused};
use super::core::{Core, Fault};
use super::post::{Letter, Line, Post, To};
use crate::games::{CastId, Party};
use crate::matches::{Pauser, Stage};
use crate::store::{MatchId, StoreError};
use crate::words;

impl Core {
    /// A channel is gone: the host of the match that is played in it is told what to do.
    ///
    /// # Errors
    /// What the store says.
    pub fn channel_gone(&mut self, channel: u64, now: u64) -> Result<(), StoreError> {
        if let Some(id) = self.store.read(|tx| tx.open_match_in(channel))? {
            let sentence = words::channel_gone(channel);
            self.tell(id, sentence, now)?;
        }
        Ok(())
    }

    /// A thread is gone: whoever had their private way to Dealer through it is written to on another one, if something is awaited of them.
    ///
    /// # Errors
    /// What the store says.
    pub fn thread_gone(&mut self, thread: u64, now: u64) -> Result<(), StoreError> {
        for id in self.store.read(|tx| tx.open_matches(None))? {
            let Some(table) = self.readable(id)? else {
                continue;
            };
            let mut people = table.people.iter();
            let Some(person) = people.find(|person| person.way == Some(thread)) else {
                continue;
            };
            let (who, account) = (person.who, person.account);
            self.set_way(id, who, None)?;
            let asked = self.change(id, now, |change| change.ask_elsewhere(who, account));
            asked?;
        }
        Ok(())
    }

    /// A role is gone: where it made hosts, the hosts of the server's matches are told.
    ///
    /// # Errors
    /// What the store says.
    pub fn role_gone(&mut self, guild: u64, role: u64, now: u64) -> Result<(), StoreError> {
        let season = self.store.read(|tx| tx.current_season(guild))?;
        if season.is_none_or(|season| season.host_role != Some(role)) {
            return Ok(());
        }
        for id in self.store.read(|tx| tx.open_matches(Some(guild)))? {
            self.tell(id, words::host_role_gone(), now)?;
        }
        Ok(())
    }

    /// Dealer was taken out of a server: its live matches stand still until a host resumes them, and what was to be posted of those that are over is given
    /// up.
    ///
    /// # Errors
    /// What the store says.
    pub fn removed_from(&mut self, guild: u64, now: u64) -> Result<(), StoreError> {
        for id in self.store.read(|tx| tx.open_matches(Some(guild)))? {
            if self.readable(id)?.is_none() {
                continue;
            }
            let stopped = self.change(id, now, |change| change.stop_for_removal());
            if let Err(Fault::Store(error)) = stopped {
                return Err(error);
            }
        }
        self.give_up_past_posts(guild, now)
    }

    /// A host has a match go on in another channel. What was to be posted in the old one is posted there, and the current post once more. Who was
    /// written to in a thread below the old one, which they may not see any more, is asked again where they do.
    ///
    /// # Errors
    /// A channel in which a match is open already, a match that is over, or in which the host sits.
    pub fn move_to(&mut self, id: MatchId, host: u64, channel: u64, now: u64) -> Done<()> {
        // Whether the host may is looked at as for everything that is done to a match.
        self.as_host(id, host, now, |_| Ok(()))?;
        let Some(table) = self.table(id)? else {
            return refused(ConductRefusal::NoSuchMatch);
        };
        let old = table.row.channel;
        let people = table.people.clone();
        let moved = self.store.write(|tx| {
            if let Some(busy) = tx.open_match_in(channel)? {
                return Ok::<_, StoreError>(busy == id);
            }
            tx.set_match_channel(id, channel)?;
            for row in tx.pending_posts_to(id, old)? {
                let mut letter: Letter = serde_json::from_str(&row.body)?;
                letter.to = To::Channel(channel);
                let body = serde_json::to_string(&letter)?;
                tx.readdress(row.id, channel, &body)?;
            }
            Ok(true)
        });
        if !moved? {
            return refused(ConductRefusal::ChannelBusy);
        }
        self.forget(id);
        self.repost(id, now)?;
        let in_threads = people
            .iter()
            .filter(|one| one.way.is_some() && channel != old);
        let in_threads: Vec<_> = in_threads.map(|one| (one.who, one.account)).collect();
        let asked = self.change(id, now, |change| {
            let mut people = in_threads.into_iter();
            people.try_for_each(|(who, account)| change.ask_elsewhere(who, account))
        });
        Ok(asked?)
    }

    fn tell(&mut self, id: MatchId, sentence: String, now: u64) -> Result<(), StoreError> {
        match self.tell_host(id, Line::Trouble { sentence }, now) {
            Err(Fault::Store(error)) => Err(error),
            Ok(()) | Err(Fault::Refused(_)) => Ok(()),
        }
    }
}

impl Change<'_> {
    /// Asks somebody once more for their choice before the match, if they have one: where it was asked they may not see it any more.
    fn ask_elsewhere(&mut self, who: CastId, account: u64) -> Result<(), StoreError> {
        let prompts = self.table.play.preparations();
        let cast = &self.table.row.setup.cast;
        let theirs = |party: Party| match party {
            Party::Seat(seat) => cast.seated(seat) == who,
            party => party == Party::Cast(who),
        };
        let open = prompts.iter().find(|prompt| theirs(prompt.who));
        let Some(prompt) = open.filter(|_| !self.table.play.started) else {
            return Ok(());
        };
        let ask = prompt.ask.to_owned();
        let prompt = prompt.id;
        self.post(
            To::Person { who, account },
            Post::Submission { prompt, ask },
        )
    }

    fn stop_for_removal(&mut self) -> Done<()> {
        if self.table.play.stage() == Stage::Live && self.table.play.paused != Some(None) {
            self.pause(Pauser::Removed, None)?;
        }
        let guild = self.table.row.guild;
        let sentence = words::removed(guild);
        Ok(self.post_host(vec![Line::Trouble { sentence }])?)
    }
}
