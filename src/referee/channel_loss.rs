//! What to do when a server changes under an open match: channels and threads are deleted, or
//! Dealer is removed. The match loses nothing by it.

use std::collections::BTreeSet;

use super::audit::{AuditEntry, DEALER};
use super::change::MatchChange;
use super::conduct::ConductResult;
use super::core::{Core, refused, store_only};
use super::line::{Line, Shut};
use super::open::busy;
use super::post::{Letter, Post, Recipient, letter_of};
use super::refusals::ConductRefusal;
use super::trouble::Trouble;
use crate::store::{AccountId, ChannelId, MatchId, Result, RoleId, ServerId, Tx};
use games::{CastId, Party, Prompt, WallMs};
use matches::{Event, Pauser, Stage};

/// How soon after a press another one is the same press.
const MOMENT_MS: u64 = 5_000;

impl Core {
    /// A channel was deleted: a live match in it is paused until a host moves it. The hosts who
    /// rule in it are told what to do, and both players of a live match that nothing is lost.
    pub fn channel_gone(&mut self, channel: ChannelId, now: WallMs) -> Result<()> {
        let Some(id) = self.store.read(|tx| tx.open_match_in(channel))? else {
            return Ok(());
        };
        store_only(self.conduct(id, now, |change| change.stop_without_channel()))
    }

    /// A match's channel exists but cannot be used: a live match is paused until a host resumes it.
    /// The hosts who rule in it are told what to do, and so are both players of a live match.
    pub fn channel_shut(&mut self, id: MatchId, why: Shut, now: WallMs) -> Result<()> {
        store_only(self.conduct(id, now, |change| change.stop_in_shut_channel(why)))
    }

    /// A practice's direct message takes no posts any more: its player has blocked Dealer or closed
    /// their direct messages. Nobody can play on, so the practice is void.
    pub(super) fn direct_closed(&mut self, id: MatchId, now: WallMs) -> Result<()> {
        store_only(self.conduct(id, now, |change| Ok(change.void()?)))
    }

    /// A thread was deleted. If it was somebody's private channel to Dealer and something is asked
    /// of them, they are asked again in another way.
    pub fn thread_gone(&mut self, thread: ChannelId, now: WallMs) -> Result<()> {
        self.store.write(|tx| tx.drop_member_thread(thread))?;
        for id in self.store.read(|tx| tx.open_matches(None))? {
            let Some(table) = self.readable(id)? else {
                continue;
            };
            let mut people = table.people.iter();
            let Some(person) = people.find(|person| person.way == Some(thread)) else {
                continue;
            };
            let (who, account) = (person.who, person.account);
            self.set_private_channel(id, who, None)?;
            let asked = self.change(id, now, |change| change.ask_elsewhere(who, account));
            asked?;
        }
        Ok(())
    }

    /// A role was deleted. If it was a host role, the hosts of the server's matches are told.
    pub fn role_gone(&mut self, guild: ServerId, role: RoleId, now: WallMs) -> Result<()> {
        for id in self.store.read(|tx| tx.open_matches(Some(guild)))? {
            let hosting = self.store.read(|tx| {
                let season = tx.match_row(id)?.and_then(|row| row.season);
                tx.host_role(guild, season)
            });
            if hosting? == Some(role) {
                self.tell(id, Trouble::HostRoleGone, now)?;
            }
        }
        Ok(())
    }

    /// After a new session over one connection: of that connection's servers, Dealer is in these.
    /// It was removed from the others while it was offline.
    pub fn is_in(
        &mut self,
        guilds: &BTreeSet<ServerId>,
        is_its_own: impl Fn(ServerId) -> bool,
        now: WallMs,
    ) -> Result<()> {
        let known = self.store.read(|tx| tx.servers_of_open_matches())?;
        let left = known
            .into_iter()
            .filter(|guild| is_its_own(*guild) && !guilds.contains(guild));
        for guild in left.collect::<Vec<_>>() {
            self.removed_from(guild, now)?;
        }
        Ok(())
    }

    /// Dealer was removed from a server: live matches there are paused until a host resumes them,
    /// and unsent posts of finished matches are given up. This may be told more than once.
    pub fn removed_from(&mut self, guild: ServerId, now: WallMs) -> Result<()> {
        self.server_back(guild, now);
        for id in self.store.read(|tx| tx.open_matches(Some(guild)))? {
            if self.readable(id)?.is_none() {
                continue;
            }
            store_only(self.change(id, now, |change| change.stop_for_removal()))?;
        }
        self.give_up_past_posts(guild, now)
    }

    /// A host moves a match to another channel. Unsent posts go there, the current post is repeated
    /// there, and each channel links to the other. People who were asked in a thread below the old
    /// channel, which they may not see any more, are asked again. Returns whether the match is
    /// paused: a host has to resume it then.
    ///
    /// # Errors
    /// A channel in which a match is open already, a match that is over, or in which the host sits.
    pub fn move_to(
        &mut self,
        id: MatchId,
        host: AccountId,
        channel: ChannelId,
        now: WallMs,
    ) -> ConductResult<bool> {
        // Checks that this host may act on the match at all.
        self.as_host(id, host, now, |_| Ok(()))?;
        let Some(table) = self.table(id)? else {
            return refused(ConductRefusal::NoSuchMatch);
        };
        let old = table.row.channel;
        let people = table.people.clone();
        let paused = table.play.paused.is_some();
        let lost = matches!(
            table.play.pause(),
            Some((Pauser::ChannelGone | Pauser::ChannelShut, _))
        );
        if old == channel && !lost && self.was_just_posted(id, channel, now)? {
            // The button was pressed twice.
            return Ok(paused);
        }
        if old != channel {
            self.make_way(channel, now)?;
        }
        let busy_there = self.store.write(|tx| match busy(tx, channel)? {
            Some(busy) => Ok(Some(busy).filter(|busy| busy.id != id)),
            None => readdress(tx, id, old, channel).map(|()| None),
        });
        if let Some(busy) = busy_there? {
            return refused(ConductRefusal::ChannelBusy(busy));
        }
        self.forget(id);
        let paused = self.conduct(id, now, |change| {
            change.go_on_here(old)?;
            if channel != old {
                change.audit(host, AuditEntry::MatchMoved { channel })?;
            }
            Ok(change.table.play.paused.is_some())
        })?;
        if channel != old {
            self.conduct(id, now, |change| {
                let mut in_threads = people.iter().filter(|one| one.way.is_some());
                in_threads.try_for_each(|one| change.ask_elsewhere(one.who, one.account))?;
                Ok(())
            })?;
        }
        Ok(paused)
    }

    /// Whether a match's current post has been written for this channel a moment ago.
    fn was_just_posted(&mut self, id: MatchId, channel: ChannelId, now: WallMs) -> Result<bool> {
        let since_ms = now - MOMENT_MS;
        let posts = self.store.read(|tx| tx.posts_since(id, since_ms))?;
        let mut posts = posts.iter().filter_map(letter_of);
        Ok(posts.any(|letter| {
            letter.to == Recipient::Channel(channel)
                && matches!(
                    letter.post,
                    Post::Card { .. } | Post::Prompt { .. } | Post::Board { .. }
                )
        }))
    }

    fn tell(&mut self, id: MatchId, trouble: Trouble, now: WallMs) -> Result<()> {
        store_only(self.tell_host(id, Line::Trouble(trouble), now))
    }
}

/// Moves a match and its unsent posts to another channel.
fn readdress(tx: &Tx, id: MatchId, old: ChannelId, new: ChannelId) -> Result<()> {
    tx.set_match_channel(id, new)?;
    for row in tx.pending_posts_to(id, old.0)? {
        let mut letter: Letter = serde_json::from_str(&row.body)?;
        letter.to = Recipient::Channel(new);
        let body = serde_json::to_string(&letter)?;
        tx.readdress(row.id, letter.queue(), &body)?;
    }
    Ok(())
}

impl MatchChange<'_> {
    /// Repeats the current post in the match's new channel. A pause for want of a channel becomes
    /// the host's.
    fn go_on_here(&mut self, old: ChannelId) -> ConductResult<()> {
        let both_late = self.both_forfeit();
        let came_from = self.leave(old)?;
        if !both_late {
            self.repost(came_from.clone())?;
        }
        if let Some((Pauser::ChannelGone | Pauser::ChannelShut, until_ms)) = self.table.play.pause()
        {
            // From now on only the host can end the pause.
            let by = if both_late {
                Pauser::BothLate
            } else {
                Pauser::Host
            };
            self.event(Event::Paused { by, until_ms })?;
        }
        if both_late {
            // The new post says that the match waits for the host.
            self.repost(came_from)?;
        }
        Ok(())
    }

    /// Asks somebody again for their choice before the match, if they have one to make: they may
    /// not see the old thread any more.
    fn ask_elsewhere(&mut self, who: CastId, account: AccountId) -> Result<()> {
        let prompts = self.table.play.preparations();
        let cast = &self.table.row.setup.cast;
        let is_theirs = |prompt: &&Prompt| cast.of_party(prompt.who) == Some(who);
        let open = prompts.iter().find(is_theirs);
        let Some(prompt) = open.filter(|_| !self.table.play.started) else {
            return Ok(());
        };
        let ask = prompt.ask.to_owned();
        let prompt = prompt.id;
        self.post(
            Recipient::Person { who, account },
            Post::Submission { prompt, ask },
        )
    }

    /// Leaves the old channel: takes the controls off the posts there, and says there where the
    /// match goes on. Returns what to say in the new channel; empty if it is the same one.
    fn leave(&mut self, old: ChannelId) -> Result<Vec<Line>> {
        let (id, channel) = (self.table.row.id, self.table.row.channel);
        if old == channel {
            return Ok(Vec::new());
        }
        for row in self.tx.open_posts(id)? {
            if row.queue == old.0 {
                self.tx.set_post_stale(row.id)?;
            }
        }
        let is_paused = self.table.play.paused_by == Some(Pauser::ChannelGone);
        let gone = Line::ChannelGone {
            paused: false,
            channel: old,
        };
        let is_gone = is_paused || self.has_told_hosts(&gone)?;
        if !is_gone {
            let lines = vec![Line::GoesOnIn { channel }];
            self.post(Recipient::Channel(old), Post::News { lines })?;
        }
        Ok(vec![Line::CameFrom {
            game: self.table.row.setup.game,
            channel: (!is_gone).then_some(old),
        }])
    }

    fn stop_without_channel(&mut self) -> ConductResult<()> {
        let play = &self.table.play;
        if play.paused_by == Some(Pauser::ChannelGone) {
            return Ok(());
        }
        let paused = play.stage() == Stage::Live;
        let channel = self.table.row.channel;
        let gone = Line::ChannelGone { paused, channel };
        // Both the gateway and the first refused post report it; hosts are told once.
        if !paused && self.has_told_hosts(&gone)? {
            return Ok(());
        }
        let lines = vec![gone];
        if paused {
            // A pause that would end by itself or by the players now lasts until there is a
            // channel: nobody could read that it ends.
            self.event(Event::Paused {
                by: Pauser::ChannelGone,
                until_ms: None,
            })?;
            self.audit(DEALER, AuditEntry::PausedWithoutChannel)?;
        }
        self.tell_all_hosts(lines, paused)
    }

    fn stop_in_shut_channel(&mut self, why: Shut) -> ConductResult<()> {
        let paused = self.table.play.stage() == Stage::Live;
        // No time runs, so nothing is lost.
        if paused && self.table.play.paused == Some(None) {
            return Ok(());
        }
        let shut = Line::Shut { why, paused };
        if !paused && self.has_told_hosts(&shut)? {
            return Ok(());
        }
        if paused {
            self.pause(Pauser::ChannelShut, None)?;
            self.audit(DEALER, AuditEntry::PausedInShutChannel)?;
        }
        self.tell_all_hosts(vec![shut], paused)
    }

    /// Tells the hosts who rule in the match something, and the two `players` too.
    fn tell_all_hosts(&mut self, lines: Vec<Line>, players: bool) -> ConductResult<()> {
        for who in self.table.row.setup.cast.in_seats().filter(|_| players) {
            let lines = lines.clone();
            self.post_to(who, Post::News { lines })?;
        }
        for host in self.hosts()? {
            // A host who plays is told as a player.
            if players && matches!(self.table.party(host), Some(Party::Seat(_))) {
                continue;
            }
            let lines = lines.clone();
            self.post(Recipient::Host(host), Post::News { lines })?;
        }
        Ok(())
    }

    fn has_told_hosts(&self, what: &Line) -> Result<bool> {
        let told = self.tx.posts_since(self.table.row.id, WallMs::default())?;
        let mut told = told.iter().filter_map(letter_of);
        Ok(told.any(|letter| match letter.post {
            Post::News { lines } => matches!(letter.to, Recipient::Host(_)) && lines.contains(what),
            _ => false,
        }))
    }

    /// The match's host, and everybody else who has ruled in it.
    fn hosts(&self) -> Result<Vec<AccountId>> {
        let row = &self.table.row;
        let guild = row.guild.unwrap_or_default();
        let ruled = self.tx.audit(guild, Some(row.id), u32::MAX)?;
        let mut hosts = vec![row.host];
        for by in ruled.into_iter().map(|line| line.by) {
            if by != DEALER && !hosts.contains(&by) {
                hosts.push(by);
            }
        }
        Ok(hosts)
    }

    fn stop_for_removal(&mut self) -> ConductResult<()> {
        if self.table.play.paused_by == Some(Pauser::Removed) {
            return Ok(());
        }
        let Some(guild) = self.table.row.guild else {
            return Ok(());
        };
        let removed = Line::Trouble(Trouble::Removed { guild });
        if self.table.play.stage() == Stage::Live && self.table.play.paused != Some(None) {
            self.pause(Pauser::Removed, None)?;
        } else if self.has_told_hosts(&removed)? {
            // This comes again after each connection while Dealer is not in the server.
            return Ok(());
        }
        Ok(self.post_host(vec![removed])?)
    }
}
