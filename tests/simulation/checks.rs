//! A run from its seed to its end, and what must hold during it and after everything has settled.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use dealer::referee::Post;
use dealer::store::StoreError;
use games::{Author, Party, Seat};
use matches::{Entry, Event as Entered, Match, Stage, standing};

use super::main_matches::MainMatch;
use super::world::{Counts, Plant, World};

/// How long everything may take to settle, in milliseconds.
const SETTLE_MS: u64 = 2 * 3_600_000;

pub struct Ran {
    pub steps: u64,
    /// Steps in which something reached a person.
    pub deeds: u64,
    pub counts: Counts,
    pub hash: u64,
    pub result: Result<(), String>,
}

/// One run. An error is what was wrong, with what happened before.
pub fn run(seed: u64, plant: Plant) -> Ran {
    run_world(World::new(seed, plant))
}

/// A season of three weeks.
pub fn run_season(seed: u64) -> Ran {
    run_world(World::season(seed))
}

/// One main match, played to its end while everything goes wrong.
pub fn run_main_match(seed: u64, played: &MainMatch) -> Ran {
    run_world(World::main_match(seed, played))
}

fn run_world(mut world: World) -> Ran {
    let result = play(&mut world).map_err(|what| {
        let told = world.trace.iter().rev().take(25).rev();
        let told: Vec<&str> = told.map(String::as_str).collect();
        match std::env::var("TRACE") {
            Ok(_) => format!("{what}\n{}", world.trace.join("\n")),
            Err(_) => format!("{what}\n    {}", told.join("\n    ")),
        }
    });
    let mut hash = DefaultHasher::new();
    world.hash().hash(&mut hash);
    Ran {
        steps: world.steps,
        deeds: world.deeds,
        hash: hash.finish(),
        counts: std::mem::take(&mut world.counts),
        result,
    }
}

fn play(world: &mut World) -> Result<(), String> {
    while world.deeds < world.most_deeds && world.step() {
        if check(world)? && world.season_is_over() && all_over(world) {
            break;
        }
    }
    if all_over(world) {
        world.count("everything over");
    }
    world.calm();
    world.crowd.quiet = true;
    let until = world.t + SETTLE_MS;
    while world.t < until && world.step() {
        if check(world)? && settled(world) {
            break;
        }
    }
    if !settled(world) {
        return Err(format!(
            "something is not posted although nothing hinders it: {}",
            unsettled(world)
        ));
    }
    replays(world, true)?;
    folds(world)?;
    posted(world)
}

fn all_over(world: &mut World) -> bool {
    let Some(up) = &mut world.up else {
        return false;
    };
    let matches = world.crowd.matches.iter();
    let mut stages = matches.map(|held| up.core.table(held.id).unwrap().unwrap().play.stage());
    let over = stages.all(|stage| stage == Stage::Over);
    let mut matches = world.crowd.matches.iter();
    over && !matches.any(|held| world.crowd.has_second_thoughts(held.id))
}

/// Checks after every step. Gives whether anything may have changed.
fn check(world: &mut World) -> Result<bool, String> {
    let touched = std::mem::take(&mut world.touched);
    if touched {
        replays(world, false)?;
    } else if world.steps.is_multiple_of(50) {
        replays(world, true)?;
    }
    let found = world.truth.violation.take();
    let found = found.or(world.discord.violation.take());
    found.map_or(Ok(touched), Err)
}

/// What a match's journal adds up to so far, kept apart from the process. Only new entries have to
/// be read.
pub struct Shadow {
    opened: Match,
    play: Match,
    last: Option<i64>,
    /// Actions of people.
    acts: usize,
    /// How often a seat ran out of time in a prompt.
    late: BTreeMap<(u32, Seat), u32>,
}

impl Shadow {
    fn new(opened: Match) -> Shadow {
        Shadow {
            play: opened.clone(),
            opened,
            last: None,
            acts: 0,
            late: BTreeMap::new(),
        }
    }

    /// Reads the new entries of a journal.
    fn follow(&mut self, journal: &[Entry]) -> Result<(), String> {
        let seen = journal.partition_point(|entry| Some(entry.id) <= self.last);
        if journal[..seen].last().map(|entry| entry.id) != self.last {
            return Err(format!("entry {:?} is lost", self.last));
        }
        for (index, entry) in journal.iter().enumerate().skip(seen) {
            self.last = Some(entry.id);
            match entry.event {
                Entered::TimeUp { seat } => self.time_up(entry, seat)?,
                Entered::Act {
                    by: Author::Seat(_) | Author::Cast(_),
                    ..
                } => self.acts += 1,
                _ => {}
            }
            if let Entered::Rewound { .. } = entry.event {
                self.play = self.opened.clone();
                self.late.clear();
                for stands in standing(&journal[..=index]) {
                    self.take(stands)?;
                }
            } else {
                self.take(entry)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, entry: &Entry) -> Result<(), String> {
        let taken = self.play.take(entry.at_ms, &entry.event);
        let wrong = |refusal| format!("entry {} does not replay: {refusal:?}", entry.id);
        taken.map(|_| ()).map_err(wrong)
    }

    /// A timeout is never early, and happens once in a prompt, except in overtime.
    fn time_up(&mut self, entry: &Entry, seat: Seat) -> Result<(), String> {
        let Some(prompt) = self.play.open_prompt() else {
            return Ok(());
        };
        let deadline = self.play.deadline(seat);
        if deadline.is_some_and(|at| at + self.play.setup.grace_ms > entry.at_ms) {
            return Err(format!("entry {} of the clock is early", entry.id));
        }
        let own = self.play.live_prompts().into_iter();
        let mut own = own.filter(|prompt| prompt.who == Party::Seat(seat));
        let goes_on = own.any(|prompt| prompt.overtime_s.is_some());
        let times = self.late.entry((prompt, seat)).or_default();
        *times += 1;
        if *times > 1 && !goes_on {
            Err(format!("{seat} was timed out twice in prompt {prompt}"))
        } else {
            Ok(())
        }
    }
}

/// Each journal replays to the match in memory, and holds what people were told once. This reads
/// new entries only. With `all`, it also compares matches without any.
fn replays(world: &mut World, all: bool) -> Result<(), String> {
    let Some(up) = &mut world.up else {
        return Ok(());
    };
    let newest = up.core.store().read(|tx| {
        let matches = world.crowd.matches.iter();
        let newest = matches.map(|held| Ok((held.id, tx.newest_entry(held.id)?)));
        newest.collect::<Result<Vec<_>, StoreError>>()
    });
    for (id, newest) in newest.unwrap() {
        let shadow = world.shadows.get(&id);
        if !all && shadow.is_some_and(|shadow| shadow.last == newest) {
            continue;
        }
        let wrong = |what: String| format!("match {id}: {what}");
        let table = up.core.table(id).unwrap().unwrap();
        let (setup, opened_at_ms) = (table.play.setup.clone(), table.row.opened_at_ms);
        // The read itself may have given the match an outage back.
        let newest = up.core.store().read(|tx| tx.newest_entry(id)).unwrap();
        let shadow = world
            .shadows
            .entry(id)
            .or_insert_with(|| Shadow::new(Match::open(setup, opened_at_ms).unwrap()));
        if newest != shadow.last {
            let journal = up.core.store().read(|tx| tx.journal(id)).unwrap();
            shadow.follow(&journal).map_err(wrong)?;
        }
        let told = world.told.get(&id).copied().unwrap_or_default();
        if shadow.acts != told {
            let stored = shadow.acts;
            return Err(wrong(format!(
                "people were told about {told} actions, but {stored} are stored"
            )));
        }
        let table = up.core.table(id).unwrap().unwrap();
        if shadow.play != table.play {
            return Err(wrong("it is not what its journal says".to_owned()));
        }
    }
    Ok(())
}

/// Each journal folds from its beginning to the match in memory.
fn folds(world: &mut World) -> Result<(), String> {
    let up = world.up.as_mut().unwrap();
    for held in &world.crowd.matches {
        let table = up.core.table(held.id).unwrap().unwrap().clone();
        let journal = up.core.store().read(|tx| tx.journal(held.id)).unwrap();
        let folded = Match::fold(table.play.setup.clone(), table.row.opened_at_ms, &journal);
        if folded.unwrap() != table.play {
            return Err(format!("match {} does not fold to what it is", held.id));
        }
    }
    Ok(())
}

/// Whether everything has been sent and every open prompt is shown.
fn settled(world: &mut World) -> bool {
    let Some(up) = &mut world.up else {
        return false;
    };
    if !up.connected {
        return false;
    }
    let waiting = up.core.store().read(|tx| {
        let stale = tx.matches_with_posts_to_edit()?;
        Ok::<_, StoreError>(tx.busy_queues()?.len() + stale.len())
    });
    if waiting.unwrap() > 0 {
        return false;
    }
    world.crowd.matches.iter().all(|held| {
        let play = &up.core.table(held.id).unwrap().unwrap().play;
        play.stage() != Stage::Live || play.paused.is_some() || play.is_shown()
    })
}

/// What hasn't been sent yet.
fn unsettled(world: &mut World) -> String {
    let Some(up) = &mut world.up else {
        return "no process".to_owned();
    };
    let waiting = up.core.store().read(|tx| {
        let mut rows = Vec::new();
        for queue in tx.busy_queues()? {
            rows.extend(tx.next_post(queue)?.map(|row| row.body));
        }
        for id in tx.matches_with_posts_to_edit()? {
            let stale = tx.posts_to_edit(id)?;
            rows.push(format!("stale posts of match {id}: {stale:?}"));
        }
        Ok::<_, StoreError>(rows)
    });
    let mut waiting = waiting.unwrap();
    for held in &world.crowd.matches {
        let play = &up.core.table(held.id).unwrap().unwrap().play;
        waiting.push(format!(
            "match {}: {:?}, prompt {:?}, shown {}",
            held.id,
            play.stage(),
            play.open_prompt(),
            play.is_shown()
        ));
    }
    waiting.push(format!("{:?} at {}", up.postal, world.t));
    waiting.join("; ")
}

/// Every open prompt has one post in its channel with live controls, and no other controls are
/// live.
fn posted(world: &mut World) -> Result<(), String> {
    let up = world.up.as_mut().unwrap();
    for held in &world.crowd.matches {
        let play = &up.core.table(held.id).unwrap().unwrap().play;
        let messages = &world.discord.channels[&held.channel].messages;
        let alive: Vec<&Post> = messages
            .iter()
            .filter(|message| message.controls && !message.deleted)
            .map(|message| &message.post)
            .collect();
        let prompts = |wanted: Option<u32>| {
            let is_it = |post: &&&Post| matches!(post, Post::Prompt { prompt, .. } if wanted.is_none_or(|id| id == *prompt));
            alive.iter().filter(is_it).count()
        };
        let (id, expected) = (held.id, usize::from(play.open_prompt().is_some()));
        let unpaused = play.paused.is_none();
        if play.stage() == Stage::Live && unpaused && prompts(play.open_prompt()) != expected {
            let count = prompts(play.open_prompt());
            return Err(format!("match {id}: the open prompt stands {count} times"));
        }
        if prompts(None) > 1 {
            return Err(format!(
                "match {id}: {} prompts can be pressed",
                prompts(None)
            ));
        }
        if play.stage() == Stage::Over && !alive.is_empty() {
            return Err(format!("match {id} is over and can be pressed: {alive:?}"));
        }
        let everywhere = world.discord.channels.values();
        let ends: Vec<_> = everywhere
            .flat_map(|channel| &channel.messages)
            .filter(|message| message.match_id == id && message.post.is_end())
            .collect();
        // A result that somebody deleted while it was taken back can't lose its mark any more. The
        // news that the match is over again says who won.
        let is_gone = ends.iter().any(|message| message.marked && message.deleted);
        let results = ends.iter().filter(|message| !message.marked).count();
        let expected = usize::from(play.stage() == Stage::Over);
        if results != expected && !(is_gone && results < expected) {
            return Err(format!("match {id} has {results} results"));
        }
    }
    Ok(())
}
