//! What is sent next, to whom and when: one queue a channel or person, one request in flight in each, in order. It makes no request itself: it is
//! told the time and what came of each request, and says what to ask for next, so that a simulator can drive it as well as the postman.
//!
//! Nothing is sent twice: after a start or a request without an answer, the channel is looked through before a post is made again.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::core::{Core, Fault};
use super::post::{Letter, Line, Post, To};
use super::turns::{Round, Turn, Turns};
use crate::games::{Happening, gridlock, short_circuit};
use crate::store::{MatchId, OutboxId, OutboxRow, PostState, Sent, StoreError, Tx};

/// What waits to be sent, and how far each queue has come. Times named `tick` are milliseconds of a clock that only runs forwards.
#[derive(Debug)]
pub struct Postal {
    /// The bot's own account, which gets no letters.
    me: u64,
    /// The newest post that an earlier process may have sent.
    before: OutboxId,
    lanes: BTreeMap<Lane, Progress>,
    turns: Turns,
    /// Until when nothing at all may be asked of Discord, and no direct message opened.
    all_until: u64,
    direct_until: u64,
    last: Last,
}

/// What the last call did, as long as it is not known whether the store has kept it.
#[derive(Debug)]
enum Last {
    Asked(Vec<Lane>),
    Took(Vec<Lane>),
}

/// What has at most one request in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// The posts of one channel or person.
    Queue(u64),
    /// The controls of a match's earlier posts, which are to be switched off, and posts that are to be marked as taken back.
    Controls(MatchId),
}

/// Something to ask of Discord.
#[derive(Clone, Debug)]
pub enum Errand {
    /// The channel's messages after one of them, or its last ones, at most [`PAGE`]: is the letter among them?
    Look {
        letter: Arc<Addressed>,
        channel: u64,
        after: Option<u64>,
    },
    Create {
        letter: Arc<Addressed>,
        channel: u64,
    },
    OpenDirect {
        account: u64,
    },
    OpenThread {
        channel: u64,
        name: String,
    },
    Join {
        thread: u64,
        account: u64,
    },
    /// The card of a match says how many have submitted, or somebody's own post what counts of their choice.
    Refresh {
        row: OutboxRow,
    },
    /// A prompt's post says what has become of it, by a letter that does.
    Restate {
        asked: Arc<Addressed>,
        letter: Arc<Addressed>,
    },
    SwitchOff {
        sent: Sent,
    },
    /// Somebody's own post says what has become of what it asked for, and has no controls any more.
    Settle {
        row: OutboxRow,
    },
    /// The message says that it was taken back, in front of what it says, and has no controls any more.
    Mark {
        sent: Sent,
    },
}

/// A letter with its row of the outbox.
#[derive(Clone, Debug)]
pub struct Addressed {
    pub row: OutboxRow,
    pub letter: Letter,
}

/// How many messages are looked through at once.
pub const PAGE: usize = 100;

/// What came of an errand.
#[derive(Clone, Debug)]
pub struct Answer {
    pub outcome: Outcome,
    /// How long the same is not to be asked again, by what Discord says: milliseconds.
    pub rest_ms: u64,
}

#[derive(Clone, Debug)]
pub enum Outcome {
    Created(Standing),
    /// Messages of the bot's own that say what the letter says; where the page was full, its last message, after which more may follow.
    Looked {
        alike: Vec<Standing>,
        page_end: Option<u64>,
    },
    Opened {
        channel: u64,
    },
    Done,
    /// The letter has nothing to say any more.
    Nothing,
    /// Discord refuses it (Discord documentation, "HTTP Response Codes", "JSON Error Codes").
    Refused {
        status: u16,
        code: i64,
    },
    /// It came too fast.
    Limited {
        wait_ms: u64,
        global: bool,
    },
    /// It may or may not have been done.
    NoAnswer,
    /// The letter could not be written or drawn.
    Unwritable,
}

/// A message that stands in a channel. `created_at_ms` is by Discord's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub channel: u64,
    pub message: u64,
    pub created_at_ms: u64,
}

/// How far a lane has come.
#[derive(Debug, Default)]
struct Progress {
    turn: Turn,
    in_flight: Option<Errand>,
    /// The post that is being sent.
    post: Option<Arc<Addressed>>,
    /// The ways to its reader that are left, the next one first.
    ways: Vec<Way>,
    /// An earlier request may have made the post.
    doubtful: bool,
    /// After which message it is looked for next.
    after: Option<u64>,
    pages: u32,
    tries: u32,
    /// Whether the host knows that it is held up.
    told: bool,
    /// As a tick.
    not_before: u64,
}

#[derive(Clone, Copy, Debug)]
enum Way {
    Channel(u64),
    Direct(u64),
    /// A private thread of this channel.
    Thread(u64),
    Join(u64),
}

/// What is to be done about a queue's first post.
enum Next {
    Ask(Errand),
    /// It is done with; another may follow.
    Settled,
    /// Another lane must come to its end first.
    Wait,
}

const RETRY_MS: u64 = 500;
/// How long a post waits for a permission to be given back.
const PERMISSION_MS: u64 = 10_000;
/// How long nothing is tried when the database fails.
const STORE_MS: u64 = 1_000;
/// How often an edit is tried: what it says is in later posts and in everybody's own panel too.
const EDIT_TRIES: u32 = 4;
/// How often old controls are tried to be switched off.
const SWITCH_TRIES: u32 = 12;
/// How far a channel is looked through.
const MOST_PAGES: u32 = 20;
/// How many later posts are looked at for what overtakes the first.
const BEHIND: usize = 20;
/// Discord documentation, "JSON Error Codes".
const OPENED_TOO_FAST: i64 = 40003;
const UNKNOWN_CHANNEL: i64 = 10003;

impl Postal {
    /// A post office for the account `me`; what is in the outbox now may have been sent before. `a_second`: how many requests Discord takes in a
    /// second; None for a Discord that takes any number.
    ///
    /// # Errors
    /// What the store says.
    pub fn new(core: &mut Core, me: u64, a_second: Option<u64>) -> Result<Postal, StoreError> {
        let before = core.store().read(|tx| tx.last_post())?;
        Ok(Postal {
            me,
            before,
            lanes: BTreeMap::new(),
            turns: Turns::new(a_second),
            all_until: 0,
            direct_until: 0,
            last: Last::Asked(Vec::new()),
        })
    }

    /// What is to be asked of Discord now. Each lane that is named waits for [`Postal::came`].
    ///
    /// # Errors
    /// What the store says when not even the queues can be read; it is to be called again a little later.
    pub fn next(
        &mut self,
        core: &mut Core,
        now: u64,
        tick: u64,
    ) -> Result<Vec<(Lane, Errand)>, StoreError> {
        self.last = Last::Asked(Vec::new());
        let lanes = self.lanes.values();
        let in_flight = lanes.filter(|lane| lane.in_flight.is_some()).count();
        if tick < self.all_until || !self.turns.has_room(in_flight, tick) {
            // Nor is it looked what waits: when much does, that takes longer than anything else.
            return Ok(Vec::new());
        }
        let (busy, stale) = core
            .store()
            .read(|tx| Ok::<_, StoreError>((tx.busy_queues()?, tx.matches_with_stale_posts()?)))?;
        let controls = stale.into_iter().map(Lane::Controls);
        for lane in busy.into_iter().map(Lane::Queue).chain(controls) {
            if let Entry::Vacant(free) = self.lanes.entry(lane) {
                let mut progress = Progress::default();
                progress.turn.server = server_of(core, lane)?;
                free.insert(progress);
            }
        }
        let mut errands = Vec::new();
        let mut round = Round::default();
        for (lane, progress) in &self.lanes {
            let in_flight = progress.in_flight.is_some();
            if in_flight || progress.not_before <= tick {
                self.turns
                    .joins(&mut round, *lane, progress.turn, in_flight);
            }
        }
        let mut round = round.in_order();
        while let Some(lane) = self.turns.next(&mut round, tick) {
            let next = self.next_of(core, lane, now, tick);
            let Some(progress) = self.lanes.get_mut(&lane) else {
                continue;
            };
            match next {
                Ok(Some(errand)) => {
                    self.turns.asks(&mut round, &mut progress.turn, tick);
                    progress.in_flight = Some(errand.clone());
                    errands.push((lane, errand));
                    if let Last::Asked(lanes) = &mut self.last {
                        lanes.push(lane);
                    }
                }
                Ok(None) => {}
                Err(error) => {
                    tracing::error!("what is next for {lane:?} cannot be read: {error}");
                    progress.not_before = tick + STORE_MS;
                }
            }
        }
        Ok(errands)
    }

    /// The tick at which something that waits is due; None while nothing waits for time alone.
    pub fn again_at(&self, tick: u64) -> Option<u64> {
        let waiting = self.lanes.values().filter(|lane| lane.in_flight.is_none());
        let limits = [self.all_until, self.direct_until];
        let first = waiting
            .map(|lane| lane.not_before)
            .chain(limits)
            .chain(self.turns.limits())
            .filter(|at| *at > tick)
            .min()?;
        Some(first.max(self.all_until))
    }

    /// Takes what came of the errands of some lanes.
    ///
    /// # Errors
    /// What the store says of the first that could not be noted. Such an errand counts as one without an answer.
    pub fn came(
        &mut self,
        core: &mut Core,
        answers: Vec<(Lane, Answer)>,
        now: u64,
        tick: u64,
    ) -> Result<(), StoreError> {
        self.last = Last::Took(answers.iter().map(|(lane, _)| *lane).collect());
        let mut all = Ok(());
        for (lane, answer) in answers {
            all = all.and(self.take(core, lane, answer, now, tick));
        }
        all
    }

    fn take(
        &mut self,
        core: &mut Core,
        lane: Lane,
        answer: Answer,
        now: u64,
        tick: u64,
    ) -> Result<(), StoreError> {
        let Some(progress) = self.lanes.get_mut(&lane) else {
            return Ok(());
        };
        let Some(errand) = progress.in_flight.take() else {
            return Ok(());
        };
        progress.not_before = tick + answer.rest_ms;
        self.turns.came(&mut progress.turn, &answer.outcome, tick);
        if let Outcome::Limited { wait_ms, global } = answer.outcome {
            let until = tick + wait_ms.max(RETRY_MS / 2);
            progress.not_before = until;
            if global {
                self.all_until = self.all_until.max(until);
            }
            if matches!(errand, Errand::OpenDirect { .. }) {
                self.direct_until = self.direct_until.max(until);
            }
            return Ok(());
        }
        let taken = match lane {
            Lane::Queue(_) => self.sent_to_queue(core, lane, &errand, answer.outcome, now, tick),
            Lane::Controls(id) => self.switched_off(core, id, &errand, answer.outcome, tick),
        };
        if taken.is_err()
            && let Some(progress) = self.lanes.get_mut(&lane)
        {
            progress.doubt();
            progress.not_before = tick + STORE_MS;
        }
        taken
    }

    /// What the last call wrote was not stored after all. The errands that it named are not carried out; what it took counts as without an answer.
    pub fn not_stored(&mut self, tick: u64) {
        match std::mem::replace(&mut self.last, Last::Asked(Vec::new())) {
            Last::Asked(lanes) => {
                for lane in lanes {
                    if let Some(progress) = self.lanes.get_mut(&lane) {
                        progress.in_flight = None;
                        progress.not_before = tick + STORE_MS;
                    }
                }
            }
            Last::Took(lanes) => {
                for lane in lanes {
                    let Some(progress) = self.lanes.remove(&lane) else {
                        continue;
                    };
                    // It is begun anew, with a look at what is there already.
                    if let Some(post) = progress.post {
                        self.before = self.before.max(post.row.id);
                    }
                    let anew = Progress {
                        turn: progress.turn,
                        not_before: progress.not_before.max(tick + STORE_MS),
                        ..Progress::default()
                    };
                    self.lanes.insert(lane, anew);
                }
            }
        }
    }

    fn next_of(
        &mut self,
        core: &mut Core,
        lane: Lane,
        now: u64,
        tick: u64,
    ) -> Result<Option<Errand>, StoreError> {
        let queue = match lane {
            Lane::Queue(queue) => queue,
            Lane::Controls(id) => {
                let (stale, taken_back) = core
                    .store()
                    .read(|tx| Ok::<_, StoreError>((tx.stale_posts(id)?, tx.posts_to_mark(id)?)))?;
                let mark = taken_back.into_iter().find_map(|row| row.sent);
                let mark = mark.map(|sent| Errand::Mark { sent });
                let errand = mark.or_else(|| stale.into_iter().find_map(switch_off));
                if errand.is_none() {
                    self.lanes.remove(&lane);
                }
                return Ok(errand);
            }
        };
        loop {
            let Some(row) = core.store().read(|tx| tx.next_post(queue))? else {
                self.lanes.remove(&lane);
                return Ok(None);
            };
            let begun = self.lanes.get(&lane).and_then(|lane| lane.post.as_ref());
            if begun.is_none_or(|post| post.row.id != row.id)
                && !self.begin(core, lane, row, now)?
            {
                continue;
            }
            match self.step(core, lane, tick)? {
                Next::Ask(errand) => return Ok(Some(errand)),
                Next::Settled => {}
                Next::Wait => return Ok(None),
            }
        }
    }

    /// Takes a post in hand; false where there is nothing to send.
    fn begin(
        &mut self,
        core: &mut Core,
        lane: Lane,
        row: OutboxRow,
        now: u64,
    ) -> Result<bool, StoreError> {
        let letter: Letter = match serde_json::from_str(&row.body) {
            Ok(letter) => letter,
            Err(error) => {
                tracing::error!("post {} cannot be read: {error}", row.id.0);
                lose(core, &row, now)?;
                return Ok(false);
            }
        };
        let ways = match letter.to {
            To::Channel(channel) => vec![Way::Channel(channel)],
            To::Account(account) => vec![Way::Direct(account)],
            To::Host(account) => ways_to_host(core, &row, account)?,
            To::Person { account, .. } if account == self.me => {
                // The computer plays without letters.
                set_state(core, row.id, PostState::Void)?;
                return Ok(false);
            }
            To::Person { who, account } => {
                let table = core.table(row.match_id)?;
                let person = table.and_then(|table| table.person(who));
                let known = person.map(|person| [person.bound, person.way]);
                let known = known.into_iter().flatten().flatten().map(Way::Channel);
                let mut ways: Vec<Way> = known.chain([Way::Direct(account)]).collect();
                if let Some((season, channel)) =
                    table.map(|table| (table.row.season, table.row.channel))
                {
                    // The thread in which they were written to in an earlier match of the season, before another one is opened.
                    let thread = season.map(|season| {
                        let thread = |tx: &Tx| tx.last_thread(season, account);
                        core.store().read(thread)
                    });
                    ways.extend(thread.transpose()?.flatten().map(Way::Join));
                    ways.push(Way::Thread(channel));
                }
                ways
            }
        };
        let turn = self.lanes.get(&lane).map(|lane| lane.turn);
        let progress = Progress {
            turn: turn.unwrap_or_default(),
            ways,
            doubtful: row.id <= self.before,
            post: Some(Arc::new(Addressed { row, letter })),
            ..Progress::default()
        };
        self.lanes.insert(lane, progress);
        Ok(true)
    }

    /// The next step of the post in hand.
    fn step(&mut self, core: &mut Core, lane: Lane, tick: u64) -> Result<Next, StoreError> {
        let Some(progress) = self.lanes.get(&lane) else {
            return Ok(Next::Wait);
        };
        let Some(post) = progress.post.clone() else {
            return Ok(Next::Wait);
        };
        let (row, doubtful) = (&post.row, progress.doubtful);
        let edits = post.letter.post.is_edit();
        if (edits || !doubtful) && core.store().read(|tx| tx.is_taken_back(row.id))? {
            set_state(core, row.id, PostState::Void)?;
            return Ok(Next::Settled);
        }
        let ask = match &post.letter.post {
            Post::Sealed | Post::Chosen | Post::Standing { .. } => restatement(core, &post)?,
            Post::Prompt { lines, .. }
                if !doubtful && may_be_skipped(lines) && overtake(core, &post)? =>
            {
                None
            }
            _ => match progress.ways.first() {
                Some(Way::Channel(channel)) if doubtful => {
                    let after = match progress.after {
                        Some(after) => Some(after),
                        None => core.store().read(|tx| tx.last_sent(row.queue, *channel))?,
                    };
                    Some(Errand::Look {
                        letter: post.clone(),
                        channel: *channel,
                        after,
                    })
                }
                Some(Way::Channel(channel)) => Some(Errand::Create {
                    letter: post.clone(),
                    channel: *channel,
                }),
                Some(Way::Direct(account)) => {
                    // One at a time: Discord refuses who opens many at once.
                    let is_opening =
                        |lane: &Progress| matches!(lane.in_flight, Some(Errand::OpenDirect { .. }));
                    if tick < self.direct_until || self.lanes.values().any(is_opening) {
                        return Ok(Next::Wait);
                    }
                    Some(Errand::OpenDirect { account: *account })
                }
                Some(Way::Thread(channel)) => {
                    let table = core.table(row.match_id)?;
                    let name = match (table, post.letter.to) {
                        (Some(table), To::Person { who, .. }) => {
                            crate::words::thread_name(table.row.setup.cast.name(who))
                        }
                        _ => crate::words::host_thread_name(),
                    };
                    Some(Errand::OpenThread {
                        channel: *channel,
                        name,
                    })
                }
                Some(Way::Join(thread)) => match post.letter.to {
                    To::Person { account, .. } | To::Host(account) => Some(Errand::Join {
                        thread: *thread,
                        account,
                    }),
                    To::Channel(_) | To::Account(_) => None,
                },
                None => None,
            },
        };
        Ok(match ask {
            Some(errand) => Next::Ask(errand),
            None => {
                set_state(core, row.id, PostState::Void)?;
                Next::Settled
            }
        })
    }

    fn sent_to_queue(
        &mut self,
        core: &mut Core,
        lane: Lane,
        errand: &Errand,
        outcome: Outcome,
        now: u64,
        tick: u64,
    ) -> Result<(), StoreError> {
        let Some(progress) = self.lanes.get_mut(&lane) else {
            return Ok(());
        };
        let Some(post) = progress.post.clone() else {
            return Ok(());
        };
        let row = &post.row;
        match outcome {
            Outcome::Created(standing) => core.note_sent(&post, standing, now),
            Outcome::Looked { alike, page_end } => {
                for standing in alike {
                    let other = core
                        .store()
                        .read(|tx| tx.post_of_message(standing.message))?;
                    // What another post became is not this one.
                    if other.is_none() {
                        return core.note_sent(&post, standing, now);
                    }
                }
                progress.pages += 1;
                progress.after = page_end;
                progress.doubtful = page_end.is_some() && progress.pages < MOST_PAGES;
                Ok(())
            }
            Outcome::Opened { channel } => {
                progress.tries = 0;
                if let Some(way) = progress.ways.first_mut() {
                    *way = match way {
                        Way::Thread(_) => Way::Join(channel),
                        _ => Way::Channel(channel),
                    };
                }
                Ok(())
            }
            Outcome::Done => match (errand, post.letter.to) {
                (Errand::Join { thread, .. }, to) => {
                    if let To::Person { who, .. } = to {
                        core.set_way(row.match_id, who, Some(*thread))?;
                    }
                    if let Some(way) = progress.ways.first_mut() {
                        *way = Way::Channel(*thread);
                    }
                    Ok(())
                }
                _ => set_state(core, row.id, PostState::Sent),
            },
            Outcome::Nothing => set_state(core, row.id, PostState::Void),
            Outcome::Unwritable => lose(core, row, now),
            Outcome::NoAnswer => self.try_again(core, lane, errand, tick),
            Outcome::Refused { status, code } if status == 401 || status >= 500 => {
                tracing::warn!("post {} had status {status} (code {code})", row.id.0);
                self.try_again(core, lane, errand, tick)
            }
            Outcome::Refused { code, .. } if code == OPENED_TOO_FAST => {
                // Refused with a status of its own, and no word on how long.
                self.try_again(core, lane, errand, tick)?;
                let until = self.lanes.get(&lane).map_or(tick, |lane| lane.not_before);
                self.direct_until = self.direct_until.max(until);
                Ok(())
            }
            Outcome::Refused { code, .. } => self.refused(core, lane, errand, code, now, tick),
            // Taken care of before.
            Outcome::Limited { .. } => Ok(()),
        }
    }

    /// After a request of which nobody knows whether it was done.
    fn try_again(
        &mut self,
        core: &mut Core,
        lane: Lane,
        errand: &Errand,
        tick: u64,
    ) -> Result<(), StoreError> {
        let Some(progress) = self.lanes.get_mut(&lane) else {
            return Ok(());
        };
        progress.not_before = progress
            .not_before
            .max(tick + (RETRY_MS << progress.tries.min(6)));
        progress.tries += 1;
        if matches!(errand, Errand::Create { .. }) {
            progress.doubt();
        }
        let is_edit = matches!(errand, Errand::Refresh { .. } | Errand::Restate { .. });
        match &progress.post {
            Some(post) if is_edit && progress.tries >= EDIT_TRIES => {
                set_state(core, post.row.id, PostState::Failed)
            }
            _ => Ok(()),
        }
    }

    /// Discord will not have it like this: another way is tried, or it is given up, or it waits for a permission; where it matters the host is told.
    fn refused(
        &mut self,
        core: &mut Core,
        lane: Lane,
        errand: &Errand,
        code: i64,
        now: u64,
        tick: u64,
    ) -> Result<(), StoreError> {
        let Some(progress) = self.lanes.get_mut(&lane) else {
            return Ok(());
        };
        let Some(post) = progress.post.clone() else {
            return Ok(());
        };
        let (row, id) = (&post.row, post.row.match_id);
        if matches!(errand, Errand::Refresh { .. } | Errand::Restate { .. }) {
            // An old message may refuse to be edited.
            return set_state(core, row.id, PostState::Failed);
        }
        if is_closed(code) && progress.ways.len() > 1 {
            progress.ways.remove(0);
            (progress.after, progress.pages, progress.tries) = (None, 0, 0);
            progress.doubtful = row.id <= self.before;
            return Ok(());
        }
        match post.letter.to {
            To::Person { who, .. } => {
                // The button in the channel is left to them.
                tell_host(core, id, Line::Unreached { who: vec![who] }, now)?;
                set_state(core, row.id, PostState::Failed)
            }
            To::Account(_) => set_state(core, row.id, PostState::Failed),
            To::Host(_) => {
                tracing::warn!("the host of match {id} cannot be written to (code {code})");
                set_state(core, row.id, PostState::Failed)
            }
            To::Channel(channel) => {
                if !progress.told {
                    tracing::warn!("post {} in channel {channel}: code {code}", row.id.0);
                    let sentence = crate::words::channel_trouble(channel, code as isize);
                    tell_host(core, id, Line::Trouble { sentence }, now)?;
                    progress.told = true;
                }
                // A permission can be given back, and a match whose channel is gone can be moved; a refused body stays one.
                let over = core.table(id)?.is_none_or(|table| table.row.over);
                if matches!(code, 50001 | 50013) || code == UNKNOWN_CHANNEL && !over {
                    progress.not_before = tick + PERMISSION_MS;
                    return Ok(());
                }
                if let (Post::Result { .. }, To::Channel(_)) = (&post.letter.post, post.letter.to) {
                    give_to_host(core, &post, now)?;
                }
                set_state(core, row.id, PostState::Failed)
            }
        }
    }

    fn switched_off(
        &mut self,
        core: &mut Core,
        id: MatchId,
        errand: &Errand,
        outcome: Outcome,
        tick: u64,
    ) -> Result<(), StoreError> {
        let sent = match errand {
            Errand::SwitchOff { sent } | Errand::Mark { sent } => Some(*sent),
            Errand::Settle { row } => row.sent,
            _ => None,
        };
        let Some(sent) = sent else {
            return Ok(());
        };
        let undone = match outcome {
            Outcome::NoAnswer => true,
            Outcome::Refused { status, .. } => status >= 500,
            _ => false,
        };
        if let Some(progress) = self.lanes.get_mut(&Lane::Controls(id)) {
            progress.tries += 1;
            if undone && progress.tries < SWITCH_TRIES {
                progress.not_before = tick + (RETRY_MS << progress.tries.min(6));
                return Ok(());
            }
            progress.tries = 0;
        }
        // Those that people can still press are answered by the way to the current ones.
        let message = sent.message;
        core.store().write(|tx| tx.set_post_closed(message))
    }
}

impl Progress {
    fn doubt(&mut self) {
        self.doubtful = true;
        self.after = None;
        self.pages = 0;
    }
}

/// The ways to the host of a match, in their order: where they were last written to, a direct message, a private thread, and what the hosts read
/// together.
fn ways_to_host(core: &mut Core, row: &OutboxRow, account: u64) -> Result<Vec<Way>, StoreError> {
    let (id, queue) = (row.match_id, row.queue);
    let Some(found) = core
        .table(id)?
        .map(|table| (table.row.channel, table.row.season))
    else {
        return Ok(vec![Way::Direct(account)]);
    };
    let (channel, season) = found;
    core.store().read(|tx| {
        let season = season
            .map(|season| tx.season(season))
            .transpose()?
            .flatten();
        let audit = season.and_then(|season| season.settings.audit_channel);
        // From the channel of all hosts it goes back to the host's own as soon as that is open.
        let last = tx.last_way(id, queue)?.filter(|last| Some(*last) != audit);
        let last = last.map(Way::Channel).into_iter();
        let private = last.chain([Way::Direct(account), Way::Thread(channel)]);
        Ok(private.chain(audit.map(Way::Channel)).collect())
    })
}

/// What brings an earlier post up to date; None when that has been overtaken, or there is no such post.
fn restatement(core: &mut Core, post: &Arc<Addressed>) -> Result<Option<Errand>, StoreError> {
    let (row, id) = (&post.row, post.row.match_id);
    let (behind, open) = core.store().read(|tx| {
        let behind = tx.posts_behind(row.queue, row.id, BEHIND)?;
        Ok::<_, StoreError>((behind, tx.open_posts(id)?))
    })?;
    let mut behind = behind
        .iter()
        .filter(|row| row.match_id == id)
        .filter_map(letter_of);
    // The newest: an older one was deleted.
    let mut open = open.into_iter().rev().filter(|row| row.sent.is_some());
    match &post.letter.post {
        Post::Sealed if !behind.any(|letter| matches!(letter.post, Post::Sealed)) => {
            let is_card = |row: &OutboxRow| {
                letter_of(row).is_some_and(|letter| matches!(letter.post, Post::Card { .. }))
            };
            Ok(open.find(is_card).map(|row| Errand::Refresh { row }))
        }
        Post::Chosen if !behind.any(|letter| matches!(letter.post, Post::Chosen)) => {
            let is_own = |other: &OutboxRow| other.queue == row.queue && is_own(other);
            Ok(open.find(is_own).map(|row| Errand::Refresh { row }))
        }
        Post::Standing { prompt, .. }
            if !behind.any(|letter| {
                letter.post.supersedes() || matches!(letter.post, Post::Standing { .. })
            }) =>
        {
            let asked = open.find_map(|row| {
                let letter = letter_of(&row)?;
                let is_it =
                    matches!(letter.post, Post::Prompt { prompt: asked, .. } if asked == *prompt);
                is_it.then(|| Arc::new(Addressed { row, letter }))
            });
            Ok(asked.map(|asked| Errand::Restate {
                asked,
                letter: post.clone(),
            }))
        }
        _ => Ok(None),
    }
}

pub(super) fn letter_of(row: &OutboxRow) -> Option<Letter> {
    serde_json::from_str(&row.body).ok()
}

/// Whether a post is one person's, with what they may choose before the match.
pub(super) fn is_own(row: &OutboxRow) -> bool {
    letter_of(row).is_some_and(|letter| letter.post.is_own())
}

/// How the controls of a post are taken away; None for one that does not stand.
fn switch_off(row: OutboxRow) -> Option<Errand> {
    let sent = row.sent?;
    let post = letter_of(&row).map(|letter| letter.post);
    // Who acts for another has been told more than what to choose.
    let settles = post.is_some_and(|post| post.is_own() && post != Post::Seated);
    Some(match settles {
        true => Errand::Settle { row },
        false => Errand::SwitchOff { sent },
    })
}

/// Whether a board may be left out for a newer one: what happened is to be seen on the newer one too. Reveals and the ends of Roundabout's turns
/// are always posted.
fn may_be_skipped(lines: &[Line]) -> bool {
    lines.iter().all(|line| match line {
        Line::Happened(happening) => matches!(
            happening,
            Happening::Gridlock(
                gridlock::Happening::Chosen { .. } | gridlock::Happening::Moved { found: None, .. }
            ) | Happening::ShortCircuit(
                short_circuit::Happening::Chosen { .. } | short_circuit::Happening::Placed { .. }
            )
        ),
        _ => true,
    })
}

/// Leaves a board to the next one of its match, if that waits already, which then says what this one would have said.
fn overtake(core: &mut Core, post: &Addressed) -> Result<bool, StoreError> {
    let (row, id) = (&post.row, post.row.match_id);
    let Post::Prompt { lines: said, .. } = &post.letter.post else {
        return Ok(false);
    };
    core.store().write(|tx| {
        for newer in tx.posts_behind(row.queue, row.id, BEHIND)? {
            if newer.match_id != id {
                continue;
            }
            let Ok(mut letter) = serde_json::from_str::<Letter>(&newer.body) else {
                continue;
            };
            // What is to be said in between keeps its place.
            let Post::Prompt { lines, .. } = &mut letter.post else {
                return Ok(false);
            };
            lines.splice(0..0, said.iter().cloned());
            tx.set_post_body(newer.id, &serde_json::to_string(&letter)?)?;
            tx.set_post_state(row.id, PostState::Void)?;
            return Ok(true);
        }
        Ok(false)
    })
}

/// Whether a way to somebody is closed: no direct messages wanted, who has left the server, or a channel that is gone or not ours (Discord
/// documentation, "JSON Error Codes").
fn is_closed(code: i64) -> bool {
    matches!(
        code,
        50007 | 50278 | 10003 | 10007 | 10013 | 50001 | 50013 | 50083
    )
}

/// The server that a lane belongs to, by what is to be sent first; 0 for none.
fn server_of(core: &mut Core, lane: Lane) -> Result<u64, StoreError> {
    core.store().read(|tx| match lane {
        Lane::Queue(queue) => tx.server_of_queue(queue),
        Lane::Controls(id) => tx.server_of_match(id),
    })
}

fn set_state(core: &mut Core, id: OutboxId, state: PostState) -> Result<(), StoreError> {
    core.store().write(|tx| tx.set_post_state(id, state))
}

/// A result that cannot be posted where it belongs goes to the host, so that it is not lost.
fn give_to_host(core: &mut Core, post: &Addressed, now: u64) -> Result<(), StoreError> {
    let id = post.row.match_id;
    let Some(host) = core.table(id)?.map(|table| table.row.host) else {
        return Ok(());
    };
    let to = To::Host(host);
    let letter = Letter {
        to,
        post: post.letter.post.clone(),
    };
    let body = serde_json::to_string(&letter)?;
    core.store()
        .write(|tx| tx.add_copy(post.row.id, to.queue(), &body, now))
}

/// A post that cannot be made at all: the host is told.
fn lose(core: &mut Core, row: &OutboxRow, now: u64) -> Result<(), StoreError> {
    let sentence = crate::words::post_lost();
    tell_host(core, row.match_id, Line::Trouble { sentence }, now)?;
    set_state(core, row.id, PostState::Failed)
}

fn tell_host(core: &mut Core, id: MatchId, line: Line, now: u64) -> Result<(), StoreError> {
    match core.tell_host(id, line, now) {
        Err(Fault::Store(error)) => Err(error),
        Err(Fault::Refused(refusal)) => {
            tracing::error!("the host of match {id} cannot be told: {refusal:?}");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}
