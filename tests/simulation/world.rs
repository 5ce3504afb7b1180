//! A run: Discord, one process of Dealer that comes and goes, people, and faults. Everything
//! follows from one seed, in virtual time. True time is Discord's. The process's own clock may be
//! wrong.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::hash::{DefaultHasher, Hash, Hasher};

use dealer::referee::postal::{Answer, DiscordRequest, Lane, Postal, RequestOutcome};
use dealer::referee::{Act, Core, Heartbeats, RulingOrder, correction_ms};
use dealer::store::{AccountId, MatchId, Shard, Store};
use games::{Dice, Party, WallMs};

use super::checks::Shadow;
use super::discord::Discord;
use super::main_matches::MainMatch;
use super::people::Crowd;
use super::process::{FirstDue, Job, Up};
use super::season::Long;
use super::truth::Truth;

pub const BEGIN_MS: u64 = 1_700_000_000_000;
/// The bot's own account.
pub const ME: AccountId = AccountId(77);
/// How long a deadline may wait for a sign of life, and then to be judged.
const LATE_MS: u64 = 1_000;
/// Far more than a main match of a dozen people and rounds needs.
const MAIN_MATCH_DEEDS: u64 = 3_000;
/// In a long season, one of this many idle steps may go wrong.
pub const SELDOM: usize = 2_000;

/// A fault that is built in on purpose, to see whether the checks find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plant {
    Nothing,
    /// Interactions aren't told apart by their ids.
    NoIds,
    /// An action counts from its arrival.
    ByArrival,
    /// Neither nonces nor the channel's history prevent doubles.
    NoLooking,
    /// People are told that an action counts before the commit.
    ToldFirst,
    /// Deadlines are judged without a sign of life.
    NoProof,
    /// Time during an absence isn't given back.
    NoCredit,
    /// A rewind doesn't return garnets.
    LedgerStays,
}

/// How often each thing went wrong.
pub type Counts = BTreeMap<&'static str, u64>;

pub struct World {
    pub plant: Plant,
    pub dice: Dice,
    pub t: u64,
    queue: BinaryHeap<Reverse<(u64, u64)>>,
    pub events: BTreeMap<u64, Event>,
    next_event: u64,
    pub discord: Discord,
    pub up: Option<Up>,
    /// The database while no process runs.
    store: Option<Store>,
    generation: u64,
    pub crowd: Crowd,
    /// One season of several weeks, instead of a few matches.
    pub long: Option<Long>,
    pub truth: Truth,
    /// Interactions that people were told count. Below, how many actions that makes in each match.
    pub accepted: BTreeSet<u64>,
    pub told: BTreeMap<MatchId, usize>,
    pub shadows: BTreeMap<MatchId, Shadow>,
    /// Something may have changed since the last check.
    pub touched: bool,
    /// Whether faults still happen.
    pub troubled: bool,
    /// How often each kind of fault happens: once in this many times, 0 for never.
    pub odds: Odds,
    /// How much faster than people everything happens, so that a run waits less.
    pub haste: u32,
    /// After this many steps that reach a person, nothing goes wrong any more and nobody acts.
    pub most_deeds: u64,
    pub counts: Counts,
    pub steps: u64,
    /// Steps in which something reached a person.
    pub deeds: u64,
    hash: DefaultHasher,
    pub limited_until: u64,
    pub trace: Vec<String>,
    most_told: usize,
}

#[derive(Clone, Copy)]
pub struct Odds {
    pub kill: usize,
    pub request: usize,
    pub delivery: usize,
    pub gateway: usize,
    pub disk: usize,
    pub clock: bool,
    /// How often a host rules.
    pub rulings: usize,
}

pub enum Event {
    Snapshot(u64),
    Post(u64),
    /// The thread looks into its inbox.
    Serve(u64),
    /// A request reaches Discord.
    Errand(u64, Lane, Box<DiscordRequest>),
    Answer(u64, Lane, Answer),
    /// An event proves the gateway alive.
    Alive(u64),
    Start,
    Connect(u64),
    DiskFree(u64),
    Pressed(Pressed),
    /// A person may act.
    Person(super::people::Turn),
    Trouble,
    Allow(u64),
}

impl Event {
    /// Whether somebody only looks for something to do.
    fn is_idle(&self) -> bool {
        matches!(
            self,
            Event::Snapshot(_)
                | Event::Post(_)
                | Event::Serve(_)
                | Event::Alive(_)
                | Event::Person(_)
                | Event::Trouble
        )
    }

    /// The process that this is for, if any.
    fn of_process(&self) -> Option<u64> {
        match self {
            Event::Snapshot(of)
            | Event::Post(of)
            | Event::Serve(of)
            | Event::Answer(of, ..)
            | Event::Alive(of)
            | Event::Connect(of)
            | Event::DiskFree(of) => Some(*of),
            _ => None,
        }
    }
}

/// An interaction on its way.
#[derive(Clone, Debug)]
pub struct Pressed {
    pub interaction: u64,
    pub what: Press,
}

#[derive(Clone, Debug)]
pub enum Press {
    Act(Act),
    Ready(MatchId, AccountId),
    Begin(MatchId, AccountId),
    Pause(MatchId, AccountId),
    Resume(MatchId, AccountId),
    Move(MatchId, AccountId, u64),
    /// A host asks what a ruling would do, and then makes it.
    Snapshot(RulingOrder),
    Rule(RulingOrder, Option<i64>),
}

impl World {
    /// A few matches on as many servers.
    pub fn new(seed: u64, plant: Plant) -> World {
        let mut world = World::empty(seed, plant);
        world.open_matches();
        world.after(1_000, Event::Trouble);
        world
    }

    /// A season of three weeks.
    pub fn season(seed: u64) -> World {
        let mut world = World::empty(seed, Plant::Nothing);
        world.haste = 1;
        world.most_deeds = u64::MAX;
        world.odds = Odds {
            kill: 60,
            request: 12,
            delivery: 10,
            gateway: 8,
            disk: 10,
            clock: true,
            rulings: 3,
        };
        world.begin_long_season();
        world.after(1_000, Event::Trouble);
        world
    }

    /// A main match of a season.
    pub fn main_match(seed: u64, played: &MainMatch) -> World {
        let mut world = World::empty(seed, Plant::Nothing);
        world.most_deeds = MAIN_MATCH_DEEDS;
        world.odds.rulings = 0;
        world.open_main_match(played);
        world.after(1_000, Event::Trouble);
        world
    }

    fn empty(seed: u64, plant: Plant) -> World {
        let mut dice = Dice::new(seed);
        let mut often = |from: u32, to: u32| {
            if dice.one_in(3) {
                0
            } else {
                dice.between(from, to) as usize
            }
        };
        let odds = Odds {
            kill: often(15, 200),
            request: often(3, 30),
            delivery: often(3, 20),
            gateway: often(4, 40),
            disk: often(3, 30),
            clock: often(1, 2) == 1,
            rulings: often(1, 4),
        };
        let haste = if dice.one_in(6) { 1 } else { 4 };
        let most_deeds = match dice.below(8) {
            0 => 400,
            _ => u64::from(dice.between(50, 140)),
        };
        let mut world = World {
            haste,
            most_deeds,
            plant,
            discord: Discord::default(),
            t: BEGIN_MS,
            queue: BinaryHeap::new(),
            events: BTreeMap::new(),
            next_event: 0,
            up: None,
            store: Some(Store::in_memory().unwrap()),
            generation: 0,
            crowd: Crowd::default(),
            long: None,
            truth: Truth::default(),
            accepted: BTreeSet::new(),
            told: BTreeMap::new(),
            shadows: BTreeMap::new(),
            touched: true,
            troubled: true,
            odds,
            counts: Counts::new(),
            steps: 0,
            deeds: 0,
            hash: DefaultHasher::new(),
            limited_until: 0,
            trace: Vec::new(),
            // `TRACE` prints all of it.
            most_told: std::env::var("TRACE").map_or(400, |_| usize::MAX),
            dice,
        };
        world.discord.forgetful = plant == Plant::NoLooking;
        world.truth.down(BEGIN_MS);
        world.start();
        world.connect();
        world
    }

    pub fn after(&mut self, ms: u64, event: Event) {
        let id = self.next_event;
        self.next_event += 1;
        self.queue.push(Reverse((self.t + ms, id)));
        self.events.insert(id, event);
    }

    pub fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    pub fn note(&mut self, what: impl FnOnce() -> String) {
        let what = what();
        (self.t, &what).hash(&mut self.hash);
        self.trace.push(format!("{:>9} {what}", self.t - BEGIN_MS));
        if self.trace.len() > self.most_told {
            self.trace.drain(..200);
        }
    }

    pub fn hash(&self) -> u64 {
        self.hash.finish()
    }

    pub fn one_in(&mut self, odds: usize) -> bool {
        self.troubled && odds > 0 && self.dice.one_in(odds)
    }

    /// The time by the process's clock.
    pub fn now(&self) -> WallMs {
        let error_ms = self.up.as_ref().map_or(0, |up| up.error_ms);
        WallMs(self.t).saturating_add_signed(error_ms)
    }

    /// A time that people take. Slow people take between the two, in milliseconds.
    pub fn a_while(&mut self, from: u32, to: u32) -> u64 {
        u64::from(self.dice.between(from / self.haste, to / self.haste))
    }

    /// Carries out the next event. False if there is none.
    pub fn step(&mut self) -> bool {
        let Some(Reverse((at, id))) = self.queue.pop() else {
            return false;
        };
        self.t = self.t.max(at);
        let event = self.events.remove(&id).unwrap();
        if let (Some(up), Some(generation)) = (&self.up, event.of_process())
            && up.asleep_until > self.t
            && generation == self.generation
        {
            let ms = up.asleep_until - self.t;
            self.after(ms, event);
            return true;
        }
        let idle = event.is_idle();
        self.steps += 1;
        self.deeds += u64::from(!idle && self.up.is_some());
        self.touched |= !idle;
        self.happen(event);
        self.observe();
        self.check_lateness();
        // Right after another look too, but less often.
        let seldom = if self.long.is_some() { SELDOM } else { 20 };
        if self.one_in(self.odds.kill) && (!idle || self.one_in(seldom)) {
            self.kill();
        }
        true
    }

    pub fn generation(&self) -> u64 {
        self.generation
    }

    pub fn current(&self, generation: u64) -> bool {
        self.up.is_some() && generation == self.generation
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Snapshot(generation) if self.current(generation) => self.look(),
            Event::Post(generation) if self.current(generation) => self.post(),
            Event::Serve(generation) if self.current(generation) => self.serve(),
            Event::Errand(generation, lane, request) => self.request(generation, lane, &request),
            Event::Answer(generation, lane, answer) if self.current(generation) => {
                self.answer(lane, answer);
            }
            Event::Alive(generation) if self.current(generation) => self.alive(),
            Event::Start => self.start(),
            Event::Connect(generation) if self.current(generation) => self.connect(),
            Event::DiskFree(generation) if self.current(generation) => self.disk(false),
            Event::Pressed(pressed) => self.pressed(&pressed),
            Event::Person(turn) => self.person(turn),
            Event::Trouble => self.trouble(),
            Event::Allow(channel) => {
                if let Some(channel) = self.discord.channels.get_mut(&channel) {
                    channel.may_post = true;
                }
            }
            // A process that has ended waited for this.
            _ => {}
        }
    }

    /// The process begins.
    fn start(&mut self) {
        let Some(store) = self.store.take() else {
            return;
        };
        let seed = self.dice.seed();
        let mut core = Core::new(store, seed);
        let error_ms = if self.troubled && self.odds.clock {
            *self
                .dice
                .pick(&[0, 0, 300, -300, 3_600_000, -3_600_000, 20_000, -20_000])
                .unwrap()
        } else {
            0
        };
        if error_ms != 0 {
            self.truth.blur_ms = 2_000;
            self.count("clock wrong at a start");
        }
        let postal = Postal::new(&mut core, ME, Some(40)).unwrap();
        self.up = Some(Up::new(core, postal, self.t, error_ms));
        self.note(|| format!("start, clock {error_ms}"));
        let until = match self.dice.below(8) {
            0 => 12_000 + u64::from(self.dice.between(0, 20_000)),
            _ => u64::from(self.dice.between(200, 3_000)),
        };
        let generation = self.generation;
        self.after(until, Event::Connect(generation));
        self.wake();
    }

    pub fn kill(&mut self) {
        let Some(up) = self.up.take() else {
            return;
        };
        if up.may_fail() {
            up.core.store().refuse_writes(false).unwrap();
        }
        self.count("process killed");
        self.note(|| "killed".to_owned());
        self.generation += 1;
        self.store = Some(up.core.into_store());
        self.truth.down(self.t);
        let away = match self.dice.below(12) {
            0 if self.long.is_some() && !self.dice.one_in(4) => 3_600_000,
            0 => 3 * 24 * 3_600_000,
            1 => u64::from(self.dice.between(60_000, 3_600_000)),
            2..5 => u64::from(self.dice.between(5_000, 60_000)),
            _ => u64::from(self.dice.between(100, 5_000)),
        };
        if away > 24 * 3_600_000 {
            self.count("restart after days");
        }
        self.after(away, Event::Start);
    }

    /// The gateway connects: Discord's time is known, and a first event comes.
    fn connect(&mut self) {
        self.hear_date();
        let Some(up) = &mut self.up else { return };
        if !up.connected {
            up.connected = true;
            up.healthy_since = (!up.disk_full).then_some(self.t.max(up.healthy_at));
            self.truth.up(self.t);
            self.note(|| "connected".to_owned());
        }
        self.alive();
        // The session's kept events are replayed. Later presses have arrived already, or arrive
        // now.
        let kept = std::mem::take(&mut self.crowd.kept);
        for pressed in kept {
            self.count("interaction replayed");
            let ms = u64::from(self.dice.between(1, 200));
            self.after(ms, Event::Pressed(pressed));
        }
    }

    /// The gateway is silently gone for this long.
    pub fn disconnect(&mut self, ms: u64, resumes: bool) {
        let generation = self.generation;
        let Some(up) = &mut self.up else { return };
        if !up.connected {
            return;
        }
        up.connected = false;
        up.healthy_since = None;
        self.truth.down(self.t);
        self.crowd.resumes = resumes;
        self.note(|| format!("gateway silent for {ms}, resumes {resumes}"));
        self.after(ms, Event::Connect(generation));
    }

    fn hear_date(&mut self) {
        let date_ms = self.t / 1000 * 1000;
        let now = self.now();
        self.hear_time(now - 20, WallMs(date_ms), Some(WallMs(date_ms + 999)));
    }

    fn hear_time(&mut self, asked: WallMs, earliest: WallMs, latest: Option<WallMs>) {
        let now = self.now();
        let by_ms = correction_ms(asked, now, earliest, latest);
        let Some(up) = &mut self.up else { return };
        if by_ms != 0 {
            // The thread does this before each job.
            let heard = up.watch.hear(&mut up.core, up.signs.take());
            assert!(heard.is_ok() || up.disk_full, "{heard:?}");
            up.error_ms += by_ms;
            up.watch.set_right(&mut up.core, now, by_ms);
            self.note(|| format!("clock set right by {by_ms}"));
            self.wake();
        }
    }

    fn alive(&mut self) {
        let now = self.now();
        let Some(up) = &mut self.up else { return };
        if up.connected {
            if self.plant == Plant::NoCredit {
                up.core.beat(now).unwrap_or_default();
            }
            up.signs = Some(Heartbeats::at(0, now).after(up.signs));
            if let Some(first) = up.first_due.as_mut().filter(|first| first.what.1 <= now) {
                first.proved.get_or_insert(self.t);
            }
            self.wake();
        }
    }

    /// An unhindered process has a sign of life within a second after a deadline, and judges within
    /// a second after that.
    fn check_lateness(&mut self) {
        let (now, t) = (self.now(), self.t);
        let Some(up) = &mut self.up else { return };
        let (Some(first), Some(healthy)) = (&up.first_due, up.healthy_since) else {
            return;
        };
        let (id, due) = first.what;
        let since = healthy.max(first.seen).max(first.proved.unwrap_or(0));
        if now <= due + LATE_MS || t <= since + LATE_MS || up.asleep_until > t {
            return;
        }
        if up.core.first_due(Shard::ONLY).unwrap() == Some(first.what) {
            let what = match first.proved {
                Some(proved) => format!("is judged {} ms after a sign of life", t - proved),
                None => format!("has no sign of life {} ms after it was due", now.since(due)),
            };
            self.truth.complain(format!("match {id} {what}"));
        }
    }

    /// After a change the scheduler and the postman look.
    pub fn wake(&mut self) {
        let (generation, t) = (self.generation, self.t);
        let Some(up) = &mut self.up else { return };
        up.changed = true;
        let (look, post) = (up.look_at > t + 1, up.post_at > t + 1);
        (up.look_at, up.post_at) = (up.look_at.min(t + 1), up.post_at.min(t + 1));
        if look {
            self.after(1, Event::Snapshot(generation));
        }
        if post {
            self.after(1, Event::Post(generation));
        }
    }

    fn look(&mut self) {
        let t = self.t;
        let Some(up) = &mut self.up else { return };
        if up.look_at > t {
            return;
        }
        let first = up.core.first_due(Shard::ONLY).unwrap();
        if up.first_due.as_ref().map(|known| known.what) != first {
            up.first_due = first.map(|what| FirstDue {
                what,
                seen: t,
                proved: None,
            });
        }
        up.look_at = u64::MAX;
        self.ask(Job::Snapshot);
    }

    pub fn wake_post(&mut self) {
        let (generation, t) = (self.generation, self.t);
        let Some(up) = &mut self.up else { return };
        up.changed = true;
        if up.post_at > t + 1 {
            up.post_at = t + 1;
            self.after(1, Event::Post(generation));
        }
    }

    fn post(&mut self) {
        let t = self.t;
        let Some(up) = &mut self.up else { return };
        if up.post_at > t {
            return;
        }
        up.post_at = u64::MAX;
        self.ask(Job::Post);
    }

    fn answer(&mut self, lane: Lane, answer: Answer) {
        self.note(|| format!("{lane:?} {:?}", answer.outcome));
        if !matches!(
            answer.outcome,
            RequestOutcome::NoAnswer | RequestOutcome::Nothing
        ) {
            // Any answer of Discord's tells the time.
            self.hear_date();
        }
        if let RequestOutcome::Created(standing) = &answer.outcome {
            let now = self.now();
            self.hear_time(now, standing.created_at_ms, None);
        }
        self.came(lane, answer);
    }

    /// A person presses something. The gateway delivers it soon, late, twice, out of order or
    /// never.
    pub fn press(&mut self, what: Press) {
        let interaction = self.discord.id(self.t);
        let pressed = Pressed { interaction, what };
        let mut ms = u64::from(self.dice.between(20, 300));
        if self.one_in(self.odds.delivery) {
            if self.dice.one_in(2) {
                self.count("interaction delivered late");
                ms = u64::from(self.dice.between(300, 1_900));
            } else {
                self.count("interaction delivered twice");
                let again = ms + u64::from(self.dice.between(0, 3_000));
                self.after(again, Event::Pressed(pressed.clone()));
            }
        }
        self.after(ms, Event::Pressed(pressed));
    }

    /// An interaction arrives.
    fn pressed(&mut self, pressed: &Pressed) {
        let connected = self.up.as_ref().is_some_and(|up| up.connected);
        if !connected {
            if self.up.is_some() && self.crowd.resumes {
                self.crowd.kept.push(pressed.clone());
            } else {
                self.count("press while Dealer was away");
                self.crowd.disappointed(&pressed.what);
            }
            return;
        }
        let made = super::discord::made_ms(pressed.interaction);
        let now = self.now();
        self.hear_time(now, WallMs(made), None);
        self.alive();
        self.ask(Job::Pressed(pressed.clone()));
    }

    pub fn party(&mut self, act: &Act) -> Option<Party> {
        let up = self.up.as_mut()?;
        let table = up.core.table(act.match_id).unwrap()?;
        table.party(act.account)
    }
}
