//! Private letters about a season.

use super::{booked_reason, garnets, strikes};
use crate::referee::{EliminationCause, Post, Undelivered};
use games::english::escape_markdown;

/// The words of a private letter about a season; None for other posts.
pub fn letter(post: &Post) -> Option<String> {
    let shown = |text: &String| escape_markdown(text);
    Some(match post {
        Post::Gift {
            season,
            from,
            amount,
            reason,
            held,
        } => format!(
            "🎁 {} gave you {} in {}{}. You have {held} now.",
            shown(from),
            garnets(*amount),
            shown(season),
            because(reason)
        ),
        Post::Garnets {
            season,
            given,
            amount,
            reason,
            held,
        } => {
            let garnets_of = garnets(*amount);
            let done = if *given {
                format!("You got {garnets_of}")
            } else {
                format!("A host took {garnets_of} from you")
            };
            let now = held.map(|held| format!(" You have {held} now."));
            let now = now.unwrap_or_default();
            format!("{done} in {}{}.{now}", shown(season), because(reason))
        }
        Post::Strike {
            season,
            back,
            reason,
            count,
            limit,
            eliminated,
        } => {
            let done = if *back {
                "A host took back one of your strikes"
            } else {
                "⚠️ A host gave you a strike"
            };
            let so_far = match limit {
                _ if *eliminated && *back => ". You're still out of the season.".to_owned(),
                Some(limit) if *eliminated && count >= limit => {
                    format!(". That's the season's limit of {limit}: you're out of the season.")
                }
                Some(limit) if count >= limit => {
                    format!(
                        ". That's the season's limit of {limit}. The hosts decide what happens."
                    )
                }
                Some(limit) => format!("; the limit is {limit}."),
                None => ".".to_owned(),
            };
            format!(
                "{done} in the season {}{}. You now have {}{so_far}",
                shown(season),
                because(&booked_reason(reason)),
                strikes(*count)
            )
        }
        Post::Out { season, by } => out(&shown(season), by),
        Post::Hello { season, .. } => format!(
            "Hello! This is how Dealer reaches you privately for **{}**. Press the button so the \
             hosts know it works.",
            shown(season)
        ),
        Post::Untold { season, name, of } => {
            let what = match of {
                Undelivered::Garnets => "about their garnets",
                Undelivered::Strike => "about their strikes",
                Undelivered::Out => "that they're out",
            };
            let who = name.as_ref().map(shown);
            format!(
                "⚠️ I couldn't tell {} {what} in the season {}: they have left the server, or \
                 their DMs are closed and no private thread could be opened. Please tell them \
                 yourself. A host can bind them a channel that only they and the hosts see \
                 (`/season cast bind`).",
                who.as_deref()
                    .unwrap_or("someone who is no longer in the cast"),
                shown(season)
            )
        }
        _ => return None,
    })
}

fn out(season: &str, by: &EliminationCause) -> String {
    match by {
        EliminationCause::Match { channel } => format!(
            "You're out of {season}. Thanks for playing – you can still watch in <#{channel}>."
        ),
        EliminationCause::Strikes { count } => {
            format!("You're out of {season}: you have {}.", strikes(*count))
        }
        EliminationCause::Host { reason } => {
            format!("A host took you out of {season}{}.", because(reason))
        }
    }
}

/// Behind that, to somebody who is out: a match in this channel was opened with them in it.
pub fn still_in(channel: u64) -> String {
    format!(
        "\nYou're still in the match in <#{channel}>, which was opened before that: do what it asks \
         of you."
    )
}

/// The reason, if one was given.
fn because(reason: &str) -> String {
    if reason.is_empty() {
        String::new()
    } else {
        format!(": “{}”", escape_markdown(reason))
    }
}
