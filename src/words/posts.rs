//! The posts that begin and end a match, the text around posts, and the text instead of a missing
//! picture.

use matches::Setup;

/// A post of a match. In a rehearsal, which bears the names of the cast, each begins by saying so.
pub fn marked(post: String, setup: &Setup) -> String {
    if setup.rehearsal {
        format!("-# Rehearsal: it doesn't count.\n{post}")
    } else {
        post
    }
}

/// The post that ends a match. In a practice, its small print says so; so did the card. In a
/// rehearsal it leads its host back.
pub fn ending(post: String, setup: &Setup) -> String {
    let print = match (setup.rehearsal, setup.practice) {
        (true, _) => {
            "To open the match itself, its host scrolls up to their panel or types `/match new`."
        }
        (false, true) => "Practice: it doesn't count.",
        (false, false) => return post,
    };
    format!("{}\n-# {print}", post.trim_end())
}

/// The word for a match that never counts; None for others.
pub(super) fn for_nothing(setup: &Setup) -> Option<&'static str> {
    match (setup.rehearsal, setup.practice) {
        (true, _) => Some("Rehearsal"),
        (false, true) => Some("Practice"),
        (false, false) => None,
    }
}

/// At the end of a board's description that is too long for Discord.
pub const REST_IN_WORDS: &str = "The rest: `/board` with `words_only`.";

/// The name of a private thread for somebody.
pub fn thread_name(name: &str) -> String {
    let name: String = name.chars().take(60).collect();
    format!("Dealer and {name}")
}

/// The name of the private thread for a host whose direct messages are closed.
pub const HOST_THREAD_NAME: &str = "Dealer and the host";

/// In the place of a picture that could not be drawn.
pub const PICTURE_MISSING: &str = "This picture couldn't be drawn. The match goes on without it.";
