//! Boards that need not be posted any more, since a newer one of the match waits behind them.

use super::Addressed;
use crate::referee::{Core, Letter, Line, Post};
use crate::store::{PostState, StoreError};

/// How many later posts are looked at for what overtakes the first.
pub(super) const BEHIND: usize = 20;

/// Whether a board may be left out for a newer one: what happened is to be seen on the newer one
/// too.
pub(super) fn may_be_skipped(lines: &[Line]) -> bool {
    lines.iter().all(|line| match line {
        Line::Happened(happening) => happening.is_seen_later(),
        _ => true,
    })
}

/// Leaves a board to the next one of its match, if that waits already, which then says what this
/// one would have said.
pub(super) fn overtake(core: &mut Core, post: &Addressed) -> Result<bool, StoreError> {
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
