//! A waiting result, shown to a host before it is posted.

use super::preview;
use crate::discord::data::refused;
use crate::discord::message::{Panel, note};
use crate::discord::panels::conducting::refusal_words;
use crate::discord::panels::host_panel::confirm;
use crate::discord::press::HostStep;
use crate::discord::{Data, Result, text};
use crate::referee::Post;
use crate::store::{AccountId, MatchId};
use crate::words;

/// Shows a waiting result, only to a host who does not play in the match, before it is posted; or
/// why not.
pub async fn ask_to_release(data: &Data, match_id: MatchId, host: AccountId) -> Result<Panel> {
    let posts = data
        .referee
        .read(move |core, _| core.held_posts(match_id, host));
    let (entry, posts) = match refused(posts.await?)? {
        Ok(held) => held,
        Err(refusal) => return Ok(note(refusal_words(data, match_id, refusal).await?)),
    };
    let (mut said, mut picture) = (Vec::new(), None);
    // The card and the moving picture show nothing that the result does not.
    let told = |post: &Post| !matches!(post, Post::EndCard { .. } | Post::Replay);
    for post in posts.into_iter().filter(told) {
        match preview(data, match_id, post).await {
            Ok(Some(shown)) => {
                said.push(shown.content);
                picture = shown.picture.or(picture);
            }
            Ok(None) => {}
            // The result can be released in any case.
            Err(error) => {
                tracing::error!("match {match_id}: can't show its result: {error}");
                said.push(words::result::RESULT_NOT_SHOWN.to_owned());
            }
        }
    }
    Ok(Panel {
        picture,
        ..confirm(
            match_id,
            HostStep::ReleaseNow(entry),
            as_released(&said.join("\n")),
            words::result::RELEASE_NOW_BUTTON,
        )
    })
}

/// The posts of a result for a host's preview, cut to what an answer has room for.
fn as_released(posts: &str) -> String {
    let room = text::MAX - words::result::confirm_release("").chars().count();
    words::result::confirm_release(&text::described(posts, room, words::result::RESULT_GOES_ON))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unreleased_result_fits_into_an_answer() {
        let short = as_released("Teo wins.");
        assert!(short.ends_with("\n\nTeo wins."), "{short}");
        let post = "Bo hides on B1. ".repeat(122);
        let long = as_released(&[&post[..]; 3].join("\n"));
        assert!(long.chars().count() <= text::MAX, "{}", long.len());
        assert!(long.ends_with(words::result::RESULT_GOES_ON), "{long}");
    }
}
