//! What goes wrong: refused, limited and lost requests, a full disk, a lost gateway, a sleeping
//! machine, deleted boards.

use dealer::referee::postal::{Answer, DiscordRequest, Lane, RequestOutcome};
use dealer::referee::{Letter, Post, Recipient, Viewer};
use dealer::store::{MatchId, MessageId};

use super::discord::refused;
use super::world::{Event, World};

impl World {
    /// Breaks something now and then.
    pub fn trouble(&mut self) {
        if !self.troubled {
            return;
        }
        let ms = match self.up {
            Some(_) if self.long.is_some() => u64::from(self.dice.between(500, 1_800_000)),
            Some(_) => u64::from(self.dice.between(500, 15_000)),
            None => u64::from(self.dice.between(500, 3_600_000)),
        };
        self.after(ms, Event::Trouble);
        if let Some(up) = &mut self.up {
            // People whose press was lost look again.
            up.changed = true;
        }
        if self.one_in(self.odds.gateway) {
            let resumes = self.dice.one_in(2);
            self.count(if resumes {
                "gateway resumed"
            } else {
                "gateway identified again"
            });
            let ms = match self.dice.below(4) {
                0 => u64::from(self.dice.between(20_000, 300_000)),
                _ => u64::from(self.dice.between(50, 12_000)),
            };
            self.disconnect(ms, resumes);
        }
        if self.one_in(self.odds.disk) && self.up.as_ref().is_some_and(|up| !up.disk_full) {
            self.disk(true);
        }
        if self.odds.clock && self.one_in(8) && self.up.as_ref().is_some_and(|up| up.connected) {
            // The machine sleeps, and its own clock doesn't count that.
            let ms = u64::from(self.dice.between(1_000, 3_600_000));
            self.truth.blur_ms = 2_000;
            self.count("machine suspended");
            self.note(|| format!("suspended for {ms}"));
            self.suspend(ms);
        }
        if self.one_in(12) {
            self.delete_something();
        }
    }

    /// The process does nothing for this long, and its clock doesn't notice.
    fn suspend(&mut self, ms: u64) {
        self.disconnect(ms, false);
        let generation = self.generation();
        let Some(up) = &mut self.up else { return };
        up.error_ms -= ms as i64;
        up.began += ms;
        up.asleep_until = self.t + ms;
        // Whatever its tasks waited for continues when it wakes.
        (up.look_at, up.post_at) = (self.t + ms, self.t + ms);
        self.after(ms, Event::Snapshot(generation));
        self.after(ms, Event::Post(generation));
    }

    /// Somebody deletes a board, and the gateway reports it.
    fn delete_something(&mut self) {
        let now = self.now();
        let channels: Vec<u64> = self.crowd.channels();
        let Some(channel) = self.dice.pick(&channels).copied() else {
            return;
        };
        let Some(up) = &mut self.up else { return };
        let messages = &mut self.discord.channels.get_mut(&channel).unwrap().messages;
        let Some(last) = messages.iter_mut().rev().find(|message| !message.deleted) else {
            return;
        };
        if !up.connected {
            return;
        }
        let id = last.id;
        let row = up
            .core
            .store()
            .read(|tx| tx.post_of_message(MessageId(id)))
            .unwrap();
        // A board isn't posted again if it is deleted before Dealer knows that it exists, or while
        // the disk is full.
        let (Some(row), false) = (row, up.disk_full) else {
            return;
        };
        last.deleted = true;
        up.core.repost_deleted(&row, now);
        self.count("board deleted");
        self.note(|| "a board is deleted".to_owned());
        self.wake();
    }

    /// Faults stop, and everything recovers.
    pub fn calm(&mut self) {
        self.troubled = false;
        self.limited_until = 0;
        self.note(|| "calm".to_owned());
        let waiting: Vec<u64> = self
            .events
            .iter()
            .filter(|(_, event)| {
                matches!(event, Event::Start | Event::Connect(_) | Event::DiskFree(_))
            })
            .map(|(id, _)| *id)
            .collect();
        for id in waiting {
            let event = self.events.remove(&id).unwrap();
            self.events.insert(id, Event::Trouble);
            self.after(10, event);
        }
        let channels = self.discord.channels.values_mut();
        for channel in channels {
            channel.may_post = true;
            channel.exists = true;
        }
    }

    /// A request reaches Discord: it is done, refused, or lost on the way there or back.
    pub fn request(&mut self, generation: u64, lane: Lane, request: &DiscordRequest) {
        if let DiscordRequest::Create { letter, .. } = request
            && let Post::Reminder { prompt, .. } = &letter.letter.post
            && self.current(generation)
            && self.is_answered(letter.row.match_id, &letter.letter, *prompt)
        {
            let answer = Answer {
                outcome: RequestOutcome::Nothing,
                rest_ms: 0,
            };
            return self.after(1, Event::Answer(generation, lane, answer));
        }
        let mut back_ms = u64::from(self.dice.between(5, 120));
        let mut rest_ms = 0;
        let fate = if self.one_in(self.odds.request) {
            self.dice.below(8)
        } else {
            99
        };
        let outcome = match fate {
            _ if self.t < self.limited_until => RequestOutcome::Limited {
                wait_ms: self.limited_until - self.t,
                global: true,
            },
            0 => {
                self.count("429");
                RequestOutcome::Limited {
                    wait_ms: u64::from(self.dice.between(50, 5_000)),
                    global: false,
                }
            }
            1 => {
                self.count("429 everywhere");
                self.limited_until = self.t + u64::from(self.dice.between(500, 8_000));
                RequestOutcome::Limited {
                    wait_ms: self.limited_until - self.t,
                    global: true,
                }
            }
            2 => {
                self.count("5xx");
                refused(*self.dice.pick(&[500, 502, 503]).unwrap(), 0)
            }
            3 => {
                self.count("5xx though it was done");
                self.discord.carry_out(request, self.t);
                refused(*self.dice.pick(&[500, 502, 504]).unwrap(), 0)
            }
            4 => {
                self.count("no answer");
                back_ms = 15_000;
                RequestOutcome::NoAnswer
            }
            5 => {
                self.count("no answer though it was done");
                self.discord.carry_out(request, self.t);
                back_ms = u64::from(self.dice.between(10, 15_000));
                RequestOutcome::NoAnswer
            }
            6 => {
                if let DiscordRequest::Create { channel, .. } = request {
                    self.count("50013 for a while");
                    self.discord.channels.get_mut(&channel.0).unwrap().may_post = false;
                    let (channel, ms) = (*channel, u64::from(self.dice.between(500, 40_000)));
                    self.after(ms, Event::Allow(channel.0));
                }
                let (outcome, rest) = self.discord.carry_out(request, self.t);
                rest_ms = rest;
                outcome
            }
            7 if let DiscordRequest::Close { row } | DiscordRequest::Mark { row } = request
                && let Some(sent) = row.sent =>
            {
                self.count("10008");
                self.discord.delete(sent.message.0);
                refused(404, 10008)
            }
            7 if let DiscordRequest::Create { channel, .. } = request
                && self.dice.one_in(3)
                && self.may_go(channel.0) =>
            {
                self.count("10003");
                self.discord.channels.get_mut(&channel.0).unwrap().exists = false;
                refused(404, 10003)
            }
            _ => {
                let (outcome, rest) = self.discord.carry_out(request, self.t);
                rest_ms = rest;
                outcome
            }
        };
        let answer = Answer { outcome, rest_ms };
        self.after(back_ms, Event::Answer(generation, lane, answer));
    }

    /// Whether a channel can be deleted: a thread, or a match's own channel, from which a host then
    /// moves the match.
    fn may_go(&mut self, channel: u64) -> bool {
        !self.discord.is_direct(channel)
    }

    fn is_answered(&mut self, id: MatchId, letter: &Letter, prompt: u32) -> bool {
        let Recipient::Person { account, .. } = letter.to else {
            return false;
        };
        let Some(up) = &mut self.up else { return false };
        let look = up.core.snapshot(id, Viewer::Account(account)).unwrap();
        let waits = look.and_then(|look| look.mine);
        !waits.is_some_and(|mine| mine.id == prompt && !mine.answered)
    }

    pub fn disk(&mut self, full: bool) {
        let generation = self.generation();
        let Some(up) = &mut self.up else { return };
        up.core.store().refuse_writes(full).unwrap();
        up.disk_full = full;
        if full {
            up.healthy_since = None;
            self.count("disk full");
            self.note(|| "disk full".to_owned());
            let ms = u64::from(self.dice.between(50, 20_000));
            self.after(ms, Event::DiskFree(generation));
        } else {
            // The scheduler looks again within a second, but leaves matches that it couldn't judge
            // alone for a minute.
            up.held_up(self.t + 61_000);
        }
    }
}
