//! A run from its seed to its end, and what must hold on the way and when the dust has settled.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use dealer::games::{Author, Party};
use dealer::matches::{Event as Entered, Match, Stage};
use dealer::referee::Post;
use dealer::store::MatchId;

use super::world::{Counts, Plant, World};

/// After so many steps in which something reaches somebody, nothing goes wrong any more and nobody acts.
const DEEDS: u64 = 500;
/// How long the dust may take to settle: milliseconds.
const SETTLE_MS: u64 = 2 * 3_600_000;

pub struct Ran {
    pub steps: u64,
    /// Steps in which something reached somebody.
    pub deeds: u64,
    pub counts: Counts,
    pub hash: u64,
    pub result: Result<(), String>,
}

/// One run. What comes back as an error is what was wrong, with what went before.
pub fn run(seed: u64, plant: Plant) -> Ran {
    let mut world = World::new(seed, plant);
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
    while world.deeds < DEEDS && !all_over(world) && world.step() {
        quick(world)?;
        if world.steps.is_multiple_of(50) {
            thorough(world)?;
        }
    }
    world.calm();
    world.crowd.quiet = true;
    let until = world.t + SETTLE_MS;
    while world.t < until && world.step() {
        quick(world)?;
        if settled(world) {
            break;
        }
    }
    if !settled(world) {
        return Err(format!(
            "something is not posted although nothing hinders it: {}",
            unsettled(world)
        ));
    }
    thorough(world)?;
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

fn quick(world: &mut World) -> Result<(), String> {
    let found = world
        .truth
        .violation
        .take()
        .or(world.discord.violation.take());
    found.map_or(Ok(()), Err)
}

/// The journal replays to the match at hand, and holds what was told to be taken, once.
fn thorough(world: &mut World) -> Result<(), String> {
    let mut told: BTreeMap<MatchId, usize> = BTreeMap::new();
    for accepted in world.accepted.values() {
        *told.entry(accepted.id).or_default() += accepted.acts;
    }
    let Some(up) = &mut world.up else {
        return Ok(());
    };
    for held in &world.crowd.matches {
        let id = held.id;
        let table = up.core.table(id).unwrap().unwrap().clone();
        let journal = up.core.store().read(|tx| tx.journal(id)).unwrap();
        let (setup, opened_at_ms) = (table.play.setup.clone(), table.row.opened_at_ms);
        let mut play = Match::open(setup.clone(), opened_at_ms).unwrap();
        let (mut acts, mut late) = (0, BTreeMap::new());
        for (index, entry) in journal.iter().enumerate() {
            if let Entered::TimeUp { seat } = entry.event
                && let Some(prompt) = play.open_prompt()
            {
                let deadline = play.deadline(seat);
                if deadline.is_some_and(|at| at + play.setup.grace_ms > entry.at_ms) {
                    return Err(format!(
                        "match {id}: entry {} of the clock is early",
                        entry.id
                    ));
                }
                let own = play.live_prompts().into_iter();
                let mut own = own.filter(|prompt| prompt.who == Party::Seat(seat));
                let goes_on = own.any(|prompt| prompt.overtime_s.is_some());
                *late.entry((prompt, seat)).or_insert(0) += 1;
                if late[&(prompt, seat)] > 1 && !goes_on {
                    return Err(format!(
                        "match {id}: {seat} was timed out twice in prompt {prompt}"
                    ));
                }
            }
            if let Entered::Act {
                by: Author::Seat(_) | Author::Cast(_),
                ..
            } = entry.event
            {
                acts += 1;
            }
            if let Entered::Rewound { .. } = entry.event {
                let so_far = &journal[..=index];
                play = Match::fold(setup.clone(), opened_at_ms, so_far)
                    .map_err(|error| format!("match {id}: the rewind {}: {error:?}", entry.id))?;
                late.clear();
                continue;
            }
            play.take(entry.at_ms, &entry.event).map_err(|refusal| {
                format!(
                    "match {id}: entry {} does not replay: {refusal:?}",
                    entry.id
                )
            })?;
        }
        let known = told.get(&id).copied().unwrap_or_default();
        if acts != known {
            return Err(format!(
                "match {id}: {known} actions were told to be taken, {acts} are stored"
            ));
        }
        if format!("{play:?}") != format!("{:?}", table.play) {
            return Err(format!("match {id} is not what its journal says"));
        }
    }
    Ok(())
}

/// Whether everything has been sent, and every prompt that is open is shown.
fn settled(world: &mut World) -> bool {
    let Some(up) = &mut world.up else {
        return false;
    };
    if !up.connected {
        return false;
    }
    let waiting = up.core.store().read(|tx| {
        let stale = tx.matches_with_stale_posts()?;
        Ok::<_, dealer::store::StoreError>(tx.busy_queues()?.len() + stale.len())
    });
    if waiting.unwrap() > 0 {
        return false;
    }
    world.crowd.matches.iter().all(|held| {
        let play = &up.core.table(held.id).unwrap().unwrap().play;
        play.stage() != Stage::Live || play.paused.is_some() || play.is_shown()
    })
}

/// What is still to be sent.
fn unsettled(world: &mut World) -> String {
    let Some(up) = &mut world.up else {
        return "no process".to_owned();
    };
    let waiting = up.core.store().read(|tx| {
        let mut rows = Vec::new();
        for queue in tx.busy_queues()? {
            rows.extend(tx.next_post(queue)?.map(|row| row.body));
        }
        for id in tx.matches_with_stale_posts()? {
            let stale = tx.stale_posts(id)?;
            rows.push(format!("stale posts of match {id}: {stale:?}"));
        }
        Ok::<_, dealer::store::StoreError>(rows)
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

/// Every prompt that is open stands in its channel once with its controls alive; no controls but the current ones are alive.
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
        let results = everywhere
            .flat_map(|channel| &channel.messages)
            .filter(|message| {
                let of_match = message.match_id == id && !message.marked;
                of_match && matches!(message.post, Post::Result { .. })
            });
        let results = results.count();
        if results != usize::from(play.stage() == Stage::Over) {
            return Err(format!("match {id} has {results} results"));
        }
    }
    Ok(())
}
