//! The process: requests wait for the referee's thread, which does all that wait in one group and
//! answers once they are on the disk. A group can fail as a whole or in part, and the process can
//! end on either side of the commit.

use dealer::referee::postal::{Answer, DiscordRequest, Lane, Postal};
use dealer::referee::{
    Act, ActReceipt, ActRefusal, Core, Heartbeats, RefereeError, RefereeGone, Watch, in_group,
};
use dealer::store::{MatchId, Shard};
use games::WallMs;
use matches::TimeRefusal;

use super::rulings::Heard;
use super::world::{Event, Plant, Press, Pressed, SELDOM, World};

/// How long the scheduler and the postman wait after a failed write.
const TROUBLE_MS: u64 = 1_000;

pub struct Up {
    pub core: Core,
    pub postal: Postal,
    pub watch: Watch,
    pub began: u64,
    /// How far its clock is ahead.
    pub error_ms: i64,
    /// Since when it can hear Discord.
    pub connected: bool,
    pub look_at: u64,
    pub post_at: u64,
    /// Since when nothing has hindered it.
    pub healthy_since: Option<u64>,
    /// Until then an earlier fault may still delay it.
    pub healthy_at: u64,
    pub disk_full: bool,
    /// The disk fails in the current job.
    pub fails: bool,
    pub first_due: Option<FirstDue>,
    /// The machine sleeps until then.
    pub asleep_until: u64,
    /// Whether people have anything new to see.
    pub changed: bool,
    /// Signs of life that the watch hasn't been told about yet.
    pub signs: Option<Heartbeats>,
    inbox: Vec<Job>,
    /// Whether the thread will look into its inbox.
    serving: bool,
}

/// The first deadline by the process's clock, since when it is known in true time, and when the
/// first sign of life after it came.
pub struct FirstDue {
    pub what: (MatchId, WallMs),
    pub seen: u64,
    pub proved: Option<u64>,
}

/// A job for the thread.
pub enum Job {
    Snapshot,
    Post,
    Came(Vec<(Lane, Answer)>),
    Pressed(Pressed),
}

impl Job {
    /// The postman waits for one answer at a time.
    fn is_postmans(&self) -> bool {
        matches!(self, Job::Post | Job::Came(..))
    }
}

/// A job's answer.
enum Said {
    Looked {
        ask: bool,
        judged: bool,
        again_ms: u64,
    },
    Errands {
        requests: Vec<(Lane, DiscordRequest)>,
        again_ms: u64,
    },
    Came,
    Acted(u64, u64, Act, Result<ActReceipt, RefereeError<ActRefusal>>),
    Heard(Press, Heard),
}

/// What happens to a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stored,
    /// The transaction is rolled back before this job, or at the commit.
    Lost(usize),
    /// Writes fail during this job.
    Fails(usize),
    KilledBefore,
    KilledAfter,
}

impl AsMut<Core> for World {
    fn as_mut(&mut self) -> &mut Core {
        &mut self.up.as_mut().expect("a group is a process's").core
    }
}

impl Up {
    pub fn new(core: Core, postal: Postal, began: u64, error_ms: i64) -> Up {
        Up {
            core,
            postal,
            watch: Watch::new(),
            began,
            error_ms,
            connected: false,
            look_at: u64::MAX,
            post_at: u64::MAX,
            healthy_since: None,
            healthy_at: 0,
            disk_full: false,
            fails: false,
            first_due: None,
            asleep_until: 0,
            changed: true,
            signs: None,
            inbox: Vec::new(),
            serving: false,
        }
    }

    /// A fault delays it until then.
    pub fn held_up(&mut self, until: u64) {
        self.healthy_at = self.healthy_at.max(until);
        let well = self.connected && !self.disk_full;
        self.healthy_since = well.then_some(self.healthy_at);
    }

    /// Whether the store may refuse a job.
    pub fn may_fail(&self) -> bool {
        self.disk_full || self.fails
    }
}

impl World {
    /// Gives the thread a job.
    pub fn ask(&mut self, job: Job) {
        let Some(up) = &mut self.up else { return };
        up.inbox.push(job);
        self.serve_soon();
    }

    /// Passes an answer from Discord on. The postman handles answers that arrive together as one
    /// job.
    pub fn came(&mut self, lane: Lane, answer: Answer) {
        let inbox = self.up.iter_mut().flat_map(|up| &mut up.inbox);
        let mut waiting = inbox.filter_map(|job| match job {
            Job::Came(answers) => Some(answers),
            _ => None,
        });
        match waiting.next() {
            Some(answers) => {
                answers.push((lane, answer));
                self.count("several answers noted together");
            }
            None => self.ask(Job::Came(vec![(lane, answer)])),
        }
    }

    fn serve_soon(&mut self) {
        let generation = self.generation();
        let Some(up) = &mut self.up else { return };
        if std::mem::replace(&mut up.serving, true) {
            return;
        }
        // On a slow disk more jobs come together.
        let ms = match self.dice.below(6) {
            0 => u64::from(self.dice.between(1, 300)),
            _ => 0,
        };
        self.after(ms, Event::Serve(generation));
    }

    /// The thread does the waiting jobs.
    pub fn serve(&mut self) {
        let Some(up) = &mut self.up else { return };
        (up.serving, up.fails) = (false, false);
        let (mut jobs, mut waiting, mut postman) = (Vec::new(), Vec::new(), false);
        for job in std::mem::take(&mut up.inbox) {
            if job.is_postmans() && std::mem::replace(&mut postman, true) {
                waiting.push(job);
            } else {
                jobs.push(job);
            }
        }
        up.inbox = waiting;
        if !up.inbox.is_empty() {
            self.serve_soon();
        }
        if jobs.len() > 1 {
            self.count("several jobs in a group");
        }
        let idle = jobs
            .iter()
            .all(|job| matches!(job, Job::Snapshot | Job::Post));
        let spared = idle && self.long.is_some() && !self.dice.one_in(SELDOM);
        let fate = if spared {
            Fate::Stored
        } else {
            self.fate(jobs.len(), postman)
        };
        let (said, stored) = in_group(self, |world| world.work(jobs, fate));
        let may_fail = fate != Fate::Stored || self.up.as_ref().is_some_and(Up::may_fail);
        assert!(stored.is_ok() || may_fail, "{stored:?}");
        if stored.is_err() {
            self.note(|| "the group is lost".to_owned());
            let t = self.t;
            // The request for a sign of life may be lost, and is made again later.
            if let Some(up) = &mut self.up {
                up.held_up(t + TROUBLE_MS + 6_000);
            }
        }
        let killed = matches!(fate, Fate::KilledBefore | Fate::KilledAfter);
        for said in said {
            if killed {
                self.keep_in_mind(&said, &stored)
            } else {
                self.tell(said, &stored)
            }
        }
        if killed {
            self.kill();
        }
    }

    fn fate(&mut self, jobs: usize, postman: bool) -> Fate {
        let [kill, disk] = [self.odds.kill, self.odds.disk];
        // Most groups are a single look at the deadlines.
        let (kill, disk) = (kill * 2, disk * 4);
        if self.one_in(kill) {
            return if self.dice.one_in(2) {
                self.count("killed before the commit");
                Fate::KilledBefore
            } else {
                self.count("killed after the commit");
                Fate::KilledAfter
            };
        }
        if self.one_in(disk) {
            return match self.dice.below(3) {
                0 => {
                    self.count("a part of a group failed");
                    Fate::Fails(self.dice.below(jobs))
                }
                1 => {
                    self.count("group lost in the middle");
                    Fate::Lost(self.dice.below(jobs))
                }
                _ => {
                    self.count(if postman {
                        "commit failed, with the postman's"
                    } else {
                        "commit failed"
                    });
                    Fate::Lost(jobs)
                }
            };
        }
        Fate::Stored
    }

    fn work(&mut self, jobs: Vec<Job>, fate: Fate) -> Vec<Said> {
        let (mut said, count) = (Vec::new(), jobs.len());
        for (index, job) in jobs.into_iter().enumerate() {
            if fate == Fate::Lost(index) {
                self.lose_group();
            }
            if fate == Fate::Fails(index) {
                self.fail(true);
            }
            self.hear();
            let answer = self.do_job(job);
            if fate == Fate::Fails(index) {
                self.fail(false);
                let t = self.t;
                if let Some(up) = &mut self.up {
                    // The scheduler leaves matches that it couldn't judge alone for a minute.
                    up.held_up(t + 61_000);
                }
            }
            if self.plant == Plant::ToldFirst
                && let Said::Acted(..) = answer
            {
                self.tell(answer, &Ok(()));
            } else {
                said.push(answer);
            }
        }
        if matches!(fate, Fate::Lost(at) if at == count) || fate == Fate::KilledBefore {
            self.lose_group();
        }
        said
    }

    fn lose_group(&mut self) {
        let up = self.up.as_mut().unwrap();
        up.core.store().lose_group().unwrap();
        up.fails = true;
    }

    fn fail(&mut self, fails: bool) {
        let up = self.up.as_mut().unwrap();
        let refuses = fails || up.disk_full;
        up.core.store().refuse_writes(refuses).unwrap();
        // The whole group is lost with the job.
        up.fails |= fails;
    }

    /// The thread does this before each job.
    fn hear(&mut self) {
        let Some(up) = &mut self.up else { return };
        let heard = up.watch.hear(&mut up.core, up.signs.take());
        assert!(heard.is_ok() || up.may_fail(), "{heard:?}");
    }

    fn do_job(&mut self, job: Job) -> Said {
        let (now, t) = (self.now(), self.t);
        let up = self.up.as_mut().unwrap();
        let tick = t - up.began;
        match job {
            Job::Snapshot => {
                if self.plant == Plant::NoProof {
                    while let Ok(Some((id, due))) = up.core.first_due(Shard::ONLY)
                        && due <= now
                        && up.core.judge(id, now).is_ok()
                    {}
                }
                match up.watch.step(&mut up.core, now) {
                    Ok(look) => Said::Looked {
                        ask: !look.ask.is_empty(),
                        judged: look.judged,
                        again_ms: look.again_ms.since(now).clamp(1, 2_000),
                    },
                    Err(error) => {
                        assert!(up.may_fail(), "{error}");
                        Said::Looked {
                            ask: false,
                            judged: false,
                            again_ms: TROUBLE_MS,
                        }
                    }
                }
            }
            Job::Post => {
                let requests = up.postal.next(&mut up.core, now, tick);
                assert!(requests.is_ok() || up.may_fail(), "{requests:?}");
                let requests = requests.unwrap_or_default();
                let again = up.postal.again_at(tick).map_or(5_000, |at| at - tick);
                Said::Errands {
                    requests,
                    again_ms: again.clamp(1, 5_000),
                }
            }
            Job::Came(answers) => {
                let came = up.postal.came(&mut up.core, answers, now, tick);
                assert!(came.is_ok() || up.may_fail(), "{came:?}");
                Said::Came
            }
            Job::Pressed(Pressed { interaction, what }) => match what {
                Press::Act(act) => {
                    let made = super::discord::made_ms(interaction);
                    let planted = Act {
                        interaction: (self.plant != Plant::NoIds).then_some(interaction),
                        made_at_ms: match self.plant {
                            Plant::ByArrival => now,
                            _ => WallMs(made),
                        },
                        ..act.clone()
                    };
                    let taken = up.core.act(&planted, now);
                    Said::Acted(interaction, made, act, taken)
                }
                what => {
                    let heard = self.rule(&what);
                    Said::Heard(what, heard)
                }
            },
        }
    }

    /// The process ended before it could answer. What is stored stays stored.
    fn keep_in_mind(&mut self, said: &Said, stored: &Result<(), RefereeGone>) {
        match said {
            Said::Acted(interaction, _, act, taken) => {
                if let (Ok(acted), Ok(())) = (taken, stored) {
                    self.accept(*interaction, act.match_id, acted.acts.len());
                }
                self.crowd.satisfied(act.match_id, act.account);
            }
            Said::Heard(what, heard) => {
                if stored.is_ok() {
                    self.count_ruled(heard, what);
                }
                self.crowd.disappointed(what);
            }
            _ => {}
        }
    }

    fn accept(&mut self, interaction: u64, id: MatchId, acts: usize) {
        if self.accepted.insert(interaction) {
            *self.told.entry(id).or_default() += acts;
        }
        self.touched = true;
        self.count("action taken");
    }

    /// Answers the person who asked.
    fn tell(&mut self, said: Said, stored: &Result<(), RefereeGone>) {
        self.touched |= !matches!(
            said,
            Said::Looked { judged: false, .. } | Said::Errands { .. }
        );
        match said {
            Said::Looked {
                ask,
                judged,
                again_ms,
            } => match stored {
                Ok(()) => self.looked(ask, judged, again_ms),
                Err(_) => self.looked(false, false, TROUBLE_MS),
            },
            Said::Errands { requests, again_ms } => match stored {
                Ok(()) => self.send(requests, again_ms),
                Err(_) => {
                    self.not_stored();
                    self.send(Vec::new(), TROUBLE_MS);
                }
            },
            Said::Came => {
                if stored.is_err() {
                    self.not_stored();
                }
                self.wake();
            }
            Said::Acted(interaction, made, act, taken) => {
                if stored.is_ok() {
                    self.acted(interaction, made, &act, taken);
                    self.check_seasons();
                }
                self.crowd.satisfied(act.match_id, act.account);
                self.wake();
            }
            Said::Heard(what, heard) => {
                match stored {
                    Ok(()) => self.heard(what, heard),
                    Err(_) => self.crowd.disappointed(&what),
                }
                self.wake();
            }
        }
    }

    fn not_stored(&mut self) {
        let t = self.t;
        let Some(up) = &mut self.up else { return };
        up.postal.not_stored(t - up.began);
    }

    fn looked(&mut self, ask: bool, judged: bool, again_ms: u64) {
        let (t, generation) = (self.t, self.generation());
        let Some(up) = &mut self.up else { return };
        if up.look_at > t + again_ms {
            up.look_at = t + again_ms;
            self.after(again_ms, Event::Snapshot(generation));
        }
        if ask && self.up.as_ref().is_some_and(|up| up.connected) {
            let ms = u64::from(self.dice.between(20, 200));
            self.after(ms, Event::Alive(generation));
        }
        if judged {
            self.note(|| "judged".to_owned());
            self.check_seasons();
            self.wake_post();
        }
    }

    fn send(&mut self, requests: Vec<(Lane, DiscordRequest)>, again_ms: u64) {
        let (t, generation) = (self.t, self.generation());
        let Some(up) = &mut self.up else { return };
        if up.post_at > t + again_ms {
            up.post_at = t + again_ms;
            self.after(again_ms, Event::Post(generation));
        }
        for (lane, request) in requests {
            let ms = u64::from(self.dice.between(5, 120));
            self.after(ms, Event::Errand(generation, lane, Box::new(request)));
        }
    }

    fn acted(
        &mut self,
        interaction: u64,
        made: u64,
        act: &Act,
        taken: Result<ActReceipt, RefereeError<ActRefusal>>,
    ) {
        self.note(|| {
            let acts = taken.as_ref().map(|acted| acted.acts.len());
            format!("{} by {}: {acts:?}", act.text, act.account)
        });
        match taken {
            Ok(acted) => self.accept(interaction, act.match_id, acted.acts.len()),
            Err(RefereeError::Store(error)) => {
                let up = self.up.as_ref().unwrap();
                assert!(up.disk_full || up.healthy_at > self.t, "{error}");
            }
            Err(RefereeError::Refused(refusal)) => {
                self.count("action refused");
                if let ActRefusal::Time(TimeRefusal::TooLate { by_ms }) = refusal {
                    self.count("action too late");
                    let core = &self.up.as_ref().unwrap().core;
                    let play = &core.table(act.match_id).unwrap().unwrap().play;
                    if play.setup.has_seats() {
                        let party = self.party(act);
                        self.truth.refused_as_late(act.match_id, party, made, by_ms);
                    } else {
                        // None once the round is closed: then it came too late in any case.
                        let left_ms = play.preparation_left_ms(WallMs(made));
                        let is_late = left_ms.is_none_or(|left_ms| left_ms < 0);
                        assert!(is_late, "an answer in time was refused as late");
                    }
                }
            }
        }
    }
}
