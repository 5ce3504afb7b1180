//! Skips boards that need not be posted, because a newer one of the match waits behind them.

use super::Addressed;
use crate::referee::{Core, Letter, Line, Post};
use crate::store::{PostState, Result};

/// How many later posts are searched for one that replaces the first.
pub(super) const BEHIND: usize = 20;

/// Whether a board may be skipped for a newer one, because the newer one shows what happened too.
pub(super) fn may_be_skipped(lines: &[Line]) -> bool {
    lines.iter().all(|line| match line {
        Line::Happened(happening) => happening.manner().is_on_next_board,
        _ => true,
    })
}

/// Skips a board if the next one of its match waits already. That one then says this one's lines
/// too.
pub(super) fn overtake(core: &mut Core, post: &Addressed) -> Result<bool> {
    let (row, id) = (&post.row, post.row.match_id);
    let Post::Prompt { lines: said, .. } = &post.letter.post else {
        return Ok(false);
    };
    core.store_mut().write(|tx| {
        for newer in tx.posts_behind(row.queue, row.id, BEHIND)? {
            if newer.match_id != id {
                continue;
            }
            let Ok(mut letter) = serde_json::from_str::<Letter>(&newer.body) else {
                continue;
            };
            // Lines in between keep their place.
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
