//! Private posts about a season.

use crate::discord::press::Press;
use crate::discord::text;
use crate::referee::{EliminationCause, Post};
use crate::words;
use games::screen::{Button, Row};

/// The words of a private post about a season; None for other posts.
pub(super) fn of_season(post: &Post) -> Option<String> {
    match post {
        Post::Gift {
            season,
            from,
            amount,
            reason,
            held,
        } => {
            let [season, from, reason] =
                [season, from, reason].map(|text| text::escape_markdown(text));
            let said = words::season::given(&season, &from, *amount, &reason, *held);
            Some(said)
        }
        Post::Garnets {
            season,
            given,
            amount,
            reason,
            held,
        } => {
            let [season, reason] = [season, reason].map(|text| text::escape_markdown(text));
            let said = words::season::your_garnets(&season, *given, *amount, &reason, *held);
            Some(said)
        }
        Post::Strike {
            season,
            back,
            reason,
            count,
            limit,
            eliminated,
        } => {
            let reason = text::escape_markdown(&words::season::booked_reason(reason));
            let season = text::escape_markdown(season);
            let now = (*count, *limit, *eliminated);
            Some(words::season::your_strike(&season, *back, &reason, now))
        }
        Post::Out { season, by } => {
            let by = match by {
                EliminationCause::Host { reason } => &EliminationCause::Host {
                    reason: text::escape_markdown(reason),
                },
                by => by,
            };
            Some(words::season::you_are_out(
                &text::escape_markdown(season),
                by,
            ))
        }
        Post::Hello { season, .. } => Some(words::hello(&text::escape_markdown(season))),
        Post::Untold { season, name, of } => {
            let name = name.as_deref().map(text::escape_markdown);
            let said = words::season::untold(&text::escape_markdown(season), name.as_deref(), *of);
            Some(said)
        }
        _ => None,
    }
}

/// The buttons below it: that a greeting was found.
pub(super) fn answers(post: &Post) -> Vec<Row<Press>> {
    let Post::Hello { guild, .. } = post else {
        return Vec::new();
    };
    let press = Press::Hello { guild: *guild };
    vec![Row::Buttons(vec![Button::success(
        press,
        words::hello_button(),
    )])]
}
