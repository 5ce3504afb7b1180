//! Players who have left the server. Discord tells of it only bots that may see all members, which Dealer does not ask for; so it is looked
//! whether they are there when they are called and when their time runs out.

use serenity::all::{GuildId, UserId};

use super::{Data, Fault, refused};
use crate::games::{CastId, Seat};
use crate::referee::postal::codes;
use crate::referee::{Letter, Line, Look, Post};
use crate::store::MatchId;

/// Of how many who have left it is remembered that their host knows.
const MOST_TOLD: usize = 10_000;

/// Looks after a post whether those whom it calls are in the server still; the host is told once of each who is not.
pub async fn look_after(data: &Data, id: MatchId, letter: &Letter) -> Result<(), Fault> {
    let look = data.look(id, 0).await?;
    let Some(look) = look else {
        return Ok(());
    };
    let mut gone = Vec::new();
    for who in called(&letter.post, &look) {
        let Some(person) = look.person(who) else {
            continue;
        };
        let guild = GuildId::new(look.row.guild);
        let member = guild.member(&data.http, UserId::new(person.account)).await;
        let gone_code = |error| codes::is_absent(refused::code(error));
        let is_gone = member.as_ref().err().is_some_and(gone_code);
        let mut told = data.told_gone.lock().await;
        if told.len() >= MOST_TOLD {
            // Whoever is still away is told of once more.
            told.clear();
        }
        if is_gone && told.insert((id, who)) {
            gone.push(who);
        } else if member.is_ok() {
            told.remove(&(id, who));
        }
    }
    if gone.is_empty() {
        return Ok(());
    }
    let told = data
        .referee
        .run(move |core, now| core.tell_host(id, Line::Left { who: gone }, now));
    if let Err(fault) = told.await? {
        tracing::error!("the host of match {id} cannot be told: {fault:?}");
    }
    Ok(())
}

/// Whom a post calls in earnest: both before the start, later whose time runs out.
fn called(post: &Post, look: &Look) -> Vec<CastId> {
    let seated = |seat: Seat| look.cast().seated(seat);
    let late = |line: &Line| match line {
        Line::ReserveRuns { seat, .. }
        | Line::TimedOut { seat }
        | Line::LastMinute { seat, .. } => Some(seated(*seat)),
        _ => None,
    };
    match post {
        Post::CheckIn { .. } => Seat::BOTH.map(seated).to_vec(),
        Post::News { lines } | Post::Prompt { lines, .. } => {
            lines.iter().filter_map(late).collect()
        }
        _ => Vec::new(),
    }
}
